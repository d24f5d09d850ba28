"""Measures of a free decay: period and damping of an oscillation that dies out."""

from dataclasses import dataclass
from itertools import pairwise
from math import pi, sqrt

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats
from seaway.errors import ModelError
from seaway.manoeuvres._tracks import extremum, samples

# Swings smaller than this share of the largest are left out: the offset of the rest and rounding are as large.
_SMALLEST = 0.01


@dataclass(frozen=True)
class DecayMeasures:
    """Measures of a free decay.

    For::

        x'' + p1 x' + p2 |x'| x' + ω² x = 0

    Attributes:
        times: Times of the extremes [s].
        extremes: Value at them, from the rest [m or rad].
        period: Period of the damped oscillation, mean of all cycles [s].
        damping_ratio: ζ by the mean logarithmic decrement of all half cycles.
        natural_period: Period without damping [s]: the period times √(1 - ζ²).
        linear: p1 [1/s]; None for fewer than three half cycles.
        quadratic: p2 [1/m or 1/rad]; None for fewer than three half cycles.
    """

    times: tuple[float, ...]
    extremes: tuple[float, ...]
    period: float
    damping_ratio: float
    natural_period: float
    linear: float | None
    quadratic: float | None


def decay_measures(
    time: ArrayLike, value: ArrayLike, *, rest: float = 0.0, smallest: float = _SMALLEST
) -> DecayMeasures:
    """Measure a free decay.

    The extremes X_n are found between the crossings of the rest. With the period T and the decrement of a half cycle
    ``δ = ln |X_n / X_n+1|``, taken as the mean of all::

        ζ = δ / √(π² + δ²)

    Damping that grows with the swing shows in decrements that fall with it; a line through those of whole cycles gives
    both parts, for light damping::

        (2/T) ln |X_n-1 / X_n+1| = p1 + (16/3) (|X_n| / T) p2

    Args:
        time: [s], (n,), ascending.
        value: Oscillating value [m or rad], (n,).
        rest: Final rest [m or rad].
        smallest: Swings below this share of the first are left out.

    Raises:
        ModelError: The track is too short, its numbers are not finite, or it does not swing to both sides.

    Reference:
        O. M. Faltinsen, Sea Loads on Ships and Offshore Structures, 1990, ch. 7, for the line.
    """
    t, v = samples(time, value=value)
    offset = v - float(finite_floats(rest, (), "the rest of a decay"))
    times, extremes = _extremes(t, offset, smallest)
    if len(extremes) < 2:
        message = "a decay must swing to both sides of its rest and back"
        raise ModelError(f"{message}, got {len(extremes)} extremes; it may be damped too much, or be too short")
    half = float(np.mean(np.diff(times)))
    decrement = float(np.log(abs(extremes[0] / extremes[-1]))) / (len(extremes) - 1)
    ratio = decrement / sqrt(pi * pi + decrement * decrement)
    linear, quadratic = _line(np.abs(extremes), 2.0 * half)
    period = 2.0 * half
    natural, where = period * sqrt(1.0 - ratio * ratio), (tuple(times.tolist()), tuple(extremes.tolist()))
    return DecayMeasures(*where, period, ratio, natural, linear, quadratic)


def _extremes(t: Floats, v: Floats, smallest: float) -> tuple[Floats, Floats]:
    """Times and values of the largest swings between crossings of 0; without a last one that is not whole."""
    sign = np.sign(v)
    sign[sign == 0.0] = 1.0
    bounds = [0, *(np.flatnonzero(np.diff(sign) != 0.0) + 1).tolist(), len(t)]
    times, values = list[float](), list[float]()
    for begin, end in pairwise(bounds):
        top = begin + int(np.argmax(np.abs(v[begin:end])))
        # Let go from rest, the second change is three times the first; in full swing they are alike.
        if top == 0 and abs(v[1] - v[0]) > 0.5 * abs(v[2] - v[1]):
            continue
        when, value = extremum(t, v, top)
        if top == len(t) - 1 or (values and abs(value) < smallest * abs(values[0])):
            break
        times.append(when)
        values.append(value)
    return np.array(times), np.array(values)


def _line(sizes: Floats, period: float) -> tuple[float | None, float | None]:
    """p1 and p2 by a line through the decrements of whole cycles."""
    if len(sizes) < 4:
        return None, None
    decrements = 2.0 / period * np.log(sizes[:-2] / sizes[2:])
    slope, intercept = np.polyfit(16.0 / 3.0 * sizes[1:-1] / period, decrements, 1)
    return float(intercept), float(slope)
