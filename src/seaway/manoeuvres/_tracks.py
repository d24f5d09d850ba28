"""Tools of all measures: checked samples over time, level crossings, extremes, steady speed, tilt."""

from math import degrees, radians
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats
from seaway.errors import ModelError

_FEWEST: Final = 3
# Beyond this angle between the z axis of a vehicle and the vertical its heading, and with it the measures in the
# horizontal plane, are not those of a vehicle under way: the rate of yaw is 1.4 times that about its own axis.
UPRIGHT: Final = radians(45.0)
# An approach is steady if the mean speeds of its last two tenths differ by no more than this share.
_STEADY_APPROACH: Final = 0.02


def samples(time: ArrayLike, **values: ArrayLike) -> tuple[Floats, ...]:
    """Check samples over time: as many of each as there are times, in ascending order.

    Args:
        time: [s], (n,).
        **values: By name, each (n,).

    Returns:
        The time and the values, in their order.

    Raises:
        ModelError: Fewer than three samples, different lengths, numbers that are not finite, or times that do not
            ascend.
    """
    shape = np.shape(time)
    if len(shape) != 1 or shape[0] < _FEWEST:
        raise ModelError(f"a track must have {_FEWEST} or more samples over time, got the shape {shape}")
    t = finite_floats(time, shape, "the time of a track [s]")
    if np.any(np.diff(t) <= 0.0):
        raise ModelError("the time of a track must ascend [s]")
    return (t, *(finite_floats(value, shape, f"the {name} of a track") for name, value in values.items()))


def at(when: float, time: Floats, values: Floats) -> float:
    """Value at a time, linear between samples."""
    return float(np.interp(when, time, values))


def first_passing(time: Floats, values: Floats, level: float, after: float = -np.inf) -> float | None:
    """First time from ``after`` on at which values reach a level from below, linear between samples; None if never."""
    start = int(np.searchsorted(time, after))
    t, v = time[start:], values[start:]
    if after > time[0] and (start == len(time) or time[start] > after):
        t, v = np.concatenate([[after], t]), np.concatenate([[at(after, time, values)], v])
    above = np.flatnonzero(v >= level)
    if len(above) == 0:
        return None
    i = int(above[0])
    if i == 0:
        return float(t[0])
    return float(t[i - 1] + (level - v[i - 1]) / (v[i] - v[i - 1]) * (t[i] - t[i - 1]))


def extremum(time: Floats, values: Floats, i: int) -> tuple[float, float]:
    """Time and value of the extremum at sample i, by the parabola through it and its neighbours.

    A sample that is no extremum, or the first or last one, is returned as it is.
    """
    if not 0 < i < len(time) - 1:
        return float(time[i]), float(values[i])
    t, v = time[i - 1 : i + 2] - time[i], values[i - 1 : i + 2]
    if (v[1] - v[0]) * (v[2] - v[1]) > 0.0:
        return float(time[i]), float(v[1])
    slope = np.diff(v) / np.diff(t)
    curvature = (slope[1] - slope[0]) / (t[2] - t[0])
    if curvature == 0.0:
        return float(time[i]), float(v[1])
    # Newton's form about the first two points, differentiated.
    peak = 0.5 * (t[0] + t[1]) - 0.5 * slope[0] / curvature
    value = v[0] + slope[0] * (peak - t[0]) + curvature * (peak - t[0]) * (peak - t[1])
    return float(time[i] + peak), float(value)


def path_lengths(x: Floats, y: Floats) -> Floats:
    """Length of a path up to each sample [m]."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])


def approach_speed(t: Floats, x: Floats, y: Floats, execute: float) -> tuple[float, str]:
    """Speed when the helm is put over [m/s], and the reason if it is not that of a steady approach.

    A track that begins with the helm has no approach to judge.
    """
    i = min(max(int(np.searchsorted(t, execute, side="right")) - 1, 1), len(t) - 1)
    speed = float(np.hypot(x[i] - x[i - 1], y[i] - y[i - 1]) / (t[i] - t[i - 1]))
    tenth = 0.1 * (execute - float(t[0]))
    if int(np.count_nonzero(t <= execute)) < 20:  # two samples for each tenth
        return speed, ""
    way = path_lengths(x, y)
    late, early = (at(execute - k * tenth, t, way) - at(execute - (k + 1) * tenth, t, way) for k in (0, 1))
    if abs(late - early) <= _STEADY_APPROACH * max(late, early):
        return speed, ""
    share = 100.0 * abs(late - early) / max(late, early)
    return speed, (
        f"the approach is not steady: at the execute the speed is {speed:.3g} m/s and changes by {share:.2g} % in "
        "a tenth of the approach; use a longer one, or a higher initial speed"
    )


def upright_samples(t: Floats, tilt: ArrayLike | None) -> tuple[int, str]:
    """Number of samples before a vehicle tilts too far, and the reason to stop there; all of them if it does not.

    Args:
        t: Time [s], (n,).
        tilt: Angle between the z axis of the vehicle and the vertical [rad], (n,); None for one that stays upright.
    """
    if tilt is None:
        return len(t), ""
    (_, angle) = samples(t, tilt=tilt)
    beyond = np.flatnonzero(angle > UPRIGHT)
    if not len(beyond):
        return len(t), ""
    first, most = int(beyond[0]), degrees(float(np.max(angle)))
    return first, (
        f"the vehicle tilts by more than {degrees(UPRIGHT):g}° from {t[first]:.3g} s on, by {most:.0f}° at most: its "
        "heading has no meaning then; drive it more slowly, or hold it level"
    )
