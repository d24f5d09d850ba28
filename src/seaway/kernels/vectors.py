"""Algebra of tuples: vectors of 3, quaternions of 4, spatial vectors of 6."""

from typing import Any

from numpy.typing import NDArray

from seaway._arrays import Floats
from seaway._jit import kernel
from seaway._lanes import where

__all__ = [
    "ZERO3",
    "ZERO4",
    "ZERO6",
    "Quaternion",
    "Vector3",
    "Vector6",
    "added3",
    "added6",
    "advanced3",
    "advanced4",
    "advanced6",
    "chosen3",
    "columns_times",
    "cross",
    "dot3",
    "dot6",
    "four",
    "matrix_times",
    "own_row",
    "rows_times",
    "scaled3",
    "scaled6",
    "six",
    "subtracted6",
    "three",
    "velocity_at",
    "wrench_at",
]

Vector3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Vector6 = tuple[float, float, float, float, float, float]

ZERO3: Vector3 = (0.0, 0.0, 0.0)
ZERO4: Quaternion = (0.0, 0.0, 0.0, 0.0)
ZERO6: Vector6 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def own_row(array: NDArray[Any], row: int) -> int:
    """Index of a run on the leading axis of a parameter: the run itself, or 0 if all runs share it."""
    return min(row, array.shape[0] - 1)


@kernel
def three(a: Floats) -> Vector3:
    """An array of three as a tuple."""
    return (a[0], a[1], a[2])


@kernel
def four(a: Floats) -> Quaternion:
    """An array of four as a tuple."""
    return (a[0], a[1], a[2], a[3])


@kernel
def six(a: Floats) -> Vector6:
    """An array of six as a tuple."""
    return (a[0], a[1], a[2], a[3], a[4], a[5])


@kernel
def added3(a: Vector3, b: Vector3) -> Vector3:
    """Return a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@kernel
def scaled3(s: float, a: Vector3) -> Vector3:
    """Return s a."""
    return (s * a[0], s * a[1], s * a[2])


@kernel
def dot3(a: Vector3, b: Vector3) -> float:
    """Return a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def cross(a: Vector3, b: Vector3) -> Vector3:
    """Return a × b."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@kernel
def added6(a: Vector6, b: Vector6) -> Vector6:
    """Return a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


@kernel
def subtracted6(a: Vector6, b: Vector6) -> Vector6:
    """Return a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


@kernel
def scaled6(s: float, a: Vector6) -> Vector6:
    """Return s a."""
    return (s * a[0], s * a[1], s * a[2], s * a[3], s * a[4], s * a[5])


@kernel
def dot6(a: Vector6, b: Vector6) -> float:
    """Return a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5]


@kernel
def advanced3(x: Vector3, h: float, k: Vector3) -> Vector3:
    """Return x + h k."""
    return (x[0] + h * k[0], x[1] + h * k[1], x[2] + h * k[2])


@kernel
def advanced4(x: Quaternion, h: float, k: Quaternion) -> Quaternion:
    """Return x + h k."""
    return (x[0] + h * k[0], x[1] + h * k[1], x[2] + h * k[2], x[3] + h * k[3])


@kernel
def advanced6(x: Vector6, h: float, k: Vector6) -> Vector6:
    """Return x + h k."""
    return (
        x[0] + h * k[0],
        x[1] + h * k[1],
        x[2] + h * k[2],
        x[3] + h * k[3],
        x[4] + h * k[4],
        x[5] + h * k[5],
    )


@kernel
def chosen3(condition: Any, yes: Vector3, no: Vector3) -> Vector3:
    """Select one of two vectors, in every lane."""
    return (where(condition, yes[0], no[0]), where(condition, yes[1], no[1]), where(condition, yes[2], no[2]))


@kernel
def velocity_at(nu: Vector6, p: Vector3) -> Vector3:
    """Velocity v + ω × p of a point of the body."""
    return (
        nu[0] + (nu[4] * p[2] - nu[5] * p[1]),
        nu[1] + (nu[5] * p[0] - nu[3] * p[2]),
        nu[2] + (nu[3] * p[1] - nu[4] * p[0]),
    )


@kernel
def wrench_at(f: Vector3, p: Vector3) -> Vector6:
    """Wrench about the origin of a force f at a point p: (f, p × f)."""
    n = cross(p, f)
    return (f[0], f[1], f[2], n[0], n[1], n[2])


@kernel
def columns_times(M: Floats, x: Vector3) -> Vector6:
    """M [x; 0] for a 6x6 matrix that is stored by columns."""
    a, b, c = x
    return (
        M[0, 0] * a + M[1, 0] * b + M[2, 0] * c,
        M[0, 1] * a + M[1, 1] * b + M[2, 1] * c,
        M[0, 2] * a + M[1, 2] * b + M[2, 2] * c,
        M[0, 3] * a + M[1, 3] * b + M[2, 3] * c,
        M[0, 4] * a + M[1, 4] * b + M[2, 4] * c,
        M[0, 5] * a + M[1, 5] * b + M[2, 5] * c,
    )


@kernel
def matrix_times(M: Floats, x: Vector6) -> Vector6:
    """M x for a 6x6 matrix that is stored by columns: its entry (r, c) is ``M[c, r]``."""
    a, b, c, d, e, f = x
    return (
        M[0, 0] * a + M[1, 0] * b + M[2, 0] * c + M[3, 0] * d + M[4, 0] * e + M[5, 0] * f,
        M[0, 1] * a + M[1, 1] * b + M[2, 1] * c + M[3, 1] * d + M[4, 1] * e + M[5, 1] * f,
        M[0, 2] * a + M[1, 2] * b + M[2, 2] * c + M[3, 2] * d + M[4, 2] * e + M[5, 2] * f,
        M[0, 3] * a + M[1, 3] * b + M[2, 3] * c + M[3, 3] * d + M[4, 3] * e + M[5, 3] * f,
        M[0, 4] * a + M[1, 4] * b + M[2, 4] * c + M[3, 4] * d + M[4, 4] * e + M[5, 4] * f,
        M[0, 5] * a + M[1, 5] * b + M[2, 5] * c + M[3, 5] * d + M[4, 5] * e + M[5, 5] * f,
    )


@kernel
def rows_times(M: Floats, x: Vector6) -> Vector6:
    """Mᵀ x for a 6x6 matrix that is stored by columns."""
    a, b, c, d, e, f = x
    return (
        M[0, 0] * a + M[0, 1] * b + M[0, 2] * c + M[0, 3] * d + M[0, 4] * e + M[0, 5] * f,
        M[1, 0] * a + M[1, 1] * b + M[1, 2] * c + M[1, 3] * d + M[1, 4] * e + M[1, 5] * f,
        M[2, 0] * a + M[2, 1] * b + M[2, 2] * c + M[2, 3] * d + M[2, 4] * e + M[2, 5] * f,
        M[3, 0] * a + M[3, 1] * b + M[3, 2] * c + M[3, 3] * d + M[3, 4] * e + M[3, 5] * f,
        M[4, 0] * a + M[4, 1] * b + M[4, 2] * c + M[4, 3] * d + M[4, 4] * e + M[4, 5] * f,
        M[5, 0] * a + M[5, 1] * b + M[5, 2] * c + M[5, 3] * d + M[5, 4] * e + M[5, 5] * f,
    )
