"""Rigid body and added mass: momentum, Coriolis wrench and acceleration.

With [p; h] = M ν:   C(ν) ν = [ω × p ; v × p + ω × h]   (Kirchhoff)
"""

from typing import Any, Final

from seaway._jit import kernel, part_kernel
from seaway._lanes import all_of, where
from seaway.kernels.vectors import (
    ZERO6,
    Vector3,
    Vector6,
    columns_times,
    cross,
    dot6,
    matrix_times,
    rows_times,
    scaled6,
    subtracted6,
)

__all__ = [
    "accelerated",
    "added_mass_coriolis",
    "coriolis",
    "kinetic_energy",
    "rigid_body_coriolis",
    "water_entry",
]


# Lower bound of a divisor, as a share of M_RB + M_A, for a massless body in the air.
_LEAST: Final = 1e-9


@kernel
def coriolis(momentum: Vector6, nu: Vector6) -> Vector6:
    """Compute C(ν) ν from the momentum M ν; it does no work, ν · C(ν) ν = 0."""
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
    """Wrench -C_RB(ν) ν."""
    if body.rigid_body_coriolis == 0:
        return ZERO6
    return scaled6(-1.0, coriolis(matrix_times(body.rigid_body, nu), nu))


@part_kernel
def added_mass_coriolis(
    body: Any, nu: Vector6, nu_r: Vector6, through: Vector3, water: Vector6 | None, turning: Any
) -> Vector6:
    """Wrench -C_A(ν_r) ν_r - M_A [ω × v_W; ω × w_W], with C_A ν_r = [ω × p; v_r × p + ω × h] and (p, h) = M_A ν_r.

    The second term belongs to ν_r' in the rotating axes of the body: without it a steady current is not equivalent to a
    drifting frame.

    Args:
        body: Parameters of the vehicle.
        nu: Velocity [m/s, rad/s].
        nu_r: Velocity through the water [m/s, rad/s].
        through: Velocity of Bo minus the mean velocity of the water over the wet part, which is v_r unless it rotates.
        water: Motion (v_W, w_W) of the water at Bo in B; None in water that cannot move.
        turning: None if the water does not rotate.
    """
    if body.has_added == 0:
        return ZERO6
    wrench = ZERO6
    if body.added_mass_coriolis != 0:
        moving = (through[0], through[1], through[2], nu[3], nu[4], nu[5])
        wrench = scaled6(-1.0, coriolis(matrix_times(body.added, nu_r), moving))
    if water is not None:
        w = (nu[3], nu[4], nu[5])
        a = cross(w, (water[0], water[1], water[2]))
        if turning is None:
            return subtracted6(wrench, columns_times(body.added, a))
        b = cross(w, (water[3], water[4], water[5]))
        return subtracted6(wrench, matrix_times(body.added, (a[0], a[1], a[2], b[0], b[1], b[2])))
    return wrench


@kernel
def kinetic_energy(body: Any, share: float, nu: Vector6) -> float:
    """Kinetic energy ½ ν^T (M_RB + s M_A) ν [J]."""
    return 0.5 * (dot6(nu, matrix_times(body.rigid_body, nu)) + share * dot6(nu, matrix_times(body.added, nu)))


@part_kernel
def accelerated(body: Any, share: float, total: Vector6) -> Vector6:
    """Acceleration: (M_RB + s M_A)⁻¹ times the sum of all wrenches, with s the share of the added mass.

    The stored inverse is that for s = 1. For s < 1 it is T (1 - (1 - s) α)⁻¹ Tᵀ, with the matrix T for which
    Tᵀ (M_RB + M_A) T = 1 and Tᵀ M_A T is a diagonal matrix α.
    """
    whole = matrix_times(body.inverse, total)
    full = share >= 1.0
    if all_of(full):
        return whole
    x, a, lost = rows_times(body.modes, total), body.shares, 1.0 - share
    partly = matrix_times(
        body.modes,
        (
            x[0] / max(1.0 - lost * a[0], _LEAST),
            x[1] / max(1.0 - lost * a[1], _LEAST),
            x[2] / max(1.0 - lost * a[2], _LEAST),
            x[3] / max(1.0 - lost * a[3], _LEAST),
            x[4] / max(1.0 - lost * a[4], _LEAST),
            x[5] / max(1.0 - lost * a[5], _LEAST),
        ),
    )
    return (
        where(full, whole[0], partly[0]),
        where(full, whole[1], partly[1]),
        where(full, whole[2], partly[2]),
        where(full, whole[3], partly[3]),
        where(full, whole[4], partly[4]),
        where(full, whole[5], partly[5]),
    )


@kernel
def water_entry(body: Any, growth: float, nu_r: Vector6) -> Vector6:
    """Wrench -s' M_A ν_r of the water that is set in motion as a body enters it.

    When the body leaves the water, the water keeps its momentum, and there is no such wrench. Kinetic energy is lost in
    both cases.

    Args:
        body: Parameters of the vehicle.
        growth: Rate s' of the share of the added mass that acts [1/s].
        nu_r: Velocity through the water [m/s, rad/s].
    """
    if body.has_added == 0:
        return ZERO6
    return scaled6(-max(growth, 0.0), matrix_times(body.added, nu_r))
