"""Guidance: computes set points of yaw, speed and depth from a route, a path, a station or a dock.

Each kernel is called once per control period, before the autopilot::

    NAME(par, x, motion, around, set_point) -> (set points, states)

It returns the nine set points x, y, z, depth, roll, pitch, yaw, speed and ground_speed, some of them replaced.

Line-of-sight guidance with integral action: with χ the course of the path at the projection of the vehicle, n its
normal to the left, e the cross-track error (positive to the left), Δ the look-ahead distance, U the speed set point and
κ = gain U:

    yaw = χ - atan((e + κ s · n) / Δ)        s' = n Δ e / (Δ² + (e + κ s · n)²)

On a straight line s · n is the integral of Børhaug, Pavlov and Pettersen. It is a vector in W because it estimates a
current, which does not turn with the path: on the return leg of a survey it has the right sign.

Reference:
    E. Børhaug, A. Pavlov, K. Y. Pettersen, Integral LOS control for path following of underactuated marine surface
    vessels in the presence of constant ocean currents, CDC 2008. W. Caharija et al., IEEE Trans. Control Syst. Technol.
    24 (2016) 1623. T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 12.
"""

import math
from typing import Any, Final

from seaway._jit import kernel
from seaway.kernels.rotation import times

__all__ = [
    "AFTER",
    "Aim",
    "SetPoints",
    "depth_profile",
    "docking",
    "line_of_sight",
    "looked_up",
    "path",
    "station",
    "toward",
    "waypoints",
    "wrapped",
]

AFTER: Final = ("hold", "circle", "stop", "continue")
"""Behaviour after the last waypoint or the end of a path, in the order of ``par.after``."""
HOLD: Final = 0
CIRCLE: Final = 1
STOP: Final = 2

NO_DEPTH: Final = 0  # values of ``par.vertical``
BY_HEIGHT: Final = 1
BY_TIME: Final = 0  # value of ``par.over``
BY_POSE: Final = 0  # value of ``par.mode``
AGAINST_CURRENT: Final = 0  # value of ``par.against``

TO_ENTRY: Final = 0.0  # values of ``x.phase``
ON_CENTRE_LINE: Final = 1.0
DOCKED: Final = 2.0

SetPoints = tuple[float, float, float, float, float, float, float, float, float]
"""Values of x, y, z, depth, roll, pitch, yaw, speed, ground_speed."""
Pair = tuple[float, float]
Aim = tuple[float, Pair]
"""Yaw [rad], and the integral [s]."""

_TURN: Final = 2.0 * math.pi
_TINY: Final = 1e-9
# Below this speed through the water a velocity has no direction [m/s].
_NO_SPEED: Final = 1e-3
# Largest angle to the centre line of a dock [rad].
_LARGEST_CRAB: Final = 0.25 * math.pi


@kernel
def wrapped(angle: float) -> float:
    """Wrap an angle to ±π [rad]."""
    return angle - _TURN * math.floor(angle / _TURN + 0.5)


@kernel
def yaw_of(motion: Any) -> float:
    """Yaw of B in W [rad]."""
    return math.atan2(motion.R_WB[3], motion.R_WB[0])


@kernel
def steered(set_point: Any, yaw: float, speed: float, depth: float) -> SetPoints:
    """Replace yaw, speed and depth among the set points."""
    s = set_point
    return (s.x, s.y, s.z, depth, s.roll, s.pitch, yaw, speed, s.ground_speed)


@kernel
def chosen_speed(speed: float, set_point: Any) -> float:
    """Speed of the guidance; without one, that of the set point."""
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
        integral: Integral s [s].
        course: Course of the path at the projection [rad].
        ahead: Change of the course up to the look-ahead point [rad].
        cross: Cross-track error e [m].
        speed: Speed U [m/s].
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
    """Yaw and speed through the water that approach a target over ground in a current.

    The velocity through the water is a d - c, with d the direction to the target, c the current and a the closing
    speed, reduced so that the speed is at most ``most``. At zero velocity the yaw is kept.

    Args:
        gap: Vector to the target in W [m].
        current: Velocity c of the current in W [m/s].
        closing: Speed over ground towards the target [m/s].
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
        par: ``after``, ``approach_time`` [s], ``acceptance_radius`` [m], ``circle_radius`` [m] (> 0 turning left), and
            the parameters of ``line_of_sight``.
        integral: Integral s [s].
        motion: Motion of the vehicle.
        around: Surroundings of the vehicle.
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
    """Course, length, along-track distance and cross-track error of the leg that starts at waypoint i."""
    j = (i + 1) % len(par.waypoints)
    ax, ay = par.waypoints[i, 0], par.waypoints[i, 1]
    dx, dy = par.waypoints[j, 0] - ax, par.waypoints[j, 1] - ay
    length = max(math.hypot(dx, dy), _TINY)
    tx, ty = dx / length, dy / length
    px, py = position[0] - ax, position[1] - ay
    return math.atan2(dy, dx), length, px * tx + py * ty, py * tx - px * ty


@kernel
def waypoints(par: Any, x: Any, motion: Any, around: Any, set_point: Any) -> Any:
    """Follow the legs between waypoints by line-of-sight guidance.

    A waypoint is reached within the acceptance radius, or when the vehicle has passed it along the leg.

    Args:
        par: ``waypoints`` with the columns x, y, height or depth, and speed on the leg that starts there (NaN: that of
            the set point); ``vertical``: 0 neither, 1 height, 2 depth; ``loop``; ``acceptance_radius`` [m]; and the
            parameters of ``beyond`` and ``line_of_sight``.
        x: ``started``, ``leg``, ``behind`` [m] (length of completed legs), ``finished``, ``integral`` [s], and for
            recordings ``cross_track`` [m] and ``along_track`` [m] from the first waypoint.
        motion: Motion of the vehicle.
        around: Surroundings of the vehicle.
        set_point: Present set points.
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


# Paths of lines and arcs


@kernel
def _foot(par: Any, i: int, position: Any, before: float) -> tuple[float, float, float]:
    """Course at the projection on segment i, its distance along the segment, and the cross-track error.

    On an arc the projection is the one nearest to a distance ``before``, as arcs may have several turns.
    """
    course, k = par.segments[i, 2], par.segments[i, 3]
    tx, ty = math.cos(course), math.sin(course)
    px, py = position[0] - par.segments[i, 0], position[1] - par.segments[i, 1]
    if k == 0.0:
        return course, px * tx + py * ty, py * tx - px * ty
    side = 1.0 if k > 0.0 else -1.0
    qx, qy = px + ty / k, py - tx / k  # from the centre
    tangent = math.atan2(qy, qx) + side * 0.5 * math.pi
    turned = k * before + wrapped(tangent - course - k * before)
    return course + turned, turned / k, side * (1.0 / abs(k) - math.hypot(qx, qy))


@kernel
def _turn_ahead(par: Any, i: int, along: float, distance: float) -> float:
    """Change of the course of a path over a distance from a point on segment i [rad]."""
    n, turned, rest = len(par.segments), 0.0, distance
    for _ in range(n + 1):
        step = min(rest, max(par.segments[i, 4] - along, 0.0))
        turned += par.segments[i, 3] * step
        rest -= step
        if rest <= 0.0:
            break
        if i + 1 < n:
            i += 1
        elif par.loop != 0:
            i = 0
        else:
            if par.after > STOP:  # the last segment continues
                turned += par.segments[i, 3] * rest
            break
        along = 0.0
    return turned


@kernel
def looked_up(table: Any, at: float) -> float:
    """Interpolate the second column of a table over its ascending first column; constant beyond its ends."""
    low, high = 0, len(table) - 1
    if at <= table[low, 0]:
        return table[low, 1]
    if at >= table[high, 0]:
        return table[high, 1]
    while high - low > 1:
        middle = (low + high) // 2
        if table[middle, 0] <= at:
            low = middle
        else:
            high = middle
    share = (at - table[low, 0]) / (table[high, 0] - table[low, 0])
    return table[low, 1] + share * (table[high, 1] - table[low, 1])


@kernel
def path(par: Any, x: Any, motion: Any, around: Any, set_point: Any) -> Any:
    """Follow a path of lines and arcs by line-of-sight guidance from the projection of the vehicle.

    The course is that of the path ``lead`` seconds ahead, to compensate a lagging heading. With a lag T on an arc of
    radius R to the left, the steady cross-track error is

        e = -Δ tan(T U / (R - e) - lead U / R)

    Args:
        par: ``segments`` with the columns x, y, course at its start, curvature (> 0 turning left), length, distance
            along the path; ``profile`` of depths over that distance, or no rows; ``speed`` [m/s] (NaN: that of the set
            point); ``lead`` [s]; ``loop``; and the parameters of ``beyond`` and ``line_of_sight``.
        x: ``started``, ``leg``, ``along`` [m] (on the segment), ``laps``, ``finished``, ``integral`` [s], and for
            recordings ``cross_track`` [m] and ``along_track`` [m] from the start.
        motion: Motion of the vehicle.
        around: Surroundings of the vehicle.
        set_point: Present set points.
    """
    n, p = len(par.segments), motion.position
    i, laps, finished = int(x.leg), x.laps, x.finished
    course, along, cross = _foot(par, i, p, x.along)
    for _ in range(n):
        over = along - par.segments[i, 4]
        if finished != 0.0 or over < 0.0:
            break
        if i + 1 < n:
            i += 1
        elif par.loop != 0:
            i, laps = 0, laps + 1.0
        else:
            finished = 1.0
            break
        course, along, cross = _foot(par, i, p, over)
    length = par.segments[n - 1, 5] + par.segments[n - 1, 4]
    distance = par.segments[i, 5] + along
    speed = chosen_speed(par.speed, set_point)
    depth = looked_up(par.profile, distance) if len(par.profile) > 0 else set_point.depth
    integral = (x.integral[0], x.integral[1])
    if finished != 0.0 and par.after <= STOP:
        end, last = _end(par)
        yaw, speed, cross, integral = beyond(par, integral, motion, around, end, last, speed)
    else:
        ahead = _turn_ahead(par, i, along, par.lead * max(speed, 0.0))
        yaw, integral = line_of_sight(par, integral, course, ahead, cross, speed)
    new = (1.0, float(i), along, laps, finished, integral[0], integral[1], cross, laps * length + distance)
    return steered(set_point, yaw, speed, depth), new


@kernel
def _end(par: Any) -> tuple[Pair, float]:
    """Last point of a path, and the course there."""
    i = len(par.segments) - 1
    x, y, course = par.segments[i, 0], par.segments[i, 1], par.segments[i, 2]
    k, length = par.segments[i, 3], par.segments[i, 4]
    if k == 0.0:
        return (x + length * math.cos(course), y + length * math.sin(course)), course
    last = course + k * length
    return (x + (math.sin(last) - math.sin(course)) / k, y - (math.cos(last) - math.cos(course)) / k), last


# Depth, station, dock


@kernel
def depth_profile(par: Any, x: Any, motion: Any, around: Any, set_point: Any) -> Any:
    """Follow a depth profile over the time of the run, or over the horizontal distance made good over ground.

    Args:
        par: ``profile`` with the columns time [s] or distance [m], and depth [m]; ``over``: 0 time, 1 distance.
        x: ``started``, ``distance`` [m].
        motion: Motion of the vehicle.
        around: Surroundings of the vehicle.
        set_point: Present set points.
    """
    v = times(motion.R_WB, (motion.nu[0], motion.nu[1], motion.nu[2]))
    distance = x.distance + (par.period * math.hypot(v[0], v[1]) if x.started != 0.0 else 0.0)
    depth = looked_up(par.profile, around.time if par.over == BY_TIME else distance)
    return steered(set_point, set_point.yaw, set_point.speed, depth), (1.0, distance)


@kernel
def _kept_depth(par: Any, around: Any, set_point: Any) -> float:
    """Depth of a position, if it has one."""
    if par.vertical == NO_DEPTH:
        return set_point.depth
    z = par.position[2]
    return depth_at_height(around, z) if par.vertical == BY_HEIGHT else z


@kernel
def station(par: Any, x: Any, motion: Any, around: Any, set_point: Any) -> Any:
    """Hold a position.

    For a vehicle that can sway it sets x, y and yaw; without a yaw set point the vehicle heads into the mean current or
    wind. For others it sets yaw and speed: towards the station at (distance - dead zone) / time, plus the speed that
    compensates the known current, plus an integral that removes the offset due to other disturbances. In the dead zone
    they head into the current.

    Args:
        par: ``position`` (x, y, height or depth) [m], ``vertical``; ``mode``: 0 x, y, yaw; 1 yaw and speed; ``yaw``
            [rad] (NaN: into the flow), ``against``: 0 current, 1 wind, ``averaging_time`` [s], ``least_flow``
            [m/s]; ``speed``, ``least_speed`` [m/s], ``approach_time`` [s], ``integral_time`` [s] (0: none),
            ``dead_zone`` [m].
        x: ``started``, ``yaw`` [rad], ``flow`` [m/s], ``integral`` [m/s], ``distance`` [m].
        motion: Motion of the vehicle.
        around: Surroundings of the vehicle.
        set_point: Present set points.
    """
    s = set_point
    gap = (par.position[0] - motion.position[0], par.position[1] - motion.position[1])
    distance = math.hypot(gap[0], gap[1])
    depth = _kept_depth(par, around, s)
    yaw = x.yaw if x.started != 0.0 else yaw_of(motion)
    current = current_of(motion, around)
    if par.mode == BY_POSE:
        flow = current
        if par.against != AGAINST_CURRENT:
            v = times(motion.R_WB, around.v_WA_B)
            flow = (v[0], v[1])
        share = 1.0 if x.started == 0.0 else par.period / (par.averaging_time + par.period)
        fx, fy = x.flow[0] + share * (flow[0] - x.flow[0]), x.flow[1] + share * (flow[1] - x.flow[1])
        if not math.isnan(par.yaw):
            yaw = wrapped(par.yaw)
        elif math.hypot(fx, fy) > par.least_flow:
            yaw = math.atan2(-fy, -fx)
        wanted = (par.position[0], par.position[1], s.z, depth, s.roll, s.pitch, yaw, s.speed, s.ground_speed)
        return wanted, (1.0, yaw, fx, fy, 0.0, 0.0, distance)
    closing = max(distance - par.dead_zone, 0.0) / par.approach_time
    ix, iy = x.integral[0], x.integral[1]
    drift = (current[0] - ix, current[1] - iy)
    yaw, speed = toward(gap, drift, closing, par.speed, yaw)
    if par.integral_time > 0.0 and speed < par.speed and distance > _TINY:
        grown = par.period * closing / (par.integral_time * distance)
        ix, iy = ix + grown * gap[0], iy + grown * gap[1]
    # Slow while it does not yet head there, so that it does not move away while it turns.
    speed = max(speed * max(math.cos(yaw - yaw_of(motion)), 0.0), par.least_speed)
    return steered(s, yaw, speed, depth), (1.0, yaw, current[0], current[1], ix, iy, distance)


@kernel
def docking(par: Any, x: Any, motion: Any, around: Any, set_point: Any) -> Any:
    """Approach a dock along its centre line.

    The vehicle first heads for the entry on the centre line before the standoff. It then follows the centre line by
    line-of-sight guidance, at a speed over ground that falls from the standoff to the dock, and stops there. If it
    leaves the funnel within the standoff, it returns to the entry and tries again. The current is assumed known.

    Args:
        par: ``position`` (x, y, height or depth) [m], ``vertical``, ``yaw`` of the dock [rad], ``standoff`` [m],
            ``run_in`` [m] (from the entry to the standoff), ``funnel_angle`` [rad], ``funnel_width`` [m] (half width at
            the dock), ``speed`` (largest, through the water), ``contact_speed`` [m/s], ``tolerance`` [m]; and the
            parameters of ``line_of_sight``.
        x: ``started``, ``phase`` (0 to the entry, 1 on the centre line, 2 docked), ``attempts``, ``integral`` [s], and
            for recordings ``cross_track`` [m] and ``along_track`` [m], negative before the dock.
        motion: Motion of the vehicle.
        around: Surroundings of the vehicle.
        set_point: Present set points.
    """
    tx, ty = math.cos(par.yaw), math.sin(par.yaw)
    px, py = motion.position[0] - par.position[0], motion.position[1] - par.position[1]
    along, cross = px * tx + py * ty, py * tx - px * ty
    left = -along
    inside = abs(cross) <= par.funnel_width + max(left, 0.0) * math.tan(par.funnel_angle)
    before = -(par.standoff + par.run_in)
    gap = (before * tx - px, before * ty - py)
    phase, attempts = x.phase, x.attempts
    heading = yaw_of(motion)
    if phase == TO_ENTRY:
        facing = math.cos(heading - par.yaw) > 0.0
        arrived = math.hypot(gap[0], gap[1]) <= 0.5 * par.run_in
        if arrived or (inside and facing and left >= par.standoff):
            phase, attempts = ON_CENTRE_LINE, attempts + 1.0
    elif phase == ON_CENTRE_LINE:
        if left <= par.tolerance and inside:
            phase = DOCKED
        elif left < par.standoff and not inside:
            phase = TO_ENTRY
    current = current_of(motion, around)
    integral = (x.integral[0], x.integral[1])
    if phase == TO_ENTRY:
        yaw, speed = toward(gap, current, par.speed, par.speed, heading)
    elif phase == ON_CENTRE_LINE:
        share = min(max(left / par.standoff, 0.0), 1.0)
        closing = par.contact_speed + share * (par.speed - par.contact_speed)
        closing = min(closing, max(left, 0.0) / par.period)  # must not pass the dock within a period
        course, integral = line_of_sight(par, integral, par.yaw, 0.0, cross, closing)
        # Velocity through the water, along and across the centre line. A following current may require going astern.
        wx, wy = closing * math.cos(course) - current[0], closing * math.sin(course) - current[1]
        ahead, across = wx * tx + wy * ty, wy * tx - wx * ty
        crab = math.atan(across / max(abs(ahead), par.contact_speed))
        crab = min(max(crab if ahead >= 0.0 else -crab, -_LARGEST_CRAB), _LARGEST_CRAB)
        yaw = wrapped(par.yaw + crab)
        speed = min(max(ahead / math.cos(crab), -par.speed), par.speed)
    else:
        yaw = wrapped(par.yaw)
        speed = min(max(-(current[0] * tx + current[1] * ty), -par.speed), par.speed)
    new = (1.0, phase, attempts, integral[0], integral[1], cross, along)
    return steered(set_point, yaw, speed, _kept_depth(par, around, set_point)), new
