"""Autopilots: how a vehicle moves under them, who serves them, their gains, what is refused."""

from math import inf, pi
from typing import Any

import numpy as np
import pytest
from tests.unit.control import SPACE, auv, ball, rov

from seaway.control import Autopilot, Pid, TimeTable
from seaway.control._pilot import Pilot
from seaway.errors import ModelError, SeawayWarning
from seaway.frames import Pose
from seaway.inertia import Inertial, MassProperties
from seaway.mesh import box
from seaway.sea import Current, Sea
from seaway.sim import Recording, Simulation
from seaway.vehicle import Damping, Hull, HydrostaticStiffness, Thruster, Vehicle


def flown(seconds: float, pilot: Autopilot | Pilot, vehicle: Vehicle, sea: Sea = SPACE, **start: Any) -> Recording:
    """A run from a state, in calls 0.05 s apart."""
    sim = Simulation(vehicle, sea)
    sim.set_state(**start)
    record = ("state", "forces", "control", "actuators")
    return sim.run(seconds, pilot, control_period=0.05, record=record, record_period=0.05)


# Where it goes


def test_a_vehicle_at_its_set_points_is_left_alone() -> None:
    """At rest, where every error is 0, nothing is asked for: the bits of a 0."""
    pilot = Autopilot(x=1.0, y=2.0, z=-3.0, roll=0.0, pitch=0.0, yaw=0.0)
    found = flown(1.0, pilot, ball(), position=(1, 2, -3))["ball"]
    assert not found.command.any()
    assert not found.velocity.any()


def test_a_position_is_reached_along_a_straight_line_whatever_the_heading() -> None:
    """Yawed by 2 rad, from the origin to (2, 3, -1): forces act along the body, and add up to one towards the goal."""
    found = flown(25.0, Autopilot(x=2.0, y=3.0, yaw=2.0), ball(), rpy=(0, 0, 2.0))["ball"]
    np.testing.assert_allclose(found.position[-1, 0], [2.0, 3.0, 0.0], atol=5e-3)
    beside = found.position[:, 0, :2] @ [3.0, -2.0] / np.hypot(2.0, 3.0)
    assert np.max(np.abs(beside)) < 0.02
    assert np.max(found.position[:, 0, 1]) < 1.2 * 3.0
    np.testing.assert_allclose(found.rpy[:, 0, 2], 2.0, atol=1e-6)


def test_a_depth_is_held_along_the_vertical_below_the_surface() -> None:
    """From the surface at 1 m down to 5 m: to z = -4; rolled by 90°, the force is along y of the body."""
    sea = Sea(gravity=0.0, surface=1.0)
    found = flown(20.0, Autopilot(depth=5.0, roll=pi / 2), ball(), sea, position=(7, 8, -1), rpy=(pi / 2, 0, 0))["ball"]
    assert found.position[-1, 0, 2] == pytest.approx(-4.0, abs=5e-3)
    np.testing.assert_allclose(found.position[:, 0, :2], [[7.0, 8.0]] * len(found.time), atol=1e-9)
    assert np.max(np.abs(found.command[:, 0, 2])) < 1e-9 * np.max(np.abs(found.command[:, 0, 1]))


@pytest.mark.parametrize(("start", "goal"), [(3.0, -3.0), (2.0, 3.0 + 4 * pi), (-2.5, 2.5)])
def test_yaw_goes_the_short_way(start: float, goal: float) -> None:
    """It never turns by more than the short way and a tenth."""
    found = flown(20.0, Autopilot(yaw=goal), ball(), rpy=(0, 0, start))["ball"]
    turned = np.unwrap(found.rpy[:, 0, 2]) - start
    short = (goal - start + pi) % (2 * pi) - pi
    assert turned[-1] == pytest.approx(short, abs=5e-3)
    assert np.max(np.abs(turned)) < 1.1 * abs(short)


def test_angles_are_turned_about_their_own_axes() -> None:
    """Held at a pitch of 0.3 rad, a yaw turns about the vertical: the torque has the direction of the vertical in B."""
    found = flown(0.5, Autopilot(yaw=0.5, pitch=0.3), ball(), rpy=(0, 0.3, 0.0))["ball"]
    torque = found.command[1:, 0, 3:]
    size = np.linalg.norm(torque, axis=-1)
    assert np.all(size > 0.0)
    np.testing.assert_allclose(torque[0] / size[0], [-np.sin(0.3), 0.0, np.cos(0.3)], atol=1e-3)


def test_the_nose_straight_down_divides_by_nothing() -> None:
    """At a pitch of 90° only roll - yaw is determined; numbers stay finite."""
    for rpy in ((0, pi / 2, 0), (0.3, -pi / 2, 1.0)):
        found = flown(1.0, Autopilot(roll=0.1, pitch=0.2, yaw=0.3), ball(), rpy=rpy)["ball"]
        assert np.isfinite(found.command).all()


def test_speed_is_through_the_water_and_ground_speed_over_ground() -> None:
    """A current of 0.5 m/s at 10 m depth, from behind: over ground it is faster; from the side it is not."""
    sea = Sea(gravity=0.0, current=Current([[1.0, 0, 0], [0.0, 0, 0]], depths=[0.0, 20.0]))
    body = ball(damping=Damping([2.0, 20.0, 20.0, 1.0, 1.0, 1.0]))
    ends = list[float]()
    for pilot, yaw in (
        (Autopilot(speed=1.0, depth=10.0, yaw=0.0), 0.0),
        (Autopilot(ground_speed=1.0, depth=10.0, yaw=0.0), 0.0),
        (Autopilot(speed=1.0, depth=10.0, yaw=pi / 2), pi / 2),
    ):
        found = flown(40.0, pilot, body, sea, position=(0, 0, -10), rpy=(0, 0, yaw))["ball"]
        ends.append(float(found.velocity[-1, 0, 0]))
    np.testing.assert_allclose(ends, [1.5, 1.0, 1.0], atol=0.01)


def test_set_points_over_time_and_of_rows() -> None:
    sim = Simulation(ball(), SPACE, batch=2)
    pilot = Autopilot(z=TimeTable([0, 10], [0.0, 5.0]), yaw=[0.1, 0.2])
    found = sim.run(40.0, pilot, control_period=0.05, record=("state", "control"), record_period=4.0)
    np.testing.assert_allclose(found.control["set_point.z"].values[:4, 1], [0.0, 2.0, 4.0, 5.0], atol=1e-12)
    assert found.control["set_point.yaw"].values[0].tolist() == [0.1, 0.2]
    assert sorted(name for name in found.control if name.startswith("set_point")) == ["set_point.yaw", "set_point.z"]
    np.testing.assert_allclose(sim.state.position[:, 0, 2], 5.0, atol=5e-3)
    np.testing.assert_allclose(sim.state["ball"].rpy[:, 2], [0.1, 0.2], atol=1e-3)
    with pytest.raises(
        ModelError, match="differs between runs must have one value for each run of the batch, 3, got 2"
    ):
        Simulation(ball(), SPACE, batch=3).run(1.0, pilot)


def test_a_push_on_one_axis_does_not_turn_a_body_about_its_origin() -> None:
    """A ball whose centre of mass is 0.1 m ahead of Bo: to lift it without turning it takes a torque of -0.1 m F.

    The rest, a thousandth of F m, keeps it level.
    """
    vehicle = Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=2.0), Pose((0.1, 0, 0))))
    found = flown(5.0, Autopilot(z=1.0), vehicle)["ball"]
    force = found.command[:, 0, 2]
    assert np.max(np.abs(force)) > 0.1
    np.testing.assert_allclose(found.command[:, 0, 4], -0.1 * force, atol=1e-3 * np.max(np.abs(force)))
    assert np.max(np.abs(found.rpy)) < 0.01


def test_an_integral_removes_the_offset_of_a_constant_push() -> None:
    """5 N to the side and 0.5 Nm; without integrals an error of F / P stays."""
    errors = list[list[float]]()
    for gamma in (0.2, 0.0):
        pilot = Autopilot(x=0.0, y=0.0, yaw=0.0, natural_frequency=1.0, integral_pole=gamma)
        sim = Simulation(ball(), SPACE)
        sim.set_wrench(force=(0, 5.0, 0), torque=(0, 0, 0.005), axes="world")
        sim.run(90.0, pilot, control_period=0.05, record=())
        errors.append([float(sim.state.position[0, 0, 1]), float(sim.state[0].rpy[0, 2])])
    gains = Autopilot(x=0.0, y=0.0, yaw=0.0, natural_frequency=1.0, integral_pole=0.0).controller(ball(), SPACE).gains
    np.testing.assert_allclose(errors[0], 0.0, atol=1e-3)
    np.testing.assert_allclose(errors[1], [5.0 / gains["y"].proportional, 0.005 / gains["yaw"].proportional], rtol=0.01)


def test_integrals_do_not_wind_up_while_thrusters_are_at_their_limits() -> None:
    """A push of 400 N for 60 s, more than four thrusters of 20 N hold; then it comes back without passing by."""
    vehicle = rov(limits=(-20.0, 20.0))
    sim = Simulation(vehicle)
    sim.set_state(position=(0, 0, -50))
    pilot = Autopilot(depth=50.0, yaw=0.0)
    sim.set_wrench(force=(0, 0, 400.0), axes="world")
    pushed = sim.run(20.0, pilot, control_period=0.05, record=("state", "control"), record_period=0.5)
    assert pushed.control["missing.heave"].values[-1, 0] < -100.0
    np.testing.assert_array_equal(pushed.control["demand.heave"].values[:, 0] <= 0.0, True)
    sim.set_wrench()
    back = sim.run(120.0, pilot, control_period=0.05, record_period=0.5)["rov"].position[:, 0, 2]
    assert back[0] > -45.0
    assert back[-1] == pytest.approx(-50.0, abs=0.05)
    assert np.min(back) > -50.0 - 0.2 * (back[0] + 50.0)


def test_a_repeated_run_is_the_same() -> None:
    """After a reset, and with another autopilot of the same description."""
    sim, pilot = Simulation(rov()), Autopilot(depth=3.0, yaw=1.0)
    sim.set_state(position=(0, 0, -2))
    ends = list[np.ndarray]()
    for each in (pilot, pilot, pilot.replace(yaw=1.0)):
        sim.reset()
        sim.run(2.0, each, control_period=0.05)
        ends.append(sim.state.velocity.copy())
    assert np.array_equal(ends[0], ends[1])
    assert np.array_equal(ends[0], ends[2])


def test_its_own_period_and_end() -> None:
    """Every 0.2 s although the run asks for 0.05 s, until 1 s: four steps of the command, then nothing."""
    sim = Simulation(ball(), SPACE)
    found = sim.run(1.5, Autopilot(x=1.0, period=0.2, until=1.0), control_period=0.05, record="forces")["ball"]
    force = found.command[:, 0, 0]
    changes = np.flatnonzero(np.diff(force)) + 1
    assert set(changes.tolist()) <= {20, 40, 60, 80, 100}
    assert len(changes) >= 4
    assert force[99] != 0.0
    assert not force[100:].any()


# Gains


def test_gains_are_placed_by_the_mass_and_damping_of_the_vehicle() -> None:
    """M = 70 + 80 kg in heave with 80 N s/m; at 1 m/s surge has 40 + 2 * 60 N s/m.

    Differences over 6e-6 m/s take 120 N s2/m2 of quadratic damping for 7e-4 N s/m.
    """
    pilot = Autopilot(depth=3.0, yaw=0.0, natural_frequencies={"depth": 0.5}, integral_pole=0.0).controller(rov())
    depth = pilot.gains["depth"]
    assert depth.proportional == pytest.approx(150 * 0.25)
    assert depth.derivative == pytest.approx(2 * 0.5 * 150 - 80, abs=1e-3)
    moving = Autopilot(speed=1.0, natural_frequency=2.0, damping_ratio=0.9).controller(rov())
    assert moving.gains["speed"].proportional == pytest.approx(2 * 0.9 * 2.0 * 100 - 160, rel=1e-5)
    assert moving.gains["speed"].integral == pytest.approx(400.0)


def test_stiffness_counts() -> None:
    """A boat on a linear stiffness of 2000 N/m in heave, asked for less: no more is added. Of roll 30 Nm/rad."""
    body = Inertial(MassProperties.from_box((2, 1, 0.5), mass=60.0))
    boat = Vehicle("boat", body, HydrostaticStiffness(np.diag([2000.0, 30.0, 300.0])))
    pilot = Autopilot(roll=0.0, z=0.0, natural_frequency=3.0, integral_pole=0.0).controller(boat)
    assert pilot.gains["z"].proportional == 0.0
    Ixx = 60.0 * (1.0 + 0.25) / 12
    assert pilot.gains["roll"].proportional == pytest.approx(9.0 * Ixx - 30.0, rel=1e-6)


def test_a_hull_is_looked_at_afloat() -> None:
    """A box of 2 x 1 m, half under water: k = ρ g A in heave."""
    body = Inertial(MassProperties.from_box((2, 1, 0.5), mass=0.5 * 1025.0))
    boat = Vehicle("boat", body, Hull(box((2.0, 1.0, 0.5))))
    pilot = Autopilot(z=0.0, natural_frequency=10.0, integral_pole=0.0).controller(boat)
    assert pilot.gains["z"].proportional == pytest.approx(512.5 * 100.0 - 1025 * 9.80665 * 2.0, rel=1e-6)


def test_gains_that_are_given_are_used() -> None:
    """At rest with an error that the reference has not seen: P e, and P e + I e T after a period."""
    gains = {"x": Pid(7.0, 2.0), "y": Pid(7.0, 2.0)}
    sim, pilot = Simulation(ball(), SPACE), Autopilot(x=0.0, y=0.0, gains=gains)
    sim.run(0.1, pilot, control_period=0.05)
    sim.set_state(position=(0.01, 0, 0))
    force = sim.run(0.05, pilot, control_period=0.05, record="forces")["ball"].command[0, 0, 0]
    assert force == pytest.approx(-7.0 * 0.01 - 2.0 * 0.01 * 0.05, rel=1e-6)


def test_gains_must_be_of_loops_that_are_there() -> None:
    with pytest.raises(
        ModelError, match=r"'yaw' of the gains: .* of vehicle 'ball' has no such loop; there are: depth"
    ):
        Autopilot(depth=1.0, gains={"yaw": Pid(1.0)}).controller(ball())
    with pytest.raises(ModelError, match=r"'x' of the natural_frequencies: .* has no such loop; there are: depth"):
        Autopilot(depth=1.0, natural_frequencies={"x": 1.0}).controller(ball())
    with pytest.raises(
        ModelError, match=r"the gains of depth must be >= 0 \(negative gains are unstable\), got Pid\(-1\)"
    ):
        Autopilot(depth=1.0, gains={"depth": Pid(-1.0)}).controller(ball())
    with pytest.raises(ModelError, match=r"'depth' of the gains must be of Pid, got 3\.0"):
        Autopilot(depth=1.0, gains={"depth": 3.0}).controller(ball())  # type: ignore[dict-item]


# Who serves


def test_thrusters_serve_all_that_they_control() -> None:
    pilot = Autopilot(depth=3.0).controller(rov())
    assert pilot.design().axes == ("surge", "sway", "heave", "roll", "pitch", "yaw")
    assert (pilot.by_fins, pilot.by_pitch) == ((), False)
    found = flown(0.5, pilot, rov(), Sea(), position=(0, 0, -1))
    assert not found["rov"].command.any()
    assert all(each.command[-1, 0] != 0.0 for name, each in found.actuators.items() if name.startswith("upright"))


def twin(**options: Any) -> Vehicle:
    """A boat with two pods below its centre of mass, which pitch it when they push."""
    pods = [Thruster(name, (-1, y, -0.2), **options) for name, y in (("port", 0.4), ("starboard", -0.4))]
    body = Inertial(MassProperties.from_box((2, 1, 0.5), mass=60.0))
    stiffness = HydrostaticStiffness(np.diag([2000.0, 300.0, 900.0]))
    return Vehicle("boat", body, stiffness, Damping([20, 60, 60, 30, 60, 60]), thrusters=tuple(pods))


def test_a_boat_is_driven_and_steered_by_two_pods() -> None:
    pilot = Autopilot(speed=1.0, yaw=1.0).controller(twin())
    assert pilot.design().axes == ("surge", "yaw")
    found = flown(60.0, pilot, twin(), Sea())["boat"]
    assert found.velocity[-1, 0, 0] == pytest.approx(1.0, abs=0.01)
    assert found.rpy[-1, 0, 2] == pytest.approx(1.0, abs=0.01)
    assert np.max(np.abs(found.rpy[:, 0, :2])) < 0.1


def test_a_torpedo_is_driven_by_its_propeller_and_steered_by_its_fins() -> None:
    pilot = Autopilot(speed=1.5, depth=8.0, yaw=1.0).controller(auv())
    design = pilot.design()
    assert (design.axes, pilot.by_fins, pilot.by_pitch) == (("surge", "pitch", "yaw"), ("pitch", "yaw"), True)
    found = flown(80.0, pilot, auv(), Sea(), position=(0, 0, -5), velocity=(1.5, 0, 0, 0, 0, 0))
    # To the left by a rudder whose nose goes to the right; down by an elevator whose nose goes up, at the stern.
    assert np.min(found.actuators["rudder"].command[:40]) < -0.01
    assert np.max(found.actuators["elevator"].command[:40]) > 0.01
    end = found["auv"]
    assert end.position[-1, 0, 2] == pytest.approx(-8.0, abs=0.05)
    assert end.rpy[-1, 0, 2] == pytest.approx(1.0, abs=0.01)
    assert end.velocity[-1, 0, 0] == pytest.approx(1.5, abs=0.01)
    assert np.min(end.position[:, 0, 2]) > -8.6
    assert np.max(np.abs(end.rpy[:, 0, 1])) < 0.35 + 0.05


def test_fins_where_they_are_asked_for() -> None:
    """A boat with pods and a rudder: the pods steer, unless the rudder is told to."""
    vehicle = twin().replace(fins=auv().fins[0])
    assert Autopilot(yaw=0.0, cruise_speed=1.0).controller(vehicle).by_fins == ()
    assert Autopilot(yaw=0.0, cruise_speed=1.0, fins=("yaw",)).controller(vehicle).by_fins == ("yaw",)


def test_a_wrench_in_place_of_thrusters() -> None:
    found = flown(1.0, Autopilot(depth=2.0, output="wrench"), rov(), Sea(), position=(0, 0, -1))
    assert np.min(found["rov"].command[:, 0, 2]) < -1.0
    assert not any(each.command.any() for each in found.actuators.values())


def test_one_among_several_vehicles() -> None:
    vehicles = [rov("a", limits=(-50, 50)), auv("b")]
    sim = Simulation(vehicles)
    sim.set_state("a", position=(0, 0, -2))
    sim.set_state("b", position=(0, 0, -9))
    found = sim.run(0.5, Autopilot(depth=3.0).controller(vehicles[0]), record=("actuators", "control", "forces"))
    moved = {name for name, each in found.actuators.items() if each.command.any()}
    assert moved >= {f"a.upright {k}" for k in range(4)}
    assert not any(name.startswith("b.") for name in moved)
    assert found.control["a.set_point.depth"].values[0, 0] == 3.0
    assert found["a"].thrusters[-1, 0, 2] < -1.0
    with pytest.raises(ModelError, match="a controller must name its vehicle if there are several; there are: a, b"):
        sim.run(0.5, Autopilot(depth=3.0))


def test_a_repr_names_vehicle_and_loops() -> None:
    assert repr(Autopilot(yaw=1.0, depth=2.0).controller(ball())) == "<autopilot of 'ball': depth, yaw>"


# What is refused


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, r"'ball' has no set point; give one, e\.g\. depth=5\.0, for any of: x, y, z, depth, roll"),
        ({"z": 1.0, "depth": 1.0}, "cannot hold both z and depth; give one of them"),
        ({"speed": 1.0, "y": 1.0}, "cannot hold both speed and y"),
        ({"yaw": inf}, r"the yaw of an autopilot must be finite \[rad\], got inf"),
        ({"depth": 1.0, "largest_pitch": 0.0}, r"the largest pitch of an autopilot must be > 0 \[rad\], got 0"),
        ({"depth": 1.0, "natural_frequency": 0.0}, r"natural frequency of .* must be > 0 \[rad/s\], got 0"),
        ({"depth": 1.0, "cruise_speed": -1.0}, r"the cruise speed of an autopilot must be > 0 \[m/s\], got -1"),
        ({"depth": 1.0, "output": "force"}, "must be one of actuators, wrench, got 'force'"),
        ({"yaw": 1.0, "fins": "yaw"}, "the fins of an autopilot must be a list of texts, got 'yaw'"),
        ({"yaw": 1.0, "period": 0.0}, r"the period of an autopilot must be > 0 \[s\], got 0"),
        ({"guidance": 3.0}, "must be a Guidance or several, such as Waypoints, got 3.0"),
    ],
)
def test_autopilots_that_are_none(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Autopilot(**options).controller(ball())


@pytest.mark.parametrize(
    ("vehicle", "options", "message"),
    [
        (twin(), {"depth": 1.0}, "vehicle 'boat' cannot hold depth: it floats, and nothing controls heave"),
        (twin(), {"x": 1.0}, "cannot hold x: nothing controls sway; give waypoints instead"),
        (auv(), {"y": 1.0}, "cannot hold y: nothing controls sway"),
        (auv(), {"roll": 0.0, "cruise_speed": 1.0}, "cannot hold roll: nothing controls roll"),
        (rov(), {"yaw": 1.0, "fins": ("yaw",)}, "cannot hold yaw: nothing controls yaw"),
    ],
)
def test_set_points_that_nothing_controls(vehicle: Vehicle, options: dict[str, Any], message: str) -> None:
    with pytest.warns(SeawayWarning, match=message), pytest.raises(ModelError, match=message):
        Simulation(vehicle).run(1.0, Autopilot(**options))


def test_what_can_be_held_is_held_beside_what_cannot() -> None:
    sim = Simulation(twin())
    with pytest.warns(SeawayWarning, match="cannot hold depth: it floats"):
        sim.run(30.0, Autopilot(yaw=0.5, depth=1.0), control_period=0.05)
    assert sim.state["boat"].rpy[0, 2] == pytest.approx(0.5, abs=0.01)


def test_it_is_for_a_vehicle() -> None:
    with pytest.raises(ModelError, match="an autopilot needs a Vehicle, got 'rov'"):
        Autopilot(depth=1.0).controller("rov")  # type: ignore[arg-type]
