"""``seaway vehicles``, as a user types it."""

import json
from pathlib import Path

import pytest
from tests.commands import seaway

from seaway import library, sdf


def test_the_list_has_every_vehicle_with_its_numbers() -> None:
    result = seaway("vehicles")
    assert result.returncode == 0
    lines = {line.split()[0]: line for line in result.stdout.splitlines()[1:]}
    assert tuple(lines) == library.names()
    row = lines["bluerov2_heavy"]
    for words in ("13.5 kg", "0.457 m", "1.38 in heave", "identified", "von Benzon et al. 2022"):
        assert words in row
    assert "none" in lines["wamv"]


def test_a_data_sheet() -> None:
    result = seaway("vehicles", "bluerov2_heavy")
    assert result.returncode == 0
    for words in (
        "BlueROV2 Heavy",
        "0.0134 m3 at (0, 0, 0.01) m",
        "0.982 N heavy",
        "1.38 in heave",
        "154.7 N",
        "0.7366 m/s",
        "3.309 s",
        "thruster8",
        "-1 to 1, for -30.6 to 30.6 N",
        "doi:10.3390/jmse10121898",
        "published in the axes FRD",
    ):
        assert words in result.stdout


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nps_auv2", ("neutral", "angle [rad], up to 20°", "speed [rad/s], -157.1 to 157.1", "Can feed energy in")),
        ("wamv", ("thrust [N], -1000 to 2354", "added mass / mass   none")),
        ("remus100", ("speed [rad/s] ", "3.336 N light", "by derivatives")),
    ],
)
def test_data_sheets_of_other_kinds(name: str, words: tuple[str, ...]) -> None:
    result = seaway("vehicles", name)
    assert result.returncode == 0
    for word in words:
        assert word in result.stdout


def test_json_of_all_and_of_one() -> None:
    listed = json.loads(seaway("vehicles", "--json").stdout)
    assert [entry["name"] for entry in listed] == list(library.names())
    one = json.loads(seaway("vehicles", "otter", "--json").stdout)
    assert one["mass"] == 80.0
    assert one["weight_in_water"] is None
    assert one["terminal_velocities"]["surge"] == pytest.approx(3.0864, abs=1e-4)
    assert one["added_mass"][2][2] == 55.0
    assert one["corrections"][0]["what"] == "Weight of the payload"


def test_sdf_goes_to_standard_output_or_to_a_file(tmp_path: Path) -> None:
    printed = seaway("vehicles", "otter", "--sdf")
    assert printed.returncode == 0
    assert printed.stdout == library.entry("otter").sdf()
    file = tmp_path / "otter.sdf"
    written = seaway("vehicles", "otter", "--sdf", "--world", "--out", file)
    assert (written.returncode, written.stdout) == (0, "")
    assert file.read_text(encoding="utf-8") == library.entry("otter").sdf(world=True)
    assert not sdf.load(file).errors


def test_the_world_runs(tmp_path: Path) -> None:
    file = tmp_path / "rov.sdf"
    assert seaway("vehicles", "bluerov2_heavy", "--sdf", "--world", "--out", file).returncode == 0
    result = seaway("run", file, "--duration", "0.1", "--out", tmp_path / "run", "--json")
    assert result.returncode == 0, result.stderr


def test_an_unknown_vehicle() -> None:
    result = seaway("vehicles", "oter", "--json")
    assert result.returncode == 1
    assert result.stdout == "null\n"
    assert "no library vehicle named 'oter'; did you mean 'otter'? There are: bluerov2," in result.stderr


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    result = seaway("vehicles", "otter", "--sdf", "--out", tmp_path / "no" / "otter.sdf")
    assert result.returncode == 1
    assert "otter.sdf': No such file or directory" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--sdf",), "--sdf needs the NAME of a vehicle"),
        (("otter", "--world"), "--world needs --sdf"),
        (("otter", "--out", "x.sdf"), "--out needs --sdf"),
        (("otter", "--sdf", "--json"), "give --sdf or --json, not both"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = seaway("vehicles", *arguments)
    assert result.returncode == 2
    assert message in result.stderr
