"""From the URI of a mesh to its triangles: beside its file or in the model path, and nowhere else."""

import os
import socket
from pathlib import Path

import numpy as np
import pytest
from tests.unit.mesh import mesh_files

from seaway import mesh, sdf
from seaway.errors import SdfError
from seaway.sdf import _meshes, _views

# Not symmetric, so that a wrong axis or sign shows.
WEDGE = mesh.Mesh(
    [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.5]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No folders from outside, and no network."""
    for name in ("SDF_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GZ_FUEL_CACHE_PATH", str(tmp_path_factory.mktemp("fuel")))

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a network was used")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture
def boat(tmp_path: Path) -> Path:
    """A folder boat with a mesh, beside a secret one."""
    folder = tmp_path / "models/boat"
    (folder / "meshes").mkdir(parents=True)
    (folder / "meshes/hull.stl").write_bytes(mesh_files.stl_text(WEDGE))
    (tmp_path / "secret.stl").write_bytes(mesh_files.stl_text(WEDGE))
    return folder


def written(folder: Path, uri: str, more: str = "", inertial: str = "") -> Path:
    """A model with a mesh on line 4."""
    text = (
        f"<sdf version='1.11'>\n<model name='boat'><link name='l'>{inertial}\n<collision name='c'><geometry>\n"
        f"<mesh><uri>{uri}</uri>{more}</mesh></geometry></collision></link></model></sdf>"
    )
    path = folder / "boat.sdf"
    path.write_text(text)
    return path


def geometry(document: sdf.Document) -> sdf.MeshGeometry:
    found = document.links[0].link.collisions[0].geometry
    assert isinstance(found, sdf.MeshGeometry)
    return found


def loaded(path: Path, *model_path: Path) -> mesh.Mesh:
    document = sdf.load(path, model_path)
    assert document.errors == ()
    return document.mesh(geometry(document))


def refused(path: Path, *model_path: Path) -> SdfError:
    document = sdf.load(path, model_path)
    with pytest.raises(SdfError) as caught:
        document.mesh(geometry(document))
    assert (caught.value.path, caught.value.line, caught.value.element) == (path, 4, "mesh")
    assert str(caught.value).startswith(f"{path}:4: ")
    return caught.value


# --- where files are found ---


@pytest.mark.parametrize(
    "uri", ["meshes/hull.stl", "./meshes/hull.stl", "meshes/../meshes/hull.stl", "file://meshes/hull.stl"]
)
def test_a_relative_path_is_beside_the_file_that_has_it(
    boat: Path, uri: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    document = sdf.load(written(boat, uri))
    assert document.resolve(uri, geometry(document).source) == boat / "meshes/hull.stl"
    assert document.resolve(uri) == boat / "meshes/hull.stl"
    assert document.mesh(geometry(document)) == mesh.Mesh.load(boat / "meshes/hull.stl")
    # However the file is named, and wherever the program runs.
    monkeypatch.chdir(tmp_path)
    assert sdf.load("models/boat/boat.sdf").resolve(uri) == boat / "meshes/hull.stl"
    monkeypatch.chdir(boat)
    assert sdf.load("boat.sdf").resolve(uri) == boat / "meshes/hull.stl"


def test_an_absolute_path_and_a_file_uri_may_be_below_the_folder_of_the_file(boat: Path) -> None:
    hull = boat / "meshes/hull.stl"
    (boat / "my hull.stl").write_bytes(hull.read_bytes())
    for uri in (str(hull), hull.as_uri(), (boat / "my hull.stl").as_uri()):
        assert loaded(written(boat, uri)).volume == pytest.approx(WEDGE.volume)
    gone = str(boat / "meshes/gone.stl")
    assert f"{gone!r} does not exist" in refused(written(boat, gone)).message


@pytest.mark.parametrize("uri", ["model://boat/meshes/hull.stl", "package://boat/meshes/hull.stl"])
def test_a_model_uri_is_in_the_model_path(boat: Path, tmp_path: Path, uri: str) -> None:
    path = written(tmp_path, uri)
    assert loaded(path, boat.parent).volume == pytest.approx(WEDGE.volume)
    error = refused(path)
    assert f"{uri!r} was not found in the model path (none); add the folder that contains it" in error.message
    assert "--model-path" in error.message


def test_what_is_not_beside_the_file_is_looked_up_in_the_model_path(boat: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    path = written(tmp_path / "other", "boat/meshes/hull.stl")
    assert loaded(path, boat.parent).volume == pytest.approx(WEDGE.volume)
    error = refused(path, tmp_path / "empty", tmp_path / "bare")
    assert error.message == (
        f"'boat/meshes/hull.stl' was not found in {tmp_path / 'other'}, nor in the model path ({tmp_path / 'empty'}, "
        f"{tmp_path / 'bare'}); add the folder that contains it with --model-path, or to GZ_SIM_RESOURCE_PATH"
    )


def test_the_file_beside_goes_before_the_model_path(boat: Path, tmp_path: Path) -> None:
    (tmp_path / "first/meshes").mkdir(parents=True)
    (tmp_path / "first/meshes/hull.stl").write_bytes(mesh_files.stl_text(mesh.box((1, 1, 1))))
    assert loaded(written(boat, "meshes/hull.stl"), tmp_path / "first").volume == pytest.approx(WEDGE.volume)


def test_a_mesh_of_an_included_model_is_beside_the_included_file(boat: Path, tmp_path: Path) -> None:
    written(boat, "meshes/hull.stl")
    (boat / "model.config").write_text("<model><sdf version='1.11'>boat.sdf</sdf></model>")
    (tmp_path / "world.sdf").write_text(
        "<sdf version='1.11'><world name='w'><include><uri>model://boat</uri></include></world></sdf>"
    )
    document = sdf.load(tmp_path / "world.sdf", [boat.parent])
    assert geometry(document).source == _views.SourceFile(boat / "boat.sdf", 4)
    assert document.mesh(geometry(document)).volume == pytest.approx(WEDGE.volume)


def test_text_has_no_folder_of_its_own(boat: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(boat)
    text = written(boat, "meshes/hull.stl").read_text()
    document = sdf.loads(text)
    with pytest.raises(SdfError, match=r"'meshes/hull.stl' was not found in the model path \(none\)"):
        document.mesh(geometry(document))
    document = sdf.loads(text, [boat])
    assert document.mesh(geometry(document)).volume == pytest.approx(WEDGE.volume)


def test_a_file_that_gazebo_has_downloaded_is_found(
    boat: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("GZ_FUEL_CACHE_PATH", str(cache))
    model = cache / "fuel.gazebosim.org/openrobotics/models/boat/3"
    (model / "meshes").mkdir(parents=True)
    (model / "meshes/hull.stl").write_bytes(mesh_files.stl_text(WEDGE))
    address = "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Boat"
    for uri in (f"{address}/tip/files/meshes/hull.stl", f"{address}/3/files/meshes/hull.stl"):
        assert loaded(written(boat, uri)).volume == pytest.approx(WEDGE.volume)
    assert "is none" in refused(written(boat, address)).message
    assert "is not on this machine, and nothing is fetched" in refused(written(boat, address + "s/1/files/a")).message
    secret = "..%2F" * 7 + "secret.stl"
    error = refused(written(boat, f"{address}/3/files/{secret}"))
    assert "leads out of the folder" in error.message


# --- what is not opened ---


@pytest.mark.parametrize(
    "uri",
    [
        "../../secret.stl",
        "meshes/../../../secret.stl",
        "{outside}/secret.stl",
        "file://{outside}/secret.stl",
        "file://{inside}/../../secret.stl",
        "file://../../secret.stl",
        "file://meshes/%2e%2e/../../secret.stl",
        "file://localhost{outside}/secret.stl",
        "file://{inside}/%2e%2e/../secret.stl",
        "{inside}/../../secret.stl",
        "model://../secret.stl",
        "model://boat/../../secret.stl",
        "model://%2e%2e/secret.stl",
        "package://..%2Fsecret.stl",
        "model:///{outside}/secret.stl",
    ],
)
@pytest.mark.parametrize("with_path", [False, True])
def test_nothing_outside_the_folder_and_the_model_path_is_opened(
    boat: Path, tmp_path: Path, uri: str, with_path: bool
) -> None:
    path = written(boat, uri.format(inside=boat, outside=tmp_path))
    error = refused(path, *([boat.parent] if with_path else []))
    assert "is not opened" in error.message or "was not found in the model path (none)" in error.message


@pytest.mark.parametrize("uri", ["../secret.stl", "boat/../../secret.stl", "{outside}/secret.stl"])
def test_text_does_not_climb_out_of_the_model_path(boat: Path, tmp_path: Path, uri: str) -> None:
    text = written(boat, uri.format(outside=tmp_path)).read_text()
    document = sdf.loads(text, [boat.parent])
    with pytest.raises(SdfError, match=r"was not found in the model path|is outside the model path"):
        document.mesh(geometry(document))


def test_a_path_out_of_the_folder_says_where_it_leads_and_what_to_do(boat: Path, tmp_path: Path) -> None:
    path = written(boat, "../../secret.stl")
    assert refused(path).message == (
        f"'../../secret.stl' is {tmp_path / 'secret.stl'}, outside the folder of its file and the model path, and is "
        "not opened; add its folder with --model-path to allow it"
    )
    assert loaded(path, tmp_path).volume == pytest.approx(WEDGE.volume)


def test_a_path_may_climb_within_the_model_path(boat: Path) -> None:
    (boat.parent / "shared.stl").write_bytes(mesh_files.stl_text(WEDGE))
    path = written(boat, "../shared.stl")
    assert "is not opened" in refused(path).message
    assert loaded(path, boat.parent).volume == pytest.approx(WEDGE.volume)
    assert "was not found in" in refused(written(boat, "../gone.stl"), boat.parent).message


def test_a_link_out_of_the_folder_is_followed_in_the_model_path_only(boat: Path, tmp_path: Path) -> None:
    (boat / "meshes/linked.stl").symlink_to(tmp_path / "secret.stl")
    (boat / "linked").symlink_to(tmp_path)
    for uri in ("meshes/linked.stl", "linked/secret.stl", str(boat / "meshes/linked.stl")):
        path = written(boat, uri)
        error = refused(path)
        assert f"{uri!r} leads by a link to {tmp_path / 'secret.stl'}, outside the folder of its file" in error.message
        assert loaded(path, boat.parent).volume == pytest.approx(WEDGE.volume)
        assert loaded(path, tmp_path).volume == pytest.approx(WEDGE.volume)
    # A link that stays inside is no matter.
    (boat / "inside.stl").symlink_to(boat / "meshes/hull.stl")
    assert loaded(written(boat, "inside.stl")).volume == pytest.approx(WEDGE.volume)


def test_links_that_lead_nowhere_are_not_there(boat: Path) -> None:
    (boat / "loop.stl").symlink_to(boat / "loop.stl")
    (boat / "dangling.stl").symlink_to(boat / "gone.stl")
    for uri in ("loop.stl", "dangling.stl"):
        assert f"{uri!r} was not found in {boat}" in refused(written(boat, uri)).message


def test_a_folder_that_is_itself_a_link_is_the_users_own_doing(boat: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(boat)
    written(boat, "meshes/hull.stl")
    assert loaded(tmp_path / "link/boat.sdf").volume == pytest.approx(WEDGE.volume)


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        ("", "a URI must not be empty"),
        ("ftp://host/hull.stl", "has the scheme 'ftp'; model, file, https and relative ones are known"),
        ("x" * 5000, "this is not a URI: 'xxx"),
        ("x" * 300 + ".stl", "'xxx"),
        ("file:///%00.stl", "%00"),
        ("file://", "must name a file, got "),
        ("file://gone.stl", "'file://gone.stl' was not found in "),
        ("https://fuel.gazebosim.org/1.0/o/models/m/tip/files/hull.stl", "and nothing is fetched"),
        ("https://example.com/hull.stl", "is not the address of a model"),
        ("meshes", "'meshes' must name a file, got "),
        (".", "'.' must name a file, got "),
        ("meshes/hull.png", "was not found in "),
        ("boat.sdf", "a mesh is read from .dae, .glb, .gltf, .obj, .stl, not from .sdf"),
    ],
)
def test_an_odd_uri_is_an_error_with_its_place(boat: Path, uri: str, message: str) -> None:
    assert message in refused(written(boat, uri)).message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes")
def test_a_pipe_is_not_waited_for(boat: Path) -> None:
    os.mkfifo(boat / "pipe.stl")
    assert "must name a file" in refused(written(boat, "pipe.stl")).message


# --- what a mesh is ---


def test_the_scale_of_a_mesh_stretches_it_about_its_origin(boat: Path) -> None:
    found = loaded(written(boat, "meshes/hull.stl", "<scale>2 3 4</scale>"))
    np.testing.assert_allclose(found.bounds, WEDGE.bounds * [2, 3, 4], atol=1e-6)  # STL has 7 digits
    assert found.volume == pytest.approx(24 * WEDGE.volume, rel=1e-6)


@pytest.mark.parametrize("scale", [(-1, 1, 1), (1, -2, 1), (-1, -1, 1), (-1, -1, -3)])
def test_a_negative_scale_mirrors_and_leaves_the_inside_inside(boat: Path, scale: tuple[int, int, int]) -> None:
    found = loaded(written(boat, "meshes/hull.stl", "<scale>{} {} {}</scale>".format(*scale)))
    assert found.volume == pytest.approx(abs(np.prod(scale)) * WEDGE.volume, rel=1e-6)
    np.testing.assert_allclose(found.centroid, WEDGE.centroid * scale, atol=1e-6)


@pytest.mark.parametrize("scale", ["0 1 1", "1 1 0", "nan 1 1", "1 inf 1"])
def test_a_scale_that_leaves_nothing_is_refused(boat: Path, scale: str) -> None:
    error = refused(written(boat, "meshes/hull.stl", f"<scale>{scale}</scale>"))
    assert error.message == f"the <scale> of a mesh must be finite and not 0, got {scale}"


@pytest.mark.parametrize("scale", ["1e13 1 1", "1e300 1e300 1e300", "1e-300 1 1", "1e-200 1e-200 1e-200"])
def test_a_scale_beyond_all_measure_is_refused(boat: Path, scale: str) -> None:
    error = refused(written(boat, "meshes/hull.stl", f"<scale>{scale}</scale>"))
    assert error.message.startswith(str(boat / "meshes/hull.stl"))


def test_a_submesh_cannot_be_selected(boat: Path) -> None:
    error = refused(written(boat, "meshes/hull.stl", "<submesh><name>deck</name></submesh>"))
    assert error.message == (
        "the submesh 'deck' of 'meshes/hull.stl' cannot be selected: a mesh file is read as a whole. Export that part "
        "to a file of its own, and take <submesh> away"
    )


def test_an_open_mesh_is_refused_or_repaired(boat: Path) -> None:
    flat = mesh.box((1, 1, 1), 4)
    text = "\n".join(mesh_files.obj(flat).decode().rstrip().split("\n")[:-1])  # one face is gone
    (boat / "open.obj").write_text(text)
    path = written(boat, "open.obj")
    assert f"{boat / 'open.obj'}: 3 open edges" in refused(path).message
    document = sdf.load(path)
    with pytest.warns(match=r"open.obj was repaired: 1 hole closed"):
        assert document.mesh(geometry(document), repair=True).volume == pytest.approx(1.0)
    assert "3 open edges" in refused(path).message


def test_a_file_is_read_once(boat: Path) -> None:
    document = sdf.load(written(boat, "meshes/hull.stl"))
    assert document.mesh(geometry(document)) is document.mesh(geometry(document))
    other = sdf.MeshGeometry("./meshes/hull.stl", (1.0, 1.0, 1.0), "", False, geometry(document).source)
    assert document.mesh(other) is document.mesh(geometry(document))


def test_the_bytes_of_all_meshes_have_a_limit(boat: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = (boat / "meshes/hull.stl").stat().st_size
    monkeypatch.setattr(_meshes, "MAX_MESH_BYTES", 2 * size)
    document = sdf.load(written(boat, "meshes/hull.stl"))
    source = geometry(document).source
    for scale in (1.0, 2.0, 2.0, 1.0):
        document.mesh(sdf.MeshGeometry("meshes/hull.stl", (scale, scale, scale), "", False, source))
    with pytest.raises(SdfError, match=f"boat.sdf:4: .*may have at most {2 * size} bytes together"):
        document.mesh(sdf.MeshGeometry("meshes/hull.stl", (3.0, 3.0, 3.0), "", False, source))


# --- automatic inertia ---


def test_automatic_inertia_of_a_mesh_is_that_of_its_solid(boat: Path) -> None:
    """A box by its triangles, away from its frame, against the closed form."""
    (boat / "box.obj").write_bytes(mesh_files.obj(mesh.box((1, 2, 3))))
    pose = "<pose degrees='true'>0.5 -0.25 0.125 0 0 90</pose>"
    text = written(boat, "box.obj", "<scale>2 1 1</scale>", "<inertial auto='true'><density>500</density></inertial>")
    text.write_text(text.read_text().replace("<collision name='c'>", f"<collision name='c'>{pose}"))
    document = sdf.load(text)
    assert document.findings == ()
    inertial = document.link("l").link.inertial
    # 2 x 2 x 3 m, 6000 kg; turned by 90 degrees, which changes nothing of a square.
    assert inertial.mass == pytest.approx(6000.0, rel=1e-12)
    np.testing.assert_allclose(inertial.c_BoBcm_B, [0.5, -0.25, 0.125], atol=1e-12)
    np.testing.assert_allclose(inertial.I_BBcm_B, np.diag([6500.0, 6500.0, 4000.0]), rtol=1e-12, atol=1e-8)


def test_automatic_inertia_of_a_mesh_off_its_origin_and_turned(boat: Path) -> None:
    """The tetrahedron's centroid is the mean of its corners; the moment of one with right-angled edges is known."""
    pose = "<pose degrees='true'>10 0 0 0 0 90</pose>"
    inertial = "<inertial auto='true'><mass>6</mass><fluid_added_mass><xx>2</xx></fluid_added_mass></inertial>"
    path = written(boat, "meshes/hull.stl", "", inertial)
    path.write_text(path.read_text().replace("<collision name='c'>", f"<collision name='c'>{pose}"))
    document = sdf.load(path)
    assert document.findings == ()
    found = document.link("l").link.inertial
    assert found.mass == 6.0
    assert found.added_mass is not None
    # Corners at 0 and a, b, c on the axes: <x²> = a²/10 - a²/16 = 3 a²/80, <x y> = a b/20 - a b/16 = -a b/80.
    a, b, c = 2.0, 1.0, 0.5
    P = 6.0 * np.array([[3 * a * a, -a * b, -a * c], [-a * b, 3 * b * b, -b * c], [-a * c, -b * c, 3 * c * c]]) / 80.0
    R = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    # STL is read with 7 digits; these numbers are exact in them.
    np.testing.assert_allclose(found.c_BoBcm_B, R @ [a / 4, b / 4, c / 4] + [10, 0, 0], atol=1e-12)
    np.testing.assert_allclose(found.I_BBcm_B, R @ (np.trace(P) * np.eye(3) - P) @ R.T, atol=1e-12)


def test_a_mesh_that_cannot_be_had_counts_for_nothing_with_a_warning(boat: Path) -> None:
    """As all meshes do for libsdformat: the file is valid, and the link has the default inertia."""
    (boat / "meshes/broken.stl").write_bytes(b"solid x")
    auto = "<inertial auto='true'><density>10</density></inertial>"
    for uri, more, reason in (
        ("meshes/gone.stl", "", "'meshes/gone.stl' was not found in"),
        ("../../secret.stl", "", "and is not opened"),
        ("meshes/broken.stl", "", "broken.stl: "),
        ("meshes/hull.stl", "<scale>0 1 1</scale>", "must be finite and not 0, got 0 1 1"),
        ("meshes/hull.stl", "<scale>1e20 1 1</scale>", "within ±1e+12 m"),
        ("meshes/hull.stl", "<submesh><name>deck</name></submesh>", "the submesh 'deck'"),
    ):
        document = sdf.load(written(boat, uri, more, auto))
        assert document.errors == ()
        first, second = (finding for finding in document.findings if finding.rule == "inertia-auto")
        start = "the mesh of collision 'c' has no inertia here, and counts for nothing: "
        assert first.message.startswith(start)
        assert reason in first.message
        assert (first.severity, first.line) == ("warning", 3)
        assert "has no collision that gives it inertia, and so the default of 1 kg" in second.message
        assert document.link("l").link.inertial.mass == 1.0


def test_a_density_that_cannot_be_is_an_error_for_a_mesh_too(boat: Path) -> None:
    auto = "<inertial auto='true'><density>-5</density></inertial>"
    (error,) = sdf.load(written(boat, "meshes/hull.stl", "", auto)).errors
    assert error.message == "collision 'c': the density [kg/m3] must be finite and > 0, got -5"
