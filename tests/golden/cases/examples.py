"""The scenarios and worlds among the examples, about the moment when something happens in each."""

from tests.golden._build import EXAMPLES
from tests.golden._case import Case, scenario_case
from tests.golden._text import scenario, vehicle

# File below examples/, start [s], and seconds to run.
_SCENARIOS: dict[str, tuple[float, float]] = {
    "scenarios/boat_in_waves": (9.5, 1.2),
    "scenarios/my_rov": (0.0, 2.0),
    "scenarios/rov_in_tide": (9.5, 2.0),
    "scenarios/thruster_step": (0.15, 0.2),
    "manoeuvres/bollard_pull": (0.0, 2.0),
    "manoeuvres/free_decay": (0.0, 1.0),
    "manoeuvres/step_depth": (4.5, 2.0),
    "manoeuvres/step_heading": (9.5, 2.0),
    "manoeuvres/turning_circle": (19.5, 2.0),
    "manoeuvres/zigzag": (14.5, 2.0),
    "vehicles/bluerov2": (4.0, 2.0),
    "vehicles/bluerov2_gz": (4.0, 2.0),
    "vehicles/bluerov2_heavy": (4.0, 2.0),
    "vehicles/bluerov2_heavy_px4": (4.0, 2.0),
    "vehicles/desistek_saga": (0.0, 2.0),
    "vehicles/girona500": (0.0, 4.0),
    "vehicles/lauv": (14.0, 2.0),
    "vehicles/lrauv": (58.0, 5.0),
    "vehicles/nps_auv2": (9.0, 4.0),
    "vehicles/otter": (14.0, 2.0),
    "vehicles/remus100": (19.0, 3.0),
    "vehicles/remus100_fossen": (19.0, 3.0),
    "vehicles/rexrov": (0.0, 4.0),
    "vehicles/wamv": (14.0, 3.0),
    "vehicles/wamv_waves": (14.0, 2.0),
}

_WATER = "density = 1025"
_WORLDS = {
    "auv_world": (
        '[[vehicle]]\nsdf = "auv_world.sdf"\n[[control]]\ntimes = [0, 0.5]\nactuators = { propeller_joint = [5, 40] }\n'
    ),
    "my_rov_world": '[[vehicle]]\nsdf = "my_rov.sdf"\n',
    "torpedo": scenario(
        _WATER,
        '[[vehicle]]\nsdf = "torpedo.sdf"\nvelocity = [1.5, 0.03, 0, 0, 0, 0]',
        "[[control]]\nwrench = [5, 0, 0, 0, 0, 0]",
    ),
    "torpedo_with_added_mass": scenario(
        _WATER,
        '[[vehicle]]\nsdf = "torpedo.sdf"\nvelocity = [1.5, 0.03, 0, 0, 0, 0]',
        "override = { added_mass = [1.5, 48, 48, 0, 6.6, 6.6] }",
        "[[control]]\nwrench = [5, 0, 0, 0, 0, 0]",
    ),
}

# Balls of examples/falling_spheres.py and the float of examples/lagged_added_mass.py: from steel to foam.
_DRAG = "damping = { quadratic = [0.295, 0.295, 0.295, 0, 0, 0] }"
_BALLS = scenario(
    "surface = false\ndensity = 1000\ngravity = 9.81",
    *(
        vehicle(
            name,
            f"inertia = {{ mass = {mass}, shape = {{ sphere = 0.02 }} }}",
            "added_mass = { shape = { sphere = 0.02 } }" if name != "dry" else "",
            "buoyancy = { shape = { sphere = 0.02 } }",
            _DRAG,
            velocity=(0.0,) * 6,
        )
        for name, mass in {"steel": 0.263, "wood": 0.0201, "foam": 0.001, "dry": 0.0201}.items()
    ),
    time_step=0.002,
)

# examples/boat.py: propellers that lose thrust as the boat gains speed.
_PROPELLER = (
    'drive = "lag", command = "thrust", time_constant = 0.4, diameter = 0.2, thrust_coefficient = 0.010132, '
    "advance_slope = -0.0509, wake_fraction = 0.08, thrust_deduction = 0.05, "
    "torque_coefficient = 0.0012665, limits = [-400, 600]"
)
_BOAT = scenario(
    "waves = { significant_height = 0.5, peak_period = 4.2, direction_to_deg = 110, spreading = 10, "
    "components = 48, ramp = 2 }\n"
    "wind = { speed = 9, direction_to_deg = 110, exponent = 0.11, gust_std = 1.5, gust_time_scale = 8 }",
    vehicle(
        "boat",
        "inertia = { mass = 850, center_of_mass = [-0.55, 0, 0.1], "
        "moment_of_inertia = [[160.6, 0, -42.3], [0, 1459.7, 0], [-42.3, 0, 1525.8]] }",
        "added_mass = { diagonal = [45, 350, 1500, 60, 1500, 400] }",
        'hull = { mesh = "boat.obj", friction = {}, pressure_drag = { linear = 400, quadratic = 150, falloff = 1, '
        "suction_linear = 200, suction_quadratic = 100, suction_falloff = 1 }, damping = { angular_linear = 1500 }, "
        "slamming = { time_constant = 0.2, largest_acceleration = 50 } }",
        f'thruster = [{{ name = "port", position = [-2.35, 0.6, -0.3], hand = "left", {_PROPELLER} }}, '
        f'{{ name = "starboard", position = [-2.35, -0.6, -0.3], {_PROPELLER} }}]',
        'fin = [{ name = "skeg", position = [-1.9, 0, -0.4], area = 0.12, aspect_ratio = 1, '
        "upward = [0, 1, 0], flap_effectiveness = 0 }]",
        "drag_area = [{ area = [1.2, 3.2, 0], coefficient = [0.7, 0.9, 0], center = [-0.3, 0, 0.6], "
        'medium = "air", per_axis = true }]',
        position=(0.0, 0.0, 0.05),
        attitude_deg=(0.0, 0.0, 0.0),
        velocity=(2.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    ),
    '[[control]]\ntimes = [0, 1]\ninterpolation = "step"\nactuators = { port = [300, 60], starboard = [300, 300] }',
)

# examples/waves.py: a ball that rides the waves, and a spar that is too slow for them.
_BUOYS = scenario(
    "waves = { significant_height = 1.5, peak_period = 6, direction_to_deg = 23, spreading = 6, components = 100 }",
    vehicle(
        "sphere",
        "inertia = { mass = 268.3, shape = { sphere = 0.5 } }",
        "added_mass = { diagonal = [134, 134, 134, 0, 0, 0] }",
        "buoyancy = { shape = { sphere = 0.5 } }",
        "damping = { linear = [150, 150, 400, 20, 20, 20] }",
        position=(0.0, 0.0, 0.0),
        velocity=(0.0,) * 6,
    ),
    vehicle(
        "spar",
        "inertia = { mass = 5796, center_of_mass = [0, 0, -6], shape = { cylinder = { radius = 0.3, length = 24 } } }",
        "added_mass = { shape = { cylinder = { radius = 0.3, length = 24 } } }",
        "buoyancy = { shape = { cylinder = { radius = 0.3, length = 24 } } }",
        "damping = { linear = [900, 900, 200, 6e4, 6e4, 100] }",
        position=(5.0, 0.0, -8.0),
        attitude_deg=(0.0, 0.0, 0.0),
        velocity=(0.0,) * 6,
    ),
)

# examples/heaving_sphere.py, with a coarser mesh.
_HEAVING = scenario(
    "density = 1000\ngravity = 9.81",
    vehicle(
        "sphere",
        "inertia = { mass = 261800, center_of_mass = [0, 0, -2], shape = { sphere = 5 } }",
        "added_mass = { diagonal = [0, 0, 107e3, 0, 0, 0] }",
        'hull = { mesh = "sphere.obj", scale = 5 }',
        "damping = { linear = [0, 0, 46e3, 0, 0, 0] }",
        position=(0.0, 0.0, 1.0),
        attitude_deg=(0.0, 0.0, 0.0),
        velocity=(0.0,) * 6,
    ),
)

CASES: list[Case] = [
    *(
        scenario_case(
            f"examples/{file.replace('/', '.')}",
            EXAMPLES / f"{file}.toml",
            seconds,
            overrides=(f"simulation.start_time={start}",),
            noise=("auv/actuator.sway", "auv/internal.sway.speed") if file == "vehicles/girona500" else (),
        )
        for file, (start, seconds) in _SCENARIOS.items()
    ),
    *(scenario_case(f"examples/sdf.{name}", text, 1.0) for name, text in _WORLDS.items()),
    scenario_case("examples/falling_spheres", _BALLS, 0.3),
    scenario_case("examples/boat", _BOAT, 2.0),
    scenario_case("examples/waves", _BUOYS, 2.0),
    scenario_case("examples/heaving_sphere", _HEAVING, 4.0),
]
