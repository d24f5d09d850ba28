"""Commands over time."""

from collections.abc import Sequence
from typing import Any, Final, Literal, get_args

from seaway.controllers import (
    ControlLaw,
    Group,
    OverTime,
    Stage,
    TimeTable,
    built_in,
    schedule_values,
    scheduled_parameters,
)
from seaway.errors import ModelError
from seaway.forces import Input, name_of
from seaway.kernels import control as kernels
from seaway.parts import KW_ONLY, ByName, Choice, NameOrNone, Part
from seaway.sea import Sea
from seaway.vehicle import Vehicle

Axes = Literal["body", "world"]
_COMPONENTS: Final = ("f_x", "f_y", "f_z", "n_x", "n_y", "n_z")


def _source(kind: str, function: Any, names: tuple[str, ...], *choices: str) -> ControlLaw:
    floats, steps = scheduled_parameters(names)
    return built_in(ControlLaw(kind, "source", floats, (*steps, *choices), (), function))


_COMMAND: Final = _source("command_table", kernels.scheduled, ("value",), "target")
_WRENCH: Final = _source("wrench_table", kernels.scheduled_wrench, _COMPONENTS, "world")


class CommandTable(Part, what="command table"):
    """Open-loop commands: a wrench and set points of actuators, constant or over the time of each run.

    Pass it to ``Simulation.run`` as the controller.

    Raises:
        ModelError: A shape does not fit, or a number is not finite.

    Example:
        >>> from seaway.control import CommandTable, TimeTable
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.sim import Simulation
        >>> from seaway.vehicle import Vehicle
        >>> ball = Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=2.0)))
        >>> push = CommandTable(TimeTable([0, 1], [[0] * 6, [4, 0, 0, 0, 0, 0]], interpolation="step"))
        >>> sim = Simulation(ball)
        >>> _ = sim.run(3.0, push)
        >>> sim.state["ball"].velocity[0, 0].round(9).item()
        4.0
    """

    wrench: OverTime = OverTime(shape=(6,), unit="N, Nm")
    """Wrench about Bo: (6,), (batch, 6), or a table of (n, 6)."""
    actuators: ByName = ByName(OverTime(), default={})
    """Commands of thrusters and fins by name, each in its own unit: a number, (batch,), or a table of (n,)."""
    _: KW_ONLY
    axes: Choice[Axes] = Choice(get_args(Axes), default="body")
    """Axes of the wrench; in world axes it keeps its direction while the vehicle turns."""
    vehicle: NameOrNone = NameOrNone(default=None)
    """Name of the vehicle; default: the only one."""

    def groups(self, vehicles: Sequence[Vehicle], sea: Sea, period: float) -> tuple[Group, ...]:
        """Control loop for the engine.

        Args:
            vehicles: Vehicles of the simulation.
            sea: Not used.
            period: Not used.

        Raises:
            ModelError: There is no such vehicle or actuator.
        """
        vehicle = vehicle_of(vehicles, self.vehicle)
        stages = list[Stage]()
        if self.wrench is not None:
            values, integers = dict[str, Any](), {"world": int(self.axes == "world")}
            for k, name in enumerate(_COMPONENTS):
                table = self.wrench
                own = table.replace(values=table.values[:, k]) if isinstance(table, TimeTable) else table[..., k]
                more, flags = schedule_values(name, own)
                values |= more
                integers |= flags
            stages.append(Stage(_WRENCH, values, integers))
        for name, given in self.actuators.items():
            values, integers = schedule_values("value", given)
            stages.append(Stage(_COMMAND, values, {**integers, "target": 6 + target_of(vehicle, name)}))
        return (Group(vehicle.name, tuple(stages), owner=self),) if stages else ()


def vehicle_of(vehicles: Sequence[Vehicle], name: str | None) -> Vehicle:
    """Find a vehicle of a simulation by its name; without a name, the only one.

    Raises:
        ModelError: There is no such vehicle, or there are several and no name.
    """
    names = [vehicle.name for vehicle in vehicles]
    if name is None and len(names) == 1:
        return vehicles[0]
    if name is None:
        raise ModelError(f"a controller must name its vehicle if there are several; there are: {', '.join(names)}")
    if name not in names:
        raise ModelError(f"no vehicle named '{name}'; there are: {', '.join(names)}")
    return vehicles[names.index(name)]


def target_of(vehicle: Vehicle, name: str) -> int:
    """Index of an actuator among those of its vehicle.

    Raises:
        ModelError: The vehicle has no such actuator.
    """
    own = name.removeprefix(f"{vehicle.name}.")
    known = (*vehicle.actuators, *(name_of(force) for force in vehicle.forces if force.law().count(Input)))
    if own not in known:
        raise ModelError(f"no actuator named '{own}'; there are: {', '.join(known) or 'none'}")
    return known.index(own)
