"""Measures of a free decay: period and damping of an oscillation that dies out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import pi, sqrt
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats
from seaway.manoeuvres._measures import Definition, Findings
from seaway.manoeuvres._tracks import extremum, samples

# Swings smaller than this share of the first are left out: the error of the rest position is as large.
_SMALLEST: Final = 0.01
# Light damping: ln of the ratio of two swings to one side. The line of the decrements is of first order in it.
_LIGHT: Final = 1.0
_CYCLES: Final = 3  # for a line that is more than two points
# Decrements that differ by no more than this share are those of linear damping; so many cycles can tell.
_EQUAL: Final = 0.02
_EQUAL_CYCLES: Final = 2
# Damping that feeds energy by more than this share of the whole is an artefact of the line.
_NEGATIVE: Final = 0.1
# Share of the offset that is left at the end if nothing restores the rest.
_NO_RETURN: Final = 0.9

# Share of the offset that is left at the end of a return without oscillation.
_RETURNED: Final = 0.05

_LINE: Final = "three whole cycles with ln |X₁ / X₃| ≤ 1, or two with equal ones; neither part negative"

DECAY: Final = (
    Definition("period", "period", "s", "two extremes or more, on either side of the rest"),
    Definition("natural_period", "natural period, undamped", "s", "a swing that decays"),
    Definition("damping_ratio", "damping ratio", "1", "a swing that decays"),
    Definition("linear", "linear damping p1", "1/s", _LINE),
    Definition("quadratic", "quadratic damping p2", "1/m", _LINE),
)
"""Measures of a free decay."""


@dataclass(frozen=True)
class DecayMeasures:
    """Measures of a free decay; None for one whose condition is not met, with the reason in ``reasons``.

    For::

        x'' + p1 x' + p2 |x'| x' + ω² x = 0

    Attributes:
        times: Times of the extremes [s].
        extremes: Extremes of the deviation from the rest [m or rad].
        period: Period of the damped oscillation, mean of all cycles [s].
        damping_ratio: ζ from the mean logarithmic decrement of all half cycles.
        natural_period: Period without damping [s]: the period times √(1 - ζ²).
        linear: p1 [1/s].
        quadratic: p2 [1/m or 1/rad].
        reasons: Why measures have no value, by key.
    """

    times: tuple[float, ...]
    extremes: tuple[float, ...]
    period: float | None
    damping_ratio: float | None
    natural_period: float | None
    linear: float | None
    quadratic: float | None
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])


def decay_measures(
    time: ArrayLike, value: ArrayLike, *, rest: float = 0.0, smallest: float = _SMALLEST
) -> DecayMeasures:
    """Measure a free decay.

    The extremes X_n lie between the crossings of the rest. With the period T and the decrement of a half cycle
    ``δ = ln |X_n / X_n+1|``, taken as the mean of all::

        ζ = δ / √(π² + δ²)

    With quadratic damping the decrement grows with the swing. A line through the decrements of whole cycles gives both
    parts, for light damping::

        (2/T) ln |X_n-1 / X_n+1| = p1 + (16/3) (|X_n| / T) p2

    Args:
        time: Time [s], (n,), ascending.
        value: Oscillating value [m or rad], (n,).
        rest: Final rest [m or rad].
        smallest: Swings below this share of the first are left out.

    Raises:
        ModelError: The track is too short, or its numbers are not finite.

    Reference:
        O. M. Faltinsen, Sea Loads on Ships and Offshore Structures, 1990, ch. 7, for the line.
    """
    t, v = samples(time, value=value)
    offset = v - float(finite_floats(rest, (), "the rest of a decay"))
    times, extremes = _extremes(t, offset, smallest)
    where = tuple(times.tolist()), tuple(extremes.tolist())
    if len(extremes) < 2:
        return no_decay(_no_swing(offset, len(extremes)), *where)
    period = 2.0 * float(np.mean(np.diff(times)))
    sizes = np.abs(extremes)
    decrement = float(np.log(sizes[0] / sizes[-1])) / (len(sizes) - 1)
    ratio = decrement / sqrt(pi * pi + decrement * decrement)
    grows = ""
    if decrement <= 0.0:
        grows = f"the swing does not decay: it goes from {sizes[0]:.3g} to {sizes[-1]:.3g}"
    linear, quadratic, unfit = _line(sizes, period)
    found = Findings()
    return DecayMeasures(
        *where,
        period=period,
        damping_ratio=found("damping_ratio", ratio, grows),
        natural_period=found("natural_period", period * sqrt(1.0 - ratio * ratio), grows),
        linear=found("linear", linear, grows, unfit),
        quadratic=found("quadratic", quadratic, grows, unfit),
        reasons=found.reasons,
    )


def no_decay(reason: str, times: tuple[float, ...] = (), extremes: tuple[float, ...] = ()) -> DecayMeasures:
    """Measures of a track that is no decay, all without a value for one reason."""
    return DecayMeasures(times, extremes, *(5 * (None,)), reasons={each.key: reason for each in DECAY})


def _no_swing(offset: Floats, count: int) -> str:
    """Why a track has fewer than two extremes."""
    most, end = float(np.max(np.abs(offset))), float(abs(offset[-1]))
    if end >= _NO_RETURN * most:
        return f"it does not return: {100.0 * end / max(most, 1e-300):.3g} % of the offset is left; nothing restores it"
    if np.all(offset > -_SMALLEST * most) or np.all(offset < _SMALLEST * most):
        if end > _RETURNED * most:
            left = f"{100.0 * end / most:.2g} % of the offset is left when the track ends"
            return f"it has not reached its rest, {left}: use a longer duration"
        return "it returns to its rest without crossing it: the damping is critical or more, and nothing oscillates"
    return f"it has {count} extremes when the track ends, fewer than 2: use a longer duration"


def _extremes(t: Floats, v: Floats, smallest: float) -> tuple[Floats, Floats]:
    """Times and values of the largest swings between crossings of 0, without a last one that is not whole."""
    sign = np.sign(v)
    sign[sign == 0.0] = 1.0
    bounds = [0, *(np.flatnonzero(np.diff(sign) != 0.0) + 1).tolist(), len(t)]
    times, values = list[float](), list[float]()
    for begin, end in pairwise(bounds):
        top = begin + int(np.argmax(np.abs(v[begin:end])))
        # Released from rest, the second change is three times the first; in full swing they are alike.
        if top == 0 and abs(v[1] - v[0]) > 0.5 * abs(v[2] - v[1]):
            continue
        when, value = extremum(t, v, top)
        if top == len(t) - 1 or (values and abs(value) < smallest * abs(values[0])):
            break
        times.append(when)
        values.append(value)
    return np.array(times), np.array(values)


def _line(sizes: Floats, period: float) -> tuple[float | None, float | None, str]:
    """p1 and p2 by a line through the decrements of whole cycles, or the reason why there is none."""
    ratios = np.log(sizes[:-2] / sizes[2:])
    swings, decrements = 16.0 / 3.0 * sizes[1:-1] / period, 2.0 / period * ratios
    if len(ratios) >= _EQUAL_CYCLES and float(np.ptp(ratios)) <= _EQUAL * float(np.mean(ratios)):
        # Linear damping alone: its decrement is exact however strong it is.
        slope, intercept = np.polyfit(swings, decrements, 1)
        return float(intercept), float(slope), ""
    light = (ratios <= _LIGHT) & (ratios > 0.0)
    count = int(np.count_nonzero(light))
    if count < _CYCLES:
        few = f"fewer than {_CYCLES}"
        if len(ratios) < _CYCLES:
            return None, None, f"the track has {len(ratios)} whole cycle{'s' * (len(ratios) != 1)}, {few}"
        return None, None, f"{count} whole cycle{'s are' if count != 1 else ' is'} lightly damped, {few}"
    slope, intercept = np.polyfit(swings[light], decrements[light], 1)
    largest = slope * float(np.max(swings[light]))
    if min(intercept, largest) < -_NEGATIVE * (abs(intercept) + abs(largest)):
        words = f"p1 = {intercept:.3g} 1/s, p2 = {slope:.3g}: one of them is negative"
        return None, None, f"the decrements do not follow linear and quadratic damping ({words})"
    return float(intercept), float(slope), ""
