"""Files that a scenario names: beside it, or below a folder that the user gave; nowhere else."""

import os
from collections.abc import Sequence
from pathlib import Path

from seaway._files import Files
from seaway.errors import ScenarioError

__all__ = ["found_path", "is_there"]


def is_there(path: Path, files: Files) -> bool:
    """Whether there is such a file or folder; a path that no system can have leads nowhere."""
    try:
        return files.exists(path)
    except (OSError, ValueError):  # a name that is too long, a NUL, a folder that may not be looked into
        return False


def found_path(name: str, home: Path, roots: Sequence[Path], files: Files) -> Path:
    """Find a file or folder that a scenario names.

    Args:
        name: A path, relative to the folder of the scenario or to one of the roots.
        home: The folder of the scenario. What is a link there may not lead out.
        roots: Folders that the user gave.
        files: What it is read from.

    Raises:
        ScenarioError: It is not there, or elsewhere; the message says what to do.
    """
    if "://" in name or "\0" in name:
        raise ScenarioError(f"{name!r} must be a path relative to the scenario file, not an address")
    outside = (
        "outside the folder of the scenario and the model path, and is not opened; give its folder with --model-path"
    )
    folders = [Path(os.path.normpath(folder.absolute())) for folder in (home, *roots)]
    escaped: str | None = None
    for folder, given in zip(folders, (home, *roots), strict=True):
        path = Path(os.path.normpath(folder / name))
        if not any(path.is_relative_to(allowed) for allowed in folders):
            escaped = f"{name!r} is {path}, {outside}"
            continue
        if not is_there(path, files):
            continue
        real = files.real(path)
        if not path.is_relative_to(folders[0]) or any(real.is_relative_to(files.real(each)) for each in folders):
            return given / name
        escaped = f"{name!r} leads by a link to {real}, {outside}"
    if escaped is not None:
        raise ScenarioError(escaped)
    searched = ", ".join(str(folder) for folder in (home, *roots))
    raise ScenarioError(f"there is no {name!r} in {searched}; give the folder that has it with --model-path")
