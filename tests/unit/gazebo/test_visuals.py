"""Visuals of SDFormat links: where they are, what is kept of them, and what is written back."""

import re
from pathlib import Path

import numpy as np
import pytest
from tests.unit.gazebo.sdf_worlds import joint, link, plugin, tags

from seaway import gazebo, library, sdf
from seaway.gazebo import Scene, to_sdf
from seaway.inertia import Inertial, MassProperties
from seaway.mesh import Mesh
from seaway.mesh._surface import SurfaceFile
from seaway.shapes import Box, Capsule, Cone, Cylinder, Ellipsoid, Sphere
from seaway.vehicle import Buoyancy, Fin, Thruster, Vehicle, Visual

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


def visual(geometry: str, name: str = "v", pose: str = "0 0 0 0 0 0", material: str = "") -> str:
    return f"<visual name='{name}'><pose>{pose}</pose><geometry>{geometry}</geometry>{material}</visual>"


def scene_of(content: str, folder: Path | None = None) -> Scene:
    text = f"<sdf version='1.11'><model name='m'>{content}</model></sdf>"
    if folder is None:
        return gazebo.scene(sdf.loads(text))
    (folder / "model.sdf").write_text(text)
    return gazebo.scene(sdf.load(folder / "model.sdf"))


def notes(scene: Scene) -> list[str]:
    return [finding.message for finding in scene.findings if finding.rule == "visual"]


def test_a_visual_keeps_its_place_when_links_become_one() -> None:
    """X_BV = X_BL X_LV: the second link stands at (1, 0, 0), turned by 90° about z."""
    arm = visual("<sphere><radius>0.1</radius></sphere>", pose="1 0 0 0 0 0")
    content = (
        link("base", visual("<box><size>1 2 3</size></box>", "hull"))
        + link("arm", arm, pose="1 0 0 0 0 1.5707963267948966")
        + joint("base", "arm", kind="fixed")
    )
    hull, ball = scene_of(content).vehicles[0].visuals
    assert (hull.name, hull.shape) == ("hull", Box((1, 2, 3)))
    assert ball.shape == Sphere(0.1)
    np.testing.assert_allclose(ball.position, (1, 1, 0), atol=1e-12)
    np.testing.assert_allclose(ball.pose.vector((1, 0, 0)), (0, 1, 0), atol=1e-12)


def test_colours_are_the_diffuse_ones_and_propellers_turn() -> None:
    red = "<material><ambient>0 0 0 1</ambient><diffuse>1 0.5 0</diffuse></material>"
    content = (
        link("base", visual("<box><size>1 1 1</size></box>", material=red))
        + link("propeller", visual("<sphere><radius>0.1</radius></sphere>"), mass=0.1, pose="-1 0 0 0 0 0")
        + joint("base", "propeller", "shaft")
        + plugin("Thruster", tags(joint_name="shaft"))
    )
    hull, screw = scene_of(content).vehicles[0].visuals
    assert (hull.color, hull.actuator) == ((1.0, 0.5, 0.0, 1.0), None)
    assert (screw.color, screw.actuator) == (None, "shaft")


def test_a_mesh_is_read_once_with_its_scale_and_may_be_open(tmp_path: Path) -> None:
    (tmp_path / "hull.obj").write_text(TRIANGLE)
    shape = "<mesh><uri>hull.obj</uri><scale>2 -2 2</scale></mesh>"
    content = link("base", visual(shape, "a") + visual("<mesh><uri>hull.obj</uri></mesh>", "b"))
    a, b = scene_of(content, tmp_path).vehicles[0].visuals
    assert isinstance(a.mesh, SurfaceFile)
    assert a.mesh is b.mesh
    surface = a.surface()
    assert surface is not None
    np.testing.assert_array_equal(surface.vertices.min(axis=0), (0, -2, 0))


@pytest.mark.parametrize(
    ("geometry", "message"),
    [
        ("<mesh><uri>none.dae</uri></mesh>", "visual 'v' of link 'm::base' is not drawn: .*none.dae"),
        ("<mesh><uri>hull.obj</uri><submesh><name>s</name></submesh></mesh>", "the submesh 's' of 'hull.obj' cannot"),
        ("<mesh><uri>hull.obj</uri><scale>1 0 1</scale></mesh>", "<scale> of a mesh must be finite and not 0, got 1 0"),
        ("<box><size>1 -1 1</size></box>", r"must be > 0 \[m\], got -1"),
        ("<heightmap><uri>h.png</uri></heightmap>", "its geometry <heightmap> is not read"),
    ],
)
def test_what_cannot_be_drawn_is_a_warning(geometry: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "hull.obj").write_text(TRIANGLE)
    scene = scene_of(link("base", visual(geometry) + visual(geometry, "w")), tmp_path)
    assert scene.vehicles[0].visuals == ()
    (note,) = notes(scene)
    assert re.search(message, note), note
    assert note.endswith("(and 1 more of this body)")


def test_what_has_no_surface_is_passed_over() -> None:
    plane = "<plane><normal>0 0 1</normal><size>1 1</size></plane>"
    scene = scene_of(link("base", visual(plane, "a") + visual("<empty/>", "b")))
    assert scene.vehicles[0].visuals == ()
    assert notes(scene) == []


def test_visuals_come_back_as_they_were_written() -> None:
    shapes = (
        Box((1, 2, 3)), Sphere(0.5), Ellipsoid((1, 0.5, 0.2)), Cylinder(radius=0.1, length=2.0),
        Capsule(radius=0.1, length=2.0), Cone(radius=0.1, length=2.0),
    )  # fmt: skip
    looks = [
        Visual(each, (k, -1, 2), (0.1, 0.2, 0.3), name=f"look{k}", color=(0.1 * k, 0.5, 1, 0.5))
        for k, each in enumerate(shapes)
    ]
    looks += [Visual(Box((0.1, 0.2, 0.3)), (-2, 0, 0.1), (0, 0, 0.4), actuator="screw", name="blade")]
    looks += [Visual(Box((0.1, 0.2, 0.3)), (-1, 0, 0.1), actuator="rudder", name="plate", color="red")]
    body = Inertial(MassProperties.from_sphere(0.2, mass=30.0))
    boat = Vehicle(
        "boat", body, Buoyancy(0.03), thrusters=Thruster("screw", (-2, 0, 0)),
        fins=Fin("rudder", (-1, 0, 0), 0.1, (1, 0, 0), (0, 1, 0)), visuals=looks,
    )  # fmt: skip
    text = to_sdf(boat).text
    assert text.count("<collision ") == 1
    back = gazebo.scene(sdf.loads(text)).vehicles[0].visuals
    assert [each.name for each in back] == [each.name for each in looks]
    for was, now in zip(looks, back, strict=True):
        assert (now.shape, now.color, now.actuator) == (was.shape, was.color, was.actuator)
        assert now.pose.isclose(was.pose, 1e-12)


def test_names_that_sdformat_refuses_are_replaced_and_meshes_are_dropped() -> None:
    body = Inertial(MassProperties.from_sphere(0.2, mass=30.0))
    names = ("a::b", "twice", "twice", "<b>", None)
    looks = [Visual(Sphere(0.1), name=name) for name in names] + [Visual(mesh=Mesh(np.eye(4)[:, :3], TETRAHEDRON))]
    written = to_sdf(Vehicle("boat", body, visuals=looks))
    (found,) = (finding.message for finding in written.findings if finding.rule == "notice-visual")
    assert found == "vehicle 'boat': 1 of its visuals are meshes, not written to SDFormat; dropped"
    back = gazebo.scene(sdf.loads(written.text)).vehicles[0].visuals
    assert [each.name for each in back] == ["visual_1", "twice", "visual_3", "visual_4", "visual_5"]


TETRAHEDRON = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]]


def test_the_library_keeps_its_looks_in_sdformat() -> None:
    otter = library.entry("otter")
    vehicle = otter.vehicle
    (back,) = gazebo.scene(sdf.loads(otter.sdf(world=True))).vehicles
    assert len(back.visuals) == len(vehicle.visuals)
    assert {each.actuator for each in back.visuals} == {None, "port", "starboard"}
