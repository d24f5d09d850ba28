"""Autopilots: what each loop asks for, who serves it, what is refused; that set points are held."""

from math import inf, pi
from typing import Any

import numpy as np
import pytest
from tests.unit.control import SPACE, auv, ball, rov, state_at

from seaway.control import Allocation, Autopilot, Pid, TimeTable
from seaway.control._pilot import Pilot
from seaway.errors import ModelError
from seaway.frames import Pose, matrix_from_rpy
from seaway.inertia import Inertial, MassProperties
from seaway.mesh import box
from seaway.sea import Current, Sea
from seaway.sim import Simulation
from seaway.vehicle import Damping, Hull, HydrostaticStiffness, Thruster, Vehicle


def asked(pilot: Pilot, **state: Any) -> np.ndarray:
    """The wrench that it asks for, (6,)."""
    command = pilot(0.0, state_at(0.0, pilot.vehicle, **state))
    return np.asarray(command.wrench)[0, 0]


def pilot_of(loops: dict[str, Any], derivative: float = 0.0, **options: Any) -> Pilot:
    """Of a ball, with unit gains."""
    gains = {name: Pid(1.0, 0.0, derivative) for name in loops}
    sea = options.pop("sea", SPACE)
    return Autopilot(gains=gains, **loops, **options).controller(ball(), sea)


# What the loops ask for


def test_a_position_is_sought_along_the_axes_of_the_body() -> None:
    """Yawed by 90° to the left: 2 m along x of the world are 2 m to the right, and 3 m along y ahead."""
    pilot = pilot_of({"x": 2.0, "y": 3.0, "z": 4.0})
    np.testing.assert_allclose(asked(pilot, rpy=(0, 0, pi / 2)), [3, -2, 4, 0, 0, 0], atol=1e-15)
    np.testing.assert_allclose(asked(pilot, position=(2, 3, 3)), [0, 0, 1, 0, 0, 0], atol=1e-15)


def test_gains_of_positions_act_along_the_body() -> None:
    gains = {"x": Pid(1.0), "y": Pid(10.0)}
    pilot = Autopilot(x=2.0, y=3.0, gains=gains).controller(ball(), SPACE)
    np.testing.assert_allclose(asked(pilot, rpy=(0, 0, pi / 2)), [3, -20, 0, 0, 0, 0], atol=1e-14)


def test_a_depth_is_sought_along_the_vertical() -> None:
    """From the surface at 1 m down to 5 m: from z = -1 to z = -4. Rolled by 90° to the right, up is to the left."""
    pilot = pilot_of({"depth": 5.0}, sea=Sea(surface=1.0))
    np.testing.assert_allclose(asked(pilot, position=(7, 8, -1)), [0, 0, -3, 0, 0, 0], atol=1e-15)
    np.testing.assert_allclose(asked(pilot, position=(0, 0, -1), rpy=(pi / 2, 0, 0)), [0, -3, 0, 0, 0, 0], atol=1e-15)


def test_rates_are_damped_along_what_is_held() -> None:
    """A depth does not damp what goes level, a yaw not what rolls."""
    pilot = pilot_of({"z": 0.0, "yaw": 0.0}, derivative=2.0)
    np.testing.assert_allclose(asked(pilot, velocity=(1, 2, 3, 4, 5, 6)), [0, 0, -6, 0, 0, -12], atol=1e-15)


def test_angles_are_turned_about_their_own_axes() -> None:
    """With the nose 90° down, pitch = 90°, the vertical is -x of the body: so a yaw turns about it."""
    pilot = pilot_of({"roll": 0.1, "pitch": -0.2, "yaw": 0.3})
    np.testing.assert_allclose(asked(pilot), [0, 0, 0, 0.1, -0.2, 0.3], atol=1e-15)
    found = asked(pilot_of({"yaw": 0.5}), rpy=(0, 0.3, 0.0))
    np.testing.assert_allclose(found, 0.5 * np.array([0, 0, 0, -np.sin(0.3), 0, np.cos(0.3)]), atol=1e-15)
    rolled = asked(pilot_of({"pitch": 0.5}), rpy=(0.4, 0.0, 0.0))
    np.testing.assert_allclose(rolled, 0.5 * np.array([0, 0, 0, 0, np.cos(0.4), -np.sin(0.4)]), atol=1e-15)


def test_the_rates_of_angles_are_theirs() -> None:
    """By differences of a simulated turn over 1e-4 s, pitched and rolled; what rolls, nose down, does not yaw."""
    sim = Simulation(ball(), SPACE, 1e-4)
    sim.set_state(rpy=(0.4, 0.9, -2.0), velocity=(0, 0, 0, 0.5, -0.3, 0.7))
    before = sim.state[0].rpy[0]
    gains = {name: Pid(0.0, 0.0, 1.0) for name in ("roll", "pitch", "yaw")}
    torque = asked(
        Autopilot(roll=0.0, pitch=0.0, yaw=0.0, gains=gains).controller(ball(), SPACE),
        rpy=before,
        velocity=sim.state.velocity[0, 0],
    )
    sim.step()
    rates = (sim.state[0].rpy[0] - before) / 1e-4
    R = matrix_from_rpy(before)
    axes = np.array([[1.0, 0, 0], [0, np.cos(0.4), -np.sin(0.4)], R[2]])
    np.testing.assert_allclose(torque[3:], -rates @ axes, rtol=1e-3)
    still = asked(
        Autopilot(yaw=0.0, gains={"yaw": Pid(0.0, 0.0, 1.0)}).controller(ball(), SPACE),
        rpy=(0, 0.5, 0),
        velocity=(0, 0, 0, 1, 0, 0),
    )
    assert not still.any()


def test_yaw_goes_the_short_way() -> None:
    assert asked(pilot_of({"yaw": -3.0}), rpy=(0, 0, 3.0))[5] == pytest.approx(2 * pi - 6.0, rel=1e-12)
    assert asked(pilot_of({"yaw": 3.0 + 4 * pi}), rpy=(0, 0, 2.0))[5] == pytest.approx(1.0, rel=1e-12)


def test_the_nose_straight_down_divides_by_nothing() -> None:
    """At a pitch of 90° only roll - yaw is determined; numbers stay finite."""
    for rpy in ((0, pi / 2, 0), (0.3, -pi / 2, 1.0)):
        assert np.isfinite(asked(pilot_of({"roll": 0.1, "pitch": 0.2, "yaw": 0.3}), rpy=rpy)).all()


def test_speed_is_through_the_water_and_ground_speed_over_ground() -> None:
    """A current of 0.5 m/s at 10 m depth, from behind: through the water it is slower; from the side it is not."""
    sea = Sea(current=Current([[1.0, 0, 0], [0.0, 0, 0]], depths=[0.0, 20.0]))
    state: dict[str, Any] = {"position": (0, 0, -10), "velocity": (2, 0, 0, 0, 0, 0)}
    assert asked(pilot_of({"speed": 3.0}, sea=sea), **state)[0] == pytest.approx(1.5)
    assert asked(pilot_of({"ground_speed": 3.0}, sea=sea), **state)[0] == pytest.approx(1.0)
    turned = asked(pilot_of({"speed": 3.0}, sea=sea), rpy=(0, 0, pi / 2), **state)
    assert turned[0] == pytest.approx(1.0)


def test_set_points_over_time_and_of_rows() -> None:
    pilot = pilot_of({"z": TimeTable([0, 10], [0.0, 5.0]), "yaw": [0.1, 0.2]})
    wrench = np.asarray(pilot(0.0, state_at(4.0, ball(), batch=2)).wrench)[:, 0]
    np.testing.assert_allclose(wrench[:, [2, 5]], [[2.0, 0.1], [2.0, 0.2]], rtol=1e-14)
    with pytest.raises(ModelError, match="the set point of yaw is given for 2 runs, the simulation has 3"):
        pilot(0.0, state_at(4.0, ball(), batch=3))


def test_a_push_on_one_axis_is_a_column_of_the_mass_matrix() -> None:
    """A ball whose centre of mass is 0.1 m ahead of Bo: to lift it by 1 N without turning it takes -0.1 Nm too."""
    vehicle = Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=2.0), Pose((0.1, 0, 0))))
    pilot = Autopilot(z=1.0, gains={"z": Pid(1.0)}).controller(vehicle, SPACE)
    np.testing.assert_allclose(asked(pilot), [0, 0, 1, 0, -0.1, 0], atol=1e-14)
    sim = Simulation(vehicle, SPACE)
    sim.set_command(pilot(0.0, sim.state))
    np.testing.assert_allclose(sim.acceleration()[0, 0], [0, 0, 0.5, 0, 0, 0], atol=1e-14)


def test_limits_of_a_loop_are_kept_and_its_integral_waits() -> None:
    """5 N and 3 Nm at most: while it asks for more the integrals stay 0."""
    gains = {"x": Pid(1.0, 1.0, limit=5.0), "yaw": Pid(9.0, 1.0, limit=3.0), "speed": Pid(1.0, 1.0, limit=2.0)}
    for loop, axis in (("x", 0), ("yaw", 5), ("speed", 0)):
        pilot = Autopilot(gains={loop: gains[loop]}, **{loop: 3.0 if loop == "yaw" else 50.0}).controller(ball(), SPACE)
        for t in range(20):
            found = np.asarray(pilot(0.0, state_at(float(t))).wrench)[0, 0]
            assert found[axis] == gains[loop].limit
        there = {"position": (50, 0, 0), "rpy": (0, 0, 3.0), "velocity": (50, 0, 0, 0, 0, 0)}
        wound = np.asarray(pilot(0.0, state_at(19.0, **there)).wrench)[0, 0]
        assert wound[axis] == pytest.approx(0.0, abs=1e-12)


def test_integrals_of_positions_stay_in_the_world() -> None:
    """An error of 2 m along x for 3 s; then there, and turned to the left: the push is to the right."""
    pilot = Autopilot(x=2.0, y=0.0, gains={"x": Pid(0.0, 0.5), "y": Pid(0.0, 0.5)}).controller(ball(), SPACE)
    for t in range(4):
        pilot(0.0, state_at(float(t)))
    found = pilot(0.0, state_at(4.0, position=(2, 0, 0), rpy=(0, 0, pi / 2))).wrench
    np.testing.assert_allclose(np.asarray(found)[0, 0], [0, -3.0, 0, 0, 0, 0], atol=1e-14)


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


def test_gains_must_be_of_loops_that_are_there() -> None:
    with pytest.raises(ModelError, match=r"'yaw' of the gains: .* of vehicle 'ball' has no such loop; it has: depth"):
        Autopilot(depth=1.0, gains={"yaw": Pid(1.0)}).controller(ball())
    with pytest.raises(ModelError, match=r"'roll' of the natural_frequencies: .* has no such loop; it has: depth"):
        Autopilot(depth=1.0, natural_frequencies={"roll": 1.0}).controller(ball())
    with pytest.raises(ModelError, match=r"the gains of depth must be >= 0 \(they hold it\), got Pid\(-1\)"):
        Autopilot(depth=1.0, gains={"depth": Pid(-1.0)}).controller(ball())
    with pytest.raises(ModelError, match=r"'depth' of the gains must be of Pid, got 3\.0"):
        Autopilot(depth=1.0, gains={"depth": 3.0}).controller(ball())  # type: ignore[dict-item]


# Who serves


def test_thrusters_serve_all_that_they_control() -> None:
    pilot = Autopilot(depth=3.0).controller(rov())
    assert pilot.allocation is not None
    assert pilot.allocation.axes == ("surge", "sway", "heave", "roll", "pitch", "yaw")
    assert (pilot.by_fins, pilot.by_pitch) == ((), False)
    command = pilot(0.0, state_at(0.0, rov(), position=(0, 0, -1)))
    assert command.wrench is None
    assert isinstance(command.actuators, dict)
    assert list(command.actuators) == [thruster.name for thruster in rov().thrusters]


def twin(**options: Any) -> Vehicle:
    """A boat with two pods below its centre of mass, which pitch it when they push."""
    pods = [Thruster(name, (-1, y, -0.2), **options) for name, y in (("port", 0.4), ("starboard", -0.4))]
    body = Inertial(MassProperties.from_box((2, 1, 0.5), mass=60.0))
    stiffness = HydrostaticStiffness(np.diag([2000.0, 300.0, 900.0]))
    return Vehicle("boat", body, stiffness, Damping([20, 60, 60, 30, 60, 60]), thrusters=tuple(pods))


def test_a_boat_is_driven_and_steered_by_two_pods() -> None:
    pilot = Autopilot(speed=1.0, yaw=1.0, integral_pole=0.5).controller(twin())
    assert pilot.allocation is not None
    assert pilot.allocation.axes == ("surge", "yaw")
    sim = Simulation(twin())
    sim.run(30.0, pilot, control_period=0.1)
    # The slowest pole is at -0.5 rad/s: 3e-7 of the first error is left after 30 s.
    assert sim.state.velocity[0, 0, 0] == pytest.approx(1.0, abs=1e-5)
    assert sim.state["boat"].rpy[0, 2] == pytest.approx(1.0, abs=1e-5)


def test_an_allocation_may_be_given() -> None:
    own = Allocation(twin(), {"port": 3.0}, axes=("surge", "yaw"))
    assert Autopilot(speed=1.0).controller(twin(), allocation=own).allocation is own
    with pytest.raises(ModelError, match="needs heave to hold z, which its thrusters do not control"):
        Autopilot(z=0.0, pitch=0.0).controller(twin(), allocation=own)


def test_a_torpedo_is_driven_by_its_propeller_and_steered_by_its_fins() -> None:
    pilot = Autopilot(speed=1.5, depth=8.0, yaw=1.0).controller(auv())
    assert pilot.allocation is not None
    assert (pilot.allocation.axes, pilot.by_fins, pilot.by_pitch) == (("surge",), ("pitch", "yaw"), True)
    assert pilot.gains["depth"].limit == 0.35
    command = pilot(0.0, state_at(0.0, auv(), position=(0, 0, -5), velocity=(1.5, 0, 0, 0, 0, 0)))
    assert isinstance(command.actuators, dict)
    # To the left by a rudder whose nose goes to the right; down by an elevator whose nose goes up, at the stern.
    assert command.actuators["rudder"].item() < 0.0 < command.actuators["elevator"].item()


def test_a_torpedo_holds_depth_heading_and_speed() -> None:
    sim = Simulation(auv())
    sim.set_state(position=(0, 0, -5), velocity=(1.5, 0, 0, 0, 0, 0))
    sim.run(80.0, Autopilot(speed=1.5, depth=8.0, yaw=1.0).controller(auv()), control_period=0.1)
    found = sim.state["auv"]
    assert found.position[0, 2] == pytest.approx(-8.0, abs=0.02)
    assert found.rpy[0, 2] == pytest.approx(1.0, abs=0.01)
    assert found.velocity[0, 0] == pytest.approx(1.5, abs=0.01)


def test_fins_are_turned_less_at_speed_and_the_other_way_astern() -> None:
    """As the square of the speed; below a quarter of the cruise as there."""
    pilot = Autopilot(yaw=0.01, cruise_speed=1.0, gains={"yaw": Pid(10.0)}).controller(auv())
    angles: list[float] = []
    for u in (1.0, 2.0, -1.0, 0.25, 0.0):
        actuators = pilot(0.0, state_at(0.0, auv(), velocity=(u, 0, 0, 0, 0, 0))).actuators
        assert isinstance(actuators, dict)
        angles.append(actuators["rudder"].item())
    np.testing.assert_allclose(np.array(angles) / angles[0], [1, 0.25, -1, 16, 16], rtol=1e-12)


def test_the_torque_of_fins_is_the_one_asked_for() -> None:
    """In the simulation, with the angle settled: 0.1 Nm to within what the lift bends, angles being small."""
    pilot = Autopilot(yaw=0.01, cruise_speed=1.0, gains={"yaw": Pid(10.0)}).controller(auv())
    sim = Simulation(auv(), SPACE)
    sim.set_state(velocity=(1.3, 0, 0, 0, 0, 0))
    sim.to_steady_state(pilot(0.0, sim.state))
    assert sim.forces()["fins"][0, 0, 5] == pytest.approx(0.1, rel=1e-5)


def test_limits_of_fins_hold_the_integral() -> None:
    """90° off, the rudder is at its 0.4 rad; then on course it is at 0, nothing wound up."""
    pilot = Autopilot(yaw=pi / 2, cruise_speed=1.5).controller(auv())
    for t in range(20):
        command = pilot(0.0, state_at(float(t), auv(), velocity=(1.5, 0, 0, 0, 0, 0)))
        assert isinstance(command.actuators, dict)
        assert command.actuators["rudder"].item() == -0.4
    command = pilot(0.0, state_at(19.0, auv(), rpy=(0, 0, pi / 2), velocity=(1.5, 0, 0, 0, 0, 0)))
    assert isinstance(command.actuators, dict)
    assert command.actuators["rudder"].item() == pytest.approx(0.0, abs=1e-12)


def test_limits_of_thrusters_hold_the_integrals_of_those_axes_alone() -> None:
    """The upright thrusters give 4 x 10 N of the 600 asked for; what yaw asks for is there, and it may wind up."""
    vehicle = rov(limits=(-10.0, 10.0))
    gains = {"z": Pid(600.0, 1.0), "yaw": Pid(0.0, 1.0)}
    pilot = Autopilot(z=-2.0, yaw=0.1, gains=gains).controller(vehicle)
    for t in range(5):
        pilot(0.0, state_at(float(t), vehicle, position=(0, 0, -1)))
    actuators = pilot(0.0, state_at(4.0, vehicle, position=(0, 0, -2))).actuators
    assert isinstance(actuators, dict)
    thrusts = np.array(list(actuators.values()))[:, 0]
    wrench = Allocation(vehicle).matrix @ thrusts
    np.testing.assert_allclose(wrench, [0, 0, 0, 0, 0, 0.4], atol=1e-12)


def test_a_dead_band_does_not_hold_the_integral() -> None:
    """2 N are swallowed by dead bands of 5 N a thruster: only an integral that grows leads out."""
    vehicle = rov(dead_band=5.0, limits=(-50.0, 50.0))
    pilot = Autopilot(z=-1.0, gains={"z": Pid(2.0, 2.0)}).controller(vehicle)
    found: list[float] = []
    for t in range(30):
        actuators = pilot(0.0, state_at(float(t), vehicle, position=(0, 0, -2))).actuators
        assert isinstance(actuators, dict)
        found.append(actuators["upright 0"].item())
    assert found[0] == 0.0
    assert found[-1] == pytest.approx((2.0 + 2.0 * 29.0) / 4.0)


def test_fins_where_they_are_asked_for() -> None:
    """A boat with pods and a rudder: the pods steer, unless the rudder is told to."""
    vehicle = twin().replace(fins=auv().fins[0])
    assert Autopilot(yaw=0.0, cruise_speed=1.0).controller(vehicle).by_fins == ()
    assert Autopilot(yaw=0.0, cruise_speed=1.0, fins=("yaw",)).controller(vehicle).by_fins == ("yaw",)


def test_a_wrench_in_place_of_thrusters() -> None:
    pilot = Autopilot(depth=2.0, output="wrench", gains={"depth": Pid(1.0)}).controller(rov())
    assert asked(pilot, position=(0, 0, -1))[2] == pytest.approx(-1.0)
    assert pilot.allocation is None


def test_one_among_several_vehicles() -> None:
    vehicles = [rov("a", limits=(-50, 50)), auv("b")]
    sim = Simulation(vehicles)
    sim.set_state("a", position=(0, 0, -2))
    sim.set_state("b", position=(0, 0, -9))
    command = Autopilot(depth=3.0).controller(vehicles[0])(0.0, sim.state)
    assert isinstance(command.actuators, dict)
    assert set(command.actuators) == {f"a.{thruster.name}" for thruster in vehicles[0].thrusters}
    sim.set_command(command)
    assert sim.forces()["thrusters"][0, 0, 2] < -50.0
    assert sim.forces()["thrusters"][0, 1, 0] == 0.0


def test_a_repr_names_vehicle_and_loops() -> None:
    assert repr(Autopilot(yaw=1.0, depth=2.0).controller(ball())) == "<autopilot of 'ball': depth, yaw>"


def test_a_repeated_run_is_the_same() -> None:
    """After a reset of the simulation alone, and after one of the autopilot."""
    sim, pilot = Simulation(rov()), Autopilot(depth=3.0, yaw=1.0).controller(rov())
    sim.set_state(position=(0, 0, -2))
    ends: list[np.ndarray] = []
    for _ in range(2):
        sim.reset()
        sim.run(2.0, pilot, control_period=0.05)
        ends.append(sim.state.velocity.copy())
    pilot.reset()
    sim.reset()
    sim.run(2.0, pilot, control_period=0.05)
    assert np.array_equal(ends[0], ends[1])
    assert np.array_equal(ends[0], sim.state.velocity)


# What is refused


@pytest.mark.parametrize(
    ("vehicle", "options", "message"),
    [
        (ball(), {}, r"'ball' has nothing to hold; give a set point, e\.g\. depth=5\.0, of: x, y, z, depth, roll"),
        (ball(), {"z": 1.0, "depth": 1.0}, "cannot hold both z and depth; give one of them"),
        (ball(), {"speed": 1.0, "y": 1.0}, "cannot hold both speed and y"),
        (ball(), {"yaw": inf}, r"the yaw of an autopilot must be finite \[rad\], got inf"),
        (ball(), {"depth": 1.0, "largest_pitch": 0.0}, r"the largest pitch of an autopilot must be > 0 \[rad\], got 0"),
        (
            ball(),
            {"depth": 1.0, "natural_frequency": 0.0},
            r"natural frequency of .* must be > 0 \[rad/s\], got 0",
        ),
        (ball(), {"depth": 1.0, "cruise_speed": -1.0}, r"the cruise speed of an autopilot must be > 0 \[m/s\], got -1"),
        (ball(), {"depth": 1.0, "output": "force"}, "must be one of actuators, wrench, got 'force'"),
        (ball(), {"yaw": 1.0, "fins": ("yaw",)}, "has no use for an allocation or fins; leave them out"),
        (rov(), {"yaw": 1.0, "fins": "yaw"}, "the fins of an autopilot must be a list of texts, got 'yaw'"),
        (rov(), {"yaw": 1.0, "fins": ("yaw",)}, "needs yaw to hold yaw, which its thrusters do not control"),
        (twin(), {"depth": 1.0}, "needs pitch to hold depth, which its thrusters do not control; leave depth out"),
        (twin(), {"x": 1.0}, "needs sway to hold x, which its thrusters do not control"),
        (auv(), {"yaw": 1.0}, r"holds yaw by its fins, which depends on the speed; give cruise_speed \[m/s\]"),
        (auv(), {"depth": 1.0}, "holds depth by its pitch, which depends on the speed"),
        (auv(), {"y": 1.0}, "needs sway to hold y, which its thrusters and fins do not control"),
        (auv(), {"roll": 0.0, "cruise_speed": 1.0}, "at 1 m/s its fins do not control roll; leave out"),
    ],
)
def test_autopilots_that_are_none(vehicle: Vehicle, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Autopilot(**options).controller(vehicle)


def test_it_is_for_a_vehicle() -> None:
    with pytest.raises(ModelError, match="an autopilot needs a Vehicle, got 'rov'"):
        Autopilot(depth=1.0).controller("rov")  # type: ignore[arg-type]
