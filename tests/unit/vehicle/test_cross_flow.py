from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.kernels.strips import STRIP
from seaway.vehicle import CrossFlow, hoerner_coefficient


def test_it_fills_its_fields() -> None:
    strips = CrossFlow([-1.0, 0.0, 1.0], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0], together=True)
    records = np.zeros(3, dtype=STRIP)
    strips.fill(records)
    assert len(strips) == 3
    assert records.tolist() == [(0, 1, -1.0, 1.0, 4.0), (0, 1, 0.0, 2.0, 5.0), (0, 1, 1.0, 3.0, 6.0)]


def test_planes_are_apart_unless_told() -> None:
    strips = CrossFlow([0.0, 1.0], 2.0, 0.0)
    assert strips.together is False
    np.testing.assert_array_equal(strips.lateral, [2.0, 2.0])
    np.testing.assert_array_equal(strips.vertical, [0.0, 0.0])
    assert repr(strips) == "CrossFlow(2 strips, x = 0 to 1 m)"


def test_uniform_strips_fill_the_length() -> None:
    strips = CrossFlow.uniform(2.0, 0.2, 0.6, strips=4, center=0.5)
    # Multiples of 1/4 are exact; 0.6 * 0.2 * 2 / 4 = 0.06 rounds twice.
    np.testing.assert_array_equal(strips.x, [-0.25, 0.25, 0.75, 1.25])
    np.testing.assert_allclose(strips.lateral, 0.06, rtol=1e-15)
    np.testing.assert_array_equal(strips.vertical, 0.0)
    assert strips.together is False
    assert len(CrossFlow.uniform(2.0, 0.2, 0.6)) == 20


def test_uniform_strips_tend_to_the_integrals() -> None:
    """Pure sway: T C L v²; pure yaw: N = T C r² 2 ∫ x³ dx = T C r² L⁴ / 32."""
    L, T, C = 2.0, 0.2, 0.6
    strips = CrossFlow.uniform(L, T, C, strips=100)
    np.testing.assert_allclose(np.sum(strips.lateral), T * C * L, rtol=1e-13)
    # The midpoint rule on |x| x² is off by (L/n)² / 12 f', here 2 (dx / L)² = 2e-4 of the integral.
    np.testing.assert_allclose(np.sum(strips.lateral * np.abs(strips.x) ** 3), T * C * L**4 / 32.0, rtol=3e-4)


def test_strips_of_a_profile_have_its_area() -> None:
    """A profile that tapers linearly at both ends: h from 0 to 0.4 over 1 m, level over 2 m, and to 0.2 over 1 m."""
    x, h = [-2.0, -1.0, 1.0, 2.0], [0.0, 0.4, 0.4, 0.2]
    strips = CrossFlow.from_profile(x, h, 0.5, 0.8, 0.6, strips=7)
    assert strips.together is True
    assert len(strips) == 7
    # Sums of some ten numbers: a few roundings.
    np.testing.assert_allclose(np.sum(strips.lateral), 0.8 * (0.2 + 0.8 + 0.3), rtol=1e-14)
    np.testing.assert_allclose(strips.vertical, 0.6 * 0.5 * 4.0 / 7.0, rtol=1e-14)
    np.testing.assert_allclose(strips.x, -2.0 + 4.0 / 7.0 * (np.arange(7) + 0.5), atol=1e-15)
    # The first strip lies within the taper: a triangle of 4/7 by 0.4 * 4/7. The second holds a corner at x = -1.
    np.testing.assert_allclose(strips.lateral[0], 0.8 * 0.5 * 0.4 * (4.0 / 7.0) ** 2, rtol=1e-14)
    ramp = 0.5 * (0.4 * 4.0 / 7.0 + 0.4) * (3.0 / 7.0)
    np.testing.assert_allclose(strips.lateral[1], 0.8 * (ramp + 0.4 / 7.0), rtol=1e-14)


def test_a_profile_may_have_its_planes_apart() -> None:
    strips = CrossFlow.from_profile([0.0, 1.0], 0.5, 0.5, 1.0, 1.0, together=False)
    assert strips.together is False
    assert len(strips) == 40


def test_hoerner_between_and_beyond_the_points_of_his_curve() -> None:
    # At points of the curve: B / 2T = 1.30807 and 0.558473; interpolation there is exact to rounding.
    np.testing.assert_allclose(hoerner_coefficient(2.0 * 1.30807, 1.0), 0.759941, rtol=1e-14)
    np.testing.assert_allclose(hoerner_coefficient(0.558473, 0.5), 1.08356, rtol=1e-14)
    middle = 0.5 * (3.00877 + 3.45075)
    np.testing.assert_allclose(hoerner_coefficient(2.0 * middle, 1.0), 0.5 * (0.586846 + 0.585909), rtol=1e-14)
    assert hoerner_coefficient(0.001, 1.0) == 1.96608
    assert hoerner_coefficient(100.0, 1.0) == 0.559315


def test_hoerner_falls_with_the_beam() -> None:
    values = [hoerner_coefficient(b, 1.0) for b in np.linspace(0.01, 10.0, 200)]
    assert np.all(np.diff(values) <= 0.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], 1.0, 1.0), r"the x of a cross flow must be a list of the middles of strips \[m\], got the shape \(0,\)"),
        ((0.0, 1.0, 1.0), r"the x of a cross flow must be a list .* got the shape \(\)"),
        (([0, np.nan], 1.0, 1.0), r"the x of a cross flow \[m\] must be finite, got nan at \[1\]"),
        (
            ([0, 1], [1, 2, 3], 1.0),
            r"lateral of a cross flow \[m2\] \(or one number\) must have the shape \(2\), got \(3\)",
        ),
        (([0, 1], [1, -2.5], 1.0), r"lateral of a cross flow .* feeds energy in\), got \[ ?1. ?, -2.5\]"),
        (([0, 1], 1.0, -0.5), r"vertical of a cross flow \[m2\] must be >= 0 everywhere .* got \[-0.5, -0.5\]"),
        (([0, 1], 1.0, 1.0, 1), r"together of a cross flow must be True or False, got 1"),
    ],
)
def test_bad_strips_are_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        CrossFlow(*arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0.0, 0.2, 0.6), r"the length of a cross flow \[m\] must be finite and > 0, got 0"),
        ((2.0, -0.2, 0.6), r"the draft of a cross flow \[m\] must be finite and > 0, got -0.2"),
        ((2.0, 0.2, -0.6), r"the coefficient of a cross flow must be >= 0 .*, got -0.6"),
        ((2.0, 0.2, 0.6, 0), r"the number of strips must be a whole number >= 1, got 0"),
        ((2.0, 0.2, 0.6, 20, np.inf), r"the centre of a cross flow \[m\] must be finite, got inf"),
    ],
)
def test_bad_uniform_strips_are_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        CrossFlow.uniform(*arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.0], 1.0, 1.0, 1.0, 1.0), r"the x of a profile must be a list of two or more nodes \[m\], .* \(1,\)"),
        (([0.0, 0.0], 1.0, 1.0, 1.0, 1.0), r"the x of a profile must ascend, got \[0., 0.\]"),
        (([0.0, 1.0], -1.5, 1.0, 1.0, 1.0), r"the height of a profile \[m\] must be >= 0 .*-1.5"),
        (([0.0, 1.0], 1.0, [1.0], 1.0, 1.0), r"the breadth of a profile .* must have the shape \(2\), got \(1\)"),
        (([0.0, 1.0], 1.0, 1.0, -0.5, 1.0), r"the lateral coefficient of a profile must be >= 0 .*, got -0.5"),
        (([0.0, 1.0], 1.0, 1.0, 1.0, -2.5), r"the vertical coefficient of a profile must be >= 0 .*, got -2.5"),
    ],
)
def test_bad_profiles_are_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        CrossFlow.from_profile(*arguments)


@pytest.mark.parametrize(("beam", "draft", "what"), [(0.0, 1.0, "beam"), (1.0, -1.0, "draft")])
def test_bad_sections_are_refused(beam: float, draft: float, what: str) -> None:
    with pytest.raises(ModelError, match=rf"the {what} \[m\] must be finite and > 0"):
        hoerner_coefficient(beam, draft)


def test_it_cannot_be_changed_in_place() -> None:
    strips = CrossFlow.uniform(2.0, 0.2, 0.6)
    with pytest.raises(FrozenInstanceError):
        strips.together = True  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        strips.x[0] = 2.0
