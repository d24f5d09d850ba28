"""``seaway run``, ``plot``, ``export`` and ``forces`` as a user types them, also with kill -9."""

import csv
import hashlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests import commands
from tests.torture import BALL as WORLD
from tests.torture import command, wait_for

import seaway
from seaway.scenario import open_run

# A ball of 40 kg that displaces 34.35 kg: it sinks, along a way that is known.
DENSITY, RADIUS, MASS, GRAVITY = 1025.0, 0.2, 40.0, 9.8
DISPLACED = DENSITY * 4.0 / 3.0 * np.pi * RADIUS**3
FALL = GRAVITY * (DISPLACED / MASS - 1.0)
"""Acceleration along z, without added mass."""

PLOTS = ["attitude.png", "elevation.png", "forces.png", "track.png", "velocity.png"]


def run(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return commands.seaway(*arguments, cwd=cwd)


@pytest.fixture
def world(tmp_path: Path) -> Path:
    path = tmp_path / "ball.sdf"
    path.write_text(WORLD)
    return path


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of 2 s."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "ball.sdf").write_text(WORLD)
    done = run("run", "ball.sdf", "--duration", 2, "--out", "trial", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "trial"


def started(folder: Path, world: Path) -> subprocess.Popen[str]:
    """A run that would take days, when its first part is there."""
    process = subprocess.Popen(
        command("run", world, "--duration", 1e9, "--out", folder, "--json", "--no-report"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(folder / "recording" / "part-00001.nc", process)
    return process


# run


def test_a_run_says_where_it_is_and_what_happened(world: Path) -> None:
    done = run("run", world, "--duration", 1, cwd=world.parent)
    assert done.returncode == 0, done.stderr
    assert "101 samples in runs/ball-1" in done.stdout
    assert "times real time" in done.stdout
    for words in ("distance", "largest speed", "roll", "acceleration, rms", "energy at the end", "under water"):
        assert words in done.stdout, words
    assert "\x1b" not in done.stdout + done.stderr  # no bar where there is no terminal
    assert "simulating" not in done.stderr


def test_json_is_all_that_is_printed(world: Path) -> None:
    done = run("run", world, "--duration", 2, "--json", "--out", "trial", cwd=world.parent)
    result = json.loads(done.stdout)
    assert (result["folder"], result["status"], result["samples"], result["simulated"]) == (
        "trial",
        "complete",
        201,
        2.0,
    )
    assert result["error"] is None
    (ball,) = result["vehicles"]
    # RK4 is exact where the acceleration is constant; the volume is that of a sphere.
    assert ball["distance"] == pytest.approx(-0.5 * FALL * 4.0, rel=1e-9)
    assert ball["largest_speed"] == pytest.approx(-FALL * 2.0, rel=1e-9)
    assert ball["rms_acceleration"] == pytest.approx(-FALL, rel=1e-9)
    assert ball["highest_position"] == pytest.approx([1.0, 2.0, -3.0], abs=1e-9)
    assert ball["energy_at_end"] == pytest.approx(ball["energy_at_start"], rel=1e-9)


def test_step_and_record_period(world: Path) -> None:
    options = ("--duration", 1, "--step", 0.02, "--record-period", 0.1, "--out", "trial")
    assert run("run", world, *options, cwd=world.parent).returncode == 0
    with open_run(world.parent / "trial") as dataset:
        np.testing.assert_allclose(dataset.time, np.arange(11) / 10)
    manifest = json.loads((world.parent / "trial" / "manifest.json").read_text())
    assert (manifest["time_step"], manifest["record_period"]) == (0.02, 0.1)


def test_manifest(world: Path) -> None:
    assert run("run", world.name, "--duration", 0.1, "--seed", 5, cwd=world.parent).returncode == 0
    manifest = json.loads((world.parent / "runs" / "ball-1" / "manifest.json").read_text())
    assert manifest["command_line"] == ["seaway", "run", "ball.sdf", "--duration", "0.1", "--seed", "5", "--no-report"]
    assert manifest["directory"] == str(world.parent)
    generated, own = manifest["inputs"]
    assert (generated["path"], generated["file"]) == (None, "inputs/scenario.toml")
    sha256 = hashlib.sha256(WORLD.encode()).hexdigest()
    assert own == {"path": "ball.sdf", "file": "inputs/ball.sdf", "bytes": len(WORLD), "sha256": sha256}
    assert (world.parent / "runs" / "ball-1" / "inputs" / "ball.sdf").read_text() == WORLD
    assert manifest["seed"] == 5
    assert manifest["versions"]["seaway"] == seaway.__version__
    assert {"python", "numpy", "numba"} <= set(manifest["versions"])
    assert manifest["status"] == "complete"


def test_a_table_of_many_vehicles_fits(world: Path) -> None:
    """As many stand beside each other as have room; no name and no number is cut."""
    model = WORLD[WORLD.index("<model") : WORLD.index("</world>")]
    names = [f"a_ball_with_a_long_name_{n}" for n in range(9)]
    world.write_text(WORLD.replace(model, "".join(model.replace('"ball"', f'"{name}"') for name in names)))
    done = run("run", world, "--duration", 0.1, cwd=world.parent)  # on a terminal of 200 columns
    heads = [line.split() for line in done.stdout.splitlines() if "a_ball" in line]
    assert heads == [names[:6], names[6:]]
    lines = [line for line in done.stdout.splitlines() if line.startswith("mean, largest speed")]
    assert [line.count(" m/s") for line in lines] == [6, 3]
    assert max(map(len, done.stdout.splitlines())) <= 200


def test_no_run_is_replaced_unasked(world: Path) -> None:
    for n in (1, 2):
        done = run("run", world, "--duration", 0.1, cwd=world.parent)
        assert f"runs/ball-{n}" in done.stdout
    before = (world.parent / "runs" / "ball-1" / "recording.nc").read_bytes()
    refused = run("run", world, "--duration", 0.2, "--out", "runs/ball-1", "--json", cwd=world.parent)
    assert refused.returncode == 1
    assert json.loads(refused.stdout) is None
    assert "error: there is a run in 'runs/ball-1' already" in refused.stderr
    assert (world.parent / "runs" / "ball-1" / "recording.nc").read_bytes() == before
    forced = run("run", world, "--duration", 0.2, "--out", "runs/ball-1", "--force", cwd=world.parent)
    assert forced.returncode == 0
    assert "21 samples" in forced.stdout


def test_a_run_that_fails(world: Path) -> None:
    """Damping of 1e6 N s/m on 40 kg is stiff: what was recorded is there, and the message has a remedy."""
    coefficient = "".join(f"<{name}>-1e6</{name}>" for name in ("xU", "yV", "zW"))
    system = 'filename="gz-sim-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics"'
    plugin = f"<plugin {system}><link_name>body</link_name>{coefficient}</plugin>"
    world.write_text(WORLD.replace("</model>", f"{plugin}</model>"))
    done = run("run", world, "--duration", 1, "--out", "trial", "--json", cwd=world.parent)
    assert done.returncode == 1, done.stdout
    result = json.loads(done.stdout)
    assert result["status"] == "failed"
    assert "Try a time step of at most" in done.stderr
    with open_run(world.parent / "trial") as dataset:
        assert dataset.attrs["run_status"] == "failed"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--duration", 0), "--duration must be finite and > 0"),
        (("--duration", "nan"), "--duration must be finite and > 0"),
        (("--step", -1), "--step must be finite and > 0"),
        (("--force",), "--force replaces the run in --out DIR"),
        (("--seed", -1), "--seed"),
    ],
)
def test_wrong_usage(world: Path, options: tuple[object, ...], words: str) -> None:
    done = run("run", world, *options, cwd=world.parent)
    assert done.returncode == 2
    assert words in done.stderr
    assert not (world.parent / "runs").exists()


def test_files_that_cannot_be_run_are_one_message(world: Path) -> None:
    empty = world.parent / "empty.sdf"
    empty.write_text('<sdf version="1.11"><world name="w"/></sdf>')
    for file, options, words in (
        (world.parent / "absent.sdf", (), "there is no such file"),
        (empty, (), "it has no moving body"),
        (world, ("--record-period", 0.015), "record_period must be a whole number of steps"),
    ):
        done = run("run", file, *options, cwd=world.parent)
        assert done.returncode == 1, file
        assert words in done.stderr
        assert done.stderr.count("error:") == 1
        assert "Traceback" not in done.stderr
        assert not (world.parent / "runs").exists()


def test_a_bar_on_a_terminal(world: Path) -> None:
    """Simulated time and speed, on standard error alone."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    arguments = command("run", world, "--duration", 60, "--out", world.parent / "trial", "--json", "--no-report")
    environment = {**os.environ, "COLUMNS": "120", "TERM": "xterm"}
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=slave, env=environment)
    os.close(slave)
    shown = b""
    try:
        while chunk := os.read(master, 4096):
            shown += chunk
    except OSError:  # the other side is gone
        pass
    out, _ = process.communicate()
    os.close(master)
    assert process.returncode == 0
    assert json.loads(out)["status"] == "complete"
    text = shown.decode()
    assert "of 60.0 s" in text
    assert "times real time" in text


# kill -9


def test_kill_loses_the_last_chunk_at_most(world: Path) -> None:
    """Every part that was there before is read: by the library, as a table, as plots."""
    folder = world.parent / "trial"
    process = started(folder, world)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    parts = len(list((folder / "recording").glob("part-*.nc")))
    assert parts >= 1
    assert not (folder / "recording.nc").exists()
    assert json.loads((folder / "manifest.json").read_text())["status"] == "running"
    with open_run(folder) as dataset:
        assert dataset.attrs["run_status"] == "unfinished"
        assert dataset.sizes["time"] == 1000 * parts
        np.testing.assert_allclose(dataset.velocity[:, 0, 0, 2], FALL * dataset.time, rtol=1e-9, atol=1e-9)
    table = run("export", folder, "--csv", "--json", cwd=world.parent)
    assert table.returncode == 0, table.stderr
    assert json.loads(table.stdout) == {
        "file": str(folder / "recording.csv"),
        "samples": 1000 * parts,
        "status": "unfinished",
    }
    with (folder / "recording.csv").open(newline="") as file:
        assert len(list(csv.reader(file))) == 1 + 1000 * parts
    plots = run("plot", folder, cwd=world.parent)
    assert plots.returncode == 0, plots.stderr
    assert sorted(plot.name for plot in (folder / "plots").iterdir()) == PLOTS
    again = run("run", world, "--duration", 0.1, "--out", folder, cwd=world.parent)
    assert again.returncode == 1  # it is still a run
    assert run("run", world, "--duration", 0.1, "--out", folder, "--force", cwd=world.parent).returncode == 0
    assert sorted(entry.name for entry in folder.iterdir()) == ["inputs", "manifest.json", "recording.nc"]


def test_a_disk_without_room_for_the_whole(world: Path) -> None:
    """What was written is there, and the process ends with a message; HDF5 by itself ends it with a crash.

    A limit to the size of files stands for the disk: a write beyond it fails in the same way.
    """
    pytest.importorskip("resource")
    folder = world.parent / "trial"
    code = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (900_000, resource.RLIM_INFINITY))"
    arguments = [sys.executable, "-c", f"{code}; from seaway.cli import main; main()"]
    done = subprocess.run(
        [*arguments, "run", world, "--duration", "18", "--out", folder, "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout) is None
    words = f"the recording cannot be written to '{folder}': File too large; what was written before is there"
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert json.loads((folder / "manifest.json").read_text())["status"] == "failed"
    assert not (folder / "recording.nc").exists()
    parts = sorted((folder / "recording").iterdir())
    assert [part.name for part in parts] == ["part-00001.nc", "part-00002.nc"]


# export


def test_export(finished: Path, tmp_path: Path) -> None:
    done = run("export", finished, "--csv", "--out", tmp_path / "ball.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"201 samples in {tmp_path / 'ball.csv'}\n"
    with (tmp_path / "ball.csv").open(newline="") as file:
        header, *lines = list(csv.reader(file))
    assert header[:6] == ["time [s]", "row", "vehicle", "p_WBo_W.x [m]", "p_WBo_W.y [m]", "p_WBo_W.z [m]"]
    assert len(lines) == 201
    assert lines[-1][:3] == ["2.0", "0", "ball"]
    assert float(lines[-1][5]) == pytest.approx(-3.0 + 0.5 * FALL * 4.0, rel=1e-9)
    weight = header.index("weight.f_B.z [N]")
    assert float(lines[0][weight]) == pytest.approx(-MASS * GRAVITY)


def test_export_of_a_file(finished: Path, tmp_path: Path) -> None:
    assert run("export", finished / "recording.nc", "--csv", "--out", tmp_path / "a.csv", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("kind", ["export", "plot"])
def test_what_is_no_run(kind: str, tmp_path: Path) -> None:
    options = ("--csv",) if kind == "export" else ()
    for path, words in (("absent", "there is no such folder"), (".", "it has no manifest.json")):
        done = run(kind, path, *options, cwd=tmp_path)
        assert done.returncode == 1
        assert words in done.stderr
        assert done.stderr.count("error:") == 1
    assert list(tmp_path.iterdir()) == []


def test_export_needs_a_format_and_a_place(finished: Path, tmp_path: Path) -> None:
    assert run("export", finished, cwd=tmp_path).returncode == 2
    done = run("export", finished, "--csv", "--out", "absent/ball.csv", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert json.loads(done.stdout) is None
    assert "the table cannot be written to 'absent/ball.csv': No such file or directory" in done.stderr


# plot


@pytest.mark.parametrize(("kind", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_plots(finished: Path, tmp_path: Path, kind: str, magic: bytes) -> None:
    done = run("plot", finished, "--out", "new/plots", "--format", kind, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    written = sorted((tmp_path / "new" / "plots").iterdir())
    assert [plot.stem for plot in written] == [Path(name).stem for name in PLOTS]
    assert all(plot.read_bytes().startswith(magic) for plot in written)
    assert sorted(done.stdout.split()) == [f"new/plots/{plot.name}" for plot in written]


def test_plots_of_two_vehicles(world: Path) -> None:
    model = WORLD[WORLD.index("<model") : WORLD.index("</world>")]
    other = model.replace('"ball"', '"egg"').replace("1 2 -3", "4 2 -3")
    world.write_text(WORLD.replace("</world>", f"{other}</world>"))
    assert run("run", world, "--duration", 0.5, "--out", "trial", cwd=world.parent).returncode == 0
    assert run("plot", "trial", cwd=world.parent).returncode == 0
    names = {plot.name for plot in (world.parent / "trial" / "plots").iterdir()}
    assert names >= {"track.png", "forces-ball.png", "forces-egg.png"}
    assert len(names) == 9


# forces


def test_forces(world: Path) -> None:
    """Weight and buoyancy of the ball, turned by 90 degrees about the vertical."""
    done = run("forces", world, "--json", cwd=world.parent)
    assert done.returncode == 0, done.stderr
    (ball,) = json.loads(done.stdout)
    assert ball["name"] == "ball"
    assert ball["position"] == pytest.approx([1.0, 2.0, -3.0])
    weight, buoyancy = ball["forces"]["weight"], ball["forces"]["buoyancy"]
    assert weight["world"]["force"] == pytest.approx([0.0, 0.0, -MASS * GRAVITY], abs=1e-9)
    assert buoyancy["body"]["force"] == pytest.approx([0.0, 0.0, DISPLACED * GRAVITY], rel=1e-9)
    assert ball["sum"]["world"]["force"] == pytest.approx([0.0, 0.0, MASS * FALL], rel=1e-9, abs=1e-9)
    assert ball["acceleration"]["world"]["linear"] == pytest.approx([0.0, 0.0, FALL], rel=1e-9, abs=1e-12)
    assert {"command", "external", "weight", "buoyancy", "damping"} <= set(ball["forces"])


def test_forces_in_both_axes(world: Path) -> None:
    """With the bow 90 degrees down the weight acts along the body's x; the sum is the sum."""
    world.write_text(WORLD.replace("1 2 -3 0 0 1.5707963267948966", "0 0 -3 0 1.5707963267948966 0"))
    (ball,) = json.loads(run("forces", world, "--json", cwd=world.parent).stdout)
    assert ball["forces"]["weight"]["body"]["force"] == pytest.approx([MASS * GRAVITY, 0.0, 0.0], abs=1e-9)
    assert ball["forces"]["weight"]["world"]["force"] == pytest.approx([0.0, 0.0, -MASS * GRAVITY], abs=1e-9)
    for axes in ("body", "world"):
        total = np.sum([law[axes]["force"] for law in ball["forces"].values()], axis=0)
        np.testing.assert_allclose(ball["sum"][axes]["force"], total, atol=1e-9)


def test_acceleration_of_a_body_that_turns_as_it_goes(tmp_path: Path) -> None:
    """Without a force Bo goes straight on, though its velocity in body axes turns: ν' = -ω × v, a = 0."""
    world = tmp_path / "free.toml"
    world.write_text("""
sea = { gravity = 0, surface = false }
[vehicle]
inertia = { mass = 40, moment_of_inertia = [1, 1, 1] }
velocity = [1.0, 0.5, 0.0, 0.0, 0.0, 2.0]
""")
    (ball,) = json.loads(run("forces", world, "--json", cwd=world.parent).stdout)
    assert ball["velocity_rate"] == pytest.approx([1.0, -2.0, 0.0, 0.0, 0.0, 0.0], abs=1e-12)
    for axes in ("body", "world"):
        assert ball["acceleration"][axes]["linear"] == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)


def test_forces_of_a_guide(world: Path) -> None:
    """A slide along the vertical axis turned by 30 degrees: it takes what is across, and leaves g_eff cos 30°."""
    rail = (
        '<joint name="rail" type="prismatic"><parent>world</parent><child>body</child>'
        "<axis><xyz>0 0.5 0.8660254037844386</xyz></axis></joint></model>"
    )
    world.write_text(WORLD.replace("</model>", rail))
    (ball,) = json.loads(run("forces", world, "--json", cwd=world.parent).stdout)
    along = MASS * FALL * np.cos(np.pi / 6)
    across = along * np.array([0.0, 0.5, np.cos(np.pi / 6)]) - [0.0, 0.0, MASS * FALL]
    assert ball["forces"]["world_joint"]["body"]["force"] == pytest.approx(across.tolist(), abs=1e-9)
    assert np.linalg.norm(ball["acceleration"]["body"]["linear"]) == pytest.approx(-FALL * np.cos(np.pi / 6), rel=1e-12)
    assert np.linalg.norm(ball["sum"]["body"]["force"]) == pytest.approx(-along, rel=1e-12)
    assert "world joint" in run("forces", world, cwd=world.parent).stdout


def test_forces_as_a_table(world: Path) -> None:
    done = run("forces", world, cwd=world.parent)
    assert done.returncode == 0
    for words in (
        "ball  40 kg at (1, 2, -3) m",
        "body axes",
        "world axes",
        "fz_B",
        "nz_W",
        "weight",
        "sum",
        "acceleration",
    ):
        assert words in done.stdout, words
    assert f"{-MASS * GRAVITY:.4g}" in done.stdout
    assert "no force from: command, external" in done.stdout
    assert "\x1b" not in done.stdout


def test_forces_of_a_bad_file(tmp_path: Path) -> None:
    done = run("forces", "absent.sdf", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert json.loads(done.stdout) == []
    assert "there is no such file" in done.stderr
