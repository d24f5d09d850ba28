import numpy as np
import pytest
from tests.unit.kernels import called

from seaway.kernels.series import SMALLEST_EXPONENT, cosine, decay, reduced, sine

L = np.longdouble
# π to 36 digits: np.pi itself is 1e-16 off, which huge angles multiply.
PI = L("3.14159265358979323846264338327950288")
_reduced, _cosine, _sine, _decay = called(reduced), called(cosine), called(sine), called(decay)
# Where long doubles are no longer than doubles the references round as well.
ROUNDING = float(np.finfo(L).eps)


def of(function, values: np.ndarray) -> np.ndarray:
    return np.array([function(float(x)) for x in values])


def both(angle: float) -> tuple[float, float]:
    """Sine and cosine of any angle, as the waves put them together."""
    rest, sign = _reduced(float(angle))
    return sign * _sine(rest), sign * _cosine(rest)


def test_sine_and_cosine_within_a_quarter() -> None:
    """4e-16, about 4 roundings of values up to 1."""
    x = np.linspace(-0.5 * np.pi, 0.5 * np.pi, 5001)
    assert np.max(np.abs(of(_sine, x) - np.sin(x.astype(L)))) < 4e-16
    assert np.max(np.abs(of(_cosine, x) - np.cos(x.astype(L)))) < 4e-16


def test_sine_and_cosine_at_the_ends() -> None:
    """Cos 0 = 1 and cos π/2 = 0 to rounding; sine is odd and cosine even, to the digit."""
    assert _sine(0.0) == 0.0
    assert _cosine(0.0) == pytest.approx(1.0, abs=2.3e-16)
    end = 0.5 * np.pi
    assert _sine(end) == pytest.approx(1.0, abs=4e-16)
    assert _cosine(end) == pytest.approx(0.0, abs=4e-16)
    for x in (1e-300, 1e-8, 0.3, 1.1, end):
        assert _sine(-x) == -_sine(x)
        assert _cosine(-x) == _cosine(x)


def test_small_angles_keep_their_digits() -> None:
    """Sin x = x (1 - x²/6 + ...) to 4e-16 of its own value, however small."""
    x = np.logspace(-200, -1, 400)
    assert np.max(np.abs(of(_sine, x) / np.sin(x.astype(L)) - 1)) < 6e-16


@pytest.mark.parametrize(("largest", "bound"), [(10.0, 4e-16), (1e4, 4e-16), (1e5, 1e-15)])
def test_angles_of_any_size(largest: float, bound: float) -> None:
    """Reduced by π in two parts: 4e-16 up to 1e4; the remainder is up to 1e-24 of n, so 1e5 is hardly worse."""
    x = np.random.default_rng(1).uniform(-largest, largest, size=4000)
    n = np.round(x.astype(L) / PI)
    # The reference reduces by itself: libm's long double functions do it well too, but not on every machine.
    rest = (x.astype(L) - n * L(3.1415926534682512)) - n * (PI - L(3.1415926534682512))
    sign = 1 - 2 * (n % 2)
    found = np.array([both(a) for a in x])
    slack = bound + largest * ROUNDING
    assert np.max(np.abs(found[:, 0] - sign * np.sin(rest))) < slack
    assert np.max(np.abs(found[:, 1] - sign * np.cos(rest))) < slack


def test_angles_near_multiples_of_a_quarter() -> None:
    """Where the remainder jumps from π/2 to -π/2, and where sine or cosine vanish."""
    n = np.arange(-400, 401)
    for shift in (0.0, 1e-15, -1e-15, 1e-9, -1e-9):
        x = n * (0.5 * np.pi) * (1.0 + shift)
        found = np.array([both(a) for a in x])
        assert np.max(np.abs(found[:, 0] - np.sin(x))) < 5e-16
        assert np.max(np.abs(found[:, 1] - np.cos(x))) < 5e-16


def test_the_rest_is_within_a_quarter_and_the_sign_is_one() -> None:
    for angle in np.random.default_rng(2).uniform(-1e5, 1e5, size=2000):
        rest, sign = _reduced(angle)
        assert abs(rest) <= 0.5 * np.pi * (1.0 + 1e-11)
        assert sign in (-1.0, 1.0)


def test_sine_and_cosine_make_a_unit_circle() -> None:
    found = np.array([both(a) for a in np.linspace(-1e4, 1e4, 2001)])
    np.testing.assert_allclose(np.sum(found**2, axis=-1), 1.0, rtol=0, atol=1.2e-15)


def test_decay() -> None:
    """7e-14 of the value: eight squarings make 256 roundings of some 1e-16."""
    x = np.concatenate([np.linspace(SMALLEST_EXPONENT, 0.0, 4001), -np.logspace(-17, 0, 200)])
    assert np.max(np.abs(of(_decay, x) / np.exp(x.astype(L)) - 1)) < 7e-14


def test_decay_at_its_ends() -> None:
    """1 at 0 within the error; held at e^-45 = 3e-20 below, also at -inf, which is a point without a depth."""
    assert _decay(0.0) == pytest.approx(1.0, abs=7e-14)
    assert _decay(-0.0) == _decay(0.0)
    held = _decay(SMALLEST_EXPONENT)
    assert held == pytest.approx(np.exp(-45.0), rel=7e-14)
    for x in (-45.000001, -100.0, -1e300, -np.inf):
        assert _decay(x) == held


def test_decay_falls() -> None:
    """Never rises by more than its error, so that waves do not grow with depth."""
    values = of(_decay, np.linspace(0.0, -46.0, 3000))
    assert np.all(np.diff(values) <= 6e-14 * values[:-1])
    assert np.all(values > 0.0)
