"""Fins and rudders of every kind, with every option, alone, together, and beside propellers."""

from tests.golden._case import Case, scenario_case
from tests.golden._text import DAMPING, NEUTRAL, ROV, commands, scenario, vehicle

_PLACE = "position = [-0.6, 0.1, 0.05], area = 0.03"
_SLOPES = (
    "lift_slope = 4, drag_slope = 0.8, moment_slope = 0.1, "
    "stalled_lift_slope = -2, stalled_drag_slope = 1.5, stalled_moment_slope = -0.05"
)

# Options of a fin, and its angles over time [rad].
_FINS: dict[str, tuple[str, str]] = {
    "plain": (f"{_PLACE}, upward = [0, 1, 0]", "[0.05, -0.2, 0.15]"),
    "slopes": (f"{_PLACE}, {_SLOPES}, zero_lift_drag = 0.02, incidence_deg = 2", "[0.05, -0.2, 0.15]"),
    "stalled": (f"{_PLACE}, {_SLOPES}, stall_angle_deg = 10", "[0.2, 0.9, -0.8]"),
    "aspect_ratio": (f"{_PLACE}, aspect_ratio = 3, upward = [0, 1, 0.2], forward = [1, 0.05, 0]", "[0.1, -0.3, 0.2]"),
    "symmetric": (f"{_PLACE}, {_SLOPES}, axisymmetric = true", "[0.1, 0.2, -0.1]"),
    "irreversible": (f"{_PLACE}, reversible = false, least_speed = 0.05", "[0.1, -0.2, 0.2]"),
    "skeg": (f"{_PLACE}, aspect_ratio = 1, upward = [0, 1, 0], flap_effectiveness = 0", "[0, 0, 0]"),
    "flap": (
        f"{_PLACE}, flap_effectiveness = 0, lift_per_deflection = 1.5, moment_per_deflection = 0.2",
        "[0.1, -0.2, 0.3]",
    ),
    "other_fluid": (f"{_PLACE}, density = 900, everywhere = true", "[0.1, -0.2, 0.2]"),
    "lag": (f"{_PLACE}, time_constant = 0.3", "[0.1, -0.3, 0.3]"),
    "rate": (f"{_PLACE}, rate_limit_deg = 12, limit_deg = 15", "[0.1, -0.4, 0.4]"),
    "lag_and_rate": (f"{_PLACE}, time_constant = 0.1, rate_limit_deg = 30, limit_deg = 12", "[0.1, -0.4, 0.4]"),
    "derivatives": ("derivatives = [-1, 9, 4, 0.5, -2, 6]", "[0.1, -0.2, 0.2]"),
    "derivatives_fossen": (
        'convention = "fossen", derivatives = [0, 9.64, -9.64, 0, -6.15, -6.15], limit_deg = 10',
        "[0.1, -0.3, 0.2]",
    ),
    "derivatives_lag": (
        "derivatives = [-1, 9, 4, 0.5, -2, 6], time_constant = 0.2, rate_limit_deg = 40",
        "[0.1, -0.3, 0.3]",
    ),
}


def _steered(name: str, velocity: tuple[float, ...] = (1.5, -0.3, 0.2, 0.2, -0.15, 0.3)) -> str:
    options, angles = _FINS[name]
    return scenario(
        "surface = false\ncurrent = { velocity = [0.2, -0.1, 0.1] }",
        vehicle("auv", ROV, NEUTRAL, DAMPING, f'fin = {{ name = "fin", {options} }}', velocity=velocity),
        commands(fin=angles),
    )


def _equipped(sea: str, height: float, integrator: str = "rk4") -> str:
    """All fins on one vehicle, with two propellers, strips, areas and an actuation."""
    fins = ", ".join(f'{{ name = "{name}", {options} }}' for name, (options, _) in _FINS.items())
    return scenario(
        sea,
        vehicle(
            "auv",
            ROV,
            NEUTRAL,
            DAMPING,
            f"fin = [{fins}]",
            'thruster = [{ name = "main", position = [-0.7, 0, 0], drive = "lag", time_constant = 0.2, '
            "diameter = 0.2, thrust_coefficient = 0.01 }, "
            '{ name = "bow", position = [0.5, 0, 0], axis = [0, 1, 0] }]',
            "cross_flow = { x = [-0.5, 0, 0.5], lateral_drag_area = 0.05, vertical_drag_area = 0.04 }",
            'drag_area = { area = 0.1, medium = "water" }',
            "actuation = { limit = 8, time_constant = 0.2 }",
            position=(0.0, 0.0, height),
        ),
        commands(main="[20, 40, -10]", bow="[5, -5, 8]", **{name: angles for name, (_, angles) in _FINS.items()}),
        "[[control]]\nwrench = [5, 2, -3, 0.5, 0.2, 0.1]",
        integrator=integrator,
    )


_WAVES = (
    'waves = { kind = "jonswap", significant_height = 0.4, peak_period = 3, components = 30 }\nwind = { speed = 5 }'
)

CASES: list[Case] = [
    *(scenario_case(f"fins/{name}", _steered(name), 1.5) for name in _FINS),
    *(
        scenario_case(f"fins/{name}.astern", _steered(name, (-1.0, 0.3, -0.2, 0.1, 0.1, -0.2)), 1.0)
        for name in ("plain", "irreversible", "derivatives")
    ),
    scenario_case("fins/equipped.deep", _equipped("surface = false", -5.0), 1.0),
    scenario_case("fins/equipped.surface", _equipped(_WAVES, -0.1), 1.0),
    scenario_case("fins/equipped.euler", _equipped("surface = false", -5.0, "semi_implicit_euler"), 1.0),
]
