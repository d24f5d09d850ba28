"""What a type checker says of calls: nothing of right ones, something of each wrong one."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import seaway

pytest.importorskip("pyright", reason="pyright comes with the environment of the project")

HEAD = """\
import numpy as np
from seaway.control import Autopilot, CommandTable, TimeTable
from seaway.controllers import Controller, SetPoint
from seaway.inertia import Inertial, MassProperties
from seaway.sea import Sea
from seaway.shapes import Box, Cylinder
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Fin, Hull, HullFriction, RigidBody, Thruster, Vehicle
body = Inertial(MassProperties.from_sphere(0.2, mass=30.0))
pod = Thruster("port", (-2, 1, 0))
sim = Simulation(Vehicle("rov", body))
class Keeper(Controller):
    goal: SetPoint = SetPoint(unit="m")
"""
RIGHT = """\
Thruster("port", (-2, 1, 0))
Thruster("port", [-2.0, 1.0, 0.0], np.array([1, 0, 0]), drive="speed", diameter=0.3, thrust_coefficient=0.01)
Thruster("port", (-2, 1, 0), limits=(-9, 9))
Thruster("port", (-2, 1, 0), diameter=np.array([0.2, 0.3]), reverse_thrust_coefficient=None, table=[[0, 1], [0, 2]])
Thruster("port", (-2, 1, 0), diameter=np.float64(0.3), gains=(1, 2, 3))
pod.replace(diameter=0.3).diameter * 2.0
pod.position[0] + pod.limits.sum()
Damping([1, 2, 3, 4, 5, 6], np.eye(6))
Damping(quadratic=[1.0] * 6, attitude=(0.0, 0.1, 0.2), position=np.zeros(3))
Damping(np.eye(6)).linear.T @ np.ones(6)
Fin("rudder", (-1, 0, 0), 0.1, upward=(0, 1, 0), aspect_ratio=2.0, limit=0.5)
Buoyancy(shape=Box((1, 1, 1))).volume + 1.0
Buoyancy(0.02, (0, 0, 0.1), shape=Cylinder(radius=0.1, length=1.0), attitude=[1, 0, 0, 0])
Hull("hull.stl", "hydrostatic", HullFriction(), scale=0.001)
Hull(box=(1, 1, 1)).surface.volume
Vehicle("rov", body)
Vehicle("rov", RigidBody(30.0, radii_of_gyration=(0.1, 0.1, 0.1)), None, Damping())
Vehicle("rov", body, Buoyancy(0.03), [Damping(), Damping()], thrusters=pod, fins=[Fin("f", (0, 0, 0), 1)])
Vehicle("rov", body).damping[0].pose.p
Sea(density=1000.0, gravity=9.81)
Autopilot(depth=TimeTable([0, 1], [2.0, 3.0]), yaw=np.array([0.1, 0.2]), speed=None)
Keeper(TimeTable([0, 1], [2.0, 3.0])).controller("rov")
sim.run(1.0, Keeper(goal=[1.0, 2.0]), record="control").control["set_point.goal"].values.sum()
sim.run(1.0, Autopilot(depth=3.0))
sim.run(1.0, lambda t, state: state.position[:, 0] * t)
sim.attach(CommandTable([0, 0, 0, 0, 0, 1]), control_period=0.1)
"""
WRONG = """\
Thruster("port")
Thruster("port", (-2, 1, 0), (1, 0, 0), "speed")
Thruster("port", (-2, 1, 0), diametre=0.3)
Thruster("port", (-2, 1, 0), diameter="0.3")
Thruster("port", (-2, 1, 0), drive="sped")
Thruster("port", (-2, 1, 0), hand=1)
Thruster("port", "left")
Thruster(3, (-2, 1, 0))
Thruster("port", (-2, 1, 0)).diameter = 0.4
Thruster("port", (-2, 1, 0)).position.foo
Thruster("port", (-2, 1, 0), gains=None)
Damping("much")
Damping([1] * 6, [1] * 6, np.zeros((6, 6, 6)))
Damping(pose=None)
Damping(attitude=None)
Buoyancy(0.02, extent=Box((1, 1, 1)))
Buoyancy(0.02, shape="box")
Cylinder(0.1, 1.0)
Hull("hull.stl", "dynamic")
Fin("rudder", (-1, 0, 0))
Vehicle("rov")
Vehicle("rov", 30.0)
Vehicle("rov", body, 0.03)
Vehicle("rov", body, None, (), pod)
Vehicle("rov", body, thrusters=Damping())
Vehicle("rov", body, guide=None)
Vehicle("rov", body).name = "auv"
Sea(density="salt")
Sea(densty=1000.0)
Autopilot(depth="deep")
Autopilot(3.0)
Keeper(goal=None)
Keeper(gaol=1.0)
sim.run(1.0, 3.0)
sim.run(1.0, lambda t: t)
"""


def test_right_calls_pass_and_wrong_ones_are_found(tmp_path: Path) -> None:
    (tmp_path / "calls.py").write_text(HEAD + RIGHT + WRONG)
    source = str(Path(seaway.__file__).parents[1])
    config = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "extraPaths": [source], "include": ["calls.py"]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    command = [
        sys.executable,
        "-m",
        "pyright",
        "--outputjson",
        "--project",
        str(tmp_path),
        "--pythonpath",
        sys.executable,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    found: dict[int, str] = {}
    for problem in json.loads(done.stdout)["generalDiagnostics"]:
        if problem["severity"] == "error" and problem.get("rule") != "reportUnusedExpression":
            found.setdefault(problem["range"]["start"]["line"], problem["message"])
    head, right, wrong = (text.splitlines() for text in (HEAD, RIGHT, WRONG))
    first = len(head) + len(right)
    lines = [*head, *right, *wrong]
    assert {lines[number]: message for number, message in found.items() if number < first} == {}
    assert [line for number, line in enumerate(lines) if number >= first and number not in found] == []
