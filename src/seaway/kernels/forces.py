"""All laws of a vehicle in a sea: one call each, one wrench each.

    M ν' = the sum of the wrenches of LAWS

The order of ``LAWS`` is the order of what ``forces`` returns; recordings, ``Simulation.forces`` and reports use it.
"""

import math
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats, Record, Records
from seaway._jit import kernel
from seaway.kernels import actuation, damping, hull, inertia, restoring
from seaway.kernels.damping import damping as damping_wrench
from seaway.kernels.external import external
from seaway.kernels.hull import NO_HULL, pressed
from seaway.kernels.inertia import added_mass_coriolis, rigid_body_coriolis, water_inertia
from seaway.kernels.restoring import buoyancy, weight, wetness
from seaway.kernels.rotation import Matrix3, matrices, times
from seaway.kernels.vectors import (
    ZERO3,
    ZERO6,
    Quaternion,
    Vector3,
    Vector6,
    added3,
    added6,
    dot3,
    own_row,
    scaled3,
    scaled6,
    three,
    wrench_at,
)
from seaway.kernels.water import current, depth_below
from seaway.kernels.waves import STILL, WaveMotion, wave_motion

__all__ = ["LAWS", "VEHICLE", "Model", "Surroundings", "Wrenches", "forces", "summed", "surroundings", "wave_motion_at"]

LAWS: Final[tuple[str, ...]] = (
    "command",
    "external",
    "weight",
    "buoyancy",
    "rigid_body_coriolis",
    "added_mass_coriolis",
    "water_acceleration",
    "damping",
)
"""What acts on a vehicle, by name.

``command`` is the controller's wrench as it arrives, ``external`` what the user puts on besides. In a current
``added_mass_coriolis`` is -C_A(ν_r) ν_r - M_A [ω × v_water; 0], and ``water_acceleration`` is (M_A + ρ V) a_water. On
a hull ``buoyancy`` is all the pressure, of still water and of waves; ρ V then goes with the current's acceleration.
"""


VEHICLE: Final = np.dtype([*inertia.FIELDS, *restoring.FIELDS, *hull.FIELDS, *damping.FIELDS, *actuation.FIELDS])


class Model(NamedTuple):
    """Vehicles and sea: all that does not vary. The leading axis n is 1 or the batch, or 0 for what is absent.

    Attributes:
        vehicles: Records of ``VEHICLE``, (n, vehicle).
        dampings: Records of ``damping.ITEM``, (n, item).
        water: Records of ``water.WATER``, (n,).
        current: Table of the current, see ``water.current``, (n, 1 + times, 1 + depths, 3).
        external: Records of ``external.EXTERNAL``, (n, vehicle).
        waves: Records of ``waves.WAVE``, (n, wave).
        vertices: Of all hulls, in B [m], (3, vertex).
        faces: Records of ``hull.FACE``, (face,).
    """

    vehicles: Records
    dampings: Records
    water: Records
    current: Floats
    external: Records
    waves: Records
    vertices: Floats
    faces: Records


class Surroundings(NamedTuple):
    """A vehicle's place in the sea at a moment.

    Attributes:
        R_WB: Attitude, for what goes from B to W.
        R_BW: Attitude, for what goes from W to B.
        up_B: The vertical, in B.
        wet: Fraction of the volume that is under water.
        p_BoBcb_B: Centre of the wet part [m].
        depth: Depth of that centre below the still surface [m].
        elevation: Of the waves above that centre [m].
        moving: Whether the water can move at all.
        accelerating: Whether it can accelerate: not in a steady uniform current.
        v_WC_B: Velocity of the water there, in B [m/s].
        a_WC_B: Acceleration of the water there, in B [m/s2].
        a_pressure_B: The part of it whose pressure is not yet in ``pressure``, in B [m/s2].
        gravity: g [m/s2].
        displaced_mass: ρ V of the wet part [kg].
        pressure: Wrench of the pressure of the water about Bo in B [N, Nm]: buoyancy, and waves on a hull.
    """

    R_WB: Matrix3
    R_BW: Matrix3
    up_B: Vector3
    wet: float
    p_BoBcb_B: Vector3
    depth: float
    elevation: float
    moving: bool
    accelerating: bool
    v_WC_B: Vector3
    a_WC_B: Vector3
    a_pressure_B: Vector3
    gravity: float
    displaced_mass: float
    pressure: Vector6


# Below this part of its displacement afloat the damping of a vehicle falls, straight to 0.
_FADING: Final = 0.5

Wrenches = tuple[Vector6, Vector6, Vector6, Vector6, Vector6, Vector6, Vector6, Vector6]


@kernel
def wave_motion_at(model: Model, water: Record, row: int, t: float, p_W: Vector3) -> WaveMotion:
    """What waves do at a point of the world."""
    if water["waves"] == STILL:
        return WaveMotion(0.0, ZERO3, ZERO3, ZERO3, 0.0)
    return wave_motion(
        model.waves,
        own_row(model.waves, row),
        water["waves"],
        water["wave_depth"],
        water["wave_ramp"],
        t,
        p_W[0],
        p_W[1],
        p_W[2] - water["surface"],
    )


@kernel
def surroundings(
    model: Model,
    body: Record,
    row: int,
    t: float,
    start: float,
    time_step: float,
    p_WBo_W: Vector3,
    q_WB: Quaternion,
    scratch: Floats,
) -> Surroundings:
    """Find how a vehicle lies in the water, and how the water moves there, within a step that has a start."""
    water = model.water[own_row(model.water, row)]
    R_WB, R_BW = matrices(q_WB)
    up_B = (R_BW[2], R_BW[5], R_BW[8])
    level = water["surface"]
    p_BoBcb_B = three(body["center_of_buoyancy"])
    wet = 1.0
    waves = water["waves"] != STILL
    hull_pressure = ZERO6
    with_hull = body["pressure"] != NO_HULL and math.isfinite(level)
    if with_hull:
        hull_pressure, wet, p_BoBcb_B = pressed(
            model.vertices,
            model.faces,
            model.waves,
            own_row(model.waves, row),
            water,
            body,
            t,
            p_WBo_W,
            R_WB,
            up_B,
            scratch,
        )
        wet /= body["volume"]
    motion = wave_motion_at(model, water, row, t, added3(p_WBo_W, times(R_WB, p_BoBcb_B)))
    if math.isfinite(level) and not with_hull:
        z = p_WBo_W[2] + times(R_WB, p_BoBcb_B)[2]
        if waves:
            # The surface is taken for plane over the extent: that which touches the waves above its centre.
            steep = 1.0 / math.sqrt(1.0 + dot3(motion.slope, motion.slope))
            normal_W = (-steep * motion.slope[0], -steep * motion.slope[1], steep)
            wet, p_BoBcb_B = wetness(body, times(R_BW, normal_W), steep * (level + motion.elevation - z))
            if 0.0 < wet < 1.0:
                motion = wave_motion_at(model, water, row, t, added3(p_WBo_W, times(R_WB, p_BoBcb_B)))
        else:
            wet, p_BoBcb_B = wetness(body, up_B, level - z)
    depth = depth_below(level, p_WBo_W[2] + times(R_WB, p_BoBcb_B)[2])
    flowing = model.current.shape[0] > 0
    v_WC_B, a_WC_B, a_pressure_B = ZERO3, ZERO3, ZERO3
    if (flowing or waves) and wet > 0.0:  # a body in the air does not feel how the water moves
        v_WC_W, a_WC_W = current(model.current, row, t, start, time_step, depth)
        v_WC_B = times(R_BW, added3(v_WC_W, motion.velocity))
        a_WC_B = times(R_BW, added3(a_WC_W, motion.acceleration))
        # On a hull the pressure of the waves is integrated already.
        a_pressure_B = times(R_BW, a_WC_W) if with_hull else a_WC_B
    displaced_mass = wet * water["density"] * body["volume"]
    if with_hull:
        pressure = scaled6(water["density"] * water["gravity"], hull_pressure)
    else:
        pressure = buoyancy(displaced_mass * water["gravity"], up_B, p_BoBcb_B)
    return Surroundings(
        R_WB,
        R_BW,
        up_B,
        wet,
        p_BoBcb_B,
        depth,
        motion.elevation,
        flowing or waves,
        waves or (flowing and model.current.shape[1] + model.current.shape[2] > 4),
        v_WC_B,
        a_WC_B,
        a_pressure_B,
        water["gravity"],
        displaced_mass,
        pressure,
    )


@kernel
def _immersion(body: Record, around: Surroundings) -> float:
    """The part of the damping that acts: all of it while at least half of what the vehicle displaces afloat is wet.

    So it is constant about the floating position, and gone in the air.
    """
    if around.wet >= 1.0 or around.wet <= 0.0:
        return around.wet
    afloat = min(body["mass"], around.displaced_mass / around.wet)
    return min(1.0, around.displaced_mass / (_FADING * afloat))


@kernel
def forces(
    model: Model, body: Record, row: int, vehicle: int, around: Surroundings, nu: Vector6, applied: Vector6
) -> Wrenches:
    """The wrench of every law, in the order of ``LAWS``, about Bo in B."""
    v = around.v_WC_B
    nu_r = (nu[0] - v[0], nu[1] - v[1], nu[2] - v[2], nu[3], nu[4], nu[5])
    water_acceleration = ZERO6
    if around.accelerating:
        # The pressure that accelerates the water pushes what takes its place.
        pressure = wrench_at(scaled3(around.displaced_mass, around.a_pressure_B), around.p_BoBcb_B)
        water_acceleration = added6(water_inertia(body, around.a_WC_B), pressure)
    return (
        applied,
        external(model.external, row, vehicle, around.R_BW),
        weight(body, around.gravity, around.up_B),
        around.pressure,
        rigid_body_coriolis(body, nu),
        added_mass_coriolis(body, nu_r, v, around.moving),
        water_acceleration,
        scaled6(_immersion(body, around), damping_wrench(body, model.dampings, row, nu_r)),
    )


@kernel
def summed(w: Wrenches) -> Vector6:
    """The sum over the laws, in their order."""
    total = added6(added6(added6(w[0], w[1]), added6(w[2], w[3])), added6(w[4], w[5]))
    return added6(total, added6(w[6], w[7]))
