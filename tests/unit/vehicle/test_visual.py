"""What a vehicle looks like: shapes, meshes, colours, and what files may say of them."""

import pickle
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seaway import mesh
from seaway.errors import MeshError, ModelError, SeawayWarning
from seaway.mesh._surface import Surface, SurfaceFile
from seaway.parts import Reading, read
from seaway.shapes import Box, Capsule, Cone, Cylinder, Ellipsoid, Sphere
from seaway.vehicle import Visual

BOX = Box((1.0, 2.0, 3.0))


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("orange", (1.0, 165 / 255, 0.0, 1.0)),
        ("Grey", (128 / 255, 128 / 255, 128 / 255, 1.0)),
        ("#ff8000", (1.0, 128 / 255, 0.0, 1.0)),
        ("#FF800080", (1.0, 128 / 255, 0.0, 128 / 255)),
        ((1, 0, 0.5), (1.0, 0.0, 0.5, 1.0)),
        (np.array([0.1, 0.2, 0.3, 0.4]), (0.1, 0.2, 0.3, 0.4)),
        (None, None),
    ],
)
def test_a_colour_is_kept_as_four_numbers(given: Any, kept: Any) -> None:
    assert Visual(BOX, color=given).color == kept


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("orang", r"the colour of a visual must be a name such as 'orange'.*got 'orang'; did you mean 'orange'\?"),
        ("#12", r"'#rrggbb'.*got '#12'"),
        ([1.0, 2.0], r"3 or 4 numbers in \[0, 1\], got \[1.0, 2.0\]"),
        ([255, 128, 0], r"must have numbers in \[0, 1\], got \[255, 128, 0\]; divide by 255"),
        ([0.0, -0.5, 0.0], r"must have numbers in \[0, 1\], got \[0.0, -0.5, 0.0\]$"),
        ([float("nan"), 0.0, 0.0], r"in \[0, 1\], got \[nan"),
        (True, "got True"),
    ],
)
def test_what_is_no_colour_is_refused_with_its_value(given: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Visual(BOX, color=given)


def test_one_of_shape_and_mesh_is_needed() -> None:
    with pytest.raises(ModelError, match="one of shape and mesh is needed, got none"):
        Visual()
    with pytest.raises(ModelError, match="one of shape and mesh is needed, got both"):
        Visual(BOX, mesh=mesh.box((1, 1, 1)))
    with pytest.raises(ModelError, match="shape cannot differ between runs"):
        Visual(Sphere([0.1, 0.2]))
    with pytest.raises(ModelError, match="scale is for a mesh; a shape has its size"):
        Visual(BOX, scale=2.0)
    with pytest.raises(ModelError, match=r"scale of a visual must not be 0, got \[1.0, 0.0, 1.0\]"):
        Visual(mesh=mesh.box((1, 1, 1)), scale=(1, 0, 1))


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        (BOX, (1.0, 2.0, 3.0)),
        (Sphere(0.5), (1.0, 1.0, 1.0)),
        (Ellipsoid((1.0, 0.5, 0.25)), (2.0, 1.0, 0.5)),
        (Cylinder(radius=0.5, length=3.0), (1.0, 1.0, 3.0)),
        (Capsule(radius=0.5, length=3.0), (1.0, 1.0, 4.0)),
        (Cone(radius=0.5, length=3.0), (1.0, 1.0, 3.0)),
    ],
)
def test_a_shape_is_drawn_closed_and_in_its_size(shape: Any, size: tuple[float, ...]) -> None:
    surface = Visual(shape).surface()
    assert surface is not None
    assert mesh.Mesh.problems(surface.vertices, surface.faces) == ()
    np.testing.assert_allclose(np.ptp(surface.vertices, axis=0), size, rtol=0.01)


def table(**keys: Any) -> Any:
    made, problems = read(Visual, keys, Reading())
    assert not problems, problems
    return made


def test_an_axis_points_the_tip_of_a_cone() -> None:
    cone = {"cone": {"radius": 0.1, "length": 1.0}}
    for axis in ((1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 1), (1, 1, -1)):
        visual = table(shape=cone, axis=axis)
        np.testing.assert_allclose(visual.pose.vector((0, 0, 1)), np.array(axis) / sqrt(np.dot(axis, axis)), atol=1e-12)
    turned, problems = read(Visual, {"shape": cone, "axis": [0, 0, 1]}, Reading(frd=True))
    assert turned is not None
    assert not problems
    np.testing.assert_allclose(turned.pose.vector((0, 0, 1)), (0, 0, -1), atol=1e-12)  # down, in FRD axes


def test_a_mirrored_visual_is_the_image_across_the_centre_plane() -> None:
    port, starboard = table(
        shape={"box": [1, 0.2, 0.1]}, position=[1, 2, 3], attitude=[0.3, 0.4, 0.5], mirrored=True, color="red"
    )
    corner = np.array([0.5, 0.1, 0.05])
    image = starboard.pose.point(corner * (1, -1, 1))
    np.testing.assert_allclose(image, port.pose.point(corner) * (1, -1, 1), atol=1e-12)
    assert port.color == starboard.color == (1.0, 0.0, 0.0, 1.0)


def test_what_a_file_may_not_say() -> None:
    cone = {"cone": {"radius": 0.1, "length": 1.0}}
    for keys, message in (
        ({"shape": cone, "axis": [1, 0, 0], "attitude": [0, 0, 0]}, "axis and attitude give the same thing"),
        ({"shape": {"torus": 1.0}}, "must be a table with one of sphere, ellipsoid, box, cylinder, capsule, cone"),
        ({"shape": cone, "colour": "red"}, "colour is not a key here; did you mean color"),
        ({"mesh": 3}, "must be the name of a mesh file in quotes, got 3"),
    ):
        made, problems = read(Visual, keys, Reading())
        assert made is None
        assert message in " ".join(problem.message for problem in problems)


def test_a_missing_mesh_is_a_warning_and_a_broken_one_is_not_parsed_before_it_is_drawn(tmp_path: Path) -> None:
    with pytest.warns(SeawayWarning, match=r"a visual is not drawn: .*none\.stl: there is no such file"):
        assert Visual(mesh=str(tmp_path / "none.stl")).surface() is None
    (tmp_path / "broken.obj").write_text("v 1 2\n")
    broken = Visual(mesh=tmp_path / "broken.obj")
    assert isinstance(broken.mesh, SurfaceFile)
    assert str(tmp_path) not in repr(broken)
    with pytest.raises(MeshError, match=r"broken.obj: line 1: 'v 1 2' cannot be read"):
        broken.surface()


def test_a_mesh_may_be_open_and_is_scaled_and_mirrored(tmp_path: Path) -> None:
    (tmp_path / "triangle.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    visual = Visual(mesh=tmp_path / "triangle.obj", scale=(2.0, -3.0, 1.0))
    surface = visual.surface()
    assert surface is not None
    np.testing.assert_array_equal(surface.vertices, [[0, 0, 0], [2, 0, 0], [0, -3, 0]])
    np.testing.assert_array_equal(surface.faces, [[2, 1, 0]])  # still seen from +z
    same = Visual(mesh=Surface([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), scale=(2.0, -3.0, 1.0)).surface()
    assert same == surface
    assert pickle.loads(pickle.dumps(visual)) == visual  # noqa: S301
