"""Measures of a step: how a loop goes to a new set point."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import finite_floats, positive
from seaway.errors import ModelError
from seaway.manoeuvres._tracks import at, extremum, first_passing, samples

# The last part of the track whose mean is where it ends.
_END = 0.1


@dataclass(frozen=True)
class StepMeasures:
    """Measures of a step; None for what the track does not reach.

    Attributes:
        rise_time: Time from 10 % to 90 % of the step [s].
        overshoot: How far beyond the target it goes, in parts of the step; 0 if it does not.
        peak_time: Time from the step to the farthest point of an overshoot [s]; None without one.
        settling_time: Time from the step until it stays within the band [s].
        steady_error: Target minus the mean of the last tenth of the track, in the unit of the value.
        band: To both sides of the target, in parts of the step.
    """

    rise_time: float | None
    overshoot: float
    peak_time: float | None
    settling_time: float | None
    steady_error: float
    band: float


def step_measures(
    time: ArrayLike, value: ArrayLike, target: float, *, start: float = 0.0, band: float = 0.05
) -> StepMeasures:
    """Measure a step from the value at its start to a target.

    Args:
        time: [s], (n,), ascending.
        value: Value that goes to the target, (n,).
        target: The new set point, in the same unit.
        start: Time at which the set point changed [s].
        band: Within which it has settled, in parts of the step.

    Raises:
        ModelError: The track is too short, its numbers are not finite, the start is not on it, or there is no step.
    """
    t, v = samples(time, value=value)
    goal = float(finite_floats(target, (), "the target of a step"))
    width = positive(band, "the band of a step")
    if not t[0] <= start < t[-1]:
        message = f"a step must start within the track, from {t[0]:g} to {t[-1]:g} s"
        raise ModelError(f"{message}, got {start:g} s")
    begin = at(start, t, v)
    if goal == begin:
        raise ModelError(f"a step must go somewhere, but it starts at its target {goal:g}")
    part = (v - begin) / (goal - begin)
    low, high = (first_passing(t, part, level, start) for level in (0.1, 0.9))
    after = np.flatnonzero(t >= start)
    top = int(after[np.argmax(part[after])])
    when, most = extremum(t, part, top)
    ended = part[t >= t[-1] - _END * (t[-1] - start)]
    return StepMeasures(
        rise_time=None if low is None or high is None else high - low,
        overshoot=max(0.0, most - 1.0),
        peak_time=when - start if most > 1.0 else None,
        settling_time=_settling(t[after], part[after], width, start),
        steady_error=(1.0 - float(np.mean(ended))) * (goal - begin),
        band=width,
    )


def _settling(t: np.ndarray, part: np.ndarray, band: float, start: float) -> float | None:
    outside = np.flatnonzero(np.abs(part - 1.0) > band)
    if len(outside) == 0:
        return 0.0
    i = int(outside[-1])
    if i == len(t) - 1:
        return None
    # Linear between the last sample outside and the first within.
    distance = np.abs(part[i : i + 2] - 1.0)
    share = (distance[0] - band) / (distance[0] - distance[1])
    return float(t[i] + share * (t[i + 1] - t[i])) - start
