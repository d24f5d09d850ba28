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

import math
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats, Record, Records
from seaway._jit import called_kernel, kernel, loop_kernel
from seaway.kernels.blocks import BLOCK, ELEVATION, HEAD, INDEX, U, V, W, X, Y, Z
from seaway.kernels.rotation import Matrix3, times, transposed_times
from seaway.kernels.vectors import ZERO3, Vector3, Vector6, cross, dot3, three
from seaway.kernels.wave_blocks import Sea, block_elevations, block_heads, block_motions
from seaway.kernels.wave_expansion import EXPANSION, LONGEST, expand
from seaway.kernels.waves import AIRY, STILL, ramp, stretched, wave_motion

__all__ = [
    "FACE",
    "FIELDS",
    "FROUDE_KRYLOV",
    "HYDROSTATIC",
    "NO_HULL",
    "WAVE_U",
    "WAVE_V",
    "WAVE_W",
    "WORK",
    "Pressed",
    "pressed",
]

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
    ("exact_waves", "i8"),  # whether no component is expanded about the hull
]

FACE: Final = np.dtype(
    [
        ("a", "i8"),  # corners: columns of the array of vertices
        ("b", "i8"),
        ("c", "i8"),
        ("normal", "f8", 3),  # outward, as long as the face has area [m2], in B
        ("unit", "f8", 3),  # outward, of length 1
        ("centroid", "f8", 3),  # [m]
        ("area", "f8"),  # [m2]
    ]
)

# What is kept of every vertex in the scratch, each as many floats as there are vertices: depth, head, the velocity of
# the waves in B, the place in W; then room for an expansion of the waves, and for a block.
_HEAD: Final = 1
WAVE_U: Final = 2
WAVE_V: Final = 3
WAVE_W: Final = 4
_PLACE: Final = 5
WORK: Final = 8

# From so many components on it pays to expand the long ones.
_MANY: Final = 12
# How far from the middle of a hull its vertices and their stretched heights may be, by its radius.
_REACH: Final = 1.25

# Less than this part of a hull under water is none: the centre of so little is lost in rounding.
_DRY: Final = 1e-12


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
    depth, head = float(scratch[v]), float(scratch[_HEAD * vertices.shape[1] + v])
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
    heads = _HEAD * vertices.shape[1]
    for v in range(first, stop):
        depth = level - (up_B[0] * vertices[0, v] + up_B[1] * vertices[1, v] + up_B[2] * vertices[2, v])
        scratch[v] = depth
        scratch[heads + v] = depth


@loop_kernel
def _to_world(vertices: Floats, first: int, stop: int, p: Vector3, R: Matrix3, level: float, scratch: Floats) -> None:
    """Places of the vertices: x, y, and z above the still surface."""
    n = vertices.shape[1]
    for v in range(first, stop):
        x, y, z = vertices[0, v], vertices[1, v], vertices[2, v]
        scratch[_PLACE * n + v] = p[0] + (R[0] * x + R[1] * y + R[2] * z)
        scratch[(_PLACE + 1) * n + v] = p[1] + (R[3] * x + R[4] * y + R[5] * z)
        scratch[(_PLACE + 2) * n + v] = (p[2] - level) + (R[6] * x + R[7] * y + R[8] * z)


@kernel
def _into_block(scratch: Floats, n: int, v: int, j: int, block: Floats) -> None:
    block[X + j] = scratch[_PLACE * n + v]
    block[Y + j] = scratch[(_PLACE + 1) * n + v]
    block[Z + j] = scratch[(_PLACE + 2) * n + v]
    block[INDEX + j] = v


@kernel
def _from_block(block: Floats, n: int, count: int, R: Matrix3, fading: bool, moving: bool, scratch: Floats) -> None:
    """Keep what waves do at the points of a block: heads, and velocities turned from W to B."""
    for j in range(count):
        index = int(block[INDEX + j])
        if fading:
            scratch[_HEAD * n + index] = block[HEAD + j] - block[Z + j]
        if moving:
            u, v, w = block[U + j], block[V + j], block[W + j]
            scratch[WAVE_U * n + index] = R[0] * u + R[3] * v + R[6] * w
            scratch[WAVE_V * n + index] = R[1] * u + R[4] * v + R[7] * w
            scratch[WAVE_W * n + index] = R[2] * u + R[5] * v + R[8] * w


@called_kernel
def _sea_about(
    waves: Records, i: int, water: Record, body: Record, t: float, p: Vector3, R: Matrix3, room: Floats
) -> Sea:
    """The waves as they are told about a hull; the long ones of many are expanded."""
    factor, _ = ramp(water["wave_ramp"], t)
    depth = water["wave_depth"]
    if body["exact_waves"] != 0 or water["wave_count"] < _MANY:
        return Sea(depth, factor, t, -1.0, 0.0, 0.0, 0.0, 0.0)
    center = times(R, three(body["center_of_buoyancy"]))
    x, y, z = p[0] + center[0], p[1] + center[1], p[2] + center[2] - water["surface"]
    longest = LONGEST / (_REACH * body["radius"])
    swell = 0.0
    for c in range(waves.shape[1]):
        wave = waves[i, c]
        if wave["k"] <= longest:
            swell += (
                factor
                * wave["amplitude"]
                * math.cos(wave["kx"] * x + wave["ky"] * y + wave["phase"] - wave["omega"] * t)
            )
    head_height, flow_height = stretched(z, swell, depth), max(min(z, 0.0), -depth)
    expand(waves, i, depth, factor, t, x, y, head_height, flow_height, longest, room)
    return Sea(depth, factor, t, longest, x, y, head_height, flow_height)


@kernel
def _airy_depths(
    waves: Records,
    i: int,
    water: Record,
    body: Record,
    vertices: Floats,
    faces: Records,
    t: float,
    p: Vector3,
    R: Matrix3,
    moving: bool,
    scratch: Floats,
) -> None:
    """Depths of all vertices; heads and velocities of those that are wet or next to one that is."""
    n = vertices.shape[1]
    first, stop = body["vertex_start"], body["vertex_stop"]
    room = scratch[WORK * n :]
    block = room[EXPANSION:]
    sea = _sea_about(waves, i, water, body, t, p, R, room)
    for start in range(first, stop, BLOCK):
        count = min(BLOCK, stop - start)
        for j in range(count):
            _into_block(scratch, n, start + j, j, block)
        block_elevations(waves, i, sea, room, block)
        for j in range(count):
            depth = block[ELEVATION + j] - block[Z + j]
            scratch[start + j] = depth
            scratch[_HEAD * n + start + j] = depth
            scratch[WAVE_U * n + start + j] = 1.0 if depth > 0.0 else 0.0
    fading = body["pressure"] == FROUDE_KRYLOV
    if not fading and not moving:
        return
    if moving:
        # Where the surface cuts a face, the velocity is wanted at all its corners.
        for index in range(body["face_start"], body["face_stop"]):
            face = faces[index]
            a, b, c = WAVE_U * n + face["a"], WAVE_U * n + face["b"], WAVE_U * n + face["c"]
            if scratch[a] > 0.0 or scratch[b] > 0.0 or scratch[c] > 0.0:
                scratch[a] = scratch[a] if scratch[a] > 0.0 else -1.0
                scratch[b] = scratch[b] if scratch[b] > 0.0 else -1.0
                scratch[c] = scratch[c] if scratch[c] > 0.0 else -1.0
    count = 0
    for v in range(first, stop):
        if scratch[WAVE_U * n + v] != 0.0:
            _into_block(scratch, n, v, count, block)
            count += 1
        if count == BLOCK or (v == stop - 1 and count > 0):
            if moving:
                block_motions(waves, i, sea, room, block)
            else:
                block_heads(waves, i, sea, room, block)
            _from_block(block, n, count, R, fading, moving, scratch)
            count = 0


@kernel
def _other_depths(
    waves: Records, i: int, water: Record, body: Record, n: int, t: float, R: Matrix3, moving: bool, scratch: Floats
) -> None:
    """The same for waves that are worked out point by point."""
    fading = body["pressure"] == FROUDE_KRYLOV
    for v in range(body["vertex_start"], body["vertex_stop"]):
        x, y, z = scratch[_PLACE * n + v], scratch[(_PLACE + 1) * n + v], scratch[(_PLACE + 2) * n + v]
        motion = wave_motion(waves, i, water["waves"], water["wave_depth"], 0.0, t, x, y, z)
        scratch[v] = motion.elevation - z
        scratch[_HEAD * n + v] = (motion.head if fading else motion.elevation) - z
        if moving:
            flow = transposed_times(R, motion.velocity)
            scratch[WAVE_U * n + v], scratch[WAVE_V * n + v], scratch[WAVE_W * n + v] = flow[0], flow[1], flow[2]


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
    moving: bool,
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
        moving: Whether the velocity of the waves is kept too.
        scratch: WORK floats for every vertex, EXPANSION, and (CHANNELS + waves) * BLOCK.
    """
    whole = (body["center_of_buoyancy"][0], body["center_of_buoyancy"][1], body["center_of_buoyancy"][2])
    if water["waves"] == STILL:
        _still_depths(vertices, body["vertex_start"], body["vertex_stop"], water["surface"] - p_WBo_W[2], up_B, scratch)
    else:
        n = vertices.shape[1]
        _to_world(vertices, body["vertex_start"], body["vertex_stop"], p_WBo_W, R_WB, water["surface"], scratch)
        if water["waves"] == AIRY:
            _airy_depths(waves, i, water, body, vertices, faces, t, p_WBo_W, R_WB, moving, scratch)
        else:
            _other_depths(waves, i, water, body, n, t, R_WB, moving, scratch)
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
