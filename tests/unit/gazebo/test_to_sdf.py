"""Vehicles written as SDFormat: what stands in the file, and what is said of the rest."""

from math import inf

import numpy as np
import pytest

from seaway import gazebo, mesh, sdf
from seaway.errors import ModelError, SdfError
from seaway.frames import Pose
from seaway.gazebo import to_sdf
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Sea
from seaway.shapes import Box, Cylinder, Sphere
from seaway.vehicle import (
    Actuation,
    Buoyancy,
    CrossFlow,
    Damping,
    DragArea,
    Fin,
    FinDerivatives,
    Hull,
    HydrostaticStiffness,
    Thruster,
    Vehicle,
)

BODY = Inertial(MassProperties.from_sphere(0.2, mass=30.0), Pose((0.1, 0, -0.02)), AddedMass(np.diag([5.0] * 6)))


def told(vehicle: Vehicle, **options: object) -> dict[str, str]:
    """Messages by rule, without the name of the vehicle."""
    found = to_sdf(vehicle, **options).findings  # type: ignore[arg-type]
    assert all(finding.message.startswith("vehicle 'body': ") for finding in found)
    return {finding.rule: finding.message.removeprefix("vehicle 'body': ") for finding in found}


def lines(vehicle: Vehicle, **options: object) -> list[str]:
    return [line.strip() for line in to_sdf(vehicle, **options).text.splitlines()]  # type: ignore[arg-type]


def test_the_signs_and_names_are_those_of_gz_sim() -> None:
    modulus, signed = np.zeros((6, 6, 6)), np.zeros((6, 6, 6))
    modulus[1, 5, 0] = 4.0  # N per |v| u
    signed[0, 1, 1] = 2.0  # Y per u v
    damping = Damping([3.0, 0, 0, 0, 0, 0], [0, 7.0, 0, 0, 0, 0], modulus=modulus, signed=signed)
    text = lines(Vehicle("body", BODY, damping=damping))
    assert "<xU>-3.0</xU>" in text
    assert "<yVabsV>-7.0</yVabsV>" in text
    assert "<nUabsV>-4.0</nUabsV>" in text
    assert "<yVU>-2.0</yVU>" in text
    assert sum(line[1] in "xyzkmn" and line[2] in "UVWPQR" for line in text) == 4
    assert "<xx>5.0</xx>" in text
    assert "<pose>0.1 0.0 -0.02 0.0 0.0 0.0</pose>" in text


def test_a_world_has_the_water() -> None:
    text = lines(Vehicle("body", BODY), sea=Sea(1028.0, 9.81, surface=None), world=True)
    assert "<uniform_fluid_density>1028.0</uniform_fluid_density>" in text
    assert "<gravity>0 0 -9.81</gravity>" in text
    assert not any("graded" in line for line in text)
    scene = gazebo.scene(sdf.loads(to_sdf(Vehicle("body", BODY), Sea(surface=2.0), world=True).text))
    assert scene.sea.surface == 2.0
    assert scene.sea.density == 1025.0


def test_comments_cannot_end_early() -> None:
    text = lines(Vehicle("body", BODY), comments=["a --> b"])
    assert text[2] == "<!-- a - -> b -->"


def test_a_shape_gets_the_volume() -> None:
    vehicle = Vehicle("body", BODY, Buoyancy(8e-3, shape=Box([0.1, 0.1, 0.1])))
    assert told(vehicle) == {"notice-shape": "its box is scaled by 2 to the volume 0.008 m3"}
    (box,) = {line for line in lines(vehicle) if line.startswith("<size>")}
    np.testing.assert_allclose([float(word) for word in box[6:-7].split()], 0.2, rtol=1e-15)
    assert told(Vehicle("body", BODY, Buoyancy(shape=Sphere(0.1)))) == {}


def test_what_has_no_word_is_said() -> None:
    hull = Hull(mesh.box((1.0, 1.0, 1.0)))
    damping = Damping([1.0] * 6, position=(1.0, 0, 0))
    vehicle = Vehicle(
        "body",
        BODY,
        hull,
        damping,
        actuation=Actuation(),
        rigid_body_coriolis=False,
        fins=(FinDerivatives("tail", [1.0] * 6),),
        drag_areas=(DragArea(1.0, medium="air"),),
        cross_flow=CrossFlow([0.0], 1.0, 1.0),
    )
    assert told(vehicle) == {
        "buoyancy": "its Hull is not representable in SDFormat; the model has no collision and no buoyancy",
        "damping-frame": "1 of its dampings have a frame of their own, and are dropped",
        "coriolis": "Gazebo cannot leave out the Coriolis forces of the rigid body; they act",
        "fin": "fin 'tail': derivatives not representable in SDFormat; dropped",
        "drag-areas": "drag areas not representable in SDFormat; dropped",
        "cross-flow": "cross flow not representable in SDFormat; dropped",
        "actuation": "actuation not representable in SDFormat; dropped",
    }


def test_added_mass_without_coriolis() -> None:
    vehicle = Vehicle("body", BODY, added_mass_coriolis=False)
    assert told(vehicle) == {
        "coriolis": "<disable_coriolis> removes the Coriolis forces of the added mass here; Gazebo keeps them",
    }
    assert gazebo.scene(sdf.loads(to_sdf(vehicle).text)).vehicles[0].added_mass_coriolis is False


def test_what_gazebo_thrusters_cannot_say() -> None:
    table = Thruster.from_table("t", (0, 0, 0), (1, 0, 0), [-1, 0, 1], [-40.0, 0, 60.0], time_constant=0.1)
    left = {"thruster": "thruster 't': table, lag not representable in Gazebo's Thruster; dropped"}
    assert told(Vehicle("body", BODY, thrusters=(table,))) == left
    text = lines(Vehicle("body", BODY, thrusters=(table,)))
    assert "<max_thrust_cmd>60.0</max_thrust_cmd>" in text
    assert "<min_thrust_cmd>-40.0</min_thrust_cmd>" in text
    pid = Thruster(
        "p",
        (0, 0, 0),
        drive="pid",
        command="speed",
        diameter=0.1,
        thrust_coefficient=0.02,
        reverse_thrust_coefficient=0.01,
        thrust_deduction=0.1,
        torque_coefficient=0.001,
        inertia=0.1,
        gains=(1.0, 0, 0),
    )
    assert told(Vehicle("body", BODY, thrusters=(pid,))) == {
        "thruster": "thruster 'p': controller, reverse coefficient, torque not representable in Gazebo's "
        "Thruster; dropped",
    }
    # What is deducted of a thrust by speed is within the coefficient.
    assert "<thrust_coefficient>0.018000000000000002</thrust_coefficient>" in lines(
        Vehicle("b", BODY, thrusters=(pid,))
    )
    plain = Thruster("t", (0, 0, 0), thrust_deduction=0.1)
    assert told(Vehicle("body", BODY, thrusters=(plain,))) == {
        "thruster": "thruster 't': thrust deduction not representable in Gazebo's Thruster; dropped",
    }


def test_shapes_stand_for_what_has_no_word() -> None:
    """A hull of a mesh, and a stiffness: the shapes are collisions, and what they stand for is told."""
    shapes = ((Box((1.0, 2.0, 3.0)), Pose((0.0, 0.0, 1.0))), (Cylinder(radius=0.5, length=2.0), Pose()))
    stiff = Vehicle("body", BODY, HydrostaticStiffness(np.diag([1.0, 2.0, 3.0])))
    assert told(stiff) == {
        "buoyancy": "its HydrostaticStiffness is not representable in SDFormat; the model has no collision and no "
        "buoyancy",
    }
    assert told(stiff, shapes=shapes) == {
        "buoyancy": "its HydrostaticStiffness is not representable in SDFormat; 2 shapes float in its place",
    }
    text = lines(stiff, shapes=shapes)
    assert '<collision name="hull1_collision">' in text
    assert "<size>1.0 2.0 3.0</size>" in text
    assert '<collision name="hull2_collision">' in text
    hull = Vehicle("body", BODY, Hull(mesh.box((1.0, 1.0, 1.0))))
    assert [finding.rule for finding in to_sdf(hull, shapes=shapes).findings] == ["notice-shape"]


def test_a_model_stands_where_it_is_asked_to() -> None:
    assert "<pose>0.0 0.0 -5.0 0.0 0.0 0.0</pose>" in lines(Vehicle("body", BODY), pose=Pose((0.0, 0.0, -5.0)))


def test_propellers_are_turned_by_their_velocity() -> None:
    """By a torque of 0.1 Nm s gz-sim would shake them at its step of 1 ms: their links have less than 5e-5 kg m2."""
    rov = Vehicle("body", BODY, thrusters=(Thruster("t", (0, 0, 0), diameter=0.076),))
    text = lines(rov)
    assert "<velocity_control>true</velocity_control>" in text


def test_the_limits_of_a_table_are_those_of_its_commands() -> None:
    """Half of the command, between nodes: 40 N and 60 N are not reached."""
    table = np.array([[-1.0, 0.0, 1.0], [-40.0, 0.0, 60.0]])
    text = lines(
        Vehicle("body", BODY, thrusters=(Thruster("t", (0, 0, 0), drive="table", table=table, limits=(-0.5, 0.5)),))
    )
    assert "<max_thrust_cmd>30.0</max_thrust_cmd>" in text
    assert "<min_thrust_cmd>-20.0</min_thrust_cmd>" in text


def test_a_thruster_without_limits_keeps_none_that_matter() -> None:
    """gz-sim's own limit is 1000 N."""
    text = lines(Vehicle("body", BODY, thrusters=(Thruster("t", (0, 0, 0), limits=(-inf, inf)),)))
    assert "<max_thrust_cmd>1000000000.0</max_thrust_cmd>" in text
    assert "<min_thrust_cmd>-1000000000.0</min_thrust_cmd>" in text


def test_what_lift_drag_cannot_say() -> None:
    fin = Fin(
        "f", (0, 0, 0), 0.1, zero_lift_drag=0.02, time_constant=0.1, rate_limit=1.0, flap_effectiveness=0.5, limit=0.4
    )
    found = to_sdf(Vehicle("body", BODY, fins=(fin,))).findings
    assert [finding.message.removeprefix("vehicle 'body': ") for finding in found] == [
        (
            "fin 'f': drag at no angle, lag, largest rate, flap effectiveness 0.5 (written as 1) "
            "not representable in LiftDrag; dropped"
        ),
        "fin 'f' is in the water; LiftDrag ignores the current, and acts above the surface too",
        "LiftDrag acts from 0.01 m/s on, fin 'f' from 0",
    ]
    assert "<lower>-0.4</lower>" in lines(Vehicle("body", BODY, fins=(fin,)))


def test_a_fin_that_is_fixed_needs_no_joint() -> None:
    fin = Fin("f", (1.0, 0, 0), 0.1, flap_effectiveness=0.0, least_speed=0.01, in_wind=True, density=1.2)
    text = lines(Vehicle("body", BODY, fins=(fin,)))
    assert not any("joint" in line for line in text)
    assert "<cp>1.0 0.0 0.0</cp>" in text


def test_a_slim_body_gives_less_of_its_mass_away() -> None:
    rod = Inertial(MassProperties.from_moments(1.0, 1e-4, 1.0, 1.0))
    text = lines(Vehicle("body", rod, thrusters=(Thruster("t", (0, 1.0, 0)),)))
    assert [line for line in text if line.startswith("<mass>")] == ["<mass>0.99999</mass>", "<mass>1e-05</mass>"]
    none = Inertial(MassProperties.from_moments(1.0, 1e-9, 1.0, 1.0))
    pattern = (
        r"vehicle 'body': the links of its propellers and fins cannot take a thousandth of its mass each, or less: what"
    )
    with pytest.raises(ModelError, match=pattern):
        to_sdf(Vehicle("body", none, thrusters=(Thruster("t", (0, 1.0, 0)),)))


def test_a_name_that_sdformat_forbids() -> None:
    with pytest.raises(SdfError, match="__body__"):
        to_sdf(Vehicle("__body__", BODY))


def test_water_for_a_model_that_brings_none() -> None:
    document = sdf.loads(to_sdf(Vehicle("body", BODY, Buoyancy(shape=Sphere(0.1)))).text)
    assert gazebo.scene(document).vehicles[0].buoyancy is None
    wet = gazebo.scene(document, water=1010.0)
    assert wet.sea.density == 1010.0
    assert isinstance(wet.vehicles[0].buoyancy, Buoyancy)
    with pytest.raises(ModelError, match=r"the density of the water \[kg/m3\] must be finite and > 0, got -1"):
        gazebo.scene(document, water=-1.0)
