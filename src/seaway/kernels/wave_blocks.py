"""Airy waves at many points at one time: elevation, pressure and velocity, block by block.

A block is a short array with one segment for each quantity, at constant offsets, see ``blocks``. The components are the
outer loop. Their phases are stored: the stretched height at which the pressure is evaluated is known only after the sum
over all components, and not every block needs pressure and velocity.
"""

from typing import Any, Final, NamedTuple

from seaway._arrays import Floats, Record
from seaway._jit import called_kernel, kernel, loop_kernel
from seaway._lanes import fused
from seaway.kernels.blocks import BLOCK, CHANNELS, ELEVATION, HEAD, HEIGHT, SECOND, SKIN, STEEP, U, V, W, X, Y, Z
from seaway.kernels.series import cosine, decay, reduced, sine
from seaway.kernels.wave_expansion import NOWHERE, About, add_elevations, add_flows, add_heads
from seaway.kernels.waves import AMPLITUDE, DEEP, FLOW, KX, KY, NUMBER, OMEGA, carry, ramp, skin_of, stretched
from seaway.kernels.waves import HEAD as SHARE

__all__ = ["Sea", "block_elevations", "block_flows", "block_heads", "fields"]

_PHASES: Final = CHANNELS * BLOCK  # a cos θ and a sin θ of every component


@loop_kernel
def _phases(waves: Floats, i: int, factor: float, phases: Floats, beyond: float, block: Floats) -> None:
    """Sum η; store a cos θ and a sin θ of every component. The heights are those of the still surface."""
    for j in range(BLOCK):
        block[ELEVATION + j] = 0.0
        block[HEIGHT + j] = 0.0
    for c in range(waves.shape[2]):
        if waves[i, NUMBER, c] <= beyond or waves[i, AMPLITUDE, c] == 0.0:
            continue
        a, kx, ky = factor * waves[i, AMPLITUDE, c], waves[i, KX, c], waves[i, KY, c]
        phase = phases[c]
        kept = block[_PHASES + 2 * BLOCK * c : _PHASES + 2 * BLOCK * (c + 1)]
        for j in range(BLOCK):
            rest, sign = reduced(fused(kx, block[X + j], fused(ky, block[Y + j], phase)))
            cos = (a * sign) * cosine(rest)
            kept[j] = cos
            kept[BLOCK + j] = (a * sign) * sine(rest)
            block[ELEVATION + j] += cos


@loop_kernel
def _flows(waves: Floats, i: int, depth: float, beyond: float, block: Floats) -> None:
    """Sum the velocity, which is constant above the still surface, from the stored phases."""
    for j in range(BLOCK):
        block[U + j] = 0.0
        block[V + j] = 0.0
        block[W + j] = 0.0
        block[HEIGHT + j] = max(min(block[Z + j], 0.0), -depth)
    for c in range(waves.shape[2]):
        k, omega = waves[i, NUMBER, c], waves[i, OMEGA, c]
        if k <= beyond or waves[i, AMPLITUDE, c] == 0.0:
            continue
        x, y = waves[i, KX, c] / k, waves[i, KY, c] / k
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
            omega = omega * waves[i, FLOW, c]
            x, y, twice = omega * x, omega * y, 2.0 * k * depth
            for j in range(BLOCK):
                up = k * block[HEIGHT + j]
                rise, bottom = decay(up), decay(-up - twice)
                along = (rise + bottom) * block[kept + j]
                block[U + j] = fused(x, along, block[U + j])
                block[V + j] = fused(y, along, block[V + j])
                block[W + j] = fused(omega, (rise - bottom) * block[kept + BLOCK + j], block[W + j])


@loop_kernel
def _heads(waves: Floats, i: int, depth: float, layer: float, beyond: float, block: Floats) -> None:
    """Sum H and H' at the heights that follow the surface, from the stored cosines."""
    per_layer = 1.0 / layer
    for j in range(BLOCK):
        block[HEAD + j] = 0.0
        block[STEEP + j] = 0.0
        skin = skin_of(block[Z + j], block[ELEVATION + j], per_layer)
        block[SKIN + j] = skin
        block[HEIGHT + j] = stretched(block[Z + j], block[ELEVATION + j], skin, depth)
    for c in range(waves.shape[2]):
        k = waves[i, NUMBER, c]
        if k <= beyond or waves[i, AMPLITUDE, c] == 0.0:
            continue
        kept = _PHASES + 2 * BLOCK * c
        if k * depth >= DEEP:
            for j in range(BLOCK):
                along = decay(k * block[HEIGHT + j]) * block[kept + j]
                block[HEAD + j] += along
                block[STEEP + j] = fused(k, along, block[STEEP + j])
        else:
            share, twice = waves[i, SHARE, c], 2.0 * k * depth
            for j in range(BLOCK):
                up = k * block[HEIGHT + j]
                rise, bottom = decay(up), decay(-up - twice)
                block[HEAD + j] = fused(share * (rise + bottom), block[kept + j], block[HEAD + j])
                block[STEEP + j] = fused((k * share) * (rise - bottom), block[kept + j], block[STEEP + j])


@loop_kernel
def _finish_heads(block: Floats) -> None:
    """Compute the head from H and H', see ``waves``."""
    for j in range(BLOCK):
        skin = block[SKIN + j]
        off = min(block[Z + j], block[ELEVATION + j]) - block[HEIGHT + j] - skin * block[HEAD + j]
        block[HEAD + j] = fused(block[STEEP + j], off, block[HEAD + j]) + (1.0 - skin) * block[SECOND + j]


class Sea(NamedTuple):
    """Airy waves at a time, and the expansion of those that are long compared with a hull.

    Attributes:
        depth: Depth of the water [m].
        layer: Depth to which the head follows the surface [m].
        factor: Factor of the amplitudes.
        phases: Phases of all components at the origin, see ``waves.carry``.
        longest: Wave number up to which components are in the expansion [1/m]; negative without one.
        about: Position of the expansion.
    """

    depth: float
    layer: float
    factor: float
    phases: Floats
    longest: float
    about: About


@kernel
def block_elevations(waves: Floats, i: int, sea: Sea, room: Floats, block: Floats) -> None:
    """Elevation at the points of a block; the phases are stored for heads and velocities."""
    _phases(waves, i, sea.factor, sea.phases, sea.longest, block)
    if sea.longest > 0.0:
        add_elevations(room, sea.about, block)


@kernel
def block_heads(waves: Floats, i: int, sea: Sea, room: Floats, block: Floats) -> None:
    """Dynamic pressure / ρ g at the points of a block, after their elevation and the head of second order."""
    _heads(waves, i, sea.depth, sea.layer, sea.longest, block)
    if sea.longest > 0.0:
        add_heads(room, sea.about, block)
    _finish_heads(block)


@kernel
def block_flows(waves: Floats, i: int, sea: Sea, room: Floats, block: Floats) -> None:
    """Velocity at the points of a block, after their elevation."""
    _flows(waves, i, sea.depth, sea.longest, block)
    if sea.longest > 0.0:
        add_flows(room, sea.about, block)


@called_kernel
def fields(
    waves: Floats,
    carried: Any,
    water: Record,
    t: float,
    points: Floats,
    now: Floats,
    block: Floats,
    out: Floats,
) -> None:
    """Evaluate Airy waves at points (point, 3) of the drifting frame at one time: η, head and velocity, (point, 5)."""
    factor, _ = ramp(water["wave_ramp"], t)
    carry(waves, carried, 0, t, now[0], now[1])
    sea = Sea(water["wave_depth"], water["wave_layer"], factor, now[0], -1.0, NOWHERE)
    half, rise = 0.5 / water["gravity"], factor * factor * water["wave_set_down"]
    for first in range(0, points.shape[0], BLOCK):
        count = min(BLOCK, points.shape[0] - first)
        for j in range(count):
            block[X + j], block[Y + j], block[Z + j] = points[first + j, 0], points[first + j, 1], points[first + j, 2]
        block_elevations(waves, 0, sea, block, block)
        block_flows(waves, 0, sea, block, block)
        for j in range(BLOCK):
            u, v, w = block[U + j], block[V + j], block[W + j]
            block[SECOND + j] = rise - half * (u * u + v * v + w * w)
        block_heads(waves, 0, sea, block, block)
        for j in range(count):
            out[first + j, 0], out[first + j, 1] = block[ELEVATION + j], block[HEAD + j]
            out[first + j, 2], out[first + j, 3], out[first + j, 4] = block[U + j], block[V + j], block[W + j]
