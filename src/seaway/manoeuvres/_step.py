"""Step response of an autopilot in depth or heading."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import pi
from typing import Any, ClassVar, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.control import Autopilot, Combined, CommandTable, TimeTable
from seaway.errors import ModelError
from seaway.manoeuvres._bollard import cruise
from seaway.manoeuvres._fields import Commands, a_depth, a_time, a_time_step, settings_of, timing_conflicts
from seaway.manoeuvres._measures import Measure
from seaway.manoeuvres._start import (
    HoldDepth,
    Progress,
    Result,
    floats,
    held,
    recorded,
    rest_pose,
    simulation_at_rest,
    tilt_of,
)
from seaway.manoeuvres._steering import ahead_commands
from seaway.manoeuvres._step_measures import STEP, StepMeasures, step_measures
from seaway.parts import KW_ONLY, Choice, OneOrNone, Part, Scalar, ScalarOrNone
from seaway.sea import Sea
from seaway.vehicle import Vehicle

StepTarget = Literal["depth", "heading"]
_PERIOD: Final = 0.05  # between calls of the autopilot and between samples [s]
_FARTHEST: Final = 1000.0  # change of depth [m]


@dataclass(frozen=True, eq=False)
class StepResponseResult(Result):
    """Result of a ``StepResponse``.

    Attributes:
        target: Controlled quantity: depth [m], or heading, the yaw [rad].
        values: Its value at each sample, (sample,).
        initial: Set point before the step.
        goal: Set point after the step.
        start: Time of the step [s].
        measures: Measures of the response.
    """

    target: StepTarget
    values: Floats = field(repr=False)
    initial: float
    goal: float
    start: float
    measures: StepMeasures
    definitions: ClassVar = STEP

    def quantities(self) -> tuple[Measure, ...]:
        """Measures with labels, units, and reasons for those without a value."""
        *others, settling, error = super().quantities()
        settling = settling._replace(label=settling.label.format(100.0 * self.measures.band))
        return (*others, settling, error if self.target == "depth" else error._replace(unit="rad"))


class StepResponse(Part, what="step"):
    """Step response: an ``Autopilot`` holds depth or heading, and its set point changes.

    Raises:
        ModelError: A number is out of range.
    """

    target: Choice[StepTarget] = Choice(get_args(StepTarget), default="heading")
    """Controlled quantity."""
    _: KW_ONLY
    change: ScalarOrNone = ScalarOrNone(unit="rad or m", at_least=-_FARTHEST, at_most=_FARTHEST, default=None)
    """Change of the set point: deeper, or to the left by less than half a turn. Default: 1 m, or 0.5 rad."""
    ahead: Commands = Commands("unit of the command")
    """Command of the propellers ahead, one for all or by name. Default: the greatest if fins do it, else none."""
    start: Scalar = a_time(20.0)
    """Time at which the set point changes."""
    duration: Scalar = a_time(60.0)
    """Duration after the step."""
    depth: ScalarOrNone = a_depth()
    """Initial depth. Default: afloat; ten times its size for a diving vehicle."""
    hold: OneOrNone[Autopilot] = OneOrNone(Autopilot, default=None)
    """Further set points of the autopilot, its gains and natural frequencies."""
    hold_depth: Choice[HoldDepth] = Choice(get_args(HoldDepth), default="auto")
    """Whether a step of the heading also holds the initial depth; auto: if the vehicle dives and can."""
    time_step: Scalar = a_time_step(0.01)
    """Time step."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the size of the step and the number of steps."""
        if self.change == 0.0:
            yield "change", "the change must be non-zero"
        if self.target == "heading" and self.change is not None and abs(self.change) >= pi:
            message = f"a change of the heading must be < π to either side [rad], got {self.change:g}"
            yield "change", f"{message}: the autopilot goes the short way; is it in degrees?"
        if self.target == "depth" and self.depth is not None and -(self.change or 0.0) >= self.depth:
            message = f"a change of {self.change:g} m from a depth of {self.depth:g} m leads out of the water"
            yield "change", f"{message}; start deeper, or change it by less"
        yield from timing_conflicts(self.duration, self.start, self.time_step)

    def run(self, vehicle: Vehicle, sea: Sea | None = None, *, progress: Progress | None = None) -> StepResponseResult:
        """Run the manoeuvre.

        Args:
            vehicle: Vehicle whose thrusters or fins control the target.
            sea: The sea; default: ``Sea()``.
            progress: Called now and then with the simulated time and the duration [s].

        Raises:
            ModelError: The autopilot cannot control the target.
            SimulationError: The motion diverged.
        """
        water, begin, deep = Sea() if sea is None else sea, self.start, self.target == "depth"
        change = self.change if self.change is not None else 1.0 if deep else 0.5
        surface = water.surface or 0.0
        if deep and floats(vehicle, water) and self.depth is None:
            message = f"vehicle '{vehicle.name}' floats, so its depth is not controlled"
            raise ModelError(f'{message}; step its heading, target="heading" (--target heading), or give a depth')
        initial = surface - float(rest_pose(vehicle, water, self.depth).p[2]) if deep else 0.0
        if deep and initial + change <= 0.0:
            message = f"a change of {change:g} m from a depth of {initial:.3g} m leads out of the water"
            raise ModelError(f"{message}; start deeper, or change it by less")
        steps: Any = TimeTable([0.0, begin], [initial, initial + change], "step")
        loop = "depth" if deep else "yaw"
        stepping = (Autopilot() if self.hold is None else self.hold).replace(**{loop: steps})
        pilot = stepping if deep else held(self.replace(hold=stepping), vehicle, water) or stepping
        speed, driving = 0.0, dict[str, float]()
        if self.ahead is not None or _by_fins(pilot, vehicle, water, deep):
            driving = ahead_commands(vehicle, self.ahead)
            runs = cruise(vehicle, water, driving, depth=self.depth, h=self.time_step, duration=60.0)
            speed = float(runs.speeds[0])
            pilot = pilot if pilot.cruise_speed is not None else pilot.replace(cruise_speed=speed)
        controller: Any = pilot
        if driving:
            controller = Combined(CommandTable(actuators=driving), controller)
        sim = simulation_at_rest(self, vehicle, water, speed=speed)
        recording = recorded(sim, begin + self.duration, controller, period=_PERIOD, progress=progress)
        one, goal = recording[0], initial + change
        values = surface - one.position[:, 0, 2] if deep else np.unwrap(one.rpy[:, 0, 2])
        tilt = None if deep else tilt_of(recording)[:, 0]
        measures = step_measures(recording.time, values, goal, start=begin, tilt=tilt)
        settings = settings_of(self, change=change, **({"ahead": driving} if driving else {}))
        return StepResponseResult(
            vehicle.name, recording, settings, self.target, values, initial, goal, begin, measures
        )


def _by_fins(pilot: Autopilot, vehicle: Vehicle, sea: Sea, deep: bool) -> bool:
    """Whether fins control the depth, by the pitch, or the heading: they need way ahead."""
    if not vehicle.fins or "speed" in pilot.loops or "ground_speed" in pilot.loops:
        return False
    found = pilot.controller(vehicle, sea)
    return (found.by_pitch and "pitch" in found.by_fins) if deep else "yaw" in found.by_fins
