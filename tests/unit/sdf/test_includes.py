"""From a URI to a model: found on this machine, below the folders that the user named, or refused with advice."""

import math
import re
import socket
from pathlib import Path

import numpy as np
import pytest

from seaway import sdf
from seaway.errors import Finding, SdfError
from seaway.inertia import AddedMass
from seaway.sdf import _reader, _views

TURN = math.pi / 2
BUOY = (
    "<sdf version='1.9'>\n<model name='buoy'>\n<pose>0 0 7 0 0 0</pose>\n<link "
    "name='l'><pose>1 0 0 0 0 0</pose></link></model></sdf>"
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
def root(tmp_path: Path) -> Path:
    """A model path with the model buoy in it."""
    path = tmp_path / "models"
    write_model(path / "buoy", BUOY)
    return path


def write_model(folder: Path, text: str, config: str = "<model><sdf version='1.9'>model.sdf</sdf></model>") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.config").write_text(config)
    (folder / "model.sdf").write_text(text)


def world(content: str, *model_path: Path, version: str = "1.9") -> sdf.Document:
    """A world on line 2 with its content from line 3 on."""
    return sdf.loads(f"<sdf version='{version}'>\n<world name='w'>\n{content}\n</world></sdf>", model_path=model_path)


def include(uri: str, more: str = "", attributes: str = "") -> str:
    return f"<include {attributes}><uri>{uri}</uri>{more}</include>"


def names(document: sdf.Document) -> list[str]:
    assert document.errors == (), [str(error) for error in document.errors]
    return [link.name for link in document.links]


def position(document: sdf.Document, link: str) -> list[float]:
    assert document.errors == (), [str(error) for error in document.errors]
    X_WL = document.link(link).X_WL
    assert X_WL is not None
    return np.round(X_WL.p, 12).tolist()


def only_error(document: sdf.Document, rule: str = "include-uri") -> Finding:
    (error,) = document.errors
    assert error.rule == rule
    return error


# --- where models are found ---


@pytest.mark.parametrize(
    "uri", ["model://buoy", "model://buoy/", "model://buoy/model.sdf", "buoy", "buoy/model.sdf", "./buoy"]
)
def test_a_model_is_found_in_the_model_path(root: Path, uri: str) -> None:
    document = world(include(uri), root)
    assert names(document) == ["w::buoy::l"]
    (view,) = document.worlds[0].includes
    assert (view.uri, view.path, view.source.line) == (uri, root / "buoy/model.sdf", 3)
    assert document.link("l").link.source == _views.SourceFile(root / "buoy/model.sdf", 4)


@pytest.mark.parametrize("variable", ["SDF_PATH", "GZ_SIM_RESOURCE_PATH"])
def test_a_model_is_found_by_the_environment(root: Path, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, f"/no/such/folder:{root}:")
    assert names(world(include("model://buoy"))) == ["w::buoy::l"]


def test_the_folders_that_are_given_go_before_the_environment(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_model(tmp_path / "first/buoy", BUOY.replace("'buoy'", "'first'"))
    write_model(tmp_path / "sdf/buoy", BUOY.replace("'buoy'", "'sdf_path'"))
    monkeypatch.setenv("GZ_SIM_RESOURCE_PATH", str(root))
    monkeypatch.setenv("SDF_PATH", str(tmp_path / "sdf"))
    assert names(world(include("model://buoy"), tmp_path / "first")) == ["w::first::l"]
    assert names(world(include("model://buoy"))) == ["w::sdf_path::l"]


def test_a_file_uri_is_opened_below_the_model_path_only(root: Path, tmp_path: Path) -> None:
    inside = (root / "buoy").as_uri()
    assert names(world(include(inside), root)) == ["w::buoy::l"]
    write_model(tmp_path / "outside/my buoy", BUOY)
    outside = (tmp_path / "outside/my buoy").as_uri()
    error = only_error(world(include(outside), root))
    assert error.line == 3
    assert (
        f"{outside!r} is outside the model path, and is not opened; add its folder with --model-path" in error.message
    )
    assert names(world(include(outside), root, tmp_path / "outside")) == ["w::buoy::l"]


def test_an_absolute_path_is_opened_below_the_model_path_only(root: Path, tmp_path: Path) -> None:
    assert names(world(include(str(root / "buoy")), root)) == ["w::buoy::l"]
    error = only_error(world(include(str(root / "buoy")), tmp_path / "elsewhere"))
    assert "is outside the model path, and is not opened" in error.message
    error = only_error(world(include("/etc/passwd"), root))
    assert "'/etc/passwd' is outside the model path" in error.message


@pytest.mark.parametrize(
    "uri",
    [
        "model://../secret",
        "model://buoy/../../secret",
        "../secret",
        "buoy/../../secret",
        "model://%2e%2e/secret",
        "model://..%2Fsecret",
        "package://../secret",
        "model:///{root}/../secret",
        "file://{root}/../secret",
        "{root}/../secret",
        "file://{root}/%2e%2e/secret",
    ],
)
def test_a_uri_does_not_climb_out_of_the_model_path(root: Path, tmp_path: Path, uri: str) -> None:
    write_model(tmp_path / "secret", BUOY)
    document = world(include(uri.format(root=root)), root)
    error = only_error(document)
    assert "is not opened" in error.message
    assert document.links == ()


def test_two_dots_that_stay_inside_are_harmless(root: Path) -> None:
    assert names(world(include("model://buoy/../buoy"), root)) == ["w::buoy::l"]


def test_a_symlink_in_the_model_path_is_the_users_own_doing(root: Path, tmp_path: Path) -> None:
    write_model(tmp_path / "elsewhere/float", BUOY)
    (root / "linked").symlink_to(tmp_path / "elsewhere/float")
    assert names(world(include("model://linked"), root)) == ["w::buoy::l"]


def test_a_model_that_is_not_there_names_the_folders_searched(root: Path) -> None:
    document = world(f"\n{include('model://boat')}", root)
    error = only_error(document)
    assert error.line == 4
    assert f"'model://boat' was not found in the model path ({root})" in error.message
    assert "add the folder that contains it with --model-path, or to GZ_SIM_RESOURCE_PATH" in error.message
    assert "in the model path (none)" in only_error(world(include("model://boat"))).message


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        ("", "a URI must not be empty"),
        ("ftp://host/buoy", "has the scheme 'ftp'; model, file, https and relative ones are known"),
        ("javascript://x", "has the scheme 'javascript'"),
        ("https://[::1/1.0/o/models/m", "this is not a URI: 'https://[::1/1.0/o/models/m'"),
        ("model://" + "x" * 5000, "this is not a URI: 'model://xxx"),
        ("model://" + "x" * 300, "x"),
        ("model://%00", "%00"),
        ("file:///%00", "%00"),
        ("https://fuel.gazebosim.org/1.0/o/models/%00", "%00"),
        ("https://fuel.gazebosim.org/", "is not the address of a model (https://host/1.0/owner/models/name)"),
        ("https://fuel.gazebosim.org/1.0/o/models/..", "is not the address of a model"),
        ("https://fuel.gazebosim.org/1.0/../models/m", "is not the address of a model"),
    ],
)
def test_an_odd_uri_is_one_error(root: Path, uri: str, message: str) -> None:
    assert message in only_error(world(include(uri), root)).message


def test_an_include_must_have_a_uri() -> None:
    error = only_error(world("\n<include/>"), "include")
    assert (error.line, error.message) == (4, "<include> must have a <uri>")


# --- Gazebo's cache ---


FUEL = "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Big Buoy"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cache"
    monkeypatch.setenv("GZ_FUEL_CACHE_PATH", str(path))
    for version in (2, 10, 9):
        text = BUOY.replace("'buoy'", f"'v{version}'")
        write_model(path / f"fuel.gazebosim.org/openrobotics/models/big buoy/{version}", text)
    (path / "fuel.gazebosim.org/openrobotics/models/big buoy/thumbnails").mkdir()
    return path


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    ("uri", "name"),
    [
        (FUEL, "v10"),
        (FUEL.replace(" ", "%20"), "v10"),
        (FUEL.replace("https", "http"), "v10"),
        (FUEL.upper().replace("HTTPS", "https").replace("/MODELS/", "/models/"), "v10"),
        (FUEL.replace("/1.0", ""), "v10"),
        (FUEL + "/tip", "v10"),
        (FUEL + "/2", "v2"),
        (FUEL + "/9/", "v9"),
    ],
)
def test_a_model_that_gazebo_has_downloaded_is_found(uri: str, name: str) -> None:
    """Whatever the case of the letters; the newest version by number, or the one that is asked for."""
    assert names(world(include(uri))) == [f"w::{name}::l"]


@pytest.mark.usefixtures("cache")
def test_a_version_that_is_not_on_disk_is_refused() -> None:
    error = only_error(world(include(f"{FUEL}/3")))
    assert "is not on this machine, and nothing is fetched" in error.message
    assert "has the versions " in error.message
    assert sorted(re.findall(r"\d+", error.message.partition("has the versions ")[2])) == ["10", "2", "9"]


def test_a_model_that_is_not_on_disk_is_refused_with_advice(cache: Path) -> None:
    uri = "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Ship"
    error = only_error(world(f"\n{include(uri)}"))
    assert error.line == 4
    assert (
        f"{uri!r} is not on this machine, and nothing is fetched; get it with: gz fuel download -u {uri!r}"
        in error.message
    )
    assert f"or put it into {cache}/fuel.gazebosim.org/openrobotics/models/ship" in error.message


def test_the_cache_is_in_the_home_folder_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GZ_FUEL_CACHE_PATH")
    monkeypatch.setenv("HOME", str(tmp_path))
    write_model(tmp_path / ".gz/fuel/fuel.gazebosim.org/o/models/m/1", BUOY)
    assert names(world(include("https://fuel.gazebosim.org/1.0/o/models/m"))) == ["w::buoy::l"]


# --- model.config ---


@pytest.mark.parametrize(
    ("entries", "chosen"),
    [
        ("<sdf version='1.4'>old.sdf</sdf><sdf version='1.9'>new.sdf</sdf>", "new"),
        ("<sdf version='1.9'>new.sdf</sdf><sdf version='1.10'>old.sdf</sdf>", "old"),
        ("<sdf version='1.9'>new.sdf</sdf><sdf version='1.99'>old.sdf</sdf>", "new"),
        ("<sdf>old.sdf</sdf>", "old"),
        ("<sdf>old.sdf</sdf><sdf version='1.2'>new.sdf</sdf>", "new"),
        ("<sdf version='x'>old.sdf</sdf>", "old"),
        ("<sdf version='1.9'>\n sub/../new.sdf \n</sdf>", "new"),
    ],
)
def test_the_newest_known_version_of_a_model_is_taken(root: Path, entries: str, chosen: str) -> None:
    folder = root / "both"
    write_model(folder, BUOY, f"<?xml version='1.0'?><model><name>n</name>{entries}</model>")
    for name in ("old", "new"):
        (folder / f"{name}.sdf").write_text(BUOY.replace("'buoy'", f"'{name}'"))
    assert names(world(include("model://both"), root)) == [f"w::{chosen}::l"]


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("<model/>", "a model.config must name an SDFormat file in <sdf>"),
        ("<model><sdf/></model>", "a model.config must name an SDFormat file in <sdf>"),
        ("<model><sdf>gone.sdf</sdf></model>", "the model.config names 'gone.sdf', which is not there"),
        ("<model><sdf>../../secret.sdf</sdf></model>", "'../../secret.sdf' leads out of the folder"),
        ("<model><sdf>/etc/passwd</sdf></model>", "'/etc/passwd' leads out of the folder"),
        ("<model><sdf>.</sdf></model>", "names '.', which is not there"),
        ("<model>", "not well-formed XML"),
        ("<!DOCTYPE m [<!ENTITY x 'y'>]><model><sdf>&x;</sdf></model>", "entity declarations are not allowed"),
    ],
)
def test_a_faulty_config_is_refused(root: Path, tmp_path: Path, config: str, message: str) -> None:
    (tmp_path / "secret.sdf").write_text(BUOY)
    write_model(root / "faulty", BUOY, config)
    assert message in only_error(world(include("model://faulty"), root)).message


def test_a_folder_without_a_config_is_refused(root: Path) -> None:
    (root / "bare").mkdir()
    (root / "bare/model.sdf").write_text(BUOY)
    error = only_error(world(include("model://bare"), root))
    assert f"the model folder {root / 'bare'} has no model.config" in error.message


# --- what an include changes ---


def test_an_included_model_keeps_its_own_pose_name_and_flags(root: Path) -> None:
    document = world(include("model://buoy"), root)
    assert position(document, "buoy::l") == [1, 0, 7]
    assert not document.worlds[0].models[0].static
    assert document.worlds[0].models[0].version == (1, 9)


def test_name_pose_and_static_of_an_include_go_before_those_of_the_model(root: Path) -> None:
    more = f"<name>other</name><pose>0 0 1 0 0 {TURN}</pose><static>true</static>"
    document = world(include("model://buoy", more), root)
    assert position(document, "other::l") == [0, 1, 1]
    (model,) = document.worlds[0].models
    assert (model.name, model.static) == ("other", True)
    (view,) = document.worlds[0].includes
    assert (view.name, view.merge, view.pose is not None) == ("other", False, True)


def test_the_pose_of_an_include_may_be_relative_to_a_frame(root: Path) -> None:
    frame = "<frame name='f'><pose>5 0 0 0 0 0</pose></frame>"
    assert position(world(frame + include("model://buoy", "<pose relative_to='f'/>"), root), "l") == [6, 0, 0]


def test_the_placement_frame_of_an_include(root: Path) -> None:
    document = world(include("model://buoy", "<pose>9 0 0 0 0 0</pose><placement_frame>l</placement_frame>"), root)
    assert position(document, "l") == [9, 0, 0]


def test_a_placement_frame_needs_a_pose(root: Path) -> None:
    error = only_error(world(include("model://buoy", "<placement_frame>l</placement_frame>"), root), "include")
    assert (error.line, error.message) == (3, "an <include> with a <placement_frame> must have a <pose>")


def test_root_is_no_placement_frame(root: Path) -> None:
    document = world(include("model://buoy", "<pose/><placement_frame>__root__</placement_frame>"), root)
    assert "'__root__' is reserved, and no <placement_frame>" in [error.message for error in document.errors]


def test_plugins_of_an_include_are_added_to_those_of_the_model(root: Path) -> None:
    write_model(root / "buoy", BUOY.replace("</model>", "<plugin name='own' filename='f'/></model>"))
    document = world(include("model://buoy", "<plugin name='more' filename='g'/>"), root)
    assert [plugin.name for plugin in document.worlds[0].models[0].plugins] == ["own", "more"]


def test_one_model_may_be_included_twice_under_two_names(root: Path) -> None:
    twice = include("model://buoy", "<name>a</name>") + include(
        "model://buoy", "<name>b</name><pose>0 0 0 0 0 0</pose>"
    )
    document = world(twice, root)
    assert names(document) == ["w::a::l", "w::b::l"]
    error = only_error(world(include("model://buoy") + "\n" + include("model://buoy"), root), "name-duplicate")
    assert (error.path, error.line) == (None, 4)
    assert "'buoy'" in error.message


def test_an_include_and_a_model_with_one_name_are_an_error(root: Path) -> None:
    """Whichever of the two comes first."""
    model = "<model name='buoy'><link name='l'/></model>"
    for content in (model + include("model://buoy"), include("model://buoy") + model):
        only_error(world(content, root), "name-duplicate")


def test_an_include_with_a_name_that_is_reserved_is_refused(root: Path) -> None:
    for name in ("__model__", "world", "a::b"):
        document = world(include("model://buoy", f"<name>{name}</name>"), root)
        assert [error.rule for error in document.errors] == ["name-reserved"]


def test_an_include_in_a_model_is_a_nested_model(root: Path) -> None:
    text = (
        "<sdf version='1.9'><model name='m'>"
        f"<link name='k'/>{include('model://buoy', '<pose>0 0 1 0 0 0</pose>')}</model></sdf>"
    )
    document = sdf.loads(text, model_path=[root])
    assert names(document) == ["m::k", "m::buoy::l"]
    assert position(document, "m::buoy::l") == [1, 0, 1]


def test_an_include_at_the_root_is_the_model_of_the_file(root: Path) -> None:
    document = sdf.loads(f"<sdf version='1.9'>{include('model://buoy')}</sdf>", model_path=[root])
    assert names(document) == ["buoy::l"]
    assert position(document, "buoy::l") == [1, 0, 7]


def test_an_include_keeps_the_version_of_its_own_file(root: Path) -> None:
    """Before 1.7 a joint that is called as its link gives way; in the including file, 1.9, it would be an error."""
    joint = "<link name='k'/><joint name='l' type='fixed'><parent>k</parent><child>l</child></joint></model>"
    write_model(root / "buoy", BUOY.replace("1.9", "1.6").replace("</model>", joint))
    document = world(include("model://buoy"), root)
    assert document.errors == ()
    assert document.worlds[0].models[0].version == (1, 6)
    (warning,) = document.findings
    assert (warning.path, warning.line) == (root / "buoy/model.sdf", 4)


def test_an_include_in_an_included_model_is_followed(root: Path) -> None:
    write_model(root / "fleet", f"<sdf version='1.9'><model name='fleet'>{include('model://buoy')}</model></sdf>")
    assert names(world(include("model://fleet"), root)) == ["w::fleet::buoy::l"]


def test_added_mass_and_errors_come_with_the_included_file(root: Path) -> None:
    inertial = "<inertial><mass>-1</mass><fluid_added_mass><xx>2</xx></fluid_added_mass></inertial></link>"
    write_model(root / "buoy", BUOY.replace("</link>", inertial))
    document = world(include("model://buoy"), root)
    assert document.link("l").link.inertial.added_mass == AddedMass.from_coefficients(xx=2.0)
    (error,) = document.errors
    assert (error.rule, error.path, error.line) == ("inertia-invalid", root / "buoy/model.sdf", 4)


def test_an_unknown_element_of_an_include_is_warned_of(root: Path) -> None:
    document = world(include("model://buoy", "<nmae>x</nmae>"), root)
    (warning,) = document.findings
    assert warning.message == "<nmae> in <include> has no effect; did you mean <name>?"


# --- merge ---


RIG = """<sdf version='1.9'><model name='rig' {attributes}><pose>0 0 3 0 0 0</pose>
<link name='arm'><pose>1 0 0 0 0 0</pose></link>
<link name='hand'><pose relative_to='arm'>1 0 0 0 0 0</pose></link>
<link name='eye'><pose relative_to='__model__'>0 0 1 0 0 0</pose></link>
<frame name='grip' attached_to='hand'><pose>1 0 0 0 0 0</pose></frame>
<frame name='free'><pose>0 2 0 0 0 0</pose></frame>
<joint name='wrist' type='revolute'><parent>arm</parent><child>hand</child>
<axis><xyz expressed_in='__model__'>1 0 0</xyz></axis></joint>
<model name='tool'><pose>0 0 2 0 0 0</pose><link name='bit'/></model>
<plugin name='p' filename='f'/></model></sdf>"""


@pytest.mark.parametrize(
    ("attributes", "more", "origin"),
    [
        ("", "", [0, 0, 3]),
        ("", "<pose>5 0 0 0 0 0</pose>", [5, 0, 0]),
        ("", "<pose relative_to='mount'>5 0 0 0 0 0</pose>", [5, 0, 10]),
        ("", "<pose>5 0 0 0 0 0</pose><placement_frame>grip</placement_frame>", [2, 0, 0]),
        ("placement_frame='hand'", "<pose>5 0 0 0 0 0</pose>", [3, 0, 0]),
    ],
)
def test_what_is_merged_stands_where_the_model_would_stand(
    root: Path, attributes: str, more: str, origin: list[float]
) -> None:
    write_model(root / "rig", RIG.format(attributes=attributes))
    mount = "<frame name='mount'><pose>0 0 10 0 0 0</pose></frame>"
    merged = include("model://rig", more, "merge='true'")
    document = sdf.loads(
        f"<sdf version='1.9'><model name='m'><link name='base'/>{mount}{merged}</model></sdf>", model_path=[root]
    )
    assert names(document) == ["m::base", "m::arm", "m::hand", "m::eye", "m::tool::bit"]
    expected = {"arm": [1, 0, 0], "hand": [2, 0, 0], "eye": [0, 0, 1], "tool::bit": [0, 0, 2]}
    for link, offset in expected.items():
        assert position(document, f"m::{link}") == np.add(origin, offset).tolist()
    (graph,) = document.graphs
    for frame, offset in {"grip": [3, 0, 0], "free": [0, 2, 0], "wrist": [2, 0, 0]}.items():
        thing = graph.find(graph.root, frame)
        assert thing is not None
        np.testing.assert_allclose(graph.pose(thing, graph.root).p, np.add(origin, offset))
    model = document.models[0]
    assert [plugin.name for plugin in model.plugins] == ["p"]
    assert [model.name for model in model.models] == ["tool"]
    assert model.includes[0].merge


def test_a_merged_joint_keeps_its_axis(root: Path) -> None:
    write_model(root / "rig", RIG.format(attributes=""))
    merged = include("model://rig", f"<pose>0 0 0 0 0 {TURN}</pose>", "merge='true'")
    document = sdf.loads(
        f"<sdf version='1.9'><model name='m'><link name='base'/>{merged}</model></sdf>", model_path=[root]
    )
    assert document.errors == ()
    (axis,) = document.models[0].joints[0].axes
    (graph,) = document.graphs
    frame = graph.find(graph.root, axis.expressed_in)
    assert frame is not None
    np.testing.assert_allclose(graph.pose(frame, graph.root).vector(axis.xyz), [0, 1, 0], atol=1e-15)


def test_a_merged_link_with_a_name_that_is_taken_is_an_error(root: Path) -> None:
    merged = include("model://buoy", "", "merge='true'")
    document = sdf.loads(
        f"<sdf version='1.9'><model name='m'><link name='l'/>{merged}</model></sdf>", model_path=[root]
    )
    assert "name-duplicate" in {error.rule for error in document.errors}


def test_a_merged_joint_with_a_name_that_is_taken_is_an_error_in_its_own_file(root: Path) -> None:
    write_model(root / "rig", RIG.format(attributes=""))
    merged = include("model://rig", "", "merge='true'")
    text = f"<sdf version='1.9'><model name='m'><link name='wrist'/>{merged}</model></sdf>"
    error = only_error(sdf.loads(text, model_path=[root]), "name-duplicate")
    assert "'wrist'" in error.message
    assert (error.path, error.line) in {(root / "rig/model.sdf", 7), (None, 1)}


def test_automatic_inertia_is_computed_beside_a_link_that_is_there_twice(root: Path) -> None:
    box = (
        "<inertial auto='true'><density>1</density></inertial><collision name='c'>"
        "<geometry><box/></geometry></collision>"
    )
    links = f"<link name='l'/><link name='k'>{box}</link>"
    merged = include("model://buoy", "", "merge='true'")
    text = f"<sdf version='1.9'><model name='m'>{merged}{links}</model></sdf>"
    document = sdf.loads(text, model_path=[root])
    assert [error.rule for error in document.errors] == ["name-duplicate"]
    assert document.link("k").link.inertial.mass == 1.0
    assert document.link("k").link.auto_inertia


def test_only_models_frames_and_joints_are_merged_into_a_world(root: Path) -> None:
    error = only_error(world(include("model://buoy", "", "merge='true'"), root), "include")
    assert (error.line, error.message[:49]) == (3, "a model that is merged into a world must not have")
    nested = (
        "<sdf version='1.9'><model name='o'><pose>1 0 0 0 0 0</pose>"
        "<model name='n'><link name='l'/></model></model></sdf>"
    )
    write_model(root / "nested", nested)
    document = world(include("model://nested", "", "merge='true'"), root)
    assert names(document) == ["w::n::l"]
    assert position(document, "n::l") == [1, 0, 0]


def test_a_merge_that_is_no_flag_is_an_error(root: Path) -> None:
    error = only_error(world(include("model://buoy", "", "merge='yes'"), root), "value")
    assert error.message == "@merge must be true, false, 1 or 0, got 'yes'"


# --- circles, depth, size ---


def test_a_file_that_includes_itself_is_an_error(root: Path) -> None:
    text = f"<sdf version='1.9'>\n<model name='loop'><link name='l'/>\n{include('model://loop')}</model></sdf>"
    write_model(root / "loop", text)
    document = sdf.load(root / "loop", model_path=[root])
    error = only_error(document, "include-cycle")
    assert error.line == 3
    assert "the file includes itself: " in error.message
    assert error.message.count("loop/model.sdf") == 2
    assert [link.name for link in document.links] == ["loop::l"]


def test_two_files_that_include_each_other_are_an_error(root: Path) -> None:
    for name, other in (("ping", "pong"), ("pong", "ping")):
        write_model(
            root / name,
            f"<sdf version='1.9'><model name='{name}'><link name='l'/>{include(f'model://{other}')}</model></sdf>",
        )
    error = only_error(world(include("model://ping"), root), "include-cycle")
    assert error.path == root / "pong/model.sdf"
    assert re.search(r"ping/model\.sdf -> .*pong/model\.sdf -> .*ping/model\.sdf$", error.message)


def test_a_circle_by_way_of_a_symlink_is_seen(root: Path) -> None:
    write_model(
        root / "loop", f"<sdf version='1.9'><model name='loop'><link name='l'/>{include('model://alias')}</model></sdf>"
    )
    (root / "alias").symlink_to(root / "loop")
    only_error(world(include("model://loop"), root), "include-cycle")


def chain(root: Path, count: int, width: int = 1) -> None:
    """Models m0 ... : each includes the next one some times, the last has a link."""
    for i in range(count - 1):
        inner = "".join(include(f"model://m{i + 1}", f"<name>n{j}</name>") for j in range(width))
        write_model(root / f"m{i}", f"<sdf version='1.9'><model name='m{i}'>{inner}</model></sdf>")
    write_model(root / f"m{count - 1}", BUOY)


def test_includes_may_be_nested_deep_but_not_deeper(root: Path) -> None:
    limit = _reader.MAX_INCLUDE_DEPTH
    chain(root, limit - 1)
    assert len(names(world(include("model://m0"), root))) == 1
    chain(root, limit + 1)
    document = world(include("model://m0"), root)
    (error,) = [error for error in document.errors if error.rule == "include-depth"]
    assert error.message == f"includes may be nested at most {limit} deep"


def test_includes_that_grow_without_bound_are_stopped(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten files that include the next one ten times each are 10^10 links."""
    monkeypatch.setattr(_reader, "MAX_ELEMENTS", 2000)
    chain(root, 10, width=10)
    document = world(include("model://m0"), root)
    messages = {error.message.partition(": ")[2] for error in document.errors if error.rule == "include"}
    assert any(
        message.endswith("a document may have at most 2000 elements, with all that it includes") for message in messages
    )
    assert len(document.findings) < 1000
    assert len(document.links) < 2000


def test_a_file_with_too_many_elements_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_reader, "MAX_ELEMENTS", 5)
    text = "<sdf version='1.9'><model name='m'><link name='l'/><link name='k'/><link name='j'/></model></sdf>"
    assert len(sdf.loads(text).links) == 3
    with pytest.raises(SdfError, match="a document may have at most 5 elements"):
        sdf.loads(text.replace("</model>", "<link name='i'/></model>"))


# --- included files that are broken ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<sdf version='1.9'>\n<model", r"model\.sdf:2: the file is not well-formed XML"),
        ("", r"model\.sdf:1: the file is not XML"),
        ("<robot name='r'/>", r"model\.sdf:1: the root element must be <sdf>, got <robot>"),
        ("<!DOCTYPE s [<!ENTITY a 'b'>]><sdf version='1.9'/>", r"model\.sdf:1: entity declarations are not allowed"),
    ],
)
def test_a_broken_file_is_an_error_that_names_both_places(root: Path, text: str, message: str) -> None:
    write_model(root / "broken", text)
    error = only_error(world(f"\n{include('model://broken')}", root), "include")
    assert error.line == 4
    assert error.message.startswith(f"the included file cannot be read: {root / 'broken'}")
    assert re.search(message, error.message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<sdf version='1.9'/>", "must have a model, actor or light outside a world"),
        ("<sdf version='1.9'><world name='x'/></sdf>", "must have a model, actor or light outside a world"),
        (
            BUOY.replace("</sdf>", "<model name='two'><link name='l'/></model></sdf>"),
            "one model, actor or light, got <model>, <model>",
        ),
    ],
)
def test_an_included_file_must_have_one_model(root: Path, text: str, message: str) -> None:
    write_model(root / "odd", text)
    error = only_error(world(include("model://odd"), root), "include")
    assert error.line == 3
    assert message in error.message


@pytest.mark.parametrize("top", ["<light name='x' type='point'/>", "<actor name='x'/>"])
def test_lights_and_actors_may_be_included(root: Path, top: str) -> None:
    write_model(root / "sun", f"<sdf version='1.9'>{top}</sdf>")
    assert names(world(include("model://sun"), root)) == []


def test_an_included_file_without_a_version_is_an_error_there(root: Path) -> None:
    write_model(root / "buoy", BUOY.replace(" version='1.9'", ""))
    error = only_error(world(include("model://buoy"), root), "version")
    assert (error.path, error.line) == (root / "buoy/model.sdf", 1)


def test_the_document_itself_stays_as_it_was(root: Path) -> None:
    text = f"<sdf version='1.9'><world name='w'>{include('model://buoy', '<name>x</name>')}</world></sdf>"
    assert sdf.loads(text, model_path=[root]).to_bytes() == text.encode()


# --- experimental:params ---


PART = """<sdf version='1.9'><model name='part'>
<link name='l'><pose>1 0 0 0 0 0</pose><inertial><mass>5</mass></inertial>
<visual name='v'><geometry><box/></geometry></visual></link>
<link name='k'><enable_wind>true</enable_wind></link><frame name='f'/></model></sdf>"""


def changed(root: Path, *changes: str) -> sdf.Document:
    """The included part with changes, which are on line 4."""
    write_model(root / "part", PART)
    params = f"\n<experimental:params>{''.join(changes)}</experimental:params>"
    return world(include("model://part", params), root)


def test_parameters_add_elements(root: Path) -> None:
    document = changed(root, "<link element_id='' name='new' action='add'><pose>2 0 0 0 0 0</pose></link>")
    assert position(document, "part::new") == [2, 0, 0]
    document = changed(
        root, "<collision element_id='l' name='c' action='add'><geometry><sphere/></geometry></collision>"
    )
    assert [c.geometry for c in document.link("l").link.collisions] == [sdf.SphereGeometry(1.0)]
    document = changed(root, "<link element_id='k'><gravity action='add'>false</gravity></link>")
    assert document.errors == ()
    assert document.link("k").link.gravity is False


def test_parameters_remove_elements(root: Path) -> None:
    assert names(changed(root, "<link element_id='k' action='remove'/>")) == ["w::part::l"]
    document = changed(root, "<link element_id='l'><pose action='remove'/></link>")
    assert position(document, "l") == [0, 0, 0]
    document = changed(root, "<link element_id='l' action='remove'><inertial/></link>")
    assert document.errors == ()
    assert document.link("l").link.inertial.mass == 1.0
    assert changed(root, "<visual element_id='l::v' action='remove'/>").link("l").link.visuals == ()


def test_parameters_modify_values(root: Path) -> None:
    document = changed(
        root, "<link element_id='l' action='modify'><pose>3 0 0 0 0 0</pose><inertial><mass>7</mass></inertial></link>"
    )
    assert position(document, "l") == [3, 0, 0]
    assert document.link("l").link.inertial.mass == 7.0
    document = changed(root, "<link element_id='l'><pose action='modify' degrees='true'>3 0 0 0 0 0</pose></link>")
    assert position(document, "l") == [3, 0, 0]
    assert position(changed(root, "<link element_id='l' action='modify'><pose/></link>"), "l") == [0, 0, 0]
    assert names(changed(root, "<link element_id='l' action='modify' name='renamed'/>")) == [
        "w::part::renamed",
        "w::part::k",
    ]


def test_parameters_replace_elements(root: Path) -> None:
    document = changed(
        root, "<link element_id='l' name='l' action='replace'><inertial><mass>9</mass></inertial></link>"
    )
    assert position(document, "l") == [0, 0, 0]
    assert document.link("l").link.inertial.mass == 9.0
    document = changed(root, "<link element_id='l'><pose action='replace'>4 0 0 0 0 0</pose></link>")
    assert position(document, "l") == [4, 0, 0]


def test_parameters_of_one_include_do_not_touch_another(root: Path) -> None:
    write_model(root / "part", PART)
    params = "<experimental:params><link element_id='k' action='remove'/></experimental:params>"
    both = include("model://part", f"<name>a</name>{params}") + include("model://part", "<name>b</name>")
    assert names(world(both, root)) == ["w::a::l", "w::b::l", "w::b::k"]


def test_parameters_may_have_a_namespace_that_is_declared(root: Path) -> None:
    write_model(root / "part", PART)
    params = "<e:params xmlns:e='http://sdformat.org/e'><link element_id='k' action='remove'/></e:params>"
    assert names(world(include("model://part", params), root)) == ["w::part::l"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("<link action='remove'/>", "<link> must have the attribute 'element_id'"),
        ("<link element_id='a::' action='remove'/>", "<link> has an empty name in @element_id 'a::'"),
        (
            "<link element_id='l' action='paint'/>",
            "has @action 'paint', which must be one of add, remove, modify, replace",
        ),
        ("<link element_id='gone' action='remove'/>", "<link> changes 'gone', which is not in the included model"),
        ("<link element_id='l::v' action='remove'/>", "<link> changes 'l::v', which is not in the included model"),
        ("<link element_id='' action='add'/>", "<link> is added, and must have a name"),
        ("<link element_id='' name='k' action='add'/>", "<link> is added, but there is a link named 'k' already"),
        (
            "<link element_id='l'><pose/></link>",
            "<pose> must have an @action, one of add, remove, modify, replace, got ''",
        ),
        ("<link element_id='k'><pose action='remove'/></link>", "<pose> is not in the included model"),
        (
            "<link element_id='k' action='remove'><pose/></link>",
            "<pose> is to be removed, but is not in the included model",
        ),
        (
            "<link element_id='k' action='modify'><pose/></link>",
            "<pose> is to be modified, but is not in the included model",
        ),
    ],
)
def test_parameters_that_cannot_be_applied_are_errors(root: Path, change: str, message: str) -> None:
    document = changed(root, change)
    error = only_error(document, "include-params")
    assert (error.path, error.line) == (None, 4)
    assert message in error.message
    assert len(document.links) == 2


@pytest.mark.parametrize(
    "change",
    [
        "<model element_id='' action='remove'/>",
        "<model element_id='' action='replace' name='x'><link name='y'/></model>",
        "<model element_id='' action='modify'><link name='l'/></model>",
        "<link element_id='l' action='replace'/>",
        "<link element_id='l' action='modify'>text</link>",
        "<!-- c --><?pi?><gz:x/><link element_id='l'><!-- c --><gz:y action='add'/></link>",
        "<link element_id='l' action='add' name='n'><link name='n'/></link>",
    ],
)
def test_odd_parameters_are_no_crash(root: Path, change: str) -> None:
    document = changed(root, change)
    assert all(finding.rule for finding in document.findings)
    assert document.to_bytes().count(change.encode()) == 1


# --- found by a reader with other eyes ---


def test_a_relative_model_path_is_not_left_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "secret.sdf").write_text("<sdf version='1.9'><model name='s'><link name='l'/></model></sdf>")
    monkeypatch.chdir(tmp_path / "work")
    for folder, uri in ((".", "../secret.sdf"), (".", "model://../secret.sdf"), ("../work", "../secret.sdf")):
        document = sdf.loads(
            f"<sdf version='1.9'><world name='w'><include><uri>{uri}</uri></include></world></sdf>", model_path=[folder]
        )
        assert [error.rule for error in document.errors] == ["include-uri"]
        assert "leads out of the folder" in document.errors[0].message


def test_models_nested_deep_by_way_of_includes_are_an_error(tmp_path: Path) -> None:
    depth = 100
    for i in range(6):
        inner = f"<include><uri>deep{i + 1}.sdf</uri></include>" if i < 5 else ""
        models = "".join(f"<model name='m{k}'><link name='l'/>" for k in range(depth))
        (tmp_path / f"deep{i}.sdf").write_text(f"<sdf version='1.9'>{models}{inner}{'</model>' * depth}</sdf>")
    document = sdf.load(tmp_path / "deep0.sdf", [tmp_path])
    assert any("models may be nested at most 256 deep" in error.message for error in document.errors)


def test_an_absent_model_does_not_hide_a_fault_in_another(root: Path) -> None:
    model = (
        "<model name='m'><link name='a'/><joint name='j' type='fixed'><parent>a</parent><child>nobody</child></joint>"
        "</model>"
    )
    document = world(include("model://absent") + model, root)
    assert {error.rule for error in document.errors} == {"include-uri", "joint-child"}


def test_a_merge_with_a_wrong_placement_frame_is_an_error(root: Path) -> None:
    merged = include("model://buoy", "<pose>1 0 0 0 0 0</pose><placement_frame>nope</placement_frame>", "merge='true'")
    document = sdf.loads(
        f"<sdf version='1.9'><model name='m'><link name='k'/>{merged}</model></sdf>", model_path=[root]
    )
    error = only_error(document, "placement-frame")
    assert "names 'nope'" in error.message


def test_a_merge_takes_the_poses_of_collisions_along(root: Path) -> None:
    """A collision that is given in the model frame stays where it was in the merged model."""
    box = "<collision name='c'><pose relative_to='__model__'>0 0 2 0 0 0</pose><geometry><box/></geometry></collision>"
    inner = f"<link name='l'><pose>1 0 0 0 0 0</pose><inertial auto='true'><density>1</density></inertial>{box}</link>"
    write_model(root / "crate", f"<sdf version='1.9'><model name='crate'>{inner}</model></sdf>")
    merged = include("model://crate", "<pose>0 5 0 0 0 0</pose>", "merge='true'")
    document = sdf.loads(
        f"<sdf version='1.9'><model name='m'><link name='k'/>{merged}</model></sdf>", model_path=[root]
    )
    assert document.errors == ()
    graph, placed = document.graphs[0], document.link("l")
    assert graph.pose_within(placed.link.collisions[0].pose, placed.link).p.tolist() == [-1, 0, 2]
    assert placed.link.inertial.c_BoBcm_B.tolist() == [-1, 0, 2]


def test_too_many_includes_are_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_reader, "MAX_INCLUDES", 3)
    content = "".join(include("model://buoy", f"<name>b{i}</name>") for i in range(5))
    document = world(content, root)
    assert len(document.links) == 3
    assert "a document may include at most 3 files" in document.errors[0].message


def test_the_old_frame_attribute_has_no_effect_since_1_7() -> None:
    links = "<link name='a'><pose>1 0 0 0 0 0</pose></link><link name='b'><pose frame='a'>1 0 0 0 0 0</pose></link>"
    text = f"<sdf version='{{}}'><model name='m'>{links}</model></sdf>"
    old, new = sdf.loads(text.format("1.6")), sdf.loads(text.format("1.9"))
    assert position(old, "b") == [2, 0, 0]
    assert position(new, "b") == [1, 0, 0]
    assert [finding.rule for finding in new.findings] == ["attribute-unknown"]
