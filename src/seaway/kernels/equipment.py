"""What only some vehicles have: drag on the hull, reference areas and wind, strips, thrusters, fins.

It is one call beside ``forces``, so that a vehicle without any of it pays nothing. Each law leaves its wrench at the
start of the scratch, in the order of ``EQUIPMENT``.
"""

import math
from typing import Final, NamedTuple

from seaway._arrays import Floats, Record
from seaway._jit import called_kernel, kernel, part_kernel
from seaway.kernels.blocks import BLOCK, CHANNELS
from seaway.kernels.fins import FIN_STATES, fin_angle, fin_rate, fin_wrench
from seaway.kernels.hull import NO_HULL, PRESSURE_CHANNELS, WORK
from seaway.kernels.hull_drag import ASV, DRAG_CHANNELS, dragged, friction_coefficient
from seaway.kernels.model import Model
from seaway.kernels.rotation import times
from seaway.kernels.strips import strip_drag
from seaway.kernels.surroundings import Surroundings, emersion, immersion, wave_motion_at
from seaway.kernels.thrusters import PID, ROTOR, THRUSTER_STATES, rotor_rate, thrust_and_torque, wet_disc
from seaway.kernels.vectors import (
    ZERO3,
    ZERO6,
    Vector3,
    Vector6,
    added3,
    added6,
    cross,
    dot3,
    own_row,
    scaled3,
    scaled6,
    three,
    wrench_at,
)
from seaway.kernels.water import depth_below
from seaway.kernels.wave_expansion import EXPANSION
from seaway.kernels.waves import STILL
from seaway.kernels.wind import area_drag, wind_at

__all__ = ["EQUIPMENT", "WRENCHES", "Held", "equipment", "scratch_size"]

EQUIPMENT: Final[tuple[str, ...]] = (
    "hull_friction",
    "hull_pressure_drag",
    "hull_damping",
    "slamming",
    "water_drag",
    "wind",
    "strip_drag",
    "thrusters",
    "fins",
)
"""What acts besides, by name."""

WRENCHES: Final = -(-6 * len(EQUIPMENT) // 8) * 8
"""Floats at the start of a scratch that hold their wrenches: whole cache lines, so that what follows begins at one."""

_FRICTION: Final = 0
_PRESSURE: Final = 1
_DAMPING: Final = 2
_SLAMMING: Final = 3
_WATER: Final = 4
_WIND: Final = 5
_STRIPS: Final = 6
_THRUSTERS: Final = 7
_FINS: Final = 8


def scratch_size(vertices: int, waves: int) -> int:
    """Floats that a row needs to work with: wrenches, what is kept of every vertex, an expansion and a block."""
    if vertices == 0:
        return WRENCHES
    work = max(EXPANSION + (CHANNELS + 2 * waves) * BLOCK, max(PRESSURE_CHANNELS, DRAG_CHANNELS) * BLOCK)
    return WRENCHES + WORK * vertices + work


class Held(NamedTuple):
    """What is held over a step, and the integrated states of a vehicle.

    Attributes:
        actuators: Commands of all thrusters, then of all fins, of the row.
        gust: Of the row, along x and y in W [m/s].
        slam: Wrench of slamming on the vehicle about Bo in B.
        states: Integrated states of the vehicle.
        rates: Where their rates go.
    """

    actuators: Floats
    gust: Floats
    slam: Floats
    states: Floats
    rates: Floats


@kernel
def _put(scratch: Floats, law: int, wrench: Vector6) -> Vector6:
    for k in range(6):
        scratch[6 * law + k] = wrench[k]
    return wrench


@kernel
def _velocity_at(nu: Vector6, p_B: Vector3) -> Vector3:
    return added3((nu[0], nu[1], nu[2]), cross((nu[3], nu[4], nu[5]), p_B))


@kernel
def _damped(c1: float, c2: float, v: Vector3) -> Vector3:
    return scaled3(-(c1 + c2 * math.sqrt(dot3(v, v))), v)


@part_kernel
def _hull_laws(
    model: Model, water: Record, body: Record, around: Surroundings, nu: Vector6, slam: Floats, scratch: Floats
) -> Vector6:
    """Friction, pressure drag and damping of the hull; slamming, which is held."""
    asv = body["compat"] == ASV
    flow = ZERO3 if asv else around.v_current_B
    v = (nu[0] - flow[0], nu[1] - flow[1], nu[2] - flow[2])
    w = (nu[3], nu[4], nu[5])
    waves = water["waves"] != STILL and not asv
    own = scratch[WRENCHES:]
    if not math.isfinite(water["surface"]):
        for k in range(body["vertex_start"] * BLOCK, body["vertex_stop"] * BLOCK):
            own[k] = math.inf  # deep below any surface
    block = own[WORK * BLOCK * model.vertices.shape[0] :]
    found = dragged(model.vertices, model.faces, model.corners, body, v, w, waves, own, block)
    total = ZERO6
    if body["friction"] != 0:
        speed, extent, length = found.speed, found.extent, body["friction_length"]
        if asv:
            reach = math.sqrt(dot3(v, v)) * (length if length > 0.0 else found.waterline)
        elif length > 0.0:
            reach = math.sqrt(dot3(speed, speed)) * length
        else:
            along = (speed[0] * extent[0], speed[1] * extent[1], speed[2] * extent[2])
            reach = math.sqrt(dot3(along, along))
        factor = 0.5 * around.density * friction_coefficient(reach / water["viscosity"])
        total = added6(total, _put(scratch, _FRICTION, scaled6(factor, found.friction)))
    if body["pressure_drag"] != 0:
        total = added6(total, _put(scratch, _PRESSURE, found.pressure))
    c = body["area_damping"]
    if c[0] != 0.0 or c[1] != 0.0 or c[2] != 0.0 or c[3] != 0.0:
        wet = found.area / body["hull_area"]
        center = three(body["center_of_mass"])
        moving = added3((nu[0], nu[1], nu[2]), cross(w, center))
        if not asv:
            moving = (moving[0] - around.v_WC_B[0], moving[1] - around.v_WC_B[1], moving[2] - around.v_WC_B[2])
        wrench = wrench_at(scaled3(wet, _damped(c[0], c[1], moving)), center)
        turning = scaled3(wet, _damped(c[2], c[3], w))
        damped = (
            wrench[0],
            wrench[1],
            wrench[2],
            wrench[3] + turning[0],
            wrench[4] + turning[1],
            wrench[5] + turning[2],
        )
        total = added6(total, _put(scratch, _DAMPING, damped))
    if body["slamming"] != 0:
        held = (slam[0], slam[1], slam[2], slam[3], slam[4], slam[5])
        total = added6(total, _put(scratch, _SLAMMING, held))
    return total


@part_kernel
def _area_laws(
    model: Model,
    water: Record,
    body: Record,
    row: int,
    p: Vector3,
    around: Surroundings,
    nu: Vector6,
    gust: Floats,
    scratch: Floats,
) -> Vector6:
    """Drag of water and wind on reference areas."""
    in_water, in_air = ZERO6, ZERO6
    i = own_row(model.areas, row)
    for k in range(body["areas"][0], body["areas"][1]):
        area = model.areas[i, k]
        center = three(area["center"])
        moving = _velocity_at(nu, center)
        everywhere = area["everywhere"] != 0
        if area["in_air"] != 0:
            if everywhere or emersion(body, around) > 0.0:
                z = p[2] + times(around.R_WB, center)[2]
                v_W = wind_at(water, gust, -depth_below(water["surface"], z))
                v_B = times(around.R_BW, v_W)
                v = (v_B[0] - moving[0], v_B[1] - moving[1], v_B[2] - moving[2])
                share = 1.0 if everywhere else emersion(body, around)
                in_air = added6(in_air, scaled6(share, area_drag(area, water["air_density"], v)))
        elif around.wet > 0.0 or everywhere:
            u = around.v_WC_B
            v = (u[0] - moving[0], u[1] - moving[1], u[2] - moving[2])
            share = 1.0 if everywhere else immersion(body, around)
            in_water = added6(in_water, scaled6(share, area_drag(area, around.density, v)))
    _put(scratch, _WATER, in_water)
    _put(scratch, _WIND, in_air)
    return added6(in_water, in_air)


@kernel
def _water_at(
    model: Model, water: Record, row: int, t: float, p: Vector3, around: Surroundings, nu: Vector6, point_B: Vector3
) -> tuple[float, Vector3]:
    """Depth of a point of the vehicle below the surface of the waves, and its velocity through the water in B."""
    place = added3(p, times(around.R_WB, point_B))
    v = _velocity_at(nu, point_B)
    u = around.v_current_B
    depth = depth_below(water["surface"], place[2])
    if water["waves"] != STILL:
        motion = wave_motion_at(model, water, row, t, place)
        u = added3(u, times(around.R_BW, motion.velocity))
        depth += motion.elevation
    elif not math.isfinite(water["surface"]):
        depth = math.inf
    return depth, (v[0] - u[0], v[1] - u[1], v[2] - u[2])


@part_kernel
def _thrusters(
    model: Model,
    water: Record,
    body: Record,
    row: int,
    t: float,
    p: Vector3,
    around: Surroundings,
    nu: Vector6,
    held: Held,
    scratch: Floats,
) -> Vector6:
    total = ZERO6
    i = own_row(model.thrusters, row)
    first = body["thrusters"][0]
    for k in range(first, body["thrusters"][1]):
        thruster = model.thrusters[i, k]
        place, axis = three(thruster["position"]), three(thruster["axis"])
        depth, v = _water_at(model, water, row, t, p, around, nu, place)
        wet = wet_disc(depth, 0.5 * thruster["diameter"])
        at = body["states"] + THRUSTER_STATES * (k - first)
        state = held.states[at : at + THRUSTER_STATES]
        thrust, torque = thrust_and_torque(
            thruster, model.tables, held.actuators[k], state, around.density, dot3(v, axis), wet
        )
        rates = held.rates[at : at + THRUSTER_STATES]
        rotor_rate(thruster, model.tables, held.actuators[k], state, around.density, wet, rates)
        if thruster["drive"] == PID:
            torque -= thruster["hand"] * thruster["inertia"] * rates[ROTOR]
        f = wrench_at(scaled3(thrust, axis), place)
        total = added6(
            total,
            (f[0], f[1], f[2], f[3] + torque * axis[0], f[4] + torque * axis[1], f[5] + torque * axis[2]),
        )
    return _put(scratch, _THRUSTERS, total)


@part_kernel
def _fins(
    model: Model,
    water: Record,
    body: Record,
    row: int,
    t: float,
    time_step: float,
    p: Vector3,
    around: Surroundings,
    nu: Vector6,
    held: Held,
    scratch: Floats,
) -> Vector6:
    total = ZERO6
    i = own_row(model.fins, row)
    first = body["fins"][0]
    states = body["states"] + THRUSTER_STATES * (body["thrusters"][1] - body["thrusters"][0])
    for k in range(first, body["fins"][1]):
        fin = model.fins[i, k]
        place = three(fin["position"])
        depth, v = _water_at(model, water, row, t, p, around, nu, place)
        if fin["in_wind"] != 0:
            height = p[2] + times(around.R_WB, place)[2]
            wind_B = times(around.R_BW, wind_at(water, held.gust, -depth_below(water["surface"], height)))
            moving = _velocity_at(nu, place)
            v = (moving[0] - wind_B[0], moving[1] - wind_B[1], moving[2] - wind_B[2])
        at = states + FIN_STATES * (k - first)
        state = held.states[at : at + FIN_STATES]
        command = float(held.actuators[model.thrusters.shape[1] + k])
        fin_rate(fin, command, state, time_step, held.rates[at : at + FIN_STATES])
        share = wet_disc(depth, math.sqrt(fin["area"] / math.pi)) if fin["area"] > 0.0 else immersion(body, around)
        if fin["in_wind"] != 0:
            share = 1.0 - share
        if fin["everywhere"] != 0:
            share = 1.0
        if share > 0.0:
            angle = fin_angle(fin, command, state)
            density = fin["density"] if fin["density"] > 0.0 else around.density
            wrench = fin_wrench(fin, angle, density, v, nu[0] - around.v_WC_B[0])
            total = added6(total, scaled6(share, wrench))
    return _put(scratch, _FINS, total)


@called_kernel
def equipment(
    model: Model,
    body: Record,
    row: int,
    t: float,
    time_step: float,
    p_WBo_W: Vector3,
    around: Surroundings,
    nu: Vector6,
    held: Held,
    scratch: Floats,
) -> Vector6:
    """The sum of the wrenches of ``EQUIPMENT`` about Bo in B; each is left in the scratch."""
    for k in range(WRENCHES):
        scratch[k] = 0.0
    water = model.water[own_row(model.water, row)]
    total = ZERO6
    if body["pressure"] != NO_HULL and around.wet > 0.0:
        total = added6(total, _hull_laws(model, water, body, around, nu, held.slam, scratch))
    if body["areas"][1] > body["areas"][0]:
        total = added6(total, _area_laws(model, water, body, row, p_WBo_W, around, nu, held.gust, scratch))
    if body["strips"][1] > body["strips"][0] and around.wet > 0.0:
        u = around.v_WC_B
        nu_r = (nu[0] - u[0], nu[1] - u[1], nu[2] - u[2], nu[3], nu[4], nu[5])
        i = own_row(model.strips, row)
        drag = strip_drag(model.strips, i, body["strips"][0], body["strips"][1], around.density, nu_r)
        total = added6(total, _put(scratch, _STRIPS, scaled6(immersion(body, around), drag)))
    if body["thrusters"][1] > body["thrusters"][0]:
        total = added6(total, _thrusters(model, water, body, row, t, p_WBo_W, around, nu, held, scratch))
    if body["fins"][1] > body["fins"][0]:
        total = added6(total, _fins(model, water, body, row, t, time_step, p_WBo_W, around, nu, held, scratch))
    return total
