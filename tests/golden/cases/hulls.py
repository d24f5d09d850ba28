"""Pressure on a mesh, and every law of a hull by itself, in still water, in a regular wave, and in a random sea."""

from itertools import product

from tests.golden._case import Case, scenario_case
from tests.golden._text import scenario, vehicle

_SEAS = {
    "still": "",
    "regular": 'waves = { kind = "regular", height = 0.5, period = 2.8, direction_to_deg = 30, phase_deg = 20 }\n'
    "current = { velocity = [0.2, -0.1, 0] }",
    "random": (
        'waves = { kind = "jonswap", significant_height = 0.6, peak_period = 3.2, spreading = 8, components = 50 }'
    ),
}

_LAWS = {
    "froude_krylov": 'pressure = "froude_krylov"',
    "hydrostatic": 'pressure = "hydrostatic"',
    "exact_waves": "exact_waves = true",
    "friction": "friction = {}",
    "friction_length": "friction = { length = 1.7 }",
    "pressure_drag": (
        "pressure_drag = { linear = 300, quadratic = 120, falloff = 0.7, suction_linear = 150, "
        "suction_quadratic = 80, suction_falloff = 1.2, reference_speed = 1.5 }"
    ),
    "damping": "damping = { linear = 80, quadratic = 60, angular_linear = 100, angular_quadratic = 40 }",
    "slamming_kerner": 'slamming = { time_constant = 0.1, kind = "kerner", largest_acceleration = 30, power = 3 }',
    "slamming_facing": 'slamming = { time_constant = 0.1, kind = "facing" }',
    "asv": (
        'compat = "asv", pressure = "hydrostatic", friction = {}, pressure_drag = {}, '
        "damping = { linear = 50, quadratic = 40, angular_linear = 60, angular_quadratic = 30 }"
    ),
    "all": (
        "friction = {}, pressure_drag = {}, damping = { linear = 30, angular_linear = 40 }, "
        'slamming = { time_constant = 0.15, kind = "facing" }'
    ),
}


def _barge(
    law: str,
    sea: str,
    shape: str = "box = [2, 1, 0.6], subdivisions = 1",
    integrator: str = "rk4",
    height: float = 0.25,
) -> str:
    """A barge that comes down on the water."""
    return scenario(
        sea,
        vehicle(
            "barge",
            "inertia = { mass = 600, center_of_mass = [0.05, 0, -0.05], shape = { box = [2, 1, 0.6] } }",
            "added_mass = { diagonal = [40, 150, 500, 20, 90, 40] }",
            f"hull = {{ {shape}, {law} }}",
            position=(0.3, 0.2, height),
            attitude_deg=(6.0, -5.0, 20.0),
            velocity=(1.2, 0.3, -0.8, 0.3, -0.2, 0.2),
        ),
        integrator=integrator,
    )


_PLACED = "box = [2, 1, 0.6], subdivisions = 2, position = [0.1, 0, -0.05], attitude_deg = [0, 0, 15]"

CASES: list[Case] = [
    *(
        scenario_case(f"hulls/{law}.{sea}", _barge(_LAWS[law], _SEAS[sea]), 1.0)
        for law, sea in product(_LAWS, _SEAS)
        if not (sea == "still" and law in ("hydrostatic", "exact_waves"))
    ),
    scenario_case("hulls/placed", _barge(_LAWS["all"], _SEAS["regular"], _PLACED), 0.6),
    scenario_case("hulls/all.euler", _barge(_LAWS["all"], _SEAS["random"], integrator="semi_implicit_euler"), 1.0),
    scenario_case(
        "hulls/finite_depth", _barge(_LAWS["all"], "depth = 2\n" + _SEAS["random"].replace("3.2", "4.5")), 1.0
    ),
    scenario_case(
        "hulls/gerstner", _barge(_LAWS["all"], 'waves = { kind = "gerstner", height = 0.5, period = 3 }'), 1.0
    ),
    scenario_case("hulls/submerged", _barge(_LAWS["all"], _SEAS["random"], height=-1.5), 1.0),
    scenario_case("hulls/airborne", _barge(_LAWS["all"], _SEAS["random"], height=2.0), 1.0),
]
