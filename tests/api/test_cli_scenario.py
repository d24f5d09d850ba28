"""Scenario files through the command line: run, check, forces, schema; what a beginner does wrong first."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.commands import seaway

from seaway import library
from seaway.inertia import Inertial, MassProperties
from seaway.scenario import open_run
from seaway.scenario._scenario import row_seeds
from seaway.sea import Jonswap, Sea, Waves, Wind
from seaway.shapes import Sphere
from seaway.sim import Command, Simulation, State
from seaway.vehicle import Buoyancy, Damping, DragArea, Thruster, Vehicle

SCENARIO = """title = "A buoy in a sea"

[simulation]
duration = 1.0
seed = 5

[sea.waves]
significant_height = 1.0
peak_period = 5.0
components = 16

[sea.wind]
speed = 8.0
direction_from_deg = 180
gust_std = 1.0

[vehicle]
name = "buoy"
inertia = { mass = 30.0, moment_of_inertia = [1, 1, 1] }
buoyancy = { shape = { sphere = 0.25 } }
damping = { linear = [20, 20, 20, 2, 2, 2] }
thruster = { name = "jet", position = [0, 0, -0.2] }
drag_area = { area = 0.3, medium = "air" }
position = [0, 0, 0.1]

[control]
actuators = { jet = 4 }

[record]
period = 0.02
quantities = ["state", "forces"]
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    file = tmp_path / "buoy.toml"
    file.write_text(SCENARIO)
    return file


def recorded(folder: Path) -> dict[str, Any]:
    with open_run(folder) as dataset:
        return {name: array.values for name, array in {**dataset.variables, **dataset.coords}.items()}


def test_a_scenario_and_the_python_api_give_the_same_bits(scenario: Path) -> None:
    done = seaway("run", scenario.name, "--out", "trial", cwd=scenario.parent)
    assert done.returncode == 0, done.stderr
    sea = Sea(
        waves=Waves.irregular(Jonswap(1.0, 5.0), 16, seed=5),
        wind=Wind(speed=8.0, direction_from=np.pi, gust_std=1.0, seed=5),
    )
    buoy = Vehicle(
        "buoy",
        Inertial(MassProperties(30.0, np.eye(3))),
        Buoyancy(shape=Sphere(0.25)),
        Damping(linear=[20, 20, 20, 2, 2, 2]),
        thrusters=Thruster("jet", (0, 0, -0.2)),
        drag_areas=DragArea(0.3, medium="air"),
    )
    sim = Simulation(buoy, sea)
    sim.set_state(position=(0, 0, 0.1))

    def controller(t: float, state: State) -> Command:
        return Command(actuators={"jet": 4.0})

    recording = sim.run(1.0, controller, record=("state", "forces"), record_period=0.02)
    found = recorded(scenario.parent / "trial")
    np.testing.assert_array_equal(found["time"], recording.time)
    np.testing.assert_array_equal(found["position"], recording.position)
    np.testing.assert_array_equal(found["orientation"], recording.orientation)
    np.testing.assert_array_equal(found["velocity"], recording.velocity[..., :3])
    np.testing.assert_array_equal(found["angular_velocity"], recording.velocity[..., 3:])
    for k, law in enumerate(found["law"]):
        np.testing.assert_array_equal(found["force"][..., k, :], recording.variables[law][..., :3], err_msg=law)
    assert "kinetic_energy" not in found
    assert "wet_fraction" not in found


def test_a_row_of_a_batch_is_the_run_with_its_seed(scenario: Path) -> None:
    assert seaway("run", scenario.name, "--batch", 3, "--out", "all", cwd=scenario.parent).returncode == 0
    manifest = json.loads((scenario.parent / "all" / "manifest.json").read_text())
    assert manifest["seeds"] == list(row_seeds(5, 3))
    rows = recorded(scenario.parent / "all")
    for options in (("--seed", manifest["seeds"][2]), ("--set", f"simulation.seed={manifest['seeds'][2]}")):
        done = seaway("run", scenario.name, *options, "--out", "one", "--force", cwd=scenario.parent)
        assert done.returncode == 0, done.stderr
        one = recorded(scenario.parent / "one")
        for name in ("position", "orientation", "velocity", "angular_velocity", "force", "torque"):
            np.testing.assert_array_equal(rows[name][:, 2], one[name][:, 0], err_msg=name)
        assert one["seed"].tolist() == [manifest["seeds"][2]]


def test_a_batch_shows_its_spread(scenario: Path) -> None:
    done = seaway("run", scenario.name, "--batch", 2, "--duration", 0.1, cwd=scenario.parent)
    assert done.returncode == 0, done.stderr
    for words in ("buoy, run 0", "2 runs", "2 runs of 0.1 s simulated"):
        assert words in done.stdout
    assert re.search(r"^acceleration, rms +\S+ m/s2 +\S+ to \S+ m/s2 *$", done.stdout, flags=re.MULTILINE)
    done = seaway("run", scenario.name, "--batch", 2, "--duration", 0.1, "--json", cwd=scenario.parent)
    result = json.loads(done.stdout)
    assert result["seeds"] == list(row_seeds(5, 2))
    assert result["spread"][0]["rows"] == 2


def test_values_set_on_the_command_line(scenario: Path) -> None:
    options = ("--set", "sea.waves.significant_height=0.5", "--set", "vehicle.override.mass=31", "--duration", 0.1)
    done = seaway("run", scenario.name, *options, "--set", "record.period=0.05", "--out", "trial", cwd=scenario.parent)
    assert done.returncode == 0, done.stderr
    manifest = json.loads((scenario.parent / "trial" / "manifest.json").read_text())
    assert manifest["vehicles"][0]["mass"] == 31.0
    assert "Hs = 0.5 m" in manifest["sea"]["waves"]
    assert (manifest["duration"], manifest["record_period"], manifest["samples"]) == (0.1, 0.05, 3)
    assert manifest["scenario"]["overrides"] == [
        "simulation.duration=0.1",
        "sea.waves.significant_height=0.5",
        "vehicle.override.mass=31",
        "record.period=0.05",
    ]
    done = seaway("run", scenario.name, "--set", "sea.waves.significant_heigth=2", cwd=scenario.parent)
    assert done.returncode == 1
    assert done.stderr == (
        "error: --set sea.waves.significant_heigth=2: sea.waves.significant_heigth is not a key here; did you mean "
        "significant_height?\n"
    )


def test_a_library_vehicle_by_its_name(tmp_path: Path) -> None:
    done = seaway("run", "bluerov2_heavy", "--duration", 0.1, "--set", "vehicle.position=[0, 0, -3]", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "11 samples in runs/bluerov2_heavy-1" in done.stdout
    manifest = json.loads((tmp_path / "runs/bluerov2_heavy-1/manifest.json").read_text())
    assert manifest["title"] == library.entry("bluerov2_heavy").mission["title"]
    assert "waypoints" in (tmp_path / "runs/bluerov2_heavy-1" / manifest["scenario"]["file"]).read_text()
    done = seaway("run", "bluerov2_heavy", "--idle", "--duration", 0.1, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    idle = json.loads((tmp_path / "runs/bluerov2_heavy-2/manifest.json").read_text())
    assert (tmp_path / "runs/bluerov2_heavy-2" / idle["scenario"]["file"]).read_text() == (
        '[vehicle]\nlibrary = "bluerov2_heavy"\n'
    )
    done = seaway("run", "bluerov2_hevy", cwd=tmp_path)
    assert done.returncode == 1
    assert "did you mean 'bluerov2_heavy'?" in done.stderr


def test_forces_of_a_scenario(scenario: Path) -> None:
    done = seaway("forces", scenario.name, "--json", "--set", "control.actuators.jet=7", cwd=scenario.parent)
    (buoy,) = json.loads(done.stdout)
    assert buoy["forces"]["thrusters"]["body"]["force"] == [7.0, 0.0, 0.0]
    assert buoy["mass"] == 30.0


# check


def test_check_of_a_scenario(scenario: Path) -> None:
    done = seaway("check", scenario.name, cwd=scenario.parent)
    assert done.returncode == 0
    first, note = done.stdout.splitlines()
    assert first == "buoy.toml: valid, scenario, 0 errors, 0 warnings"
    assert note.startswith("  added mass and damping of 'buoy' are for the water of this sea, 1025 kg/m3")


def test_check_tells_what_deserves_a_look(scenario: Path) -> None:
    text = SCENARIO.replace("damping = { linear = [20, 20, 20, 2, 2, 2] }", "").replace("0.1]", "10]")
    scenario.write_text(text)
    done = seaway("check", scenario.name, "--json", cwd=scenario.parent)
    (file,) = json.loads(done.stdout)
    assert file["valid"]
    assert [(warning["line"], warning["rule"]) for warning in file["warnings"]] == [
        (24, "no-water"),
        (None, "no-damping"),
    ]


def test_check_looks_into_sdformat_files(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("[sea]\n[vehicle]\nsdf = 'ball.sdf'\n")
    (tmp_path / "ball.sdf").write_text(
        '<sdf version="1.11"><model name="ball"><link name="body">\n'
        "<inertial><mass>-1</mass></inertial></link></model></sdf>"
    )
    done = seaway("check", "x.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert "ball.sdf:2: error:" in done.stdout
    assert "x.toml: invalid, scenario, 1 error, 0 warnings" in done.stdout


# What a beginner does wrong first


def replaced(old: str, new: str) -> str:
    assert old in SCENARIO
    return SCENARIO.replace(old, new)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            replaced("significant_height", "significant_heigth"),
            "buoy.toml:8: sea.waves.significant_heigth is not a key here; did you mean significant_height?",
        ),
        (
            replaced("peak_period = 5.0", "peak_period = nan"),
            "buoy.toml:9: sea.waves.peak_period must be finite [s], got nan",
        ),
        (replaced("0, 0, 0.1]", "0, 0, inf]"), "buoy.toml:24: vehicle.position must be finite [m], got inf at [2]"),
        (
            replaced("duration = 1.0", 'duration = "1.0"'),
            "buoy.toml:4: simulation.duration must be a number [s], got '1.0'; write 1 without quotes",
        ),
        (replaced("mass = 30.0", "mass = -30.0"), "buoy.toml:19: vehicle.inertia.mass must be > 0 [kg], got -30"),
        (
            replaced("[control]\nactuators = { jet = 4 }", "[control]\nwrench = [20, 0, 0]"),
            "buoy.toml:27: control.wrench must be 6 numbers, or a list of them [N, Nm], got 3 numbers: [20, 0, 0]",
        ),
        (
            replaced("jet = 4", "jett = 4"),
            (
                "buoy.toml:27: control.actuators.jett: vehicle 'buoy' has no thruster or fin of that name; did you "
                "mean 'jet'?"
            ),
        ),
        (
            replaced("[sea.waves]", "[sea]\nsurface = false\n[sea.waves]"),
            "buoy.toml:9: sea.waves need a surface; give surface=0.0",
        ),
        (
            replaced("buoyancy = { shape = { sphere = 0.25 } }", "hull = { mesh = 'hull.stl' }"),
            "buoy.toml:20: vehicle.hull: there is no 'hull.stl' in .; give the folder that has it with --model-path",
        ),
        (
            replaced("title = ", "title "),
            "buoy.toml:1: this is not TOML: expected '=' after a key in a key/value pair at column 7",
        ),
    ],
    ids=[
        "misspelled key",
        "nan",
        "infinite",
        "text for a number",
        "out of range",
        "wrong shape of a command",
        "unknown thruster",
        "no water for waves",
        "missing mesh",
        "not TOML",
    ],
)
def test_first_errors(text: str, message: str, scenario: Path) -> None:
    scenario.write_text(text)
    done = seaway("run", scenario.name, "--out", "trial", cwd=scenario.parent)
    assert done.returncode == 1
    assert done.stderr == f"error: {message}\n"
    assert not (scenario.parent / "trial").exists()


def test_a_missing_file(scenario: Path) -> None:
    done = seaway("run", "boy.toml", cwd=scenario.parent)
    assert done.returncode == 1
    assert done.stderr == "error: boy.toml: there is no such file; did you mean 'buoy.toml'?\n"


def test_a_wrong_unit_is_told_and_run(scenario: Path) -> None:
    scenario.write_text(replaced("peak_period = 5.0", "peak_period = 5000"))
    done = seaway("run", scenario.name, "--duration", 0.1, cwd=scenario.parent)
    assert done.returncode == 0
    assert done.stderr == (
        "buoy.toml:9: warning: sea.waves.peak_period = 5000 s is implausible: wind makes waves of 2 to 25. Check the "
        "unit [s] [unlikely]\n"
    )


def test_no_water_is_told_and_run(scenario: Path) -> None:
    scenario.write_text(replaced("0, 0, 0.1]", "0, 0, 10]"))
    done = seaway("run", scenario.name, "--duration", 0.1, cwd=scenario.parent)
    assert done.returncode == 0
    assert "buoy.toml:24: warning: vehicle 'buoy' starts 9.75 m above the water and falls" in done.stderr


def test_a_step_that_is_too_large(scenario: Path) -> None:
    scenario.write_text(replaced("linear = [20, 20, 20, 2, 2, 2]", "linear = [2e4, 2e4, 2e4, 2, 2, 2]"))
    done = seaway("run", scenario.name, "--step", 0.02, "--out", "trial", cwd=scenario.parent)
    assert done.returncode == 1
    assert "vehicle 'buoy'" in done.stderr
    assert "Try a time step of at most" in done.stderr


def test_all_problems_at_once(scenario: Path) -> None:
    text = (
        SCENARIO.replace("peak_period", "peak_periode")
        .replace("period = 0.02", "period = -1")
        .replace("jet = 4", "jet = 'a'")
    )
    scenario.write_text(text)
    done = seaway("run", scenario.name, cwd=scenario.parent)
    assert [line.split(":")[1:3] for line in done.stderr.splitlines()] == [
        [" buoy.toml", "9"],
        [" buoy.toml", "27"],
        [" buoy.toml", "30"],
    ]


# schema


def test_schema_has_every_key_with_its_description(tmp_path: Path) -> None:
    schema = json.loads(seaway("schema").stdout)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["additionalProperties"] is False
    tables = {"scenario": schema, **schema["$defs"]}
    for name, table in tables.items():
        for key, value in table["properties"].items():
            target = schema["$defs"][value["$ref"].rpartition("/")[2]] if "$ref" in value else {}
            assert {**target, **value}.get("description"), f"{name}.{key}"
            assert value.get("default", 0) is not None
    waves = schema["$defs"]["WaveSettings"]["properties"]
    assert waves["significant_height"]["anyOf"][0]["minimum"] == 0.0
    assert "jonswap" in waves["kind"]["enum"]
    assert "null" not in json.dumps(schema)
    assert seaway("schema", "--out", "schema.json", cwd=tmp_path).returncode == 0
    assert json.loads((tmp_path / "schema.json").read_text()) == schema
    done = seaway("schema", "--out", "absent/schema.json", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "error: the schema cannot be written to 'absent/schema.json': No such file or directory\n"


# Again


def test_a_run_is_repeated_from_its_folder(scenario: Path) -> None:
    folder = scenario.parent
    first = ("run", scenario.name, "--set", "sea.waves.significant_height=0.7", "--seed", 9, "--batch", 2)
    assert seaway(*first, "--out", "first", cwd=folder).returncode == 0
    for again in ("first", "first/manifest.json"):
        done = seaway("run", again, "--out", "second", "--force", cwd=folder)
        assert done.returncode == 0, done.stderr
        assert done.stderr == "input buoy.toml: the copy in the run folder\n"
        assert done.stdout.endswith("the result is the same, to the last bit\n")
    one, other = recorded(folder / "first"), recorded(folder / "second")
    for name in ("position", "force", "seed"):
        np.testing.assert_array_equal(one[name], other[name])
    manifests = [json.loads((folder / name / "manifest.json").read_text()) for name in ("first", "second")]
    for key in ("sha256", "seeds", "scenario", "inputs", "duration", "name", "title"):
        assert manifests[0][key] == manifests[1][key], key
    result = json.loads(seaway("run", "first", "--json", cwd=folder).stdout)
    assert result["repeated"] == {"same": True, "inputs": ["buoy.toml"]}


SDF = """<sdf version="1.11"><model name="ball"><pose>0 0 -3 0 0 0</pose><link name="body">
<inertial><mass>30</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
<collision name="c"><geometry><sphere><radius>0.2</radius></sphere></geometry></collision>
</link></model></sdf>"""
BOX = """v -.2 -.2 -.2\nv .2 -.2 -.2\nv .2 .2 -.2\nv -.2 .2 -.2\nv -.2 -.2 .2\nv .2 -.2 .2\nv .2 .2 .2\nv -.2 .2 .2
f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n"""
INCLUDING = """<sdf version="1.11"><world name="sea">
<plugin filename="gz-sim-buoyancy-system" name="gz::sim::systems::Buoyancy"/>
<include><uri>model://ball</uri><pose>0 0 -3 0 0 0</pose></include></world></sdf>"""


def project(home: Path) -> tuple[Path, list[str]]:
    """A scenario with a mesh, an SDFormat file beside it, and a world whose model and mesh are elsewhere."""
    models = home / "models" / "ball"
    models.mkdir(parents=True)
    (models / "model.config").write_text("<model><name>ball</name><sdf version='1.11'>ball.sdf</sdf></model>")
    mesh = "<mesh><uri>meshes/box.obj</uri></mesh>"
    (models / "ball.sdf").write_text(SDF.replace("<sphere><radius>0.2</radius></sphere>", mesh))
    (models / "meshes").mkdir()
    (models / "meshes" / "box.obj").write_text(BOX)
    (home / "own").mkdir()
    (home / "own" / "hull.obj").write_text(BOX)
    (home / "own" / "world.sdf").write_text(INCLUDING)
    scenario = home / "own" / "all.toml"
    scenario.write_text(
        "[sea]\n[simulation]\nduration = 0.1\n[[vehicle]]\nsdf = 'world.sdf'\n[[vehicle]]\nname = 'hull'\n"
        "[vehicle.inertia]\nmass = 30.0\nmoment_of_inertia = [1.0, 1.0, 1.0]\n[vehicle.hull]\nmesh = 'hull.obj'\n"
    )
    return scenario, ["--model-path", str(home / "models")]


def test_a_run_folder_is_all_that_is_needed(tmp_path: Path) -> None:
    """Moved elsewhere, with all that it was made from gone, and from another folder, it repeats to the bit."""
    scenario, options = project(tmp_path / "home")
    for what, count in ((scenario, 6), (scenario.parent / "world.sdf", 4)):
        name = what.stem
        done = seaway("run", what, *options, "--duration", 0.1, "--out", tmp_path / name, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        manifest = json.loads((tmp_path / name / "manifest.json").read_text())
        assert len([entry for entry in manifest["inputs"] if entry["path"] is not None]) == count
        (tmp_path / "friend" / "deep").mkdir(parents=True, exist_ok=True)
        (tmp_path / name).rename(tmp_path / "friend" / "deep" / name)
    shutil.rmtree(tmp_path / "home")
    for name in (scenario.stem, "world"):
        done = seaway("run", f"deep/{name}", "--out", name, cwd=tmp_path / "friend")
        assert done.returncode == 0, done.stderr
        assert done.stdout.endswith("the result is the same, to the last bit\n")
        again = seaway("run", name, "--out", name, "--force", cwd=tmp_path / "friend")  # over itself
        assert again.returncode == 0, again.stderr
        assert again.stdout.endswith("the result is the same, to the last bit\n")


def test_originals_do_not_matter(tmp_path: Path) -> None:
    """Neither a changed one nor a missing one."""
    (tmp_path / "ball.sdf").write_text(SDF)
    (tmp_path / "ball.toml").write_text("[sea]\n[vehicle]\nsdf = 'ball.sdf'\n")
    assert seaway("run", "ball.toml", "--duration", 0.1, "--out", "first", cwd=tmp_path).returncode == 0
    (tmp_path / "ball.sdf").write_text(SDF.replace("0 0 -3", "0 0 -4"))
    (tmp_path / "ball.toml").unlink()
    done = seaway("run", "first", "--out", "second", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("the result is the same, to the last bit\n")


def edited(run: Path, /, **changes: object) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    scenario = {key: value for key, value in changes.items() if key in manifest["scenario"]}
    manifest["scenario"] |= scenario
    manifest |= {key: value for key, value in changes.items() if key not in scenario}
    (run / "manifest.json").write_text(json.dumps(manifest))


def test_a_manifest_opens_no_other_file(tmp_path: Path) -> None:
    """Its paths are names: with roots of its own it gets nothing but the copies beside it."""
    (tmp_path / "secret.sdf").write_text(SDF)
    (tmp_path / "ball.sdf").write_text(SDF)
    (tmp_path / "ball.toml").write_text("[sea]\n[vehicle]\nsdf = 'ball.sdf'\n")
    run = tmp_path / "first"
    assert seaway("run", "ball.toml", "--duration", 0.1, "--out", "first", cwd=tmp_path).returncode == 0
    secret = str(tmp_path / "secret.sdf")
    for changes in (
        {"overrides": [f"vehicle.sdf={secret}"], "model_path": ["/"], "directory": "/"},
        {"overrides": ["vehicle.sdf=secret.sdf"], "model_path": [str(tmp_path)], "folder": str(tmp_path)},
        {"overrides": [f"vehicle.sdf={secret}"], "search_path": ["/"]},
    ):
        before = (run / "manifest.json").read_text()
        edited(run, **changes)
        done = seaway("run", "first", cwd=tmp_path)
        assert done.returncode == 1, changes
        assert done.stderr.startswith("error: first/manifest.json: the run cannot be repeated: "), done.stderr
        assert "there is no '" in done.stderr or "outside the folder" in done.stderr
        assert done.stderr.count("\n") == 1
        (run / "manifest.json").write_text(before)


def test_copies_must_be_what_they_were(tmp_path: Path) -> None:
    (tmp_path / "ball.sdf").write_text(SDF)
    assert seaway("run", "ball.sdf", "--duration", 0.1, "--out", "first", cwd=tmp_path).returncode == 0
    copy = tmp_path / "first" / "inputs" / "ball.sdf"
    copy.write_text(SDF.replace("0 0 -3", "0 0 -4"))
    done = seaway("run", "first", cwd=tmp_path)
    assert done.returncode == 1
    assert "first/inputs/ball.sdf' was changed since the run: its SHA-256 differs from the manifest's" in done.stderr
    copy.unlink()
    done = seaway("run", "first", cwd=tmp_path)
    assert done.returncode == 1
    assert "the copy 'first/inputs/ball.sdf' is missing or not a regular file" in done.stderr
    (tmp_path / "first" / "inputs" / "scenario.toml").write_text("[vehicle]\nlibrary = 'otter'\n")
    done = seaway("run", "first", cwd=tmp_path)
    assert done.returncode == 1
    assert "first/inputs/scenario.toml' was changed since the run" in done.stderr


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scenario": None}, "it has no 'scenario'; only what 'seaway run' made can be repeated"),
        ({"batch": True}, "'batch' must be a whole number from 1 to 1000000, got True"),
        ({"batch": 10**9}, "'batch' must be a whole number from 1 to 1000000, got 1000000000"),
        ({"overrides": 3}, "'overrides' must be a list, got 3"),
        ({"overrides": ["a=1", 3]}, "'overrides' must be a list of texts, got 3 in it"),
        ({"directory": ["/"]}, "'directory' must be a text, got ['/']"),
        ({"model_path": "/"}, "'model_path' must be a list, got '/'"),
        ({"name": None}, "'name' must be a text, got None"),
        ({"versions": [1]}, "'versions' must be an object, got [1]"),
        ({"inputs": {"a": 1}}, "'inputs' must be a list, got {'a': 1}"),
        ({"inputs": [7]}, "inputs[0] must be an object, got 7"),
        ({"inputs": [{"path": 3}]}, "inputs[0] must have a path and a file, got 3 and None"),
        (
            {"inputs": [{"path": "a", "file": "inputs/a"}]},
            "inputs[0] must have bytes and sha256 of 'a', got None, None",
        ),
        (
            {"inputs": [{"path": "a", "file": "inputs/../../secret", "bytes": 3, "sha256": 64 * "0"}]},
            "inputs[0] must be a file in inputs/, got 'inputs/../../secret'",
        ),
        (
            {"inputs": [{"path": "a", "file": "inputs/a", "bytes": 10**30, "sha256": 64 * "0"}]},
            f"inputs[0] has {10**30} bytes, a run folder keeps at most {256 * 2**20}",
        ),
        (
            {"inputs": [{"file": "inputs/a", "bytes": 1, "sha256": 64 * "0"}]},
            "the scenario 'inputs/buoy.toml' is not among its inputs",
        ),
        ({"name": "\ud800", "inputs": []}, "the scenario 'inputs/buoy.toml' is not among its inputs"),
        ({"inputs": []}, "the scenario 'inputs/buoy.toml' is not among its inputs"),
        ({"file": "inputs/other.toml"}, "the scenario 'inputs/other.toml' is not among its inputs"),
        ({"file": 5}, "'file' must be a text, got 5"),
        ({"path": {}}, "'path' must be a text, got {}"),
    ],
)
def test_edited_manifests_are_one_message(
    changes: dict[str, object], message: str, repeatable: Path, tmp_path: Path
) -> None:
    shutil.copytree(repeatable, tmp_path / "run")
    edited(tmp_path / "run", **changes)
    done = seaway("run", "run", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == f"error: run/manifest.json: the run cannot be repeated: {message}\n"


@pytest.fixture(scope="module")
def repeatable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repeatable")
    (folder / "buoy.toml").write_text(SCENARIO)
    assert seaway("run", "buoy.toml", "--duration", 0.1, "--out", "first", cwd=folder).returncode == 0
    return folder / "first"


def test_a_repetition_takes_no_options(scenario: Path) -> None:
    assert seaway("run", scenario.name, "--duration", 0.1, "--out", "first", cwd=scenario.parent).returncode == 0
    for options in (("--seed", 3), ("--batch", 2), ("--set", "title=x")):
        done = seaway("run", "first", *options, cwd=scenario.parent)
        assert done.returncode == 1
        assert "a run is repeated from its manifest exactly as it was: only --out" in done.stderr


def test_other_versions_are_told(scenario: Path) -> None:
    assert seaway("run", scenario.name, "--duration", 0.1, "--out", "first", cwd=scenario.parent).returncode == 0
    file = scenario.parent / "first" / "manifest.json"
    manifest = json.loads(file.read_text())
    now = manifest["versions"]["numpy"]
    manifest["versions"]["numpy"] = "1.0"
    manifest["sha256"] = "0" * 64
    file.write_text(json.dumps(manifest))
    done = seaway("run", "first", cwd=scenario.parent)
    assert f"warning: numpy has changed from 1.0 to {now}; the result may differ\n" in done.stderr
    assert done.stdout.endswith("the result differs\n")
    manifest["status"] = "stopped"
    file.write_text(json.dumps(manifest))
    done = seaway("run", "first", cwd=scenario.parent)
    assert done.stdout.endswith("the results cannot be compared: one of the runs did not finish\n")


def test_what_was_not_recorded_is_not_drawn(scenario: Path) -> None:
    options = ("--duration", 0.2, "--set", 'record.quantities=["state"]', "--out", "trial")
    assert seaway("run", scenario.name, *options, cwd=scenario.parent).returncode == 0
    done = seaway("plot", "trial", cwd=scenario.parent)
    assert done.returncode == 0, done.stderr
    assert [Path(line).name for line in done.stdout.split()] == ["track.png", "attitude.png", "velocity.png"]


def test_too_little_memory_is_told(scenario: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def short(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("seaway.scenario.run", short)
    done = seaway("run", scenario)
    assert done.returncode == 1
    assert "error: not enough memory for this run; take a smaller --batch" in done.stderr
