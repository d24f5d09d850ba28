import numpy as np
from tests.unit.kernels import called, six

from seaway.frames import Pose
from seaway.kernels.external import EXTERNAL, external

random = np.random.default_rng(4)
R_WB = Pose(q=random.normal(size=4)).R
BODY, WORLD = random.normal(size=(2, 6))
POINTS, FORCES = random.normal(size=(2, 3, 3))


def wrenches(rows: int = 1, vehicles: int = 1) -> np.ndarray:
    return np.zeros((rows, vehicles), dtype=EXTERNAL)


def wrench_of(records: np.ndarray, row: int = 0, vehicle: int = 0) -> np.ndarray:
    return np.array(called(external)(records, row, vehicle, six(R_WB.T)))


def test_none() -> None:
    assert np.all(wrench_of(np.zeros((0, 3), dtype=EXTERNAL), 4, 2) == 0.0)


def test_in_body_axes_it_is_taken_as_it_is() -> None:
    records = wrenches()
    records["body"] = BODY
    np.testing.assert_array_equal(wrench_of(records), BODY)


def test_in_world_axes_it_is_turned_to_the_body() -> None:
    records = wrenches()
    records["world"] = WORLD
    expected = np.concatenate([R_WB.T @ WORLD[:3], R_WB.T @ WORLD[3:]])
    np.testing.assert_allclose(wrench_of(records), expected, rtol=1e-13)


def test_forces_in_world_axes_at_points_of_the_body() -> None:
    """The torque of all is that of each: p × R^T f."""
    records = wrenches()
    records["body"][0, 0] = BODY
    records["world"][0, 0, :3] = FORCES.sum(axis=0)
    records["dyad"][0, 0] = POINTS.T @ FORCES
    f_B = FORCES @ R_WB
    expected = BODY + np.concatenate([f_B.sum(axis=0), np.cross(POINTS, f_B).sum(axis=0)])
    np.testing.assert_allclose(wrench_of(records), expected, rtol=1e-12, atol=1e-13)


def test_rows_and_vehicles() -> None:
    records = wrenches(2, 3)
    records["body"] = random.normal(size=(2, 3, 6))
    for row in range(2):
        for vehicle in range(3):
            np.testing.assert_array_equal(wrench_of(records, row, vehicle), records["body"][row, vehicle])
    np.testing.assert_array_equal(wrench_of(records[:1], 1, 2), records["body"][0, 2])
