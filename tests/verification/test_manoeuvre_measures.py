"""Measures of manoeuvres on tracks whose measures are known in closed form."""

from math import cos, exp, log, pi, radians, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from seaway.manoeuvres import decay_measures, step_measures, turning_measures, zigzag_measures


def circle(side: float, drift: float = 0.0, current: tuple[float, float] = (0.0, 0.0), start: float = 0.7) -> tuple:
    """10 s ahead at 2 m/s along a heading, then a circle of 5 m radius at once, two and a half turns, 100 samples/s.

    The bow points into the circle by the drift angle from the start of the turn on.
    """
    speed, radius, begin = 2.0, 5.0, 10.0
    rate = speed / radius
    t = np.arange(0.0, begin + 2.5 * 2.0 * pi / rate, 0.01)
    turned = rate * np.maximum(t - begin, 0.0)
    along = np.where(t < begin, speed * (t - begin), radius * np.sin(turned))
    across = np.where(t < begin, 0.0, radius * (1.0 - np.cos(turned)))
    x = cos(start) * along - side * sin(start) * across + current[0] * (t - begin)
    y = sin(start) * along + side * cos(start) * across + current[1] * (t - begin)
    # The drift builds up at once, and the heading is that of the course and the drift.
    heading = start + side * (turned + drift * (t >= begin))
    return t, x, y, heading


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_circle(side: float) -> None:
    """Advance and transfer are the radius, the tactical diameter is the diameter, times are angles over the yaw rate.

    Interpolation within 0.01 s of a circle of 5 m at 2 m/s is off by v² h² / 8 R = 1e-5 m; times by less than h².
    """
    t, x, y, yaw = circle(side)
    m = turning_measures(t, x, y, np.angle(np.exp(1j * yaw)), execute=10.0)  # with jumps of full turns
    assert m.side == ("left" if side > 0.0 else "right")
    assert m.approach_speed == pytest.approx(2.0, abs=1e-4)
    assert m.advance == pytest.approx(5.0, abs=2e-5)
    assert m.transfer == pytest.approx(5.0, abs=2e-5)
    assert m.tactical_diameter == pytest.approx(10.0, abs=2e-5)
    for angle, found in ((90, m.time_90), (180, m.time_180), (360, m.time_360)):
        assert found == pytest.approx(radians(angle) / 0.4, abs=1e-9)
    assert m.steady_yaw_rate == pytest.approx(0.4, rel=1e-9)
    assert m.steady_speed == pytest.approx(2.0, rel=1e-5)  # chords: 1 - (ω h)²/24
    assert m.steady_diameter == pytest.approx(10.0, rel=1e-5)
    assert m.drift_angle == pytest.approx(0.0, abs=1e-6)  # the last turn begins between two samples, on a chord
    assert m.speed_ratio == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_drift_and_current(side: float) -> None:
    """A current changes the track and not the steady measures; a bow that points inward is a positive drift."""
    t, x, y, yaw = circle(side, drift=0.2, current=(0.5, -0.3))
    m = turning_measures(t, x, y, yaw, execute=10.0)
    assert m.drift_angle == pytest.approx(0.2, abs=1e-6)
    assert m.steady_speed == pytest.approx(2.0, rel=1e-5)
    assert m.steady_diameter == pytest.approx(10.0, rel=1e-5)
    still = turning_measures(*circle(side, drift=0.2), execute=10.0)
    moved = np.subtract((m.advance, m.transfer), (still.advance, still.transfer))
    # So far the water goes until the heading has changed by 90°.
    assert np.hypot(*moved) == pytest.approx(np.hypot(0.5, 0.3) * 0.5 * pi / 0.4, rel=1e-9)


def test_a_turn_that_is_not_whole() -> None:
    t, x, y, yaw = circle(1.0)
    some = t < 10.0 + pi / 0.4 - 0.1
    m = turning_measures(t[some], x[some], y[some], yaw[some], execute=10.0)
    assert m.advance is not None
    assert m.tactical_diameter is None
    assert m.time_180 is None
    assert m.steady_speed is None
    assert m.speed_ratio is None


def test_a_prescribed_zigzag() -> None:
    """A heading of straight lines and known peaks: 1°/s to 12°, back to -13°, and so on; the helm at 10°.

    The helm is put over at the first sample from 10° on. Peaks are corners, which a parabola through the nearest
    samples rounds off by less than one sample's change, 0.01°.
    """
    corners_t = [0.0, 5.0, 17.0, 42.0, 66.0, 80.0]
    corners = [0.0, 0.0, 12.0, -13.0, 11.0, -3.0]
    t = np.arange(0.0, 80.0 + 1e-9, 0.01)
    heading = np.interp(t, corners_t, corners)
    helm = np.select([t < 5.0 - 1e-9, t < 15.0 - 1e-9, t < 39.0 - 1e-9, t < 65.0 - 1e-9], [0.0, 0.1, -0.1, 0.1], -0.1)
    m = zigzag_measures(t, np.radians(heading + 170.0), helm, 3.0 * t, 4.0 * t)
    np.testing.assert_allclose(m.executes, [5.0, 15.0, 39.0, 65.0], atol=1e-9)
    np.testing.assert_allclose(np.degrees(m.headings), [10.0, 10.0, 10.0], atol=1e-9)
    np.testing.assert_allclose(np.degrees(m.overshoots), [2.0, 3.0, 1.0], atol=0.01)
    np.testing.assert_allclose(m.yaw_checking_times, [2.0, 3.0, 1.0], atol=0.01)
    assert m.initial_turning_time == pytest.approx(10.0)
    assert m.initial_turning_distance == pytest.approx(50.0)
    assert m.reach == pytest.approx(24.0, abs=1e-9)  # back at 0 at 29 s
    assert m.period == pytest.approx(50.0, abs=1e-9)  # and at 55 s
    assert m.first_overshoot == m.overshoots[0]
    assert m.second_overshoot == m.overshoots[1]


def test_an_overshoot_that_goes_on_beyond_the_track_is_none() -> None:
    t = np.arange(0.0, 20.0, 0.1)
    m = zigzag_measures(t, 0.02 * t, np.where(t < 10.0, 1.0, -1.0))
    assert m.overshoots == ()
    assert m.first_overshoot is None
    assert m.reach is None
    assert m.period is None
    assert m.initial_turning_distance is None


@pytest.mark.parametrize("ratio", [0.01, 0.1, 0.3])
def test_a_linear_decay(ratio: float) -> None:
    """Let x = e^(-ζωt) (cos ω_d t + ζ/√(1-ζ²) sin ω_d t): extremes half a damped period apart, decrement πζ/√(1-ζ²).

    A parabola through samples that are h apart finds an extremum to (ω h)⁴/some: 1e-9 here. p1 = 2ζω, p2 = 0.
    """
    omega = 3.0
    damped = omega * sqrt(1.0 - ratio**2)
    t = np.arange(0.0, 12.0, 0.002)
    x = np.exp(-ratio * omega * t) * (np.cos(damped * t) + ratio / sqrt(1.0 - ratio**2) * np.sin(damped * t))
    m = decay_measures(t, 0.7 + 0.1 * x, rest=0.7)
    assert m.period == pytest.approx(2.0 * pi / damped, rel=1e-6)
    assert m.natural_period == pytest.approx(2.0 * pi / omega, rel=1e-6)
    assert m.damping_ratio == pytest.approx(ratio, rel=1e-6)
    assert m.linear == pytest.approx(2.0 * ratio * omega, rel=1e-4)
    assert m.quadratic is not None
    assert abs(m.quadratic) * 0.1 * omega < 1e-3 * m.linear
    assert m.extremes[1] == pytest.approx(-0.1 * exp(-pi * ratio / sqrt(1.0 - ratio**2)), rel=1e-6)


@pytest.mark.parametrize(("linear", "quadratic"), [(0.1, 0.4), (0.0, 0.6), (0.2, 0.1)])
def test_a_decay_with_both_dampings(linear: float, quadratic: float) -> None:
    """Let x'' + p1 x' + p2 |x'| x' + ω² x = 0, integrated to 1e-10; the line is of first order in the damping.

    So p1 is found to 2 % of the whole damping p1 + (8/3π) ω X p2, and p2 to 5 %.
    """
    omega = 2.0
    t = np.arange(0.0, 40.0, 0.005)
    found = solve_ivp(
        lambda _, s: [s[1], -linear * s[1] - quadratic * abs(s[1]) * s[1] - omega**2 * s[0]],
        (0.0, t[-1]),
        [0.5, 0.0],
        t_eval=t,
        rtol=1e-10,
        atol=1e-12,
    )
    m = decay_measures(t, found.y[0], smallest=0.05)
    whole = linear + 8.0 / (3.0 * pi) * omega * 0.5 * quadratic
    assert m.linear == pytest.approx(linear, abs=0.02 * whole)
    assert m.quadratic == pytest.approx(quadratic, rel=0.05)
    assert m.period == pytest.approx(pi, rel=0.01)


def test_a_decay_that_begins_in_full_swing() -> None:
    """The first sample is no extremum then."""
    t = np.arange(0.0, 20.0, 0.01)
    m = decay_measures(t, np.exp(-0.05 * t) * np.cos(2.0 * t + 0.5))
    assert m.times[0] == pytest.approx((pi - 0.5) / 2.0 - 0.05 / 4.0, abs=1e-3)
    # e^(-at) cos ωt has extremes half a period apart, smaller by e^(-aπ/ω)
    assert m.period == pytest.approx(pi, rel=1e-5)
    assert log(m.extremes[0] / m.extremes[2]) == pytest.approx(0.05 * pi, rel=1e-5)


@pytest.mark.parametrize("ratio", [0.2, 0.5, 0.7])
def test_a_step_of_second_order(ratio: float) -> None:
    """Overshoot e^(-πζ/√(1-ζ²)) at the time π/ω_d; it stays within 5 % from the last crossing of the band on."""
    omega, start = 1.5, 3.0
    damped = omega * sqrt(1.0 - ratio**2)
    t = np.arange(0.0, 60.0, 0.005)
    s = np.maximum(t - start, 0.0)
    part = 1.0 - np.exp(-ratio * omega * s) * (np.cos(damped * s) + ratio * omega / damped * np.sin(damped * s))
    m = step_measures(t, 5.0 - 2.0 * part, 3.0, start=start)
    assert m.overshoot == pytest.approx(exp(-pi * ratio / sqrt(1.0 - ratio**2)), rel=1e-6)
    assert m.peak_time == pytest.approx(pi / damped, rel=1e-5)
    assert m.steady_error == pytest.approx(0.0, abs=1e-6)
    outside = np.flatnonzero(np.abs(part - 1.0) > 0.05)[-1]
    assert m.settling_time == pytest.approx(t[outside] - start, abs=0.005)


def test_a_step_of_first_order() -> None:
    """1 - e^(-t/T): rises from 10 % to 90 % in T ln 9, never passes its target, is within 5 % after T ln 20."""
    T = 2.0
    t = np.arange(0.0, 40.0, 0.001)
    m = step_measures(t, 1.0 - np.exp(-t / T), 1.0)
    assert m.rise_time == pytest.approx(T * log(9.0), abs=1e-6)
    assert m.overshoot == 0.0
    assert m.peak_time is None
    assert m.settling_time == pytest.approx(T * log(20.0), abs=1e-6)
    short = step_measures(t[:1000], 1.0 - np.exp(-t[:1000] / T), 1.0)
    assert short.rise_time is None
    assert short.settling_time is None
    assert short.steady_error == pytest.approx(exp(-0.95 / T), abs=1e-3)  # the mean of the last tenth of a second
