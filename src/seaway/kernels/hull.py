"""Pressure of the water on a hull: triangles, each cut where the surface crosses it.

A corner at the depth d below the surface has the head h, the pressure / ρ g. Both are linear over a triangle, so what
is above the surface is cut off along a straight line, on which both vanish (the head of waves: nearly). With N the area
of a triangle along its outward normal, its corners x_i and heads h_i, and s their sum,

    force / ρ g = -N s / 3        moment / ρ g = -1/12 Σ x_i (h_i + s) × N

which divides by nothing, wherever the triangle is. Volume and centre of what is under water follow from the depths by
Gauss's theorem: with "up" the vertical and n·up dA = dN·up,

    V = -∮ d dN·up        D = ∫ d dV = -1/2 ∮ d² dN·up        ∫ x dV = D up - ∮ d x dN·up

The surface that closes the wet part has d = 0 and adds nothing to these.
"""

from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats, Record, Records
from seaway._jit import called_kernel, kernel, loop_kernel
from seaway.kernels.rotation import Matrix3
from seaway.kernels.vectors import ZERO3, Vector3, Vector6, cross, dot3
from seaway.kernels.wave_blocks import BLOCK, CHANNELS, ELEVATION, HEAD, X, Y, Z, block_heads
from seaway.kernels.waves import AIRY, STILL, ramp, wave_motion

__all__ = ["FACE", "FIELDS", "FROUDE_KRYLOV", "HYDROSTATIC", "NO_HULL", "Pressed", "pressed", "scratch_size"]

# Kinds of pressure.
NO_HULL: Final = 0
FROUDE_KRYLOV: Final = 1
HYDROSTATIC: Final = 2

FIELDS: Final = [
    ("pressure", "i8"),  # kind of pressure on the hull, NO_HULL where there is none
    ("vertex_start", "i8"),  # its vertices, in the array of all
    ("vertex_stop", "i8"),
    ("face_start", "i8"),  # its faces, in the array of all
    ("face_stop", "i8"),
]

FACE: Final = np.dtype(
    [
        ("a", "i8"),  # corners: columns of the array of vertices
        ("b", "i8"),
        ("c", "i8"),
        ("normal", "f8", 3),  # outward, as long as the face has area [m2], in B
    ]
)

# Less than this part of a hull under water is none: the centre of so little is lost in rounding.
_DRY: Final = 1e-12


def scratch_size(vertices: int, waves: int) -> int:
    """Floats that ``pressed`` needs to work with: depth and head of all vertices, and a block of points in waves."""
    return 2 * vertices + (CHANNELS + waves) * BLOCK if vertices else 0


class Pressed(NamedTuple):
    """What the water does to a hull.

    Attributes:
        wrench: Of the pressure about Bo in B, divided by ρ g.
        volume: Under water [m3].
        center: Of that volume, p_BoQ_B [m]; of all the volume where nothing is wet.
    """

    wrench: Vector6
    volume: float
    center: Vector3


class _Sums(NamedTuple):
    """Integrals over the wet surface: of the head, and of the depth."""

    force: Vector3
    moment: Vector3
    volume: float
    depths: float
    first: Vector3


_NOTHING: Final = _Sums(ZERO3, ZERO3, 0.0, 0.0, ZERO3)

Corner = tuple[float, float, float, float, float]  # x, y, z in B; depth, head


@kernel
def _corner(vertices: Floats, scratch: Floats, v: int) -> Corner:
    depth, head = float(scratch[v]), float(scratch[vertices.shape[1] + v])
    return (vertices[0, v], vertices[1, v], vertices[2, v], depth, head)


@kernel
def _between(a: Corner, b: Corner, f: float) -> Corner:
    """The point of the edge a-b that lies in the surface."""
    return (a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1]), a[2] + f * (b[2] - a[2]), 0.0, 0.0)


@kernel
def _with_triangle(sums: _Sums, a: Corner, b: Corner, c: Corner, N: Vector3, part: float, up_B: Vector3) -> _Sums:
    """The sums with one more wet triangle, whose area is a part of N."""
    heads = a[4] + b[4] + c[4]
    depths = a[3] + b[3] + c[3]
    ha, hb, hc = part * (a[4] + heads), part * (b[4] + heads), part * (c[4] + heads)
    lever = (
        ha * a[0] + hb * b[0] + hc * c[0],
        ha * a[1] + hb * b[1] + hc * c[1],
        ha * a[2] + hb * b[2] + hc * c[2],
    )
    moment = cross(lever, N)
    force = part * heads
    upward = part * dot3(N, up_B)
    da, db, dc = upward * (a[3] + depths), upward * (b[3] + depths), upward * (c[3] + depths)
    squares = da * a[3] + db * b[3] + dc * c[3]
    f, m, x = sums.force, sums.moment, sums.first
    return _Sums(
        (f[0] - force * N[0], f[1] - force * N[1], f[2] - force * N[2]),
        (m[0] - moment[0], m[1] - moment[1], m[2] - moment[2]),
        sums.volume - upward * depths,
        sums.depths - squares,
        (
            x[0] - (da * a[0] + db * b[0] + dc * c[0]),
            x[1] - (da * a[1] + db * b[1] + dc * c[1]),
            x[2] - (da * a[2] + db * b[2] + dc * c[2]),
        ),
    )


@kernel
def _with_one_wet(sums: _Sums, a: Corner, b: Corner, c: Corner, N: Vector3, up_B: Vector3) -> _Sums:
    """A triangle with a alone under water: what is left has the corner a and two points of the surface."""
    s, t = a[3] / (a[3] - b[3]), a[3] / (a[3] - c[3])
    return _with_triangle(sums, a, _between(a, b, s), _between(a, c, t), N, s * t, up_B)


@kernel
def _with_two_wet(sums: _Sums, a: Corner, b: Corner, c: Corner, N: Vector3, up_B: Vector3) -> _Sums:
    """A triangle with a alone above the surface: what is left has four corners.

    It is split along both diagonals, half of each: so it does not matter which way round the corners are.
    """
    s, t = b[3] / (b[3] - a[3]), c[3] / (c[3] - a[3])
    on_ab, on_ac = _between(b, a, s), _between(c, a, t)
    sums = _with_triangle(sums, b, c, on_ac, N, 0.5 * t, up_B)
    sums = _with_triangle(sums, b, on_ac, on_ab, N, 0.5 * s * (1.0 - t), up_B)
    sums = _with_triangle(sums, b, c, on_ab, N, 0.5 * s, up_B)
    return _with_triangle(sums, c, on_ac, on_ab, N, 0.5 * t * (1.0 - s), up_B)


@loop_kernel
def _still_depths(vertices: Floats, first: int, stop: int, level: float, up_B: Vector3, scratch: Floats) -> None:
    """Depths and heads, which are the same, below a level surface at a height above Bo."""
    heads = vertices.shape[1]
    for v in range(first, stop):
        depth = level - (up_B[0] * vertices[0, v] + up_B[1] * vertices[1, v] + up_B[2] * vertices[2, v])
        scratch[v] = depth
        scratch[heads + v] = depth


@loop_kernel
def _to_world(
    vertices: Floats, first: int, count: int, p_WBo_W: Vector3, R: Matrix3, level: float, block: Floats
) -> None:
    """Vertices as points of a block: x, y, and z above the still surface. What is left of the block stays."""
    for j in range(count):
        x, y, z = vertices[0, first + j], vertices[1, first + j], vertices[2, first + j]
        block[X + j] = p_WBo_W[0] + (R[0] * x + R[1] * y + R[2] * z)
        block[Y + j] = p_WBo_W[1] + (R[3] * x + R[4] * y + R[5] * z)
        block[Z + j] = (p_WBo_W[2] - level) + (R[6] * x + R[7] * y + R[8] * z)


@kernel
def _wave_depths(
    waves: Records,
    i: int,
    water: Record,
    body: Record,
    vertices: Floats,
    t: float,
    p: Vector3,
    R: Matrix3,
    scratch: Floats,
) -> None:
    heads = vertices.shape[1]
    block = scratch[2 * heads :]
    factor, _ = ramp(water["wave_ramp"], t)
    fading = body["pressure"] == FROUDE_KRYLOV
    for first in range(body["vertex_start"], body["vertex_stop"], BLOCK):
        count = min(BLOCK, body["vertex_stop"] - first)
        _to_world(vertices, first, count, p, R, water["surface"], block)
        if water["waves"] == AIRY:
            block_heads(waves, i, water["wave_depth"], factor, t, fading, block)
        else:
            for j in range(count):
                motion = wave_motion(
                    waves, i, water["waves"], water["wave_depth"], 0.0, t, block[X + j], block[Y + j], block[Z + j]
                )
                block[ELEVATION + j], block[HEAD + j] = motion.elevation, motion.head
        for j in range(count):
            depth = block[ELEVATION + j] - block[Z + j]
            scratch[first + j] = depth
            scratch[heads + first + j] = block[HEAD + j] - block[Z + j] if fading else depth


@called_kernel
def pressed(
    vertices: Floats,
    faces: Records,
    waves: Records,
    i: int,
    water: Record,
    body: Record,
    t: float,
    p_WBo_W: Vector3,
    R_WB: Matrix3,
    up_B: Vector3,
    scratch: Floats,
) -> Pressed:
    """The pressure on a hull.

    Args:
        vertices: Of all hulls, in B [m], (3, vertex).
        faces: Records of ``FACE``.
        waves: Records of ``waves.WAVE``, (n, wave).
        i: The row of the waves.
        water: Of ``water.WATER``; its surface is finite.
        body: Parameters of the vehicle.
        t: Time [s].
        p_WBo_W: Position [m].
        R_WB: Attitude.
        up_B: The vertical, in B.
        scratch: ``scratch_size`` floats, or more.
    """
    whole = (body["center_of_buoyancy"][0], body["center_of_buoyancy"][1], body["center_of_buoyancy"][2])
    if water["waves"] == STILL:
        _still_depths(vertices, body["vertex_start"], body["vertex_stop"], water["surface"] - p_WBo_W[2], up_B, scratch)
    else:
        _wave_depths(waves, i, water, body, vertices, t, p_WBo_W, R_WB, scratch)
    sums = _NOTHING
    dry = 0
    for index in range(body["face_start"], body["face_stop"]):
        face = faces[index]
        a, b, c = face["a"], face["b"], face["c"]
        wet_a, wet_b, wet_c = scratch[a] > 0.0, scratch[b] > 0.0, scratch[c] > 0.0
        wet = int(wet_a) + int(wet_b) + int(wet_c)
        dry += 3 - wet
        if wet == 0:
            continue
        N = (face["normal"][0], face["normal"][1], face["normal"][2])
        # Turn the corners until the one that is alone comes first.
        if wet == 1:
            if wet_b:
                a, b, c = b, c, a
            elif wet_c:
                a, b, c = c, a, b
        elif wet == 2:
            if not wet_b:
                a, b, c = b, c, a
            elif not wet_c:
                a, b, c = c, a, b
        A, B, C = _corner(vertices, scratch, a), _corner(vertices, scratch, b), _corner(vertices, scratch, c)
        if wet == 3:
            sums = _with_triangle(sums, A, B, C, N, 1.0, up_B)
        elif wet == 1:
            sums = _with_one_wet(sums, A, B, C, N, up_B)
        else:
            sums = _with_two_wet(sums, A, B, C, N, up_B)
    f, m, x = sums.force, sums.moment, sums.first
    wrench = (f[0] / 3.0, f[1] / 3.0, f[2] / 3.0, m[0] / 12.0, m[1] / 12.0, m[2] / 12.0)
    # In waves the depths above and below a body, each linear between its corners, do not cancel: what is known better
    # than by their sum is taken from the body.
    if dry == 0:
        return Pressed(wrench, body["volume"], whole)
    volume = min(sums.volume / 3.0, body["volume"])
    if volume <= _DRY * body["volume"]:
        return Pressed(wrench, 0.0, whole)
    D = sums.depths / 24.0
    center = (
        (D * up_B[0] + x[0] / 12.0) / volume,
        (D * up_B[1] + x[1] / 12.0) / volume,
        (D * up_B[2] + x[2] / 12.0) / volume,
    )
    off = (center[0] - whole[0], center[1] - whole[1], center[2] - whole[2])
    return Pressed(wrench, volume, center if dot3(off, off) < body["radius"] * body["radius"] else whole)
