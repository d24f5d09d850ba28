"""A lock held by a living process: it is released when the process ends, however it ends."""

import contextlib
import errno
import json
import os
import socket
import stat
import sys
import time
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

# Beyond all content: Windows lets nobody read bytes that are locked.
_FAR = 2**30


class LockedError(OSError):
    """Another process holds the lock.

    Attributes:
        holder: Who, e.g. ``"process 4711 on tiger (seaway run boat.toml, since 2026-11-18T10:20:30+00:00)"``.
    """

    def __init__(self, holder: str):
        super().__init__(f"in use by {holder}")
        self.holder = holder


@contextlib.contextmanager
def locked(path: Path, what: str = "", patience: float = 0.0) -> Generator[None]:
    """Hold a lock over a block.

    The operating system keeps it, so that a killed process holds none. On a file system without locks the file names
    the process, and counts as long as that process lives.

    Args:
        path: File of the lock, in an existing folder; removed at the end.
        what: Command of the holder, for messages to others.
        patience: Time to wait for another holder [s].

    Raises:
        LockedError: Another process, or another thread of this one, holds it.
        OSError: The file cannot be created.
    """
    descriptor = _acquired(path, time.monotonic() + patience)
    try:
        with contextlib.suppress(OSError):  # on a full disk the holder is not named, but the lock holds
            os.ftruncate(descriptor, 0)
            since = datetime.now(UTC).isoformat(timespec="seconds")
            holder = {"pid": os.getpid(), "host": socket.gethostname(), "what": what, "since": since}
            os.write(descriptor, json.dumps(holder).encode())
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(descriptor)


def _acquired(path: Path, until: float) -> int:
    """Open and lock the file, which must still be the one at the path."""
    while True:
        if path.is_symlink():  # where the system has no flag for it
            raise OSError(errno.ELOOP, "the lock is a link", str(path))
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        try:
            state = os.fstat(descriptor)
            if not stat.S_ISREG(state.st_mode) or state.st_nlink > 1:
                raise OSError(errno.EINVAL, "the lock is not a file of its own", str(path))
            if _lock(descriptor, path):
                # Its last holder may have removed it since it was opened.
                if path.exists() and os.path.samestat(os.fstat(descriptor), path.stat()):
                    return descriptor
            elif time.monotonic() >= until:
                raise LockedError(_holder(path))
            else:
                time.sleep(0.01)
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int, path: Path) -> bool:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(descriptor: int, path: Path) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            return not _lives(_content(path))
        return True


def _content(path: Path) -> dict[str, Any]:
    try:
        read: Any = json.loads(path.read_bytes()[:10_000])
    except (OSError, ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", read) if isinstance(read, dict) else {}


def _holder(path: Path) -> str:
    content = _content(path)
    pid, host, what, since = (str(content.get(key, ""))[:200] for key in ("pid", "host", "what", "since"))
    if not pid:
        return "another process"
    return f"process {pid} on {host} ({f'{what}, ' if what else ''}since {since})"


def _lives(content: dict[str, Any]) -> bool:
    """Whether the process that a lock names is alive; one on another machine counts as alive."""
    pid = content.get("pid")
    if not isinstance(pid, int) or pid <= 0:
        return False
    if content.get("host") != socket.gethostname():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is another user's
        return True
    return pid != os.getpid()
