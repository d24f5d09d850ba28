"""Propellers: from a command to the speed of the propeller, its thrust and its reaction torque.

    thrust = (1 - t) ρ |ω| (c d⁴ ω + a d³ (1 - w) V)        torque on the hull = -hand q ρ d⁵ |ω| ω

ω in rad/s; c is that of forward or of reverse, V the velocity of the propeller along its axis through the water, w the
wake fraction, t the thrust deduction, a <= 0 how thrust falls with advance. Out of the water there is none: both go
with the wet part of the disc. A controller that speeds the propeller up is held against by the hull, -hand J ω'.
"""

import math
from typing import Final

import numpy as np

from seaway._arrays import Floats, Record
from seaway._jit import kernel

__all__ = [
    "INTEGRAL",
    "LAG",
    "PID",
    "ROTOR",
    "SPEED",
    "TABLE",
    "THRUST",
    "THRUSTER",
    "THRUSTER_STATES",
    "rotor_rate",
    "thrust_and_torque",
    "wanted",
    "wet_disc",
]

# What a command drives.
THRUST: Final = 0  # [N], acts at once
SPEED: Final = 1  # of the propeller [rad/s], at once
LAG: Final = 2  # of the propeller [rad/s], with a first-order lag
PID: Final = 3  # of the propeller [rad/s], by a controller that turns its inertia
TABLE: Final = 4  # anything that a table turns into thrust, with a first-order lag where there is one

THRUSTER: Final = np.dtype(
    [
        ("vehicle", "i8"),
        ("position", "f8", 3),  # p_BoP_B [m]
        ("axis", "f8", 3),  # of positive thrust, unit, in B
        ("drive", "i8"),
        ("in_thrust", "i8"),  # whether the command is a thrust [N] that is turned into a speed
        ("lowest", "f8"),  # command
        ("highest", "f8"),
        ("dead_band", "f8"),  # commands smaller than this are none
        ("diameter", "f8"),  # d [m]
        ("forward", "f8"),  # c
        ("reverse", "f8"),
        ("advance", "f8"),  # a
        ("wake", "f8"),  # w
        ("deduction", "f8"),  # t
        ("hand", "f8"),  # 1 turns right-handed about the axis for a positive speed, -1 left-handed
        ("torque", "f8"),  # q
        ("time_constant", "f8"),  # of the lag [s]
        ("inertia", "f8"),  # of the propeller, with its water [kg m2]
        ("proportional", "f8"),  # gains [N m / (rad/s)], [N m / rad], [N m s / (rad/s)]
        ("integral", "f8"),
        ("derivative", "f8"),
        ("largest_torque", "f8"),  # of the motor [N m]
        ("table_start", "i8"),
        ("table_stop", "i8"),
    ]
)

# Integrated states of a thruster.
ROTOR: Final = 0  # speed [rad/s], or with a table the thrust [N]
INTEGRAL: Final = 1  # of the error of the speed [rad]
THRUSTER_STATES: Final = 2


@kernel
def _speed_for(thruster: Record, density: float, thrust: float) -> float:
    """The speed that gives a thrust at no advance [rad/s]."""
    c = thruster["forward"] if thrust * thruster["forward"] >= 0.0 else thruster["reverse"]
    d = thruster["diameter"]
    size = math.sqrt(abs(thrust / (density * c * d * d * d * d)))
    return size if thrust * c > 0.0 else -size


@kernel
def wanted(thruster: Record, command: float, density: float) -> float:
    """What the drive is asked for: the command within its limits, outside its dead band, as thrust or speed."""
    u = min(max(command, thruster["lowest"]), thruster["highest"])
    if abs(u) < thruster["dead_band"]:
        u = 0.0
    if thruster["in_thrust"] != 0 and thruster["drive"] != THRUST and u != 0.0:
        return _speed_for(thruster, density, u)
    return u


@kernel
def _looked_up(thruster: Record, table: Floats, u: float) -> float:
    """Thrust from a table (2, n) of commands and thrusts, linear between, held outside."""
    low, high = thruster["table_start"], thruster["table_stop"] - 1
    if u <= table[0, low]:
        return table[1, low]
    if u >= table[0, high]:
        return table[1, high]
    while high - low > 1:
        middle = (low + high) // 2
        if table[0, middle] <= u:
            low = middle
        else:
            high = middle
    f = (u - table[0, low]) / (table[0, high] - table[0, low])
    return table[1, low] + f * (table[1, high] - table[1, low])


@kernel
def wet_disc(depth: float, radius: float) -> float:
    """The part of an upright disc that is below a surface, with its centre at a depth."""
    if radius <= 0.0:
        return 1.0 if depth > 0.0 else 0.0
    s = min(max(depth / radius, -1.0), 1.0)
    return 0.5 + (math.asin(s) + s * math.sqrt(1.0 - s * s)) / math.pi


@kernel
def _load(thruster: Record, density: float, omega: float) -> float:
    """Torque of the water against the propeller, positive for a positive speed [N m]."""
    d = thruster["diameter"]
    return thruster["torque"] * density * d * d * d * d * d * abs(omega) * omega


@kernel
def thrust_and_torque(
    thruster: Record, table: Floats, command: float, state: Floats, density: float, inflow: float, wet: float
) -> tuple[float, float]:
    """Thrust along the axis [N], and torque about it on the hull [N m].

    Args:
        thruster: Of THRUSTER.
        table: Of commands and thrusts, (2, n).
        command: As it is given.
        state: Its integrated states.
        density: ρ [kg/m3].
        inflow: Velocity of the propeller along its axis through the water [m/s].
        wet: Part of the disc under water.
    """
    drive = thruster["drive"]
    asked = wanted(thruster, command, density)
    if drive == TABLE:
        thrust = state[ROTOR] if thruster["time_constant"] > 0.0 else _looked_up(thruster, table, asked)
        return wet * (1.0 - thruster["deduction"]) * thrust, 0.0
    if drive == THRUST:
        omega = _speed_for(thruster, density, asked) if thruster["torque"] != 0.0 and asked != 0.0 else 0.0
        return wet * (1.0 - thruster["deduction"]) * asked, -wet * thruster["hand"] * _load(thruster, density, omega)
    omega = asked if drive == SPEED else state[ROTOR]
    d = thruster["diameter"]
    c = thruster["forward"] if omega >= 0.0 else thruster["reverse"]
    slip = thruster["advance"] * (1.0 - thruster["wake"]) * inflow
    thrust = density * d * d * d * abs(omega) * (c * d * omega + slip)
    return (
        wet * (1.0 - thruster["deduction"]) * thrust,
        -wet * thruster["hand"] * _load(thruster, density, omega),
    )


@kernel
def rotor_rate(
    thruster: Record, table: Floats, command: float, state: Floats, density: float, wet: float, rate_out: Floats
) -> None:
    """The rates of the integrated states.

    A lag is T ω' = wanted - ω. The controller turns the propeller by P e + I ∫e + D e', e = wanted - ω, within what the
    motor can, against the load of the water: (J + D) ω' = P e + I ∫e - load. While it is at its limit, the integral
    does not grow.
    """
    rate_out[ROTOR], rate_out[INTEGRAL] = 0.0, 0.0
    drive = thruster["drive"]
    asked = wanted(thruster, command, density)
    if drive == TABLE and thruster["time_constant"] > 0.0:
        rate_out[ROTOR] = (_looked_up(thruster, table, asked) - state[ROTOR]) / thruster["time_constant"]
    elif drive == LAG:
        rate_out[ROTOR] = (asked - state[ROTOR]) / thruster["time_constant"]
    elif drive == PID:
        omega = state[ROTOR]
        error = asked - omega
        load = wet * _load(thruster, density, omega)
        J, D = thruster["inertia"], thruster["derivative"]
        push = thruster["proportional"] * error + thruster["integral"] * state[INTEGRAL]
        rate = (push - load) / (J + D)
        motor = push - D * rate
        most = thruster["largest_torque"]
        if motor > most or motor < -most:
            motor = min(max(motor, -most), most)
            rate = (motor - load) / J
            if motor * error < 0.0:  # the error draws it back from the limit
                rate_out[INTEGRAL] = error
        else:
            rate_out[INTEGRAL] = error
        rate_out[ROTOR] = rate
