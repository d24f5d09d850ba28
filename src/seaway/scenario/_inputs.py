"""Input files: found beside the scenario, and copied to the run folder so that a run needs nothing else."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple, cast

from seaway._files import Digest, Disk, Files, digest_of
from seaway.errors import Finding, ScenarioError

INPUTS: Final = "inputs"
"""Folder of the copies in a run folder."""

MAX_INPUT_BYTES: Final = 256 * 2**20
"""Most bytes of inputs kept in a run folder, all files together: 256 MB."""

# Name of the scenario written for an SDFormat file or a library vehicle.
_GENERATED: Final = "scenario.toml"
# Folder of the inputs from outside the scenario's folder.
_ELSEWHERE: Final = "elsewhere"
_SHA256: Final = re.compile("[0-9a-f]{64}")


class Input(NamedTuple):
    """A file that a run was made from.

    Attributes:
        path: Where it was read; None for the scenario written for an SDFormat file or a library vehicle.
        file: The copy, relative to the run folder; None if the file is too large to keep.
        digest: Size and SHA-256.
    """

    path: Path | None
    file: str | None
    digest: Digest

    def as_dict(self) -> dict[str, object]:
        """Entry of the manifest."""
        path = None if self.path is None else shown_path(self.path)
        return {"path": path, "file": self.file, **self.digest._asdict()}


@dataclass(frozen=True, eq=False)
class Inputs:
    """The files that a run was made from.

    Attributes:
        entries: Each file once, in the order read.
        files: Where they are read from.
        generated: The scenario, if no file has it.
    """

    entries: tuple[Input, ...] = ()
    files: Files = field(default_factory=Disk)
    generated: str | None = None

    @classmethod
    def of(cls, files: Files, home: Path, generated: str | None = None) -> "Inputs":
        """Everything read from ``files`` so far.

        Args:
            files: Where the scenario was read from.
            home: Folder of the scenario; files below it keep their relative paths.
            generated: The scenario, if no file has it.
        """
        entries: list[Input] = []
        taken, size = set[str](), 0
        if generated is not None:
            entries.append(Input(None, f"{INPUTS}/{_GENERATED}", digest_of(generated.encode())))
            taken.add(_GENERATED)
        for path, digest in files.opened.items():
            name = _stored_name(files.real(path), files.real(home), taken)
            fits = size + digest.bytes <= MAX_INPUT_BYTES
            size += digest.bytes if fits else 0
            entries.append(Input(path, f"{INPUTS}/{name}" if fits else None, digest))
        return cls(tuple(entries), files, generated)

    def read(self, path: Path) -> bytes:
        """Read an input.

        Raises:
            ScenarioError: It cannot be read.
        """
        try:
            return self.files.read(path, MAX_INPUT_BYTES)
        except OSError as error:
            raise ScenarioError(f"{path}: the input cannot be read: {error.strerror or error}") from None

    def file_of(self, path: Path | None) -> str | None:
        """The copy of a file, relative to the run folder; for None that of the generated scenario."""
        wanted = self._real(path)
        return next((entry.file for entry in self.entries if self._real(entry.path) == wanted), None)

    def _real(self, path: Path | None) -> Path | None:
        return None if path is None else self.files.real(path)

    def findings(self) -> list[Finding]:
        """A warning for each file that is too large to keep."""
        limit = f"beyond the {MAX_INPUT_BYTES // 2**20} MB of inputs that a run folder keeps"
        why = f"{limit}, and is not copied: the run cannot be repeated from its folder"
        large = [(entry.path, entry.digest.bytes / 2**20) for entry in self.entries if entry.file is None]
        rule = "input-too-large"
        return [Finding("warning", path, None, rule, f"the file of {size:.0f} MB is {why}") for path, size in large]

    def copy_to(self, folder: Path) -> None:
        """Write the copies to a folder that stands for ``inputs/``.

        Raises:
            ScenarioError: A file was changed since it was read.
            OSError: It cannot be written.
        """
        for path, file, digest in self.entries:
            if file is None:
                continue
            data = (self.generated or "").encode() if path is None else self.read(path)
            if digest_of(data) != digest:
                raise ScenarioError(f"{path}: the file was changed while the run was starting; start it again")
            target = folder / PurePosixPath(file).relative_to(INPUTS)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def is_there(path: Path, files: Files) -> bool:
    """Whether a file or folder exists; a path that no system can have does not."""
    try:
        return files.exists(path)
    except (OSError, ValueError):  # a name that is too long, a NUL, a folder that may not be looked into
        return False


def found_path(name: str, home: Path, roots: Sequence[Path], files: Files) -> Path:
    """Find a file or folder that a scenario names: beside it, or below a folder given by the user; nowhere else.

    Args:
        name: A path relative to the scenario's folder or to one of the roots.
        home: The scenario's folder. Symbolic links in it may not lead out.
        roots: Folders given by the user.
        files: Where it is read from.

    Raises:
        ScenarioError: It does not exist, or is outside; the message says what to do.
    """
    if "://" in name or "\0" in name:
        raise ScenarioError(f"{name!r} must be a path relative to the scenario file, not an address")
    outside = "outside the folder of the scenario and the model path, and is not opened"
    folders = [Path(os.path.normpath(folder.absolute())) for folder in (home, *roots)]
    escaped: str | None = None
    for folder, given in zip(folders, (home, *roots), strict=True):
        path = Path(os.path.normpath(folder / name))
        if not any(path.is_relative_to(allowed) for allowed in folders):
            escaped = f"{name!r} is {path}, {outside}"
        elif is_there(path, files):
            real = files.real(path)
            if not path.is_relative_to(folders[0]) or any(real.is_relative_to(files.real(each)) for each in folders):
                return given / name
            escaped = f"{name!r} leads by a link to {real}, {outside}"
    if escaped is not None:
        raise ScenarioError(f"{escaped}; give its folder with --model-path")
    searched = ", ".join(str(folder) for folder in (home, *roots))
    raise ScenarioError(f"there is no {name!r} in {searched}; give the folder that has it with --model-path")


def shown_path(path: Path) -> str:
    """A path for the manifest: relative if below the current folder, else absolute."""
    whole, here = Path(os.path.normpath(path.absolute())), Path.cwd()
    return (whole.relative_to(here) if whole.is_relative_to(here) else whole).as_posix()


def digest_in(entry: object) -> Digest | None:
    """Size and SHA-256 in an entry of a manifest, which may come from a stranger; None if it has none."""
    given: Mapping[str, Any] = cast("dict[str, Any]", entry) if isinstance(entry, dict) else {}
    size, sha256 = given.get("bytes"), given.get("sha256")
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        return None
    return Digest(size, sha256) if isinstance(sha256, str) and _SHA256.fullmatch(sha256) else None


def _stored_name(path: Path, home: Path, taken: set[str]) -> str:
    """A free name for a copy, close to the original's."""
    if path.is_relative_to(home):
        parts = path.relative_to(home).parts
    else:
        parts = (_ELSEWHERE, *path.parts[-2:]) if len(path.parts) > 2 else (_ELSEWHERE, path.name)
    *folders, last = (re.sub(r'[<>:"|?*\\/\0-\x1f]', "_", part) for part in parts)
    name, number = "/".join((*folders, last)), 1
    while name.lower() in taken:  # some file systems ignore case
        number += 1
        name = "/".join((*folders, f"{number}-{last}"))
    taken.add(name.lower())
    return os.path.normpath(name).replace("\\", "/")
