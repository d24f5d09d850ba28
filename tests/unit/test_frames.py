import numpy as np
import pytest
from hypothesis import given
from scipy.spatial.transform import Rotation
from tests.strategies import arrays, poses, quaternions, vectors

from seaway import frames
from seaway.errors import ModelError
from seaway.frames import ENU_NED, FLU_FRD, Pose

# Every formula here is a handful of products of numbers of order one: 1e-14 is 50 units in the last place.
EXACT = {"rtol": 0.0, "atol": 1e-14}
HALF = np.sqrt(0.5)


def scipy_rotation(q: np.ndarray) -> Rotation:
    return Rotation.from_quat(np.roll(q, -1, axis=-1))


def test_cross_matrix_is_the_cross_product() -> None:
    a, b = np.random.default_rng(0).normal(size=(2, 4, 5, 3))
    np.testing.assert_allclose((frames.cross_matrix(a) @ b[..., None])[..., 0], np.cross(a, b), **EXACT)


@given(quaternions(), quaternions(), vectors())
def test_quaternions_agree_with_scipy(a: np.ndarray, b: np.ndarray, v: np.ndarray) -> None:
    A, B = scipy_rotation(a), scipy_rotation(b)
    np.testing.assert_allclose(frames.matrix_from_quaternion(a), A.as_matrix(), **EXACT)
    np.testing.assert_allclose(frames.rotated(a, v), A.apply(v), **EXACT)
    np.testing.assert_allclose(
        frames.matrix_from_quaternion(frames.quaternion_product(a, b)), (A * B).as_matrix(), **EXACT
    )
    np.testing.assert_allclose(
        frames.matrix_from_quaternion(frames.quaternion_conjugated(a)), A.inv().as_matrix(), **EXACT
    )


@given(arrays(3, bound=4.0))
def test_roll_pitch_yaw_are_rotations_about_fixed_x_y_z(rpy: np.ndarray) -> None:
    np.testing.assert_allclose(frames.matrix_from_rpy(rpy), Rotation.from_euler("xyz", rpy).as_matrix(), **EXACT)


@given(quaternions())
def test_rotation_round_trips(q: np.ndarray) -> None:
    R = frames.matrix_from_quaternion(q)
    np.testing.assert_allclose(frames.matrix_from_quaternion(frames.quaternion_from_matrix(R)), R, **EXACT)
    np.testing.assert_allclose(frames.matrix_from_rpy(frames.rpy_from_quaternion(q)), R, **EXACT)


@pytest.mark.parametrize("q", [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0, HALF, HALF, 0)])
def test_half_turns_have_a_quaternion(q: tuple[float, ...]) -> None:
    R = frames.matrix_from_quaternion(q)
    np.testing.assert_allclose(frames.quaternion_from_matrix(R), q, **EXACT)


@pytest.mark.parametrize("pitch", [90.0, -90.0])
@pytest.mark.parametrize("off_by", [0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3])
def test_roll_pitch_yaw_lose_nothing_at_the_gimbal_lock(pitch: float, off_by: float) -> None:
    """An arcsine and independent arctangents would be off by 1e-8 and more here."""
    R = frames.matrix_from_rpy([0.4, np.radians(pitch) - off_by, 1.3])
    # Where yaw is set to zero, cos(pitch) < 1e-12 is what is given up.
    np.testing.assert_allclose(frames.matrix_from_rpy(frames.rpy_from_matrix(R)), R, rtol=0, atol=2e-12)


def test_yaw_is_zero_at_the_gimbal_lock_as_in_gz_math() -> None:
    q = frames.quaternion_from_rpy([0.4, np.pi / 2, 0.1])
    roll, pitch, yaw = frames.rpy_from_quaternion(q)
    assert yaw == 0.0
    # Where cos(pitch) is 6e-17, atan2 gives the pitch to the last place, and only roll - yaw is defined.
    assert (roll, pitch) == pytest.approx((0.3, np.pi / 2), abs=1e-14)


@pytest.mark.parametrize("q", [(0, 0, 0, 0), (np.nan, 0, 0, 1), (np.inf, 0, 0, 0)])
def test_a_quaternion_without_a_direction_is_refused(q: tuple[float, ...]) -> None:
    with pytest.raises(ModelError, match=r"finite, non-zero length, got \[(0\., 0\.|nan, +0\.|inf, +0\.)"):
        frames.quaternion_normalized([(1, 0, 0, 0), q])


@pytest.mark.parametrize("scale", [1e-300, 1e-3, 7.0, 1e300])
def test_quaternions_of_any_length_are_normalized(scale: float) -> None:
    q = np.array([0.5, -0.5, 0.5, 0.5])
    np.testing.assert_allclose(frames.quaternion_normalized(q * scale), q, **EXACT)


def test_a_reflection_or_a_shear_is_not_a_rotation() -> None:
    with pytest.raises(ModelError, match=r"right-handed.*got a reflection"):
        frames.quaternion_from_matrix(np.diag([1.0, 1.0, -1.0]))
    with pytest.raises(ModelError, match=r"orthonormal, R R\^T = 1, got an error of 0.5"):
        frames.rpy_from_matrix([[1.0, 0.5, 0], [0, 1, 0], [0, 0, 1]])
    with pytest.raises(ModelError, match="got an error of nan"):
        frames.quaternion_from_matrix(np.full((3, 3), np.nan))


def test_a_wrong_shape_is_named() -> None:
    with pytest.raises(ModelError, match=r"a quaternion must have the shape \(..., 4\), got \(3\)"):
        frames.rotated([1, 0, 0], [1, 2, 3])
    with pytest.raises(ModelError, match=r"a position must be finite, got \[ 0., nan,  0.\]"):
        Pose((0, np.nan, 0))
    with pytest.raises(ModelError, match=r"a vector must be numbers, got \['a', 'b', 'c'\]"):
        frames.cross_matrix(["a", "b", "c"])


@given(poses(), poses(), vectors())
def test_poses_compose_as_their_names_do(X_AB: Pose, X_BC: Pose, p_CoQ_C: np.ndarray) -> None:
    X_AC = X_AB @ X_BC
    np.testing.assert_allclose(X_AC.point(p_CoQ_C), X_AB.point(X_BC.point(p_CoQ_C)), **EXACT)
    np.testing.assert_allclose(X_AC.vector(p_CoQ_C), X_AB.vector(X_BC.vector(p_CoQ_C)), **EXACT)
    assert (X_AB.inverse() @ X_AC).isclose(X_BC, 1e-14)
    assert X_AB.inverse().inverse().isclose(X_AB, 1e-14)


def test_a_pose_known_by_hand() -> None:
    """B stands 1 m east of A and is turned left by 90°: B's x axis is A's y axis."""
    X_AB = Pose.from_rpy([1, 0, 0], [0, 0, np.pi / 2])
    np.testing.assert_allclose(X_AB.point([2, 0, 0]), [1, 2, 0], **EXACT)
    np.testing.assert_allclose(X_AB.inverse().point([1, 2, 0]), [2, 0, 0], **EXACT)
    np.testing.assert_allclose(X_AB.rpy, [0, 0, np.pi / 2], **EXACT)
    assert X_AB.isclose(Pose.from_matrix([1, 0, 0], [[0, -1, 0], [1, 0, 0], [0, 0, 1]]))
    assert not X_AB.isclose(Pose.from_rpy([1, 0, 0], [0, 0, np.pi / 2 + 1e-9]))
    assert Pose(X_AB.p, -X_AB.q).isclose(X_AB)


def test_poses_are_immutable_values() -> None:
    X = Pose((1, 2, 3), (2, 0, 0, 0))
    np.testing.assert_array_equal(X.q, [1, 0, 0, 0])
    assert X == Pose((1, 2, 3))
    assert X != Pose((1, 2, 4))
    with pytest.raises(ValueError, match="read-only"):
        X.p[0] = 5.0


def test_arrays_of_poses_broadcast() -> None:
    rng = np.random.default_rng(1)
    X = Pose(rng.normal(size=(5, 1, 3)), rng.normal(size=(7, 4)))
    assert X.p.shape == (5, 7, 3)
    points = rng.normal(size=(5, 7, 3))
    one = Pose(X.p[2, 3], X.q[2, 3]).point(points[2, 3])
    np.testing.assert_array_equal(X.point(points)[2, 3], one)
    assert (X.inverse() @ X).isclose(Pose(np.zeros((5, 7, 3))), 1e-14)
    assert X.R.shape == (5, 7, 3, 3)
    assert X.rpy.shape == (5, 7, 3)


def test_ned_of_enu_by_hand() -> None:
    np.testing.assert_array_equal(ENU_NED.vector([1.0, 2.0, 3.0]), [2.0, 1.0, -3.0])
    np.testing.assert_array_equal(FLU_FRD.vector([1.0, 2.0, 3.0]), [1.0, -2.0, -3.0])
    np.testing.assert_array_equal(FLU_FRD.spatial([1.0, 2, 3, 4, 5, 6]), [1, -2, -3, 4, -5, -6])


@pytest.mark.parametrize("heading_deg", [0.0, 30.0, 90.0, 200.0])
def test_heading_is_clockwise_from_north_and_yaw_anticlockwise_from_east(heading_deg: float) -> None:
    q_ned = frames.quaternion_from_rpy([0, 0, np.radians(heading_deg)])
    expected = frames.matrix_from_rpy([0, 0, np.radians(90.0 - heading_deg)])
    np.testing.assert_allclose(frames.matrix_from_quaternion(frames.attitude_swapped(q_ned)), expected, **EXACT)


def test_bow_up_is_positive_pitch_in_ned_and_negative_in_enu() -> None:
    north_bow_up = frames.attitude_swapped(frames.quaternion_from_rpy([0, 0.2, 0]))
    np.testing.assert_allclose(frames.rpy_from_quaternion(north_bow_up), [0, -0.2, np.pi / 2], **EXACT)
    bow_W = frames.rotated(north_bow_up, [1, 0, 0])
    np.testing.assert_allclose(bow_W, [0, np.cos(0.2), np.sin(0.2)], **EXACT)


@given(poses(), arrays(6), arrays(6, 6), vectors())
def test_the_border_is_consistent(X_WB: Pose, nu: np.ndarray, root: np.ndarray, v: np.ndarray) -> None:
    """One vehicle described twice: points, energies and powers agree, and going there and back is an identity."""
    X_NF = frames.pose_swapped(X_WB)
    np.testing.assert_allclose(X_NF.point(FLU_FRD.vector(v)), ENU_NED.vector(X_WB.point(v)), **EXACT)
    assert frames.pose_swapped(X_NF).isclose(X_WB, 1e-14)
    M = root @ root.T
    nu_frd, M_frd = FLU_FRD.spatial(nu), FLU_FRD.matrix(M)
    np.testing.assert_allclose(M_frd @ nu_frd, FLU_FRD.spatial(M @ nu), **EXACT)
    for swap in (FLU_FRD, ENU_NED):
        np.testing.assert_allclose(swap.matrix(swap.matrix(M)), M, **EXACT)
        np.testing.assert_allclose(swap.matrix(swap.matrix(M[:3, :3])), M[:3, :3], **EXACT)
        np.testing.assert_allclose(swap.spatial(swap.spatial(nu)), nu, **EXACT)
        np.testing.assert_allclose(swap.matrix(M) @ swap.spatial(nu), swap.spatial(M @ nu), **EXACT)


def test_the_border_cannot_be_moved() -> None:
    with pytest.raises(ValueError, match="read-only"):
        FLU_FRD.R[0, 0] = 5.0
    with pytest.raises(ModelError, match=r"positions of shape \(2, 3\) and quaternions of shape \(3, 4\)"):
        Pose(np.zeros((2, 3)), np.ones((3, 4)))
    with pytest.raises(TypeError):
        Pose() @ np.eye(3)  # type: ignore[operator]


def test_the_border_takes_batches() -> None:
    rng = np.random.default_rng(2)
    M, nu = rng.normal(size=(4, 6, 6)), rng.normal(size=(4, 6))
    np.testing.assert_array_equal(FLU_FRD.matrix(M)[2], FLU_FRD.matrix(M[2]))
    np.testing.assert_array_equal(FLU_FRD.spatial(nu)[2], FLU_FRD.spatial(nu[2]))
    with pytest.raises(ModelError, match=r"a matrix must have the shape \(..., 6, 6\), got \(4, 4\)"):
        FLU_FRD.matrix(np.eye(4))


def test_a_quaternion_that_is_unit_stays_to_the_last_bit() -> None:
    """So a pose, a state and a scenario of the same angles begin with the same bits."""
    rpy = np.random.default_rng(1).uniform(-3.0, 3.0, (1000, 3))
    q = frames.quaternion_from_rpy(rpy)
    np.testing.assert_array_equal(frames.quaternion_normalized(q), q)
    once = frames.quaternion_normalized(np.random.default_rng(2).normal(size=(1000, 4)))
    np.testing.assert_array_equal(frames.quaternion_normalized(once), once)
    # What is off by more than rounding is scaled.
    assert abs(np.linalg.norm(frames.quaternion_normalized(q[0] * (1.0 + 1e-12))) - 1.0) < 1e-15
