import numpy as np
import pytest
from tests.refused import refused

from seaway.vehicle import HydrostaticStiffness

SMALL = np.array([[7.0, 1.0, 2.0], [1.0, 8.0, 3.0], [2.0, 3.0, 9.0]])


def six(small: np.ndarray) -> np.ndarray:
    G = np.zeros((6, 6))
    G[2:5, 2:5] = small
    return G


def test_three_by_three_is_heave_roll_and_pitch_of_six() -> None:
    small, large = HydrostaticStiffness(SMALL), HydrostaticStiffness(six(SMALL))
    np.testing.assert_array_equal(small.matrix, six(SMALL))
    np.testing.assert_array_equal(large.matrix, six(SMALL))
    assert small.rest_height == 0.0


def test_fossen_stiffness_changes_its_axes() -> None:
    """Heave, pitch and their coupling keep their signs, couplings with roll change them."""
    turned = SMALL * np.array([[1.0, -1.0, 1.0], [-1.0, 1.0, -1.0], [1.0, -1.0, 1.0]])
    for G in (SMALL, six(SMALL)):
        stiffness = HydrostaticStiffness.from_fossen(G, rest_height=-0.2)
        np.testing.assert_array_equal(stiffness.matrix, six(turned))
        assert stiffness.rest_height == -0.2


def test_fossen_stiffness_holds_the_same_energy() -> None:
    """The same tilt and heave, told in NED/FRD and in ENU/FLU, are the same work."""
    heave, roll, pitch = 0.1, 0.2, -0.3
    ned = np.array([heave, roll, pitch])
    enu = np.array([-heave, roll, -pitch])
    G = HydrostaticStiffness.from_fossen(SMALL).matrix[2:5, 2:5]
    # Sums of nine products.
    np.testing.assert_allclose(enu @ G @ enu, ned @ SMALL @ ned, rtol=1e-14)


def test_rounding_of_a_symmetric_matrix_is_taken_away() -> None:
    off = SMALL.copy()
    off[0, 1] += 1e-12
    G = HydrostaticStiffness(off).matrix
    np.testing.assert_array_equal(G, G.T)


def test_a_vessel_may_be_unstable() -> None:
    assert HydrostaticStiffness(np.diag([7.0, -8.0, 9.0])).matrix[3, 3] == -8.0


def with_entry(i: int, j: int, value: float) -> np.ndarray:
    G = six(SMALL)
    G[i, j] = value
    return G


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (
            np.eye(4),
            (
                "the matrix of a hydrostatic stiffness must be 6 rows of 6 numbers, or 3 rows of 3 for "
                "heave, roll and pitch [N/m, N, Nm], got 4 rows of 4 numbers"
            ),
        ),
        (
            with_entry(2, 2, np.nan),
            "the matrix of a hydrostatic stiffness must be finite [N/m, N, Nm], got nan at [2][2]",
        ),
        (
            with_entry(1, 3, 4.5),
            (
                "the matrix of a hydrostatic stiffness must have entries for heave, roll and pitch alone, "
                "got 4.5 for sway per roll, at [1, 3]"
            ),
        ),
        (
            with_entry(4, 5, 5.5),
            (
                "the matrix of a hydrostatic stiffness must have entries for heave, roll and pitch alone, "
                "got 5.5 for pitch per yaw, at [4, 5]"
            ),
        ),
        (
            with_entry(0, 0, 6.5),
            (
                "the matrix of a hydrostatic stiffness must have entries for heave, roll and pitch alone, "
                "got 6.5 for surge per surge, at [0, 0]"
            ),
        ),
        (
            with_entry(2, 4, 2.5),
            (
                "the matrix of a hydrostatic stiffness must be symmetric (otherwise it feeds energy in), "
                "got 2.5 at [2, 4] and 2 at [4, 2]"
            ),
        ),
    ],
)
def test_bad_matrices_are_refused(matrix: np.ndarray, message: str) -> None:
    with refused(message):
        HydrostaticStiffness(matrix)


def test_a_bad_rest_is_refused() -> None:
    with refused("the rest height of a hydrostatic stiffness must be finite [m], got inf"):
        HydrostaticStiffness(SMALL, rest_height=np.inf)
