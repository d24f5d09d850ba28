"""Visuals of scenarios: mesh files are inputs of a run, and none of them stops it."""

from pathlib import Path

import pytest
from tests.unit.scenario.scenario_files import BALL, loaded, refused

from seaway._files import KeptFiles
from seaway.errors import SeawayWarning
from seaway.mesh._surface import SurfaceFile
from seaway.scenario import Scenario, check, load_vehicle
from seaway.scenario._load import ScenarioSource
from seaway.scenario._read import read_scenario
from seaway.vehicle import Visual

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
MODEL = """<sdf version="1.11"><model name="m"><link name="base"><inertial><mass>30</mass></inertial>
<visual name="v"><geometry><mesh><uri>looks.obj</uri></mesh></geometry></visual></link></model></sdf>"""


def repeated(scenario: Scenario, folder: Path) -> Scenario:
    """The scenario read again from the copies that a run folder keeps, with the original files gone."""
    inputs, source = scenario.inputs, scenario.source
    inputs.copy_to(folder / "inputs")
    kept = KeptFiles(Path.cwd(), source.files.model_path, source.files.fuel_cache)
    for path, file, digest in inputs.entries:
        assert path is not None
        assert file is not None
        kept.add(path, folder / file, digest)
        path.unlink()
    return read_scenario(ScenarioSource(source.text, source.file, source.folder, (), (), kept), "x")


@pytest.mark.parametrize("kind", ["toml", "sdf"])
def test_a_visual_mesh_is_an_input_that_a_repetition_finds(kind: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "looks.obj").write_text(TRIANGLE)
    (home / "m.sdf").write_text(MODEL)
    own = BALL + '[[vehicle.visual]]\nmesh = "looks.obj"\ncolor = "orange"\n'
    scenario = loaded(home, own if kind == "toml" else '[vehicle]\nsdf = "m.sdf"\n[sea]\n')
    assert "inputs/looks.obj" in [entry.file for entry in scenario.inputs.entries]
    (was,) = scenario.scene.vehicles[0].visuals
    (now,) = repeated(scenario, tmp_path / "run").scene.vehicles[0].visuals
    assert now == was
    assert now.mesh == SurfaceFile("looks.obj", TRIANGLE.encode())


def test_a_missing_mesh_is_a_warning_of_check_and_stops_nothing(tmp_path: Path) -> None:
    text = BALL + '[[vehicle.visual]]\nmesh = "none.glb"\n'
    with pytest.warns(SeawayWarning, match="a visual is not drawn: there is no 'none.glb' in"):
        scenario = loaded(tmp_path, text)
    (visual,) = scenario.scene.vehicles[0].visuals
    assert visual.surface() is None
    (finding,) = check(tmp_path / "x.toml")
    assert (finding.severity, finding.message[:48]) == ("warning", "a visual is not drawn: there is no 'none.glb' in")
    (tmp_path / "m.sdf").write_text(MODEL)
    (tmp_path / "y.toml").write_text('[vehicle]\nsdf = "m.sdf"\n[sea]\n')
    assert "visual" in [finding.rule for finding in check(tmp_path / "y.toml")]


def test_wrong_values_have_their_line(tmp_path: Path) -> None:
    text = BALL + '[[vehicle.visual]]\nshape = { box = [1, 1, 1] }\ncolor = "orang"\n'
    (line,) = refused(tmp_path, text)
    assert line.startswith("x.toml:10: vehicle.visual.color must be a name such as 'orange'")
    assert "got 'orang'; did you mean 'orange'?" in line


def test_a_vehicle_file_has_visuals_beside_it(tmp_path: Path) -> None:
    (tmp_path / "looks.obj").write_text(TRIANGLE)
    (tmp_path / "v.toml").write_text(
        'inertia = { mass = 3.0, moment_of_inertia = [1, 1, 1] }\nvisual = { mesh = "looks.obj", scale = 2.0 }\n'
    )
    (visual,) = load_vehicle(tmp_path / "v.toml").visuals
    assert isinstance(visual, Visual)
    assert visual.surface() is not None
