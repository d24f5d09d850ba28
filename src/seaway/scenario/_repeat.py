"""Repeat a run from its folder: the scenario, models and meshes are those that it kept."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from seaway._files import Disk
from seaway.errors import ScenarioError
from seaway.scenario._folder import RunFolder, read_manifest
from seaway.scenario._inputs import kept_files, kept_text
from seaway.scenario._manifest import versions
from seaway.scenario._paths import is_there
from seaway.scenario._scenario import MAX_ROWS, Scenario, ScenarioSource

__all__ = ["Repetition", "load_repetition", "manifest_of"]


@dataclass(frozen=True, eq=False)
class Repetition:
    """A run that can be repeated; from ``load_repetition``.

    Attributes:
        scenario: What was run, with its options.
        batch: Number of rows.
        inputs: Paths of the files that it was made from.
        sha256: Of its result; None where that run did not come to its end.
        changed_versions: Packages whose version is another one now: then and now.
    """

    scenario: Scenario
    batch: int
    inputs: tuple[str, ...]
    sha256: str | None
    changed_versions: dict[str, tuple[str, str]]


def manifest_of(path: str | Path) -> Path | None:
    """The manifest that a path means: the file, or that of a run folder; None where it means something else."""
    file = Path(path)
    if not is_there(file, Disk()):
        return None
    if file.is_dir():
        if (file / "model.config").is_file():  # a model folder, whatever else is in it
            return None
        file = RunFolder(file).manifest
    return file if file.suffix == ".json" and file.is_file() else None


def load_repetition(path: str | Path) -> Repetition:
    """Read what a run was made with.

    Only the copies in the folder of the run are read, and each must have the checksum that the manifest has. Paths in
    the manifest are names, which are never looked up on the disk.

    Args:
        path: A ``manifest.json``.

    Raises:
        ScenarioError: It is no manifest of a scenario, or a copy is missing or was changed.
    """
    file = Path(path)
    manifest = read_manifest(file)
    try:
        return _repetition(manifest, file.parent)
    except ScenarioError as error:
        raise ScenarioError(f"{file}: the run cannot be repeated: {error}") from None


def _repetition(manifest: dict[str, Any], folder: Path) -> Repetition:
    from seaway.scenario._read import read_scenario

    kept = manifest.get("scenario")
    if not isinstance(kept, dict):
        raise ScenarioError("it has no 'scenario'; only what 'seaway run' made can be repeated")
    scenario = cast("dict[str, Any]", kept)
    name, batch = _text(manifest, "name"), manifest.get("batch")
    if isinstance(batch, bool) or not isinstance(batch, int) or not 1 <= batch <= MAX_ROWS:
        raise ScenarioError(f"'batch' must be a whole number from 1 to {MAX_ROWS}, got {batch!r:.60}")
    directory = Path(_text(manifest, "directory"))
    entries = _list(manifest, "inputs")
    files = kept_files(
        entries,
        folder,
        directory,
        [directory / each for each in _texts(scenario, "search_path")],
        directory / _text(scenario, "fuel_cache"),
    )
    own = scenario.get("path")
    source = ScenarioSource(
        kept_text(entries, files, folder, _text(scenario, "file")),
        None if own is None else files.real(Path(_text(scenario, "path"))),
        files.real(Path(_text(scenario, "folder"))),
        tuple(_texts(scenario, "overrides")),
        tuple(files.real(Path(each)) for each in _texts(scenario, "model_path")),
        files,
    )
    then = manifest.get("versions")
    if not isinstance(then, dict):
        raise ScenarioError(f"'versions' must be an object, got {then!r:.60}")
    now = versions()
    changed = {
        str(each): (f"{value}"[:60], now.get(str(each), "none"))
        for each, value in cast("dict[str, Any]", then).items()
        if f"{value}" != now.get(str(each))
    }
    result = manifest.get("sha256") if manifest.get("status") == "complete" else None
    paths = tuple(str(each.get("path")) for each in entries if each.get("path") is not None)
    return Repetition(read_scenario(source, name), batch, paths, result if isinstance(result, str) else None, changed)


def _text(table: dict[str, Any], key: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or "\0" in value:
        raise ScenarioError(f"'{key}' must be a text, got {value!r:.60}")
    return value


def _list(table: dict[str, Any], key: str) -> list[Any]:
    value = table.get(key)
    if not isinstance(value, list):
        raise ScenarioError(f"'{key}' must be a list, got {value!r:.60}")
    return cast("list[Any]", value)


def _texts(table: dict[str, Any], key: str) -> list[str]:
    values = _list(table, key)
    for value in values:
        if not isinstance(value, str) or "\0" in value:
            raise ScenarioError(f"'{key}' must be a list of texts, got {value!r:.60} in it")
    return cast("list[str]", values)
