"""Shared by all measures: checked samples over time, and when they pass a value."""

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats
from seaway.errors import ModelError

_FEWEST = 3


def samples(time: ArrayLike, **values: ArrayLike) -> tuple[Floats, ...]:
    """Check samples over time: as many of each as there are times, which ascend.

    Args:
        time: [s], (n,).
        **values: By name, each (n,).

    Returns:
        The time and the values, in their order.

    Raises:
        ModelError: Fewer than three, of different lengths, not finite, or times that do not ascend.
    """
    shape = np.shape(time)
    if len(shape) != 1 or shape[0] < _FEWEST:
        raise ModelError(f"a track must have {_FEWEST} or more samples over time, got the shape {shape}")
    t = finite_floats(time, shape, "the time of a track [s]")
    if np.any(np.diff(t) <= 0.0):
        raise ModelError("the time of a track must ascend [s]")
    return (t, *(finite_floats(value, shape, f"the {name} of a track") for name, value in values.items()))


def at(when: float, time: Floats, values: Floats) -> float:
    """A value at a time, linear between samples."""
    return float(np.interp(when, time, values))


def first_passing(time: Floats, values: Floats, level: float, after: float = -np.inf) -> float | None:
    """The first time from ``after`` on at which values rise to a level, linear between samples; None if never."""
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
    """Time and value of the extremum near sample i, by the parabola through it and its neighbours."""
    if not 0 < i < len(time) - 1:
        return float(time[i]), float(values[i])
    t, v = time[i - 1 : i + 2] - time[i], values[i - 1 : i + 2]
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
