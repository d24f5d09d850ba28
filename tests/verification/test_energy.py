"""Energy and momentum: conserved where nothing takes them, accounted for where something does."""

import numpy as np
import pytest
from scipy.integrate import simpson
from tests.oracles.bodies import general_inertial, measured_order, quaternion, spd

from seaway.forces import FORCES
from seaway.frames import Pose, quaternion_from_rpy
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Current, Sea
from seaway.shapes import Box, Cylinder, Ellipsoid, Shape, Sphere
from seaway.sim import Simulation
from seaway.vehicle import Actuation, Buoyancy, Damping, Vehicle

RHO, G = 1025.0, 9.80665
NO_SEA = Sea(RHO, 0.0, surface=None)
RATIOS = [0.1, 1.0, 10.0, 100.0, 1000.0]


def free_body(ratio: float, time_step: float) -> Simulation:
    """A body of full mass matrix at about 1 m/s and 1 rad/s, off the world's origin."""
    random = np.random.default_rng(int(10 * ratio))
    sim = Simulation(Vehicle("body", general_inertial(random, ratio)), NO_SEA, time_step=time_step)
    v, w = random.normal(size=3), random.normal(size=3)
    nu = np.concatenate([v / np.linalg.norm(v), w / np.linalg.norm(w)])
    sim.set_state(position=[3.0, -2.0, 5.0], orientation=quaternion(random), velocity=nu)
    return sim


@pytest.mark.parametrize("ratio", RATIOS)
def test_free_motion_conserves_energy_and_momentum(ratio: float) -> None:
    """½ ν^T M ν, R p, and R h + x × R p stay, for any added mass (Kirchhoff; Lamb, Hydrodynamics, art. 124).

    10,000 steps of 1 ms. RK4's error is some h⁴ · 10 s = 1e-11 times the rates of the motion (1/s) to the fifth; the
    bound of 1e-9 leaves two decades for these.
    """
    sim = free_body(ratio, 1e-3)
    energy, momentum = sim.energy().kinetic[0, 0], sim.momentum()
    start = sim.state.orientation[0, 0].copy()
    sim.step(count=10_000)
    after = sim.momentum()
    assert abs(sim.state.orientation[0, 0] @ start) < 0.99  # it did tumble
    assert sim.energy().kinetic[0, 0] == pytest.approx(energy, rel=1e-9)
    scale = np.linalg.norm(momentum.linear)
    np.testing.assert_allclose(after.linear, momentum.linear, rtol=0, atol=1e-9 * scale)
    reach = np.linalg.norm(momentum.angular) + scale * np.linalg.norm(sim.state.position)
    np.testing.assert_allclose(after.angular, momentum.angular, rtol=0, atol=1e-9 * reach)


@pytest.mark.parametrize("ratio", RATIOS)
def test_energy_drift_falls_at_the_order_of_the_scheme(ratio: float) -> None:
    """The largest |E(t) / E(0) - 1| over 10 s falls as h^k with 4 <= k <= 5.

    The error of RK4 has a part h⁴ that is a function of the state, so it comes and goes with the motion, and a
    dissipation h⁵ t that grows; which of them leads depends on the body. Steps of 50 to 12.5 ms keep both above
    rounding. Measured: 3.87 to 4.91.
    """
    steps, drifts = [0.05, 0.025, 0.0125], []
    for h in steps:
        energy = free_body(ratio, h).run(10.0, record="energy").energy[:, 0, 0, 0]
        drifts.append(float(np.max(np.abs(energy / energy[0] - 1.0))))
    assert drifts[-1] > 1e-12
    assert 3.8 < measured_order(steps, drifts) < 5.2


SHAPES = {
    "sphere": Sphere(0.4),
    "ellipsoid": Ellipsoid([0.6, 0.35, 0.3]),
    "box": Box([1.0, 0.7, 0.5]),
    "cylinder": Cylinder(radius=0.3, length=1.2),
}


def restored_body(extent: Shape, depth: float, time_step: float) -> Simulation:
    """A tilted body of half the density of water, with its centre of mass below that of its volume."""
    random = np.random.default_rng(7)
    mass = 0.5 * RHO * extent.volume
    body = MassProperties.from_box([1.0, 0.8, 0.6], mass=mass)
    inertial = Inertial(body, Pose((0.02, 0.03, -0.1)), AddedMass(0.5 * mass * spd(random)))
    buoyancy = Buoyancy(center=(0.05, -0.02, 0.03), shape=extent, attitude=quaternion_from_rpy([0.2, 0.1, 0.3]))
    sim = Simulation(Vehicle("body", inertial, buoyancy), Sea(RHO, G), time_step=time_step)
    nu = [0.3, -0.2, 0.1, 0.2, -0.3, 0.4]
    sim.set_state(position=[1.0, 2.0, -depth], rpy=[0.3, -0.2, 0.5], velocity=nu)
    return sim


def largest_drift(extent: Shape, depth: float, duration: float, h: float) -> tuple[float, np.ndarray]:
    """Of the total energy over a run, against the kinetic and potential energy that were exchanged."""
    sim = restored_body(extent, depth, h)
    recording = sim.run(duration, record=("energy", "state"))
    energy = recording.energy[:, 0, 0]
    total = energy[:, 0] + energy[:, 1]
    return float(np.max(np.abs(total - total[0])) / np.ptp(energy[:, 0])), sim.wet_fraction()[0]


@pytest.mark.parametrize("name", SHAPES)
def test_a_submerged_body_keeps_its_kinetic_and_potential_energy(name: str) -> None:
    """½ ν^T M ν + m g z_cm + ρ g V d_cb is constant under water, and the drift falls at order 4 or more.

    It rises from 30 m for 2 s and stays submerged, where the equations are smooth. Its Munk moment turns it ever faster
    as it gains speed: some 2e-7 of the exchanged energy at 10 ms.
    """
    steps = [0.04, 0.02, 0.01]
    drifts = [largest_drift(SHAPES[name], 30.0, 2.0, h)[0] for h in steps]
    wet = largest_drift(SHAPES[name], 30.0, 2.0, 0.01)[1]
    assert wet[0] == 1.0
    assert drifts[-1] < 1e-6
    assert measured_order(steps, drifts) > 3.8


@pytest.mark.parametrize("name", SHAPES)
def test_a_floating_body_keeps_its_kinetic_and_potential_energy(name: str) -> None:
    """The same, half out of the water: the potential ρ g V_wet d_wet belongs to the buoyancy of every shape.

    The wet volume of a tilted box has kinks in its third derivative where corners cross the surface, and grows as
    d^(5/2) with the depth d of a cylinder's rim: there one step is off by h⁴ or h^3.5, and so is the whole run.
    """
    steps = [0.01, 0.005, 0.0025, 0.00125]
    drifts = [largest_drift(SHAPES[name], 0.05, 5.0, h)[0] for h in steps]
    wet = largest_drift(SHAPES[name], 0.05, 5.0, 0.01)[1]
    assert 0.1 < wet[0] < 0.9
    assert drifts[-1] < 1e-10
    assert measured_order(steps, drifts) > 3.3


def busy_simulation(seed: int, batch: int = 1, actuation: Actuation | None = None) -> Simulation:
    """Every law at work: floating and sunk, damped in two frames, pushed, in a current of time and depth."""
    random = np.random.default_rng(seed)
    inertial = general_inertial(random, mass=200.0)
    buoyancy = Buoyancy(center=(0.05, 0.02, 0.1), shape=Box([1.0, 0.6, 0.5]), attitude=quaternion(random))
    dampings = (
        Damping(30.0 * spd(random), quadratic=random.uniform(10, 40, size=6)),
        Damping(
            modulus=np.stack([5.0 * spd(random) for _ in range(6)]),
            signed=random.uniform(-3, 3, size=(6, 6, 6)),
            position=random.uniform(-0.3, 0.3, size=3),
            attitude=quaternion(random),
        ),
    )
    table = random.uniform(-0.5, 0.5, size=(2, 3, 3))
    sea = Sea(RHO, G, current=Current(table, times=[-5.0, 5.0], depths=[0.0, 0.4, 2.0]))
    sim = Simulation(
        Vehicle("body", inertial, buoyancy, dampings, actuation=actuation), sea, time_step=0.01, batch=batch
    )
    position = np.stack([*random.uniform(-1, 1, size=(2, batch)), random.uniform(-1.0, 0.5, size=batch)], axis=-1)
    orientation = np.stack([quaternion(random) for _ in range(batch)])
    sim.set_state(position=position, orientation=orientation, velocity=random.uniform(-1, 1, size=(batch, 6)))
    sim.set_wrench(force=random.uniform(-20, 20, size=3), point=[0.2, 0.1, 0.3], axes="world")
    sim.set_wrench(torque=random.uniform(-20, 20, size=3), name="second")
    return sim


@pytest.mark.parametrize("seed", range(5))
def test_powers_of_all_laws_are_the_rate_of_the_kinetic_energy(seed: int) -> None:
    """Σ ν . f_law = ν . (M_RB + s M_A) ν', at 50 random states: both are sums of the same numbers, so 1e-12 of them.

    The share s of the added mass is all above half the volume at rest, and goes with the wet volume below. Tidy digits
    are lost only in M M^-1, whose condition number is below 100.
    """
    sim = busy_simulation(seed, batch=50)
    sim.step(np.random.default_rng(seed).uniform(-30, 30, size=6))  # a command that acts
    energy, nu = sim.energy(), sim.state.velocity[:, 0]
    assert set(energy.power) == set(FORCES[:9])
    assert all(np.any(power) for power in energy.power.values())
    powers = np.stack([power[:, 0] for power in energy.power.values()])
    body = sim.vehicles[0]
    share = np.minimum(1.0, sim.wet_fraction()[:, 0] * body.buoyancy.volume / (0.5 * body.inertial.mass / RHO))
    assert np.any(share == 1.0)
    assert np.any((share > 0.0) & (share < 1.0))
    M_RB, M_A = body.inertial.rigid_body_matrix(), body.inertial.added_mass_matrix()
    rate = np.einsum("bi,bij,bj->b", nu, M_RB + share[:, None, None] * M_A, sim.acceleration()[:, 0])
    scale = np.sum(np.abs(powers), axis=0)
    assert np.max(np.abs(np.sum(powers, axis=0) - rate) / scale) < 1e-12
    for name, wrench in sim.forces().items():
        np.testing.assert_allclose(
            energy.power[name], np.sum(wrench * sim.state.velocity, axis=-1), rtol=0, atol=1e-12 * np.max(scale)
        )


def test_the_integral_of_all_powers_is_the_change_of_kinetic_energy() -> None:
    """T(t) - T(0) = ∫ Σ ν . f_law dt, by Simpson's rule over the recorded powers: order 4, as RK4.

    Smooth laws, and a controller whose steps a lag turns into kinks, which lie on the borders of Simpson's panels.
    """
    random = np.random.default_rng(3)
    inertial, D = general_inertial(random), 10.0 * spd(random)
    vehicle = Vehicle(
        "body", inertial, Buoyancy(0.021, (0, 0, 0.1)), Damping(D), actuation=Actuation(time_constant=0.3)
    )
    sea = Sea(RHO, G, surface=None, current=(0.3, -0.2, 0.1))

    def controller(t: float, state: object) -> np.ndarray:
        return np.array([20.0, -10.0, 5.0, 3.0, -2.0, 4.0]) * np.sin(t + np.arange(6))

    steps, errors = [0.1, 0.05, 0.025, 0.0125], []
    for h in steps:
        sim = Simulation(vehicle, sea, time_step=h)
        sim.set_state(rpy=[0.2, 0.3, 0.4], velocity=[1.0, 0.5, -0.3, 0.2, -0.4, 0.5])
        recording = sim.run(4.0, controller, control_period=0.2, record=("state", "forces", "energy"))
        body = recording["body"]
        power = sum(np.sum(body[law] * body.velocity, axis=-1)[:, 0] for law in FORCES[:9] if law != "water_entry")
        change = np.diff(body.energy[[0, -1], 0, 0])[0]
        errors.append(abs(simpson(power, dx=h) - change) / np.ptp(body.energy[:, 0, 0]))
    assert errors[-1] < 1e-6
    assert measured_order(steps, errors) > 3.7


def sinking_sphere() -> tuple[Vehicle, float, float, float]:
    """A sphere heavier than water, its weight in water [N], its mass with the water's [kg], and its drag [N s2/m2]."""
    r, m, drag = 0.15, 20.0, 40.0
    volume = 4.0 / 3.0 * np.pi * r**3
    body = Inertial(
        MassProperties.from_sphere(r, mass=m), None, AddedMass(np.diag([0.5 * RHO * volume] * 3 + [0.0] * 3))
    )
    vehicle = Vehicle("ball", body, Buoyancy(shape=Sphere(r)), Damping(quadratic=[drag] * 6))
    return vehicle, (m - RHO * volume) * G, m + 0.5 * RHO * volume, drag


def test_a_sinking_sphere_reaches_its_terminal_velocity() -> None:
    """(m - ρ V) g = D v²: v = sqrt((m - ρ V) g / D), to rounding after 20 time constants."""
    vehicle, weight, mass, drag = sinking_sphere()
    sim = Simulation(vehicle, Sea(RHO, G, surface=None), time_step=0.01)
    sim.step(count=round(20.0 * mass / np.sqrt(weight * drag) / 0.01))
    assert sim.state.velocity[0, 0, 2] == pytest.approx(-np.sqrt(weight / drag), rel=1e-13)
    assert sim.energy().power["damping"][0, 0] == pytest.approx(-weight * np.sqrt(weight / drag), rel=1e-12)


def test_a_sphere_falling_from_rest_follows_the_closed_form() -> None:
    """M v' = W - D v² with M = m + ρ V / 2: v = v_t tanh(t/τ), z = -v_t τ ln cosh(t/τ), τ = M / sqrt(W D).

    RK4 with h / τ = 1/400: some (h/τ)⁴ = 4e-11 of the length v_t τ.
    """
    vehicle, weight, mass, drag = sinking_sphere()
    limit, tau = np.sqrt(weight / drag), mass / np.sqrt(weight * drag)
    sim = Simulation(vehicle, Sea(RHO, G, surface=None), time_step=tau / 400.0)
    recording = sim.run(3.0 * tau)["ball"]
    t = recording.time / tau
    np.testing.assert_allclose(recording.velocity[:, 0, 2], -limit * np.tanh(t), rtol=0, atol=1e-10 * limit)
    np.testing.assert_allclose(
        recording.position[:, 0, 2], -limit * tau * np.log(np.cosh(t)), rtol=0, atol=1e-10 * limit * tau
    )
