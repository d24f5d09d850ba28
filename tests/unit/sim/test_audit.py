"""Energy and momentum in simple numbers."""

import numpy as np
import pytest
from tests.unit.sim import SPACE, ball, rov

from seaway.forces import FORCES
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Current, Sea
from seaway.shapes import Box
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Vehicle

# What a vehicle without equipment has.
ALWAYS = FORCES[:9]

MOMENT = 0.4 * 2.0 * 0.01  # of the ball


def test_shapes() -> None:
    sim = Simulation([ball("a"), rov("b")], batch=3)
    energy, momentum = sim.energy(), sim.momentum()
    assert energy.kinetic.shape == energy.potential.shape == energy.total.shape == (3, 2)
    assert tuple(energy.power) == ALWAYS
    assert all(power.shape == (3, 2) for power in energy.power.values())
    assert momentum.linear.shape == momentum.angular.shape == (3, 2, 3)
    assert list(sim.forces()) == list(ALWAYS)
    assert all(wrench.shape == (3, 2, 6) for wrench in sim.forces().values())
    assert sim.acceleration().shape == (3, 2, 6)
    assert sim.wet_fraction().shape == (3, 2)


def test_kinetic_energy_of_a_ball() -> None:
    sim = Simulation(ball(), batch=2)
    sim.set_state(velocity=[[3, 4, 0, 0, 0, 0], [0, 0, 0, 5, 0, 0]])
    np.testing.assert_allclose(sim.energy().kinetic[:, 0], [25.0, 12.5 * MOMENT])


def test_kinetic_energy_counts_the_added_mass() -> None:
    added = AddedMass(np.diag([1.0, 2.0, 3.0, 0.1, 0.2, 0.3]))
    sim = Simulation(Vehicle("ball", ball().inertial.with_added_mass(added)))
    sim.set_state(velocity=[0, 1, 0, 0, 0, 2])
    np.testing.assert_allclose(sim.energy().kinetic, 0.5 * (2 + 2) + 2.0 * (MOMENT + 0.3))


def test_potential_energy_of_weight_and_buoyancy() -> None:
    """2 kg and 3 litres at a depth of 5 m, with the centres 0.1 m below and 0.2 m above Bo."""
    inertial = Inertial(MassProperties.from_sphere(0.1, mass=2.0), Pose((0, 0, -0.1)))
    sim = Simulation(Vehicle("ball", inertial, Buoyancy(0.003, (0, 0, 0.2))), Sea(density=1000.0, gravity=10.0))
    sim.set_state(position=[7, 8, -5])
    np.testing.assert_allclose(sim.energy().potential, 20.0 * -5.1 + 30.0 * 4.8)
    sim.set_state(rpy=[np.pi, 0, 0])
    np.testing.assert_allclose(sim.energy().potential, 20.0 * -4.9 + 30.0 * 5.2)


def test_potential_energy_of_a_floating_box() -> None:
    """Half wet, 0.1 m deep: the wet half's weight of water at half its depth."""
    vehicle = ball(buoyancy=Buoyancy(shape=Box([1, 1, 0.2])))
    sim = Simulation(vehicle, Sea(density=1000.0, gravity=10.0))
    np.testing.assert_allclose(sim.energy().potential, 1000.0 * 0.05, rtol=1e-12)
    sim.set_state(position=[0, 0, 3])
    np.testing.assert_allclose(sim.energy().potential, 20.0 * 3.0)


def test_powers_are_those_of_the_wrenches_and_give_the_rate_of_the_energy() -> None:
    current = Current([[0.2, 0.0, 0.0], [0.0, -0.3, 0.1]], times=[0.0, 2.0])
    sim = Simulation(rov(), Sea(current=current), batch=2)
    nu = np.random.default_rng(20).normal(size=(2, 6))
    sim.set_state(velocity=nu, rpy=[0.3, 0.2, 0.1], position=[0, 0, -0.05])
    sim.set_wrench(force=[1, 2, 3], axes="world", point=[0.1, 0.2, 0.3])
    power = sim.energy().power
    for law, wrench in sim.forces().items():
        np.testing.assert_allclose(power[law], np.sum(wrench[:, 0] * nu, axis=-1, keepdims=True), atol=1e-12)
    assert power["rigid_body_coriolis"] == pytest.approx(0.0, abs=1e-10)
    wet = float(sim.wet_fraction()[0, 0])  # the part of the added mass that acts, of a vehicle that goes under water
    assert 0.1 < wet < 0.9
    M = rov().inertial.rigid_body_matrix() + wet * rov().inertial.added_mass_matrix()
    rate = np.einsum("bi,ij,bj->b", nu, M, sim.acceleration()[:, 0])
    np.testing.assert_allclose(sum(power.values())[:, 0], rate, rtol=1e-10)


def test_only_damping_and_the_surface_take_energy_out_of_still_water() -> None:
    """The loss of the total is the work of the damping, and what water keeps as a vehicle enters or leaves it.

    With s the share of the added mass, the wet fraction here, dT = Σ ν . f dt + ½ ν^T M_A ν ds: what leaves the water
    loses ½ ν^T M_A ν |ds|, and what enters it as much, ``water_entry`` having taken twice that.
    """
    M_A = rov().inertial.added_mass_matrix()
    for damping in ((), Damping([10.0, 20.0, 30.0, 3.0, 4.0, 5.0])):
        sim = Simulation(rov(damping=damping), time_step=0.002)
        sim.set_state(position=[0, 0, -0.1], rpy=[0.5, 0.3, 0.1], velocity=[0.5, 0.1, 0, 0.3, 0.2, 0.1])
        energy, powers, shares, stored = sim.energy(), [], [], []
        for n in range(501):
            if n:
                sim.step()
            now, nu = sim.energy(), sim.state.velocity[0, 0]
            powers.append((now.power["damping"] + now.power["water_entry"])[0, 0])
            shares.append(sim.wet_fraction()[0, 0])
            stored.append(0.5 * nu @ M_A @ nu)
        work = np.trapezoid(powers, dx=0.002) + np.trapezoid(stored, shares)
        change = (sim.energy().total - energy.total)[0, 0]
        assert np.ptp(shares) > 0.1
        assert change == pytest.approx(work, abs=2e-4 * energy.kinetic[0, 0])


def test_momentum_of_a_ball() -> None:
    """In the world: m R v, and about the origin of the world r × m v + I ω."""
    sim = Simulation(ball(), SPACE)
    pose = Pose.from_rpy([1.0, 2.0, 3.0], [0.3, -0.4, 0.5])
    v, w = np.array([1.0, 0.5, -0.5]), np.array([0.2, 0.3, 0.4])
    sim.set_state(position=pose.p, orientation=pose.q, velocity=np.concatenate([v, w]))
    momentum = sim.momentum()
    linear = 2.0 * pose.R @ v
    np.testing.assert_allclose(momentum.linear[0, 0], linear, rtol=1e-13)
    np.testing.assert_allclose(momentum.angular[0, 0], np.cross(pose.p, linear) + MOMENT * pose.R @ w, rtol=1e-12)


def test_the_fluid_has_the_momentum_of_the_motion_through_it() -> None:
    added = AddedMass(np.diag([1.0, 2.0, 3.0, 0.1, 0.2, 0.3]))
    vehicle = Vehicle("ball", ball().inertial.with_added_mass(added))
    sim = Simulation(vehicle, Sea(surface=None, current=[0.5, 0, 0]), batch=2)
    sim.set_state(velocity=[[0.5, 0, 0, 0, 0, 0], [1.5, 1, 0, 0, 0, 0]])
    np.testing.assert_allclose(sim.momentum().linear[:, 0], [[1.0, 0.0, 0.0], [4.0, 4.0, 0.0]], atol=1e-14)


def test_momentum_is_kept_where_nothing_acts() -> None:
    sim = Simulation(rov(damping=(), buoyancy=None), SPACE)
    sim.set_state(velocity=np.random.default_rng(21).normal(size=6), position=[1, 2, 3], rpy=[0.1, 0.2, 0.3])
    before = sim.momentum()
    sim.run(2.0)
    np.testing.assert_allclose(sim.momentum().linear, before.linear, rtol=1e-6)
    np.testing.assert_allclose(sim.momentum().angular, before.angular, rtol=1e-6)


def test_each_row_is_accounted_with_its_own_parameters() -> None:
    sim = Simulation(ball(), SPACE, batch=2)
    sim.set("vehicle.inertia.mass", [2.0, 6.0])
    sim.set_state(velocity=[1, 0, 0, 0, 0, 0])
    np.testing.assert_allclose(sim.energy().kinetic[:, 0], [1.0, 3.0])
    np.testing.assert_allclose(sim.momentum().linear[:, 0, 0], [2.0, 6.0])
