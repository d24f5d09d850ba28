"""Controllers that a scenario names by file and class: allowed or refused, made, run, recorded, repeated."""

import json
from pathlib import Path

import pytest
from tests.commands import seaway
from tests.unit.scenario.scenario_files import BALL, loaded

from seaway.errors import ScenarioError
from seaway.scenario import open_run

CODE = '''
from seaway.controllers import Controller, SetPoint
from seaway.parts import Number


class Depth(Controller):
    """Heave by the error of the depth."""

    depth: SetPoint = SetPoint(unit="m", default=2.0)
    """Depth."""
    gain: Number = Number(unit="N/m", above=0.0, default=20.0)
    """Gain."""

    @staticmethod
    def command(par, x, motion, around, set_point):
        return (0.0, 0.0, par.gain * (-set_point.depth - motion.position[2]), 0.0, 0.0, 0.0), ()


class Plain:
    def __init__(self, gain=20.0):
        self.gain, self.calls = gain, 0

    def __call__(self, t, state):
        self.calls += 1
        return [0, 0, self.gain * (-2.0 - state.position[0, 0, 2]), 0, 0, 0]


def push(t, state, force=1.0):
    assert state.position.shape[1] == 1
    return [force, 0, 0, 0, 0, 0]


def divides(t, state):
    return [1.0 / (0.5 - t)] * 6


class Mute:
    pass


number = 3
'''
SHORT = "[simulation]\nduration = 1\ntime_step = 0.125\n"


@pytest.fixture
def code(tmp_path: Path) -> Path:
    (tmp_path / "my.py").write_text(CODE)
    return tmp_path


def scenario(folder: Path, control: str, *, vehicles: str = BALL) -> Path:
    file = folder / "own.toml"
    file.write_text(f"{SHORT}{vehicles}\n[control]\n{control}\n")
    return file


def test_without_the_users_word_nothing_runs(code: Path) -> None:
    (code / "my.py").write_text("raise SystemExit('it ran')")
    done = seaway("run", scenario(code, 'controller = "my.py:Plain"'), cwd=code)
    assert done.returncode == 1
    assert "own.toml:13: control.controller runs Python code of 'my.py'; if you trust it" in done.stderr
    assert "--allow-code" in done.stderr
    assert not (code / "runs").exists()


@pytest.mark.parametrize(
    ("control", "message"),
    [
        ('controller = "my.py"', "own.toml:13: control.controller must be \"file.py:Name\", got 'my.py'"),
        ('controller = "my.py:Dept"', "own.toml:13: control.controller names 'my.py', which has no 'Dept'; did you m"),
        ('controller = "none.py:Depth"', "there is no 'none.py' in"),
        ('controller = "my.py:number"', "names 'my.py:number', which is neither a class nor a function"),
        ('controller = "my.py:Mute"', "'my.py:Mute' has no __call__(self, t, state)"),
        ('controller = { use = "my.py:Depth", gain = -1 }', "gain must be > 0 [N/m], got -1"),
        ('controller = { use = "my.py:Depth", gian = 1 }', "did you mean gain?"),
        ('controller = { use = "my.py:Plain", gian = 1 }', "'my.py:Plain' cannot be made: my.py: TypeError: "),
        ("controller = { gain = 1 }", 'must name its class or function with use = "file.py:Name", got none'),
        ("controller = 3", 'must be "file.py:Name", or a table with use = "file.py:Name", got 3'),
    ],
)
def test_what_is_wrong_is_said(code: Path, control: str, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        loaded(code, f"{SHORT}{BALL}\n[control]\n{control}\n", allow_code=True)
    assert message in str(caught.value).replace("x.toml", "own.toml")


def test_a_file_that_fails_is_named_with_the_line(code: Path) -> None:
    (code / "my.py").write_text("import math\nmath.sqrt(-1)\n")
    with pytest.raises(ScenarioError, match=r"runs code that fails: my.py:2: ValueError: "):
        loaded(code, f"{SHORT}{BALL}\n[control]\ncontroller = 'my.py:Plain'\n", allow_code=True)


def test_each_run_has_a_controller_of_its_own(code: Path) -> None:
    """The state of one run is not that of the next."""
    made = loaded(code, f"{SHORT}{BALL}\n[control]\ncontroller = 'my.py:Plain'\n", allow_code=True)
    first = made.controller()
    made.simulation().run(1.0, first)
    assert first.function.calls == 8
    assert made.controller().function.calls == 0


def test_one_that_fails_keeps_what_was_recorded(code: Path) -> None:
    done = seaway("run", scenario(code, 'controller = "my.py:divides"'), "--allow-code", "--out", "a", cwd=code)
    assert done.returncode == 1
    line = next(n for n, text in enumerate(CODE.splitlines(), start=1) if "0.5 - t" in text)
    message = f"the controller 'my.py:divides' failed at t = 0.5 s: my.py:{line}: ZeroDivisionError: "
    assert message in done.stderr
    with open_run(code / "a") as recording:
        assert recording["time"].values.tolist() == [0.0, 0.125, 0.25, 0.375]


def test_one_of_several_vehicles_sees_and_moves_its_own(code: Path) -> None:
    vehicles = "".join(
        BALL.replace("[vehicle]", "[[vehicle]]").replace('"ball"', f'"{name}"').replace("[0, 0, -5]", f"[{x}, 0, -5]")
        for name, x in (("one", 0), ("two", 9))
    )
    control = 'vehicle = "two"\ncontroller = { use = "my.py:push", force = 30 }'
    made = loaded(code, f"{SHORT}{vehicles}\n[control]\n{control}\n", allow_code=True)
    sim = made.simulation()
    sim.run(1.0, made.controller())
    assert sim.state["one"].position[0, 0] == 0.0
    assert sim.state["two"].position[0, 0] > 9.1


@pytest.mark.usefixtures("own_steps")
def test_a_compiled_one_is_recorded_and_repeated(code: Path) -> None:
    """Its set point is in the recording, its file and hash in the manifest, and the copy is what a repetition runs."""
    file = scenario(code, 'controller = { use = "my.py:Depth", depth = 4 }')
    done = seaway("run", file, "--allow-code", "--out", "a", "--json", cwd=code)
    assert done.returncode == 0, done.stderr
    with open_run(code / "a") as recording:
        assert recording["control"].sel(signal="set_point.depth").values.ravel().tolist() == [4.0] * 9
    inputs = json.loads((code / "a" / "manifest.json").read_text())["inputs"]
    assert [entry["file"] for entry in inputs] == ["inputs/own.toml", "inputs/my.py"]
    assert all(len(entry["sha256"]) == 64 for entry in inputs)
    (code / "my.py").write_text("raise SystemExit('not this one')")
    again = seaway("run", "a", "--allow-code", "--out", "b", "--json", cwd=code)
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["repeated"]["same"] is True
    assert "--allow-code" in seaway("run", "a", "--out", "c", cwd=code).stderr
