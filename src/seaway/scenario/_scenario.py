"""Scenarios: all that a run needs, from a scenario file, an SDFormat file or a library vehicle."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np

from seaway._arrays import whole
from seaway._files import Disk, Files
from seaway.engine import Integrator
from seaway.errors import Finding, ModelError
from seaway.gazebo import Scene
from seaway.scenario._events import Event
from seaway.scenario._inputs import Inputs
from seaway.sdf import Document
from seaway.sea import Sea, Waves
from seaway.sim import AnyController, Simulation

TIME_STEP: Final = 0.01
"""Default time step [s]."""

MAX_ROWS: Final = 1_000_000
"""Maximum number of runs in a batch."""

# Seeds stay exact where all numbers are floats, as in JavaScript.
_SEED_BITS: Final = 53


@dataclass(frozen=True)
class ScenarioSource:
    """What a scenario was read from: enough to read it again.

    Attributes:
        text: TOML of the file, or generated for an SDFormat file or library vehicle; empty for a scene made in Python.
        file: The scenario file; None if the text was generated.
        folder: Folder of the files that it names.
        overrides: Overrides, each ``KEY=VALUE``.
        model_path: Folders of models and meshes.
        files: Where files are read from.
        allow_code: Whether Python files that it names may run.
    """

    text: str
    file: Path | None
    folder: Path
    overrides: tuple[str, ...] = ()
    model_path: tuple[Path, ...] = ()
    files: Files = field(default_factory=Disk, compare=False)
    allow_code: bool = False


@dataclass(frozen=True, eq=False)
class Scenario:
    """All that a run needs; from ``load_scenario``.

    ``simulation()`` and ``controller()`` make what a user of the Python API would write by hand, with the same bits.

    Attributes:
        name: Name of the run: that of the file.
        title: Title; default: the name.
        scene: Vehicles, their initial states, and the sea.
        duration: Simulated time [s].
        integrator: ``"rk4"`` or ``"semi_implicit_euler"``.
        seed: Seed of waves and gusts.
        start_time: Time of step 0 [s].
        control_period: Control period [s]; default: every step.
        quantities: Recorded quantities; see ``Simulation.run``.
        record_period: Time between samples [s]; None if not given.
        held: Whether the command is constant.
        findings: Findings of reading it; see ``scenario.check`` for all.
        source: What it was read from.
        documents: Its SDFormat files.
        origins: Source of each vehicle, in words.
        sea_of: Makes the sea for the seeds of all runs.
        waves_of: Makes the waves of a seed; None if all runs have the same.
        controllers: Makes a controller in its initial state.
        unreachable: Finds set points that cannot be held or reached, each with the line of the file.
        events: Events during the run.
    """

    name: str
    title: str
    scene: Scene
    duration: float
    quantities: tuple[str, ...]
    source: ScenarioSource
    sea_of: Callable[[Sequence[int]], Sea]
    controllers: Callable[[], AnyController | None]
    integrator: Integrator = "rk4"
    seed: int = 0
    start_time: float = 0.0
    control_period: float | None = None
    record_period: float | None = None
    held: bool = True
    findings: tuple[Finding, ...] = ()
    documents: tuple[Document, ...] = ()
    origins: tuple[str, ...] = ()
    waves_of: Callable[[int], Waves | None] | None = None
    unreachable: Callable[[], list[Finding]] | None = None
    events: tuple[Event, ...] = ()

    @property
    def inputs(self) -> Inputs:
        """All files that it was read from."""
        source = self.source
        return Inputs.of(source.files, source.folder, source.text or None if source.file is None else None)

    def seeds(self, batch: int = 1) -> tuple[int, ...]:
        """Seed of each run; see ``row_seeds``."""
        return row_seeds(self.seed, batch)

    def simulation(self, batch: int = 1) -> Simulation:
        """A simulation at the start.

        Args:
            batch: Number of runs. Run i is bit-identical to a single run with the seed ``seeds(batch)[i]``.
        """
        seeds = self.seeds(batch)  # checks the batch
        scene = self.scene if batch == 1 else replace(self.scene, sea=self.sea_of(seeds))
        step = TIME_STEP if scene.time_step is None else scene.time_step
        sim = Simulation(scene.vehicles, scene.sea, step, batch, self.integrator, self.start_time)
        for k, pose in enumerate(scene.poses):
            sim.set_state(k, position=pose.p, orientation=pose.q, velocity=scene.velocities[k])
        for n, w in enumerate(scene.wrenches, start=1):
            sim.set_wrench(w.vehicle, force=w.force, torque=w.torque, point=w.point, axes="world", name=f"scene {n}")
        if batch > 1 and self.waves_of is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # each run would repeat the warnings of the first
                sim.set("sea.waves", [self.waves_of(seed) for seed in seeds])
        return sim

    def controller(self) -> AnyController | None:
        """A controller in its initial state; None if nothing is commanded."""
        return self.controllers()


def row_seeds(seed: int, batch: int) -> tuple[int, ...]:
    """Seed of each run of a batch: the seed itself for a single run, else one from the random stream of run i.

    ::

        seed_i = SeedSequence(seed).spawn(n)[i].generate_state(1, uint64) >> 11        < 2⁵³

    Args:
        seed: Seed of the batch.
        batch: Number of runs.

    Raises:
        ModelError: It is less than 1 or more than ``MAX_ROWS``.
    """
    rows = whole(batch, "batch, the number of runs,")
    if rows > MAX_ROWS:
        raise ModelError(f"batch, the number of runs, must be at most {MAX_ROWS}, got {rows}")
    if rows == 1:
        return (seed,)
    children = np.random.SeedSequence(seed).spawn(rows)
    return tuple(int(child.generate_state(1, np.uint64)[0]) >> (64 - _SEED_BITS) for child in children)
