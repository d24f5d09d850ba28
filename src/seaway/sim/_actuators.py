"""What thrusters and fins are asked for and what they do, as a recording keeps it."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats, Records
from seaway.kernels.fins import FIN_STATES
from seaway.kernels.thrusters import INTEGRAL, LAG, PID, ROTOR, SPEED, TABLE, THRUST, THRUSTER_STATES
from seaway.sim._engine import Engine

__all__ = ["ActuatorKind", "ActuatorReader", "ActuatorRecording", "Quantity"]

Quantity = Literal["thrust", "speed", "table", "angle"]
UNITS: Final[dict[Quantity, str]] = {"thrust": "N", "speed": "rad/s", "table": "1", "angle": "rad"}


@dataclass(frozen=True)
class ActuatorKind:
    """What an actuator is.

    Attributes:
        name: As in ``Simulation.actuators``.
        fin: Whether it is a fin; a thruster else.
        vehicle: The number of its vehicle.
        command: What its command is: ``"thrust"``, ``"speed"``, an input of a ``"table"``, or an ``"angle"``.
        state: What it does: the ``"thrust"`` or ``"speed"`` of a propeller, or the ``"angle"`` of a fin.
    """

    name: str
    fin: bool
    vehicle: int
    command: Quantity
    state: Quantity


@dataclass(frozen=True, eq=False)
class ActuatorRecording:
    """The samples of one thruster or fin.

    Attributes:
        kind: What it is.
        command: What it was asked for, in the unit ``command_unit``, (sample, batch).
        state: What it did, in the unit ``state_unit``, (sample, batch): the speed of a propeller, the angle of a fin;
            for a drive without a speed the thrust under water at no advance, before its deduction.
    """

    kind: ActuatorKind
    command: Floats
    state: Floats

    @property
    def command_unit(self) -> str:
        """Of ``command``: N, rad/s, rad, or 1 for the input of a table."""
        return UNITS[self.kind.command]

    @property
    def state_unit(self) -> str:
        """Of ``state``: N, rad/s or rad."""
        return UNITS[self.kind.state]


class ActuatorReader:
    """Reads commands and states of all actuators from the memory of an engine.

    Args:
        engine: What is read.
        names: Of its actuators: all thrusters, then all fins.
    """

    def __init__(self, engine: Engine, names: tuple[str, ...]):
        self.engine = engine
        model = engine.model
        thrusters, fins, bodies = model.thrusters[0], model.fins[0], model.vehicles[0]
        owners = np.concatenate([thrusters["vehicle"], fins["vehicle"]]).astype(np.intp)
        angles: list[tuple[Quantity, Quantity]] = [("angle", "angle")] * len(fins)
        kinds = [_thruster_quantities(thruster) for thruster in thrusters] + angles
        self.kinds = tuple(
            ActuatorKind(name, k >= len(thrusters), int(owners[k]), *kinds[k]) for k, name in enumerate(names)
        )
        # Where the state of each stands among those of its vehicle.
        own = bodies[owners]
        first_thruster, first_fin = own["thrusters"][:, 0], own["fins"][:, 0]
        number = np.concatenate([np.arange(len(thrusters)), np.arange(len(fins))])
        after_thrusters = own["states"] + THRUSTER_STATES * (own["thrusters"][:, 1] - first_thruster)
        self._place: NDArray[np.intp] = np.where(
            np.arange(len(owners)) < len(thrusters),
            own["states"] + THRUSTER_STATES * (number - first_thruster) + ROTOR,
            after_thrusters + FIN_STATES * (number - first_fin),
        )
        self._owners = owners
        self._lags = np.concatenate([_lagging_thrusters(thrusters), _lagging_fins(fins)])

    def commands(self) -> Floats:
        """What they are asked for, (batch, actuator)."""
        return self.engine.memory.actuators

    def integrated(self) -> Floats:
        """The states of those that lag, (batch, actuator)."""
        return self.engine.memory.integrated[:, self._owners, self._place]

    def states(self, commands: Floats, integrated: Floats, density: Floats) -> Floats:
        """What they do, (sample, batch, actuator).

        Args:
            commands: Samples of ``commands``.
            integrated: Samples of ``integrated``.
            density: Of the water, (sample, batch).
        """
        if self._lags.all():
            return integrated.copy()
        count = self.engine.model.thrusters.shape[1]
        fins = self.engine.model.fins
        at_once = [
            self._thrusters_at_once(commands[..., :count], density[..., None]),
            np.clip(commands[..., count:], -fins["limit"], fins["limit"]),
        ]
        return np.where(self._lags, integrated, np.concatenate(at_once, axis=-1))

    def to_steady_state(self) -> None:
        """Put the states of those that lag where their commands would bring them, under water.

        A controller of a propeller has come to rest: its torque, I ∫e or without an integral P e, is that of the water,
        or at most the largest of the motor.
        """
        model, memory = self.engine.model, self.engine.memory
        t, count, commands = model.thrusters, model.thrusters.shape[1], memory.actuators
        density = np.broadcast_to(model.water["density"], len(commands))[:, None]
        arrived = self._thrusters_at_once(commands[:, :count], density)
        load = t["torque"] * density * t["diameter"] ** 5  # per square of the speed
        loaded = (t["drive"] == PID) & (load > 0.0)
        if loaded.any():
            c, P = np.where(loaded, load, 1.0), t["proportional"]
            # P (asked - ω) = c ω² where there is no integral.
            offset = (np.sqrt(P * P + 4.0 * c * P * np.abs(arrived)) - P) / (2.0 * c)
            speed = np.where(t["integral"] == 0.0, offset, np.abs(arrived))
            speed = np.minimum(speed, np.sqrt(t["largest_torque"] / c))
            arrived = np.where(loaded, np.sign(arrived) * speed, arrived)
        limit = model.fins["limit"]
        angles = np.clip(commands[:, count:], -limit, limit)
        rows = np.arange(len(commands))[:, None]
        reached = np.where(self._lags, np.concatenate([arrived, angles], axis=-1), 0.0)
        memory.integrated[rows, self._owners, self._place] = reached
        for k in np.flatnonzero(np.any(loaded & (t["integral"] != 0.0), axis=0)):
            wound = load[:, k] * np.abs(arrived[:, k]) * arrived[:, k] / t["integral"][:, k]
            memory.integrated[:, self._owners[k], self._place[k] + INTEGRAL - ROTOR] = wound

    def _thrusters_at_once(self, commands: Floats, density: Floats) -> Floats:
        """What thrusters do once a lag is over: see ``kernels.thrusters.wanted``."""
        model = self.engine.model
        t = model.thrusters
        u = np.clip(commands, t["lowest"], t["highest"])
        u = np.where(np.abs(u) < t["dead_band"], 0.0, u)
        for k in np.flatnonzero(t["drive"][0] == TABLE):
            x, y = model.tables[:, t["table_start"][0, k] : t["table_stop"][0, k]]
            u[..., k] = np.interp(u[..., k], x, y)
        turned = np.isin(t["drive"], (SPEED, LAG, PID)) & (t["in_thrust"] != 0)
        if turned.any():
            c = np.where(u * t["forward"] >= 0.0, t["forward"], t["reverse"])
            per_square = np.where(turned, density * c * t["diameter"] ** 4, 1.0)  # others may have no propeller
            u = np.where(turned, np.sign(u * c) * np.sqrt(np.abs(u / per_square)), u)
        return u


def _thruster_quantities(thruster: np.void) -> tuple[Quantity, Quantity]:
    drive = thruster["drive"]
    if drive in (THRUST, TABLE):
        return ("thrust" if drive == THRUST else "table"), "thrust"
    return ("thrust" if thruster["in_thrust"] else "speed"), "speed"


def _lagging_thrusters(thrusters: Records) -> NDArray[np.bool_]:
    drive = thrusters["drive"]
    return (drive == LAG) | (drive == PID) | ((drive == TABLE) & (thrusters["time_constant"] > 0.0))


def _lagging_fins(fins: Records) -> NDArray[np.bool_]:
    return (fins["time_constant"] > 0.0) | (fins["rate"] < np.inf)
