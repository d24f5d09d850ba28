"""Airy waves at one point, or over a body: sums over the components, a pack of them at a time.

The forces on a body depend on mean and first moment of the velocity over its wet volume. Both are taken over the
ellipsoid with the same second moments: exact for an ellipsoid, and for others accurate to 0.2 % in waves of at least
three lengths. With κ = (kx, ky, -ik) the complex wave number in the axes of the ellipsoid, a_j its semi-axes and
E = a e^(iθ + kz) at its centre,

    x = Σ a_j² κ_j²        F(x) = 3 (sin √x - √x cos √x) / √x³        D(x) = -10 F'(x)

    mean velocity         u_l  = Re (ω/k) κ_l F E
    mean gradient         G_lm = Re (ω/k) i κ_l κ_m F E
    first moment / V      M_jl = a_j²/5 S_jl        S_lm = Re (ω/k) i κ_l κ_m D E        (the gradient of long waves)

In finite depth there is a second exponential with the conjugate of κ, and thus of x, F and D. For waves much shorter
than the body F is limited to an envelope; their effect is then negligible.

Sums are stored lane by lane in common work space, at constant offsets, so that the compiler packs the loops, and every
sum has a fixed order. A pack may be partly filled: m components.
"""

import math
from typing import Final, NamedTuple

from seaway._arrays import Floats
from seaway._jit import kernel, point_kernel, shared_loop_kernel
from seaway._lanes import fused
from seaway.kernels.rotation import Matrix3
from seaway.kernels.series import cosine, decay, reduced, sine
from seaway.kernels.vectors import ZERO3, Vector3
from seaway.kernels.waves import AMPLITUDE, COUNT, FLOW, KX, KY, NUMBER, PACK, SPEED, STEEPEST

__all__ = ["NO_BODY_MOTION", "ROOM", "BodyMotion", "PointMotion", "body_motion", "point_elevation", "point_motion"]

# Sums, each PACK floats.
_ETA: Final = 0
_SLOPE_X: Final = 1 * PACK
_SLOPE_Y: Final = 2 * PACK
_U: Final = 3 * PACK  # three, in the axes of the body; in W for a point
_DU: Final = 6 * PACK  # three: their rates relative to the current
_G: Final = 9 * PACK  # xx, yy, xy, yz, zx
_S: Final = 14 * PACK  # xx, yy, xy, yz, zx
_PATH: Final = 19 * PACK  # xy, yz, zx: rates of S along the path
_TURN: Final = 22 * PACK  # xy, yz, zx: rates of S in the water
_LIFT: Final = 25 * PACK
_SUMS: Final = 26 * PACK

# Copies of the components of a pack, then intermediate results.
_A: Final = _SUMS
_KX: Final = _SUMS + 1 * PACK
_KY: Final = _SUMS + 2 * PACK
_K: Final = _SUMS + 3 * PACK
_SPEED: Final = _SUMS + 4 * PACK
_FLOW: Final = _SUMS + 5 * PACK
_PHASE: Final = _SUMS + 6 * PACK
_RATE: Final = _SUMS + 7 * PACK
_COS: Final = _SUMS + 8 * PACK  # a cos θ
_SIN: Final = _SUMS + 9 * PACK
_XR: Final = _SUMS + 10 * PACK  # -x
_XI: Final = _SUMS + 11 * PACK
_FR: Final = _SUMS + 12 * PACK
_FI: Final = _SUMS + 13 * PACK
_DR: Final = _SUMS + 14 * PACK
_DI: Final = _SUMS + 15 * PACK

ROOM: Final = _SUMS + 16 * PACK
"""Size of the work space in floats."""

# Series of F and D in -x. Five terms are accurate to 6e-9 for |x| <= 1, thirteen to 2e-9 for |x| <= 36; beyond, a wave
# is shorter than half the body.
_MANY: Final = 13
_F: Final = tuple(6.0 * (n + 1) / math.factorial(2 * n + 3) for n in range(_MANY))
_D: Final = tuple(60.0 * (n + 1) * (n + 2) / math.factorial(2 * n + 5) for n in range(_MANY))
_LARGEST: Final = 36.0


class PointMotion(NamedTuple):
    """Motion of waves at a point.

    Attributes:
        elevation: Elevation η at its x and y [m].
        velocity: Velocity of the water, in W [m/s].
    """

    elevation: float
    velocity: Vector3


class BodyMotion(NamedTuple):
    """Motion of waves over a body; vectors and tensors in its axes, tensors as xx, yy, xy, yz, zx (zz = -xx - yy).

    Attributes:
        elevation: Elevation η above its centre [m].
        slope: Slope of the surface there, (dη/dx, dη/dy, 0).
        velocity: Mean velocity of the water [m/s].
        rate: Linear rate of the velocity, relative to the current [m/s2].
        gradient: Mean gradient of the velocity [1/s].
        strain: Gradient with the first moment of the velocity [1/s].
        strain_rate: Rate of xy, yz and zx of ``strain`` along the path of the body [1/s2].
        turning: The same relative to the current [1/s2].
        lift: Mean vertical displacement of the water at the centre [m].
    """

    elevation: float
    slope: Vector3
    velocity: Vector3
    rate: Vector3
    gradient: tuple[float, float, float, float, float]
    strain: tuple[float, float, float, float, float]
    strain_rate: Vector3
    turning: Vector3
    lift: float


_ZERO5: Final = (0.0, 0.0, 0.0, 0.0, 0.0)
NO_BODY_MOTION: Final = BodyMotion(0.0, ZERO3, ZERO3, ZERO3, _ZERO5, _ZERO5, ZERO3, ZERO3, 0.0)


@point_kernel
def _take(
    a: Floats,
    kx: Floats,
    ky: Floats,
    k: Floats,
    speed: Floats,
    flow: Floats,
    phase: Floats,
    rate: Floats,
    room: Floats,
    m: int,
) -> None:
    """Copy a pack of components to the work space."""
    for j in range(m):
        room[_A + j] = a[j]
    for j in range(m):
        room[_KX + j] = kx[j]
    for j in range(m):
        room[_KY + j] = ky[j]
    for j in range(m):
        room[_K + j] = k[j]
    for j in range(m):
        room[_SPEED + j] = speed[j]
    for j in range(m):
        room[_FLOW + j] = flow[j]
    for j in range(m):
        room[_PHASE + j] = phase[j]
    for j in range(m):
        room[_RATE + j] = rate[j]


@point_kernel
def _take_pack(waves: Floats, i: int, c: int, phases: Floats, rates: Floats, room: Floats, m: int) -> None:
    _take(
        waves[i, AMPLITUDE, c : c + PACK],
        waves[i, KX, c : c + PACK],
        waves[i, KY, c : c + PACK],
        waves[i, NUMBER, c : c + PACK],
        waves[i, SPEED, c : c + PACK],
        waves[i, FLOW, c : c + PACK],
        phases[c : c + PACK],
        rates[c : c + PACK],
        room,
        m,
    )


@point_kernel
def _add_surface(factor: float, later: float, x: float, y: float, room: Floats, m: int) -> None:
    """Add η and its slope; store a cos θ and a sin θ."""
    for j in range(m):
        kx, ky = room[_KX + j], room[_KY + j]
        rest, sign = reduced(fused(kx, x, fused(ky, y, room[_PHASE + j] - room[_RATE + j] * later)))
        a = factor * room[_A + j] * sign
        cos, sin = a * cosine(rest), a * sine(rest)
        room[_COS + j] = cos
        room[_SIN + j] = sin
        room[_ETA + j] += cos
        room[_SLOPE_X + j] -= kx * sin
        room[_SLOPE_Y + j] -= ky * sin


@point_kernel
def _add_flow(low: float, bottom: float, room: Floats, m: int) -> None:
    """Add the velocity at a point in W of the exponential e^kz, or of the second one with the sign -1."""
    for j in range(m):
        k = room[_K + j]
        rise = room[_SPEED + j] * decay(k * low)
        level = rise * room[_COS + j]
        room[_U + j] += room[_KX + j] * level
        room[_U + PACK + j] += room[_KY + j] * level
        room[_U + 2 * PACK + j] += (bottom * k) * (rise * room[_SIN + j])


@point_kernel
def _arguments(R: Matrix3, square: Vector3, room: Floats, m: int) -> None:
    """Compute -x of every component; R transforms from the axes of the body to W."""
    for j in range(m):
        kx, ky, k = room[_KX + j], room[_KY + j], room[_K + j]
        ax, ay, az = R[0] * kx + R[3] * ky, R[1] * kx + R[4] * ky, R[2] * kx + R[5] * ky
        bx, by, bz = R[6] * k, R[7] * k, R[8] * k
        room[_XR + j] = (
            square[0] * (bx * bx - ax * ax) + square[1] * (by * by - ay * ay) + square[2] * (bz * bz - az * az)
        )
        room[_XI + j] = 2.0 * (square[0] * (ax * bx) + square[1] * (ay * by) + square[2] * (az * bz))


@point_kernel
def _factors_of_long(room: Floats, m: int) -> None:
    """F and D of waves that are long compared with the body: five terms."""
    for j in range(m):
        xr, xi = room[_XR + j], room[_XI + j]
        fr, fi = fused(_F[4], xr, _F[3]), _F[4] * xi
        dr, di = fused(_D[4], xr, _D[3]), _D[4] * xi
        fr, fi = fused(fr, xr, fused(-fi, xi, _F[2])), fused(fr, xi, fi * xr)
        dr, di = fused(dr, xr, fused(-di, xi, _D[2])), fused(dr, xi, di * xr)
        fr, fi = fused(fr, xr, fused(-fi, xi, _F[1])), fused(fr, xi, fi * xr)
        dr, di = fused(dr, xr, fused(-di, xi, _D[1])), fused(dr, xi, di * xr)
        room[_FR + j] = fused(fr, xr, fused(-fi, xi, _F[0]))
        room[_FI + j] = fused(fr, xi, fi * xr)
        room[_DR + j] = fused(dr, xr, fused(-di, xi, _D[0]))
        room[_DI + j] = fused(dr, xi, di * xr)


@point_kernel
def _next(
    fr: float, fi: float, dr: float, di: float, xr: float, xi: float, f: float, d: float
) -> tuple[float, float, float, float]:
    """One step of Horner's scheme for both series."""
    return (
        fused(fr, xr, fused(-fi, xi, f)),
        fused(fr, xi, fi * xr),
        fused(dr, xr, fused(-di, xi, d)),
        fused(dr, xi, di * xr),
    )


@point_kernel
def _factors(room: Floats, m: int) -> None:
    """F and D of any waves. The steps are unrolled, so that sums stay in registers."""
    for j in range(m):
        xr, xi = room[_XR + j], room[_XI + j]
        size = math.sqrt(xr * xr + xi * xi)
        share = min(1.0, _LARGEST / max(size, 1.0))
        xr, xi = share * xr, share * xi
        fr, fi, dr, di = _F[12], 0.0, _D[12], 0.0
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[11], _D[11])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[10], _D[10])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[9], _D[9])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[8], _D[8])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[7], _D[7])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[6], _D[6])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[5], _D[5])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[4], _D[4])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[3], _D[3])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[2], _D[2])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[1], _D[1])
        fr, fi, dr, di = _next(fr, fi, dr, di, xr, xi, _F[0], _D[0])
        room[_FR + j] = share * fr
        room[_FI + j] = share * fi
        room[_DR + j] = share * dr
        room[_DI + j] = share * di


@point_kernel
def _add_body(R: Matrix3, low: float, bottom: float, path: Vector3, drift: Vector3, room: Floats, m: int) -> None:
    """Add all quantities of one exponential: e^kz, or the second one with the sign -1.

    Products with κ = A - iB: with g = κ z, g_r = A z_r + B z_i and g_i = A z_i - B z_r.
    """
    for j in range(m):
        kx, ky, k = room[_KX + j], room[_KY + j], room[_K + j]
        down = bottom * k
        ax, ay, az = R[0] * kx + R[3] * ky, R[1] * kx + R[4] * ky, R[2] * kx + R[5] * ky
        bx, by, bz = R[6] * down, R[7] * down, R[8] * down
        rise = decay(k * low)
        speed = rise * room[_SPEED + j]
        er, ei = speed * room[_COS + j], speed * room[_SIN + j]
        fr, fi, dr, di = room[_FR + j], bottom * room[_FI + j], room[_DR + j], bottom * room[_DI + j]
        pr, pi = er * fr - ei * fi, er * fi + ei * fr
        qr, qi = er * dr - ei * di, er * di + ei * dr
        rate = room[_RATE + j]
        turning = rate - (kx * drift[0] + ky * drift[1])
        growing, passing = down * path[2], kx * path[0] + ky * path[1] - rate
        gxr, gxi = ax * pr + bx * pi, ax * pi - bx * pr
        gyr, gyi = ay * pr + by * pi, ay * pi - by * pr
        gzr, gzi = az * pr + bz * pi, az * pi - bz * pr
        room[_U + j] += gxr
        room[_U + PACK + j] += gyr
        room[_U + 2 * PACK + j] += gzr
        room[_DU + j] += turning * gxi
        room[_DU + PACK + j] += turning * gyi
        room[_DU + 2 * PACK + j] += turning * gzi
        room[_G + j] -= ax * gxi - bx * gxr
        room[_G + PACK + j] -= ay * gyi - by * gyr
        room[_G + 2 * PACK + j] -= ax * gyi - bx * gyr
        room[_G + 3 * PACK + j] -= ay * gzi - by * gzr
        room[_G + 4 * PACK + j] -= az * gxi - bz * gxr
        hxr, hxi = ax * qr + bx * qi, ax * qi - bx * qr
        hyr, hyi = ay * qr + by * qi, ay * qi - by * qr
        xyr, xyi = ay * hxr + by * hxi, ay * hxi - by * hxr
        yzr, yzi = az * hyr + bz * hyi, az * hyi - bz * hyr
        zxr, zxi = az * hxr + bz * hxi, az * hxi - bz * hxr
        room[_S + j] -= ax * hxi - bx * hxr
        room[_S + PACK + j] -= ay * hyi - by * hyr
        room[_S + 2 * PACK + j] -= xyi
        room[_S + 3 * PACK + j] -= yzi
        room[_S + 4 * PACK + j] -= zxi
        room[_PATH + j] -= growing * xyi + passing * xyr
        room[_PATH + PACK + j] -= growing * yzi + passing * yzr
        room[_PATH + 2 * PACK + j] -= growing * zxi + passing * zxr
        room[_TURN + j] += turning * xyr
        room[_TURN + PACK + j] += turning * yzr
        room[_TURN + 2 * PACK + j] += turning * zxr
        room[_LIFT + j] += (bottom * rise) * (room[_FLOW + j] * room[_COS + j])


@kernel
def _sum(room: Floats, start: int, lanes: int) -> float:
    """Sum of the lanes of a quantity; of a full pack by quarters, so that the sums do not wait for each other."""
    if lanes < PACK:
        total = 0.0
        for j in range(lanes):
            total += room[start + j]
        return total
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for j in range(0, PACK, 4):
        a += room[start + j]
        b += room[start + j + 1]
        c += room[start + j + 2]
        d += room[start + j + 3]
    return (a + b) + (c + d)


@kernel
def _three(room: Floats, start: int, lanes: int) -> Vector3:
    return (_sum(room, start, lanes), _sum(room, start + PACK, lanes), _sum(room, start + 2 * PACK, lanes))


@kernel
def _five(room: Floats, start: int, lanes: int) -> tuple[float, float, float, float, float]:
    return (
        _sum(room, start, lanes),
        _sum(room, start + PACK, lanes),
        _sum(room, start + 2 * PACK, lanes),
        _sum(room, start + 3 * PACK, lanes),
        _sum(room, start + 4 * PACK, lanes),
    )


@kernel
def _clear(room: Floats, stop: int, lanes: int) -> None:
    for start in range(0, stop, PACK):
        for j in range(lanes):
            room[start + j] = 0.0


@point_kernel
def _surface_pack(
    waves: Floats,
    i: int,
    c: int,
    factor: float,
    phases: Floats,
    rates: Floats,
    later: float,
    x: float,
    y: float,
    room: Floats,
    m: int,
) -> None:
    _take_pack(waves, i, c, phases, rates, room, m)
    _add_surface(factor, later, x, y, room, m)


@point_kernel
def _flow_pack(depth: float, low: float, room: Floats, m: int) -> None:
    _add_flow(low, 1.0, room, m)
    if depth < math.inf:
        _add_flow(-low - 2.0 * depth, -1.0, room, m)


@point_kernel
def _body_pack(
    R: Matrix3,
    square: Vector3,
    long: bool,
    depth: float,
    low: float,
    path: Vector3,
    drift: Vector3,
    room: Floats,
    m: int,
) -> None:
    _arguments(R, square, room, m)
    if long:
        _factors_of_long(room, m)
    else:
        _factors(room, m)
    _add_body(R, low, 1.0, path, drift, room, m)
    if depth < math.inf:
        _add_body(R, -low - 2.0 * depth, -1.0, path, drift, room, m)


@shared_loop_kernel
def point_elevation(
    waves: Floats,
    i: int,
    factor: float,
    phases: Floats,
    rates: Floats,
    later: float,
    x: float,
    y: float,
    room: Floats,
) -> Vector3:
    """Elevation η at a point of the drifting frame and its slope along x and y, a given time after the phases."""
    count = int(waves[i, COUNT, 0])
    lanes = min(count, PACK)
    _clear(room, _U, lanes)
    for c in range(0, count, PACK):
        # A full pack is a loop of constant length, which is packed best.
        if count - c >= PACK:
            _surface_pack(waves, i, c, factor, phases, rates, later, x, y, room, PACK)
        else:
            _surface_pack(waves, i, c, factor, phases, rates, later, x, y, room, count - c)
    return _three(room, _ETA, lanes)


@shared_loop_kernel
def point_motion(
    waves: Floats,
    i: int,
    depth: float,
    factor: float,
    phases: Floats,
    rates: Floats,
    x: float,
    y: float,
    z: float,
    room: Floats,
) -> PointMotion:
    """Elevation and velocity of the water at a point of the drifting frame; z is above the still surface."""
    low = max(min(z, 0.0), -depth)
    count = int(waves[i, COUNT, 0])
    lanes = min(count, PACK)
    _clear(room, _DU, lanes)
    for c in range(0, count, PACK):
        if count - c >= PACK:
            _surface_pack(waves, i, c, factor, phases, rates, 0.0, x, y, room, PACK)
            _flow_pack(depth, low, room, PACK)
        else:
            _surface_pack(waves, i, c, factor, phases, rates, 0.0, x, y, room, count - c)
            _flow_pack(depth, low, room, count - c)
    return PointMotion(_sum(room, _ETA, lanes), _three(room, _U, lanes))


@shared_loop_kernel
def body_motion(
    waves: Floats,
    i: int,
    depth: float,
    factor: float,
    phases: Floats,
    rates: Floats,
    place: Vector3,
    R: Matrix3,
    square: Vector3,
    path: Vector3,
    drift: Vector3,
    room: Floats,
) -> BodyMotion:
    """Motion of waves over a body.

    Args:
        waves: Table of waves.
        i: Row of the table.
        depth: Depth of the water [m].
        factor: Factor of the amplitudes.
        phases: Phases of the components, see ``waves.carry``.
        rates: Rates of the phases, see ``waves.carry``.
        place: Centre of the body in the drifting frame, z above the still surface [m].
        R: Rotation matrix from the axes of the body to W, by rows.
        square: Squares of the semi-axes of its ellipsoid [m2].
        path: Velocity of its centre relative to the drifting frame, in W [m/s].
        drift: Velocity of the current there relative to that frame, in W [m/s].
        room: Work space of ROOM floats.
    """
    low = max(min(place[2], 0.0), -depth)
    if place[2] >= 0.0:
        path = (path[0], path[1], 0.0)  # the field is constant above the still surface
    largest = 2.0 * max(square[0], max(square[1], square[2]))
    count = int(waves[i, COUNT, 0])
    lanes = min(count, PACK)
    _clear(room, _SUMS, lanes)
    for c in range(0, count, PACK):
        k = waves[i, STEEPEST, c]
        long = largest * k * k <= 1.0
        if count - c >= PACK:
            _surface_pack(waves, i, c, factor, phases, rates, 0.0, place[0], place[1], room, PACK)
            _body_pack(R, square, long, depth, low, path, drift, room, PACK)
        else:
            _surface_pack(waves, i, c, factor, phases, rates, 0.0, place[0], place[1], room, count - c)
            _body_pack(R, square, long, depth, low, path, drift, room, count - c)
    return BodyMotion(
        _sum(room, _ETA, lanes),
        (_sum(room, _SLOPE_X, lanes), _sum(room, _SLOPE_Y, lanes), 0.0),
        _three(room, _U, lanes),
        _three(room, _DU, lanes),
        _five(room, _G, lanes),
        _five(room, _S, lanes),
        _three(room, _PATH, lanes),
        _three(room, _TURN, lanes),
        _sum(room, _LIFT, lanes),
    )
