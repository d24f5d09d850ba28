"""Manoeuvres with the helm: turning circle and zig-zag."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import radians
from typing import Any, Final, Literal

import numpy as np

from seaway._arrays import Floats, positive
from seaway.control import Autopilot, Combined, CommandTable, TimeTable, ZigZag
from seaway.errors import ModelError
from seaway.manoeuvres._bollard import steady_speeds
from seaway.manoeuvres._imo import Criterion, turning_criteria, zigzag_criteria
from seaway.manoeuvres._start import Manoeuvre, Quantity, rest_pose, simulation_at_rest, whole_periods
from seaway.manoeuvres._steering import Steering, steering_of
from seaway.manoeuvres._turning_measures import TurningMeasures, turning_measures
from seaway.manoeuvres._zigzag_measures import ZigZagMeasures, zigzag_measures
from seaway.sea import Sea
from seaway.sim import Command, Controller, Recording, State
from seaway.vehicle import Vehicle

__all__ = ["TurningCircle", "ZigZagTrial", "turning_circle", "zigzag"]

Side = Literal["right", "left"]

# Between calls of the controller and between samples [s]. A small vehicle turns by half a degree meanwhile.
_PERIOD: Final = 0.02


@dataclass(frozen=True, eq=False)
class TurningCircle(Manoeuvre):
    """A turning circle.

    Attributes:
        measures: Of the track.
        execute: When the helm was put over [s].
        steering: Commands ahead, and of the helm to the left.
    """

    measures: TurningMeasures
    execute: float
    steering: Steering = field(repr=False)

    def criteria(self, length: float) -> tuple[Criterion, ...]:
        """Compare it with IMO's standards for a ship of this length [m]; see ``turning_criteria``."""
        return turning_criteria(self.measures, length)

    def quantities(self) -> tuple[Quantity, ...]:
        """The measures, with labels and units."""
        m = self.measures
        return (
            Quantity("approach_speed", "speed of the approach", m.approach_speed, "m/s"),
            Quantity("advance", "advance", m.advance, "m"),
            Quantity("transfer", "transfer", m.transfer, "m"),
            Quantity("tactical_diameter", "tactical diameter", m.tactical_diameter, "m"),
            Quantity("time_90", "time to 90°", m.time_90, "s"),
            Quantity("time_180", "time to 180°", m.time_180, "s"),
            Quantity("time_360", "time to 360°", m.time_360, "s"),
            Quantity("steady_speed", "steady speed", m.steady_speed, "m/s"),
            Quantity("steady_yaw_rate", "steady yaw rate", m.steady_yaw_rate, "rad/s"),
            Quantity("steady_diameter", "steady diameter", m.steady_diameter, "m"),
            Quantity("drift_angle", "drift angle", m.drift_angle, "rad"),
            Quantity("speed_ratio", "steady speed / approach", m.speed_ratio, "1"),
        )


@dataclass(frozen=True, eq=False)
class ZigZagTrial(Manoeuvre):
    """A zig-zag.

    Attributes:
        measures: Of the track.
        angle: Change of heading at which the helm goes over [rad].
        approach_speed: When the helm was first put over [m/s].
        helm: Side of the helm at each sample: 1 left, -1 right, 0 before the first, (sample,).
        steering: Commands ahead, and of the helm to the left.
    """

    measures: ZigZagMeasures
    angle: float
    approach_speed: float
    helm: Floats = field(repr=False)
    steering: Steering = field(repr=False)

    def criteria(self, length: float) -> tuple[Criterion, ...]:
        """Compare it with IMO's standards for a ship of this length [m]; see ``zigzag_criteria``.

        They are for rudders that go over by the angle of the heading: there are none for another helm, as that of a
        rudder whose limit is less, and none for propellers.
        """
        helms = [abs(command) for command in self.steering.left.values()]
        if self.steering.by == "propellers" or any(abs(helm - self.angle) > radians(0.1) for helm in helms):
            return ()
        return zigzag_criteria(self.measures, length, self.approach_speed, self.angle)

    def quantities(self) -> tuple[Quantity, ...]:
        """The measures, with labels and units."""
        m = self.measures
        return (
            Quantity("approach_speed", "speed of the approach", self.approach_speed, "m/s"),
            Quantity("first_overshoot", "first overshoot", m.first_overshoot, "rad"),
            Quantity("second_overshoot", "second overshoot", m.second_overshoot, "rad"),
            Quantity("initial_turning_time", "initial turning time", m.initial_turning_time, "s"),
            Quantity("initial_turning_distance", "initial turning distance", m.initial_turning_distance, "m"),
            Quantity("reach", "reach", m.reach, "s"),
            Quantity("period", "complete cycle", m.period, "s"),
        )


def turning_circle(
    vehicle: Vehicle,
    sea: Sea | None = None,
    *,
    helm: float | Mapping[str, float] | None = None,
    ahead: float | Mapping[str, float] | None = None,
    side: Side = "right",
    approach: float = 30.0,
    duration: float = 120.0,
    speed: float = 0.0,
    depth: float | None = None,
    hold: Mapping[str, float] | None = None,
    time_step: float = 0.01,
) -> TurningCircle:
    """Run a turning circle: ahead until the speed is steady, then the helm hard over.

    Until then rudders keep the course by an ``Autopilot``; a vehicle that is steered otherwise goes as it goes.

    Args:
        vehicle: The vehicle.
        sea: Where; ``Sea()`` where None. A current has no part in the steady measures, but in the others.
        helm: An angle of the rudders [rad], a change of the commands of propellers on both sides, or commands by name
            that turn it to the left; 35° or half of ``ahead`` where None. See ``steering_of``.
        ahead: Command of the propellers, one for all or by name; their greatest where None.
        side: To which it turns.
        approach: Time ahead before the helm is put over [s].
        duration: Time after that [s].
        speed: At the start [m/s].
        depth: To begin at [m]; see ``rest_pose`` where None.
        hold: Set points of an ``Autopilot`` beside the helm, all the time: ``{"depth": 5.0}`` for one that dives.
        time_step: h [s].

    Raises:
        ModelError: It cannot be driven or steered so, or a number is out of its range.
        SimulationError: The motion diverged.
    """
    water = Sea() if sea is None else sea
    sign = _sign(side)
    steering = steering_of(vehicle, water, helm=helm, ahead=ahead)
    start = positive(approach, "the time of the approach [s]")
    orders = {
        name: _after(start, steering.ahead.get(name, 0.0), sign * steering.left.get(name, 0.0))
        for name in {**steering.ahead, **steering.left}
    }
    table = CommandTable(actuators=orders)
    recording = _sailed(vehicle, water, table, steering, start, duration, speed, depth, hold, time_step)
    x, y, yaw = _track(recording)
    return TurningCircle(
        vehicle.name,
        recording,
        {
            "side": side,
            "ahead": dict(steering.ahead),
            "helm_left": dict(steering.left),
            "approach": start,
            "hold": dict(hold or {}),
        },
        turning_measures(recording.time, x, y, yaw, execute=start),
        start,
        steering,
    )


def zigzag(
    vehicle: Vehicle,
    sea: Sea | None = None,
    *,
    angle: float = radians(10.0),
    helm: float | Mapping[str, float] | None = None,
    ahead: float | Mapping[str, float] | None = None,
    side: Side = "right",
    approach: float = 30.0,
    duration: float = 60.0,
    speed: float = 0.0,
    depth: float | None = None,
    hold: Mapping[str, float] | None = None,
    time_step: float = 0.01,
) -> ZigZagTrial:
    """Run a zig-zag: ahead until the speed is steady, then the helm over each time the heading has changed by an angle.

    Until the first execute rudders keep the course by an ``Autopilot``.

    Args:
        vehicle: The vehicle.
        sea: Where; ``Sea()`` where None.
        angle: Change of heading at which the helm goes over [rad]; 10° where not given.
        helm: As in ``turning_circle``; of rudders the same as the angle where None.
        ahead: Command of the propellers, one for all or by name; their greatest where None.
        side: To which the helm is put first.
        approach: Time ahead before the helm is first put over [s].
        duration: Time after that [s].
        speed: At the start [m/s].
        depth: To begin at [m]; see ``rest_pose`` where None.
        hold: Set points of an ``Autopilot`` beside the helm, all the time.
        time_step: h [s].

    Raises:
        ModelError: It cannot be driven or steered so, or a number is out of its range.
        SimulationError: The motion diverged.
    """
    water = Sea() if sea is None else sea
    first = _sign(side)
    steering = steering_of(vehicle, water, helm=helm, ahead=ahead, largest=positive(angle, "the angle of a zig-zag"))
    start = positive(approach, "the time of the approach [s]")
    helm_log = _Logged(ZigZag(steering.left, angle, steering.ahead, first=side, start=start))
    recording = _sailed(vehicle, water, helm_log, steering, start, duration, speed, depth, hold, time_step)
    x, y, yaw = _track(recording)
    # The helm was asked for at each sample but the last.
    sides = np.array([*helm_log.sides, helm_log.sides[-1]])
    measures = zigzag_measures(recording.time, yaw, sides, x, y)
    before = int(np.searchsorted(recording.time, start)) - 1
    v = recording.velocity[max(before, 0), 0, 0, :2]
    settings = {
        "angle": float(angle),
        "first": "left" if first > 0.0 else "right",
        "ahead": dict(steering.ahead),
        "helm_left": dict(steering.left),
        "approach": start,
        "hold": dict(hold or {}),
    }
    approached = float(np.hypot(*v))
    return ZigZagTrial(vehicle.name, recording, settings, measures, float(angle), approached, sides, steering)


def _sign(side: Any) -> float:
    if side not in ("left", "right"):
        raise ModelError(f"a vehicle turns to the 'left' or to the 'right', got {side!r}")
    return 1.0 if side == "left" else -1.0


def _after(start: float, before: float, change: float) -> float | TimeTable:
    return before if change == 0.0 else TimeTable([0.0, start], [before, before + change], between="step")


def _sailed(
    vehicle: Vehicle,
    sea: Sea,
    controller: Controller,
    steering: Steering,
    start: float,
    duration: float,
    speed: float,
    depth: float | None,
    hold: Mapping[str, float] | None,
    time_step: float,
) -> Recording:
    """Run the approach and the manoeuvre; rudders keep the course until the helm is put over."""
    pose = rest_pose(vehicle, sea, depth)
    period = whole_periods(time_step, _PERIOD)
    controllers = [controller]
    if hold or steering.by == "rudder":
        cruise = (
            speed
            if speed > 0.0
            else float(steady_speeds(vehicle, sea, [steering.ahead], time_step, depth=depth).speeds[0])
        )
        options: dict[str, Any] = {"cruise_speed": cruise}
        if hold:
            controllers.append(Autopilot(vehicle, sea, **dict[str, Any](hold), **options))
        if steering.by == "rudder":
            controllers.append(_Until(start, Autopilot(vehicle, sea, yaw=0.0, fins=("yaw",), **options)))
    sim = simulation_at_rest(vehicle, sea, pose, time_step, speed)
    return sim.run(
        start + positive(duration, "the duration of a manoeuvre [s]"),
        controller if len(controllers) == 1 else Combined(*controllers),
        control_period=period,
        record=("state", "actuators"),
        record_period=period,
    )


class _Until:
    """A controller that is done at some time."""

    def __init__(self, end: float, controller: Controller):
        self.end, self.controller = end, controller

    def __call__(self, t: float, state: State) -> Command | Any:
        # Times are n h, rounded.
        return self.controller(t, state) if t < self.end * (1.0 - 1e-12) else Command()


class _Logged:
    """A zig-zag that keeps the side of its helm at each call."""

    def __init__(self, zigzag: ZigZag):
        self.zigzag = zigzag
        self.sides: list[float] = []

    def __call__(self, t: float, state: State) -> Command:
        command = self.zigzag(t, state)
        self.sides.append(float(self.zigzag.sides(1)[0]))
        return command


def _track(recording: Recording) -> tuple[Floats, Floats, Floats]:
    """x, y and yaw of the first row."""
    vehicle = recording[0]
    return vehicle.position[:, 0, 0], vehicle.position[:, 0, 1], vehicle.rpy[:, 0, 2]
