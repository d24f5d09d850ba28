"""``seaway view`` and ``seaway run --replay``; the view itself is tested in tests/unit/view and tests/browser."""

import json
import sys
from pathlib import Path

import pytest
from tests.commands import seaway
from tests.unit.view import recorded

import seaway as sw


@pytest.fixture
def run(tmp_path: Path) -> Path:
    sw.save(recorded(samples=5), tmp_path / "run")
    return tmp_path / "run"


def test_it_writes_a_replay(run: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.html"
    done = seaway("view", run, "--html", target, "--show", "forces,path", "--json")
    assert json.loads(done.stdout) == [{"file": str(target), "bytes": target.stat().st_size}]
    assert "<title>run</title>" in target.read_text(encoding="utf-8")
    again = seaway("view", run, "--html", target)
    assert (again.returncode, f"'{target}' exists" in again.stderr) == (1, True)
    assert seaway("view", run, run, "--html", target, "--force").returncode == 0


def test_a_replay_of_a_run_belongs_to_it(tmp_path: Path) -> None:
    folder = tmp_path / "rov"
    options = ("--duration", "0.1", "--out", folder)
    done = seaway("run", "bluerov2", *options, "--idle", "--replay")
    assert done.returncode == 0, done.stderr
    assert f"replay: {folder / 'replay.html'}" in done.stdout
    files = json.loads((folder / "manifest.json").read_text())["files"]
    assert "replay.html" in files
    assert "scene.npz" not in files  # its inputs hold vehicles and sea
    assert "replay.html" not in {path.name for path in tmp_path.iterdir()}
    again = seaway("run", "bluerov2", *options, "--idle", "--force")
    assert (again.returncode, (folder / "replay.html").exists()) == (0, False)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--show", "forcs"), "no overlay 'forcs'; there are: path"),
        (("--rows", "0,9"), "there is no run 9"),
        (("--speed", "0"), "--speed must be > 0"),
        (("--rows", "a"), "--rows takes numbers"),
    ],
)
def test_faults_are_told(options: tuple[str, ...], words: str, run: Path, tmp_path: Path) -> None:
    done = seaway("view", run, "--html", tmp_path / "x.html", *options)
    assert done.returncode in (1, 2)
    assert words in " ".join(done.stderr.split())
    assert not (tmp_path / "x.html").exists()


def test_a_scenario_is_no_run(tmp_path: Path) -> None:
    done = seaway("view", "bluerov2", "--html", tmp_path / "x.html")
    assert done.returncode == 1
    assert "'bluerov2' is not the folder of a run" in done.stderr


def test_a_film_needs_a_gif_and_a_browser(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "a film is written to a .gif" in seaway("view", run, "--film", tmp_path / "x.mp4").stderr
    monkeypatch.delenv("SEAWAY_BROWSER", raising=False)
    monkeypatch.setattr("shutil.which", lambda name: None)
    done = seaway("view", run, "--film", tmp_path / "x.gif")
    assert done.returncode == 1
    assert "a film needs a browser, and none of chromium" in done.stderr


def test_without_the_extra_it_says_which(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "viser", None)
    for command in (("view", run), ("run", "bluerov2", "--replay")):
        done = seaway(*command)
        assert done.returncode == 1
        assert "viser is needed for this and is not installed; try: pip install 'seaway[view]'" in done.stderr
