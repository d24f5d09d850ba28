"""Long waves about a hull as polynomials: many components are summed once for the whole hull.

Over a hull a long wave varies little. With s = k r, r the distance from the middle of the hull, the error of the Taylor
series of e^(i k·x + k z) up to degree n is s^(n+1) / (n+1)! of the amplitude, and that of the velocity, up to degree
n - 1, s^n / n!. Components with s below a limit everywhere on the hull, where the first is 1e-3 and the second below
5e-3, are summed into the coefficients of a few polynomials; the others are evaluated point by point, see
``wave_blocks``. As few waves are that short, and few points that far out, the pressure on a hull in a sea of many
components is accurate to 1e-5 of the wave force.

The dynamic head h and the velocity potential Φ are harmonic, f_zz = -(f_xx + f_yy). The coefficients of z^0 and z^1 are
therefore sums over the components, and all higher ones follow from these. If all waves run in one direction, y is
chosen along it, and only the power 0 of x occurs: the degree is then 11, otherwise 8.
"""

import math
from typing import Final, NamedTuple

from seaway._arrays import Floats
from seaway._jit import kernel, loop_kernel
from seaway._lanes import fused
from seaway.kernels.blocks import BLOCK, ELEVATION, HEAD, HEIGHT, STEEP, U, V, W, X, Y
from seaway.kernels.series import cosine, decay, reduced, sine
from seaway.kernels.waves import AMPLITUDE, KX, KY, NUMBER, OMEGA

__all__ = [
    "EXPANSION",
    "LONGEST",
    "LONGEST_FLAT",
    "NOWHERE",
    "About",
    "add_elevations",
    "add_flows",
    "add_heads",
    "expand",
    "phases_at",
]

DEGREE: Final = 8
LONGEST: Final = 1.925
"""(9! 1e-3)^(1/9): k r up to which a component is expanded."""

FLAT_DEGREE: Final = 11
LONGEST_FLAT: Final = 2.974
"""(12! 1e-3)^(1/12): the same if all waves run in one direction."""

_D: Final = 12  # space for powers of x and of y
_INVERSE: Final = tuple(1.0 / (m + 1.0) for m in range(_D))
_PLANE: Final = _D * _D  # coefficients of one power of z, by powers of x, then of y
_SOLID: Final = (FLAT_DEGREE + 1) * _PLANE

# Offsets of the polynomials.
_ETA: Final = 0
_H: Final = _PLANE
_PHI: Final = _H + _SOLID
_U: Final = _PHI + _SOLID
_V: Final = _U + _SOLID
_W: Final = _V + _SOLID
_RE: Final = _W + _SOLID  # (i ky)^m / m! of one component
_IM: Final = _RE + _D
_X: Final = _IM + _D  # points of a block, from the middle
_Y: Final = _X + BLOCK
_Z: Final = _Y + BLOCK
_A: Final = _Z + BLOCK  # sums of Horner's scheme
_B: Final = _A + BLOCK
_C: Final = _B + BLOCK

EXPANSION: Final = _C + BLOCK
"""Floats that an expansion needs."""


class About(NamedTuple):
    """Position of an expansion.

    Attributes:
        x: Coordinate x of the middle [m].
        y: Coordinate y of the middle [m].
        head_height: Height z about which the head is expanded [m].
        flow_height: Height z about which the velocity is expanded [m].
        along_x: Component along x of the direction of the y axis of the expansion.
        along_y: Component along y of this direction.
        long_crested: Whether all waves run along it.
    """

    x: float
    y: float
    head_height: float
    flow_height: float
    along_x: float
    along_y: float
    long_crested: bool


NOWHERE: Final = About(0.0, 0.0, 0.0, 0.0, 0.0, 1.0, False)


@kernel
def _add_line(
    room: Floats, n: int, count: int, re: float, im: float, head: float, rise: float, flow: float, lift: float
) -> None:
    """Add the terms of a component with x^n: η, the head and its slope in z, the potential and its slope.

    The powers of y are those that the degree leaves, rounded up to a full vector instruction.
    """
    at = _D * n
    for m in range(count):
        a, b = room[_RE + m], room[_IM + m]
        real, imaginary = fused(re, a, -im * b), fused(re, b, im * a)
        room[_ETA + at + m] += real
        room[_H + at + m] = fused(head, real, room[_H + at + m])
        room[_H + _PLANE + at + m] = fused(rise, real, room[_H + _PLANE + at + m])
        room[_PHI + at + m] = fused(flow, imaginary, room[_PHI + at + m])
        room[_PHI + _PLANE + at + m] = fused(lift, imaginary, room[_PHI + _PLANE + at + m])


@kernel
def _add_component(
    room: Floats,
    kx: float,
    ky: float,
    long_crested: bool,
    cos: float,
    sin: float,
    head: float,
    rise: float,
    flow: float,
    lift: float,
) -> None:
    """Add a component: e^iθ Σ (i kx)^n x^n / n! (i ky)^m y^m / m!.

    The lines are unrolled, so that their offsets are constants and the compiler knows that they do not overlap.
    """
    re, im = 1.0, 0.0
    for m in range(_D):
        room[_RE + m] = re
        room[_IM + m] = im
        step = ky * _INVERSE[m]
        re, im = -step * im, step * re
    re, im = cos, sin
    _add_line(room, 0, 12, re, im, head, rise, flow, lift)
    if long_crested:
        return
    re, im = -kx * im, kx * re
    _add_line(room, 1, 8, re, im, head, rise, flow, lift)
    re, im = -kx / 2.0 * im, kx / 2.0 * re
    _add_line(room, 2, 8, re, im, head, rise, flow, lift)
    re, im = -kx / 3.0 * im, kx / 3.0 * re
    _add_line(room, 3, 8, re, im, head, rise, flow, lift)
    re, im = -kx / 4.0 * im, kx / 4.0 * re
    _add_line(room, 4, 8, re, im, head, rise, flow, lift)
    re, im = -kx / 5.0 * im, kx / 5.0 * re
    _add_line(room, 5, 4, re, im, head, rise, flow, lift)
    re, im = -kx / 6.0 * im, kx / 6.0 * re
    _add_line(room, 6, 4, re, im, head, rise, flow, lift)
    re, im = -kx / 7.0 * im, kx / 7.0 * re
    _add_line(room, 7, 4, re, im, head, rise, flow, lift)
    re, im = -kx / 8.0 * im, kx / 8.0 * re
    _add_line(room, 8, 4, re, im, head, rise, flow, lift)


@kernel
def _harmonic(room: Floats, start: int, degree: int, long_crested: bool) -> None:
    """Compute the coefficients of z^2 and higher powers."""
    for n in range(2, degree + 1):
        below, here = start + (n - 2) * _PLANE, start + n * _PLANE
        share = -1.0 / (n * (n - 1.0))
        for i in range(1 if long_crested else degree - n + 1):
            for m in range(degree - n - i + 1):
                xx = 0.0 if long_crested else (i + 2.0) * (i + 1.0) * room[below + (i + 2) * _D + m]
                yy = (m + 2.0) * (m + 1.0) * room[below + i * _D + m + 2]
                room[here + i * _D + m] = share * (xx + yy)


@kernel
def _start(room: Floats, degree: int, lines: int) -> None:
    """Clear the sums, and the coefficients that are read beyond the degree."""
    for m in range(lines * _D):
        room[_ETA + m] = 0.0
    for plane in range(degree + 1):
        at = plane * _PLANE
        for m in range(lines * _D):
            room[_H + at + m] = 0.0
        for m in range(lines * _D):
            room[_PHI + at + m] = 0.0
        for m in range(lines * _D):
            room[_U + at + m] = 0.0
        for m in range(lines * _D):
            room[_V + at + m] = 0.0
        for m in range(lines * _D):
            room[_W + at + m] = 0.0


@kernel
def _finish(room: Floats, degree: int, long_crested: bool) -> None:
    """Derive the coefficients of z^2 and higher powers, and the velocity from the potential."""
    # Only all terms of a degree together are as small as s^n / n!, so incomplete terms of the next degree are dropped.
    for i in range(1 if long_crested else degree + 1):
        for m in range(degree - i, _D):
            if m > degree - i:
                room[_H + i * _D + m] = 0.0
            room[_H + _PLANE + i * _D + m] = 0.0
    _harmonic(room, _H, degree, long_crested)
    _harmonic(room, _PHI, degree, long_crested)
    for n in range(degree):
        for j in range(1 if long_crested else degree - n):
            for m in range(degree - n - j):
                at = n * _PLANE + j * _D + m
                if not long_crested:
                    room[_U + at] = (j + 1.0) * room[_PHI + at + _D]
                room[_V + at] = (m + 1.0) * room[_PHI + at + 1]
                room[_W + at] = (n + 1.0) * room[_PHI + at + _PLANE]


@loop_kernel
def phases_at(waves: Floats, i: int, factor: float, phases: Floats, x: float, y: float, found: Floats) -> None:
    """Write a cos θ of every component at a point to the first half of an array, and a sin θ to the second."""
    half = found.shape[0] // 2
    cosines, sines = found[:half], found[half:]
    for c in range(waves.shape[2]):
        rest, sign = reduced(fused(waves[i, KX, c], x, fused(waves[i, KY, c], y, phases[c])))
        a = factor * waves[i, AMPLITUDE, c] * sign
        cosines[c], sines[c] = a * cosine(rest), a * sine(rest)


@kernel
def expand(waves: Floats, i: int, depth: float, found: Floats, about: About, longest: float, room: Floats) -> None:
    """Expand the components with a wave number up to ``longest`` about a point.

    Args:
        waves: Table of waves.
        i: Row of the table.
        depth: Depth of the water [m].
        found: Phases of all components at the point, see ``phases_at``.
        about: Position of the expansion.
        longest: Largest wave number of the expansion [1/m].
        room: Work space of EXPANSION floats.
    """
    flat, finite = about.long_crested, depth < math.inf
    if flat:
        _start(room, FLAT_DEGREE, 1)
    else:
        _start(room, DEGREE, _D)
    for c in range(waves.shape[2]):
        k, omega = waves[i, NUMBER, c], waves[i, OMEGA, c]
        if k > longest or waves[i, AMPLITUDE, c] == 0.0:
            continue
        cos, sin = float(found[c]), float(found[found.shape[0] // 2 + c])
        kx, ky = (
            about.along_y * waves[i, KX, c] - about.along_x * waves[i, KY, c],
            about.along_x * waves[i, KX, c] + about.along_y * waves[i, KY, c],
        )
        up, low = decay(k * about.head_height), decay(k * about.flow_height)
        if finite:
            e = math.exp(-2.0 * k * depth)
            bottom = math.exp(-k * (about.head_height + 2.0 * depth))
            floor = math.exp(-k * (about.flow_height + 2.0 * depth))
            head, rise = (up + bottom) / (1.0 + e), k * (up - bottom) / (1.0 + e)
            flow, lift = omega / k * (low + floor) / (1.0 - e), omega * (low - floor) / (1.0 - e)
            _add_component(room, kx, ky, flat, cos, sin, head, rise, flow, lift)
        else:
            _add_component(room, kx, ky, flat, cos, sin, up, k * up, omega / k * low, omega * low)
    if flat:
        _finish(room, FLAT_DEGREE, True)
    else:
        _finish(room, DEGREE, False)


@kernel
def _row(room: Floats, at: int, degree: int, sums: int) -> None:
    """Horner's scheme in y for one power of x: sums = sums x + c0 + c1 y + ..., up to the degree."""
    c0, c1, c2 = room[at], room[at + 1], room[at + 2]
    if degree < 3:
        for j in range(BLOCK):
            y = room[_Y + j]
            room[sums + j] = fused(room[sums + j], room[_X + j], fused(y, fused(y, c2, c1), c0))
        return
    c3, c4, c5 = room[at + 3], room[at + 4], room[at + 5]
    if degree < 6:
        for j in range(BLOCK):
            y = room[_Y + j]
            high = fused(y, fused(y, c5, c4), c3)
            room[sums + j] = fused(room[sums + j], room[_X + j], fused(y, fused(y, fused(y, high, c2), c1), c0))
        return
    c6, c7, c8 = room[at + 6], room[at + 7], room[at + 8]
    if degree < 9:
        for j in range(BLOCK):
            y = room[_Y + j]
            high = fused(y, fused(y, fused(y, fused(y, fused(y, c8, c7), c6), c5), c4), c3)
            room[sums + j] = fused(room[sums + j], room[_X + j], fused(y, fused(y, fused(y, high, c2), c1), c0))
        return
    c9, c10, c11 = room[at + 9], room[at + 10], room[at + 11]
    for j in range(BLOCK):
        y = room[_Y + j]
        top = fused(y, fused(y, fused(y, c11, c10), c9), c8)
        high = fused(y, fused(y, fused(y, fused(y, fused(y, top, c7), c6), c5), c4), c3)
        room[sums + j] = fused(room[sums + j], room[_X + j], fused(y, fused(y, fused(y, high, c2), c1), c0))


@kernel
def _clear(room: Floats, sums: int) -> None:
    for j in range(BLOCK):
        room[sums + j] = 0.0


@kernel
def _fold(room: Floats, total: int, sums: int) -> None:
    """Horner's scheme in z: total = total z + sums."""
    for j in range(BLOCK):
        room[total + j] = fused(room[total + j], room[_Z + j], room[sums + j])


@kernel
def _from_middle(room: Floats, about: About, height: float, block: Floats) -> None:
    """Positions of the points of a block in the expansion; their heights are in the block.

    If all waves run in one direction there are no powers of x: z takes its place, with the same Horner scheme.
    """
    for j in range(BLOCK):
        x, y = block[X + j] - about.x, block[Y + j] - about.y
        across, z = about.along_y * x - about.along_x * y, block[HEIGHT + j] - height
        room[_X + j] = z if about.long_crested else across
        room[_Y + j] = about.along_x * x + about.along_y * y
        room[_Z + j] = z


@kernel
def _solid(room: Floats, start: int, degree: int, long_crested: bool, steep: bool) -> None:
    """Value of a polynomial of x, y and z, in _B, and its derivative in z if ``steep``, in _C."""
    _clear(room, _B)
    if steep:
        _clear(room, _C)
    for n in range(degree, -1, -1):
        if steep:
            _fold(room, _C, _B)
        if long_crested:
            _row(room, start + n * _PLANE, degree - n, _B)
            continue
        _clear(room, _A)
        for k in range(degree - n, -1, -1):
            _row(room, start + n * _PLANE + k * _D, degree - n - k, _A)
        _fold(room, _B, _A)


@kernel
def add_elevations(room: Floats, about: About, block: Floats) -> None:
    """Add η of the long waves at the points of a block."""
    _from_middle(room, about, 0.0, block)
    _clear(room, _A)
    if about.long_crested:
        _row(room, _ETA, FLAT_DEGREE, _A)
    else:
        for k in range(DEGREE, -1, -1):
            _row(room, _ETA + k * _D, DEGREE - k, _A)
    for j in range(BLOCK):
        block[ELEVATION + j] += room[_A + j]


@kernel
def add_heads(room: Floats, about: About, block: Floats) -> None:
    """Add H and H' of the long waves at the points of a block, at the heights stored in it."""
    degree = FLAT_DEGREE if about.long_crested else DEGREE
    _from_middle(room, about, about.head_height, block)
    _solid(room, _H, degree, about.long_crested, True)
    for j in range(BLOCK):
        block[HEAD + j] += room[_B + j]
        block[STEEP + j] += room[_C + j]


@kernel
def add_flows(room: Floats, about: About, block: Floats) -> None:
    """Add the velocity of the long waves at the points of a block, at the heights stored in it."""
    flat = about.long_crested
    degree = (FLAT_DEGREE if flat else DEGREE) - 1
    _from_middle(room, about, about.flow_height, block)
    _solid(room, _V, degree, flat, False)
    for j in range(BLOCK):
        block[U + j] += about.along_x * room[_B + j]
        block[V + j] += about.along_y * room[_B + j]
    _solid(room, _W, degree, flat, False)
    for j in range(BLOCK):
        block[W + j] += room[_B + j]
    if not flat:
        _solid(room, _U, degree, flat, False)
        for j in range(BLOCK):
            block[U + j] += about.along_y * room[_B + j]
            block[V + j] -= about.along_x * room[_B + j]
