"""Fixed buoyancy with every shape, thrown through the surface; linear stiffness; cross-flow strips."""

from tests.golden._case import Case, scenario_case
from tests.golden._text import DAMPING, ROV, scenario, vehicle

_SEAS = {
    "still": "surface = 0.5",
    "waves": 'waves = { kind = "regular", height = 0.4, period = 2.5, direction_to_deg = 40, phase_deg = 30 }\n'
    "current = { velocity = [0.3, 0.2, 0] }",
}

_SHAPES = {
    "sphere": "shape = { sphere = 0.2 }",
    "ellipsoid": "shape = { ellipsoid = [0.5, 0.2, 0.12] }, attitude_deg = [10, 20, 30]",
    "box": "shape = { box = [0.6, 0.35, 0.2] }, attitude_deg = [10, -20, 30]",
    "box_on_end": "shape = { box = [0.6, 0.35, 0.2] }, attitude_deg = [0, 80, 10]",
    "cylinder": "shape = { cylinder = { radius = 0.15, length = 0.55 } }, attitude_deg = [60, 10, 0]",
    "volume": "volume = 0.035, center = [0.02, 0, 0.05]",
    "box_of_less_volume": "volume = 0.025, shape = { box = [0.6, 0.35, 0.2] }, center = [0.02, 0, 0.05]",
}


def _shapes(sea: str) -> str:
    """Each shape twice: diving into the water, and leaping out of it."""
    vehicles: list[str] = []
    for k, (name, shape) in enumerate(_SHAPES.items()):
        for way, height, speed in (("dives", 0.4, -1.0), ("leaps", -0.3, 1.5)):
            vehicles.append(
                vehicle(
                    f"{name}_{way}",
                    ROV,
                    f"buoyancy = {{ {shape} }}",
                    DAMPING,
                    position=(2.0 * k, 0.0, height),
                    velocity=(0.3, 0.1, speed, 0.5, -0.4, 0.3),
                )
            )
    return scenario(sea, *vehicles, time_step=0.01)


_STIFFNESSES = {
    "heave_roll_pitch": "stiffness = { matrix = [[1200, 0, 80], [0, 90, 0], [80, 0, 150]], rest_height = 0.1 }",
    "six": "stiffness = { matrix = [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 1200, 0, 80, 0], "
    "[0, 0, 0, 90, 0, 0], [0, 0, 80, 0, 150, 0], [0, 0, 0, 0, 0, 0]] }",
    "fossen": 'stiffness = { convention = "fossen", matrix = [[1200, 0, 80], [0, 90, 0], [80, 0, 150]] }',
}


def _stiffened(sea: str) -> str:
    return scenario(
        sea,
        *(
            vehicle(
                name,
                ROV,
                part,
                DAMPING,
                position=(2.0 * k, 0.0, 0.1),
                velocity=(0.5, 0.2, -0.3, 0.2, 0.1, 0.3),
            )
            for k, (name, part) in enumerate(_STIFFNESSES.items())
        ),
        time_step=0.01,
    )


_STRIPS = "x = [-0.8, -0.4, 0, 0.4, 0.8], lateral_drag_area = [0.05, 0.08, 0.09, 0.08, 0.04], vertical_drag_area = 0.07"


def _strips(sea: str, depth: float) -> str:
    """Strips plane by plane and both together, under water and at the surface."""
    return scenario(
        sea,
        *(
            vehicle(
                name,
                ROV,
                "buoyancy = { volume = 0.0205, shape = { ellipsoid = [0.9, 0.07, 0.07] } }",
                "damping = { linear = [5, 0, 0, 1, 0, 0] }",
                f"cross_flow = {{ {_STRIPS}, coupled = {together} }}",
                position=(0.0, 3.0 * k, -depth),
                velocity=(1.0, -0.4, 0.3, 0.1, -0.2, 0.4),
            )
            for k, (name, together) in enumerate({"planes": "false", "together": "true"}.items())
        ),
    )


CASES: list[Case] = [
    *(scenario_case(f"buoyancy/shapes.{name}", _shapes(sea), 0.6) for name, sea in _SEAS.items()),
    *(scenario_case(f"buoyancy/stiffness.{name}", _stiffened(sea), 1.0) for name, sea in _SEAS.items()),
    scenario_case("buoyancy/strips.deep", _strips(_SEAS["waves"], 4.0), 1.0),
    scenario_case("buoyancy/strips.afloat", _strips(_SEAS["still"], -0.45), 1.0),
]
