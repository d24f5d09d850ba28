import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.sea import Spreading

NARROWNESS = (0.0, 0.3, 1.0, 10.0, 75.0, 1e3, 1e6)


@pytest.mark.parametrize("s", NARROWNESS)
def test_it_holds_all_the_energy(s: float) -> None:
    """∫ D = 1 and ∫ D cos θ = s/(s + 1).

    The trapezoidal rule over a period is exact to rounding for smooth D; with s = 0.3 D has the power 0.6 of a distance
    at θ = π, where the rule is off by step^1.6.
    """
    angle = np.linspace(-np.pi, np.pi, 20000, endpoint=False)
    D = Spreading(s).density(angle)
    step = 2.0 * np.pi / len(angle)
    tolerance = 1e-5 if s == 0.3 else 1e-10
    assert np.sum(D) * step == pytest.approx(1.0, rel=tolerance)
    assert np.sum(D * np.cos(angle)) * step == pytest.approx(s / (s + 1.0), rel=tolerance, abs=1e-12)


def test_simple_cases() -> None:
    """S = 0: 1/2π. s = 1: (1 + cos θ)/2π. A full turn and the sign of θ change nothing."""
    angle = np.linspace(-7.0, 7.0, 101)
    np.testing.assert_allclose(Spreading(0).density(angle), 0.5 / np.pi, rtol=1e-15)
    np.testing.assert_allclose(Spreading(1).density(angle), (1.0 + np.cos(angle)) / (2.0 * np.pi), atol=1e-15)
    law = Spreading(20)
    np.testing.assert_allclose(law.density(angle + 2.0 * np.pi), law.density(angle), rtol=1e-12, atol=1e-15)
    assert law.density(np.pi) == 0.0
    assert law.density([[0.1, 0.2]]).shape == (1, 2)


def test_large_s_is_a_gaussian() -> None:
    """D → √(s/4π) exp(-s θ²/4), off by 1/(8 s) and by s θ⁴/96; s = 1e8 has Γ(s) far beyond a double."""
    angle = np.linspace(-5e-4, 5e-4, 21)
    expected = np.sqrt(1e8 / (4.0 * np.pi)) * np.exp(-1e8 * angle**2 / 4.0)
    np.testing.assert_allclose(Spreading(1e8).density(angle), expected, rtol=1e-7)


@pytest.mark.parametrize("s", NARROWNESS)
def test_directions_follow_the_law(s: float) -> None:
    """The middles of equal shares: half lie on each side, and their mean of cos θ is the law's.

    It is off by what the two outer shares of 1/n hold.
    """
    angle = Spreading(s).directions(10000)
    assert np.all(np.diff(angle) > 0.0)
    assert np.max(np.abs(angle)) <= np.pi
    np.testing.assert_allclose(angle, -angle[::-1], atol=1e-12)
    assert np.mean(np.cos(angle)) == pytest.approx(s / (s + 1.0), rel=1e-4, abs=1e-12)
    # The density is the inverse of the distance between neighbours, away from the sparse tails.
    middle = slice(1000, 9000)
    between = 0.5 * (angle[1:] + angle[:-1])[middle]
    np.testing.assert_allclose(1e-4 / np.diff(angle)[middle], Spreading(s).density(between), rtol=1e-5)


def test_random_directions() -> None:
    """One in each share, so the mean of cos θ varies far less than the 1/√n of free draws, and in no order."""
    law = Spreading(10)
    angle = law.directions(500, np.random.default_rng(4))
    np.testing.assert_array_equal(angle, law.directions(500, np.random.default_rng(4)))
    assert np.any(angle != law.directions(500, np.random.default_rng(5)))
    assert np.mean(np.cos(angle)) == pytest.approx(10.0 / 11.0, abs=1e-3)
    assert abs(np.corrcoef(np.arange(500), angle)[0, 1]) < 0.15  # 3/√500
    # The middles of 250 shares are limits of 500, every other one: two angles between neighbours.
    counts, _ = np.histogram(angle, law.directions(250))
    np.testing.assert_array_equal(counts, 2)


def test_it_cannot_be_changed_and_bad_numbers_are_refused() -> None:
    law = Spreading(4)
    assert law == Spreading(4.0)
    assert hash(law) == hash(Spreading(4.0))
    with pytest.raises(AttributeError):
        law.s = 5.0  # type: ignore[misc]
    with pytest.raises(ModelError, match=r"the s of a spreading must be >= 0, got -1"):
        Spreading(-1)
    with pytest.raises(ModelError, match=r"the s of a spreading must be finite, got inf"):
        Spreading(np.inf)
    with pytest.raises(ModelError, match=r"the number of directions must be a whole number >= 1, got 0"):
        law.directions(0)
    with pytest.raises(ModelError, match=r"the angles of a spreading \[rad\] must be finite, got nan"):
        law.density(np.nan)
