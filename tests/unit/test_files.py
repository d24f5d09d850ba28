"""Files are written whole or not at all, and inputs are read through one door."""

import os
import stat
from pathlib import Path

import pytest

from seaway._files import Digest, Disk, KeptFiles, TooLargeError, digest_of, replaced_by, write_whole


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    with replaced_by(target) as part:
        part.write_text("half")
        assert not target.exists()
        assert part.parent == tmp_path
    assert target.read_text() == "half"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def stopped(target: Path) -> None:
    with replaced_by(target) as part:
        part.write_text("half")
        raise KeyboardInterrupt


def overtaken(target: Path) -> None:
    with replaced_by(target, overwrite=False) as part:
        part.write_text("slow")
        target.write_text("quick")


def test_what_fails_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("mine")
    with pytest.raises(KeyboardInterrupt):
        stopped(target)
    assert target.read_text() == "mine"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_a_file_is_replaced_only_where_it_may_be(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_whole(target, "first", overwrite=False)
    with pytest.raises(FileExistsError):
        write_whole(target, "second", overwrite=False)
    with pytest.raises(FileExistsError):
        overtaken(tmp_path / "b.txt")
    assert (target.read_text(), (tmp_path / "b.txt").read_text()) == ("first", "quick")
    write_whole(target, b"third")
    assert target.read_text() == "third"


def test_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on exFAT, and on Windows without rights."""

    def refused(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    write_whole(tmp_path / "a.txt", "first", overwrite=False)
    with pytest.raises(FileExistsError):
        overtaken(tmp_path / "b.txt")
    assert (tmp_path / "a.txt").read_text() == "first"


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "a.sh", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o750)
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o750


def test_devices_are_written_to_and_not_replaced(tmp_path: Path) -> None:
    write_whole(Path(os.devnull), "gone", overwrite=False)
    assert not Path(os.devnull).is_file()
    if hasattr(os, "mkfifo"):
        fifo = tmp_path / "pipe"
        os.mkfifo(fifo)
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        write_whole(fifo, "through")
        assert os.read(reader, 100) == b"through"
        os.close(reader)


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "x")
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "absent" / "a.txt", "x")
    write_whole(tmp_path / (200 * "é" if os.name == "nt" else 127 * "é"), "a name as long as it may be")


# Reading


def kept(tmp_path: Path) -> KeptFiles:
    (tmp_path / "copy").write_text("scenario")
    files = KeptFiles(Path("/home/her/boats"), [Path("/opt/models")], Path("/home/her/.gz"))
    files.add(Path("boat.toml"), tmp_path / "copy", digest_of(b"scenario"))
    files.add(Path("/opt/models/hull/model.sdf"), tmp_path / "copy", digest_of(b"scenario"))
    return files


def test_the_disk_remembers_what_was_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1234")
    files = Disk()
    assert files.read(tmp_path / "a", 4) == b"1234"
    assert files.opened == {tmp_path / "a": Digest(4, digest_of(tmp_path / "a").sha256)}
    with pytest.raises(TooLargeError, match="at most 3 bytes"):
        files.read(tmp_path / "a", 3)


def test_copies_stand_under_the_paths_that_were_read(tmp_path: Path) -> None:
    files = kept(tmp_path)
    assert files.read(Path("/home/her/boats/boat.toml"), 100) == b"scenario"
    assert files.read(Path("../boats/boat.toml"), 100) == b"scenario"
    assert files.is_folder(Path("/opt/models"))
    assert files.folders_in(Path("/opt/models")) == ["hull"]
    assert files.exists(Path("/opt/models/hull/model.sdf"))
    assert list(files.opened) == [Path("/home/her/boats/boat.toml")]


def test_nothing_but_copies_exists(tmp_path: Path) -> None:
    files = kept(tmp_path)
    here = Path(__file__)
    assert not files.exists(here)
    assert not files.is_file(Path("/etc/passwd"))
    assert not files.is_folder(Path("/etc"))
    with pytest.raises(FileNotFoundError, match="not among the inputs that the run kept"):
        files.read(here, 10**6)


def test_a_copy_must_be_what_it_was(tmp_path: Path) -> None:
    files = kept(tmp_path)
    with pytest.raises(TooLargeError, match="at most 3 bytes, this one has 8"):
        files.read(Path("boat.toml"), 3)
    (tmp_path / "copy").write_text("scenari0")
    with pytest.raises(OSError, match=r"copy' was changed since the run: its SHA-256 differs from the manifest's"):
        files.read(Path("boat.toml"), 100)
    (tmp_path / "copy").unlink()
    with pytest.raises(FileNotFoundError, match=r"copy' is missing or not a regular file"):
        files.read(Path("boat.toml"), 100)
    (tmp_path / "secret").write_text("scenario")
    (tmp_path / "copy").symlink_to(tmp_path / "secret")
    with pytest.raises(FileNotFoundError, match=r"copy' is missing or not a regular file"):
        files.read(Path("boat.toml"), 100)
