"""``seaway manoeuvre`` as a user types it, and the scenarios of manoeuvres."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.commands import seaway

from seaway.manoeuvres import FreeDecay, step_measures, zigzag_measures
from seaway.scenario import load_scenario, open_run, run

SCENARIOS = sorted((Path(__file__).parents[2] / "examples" / "manoeuvres").glob("*.toml"))


def test_measures_folder_and_figure(tmp_path: Path) -> None:
    out = tmp_path / "turn"
    done = seaway("manoeuvre", "turning", "otter", "--side", "left", "--duration", 40, "--length", 2, "--out", out)
    assert done.returncode == 0, done.stderr
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert "approach speed                 3.09 m/s" in lines
    assert "steady yaw rate                16.7 °/s" in lines
    reason = "the standards are for rudders, and this vehicle is steered by its propellers"
    assert f"IMO standards, MSC.137(76), do not apply: {reason}" in " ".join(lines)
    assert "tactical diameter  6.34 L  at most 5 L    for comparison" in lines
    assert lines[-1] == f"recording, manifest and figure in {out}"
    assert (out / "plots" / "manoeuvre.png").stat().st_size > 10_000
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["status"] == "complete"
    assert manifest["manoeuvre"]["measures"]["tactical_diameter"] == pytest.approx(12.67, abs=0.01)
    assert manifest["manoeuvre"]["units"]["steady_yaw_rate"] == "rad/s"
    assert [entry["met"] for entry in manifest["manoeuvre"]["criteria"]] == [None, None]
    assert {entry["reason"] for entry in manifest["manoeuvre"]["criteria"]} == {reason}
    with open_run(out) as dataset:
        assert dataset.sizes["time"] == manifest["samples"]
    again = seaway("manoeuvre", "turning", "otter", "--out", out)
    assert again.returncode == 1
    assert "there is a run in" in again.stderr
    # It is no run of a scenario, and so not one to repeat.
    repeated = seaway("run", out)
    assert repeated.returncode == 1
    assert "Traceback" not in repeated.stderr


def test_a_zigzag_that_has_no_standards(tmp_path: Path) -> None:
    done = seaway("manoeuvre", "zigzag", "otter", "--duration", 5, "--length", 2, "--out", tmp_path / "a")
    assert done.returncode == 0, done.stderr
    reason = "they are for rudders, and this vehicle is steered by its propellers"
    assert f"IMO standards, MSC.137(76), do not apply: {reason}" in " ".join(done.stdout.split())
    manifest = json.loads((tmp_path / "a" / "manifest.json").read_text())
    assert manifest["manoeuvre"]["criteria_reason"] == reason


def test_measures_that_are_not_reached(tmp_path: Path) -> None:
    out = tmp_path / "a"
    done = seaway("manoeuvre", "turning", "otter", "--approach", 30, "--duration", 8, "--out", out)
    assert done.returncode == 0, done.stderr
    words = " ".join(done.stdout.split())
    assert "tactical diameter not reached" in words
    assert "Not reached tactical diameter; time to 180°: the heading changes by 131° in 8 s" in words
    measured = json.loads((out / "manifest.json").read_text())["manoeuvre"]
    assert measured["measures"]["tactical_diameter"] is None
    assert measured["reasons"].keys() == {key for key, value in measured["measures"].items() if value is None}
    assert measured["reasons"]["time_180"].endswith("less than 180°: use a longer duration, or more helm")


def test_as_json(tmp_path: Path) -> None:
    done = seaway("manoeuvre", "decay", "otter", "--axis", "roll", "--duration", 5, "--json", "--out", tmp_path / "a")
    made = json.loads(done.stdout)
    assert made.keys() == {"folder", "kind", "vehicle", "settings", "measures", "units", "reasons", "criteria"}
    scene = load_scenario("otter", idle=True).scene
    same = FreeDecay(axis="roll", duration=5.0, time_step=0.01).run(scene.vehicles[0], scene.sea)
    assert made["measures"]["period"] == same.measures.period
    assert made["measures"]["damping_ratio"] == same.measures.damping_ratio
    assert made["criteria"] == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("decay", "otter", "--ahead", "3"), "--ahead is an option of turning, zigzag, bollard, step, not of decay"),
        (
            ("turning", "otter", "--helm", "1", "--helm-deg", "2"),
            "give one of helm and helm_deg",
        ),
        (("turning", "otter", "--duration", "-1"), "--duration must be > 0 and <= 21600 [s], got -1"),
        (("turning", "otter", "--duration", "1e300"), "--duration must be > 0 and <= 21600 [s], got 1e+300"),
        (("zigzag", "otter", "--angle-deg", "nan"), "--angle-deg must be"),
        (
            ("decay", "otter", "--axis", "roll", "--offset", "10"),
            "< π/2 to either side [rad], got 10; is it in degrees?",
        ),
        (("turning", "otter", "--length", "0"), "--length must be finite and > 0 [m], got 0"),
        (("turning", "otter", "--force"), "--force replaces the run in --out DIR, which was not given"),
        (("spiral", "otter"), "'spiral' is not one of"),
    ],
)
def test_wrong_usage(words: tuple[str, ...], message: str) -> None:
    done = seaway("manoeuvre", *words)
    assert done.returncode == 2
    assert message in done.stderr


def test_what_cannot_be_run(tmp_path: Path) -> None:
    done = seaway("manoeuvre", "turning", "remus100", "--json", "--out", tmp_path / "a")
    assert done.returncode == 1
    assert done.stdout == "null\n"
    assert done.stderr == (
        "error: vehicle 'remus100': thruster 'propeller' has no limit, so there is no greatest command; give a "
        "command [rad/s], ahead=... (--ahead)\n"
    )
    done = seaway("manoeuvre", "turning", "otter", "--natural-frequency", 4, "--out", tmp_path / "a")
    assert done.returncode == 1
    assert done.stderr.endswith(
        "error: the autopilot of a manoeuvre holds nothing, so that its natural frequency and gains have no effect; "
        "give a set point, or hold the depth (hold_depth, --hold-depth)\n"
    )
    done = seaway("manoeuvre", "turning", "oter", "--out", tmp_path / "a")
    assert done.returncode == 1
    assert "no library vehicle named 'oter'; did you mean 'otter'?" in done.stderr
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenarios_of_manoeuvres(path: Path, tmp_path: Path) -> None:
    """Each is run, and shows what it is named after."""
    scenario = load_scenario(path)
    result = run(scenario, out=tmp_path / "run")
    assert result.status == "complete"
    with open_run(tmp_path / "run") as dataset:
        time = dataset["time"].to_numpy()
        yaw = np.unwrap(dataset["yaw"].to_numpy()[:, 0, 0])
        depth = -dataset["position"].to_numpy()[:, 0, 0, 2]
        if path.stem == "turning_circle":
            assert np.max(np.abs(yaw[:200])) < 1e-6  # nothing turns it before
            assert yaw[-1] < -2.0 * np.pi
            assert np.max(np.abs(depth - 10.0)) < 0.5
        elif path.stem == "zigzag":
            helm = dataset["thruster_speed_command"].to_numpy()[:, 0, 0] - 80.0
            measures = zigzag_measures(time, yaw, helm)
            assert len(measures.executes) > 4
            np.testing.assert_allclose(measures.headings, np.radians(10.0), atol=np.radians(2.0))  # 0.1 s apart
        elif path.stem == "free_decay":
            roll = dataset["roll"].to_numpy()[:, 0, 0]
            assert roll[0] == pytest.approx(np.radians(10.0))
            assert abs(roll[-1]) < 1e-3
        elif path.stem == "bollard_pull":
            assert dataset["velocity"].to_numpy()[-1, 0, 0, 0] == pytest.approx(3.0864, abs=1e-3)
        elif path.stem == "step_depth":
            assert step_measures(time, depth, 6.0, start=5.0).settling_time is not None
        else:
            assert yaw[-1] == pytest.approx(np.radians(20.0), abs=0.02)
