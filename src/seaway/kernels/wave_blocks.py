"""Airy waves at many points at one time: elevation, pressure and velocity, block by block.

A block is a short array with one stretch for each quantity, at offsets that are constants: so the compiler knows that
the stretches do not overlap, packs the loops over the points into vector instructions, and all stays in the nearest
cache. The components are the outer loop. Their cosines are kept, because the stretched height at which the pressure is
taken is known only when all have been added.
"""

import math
from typing import Final, NamedTuple

from seaway._arrays import Floats, Records
from seaway._jit import called_kernel, fused, loop_kernel
from seaway.kernels.blocks import BLOCK, CHANNELS, ELEVATION, HEAD, HEIGHT, U, V, W, X, Y, Z
from seaway.kernels.series import cosine, decay, reduced, sine
from seaway.kernels.wave_expansion import add_elevations, add_heads, add_motions
from seaway.kernels.waves import DEEP, ramp, stretched

__all__ = ["Sea", "block_elevations", "block_heads", "block_motions", "fields"]

_COSINES: Final = CHANNELS * BLOCK  # a cos θ of every component


@loop_kernel
def _elevations(waves: Records, i: int, factor: float, t: float, beyond: float, block: Floats) -> None:
    """Add up η; keep a cos θ of every component."""
    for j in range(BLOCK):
        block[ELEVATION + j] = 0.0
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        if wave["k"] <= beyond:
            continue
        a, kx, ky = factor * wave["amplitude"], wave["kx"], wave["ky"]
        phase = wave["phase"] - wave["omega"] * t
        kept = _COSINES + BLOCK * c
        for j in range(BLOCK):
            rest, sign = reduced(fused(kx, block[X + j], fused(ky, block[Y + j], phase)))
            cos = (a * sign) * cosine(rest)
            block[kept + j] = cos
            block[ELEVATION + j] += cos


@loop_kernel
def _motions(waves: Records, i: int, depth: float, factor: float, t: float, beyond: float, block: Floats) -> None:
    """Add up η and the velocity, which is held above the still surface; keep a cos θ of every component."""
    for j in range(BLOCK):
        block[ELEVATION + j] = 0.0
        block[U + j] = 0.0
        block[V + j] = 0.0
        block[W + j] = 0.0
        block[HEIGHT + j] = max(min(block[Z + j], 0.0), -depth)
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        a, kx, ky = factor * wave["amplitude"], wave["kx"], wave["ky"]
        k, omega = wave["k"], wave["omega"]
        if k <= beyond:
            continue
        phase = wave["phase"] - omega * t
        kept = _COSINES + BLOCK * c
        if k * depth >= DEEP:
            x, y = omega * kx / k, omega * ky / k
            for j in range(BLOCK):
                rest, sign = reduced(fused(kx, block[X + j], fused(ky, block[Y + j], phase)))
                cos, sin = (a * sign) * cosine(rest), (a * sign) * sine(rest)
                rise = decay(k * block[HEIGHT + j])
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
                up = k * block[HEIGHT + j]
                rise, bottom = decay(up), decay(-up - twice)
                block[kept + j] = cos
                block[ELEVATION + j] += cos
                block[U + j] = fused(x, (rise + bottom) * cos, block[U + j])
                block[V + j] = fused(y, (rise + bottom) * cos, block[V + j])
                block[W + j] = fused(omega, (rise - bottom) * sin, block[W + j])


@loop_kernel
def _heads(waves: Records, i: int, depth: float, beyond: float, block: Floats) -> None:
    """Add up the dynamic pressure / ρ g at the stretched heights, from the cosines that were kept."""
    for j in range(BLOCK):
        block[HEAD + j] = 0.0
        block[HEIGHT + j] = stretched(block[Z + j], block[ELEVATION + j], depth)
    for c in range(waves.shape[1]):
        k = waves[i, c]["k"]
        if k <= beyond:
            continue
        kept = _COSINES + BLOCK * c
        if k * depth >= DEEP:
            for j in range(BLOCK):
                block[HEAD + j] = fused(decay(k * block[HEIGHT + j]), block[kept + j], block[HEAD + j])
        else:
            share, twice = 1.0 / (1.0 + math.exp(-2.0 * k * depth)), 2.0 * k * depth
            for j in range(BLOCK):
                up = k * block[HEIGHT + j]
                block[HEAD + j] = fused(share * (decay(up) + decay(-up - twice)), block[kept + j], block[HEAD + j])


class Sea(NamedTuple):
    """Airy waves at a time, and how those that are long about a hull are told.

    Attributes:
        depth: Of the water [m].
        factor: Of the amplitudes.
        t: Time [s].
        longest: Wave number up to which components are in the expansion [1/m]; negative where there is none.
        x: Of the middle of the expansion [m].
        y: Of the middle of the expansion [m].
        head_height: z about which the head is expanded [m].
        flow_height: z about which the velocity is expanded [m].
    """

    depth: float
    factor: float
    t: float
    longest: float
    x: float
    y: float
    head_height: float
    flow_height: float


@called_kernel
def block_elevations(waves: Records, i: int, sea: Sea, room: Floats, block: Floats) -> None:
    """Elevation of the points of a block."""
    _elevations(waves, i, sea.factor, sea.t, sea.longest, block)
    if sea.longest > 0.0:
        add_elevations(room, sea.x, sea.y, block)


@called_kernel
def block_heads(waves: Records, i: int, sea: Sea, room: Floats, block: Floats) -> None:
    """Elevation and dynamic pressure / ρ g of the points of a block."""
    block_elevations(waves, i, sea, room, block)
    _heads(waves, i, sea.depth, sea.longest, block)
    if sea.longest > 0.0:
        add_heads(room, sea.x, sea.y, sea.head_height, block)


@called_kernel
def block_motions(waves: Records, i: int, sea: Sea, room: Floats, block: Floats) -> None:
    """Elevation, dynamic pressure / ρ g and velocity of the points of a block."""
    _motions(waves, i, sea.depth, sea.factor, sea.t, sea.longest, block)
    if sea.longest > 0.0:
        add_elevations(room, sea.x, sea.y, block)
        add_motions(room, sea.x, sea.y, sea.flow_height, block)
    _heads(waves, i, sea.depth, sea.longest, block)
    if sea.longest > 0.0:
        add_heads(room, sea.x, sea.y, sea.head_height, block)


@called_kernel
def fields(
    waves: Records, i: int, depth: float, ramp_time: float, t: float, points: Floats, block: Floats, out: Floats
) -> None:
    """What Airy waves do at points (point, 3) at one time: η, head and velocity, (point, 5)."""
    factor, _ = ramp(ramp_time, t)
    sea = Sea(depth, factor, t, -1.0, 0.0, 0.0, 0.0, 0.0)
    for first in range(0, points.shape[0], BLOCK):
        count = min(BLOCK, points.shape[0] - first)
        for j in range(count):
            block[X + j], block[Y + j], block[Z + j] = points[first + j, 0], points[first + j, 1], points[first + j, 2]
        block_motions(waves, i, sea, block, block)
        for j in range(count):
            out[first + j, 0], out[first + j, 1] = block[ELEVATION + j], block[HEAD + j]
            out[first + j, 2], out[first + j, 3], out[first + j, 4] = block[U + j], block[V + j], block[W + j]
