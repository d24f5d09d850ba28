"""Every command takes every source: a scenario, a vehicle file in either notation, SDFormat, a library name."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.commands import seaway

ROV = """
name = "crate"
{convention}
[sea]
density = 1000.0
[inertia]
mass = 40.0
moment_of_inertia = [1.0, 2.0, 3.0]
[buoyancy]
shape = { box = [1.0, 0.5, 0.2] }
[damping]
linear = [{sign}10, {sign}10, {sign}10, {sign}1, {sign}1, {sign}1]
"""
SDF = """<sdf version="1.11"><world name="w">
<plugin filename="gz-sim-buoyancy-system" name="gz::sim::systems::Buoyancy">
<graded_buoyancy><default_density>1000</default_density>
<density_change><above_depth>0</above_depth><density>1</density></density_change></graded_buoyancy></plugin>
<model name="crate"><link name="body">
<inertial><mass>40</mass><inertia><ixx>1</ixx><iyy>2</iyy><izz>3</izz></inertia></inertial>
<collision name="c"><geometry><box><size>1 0.5 0.2</size></box></geometry></collision>
</link></model></world></sdf>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("sources")

    def written(convention: str, sign: str) -> str:
        return ROV.replace("{convention}", convention).replace("{sign}", sign)

    (made / "crate.toml").write_text(written("", ""))
    (made / "fossen.toml").write_text(written('convention = "fossen"', "-"))
    (made / "crate.sdf").write_text(SDF)
    (made / "scenario.toml").write_text('[vehicle]\nfile = "crate.toml"\n')
    (made / "model").mkdir()
    (made / "model" / "model.config").write_text("<model><sdf>crate.sdf</sdf></model>")
    (made / "model" / "crate.sdf").write_text(SDF)
    return made


SOURCES = ("crate.toml", "fossen.toml", "crate.sdf", "scenario.toml", "model")


def printed(folder: Path, *words: object) -> Any:
    done = seaway(*words, "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_in_every_command(folder: Path, tmp_path: Path, source: str) -> None:
    """The same body from all of them: 40 kg over 0.5 m2 of fresh water is a draft of 0.08 m."""
    (checked,) = printed(folder, "check", source)
    assert checked["valid"], checked
    (inertia,) = printed(folder, "inertia", source)
    assert inertia["mass_matrix"][4][4] == 2.0
    (floating,) = printed(folder, "hydrostatics", source, "--density", 1000)
    assert floating["draft"] == pytest.approx(0.08)
    (diagram,) = printed(folder, "forces", source)
    assert diagram["forces"]["weight"]["world"]["force"][2] == pytest.approx(-40.0 * 9.8, rel=1e-3)
    to = "seaway" if source in ("fossen.toml", "scenario.toml") else "fossen"
    assert "mass = 40" in printed(folder, "convert", source, "--to", to)["text"]
    run = printed(folder, "run", source, "--duration", 0.01, "--out", tmp_path / "run")
    assert run["status"] == "complete"
    decay = ("decay", source, "--axis", "heave", "--offset", 0.01, "--duration", 10, "--out", tmp_path / "decay")
    assert printed(folder, "manoeuvre", *decay)["vehicle"] == "crate"


def test_a_library_vehicle_in_every_command(folder: Path) -> None:
    (checked,) = printed(folder, "check", "otter", "bluerov2_heavy")[1:]
    assert checked["valid"]
    (inertia,) = printed(folder, "inertia", "otter")
    assert (inertia["name"], inertia["mass"]) == ("otter", 80.0)
    assert 'name = "otter"' in printed(folder, "convert", "otter", "--to", "fossen")["text"]
    (floating,) = printed(folder, "hydrostatics", "otter")
    assert floating["volume"] == pytest.approx(80.0 / 1025.0)
    (catamaran,) = printed(folder, "hydrostatics", "wamv", "--density", 1025)
    assert catamaran["floating"] is True


def test_values_set_in_every_command(folder: Path) -> None:
    heavier = ("--set", "vehicle.override.mass=60")
    assert printed(folder, "inertia", "crate.toml", *heavier)[0]["mass"] == 60.0
    assert printed(folder, "hydrostatics", "crate.toml", *heavier)[0]["draft"] == pytest.approx(0.12)
    assert "60" in printed(folder, "convert", "crate.toml", "--to", "fossen", *heavier)["text"]
    done = seaway("check", "crate.toml", "--set", "vehicle.override.mass=-1", "--json", cwd=folder)
    assert done.returncode == 1
    (error,) = json.loads(done.stdout)[0]["errors"]
    assert error["file"] == "--set vehicle.override.mass=-1"
    assert error["message"].startswith("vehicle.override.mass must be > 0 [kg], got -1")


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("oter", "there is no file and no library vehicle named 'oter'; did you mean 'otter'?"),
        ("crat.sdf", "crat.sdf: there is no such file; did you mean 'crate.sdf'?"),
        ("scenari", "there is no file and no library vehicle named 'scenari'; did you mean 'scenario.toml'?"),
        ("modle/crate.sdf", "modle/crate.sdf: there is no such file"),
        ("zebra", "there is no file and no library vehicle named 'zebra'; see seaway vehicles"),
    ],
)
def test_nearly_a_name(folder: Path, argument: str, message: str) -> None:
    for command in ("run", "forces", "inertia", "hydrostatics", "convert"):
        done = seaway(command, argument, cwd=folder)
        assert (done.returncode, done.stderr) == (1, f"error: {message}\n")
    (told,) = json.loads(seaway("check", argument, "--json", cwd=folder).stdout)
    assert told["errors"][0]["message"] == message.removeprefix(f"{argument}: ")


def test_what_has_no_vehicle_says_what_to_do(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "hull.stl").write_text("solid\nendsolid\n")
    done = seaway("run", "hull.stl", cwd=tmp_path)
    assert done.returncode == 1
    assert "hull.stl: a mesh has no mass; name it as the hull of a vehicle in a scenario" in done.stderr
    printed(folder, "run", "crate.toml", "--duration", 0.01, "--out", tmp_path / "run")
    done = seaway("forces", tmp_path / "run")
    assert "this is a run; give its scenario, of which the run folder has a copy in inputs/" in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--duration", "1e300"), "a run may have at most 1e+12 steps"),
        (("--duration", "nan"), "--duration must be finite and > 0 [s], got nan"),
        (("--duration", "-1"), "--duration must be finite and > 0 [s], got -1"),
        (("--step", "0"), "--step must be finite and > 0 [s], got 0"),
        (("--step", "1e-320"), "a run may have at most 1e+12 steps"),
        (("--record-period", "inf"), "--record-period must be finite and > 0 [s], got inf"),
        (("--batch", "1000000000000"), "is not in the range 1<=x<=1000000"),
        (("--batch", "0"), "is not in the range 1<=x<=1000000"),
        (("--set", "simulation.duration=nan"), "simulation.duration must be finite"),
        (("--set", "simulation.time_step=0"), "simulation.time_step must be > 0 [s], got 0"),
        (("--set", "simulation.seed=-1"), "simulation.seed must be"),
        (("--set", "simulation.start_time=1e300"), "simulation.start_time = 1e+300 s is too far from 0 for steps of"),
    ],
)
def test_numbers_that_cannot_be(folder: Path, options: tuple[str, ...], message: str) -> None:
    done = seaway("run", "crate.toml", *options, cwd=folder)
    assert done.returncode in (1, 2)
    assert message in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr
    assert not (folder / "runs").exists()
