"""What thrusters and fins are asked for and what they do, as a recording keeps it."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from seaway._arrays import Floats
from seaway.engine import Engine, Evaluation
from seaway.engine import _places as at
from seaway.vehicle import Fin, FinDerivatives, Thruster

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
    """Reads commands and states of all thrusters and fins of an engine.

    Args:
        engine: What is read.
        names: Of its actuators, in the order of ``inputs``.
        inputs: Place of each among the commands of a row.
    """

    def __init__(self, engine: Engine, names: tuple[str, ...], inputs: tuple[int, ...]):
        self.engine = engine
        owners = {instance.input: instance for instance in engine.instances if instance.input >= 0}
        self.kinds: list[ActuatorKind] = []
        places: list[int] = []
        for name, place in zip(names, inputs, strict=True):
            instance = owners[place]
            part = instance.force
            if isinstance(part, Thruster):
                quantities = _thruster_quantities(part)
            elif isinstance(part, Fin | FinDerivatives):
                quantities = ("angle", "angle")
            else:
                continue
            places.append(place)
            self.kinds.append(ActuatorKind(name, not isinstance(part, Thruster), instance.vehicle, *quantities))
        self._places = np.array(places, dtype=np.intp)

    def commands(self) -> Floats:
        """What they are asked for, (batch, actuator)."""
        return self.engine.rows(at.COMMAND)[:, self._places]

    def outputs(self, evaluation: Evaluation) -> Floats:
        """What they do, (batch, actuator)."""
        return evaluation.outputs[:, self._places]


def _thruster_quantities(thruster: Thruster) -> tuple[Quantity, Quantity]:
    if thruster.drive in ("thrust", "table"):
        return ("thrust" if thruster.drive == "thrust" else "table"), "thrust"
    return ("thrust" if thruster.command == "thrust" else "speed"), "speed"
