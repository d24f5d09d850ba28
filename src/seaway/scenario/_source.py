"""What an argument of a command is: a scenario, a vehicle file, SDFormat, a mesh, a run, or a library vehicle."""

import contextlib
import difflib
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal, cast

from seaway import library
from seaway._files import Disk
from seaway._toml import read_toml
from seaway.errors import ScenarioError
from seaway.library._vehicle import mission_text
from seaway.mesh._load import EXTENSIONS
from seaway.parts import shown
from seaway.scenario._folder import RunFolder
from seaway.scenario._inputs import is_there
from seaway.scenario._scenario import ScenarioSource

SourceKind = Literal["scenario", "vehicle", "sdf", "library", "mesh", "run"]

# Files of a folder that are compared with a misspelt name.
_MOST_FILES: Final = 1000
_ENDINGS: Final = (".toml", ".sdf", ".world", ".urdf", ".config", *EXTENSIONS)


def kind_of(source: str | Path) -> SourceKind:
    """What a path or name stands for.

    Args:
        source: A scenario or vehicle file (``.toml``), an SDFormat file or model folder, a mesh, the folder or
            manifest of a run, or the name of a library vehicle.

    Raises:
        ScenarioError: There is no such file or vehicle; names the nearest one. Or a TOML file cannot be read.
    """
    path = Path(source)
    if not is_there(path, Disk()):
        if str(source) in library.names():
            return "library"
        raise ScenarioError(_absent(source))
    if path.suffix.lower() == ".toml":
        data = read_toml(path).data
        return "scenario" if "vehicle" in data or "inertia" not in data else "vehicle"
    if path.suffix.lower() in EXTENSIONS:
        return "mesh"
    return "sdf" if RunFolder.manifest_of(path) is None else "run"


def source_of(
    path: str | Path, overrides: tuple[str, ...] = (), model_path: tuple[Path, ...] = (), *, idle: bool = False
) -> ScenarioSource:
    """The source of a scenario: a scenario file, or a scenario made for a vehicle file, SDFormat or a library vehicle.

    Args:
        path: As for ``kind_of``.
        overrides: Values that replace those of the file.
        model_path: Folders of models and meshes.
        idle: Whether to leave a vehicle alone to itself; default: it flies its mission, if it has one.

    Raises:
        ScenarioError: There is no such file or vehicle, or it is a mesh or a run.
    """
    file, files, kind = Path(path), Disk(), kind_of(path)
    if kind == "mesh":
        raise ScenarioError(
            f"{path}: a mesh has no mass; name it as the hull of a vehicle in a scenario. Hydrostatics needs no "
            f"scenario: seaway hydrostatics {path} --mass KG --center-of-mass X Y Z"
        )
    if kind == "run":
        raise ScenarioError(f"{path}: this is a run; give its scenario, of which the run folder has a copy in inputs/")
    if kind == "library":
        return ScenarioSource(library.entry(str(path)).scenario(idle=idle), None, Path(), overrides, model_path)
    mission = dict[str, Any]()
    if kind in ("scenario", "vehicle"):
        read = read_toml(file, files)
        if kind == "scenario":
            return ScenarioSource(read.text, file, file.parent, overrides, model_path, files)
        given = read.data.get("mission")
        mission = cast("dict[str, Any]", given) if isinstance(given, dict) and not idle else mission
    if file.name in ("", ".."):
        file = file.resolve()
    text = mission_text({"file" if kind == "vehicle" else "sdf": file.name}, mission)
    real = file.resolve()
    # The user named it: if it is a link, where it leads is the user's choice too.
    roots = () if real.parent == file.parent.resolve() else (real if real.is_dir() else real.parent,)
    return ScenarioSource(text, None, file.parent, overrides, (*model_path, *roots), files)


def _absent(source: str | Path) -> str:
    """Say that there is no such file or library vehicle, and which is the nearest."""
    path = Path(source)
    beside: list[str] = []
    with contextlib.suppress(OSError, ValueError):  # no such folder, a NUL
        entries = islice(path.parent.iterdir(), _MOST_FILES)
        beside = [each.name for each in entries if each.suffix.lower() in _ENDINGS or (each / "model.config").is_file()]
    alone = not path.suffix and len(path.parts) == 1
    known = {Path(name).stem: str(path.parent / name) for name in sorted(beside, reverse=True)}
    known |= {name: name for name in library.names()} if alone else {}
    close = difflib.get_close_matches(path.stem, known, n=1, cutoff=0.6)
    nearest = known[close[0]] if close else ""
    hint = f"; did you mean '{nearest}'?" if nearest else ""
    if not alone:
        return f"{source}: there is no such file{hint}"
    return f"there is no file and no library vehicle named {shown(str(source))}{hint or '; see seaway vehicles'}"
