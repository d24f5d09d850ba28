"""Every vehicle of the library has a scenario in examples/vehicles, which is valid, runs, and stays what it is."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.commands import seaway

from seaway import library
from seaway.scenario import load_scenario

FOLDER = Path(__file__).parents[2] / "examples" / "vehicles"
PICTURES = Path(__file__).parents[2] / "docs" / "images" / "vehicles"


def test_there_is_one_for_every_vehicle() -> None:
    assert {file.stem for file in FOLDER.glob("*.toml")} == set(library.names())


@pytest.mark.parametrize("name", library.names())
def test_it_is_of_that_vehicle_and_moves(name: str) -> None:
    """The first 5 s as `seaway run` does them, without the folder: it moves, slower than 3 m/s as all of these do.

    The whole of each is run when its picture is drawn.
    """
    scenario = load_scenario(FOLDER / f"{name}.toml")
    assert not [finding for finding in scenario.findings if finding.severity == "error"]
    (vehicle,) = scenario.scene.vehicles
    assert vehicle.inertial is library.entry(name).vehicle.inertial
    assert scenario.scene.sea.density == library.entry(name).sea.density
    sim = scenario.simulation()
    recording = sim.run(
        5.0,
        scenario.controller(),
        control_period=scenario.control_period,
        record_period=scenario.record_period,
    )
    assert scenario.duration >= 5.0
    speed = np.linalg.norm(recording.velocity[:, 0, 0, :3], axis=-1)
    assert 0.1 < np.max(speed) < 3.0


@pytest.mark.parametrize("name", ["bluerov2_heavy", "remus100", "wamv_waves"])
def test_seaway_check_and_run_take_it(name: str, tmp_path: Path) -> None:
    file = FOLDER / f"{name}.toml"
    (checked,) = json.loads(seaway("check", file, "--json").stdout)
    assert checked["valid"]
    result = seaway("run", file, "--set", "simulation.duration=0.2", "--out", tmp_path / "run", "--json")
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "run" / "recording.nc").exists()


@pytest.mark.parametrize("name", [*library.names(), "bluerov2_compared", "remus100_compared"])
def test_its_picture_is_there_and_small(name: str) -> None:
    assert 5_000 < (PICTURES / f"{name}.png").stat().st_size < 100_000
