"""Controllers in the loop: autopilots by thrusters, by fins and by a wrench; tables of commands; zig-zags."""

from typing import Any

import numpy as np

from tests.golden import _build
from tests.golden._case import Case, scenario_case
from tests.golden._text import DAMPING, NEUTRAL, ROV, scenario, vehicle

_CURRENT = "current = { velocity = [0.2, 0.1, 0] }"


def _piloted(
    library: str, autopilot: str, *, position: tuple[float, ...] = (0.0, 0.0, -5.0), more: str = "", speed: float = 0.0
) -> str:
    return scenario(
        _CURRENT,
        vehicle(
            "auv",
            f'library = "{library}"',
            position=position,
            attitude_deg=(0.0, 0.0, 10.0),
            velocity=(speed, 0.0, 0.0, 0.0, 0.0, 0.0),
        ),
        f"[[control]]\ntimes = [0, 0.5, 1.5]\nautopilot = {{ {autopilot} }}",
        more,
        control_steps=5,
    )


_AUTOPILOTS = {
    "rov": _piloted(
        "bluerov2_heavy",
        "x = 1, y = [0, 0.5, 0.5], z = -5.5, roll_deg = 5, pitch_deg = [0, 10, 0], "
        "yaw_deg = [0, 40, 40], natural_frequency = 1.5",
    ),
    "rov_speed": _piloted(
        "bluerov2_heavy",
        "speed = [0, 0.6, 0.4], depth = 6, yaw_deg = -30, natural_frequencies = { depth = 0.5, "
        "yaw = 2 }, damping_ratio = 0.8, integral_pole = 0",
    ),
    "rov_ground_speed": _piloted("girona500", "ground_speed = 0.4, depth = [5, 5.5, 5.5], yaw_deg = 20"),
    "rov_gains": _piloted(
        "bluerov2",
        "depth = 6, yaw_deg = 60, gains = { depth = { proportional = 40, integral = 5, derivative = 30, "
        "limit = 25 }, yaw = { proportional = 2, derivative = 1 } }",
    ),
    "torpedo": _piloted(
        "remus100",
        "depth = [5, 7, 7], yaw_deg = [10, 30, 30], speed = [1.5, 1.5, 1.2], cruise_speed = 1.5, "
        "largest_pitch_deg = 15",
        speed=1.5,
    ),
    "torpedo_lag": _piloted(
        "lauv",
        "depth = 6, yaw_deg = [10, 20, 20], cruise_speed = 1.4",
        speed=1.4,
        more="[[control]]\nactuators = { propeller = 200 }",
    ),
    "fins_chosen": _piloted(
        "nps_auv2",
        'depth = 6, yaw_deg = [10, 25, 25], speed = 1.6, cruise_speed = 1.6, fins = ["yaw", "pitch"]',
        speed=1.6,
    ),
    "wrench": _piloted("bluerov2_heavy", 'x = 0.5, y = 0.2, z = -5.2, yaw_deg = 45, output = "wrench"'),
    "boat": _piloted(
        "otter", "speed = 1.2, yaw_deg = [10, 40, 40], natural_frequency = 0.6", position=(0.0, 0.0, 0.0), speed=1.0
    ),
}

_TABLES = {
    f"table.{between}_{axes}": scenario(
        _CURRENT,
        vehicle("rov", ROV, NEUTRAL, DAMPING),
        f'[[control]]\ntimes = [0.1, 0.4, 0.9]\ninterpolation = "{between}"\naxes = "{axes}"\n'
        "wrench = [[10, 0, 5, 0, 1, 0], [-10, 8, 0, 1, 0, 1], [0, 0, -15, 0, 0, -1]]",
        "[[control]]\nwrench = [1, 2, 3, 0.1, 0.2, 0.3]",
        control_steps=1,
    )
    for between in ("linear", "step")
    for axes in ("body", "world")
}


def _zigzag(library: str, zigzag: str, ahead: str, speed: float, position: tuple[float, ...]) -> str:
    return scenario(
        "",
        vehicle(
            "auv",
            f'library = "{library}"',
            position=position,
            attitude_deg=(0.0, 0.0, 0.0),
            velocity=(speed, 0.0, 0.0, 0.0, 0.0, 0.0),
        ),
        f"[[control]]\nactuators = {{ {ahead} }}\nzigzag = {{ {zigzag} }}",
        control_steps=5,
    )


_ZIGZAGS = {
    "zigzag.thrusters": (
        _zigzag(
            "otter",
            "angle_deg = 3, steer = { port = -40, starboard = 40 }, start = 0.3",
            "port = 60, starboard = 60",
            1.0,
            (0.0, 0.0, 0.0),
        ),
        4.0,
    ),
    "zigzag.fins": (
        _zigzag(
            "remus100",
            'angle_deg = 3, steer_deg = { rudder = -10 }, first = "left"',
            "propeller = 125",
            1.5,
            (0.0, 0.0, -10.0),
        ),
        4.0,
    ),
}


def _held(t: float, state: Any) -> Any:
    """A controller of one's own: PD on attitude and depth for all rows at once, as in examples/rov_in_current.py."""
    own = state["rov"]
    wrench = np.zeros((len(own.position), 6))
    wrench[:, 0] = 12.0 * np.sin(3.0 * t)
    wrench[:, 2] = 25.0 * (-6.0 - own.position[:, 2]) - 40.0 * own.velocity[:, 2]
    wrench[:, 3:] = -10.0 * own.rpy - 2.5 * own.velocity[:, 3:]
    return wrench


def _take(run: _build.Run) -> None:
    run.controller, run.control_period = _held, 0.04


_OWN = scenario(
    "depth = 40\ncurrent = { times = [0, 1], depths = [4, 8], "
    "velocity = [[[0, 0.1, 0], [0, 0, 0]], [[0, 0.5, 0], [0, 0.2, 0]]] }",
    vehicle("rov", ROV, NEUTRAL, DAMPING, "actuation = { limit = [40, 40, 40, 10, 10, 10], time_constant = 0.05 }"),
)

CASES: list[Case] = [
    *(
        scenario_case(
            f"control/autopilot.{name}",
            text,
            2.0,
            noise=("auv/actuator.sway", "auv/internal.sway.speed") if name == "rov_ground_speed" else (),
        )
        for name, text in _AUTOPILOTS.items()
    ),
    *(scenario_case(f"control/{name}", text, 1.2) for name, text in _TABLES.items()),
    *(scenario_case(f"control/{name}", text, seconds) for name, (text, seconds) in _ZIGZAGS.items()),
    scenario_case("control/own", _OWN, 1.2, prepare=_take),
    scenario_case("control/own.batch", _OWN, 1.2, batch=4, prepare=_take),
    scenario_case("control/autopilot.batch", _AUTOPILOTS["rov_speed"], 1.0, batch=3),
]
