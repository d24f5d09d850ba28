import numpy as np
import pytest
from tests.refused import refused

from seaway.errors import ModelError
from seaway.vehicle import CrossFlow, hoerner_coefficient


def test_planes_are_apart_unless_told() -> None:
    strips = CrossFlow([0.0, 1.0], 2.0, 0.0)
    assert strips.coupled is False
    np.testing.assert_array_equal(strips.lateral_drag_area, [2.0, 2.0])
    np.testing.assert_array_equal(strips.vertical_drag_area, [0.0, 0.0])


def test_uniform_strips_fill_the_length() -> None:
    strips = CrossFlow.uniform(length=2.0, draft=0.2, coefficient=0.6, strips=4, center=0.5)
    # Multiples of 1/4 are exact; 0.6 * 0.2 * 2 / 4 = 0.06 rounds twice.
    np.testing.assert_array_equal(strips.x, [-0.25, 0.25, 0.75, 1.25])
    np.testing.assert_allclose(strips.lateral_drag_area, 0.06, rtol=1e-15)
    np.testing.assert_array_equal(strips.vertical_drag_area, 0.0)
    assert strips.coupled is False
    assert len(CrossFlow.uniform(length=2.0, draft=0.2, coefficient=0.6).x) == 20


def test_uniform_strips_tend_to_the_integrals() -> None:
    """Pure sway: T C L v²; pure yaw: N = T C r² 2 ∫ x³ dx = T C r² L⁴ / 32."""
    L, T, C = 2.0, 0.2, 0.6
    strips = CrossFlow.uniform(length=L, draft=T, coefficient=C, strips=100)
    np.testing.assert_allclose(np.sum(strips.lateral_drag_area), T * C * L, rtol=1e-13)
    # The midpoint rule on |x| x² is off by (L/n)² / 12 f', here 2 (dx / L)² = 2e-4 of the integral.
    np.testing.assert_allclose(np.sum(strips.lateral_drag_area * np.abs(strips.x) ** 3), T * C * L**4 / 32.0, rtol=3e-4)


def test_strips_of_a_profile_have_its_area() -> None:
    """A profile that tapers linearly at both ends: h from 0 to 0.4 over 1 m, level over 2 m, and to 0.2 over 1 m."""
    x, h = [-2.0, -1.0, 1.0, 2.0], [0.0, 0.4, 0.4, 0.2]
    strips = CrossFlow.from_profile(x, h, 0.5, lateral_coefficient=0.8, vertical_coefficient=0.6, strips=7)
    assert strips.coupled is True
    assert len(strips.x) == 7
    # Sums of some ten numbers: a few roundings.
    np.testing.assert_allclose(np.sum(strips.lateral_drag_area), 0.8 * (0.2 + 0.8 + 0.3), rtol=1e-14)
    np.testing.assert_allclose(strips.vertical_drag_area, 0.6 * 0.5 * 4.0 / 7.0, rtol=1e-14)
    np.testing.assert_allclose(strips.x, -2.0 + 4.0 / 7.0 * (np.arange(7) + 0.5), atol=1e-15)
    # The first strip lies within the taper: a triangle of 4/7 by 0.4 * 4/7. The second holds a corner at x = -1.
    np.testing.assert_allclose(strips.lateral_drag_area[0], 0.8 * 0.5 * 0.4 * (4.0 / 7.0) ** 2, rtol=1e-14)
    ramp = 0.5 * (0.4 * 4.0 / 7.0 + 0.4) * (3.0 / 7.0)
    np.testing.assert_allclose(strips.lateral_drag_area[1], 0.8 * (ramp + 0.4 / 7.0), rtol=1e-14)


def test_a_profile_may_have_its_planes_apart() -> None:
    strips = CrossFlow.from_profile(
        [0.0, 1.0], 0.5, 0.5, lateral_coefficient=1.0, vertical_coefficient=1.0, coupled=False
    )
    assert strips.coupled is False
    assert len(strips.x) == 40


def test_hoerner_between_and_beyond_the_points_of_his_curve() -> None:
    # At points of the curve: B / 2T = 1.30807 and 0.558473; interpolation there is exact to rounding.
    np.testing.assert_allclose(hoerner_coefficient(beam=2.0 * 1.30807, draft=1.0), 0.759941, rtol=1e-14)
    np.testing.assert_allclose(hoerner_coefficient(beam=0.558473, draft=0.5), 1.08356, rtol=1e-14)
    middle = 0.5 * (3.00877 + 3.45075)
    np.testing.assert_allclose(
        hoerner_coefficient(beam=2.0 * middle, draft=1.0), 0.5 * (0.586846 + 0.585909), rtol=1e-14
    )
    assert hoerner_coefficient(beam=0.001, draft=1.0) == 1.96608
    assert hoerner_coefficient(beam=100.0, draft=1.0) == 0.559315


def test_hoerner_falls_with_the_beam() -> None:
    values = [hoerner_coefficient(beam=b, draft=1.0) for b in np.linspace(0.01, 10.0, 200)]
    assert np.all(np.diff(values) <= 0.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], 1.0, 1.0), "the x of a cross flow must be a list of numbers [m], got 0 numbers: []"),
        ((0.0, 1.0, 1.0), "the x of a cross flow must be a list of numbers [m], got a number: 0.0"),
        (([0, np.nan], 1.0, 1.0), "the x of a cross flow must be finite [m], got nan at [1]"),
        (
            ([0, 1], [1, 2, 3], 1.0),
            "cross flow: lateral_drag_area must be one number or one for each of the 2 strips, got 3",
        ),
        (
            ([0, 1], [1, -2.5], 1.0),
            (
                "the lateral drag area of a cross flow must be >= 0 [m2] (a negative one feeds energy in), "
                "got -2.5 at [1]"
            ),
        ),
        (
            ([0, 1], 1.0, -0.5),
            (
                "the vertical drag area of a cross flow must be >= 0 [m2] (a negative one feeds energy in), "
                "got -0.5 at [0]"
            ),
        ),
        (([0, 1], 1.0, 1.0, 1), "the coupled of a cross flow must be true or false, got 1"),
    ],
)
def test_bad_strips_are_refused(arguments: tuple, message: str) -> None:
    with refused(message):
        CrossFlow(*arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"length": 0.0}, "the length of a cross flow [m] must be finite and > 0, got 0"),
        ({"draft": -0.2}, "the draft of a cross flow [m] must be finite and > 0, got -0.2"),
        (
            {"coefficient": -0.6},
            "the coefficient of a cross flow must be >= 0 (a negative one feeds energy in), got -0.6",
        ),
        ({"strips": 0}, "the number of strips must be a whole number >= 1, got 0"),
        ({"center": np.inf}, "the centre of a cross flow must be finite [m], got inf"),
    ],
)
def test_bad_uniform_strips_are_refused(arguments: dict, message: str) -> None:
    with refused(message):
        CrossFlow.uniform(**{"length": 2.0, "draft": 0.2, "coefficient": 0.6, **arguments})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.0], 1.0, 1.0, 1.0, 1.0), "the x of a profile must be two or more ascending numbers, got [0.0]"),
        (([0.0, 0.0], 1.0, 1.0, 1.0, 1.0), "the x of a profile must be two or more ascending numbers, got [0.0, 0.0]"),
        (
            ([0.0, 1.0], -1.5, 1.0, 1.0, 1.0),
            "the height of a profile must be >= 0 [m] (a negative one feeds energy in), got -1.5 at [0]",
        ),
        (
            ([0.0, 1.0], 1.0, [1.0], 1.0, 1.0),
            "the breadth of a profile must be 2 numbers or one number [m], got 1 number: [1.0]",
        ),
        (
            ([0.0, 1.0], 1.0, 1.0, -0.5, 1.0),
            "the lateral coefficient of a profile must be >= 0 (a negative one feeds energy in), got -0.5",
        ),
        (
            ([0.0, 1.0], 1.0, 1.0, 1.0, -2.5),
            "the vertical coefficient of a profile must be >= 0 (a negative one feeds energy in), got -2.5",
        ),
    ],
)
def test_bad_profiles_are_refused(arguments: tuple, message: str) -> None:
    with refused(message):
        CrossFlow.from_profile(*arguments[:3], lateral_coefficient=arguments[3], vertical_coefficient=arguments[4])


@pytest.mark.parametrize(("beam", "draft", "what"), [(0.0, 1.0, "beam"), (1.0, -1.0, "draft")])
def test_bad_sections_are_refused(beam: float, draft: float, what: str) -> None:
    with pytest.raises(ModelError, match=rf"the {what} \[m\] must be finite and > 0"):
        hoerner_coefficient(beam=beam, draft=draft)
