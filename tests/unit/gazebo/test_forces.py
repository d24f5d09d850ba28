"""What gz-sim's plugins become: Hydrodynamics, Thruster, LiftDrag, WindEffects, ApplyLinkWrench."""

from math import inf, pi

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
)

from seaway.errors import SdfError
from seaway.frames import Pose
from seaway.gazebo import Scene
from seaway.sim import Simulation
from seaway.vehicle import Fin, Thruster, Vehicle

FORCES, VELOCITIES = "xyzkmn", "UVWPQR"


def refuses(text: str, pattern: str, **options: object) -> None:
    with pytest.raises(SdfError, match=pattern):
        scene(text, **options)


# --- Hydrodynamics ---


def hydrodynamics(content: str = "", name: str = "hull", **values: object) -> str:
    return plugin("Hydrodynamics", tags(link_name=name, **values) + content)


def test_all_468_derivatives() -> None:
    """Each has its own number; the law is F_i = Σ_j (X_ij + Σ_k X_ij|k| |ν_k| + Σ_k X_ijk ν_k) ν_j."""
    random = np.random.default_rng(1)
    X, Xa, Xs = random.normal(size=(6, 6)), random.normal(size=(6, 6, 6)), random.normal(size=(6, 6, 6))
    text = ""
    for i, force in enumerate(FORCES):
        for j, velocity in enumerate(VELOCITIES):
            text += f"<{force}{velocity}>{float(X[i, j])!r}</{force}{velocity}>"
            for k, other in enumerate(VELOCITIES):
                text += f"<{force}{velocity}abs{other}>{float(Xa[i, j, k])!r}</{force}{velocity}abs{other}>"
                text += f"<{force}{velocity}{other}>{float(Xs[i, j, k])!r}</{force}{velocity}{other}>"
    boat = only(model(link() + hydrodynamics(text)))
    nu = random.normal(size=6)
    expected = np.einsum("ij,j->i", X + np.einsum("ijk,k->ij", Xa, np.abs(nu)) + np.einsum("ijk,k->ij", Xs, nu), nu)
    # Sums of 500 numbers of order 1 in another order.
    np.testing.assert_allclose(boat.damping[0].wrench(nu), expected, rtol=0, atol=1e-12)


def test_a_damping_stays_in_the_frame_of_its_link() -> None:
    links = link("hull") + link("b", pose="1 2 3 0.1 0.2 0.3") + joint("hull", "b", kind="fixed")
    boat = only(model(links + hydrodynamics(name="b", xU=-5) + hydrodynamics(yV=-7)))
    first, second = boat.damping
    assert first.pose.isclose(Pose.from_rpy((1, 2, 3), (0.1, 0.2, 0.3)))
    assert first.linear[0, 0] == 5.0
    assert second.pose.isclose(Pose())
    assert second.linear[1, 1] == 7.0


def test_no_derivative_is_no_damping() -> None:
    assert only(model(link() + hydrodynamics(xU=0))).damping == ()


def test_added_mass_of_the_plugin_goes_into_the_mass_matrix() -> None:
    made = scene(model(link() + hydrodynamics(xDotU=-5, yDotR=-0.5, nDotV=-0.5, nDotR=-2)))
    expected = np.diag([5.0, 0, 0, 0, 0, 2])
    expected[1, 5] = expected[5, 1] = 0.5
    np.testing.assert_array_equal(made.vehicles[0].inertial.added_mass_matrix(), expected)
    assert "is in the mass matrix here" in message(made, "notice-added-mass")


def test_added_mass_of_a_lumped_link_is_moved() -> None:
    """A11 = diag(0, 7, 0) at x = 2 gives N per yaw acceleration 7 · 2² and Y per yaw acceleration 7 · 2."""
    links = link("hull") + link("b", pose="2 0 0 0 0 0") + joint("hull", "b", kind="fixed")
    A = only(model(links + hydrodynamics(name="b", yDotV=-7))).inertial.added_mass_matrix()
    np.testing.assert_allclose([A[1, 1], A[1, 5], A[5, 5]], [7, 14, 28], rtol=1e-15)


def test_fluid_added_mass_wins() -> None:
    water = "<fluid_added_mass><xx>3</xx></fluid_added_mass>"
    made = scene(model(link(inertial=water) + hydrodynamics(xDotU=-5)))
    assert made.vehicles[0].inertial.added_mass_matrix()[0, 0] == 3.0
    assert "is used; the added mass of Hydrodynamics is left out" in message(made, "notice-added-mass")


def test_added_mass_that_is_not_symmetric() -> None:
    made = scene(model(link() + hydrodynamics(yDotV=-5, yDotR=-1)))
    assert made.vehicles[0].inertial.added_mass_matrix()[1, 5] == 0.5
    assert "is not symmetric" in message(made, "added-mass-symmetry")


def test_two_plugins_on_one_link_add_up() -> None:
    boat = only(model(link() + hydrodynamics(xDotU=-5, xU=-1) + hydrodynamics(xDotU=-2, xU=-4)))
    assert boat.inertial.added_mass_matrix()[0, 0] == 7.0
    assert sum(damping.linear[0, 0] for damping in boat.damping) == 5.0


def test_added_mass_can_be_disabled() -> None:
    made = scene(model(link() + hydrodynamics(xDotU=-5, disable_added_mass="true")))
    assert made.vehicles[0].inertial.added_mass is None
    assert made.findings == ()


def test_coriolis_forces_can_be_disabled() -> None:
    assert only(model(link() + hydrodynamics(xDotU=-5))).added_mass_coriolis
    boat = only(model(link() + hydrodynamics(xDotU=-5, disable_coriolis=1)))
    assert (boat.added_mass_coriolis, boat.rigid_body_coriolis) == (False, True)
    water = "<fluid_added_mass><xx>3</xx></fluid_added_mass>"
    made = scene(model(link(inertial=water) + hydrodynamics(disable_coriolis="true")))
    assert not made.vehicles[0].added_mass_coriolis
    assert "gz-sim keeps those of <fluid_added_mass>" in message(made, "disable-coriolis")


def test_the_current_is_that_of_the_sea() -> None:
    text = model(link() + hydrodynamics(default_current="0.5 0 -0.1")) + model(
        link() + hydrodynamics(default_current="0.5 0.0 -1e-1"), "other"
    )
    made = scene(text)
    assert made.sea.current is not None
    np.testing.assert_array_equal(made.sea.current.velocity[0, 0], [0.5, 0, -0.1])
    assert "every vehicle" in message(made, "notice-current")
    assert scene(model(link() + hydrodynamics())).sea.current is None


def test_there_is_one_current() -> None:
    text = model(link() + hydrodynamics(default_current="0.5 0 0")) + model(link() + hydrodynamics(), "other")
    refuses(
        text,
        r"<default_current> of Hydrodynamics must be the same in all plugins, got 0 0 0 here and 0.5 0 0 at <text>:3",
    )


@pytest.mark.parametrize("tag", ["namespace", "lookup_current_x", "lookup_current_y", "lookup_current_z"])
def test_currents_that_are_sent_are_told_of(tag: str) -> None:
    made = scene(model(link() + hydrodynamics(**{tag: "x"})))
    assert f"<{tag}> of Hydrodynamics" in message(made, "notice-current")


def test_damping_fades_at_a_surface() -> None:
    water = plugin("Buoyancy", "<graded_buoyancy><density_change/></graded_buoyancy>")
    made = scene(water + model(link() + hydrodynamics(xU=-1)))
    assert "gz-sim damps in air as well" in message(made, "notice-damping-surface")


def test_hydrodynamics_that_cannot_be() -> None:
    refuses(model(link() + plugin("Hydrodynamics")), r"Hydrodynamics needs <link_name>")
    refuses(model(link() + hydrodynamics(name="hall")), r"<link_name> of Hydrodynamics names 'hall', which is no link")
    refuses(model(link() + hydrodynamics(xU="much")), r"<xU> of Hydrodynamics must be a finite number, got 'much'")
    refuses(model(link() + hydrodynamics(xU="nan")), r"<xU> of Hydrodynamics must be a finite number, got 'nan'")
    refuses(model(link() + hydrodynamics(default_current="1 2")), r"must be 3 finite numbers, got '1 2'")
    refuses(model(link() + hydrodynamics(disable_coriolis="maybe")), r"must be true, false, 1 or 0, got 'maybe'")
    refuses(model(link() + hydrodynamics(xDotV=-500)), r"Hydrodynamics: the added mass is indefinite")


def test_a_misspelt_parameter_is_told_of() -> None:
    made = scene(model(link() + hydrodynamics(xUabsu=-5)))
    assert message(made, "plugin-parameter") == "<xUabsu> of Hydrodynamics is unknown and has no effect"


def test_hydrodynamics_of_what_cannot_move() -> None:
    made = scene(model("<static>true</static>" + link() + hydrodynamics(xU=-1)))
    assert "which cannot move; it has no effect" in message(made, "plugin-static")


# --- Thruster ---


def propelled(
    content: str, *, pose: str = "-1 0 0.2 0 0 0", axis: str = "1 0 0", place: str = "", inertial: str = ""
) -> str:
    links = link() + link("propeller", mass=1.0, pose=pose, inertial=inertial)
    turning = joint("hull", "propeller", "shaft", axis=axis, content=place)
    return model(links + turning + plugin("Thruster", "<joint_name>shaft</joint_name>" + content))


def thruster_of(made: Scene | Vehicle) -> Thruster:
    (found,) = (made.vehicles[0] if isinstance(made, Scene) else made).thrusters
    return found


def test_a_thruster_with_all_defaults() -> None:
    made = scene(propelled(""))
    (boat,) = made.vehicles
    assert boat.inertial.mass == 11.0  # the propeller is lumped
    thruster = thruster_of(made)
    assert (thruster.name, thruster.drive, thruster.command) == ("shaft", "thrust", "thrust")
    np.testing.assert_array_equal(thruster.position, [-1, 0, 0.2])
    np.testing.assert_array_equal(thruster.axis, [1, 0, 0])
    assert (tuple(thruster.limits), thruster.dead_band, thruster.diameter) == ((-1000.0, 1000.0), 0.0, 0.02)
    assert made.findings == ()


def test_parameters_of_a_thruster() -> None:
    values = tags(
        thrust_coefficient=0.004,
        propeller_diameter=0.2,
        max_thrust_cmd=300,
        min_thrust_cmd=-20,
        deadband=5,
        namespace="x",
        topic="y",
        velocity_control="true",
        p_gain=0.2,
    )
    thruster = thruster_of(only(propelled(values)))
    assert (thruster.thrust_coefficient, thruster.diameter, tuple(thruster.limits)) == (0.004, 0.2, (-20.0, 300.0))
    assert (thruster.dead_band, thruster.drive) == (5.0, "thrust")


def test_the_axis_is_that_of_the_joint() -> None:
    """A joint that is turned by 90° about y takes x to -z; the link by 90° about z takes that to itself, x to y."""
    pose, place = f"0 0 0 0 0 {pi / 2!r}", f"<pose>0 0 0 0 {pi / 2!r} 0</pose>"
    assert thruster_of(only(propelled("", pose=pose))).axis == pytest.approx([0, 1, 0], abs=1e-15)
    assert thruster_of(only(propelled("", pose=pose, place=place))).axis == pytest.approx([0, 0, -1], abs=1e-15)


def test_an_axis_that_is_expressed_in_another_frame() -> None:
    turned = link("propeller", pose=f"0 0 0 0 0 {pi / 2!r}")
    axis = "<axis><xyz expressed_in='__model__'>1 0 0</xyz></axis>"
    shaft = f"<joint name='shaft' type='continuous'><parent>hull</parent><child>propeller</child>{axis}</joint>"
    thrust = plugin("Thruster", "<joint_name>shaft</joint_name>")
    assert thruster_of(only(model(link() + turned + shaft + thrust))).axis == pytest.approx([1, 0, 0], abs=1e-15)


def test_a_thruster_by_speed() -> None:
    """T = ρ c d⁴ |ω| ω: 1000 · 0.004 · 0.2⁴ · 50² = 16 N. Thrusts below the dead band of 16 N are those below 50."""
    values = tags(use_angvel_cmd="true", thrust_coefficient=0.004, propeller_diameter=0.2, deadband=16)
    thruster = thruster_of(only(propelled(values)))
    assert (thruster.drive, thruster.command) == ("speed", "speed")
    assert float(thruster.thrust(50.0, 1000.0)) == pytest.approx(16.0, rel=1e-14)
    assert thruster.dead_band == pytest.approx(50.0, rel=1e-14)


def test_the_density_of_a_thruster_is_its_own() -> None:
    """With 950 kg/m3 in the plugin and 1025 in the water the coefficient is 950/1025 times: the same thrust."""
    values = tags(use_angvel_cmd="true", thrust_coefficient=0.005, propeller_diameter=0.25, fluid_density=950)
    water = plugin("Buoyancy", tags(uniform_fluid_density=1025))
    made = scene(water + propelled(values))
    expected = 950.0 * 0.005 * 0.25**4 * 30.0**2
    assert float(thruster_of(made).thrust(30.0, made.sea.density)) == pytest.approx(expected, rel=1e-14)
    assert "is 950 kg/m3, that of the water 1025" in message(made, "notice-thruster-density")


def test_advance_by_alpha() -> None:
    values = tags(use_angvel_cmd="true", alpha_1=0.01, alpha_2=-0.002, wake_fraction=0.1)
    thruster = thruster_of(only(propelled(values)))
    assert (thruster.thrust_coefficient, thruster.advance_slope, thruster.wake_fraction) == (0.01, -0.002, 0.1)
    constant = thruster_of(only(propelled(values + tags(thrust_coefficient=0.3))))
    assert (constant.thrust_coefficient, constant.advance_slope) == (0.3, 0.0)


def test_an_alpha_that_grows() -> None:
    text = propelled(tags(use_angvel_cmd="true", alpha_1=0.01, alpha_2=0.002))
    refuses(text, r"<alpha_2> of Thruster must be <= 0 .* got 0.002; or leave it out with ignore=\['alpha_2'\]")
    made = scene(text, ignore=["alpha_2"])
    assert thruster_of(made).advance_slope == 0.0
    assert "<alpha_2> of Thruster, 0.002, is left out" in message(made, "ignored")
    assert thruster_of(only(propelled(tags(alpha_2=0.002)))).drive == "thrust"  # there it has no part


def test_a_propeller_with_its_controller() -> None:
    """Its inertia about the axis: ixx, and m r² of a centre of mass 0.1 m off it; and pp of its water."""
    inertial = (
        "<pose>0 0.1 0 0 0 0</pose><inertia><ixx>0.02</ixx><iyy>0.02</iyy><izz>0.02</izz></inertia>"
        "<fluid_added_mass><pp>0.005</pp></fluid_added_mass>"
    )
    values = tags(thrust_coefficient=0.004, propeller_diameter=0.2, p_gain=0.3)
    thruster = thruster_of(only(propelled(values, inertial=inertial), propeller="pid"))
    assert (thruster.drive, thruster.command, tuple(thruster.gains)) == ("pid", "thrust", (0.3, 0.0, 0.0))
    assert thruster.inertia == pytest.approx(0.02 + 1.0 * 0.1**2 + 0.005, rel=1e-14)
    assert thruster.largest_torque == inf
    made = scene(propelled(values + tags(use_angvel_cmd=1, i_gain=0.1)), propeller="pid")
    assert (thruster_of(made).command, tuple(thruster_of(made).gains)) == ("speed", (0.3, 0.1, 0.0))
    assert "gz-sim does not read them" in message(made, "notice-thruster-gains")
    refuses(propelled(tags(p_gain=0)), r"Thruster: thruster 'shaft': the drive 'pid' needs", propeller="pid")


def test_the_inertia_of_a_propeller_is_about_the_axis_of_its_joint() -> None:
    """I + m d² with the centre of mass at y = 0.1 in its link and the joint at y = 0.3; turned with the joint."""
    inertial = "<pose>0 0.1 0 0 0 0</pose><inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz></inertia>"
    links = link() + link("propeller", mass=1.0, inertial=inertial)
    shaft = joint("hull", "propeller", "shaft", content="<pose>0 0.3 0 0 -1.5707963267948966 0</pose>")
    thruster = thruster_of(
        only(model(links + shaft + plugin("Thruster", "<joint_name>shaft</joint_name>")), propeller="pid")
    )
    np.testing.assert_allclose(thruster.axis, [0, 0, 1], rtol=0, atol=1e-15)
    assert thruster.inertia == pytest.approx(0.04 + 1.0 * 0.2**2, rel=1e-12)


def test_a_thruster_near_a_surface() -> None:
    water = plugin("Buoyancy", "<graded_buoyancy><density_change/></graded_buoyancy>")
    assert "as its disc leaves the water" in message(scene(water + propelled("")), "notice-thruster-surface")


def test_thrusters_of_one_name_get_their_model() -> None:
    def side(name: str, y: float) -> str:
        thrust = plugin("Thruster", "<joint_name>shaft</joint_name>")
        links = link("pod") + link("propeller") + joint("pod", "propeller", "shaft")
        return model(links + thrust, name, f"0 {y} 0 0 0 0")

    pods = side("port", 1) + side("starboard", -1)
    held = joint("hull", "port::pod", kind="fixed", name="a") + joint("hull", "starboard::pod", kind="fixed", name="b")
    boat = only(model(link() + pods + held))
    assert boat.actuators == ("port::shaft", "starboard::shaft")
    assert [thruster.position[1] for thruster in boat.thrusters] == [1.0, -1.0]


def test_a_thruster_that_cannot_be() -> None:
    refuses(model(link() + plugin("Thruster")), r"Thruster needs <joint_name>")
    refuses(
        model(link() + plugin("Thruster", tags(joint_name="s"))),
        r"names 's', which is no joint of model 'boat'; it has none",
    )
    refuses(propelled("") + model(plugin("Thruster", tags(joint_name="s")) + link(), "b"), r"of model 'b'; it has none")
    other = plugin("Thruster", tags(joint_name="s"))
    refuses(propelled("").replace("</model>", f"{other}</model>"), r"no joint of model 'boat'; there are: shaft")
    refuses(propelled(tags(fluid_density=0)), r"<fluid_density> of Thruster must be > 0 \[kg/m3\], got 0")
    refuses(propelled(tags(max_thrust_cmd=-2000)), r"Thruster: the limits of thruster 'shaft'")
    fixed = joint("hull", "propeller", "shaft", kind="fixed")
    text = model(link() + link("propeller") + fixed + plugin("Thruster", tags(joint_name="shaft")))
    refuses(text, r"joint 'shaft' must have an <axis>")


# --- LiftDrag ---


def fin_of(made: Scene | Vehicle) -> Fin:
    (found,) = (made.vehicles[0] if isinstance(made, Scene) else made).fins
    assert isinstance(found, Fin)
    return found


def test_lift_and_drag_with_all_defaults() -> None:
    fin = fin_of(only(model(link() + plugin("LiftDrag", tags(link_name="hull")))))
    assert (fin.name, fin.area, fin.density, fin.lift_slope, fin.drag_slope) == ("hull", 1.0, 1.2041, 1.0, 0.01)
    assert (fin.in_wind, fin.everywhere, fin.reversible, fin.axisymmetric) == (True, True, False, False)
    assert (fin.stall_angle, fin.stalled_lift_slope, fin.stalled_drag_slope) == (pi / 2, 0.0, 1.0)
    assert (fin.lift_per_deflection, fin.moment_per_deflection, fin.flap_effectiveness) == (
        0.0,
        0.0,
        0.0,
    )  # there is no control joint


def test_parameters_of_lift_and_drag_are_moved_to_the_body() -> None:
    values = tags(
        link_name="wing",
        cp="0 2 0",
        forward="1 0 0",
        upward="0 0 1",
        area=3,
        a0=0.1,
        cla=4,
        cda=0.2,
        cma=0.3,
        alpha_stall=0.5,
        cla_stall=-1,
        cda_stall=0.7,
        cma_stall=0.4,
        air_density=1000,
        radial_symmetry="true",
        reversible="true",
    )
    wing = link("wing", pose=f"1 0 0 0 0 {pi / 2!r}")
    fin = fin_of(only(model(link() + wing + joint("hull", "wing", kind="fixed") + plugin("LiftDrag", values))))
    np.testing.assert_allclose(fin.position, [-1, 0, 0], rtol=0, atol=1e-15)  # y of the wing is -x of the hull
    np.testing.assert_allclose(fin.forward, [0, 1, 0], rtol=0, atol=1e-15)
    np.testing.assert_allclose(fin.upward, [0, 0, 1], rtol=0, atol=1e-15)
    assert (fin.area, fin.incidence, fin.lift_slope, fin.drag_slope, fin.moment_slope) == (3.0, 0.1, 4.0, 0.2, 0.3)
    assert (fin.stall_angle, fin.stalled_lift_slope, fin.stalled_drag_slope, fin.stalled_moment_slope) == (
        0.5,
        -1.0,
        0.7,
        0.4,
    )
    assert (fin.density, fin.axisymmetric, fin.reversible) == (1000.0, True, True)


@pytest.mark.parametrize(("axis", "turning"), [("0 -1 0", 1.0), ("0 1 0", -1.0)])
def test_a_control_joint_commands_the_fin(axis: str, turning: float) -> None:
    """The span is forward × upward = -y: a turn about it lifts the leading edge, so α grows with the angle."""
    flap = link("flap", mass=1.0) + joint("hull", "flap", "hinge", axis=axis)
    values = tags(link_name="flap", control_joint_name="hinge", control_joint_rad_to_cl=2, cm_delta=0.5)
    boat = only(model(link() + flap + plugin("LiftDrag", values)))
    fin = fin_of(boat)
    assert (boat.inertial.mass, boat.actuators) == (11.0, ("hinge",))
    assert (fin.lift_per_deflection, fin.moment_per_deflection, fin.flap_effectiveness) == (2.0, 0.5, turning)


@pytest.mark.parametrize("axis", [-1.0, 1.0])
def test_a_fin_that_is_turned_is_one_that_stands_so(axis: float) -> None:
    """The wrench of a wing at an angle δ of its joint is that of a wing whose link is turned by δ about the same axis.

    The joint adds nothing to C_L by itself here. 1e-12 of some 10 N: turned two ways.
    """
    delta = 0.2
    coefficients = tags(link_name="wing", cla=4, cda=0.3, cma=0.1, a0=0.05, area=2, alpha_stall=0.3, cla_stall=-2)

    def wing(angle: float, control: str) -> Scene:
        links = link() + link("wing", pose=f"-2 0 1 0 {angle!r} 0")
        hinge = joint("hull", "wing", "hinge", kind="revolute" if control else "fixed", axis=f"0 {axis!r} 0")
        return scene("<gravity>0 0 0</gravity>" + model(links + hinge + plugin("LiftDrag", coefficients + control)))

    by_joint = wing(0.0, tags(control_joint_name="hinge", control_joint_rad_to_cl=0))
    standing = wing(axis * delta, "")
    wrenches: list[list[float]] = []
    for made, commands in ((by_joint, {"hinge": delta}), (standing, {})):
        sim = Simulation(made.vehicles, made.sea)
        sim.set_state(velocity=[5.0, 0.3, -0.8, 0.1, 0.2, 0.3])
        sim.set_command(actuators=commands)
        wrenches.append(sim.forces()["fins"][0, 0].tolist())
    assert abs(wrenches[0][2]) > 5.0
    np.testing.assert_allclose(wrenches[0], wrenches[1], rtol=0, atol=1e-11)


def test_a_control_joint_that_does_not_turn_the_link_of_the_fin() -> None:
    flap = link("flap") + joint("hull", "flap", "hinge", axis="0 1 0")
    values = tags(link_name="hull", control_joint_name="hinge")
    fin = fin_of(only(model(link() + flap + plugin("LiftDrag", values))))
    assert (fin.flap_effectiveness, fin.lift_per_deflection) == (0.0, 4.0)


def test_a_control_joint_across_the_span() -> None:
    flap = link("flap") + joint("hull", "flap", "hinge", axis="0 -0.8 0.6")
    made = scene(model(link() + flap + plugin("LiftDrag", tags(link_name="flap", control_joint_name="hinge"))))
    assert fin_of(made).flap_effectiveness == pytest.approx(0.8, rel=1e-14)
    assert "changes by 0.8 of the joint angle" in message(made, "fin-axis")


def test_several_fins_on_one_link_have_names_of_their_own() -> None:
    wing = plugin("LiftDrag", tags(link_name="hull"))
    assert only(model(link() + wing + wing + wing)).actuators == ("hull", "hull 2", "hull 3")


def test_fins_do_not_feel_the_current() -> None:
    text = model(link() + plugin("LiftDrag", tags(link_name="hull")) + hydrodynamics(default_current="1 0 0"))
    found = [finding.message for finding in scene(text).findings if finding.rule == "notice-current"]
    assert any("LiftDrag feels the wind and not the current" in text for text in found)


def test_lift_and_drag_that_cannot_be() -> None:
    def wing(**values: object) -> str:
        return model(link() + plugin("LiftDrag", tags(link_name="hull", **values)))

    refuses(model(link() + plugin("LiftDrag")), r"LiftDrag needs <link_name>")
    refuses(wing(area=-1), r"LiftDrag: the area of fin 'hull'")
    refuses(wing(upward="1 0 0"), r"LiftDrag: fin 'hull': upward must not be parallel")
    refuses(wing(control_joint_name="j"), r"<control_joint_name> of LiftDrag names 'j', which is no joint")


# --- WindEffects ---


def windy(content: str = "<force_approximation_scaling_factor>2</force_approximation_scaling_factor>") -> str:
    return f"<wind><linear_velocity>10 0 5</linear_velocity></wind>{plugin('WindEffects', content)}"


def in_wind(name: str, mass: float, pose: str = "0 0 0 0 0 0", inertial: str = "") -> str:
    body = f"<inertial>{inertial}<mass>{mass}</mass></inertial>"
    return f"<link name='{name}'><enable_wind>true</enable_wind><pose>{pose}</pose>{body}</link>"


def test_wind_pushes_links_by_their_mass() -> None:
    links = in_wind("a", 3.0, inertial="<pose>0 0 1 0 0 0</pose>") + in_wind("b", 4.0, "1 0 0 0 0 0") + link("c")
    held = joint("a", "b", kind="fixed") + joint("a", "c", kind="fixed")
    made = scene(windy() + model(links + held))
    first, second = made.vehicles[0].drag_areas
    assert (first.linear, second.linear) == (6.0, 8.0)
    np.testing.assert_array_equal(first.center, [0, 0, 1])
    np.testing.assert_array_equal(second.center, [1, 0, 0])
    assert (first.medium, first.everywhere, first.area.tolist()) == ("air", True, [0.0, 0.0, 0.0])
    assert made.sea.wind is not None
    np.testing.assert_array_equal(made.sea.wind.velocity, [10, 0, 5])
    assert "uses the velocity of its centre of mass" in message(made, "notice-wind-point")


def test_a_wind_that_rises_and_sways_is_its_mean() -> None:
    sways = "<horizontal><magnitude><time_for_rise>1</time_for_rise></magnitude></horizontal><vertical/>"
    factor = "<force_approximation_scaling_factor>1</force_approximation_scaling_factor>"
    made = scene(windy(factor + sways) + model(in_wind("a", 3.0)))
    assert rules(made) == ["wind-mean", "wind-mean"]


def test_a_wind_factor_that_varies() -> None:
    varying = "<force_approximation_scaling_factor><when xlt='0'>1</when></force_approximation_scaling_factor>"
    text = windy(varying) + model(in_wind("a", 3.0))
    refuses(text, r"<force_approximation_scaling_factor> of WindEffects varies over space")
    assert scene(text, ignore=["WindEffects"]).vehicles[0].drag_areas == ()
    refuses(windy(varying.replace("<when xlt='0'>1</when>", "-1")) + model(in_wind("a", 3.0)), r"must be >= 0")


def test_without_a_factor_there_is_no_force() -> None:
    made = scene(windy("") + model(in_wind("a", 3.0)))
    assert made.vehicles[0].drag_areas == ()
    assert "is 0 or absent" in message(made, "wind-factor")


# --- ApplyLinkWrench ---


def pushing(**values: object) -> str:
    return plugin("ApplyLinkWrench", f"<persistent>{tags(**values)}</persistent>")


def test_a_wrench_on_a_model_and_on_a_link() -> None:
    links = link("hull") + link("b", pose="1 0 0 0 0 1") + joint("hull", "b", kind="fixed")
    made = scene(
        pushing(entity_name="boat", entity_type="model", force="1 2 3", torque="4 5 6")
        + pushing(entity_name="boat::b", entity_type="link", force="7 8 9")
        + model(links)
    )
    first, second = made.wrenches
    assert (first.vehicle, second.vehicle) == ("boat", "boat")
    np.testing.assert_array_equal([first.force, first.torque, first.point], [[1, 2, 3], [4, 5, 6], [0, 0, 0]])
    np.testing.assert_array_equal([second.force, second.torque, second.point], [[7, 8, 9], [0, 0, 0], [1, 0, 0]])


def test_a_wrench_that_cannot_be() -> None:
    boat = model(link())
    refuses(pushing(entity_name="bout", entity_type="model") + boat, r"names 'bout', which is no model of 'w'")
    refuses(pushing(entity_name="boat", entity_type="link") + boat, r"names 'boat', which is no link of 'w'")
    refuses(pushing(entity_name="boat", entity_type="joint") + boat, r"must be model or link, got 'joint'")
    refuses(pushing(entity_name="boat", entity_type="model", force="1 2") + boat, r"must be 3 finite numbers")
    refuses(pushing(entity_type="model") + boat, r"<persistent> of ApplyLinkWrench needs <entity_name>")


def test_a_wrench_on_what_cannot_move() -> None:
    fixed = model(f"<static>true</static>{link('a', shape(box()))}", "quay")
    made = scene(pushing(entity_name="quay::a", entity_type="link", force="1 0 0") + fixed)
    assert made.wrenches == ()
    assert rules(made) == ["plugin-static"]
