"""What measures refuse, and IMO's limits."""

from math import radians
from typing import Any

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.manoeuvres import ZigZagTrialResult, decay_measures, step_measures, turning_measures, zigzag_measures
from seaway.manoeuvres._steering import Steering
from seaway.manoeuvres._turning_measures import TurningMeasures
from seaway.manoeuvres._zigzag_measures import ZigZagMeasures

T = np.linspace(0.0, 10.0, 101)


def test_tracks_that_are_none() -> None:
    with pytest.raises(ModelError, match=r"a track must have 3 or more samples over time, got the shape \(2,\)"):
        step_measures([0.0, 1.0], [0.0, 1.0], 1.0)
    with pytest.raises(ModelError, match=r"the time of a track must ascend \[s\]"):
        step_measures([0.0, 2.0, 1.0], [0.0, 1.0, 2.0], 1.0)
    with pytest.raises(ModelError, match=r"the yaw of a track must have the shape \(101\), got \(3\)"):
        turning_measures(T, T, T, [1.0, 2.0, 3.0])
    with pytest.raises(ModelError, match=r"the value of a track must be finite, got nan at \[0\]"):
        decay_measures([0.0, 1.0, 2.0], [np.nan, 1.0, 2.0])


def test_times_that_are_not_on_the_track() -> None:
    pattern = r"the helm must be put over within the track, from 0 to 10 s, got 11 s"
    with pytest.raises(ModelError, match=pattern):
        turning_measures(T, T, T, T, execute=11.0)
    with pytest.raises(ModelError, match=r"a step must start within the track, from 0 to 10 s, got 10 s"):
        step_measures(T, T, 1.0, start=10.0)


def test_manoeuvres_that_are_none() -> None:
    with pytest.raises(ModelError, match=r"the helm of a zig-zag is never put over: it is 0 all the time"):
        zigzag_measures(T, T, 0.0 * T)
    with pytest.raises(ModelError, match=r"a step must go somewhere, but it starts at its target 0"):
        step_measures(T, T, 0.0)
    with pytest.raises(ModelError, match=r"the band of a step must be finite and > 0, got 0"):
        step_measures(T, T, 1.0, band=0.0)
    pattern = r"a decay must swing to both sides of its rest and back, got 1 extremes; it may be damped too much"
    with pytest.raises(ModelError, match=pattern):
        decay_measures(T, np.exp(-T) * (1.0 + T))


def test_a_step_that_is_settled_from_the_start() -> None:
    assert step_measures(T, 1.0 + 1e-3 * T, 1.2, band=2.0).settling_time == 0.0


def turned(advance: float | None, tactical: float | None) -> TurningMeasures:
    return TurningMeasures("left", 5.0, advance, 1.0, tactical, None, None, None, None, None, None, None)


def test_imo_turning() -> None:
    advance, tactical = turned(450.0, 501.0).criteria(100.0)
    assert (advance.value, advance.limit, advance.met, advance.applies) == (4.5, 4.5, True, True)
    assert (tactical.value, tactical.limit, tactical.met) == (5.01, 5.0, False)
    advance, tactical = turned(4.0, None).criteria(2.0)
    assert (advance.applies, tactical.met) == (False, None)
    with pytest.raises(ModelError, match=r"the length of a ship \[m\] must be finite and > 0, got 0"):
        turned(1.0, 1.0).criteria(0.0)


def zigzagged(first: float, second: float, distance: float) -> ZigZagMeasures:
    return ZigZagMeasures((0.0,), (0.2,), (radians(first), radians(second)), 1.0, distance, (), None, None)


@pytest.mark.parametrize(
    ("ratio", "first", "second"), [(9.99, 10.0, 25.0), (10.0, 10.0, 25.0), (20.0, 15.0, 32.5), (30.0, 20.0, 40.0)]
)
def test_imo_zigzag_10(ratio: float, first: float, second: float) -> None:
    """The limits meet at L/V of 10 s and 30 s."""
    found = zigzagged(first - 0.01, second + 0.01, 249.0).criteria(100.0, 100.0 / ratio, radians(10.0))
    assert [criterion.limit for criterion in found] == pytest.approx([first, second, 2.5])
    assert [criterion.met for criterion in found] == [True, False, True]
    assert found[0].value == pytest.approx(first - 0.01)


def test_imo_zigzag_20_and_others() -> None:
    (one,) = zigzagged(26.0, 1.0, 1.0).criteria(100.0, 10.0, radians(20.0))
    assert (one.limit, one.met) == (25.0, False)
    assert zigzagged(1.0, 1.0, 1.0).criteria(100.0, 10.0, radians(15.0)) == ()


@pytest.mark.parametrize(
    ("helm", "by", "count"),
    [
        ({"rudder": -radians(10.0)}, "rudder", 3),
        ({"top": -radians(10.0), "bottom": radians(10.0)}, "rudder", 3),
        ({"rudder": -radians(10.0)}, "commands", 3),
        ({"rudder": -radians(8.0)}, "rudder", 0),  # its limit
        ({"port": -10.0, "starboard": 10.0}, "propellers", 0),
    ],
)
def test_imo_zigzags_are_of_rudders_at_the_angle_of_the_heading(helm: dict[str, float], by: str, count: int) -> None:
    steering, measures = Steering({"main": 1.0}, helm, by), zigzagged(1.0, 1.0, 1.0)
    recording: Any = None
    trial = ZigZagTrialResult("ship", recording, {}, measures, radians(10.0), 10.0, np.zeros(3), steering)
    assert len(trial.criteria(100.0)) == count
