"""Rigid body and added mass: momentum, the Coriolis wrench, the acceleration.

With [p; h] = M ν:   C(ν) ν = [ω × p ; v × p + ω × h]   (Kirchhoff)
"""

from typing import Any

from seaway._jit import kernel, part_kernel
from seaway.kernels.vectors import (
    ZERO6,
    Vector3,
    Vector6,
    columns_times,
    cross,
    dot6,
    matrix_times,
    scaled6,
    subtracted6,
)

__all__ = [
    "added_mass_coriolis",
    "coriolis",
    "kinetic_energy",
    "rigid_body_coriolis",
]


@kernel
def coriolis(momentum: Vector6, nu: Vector6) -> Vector6:
    """C(ν) ν from the momentum M ν; it does no work, ν · C(ν) ν = 0."""
    px, py, pz, hx, hy, hz = momentum
    u, v, w, p, q, r = nu
    return (
        q * pz - r * py,
        r * px - p * pz,
        p * py - q * px,
        v * pz - w * py + q * hz - r * hy,
        w * px - u * pz + r * hx - p * hz,
        u * py - v * px + p * hy - q * hx,
    )


@part_kernel
def rigid_body_coriolis(body: Any, nu: Vector6) -> Vector6:
    """The wrench -C_RB(ν) ν."""
    if body.rigid_body_coriolis == 0:
        return ZERO6
    return scaled6(-1.0, coriolis(matrix_times(body.rigid_body, nu), nu))


@part_kernel
def added_mass_coriolis(body: Any, nu_r: Vector6, v_WC_B: Vector3 | None) -> Vector6:
    """The wrench -C_A(ν_r) ν_r - M_A [ω × v_water; 0].

    The second part belongs to ν_r' in the turning axes of the body: without it a steady current is not the same as a
    drifting frame. There is none in water that cannot move, whose velocity is None.
    """
    if body.has_added == 0:
        return ZERO6
    wrench = ZERO6
    if body.added_mass_coriolis != 0:
        wrench = scaled6(-1.0, coriolis(matrix_times(body.added, nu_r), nu_r))
    if v_WC_B is not None:
        a = cross((nu_r[3], nu_r[4], nu_r[5]), v_WC_B)
        wrench = subtracted6(wrench, columns_times(body.added, a))
    return wrench


@kernel
def kinetic_energy(body: Any, nu: Vector6) -> float:
    """½ ν^T (M_RB + M_A) ν."""
    return 0.5 * (dot6(nu, matrix_times(body.rigid_body, nu)) + dot6(nu, matrix_times(body.added, nu)))
