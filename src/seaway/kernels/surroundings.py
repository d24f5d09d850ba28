"""A vehicle's place in the sea: how it lies in the water, how water and air move there, and how the water presses.

``Motion`` and ``Around`` are what every force is given. ``water_at``, ``depth_at`` and ``air_at`` tell of water and air
at another point of the vehicle; a user's force may call them too.
"""

import math
from typing import Any, Final, NamedTuple

from seaway._jit import kernel, part_kernel
from seaway._lanes import all_of, like, one_lane, where, width_of, with_lane
from seaway.kernels.restoring import buoyancy, stiffened, wetness
from seaway.kernels.rotation import Matrix3, times
from seaway.kernels.vectors import (
    ZERO3,
    Quaternion,
    Vector3,
    Vector6,
    added3,
    added6,
    chosen3,
    columns_times,
    dot3,
    scaled3,
    velocity_at,
    wrench_at,
)
from seaway.kernels.water import depth_below
from seaway.kernels.waves import AIRY, GERSTNER, NO_MOTION, WaveMotion, airy_motion, gerstner_motion

__all__ = [
    "Around",
    "Lying",
    "Motion",
    "WaveField",
    "air_at",
    "around_at",
    "depth_at",
    "emersion",
    "immersion",
    "lying_shape",
    "lying_stiff",
    "water_acceleration",
    "water_at",
    "wave_motion_at",
]

# Damping and drag are given of a vehicle afloat or submerged. Where less than this part of what is then under water is,
# they fall, straight to 0; and so does wind, by what is then above it.
_FADING: Final = 0.5


class Motion(NamedTuple):
    """Pose and velocity of a vehicle.

    Attributes:
        position: p_WBo_W [m].
        orientation: q_WB (w, x, y, z).
        R_WB: Attitude, for what goes from B to W, by rows.
        R_BW: Attitude, for what goes from W to B, by rows.
        nu: (v_WB_B, w_WB_B) [m/s, rad/s].
        nu_r: The same through the water, (v_CB_B, w_WB_B).
    """

    position: Vector3
    orientation: Quaternion
    R_WB: Matrix3
    R_BW: Matrix3
    nu: Vector6
    nu_r: Vector6


class WaveField(NamedTuple):
    """The waves of a row.

    Attributes:
        airy: Records of ``waves.WAVE``, (n, wave), where there are linear waves in some row; else None.
        gerstner: The same of Gerstner's waves.
        row: Number of the row.
    """

    airy: Any
    gerstner: Any
    row: float


class Around(NamedTuple):
    """What is around a vehicle at a moment.

    Attributes:
        time: [s].
        time_step: [s].
        gravity: g [m/s2].
        density: ρ of the water [kg/m3].
        density_ratio: ρ over the density for which coefficients of the vehicle are given; damping goes with it.
        air_density: Of the air [kg/m3].
        surface: Height of the still surface, z_W [m]; infinite in unbounded water.
        elevation: Of the waves above the centre of the wet part [m].
        slope: Of the surface there, (dη/dx, dη/dy, 0).
        depth: Of that centre below the still surface [m].
        wet: Fraction of the volume that is under water.
        immersion: The part of damping and drag in the water that acts.
        emersion: The part of the wind's drag that acts.
        up_B: The vertical, in B.
        p_BoBcb_B: Centre of the wet part [m].
        displaced_mass: ρ V of the wet part [kg].
        v_WC_B: Velocity of the water there, in B [m/s].
        a_WC_B: Acceleration of the water there, in B [m/s2].
        v_current_B: The part of the water's velocity that is the current, in B [m/s].
        a_pressure_B: The part of its acceleration whose pressure is not in the buoyancy already, in B [m/s2].
        v_WA_B: Velocity of the air at Bo, in B [m/s].
        gust: Of the wind, along x and y in W [m/s].
        sea: Parameters of the sea, see ``water.WATER``.
        waves: See ``WaveField``; None in still water.
    """

    time: float
    time_step: float
    gravity: float
    density: float
    density_ratio: float
    air_density: float
    surface: float
    elevation: float
    slope: Vector3
    depth: float
    wet: float
    immersion: float
    emersion: float
    up_B: Vector3
    p_BoBcb_B: Vector3
    displaced_mass: float
    v_WC_B: Vector3
    a_WC_B: Vector3
    v_current_B: Vector3
    a_pressure_B: Vector3
    v_WA_B: Vector3
    gust: tuple[float, float]
    sea: Any
    waves: Any


class Lying(NamedTuple):
    """How a vehicle lies in the water.

    Attributes:
        wet: Fraction of the volume that is under water.
        p_BoBcb_B: Centre of the wet part [m].
        wave: What the waves do there.
        pressure: Wrench of the pressure of the water about Bo in B [N, Nm]: buoyancy, and waves on a hull.
        stored: Potential energy of a linear stiffness [J].
    """

    wet: float
    p_BoBcb_B: Vector3
    wave: WaveMotion
    pressure: Vector6
    stored: float


# Waves


@kernel
def _motion_one(airy: Any, gerstner: Any, sea: Any, row: float, t: float, p_W: Vector3) -> WaveMotion:
    kind = sea.waves
    if airy is not None:
        if kind == AIRY:
            i = min(int(row), airy.shape[0] - 1)
            return airy_motion(airy, i, sea.wave_depth, sea.wave_ramp, t, p_W[0], p_W[1], p_W[2] - sea.surface, False)
    if gerstner is not None:
        if kind == GERSTNER:
            i = min(int(row), gerstner.shape[0] - 1)
            return gerstner_motion(gerstner, i, t, p_W[0], p_W[1], p_W[2] - sea.surface)
    return NO_MOTION


@kernel
def _no_motion(t: float) -> WaveMotion:
    """Still water, in as many lanes as the time has: what a kernel returns must have one type."""
    z = like(t, 0.0)
    return WaveMotion(z, (z, z, z), (z, z, z), (z, z, z), z)


@kernel
def wave_motion_at(waves: Any, sea: Any, t: float, p_W: Vector3) -> WaveMotion:
    """What the waves do at a point of the world; nothing in still water."""
    motion = _no_motion(t)
    if waves is None:
        return motion
    for i in range(width_of(t)):
        own = one_lane(waves, i)
        one = _motion_one(own.airy, own.gerstner, one_lane(sea, i), own.row, one_lane(t, i), one_lane(p_W, i))
        motion = with_lane(motion, i, one)
    return motion


@kernel
def _raised(waves: Any, sea: Any, t: float, depth: float, p_W: Vector3) -> float:
    """A depth below the still surface as one below the waves."""
    return depth if waves is None else depth + wave_motion_at(waves, sea, t, p_W).elevation


@kernel
def _flow(waves: Any, around: Any, motion: Any, depth: float, p_W: Vector3) -> tuple[float, Vector3]:
    """Depth below the waves, and the velocity of the water in B."""
    if waves is None:
        return depth, around.v_current_B
    wave = wave_motion_at(waves, around.sea, around.time, p_W)
    return depth + wave.elevation, added3(around.v_current_B, times(motion.R_BW, wave.velocity))


# Water and air at a point of the vehicle


@kernel
def depth_at(around: Any, motion: Any, p_BoP_B: Vector3) -> float:
    """Depth of a point of the vehicle below the surface, waves included [m]; infinite in unbounded water."""
    place = added3(motion.position, times(motion.R_WB, p_BoP_B))
    return _raised(around.waves, around.sea, around.time, around.surface - place[2], place)


@kernel
def water_at(around: Any, motion: Any, p_BoP_B: Vector3) -> tuple[float, Vector3]:
    """Depth of a point of the vehicle below the surface [m], and its velocity through the water in B [m/s]."""
    place = added3(motion.position, times(motion.R_WB, p_BoP_B))
    depth, u = _flow(around.waves, around, motion, around.surface - place[2], place)
    v = velocity_at(motion.nu, p_BoP_B)
    return depth, (v[0] - u[0], v[1] - u[1], v[2] - u[2])


@kernel
def wind_at_height(sea: Any, gust: tuple[float, float], height: float) -> Vector3:
    """The wind at a height above the still surface, in W [m/s]: a power law, with gusts."""
    grows = sea.wind_exponent > 0.0
    relative = max(height, 0.0) / where(grows, sea.wind_height, 1.0)
    factor = where(grows, math.pow(relative, sea.wind_exponent), 1.0)
    v = sea.wind
    return (factor * (v[0] + gust[0]), factor * (v[1] + gust[1]), factor * v[2])


@kernel
def air_at(around: Any, motion: Any, p_BoP_B: Vector3) -> Vector3:
    """Velocity of the air at a point of the vehicle, in B [m/s]."""
    z = motion.position[2] + times(motion.R_WB, p_BoP_B)[2]
    v_W = wind_at_height(around.sea, around.gust, -depth_below(around.surface, z))
    return times(motion.R_BW, v_W)


# How a vehicle lies


@kernel
def _normal(slope: Vector3) -> tuple[float, Vector3]:
    """The vertical part of the unit normal of a surface, and the normal, in W."""
    steep = 1.0 / math.sqrt(1.0 + dot3(slope, slope))
    return steep, (-steep * slope[0], -steep * slope[1], steep)


@part_kernel
def _shape_in_waves(
    waves: Any, boxes: Any, cylinders: Any, body: Any, sea: Any, t: float, p: Vector3, R_WB: Matrix3, R_BW: Matrix3
) -> tuple[float, Vector3, WaveMotion]:
    """The surface is taken for plane over the extent: that which touches the waves above its centre."""
    center_W = added3(p, times(R_WB, body.center_of_buoyancy))
    if waves is None:
        up_B = (R_BW[2], R_BW[5], R_BW[8])
        wet, center = wetness(body, boxes, cylinders, up_B, sea.surface - center_W[2])
        return wet, center, _no_motion(t)
    wave = wave_motion_at(waves, sea, t, center_W)
    steep, normal_W = _normal(wave.slope)
    depth = steep * (sea.surface + wave.elevation - center_W[2])
    wet, center = wetness(body, boxes, cylinders, times(R_BW, normal_W), depth)
    if not all_of((wet >= 1.0) | (wet <= 0.0)):
        wave = wave_motion_at(waves, sea, t, added3(p, times(R_WB, center)))
    return wet, center, wave


@part_kernel
def lying_shape(
    body: Any, boxes: Any, cylinders: Any, sea: Any, waves: Any, t: float, p: Vector3, R_WB: Matrix3, R_BW: Matrix3
) -> Lying:
    """A fixed volume with an extent, which fades as that leaves the water."""
    wet, center, wave = _shape_in_waves(waves, boxes, cylinders, body, sea, t, p, R_WB, R_BW)
    lift = wet * sea.density * body.volume * sea.gravity
    return Lying(wet, center, wave, buoyancy(lift, (R_BW[2], R_BW[5], R_BW[8]), center), like(p[0], 0.0))


@kernel
def lying_stiff(body: Any, sea: Any, waves: Any, t: float, p: Vector3, R_WB: Matrix3, R_BW: Matrix3) -> Lying:
    """A linear stiffness about the rest on the surface, with the weight carried."""
    center = body.center_of_buoyancy
    wave = wave_motion_at(waves, sea, t, added3(p, times(R_WB, center)))
    z = where(abs(sea.surface) < math.inf, p[2] - (sea.surface + wave.elevation), 0.0)
    _, normal_W = _normal(wave.slope)
    restoring, stored = stiffened(body, times(R_BW, normal_W), z)
    carried = wrench_at(scaled3(body.mass * sea.gravity, (R_BW[2], R_BW[5], R_BW[8])), body.center_of_mass)
    return Lying(like(p[0], 1.0), center, wave, added6(carried, restoring), stored)


@kernel
def immersion(mass: float, wet: float, displaced_mass: float) -> float:
    """The part of damping and drag in the water that acts.

    All of it while at least half of what the vehicle displaces afloat is wet: so it is constant about the floating
    position, and gone in the air.
    """
    whole = (wet >= 1.0) | (wet <= 0.0)
    afloat = min(mass, displaced_mass / where(whole, 1.0, wet))
    share = min(1.0, displaced_mass / where(whole, 1.0, _FADING * afloat))
    return where(whole, wet, share)


@kernel
def emersion(mass: float, wet: float, displaced_mass: float) -> float:
    """The part of the wind's drag that acts: all of it while at least half of what is dry afloat is dry."""
    # What is dry afloat, 1 - m / (ρ V); of a vehicle that sinks, any part.
    dry = 1.0 - mass * wet / where(displaced_mass == 0.0, 1.0, displaced_mass)
    floats = dry > 0.0
    share = where(floats, min(1.0, (1.0 - wet) / (_FADING * where(floats, dry, 1.0))), 1.0 - wet)
    return where(wet <= 0.0, 1.0, where(wet >= 1.0, 0.0, share))


@part_kernel
def around_at(
    body: Any,
    sea: Any,
    waves: Any,
    lying: Any,
    v_W: Vector3,
    a_W: Vector3,
    t: float,
    time_step: float,
    p: Vector3,
    R_BW: Matrix3,
    depth: float,
    windy: Any,
    gust: tuple[float, float],
) -> Around:
    """Gather what is around a vehicle.

    Args:
        body: Parameters of the vehicle.
        sea: Parameters of the sea.
        waves: See ``WaveField``; None in still water.
        lying: How the vehicle lies.
        v_W: The current at its wet part, in W.
        a_W: The acceleration of that current.
        t: Time [s].
        time_step: [s].
        p: p_WBo_W [m].
        R_BW: Attitude.
        depth: Of the centre of the wet part below the still surface [m].
        windy: None in calm air.
        gust: Of the wind.
    """
    wet, wave = lying.wet, lying.wave
    # A body in the air does not feel how the water moves.
    v_WC_B = chosen3(wet > 0.0, times(R_BW, added3(v_W, wave.velocity)), ZERO3)
    a_WC_B = chosen3(wet > 0.0, times(R_BW, added3(a_W, wave.acceleration)), ZERO3)
    # On a hull the pressure of the waves is integrated already.
    a_pressure_B = a_WC_B
    if body.hull != 0:
        a_pressure_B = chosen3(wet > 0.0, times(R_BW, a_W), ZERO3)
    displaced_mass = wet * sea.density * body.volume
    dry = emersion(body.mass, wet, displaced_mass)
    if body.stiff != 0:
        dry = like(wet, 1.0)
    v_WA_B = ZERO3
    if windy is not None:
        v_WA_B = times(R_BW, wind_at_height(sea, gust, -depth_below(sea.surface, p[2])))
    return Around(
        t,
        time_step,
        sea.gravity,
        sea.density,
        body.density_ratio,
        sea.air_density,
        sea.surface,
        wave.elevation,
        wave.slope,
        depth,
        wet,
        immersion(body.mass, wet, displaced_mass),
        dry,
        (R_BW[2], R_BW[5], R_BW[8]),
        lying.p_BoBcb_B,
        displaced_mass,
        v_WC_B,
        a_WC_B,
        times(R_BW, v_W),
        a_pressure_B,
        v_WA_B,
        gust,
        sea,
        waves,
    )


@kernel
def water_acceleration(body: Any, around: Any) -> Vector6:
    """The wrench of water that accelerates: M_A [a; 0], and the pressure that pushes what takes its place."""
    pressure = wrench_at(scaled3(around.displaced_mass, around.a_pressure_B), around.p_BoBcb_B)
    if body.has_added == 0:
        return pressure
    return added6(columns_times(body.added, around.a_WC_B), pressure)
