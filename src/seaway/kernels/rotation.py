"""Rotations: unit quaternions (w, x, y, z) and 3x3 matrices as tuples of nine, by rows."""

import math

from seaway._arrays import Floats
from seaway._jit import kernel
from seaway._lanes import where
from seaway.kernels.vectors import Quaternion, Vector3

__all__ = [
    "Matrix3",
    "attitude_rate",
    "matrices",
    "nine",
    "normalized",
    "product",
    "times",
    "transposed_times",
    "turned",
]

Matrix3 = tuple[float, float, float, float, float, float, float, float, float]


@kernel
def nine(R: Floats) -> Matrix3:
    """A 3x3 array as a tuple."""
    return (R[0, 0], R[0, 1], R[0, 2], R[1, 0], R[1, 1], R[1, 2], R[2, 0], R[2, 1], R[2, 2])


@kernel
def matrices(q: Quaternion) -> tuple[Matrix3, Matrix3]:
    """Rotation matrices R_WB of q, and R_BW of its inverse q*/|q|².

    They are transposes of each other for a unit quaternion. At the stages of a step q is not exactly of unit length;
    uwv_dynamic_model then transforms velocities with the first and gravity with the second, and so does Seaway.
    """
    w, x, y, z = q
    xx, yy, zz = x * x, y * y, z * z
    xy, xz, yz = x * y, x * z, y * z
    wx, wy, wz = w * x, w * y, w * z
    s = w * w + xx + yy + zz
    k = 2.0 / (s * s)
    R_WB = (
        1.0 - 2.0 * (yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy),
        2.0 * (xy + wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz - wx),
        2.0 * (xz - wy), 2.0 * (yz + wx), 1.0 - 2.0 * (xx + yy),
    )  # fmt: skip
    R_BW = (
        1.0 - k * (yy + zz), k * (xy + wz), k * (xz - wy),
        k * (xy - wz), 1.0 - k * (xx + zz), k * (yz + wx),
        k * (xz + wy), k * (yz - wx), 1.0 - k * (xx + yy),
    )  # fmt: skip
    return R_WB, R_BW


@kernel
def times(R: Matrix3, v: Vector3) -> Vector3:
    """R v."""
    return (
        R[0] * v[0] + R[1] * v[1] + R[2] * v[2],
        R[3] * v[0] + R[4] * v[1] + R[5] * v[2],
        R[6] * v[0] + R[7] * v[1] + R[8] * v[2],
    )


@kernel
def product(A: Matrix3, B: Matrix3) -> Matrix3:
    """A B."""
    return (
        A[0] * B[0] + A[1] * B[3] + A[2] * B[6],
        A[0] * B[1] + A[1] * B[4] + A[2] * B[7],
        A[0] * B[2] + A[1] * B[5] + A[2] * B[8],
        A[3] * B[0] + A[4] * B[3] + A[5] * B[6],
        A[3] * B[1] + A[4] * B[4] + A[5] * B[7],
        A[3] * B[2] + A[4] * B[5] + A[5] * B[8],
        A[6] * B[0] + A[7] * B[3] + A[8] * B[6],
        A[6] * B[1] + A[7] * B[4] + A[8] * B[7],
        A[6] * B[2] + A[7] * B[5] + A[8] * B[8],
    )


@kernel
def transposed_times(R: Matrix3, v: Vector3) -> Vector3:
    """R^T v."""
    return (
        R[0] * v[0] + R[3] * v[1] + R[6] * v[2],
        R[1] * v[0] + R[4] * v[1] + R[7] * v[2],
        R[2] * v[0] + R[5] * v[1] + R[8] * v[2],
    )


@kernel
def attitude_rate(q: Quaternion, w_WB_B: Vector3) -> Quaternion:
    """Return q' = q (0, ω/2), with ω in body axes."""
    w, x, y, z = q
    a, b, c = 0.5 * w_WB_B[0], 0.5 * w_WB_B[1], 0.5 * w_WB_B[2]
    return (-x * a - y * b - z * c, w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a)


@kernel
def normalized(q: Quaternion) -> Quaternion:
    """Return q / |q|."""
    length = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return (q[0] / length, q[1] / length, q[2] / length, q[3] / length)


@kernel
def turned(q: Quaternion, angle_B: Vector3) -> Quaternion:
    """Return q exp(angle/2): q rotated about a body axis by |angle| [rad], exactly."""
    x, y, z = angle_B
    half = 0.5 * math.sqrt(x * x + y * y + z * z)
    # sin(a)/a by its series for small a; both agree to the last digit at the limit.
    s = 0.5 * where(half < 1e-4, 1.0 - half * half / 6.0, math.sin(half) / max(half, 1e-4))
    c = math.cos(half)
    a, b, d = s * x, s * y, s * z
    w, i, j, k = q
    return (
        w * c - i * a - j * b - k * d,
        w * a + i * c + j * d - k * b,
        w * b + j * c + k * a - i * d,
        w * d + k * c + i * b - j * a,
    )
