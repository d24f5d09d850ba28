"""Autopilot of one vehicle: its design, and its control loop in the engine."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from seaway.control._design import Design, design
from seaway.control._guidance import DepthProfile, Docking, Guidance, PathFollowing, StationKeeping, Waypoints
from seaway.control._pid import Pid
from seaway.control._tables import vehicle_of
from seaway.control._wave_filter import WaveFilter
from seaway.controllers import (
    SET_POINTS,
    ControlLaw,
    Group,
    Kept,
    Parameter,
    Stage,
    built_in,
    schedule_values,
    scheduled_parameters,
)
from seaway.errors import ModelError, warn
from seaway.kernels import allocation, autopilot
from seaway.parts import PartError, Problem
from seaway.sea import Sea
from seaway.vehicle import Vehicle

if TYPE_CHECKING:
    from seaway.control._autopilot import Autopilot

LOOPS: Final = SET_POINTS
ATTITUDE: Final = ("roll", "pitch", "yaw")
# Angles that are kept level without a set point if actuators control them.
_LEVEL: Final = ("roll", "pitch")
# Control period for which gains are shown if none is known yet [s].
_PERIOD: Final = 0.01

STATES: Final = (
    Kept("1", name="started"),
    Kept("m", 3, "position"),
    Kept("m/s", 3, "velocity"),
    Kept("rad", 3, "attitude"),
    Kept("rad/s", 3, "attitude_rate"),
    Kept("m/s", name="speed"),
    Kept("m s", 3, "position_integral"),
    Kept("rad s", 3, "attitude_integral"),
    Kept("m", name="speed_integral"),
    Kept("m s", name="climb_trim"),
)


class Pilot:
    """Controller described by an ``Autopilot``.

    Attributes:
        settings: Description of the autopilot.
        vehicle: Vehicle to control.
        sea: Sea for which it is designed.
    """

    def __init__(self, settings: "Autopilot", vehicle: Vehicle, sea: Sea):
        if not isinstance(vehicle, Vehicle):
            raise ModelError(f"an autopilot needs a Vehicle, got {vehicle!r}")
        self.settings, self.vehicle, self.sea = settings, vehicle, sea
        self._designs = dict[float, Design]()
        if not settings.loops:
            message = f"the autopilot of vehicle '{vehicle.name}' has no set point"
            raise ModelError(f"{message}; give one, e.g. depth=5.0, for any of: {', '.join(LOOPS)}")
        known = (*settings.loops, *_LEVEL)
        reason = f"the autopilot of vehicle '{vehicle.name}' has no such loop; there are: {', '.join(settings.loops)}"
        problems = [
            Problem((key, name), "unknown-key", f"'{name}' of the {key}", reason, conflict=True)
            for key, given in (("gains", settings.gains), ("natural_frequencies", settings.natural_frequencies))
            for name in given
            if name not in known
        ]
        if problems:
            raise PartError(problems)

    def __repr__(self) -> str:
        return f"<autopilot of '{self.vehicle.name}': {', '.join(self.settings.loops)}>"

    def design(self, period: float = _PERIOD) -> Design:
        """Design for a control period [s]: gains, limits, and warnings about set points that cannot be reached."""
        if period not in self._designs:
            self._designs[period] = design(self.settings, self.vehicle, self.sea, period)
        return self._designs[period]

    def share_designs(self, other: "Pilot") -> None:
        """Share the designs, which take some tenths of a second, with another pilot of the same settings."""
        self._designs = other._designs

    @cached_property
    def gains(self) -> Mapping[str, Pid]:
        """Gains of each loop and of the angles that are kept level."""
        return self.design().gains

    @property
    def loops(self) -> tuple[str, ...]:
        """Names of the closed loops."""
        return self.design().loops

    @property
    def by_fins(self) -> tuple[str, ...]:
        """Axes that fins control."""
        return self.design().by_fins

    @property
    def by_pitch(self) -> bool:
        """Whether pitch holds the depth."""
        return self.design().by_pitch

    def planned_laws(self, vehicles: Sequence[Vehicle], sea: Sea) -> tuple[ControlLaw, ...]:
        """Kinds of the stages that ``groups`` will have, known before the design."""
        settings = self.settings
        laws = [AUTOPILOT, *(_declared_law(type(each), "guidance") for each in settings.guidance)]
        if settings.wave_filter is not None:
            laws.append(_declared_law(WaveFilter, "filter"))
        if settings.output == "actuators" and self.vehicle.actuators:
            laws.append(ALLOCATION)
        return tuple(laws)

    def groups(self, vehicles: Sequence[Vehicle], sea: Sea, period: float) -> tuple[Group, ...]:
        """Control loop for the engine.

        Args:
            vehicles: Vehicles of the simulation.
            sea: Not used.
            period: Control period [s].

        Raises:
            ModelError: The vehicle is not in the simulation, or none of its set points can be held.
        """
        vehicle, settings = vehicle_of(vehicles, self.vehicle.name), self.settings
        found = self.design(settings.period or period)
        for text in found.warnings:
            warn(text)
        if not found.loops:
            raise ModelError("; ".join(found.warnings))
        values, integers = dict[str, Any](found.autopilot), dict[str, int]()
        for name in SET_POINTS:
            more, flags = schedule_values(name, getattr(settings, name))
            values |= more
            integers |= flags
        stages = [Stage(AUTOPILOT, values, integers, "autopilot")]
        stages += [_declared(each, "guidance") for each in settings.guidance]
        if settings.wave_filter is not None:
            stages.append(_declared(settings.wave_filter, "filter"))
        if found.allocation:
            stages.append(allocation_stage(found))
        return (Group(vehicle.name, tuple(stages), settings.period, settings.until, found.loops, self),)


def _declared(part: Guidance | WaveFilter, role: Literal["guidance", "filter"]) -> Stage:
    """Stage of a part that declares its kernel, parameters and states."""
    law, values = _declared_law(type(part), role), part.parameters()
    floats = {name: values[name] for name, _ in part.floats}
    return Stage(law, floats, {name: values[name] for name in part.choices}, law.kind)


def _declared_law(part: type[Guidance | WaveFilter], role: Literal["guidance", "filter"]) -> ControlLaw:
    kind = re.sub("(?<!^)(?=[A-Z])", "_", part.__name__).lower()
    states = tuple(Kept(unit, size, name) for name, unit, size in part.states)
    return ControlLaw(kind, role, (*part.floats, ("period", ())), part.choices, states, part.kernel)


_COUNTS: Final = ("thruster_count", "fin_count")


def _shaped(shape: tuple[int | None, ...], *names: str) -> tuple[Parameter, ...]:
    return tuple((name, shape) for name in names)


_SCHEDULES, _STEPS = scheduled_parameters(SET_POINTS)

AUTOPILOT: Final = ControlLaw(
    "autopilot",
    "controller",
    (
        *_shaped((), "period", *(f"holds_{name}" for name in SET_POINTS), "by_pitch", "rest_force", "speed_frequency"),
        *_shaped((), "speed_acceleration", "speed_reach", "sway_gain", "cruise", "largest_pitch", "pitch_authority"),
        *_shaped((), "pitch_hold", "rise", "trim_torque", "turns_by_fins", "pitch_free", "pitch_stiffness"),
        *_shaped((), "pitch_budget", "least_climb", "climb_step"),
        *_shaped((2,), "speed_gains", "speed_limits"),
        *_shaped((3,), "active", "stiffness", "munk", "munk_held"),
        *_shaped((6,), "gains_p", "gains_i", "gains_d", "frequencies", "rates", "accelerations", "reaches", "inertia"),
        *_shaped((6,), "drag_linear", "drag_quadratic"),
        *_shaped((6, 6), "columns"),
        *_shaped((9, 5), "climb"),
        *_SCHEDULES,
    ),
    _STEPS,
    STATES,
    autopilot.command,
    SET_POINTS,
)
"""Declaration of the autopilot for the engine."""

ALLOCATION: Final = ControlLaw(
    "allocation",
    "allocation",
    (
        *_shaped((), "cruise", "least_effect"),
        *_shaped((6,), "by_thrusters", "by_fins"),
        *_shaped((None,), "inverse", "fin_inverse", "lowest", "highest", "kinds", "ahead", "astern", "slips"),
        *_shaped((None,), "fastest", "slowest", "command_lowest", "command_highest", "dead_bands", "fin_limits"),
        *_shaped((None,), "table_first", "table_last", "table_commands", "table_thrusts", "table_index"),
        *_shaped((None,), "table_scale", "table_slopes"),
    ),
    _COUNTS,
    (),
    allocation.allocate,
)
"""Declaration of its allocation for the engine."""


for _law in (
    AUTOPILOT,
    ALLOCATION,
    *(_declared_law(each, "guidance") for each in (Waypoints, PathFollowing, DepthProfile, StationKeeping, Docking)),
    _declared_law(WaveFilter, "filter"),
):
    built_in(_law)


def allocation_stage(found: Design) -> Stage:
    """Stage that converts a wrench to commands of actuators."""
    values = found.allocation
    return Stage(ALLOCATION, values, {name: values[name] for name in _COUNTS}, "allocation")
