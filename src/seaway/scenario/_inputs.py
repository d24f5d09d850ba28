"""The files that a run was made from, kept in its folder, so that nothing else is needed to repeat or view it."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final, cast

from seaway._files import Digest, Disk, Files, KeptFiles, digest_of, has_link
from seaway._toml import MAX_BYTES
from seaway.errors import Finding, ScenarioError

__all__ = ["INPUTS", "MAX_INPUT_BYTES", "Input", "Inputs", "is_digest", "kept_files", "kept_text", "shown_path"]

INPUTS: Final = "inputs"
"""Folder of the copies in a run folder."""

MAX_INPUT_BYTES: Final = 256 * 2**20
"""Most bytes of inputs that a run folder keeps, all files together: 256 MB."""

# The scenario that stands for an SDFormat file or a library vehicle, in a folder of its own that no input can have.
_GENERATED: Final = "scenario.toml"
_ELSEWHERE: Final = "elsewhere"
_SHA256: Final = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Input:
    """A file that a run was made from.

    Attributes:
        path: Where it was read; None for a scenario that stands for an SDFormat file or a library vehicle.
        file: Where the copy is, relative to the run folder; None for a file that is too large to keep.
        digest: Its size and SHA-256.
    """

    path: Path | None
    file: str | None
    digest: Digest

    def as_dict(self) -> dict[str, object]:
        """As the manifest lists it."""
        path = None if self.path is None else shown_path(self.path)
        return {"path": path, "file": self.file, "bytes": self.digest.bytes, "sha256": self.digest.sha256}


@dataclass(frozen=True, eq=False)
class Inputs:
    """The files that a run was made from.

    Attributes:
        entries: Each once, in the order in which they were read.
        files: What they were read from.
        generated: The scenario that no file has.
    """

    entries: tuple[Input, ...] = ()
    files: Files | None = None
    generated: str | None = None

    @classmethod
    def of(cls, files: Files, home: Path, generated: str | None = None) -> "Inputs":
        """Everything that was read from ``files``.

        Args:
            files: What the scenario was read from.
            home: Folder of the scenario; what is below it keeps its relative path.
            generated: The scenario that no file has.
        """
        entries: list[Input] = []
        taken, size = set[str](), 0
        if generated is not None:
            entries.append(Input(None, f"{INPUTS}/{_GENERATED}", digest_of(generated.encode())))
            taken.add(_GENERATED)
        for path, digest in files.opened.items():
            size += digest.bytes
            name = _stored_name(files.real(path), files.real(home), taken)
            entries.append(Input(path, f"{INPUTS}/{name}" if size <= MAX_INPUT_BYTES else None, digest))
            size -= 0 if size <= MAX_INPUT_BYTES else digest.bytes
        return cls(tuple(entries), files, generated)

    @classmethod
    def of_paths(cls, paths: Iterable[Path]) -> "Inputs":
        """Files on the disk."""
        files, found = Disk(), list(paths)
        for path in found:
            try:
                files.read(path, MAX_INPUT_BYTES)
            except OSError as error:
                raise ScenarioError(f"{path}: the input cannot be read: {error.strerror or error}") from None
        return cls.of(files, found[0].parent if found else Path())

    def file_of(self, path: Path | None) -> str | None:
        """Where the copy of a file is, relative to the run folder; of the scenario that no file has for None."""
        for entry in self.entries:
            if path is None or entry.path is None:
                if path is entry.path:
                    return entry.file
            elif self.files is not None and self.files.real(entry.path) == self.files.real(path):
                return entry.file
        return None

    def findings(self) -> list[Finding]:
        """A warning for each file that is too large to keep."""
        limit = f"beyond the {MAX_INPUT_BYTES // 2**20} MB that a run folder keeps of its inputs"
        return [
            Finding(
                "warning",
                entry.path,
                None,
                "input-too-large",
                f"the file of {entry.digest.bytes / 2**20:.0f} MB is {limit}, and is not copied: the run cannot be "
                "repeated from its folder",
            )
            for entry in self.entries
            if entry.file is None
        ]

    def copy_to(self, folder: Path) -> None:
        """Write the copies to a folder that stands for ``inputs/``.

        Raises:
            ScenarioError: A file was changed since it was read.
            OSError: It cannot be written.
        """
        for entry in self.entries:
            if entry.file is None:
                continue
            data = self._content(entry)
            if digest_of(data) != entry.digest:
                raise ScenarioError(f"{entry.path}: the file was changed while the run was starting; start it again")
            target = folder / PurePosixPath(entry.file).relative_to(INPUTS)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)

    def _content(self, entry: Input) -> bytes:
        if entry.path is None or self.files is None:
            return (self.generated or "").encode()
        try:
            return self.files.read(entry.path, MAX_INPUT_BYTES)
        except OSError as error:
            raise ScenarioError(f"{entry.path}: the input cannot be read: {error.strerror or error}") from None


def kept_files(
    entries: Iterable[Any], folder: Path, directory: Path, model_path: Iterable[Path], fuel_cache: Path
) -> KeptFiles:
    """The copies in a run folder, under the paths that they were read from.

    Args:
        entries: The ``inputs`` of a manifest, as read from its file.
        folder: The run folder.
        directory: Where the run was started; a name only.
        model_path: Folders of models; names only.
        fuel_cache: Gazebo's folder of downloaded models; a name only.

    Raises:
        ScenarioError: An entry is none, or a copy is missing or was changed.
    """
    files = KeptFiles(directory, model_path, fuel_cache)
    for number, entry in enumerate(entries):
        where = f"inputs[{number}]"
        path, file, digest = _checked(entry, where)
        if path is None:
            continue
        if file is None:
            raise ScenarioError(f"the run needs '{path}', which was too large to keep; run its scenario instead")
        if has_link(folder, folder / file):
            raise ScenarioError(f"the copy '{folder / file}' is a link, or below one")
        files.add(Path(path), folder / file, digest)
    return files


def kept_text(entries: Iterable[Any], files: KeptFiles, folder: Path, name: str) -> str:
    """The scenario of a run.

    Args:
        entries: The ``inputs`` of a manifest, as ``kept_files`` has checked them.
        files: From ``kept_files``.
        folder: The run folder.
        name: File of the scenario, relative to the folder.

    Raises:
        ScenarioError: It is not among the inputs, or was changed.
    """
    for number, entry in enumerate(entries):
        path, file, digest = _checked(entry, f"inputs[{number}]")
        if file == name:
            if path is None:  # it stands for an SDFormat file or a library vehicle, and had no path
                files = KeptFiles(folder, (), Path())
                files.add(Path(name), folder / name, digest)
                if has_link(folder, folder / name):
                    raise ScenarioError(f"the copy '{folder / name}' is a link, or below one")
            try:
                return files.read(Path(name if path is None else path), MAX_BYTES).decode()
            except OSError as error:
                raise ScenarioError(error.strerror or str(error)) from None
            except UnicodeDecodeError as error:
                raise ScenarioError(f"the scenario is not UTF-8 text: {error}") from None
    raise ScenarioError(f"the scenario '{name:.200}' is not among its inputs")


def shown_path(path: Path) -> str:
    """A path as a manifest has it: relative where it is below the present folder, else absolute."""
    whole, here = Path(os.path.normpath(path.absolute())), Path.cwd()
    return (whole.relative_to(here) if whole.is_relative_to(here) else whole).as_posix()


def is_digest(size: object, sha256: object) -> bool:
    """Whether two values of a manifest are a size and a SHA-256."""
    whole = isinstance(size, int) and not isinstance(size, bool) and size >= 0
    return whole and isinstance(sha256, str) and _SHA256.fullmatch(sha256) is not None


def _checked(entry: object, where: str) -> tuple[str | None, str | None, Digest]:
    if not isinstance(entry, dict):
        raise ScenarioError(f"{where} must be an object, got {entry!r:.60}")
    given = cast("Mapping[str, Any]", entry)
    path, file, size, sha256 = (given.get(key) for key in ("path", "file", "bytes", "sha256"))
    if not ((path is None or isinstance(path, str)) and (file is None or isinstance(file, str))):
        raise ScenarioError(f"{where} must have a path and a file, got {path!r:.60} and {file!r:.60}")
    if is_digest(size, sha256) and cast("int", size) > MAX_INPUT_BYTES and file is not None:
        raise ScenarioError(f"{where} has {size} bytes, a run folder keeps at most {MAX_INPUT_BYTES}")
    if not is_digest(size, sha256):
        raise ScenarioError(f"{where} must have bytes and sha256 of '{path or file}', got {size!r:.60}, {sha256!r:.60}")
    if file is not None and not _is_inside(file):
        raise ScenarioError(f"{where} must be a file in {INPUTS}/, got '{file:.200}'")
    if "\0" in (path or ""):
        raise ScenarioError(f"{where} has a path with a NUL")
    return path, file, Digest(cast("int", size), cast("str", sha256))


def _is_inside(file: str) -> bool:
    parts = PurePosixPath(file).parts
    plain = "\\" not in file and ":" not in file and "\0" not in file
    return plain and len(parts) > 1 and parts[0] == INPUTS and ".." not in parts


def _stored_name(path: Path, home: Path, taken: set[str]) -> str:
    """A name for a copy, as near to the original's as can be."""
    if path.is_relative_to(home):
        parts = path.relative_to(home).parts
    else:
        parts = (_ELSEWHERE, *path.parts[-2:]) if len(path.parts) > 2 else (_ELSEWHERE, path.name)
    plain = ["".join("_" if letter in '<>:"|?*\\/' or letter < " " else letter for letter in part) for part in parts]
    name = "/".join(plain)
    number = 1
    while name.lower() in taken:  # file systems that do not tell cases apart
        number += 1
        name = "/".join([*plain[:-1], f"{number}-{plain[-1]}"])
    taken.add(name.lower())
    return os.path.normpath(name).replace("\\", "/")
