"""PID: its three parts by hand, limits and integrals, rows, placed poles."""

from math import pi
from typing import Any

import numpy as np
import pytest

from seaway.control import Pid
from seaway.control._pid import PidMemory
from seaway.errors import ModelError

ONE = np.ones(1)


def outputs(pid: Pid, times: list[float], measured: list[float], wanted: float = 0.0, **options: Any) -> list[float]:
    memory = PidMemory(pid, **options)
    return [memory.output(np.array([t]), wanted, np.array([x])).item() for t, x in zip(times, measured, strict=True)]


def test_proportional() -> None:
    assert outputs(Pid(2.0), [0, 1, 2], [1.0, 5.0, -1.0], wanted=3.0) == [4.0, -4.0, 8.0]


def test_integral_of_a_constant_error_is_the_error_times_time() -> None:
    """I ∫e dt = 0.5 * 4 * t, none at the first call."""
    assert outputs(Pid(0.0, 0.5), [0.0, 0.25, 1.0, 1.5], [-4.0] * 4) == [0.0, 0.5, 2.0, 3.0]


def test_derivative_is_of_the_measurement() -> None:
    """A ramp of 3 a second gives -D 3, and a step of what is wanted no kick."""
    memory = PidMemory(Pid(0.0, 0.0, 2.0))
    found = [
        memory.output(np.array([t]), w, np.array([3 * t])).item() for t, w in ((0.0, 0.0), (0.5, 0.0), (1.0, 99.0))
    ]
    assert found == [0.0, -6.0, -6.0]


def test_a_rate_that_is_given_is_taken() -> None:
    memory = PidMemory(Pid(1.0, 0.0, 2.0))
    assert memory.output(np.zeros(1), 1.0, np.zeros(1), np.array([4.0])).item() == 1.0 - 8.0


def test_called_twice_at_one_time_gives_the_same() -> None:
    assert outputs(Pid(1.0, 1.0, 1.0), [0.0, 1.0, 1.0], [-1.0, -1.0, -1.0]) == [1.0, 2.0, 2.0]


def test_the_limit_and_the_integral_behind_it() -> None:
    """An error of 10 is at the limit of 5 at once: the integral stays 0, and leaves it with the error."""
    measured = [-10.0] * 100 + [1.0]
    found = outputs(Pid(1.0, 1.0, limit=5.0), list(np.arange(101.0)), measured)
    assert found[:100] == [5.0] * 100
    assert found[100] == -2.0  # -1 - 1 * 1 s, nothing wound up


def test_at_the_limit_the_integral_comes_back() -> None:
    """From a large integral, an error of the other sign takes it down although the output is still at its limit."""
    memory = PidMemory(Pid(0.0, 1.0, limit=2.0))
    for t in range(11):
        memory.output(np.array([0.2 * t]), 1.0, np.zeros(1))  # to 2 = the limit
    assert memory.output(np.array([3.0]), -0.5, np.zeros(1)).item() == pytest.approx(1.5, abs=1e-12)


def test_what_is_missing_elsewhere_holds_the_integral() -> None:
    memory = PidMemory(Pid(1.0, 1.0))
    memory.output(np.zeros(2), 1.0, np.zeros(2))
    assert memory.output(np.ones(2), 1.0, np.zeros(2)).tolist() == [2.0, 2.0]
    memory.hold(np.array([0.3, -0.3]))  # row 0 lacks a push ahead, which the error asks for; row 1 has too much
    assert memory.output(np.ones(2), 1.0, np.zeros(2)).tolist() == [1.0, 2.0]


def test_angles_take_the_short_way() -> None:
    """From 170° to -170° it is 20° ahead; the rate over the cut is that of 20° a second."""
    memory = PidMemory(Pid(1.0, 0.0, 1.0), angle=True)
    a, b = np.radians([170.0]), np.radians([-170.0])
    assert memory.output(np.zeros(1), b.item(), a).item() == pytest.approx(pi / 9, rel=1e-12)
    assert memory.output(np.ones(1), b.item(), b).item() == pytest.approx(-pi / 9, rel=1e-12)


def test_rows_begin_anew_when_their_time_goes_back_or_they_are_reset() -> None:
    memory = PidMemory(Pid(0.0, 1.0, 1.0))
    for t in (0.0, 1.0):
        memory.output(np.full(3, t), 1.0, np.zeros(3))
    memory.reset([2])
    found = memory.output(np.array([2.0, 0.0, 2.0]), 1.0, np.full(3, 5.0), None)
    assert found.tolist() == [1.0 - 4.0 - 5.0, 0.0, 0.0]
    memory.reset()
    assert memory.output(np.full(3, 3.0), 1.0, np.zeros(3)).tolist() == [0.0] * 3
    assert memory.output(np.full(5, 9.0), 1.0, np.zeros(5)).tolist() == [0.0] * 5  # another batch


# Poles


@pytest.mark.parametrize(("zeta", "gamma"), [(1.0, 0.2), (0.7, 0.5), (0.3, 0.0), (2.0, 1.5)])
def test_placed_poles_are_the_roots_of_the_closed_loop(zeta: float, gamma: float) -> None:
    """M s³ + (d + D) s² + (k + P) s + I has the roots -ζω ± ω √(ζ² - 1) and -γω: to the rounding of roots()."""
    m, d, k, w = 20.0, 3.0, 1.5, 0.8
    pid = Pid.placed(m, d, k, natural_frequency=w, damping_ratio=zeta, integral_pole=gamma)
    found = np.sort_complex(np.roots([m, d + pid.derivative, k + pid.proportional, pid.integral]))
    pair = np.roots([1.0, 2 * zeta * w, w * w])
    np.testing.assert_allclose(found, np.sort_complex([*pair, -gamma * w]), rtol=1e-6, atol=1e-12)


def test_placed_poles_of_a_speed() -> None:
    """M s² + (d + P) s + I."""
    pid = Pid.placed_on_speed(20.0, 3.0, natural_frequency=0.8, damping_ratio=0.5)
    found = np.roots([20.0, 3.0 + pid.proportional, pid.integral])
    np.testing.assert_allclose(np.sort_complex(found), np.sort_complex(np.roots([1.0, 0.8, 0.64])), rtol=1e-12)
    alone = Pid.placed_on_speed(20.0, 3.0, natural_frequency=0.8, integral=False)
    assert (3.0 + alone.proportional) / 20.0 == pytest.approx(0.8)
    assert alone.integral == 0.0


@pytest.mark.parametrize(("zeta", "gamma"), [(1.0, 0.2), (0.6, 0.5)])
def test_a_body_that_is_damped_by_itself_keeps_its_pair_of_poles(zeta: float, gamma: float) -> None:
    """D = 0: the sum of the poles is -d/m, so the third is at -(d/m - 2 ζ ω)."""
    m, d, w = 20.0, 100.0, 0.8
    pid = Pid.placed(m, d, 1.5, natural_frequency=w, damping_ratio=zeta, integral_pole=gamma)
    assert pid.derivative == 0.0
    found = np.sort_complex(np.roots([m, d, 1.5 + pid.proportional, pid.integral]))
    expected = np.sort_complex([*np.roots([1.0, 2 * zeta * w, w * w]), -(d / m - 2 * zeta * w)])
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_such_a_body_without_an_integral_has_a_pole_at_the_frequency() -> None:
    """Two real poles, one at -ω; where the damping is less than critical, the frequency is ω."""
    pid = Pid.placed(20.0, 100.0, natural_frequency=0.8, integral_pole=0.0)
    np.testing.assert_allclose(np.sort(np.roots([20.0, 100.0, pid.proportional])), [-4.2, -0.8], rtol=1e-12)
    pid = Pid.placed(20.0, 24.0, natural_frequency=0.8, damping_ratio=0.5, integral_pole=0.0)
    assert (pid.proportional, pid.derivative) == (pytest.approx(20 * 0.64), 0.0)


def test_a_speed_that_is_damped_by_itself() -> None:
    """P = 0: 20 s² + 100 s + 12.8 has poles of the sum -5 and the product 0.64."""
    pid = Pid.placed_on_speed(20.0, 100.0, natural_frequency=0.8)
    assert (pid.proportional, pid.integral) == (0.0, pytest.approx(12.8))
    poles = np.roots([20.0, 100.0, pid.integral])
    assert (poles.sum(), poles.prod()) == (pytest.approx(-5.0), pytest.approx(0.64))


def test_a_stiff_body_is_left_so() -> None:
    """With k = 10 times the stiffness that is asked for, P is 0 and the integral 10 times that of the poles."""
    asked = Pid.placed(20.0, natural_frequency=0.8)
    stiff = Pid.placed(20.0, 0.0, 10.0 * asked.proportional, natural_frequency=0.8)
    assert stiff.proportional == 0.0
    assert stiff.integral == pytest.approx(10.0 * asked.integral)
    poles = np.roots([20.0, stiff.derivative, 10.0 * asked.proportional, stiff.integral])
    assert np.all(poles.real < -0.1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((np.nan,), "the proportional of a Pid must be finite .*, got nan"),
        ((1.0, np.inf), "the integral of a Pid must be finite .*, got inf"),
        ((1.0, 0.0, "x"), "the derivative of a Pid must be a number .*, got 'x'"),
        ((1.0, 0.0, 0.0, 0.0), "the limit of a Pid must be > 0 \\[N, Nm\\], got 0"),
        ((1.0, 0.0, 0.0, np.nan), "the limit of a Pid must be > 0 \\[N, Nm\\], got nan"),
    ],
)
def test_gains_that_are_none(arguments: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Pid(*arguments)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mass": 0.0}, r"the mass of a plant must be > 0 \[kg, kg m2\], got 0"),
        ({"natural_frequency": -1.0}, r"natural frequency of a plant must be > 0 \[rad/s\], got -1"),
        ({"damping_ratio": 0.0}, "the damping ratio of a plant must be > 0, got 0"),
        ({"integral_pole": -0.1}, "the integral pole of a plant must be >= 0 .*, got -0.1"),
        ({"damping": np.nan}, r"the damping of a plant must be finite \[N s/m, Nm s\], got nan"),
    ],
)
def test_poles_that_cannot_be_placed(changes: dict[str, float], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Pid.placed(**{"mass": 1.0, "natural_frequency": 1.0, **changes})


def test_a_memory_needs_gains() -> None:
    with pytest.raises(ModelError, match=r"a PidMemory needs a Pid, got 3\.0"):
        PidMemory(3.0)  # type: ignore[arg-type]
