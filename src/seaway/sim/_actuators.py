"""Recorded set points and actual values of thrusters, fins and user-defined forces with a command."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from seaway._arrays import Floats
from seaway.engine import Engine, Evaluation, Instance
from seaway.engine import _places as at
from seaway.forces import Input
from seaway.vehicle import Fin, FinDerivatives, Thruster

__all__ = ["ActuatorGroup", "ActuatorKind", "ActuatorReader", "ActuatorRecording", "thruster_quantities"]

ActuatorGroup = Literal["thruster", "fin", "own"]

UNITS: Final = {"thrust": "N", "speed": "rad/s", "table": "1", "angle": "rad"}


@dataclass(frozen=True)
class ActuatorKind:
    """Description of an actuator.

    Attributes:
        name: Name of the actuator, as in ``Simulation.actuators``.
        group: ``"thruster"``, ``"fin"``, or ``"own"`` for a user-defined force.
        vehicle: Index of its vehicle.
        command: Commanded quantity: ``"thrust"``, ``"speed"``, the input of a ``"table"``, or an ``"angle"``; for a
            user-defined force the unit of its command.
        state: Recorded quantity: the ``"thrust"`` or ``"speed"`` of a propeller, the ``"angle"`` of a fin; for a
            user-defined force the unit of its command, empty if it has no function ``output``.
    """

    name: str
    group: ActuatorGroup
    vehicle: int
    command: str
    state: str


@dataclass(frozen=True, eq=False)
class ActuatorRecording:
    """Samples of one thruster, fin or user-defined force.

    Attributes:
        kind: Description of the actuator.
        command: Set point [``command_unit``], (sample, batch).
        state: Actual value [``state_unit``], (sample, batch): the speed of a propeller or the angle of a fin; for a
            drive without a speed the submerged thrust at zero advance, before thrust deduction; for a user-defined
            force the result of its function ``output``, nan without one.
    """

    kind: ActuatorKind
    command: Floats
    state: Floats

    @property
    def command_unit(self) -> str:
        """Unit of ``command``; 1 for the input of a table."""
        return UNITS.get(self.kind.command, self.kind.command)

    @property
    def state_unit(self) -> str:
        """Unit of ``state``; empty if there is none."""
        return UNITS.get(self.kind.state, self.kind.state)


class ActuatorReader:
    """Read set points and actual values of all actuators of an engine.

    Args:
        engine: Engine to read from.
        names: Names of its actuators, in the order of ``inputs``.
        inputs: Index of each actuator's command among the commands of a run.
    """

    def __init__(self, engine: Engine, names: tuple[str, ...], inputs: tuple[int, ...]):
        self.engine = engine
        owners = {instance.input: instance for instance in engine.instances if instance.input >= 0}
        self.kinds = [_kind(name, owners[place]) for name, place in zip(names, inputs, strict=True)]
        self._places = np.array(inputs, dtype=np.intp)
        self._unknown = np.array([not kind.state for kind in self.kinds], dtype=np.bool_)

    def commands(self) -> Floats:
        """Set points, (batch, actuator)."""
        return self.engine.rows(at.COMMAND)[:, self._places]

    def outputs(self, evaluation: Evaluation) -> Floats:
        """Actual values, (batch, actuator)."""
        return np.where(self._unknown, np.nan, evaluation.outputs[:, self._places])


def _kind(name: str, instance: Instance) -> ActuatorKind:
    part, vehicle = instance.force, instance.vehicle
    if isinstance(part, Thruster):
        return ActuatorKind(name, "thruster", vehicle, *thruster_quantities(part))
    if isinstance(part, Fin | FinDerivatives):
        return ActuatorKind(name, "fin", vehicle, "angle", "angle")
    (command,) = instance.law.of(Input)
    unit = command.unit or "1"
    return ActuatorKind(name, "own", vehicle, unit, unit if instance.law.kernels.output is not None else "")


def thruster_quantities(thruster: Thruster) -> tuple[str, str]:
    """What the command and the state of a thruster are; see ``ActuatorKind``."""
    if thruster.drive in ("thrust", "table"):
        return ("thrust" if thruster.drive == "thrust" else "table"), "thrust"
    return ("thrust" if thruster.command == "thrust" else "speed"), "speed"
