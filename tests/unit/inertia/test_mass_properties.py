"""Validity, principal axes and simple bodies.

The integrals of simple bodies are checked by integrating over the body itself, to the 1e-12 of Gauss-Legendre
quadrature on polynomials of low degree.
"""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from tests.strategies import mass_properties

from seaway.errors import ModelError
from seaway.frames import matrix_from_quaternion
from seaway.inertia import MassProperties

EPSILON = np.finfo(float).eps


@pytest.mark.parametrize(
    ("moments", "valid"),
    [
        ((0.0, 0.0, 0.0), True),
        ((1.0, 1.0, 2.0), True),  # a flat plate: equality
        ((2.0, 1.0, 1.0), True),
        ((1.0, 1.0, 2.0 + 18 * EPSILON), True),  # within 10 eps * 1/2 trace = 20 eps
        ((1.0, 1.0, 2.0 + 22 * EPSILON), False),
        ((1e-20, -1e-21, 1e-20), False),
        ((1.0, 1.0, 2.5), False),
        ((0.0, 1.0, 1.0), True),  # a thin rod
        ((-1e-12, 1.0, 1.0), False),
        ((-1.0, 1.0, 1.0), False),
    ],
)
def test_validity_at_the_border_is_that_of_gz_math(moments: tuple[float, ...], valid: bool) -> None:
    unchecked = MassProperties.unchecked(1.0, np.diag(moments))
    assert (unchecked.problems() == ()) is valid
    if valid:
        assert MassProperties.from_moments(1.0, *moments) == unchecked
    else:
        with pytest.raises(ModelError):
            MassProperties.from_moments(1.0, *moments)


def test_products_of_inertia_below_a_millionth_do_not_count_as_in_gz_math() -> None:
    """A product of 1e-7 makes the flat plate's exact moments break the triangle inequality by 1e-14."""
    assert MassProperties.from_moments(1.0, 1.0, 1.0, 2.0, ixz=1e-7).problems() == ()


def test_a_minor_below_zero_is_refused_and_named_as_in_gz_math() -> None:
    """Taken for diagonal, with moments 1, 0, 1; but ixx iyy - ixy² is -2.5e-13."""
    with pytest.raises(ModelError, match=r"positive semidefinite, but ixx iyy - ixy² is -2.5e-13"):
        MassProperties.from_moments(1.0, 1.0, 0.0, 1.0, ixy=5e-7)


def test_every_broken_rule_has_its_message() -> None:
    mass, triangle = MassProperties.unchecked(-1.0, np.diag([1, 1, 2.5])).problems()
    assert "the mass must be >= 0" in mass
    assert "triangle inequality" in triangle


def test_small_asymmetry_is_averaged() -> None:
    moments = np.eye(3)
    moments[0, 1] = 0.9e-6
    assert MassProperties(1.0, moments).moment_of_inertia[1, 0] == pytest.approx(0.45e-6)
    moments[0, 1] = 1.1e-6
    with pytest.raises(ModelError, match="symmetric"):
        MassProperties(1.0, moments)


def test_an_equivalent_box_needs_valid_moments() -> None:
    with pytest.raises(ModelError, match=r"an equivalent box needs valid moments: .*triangle inequality"):
        MassProperties.unchecked(1.0, np.diag([1, 1, 2.5])).equivalent_box()


@pytest.mark.parametrize("bad", [True, 1j, "1"])
def test_what_is_no_number_is_refused(bad: object) -> None:
    with pytest.raises(ModelError, match=r"the mass \[kg\] must be numbers, got"):
        MassProperties(bad, np.eye(3))  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=r"the mass \[kg\] must be numbers, got"):
        MassProperties.unchecked(bad, np.eye(3))  # type: ignore[arg-type]


def test_no_mass_is_a_valid_mass() -> None:
    assert MassProperties(0.0, np.zeros((3, 3))).problems() == ()


@pytest.mark.parametrize(
    ("mass", "moments", "message"),
    [
        (-2.0, np.eye(3), r"the mass must be >= 0 \[kg\], got -2"),
        (np.nan, np.eye(3), r"the mass \[kg\] must be finite, got nan"),
        (np.inf, np.eye(3), r"the mass \[kg\] must be finite, got inf"),
        (1.0, np.diag([1, np.nan, 1]), r"moment of inertia \[kg m2\] must be finite, got nan at \[1, 1\]"),
        (1.0, np.eye(2), r"moment of inertia \[kg m2\] must have the shape \(3, 3\), got \(2, 2\)"),
        (1.0, [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]], r"must be symmetric, got 0.5 at \[0, 1\] and 0 at \[1, 0\]"),
        (1.0, np.diag([1, 1, 2.5]), r"triangle inequality\), got \[1. , 1. , 2.5\]: 2.5 > 2 \[kg m2\]"),
        (1.0, np.diag([-1, 1, 1]), r"positive semidefinite, got principal moments \[-1.,  1.,  1.\] \[kg m2\]"),
        (1.0, [[1, 2, 0], [2, 1, 0], [0, 0, 1]], r"positive semidefinite, got principal moments \[-1.,  1.,  3.\]"),
        ("heavy", np.eye(3), r"the mass \[kg\] must be numbers, got 'heavy'"),
        (1.0, [[1, 2], [3]], r"the moment of inertia \[kg m2\] must be numbers"),
    ],
)
def test_bad_values_are_refused_with_the_rule_and_the_value(mass: float, moments: object, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        MassProperties(mass, moments)  # type: ignore[arg-type]


def test_unchecked_values_are_kept_and_their_problems_told() -> None:
    faulty = MassProperties.unchecked(-1.0, np.full((3, 3), np.nan))
    assert faulty.mass == -1.0
    assert "must be finite, got -1" in faulty.problems()[0]


def test_values_are_immutable_and_their_own() -> None:
    moments = np.eye(3)
    body = MassProperties(1.0, moments)
    moments[0, 0] = 9.0
    assert body.moment_of_inertia[0, 0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        body.moment_of_inertia[0, 0] = 2.0
    with pytest.raises(AttributeError):
        body.mass = 2.0  # type: ignore[misc]


@given(mass_properties())
def test_principal_axes_diagonalize(body: MassProperties) -> None:
    p, R = body.principal_moments(), matrix_from_quaternion(body.principal_axes())
    scale = np.max(p)
    # Products below a millionth of the largest moment are left out, as in gz-math.
    np.testing.assert_allclose(R @ np.diag(p) @ R.T, body.moment_of_inertia, rtol=0, atol=2e-6 * scale)
    p, R = body.principal_moments(-1.0), matrix_from_quaternion(body.principal_axes(-1.0))
    np.testing.assert_allclose(R @ np.diag(p) @ R.T, body.moment_of_inertia, rtol=0, atol=1e-13 * scale)
    assert np.all(np.diff(p) >= 0.0)


def test_equivalent_box_of_a_box_is_the_box() -> None:
    size, axes = MassProperties.from_box([1.0, 2.0, 3.0], mass=7.0).equivalent_box()
    np.testing.assert_allclose(size, [1.0, 2.0, 3.0], rtol=1e-14)
    np.testing.assert_array_equal(axes, [1, 0, 0, 0])
    with pytest.raises(ModelError, match="equivalent box needs a positive mass and positive moments, got 0 kg"):
        MassProperties(0.0, np.zeros((3, 3))).equivalent_box()


@given(mass_properties())
def test_equivalent_box_has_the_same_moments(body: MassProperties) -> None:
    size, q = body.equivalent_box()
    R = matrix_from_quaternion(q)
    box = MassProperties.from_box(np.maximum(size, 1e-9), mass=body.mass)
    scale = np.max(body.moment_of_inertia)
    np.testing.assert_allclose(R @ box.moment_of_inertia @ R.T, body.moment_of_inertia, rtol=0, atol=3e-6 * scale)


def integrated(half_width: Callable[[np.ndarray], np.ndarray], lower: float, upper: float, density: float) -> tuple:
    """Mass, centre and moments of a body of revolution about z whose radius at height z is half_width(z).

    A disc of thickness dz has Izz = 1/2 dm r² and Ixx = 1/4 dm r² + dm z².
    """
    nodes, weights = np.polynomial.legendre.leggauss(40)
    z = 0.5 * (upper - lower) * nodes + 0.5 * (upper + lower)
    r = half_width(z)
    dm = density * np.pi * r**2 * weights * 0.5 * (upper - lower)
    mass, center = np.sum(dm), np.sum(dm * z) / np.sum(dm)
    transverse = np.sum(dm * (r**2 / 4 + (z - center) ** 2))
    return mass, center, np.diag([transverse, transverse, np.sum(dm * r**2 / 2)])


def test_bodies_of_revolution_against_their_integrals() -> None:
    L, r, density = 1.4, 0.3, 800.0
    cases = {
        "sphere": (MassProperties.from_sphere(r, density=density), lambda z: np.sqrt(r**2 - z**2), -r, r),
        "cylinder": (
            MassProperties.from_cylinder(radius=r, length=L, density=density),
            lambda z: r + 0 * z,
            -L / 2,
            L / 2,
        ),
        "cone": (
            MassProperties.from_cone(radius=r, length=L, density=density),
            lambda z: r * (0.5 - z / L),
            -L / 2,
            L / 2,
        ),
        "ellipsoid": (
            MassProperties.from_ellipsoid([r, r, L], density=density),
            lambda z: r * np.sqrt(1 - (z / L) ** 2),
            -L,
            L,
        ),
    }
    for name, (body, half_width, lower, upper) in cases.items():
        mass, center, moments = integrated(half_width, lower, upper, density)
        assert body.mass == pytest.approx(mass, rel=1e-12), name
        np.testing.assert_allclose(body.moment_of_inertia, moments, rtol=1e-12, err_msg=name)
        assert center == pytest.approx(-L / 4 if name == "cone" else 0.0, abs=1e-12), name


def test_capsule_is_a_tube_and_two_half_spheres() -> None:
    L, r, density = 1.4, 0.3, 800.0
    body = MassProperties.from_capsule(radius=r, length=L, density=density)
    tube = integrated(lambda z: r + 0 * z, -L / 2, L / 2, density)
    cap = integrated(lambda z: np.sqrt(r**2 - z**2), 0.0, r, density)
    offset = np.diag([1.0, 1.0, 0.0]) * cap[0] * (L / 2 + cap[1]) ** 2
    assert body.mass == pytest.approx(tube[0] + 2 * cap[0], rel=1e-12)
    np.testing.assert_allclose(body.moment_of_inertia, tube[2] + 2 * (cap[2] + offset), rtol=1e-12)


def test_box_and_ellipsoid_with_three_different_axes() -> None:
    np.testing.assert_allclose(MassProperties.from_box([1, 2, 3], density=1000.0).moment_of_inertia,
                               np.diag([6500.0, 5000.0, 2500.0]), rtol=1e-14)  # fmt: skip
    body = MassProperties.from_ellipsoid([1, 2, 3], mass=5.0)
    np.testing.assert_allclose(body.moment_of_inertia, np.diag([13.0, 10.0, 5.0]), rtol=1e-14)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: MassProperties.from_box([1, 0, 1], mass=1),
            r"length y of a box \[m\] must be finite and > 0, got 0",
        ),
        (lambda: MassProperties.from_box([1, 1], mass=1), r"the sizes of a box \[m\] must have the shape \(3\)"),
        (
            lambda: MassProperties.from_sphere(-1, mass=1),
            r"radius of a sphere \[m\] must be finite and > 0, got -1",
        ),
        (
            lambda: MassProperties.from_cylinder(radius=1, length=1, mass=0),
            r"the mass \[kg\] must be finite and > 0, got 0",
        ),
        (
            lambda: MassProperties.from_cone(radius=1, length=1, density=-5),
            r"the density \[kg/m3\] must be finite and > 0, got -5",
        ),
        (
            lambda: MassProperties.from_capsule(radius=1, length=1),
            "give either mass= or density=, got mass=None and density=None",
        ),
        (lambda: MassProperties.from_sphere(1, mass=1, density=2), "give either mass= or density=, got mass=1 and"),
    ],
)
def test_bad_shapes_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()
