"""Rows that stop: what is said, what is kept, and that the others do not notice."""

import re

import numpy as np
import pytest
from tests.unit.sim import SPACE, ball, rov

from seaway.engine._engine import LARGEST_SPEED
from seaway.errors import SimulationError
from seaway.sea import Sea
from seaway.sim import Recording, Simulation
from seaway.sim._flags import Status
from seaway.sim._status import STABILITY_LIMIT, stiffness
from seaway.vehicle import Actuation, Damping, Thruster, Vehicle

STEP = 0.01
SUGGESTED = re.compile(r"Try a time step of at most (\S+) s")


def stiff(rate: float, name: str = "stiff") -> Vehicle:
    """A ball of 2 kg whose surge decays with exp(-rate t)."""
    return ball(name, damping=Damping([2.0 * rate, 0, 0, 0, 0, 0]))


def moving(vehicle: Vehicle | list[Vehicle], batch: int = 1, time_step: float = STEP, **more: object) -> Simulation:
    sim = Simulation(vehicle, SPACE, time_step, batch, **more)  # type: ignore[arg-type]
    for name in sim.names:
        sim.set_state(name, velocity=[1, 0.5, 0, 0, 0, 0.25])
    return sim


def states(sim: Simulation) -> np.ndarray:
    return np.concatenate([sim.state.position, sim.state.orientation, sim.state.velocity], axis=-1)


# What is said


def test_the_message_names_row_vehicle_time_rule_and_step() -> None:
    sim = moving(stiff(500.0, "rov"))
    with pytest.raises(SimulationError) as caught:
        sim.run(10.0)
    time = float(sim.state.time[0])
    assert 0.0 < time < 10.0
    text = str(caught.value)
    assert text.startswith(
        "run 0 of 1: the motion of vehicle 'rov' is not finite, or exceeds 1e+06 m/s or rad/s, "
        f"after t = {time:.6g} s; "
        "its damping is stiff"
    )
    assert "h |λ| must be < 2.785 for rk4, got 5." in text
    assert SUGGESTED.search(text) is not None
    assert caught.value.rows == (0,)


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit_euler"])
@pytest.mark.parametrize("rate", [500.0, 300.0, 348.0, 999.8, 777.7])
def test_with_the_step_of_the_message_it_is_stable(rate: float, integrator: str) -> None:
    """However the number in the message is rounded: the motion decays, and does not grow slowly."""
    sim = moving(stiff(rate), integrator=integrator)
    with pytest.raises(SimulationError, match="its damping is stiff") as caught:
        sim.run(20.0)
    suggested = SUGGESTED.search(str(caught.value))
    assert suggested is not None
    time_step = float(suggested[1])
    assert time_step > 0.99 * STABILITY_LIMIT[integrator] / rate  # and not smaller than it need be
    again = moving(stiff(rate), time_step=time_step, integrator=integrator)
    again.step(count=10_000)
    assert abs(again.state.velocity[0, 0, 0]) < 1.01


@pytest.mark.parametrize(("integrator", "limit"), [("rk4", 2.785), ("semi_implicit_euler", 2.0)])
def test_the_limit_is_that_of_the_scheme(integrator: str, limit: float) -> None:
    below, above = (moving(stiff(share * limit / STEP), integrator=integrator) for share in (0.99, 1.01))
    below.step(count=200)
    above.step(count=200)
    assert abs(below.state.velocity[0, 0, 0]) < 0.2
    assert abs(above.state.velocity[0, 0, 0]) > 1.0
    with pytest.raises(SimulationError, match=rf"h \|λ\| must be < {limit:g} for {integrator}"):
        above.run(1000.0, record=())


def test_stiff_only_at_speed() -> None:
    """With 100 N s²/m² on 2 kg, |λ| = 100 |u|: at rest nothing is stiff, at 1 m/s it is 100 1/s."""
    sim = moving(ball(damping=Damping(quadratic=[100, 0, 0, 0, 0, 0])))
    sim.set_state(velocity=[50, 0, 0, 0, 0, 0])
    with pytest.raises(SimulationError, match="its damping is stiff at speed") as caught:
        sim.run(10.0)
    text = str(caught.value)
    assert "h |λ| must be < 2.785 for rk4, which holds only below about" in text
    assert "Try a smaller time step" in text
    speed = re.search(r"below about (\S+) m/s", text)
    assert speed is not None
    assert float(speed[1]) == pytest.approx(2.785, rel=0.01)


def test_a_wrench_without_end_is_not_blamed_on_damping() -> None:
    sim = Simulation(ball(damping=Damping(np.ones(6))), SPACE, STEP)
    with pytest.raises(SimulationError, match=r"its damping is not stiff .*largest entry of its command is 1e\+308"):
        sim.run(1e4, lambda t, state: [1e308, 0, 0, 0, 0, 0], record=())


def test_a_body_without_damping_is_not_told_of_its_damping() -> None:
    """A controller with too large a gain for the step drives it."""
    sim = moving(ball())
    with pytest.raises(SimulationError) as caught:
        sim.run(100.0, lambda t, state: -2000.0 * state.velocity)
    assert "its damping is stiff" not in str(caught.value)


def test_a_lag_too_short_for_the_step_is_named() -> None:
    """T x' = command - x is stiff as damping is: with T = 1 ms, h/T is 10."""
    sim = Simulation(ball(actuation=Actuation(time_constant=0.001)), SPACE, STEP)
    with pytest.raises(SimulationError, match="time constant"):
        sim.run(100.0, lambda t, state: [1, 0, 0, 0, 0, 0])


def test_a_lag_that_was_set_is_named_too() -> None:
    """In the row that has it."""
    propeller = Thruster("main", (0, 0, 0), drive="lag", time_constant=0.5, diameter=0.1, thrust_coefficient=0.01)
    sim = Simulation(ball(thrusters=propeller), SPACE, STEP, 2)
    sim.set("vehicle.thruster.main.time_constant", [0.5, 0.001])
    with pytest.raises(SimulationError, match=r"^run 1 of 2: .* time constant 0.001 s of a thruster's drive is stiff"):
        sim.step(actuators=[10.0], count=1000)


def test_many_rows_are_not_all_named() -> None:
    sim = moving(stiff(500.0), batch=20)
    with pytest.raises(
        SimulationError, match=r"^runs 0, 1, 2, 3, 4, 5, 6, 7, \.\.\. of 20: .* first in run 0; "
    ) as caught:
        sim.run(10.0)
    assert caught.value.rows == tuple(range(20))


def test_stiffness_is_the_largest_eigenvalue() -> None:
    sim = moving(ball(damping=Damping([20.0, 40.0, 60.0, 0, 0, 0], quadratic=[100.0, 0, 0, 0, 0, 0])))
    engine = sim._engine
    assert stiffness(engine, 0, 0, np.zeros(6)) == pytest.approx(30.0)
    assert stiffness(engine, 0, 0, np.array([1.0, 0, 0, 0, 0, 0])) == pytest.approx(110.0)
    assert sim.state.velocity[0, 0, 0] == 1.0


# What is kept


def mixed(rates: tuple[float, ...]) -> Simulation:
    """Rows with dampings of their own."""
    sim = moving(stiff(1.0), batch=len(rates))
    D = np.zeros((len(rates), 6, 6))
    D[:, 0, 0] = 2.0 * np.array(rates)
    sim.set("vehicle.damping.linear", D)
    return sim


def test_the_other_rows_go_on_with_the_same_bits() -> None:
    together, without = mixed((1.0, 500.0, 3.0)), mixed((1.0, 3.0))
    with pytest.raises(SimulationError, match=r"^run 1 of 3: ") as caught:
        together.run(10.0)
    expected = without.run(10.0)
    np.testing.assert_array_equal(states(together)[[0, 2]], states(without))
    np.testing.assert_array_equal(together.state.time[[0, 2]], [10.0, 10.0])
    recording = caught.value.recording
    assert isinstance(recording, Recording)
    np.testing.assert_array_equal(recording.time, expected.time)
    for name in ("position", "orientation", "velocity"):
        np.testing.assert_array_equal(recording.variables[name][:, [0, 2]], expected.variables[name])


def test_a_stopped_row_repeats_its_last_finite_state() -> None:
    sim = mixed((1.0, 500.0))
    recording = sim.run(10.0, throw=False)
    time = recording.stop_times[1]
    assert np.isnan(recording.stop_times[0])
    assert 0.0 < time < 10.0
    assert sim.state.time[1] == time
    assert recording.status.tolist() == [[0], [Status.NOT_FINITE]]
    assert np.isfinite(recording.velocity).all()
    after = recording.velocity[recording.time >= time, 1]
    assert len(after) > 100
    assert np.all(after == sim.state.velocity[1])
    assert 1e4 < np.abs(after[0, 0, 0]) < LARGEST_SPEED


def test_the_lag_of_a_stopped_row_is_finite_too() -> None:
    """So that the row can go on once it is set again."""
    sim = Simulation(ball(actuation=Actuation(time_constant=0.001)), SPACE, STEP)
    sim.step([1, 0, 0, 0, 0, 0], count=10_000, throw=False)
    assert sim.status.tolist() == [[Status.NOT_FINITE]]
    assert np.isfinite(sim.state.internal).all()


def test_without_throwing_the_status_tells() -> None:
    sim = mixed((1.0, 500.0))
    sim.step(count=1000, throw=False)
    assert sim.status.tolist() == [[0], [Status.NOT_FINITE]]
    np.testing.assert_array_equal(sim.state.time == 10.0, [True, False])
    assert sim.time == 10.0


def test_a_step_throws_after_all_rows_have_passed_it() -> None:
    sim, other = mixed((500.0, 1.0)), mixed((1.0,))
    with pytest.raises(SimulationError, match=r"^run 0 of 2: ") as caught:
        sim.step(count=1000)
    assert caught.value.recording is None
    other.step(count=1000)
    np.testing.assert_array_equal(states(sim)[1], states(other)[0])


def test_a_run_ends_when_all_rows_have_stopped() -> None:
    sim = moving(stiff(500.0), batch=2)
    told: list[tuple[float, float]] = []
    recording = sim.run(1e4, record_period=1.0, throw=False, progress=lambda *t: told.append(t))
    assert len(recording.time) < 20
    np.testing.assert_array_equal(recording.stop_times, sim.state.time)
    assert told[-1][0] < told[-1][1] == 1e4


def test_a_stopped_row_is_skipped_until_it_is_set_again() -> None:
    sim = mixed((1.0, 500.0))
    sim.run(10.0, throw=False)
    stopped = states(sim)[1]
    sim.step(count=10, throw=False)
    np.testing.assert_array_equal(states(sim)[1], stopped)
    with pytest.raises(SimulationError, match=r"^run 1 of 2"):
        sim.step()
    sim.set("vehicle.damping.linear", np.eye(6), rows=1)
    sim.set_state(velocity=[1, 0, 0, 0, 0, 0], rows=1)
    assert not sim.status.any()
    sim.step(count=10)
    assert 0.0 < sim.state.velocity[1, 0, 0] < 1.0


def test_a_stopped_row_goes_on_after_a_reset() -> None:
    sim = mixed((1.0, 500.0))
    sim.run(10.0, throw=False)
    sim.reset(1)
    assert not sim.status.any()
    assert sim.state.time[1] == 0.0
    sim.step()
    assert sim.state.time[1] == STEP
    sim.run(10.0, throw=False)
    sim.reset()
    assert not sim.status.any()


def test_all_vehicles_of_a_row_stop_at_the_same_step() -> None:
    for order in (("calm", "stiff"), ("stiff", "calm")):
        vehicles = [stiff(500.0 if name == "stiff" else 1.0, name) for name in order]
        sim = moving(vehicles, batch=2)
        sim.set_state("stiff", velocity=np.zeros(6), rows=1)
        with pytest.raises(SimulationError, match=r"^run 0 of 2: the motion of vehicle 'stiff' is not finite"):
            sim.step(count=1000)
        assert sim.status[0, order.index("stiff")] == Status.NOT_FINITE
        assert sim.status[0, order.index("calm")] == 0
        alone = moving(stiff(1.0, "calm"))
        alone.step(count=round(sim.state.time[0] / STEP))
        np.testing.assert_array_equal(sim.state["calm"].velocity[0], alone.state["calm"].velocity[0])
        np.testing.assert_array_equal(sim.state["calm"].position[0], alone.state["calm"].position[0])
        # Putting the other one somewhere does not free the row.
        sim.set_state("calm", velocity=np.zeros(6))
        with pytest.raises(SimulationError, match="vehicle 'stiff'"):
            sim.step()


def test_a_snapshot_takes_a_stopped_row_back() -> None:
    sim = mixed((1.0, 500.0))
    snapshot = sim.snapshot()
    sim.run(10.0, throw=False)
    sim.restore(snapshot)
    assert not sim.status.any()
    assert sim.state.time.tolist() == [0.0, 0.0]


def test_nothing_is_wrong_in_a_sound_run() -> None:
    sim = Simulation(rov(), Sea(), STEP, 3)
    recording = sim.run(1.0)
    assert not recording.status.any()
    assert np.isnan(recording.stop_times).all()
