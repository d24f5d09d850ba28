"""Rigid bodies of an SDFormat document: which links move as one, their inertia, and the shape of their collisions."""

import warnings
from math import pi
from pathlib import Path

import numpy as np
import pytest
from tests.unit.mesh import mesh_files

from seaway import gazebo, mesh, sdf
from seaway.errors import ModelError, SdfError, SeawayWarning
from seaway.frames import Pose
from seaway.gazebo import _shapes
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.vehicle import Hull, Vehicle

BOX = "<collision name='{}'><pose>{} 0 0 0 0 0</pose><geometry><box><size>1 1 1</size></box></geometry></collision>"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No folders from outside."""
    for name in ("SDF_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH"):
        monkeypatch.delenv(name, raising=False)


def world(content: str) -> sdf.Document:
    """A world on line 2 with its content from line 3 on."""
    return sdf.loads(f"<sdf version='1.11'>\n<world name='w'>\n{content}\n</world></sdf>")


def model(content: str, name: str = "boat", attributes: str = "") -> str:
    return f"<model name='{name}'{attributes}>{content}</model>"


def link(name: str, content: str = "", mass: float = 1.0) -> str:
    return f"<link name='{name}'><inertial><mass>{mass}</mass></inertial>{content}</link>"


def joint(parent: str, child: str, kind: str = "fixed") -> str:
    axis = "" if kind in ("fixed", "ball") else "<axis><xyz>1 0 0</xyz></axis>"
    return f"<joint name='{parent}_{child}' type='{kind}'><parent>{parent}</parent><child>{child}</child>{axis}</joint>"


def masses(document: sdf.Document, *, freeze_joints: bool = False) -> dict[str, float]:
    hulls = gazebo.hulls(document, freeze_joints=freeze_joints)
    found = {hull.name: hull.inertial.mass for hull in hulls}
    assert len(found) == len(hulls)
    return found


def hull_of(vehicle: Vehicle) -> mesh.Mesh:
    assert isinstance(vehicle.buoyancy, Hull)
    return vehicle.buoyancy.surface


# --- which links move as one ---


def test_a_model_with_one_link_is_one_body() -> None:
    (boat,) = gazebo.hulls(world(model(link("hull", BOX.format("c", 0.25), 7.0))))
    assert (boat.name, boat.inertial.mass) == ("boat", 7.0)
    assert (boat.damping, boat.actuation) == ((), None)
    assert hull_of(boat).volume == pytest.approx(1.0, rel=1e-12)
    np.testing.assert_allclose(hull_of(boat).centroid, [0.25, 0, 0], atol=1e-12)


def test_a_file_without_a_world() -> None:
    assert masses(sdf.loads(f"<sdf version='1.11'>{model(link('a'))}</sdf>")) == {"boat": 1.0}


def test_fixed_joints_hold_links_together() -> None:
    links = link("a", mass=1.0) + link("b", mass=2.0) + link("c", mass=4.0) + link("d", mass=8.0)
    assert masses(world(model(links + joint("b", "a") + joint("c", "b") + joint("c", "d")))) == {"boat": 15.0}
    assert masses(world(model(links + joint("a", "c") + joint("d", "b")))) == {"boat::a": 5.0, "boat::b": 10.0}


@pytest.mark.parametrize("kind", ["revolute", "continuous", "prismatic", "ball", "universal", "screw"])
def test_other_joints_let_their_sides_move_apart(kind: str) -> None:
    text = model(link("hull", mass=10.0) + link("propeller", mass=2.0) + joint("hull", "propeller", kind))
    assert masses(world(text)) == {"boat::hull": 10.0, "boat::propeller": 2.0}
    assert masses(world(text), freeze_joints=True) == {"boat": 12.0}


def test_links_without_a_joint_are_bodies_of_their_own() -> None:
    assert masses(world(model(link("a") + link("b", mass=2.0)))) == {"boat::a": 1.0, "boat::b": 2.0}
    assert masses(world(model(link("a") + link("b", mass=2.0))), freeze_joints=True) == {"boat::a": 1.0, "boat::b": 2.0}


def test_what_is_static_is_left_out_with_all_that_is_in_it_or_fixed_to_it() -> None:
    static = "<static>true</static>"
    text = model(static + link("quay") + model(link("crane"), "inner"), "harbour") + model(link("hull"))
    assert masses(world(text)) == {"boat": 1.0}
    hinged = "<joint name='j' type='{}'><parent>harbour::inner::crane</parent><child>boat::hull</child>{}</joint>"
    assert masses(world(text + hinged.format("fixed", ""))) == {}
    assert masses(world(text + hinged.format("revolute", "<axis/>"))) == {"boat": 1.0}
    assert masses(world(text + hinged.format("revolute", "<axis/>")), freeze_joints=True) == {}
    named = "<joint name='j' type='fixed'><parent>harbour</parent><child>boat</child></joint>"
    assert masses(world(text + named)) == {}


@pytest.mark.parametrize("inside", [True, False])
def test_what_is_fixed_to_the_world_is_left_out(inside: bool) -> None:
    links = link("a") + link("b", mass=2.0) + link("c", mass=4.0)
    moored = joint("a", "b") + joint("world", "a") if inside else joint("a", "b")
    outside = "" if inside else "<joint name='j' type='fixed'><parent>world</parent><child>boat::a</child></joint>"
    assert masses(world(model(links + moored) + outside)) == {"boat": 4.0}
    hinged = model(links + joint("a", "b") + joint("world", "a", "revolute"))
    assert masses(world(hinged)) == {"boat::a": 3.0, "boat::c": 4.0}
    assert masses(world(hinged), freeze_joints=True) == {"boat": 4.0}


def test_joints_reach_into_nested_models_and_by_way_of_frames() -> None:
    arm = model(link("upper", mass=2.0) + link("lower", mass=4.0) + joint("upper", "lower", "revolute"), "arm")
    frame = "<frame name='mount' attached_to='arm::upper'/>"
    text = model(link("hull") + arm + frame + joint("hull", "mount"))
    assert masses(world(text)) == {"boat::hull": 3.0, "boat::arm::lower": 4.0}
    whole = model(link("hull") + arm + "<joint name='j' type='fixed'><parent>hull</parent><child>arm</child></joint>")
    assert masses(world(whole)) == {"boat::hull": 3.0, "boat::arm::lower": 4.0}
    other = model(link("pod", mass=8.0), "tug")
    across = "<joint name='j' type='fixed'><parent>boat::arm::lower</parent><child>tug::pod</child></joint>"
    assert masses(world(text + other + across)) == {"boat::hull": 3.0, "boat::arm::lower": 12.0}


def test_a_body_is_called_as_the_outermost_model_in_which_it_is_alone() -> None:
    fleet = model(model(link("hull"), "a") + model(link("hull") + link("buoy"), "b"), "fleet")
    assert list(masses(world(fleet))) == ["fleet::a", "fleet::b::hull", "fleet::b::buoy"]
    assert list(masses(world(model(model(link("hull"), "inner"))))) == ["boat"]


def test_a_body_that_is_shared_by_two_models_does_not_hide_that_there_are_two() -> None:
    """The tug holds the boat's hull; the boat's propeller is not the boat."""
    boat = model(link("hull") + link("propeller") + joint("hull", "propeller", "revolute"))
    held = "<joint name='j' type='fixed'><parent>tug::pod</parent><child>boat::hull</child></joint>"
    assert masses(world(model(link("pod"), "tug") + boat + held)) == {"tug": 2.0, "boat::propeller": 1.0}


def test_several_worlds_keep_their_bodies_apart() -> None:
    worlds = "".join(f"<world name='{name}'>{model(link('hull'))}</world>" for name in ("calm", "rough"))
    assert list(masses(sdf.loads(f"<sdf version='1.11'>{worlds}</sdf>"))) == ["calm::boat", "rough::boat"]


def test_nothing_that_moves_is_no_hull() -> None:
    assert gazebo.hulls(world("")) == ()
    assert gazebo.hulls(world(model("<static>1</static>" + link("a")))) == ()


# --- the body frame and inertia ---


@pytest.mark.parametrize(
    ("attributes", "joints", "position"),
    [
        ("", joint("a", "b"), [0, 0, 0]),
        (" canonical_link='b'", joint("a", "b"), [-1, 0, 0]),
        (" canonical_link='c'", joint("a", "b"), [0, 0, 0]),
        ("", joint("b", "c"), [0, 0, 0]),
    ],
)
def test_the_base_is_the_canonical_link_else_the_first(attributes: str, joints: str, position: list[float]) -> None:
    """The first body's centre of mass is that of its first link, at x = 0 in the model; b is at x = 1."""
    links = (
        link("a", mass=1.0)
        + "<link name='b'><pose>1 0 0 0 0 0</pose><inertial><pose>-1 0 0 0 0 0</pose></inertial></link>"
        + link("c")
    )
    body = gazebo.hulls(world(model(links + joints, attributes=attributes)))[0]
    np.testing.assert_allclose(body.inertial.c_BoBcm_B, position, atol=1e-12)


def test_the_base_of_a_body_in_a_nested_model_is_that_models_canonical_link() -> None:
    arm = model(
        link("upper") + "<link name='lower'><pose>2 0 0 0 0 0</pose></link>" + joint("upper", "lower"),
        "arm",
        " canonical_link='lower'",
    )
    _, body = gazebo.hulls(world(model(link("hull") + arm)))
    assert body.name == "boat::arm"
    np.testing.assert_allclose(body.inertial.c_BoBcm_B, [-1, 0, 0], atol=1e-12)


def test_two_point_like_links_on_a_bar() -> None:
    """Masses 3 and 1 at 0 and 2 m: centre at 0.5 m, m1 m2 / (m1 + m2) d² = 3 kg m2 about it, besides their own."""
    tiny = "<inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia>"
    text = (
        f"<link name='a'><pose>5 6 7 0 0 0</pose><inertial><mass>3</mass>{tiny}</inertial></link>"
        "<link name='b'><pose degrees='true' relative_to='a'>0 2 0 0 0 90</pose>"
        f"<inertial><mass>1</mass>{tiny}</inertial></link>"
    )
    (body,) = gazebo.hulls(world(model("<pose>1 2 3 0.1 0.2 0.3</pose>" + text + joint("a", "b"))))
    np.testing.assert_allclose(body.inertial.c_BoBcm_B, [0, 0.5, 0], atol=1e-12)
    np.testing.assert_allclose(body.inertial.I_BBcm_B, np.diag([3.2, 0.2, 3.2]), atol=1e-12)
    assert body.inertial.added_mass is None
    assert body.buoyancy is None


def test_the_kinetic_energy_of_a_body_is_that_of_its_links() -> None:
    """M of the whole against each link's own M with the velocity that it has: added mass moves along."""
    coefficients = "<xx>3</xx><xy>0.1</xy><xr>0.3</xr><yy>5</yy><yr>-0.4</yr><zz>7</zz><pp>1</pp><qq>2</qq><rr>3</rr>"
    text = (
        "<link name='a'><inertial><pose>0.1 0.2 0.3 0.3 0.2 0.1</pose><mass>3</mass>"
        "<inertia><ixx>0.8</ixx><iyy>0.9</iyy><izz>1.1</izz></inertia></inertial></link>"
        "<link name='b'><pose>0.5 -1 0.25 0.4 -0.3 1.2</pose><inertial><pose>-0.3 0 0.1 0 0 0</pose><mass>2</mass>"
        f"<fluid_added_mass>{coefficients}</fluid_added_mass></inertial></link>"
    )
    document = world(model(text + joint("a", "b")))
    (body,) = gazebo.hulls(document)
    X = Pose.from_rpy([0.5, -1, 0.25], [0.4, -0.3, 1.2])
    for velocity in np.vstack([np.eye(6), [[1, -2, 3, -4, 5, -6]]]):
        v, w = velocity[:3], velocity[3:]
        of_b = np.concatenate([X.R.T @ (v + np.cross(w, X.p)), X.R.T @ w])
        a, b = (document.link(name).link.inertial.mass_matrix() for name in "ab")
        energy = velocity @ a @ velocity + of_b @ b @ of_b
        # Some 100 products of numbers up to 1e3.
        assert velocity @ body.inertial.mass_matrix() @ velocity == pytest.approx(energy, rel=1e-12)
    assert body.inertial.added_mass is not None


def test_the_inertia_of_a_single_link_is_kept_to_the_bit() -> None:
    text = (
        "<link name='a'><pose>1 2 3 0.4 0.5 0.6</pose><inertial><pose>0.1 0 0 0.3 0 0</pose><mass>3</mass>"
        "<fluid_added_mass><xx>2</xx><yr>0.1</yr><yy>1</yy><rr>1</rr></fluid_added_mass></inertial></link>"
    )
    document = world(model(text))
    (body,) = gazebo.hulls(document)
    assert body.inertial == document.link("a").link.inertial
    assert body.inertial.added_mass == AddedMass.from_coefficients(xx=2, yr=0.1, yy=1, rr=1)


# --- shapes ---


@pytest.mark.parametrize(
    ("shape", "volume", "half", "centroid"),
    [
        ("<box><size>1 2 3</size></box>", 6.0, (0.5, 1, 1.5), 0.0),
        ("<sphere><radius>2</radius></sphere>", 32 * pi / 3, (2, 2, 2), 0.0),
        ("<ellipsoid><radii>1 2 3</radii></ellipsoid>", 8 * pi, (1, 2, 3), 0.0),
        ("<cylinder><radius>0.5</radius><length>4</length></cylinder>", pi, (0.5, 0.5, 2), 0.0),
        ("<capsule><radius>0.5</radius><length>4</length></capsule>", pi * (1 + 1 / 6), (0.5, 0.5, 2.5), 0.0),
        ("<cone><radius>1</radius><length>4</length></cone>", 4 * pi / 3, (1, 1, 2), -1.0),
    ],
)
def test_every_shape_has_its_true_volume_centroid_and_size(
    shape: str, volume: float, half: tuple[float, ...], centroid: float
) -> None:
    document = world(model(link("l", f"<collision name='c'><geometry>{shape}</geometry></collision>")))
    found = hull_of(gazebo.hulls(document)[0])
    assert found.volume == pytest.approx(volume, rel=1e-12)
    # A cone is along z with its tip up: its centroid is a quarter of its height below the middle.
    np.testing.assert_allclose(found.centroid, [0, 0, centroid], atol=1e-12)
    # 0.3 % for the outline, as the docstring says.
    np.testing.assert_allclose(found.bounds, [-np.array(half), half], rtol=0.003)


@pytest.mark.parametrize("shape", ["cylinder", "cone"])
def test_cylinders_and_cones_keep_their_length(shape: str) -> None:
    text = (
        f"<collision name='c'><geometry><{shape}><radius>1</radius><length>3</length></{shape}></geometry></collision>"
    )
    found = hull_of(gazebo.hulls(world(model(link("l", text))))[0])
    np.testing.assert_allclose(found.bounds[:, 2], [-1.5, 1.5], rtol=1e-15)


def test_the_tip_of_a_cone_is_up() -> None:
    text = "<collision name='c'><geometry><cone><radius>1</radius><length>3</length></cone></geometry></collision>"
    found = hull_of(gazebo.hulls(world(model(link("l", text))))[0])
    top = found.vertices[found.vertices[:, 2] > 1.4]
    np.testing.assert_array_equal(top, [[0, 0, 1.5]])


def test_a_collision_is_where_its_pose_puts_it() -> None:
    """In a link that is not the base, relative to a frame; by hand: the frame is at (1, 1, 0) turned a quarter left."""
    cone = (
        "<collision name='c'><pose relative_to='f' degrees='true'>2 0 0 0 90 0</pose>"
        "<geometry><cone><radius>0.1</radius><length>4</length></cone></geometry></collision>"
    )
    frame = "<frame name='f'><pose degrees='true'>1 1 0 0 0 90</pose></frame>"
    base = "<link name='a'><pose>0 0 5 0 0 0</pose></link>"
    text = base + f"<link name='b'><pose>9 9 9 1 1 1</pose>{cone}</link>" + frame + joint("a", "b")
    found = hull_of(gazebo.hulls(world(model("<pose>3 3 3 0 0 0</pose>" + text)))[0])
    # The frame's x is the model's y; the cone's tip points along its x, and its centroid is 1 m behind the middle.
    np.testing.assert_allclose(found.centroid, [1, 1 + 2 - 1, -5], atol=1e-12)
    assert found.bounds[1, 1] == pytest.approx(1 + 2 + 2, abs=1e-12)


def test_the_collisions_of_all_links_are_joined() -> None:
    text = (
        link("a", BOX.format("c", 0) + BOX.format("d", 2))
        + f"<link name='b'><pose>0 3 0 0 0 0</pose>{BOX.format('c', 0)}</link>"
        + joint("a", "b")
    )
    found = hull_of(gazebo.hulls(world(model(text)))[0])
    assert (found.part_count, found.volume) == (3, pytest.approx(3.0, rel=1e-12))
    np.testing.assert_allclose(found.centroid, [2 / 3, 1, 0], atol=1e-12)
    np.testing.assert_allclose(found.bounds, [[-0.5, -0.5, -0.5], [2.5, 3.5, 0.5]], atol=1e-12)


def test_visuals_and_plugins_are_no_matter() -> None:
    text = link("a", BOX.format("c", 0).replace("collision", "visual")) + "<plugin name='p' filename='f'/>"
    (body,) = gazebo.hulls(world(model(text)))
    assert body.buoyancy is None


# --- meshes ---


def boat_file(folder: Path, uri: str, more: str = "") -> Path:
    """A boat with a mesh on line 3."""
    path = folder / "boat.sdf"
    path.write_text(
        "<sdf version='1.11'><model name='boat'><link name='hull'>\n<collision name='c'><pose>0 0 1 0 0 0</pose>"
        f"<geometry>\n<mesh><uri>{uri}</uri>{more}</mesh></geometry></collision></link></model></sdf>"
    )
    return path


def test_a_mesh_is_loaded_scaled_and_placed(tmp_path: Path) -> None:
    (tmp_path / "hull.dae").write_bytes(mesh_files.dae(mesh.box((4, 1, 0.5))))
    path = boat_file(tmp_path, "hull.dae", "<scale>0.5 2 -1</scale>")
    (boat,) = gazebo.hulls(sdf.load(path))
    assert hull_of(boat).volume == pytest.approx(2.0, rel=1e-12)
    np.testing.assert_allclose(hull_of(boat).bounds, [[-1, -1, 0.75], [1, 1, 1.25]], atol=1e-12)


@pytest.mark.parametrize(
    ("uri", "more", "message"),
    [
        ("gone.stl", "", r"'gone.stl' was not found in .*, nor in the model path \(none\); .* with --model-path"),
        ("../hull.stl", "", "outside the folder of its file and the model path, and is not opened"),
        ("/etc/hostname", "", "'/etc/hostname' is /etc/hostname, outside the folder of its file"),
        ("linked.stl", "", "'linked.stl' leads by a link to .*/hull.stl, outside the folder of its file"),
        ("https://example.com/a/models/b/1/files/c.stl", "", "nothing is fetched"),
        ("good.stl", "<scale>0 0 0</scale>", "the <scale> of a mesh must be finite and not 0, got 0 0 0"),
        ("good.stl", "<scale>1e30 1e30 1e30</scale>", "good.stl: vertices must be finite and within"),
        ("good.stl", "<submesh><name>deck</name></submesh>", "the submesh 'deck' of 'good.stl' cannot be selected"),
        ("open.obj", "", "open.obj: 3 open edges"),
    ],
)
def test_a_mesh_that_cannot_be_had_is_an_error_at_its_line(tmp_path: Path, uri: str, more: str, message: str) -> None:
    folder = tmp_path / "boat"
    folder.mkdir()
    box = mesh.box((1, 1, 1))
    (tmp_path / "hull.stl").write_bytes(mesh_files.stl_binary(box))
    (folder / "good.stl").write_bytes(mesh_files.stl_binary(box))
    (folder / "open.obj").write_text("\n".join(mesh_files.obj(box).decode().rstrip().split("\n")[:-1]))
    (folder / "linked.stl").symlink_to(tmp_path / "hull.stl")
    path = boat_file(folder, uri, more)
    with pytest.raises(SdfError, match=message) as caught:
        gazebo.hulls(sdf.load(path))
    assert (caught.value.path, caught.value.line) == (path, 3)


def test_an_open_mesh_may_be_repaired(tmp_path: Path) -> None:
    box = mesh.box((1, 1, 1), 4)
    (tmp_path / "open.obj").write_text("\n".join(mesh_files.obj(box).decode().rstrip().split("\n")[:-1]))
    with pytest.warns(SeawayWarning, match="1 hole closed"):
        (boat,) = gazebo.hulls(sdf.load(boat_file(tmp_path, "open.obj")), repair=True)
    assert hull_of(boat).volume == pytest.approx(1.0, rel=1e-12)


# --- what is said ---


@pytest.mark.parametrize(
    ("shape", "what"),
    [
        ("<geometry><plane/></geometry>", "is <plane>"),
        ("<geometry><heightmap><uri>h.png</uri></heightmap></geometry>", "is <heightmap>"),
        ("<geometry><empty/></geometry>", "is <empty>"),
        ("", "has no geometry"),
    ],
)
def test_a_shape_without_volume_is_left_out_with_a_warning(shape: str, what: str) -> None:
    document = world(model(link("l", BOX.format("c", 0) + f"\n<collision name='d'>{shape}</collision>")))
    with pytest.warns(SeawayWarning) as caught:
        (body,) = gazebo.hulls(document)
    (warning,) = caught
    assert str(warning.message) == (
        f"<text>:4: collision 'd' of link 'boat::l' {what}; it has no volume here and is left out"
    )
    assert warning.filename == __file__
    assert hull_of(body).part_count == 1
    alone = world(model(link("l", f"<collision name='d'>{shape}</collision>")))
    with pytest.warns(SeawayWarning, match="is left out"):
        assert gazebo.hulls(alone)[0].buoyancy is None


def test_what_overlaps_counts_twice_and_is_named_once() -> None:
    boxes = "".join(BOX.format(f"c{i}", 0.5 * i) for i in range(4))
    with pytest.warns(SeawayWarning) as caught:
        (body,) = gazebo.hulls(world(model(link("l", boxes))))
    (warning,) = caught
    # Neighbours overlap by half; the next but one touch.
    assert str(warning.message) == (
        "<text>:3: 'boat': the bounding boxes of the collisions 'boat::l::c0' and 'boat::l::c1', 'boat::l::c1' and "
        "'boat::l::c2', 'boat::l::c2' and 'boat::l::c3' overlap; volume that they share counts twice, as in "
        "Gazebo. Make one mesh of them if that matters"
    )
    assert hull_of(body).volume == pytest.approx(4.0, rel=1e-12)
    boxes = "".join(BOX.format(f"c{i}", 0.1 * i) for i in range(4))
    with pytest.warns(SeawayWarning, match=r"'boat::l::c3' and 3 more pairs overlap"):
        gazebo.hulls(world(model(link("l", boxes))))


def test_overlap_is_seen_across_links_of_one_body_and_not_between_bodies() -> None:
    links = link("a", BOX.format("c", 0)) + link("b", BOX.format("d", 0.5))
    with pytest.warns(SeawayWarning, match="'boat::a::c' and 'boat::b::d' overlap"):
        gazebo.hulls(world(model(links + joint("a", "b"))))
    assert len(gazebo.hulls(world(model(links + joint("a", "b", "revolute"))))) == 2  # and a warning would be an error


def test_shapes_that_touch_do_not_overlap() -> None:
    """A torpedo of a cylinder, a box and a sphere end to end: meshes of round shapes stand out a little."""

    def collision(name: str, pose: str, shape: str) -> str:
        return f"<collision name='{name}'><pose>{pose}</pose><geometry>{shape}</geometry></collision>"

    parts = (
        collision("body", f"0 0 0 0 {pi / 2} 0", "<cylinder><radius>0.1</radius><length>2</length></cylinder>")
        + collision("other", f"0 0.2 0 0 {pi / 2} 0", "<cylinder><radius>0.1</radius><length>2</length></cylinder>")
        + collision("tail", "-1.1 0 0 0 0 0", "<box><size>0.2 0.2 0.2</size></box>")
        + collision("nose", "1.1 0 0 0 0 0", "<sphere><radius>0.1</radius></sphere>")
        + collision("bulb", "1.3 0 0 0 0 0", "<sphere><radius>0.1</radius></sphere>")
    )
    (body,) = gazebo.hulls(world(model(link("l", parts))))
    assert hull_of(body).part_count == 5


def test_flags_that_have_no_effect_here_are_named() -> None:
    flags = "<kinematic>1</kinematic><gravity>0</gravity>"
    with pytest.warns(SeawayWarning) as caught:
        gazebo.hulls(world(model(link("l", flags))))
    first, second = (str(warning.message) for warning in caught)
    assert first == "<text>:3: link 'boat::l' is <kinematic>; here forces move it anyway"
    assert second == "<text>:3: link 'boat::l' has no <gravity>; here it has its weight anyway"


def test_nothing_is_said_of_what_does_not_move() -> None:
    plane = "<collision name='c'><geometry><plane/></geometry></collision>"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gazebo.hulls(world(model("<static>1</static>" + link("l", plane), "ground"))) == ()


# --- what is refused ---


def test_an_invalid_document_is_refused() -> None:
    with pytest.raises(SdfError, match=r"mass .*-1"):
        gazebo.hulls(world(model(link("l", mass=-1.0))))
    with pytest.raises(SdfError, match="was not found in the model path"):
        gazebo.hulls(world("<include><uri>model://gone</uri></include>"))


@pytest.mark.parametrize("given", ["boat.sdf", None, Path("boat.sdf")])
def test_only_a_document_is_taken(given: object) -> None:
    with pytest.raises(ModelError, match=r"hulls are made from a Document, e\.g\. seaway\.sdf\.load"):
        gazebo.hulls(given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("<box><size>1 -2 3</size></box>", r"the size of a box along y \[m\] must be finite and > 0, got -2"),
        ("<box><size>1 0 3</size></box>", "must be finite and > 0, got 0"),
        ("<sphere><radius>0</radius></sphere>", r"the radius of a sphere|must be finite and > 0, got 0"),
        ("<sphere><radius>nan</radius></sphere>", "must be finite and > 0, got nan"),
        ("<cylinder><radius>1e200</radius></cylinder>", "vertices must be finite and within"),
        ("<capsule><length>1e-300</length></capsule>", "no area"),
        ("<ellipsoid><radii>1e-20 1 1</radii></ellipsoid>", "encloses no volume|no area"),
    ],
)
def test_a_shape_that_cannot_be_is_an_error_at_its_line(tmp_path: Path, shape: str, message: str) -> None:
    path = tmp_path / "boat.sdf"
    path.write_text(
        "<sdf version='1.11'><model name='boat'><link name='l'>\n<collision name='c'><geometry>"
        f"{shape}</geometry></collision></link></model></sdf>"
    )
    with pytest.raises(SdfError, match=message) as caught:
        gazebo.hulls(sdf.load(path))
    assert (caught.value.path, caught.value.line) == (path, 2)
    assert "collision 'c' of link 'boat::l': " in caught.value.message


def test_a_mass_matrix_that_cannot_be_is_an_error_at_the_inertial(tmp_path: Path) -> None:
    path = tmp_path / "boat.sdf"
    path.write_text(
        "<sdf version='1.11'><model name='boat'><link name='l'>\n<inertial><mass>1</mass>"
        "<fluid_added_mass><xx>-2</xx></fluid_added_mass></inertial></link></model></sdf>"
    )
    with pytest.raises(SdfError, match="vehicle 'boat': the added mass is indefinite") as caught:
        gazebo.hulls(sdf.load(path))
    assert (caught.value.path, caught.value.line) == (path, 2)


@pytest.mark.parametrize("mass", ["1e308", "1e-308"])
@pytest.mark.parametrize("x", ["1e300", "1e-300"])
def test_absurd_numbers_are_an_error_or_a_body_and_no_crash(mass: str, x: str) -> None:
    text = link("a", mass=float(mass)) + f"<link name='b'><pose>{x} 0 0 0 0 0</pose></link>" + joint("a", "b")
    try:
        (body,) = gazebo.hulls(world(model(text)))
    except SdfError:
        return
    assert np.all(np.isfinite(body.inertial.mass_matrix()))


def test_too_many_triangles_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_shapes, "MAX_TRIANGLES", 2000)
    sphere = "\n<collision name='c{}'><pose>{} 0 0 0 0 0</pose><geometry><sphere/></geometry></collision>"
    (one,) = gazebo.hulls(world(model(link("l", sphere.format(0, 0)))))
    assert len(hull_of(one).faces) == 1280
    with pytest.raises(
        SdfError, match="the collisions of 'boat' have more than 2000 triangles; simplify them"
    ) as error:
        gazebo.hulls(world(model(link("l", sphere.format(0, 0) + sphere.format(1, 3)))))
    assert error.value.line == 5


def test_a_hull_floats() -> None:
    """End to end: a box of half the density of water, by its collision and automatic inertia."""
    text = "<link name='l'><inertial auto='true'><density>500</density></inertial>" + BOX.format("c", 0) + "</link>"
    (body,) = gazebo.hulls(world(model(text)))
    expected = Inertial(MassProperties.from_box((1, 1, 1), density=500.0))
    assert body.inertial.mass == expected.mass
    np.testing.assert_allclose(body.inertial.I_BBcm_B, expected.I_BBcm_B, rtol=1e-12)
    assert isinstance(body.buoyancy, Hull)
    assert body.buoyancy.volume * 500.0 == pytest.approx(body.inertial.mass, rel=1e-12)
