"""Files: inputs are read through one door that remembers them; outputs are written whole or not at all.

What a scenario, an SDFormat file or a mesh is read from is a ``Files``: the disk, or the inputs that a run folder kept.
Lookups go by the same rules in both, so that a run is repeated from its folder alone.
"""

import contextlib
import errno
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple, Protocol
from uuid import uuid4

__all__ = [
    "Digest",
    "Disk",
    "Files",
    "KeptFiles",
    "TooLargeError",
    "digest_of",
    "has_link",
    "replaced_by",
    "write_whole",
]

_BLOCK: Final = 2**20
# Environment variables in which SDFormat's and Gazebo's model folders stand.
_MODEL_PATHS: Final = ("SDF_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH")
# Length of a temporary name's readable part: with the rest it stays below the 255 bytes of most file systems.
_READABLE: Final = 45


class Digest(NamedTuple):
    """Size and SHA-256 of a file."""

    bytes: int
    sha256: str


class TooLargeError(OSError):
    """A file has more bytes than may be read."""


class Files(Protocol):
    """Where input files are read from."""

    @property
    def opened(self) -> Mapping[Path, Digest]:
        """Every file that was read, in that order."""
        ...

    @property
    def model_path(self) -> tuple[Path, ...]:
        """Folders of models besides those that the user gives."""
        ...

    @property
    def fuel_cache(self) -> Path:
        """Gazebo's folder of downloaded models."""
        ...

    def exists(self, path: Path) -> bool:
        """Whether there is anything at a path."""
        ...

    def is_file(self, path: Path) -> bool:
        """Whether there is such a file."""
        ...

    def is_folder(self, path: Path) -> bool:
        """Whether there is such a folder."""
        ...

    def folders_in(self, folder: Path) -> list[str]:
        """Names of the folders in a folder."""
        ...

    def real(self, path: Path) -> Path:
        """The absolute path, with links of the file system resolved."""
        ...

    def read(self, path: Path, most: int) -> bytes:
        """Read a file.

        Raises:
            TooLargeError: It has more than ``most`` bytes.
            OSError: It cannot be read.
        """
        ...


class Disk:
    """The file system."""

    def __init__(self) -> None:
        self._opened: dict[Path, Digest] = {}

    @property
    def opened(self) -> Mapping[Path, Digest]:
        """Every file that was read, in that order."""
        return self._opened

    @property
    def model_path(self) -> tuple[Path, ...]:
        """The folders of ``SDF_PATH``, ``GZ_SIM_RESOURCE_PATH`` and their older names."""
        named = (os.environ.get(name, "").split(os.pathsep) for name in _MODEL_PATHS)
        return tuple(Path(folder) for folders in named for folder in folders if folder)

    @property
    def fuel_cache(self) -> Path:
        """Gazebo's folder of downloaded models."""
        given = os.environ.get("GZ_FUEL_CACHE_PATH")
        try:
            home = Path.home()
        except RuntimeError:
            home = Path()
        return Path(given) if given else home / ".gz" / "fuel"

    def exists(self, path: Path) -> bool:
        """Whether there is anything at a path."""
        return path.exists()

    def is_file(self, path: Path) -> bool:
        """Whether there is such a file."""
        return path.is_file()

    def is_folder(self, path: Path) -> bool:
        """Whether there is such a folder."""
        return path.is_dir()

    def folders_in(self, folder: Path) -> list[str]:
        """Names of the folders in a folder."""
        return sorted(entry.name for entry in folder.iterdir() if entry.is_dir())

    def real(self, path: Path) -> Path:
        """The absolute path, with links of the file system resolved."""
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
        self._opened[path] = digest_of(data)
        return data


class _Kept(NamedTuple):
    file: Path
    digest: Digest


class KeptFiles:
    """Copies of files under the paths that they were read from; nothing else exists.

    Args:
        directory: What relative paths are relative to; a name only, it is not looked into.
        model_path: See ``Files``; names only.
        fuel_cache: See ``Files``; a name only.
    """

    def __init__(self, directory: Path, model_path: Iterable[Path], fuel_cache: Path):
        self.directory = directory
        self._model_path = tuple(model_path)
        self._fuel_cache = fuel_cache
        self._kept: dict[Path, _Kept] = {}
        self._folders: set[Path] = set()
        self._opened: dict[Path, Digest] = {}

    def add(self, path: Path, file: Path, digest: Digest) -> None:
        """Let a copy stand for the file at a path."""
        whole = self.real(path)
        self._kept[whole] = _Kept(file, digest)
        self._folders.update(whole.parents)

    @property
    def opened(self) -> Mapping[Path, Digest]:
        """Every file that was read, in that order."""
        return self._opened

    @property
    def model_path(self) -> tuple[Path, ...]:
        """Folders of models besides those that the user gives."""
        return self._model_path

    @property
    def fuel_cache(self) -> Path:
        """Gazebo's folder of downloaded models."""
        return self._fuel_cache

    def exists(self, path: Path) -> bool:
        """Whether there is anything at a path."""
        return self.is_file(path) or self.is_folder(path)

    def is_file(self, path: Path) -> bool:
        """Whether there is such a file."""
        return self.real(path) in self._kept

    def is_folder(self, path: Path) -> bool:
        """Whether there is such a folder."""
        return self.real(path) in self._folders

    def folders_in(self, folder: Path) -> list[str]:
        """Names of the folders in a folder."""
        whole = self.real(folder)
        return sorted(each.name for each in self._folders if each.parent == whole and each != whole)

    def real(self, path: Path) -> Path:
        """The absolute path; there are no links."""
        return Path(os.path.normpath((self.directory / path).absolute()))

    def read(self, path: Path, most: int) -> bytes:
        """Read a copy.

        Raises:
            TooLargeError: It has more than ``most`` bytes.
            OSError: It cannot be read, or is not what it was.
        """
        kept = self._kept.get(self.real(path))
        if kept is None:
            raise FileNotFoundError(errno.ENOENT, "not among the inputs that the run kept", str(path))
        if kept.digest.bytes > most:
            raise TooLargeError(f"a file may have at most {most} bytes, this one has {kept.digest.bytes}")
        if kept.file.is_symlink() or not kept.file.is_file():
            raise FileNotFoundError(errno.ENOENT, f"the copy '{kept.file}' is missing or not a regular file")
        with kept.file.open("rb") as file:
            data = file.read(min(kept.digest.bytes, most) + 1)
        if digest_of(data) != kept.digest:
            raise OSError(f"the copy '{kept.file}' was changed since the run: its SHA-256 differs from the manifest's")
        self._opened[self.real(path)] = kept.digest
        return data


def has_link(folder: Path, file: Path) -> bool:
    """Whether a file below a folder is a link, or is reached through one."""
    inner = file.relative_to(folder)
    return any((folder / part).is_symlink() for part in (inner, *inner.parents) if part != Path())


def digest_of(content: bytes | Path) -> Digest:
    """Size and SHA-256 of bytes, or of a file."""
    if isinstance(content, bytes):
        return Digest(len(content), hashlib.sha256(content).hexdigest())
    digest, size = hashlib.sha256(), 0
    with content.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            size += len(block)
    return Digest(size, digest.hexdigest())


@contextlib.contextmanager
def replaced_by(path: Path, *, overwrite: bool = True, synced: bool = True) -> Generator[Path]:
    """Yield a temporary path beside a file, which takes the file's place when the block succeeds.

    A link stays a link, and a device or pipe is written to. The file keeps its permissions.

    Args:
        path: The file.
        overwrite: Whether a file that exists may be replaced.
        synced: Whether the data reach the disk before the file appears, so that a power failure leaves no half file. A
            killed process never does.

    Raises:
        FileExistsError: The file exists and ``overwrite`` is false.
        OSError: The file cannot be written; what was there is untouched.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if mode is not None and not stat.S_ISREG(mode):
        with _written_through(path) as temporary:
            yield temporary
        return
    if mode is not None and not overwrite:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    target = path.resolve()
    if target.is_symlink():  # Python 3.13 and later: a link to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
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
    """Write a file whole or not at all; see ``replaced_by``."""
    with replaced_by(path, overwrite=overwrite, synced=synced) as temporary:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def _written_through(path: Path) -> Generator[Path]:
    """A temporary file whose content is copied to a device or pipe."""
    with tempfile.TemporaryDirectory() as folder:
        temporary = Path(folder) / "content"
        yield temporary
        with temporary.open("rb") as source, path.open("wb") as sink:
            shutil.copyfileobj(source, sink)


def _appear(temporary: Path, target: Path) -> None:
    """Give a file its name, unless another has it."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except (OSError, AttributeError):  # a file system without hard links
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        temporary.replace(target)
