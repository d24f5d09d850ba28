"""Measures of a step: how a loop goes to a new set point."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, positive
from seaway.errors import ModelError
from seaway.manoeuvres._measures import Definition, Findings
from seaway.manoeuvres._tracks import at, extremum, first_passing, samples, upright_samples

# Last part of the track, whose mean is the final value.
_END: Final = 0.1
# A smaller overshoot, in parts of the step, has no peak worth a time.
_SMALLEST: Final = 1e-3

STEP: Final = (
    Definition("rise_time", "rise time, 10 % to 90 %", "s", "90 % of the step"),
    Definition("overshoot", "overshoot / step", "1", "90 % of the step"),
    Definition("peak_time", "time to the peak", "s", "an overshoot of 0.1 % of the step or more, before the end"),
    Definition("settling_time", "settling time, within {:g} %", "s", "within the band at the end"),
    Definition("steady_error", "steady error", "m", "changes by less than the band in the last tenth"),
)
"""Measures of a step."""


@dataclass(frozen=True)
class StepMeasures:
    """Measures of a step; None for one whose condition is not met, with the reason in ``reasons``.

    Attributes:
        rise_time: Time from 10 % to 90 % of the step [s].
        overshoot: Largest excess over the target, in parts of the step; 0 without one.
        peak_time: Time from the step to the largest overshoot [s].
        settling_time: Time from the step until the response stays within the band [s].
        steady_error: Target minus the mean of the last tenth of the track, in the unit of the value.
        band: Half width of the band around the target, in parts of the step.
        reasons: Why measures have no value, by key.
    """

    rise_time: float | None
    overshoot: float | None
    peak_time: float | None
    settling_time: float | None
    steady_error: float | None
    band: float
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])


def step_measures(
    time: ArrayLike,
    value: ArrayLike,
    target: float,
    *,
    start: float = 0.0,
    band: float = 0.05,
    tilt: ArrayLike | None = None,
) -> StepMeasures:
    """Measure a step from the value at its start to a target.

    Args:
        time: Time [s], (n,), ascending.
        value: Controlled value, (n,).
        target: New set point, in the same unit.
        start: Time at which the set point changes [s].
        band: Half width of the band in which the response has settled, in parts of the step.
        tilt: Angle between the z axis of the vehicle and the vertical [rad], (n,); the track must not exceed 45°.

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
        raise ModelError(f"the target of a step must differ from the value at its start, got {goal:g} for both")
    part = (v - begin) / (goal - begin)
    low, high = (first_passing(t, part, level, start) for level in (0.1, 0.9))
    after = np.flatnonzero(t >= start)
    top = int(after[np.argmax(part[after])])
    when, most = extremum(t, part, top)
    ended = part[t >= t[-1] - _END * (t[-1] - start)]
    settled, change = _settling(t[after], part[after], width, start), float(np.ptp(ended))
    found, tilted = Findings(), upright_samples(t, tilt)[1]
    short = "" if high is not None else _unanswered(part[after], float(t[-1]) - start)
    flat = "" if most - 1.0 >= _SMALLEST else "there is no overshoot"
    rising = "the response still rises at the end of the track" if top == len(t) - 1 else ""
    outside = f"at the end the response is {100.0 * abs(float(part[-1]) - 1.0):.3g} % of the step off its target"
    moving = f"the response still changes by {100.0 * change:.3g} % of the step in the last tenth of the track"
    return StepMeasures(
        rise_time=found("rise_time", None if low is None or high is None else high - low, tilted, short),
        overshoot=found("overshoot", max(0.0, most - 1.0), tilted, short),
        peak_time=found("peak_time", when - start, tilted, short, flat, rising),
        settling_time=found("settling_time", settled, tilted, outside if settled is None else ""),
        steady_error=found(
            "steady_error", (1.0 - float(np.mean(ended))) * (goal - begin), tilted, moving if change > width else ""
        ),
        band=width,
        reasons=found.reasons,
    )


def _unanswered(part: Floats, seconds: float) -> str:
    """Why a response does not reach 90 % of its step."""
    most, least = float(np.max(part)), float(np.min(part))
    if -least > max(most, 0.01):
        return f"the response goes the wrong way, by {-100.0 * least:.3g} % of the step"
    advice = "the vehicle does not answer its controls" if most < 0.01 else "use a longer duration, or a smaller step"
    return f"the response reaches {100.0 * most:.3g} % of the step in {seconds:.3g} s, less than 90 %: {advice}"


def _settling(t: Floats, part: Floats, band: float, start: float) -> float | None:
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
