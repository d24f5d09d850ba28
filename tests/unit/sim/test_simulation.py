"""What a user tells a simulation, and what it does."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.unit.sim import SPACE, actuated, ball, rov

from seaway.errors import ModelError, SeawayWarning, SimulationError
from seaway.forces import FORCES
from seaway.frames import Pose, quaternion_from_rpy
from seaway.kernels.waves import CHANNELS
from seaway.sea import Current, Jonswap, Sea, Waves
from seaway.shapes import Box, Sphere
from seaway.sim import Command, Simulation, State
from seaway.sim._flags import Status
from seaway.vehicle import Actuation, Buoyancy, Damping, DragArea

WAVY = Sea(current=Current([[0.2, 0.0, 0.0], [0.0, -0.3, 0.1]], times=[0.0, 2.0]))

SWELL = Waves.regular(1.0, 8.0, direction=0.3, phase=0.7)


def states(sim: Simulation) -> np.ndarray:
    """All numbers of the state, (batch, vehicle, k)."""
    state = sim.state
    return np.concatenate([state.position, state.orientation, state.velocity, state.internal], axis=-1)


def pushed(t: float, state: State) -> np.ndarray:
    """A controller that looks at time and state."""
    wrench = -5.0 * state.velocity
    wrench[..., 0] += 20.0 * math.sin(3.0 * t)
    return wrench


# Construction


def test_defaults() -> None:
    sim = Simulation(ball())
    assert (sim.batch, sim.time_step, sim.time, sim.names) == (1, 0.01, 0.0, ("ball",))
    assert sim.sea.density == 1025.0
    assert sim.status.tolist() == [[0]]
    np.testing.assert_array_equal(sim.state.position, np.zeros((1, 1, 3)))
    np.testing.assert_array_equal(sim.state.orientation, [[[1.0, 0.0, 0.0, 0.0]]])
    np.testing.assert_array_equal(sim.state.velocity, np.zeros((1, 1, 6)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"vehicles": []}, "a simulation needs at least one vehicle"),
        ({"vehicles": [ball(), 5.5]}, "vehicles must be a Vehicle or several, got 5.5"),
        ({"vehicles": 5.5}, "vehicles must be a Vehicle or several, got 5.5"),
        ({"vehicles": [ball("a"), ball("b"), ball("a")]}, "vehicles must have different names, got 'a' 2 times"),
        ({"sea": 1025.0}, "sea must be a Sea, got 1025.0"),
        ({"integrator": "euler"}, "no integrator named 'euler'; choose one of: rk4, semi_implicit_euler"),
        ({"time_step": 0.0}, r"the time step \[s\] must be finite and > 0, got 0"),
        ({"time_step": -0.25}, r"the time step \[s\] must be finite and > 0, got -0.25"),
        ({"time_step": math.nan}, r"the time step \[s\] must be finite and > 0, got nan"),
        ({"time_step": "short"}, r"the time step \[s\] must be numbers, got 'short'"),
        ({"batch": 0}, "batch, the number of runs, must be a whole number >= 1, got 0"),
        ({"batch": -7}, "must be a whole number >= 1, got -7"),
        ({"batch": 2.5}, "must be a whole number >= 1, got 2.5"),
        ({"batch": True}, "must be a whole number >= 1, got True"),
        ({"start_time": math.inf}, r"the start time \[s\] must be finite, got inf"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Simulation(**{"vehicles": ball(), **arguments})


# State


def test_what_is_not_given_stays() -> None:
    sim = Simulation([ball("a"), ball("b")], batch=2)
    sim.set_state("b", position=[1, 2, 3], velocity=np.arange(6))
    sim.set_state("b", position=[[4, 5, 6], [7, 8, 9]])
    np.testing.assert_array_equal(sim.state["b"].position, [[4, 5, 6], [7, 8, 9]])
    np.testing.assert_array_equal(sim.state["b"].velocity, [np.arange(6.0)] * 2)
    np.testing.assert_array_equal(sim.state["a"].position, np.zeros((2, 3)))
    sim.set_state(1, velocity=np.zeros(6))
    assert not sim.state.velocity.any()


def test_orientations_are_normalized_and_may_be_given_as_angles() -> None:
    sim = Simulation(ball(), batch=2)
    sim.set_state(orientation=[[2, 0, 0, 0], [0, 3, 0, 4]])
    np.testing.assert_allclose(sim.state["ball"].orientation, [[1, 0, 0, 0], [0, 0.6, 0, 0.8]], rtol=1e-15)
    rpy = [[0.1, -0.2, 0.3], [0.0, 0.5, -3.0]]
    sim.set_state(rpy=rpy)
    np.testing.assert_allclose(sim.state["ball"].orientation, quaternion_from_rpy(rpy), rtol=1e-15)
    np.testing.assert_allclose(sim.state["ball"].rpy, rpy, atol=1e-14)


@pytest.mark.parametrize(
    "rows", [2, [2], np.array([2]), np.int64(2), [False, False, True, False], np.array([0, 0, 1, 0], dtype=bool)]
)
def test_one_row(rows: object) -> None:
    sim = Simulation(ball(), batch=4)
    sim.set_state(position=[1, 1, 1], rows=rows)
    np.testing.assert_array_equal(sim.state["ball"].position[:, 0], [0, 0, 1, 0])


def test_several_rows_in_any_order() -> None:
    sim = Simulation(ball(), batch=4)
    sim.set_state(position=[[1, 0, 0], [2, 0, 0]], rows=[3, 0])
    np.testing.assert_array_equal(sim.state["ball"].position[:, 0], [2, 0, 0, 1])


@pytest.mark.parametrize("rows", [[], np.zeros(4, dtype=bool), np.array([], dtype=int)])
def test_no_rows_at_all_change_nothing(rows: object) -> None:
    sim = Simulation(ball(), batch=4)
    sim.set_state(position=[1, 1, 1], rows=rows)
    sim.reset(rows)
    sim.set("vehicle.inertia.mass", 5.0, rows=rows)
    assert not sim.state.position.any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"vehicle": "auv"}, "no vehicle named 'auv'; there are: a, b"),
        ({"vehicle": 2}, "the index of a vehicle must be from 0 to 1, got 2; there are: a, b"),
        ({"vehicle": -1}, "must be from 0 to 1, got -1"),
        ({"orientation": [1, 0, 0, 0], "rpy": [0, 0, 0]}, "give either an orientation or rpy, not both"),
        ({"position": [1, 2]}, r"the position must be numbers of the shape \(3,\) or \(3, 3\), got \[1, 2\]"),
        ({"position": np.zeros((2, 3))}, r"the position must be numbers of the shape \(3,\) or \(3, 3\)"),
        ({"position": "here"}, r"the position must be numbers .* got 'here'"),
        ({"velocity": [0, 0, math.nan, 0, 0, 0]}, "the velocity must be finite, got nan"),
        ({"rpy": [0, math.inf, 0]}, r"\(roll, pitch, yaw\) must be finite, got inf"),
        ({"orientation": [0, 0, 0, 0]}, "quaternion"),
        ({"orientation": [1, 0, 0]}, r"the orientation must be numbers of the shape \(4,\) or \(3, 4\)"),
        ({"position": [0, 0, 0], "rows": 3}, "rows must be from 0 to 2, got 3"),
        ({"position": [0, 0, 0], "rows": [0, -1]}, "rows must be from 0 to 2, got -1"),
        ({"position": np.eye(3), "rows": [2, 0, 2]}, "rows must not repeat, got 2 more than once"),
        ({"position": [0, 0, 0], "rows": [True, False]}, r"rows as a mask must have the shape \(3,\), got \(2,\)"),
        ({"position": [0, 0, 0], "rows": 1.5}, "rows must be an index, indices or a mask, got 1.5"),
        ({"position": [0, 0, 0], "rows": [[0]]}, r"rows must be an index, indices or a mask, got \[\[0\]\]"),
        ({"position": np.zeros((3, 3)), "rows": [0, 1]}, r"shape \(3,\) or \(2, 3\)"),
    ],
)
def test_bad_states_are_refused_and_change_nothing(arguments: dict, message: str) -> None:
    sim = Simulation([ball("a"), ball("b")], batch=3)
    before = states(sim)
    with pytest.raises(ModelError, match=message):
        sim.set_state(**{"velocity": np.ones(6), **arguments})
    np.testing.assert_array_equal(states(sim), before)


def test_the_state_is_a_copy_of_its_moment() -> None:
    """Neither do steps change it, nor does writing to it change the simulation."""
    sim = Simulation(ball(), SPACE)
    sim.set_state(velocity=[1, 0, 0, 0, 0, 0])
    kept, of_ball = sim.state, sim.state["ball"]
    sim.step(count=100)
    assert sim.state.position[0, 0, 0] == sim.state["ball"].position[0, 0] == pytest.approx(1.0)
    assert sim.state.time[0] == 1.0
    assert (kept.position[0, 0, 0], of_ball.position[0, 0], kept.time[0]) == (0.0, 0.0, 0.0)
    now = sim.state
    for array in (now.position, now.orientation, now.velocity, now.time, now["ball"].position):
        array[...] = 7.0
    assert sim.state.position[0, 0, 0] == pytest.approx(1.0)
    assert (sim.state.velocity[0, 0, 0], sim.state.time[0]) == (1.0, 1.0)


def test_the_internal_state_is_that_of_the_actuation() -> None:
    assert Simulation(ball()).state.internal.shape == (1, 1, 0)
    sim = Simulation([ball("a", actuation=Actuation(time_constant=1.0, rate_limit=50.0)), ball("b")], SPACE, 0.1, 2)
    assert sim.state.internal.shape == (2, 2, 12)
    sim.step([10, 0, 0, 0, 0, 0])
    lagged, slewed = sim.state["a"].internal[:, 0], sim.state["a"].internal[:, 6]
    np.testing.assert_allclose(lagged, 5.0 * (1.0 - math.exp(-0.1)), rtol=1e-6)
    np.testing.assert_array_equal(slewed, 5.0)
    assert not sim.state["b"].internal.any()


def test_a_vehicle_that_is_not_there() -> None:
    with pytest.raises(ModelError, match="no vehicle named 'auv'; there are: ball"):
        Simulation(ball()).state["auv"]


# Steps and runs


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit_euler"])
@pytest.mark.parametrize("batch", [1, 40])
def test_a_run_is_so_many_steps(integrator: str, batch: int) -> None:
    """Bit for bit, in one call or in many, on one core or on several."""
    sims = [Simulation(rov(actuation=actuated()), WAVY, 0.02, batch, integrator) for _ in range(4)]
    for sim in sims:
        sim.set_state(rpy=[0.2, 0.1, 0.0], velocity=[0.5, 0, 0.1, 0.2, 0.1, 0.3])
        sim.set_wrench(force=[3, 0, 0], axes="world", point=[0.1, 0.2, 0.0])
    sims[0].run(1.0)
    sims[1].step(count=50)
    for _ in range(50):
        sims[2].step()
    sims[3].run(0.4, record="energy", record_period=0.1)
    sims[3].run(0.6, progress=lambda done, total: None)
    for sim in sims[1:]:
        np.testing.assert_array_equal(states(sim), states(sims[0]))
        assert sim.time == sims[0].time == 1.0


def test_a_controlled_run_is_so_many_steps() -> None:
    one, other = (Simulation(rov(actuation=actuated()), WAVY, 0.02, 3) for _ in range(2))
    one.run(1.0, pushed, control_period=0.1, record_period=0.06)
    for n in range(50):
        if n % 5 == 0:
            wrench = pushed(other.time, other.state)
        other.step(wrench)
    np.testing.assert_array_equal(states(one), states(other))


def test_a_step_without_a_wrench_lets_go() -> None:
    """The command is held within a call, not over the next."""
    sim = Simulation(ball(), SPACE, 0.1)
    sim.step([2, 0, 0, 0, 0, 0], count=5)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(0.5)
    sim.step(count=5)
    sim.run(0.5)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(0.5)


@pytest.mark.parametrize("count", [-1, 2.5])
def test_a_number_of_steps_that_cannot_be(count: float) -> None:
    sim = Simulation(ball())
    with pytest.raises(ModelError, match=str(count)):
        sim.step(count=count)  # type: ignore[arg-type]
    assert sim.time == 0.0


@pytest.mark.parametrize(
    ("duration", "time_step", "steps"),
    [(0.3, 0.1, 3), (0.7, 0.1, 7), (0.25, 0.1, 3), (0.201, 0.1, 3), (0.0, 0.1, 0), (1e-9, 0.1, 1), (1.1, 0.1, 11)],
)
def test_durations_are_rounded_up_to_whole_steps(duration: float, time_step: float, steps: int) -> None:
    sim = Simulation(ball(), time_step=time_step)
    recording = sim.run(duration)
    assert sim.time == steps * time_step
    np.testing.assert_array_equal(recording.time, np.arange(steps + 1) * time_step)


@pytest.mark.parametrize("duration", [-0.5, math.nan, math.inf])
def test_a_duration_that_cannot_be(duration: float) -> None:
    with pytest.raises(ModelError, match=rf"the duration .*must be .*got {duration}"):
        Simulation(ball()).run(duration)


def test_the_controller_is_called_when_its_period_begins() -> None:
    """At exact multiples of the step, counted from the start of the run; its command is held between."""
    calls: list[float] = []

    def controller(t: float, state: State) -> list[float]:
        calls.append(t)
        assert state.time[0] == t
        return [len(calls), 0, 0, 0, 0, 0]

    sim = Simulation(ball(), SPACE, 0.01, start_time=2.0)
    recording = sim.run(0.12, controller, control_period=0.05, record=["state", "command"])
    assert calls == [2.0 + n * 0.01 for n in (0, 5, 10)]
    np.testing.assert_array_equal(recording.command[:, 0, 0, 0], [1] * 5 + [2] * 5 + [3] * 3)
    sim.run(0.02, controller)
    assert calls[3:] == [2.0 + n * 0.01 for n in (12, 13)]


@pytest.mark.parametrize("name", ["control_period", "record_period"])
@pytest.mark.parametrize(
    ("period", "message"),
    [
        (0.025, "must be a whole number of steps of 0.01 s, got 0.025 s; the nearest is 0.02 s"),
        (0.001, "must be a whole number of steps of 0.01 s, got 0.001 s; the nearest is 0.01 s"),
        (0.0, r"\[s\] must be finite and > 0, got 0"),
        (-1.0, r"\[s\] must be finite and > 0, got -1"),
    ],
)
def test_periods_are_whole_numbers_of_steps(name: str, period: float, message: str) -> None:
    sim = Simulation(ball())
    with pytest.raises(ModelError, match=f"{name} {message}"):
        sim.run(1.0, **{name: period})
    assert sim.time == 0.0


def test_samples_with_the_first_and_the_last() -> None:
    sim = Simulation(ball(), SPACE, 0.01)
    sim.set_state(velocity=[1, 0, 0, 0, 0, 0])
    recording = sim.run(0.07, record_period=0.03)
    np.testing.assert_allclose(recording.time, [0.0, 0.03, 0.06, 0.07], rtol=1e-15)
    np.testing.assert_allclose(recording.position[:, 0, 0, 0], recording.time, atol=1e-15)
    assert sim.run(0.06, record_period=0.03).time.tolist() == pytest.approx([0.07, 0.10, 0.13])
    assert sim.run(0.02, record_period=0.03).time.tolist() == pytest.approx([0.13, 0.15])


@pytest.mark.parametrize(
    ("record", "variables"),
    [
        ("state", ["position", "orientation", "velocity"]),
        (("command",), ["command"]),
        (["acceleration", "state"], ["acceleration", "position", "orientation", "velocity"]),
        (["forces", "command"], list(FORCES[:9])),
        ("energy", ["energy"]),
        ((), []),
    ],
)
def test_groups_of_variables(record: object, variables: list[str]) -> None:
    recording = Simulation([rov("a"), rov("b")], batch=3).run(0.05, record=record)  # type: ignore[arg-type]
    assert list(recording.variables) == variables
    for name, array in recording.variables.items():
        assert array.shape == (6, 3, 2, len(recording.units[name]))


def test_recorded_values_are_those_of_the_moment() -> None:
    sim = Simulation(rov(), WAVY)
    sim.set_state(velocity=[0.5, 0, 0.1, 0.2, 0.1, 0.3])
    recording = sim.run(0.05, record=["state", "acceleration", "forces", "energy"])
    np.testing.assert_array_equal(recording.acceleration[-1], sim.acceleration())
    np.testing.assert_array_equal(recording.energy[-1, ..., 0], sim.energy().kinetic)
    np.testing.assert_array_equal(recording.energy[-1, ..., 1], sim.energy().potential)
    for law, wrench in sim.forces().items():
        np.testing.assert_array_equal(recording.variables[law][-1], wrench)


def test_nothing_of_that_name_can_be_recorded() -> None:
    message = "record must be any of state, command, acceleration, forces, energy, .*; got 'pressure'"
    with pytest.raises(ModelError, match=message):
        Simulation(ball()).run(1.0, record=["state", "pressure"])


def test_a_recording_too_large_is_refused_before_the_run() -> None:
    """A million seconds of 13 numbers in 100 rows every hundredth."""
    sim = Simulation(ball(), batch=100)
    message = r"recording state 100000002 times in 100 runs needs 968.6 GB; the limit is 8 GB: .* record_period"
    with pytest.raises(ModelError, match=message):
        sim.run(1e6)
    assert sim.time == 0.0


def test_progress_is_told_in_the_end_at_the_latest() -> None:
    told: list[tuple[float, float]] = []
    sim = Simulation(ball())
    sim.run(0.5, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (0.5, 0.5)
    sim.run(0.5, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (0.5, 0.5)  # of this run, not of the simulation
    assert all(done <= total for done, total in told)


def test_progress_is_told_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call of the kernel is long enough on a clock that runs fast."""
    ticks = iter(range(1000))
    monkeypatch.setattr("seaway.sim._simulation.clock.monotonic", lambda: float(next(ticks)))
    told: list[float] = []
    Simulation(ball()).run(0.05, record_period=0.01, progress=lambda done, total: told.append(done))
    np.testing.assert_allclose(told, [0.01, 0.02, 0.03, 0.04, 0.05, 0.05])


# Commands


@pytest.mark.parametrize("as_command", [False, True])
@pytest.mark.parametrize(
    ("shape", "vehicles", "batch"),
    [((6,), 1, 1), ((6,), 2, 3), ((2, 6), 2, 3), ((3, 2, 6), 2, 3), ((3, 6), 1, 3), ((1, 6), 1, 3), ((3, 1, 6), 1, 3)],
)
def test_shapes_of_a_wrench(shape: tuple, vehicles: int, batch: int, as_command: bool) -> None:
    sim = Simulation([ball(f"{k}") for k in range(vehicles)], SPACE, batch=batch)
    wrench = np.random.default_rng(11).normal(size=shape)
    sim.step(Command(wrench) if as_command else wrench)
    whole = wrench[:, None] if shape == (3, 6) else wrench
    np.testing.assert_array_equal(sim.forces()["command"], np.broadcast_to(whole, (batch, vehicles, 6)))


@pytest.mark.parametrize(
    ("shape", "vehicles", "batch"),
    [((), 1, 1), ((3,), 1, 1), ((6, 1), 1, 1), ((3, 6), 2, 3), ((2, 6), 1, 3), ((2, 3, 6), 2, 3), ((1, 1, 1, 6), 1, 1)],
)
def test_wrong_shapes_of_a_wrench(shape: tuple, vehicles: int, batch: int) -> None:
    sim = Simulation([ball(f"{k}") for k in range(vehicles)], batch=batch)
    allowed = rf"\(6,\), \({vehicles}, 6\) or \({batch}, {vehicles}, 6\) \(batch, vehicle, 6\)"
    got = str(shape).replace("(", r"\(").replace(")", r"\)")
    with pytest.raises(ModelError, match=rf"a wrench must have the shape {allowed}, got {got}"):
        sim.step(np.zeros(shape))
    with pytest.raises(ModelError, match="a wrench must have the shape"):
        sim.run(1.0, lambda t, state: Command(np.zeros(shape)))
    assert sim.time == 0.0


def test_a_command_that_is_not_finite_stops_its_row() -> None:
    """The other goes on to the end."""

    def controller(t: float, state: State) -> np.ndarray:
        wrench = np.ones((2, 2, 6))
        if t > 0.025:
            wrench[1, 1, 4] = math.nan
        return wrench

    sim = Simulation([ball("a"), ball("b")], SPACE, 0.01, 2)
    message = r"the wrench for vehicle 'b' in run 1 of 2 must be finite, got nan in its entry 4 at t = 0.03 s"
    with pytest.raises(SimulationError, match=message) as caught:
        sim.run(1.0, controller)
    assert caught.value.rows == (1,)
    assert caught.value.recording.stop_times.tolist() == pytest.approx([math.nan, 0.03], nan_ok=True)
    assert sim.stopped.tolist() == [False, True]
    assert sim.state.time.tolist() == pytest.approx([1.0, 0.03])
    assert np.isfinite(states(sim)).all()
    assert sim.status.tolist() == [[0, 0], [0, Status.BAD_COMMAND]]
    sim.reset(rows=1)
    sim.step()
    assert not sim.status.any()


def test_a_step_with_a_wrench_that_is_not_finite_does_nothing() -> None:
    sim = Simulation(ball())
    before = states(sim)
    with pytest.raises(SimulationError, match="got inf in its entry 0 at t = 0 s"):
        sim.step([math.inf, 0, 0, 0, 0, 0])
    np.testing.assert_array_equal(states(sim), before)
    assert sim.time == 0.0


def test_infinities_of_both_signs_are_named_and_what_is_absurd_is_stopped() -> None:
    """Neither the check nor the message overflows."""
    sim = Simulation(ball(), SPACE)
    with pytest.raises(SimulationError, match="got inf in its entry 0 at t = 0 s"):
        sim.step([math.inf, -math.inf, 0, 0, 0, 0])
    with pytest.raises(SimulationError, match=r"exceeds 1e\+06 m/s"):
        Simulation(ball(), SPACE).step([1e307, 1e307, 1e307, 0, 0, 0])


@pytest.mark.parametrize("wrench", ["north", [1, 2, [3]], None])
def test_a_controller_must_give_numbers(wrench: object) -> None:
    """None is what a controller without a return gives: not the same as a wrench of zero."""
    with pytest.raises(ModelError, match="wrench"):
        Simulation(ball()).run(0.1, lambda t, state: wrench)  # type: ignore[arg-type, return-value]


# Vehicles


def test_vehicles_do_not_touch_each_other() -> None:
    """Each moves as if it were alone, bit for bit, whatever laws the others have."""
    vehicles = [ball("a"), rov("b"), rov("c", actuation=actuated()), ball("d", damping=Damping(np.ones(6)))]
    together = Simulation(vehicles, WAVY)
    wrench = np.random.default_rng(12).normal(size=(4, 6))
    for k, vehicle in enumerate(vehicles):
        together.set_state(k, position=[k, 0, -k], rpy=[0.1 * k, 0.2, 0.3], velocity=0.1 * np.ones(6))
        alone = Simulation(vehicle, WAVY)
        alone.set_state(position=[k, 0, -k], rpy=[0.1 * k, 0.2, 0.3], velocity=0.1 * np.ones(6))
        alone.step(wrench[k], count=100)
        if k == 0:
            expected = [alone]
        else:
            expected.append(alone)
    together.step(wrench, count=100)
    for k, alone in enumerate(expected):
        for name in ("position", "orientation", "velocity"):
            np.testing.assert_array_equal(getattr(together.state[k], name), getattr(alone.state[0], name))


# Time


def test_start_time_moves_the_clock_and_the_sea() -> None:
    late = Simulation(rov(), WAVY, 0.01, start_time=1.0)
    assert (late.time, late.state.time.tolist()) == (1.0, [1.0])
    shifted = Sea(current=Current(WAVY.current.velocity[:, 0], times=[-1.0, 1.0]))  # type: ignore[union-attr]
    early = Simulation(rov(), shifted, 0.01)
    for sim in (late, early):
        sim.run(2.0)
    assert late.time == 3.0
    np.testing.assert_allclose(states(late), states(early), rtol=1e-9, atol=1e-12)
    plain = Simulation(rov(), WAVY, 0.01)
    plain.run(2.0)
    assert np.abs(states(late) - states(plain)).max() > 1e-3


def test_time_is_not_accumulated() -> None:
    sim = Simulation(ball(), SPACE, 0.1)
    for _ in range(1000):
        sim.step()
    assert sim.time == 1000 * 0.1
    assert sim.state.time[0] == 1000 * 0.1


# Reset, snapshot


def test_reset_of_all() -> None:
    sim = Simulation(rov(actuation=actuated()), WAVY, 0.02, 3)
    sim.set_state(position=[[1, 0, 0], [2, 0, 0], [3, 0, 0]], velocity=0.1 * np.ones(6))
    first = states(sim)
    sim.step(np.ones(6), count=20)
    after = states(sim)
    sim.reset()
    np.testing.assert_array_equal(states(sim), first)
    assert (sim.time, sim.state.time.tolist()) == (0.0, [0.0] * 3)
    assert not sim.forces()["command"].any()
    sim.step(np.ones(6), count=20)
    np.testing.assert_array_equal(states(sim), after)


def test_reset_of_some_rows_while_others_go_on() -> None:
    sim = Simulation(rov(actuation=actuated()), WAVY, 0.02, 3)
    sim.set_state(velocity=0.1 * np.ones(6))
    sim.step(np.ones(6), count=20)
    at_20 = states(sim)
    sim.reset([0, 2])
    assert sim.time == 0.4
    np.testing.assert_array_equal(sim.state.time, [0.0, 0.4, 0.0])
    sim.step(np.ones(6), count=20)
    np.testing.assert_array_equal(states(sim)[[0, 2]], at_20[[0, 2]])  # time 0.4 of their own, also in the sea
    np.testing.assert_array_equal(sim.state.time, [0.4, 0.8, 0.4])
    other = Simulation(rov(actuation=actuated()), WAVY, 0.02)
    other.set_state(velocity=0.1 * np.ones(6))
    other.step(np.ones(6), count=40)
    np.testing.assert_array_equal(states(sim)[1], states(other)[0])


def test_a_row_is_reset_to_what_was_set_before_its_first_step() -> None:
    sim = Simulation(ball(), SPACE, batch=2)
    sim.set_state(position=[1, 0, 0])
    sim.step()
    sim.set_state(position=[5, 0, 0])
    sim.reset(rows=[True, False])
    np.testing.assert_array_equal(sim.state["ball"].position[:, 0], [1.0, 5.0])
    sim.set_state(position=[7, 0, 0])  # row 0 is at its start again
    sim.step()
    sim.reset()
    np.testing.assert_array_equal(sim.state["ball"].position[:, 0], [7.0, 1.0])


def test_a_row_that_is_given_twice_is_refused_and_changes_nothing() -> None:
    """Which of two values, or seeds, should hold?"""
    sim = Simulation(ball(), batch=3)
    sim.step(count=5)
    message = "rows must not repeat, got 0 more than once"
    with pytest.raises(ModelError, match=message):
        sim.set("vehicle.inertia.mass", [2.0, 3.0], rows=[0, 0])
    with pytest.raises(ModelError, match=message):
        sim.reset([1, 0, 0], seed=[1, 2, 3])
    assert sim._engine.steps.tolist() == [5, 5, 5]
    assert sim._engine.read(("body", 0), "mass").tolist() == [ball().inertial.mass]


def test_reset_refuses_rows_that_are_not_there() -> None:
    with pytest.raises(ModelError, match="rows must be from 0 to 1, got 2"):
        Simulation(ball(), batch=2).reset(2)


def test_a_snapshot_brings_back_every_bit() -> None:
    sim = Simulation([rov("a", actuation=actuated()), rov("b")], WAVY, 0.02, 3)
    sim.set_state("a", rpy=[0.3, 0.2, 0.1], velocity=0.2 * np.ones(6))
    sim.set_wrench("a", force=[5, 0, 0], axes="world")
    sim.step(np.ones(6), count=13)
    snapshot = sim.snapshot()
    sim.run(0.5, pushed)
    after, time = states(sim), sim.time
    sim.set_wrench("a", force=[50, 0, 0], axes="world")
    sim.set_wrench("b", torque=[1, 0, 0], name="other")
    sim.reset(1)
    sim.step(count=7)
    for _ in range(2):  # a snapshot can be used again
        sim.restore(snapshot)
        sim.run(0.5, pushed)
        np.testing.assert_array_equal(states(sim), after)
        assert sim.time == time


def test_a_step_after_a_snapshot_lets_go_too() -> None:
    sim = Simulation(ball(), SPACE, 0.1)
    sim.step([2, 0, 0, 0, 0, 0])
    snapshot = sim.snapshot()
    sim.step()
    sim.restore(snapshot)
    assert sim.forces()["command"][0, 0, 0] == 2.0
    sim.step()
    assert sim.state.velocity[0, 0, 0] == pytest.approx(0.1)


def test_a_snapshot_of_another_simulation_is_refused() -> None:
    snapshot = Simulation(ball(), batch=2).snapshot()
    message = r"like its own: the snapshot's state has the shape \(2, 13\), the simulation's \(3, 13\)"
    with pytest.raises(ModelError, match=message):
        Simulation(ball(), batch=3).restore(snapshot)
    with pytest.raises(ModelError, match=r"the snapshot's state has the shape \(2, 13\), .* \(2, 19\)"):
        Simulation(ball(actuation=actuated()), batch=2).restore(snapshot)


# External wrenches


def test_a_wrench_in_body_axes_at_a_point() -> None:
    sim = Simulation(ball(), SPACE, batch=2)
    sim.set_state(rpy=[0.4, 0.5, 0.6])
    f, n, p = np.array([1.0, 2.0, 3.0]), np.array([0.1, 0.2, 0.3]), np.array([0.5, -0.5, 0.25])
    sim.set_wrench(force=f, torque=n, point=p)
    np.testing.assert_allclose(sim.forces()["external"], [[[*f, *(n + np.cross(p, f))]]] * 2)


def test_a_wrench_in_world_axes_keeps_its_direction() -> None:
    sim = Simulation([ball("a"), ball("b")], SPACE, batch=3)
    rpy = np.random.default_rng(13).normal(size=(3, 3))
    f, n, p = np.random.default_rng(14).normal(size=(3, 3, 3))
    sim.set_state("b", rpy=rpy)
    sim.set_wrench("b", force=f, torque=n, point=p, axes="world")
    wrench = sim.forces()["external"]
    assert not wrench[:, 0].any()
    for row in range(3):
        R = Pose.from_rpy([0, 0, 0], rpy[row]).R
        expected = np.concatenate([R.T @ f[row], R.T @ n[row] + np.cross(p[row], R.T @ f[row])])
        np.testing.assert_allclose(wrench[row, 1], expected, rtol=1e-12, atol=1e-14)


def test_wrenches_of_different_names_add_up_and_are_taken_off() -> None:
    sim = Simulation(ball(), SPACE, batch=2)

    def surge() -> list[float]:
        return sim.forces()["external"][:, 0, 0].tolist()

    sim.set_wrench(force=[1, 0, 0])
    sim.set_wrench(force=[[10, 0, 0], [20, 0, 0]], name="tow")
    assert surge() == [11.0, 21.0]
    sim.set_wrench(force=[2, 0, 0])
    assert surge() == [12.0, 22.0]
    sim.set_wrench(name="tow")
    assert surge() == [2.0, 2.0]
    sim.set_wrench(torque=[0, 0, 1])
    assert surge() == [0.0, 0.0]
    with pytest.raises(ModelError, match="no wrench named 'never set' on this vehicle; there are: 'external'"):
        sim.set_wrench(name="never set")
    sim.set_wrench()
    assert not sim.forces()["external"].any()


def test_a_wrench_stays_over_steps_and_does_not_pass_the_actuation() -> None:
    sim = Simulation(ball(actuation=Actuation(limit=0.001)), SPACE, 0.1)
    sim.set_wrench(force=[2, 0, 0])
    sim.step()
    sim.run(0.9)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"vehicle": "auv", "force": [1, 0, 0]}, "no vehicle named 'auv'"),
        ({"force": [1, 0]}, r"the force \[N\] must be numbers of the shape \(3,\) or \(2, 3\), got \[1, 0\]"),
        ({"torque": np.zeros((3, 3))}, r"the torque \[N m\] must be numbers of the shape \(3,\) or \(2, 3\)"),
        ({"force": [1, 0, 0], "point": 0.5}, r"the point of application \[m\] must be numbers .* got 0.5"),
        ({"force": [1, math.nan, 0]}, r"the force \[N\] must be finite, got nan"),
        ({"force": [1, 0, 0], "axes": "sea"}, "the axes of a wrench must be 'body' or 'world', got 'sea'"),
        ({"force": "much"}, r"the force \[N\] must be numbers .* got 'much'"),
    ],
)
def test_bad_wrenches_are_refused(arguments: dict, message: str) -> None:
    sim = Simulation(ball(), batch=2)
    with pytest.raises(ModelError, match=message):
        sim.set_wrench(**arguments)
    assert not sim.forces()["external"].any()


# Parameters


def test_each_row_has_its_own_mass() -> None:
    sim = Simulation(ball(), SPACE, 0.1, 3)
    sim.set("vehicle.inertia.mass", [1.0, 2.0, 4.0])
    np.testing.assert_allclose(sim.acceleration()[:, 0, 0], 0.0)
    sim.step([4, 0, 0, 0, 0, 0])
    np.testing.assert_allclose(sim.state.velocity[:, 0, 0], [0.4, 0.2, 0.1])
    sim.set("vehicle.inertia.mass", 8.0, rows=[0, 2])
    np.testing.assert_allclose(sim.acceleration()[:, 0, 0], [0.5, 2.0, 0.5])


def test_each_parameter_is_heard() -> None:
    """One value for all rows or one for each, in the wrench that it belongs to."""
    sim = Simulation(rov(), Sea(surface=None, gravity=10.0), batch=2)
    sim.set_state(velocity=[1, 0, 0, 0, 0, 0])
    sim.set({"vehicle.buoyancy.volume": [0.01, 0.02], "vehicle.buoyancy.center": [[0.1, 0, 0], [0.2, 0, 0]]})
    sim.set({"vehicle.inertia.center_of_mass": [0, 0.5, 0], "vehicle.inertia.mass": 3})
    sim.set("vehicle.damping.linear", 2.0 * np.eye(6))
    sim.set("vehicle.damping.quadratic", np.stack([np.eye(6), 3.0 * np.eye(6)]))
    sim.set("vehicle.added_mass.matrix", np.diag([1.0, 2, 3, 4, 5, 6]))
    sim.set("vehicle.inertia.moment_of_inertia", np.stack([np.eye(3), 2 * np.eye(3)]))
    forces = sim.forces()
    np.testing.assert_allclose(forces["buoyancy"][:, 0, 2], [102.5, 205.0])
    np.testing.assert_allclose(forces["buoyancy"][:, 0, 4], [-10.25, -41.0])
    np.testing.assert_allclose(forces["weight"][:, 0], [[0, 0, -30, -15, 0, 0]] * 2)
    np.testing.assert_allclose(forces["damping"][:, 0, 0], [-3.0, -5.0])
    sim.set_state(velocity=[0, 0, 0, 0, 0, 2.0])
    # About z: I + m y² + A.
    np.testing.assert_allclose(sim.energy().kinetic[:, 0], [2.0 * (1 + 0.75 + 6), 2.0 * (2 + 0.75 + 6)])


def test_a_damping_matrix_need_not_be_symmetric() -> None:
    D = np.random.default_rng(15).normal(size=(2, 6, 6))
    sim = Simulation(rov(), batch=2)
    sim.set({"vehicle.damping.linear": D, "vehicle.damping.quadratic": np.zeros((6, 6))})
    nu = np.random.default_rng(16).normal(size=6)
    sim.set_state(velocity=nu, position=[0, 0, -10])
    np.testing.assert_allclose(sim.forces()["damping"][:, 0], -D @ nu, rtol=1e-12)


def test_the_other_vehicle_keeps_its_parameters() -> None:
    sim = Simulation([ball("a"), rov("b")], Sea(surface=None), batch=2)
    before = sim.forces()["weight"][:, 0]
    sim.set({"vehicle.b.inertia.mass": [1.0, 2.0], "vehicle.b.damping.linear": np.eye(6)})
    np.testing.assert_array_equal(sim.forces()["weight"][:, 0], before)
    np.testing.assert_allclose(sim.forces()["weight"][:, 1, 2], [-9.80665, -2 * 9.80665])


INDEFINITE = np.diag([-100.0, 0, 0, 0, 0, 0])
LOPSIDED = np.eye(6) + 0.25 * np.eye(6, k=1)


@pytest.mark.parametrize(
    ("path", "values", "message"),
    [
        ("boat.mass", 1.0, "no parameter named 'boat.mass'; a key begins with 'vehicle', 'sea' or 'control'"),
        ("vehicle.rov.wings", 1.0, "no parameter named 'vehicle.rov.wings': 'wings' is not a key here"),
        ("vehicle.rov.inertia.colour", 1.0, "'colour' is not a key here; there are: mass, center_of_mass, moment"),
        ("vehicle.rov.damping.liner", np.eye(6), "'liner' is not a key here; did you mean 'linear'"),
        (
            "vehicle.rov.name",
            1.0,
            "'vehicle.rov.name' is structure, the same in all runs; create another simulation to change it",
        ),
        ("vehicle.rov.buoyancy.shape", 1.0, "'vehicle.rov.buoyancy.shape' is structure"),
        ("vehicle.rov.rigid_body_coriolis", 0.0, "'vehicle.rov.rigid_body_coriolis' is structure"),
        ("vehicle.auv.inertia.mass", 1.0, "must name a vehicle, as in 'vehicle.rov.…'; there are: rov, bare, two"),
        ("vehicle.inertia.mass", 1.0, "must name a vehicle, as in 'vehicle.rov.…'; there are: rov, bare, two"),
        ("vehicle.rov.inertia.mass", [1, 2, 3], r"'vehicle.rov.inertia.mass' must have the shape .* got \(3,\)"),
        ("vehicle.rov.inertia.center_of_mass", 1.0, r"center_of_mass' must have the shape .* got \(\)"),
        ("vehicle.rov.inertia.center_of_mass", [1.0, 2.0], r"center_of_mass' must have the shape .* got \(2,\)"),
        ("vehicle.rov.added_mass.matrix", np.ones(6), r"added_mass.matrix' must have the shape .* got \(6,\)"),
        ("vehicle.rov.inertia.mass", "heavy", "'vehicle.rov.inertia.mass' must be numbers, got 'heavy'"),
        ("vehicle.rov.inertia.mass", None, "'vehicle.rov.inertia.mass' must be numbers, got None"),
        ("vehicle.rov.inertia.mass", [[1], [2, 3]], r"'vehicle.rov.inertia.mass' must be numbers, got \[\[1\]"),
        ("vehicle.rov.inertia.mass", [1.0, math.nan], "'vehicle.rov.inertia.mass' must be finite, got nan"),
        ("vehicle.rov.inertia.mass", [1.0, -2.5], r"run 1: mass must be > 0 \[kg\], got -2.5"),
        ("vehicle.rov.inertia.mass", 0.0, r"run 0: mass must be > 0 \[kg\], got 0"),
        ("vehicle.rov.buoyancy.volume", [0.1, -0.5], r"volume of a buoyancy must be > 0 \[m3\], got -0.5 in run 1"),
        ("vehicle.rov.damping.linear", np.ones(5), "'vehicle.rov.damping.linear': the linear matrix .* got 5 numbers"),
        ("vehicle.rov.damping.linear", [1, math.inf, 1, 1, 1, 1], r"must be finite .* got inf at \[1\]\[1\]"),
        ("vehicle.rov.added_mass.matrix", LOPSIDED, "run 0: the asymmetry of added_mass must be 0, got 0.25"),
        (
            "vehicle.rov.inertia.moment_of_inertia",
            np.stack([np.eye(3), LOPSIDED[:3, :3]]),
            "run 1: the asymmetry of moment_of_inertia must be 0, got 0.25",
        ),
        (
            "vehicle.rov.added_mass.matrix",
            np.stack([np.zeros((6, 6)), INDEFINITE]),
            "run 1: the smallest eigenvalue of the mass matrix of 'rov' must be > 0, got -30",
        ),
        ("vehicle.rov.inertia.moment_of_inertia", np.diag([1.0, 1.0, 5.0]), "run 0: .*moment.* got -3"),
        ("vehicle.bare.buoyancy.volume", 1.0, "'vehicle.bare.buoyancy.volume': vehicle 'bare' has no buoyancy"),
        ("vehicle.bare.damping.linear", np.eye(6), "'vehicle.bare.damping.linear': vehicle 'bare' has no damping"),
        ("vehicle.two.damping.quadratic", np.eye(6), "'quadratic' is not a key here; there are: 0, 1"),
        ("vehicle.two.damping.2.linear", np.eye(6), "'2' is not a key here; there are: 0, 1"),
        (5, 1.0, "a parameter must be a dotted key such as 'vehicle.inertia.mass', got 5"),
        ({5: 1.0}, None, "a parameter must be a dotted key such as 'vehicle.inertia.mass', got 5"),
        ({"vehicle.rov.inertia.mass": 5.0, "vehicle.rov.inertia.colour": 1.0}, None, "'colour' is not a key here"),
        ({"vehicle.rov.inertia.mass": 5.0, "vehicle.two.buoyancy.volume": -1.0}, None, "must be > 0 .* got -1"),
    ],
)
def test_bad_parameters_are_refused_and_change_nothing(path: Any, values: object, message: str) -> None:
    two = rov("two", damping=(Damping(np.ones(6)), Damping(np.ones(6))))
    sim = Simulation([rov(), ball("bare"), two], batch=2)
    sim.set_state(velocity=np.ones(6))
    before = sim.acceleration()
    with pytest.raises(ModelError, match=message):
        sim.set(path, values)
    np.testing.assert_array_equal(sim.acceleration(), before)


def test_parameters_of_rows_that_are_not_there() -> None:
    with pytest.raises(ModelError, match="rows must be from 0 to 1, got 2"):
        Simulation(rov(), batch=2).set("vehicle.inertia.mass", 1.0, rows=2)


def test_one_of_several_parts_is_set_by_its_number() -> None:
    sim = Simulation(rov(damping=(Damping(np.ones(6)), Damping(np.ones(6)))), Sea(surface=None), batch=2)
    sim.set_state(velocity=[1, 0, 0, 0, 0, 0])
    sim.set("vehicle.damping.1.linear", np.stack([3.0 * np.eye(6), 5.0 * np.eye(6)]))
    np.testing.assert_allclose(sim.forces()["damping"][:, 0, 0], [-4.0, -6.0])


def test_diagonals_are_given_as_in_a_file() -> None:
    """Of damping, moments of inertia and added mass."""
    whole, short = (Simulation(rov(), batch=2) for _ in range(2))
    D, moments, added = [1.0, 2, 3, 4, 5, 6], [2.0, 3.0, 4.0], np.array([[6.0, 5, 4, 3, 2, 1], [1, 2, 3, 4, 5, 6]])
    whole.set({"vehicle.damping.linear": np.diag(D), "vehicle.inertia.moment_of_inertia": np.diag(moments)})
    whole.set("vehicle.added_mass.matrix", [np.diag(row) for row in added])
    short.set({"vehicle.damping.linear": D, "vehicle.inertia.moment_of_inertia": moments})
    short.set("vehicle.added_mass.diagonal", added)
    for sim in (whole, short):
        sim.set_state(velocity=[0.1, 0.2, 0.3, 0.4, 0.5, 0.6], position=[0, 0, -5])
    np.testing.assert_array_equal(short.acceleration(), whole.acceleration())


@pytest.mark.parametrize("path", ["vehicle.inertia.mass", "vehicle.buoyancy.volume", "sea.density"])
def test_no_rows_of_a_single_run_change_nothing(path: str) -> None:
    sim = Simulation(rov())
    before = sim.acceleration()
    sim.set(path, 5.0, rows=[])
    np.testing.assert_array_equal(sim.acceleration(), before)


def test_angles_in_degrees() -> None:
    """Turned about x the box is 1 m high."""
    for key, attitude in (("attitude", [0.5 * math.pi, 0.0, 0.0]), ("attitude_deg", [90.0, 0.0, 0.0])):
        sim = Simulation(ball(buoyancy=Buoyancy(shape=Box([1, 1, 0.2]))))
        sim.set_state(position=[0, 0, 0.25])
        sim.set(f"vehicle.buoyancy.{key}", attitude)
        np.testing.assert_allclose(sim.wet_fraction(), 0.25, rtol=1e-12)


def test_density_and_current_of_each_row() -> None:
    sim = Simulation(rov(), Sea(surface=None, gravity=10.0), batch=3)
    sim.set("sea.density", [1000.0, 1010.0, 1020.0])
    np.testing.assert_allclose(sim.forces()["buoyancy"][:, 0, 2], [700.0, 707.0, 714.0])
    sim.set("sea.density", 500, rows=1)
    np.testing.assert_allclose(sim.forces()["buoyancy"][:, 0, 2], [700.0, 350.0, 714.0])
    sim.set("sea.current", [[1, 0, 0], [2, 0, 0]], rows=[0, 2])
    expected = np.array([1000.0, 500.0, 1020.0]) / 1025.0 * [50.0, 0.0, 180.0]
    np.testing.assert_allclose(sim.forces()["damping"][:, 0, 0], expected)


def test_the_nodes_of_a_table_of_the_current() -> None:
    sea = Sea(surface=None, current=Current(np.zeros((2, 3, 3)), times=[0, 1], depths=[0, 1, 2]))
    sim = Simulation(rov(), sea, batch=2)
    sim.set_state(position=[0, 0, -1.06], velocity=np.zeros(6))
    table = np.zeros((2, 2, 3, 3))
    # Row 1, time 0, from depth 1 on, where the centre of buoyancy is: without a shear, which would turn the vehicle.
    table[1, 0, 1:] = [1.0, 0.0, 0.0]
    sim.set("sea.current", table)
    np.testing.assert_allclose(sim.forces()["damping"][:, 0, 0], [0.0, 50.0])
    sim.set("sea.current.velocity", table[1])
    np.testing.assert_allclose(sim.forces()["damping"][:, 0, 0], [50.0, 50.0])
    sim.set("sea.current", [2, 0, 0], rows=0)  # everywhere and always
    np.testing.assert_allclose(sim.forces()["damping"][:, 0, 0], [180.0, 50.0])


@pytest.mark.parametrize(
    ("parameters", "rows", "message"),
    [
        ({"sea.salinity": 35.0}, None, "no parameter named 'sea.salinity': 'salinity' is not a key here"),
        ({"sea.floor": 1.0}, None, "'floor' is not a key here; there are: density, gravity, viscosity, air_density"),
        ({"sea.current.times": [0.0, 1.0]}, None, "'times' is not a key here; there are: velocity"),
        (
            {"sea.wind.gust_std": 1.0},
            None,
            r"'sea.wind.gust_std': the sea has no wind; create it with one, e.g. wind=\(0, 0\)",
        ),
        ({"sea.density": [1000.0, -1.5]}, None, r"'sea.density' must be > 0 \[kg/m3\], got -1.5 in run 1"),
        ({"sea.density": [1.0, 2.0, 3.0]}, None, r"'sea.density' must have the shape .* got \(3,\)"),
        ({"sea.density": math.inf}, None, r"'sea.density' must be finite \[kg/m3\], got inf"),
        ({"sea.density": "heavy"}, None, "'sea.density' must be numbers, got 'heavy'"),
        ({"sea.gravity": -1.0}, None, r"'sea.gravity' must be >= 0 \[m/s2\] .* got -1"),
        ({"sea.current": [1.0, 2.0]}, None, r"'sea.current' must have the shape .* got \(2,\)"),
        ({"sea.current": np.zeros((3, 1, 3))}, None, r"'sea.current' must have the shape .* got \(3, 1, 3\)"),
        ({"sea.current": [0.0, math.nan, 0.0]}, None, "'sea.current' must be finite, got nan"),
        ({"sea.density": 1000.0}, [5], "rows must be from 0 to 1, got 5"),
        ({"sea.waves": [SWELL] * 3}, None, "waves must be one for all or one for each of the 2 runs, got 3"),
        ({"sea.waves": [SWELL]}, [], "one for each of the 0 runs, got 1"),
        ({"sea.waves": 0.5}, None, "waves must be a Waves, None, or a list with one for each run, got 0.5"),
        ({"sea.waves": "rough"}, None, "with one for each run, got 'rough'"),
        ({"sea.waves": Waves.regular(1.0, 8.0).components}, None, "with one for each run, got Components"),
        (
            {"sea.waves": [SWELL, Waves.regular(1.0, 8.0).components]},
            None,
            r"run 1: the waves of a sea must be of Waves, got Components",
        ),
        (
            {"sea.waves": Waves.regular(1.0, 8.0, depth=20.0)},
            None,
            "^sea: the waves are made for gravity 9.80665 m/s2 and depth 20 m, the sea has .* infinite",
        ),
        (
            {"sea.waves": [Waves.regular(1.0, 8.0, gravity=9.81), None]},
            [1, 0],
            "run 1: sea: the waves are made for gravity 9.81 m/s2 .* the sea has gravity 9.80665 m/s2",
        ),
        (
            {"sea.current": [1, 0, 0], "sea.waves": SWELL, "sea.density": -1.5},
            None,
            r"'sea.density' must be > 0 \[kg/m3\], got -1.5",
        ),
        (
            {"sea.density": 500.0, "sea.waves": [SWELL, 1], "sea.current": [1, 0, 0]},
            None,
            "run 1: the waves of a sea must be of Waves",
        ),
        (
            {"sea.density": 500.0, "sea.waves": SWELL, "sea.current": [1, math.inf, 0]},
            None,
            "current' must be finite, got inf",
        ),
    ],
)
@pytest.mark.parametrize("own", [False, True])
def test_bad_water_is_refused_and_changes_nothing(parameters: dict, rows: object, message: str, own: bool) -> None:
    """Where rows share their water, and where each has its own, which is written in place."""
    sim = Simulation(rov(), WAVY, batch=2)
    if own:
        given = {"sea.density": [1000.0, 1010.0], "sea.current": [[1, 2, 0], [0, 1, 0]], "sea.waves": [SWELL, None]}
        sim.set(given)
    before = sim.acceleration()
    with pytest.raises(ModelError, match=message):
        sim.set(parameters, rows=rows)  # type: ignore[arg-type]
    np.testing.assert_array_equal(sim.acceleration(), before)


def test_waves_of_each_row() -> None:
    """The water's acceleration at each row is that of its own waves; None is still water."""
    sim = Simulation(ball("a", buoyancy=Buoyancy(shape=Sphere(0.1))), batch=3)
    sim.set_state(position=[1.0, 2.0, -3.0])
    random = Waves.irregular(Jonswap(1.0, 5.0), 9, seed=1)
    for rows, given, expected in (
        (None, [SWELL, None, random], [SWELL, None, random]),
        ([0, 1], [random, SWELL], [random, SWELL, random]),
        ([True, False, False], None, [None, SWELL, random]),
        (2, SWELL, [None, SWELL, SWELL]),
        (None, random, [random] * 3),
        (1, np.array([SWELL], dtype=object), [random, SWELL, random]),
        ([], SWELL, [random, SWELL, random]),
        (None, None, [None] * 3),
    ):
        sim.set("sea.waves", given, rows=rows)
        push = [0.0 if waves is None else waves.acceleration([1.0, 2.0, -3.0], 0.0)[0] for waves in expected]
        found = sim.forces()["water_acceleration"][:, 0, 0]
        displaced = 1025.0 * 4.0 / 3.0 * math.pi * 0.1**3
        np.testing.assert_allclose(found, np.array(push) * displaced, rtol=1e-12)


def test_waves_that_were_set_have_components_to_set() -> None:
    """Those of the sea do not matter any more."""
    given, made = Simulation(rov(), batch=2), Simulation(rov(), Sea(waves=SWELL.replace(ramp=3.0)), batch=2)
    given.set("sea.waves", SWELL)
    given.set("sea.waves.ramp", 3.0)
    for sim in (given, made):
        sim.step(count=100)
    np.testing.assert_array_equal(states(given), states(made))
    made.set("sea.waves", None)
    with pytest.raises(ModelError, match=r"'sea.waves.ramp': the sea has no waves"):
        made.set("sea.waves.ramp", 1.0)
    with pytest.raises(ModelError, match=r"'sea.waves.components.amplitude': the sea has no waves"):
        made.set("sea.waves.components.amplitude", [0.3])


def test_gravity_stays_where_there_are_waves() -> None:
    """They are made for it, as for a depth."""
    with pytest.raises(ModelError, match=r"'sea.gravity' is structure.*: waves are made for"):
        Simulation(rov(), Sea(waves=SWELL)).set("sea.gravity", 5.0)


def test_surface_and_depth_of_all_rows_and_of_some() -> None:
    sim = Simulation(ball("a", buoyancy=Buoyancy(shape=Sphere(0.1))), Sea(depth=5.0), batch=2)
    sim.set("sea.surface", 1.0)
    sim.set_state(position=[0, 0, 1])
    np.testing.assert_allclose(sim.wet_fraction()[:, 0], 0.5)
    sim.set("sea.depth", 50.0)
    sim.set("sea.depth", [60.0], rows=[1])
    sim.set_state(position=[0, 0, -52])
    with pytest.warns(SeawayWarning, match="vehicle 'a' in run 0 dropped below the seabed at 50 m"):
        sim.step()
    assert sim.status[:, 0].tolist() == [Status.BELOW_FLOOR, 0]


def test_speed_and_direction_of_the_wind_together() -> None:
    vehicle = ball(buoyancy=Buoyancy(shape=Sphere(0.1)), drag_areas=DragArea(1.0, medium="air"))
    sim = Simulation(vehicle, Sea(wind=(6.0, 0.0)))
    sim.set_state(position=[0, 0, 5])
    sim.set({"sea.wind.speed": 10.0, "sea.wind.direction_to": 0.5 * math.pi})
    force = sim.forces()["wind"][0, 0, :3]
    np.testing.assert_allclose(force, [0.0, 0.5 * 1.225 * 100.0, 0.0], rtol=1e-12, atol=1e-12)


def test_waves_for_all_rows_are_kept_once() -> None:
    sim = Simulation(rov(), batch=1000)
    sim.set("sea.waves", Waves.irregular(Jonswap(1.0, 5.0), seed=1))
    assert sim._engine.sea.waves.shape == (1, CHANNELS, 208)  # packs of 16 components


def test_waves_need_a_surface() -> None:
    sim = Simulation(rov(), Sea(surface=None), batch=2)
    with pytest.raises(ModelError, match=r"^sea: waves need a surface; give surface=0.0"):
        sim.set("sea.waves", SWELL)
    with pytest.raises(ModelError, match=r"^run 1: sea: waves need a surface; give surface=0.0"):
        sim.set("sea.waves", [None, SWELL])
    sim.set("sea.waves", None)


def test_waves_are_no_part_of_a_snapshot_and_stay_over_a_reset() -> None:
    sim = Simulation(rov(), batch=2)
    sim.set_state(position=[0, 0, -2])
    start, still = sim.snapshot(), sim.acceleration()
    sim.set("sea.waves", [SWELL, None])
    moved = sim.acceleration()
    assert np.any(moved[0] != still[0])
    np.testing.assert_array_equal(moved[1], still[1])
    sim.step(count=5)
    sim.restore(start)
    np.testing.assert_array_equal(sim.acceleration(), moved)
    sim.step(count=5)
    sim.reset()
    np.testing.assert_array_equal(sim.acceleration(), moved)


def test_simulations_do_not_share_parameters() -> None:
    vehicle, sea = rov(), Sea()
    one, other = Simulation(vehicle, sea), Simulation(vehicle, sea)
    before = other.acceleration()
    one.set({"vehicle.inertia.mass": 500.0, "vehicle.damping.linear": np.zeros((6, 6))})
    one.set({"sea.density": 1.0, "sea.current": [1, 1, 1]})
    np.testing.assert_array_equal(other.acceleration(), before)


# Surface and floor


def test_wet_fraction() -> None:
    sim = Simulation([ball("a", buoyancy=Buoyancy(shape=Sphere(0.1))), ball("b")], batch=3)
    sim.set_state("a", position=[[0, 0, -0.1], [0, 0, 0], [0, 0, 0.1]])
    sim.set_state("b", position=[0, 0, 5])
    np.testing.assert_allclose(sim.wet_fraction()[:, 0], [1.0, 0.5, 0.0], atol=1e-15)
    sim.set_state("a", position=[0, 0, 0.05])
    np.testing.assert_allclose(sim.wet_fraction()[:, 0], 0.15625)  # (1 + t)² (2 - t) / 4 at t = -1/2


def test_wet_fraction_of_a_turned_extent() -> None:
    vehicle = ball(buoyancy=Buoyancy(shape=Box([1, 1, 0.2]), attitude=[math.sqrt(0.5), math.sqrt(0.5), 0, 0]))
    sim = Simulation(vehicle)
    sim.set_state(position=[0, 0, 0.25])  # turned about x it is 1 m high
    np.testing.assert_allclose(sim.wet_fraction(), 0.25, rtol=1e-12)


@pytest.mark.parametrize(
    "go", [lambda sim: sim.step(count=50), lambda sim: sim.run(0.5), lambda sim: sim.run(0.5, throw=False)]
)
def test_below_the_floor_is_told_once(go: Callable[[Simulation], object]) -> None:
    sim = Simulation([ball("a"), ball("b")], Sea(depth=5.0), batch=2)
    sim.set_state("b", position=[0, 0, -4], rows=1)
    message = "vehicle 'b' in run 1 dropped below the seabed at 5 m; contact is not modelled"
    with pytest.warns(SeawayWarning, match=message) as caught:
        go(sim)
    assert caught[0].filename == __file__
    go(sim)  # warnings are errors here
    assert sim.status[1, 1] == 2


def test_a_step_that_does_not_throw_tells_of_the_floor_too() -> None:
    sim = Simulation(ball(), Sea(depth=1.0))
    with pytest.warns(SeawayWarning, match="dropped below the seabed at 1 m"):
        sim.step(count=200, throw=False)
