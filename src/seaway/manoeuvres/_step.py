"""A step of depth or heading, held by an autopilot."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import pi
from typing import Any, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats, finite_floats, positive
from seaway.control import Autopilot, Combined, CommandTable, TimeTable
from seaway.errors import ModelError
from seaway.manoeuvres._bollard import steady_speeds
from seaway.manoeuvres._start import Manoeuvre, Quantity, rest_pose, simulation_at_rest, whole_periods
from seaway.manoeuvres._steering import ahead_commands
from seaway.manoeuvres._step_measures import StepMeasures, step_measures
from seaway.sea import Sea
from seaway.sim import Controller
from seaway.vehicle import Vehicle

__all__ = ["StepResponse", "StepTarget", "step_response"]

StepTarget = Literal["depth", "heading"]
_TARGETS: Final = get_args(StepTarget)
_PERIOD: Final = 0.05


@dataclass(frozen=True, eq=False)
class StepResponse(Manoeuvre):
    """A step of depth or heading.

    Attributes:
        target: What stepped: depth [m] or heading, the yaw [rad].
        values: Of it at each sample, (sample,).
        initial: The set point before the step.
        goal: The set point after it.
        start: When it stepped [s].
        measures: Of the response.
    """

    target: StepTarget
    values: Floats = field(repr=False)
    initial: float
    goal: float
    start: float
    measures: StepMeasures

    def quantities(self) -> tuple[Quantity, ...]:
        """The measures, with labels and units."""
        m = self.measures
        unit = "m" if self.target == "depth" else "rad"
        return (
            Quantity("rise_time", "rise time, 10 % to 90 %", m.rise_time, "s"),
            Quantity("overshoot", "overshoot / step", m.overshoot, "1"),
            Quantity("peak_time", "time to the peak", m.peak_time, "s"),
            Quantity("settling_time", f"settling time, within {100.0 * m.band:g} %", m.settling_time, "s"),
            Quantity("steady_error", "steady error", m.steady_error, unit),
        )


def step_response(
    vehicle: Vehicle,
    sea: Sea | None = None,
    *,
    target: StepTarget = "heading",
    step: float | None = None,
    ahead: float | Mapping[str, float] | None = None,
    start: float = 20.0,
    duration: float = 60.0,
    depth: float | None = None,
    hold: Mapping[str, float] | None = None,
    options: Mapping[str, Any] | None = None,
    time_step: float = 0.01,
) -> StepResponse:
    """Let an ``Autopilot`` hold depth or heading, change the set point, and measure the response.

    Args:
        vehicle: One whose thrusters or fins control it.
        sea: Where; ``Sea()`` where None.
        target: ``"depth"`` or ``"heading"``.
        step: Change of the set point: deeper [m], or to the left [rad], less than half a turn; 1 m or 0.5 rad where
            None.
        ahead: Command of the propellers ahead, for one that steers by fins; none where None.
        start: When the set point changes [s].
        duration: After that [s].
        depth: To begin at [m]; see ``rest_pose`` where None.
        hold: Further set points of the autopilot.
        options: Further arguments of ``Autopilot``: gains, natural_frequency ...
        time_step: h [s].

    Raises:
        ModelError: The autopilot cannot control it, or a number is out of its range.
        SimulationError: The motion diverged.
    """
    if target not in _TARGETS:
        raise ModelError(f"there is no step of {target!r}; there are: {', '.join(_TARGETS)}")
    water = Sea() if sea is None else sea
    pose = rest_pose(vehicle, water, depth)
    begin = positive(start, "the start of a step [s]")
    change = float(finite_floats((1.0 if target == "depth" else 0.5) if step is None else step, (), "the step"))
    if change == 0.0:
        raise ModelError("the step must not be 0")
    if target == "heading" and abs(change) >= pi:
        message = (
            f"a step of the heading must be < π to either side [rad], got {change:g}: the autopilot goes the short way"
        )
        raise ModelError(f"{message}; is it in degrees?")
    surface = 0.0 if water.surface is None else water.surface
    initial = surface - float(pose.p[2]) if target == "depth" else 0.0
    loop = "depth" if target == "depth" else "yaw"
    points: dict[str, Any] = {
        **(hold or {}),
        loop: TimeTable([0.0, begin], [initial, initial + change], between="step"),
    }
    further = dict(options or {})
    controller: Controller
    speed = 0.0
    if ahead is None:
        controller = Autopilot(vehicle, water, **points, **further)
    else:
        driving = ahead_commands(vehicle, ahead)
        speed = float(steady_speeds(vehicle, water, [driving], time_step, depth=depth).speeds[0])
        further.setdefault("cruise_speed", speed)
        autopilot = Autopilot(vehicle, water, **points, **further)
        controller = Combined(CommandTable(actuators=driving), autopilot)
    sim = simulation_at_rest(vehicle, water, pose, time_step, speed)
    period = whole_periods(time_step, _PERIOD)
    recording = sim.run(
        begin + positive(duration, "the duration after a step [s]"),
        controller,
        control_period=period,
        record=("state", "actuators"),
        record_period=period,
    )
    one = recording[0]
    values = surface - one.position[:, 0, 2] if target == "depth" else np.unwrap(one.rpy[:, 0, 2])
    goal = initial + change
    settings = {"target": target, "step": change, "start": begin, "hold": dict(hold or {})}
    return StepResponse(
        vehicle.name,
        recording,
        settings,
        target,
        values,
        initial,
        goal,
        begin,
        step_measures(recording.time, values, goal, start=begin),
    )
