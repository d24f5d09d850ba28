"""Waves: a sum of components, linear (Airy) or with displaced particles (Gerstner), in deep or finite water.

    η = Σ a cos θ          θ = kx x + ky y - ω t + φ

Positions are in a frame that drifts with the current, on which the waves ride; if the current varies with depth, each
component has its own frame, see ``seaway.sea``. ω is the intrinsic frequency, in that frame. Heights are above the
still surface. Velocity and acceleration are those of linear theory up to the still surface, and constant above it:
thus one is the derivative of the other, and floating particles have the Stokes drift.

The pressure vanishes at the surface itself and is Bernoulli's below the troughs. With β = e^((z - η)/l), l half the
standard deviation of the surface, the head (dynamic pressure / ρ g) is

    h = H(z') + H'(z') (z - z' - β H(z')) + (1 - β) h2        z' = z - η β

    H = Σ a cosh k(z + d) / cosh kd cos θ        h2 = -|u|²/2g + Σ a² ω² / (4 g sinh² kd)        d: the depth

At the surface z' = 0 and h = η. Below, h = H(z) + h2, whose mean is -<w²>/g, so that a neutral body moves with the
water. In between, -β H' η has the mean -β <w²>/g, apart from the variation of β with the surface: 3 % of it at 1.5
amplitudes below still water. All tend to H for small waves. The second-order potential of difference frequencies is not
included.

A table of waves is (row, quantity, component), with the components in packs of ``PACK``; the last pack is padded with
waves of zero height. Loops over many points have the components outside and the points inside: the sum of each point
then has a fixed order, and the compiler packs neighbouring points. For single points see ``wave_sums``.
"""

import math
from typing import Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats, Record
from seaway._jit import called_kernel, called_loop_kernel, kernel, loop_kernel, point_kernel, shared_kernel
from seaway._lanes import fused
from seaway.kernels.series import cosine, decay, reduced, sine
from seaway.kernels.vectors import ZERO3, Vector3

__all__ = [
    "AIRY",
    "AMPLITUDE",
    "CHANNELS",
    "COUNT",
    "DEEP",
    "FLOW",
    "GERSTNER",
    "HEAD",
    "KX",
    "KY",
    "NO_MOTION",
    "NUMBER",
    "OMEGA",
    "PACK",
    "PHASE",
    "SHARPNESS",
    "SPEED",
    "STEEPEST",
    "STILL",
    "WaveMotion",
    "airy_motion",
    "airy_motions",
    "carried_node",
    "carry",
    "carry_once",
    "elevations",
    "finished",
    "gerstner_motion",
    "gerstner_motions",
    "ramp",
    "skin_of",
    "stretched",
    "wave_table",
]

# Quantities of a table of waves.
AMPLITUDE: Final = 0  # a [m]
KX: Final = 1  # wave number along x [rad/m]
KY: Final = 2  # wave number along y [rad/m]
NUMBER: Final = 3  # wave number k [rad/m]
OMEGA: Final = 4  # intrinsic frequency ω [rad/s]
PHASE: Final = 5  # φ [rad]
SHARPNESS: Final = 6  # q of Gerstner, 0 to 1
FLOW: Final = 7  # 1 / (1 - e^-2kd)
HEAD: Final = 8  # 1 / (1 + e^-2kd)
STEEPEST: Final = 9  # largest k in the pack
SPEED: Final = 10  # ω / k times FLOW [m/s]
COUNT: Final = 11  # number of the last component with a height
CHANNELS: Final = 12

PACK: Final = 16
"""Number of components whose sums at one point are computed together."""

# Kinds of waves.
STILL: Final = 0
AIRY: Final = 1
GERSTNER: Final = 2

DEEP: Final = 37.0
"""Value of k h beyond which the water counts as deep: e^-kh is below rounding."""
_NEWTON_STEPS: Final = 50
_NEWTON_TOLERANCE: Final = 1e-14  # as a share of the distance from the origin
_HALVINGS: Final = 20
_FLAT: Final = 1e-9  # the determinant falls to 0 at a cusp


def wave_table(rows: int, count: int) -> Floats:
    """Make a table of waves of zero height; ``finished`` completes it after it is filled."""
    table = np.zeros((rows, CHANNELS, -(-count // PACK) * PACK))
    table[:, [KX, NUMBER, OMEGA, FLOW, HEAD, STEEPEST, SPEED]] = 1.0
    return table


def finished(table: Floats, depth: Any) -> Floats:
    """Complete a table with quantities that follow from wave numbers and the depth [m], () or (row,)."""
    k = table[:, NUMBER]
    e = np.exp(-2.0 * k * np.reshape(depth, (-1, 1)))
    table[:, FLOW], table[:, HEAD] = 1.0 / (1.0 - e), 1.0 / (1.0 + e)
    table[:, SPEED] = table[:, OMEGA] / k * table[:, FLOW]
    numbers: Floats = np.arange(1.0, k.shape[1] + 1.0)
    table[:, COUNT] = np.max(np.where(table[:, AMPLITUDE] != 0.0, numbers, 0), axis=1, initial=0)[:, None]
    packs = np.max(k.reshape(len(k), -1, PACK), axis=-1, keepdims=True)
    table[:, STEEPEST] = np.broadcast_to(packs, (*packs.shape[:2], PACK)).reshape(k.shape)
    return table


class WaveMotion(NamedTuple):
    """Motion of waves at a point.

    Attributes:
        elevation: Elevation η above the still surface, at x and y of the point [m].
        slope: Slope of the surface, (dη/dx, dη/dy, 0).
        velocity: Velocity of the water [m/s].
        acceleration: Acceleration of the water itself, dv/dt + (v . grad) v [m/s2].
        head: Dynamic pressure / ρ g [m].
        lift: Vertical displacement of the water from its mean height [m].
    """

    elevation: float
    slope: Vector3
    velocity: Vector3
    acceleration: Vector3
    head: float
    lift: float


NO_MOTION: Final = WaveMotion(0.0, ZERO3, ZERO3, ZERO3, 0.0, 0.0)


@kernel
def ramp(duration: float, t: float) -> tuple[float, float]:
    """Factor of the amplitudes at a time, ramped up from 0 to 1 over the duration, and its rate."""
    if duration <= 0.0 or t >= duration:
        return 1.0, 0.0
    if t <= 0.0:
        return 0.0, 0.0
    angle = math.pi * t / duration
    return 0.5 * (1.0 - math.cos(angle)), 0.5 * math.pi / duration * math.sin(angle)


@point_kernel
def skin_of(z: float, eta: float, per_layer: float) -> float:
    """Compute β: 1 at the surface and above, 0 far below the troughs; 1 / l is given."""
    return decay(min(z - eta, 0.0) * per_layer)


@point_kernel
def stretched(z: float, eta: float, skin: float, depth: float) -> float:
    """Height z' at which the head is evaluated: 0 at the surface and above, z below the troughs."""
    return max(min(min(z, eta) - eta * skin, 0.0), -depth)


@kernel
def carried_node(carried: Floats, i: int, t: float) -> tuple[int, int, float, float]:
    """Find the nodes of a table of carried phases around a time, the time since the first, and 1 / their distance.

    Beyond the table both are the end node, and 1 / their distance is 0.

    Args:
        carried: Table, (row, 2, time, 1 + component): first the times [s], then for each component the phase since
            t = 0 [rad] and its rate [rad/s].
        i: Row of the table.
        t: Time [s].
    """
    low, high = 0, carried.shape[2] - 1
    if t < carried[i, 0, low, 0]:
        return low, low, t - carried[i, 0, low, 0], 0.0
    if t >= carried[i, 0, high, 0]:
        return high, high, t - carried[i, 0, high, 0], 0.0
    while high - low > 1:
        middle = (low + high) // 2
        if carried[i, 0, middle, 0] <= t:
            low = middle
        else:
            high = middle
    start, stop = carried[i, 0, low, 0], carried[i, 0, high, 0]
    return low, high, t - start, 1.0 / (stop - start)


@loop_kernel
def _carry_steady(phase: Floats, omega: Floats, t: float, phases: Floats, rates: Floats) -> None:
    for c in range(phases.shape[0]):
        phases[c] = phase[c] - omega[c] * t
    for c in range(phases.shape[0]):
        rates[c] = omega[c]


@kernel
def carry(waves: Floats, carried: Any, row: int, t: float, phases: Floats, rates: Floats) -> None:
    """Compute the phase of every component at the origin at a time, and the rate at which it falls.

    Args:
        waves: Table of waves.
        carried: Phases carried by a depth-varying current, see ``carried_node``; None if there is none.
        row: Index of the run; waves and current may each be shared by all runs.
        t: Time [s].
        phases: φ - ω t, minus the phase carried by the current [rad], (component,).
        rates: Rates of the phases [rad/s], (component,).
    """
    i = min(row, waves.shape[0] - 1)
    if carried is None:
        _carry_steady(waves[i, PHASE], waves[i, OMEGA], t, phases, rates)
        return
    own = min(row, carried.shape[0] - 1)
    low, high, since, per_second = carried_node(carried, own, t)
    for c in range(phases.shape[0]):
        first = carried[own, 1, low, 1 + c]
        growth = per_second * (carried[own, 1, high, 1 + c] - first)
        phases[c] = waves[i, PHASE, c] - (carried[own, 0, low, 1 + c] + since * (first + 0.5 * since * growth))
        rates[c] = first + since * growth


@called_kernel
def carry_once(waves: Floats, carried: Any, t: float, now: Floats) -> None:
    """The same for row 0, written to the rows of one array, to be called from Python."""
    carry(waves, carried, 0, t, now[0], now[1])


@called_loop_kernel
def elevations(
    waves: Floats, carried: Any, ramp_time: float, t: float, now: Floats, x: Floats, y: Floats, out: Floats
) -> None:
    """Elevation η of Airy waves of row 0 at points of the drifting frame; ``now``, (2, component), is work space."""
    factor, _ = ramp(ramp_time, t)
    carry(waves, carried, 0, t, now[0], now[1])
    n = out.shape[0]
    for j in range(n):
        out[j] = 0.0
    for c in range(waves.shape[2]):
        a, kx, ky, phase = factor * waves[0, AMPLITUDE, c], waves[0, KX, c], waves[0, KY, c], now[0, c]
        for j in range(n):
            rest, sign = reduced(fused(kx, x[j], fused(ky, y[j], phase)))
            out[j] += (a * sign) * cosine(rest)


@kernel
def _head_at(waves: Floats, i: int, depth: float, phases: Floats, x: float, y: float, z: float) -> tuple[float, float]:
    """H and H' at a height."""
    H, steep = 0.0, 0.0
    for c in range(waves.shape[2]):
        k = waves[i, NUMBER, c]
        rest, sign = reduced(fused(waves[i, KX, c], x, fused(waves[i, KY, c], y, phases[c])))
        rise, bottom = decay(k * z), decay(-k * (z + 2.0 * depth)) if k * depth < DEEP else 0.0
        cos = waves[i, HEAD, c] * waves[i, AMPLITUDE, c] * (sign * cosine(rest))
        H += (rise + bottom) * cos
        steep += k * (rise - bottom) * cos
    return H, steep


@shared_kernel
def airy_motion(
    waves: Floats,
    i: int,
    water: Record,
    factor: float,
    rate: float,
    phases: Floats,
    rates: Floats,
    drift: Vector3,
    x: float,
    y: float,
    z: float,
) -> WaveMotion:
    """Complete motion of linear waves at one point of the drifting frame, to be called from Python.

    Args:
        waves: Table of waves.
        i: Row of the table.
        water: Record of ``water.WATER``.
        factor: Factor of the amplitudes.
        rate: Rate of the factor [1/s].
        phases: Phases of the components, see ``carry``.
        rates: Rates of the phases, see ``carry``.
        drift: Velocity of a depth-varying current there relative to the drifting frame [m/s].
        x: Coordinate x of the point [m].
        y: Coordinate y of the point [m].
        z: Height above the still surface [m].
    """
    depth = water["wave_depth"]
    low = max(min(z, 0.0), -depth)
    eta, slope_x, slope_y = 0.0, 0.0, 0.0
    u, v, w, lift = 0.0, 0.0, 0.0, 0.0
    du, dv, dw = 0.0, 0.0, 0.0
    xx, xy, yy, xz, yz, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for c in range(waves.shape[2]):
        a, k, omega, kx, ky = (
            waves[i, AMPLITUDE, c],
            waves[i, NUMBER, c],
            waves[i, OMEGA, c],
            waves[i, KX, c],
            waves[i, KY, c],
        )
        dx, dy = kx / k, ky / k
        rest, sign = reduced(fused(kx, x, fused(ky, y, phases[c])))
        cos, sin = a * (sign * cosine(rest)), a * (sign * sine(rest))
        eta += factor * cos
        slope_x -= kx * (factor * sin)
        slope_y -= ky * (factor * sin)
        rise, bottom = decay(k * low), decay(-k * (low + 2.0 * depth)) if k * depth < DEEP else 0.0
        level, fall = omega * waves[i, FLOW, c] * (rise + bottom), omega * waves[i, FLOW, c] * (rise - bottom)
        turning = rates[c] - (kx * drift[0] + ky * drift[1])
        u += dx * level * cos
        v += dy * level * cos
        w += fall * sin
        lift += waves[i, FLOW, c] * (rise - bottom) * cos
        du += dx * turning * level * sin
        dv += dy * turning * level * sin
        dw -= turning * fall * cos
        # The velocity has a potential, so its gradient is symmetric.
        xx -= k * level * sin * dx * dx
        xy -= k * level * sin * dx * dy
        yy -= k * level * sin * dy * dy
        zz += k * level * sin
        xz += k * fall * cos * dx
        yz += k * fall * cos * dy
    below = 1.0 if -depth < z < 0.0 else 0.0  # the field is constant above the surface and below the bottom
    acceleration = (
        factor * du + rate * u + factor * factor * (xx * u + xy * v + below * xz * w),
        factor * dv + rate * v + factor * factor * (xy * u + yy * v + below * yz * w),
        factor * dw + rate * w + factor * factor * (xz * u + yz * v + below * zz * w),
    )
    skin = skin_of(z, eta, 1.0 / water["wave_layer"])
    height = stretched(z, eta, skin, depth)
    H, steep = _head_at(waves, i, depth, phases, x, y, height)
    square = factor * factor
    second = square * (water["wave_set_down"] - 0.5 / water["gravity"] * (u * u + v * v + w * w))
    head = factor * (H + steep * (min(z, eta) - height - skin * factor * H)) + (1.0 - skin) * second
    velocity = (factor * u, factor * v, factor * w)
    return WaveMotion(eta, (slope_x, slope_y, 0.0), velocity, acceleration, head, factor * lift)


class _Particle(NamedTuple):
    """A particle of Gerstner waves: its position, the derivatives with respect to its label, and its motion."""

    x: float
    y: float
    z: float
    xx: float
    xy: float
    xz: float
    yy: float
    yz: float
    zx: float
    zy: float
    zz: float
    velocity: Vector3
    acceleration: Vector3
    lift: float


@kernel
def _particle(waves: Floats, i: int, phases: Floats, X: float, Y: float, Z: float) -> _Particle:
    """Particle whose label, its position in still water, is (X, Y, Z)."""
    x, y, z = X, Y, Z
    xx, xy, xz, yy, yz, zx, zy, zz = 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0
    u, v, w, du, dv, dw, lift = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for c in range(waves.shape[2]):
        top = waves[i, AMPLITUDE, c]
        if top == 0.0:
            continue
        k, omega, q = waves[i, NUMBER, c], waves[i, OMEGA, c], waves[i, SHARPNESS, c]
        dx, dy = waves[i, KX, c] / k, waves[i, KY, c] / k
        rest, sign = reduced(fused(waves[i, KX, c], X, fused(waves[i, KY, c], Y, phases[c])))
        a = top * decay(k * Z)
        cos, sin = a * (sign * cosine(rest)), a * (sign * sine(rest))
        x -= q * dx * sin
        y -= q * dy * sin
        z += cos
        xx -= q * k * dx * dx * cos
        xy -= q * k * dx * dy * cos
        yy -= q * k * dy * dy * cos
        xz -= q * k * dx * sin
        yz -= q * k * dy * sin
        zx -= k * dx * sin
        zy -= k * dy * sin
        zz += k * cos
        u += q * omega * dx * cos
        v += q * omega * dy * cos
        w += omega * sin
        du += q * omega * omega * dx * sin
        dv += q * omega * omega * dy * sin
        dw -= omega * omega * cos
        lift += 0.5 * q * k * (top * top - a * a)
    return _Particle(x, y, z, xx, xy, xz, yy, yz, zx, zy, zz, (u, v, w), (du, dv, dw), lift)


@shared_kernel
def gerstner_motion(waves: Floats, i: int, phases: Floats, x: float, y: float, z: float) -> WaveMotion:
    """Complete motion of Gerstner waves at one point of the drifting frame; z is above still water.

    Newton's method finds the label of the particle of the surface at (x, y), then that of the one at (x, y, z). Near a
    cusp a full step is too long: it is halved until it is an improvement.
    """
    X, Y = x, y
    at = _particle(waves, i, phases, X, Y, 0.0)
    for _ in range(_NEWTON_STEPS):
        ex, ey = x - at.x, y - at.y
        off = abs(ex) + abs(ey)
        if off <= _NEWTON_TOLERANCE * (1.0 + abs(x) + abs(y)):
            break
        determinant = max(at.xx * at.yy - at.xy * at.xy, _FLAT)
        dX, dY = (at.yy * ex - at.xy * ey) / determinant, (at.xx * ey - at.xy * ex) / determinant
        better = False
        for _ in range(_HALVINGS):
            tried = _particle(waves, i, phases, X + dX, Y + dY, 0.0)
            if abs(x - tried.x) + abs(y - tried.y) < off:
                at, X, Y, better = tried, X + dX, Y + dY, True
                break
            dX, dY = 0.5 * dX, 0.5 * dY
        if not better:
            break
    eta = at.z
    determinant = max(at.xx * at.yy - at.xy * at.xy, _FLAT)
    slope = ((at.zx * at.yy - at.zy * at.xy) / determinant, (at.zy * at.xx - at.zx * at.xy) / determinant, 0.0)
    if z >= eta:
        return WaveMotion(eta, slope, at.velocity, at.acceleration, eta, eta)
    Z = z - eta
    at = _particle(waves, i, phases, X, Y, Z)
    for _ in range(_NEWTON_STEPS):
        ex, ey, ez = x - at.x, y - at.y, z - at.z
        off = abs(ex) + abs(ey) + abs(ez)
        if off <= _NEWTON_TOLERANCE * (1.0 + abs(x) + abs(y) + abs(z)):
            break
        # Solve the 3x3 system by Cramer's rule.
        a1, a2, a3 = at.yy * at.zz - at.yz * at.zy, at.xz * at.zy - at.xy * at.zz, at.xy * at.yz - at.xz * at.yy
        b1, b2, b3 = at.yz * at.zx - at.xy * at.zz, at.xx * at.zz - at.xz * at.zx, at.xz * at.xy - at.xx * at.yz
        c1, c2, c3 = at.xy * at.zy - at.yy * at.zx, at.xy * at.zx - at.xx * at.zy, at.xx * at.yy - at.xy * at.xy
        whole = max(at.xx * a1 + at.xy * b1 + at.xz * c1, _FLAT)
        dX, dY = (a1 * ex + a2 * ey + a3 * ez) / whole, (b1 * ex + b2 * ey + b3 * ez) / whole
        dZ = (c1 * ex + c2 * ey + c3 * ez) / whole
        better = False
        for _ in range(_HALVINGS):
            tried = _particle(waves, i, phases, X + dX, Y + dY, min(Z + dZ, 0.0))
            if abs(x - tried.x) + abs(y - tried.y) + abs(z - tried.z) < off:
                at, X, Y, Z, better = tried, X + dX, Y + dY, min(Z + dZ, 0.0), True
                break
            dX, dY, dZ = 0.5 * dX, 0.5 * dY, 0.5 * dZ
        if not better:
            break
    return WaveMotion(eta, slope, at.velocity, at.acceleration, z - Z - at.lift, z - Z)


@called_kernel
def airy_motions(
    waves: Floats,
    carried: Any,
    water: Record,
    t: Floats,
    points: Floats,
    drift: Floats,
    now: Floats,
    out: Floats,
) -> None:
    """Evaluate linear waves of row 0 at points (point, 3) of the drifting frame and times (point,).

    The result, (point, 11), is η, slope, velocity, acceleration, head and lift. ``drift``, (point, 3), is the current
    relative to the frame; ``now``, (2, component), is work space.
    """
    for j in range(points.shape[0]):
        factor, rate = ramp(water["wave_ramp"], t[j])
        carry(waves, carried, 0, t[j], now[0], now[1])
        flow = (drift[j, 0], drift[j, 1], 0.0)
        x, y, z = points[j, 0], points[j, 1], points[j, 2]
        _put(airy_motion(waves, 0, water, factor, rate, now[0], now[1], flow, x, y, z), out, j)


@called_kernel
def gerstner_motions(waves: Floats, carried: Any, t: Floats, points: Floats, now: Floats, out: Floats) -> None:
    """The same for Gerstner waves."""
    for j in range(points.shape[0]):
        carry(waves, carried, 0, t[j], now[0], now[1])
        _put(gerstner_motion(waves, 0, now[0], points[j, 0], points[j, 1], points[j, 2]), out, j)


@kernel
def _put(m: WaveMotion, out: Floats, j: int) -> None:
    out[j, 0] = m.elevation
    out[j, 1], out[j, 2] = m.slope[0], m.slope[1]
    for k in range(3):
        out[j, 3 + k] = m.velocity[k]
        out[j, 6 + k] = m.acceleration[k]
    out[j, 9], out[j, 10] = m.head, m.lift
