"""What deserves a look in a scenario: computed in one place, told by check, run, Python, manifest."""

import json
from pathlib import Path

import pytest
from tests.commands import seaway
from tests.unit.scenario.scenario_files import BALL, loaded

from seaway.errors import ScenarioError, SeawayWarning
from seaway.scenario import run
from seaway.scenario._findings import findings_of

SHORT = "[simulation]\nduration = 0.1\n"
SMALL = """
[vehicle]
name = "pod"
inertia = { mass = 5.0, moment_of_inertia = [0.1, 0.1, 0.1] }
buoyancy = { volume = 0.005 }
damping = { linear = [20, 20, 20, 1, 1, 1] }
position = [0, 0, -0.1]
"""
TORPEDO = """
[vehicle]
library = "remus100"
position = [0, 0, -5]
[control.autopilot]
depth = 6
yaw_deg = 20
roll_deg = 3
speed = 1
"""


def told(folder: Path, text: str, rule: str) -> list[str]:
    found = findings_of(loaded(folder, text))
    return [str(each).replace(f"{folder}/", "") for each in found if each.rule == rule]


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (0.5, None),  # h λ = 1 is below half of the limit
        (1.0, "it may become unstable at speed. Use a time step of at most 0.348 s [step-size]"),
        (1.5, "the run will diverge. Use a time step of at most 0.348 s [step-size]"),
    ],
)
def test_a_step_too_long_for_the_damping(tmp_path: Path, step: float, message: str | None) -> None:
    """The ball without added mass: λ = 20/33 in surge, 1/0.5 = 2 1/s in roll; the limit of RK4 is h λ = 2.785."""
    found = told(tmp_path, f"[simulation]\ntime_step = {step}\n{BALL}", "step-size")
    start = f"warning: vehicle 'ball': the time step of {step:g} s is long for its damping, which decays within 0.5 s: "
    assert found == ([] if message is None else [start + message])


def test_a_step_too_long_for_a_thruster(tmp_path: Path) -> None:
    thruster = (
        '[[vehicle.thruster]]\nname = "port"\nposition = [0, 0, 0]\ntime_constant = 0.004\n'
        'drive = "lag"\ndiameter = 0.1\nthrust_coefficient = 0.3\n'
    )
    (found,) = told(tmp_path, BALL + thruster, "step-size")
    assert "the time step of 0.01 s is long for its thruster 'port', which decays within 0.004 s" in found
    assert "Use a time step of at most 0.00278 s" in found
    assert told(tmp_path, f"[simulation]\ntime_step = 0.00278\n{BALL}{thruster}", "step-size") == []


def test_a_shape_that_is_missed_only_near_the_surface(tmp_path: Path) -> None:
    (found,) = told(tmp_path, SMALL, "no-extent")
    assert found.startswith("x.toml:5: warning: vehicle 'pod' starts near the surface, and its buoyancy has no shape")
    assert told(tmp_path, SMALL.replace("-0.1", "-5"), "no-extent") == []
    assert told(tmp_path, SMALL.replace("{ volume", "{ shape = { sphere = 0.1 }, volume"), "no-extent") == []


def test_set_points_have_the_line_of_the_file(tmp_path: Path) -> None:
    (roll,) = told(tmp_path, TORPEDO, "set-point")
    assert roll == "x.toml:8: warning: vehicle 'remus100' cannot hold roll: nothing controls roll [set-point]"
    (speed,) = told(tmp_path, 'vehicle = "bluerov2_heavy"\n[control.autopilot]\nspeed = 30\n', "set-point")
    assert speed.endswith("'bluerov2_heavy' cannot hold a speed of 30 m/s: its top speed is 0.735 m/s [set-point]")
    assert speed.startswith("x.toml:3: warning: ")


def test_nothing_that_can_be_held_is_an_error(tmp_path: Path) -> None:
    text = f'vehicle.library = "remus100"\n[control.autopilot]\nx = 3\n{SHORT}'
    (finding,) = [each for each in findings_of(loaded(tmp_path, text)) if each.severity == "error"]
    assert finding.line == 3
    with pytest.raises(ScenarioError, match=r"x.toml:3: vehicle 'remus100' cannot hold x: nothing controls sway"):
        run(loaded(tmp_path, text), tmp_path / "run")


def test_warnings_of_the_model_are_findings_too(tmp_path: Path) -> None:
    text = f"{SHORT}[sea.waves]\nsignificant_height = 6\npeak_period = 7\n{BALL}"
    with pytest.warns(SeawayWarning, match="is steeper") as caught:
        made = loaded(tmp_path, text)
    assert Path(caught[0].filename).name == "scenario_files.py"
    (finding,) = [each for each in findings_of(made) if each.rule == "model"]
    assert "is steeper" in finding.message


NEGLECTED = (
    f"{SHORT}{SMALL}\n".replace("damping = { linear = [20, 20, 20, 1, 1, 1] }\n", "")
    + "actuation = { time_constant = 0.004 }\n"
)


def test_run_says_what_check_says_once_and_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(NEGLECTED)
    checked = seaway("check", "x.toml", "--json", cwd=tmp_path)
    said = [each["message"] for each in json.loads(checked.stdout)[0]["warnings"]]
    assert len(said) == 3
    done = seaway("run", "x.toml", "--out", "run", cwd=tmp_path)
    assert [done.stderr.count(message) for message in said] == [1, 1, 1]
    kept = json.loads((tmp_path / "run" / "manifest.json").read_text())["findings"]
    assert [each["message"] for each in kept] == said
    assert all(message in seaway("forces", "x.toml", cwd=tmp_path).stderr for message in said)


def test_a_long_list_is_shortened(tmp_path: Path) -> None:
    pods = NEGLECTED.replace("[vehicle]", "[[vehicle]]").removeprefix(SHORT)
    (tmp_path / "x.toml").write_text(SHORT + pods + pods.replace("'pod'", "'two'").replace('"pod"', '"two"'))
    done = seaway("run", "x.toml", "--out", "run", cwd=tmp_path)
    assert done.stderr.count("warning:") == 5
    assert done.stderr.endswith("and 1 more: seaway check x.toml\n")


def test_python_is_warned_at_its_own_line(tmp_path: Path) -> None:
    made = loaded(tmp_path, NEGLECTED)
    with pytest.warns(SeawayWarning) as caught:
        run(made, tmp_path / "run")
    assert {each.filename for each in caught} == {__file__}
    assert sorted(str(each.message).rpartition("[")[2] for each in caught) == [
        "no-damping]",
        "no-extent]",
        "step-size]",
    ]
