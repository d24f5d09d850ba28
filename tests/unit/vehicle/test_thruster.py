import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.refused import refused

from seaway.vehicle import Thruster

# Inputs of gz-sim's own tests of its Thruster, and the speeds of its formula: T, ρ, c, d, ω.
GZ = [
    (300.0, 1000.0, 0.004, 0.2, 216.50635094610965),
    (300.0, 950.0, 0.005, 0.2, 198.67985355975654),
    (300.0, 950.0, -0.005, 0.2, -198.67985355975654),
    (300.0, 950.0, 0.005, 0.25, 127.1551062782442),
    (-300.0, 950.0, 0.005, 0.25, -127.1551062782442),
]
SPINNING = {"drive": "speed", "diameter": 0.2, "thrust_coefficient": 0.004}


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ({}, "thrust"),
        (SPINNING, "speed"),
        ({**SPINNING, "command": "thrust"}, "thrust"),
        ({**SPINNING, "drive": "lag", "time_constant": 0.1}, "speed"),
        ({**SPINNING, "drive": "pid", "inertia": 0.1, "gains": (1, 0, 0)}, "speed"),
        ({"drive": "table", "table": [[0, 1], [0, 9]]}, "table"),
    ],
)
def test_the_command_follows_from_the_drive(arguments: dict, command: str) -> None:
    assert Thruster("main", (0, 0, 0), **arguments).command == command


def test_the_axis_is_made_a_unit() -> None:
    # Two roundings: of the length, and of the division.
    np.testing.assert_allclose(Thruster("main", (0, 0, 0), (3, 0, 4)).axis, [0.6, 0.0, 0.8], rtol=2e-16)
    np.testing.assert_array_equal(Thruster("main", (0, 0, 0), (0, 1e-300, 0)).axis, [0.0, 1.0, 0.0])


@pytest.mark.parametrize(("thrust", "density", "coefficient", "diameter", "speed"), GZ)
def test_speeds_of_gz(thrust: float, density: float, coefficient: float, diameter: float, speed: float) -> None:
    thruster = Thruster("main", (0, 0, 0), drive="speed", diameter=diameter, thrust_coefficient=coefficient)
    # d⁴ as a product rounds three times, as a power once: the last digit of the root may differ by that.
    np.testing.assert_allclose(thruster.speed(thrust, density), speed, rtol=3e-16)
    # The square of a root that is off by half a digit is off by a digit, and the products round once each.
    np.testing.assert_allclose(thruster.thrust(speed, density), thrust, rtol=1e-15)


@given(
    st.floats(1e-3, 1e6),
    st.sampled_from([-1.0, 1.0]),
    st.sampled_from([-1.0, 1.0]),
    st.floats(1e-4, 1.0),
    st.floats(1e-4, 1.0),
    st.floats(0.02, 10.0),
)
def test_speed_is_the_inverse_of_thrust(
    size: float, sign: float, turn: float, forward: float, reverse: float, diameter: float
) -> None:
    """For either sign of thrust and coefficient, with another one in reverse."""
    thruster = Thruster(
        "main",
        (0, 0, 0),
        drive="speed",
        diameter=diameter,
        thrust_coefficient=turn * forward,
        reverse_thrust_coefficient=turn * reverse,
    )
    thrust = sign * size
    speed = thruster.speed(thrust)
    assert np.sign(speed) == sign * turn
    # One root, one square, and the same products both ways.
    np.testing.assert_allclose(thruster.thrust(speed), thrust, rtol=2e-15)


def test_reverse_counts_where_the_speed_is_negative() -> None:
    thruster = Thruster(
        "main", (0, 0, 0), drive="speed", diameter=1.0, thrust_coefficient=4.0, reverse_thrust_coefficient=1.0
    )
    np.testing.assert_array_equal(thruster.thrust([2.0, 0.0, -2.0], density=1.0), [16.0, 0.0, -4.0])
    np.testing.assert_array_equal(thruster.speed([[16.0], [0.0], [-4.0]], density=1.0), [[2.0], [0.0], [-2.0]])
    assert Thruster("main", (0, 0, 0), **SPINNING).reverse_thrust_coefficient == 0.004


def test_no_thrust_is_no_speed_whatever_the_sign_of_the_coefficient() -> None:
    thruster = Thruster("main", (0, 0, 0), drive="speed", diameter=1.0, thrust_coefficient=-4.0)
    assert not np.signbit(thruster.speed(0.0))


def test_speeds_need_a_propeller() -> None:
    with refused(
        "thruster 'main' needs a diameter > 0 [m] and a thrust_coefficient other than 0 for that, got 0.0 and 0.0"
    ):
        Thruster("main", (0, 0, 0)).speed(1.0)
    with refused("the density of the water [kg/m3] must be finite and > 0, got 0"):
        Thruster("main", (0, 0, 0), **SPINNING).thrust(1.0, density=0.0)


def test_defaults_of_gz() -> None:
    """The commanded thrust acts, within ±1000 N."""
    thruster = Thruster.from_gz("main", (-1, 0, 0))
    assert (thruster.drive, thruster.command) == ("thrust", "thrust")
    assert (thruster.diameter, thruster.thrust_coefficient, thruster.reverse_thrust_coefficient) == (0.02, 1.0, 1.0)
    assert (thruster.limits.tolist(), thruster.dead_band) == ([-1000.0, 1000.0], 0.0)
    assert (thruster.wake_fraction, thruster.advance_slope, thruster.torque_coefficient) == (0.0, 0.0, 0.0)


def test_thrusts_of_gz() -> None:
    thruster = Thruster.from_gz(
        "main",
        (-1, 0, 0),
        (0, 1, 0),
        thrust_coefficient=0.004422,
        propeller_diameter=0.2,
        max_thrust_cmd=300.0,
        min_thrust_cmd=0.0,
        deadband=50.0,
    )
    assert (thruster.thrust_coefficient, thruster.diameter, thruster.limits.tolist()) == (0.004422, 0.2, [0.0, 300.0])
    assert thruster.dead_band == 50.0
    np.testing.assert_array_equal(thruster.axis, [0.0, 1.0, 0.0])


def test_speeds_commanded_to_gz() -> None:
    """The dead band stays one of the thrust: 50 N are the speed that gives 50 N in water of its density."""
    thruster = Thruster.from_gz(
        "main", (0, 0, 0), thrust_coefficient=0.004, propeller_diameter=0.2, use_angvel_cmd=True, deadband=50.0
    )
    assert (thruster.drive, thruster.command, thruster.limits.tolist()) == ("speed", "speed", [-1000.0, 1000.0])
    assert thruster.advance_slope == 0.0
    # sqrt(50 / (1000 · 0.004 · 0.2⁴)); some roundings.
    np.testing.assert_allclose(thruster.dead_band, np.sqrt(50.0 / (4.0 * 0.0016)), rtol=1e-15)


def test_advance_of_gz() -> None:
    """Ct = alpha_1 + alpha_2 (1 - w) V / (ω d) where no coefficient is given; ours is its part by V."""
    thruster = Thruster.from_gz(
        "main", (0, 0, 0), propeller_diameter=0.2, use_angvel_cmd=True, alpha_1=0.9, alpha_2=-0.01
    )
    assert (thruster.thrust_coefficient, thruster.advance_slope, thruster.wake_fraction) == (0.9, -0.01, 0.2)
    given_one = Thruster.from_gz("main", (0, 0, 0), thrust_coefficient=0.5, use_angvel_cmd=True, alpha_2=-0.01)
    assert (given_one.thrust_coefficient, given_one.advance_slope) == (0.5, 0.0)


def logistic(x: np.ndarray) -> np.ndarray:
    """The thrust of VRX's WAM-V over its command in ±1: A + (K - A) / (C + e^(-B (x - M)))^(1/v)."""

    def part(A: float, K: float, B: float, v: float, C: float, M: float) -> np.ndarray:
        return A + (K - A) / (C + np.exp(-B * (x - M))) ** (1.0 / v)

    ahead = part(0.01, 59.82, 5.0, 0.38, 0.56, 0.28)
    return np.where(x > 0.0, ahead, part(-199.13, -0.09, 8.84, 5.34, 0.99, -0.57))


def test_a_table_holds_the_logistic_thrust_of_vrx() -> None:
    commands = np.linspace(-1.0, 1.0, 401)
    thruster = Thruster.from_table("port", (-2.3, 1.0, 0.0), (1, 0, 0), commands, logistic(commands), time_constant=0.2)
    assert (thruster.drive, thruster.time_constant) == ("table", 0.2)
    assert thruster.table is not None
    published = {
        0.25: 14.323437925383413,
        0.5: 80.59924186388592,
        1.0: 242.6658664942449,
        -0.25: -1.8680453088960292,
        -0.5: -15.29469579983089,
        -1.0: -101.85195331728092,
    }
    for command, thrust in published.items():
        # The commands are nodes of the table, but for rounding: 1e-16 of a command times a slope of some 500 N.
        np.testing.assert_allclose(np.interp(command, *thruster.table), thrust, rtol=1e-13, atol=1e-12)


def test_a_table_is_kept() -> None:
    thruster = Thruster.from_table("port", (0, 0, 0), (1, 0, 0), [-1, 0, 1], [-100, 0, 250])
    np.testing.assert_array_equal(thruster.table, [[-1.0, 0.0, 1.0], [-100.0, 0.0, 250.0]])
    assert thruster.time_constant == 0.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": ""}, "the name of a thruster must not be empty"),
        ({"position": (0, np.nan, 0)}, "the position of thruster 'main' must be finite [m], got nan at [1]"),
        ({"axis": (0, 0, 0)}, "the axis of thruster 'main' must be non-zero, got [0.0, 0.0, 0.0]"),
        (
            {"drive": "steam"},
            "the drive of thruster 'main' must be one of thrust, speed, lag, pid, table, got 'steam'",
        ),
        (
            {"command": "speed"},
            (
                "thruster 'main': the drive 'thrust' takes the command 'thrust', got 'speed'; for a speed "
                "that acts at once use the drive 'speed'"
            ),
        ),
        (
            {**SPINNING, "command": "table"},
            "thruster 'main': the drive 'speed' takes the command 'speed', 'thrust', got 'table'",
        ),
        (
            {"drive": "table", "table": [[0, 1], [0, 1]], "command": "speed"},
            "thruster 'main': the drive 'table' takes the command 'table', got 'speed'",
        ),
        (
            {"drive": "speed"},
            (
                "thruster 'main': the drive 'speed' needs a diameter > 0 [m] and a thrust_coefficient other than "
                "0, got 0.0 and 0.0"
            ),
        ),
        (
            {**SPINNING, "diameter": 0.0},
            (
                "thruster 'main': the drive 'speed' needs a diameter > 0 [m] and a thrust_coefficient other than "
                "0, got 0.0 and 0.004"
            ),
        ),
        (
            {**SPINNING, "thrust_coefficient": 0.0},
            (
                "thruster 'main': the drive 'speed' needs a diameter > 0 [m] and a thrust_coefficient other than "
                "0, got 0.2 and 0.0"
            ),
        ),
        (
            {"torque_coefficient": 0.1},
            (
                "thruster 'main': the torque needs a diameter > 0 [m] and a thrust_coefficient other than 0, "
                "got 0.0 and 0.0"
            ),
        ),
        ({"diameter": -0.2}, "the diameter of thruster 'main' must be >= 0 [m], got -0.2"),
        ({"thrust_coefficient": np.inf}, "the thrust coefficient of thruster 'main' must be finite, got inf"),
        (
            {**SPINNING, "reverse_thrust_coefficient": -0.003},
            (
                "thruster 'main': thrust_coefficient and reverse_thrust_coefficient must have one sign, "
                "got 0.004 and -0.003"
            ),
        ),
        (
            {**SPINNING, "reverse_thrust_coefficient": 0.0},
            "thruster 'main': thrust_coefficient and reverse_thrust_coefficient must have one sign, got 0.004 and 0.0",
        ),
        ({"limits": (5, 5)}, "the limits of thruster 'main' must be a smaller and a larger number, got [5.0, 5.0]"),
        ({"limits": (0, np.nan)}, "the limits of thruster 'main' must be a number [N or rad/s], got nan at [1]"),
        ({"limits": 5}, "the limits of thruster 'main' must be 2 numbers [N or rad/s], got a number: 5"),
        ({"dead_band": -1.5}, "the dead band of thruster 'main' must be >= 0 [N or rad/s], got -1.5"),
        (
            {**SPINNING, "advance_slope": 0.1},
            "the advance slope of thruster 'main' must be <= 0 (thrust falls as the propeller advances), got 0.1",
        ),
        ({**SPINNING, "wake_fraction": 1.0}, "the wake fraction of thruster 'main' must be < 1, got 1"),
        ({"thrust_deduction": 1.0}, "the thrust deduction of thruster 'main' must be >= 0 and < 1, got 1"),
        ({"thrust_deduction": -0.1}, "the thrust deduction of thruster 'main' must be >= 0 and < 1, got -0.1"),
        ({"hand": "both"}, "the hand of thruster 'main' must be one of right, left, got 'both'"),
        ({"hand": True}, "the hand of thruster 'main' must be one of right, left, got True"),
        ({"torque_coefficient": -0.1}, "the torque coefficient of thruster 'main' must be >= 0, got -0.1"),
        (
            {**SPINNING, "drive": "lag"},
            "thruster 'main': the drive 'lag' needs a time_constant > 0 [s], got 0; the drive 'speed' has none",
        ),
        (
            {**SPINNING, "drive": "lag", "time_constant": -1.0},
            "the time constant of thruster 'main' must be >= 0 [s], got -1",
        ),
        (
            {**SPINNING, "drive": "pid", "gains": (1, 0, 0)},
            "thruster 'main': the drive 'pid' needs an inertia > 0 [kg m2] and a gain P > 0, got 0.0 and 1.0",
        ),
        (
            {**SPINNING, "drive": "pid", "inertia": 0.1},
            "thruster 'main': the drive 'pid' needs an inertia > 0 [kg m2] and a gain P > 0, got 0.1 and 0.0",
        ),
        (
            {**SPINNING, "drive": "pid", "gains": (1, -2, 0)},
            "the gains of thruster 'main' must be >= 0 [Nm s/rad, Nm/rad, Nm s2/rad], got -2 at [1]",
        ),
        (
            {"gains": (1, 2)},
            "the gains of thruster 'main' must be 3 numbers [Nm s/rad, Nm/rad, Nm s2/rad], got 2 numbers: (1, 2)",
        ),
        ({"largest_torque": 0.0}, "the largest torque of thruster 'main' must be > 0 [Nm], got 0"),
        ({"drive": "table"}, "thruster 'main': the drive 'table' needs a table of commands and thrusts, (2, n)"),
        (
            {"drive": "table", "table": [[0.0], [1.0]]},
            "the table of thruster 'main' must have two or more ascending commands, got [0.0]",
        ),
        (
            {"drive": "table", "table": [[0, 0], [1, 2]]},
            "the table of thruster 'main' must have two or more ascending commands, got [0.0, 0.0]",
        ),
        (
            {"drive": "table", "table": [[0, 1], [1, np.inf]]},
            "the table of thruster 'main' must be finite, got inf at [1][1]",
        ),
        (
            {"time_constant": 0.1},
            "thruster 'main': time_constant has no effect with the drive 'thrust', only with 'lag', 'table'",
        ),
        ({"inertia": 0.1}, "thruster 'main': inertia has no effect with the drive 'thrust', only with 'pid'"),
        ({"gains": (1, 0, 0)}, "thruster 'main': gains has no effect with the drive 'thrust', only with 'pid'"),
        (
            {"largest_torque": 5.0},
            "thruster 'main': largest_torque has no effect with the drive 'thrust', only with 'pid'",
        ),
        (
            {"table": [[0, 1], [0, 1]]},
            "thruster 'main': table has no effect with the drive 'thrust', only with 'table'",
        ),
        (
            {"advance_slope": -0.1},
            "thruster 'main': advance_slope has no effect with the drive 'thrust', only with 'speed', 'lag', 'pid'",
        ),
        (
            {"wake_fraction": 0.1},
            "thruster 'main': wake_fraction has no effect with the drive 'thrust', only with 'speed', 'lag', 'pid'",
        ),
        (
            {"drive": "table", "table": [[0, 1], [0, 1]], "torque_coefficient": 0.1},
            (
                "thruster 'main': torque_coefficient has no effect with the drive 'table', only with "
                "'thrust', 'speed', 'lag', 'pid'"
            ),
        ),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with refused(message):
        Thruster(**{"name": "main", "position": (0, 0, 0), **arguments})


@pytest.mark.parametrize(
    ("commands", "thrusts", "message"),
    [
        (
            [0, 1],
            [0, 1, 2],
            "the table of thruster 'main' must have as many commands as thrusts, got the shapes (2,) and (3,)",
        ),
        (0.0, 1.0, "the table of thruster 'main' must have as many commands as thrusts, got the shapes () and ()"),
        ([0, 1], [0, np.nan], "the table of thruster 'main' must be finite, got nan at [1][1]"),
        (
            [[0, 1], [2, 3]],
            [[0, 1], [2, 3]],
            "the table of thruster 'main' must have as many commands as thrusts, got the shapes (2, 2) and (2, 2)",
        ),
        ([1, 0], [0, 1], "the table of thruster 'main' must have two or more ascending commands, got [1.0, 0.0]"),
    ],
)
def test_bad_tables_are_refused(commands: object, thrusts: object, message: str) -> None:
    with refused(message):
        Thruster.from_table("main", (0, 0, 0), (1, 0, 0), commands, thrusts)  # type: ignore[arg-type]


def test_a_thrust_of_gz_that_grows_with_the_advance_is_refused() -> None:
    with refused(
        "the advance slope of thruster 'main' must be <= 0 (thrust falls as the propeller advances), got 0.01"
    ):
        Thruster.from_gz("main", (0, 0, 0), use_angvel_cmd=True, alpha_2=0.01)


def test_a_bad_dead_band_of_gz_is_refused() -> None:
    for use_angvel_cmd in (False, True):
        with refused("the dead band of thruster 'main' must be >= 0 [N or rad/s], got -1"):
            Thruster.from_gz("main", (0, 0, 0), use_angvel_cmd=use_angvel_cmd, deadband=-1.0)
