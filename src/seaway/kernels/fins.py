"""Fins and rudders: lift and drag with stall, as in gz-sim's LiftDrag, and derivatives of published vehicles.

The flow is the velocity of the centre of pressure through the water, without its component along the span. With α the
angle of attack, q = ½ ρ |v|² and S the area, lift is C_L q S across the flow and drag C_D q S along it. Beyond the
stall angle the slopes change, but C_L keeps its sign.
"""

import math
from typing import Any

import numpy as np

from seaway._jit import kernel
from seaway._lanes import where
from seaway.kernels.surroundings import air_at, water_at
from seaway.kernels.thrusters import wet_disc
from seaway.kernels.vectors import ZERO6, Vector3, Vector6, added3, cross, dot3, scaled3, scaled6, velocity_at

__all__ = [
    "derivatives_wrench",
    "fin_angle",
    "fin_rate",
    "lift_and_drag",
    "output",
    "prepare",
    "steady",
    "wrench",
]


@kernel
def prepare(par: Any, command: float) -> tuple[float]:
    """Limit the commanded angle: ``asked`` [rad]."""
    return (min(max(command, -par.limit), par.limit),)


@kernel
def _lagging(par: Any) -> Any:
    return (par.time_constant > 0.0) | (par.rate < math.inf)


@kernel
def fin_angle(par: Any, x: Any) -> float:
    """Actual angle [rad]."""
    return where(_lagging(par), x.angle, x.asked)


@kernel
def fin_rate(par: Any, x: Any, time_step: float) -> float:
    """Rate of a lagging fin: (set point - angle) / T, limited to its largest rate [rad/s]."""
    rate = (x.asked - x.angle) / max(par.time_constant, time_step)
    return where(_lagging(par), min(max(rate, -par.rate), par.rate), 0.0)


@kernel
def output(par: Any, x: Any, _: Any, __: Any) -> float:
    """Actual angle [rad]."""
    return fin_angle(par, x)


@kernel
def steady(par: Any, x: Any, _: Any, __: Any) -> tuple[float]:
    """Steady angle under a constant command."""
    return (where(_lagging(par), x.asked, 0.0),)


@kernel
def _slope(alpha: float, stall: float, before: float, after: float) -> float:
    """Coefficient that is linear in α, with another slope beyond the stall."""
    if alpha > stall:
        return before * stall + after * (alpha - stall)
    if alpha < -stall:
        return -before * stall + after * (alpha + stall)
    return before * alpha


@kernel
def lift_and_drag(par: Any, angle: float, density: float, v_CP_B: Vector3) -> Vector6:
    """Wrench of lift and drag about Bo in B; for single floats.

    Args:
        par: Parameters of the fin.
        angle: Angle of the fin [rad].
        density: Density ρ [kg/m3].
        v_CP_B: Velocity of its centre of pressure through the water, in B [m/s].
    """
    chord, up = par.chord, par.lift_direction
    speed = math.sqrt(dot3(v_CP_B, v_CP_B))
    along = dot3(chord, v_CP_B)
    if speed <= par.least_speed or (par.reversible == 0 and along <= 0.0):
        return ZERO6
    if par.symmetric != 0:
        # The lift lies in the plane of chord and flow, opposite to the component of the flow across the chord.
        off = (along * chord[0] - v_CP_B[0], along * chord[1] - v_CP_B[1], along * chord[2] - v_CP_B[2])
        size = math.sqrt(dot3(off, off))
        up = scaled3(1.0 / size, off) if size > 1e-12 * speed else up
    span = cross(chord, up)
    spanwise = dot3(span, v_CP_B)
    flow = (v_CP_B[0] - spanwise * span[0], v_CP_B[1] - spanwise * span[1], v_CP_B[2] - spanwise * span[2])
    square = dot3(flow, flow)
    if square <= 0.0:
        return ZERO6
    flow_speed = math.sqrt(square)
    drag_B = scaled3(-1.0 / flow_speed, flow)
    lift_B = scaled3(1.0 / flow_speed, cross(span, flow))
    sweep = spanwise / speed
    cos2 = 1.0 - sweep * sweep
    # Positive if the flow comes from below: the lift then leans forward.
    alpha = par.zero_lift + math.atan2(dot3(lift_B, chord), dot3(lift_B, up)) + par.turning * angle
    # In a flow from behind, a fin acts as if it were turned by half a turn.
    alpha = float(np.fmod(alpha, math.pi))
    if alpha > 0.5 * math.pi:
        alpha -= math.pi
    elif alpha < -0.5 * math.pi:
        alpha += math.pi
    stall = par.stall
    cl = _slope(alpha, stall, par.lift, par.stalled_lift)
    if alpha > stall:
        cl = max(cl, 0.0)
    elif alpha < -stall:
        cl = min(cl, 0.0)
    cl = cl * cos2 + par.angle_lift * angle
    cd = (par.drag_offset + abs(_slope(alpha, stall, par.drag, par.stalled_drag))) * cos2
    cm = _slope(alpha, stall, par.moment, par.stalled_moment)
    if alpha > stall:
        cm = max(cm, 0.0)
    elif alpha < -stall:
        cm = min(cm, 0.0)
    cm = cm * cos2 + par.angle_moment * angle
    qS = 0.5 * density * square * par.area
    force = added3(scaled3(cl * qS, lift_B), scaled3(cd * qS, drag_B))
    torque = added3(cross(par.position, force), scaled3(cm * qS, span))
    return (force[0], force[1], force[2], torque[0], torque[1], torque[2])


@kernel
def wrench(par: Any, x: Any, around: Any, motion: Any) -> tuple[Vector6, tuple[float]]:
    """Wrench of a fin with lift and drag, in water or in air."""
    angle, rate = fin_angle(par, x), fin_rate(par, x, around.time_step)
    depth, v = water_at(around, motion, par.position)
    share = wet_disc(depth, math.sqrt(par.area / math.pi))
    density = par.density if par.density > 0.0 else around.density  # nan means that of the water
    if par.in_wind != 0:
        wind, moving = air_at(around, motion, par.position), velocity_at(motion.nu, par.position)
        v = (moving[0] - wind[0], moving[1] - wind[1], moving[2] - wind[2])
        share = 1.0 - share
    if par.everywhere != 0:
        share = 1.0
    if share <= 0.0:
        return ZERO6, (rate,)
    return scaled6(share, lift_and_drag(par, angle, density, v)), (rate,)


@kernel
def derivatives_wrench(par: Any, x: Any, around: Any, motion: Any) -> tuple[Vector6, tuple[float]]:
    """Wrench of a fin that is proportional to its angle and to the square of the forward speed through the water."""
    u = motion.nu_r[0]
    factor = around.density_ratio * around.immersion * (u * abs(u) * fin_angle(par, x))
    return scaled6(factor, par.per_square), (fin_rate(par, x, around.time_step),)
