"""One fleet in every kind of sea: a hull, a float, a stiffness, and a submerged vehicle with a propeller and a fin."""

from tests.golden import _build
from tests.golden._case import ROUNDING, Case, scenario_case
from tests.golden._text import DAMPING, ROV, commands, scenario, vehicle

_JONSWAP = 'kind = "jonswap", significant_height = 0.6, peak_period = 3.5, direction_to_deg = 30'
_TABLE = "omega = [0.8, 1.2, 1.6, 2.0, 2.6, 3.5], spectral_density = [0, 0.03, 0.06, 0.035, 0.012, 0]"

SEAS: dict[str, str] = {
    "still": "",
    "kind_still": 'waves = { kind = "still" }',
    "regular": 'waves = { kind = "regular", height = 0.6, period = 3.5, phase_deg = 40, direction_to_deg = 30 }',
    "regular_shallow": 'depth = 3\nwaves = { kind = "regular", height = 0.4, period = 3.5, direction_from_deg = 200 }',
    "regular_ramp": 'waves = { kind = "regular", height = 0.6, period = 3, ramp = 1.5 }\nsurface = 0.3',
    "gerstner": 'waves = { kind = "gerstner", height = [0.4, 0.2], period = [3.5, 2.4], direction_to_deg = [20, 70], '
    "phase_deg = [0, 90], q = [0.9, 0.5] }",
    "jonswap": f"waves = {{ {_JONSWAP}, components = 60 }}",
    "jonswap_gamma": f"waves = {{ {_JONSWAP}, components = 40, gamma = 3.3, ramp = 1 }}",
    "jonswap_spread": f"waves = {{ {_JONSWAP}, components = 60, spreading = 10 }}",
    "tma": 'depth = 2.5\nwaves = { kind = "tma", significant_height = 0.3, peak_period = 3, components = 20 }',
    "jonswap_shallow": f"depth = 2.5\nwaves = {{ {_JONSWAP}, components = 40, spreading = 5 }}",
    "jonswap_spacing": f'waves = {{ {_JONSWAP}, components = 40, method = "equal_spacing" }}',
    "pierson_moskowitz": (
        'waves = { kind = "pierson_moskowitz", significant_height = 0.5, peak_period = 4, components = 50 }'
    ),
    "eckv": 'waves = { kind = "eckv", wind_speed = 6, inverse_wave_age = 1.5, direction_to_deg = 70, components = 50 }',
    "table": f'waves = {{ kind = "table", {_TABLE}, spreading = 8, components = 40 }}',
    "sea_state": 'state = "sea state 3"\nwaves = { components = 40 }',
    "beaufort": 'state = "beaufort 4"\nwaves = { kind = "jonswap", gamma = 2, components = 40 }\n'
    "wind = { gust_std = 1 }",
    "waves_and_current": f"waves = {{ {_JONSWAP}, components = 40 }}\n"
    "current = { times = [0, 1], depths = [0, 3], "
    "velocity = [[[0.5, 0, 0], [0.1, 0, 0]], [[0.7, 0.3, 0], [0, 0.2, 0]]] }",
}

_BARGE = (
    "inertia = { mass = 600, center_of_mass = [0.05, 0, -0.05], shape = { box = [2, 1, 0.6] } }",
    "added_mass = { diagonal = [40, 150, 500, 20, 90, 40] }",
    (
        "hull = { box = [2, 1, 0.6], subdivisions = 1, friction = {}, pressure_drag = {}, "
        "damping = { linear = 30, angular_linear = 50 } }"
    ),
    'drag_area = { area = [0.4, 0.9, 0], center = [0, 0, 0.4], medium = "air" }',
)
_PROPELLER = (
    '{ name = "propeller", position = [-0.4, 0, 0.1], drive = "speed", diameter = 0.2, thrust_coefficient = 0.01, '
    "advance_slope = -0.05 }"
)
_FIN = '{ name = "rudder", position = [-0.5, 0, 0.2], area = 0.04, upward = [0, 1, 0], aspect_ratio = 2 }'


_VEHICLES = ("barge", "float", "raft", "diver")


def fleet(sea: str, integrator: str = "rk4", only: tuple[str, ...] = _VEHICLES) -> str:
    """The scenario of the fleet, or of some of it, in a sea."""
    level = 0.3 if "surface" in sea else 0.0
    vehicles = {
        "barge": vehicle(
            "barge",
            *_BARGE,
            position=(0.0, 0.0, level),
            attitude_deg=(3.0, -2.0, 20.0),
            velocity=(0.8, 0.1, 0.2, 0.1, 0.1, 0.1),
        ),
        "float": vehicle("float", ROV, "buoyancy = { shape = { sphere = 0.21 } }", DAMPING, position=(4.0, 1.0, level)),
        "raft": vehicle(
            "raft",
            ROV,
            "stiffness = { matrix = [[1200, 0, 0], [0, 90, 0], [0, 0, 150]] }",
            DAMPING,
            position=(-3.0, 2.0, level),
            velocity=(0.4, 0.1, 0.2, 0.1, 0.2, 0.1),
        ),
        "diver": vehicle(
            "diver",
            ROV,
            "buoyancy = { volume = 0.0196, center = [0, 0, 0.02], shape = { box = [0.5, 0.3, 0.13] } }",
            DAMPING,
            f"thruster = {_PROPELLER}",
            f"fin = {_FIN}",
            position=(0.0, -3.0, level - 0.5),
        ),
    }
    return scenario(
        sea,
        *(vehicles[name] for name in only),
        commands(vehicle="diver", propeller="[40, 60, -30]", rudder="[0.1, -0.3, 0.2]"),
        integrator=integrator,
    )


def _field_case(name: str) -> Case:
    return Case(f"seas/field.{name}", lambda _: _build.wave_field(SEAS[name]), SEAS[name], ROUNDING)


_FIELDS = ("regular", "regular_shallow", "regular_ramp", "gerstner", "jonswap_spread", "jonswap_shallow", "table")

CASES: list[Case] = [
    *map(_field_case, _FIELDS),
    *(
        scenario_case(
            f"seas/{name}", fleet(sea), 1.0, overrides=["simulation.start_time=2"] if name == "jonswap" else []
        )
        for name, sea in SEAS.items()
    ),
    *(
        scenario_case(f"seas/{name}.euler", fleet(SEAS[name], "semi_implicit_euler"), 1.0)
        for name in ("still", "jonswap_spread")
    ),
]
