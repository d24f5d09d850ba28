"""Drag of the water on the wet triangles of a hull: friction, and pressure and suction.

At the centroid of each wet triangle, cut at the surface, with the area A, the outward normal n and the velocity u of
the point through the water, u_t its tangential component, cos θ = u·n / |u|:

    friction            -1/2 ρ C_F A |u_t| u_t
    pressure, cos > 0   -(c1 x + c2 x²) A cos^f n          x = |u| / reference speed
    suction, cos < 0    +(s1 x + s2 x²) A |cos|^g n

C_F is the friction line of ITTC 1957, constant over the hull: 0.075 / (log10 Rn - 2)², Rn at least 1000. With U_i the
root mean square of the velocity along an axis of B over the wet area and L_i the extent of the wet part along it,

    Rn² = Σ (U_i L_i / ν)²          so along an axis the length of the hull along the flow counts

Triangles are processed in blocks, see ``hull_blocks``; each position of a block has its own sums, added at the end.
"""

import math
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats, Record
from seaway._jit import kernel, loop_kernel, point_kernel, shared_kernel
from seaway.kernels.blocks import BLOCK, lanes
from seaway.kernels.hull import WAVE_U, WAVE_V, WAVE_W, wet_corners
from seaway.kernels.hull_blocks import CX, CY, CZ, FACE_AREA, FACE_CHANNELS, NX, NY, NZ, VX, VY, VZ, Corners
from seaway.kernels.series import power
from seaway.kernels.vectors import (
    ZERO6,
    Vector3,
    Vector6,
    cross,
    dot3,
    dot6,
    matrix_times,
    scaled3,
    scaled6,
    three,
    wrench_at,
)

__all__ = [
    "ASV",
    "DRAG_CHANNELS",
    "FACING",
    "FIELDS",
    "KERNER",
    "Dragged",
    "dragged",
    "friction_coefficient",
    "slammed",
]

FIELDS: Final = [
    ("friction", "i8"),  # whether there is friction
    ("friction_length", "f8"),  # length of the Reynolds number [m]; 0 for that of the wet part along the flow
    ("pressure_drag", "i8"),  # whether there is pressure drag and suction
    ("pressure_linear", "f8"),  # c1 [N/m2]
    ("pressure_quadratic", "f8"),  # c2 [N/m2]
    ("pressure_falloff", "f8"),  # f
    ("suction_linear", "f8"),  # s1 [N/m2]
    ("suction_quadratic", "f8"),  # s2 [N/m2]
    ("suction_falloff", "f8"),  # g
    ("reference_speed", "f8"),  # reference speed [m/s]
    ("area_damping", "f8", 4),  # damping by wet area: linear, quadratic; angular linear, angular quadratic
    ("hull_area", "f8"),  # area of the whole surface [m2]
    ("compat", "i8"),  # convention: 0 ours, ASV
    ("slamming", "i8"),  # kind of slamming, 0 for none
    ("slam_time", "f8"),  # T [s]
    ("slam_acceleration", "f8"),  # Γ_max [m/s2]
    ("slam_power", "f8"),  # p
]

# As in asv_wave_sim: water at rest, the tangent found with the unit velocity, the speed that of the point.
ASV: Final = 1

# Kinds of slamming.
KERNER: Final = 1
FACING: Final = 2

_SMALLEST_REYNOLDS: Final = 1e3
_LEAST_REST: Final = 1e-12  # smallest wet fraction of a triangle; below it the centroid is lost in rounding
_LEAST_AREA: Final = 1e-300  # area of the padding of the last block [m2 s]
_LEAST_SPEED: Final = 1e-150  # avoids division by zero; its square is still a float [m/s]

# Offsets of the quantities of a block: a block of triangles, see ``hull_blocks``, with the wet area and its centroid;
# the velocity of the waves; then the sums.
_UX: Final = (FACE_CHANNELS + 0) * BLOCK
_UY: Final = (FACE_CHANNELS + 1) * BLOCK
_UZ: Final = (FACE_CHANNELS + 2) * BLOCK
_FRICTION: Final = (FACE_CHANNELS + 3) * BLOCK
_PRESSURE: Final = (FACE_CHANNELS + 9) * BLOCK
_AREA: Final = (FACE_CHANNELS + 15) * BLOCK
_SQUARES: Final = (FACE_CHANNELS + 16) * BLOCK  # of the velocity along x, y and z
_LOW: Final = (FACE_CHANNELS + 19) * BLOCK  # of the wet vertices along x, y and z
_HIGH: Final = (FACE_CHANNELS + 22) * BLOCK
_CUT: Final = (FACE_CHANNELS + 25) * BLOCK
DRAG_CHANNELS: Final = 2 * (FACE_CHANNELS + 25)
"""The drag uses DRAG_CHANNELS * BLOCK floats: a block of whole triangles, and one of cut triangles."""


class Dragged(NamedTuple):
    """Sums over the wet triangles.

    Attributes:
        friction: Wrench about Bo in B, for 1/2 ρ C_F = 1.
        pressure: Wrench of pressure and suction about Bo in B [N, N m].
        area: Wet area [m2].
        waterline: Length of the waterline along x_B [m], 0 if no triangle is cut.
        extent: Extent of the wet part along each axis of B [m]; 0 if the friction does not need it.
        speed: Root mean square of the velocity through the water along each axis of B, over the wet area [m/s].
    """

    friction: Vector6
    pressure: Vector6
    area: float
    waterline: float
    extent: Vector3
    speed: Vector3


@kernel
def friction_coefficient(reynolds: float) -> float:
    """Friction coefficient C_F of ITTC 1957."""
    exponent = math.log10(max(reynolds, _SMALLEST_REYNOLDS)) - 2.0
    return 0.075 / (exponent * exponent)


@point_kernel
def _add_force(block: Floats, start: int, j: int, c: Vector3, f: Vector3) -> None:
    """Add a force at a point to the wrench at one position of a block."""
    block[start + j] += f[0]
    block[start + BLOCK + j] += f[1]
    block[start + 2 * BLOCK + j] += f[2]
    block[start + 3 * BLOCK + j] += c[1] * f[2] - c[2] * f[1]
    block[start + 4 * BLOCK + j] += c[2] * f[0] - c[0] * f[2]
    block[start + 5 * BLOCK + j] += c[0] * f[1] - c[1] * f[0]


@loop_kernel
def _add_friction(block: Floats, v: Vector3, w: Vector3) -> None:
    """Add the friction of a block, for 1/2 ρ C_F = 1."""
    for j in range(BLOCK):
        cx, cy, cz = block[CX + j], block[CY + j], block[CZ + j]
        ux = v[0] + (w[1] * cz - w[2] * cy) - block[_UX + j]
        uy = v[1] + (w[2] * cx - w[0] * cz) - block[_UY + j]
        uz = v[2] + (w[0] * cy - w[1] * cx) - block[_UZ + j]
        nx, ny, nz = block[NX + j], block[NY + j], block[NZ + j]
        across = ux * nx + uy * ny + uz * nz
        tx, ty, tz = ux - across * nx, uy - across * ny, uz - across * nz
        area = block[FACE_AREA + j]
        s = area * np.sqrt(tx * tx + ty * ty + tz * tz)
        _add_force(block, _FRICTION, j, (cx, cy, cz), (-s * tx, -s * ty, -s * tz))
        block[_SQUARES + j] += area * (ux * ux)
        block[_SQUARES + BLOCK + j] += area * (uy * uy)
        block[_SQUARES + 2 * BLOCK + j] += area * (uz * uz)


@loop_kernel
def _add_asv_friction(block: Floats, v: Vector3, w: Vector3) -> None:
    """Add the friction of a block as computed by asv_wave_sim, for 1/2 ρ C_F = 1."""
    for j in range(BLOCK):
        cx, cy, cz = block[CX + j], block[CY + j], block[CZ + j]
        ux = v[0] + (w[1] * cz - w[2] * cy)
        uy = v[1] + (w[2] * cx - w[0] * cz)
        uz = v[2] + (w[0] * cy - w[1] * cx)
        nx, ny, nz = block[NX + j], block[NY + j], block[NZ + j]
        square = ux * ux + uy * uy + uz * uz
        across = (ux * nx + uy * ny + uz * nz) / max(np.sqrt(square), _LEAST_SPEED)
        tx, ty, tz = ux - across * nx, uy - across * ny, uz - across * nz
        s = block[FACE_AREA + j] * square / max(np.sqrt(tx * tx + ty * ty + tz * tz), _LEAST_SPEED)
        _add_force(block, _FRICTION, j, (cx, cy, cz), (-s * tx, -s * ty, -s * tz))


@point_kernel
def _push(area: float, speed: float, across: float, push: Vector3, pull: Vector3, per_speed: float) -> float:
    """Pressure or suction along the normal; each has a linear and a quadratic coefficient and a falloff."""
    cos = across / max(speed, _LEAST_SPEED)
    x = speed * per_speed
    ahead = cos >= 0.0
    linear, quadratic = push[0] if ahead else pull[0], push[1] if ahead else pull[1]
    falloff, signed = push[2] if ahead else pull[2], -area if ahead else area
    return signed * (linear * x + quadratic * (x * x)) * power(min(abs(cos), 1.0), falloff)


@loop_kernel
def _add_pressure(block: Floats, v: Vector3, w: Vector3, push: Vector3, pull: Vector3, per_speed: float) -> None:
    """Add the pressure and suction of a block."""
    for j in range(BLOCK):
        cx, cy, cz = block[CX + j], block[CY + j], block[CZ + j]
        ux = v[0] + (w[1] * cz - w[2] * cy) - block[_UX + j]
        uy = v[1] + (w[2] * cx - w[0] * cz) - block[_UY + j]
        uz = v[2] + (w[0] * cy - w[1] * cx) - block[_UZ + j]
        nx, ny, nz = block[NX + j], block[NY + j], block[NZ + j]
        speed = np.sqrt(ux * ux + uy * uy + uz * uz)
        s = _push(block[FACE_AREA + j], speed, ux * nx + uy * ny + uz * nz, push, pull, per_speed)
        _add_force(block, _PRESSURE, j, (cx, cy, cz), (s * nx, s * ny, s * nz))


@loop_kernel
def _add_both(block: Floats, v: Vector3, w: Vector3, push: Vector3, pull: Vector3, per_speed: float) -> None:
    """Add friction, pressure and suction of a block: the same as one after the other."""
    for j in range(BLOCK):
        cx, cy, cz = block[CX + j], block[CY + j], block[CZ + j]
        ux = v[0] + (w[1] * cz - w[2] * cy) - block[_UX + j]
        uy = v[1] + (w[2] * cx - w[0] * cz) - block[_UY + j]
        uz = v[2] + (w[0] * cy - w[1] * cx) - block[_UZ + j]
        nx, ny, nz = block[NX + j], block[NY + j], block[NZ + j]
        area = block[FACE_AREA + j]
        across = ux * nx + uy * ny + uz * nz
        xx, yy, zz = ux * ux, uy * uy, uz * uz
        block[_SQUARES + j] += area * xx
        block[_SQUARES + BLOCK + j] += area * yy
        block[_SQUARES + 2 * BLOCK + j] += area * zz
        tx, ty, tz = ux - across * nx, uy - across * ny, uz - across * nz
        s = area * np.sqrt(tx * tx + ty * ty + tz * tz)
        _add_force(block, _FRICTION, j, (cx, cy, cz), (-s * tx, -s * ty, -s * tz))
        s = _push(area, np.sqrt(xx + yy + zz), across, push, pull, per_speed)
        _add_force(block, _PRESSURE, j, (cx, cy, cz), (s * nx, s * ny, s * nz))


@kernel
def _add_block(body: Record, block: Floats, v: Vector3, w: Vector3) -> None:
    """Add the triangles of a block."""
    for j in range(BLOCK):
        block[_AREA + j] += block[FACE_AREA + j]
    push = (body["pressure_linear"], body["pressure_quadratic"], body["pressure_falloff"])
    pull = (body["suction_linear"], body["suction_quadratic"], body["suction_falloff"])
    friction, pressure, asv = body["friction"] != 0, body["pressure_drag"] != 0, body["compat"] == ASV
    if friction and pressure and not asv:
        _add_both(block, v, w, push, pull, 1.0 / body["reference_speed"])
        return
    if friction and asv:
        _add_asv_friction(block, v, w)
    elif friction:
        _add_friction(block, v, w)
    if pressure:
        _add_pressure(block, v, w, push, pull, 1.0 / body["reference_speed"])


@loop_kernel
def _take_faces(face: Floats, block: Floats) -> None:
    for k in range(FACE_CHANNELS * BLOCK):
        block[k] = face[k]


@kernel
def _take_flows(corners: Corners, u: Floats, v: Floats, w: Floats, block: Floats) -> None:
    """Set the velocity of the waves of a block of triangles: the mean over the corners of each."""
    third = 1.0 / 3.0
    for j in range(BLOCK):
        a, b, c = corners[j], corners[BLOCK + j], corners[2 * BLOCK + j]
        block[_UX + j] = third * (u[a] + u[b] + u[c])
        block[_UY + j] = third * (v[a] + v[b] + v[c])
        block[_UZ + j] = third * (w[a] + w[b] + w[c])


@loop_kernel
def _widen(vertex: Floats, depth: Floats, block: Floats) -> None:
    """Extend the range of the coordinates of wet vertices by a block."""
    for j in range(BLOCK):
        wet = depth[j] > 0.0
        x, y, z = vertex[VX + j], vertex[VY + j], vertex[VZ + j]
        block[_LOW + j] = min(block[_LOW + j], x if wet else math.inf)
        block[_LOW + BLOCK + j] = min(block[_LOW + BLOCK + j], y if wet else math.inf)
        block[_LOW + 2 * BLOCK + j] = min(block[_LOW + 2 * BLOCK + j], z if wet else math.inf)
        block[_HIGH + j] = max(block[_HIGH + j], x if wet else -math.inf)
        block[_HIGH + BLOCK + j] = max(block[_HIGH + BLOCK + j], y if wet else -math.inf)
        block[_HIGH + 2 * BLOCK + j] = max(block[_HIGH + 2 * BLOCK + j], z if wet else -math.inf)


@kernel
def _widened(low: Vector3, high: Vector3, x: float, y: float, z: float) -> tuple[Vector3, Vector3]:
    """Extend the range of coordinates by a point."""
    return (
        (min(low[0], x), min(low[1], y), min(low[2], z)),
        (max(high[0], x), max(high[1], y), max(high[2], z)),
    )


@kernel
def _put(block: Floats, j: int, face: Floats, k: int, middle: Vector6, part: float) -> None:
    """Copy a part of triangle k of a block to another, at a point with the velocity of the waves."""
    block[CX + j], block[CY + j], block[CZ + j] = middle[0], middle[1], middle[2]
    block[_UX + j], block[_UY + j], block[_UZ + j] = middle[3], middle[4], middle[5]
    block[NX + j], block[NY + j], block[NZ + j] = face[NX + k], face[NY + k], face[NZ + k]
    block[FACE_AREA + j] = part * face[FACE_AREA + k]


@kernel
def _point(vertices: Floats, scratch: Floats, v: int, waves: bool) -> Vector6:
    """A corner, and the velocity of the waves there, in B."""
    n, b, j = vertices.shape[0] * BLOCK, v // BLOCK, v % BLOCK
    x, y, z = vertices[b, VX + j], vertices[b, VY + j], vertices[b, VZ + j]
    if not waves:
        return (x, y, z, 0.0, 0.0, 0.0)
    return (
        x,
        y,
        z,
        float(scratch[WAVE_U * n + v]),
        float(scratch[WAVE_V * n + v]),
        float(scratch[WAVE_W * n + v]),
    )


@kernel
def _toward(a: Vector6, b: Vector6, f: float) -> Vector6:
    return (
        a[0] + f * (b[0] - a[0]),
        a[1] + f * (b[1] - a[1]),
        a[2] + f * (b[2] - a[2]),
        a[3] + f * (b[3] - a[3]),
        a[4] + f * (b[4] - a[4]),
        a[5] + f * (b[5] - a[5]),
    )


@kernel
def _mean(a: Vector6, b: Vector6, c: Vector6) -> Vector6:
    third = 1.0 / 3.0
    return (
        third * (a[0] + b[0] + c[0]),
        third * (a[1] + b[1] + c[1]),
        third * (a[2] + b[2] + c[2]),
        third * (a[3] + b[3] + c[3]),
        third * (a[4] + b[4] + c[4]),
        third * (a[5] + b[5] + c[5]),
    )


@kernel
def _wrench(block: Floats, start: int) -> Vector6:
    return (
        lanes(block, start),
        lanes(block, start + BLOCK),
        lanes(block, start + 2 * BLOCK),
        lanes(block, start + 3 * BLOCK),
        lanes(block, start + 4 * BLOCK),
        lanes(block, start + 5 * BLOCK),
    )


@kernel
def _least(block: Floats, start: int) -> float:
    least = math.inf
    for j in range(BLOCK):
        least = min(least, block[start + j])
    return least


@kernel
def _greatest(block: Floats, start: int) -> float:
    greatest = -math.inf
    for j in range(BLOCK):
        greatest = max(greatest, block[start + j])
    return greatest


@shared_kernel
def dragged(
    vertices: Floats,
    faces: Floats,
    corners: Corners,
    body: Record,
    v: Vector3,
    w: Vector3,
    waves: bool,
    scratch: Floats,
    block: Floats,
) -> Dragged:
    """Sum the drag of a hull whose depths and wave velocities are in the scratch memory.

    Args:
        vertices: Vertices of all hulls, see ``hull_blocks``.
        faces: Triangles of all hulls.
        corners: Corners of the triangles of all hulls.
        body: Parameters of the vehicle.
        v: Velocity of Bo through the current, in B [m/s].
        w: Angular velocity, in B [rad/s].
        waves: Whether there are waves.
        scratch: Scratch memory written by ``hull.pressed``.
        block: Work space of DRAG_CHANNELS * BLOCK floats.
    """
    cut = block[_CUT:]
    for k in range(DRAG_CHANNELS * BLOCK):
        block[k] = 0.0
    low, high = (math.inf, math.inf, math.inf), (-math.inf, -math.inf, -math.inf)
    measured = body["friction"] != 0 and body["friction_length"] == 0.0
    if measured:
        for k in range(3 * BLOCK):
            block[_LOW + k], block[_HIGH + k] = math.inf, -math.inf
        for b in range(body["vertex_start"], body["vertex_stop"]):
            _widen(vertices[b], scratch[b * BLOCK : (b + 1) * BLOCK], block)
        low = (_least(block, _LOW), _least(block, _LOW + BLOCK), _least(block, _LOW + 2 * BLOCK))
        high = (_greatest(block, _HIGH), _greatest(block, _HIGH + BLOCK), _greatest(block, _HIGH + 2 * BLOCK))
    waterline, count = 0.0, 0
    n = vertices.shape[0] * BLOCK
    for index in range(body["face_start"], body["face_stop"]):
        face, corner = faces[index], corners[index]
        wet = wet_corners(corner, scratch)
        if wet == 0:
            continue
        _take_faces(face, block)
        if waves:
            _take_flows(corner, scratch[WAVE_U * n :], scratch[WAVE_V * n :], scratch[WAVE_W * n :], block)
        if wet < 3 * BLOCK:
            for j in range(BLOCK):
                a, b, c = int(corner[j]), int(corner[BLOCK + j]), int(corner[2 * BLOCK + j])
                wet_a, wet_b, wet_c = scratch[a] > 0.0, scratch[b] > 0.0, scratch[c] > 0.0
                number = int(wet_a) + int(wet_b) + int(wet_c)
                if number == 3:
                    continue
                block[FACE_AREA + j] = 0.0
                if number == 0:
                    continue
                # Rotate the corners until the single one comes first.
                two = number == 2
                if wet_b != two:
                    a, b, c = b, c, a
                elif wet_c != two:
                    a, b, c = c, a, b
                A, B, C = (
                    _point(vertices, scratch, a, waves),
                    _point(vertices, scratch, b, waves),
                    _point(vertices, scratch, c, waves),
                )
                # The points where the surface cuts the two edges at a.
                depth = float(scratch[a])
                s, t = depth / (depth - float(scratch[b])), depth / (depth - float(scratch[c]))
                on_ab, on_ac = _toward(A, B, s), _toward(A, C, t)
                waterline += 0.5 * abs(on_ab[0] - on_ac[0])
                if measured:
                    low, high = _widened(low, high, on_ab[0], on_ab[1], on_ab[2])
                    low, high = _widened(low, high, on_ac[0], on_ac[1], on_ac[2])
                # The part at a, or the rest without it.
                part, middle = s * t, _mean(A, on_ab, on_ac)
                if two:
                    middle = _toward(_mean(A, B, C), middle, -part / max(1.0 - part, _LEAST_REST))
                    part = 1.0 - part
                _put(cut, count, face, j, middle, part)
                count += 1
                if count == BLOCK:
                    _add_block(body, cut, v, w)
                    count = 0
        _add_block(body, block, v, w)
    for j in range(count, BLOCK):
        cut[FACE_AREA + j] = 0.0
    if count > 0:
        _add_block(body, cut, v, w)
    for k in range(_FRICTION, _LOW):
        block[k] += cut[k]
    area = lanes(block, _AREA)
    total = area if area > 0.0 else 1.0
    return Dragged(
        _wrench(block, _FRICTION),
        _wrench(block, _PRESSURE),
        area,
        waterline,
        (max(high[0] - low[0], 0.0), max(high[1] - low[1], 0.0), max(high[2] - low[2], 0.0)),
        (
            math.sqrt(lanes(block, _SQUARES) / total),
            math.sqrt(lanes(block, _SQUARES + BLOCK) / total),
            math.sqrt(lanes(block, _SQUARES + 2 * BLOCK) / total),
        ),
    )


@loop_kernel
def _add_slams(
    block: Floats,
    swept: Floats,
    face: Floats,
    v: Vector3,
    w: Vector3,
    time_step: float,
    largest: float,
    exponent: float,
) -> None:
    """Add the impacts on a block for 2 m / (S T) = 1, after Kerner; ``swept`` is updated."""
    for j in range(BLOCK):
        cx, cy, cz = block[CX + j], block[CY + j], block[CZ + j]
        ux = v[0] + (w[1] * cz - w[2] * cy) - block[_UX + j]
        uy = v[1] + (w[2] * cx - w[0] * cz) - block[_UY + j]
        uz = v[2] + (w[0] * cy - w[1] * cx) - block[_UZ + j]
        area = block[FACE_AREA + j]
        sx, sy, sz = area * ux, area * uy, area * uz
        dx, dy, dz = sx - swept[j], sy - swept[BLOCK + j], sz - swept[2 * BLOCK + j]
        swept[j], swept[BLOCK + j], swept[2 * BLOCK + j] = sx, sy, sz
        across = max(ux * block[NX + j] + uy * block[NY + j] + uz * block[NZ + j], 0.0)
        gamma = np.sqrt(dx * dx + dy * dy + dz * dz) / max(face[FACE_AREA + j] * time_step, _LEAST_AREA)
        cos = across / max(np.sqrt(ux * ux + uy * uy + uz * uz), _LEAST_SPEED)
        s = area * cos * power(min(gamma / largest, 1.0), exponent)
        _add_force(block, _FRICTION, j, (cx, cy, cz), (-s * ux, -s * uy, -s * uz))


@loop_kernel
def _add_facing(block: Floats, v: Vector3) -> None:
    """Add the areas of a block that face a motion, times its speed."""
    for j in range(BLOCK):
        across = v[0] * block[NX + j] + v[1] * block[NY + j] + v[2] * block[NZ + j]
        block[_AREA + j] += block[FACE_AREA + j] * max(across, 0.0)


@shared_kernel
def slammed(
    vertices: Floats,
    faces: Floats,
    corners: Corners,
    body: Record,
    v: Vector3,
    w: Vector3,
    wave: Vector3,
    waves: bool,
    first_step: bool,
    time_step: float,
    scratch: Floats,
    block: Floats,
    swept: Floats,
) -> Vector6:
    """Wrench of slamming over one step, about Bo in B.

    After Kerner, each triangle that enters the water is stopped by a part of the momentum, 2 A_wet / S m u / T, in
    proportion to the change of its swept volume since the last step:

        Γ = |A_wet u - (A_wet u) of the last step| / (A h)        F = -min(Γ / Γ_max, 1)^p cos θ (2 A_wet / S) m u / T

    Alternatively the whole area that faces the motion acts, F = -(2 Σ A_wet cos θ / S) m v / T at the centre of mass.
    Both are limited to the force that stops the motion within the step: it never reverses it, and never adds energy.

    Args:
        vertices: Vertices of all hulls, see ``hull_blocks``.
        faces: Triangles of all hulls.
        corners: Corners of the triangles of all hulls.
        body: Parameters of the vehicle.
        v: Velocity of Bo through the current, in B [m/s].
        w: Angular velocity, in B [rad/s].
        wave: Velocity of the waves at the centre of the wet part, in B [m/s].
        waves: Whether there are waves.
        first_step: Whether there is no last step.
        time_step: Time step h [s].
        scratch: Scratch memory written by ``hull.pressed``.
        block: Work space of DRAG_CHANNELS * BLOCK floats.
        swept: A_wet u of the last step along x, y, z, (block of triangles, 3 * BLOCK); updated.
    """
    n = vertices.shape[0] * BLOCK
    c_m = three(body["center_of_mass"])
    turning = cross(w, c_m)
    v_r = (v[0] - wave[0], v[1] - wave[1], v[2] - wave[2])
    v_m = (v_r[0] + turning[0], v_r[1] + turning[1], v_r[2] + turning[2])
    speed_m = math.sqrt(dot3(v_m, v_m))
    kerner = body["slamming"] == KERNER
    for k in range(_UX, _SQUARES):
        block[k] = 0.0
    for index in range(body["face_start"], body["face_stop"]):
        face, corner = faces[index], corners[index]
        wet = wet_corners(corner, scratch)
        if wet == 0:
            if kerner:
                for k in range(3 * BLOCK):
                    swept[index, k] = 0.0
            continue
        _take_faces(face, block)
        if wet < 3 * BLOCK:
            for j in range(BLOCK):
                a, b, c = corner[j], corner[BLOCK + j], corner[2 * BLOCK + j]
                block[FACE_AREA + j] *= _wet_part(float(scratch[a]), float(scratch[b]), float(scratch[c]))
        if kerner:
            if waves:
                _take_flows(corner, scratch[WAVE_U * n :], scratch[WAVE_V * n :], scratch[WAVE_W * n :], block)
            _add_slams(block, swept[index], face, v, w, time_step, body["slam_acceleration"], body["slam_power"])
        else:
            _add_facing(block, v_m)
    share = 2.0 * body["mass"] / (body["hull_area"] * body["slam_time"])
    wrench = ZERO6
    if kerner and not first_step:
        wrench = scaled6(share, _wrench(block, _FRICTION))
    elif not kerner and speed_m > 0.0:
        wrench = wrench_at(scaled3(-share * lanes(block, _AREA) / speed_m, v_m), c_m)
    nu = (v_r[0], v_r[1], v_r[2], w[0], w[1], w[2])
    fed = dot6(nu, wrench)
    if fed >= 0.0:
        return ZERO6
    response = time_step * dot6(wrench, matrix_times(body["inverse"], wrench))
    return scaled6(min(1.0, -fed / response), wrench)


@kernel
def _wet_part(a: float, b: float, c: float) -> float:
    """Wet fraction of the area of a triangle, from the depths of its corners."""
    wet = int(a > 0.0) + int(b > 0.0) + int(c > 0.0)
    if wet == 0:
        return 0.0
    if wet == 3:
        return 1.0
    # Rotate the corners until the single one comes first.
    if (wet == 1 and b > 0.0) or (wet == 2 and not b > 0.0):
        a, b, c = b, c, a
    elif (wet == 1 and c > 0.0) or (wet == 2 and not c > 0.0):
        a, b, c = c, a, b
    corner = (a / (a - b)) * (a / (a - c))
    return corner if wet == 1 else 1.0 - corner
