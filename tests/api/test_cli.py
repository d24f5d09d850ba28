"""The commands as a user types them: exit codes, JSON that parses, text that helps."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.commands import seaway as run

import seaway

ROV = """<?xml version="1.0"?>
<sdf version="1.11">
  <model name="rov">
    <link name="base">
      <inertial>
        <pose>0.1 0 -0.02 0 0 1.5707963267948966</pose>
        <mass>11.5</mass>
        <inertia><ixx>0.16</ixx><iyy>0.2</iyy><izz>0.25</izz></inertia>
        <fluid_added_mass><xx>5.5</xx><yy>12.7</yy><zz>14.57</zz><pp>0.12</pp><qq>0.12</qq><rr>0.12</rr></fluid_added_mass>
      </inertial>
    </link>
    <link name="mast"/>
  </model>
</sdf>
"""


@pytest.fixture
def rov(tmp_path: Path) -> Path:
    path = tmp_path / "rov.sdf"
    path.write_text(ROV)
    return path


def process(*arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, as in a shell."""
    command = [sys.executable, "-c", "from seaway.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "200"})


def test_version_and_help() -> None:
    assert process("--version").stdout == f"seaway {seaway.__version__}\n"
    shown = process("--help")
    assert shown.returncode == 0
    assert "check" in shown.stdout
    assert "inertia" in shown.stdout


@pytest.mark.parametrize("arguments", [(), ("check",), ("nonsense",), ("check", "--nonsense", "x.sdf")])
def test_wrong_usage_exits_with_2(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_check_of_a_valid_file(rov: Path) -> None:
    done = run("check", rov)
    assert done.returncode == 0
    *advice, summary = done.stdout.splitlines()
    assert summary == f"{rov}: valid, 2 links, 0 errors, 2 warnings"
    assert advice[0].startswith(f"{rov}:5: warning: link 'rov::base': added mass / mass = 2.57 in heave")
    assert advice[0].endswith("[added-mass-ratio]")


def test_check_of_an_invalid_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.sdf"
    path.write_text(ROV.replace("<mass>11.5</mass>", "<mass>-2</mass>").replace('"mast"', '"base"'))
    done = run("check", path)
    assert done.returncode == 1
    assert f"{path}:5: error: link 'base': the mass must be >= 0 [kg], got -2 [inertia-invalid]" in done.stdout
    assert f"{path}:12: error: there is a link named 'base' already, in line 4 [name-duplicate]" in done.stdout


def test_check_as_json(rov: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.sdf"
    broken.write_text("<sdf version='1.9'>")
    done = run("check", "--json", rov, broken, tmp_path / "absent.sdf")
    assert done.returncode == 1
    good, bad, absent = json.loads(done.stdout)
    assert good["file"] == str(rov)
    assert good["valid"] is True
    assert good["errors"] == []
    assert {entry["rule"] for entry in good["warnings"]} == {"added-mass-ratio", "body-matrix"}
    assert all({"line", "rule", "message"} <= entry.keys() for entry in good["warnings"])
    assert bad["valid"] is False
    assert bad["errors"][0]["message"].startswith("the file is not well-formed XML")
    assert bad["errors"][0]["line"] == 1
    assert absent["errors"][0]["message"] == "there is no such file"


def test_inertia_as_json(rov: Path) -> None:
    done = run("inertia", rov, "--json")
    assert done.returncode == 0
    base, mast = json.loads(done.stdout)
    assert base["name"] == "rov::base"
    assert base["mass"] == 11.5
    assert base["center_of_mass"] == [0.1, 0.0, -0.02]
    np.testing.assert_allclose(np.diag(base["moment_of_inertia"]), [0.2, 0.16, 0.25], atol=1e-15)
    np.testing.assert_allclose(np.diag(base["moment_of_inertia_inertial_axes"]), [0.16, 0.2, 0.25])
    assert base["moment_of_inertia_about_origin"][2][2] == pytest.approx(0.25 + 11.5 * 0.1**2)
    assert base["inertial_pose"]["position"] == [0.1, 0.0, -0.02]
    np.testing.assert_allclose(base["inertial_pose"]["quaternion"], [0.5**0.5, 0, 0, 0.5**0.5])
    assert base["fluid_added_mass"][2][2] == 14.57
    assert base["mass_matrix"][2][2] == pytest.approx(26.07)
    assert base["mass_matrix"][5][5] == pytest.approx(0.25 + 0.115 + 0.12)
    assert base["body_matrix"][5][5] == pytest.approx(0.25)
    assert base["spatial_matrix"][5][5] == pytest.approx(0.37)
    np.testing.assert_array_equal(np.roll(base["dart_spatial_tensor"], (3, 3), (0, 1)), base["mass_matrix"])
    assert mast["fluid_added_mass"] is None
    assert mast["mass"] == 1.0


def test_inertia_shows_every_convention(rov: Path) -> None:
    text = run("inertia", rov).stdout
    for words in (
        "rov::base",
        "11.5 kg",
        "I_BBcm_Bcm",
        "I_BBcm_B",
        "I_BBo_B",
        "about the link origin (SDFormat)",
        "about the centre of mass",
        "added mass, mixed",
        "mass matrix, rigid body and added mass: simulate with this",
        "gz-math BodyMatrix",
        "gz-math SpatialMatrix",
        "DART spatial tensor",
        "added mass / mass = 2.57 in heave",
        "rov::mast",
        "no fluid added mass",
    ):
        assert words in text, words
    assert "\x1b" not in text  # no colours in a pipe


def test_a_file_with_errors_still_shows_what_could_be_read(tmp_path: Path) -> None:
    path = tmp_path / "bad.sdf"
    path.write_text(ROV.replace("<mass>11.5</mass>", "<mass>nan</mass>"))
    done = run("inertia", path, "--json")
    assert done.returncode == 1
    base, _ = json.loads(done.stdout)
    assert base["mass"] is None
    assert base["fluid_added_mass"][0][0] == 5.5
    assert "must be finite, got nan" in done.stderr


def test_model_path_finds_included_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "models" / "buoy"
    folder.mkdir(parents=True)
    (folder / "model.config").write_text('<model><sdf version="1.9">model.sdf</sdf></model>')
    (folder / "model.sdf").write_text('<sdf version="1.9"><model name="buoy"><link name="float"/></model></sdf>')
    world = tmp_path / "world.sdf"
    world.write_text(
        '<sdf version="1.9"><world name="sea"><include><uri>model://buoy</uri><pose>1 2 3 0 0 0</pose></include>'
        "</world></sdf>"
    )
    for name in ("SDF_PATH", "GZ_SIM_RESOURCE_PATH"):
        monkeypatch.setenv(name, "")
    lost = run("check", world)
    assert lost.returncode == 1
    assert "'model://buoy' was not found in the model path" in lost.stdout
    assert "--model-path" in lost.stdout
    found = run("inertia", "--json", "--model-path", tmp_path / "models", world)
    links: list[dict[str, Any]] = json.loads(found.stdout)
    assert [link["name"] for link in links] == ["sea::buoy::float"]


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    """More than a pipe holds, so that the writer finds it closed."""
    path = tmp_path / "many.sdf"
    links = "".join(f"<link name='link_{i}'/>" for i in range(2000))
    path.write_text(f"<sdf version='1.9'><model name='m'>{links}</model></sdf>")
    command = f"{sys.executable} -c 'from seaway.cli import main; main()' inertia {path} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert done.stdout.startswith("m::link_0")
    assert done.stderr == ""


def test_a_file_name_is_not_taken_for_markup(tmp_path: Path) -> None:
    path = tmp_path / "a[red]b[bold].sdf"
    path.write_text(ROV)
    assert f"{path}: valid" in run("check", path).stdout


def test_a_model_path_that_is_not_there_is_wrong_usage(rov: Path) -> None:
    done = run("check", "--model-path", rov.parent / "absent", rov)
    assert done.returncode == 2
    assert "absent" in done.stderr
