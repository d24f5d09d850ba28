"""Guidance: from a route, a path, a station or a dock to set points of yaw, speed and depth.

Each kernel is called once per control period, before the autopilot::

    NAME(par, x, motion, around, set_point) -> (set points, states)

It returns the nine set points x, y, z, depth, roll, pitch, yaw, speed and ground_speed, and replaces those it drives.

Line of sight with integral action. With χ the course of the path at the vehicle's foot on it, n its normal to the left,
e the cross-track error (positive to the left), Δ the look-ahead distance, U the speed set point and κ = gain U:

    yaw = χ - atan((e + κ s · n) / Δ)        s' = n Δ e / (Δ² + (e + κ s · n)²)

On a straight line s · n is the integral of Børhaug, Pavlov and Pettersen. It is kept as a vector in W because what it
learns is a current, which stays in the world while the path turns: on the way back of a survey it has the right sign.

Reference:
    E. Børhaug, A. Pavlov, K. Y. Pettersen, Integral LOS control for path following of underactuated marine surface
    vessels in the presence of constant ocean currents, CDC 2008. W. Caharija et al., IEEE Trans. Control Syst. Technol.
    24 (2016) 1623. T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 12.
"""

import math
from typing import Any, Final

from seaway._jit import kernel
from seaway.kernels.rotation import times

__all__ = ["AFTER", "Aim", "SetPoints", "line_of_sight", "toward", "waypoints", "wrapped"]

AFTER: Final = ("hold", "circle", "stop", "continue")
"""What follows the last waypoint or the end of a path, in the order of ``par.after``."""
HOLD: Final = 0
CIRCLE: Final = 1
STOP: Final = 2

NO_DEPTH: Final = 0  # of ``par.vertical``
BY_HEIGHT: Final = 1

SetPoints = tuple[float, float, float, float, float, float, float, float, float]
"""Values of x, y, z, depth, roll, pitch, yaw, speed, ground_speed."""
Pair = tuple[float, float]
Aim = tuple[float, Pair]
"""Yaw [rad], and the integral [s]."""

_TURN: Final = 2.0 * math.pi
_TINY: Final = 1e-9
# Below this speed through the water [m/s] a velocity has no direction to point at.
_NO_SPEED: Final = 1e-3


@kernel
def wrapped(angle: float) -> float:
    """The same angle within ±π."""
    return angle - _TURN * math.floor(angle / _TURN + 0.5)


@kernel
def yaw_of(motion: Any) -> float:
    """Yaw of B in W [rad]."""
    return math.atan2(motion.R_WB[3], motion.R_WB[0])


@kernel
def steered(set_point: Any, yaw: float, speed: float, depth: float) -> SetPoints:
    """The set points with yaw, speed and depth replaced."""
    s = set_point
    return (s.x, s.y, s.z, depth, s.roll, s.pitch, yaw, speed, s.ground_speed)


@kernel
def chosen_speed(speed: float, set_point: Any) -> float:
    """The speed of the guidance; that of the set point if it has none."""
    return set_point.speed if math.isnan(speed) else speed


@kernel
def depth_at_height(around: Any, z: float) -> float:
    """Depth of a height below the still surface; below z = 0 in unbounded water."""
    return (0.0 if math.isinf(around.surface) else around.surface) - z


@kernel
def current_of(motion: Any, around: Any) -> Pair:
    """Horizontal velocity of the current in W [m/s]."""
    v = times(motion.R_WB, around.v_current_B)
    return v[0], v[1]


@kernel
def line_of_sight(par: Any, integral: Pair, course: float, ahead: float, cross: float, speed: float) -> Aim:
    """Steer to a path; see the module docstring.

    Args:
        par: ``look_ahead`` [m], ``integral_gain`` and ``period`` [s].
        integral: s [s].
        course: Course of the path at the foot [rad].
        ahead: Change of the course up to the point that is steered for [rad].
        cross: Cross-track error e [m].
        speed: U [m/s].
    """
    nx, ny = -math.sin(course), math.cos(course)
    kappa = par.integral_gain * max(speed, 0.0)
    aim = cross + kappa * (integral[0] * nx + integral[1] * ny)
    rate = par.look_ahead * cross / (par.look_ahead * par.look_ahead + aim * aim)
    grown = par.period * rate if kappa > 0.0 else 0.0
    yaw = wrapped(course + ahead - math.atan(aim / par.look_ahead))
    return yaw, (integral[0] + grown * nx, integral[1] + grown * ny)


@kernel
def toward(gap: Pair, current: Pair, closing: float, most: float, yaw: float) -> tuple[float, float]:
    """Yaw and speed through the water that close a gap over ground, whatever the current.

    The velocity through the water is a d - c, with d the direction to the target, c the current and a the closing
    speed, reduced so that the speed is at most ``most``. Without a velocity the yaw is kept.

    Args:
        gap: Vector to the target in W [m].
        current: c in W [m/s].
        closing: Speed over ground toward the target [m/s].
        most: Largest speed through the water [m/s].
        yaw: Yaw to keep [rad].
    """
    distance = math.hypot(gap[0], gap[1])
    dx, dy = (gap[0] / distance, gap[1] / distance) if distance > _TINY else (math.cos(yaw), math.sin(yaw))
    along, across = current[0] * dx + current[1] * dy, current[1] * dx - current[0] * dy
    reachable = along + math.sqrt(max(most * most - across * across, 0.0))
    a = min(closing, reachable)
    wx, wy = a * dx - current[0], a * dy - current[1]
    speed = math.hypot(wx, wy)
    if speed < _NO_SPEED:
        return yaw, 0.0
    return math.atan2(wy, wx), min(speed, most)


@kernel
def beyond(par: Any, integral: Pair, motion: Any, around: Any, end: Pair, course: float, speed: float) -> Any:
    """Hold, circle or stop at the end of a route.

    Args:
        par: ``after``, ``approach_time`` [s], ``acceptance_radius`` [m], ``circle_radius`` [m] (> 0 to the left), and
            what ``line_of_sight`` reads.
        integral: s [s].
        motion: Motion of the vehicle.
        around: What is around it.
        end: Last point [m].
        course: Course at the end [rad].
        speed: Cruising speed [m/s].

    Returns:
        Yaw, speed, cross-track error, integral.
    """
    gap = (end[0] - motion.position[0], end[1] - motion.position[1])
    distance = math.hypot(gap[0], gap[1])
    if par.after == HOLD:
        closing = max(distance - par.acceptance_radius, 0.0) / par.approach_time
        yaw, speed = toward(gap, current_of(motion, around), closing, speed, yaw_of(motion))
        return yaw, speed, distance, integral
    if par.after == CIRCLE:
        side = 1.0 if par.circle_radius >= 0.0 else -1.0
        tangent = math.atan2(-gap[1], -gap[0]) + side * 0.5 * math.pi
        cross = side * (abs(par.circle_radius) - distance)
        yaw, integral = line_of_sight(par, integral, tangent, 0.0, cross, speed)
        return yaw, speed, cross, integral
    cross = gap[0] * math.sin(course) - gap[1] * math.cos(course)
    return course, 0.0, cross, integral


# Waypoints


@kernel
def _leg(par: Any, i: int, position: Any) -> tuple[float, float, float, float]:
    """Course, length, along-track distance and cross-track error of the leg that begins at waypoint i."""
    j = (i + 1) % len(par.waypoints)
    ax, ay = par.waypoints[i, 0], par.waypoints[i, 1]
    dx, dy = par.waypoints[j, 0] - ax, par.waypoints[j, 1] - ay
    length = max(math.hypot(dx, dy), _TINY)
    tx, ty = dx / length, dy / length
    px, py = position[0] - ax, position[1] - ay
    return math.atan2(dy, dx), length, px * tx + py * ty, py * tx - px * ty


@kernel
def waypoints(par: Any, x: Any, motion: Any, around: Any, set_point: Any) -> Any:
    """Follow the legs between waypoints by line of sight.

    A waypoint is reached within the acceptance radius, or when the vehicle has passed the line across its leg there.

    Args:
        par: ``waypoints`` with the columns x, y, height or depth, and speed on the leg that begins there (NaN: that of
            the set point); ``vertical``: 0 neither, 1 height, 2 depth; ``loop``; ``acceptance_radius`` [m]; and what
            ``beyond`` and ``line_of_sight`` read.
        x: ``started``, ``leg``, ``behind`` [m] (length of the legs done), ``finished``, ``integral`` [s], and for
            recordings ``cross_track`` [m] and ``along_track`` [m] from the first waypoint.
        motion: Motion of the vehicle.
        around: What is around it.
        set_point: Set points so far.
    """
    n, p = len(par.waypoints), motion.position
    i, behind, finished = int(x.leg), x.behind, x.finished
    course, length, along, cross = _leg(par, i, p)
    j = (i + 1) % n
    end = (par.waypoints[j, 0], par.waypoints[j, 1])
    gap = math.hypot(end[0] - p[0], end[1] - p[1])
    if finished == 0.0 and (gap <= par.acceptance_radius or along >= length):
        if par.loop != 0 or i + 2 < n:
            i, behind = j, behind + length
            course, length, along, cross = _leg(par, i, p)
            j = (i + 1) % n
            end = (par.waypoints[j, 0], par.waypoints[j, 1])
        else:
            finished = 1.0
    speed = chosen_speed(par.waypoints[i, 3], set_point)
    depth = set_point.depth
    if par.vertical != NO_DEPTH:
        share = 1.0 if finished != 0.0 else min(max(along / length, 0.0), 1.0)
        depth = par.waypoints[i, 2] + share * (par.waypoints[j, 2] - par.waypoints[i, 2])
        if par.vertical == BY_HEIGHT:
            depth = depth_at_height(around, depth)
    integral = (x.integral[0], x.integral[1])
    if finished != 0.0 and par.after <= STOP:
        yaw, speed, cross, integral = beyond(par, integral, motion, around, end, course, speed)
    else:
        yaw, integral = line_of_sight(par, integral, course, 0.0, cross, speed)
    new = (1.0, float(i), behind, finished, integral[0], integral[1], cross, behind + along)
    return steered(set_point, yaw, speed, depth), new
