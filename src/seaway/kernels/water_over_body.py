"""Water that moves over a body: its mean rigid motion, the rate of it along the path of the body, and its forces.

With W = (v_W, w_W) the mean motion of the water over the wet volume, at Bo, the body moves through the water with
ν_r = ν - Rᵀ W. The wrench of the added mass is

    -M_A ν_r' - [ω × p; (v - u) × p + ω × h] - [Gᵀ p; c × Gᵀ p]        (p, h) = M_A ν_r

with ν_r' along the path of the body, c the centre of the wet volume, u the mean velocity and G the mean gradient of the
wave velocity there. For a sphere this is Taylor's M_A (Dv/Dt - v'). The force is exact for any body in a velocity that
is linear over it; the moment lacks terms that are quadratic in the gradient and the rotation. The pressure of the
accelerated water results in ρ ∫ Dv/Dt dV and its moment, with Dv/Dt the acceleration of the water itself.

The angular velocity follows from the first moment M_jl of the velocity over the volume, see ``wave_sums``, in the axes
of the shape: the best fit of a rotation is, with J its second moments and i, j, k cyclic,

    w_i = (M_jk - M_kj) / (J_j + J_k)          = (J_j - J_k) / (J_j + J_k) S_jk in waves

For an ellipsoid in a strain the exact value is (J_j + J_k) / (J_j - J_k) S_jk instead; ``excess`` is the difference of
both factors, to the extent that the added mass is that of the ellipsoid; it falls to 0 when half of the body is dry.

Reference:
    G. I. Taylor, Proc. R. Soc. A 120, 1928; T. R. Auton, J. C. R. Hunt and M. Prud'homme, J. Fluid Mech. 197, 1988;
    A. Galper and T. Miloh, J. Fluid Mech. 295, 1995; H. Lamb, Hydrodynamics, 6th ed. 1932, art. 110-124.
"""

from typing import Any, NamedTuple

from seaway._jit import kernel, part_kernel
from seaway._lanes import where
from seaway.kernels.rotation import Matrix3, nine, times, transposed_times
from seaway.kernels.vectors import (
    ZERO3,
    Vector3,
    Vector6,
    added3,
    added6,
    chosen3,
    cross,
    matrix_times,
    scaled3,
    scaled6,
    subtracted6,
    velocity_at,
    wrench_at,
)

__all__ = ["Seen", "carried_along", "gradient_times", "over_body", "water_acceleration"]


class Seen(NamedTuple):
    """Motion of the water over a body, in B.

    Attributes:
        velocity: Mean velocity over the wet part [m/s].
        angular: Mean angular velocity [rad/s].
        motion: (v_W, w_W) at Bo [m/s, rad/s].
        rate: Derivative of ``motion`` along the path of the body, in axes that do not rotate [m/s2, rad/s2].
        acceleration: Mean acceleration of the water itself [m/s2].
        pressing: Part of the acceleration whose pressure is not included in the buoyancy [m/s2].
        moment: Moment of that pressure about the centre of the wet part, per displaced mass [m2/s2].
        gradient: Gradient of the wave velocity in the axes of the shape, see ``wave_sums.BodyMotion`` [1/s].
    """

    velocity: Vector3
    angular: Vector3
    motion: Vector6
    rate: Vector6
    acceleration: Vector3
    pressing: Vector3
    moment: Vector3
    gradient: Any


@kernel
def gradient_times(G: tuple[float, float, float, float, float], v: Vector3) -> Vector3:
    """Compute G v for a symmetric gradient without divergence, given as xx, yy, xy, yz, zx."""
    return (
        G[0] * v[0] + G[2] * v[1] + G[4] * v[2],
        G[2] * v[0] + G[1] * v[1] + G[3] * v[2],
        G[4] * v[0] + G[3] * v[1] - (G[0] + G[1]) * v[2],
    )


@kernel
def carried_along(v_B: Vector3, o: float) -> Seen:
    """Water that moves as a whole with a steady current; o is 0."""
    motion = (v_B[0], v_B[1], v_B[2], o, o, o)
    return Seen(v_B, (o, o, o), motion, (o, o, o, o, o, o), (o, o, o), (o, o, o), (o, o, o), None)


@kernel
def _ratio(a: float, b: float) -> float:
    """Compute (a - b) / (a + b); 0 for a body without extent."""
    total = a + b
    some = total > 0.0
    return where(some, (a - b) / where(some, total, 1.0), 0.0)


@kernel
def _sheared(J: Vector3, g: Vector3, e: Vector3) -> Vector3:
    """Best fit of a rotation to a shear, in which the velocity grows by g along e."""
    yz, zx, xy = J[1] + J[2], J[2] + J[0], J[0] + J[1]
    return (
        where(yz > 0.0, (J[1] * g[2] * e[1] - J[2] * g[1] * e[2]) / where(yz > 0.0, yz, 1.0), 0.0),
        where(zx > 0.0, (J[2] * g[0] * e[2] - J[0] * g[2] * e[0]) / where(zx > 0.0, zx, 1.0), 0.0),
        where(xy > 0.0, (J[0] * g[1] * e[0] - J[1] * g[0] * e[1]) / where(xy > 0.0, xy, 1.0), 0.0),
    )


@part_kernel
def over_body(
    body: Any,
    lying: Any,
    waves: Any,
    v_W: Vector3,
    a_W: Vector3,
    steep_W: Vector3,
    held: Any,
    nu: Vector6,
    R_BW: Matrix3,
) -> Seen:
    """Motion of the water over a body, with waves or a current that varies with time or depth.

    Args:
        body: Parameters of the vehicle.
        lying: Submergence of the vehicle.
        waves: Waves, see ``surroundings.WaveField``; None if there are none.
        v_W: Current at the centre of its wet part, in W [m/s].
        a_W: Rate of the current there [m/s2].
        steep_W: Derivative of the current with respect to height [1/s].
        held: Whether the centre is above the still surface, where the wave velocity is constant.
        nu: Velocity of the vehicle [m/s, rad/s].
        R_BW: Rotation matrix from W to B.
    """
    center, wave, w = lying.p_BoBcb_B, lying.wave, (nu[3], nu[4], nu[5])
    up_B = (R_BW[2], R_BW[5], R_BW[8])
    R_BS = nine(body.axes)
    current_B, steep_B = times(R_BW, v_W), times(R_BW, steep_W)
    path = velocity_at(nu, center)  # velocity of the centre
    J = lying.square

    # The current varies along the path with the height, but not with the lift by the waves.
    rising = path[0] * up_B[0] + path[1] * up_B[1] + path[2] * up_B[2]
    velocity, rate, acceleration = current_B, times(R_BW, a_W), times(R_BW, a_W)
    acceleration = added3(acceleration, scaled3(v_W[2], steep_B))
    steep_S, up_S, w_S = transposed_times(R_BS, steep_B), transposed_times(R_BS, up_B), transposed_times(R_BS, w)
    angular_S = _sheared(J, steep_S, up_S)
    # The shape rotates in it: both vectors rotate the opposite way in its axes.
    turned_g, turned_e = cross(steep_S, w_S), cross(up_S, w_S)
    angular_rate_S = added3(_sheared(J, turned_g, up_S), _sheared(J, steep_S, turned_e))
    moment_S, pressing = ZERO3, acceleration
    gradient = wave.gradient

    if waves is not None:
        u, G = wave.velocity, wave.gradient
        u_B = times(R_BS, u)
        orbit = u_B[0] * up_B[0] + u_B[1] * up_B[1] + u_B[2] * up_B[2]
        rising = rising - orbit
        growing = added3(wave.rate, scaled3(waves.growth, u))
        # Above the still surface the velocity does not change with height.
        relative = (path[0] - current_B[0], path[1] - current_B[1], path[2] - current_B[2])
        up_rate = relative[0] * up_B[0] + relative[1] * up_B[1] + relative[2] * up_B[2]
        along = chosen3(held, _less(relative, up_rate, up_B), relative)
        own = chosen3(held, _less(u_B, orbit, up_B), u_B)
        path_rate = added3(growing, gradient_times(G, transposed_times(R_BS, along)))
        of_water = times(R_BS, added3(growing, gradient_times(G, transposed_times(R_BS, own))))
        velocity, rate = added3(velocity, u_B), added3(rate, times(R_BS, path_rate))
        if body.hull == 0:  # on a hull the pressure of the waves is already integrated
            pressing = added3(pressing, of_water)
        acceleration = added3(acceleration, of_water)

        # Rotation from the first moment, and its rate along the path, in axes that rotate with the body.
        S, more, whole = wave.strain, waves.growth, max(2.0 * lying.wet - 1.0, 0.0)
        fit = (
            _ratio(J[1], J[2]) + whole * body.excess[0],
            _ratio(J[2], J[0]) + whole * body.excess[1],
            _ratio(J[0], J[1]) + whole * body.excess[2],
        )
        p, q, r = w_S
        xx, yy, xy, yz, zx = S
        zz = -xx - yy
        # S' = S Ω - Ω S, with Ω x = ω × x
        turn_xy = r * (yy - xx) + p * zx - q * yz
        turn_yz = p * (zz - yy) + q * xy - r * zx
        turn_zx = q * (xx - zz) + r * yz - p * xy
        L = wave.strain_rate
        angular_S = added3(angular_S, (fit[0] * yz, fit[1] * zx, fit[2] * xy))
        angular_rate_S = added3(
            angular_rate_S,
            (
                fit[0] * (L[1] + more * yz + turn_yz),
                fit[1] * (L[2] + more * zx + turn_zx),
                fit[2] * (L[0] + more * xy + turn_xy),
            ),
        )
        if body.hull == 0:
            T = wave.turning
            moment_S = (
                0.2 * (J[1] - J[2]) * (T[1] + more * yz),
                0.2 * (J[2] - J[0]) * (T[2] + more * zx),
                0.2 * (J[0] - J[1]) * (T[0] + more * xy),
            )
    rate = added3(rate, scaled3(rising, steep_B))

    # At Bo, and in axes that do not rotate: R^T W' = (R^T W)' + ω × R^T W
    angular, angular_rate = times(R_BS, angular_S), times(R_BS, angular_rate_S)
    at_origin = _less3(velocity, cross(angular, center))
    still_turning = added3(angular_rate, cross(w, angular))
    linear = _less3(_less3(rate, cross(w, velocity)), cross(angular_rate, center))
    linear = added3(linear, cross(w, at_origin))
    wet = lying.wet > 0.0  # the motion of the water has no effect on a body in the air
    velocity, angular, at_origin = (
        chosen3(wet, velocity, ZERO3),
        chosen3(wet, angular, ZERO3),
        chosen3(wet, at_origin, ZERO3),
    )
    return Seen(
        velocity,
        angular,
        (at_origin[0], at_origin[1], at_origin[2], angular[0], angular[1], angular[2]),
        (linear[0], linear[1], linear[2], still_turning[0], still_turning[1], still_turning[2]),
        chosen3(wet, acceleration, ZERO3),
        pressing,
        times(R_BS, moment_S),
        gradient,
    )


@kernel
def _less3(a: Vector3, b: Vector3) -> Vector3:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@kernel
def _less(v: Vector3, rate: float, up: Vector3) -> Vector3:
    """A velocity without its vertical part."""
    return (v[0] - rate * up[0], v[1] - rate * up[1], v[2] - rate * up[2])


@kernel
def water_acceleration(body: Any, share: float, displaced_mass: float, lying: Any, seen: Any, nu_r: Vector6) -> Vector6:
    """Wrench of accelerated water: M_A Rᵀ W' - [Gᵀ p; c × Gᵀ p], and its pressure on the displaced volume.

    A linear stiffness has no volume; the force on the mass that it carries acts at the centre of mass.
    """
    displaced, place = displaced_mass, lying.p_BoBcb_B
    if body.stiff != 0:
        displaced, place = body.mass, body.center_of_mass
    force = wrench_at(scaled3(displaced, seen.pressing), place)
    turning = scaled3(displaced, seen.moment)
    pressure = added6(force, (0.0, 0.0, 0.0, turning[0], turning[1], turning[2]))
    if body.has_added == 0:
        return pressure
    R_BS = nine(body.axes)
    momentum = matrix_times(body.added, nu_r)
    p_S = transposed_times(R_BS, (momentum[0], momentum[1], momentum[2]))
    strained = times(R_BS, gradient_times(seen.gradient, p_S))
    lost = wrench_at(strained, lying.p_BoBcb_B)
    return added6(pressure, scaled6(share, subtracted6(matrix_times(body.added, seen.rate), lost)))
