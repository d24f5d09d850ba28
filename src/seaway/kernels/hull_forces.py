"""Hulls: their pressure, and the wrenches of friction, pressure drag, damping and slamming.

Hulls are processed in blocks of triangles, one run at a time; their parameters are records.
"""

import math
from typing import Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats, Record
from seaway._jit import kernel, part_kernel
from seaway.kernels import hull, hull_drag
from seaway.kernels.blocks import BLOCK, CHANNELS
from seaway.kernels.hull import PRESSURE_CHANNELS, WORK, Flow, pressed
from seaway.kernels.hull_blocks import Corners
from seaway.kernels.hull_drag import ASV, DRAG_CHANNELS, dragged, friction_coefficient, slammed
from seaway.kernels.restoring import buoyancy
from seaway.kernels.rotation import Matrix3, product, times
from seaway.kernels.surroundings import MOMENT, Lying, added_share, seen_by, shift_phases, table_of
from seaway.kernels.vectors import (
    ZERO3,
    ZERO6,
    Vector3,
    Vector6,
    added3,
    advanced3,
    cross,
    dot3,
    scaled3,
    scaled6,
    velocity_at,
    wrench_at,
)
from seaway.kernels.water_over_body import gradient_times
from seaway.kernels.wave_expansion import EXPANSION
from seaway.kernels.wave_sums import NO_BODY_MOTION
from seaway.kernels.waves import STILL, ramp

__all__ = ["HULL", "HULL_FORCES", "Hulls", "hull_wrenches", "lying_hull", "scratch_size", "slam"]

HULL: Final = np.dtype(
    [
        *hull.FIELDS,
        *hull_drag.FIELDS,
        ("volume", "f8"),  # [m3]
        ("center_of_buoyancy", "f8", 3),  # p_BoBcb_B of the whole volume [m]
        ("radius", "f8"),  # radius of the sphere around the hull [m]
        ("mass", "f8"),  # mass of the vehicle [kg]
        ("center_of_mass", "f8", 3),  # p_BoBcm_B [m]
        ("inverse", "f8", (6, 6)),  # (M_RB + M_A)^-1 by columns
    ]
)

# Nodes of the table of the submerged part of a hull, over its submerged fraction.
_SECTIONS: Final = 9

HULL_FORCES: Final = ("hull_friction", "hull_pressure_drag", "hull_damping", "slamming")
"""Names of the forces on a hull other than its pressure, in the order of ``hull_wrenches``."""


class Hulls(NamedTuple):
    """Meshes of all hulls, and scratch memory.

    Attributes:
        vertices: Blocks of vertices, see ``hull_blocks.HullBlocks``.
        faces: Blocks of triangles.
        corners: Corners of the triangles.
        scratch: Scratch memory, see ``scratch_size``.
    """

    vertices: Floats
    faces: Floats
    corners: Corners
    scratch: Floats


def scratch_size(vertices: int, waves: int) -> int:
    """Size of the scratch memory of a run in floats: quantities of every vertex, an expansion and a block."""
    if vertices == 0:
        return 0
    work = max(EXPANSION + (CHANNELS + 2 * waves) * BLOCK, max(PRESSURE_CHANNELS, DRAG_CHANNELS) * BLOCK)
    return WORK * vertices + work


@kernel
def _wet_square(body: Any, wet: float) -> Vector3:
    """Squares of the semi-axes of the ellipsoid with the second moments of the wet part."""
    place = min(wet, 1.0) * (_SECTIONS - 1) if wet > 0.0 else 0.0  # also if it is not a number
    low = min(int(place), _SECTIONS - 2)
    f, table = place - low, body.sections
    return (
        table[low, 0] + f * (table[low + 1, 0] - table[low, 0]),
        table[low, 1] + f * (table[low + 1, 1] - table[low, 1]),
        table[low, 2] + f * (table[low + 1, 2] - table[low, 2]),
    )


@kernel
def _in_world(R: Matrix3, G: tuple[float, float, float, float, float]) -> tuple[float, float, float, float, float]:
    """A gradient R G Rᵀ in W, as xx, yy, xy, yz, zx."""
    x, y, z = (R[0], R[1], R[2]), (R[3], R[4], R[5]), (R[6], R[7], R[8])
    along_x, along_y = gradient_times(G, x), gradient_times(G, y)
    return (dot3(x, along_x), dot3(y, along_y), dot3(x, along_y), dot3(z, along_y), dot3(z, along_x))


@part_kernel
def lying_hull(
    own: Record,
    hulls: Any,
    water: Record,
    body: Any,
    sea: Any,
    waves: Any,
    airy: Any,
    gerstner: Any,
    row: int,
    t: float,
    p: Vector3,
    R_WB: Matrix3,
    R_BW: Matrix3,
    nu: Vector6,
) -> Lying:
    """A hull under the true surface; in unbounded water its whole volume."""
    up_B = (R_BW[2], R_BW[5], R_BW[8])
    center, square = body.center_of_buoyancy, body.square
    wave, phases, place = NO_BODY_MOTION, hulls.scratch, p
    if waves is not None:
        v_W = times(R_WB, velocity_at(nu, center))
        wave = seen_by(waves, sea, added3(p, times(R_WB, center)), R_WB, square, v_W)
        phases = waves.now[0]
        place = (p[0] - waves.shift[0], p[1] - waves.shift[1], p[2])
    if not math.isfinite(water["surface"]):
        lift = buoyancy(sea.density * body.volume * sea.gravity, up_B, center)
        return Lying(1.0, 0.0, center, square, wave, lift, 0.0)
    moving = own["friction"] + own["pressure_drag"] + own["slamming"] != 0
    factor, _ = ramp(water["wave_ramp"], t)
    rise = factor * factor * water["wave_set_down"]
    half = 0.5 / water["gravity"] if water["gravity"] > 0.0 else 0.0
    middle = added3(place, times(R_WB, center))
    middle = (middle[0], middle[1], middle[2] - water["surface"])
    flow = Flow(middle, times(R_WB, wave.velocity), _in_world(R_WB, wave.gradient), half, rise)
    mesh = (hulls.vertices, hulls.faces, hulls.corners, airy, gerstner, row, water, own, t)
    wrench, volume, center = pressed(*mesh, phases, flow, place, R_WB, up_B, moving, hulls.scratch)
    wet = volume / body.volume
    growth = 0.0
    if wet > 0.0 and added_share(body, sea, wet) < 1.0:
        # The wet volume a short time later and earlier, at the present velocity; then the present one again.
        v, w = times(R_WB, (nu[0], nu[1], nu[2])), (nu[3], nu[4], nu[5])
        for k in range(2):
            later = MOMENT if k == 0 else -MOMENT
            turned, up = _turned(R_WB, scaled3(later, w)), advanced3(up_B, -later, cross(w, up_B))
            moved = advanced3(place, later, v)
            if waves is not None:
                moved = advanced3(moved, -later, waves.speed)
                shift_phases(waves.now[0], table_of(airy, gerstner).shape[2], later)
            share = added_share(
                body,
                sea,
                pressed(*mesh, phases, flow, moved, turned, up, False, hulls.scratch).volume / body.volume,
            )
            if waves is not None:
                shift_phases(waves.now[0], table_of(airy, gerstner).shape[2], -later)
            growth += share / (2.0 * later)
        pressed(*mesh, phases, flow, place, R_WB, up_B, moving, hulls.scratch)
    if waves is not None and wet < 1.0:
        square = _wet_square(body, wet)
        v_W = times(R_WB, velocity_at(nu, center))
        wave = seen_by(waves, sea, added3(p, times(R_WB, center)), R_WB, square, v_W)
    pressure = scaled6(water["density"] * water["gravity"], wrench)
    return Lying(wet, growth, center, square, wave, pressure, 0.0)


@kernel
def _turned(R: Matrix3, angle: Vector3) -> Matrix3:
    """Rotation matrix after a small rotation: R (1 + S(angle))."""
    x, y, z = angle
    return product(R, (1.0, -z, y, z, 1.0, -x, -y, x, 1.0))


@kernel
def _damped(c1: float, c2: float, v: Vector3) -> Vector3:
    return scaled3(-(c1 + c2 * math.sqrt(dot3(v, v))), v)


@part_kernel
def hull_wrenches(
    own: Record, hulls: Any, water: Record, around: Any, nu: Vector6, nu_r: Vector6, slamming: Vector6
) -> tuple[Vector6, Vector6, Vector6, Vector6]:
    """Wrenches of friction, pressure drag and damping of the hull; and of slamming, which is held over a step."""
    if around.wet <= 0.0:
        return ZERO6, ZERO6, ZERO6, ZERO6
    asv = own["compat"] == ASV
    flow = ZERO3 if asv else around.v_current_B
    v = (nu[0] - flow[0], nu[1] - flow[1], nu[2] - flow[2])
    w = (nu[3], nu[4], nu[5])
    waves = water["waves"] != STILL and not asv
    scratch = hulls.scratch
    if not math.isfinite(water["surface"]):
        for k in range(own["vertex_start"] * BLOCK, own["vertex_stop"] * BLOCK):
            scratch[k] = math.inf  # deep below any surface
    block = scratch[WORK * BLOCK * hulls.vertices.shape[0] :]
    found = dragged(hulls.vertices, hulls.faces, hulls.corners, own, v, w, waves, scratch, block)
    friction, pressure, damping = ZERO6, ZERO6, ZERO6
    if own["friction"] != 0:
        speed, extent, length = found.speed, found.extent, own["friction_length"]
        if asv:
            reach = math.sqrt(dot3(v, v)) * (length if length > 0.0 else found.waterline)
        elif length > 0.0:
            reach = math.sqrt(dot3(speed, speed)) * length
        else:
            along = (speed[0] * extent[0], speed[1] * extent[1], speed[2] * extent[2])
            reach = math.sqrt(dot3(along, along))
        factor = 0.5 * around.density * friction_coefficient(reach / water["viscosity"])
        friction = scaled6(factor, found.friction)
    if own["pressure_drag"] != 0:
        pressure = scaled6(around.density_ratio, found.pressure)
    c = own["area_damping"]
    if c[0] != 0.0 or c[1] != 0.0 or c[2] != 0.0 or c[3] != 0.0:
        wet = around.density_ratio * (found.area / own["hull_area"])
        center = (own["center_of_mass"][0], own["center_of_mass"][1], own["center_of_mass"][2])
        through = nu if asv else nu_r
        f = wrench_at(scaled3(wet, _damped(c[0], c[1], velocity_at(through, center))), center)
        turning = scaled3(wet, _damped(c[2], c[3], (through[3], through[4], through[5])))
        damping = (f[0], f[1], f[2], f[3] + turning[0], f[4] + turning[1], f[5] + turning[2])
    return friction, pressure, damping, slamming if own["slamming"] != 0 else ZERO6


@part_kernel
def slam(
    own: Record, hulls: Any, water: Record, around: Any, nu: Vector6, first_step: bool, time_step: float, swept: Floats
) -> Vector6:
    """Wrench of slamming at the start of a step, held over the step."""
    if not math.isfinite(water["surface"]):
        return ZERO6
    scratch = hulls.scratch
    u, flow = around.v_current_B, around.v_WC_B
    return slammed(
        hulls.vertices,
        hulls.faces,
        hulls.corners,
        own,
        (nu[0] - u[0], nu[1] - u[1], nu[2] - u[2]),
        (nu[3], nu[4], nu[5]),
        (flow[0] - u[0], flow[1] - u[1], flow[2] - u[2]),
        water["waves"] != STILL,
        first_step,
        time_step,
        scratch,
        scratch[WORK * BLOCK * hulls.vertices.shape[0] :],
        swept,
    )
