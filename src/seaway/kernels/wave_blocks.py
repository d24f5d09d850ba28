"""Airy waves at many points at one time: elevation, pressure and velocity, block by block.

A block is a short array with one stretch for each quantity, at offsets that are constants: so the compiler knows that
the stretches do not overlap, packs the loops over the points into vector instructions, and all stays in the nearest
cache. The components are the outer loop. Their phases are kept: the stretched height at which the pressure is taken is
known only when all have been added, and pressure and velocity are not wanted of every block.
"""

import math
from typing import Final, NamedTuple

from seaway._arrays import Floats, Records
from seaway._jit import called_kernel, kernel, loop_kernel
from seaway._lanes import fused
from seaway.kernels.blocks import BLOCK, CHANNELS, ELEVATION, HEAD, HEIGHT, U, V, W, X, Y, Z
from seaway.kernels.series import cosine, decay, reduced, sine
from seaway.kernels.wave_expansion import NOWHERE, About, add_elevations, add_flows, add_heads
from seaway.kernels.waves import DEEP, ramp, stretched

__all__ = ["Sea", "block_elevations", "block_flows", "block_heads", "fields"]

_PHASES: Final = CHANNELS * BLOCK  # a cos θ and a sin θ of every component


@loop_kernel
def _phases(waves: Records, i: int, factor: float, t: float, beyond: float, block: Floats) -> None:
    """Add up η; keep a cos θ and a sin θ of every component. The heights are those of the still surface."""
    for j in range(BLOCK):
        block[ELEVATION + j] = 0.0
        block[HEIGHT + j] = 0.0
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        if wave["k"] <= beyond:
            continue
        a, kx, ky = factor * wave["amplitude"], wave["kx"], wave["ky"]
        phase = wave["phase"] - wave["omega"] * t
        kept = block[_PHASES + 2 * BLOCK * c : _PHASES + 2 * BLOCK * (c + 1)]
        for j in range(BLOCK):
            rest, sign = reduced(fused(kx, block[X + j], fused(ky, block[Y + j], phase)))
            cos = (a * sign) * cosine(rest)
            kept[j] = cos
            kept[BLOCK + j] = (a * sign) * sine(rest)
            block[ELEVATION + j] += cos


@loop_kernel
def _flows(waves: Records, i: int, depth: float, beyond: float, block: Floats) -> None:
    """Add up the velocity, which is held above the still surface, from the phases that were kept."""
    for j in range(BLOCK):
        block[U + j] = 0.0
        block[V + j] = 0.0
        block[W + j] = 0.0
        block[HEIGHT + j] = max(min(block[Z + j], 0.0), -depth)
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        k, omega = wave["k"], wave["omega"]
        if k <= beyond:
            continue
        x, y = wave["kx"] / k, wave["ky"] / k
        kept = _PHASES + 2 * BLOCK * c
        if k * depth >= DEEP:
            x, y = omega * x, omega * y
            for j in range(BLOCK):
                rise = decay(k * block[HEIGHT + j])
                along = rise * block[kept + j]
                block[U + j] = fused(x, along, block[U + j])
                block[V + j] = fused(y, along, block[V + j])
                block[W + j] = fused(omega, rise * block[kept + BLOCK + j], block[W + j])
        else:
            omega = omega / (1.0 - math.exp(-2.0 * k * depth))
            x, y, twice = omega * x, omega * y, 2.0 * k * depth
            for j in range(BLOCK):
                up = k * block[HEIGHT + j]
                rise, bottom = decay(up), decay(-up - twice)
                along = (rise + bottom) * block[kept + j]
                block[U + j] = fused(x, along, block[U + j])
                block[V + j] = fused(y, along, block[V + j])
                block[W + j] = fused(omega, (rise - bottom) * block[kept + BLOCK + j], block[W + j])


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
        kept = _PHASES + 2 * BLOCK * c
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
        about: Where the expansion is.
    """

    depth: float
    factor: float
    t: float
    longest: float
    about: About


@kernel
def block_elevations(waves: Records, i: int, sea: Sea, room: Floats, block: Floats) -> None:
    """Elevation at the points of a block; the phases are kept for what else may be wanted there."""
    _phases(waves, i, sea.factor, sea.t, sea.longest, block)
    if sea.longest > 0.0:
        add_elevations(room, sea.about, block)


@kernel
def block_heads(waves: Records, i: int, sea: Sea, room: Floats, block: Floats) -> None:
    """Dynamic pressure / ρ g at the points of a block, after their elevation."""
    _heads(waves, i, sea.depth, sea.longest, block)
    if sea.longest > 0.0:
        add_heads(room, sea.about, block)


@kernel
def block_flows(waves: Records, i: int, sea: Sea, room: Floats, block: Floats) -> None:
    """Velocity at the points of a block, after their elevation."""
    _flows(waves, i, sea.depth, sea.longest, block)
    if sea.longest > 0.0:
        add_flows(room, sea.about, block)


@called_kernel
def fields(
    waves: Records, i: int, depth: float, ramp_time: float, t: float, points: Floats, block: Floats, out: Floats
) -> None:
    """What Airy waves do at points (point, 3) at one time: η, head and velocity, (point, 5)."""
    factor, _ = ramp(ramp_time, t)
    sea = Sea(depth, factor, t, -1.0, NOWHERE)
    for first in range(0, points.shape[0], BLOCK):
        count = min(BLOCK, points.shape[0] - first)
        for j in range(count):
            block[X + j], block[Y + j], block[Z + j] = points[first + j, 0], points[first + j, 1], points[first + j, 2]
        block_elevations(waves, i, sea, block, block)
        block_heads(waves, i, sea, block, block)
        block_flows(waves, i, sea, block, block)
        for j in range(count):
            out[first + j, 0], out[first + j, 1] = block[ELEVATION + j], block[HEAD + j]
            out[first + j, 2], out[first + j, 3], out[first + j, 4] = block[U + j], block[V + j], block[W + j]
