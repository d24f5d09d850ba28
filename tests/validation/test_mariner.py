"""Measures of the Mariner's turning circles and zig-zags, against numbers computed apart from this code.

Origin: the derivatives of Chislett and Strom-Tejsen (1965), see ``tests/oracles/mariner.py``. The numbers were computed
by another port of MSS's mariner.m with RK4 at 0.05 s, which reads them off at its samples, 0.1 s and 0.05 s apart.
"""

from math import radians

import numpy as np
import pytest
from tests.oracles.mariner import DESIGN_SPEED, LENGTH, sailed

from seaway.manoeuvres import turning_measures, zigzag_measures

# Angle of the helm, then advance, transfer, tactical diameter [m], times to 90° and 180° [s], steady speed [m/s], yaw
# rate [rad/s] and radius [m].
TURNS = [
    (35.0, 570.217, 420.515, 1029.245, 116.2, 258.3, 6.009111, 0.010813178, 555.7211),
    (-35.0, 596.753, 439.672, 1070.371, 121.6, 268.4, 6.039573, 0.010491450, 575.6662),
]

# Angle, then time and heading of the extremes [s, °].
ZIGZAGS = [
    (20.0, [(52.25, 27.78), (154.1, -26.32), (259.6, 27.21), (372.6, -26.22)]),
    (10.0, [(49.8, 14.95), (138.5, -14.47), (227.8, 16.18), (324.85, -14.46)]),
]


@pytest.mark.parametrize("turn", TURNS)
def test_turning_circle(turn: tuple[float, ...]) -> None:
    """Read off 0.1 s late at 6 m/s, lengths are off by at most 0.6 m, and times by 0.1 s."""
    angle, advance, transfer, tactical, time_90, time_180, speed, rate, radius = turn
    t, states, _ = sailed(1300.0, lambda _t, _heading: radians(angle), 0.2)
    m = turning_measures(t, states[:, 3], states[:, 4], states[:, 5])
    assert m.advance == pytest.approx(advance, abs=0.6)
    assert m.transfer == pytest.approx(transfer, abs=0.6)
    assert m.tactical_diameter == pytest.approx(tactical, abs=0.6)
    assert m.time_90 == pytest.approx(time_90, abs=0.1)
    assert m.time_180 == pytest.approx(time_180, abs=0.1)
    # The last turn is steady to 1e-6.
    assert m.steady_speed == pytest.approx(speed, rel=1e-5)
    assert m.steady_yaw_rate == pytest.approx(rate, rel=1e-5)
    assert m.steady_diameter == pytest.approx(2.0 * radius, rel=1e-5)
    assert m.approach_speed == pytest.approx(DESIGN_SPEED, rel=1e-4)
    # The Mariner turns wider than today's standards want: more than five lengths.
    advance_of, tactical_of = m.criteria(LENGTH)
    assert advance_of.met is True
    assert tactical_of.met is False
    assert tactical_of.value == pytest.approx(tactical / LENGTH, rel=1e-3)
    assert tactical_of.applies is True


@pytest.mark.parametrize(("angle", "extremes"), ZIGZAGS)
def test_zigzag(angle: float, extremes: list[tuple[float, float]]) -> None:
    """Extremes are given to 0.01° and 0.05 s; the helm goes over within a step of the angle, here 0.05 s."""
    side = 1.0

    def helm(_t: float, heading: float) -> float:
        nonlocal side
        side = -side if side * heading >= radians(angle) else side
        return side * radians(angle)

    t, states, order = sailed(400.0, helm, 0.05)
    m = zigzag_measures(t, states[:, 5], order, states[:, 3], states[:, 4])
    found = np.degrees(np.array(m.headings[:4]) + np.array(m.overshoots[:4]))
    np.testing.assert_allclose(found, [abs(heading) for _, heading in extremes], atol=0.02)
    times = np.array(m.executes[1:5]) + np.array(m.yaw_checking_times[:4])
    np.testing.assert_allclose(times, [time for time, _ in extremes], atol=0.15)
    criteria = m.criteria(LENGTH, DESIGN_SPEED, radians(angle))
    assert [criterion.met for criterion in criteria] == ([True] if angle == 20.0 else [True, True, True])
