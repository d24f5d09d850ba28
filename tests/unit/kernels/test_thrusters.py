import math
from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import called, record

from seaway._arrays import Floats, Record
from seaway._jit import called_kernel
from seaway.kernels.thrusters import LAG, PID, SPEED, TABLE, THRUST, THRUSTER, rotor_rate, thrust_and_torque, wet_disc
from seaway.kernels.thrusters import wanted as wanted_kernel

RHO = 1025.0
NONE = np.zeros((2, 0))
wanted, part = called(wanted_kernel), called(wet_disc)


@called_kernel
def pushed(
    thruster: Record, table: Floats, command: float, state: Floats, density: float, inflow: float, wet: float
) -> tuple[float, float]:
    return thrust_and_torque(thruster, table, command, state, density, inflow, wet)


@called_kernel
def rate(
    thruster: Record, table: Floats, command: float, state: Floats, density: float, wet: float, rate_out: Floats
) -> None:
    rotor_rate(thruster, table, command, state, density, wet, rate_out)


def rates(thruster: np.void, command: float, state: list[float], wet: float = 1.0, table: Floats = NONE) -> list[float]:
    out = np.full(2, math.nan)
    rate(thruster, table, command, np.array(state), RHO, wet, out)
    return out.tolist()


def propeller(drive: int = SPEED, **values: float) -> np.void:
    """Another coefficient astern, a wake and a deduction: no number is 0 or 1."""
    given = {
        "lowest": -math.inf,
        "highest": math.inf,
        "diameter": 0.3,
        "forward": 0.006,
        "reverse": 0.004,
        "advance": -0.05,
        "wake": 0.2,
        "deduction": 0.1,
        "hand": 1.0,
        "torque": 0.0007,
        "largest_torque": math.inf,
        **values,
    }
    return record(THRUSTER, drive=drive, **given)


# What is asked for


@pytest.mark.parametrize(
    ("command", "asked"),
    [(5.0, 5.0), (-5.0, -5.0), (2.0, 2.0), (1.99, 0.0), (-1.99, 0.0), (0.0, 0.0), (100.0, 20.0), (-100.0, -10.0)],
)
def test_limits_then_the_dead_band(command: float, asked: float) -> None:
    """A command of just the dead band is heard, as in gz-sim."""
    assert wanted(propeller(lowest=-10.0, highest=20.0, dead_band=2.0), command, RHO) == asked


def test_a_dead_band_beyond_the_limits_leaves_nothing() -> None:
    assert wanted(propeller(lowest=-1.0, highest=1.0, dead_band=2.0), 50.0, RHO) == 0.0


@pytest.mark.parametrize("thrust", [80.0, -80.0, 1e-9])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_thrust_becomes_the_speed_that_gives_it(thrust: float, sign: float) -> None:
    """ω = sign(T c) √|T / ρ c d⁴|; 4 roundings. A propeller of the other hand, c < 0, turns the other way."""
    thruster = propeller(in_thrust=1, forward=0.006 * sign, reverse=0.004 * sign)
    omega = wanted(thruster, thrust, RHO)
    c = 0.006 if omega > 0.0 else 0.004
    assert omega == pytest.approx(np.sign(thrust * sign) * math.sqrt(abs(thrust) / (RHO * c * 0.3**4)), rel=4e-15)
    assert RHO * c * sign * 0.3**4 * abs(omega) * omega == pytest.approx(thrust, rel=1e-14)


def test_no_thrust_is_no_speed() -> None:
    assert wanted(propeller(in_thrust=1), 0.0, RHO) == 0.0
    assert wanted(propeller(in_thrust=1, dead_band=3.0), 2.0, RHO) == 0.0


def test_the_thrust_of_a_thrust_drive_stays_a_thrust() -> None:
    assert wanted(propeller(THRUST, in_thrust=1), 80.0, RHO) == 80.0


# Thrust and torque


@pytest.mark.parametrize("drive", [SPEED, LAG, PID])
@pytest.mark.parametrize("omega", [40.0, -40.0, 0.0])
@pytest.mark.parametrize("inflow", [0.0, 2.0, -2.0])
@pytest.mark.parametrize("hand", [1.0, -1.0])
def test_thrust_and_torque_of_a_speed(drive: int, omega: float, inflow: float, hand: float) -> None:
    """The formula, once more; a few roundings of the larger of its two terms."""
    thruster = propeller(drive, hand=hand)
    state = np.array([0.0 if drive == SPEED else omega, 0.0])
    thrust, torque = pushed(thruster, NONE, omega if drive == SPEED else 7.0, state, RHO, inflow, 0.75)
    d, c = 0.3, 0.006 if omega >= 0.0 else 0.004
    static, slip = c * d**4 * abs(omega) * omega, -0.05 * 0.8 * d**3 * inflow * abs(omega)
    size = RHO * (abs(static) + abs(slip))
    assert thrust == pytest.approx(0.75 * 0.9 * RHO * (static + slip), rel=0, abs=1e-15 * size)
    assert torque == pytest.approx(-hand * 0.75 * 0.0007 * RHO * d**5 * abs(omega) * omega, rel=1e-14)


@pytest.mark.parametrize("thrust", [80.0, -80.0, 0.0])
def test_thrust_at_once_and_the_torque_that_goes_with_it(thrust: float) -> None:
    """Q = q d T / c, whatever the inflow: 1e-14, some roundings."""
    pair = pushed(propeller(THRUST, in_thrust=1), NONE, thrust, np.zeros(2), RHO, 3.0, 0.5)
    c = 0.006 if thrust >= 0.0 else 0.004
    assert pair[0] == pytest.approx(0.5 * 0.9 * thrust, rel=1e-15)
    assert pair[1] == pytest.approx(-0.5 * 0.0007 * 0.3 * thrust / c, rel=1e-14)


def test_thrust_at_once_needs_no_propeller() -> None:
    """Without a coefficient and a diameter nothing is divided by them."""
    plain = record(THRUSTER, drive=THRUST, in_thrust=1, lowest=-math.inf, highest=math.inf, hand=1.0)
    assert pushed(plain, NONE, 80.0, np.zeros(2), RHO, 3.0, 1.0) == (80.0, 0.0)


TABLES = np.array([[9.0, -2.0, -1.0, 0.0, 1.5, 4.0, 9.0], [9.0, -30.0, -10.0, 0.0, 15.0, 20.0, 9.0]])
"""That of a thruster is from 1 to 6; what stands beside is of others."""


def tabled(**values: float) -> np.void:
    given = {"lowest": -math.inf, "highest": math.inf, "hand": 1.0, "table_start": 1, "table_stop": 6, **values}
    return record(THRUSTER, drive=TABLE, **given)


@pytest.mark.parametrize("command", [-9.0, -2.0, -1.7, -1.0, -0.3, 0.0, 1.0, 1.5, 2.0, 4.0, 9.0])
def test_tables_are_linear_between_and_held_outside(command: float) -> None:
    expected = np.interp(command, TABLES[0, 1:6], TABLES[1, 1:6])
    thrust, torque = pushed(tabled(deduction=0.1), TABLES, command, np.zeros(2), RHO, 5.0, 0.5)
    assert thrust == pytest.approx(0.45 * expected, rel=1e-15, abs=0)
    assert torque == 0.0


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 33])
def test_every_place_of_a_table_is_found(count: int) -> None:
    random = np.random.default_rng(count)
    table = np.stack([np.sort(random.normal(size=count)), random.normal(size=count)])
    thruster = tabled(table_start=0, table_stop=count)
    for command in [*table[0].tolist(), *random.uniform(-3.0, 3.0, size=50).tolist()]:
        found, _ = pushed(thruster, table, command, np.zeros(2), RHO, 0.0, 1.0)
        expected: Any = np.interp(command, table[0], table[1])
        assert found == pytest.approx(expected, rel=0, abs=1e-14)


def test_limits_and_dead_band_before_the_table() -> None:
    thruster = tabled(lowest=-1.0, highest=1.0, dead_band=0.5)
    for command, expected in ((4.0, 10.0), (-4.0, -10.0), (0.4, 0.0)):
        assert pushed(thruster, TABLES, command, np.zeros(2), RHO, 0.0, 1.0)[0] == pytest.approx(expected)


def test_a_table_that_lags_gives_its_state() -> None:
    state = np.array([12.0, 0.0])
    assert pushed(tabled(time_constant=2.0), TABLES, 4.0, state, RHO, 0.0, 0.5) == (6.0, 0.0)
    assert rates(tabled(time_constant=2.0), 4.0, [12.0, 0.0], table=TABLES) == [4.0, 0.0]


# Rates


@pytest.mark.parametrize("drive", [THRUST, SPEED])
def test_what_acts_at_once_has_no_rate(drive: int) -> None:
    assert rates(propeller(drive), 30.0, [3.0, 4.0]) == [0.0, 0.0]
    assert rates(tabled(), 30.0, [3.0, 4.0], table=TABLES) == [0.0, 0.0]


def test_the_rate_of_a_lag() -> None:
    assert rates(propeller(LAG, time_constant=0.5), 30.0, [10.0, 0.0]) == [40.0, 0.0]
    assert rates(propeller(LAG, time_constant=0.5, highest=20.0), 30.0, [10.0, 0.0]) == [20.0, 0.0]


PID_VALUES = {"inertia": 0.4, "proportional": 2.0, "integral": 0.5, "derivative": 0.1}


@pytest.mark.parametrize("wet", [1.0, 0.4, 0.0])
def test_the_rate_of_a_controller(wet: float) -> None:
    """(J + D) ω' = P e + I ∫e - load, with the load of the wet part alone."""
    omega, integral, asked = 12.0, 3.0, 20.0
    load = wet * 0.0007 * RHO * 0.3**5 * omega * omega
    expected = (2.0 * (asked - omega) + 0.5 * integral - load) / 0.5
    found = rates(propeller(PID, **PID_VALUES), asked, [omega, integral], wet)
    assert found == pytest.approx([expected, asked - omega], rel=1e-14)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_motor_at_its_limit(sign: float) -> None:
    """J ω' = the largest torque - load, and the integral waits; back from the limit it goes on."""
    thruster = propeller(PID, **PID_VALUES, largest_torque=5.0)
    load = 0.0007 * RHO * 0.3**5 * 12.0**2
    assert rates(thruster, sign * 200.0, [12.0 * sign, 0.0]) == pytest.approx([sign * (5.0 - load) / 0.4, 0.0])
    # Too fast already, but the integral still pushes: it must be let off.
    assert rates(thruster, sign * 11.0, [12.0 * sign, 90.0 * sign]) == pytest.approx([sign * (5.0 - load) / 0.4, -sign])


def test_no_jump_where_the_limit_is_met() -> None:
    """The motor just reaches its limit where P e - D ω' does: both sides give one rate, to the roundings.

    And not where P e alone does.
    """
    plain = rates(propeller(PID, **PID_VALUES), 20.0, [12.0, 0.0])
    motor = 2.0 * 8.0 - 0.1 * plain[0]
    for slack in (1.0 + 1e-12, 1.0 - 1e-12):
        limited = rates(propeller(PID, **PID_VALUES, largest_torque=motor * slack), 20.0, [12.0, 0.0])
        assert limited[0] == pytest.approx(plain[0], rel=1e-10)
    assert rates(propeller(PID, **PID_VALUES, largest_torque=0.5 * (motor + 16.0)), 20.0, [12.0, 0.0]) == plain


# The disc


def test_the_wet_part_of_a_disc() -> None:
    """By hand: a circular segment of the angle 2 acos(-s) over 2π; none, half, all."""
    for s in (-0.9, -0.5, 0.3, 0.99):
        theta = 2.0 * math.acos(-s)
        assert part(0.2 * s, 0.2) == pytest.approx((theta - math.sin(theta)) / (2.0 * math.pi), abs=1e-15)
    assert part(0.0, 0.2) == 0.5
    assert (part(-0.2, 0.2), part(-1.0, 0.2), part(0.2, 0.2), part(math.inf, 0.2)) == (0.0, 0.0, 1.0, 1.0)


def test_the_wet_part_of_a_point() -> None:
    assert (part(1e-9, 0.0), part(0.0, 0.0), part(-1e-9, 0.0), part(math.inf, 0.0)) == (1.0, 0.0, 0.0, 1.0)


def test_the_wet_part_of_a_disc_by_counting() -> None:
    """Against a grid of points in the disc: its error goes with the length of the cut over the grid, 1e-3."""
    n = 801
    x = np.linspace(-1.0, 1.0, n)
    X, Z = np.meshgrid(x, x)
    inside = X * X + Z * Z <= 1.0
    for depth in (-0.7, -0.2, 0.45):
        assert part(depth, 1.0) == pytest.approx((Z[inside] < depth).mean(), abs=2e-3)
