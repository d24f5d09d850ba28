"""Propellers: speed, thrust and reaction torque for a command.

    thrust = (1 - t) ρ |ω| (c d⁴ ω + a d³ (1 - w) V)        torque on the hull = -hand q ρ d⁵ |ω| ω

ω is in rad/s; c is the coefficient ahead or astern, V the velocity of the propeller along its axis through the water, w
the wake fraction, t the thrust deduction, a <= 0 the slope of thrust over advance. Both are proportional to the wet
part of the disc. A controller that accelerates the propeller causes the reaction torque -hand J ω' on the hull.

There is a kernel for each drive, as drives have different states.
"""

import math
from typing import Any

from seaway._jit import kernel
from seaway._lanes import all_of, like, one_lane, where, width_of, with_lane
from seaway.kernels.surroundings import depth_at, water_at
from seaway.kernels.vectors import Vector6, dot3, scaled6

__all__ = [
    "lag_steady",
    "lag_wrench",
    "limited",
    "looked_up",
    "pid_steady",
    "pid_wrench",
    "prepare",
    "prepare_table",
    "rotor",
    "speed_for",
    "speed_output",
    "speed_wrench",
    "table_output",
    "table_steady",
    "table_wrench",
    "thrust_output",
    "thrust_wrench",
    "turning_output",
    "wet_disc",
]

IN_THRUST = 0  # value of ``par.command``: a thrust [N] that is converted to a speed


@kernel
def limited(par: Any, command: float) -> float:
    """Limit a command and apply its dead band."""
    u = min(max(command, par.limits[0]), par.limits[1])
    return where(abs(u) < par.dead_band, 0.0, u)


@kernel
def speed_for(par: Any, density: float, thrust: float) -> float:
    """Speed that produces a thrust at zero advance [rad/s]."""
    c = where(thrust * par.coefficient >= 0.0, par.coefficient, par.reverse_coefficient)
    d = par.diameter
    size = math.sqrt(abs(thrust / (density * c * d * d * d * d)))
    return where(thrust == 0.0, 0.0, where(thrust * c > 0.0, size, -size))


@kernel
def _set_speed(par: Any, density: float, asked: float) -> float:
    """Speed set point of a limited command [rad/s]."""
    if par.command == IN_THRUST:
        return speed_for(par, density, asked)
    return asked


@kernel
def looked_up(table: Any, u: float) -> float:
    """Thrust from a table (2, n) of commands and thrusts, linear between, constant outside; for single floats."""
    if math.isnan(u):
        return u
    low, high = 0, len(table) - 1
    if u <= table[0, low]:
        return table[1, low]
    if u >= table[0, high]:
        return table[1, high]
    # Most tables are equally spaced, so the first guess is right.
    guess = min(int((u - table[0, 0]) / (table[0, high] - table[0, 0]) * high), high - 1)
    if table[0, guess] <= u and u < table[0, guess + 1]:
        low, high = guess, guess + 1
    while high - low > 1:
        middle = (low + high) // 2
        if table[0, middle] <= u:
            low = middle
        else:
            high = middle
    f = (u - table[0, low]) / (table[0, high] - table[0, low])
    return table[1, low] + f * (table[1, high] - table[1, low])


@kernel
def _wet_disc_one(depth: float, radius: float) -> float:
    if radius <= 0.0:
        return 1.0 if depth > 0.0 else 0.0
    s = min(max(depth / radius, -1.0), 1.0)
    return 0.5 + (math.asin(s) + s * math.sqrt(1.0 - s * s)) / math.pi


@kernel
def _wet_disc_each(depth: float, radius: float) -> float:
    wet = like(depth, 1.0)
    for i in range(width_of(depth)):
        wet = with_lane(wet, i, _wet_disc_one(one_lane(depth, i), one_lane(radius, i)))
    return wet


@kernel
def wet_disc(depth: float, radius: float) -> float:
    """Fraction of a vertical disc that is below a surface, with its centre at a depth."""
    if all_of((depth >= radius) & (depth > 0.0)):
        return like(depth, 1.0)
    return _wet_disc_each(depth, radius)


@kernel
def _load(par: Any, density: float, omega: float) -> float:
    """Torque of the water against the propeller, positive for a positive speed [N m]."""
    d = par.diameter
    return par.torque_coefficient * density * d * d * d * d * d * abs(omega) * omega


@kernel
def _hand(par: Any) -> float:
    """1 if it turns right-handed about its axis for a positive speed, -1 if left-handed."""
    return 1.0 - 2.0 * par.hand


@kernel
def _pushed(par: Any, thrust: float) -> Vector6:
    """Wrench of a thrust, without a torque about its axis."""
    return scaled6(thrust, par.column)


@kernel
def _twisted(par: Any, thrust: float, torque: float) -> Vector6:
    """Wrench of a thrust along the axis and a torque about it."""
    w, axis = scaled6(thrust, par.column), par.axis
    return (w[0], w[1], w[2], w[3] + torque * axis[0], w[4] + torque * axis[1], w[5] + torque * axis[2])


@kernel
def rotor(par: Any, density: float, omega: float, inflow: float, wet: float) -> tuple[float, float]:
    """Thrust along the axis [N], and torque about it on the hull [N m], of a rotating propeller.

    Args:
        par: Parameters of the thruster.
        density: Density ρ of the water [kg/m3].
        omega: Speed of the propeller [rad/s].
        inflow: Velocity of the propeller along its axis through the water [m/s].
        wet: Submerged fraction of the disc.
    """
    d = par.diameter
    c = where(omega >= 0.0, par.coefficient, par.reverse_coefficient)
    slip = par.advance * (1.0 - par.wake) * inflow
    thrust = density * d * d * d * abs(omega) * (c * d * omega + slip)
    return wet * (1.0 - par.deduction) * thrust, -wet * _hand(par) * _load(par, density, omega)


@kernel
def _turning(par: Any, around: Any, motion: Any, omega: float) -> tuple[float, float, float]:
    """Thrust and torque of a propeller in the surrounding water, and the wet fraction of its disc."""
    depth, v = water_at(around, motion, par.position)
    wet = wet_disc(depth, 0.5 * par.diameter)
    thrust, torque = rotor(par, around.density, omega, dot3(v, par.axis), wet)
    return thrust, torque, wet


# Drives: instantaneous thrust, instantaneous speed, lagging speed, controlled speed, thrust from a table


@kernel
def prepare(par: Any, command: float) -> tuple[float]:
    """Set point until the command changes: ``asked``."""
    return (limited(par, command),)


@kernel
def prepare_table(par: Any, command: float) -> tuple[float]:
    """Thrust of the table for a command: ``asked`` [N]."""
    u = limited(par, command)
    thrust = u
    for i in range(width_of(u)):
        own = one_lane(par, i)
        thrust = with_lane(thrust, i, looked_up(own.table, one_lane(u, i)))
    return (thrust,)


@kernel
def thrust_wrench(par: Any, x: Any, around: Any, motion: Any) -> Vector6:
    """Wrench of an instantaneous thrust; the propeller only determines its torque."""
    wet = wet_disc(depth_at(around, motion, par.position), 0.5 * par.diameter)
    thrust = wet * (1.0 - par.deduction) * x.asked
    if par.twists == 0:
        return _pushed(par, thrust)
    omega = where(par.torque_coefficient == 0.0, 0.0, speed_for(par, around.density, x.asked))
    load = where(par.torque_coefficient == 0.0, 0.0, _load(par, around.density, omega))
    return _twisted(par, thrust, -wet * _hand(par) * load)


@kernel
def table_wrench(par: Any, x: Any, around: Any, motion: Any) -> tuple[Vector6, tuple[float]]:
    """Wrench of a thrust from a table, with a first-order lag if there is a time constant."""
    wet = wet_disc(depth_at(around, motion, par.position), 0.5 * par.diameter)
    lags = par.time_constant > 0.0
    thrust = where(lags, x.thrust, x.asked)
    rate = where(lags, (x.asked - x.thrust) / where(lags, par.time_constant, 1.0), 0.0)
    return _pushed(par, wet * (1.0 - par.deduction) * thrust), (rate,)


@kernel
def speed_wrench(par: Any, x: Any, around: Any, motion: Any) -> Vector6:
    """Wrench of a propeller that follows its speed set point without a lag."""
    omega = _set_speed(par, around.density, x.asked)
    thrust, torque, _ = _turning(par, around, motion, omega)
    return _twisted(par, thrust, torque)


@kernel
def lag_wrench(par: Any, x: Any, around: Any, motion: Any) -> tuple[Vector6, tuple[float]]:
    """Wrench of a propeller whose speed follows with a first-order lag, T ω' = set point - ω."""
    asked = _set_speed(par, around.density, x.asked)
    thrust, torque, _ = _turning(par, around, motion, x.speed)
    return _twisted(par, thrust, torque), ((asked - x.speed) / par.time_constant,)


@kernel
def pid_wrench(par: Any, x: Any, around: Any, motion: Any) -> tuple[Vector6, tuple[float, float]]:
    """Wrench of a propeller with a PID speed controller.

    The motor torque is P e + I ∫e + D e', e = set point - ω, within its limit, against the load of the water:
    (J + D) ω' = P e + I ∫e - load. The integral does not wind up at the limit.
    """
    asked = _set_speed(par, around.density, x.asked)
    omega = x.speed
    thrust, torque, wet = _turning(par, around, motion, omega)
    error = asked - omega
    load = wet * _load(par, around.density, omega)
    J, D, most = par.inertia, par.gains[2], par.largest_torque
    push = par.gains[0] * error + par.gains[1] * x.integral
    free = (push - load) / (J + D)
    motor = push - D * free
    held = min(max(motor, -most), most)
    over = (motor > most) | (motor < -most)
    rate = where(over, (held - load) / J, free)
    # At the limit the integral only changes if the error reduces it.
    winding = where(over, where(held * error < 0.0, error, 0.0), error)
    return _twisted(par, thrust, torque - _hand(par) * J * rate), (rate, winding)


# Actual values, and steady states under a constant command


@kernel
def thrust_output(par: Any, x: Any, _: Any, __: Any) -> float:
    """Submerged thrust before deduction [N]."""
    return x.asked


@kernel
def table_output(par: Any, x: Any, _: Any, __: Any) -> float:
    """Submerged thrust before deduction [N]."""
    return where(par.time_constant > 0.0, x.thrust, x.asked)


@kernel
def table_steady(par: Any, x: Any, _: Any, __: Any) -> tuple[float]:
    """Steady thrust under a constant command."""
    return (where(par.time_constant > 0.0, x.asked, 0.0),)


@kernel
def speed_output(par: Any, x: Any, around: Any, _: Any) -> float:
    """Speed of the propeller [rad/s]."""
    return _set_speed(par, around.density, x.asked)


@kernel
def turning_output(par: Any, x: Any, _: Any, __: Any) -> float:
    """Speed of the propeller [rad/s]."""
    return x.speed


@kernel
def lag_steady(par: Any, x: Any, around: Any, _: Any) -> tuple[float]:
    """Steady speed under a constant command."""
    return (_set_speed(par, around.density, x.asked),)


@kernel
def pid_steady(par: Any, x: Any, around: Any, _: Any) -> tuple[float, float]:
    """Steady speed and integral of the controller, submerged and at zero advance.

    Its torque, I ∫e or without an integral P e, then equals the load of the water, or the limit of the motor.
    """
    d, P, gain = par.diameter, par.gains[0], par.gains[1]
    c = par.torque_coefficient * around.density * d * d * d * d * d
    wanted = _set_speed(par, around.density, x.asked)
    if c <= 0.0:
        return wanted, 0.0
    speed = abs(wanted)
    if gain == 0.0:
        speed = (math.sqrt(P * P + 4.0 * c * P * speed) - P) / (2.0 * c)  # P (wanted - ω) = c ω²
    speed = min(speed, math.sqrt(par.largest_torque / c))
    omega = speed if wanted >= 0.0 else -speed
    return omega, c * abs(omega) * omega / gain if gain != 0.0 else 0.0
