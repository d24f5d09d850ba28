"""Autopilot: computes a wrench about Bo in B from set points and the present motion, once per control period.

Set points pass through reference models that respect the limits of the actuators: second-order models for positions and
angles, with limits on rate and acceleration, and a first-order model for the speed. Each loop is then

    effort = m a_r + d(v_r) + P e + I ∫e dt + D e'        e = reference - measured

with the rate v_r and acceleration a_r of the reference. Efforts of position loops act along the axes of B, those of
roll, pitch and yaw about the axes of these angles. The effort that accelerates one axis is multiplied by a column of
the mass matrix, so that the other axes do not accelerate.

An integral does not wind up: it does not grow while ``set_point.missing``, the part of the last wrench that the
actuators could not provide, has the sign of its error. A reference waits for a vehicle that cannot follow.
"""

import math
from typing import Any

from seaway._jit import kernel, part_kernel
from seaway.kernels.rotation import times
from seaway.kernels.vectors import Vector3, Vector6, dot3

__all__ = ["angles", "command", "next_rate", "wrapped"]

_STEEPEST = 1e-2  # least square of the cosine of the pitch: at ±90° the yaw rate is not determined
# A reference brakes with this share of its acceleration limit; the rest is reserved to follow the profile.
_BRAKING = 0.7
_LEAST_SHARE = 0.25  # share of the cruise speed below which the pitch for a depth error does not increase further


@kernel
def wrapped(angle: float) -> float:
    """Wrap an angle to ±π [rad]."""
    return angle - 2.0 * math.pi * math.floor(angle / (2.0 * math.pi) + 0.5)


@kernel
def bounded(value: float, most: float) -> float:
    """Limit a value to ±most."""
    return min(max(value, -most), most)


@kernel
def angles(motion: Any) -> tuple[Vector3, Vector3, Vector3, Vector3]:
    """Roll, pitch and yaw [rad], their rates [rad/s], the axis of pitch in B, and the vertical in B."""
    R, nu = motion.R_WB, motion.nu
    up = (R[6], R[7], R[8])
    square = up[1] * up[1] + up[2] * up[2]
    steep = math.sqrt(square)
    rpy = (math.atan2(up[1], up[2]), math.atan2(-up[0], steep), math.atan2(R[3], R[0]))
    level = (0.0, 1.0, 0.0)
    if steep > 0.0:
        level = (0.0, up[2] / steep, -up[1] / steep)
    yaw_rate = (up[1] * nu[4] + up[2] * nu[5]) / max(square, _STEEPEST)
    rates = (nu[3] - up[0] * yaw_rate, level[1] * nu[4] + level[2] * nu[5], yaw_rate)
    return rpy, rates, level, up


@kernel
def wanted_rate(distance: float, frequency: float, most: float, acceleration: float) -> float:
    """Rate at which a reference at a distance >= 0 approaches its goal.

    It is (ω/2) distance near the goal; farther away the rate from which it can brake in time; at most ``most``.
    """
    k, braking = 0.5 * frequency, _BRAKING * acceleration
    near = braking / (k * k)
    rate = k * distance if distance <= near else math.sqrt(braking * (2.0 * distance - near))
    return min(rate, most)


@kernel
def next_rate(distance: float, rate: float, frequency: float, most: float, acceleration: float, period: float) -> float:
    """Rate of a reference after a period.

    Near its goal the reference is critically damped, r'' = ω² (goal - r) - 2 ω r'. Farther away the limits apply.

    Args:
        distance: Goal minus reference.
        rate: Present rate of the reference.
        frequency: Natural frequency ω > 0 [rad/s].
        most: Largest rate.
        acceleration: Largest acceleration, > 0.
        period: Control period [s].
    """
    aim = wanted_rate(abs(distance), frequency, most, acceleration)
    aim = aim if distance >= 0.0 else -aim
    return rate + bounded((aim - rate) * min(2.0 * frequency * period, 1.0), acceleration * period)


@kernel
def integrated(integral: float, error: float, missing: float, period: float) -> float:
    """Integral of an error after a period; it does not grow while the missing effort has the sign of the error."""
    return integral if missing * error > 0.0 else integral + error * period


@kernel
def drag(par: Any, axis: int, rate: float) -> float:
    """Drag along one axis at a rate."""
    return (par.drag_linear[axis] + par.drag_quadratic[axis] * abs(rate)) * rate


@kernel
def _climb_gains(par: Any, speed: float) -> tuple[float, float, float, float, float]:
    """Gains on z, its integral and its rate or the heave, on pitch and pitch rate, at a forward speed.

    They are gains of the pitch torque of a vehicle that holds its depth by pitch; or of the heave force of one whose
    pitch is uncontrolled: the Munk moment turns it broadside when it moves ahead, and heave has to stabilise the pitch,
    too. Gains on the pitch change sign with the speed.
    """
    last = 8
    place = min(abs(speed) / par.climb_step, float(last))
    k = min(int(place), last - 1)
    f = place - k
    C = par.climb
    g = 1.0 - f
    way = 1.0 if speed >= 0.0 else -1.0
    return (
        g * C[k, 0] + f * C[k + 1, 0],
        g * C[k, 1] + f * C[k + 1, 1],
        g * C[k, 2] + f * C[k + 1, 2],
        way * (g * C[k, 3] + f * C[k + 1, 3]),
        way * (g * C[k, 4] + f * C[k + 1, 4]),
    )


@kernel
def _climbing(par: Any, speed: float) -> tuple[float, float]:
    """Pitch per climb rate of a vehicle with uncontrolled pitch [rad s/m], and the climb rate at its largest pitch.

    Moving at (u, w) causes the moment c u w against the stiffness k: θ = (c u / k) w, and it climbs at w - u θ.
    """
    u = bounded(speed, par.speed_limits[1])
    left = par.pitch_stiffness - par.munk[1] * u * u
    least = 0.1 * par.pitch_stiffness
    if abs(left) < least:
        left = least if left >= 0.0 else -least
    slope = par.munk[1] * u / left
    return slope, par.pitch_budget / max(abs(slope), 1e-6)


@part_kernel
def command(par: Any, x: Any, motion: Any, around: Any, set_point: Any) -> tuple[Vector6, Any]:
    """Compute the wrench about Bo in B [N, N m], and the new states.

    Args:
        par: Parameters, see ``seaway.control``.
        x: States, all 0 at the start.
        motion: Motion of the vehicle, see ``surroundings.Motion``.
        around: Surroundings of the vehicle, see ``surroundings.Around``.
        set_point: x, y, z, depth, roll, pitch, yaw, speed, ground_speed, and ``missing``: the part of the last wrench
            that the actuators could not provide, (6,).
    """
    h = par.period
    nu, R_WB, R_BW = motion.nu, motion.R_WB, motion.R_BW
    rpy, rpy_rates, level, up = angles(motion)
    flow = around.v_current_B
    u, v, w = nu[0] - flow[0], nu[1] - flow[1], nu[2] - flow[2]
    v_W = times(R_WB, (nu[0], nu[1], nu[2]))
    missing = set_point.missing
    p = motion.position

    # References start at the state of the vehicle, so that nothing jumps.
    position, velocity = x.position, x.velocity
    attitude, attitude_rate = x.attitude, x.attitude_rate
    forward = nu[0] if par.holds_ground_speed != 0.0 else u
    speed = x.speed
    if x.started == 0.0:
        position, velocity, attitude, attitude_rate, speed = p, v_W, rpy, rpy_rates, forward

    # Position
    along, upward = par.holds_x, par.holds_z  # 0 or 1 each
    across = par.holds_y
    goal_z = set_point.z
    if par.holds_depth != 0.0:
        surface = around.surface if around.surface < math.inf else 0.0
        goal_z = surface - set_point.depth
        upward = 1.0
    # A vehicle with uncontrolled pitch slows down to climb, as speed and climb rate together pitch it.
    slope, climb_limit, slow = 0.0, par.rates[2], math.inf
    dz = upward * (goal_z - position[2])
    if par.pitch_free != 0.0:
        slope, most = _climbing(par, u)
        climb_limit = min(climb_limit, max(most, par.least_climb))
        asked = wanted_rate(abs(dz), par.frequencies[2], par.rates[2], par.accelerations[2])
        asked = max(asked, abs(upward * v_W[2]))
        _, bearable = _climbing(par, min(abs(par.holds_speed * set_point.speed), par.speed_limits[1]))
        if par.holds_speed == 0.0 or asked > max(bearable, par.least_climb):
            slow = par.pitch_stiffness * par.pitch_budget / (max(abs(par.munk[1]), 1e-9) * max(asked, 1e-9))
    dx, dy = along * (set_point.x - position[0]), across * (set_point.y - position[1])
    distance = math.sqrt(dx * dx + dy * dy)
    aim = wanted_rate(distance, par.frequencies[0], min(par.rates[0], slow), par.accelerations[0])
    share = aim / distance if distance > 0.0 else 0.0
    follow = min(2.0 * par.frequencies[0] * h, 1.0)
    ax, ay = follow * (share * dx - along * velocity[0]), follow * (share * dy - across * velocity[1])
    size = math.sqrt(ax * ax + ay * ay)
    cut = min(1.0, par.accelerations[0] * h / size) if size > 0.0 else 1.0
    ax, ay = cut * ax, cut * ay
    rx, ry = along * velocity[0] + ax, across * velocity[1] + ay
    rz = next_rate(dz, upward * velocity[2], par.frequencies[2], climb_limit, par.accelerations[2], h)
    az = rz - upward * velocity[2]
    qx, qy, qz = position[0] + h * rx, position[1] + h * ry, position[2] + h * rz
    # A reference waits if its distance would demand more than the actuators can provide.
    ex, ey, ez = along * (qx - p[0]), across * (qy - p[1]), upward * (qz - p[2])
    away = math.sqrt(ex * ex + ey * ey)
    if away > par.reaches[0]:
        back = par.reaches[0] / away
        ex, ey = back * ex, back * ey
        qx, qy = p[0] + ex, p[1] + ey
        rx, ry, ax, ay = 0.0, 0.0, 0.0, 0.0
    if abs(ez) > par.reaches[2]:
        ez = bounded(ez, par.reaches[2])
        qz = p[2] + ez
        rz, az = 0.0, 0.0
    new_position = (qx if along != 0.0 else p[0], qy if across != 0.0 else p[1], qz if upward != 0.0 else p[2])
    new_velocity = (rx, ry, rz)

    # Depth by pitch: along the heading
    climb_trim = x.climb_trim
    by_pitch = par.by_pitch * upward
    pitch_goal = par.holds_pitch * set_point.pitch
    heave_gain, pitch_gain, pitch_damping = 0.0, 0.0, 0.0
    if by_pitch != 0.0:
        way = max(u, _LEAST_SHARE * par.cruise)
        ratio = way / par.cruise
        kz, ki, heave_gain, pitch_gain, pitch_damping = _climb_gains(par, way)
        steepest = math.sin(min(par.largest_pitch, par.pitch_authority * ratio * ratio))
        each = 1.0 / max(pitch_gain + par.pitch_hold, 1e-12)
        asked = (rz - par.rise / ratio) / way + each * (kz * ez + ki * climb_trim)
        given = bounded(asked, steepest)
        pitch_goal = -math.asin(given)
        if (asked - given) * ez <= 0.0:
            climb_trim += ez * h

    # Forces of the position loops, along the axes of B
    force_W_z = upward * (1.0 - by_pitch)
    e_B = times(R_BW, (ex, ey, force_W_z * ez))
    rate_B = times(R_BW, (rx, ry, force_W_z * rz))
    e_rate_B = times(R_BW, (rx - along * v_W[0], ry - across * v_W[1], force_W_z * (rz - v_W[2])))
    a_B = times(R_BW, (ax / h, ay / h, force_W_z * az / h))
    missing_W = times(R_WB, (missing[0], missing[1], missing[2]))
    s = x.position_integral
    sum_W = (
        along * integrated(s[0], ex, missing_W[0], h),
        across * integrated(s[1], ey, missing_W[1], h),
        force_W_z * integrated(s[2], ez, missing_W[2], h),
    )
    sum_B = times(R_BW, sum_W)
    P, I, D = par.gains_p, par.gains_i, par.gains_d
    P2, I2, D2, turn, damp = P[2], I[2], D[2], 0.0, 0.0
    if par.pitch_free != 0.0 and force_W_z != 0.0:
        P2, I2, D2, turn, damp = _climb_gains(par, u)
    push = (
        P[0] * e_B[0] + D[0] * e_rate_B[0] + par.inertia[0] * a_B[0],
        P[1] * e_B[1] + D[1] * e_rate_B[1] + par.inertia[1] * a_B[1],
        P2 * e_B[2] + D2 * e_rate_B[2] + par.inertia[2] * a_B[2],
    )
    rest = times(R_BW, (0.0, 0.0, force_W_z * par.rest_force))
    # Feed-forward of the drag at the velocity of the reference through the water; integrals only remove the residual.
    flow_W = times(R_WB, flow)
    flow_B = times(R_BW, (along * flow_W[0], across * flow_W[1], force_W_z * flow_W[2]))
    held = (
        I[0] * sum_B[0] + drag(par, 0, rate_B[0] - flow_B[0]) + rest[0],
        I[1] * sum_B[1] + drag(par, 1, rate_B[1] - flow_B[1]) + rest[1],
        I2 * sum_B[2] + drag(par, 2, rate_B[2] - flow_B[2]) + rest[2],
    )
    heave = turn * (slope * rz - rpy[1]) - damp * rpy_rates[1] if upward != 0.0 else 0.0

    # Speed
    new_speed, speed_integral = forward, 0.0
    surge, surge_held, sway = 0.0, 0.0, 0.0
    if par.holds_speed != 0.0 or par.holds_ground_speed != 0.0:
        goal = set_point.ground_speed if par.holds_ground_speed != 0.0 else set_point.speed
        if par.holds_speed != 0.0:
            goal = min(max(goal, par.speed_limits[0]), par.speed_limits[1])
            goal = bounded(goal, slow)
        change = (goal - speed) * min(par.speed_frequency * h, 1.0)
        change = bounded(change, par.speed_acceleration * h)
        new_speed = speed + change
        error = new_speed - forward
        if abs(error) > par.speed_reach:
            error = bounded(error, par.speed_reach)
            new_speed, change = forward + error, 0.0
        speed_integral = integrated(x.speed_integral, error, missing[0], h)
        surge = par.speed_gains[0] * error + par.inertia[0] * change / h
        surge_held = par.speed_gains[1] * speed_integral + drag(par, 0, new_speed)
        sway = -par.sway_gain * v  # damps sideslip

    # Attitude
    goals = (par.holds_roll * set_point.roll, pitch_goal, set_point.yaw)
    n = x.attitude_integral
    turning = 1.0
    if par.turns_by_fins != 0.0:
        turning = max(abs(u), _LEAST_SHARE * par.cruise) / par.cruise
    missing_torque = (missing[3], missing[4], missing[5])
    roll = _turned(par, 3, goals[0], attitude[0], attitude_rate[0], rpy[0], rpy_rates[0], n[0], missing_torque[0], 1.0)
    pitch = _turned(
        par, 4, goals[1], attitude[1], attitude_rate[1], rpy[1], rpy_rates[1], n[1], dot3(missing_torque, level), 1.0
    )
    yaw = _turned(
        par, 5, goals[2], attitude[2], attitude_rate[2], rpy[2], rpy_rates[2], n[2], dot3(missing_torque, up), turning
    )
    if by_pitch != 0.0:
        moved = pitch_gain * (pitch_goal - rpy[1]) - pitch_damping * rpy_rates[1] - heave_gain * w
        pitch = (pitch_goal, 0.0, 0.0, moved, par.pitch_hold * pitch_goal + par.trim_torque)
    new_attitude, new_rate = (roll[0], pitch[0], yaw[0]), (roll[1], pitch[1], yaw[1])
    new_sum = (roll[2], pitch[2], yaw[2])
    effort, effort_held = (roll[3], pitch[3], yaw[3]), (roll[4], pitch[4], yaw[4])
    # Munk moment of a body that moves obliquely, v × M v.
    munk = (
        par.active[0] * par.munk_held[0] * v * w,
        par.active[1] * par.munk_held[1] * w * u,
        par.active[2] * par.munk_held[2] * u * v,
    )
    moved = (
        push[0] + surge, push[1] + sway, push[2] + heave,
        effort[0] + effort[2] * up[0],
        effort[1] * level[1] + effort[2] * up[1],
        effort[1] * level[2] + effort[2] * up[2],
    )  # fmt: skip
    C = par.columns
    wrench = (
        _row(C, 0, moved) + held[0] + surge_held,
        _row(C, 1, moved) + held[1],
        _row(C, 2, moved) + held[2],
        _row(C, 3, moved) + effort_held[0] + effort_held[2] * up[0] - munk[0],
        _row(C, 4, moved) + effort_held[1] * level[1] + effort_held[2] * up[1] - munk[1],
        _row(C, 5, moved) + effort_held[1] * level[2] + effort_held[2] * up[2] - munk[2],
    )
    states = (
        1.0, new_position, new_velocity, new_attitude, new_rate, new_speed,
        sum_W, new_sum, speed_integral, climb_trim,
    )  # fmt: skip
    return wrench, states


@kernel
def _row(C: Any, r: int, y: Vector6) -> float:
    """Row r of the columns, times y."""
    return (C[0, r] * y[0] + C[1, r] * y[1]) + (C[2, r] * y[2] + C[3, r] * y[3]) + (C[4, r] * y[4] + C[5, r] * y[5])


@kernel
def _turned(
    par: Any, axis: int, goal: float, reference: float, rate: float, angle: float, angle_rate: float,
    integral: float, missing: float, turning: float,
) -> tuple[float, float, float, float, float]:  # fmt: skip
    """Reference of an angle, its rate, the integral, and the feed-forward and feedback efforts."""
    if par.active[axis - 3] == 0.0:
        return angle, angle_rate, 0.0, 0.0, 0.0
    h = par.period
    new_rate = next_rate(
        wrapped(goal - reference), rate, par.frequencies[axis], par.rates[axis], par.accelerations[axis], h
    )
    change = new_rate - rate
    new = wrapped(reference + h * new_rate)
    error = wrapped(new - angle)
    if abs(error) > par.reaches[axis]:
        error = bounded(error, par.reaches[axis])
        new = wrapped(angle + error)
        new_rate, change = 0.0, 0.0
    total = integrated(integral, error, missing, h)
    moved = par.gains_p[axis] * error + par.gains_d[axis] * (new_rate - angle_rate) + par.inertia[axis] * change / h
    held = par.gains_i[axis] * total + turning * drag(par, axis, new_rate) + par.stiffness[axis - 3] * new
    return new, new_rate, total, moved, held
