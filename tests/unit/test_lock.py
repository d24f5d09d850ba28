"""A lock is held by one, says by whom, and goes with its process."""

import json
import os
from pathlib import Path

import pytest

from seaway import _lock
from seaway._lock import LockedError, locked


def test_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    words = rf"process {os.getpid()} on .* \(seaway run boat.toml, since 20"
    with locked(path, "seaway run boat.toml"), pytest.raises(LockedError, match=words), locked(path):
        pass
    assert not path.exists()
    with locked(path):
        pass


def test_a_stale_file_is_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text(json.dumps({"pid": os.getpid(), "host": "elsewhere"}))
    with locked(path):
        pass


def test_a_file_that_its_holder_removes_is_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the opening and the locking of a file its holder may end and remove it."""
    path, lock, tries = tmp_path / "lock", _lock._lock, list[int]()

    def late(descriptor: int, file: Path) -> bool:
        if not tries:
            file.unlink()
        tries.append(descriptor)
        return lock(descriptor, file)

    monkeypatch.setattr(_lock, "_lock", late)
    with locked(path):
        assert path.exists()
        with pytest.raises(LockedError), locked(path):
            pass
    assert len(tries) == 3


def test_without_locks_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on some network drives: then the process that the file names must be dead."""
    fcntl = pytest.importorskip("fcntl")

    def refused(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", refused)
    path = tmp_path / "lock"
    path.write_text(json.dumps({"pid": os.getppid(), "host": _lock.socket.gethostname(), "what": "x", "since": "now"}))
    with pytest.raises(LockedError, match=rf"process {os.getppid()} on "), locked(path):
        pass
    path.write_text(json.dumps({"pid": 2**22 + 1, "host": _lock.socket.gethostname()}))
    with locked(path):
        pass
    for text in ("", "[]", '{"pid": "x"}', 100_000 * "["):
        path.write_text(text)
        with locked(path):
            pass
