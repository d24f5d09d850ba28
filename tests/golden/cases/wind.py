"""Drag of wind and water on reference areas, gusts, and sails."""

from tests.golden._case import Case, scenario_case
from tests.golden._text import DAMPING, ROV, commands, scenario, vehicle

_AREAS = {
    "vector": ('area = [0.5, 1.0, 0.3], coefficient = [0.8, 1, 1.1], center = [0.1, 0, 0.5], medium = "air"'),
    "axes": (
        'area = [0.5, 1.0, 0.3], coefficient = 0.9, center = [-0.1, 0, 0.4], medium = "air", '
        "per_axis = true, yaw_coefficient = 0.2"
    ),
    "linear": 'area = 0.2, medium = "air", linear = 1.5',
    "everywhere": 'area = 0.4, medium = "air", everywhere = true',
    "water": 'area = [0.1, 0.3, 0.4], coefficient = [1, 1.1, 1.2], center = [0, 0.05, -0.1], medium = "water"',
    "water_axes": (
        'area = [0.1, 0.3, 0.4], medium = "water", per_axis = true, yaw_coefficient = 0.05, linear = 3, '
        "everywhere = true"
    ),
}

_WINDS = {
    "steady": "wind = { velocity = [6, -3, 0.5] }",
    "profile": (
        "wind = { speed = 8, direction_from_deg = 220, reference_height = 5, exponent = 0.14 }\nair_density = 1.3"
    ),
    "gusts": "wind = { speed = 7, direction_to_deg = 100, exponent = 0.11, gust_std = 2, gust_time_scale = 1.5 }",
}


def _floats(sea: str, integrator: str = "rk4") -> str:
    return scenario(
        f'{sea}\nwaves = {{ kind = "regular", height = 0.3, period = 3 }}\ncurrent = {{ velocity = [0.3, 0.1, 0] }}',
        *(
            vehicle(
                name,
                ROV,
                "buoyancy = { shape = { box = [0.6, 0.4, 0.2] } }",
                DAMPING,
                f"drag_area = {{ {area} }}",
                position=(3.0 * k, 0.0, 0.05),
                velocity=(0.8, -0.3, 0.1, 0.1, 0.1, 0.3),
            )
            for k, (name, area) in enumerate(_AREAS.items())
        ),
        vehicle("under", ROV, "buoyancy = { volume = 0.02 }", DAMPING, f"drag_area = {{ {_AREAS['vector']} }}"),
        integrator=integrator,
    )


_SAIL = (
    '{ name = "sail", position = [0.1, 0, 1.2], area = 0.8, upward = [0, 1, 0], aspect_ratio = 3, '
    "in_wind = true, density = 1.2, "
    "stall_angle_deg = 14, limit_deg = 60, time_constant = 0.2 }"
)
_SAILING = scenario(
    _WINDS["gusts"],
    vehicle(
        "dinghy",
        ROV,
        "stiffness = { matrix = [[2500, 0, 0], [0, 400, 0], [0, 0, 500]] }",
        DAMPING,
        f"fin = {_SAIL}",
        position=(0.0, 0.0, 0.02),
        velocity=(1.0, 0.1, 0.0, 0.1, 0.0, 0.1),
    ),
    commands(sail="[0.2, 0.6, -0.3]"),
)

CASES: list[Case] = [
    *(scenario_case(f"wind/{name}", _floats(sea), 1.5) for name, sea in _WINDS.items()),
    scenario_case("wind/gusts.euler", _floats(_WINDS["gusts"], "semi_implicit_euler"), 1.0),
    scenario_case("wind/gusts.batch", _floats(_WINDS["gusts"]), 0.6, batch=2),
    scenario_case("wind/sail", _SAILING, 1.5),
]
