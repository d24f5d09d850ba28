"""State of a simulation at one time."""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.engine import Engine
from seaway.engine import _places as at
from seaway.errors import ModelError
from seaway.frames import rpy_from_quaternion
from seaway.sim._wrenches import ExternalWrenches

__all__ = ["InternalState", "Snapshot", "State", "VehicleState", "index_of", "motions"]

# Memory regions that make up the state of a run.
VARYING: Final = (
    at.STATE,
    at.COMMAND,
    at.HELD,
    at.STEPS,
    at.RUNNING,
    at.GUSTS,
    at.SLAMS,
    at.CONTROL,
    at.GIVEN,
)


# Numbers of a vehicle's state.
COLUMNS: Final = {
    "position": slice(0, 3),
    "orientation": slice(3, at.VELOCITY),
    "velocity": slice(at.VELOCITY, at.MOTION),
}


class InternalState(NamedTuple):
    """Description of an internal state of a vehicle's force.

    Attributes:
        place: Index in ``state[vehicle].internal``.
        name: Name of the state: ``"propeller.speed"``, ``"propeller.thrust"`` of a table drive,
            ``"propeller.integral"`` of a speed controller, ``"rudder.angle"``, ``"wrench.surge"`` of an ``Actuation``
            with a lag, or the name given by a user-defined force.
        unit: Unit of the state.
    """

    place: int
    name: str
    unit: str


def motions(engine: Engine) -> Floats:
    """Copy the positions, orientations and velocities of all vehicles, (batch, vehicle, 13)."""
    states = engine.rows(at.STATE)
    return np.stack([states[:, start : start + at.MOTION] for start in engine.state_starts[:-1]], axis=1)


@dataclass(frozen=True, eq=False)
class VehicleState:
    """State of one vehicle in all runs.

    Attributes:
        position: Position p_WBo_W [m], (batch, 3).
        orientation: Unit quaternion q_WB (w, x, y, z), (batch, 4).
        velocity: Linear and angular velocity (v_WB_B, w_WB_B) in body axes [m/s, rad/s], (batch, 6).
        internal: States of its forces: those that are integrated, then those held over a step, (batch, k).
    """

    position: Floats
    orientation: Floats
    velocity: Floats
    internal: Floats

    @property
    def rpy(self) -> Floats:
        """Roll, pitch and yaw [rad], (batch, 3)."""
        return rpy_from_quaternion(self.orientation)


@dataclass(frozen=True, eq=False)
class State:
    """State of all vehicles in all runs at one time; ``state["rov"]`` is that of one vehicle.

    Attributes:
        names: Names of the vehicles.
        position: Position p_WBo_W [m], (batch, vehicle, 3).
        orientation: Unit quaternion q_WB (w, x, y, z), (batch, vehicle, 4).
        velocity: Linear and angular velocity (v_WB_B, w_WB_B) in body axes [m/s, rad/s], (batch, vehicle, 6).
        internal: States of forces: those that are integrated, then those held over a step, (batch, vehicle, k).
        time: Simulated time of each run; ``reset`` sets it back to the start time [s], (batch,).
    """

    names: tuple[str, ...]
    position: Floats
    orientation: Floats
    velocity: Floats
    internal: Floats
    time: Floats

    @classmethod
    def of(cls, names: tuple[str, ...], engine: Engine) -> "State":
        """Copy the state of an engine."""
        states, V = engine.rows(at.STATE), len(names)
        if V == 1:
            moving, internal = states[:, None, : at.MOTION], states[:, None, at.MOTION :]
        else:
            moving = np.stack([states[:, start : start + at.MOTION] for start in engine.state_starts[:-1]], axis=1)
            internal = np.zeros((len(states), V, engine.most_states))
            for k, (start, count) in enumerate(zip(engine.state_starts, engine.state_counts, strict=False)):
                internal[:, k, :count] = states[:, start + at.MOTION : start + at.MOTION + count]
        held = engine.held_places
        if held.shape[1]:
            kept = np.where(held >= 0, engine.rows(at.HELD)[:, held], 0.0)
            internal = np.concatenate([internal, kept], axis=-1)
        return cls(names, moving[..., :3], moving[..., 3:7], moving[..., 7:], internal, engine.times)

    def of_vehicle(self, vehicle: str | int) -> "State":
        """The state as that of a simulation of one of the vehicles alone."""
        k = index_of(vehicle, self.names)
        one = slice(k, k + 1)
        return State(
            (self.names[k],), self.position[:, one], self.orientation[:, one], self.velocity[:, one],
            self.internal[:, one], self.time,
        )  # fmt: skip

    def __getitem__(self, vehicle: str | int) -> VehicleState:
        k = index_of(vehicle, self.names)
        return VehicleState(self.position[:, k], self.orientation[:, k], self.velocity[:, k], self.internal[:, k])


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Complete state of a simulation at one time; see ``Simulation.snapshot``."""

    memory: dict[int, Floats]
    swept: Floats
    status: Any
    external: ExternalWrenches
    clock: int
    initial: Floats
    names: tuple[str, ...]
    time_step: float
    loops: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @classmethod
    def of(
        cls,
        engine: Engine,
        external: ExternalWrenches,
        clock: int,
        initial: Floats,
        names: tuple[str, ...],
    ) -> "Snapshot":
        """Copy the memory of an engine."""
        return cls(
            {region: engine.rows(region) for region in VARYING},
            engine.swept.copy(),
            engine.status.copy(),
            external.copied(),
            clock,
            initial.copy(),
            names,
            engine.time_step,
            engine.loops.kinds,
        )

    def copy_to(self, engine: Engine, names_now: tuple[str, ...]) -> None:
        """Write the snapshot to an engine.

        Raises:
            ModelError: It comes from another simulation.
        """
        if (self.names, self.time_step) != (names_now, engine.time_step):
            mine = f"{', '.join(self.names)} in steps of {self.time_step:g} s"
            theirs = f"{', '.join(names_now)} in steps of {engine.time_step:g} s"
            raise ModelError(f"a snapshot of {mine} cannot be restored in a simulation of {theirs}")
        mine, theirs = self.memory[at.STATE].shape, engine.rows(at.STATE).shape
        if mine != theirs or self.memory[at.HELD].shape != engine.rows(at.HELD).shape:
            message = f"the snapshot's state has the shape {mine}, the simulation's {theirs}"
            raise ModelError(f"a snapshot can only be restored in a simulation like its own: {message}")
        if self.loops and self.loops != engine.loops.kinds:
            raise ModelError(
                "a snapshot can only be restored with the controllers that were attached when it was taken"
            )
        for region, kept in self.memory.items():
            engine.write(region, kept if kept.shape[1] else 0.0)
        engine.swept[...] = self.swept
        engine.status[...] = self.status
        engine.release(np.arange(engine.batch))


def index_of(vehicle: str | int, names: tuple[str, ...]) -> int:
    """Index of a vehicle, given its name or index.

    Raises:
        ModelError: There is no such vehicle.
    """
    if isinstance(vehicle, str):
        if vehicle not in names:
            raise ModelError(f"no vehicle named '{vehicle}'; there are: {', '.join(names)}")
        return names.index(vehicle)
    if isinstance(vehicle, bool) or not isinstance(vehicle, int | np.integer):
        raise ModelError(f"a vehicle must be given by its name or index, got {vehicle!r}")
    if not 0 <= vehicle < len(names):
        rule = f"the index of a vehicle must be from 0 to {len(names) - 1}, got {vehicle}"
        raise ModelError(f"{rule}; there are: {', '.join(names)}")
    return int(vehicle)
