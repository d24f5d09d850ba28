"""Manoeuvres with the helm: turning circle and zig-zag."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import degrees, inf, pi, radians
from typing import Any, ClassVar, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.control import Autopilot, Combined, CommandTable, TimeTable, ZigZag
from seaway.manoeuvres._bollard import cruise, guessed_cruise
from seaway.manoeuvres._fields import (
    Commands,
    a_depth,
    a_speed,
    a_time_or_none,
    a_time_step,
    settings_of,
    timing_conflicts,
)
from seaway.manoeuvres._imo import Criterion
from seaway.manoeuvres._measures import Findings, Measure
from seaway.manoeuvres._start import (
    HoldDepth,
    Progress,
    Result,
    held,
    recorded,
    run_long_enough,
    simulation_at_rest,
    submerged,
    tilt_of,
)
from seaway.manoeuvres._steering import Steering, steering_of
from seaway.manoeuvres._tracks import UPRIGHT, approach_speed
from seaway.manoeuvres._turning_measures import TURNING, TurningMeasures, turning_measures
from seaway.manoeuvres._zigzag_measures import ZIGZAG, ZigZagMeasures, zigzag_measures
from seaway.parts import KW_ONLY, Choice, OneOrNone, Part, Scalar, ScalarOrNone
from seaway.sea import Sea
from seaway.sim import Recording
from seaway.vehicle import Vehicle

Side = Literal["right", "left"]

# Between calls of the controller and between samples [s]. A small vehicle turns by half a degree in this time.
_PERIOD: Final = 0.02
# Default durations [s]: the next one is used if the one before is too short for all measures.
_TURNING: Final = (120.0, 240.0, 480.0, 960.0)
_ZIGZAG: Final = (60.0, 120.0, 240.0, 480.0)
_EXECUTES: Final = 4  # of a zig-zag with a complete cycle
_ANSWERED: Final = radians(1.0)  # change of heading of a vehicle that answers its helm
_FAINT: Final = 1e-3  # natural frequency of a loop that is to do nothing [rad/s]


@dataclass(frozen=True, eq=False)
class TurningCircleResult(Result):
    """Result of a ``TurningCircle``.

    Attributes:
        measures: Measures of the track.
        execute: Time at which the helm is put over [s].
        steering: Commands ahead, and of the helm to the left.
        no_ship: Why IMO's standards do not apply to this trial, whatever the length; empty if they do.
    """

    measures: TurningMeasures
    execute: float
    steering: Steering = field(repr=False)
    no_ship: str = ""
    definitions: ClassVar = TURNING

    def criteria(self, length: float) -> tuple[Criterion, ...]:
        """Compare with IMO's standards for a ship of this length between perpendiculars [m].

        Each criterion has the reason if it does not apply: they are for surface ships steered by a rudder, in calm
        water, after a steady approach.
        """
        return self.measures.criteria(length, reason=self.no_ship)


@dataclass(frozen=True, eq=False)
class ZigZagTrialResult(Result):
    """Result of a ``ZigZagTrial``.

    Attributes:
        measures: Measures of the track.
        angle: Change of heading at which the helm is reversed [rad].
        approach_speed: Speed at the first execute [m/s].
        execute: Time of the first execute [s].
        helm: Side of the helm at each sample: 1 left, -1 right, 0 before the first execute, (sample,).
        steering: Commands ahead, and of the helm to the left.
        no_ship: Why IMO's standards do not apply to this trial, whatever the length; empty if they do.
        unsteady: Why the speed at the first execute is not that of a steady approach; empty if it is.
    """

    measures: ZigZagMeasures
    angle: float
    approach_speed: float
    execute: float
    helm: Floats = field(repr=False)
    steering: Steering = field(repr=False)
    no_ship: str = ""
    unsteady: str = ""
    definitions: ClassVar = ZIGZAG

    def quantities(self) -> tuple[Measure, ...]:
        """Measures with labels, units, and reasons for those without a value."""
        speed, *others = self.definitions
        m, found = self.measures, Findings()
        approach = found(speed.key, self.approach_speed, self.unsteady)
        return (
            Measure(speed.key, speed.label, approach, speed.unit, self.unsteady),
            *(Measure(key, label, getattr(m, key), unit, m.reasons.get(key, "")) for key, label, unit, _ in others),
        )

    @property
    def no_criteria(self) -> str:
        """Why IMO has no standards for a zig-zag like this one; empty if it has."""
        angle = degrees(self.angle)
        if min(abs(angle - 10.0), abs(angle - 20.0)) > 0.1:
            return f"they are for zig-zags of 10°/10° and 20°/20°, and this one has {angle:.3g}°"
        if self.steering.by == "propellers":
            return "they are for rudders, and this vehicle is steered by its propellers"
        helms = [degrees(abs(command)) for command in self.steering.left.values()]
        off = [helm for helm in helms if abs(helm - angle) > 0.1]
        if not off:
            return ""
        return f"they are for rudders put over by the change of heading, {angle:.3g}°, and this one by {off[0]:.3g}°"

    def criteria(self, length: float) -> tuple[Criterion, ...]:
        """Compare with IMO's standards for a ship of this length between perpendiculars [m].

        There are none for other zig-zags than 10°/10° and 20°/20° by rudders: ``no_criteria`` has the reason. Each
        criterion has the reason if it does not apply.
        """
        if self.no_criteria:
            return ()
        reason = self.no_ship or self.unsteady
        return self.measures.criteria(length, self.approach_speed, self.angle, reason=reason)


class TurningCircle(Part, what="turning circle"):
    """Turning circle: ahead until the speed is steady, then the helm hard over.

    In the approach an ``Autopilot`` keeps the course, by rudders, or by the thrusters of a diving vehicle.

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
    """Side of the turn."""
    _: KW_ONLY
    helm: Commands = Commands("rad or unit of the command")
    """Rudder angle, change of the propeller commands on both sides, or commands by name that turn it to the left.

    Default: 35° or the limit of the rudder; half of ahead.
    """
    ahead: Commands = Commands("unit of the command")
    """Command of the propellers ahead, one for all or by name. Default: the greatest, half for a diving vehicle
    without rudders."""
    approach: ScalarOrNone = a_time_or_none()
    """Time ahead before the helm is put over. Default: until the speed is steady, 30 s or more."""
    duration: ScalarOrNone = a_time_or_none()
    """Duration of the manoeuvre, after the approach. Default: until a steady turn is measured, 120 to 960 s."""
    speed: Scalar = a_speed()
    """Initial speed."""
    depth: ScalarOrNone = a_depth()
    """Initial depth. Default: afloat; ten times its size for a diving vehicle."""
    hold: OneOrNone[Autopilot] = OneOrNone(Autopilot, default=None)
    """Autopilot beside the helm, during the whole run."""
    hold_depth: Choice[HoldDepth] = Choice(get_args(HoldDepth), default="auto")
    """Whether an autopilot holds the initial depth; auto: if the vehicle dives and can."""
    time_step: Scalar = a_time_step(0.01)
    """Time step."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the number of steps."""
        yield from timing_conflicts(self.duration, self.approach, self.time_step)

    def run(self, vehicle: Vehicle, sea: Sea | None = None, *, progress: Progress | None = None) -> TurningCircleResult:
        """Run the manoeuvre.

        Args:
            vehicle: The vehicle.
            sea: The sea; default: ``Sea()``. A current affects all measures except the steady ones.
            progress: Called now and then with the simulated time and the duration [s].

        Raises:
            ModelError: Nothing drives or steers the vehicle, or it makes no way ahead.
            SimulationError: The motion diverged.
        """
        water = Sea() if sea is None else sea
        deep = submerged(vehicle, water, self.depth)
        steering = steering_of(vehicle, water, helm=self.helm, ahead=self.ahead, diving=deep)
        start, pilots = _approach(self, vehicle, water, steering, deep)
        sign = 1.0 if self.side == "left" else -1.0
        orders = dict[str, Any](steering.ahead)
        for name, change in steering.left.items():
            before = steering.ahead.get(name, 0.0)
            orders[name] = TimeTable([0.0, start], [before, before + sign * change], "step") if change else before
        controllers = [CommandTable(actuators=orders), *pilots]
        recording, duration = run_long_enough(
            self.duration,
            _TURNING,
            lambda duration: _sailed(self, vehicle, water, start + duration, controllers, progress),
            lambda recording: not _goes_on(recording, start, 2.5 * pi),
        )
        x, y, yaw, tilt = _track(recording)
        measures = turning_measures(recording.time, x, y, yaw, execute=start, side=self.side, tilt=tilt)
        settings = settings_of(self, approach=start, duration=duration, ahead=steering.ahead, helm_left=steering.left)
        return TurningCircleResult(
            vehicle.name, recording, settings, measures, start, steering, _no_ship(water, steering, deep)
        )


class ZigZagTrial(Part, what="zig-zag"):
    """Zig-zag: ahead until the speed is steady, then the helm reversed whenever the heading has changed by an angle.

    In the approach an ``Autopilot`` keeps the course, by rudders, or by the thrusters of a diving vehicle.

    Raises:
        ModelError: A number is out of range.
    """

    angle: Scalar = Scalar(unit="rad", above=0.0, below=np.pi, default=radians(10.0))
    """Change of heading at which the helm is reversed."""
    _: KW_ONLY
    helm: Commands = Commands("rad or unit of the command")
    """Rudder angle, change of the propeller commands on both sides, or commands by name that turn it to the left.

    Default: the angle of the heading; half of ahead.
    """
    ahead: Commands = Commands("unit of the command")
    """Command of the propellers ahead, one for all or by name. Default: the greatest, half for a diving vehicle
    without rudders."""
    side: Choice[Side] = Choice(get_args(Side), default="right")
    """Side of the first helm."""
    approach: ScalarOrNone = a_time_or_none()
    """Time ahead before the helm is put over. Default: until the speed is steady, 30 s or more."""
    duration: ScalarOrNone = a_time_or_none()
    """Duration of the manoeuvre, after the approach. Default: until a complete cycle is measured, 60 to 480 s."""
    speed: Scalar = a_speed()
    """Initial speed."""
    depth: ScalarOrNone = a_depth()
    """Initial depth. Default: afloat; ten times its size for a diving vehicle."""
    hold: OneOrNone[Autopilot] = OneOrNone(Autopilot, default=None)
    """Autopilot beside the helm, during the whole run."""
    hold_depth: Choice[HoldDepth] = Choice(get_args(HoldDepth), default="auto")
    """Whether an autopilot holds the initial depth; auto: if the vehicle dives and can."""
    time_step: Scalar = a_time_step(0.01)
    """Time step."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the number of steps."""
        yield from timing_conflicts(self.duration, self.approach, self.time_step)

    def run(self, vehicle: Vehicle, sea: Sea | None = None, *, progress: Progress | None = None) -> ZigZagTrialResult:
        """Run the manoeuvre.

        Args:
            vehicle: The vehicle.
            sea: The sea; default: ``Sea()``.
            progress: Called now and then with the simulated time and the duration [s].

        Raises:
            ModelError: Nothing drives or steers the vehicle, or it makes no way ahead.
            SimulationError: The motion diverged.
        """
        water, angle = Sea() if sea is None else sea, self.angle
        deep = submerged(vehicle, water, self.depth)
        steering = steering_of(vehicle, water, helm=self.helm, ahead=self.ahead, largest=angle, diving=deep)
        start, pilots = _approach(self, vehicle, water, steering, deep)
        zigzag = ZigZag(angle, steering.left, steady=steering.ahead, first=self.side, start=start)
        recording, duration = run_long_enough(
            self.duration,
            _ZIGZAG,
            lambda duration: _sailed(self, vehicle, water, start + duration, [zigzag, *pilots], progress),
            lambda run: int(np.count_nonzero(np.diff(_helm(run)))) >= _EXECUTES or not _goes_on(run, start, inf),
        )
        helm = _helm(recording)
        x, y, yaw, tilt = _track(recording)
        measures = zigzag_measures(recording.time, yaw, helm, x, y, first=self.side, tilt=tilt)
        speed, unsteady = approach_speed(recording.time, x, y, start)
        settings = settings_of(self, approach=start, duration=duration, ahead=steering.ahead, helm_left=steering.left)
        about = vehicle.name, recording, settings, measures
        no_ship = _no_ship(water, steering, deep)
        return ZigZagTrialResult(*about, angle, speed, start, helm, steering, no_ship, unsteady)


def _no_ship(sea: Sea, steering: Steering, deep: bool) -> str:
    """Why IMO's standards do not apply to a trial; empty if they do, given the length of the ship."""
    if deep:
        return "the standards are for ships at the surface, and this vehicle is submerged"
    if steering.by == "propellers":
        return "the standards are for rudders, and this vehicle is steered by its propellers"
    moving = [name for name in ("waves", "current", "wind") if getattr(sea, name) is not None]
    return f"the standards are for calm water, and this sea has {moving[0]}" if moving else ""


def _approach(
    manoeuvre: TurningCircle | ZigZagTrial, vehicle: Vehicle, sea: Sea, steering: Steering, deep: bool
) -> tuple[float, list[Autopilot]]:
    """Duration of the approach [s], and the autopilots beside the helm: one keeps the course until it is put over."""
    m, hold = manoeuvre, held(manoeuvre, vehicle, sea)
    speed = m.speed
    if speed == 0.0 and (steering.by == "rudder" or (hold is not None and vehicle.fins)):
        speed = guessed_cruise(vehicle, sea, steering.ahead, depth=m.depth, h=m.time_step)

    def pilots(speed: float, until: float | None) -> list[Autopilot]:
        found = list[Autopilot]()
        cruising: dict[str, Any] = {"cruise_speed": speed} if speed > 0.0 else {}
        if hold is not None:
            found.append(hold if hold.cruise_speed is not None else hold.replace(**cruising))
        if steering.by == "rudder":
            found.append(Autopilot(yaw=0.0, fins=("yaw",), until=until, **cruising))
        elif steering.by == "propellers" and deep:
            # The other autopilot levels the vehicle; this one would do so once more.
            faint = {} if hold is None else {"roll": _FAINT, "pitch": _FAINT}
            found.append(Autopilot(yaw=0.0, until=until, natural_frequencies=faint, **cruising))
        return found

    if m.approach is not None:
        return m.approach, pilots(speed, m.approach)
    runs = cruise(vehicle, sea, steering.ahead, depth=m.depth, h=m.time_step, hold=pilots(speed, None))
    return runs.approach, pilots(speed, runs.approach)


def _sailed(
    manoeuvre: TurningCircle | ZigZagTrial,
    vehicle: Vehicle,
    sea: Sea,
    duration: float,
    controllers: list[Any],
    progress: Progress | None,
) -> Recording:
    """Run the approach and the manoeuvre."""
    m = manoeuvre
    sim = simulation_at_rest(m, vehicle, sea, speed=m.speed)
    both = controllers[0] if len(controllers) == 1 else Combined(*controllers)
    return recorded(sim, duration, both, period=_PERIOD, progress=progress)


def _goes_on(recording: Recording, execute: float, enough: float) -> bool:
    """Whether a longer run may show more: the vehicle answers its helm, is upright, and has not turned enough [rad]."""
    _, _, yaw, tilt = _track(recording)
    heading = np.unwrap(yaw)
    turned = float(np.max(np.abs(heading - np.interp(execute, recording.time, heading))))
    return _ANSWERED < turned < enough and float(np.max(tilt)) <= UPRIGHT


def _helm(recording: Recording) -> Floats:
    """Side of the helm of a zig-zag: 1 left, -1 right, 0 before the first execute, (sample,)."""
    return recording.control["zigzag.side"].values[:, 0]


def _track(recording: Recording) -> tuple[Floats, Floats, Floats, Floats]:
    """x, y, yaw and tilt of the first run."""
    vehicle = recording[0]
    return vehicle.position[:, 0, 0], vehicle.position[:, 0, 1], vehicle.rpy[:, 0, 2], tilt_of(recording)[:, 0]
