"""What a run leaves behind."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from seaway._arrays import Flags, Floats
from seaway.errors import ModelError
from seaway.frames import rpy_from_quaternion
from seaway.kernels.forces import LAWS
from seaway.sim._engine import Engine
from seaway.sim._state import index_of

__all__ = ["VARIABLES", "Recording", "VehicleRecording"]

# Name, then the names and units of its components. What one evaluation gives comes together.
VARIABLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "position": tuple((f"p_WBo_W.{x}", "m") for x in "xyz"),
    "orientation": tuple((f"q_WB.{x}", "1") for x in "wxyz"),
    "velocity": (*((f"v_WB_B.{x}", "m/s") for x in "xyz"), *((f"w_WB_B.{x}", "rad/s") for x in "xyz")),
    "command": (*((f"command.f_B.{x}", "N") for x in "xyz"), *((f"command.n_B.{x}", "N m") for x in "xyz")),
    "acceleration": (*((f"dv_B.{x}", "m/s2") for x in "xyz"), *((f"dw_B.{x}", "rad/s2") for x in "xyz")),
    "energy": (("kinetic_energy", "J"), ("potential_energy", "J")),
    **{
        law: (*((f"{law}.f_B.{x}", "N") for x in "xyz"), *((f"{law}.n_Bo_B.{x}", "N m") for x in "xyz"))
        for law in LAWS
        if law != "command"
    },
}

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "state": ("position", "orientation", "velocity"),
    "command": ("command",),
    "acceleration": ("acceleration",),
    "forces": LAWS,
    "energy": ("energy",),
}

# More than this is likely a slip, e.g. every step of a large batch; it is said before the run and not after it.
LARGEST: Final = 8 * 1024**3


@dataclass(frozen=True, eq=False)
class VehicleRecording:
    """The samples of one vehicle: each variable (sample, batch, component), by name.

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
    """Samples of a run, with names and units; ``recording["rov"]`` is the part of one vehicle.

    A row that stopped repeats its last finite state; ``stop_times`` tells when.

    Attributes:
        time: Of the samples [s], (sample,).
        names: Of the vehicles.
        variables: (sample, batch, vehicle, component) by name; components and units are in ``units``.
        status: Of every vehicle in every row at the end, 0 where all is well, (batch, vehicle).
        stop_times: Time of its own at which each row stopped [s], nan where it did not, (batch,).
    """

    time: Floats
    names: tuple[str, ...]
    variables: Mapping[str, Floats]
    status: Flags
    stop_times: Floats

    @property
    def units(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Name and unit of the components of every variable."""
        return {name: VARIABLES[name] for name in self.variables}

    def __getitem__(self, vehicle: str | int) -> VehicleRecording:
        k = index_of(vehicle, self.names)
        return VehicleRecording(self.time, {name: array[:, :, k] for name, array in self.variables.items()})

    def __getattr__(self, name: str) -> Floats:
        variables: Mapping[str, Floats] = self.__dict__.get("variables", {})
        if name not in variables:
            raise AttributeError(f"'{name}' was not recorded; there are: {', '.join(variables)}")
        return variables[name]

    def to_csv(self, path: str | Path) -> Path:
        """Write a table: a line for each sample, row and vehicle; the first line names columns with their units.

        The file appears when it is whole.

        Args:
            path: The file; one that is there is replaced.
        """
        path = Path(path)
        part = path.with_name(f".{path.name}.part")
        try:
            with part.open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow(["time [s]", "row", "vehicle", *self._columns()])
                writer.writerows(self._lines())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return path

    def _columns(self) -> Iterator[str]:
        for components in self.units.values():
            for name, unit in components:
                yield f"{name} [{unit}]"

    def _lines(self) -> Iterator[list[object]]:
        batch = self.status.shape[0]
        for sample, time in enumerate(self.time.tolist()):
            for row in range(batch):
                for k, vehicle in enumerate(self.names):
                    numbers = [x for array in self.variables.values() for x in array[sample, row, k].tolist()]
                    yield [time, row, vehicle, *numbers]


class Recorder:
    """Takes samples while a run goes on.

    Args:
        engine: What is recorded.
        names: Of the vehicles.
        groups: Of variables, see ``GROUPS``.
        count: How many samples there will be at most.

    Raises:
        ModelError: There is no such group, or it would take more memory than is sensible.
    """

    def __init__(self, engine: Engine, names: tuple[str, ...], groups: tuple[str, ...], count: int):
        unknown = [group for group in groups if group not in GROUPS]
        if unknown:
            raise ModelError(f"there is nothing called '{unknown[0]}' to record; there are: {', '.join(GROUPS)}")
        self.engine, self.names = engine, names
        laws = engine.laws
        wanted = dict.fromkeys(
            name for group in groups for name in GROUPS[group] if name not in LAWS or name in laws or group == "command"
        )
        shape = (count, *engine.memory.state.shape)
        size = 8 * int(np.prod(shape)) * sum(len(VARIABLES[name]) for name in wanted)
        if size > LARGEST:
            message = f"recording {', '.join(groups)} {count} times in {engine.batch} rows takes {size / 2**30:.1f} GB"
            raise ModelError(f"{message}, at most {LARGEST / 2**30:.0f} are allowed; give a longer record_period")
        self.time = np.zeros(count)
        self.arrays = {name: np.zeros((*shape, len(VARIABLES[name]))) for name in wanted}
        self.count = 0

    def take(self, time: float) -> None:
        """Add a sample of the present state."""
        memory, n = self.engine.memory, self.count
        evaluated = any(name not in ("position", "orientation", "velocity") for name in self.arrays)
        evaluation = self.engine.evaluate() if evaluated else None
        for name, array in self.arrays.items():
            if name in ("position", "orientation", "velocity"):
                array[n] = memory.state[name]
            elif evaluation is not None and name in LAWS:
                array[n] = evaluation.wrenches[:, :, LAWS.index(name)]
            elif evaluation is not None:
                array[n] = getattr(evaluation, name)
        self.time[n] = time
        self.count += 1

    def finished(self) -> Recording:
        """What was recorded."""
        memory, n = self.engine.memory, self.count
        failed = self.engine.failed()
        return Recording(
            self.time[:n],
            self.names,
            {name: array[:n] for name, array in self.arrays.items()},
            memory.status.copy(),
            np.where(failed, self.engine.times, np.nan),
        )
