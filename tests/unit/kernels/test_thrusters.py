import math
from typing import Any

import numba
import numpy as np
import pytest
from tests.unit.kernels import called, motion_of, parameters, six, still_water

from seaway._arrays import Floats, Integers
from seaway._lanes import DYNAMIC, FLOATS, fields_of, values_of
from seaway.kernels import thrusters
from seaway.parts import fields_of as declared
from seaway.vehicle import Thruster

RHO = 1025.0
limited, speed_for, part = called(thrusters.limited), called(thrusters.speed_for), called(thrusters.wet_disc)


def propeller(**values: Any) -> Any:
    """Another coefficient astern, a wake and a deduction: no number is 0 or 1. Its axis is x, at the origin."""
    given = {
        "position": (0.0, 0.0, 0.0),
        "axis": (1.0, 0.0, 0.0),
        "column": (1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        "command": SPEED,
        "limits": (-math.inf, math.inf),
        "dead_band": 0.0,
        "diameter": 0.3,
        "coefficient": 0.006,
        "reverse_coefficient": 0.004,
        "advance": -0.05,
        "wake": 0.2,
        "deduction": 0.1,
        "hand": RIGHT,
        "torque_coefficient": 0.0007,
        "twists": 1,
        "time_constant": 0.5,
        "inertia": 0.4,
        "gains": (2.0, 0.5, 0.1),
        "largest_torque": math.inf,
    }
    return parameters(**given | values)


def choices(name: str) -> tuple[str, ...]:
    field: Any = declared(Thruster)[name]
    return field.words


# A choice is its place in the list.
THRUST, SPEED = (choices("command").index(word) for word in ("thrust", "speed"))
RIGHT, LEFT = (choices("hand").index(word) for word in ("right", "left"))


def pushed(kernel: Any, par: Any, depth: float = math.inf, inflow: float = 0.0, **states: float) -> tuple[Any, ...]:
    """Thrust and torque about the axis, and the rates of the states, if it has any."""
    around, motion = still_water(RHO, depth), motion_of([inflow, 0, 0, 0, 0, 0])
    found = called(kernel)(par, parameters(**states), around, motion)
    wrench, rates = found if len(found) == 2 else (found, ())
    assert wrench[1:3] == wrench[4:] == (0.0, 0.0)
    return wrench[0], wrench[3], *rates


# What is asked for


@pytest.mark.parametrize(
    ("command", "asked"),
    [(5.0, 5.0), (-5.0, -5.0), (2.0, 2.0), (1.99, 0.0), (-1.99, 0.0), (0.0, 0.0), (100.0, 20.0), (-100.0, -10.0)],
)
def test_limits_then_the_dead_band(command: float, asked: float) -> None:
    """A command of just the dead band is heard, as in gz-sim."""
    par = propeller(limits=(-10.0, 20.0), dead_band=2.0)
    assert limited(par, command) == asked
    assert called(thrusters.prepare)(par, command) == (asked,)


def test_a_dead_band_beyond_the_limits_leaves_nothing() -> None:
    assert limited(propeller(limits=(-1.0, 1.0), dead_band=2.0), 50.0) == 0.0


@pytest.mark.parametrize("thrust", [80.0, -80.0, 1e-9])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_thrust_becomes_the_speed_that_gives_it(thrust: float, sign: float) -> None:
    """ω = sign(T c) √|T / ρ c d⁴|; 4 roundings. A propeller of the other hand, c < 0, turns the other way."""
    par = propeller(command=THRUST, coefficient=0.006 * sign, reverse_coefficient=0.004 * sign)
    omega = speed_for(par, RHO, thrust)
    c = 0.006 if omega > 0.0 else 0.004
    assert omega == pytest.approx(np.sign(thrust * sign) * math.sqrt(abs(thrust) / (RHO * c * 0.3**4)), rel=4e-15)
    assert RHO * c * sign * 0.3**4 * abs(omega) * omega == pytest.approx(thrust, rel=1e-14)
    assert called(thrusters.speed_output)(par, parameters(asked=thrust), still_water(RHO), None) == omega


def test_no_thrust_is_no_speed() -> None:
    assert speed_for(propeller(), RHO, 0.0) == 0.0


def test_a_speed_is_taken_as_it_is() -> None:
    assert called(thrusters.speed_output)(propeller(), parameters(asked=80.0), still_water(RHO), None) == 80.0


# Thrust and torque


def expected_of(omega: float, inflow: float, wet: float, hand: float = 1.0) -> tuple[float, float, float]:
    """Thrust, the size of its larger term, and the torque on the hull: the formula, once more."""
    d, c = 0.3, 0.006 if omega >= 0.0 else 0.004
    static, slip = c * d**4 * abs(omega) * omega, -0.05 * 0.8 * d**3 * inflow * abs(omega)
    torque = -hand * wet * 0.0007 * RHO * d**5 * abs(omega) * omega
    return wet * 0.9 * RHO * (static + slip), RHO * (abs(static) + abs(slip)), torque


@pytest.mark.parametrize("omega", [40.0, -40.0, 0.0])
@pytest.mark.parametrize("inflow", [0.0, 2.0, -2.0])
@pytest.mark.parametrize("hand", [RIGHT, LEFT])
def test_thrust_and_torque_of_a_speed(omega: float, inflow: float, hand: int) -> None:
    """A few roundings of the larger of its two terms. The same whatever drives the propeller."""
    par, wet = propeller(hand=hand), part(0.05, 0.15)
    expected, size, twist = expected_of(omega, inflow, wet, 1.0 if hand == RIGHT else -1.0)
    thrust, torque = called(thrusters.rotor)(par, RHO, omega, inflow, wet)
    assert thrust == pytest.approx(expected, rel=0, abs=1e-15 * size)
    assert torque == pytest.approx(twist, rel=1e-14)
    assert pushed(thrusters.speed_wrench, par, 0.05, inflow, asked=omega) == (thrust, torque)
    assert pushed(thrusters.lag_wrench, par, 0.05, inflow, asked=7.0, speed=omega)[:2] == (thrust, torque)
    found = pushed(thrusters.pid_wrench, par, 0.05, inflow, asked=7.0, speed=omega, integral=1.0)
    assert found[0] == thrust
    # What speeds the propeller up, turns the hull the other way.
    assert found[1] == pytest.approx(torque - (1.0 if hand == RIGHT else -1.0) * 0.4 * found[2], rel=1e-13)


@pytest.mark.parametrize("thrust", [80.0, -80.0, 0.0])
def test_thrust_at_once_and_the_torque_that_goes_with_it(thrust: float) -> None:
    """Q = q d T / c, whatever the inflow: 1e-14, some roundings."""
    found = pushed(thrusters.thrust_wrench, propeller(), 0.0, 3.0, asked=thrust)
    c = 0.006 if thrust >= 0.0 else 0.004
    assert found[0] == pytest.approx(0.5 * 0.9 * thrust, rel=1e-15)
    assert found[1] == pytest.approx(-0.5 * 0.0007 * 0.3 * thrust / c, rel=1e-14)
    assert called(thrusters.thrust_output)(propeller(), parameters(asked=thrust), None, None) == thrust


def test_thrust_at_once_needs_no_propeller() -> None:
    """Without a coefficient and a diameter nothing is divided by them."""
    par = propeller(
        twists=0, diameter=0.0, coefficient=0.0, reverse_coefficient=0.0, torque_coefficient=0.0, deduction=0.0
    )
    assert pushed(thrusters.thrust_wrench, par, 5.0, 3.0, asked=80.0) == (80.0, 0.0)


def test_without_a_torque_coefficient_beside_others_that_have_one_there_is_no_torque() -> None:
    par = propeller(torque_coefficient=0.0)
    assert pushed(thrusters.thrust_wrench, par, 5.0, 3.0, asked=80.0) == (72.0, 0.0)


def test_thrust_and_torque_are_about_the_origin_of_the_body() -> None:
    """(T a, p × T a + Q a)."""
    axis, position = np.array([0.6, 0.0, 0.8]), np.array([-1.0, 0.5, 0.2])
    column = six([*axis, *np.cross(position, axis)])
    par = propeller(axis=six(axis), position=six(position), column=column)
    thrust, torque = called(thrusters.rotor)(par, RHO, 40.0, 0.0, 1.0)
    found = called(thrusters.speed_wrench)(par, parameters(asked=40.0), still_water(RHO), motion_of(np.zeros(6)))
    expected = thrust * np.array(column) + np.concatenate([np.zeros(3), torque * axis])
    np.testing.assert_allclose(found, expected, rtol=1e-14)


# Tables

TABLE = np.array([[-2.0, -1.0, 0.0, 1.5, 4.0], [-30.0, -10.0, 0.0, 15.0, 20.0]])
_values = values_of(1)
_table_of = fields_of(
    (
        ("limits", FLOATS, 0, (2,)),
        ("dead_band", FLOATS, 2, ()),
        ("diameter", FLOATS, 3, ()),
        ("deduction", FLOATS, 4, ()),
        ("time_constant", FLOATS, 5, ()),
        ("position", FLOATS, 6, (3,)),
        ("column", FLOATS, 9, (6,)),
        ("table", DYNAMIC, 0, (2, None)),
    ),
    1,
)


@numba.njit(error_model="numpy")
def _asked(floats: Floats, integers: Integers, command: float) -> Any:
    own = _values(floats, 0)
    return thrusters.prepare_table(_table_of(own, own, integers, 0), command)


@numba.njit(error_model="numpy")
def _pushed(floats: Floats, integers: Integers, x: Any, around: Any, motion: Any) -> Any:
    own = _values(floats, 0)
    par = _table_of(own, own, integers, 0)
    wrench, (rate,) = thrusters.table_wrench(par, x, around, motion)
    return wrench, rate, thrusters.table_output(par, x, around, motion), thrusters.table_steady(par, x, around, motion)


def tabled(
    table: Floats = TABLE, limits: Any = (-math.inf, math.inf), dead_band: float = 0.0, time_constant: float = 0.0
) -> tuple[Floats, Integers]:
    """Its parameters with a deduction of 0.1: floats, and where among them the table is."""
    own = [*limits, dead_band, 0.0, 0.1, time_constant, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    return np.array([*own, *table.ravel()]), np.array([len(own), table.shape[1]])


def thrust_of(command: float, **values: Any) -> float:
    return _asked(*tabled(**values), command)[0]


@pytest.mark.parametrize("command", [-9.0, -2.0, -1.7, -1.0, -0.3, 0.0, 1.0, 1.5, 2.0, 4.0, 9.0])
def test_tables_are_linear_between_and_held_outside(command: float) -> None:
    assert thrust_of(command) == pytest.approx(np.interp(command, *TABLE), rel=1e-15, abs=0)


@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 33])
def test_every_place_of_a_table_is_found(count: int, even: bool) -> None:
    random = np.random.default_rng(count)
    commands = np.linspace(-1.9, 2.3, count) if even else np.sort(random.normal(size=count))
    table = np.stack([commands, random.normal(size=count)])
    for command in [*commands.tolist(), *random.uniform(-3.0, 3.0, size=50).tolist()]:
        assert thrust_of(command, table=table) == pytest.approx(np.interp(command, *table), rel=0, abs=1e-14)


def test_a_command_that_is_no_number_gives_no_number() -> None:
    """And reads nothing beside the table."""
    assert math.isnan(thrust_of(math.nan))
    assert (thrust_of(math.inf), thrust_of(-math.inf)) == (20.0, -30.0)


def test_limits_and_dead_band_before_the_table() -> None:
    for command, expected in ((4.0, 10.0), (-4.0, -10.0), (0.4, 0.0)):
        assert thrust_of(command, limits=(-1.0, 1.0), dead_band=0.5) == pytest.approx(expected)


@pytest.mark.parametrize(("time_constant", "thrust", "rate"), [(0.0, 20.0, 0.0), (2.0, 12.0, 4.0)])
def test_a_table_with_a_lag_gives_its_state(time_constant: float, thrust: float, rate: float) -> None:
    """Half of it above a surface is a point that is wet or not: the disc has no size."""
    x = parameters(asked=20.0, thrust=12.0)
    for surface, wet in ((1.0, 1.0), (-1.0, 0.0)):
        around, motion = still_water(RHO, surface), motion_of(np.zeros(6))
        wrench, found, output, (rest,) = _pushed(*tabled(time_constant=time_constant), x, around, motion)
        assert wrench == pytest.approx((wet * 0.9 * thrust, 0.0, 0.0, 0.0, 0.0, 0.0), rel=1e-15)
        assert (found, output) == (rate, thrust)
        assert rest == (20.0 if time_constant else 0.0)


# Rates


def test_the_rate_of_a_lag() -> None:
    """And none where the speed has followed."""
    assert pushed(thrusters.lag_wrench, propeller(), asked=30.0, speed=10.0)[2] == 40.0
    (rest,) = called(thrusters.lag_steady)(propeller(), parameters(asked=30.0, speed=10.0), still_water(RHO), None)
    assert pushed(thrusters.lag_wrench, propeller(), asked=30.0, speed=rest)[2] == 0.0
    assert called(thrusters.turning_output)(propeller(), parameters(asked=30.0, speed=10.0), None, None) == 10.0


def controlled(
    asked: float, speed: float, integral: float, depth: float = math.inf, **values: Any
) -> tuple[float, ...]:
    """Rates of speed and integral."""
    return pushed(thrusters.pid_wrench, propeller(**values), depth, asked=asked, speed=speed, integral=integral)[2:]


@pytest.mark.parametrize("depth", [math.inf, 0.05, -1.0])
def test_the_rate_of_a_controller(depth: float) -> None:
    """(J + D) ω' = P e + I ∫e - load, with the load of the wet part alone."""
    omega, integral, asked = 12.0, 3.0, 20.0
    load = part(depth, 0.15) * 0.0007 * RHO * 0.3**5 * omega * omega
    expected = (2.0 * (asked - omega) + 0.5 * integral - load) / 0.5
    assert controlled(asked, omega, integral, depth) == pytest.approx((expected, asked - omega), rel=1e-14)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_motor_at_its_limit(sign: float) -> None:
    """J ω' = the largest torque - load, and the integral waits; back from the limit it goes on."""
    load = 0.0007 * RHO * 0.3**5 * 12.0**2
    rates = controlled(sign * 200.0, 12.0 * sign, 0.0, largest_torque=5.0)
    assert rates == pytest.approx((sign * (5.0 - load) / 0.4, 0.0))
    # Too fast already, but the integral still pushes: it must be let off.
    rates = controlled(sign * 11.0, 12.0 * sign, 90.0 * sign, largest_torque=5.0)
    assert rates == pytest.approx((sign * (5.0 - load) / 0.4, -sign))


def test_no_jump_where_the_limit_is_met() -> None:
    """The motor just reaches its limit where P e - D ω' does: both sides give one rate, to the roundings.

    And not where P e alone does.
    """
    plain = controlled(20.0, 12.0, 0.0)
    motor = 2.0 * 8.0 - 0.1 * plain[0]
    for slack in (1.0 + 1e-12, 1.0 - 1e-12):
        limited = controlled(20.0, 12.0, 0.0, largest_torque=motor * slack)
        assert limited[0] == pytest.approx(plain[0], rel=1e-10)
    assert controlled(20.0, 12.0, 0.0, largest_torque=0.5 * (motor + 16.0)) == plain


@pytest.mark.parametrize("asked", [60.0, -60.0])
@pytest.mark.parametrize(
    ("gains", "largest"), [((2.0, 0.5, 0.1), math.inf), ((2.0, 0.0, 0.1), math.inf), ((2.0, 0.5, 0.1), 3.0)]
)
def test_a_controller_comes_to_rest(asked: float, gains: tuple[float, ...], largest: float) -> None:
    """There its speed has no rate, and at the set point unless it has no integral or the motor is too weak."""
    values = {"gains": gains, "largest_torque": largest}
    x = parameters(asked=asked, speed=0.0, integral=0.0)
    speed, integral = called(thrusters.pid_steady)(propeller(**values), x, still_water(RHO), None)
    rate, winding = controlled(asked, speed, integral, **values)
    assert rate == pytest.approx(0.0, abs=1e-11)
    if gains[1] > 0.0 and math.isinf(largest):
        assert speed == asked
    else:
        assert 0.0 < speed / asked < 1.0
    if math.isfinite(largest):
        assert winding == 0.0


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
