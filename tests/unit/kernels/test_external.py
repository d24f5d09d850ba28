import numpy as np
from tests.unit.kernels import called, parameters, six

from seaway.frames import Pose
from seaway.kernels.external import external

random = np.random.default_rng(4)
R_WB = Pose(q=random.normal(size=4)).R
BODY, WORLD = random.normal(size=(2, 6))
POINTS, FORCES = random.normal(size=(2, 3, 3))


def wrench_of(body: object = (0.0,) * 6, world: object = (0.0,) * 6, dyad: np.ndarray | None = None) -> np.ndarray:
    par = parameters(body=six(body), world=six(world), dyad=np.zeros((3, 3)) if dyad is None else dyad)
    return np.array(called(external)(par, six(R_WB.T)))


def test_none() -> None:
    assert np.all(wrench_of() == 0.0)


def test_in_body_axes_it_is_taken_as_it_is() -> None:
    np.testing.assert_array_equal(wrench_of(BODY), BODY)


def test_in_world_axes_it_is_turned_to_the_body() -> None:
    expected = np.concatenate([R_WB.T @ WORLD[:3], R_WB.T @ WORLD[3:]])
    np.testing.assert_allclose(wrench_of(world=WORLD), expected, rtol=1e-13)


def test_forces_in_world_axes_at_points_of_the_body() -> None:
    """The torque of all is that of each: p × R^T f."""
    found = wrench_of(BODY, [*FORCES.sum(axis=0), 0.0, 0.0, 0.0], POINTS.T @ FORCES)
    f_B = FORCES @ R_WB
    expected = BODY + np.concatenate([f_B.sum(axis=0), np.cross(POINTS, f_B).sum(axis=0)])
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13)
