from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from tests.strategies import positive

from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.inertia import (
    AddedMass,
    box_added_mass,
    cylinder_added_mass,
    disc_added_mass,
    ellipsoid_added_mass,
    sphere_added_mass,
    spheroid_added_mass,
)

SHAPES: dict[str, Callable[..., AddedMass]] = {
    "sphere": lambda scale, **more: sphere_added_mass(0.7 * scale, **more),
    "ellipsoid": lambda scale, **more: ellipsoid_added_mass(scale * np.array([0.5, 1.0, 2.0]), **more),
    "spheroid": lambda scale, **more: spheroid_added_mass(radius=0.5 * scale, half_length=2.0 * scale, **more),
    "disc": lambda scale, **more: disc_added_mass(0.7 * scale, **more),
    "cylinder": lambda scale, **more: cylinder_added_mass(radius=0.2 * scale, length=5.0 * scale, **more),
    "box": lambda scale, **more: box_added_mass(scale * np.array([0.4, 1.0, 2.5]), **more),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_scaling(shape: str) -> None:
    """Mass grows with the cube of the size, moment with its fifth power, both with the density."""
    small, large = SHAPES[shape](1.0, fluid_density=1000.0), SHAPES[shape](3.0, fluid_density=1.2)
    np.testing.assert_allclose(large.top_left, small.top_left * 27.0 * 1.2e-3, rtol=1e-12)
    np.testing.assert_allclose(large.bottom_right, small.bottom_right * 243.0 * 1.2e-3, rtol=1e-12)
    assert np.all(np.linalg.eigvalsh(small.matrix) >= 0.0)


@pytest.mark.parametrize("shape", SHAPES)
def test_placing_a_shape_moves_its_added_mass(shape: str) -> None:
    X_BS = Pose.from_rpy([0.4, -1.0, 2.0], [0.3, 0.2, -1.0])
    own = SHAPES[shape](1.0, fluid_density=1000.0)
    placed = SHAPES[shape](1.0, fluid_density=1000.0, X_BS=X_BS)
    np.testing.assert_array_equal(placed.matrix, own.transformed(X_BS).matrix)
    assert placed.convention == "origin"
    # Moving the shape by p makes the torque p × force: for a sphere A21 = S(p) A11.
    assert np.any(placed.bottom_left != 0.0)


@given(positive(1e-3, 1.0), positive(1e-3, 1.0), positive(1e-3, 1.0))
def test_ellipsoid_is_the_same_in_any_order_of_axes(a: float, b: float, c: float) -> None:
    base = np.diag(ellipsoid_added_mass([a, b, c], 1000.0).matrix)
    for order in ([1, 2, 0], [2, 0, 1], [1, 0, 2]):
        other = np.diag(ellipsoid_added_mass(np.array([a, b, c])[order], 1000.0).matrix)
        np.testing.assert_allclose(other[:3], base[:3][order], rtol=1e-11)
        # A moment vanishes with the square of the difference of two axes; its digits are those of ρ V a².
        np.testing.assert_allclose(other[3:], base[3:][order], rtol=1e-7, atol=1e-13 * np.max(base))


@pytest.mark.parametrize("difference", [0.0, 1e-15, 1e-12, 1e-9, 1e-8, 1e-7, 1e-5, 1e-3])
def test_a_nearly_round_section_turns_nearly_without_fluid(difference: float) -> None:
    """Near a sphere γ - β = 2/5 (b² - c²), so A_pp = 1/5 ρ V (2 δ)² (2/5) / (2 - 4/5) = 4/15 ρ V δ² for b = 1 + δ."""
    moment = ellipsoid_added_mass([1.0, 1.0 + difference, 1.0], 1.0).coefficients["pp"]
    expected = 4.0 / 15.0 * 4.0 / 3.0 * np.pi * difference**2
    assert moment == pytest.approx(expected, rel=5 * difference + 1e-7, abs=1e-15)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sphere_added_mass(0.0, 1000), r"the radius of a sphere \[m\] must be finite and > 0, got 0"),
        (lambda: sphere_added_mass(1.0, -1), r"the density of the fluid \[kg/m3\] must be finite and > 0, got -1"),
        (lambda: ellipsoid_added_mass([1, 0, 0], 1000), r"at most one may be 0 \(a disc\), got \[1., 0., 0.\]"),
        (lambda: ellipsoid_added_mass([1, -1, 1], 1000), r"semi-axes of an ellipsoid must be > 0 \[m\]"),
        (lambda: ellipsoid_added_mass([1, np.nan, 1], 1000), r"must be finite, got nan at \[1\]"),
        (
            lambda: spheroid_added_mass(radius=0, half_length=1, fluid_density=1000),
            r"the radius of a spheroid \[m\] must be finite and > 0, got 0",
        ),
        (lambda: disc_added_mass(-1, 1000), r"the radius of a disc \[m\] must be finite and > 0, got -1"),
        (
            lambda: cylinder_added_mass(radius=1, length=np.inf, fluid_density=1000),
            r"length of a cylinder \[m\] must be finite and > 0, got inf",
        ),
        (lambda: box_added_mass([1, 0, 1], 1000), r"each length of a box \[m\] must be finite and > 0, got 0"),
    ],
)
def test_bad_shapes_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()
