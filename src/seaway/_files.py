"""Files: inputs are read through one interface that records them; outputs are written completely or not at all.

Scenarios, SDFormat files and meshes are read from a ``Files``: the disk, or the inputs kept in a run folder. Lookups
follow the same rules in both, so that a run can be repeated from its folder alone.
"""

import contextlib
import errno
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Final, NamedTuple
from uuid import uuid4

# Environment variables that name model folders of SDFormat and Gazebo.
_MODEL_PATHS: Final = ("SDF_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH")
# Length of a temporary name's readable part: with the rest it stays below the 255 bytes of most file systems.
_READABLE: Final = 45


class Digest(NamedTuple):
    """Size and SHA-256 of a file."""

    bytes: int
    sha256: str


class TooLargeError(OSError):
    """A file has more bytes than may be read."""


class Disk:
    """The file system.

    Attributes:
        opened: Every file read so far, in order.
        model_path: Model folders of ``SDF_PATH``, ``GZ_SIM_RESOURCE_PATH`` and their older names.
        fuel_cache: Gazebo's folder of downloaded models.
    """

    def __init__(self) -> None:
        self.opened: dict[Path, Digest] = {}
        named = (os.environ.get(name, "").split(os.pathsep) for name in _MODEL_PATHS)
        self.model_path = tuple(Path(folder) for folders in named for folder in folders if folder)
        home = os.path.expanduser("~")  # noqa: PTH111 - Path.home() raises where there is none
        self.fuel_cache = Path(os.environ.get("GZ_FUEL_CACHE_PATH") or Path(home, ".gz", "fuel"))

    def exists(self, path: Path) -> bool:
        """Whether there is anything at a path."""
        return path.exists()

    def is_file(self, path: Path) -> bool:
        """Whether a path is a file."""
        return path.is_file()

    def is_folder(self, path: Path) -> bool:
        """Whether a path is a folder."""
        return path.is_dir()

    def folders_in(self, folder: Path) -> list[str]:
        """Names of the folders in a folder, sorted."""
        return sorted(entry.name for entry in folder.iterdir() if entry.is_dir())

    def real(self, path: Path) -> Path:
        """The absolute path, symbolic links resolved."""
        return path.resolve()

    def read(self, path: Path, most: int) -> bytes:
        """Read a file.

        Raises:
            TooLargeError: It has more than ``most`` bytes.
            OSError: It cannot be read.
        """
        with path.open("rb") as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise TooLargeError(f"a file may have at most {most} bytes, this one has more")
        self.opened[path] = digest_of(data)
        return data


class KeptFiles:
    """Copies that replace the files at the original paths; nothing else exists.

    Args:
        directory: Base of relative paths. Like all paths here it is only a name, never looked up on the disk.
        model_path: Model folders, see ``Disk``.
        fuel_cache: Gazebo's folder of downloaded models, see ``Disk``.
    """

    def __init__(self, directory: Path, model_path: Iterable[Path], fuel_cache: Path):
        self.opened: dict[Path, Digest] = {}
        self.model_path, self.fuel_cache = tuple(model_path), fuel_cache
        self._directory = directory
        self._kept: dict[Path, tuple[Path, Digest]] = {}
        self._folders: set[Path] = set()

    def add(self, path: Path, file: Path, digest: Digest) -> None:
        """Add a copy that replaces the file at a path."""
        whole = self.real(path)
        self._kept[whole] = file, digest
        self._folders.update(whole.parents)

    def exists(self, path: Path) -> bool:
        """Whether there is anything at a path."""
        return self.is_file(path) or self.is_folder(path)

    def is_file(self, path: Path) -> bool:
        """Whether a path is a file."""
        return self.real(path) in self._kept

    def is_folder(self, path: Path) -> bool:
        """Whether a path is a folder."""
        return self.real(path) in self._folders

    def folders_in(self, folder: Path) -> list[str]:
        """Names of the folders in a folder, sorted."""
        whole = self.real(folder)
        return sorted(each.name for each in self._folders if each.parent == whole and each != whole)

    def real(self, path: Path) -> Path:
        """The absolute path; there are no links."""
        return Path(os.path.normpath((self._directory / path).absolute()))

    def read(self, path: Path, most: int) -> bytes:
        """Read a copy; see ``Disk.read``. A copy that was changed since the run is refused."""
        whole = self.real(path)
        if whole not in self._kept:
            raise FileNotFoundError(errno.ENOENT, "not among the inputs that the run kept", str(path))
        file, digest = self._kept[whole]
        if digest.bytes > most:
            raise TooLargeError(f"a file may have at most {most} bytes, this one has {digest.bytes}")
        if file.is_symlink() or not file.is_file():
            raise FileNotFoundError(errno.ENOENT, f"the copy '{file}' is missing or not a regular file")
        with file.open("rb") as stream:
            data = stream.read(digest.bytes + 1)
        if digest_of(data) != digest:
            raise OSError(f"the copy '{file}' was changed since the run: its SHA-256 differs from the manifest's")
        self.opened[whole] = digest
        return data


Files = Disk | KeptFiles
"""Source of input files: the disk, or the copies in a run folder."""


def has_link(folder: Path, file: Path) -> bool:
    """Whether a file below a folder is a symbolic link, or is reached through one."""
    inner = file.relative_to(folder)
    return any((folder / part).is_symlink() for part in (inner, *inner.parents) if part != Path())


def digest_of(content: bytes | Path) -> Digest:
    """Size and SHA-256 of bytes, or of a file."""
    if isinstance(content, bytes):
        return Digest(len(content), hashlib.sha256(content).hexdigest())
    with content.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        return Digest(file.tell(), sha256)


@contextlib.contextmanager
def replaced_by(path: Path, *, overwrite: bool = True, synced: bool = True) -> Generator[Path]:
    """Yield a temporary path beside a file, which takes the file's place when the block succeeds.

    A symbolic link stays one, a device or pipe is written to, and permissions are kept.

    Args:
        path: Path of the file.
        overwrite: Whether an existing file may be replaced.
        synced: Whether the data reach the disk before the file appears, so that even a power failure leaves no partial
            file. A killed process never leaves one.

    Raises:
        FileExistsError: The file exists and ``overwrite`` is false.
        OSError: The file cannot be written; the old one is untouched.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and stat.S_ISDIR(mode):
        raise _error(IsADirectoryError, errno.EISDIR, path)
    if mode is not None and not stat.S_ISREG(mode):
        with tempfile.TemporaryDirectory() as folder:
            temporary = Path(folder) / "content"
            yield temporary
            with temporary.open("rb") as source, path.open("wb") as sink:
                shutil.copyfileobj(source, sink)
        return
    if mode is not None and not overwrite:
        raise _error(FileExistsError, errno.EEXIST, path)
    target = path.resolve()
    if target.is_symlink():  # Python 3.13 and later: a link to itself
        raise _error(OSError, errno.ELOOP, path)
    temporary = target.with_name(f".{target.stem[:_READABLE]}{target.suffix[:10]}.{uuid4().hex[:8]}.part")
    try:
        yield temporary
        if mode is not None:
            temporary.chmod(stat.S_IMODE(mode))
        if synced:
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
        if overwrite:
            temporary.replace(target)
        else:
            _appear(temporary, target)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes, *, overwrite: bool = True, synced: bool = True) -> None:
    """Write a file completely or not at all; see ``replaced_by``."""
    with replaced_by(path, overwrite=overwrite, synced=synced) as temporary:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)


def _appear(temporary: Path, target: Path) -> None:
    """Give a file its final name, unless another file has it."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except (OSError, AttributeError):  # a file system without hard links
        if target.exists():
            raise _error(FileExistsError, errno.EEXIST, target) from None
        temporary.replace(target)


def _error(kind: type[OSError], number: int, path: Path) -> OSError:
    return kind(number, os.strerror(number), str(path))
