"""Run folders: each run has its own, and none is replaced unasked."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from seaway.errors import ScenarioError
from seaway.run import RunFolder


def test_numbers_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs" / "boat-2").mkdir(parents=True)
    made = [RunFolder.create({"n": n}, None, "boat") for n in range(3)]
    assert [folder.path for folder in made] == [Path("runs/boat-1"), Path("runs/boat-3"), Path("runs/boat-4")]
    assert made[2].read_manifest() == {"n": 2}


def test_runs_that_start_at_once_have_folders_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(lambda n: RunFolder.create({"n": n}, None, "boat"), range(32)))
    assert len({folder.path for folder in made}) == 32
    assert [folder.read_manifest()["n"] for folder in made] == list(range(32))


@pytest.mark.parametrize(
    ("name", "folder"), [("a/b", "a_b-1"), ("../x", "_x-1"), ("...", "run-1"), ("Bøye 2", "Bøye_2-1")]
)
def test_a_name_is_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, folder: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert RunFolder.create({}, None, name).path == Path("runs") / folder


def test_another_run_is_replaced_only_by_force(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "run"
    first = RunFolder.create({"n": 1}, out, "boat")
    first.recording.write_text("samples")
    first.table.write_text("table")
    first.parts.mkdir()
    (first.parts / "part-00001.nc").write_text("part")
    (out / "notes.txt").write_text("mine")
    with pytest.raises(ScenarioError, match=r"there is a run in '.*run' already; .* --force to replace it"):
        RunFolder.create({"n": 2}, out, "boat")
    assert first.recording.read_text() == "samples"
    assert first.read_manifest() == {"n": 1}
    RunFolder.create({"n": 3}, out, "boat", force=True)
    assert sorted(entry.name for entry in out.iterdir()) == ["manifest.json", "notes.txt"]
    assert first.read_manifest() == {"n": 3}


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, force: bool) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(ScenarioError, match=r"is not empty and not the folder of a run \(it has 'thesis.tex'\)"):
        RunFolder.create({}, tmp_path, "boat", force)
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.tex"]


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    assert RunFolder.create({}, tmp_path, "boat").path == tmp_path


def test_where_there_cannot_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ScenarioError, match=r"the run cannot be written to '.*inside'"):
        RunFolder.create({}, tmp_path / "file" / "inside", "boat")


def test_open(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"'.*absent' is not the folder of a run: there is no such folder"):
        RunFolder.open(tmp_path / "absent")
    with pytest.raises(ScenarioError, match=r"is not the folder of a run: it has no manifest.json"):
        RunFolder.open(tmp_path)
    RunFolder.create({}, tmp_path, "boat")
    assert RunFolder.open(tmp_path).path == tmp_path


def test_a_manifest_is_whole_or_refused(tmp_path: Path) -> None:
    folder = RunFolder.create({"n": 1}, tmp_path, "boat")
    with pytest.raises(TypeError):
        folder.write_manifest({"n": object()})
    assert folder.read_manifest() == {"n": 1}
    folder.write_manifest({"name": "Bøye"})
    assert json.loads(folder.manifest.read_text(encoding="utf-8")) == {"name": "Bøye"}
    assert [entry.name for entry in tmp_path.iterdir()] == ["manifest.json"]
    folder.manifest.write_text("[1]")
    with pytest.raises(ScenarioError, match="a manifest must be an object, got list"):
        folder.read_manifest()
    for text in ("{", 100_000 * "["):
        folder.manifest.write_text(text)
        with pytest.raises(ScenarioError, match="the manifest cannot be read"):
            folder.read_manifest()
