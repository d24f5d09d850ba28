"""What a hull is told, and what it tells."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.refused import refused

from seaway.engine import body_of
from seaway.engine._parameters import joined_hulls
from seaway.errors import MeshError, ModelError
from seaway.frames import Pose
from seaway.inertia import Inertial, MassProperties
from seaway.kernels.hull import FROUDE_KRYLOV, HYDROSTATIC
from seaway.kernels.hull_blocks import hull_blocks
from seaway.mesh import Mesh, box, sphere
from seaway.sea import Sea, Waves
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Hull, Vehicle, advice
from seaway.vehicle._hull import Pressure

PROPERTIES = MassProperties.from_box([0.5, 0.4, 0.3], mass=30.0)
CRATE = box((0.5, 0.4, 0.3)).transformed(Pose((0.1, -0.2, 0.05)))
VEHICLE = Vehicle("crate", Inertial(PROPERTIES), Hull(CRATE), Damping(np.ones(6)))


def test_a_hull_has_the_volume_and_centre_of_its_mesh() -> None:
    hull = Hull(CRATE)
    assert hull.surface is CRATE
    assert hull.pressure == "froude_krylov"
    assert hull.volume == pytest.approx(0.06, rel=1e-13)
    np.testing.assert_allclose(hull.center, [0.1, -0.2, 0.05], rtol=0, atol=1e-14)
    assert Hull(CRATE, "hydrostatic").pressure == "hydrostatic"
    assert Hull(CRATE, pressure="hydrostatic").pressure == "hydrostatic"


# Errors


@pytest.mark.parametrize("given", [0.06, np.zeros((3, 3)), "", Hull(CRATE)])
def test_a_hull_is_made_of_a_mesh_or_a_file(given: Any) -> None:
    rule = "must be a Mesh or the path of a mesh file, e.g. Mesh.load('hull.stl')"
    with refused(f"the mesh of a hull {rule}, got {given!r}"):
        Hull(given)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "hull: one of mesh and box is needed, got none"),
        ({"mesh": CRATE, "box": (1, 1, 1)}, "hull: one of mesh and box is needed, got mesh and box"),
        ({"mesh": CRATE, "scale": 0.001}, "hull: scale is for a mesh from a file; a box and a Mesh are in metres"),
        ({"mesh": CRATE, "repair": True}, "hull: repair is for a mesh from a file; a box and a Mesh are in metres"),
        ({"box": (1, 1, 0)}, "the box of a hull must be > 0 [m], got 0 at [2]"),
        ({"mesh": CRATE, "position": np.zeros((2, 3))}, "hull: position cannot differ between runs"),
        ({"mesh": CRATE, "subdivisions": 7}, "the subdivisions of a hull must be a whole number <= 6, got 7"),
        ({"mesh": CRATE, "exact_waves": 1}, "the exact waves of a hull must be true or false, got 1"),
    ],
)
def test_what_gives_no_hull(arguments: dict[str, Any], message: str) -> None:
    with refused(message):
        Hull(**arguments)


def test_a_box_is_a_hull_without_a_mesh() -> None:
    """About the origin, then moved and split as a mesh is."""
    hull = Hull(box=(0.5, 0.4, 0.3), position=(0.1, -0.2, 0.05), subdivisions=1)
    assert hull.mesh is None
    assert len(hull.surface.faces) == 4 * len(CRATE.faces)
    np.testing.assert_allclose(hull.surface.bounds, CRATE.bounds, rtol=0, atol=1e-15)


def test_a_mesh_is_moved_into_the_body() -> None:
    hull = Hull(CRATE, position=(1, 2, 3), attitude=(0.0, 0.0, 0.5 * np.pi))
    assert hull.mesh is CRATE
    np.testing.assert_allclose(hull.center, [1.2, 2.1, 3.05], rtol=0, atol=1e-14)
    assert Hull(CRATE).surface is CRATE


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("froude-krylov", "; did you mean 'froude_krylov'?"),
        ("Hydrostatic", "; did you mean 'hydrostatic'?"),
        ("", ""),
        (None, ""),
        (1, ""),
    ],
)
def test_a_pressure_that_there_is_not(given: Any, hint: str) -> None:
    with refused(f"the pressure of a hull must be one of froude_krylov, hydrostatic, got {given!r}{hint}"):
        Hull(CRATE, given)


# A tetrahedron as an OBJ file: its faces, counter-clockwise seen from outside.
CORNERS = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
CLOSED = ("f 1 3 2\n", "f 1 2 4\n", "f 2 3 4\n", "f 3 1 4\n")


def test_a_hull_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hull.obj"
    path.write_text(CORNERS + "".join(CLOSED))
    assert Hull(Mesh.load(path)).volume == pytest.approx(1.0 / 6.0, rel=1e-14)
    assert Hull(path) == Hull(str(path)) == Hull(Mesh.load(path))
    assert Hull(path, scale=0.5) == Hull(Mesh.load(path, scale=0.5))
    assert Hull(path, scale=(1.0, 2.0, 3.0)).volume == pytest.approx(1.0, rel=1e-14)


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        (CLOSED[:3], "open"),
        (tuple(f"f {' '.join(reversed(face.split()[1:]))}\n" for face in CLOSED), "inside out"),
        ((*CLOSED[:3], "f 1 3 4\n"), "wound"),
    ],
    ids=["open", "inverted", "one face turned"],
)
def test_a_file_that_bounds_no_solid_is_no_hull(tmp_path: Path, faces: tuple[str, ...], message: str) -> None:
    path = tmp_path / "hull.obj"
    path.write_text(CORNERS + "".join(faces))
    with pytest.raises(MeshError, match=message) as error:
        Hull(Mesh.load(path))
    assert str(error.value).startswith(f"{path}: ")


def test_triangles_that_bound_no_solid_are_no_hull() -> None:
    vertices, faces = CRATE.vertices, CRATE.faces
    for bad, message in ((faces[1:], "open"), (faces[:, ::-1], "inside out")):
        with pytest.raises(MeshError, match=message):
            Hull(Mesh(vertices, bad))


def test_the_buoyancy_of_a_vehicle_is_a_buoyancy_or_a_hull() -> None:
    wrong: Any = CRATE
    rule = "must be of Buoyancy, Hull or HydrostaticStiffness"
    with refused(f"the buoyancy of vehicle 'crate' {rule}, got {CRATE!r}"):
        VEHICLE.replace(buoyancy=wrong)


@pytest.mark.parametrize("name", ["buoyancy.volume", "hull.scale", "hull.position"])
def test_the_volume_of_a_hull_cannot_be_set(name: str) -> None:
    """Nor its place; nothing is changed by the attempt, and what is no matter of the mesh can be set."""
    sim = Simulation(VEHICLE, batch=3)
    sim.set_state(position=[0, 0, -1.0])
    before = sim.forces()["buoyancy"]
    message = "vehicle 'crate' has no buoyancy" if name == "buoyancy.volume" else "is structure"
    for rows in (None, 1):
        with pytest.raises(ModelError, match=message):
            sim.set({f"vehicle.{name}": [0.1, 0.1, 0.1], "vehicle.inertia.mass": 40.0}, rows=rows)
    np.testing.assert_array_equal(sim.forces()["buoyancy"], before)
    np.testing.assert_allclose(sim.forces()["weight"][:, 0, 2], -30.0 * 9.80665, rtol=1e-14)
    sim.set("vehicle.inertia.mass", [30.0, 40.0, 50.0])
    weights = [-mass * 9.80665 for mass in (30.0, 40.0, 50.0)]
    np.testing.assert_allclose(sim.forces()["weight"][:, 0, 2], weights, rtol=1e-14)


def test_another_vehicle_beside_a_hull_can_have_its_volume_set() -> None:
    other = Vehicle("other", Inertial(PROPERTIES), Buoyancy(0.03))
    sim = Simulation([VEHICLE, other])
    sim.set("vehicle.other.buoyancy.volume", 0.05)
    for k in range(2):
        sim.set_state(k, position=[0, 0, -5.0])
    lift = sim.forces()["buoyancy"][0, :, 2]
    np.testing.assert_allclose(lift, 1025.0 * 9.80665 * np.array([0.06, 0.05]), rtol=1e-12)


# Water without a surface


@pytest.mark.parametrize("pressure", ["froude_krylov", "hydrostatic"])
@pytest.mark.parametrize("z", [-50.0, 0.0, 50.0])
def test_unbounded_water_wets_the_whole_volume(pressure: Pressure, z: float) -> None:
    """ρ g V up at the centre, as a fixed buoyancy has it, digit for digit: no triangle is looked at."""
    hull = Hull(CRATE, pressure)
    found: list[dict[str, np.ndarray]] = []
    for buoyancy in (hull, Buoyancy(hull.volume, hull.center)):
        sim = Simulation(VEHICLE.replace(buoyancy=buoyancy), Sea(surface=None))
        sim.set_state(position=[3.0, 2.0, z], rpy=[0.3, -0.5, 1.0], velocity=[1, 2, 3, 0.1, 0.2, 0.3])
        assert sim.wet_fraction()[0, 0] == 1.0
        found.append(sim.forces())
    for law, wrench in found[0].items():
        np.testing.assert_array_equal(wrench, found[1][law])
    R = Pose.from_rpy([0, 0, 0], [0.3, -0.5, 1.0]).R
    force = 1025.0 * 9.80665 * 0.06 * R[2]
    expected = np.concatenate([force, np.cross([0.1, -0.2, 0.05], force)])
    np.testing.assert_allclose(found[0]["buoyancy"][0, 0], expected, rtol=0, atol=1e-10)


# Advice


def rules(vehicle: Vehicle, sea: Sea | None = None) -> list[str]:
    return [finding.rule for finding in advice(vehicle, Sea() if sea is None else sea)]


def test_a_sound_hull_needs_no_advice() -> None:
    assert rules(VEHICLE) == []
    assert rules(VEHICLE, Sea(waves=Waves.regular(1.0, 8.0))) == []


def test_advice_on_a_hull() -> None:
    """Its volume is its mesh's, so there is no extent to disagree with; weight and balance are looked at."""
    assert rules(VEHICLE.replace(damping=())) == ["no-damping"]
    in_millimetres = VEHICLE.replace(buoyancy=Hull(CRATE.scaled(1000.0)))
    (finding,) = advice(in_millimetres, Sea())
    assert finding.rule == "buoyancy-weight"
    assert "6e+07 m3" in finding.message
    heavy = Inertial(MassProperties.from_box([0.5, 0.4, 0.3], mass=70.0), Pose((0, 0, 0.25)))
    (finding,) = advice(VEHICLE.replace(inertial=heavy), Sea())
    assert finding.rule == "upside-down"
    assert "its centre of buoyancy is 0.2 m below its centre of mass" in finding.message


# Records


def test_hulls_stand_one_after_the_other() -> None:
    ball = sphere(0.3, 1)
    loose = Mesh(np.concatenate([[[9.0, 9.0, 9.0]], CRATE.vertices, [[8.0, 8.0, 8.0]]]), CRATE.faces + 1)
    vehicles = [
        Vehicle("fixed", Inertial(PROPERTIES), Buoyancy(0.03)),
        Vehicle("loose", Inertial(PROPERTIES), Hull(loose)),
        Vehicle("bare", Inertial(PROPERTIES)),
        Vehicle("ball", Inertial(PROPERTIES), Hull(ball, "hydrostatic")),
    ]
    blocks, records = joined_hulls([body_of(vehicle) for vehicle in vehicles])
    loose_one, ball_one = (record[0] for record in records)
    assert [record["pressure"] for record in (loose_one, ball_one)] == [FROUDE_KRYLOV, HYDROSTATIC]
    assert (loose_one["vertex_start"], loose_one["vertex_stop"]) == (0, 1)  # in blocks of 32: 8 vertices, 12 triangles
    assert (ball_one["vertex_start"], ball_one["vertex_stop"]) == (1, 3)  # 42 vertices
    assert (loose_one["face_start"], loose_one["face_stop"]) == (0, 1)
    assert (ball_one["face_start"], ball_one["face_stop"]) == (1, 4)  # 80 triangles
    crate, round_one = hull_blocks(CRATE.vertices, CRATE.faces), hull_blocks(ball.vertices, ball.faces)
    for found, expected in zip(blocks, crate.joined(round_one), strict=True):
        np.testing.assert_array_equal(found, expected)
    assert [record["volume"] for record in (loose_one, ball_one)] == [loose.volume, ball.volume]
