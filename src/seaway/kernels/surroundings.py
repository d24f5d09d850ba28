"""A vehicle's place in the sea: how it lies in the water, how the water moves there, and how it presses."""

import math
from typing import Final, NamedTuple

from seaway._arrays import Floats, Record
from seaway._jit import kernel, part_kernel
from seaway.kernels.hull import NO_HULL, pressed
from seaway.kernels.model import Model
from seaway.kernels.restoring import STIFFENED, buoyancy, stiffened, wetness
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
from seaway.kernels.waves import NO_MOTION, STILL, WaveMotion, wave_motion

__all__ = ["Surroundings", "emersion", "immersion", "surroundings", "wave_motion_at"]

# Damping and drag are given of a vehicle afloat or submerged. Where less than this part of what is then under water is,
# they fall, straight to 0; and so does wind, by what is then above it.
_FADING: Final = 0.5


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
        v_current_B: The part of it that is the current, in B [m/s].
        a_WC_B: Acceleration of the water there, in B [m/s2].
        a_pressure_B: The part of it whose pressure is not yet in ``pressure``, in B [m/s2].
        gravity: g [m/s2].
        displaced_mass: ρ V of the wet part [kg].
        density: ρ [kg/m3].
        pressure: Wrench of the pressure of the water about Bo in B [N, Nm]: buoyancy, and waves on a hull.
        stored: Potential energy of a linear stiffness [J].
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
    v_current_B: Vector3
    a_WC_B: Vector3
    a_pressure_B: Vector3
    gravity: float
    displaced_mass: float
    density: float
    pressure: Vector6
    stored: float


@kernel
def wave_motion_at(model: Model, water: Record, row: int, t: float, p_W: Vector3) -> WaveMotion:
    """What waves do at a point of the world, but for their pressure."""
    if water["waves"] == STILL:
        return NO_MOTION
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
        False,
    )


@part_kernel
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
    hull_pressure, stored = ZERO6, 0.0
    with_hull = body["pressure"] != NO_HULL and math.isfinite(level)
    if with_hull:
        hull_pressure, wet, p_BoBcb_B = pressed(
            model.vertices,
            model.faces,
            model.corners,
            model.waves,
            own_row(model.waves, row),
            water,
            body,
            t,
            p_WBo_W,
            R_WB,
            up_B,
            body["friction"] + body["pressure_drag"] + body["slamming"] != 0,
            scratch,
        )
        wet /= body["volume"]
    motion = wave_motion_at(model, water, row, t, added3(p_WBo_W, times(R_WB, p_BoBcb_B)))
    if body["extent"] == STIFFENED:
        z = p_WBo_W[2] - (level + motion.elevation) if math.isfinite(level) else 0.0
        steep = 1.0 / math.sqrt(1.0 + dot3(motion.slope, motion.slope))
        normal_W = (-steep * motion.slope[0], -steep * motion.slope[1], steep)
        hull_pressure, stored = stiffened(body, times(R_BW, normal_W), z)
    elif math.isfinite(level) and not with_hull:
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
    v_WC_B, v_current_B, a_WC_B, a_pressure_B = ZERO3, ZERO3, ZERO3, ZERO3
    v_WC_W, a_WC_W = ZERO3, ZERO3
    if flowing:
        v_WC_W, a_WC_W = current(model.current, row, t, start, time_step, depth)
        v_current_B = times(R_BW, v_WC_W)
    if (flowing or waves) and wet > 0.0:  # a body in the air does not feel how the water moves
        v_WC_B = times(R_BW, added3(v_WC_W, motion.velocity))
        a_WC_B = times(R_BW, added3(a_WC_W, motion.acceleration))
        # On a hull the pressure of the waves is integrated already.
        a_pressure_B = times(R_BW, a_WC_W) if with_hull else a_WC_B
    displaced_mass = wet * water["density"] * body["volume"]
    if body["extent"] == STIFFENED:
        pressure = added6(
            wrench_at(scaled3(body["mass"] * water["gravity"], up_B), three(body["center_of_mass"])), hull_pressure
        )
    elif with_hull:
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
        v_current_B,
        a_WC_B,
        a_pressure_B,
        water["gravity"],
        displaced_mass,
        water["density"],
        pressure,
        stored,
    )


@kernel
def immersion(body: Record, around: Surroundings) -> float:
    """The part of damping and drag in the water that acts.

    All of it while at least half of what the vehicle displaces afloat is wet: so it is constant about the floating
    position, and gone in the air.
    """
    if around.wet >= 1.0 or around.wet <= 0.0:
        return around.wet
    afloat = min(body["mass"], around.displaced_mass / around.wet)
    return min(1.0, around.displaced_mass / (_FADING * afloat))


@kernel
def emersion(body: Record, around: Surroundings) -> float:
    """The part of the wind's drag that acts: all of it while at least half of what is dry afloat is dry."""
    if body["extent"] == STIFFENED or around.wet <= 0.0:
        return 1.0
    if around.wet >= 1.0:
        return 0.0
    # What is dry afloat, 1 - m / (ρ V); of a vehicle that sinks, any part.
    dry = 1.0 - body["mass"] * around.wet / around.displaced_mass
    return min(1.0, (1.0 - around.wet) / (_FADING * dry)) if dry > 0.0 else 1.0 - around.wet
