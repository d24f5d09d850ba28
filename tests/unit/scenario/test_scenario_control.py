"""What vehicles are told in a scenario: commands held or over time, autopilots."""

from math import radians
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.scenario.scenario_files import BALL, loaded, refused

from seaway.control import Autopilot, Combined, CommandTable, Pid, TimeTable, ZigZag
from seaway.scenario import Scenario, check
from seaway.sim import AnyController, Simulation

ROV = """
[vehicle]
name = "rov"
inertia = { mass = 70.0, radii_of_gyration = [0.2, 0.25, 0.3] }
added_mass = { diagonal = [20, 30, 40, 2, 2, 2] }
buoyancy = { volume = 0.0683, center = [0, 0, 0.05], shape = { box = [0.8, 0.5, 0.3] } }
damping = { linear = [40, 50, 60, 10, 10, 10], quadratic = [60, 70, 80, 10, 10, 10] }
position = [0, 0, -5]
[[vehicle.thruster]]
name = "port"
position = [-0.4, 0.2, 0]
[[vehicle.thruster]]
name = "starboard"
position = [-0.4, -0.2, 0]
[[vehicle.fin]]
name = "rudder"
position = [-0.5, 0, 0]
area = 0.02
upward = [0, 1, 0]
"""


def simulated(sim: Simulation, controller: AnyController | None) -> np.ndarray:
    return np.concatenate([sim.run(1.0, controller)[0][name][:, 0] for name in ("position",)], axis=-1)


def same_motion(scenario: Scenario, controller: AnyController) -> None:
    """The scenario's controller and one made by hand move a vehicle alike, bit for bit."""
    expected = simulated(scenario.simulation(), controller)
    np.testing.assert_array_equal(simulated(scenario.simulation(), scenario.controller()), expected)
    assert not np.array_equal(expected, simulated(scenario.simulation(), None))


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("wrench = [20, 0, 0, 0, 0, 1]", lambda: CommandTable([20, 0, 0, 0, 0, 1])),
        ("wrench = [20, 0, 0, 0, 0, 5]\naxes = 'world'", lambda: CommandTable([20, 0, 0, 0, 0, 5], axes="world")),
        (
            "times = [0, 0.5]\nwrench = [[0, 0, 0, 0, 0, 0], [20, 0, 0, 0, 0, 0]]",
            lambda: CommandTable(TimeTable([0, 0.5], [[0] * 6, [20, 0, 0, 0, 0, 0]])),
        ),
        ("actuators = { port = 20, starboard = 10 }", lambda: CommandTable(None, {"port": 20.0, "starboard": 10.0})),
        (
            "zigzag = { angle_deg = 1, steer = { port = -20, starboard = 20 }, start = 0.1, first = 'left' }",
            lambda: ZigZag(radians(1.0), {"port": -20.0, "starboard": 20.0}, first="left", start=0.1),
        ),
        (
            "actuators = { port = 9 }\nzigzag = { angle_deg = 1, steer_deg = { rudder = -10 } }",
            lambda: Combined(CommandTable(None, {"port": 9.0}), ZigZag(radians(1.0), {"rudder": radians(-10.0)})),
        ),
        (
            "times = [0, 0.5]\ninterpolation = 'step'\nactuators = { port = [10, 20], starboard = 5 }",
            lambda: CommandTable(None, {"port": TimeTable([0, 0.5], [10, 20], "step"), "starboard": 5.0}),
        ),
        (
            "wrench = [20, 0, 0, 0, 0, 0]\nfin_angles_deg = { rudder = 10 }\nactuators = { port = 20 }",
            lambda: CommandTable([20, 0, 0, 0, 0, 0], {"port": 20.0, "rudder": radians(10.0)}),
        ),
    ],
)
def test_commands(table: str, expected: Any, tmp_path: Path) -> None:
    same_motion(loaded(tmp_path, f"{ROV}\n[control]\n{table}"), expected())


def test_several_controls_add_up(tmp_path: Path) -> None:
    text = f"{ROV}\n[[control]]\nwrench = [20, 0, 0, 0, 0, 0]\n[[control]]\nvehicle = 'rov'\nactuators = {{ port = 5 }}"
    both = Combined(CommandTable([20, 0, 0, 0, 0, 0], vehicle="rov"), CommandTable(None, {"port": 5.0}, vehicle="rov"))
    same_motion(loaded(tmp_path, text), both)


@pytest.mark.parametrize(
    ("table", "arguments"),
    [
        ("yaw_deg = 90\nspeed = 1.0", {"yaw": radians(90.0), "speed": 1.0}),
        (
            (
                "yaw_deg = 90\nspeed = 1\nnatural_frequency = 0.5\ndamping_ratio = 0.8\nintegral_pole = 0\n"
                "cruise_speed = 0.5"
            ),
            {
                "yaw": radians(90.0),
                "speed": 1.0,
                "natural_frequency": 0.5,
                "damping_ratio": 0.8,
                "integral_pole": 0.0,
                "cruise_speed": 0.5,
            },
        ),
        (
            "depth = 6\nx = 1\noutput = 'wrench'\nnatural_frequencies = { depth = 0.5 }",
            {"depth": 6.0, "x": 1.0, "output": "wrench", "natural_frequencies": {"depth": 0.5}},
        ),
        (
            "speed = 1\ngains = { speed = { proportional = 50, integral = 5, limit = 30 } }",
            {"speed": 1.0, "gains": {"speed": Pid(50.0, 5.0, limit=30.0)}},
        ),
    ],
)
def test_autopilots(table: str, arguments: dict[str, Any], tmp_path: Path) -> None:
    scenario = loaded(tmp_path, f"{ROV}\n[control.autopilot]\n{table}")
    same_motion(scenario, Autopilot(**arguments).controller(scenario.scene.vehicles[0], scenario.scene.sea))


def test_set_points_over_time(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, f"{ROV}\n[control]\ntimes = [0, 0.5]\nautopilot = {{ speed = [0, 1] }}")
    same_motion(
        scenario,
        Autopilot(speed=TimeTable([0, 0.5], [0, 1])).controller(scenario.scene.vehicles[0], scenario.scene.sea),
    )


def test_a_command_that_never_changes_is_held(tmp_path: Path) -> None:
    for table, held in (
        ("wrench = [20, 0, 0, 0, 0, 0]", True),
        ("actuators = { port = 3 }\naxes = 'world'", True),
        ("wrench = [20, 0, 0, 0, 0, 0]\naxes = 'world'", False),
        ("times = [0, 1]\nactuators = { port = [0, 3] }", False),
        ("autopilot = { speed = 1 }", False),
        ("zigzag = { angle_deg = 10, steer = { port = 1 } }", False),
    ):
        assert loaded(tmp_path, f"{ROV}\n[control]\n{table}").held is held, table


def test_every_controller_is_at_its_start(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, f"{ROV}\n[control]\nautopilot = {{ speed = 1 }}")
    first, second = (simulated(scenario.simulation(), scenario.controller()) for _ in range(2))
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            "axes = 'body'",
            "21: control: commands nothing; give a wrench, actuators, fin_angles, an autopilot, a zigzag or a controller",  # noqa: E501
        ),
        (
            "vehicle = 'rof'\nwrench = [0, 0, 0, 0, 0, 0]",
            "21: control: there is no vehicle 'rof' to control; did you mean 'rov'?",
        ),
        (
            "actuators = { rudder = 0.1 }\nfin_angles_deg = { rudder = 3 }",
            "23: control.fin_angles_deg: 'rudder' is commanded both in actuators and in fin_angles; give one of them",
        ),
        (
            "actuators = { port = [1, 2] }",
            "22: control.actuators: times is missing: the list of port needs the times at which its values hold [s]",
        ),
        (
            "times = [0, 1, 2]\nactuators = { port = [1, 2] }",
            "23: control.actuators: 3 times need as many values of port, got 2",
        ),
        ("times = [1, 0]\nactuators = { port = [1, 2] }", "22: control.times must ascend, got [1.0, 0.0]"),
    ],
)
def test_controls_that_cannot_be(table: str, message: str, tmp_path: Path) -> None:
    assert refused(tmp_path, f"{ROV}\n[control]\n{table}") == [f"x.toml:{message}"]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            "actuators = { prot = 3 }",
            "control.actuators.prot: vehicle 'rov' has no thruster or fin of that name; did you mean 'port'?",
        ),
        (
            "fin_angles_deg = { port = 3 }",
            "control.fin_angles_deg.port: vehicle 'rov' has no fin of that name; there are: rudder",
        ),
        (
            "zigzag = { angle_deg = 10, steer = { prot = 3 } }",
            "control.zigzag.steer.prot: vehicle 'rov' has no thruster or fin of that name; did you mean 'port'?",
        ),
        (
            "zigzag = { angle_deg = 10, steer_deg = { port = 3 } }",
            "control.zigzag.steer_deg.port: vehicle 'rov' has no fin of that name; there are: rudder",
        ),
        (
            "zigzag = { angle_deg = 10 }",
            "control.zigzag: needs commands that turn the vehicle to the left, by name, got none",
        ),
    ],
)
def test_parts_of_controls_that_cannot_be(table: str, message: str, tmp_path: Path) -> None:
    assert refused(tmp_path, f"{ROV}\n[control]\n{table}") == [f"x.toml:22: {message}"]


def test_who_is_told_must_be_said_among_several(tmp_path: Path) -> None:
    one = BALL.replace("[vehicle]", "[[vehicle]]")
    text = f"{one}\n{one.replace('ball', 'other')}\n[control]\nwrench = [1, 0, 0, 0, 0, 0]"
    (message,) = refused(tmp_path, text)
    assert message.endswith("control.vehicle is missing: say which one it controls, of ball, other")


def test_a_loop_that_is_none(tmp_path: Path) -> None:
    (message,) = refused(
        tmp_path, f"{BALL}[control]\nautopilot = {{ depth = 3, natural_frequencies = {{ heave = 1 }} }}\n"
    )
    assert message.startswith("x.toml:9: control.autopilot.natural_frequencies.heave is not a name here; there are: x,")


def test_check_names_set_points_that_cannot_be_held(tmp_path: Path) -> None:
    """With the axis and the reason; if nothing is left to hold, it is an error."""
    file = tmp_path / "rov.toml"
    text = (
        'vehicle = {{ library = "{}", position = [0, 0, -5] }}\n[simulation]\nduration = 9\n[control.autopilot]\n{}\n'
    )
    file.write_text(text.format("bluerov2_heavy", "depth = 8\nspeed = 5"))
    (found,) = check(file)
    assert (found.severity, found.message) == (
        "warning",
        "vehicle 'bluerov2_heavy' cannot hold a speed of 5 m/s: its top speed is 0.735 m/s",
    )
    file.write_text(text.format("remus100", "x = 3"))
    messages = [(each.severity, each.message) for each in check(file)]
    reason = "vehicle 'remus100' cannot hold x: nothing controls sway; give waypoints instead"
    assert ("error", reason) in messages
