"""What commands write: whole or not at all, over no file of the user's, and only in folders that are theirs."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import h5py
import numpy as np
import pytest
from tests.commands import seaway
from tests.torture import BALL, command, wait_for

from seaway.errors import SeawayWarning
from seaway.scenario import open_run

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    (folder / "ball.sdf").write_text(BALL)
    done = seaway("run", "ball.sdf", "--duration", 0.5, "--out", "run", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "run"


@pytest.fixture
def run(kept: Path, tmp_path: Path) -> Path:
    """A finished run."""
    return Path(shutil.copytree(kept, tmp_path / "run"))


# One that is there is replaced only by force


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("schema", "--out"), "schema.json"),
        (("vehicles", "otter", "--sdf", "--out"), "otter.sdf"),
        (("convert", EXAMPLES / "convert" / "rov.toml", "--out"), "rov.sdf"),
        (
            ("hydrostatics", EXAMPLES / "scenarios" / "boat.obj", "--mass", 300, "--center-of-mass", 0, 0, 0, "--plot"),
            "arm.png",
        ),
        (("export", "run", "--csv", "--out"), "table.csv"),
        (("report", "run", "--out"), "page.html"),
        (("plot", "run", "--out", "."), "track.png"),
    ],
)
def test_a_file_of_the_user_is_replaced_only_by_force(run: Path, words: tuple[object, ...], name: str) -> None:
    folder = run.parent
    (folder / name).write_text("mine")
    target = () if words[-1] == "." else (name,)
    done = seaway(*words, *target, cwd=folder)
    assert done.returncode == 1, done.stdout
    assert done.stderr == f"error: '{name}' exists; give another file, or --force to replace it\n"
    assert (folder / name).read_text() == "mine"
    forced = seaway(*words, *target, "--force", cwd=folder)
    assert forced.returncode == 0, forced.stderr
    assert (folder / name).read_bytes()[:4] != b"mine"
    assert not list(folder.glob(".*.part"))


def test_results_of_a_run_are_replaced_as_long_as_they_are_its_own(run: Path) -> None:
    for words, name in ((("report",), "report.html"), (("export", "--csv"), "recording.csv")):
        for _ in range(2):
            done = seaway(words[0], run, *words[1:])
            assert done.returncode == 0, done.stderr
        assert name in json.loads((run / "manifest.json").read_text())["files"]
        (run / name).write_text("mine")
        done = seaway(words[0], run, *words[1:])
        assert done.returncode == 1
        assert (
            f"'{run / name}' exists and was changed since the run wrote it; give another place (--out, out=)"
            in done.stderr
        )
        assert (run / name).read_text() == "mine"
        assert seaway(words[0], run, *words[1:], "--force").returncode == 0
    (run / "report.html").unlink()
    (run / "report.html").write_text("mine")
    recording = (run / "recording.nc").read_bytes()
    (run / "recording.nc").write_bytes(recording[:5000])
    assert seaway("report", run, "--force").returncode == 1  # what fails does not make the file the run's
    done = seaway("report", run)
    assert f"'{run / 'report.html'}' exists and was changed since the run wrote it" in done.stderr
    (run / "recording.nc").write_bytes(recording)
    (run / "report.html").unlink()
    assert seaway("export", run, "--csv").returncode == 0  # what is gone is listed no more
    assert "report.html" not in json.loads((run / "manifest.json").read_text())["files"]
    (run / "report.html").write_text("mine")
    done = seaway("report", run)
    assert f"'{run / 'report.html'}' exists and was not written by this run" in done.stderr
    done = seaway("run", run, "--out", run, "--force")
    assert done.returncode == 1
    assert f"'{run / 'report.html'}' was not written by the run in this folder, and is not deleted" in done.stderr
    (run / "report.html").unlink()
    done = seaway("run", run, "--out", run, "--force")
    assert done.returncode == 0, done.stderr
    assert sorted(entry.name for entry in run.iterdir()) == ["inputs", "manifest.json", "recording.nc"]


# Checksums


def test_check_of_a_run(run: Path) -> None:
    done = seaway("check", run)
    assert (done.returncode, done.stdout) == (0, f"{run}: valid, run, 0 errors, 0 warnings\n")
    with h5py.File(run / "recording.nc", "r+") as file:
        file["position"][3, 0, 0, 0] += 1.0
    (run / "inputs" / "ball.sdf").write_text("<sdf/>")
    with pytest.warns(SeawayWarning, match="recording.nc: the file is not what the run wrote"):
        open_run(run).close()  # it can be read, and only the checksum tells
    done = seaway("check", run, "--json")
    assert done.returncode == 1
    (result,) = json.loads(done.stdout)
    assert (result["valid"], [error["rule"] for error in result["errors"]]) == (False, ["checksum", "checksum"])
    messages = {Path(error["file"]).name: error["message"] for error in result["errors"]}
    assert messages["recording.nc"].startswith("the file is not what the run wrote: its SHA-256 is")
    assert messages["ball.sdf"] == "the file is not what the run wrote: it has 6 bytes, not 569"
    (run / "recording.nc").write_bytes((run / "recording.nc").read_bytes()[:5000])
    done = seaway("check", run)
    assert done.returncode == 1
    assert "recording.nc: error: the file is not what the run wrote: it has 5000 bytes" in done.stdout
    assert "recording.nc: this is no recording, or a damaged one" in done.stdout
    (run / "manifest.json").write_text("{}")
    done = seaway("check", run)
    assert done.returncode == 1
    assert "this is not the manifest of a run: its format must be 'seaway-run/1', got None" in done.stdout


# Signals


def started(folder: Path, ignored: str = "") -> subprocess.Popen[str]:
    """A run that would take days, with its first part on the disk."""
    (folder.parent / "ball.sdf").write_text(BALL)
    words = command("run", folder.parent / "ball.sdf", "--duration", 1e9, "--out", folder, "--json", "--no-report")
    if ignored:
        words[2] = f"import signal; signal.signal(signal.{ignored}, signal.SIG_IGN); {words[2]}"
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(folder / "recording" / "part-00001.nc", process)
    return process


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signals_that_end_a_process_end_a_run(tmp_path: Path, name: str) -> None:
    """All samples are joined and listed, and meanwhile the folder is nobody else's. What nohup ignores is ignored."""
    number = getattr(signal, name, None)
    if number is None:
        pytest.skip(f"no {name} here")
    process = started(tmp_path / "run", ignored="SIGHUP" if name == "SIGTERM" else "")
    second = seaway("run", tmp_path / "ball.sdf", "--out", tmp_path / "run", "--force", "--duration", 0.1)
    assert second.returncode == 1
    assert f"'{tmp_path / 'run'}' is in use by process {process.pid} on " in second.stderr
    if name == "SIGTERM" and hasattr(signal, "SIGHUP"):
        process.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        assert process.poll() is None
    process.send_signal(number)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number, errors
    assert "Traceback" not in errors
    result = json.loads(out)
    assert result["status"] == "stopped"
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert (manifest["status"], manifest["signal"]) == ("stopped", name)
    assert sorted(entry.name for entry in (tmp_path / "run").iterdir()) == ["inputs", "manifest.json", "recording.nc"]
    with open_run(tmp_path / "run", verify=True) as dataset:
        assert dataset.attrs["run_status"] == "stopped"
        assert dataset.sizes["time"] == result["samples"] >= 1000
        np.testing.assert_allclose(np.diff(dataset.time), 0.01, atol=1e-6)
        assert float(dataset.time[-1]) == pytest.approx(result["simulated"], abs=0.011)


def test_a_slow_run_writes_parts_by_the_clock(tmp_path: Path) -> None:
    """With one sample a day of simulated time, the first thousand would take days of the clock."""
    (tmp_path / "ball.sdf").write_text(BALL)
    words = ("run", tmp_path / "ball.sdf", "--duration", 1e9, "--record-period", 86_400, "--out", tmp_path / "run")
    process = subprocess.Popen(command(*words, "--no-report"), stderr=subprocess.PIPE, text=True)
    wait_for(tmp_path / "run" / "recording" / "part-00001.nc", process)
    end = time.monotonic() + 60.0  # the part is listed a moment after it has appeared
    manifest = tmp_path / "run" / "manifest.json"
    while "recording/part-00001.nc" not in json.loads(manifest.read_text())["files"]:
        assert time.monotonic() < end
        time.sleep(0.01)
    process.kill()
    process.communicate()
    with open_run(tmp_path / "run") as dataset:
        assert 1 <= dataset.sizes["time"] < 1000


def test_a_little_torture(tmp_path: Path) -> None:
    """The script that kills, stops, overlaps and fills disks, once each; ``make torture`` does hundreds."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.torture", "--kills", "1", "--full", "1", "--duration", "20"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 of 2" in done.stdout
