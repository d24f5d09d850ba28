"""A recording of a script, saved: the folder that the command makes."""

import sys
from pathlib import Path

import pytest
from tests.unit.sim import rov

import seaway as sw
from seaway.control import Autopilot, Waypoints
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.gazebo import Scene
from seaway.report import write_report
from seaway.scenario import run
from seaway.sea import Sea
from seaway.vehicle import Damping, Thruster


def test_the_folder_is_that_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same files, and all entries of the manifest but the clock; the same summary and findings."""
    script = tmp_path / "fly.py"
    script.touch()
    monkeypatch.setattr(sys, "argv", [str(script), "--fast"])
    vehicle = rov("odd", damping=Damping([-5.0] + [5.0] * 5), thrusters=Thruster("up", (0, 0, 9)))
    sim = sw.Simulation(vehicle)
    sim.set_state(position=(0, 0, -2), velocity=(0.5, 0, 0, 0, 0, 0))
    saved = sw.save(sim.run(1.0, record="all", record_period=0.1), tmp_path / "saved").read_manifest()
    scene = Scene((vehicle,), Sea(), (Pose((0.0, 0.0, -2.0)),), [[0.5, 0, 0, 0, 0, 0]])
    result = run(scene, tmp_path / "run", duration=1.0, record_period=0.1)
    write_report(result.folder)
    ran = result.folder.read_manifest()
    files = [sorted(each.name for each in (tmp_path / name).iterdir()) for name in ("saved", "run")]
    assert files[0] == files[1] == ["manifest.json", "recording.nc", "report.html", "scene.npz"]
    assert set(ran) - set(saved) <= {"seconds"}
    for key in ("summary", "vehicles", "sea", "versions", "sha256", "status", "samples", "duration", "integrator"):
        assert saved[key] == ran[key], key
    assert saved["command_line"] == ["python", str(script), "--fast"]
    rules = {each["rule"] for each in saved["findings"]}
    assert "damping-feeds-energy" in rules
    assert set(saved["files"]) == {"recording.nc", "report.html", "scene.npz"}


def test_routes_and_set_points_are_in_the_report(tmp_path: Path) -> None:
    vehicle = sw.load("bluerov2_heavy")
    sim = sw.Simulation(vehicle)
    sim.set_state(position=(0, 0, -2))
    guidance = Waypoints([[0, 0, -4], [2, 0, -4], [2, 9, -4]], speed=0.3, acceptance_radius=0.5)
    folder = sw.save(sim.run(1.0, Autopilot(guidance=guidance), record="all", record_period=0.1), tmp_path / "run")
    (route,) = folder.read_manifest()["drawing"]["routes"]
    assert route == {"vehicle": "bluerov2_heavy", "kind": "waypoints", "points": [[0, 0], [2, 0], [2, 9]]}
    text = folder.report.read_text(encoding="utf-8")
    assert "waypoints</li>" in text
    assert "set point of the forward speed through the water" in text
    assert "rms height error" in text


def test_what_cannot_be_saved(tmp_path: Path) -> None:
    recording = sw.Simulation(rov()).run(0.1)
    again = type(recording).from_xarray(recording.to_xarray())
    with pytest.raises(ModelError, match="read from a file is in a run folder already"):
        sw.save(again, tmp_path / "run")
    assert not (tmp_path / "run").exists()
