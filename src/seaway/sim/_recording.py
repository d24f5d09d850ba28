"""Recordings: the samples of a run."""

import csv
import time as clock
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Flags, Floats
from seaway._files import replaced_by
from seaway.engine import Engine, Integrator
from seaway.engine import _places as at
from seaway.errors import ModelError
from seaway.forces import FORCES
from seaway.frames import rpy_from_quaternion
from seaway.sim._actuators import ActuatorReader, ActuatorRecording
from seaway.sim._control import ControlReader, Signal
from seaway.sim._state import COLUMNS, index_of, motions
from seaway.sim._variables import components_of

if TYPE_CHECKING:
    from xarray import Dataset

    from seaway.sea import Sea
    from seaway.vehicle import Vehicle

__all__ = ["ALL", "GROUPS", "Recorder", "Recording", "Setting", "Sink", "VehicleRecording", "write_csv"]

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "state": ("position", "orientation", "velocity"),
    "command": ("command",),
    "acceleration": ("acceleration",),
    "forces": FORCES,
    "energy": ("energy",),
    "water": ("surface_elevation", "wet_fraction", "depth"),
    "actuators": (),
    "control": (),
}
"""Groups of variables that can be recorded; ``forces`` also includes user-defined forces."""

ALL: Final = ("state", "acceleration", "forces", "energy", "water", "actuators", "control")
"""What ``record="all"`` stands for, and what a scenario records: all but the commanded wrench, which is a force too."""

# Columns of the water's variables in ``Evaluation.water``.
_OF_WATER: Final = {"wet_fraction": 3, "depth": 4, "surface_elevation": 5}
_PLAIN: Final = ("acceleration", "energy")

# A larger recording is likely a mistake, e.g. every step of a large batch; it is refused before the run starts.
LARGEST: Final = 8 * 1024**3

# Largest chunk passed to a sink, in samples or bytes, whichever is less. A killed run loses no more than a chunk.
CHUNK_SAMPLES: Final = 1000
# A slow run passes on a partial chunk after this wall time [s].
CHUNK_SECONDS: Final = 2.0
CHUNK_BYTES: Final = 4 * 1024**2


class Setting(NamedTuple):
    """What a recording was made with.

    Attributes:
        vehicles: Vehicles of the simulation.
        sea: Its sea.
        time_step: Its time step [s].
        integrator: Its integrator.
        controller: What drove the vehicles; None if nothing did, or what was attached before.
    """

    vehicles: "tuple[Vehicle, ...]"
    sea: "Sea"
    time_step: float
    integrator: Integrator
    controller: Any = None


@dataclass(frozen=True, eq=False)
class VehicleRecording:
    """Samples of one vehicle: variables by name, each (sample, batch, component).

    ``recording["rov"]["velocity"]`` and ``recording["rov"].velocity`` are the same.
    """

    time: Floats
    variables: Mapping[str, Floats]

    def __getitem__(self, name: str) -> Floats:
        if name not in self.variables:
            raise ModelError(f"'{name}' was not recorded; there are: {', '.join(self.variables)}")
        return self.variables[name]

    def __getattr__(self, name: str) -> Floats:
        variables: Mapping[str, Floats] = self.__dict__.get("variables", {})
        if name not in variables:
            raise AttributeError(f"'{name}' was not recorded; there are: {', '.join(variables)}")
        return variables[name]

    @property
    def rpy(self) -> Floats:
        """Roll, pitch and yaw [rad], (sample, batch, 3)."""
        return rpy_from_quaternion(self["orientation"])


@dataclass(frozen=True, eq=False)
class Recording:
    """Samples of a simulation, with names and units; ``recording["rov"]`` has those of one vehicle.

    A run that stopped repeats its last finite state from its stop time on.

    Attributes:
        time: Simulated time of each sample [s], (sample,).
        names: Names of the vehicles.
        variables: Variables by name, each (sample, batch, vehicle, component); ``units`` lists components and units.
        status: Status flags of every vehicle in every run at the end, 0 if all is well, (batch, vehicle).
        stop_times: Simulated time at which each run stopped [s], nan if it did not, (batch,).
        actuators: Set points and actual values of thrusters, fins and other forces with a command, by name.
        control: Set points, demanded wrench and states of control loops, by name.
        setting: What it was made with; None for a recording from a file.
    """

    time: Floats
    names: tuple[str, ...]
    variables: Mapping[str, Floats]
    status: Flags
    stop_times: Floats
    actuators: Mapping[str, ActuatorRecording] = field(default_factory=dict[str, ActuatorRecording])
    control: Mapping[str, Signal] = field(default_factory=dict[str, Signal])
    setting: "Setting | None" = field(default=None, repr=False, compare=False)

    @property
    def units(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Names and units of the components of every variable."""
        return {name: components_of(name) for name in self.variables}

    def __getitem__(self, vehicle: str | int) -> VehicleRecording:
        k = index_of(vehicle, self.names)
        return VehicleRecording(self.time, {name: array[:, :, k] for name, array in self.variables.items()})

    def __getattr__(self, name: str) -> Floats:
        variables: Mapping[str, Floats] = self.__dict__.get("variables", {})
        if name not in variables:
            raise AttributeError(f"'{name}' was not recorded; there are: {', '.join(variables)}")
        return variables[name]

    def _repr_html_(self) -> str:
        """The summary that notebooks show."""
        from seaway.sim._repr_html import recording_html

        return recording_html(self)

    def sliced(self, start: int, stop: int | None = None) -> "Recording":
        """Samples from ``start`` up to, but not including, ``stop``, as views of the same arrays."""
        part = slice(start, stop)
        return replace(
            self,
            time=self.time[part],
            variables={name: array[part] for name, array in self.variables.items()},
            actuators={
                name: replace(each, command=each.command[part], state=each.state[part])
                for name, each in self.actuators.items()
            },
            control={name: replace(each, values=each.values[part]) for name, each in self.control.items()},
        )

    def to_xarray(self, title: str = "", history: str = "") -> "Dataset":
        """Convert to an xarray Dataset, with names and units by the CF conventions.

        Dimensions are ``time``, ``row`` (the run of the batch) and ``vehicle``; where needed ``axis`` (x, y, z),
        ``quaternion`` (w, x, y, z), ``law`` (the name of a force), ``thruster``, ``fin`` and ``own`` (user-defined
        forces with a command). A variable has one unit: velocities, accelerations and wrenches are split into linear
        and angular parts, thrusters by whether their speed or their thrust is recorded, and user-defined forces by the
        unit of their command.

        Args:
            title: Title of the Dataset; default: names the vehicles.
            history: Attribute ``history``: how the data were produced.
        """
        from seaway.sim._dataset import dataset_of

        return dataset_of(self, title, history)

    @classmethod
    def from_xarray(cls, dataset: "Dataset") -> "Recording":
        """Convert a Dataset made by ``to_xarray`` back to a recording, to the last digit.

        Args:
            dataset: Dataset made by ``to_xarray``.

        Raises:
            ModelError: The Dataset does not have the variables of a recording.
        """
        from seaway.sim._dataset import recorded

        return cls(*recorded(dataset))

    def to_csv(self, path: str | Path) -> Path:
        """Write a CSV table with a line for each sample, run and vehicle; the header has names and units.

        Columns of an actuator are empty in the lines of other vehicles. The file appears only when it is complete.

        Args:
            path: Path of the file; an existing file is replaced.

        Returns:
            The path of the file.
        """
        return write_csv(path, [self])

    def columns(self) -> list[str]:
        """Names of the columns of the CSV table, with their units."""
        own = [f"{name} [{unit}]" for components in self.units.values() for name, unit in components]
        for name, actuator in self.actuators.items():
            own.append(f"{name}.command [{actuator.command_unit}]")
            if actuator.kind.state:
                state = "actual" if actuator.kind.group == "own" else actuator.kind.state
                own.append(f"{name}.{state} [{actuator.state_unit}]")
        own += [f"{name} [{signal.kind.unit}]" for name, signal in self.control.items()]
        return ["time [s]", "row", "vehicle", *own]

    def lines(self) -> Iterator[list[object]]:
        """Lines of the CSV table."""
        batch = self.status.shape[0]
        for sample, time in enumerate(self.time.tolist()):
            for row in range(batch):
                for k, vehicle in enumerate(self.names):
                    numbers = [x for array in self.variables.values() for x in array[sample, row, k].tolist()]
                    yield [time, row, vehicle, *numbers, *self._actuator_cells(sample, row, k)]

    def _actuator_cells(self, sample: int, row: int, vehicle: int) -> Iterator[object]:
        for actuator in self.actuators.values():
            for array in (actuator.command, actuator.state) if actuator.kind.state else (actuator.command,):
                yield array[sample, row].item() if actuator.kind.vehicle == vehicle else ""
        for signal in self.control.values():
            yield signal.values[sample, row].item() if signal.kind.vehicle == vehicle else ""


Sink = Callable[[Recording], object]


def write_csv(path: str | Path, recordings: Iterable[Recording], *, overwrite: bool = True) -> Path:
    """Write successive recordings of the same variables to one CSV table; see ``Recording.to_csv``."""
    path = Path(path)
    with replaced_by(path, overwrite=overwrite) as part, part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        for n, recording in enumerate(recordings):
            if n == 0:
                writer.writerow(recording.columns())
            writer.writerows(recording.lines())
    return path


class Recorder:
    """Record samples during a run.

    Args:
        engine: Engine to record.
        names: Names of the vehicles.
        groups: Groups of variables, see ``GROUPS``.
        count: Maximum number of samples.
        reader: Reader of the actuators, if they are recorded.
        sink: Function called with each full chunk; None keeps all samples.
        control: Reader of the control loops, if they are recorded.

    Raises:
        ModelError: There is no such group, or the recording would be too large.
    """

    def __init__(
        self,
        engine: Engine,
        names: tuple[str, ...],
        groups: tuple[str, ...],
        count: int,
        reader: ActuatorReader | None = None,
        sink: Sink | None = None,
        control: ControlReader | None = None,
    ):
        unknown = [group for group in groups if group not in GROUPS]
        if unknown:
            raise ModelError(f"record must be any of {', '.join(GROUPS)}; got '{unknown[0]}'")
        self.engine, self.names, self.sink = engine, names, sink
        variables = {**GROUPS, "forces": engine.forces}
        self.wanted = tuple(dict.fromkeys(name for group in groups for name in variables[group]))
        self.forces = tuple(name for name in self.wanted if name in engine.slots)
        self._slots = np.array([engine.slots.index(name) for name in self.forces], dtype=np.intp)
        self._with_state = any(name in COLUMNS for name in self.wanted)
        self._with_water = any(name in _OF_WATER for name in self.wanted)
        self.reader = reader if reader is not None and reader.kinds else None
        self.control = control if control is not None and control.kinds else None
        evaluated = any(name not in COLUMNS for name in self.wanted)
        self.evaluates = evaluated or self.reader is not None or self.control is not None
        pairs = 0 if self.reader is None else 2 * len(self.reader.kinds)
        pairs += 0 if self.control is None else len(self.control.kinds)
        floats = engine.batch * len(names) * sum(len(components_of(name)) for name in self.wanted)
        sample = 8 * max(1, floats + engine.batch * pairs)
        self.capacity = count if sink is None else max(1, min(count, CHUNK_SAMPLES, CHUNK_BYTES // sample))
        size = sample * self.capacity
        if size > LARGEST:
            what = f"recording {', '.join(groups)} {self.capacity} times in {engine.batch} runs"
            message = f"{what} needs {size / 2**30:.1f} GB"
            raise ModelError(f"{message}; the limit is {LARGEST / 2**30:.0f} GB: choose a longer record_period")
        self._start()

    def _start(self) -> None:
        """Allocate a chunk; earlier chunks are not written again."""
        shape = (self.capacity, self.engine.batch, len(self.names))
        self.time = np.zeros(self.capacity)
        # Results of one evaluation are copied together; each variable is a view of them.
        self._motion = np.zeros((*shape, at.MOTION if self._with_state else 0))
        self._wrenches = np.zeros((*shape, len(self.forces), 6))
        self._water = np.zeros((*shape, 6 if self._with_water else 0))
        self._plain = {name: np.zeros((*shape, len(components_of(name)))) for name in self.wanted if name in _PLAIN}
        actuators = 0 if self.reader is None else len(self.reader.kinds)
        self._actuators = np.zeros((2, self.capacity, self.engine.batch, actuators))
        signals = 0 if self.control is None else len(self.control.kinds)
        self._signals = np.zeros((self.capacity, self.engine.batch, signals))
        self.count = 0
        self._begun = clock.monotonic()

    def _due(self) -> bool:
        return self.count > 0 and clock.monotonic() - self._begun > CHUNK_SECONDS

    def take(self, time: float) -> None:
        """Add a sample of the present state."""
        if self.sink is not None and (self.count == self.capacity or self._due()):
            self.sink(self.finished())
            self._start()
        n = self.count
        if self._with_state:
            self._motion[n] = motions(self.engine)
        if self.evaluates:
            evaluation = self.engine.evaluate()
            if self.forces:
                self._wrenches[n] = evaluation.wrenches[:, :, self._slots]
            if self._with_water:
                self._water[n] = evaluation.water[..., :6]
            for name, array in self._plain.items():
                array[n] = getattr(evaluation, name)
            if self.reader is not None:
                self._actuators[:, n] = self.reader.commands(), self.reader.outputs(evaluation)
            if self.control is not None:
                self._signals[n] = self.control.values()
        self.time[n] = time
        self.count += 1

    def finished(self) -> Recording:
        """The recorded samples; with a sink, those since the last chunk."""
        n = self.count
        failed = self.engine.failed()
        return Recording(
            self.time[:n],
            self.names,
            {name: self._array(name)[:n] for name in self.wanted},
            self.engine.status.astype(np.uint8),
            np.where(failed, self.engine.times, np.nan),
            self._finished_actuators(),
            {} if self.control is None else self._finished_control(self.control),
        )

    def _array(self, name: str) -> Floats:
        if name in COLUMNS:
            return self._motion[..., COLUMNS[name]]
        if name in self.forces:
            return self._wrenches[:, :, :, self.forces.index(name)]
        if name in _OF_WATER:
            return self._water[..., _OF_WATER[name], None]
        return self._plain[name]

    def _finished_control(self, control: ControlReader) -> dict[str, Signal]:
        samples = self._signals[: self.count]
        return {kind.name: Signal(kind, samples[..., k]) for k, kind in enumerate(control.kinds)}

    def _finished_actuators(self) -> dict[str, ActuatorRecording]:
        if self.reader is None:
            return {}
        commands, states = self._actuators[:, : self.count]
        return {
            kind.name: ActuatorRecording(kind, commands[..., k], states[..., k])
            for k, kind in enumerate(self.reader.kinds)
        }
