"""Gazebo's own numbers through ``seaway.sim.Simulation``: accelerations, forced motion, falling spheres.

Origin: gz-sim src/AddedMass_TEST.cc and test/integration/added_mass.cc, gz-physics test/common_test/added_mass.cc.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seaway.engine import Integrator
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Vehicle

DATA = Path(__file__).parent / "data"
ACCELERATIONS = json.loads((DATA / "gz_added_mass.json").read_text())["acceleration_cases"]
MOTION = json.loads((DATA / "gz_motion.json").read_text())["motion"]
FALLING = json.loads((DATA / "gz_motion.json").read_text())["falling"]

NO_GRAVITY = Sea(gravity=0.0, surface=None)


@pytest.mark.parametrize("case", ACCELERATIONS["cases"], ids=range(1, 6))
def test_acceleration_of_a_body_with_full_added_mass(case: dict[str, Any]) -> None:
    """The classical acceleration of the link's origin, R (v' + ω × v), and R ω'.

    The wrench and the velocities are given in world axes. 1e-12: the expected numbers have all digits, and turning to
    the body and back costs some.
    """
    body = Inertial(
        MassProperties(ACCELERATIONS["mass"], ACCELERATIONS["moment_of_inertia"]),
        Pose(ACCELERATIONS["center_of_mass"]),
        AddedMass(ACCELERATIONS["fluid_added_mass"]),
    )
    X_WB = Pose(case["pos"], case["quat"])
    to_body = X_WB.inverse().vector
    nu = np.concatenate([to_body(case["lin_vel"]), to_body(case["ang_vel"])])
    sim = Simulation(Vehicle("body", body), NO_GRAVITY)
    sim.set_state(position=case["pos"], orientation=case["quat"], velocity=nu)
    sim.set_wrench(force=case["force"], torque=case["torque"], axes="world")
    nu_dot = sim.acceleration()[0, 0]
    classical_W = X_WB.vector(nu_dot[:3] + np.cross(nu[3:], nu[:3]))
    np.testing.assert_allclose(classical_W, case["lin_acc"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(X_WB.vector(nu_dot[3:]), case["ang_acc"], rtol=0, atol=1e-12)


def forced_motion(name: str, integrator: Integrator, time_step: float, moment: float) -> dict[str, Any]:
    """The end of the forced motion, with the world wrench held over each step, taken at a moment of it (0 to 1)."""
    body = MOTION["bodies"][name]
    inertial = Inertial(
        MassProperties(body["mass"], np.diag(body["moment_diagonal"])),
        added_mass=AddedMass(np.diag(body["added_mass_diagonal"])),
    )
    sim = Simulation(Vehicle(name, inertial), NO_GRAVITY, time_step=time_step, integrator=integrator)
    force, torque = np.array(MOTION["force"]), np.array(MOTION["torque"])
    for k in range(round(MOTION["duration"] / time_step)):
        t = (k + moment) * time_step
        sim.set_wrench(force=force * np.sin(3 * np.pi * t), torque=torque * np.sin(2 * np.pi * t), axes="world")
        sim.step()
    X_WB = Pose(sim.state.position[0, 0], sim.state.orientation[0, 0])
    w, xyz = X_WB.q[0], X_WB.q[1:]
    velocity = sim.state.velocity[0, 0]
    return {
        "position": X_WB.p,
        "rotation_angle": 2.0 * np.arctan2(np.linalg.norm(xyz), abs(w)),
        "rotation_axis": np.sign(w) * xyz / np.linalg.norm(xyz),
        "linear_velocity_W": X_WB.vector(velocity[:3]),
        "angular_velocity_W": X_WB.vector(velocity[3:]),
    }


@pytest.mark.parametrize("name", MOTION["bodies"])
def test_forced_motion_with_the_integrator_of_gazebo(name: str) -> None:
    """The same rule at the same step of 1e-4 s gives the same digits: 1e-9, after 1e4 steps with another summation.

    Gazebo moves the velocity of the link's origin in world axes, by its classical acceleration.
    """
    end = forced_motion(name, "semi_implicit_euler", 1e-4, moment=0.0)
    for quantity, expected in MOTION["bodies"][name]["expected"].items():
        np.testing.assert_allclose(end[quantity], expected, rtol=0, atol=1e-9, err_msg=quantity)


@pytest.mark.parametrize("integrator", ["semi_implicit_euler", "rk4"])
@pytest.mark.parametrize("name", MOTION["bodies"])
def test_forced_motion_within_the_tolerances_of_gazebo(name: str, integrator: Integrator) -> None:
    """Within what gz-sim allows itself, and 2e-5 where it allows more.

    rk4 at 1e-3 s, ten times Gazebo's step, holds the wrench of the middle of each step, which is of second order: it
    is 1e-6 from the exact motion, and Gazebo's numbers are 1.4e-5 from that.
    """
    time_step, moment = (1e-3, 0.5) if integrator == "rk4" else (1e-4, 0.0)
    end = forced_motion(name, integrator, time_step, moment)
    for quantity, expected in MOTION["bodies"][name]["expected"].items():
        tolerance = min(2e-5, MOTION["tolerance"][quantity])
        np.testing.assert_allclose(end[quantity], expected, rtol=0, atol=tolerance, err_msg=quantity)


@pytest.mark.parametrize("body", FALLING["bodies"], ids=lambda body: body["name"])
def test_a_sphere_falls_as_in_gz_physics(body: dict[str, Any]) -> None:
    """The height is z0 - a h² n (n + 1)/2 with a = g m / (m + m_A): weight acts on the mass alone, inertia is both.

    1e-9: a sum of 1000 terms in two orders.
    """
    added = None if body["added_mass_diagonal"] is None else AddedMass(np.diag(body["added_mass_diagonal"]))
    sphere = Inertial(MassProperties.from_sphere(0.5, mass=body["mass"]), added_mass=added)
    sea = Sea(gravity=FALLING["gravity"], surface=None)
    sim = Simulation(Vehicle("sphere", sphere), sea, FALLING["time_step"], integrator="semi_implicit_euler")
    sim.set_state(position=[0.0, 0.0, FALLING["start_height"]])
    sim.step(count=FALLING["steps"])
    np.testing.assert_allclose(sim.state.position[0, 0], [0.0, 0.0, body["end_height"]], rtol=0, atol=1e-9)


def test_rk4_with_the_wrench_of_the_start_of_each_step() -> None:
    """Held from the start of each step, as a controller does it, a wrench comes half a step late on average.

    The end is then off by (h/2) v in position: 1.6e-4 m at 1e-3 s, within gz-sim's own tolerances all the same.
    """
    end = forced_motion("body1", "rk4", 1e-3, moment=0.0)
    expected = MOTION["bodies"]["body1"]["expected"]
    late = np.array(expected["position"]) - 0.5e-3 * np.array(expected["linear_velocity_W"])
    for quantity, value in expected.items():
        tolerance = MOTION["tolerance"][quantity]
        np.testing.assert_allclose(end[quantity], value, rtol=0, atol=tolerance, err_msg=quantity)
    assert np.linalg.norm(end["position"] - expected["position"]) > 1e-4
    np.testing.assert_allclose(end["position"], late, rtol=0, atol=2e-5)
