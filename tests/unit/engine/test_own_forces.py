"""A user's own force has the standing of a built-in one."""

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.engine import BODY, body
from tests.unit.engine.own_forces import Everything, Maxwell

import seaway as sw
from seaway.errors import ModelError, SimulationError
from seaway.forces import Force, Held, Input, Integrated, Prepared
from seaway.parts import Name, Number

CALM = sw.Sea(gravity=0.0, surface=None)


def test_it_is_integrated_at_full_order() -> None:
    """M x'' = f, T f' = -k x - f is linear: the error of RK4 at a fixed time falls with h⁴.

    Halving h divides it by 16; the fitted order is 4 within 0.1, since the next term is h times smaller.
    """
    k, T, m = 40.0, 0.3, float(BODY.mass_matrix()[0, 0])
    A = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0 / m], [-k / T, 0.0, -1.0 / T]])
    values, vectors = np.linalg.eig(A)
    start = np.array([0.7, 0.0, 0.0])
    exact = (vectors @ (np.exp(values * 2.0) * np.linalg.solve(vectors, start))).real
    steps, errors = np.array([0.08, 0.04, 0.02, 0.01]), []
    for h in steps:
        sim = sw.Simulation(body(Maxwell("m", k)), CALM, time_step=h)
        sim.set_state(position=(0.7, 0, 0))
        sim.run(2.0, record=())
        got = [sim.state.position[0, 0, 0], sim.state.velocity[0, 0, 0], sim.state.internal[0, 0, 0]]
        errors.append(np.max(np.abs(np.array(got) - exact)))
    order = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert order == pytest.approx(4.0, abs=0.1)


def test_it_is_named_everywhere() -> None:
    sim = sw.Simulation(body(Maxwell("mooring", 40.0)), CALM)
    sim.set_state(position=(0.7, 0.2, 0))
    recording = sim.run(0.5, record=["state", "forces", "energy"], record_period=0.1)
    wrench = sim.forces()["mooring"]
    np.testing.assert_array_equal(recording["body"].mooring[-1], wrench[:, 0])
    power = float(wrench[0, 0] @ sim.state.velocity[0, 0])
    assert sim.energy().power["mooring"][0, 0] == pytest.approx(power, rel=1e-14)
    assert [tuple(state) for state in sim.internal_states()] == [(k, f"mooring.force{k}", "N") for k in range(3)]
    again = type(recording).from_xarray(recording.to_xarray())
    np.testing.assert_array_equal(again["body"].mooring, recording["body"].mooring)


def test_all_that_it_may_have() -> None:
    force = Everything("all", gain=2.0, direction=(0, 0, 2), table=((0, 1, 2), (3, 4, 5)), doubled=True)
    sim = sw.Simulation(body(force), CALM)
    assert sim.actuators == ("all",)
    sim.set_command(actuators={"all": 7.0})
    assert sim.forces()["all"][0, 0].tolist() == [0.0, 0.0, 2 * 2 * (3.0 + 5.0), 1.0, 0.0, 0.0]
    sim.step(actuators=[7.0], count=3)
    level, count = sim.state["body"].internal[0]
    z = 0.01 / 0.5
    kept = 1.0 - z + z**2 / 2 - z**3 / 6 + z**4 / 24  # of one step of RK4
    assert level == pytest.approx(7.0 * (1.0 - kept**3), rel=1e-14)
    assert count == 3.0
    sim.to_steady_state(actuators=[1000.0])
    assert sim.state["body"].internal[0].tolist() == [100.0, 3.0]
    expected = 2.0 * (2.0 * 100.0 + 3.0 + 5.0 + math.sin(0.03))
    assert sim.forces()["all"][0, 0, 2] == pytest.approx(2.0 * expected, rel=1e-14)


class Winch(Force):
    """A force with a command, and nothing to say of what it does."""

    name: Name = Name()
    """Name of the force."""

    pull = Prepared("N")
    command = Input("m/s")

    @staticmethod
    def prepare(par, command):
        return (5.0 * command,)

    @staticmethod
    def wrench(par, x, around, motion):
        return (x.pull, 0.0, 0.0, 0.0, 0.0, 0.0)


def test_its_command_is_recorded_and_what_it_does_if_it_says_so(tmp_path: Path) -> None:
    """To the last digit also through a Dataset, which has a variable for each unit, and in a table."""
    sim = sw.Simulation(body(Everything("all"), Winch("winch"), Winch("other")), CALM, batch=2)
    commands = {"all": 7.0, "winch": [0.1, 0.2]}
    recording = sim.run(0.05, lambda t, state: sw.Command(actuators=commands), record=["state", "actuators"])
    found = recording.actuators
    assert list(found) == list(sim.actuators) == ["all", "winch", "other"]
    assert [(each.command_unit, each.state_unit) for each in found.values()] == [("N", "N"), ("m/s", ""), ("m/s", "")]
    np.testing.assert_array_equal(found["all"].command, np.full((6, 2), 7.0))
    np.testing.assert_array_equal(found["all"].state[-1], sim.state["body"].internal[:, 0])
    assert np.all(np.diff(found["all"].state, axis=0) > 0.0)
    np.testing.assert_array_equal(found["winch"].command, np.tile([0.1, 0.2], (6, 1)))
    assert np.all(np.isnan(found["winch"].state))
    dataset = recording.to_xarray()
    assert dataset["own_m_per_s_command"].attrs["units"] == "m/s"
    assert dataset["own_N"].dims == ("time", "row", "own")
    assert not any(name in dataset.variables for name in ("own_", "own_m_per_s"))
    again = type(recording).from_xarray(dataset).actuators
    assert [each.kind for each in again.values()] == [each.kind for each in found.values()]
    for name, each in found.items():
        np.testing.assert_array_equal(again[name].command, each.command)
        np.testing.assert_array_equal(again[name].state, each.state)
    header, first = recording.to_csv(tmp_path / "run.csv").read_text().splitlines()[:2]
    columns = ["all.command [N]", "all.actual [N]", "winch.command [m/s]", "other.command [m/s]"]
    assert header.split(",")[-4:] == columns
    assert first.split(",")[-4:] == ["7.0", "0.0", "0.1", "0.0"]


@pytest.mark.parametrize("batch", [3, 64])
def test_runs_with_parameters_of_their_own_are_single_runs(batch: int) -> None:
    """Also where it is called lane by lane."""
    gains, lengths = np.linspace(1.0, 3.0, batch), np.linspace(-1.0, 1.0, batch)
    vehicle = body(Maxwell("m", 40.0), Everything("all", gain=gains))
    sim = sw.Simulation(vehicle, CALM, batch=batch)
    sim.set("vehicle.force.m.time_constant", 0.1 + 0.01 * np.arange(batch))
    sim.set("vehicle.force.all.matrix", np.stack([np.full((2, 4), x) for x in lengths]))
    sim.set_state(position=(0.5, 0.1, 0))
    sim.step(actuators=[3.0], count=40)
    for row in (0, batch // 2, batch - 1):
        one = body(
            Maxwell("m", 40.0, 0.1 + 0.01 * row),
            Everything("all", gain=float(gains[row]), matrix=np.full((2, 4), lengths[row])),
        )
        alone = sw.Simulation(one, CALM)
        alone.set_state(position=(0.5, 0.1, 0))
        alone.step(actuators=[3.0], count=40)
        for name in ("position", "orientation", "velocity", "internal"):
            np.testing.assert_array_equal(getattr(sim.state, name)[row], getattr(alone.state, name)[0])
        for name, wrench in alone.forces().items():
            np.testing.assert_array_equal(sim.forces()[name][row], wrench[0])


def test_structure_is_refused_by_name() -> None:
    sim = sw.Simulation(body(Everything("all")), CALM, batch=2)
    for path, values in (("kind", [0, 1]), ("doubled", [0, 1])):
        with pytest.raises(ModelError, match=rf"'vehicle.force.all.{path}' is structure"):
            sim.set(f"vehicle.force.all.{path}", values)
    with pytest.raises(ModelError, match="must keep its length"):
        sim.set("vehicle.force.all.table", np.zeros((2, 3)) + [[0, 1, 2]] * 2)


# What is wrong with a force


def wrong(function: Any, **states: Any) -> type[Force]:
    """A force with this function, whose fields and states are given."""
    space = {"__doc__": "Wrong.", "wrench": staticmethod(function), "k": Number(default=1.0), **states}
    space["__annotations__"] = {"k": Number}
    return type("Wrong", (Force,), space)


def misspelt(par, x, around, motion):
    return (par.kk, 0.0, 0.0, 0.0, 0.0, 0.0)


def misspelt_motion(par, x, around, motion):
    return (
        motion.positions[0],
        0.0, 0.0, 0.0, 0.0, 0.0,
    )  # fmt: skip


def unknown(par, x, around, motion):
    return (nowhere(par.k), 0.0, 0.0, 0.0, 0.0, 0.0)  # noqa: F821


def short(par, x, around, motion):
    return (par.k, 0.0, 0.0)


def without_rate(par, x, around, motion):
    return (par.k, 0.0, 0.0, 0.0, 0.0, 0.0)


def nothing(par, x, around, motion):
    pass


def three(par, x, around):
    return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("function", "line", "message"),
    [
        (misspelt, 1, "there is no 'kk'; did you mean 'k'?"),
        (misspelt_motion, 2, "motion has no 'positions'; did you mean 'position'?"),
        (unknown, 1, "name 'nowhere' is not defined"),
        (short, 0, "must return 6 numbers, (force, torque), got 3 numbers"),
        (nothing, 0, "must return 6 numbers, (force, torque), got nothing"),
        (three, 0, "must take 4 arguments, got (par, x, around)"),
    ],
)
def test_what_does_not_compile_is_refused_with_the_users_line(function: Any, line: int, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        sw.Simulation(body(wrong(function)()), CALM)
    place = f"test_own_forces.py:{function.__code__.co_firstlineno + line}:"
    assert str(caught.value).startswith(f"{place} force Wrong: its function wrench(par, x, around, motion)")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_states_need_their_rates() -> None:
    with pytest.raises(ModelError, match=r"must return a wrench of 6 numbers, and the rates \(f,\) of its states"):
        sw.Simulation(body(wrong(without_rate, f=Integrated("N"))()), CALM)


@pytest.mark.parametrize(
    ("states", "message"),
    [
        ({"h": Held()}, "the state h needs a function update"),
        ({"p": Prepared()}, "the state p needs a function prepare"),
        ({"c": Input()}, "the state c needs a function prepare"),
        (
            {"c": Input(size=2), "prepare": staticmethod(nothing)},
            "a force can have only one command, which is one number",
        ),
    ],
)
def test_states_need_their_functions(states: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        wrong(without_rate, **states)


def infinite(par, x, around, motion):
    return (par.k / (around.time - 0.05), 0.0, 0.0, 0.0, 0.0, 0.0)


def test_a_wrench_that_is_not_finite_stops_the_run_and_is_named() -> None:
    sim = sw.Simulation(body(wrong(infinite)()), CALM, time_step=0.01)
    with pytest.raises(SimulationError, match=r"after t = 0.04 s; the force 'wrong' is \[inf, 0.0.* at t = 0.05 s"):
        sim.run(1.0)
    assert np.all(np.isfinite(sim.state.velocity))


def test_names_are_their_own() -> None:
    with pytest.raises(ModelError, match="forces must have different names, got 'damping', which is built in"):
        sw.Simulation(body(Maxwell("damping", 1.0)), CALM)
    with pytest.raises(ModelError, match="got 'm', 2 times"):
        sw.Simulation(body(Maxwell("m", 1.0), Maxwell("m", 2.0)), CALM)


# Plain Python functions


def test_a_python_function_is_held_over_a_step() -> None:
    calls: list[float] = []

    def pull(t: float, state: Any) -> list[float]:
        calls.append(t)
        return [12.0 * state["body"].position[0, 0], 0, 0, 0, 0, 0]

    sim = sw.Simulation(body(sw.PythonForce("pull", pull)), CALM, time_step=0.1)
    sim.set_state(position=(2.0, 0, 0))
    sim.step(count=2)
    assert calls == pytest.approx([0.0, 0.1])
    m, h = float(BODY.mass_matrix()[0, 0]), 0.1
    x1, v1 = 2.0 + 0.5 * 24.0 / m * h * h, 24.0 / m * h
    x2 = x1 + v1 * h + 0.5 * 12.0 * x1 / m * h * h
    assert sim.state.position[0, 0, 0] == pytest.approx(x2, rel=1e-13)
    assert sim.forces()["pull"][0, 0, 0] == pytest.approx(12.0 * x2, rel=1e-13)
    with pytest.raises(ModelError, match="the wrench of force 'bad' must be numbers of the shape"):
        sw.Simulation(body(sw.PythonForce("bad", lambda t, state: [1.0])), CALM).step()


def falling(t: float, state: Any) -> Any:
    """A force that any delay would show: it depends on the time and the state."""
    both = np.zeros((len(state.position), 6))
    both[:, 0] = 3.0 * t - state.position[:, 0, 0]
    return both


def test_what_is_recorded_of_a_python_function_is_at_the_recorded_state() -> None:
    """And it is called once for a sample and the step that follows."""
    times: list[float] = []

    def pull(t: float, state: Any) -> Any:
        times.append(t)
        return falling(t, state)

    sim = sw.Simulation(body(sw.PythonForce("pull", pull)), CALM, time_step=0.1, batch=2)
    sim.set_state(position=[[2.0, 0, 0], [3.0, 0, 0]])
    groups = ["state", "forces", "acceleration"]
    recording = sim.run(0.5, record=groups, record_period=0.2)
    own = recording["body"]
    assert times == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4, 0.5])
    expected = 3.0 * recording.time[:, None] - own.position[..., 0]
    np.testing.assert_allclose(own.pull[..., 0], expected, rtol=0, atol=1e-15)
    np.testing.assert_allclose(own.acceleration[..., 0], expected / BODY.mass_matrix()[0, 0], rtol=1e-14)
    times.clear()
    plain = sw.Simulation(body(sw.PythonForce("pull", pull)), CALM, time_step=0.1, batch=2)
    plain.set_state(position=[[2.0, 0, 0], [3.0, 0, 0]])
    plain.run(0.5)
    assert len(times) == 5
    np.testing.assert_array_equal(plain.state.position, sim.state.position)  # recording changes nothing


def test_all_that_is_evaluated_calls_python_functions() -> None:
    """Not ``forces`` alone: the audit of energy, and the rates of states."""
    sim = sw.Simulation(body(Maxwell("m", 40.0), sw.PythonForce("pull", falling)), CALM, time_step=0.1)
    sim.step(count=2)
    sim.set_state(position=(2.0, 0, 0), velocity=(1.0, 0, 0, 0, 0, 0))
    force = 3.0 * 0.2 - 2.0
    assert sim.energy().power["pull"][0, 0] == pytest.approx(force, rel=1e-14)
    sim.set_state(position=(4.0, 0, 0))
    assert sim.internal_rates()[0, 0, 0] == pytest.approx((-40.0 * 4.0 - sim.state.internal[0, 0, 0]) / 0.3, rel=1e-14)
    assert sim.state["body"].internal[0, 3] == pytest.approx(3.0 * 0.2 - 4.0, rel=1e-14)


# Never stale


SCRIPT = """
import logging, sys
logging.basicConfig(level=logging.WARNING, stream=sys.stdout, format="%(message)s")
import seaway as sw
from mine import Push
body = sw.Vehicle("body", sw.Inertial(sw.MassProperties.from_sphere(0.1, mass=2.0)), forces=[Push()])
print("force", sw.Simulation(body, sw.Sea(gravity=0.0, surface=None)).forces()["push"][0, 0, 0])
"""

MINE = """
from other import FACTOR
from seaway.forces import Force
from seaway.parts import Name, Number

GAIN = 2.0

def helper(x):
    return x + 1.0

class Push(Force):
    '''A push.'''

    size: Number = Number(default=10.0)
    '''Size.'''

    @staticmethod
    def wrench(par, x, around, motion):
        return (GAIN * FACTOR * helper(par.size), 0.0, 0.0, 0.0, 0.0, 0.0)
"""


def test_an_edited_force_is_compiled_anew_and_a_reverted_one_is_found(tmp_path: Path) -> None:
    environment = {**os.environ, "SEAWAY_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}

    def start(mine: str = MINE, other: str = "FACTOR = 1.0") -> tuple[float, bool]:
        (tmp_path / "mine.py").write_text(mine)
        (tmp_path / "other.py").write_text(other)
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
    assert start(other="FACTOR = 5.0") == (110.0, True)  # one of another file
    assert start() == (22.0, False)


CELLS = """
import linecache
cells = [
    "import seaway as sw\\nfrom seaway.forces import Force\\nGAIN = 2.0",
    '''class Push(Force):
    "A push."
    @staticmethod
    def wrench(par, x, around, motion):
        return (GAIN, 0.0, 0.0, 0.0, 0.0, 0.0)
''',
    '''def force():
    body = sw.Vehicle("body", sw.Inertial(sw.MassProperties.from_sphere(0.1, mass=2.0)), forces=[Push()])
    return sw.Simulation(body, sw.Sea(gravity=0.0, surface=None)).forces()["push"][0, 0, 0]
print(force())''',
    "GAIN = 7.0\\nprint(force())",
]
print("run")
for n, cell in enumerate(cells):
    name = f"<ipython-input-{n}>"
    linecache.cache[name] = (len(cell), None, cell.splitlines(True), name)
    exec(compile(cell, name, "exec"))
"""


def test_a_force_of_a_notebook_or_script_works_and_its_file_runs_once(tmp_path: Path) -> None:
    """A notebook runs its cells in ``__main__``, from files that are not there; so does a script."""
    script = tmp_path / "script.py"
    script.write_text(CELLS)
    environment = {**os.environ, "SEAWAY_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["run", "2.0", "7.0"]  # an edited global counts in the next simulation
