"""Measures of a turning circle."""

from dataclasses import dataclass
from math import pi
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.manoeuvres._imo import Criterion, compared
from seaway.manoeuvres._tracks import at, first_passing, samples

# Of a turn the last whole one is steady if it begins after this change of heading.
_TRANSIENT = 0.5 * pi


@dataclass(frozen=True)
class TurningMeasures:
    """Measures of a turning circle; None for what the track does not reach.

    Attributes:
        side: Side to which it turned.
        approach_speed: Speed when the helm was put over [m/s].
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

    Reference:
        IMO, Explanatory Notes to the Standards for Ship Manoeuvrability, MSC/Circ.1053, 2002.
    """

    side: Literal["right", "left"]
    approach_speed: float
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

    @property
    def speed_ratio(self) -> float | None:
        """Steady speed over that of the approach."""
        if self.steady_speed is None or self.approach_speed == 0.0:
            return None
        return self.steady_speed / self.approach_speed

    def criteria(self, length: float) -> tuple[Criterion, ...]:
        """Compare with IMO's standards: advance at most 4.5 lengths, tactical diameter at most 5.

        They are meant for the hardest helm, up to 35°, from 90 % of the speed at 85 % of the engine's power.

        Args:
            length: Length of the ship between perpendiculars, L [m].

        Reference:
            IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002, section 5.3.1.
        """
        rows = (("advance", self.advance, 4.5, "L"), ("tactical diameter", self.tactical_diameter, 5.0, "L"))
        return compared(length, *rows)


def turning_measures(
    time: ArrayLike, x: ArrayLike, y: ArrayLike, yaw: ArrayLike, *, execute: float = 0.0
) -> TurningMeasures:
    """Measure a turning circle.

    Args:
        time: [s], (n,), ascending.
        x: Position [m], (n,).
        y: Position [m], (n,).
        yaw: Heading from x toward y [rad], (n,); jumps of full turns do not matter. East, north and yaw to the left,
            or north, east and heading to the right: both will do. Sides are those of z up.
        execute: When the helm was put over [s].

    Raises:
        ModelError: The track is too short, its numbers are not finite, or the time of the helm is not on it.
    """
    t, px, py, heading = samples(time, x=x, y=y, yaw=yaw)
    heading = np.unwrap(heading)
    if not t[0] <= execute < t[-1]:
        message = f"the helm must be put over within the track, from {t[0]:g} to {t[-1]:g} s"
        raise ModelError(f"{message}, got {execute:g} s")
    x0, y0, yaw0 = (at(execute, t, values) for values in (px, py, heading))
    side = 1.0 if heading[-1] >= yaw0 else -1.0
    turned = side * (heading - yaw0)
    along = np.cos(yaw0) * (px - x0) + np.sin(yaw0) * (py - y0)
    across = side * (-np.sin(yaw0) * (px - x0) + np.cos(yaw0) * (py - y0))
    times = {angle: first_passing(t, turned, np.radians(angle), execute) for angle in (90, 180, 360)}

    def when(angle: int, values: Floats) -> float | None:
        moment = times[angle]
        return None if moment is None else at(moment, t, values)

    speed, rate, drift = _steady(t, px, py, heading, turned, side)
    return TurningMeasures(
        side="left" if side > 0.0 else "right",
        approach_speed=_speed_before(t, px, py, execute),
        advance=when(90, along),
        transfer=when(90, across),
        tactical_diameter=when(180, across),
        **{f"time_{angle}": None if moment is None else moment - execute for angle, moment in times.items()},
        steady_speed=speed,
        steady_yaw_rate=rate,
        steady_diameter=None if speed is None or rate is None else 2.0 * speed / rate,
        drift_angle=drift,
    )


def _speed_before(t: Floats, x: Floats, y: Floats, execute: float) -> float:
    """Speed over the sample that ends at the helm, or begins there."""
    i = min(max(int(np.searchsorted(t, execute, side="right")) - 1, 1), len(t) - 1)
    return float(np.hypot(x[i] - x[i - 1], y[i] - y[i - 1]) / (t[i] - t[i - 1]))


def _steady(
    t: Floats, x: Floats, y: Floats, heading: Floats, turned: Floats, side: float
) -> tuple[float | None, float | None, float | None]:
    """Speed, yaw rate and drift angle, each the mean of the last whole turn: a current has no part in that."""
    begin = turned[-1] - 2.0 * pi
    if begin < _TRANSIENT:
        return None, None, None
    start = first_passing(t, turned, float(begin))
    assert start is not None  # noqa: S101 - the last sample is beyond it
    duration = float(t[-1]) - start
    rate = 2.0 * pi / duration
    times = np.concatenate([[start], t[t > start]])
    px, py, psi = (np.interp(times, t, values) for values in (x, y, heading))
    steps = np.diff(times)
    # Relative to where a whole turn ends: what is left of it is the drift of the water.
    vx, vy = np.diff(px) / steps - (px[-1] - px[0]) / duration, np.diff(py) / steps - (py[-1] - py[0]) / duration
    speed = float(np.sum(np.hypot(vx, vy) * steps)) / duration
    off = side * (0.5 * (psi[1:] + psi[:-1]) - np.arctan2(vy, vx))
    drift = float(np.arctan2(np.sum(np.sin(off) * steps), np.sum(np.cos(off) * steps)))
    return speed, rate, drift
