"""What is copied, kept or sent elsewhere stands on its own."""

import copy
import pickle

import numpy as np
import pytest
from tests.unit.sim import ball, rov

from seaway.errors import ModelError, SimulationError
from seaway.sea import Current, Sea
from seaway.shapes import Cylinder
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping


def to_five(t: float, state) -> np.ndarray:
    wrench = np.zeros((1, 6))
    wrench[:, 0] = 10.0 * (5.0 - state[0].position[:, 0]) - 20.0 * state[0].velocity[:, 0]
    return wrench


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda sim: pickle.loads(pickle.dumps(sim))])  # noqa: S301
def test_a_copy_sees_its_own_state(copied) -> None:
    """Its controller steers by what it does itself, and ends where the original does."""
    sim = Simulation(rov(), Sea())
    sim.set_state(position=(0, 0, -10))
    other = copied(sim)
    other.run(5.0, to_five)
    assert sim.state.position[0, 0, 0] == 0.0
    sim.run(5.0, to_five)
    np.testing.assert_array_equal(other.state.position, sim.state.position)
    assert sim.state.position[0, 0, 0] > 1.0


def test_parameters_of_one_simulation_do_not_reach_another() -> None:
    vehicle = rov()
    one, other = (Simulation(vehicle, Sea(), batch=3) for _ in range(2))
    one.set("vehicle.inertia.mass", 20.0, rows=[0])
    one.set("vehicle.inertia.mass", 21.0, rows=[1])
    for sim in (one, other):
        sim.set_state(position=(0, 0, -10))
        sim.step([10, 0, 0, 0, 0, 0])
    assert len(set(one.state.velocity[:, 0, 0].tolist())) == 3
    assert len(set(other.state.velocity[:, 0, 0].tolist())) == 1


def test_a_snapshot_belongs_to_its_kind_of_simulation() -> None:
    kept = Simulation(ball("a"), time_step=0.01).snapshot()
    with pytest.raises(
        ModelError, match=r"a snapshot of a in steps of 0.01 s cannot be restored .* b in steps of 0.1 s"
    ):
        Simulation(ball("b"), time_step=0.1).restore(kept)


def test_a_snapshot_keeps_what_reset_returns_to() -> None:
    sim = Simulation(ball())
    sim.set_state(position=(0, 0, -1))
    kept = sim.snapshot()
    sim.set_state(position=(0, 0, -2))
    sim.restore(kept)
    sim.step()
    sim.reset()
    assert sim.state.position[0, 0, 2] == -1.0


def test_damping_that_drives_is_named() -> None:
    """No step helps, so none is advised."""
    sim = Simulation(ball(damping=Damping(linear=[-40] * 6, quadratic=[-50] * 6)), Sea(surface=None, gravity=0.0))
    sim.set_state(velocity=[1, 0, 0, 0, 0, 0])
    with pytest.raises(SimulationError, match="its damping adds energy: check its signs"):
        sim.run(100.0, record=())


def test_stiff_damping_is_named_where_the_vehicle_has_flown_out_of_the_water() -> None:
    """There it is not damped any more; it is judged as if it were under water."""
    sim = Simulation(rov(damping=Damping(linear=[4000] * 6)), Sea(), time_step=0.02)
    sim.set_state(position=(0, 0, 50), velocity=[9e5, 0, 0, 9e4, 0, 0])
    with pytest.raises(SimulationError, match=r"its damping is stiff: .* Try a time step of at most"):
        sim.step([0, 0, 0, 1e9, 0, 0], count=100)


def test_a_body_in_the_air_does_not_feel_the_current() -> None:
    """Whatever its added mass: it falls as past still water."""
    tide = Current([[0.0, 0.0, 0.0], [3.0, 1.0, 0.0]], times=[0.0, 1.0])
    sims = [Simulation(rov(), Sea(current=current)) for current in (None, tide)]
    for sim in sims:
        sim.set_state(position=(0, 0, 30), rpy=(0.3, 0.2, 0.1))
        sim.run(1.0, record=())
    np.testing.assert_array_equal(sims[1].state.position, sims[0].state.position)
    np.testing.assert_array_equal(sims[1].state.velocity, sims[0].state.velocity)


def test_a_wrench_that_may_be_for_rows_or_for_vehicles_is_refused() -> None:
    sim = Simulation([ball("a"), ball("b")], batch=2)
    with pytest.raises(
        ModelError, match=r"of the shape \(2, 6\) is ambiguous: one for each run, or one for each vehicle"
    ):
        sim.step(np.zeros((2, 6)))


def test_stiffness_is_the_damping_over_the_mass() -> None:
    """2 kg with 30 N s/m and no added mass: 15 1/s."""
    sim = Simulation(ball(damping=Damping(linear=[30, 0, 0, 0, 0, 0])), batch=2)
    assert sim.stiffness().tolist() == [[pytest.approx(15.0)], [pytest.approx(15.0)]]


def test_what_was_recorded_goes_with_any_exception() -> None:
    def controller(t: float, state) -> np.ndarray:
        if t > 0.045:
            raise KeyboardInterrupt
        return np.zeros(6)

    with pytest.raises(KeyboardInterrupt) as caught:
        Simulation(ball()).run(1.0, controller)
    assert caught.value.recording.time[-1] == pytest.approx(0.04)  # type: ignore[attr-defined]


def test_a_dry_cylinder_falls_straight() -> None:
    """Its bounding sphere meets the surface, the cylinder does not."""
    sim = Simulation(rov(buoyancy=Buoyancy(shape=Cylinder(radius=0.3, length=0.8))), Sea())
    sim.set_state(position=(0, 0, 0.48), rpy=(0, 0.3, 0))
    assert sim.wet_fraction()[0, 0] == 0.0
    assert not np.any(sim.forces()["buoyancy"])
