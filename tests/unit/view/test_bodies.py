"""The bodies that vehicles are drawn with: closed, in place, and turning about the right axis."""

from pathlib import Path

import numpy as np
import pytest

from seaway import library, mesh
from seaway.errors import SeawayWarning
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties, ellipsoid_added_mass
from seaway.mesh._surface import Surface
from seaway.shapes import Box, Ellipsoid, Sphere
from seaway.vehicle import Buoyancy, Fin, FinDerivatives, Hull, HydrostaticStiffness, Thruster, Vehicle, Visual
from seaway.view._bodies import Body, bodies_of, bounds_of, equivalent_ellipsoid

BODY = Inertial(MassProperties.from_sphere(0.2, mass=30.0), Pose((0.1, 0, -0.02)))
NAMES = library.names()


def size(bodies: tuple[Body, ...]) -> np.ndarray:
    low, high = bounds_of(bodies)
    return high - low


@pytest.mark.parametrize("name", NAMES)
def test_every_library_vehicle_is_drawn_closed_outward_and_in_its_published_length(name: str) -> None:
    entry = library.entry(name)
    bodies = bodies_of(entry.vehicle)
    for body in bodies:
        assert mesh.Mesh.problems(body.vertices, body.faces) == (), body.name
    hull = tuple(body for body in bodies if body.name.startswith("visual") and not body.part)
    assert len(hull) >= 5
    # The LRAUV has the length of its box; propeller and tail are behind it.
    assert 0.9 * entry.length < size(hull)[0] < (1.25 if name == "lrauv" else 1.08) * entry.length
    turning = {(body.part, body.index) for body in bodies if body.part}
    vehicle = entry.vehicle
    wanted = [("thruster", k) for k in range(len(vehicle.thrusters))] + [("fin", k) for k in range(len(vehicle.fins))]
    assert turning == set(wanted)
    assert all(np.linalg.norm(body.axis) == pytest.approx(1.0) for body in bodies)


@pytest.mark.parametrize("name", NAMES)
def test_a_library_vehicle_is_drawn_symmetric_and_about_its_centre_of_buoyancy(name: str) -> None:
    vehicle = library.entry(name).vehicle
    low, high = bounds_of([body for body in bodies_of(vehicle) if body.name.startswith("visual") and not body.part])
    assert low[1] == pytest.approx(-high[1], abs=1e-3)
    if isinstance(vehicle.buoyancy, Buoyancy):
        assert np.all((low < vehicle.buoyancy.center) & (vehicle.buoyancy.center < high))


def test_without_visuals_the_hull_the_shape_or_the_added_mass_is_drawn() -> None:
    hull = Hull(box=(2.0, 1.0, 0.5), position=(0, 0, 1))
    np.testing.assert_allclose(size(bodies_of(Vehicle("v", BODY, hull))), (2.0, 1.0, 0.5))
    shaped = Buoyancy(shape=Ellipsoid((1.0, 0.3, 0.2)), center=(0, 0, 0.5))
    np.testing.assert_allclose(size(bodies_of(Vehicle("v", BODY, shaped))), (2.0, 0.6, 0.4), rtol=0.01)
    stiff = HydrostaticStiffness(np.diag([1e3, 1e2, 1e2]), rest_height=0.3, extent=(2.0, 1.0, 0.2))
    low, high = bounds_of(bodies_of(Vehicle("v", BODY, stiff)))
    assert (low[2], high[2]) == pytest.approx((-0.5, -0.1))  # the draft below the waterline at z = -0.3, and above it
    axes = (1.0, 0.25, 0.15)
    added = BODY.with_added_mass(ellipsoid_added_mass(axes, 1025.0))
    volume = Ellipsoid(axes).volume
    np.testing.assert_allclose(size(bodies_of(Vehicle("v", added, Buoyancy(volume)))), 2.0 * np.array(axes), rtol=0.01)


def test_an_ellipsoid_has_the_proportions_of_its_added_mass_or_of_its_inertia() -> None:
    axes = np.array([0.9, 0.3, 0.1])
    body = Inertial(MassProperties.from_ellipsoid(axes, mass=1000.0 * Ellipsoid(axes).volume))
    np.testing.assert_allclose(equivalent_ellipsoid(body, None, 1000.0).radii, axes, rtol=1e-9)
    wet = body.with_added_mass(ellipsoid_added_mass(axes, 1000.0))
    np.testing.assert_allclose(equivalent_ellipsoid(wet, None, 1000.0).radii, axes, rtol=1e-6)
    odd = body.with_added_mass(AddedMass(np.diag([1e-6, 1e3, 1e9, 0, 0, 0])))  # of nothing in the world
    assert np.all(np.isfinite(equivalent_ellipsoid(odd, 0.1, 1000.0).radii))


def turned(body: Body, angle: float) -> np.ndarray:
    """The corners with the actuator turned, by Rodrigues' formula."""
    r, k = body.vertices - body.pivot, body.axis
    cross, along_axis = np.cross(k, r), np.outer(r @ k, k)
    return body.pivot + np.cos(angle) * (r - along_axis) + np.sin(angle) * cross + along_axis


@pytest.mark.parametrize("hand", ["right", "left"])
def test_a_propeller_that_turns_ahead_throws_water_back(hand: str) -> None:
    """Its blades advance like a screw: turning, the face that looks against the thrust sweeps forward."""
    axis = np.array([0.6, 0.0, 0.8])
    thruster = Thruster("t", (1.0, 0.2, 0.3), axis, diameter=0.3, hand=hand)  # type: ignore[arg-type]
    vehicle = Vehicle("v", BODY, Buoyancy(0.03), thrusters=thruster)
    (body,) = (body for body in bodies_of(vehicle) if body.part == "thruster")
    np.testing.assert_allclose(body.axis, axis * (1 if hand == "right" else -1), atol=1e-12)
    triangles = body.vertices[body.faces]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    velocity = (turned(body, 1e-6) - turned(body, -1e-6))[body.faces].mean(axis=1)
    pressed = np.clip(np.sum(velocity * normals, axis=1), 0.0, None)  # water that each face pushes away
    assert np.sum(pressed[:, None] * normals, axis=0) @ axis < 0.0


def test_a_thruster_without_a_diameter_has_one_that_suits_the_vehicle() -> None:
    vehicle = Vehicle("v", BODY, Buoyancy(shape=Box((2.0, 0.5, 0.4))), thrusters=Thruster("t", (-1, 0, 0)))
    duct, screw = (body for body in bodies_of(vehicle) if body.name.startswith("t"))
    assert duct.part == ""
    assert 0.05 < np.ptp(screw.vertices[:, 1]) < 0.4


def test_a_fin_raises_its_nose_toward_its_lift() -> None:
    fin = Fin("f", (-1.0, 0.0, 0.0), 0.08, (1, 0, 0), (0, 1, 0), aspect_ratio=2.0)
    (body,) = (each for each in bodies_of(Vehicle("v", BODY, Buoyancy(0.03), fins=fin)) if each.part == "fin")
    np.testing.assert_allclose(np.ptp(body.vertices, axis=0)[[0, 2]], (0.22, 0.4), rtol=1e-9)  # chord 0.2, tapered
    nose = np.argmax(body.vertices[:, 0])
    assert turned(body, 0.1)[nose, 1] > body.vertices[nose, 1] + 0.001


def test_a_fin_of_derivatives_stands_where_its_force_acts() -> None:
    rudder = FinDerivatives("rudder", (0, -9.64, 0, 0, 0, 6.15))  # Y at x = -0.638 m
    vehicle = Vehicle("v", BODY, Buoyancy(shape=Ellipsoid((0.7, 0.1, 0.1))), fins=rudder)
    (body,) = (each for each in bodies_of(vehicle) if each.part == "fin")
    assert body.pivot[0] == pytest.approx(-6.15 / 9.64)
    np.testing.assert_allclose(np.abs(body.axis), (0, 0, 1))
    nose = np.argmax(body.vertices[:, 0])
    assert turned(body, 0.1)[nose, 1] < body.vertices[nose, 1]  # a positive angle pushes to -y
    rolling = FinDerivatives("roll", (0, 0, 0, 1.0, 0, 0))
    assert not [each for each in bodies_of(vehicle.replace(fins=rolling)) if each.part]


def test_a_visual_turns_with_its_actuator_in_place_of_the_drawn_one() -> None:
    looks = (Visual(Box((2, 1, 1))), Visual(Sphere(0.1), (-1, 0, 0), actuator="t", name="ball", color="red"))
    vehicle = Vehicle("v", BODY, thrusters=Thruster("t", (-1, 0, 0)), visuals=looks)
    fixed, ball = bodies_of(vehicle)
    assert (fixed.part, fixed.color) == ("", (0.7, 0.7, 0.7, 1.0))
    assert (ball.name, ball.part, ball.color) == ("ball", "thruster", (1.0, 0.0, 0.0, 1.0))
    (_, still) = bodies_of(vehicle.replace(thrusters=()))
    assert still.part == ""  # nobody turns it


def test_a_surface_with_colours_is_a_body_for_each() -> None:
    quad = Surface([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]], [[1, 0, 0, 1], [0, 0, 1, 1]])
    bodies = bodies_of(Vehicle("v", BODY, visuals=Visual(mesh=quad, position=(0, 0, 5))))
    assert [body.color for body in bodies] == [(0.0, 0.0, 1.0, 1.0), (1.0, 0.0, 0.0, 1.0)]
    np.testing.assert_array_equal(bodies[1].vertices[bodies[1].faces], [[[0, 0, 5], [1, 0, 5], [1, 1, 5]]])
    (one,) = bodies_of(Vehicle("v", BODY, visuals=Visual(mesh=quad, color="green")))
    assert len(one.faces) == 2


def test_a_broken_mesh_is_left_out_with_a_warning_and_the_rest_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "broken.stl").write_text("solid\nfacet\nvertex 1 2\n")
    vehicle = Vehicle("v", BODY, Buoyancy(shape=Sphere(0.2)), visuals=Visual(mesh=tmp_path / "broken.stl"))
    with pytest.warns(SeawayWarning, match="visual 'visual 1' of vehicle 'v' is not drawn: broken.stl"):
        (body,) = bodies_of(vehicle)
    assert body.name == "hull"


def test_visuals_have_no_influence_on_what_the_engine_gets() -> None:
    rov = library.entry("bluerov2").vehicle
    bare = rov.replace(visuals=())
    assert rov != bare
    assert rov.pushing == bare.pushing
    assert (rov.inertial, rov.buoyancy) == (bare.inertial, bare.buoyancy)
