"""A step of depth or heading, held by an autopilot."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import pi
from typing import Any, ClassVar, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.control import Autopilot, Combined, CommandTable, TimeTable
from seaway.manoeuvres._bollard import cruise_speed
from seaway.manoeuvres._fields import Commands, settings_of
from seaway.manoeuvres._start import HoldDepth, Measure, Progress, Result, held, recorded, rest_pose, simulation_at_rest
from seaway.manoeuvres._steering import ahead_commands
from seaway.manoeuvres._step_measures import StepMeasures, step_measures
from seaway.parts import KW_ONLY, Choice, OneOrNone, Part, Scalar, ScalarOrNone
from seaway.sea import Sea
from seaway.vehicle import Vehicle

StepTarget = Literal["depth", "heading"]
_PERIOD: Final = 0.05


@dataclass(frozen=True, eq=False)
class StepResponseResult(Result):
    """Result of a ``StepResponse``.

    Attributes:
        target: Quantity that stepped: depth [m] or heading, the yaw [rad].
        values: Its value at each sample, (sample,).
        initial: Set point before the step.
        goal: Set point after it.
        start: Time of the step [s].
        measures: Measures of the response.
    """

    target: StepTarget
    values: Floats = field(repr=False)
    initial: float
    goal: float
    start: float
    measures: StepMeasures
    _table: ClassVar = (
        ("rise_time", "rise time, 10 % to 90 %", "s"),
        ("overshoot", "overshoot / step", "1"),
        ("peak_time", "time to the peak", "s"),
        ("settling_time", "settling time, within {:g} %", "s"),
        ("steady_error", "steady error", "m"),
    )

    def quantities(self) -> tuple[Measure, ...]:
        """Measures, with labels and units."""
        *others, settling, error = super().quantities()
        settling = settling._replace(label=settling.label.format(100.0 * self.measures.band))
        return (*others, settling, error if self.target == "depth" else error._replace(unit="rad"))


class StepResponse(Part, what="step"):
    """An ``Autopilot`` holds depth or heading; its set point changes, and the response is measured.

    Raises:
        ModelError: A number is out of range.
    """

    target: Choice[StepTarget] = Choice(get_args(StepTarget), default="heading")
    """Quantity that steps."""
    _: KW_ONLY
    change: ScalarOrNone = ScalarOrNone(unit="rad or m", default=None)
    """Change of the set point: deeper, or to the left by less than half a turn; by default 1 m, or 0.5 rad."""
    ahead: Commands = Commands("unit of the command")
    """Command of the propellers ahead, one for all or by name, for a vehicle that steers by fins; by default none."""
    start: Scalar = Scalar(unit="s", above=0.0, default=20.0)
    """Time at which the set point changes."""
    duration: Scalar = Scalar(unit="s", above=0.0, default=60.0)
    """Duration after the step."""
    depth: ScalarOrNone = ScalarOrNone(unit="m", above=0.0, default=None)
    """Depth to begin at; by default afloat, or ten of its sizes deep if it dives."""
    hold: OneOrNone[Autopilot] = OneOrNone(Autopilot, default=None)
    """Further set points of the autopilot, its gains and natural frequencies."""
    hold_depth: Choice[HoldDepth] = Choice(get_args(HoldDepth), default="no")
    """Whether a step of the heading also holds the depth of the start; auto: if it dives with fins."""
    time_step: Scalar = Scalar(unit="s", above=0.0, default=0.01)
    """Time step."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the size of the step."""
        if self.change == 0.0:
            yield "change", "the change must not be 0"
        if self.target == "heading" and self.change is not None and abs(self.change) >= pi:
            message = f"a change of the heading must be < π to either side [rad], got {self.change:g}"
            yield "change", f"{message}: the autopilot goes the short way; is it in degrees?"

    def run(self, vehicle: Vehicle, sea: Sea | None = None, *, progress: Progress | None = None) -> StepResponseResult:
        """Run it.

        Args:
            vehicle: Vehicle whose thrusters or fins control the target.
            sea: The sea; default: ``Sea()``.
            progress: Called now and then with the time done and the duration [s].

        Raises:
            ModelError: The autopilot cannot control it.
            SimulationError: The motion diverged.
        """
        water, begin, deep = Sea() if sea is None else sea, self.start, self.target == "depth"
        change = self.change if self.change is not None else 1.0 if deep else 0.5
        surface = water.surface or 0.0
        initial = surface - float(rest_pose(vehicle, water, self.depth).p[2]) if deep else 0.0
        steps: Any = TimeTable([0.0, begin], [initial, initial + change], "step")
        loop = "depth" if deep else "yaw"
        stepping = (Autopilot() if self.hold is None else self.hold).replace(**{loop: steps})
        pilot = stepping if deep else held(self.replace(hold=stepping), vehicle, water) or stepping
        speed, driving = 0.0, dict[str, float]()
        if self.ahead is not None:
            driving = ahead_commands(vehicle, self.ahead)
            speed = cruise_speed(vehicle, water, driving, depth=self.depth, h=self.time_step)
            pilot = pilot if pilot.cruise_speed is not None else pilot.replace(cruise_speed=speed)
        controller: Any = pilot
        if driving:
            controller = Combined(CommandTable(actuators=driving), controller)
        sim = simulation_at_rest(self, vehicle, water, speed=speed)
        recording = recorded(sim, begin + self.duration, controller, period=_PERIOD, progress=progress)
        one, goal = recording[0], initial + change
        values = surface - one.position[:, 0, 2] if deep else np.unwrap(one.rpy[:, 0, 2])
        measures = step_measures(recording.time, values, goal, start=begin)
        settings = settings_of(self, change=change, **({"ahead": driving} if driving else {}))
        return StepResponseResult(
            vehicle.name, recording, settings, self.target, values, initial, goal, begin, measures
        )
