"""``seaway convert`` as a user types it."""

import json
from pathlib import Path

from tests.commands import seaway

from seaway import sdf
from seaway._toml import parsed
from seaway.library._vehicle import vehicle_of_file

ROV = Path(__file__).parents[2] / "examples" / "convert" / "rov.toml"


def test_to_sdf_and_back(tmp_path: Path) -> None:
    world = tmp_path / "rov.sdf"
    done = seaway("convert", ROV, "--world", "--out", world)
    assert done.returncode == 0
    assert done.stdout == f"{ROV} as SDFormat in {world}\n"
    assert done.stderr == (
        f"{ROV}: note: vehicle 'rov': its box is scaled by 0.6681 to the volume 0.0117023 m3 [notice-shape]\n"
    )
    back = seaway("convert", world)
    assert back.returncode == 0
    assert back.stderr == ""
    assert vehicle_of_file(parsed(back.stdout), "x").name == "rov"
    checked = seaway("check", world)
    assert checked.returncode == 0


def test_as_json() -> None:
    done = seaway("convert", ROV, "--to", "sdf", "--json")
    made = json.loads(done.stdout)
    assert made.keys() == {"file", "to", "out", "text", "warnings"}
    assert (made["file"], made["to"], made["out"]) == (str(ROV), "sdf", None)
    assert sdf.loads(made["text"]).models[0].name == "rov"
    assert [entry["rule"] for entry in made["warnings"]] == ["notice-shape", "notice-water"]


def test_errors_have_their_line(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(ROV.read_text().replace("X_udot", "Xudot"))
    done = seaway("convert", wrong)
    assert done.returncode == 1
    assert done.stdout == ""
    line = 1 + ROV.read_text()[: ROV.read_text().index("X_udot")].count("\n")
    assert done.stderr == (f"error: {wrong}:{line}: derivatives.Xudot is not a key here; did you mean X_udot?\n")
    assert seaway("convert", wrong, "--json").stdout == "null\n"
    done = seaway("convert", ROV, "--out", tmp_path / "absent" / "rov.sdf")
    assert done.returncode == 1
    assert done.stderr.endswith("rov.sdf': No such file or directory\n")


def test_wrong_usage() -> None:
    assert seaway("convert", ROV, "--to", "urdf").returncode == 2
    assert seaway("convert").returncode == 2
