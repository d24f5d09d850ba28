"""Run folders: each run has its own, none is replaced unasked, and no file of the user's is ever deleted."""

import contextlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from seaway._files import Disk, digest_of
from seaway.errors import ScenarioError
from seaway.scenario import Repetition, RunFolder
from seaway.scenario import _folder as folder_module
from seaway.scenario._inputs import MAX_INPUT_BYTES, Inputs


def made(
    out: Path | None, n: int = 1, *, name: str = "boat", force: bool = False, inputs: Inputs | None = None
) -> RunFolder:
    """A run that has begun, and left its folder."""
    with RunFolder.created({"n": n}, out, name, force=force, inputs=inputs) as folder:
        pass
    return folder


def inputs_of(*files: Path) -> Inputs:
    disk = Disk()
    for file in files:
        disk.read(file, MAX_INPUT_BYTES)
    return Inputs.of(disk, files[0].parent)


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())


def finished(out: Path) -> RunFolder:
    """A run with everything that a run may write, all of it listed."""
    folder = made(out)
    files = [folder.recording, folder.table, folder.report, folder.plots / "track.png"]
    folder.plots.mkdir()
    for file in files:
        file.write_text("from the run")
    folder.update_manifest({"status": "complete"}, files)
    return folder


def test_numbers_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs" / "boat-2").mkdir(parents=True)
    folders = [made(None, n) for n in range(3)]
    assert [folder.path for folder in folders] == [Path("runs/boat-1"), Path("runs/boat-3"), Path("runs/boat-4")]
    assert folders[2].read_manifest()["n"] == 2


def test_runs_that_start_at_once_have_folders_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with ThreadPoolExecutor(16) as pool:
        folders = list(pool.map(lambda n: made(None, n), range(32)))
    assert len({folder.path for folder in folders}) == 32
    assert [folder.read_manifest()["n"] for folder in folders] == list(range(32))


@pytest.mark.parametrize(
    ("name", "folder"), [("a/b", "a_b-1"), ("../x", "_x-1"), ("...", "run-1"), ("Bøye 2", "Bøye_2-1")]
)
def test_a_name_is_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, folder: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert made(None, name=name).path == Path("runs") / folder


# What --force deletes, and what it does not


def test_another_run_is_replaced_only_by_force(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "run"
    first = finished(out)
    first.parts.mkdir()
    (first.parts / "part-00001.nc").write_text("part")
    (out / "notes.txt").write_text("mine")
    before = names(out)
    with pytest.raises(
        ScenarioError, match=r"there is a run in '.*run' already; .* replace it \(--force, force=True\)"
    ):
        made(out, 2)
    assert names(out) == before
    assert first.read_manifest()["n"] == 1
    made(out, 3, force=True)
    assert sorted(entry.name for entry in out.iterdir()) == ["manifest.json", "notes.txt"]
    assert first.read_manifest()["n"] == 3


@pytest.mark.parametrize(
    "manifest",
    [
        "{}",
        "[]",
        "",
        "{",
        '{"name": "my-web-extension", "version": "1.0"}',
        '{"format": "seaway-run/2", "files": {}}',
        '{"format": "seaway-run/1"}',
        '{"format": "seaway-run/1", "files": []}',
        '{"format": "seaway-run/1", "files": {"thesis.tex": {"bytes": 4, "sha256": "' + 64 * "0" + '"}}}',
        '{"format": "seaway-run/1", "files": {"plots/../../a.png": {"bytes": 4, "sha256": "' + 64 * "0" + '"}}}',
        '{"format": "seaway-run/1", "files": {"report.html": {"bytes": true, "sha256": "x"}}}',
    ],
)
def test_a_manifest_of_something_else_makes_no_run(tmp_path: Path, manifest: str) -> None:
    """Browser extensions and package managers have a manifest.json too; theirs are left alone, and all beside them."""
    for name in ("plots/holiday.png", "recording/interview.wav", "report.html", "recording.nc", "thesis.tex"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine")
    (tmp_path / "manifest.json").write_text(manifest)
    before = {name: (tmp_path / name).read_text() for name in names(tmp_path)}
    with pytest.raises(ScenarioError, match=r"manifest.json: .*is left alone; give another place \(--out, out=\)"):
        made(tmp_path, force=True)
    assert {name: (tmp_path / name).read_text() for name in names(tmp_path)} == before


@pytest.mark.parametrize("name", ["plots/holiday.png", "inputs/hull.stl", "recording/part-1.nc", "recording/a.wav"])
def test_a_file_that_the_run_did_not_write_is_not_deleted(tmp_path: Path, name: str) -> None:
    finished(tmp_path)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    before = names(tmp_path)
    with pytest.raises(ScenarioError, match=rf"{name}' was not written by the run in this folder, and is not deleted"):
        made(tmp_path, force=True)
    assert names(tmp_path) == before


@pytest.mark.parametrize("name", ["recording.csv", "report.html", "plots/track.png", "recording.nc"])
def test_a_file_that_was_changed_is_not_deleted(tmp_path: Path, name: str) -> None:
    """A table in which somebody has worked since is theirs."""
    finished(tmp_path)
    (tmp_path / name).write_text("changed by me")
    before = names(tmp_path)
    with pytest.raises(
        ScenarioError, match=rf"{name}' was changed since the run wrote it, and is not deleted; move it"
    ):
        made(tmp_path, force=True)
    assert names(tmp_path) == before
    assert (tmp_path / name).read_text() == "changed by me"


def test_what_a_killed_run_could_not_list_is_replaced(tmp_path: Path) -> None:
    """Its recording with the parts, and the file that it was writing."""
    folder = made(tmp_path)
    folder.announce(folder.report)
    folder.parts.mkdir()
    for file in (folder.recording, folder.report, folder.parts / "part-00001.nc"):
        file.write_text("from the run")
    folder.announce(folder.report)  # another process may write it again
    made(tmp_path, 2, force=True)
    assert names(tmp_path) == ["manifest.json"]


def test_a_file_of_the_user_is_not_announced(tmp_path: Path) -> None:
    """When its replacement, by force, fails or is killed, it is still the user's."""
    folder = made(tmp_path)
    folder.report.write_text("mine")
    with pytest.raises(ScenarioError, match=r"report.html' exists and was not written by this run"):
        folder.announce(folder.report)
    folder.announce(folder.report, force=True)
    with pytest.raises(ScenarioError, match=r"report.html' was not written by the run in this folder"):
        made(tmp_path, 2, force=True)
    assert folder.report.read_text() == "mine"


def test_names_that_look_like_leftovers(tmp_path: Path) -> None:
    finished(tmp_path)
    mine = [".inputs.yaml", ".inputs.0123.part", ".recording.nc.part", ".seaway.lock.old", "recording.nc.bak"]
    for name in mine:
        (tmp_path / name).write_text("mine")
    made(tmp_path, 2, force=True)
    assert names(tmp_path) == sorted([*mine, "manifest.json"])


@pytest.mark.parametrize("name", [".seaway.lock", ".manifest.lock", "manifest.json"])
def test_locks_and_manifests_that_are_links_are_not_written_through(tmp_path: Path, name: str) -> None:
    victim = tmp_path / "victim"
    folder = finished(tmp_path / "run")
    victim.write_text(folder.manifest.read_text())
    (folder.path / name).unlink(missing_ok=True)
    (folder.path / name).symlink_to(victim)
    before = victim.read_text()
    with contextlib.suppress(ScenarioError, OSError):
        made(folder.path, 2, force=True)
    with contextlib.suppress(ScenarioError, OSError):
        RunFolder.open(folder.path).update_manifest({"n": 3})
    with contextlib.suppress(ScenarioError, OSError), folder.held():
        pass
    assert victim.read_text() == before
    assert (folder.path / name).is_symlink() or name == ".manifest.lock"  # a leftover goes, what it names stays


def test_pipes_are_not_waited_for(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes here")
    folder = finished(tmp_path)
    folder.table.unlink()
    os.mkfifo(folder.table)
    with pytest.raises(ScenarioError, match=r"recording.csv' was changed since the run wrote it"):
        made(tmp_path, 2, force=True)
    assert folder.unverified() == {folder.table: "the file is missing"}


def test_a_path_that_is_not_unicode(tmp_path: Path) -> None:
    """As on old disks; JSON can spell it."""
    folder = made(tmp_path)
    folder.update_manifest({"directory": "caf\udce9"})
    assert folder.read_manifest()["directory"] == "caf?"


@pytest.mark.parametrize("name", ["plots", "recording", "inputs", "recording.nc", "report.html", "manifest.json"])
def test_links_are_never_followed(tmp_path: Path, name: str) -> None:
    mine, out = tmp_path / "mine", tmp_path / "run"
    folder = finished(out)
    manifest = folder.manifest.read_text()
    mine.mkdir()
    target = mine if name in ("plots", "recording", "inputs") else mine / "file"
    if target != mine:
        target.write_text(manifest)
        (out / name).unlink()
    else:
        (mine / "track.png").write_text("from the run")
        if (out / name).exists():
            (out / name / "track.png").unlink()
            (out / name).rmdir()
    (out / name).symlink_to(target)
    with pytest.raises(ScenarioError, match=r"is a link"):
        made(out, force=True)
    assert (out / name).is_symlink()
    assert len(names(mine)) == 1


def test_leftovers_of_a_killed_run_are_removed_with_it(tmp_path: Path) -> None:
    folder = finished(tmp_path)
    folder.parts.mkdir()
    (tmp_path / ".inputs.0123abcd.part").mkdir()
    leftovers = [
        ".recording.nc.0123abcd.part",
        ".manifest.json.89abcdef.part",
        ".report.html.00000000.part",
        "recording/.part-00007.nc.0123abcd.part",
        "plots/.track.png.0123abcd.part",
        ".inputs.0123abcd.part/boat.toml",
        ".seaway.lock",
        ".manifest.lock",
    ]
    for name in leftovers:
        (tmp_path / name).write_text("half")
    (tmp_path / ".hidden").write_text("mine")
    made(tmp_path, 2, force=True)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [".hidden", "manifest.json"]


def test_what_a_run_left_that_was_killed_at_once_is_no_obstacle(tmp_path: Path) -> None:
    """Before it had a manifest there was nothing that could be lost."""
    (tmp_path / ".inputs.0123abcd.part").mkdir()
    (tmp_path / ".inputs.0123abcd.part" / "boat.toml").write_text("half")
    (tmp_path / ".seaway.lock").write_text("")
    made(tmp_path)
    assert names(tmp_path) == ["manifest.json"]


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, force: bool) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(ScenarioError, match=r"is not empty and not the folder of a run \(it has 'thesis.tex'\)"):
        made(tmp_path, force=force)
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.tex"]


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    assert made(tmp_path).path == tmp_path


def test_where_there_cannot_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ScenarioError, match=r"the run cannot be written to '.*inside'"):
        made(tmp_path / "file" / "inside")


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new manifest is written before the old run goes, and a folder that was made is taken away."""

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    old, new = finished(tmp_path / "old"), tmp_path / "new"
    before = names(old.path)
    monkeypatch.setattr(folder_module, "write_whole", full)
    for out in (old.path, new):
        with pytest.raises(ScenarioError, match=rf"cannot be written to '{out}': No space left on device"):
            made(out, force=True)
    assert names(old.path) == before
    assert not new.exists()


# Two runs in one folder


def test_a_folder_is_held_by_one_run_at_a_time(tmp_path: Path) -> None:
    """Another process says who has it, and takes it when that is gone."""
    code = """
import sys
from seaway.scenario import RunFolder
with RunFolder.created({"n": 1}, sys.argv[1], "a"):
    print(1, flush=True)
    input()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code, tmp_path / "run"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "1\n"
    with pytest.raises(ScenarioError, match=rf"'.*run' is in use by process {process.pid} on .*; wait until it has"):
        made(tmp_path / "run", 2, force=True)
    assert RunFolder(tmp_path / "run").read_manifest()["n"] == 1
    process.kill()
    process.communicate()
    assert (tmp_path / "run" / ".seaway.lock").exists()
    made(tmp_path / "run", 3, force=True)
    assert names(tmp_path / "run") == ["manifest.json"]


def test_a_manifest_is_updated_by_several_at_once(tmp_path: Path) -> None:
    folder = made(tmp_path)
    folder.plots.mkdir()

    def add(n: int) -> None:
        file = folder.plots / f"figure-{n}.png"
        file.write_text(f"{n}")
        folder.update_manifest({f"key {n}": n}, [file])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(24)))
    manifest = folder.read_manifest()
    assert [manifest[f"key {n}"] for n in range(24)] == list(range(24))
    assert set(manifest["files"]) == {f"plots/figure-{n}.png" for n in range(24)}


# Manifests


def test_open(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"'.*absent' is not the folder of a run: there is no such folder"):
        RunFolder.open(tmp_path / "absent")
    with pytest.raises(ScenarioError, match=r"is not the folder of a run: it has no manifest.json"):
        RunFolder.open(tmp_path)
    made(tmp_path)
    assert RunFolder.open(tmp_path).path == tmp_path


def test_a_manifest_is_whole_or_refused(tmp_path: Path) -> None:
    folder = made(tmp_path)
    with pytest.raises(TypeError):
        folder.update_manifest({"n": object()})
    assert folder.read_manifest()["n"] == 1
    folder.update_manifest({"name": "Bøye"})
    assert json.loads(folder.manifest.read_text(encoding="utf-8"))["name"] == "Bøye"
    assert names(tmp_path) == ["manifest.json"]
    folder.manifest.write_text("[1]")
    with pytest.raises(ScenarioError, match="a manifest must be an object, got list"):
        folder.read_manifest()
    for text in ("{", 100_000 * "["):
        folder.manifest.write_text(text)
        with pytest.raises(ScenarioError, match="the manifest cannot be read"):
            folder.read_manifest()


def test_a_manifest_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made(tmp_path)
    monkeypatch.setattr(folder_module, "MAX_MANIFEST_BYTES", 20)
    with pytest.raises(ScenarioError, match=r"manifest.json: a manifest may have at most 20 bytes, this one has more"):
        folder.read_manifest()


# Inputs


def test_inputs_are_copied_and_listed(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "elsewhere" / "models"
    files = [home / "boat.toml", home / "meshes" / "hull.stl", other / "hull.stl", tmp_path / "hull.stl"]
    for n, file in enumerate(files):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{n}")
    folder = made(tmp_path / "run", inputs=inputs_of(*files))
    copies = ["inputs/boat.toml", "inputs/meshes/hull.stl", "inputs/elsewhere/models/hull.stl"]
    manifest = folder.read_manifest()
    assert [entry["file"] for entry in manifest["inputs"]][:3] == copies
    assert [(folder.path / entry["file"]).read_text() for entry in manifest["inputs"]] == ["0", "1", "2", "3"]
    assert [entry["sha256"] for entry in manifest["inputs"]] == [digest_of(file).sha256 for file in files]
    assert set(manifest["files"]) == {entry["file"] for entry in manifest["inputs"]}
    made(folder.path, force=True)
    assert names(folder.path) == ["manifest.json"]


def test_inputs_that_are_too_large_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_INPUT_BYTES == 256 * 2**20
    monkeypatch.setattr("seaway.scenario._inputs.MAX_INPUT_BYTES", 10)
    for name, text in (("a.toml", "1234"), ("b.stl", "12345678"), ("c.stl", "123456")):
        (tmp_path / name).write_text(text)
    inputs = inputs_of(tmp_path / "a.toml", tmp_path / "b.stl", tmp_path / "c.stl")
    assert [entry.file for entry in inputs.entries] == ["inputs/a.toml", None, "inputs/c.stl"]
    (finding,) = inputs.findings()
    assert finding.rule == "input-too-large"
    assert "and is not copied: the run cannot be repeated from its folder" in finding.message
    folder = made(tmp_path / "run", inputs=inputs)
    folder.update_manifest({"scenario": {}, "batch": 1, "name": "a", "directory": "."})
    folder.update_manifest({"scenario": {"search_path": [], "fuel_cache": "."}})
    with pytest.raises(ScenarioError, match=r"the run needs '.*b.stl', which was too large to keep; run its scenario"):
        Repetition.load(folder.manifest)


def test_an_input_that_changes_while_the_run_starts(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("1")
    inputs = inputs_of(tmp_path / "a.toml")
    (tmp_path / "a.toml").write_text("2")
    with pytest.raises(ScenarioError, match=r"a.toml: the file was changed while the run was starting; start it again"):
        made(tmp_path / "run", inputs=inputs)
    assert not (tmp_path / "run").exists()
