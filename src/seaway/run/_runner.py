"""Run a scene and leave a folder."""

import contextlib
import math
import os
import time as clock
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from seaway._arrays import positive
from seaway.errors import Finding, ScenarioError, SimulationError
from seaway.run._folder import RunFolder
from seaway.run._manifest import first_manifest, now
from seaway.run._scene import command_of, simulation_of
from seaway.run._store import Store
from seaway.run._summary import Summarizer, VehicleSummary
from seaway.sim import Recording, Simulation, State
from seaway.vehicle import Scene

__all__ = ["RECORDED", "RunResult", "RunStatus", "run"]

RunStatus = Literal["complete", "interrupted", "failed"]

RECORDED: Final = ("state", "acceleration", "forces", "energy", "water", "actuators")
"""What a run records; see ``Simulation.run``."""

# Samples are no closer than this [s] where nobody says how close they should be.
_RECORD_PERIOD: Final = 0.01


@dataclass(frozen=True, eq=False)
class RunResult:
    """What came of a run.

    Attributes:
        folder: Where it is.
        status: ``"complete"``, ``"interrupted"`` by Ctrl-C, or ``"failed"``.
        samples: How many were recorded.
        simulated: Time that was simulated [s].
        seconds: Time that it took, recording included, compilation not [s].
        summary: What each vehicle did.
        error: Why it failed; None where it did not.
    """

    folder: RunFolder
    status: RunStatus
    samples: int
    simulated: float
    seconds: float
    summary: tuple[VehicleSummary, ...]
    error: SimulationError | None = None

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
    last part, 1000 at the most.

    Args:
        scene: What to simulate.
        duration: [s]; rounded up to whole steps.
        time_step: [s]; that of the scene where None, 0.01 where that has none.
        record_period: Between samples [s], a whole number of steps; the shortest that is not below 0.01 s where None.
        out: The folder; see ``RunFolder.create``.
        name: Of the run, for its title and its folder.
        force: Whether a run that is in ``out`` may be replaced.
        seed: That the scene was made with, for the manifest; that of the wind's gusts where None.
        inputs: Files that the scene came from, for the manifest.
        command_line: For the manifest.
        findings: What checks found besides those of the scene, for the manifest and the report.
        progress: Called now and then with the time done and the duration [s].

    Raises:
        ModelError: A number is out of its range.
        ScenarioError: The folder is taken, or cannot be written.
    """
    positive(duration, "the duration [s]")
    sim = simulation_of(scene, time_step)
    h = sim.time_step
    period = h * max(1, math.ceil(_RECORD_PERIOD / h * (1.0 - 1e-12))) if record_period is None else record_period
    command = command_of(scene)

    def hold(t: float, state: State) -> Any:
        return command

    steps = max(1, math.ceil(duration / h * (1.0 - 1e-12)))
    options: dict[str, Any] = {
        "controller": None if command is None else hold,
        "control_period": steps * h,
        "record": RECORDED,
        "record_period": period,
    }
    _warm_up(sim, options)
    manifest = first_manifest(
        scene,
        name=name,
        seed=seed,
        inputs=inputs,
        command_line=command_line,
        duration=duration,
        time_step=h,
        record_period=period,
        findings=(*scene.findings, *findings),
    )
    folder = RunFolder.create(manifest, out, name, force)
    started = clock.perf_counter()
    try:
        result = _recorded(sim, duration, options, folder, name, progress, started)
    except OSError as error:
        with contextlib.suppress(OSError):
            folder.write_manifest({**manifest, "status": "failed", "error": str(error), "finished": now()})
        message = f"the recording cannot be written to '{folder.path}': {error.strerror or error}"
        raise ScenarioError(f"{message}; what was written before is there") from None
    folder.write_manifest(
        {
            **manifest,
            "status": result.status,
            "finished": now(),
            "samples": result.samples,
            "simulated": result.simulated,
            "seconds": result.seconds,
            "summary": [vehicle.as_dict() for vehicle in result.summary],
            **({} if result.error is None else {"error": str(result.error)}),
        }
    )
    return result


def _warm_up(sim: Simulation, options: dict[str, Any]) -> None:
    """Do a step and take it back: what is wrong is told before there is a folder, and kernels are compiled."""
    start = sim.snapshot()
    sim.run(sim.time_step, throw=False, **options)
    sim.restore(start)


def _recorded(
    sim: Simulation,
    duration: float,
    options: dict[str, Any],
    folder: RunFolder,
    name: str,
    progress: Callable[[float, float], object] | None,
    started: float,
) -> RunResult:
    store = Store(folder, title=name, history=f"{now()} seaway run")
    summarizer = Summarizer()

    def sink(recording: Recording) -> None:
        store.append(recording)
        summarizer.add(recording)

    status: RunStatus = "complete"
    failure: SimulationError | None = None
    last: Any = None
    begin = sim.time
    try:
        last = sim.run(duration, sink=sink, progress=progress, **options)
    except KeyboardInterrupt as interrupt:
        status, last = "interrupted", getattr(interrupt, "recording", None)
    except SimulationError as error:
        status, failure, last = "failed", error, error.recording
    if isinstance(last, Recording):
        sink(last)
    store.finish(status)
    return RunResult(
        folder,
        status,
        store.samples,
        sim.time - begin if failure is None else float(sim.state.time[0]) - begin,
        clock.perf_counter() - started,
        summarizer.summary(),
        failure,
    )
