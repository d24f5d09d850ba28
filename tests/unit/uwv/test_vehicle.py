"""Parameters of uwv_dynamic_model as a Vehicle of the simulation."""

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.uwv import ModelType, Parameters, UwvSimulation

DENSITY, GRAVITY = 1030.0, 9.78


def parameters(model_type: ModelType) -> Parameters:
    random = np.random.default_rng(3)

    def positive_definite(scale: float) -> np.ndarray:
        A = random.normal(size=(6, 6))
        return scale * (A @ A.T + 6.0 * np.eye(6))

    return Parameters(
        model_type,
        positive_definite(10.0) + np.diag([50.0] * 3 + [5.0] * 3),
        [positive_definite(3.0) for _ in range(6 if model_type is ModelType.COMPLEX else 2)],
        center_of_buoyancy=(0.01, -0.02, 0.1),
        center_of_gravity=(0.02, 0.01, -0.05),
        weight=500.0,
        buoyancy=510.0,
    )


@pytest.mark.parametrize("model_type", ModelType)
def test_it_moves_as_the_model_does(model_type: ModelType) -> None:
    """Both add the same numbers in another order: 1e-12 of motions of some metres."""
    given = parameters(model_type)
    model = UwvSimulation(given, sampling_time=0.01, simulations_per_cycle=1)
    sea = Sea(DENSITY, GRAVITY, surface=None)
    sim = Simulation(given.vehicle("uwv", DENSITY, GRAVITY), sea, time_step=0.01)
    model.set_state(linear_velocity=(1.0, -0.3, 0.2), angular_velocity=(0.1, 0.2, -0.3))
    sim.set_state(velocity=(1.0, -0.3, 0.2, 0.1, 0.2, -0.3))
    effort = np.array([30.0, -10.0, 5.0, 1.0, -2.0, 3.0])
    for _ in range(300):
        model.send_effort(effort)
        sim.step(effort)
    state = sim.state["uwv"]
    np.testing.assert_allclose(state.position[0], model.state.position, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(state.orientation[0], model.state.orientation, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(state.velocity[0, :3], model.state.linear_velocity, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(state.velocity[0, 3:], model.state.angular_velocity, rtol=0.0, atol=1e-12)
    assert float(np.linalg.norm(model.state.position)) > 0.5


def test_its_mass_and_volume_are_those_of_weight_and_buoyancy() -> None:
    given = parameters(ModelType.INTERMEDIATE)
    vehicle = given.vehicle("uwv", DENSITY, GRAVITY)
    assert vehicle.inertial.mass == 500.0 / GRAVITY
    assert vehicle.buoyancy is not None
    assert vehicle.buoyancy.volume == 510.0 / (DENSITY * GRAVITY)
    np.testing.assert_allclose(vehicle.inertial.mass_matrix(), given.inertia_matrix, rtol=0.0, atol=1e-12)


def test_a_current_carries_it_along() -> None:
    """In a steady current the motion is that seen from a frame that drifts with it."""
    vehicle = parameters(ModelType.COMPLEX).vehicle("uwv", DENSITY, GRAVITY)
    still = Simulation(vehicle, Sea(DENSITY, GRAVITY, surface=None), time_step=0.01)
    drifting = Simulation(vehicle, Sea(DENSITY, GRAVITY, surface=None, current=(0.4, 0.2, 0.0)), time_step=0.01)
    drifting.set_state(velocity=(0.4, 0.2, 0.0, 0.0, 0.0, 0.0))
    for sim in (still, drifting):
        sim.step([30.0, 0.0, 0.0, 0.0, 0.0, 2.0], count=200)
    moved = drifting.state["uwv"].position[0] - still.state["uwv"].position[0]
    # RK4 of step 0.01 s is not Galilean to the last digit where the body turns.
    np.testing.assert_allclose(moved, [0.8, 0.4, 0.0], rtol=0.0, atol=1e-8)


def test_locked_degrees_of_freedom_are_refused() -> None:
    given = Parameters(inertia_matrix=np.eye(6), locked=(3,))
    with pytest.raises(ModelError, match=r"a Vehicle has no locked degrees of freedom, got locked=\(3,\)"):
        given.vehicle("uwv")
