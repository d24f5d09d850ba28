"""Damping as a function of the velocity through the water: four terms, in the frame in which they are given.

d = D ν + D2 (|ν| o ν) + Σ_k |ν_k| D_k ν + Σ_k ν_k S_k ν        (positive when it dissipates)
"""

from typing import Any

from seaway._jit import kernel
from seaway.kernels.rotation import nine, times, transposed_times
from seaway.kernels.vectors import Vector6, added3, added6, cross, matrix_times, scaled6

__all__ = ["plain", "plain_wrench", "products", "products_wrench"]


@kernel
def plain(par: Any, nu_r: Vector6) -> Vector6:
    """Linear and quadratic damping, D ν + D2 (|ν| o ν), with ``linear`` and ``quadratic`` stored by columns."""
    squares = (
        abs(nu_r[0]) * nu_r[0],
        abs(nu_r[1]) * nu_r[1],
        abs(nu_r[2]) * nu_r[2],
        abs(nu_r[3]) * nu_r[3],
        abs(nu_r[4]) * nu_r[4],
        abs(nu_r[5]) * nu_r[5],
    )
    return added6(matrix_times(par.linear, nu_r), matrix_times(par.quadratic, squares))


@kernel
def _matrix_times(M: Any, k: int, x: Vector6) -> Vector6:
    a, b, c, d, e, f = x
    return (
        M[k, 0, 0] * a + M[k, 1, 0] * b + M[k, 2, 0] * c + M[k, 3, 0] * d + M[k, 4, 0] * e + M[k, 5, 0] * f,
        M[k, 0, 1] * a + M[k, 1, 1] * b + M[k, 2, 1] * c + M[k, 3, 1] * d + M[k, 4, 1] * e + M[k, 5, 1] * f,
        M[k, 0, 2] * a + M[k, 1, 2] * b + M[k, 2, 2] * c + M[k, 3, 2] * d + M[k, 4, 2] * e + M[k, 5, 2] * f,
        M[k, 0, 3] * a + M[k, 1, 3] * b + M[k, 2, 3] * c + M[k, 3, 3] * d + M[k, 4, 3] * e + M[k, 5, 3] * f,
        M[k, 0, 4] * a + M[k, 1, 4] * b + M[k, 2, 4] * c + M[k, 3, 4] * d + M[k, 4, 4] * e + M[k, 5, 4] * f,
        M[k, 0, 5] * a + M[k, 1, 5] * b + M[k, 2, 5] * c + M[k, 3, 5] * d + M[k, 4, 5] * e + M[k, 5, 5] * f,
    )


@kernel
def products(par: Any, nu_r: Vector6) -> Vector6:
    """All four terms: D ν + D2 (|ν| o ν) + Σ_k |ν_k| D_k ν + Σ_k ν_k S_k ν."""
    total = plain(par, nu_r)
    for k in range(6):
        by_size, by_sign = _matrix_times(par.modulus, k, nu_r), _matrix_times(par.signed, k, nu_r)
        total = added6(total, added6(scaled6(abs(nu_r[k]), by_size), scaled6(nu_r[k], by_sign)))
    return total


@kernel
def _damping(par: Any, by_product: Any, nu_r: Vector6) -> Vector6:
    return plain(par, nu_r) if by_product is None else products(par, nu_r)


@kernel
def _in_own_frame(par: Any, by_product: Any, nu_r: Vector6) -> Vector6:
    """Transform the velocity to the frame L of the matrices, and the wrench back to Bo in B."""
    p, R = par.position, nine(par.axes)
    w = (nu_r[3], nu_r[4], nu_r[5])
    v_L = transposed_times(R, added3((nu_r[0], nu_r[1], nu_r[2]), cross(w, p)))
    w_L = transposed_times(R, w)
    x, y, z, a, b, c = _damping(par, by_product, (v_L[0], v_L[1], v_L[2], w_L[0], w_L[1], w_L[2]))
    f = times(R, (x, y, z))
    n = added3(times(R, (a, b, c)), cross(p, f))
    return (f[0], f[1], f[2], n[0], n[1], n[2])


@kernel
def _acting(par: Any, by_product: Any, around: Any, motion: Any) -> Vector6:
    nu_r = motion.nu_r
    d = _in_own_frame(par, by_product, nu_r) if par.own_frame != 0 else _damping(par, by_product, nu_r)
    return scaled6(-around.immersion * around.density_ratio, d)


@kernel
def plain_wrench(par: Any, _: Any, around: Any, motion: Any) -> Vector6:
    """Wrench -d(ν_r) of linear and quadratic damping of the submerged part."""
    return _acting(par, None, around, motion)


@kernel
def products_wrench(par: Any, _: Any, around: Any, motion: Any) -> Vector6:
    """Wrench -d(ν_r) of damping with all four terms of the submerged part."""
    return _acting(par, True, around, motion)
