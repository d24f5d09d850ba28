"""Linear and Gerstner waves in plain NumPy, written from their equations and slow.

World axes x east, y north, z up from the still surface; h the depth. For each component, of amplitude a, frequency ω,
direction of travel d = (cos θ, sin θ), phase φ and wave number k::

    ψ = k d·(x, y) - ω t + φ          η = a cos ψ
    C = cosh k(z + h) / sinh kh       S = sinh k(z + h) / sinh kh       P = cosh k(z + h) / cosh kh
    deep water:                       C = S = P = exp(kz)
    v = a ω (C cos ψ d, S sin ψ)      head = a P cos ψ = p / (ρ g)

v_z = ∂η/∂t at z = 0. The head vanishes at the surface itself and is Bernoulli's where the water is always wet: with
β = exp((z - η) / l), l = √(Σ a²/2) / 2, z' = z - η β between the floor and 0, and H the linear head taken at z'::

    h = H + ∂H/∂z (z - z' - β H) + (1 - β) h2        h2 = -|v|² / 2g + Σ (a ω / sinh kh)² / 4g

Gerstner's waves move the particle that stands at (x0, y0) on the mean to (x, y) = (x0, y0) - Σ q a d sin ψ0, at the
height Σ a cos ψ0, where ψ0 is ψ at (x0, y0).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

Array = NDArray[np.float64]


@dataclass
class Waves:
    """Components, each (n,), and the water; depth None is deep."""

    amplitude: Array
    omega: Array
    direction: Array
    phase: Array
    wave_number: Array
    q: Array | None = None
    depth: float | None = None


def elevation(waves: Waves, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Array:
    """η [m] at places and times that broadcast."""
    return np.sum(waves.amplitude * np.cos(_angle(waves, x, y, t)), axis=-1)


def elevation_rate(waves: Waves, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Array:
    """∂η/∂t [m/s]."""
    return np.sum(waves.amplitude * waves.omega * np.sin(_angle(waves, x, y, t)), axis=-1)


def slope(waves: Waves, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Array:
    """(∂η/∂x, ∂η/∂y), (..., 2)."""
    steep = -waves.amplitude * waves.wave_number * np.sin(_angle(waves, x, y, t))
    return np.stack([np.sum(steep * d, axis=-1) for d in _toward(waves)], axis=-1)


def velocity(waves: Waves, points: Array, t: float) -> Array:
    """Orbital velocity [m/s] at points (..., 3), (..., 3)."""
    c, s, C, S, _ = _parts(waves, points, t)
    aw = waves.amplitude * waves.omega
    dx, dy = _toward(waves)
    return _sums(aw * C * c * dx, aw * C * c * dy, aw * S * s)


def acceleration(waves: Waves, points: Array, t: float) -> Array:
    """∂v/∂t at a fixed point [m/s2], (..., 3); without the convective part."""
    c, s, C, S, _ = _parts(waves, points, t)
    aww = waves.amplitude * waves.omega**2
    dx, dy = _toward(waves)
    return _sums(aww * C * s * dx, aww * C * s * dy, -aww * S * c)


def velocity_gradient(waves: Waves, points: Array, t: float) -> Array:
    """G_ij = ∂v_i/∂x_j [1/s], (..., 3, 3)."""
    c, s, C, S, _ = _parts(waves, points, t)
    awk = waves.amplitude * waves.omega * waves.wave_number
    dx, dy = _toward(waves)
    by_x = _sums(-awk * C * s * dx * dx, -awk * C * s * dx * dy, awk * S * c * dx)
    by_y = _sums(-awk * C * s * dx * dy, -awk * C * s * dy * dy, awk * S * c * dy)
    by_z = _sums(awk * S * c * dx, awk * S * c * dy, awk * C * s)
    return np.stack([by_x, by_y, by_z], axis=-1)


def linear_head(waves: Waves, points: Array, t: float) -> Array:
    """Dynamic pressure over ρ g of linear theory [m], (...,): without the hydrostatic -z."""
    c, _, _, _, P = _parts(waves, points, t)
    return np.sum(waves.amplitude * P * c, axis=-1)


def pressure_head(waves: Waves, points: Array, t: float, gravity: float) -> Array:
    """Dynamic pressure over ρ g [m], (...,): without the hydrostatic -z; for points at the surface and below it."""
    points = np.asarray(points, dtype=float)
    x, y, z = np.moveaxis(points, -1, 0)
    eta = elevation(waves, x, y, t)
    skin = np.exp(2.0 * (z - eta) / np.sqrt(0.5 * np.sum(waves.amplitude**2)))
    height = np.clip(z - eta * skin, -np.inf if waves.depth is None else -waves.depth, 0.0)
    taken = np.stack([x, y, height], axis=-1)
    cos, _, _, S, P = _parts(waves, taken, t)
    steep = S if waves.depth is None else S * np.tanh(waves.wave_number * waves.depth)
    H = np.sum(waves.amplitude * P * cos, axis=-1)
    rise = np.sum(waves.amplitude * waves.wave_number * steep * cos, axis=-1)
    low = np.stack([x, y, np.minimum(z, 0.0)], axis=-1)
    return H + rise * (z - height - skin * H) + (1.0 - skin) * second_order_head(waves, low, t, gravity)


def second_order_head(waves: Waves, points: Array, t: float, gravity: float) -> Array:
    """Bernoulli's -|v|² / 2g, and the constant that finite depth adds [m], (...,)."""
    squares = np.sum(velocity(waves, points, t) ** 2, axis=-1) / (2.0 * gravity)
    if waves.depth is None:
        return -squares
    sinh = np.sinh(waves.wave_number * waves.depth)
    return np.sum((waves.amplitude * waves.omega / sinh) ** 2) / (4.0 * gravity) - squares


def gerstner_origin(waves: Waves, x: float, y: float, t: float) -> Array:
    """The mean place (x0, y0) of the particle of the surface that stands at (x, y).

    The map is the gradient of |X0|²/2 + Σ q a/k cos ψ0, convex where Σ q k a <= 1, so there is one answer. Waves of one
    direction: a bracketed root, as the displacement is at most Σ q a. Others: Newton's method, halved until the convex
    function falls.
    """
    q = np.zeros_like(waves.amplitude) if waves.q is None else waves.q
    reach = q * waves.amplitude
    here = np.array([x, y], dtype=float)
    d = np.stack(_toward(waves), axis=-1)
    first = d[0]
    if np.allclose(d[:, 0] * first[1] - d[:, 1] * first[0], 0.0, atol=1e-15):
        side = d @ first  # 1 or -1

        def off(r: float) -> float:
            place = here + r * first
            return r - float(np.sum(side * reach * np.sin(_angle(waves, place[0], place[1], t))))

        bound = float(np.sum(reach)) + 1e-9
        return here + brentq(off, -bound, bound, xtol=1e-15, rtol=4 * np.finfo(float).eps, maxiter=500) * first
    place = here.copy()
    for _ in range(200):
        angle = _angle(waves, place[0], place[1], t)
        residual = place - here - (reach * np.sin(angle)) @ d
        if np.max(np.abs(residual)) < 1e-14 * (1.0 + np.max(np.abs(here))):
            break
        hessian = np.eye(2) - np.einsum("n,ni,nj->ij", reach * waves.wave_number * np.cos(angle), d, d)
        step = np.linalg.solve(hessian + 1e-300 * np.eye(2), residual)
        share = 1.0
        while share > 1e-6:
            trial = place - share * step
            after = trial - here - (reach * np.sin(_angle(waves, trial[0], trial[1], t))) @ d
            if np.linalg.norm(after) < np.linalg.norm(residual):
                place = trial
                break
            share *= 0.5
        else:
            break
    return place


def gerstner_elevation(waves: Waves, x: float, y: float, t: float) -> float:
    """Height of the surface [m] at a fixed place."""
    place = gerstner_origin(waves, x, y, t)
    return float(elevation(waves, place[0], place[1], t))


def gerstner_particle(waves: Waves, x0: float, y0: float, t: float) -> Array:
    """Where the particle of the surface with the mean place (x0, y0) is, (3,)."""
    q = np.zeros_like(waves.amplitude) if waves.q is None else waves.q
    angle = _angle(waves, x0, y0, t)
    dx, dy = _toward(waves)
    moved = q * waves.amplitude * np.sin(angle)
    return np.array([x0 - np.sum(moved * dx), y0 - np.sum(moved * dy), np.sum(waves.amplitude * np.cos(angle))])


def _toward(waves: Waves) -> tuple[Array, Array]:
    return np.cos(waves.direction), np.sin(waves.direction)


def _angle(waves: Waves, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Array:
    x, y, t = (np.asarray(v, dtype=float)[..., np.newaxis] for v in (x, y, t))
    dx, dy = _toward(waves)
    return waves.wave_number * (x * dx + y * dy) - waves.omega * t + waves.phase


def _sums(*terms: Array) -> Array:
    return np.stack([np.sum(term, axis=-1) for term in terms], axis=-1)


def _parts(waves: Waves, points: Array, t: float) -> tuple[Array, Array, Array, Array, Array]:
    """The arrays cos ψ, sin ψ, C, S, P, each (..., n)."""
    points = np.asarray(points, dtype=float)
    x, y, z = np.moveaxis(points, -1, 0)
    angle = _angle(waves, x, y, t)
    kz = waves.wave_number * z[..., np.newaxis]
    if waves.depth is None:
        C = S = P = np.exp(kz)
    else:
        # Over exp(kh), so that short waves in deep water do not overflow.
        kh = waves.wave_number * waves.depth
        up, down = np.exp(kz), np.exp(-kz - 2.0 * kh)
        C, S = (up + down) / (1.0 - np.exp(-2.0 * kh)), (up - down) / (1.0 - np.exp(-2.0 * kh))
        P = (up + down) / (1.0 + np.exp(-2.0 * kh))
    return np.cos(angle), np.sin(angle), C, S, P
