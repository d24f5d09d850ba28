"""Propellers: every drive and command, with every option, under water and at the surface."""

from tests.golden._case import Case, scenario_case
from tests.golden._text import DAMPING, NEUTRAL, ROV, commands, scenario, vehicle

_PROPELLER = "diameter = 0.2, thrust_coefficient = 0.0101, reverse_thrust_coefficient = 0.0078"
_LAG = "time_constant = 0.25"
_FLOW = "advance_slope = -0.05, wake_fraction = 0.1, thrust_deduction = 0.06, torque_coefficient = 0.00127"
_PID = "inertia = 0.02, gains = [0.5, 2.0, 0.01]"
_TABLE = "table = [[-1, -0.1, 0.1, 0.6, 1], [-40, 0, 0, 25, 60]]"

# Options of a thruster, and the size of its commands: thrust [N], speed [rad/s], input of a table.
_THRUSTERS: dict[str, tuple[str, float]] = {
    "thrust": ('drive = "thrust"', 40.0),
    "thrust_torque": (
        f'drive = "thrust", command = "thrust", thrust_deduction = 0.1, torque_coefficient = 0.00127, {_PROPELLER}',
        40.0,
    ),
    "thrust_limited": ('drive = "thrust", limits = [-15, 25], dead_band = 8', 40.0),
    "speed": (f'drive = "speed", command = "speed", {_PROPELLER}', 50.0),
    "speed_flow": (f'drive = "speed", hand = "left", {_PROPELLER}, {_FLOW}', 50.0),
    "speed_by_thrust": (
        f'drive = "speed", command = "thrust", dead_band = 4, limits = [-20, 30], {_PROPELLER}, {_FLOW}',
        40.0,
    ),
    "speed_reversed": ('drive = "speed", diameter = 0.2, thrust_coefficient = -0.0101', 50.0),
    "lag": (f'drive = "lag", time_constant = 0.2, {_PROPELLER}', 50.0),
    "lag_flow": (
        f'drive = "lag", time_constant = 0.15, limits = [-30, 40], dead_band = 5, {_PROPELLER}, {_FLOW}',
        50.0,
    ),
    "lag_by_thrust": (
        f'drive = "lag", command = "thrust", time_constant = 0.3, hand = "left", {_PROPELLER}, {_FLOW}',
        40.0,
    ),
    "pid": (f'drive = "pid", {_PROPELLER}, {_PID}', 50.0),
    "pid_flow": (f'drive = "pid", hand = "left", largest_torque = 3, {_PROPELLER}, {_FLOW}, {_PID}', 50.0),
    "pid_by_thrust": (
        f'drive = "pid", command = "thrust", largest_torque = 2, limits = [-30, 30], {_PROPELLER}, {_FLOW}, {_PID}',
        40.0,
    ),
    "pid_proportional": (
        f'drive = "pid", {_PROPELLER}, torque_coefficient = 0.00127, inertia = 0.02, gains = [0.8, 0, 0]',
        50.0,
    ),
    "table": (f'drive = "table", command = "table", {_TABLE}', 0.9),
    "table_beyond": (f'drive = "table", {_TABLE}', 1.6),
    "table_lag": (
        f'drive = "table", diameter = 0.1, thrust_deduction = 0.05, limits = [-0.8, 0.7], {_LAG}, {_TABLE}',
        1.3,
    ),
}


def _propelled(name: str, sea: str, height: float, integrator: str = "rk4") -> str:
    """One thruster off the axes of a vehicle."""
    options, size = _THRUSTERS[name]
    return scenario(
        sea,
        vehicle(
            "rov",
            ROV,
            NEUTRAL,
            DAMPING,
            f'thruster = {{ name = "propeller", position = [-0.4, 0.1, 0.05], axis = [1, 0.1, -0.2], {options} }}',
            position=(0.0, 0.0, height),
        ),
        commands(propeller=str([0.1 * size, size, -0.7 * size]), interpolation="linear"),
        time_step=0.01,
        integrator=integrator,
    )


def _together(sea: str, height: float, integrator: str = "rk4") -> str:
    """All of them, on two vehicles in one simulation."""
    names = list(_THRUSTERS)
    vehicles, told = [], []
    for k, own in enumerate((names[::2], names[1::2])):
        parts = ", ".join(
            f'{{ name = "{name}", position = [{-0.4 + 0.1 * n}, {0.1 * (n - 3)}, 0.05], '
            f"axis = [1, {0.2 * (n - 3)}, 0.1], "
            f"{_THRUSTERS[name][0]} }}"
            for n, name in enumerate(own)
        )
        vehicles.append(
            vehicle(f"rov{k}", ROV, NEUTRAL, DAMPING, f"thruster = [{parts}]", position=(0.0, 3.0 * k, height))
        )
        swings = {
            name: str([0.2 * _THRUSTERS[name][1], 0.5 * _THRUSTERS[name][1], -0.4 * _THRUSTERS[name][1]])
            for name in own
        }
        told.append(commands(vehicle=f"rov{k}", interpolation="step", times=(0.0, 0.3, 0.6), **swings))
    return scenario(sea, *vehicles, *told, time_step=0.01, integrator=integrator)


_DEEP = "surface = false\ncurrent = { velocity = [0.3, -0.2, 0.1] }"
_WAVES = 'waves = { kind = "regular", height = 0.3, period = 2, direction_to_deg = 60 }'

CASES: list[Case] = [
    *(scenario_case(f"thrusters/{name}", _propelled(name, _DEEP, -5.0), 1.2) for name in _THRUSTERS),
    *(
        scenario_case(f"thrusters/{name}.surface", _propelled(name, _WAVES, -0.05), 1.0)
        for name in ("thrust_torque", "lag_flow", "pid_flow", "table_lag")
    ),
    *(
        scenario_case(f"thrusters/{name}.euler", _propelled(name, _DEEP, -5.0, "semi_implicit_euler"), 1.0)
        for name in ("lag_flow", "pid_flow")
    ),
    scenario_case("thrusters/together.deep", _together(_DEEP, -5.0), 1.0),
    scenario_case("thrusters/together.surface", _together(_WAVES, -0.05), 1.0),
    scenario_case("thrusters/together.euler", _together(_DEEP, -5.0, "semi_implicit_euler"), 1.0),
]
