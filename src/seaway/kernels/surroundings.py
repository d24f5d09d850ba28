"""Surroundings of a vehicle: submergence, motion of water and air, and pressure of the water.

``Motion`` and ``Around`` are arguments of every force. ``water_at``, ``depth_at`` and ``air_at`` evaluate water and air
at another point of the vehicle; user-defined forces may call them, too.
"""

import math
from typing import Any, Final, NamedTuple

from seaway._arrays import Floats
from seaway._jit import kernel, part_kernel
from seaway._lanes import all_of, like, one_lane, where, width_of, with_lane
from seaway.kernels.restoring import buoyancy, stiffened, wetness
from seaway.kernels.rotation import Matrix3, nine, product, times, transposed_times
from seaway.kernels.vectors import (
    ZERO3,
    Quaternion,
    Vector3,
    Vector6,
    added3,
    added6,
    advanced3,
    cross,
    dot3,
    scaled3,
    velocity_at,
    wrench_at,
)
from seaway.kernels.water import depth_below
from seaway.kernels.water_over_body import gradient_times
from seaway.kernels.wave_sums import (
    NO_BODY_MOTION,
    BodyMotion,
    PointMotion,
    body_motion,
    point_elevation,
    point_motion,
)
from seaway.kernels.waves import AIRY, GERSTNER, carry, gerstner_motion, ramp

__all__ = [
    "MOMENT",
    "Around",
    "Lying",
    "Motion",
    "WaveField",
    "added_share",
    "air_at",
    "around_at",
    "carry_waves",
    "depth_at",
    "elevation_at",
    "emersion",
    "immersion",
    "lying_shape",
    "lying_stiff",
    "reference_volume",
    "seen_by",
    "shift_phases",
    "table_of",
    "water_at",
    "wave_flow_at",
]

# Damping and drag hold for a floating or submerged vehicle. If less than this share of the volume submerged then is
# wet, they fall linearly to 0; the wind force does so with the volume above the water.
_FADING: Final = 0.5

# A vehicle that displaces more than this times its mass floats; submerged vehicles often have a small net buoyancy.
_NEUTRAL: Final = 1.03

MOMENT: Final = 1e-4
"""Time step of the central difference for the rate of the wet volume [s].

The error is of the order of its square; rounding is 1e-12 of a wet fraction per second.
"""


class Motion(NamedTuple):
    """Pose and velocity of a vehicle.

    Attributes:
        position: Position p_WBo_W [m].
        orientation: Unit quaternion q_WB (w, x, y, z).
        R_WB: Rotation matrix from B to W, nine numbers by rows.
        R_BW: Rotation matrix from W to B, nine numbers by rows.
        nu: Velocity (v_WB_B, w_WB_B) [m/s, rad/s].
        nu_r: Velocity through the water (v_CB_B, w_CB_B), relative to the mean motion of the water over the vehicle
            [m/s, rad/s].
    """

    position: Vector3
    orientation: Quaternion
    R_WB: Matrix3
    R_BW: Matrix3
    nu: Vector6
    nu_r: Vector6


class WaveField(NamedTuple):
    """Waves of a run at a time.

    Attributes:
        airy: Table of waves, (row, quantity, component), if there are linear waves in some run; otherwise None.
        gerstner: The same for Gerstner waves.
        row: Index of the run.
        now: Phases of all components, their rates, and space for sums, (lane, float); run n is in lane n % lanes.
        shift: Drift of the frame of the waves, in W [m].
        speed: Velocity of that frame [m/s].
        slip: Velocity of the current at the vehicle relative to that frame [m/s].
        factor: Factor of the amplitudes.
        growth: Rate of the factor, divided by it [1/s].
    """

    airy: Any
    gerstner: Any
    row: float
    now: Floats
    shift: Vector3
    speed: Vector3
    slip: Vector3
    factor: float
    growth: float


class Around(NamedTuple):
    """Surroundings of a vehicle at a time.

    Attributes:
        time: Simulated time [s].
        time_step: Time step [s].
        gravity: Acceleration of gravity g [m/s2].
        density: Density ρ of the water [kg/m3].
        density_ratio: ρ over the reference density of the vehicle's coefficients; damping scales with it.
        air_density: Density of the air [kg/m3].
        surface: Height of the still surface, z_W [m]; infinite in unbounded water.
        elevation: Wave elevation above the centre of the wet part [m].
        slope: Slope of the surface there, (dη/dx, dη/dy, 0).
        depth: Depth of that centre below the still surface [m].
        wet: Submerged fraction of the volume.
        immersion: Share of damping and drag in the water that acts.
        emersion: Share of the drag in the wind that acts.
        up_B: Upward unit vector in B.
        p_BoBcb_B: Centre of the wet part [m].
        displaced_mass: Displaced mass ρ V of the wet part [kg].
        share: Share of the added mass that acts.
        v_WC_B: Mean velocity of the water over the wet part, in B [m/s].
        w_WC_B: Mean angular velocity of the water over the wet part, in B [rad/s].
        a_WC_B: Mean acceleration of the water over the wet part, in B [m/s2].
        v_current_B: Velocity of the current alone, in B [m/s].
        a_pressure_B: Acceleration of the water whose pressure is not part of the buoyancy, in B [m/s2].
        v_WA_B: Velocity of the air at Bo, in B [m/s].
        gust: Gust of the wind, along x and y in W [m/s].
        sea: Parameters of the sea, see ``water.WATER``.
        waves: Waves, see ``WaveField``; None in still water.
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
    share: float
    v_WC_B: Vector3
    w_WC_B: Vector3
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
        wet: Submerged fraction of the volume.
        growth: Rate of the share of the added mass that acts [1/s]; 0 if all of it acts.
        p_BoBcb_B: Centre of the wet part [m].
        square: Squares of the semi-axes of the ellipsoid with the second moments of the wet part [m2].
        wave: Motion of the waves over it, in the axes of the shape.
        pressure: Wrench of the pressure of the water about Bo in B [N, N m]: buoyancy, and waves on a hull.
        stored: Potential energy of a linear stiffness [J].
    """

    wet: float
    growth: float
    p_BoBcb_B: Vector3
    square: Vector3
    wave: BodyMotion
    pressure: Vector6
    stored: float


# Waves


@kernel
def table_of(airy: Any, gerstner: Any) -> Any:
    """Table of the waves."""
    if airy is not None:
        return airy
    return gerstner


@kernel
def carry_waves(
    airy: Any,
    gerstner: Any,
    carried: Any,
    sea: Any,
    row: float,
    t: float,
    now: Floats,
    shift: Vector3,
    speed: Vector3,
    slip: Vector3,
) -> WaveField:
    """Waves of a run at a time: their phases in a frame that drifts with the current."""
    waves = table_of(airy, gerstner)
    factor, growth = like(t, 1.0), like(t, 0.0)
    n = waves.shape[2]
    for i in range(width_of(t)):
        time = one_lane(t, i)
        carry(waves, carried, int(one_lane(row, i)), time, now[i, :n], now[i, n : 2 * n])
        full, rate = ramp(one_lane(sea, i).wave_ramp, time)
        factor, growth = with_lane(factor, i, full), with_lane(growth, i, rate / full if full > 0.0 else 0.0)
    return WaveField(airy, gerstner, row, now, shift, speed, slip, factor, growth)


@kernel
def _lane_of(waves: Any, i: int) -> int:
    """Index of a lane in ``WaveField.now``; functions called lane by lane find theirs by the run."""
    return int(one_lane(waves.row, i)) % waves.now.shape[0]


@kernel
def shift_phases(now: Floats, count: int, later: float) -> None:
    """Advance the phases of a run by a short time."""
    for c in range(count):
        now[c] -= later * now[count + c]


@kernel
def _elevation_one(airy: Any, gerstner: Any, waves: Any, sea: Any, now: Floats, later: float, p_W: Vector3) -> Vector3:
    kind = sea.waves
    x, y = p_W[0] - waves.shift[0] - later * waves.speed[0], p_W[1] - waves.shift[1] - later * waves.speed[1]
    if airy is not None:
        if kind == AIRY:
            n, i = airy.shape[2], min(int(waves.row), airy.shape[0] - 1)
            return point_elevation(airy, i, waves.factor, now[:n], now[n : 2 * n], later, x, y, now[2 * n :])
    if gerstner is not None:
        if kind == GERSTNER:
            n, i = gerstner.shape[2], min(int(waves.row), gerstner.shape[0] - 1)
            shift_phases(now, n, later)
            found = gerstner_motion(gerstner, i, now[:n], x, y, 0.0)
            shift_phases(now, n, -later)
            return (found.elevation, found.slope[0], found.slope[1])
    return ZERO3


@kernel
def elevation_at(waves: Any, sea: Any, later: float, p_W: Vector3) -> Vector3:
    """Wave elevation at a point in W and its slope along x and y, a short time later."""
    zero = like(p_W[2], 0.0)
    found = (zero, zero, zero)
    if waves is None:
        return found
    for i in range(width_of(zero)):
        one = _elevation_one(
            waves.airy,
            waves.gerstner,
            one_lane(waves, i),
            one_lane(sea, i),
            waves.now[_lane_of(waves, i)],
            later,
            one_lane(p_W, i),
        )
        found = with_lane(found, i, one)
    return found


@kernel
def _flow_one(airy: Any, gerstner: Any, waves: Any, sea: Any, now: Floats, p_W: Vector3) -> PointMotion:
    kind = sea.waves
    x, y, z = p_W[0] - waves.shift[0], p_W[1] - waves.shift[1], p_W[2] - sea.surface
    if airy is not None:
        if kind == AIRY:
            n, i = airy.shape[2], min(int(waves.row), airy.shape[0] - 1)
            return point_motion(airy, i, sea.wave_depth, waves.factor, now[:n], now[n : 2 * n], x, y, z, now[2 * n :])
    if gerstner is not None:
        if kind == GERSTNER:
            n, i = gerstner.shape[2], min(int(waves.row), gerstner.shape[0] - 1)
            found = gerstner_motion(gerstner, i, now[:n], x, y, z)
            return PointMotion(found.elevation, found.velocity)
    return PointMotion(0.0, ZERO3)


@kernel
def wave_flow_at(waves: Any, sea: Any, p_W: Vector3) -> PointMotion:
    """Wave elevation and velocity of the water at a point in W; 0 in still water."""
    zero = like(p_W[2], 0.0)
    found = PointMotion(zero, (zero, zero, zero))
    if waves is None:
        return found
    for i in range(width_of(zero)):
        one = _flow_one(
            waves.airy,
            waves.gerstner,
            one_lane(waves, i),
            one_lane(sea, i),
            waves.now[_lane_of(waves, i)],
            one_lane(p_W, i),
        )
        found = with_lane(found, i, one)
    return found


@kernel
def _seen_one(
    airy: Any,
    gerstner: Any,
    waves: Any,
    sea: Any,
    now: Floats,
    p_W: Vector3,
    R: Matrix3,
    square: Vector3,
    path: Vector3,
) -> BodyMotion:
    kind = sea.waves
    place = (p_W[0] - waves.shift[0], p_W[1] - waves.shift[1], p_W[2] - sea.surface)
    path = (path[0] - waves.speed[0], path[1] - waves.speed[1], path[2])
    if airy is not None:
        if kind == AIRY:
            n, i = airy.shape[2], min(int(waves.row), airy.shape[0] - 1)
            return body_motion(
                airy,
                i,
                sea.wave_depth,
                waves.factor,
                now[:n],
                now[n : 2 * n],
                place,
                R,
                square,
                path,
                waves.slip,
                now[2 * n :],
            )
    if gerstner is not None:
        if kind == GERSTNER:
            return _seen_gerstner(gerstner, waves, now, place, R, square, path)
    return NO_BODY_MOTION


@kernel
def _seen_gerstner(
    gerstner: Any, waves: Any, now: Floats, place: Vector3, R: Matrix3, square: Vector3, path: Vector3
) -> BodyMotion:
    """Gerstner waves over a body: velocity and acceleration at its centre, their gradients to first order."""
    n, i = gerstner.shape[2], min(int(waves.row), gerstner.shape[0] - 1)
    at = gerstner_motion(gerstner, i, now[:n], place[0], place[1], place[2])
    linear = body_motion(
        gerstner,
        i,
        math.inf,
        1.0,
        now[:n],
        now[n : 2 * n],
        place,
        R,
        square,
        path,
        waves.slip,
        now[2 * n :],
    )
    u, a = transposed_times(R, at.velocity), transposed_times(R, at.acceleration)
    # The acceleration is that of the water itself, so the convective part is subtracted for the rate.
    more = gradient_times(linear.gradient, u)
    rate = (a[0] - more[0], a[1] - more[1], a[2] - more[2])
    return BodyMotion(
        at.elevation,
        at.slope,
        u,
        rate,
        linear.gradient,
        linear.strain,
        linear.strain_rate,
        linear.turning,
        linear.lift,
    )


@kernel
def _no_body_motion(z: float) -> BodyMotion:
    """Still water, in as many lanes as a number has: a kernel must return a single type."""
    o = like(z, 0.0)
    return BodyMotion(o, (o, o, o), (o, o, o), (o, o, o), (o, o, o, o, o), (o, o, o, o, o), (o, o, o), (o, o, o), o)


@kernel
def seen_by(waves: Any, sea: Any, p_W: Vector3, R_WS: Matrix3, square: Vector3, path: Vector3) -> BodyMotion:
    """Motion of the waves over a body.

    Args:
        waves: Waves, see ``WaveField``.
        sea: Parameters of the sea.
        p_W: Centre of the body, in W [m].
        R_WS: Rotation matrix from the axes of its shape to W.
        square: Squares of the semi-axes of its ellipsoid [m2].
        path: Velocity of its centre, in W [m/s].
    """
    found = _no_body_motion(p_W[2])
    for i in range(width_of(p_W[2])):
        one = _seen_one(
            waves.airy,
            waves.gerstner,
            one_lane(waves, i),
            one_lane(sea, i),
            waves.now[_lane_of(waves, i)],
            one_lane(p_W, i),
            one_lane(R_WS, i),
            one_lane(square, i),
            one_lane(path, i),
        )
        found = with_lane(found, i, one)
    return found


@kernel
def _raised(waves: Any, sea: Any, depth: float, p_W: Vector3) -> float:
    """Convert a depth below the still surface to one below the waves."""
    return depth if waves is None else depth + elevation_at(waves, sea, 0.0, p_W)[0]


@kernel
def _flow(waves: Any, around: Any, motion: Any, depth: float, p_W: Vector3) -> tuple[float, Vector3]:
    """Depth below the waves, and the velocity of the water in B."""
    if waves is None:
        return depth, around.v_current_B
    wave = wave_flow_at(waves, around.sea, p_W)
    return depth + wave.elevation, added3(around.v_current_B, times(motion.R_BW, wave.velocity))


# Water and air at a point of the vehicle


@kernel
def depth_at(around: Any, motion: Any, p_BoP_B: Vector3) -> float:
    """Depth of a point of the vehicle below the surface, waves included [m]; infinite in unbounded water."""
    place = added3(motion.position, times(motion.R_WB, p_BoP_B))
    return _raised(around.waves, around.sea, around.surface - place[2], place)


@kernel
def water_at(around: Any, motion: Any, p_BoP_B: Vector3) -> tuple[float, Vector3]:
    """Depth of a point of the vehicle below the surface [m], and its velocity through the water in B [m/s]."""
    place = added3(motion.position, times(motion.R_WB, p_BoP_B))
    depth, u = _flow(around.waves, around, motion, around.surface - place[2], place)
    v = velocity_at(motion.nu, p_BoP_B)
    return depth, (v[0] - u[0], v[1] - u[1], v[2] - u[2])


@kernel
def wind_at_height(sea: Any, gust: tuple[float, float], height: float) -> Vector3:
    """Wind at a height above the local surface, in W [m/s]: power-law profile with gusts."""
    grows = sea.wind_exponent > 0.0
    relative = max(height, 0.0) / where(grows, sea.wind_height, 1.0)
    factor = where(grows, math.pow(relative, sea.wind_exponent), 1.0)
    v = sea.wind
    return (factor * (v[0] + gust[0]), factor * (v[1] + gust[1]), factor * v[2])


@kernel
def _height_above(waves: Any, sea: Any, p_W: Vector3) -> float:
    """Height of a point above the waves [m]; computed only if the wind varies with height."""
    height = -depth_below(sea.surface, p_W[2])
    if waves is None:
        return height
    if all_of(sea.wind_exponent <= 0.0):
        return height
    return height - elevation_at(waves, sea, 0.0, p_W)[0]


@kernel
def air_at(around: Any, motion: Any, p_BoP_B: Vector3) -> Vector3:
    """Velocity of the air at a point of the vehicle, in B [m/s]."""
    place = added3(motion.position, times(motion.R_WB, p_BoP_B))
    v_W = wind_at_height(around.sea, around.gust, _height_above(around.waves, around.sea, place))
    return times(motion.R_BW, v_W)


# How a vehicle lies


@kernel
def _normal(slope: Vector3) -> tuple[float, Vector3]:
    """Vertical component of the unit normal of a surface, and the normal, in W."""
    steep = 1.0 / math.sqrt(1.0 + dot3(slope, slope))
    return steep, (-steep * slope[0], -steep * slope[1], steep)


@kernel
def reference_volume(body: Any, sea: Any) -> float:
    """Submerged volume from which on all of the added mass acts [m3].

    Default: the whole volume of a submerged vehicle, half of the displacement at rest of a floating one.
    """
    afloat = sea.density * body.volume > _NEUTRAL * body.mass
    usual = where(afloat, _FADING * body.mass / sea.density, body.volume)
    return where(body.reference_volume < 0.0, usual, body.reference_volume)


@kernel
def added_share(body: Any, sea: Any, wet: float) -> float:
    """Share of the added mass that acts."""
    volume = reference_volume(body, sea)
    whole = (volume <= 0.0) | (wet >= 1.0)
    return where(whole, 1.0, min(1.0, wet * body.volume / where(whole, 1.0, volume)))


@kernel
def _squeezed(square: Vector3, wet: float, up_S: Vector3) -> Vector3:
    """Ellipsoid of the wet part of a shape: that of the whole, compressed vertically."""
    dry = 1.0 - wet
    x, y, z = 1.0 - dry * abs(up_S[0]), 1.0 - dry * abs(up_S[1]), 1.0 - dry * abs(up_S[2])
    return (square[0] * (x * x), square[1] * (y * y), square[2] * (z * z))


@kernel
def _share_at(
    waves: Any,
    boxes: Any,
    cylinders: Any,
    body: Any,
    sea: Any,
    later: float,
    p_W: Vector3,
    R_BW: Matrix3,
    v_W: Vector3,
    w: Vector3,
) -> float:
    """Share of the added mass that acts a short time later or earlier, at the present velocity."""
    place = advanced3(p_W, later, v_W)
    eta = elevation_at(waves, sea, later, place)
    steep, normal_W = _normal((eta[1], eta[2], like(eta[0], 0.0)))
    normal_B = times(R_BW, normal_W)
    normal_B = advanced3(normal_B, -later, cross(w, normal_B))
    depth = steep * (sea.surface + eta[0] - place[2])
    return added_share(body, sea, wetness(body, boxes, cylinders, normal_B, depth)[0])


@part_kernel
def _shape_in_water(
    waves: Any,
    boxes: Any,
    cylinders: Any,
    body: Any,
    sea: Any,
    p: Vector3,
    R_WB: Matrix3,
    R_BW: Matrix3,
    nu: Vector6,
) -> tuple[float, float, Vector3, Vector3, BodyMotion]:
    """Wet fraction and its rate, centre and ellipsoid of the wet part, and the waves over it.

    The surface is approximated by the tangent plane of the waves above the centre of the shape.
    """
    center_W = added3(p, times(R_WB, body.center_of_buoyancy))
    square = body.square
    up_B = (R_BW[2], R_BW[5], R_BW[8])
    if waves is None:
        wave = _no_body_motion(p[2])
        wet, center = wetness(body, boxes, cylinders, up_B, sea.surface - center_W[2])
    else:
        R_BS = nine(body.axes)
        R_WS = product(R_WB, R_BS)
        v_W = times(R_WB, velocity_at(nu, body.center_of_buoyancy))
        wave = seen_by(waves, sea, center_W, R_WS, square, v_W)
        steep, normal_W = _normal(wave.slope)
        depth = steep * (sea.surface + wave.elevation - center_W[2])
        wet, center = wetness(body, boxes, cylinders, times(R_BW, normal_W), depth)
        if not all_of((wet >= 1.0) | (wet <= 0.0)):
            square = _squeezed(square, wet, transposed_times(R_BS, up_B))
            v_W = times(R_WB, velocity_at(nu, center))
            wave = seen_by(waves, sea, added3(p, times(R_WB, center)), R_WS, square, v_W)
    growth = like(p[2], 0.0)
    partly = (added_share(body, sea, wet) < 1.0) & (wet > 0.0)
    if not all_of(where(partly, 0.0, 1.0) > 0.5):
        v_W, w = times(R_WB, velocity_at(nu, body.center_of_buoyancy)), (nu[3], nu[4], nu[5])
        after = _share_at(waves, boxes, cylinders, body, sea, MOMENT, center_W, R_BW, v_W, w)
        before = _share_at(waves, boxes, cylinders, body, sea, -MOMENT, center_W, R_BW, v_W, w)
        growth = where(partly, (after - before) / (2.0 * MOMENT), 0.0)
    return wet, growth, center, square, wave


@part_kernel
def lying_shape(
    body: Any,
    boxes: Any,
    cylinders: Any,
    sea: Any,
    waves: Any,
    p: Vector3,
    R_WB: Matrix3,
    R_BW: Matrix3,
    nu: Vector6,
) -> Lying:
    """A fixed volume with a simple shape, whose buoyancy falls as the shape leaves the water."""
    wet, growth, center, square, wave = _shape_in_water(waves, boxes, cylinders, body, sea, p, R_WB, R_BW, nu)
    lift = wet * sea.density * body.volume * sea.gravity
    pressure = buoyancy(lift, (R_BW[2], R_BW[5], R_BW[8]), center)
    return Lying(wet, growth, center, square, wave, pressure, like(p[0], 0.0))


@kernel
def lying_stiff(body: Any, sea: Any, waves: Any, p: Vector3, R_WB: Matrix3, R_BW: Matrix3, nu: Vector6) -> Lying:
    """A linear stiffness about the rest position on the surface, where it carries the weight."""
    center = body.center_of_buoyancy
    wave = _no_body_motion(p[2])
    if waves is not None:
        center_W, v_W = added3(p, times(R_WB, center)), times(R_WB, velocity_at(nu, center))
        wave = seen_by(waves, sea, center_W, R_WB, body.square, v_W)
    z = where(abs(sea.surface) < math.inf, p[2] - (sea.surface + wave.elevation), 0.0)
    _, normal_W = _normal(wave.slope)
    restoring, stored = stiffened(body, times(R_BW, normal_W), z)
    carried = wrench_at(scaled3(body.mass * sea.gravity, (R_BW[2], R_BW[5], R_BW[8])), body.center_of_mass)
    one, zero = like(p[0], 1.0), like(p[0], 0.0)
    return Lying(one, zero, center, body.square, wave, added6(carried, restoring), stored)


@kernel
def immersion(mass: float, wet: float, displaced_mass: float) -> float:
    """Share of damping and drag in the water that acts.

    It is 1 while at least half of the volume displaced afloat is wet: thus it is constant about the floating position,
    and 0 in the air.
    """
    whole = (wet >= 1.0) | (wet <= 0.0)
    afloat = min(mass, displaced_mass / where(whole, 1.0, wet))
    share = min(1.0, displaced_mass / where(whole, 1.0, _FADING * afloat))
    return where(whole, wet, share)


@kernel
def emersion(mass: float, wet: float, displaced_mass: float) -> float:
    """Share of the drag in the wind that acts: 1 while at least half of the volume above water afloat is dry."""
    # Fraction of the volume above water afloat, 1 - m / (ρ V); for a vehicle that sinks, any.
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
    seen: Any,
    v_W: Vector3,
    t: float,
    time_step: float,
    p: Vector3,
    R_BW: Matrix3,
    depth: float,
    windy: Any,
    gust: tuple[float, float],
) -> Around:
    """Collect the surroundings of a vehicle.

    Args:
        body: Parameters of the vehicle.
        sea: Parameters of the sea.
        waves: Waves, see ``WaveField``; None in still water.
        lying: Submergence of the vehicle.
        seen: Motion of the water over it.
        v_W: Current at its wet part, in W [m/s].
        t: Time [s].
        time_step: Time step [s].
        p: Position p_WBo_W [m].
        R_BW: Rotation matrix from W to B.
        depth: Depth of the centre of the wet part below the still surface [m].
        windy: None in calm air.
        gust: Gust of the wind, along x and y in W [m/s].
    """
    wet, wave = lying.wet, lying.wave
    displaced_mass = wet * sea.density * body.volume
    dry = emersion(body.mass, wet, displaced_mass)
    if body.stiff != 0:
        dry = like(wet, 1.0)
    v_WA_B = ZERO3
    if windy is not None:
        v_WA_B = times(R_BW, wind_at_height(sea, gust, -depth_below(sea.surface, p[2]) - wave.elevation))
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
        added_share(body, sea, wet),
        seen.velocity,
        seen.angular,
        seen.acceleration,
        times(R_BW, v_W),
        seen.pressing,
        v_WA_B,
        gust,
        sea,
        waves,
    )
