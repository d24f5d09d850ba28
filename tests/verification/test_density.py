"""Added mass and damping go with the density of the water.

With ρ the density of the water and ρ_0 that for which the coefficients of a vehicle are given::

    M_A = (ρ / ρ_0) M_A,0        d(ν) = (ρ / ρ_0) d_0(ν)

so a run is that of a vehicle whose coefficients were multiplied by hand, to rounding: the engine multiplies a wrench
where the other run has multiplied coefficients. Forces whose coefficients have no density in them are not scaled.
"""

from typing import Any

import numpy as np
import pytest

import seaway as sw
from seaway import library, mesh
from seaway.control import Trim, linearize, trim
from seaway.errors import ModelError
from seaway.hydro import hydrostatics, with_displaced_fluid
from seaway.inertia import AddedMass
from seaway.vehicle import CrossFlow, DragArea, FinDerivatives, Hull, HullDamping, HullFriction, HullPressureDrag

RHO_0, RHO = 1000.0, 1028.0
FACTOR = RHO / RHO_0
ROUNDING = 1e-11

_random = np.random.default_rng(7)
_A = _random.normal(size=(6, 6))
M_A = 20.0 * np.eye(6) + _A @ _A.T
MODULUS, SIGNED = np.abs(_random.normal(size=(6, 6, 6))), 0.1 * _random.normal(size=(6, 6, 6))
BODY = sw.Inertial(sw.MassProperties.from_box((1.0, 0.6, 0.4), mass=200.0), sw.Pose((0.02, 0.0, -0.05)))


def vehicle(factor: float = 1.0, **changes: Any) -> sw.Vehicle:
    """A vehicle with every kind of coefficient, those that have a density in them times a factor."""
    parts: dict[str, Any] = {
        "buoyancy": sw.Buoyancy(0.2, shape=sw.Box((1.0, 0.6, 0.4))),
        "damping": (
            sw.Damping(factor * np.full(6, 20.0), factor * np.full(6, 50.0), modulus=factor * MODULUS),
            sw.Damping(factor * np.ones(6), signed=factor * SIGNED, position=(0.3, 0.0, 0.1)),
        ),
        "thrusters": sw.Thruster(
            "port", (-0.5, 0.1, 0), drive="lag", diameter=0.1, thrust_coefficient=0.01, time_constant=0.1
        ),
        "fins": (
            sw.Fin("rudder", (-0.4, 0, 0), 0.02, upward=(0, 1, 0)),
            FinDerivatives("plane", factor * np.array([0, 0, 9.0, 0, 4.0, 0])),
        ),
        "drag_areas": (
            DragArea((0.1, 0.2, 0.1), medium="water", linear=factor * 3.0),
            DragArea((0.1, 0.2, 0.1), medium="air", linear=1.0),
        ),
        "cross_flow": CrossFlow([-0.2, 0.0, 0.2], 0.05, 0.04),
    }
    return sw.Vehicle("v", BODY.with_added_mass(AddedMass(factor * M_A)), **(parts | changes))


def hull(factor: float = 1.0) -> Hull:
    forces = [
        HullFriction(length=1.0),
        HullPressureDrag(
            linear=factor * 80.0,
            quadratic=factor * 90.0,
            suction_linear=factor * 70.0,
            suction_quadratic=factor * 60.0,
        ),
        HullDamping(
            linear=factor * 5.0, quadratic=factor * 6.0, angular_linear=factor * 3.0, angular_quadratic=factor * 4.0
        ),
    ]
    return Hull(mesh.box((1.0, 0.6, 0.5)), forces=forces)


def moved(sim: sw.Simulation, steps: int = 60) -> np.ndarray:
    """State after some steps near the surface, and the accelerations there, (row, number)."""
    sim.step(actuators={"port": 100.0, "rudder": 0.2, "plane": 0.1}, count=steps)
    state = sim.state[0]
    return np.concatenate([state.position, state.orientation, state.velocity, sim.acceleration()[:, 0]], axis=1)


def started(own: sw.Vehicle, density: float, batch: int = 1) -> sw.Simulation:
    sim = sw.Simulation(own, sw.Sea(density=density, current=(0.2, 0.1, 0.0), wind=(4.0, 1.0)), batch=batch)
    sim.set_state(position=(0, 0, -0.02), velocity=(1.0, 0.3, -0.2, 0.1, 0.2, -0.3))
    return sim


@pytest.mark.parametrize("floats", ["volume", "hull"])
def test_a_vehicle_in_other_water_is_one_with_other_coefficients(floats: str) -> None:
    def own(factor: float) -> dict[str, Any]:
        return {"buoyancy": hull(factor)} if floats == "hull" else {}

    by_hand = moved(started(vehicle(FACTOR, **own(FACTOR)), RHO))
    found = moved(started(vehicle(reference_density=RHO_0, **own(1.0)), RHO))
    np.testing.assert_allclose(found, by_hand, rtol=0, atol=ROUNDING)
    unscaled = moved(started(vehicle(reference_density=RHO, **own(1.0)), RHO))
    assert np.max(np.abs(unscaled - by_hand)) > 1e-4


@pytest.mark.parametrize("reference", [None, RHO_0])
def test_the_density_of_the_start_is_that_of_the_coefficients_unless_one_is_given(reference: float | None) -> None:
    """Another density set before or in a run has the bits of a vehicle with that reference."""
    expected = moved(started(vehicle(reference_density=RHO_0), RHO))
    sim = started(vehicle(reference_density=reference), RHO_0)
    sim.set("sea.density", RHO)
    np.testing.assert_array_equal(moved(sim), expected)
    assert np.any(moved(started(vehicle(reference_density=reference), RHO_0)) != expected)


def test_in_the_middle_of_a_run() -> None:
    sim, by_hand = started(vehicle(), RHO_0), started(vehicle(), RHO_0)
    moved(sim), moved(by_hand)
    sim.set("sea.density", RHO)
    other = sw.Simulation(vehicle(FACTOR), sw.Sea(density=RHO, current=(0.2, 0.1, 0.0), wind=(4.0, 1.0)))
    state = by_hand.state[0]
    other.set_state(position=state.position[0], orientation=state.orientation[0], velocity=state.velocity[0])
    commands = {"port": 100.0, "rudder": 0.2, "plane": 0.1}
    other.to_steady_state(actuators=commands)
    sim.to_steady_state(actuators=commands)
    np.testing.assert_allclose(moved(sim), moved(other), rtol=0, atol=ROUNDING)


def test_each_row_has_its_own_and_is_the_single_run() -> None:
    densities = [990.0, RHO_0, 1013.0, RHO, 1040.0]
    sim = started(vehicle(reference_density=RHO_0), 950.0, batch=5)
    sim.set("sea.density", densities)
    batch = moved(sim)
    for row, density in enumerate(densities):
        np.testing.assert_array_equal(batch[row], moved(started(vehicle(reference_density=RHO_0), density))[0])
    sim.set("sea.density", RHO, rows=[2])
    np.testing.assert_array_equal(sim._engine.read(("body", 0), "density_ratio"), [0.99, 1.0, FACTOR, FACTOR, 1.04])


@pytest.mark.parametrize("together", [True, False])
def test_mass_and_density_set_together_or_one_after_the_other(together: bool) -> None:
    sim, given = started(vehicle(), RHO_0, batch=2), {"sea.density": RHO, "vehicle.added_mass.matrix": 1.5 * M_A}
    for each in [given] if together else [{key: value} for key, value in given.items()]:
        sim.set(each, rows=[1])
    more = vehicle(reference_density=RHO_0).replace(inertial=BODY.with_added_mass(AddedMass(1.5 * M_A)))
    expected = started(more, RHO)
    np.testing.assert_array_equal(moved(sim)[1], moved(expected)[0])


def vehicle_without_mass(density: float) -> sw.Vehicle:
    """Positive definite only where the added mass is small: one entry of it is negative."""
    added = AddedMass.from_coefficients(xx=-150.0)
    return sw.Vehicle("v", BODY.with_added_mass(added), reference_density=density)


def test_a_density_that_leaves_no_mass_is_refused_and_changes_nothing() -> None:
    sim = sw.Simulation(vehicle_without_mass(1000.0), sw.Sea(density=1000.0))
    before = sim.acceleration()
    with pytest.raises(ModelError, match="the smallest eigenvalue of the mass matrix of 'v' must be > 0, got -"):
        sim.set("sea.density", 2000.0)
    np.testing.assert_array_equal(sim.acceleration(), before)


@pytest.mark.parametrize("value", [0.0, -1.0, np.nan, np.inf])
def test_a_bad_density_is_refused(value: float) -> None:
    with pytest.raises(ModelError, match=r"the reference density of vehicle 'v' must be (> 0|finite) .kg/m3., got"):
        sw.Vehicle("v", BODY, reference_density=value)
    with pytest.raises(ModelError, match=r"'sea.density' must be (> 0|finite) .kg/m3., got"):
        sw.Simulation(sw.Vehicle("v", BODY)).set("sea.density", value)


def test_the_reference_density_cannot_be_set() -> None:
    sim = sw.Simulation(vehicle(reference_density=RHO_0))
    with pytest.raises(ModelError, match=r"'vehicle.reference_density' is structure"):
        sim.set("vehicle.reference_density", 1000.0)


# What is worked out of a vehicle


def test_a_library_vehicle_in_other_water() -> None:
    """The top speed does not change with the density: thrust and drag both go with it."""
    rov = library.entry("lrauv")
    assert rov.vehicle.reference_density == rov.sea.density == 1000.0
    calm = {"surface": None, "gravity": 0.0}
    speeds = []
    for density in (1000.0, 1025.0):
        sim = sw.Simulation(rov.vehicle, sw.Sea(density=density, **calm), time_step=0.05)
        (name,) = (thruster.name for thruster in rov.vehicle.thrusters)
        sim.step(actuators={name: 30.0}, count=8000)
        speeds.append(float(sim.state[0].velocity[0, 0]))
    assert speeds[0] == pytest.approx(speeds[1], rel=1e-6)
    assert speeds[0] > 0.5


def test_trim_plant_and_linear_model_have_the_scaled_mass() -> None:
    """The residual of a trim is M ν', and a free body accelerates by M^-1 f."""
    sea = sw.Sea(density=RHO, surface=None, gravity=0.0)
    given = vehicle(reference_density=RHO_0, thrusters=(), fins=(), cross_flow=None, drag_areas=())
    wrench = np.arange(1.0, 7.0)
    found = Trim.at(given, sea, wrench=wrench)
    np.testing.assert_allclose(found.residual, wrench, rtol=0, atol=1e-10)
    M = given.inertial.rigid_body_matrix() + FACTOR * M_A
    np.testing.assert_allclose(given.inertial_in(RHO).mass_matrix(), M, rtol=1e-14)
    model = linearize(trim(given, sea), inputs=("surge", "yaw"))
    np.testing.assert_allclose(model.B[-6:], np.linalg.inv(M)[:, [0, 5]], rtol=0, atol=1e-9)


def test_the_mass_matrix_of_hydrostatics_is_that_of_the_water() -> None:
    boat = sw.Vehicle("v", BODY.with_added_mass(AddedMass(M_A)), hull(), reference_density=RHO_0)
    rest = hydrostatics(boat, sw.Sea(density=RHO))
    scaled = hydrostatics(boat.replace(inertial=BODY.with_added_mass(AddedMass(FACTOR * M_A))), sw.Sea(density=RHO_0))
    assert rest.mass_matrix[0, 0] == pytest.approx(scaled.mass_matrix[0, 0], rel=1e-3)
    assert rest.mass_matrix[0, 0] > 200.0 + 1.01 * M_A[0, 0]


def test_displaced_fluid_is_given_for_the_reference_density() -> None:
    """In the sea for which it was asked the added mass is ρ V."""
    sea = sw.Sea(density=RHO, surface=None)
    for reference in (None, RHO_0):
        ball = sw.Vehicle("v", BODY, sw.Buoyancy(0.2), reference_density=reference)
        full = with_displaced_fluid(ball.replace(inertial=BODY), sea)
        added = full.inertial_in(RHO).added_mass_matrix()[0, 0]
        assert added == pytest.approx(RHO * 0.2, rel=1e-12)


def test_the_data_sheet_is_for_the_water_that_is_given() -> None:
    rov = library.entry("bluerov2")
    own, salt = (library.data_sheet(rov.vehicle, sw.Sea(density=rho)) for rho in (997.0, 1025.0))
    np.testing.assert_allclose(salt.drag, 1025.0 / 997.0 * own.drag, rtol=1e-12)
    assert salt.ratio.largest == pytest.approx(1025.0 / 997.0 * own.ratio.largest, rel=1e-12)


def test_energy_and_momentum_count_the_scaled_added_mass() -> None:
    given = vehicle(reference_density=RHO_0, damping=(), drag_areas=(), fins=(), thrusters=(), cross_flow=None)
    sim = sw.Simulation(given, sw.Sea(density=RHO, surface=None))
    nu = np.arange(1.0, 7.0)
    sim.set_state(velocity=nu)
    expected = 0.5 * nu @ (given.inertial.rigid_body_matrix() + FACTOR * M_A) @ nu
    assert float(sim.energy().kinetic[0, 0]) == pytest.approx(expected, rel=1e-13)
