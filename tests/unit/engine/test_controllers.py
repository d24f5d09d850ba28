"""A user's own controller runs inside the loop, once per control period, with states, set points and parameters."""

import copy
import csv
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm
from tests.unit.engine import BODY, body
from tests.unit.engine.own_controllers import Failing, Keeper, Valves
from tests.unit.engine.own_forces import Maxwell

import seaway as sw
from seaway._jit import PLAIN
from seaway.control import Combined, TimeTable
from seaway.controllers import Controller, Group, Kept, SetPoint, group_of
from seaway.errors import ModelError, SimulationError
from seaway.forces import Force
from seaway.sim import Recording, Snapshot

CALM = sw.Sea(gravity=0.0, surface=None)
MASS = float(BODY.mass_matrix()[0, 0])


def simulation(batch: int = 1, **options: Any) -> sw.Simulation:
    return sw.Simulation(body(), CALM, batch=batch, **options)


class Timed:
    """A controller with a control period or an end of its own, as an ``Autopilot`` has."""

    def __init__(self, controller: Controller, **changes: Any):
        self.inner, self.changes = controller, changes

    def groups(self, vehicles: Any, sea: Any, period: float) -> Sequence[Group]:
        return (replace(group_of(self.inner), **self.changes),)


def signal(recording: Recording, name: str) -> list[float]:
    """Samples of a signal in row 0."""
    return recording.control[name].values[:, 0].tolist()


def x_of(sim: sw.Simulation) -> np.ndarray:
    return sim.state.position[:, 0, 0]


# When it is called, and what with


@pytest.mark.parametrize("record", [("control",), ("control", "forces", "acceleration")])
def test_it_is_called_once_per_control_period_and_only_then(record: tuple[str, ...]) -> None:
    """Every 4 steps of 10: at 0, 4 and 8, however often forces are evaluated. The last sample has what was held."""
    sim = simulation()
    recording = sim.run(0.1, Keeper(1.0), control_period=0.04, record=record)
    assert signal(recording, "keeper.count") == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3]


def by_hand(steps: int, period: float, goal: Any, start: float = 0.0) -> tuple[float, float, float]:
    """Position, speed and integral of the error: in a period a constant force moves the mass along a parabola."""
    x, v, integral = start, 0.0, 0.0
    for n in range(steps):
        error = goal(n * period) - x
        integral += error * period
        a = (3.0 * error + 2.0 * integral) / MASS
        x, v = x + v * period + 0.5 * a * period**2, v + a * period
    return x, v, integral


@pytest.mark.parametrize("control_period", [None, 0.05])
def test_states_set_points_and_the_period(control_period: float | None) -> None:
    """RK4 is exact for a constant force, so that only rounding is left."""
    table = TimeTable([0.0, 0.3, 1.0], [1.0, 2.0, -1.0])
    sim = simulation()
    sim.run(1.0, Keeper(table, integral_gain=2.0), control_period=control_period, record=())
    period = control_period or 0.01
    x, v, _ = by_hand(round(1.0 / period), period, lambda t: float(table.at(t)))
    assert sim.state.position[0, 0, 0] == pytest.approx(x, rel=1e-12)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(v, rel=1e-12)


def test_between_its_calls_the_order_is_that_of_the_integrator() -> None:
    """A spring behind a dashpot and a controller that holds its force for 0.16 s: linear, so e^{A T} in each period.

    Halving h divides the error of RK4 by 16; the fitted order is 4 within 0.1.
    """
    k, T, period = 40.0, 0.3, 0.16
    A = np.array([[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0 / MASS, 1.0 / MASS], [-k / T, 0.0, -1.0 / T, 0.0], [0.0] * 4])
    exact = np.array([0.7, 0.0, 0.0])
    for _ in range(10):
        exact = (expm(A * period) @ [*exact, 3.0 * (1.0 - exact[0])])[:3]
    steps, errors = np.array([0.02, 0.01, 0.005, 0.0025]), []
    for h in steps:
        sim = sw.Simulation(body(Maxwell("m", k)), CALM, time_step=h)
        sim.set_state(position=(0.7, 0, 0))
        sim.run(1.6, Keeper(1.0), control_period=period, record=())
        got = [sim.state.position[0, 0, 0], sim.state.velocity[0, 0, 0], sim.state.internal[0, 0, 0]]
        errors.append(np.max(np.abs(np.array(got) - exact)))
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(4.0, abs=0.1)


def test_parameters_are_read_by_name() -> None:
    sim = simulation(start_time=0.5)
    sim.set_state(position=(0.2, 0, 0))
    sim.set_command_of(Keeper(1.0, 4.0, push=(7.0, 8.0), doubled=True, shape="sine"))
    expected = [2.0 * 4.0 * 0.8, 7.0, 8.0, 0.0, 0.0, 0.25 * np.sin(0.5)]
    np.testing.assert_allclose(sim.forces()["command"][0, 0], expected, rtol=1e-15)
    sim.set_state(position=(0.9, 0, 0))
    assert sim.forces()["command"][0, 0, 0] == expected[0]  # held


def test_a_controller_that_begins_within_a_period_is_called_at_once() -> None:
    """After 3 steps without control, then at the whole periods of 0.04 s."""
    sim = simulation()
    sim.step(count=3)
    recording = sim.run(0.08, Keeper(1.0), control_period=0.04, record="control")
    assert signal(recording, "keeper.count") == [1, 2, 2, 2, 2, 3, 3, 3, 3]


def test_it_ends_when_it_is_told_to() -> None:
    """Until 0.05 s of the time that begins at 2 s, the 5th step; then the force is 0."""
    sim = simulation(start_time=2.0)
    recording = sim.run(0.08, Timed(Keeper(1.0), until=2.05), record=("forces", "control"))
    force = recording["body"].command[:, 0, 0]
    assert np.all(force[:5] > 0.0)
    assert np.all(force[5:] == 0.0)
    assert signal(recording, "keeper.count")[-1] == 5


# Commands of actuators


def tug() -> sw.Vehicle:
    pods = (sw.Thruster("left", (0, 1, 0)), sw.Thruster("right", (0, -1, 0)))
    return sw.Vehicle("tug", BODY, thrusters=pods)


def test_actuators_are_commanded_in_their_order() -> None:
    sim = sw.Simulation(tug(), CALM)
    recording = sim.run(0.02, Valves(TimeTable([0, 0.02], [1.0, 3.0])), record=("actuators", "forces", "control"))
    np.testing.assert_allclose(recording.actuators["right"].command[:, 0], [6.0, 7.0, 7.0], rtol=1e-14)
    assert not recording.actuators["left"].command.any()
    assert recording["tug"].thrusters[0, 0, 0] == 6.0
    assert recording.control["set_point.depth"].kind.unit == "mm"
    np.testing.assert_allclose(signal(recording, "set_point.depth"), [1.0, 2.0, 2.0], rtol=1e-14)
    assert signal(recording, "set_point.opening") == [5.0] * 3
    assert sorted(recording.control) == ["set_point.depth", "set_point.opening"]


# Several controllers


def test_controllers_of_one_vehicle_add_up() -> None:
    """Two of one kind, each with its own states, and a Python function beside them."""
    sim = simulation()
    both = Combined(Keeper(1.0), Keeper(5.0, 1.0), lambda t, state: [10.0 * t, 0, 0, 0, 0, 0])
    recording = sim.run(0.03, both, control_period=0.02, record=("state", "forces", "control"))
    x = recording["body"].position[:, 0, 0]
    force = recording["body"].command[:, 0, 0]
    assert force[0] == 3.0 + 5.0
    assert force[1] == force[0]
    assert force[2] == pytest.approx(3.0 * (1.0 - x[2]) + (5.0 - x[2]) + 10.0 * 0.02, rel=1e-14)
    np.testing.assert_allclose(signal(recording, "keeper.integral"), [0.02] * 2 + [0.02 * (2 - x[2])] * 2, rtol=1e-14)
    assert signal(recording, "keeper.integral (2)")[0] == pytest.approx(0.1)
    assert signal(recording, "keeper.count (2)") == [1, 1, 2, 2]


def test_each_has_its_own_period() -> None:
    """A function every step, which counts at once although the compiled one is next called after 5 steps."""
    sim = simulation()
    both = Combined(Timed(Keeper(1.0), period=0.05), lambda t, state: [0.0, 100.0 * t, 0, 0, 0, 0])
    recording = sim.run(0.08, both, record=("state", "forces", "control"))
    force = recording["body"].command[:, 0]
    np.testing.assert_allclose(force[:-1, 1], np.arange(8.0), rtol=1e-13)
    assert np.all(force[:5, 0] == 3.0)
    assert force[5, 0] == pytest.approx(3.0 * (1.0 - recording["body"].position[5, 0, 0]), rel=1e-14)
    assert signal(recording, "keeper.count") == [1] * 5 + [2] * 4


def test_vehicles_have_their_own() -> None:
    """In any order; a Python function serves a vehicle without one."""
    vehicles = [sw.Vehicle(name, BODY) for name in ("a", "b", "c")]

    def pull(t: float, state: Any) -> np.ndarray:
        wrench = np.zeros((1, 3, 6))
        wrench[0, 1:, 0] = 0.5, 7.0
        return wrench

    sim = sw.Simulation(vehicles, CALM)
    both = Combined(Keeper(2.0).controller("b"), Keeper(1.0).controller(vehicles[0]), pull)
    recording = sim.run(0.01, both, record=("forces", "control"))
    assert recording.command[0, 0, :, 0].tolist() == [3.0, 6.5, 7.0]
    assert signal(recording, "a.set_point.goal")[0] == 1.0
    assert signal(recording, "b.set_point.goal")[0] == 2.0
    assert not any(name.startswith("c.") for name in recording.control)
    with pytest.raises(ModelError, match="must name its vehicle if there are several; there are: a, b, c"):
        sim.run(0.01, Keeper(1.0))
    with pytest.raises(ModelError, match="no vehicle named 'd'; there are: a, b, c"):
        sim.run(0.01, Keeper(1.0).controller("d"))


# States: when they go on, when they begin anew


def test_the_same_object_goes_on_and_another_begins_anew() -> None:
    whole, parts = simulation(), simulation()
    keeper = Keeper(1.0, integral_gain=2.0)
    whole.run(0.2, keeper, control_period=0.02, record=())
    for _ in range(4):
        recording = parts.run(0.05, keeper, control_period=0.02, record="control")
    assert np.array_equal(x_of(whole), x_of(parts))
    assert signal(recording, "keeper.count")[-1] == 10
    anew = parts.run(0.01, Keeper(1.0, integral_gain=2.0), control_period=0.02, record="control")
    assert signal(anew, "keeper.count") == [1, 1]
    again = parts.run(0.01, keeper, control_period=0.02, record="control")  # another was there
    assert signal(again, "keeper.count") == [1, 1]
    other_period = parts.run(0.01, keeper, record="control")
    assert signal(other_period, "keeper.count") == [1, 1]


def test_an_attached_controller_runs_in_every_step_and_run() -> None:
    keeper = Keeper(1.0, integral_gain=2.0)
    run, steps = simulation(), simulation()
    run.run(0.1, keeper, control_period=0.02, record=())
    steps.attach(keeper, control_period=0.02)
    steps.step(count=3)
    steps.step()
    steps.run(0.06, record=())
    assert np.array_equal(x_of(run), x_of(steps))
    steps.attach(None)
    speed = steps.state.velocity[0, 0, 0]
    steps.step(count=5)
    assert steps.state.velocity[0, 0, 0] == speed
    steps.attach(keeper)  # begins anew
    assert signal(steps.run(0.01, record="control"), "keeper.count") == [1, 1]
    with pytest.raises(ModelError, match="only compiled controllers can be attached, got <function"):
        steps.attach(lambda t, state: np.zeros(6))


def test_commands_besides_are_added_at_once() -> None:
    """Also within a control period, and no longer when they are no longer given."""
    sim = simulation()
    sim.attach(Keeper(1.0, 0.0, push=(2.0, 0.0)), control_period=0.1)
    forces: list[float] = []
    for wrench in (None, [0, 5.0, 0, 0, 0, 0], [0, 1.0, 0, 0, 0, 0], None):
        sim.step(wrench)
        forces.append(float(sim.forces()["command"][0, 0, 1]))
    assert forces == [2.0, 7.0, 3.0, 2.0]
    sim.set_command([0, 4.0, 0, 0, 0, 0])
    assert sim.forces()["command"][0, 0, 1] == 6.0


def test_a_run_with_another_controller_interrupts_the_attached_one() -> None:
    sim, keeper = simulation(), Keeper(1.0, integral_gain=1.0)
    sim.attach(keeper, control_period=0.02)
    sim.step(count=4)
    other = sim.run(0.02, Keeper(0.0, 0.0, push=(9.0, 0.0)), record=("forces", "control"))
    assert signal(other, "keeper.count")[0] == 1
    assert other["body"].command[0, 0].tolist() == [0.0, 9.0, 0.0, 0.0, 0.0, 0.0]
    after = sim.run(0.02, record=("forces", "control"))
    assert signal(after, "keeper.count") == [3, 3, 3]
    assert after["body"].command[0, 0, 1] == 0.0
    assert after["body"].command[0, 0, 0] != 0.0


def test_a_run_leaves_nothing_behind() -> None:
    """Nor one that is refused."""
    sim = simulation()
    sim.run(0.02, Keeper(1.0), record=())
    with pytest.raises(ModelError, match=r"record must be any of .*; got 'speed'"):
        sim.run(0.02, Keeper(1.0), record="speed")
    speed = sim.state.velocity.copy()
    sim.step(count=3)
    sim.run(0.02, record=())
    assert np.array_equal(sim.state.velocity, speed)
    assert not sim.forces()["command"].any()


def test_states_survive_a_snapshot() -> None:
    sim, keeper = simulation(2), Keeper([1.0, 2.0], integral_gain=2.0)
    sim.attach(keeper, control_period=0.03)
    sim.step(count=4)
    kept = pickle.loads(pickle.dumps(sim.snapshot()))  # noqa: S301 - of our own making
    assert isinstance(kept, Snapshot)
    sim.step(count=20)
    end = x_of(sim)
    sim.restore(kept)
    sim.step(count=20)
    assert np.array_equal(x_of(sim), end)
    bare = simulation(2)
    with pytest.raises(ModelError, match="only be restored with the controllers that were attached when it was taken"):
        bare.restore(kept)


def test_a_copy_goes_on_by_itself() -> None:
    sim = simulation()
    sim.attach(Keeper(1.0, integral_gain=2.0), control_period=0.03)
    sim.step(count=4)
    other = copy.deepcopy(sim)
    sim.step(count=10)
    other.step(count=10)
    assert np.array_equal(x_of(sim), x_of(other))


def test_rows_that_are_reset_begin_anew_and_others_go_on() -> None:
    sim, keeper = simulation(3), Keeper([1.0, 2.0, 3.0], integral_gain=2.0)
    sim.run(0.07, keeper, control_period=0.03, record=())
    sim.reset(rows=[1])
    recording = sim.run(0.05, keeper, control_period=0.03, record="control")
    assert recording.control["keeper.count"].values.tolist() == [[3, 1, 3]] * 2 + [
        [4, 1, 4],
        [4, 2, 4],
        [4, 2, 4],
        [4, 2, 4],
    ]
    single = simulation()
    single.run(0.05, Keeper(2.0, integral_gain=2.0), control_period=0.03, record=())
    assert np.array_equal(x_of(sim)[1:2], x_of(single))
    whole = simulation(3)
    whole.run(0.12, keeper, control_period=0.03, record=())
    assert np.array_equal(x_of(whole)[[0, 2]], x_of(sim)[[0, 2]])
    sim.reset()
    sim.run(0.12, keeper, control_period=0.03, record=())
    assert np.array_equal(x_of(whole), x_of(sim))


def test_a_state_that_is_set_is_what_it_sees_next() -> None:
    """Its own states stay. At a whole period it is asked again, also if forces have been evaluated; within one not."""
    sim, keeper = simulation(), Keeper(1.0)
    sim.attach(keeper, control_period=0.02)
    assert sim.forces()["command"][0, 0, 0] == 3.0
    sim.set_state(position=(0.5, 0, 0))
    assert sim.forces()["command"][0, 0, 0] == 1.5
    sim.step()
    sim.set_state(position=(0.0, 0, 0))
    assert sim.forces()["command"][0, 0, 0] == 1.5
    sim.step()
    assert sim.forces()["command"][0, 0, 0] == pytest.approx(3.0 * (1.0 - float(x_of(sim)[0])), rel=1e-15)


# Recordings


def test_recordings_survive_xarray_and_csv(tmp_path: Path) -> None:
    sim = simulation(2)
    recording = sim.run(0.03, Keeper([1.0, 2.0]), record=("state", "control"))
    names = ["set_point.goal", "keeper.integral", "keeper.count", "keeper.last_0", "keeper.last_1"]
    assert list(recording.control) == names
    assert [recording.control[name].kind.unit for name in names] == ["m", "m s", "", "m", "m"]
    x = recording["body"].position[:, :, 0]
    np.testing.assert_array_equal(recording.control["keeper.last_0"].values[:-1], x[:-1])
    np.testing.assert_array_equal(recording.control["keeper.last_1"].values[1:-1], x[:-2])
    again = Recording.from_xarray(recording.to_xarray())
    assert list(again.control) == names
    for name in names:
        assert again.control[name].kind == recording.control[name].kind
        np.testing.assert_array_equal(again.control[name].values, recording.control[name].values)
    with recording.to_csv(tmp_path / "run.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [float(line["keeper.integral [m s]"]) for line in lines] == [
        value for sample in recording.control["keeper.integral"].values.tolist() for value in sample
    ]
    assert {line["set_point.goal [m]"] for line in lines} == {"1.0", "2.0"}


# What is wrong with a controller


def wrong(function: Any, **more: Any) -> type[Controller]:
    """A controller with this function, a set point, and what is given."""
    space = {"__doc__": "Wrong.", "command": staticmethod(function), "goal": SetPoint(default=1.0), **more}
    space["__annotations__"] = {"goal": SetPoint}
    return type("Wrong", (Controller,), space)


def misspelt(par, x, motion, around, set_point):
    return (set_point.gaol, 0.0, 0.0, 0.0, 0.0, 0.0), ()


def misspelt_motion(par, x, motion, around, set_point):
    p = motion.positions
    return (p[0], 0.0, 0.0, 0.0, 0.0, 0.0), ()


def unknown(par, x, motion, around, set_point):
    return (nowhere(par.period), 0.0, 0.0, 0.0, 0.0, 0.0), ()  # noqa: F821


def without_states(par, x, motion, around, set_point):
    return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def short(par, x, motion, around, set_point):
    return (0.0, 0.0, 0.0), ()


def nothing(par, x, motion, around, set_point):
    pass


def four(par, x, motion, around):
    return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0), ()


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("function", "line", "message"),
    [
        (misspelt, 1, "set_point has no 'gaol'; did you mean 'goal'?"),
        (misspelt_motion, 1, "motion has no 'positions'; did you mean 'position'?"),
        (unknown, 1, "name 'nowhere' is not defined"),
        (without_states, 0, "must return a command of 6 numbers, and its states (), got 6 numbers"),
        (short, 0, "must return a command of 6 numbers, and its states ()"),
        (nothing, 0, "must return a command of 6 numbers, and its states (), got nothing"),
        (four, 0, "must take 5 arguments, got (par, x, motion, around)"),
    ],
)
def test_what_does_not_compile_is_refused_with_the_users_line(function: Any, line: int, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        simulation().run(0.01, wrong(function)())
    place = f"test_controllers.py:{function.__code__.co_firstlineno + line}:"
    start = f"{place} controller Wrong: its function command(par, x, motion, around, set_point)"
    assert str(caught.value).startswith(start)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_states_and_actuators_are_counted() -> None:
    with pytest.raises(ModelError, match=r"and its states \(sum,\), got"):
        simulation().run(0.01, wrong(without_states, sum=Kept("m"))())
    with pytest.raises(ModelError, match="a command of 2 numbers, one for each actuator, and its states"):
        sw.Simulation(tug(), CALM).run(0.01, wrong(short, output="actuators")())
    with pytest.raises(TypeError, match=r"output must be one of \('wrench', 'actuators'\), got 'force'"):
        wrong(short, output="force")


class Both(Force):
    """A force with a name that a controller may have too."""

    @staticmethod
    def wrench(par, x, around, motion):
        """None."""
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def test_names_are_their_own() -> None:
    function = Keeper.command
    other = type("Keeper", (Controller,), {"__doc__": "Other.", "command": staticmethod(misspelt)})
    with pytest.raises(ModelError, match="two different controllers are named Keeper; rename one"):
        simulation().run(0.01, Combined(Keeper(1.0), other()))
    clash = type("Both", (Controller,), {"__doc__": "Both.", "command": staticmethod(four_zeros)})
    with pytest.raises(ModelError, match="a force and a controller are both named Both; rename one"):
        sw.Simulation(body(Both()), CALM).run(0.01, clash())
    assert function is Keeper.command


def four_zeros(par, x, motion, around, set_point):
    return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0), ()


def test_values_that_do_not_fit() -> None:
    with pytest.raises(
        ModelError, match="differs between runs must have one value for each run of the batch, 3, got 2"
    ):
        simulation(3).run(0.01, Keeper([1.0, 2.0]))
    with pytest.raises(ModelError, match="the goal of a keeper must be a number or a TimeTable, got None"):
        Keeper(None)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=r"must be a table of values of the shape \(n,\), got \(2, 2\)"):
        Keeper(TimeTable([0, 1], [[1.0, 2.0], [3.0, 4.0]]))
    with pytest.raises(ModelError, match="got 'north'"):
        simulation().run(0.01, "north")  # type: ignore[arg-type]
    empty = type("Empty", (Controller,), {"__doc__": "Empty."})
    with pytest.raises(TypeError, match=r"Empty has no function command\(par, x, motion, around, set_point\)"):
        simulation().run(0.01, empty())


@pytest.mark.skipif(PLAIN, reason="plain Python raises where compiled code has no number")
def test_a_command_that_is_not_finite_stops_its_row() -> None:
    """Row 1 fails at 0.05 s and keeps the state of that time; the others reach the end. It can run again."""
    sim = simulation(3)
    failing = Failing([9.0, 0.05, 9.0])
    with pytest.raises(SimulationError, match=r"wrench for vehicle 'body' in run 1 of 3 .* got nan .* at t = 0.05 s"):
        sim.run(0.1, failing, record=())
    assert sim.state.time.tolist() == pytest.approx([0.1, 0.05, 0.1])
    assert sim.stopped.tolist() == [False, True, False]
    alone = simulation()
    alone.run(0.05, Failing(9.0), record=())
    assert np.array_equal(sim.state.velocity[1], alone.state.velocity[0])
    sim.reset(rows=[1])
    sim.run(0.03, failing, record=())
    assert not sim.stopped.any()
    sim.attach(Failing([9.0, 0.05, 9.0]))
    sim.step(count=3, throw=False)
    assert sim.stopped.tolist() == [False, True, False]
    sim.attach(None)
    sim.set_state(velocity=np.zeros(6), rows=1)
    sim.step(count=3)
    assert np.all(np.isfinite(sim.state.velocity))


# Compiled code


SCRIPT = """
import logging, sys
logging.basicConfig(level=logging.WARNING, stream=sys.stdout, format="%(message)s")
import seaway as sw
from mine import Push
body = sw.Vehicle("body", sw.Inertial(sw.MassProperties.from_sphere(0.1, mass=2.0)))
sim = sw.Simulation(body, sw.Sea(gravity=0.0, surface=None))
sim.set_command_of(Push())
print("force", sim.forces()["command"][0, 0, 0])
"""

MINE = """
from seaway.controllers import Controller
from seaway.parts import Number

GAIN = 2.0

def helper(x):
    return x + 1.0

class Push(Controller):
    '''A push.'''

    size: Number = Number(default=10.0)
    '''Size.'''

    @staticmethod
    def command(par, x, motion, around, set_point):
        return (GAIN * helper(par.size), 0.0, 0.0, 0.0, 0.0, 0.0), ()
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_an_edited_controller_is_compiled_anew_and_a_reverted_one_is_found(tmp_path: Path) -> None:
    environment = {**os.environ, "SEAWAY_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}

    def start(mine: str = MINE) -> tuple[float, bool]:
        (tmp_path / "mine.py").write_text(mine)
        (tmp_path / "script.py").write_text(SCRIPT)
        done = subprocess.run(
            [sys.executable, "script.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return float(done.stdout.split("force ")[1].split()[0]), "Compiling" in done.stdout

    assert start() == (22.0, True)
    assert start() == (22.0, False)
    assert start(MINE.replace("x + 1.0", "x + 2.0")) == (24.0, True)  # a function that it calls
    assert start(MINE.replace("GAIN = 2.0", "GAIN = 3.0")) == (33.0, True)  # a global that it reads
    assert start() == (22.0, False)


IN_PLAIN_PYTHON = """
import numpy as np
from tests.unit.engine.test_controllers import closed_loop
print(closed_loop().tobytes().hex())
"""


def closed_loop() -> np.ndarray:
    """The end of a run with an integral, a table, a helper and branches."""
    sim = simulation()
    keeper = Keeper(TimeTable([0, 0.1], [0.3, 1.0]), integral_gain=2.0, push=(0.1, 0.2), doubled=True, shape="sine")
    sim.run(0.3, keeper, control_period=0.02, record=())
    return np.concatenate([sim.state.position[0, 0], sim.state.orientation[0, 0], sim.state.velocity[0, 0]])


@pytest.mark.skipif(PLAIN, reason="compares with compiled code")
def test_plain_python_runs_the_same_loop() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", IN_PLAIN_PYTHON],
        cwd=Path(__file__).parents[3], env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    plain = np.frombuffer(bytes.fromhex(done.stdout.strip()))
    np.testing.assert_array_equal(plain, closed_loop())
    assert plain[0] != 0.0
