import numpy as np
import pytest
from tests.unit.kernels import called, parameters, six

from seaway.frames import Pose
from seaway.kernels import restoring
from seaway.kernels.submergence import BOX, CYLINDER, ELLIPSOID
from seaway.shapes import Box, Cylinder, Ellipsoid, Shape, Sphere

random = np.random.default_rng(5)
POSE = Pose(q=random.normal(size=4))
UP_B = six(POSE.R.T[:, 2])
CENTER = np.array([0.1, -0.2, 0.3])
KINDS = {Sphere: ELLIPSOID, Ellipsoid: ELLIPSOID, Box: BOX, Cylinder: CYLINDER}


def body_of(shape: Shape, axes: np.ndarray | None = None, center: np.ndarray = CENTER) -> object:
    return parameters(
        center_of_buoyancy=six(center),
        extent=KINDS[type(shape)],
        half_size=six(shape.half_size),
        radius=float(shape.reach),
        axes=np.eye(3) if axes is None else axes,
    )


def wetness(body: object, up_B: tuple[float, ...], depth: float) -> tuple[float, tuple[float, ...]]:
    """Among boxes and cylinders."""
    return called(restoring.wetness)(body, True, True, up_B, float(depth))


def test_weight_points_down_at_the_centre_of_mass() -> None:
    body = parameters(mass=3.0, center_of_mass=six(CENTER))
    force = POSE.R.T @ [0.0, 0.0, -3.0 * 9.8]
    wrench = called(restoring.weight)(body, 9.8, UP_B)
    np.testing.assert_allclose(wrench, np.concatenate([force, np.cross(CENTER, force)]), rtol=1e-13)


def test_buoyancy_points_up_at_its_centre() -> None:
    force = POSE.R.T @ [0.0, 0.0, 42.0]
    wrench = called(restoring.buoyancy)(42.0, UP_B, six(CENTER))
    np.testing.assert_allclose(wrench, np.concatenate([force, np.cross(CENTER, force)]), rtol=1e-13)


def test_potential_energy() -> None:
    body = parameters(mass=3.0)
    assert called(restoring.potential_energy)(body, 10.0, -2.0, 25.0, 1.5) == 3.0 * 10.0 * -2.0 + 25.0 * 1.5


SHAPES = (Sphere(0.5), Ellipsoid([0.6, 0.3, 0.2]), Box([1.0, 0.6, 0.4]), Cylinder(radius=0.2, length=1.2))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_all_under_water_or_all_above(shape: Shape) -> None:
    body = body_of(shape)
    for depth, fraction in ((shape.reach, 1.0), (50.0, 1.0), (-shape.reach, 0.0), (-50.0, 0.0)):
        assert wetness(body, UP_B, depth) == (fraction, six(CENTER))


def test_without_boxes_and_cylinders_ellipsoids_are_the_same() -> None:
    """Neither is compiled then."""
    body = body_of(SHAPES[1])
    for depth in (-0.7, -0.1, 0.0, 0.2, 0.7):
        assert called(restoring.wetness)(body, None, None, UP_B, depth) == wetness(body, UP_B, depth)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
@pytest.mark.parametrize("depth", [-0.12, 0.0, 0.17])
def test_partly_wet_by_counting_points(shape: Shape, depth: float) -> None:
    """Against a fine grid of points within the shape, turned in the body, cut by the surface."""
    axes = Pose(q=[0.9, -0.3, 0.2, 0.4])
    fraction, center = wetness(body_of(shape, axes.R), UP_B, depth)
    n = 64
    unit = (np.arange(n) + 0.5) / n * 2.0 - 1.0
    x, y, z = (a.ravel() for a in np.meshgrid(unit, unit, unit, indexing="ij"))
    if isinstance(shape, Cylinder):
        inside = x * x + y * y <= 1.0
    else:
        inside = np.full(len(x), True) if isinstance(shape, Box) else x * x + y * y + z * z <= 1.0
    points = (np.stack([x, y, z], axis=-1)[inside] * shape.half_size) @ axes.R.T
    wet = points @ np.array(UP_B) <= depth
    assert fraction == pytest.approx(wet.mean(), abs=8e-3)
    np.testing.assert_allclose(center, CENTER + points[wet].mean(axis=0), atol=4e-3)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_at_half_depth_a_symmetric_shape_is_half_wet(shape: Shape) -> None:
    assert wetness(body_of(shape), UP_B, 0.0)[0] == pytest.approx(0.5, abs=1e-14)


def test_an_upright_box_by_hand() -> None:
    """A box 0.4 m high, its centre 0.1 m under the surface: three quarters wet, its wet centre 0.05 m lower."""
    fraction, center = wetness(body_of(Box([1.0, 0.6, 0.4])), (0.0, 0.0, 1.0), 0.1)
    assert fraction == pytest.approx(0.75)
    np.testing.assert_allclose(center, CENTER - [0.0, 0.0, 0.05], atol=1e-14)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_the_wet_centre_stays_with_the_shape(shape: Shape) -> None:
    """Also where the shape is all but dry or wet, or quite so while the sphere around it still meets the surface.

    Of a sliver that is lost in rounding the centre is rough.
    """
    draws = np.random.default_rng(6)
    body = body_of(shape, center=np.zeros(3))
    for _ in range(1000):
        up = draws.normal(size=3)
        up /= np.linalg.norm(up)
        fraction, center = wetness(body, six(up), draws.uniform(-shape.reach, shape.reach))
        assert -1e-15 <= fraction <= 1.0 + 1e-14
        assert np.all(np.abs(center) <= 2.0 * shape.half_size), (fraction, center)


# A linear stiffness about the rest

G = random.normal(size=(6, 3))


def stiff(rest: float = 0.0) -> object:
    return parameters(stiffness=G, rest=rest)


def test_a_stiffness_restores_heave_roll_and_pitch() -> None:
    """-G (z, roll, pitch), with the angles between the body and the surface: z up, x forward, pitch nose down."""
    roll, pitch = 0.3, -0.2
    normal_B = Pose.from_rpy((0, 0, 0), (roll, pitch, 0.7)).R.T[:, 2]
    wrench, _ = called(restoring.stiffened)(stiff(), six(normal_B), 0.4)
    np.testing.assert_allclose(wrench, -G @ [0.4, roll, pitch], rtol=1e-13, atol=1e-14)


def test_at_its_rest_a_stiffness_does_nothing() -> None:
    wrench, stored = called(restoring.stiffened)(stiff(0.4), (0.0, 0.0, 1.0), 0.4)
    assert np.all(np.array(wrench) == 0.0)
    assert stored == 0.0


def test_the_energy_of_a_stiffness_is_a_half_of_the_product() -> None:
    """1/2 x^T G x of heave, roll and pitch."""
    roll, pitch = 0.3, -0.2
    normal_B = Pose.from_rpy((0, 0, 0), (roll, pitch, 0.7)).R.T[:, 2]
    _, stored = called(restoring.stiffened)(stiff(), six(normal_B), 0.4)
    x = np.array([0.4, roll, pitch])
    assert stored == pytest.approx(0.5 * x @ G[2:5] @ x, rel=1e-12)
