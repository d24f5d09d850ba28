"""Scene files: vehicles and sea come back as they were; what else is in a file is refused."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seaway import library
from seaway.errors import ScenarioError
from seaway.scenario import load_scenario
from seaway.scenario._scene_file import MAX_SCENE_BYTES, read_scene, scene_bytes, write_scene
from seaway.sea import Sea
from seaway.vehicle import PythonForce

EXAMPLES = Path(__file__).parents[3] / "examples" / "scenarios"


@pytest.mark.parametrize("name", library.names())
def test_library_vehicles_come_back(name: str, tmp_path: Path) -> None:
    vehicle = library.entry(name).vehicle
    assert write_scene(tmp_path / "scene.npz", [vehicle], Sea(depth=10.0))
    found, sea = read_scene(tmp_path / "scene.npz")
    assert found == (vehicle,)
    assert sea == Sea(depth=10.0)


@pytest.mark.parametrize("file", ["boat_in_waves", "rov_in_tide", "station"])
def test_hulls_visuals_waves_and_wind_come_back(file: str, tmp_path: Path) -> None:
    scene = load_scenario(EXAMPLES / f"{file}.toml").scene
    write_scene(tmp_path / "scene.npz", scene.vehicles, scene.sea)
    assert read_scene(tmp_path / "scene.npz") == (scene.vehicles, scene.sea)


def test_forces_of_ones_own_are_left_out(tmp_path: Path) -> None:
    plain = library.entry("bluerov2").vehicle
    own = plain.replace(forces=[PythonForce("spring", lambda t, state: np.zeros(6))])
    write_scene(tmp_path / "scene.npz", [own], Sea())
    assert read_scene(tmp_path / "scene.npz")[0] == (plain,)


def written(path: Path, tree: Any, **arrays: Any) -> Path:
    np.savez(path, json=np.frombuffer(json.dumps(tree).encode(), dtype=np.uint8), **arrays)
    return path


def deep(levels: int) -> Any:
    return [deep(levels - 1)] if levels else 1.0


@pytest.mark.parametrize(
    ("vehicle", "why"),
    [
        ({"part": "PythonForce", "of": {}}, "PythonForce"),
        ({"part": "Popen", "of": {"args": "ls"}}, "Popen"),
        ({"made": "eval", "of": ["1"]}, "eval"),
        ({"part": "Vehicle", "of": {"name": "x"}}, "inertial"),
        ({"part": "Sea", "of": {}}, "vehicles and a sea"),
        (deep(20), "nested too deep"),
    ],
)
def test_a_file_of_a_stranger_makes_parts_of_seaway_only(vehicle: Any, why: str, tmp_path: Path) -> None:
    path = written(tmp_path / "scene.npz", {"vehicles": [vehicle], "sea": {"part": "Sea", "of": {}}})
    with pytest.raises(ScenarioError, match=rf"scene cannot be read: .*{why}"):
        read_scene(path)


def test_pickles_junk_and_bombs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "scene.npz"
    np.savez(path, json=np.array([{"a": 1}], dtype=object))
    with pytest.raises(ScenarioError, match="allow_pickle=False"):
        read_scene(path)
    path.write_bytes(b"not a zip")
    with pytest.raises(ScenarioError, match="scene cannot be read"):
        read_scene(path)
    np.savez_compressed(path, json=np.zeros(5 * MAX_SCENE_BYTES, dtype=np.uint8))
    assert path.stat().st_size < 10**6
    with pytest.raises(ScenarioError, match="may hold at most"):
        read_scene(path)


def test_the_scene_of_a_vehicle_is_small() -> None:
    data = scene_bytes([library.entry("bluerov2").vehicle], Sea())
    assert data is not None
    assert len(data) < 100_000
