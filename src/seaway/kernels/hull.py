"""Pressure of the water on a hull: triangles, each cut at the surface.

A corner at the depth d below the surface has the head h, the pressure / ρ g. Both are linear over a triangle, so the
dry part is cut off along a straight line, on which both vanish (the head of waves nearly so). With N the area of a
triangle along its outward normal, its corners x_i and heads h_i, and s their sum,

    force / ρ g = -N s / 3        moment / ρ g = -1/12 Σ x_i (h_i + s) × N

which involves no division. Over a hull this is a sum over its vertices, with precomputed weights, see ``hull_blocks``.
In this sum a dry corner has zero depth and head; the error on the triangles that the surface cuts is corrected one by
one.

Volume and centre of the submerged part follow from the depths by Gauss's theorem: with "up" the vertical and
n·up dA = dN·up,

    V = -∮ d dN·up        D = ∫ d dV = -1/2 ∮ d² dN·up        ∫ x dV = D up - ∮ d x dN·up

The water plane that closes the wet part has d = 0 and does not contribute.
"""

import math
from typing import Any, Final, NamedTuple

from seaway._arrays import Floats, Record
from seaway._jit import kernel, loop_kernel, part_kernel, shared_kernel
from seaway.kernels.blocks import BLOCK, ELEVATION, HEAD, SECOND, U, V, W, X, Y, Z, lanes
from seaway.kernels.hull_blocks import (
    FACE_AREA,
    NX,
    NY,
    NZ,
    SX,
    SY,
    SZ,
    TENSOR,
    VX,
    VY,
    VZ,
    Corners,
)
from seaway.kernels.rotation import Matrix3, times, transposed_times
from seaway.kernels.vectors import ZERO3, Vector3, Vector6, added3, cross, dot3, three
from seaway.kernels.wave_blocks import Sea, block_elevations, block_flows, block_heads
from seaway.kernels.wave_expansion import EXPANSION, LONGEST, LONGEST_FLAT, NOWHERE, About, expand, phases_at
from seaway.kernels.waves import AIRY, GERSTNER, NO_MOTION, NUMBER, STILL, gerstner_motion, ramp, skin_of, stretched

__all__ = [
    "FIELDS",
    "FROUDE_KRYLOV",
    "HYDROSTATIC",
    "NO_HULL",
    "PRESSURE_CHANNELS",
    "WAVE_U",
    "WAVE_V",
    "WAVE_W",
    "WORK",
    "Flow",
    "Pressed",
    "pressed",
    "wet_corners",
]

# Kinds of pressure.
NO_HULL: Final = 0
FROUDE_KRYLOV: Final = 1
HYDROSTATIC: Final = 2

FIELDS: Final = [
    ("pressure", "i8"),  # kind of pressure on the hull, NO_HULL without a hull
    ("vertex_start", "i8"),  # its blocks of vertices, in the array of all
    ("vertex_stop", "i8"),
    ("face_start", "i8"),  # its blocks of triangles, in the array of all
    ("face_stop", "i8"),
    ("exact_waves", "i8"),  # whether no component is expanded about the hull
]

# Quantities of every vertex in the scratch memory, each with one float per vertex: depth, head, the velocity of the
# waves in B; then space for an expansion of the waves, and for a block.
_HEAD: Final = 1
WAVE_U: Final = 2
WAVE_V: Final = 3
WAVE_W: Final = 4
WORK: Final = 5

# Offsets of the quantities of a block during the summation of the pressure: the depths of the three corners, 0 if dry;
# the sums of force and moment, volume, its first moments, and the squares of the depths.
_DEPTHS: Final = 0
_FORCE: Final = 3 * BLOCK
_MOMENT: Final = 6 * BLOCK
_VOLUME: Final = 9 * BLOCK
_FIRST: Final = 10 * BLOCK
_SQUARES: Final = 13 * BLOCK
PRESSURE_CHANNELS: Final = 14
"""The summation of the pressure uses PRESSURE_CHANNELS * BLOCK floats."""

# Number of components from which on it is faster to expand the long ones.
_MANY: Final = 12
# Largest distance of vertices and their stretched heights from the middle of a hull, in its radii.
_REACH: Final = 1.25

# A smaller submerged fraction counts as 0, since its centre is lost in rounding.
_DRY: Final = 1e-12


class Pressed(NamedTuple):
    """Pressure on a hull.

    Attributes:
        wrench: Wrench of the pressure about Bo in B, divided by ρ g.
        volume: Submerged volume [m3].
        center: Centre p_BoQ_B of that volume [m]; of the whole volume if nothing is wet.
    """

    wrench: Vector6
    volume: float
    center: Vector3


class Flow(NamedTuple):
    """Velocity of the waves over a hull, linear about a point, in W.

    Attributes:
        center: The point in the frame that drifts with the current, z above the still surface [m].
        velocity: Velocity at the point [m/s].
        gradient: Gradient of the velocity as xx, yy, xy, yz, zx [1/s].
        half: Factor 1 / 2g [s2/m].
        rise: Constant head of second order in finite depth [m].
    """

    center: Vector3
    velocity: Vector3
    gradient: tuple[float, float, float, float, float]
    half: float
    rise: float


class _Sums(NamedTuple):
    """Integrals of the head and of the depth over the wet surface."""

    force: Vector3
    moment: Vector3
    volume: float
    depths: float
    first: Vector3


_NOTHING: Final = _Sums(ZERO3, ZERO3, 0.0, 0.0, ZERO3)

Corner = tuple[float, float, float, float, float]  # x, y, z in B; depth, head


@kernel
def _corner(vertices: Floats, scratch: Floats, v: int) -> Corner:
    n = vertices.shape[0] * BLOCK
    b, j = v // BLOCK, v % BLOCK
    return (
        vertices[b, VX + j],
        vertices[b, VY + j],
        vertices[b, VZ + j],
        float(scratch[v]),
        float(scratch[_HEAD * n + v]),
    )


@kernel
def _toward(a: Corner, b: Corner, f: float) -> Vector3:
    return (a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1]), a[2] + f * (b[2] - a[2]))


@kernel
def _with_corner(sums: _Sums, a: Corner, share: float, lever: Vector3, N: Vector3, upward: float) -> _Sums:
    """Add a wet corner: its head and depth times a share of N, and times a lever."""
    moment = cross(lever, N)
    f, m, x = sums.force, sums.moment, sums.first
    h, d = a[4], upward * a[3]
    force = h * share
    return _Sums(
        (f[0] - force * N[0], f[1] - force * N[1], f[2] - force * N[2]),
        (m[0] - h * moment[0], m[1] - h * moment[1], m[2] - h * moment[2]),
        sums.volume - d * share,
        sums.depths,
        (x[0] - d * lever[0], x[1] - d * lever[1], x[2] - d * lever[2]),
    )


@kernel
def _with_squares(sums: _Sums, squares: float) -> _Sums:
    return _Sums(sums.force, sums.moment, sums.volume, sums.depths - squares, sums.first)


@kernel
def _with_one_wet(sums: _Sums, a: Corner, b: Corner, c: Corner, N: Vector3, upward: float) -> _Sums:
    """Correct a triangle with only a submerged: the wet part has the corner a and two points of the surface.

    The result replaces the whole triangle with the head of a, which is therefore subtracted.
    """
    s, t = a[3] / (a[3] - b[3]), a[3] / (a[3] - c[3])
    on_ab, on_ac, part = _toward(a, b, s), _toward(a, c, t), s * t
    lever = (
        part * (2.0 * a[0] + on_ab[0] + on_ac[0]) - (2.0 * a[0] + b[0] + c[0]),
        part * (2.0 * a[1] + on_ab[1] + on_ac[1]) - (2.0 * a[1] + b[1] + c[1]),
        part * (2.0 * a[2] + on_ab[2] + on_ac[2]) - (2.0 * a[2] + b[2] + c[2]),
    )
    sums = _with_corner(sums, a, part - 1.0, lever, N, upward)
    return _with_squares(sums, upward * (2.0 * (part - 1.0) * (a[3] * a[3])))


@kernel
def _lever(
    a: Corner, b: Corner, c: Corner, on_ab: Vector3, on_ac: Vector3, s: float, t: float, k: int
) -> tuple[float, float]:
    """Levers along one axis for b and c: those of a triangle without its corner a, minus those of the whole."""
    on_b, on_c = s * (1.0 - t), t * (1.0 - s)
    half = 0.5 * (s + t)
    whole = a[k] + b[k] + c[k]
    return (
        (2.0 * half + on_b) * b[k]
        + half * c[k]
        + 0.5 * (t + on_b) * on_ac[k]
        + 0.5 * (s + on_b) * on_ab[k]
        - (whole + b[k]),
        (2.0 * half + on_c) * c[k]
        + half * b[k]
        + 0.5 * (t + on_c) * on_ac[k]
        + 0.5 * (s + on_c) * on_ab[k]
        - (whole + c[k]),
    )


@kernel
def _with_two_wet(sums: _Sums, a: Corner, b: Corner, c: Corner, N: Vector3, upward: float) -> _Sums:
    """Correct a triangle with only a dry: the wet part has four corners, b, c and two in the surface.

    It is the mean of both splits along a diagonal, so the order of the corners does not matter. With s and t the wet
    fractions of the edges b-a and c-a, the triangles have these fractions of the whole:

        along one        b, c, on_ac   t        b, on_ac, on_ab   s (1 - t)
        along the other  b, c, on_ab   s        c, on_ac, on_ab   t (1 - s)

    The result replaces the whole triangle with the heads of b and c, which is therefore subtracted.
    """
    s, t = b[3] / (b[3] - a[3]), c[3] / (c[3] - a[3])
    on_ab, on_ac = _toward(b, a, s), _toward(c, a, t)
    x, y, z = (
        _lever(a, b, c, on_ab, on_ac, s, t, 0),
        _lever(a, b, c, on_ab, on_ac, s, t, 1),
        _lever(a, b, c, on_ab, on_ac, s, t, 2),
    )
    half, on_b, on_c = 0.5 * (s + t), s * (1.0 - t), t * (1.0 - s)
    sums = _with_corner(sums, b, half + 0.5 * on_b - 1.0, (x[0], y[0], z[0]), N, upward)
    sums = _with_corner(sums, c, half + 0.5 * on_c - 1.0, (x[1], y[1], z[1]), N, upward)
    bb, cc, both = b[3] * b[3], c[3] * c[3], b[3] + c[3]
    return _with_squares(sums, upward * ((half - 1.0) * (bb + cc + both * both) + (on_b * bb + on_c * cc)))


@part_kernel
def _with_cut(sums: _Sums, a: Corner, b: Corner, c: Corner, N: Vector3, up_B: Vector3) -> _Sums:
    """Correct the sum over vertices for a triangle that the surface cuts."""
    wet_a, wet_b, wet_c = a[3] > 0.0, b[3] > 0.0, c[3] > 0.0
    two = int(wet_a) + int(wet_b) + int(wet_c) == 2
    # Rotate the corners until the single one comes first.
    if wet_b != two:
        a, b, c = b, c, a
    elif wet_c != two:
        a, b, c = c, a, b
    upward = dot3(N, up_B)
    if two:
        return _with_two_wet(sums, a, b, c, N, upward)
    return _with_one_wet(sums, a, b, c, N, upward)


@loop_kernel
def wet_corners(corners: Corners, depths: Floats) -> int:
    """Number of wet corners of a block of triangles."""
    count = 0
    for k in range(3 * BLOCK):
        count += int(depths[corners[k]] > 0.0)
    return count


@loop_kernel
def _still_depths(vertex: Floats, level: float, up_B: Vector3, depth: Floats, head: Floats) -> None:
    """Depths of a block below a horizontal surface at a height above Bo, which are also the heads."""
    for j in range(BLOCK):
        below = level - (up_B[0] * vertex[VX + j] + up_B[1] * vertex[VY + j] + up_B[2] * vertex[VZ + j])
        depth[j] = below
        head[j] = below


@loop_kernel
def _place(vertex: Floats, p: Vector3, R: Matrix3, level: float, block: Floats) -> None:
    """Positions of the vertices of a block: x, y, and z above the still surface."""
    for j in range(BLOCK):
        x, y, z = vertex[VX + j], vertex[VY + j], vertex[VZ + j]
        block[X + j] = p[0] + (R[0] * x + R[1] * y + R[2] * z)
        block[Y + j] = p[1] + (R[3] * x + R[4] * y + R[5] * z)
        block[Z + j] = (p[2] - level) + (R[6] * x + R[7] * y + R[8] * z)


@loop_kernel
def _second_order(flow: Flow, block: Floats) -> None:
    """Head of second order at the vertices of a block, from a wave velocity that is linear over the hull."""
    u, G, x, half, rise = flow.velocity, flow.gradient, flow.center, flow.half, flow.rise
    for j in range(BLOCK):
        rx, ry, rz = block[X + j] - x[0], block[Y + j] - x[1], block[Z + j] - x[2]
        vx = u[0] + (G[0] * rx + G[2] * ry + G[4] * rz)
        vy = u[1] + (G[2] * rx + G[1] * ry + G[3] * rz)
        vz = u[2] + (G[4] * rx + G[3] * ry - (G[0] + G[1]) * rz)
        block[SECOND + j] = rise - half * (vx * vx + vy * vy + vz * vz)


@loop_kernel
def _keep_depths(block: Floats, depth: Floats, head: Floats) -> int:
    """Store the depths of a block, also as heads; return the number of wet vertices."""
    wet = 0
    for j in range(BLOCK):
        below = block[ELEVATION + j] - block[Z + j]
        depth[j] = below
        head[j] = below
    for j in range(BLOCK):
        wet += int(block[ELEVATION + j] - block[Z + j] > 0.0)
    return wet


@loop_kernel
def _keep_heads(block: Floats, head: Floats) -> None:
    for j in range(BLOCK):
        head[j] = block[HEAD + j] - block[Z + j]


@loop_kernel
def _keep_flows(block: Floats, R: Matrix3, flow_u: Floats, flow_v: Floats, flow_w: Floats) -> None:
    """Store the velocities of a block, transformed from W to B."""
    for j in range(BLOCK):
        u, v, w = block[U + j], block[V + j], block[W + j]
        flow_u[j] = R[0] * u + R[3] * v + R[6] * w
        flow_v[j] = R[1] * u + R[4] * v + R[7] * w
        flow_w[j] = R[2] * u + R[5] * v + R[8] * w


@kernel
def _sea_about(
    waves: Floats,
    i: int,
    water: Record,
    body: Record,
    t: float,
    phases: Floats,
    p: Vector3,
    R: Matrix3,
    room: Floats,
    block: Floats,
) -> Sea:
    """Waves about a hull; long waves are expanded if there are many components."""
    factor, _ = ramp(water["wave_ramp"], t)
    depth, layer = water["wave_depth"], water["wave_layer"]
    if body["exact_waves"] != 0 or water["wave_count"] < _MANY:
        return Sea(depth, layer, factor, phases, -1.0, NOWHERE)
    center = times(R, three(body["center_of_buoyancy"]))
    x, y, z = p[0] + center[0], p[1] + center[1], p[2] + center[2] - water["surface"]
    longest = (LONGEST_FLAT if water["long_crested"] != 0 else LONGEST) / (_REACH * body["radius"])
    found = block[: 2 * waves.shape[2]]
    phases_at(waves, i, factor, phases, x, y, found)
    swell = 0.0
    for c in range(waves.shape[2]):
        swell += found[c] if waves[i, NUMBER, c] <= longest else 0.0
    skin = skin_of(z, swell, 1.0 / layer)
    head_height, flow_height = stretched(z, swell, skin, depth), max(min(z, 0.0), -depth)
    about = About(
        x, y, head_height, flow_height, water["wave_along"][0], water["wave_along"][1], water["long_crested"] != 0
    )
    expand(waves, i, depth, found, about, longest, room)
    return Sea(depth, layer, factor, phases, longest, about)


@part_kernel
def _airy_depths(
    vertices: Floats,
    corners: Corners,
    waves: Floats,
    i: int,
    water: Record,
    body: Record,
    t: float,
    phases: Floats,
    flow: Flow,
    p: Vector3,
    R: Matrix3,
    moving: bool,
    scratch: Floats,
) -> int:
    """Depths of all vertices, with heads and velocities in and next to wet blocks; return the number of wet ones."""
    n = vertices.shape[0] * BLOCK
    room = scratch[WORK * n :]
    block = room[EXPANSION:]
    sea = _sea_about(waves, i, water, body, t, phases, p, R, room, block)
    fading, level = body["pressure"] == FROUDE_KRYLOV, water["surface"]
    wet = 0
    for b in range(body["vertex_start"], body["vertex_stop"]):
        at = b * BLOCK
        u, v, w = WAVE_U * n + at, WAVE_V * n + at, WAVE_W * n + at
        _place(vertices[b], p, R, level, block)
        block_elevations(waves, i, sea, room, block)
        count = _keep_depths(block, scratch[at : at + BLOCK], scratch[_HEAD * n + at : _HEAD * n + at + BLOCK])
        wet += count
        if count > 0 and fading:
            _second_order(flow, block)
            block_heads(waves, i, sea, room, block)
            _keep_heads(block, scratch[_HEAD * n + at : _HEAD * n + at + BLOCK])
        if count > 0 and moving:
            block_flows(waves, i, sea, room, block)
            _keep_flows(block, R, scratch[u : u + BLOCK], scratch[v : v + BLOCK], scratch[w : w + BLOCK])
        elif moving:
            scratch[u] = math.nan  # not known
    if not moving:
        return wet
    # If the surface cuts a triangle, the velocity is needed at its dry corners, too.
    for index in range(body["face_start"], body["face_stop"]):
        count = wet_corners(corners[index], scratch)
        if 0 < count < 3 * BLOCK:
            for k in range(3 * BLOCK):
                b = int(corners[index, k]) // BLOCK
                u, v, w = WAVE_U * n + b * BLOCK, WAVE_V * n + b * BLOCK, WAVE_W * n + b * BLOCK
                if math.isnan(scratch[u]):
                    _place(vertices[b], p, R, level, block)
                    block_elevations(waves, i, sea, room, block)
                    block_flows(waves, i, sea, room, block)
                    _keep_flows(block, R, scratch[u : u + BLOCK], scratch[v : v + BLOCK], scratch[w : w + BLOCK])
    return wet


@part_kernel
def _gerstner_depths(
    vertices: Floats,
    waves: Floats,
    i: int,
    water: Record,
    body: Record,
    t: float,
    phases: Floats,
    p: Vector3,
    R: Matrix3,
    moving: bool,
    scratch: Floats,
) -> int:
    """The same for Gerstner waves, which are evaluated point by point."""
    n = vertices.shape[0] * BLOCK
    block = scratch[WORK * n :]
    fading = body["pressure"] == FROUDE_KRYLOV
    wet = 0
    for b in range(body["vertex_start"], body["vertex_stop"]):
        _place(vertices[b], p, R, water["surface"], block)
        x, y, z = math.nan, math.nan, math.nan
        motion = NO_MOTION
        for j in range(BLOCK):
            # The padding of the last block is all at one point.
            if block[X + j] != x or block[Y + j] != y or block[Z + j] != z:
                x, y, z = float(block[X + j]), float(block[Y + j]), float(block[Z + j])
                motion = gerstner_motion(waves, i, phases, x, y, z)
            index = b * BLOCK + j
            scratch[index] = motion.elevation - z
            scratch[_HEAD * n + index] = (motion.head if fading else motion.elevation) - z
            wet += int(motion.elevation - z > 0.0)
            if moving:
                flow = transposed_times(R, motion.velocity)
                scratch[WAVE_U * n + index], scratch[WAVE_V * n + index] = flow[0], flow[1]
                scratch[WAVE_W * n + index] = flow[2]
    return wet


@loop_kernel
def _add_vertices(vertex: Floats, depth: Floats, head: Floats, up_B: Vector3, block: Floats) -> None:
    """Add the contributions of a block of vertices to all triangles around them."""
    for j in range(BLOCK):
        wet = depth[j] > 0.0
        d, h = depth[j] if wet else 0.0, head[j] if wet else 0.0
        sx, sy, sz = vertex[SX + j], vertex[SY + j], vertex[SZ + j]
        xx, xy, xz = vertex[TENSOR + j], vertex[TENSOR + BLOCK + j], vertex[TENSOR + 2 * BLOCK + j]
        yx, yy, yz = vertex[TENSOR + 3 * BLOCK + j], vertex[TENSOR + 4 * BLOCK + j], vertex[TENSOR + 5 * BLOCK + j]
        zx, zy, zz = vertex[TENSOR + 6 * BLOCK + j], vertex[TENSOR + 7 * BLOCK + j], vertex[TENSOR + 8 * BLOCK + j]
        block[_FORCE + j] -= h * sx
        block[_FORCE + BLOCK + j] -= h * sy
        block[_FORCE + 2 * BLOCK + j] -= h * sz
        block[_MOMENT + j] -= h * (yz - zy)
        block[_MOMENT + BLOCK + j] -= h * (zx - xz)
        block[_MOMENT + 2 * BLOCK + j] -= h * (xy - yx)
        block[_VOLUME + j] -= d * (up_B[0] * sx + up_B[1] * sy + up_B[2] * sz)
        block[_FIRST + j] -= d * (up_B[0] * xx + up_B[1] * xy + up_B[2] * xz)
        block[_FIRST + BLOCK + j] -= d * (up_B[0] * yx + up_B[1] * yy + up_B[2] * yz)
        block[_FIRST + 2 * BLOCK + j] -= d * (up_B[0] * zx + up_B[1] * zy + up_B[2] * zz)


@loop_kernel
def _take_depths(corners: Corners, depths: Floats, block: Floats) -> int:
    """Copy the depths of the corners of a block of triangles, 0 if dry; return the number of wet corners."""
    count = 0
    for k in range(3 * BLOCK):
        d = depths[corners[k]]
        wet = d > 0.0
        block[_DEPTHS + k] = d if wet else 0.0
        count += int(wet)
    return count


@loop_kernel
def _add_squares(face: Floats, up_B: Vector3, block: Floats) -> None:
    """Add the squares of the depths over a block of triangles."""
    for j in range(BLOCK):
        a, b, c = block[_DEPTHS + j], block[_DEPTHS + BLOCK + j], block[_DEPTHS + 2 * BLOCK + j]
        upward = face[FACE_AREA + j] * (up_B[0] * face[NX + j] + up_B[1] * face[NY + j] + up_B[2] * face[NZ + j])
        total = a + b + c
        block[_SQUARES + j] -= upward * (a * (a + total) + b * (b + total) + c * (c + total))


@kernel
def _three_lanes(block: Floats, start: int) -> Vector3:
    return (lanes(block, start), lanes(block, start + BLOCK), lanes(block, start + 2 * BLOCK))


@shared_kernel
def pressed(
    vertices: Floats,
    faces: Floats,
    corners: Corners,
    airy: Any,
    gerstner: Any,
    row: int,
    water: Record,
    body: Record,
    t: float,
    phases: Floats,
    flow: Flow,
    p_WBo_W: Vector3,
    R_WB: Matrix3,
    up_B: Vector3,
    moving: bool,
    scratch: Floats,
) -> Pressed:
    """Pressure on a hull.

    Args:
        vertices: Vertices of all hulls, see ``hull_blocks``.
        faces: Triangles of all hulls.
        corners: Corners of the triangles of all hulls.
        airy: Table of waves, if there are linear waves in some run; otherwise None.
        gerstner: The same for Gerstner waves.
        row: Index of the run.
        water: Record of ``water.WATER``; its surface is finite.
        body: Parameters of the vehicle.
        t: Time [s].
        phases: Phases of the waves, see ``waves.carry``.
        flow: Velocity of the waves about the hull.
        p_WBo_W: Position minus the drift of the current [m].
        R_WB: Rotation matrix from B to W.
        up_B: Upward unit vector in B.
        moving: Whether the velocity of the waves is stored, too.
        scratch: Scratch memory, see ``hull_forces.scratch_size``.
    """
    whole = (body["center_of_buoyancy"][0], body["center_of_buoyancy"][1], body["center_of_buoyancy"][2])
    n = vertices.shape[0] * BLOCK
    first, stop = body["vertex_start"], body["vertex_stop"]
    dry = (stop - first) * BLOCK
    if airy is not None:
        if water["waves"] == AIRY:
            i = min(row, airy.shape[0] - 1)
            dry -= _airy_depths(
                vertices, corners, airy, i, water, body, t, phases, flow, p_WBo_W, R_WB, moving, scratch
            )
    if gerstner is not None:
        if water["waves"] == GERSTNER:
            i = min(row, gerstner.shape[0] - 1)
            dry -= _gerstner_depths(vertices, gerstner, i, water, body, t, phases, p_WBo_W, R_WB, moving, scratch)
    block = scratch[WORK * n :]
    for k in range(_FORCE, PRESSURE_CHANNELS * BLOCK):
        block[k] = 0.0
    for b in range(first, stop):
        at = b * BLOCK
        depth, head = scratch[at : at + BLOCK], scratch[_HEAD * n + at : _HEAD * n + at + BLOCK]
        if water["waves"] == STILL:
            _still_depths(vertices[b], water["surface"] - p_WBo_W[2], up_B, depth, head)
            for j in range(BLOCK):
                dry -= int(depth[j] > 0.0)
        _add_vertices(vertices[b], depth, head, up_B, block)
    sums = _NOTHING
    if dry > 0:
        for index in range(body["face_start"], body["face_stop"]):
            count = _take_depths(corners[index], scratch, block)
            if count == 0:
                continue
            _add_squares(faces[index], up_B, block)
            if count == 3 * BLOCK:
                continue
            for j in range(BLOCK):
                wet = (
                    int(block[_DEPTHS + j] > 0.0)
                    + int(block[_DEPTHS + BLOCK + j] > 0.0)
                    + int(block[_DEPTHS + 2 * BLOCK + j] > 0.0)
                )
                if wet == 1 or wet == 2:
                    area = faces[index, FACE_AREA + j]
                    N = (area * faces[index, NX + j], area * faces[index, NY + j], area * faces[index, NZ + j])
                    A = _corner(vertices, scratch, int(corners[index, j]))
                    B = _corner(vertices, scratch, int(corners[index, BLOCK + j]))
                    C = _corner(vertices, scratch, int(corners[index, 2 * BLOCK + j]))
                    sums = _with_cut(sums, A, B, C, N, up_B)
    f, m = added3(sums.force, _three_lanes(block, _FORCE)), added3(sums.moment, _three_lanes(block, _MOMENT))
    wrench = (f[0] / 3.0, f[1] / 3.0, f[2] / 3.0, m[0] / 12.0, m[1] / 12.0, m[2] / 12.0)
    # In waves the depths above and below a body, each linear between its corners, do not cancel exactly: the known
    # values of a submerged body are used instead of their sum.
    if dry == 0:
        return Pressed(wrench, body["volume"], whole)
    volume = min((sums.volume + lanes(block, _VOLUME)) / 3.0, body["volume"])
    if volume <= _DRY * body["volume"]:
        return Pressed(wrench, 0.0, whole)
    x = added3(sums.first, _three_lanes(block, _FIRST))
    D = (sums.depths + lanes(block, _SQUARES)) / 24.0
    center = (
        (D * up_B[0] + x[0] / 12.0) / volume,
        (D * up_B[1] + x[1] / 12.0) / volume,
        (D * up_B[2] + x[2] / 12.0) / volume,
    )
    off = (center[0] - whole[0], center[1] - whole[1], center[2] - whole[2])
    return Pressed(wrench, volume, center if dot3(off, off) < body["radius"] * body["radius"] else whole)
