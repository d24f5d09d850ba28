"""Numbers of gz-math's own tests (src/Inertial_TEST.cc, src/MassMatrix3_TEST.cc) and what its API is known to do.

They are typed decimals of simple products, so they must be met to a few units in the last place.
"""

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.frames import Pose, matrix_from_quaternion, quaternion_from_rpy
from seaway.inertia import AddedMass, Inertial, MassProperties

EXACT = {"rtol": 0.0, "atol": 2e-13}  # the entries reach 900; pi/2 itself is rounded


def moments(*six: float) -> np.ndarray:
    ixx, iyy, izz, ixy, ixz, iyz = six
    return np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])


def test_body_matrix() -> None:
    body = Inertial(MassProperties(100.0, moments(2, 3, 4, 0.2, 0.3, 0.4)), Pose.from_rpy([7, 8, 9], [0, 0, np.pi / 2]))
    matrix = body.gz_body_matrix()
    top_right = np.array([[0.0, 900, -800], [-900, 0, 700], [800, -700, 0]])
    np.testing.assert_allclose(matrix[:3, :3], 100 * np.eye(3), **EXACT)
    np.testing.assert_allclose(matrix[:3, 3:], top_right, **EXACT)
    np.testing.assert_allclose(matrix[3:, :3], top_right.T, **EXACT)
    np.testing.assert_allclose(matrix[3:, 3:], [[3, -0.2, -0.4], [-0.2, 2, 0.3], [-0.4, 0.3, 4]], **EXACT)
    np.testing.assert_allclose(body.I_BBcm_B, matrix[3:, 3:], **EXACT)


def test_spatial_matrix_with_fluid_added_mass() -> None:
    """The moments of this case are no body's, which gz-math stores all the same; so does ``unchecked``."""
    properties = MassProperties.unchecked(100.0, moments(1, 2, 3, 4, 5, 6))
    added_mass = AddedMass.from_coefficients(
        xx=0.1, xy=0.2, xz=0.3, xp=0.4, xq=0.5, xr=0.6, yy=0.7, yz=0.8, yp=0.9, yq=1.0, yr=1.1,
        zz=1.2, zp=1.3, zq=1.4, zr=1.5, pp=1.6, pq=1.7, pr=1.8, qq=1.9, qr=2.0, rr=2.1,
    )  # fmt: skip
    matrix = Inertial.unchecked(properties, Pose((7, 8, 9)), added_mass).gz_spatial_matrix()
    top_right = np.array([[0.4, 900.5, -799.4], [-899.1, 1.0, 701.1], [801.3, -698.6, 1.5]])
    np.testing.assert_allclose(matrix[:3, :3], [[100.1, 0.2, 0.3], [0.2, 100.7, 0.8], [0.3, 0.8, 101.2]], **EXACT)
    np.testing.assert_allclose(matrix[:3, 3:], top_right, **EXACT)
    np.testing.assert_allclose(matrix[3:, :3], top_right.T, **EXACT)
    np.testing.assert_allclose(matrix[3:, 3:], [[2.6, 5.7, 6.8], [5.7, 3.9, 8.0], [6.8, 8.0, 5.1]], **EXACT)
    with pytest.raises(ModelError, match="positive semidefinite"):
        MassProperties(100.0, properties.moment_of_inertia)


def test_body_matrix_has_its_rotation_about_the_center_of_mass() -> None:
    body = Inertial(MassProperties.from_moments(2.0, 1.0, 1.0, 1.0), Pose((1, 0, 0)))
    assert body.gz_body_matrix()[5, 5] == 1.0
    assert body.mass_matrix()[5, 5] == 3.0


def test_asymmetry_of_an_added_mass() -> None:
    """``SetFluidAddedMass`` returns true for 1e-7, false for 1 and for what is not finite."""
    matrix = np.eye(6)
    matrix[0, 1] = 1e-7
    AddedMass(matrix)
    for bad in (1.0, np.nan, np.inf):
        matrix[0, 1] = bad
        with pytest.raises(ModelError):
            AddedMass(matrix)


def test_added_mass_survives_a_sum() -> None:
    """In gz-math a(1) + b(10) has 1, and none + b has none; here the fluid of both comes along."""
    unit = MassProperties(1.0, np.eye(3))
    a, b = (Inertial(unit, Pose(), AddedMass(factor * np.eye(6))) for factor in (1.0, 10.0))
    np.testing.assert_array_equal((a + b).added_mass_matrix(), 11 * np.eye(6))
    np.testing.assert_array_equal((Inertial(unit) + b).added_mass_matrix(), 10 * np.eye(6))


def test_two_cubes() -> None:
    cube = MassProperties.from_box([1, 1, 1], mass=6.0)
    pair = Inertial(cube, Pose((0.5, 0.5, 0.5))) + Inertial(cube, Pose((-0.5, -0.5, -0.5)))
    assert pair.mass == 12.0
    np.testing.assert_allclose(pair.c_BoBcm_B, 0.0, **EXACT)
    np.testing.assert_allclose(pair.I_BBcm_B, 11 * np.eye(3) - 3.0, **EXACT)  # diagonal 8, products -3


def test_eight_cubes_make_a_cube() -> None:
    cube = MassProperties.from_box([1, 1, 1], mass=12.0)
    corners = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    total, *others = (Inertial(cube, Pose(corner)) for corner in corners)
    for other in others:
        total = total + other
    whole = MassProperties.from_box([2, 2, 2], mass=96.0)
    assert total.mass == whole.mass
    np.testing.assert_allclose(total.I_BBcm_B, whole.moment_of_inertia, **EXACT)
    seven = total - Inertial(cube, Pose(corners[-1]))
    np.testing.assert_allclose((seven + Inertial(cube, Pose(corners[-1]))).I_BBcm_B, whole.moment_of_inertia, **EXACT)


def test_moments_turned_by_45_degrees() -> None:
    body = Inertial(MassProperties.from_moments(1.0, 2, 3, 4), Pose.from_rpy([0, 0, 0], [0, 0, np.pi / 4]))
    np.testing.assert_allclose(body.I_BBcm_B, [[2.5, -0.5, 0], [-0.5, 2.5, 0], [0, 0, 4]], **EXACT)


def test_principal_moments() -> None:
    first = MassProperties.from_moments(1.0, 3, 5, 5, iyz=1)
    np.testing.assert_allclose(first.principal_moments(), [3, 4, 6], **EXACT)
    second = MassProperties.from_moments(1.0, 4, 4, 4, ixy=-1, iyz=-1)
    np.testing.assert_allclose(second.principal_moments(), [4 - np.sqrt(2), 4, 4 + np.sqrt(2)], **EXACT)
    for body in (first, second):
        R = matrix_from_quaternion(body.principal_axes())
        np.testing.assert_allclose(R @ np.diag(body.principal_moments()) @ R.T, body.moment_of_inertia, **EXACT)


def test_principal_moments_of_a_diagonal_matrix_keep_their_order() -> None:
    body = MassProperties.from_moments(1.0, 5, 3, 4, ixy=1e-7)
    np.testing.assert_array_equal(body.principal_moments(), [5, 3, 4])
    np.testing.assert_array_equal(body.principal_axes(), [1, 0, 0, 0])
    np.testing.assert_allclose(body.principal_moments(-1.0), [3, 4, 5], atol=1e-13)


def test_axes_of_a_turned_box_are_found() -> None:
    box = MassProperties.from_box([1, 2, 3], mass=1.0)
    R = matrix_from_quaternion(quaternion_from_rpy([0.3, -0.2, 1.1]))
    size, q = MassProperties(1.0, R @ box.moment_of_inertia @ R.T).equivalent_box()
    np.testing.assert_allclose(np.sort(size), [1, 2, 3], **EXACT)
    # The axis of the smallest moment is the box's longest side, up to sign.
    assert abs(matrix_from_quaternion(q)[:, 0] @ R[:, 2]) == pytest.approx(1.0, abs=1e-14)


def test_material_and_sizes() -> None:
    """Volumes times density: cylinder and cone of gz-math's SetFromCylinderZ and SetFromConeZ, Ellipsoid, Capsule."""
    L, r = 2.0, 0.5
    assert MassProperties.from_cylinder(radius=r, length=L, density=1000).mass == pytest.approx(1000 * np.pi * r**2 * L)
    assert MassProperties.from_cone(radius=r, length=L, density=1000).mass == pytest.approx(1000 * np.pi * r**2 * L / 3)
    assert MassProperties.from_capsule(radius=r, length=L, density=1).mass == pytest.approx(
        np.pi * r**2 * (L + 4 * r / 3)
    )
    cone = MassProperties.from_cone(radius=r, length=L, mass=80.0).moment_of_inertia
    np.testing.assert_allclose(np.diag(cone), [15.0, 15.0, 6.0], rtol=1e-14)
