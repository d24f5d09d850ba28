"""Measures of a turning circle."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import degrees, pi, radians
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.manoeuvres._imo import Criterion, compared
from seaway.manoeuvres._measures import Definition, Findings
from seaway.manoeuvres._tracks import approach_speed, at, first_passing, samples, upright_samples

# The last whole turn counts as steady from this change of heading on ...
_TRANSIENT: Final = 0.5 * pi
# ... if the speeds and the yaw rates of its halves differ by no more than this share.
_STEADY: Final = 0.05
# Mean resultant length of the angle between heading and course, below which that angle is scatter; and the largest
# angle: a vehicle that goes farther abeam than that turns on the spot.
_ALIGNED: Final = 0.9
_ABEAM: Final = radians(75.0)

_STEADY_TURN: Final = "450° of heading; speed and yaw rate of the halves of the last turn equal to 5 %"

TURNING: Final = (
    Definition(
        "approach_speed",
        "approach speed",
        "m/s",
        "mean speeds of the last two tenths of the approach equal to 2 %",
    ),
    Definition("advance", "advance", "m", "90° of heading to the side of the helm; > 0"),
    Definition("transfer", "transfer", "m", "90° of heading to the side of the helm; > 0"),
    Definition("tactical_diameter", "tactical diameter", "m", "180° of heading to the side of the helm; > 0"),
    Definition("time_90", "time to 90°", "s", "90° of heading to the side of the helm"),
    Definition("time_180", "time to 180°", "s", "180° of heading to the side of the helm"),
    Definition("time_360", "time to 360°", "s", "360° of heading to the side of the helm"),
    Definition("steady_speed", "steady speed", "m/s", _STEADY_TURN),
    Definition("steady_yaw_rate", "steady yaw rate", "rad/s", _STEADY_TURN),
    Definition("steady_diameter", "steady diameter", "m", _STEADY_TURN),
    Definition(
        "drift_angle",
        "drift angle",
        "rad",
        "steady turn; angle of at most 75° between heading and course",
    ),
    Definition("speed_ratio", "steady speed / approach speed", "1", "a steady approach and a steady turn"),
)
"""Measures of a turning circle."""


@dataclass(frozen=True)
class TurningMeasures:
    """Measures of a turning circle; None for one whose condition is not met, with the reason in ``reasons``.

    Attributes:
        side: Side to which the vehicle turns.
        approach_speed: Speed when the helm is put over [m/s].
        advance: Distance along the old course until the heading has changed by 90° [m].
        transfer: Distance across the old course until the heading has changed by 90°, to the side of the turn [m].
        tactical_diameter: Distance across the old course until the heading has changed by 180° [m].
        time_90: Time from the helm to a change of 90° [s].
        time_180: Time from the helm to a change of 180° [s].
        time_360: Time from the helm to a change of 360° [s].
        steady_speed: Mean speed of the last whole turn [m/s].
        steady_yaw_rate: Magnitude of the yaw rate of the last whole turn [rad/s].
        steady_diameter: Diameter of the last whole turn [m]: twice speed over yaw rate.
        drift_angle: Drift angle of the last whole turn [rad]: heading minus course, positive into the circle.
        reasons: Why measures have no value, by key.

    Reference:
        IMO, Explanatory Notes to the Standards for Ship Manoeuvrability, MSC/Circ.1053, 2002.
    """

    side: Literal["right", "left"]
    approach_speed: float | None
    advance: float | None
    transfer: float | None
    tactical_diameter: float | None
    time_90: float | None
    time_180: float | None
    time_360: float | None
    steady_speed: float | None
    steady_yaw_rate: float | None
    steady_diameter: float | None
    drift_angle: float | None
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def speed_ratio(self) -> float | None:
        """Steady speed divided by approach speed."""
        if self.steady_speed is None or not self.approach_speed:
            return None
        return self.steady_speed / self.approach_speed

    def criteria(self, length: float, *, reason: str = "") -> tuple[Criterion, ...]:
        """Compare with IMO's standards: advance at most 4.5 lengths, tactical diameter at most 5.

        They are meant for the largest rudder angle, up to 35°, and an approach at 90 % or more of the speed at 85 % of
        the engine's power.

        Args:
            length: Length of the ship between perpendiculars, L [m].
            reason: Why the standards do not apply to this trial; empty if they do.

        Reference:
            IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002, section 5.3.1.
        """
        rows = (("advance", self.advance, 4.5, "L"), ("tactical diameter", self.tactical_diameter, 5.0, "L"))
        return compared(length, *rows, reason=reason or self.reasons.get("approach_speed", ""))


def turning_measures(
    time: ArrayLike,
    x: ArrayLike,
    y: ArrayLike,
    yaw: ArrayLike,
    *,
    execute: float = 0.0,
    side: Literal["right", "left"] | None = None,
    tilt: ArrayLike | None = None,
) -> TurningMeasures:
    """Measure a turning circle.

    Args:
        time: Time [s], (n,), ascending.
        x: Position [m], (n,).
        y: Position [m], (n,).
        yaw: Heading from x toward y [rad], (n,); jumps of full turns do not matter. East, north and yaw to the left,
            or north, east and heading to the right: both will do. Sides are those of z up.
        execute: Time at which the helm is put over [s].
        side: Side of the helm. Default: the side to which the heading has changed at the end.
        tilt: Angle between the z axis of the vehicle and the vertical [rad], (n,); the track ends where it exceeds 45°.

    Raises:
        ModelError: The track is too short, its numbers are not finite, or the execute is not on it.
    """
    t, px, py, heading = samples(time, x=x, y=y, yaw=yaw)
    heading = np.unwrap(heading)
    if not t[0] <= execute < t[-1]:
        message = f"the helm must be put over within the track, from {t[0]:g} to {t[-1]:g} s"
        raise ModelError(f"{message}, got {execute:g} s")
    count, tilted = upright_samples(t, tilt)
    x0, y0, yaw0 = (at(execute, t, values) for values in (px, py, heading))
    sign = 1.0 if (heading[-1] >= yaw0 if side is None else side == "left") else -1.0
    if count < 3 or t[count - 1] <= execute:
        reasons = {definition.key: tilted for definition in TURNING}
        return TurningMeasures("left" if sign > 0.0 else "right", *(11 * (None,)), reasons=reasons)
    t, px, py, heading = t[:count], px[:count], py[:count], heading[:count]
    turned = sign * (heading - yaw0)
    along = np.cos(yaw0) * (px - x0) + np.sin(yaw0) * (py - y0)
    across = sign * (-np.sin(yaw0) * (px - x0) + np.cos(yaw0) * (py - y0))
    times = {angle: first_passing(t, turned, np.radians(angle), execute) for angle in (90, 180, 360)}
    missing = {angle: _not_turned(t, turned, execute, angle, tilted) for angle in (90, 180, 360, 450)}
    found = Findings()

    def place(key: str, angle: int, values: Floats) -> float | None:
        moment = times[angle]
        if moment is None:
            return found(key, None, missing[angle])
        value = at(moment, t, values)
        far = f"at {angle}° of heading it is {value:.3g} m, against the sense of the turn: the vehicle was carried off"
        return found(key, value, far if value <= 0.0 else "")

    speed, reason = approach_speed(t, px, py, execute)
    steady, unsteady = _steady(t, px, py, heading, turned, sign) if not missing[450] else (None, missing[450])
    measures = TurningMeasures(
        side="left" if sign > 0.0 else "right",
        approach_speed=found("approach_speed", speed, reason),
        advance=place("advance", 90, along),
        transfer=place("transfer", 90, across),
        tactical_diameter=place("tactical_diameter", 180, across),
        **{
            f"time_{angle}": found(f"time_{angle}", None if moment is None else moment - execute, missing[angle])
            for angle, moment in times.items()
        },
        steady_speed=found("steady_speed", steady and steady.speed, unsteady),
        steady_yaw_rate=found("steady_yaw_rate", steady and steady.rate, unsteady),
        steady_diameter=found("steady_diameter", steady and 2.0 * steady.speed / steady.rate, unsteady),
        drift_angle=found("drift_angle", steady and steady.drift, unsteady, steady.scatter if steady else ""),
        reasons=found.reasons,
    )
    still = "the vehicle has no speed when the helm is put over" if speed == 0.0 else ""
    found("speed_ratio", measures.speed_ratio, reason, unsteady, still)
    return measures


def _not_turned(t: Floats, turned: Floats, execute: float, angle: int, tilted: str) -> str:
    """Why a change of heading is not reached; empty if it is."""
    after = t >= execute
    most, least = degrees(float(np.max(turned[after]))), degrees(float(np.min(turned[after])))
    if most >= angle:
        return ""
    if tilted:
        return tilted
    if -least > max(most, 1.0):
        return f"the heading changes by {-least:.3g}° to the other side: the vehicle does not follow its helm"
    seconds = float(t[-1]) - execute
    advice = "it does not answer its helm" if most < 1.0 else "use a longer duration, or more helm"
    return f"the heading changes by {abs(max(most, 0.0)):.3g}° in {seconds:.3g} s, less than {angle}°: {advice}"


class _SteadyTurn(NamedTuple):
    speed: float
    rate: float
    drift: float
    scatter: str  # why the drift angle has no meaning


def _steady(
    t: Floats, x: Floats, y: Floats, heading: Floats, turned: Floats, side: float
) -> tuple[_SteadyTurn | None, str]:
    """Means of the last whole turn, in which a current has no part; or the reason why it is not steady."""
    if turned[-1] - 2.0 * pi < _TRANSIENT:
        return None, "the turn is not steady: the heading turns back before the end"
    start, middle = (first_passing(t, turned, float(turned[-1] - angle)) for angle in (2.0 * pi, pi))
    assert start is not None  # noqa: S101 - the last sample is beyond it
    assert middle is not None  # noqa: S101
    duration = float(t[-1]) - start
    times = np.concatenate([[start], t[t > start]])
    px, py, psi = (np.interp(times, t, values) for values in (x, y, heading))
    steps = np.diff(times)
    # Relative to where a whole turn ends: the residual is the drift of the water.
    vx, vy = np.diff(px) / steps - (px[-1] - px[0]) / duration, np.diff(py) / steps - (py[-1] - py[0]) / duration
    way = np.hypot(vx, vy) * steps
    speed = float(np.sum(way)) / duration
    late = times[1:] > middle
    halves = [float(np.sum(way[each])) / max(float(np.sum(steps[each])), 1e-300) for each in (~late, late)]
    spans = [middle - start, float(t[-1]) - middle]
    for what, pair in (("speed", halves), ("yaw rate", spans)):
        change = abs(pair[1] - pair[0]) / max(*pair, 1e-300)
        if change > _STEADY:
            words = f"the turn is not steady: in the halves of the last turn the {what} differs by {100 * change:.2g} %"
            return None, f"{words}; use a longer duration"
    off = side * (0.5 * (psi[1:] + psi[:-1]) - np.arctan2(vy, vx))
    sine, cosine = float(np.sum(np.sin(off) * steps)), float(np.sum(np.cos(off) * steps))
    drift, scatter = float(np.arctan2(sine, cosine)), ""
    if np.hypot(sine, cosine) < _ALIGNED * duration or abs(drift) > _ABEAM:
        scatter = f"the vehicle turns on the spot: in a circle of {speed * duration / pi:.2g} m it has no course ahead"
    return _SteadyTurn(speed, 2.0 * pi / duration, drift, scatter), ""
