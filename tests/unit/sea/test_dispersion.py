import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.sea import group_speed, wave_number

G = 9.80665
DEPTHS = (0.01, 0.5, 5.0, 50.0, 4000.0)


@pytest.mark.parametrize("depth", DEPTHS)
def test_it_solves_the_dispersion_relation(depth: float) -> None:
    """ω² = g k tanh(k h) to rounding, from shallow (k h = 1e-6) to deep (k h = 1e6)."""
    omega = np.geomspace(1e-4, 1e2, 400)
    k = wave_number(omega, depth)
    np.testing.assert_allclose(G * k * np.tanh(k * depth), omega**2, rtol=1e-14)


def test_limits() -> None:
    """Shallow: c = c_g = √(g h), off by (k h)²/6 and /2; deep: c = g/ω, c_g = c/2, off by exp(-2 k h)."""
    assert 1e-4 / wave_number(1e-4, 1.0) == pytest.approx(np.sqrt(G), rel=1e-8)
    assert group_speed(1e-4, 1.0) == pytest.approx(np.sqrt(G), rel=1e-8)
    for depth in (None, 1000.0):
        assert wave_number(0.7, depth) == pytest.approx(0.7**2 / G, rel=1e-15)
        assert 0.7 / wave_number(0.7, depth) == pytest.approx(G / 0.7, rel=1e-15)
        assert group_speed(0.7, depth) == pytest.approx(0.5 * G / 0.7, rel=1e-15)


@pytest.mark.parametrize("depth", DEPTHS)
def test_group_speed_is_the_slope_of_the_dispersion_relation(depth: float) -> None:
    """dω/dk by central differences: truncation 1e-8, rounding 1e-12."""
    omega = np.geomspace(0.1, 5.0, 50)
    step = 1e-4 * omega
    slope = 2.0 * step / (wave_number(omega + step, depth) - wave_number(omega - step, depth))
    np.testing.assert_allclose(group_speed(omega, depth), slope, rtol=1e-7)


def test_any_shape_and_gravity() -> None:
    omega = np.full((2, 3), 1.3)
    assert wave_number(omega, 10.0, 1.62).shape == (2, 3)
    assert wave_number(1.3).shape == ()
    assert wave_number(1.3, gravity=1.62) == pytest.approx(1.3**2 / 1.62)
    assert wave_number([], 10.0).shape == (0,)


@pytest.mark.parametrize("function", [wave_number, group_speed])
def test_bad_numbers_are_refused(function: type) -> None:
    with pytest.raises(ModelError, match=r"the frequency of a wave must be > 0 \[rad/s\], got -0.5"):
        function([1.0, -0.5])
    with pytest.raises(ModelError, match=r"the frequency of a wave must be > 0 \[rad/s\], got 0$"):
        function(0.0, 10.0)
    with pytest.raises(ModelError, match=r"the frequency of a wave must be finite \[rad/s\], got nan at \[1\]"):
        function([1.0, np.nan])
    with pytest.raises(ModelError, match=r"the depth of the water \[m\] must be finite and > 0, got -3"):
        function(1.0, -3.0)
    with pytest.raises(ModelError, match=r"the depth of the water \[m\] must be finite and > 0, got 0"):
        function(1.0, 0.0)
    with pytest.raises(ModelError, match=r"gravity \[m/s2\] must be finite and > 0, got 0"):
        function(1.0, gravity=0.0)
