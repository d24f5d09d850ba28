"""Long waves about a hull, as polynomials: what many components do over a few metres, told once for all of them.

Over a hull a long wave varies little. With s = k r, r the distance from the middle of the hull, the Taylor series of
e^(i k·x + k z) up to degree 8 is right to s^9 / 9! of the amplitude, and that of the velocity up to degree 7 to
s^8 / 8!. Components with s below LONGEST anywhere on the hull, where these are 1e-3 and 5e-3, are added up into the
coefficients of a few polynomials; the others are worked out point by point, see ``wave_blocks``. Few waves are as short
as that, and few points as far out: the pressure on a hull in a sea of many components is right to 1e-5 of the force of
the waves.

The dynamic head h and the velocity potential Φ are harmonic, f_zz = -(f_xx + f_yy). So the coefficients of z^0 and z^1
are sums over the components, and all higher ones follow from these. Where all waves go the same way, y is taken along
it, and there is nothing of x but its power 0.
"""

import math
from typing import Final, NamedTuple

from seaway._arrays import Floats, Records
from seaway._jit import called_kernel, fused, kernel
from seaway.kernels.blocks import BLOCK, ELEVATION, HEAD, HEIGHT, U, V, W, X, Y
from seaway.kernels.series import cosine, decay, reduced, sine
from seaway.kernels.waves import DEEP

__all__ = ["EXPANSION", "LONGEST", "NOWHERE", "About", "add_elevations", "add_flows", "add_heads", "expand"]

DEGREE: Final = 8

LONGEST: Final = 1.925
"""(9! 1e-3)^(1/9): k r up to which a component is expanded."""

FLOW_DEGREE: Final = 7

_D: Final = 12  # room for powers of x and of y
_INVERSE: Final = tuple(1.0 / (m + 1.0) for m in range(_D))
_PLANE: Final = _D * _D  # coefficients of one power of z, by powers of x, then of y
_SOLID: Final = (DEGREE + 1) * _PLANE

# Where the polynomials begin.
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
_TOTAL_A: Final = _C + BLOCK
_TOTAL_B: Final = _TOTAL_A + BLOCK
_TOTAL_C: Final = _TOTAL_B + BLOCK

EXPANSION: Final = _TOTAL_C + BLOCK
"""Floats that an expansion needs."""


class About(NamedTuple):
    """Where an expansion is.

    Attributes:
        x: Of the middle [m].
        y: Of the middle [m].
        head_height: z about which the head is expanded [m].
        flow_height: z about which the velocity is expanded [m].
        along_x: The direction of the expansion's y axis, along x.
        along_y: Along y.
        long_crested: Whether all waves go along it.
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
    """Add what a component has of x^n: η, the head and its slope in z, the potential and its.

    Of the powers of y those count that the degree leaves, rounded up to what is packed into one vector instruction.
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


@called_kernel
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

    The lines are written out, so that the places where they go are constants and do not overlap for the compiler.
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
    """Fill in the coefficients of z^2 and higher."""
    for n in range(2, degree + 1):
        below, here = start + (n - 2) * _PLANE, start + n * _PLANE
        share = -1.0 / (n * (n - 1.0))
        for i in range(1 if long_crested else degree - n + 1):
            for m in range(degree - n - i + 1):
                xx = (i + 2.0) * (i + 1.0) * room[below + (i + 2) * _D + m]
                yy = (m + 2.0) * (m + 1.0) * room[below + i * _D + m + 2]
                room[here + i * _D + m] = share * (xx + yy)


@called_kernel
def expand(
    waves: Records, i: int, depth: float, factor: float, t: float, about: About, longest: float, room: Floats
) -> None:
    """Add up the components with a wave number up to ``longest`` about a point.

    Args:
        waves: Records of ``waves.WAVE``, (n, wave).
        i: The row of the waves.
        depth: Of the water [m].
        factor: Of the amplitudes.
        t: Time [s].
        about: The point.
        longest: Wave number up to which components are taken [1/m].
        room: EXPANSION floats.
    """
    flat = about.long_crested
    if flat:
        # Of x there is the power 0, and zeros up to 2 where they are differentiated.
        for k in range(0, _RE, _PLANE):
            for m in range(3 * _D):
                room[k + m] = 0.0
    else:
        for k in range(_RE):
            room[k] = 0.0
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        k, omega = wave["k"], wave["omega"]
        if k > longest:
            continue
        rest, sign = reduced(fused(wave["kx"], about.x, fused(wave["ky"], about.y, wave["phase"] - omega * t)))
        a = factor * wave["amplitude"] * sign
        cos, sin = a * cosine(rest), a * sine(rest)
        kx, ky = (
            about.along_y * wave["kx"] - about.along_x * wave["ky"],
            about.along_x * wave["kx"] + about.along_y * wave["ky"],
        )
        up, low = decay(k * about.head_height), decay(k * about.flow_height)
        if k * depth >= DEEP:
            _add_component(room, kx, ky, flat, cos, sin, up, k * up, omega / k * low, omega * low)
        else:
            e = math.exp(-2.0 * k * depth)
            bottom = math.exp(-k * (about.head_height + 2.0 * depth))
            floor = math.exp(-k * (about.flow_height + 2.0 * depth))
            head, rise = (up + bottom) / (1.0 + e), k * (up - bottom) / (1.0 + e)
            flow, lift = omega / k * (low + floor) / (1.0 - e), omega * (low - floor) / (1.0 - e)
            _add_component(room, kx, ky, flat, cos, sin, head, rise, flow, lift)
    _harmonic(room, _H, DEGREE, flat)
    _harmonic(room, _PHI, FLOW_DEGREE + 1, flat)
    for n in range(FLOW_DEGREE + 1):
        for j in range(1 if flat else FLOW_DEGREE - n + 1):
            for m in range(FLOW_DEGREE - n - j + 1):
                at = n * _PLANE + j * _D + m
                room[_U + at] = (j + 1.0) * room[_PHI + at + _D]
                room[_V + at] = (m + 1.0) * room[_PHI + at + 1]
                room[_W + at] = (n + 1.0) * room[_PHI + at + _PLANE]


@kernel
def _row(room: Floats, at: int, degree: int, sums: int) -> None:
    """Horner's scheme in y for one power of x: sums = sums x + c0 + c1 y + ..., as far as the degree wants it."""
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
    for j in range(BLOCK):
        y = room[_Y + j]
        high = fused(y, fused(y, fused(y, fused(y, fused(y, c8, c7), c6), c5), c4), c3)
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
    """Places of the points of a block in the expansion; their heights are in the block."""
    for j in range(BLOCK):
        x, y = block[X + j] - about.x, block[Y + j] - about.y
        room[_X + j] = about.along_y * x - about.along_x * y
        room[_Y + j] = about.along_x * x + about.along_y * y
        room[_Z + j] = block[HEIGHT + j] - height


@called_kernel
def add_elevations(room: Floats, about: About, block: Floats) -> None:
    """Add η of the long waves at the points of a block."""
    _from_middle(room, about, 0.0, block)
    _clear(room, _A)
    for k in range(0 if about.long_crested else DEGREE, -1, -1):
        _row(room, _ETA + k * _D, DEGREE - k, _A)
    for j in range(BLOCK):
        block[ELEVATION + j] += room[_A + j]


@called_kernel
def add_heads(room: Floats, about: About, block: Floats) -> None:
    """Add the head of the long waves at the points of a block, at the heights that are in it."""
    _from_middle(room, about, about.head_height, block)
    _clear(room, _TOTAL_A)
    for n in range(DEGREE, -1, -1):
        _clear(room, _A)
        for k in range(0 if about.long_crested else DEGREE - n, -1, -1):
            _row(room, _H + n * _PLANE + k * _D, DEGREE - n - k, _A)
        _fold(room, _TOTAL_A, _A)
    for j in range(BLOCK):
        block[HEAD + j] += room[_TOTAL_A + j]


@called_kernel
def add_flows(room: Floats, about: About, block: Floats) -> None:
    """Add the velocity of the long waves at the points of a block, at the heights that are in it."""
    _from_middle(room, about, about.flow_height, block)
    _clear(room, _TOTAL_A)
    _clear(room, _TOTAL_B)
    _clear(room, _TOTAL_C)
    for n in range(FLOW_DEGREE, -1, -1):
        _clear(room, _A)
        _clear(room, _B)
        _clear(room, _C)
        for k in range(0 if about.long_crested else FLOW_DEGREE - n, -1, -1):
            at, degree = n * _PLANE + k * _D, FLOW_DEGREE - n - k
            if not about.long_crested:
                _row(room, _U + at, degree, _A)
            _row(room, _V + at, degree, _B)
            _row(room, _W + at, degree, _C)
        _fold(room, _TOTAL_A, _A)
        _fold(room, _TOTAL_B, _B)
        _fold(room, _TOTAL_C, _C)
    for j in range(BLOCK):
        block[U + j] += about.along_y * room[_TOTAL_A + j] + about.along_x * room[_TOTAL_B + j]
        block[V + j] += about.along_y * room[_TOTAL_B + j] - about.along_x * room[_TOTAL_A + j]
        block[W + j] += room[_TOTAL_C + j]
