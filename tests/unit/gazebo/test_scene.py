"""A scene from an SDFormat document: bodies, joints, gravity, what is refused and what is said."""

from pathlib import Path

import numpy as np
import pytest
from tests.unit.gazebo.sdf_worlds import (
    box,
    joint,
    link,
    message,
    model,
    only,
    plugin,
    rules,
    scene,
    shape,
    tags,
    world,
)

from seaway import gazebo, sdf
from seaway.errors import ModelError, SdfError, SeawayWarning
from seaway.frames import Pose
from seaway.gazebo import Scene
from seaway.vehicle import Buoyancy


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No folders from outside."""
    for name in ("SDF_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH"):
        monkeypatch.delenv(name, raising=False)


# --- the scene ---


def test_a_scene_has_vehicles_sea_and_places() -> None:
    made = scene(
        "<gravity>0 0 -9.81</gravity><wind><linear_velocity>3 4 0</linear_velocity></wind>"
        + model(link(pose="1 0 0 0 0 0"), "a", "0 2 0 0 0 1.5707963267948966")
        + model(link(), "b", "5 0 -1 0 0 0")
    )
    assert isinstance(made, Scene)
    assert [vehicle.name for vehicle in made.vehicles] == ["a", "b"]
    assert (made.sea.gravity, made.sea.surface, made.sea.density) == (9.81, None, 1000.0)
    assert made.sea.wind is not None
    np.testing.assert_array_equal(made.sea.wind.velocity, [3, 4, 0])
    # The base link of a is 1 m along x of a model that is turned to y: at (0, 3, 0).
    assert made.poses[0].isclose(Pose.from_rpy((0, 3, 0), (0, 0, np.pi / 2)))
    assert made.poses[1].isclose(Pose((5, 0, -1)))
    np.testing.assert_array_equal(made.velocities, np.zeros((2, 6)))
    assert (made.commands, made.wrenches, made.time_step) == ({}, (), None)


def test_from_sdf_has_the_vehicles_and_warns_of_what_changes_the_motion() -> None:
    document = world(model(link(content=shape(box()))))
    with pytest.warns(
        SeawayWarning,
        match=r"'boat': no buoyancy, since no plugin brings water; they fall\. Add the plugin Buoyancy to the world",
    ):
        (boat,) = gazebo.vehicles(document)
    assert (boat.name, boat.buoyancy) == ("boat", None)


def test_notices_are_no_warnings() -> None:
    """Warnings are errors in this test run."""
    locked = "<axis><xyz>1 0 0</xyz><limit><lower>0</lower><upper>0</upper></limit></axis>"
    held = f"<joint name='j' type='revolute'><parent>hull</parent><child>b</child>{locked}</joint>"
    document = world(model(link() + link("b") + held))
    assert [f.rule for f in gazebo.scene(document).findings] == ["notice-joint-locked"]
    assert len(gazebo.vehicles(document)) == 1


def test_a_file_without_a_world_has_the_gravity_of_sdformat_and_no_water() -> None:
    made = gazebo.scene(sdf.loads(f"<sdf version='1.11'>{model(link(content=shape(box())), pose='0 0 3 0 0 0')}</sdf>"))
    assert (made.sea.gravity, made.sea.surface) == (9.8, None)
    assert made.vehicles[0].buoyancy is None
    assert made.poses[0].isclose(Pose((0, 0, 3)))
    assert "no plugin brings water" in message(made, "no-buoyancy")


def test_findings_have_their_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "world.sdf"
    path.write_text(f"<sdf version='1.11'>\n<world name='w'>\n\n{plugin('Mine')}\n{model(link())}</world></sdf>")
    (finding,) = gazebo.scene(sdf.load(path), ignore=["Mine"]).findings
    assert (finding.path, finding.line, finding.rule) == (path, 4, "ignored")


def test_bodies_are_those_of_hulls_from_sdf() -> None:
    text = model(link("a") + link("b") + joint("a", "b", kind="fixed") + model(link("c"), "nested"))
    names = [vehicle.name for vehicle in scene(text).vehicles]
    assert names == [hull.name for hull in gazebo.hulls(world(text))] == ["boat::a", "boat::nested"]


def test_links_are_lumped_with_their_added_mass() -> None:
    """M of the sum is the sum of M, each moved to the base: Σ H^T R M R^T H, the definition of a lumped body."""
    water = "<fluid_added_mass><xx>3</xx><yy>7</yy><yr>0.5</yr><rr>2</rr></fluid_added_mass>"
    pose = (0.5, -0.2, 0.3, 0.1, 0.2, 0.3)
    words = " ".join(map(str, pose))
    boat = only(model(link("a") + link("b", mass=4.0, pose=words, inertial=water) + joint("a", "b", kind="fixed")))
    parts = {placed.link.name: placed.link.inertial for placed in world(model(link("a"))).links}
    M = parts["a"].mass_matrix()
    X_BL = Pose.from_rpy(pose[:3], pose[3:])
    p, R = X_BL.p, X_BL.R
    S = np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])
    M_L = np.diag([4.0, 4, 4, 1, 1, 1]) + np.diag([3.0, 7, 0, 0, 0, 2])
    M_L[1, 5] = M_L[5, 1] = 0.5
    T = np.block([[R, np.zeros((3, 3))], [np.zeros((3, 3)), R]])
    # The velocity of Lo is that of Bo less S w.
    H = np.block([[np.eye(3), -S], [np.zeros((3, 3)), np.eye(3)]])
    # A dozen products of numbers about 10.
    np.testing.assert_allclose(boat.inertial.mass_matrix(), M + H.T @ T @ M_L @ T.T @ H, rtol=0, atol=1e-13)


# --- what is refused ---


def test_what_is_no_document() -> None:
    with pytest.raises(ModelError, match=r"made from a Document.*got 3"):
        gazebo.scene(3)  # type: ignore[arg-type]


def test_an_invalid_document() -> None:
    with pytest.raises(SdfError, match=r"mass"):
        scene(model(link(mass=-1.0)))


def test_arguments() -> None:
    with pytest.raises(ModelError, match=r"ignore must be a list of names.*got 'Mine'"):
        scene(model(link()), ignore="Mine")
    with pytest.raises(ModelError, match=r"no propeller 'screw'; there are: thrust, pid"):
        scene(model(link()), propeller="screw")


def test_several_worlds() -> None:
    document = sdf.loads("<sdf version='1.11'><world name='a'/><world name='b'/></sdf>")
    with pytest.raises(SdfError, match=r"one world or model, this document has 2: 'a', 'b'"):
        gazebo.scene(document)


@pytest.mark.parametrize("gravity", ["0 0 9.8", "1 0 -9.8", "0 -1 0"])
def test_gravity_points_down(gravity: str) -> None:
    with pytest.raises(SdfError, match=r"<gravity> of the world must point along -z, got \["):
        scene(f"<gravity>{gravity}</gravity>{model(link())}")


def test_a_plugin_that_is_not_known() -> None:
    text = f"\n{model(link() + plugin('MulticopterMotorModel'))}"
    with pytest.raises(SdfError) as caught:
        scene(text)
    name, filename = "gz::sim::systems::MulticopterMotorModel", "gz-sim-multicopter-motor-model-system"
    assert f"plugin {name!r} of {filename!r} is unknown" in str(caught.value)
    assert "ignore=['MulticopterMotorModel'] (--ignore) [plugin-unknown]" in str(caught.value)
    assert caught.value.line == 4


@pytest.mark.parametrize(
    "name",
    [
        "MulticopterMotorModel",
        "gz::sim::systems::MulticopterMotorModel",
        "gz-sim-multicopter-motor-model-system",
        "multicopter-motor-model",
    ],
)
def test_a_plugin_is_left_out_on_request(name: str) -> None:
    made = scene(model(link() + plugin("MulticopterMotorModel")), ignore=[name])
    assert f"left out, as requested with ignore=[{name!r}]" in message(made, "ignored")


def test_also_a_plugin_that_is_known_is_left_out() -> None:
    made = scene(model(link() + plugin("Hydrodynamics", tags(link_name="hull", xU=-5))), ignore=["Hydrodynamics"])
    assert made.vehicles[0].damping == ()
    assert rules(made) == ["ignored"]


def test_what_is_ignored_and_not_there() -> None:
    assert "ignore=['Nobody'] has no effect" in message(scene(model(link()), ignore=["Nobody"]), "ignored")


def test_all_unknown_plugins_and_free_joints_are_named() -> None:
    with pytest.raises(SdfError, match=r"(?s)Mine.*and 2 more like this.*Yours.*joint 'hull_b' \(ball\)"):
        scene(model(link() + link("b") + joint("hull", "b", kind="ball")) + plugin("Mine") + plugin("Yours"))


@pytest.mark.parametrize(
    ("filename", "name"),
    [
        ("gz-sim-scene-broadcaster-system", "gz::sim::systems::SceneBroadcaster"),
        ("libignition-gazebo-physics-system.so", "ignition::gazebo::systems::Physics"),
        ("ignition-gazebo6-imu-system", ""),
        ("gz-sim8-dvl-system", "gz::sim::systems::DopplerVelocityLogSystem"),
        ("libgz-sim-odometry-publisher-system.so", "any"),
        ("build/anything.so", "gz::sim::v8::systems::JointStatePublisher"),
        ("/opt/lib/libgz-sim8-log-system.so", "gz::sim::systems::LogRecord"),
        ("libgz-waves1-waves-visual-system.so", "gz::sim::systems::WavesVisual"),
    ],
)
def test_plugins_that_move_nothing(filename: str, name: str) -> None:
    made = scene(f"<plugin filename='{filename}' name='{name}'/>{model(link())}")
    assert made.findings == ()


@pytest.mark.parametrize(
    ("filename", "name"),
    [
        ("gz-sim-hydrodynamics-system", "gz::sim::systems::Hydrodynamics"),
        ("libignition-gazebo6-hydrodynamics-system.so", "ignition::gazebo::systems::Hydrodynamics"),
        ("libgz-sim8-hydrodynamics-system.so", "x"),
        ("anything", "ignition::gazebo::systems::Hydrodynamics"),
    ],
)
def test_a_plugin_is_known_by_its_library_or_its_class(filename: str, name: str) -> None:
    text = f"<plugin filename='{filename}' name='{name}'>{tags(link_name='hull', xU=-5)}</plugin>"
    assert only(model(link() + text)).damping[0].linear[0, 0] == 5.0


# --- joints ---


@pytest.mark.parametrize("kind", ["revolute", "continuous", "prismatic", "ball", "universal", "screw"])
def test_a_free_joint_is_refused_or_frozen_or_left_out(kind: str) -> None:
    text = model(link("a", mass=10.0) + link("b", mass=2.0) + joint("a", "b", kind=kind))
    with pytest.raises(SdfError, match=rf"joint 'a_b' \({kind}\) is free to move.*freeze_joints.*\[joint-free\]") as e:
        scene(text)
    assert e.value.line == 3
    frozen = scene(text, freeze_joints=True)
    assert [vehicle.inertial.mass for vehicle in frozen.vehicles] == [12.0]
    assert rules(frozen) == ["joint-frozen"]
    apart = scene(text, ignore=["a_b"])
    assert [vehicle.inertial.mass for vehicle in apart.vehicles] == [10.0, 2.0]
    assert rules(apart) == ["ignored"]


def test_a_joint_with_no_way_to_go_is_fixed() -> None:
    limits = "<limit><lower>{0}</lower><upper>{0}</upper></limit>"
    text = "<joint name='j' type='revolute'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz>{}</axis></joint>"
    links = link("a") + link("b")
    made = scene(model(links + text.format(limits.format(0))))
    assert len(made.vehicles) == 1
    assert rules(made) == ["notice-joint-locked"]
    with pytest.raises(SdfError, match="free to move"):  # it would have to go there first
        scene(model(links + text.format(limits.format(0.5))))


def test_a_frozen_joint_to_the_world_holds_all() -> None:
    made = scene(model(link() + joint("world", "hull", "j")), freeze_joints=True)
    assert made.vehicles == ()
    assert "what it holds cannot move" in message(made, "joint-frozen")


def test_joints_of_what_cannot_move_are_no_matter() -> None:
    arm = link("a") + link("b") + joint("a", "b")
    made = scene(model("<static>true</static>" + arm, "crane") + model(link(), "boat"))
    assert [vehicle.name for vehicle in made.vehicles] == ["boat"]
    assert made.findings == ()


def test_joints_that_close_a_loop_are_no_matter() -> None:
    arms = joint("a", "b", "f", "fixed") + joint("b", "c", "g", "fixed") + joint("c", "a", "j")
    assert len(scene(model(link("a") + link("b") + link("c") + arms)).vehicles) == 1


def test_controllers_of_joints_have_nothing_to_do() -> None:
    made = scene(model(link() + plugin("JointPositionController", tags(joint_name="j"))))
    assert "joints are fixed here" in message(made, "notice-joint-controller")


# --- gravity, kinematic, contact ---


def test_links_without_gravity_are_carried_in_water_without_end() -> None:
    """The weight of 4 kg at (1, 0, 0) is m g; the same as buoyancy there leaves none."""
    weightless = (
        "<link name='b'><gravity>false</gravity><pose>1 0 0 0 0 0</pose><inertial><mass>4</mass></inertial></link>"
    )
    made = scene(model(link("a") + weightless + joint("a", "b", kind="fixed")))
    carried = made.vehicles[0].buoyancy
    assert isinstance(carried, Buoyancy)
    assert carried.volume * made.sea.density == pytest.approx(4.0, rel=1e-15)
    np.testing.assert_allclose(carried.center, [1, 0, 0], rtol=0, atol=1e-15)
    assert "of 4 kg; a buoyancy of the same weight carries them" in message(made, "notice-gravity")


def test_links_without_gravity_and_with_buoyancy() -> None:
    """1 m3 of water at the origin and 500 kg without weight at (0, 0, 3): 1.5 m3 at (0, 0, 1)."""
    hull = "<gravity>false</gravity><pose>0 0 3 0 0 0</pose><inertial><mass>500</mass></inertial>"
    links = link("a", shape(box())) + f"<link name='b'>{hull}</link>"
    boat = only(plugin("Buoyancy") + model(links + joint("a", "b", kind="fixed")))
    assert isinstance(boat.buoyancy, Buoyancy)
    assert boat.buoyancy.volume == pytest.approx(1.5, rel=1e-14)
    np.testing.assert_allclose(boat.buoyancy.center, [0, 0, 1], rtol=0, atol=1e-14)


def test_links_without_gravity_below_a_surface() -> None:
    water = plugin("Buoyancy", "<graded_buoyancy><density_change/></graded_buoyancy>")
    text = water + model("<link name='a'><gravity>false</gravity></link>")
    with pytest.raises(SdfError, match=r"'boat' has links without <gravity>, of 1 kg; in a sea with a surface"):
        scene(text)
    made = scene(text, ignore=["gravity"])
    assert made.vehicles[0].buoyancy is None
    assert "here they have their weight, as requested" in message(made, "ignored")


def test_without_gravity_in_the_world_that_of_links_is_no_matter() -> None:
    made = scene("<gravity>0 0 0</gravity>" + model("<link name='a'><gravity>false</gravity></link>"))
    assert made.vehicles[0].buoyancy is None
    assert made.findings == ()


def test_kinematic_links() -> None:
    text = model("<link name='a'><kinematic>true</kinematic></link>")
    with pytest.raises(SdfError, match=r"link 'boat::a' is <kinematic>.*ignore=\['kinematic'\]"):
        scene(text)
    assert rules(scene(text, ignore=["kinematic"])) == ["ignored"]


def test_static_collisions_are_told_of_once() -> None:
    floor = "<plane><normal>0 0 1</normal></plane>"
    static = "<static>true</static>" + link("floor", shape(floor) + shape(box(), "d"))
    made = scene(model(static, "a") + model(static, "b") + model(link()))
    assert rules(made) == ["contact"]
    assert "'w::a::floor' has collisions and cannot move; contact is not simulated" in message(made, "contact")


BAD = "<fluid_added_mass><xy>50</xy></fluid_added_mass>"
"""Added mass that no body of 10 kg has."""


def test_a_vehicle_that_cannot_be_is_refused() -> None:
    with pytest.raises(SdfError, match=r"vehicle 'bad': the added mass is indefinite.*eigenvalue -40\)") as caught:
        scene(model(link(inertial=BAD), "bad"))
    assert caught.value.line == 3


def test_of_several_vehicles_one_that_cannot_be_is_left_out() -> None:
    """The others move as they would beside it; what pushes it is left out too."""
    push = plugin(
        "ApplyLinkWrench",
        "".join(
            f"<persistent>{tags(entity_name=name, entity_type='model', force='1 0 0')}</persistent>"
            for name in ("bad", "good")
        ),
    )
    text = model(link(inertial=BAD), "bad") + model(link(), "good") + push
    made = scene(text)
    assert [vehicle.name for vehicle in made.vehicles] == ["good"]
    assert [wrench.vehicle for wrench in made.wrenches] == ["good"]
    assert len(made.poses) == len(made.velocities) == 1
    words = message(made, "impossible-body")
    assert words.startswith("vehicle 'bad': the added mass is indefinite")
    assert words.endswith("It is left out")
    with pytest.warns(SeawayWarning, match="'bad': the added mass is indefinite"):
        assert len(gazebo.vehicles(world(text))) == 1
    asked = scene(text, ignore=["bad"])
    assert [vehicle.name for vehicle in asked.vehicles] == ["good"]
    assert "'bad' is left out, as requested" in message(asked, "ignored")


# --- joints to the world ---


@pytest.mark.parametrize(
    ("kind", "here"),
    [("prismatic", "prismatic"), ("revolute", "revolute"), ("continuous", "revolute"), ("ball", "ball")],
)
def test_a_joint_to_the_world_guides(kind: str, here: str) -> None:
    """Axis and centre are those of the joint in the body: here turned by a right angle about z, at (1, 2, 3)."""
    place = "<pose>1 2 3 0 0 1.5707963267948966</pose>"
    made = scene(model(link("a", pose="0 0 5 0 0 0.7") + joint("world", "a", "rail", kind, content=place)))
    (body,) = made.vehicles
    assert body.world_joint is not None
    assert body.world_joint.kind == here
    np.testing.assert_allclose(body.world_joint.point, [1, 2, 3], rtol=0, atol=1e-12)
    if kind != "ball":
        np.testing.assert_allclose(body.world_joint.axis, [0, 1, 0], rtol=0, atol=1e-12)
    assert f"joint 'rail' ({kind}) constrains 'boat'" in message(made, "notice-joint-world")


def test_a_guide_is_in_the_frame_of_the_base() -> None:
    """The joint is in a link that is lumped with the base, 1 m along x and turned."""
    parts = link("a") + link("b", pose="1 0 0 0 0 1.5707963267948966") + joint("a", "b", kind="fixed")
    body = only(model(parts + joint("world", "b", "hinge", axis="0 1 0")))
    assert body.world_joint is not None
    np.testing.assert_allclose(body.world_joint.point, [1, 0, 0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(body.world_joint.axis, [-1, 0, 0], rtol=0, atol=1e-12)


def test_a_guide_may_hang_on_what_is_static() -> None:
    still = model("<static>true</static>" + link("quay"), "land")
    made = scene(still + model(link("a"), "buoy") + joint("land::quay", "buoy::a", "rail", "prismatic", "0 0 1"))
    (buoy,) = made.vehicles
    assert buoy.world_joint is not None
    np.testing.assert_allclose(buoy.world_joint.freedom[:, 0], [0, 0, 1, 0, 0, 0], rtol=0, atol=1e-12)


def test_limits_of_a_guide_are_told_of() -> None:
    limit = "<limit><lower>-1</lower><upper>0.5</upper></limit>"
    axis = f"<axis><xyz>0 0 1</xyz>{limit}</axis>"
    rail = f"<joint name='rail' type='prismatic'><parent>world</parent><child>a</child>{axis}</joint>"
    made = scene(model(link("a") + rail))
    assert "the limits of joint 'rail' (prismatic), -1 to 0.5, are left out" in message(made, "joint-limits")


@pytest.mark.parametrize("what", ["damping", "friction", "spring_stiffness"])
def test_a_joint_to_the_world_that_resists_is_refused(what: str) -> None:
    axis = f"<axis><xyz>0 0 1</xyz><dynamics><{what}>2</{what}></dynamics></axis>"
    rail = f"<joint name='rail' type='prismatic'><parent>world</parent><child>a</child>{axis}</joint>"
    with pytest.raises(
        SdfError, match=r"joint 'rail' \(prismatic\) is free to move.*without friction, damping, spring"
    ):
        scene(model(link("a") + rail))


@pytest.mark.parametrize("names", ["<joint_name>rail</joint_name>", ""], ids=["named", "all"])
def test_a_joint_to_the_world_with_a_controller_is_refused(names: str) -> None:
    text = link("a") + joint("world", "a", "rail", "prismatic")
    with pytest.raises(SdfError, match=r"joint 'rail' \(prismatic\) is free to move.*or controller"):
        scene(model(text + plugin("JointTrajectoryController", names)))
    other = scene(model(text + plugin("JointPositionController", "<joint_name>door</joint_name>")))
    assert other.vehicles[0].world_joint is not None


def test_other_joints_to_the_world_and_second_ones_are_refused() -> None:
    with pytest.raises(SdfError, match=r"joint 'j' \(universal\) is free to move"):
        scene(model(link("a") + joint("world", "a", "j", "universal")))
    two = joint("world", "a", "one") + joint("world", "a", "two", "prismatic")
    with pytest.raises(SdfError, match=r"joint 'two' \(prismatic\) is the second joint between 'boat' and the world"):
        scene(model(link("a") + two))
    assert only(model(link("a") + two), ignore=["two"]).world_joint is not None


def test_a_guide_can_be_frozen_left_out_or_go_with_its_body() -> None:
    text = model(link("a") + joint("world", "a", "rail", "prismatic"), "buoy") + model(link("b"), "free")
    assert [vehicle.name for vehicle in scene(text, freeze_joints=True).vehicles] == ["free"]
    assert scene(text, ignore=["rail"]).vehicles[0].world_joint is None
    assert [vehicle.name for vehicle in scene(text, ignore=["buoy"]).vehicles] == ["free"]
