"""The vehicles of a scenario file are what a user of the Python API would write."""

from math import radians
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.scenario.scenario_files import BALL, loaded, refused

from seaway import library, mesh
from seaway.errors import ScenarioError
from seaway.frames import Pose
from seaway.inertia import (
    AddedMass,
    Inertial,
    MassProperties,
    box_added_mass,
    cylinder_added_mass,
    ellipsoid_added_mass,
)
from seaway.scenario import load_scenario, load_vehicle
from seaway.scenario._check import checked
from seaway.sea import Sea
from seaway.shapes import Box, Cylinder, Ellipsoid, Sphere
from seaway.sim import Simulation
from seaway.uwv import ModelType, Parameters
from seaway.vehicle import (
    Actuation,
    Buoyancy,
    CrossFlow,
    Damping,
    DragArea,
    Fin,
    FinDerivatives,
    Hull,
    HullDamping,
    HullFriction,
    HullPressureDrag,
    HydrostaticStiffness,
    Slamming,
    Thruster,
    Vehicle,
)


def test_a_described_vehicle_is_that_of_the_api(tmp_path: Path) -> None:
    text = """
[vehicle]
name = "rov"
position = [1, 2, -3]
attitude_deg = [10, 20, 30]
velocity = [1, 0, 0, 0, 0, 0.1]
rigid_body_coriolis = true
added_mass_coriolis = false
[vehicle.inertia]
mass = 70
center_of_mass = [0, 0, -0.05]
radii_of_gyration = [0.2, 0.25, 0.3]
[vehicle.added_mass]
fossen = { X_udot = -20, Y_vdot = -30, Z_wdot = -40, Y_rdot = 0.5 }
[vehicle.buoyancy]
volume = 0.07
center = [0, 0, 0.02]
shape = { box = [0.8, 0.5, 0.3] }
attitude_deg = [0, 0, 45]
[[vehicle.damping]]
linear = [40, 50, 60, 4, 5, 6]
quadratic = [60, 70, 80, 6, 7, 8]
[[vehicle.damping]]
convention = "fossen"
linear = [-1, -2, -3, -4, -5, -6]
position = [0.1, 0, 0]
attitude_deg = [0, 0, 90]
[[vehicle.thruster]]
name = "port"
position = [-0.4, 0.2, 0]
drive = "lag"
command = "speed"
diameter = 0.1
thrust_coefficient = 0.01
limits = [-300, 300]
time_constant = 0.2
[[vehicle.thruster]]
name = "starboard"
position = [-0.4, -0.2, 0]
commands = [-1, 0, 1]
thrusts = [-40, 0, 50]
[[vehicle.fin]]
name = "rudder"
position = [-0.5, 0, 0]
area = 0.02
aspect_ratio = 3
upward = [0, 1, 0]
limit_deg = 30
[[vehicle.fin]]
name = "stern"
derivatives = [0, 9.64, 0, 0, 0, -6.15]
convention = "fossen"
rate_limit_deg = 45
[[vehicle.drag_area]]
area = [0.1, 0.2, 0.3]
medium = "air"
coefficient = 0.9
[vehicle.cross_flow]
x = [-0.2, 0.2]
lateral_drag_area = [0.1, 0.1]
vertical_drag_area = 0.05
[vehicle.actuation]
limit = 500
time_constant = 0.1
"""
    scenario = loaded(tmp_path, text)
    moments = [70.0 * r * r for r in (0.2, 0.25, 0.3)]
    expected = Vehicle(
        "rov",
        Inertial(
            MassProperties.from_moments(70.0, *moments),
            Pose((0, 0, -0.05)),
            AddedMass.from_fossen(X_udot=-20.0, Y_vdot=-30.0, Z_wdot=-40.0, Y_rdot=0.5),
        ),
        Buoyancy(0.07, (0, 0, 0.02), shape=Box((0.8, 0.5, 0.3)), attitude=(0, 0, radians(45.0))),
        (
            Damping([40, 50, 60, 4, 5, 6], [60, 70, 80, 6, 7, 8]),
            # All of a table is in its notation: a yaw to the right is one to the left about z up.
            Damping([1, 2, 3, 4, 5, 6], position=(0.1, 0, 0), attitude=(0, 0, radians(-90.0))),
        ),
        actuation=Actuation(limit=500.0, time_constant=0.1),
        added_mass_coriolis=False,
        thrusters=(
            Thruster(
                "port",
                (-0.4, 0.2, 0),
                drive="lag",
                command="speed",
                diameter=0.1,
                thrust_coefficient=0.01,
                limits=(-300.0, 300.0),
                time_constant=0.2,
            ),
            Thruster.from_table("starboard", (-0.4, -0.2, 0), (1, 0, 0), [-1, 0, 1], [-40, 0, 50]),
        ),
        fins=(
            Fin("rudder", (-0.5, 0, 0), 0.02, upward=(0, 1, 0), aspect_ratio=3.0, limit=radians(30.0)),
            FinDerivatives.from_fossen("stern", (0, 9.64, 0, 0, 0, -6.15), rate_limit=radians(45.0)),
        ),
        drag_areas=(DragArea((0.1, 0.2, 0.3), 0.9, medium="air"),),
        cross_flow=CrossFlow([-0.2, 0.2], [0.1, 0.1], 0.05),
    )
    by_hand = Simulation(expected, Sea())
    by_hand.set_state(
        position=(1, 2, -3), rpy=[radians(angle) for angle in (10.0, 20.0, 30.0)], velocity=(1, 0, 0, 0, 0, 0.1)
    )
    from_file = scenario.simulation()
    commands = {"port": 100.0, "starboard": 0.5, "rudder": 0.1, "stern": -0.2}
    for sim in (by_hand, from_file):
        sim.step(actuators=commands, count=50)
    for name in ("position", "orientation", "velocity"):
        np.testing.assert_array_equal(getattr(from_file.state, name), getattr(by_hand.state, name))
    for law, wrench in by_hand.forces().items():
        np.testing.assert_array_equal(from_file.forces()[law], wrench, err_msg=law)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("sphere = 0.3", Sphere(0.3)),
        ("ellipsoid = [0.5, 0.3, 0.2]", Ellipsoid((0.5, 0.3, 0.2))),
        ("box = [0.5, 0.3, 0.2]", Box((0.5, 0.3, 0.2))),
        ("cylinder = { radius = 0.2, length = 1.0 }", Cylinder(radius=0.2, length=1.0)),
    ],
)
def test_shapes(shape: str, expected: Any, tmp_path: Path) -> None:
    buoyancy = loaded(tmp_path, BALL.replace("sphere = 0.2", shape)).scene.vehicles[0].buoyancy
    assert isinstance(buoyancy, Buoyancy)
    assert (buoyancy.shape, buoyancy.volume) == (expected, expected.volume)


def test_a_hull(tmp_path: Path) -> None:
    text = """
vehicle.name = "boat"
vehicle.inertia = { mass = 500, moment_of_inertia = [[200, 0, 1], [0, 400, 0], [1, 0, 500]] }
[vehicle.hull]
box = [4, 1.5, 1]
position = [0, 0, 0.2]
subdivisions = 1
pressure = "hydrostatic"
exact_waves = true
friction = { length = 4 }
pressure_drag = { linear = 50, quadratic = 60, falloff = 0.5 }
damping = { linear = 10, angular_linear = 20 }
slamming = { time_constant = 0.1, kind = "facing" }
"""
    hull = loaded(tmp_path, text).scene.vehicles[0].buoyancy
    assert isinstance(hull, Hull)
    assert hull.surface == mesh.box((4, 1.5, 1)).transformed(Pose((0, 0, 0.2))).refined(1)
    assert (hull.pressure, hull.exact_waves) == ("hydrostatic", True)
    assert hull.forces == (
        HullFriction(4.0),
        HullPressureDrag(linear=50.0, quadratic=60.0, falloff=0.5),
        HullDamping(linear=10.0, angular_linear=20.0),
        Slamming(0.1, "facing"),
    )


def test_a_stiffness(tmp_path: Path) -> None:
    stiffness = (
        "stiffness = { matrix = [[100, 0, 0], [0, 10, 2], [0, 2, 20]], rest_height = 0.1, convention = 'fossen' }"
    )
    vehicle = loaded(tmp_path, BALL.replace("buoyancy = { shape = { sphere = 0.2 } }", stiffness)).scene.vehicles[0]
    expected = HydrostaticStiffness.from_fossen([[100, 0, 0], [0, 10, 2], [0, 2, 20]], rest_height=0.1)
    assert isinstance(vehicle.buoyancy, HydrostaticStiffness)
    np.testing.assert_array_equal(vehicle.buoyancy.matrix, expected.matrix)
    assert vehicle.buoyancy.rest_height == 0.1


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("diagonal = [1, 2, 3, 4, 5, 6]", AddedMass(np.diag([1, 2, 3, 4, 5, 6]))),
        ("coefficients = { xx = 1, yr = 0.5 }", AddedMass.from_coefficients(xx=1.0, yr=0.5)),
        (
            "coefficients = { xx = 1, yy = 2 }\nconvention = 'center_of_mass'",
            AddedMass.from_coefficients(xx=1.0, yy=2.0, convention="center_of_mass"),
        ),
        (f"matrix = {(2.0 * np.eye(6)).tolist()}", AddedMass(2.0 * np.eye(6))),
        ("shape = { box = [0.6, 0.4, 0.3] }", box_added_mass([0.6, 0.4, 0.3], 1025.0)),
        ("shape = { ellipsoid = [0.9, 0.1, 0.1] }", ellipsoid_added_mass([0.9, 0.1, 0.1], 1025.0)),
        ("shape = { sphere = 0.2 }", ellipsoid_added_mass([0.2, 0.2, 0.2], 1025.0)),
        (
            "shape = { cylinder = { radius = 0.1, length = 2 } }",
            cylinder_added_mass(radius=0.1, length=2.0, fluid_density=1025.0),
        ),
        ("shape = { sphere = 0.2 }\n[sea]\ndensity = 1000", ellipsoid_added_mass([0.2, 0.2, 0.2], 1000.0)),
    ],
)
def test_added_mass(table: str, expected: AddedMass, tmp_path: Path) -> None:
    vehicle = loaded(tmp_path, f"{BALL}\n[vehicle.added_mass]\n{table}").scene.vehicles[0]
    assert vehicle.inertial.added_mass is not None
    np.testing.assert_array_equal(vehicle.inertial.added_mass.matrix, expected.matrix)
    assert vehicle.inertial.added_mass.convention == expected.convention


def test_added_mass_of_a_shape_is_about_the_origin(tmp_path: Path) -> None:
    table = "[vehicle.added_mass]\nshape = { sphere = 0.2 }\nconvention = 'mixed'"
    (message,) = refused(tmp_path, f"{BALL}\n{table}")
    assert message.endswith("the added mass of a shape is about the origin, got the convention 'mixed'")


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("box = [0.6, 0.4, 0.3]", MassProperties.from_box([0.6, 0.4, 0.3], mass=33.0)),
        ("ellipsoid = [0.9, 0.1, 0.1]", MassProperties.from_ellipsoid([0.9, 0.1, 0.1], mass=33.0)),
        ("sphere = 0.2", MassProperties.from_ellipsoid([0.2, 0.2, 0.2], mass=33.0)),
        ("cylinder = { radius = 0.1, length = 2 }", MassProperties.from_cylinder(radius=0.1, length=2.0, mass=33.0)),
    ],
)
def test_mass_spread_through_a_shape(shape: str, expected: MassProperties, tmp_path: Path) -> None:
    text = BALL.replace("moment_of_inertia = [0.5, 0.5, 0.5]", f"shape = {{ {shape} }}")
    found = loaded(tmp_path, text).scene.vehicles[0].inertial.mass_properties
    assert found.mass == 33.0
    np.testing.assert_array_equal(found.moment_of_inertia, expected.moment_of_inertia)


def test_a_vehicle_of_the_library_brings_its_water(tmp_path: Path) -> None:
    published = library.entry("bluerov2_heavy")
    for text in ('vehicle = "bluerov2_heavy"', '[vehicle]\nlibrary = "bluerov2_heavy"'):
        scene = loaded(tmp_path, text).scene
        assert scene.vehicles == (published.vehicle,)
        assert (scene.sea.density, scene.sea.gravity) == (published.sea.density, published.sea.gravity)
    scene = loaded(tmp_path, 'sea.depth = 30\nvehicle = "bluerov2_heavy"').scene
    assert (scene.sea.density, scene.sea.depth) == (published.sea.density, 30.0)
    assert loaded(tmp_path, 'sea.density = 1000\nvehicle = "bluerov2_heavy"').scene.sea.density == 1000.0
    assert load_scenario("bluerov2_heavy").scene.vehicles == (published.vehicle,)


def test_overrides_of_a_vehicle(tmp_path: Path) -> None:
    text = """
[vehicle]
library = "bluerov2_heavy"
name = "rov"
[vehicle.override]
mass = 12.5
center_of_mass = [0.01, 0, 0]
moment_of_inertia = [0.2, 0.3, 0.4]
added_mass = [6, 12, 14, 0.1, 0.1, 0.1]
volume = 0.0125
center_of_buoyancy = [0, 0, 0.03]
linear_damping = [1, 2, 3, 4, 5, 6]
quadratic_damping = [2, 3, 4, 5, 6, 7]
"""
    before = library.entry("bluerov2_heavy").vehicle
    vehicle = loaded(tmp_path, text).scene.vehicles[0]
    assert vehicle.name == "rov"
    inertial = vehicle.inertial
    np.testing.assert_array_equal(inertial.I_BBcm_B, np.diag([0.2, 0.3, 0.4]))
    np.testing.assert_array_equal(inertial.added_mass_matrix(), np.diag([6, 12, 14, 0.1, 0.1, 0.1]))
    assert (inertial.mass, inertial.c_BoBcm_B.tolist()) == (12.5, [0.01, 0.0, 0.0])
    assert isinstance(vehicle.buoyancy, Buoyancy)
    assert isinstance(before.buoyancy, Buoyancy)
    assert (vehicle.buoyancy.volume, vehicle.buoyancy.center.tolist()) == (0.0125, [0.0, 0.0, 0.03])
    assert vehicle.buoyancy.shape == before.buoyancy.shape
    np.testing.assert_array_equal(vehicle.damping[0].linear, np.diag([1.0, 2, 3, 4, 5, 6]))
    np.testing.assert_array_equal(vehicle.damping[0].quadratic, np.diag([2.0, 3, 4, 5, 6, 7]))
    assert vehicle.thrusters == before.thrusters
    # What is not changed stays.
    lighter = loaded(tmp_path, 'vehicle = "bluerov2_heavy"', "vehicle.override.mass=12.5").scene.vehicles[0]
    np.testing.assert_allclose(lighter.inertial.added_mass_matrix(), before.inertial.added_mass_matrix(), rtol=1e-12)
    np.testing.assert_array_equal(lighter.inertial.I_BBcm_B, before.inertial.I_BBcm_B)


def test_overrides_go_as_deep_as_the_vehicle(tmp_path: Path) -> None:
    text = """
[vehicle]
library = "bluerov2_heavy"
[vehicle.override]
inertia.shape = { box = [0.4, 0.3, 0.2] }
added_mass.diagonal = [6, 12, 14, 0.1, 0.1, 0.1]
buoyancy.center = [0, 0, 0.03]
damping.linear = [1, 2, 3, 4, 5, 6]
thruster.thruster2.thrust_deduction = 0.2
added_mass_coriolis = false
drag_area = { area = 0.1, medium = "air" }
"""
    before = library.entry("bluerov2_heavy").vehicle
    vehicle = loaded(tmp_path, text).scene.vehicles[0]
    expected = MassProperties.from_box([0.4, 0.3, 0.2], mass=before.inertial.mass).moment_of_inertia
    np.testing.assert_array_equal(vehicle.inertial.I_BBcm_B, expected)
    assert vehicle.inertial.added_mass_matrix()[1, 1] == 12.0
    assert isinstance(before.buoyancy, Buoyancy)
    assert vehicle.buoyancy == before.buoyancy.replace(center=(0, 0, 0.03))
    assert vehicle.damping == (before.damping[0].replace(linear=[1, 2, 3, 4, 5, 6]),)
    assert [thruster.thrust_deduction for thruster in vehicle.thrusters[:3]] == [0.0, 0.2, 0.0]
    assert (vehicle.added_mass_coriolis, len(vehicle.drag_areas)) == (False, 1)


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("mass = -1", "vehicle.override.mass must be > 0 [kg], got -1"),
        ("buoyancy.volume = 0", "vehicle.override.buoyancy.volume must be > 0 [m3], got 0"),
        ("bouyancy.volume = 1", "vehicle.override.bouyancy is not a key here; did you mean 'buoyancy'?"),
        ("buoyancy.centre = [0, 0, 0]", "vehicle.override.buoyancy.centre is not a key here; did you mean 'center'?"),
        (
            "thruster.thrust_deduction = 0.1",
            "vehicle.override.thruster must say which of 8 thrusters it changes, by name: ",
        ),
        (
            "thruster.thruster1.wake_fraction = 2",
            "vehicle.override.thruster.thruster1.wake_fraction must be < 1, got 2",
        ),
        ("buoyancy = 3", "vehicle.override.buoyancy must be a table, got 3"),
    ],
)
def test_overrides_that_cannot_be(override: str, message: str, tmp_path: Path) -> None:
    (found,) = refused(tmp_path, f"vehicle.library = 'bluerov2_heavy'\n[vehicle.override]\n{override}")
    assert found.startswith(f"x.toml:3: {message}")


FILE = """
convention = "fossen"
title = "My ROV"
[sea]
density = 1000
gravity = 9.81
[inertia]
mass = 12
center_of_mass = [0, 0, 0.02]
moment_of_inertia = [0.2, 0.2, 0.2]
[buoyancy]
force = 118
[hull_typo]
"""


def test_a_vehicle_file(tmp_path: Path) -> None:
    path = tmp_path / "my_rov.toml"
    path.write_text(FILE.replace("[hull_typo]\n", ""))
    scenario = loaded(tmp_path, "[vehicle]\nfile = 'my_rov.toml'\nposition = [0, 0, -3]")
    (vehicle,) = scenario.scene.vehicles
    assert (vehicle.name, vehicle.inertial.c_BoBcm_B.tolist()) == ("my_rov", [0.0, 0.0, -0.02])
    assert isinstance(vehicle.buoyancy, Buoyancy)
    assert vehicle.buoyancy.volume == 118 / 9810
    assert (scenario.scene.sea.density, scenario.origins) == (1000.0, ("My ROV",))
    assert list(scenario.source.files.opened) == [tmp_path / "x.toml", path]
    assert load_scenario(path).scene.vehicles == (vehicle,)
    assert load_vehicle(path) == vehicle
    assert load_vehicle("otter") is library.entry("otter").vehicle
    path.write_text(FILE)
    (message,) = refused(tmp_path, "[vehicle]\nfile = 'my_rov.toml'")
    assert message.startswith("my_rov.toml:13: hull_typo is not a key here")


def test_all_problems_at_once(tmp_path: Path) -> None:
    text = """[simulation]
duration = -1
[sea.waves]
kind = "regular"
gamma = 3
[vehicle]
inertia = { mass = 3, moment_of_inertia = [1, 1, 9] }
[[vehicle.thruster]]
nam = "t"
[record]
quantities = ["stat"]
"""
    lines = [int(message.split(":")[1]) for message in refused(tmp_path, text)]
    assert lines == sorted(lines)
    assert {2, 5, 7, 9, 11} <= set(lines)


def test_parameters_of_uwv_dynamic_model(tmp_path: Path) -> None:
    text = """
sea.surface = false
[vehicle]
name = "auv"
[vehicle.uwv]
model_type = "INTERMEDIATE"
inertia_matrix = [20, 30, 30, 1, 2, 2]
damping_matrices = [[[4, 0, 0, 0, 0, 0], [0, 5, 0, 0, 0, 0], [0, 0, 6, 0, 0, 0],
                     [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]],
                    [[8, 0, 0, 0, 0, 0], [0, 9, 0, 0, 0, 0], [0, 0, 9, 0, 0, 0],
                     [0, 0, 0, 2, 0, 0], [0, 0, 0, 0, 2, 0], [0, 0, 0, 0, 0, 2]]]
weight = 150
buoyancy = 152
center_of_buoyancy = [0, 0, 0.02]
"""
    parameters = Parameters(
        ModelType.INTERMEDIATE,
        np.diag([20, 30, 30, 1, 2, 2]),
        [np.diag([4, 5, 6, 1, 1, 1]), np.diag([8, 9, 9, 2, 2, 2])],
        weight=150.0,
        buoyancy=152.0,
        center_of_buoyancy=(0, 0, 0.02),
    )
    by_hand = Simulation(parameters.vehicle("auv", 1025.0, 9.80665), Sea(surface=None))
    from_file = loaded(tmp_path, text).simulation()
    for sim in (by_hand, from_file):
        sim.step([10.0, 0, 0, 0, 0, 1.0], count=100)
    np.testing.assert_array_equal(from_file.state.position, by_hand.state.position)
    np.testing.assert_array_equal(from_file.state.velocity, by_hand.state.velocity)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[vehicle]\nname = 'a'",
            (
                "x.toml:1: vehicle: a vehicle is described by one of library (a name), file or sdf (a file), uwv or "
                "inertia (tables), got none"
            ),
        ),
        (
            "[vehicle]\nlibrary = 'remus100'\nsdf = 'x.sdf'",
            (
                "x.toml:1: vehicle: a vehicle is described by one of library (a name), file or sdf (a file), uwv or "
                "inertia (tables), got library and sdf"
            ),
        ),
        (
            "[vehicle]\nlibrary = 'remus100'\nbuoyancy.volume = 1",
            (
                "x.toml:3: vehicle.buoyancy is for a vehicle described by inertia, this one is described by "
                "library; change it under [vehicle.override]"
            ),
        ),
        (
            "[vehicle]\nlibrary = 'remus100'\nfreeze_joints = true",
            ("x.toml:3: vehicle.freeze_joints is for a vehicle from SDFormat, this one is described by library"),
        ),
        (
            "[vehicle]\nsdf = '../x.sdf'",
            (
                "x.toml:2: vehicle.sdf: '../x.sdf' is {outside}, outside the folder of the scenario and the "
                "model path, and is not opened; give its folder with --model-path"
            ),
        ),
        (
            "[vehicle]\nsdf = 'absent.sdf'",
            (
                "x.toml:2: vehicle.sdf: there is no 'absent.sdf' in {folder}; give the folder that has it with "
                "--model-path"
            ),
        ),
        (
            "[vehicle]\nfile = 'absent.toml'",
            (
                "x.toml:2: vehicle.file: there is no 'absent.toml' in {folder}; give the folder that has it with "
                "--model-path"
            ),
        ),
        (
            "[vehicle]\nsdf = 'model://rov'",
            "x.toml:2: vehicle.sdf: 'model://rov' must be a path relative to the scenario file, not an address",
        ),
        (
            "[vehicle]\ninertia = { mass = 3 }",
            (
                "x.toml:2: vehicle.inertia: the moment of inertia is given by one of moment_of_inertia, "
                "radii_of_gyration, shape, got none"
            ),
        ),
        (
            "[vehicle]\ninertia = { mass = 3, moment_of_inertia = [1, 1, 9] }",
            (
                "x.toml:2: vehicle.inertia.moment_of_inertia: no mass distribution has a principal moment greater than "
                "the sum of the other two (triangle inequality), got [1., 1., 9.]: 9 > 2 [kg m2]"
            ),
        ),
        (
            BALL + "hull = { box = [1, 1, 1] }",
            "x.toml:8: vehicle.hull and buoyancy give the same thing; give one of buoyancy and hull",
        ),
        (
            BALL + "fin = { name = 'f', area = 1 }",
            "x.toml:8: vehicle.fin.position is missing: centre of pressure in the body frame, p_BoP_B [m]",
        ),
        (
            BALL + "fin = { name = 'f', area = 1, derivatives = [1, 0, 0, 0, 0, 0] }",
            "x.toml:8: vehicle.fin.area is not a key here",
        ),
        (
            BALL + "thruster = { name = 't', position = [0, 0, 0], commands = [1, 2] }",
            "x.toml:8: vehicle.thruster.thrusts: a table needs as many commands as thrusts",
        ),
        (
            BALL + "thruster = { name = 't', position = [0, 0, 0], limits = [1] }",
            "x.toml:8: vehicle.thruster.limits must be 2 numbers [N or rad/s], got 1 number: [1]",
        ),
        (
            BALL + "thruster = { name = 't', position = [0, 0, 0], diameter = -0.2 }",
            "x.toml:8: vehicle.thruster.diameter must be >= 0 [m], got -0.2",
        ),
        (
            BALL.replace("[vehicle]", "[[vehicle]]") + BALL.replace("[vehicle]", "[[vehicle]]"),
            "x.toml:9: vehicle[1]: there are two vehicles called 'ball'; give each a name",
        ),
        (
            "sea.surface = false\n"
            + BALL.replace("buoyancy = { shape = { sphere = 0.2 } }", "hull = { box = [1, 1, 1] }"),
            "x.toml:3: vehicle 'ball' floats by its hull and needs a surface; set sea.surface = 0.0",
        ),
    ],
)
def test_vehicles_that_cannot_be(text: str, message: str, tmp_path: Path) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    expected = message.format(folder=folder, outside=tmp_path / "x.sdf")
    (found,) = refused(folder, text)
    assert found.startswith(expected)


def test_an_unknown_library_vehicle_has_the_nearest(tmp_path: Path) -> None:
    (message,) = refused(tmp_path, 'vehicle = "bluerov2_heavvy"')
    assert message.startswith("x.toml:1: vehicle.library: ")
    assert "bluerov2_heavy" in message
    with pytest.raises(
        ScenarioError, match=r"there is no file and no library vehicle named 'remus10'; did you mean 'remus100'\?"
    ):
        load_scenario("remus10")


def test_links_do_not_lead_out(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "rov.sdf").write_text("<sdf/>")
    (inside / "rov.sdf").symlink_to(outside / "rov.sdf")
    (message,) = refused(inside, "[vehicle]\nsdf = 'rov.sdf'")
    assert f"'rov.sdf' leads by a link to {outside / 'rov.sdf'}, outside the folder" in message


SDF = """<sdf version="1.11"><model name="ball"><pose>1 2 -3 0 0 0</pose><link name="body">
<inertial><mass>30</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
<collision name="c"><geometry><sphere><radius>0.2</radius></sphere></geometry></collision>
</link></model></sdf>"""


def test_a_model_of_sdformat_in_the_sea_of_a_scenario(tmp_path: Path) -> None:
    (tmp_path / "ball.sdf").write_text(SDF)
    scenario = loaded(
        tmp_path, "sea.density = 1010\n[vehicle]\nsdf = 'ball.sdf'\nname = 'buoy'\nattitude_deg = [0, 0, 90]"
    )
    (vehicle,) = scenario.scene.vehicles
    assert vehicle.name == "buoy"
    assert isinstance(vehicle.buoyancy, Buoyancy)
    assert vehicle.buoyancy.volume == pytest.approx(4.0 / 3.0 * np.pi * 0.008, rel=1e-12)
    assert (scenario.scene.sea.density, scenario.scene.sea.surface) == (1010.0, 0.0)
    assert scenario.scene.poses[0].isclose(Pose.from_rpy((1, 2, -3), (0, 0, np.pi / 2)))
    assert list(scenario.source.files.opened) == [tmp_path / "x.toml", tmp_path / "ball.sdf"]


def test_files_below_the_model_path(tmp_path: Path) -> None:
    models_folder, home = tmp_path / "models", tmp_path / "home"
    models_folder.mkdir()
    home.mkdir()
    (models_folder / "ball.sdf").write_text(SDF)
    scenario = loaded(home, "[sea]\n[vehicle]\nsdf = 'ball.sdf'", model_path=[models_folder])
    assert list(scenario.source.files.opened) == [home / "x.toml", models_folder / "ball.sdf"]


# The density for which coefficients are given


def test_a_library_vehicle_keeps_its_density_in_another_sea(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, '[vehicle]\nlibrary = "bluerov2"\n[sea]\ndensity = 1025.0\n')
    (vehicle,) = scenario.scene.vehicles
    assert (vehicle.reference_density, scenario.scene.sea.density) == (997.0, 1025.0)


def test_a_shape_in_an_override_is_for_the_density_of_the_vehicle(tmp_path: Path) -> None:
    text = """
[vehicle]
library = "bluerov2"
[vehicle.override.added_mass]
shape = { sphere = 0.3 }
[sea]
density = 1025.0
"""
    (vehicle,) = loaded(tmp_path, text).scene.vehicles
    expected = ellipsoid_added_mass([0.3, 0.3, 0.3], 997.0).matrix[0, 0]
    assert vehicle.inertial.added_mass_matrix()[0, 0] == pytest.approx(expected, rel=1e-12)
    given = text.replace(
        "[vehicle.override.added_mass]", "[vehicle.override]\nreference_density = 1010\n[vehicle.override.added_mass]"
    )
    (vehicle,) = loaded(tmp_path, given).scene.vehicles
    assert vehicle.reference_density == 1010.0


def test_a_described_vehicle_is_for_the_sea_of_the_scenario_unless_it_says_otherwise(tmp_path: Path) -> None:
    """What is computed from a shape is for the reference density too."""
    text = BALL + "added_mass = { shape = { sphere = 0.2 } }\n{}\n[sea]\ndensity = 1025.0\n"
    (vehicle,) = loaded(tmp_path, text.replace("{}", "")).scene.vehicles
    assert vehicle.reference_density is None
    (other,) = loaded(tmp_path, text.replace("{}", "reference_density = 1000")).scene.vehicles
    assert other.reference_density == 1000.0
    M, other_M = (each.inertial_in(1025.0).added_mass_matrix() for each in (vehicle, other))
    np.testing.assert_allclose(M, other_M, rtol=1e-14)


@pytest.mark.parametrize(("value", "reason"), [("0", "must be > 0"), ("-5", "must be > 0"), ("nan", "must be finite")])
def test_a_bad_reference_density_is_told_with_its_line(tmp_path: Path, value: str, reason: str) -> None:
    (line,) = refused(tmp_path, f"{BALL}reference_density = {value}\n")
    assert line.startswith("x.toml:8: vehicle.reference_density " + reason)


def test_check_tells_the_density_and_the_factor(tmp_path: Path) -> None:
    text = '[[vehicle]]\nlibrary = "bluerov2"\n[[vehicle]]\nlibrary = "lrauv"\n' + BALL.replace(
        "[vehicle]", "[[vehicle]]"
    )
    (tmp_path / "x.toml").write_text(text + "[sea]\ndensity = 1000.0\n")
    notes = list(checked(tmp_path / "x.toml").notes)
    assert notes == [
        "added mass and damping of 'bluerov2' are for 997 kg/m3; in this sea of 1000 kg/m3 they act times 1.003",
        "added mass and damping of 'lrauv' are for 1000 kg/m3",
        "added mass and damping of 'ball' are for the water of this sea, 1000 kg/m3; there is no reference_density",
    ]


def test_check_tells_where_the_density_of_an_sdf_model_is_from(tmp_path: Path) -> None:
    inertial = "<inertial><mass>9</mass><fluid_added_mass><xx>2</xx></fluid_added_mass></inertial>"
    (tmp_path / "m.sdf").write_text(
        f"<sdf version='1.11'><model name='m'><link name='l'>{inertial}</link></model></sdf>"
    )
    (tmp_path / "x.toml").write_text("[vehicle]\nsdf = 'm.sdf'\n[sea]\ndensity = 1020.0\n")
    (note,) = checked(tmp_path / "x.toml").notes
    assert note.startswith("added mass and damping of 'm' are for 1000 kg/m3, assumed, since neither <fluid_density>")
    assert note.endswith("; in this sea of 1020 kg/m3 they act times 1.02")
