"""Runs compared: measures with differences, scenarios key by key, lines of every run."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lxml import html
from tests.unit.sim import ball, rov

from seaway.errors import ScenarioError
from seaway.report._compare import write_comparison
from seaway.report._differences import scenario_differences
from seaway.scenario import RunFolder, run
from seaway.sim import Simulation

SCENARIO = """
title = "a push"
[simulation]
duration = {duration}
[vehicle]
library = "bluerov2_heavy"
position = [0, 0, -5]
[[control]]
wrench = [{push}, 0, 0, 0, 0, 0]
[record]
period = 0.05
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two pushes, the second stronger and shorter."""
    folder = tmp_path_factory.mktemp("compare")
    found = []
    for name, push, duration in (("weak", 10, 2), ("strong<b>", 20, 1.5)):
        file = folder / "push.toml"
        file.write_text(SCENARIO.format(push=push, duration=duration))
        run(file, folder / name)
        found.append(folder / name)
    return found


@pytest.fixture(scope="module")
def compared(runs: list[Path]) -> dict[str, Any]:
    return write_comparison(runs, runs[0].parent / "compare.html")


def tree(path: Path) -> Any:
    return html.fromstring(path.read_bytes(), parser=html.HTMLParser(recover=False, encoding="utf-8"))


def test_differences_are_against_the_first(runs: list[Path], compared: dict[str, Any]) -> None:
    weak, strong = (RunFolder(each).read_manifest()["summary"][0] for each in runs)
    assert [each["run"] for each in compared["measures"]] == ["weak", "strong<b>"]
    (less,) = compared["differences"]
    assert less["run"] == "strong<b>"
    assert less["largest_speed"] == strong["largest_speed"] - weak["largest_speed"] > 0.0
    np.testing.assert_array_equal(
        less["highest_position"], np.subtract(strong["highest_position"], weak["highest_position"])
    )


def test_scenarios_are_compared_key_by_key(compared: dict[str, Any]) -> None:
    assert {each["key"]: each["values"] for each in compared["scenario"]} == {
        "simulation.duration": [2, 1.5],
        "control.wrench": [[10, 0, 0, 0, 0, 0], [20, 0, 0, 0, 0, 0]],
    }


def test_the_page_overlays_the_runs(runs: list[Path], compared: dict[str, Any]) -> None:
    page = tree(runs[0].parent / "compare.html")
    packed = json.loads(page.xpath("//script[@id='data']")[0].text)
    (x,) = [each for each in packed["panels"] if each["label"] == "x, east"]
    assert [item["name"] for item in x["items"]] == ["weak", "strong<b>"]
    assert x["x"][:2] == [0.0, 2.0]  # that of the longer run
    labels = {each["label"] for each in packed["panels"]}
    assert "y, north" not in labels
    assert "velocity: surge" in labels
    keys = [each.text_content() for each in page.xpath("(//ul[contains(@class, 'linked')])[1]/li")]
    assert keys == ["weak", "strong<b>"]
    (row,) = [each for each in page.xpath("//table[@class='measures']//tr") if each[0].text_content() == "top speed"]
    assert re.match(r"top speed0\.\d+0\.\d+\+0\.\d+ \(\+\d+ %\)m/s$", row.text_content())
    assert len(page.xpath("//script")) == 2
    ids = page.xpath("//@id")
    assert len(set(ids)) == len(ids)


def test_versions_and_overrides_count(runs: list[Path]) -> None:
    manifest = RunFolder(runs[0]).read_manifest()
    other = {
        **manifest,
        "versions": {**manifest["versions"], "numpy": "1.0"},
        "scenario": {**manifest["scenario"], "overrides": ["vehicle.position=[1,2,-5]"]},
    }
    found = scenario_differences([(runs[0], manifest), (runs[0], other)])
    assert [each.key for each in found] == ["vehicle.position", "versions.numpy"]
    assert found[0].words == ["[0, 0, -5]", "[1, 2, -5]"]


def test_runs_without_a_scenario_are_compared_by_what_they_describe(runs: list[Path]) -> None:
    manifest = RunFolder(runs[0]).read_manifest()
    heavier = {**manifest, "vehicles": [{**manifest["vehicles"][0], "mass": 20.0}]}
    heavier.pop("scenario")
    (found,) = scenario_differences([(runs[0], manifest), (runs[0], heavier)])
    assert (found.key, found.values) == ("vehicles.mass", (manifest["vehicles"][0]["mass"], 20.0))


def test_what_cannot_be_compared(runs: list[Path], tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="2 to 8 runs can be compared, got 1"):
        write_comparison(runs[:1], tmp_path / "a.html")
    with pytest.raises(ScenarioError, match=r"weak' is given twice; give different runs"):
        write_comparison([runs[0], runs[0]], tmp_path / "a.html")
    for name, others in (("a", ("left", "right")), ("b", ("up", "down"))):
        recording = Simulation([ball(each) for each in others]).run(0.1)
        recording.to_xarray().to_netcdf(tmp_path / f"{name}.nc", engine="h5netcdf")
    with pytest.raises(ScenarioError, match=r"no vehicle in common \(a: left, right; b: up, down\)"):
        write_comparison([tmp_path / "a.nc", tmp_path / "b.nc"], tmp_path / "a.html")
    assert not (tmp_path / "a.html").exists()


def test_batches_and_vehicles_with_other_names(runs: list[Path], tmp_path: Path) -> None:
    """Of a batch its run 0 is compared; single vehicles are, whatever their names."""
    sim = Simulation(rov("another"), batch=3)
    sim.set_state(velocity=np.linspace(0.1, 1.0, 3)[:, None] * np.ones(6))
    sim.run(1.0, record="all", record_period=0.05).to_xarray().to_netcdf(tmp_path / "b.nc", engine="h5netcdf")
    found = write_comparison([runs[0], tmp_path / "b.nc"], tmp_path / "a.html")
    assert [each["runs"] for each in found["runs"]] == [1, 3]
    assert {each["vehicle"] for each in found["measures"]} == {"bluerov2_heavy / another"}
    assert "b is a batch of 3 runs; its run 0 is compared." in tree(tmp_path / "a.html").text_content()
