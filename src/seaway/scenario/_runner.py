"""Run a scenario or a scene, and record it to a folder."""

import contextlib
import math
import os
import time as clock
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from signal import Signals
from typing import Any, Final, Literal

import numpy as np

from seaway._arrays import positive
from seaway._signals import signal_of, uninterrupted
from seaway.errors import Finding, ModelError, ScenarioError, SimulationError
from seaway.gazebo import Scene
from seaway.scenario._drawing import described_drawing
from seaway.scenario._events import events_text
from seaway.scenario._findings import reported, said_already
from seaway.scenario._folder import RunFolder
from seaway.scenario._inputs import Inputs, shown_path
from seaway.scenario._load import load_scenario
from seaway.scenario._manifest import first_manifest, gust_seed, now
from seaway.scenario._recording_file import RecordingWriter
from seaway.scenario._scenario import Scenario, ScenarioSource
from seaway.scenario._scene_file import write_scene
from seaway.scenario._summary import Summarizer, VehicleSpread, VehicleSummary
from seaway.sim import Command, Recording, Simulation
from seaway.sim._recording import ALL, GROUPS
from seaway.sim._variables import VARIABLES

RunStatus = Literal["complete", "stopped", "failed"]

RECORDED: Final = ALL
"""Quantities recorded by default; see ``Simulation.run``."""

# Least default time between samples [s].
_RECORD_PERIOD: Final = 0.01


@dataclass(frozen=True, eq=False)
class RunResult:
    """Result of a run.

    Attributes:
        folder: The run folder.
        status: ``"complete"``, ``"stopped"`` by a signal such as Ctrl-C, or ``"failed"``.
        samples: Number of samples recorded.
        simulated: Simulated time [s].
        seconds: Wall-clock time, with recording and without compilation [s].
        summary: Summary of each vehicle.
        error: Why the run failed; None if it did not.
        spread: Differences between the runs of a batch; empty for a single run.
        sha256: SHA-256 of times and states; equal for runs with the same bits.
        seeds: Seed of each run; empty if unknown.
        signal: Number of the signal that stopped the run; None if none did.
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
        """Simulated time over wall-clock time."""
        return self.simulated / max(self.seconds, 1e-9)


def run(
    scenario: Scenario | Scene | str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    *,
    duration: float | None = None,
    time_step: float | None = None,
    record_period: float | None = None,
    seed: int | None = None,
    batch: int = 1,
    name: str | None = None,
    force: bool = False,
    allow_code: bool = False,
    idle: bool = False,
    inputs: Iterable[Path] = (),
    command_line: Sequence[str] = (),
    findings: Iterable[Finding] | None = None,
    progress: Callable[[float, float], object] | None = None,
    after: Callable[[RunResult], object] | None = None,
) -> RunResult:
    """Simulate a scenario or a scene, and record it to a folder as it goes.

    Ctrl-C ends the run; what was recorded is kept, as it is when a motion diverges. A killed run loses at most the last
    1000 samples, or those of 2 s. The folder of a scenario has all that is needed to repeat it: see ``Repetition``.

    Args:
        scenario: A scenario, or a path as for ``load_scenario``; or a scene made in Python.
        out: The run folder; default: ``runs/<name>-<n>`` with the first free number.
        duration: [s], rounded up to whole steps; default: that of the scenario. A scene needs one.
        time_step: [s]; default: that of the scenario or scene, or else 0.01 s.
        record_period: Time between samples [s], a whole number of steps; default: that of the scenario, or else the
            shortest that is not below 0.01 s.
        seed: Seed of everything random in a scenario; for a scene, the seed that it was made with, for the manifest.
        batch: Number of runs; each run of a scenario has its own seed, see ``Scenario.simulation``.
        name: Name of the run and its folder; default: that of the scenario, or ``"run"``.
        force: Whether to replace a run in ``out``; only files that it wrote are removed.
        allow_code: Whether Python files that the scenario names may run.
        idle: Whether to drop the mission of a library vehicle.
        inputs: Files to copy to the folder besides those the scenario was read from.
        command_line: For the manifest.
        findings: Findings for manifest and report; default: those of ``scenario.check``, which are then warned about.
        progress: Called now and then with the simulated time and the duration [s].
        after: Called with the result while no other run may take the folder, e.g. to draw plots.

    Raises:
        ModelError: A number is out of range.
        ScenarioError: The scenario is invalid, or the folder is taken or cannot be written.

    Warns:
        SeawayWarning: For each finding that may change the motion, unless ``findings`` are given.
    """
    inputs, in_python = tuple(inputs), isinstance(scenario, Scene)
    if isinstance(scenario, Scene):
        home = inputs[0].parent if inputs else Path()
        scene = scenario if time_step is None else replace(scenario, time_step=time_step)
        scenario = _scenario_of(scene, home, duration, record_period=record_period, seed=seed or 0)
    else:
        settings = {
            "simulation.duration": duration,
            "simulation.time_step": time_step,
            "simulation.seed": seed,
            "record.period": record_period,
        }
        scenario = _overridden(
            scenario, [f"{key}={value}" for key, value in settings.items() if value is not None], allow_code, idle
        )
    for path in inputs:
        scenario.inputs.read(path)
    sim, kept, name = scenario.simulation(batch), scenario.inputs, name or scenario.name
    shortest = sim.time_step * max(1, math.ceil(_RECORD_PERIOD / sim.time_step * (1.0 - 1e-12)))
    scenario = replace(scenario, title=scenario.title or name, record_period=scenario.record_period or shortest)
    seeds = () if in_python else scenario.seeds(batch)
    entries: dict[str, object] = {"seed": gust_seed(scenario.scene) if seed is None else seed}
    if not in_python:
        entries = {"batch": batch, "seeds": list(seeds), **_repeatable(scenario, kept)}
    found = reported(scenario) if findings is None else tuple(findings)
    manifest = first_manifest(
        scenario.scene,
        name,
        dict.fromkeys((*found, *kept.findings())),
        scenario.origins,
        command_line=list(command_line),
        duration=scenario.duration,
        time_step=sim.time_step,
        record_period=scenario.record_period,
        integrator=scenario.integrator,
        drawing=described_drawing(scenario.scene, scenario.controller()),
        **entries,
    )
    with said_already(found):
        _warm_up(sim, scenario)
    with RunFolder.created(manifest, out, name, force=force, inputs=kept) as folder:
        try:
            if in_python or scenario.source.allow_code:
                _keep_scene(folder, scenario.scene)
            with said_already(found):
                result = _recorded(sim, scenario, seeds, folder, progress)
        except OSError as error:
            with contextlib.suppress(OSError):
                folder.update_manifest({"status": "failed", "error": str(error), "finished": now()})
            raise ScenarioError(f"{_unwritten(folder, error)}; what was written before is there") from None
        if after is not None:
            after(result)
    return result


def keep_recording(
    recording: Recording,
    scene: Scene,
    out: str | os.PathLike[str] | None = None,
    *,
    name: str,
    force: bool = False,
    inputs: Inputs | None = None,
    findings: Iterable[Finding] | None = None,
    figures: Callable[[RunFolder], object] | None = None,
    **others: object,
) -> RunFolder:
    """Write a recording and its manifest to a run folder, as ``run`` does.

    Args:
        recording: The recording.
        scene: Its vehicles and sea, for the manifest.
        out: The folder; see ``run``.
        name: Name of the run and its folder.
        force: Whether to replace a run in ``out``.
        inputs: Files to copy to the folder.
        findings: Findings for manifest and report; default: those of the scene.
        figures: Draws figures to the folder, while no other run may take it.
        others: Further entries of the manifest, such as ``time_step`` [s] and ``command_line``.

    Raises:
        ScenarioError: The folder is taken, or cannot be written.
    """
    samples = len(recording.time)
    duration = float(recording.time[-1] - recording.time[0])
    period = duration / max(1, samples - 1)
    known = {"seed": gust_seed(scene), "duration": duration, "record_period": period, "integrator": "rk4"}
    stopped = bool(np.any(np.isfinite(recording.stop_times)))
    status: RunStatus = "failed" if stopped else "complete"
    summarizer = Summarizer()
    if summarizer.fits(recording):
        summarizer.add(recording)
    manifest = first_manifest(scene, name, scene.findings if findings is None else findings, **{**known, **others})
    with RunFolder.created(manifest, out, name, force=force, inputs=inputs) as folder:
        try:
            _keep_scene(folder, scene)
            writer = RecordingWriter(folder, title=name, history=f"{now()} seaway")
            writer.append(recording)
            writer.finish(status)
            end: dict[str, object] = {
                "status": status,
                "finished": now(),
                "samples": samples,
                "simulated": duration,
                "sha256": writer.sha256,
                "summary": [vehicle.as_dict() for vehicle in summarizer.summary()],
            }
            if summarizer.spread():
                end["spread"] = [vehicle.as_dict() for vehicle in summarizer.spread()]
            folder.update_manifest(end, [folder.recording])
            if figures is not None:
                figures(folder)
        except OSError as error:
            raise ScenarioError(_unwritten(folder, error)) from None
    return folder


def _keep_scene(folder: RunFolder, scene: Scene) -> None:
    """Keep vehicles and sea of a run that its inputs cannot make again, for views of it."""
    if write_scene(folder.scene, scene.vehicles, scene.sea):
        folder.update_manifest({}, [folder.scene], synced=False)


def _scenario_of(scene: Scene, home: Path, duration: float | None, **settings: Any) -> Scenario:
    """A scenario of a scene made in Python, without a file."""
    if duration is None:
        raise ModelError("a scene needs a duration [s]: give duration=")
    command: Any = Command(actuators=dict(scene.commands)) if scene.commands else None
    return Scenario(
        name="run",
        title="",
        scene=scene,
        duration=positive(duration, "the duration [s]"),
        quantities=RECORDED,
        source=ScenarioSource("", None, home),
        sea_of=lambda seeds: scene.sea,
        controllers=lambda: None if command is None else lambda t, state: command,
        findings=scene.findings,
        **settings,
    )


def _overridden(
    scenario: Scenario | str | os.PathLike[str], overrides: list[str], allow_code: bool, idle: bool
) -> Scenario:
    """The scenario with values set, which a repetition will set too."""
    from seaway.scenario._read import read_scenario

    if not isinstance(scenario, Scenario | str | os.PathLike):
        raise ModelError(f"run takes a scenario, its path or a Scene, got {type(scenario).__name__}; see Simulation")
    if not isinstance(scenario, Scenario):
        return load_scenario(Path(scenario), overrides, allow_code=allow_code, idle=idle)
    source = replace(scenario.source, overrides=(*scenario.source.overrides, *overrides))
    return read_scenario(source, scenario.name) if overrides else scenario


def _repeatable(scenario: Scenario, inputs: Inputs) -> dict[str, object]:
    """Entries of the manifest from which a scenario can be loaded again; see ``Repetition``."""
    source = scenario.source
    return {
        "title": scenario.title,
        "seed": scenario.seed,
        "start_time": scenario.start_time,
        "quantities": list(scenario.quantities),
        **({"events": [event.as_dict() for event in scenario.events]} if scenario.events else {}),
        "scenario": {
            "file": inputs.file_of(source.file),
            "path": None if source.file is None else shown_path(source.file),
            "folder": shown_path(source.folder),
            "overrides": list(source.overrides),
            "model_path": [shown_path(folder) for folder in source.model_path],
            "search_path": [shown_path(folder) for folder in source.files.model_path],
            "fuel_cache": shown_path(source.files.fuel_cache),
        },
    }


def _options(sim: Simulation, scenario: Scenario) -> dict[str, Any]:
    """Arguments of ``Simulation.run``, with a controller at its start."""
    h = sim.time_step
    whole = max(1, math.ceil(scenario.duration / h * (1.0 - 1e-12))) * h
    return {
        "controller": scenario.controller(),
        "control_period": whole if scenario.held else scenario.control_period or h,
        "record": tuple(dict.fromkeys((*RECORDED, *scenario.quantities))),
        "record_period": scenario.record_period,
    }


def _unwritten(folder: RunFolder, error: OSError) -> str:
    return f"the recording cannot be written to '{folder.path}': {error.strerror or error}"


def _warm_up(sim: Simulation, scenario: Scenario) -> None:
    """Do a step and undo it: compiles, and raises errors before the folder is made."""
    start = sim.snapshot()
    sim.run(sim.time_step, throw=False, **_options(sim, scenario))
    sim.restore(start)


def _recorded(
    sim: Simulation,
    scenario: Scenario,
    seeds: tuple[int, ...],
    folder: RunFolder,
    progress: Callable[[float, float], object] | None,
) -> RunResult:
    """Simulate, and write recording and manifest however it ends."""
    started = clock.perf_counter()
    events_known = events_text(scenario.events)
    writer = RecordingWriter(folder, scenario.title, f"{now()} seaway run", seeds, events_known)
    summarizer = Summarizer()

    def sink(recording: Recording) -> None:
        writer.append(_kept(recording, scenario.quantities))
        summarizer.add(recording)

    status: RunStatus = "complete"
    failure: SimulationError | None = None
    stop: int | None = None
    begin = sim.time
    try:
        events = [(event.time, event) for event in scenario.events]
        options = _options(sim, scenario)
        last: Any = sim.run(scenario.duration, sink=sink, progress=progress, events=events, **options)
    except KeyboardInterrupt as interrupt:
        status, stop, last = "stopped", signal_of(interrupt), getattr(interrupt, "recording", None)
    except SimulationError as error:
        status, failure, last = "failed", error, error.recording
    with uninterrupted():  # a second signal waits until all is on the disk
        if isinstance(last, Recording):
            sink(last)
        writer.finish(status)
        result = RunResult(
            folder,
            status,
            writer.samples,
            sim.time - begin if failure is None else float(sim.state.time[0]) - begin,
            clock.perf_counter() - started,
            summarizer.summary(),
            failure,
            summarizer.spread(),
            writer.sha256,
            seeds,
            stop,
        )
        folder.update_manifest(_end(result), [folder.recording] if folder.recording.is_file() else [])
    return result


def _end(result: RunResult) -> dict[str, object]:
    """Entries of the manifest about the end of a run."""
    keys = ("status", "samples", "simulated", "seconds", "sha256")
    perhaps = {
        "spread": [vehicle.as_dict() for vehicle in result.spread],
        "error": result.error and str(result.error),
        "signal": result.signal and Signals(result.signal).name,
    }
    return {
        **{key: getattr(result, key) for key in keys},
        "finished": now(),
        "summary": [vehicle.as_dict() for vehicle in result.summary],
        **{key: value for key, value in perhaps.items() if value},
    }


def _kept(recording: Recording, quantities: tuple[str, ...]) -> Recording:
    """The quantities that the scenario records; the summary needs more."""
    names = {name for quantity in quantities for name in GROUPS[quantity]}
    if "forces" in quantities:
        names |= {name for name in recording.variables if name not in VARIABLES}
    return replace(
        recording,
        variables={name: array for name, array in recording.variables.items() if name in names},
        actuators=recording.actuators if "actuators" in quantities else {},
        control=recording.control if "control" in quantities else {},
    )
