"""Airy waves at many points at one time: elevation, pressure and velocity, block by block.

A block is a short array with one stretch for each quantity, at offsets that are constants: so the compiler knows that
the stretches do not overlap, packs the loops over the points into vector instructions, and all stays in the nearest
cache. The components are the outer loop. Their cosines are kept, because the stretched height at which the pressure is
taken is known only when all have been added.
"""

import math
from typing import Final

from seaway._arrays import Floats, Records
from seaway._jit import called_kernel, fused, loop_kernel
from seaway.kernels.series import cosine, decay, reduced, sine
from seaway.kernels.waves import DEEP, ramp, stretched

__all__ = [
    "BLOCK",
    "CHANNELS",
    "ELEVATION",
    "HEAD",
    "U",
    "V",
    "W",
    "X",
    "Y",
    "Z",
    "block_heads",
    "block_motions",
    "fields",
]

BLOCK: Final = 32
"""Points in a block."""

# Where each quantity begins: the point, z above the still surface [m]; what waves do there; and room to work.
X: Final = 0
Y: Final = 1 * BLOCK
Z: Final = 2 * BLOCK
ELEVATION: Final = 3 * BLOCK
HEAD: Final = 4 * BLOCK
U: Final = 5 * BLOCK
V: Final = 6 * BLOCK
W: Final = 7 * BLOCK
_HEIGHT: Final = 8 * BLOCK
_COSINES: Final = 9 * BLOCK

CHANNELS: Final = 9
"""A block needs (CHANNELS + number of components) * BLOCK floats."""


@loop_kernel
def _elevations(waves: Records, i: int, factor: float, t: float, block: Floats) -> None:
    """Add up η; keep a cos θ of every component."""
    for j in range(BLOCK):
        block[ELEVATION + j] = 0.0
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        a, kx, ky = factor * wave["amplitude"], wave["kx"], wave["ky"]
        phase = wave["phase"] - wave["omega"] * t
        kept = _COSINES + BLOCK * c
        for j in range(BLOCK):
            rest, sign = reduced(fused(kx, block[X + j], fused(ky, block[Y + j], phase)))
            cos = (a * sign) * cosine(rest)
            block[kept + j] = cos
            block[ELEVATION + j] += cos


@loop_kernel
def _motions(waves: Records, i: int, depth: float, factor: float, t: float, block: Floats) -> None:
    """Add up η and the velocity, which is held above the still surface; keep a cos θ of every component."""
    for j in range(BLOCK):
        block[ELEVATION + j] = 0.0
        block[U + j] = 0.0
        block[V + j] = 0.0
        block[W + j] = 0.0
        block[_HEIGHT + j] = max(min(block[Z + j], 0.0), -depth)
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        a, kx, ky = factor * wave["amplitude"], wave["kx"], wave["ky"]
        k, omega = wave["k"], wave["omega"]
        phase = wave["phase"] - omega * t
        kept = _COSINES + BLOCK * c
        if k * depth >= DEEP:
            x, y = omega * kx / k, omega * ky / k
            for j in range(BLOCK):
                rest, sign = reduced(fused(kx, block[X + j], fused(ky, block[Y + j], phase)))
                cos, sin = (a * sign) * cosine(rest), (a * sign) * sine(rest)
                rise = decay(k * block[_HEIGHT + j])
                block[kept + j] = cos
                block[ELEVATION + j] += cos
                block[U + j] = fused(x, rise * cos, block[U + j])
                block[V + j] = fused(y, rise * cos, block[V + j])
                block[W + j] = fused(omega, rise * sin, block[W + j])
        else:
            omega = omega / (1.0 - math.exp(-2.0 * k * depth))
            x, y, twice = omega * kx / k, omega * ky / k, 2.0 * k * depth
            for j in range(BLOCK):
                rest, sign = reduced(fused(kx, block[X + j], fused(ky, block[Y + j], phase)))
                cos, sin = (a * sign) * cosine(rest), (a * sign) * sine(rest)
                up = k * block[_HEIGHT + j]
                rise, bottom = decay(up), decay(-up - twice)
                block[kept + j] = cos
                block[ELEVATION + j] += cos
                block[U + j] = fused(x, (rise + bottom) * cos, block[U + j])
                block[V + j] = fused(y, (rise + bottom) * cos, block[V + j])
                block[W + j] = fused(omega, (rise - bottom) * sin, block[W + j])


@loop_kernel
def _heads(waves: Records, i: int, depth: float, block: Floats) -> None:
    """Add up the dynamic pressure / ρ g at the stretched heights, from the cosines that were kept."""
    for j in range(BLOCK):
        block[HEAD + j] = 0.0
        block[_HEIGHT + j] = stretched(block[Z + j], block[ELEVATION + j], depth)
    for c in range(waves.shape[1]):
        k = waves[i, c]["k"]
        kept = _COSINES + BLOCK * c
        if k * depth >= DEEP:
            for j in range(BLOCK):
                block[HEAD + j] = fused(decay(k * block[_HEIGHT + j]), block[kept + j], block[HEAD + j])
        else:
            share, twice = 1.0 / (1.0 + math.exp(-2.0 * k * depth)), 2.0 * k * depth
            for j in range(BLOCK):
                up = k * block[_HEIGHT + j]
                block[HEAD + j] = fused(share * (decay(up) + decay(-up - twice)), block[kept + j], block[HEAD + j])


@called_kernel
def block_heads(waves: Records, i: int, depth: float, factor: float, t: float, with_head: bool, block: Floats) -> None:
    """Elevation of the points of a block, and their dynamic pressure / ρ g where it is asked for."""
    _elevations(waves, i, factor, t, block)
    if with_head:
        _heads(waves, i, depth, block)


@called_kernel
def block_motions(waves: Records, i: int, depth: float, factor: float, t: float, block: Floats) -> None:
    """Elevation, dynamic pressure / ρ g and velocity of the points of a block."""
    _motions(waves, i, depth, factor, t, block)
    _heads(waves, i, depth, block)


@called_kernel
def fields(
    waves: Records, i: int, depth: float, ramp_time: float, t: float, points: Floats, block: Floats, out: Floats
) -> None:
    """What Airy waves do at points (point, 3) at one time: η, head and velocity, (point, 5)."""
    factor, _ = ramp(ramp_time, t)
    for first in range(0, points.shape[0], BLOCK):
        count = min(BLOCK, points.shape[0] - first)
        for j in range(count):
            block[X + j], block[Y + j], block[Z + j] = points[first + j, 0], points[first + j, 1], points[first + j, 2]
        block_motions(waves, i, depth, factor, t, block)
        for j in range(count):
            out[first + j, 0], out[first + j, 1] = block[ELEVATION + j], block[HEAD + j]
            out[first + j, 2], out[first + j, 3], out[first + j, 4] = block[U + j], block[V + j], block[W + j]
