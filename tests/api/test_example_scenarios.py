"""The scenarios among the examples are valid and run; the page on scenarios has every key."""

import importlib.util
import json
import tomllib
from pathlib import Path
from types import ModuleType

import jsonschema
import numpy as np
import pytest
from tests.commands import seaway

from seaway.scenario import load_scenario, open_run, schema

ROOT = Path(__file__).parents[2]
SCENARIOS = sorted((ROOT / "examples" / "scenarios").glob("*.toml"))


def page_maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_scenario_keys", ROOT / "docs" / "make_scenario_keys.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_scenarios() -> None:
    assert {path.stem for path in SCENARIOS} >= {"boat_in_waves", "rov_in_tide", "station", "survey", "thruster_step"}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.stem)
def test_it_is_valid_and_runs(scenario: Path, tmp_path: Path) -> None:
    checked = json.loads(seaway("check", scenario, "--json").stdout)[0]
    assert (checked["errors"], checked["warnings"]) == ([], [])
    done = seaway("run", scenario, "--duration", 0.5, "--out", "run", "--no-report", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_the_rov_dives_level_while_the_tide_takes_it_north(tmp_path: Path) -> None:
    scenario = ROOT / "examples" / "scenarios" / "rov_in_tide.toml"
    assert seaway("run", scenario, "--out", "run", "--no-report", cwd=tmp_path).returncode == 0
    with open_run(tmp_path / "run") as dataset:
        (x, y, z), rpy = (
            dataset.position.values[-1, 0, 0],
            [dataset[a].values[:, 0, 0] for a in ("roll", "pitch", "yaw")],
        )
    assert x == pytest.approx(0.3 * 30.0, rel=0.15)  # less, as it speeds up first
    assert 5.0 < y < 8.0  # the tide runs 0.1 to 0.3 m/s at its depth
    assert z == pytest.approx(-8.0, abs=0.9)  # it overshoots at first, and comes back slowly
    assert np.degrees(np.max(np.abs(rpy))) < 6.0


def test_the_survey_holds_its_legs_against_the_current() -> None:
    scenario = load_scenario(ROOT / "examples" / "scenarios" / "survey.toml")
    run = scenario.simulation().run(
        240.0, scenario.controller(), control_period=scenario.control_period, record=("state", "control"),
        record_period=1.0,
    )  # fmt: skip
    off = np.abs(run.control["path_following.cross_track"].values[:, 0])
    assert off[60:].max() < 2.5
    assert off[200:240].max() < 0.1  # on the second leg
    assert np.degrees(run[0].rpy[230, 0, 2]) == pytest.approx(-180.0 + np.degrees(np.arcsin(0.3 / 1.5)), abs=1.0)


def test_the_station_is_held() -> None:
    scenario = load_scenario(ROOT / "examples" / "scenarios" / "station.toml")
    run = scenario.simulation().run(
        200.0, scenario.controller(), control_period=scenario.control_period, record_period=1.0
    )
    assert np.hypot(*run.position[150:, 0, 0, :2].T).max() < 2.0


def test_the_first_scenario_of_the_page_runs_and_its_slip_is_told_as_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    text = page.split("```toml\n")[1].split("```")[0]
    (tmp_path / "rov.toml").write_text(text)
    done = seaway("run", "rov.toml", "--duration", 0.5, "--no-report", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "rov.toml").write_text(text.replace("significant_height", "significant_heigth"))
    done = seaway("run", "rov.toml", cwd=tmp_path)
    assert f"    {done.stderr}" in page


def test_the_page_on_scenarios_has_every_key() -> None:
    page = page_maker()
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.written(text) == text, "run: python docs/make_scenario_keys.py"


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*/*.toml")), ids=lambda path: path.stem)
def test_the_schema_takes_what_the_reader_takes(path: Path) -> None:
    """Editors check files by the schema; vehicle files have one of their own parts."""
    if path.parent.name != "convert":
        jsonschema.Draft202012Validator(schema()).validate(tomllib.loads(path.read_text()))
