"""Waves: a sum of components, linear (Airy) or with particles moved along (Gerstner), in deep or finite water.

    η = Σ a cos θ          θ = kx x + ky y - ω t + φ

Heights are above the still surface. Velocity and acceleration are those of linear theory up to the still surface, and
held above it: so the one is the derivative of the other, and what floats in the water drifts as Stokes says. Pressure
is taken at the stretched height z' = (z - η) h / (h + η) (Wheeler), so that it vanishes at the surface itself.

Loops over many points have the components outside and the points inside: each point's sum is then in a fixed order, and
the compiler packs neighbouring points.
"""

import math
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats, Records
from seaway._jit import called_kernel, called_loop_kernel, kernel, point_kernel, shared_kernel
from seaway._lanes import fused
from seaway.kernels.series import cosine, decay, reduced, sine
from seaway.kernels.vectors import ZERO3, Vector3

__all__ = [
    "AIRY",
    "DEEP",
    "GERSTNER",
    "NO_MOTION",
    "STILL",
    "WAVE",
    "WaveMotion",
    "airy_motion",
    "airy_motions",
    "elevations",
    "gerstner_motion",
    "gerstner_motions",
    "ramp",
    "stretched",
]

WAVE: Final = np.dtype(
    [
        ("amplitude", "f8"),  # a [m]
        ("kx", "f8"),  # wave number along x [1/m]
        ("ky", "f8"),  # along y
        ("k", "f8"),  # of both
        ("omega", "f8"),  # ω [rad/s]
        ("phase", "f8"),  # φ [rad]
        ("sharpness", "f8"),  # q of Gerstner, 0 to 1
    ]
)

# Kinds of waves.
STILL: Final = 0
AIRY: Final = 1
GERSTNER: Final = 2

DEEP: Final = 37.0
"""Beyond this k h the bottom is not felt: e^-kh is below rounding."""
_NEWTON_STEPS: Final = 50
_NEWTON_TOLERANCE: Final = 1e-14  # of the distance from the origin
_HALVINGS: Final = 20
_FLAT: Final = 1e-9  # the determinant falls to 0 at a cusp


class WaveMotion(NamedTuple):
    """What waves do at a point.

    Attributes:
        elevation: η above the still surface, at the point's x and y [m].
        slope: (dη/dx, dη/dy, 0).
        velocity: Of the water [m/s].
        acceleration: Of the water itself, dv/dt + (v . grad) v [m/s2].
        head: Dynamic pressure / ρ g [m]; 0 where it is not wanted.
    """

    elevation: float
    slope: Vector3
    velocity: Vector3
    acceleration: Vector3
    head: float


NO_MOTION: Final = WaveMotion(0.0, ZERO3, ZERO3, ZERO3, 0.0)


@kernel
def ramp(duration: float, t: float) -> tuple[float, float]:
    """The factor of the amplitudes at a time, from 0 to 1 within the duration, and its rate."""
    if duration <= 0.0 or t >= duration:
        return 1.0, 0.0
    if t <= 0.0:
        return 0.0, 0.0
    angle = math.pi * t / duration
    return 0.5 * (1.0 - math.cos(angle)), 0.5 * math.pi / duration * math.sin(angle)


@point_kernel
def stretched(z: float, eta: float, depth: float) -> float:
    """Wheeler's height: 0 at the surface and above, -h at the bottom and below."""
    below = min(z - eta, 0.0)
    if depth == math.inf:
        return below
    return max(below * (depth / max(depth + eta, 1e-3 * depth)), -depth)


@kernel
def _rise(k: float, depth: float, z: float) -> tuple[float, float]:
    """How velocities fade with depth: cosh(k (z + h)) / sinh(k h), and the same of sinh."""
    rise = decay(k * z)
    if k * depth >= DEEP:
        return rise, rise
    e, bottom = math.exp(-2.0 * k * depth), decay(-k * (z + 2.0 * depth))
    return (rise + bottom) / (1.0 - e), (rise - bottom) / (1.0 - e)


@kernel
def _airy_head(waves: Records, i: int, depth: float, t: float, x: float, y: float, z: float) -> float:
    """Dynamic pressure / ρ g at a stretched height: it fades as cosh(k (z + h)) / cosh(k h)."""
    head = 0.0
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        k = wave["k"]
        rest, sign = reduced(fused(wave["kx"], x, fused(wave["ky"], y, wave["phase"] - wave["omega"] * t)))
        rise = decay(k * z)
        if k * depth < DEEP:
            rise = (rise + decay(-k * (z + 2.0 * depth))) / (1.0 + math.exp(-2.0 * k * depth))
        head += rise * (wave["amplitude"] * (sign * cosine(rest)))
    return head


@called_loop_kernel
def elevations(waves: Records, i: int, factor: float, t: float, x: Floats, y: Floats, out: Floats) -> None:
    """η of Airy waves at points, all amplitudes times a factor."""
    n = out.shape[0]
    for j in range(n):
        out[j] = 0.0
    for c in range(waves.shape[1]):
        w = waves[i, c]
        a, kx, ky = factor * w["amplitude"], w["kx"], w["ky"]
        phase = w["phase"] - w["omega"] * t
        for j in range(n):
            rest, sign = reduced(fused(kx, x[j], fused(ky, y[j], phase)))
            out[j] += (a * sign) * cosine(rest)


@kernel
def _airy_motion(
    waves: Records,
    i: int,
    depth: float,
    factor: float,
    rate: float,
    t: float,
    x: float,
    y: float,
    z: float,
    pressure: bool,
) -> WaveMotion:
    low = max(min(z, 0.0), -depth)
    eta, slope_x, slope_y = 0.0, 0.0, 0.0
    u, v, w = 0.0, 0.0, 0.0
    du, dv, dw = 0.0, 0.0, 0.0
    xx, xy, yy, xz, yz, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        a, k, omega = wave["amplitude"], wave["k"], wave["omega"]
        dx, dy = wave["kx"] / k, wave["ky"] / k
        rest, sign = reduced(fused(wave["kx"], x, fused(wave["ky"], y, wave["phase"] - omega * t)))
        cos, sin = a * (sign * cosine(rest)), a * (sign * sine(rest))
        eta += factor * cos
        slope_x -= wave["kx"] * (factor * sin)
        slope_y -= wave["ky"] * (factor * sin)
        across, plumb = _rise(k, depth, low)
        level, fall = omega * across, omega * plumb
        u += dx * level * cos
        v += dy * level * cos
        w += fall * sin
        du += dx * omega * level * sin
        dv += dy * omega * level * sin
        dw -= omega * fall * cos
        # The velocity has a potential, so its gradient is symmetric.
        xx -= k * level * sin * dx * dx
        xy -= k * level * sin * dx * dy
        yy -= k * level * sin * dy * dy
        zz += k * level * sin
        xz += k * fall * cos * dx
        yz += k * fall * cos * dy
    below = 1.0 if -depth < z < 0.0 else 0.0  # where the field is held, it does not change with height
    acceleration = (
        factor * du + rate * u + factor * factor * (xx * u + xy * v + below * xz * w),
        factor * dv + rate * v + factor * factor * (xy * u + yy * v + below * yz * w),
        factor * dw + rate * w + factor * factor * (xz * u + yz * v + below * zz * w),
    )
    velocity = (factor * u, factor * v, factor * w)
    head = factor * _airy_head(waves, i, depth, t, x, y, stretched(z, eta, depth)) if pressure else 0.0
    return WaveMotion(eta, (slope_x, slope_y, 0.0), velocity, acceleration, head)


class _Particle(NamedTuple):
    """A particle of Gerstner's waves: where it is, how that changes with its label, and how it moves."""

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
def _particle(waves: Records, i: int, t: float, X: float, Y: float, Z: float) -> _Particle:
    """The particle whose label, its place in still water, is (X, Y, Z)."""
    x, y, z = X, Y, Z
    xx, xy, xz, yy, yz, zx, zy, zz = 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0
    u, v, w, du, dv, dw, lift = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        k, omega, q = wave["k"], wave["omega"], wave["sharpness"]
        dx, dy = wave["kx"] / k, wave["ky"] / k
        rest, sign = reduced(fused(wave["kx"], X, fused(wave["ky"], Y, wave["phase"] - omega * t)))
        a = wave["amplitude"] * decay(k * Z)
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
        lift += 0.5 * q * k * (wave["amplitude"] * wave["amplitude"] - a * a)
    return _Particle(x, y, z, xx, xy, xz, yy, yz, zx, zy, zz, (u, v, w), (du, dv, dw), lift)


@kernel
def _gerstner_motion(waves: Records, i: int, t: float, x: float, y: float, z: float) -> WaveMotion:
    """Find the particle of the surface at (x, y), then the one at (x, y, z), by Newton's rule on its label.

    Near a cusp a whole step goes too far: it is halved until it is an improvement.
    """
    X, Y = x, y
    at = _particle(waves, i, t, X, Y, 0.0)
    for _ in range(_NEWTON_STEPS):
        ex, ey = x - at.x, y - at.y
        off = abs(ex) + abs(ey)
        if off <= _NEWTON_TOLERANCE * (1.0 + abs(x) + abs(y)):
            break
        determinant = max(at.xx * at.yy - at.xy * at.xy, _FLAT)
        dX, dY = (at.yy * ex - at.xy * ey) / determinant, (at.xx * ey - at.xy * ex) / determinant
        better = False
        for _ in range(_HALVINGS):
            tried = _particle(waves, i, t, X + dX, Y + dY, 0.0)
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
        return WaveMotion(eta, slope, at.velocity, at.acceleration, eta)
    Z = z - eta
    at = _particle(waves, i, t, X, Y, Z)
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
            tried = _particle(waves, i, t, X + dX, Y + dY, min(Z + dZ, 0.0))
            if abs(x - tried.x) + abs(y - tried.y) + abs(z - tried.z) < off:
                at, X, Y, Z, better = tried, X + dX, Y + dY, min(Z + dZ, 0.0), True
                break
            dX, dY, dZ = 0.5 * dX, 0.5 * dY, 0.5 * dZ
        if not better:
            break
    return WaveMotion(eta, slope, at.velocity, at.acceleration, z - Z - at.lift)


@shared_kernel
def airy_motion(
    waves: Records, i: int, depth: float, ramp_time: float, t: float, x: float, y: float, z: float, pressure: bool
) -> WaveMotion:
    """All that linear waves do at one point, with their pressure if it is wanted; z is above the still surface."""
    factor, rate = ramp(ramp_time, t)
    return _airy_motion(waves, i, depth, factor, rate, t, x, y, z, pressure)


@shared_kernel
def gerstner_motion(waves: Records, i: int, t: float, x: float, y: float, z: float) -> WaveMotion:
    """All that Gerstner's waves do at one point; z is above the still surface."""
    return _gerstner_motion(waves, i, t, x, y, z)


@called_kernel
def airy_motions(
    waves: Records, i: int, depth: float, ramp_time: float, t: Floats, points: Floats, out: Floats
) -> None:
    """Evaluate linear waves at points (point, 3) and times (point,).

    The result, (point, 10), is η, slope, velocity, acceleration and head.
    """
    for j in range(points.shape[0]):
        _put(airy_motion(waves, i, depth, ramp_time, t[j], points[j, 0], points[j, 1], points[j, 2], True), out, j)


@called_kernel
def gerstner_motions(waves: Records, i: int, t: Floats, points: Floats, out: Floats) -> None:
    """The same of Gerstner's waves."""
    for j in range(points.shape[0]):
        _put(gerstner_motion(waves, i, t[j], points[j, 0], points[j, 1], points[j, 2]), out, j)


@kernel
def _put(m: WaveMotion, out: Floats, j: int) -> None:
    out[j, 0] = m.elevation
    out[j, 1], out[j, 2] = m.slope[0], m.slope[1]
    for k in range(3):
        out[j, 3 + k] = m.velocity[k]
        out[j, 6 + k] = m.acceleration[k]
    out[j, 9] = m.head
