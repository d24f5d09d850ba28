"""Manoeuvres with the helm: turning circle and zig-zag."""

from dataclasses import dataclass, field
from math import radians
from typing import Any, ClassVar, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.control import Autopilot, Combined, CommandTable, TimeTable, ZigZag
from seaway.manoeuvres._bollard import cruise_speed
from seaway.manoeuvres._fields import Commands, settings_of
from seaway.manoeuvres._imo import Criterion
from seaway.manoeuvres._start import HoldDepth, Progress, Result, held, recorded, simulation_at_rest
from seaway.manoeuvres._steering import Steering, steering_of
from seaway.manoeuvres._turning_measures import TurningMeasures, turning_measures
from seaway.manoeuvres._zigzag_measures import ZigZagMeasures, zigzag_measures
from seaway.parts import KW_ONLY, Choice, OneOrNone, Part, Scalar, ScalarOrNone
from seaway.sea import Sea
from seaway.sim import Recording
from seaway.vehicle import Vehicle

Side = Literal["right", "left"]

# Between calls of the controller and between samples [s]. A small vehicle turns by half a degree meanwhile.
_PERIOD: Final = 0.02


@dataclass(frozen=True, eq=False)
class TurningCircleResult(Result):
    """Result of a ``TurningCircle``.

    Attributes:
        measures: Measures of the track.
        execute: Time at which the helm was put over [s].
        steering: Commands ahead, and of the helm to the left.
    """

    measures: TurningMeasures
    execute: float
    steering: Steering = field(repr=False)
    _table: ClassVar = (
        ("approach_speed", "speed of the approach", "m/s"),
        ("advance", "advance", "m"),
        ("transfer", "transfer", "m"),
        ("tactical_diameter", "tactical diameter", "m"),
        ("time_90", "time to 90°", "s"),
        ("time_180", "time to 180°", "s"),
        ("time_360", "time to 360°", "s"),
        ("steady_speed", "steady speed", "m/s"),
        ("steady_yaw_rate", "steady yaw rate", "rad/s"),
        ("steady_diameter", "steady diameter", "m"),
        ("drift_angle", "drift angle", "rad"),
        ("speed_ratio", "steady speed / approach", "1"),
    )

    def criteria(self, length: float) -> tuple[Criterion, ...]:
        """Compare with IMO's standards for a ship of this length between perpendiculars [m]."""
        return self.measures.criteria(length)


@dataclass(frozen=True, eq=False)
class ZigZagTrialResult(Result):
    """Result of a ``ZigZagTrial``.

    Attributes:
        measures: Measures of the track.
        angle: Change of heading at which the helm goes over [rad].
        approach_speed: Speed when the helm was first put over [m/s].
        helm: Side of the helm at each sample: 1 left, -1 right, 0 before the first, (sample,).
        steering: Commands ahead, and of the helm to the left.
    """

    measures: ZigZagMeasures
    angle: float
    approach_speed: float
    helm: Floats = field(repr=False)
    steering: Steering = field(repr=False)
    _table: ClassVar = (
        ("approach_speed", "speed of the approach", "m/s"),
        ("first_overshoot", "first overshoot", "rad"),
        ("second_overshoot", "second overshoot", "rad"),
        ("initial_turning_time", "initial turning time", "s"),
        ("initial_turning_distance", "initial turning distance", "m"),
        ("reach", "reach", "s"),
        ("period", "complete cycle", "s"),
    )

    def criteria(self, length: float) -> tuple[Criterion, ...]:
        """Compare with IMO's standards for a ship of this length between perpendiculars [m].

        They are for rudders that go over by the angle of the heading: there are none for another helm, e.g. a rudder
        with a smaller limit, and none for propellers.
        """
        helms = [abs(command) for command in self.steering.left.values()]
        if self.steering.by == "propellers" or any(abs(helm - self.angle) > radians(0.1) for helm in helms):
            return ()
        return self.measures.criteria(length, self.approach_speed, self.angle)


class TurningCircle(Part, what="turning circle"):
    """Ahead until the speed is steady, then the helm hard over.

    Until then rudders keep the course by an ``Autopilot``; a vehicle that is steered otherwise is left alone.

    Raises:
        ModelError: A number is out of range.

    Example:
        >>> from seaway import library
        >>> from seaway.manoeuvres import TurningCircle
        >>> otter = library.entry("otter")
        >>> round(TurningCircle("left", duration=40.0).run(otter.vehicle, otter.sea).measures.advance, 2)
        8.72
    """

    side: Choice[Side] = Choice(get_args(Side), default="right")
    """Side to which it turns."""
    _: KW_ONLY
    helm: Commands = Commands("rad or unit of the command")
    """Angle of the rudders, change of the propellers on both sides, or commands by name that turn it to the left.

    By default 35°, or half of ahead.
    """
    ahead: Commands = Commands("unit of the command")
    """Command of the propellers ahead, one for all or by name; by default their greatest."""
    approach: Scalar = Scalar(unit="s", above=0.0, default=30.0)
    """Time ahead before the helm is put over."""
    duration: Scalar = Scalar(unit="s", above=0.0, default=120.0)
    """Duration of the manoeuvre, after the approach."""
    speed: Scalar = Scalar(unit="m/s", at_least=0.0, default=0.0)
    """Speed at the start."""
    depth: ScalarOrNone = ScalarOrNone(unit="m", above=0.0, default=None)
    """Depth to begin at; by default afloat, or ten of its sizes deep if it dives."""
    hold: OneOrNone[Autopilot] = OneOrNone(Autopilot, default=None)
    """Autopilot beside the helm, all the time."""
    hold_depth: Choice[HoldDepth] = Choice(get_args(HoldDepth), default="no")
    """Whether an autopilot holds the depth of the start; auto: if it dives with fins."""
    time_step: Scalar = Scalar(unit="s", above=0.0, default=0.01)
    """Time step."""

    def run(self, vehicle: Vehicle, sea: Sea | None = None, *, progress: Progress | None = None) -> TurningCircleResult:
        """Run it.

        Args:
            vehicle: The vehicle.
            sea: The sea; default: ``Sea()``. A current does not affect the steady measures, but the others.
            progress: Called now and then with the time done and the duration [s].

        Raises:
            ModelError: The vehicle cannot be driven or steered so.
            SimulationError: The motion diverged.
        """
        water, start = Sea() if sea is None else sea, self.approach
        steering = steering_of(vehicle, water, helm=self.helm, ahead=self.ahead)
        sign = 1.0 if self.side == "left" else -1.0
        orders = dict[str, Any](steering.ahead)
        for name, change in steering.left.items():
            before = steering.ahead.get(name, 0.0)
            orders[name] = TimeTable([0.0, start], [before, before + sign * change], "step") if change else before
        recording = _sailed(self, vehicle, water, CommandTable(actuators=orders), steering, progress)
        measures = turning_measures(recording.time, *_track(recording), execute=start)
        settings = settings_of(self, ahead=steering.ahead, helm_left=steering.left)
        return TurningCircleResult(vehicle.name, recording, settings, measures, start, steering)


class ZigZagTrial(Part, what="zig-zag"):
    """Ahead until the speed is steady, then the helm over each time the heading has changed by an angle.

    Until the first execute rudders keep the course by an ``Autopilot``.

    Raises:
        ModelError: A number is out of range.
    """

    angle: Scalar = Scalar(unit="rad", above=0.0, below=np.pi, default=radians(10.0))
    """Change of heading at which the helm goes over."""
    _: KW_ONLY
    helm: Commands = Commands("rad or unit of the command")
    """Angle of the rudders, change of the propellers on both sides, or commands by name that turn it to the left.

    By default the angle of the heading, or half of ahead.
    """
    ahead: Commands = Commands("unit of the command")
    """Command of the propellers ahead, one for all or by name; by default their greatest."""
    side: Choice[Side] = Choice(get_args(Side), default="right")
    """Side to which the helm is put first."""
    approach: Scalar = Scalar(unit="s", above=0.0, default=30.0)
    """Time ahead before the helm is first put over."""
    duration: Scalar = Scalar(unit="s", above=0.0, default=60.0)
    """Duration of the manoeuvre, after the approach."""
    speed: Scalar = Scalar(unit="m/s", at_least=0.0, default=0.0)
    """Speed at the start."""
    depth: ScalarOrNone = ScalarOrNone(unit="m", above=0.0, default=None)
    """Depth to begin at; by default afloat, or ten of its sizes deep if it dives."""
    hold: OneOrNone[Autopilot] = OneOrNone(Autopilot, default=None)
    """Autopilot beside the helm, all the time."""
    hold_depth: Choice[HoldDepth] = Choice(get_args(HoldDepth), default="no")
    """Whether an autopilot holds the depth of the start; auto: if it dives with fins."""
    time_step: Scalar = Scalar(unit="s", above=0.0, default=0.01)
    """Time step."""

    def run(self, vehicle: Vehicle, sea: Sea | None = None, *, progress: Progress | None = None) -> ZigZagTrialResult:
        """Run it.

        Args:
            vehicle: The vehicle.
            sea: The sea; default: ``Sea()``.
            progress: Called now and then with the time done and the duration [s].

        Raises:
            ModelError: The vehicle cannot be driven or steered so.
            SimulationError: The motion diverged.
        """
        water, angle, start = Sea() if sea is None else sea, self.angle, self.approach
        steering = steering_of(vehicle, water, helm=self.helm, ahead=self.ahead, largest=angle)
        zigzag = ZigZag(angle, steering.left, steady=steering.ahead, first=self.side, start=start)
        recording = _sailed(self, vehicle, water, zigzag, steering, progress)
        x, y, yaw = _track(recording)
        helm = recording.control["zigzag.side"].values[:, 0]
        measures = zigzag_measures(recording.time, yaw, helm, x, y)
        before = int(np.searchsorted(recording.time, start)) - 1
        approached = float(np.hypot(*recording.velocity[max(before, 0), 0, 0, :2]))
        settings = settings_of(self, ahead=steering.ahead, helm_left=steering.left)
        return ZigZagTrialResult(vehicle.name, recording, settings, measures, angle, approached, helm, steering)


def _sailed(
    manoeuvre: TurningCircle | ZigZagTrial,
    vehicle: Vehicle,
    sea: Sea,
    controller: CommandTable | ZigZag,
    steering: Steering,
    progress: Progress | None,
) -> Recording:
    """Run the approach and the manoeuvre; rudders keep the course until the helm is put over."""
    m = manoeuvre
    controllers, hold = list[Any]((controller,)), held(m, vehicle, sea)
    if hold is not None or steering.by == "rudder":
        cruise = m.speed
        if cruise == 0.0:
            cruise = cruise_speed(vehicle, sea, steering.ahead, depth=m.depth, h=m.time_step)
        if hold is not None:
            hold = hold if hold.cruise_speed is not None else hold.replace(cruise_speed=cruise)
            controllers.append(hold)
        if steering.by == "rudder":
            controllers.append(Autopilot(yaw=0.0, fins=("yaw",), cruise_speed=cruise, until=m.approach))
    sim = simulation_at_rest(m, vehicle, sea, speed=m.speed)
    both = controller if len(controllers) == 1 else Combined(*controllers)
    return recorded(sim, m.approach + m.duration, both, period=_PERIOD, progress=progress)


def _track(recording: Recording) -> tuple[Floats, Floats, Floats]:
    """x, y and yaw of the first run."""
    vehicle = recording[0]
    return vehicle.position[:, 0, 0], vehicle.position[:, 0, 1], vehicle.rpy[:, 0, 2]
