"""Rotations, poses, and conversion between ENU/FLU and NED/FRD axes.

Seaway's world frame W is ENU (x east, y north, z up) and a body frame B is FLU (x forward, y left, z up), as in
SDFormat. Fossen's NED and FRD axes are converted here: ``ENU_NED`` and ``FLU_FRD`` change the axes of vectors, spatial
vectors and matrices; ``attitude_swapped`` and ``pose_swapped`` change both frames of an orientation or a pose.

Quaternions are unit quaternions (w, x, y, z) that transform body components to world components:
v_W = q_WB v_B q_WB*. Roll, pitch and yaw are those of SDFormat: R = Rz(yaw) Ry(pitch) Rx(roll). Spatial vectors are
(linear, angular).

All functions accept arrays with any leading axes, which broadcast.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, batched_floats, frozen, text
from seaway.errors import ModelError

__all__ = [
    "ENU_NED",
    "FLU_FRD",
    "Pose",
    "attitude_swapped",
    "matrix_from_quaternion",
    "pose_swapped",
    "quaternion_from_matrix",
    "quaternion_from_rpy",
    "rpy_from_matrix",
    "rpy_from_quaternion",
]

# R R^T of a matrix given with six digits differs from 1 by about 1e-6; that of a reflection or a shear by order one.
_ORTHONORMAL_TOLERANCE: Final = 1e-5
# Lengths of computed unit quaternions differ from 1 by a few roundings.
_UNIT_ROUNDING: Final = 8.0 * float(np.finfo(np.float64).eps)
# Below this cos(pitch) the yaw of the matrix is undetermined: yaw is then set to 0 and roll takes the whole rotation.
_GIMBAL_LOCK: Final = 1e-12


def cross_matrix(v: ArrayLike) -> Floats:
    """Make the matrix S(v) with S(v) u = v × u.

    Args:
        v: Vectors, (..., 3).

    Returns:
        Skew-symmetric matrices, (..., 3, 3).
    """
    x, y, z = np.moveaxis(batched_floats(v, (3,), "a vector"), -1, 0)
    zero = np.zeros_like(x)
    return _stacked([[zero, -z, y], [z, zero, -x], [-y, x, zero]])


def quaternion_normalized(q: ArrayLike) -> Floats:
    """Normalise quaternions to ``q / |q|``; a quaternion of unit length, to rounding, is not changed.

    Args:
        q: Quaternions (w, x, y, z), (..., 4).

    Raises:
        ModelError: A quaternion has a zero or non-finite length.
    """
    q = batched_floats(q, (4,), "a quaternion")
    # Scaled first, since the squares of very small or very large components leave the range of floats.
    largest = np.max(np.abs(q), axis=-1, keepdims=True)
    bad = ~np.isfinite(largest) | (largest == 0.0)
    if np.any(bad):
        example = q[bad[..., 0]][0]
        raise ModelError(f"a quaternion (w, x, y, z) must have a finite, non-zero length, got {text(example)}")
    scaled = q / largest
    length = np.linalg.norm(scaled, axis=-1, keepdims=True)
    return np.where(np.abs(length * largest - 1.0) <= _UNIT_ROUNDING, q, scaled / length)


def quaternion_product(a: ArrayLike, b: ArrayLike) -> Floats:
    """Multiply quaternions (Hamilton): q_AC = q_AB q_BC."""
    aw, ax, ay, az = np.moveaxis(batched_floats(a, (4,), "a quaternion"), -1, 0)
    bw, bx, by, bz = np.moveaxis(batched_floats(b, (4,), "a quaternion"), -1, 0)
    return np.stack(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ],
        axis=-1,
    )


def quaternion_conjugated(q: ArrayLike) -> Floats:
    """Conjugate quaternions: q_BA = q_AB*, the inverse of a unit quaternion."""
    return batched_floats(q, (4,), "a quaternion") * np.array([1.0, -1.0, -1.0, -1.0])


def rotated(q: ArrayLike, v: ArrayLike) -> Floats:
    """Rotate vectors by unit quaternions: v_A = q_AB v_B q_AB*.

    Args:
        q: Unit quaternions q_AB, (..., 4).
        v: Vectors in B, (..., 3).

    Returns:
        The same vectors in A.
    """
    q = batched_floats(q, (4,), "a quaternion")
    v = batched_floats(v, (3,), "a vector")
    w, u = q[..., :1], q[..., 1:]
    t = 2.0 * np.cross(u, v)
    return v + w * t + np.cross(u, t)


def matrix_from_quaternion(q: ArrayLike) -> Floats:
    """Make rotation matrices from unit quaternions: v_A = R_AB v_B.

    Args:
        q: Unit quaternions q_AB, (..., 4).

    Returns:
        R_AB, (..., 3, 3).
    """
    w, x, y, z = np.moveaxis(batched_floats(q, (4,), "a quaternion"), -1, 0)
    return _stacked(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_from_matrix(R: ArrayLike) -> Floats:
    """Make unit quaternions with w ≥ 0 from rotation matrices.

    Args:
        R: Rotation matrices R_AB, (..., 3, 3).

    Raises:
        ModelError: A matrix is not a rotation, e.g. a reflection.

    Reference:
        S. W. Shepperd, Quaternion from rotation matrix, J. Guidance and Control 1(3), 1978: the largest of the four
        components is found from the diagonal, the others are divided by it.
    """
    R = _rotation(R)
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = np.moveaxis(R, (-2, -1), (0, 1))
    # Row i is 4 q_i q: four candidates, each exact in theory and accurate if its own q_i is large.
    candidates = _stacked(
        [
            [1 + xx + yy + zz, zy - yz, xz - zx, yx - xy],
            [zy - yz, 1 + xx - yy - zz, xy + yx, xz + zx],
            [xz - zx, xy + yx, 1 - xx + yy - zz, yz + zy],
            [yx - xy, xz + zx, yz + zy, 1 - xx - yy + zz],
        ]
    )
    largest = np.argmax(np.diagonal(candidates, axis1=-2, axis2=-1), axis=-1)
    q = np.take_along_axis(candidates, largest[..., None, None], axis=-2)[..., 0, :]
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    return q * np.where(q[..., :1] < 0.0, -1.0, 1.0)


def quaternion_from_rpy(rpy: ArrayLike) -> Floats:
    """Make unit quaternions from roll, pitch and yaw: R = Rz(yaw) Ry(pitch) Rx(roll).

    Args:
        rpy: Angles [rad], (..., 3).
    """
    half = 0.5 * batched_floats(rpy, (3,), "(roll, pitch, yaw)")
    (cr, cp, cy), (sr, sp, sy) = np.moveaxis(np.cos(half), -1, 0), np.moveaxis(np.sin(half), -1, 0)
    return np.stack(
        [
            cr * cp * cy + sr * sp * sy,
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
        ],
        axis=-1,
    )


def matrix_from_rpy(rpy: ArrayLike) -> Floats:
    """Make rotation matrices from roll, pitch and yaw [rad]: R = Rz(yaw) Ry(pitch) Rx(roll)."""
    return matrix_from_quaternion(quaternion_from_rpy(rpy))


def rpy_from_matrix(R: ArrayLike) -> Floats:
    """Compute roll, pitch and yaw [rad] of rotation matrices R = Rz(yaw) Ry(pitch) Rx(roll).

    Roll is computed from Rz(yaw)^T R, so that the three angles reproduce R to rounding also at a pitch of ±90°, where
    only roll ∓ yaw is determined; yaw is 0 there, as in gz-math.

    Args:
        R: Rotation matrices, (..., 3, 3).

    Returns:
        (roll, pitch, yaw), (..., 3): roll and yaw within ±π, pitch within ±π/2.

    Raises:
        ModelError: A matrix is not a rotation.
    """
    R = _rotation(R)
    cos_pitch = np.hypot(R[..., 0, 0], R[..., 1, 0])
    pitch = np.arctan2(-R[..., 2, 0], cos_pitch)
    yaw = np.where(cos_pitch < _GIMBAL_LOCK, 0.0, np.arctan2(R[..., 1, 0], R[..., 0, 0]))
    c, s = np.cos(yaw), np.sin(yaw)
    # The second row of Rz(yaw)^T R = Ry Rx is (0, cos roll, -sin roll).
    roll = np.arctan2(s * R[..., 0, 2] - c * R[..., 1, 2], c * R[..., 1, 1] - s * R[..., 0, 1])
    return np.stack([roll, pitch, yaw], axis=-1) + 0.0  # no -0


def rpy_from_quaternion(q: ArrayLike) -> Floats:
    """Compute roll, pitch and yaw [rad] of quaternions; see ``rpy_from_matrix``."""
    return rpy_from_matrix(matrix_from_quaternion(quaternion_normalized(q)))


@dataclass(frozen=True, eq=False, init=False)
class Pose:
    """Pose X_AB of frame B in frame A; arrays of poses have leading axes.

    Poses compose as ``X_AC = X_AB @ X_BC``; the inverse is ``X_BA = X_AB.inverse()``.

    Args:
        p: Position p_AoBo_A of the origin of B in A [m], (..., 3); default: 0.
        q: Orientation q_AB (w, x, y, z), (..., 4), normalised here; default: identity.

    Raises:
        ModelError: A position is not finite, or a quaternion is zero or not finite.
    """

    p: Floats
    q: Floats

    __array_ufunc__ = None  # NumPy must not take over X @ array

    def __init__(self, p: ArrayLike = (0.0, 0.0, 0.0), q: ArrayLike = (1.0, 0.0, 0.0, 0.0)):
        p = batched_floats(p, (3,), "a position")
        if not np.all(np.isfinite(p)):
            raise ModelError(f"a position must be finite, got {text(p)}")
        q = quaternion_normalized(q)
        if p.shape[:-1] != q.shape[:-1]:
            try:
                batch = np.broadcast_shapes(p.shape[:-1], q.shape[:-1])
            except ValueError:
                message = f"positions of shape {p.shape} and quaternions of shape {q.shape} do not broadcast"
                raise ModelError(message) from None
            p, q = np.broadcast_to(p, (*batch, 3)), np.broadcast_to(q, (*batch, 4))
        object.__setattr__(self, "p", frozen(p))
        object.__setattr__(self, "q", frozen(q))

    @classmethod
    def from_checked(cls, p: tuple[float, float, float], q: tuple[float, float, float, float]) -> "Pose":
        """Make one pose from finite numbers and a unit quaternion without checks, ten times as fast."""
        pose = object.__new__(cls)
        for name, numbers in (("p", p), ("q", q)):
            array = np.array(numbers)
            array.flags.writeable = False
            object.__setattr__(pose, name, array)
        return pose

    @classmethod
    def from_rpy(cls, p: ArrayLike, rpy: ArrayLike) -> "Pose":
        """Make a pose from a position [m] and roll, pitch, yaw [rad], as in ``<pose>`` of SDFormat."""
        return cls(p, quaternion_from_rpy(rpy))

    @classmethod
    def from_matrix(cls, p: ArrayLike, R: ArrayLike) -> "Pose":
        """Make a pose from a position [m] and a rotation matrix R_AB."""
        return cls(p, quaternion_from_matrix(R))

    @property
    def R(self) -> Floats:
        """Rotation matrix R_AB, (..., 3, 3): v_A = R_AB v_B."""
        return matrix_from_quaternion(self.q)

    @property
    def rpy(self) -> Floats:
        """Roll, pitch and yaw [rad], (..., 3)."""
        return rpy_from_matrix(self.R)

    def __matmul__(self, other: "Pose") -> "Pose":
        """Compose: X_AC = X_AB @ X_BC."""
        if not isinstance(other, Pose):
            return NotImplemented
        return Pose(self.point(other.p), quaternion_product(self.q, other.q))

    def inverse(self) -> "Pose":
        """Invert: X_BA of X_AB."""
        q_BA = quaternion_conjugated(self.q)
        return Pose(-rotated(q_BA, self.p), q_BA)

    def point(self, p: ArrayLike) -> Floats:
        """Transform a point from B to A: p_AoQ_A = p_AoBo_A + R_AB p_BoQ_B."""
        return self.p + rotated(self.q, p)

    def vector(self, v: ArrayLike) -> Floats:
        """Transform a free vector from B to A: v_A = R_AB v_B."""
        return rotated(self.q, v)

    def __eq__(self, other: object) -> bool:
        """Compare the numbers exactly; ``isclose`` compares the geometry."""
        if not isinstance(other, Pose):
            return NotImplemented
        return np.array_equal(self.p, other.p) and np.array_equal(self.q, other.q)

    def isclose(self, other: "Pose", tolerance: float = 1e-12) -> bool:
        """Whether positions [m] and orientations [rad] agree within a tolerance; q and -q are the same orientation."""
        same_attitude = np.abs(np.sum(self.q * other.q, axis=-1))
        # |q1 . q2| = cos(angle/2), which is flat at 1: the sine keeps the digits of small angles.
        vector_part = quaternion_product(quaternion_conjugated(self.q), other.q)[..., 1:]
        angle = 2.0 * np.arctan2(np.linalg.norm(vector_part, axis=-1), same_attitude)
        return bool(np.all(np.abs(self.p - other.p) <= tolerance) and np.all(angle <= tolerance))


@dataclass(frozen=True, eq=False)
class AxisSwap:
    """A change between two right-handed sets of axes with a common origin that is its own inverse.

    ``FLU_FRD.vector`` thus converts FLU to FRD and FRD to FLU.

    Attributes:
        R: Symmetric rotation matrix, (3, 3).
    """

    R: Floats

    def vector(self, v: ArrayLike) -> Floats:
        """Change the axes of points or vectors: R v, (..., 3)."""
        return batched_floats(v, (3,), "a vector") @ self.R

    def spatial(self, v: ArrayLike) -> Floats:
        """Change the axes of both halves of spatial vectors (linear, angular), (..., 6)."""
        v = batched_floats(v, (6,), "a spatial vector")
        return np.concatenate([v[..., :3] @ self.R, v[..., 3:] @ self.R], axis=-1)

    def matrix(self, M: ArrayLike) -> Floats:
        """Change the axes of 3x3 matrices, R M R^T, or of 6x6 matrices, blkdiag(R, R) M blkdiag(R, R)^T."""
        if np.shape(M)[-2:] == (3, 3):
            return self.R @ batched_floats(M, (3, 3), "a matrix") @ self.R
        T = np.kron(np.eye(2), self.R)
        return T @ batched_floats(M, (6, 6), "a matrix") @ T


ENU_NED: Final = AxisSwap(frozen(np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])))
"""Conversion between east-north-up and north-east-down axes: swaps x and y, negates z."""

FLU_FRD: Final = AxisSwap(frozen(np.diag([1.0, -1.0, -1.0])))
"""Conversion between forward-left-up and forward-right-down axes: negates y and z."""

# The half turns of the two swaps: about (1, 1, 0)/√2, and about x.
_Q_ENU_NED: Final = np.array([0.0, np.sqrt(0.5), np.sqrt(0.5), 0.0])
_Q_FLU_FRD: Final = np.array([0.0, 1.0, 0.0, 0.0])


def attitude_swapped(q: ArrayLike) -> Floats:
    """Convert the orientation of an FLU body in ENU to that of its FRD axes in NED, or back.

    A level vehicle that heads north has zero roll, pitch and yaw in NED, and a yaw of 90° in ENU; a compass heading ψ
    (clockwise from north) is a yaw of 90° - ψ.

    Args:
        q: Unit quaternions, (..., 4).
    """
    return quaternion_product(quaternion_product(_Q_ENU_NED, q), _Q_FLU_FRD)


def pose_swapped(X: Pose) -> Pose:
    """Convert the pose of an FLU body in ENU to that of its FRD axes in NED, or back."""
    return Pose(ENU_NED.vector(X.p), attitude_swapped(X.q))


def _rotation(R: ArrayLike) -> Floats:
    R = batched_floats(R, (3, 3), "a rotation matrix")
    error = np.max(np.abs(R @ np.swapaxes(R, -1, -2) - np.eye(3)), initial=0.0)
    if not error <= _ORTHONORMAL_TOLERANCE:
        raise ModelError(f"a rotation matrix must be orthonormal, R R^T = 1, got an error of {error:.2g}")
    if np.any(np.linalg.det(R) < 0.0):
        raise ModelError("a rotation matrix must be right-handed, det R = 1; got a reflection, det R = -1")
    return R


def _stacked(rows: list[list[Floats]]) -> Floats:
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
