"""Run a scene and leave a folder."""

import contextlib
import math
import os
import time as clock
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from signal import Signals
from typing import Any, Final, Literal

from seaway._arrays import positive
from seaway._signals import signal_of, uninterrupted
from seaway.errors import Finding, ScenarioError, SimulationError
from seaway.gazebo import Scene
from seaway.scenario._folder import RunFolder
from seaway.scenario._inputs import Inputs, shown_path
from seaway.scenario._manifest import Digest, first_manifest, now
from seaway.scenario._scenario import Scenario
from seaway.scenario._scene import command_of, simulation_of
from seaway.scenario._store import Store
from seaway.scenario._summary import Summarizer, VehicleSpread, VehicleSummary
from seaway.sim import GROUPS, Controller, Recording, Simulation, State

__all__ = ["RECORDED", "RunResult", "RunStatus", "run", "run_scenario"]

RunStatus = Literal["complete", "stopped", "failed"]

RECORDED: Final = ("state", "acceleration", "forces", "energy", "water", "actuators")
"""What a run records; see ``Simulation.run``."""

# Samples are no closer than this [s] where nobody says how close they should be.
_RECORD_PERIOD: Final = 0.01


@dataclass(frozen=True, eq=False)
class RunResult:
    """What came of a run.

    Attributes:
        folder: Where it is.
        status: ``"complete"``, ``"stopped"`` by a signal such as Ctrl-C, or ``"failed"``.
        samples: How many were recorded.
        simulated: Time that was simulated [s].
        seconds: Time that it took, recording included, compilation not [s].
        summary: What each vehicle did.
        error: Why it failed; None where it did not.
        spread: How much the rows of a batch differ; empty for a single run.
        sha256: Of times and states, in hexadecimal; the same where a run has the same bits.
        seeds: Of each row; empty where they are not known.
        signal: Number of the signal that stopped it; None where none did.
    """

    folder: RunFolder
    status: RunStatus
    samples: int
    simulated: float
    seconds: float
    summary: tuple[VehicleSummary, ...]
    error: SimulationError | None = None
    spread: tuple[VehicleSpread, ...] = ()
    sha256: str = ""
    seeds: tuple[int, ...] = ()
    signal: int | None = None

    @property
    def speed(self) -> float:
        """Simulated time over the time that it took."""
        return self.simulated / max(self.seconds, 1e-9)


def run(
    scene: Scene,
    duration: float,
    *,
    time_step: float | None = None,
    record_period: float | None = None,
    out: str | os.PathLike[str] | None = None,
    name: str = "run",
    force: bool = False,
    seed: int | None = None,
    inputs: Iterable[Path] = (),
    command_line: Sequence[str] = (),
    findings: Iterable[Finding] = (),
    progress: Callable[[float, float], object] | None = None,
) -> RunResult:
    """Simulate a scene, and record it to a folder as it goes.

    Ctrl-C ends it; what was recorded is kept. So it is when a motion diverges. A killed run loses the samples since its
    last part: 1000, or those of 2 s, at the most.

    Args:
        scene: What to simulate.
        duration: [s]; rounded up to whole steps.
        time_step: [s]; that of the scene where None, 0.01 where that has none.
        record_period: Between samples [s], a whole number of steps; the shortest that is not below 0.01 s where None.
        out: The folder; see ``RunFolder.created``.
        name: Of the run, for its title and its folder.
        force: Whether a run that is in ``out`` may be replaced.
        seed: That the scene was made with, for the manifest; that of the wind's gusts where None.
        inputs: Files that the scene came from; copied to the folder.
        command_line: For the manifest.
        findings: What checks found besides those of the scene, for the manifest and the report.
        progress: Called now and then with the time done and the duration [s].

    Raises:
        ModelError: A number is out of its range.
        ScenarioError: The folder is taken, or cannot be written.
    """
    positive(duration, "the duration [s]")
    sim = simulation_of(scene, time_step)
    command = command_of(scene)

    def hold(t: float, state: State) -> Any:
        return command

    job = _Job(sim, duration, lambda: None if command is None else hold, _period_of(sim, record_period), name=name)
    manifest = first_manifest(
        scene,
        name=name,
        seed=seed,
        command_line=command_line,
        duration=duration,
        time_step=sim.time_step,
        record_period=job.record_period,
        findings=(*scene.findings, *findings),
    )
    target = _Target(out, name, force, Inputs.of_paths(inputs))
    return _done(job, manifest, target, progress)


def run_scenario(
    scenario: Scenario,
    *,
    batch: int = 1,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    command_line: Sequence[str] = (),
    findings: Iterable[Finding] = (),
    progress: Callable[[float, float], object] | None = None,
    after: Callable[[RunResult], object] | None = None,
) -> RunResult:
    """Simulate a scenario, and record it to a folder as it goes; see ``run``.

    The folder has all that is needed to repeat it: see ``load_repetition``.

    Args:
        scenario: From ``load_scenario``.
        batch: Number of rows; each has a seed of its own, see ``Scenario.simulation``.
        out: The folder; see ``RunFolder.created``.
        force: Whether a run that is in ``out`` may be replaced.
        command_line: For the manifest.
        findings: What checks found besides those of the scenario, for the manifest and the report.
        progress: Called now and then with the time done and the duration [s].
        after: Called with the result while no other run may take the folder, e.g. to draw plots.

    Raises:
        ModelError: A number is out of its range.
        ScenarioError: The folder is taken, or cannot be written.
    """
    sim, seeds = scenario.simulation(batch), scenario.seeds(batch)
    job = _Job(
        sim,
        scenario.duration,
        scenario.controller,
        _period_of(sim, scenario.record_period),
        name=scenario.title,
        control_period=None if scenario.held else scenario.control_period or sim.time_step,
        quantities=scenario.quantities,
        seeds=seeds,
    )
    source, inputs = scenario.source, scenario.inputs
    manifest = first_manifest(
        scenario.scene,
        name=scenario.name,
        seed=scenario.seed,
        command_line=command_line,
        duration=scenario.duration,
        time_step=sim.time_step,
        record_period=job.record_period,
        findings=dict.fromkeys((*scenario.findings, *findings, *inputs.findings())),
        integrator=scenario.integrator,
        origins=scenario.origins,
        others={
            "title": scenario.title,
            "start_time": scenario.start_time,
            "batch": batch,
            "seeds": list(seeds),
            "quantities": list(scenario.quantities),
            "scenario": {
                "file": inputs.file_of(source.file),
                "path": None if source.file is None else shown_path(source.file),
                "folder": shown_path(source.folder),
                "overrides": list(source.overrides),
                "model_path": [shown_path(folder) for folder in source.model_path],
                "search_path": [shown_path(folder) for folder in source.files.model_path],
                "fuel_cache": shown_path(source.files.fuel_cache),
            },
        },
    )
    return _done(job, manifest, _Target(out, scenario.name, force, inputs), progress, after)


@dataclass(frozen=True, eq=False)
class _Job:
    """A simulation at its start, and what to do with it.

    Attributes:
        sim: The simulation.
        duration: [s].
        controllers: Makes a controller at its start; None from it for none.
        record_period: Between samples [s].
        name: For the title of the recording.
        control_period: Between calls of the controller [s]; None for a command that is held.
        quantities: What is kept of the samples.
        seeds: Of each row; none where empty.
    """

    sim: Simulation
    duration: float
    controllers: Callable[[], Controller | None]
    record_period: float
    name: str
    control_period: float | None = None
    quantities: tuple[str, ...] = RECORDED
    seeds: tuple[int, ...] = ()

    def options(self) -> dict[str, Any]:
        """Arguments of ``Simulation.run``, with a controller at its start."""
        h = self.sim.time_step
        whole = max(1, math.ceil(self.duration / h * (1.0 - 1e-12))) * h
        return {
            "controller": self.controllers(),
            "control_period": whole if self.control_period is None else self.control_period,
            "record": tuple(dict.fromkeys((*RECORDED, *self.quantities))),
            "record_period": self.record_period,
        }


def _period_of(sim: Simulation, record_period: float | None) -> float:
    """The time between samples [s]: the shortest that is not below 0.01 s where None."""
    h = sim.time_step
    return h * max(1, math.ceil(_RECORD_PERIOD / h * (1.0 - 1e-12))) if record_period is None else record_period


@dataclass(frozen=True, eq=False)
class _Target:
    """Where a run goes."""

    out: str | os.PathLike[str] | None
    name: str
    force: bool
    inputs: Inputs


def _done(
    job: _Job,
    manifest: dict[str, object],
    target: _Target,
    progress: Callable[[float, float], object] | None,
    after: Callable[[RunResult], object] | None = None,
) -> RunResult:
    """Do a job: make its folder, simulate, record, sum up."""
    _warm_up(job)
    with RunFolder.created(manifest, target.out, target.name, force=target.force, inputs=target.inputs) as folder:
        try:
            result = _recorded(job, folder, progress)
        except OSError as error:
            with contextlib.suppress(OSError):
                folder.update_manifest({"status": "failed", "error": str(error), "finished": now()})
            message = f"the recording cannot be written to '{folder.path}': {error.strerror or error}"
            raise ScenarioError(f"{message}; what was written before is there") from None
        if after is not None:
            after(result)
    return result


def _warm_up(job: _Job) -> None:
    """Do a step and take it back: what is wrong is told before there is a folder, and kernels are compiled."""
    sim = job.sim
    start = sim.snapshot()
    sim.run(sim.time_step, throw=False, **job.options())
    sim.restore(start)


def _recorded(job: _Job, folder: RunFolder, progress: Callable[[float, float], object] | None) -> RunResult:
    """Simulate, and leave recording and manifest, however it ends."""
    started = clock.perf_counter()
    store = Store(folder, title=job.name, history=f"{now()} seaway run", seeds=job.seeds)
    summarizer, digest = Summarizer(), Digest()

    def sink(recording: Recording) -> None:
        store.append(_kept(recording, job.quantities))
        summarizer.add(recording)
        digest.add(recording)

    status: RunStatus = "complete"
    failure: SimulationError | None = None
    stop: int | None = None
    last: Any = None
    sim = job.sim
    begin = sim.time
    try:
        last = sim.run(job.duration, sink=sink, progress=progress, **job.options())
    except KeyboardInterrupt as interrupt:
        status, stop, last = "stopped", signal_of(interrupt), getattr(interrupt, "recording", None)
    except SimulationError as error:
        status, failure, last = "failed", error, error.recording
    with uninterrupted():  # a second signal waits until all is on the disk
        if isinstance(last, Recording):
            sink(last)
        store.finish(status)
        result = RunResult(
            folder,
            status,
            store.samples,
            sim.time - begin if failure is None else float(sim.state.time[0]) - begin,
            clock.perf_counter() - started,
            summarizer.summary(),
            failure,
            summarizer.spread(),
            digest.text(),
            job.seeds,
            stop,
        )
        folder.update_manifest(_end(result), [folder.recording] if folder.recording.is_file() else [])
    return result


def _end(result: RunResult) -> dict[str, object]:
    """What a manifest says of how a run ended."""
    return {
        "status": result.status,
        "finished": now(),
        "samples": result.samples,
        "simulated": result.simulated,
        "seconds": result.seconds,
        "sha256": result.sha256,
        "summary": [vehicle.as_dict() for vehicle in result.summary],
        **({"spread": [vehicle.as_dict() for vehicle in result.spread]} if result.spread else {}),
        **({} if result.error is None else {"error": str(result.error)}),
        **({} if result.signal is None else {"signal": Signals(result.signal).name}),
    }


def _kept(recording: Recording, quantities: tuple[str, ...]) -> Recording:
    """What is asked for; more is recorded for the summary."""
    names = {name for quantity in quantities for name in GROUPS[quantity]}
    return replace(
        recording,
        variables={name: array for name, array in recording.variables.items() if name in names},
        actuators=recording.actuators if "actuators" in quantities else {},
    )
