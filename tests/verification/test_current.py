"""Currents: a steady one is a drifting frame, an accelerating one carries along what takes its place."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.bodies import general_inertial, measured_order, motion_of, quaternion, spd
from tests.strategies import quaternions
from tests.unit.kernels import called, table_of

from seaway.frames import matrix_from_quaternion
from seaway.inertia import Inertial, MassProperties, sphere_added_mass
from seaway.kernels.water import table_current
from seaway.sea import Current, Sea
from seaway.shapes import Sphere
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Vehicle

RHO, G = 1025.0, 9.80665


def water_at(current: Current, t: float, depth: float) -> tuple[tuple[float, ...], ...]:
    """Velocity of the water, its rate and its change with height, by the kernel."""
    return called(table_current)(table_of(current), t, t, 1e-6, depth)


def difference(time_step: float, **switches: bool) -> float:
    """Between a vehicle in a current, seen from a frame that drifts with it, and the same in still water, after 10 s.

    Position differs by v t and velocity by R^T v; both are taken off.
    """
    random, drift, duration = np.random.default_rng(5), np.array([0.5, -0.3, 0.2]), 10.0
    inertial = general_inertial(random)
    damping = Damping(15.0 * spd(random), quadratic=random.uniform(5.0, 20.0, size=6))
    vehicle = Vehicle("body", inertial, Buoyancy(inertial.mass / RHO, (0, 0, 0.1)), damping, **switches)
    q, nu, motions = quaternion(random), random.uniform(-0.5, 0.5, size=6), []
    for v in (np.zeros(3), drift):
        sim = Simulation(vehicle, Sea(RHO, G, surface=None, current=v if np.any(v) else None), time_step=time_step)
        start = nu + np.concatenate([matrix_from_quaternion(q).T @ v, np.zeros(3)])
        sim.set_state(position=[1.0, 2.0, -3.0], orientation=q, velocity=start)
        sim.step([10.0, -5.0, 3.0, 1.0, 2.0, -1.0], count=round(duration / time_step))
        y = motion_of(sim)
        y[:3] -= v * duration
        y[7:10] -= matrix_from_quaternion(y[3:7]).T @ v
        motions.append(y)
    assert np.linalg.norm(motions[0][:3] - [1.0, 2.0, -3.0]) > 1.0  # it went somewhere
    return float(np.max(np.abs(motions[1] - motions[0])))


def test_a_steady_uniform_current_is_a_drifting_frame() -> None:
    """Galileo: with ν = ν_r + R^T v the equations of ν are those of ν_r in still water. To 1e-9 at 5 ms over 10 s.

    RK4 does not keep ν = ν_r + R(q)^T v between its stages, since R is not linear in q: what is left falls as h⁴.
    """
    assert difference(0.005) < 1e-9
    steps = [0.08, 0.04, 0.02, 0.01]
    assert measured_order(steps, [difference(h) for h in steps]) == pytest.approx(4.0, abs=0.15)


def test_a_current_is_no_drifting_frame_without_the_rigid_body_coriolis_term() -> None:
    """M_RB ν' + C_RB(ν) ν is Galilean only as a whole. The two motions then differ, however small the step."""
    assert difference(0.005, rigid_body_coriolis=False) > 0.1
    assert difference(0.0025, rigid_body_coriolis=False) > 0.1


def test_a_current_is_a_drifting_frame_also_without_the_coriolis_term_of_added_mass() -> None:
    """Dropping C_A(ν_r) ν_r keeps Galileo: it is a function of ν_r alone, and M_A ν_r' stays whole."""
    assert difference(0.005, added_mass_coriolis=False) < 1e-9


def shear_body(random: np.random.Generator, sea: Sea, batch: int = 20, added: bool = True) -> Simulation:
    """A body of full added mass with its volume, a ball, off the origin, at random attitudes and velocities."""
    inertial = general_inertial(random, mass=31.0)
    inertial = inertial if added else inertial.with_added_mass(None)
    vehicle = Vehicle("body", inertial, Buoyancy(0.03, (0.1, -0.2, 0.15)), Damping([5.0] * 6))
    sim = Simulation(vehicle, sea, time_step=0.01, batch=batch)
    position = np.stack([np.zeros(batch), np.ones(batch), random.uniform(-9.0, -1.0, size=batch)], axis=-1)
    orientation = np.stack([quaternion(random) for _ in range(batch)])
    sim.set_state(position=position, orientation=orientation, velocity=random.normal(size=(batch, 6)))
    return sim


@pytest.mark.parametrize("surface", [None, 0.0])
def test_a_steady_level_shear_accelerates_nothing(surface: float | None) -> None:
    """Dv/Dt = dv/dt + v_z dv/dz is exactly zero in a steady current that flows level, whatever its profile.

    So there is no such wrench on a body at rest, nor on one without added mass that moves.
    """
    profile = Current([[0.8, 0.1, 0], [0.3, -0.4, 0], [-0.2, 0.5, 0]], depths=[0.0, 4.0, 10.0])
    sea = Sea(RHO, G, surface=surface, current=profile)
    sim = shear_body(np.random.default_rng(1), sea)
    sim.set_state(velocity=np.zeros((sim.batch, 6)))
    assert not np.any(sim.forces()["water_acceleration"])
    sim = shear_body(np.random.default_rng(1), sea, added=False)
    for _ in range(10):
        assert not np.any(sim.forces()["water_acceleration"])
        sim.step(count=5)


@pytest.mark.parametrize("surface", [None, 2.0])
def test_water_that_flows_through_a_profile_accelerates(surface: float | None) -> None:
    """The pressure of Dv/Dt = v_z dv/dz, with dv/dz = -dv/d(depth), is ρ V R^T Dv/Dt at the centre c of the volume.

    The added mass feels how the motion of the water changes along the path, whose centre rises at c_z':

        M_A [R^T c_z' dv/dz - w × (ω × c); 0]        w = R^T (-dv_y/dz, dv_x/dz, 0) / 2, which turns a ball

    Linear between nodes, so exact: 1e-12 of the largest wrench.
    """
    random = np.random.default_rng(2)
    nodes = np.array([[0.8, 0.1, 0.5], [-0.2, 0.4, 0.3]])
    sea = Sea(RHO, G, surface=surface, current=Current(nodes, depths=[0.0, 18.0]))
    sim = shear_body(random, sea)
    body = sim.vehicles[0]
    wrenches = sim.forces()["water_acceleration"][:, 0]
    for k in range(sim.batch):
        R = matrix_from_quaternion(sim.state.orientation[k, 0])
        depth = (0.0 if surface is None else surface) - (sim.state.position[k, 0] + R @ body.buoyancy.center)[2]
        slope = (nodes[1] - nodes[0]) / 18.0
        v, c, nu = nodes[0] + slope * depth, body.buoyancy.center, sim.state.velocity[k, 0]
        push = RHO * 0.03 * (R.T @ (v[2] * -slope))
        rising = (R @ (nu[:3] + np.cross(nu[3:], c)))[2]
        w = R.T @ np.array([0.5 * slope[1], -0.5 * slope[0], 0.0])
        rate = R.T @ (rising * -slope) - np.cross(w, np.cross(nu[3:], c))
        expected = body.inertial.added_mass_matrix()[:, :3] @ rate + np.concatenate([push, np.cross(c, push)])
        np.testing.assert_allclose(wrenches[k], expected, rtol=0, atol=1e-12 * np.max(np.abs(wrenches)))


def neutral_sphere(sea: Sea, time_step: float, spin: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Simulation:
    """A sphere of the density of water, without damping, that moves with the water at the start."""
    ball = Sphere(0.2)
    inertial = Inertial(MassProperties.from_sphere(0.2, mass=RHO * ball.volume), None, sphere_added_mass(0.2, RHO))
    sim = Simulation(Vehicle("ball", inertial, Buoyancy(shape=ball)), sea, time_step=time_step)
    q = quaternion(np.random.default_rng(3))
    assert sea.current is not None
    v = matrix_from_quaternion(q).T @ np.array(water_at(sea.current, 0.0, 0.0)[0])
    sim.set_state(orientation=q, velocity=[*v, *spin])
    return sim


@pytest.mark.parametrize("spin", [(0.0, 0.0, 0.0), (0.3, -0.5, 0.4)])
@pytest.mark.parametrize("gravity", [0.0, G])
def test_a_neutral_sphere_moves_with_water_that_accelerates(spin: tuple, gravity: float) -> None:
    """(m + ρ V / 2) a = (ρ V / 2 + ρ V) a_water, so with m = ρ V a = a_water: it needs no damping to be carried along.

    Spinning or not. In world axes all is linear in time; turning axes leave RK4's h⁴: 1e-9 at 5 ms over 10 s.
    """
    v0, a, duration = np.array([0.3, -0.2, 0.1]), np.array([0.2, 0.1, -0.05]), 10.0
    current = Current([v0 - a, v0 + 20.0 * a], times=[-1.0, 20.0])
    sim = neutral_sphere(Sea(RHO, gravity, surface=None, current=current), 0.005, spin)
    sim.step(count=2000)
    R = matrix_from_quaternion(sim.state.orientation[0, 0])
    np.testing.assert_allclose(R @ sim.state.velocity[0, 0, :3], v0 + a * duration, rtol=0, atol=1e-9)
    expected = v0 * duration + 0.5 * a * duration**2
    np.testing.assert_allclose(sim.state.position[0, 0], expected, rtol=0, atol=1e-9)


def test_a_neutral_sphere_moves_with_water_that_accelerates_from_the_first_node_on() -> None:
    """The same where the table begins with the run: the water accelerates from its first node on, not after it.

    Linear in time, so exact to rounding.
    """
    a, duration = np.array([0.2, 0.1, -0.05]), 5.0
    sea = Sea(RHO, 0.0, surface=None, current=Current([[0, 0, 0], 20.0 * a], times=[0.0, 20.0]))
    sim = neutral_sphere(sea, 0.01)
    sim.step(count=500)
    R = matrix_from_quaternion(sim.state.orientation[0, 0])
    np.testing.assert_allclose(R @ sim.state.velocity[0, 0, :3], a * duration, rtol=0, atol=1e-9)


@pytest.mark.parametrize("times", [[0.0, 1.0, 1.5, 3.0], [0.0, 1.0031, 1.4977, 3.0049]])
def test_a_neutral_sphere_moves_with_water_whose_acceleration_jumps(times: list[float]) -> None:
    """The acceleration of the water jumps at a node, between two steps or within one.

    A step sees the change of the water from its start to its end, so at the end of each the speed is that of the water,
    exact to rounding; and held after the last node.
    """
    nodes = np.array([[0, 0, 0], [0.5, -0.2, 0.1], [-0.3, 0.4, 0.0], [0.2, 0.1, 0.3]])
    sim = neutral_sphere(Sea(RHO, 0.0, surface=None, current=Current(nodes, times=times)), 0.01)
    for t in np.linspace(0.1, 4.0, 40):
        sim.step(count=10)
        v = [np.interp(t, times, nodes[:, k]) for k in range(3)]
        R = matrix_from_quaternion(sim.state.orientation[0, 0])
        np.testing.assert_allclose(R @ sim.state.velocity[0, 0, :3], v, rtol=0, atol=1e-12)


def test_a_heavy_sphere_lags_behind_water_that_accelerates() -> None:
    """A = (3/2) ρ V / (m + ρ V / 2) a_water: with m = 4 ρ V a third of it."""
    ball = Sphere(0.2)
    mass = 4.0 * RHO * ball.volume
    inertial = Inertial(MassProperties.from_sphere(0.2, mass=mass), None, sphere_added_mass(0.2, RHO))
    sea = Sea(RHO, 0.0, surface=None, current=Current([[-1.0, 0, 0], [9.0, 0, 0]], times=[-1.0, 9.0]))
    sim = Simulation(Vehicle("ball", inertial, Buoyancy(shape=ball)), sea)
    assert sim.acceleration()[0, 0, 0] == pytest.approx(1.0 / 3.0, rel=1e-13)


def test_a_body_at_rest_in_the_water_drifts_with_it() -> None:
    """ν_r = 0 without gravity: no law acts, so the world velocity stays v, for any body. Rounding alone, 1e-12."""
    random, v = np.random.default_rng(4), np.array([0.4, -0.7, 0.2])
    vehicle = Vehicle("body", general_inertial(random), Buoyancy(0.05), Damping([9.0] * 6, [8.0] * 6))
    sim = Simulation(vehicle, Sea(RHO, 0.0, surface=None, current=v), time_step=0.01)
    q = quaternion(random)
    sim.set_state(orientation=q, velocity=[*(matrix_from_quaternion(q).T @ v), 0, 0, 0])
    assert max(float(np.max(np.abs(wrench))) for wrench in sim.forces().values()) < 1e-13
    sim.step(count=1000)
    R = matrix_from_quaternion(sim.state.orientation[0, 0])
    np.testing.assert_allclose(R @ sim.state.velocity[0, 0, :3], v, rtol=0, atol=1e-12)
    np.testing.assert_allclose(sim.state.position[0, 0], 10.0 * v, rtol=0, atol=1e-11)


def test_damping_carries_a_body_to_the_speed_of_the_current() -> None:
    """With linear damping v = v_c (1 - exp(-d t / M)) from rest; RK4 with h d / M = 0.004, so 1e-11."""
    inertial = Inertial(MassProperties.from_sphere(0.2, mass=20.0), None, sphere_added_mass(0.2, RHO))
    M = float(inertial.mass_matrix()[0, 0])
    sim = Simulation(Vehicle("ball", inertial, None, Damping([15.0] * 6)), Sea(RHO, 0.0, current=(0.8, 0, 0)), 0.01)
    sim.step(count=300)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(0.8 * (1.0 - np.exp(-15.0 * 3.0 / M)), abs=1e-10)


@settings(max_examples=100)
@given(st.integers(0, 10**6), st.floats(-3.0, 13.0), st.floats(-5.0, 25.0))
def test_a_table_is_linear_between_its_nodes_and_held_outside(seed: int, t: float, depth: float) -> None:
    """As np.interp along one axis after the other, to rounding."""
    random = np.random.default_rng(seed)
    times = np.sort(random.uniform(0.0, 10.0, size=random.integers(1, 6)))
    depths = np.sort(random.uniform(0.0, 20.0, size=random.integers(1, 6)))
    table = random.normal(size=(len(times), len(depths), 3))
    v, *changes = water_at(Current(table, times=times, depths=depths), t, depth)
    at_depth = [[np.interp(depth, depths, table[i, :, k]) for k in range(3)] for i in range(len(times))]
    expected = [np.interp(t, times, np.array(at_depth)[:, k]) for k in range(3)]
    np.testing.assert_allclose(v, expected, rtol=0, atol=1e-13)
    if (t < times[0] or t > times[-1]) and (depth < depths[0] or depth > depths[-1]):
        assert changes == [(0.0, 0.0, 0.0)] * 2


@settings(max_examples=100)
@given(st.integers(0, 10**6), st.floats(0.1, 9.9), st.floats(0.1, 19.9))
def test_changes_of_the_current_are_derivatives_of_the_table(seed: int, t: float, depth: float) -> None:
    """∂v/∂t and ∂v/∂z by central differences of the velocity, away from nodes.

    Bilinear, so they are exact but for rounding, 1e-16 / 1e-6.
    """
    random, e = np.random.default_rng(seed), 1e-6
    times, depths = np.array([0.0, 3.0, 10.0]), np.array([0.0, 7.0, 20.0])
    if min(np.min(np.abs(times - t)), np.min(np.abs(depths - depth))) < 2 * e:
        t, depth = 1.0, 2.0
    table = Current(random.normal(size=(3, 3, 3)), times=times, depths=depths)
    _, found_rate, found_slope = water_at(table, t, depth)
    rate = (np.array(water_at(table, t + e, depth)[0]) - water_at(table, t - e, depth)[0]) / (2 * e)
    slope = -(np.array(water_at(table, t, depth + e)[0]) - water_at(table, t, depth - e)[0]) / (2 * e)
    np.testing.assert_allclose(found_rate, rate, rtol=0, atol=1e-8)
    np.testing.assert_allclose(found_slope, slope, rtol=0, atol=1e-8)


@settings(max_examples=30)
@given(st.integers(0, 10**6), quaternions())
def test_a_vehicle_meets_the_current_at_the_depth_of_its_volume(seed: int, q: np.ndarray) -> None:
    """The damping wrench -D ν_r with D = 1 shows the motion of the water: v at the centre of buoyancy c, a ball.

    It turns with half the vorticity of the profile: w = (-dv_y/dz, dv_x/dz, 0) / 2, so that at Bo it is v - w × c.
    """
    random = np.random.default_rng(seed)
    depths, times = np.array([0.0, 5.0, 12.0]), np.array([-1.0, 2.0])
    table, center = random.normal(size=(2, 3, 3)), np.array([1.0, -2.0, 1.5])
    sea = Sea(RHO, G, surface=1.0, current=Current(table, times=times, depths=depths))
    body = Inertial(MassProperties.from_sphere(0.2, mass=20.0))
    sim = Simulation(Vehicle("ball", body, Buoyancy(0.01, center), Damping([1.0] * 6)), sea)
    sim.set_state(position=[0, 0, -8.0], orientation=q)
    R = matrix_from_quaternion(q)
    depth = 1.0 + 8.0 - (R @ center)[2]
    now = table[0] + (table[1] - table[0]) / 3.0
    v = np.array([np.interp(depth, depths, now[:, k]) for k in range(3)])
    node = int(np.searchsorted(depths, depth)) - 1
    slope = (now[node + 1] - now[node]) / np.diff(depths)[node] if 0 <= node < 2 else np.zeros(3)
    w = R.T @ np.array([0.5 * slope[1], -0.5 * slope[0], 0.0])
    expected = [*(R.T @ v - np.cross(w, center)), *w]
    np.testing.assert_allclose(sim.forces()["damping"][0, 0], expected, rtol=0, atol=1e-13)
