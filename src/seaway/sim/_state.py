"""What varies, as a person reads it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats, Integers, Records
from seaway.errors import ModelError
from seaway.frames import rpy_from_quaternion
from seaway.kernels.integrators import Memory, Scheme
from seaway.sim._engine import VARYING
from seaway.sim._wrenches import ExternalWrenches

__all__ = ["Snapshot", "State", "VehicleState", "index_of"]


@dataclass(frozen=True, eq=False)
class VehicleState:
    """The state of one vehicle in all rows.

    Attributes:
        position: p_WBo_W [m], (batch, 3).
        orientation: q_WB (w, x, y, z), (batch, 4).
        velocity: (v_WB_B, w_WB_B) [m/s, rad/s], (batch, 6).
    """

    position: Floats
    orientation: Floats
    velocity: Floats
    _integrated: Floats
    _held: Floats

    @property
    def internal(self) -> Floats:
        """A copy of the states of the laws: those that are integrated, then those held over a step, (batch, k)."""
        return np.concatenate([self._integrated, self._held], axis=-1)

    @property
    def rpy(self) -> Floats:
        """Roll, pitch and yaw [rad], (batch, 3)."""
        return rpy_from_quaternion(self.orientation)


@dataclass(frozen=True, eq=False)
class State:
    """The state of all vehicles in all rows: live views that cannot be written; ``copied`` keeps a moment.

    ``state["rov"]`` is the part of one vehicle.

    Attributes:
        names: Of the vehicles.
        position: p_WBo_W [m], (batch, vehicle, 3).
        orientation: q_WB (w, x, y, z), (batch, vehicle, 4).
        velocity: (v_WB_B, w_WB_B) [m/s, rad/s], (batch, vehicle, 6).
    """

    names: tuple[str, ...]
    position: Floats
    orientation: Floats
    velocity: Floats
    _integrated: Floats
    _held: Floats
    _steps: Integers
    _scheme: Scheme

    @classmethod
    def of(cls, names: tuple[str, ...], memory: Memory, scheme: Scheme) -> "State":
        """Look at the memory of an engine."""
        return cls(
            names,
            _read_only(memory.state["position"]),
            _read_only(memory.state["orientation"]),
            _read_only(memory.state["velocity"]),
            _read_only(memory.integrated),
            _read_only(memory.held),
            memory.steps,
            scheme,
        )

    @property
    def time(self) -> Floats:
        """The time of each row since it was reset [s], (batch,)."""
        return np.asarray(self._scheme.start_time + self._steps * self._scheme.time_step, dtype=np.float64)

    @property
    def internal(self) -> Floats:
        """A copy of the states of the laws: those that are integrated, then those held over a step."""
        return np.concatenate([self._integrated, self._held], axis=-1)

    def __getitem__(self, vehicle: str | int) -> VehicleState:
        k = index_of(vehicle, self.names)
        return VehicleState(
            self.position[:, k], self.orientation[:, k], self.velocity[:, k], self._integrated[:, k], self._held[:, k]
        )

    def copied(self) -> "State":
        """The same, as it is now."""
        return State(
            self.names,
            self.position.copy(),
            self.orientation.copy(),
            self.velocity.copy(),
            self._integrated.copy(),
            self._held.copy(),
            self._steps.copy(),
            self._scheme,
        )


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The whole state of a simulation at a moment; see ``Simulation.snapshot``."""

    memory: dict[str, NDArray[Any]]
    external: ExternalWrenches
    clock: int
    initial: Records
    names: tuple[str, ...]
    time_step: float

    @classmethod
    def of(
        cls,
        memory: Memory,
        external: ExternalWrenches,
        clock: int,
        initial: Records,
        names: tuple[str, ...],
        time_step: float,
    ) -> "Snapshot":
        """Copy the memory of an engine."""
        return cls(
            {name: getattr(memory, name).copy() for name in VARYING},
            external.copied(),
            clock,
            initial.copy(),
            names,
            time_step,
        )

    def copy_to(self, memory: Memory, names_now: tuple[str, ...], time_step: float) -> None:
        """Write it back.

        Raises:
            ModelError: It is of another simulation.
        """
        if (self.names, self.time_step) != (names_now, time_step):
            mine = f"{', '.join(self.names)} in steps of {self.time_step:g} s"
            theirs = f"{', '.join(names_now)} in steps of {time_step:g} s"
            raise ModelError(f"a snapshot of {mine} cannot be restored in a simulation of {theirs}")
        for name, kept in self.memory.items():
            mine, theirs = kept.shape, getattr(memory, name).shape
            if mine != theirs:
                message = f"the snapshot's {name} has the shape {mine}, the simulation's {theirs}"
                raise ModelError(f"a snapshot can only be restored in a simulation like its own: {message}")
        for name, kept in self.memory.items():
            getattr(memory, name)[...] = kept


def index_of(vehicle: str | int, names: tuple[str, ...]) -> int:
    """The index of a vehicle by its name or number.

    Raises:
        ModelError: There is none.
    """
    if isinstance(vehicle, str):
        if vehicle not in names:
            raise ModelError(f"there is no vehicle '{vehicle}'; there are: {', '.join(names)}")
        return names.index(vehicle)
    if isinstance(vehicle, bool) or not isinstance(vehicle, int | np.integer):
        raise ModelError(f"a vehicle is named by its name or number, got {vehicle!r}")
    if not 0 <= vehicle < len(names):
        raise ModelError(f"there is no vehicle number {vehicle}; there are {len(names)}: {', '.join(names)}")
    return int(vehicle)


def _read_only(array: Floats) -> Floats:
    view = array.view()
    view.flags.writeable = False
    return view
