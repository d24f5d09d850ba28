"""Worlds of gz-sim and gz-physics as their authors wrote them, from the file to the motion.

Origin: gz-sim 93bbf3ed1b test/worlds and examples/worlds, gz-physics a43f638a3a test/common_test/worlds. They are not
part of the project; see ``sdf_corpus``. What each must do is a closed form, or a number of gz-sim's own tests.
"""

import json
from math import cos, pi, sin, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk
from tests.commands import seaway
from tests.validation.sdf_corpus import corpus

from seaway import gazebo, sdf
from seaway.engine import Integrator
from seaway.errors import SdfError
from seaway.frames import Pose
from seaway.gazebo import Scene
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Fin, Hull, Thruster, Vehicle

DATA = Path(__file__).parent / "data"
ACCELERATIONS = json.loads((DATA / "gz_added_mass.json").read_text())["acceleration_cases"]
MOTION = json.loads((DATA / "gz_motion.json").read_text())["motion"]
FALLING = json.loads((DATA / "gz_motion.json").read_text())["falling"]

CORPUS = corpus()
needs_corpus = pytest.mark.skipif(CORPUS is None, reason="the corpus of SDFormat files is absent")

SIM, PHYSICS = "gz-sim@93bbf3ed1b", "gz-physics@a43f638a3a/test/common_test"


def scene(path: str, **options: Any) -> Scene:
    assert CORPUS is not None
    return gazebo.scene(sdf.load(CORPUS / path), **options)


def simulation(made: Scene, time_step: float = 1e-3, integrator: Integrator = "rk4") -> Simulation:
    """All vehicles where the file has them, with what pushes them."""
    sim = Simulation(made.vehicles, made.sea, time_step, integrator=integrator)
    for name, pose, velocity in zip(sim.names, made.poses, made.velocities, strict=True):
        sim.set_state(name, position=pose.p, orientation=pose.q, velocity=velocity)
    for k, wrench in enumerate(made.wrenches):
        sim.set_wrench(
            wrench.vehicle, force=wrench.force, torque=wrench.torque, point=wrench.point, axes="world", name=f"w{k}"
        )
    return sim


def vehicle(made: Scene, name: str) -> Vehicle:
    (found,) = [each for each in made.vehicles if each.name == name]
    return found


def buoyancy(made: Scene, name: str) -> Buoyancy:
    found = vehicle(made, name).buoyancy
    assert isinstance(found, Buoyancy)
    return found


# --- the command ---


@needs_corpus
@pytest.mark.parametrize(
    "path",
    [
        *(
            f"{SIM}/test/worlds/{name}.sdf"
            for name in (
                "added_mass_full_matrix",
                "added_mass_ellipsoids",
                "fluid_added_mass",
                "buoyancy_shapes",
                "center_of_volume",
                "buoyancy_uniform_restoring_moments",
                "buoyancy_graded_restoring_moments",
                "wind_effects",
                "thruster_pid",
                "thruster_deadband",
                "thruster_vel_cmd",
                "thruster_ccw_force_cmd",
                "lift_drag",
            )
        ),
        *(f"{SIM}/examples/worlds/{name}.sdf" for name in ("fluid_added_mass", "graded_buoyancy")),
        *(f"{PHYSICS}/worlds/{name}" for name in ("falling.world", "falling_added_mass.world")),
        *(f"{PHYSICS}/worlds/{name}.sdf" for name in ("sphere_gravity", "sphere_added_mass_gravity")),
        f"{SIM}/test/worlds/hydrodynamics_flags.sdf --freeze-joints",
        f"{SIM}/examples/worlds/buoyancy.sdf --freeze-joints",
    ],
    ids=lambda path: "/".join(path.split("/")[-3:]),
)
def test_seaway_run(path: str, tmp_path: Path) -> None:
    """Each runs as it is, from the command line; every vehicle of its scene is in the recording."""
    file, *options = path.split()
    assert CORPUS is not None
    done = seaway("run", CORPUS / file, "--duration", 0.02, "--out", "trial", *options, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    names = [vehicle["name"] for vehicle in json.loads(done.stdout)["vehicles"]]
    assert names == [each.name for each in scene(file, freeze_joints=bool(options)).vehicles]


# --- added mass ---


@needs_corpus
@pytest.mark.parametrize("case", ACCELERATIONS["cases"], ids=range(1, 6))
def test_added_mass_full_matrix(case: dict[str, Any]) -> None:
    """gz-sim's own five accelerations, R (v' + ω × v) and R ω'; 1e-12: they have all digits."""
    sim = simulation(scene(f"{SIM}/test/worlds/added_mass_full_matrix.sdf"))
    X_WB = Pose(case["pos"], case["quat"])
    to_body = X_WB.inverse().vector
    nu = np.concatenate([to_body(case["lin_vel"]), to_body(case["ang_vel"])])
    sim.set_state(position=case["pos"], orientation=case["quat"], velocity=nu)
    sim.set_wrench(force=case["force"], torque=case["torque"], axes="world")
    nu_dot = sim.acceleration()[0, 0]
    classical_W = X_WB.vector(nu_dot[:3] + np.cross(nu[3:], nu[:3]))
    np.testing.assert_allclose(classical_W, case["lin_acc"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(X_WB.vector(nu_dot[3:]), case["ang_acc"], rtol=0, atol=1e-12)


@needs_corpus
def test_added_mass_ellipsoids() -> None:
    """gz-sim's forced motion of three bodies, by its integrator at its step: its digits, 1e-9 after 1e4 steps."""
    made = scene(f"{SIM}/test/worlds/added_mass_ellipsoids.sdf")
    assert [each.name for each in made.vehicles] == list(MOTION["bodies"])
    h = 1e-4
    sim = simulation(made, h, "semi_implicit_euler")
    force, torque = np.array(MOTION["force"]), np.array(MOTION["torque"])
    for k in range(round(MOTION["duration"] / h)):
        for name in sim.names:
            sim.set_wrench(name, force=force * sin(3 * pi * k * h), torque=torque * sin(2 * pi * k * h), axes="world")
        sim.step()
    for k, body in enumerate(MOTION["bodies"].values()):
        X_WB = Pose(sim.state.position[0, k], sim.state.orientation[0, k])
        nu, expected = sim.state.velocity[0, k], body["expected"]
        w, xyz = X_WB.q[0], X_WB.q[1:]
        found = {
            "position": X_WB.p,
            "rotation_angle": 2.0 * np.arctan2(np.linalg.norm(xyz), abs(w)),
            "rotation_axis": np.sign(w) * xyz / np.linalg.norm(xyz),
            "linear_velocity_W": X_WB.vector(nu[:3]),
            "angular_velocity_W": X_WB.vector(nu[3:]),
        }
        for quantity, value in expected.items():
            np.testing.assert_allclose(found[quantity], value, rtol=0, atol=1e-9, err_msg=quantity)


@needs_corpus
def test_boxes_with_one_entry_of_added_mass_each() -> None:
    """A force from rest gives M ν' = (R^T F, R^T T).

    Three of the boxes have a mass matrix that is not positive definite: no body moves so, and they are left out.
    """
    made = scene(f"{SIM}/test/worlds/fluid_added_mass.sdf")
    assert len(made.vehicles) == 21 - 3
    told = [finding.message for finding in made.findings if finding.rule == "impossible-body"]
    for name, message in zip(("box_pq", "box_pr", "box_qr"), told, strict=True):
        assert message.startswith(f"vehicle '{name}': the added mass is indefinite")
    assert len(made.wrenches) == 18
    _pushed_from_rest(made)


@needs_corpus
def test_the_example_with_added_mass() -> None:
    made = scene(f"{SIM}/examples/worlds/fluid_added_mass.sdf")
    assert len(made.wrenches) == len(made.vehicles) == 6
    _pushed_from_rest(made)
    # The sphere in water has half of what it displaces as added mass, and is slower for it.
    accelerations = np.linalg.norm(simulation(made).acceleration()[0, :, :3], axis=-1)
    names = [each.name for each in made.vehicles]
    assert accelerations[names.index("sphere_in_water")] < accelerations[names.index("sphere_no_added_mass")]


def _pushed_from_rest(made: Scene) -> None:
    found = simulation(made).acceleration()[0]
    for k, each in enumerate(made.vehicles):
        total = np.zeros(6)
        for wrench in made.wrenches:
            if wrench.vehicle == each.name:
                to_body = made.poses[k].inverse().vector
                f = to_body(wrench.force)
                total += np.concatenate([f, to_body(wrench.torque) + np.cross(wrench.point, f)])
        # Solved twice, with matrices of a condition up to 1e2.
        expected = np.linalg.solve(each.inertial.mass_matrix(), total)
        np.testing.assert_allclose(found[k], expected, rtol=0, atol=1e-12, err_msg=each.name)


@needs_corpus
@pytest.mark.parametrize(
    ("name", "body"),
    list(
        zip(("sphere", "sphere_zero_added_mass", "heavy_sphere", "sphere_added_mass"), FALLING["bodies"], strict=True)
    ),
)
def test_falling_spheres(name: str, body: dict[str, Any]) -> None:
    """z0 - a h² n (n + 1)/2 with a = g m/(m + m_A); 1e-9: a sum of 1000 terms. gz-physics sets g to 10 in its test."""
    made = scene(f"{PHYSICS}/worlds/falling_added_mass.world")
    sea = Sea(made.sea.density, FALLING["gravity"], surface=None)
    sphere = vehicle(made, name)
    sim = Simulation(sphere, sea, FALLING["time_step"], integrator="semi_implicit_euler")
    sim.set_state(position=made.poses[made.vehicles.index(sphere)].p)
    sim.step(count=FALLING["steps"])
    assert sim.state.position[0, 0, 2] == pytest.approx(body["end_height"], abs=1e-9)


@needs_corpus
def test_spheres_with_and_without_gravity() -> None:
    """One falls by g t²/2 and one, without gravity, stays; rk4 is exact for a parabola."""
    made = scene(f"{PHYSICS}/worlds/falling.world")
    sim = simulation(made, 0.01)
    start = sim.state.position[0, :, 2].copy()
    sim.step(count=100)
    fallen = dict(zip(sim.names, (start - sim.state.position[0, :, 2]).tolist(), strict=True))
    assert fallen == pytest.approx({"sphere": 0.5 * made.sea.gravity, "sphere_no_gravity": 0.0}, abs=1e-12)


@needs_corpus
def test_spheres_in_gravity() -> None:
    """A = -g m/(m + m_A): with added mass none falls faster."""
    made = scene(f"{PHYSICS}/worlds/sphere_added_mass_gravity.sdf")
    down = dict(zip([v.name for v in made.vehicles], simulation(made).acceleration()[0, :, 2].tolist(), strict=True))
    added = vehicle(made, "sphere_added_mass").inertial.added_mass_matrix()[2, 2]
    assert down == pytest.approx({"sphere": -10.0, "sphere_added_mass": -10.0 / (1.0 + added)}, rel=1e-12)
    (alone,) = simulation(scene(f"{PHYSICS}/worlds/sphere_gravity.sdf")).acceleration()[0, :, 2].tolist()
    assert alone == pytest.approx(-10.0, rel=1e-15)


# --- buoyancy ---


@needs_corpus
def test_shapes_that_hover() -> None:
    """All are neutral to the five digits of their masses, so that 1e-4 g is all that is left; deep below a surface."""
    made = scene(f"{SIM}/test/worlds/buoyancy_shapes.sdf")
    assert {v.name.split("_")[0]: type(v.buoyancy).__name__ for v in made.vehicles} == {
        "cylinder": "Buoyancy",
        "capsule": "Hull",
        "ellipsoid": "Buoyancy",
        "cone": "Hull",
    }
    acceleration = simulation(made).acceleration()[0]
    np.testing.assert_allclose(acceleration[:, :3], 0.0, rtol=0, atol=1e-4 * made.sea.gravity)


@needs_corpus
def test_center_of_volume() -> None:
    """Where the centres of mass and volume are one, nothing moves; gz-sim's test has 1e-3."""
    made = scene(f"{SIM}/test/worlds/center_of_volume.sdf")
    sim = simulation(made, 0.01)
    start = sim.state.position.copy()
    sim.step(count=100)
    assert {v.name for v in made.vehicles} == {
        "no_offset",
        "no_offset_rotated",
        "com_cov_offset",
        "com_cov_offset_rotated",
    }
    np.testing.assert_allclose(sim.state.position, start, rtol=0, atol=1e-10)


@needs_corpus
@pytest.mark.parametrize("kind", ["uniform", "graded"])
def test_restoring_moments(kind: str) -> None:
    """A pendulum: I φ'' = -m g h sin φ from 0.1 rad, whose period is 4 K(sin²(φ0/2)) √(I/(m g h)).

    After a quarter it is level at ω² = 2 m g h (1 - cos φ0)/I, after a period back. rk4 at 1000 steps a period errs by
    (2π/1000)⁴ of it, so 1e-8.
    """
    made = scene(f"{SIM}/test/worlds/buoyancy_{kind}_restoring_moments.sdf")
    stiffness = 1000.0 * made.sea.gravity * 0.08
    inertia = float(vehicle(made, "submarine").inertial.I_BBo_B[0, 0])
    period = 4.0 * float(ellipk(sin(0.05) ** 2)) * sqrt(inertia / stiffness)
    sim = simulation(made, period / 1000.0)
    sim.step(count=250)
    assert Pose(q=sim.state.orientation[0, 0]).rpy[0] == pytest.approx(0.0, abs=1e-8)
    assert sim.state.velocity[0, 0, 3] == pytest.approx(-sqrt(2.0 * stiffness * (1.0 - cos(0.1)) / inertia), abs=1e-8)
    sim.step(count=750)
    assert Pose(q=sim.state.orientation[0, 0]).rpy[0] == pytest.approx(0.1, abs=1e-8)


@needs_corpus
def test_submarines() -> None:
    """gz-sim's example: one hovers, one sinks, one rises, by (ρ V - m) g; its propellers are frozen.

    gz-sim takes 1 g of the rest for neutral: the volumes are given to six digits.
    """
    path = f"{SIM}/examples/worlds/buoyancy.sdf"
    with pytest.raises(SdfError, match=r"joint 'propeller_joint' \(revolute\) is free to move"):
        scene(path)
    made = scene(path, freeze_joints=True)
    up = simulation(made).acceleration()[0, :, :3]
    for k, name in enumerate(v.name for v in made.vehicles):
        each = vehicle(made, name)
        lift = (1000.0 * buoyancy(made, name).volume / each.inertial.mass - 1.0) * made.sea.gravity
        sign = {"submarine": 0, "submarine_sinking": -1, "submarine_buoyant": 1}[name]
        assert np.sign(round(lift, 3)) == sign
        torque_free = np.allclose(buoyancy(made, name).center, each.inertial.c_BoBcm_B, atol=1e-3)
        if torque_free:
            assert made.poses[k].vector(up[k])[2] == pytest.approx(lift, abs=1e-3)


@needs_corpus
def test_graded_buoyancy() -> None:
    """The box of 200 kg and 1 m3 floats with 0.2 m under water; the ball of 25 kg is lifted by all of its volume."""
    made = scene(f"{SIM}/examples/worlds/graded_buoyancy.sdf")
    sim = simulation(made)
    sim.set_state("lighter_than_water::box", position=(0, 0, 0.3), rpy=(0, 0, 0))
    sim.set_state("lighter_than_water::ball", position=(0, 0, -2))
    found = dict(zip(sim.names, sim.acceleration()[0, :, 2].tolist(), strict=True))
    g = made.sea.gravity
    ball = 1000.0 * 4.0 / 3.0 * pi * 0.2**3 / 25.0
    assert found["lighter_than_water::box"] == pytest.approx(0.0, abs=1e-12)
    assert found["lighter_than_water::ball"] == pytest.approx(g * (ball - 1.0), rel=1e-12)
    assert found["box_neutral_buoyancy"] == pytest.approx(0.0, abs=1e-12)
    assert found["box_negative_buoyancy"] == pytest.approx(g * (0.5 * 1000 / 1050 - 1.0), rel=1e-12)  # half out
    assert found["box_no_buoyancy"] == pytest.approx(-g, rel=1e-15)
    assert isinstance(vehicle(made, "multi_collision_neutral_buoyancy").buoyancy, Hull)
    assert any(f.rule == "air-buoyancy" and "'balloon_lighter_than_air'" in f.message for f in made.findings)


# --- thrusters ---


def thruster(made: Scene) -> Thruster:
    (found,) = made.vehicles[0].thrusters
    return found


@needs_corpus
@pytest.mark.parametrize("name", ["pid", "vel_cmd", "ccw_force_cmd", "deadband"])
def test_a_force_command_acts_at_once(name: str) -> None:
    """X = F t²/2m along the axis, as gz-sim's test has it (to 1e-2); the shaft is 8e-4 rad off the line, so 1e-5 here.

    A propeller that turns the other way round, with a negative coefficient, pushes the same way.
    """
    made = scene(f"{SIM}/test/worlds/thruster_{name}.sdf")
    assert thruster(made).drive == "thrust"
    sim = simulation(made, 0.01)
    force, mass = 250.0, made.vehicles[0].inertial.mass
    sim.step(count=200, actuators={"propeller_joint": force})
    moved = sim.state.position[0, 0] - made.poses[0].p
    assert mass == pytest.approx(100.1)
    np.testing.assert_allclose(moved, [0.5 * force / mass * 2.0**2, 0, 0], rtol=0, atol=1e-2)
    assert moved[0] == pytest.approx(0.5 * force / mass * 2.0**2, rel=1e-5)


@needs_corpus
def test_limits_and_dead_band() -> None:
    """Limits of 300 N, and in one file a dead band of 50 N, on 100.1 kg."""
    limited = simulation(scene(f"{SIM}/test/worlds/thruster_pid.sdf"))
    limited.set_command(actuators={"propeller_joint": 1000.0})
    assert np.linalg.norm(limited.forces()["thrusters"][0, 0, :3]) == pytest.approx(300.0, rel=1e-12)
    limited.set_command(actuators={"propeller_joint": -10.0})
    np.testing.assert_array_equal(limited.forces()["thrusters"], 0.0)
    banded = simulation(scene(f"{SIM}/test/worlds/thruster_deadband.sdf"))
    for asked, got in ((49.0, 0.0), (51.0, 51.0), (-49.0, 0.0), (-51.0, 51.0)):
        banded.set_command(actuators={"propeller_joint": asked})
        assert np.linalg.norm(banded.forces()["thrusters"][0, 0, :3]) == pytest.approx(got, rel=1e-12, abs=1e-12)


@needs_corpus
def test_a_propeller_with_its_controller() -> None:
    """J ω' = P (ω_wanted - ω): ω = ω_wanted (1 - e^(-P t/J)), T = ρ c d⁴ ω². The blade has J = 3.54e-4 kg m2."""
    made = scene(f"{SIM}/test/worlds/thruster_pid.sdf", propeller="pid")
    propeller = thruster(made)
    assert propeller.inertia == pytest.approx(0.000354167, rel=1e-9)
    h, steps = 1e-5, 300
    sim = simulation(made, h)
    sim.step(count=steps, actuators={"propeller_joint": 250.0})
    omega = sqrt(250.0 / (1000.0 * 0.004 * 0.2**4)) * (1.0 - np.exp(-0.1 * h * steps / 0.000354167))
    # After the last step the forces have the speed of its end; rk4 at 0.003 of the time constant errs by 1e-11.
    sim.set_command(actuators={"propeller_joint": 250.0})
    thrust = float(np.linalg.norm(sim.forces()["thrusters"][0, 0, :3]))
    assert thrust == pytest.approx(1000.0 * 0.004 * 0.2**4 * omega**2, rel=1e-9)


# --- fins and wind ---


@needs_corpus
def test_lift_and_drag() -> None:
    """The wings of gz-sim's world in a flow of 10 m/s along -x: C_L = cla α, C_D = cda α at α = a0 = 0.1.

    The wings are turned by ±0.1 rad about the flow, so that their lift leans by that; they balance to the sides.
    """
    made = scene(f"{SIM}/test/worlds/lift_drag.sdf")
    (body,) = made.vehicles
    assert all(isinstance(fin, Fin) and fin.in_wind and fin.density == 1.2041 for fin in body.fins)
    sim = simulation(made)
    sim.set_state(velocity=[-10.0, 0, 0, 0, 0, 0])
    force = sim.forces()["fins"][0, 0]
    pressure = 0.5 * 1.2041 * 10.0**2 * 10.0
    expected = [2.0 * pressure * 20.0 * 0.1, 0.0, 2.0 * pressure * 4.0 * 0.1 * cos(0.1)]
    np.testing.assert_allclose(force[:3], expected, rtol=0, atol=1e-9)
    # The centres of pressure are 5 m out on either side and symmetric; nothing turns the body about x or z.
    np.testing.assert_allclose(force[[3, 5]], 0.0, rtol=0, atol=1e-9)


@needs_corpus
def test_lift_and_drag_on_a_slide() -> None:
    """A prismatic joint holds the body to the world along x: m v' = -c v² from 10 m/s, v = v0/(1 + c v0 t/m).

    It neither falls nor climbs. rk4 at c v h/m = 0.008 errs by 1e-9.
    """
    made = scene(f"{SIM}/test/worlds/lift_drag.sdf")
    assert [finding.rule for finding in made.findings] == ["notice-joint-world", "contact"]
    sim = simulation(made, 1e-4)
    sim.set_state(velocity=[-10.0, 0, 0, 0, 0, 0])
    sim.step(count=1000)
    c, m = 2.0 * 0.5 * 1.2041 * 10.0 * 20.0 * 0.1, 3.0
    assert made.vehicles[0].inertial.mass == pytest.approx(m)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(-10.0 / (1.0 + c * 10.0 * 0.1 / m), rel=1e-9)
    np.testing.assert_array_equal(sim.state.velocity[0, 0, 1:], 0.0)
    assert sim.state.position[0, 0, 0] == pytest.approx(3.0 - m / c * np.log(1.0 + c * 10.0 * 0.1 / m), rel=1e-9)
    np.testing.assert_array_equal(sim.state.position[0, 0, 1:], [0.0, 1.5])


@needs_corpus
def test_wind_effects() -> None:
    """M v' = m k (v_wind - v): v = v_wind (1 - e^(-k t)) with k = 1, for a link with <enable_wind>."""
    made = scene(f"{SIM}/test/worlds/wind_effects.sdf")
    sim = simulation(made, 0.01)
    sim.step(count=100)
    # rk4 at 0.01 of the time constant errs by 1e-11 of the wind.
    expected = np.array([10.0, 0.0, 10.0]) * (1.0 - np.exp(-1.0))
    np.testing.assert_allclose(sim.state["wind_test2"].velocity[0, :3], expected, rtol=0, atol=1e-9)
    assert any(f.rule == "wind-mean" for f in made.findings)


@needs_corpus
def test_wind_effects_on_a_whole_model() -> None:
    assert vehicle(scene(f"{SIM}/test/worlds/wind_effects.sdf"), "wind_test1").drag_areas


# --- Hydrodynamics ---


@needs_corpus
def test_flags_of_hydrodynamics() -> None:
    """Three models alike but for their flags: added mass off, Coriolis forces off, or neither."""
    made = scene(f"{SIM}/test/worlds/hydrodynamics_flags.sdf", freeze_joints=True)
    bodies = {name: vehicle(made, f"{name}::base_link") for name in ("tethys", "triton", "daphne")}
    added = {name: body.inertial.added_mass_matrix()[1, 1] for name, body in bodies.items()}
    coriolis = {name: body.added_mass_coriolis for name, body in bodies.items()}
    text = (CORPUS / f"{SIM}/test/worlds/hydrodynamics_flags.sdf").read_text() if CORPUS is not None else ""
    for name, part in zip(bodies, text.split("<model name=")[1:], strict=True):
        assert f'"{name}"' in part.splitlines()[0]
        assert coriolis[name] == ("<disable_coriolis>true" not in part)
        assert added[name] == pytest.approx(0.0 if "<disable_added_mass>true" in part else 126.324739)
    for body in bodies.values():
        (damping,) = body.damping
        np.testing.assert_allclose(
            [damping.modulus[k, k, k] for k in range(6)],
            [6.2282, 601.27, 601.27, 0.1916, 632.698957, 632.698957],
            rtol=1e-15,
        )


DIAGONAL = """<sdf version='1.11'><world name='w'><gravity>0 0 0</gravity><model name='boat'><link name='hull'>
<inertial><mass>1</mass>{water}</inertial></link>
<plugin filename='gz-sim-hydrodynamics-system' name='gz::sim::systems::Hydrodynamics'>
<link_name>hull</link_name>{plugin}</plugin></model></world></sdf>"""


def test_coriolis_forces_of_hydrodynamics() -> None:
    """The matrix of gz-sim's Hydrodynamics_TEST.cc, of an added mass of 1 to 6 at ν = 1 to 6; exact in integers."""
    derivatives = ("xDotU", "yDotV", "zDotW", "kDotP", "mDotQ", "nDotR")
    plugin = "".join(f"<{name}>{-n}</{name}>" for n, name in enumerate(derivatives, start=1))
    sim = simulation(gazebo.scene(sdf.loads(DIAGONAL.format(water="", plugin=plugin))))
    nu = np.arange(1.0, 7.0)
    sim.set_state(velocity=nu)
    rows = [
        [0, 0, 0, 0, 9, -4],
        [0, 0, 0, -9, 0, 1],
        [0, 0, 0, 4, -1, 0],
        [0, 9, -4, 0, 36, -25],
        [-9, 0, 1, -36, 0, 16],
        [4, -1, 0, 25, -16, 0],
    ]
    np.testing.assert_array_equal(sim.forces()["added_mass_coriolis"][0, 0], -np.array(rows, dtype=np.float64) @ nu)


def test_current_and_fluid_added_mass() -> None:
    """What the current changes of the Munk moment, 14.25 N m in yaw and nothing in surge.

    Origin: gz-sim's Hydrodynamics_TEST.cc; M_A = diag(5, 100, 100, 0, 10, 10), v = (1, 0.5, 0), 0.3 m/s of current.
    """
    keys = ("xx", "yy", "zz", "pp", "qq", "rr")
    diagonal = "".join(f"<{key}>{value}</{key}>" for key, value in zip(keys, (5, 100, 100, 0, 10, 10), strict=True))
    water = f"<fluid_added_mass>{diagonal}</fluid_added_mass>"
    wrenches: list[Any] = []
    for current in ("0 0 0", "0.3 0 0"):
        plugin = f"<default_current>{current}</default_current>"
        sim = simulation(gazebo.scene(sdf.loads(DIAGONAL.format(water=water, plugin=plugin))))
        sim.set_state(velocity=[1.0, 0.5, 0, 0, 0, 0])
        wrenches.append(sim.forces()["added_mass_coriolis"][0, 0])
    np.testing.assert_allclose(wrenches[1] - wrenches[0], [0, 0, 0, 0, 0, 14.25], rtol=0, atol=1e-13)


WORLD = """<sdf version='1.11'><world name='w'><gravity>0 0 -9.81</gravity>
<plugin filename='gz-sim-buoyancy-system' name='gz::sim::systems::Buoyancy'>
  <uniform_fluid_density>1025</uniform_fluid_density></plugin>
<model name='rov'><pose>1 2 -3 0.1 0.2 0.3</pose>
  <link name='hull'><inertial><pose>0.02 0 -0.05 0 0 0</pose><mass>30</mass>
    <inertia><ixx>1.1</ixx><iyy>1.3</iyy><izz>1.7</izz></inertia></inertial>
    <collision name='c'><pose>0 0 0.1 0 0 0</pose><geometry><box><size>0.4 0.3 0.25</size></box></geometry></collision>
  </link>
  <link name='propeller'><pose>-0.3 0.1 0 0 0 0.2</pose><inertial><mass>0.5</mass></inertial></link>
  <joint name='shaft' type='revolute'><parent>hull</parent><child>propeller</child><axis><xyz>1 0 0</xyz></axis></joint>
  <plugin filename='gz-sim-hydrodynamics-system' name='gz::sim::systems::Hydrodynamics'>
    <link_name>hull</link_name><default_current>0.3 -0.2 0</default_current>
    <xU>-4</xU><yV>-6</yV><zW>-7</zW><kP>-0.2</kP><mQ>-0.3</mQ><nR>-0.4</nR><yR>0.1</yR>
    <xUabsU>-18</xUabsU><yVabsV>-22</yVabsV><zWabsW>-37</zWabsW><nRabsR>-1.5</nRabsR><nVabsR>0.2</nVabsR><yUV>-0.3</yUV>
    <xDotU>-5.5</xDotU><yDotV>-12.7</yDotV><zDotW>-14.6</zDotW><kDotP>-0.12</kDotP><mDotQ>-0.13</mDotQ><nDotR>-0.12</nDotR>
  </plugin>
  <plugin filename='gz-sim-thruster-system' name='gz::sim::systems::Thruster'><joint_name>shaft</joint_name></plugin>
</model></world></sdf>"""


def test_a_world_moves_as_the_same_in_python() -> None:
    """Ten seconds of one vehicle, written in SDF and in Python: the same trajectory to 1e-12."""
    made = gazebo.scene(sdf.loads(WORLD))
    hull = Inertial(
        MassProperties(30.0, np.diag([1.1, 1.3, 1.7])),
        Pose((0.02, 0, -0.05)),
        AddedMass(np.diag([5.5, 12.7, 14.6, 0.12, 0.13, 0.12])),
    )
    X_BL = Pose.from_rpy((-0.3, 0.1, 0), (0, 0, 0.2))
    linear = np.diag([4.0, 6, 7, 0.2, 0.3, 0.4])
    linear[1, 5] = -0.1
    modulus, signed = np.zeros((6, 6, 6)), np.zeros((6, 6, 6))
    for k, value in ((0, 18.0), (1, 22.0), (2, 37.0), (5, 1.5)):
        modulus[k, k, k] = value
    modulus[5, 5, 1] = -0.2  # N by v |r|
    signed[1, 1, 0] = 0.3  # Y by u v
    rov = Vehicle(
        "rov",
        hull + Inertial(MassProperties(0.5, np.eye(3))).transformed(X_BL),
        Buoyancy(0.4 * 0.3 * 0.25, (0, 0, 0.1)),
        Damping(linear, modulus=modulus, signed=signed),
        thrusters=(Thruster.from_gz("shaft", (-0.3, 0.1, 0), (cos(0.2), sin(0.2), 0)),),
    )
    sea = Sea(1025.0, 9.81, surface=None, current=(0.3, -0.2, 0))
    in_python = Simulation(rov, sea, 0.01)
    start = Pose.from_rpy((1, 2, -3), (0.1, 0.2, 0.3))
    in_python.set_state(position=start.p, orientation=start.q)
    from_file = simulation(made, 0.01)
    for sim in (in_python, from_file):
        sim.step(count=1000, actuators={"shaft": 20.0})
    # It has gone some way.
    assert np.linalg.norm(in_python.state.position[0, 0] - start.p) > 4.0
    for name in ("position", "orientation", "velocity"):
        np.testing.assert_allclose(
            getattr(from_file.state, name), getattr(in_python.state, name), rtol=0, atol=1e-12, err_msg=name
        )
