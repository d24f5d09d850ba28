"""An autopilot of one vehicle: its design, and the control loop that the engine runs."""

import re
import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from seaway.control._design import Design, design
from seaway.control._guidance import Guidance
from seaway.control._pid import Pid
from seaway.control._tables import vehicle_of
from seaway.control._wave_filter import WaveFilter
from seaway.controllers import SET_POINTS, ControlLaw, Group, Stage, State, schedule_values, scheduled_parameters
from seaway.errors import ModelError, SeawayWarning
from seaway.kernels import allocation, autopilot
from seaway.sea import Sea
from seaway.vehicle import Vehicle

if TYPE_CHECKING:
    from seaway.control._autopilot import Autopilot

LOOPS: Final = SET_POINTS
ATTITUDE: Final = ("roll", "pitch", "yaw")
# Control period for which gains are shown where none is known yet [s].
_PERIOD: Final = 0.01

_STATES: Final = (
    State("1", name="started"),
    State("m", 3, "position"),
    State("m/s", 3, "velocity"),
    State("rad", 3, "attitude"),
    State("rad/s", 3, "attitude_rate"),
    State("m/s", name="speed"),
    State("m s", 3, "position_integral"),
    State("rad s", 3, "attitude_integral"),
    State("m", name="speed_integral"),
    State("m s", name="climb_trim"),
)


class Pilot:
    """The controller of an ``Autopilot``; see there.

    Attributes:
        settings: Its description.
        vehicle: The vehicle.
        sea: The sea for which it is designed.
    """

    def __init__(self, settings: "Autopilot", vehicle: Vehicle, sea: Sea):
        if not isinstance(vehicle, Vehicle):
            raise ModelError(f"an autopilot needs a Vehicle, got {vehicle!r}")
        self.settings, self.vehicle, self.sea = settings, vehicle, sea
        self._designs = dict[float, Design]()
        if not settings.loops:
            message = f"the autopilot of vehicle '{vehicle.name}' has nothing to hold"
            raise ModelError(f"{message}; give a set point, e.g. depth=5.0, of: {', '.join(LOOPS)}")

    def __repr__(self) -> str:
        return f"<autopilot of '{self.vehicle.name}': {', '.join(self.settings.loops)}>"

    def design(self, period: float = _PERIOD) -> Design:
        """Design for a control period [s]: gains, limits, and what cannot be reached."""
        if period not in self._designs:
            self._designs[period] = design(self.settings, self.vehicle, self.sea, period)
        return self._designs[period]

    @cached_property
    def gains(self) -> Mapping[str, Pid]:
        """Gains of each loop, and of angles that are kept level."""
        return self.design().gains

    @property
    def loops(self) -> tuple[str, ...]:
        """Loops that are closed."""
        return self.design().loops

    @property
    def by_fins(self) -> tuple[str, ...]:
        """Axes that fins serve."""
        return self.design().by_fins

    @property
    def by_pitch(self) -> bool:
        """Whether the pitch holds the depth."""
        return self.design().by_pitch

    def planned_laws(self, vehicles: Sequence[Vehicle], sea: Sea) -> tuple[ControlLaw, ...]:
        """Kinds of the stages that ``groups`` will have, known before the design."""
        settings = self.settings
        laws = [_autopilot_law(AUTOPILOT), *(_declared_law(each, "guidance") for each in settings.guidance)]
        if settings.wave_filter is not None:
            laws.append(_declared_law(settings.wave_filter, "filter"))
        if settings.output == "actuators" and self.vehicle.actuators:
            laws.append(_allocation_law(ALLOCATION))
        return tuple(laws)

    def groups(self, vehicles: Sequence[Vehicle], sea: Sea, period: float) -> tuple[Group, ...]:
        """Control loop for the engine.

        Args:
            vehicles: Vehicles of the simulation.
            sea: Not used.
            period: Control period [s].

        Raises:
            ModelError: The vehicle is not there, or none of its set points can be held.
        """
        vehicle, settings = vehicle_of(vehicles, self.vehicle.name), self.settings
        found = self.design(settings.period or period)
        for text in found.warnings:
            warnings.warn(text, SeawayWarning, stacklevel=2)
        if not found.loops:
            raise ModelError("; ".join(found.warnings))
        values, integers = dict[str, Any](found.autopilot), dict[str, int]()
        for name in SET_POINTS:
            more, flags = schedule_values(name, getattr(settings, name))
            values |= more
            integers |= flags
        stages = [Stage(_autopilot_law(shapes_of(found.autopilot)), values, integers, "autopilot")]
        stages += [_declared(each, "guidance") for each in settings.guidance]
        if settings.wave_filter is not None:
            stages.append(_declared(settings.wave_filter, "filter"))
        if found.allocation:
            numbers = {name: found.allocation[name] for name in _COUNTS}
            stages.append(Stage(_allocation_law(shapes_of(found.allocation)), found.allocation, numbers))
        return (Group(vehicle.name, tuple(stages), settings.period, settings.until, found.loops, self),)


def _declared(part: Guidance | WaveFilter, role: Literal["guidance", "filter"]) -> Stage:
    """The stage of a part that declares its kernel, parameters and states."""
    law, values = _declared_law(part, role), part.parameters()
    floats = {name: values[name] for name, _ in part.floats}
    return Stage(law, floats, {name: values[name] for name in part.choices}, law.kind)


def _declared_law(part: Guidance | WaveFilter, role: Literal["guidance", "filter"]) -> ControlLaw:
    kind = re.sub("(?<!^)(?=[A-Z])", "_", type(part).__name__).lower()
    states = tuple(State(unit, size, name) for name, unit, size in part.states)
    return ControlLaw(kind, role, (*part.floats, ("period", ())), part.choices, states, part.kernel)


_COUNTS: Final = ("thruster_count", "fin_count")
Shapes = Mapping[str, tuple[int | None, ...]]
_SERVED: Final = ("by_thrusters", "by_fins")
_PER_AXIS: Final = (6,)
_PER_ANGLE: Final = (3,)

AUTOPILOT: Final[Shapes] = {
    "period": (), **{f"holds_{name}": () for name in SET_POINTS}, "active": _PER_ANGLE, "by_pitch": (),
    **dict.fromkeys(("gains_p", "gains_i", "gains_d"), _PER_AXIS),
    **dict.fromkeys(("frequencies", "rates", "accelerations", "reaches", "inertia"), _PER_AXIS),
    "columns": (6, 6), "drag_linear": _PER_AXIS, "drag_quadratic": _PER_AXIS, "stiffness": _PER_ANGLE,
    "rest_force": (), "munk": _PER_ANGLE, "munk_held": _PER_ANGLE, "speed_gains": (2,), "speed_frequency": (),
    "speed_acceleration": (), "speed_reach": (), "speed_limits": (2,), "sway_gain": (), "cruise": (),
    "largest_pitch": (), "pitch_authority": (), "pitch_hold": (), "rise": (), "turns_by_fins": (), "pitch_free": (),
    "pitch_stiffness": (), "pitch_budget": (), "least_climb": (), "climb": (9, 5), "climb_step": (),
}  # fmt: skip
"""Shapes of the parameters of an autopilot, as its design will have them: the step is compiled before."""

ALLOCATION: Final[Shapes] = {
    **dict.fromkeys(_COUNTS, ()), "inverse": (None,), "fin_inverse": (None,), **dict.fromkeys(_SERVED, _PER_AXIS),
    **dict.fromkeys(
        (
            "lowest", "highest", "kinds", "ahead", "astern", "slips", "fastest", "slowest", "command_lowest",
            "command_highest", "dead_bands", "table_first", "table_last", "table_commands", "table_thrusts",
            "fin_limits",
        ),
        (None,),
    ),
    "cruise": (), "least_effect": (),
}  # fmt: skip
"""Shapes of the parameters of an allocation, as ``AUTOPILOT``."""


def shapes_of(values: Mapping[str, Any]) -> Shapes:
    """Shape of each parameter of an autopilot or allocation, as the kernels see it."""
    per_actuator = _COUNTS[0] in values  # all lists of an allocation but two go with the actuators
    return {
        name: (None,) if per_actuator and np.ndim(value) == 1 and name not in _SERVED else np.shape(value)
        for name, value in values.items()
    }


def _autopilot_law(shapes: Shapes) -> ControlLaw:
    times, steps = scheduled_parameters(SET_POINTS)
    floats = tuple(shapes.items())
    return ControlLaw(
        "autopilot", "controller", (*floats, *times), steps, _STATES, autopilot.command, SET_POINTS
    )  # fmt: skip


def _allocation_law(shapes: Shapes) -> ControlLaw:
    floats = tuple((name, shape) for name, shape in shapes.items() if name not in _COUNTS)
    return ControlLaw("allocation", "allocation", floats, _COUNTS, (), allocation.allocate)
