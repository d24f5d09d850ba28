"""Fins and rudders: lift and drag with stall, as gz-sim's LiftDrag has them; and derivatives as published vehicles do.

The flow is the velocity of the centre of pressure through the water, without its part along the span. With α the angle
of attack, q = ½ ρ |v|² and S the area, lift is C_L q S across the flow and drag C_D q S along it. Beyond the stall
angle the slopes change; C_L then does not change its sign.
"""

import math
from typing import Final

import numpy as np

from seaway._arrays import Floats, Record
from seaway._jit import kernel
from seaway.kernels.vectors import ZERO6, Vector3, Vector6, added3, cross, dot3, scaled3, scaled6, six, three

__all__ = ["DERIVATIVES", "FIN", "FIN_STATES", "LIFT_DRAG", "fin_angle", "fin_rate", "fin_wrench"]

LIFT_DRAG: Final = 0
DERIVATIVES: Final = 1

FIN: Final = np.dtype(
    [
        ("vehicle", "i8"),
        ("kind", "i8"),
        ("position", "f8", 3),  # centre of pressure p_BoP_B [m]
        ("chord", "f8", 3),  # forward along the chord, unit, in B
        ("up", "f8", 3),  # where positive lift goes, unit, in B
        ("area", "f8"),  # S [m2]
        ("density", "f8"),  # of what flows past it [kg/m3]; 0 for that of the water
        ("in_wind", "i8"),  # whether it stands in the wind, in the water else
        ("everywhere", "i8"),  # whether it acts above and below the surface alike
        ("zero_lift", "f8"),  # α at zero incidence [rad]
        ("lift", "f8"),  # slopes of C_L, C_D, C_M [1/rad]
        ("drag", "f8"),
        ("moment", "f8"),
        ("stall", "f8"),  # α beyond which they are [rad]
        ("stalled_lift", "f8"),
        ("stalled_drag", "f8"),
        ("stalled_moment", "f8"),
        ("drag_offset", "f8"),  # C_D at α = 0
        ("least_speed", "f8"),  # below it nothing acts [m/s]
        ("reversible", "i8"),  # whether it acts in a flow from behind
        ("symmetric", "i8"),  # whether the lift goes with the flow, whatever up is
        ("turning", "f8"),  # α per angle of the fin
        ("angle_lift", "f8"),  # C_L and C_M per angle of the fin [1/rad]
        ("angle_moment", "f8"),
        ("per_square", "f8", 6),  # DERIVATIVES: wrench about Bo in B per u² and rad [N s2/m2, N s2/m]
        ("limit", "f8"),  # largest angle [rad]
        ("rate", "f8"),  # largest change of it a second [rad/s]
        ("time_constant", "f8"),  # of its lag [s]
    ]
)

FIN_STATES: Final = 1  # its angle [rad], where it lags


@kernel
def _lagging(fin: Record) -> bool:
    return fin["time_constant"] > 0.0 or fin["rate"] < math.inf


@kernel
def fin_angle(fin: Record, command: float, state: Floats) -> float:
    """The angle that acts [rad]."""
    return state[0] if _lagging(fin) else min(max(command, -fin["limit"]), fin["limit"])


@kernel
def fin_rate(fin: Record, command: float, state: Floats, time_step: float, rate_out: Floats) -> None:
    """The rate of a fin that lags: (wanted - angle) / T, no faster than it can."""
    rate_out[0] = 0.0
    if _lagging(fin):
        asked = min(max(command, -fin["limit"]), fin["limit"])
        rate = (asked - state[0]) / max(fin["time_constant"], time_step)
        rate_out[0] = min(max(rate, -fin["rate"]), fin["rate"])


@kernel
def _slope(alpha: float, stall: float, before: float, after: float) -> float:
    """A coefficient that grows with α, and otherwise beyond the stall."""
    if alpha > stall:
        return before * stall + after * (alpha - stall)
    if alpha < -stall:
        return -before * stall + after * (alpha + stall)
    return before * alpha


@kernel
def fin_wrench(fin: Record, angle: float, density: float, v_CP_B: Vector3, forward_speed: float) -> Vector6:
    """The wrench about Bo in B.

    Args:
        fin: Of FIN.
        angle: Of the fin [rad].
        density: ρ [kg/m3].
        v_CP_B: Velocity of its centre of pressure through the water, in B [m/s].
        forward_speed: Of Bo through the water [m/s].
    """
    if fin["kind"] == DERIVATIVES:
        return scaled6(forward_speed * abs(forward_speed) * angle, six(fin["per_square"]))
    chord, up = three(fin["chord"]), three(fin["up"])
    speed = math.sqrt(dot3(v_CP_B, v_CP_B))
    along = dot3(chord, v_CP_B)
    if speed <= fin["least_speed"] or (fin["reversible"] == 0 and along <= 0.0):
        return ZERO6
    if fin["symmetric"] != 0:
        # The lift lies in the plane of chord and flow, up against what of the flow is across the chord.
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
    # Positive where the flow comes from below: the lift then leans forward.
    alpha = fin["zero_lift"] + math.atan2(dot3(lift_B, chord), dot3(lift_B, up)) + fin["turning"] * angle
    # In a flow from behind, or turned round, a fin is as half a turn before.
    alpha = float(np.fmod(alpha, math.pi))
    if alpha > 0.5 * math.pi:
        alpha -= math.pi
    elif alpha < -0.5 * math.pi:
        alpha += math.pi
    stall = fin["stall"]
    cl = _slope(alpha, stall, fin["lift"], fin["stalled_lift"])
    if alpha > stall:
        cl = max(cl, 0.0)
    elif alpha < -stall:
        cl = min(cl, 0.0)
    cl = cl * cos2 + fin["angle_lift"] * angle
    cd = (fin["drag_offset"] + abs(_slope(alpha, stall, fin["drag"], fin["stalled_drag"]))) * cos2
    cm = _slope(alpha, stall, fin["moment"], fin["stalled_moment"])
    if alpha > stall:
        cm = max(cm, 0.0)
    elif alpha < -stall:
        cm = min(cm, 0.0)
    cm = cm * cos2 + fin["angle_moment"] * angle
    qS = 0.5 * density * square * fin["area"]
    force = added3(scaled3(cl * qS, lift_B), scaled3(cd * qS, drag_B))
    torque = added3(cross(three(fin["position"]), force), scaled3(cm * qS, span))
    return (force[0], force[1], force[2], torque[0], torque[1], torque[2])
