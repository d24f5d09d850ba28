"""A run again, from its manifest."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, cast

from seaway.errors import ScenarioError
from seaway.run._folder import RunFolder
from seaway.run._manifest import described_input, versions
from seaway.run._paths import is_there
from seaway.run._scenario import Scenario, ScenarioSource

__all__ = ["InputState", "Repetition", "load_repetition", "manifest_of"]

MAX_BYTES: Final = 64 * 2**20
"""Largest manifest that is read: 64 MB."""


@dataclass(frozen=True)
class InputState:
    """What became of a file that a run was made with.

    Attributes:
        path: As the manifest has it.
        state: ``"same"``, ``"changed"`` or ``"missing"``, by its SHA-256.
        kept: Whether the manifest has its text, so that the file itself is not needed.
    """

    path: str
    state: Literal["same", "changed", "missing"]
    kept: bool = False


@dataclass(frozen=True, eq=False)
class Repetition:
    """A run that can be done again; from ``load_repetition``.

    Attributes:
        scenario: What was run, with the text and the options of then.
        batch: Number of rows.
        inputs: What became of the files.
        sha256: Of the result of then; None where that run did not come to its end.
        changed_versions: Packages whose version is another one now: then and now.
    """

    scenario: Scenario
    batch: int
    inputs: tuple[InputState, ...]
    sha256: str | None
    changed_versions: dict[str, tuple[str, str]]


def manifest_of(path: str | Path) -> Path | None:
    """The manifest that a path means: the file, or that of a run folder; None where it means something else."""
    file = Path(path)
    if not is_there(file):
        return None
    if file.is_dir():
        file = RunFolder(file).manifest
    return file if file.suffix == ".json" and file.is_file() else None


def load_repetition(path: str | Path) -> Repetition:
    """Read what a run was made with.

    The scenario is that of the manifest, whatever became of its file; models and meshes are read anew. Relative paths
    are looked for where the run was started, then in the present folder.

    Args:
        path: A ``manifest.json``.

    Raises:
        ScenarioError: It is no manifest of a scenario, or a file that it needs is missing.
    """
    from seaway.run._read import read_scenario

    file = Path(path)
    manifest = _read(file)
    kept = _table(manifest, "scenario", file)
    text, name = kept.get("text"), manifest.get("name")
    batch, directory = manifest.get("batch"), manifest.get("directory")
    if not (isinstance(text, str) and isinstance(name, str) and isinstance(directory, str)):
        raise ScenarioError(f"{file}: this manifest has not all that a run needs; run its file instead")
    if isinstance(batch, bool) or not isinstance(batch, int) or batch < 1:
        raise ScenarioError(f"{file}: batch must be a whole number >= 1, got {batch!r}")
    own = kept.get("file")
    listed = [cast("dict[str, Any]", each) for each in _list(manifest, "inputs", file) if isinstance(each, dict)]
    base = _base(Path(directory), [str(each.get("path")) for each in listed if each.get("path") != own])
    states = tuple(_state(base, each, own) for each in listed)
    missing = [state.path for state in states if state.state == "missing" and not state.kept]
    if missing:
        searched = f"'{directory}'" + ("" if base == Path() else f" or '{Path.cwd()}'")
        raise ScenarioError(f"{file}: the run needs {_quoted(missing)}, which is not in {searched}; put it back")
    source = ScenarioSource(
        text,
        None if own is None else base / str(own),
        base / str(kept.get("folder", ".")),
        tuple(str(each) for each in _list(kept, "overrides", file)),
        tuple(base / str(each) for each in _list(kept, "model_path", file)),
    )
    scenario = read_scenario(source, name)
    named = {(base / str(each.get("path"))).resolve() for each in listed}
    unnamed = [str(read) for read in scenario.inputs if read.resolve() not in named]
    if unnamed:
        message = f"{file}: the run reads {_quoted(unnamed)}, which is not among the inputs of the manifest"
        raise ScenarioError(f"{message}: it was changed, or made by hand; run its file instead")
    complete = manifest.get("status") == "complete"
    then = _table(manifest, "versions", file)
    now = versions()
    changed = {each: (str(then[each]), now.get(each, "none")) for each in then if str(then[each]) != now.get(each)}
    result = manifest.get("sha256")
    return Repetition(scenario, batch, states, result if complete and isinstance(result, str) else None, changed)


def _read(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ScenarioError(f"{file}: a manifest may have at most {MAX_BYTES} bytes, this one has more")
        read: Any = json.loads(data)
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, ScenarioError):
            raise
        raise ScenarioError(f"{file}: the manifest cannot be read: {error}") from None
    if not isinstance(read, dict):
        raise ScenarioError(f"{file}: a manifest must be an object, got {type(read).__name__}")
    return cast("dict[str, Any]", read)


def _table(manifest: dict[str, Any], key: str, file: Path) -> dict[str, Any]:
    value = manifest.get(key)
    if not isinstance(value, dict):
        message = f"{file}: this manifest has no '{key}' to repeat"
        raise ScenarioError(f"{message}: only what 'seaway run' made can be repeated")
    return cast("dict[str, Any]", value)


def _list(table: dict[str, Any], key: str, file: Path) -> list[Any]:
    value = table.get(key, [])
    if not isinstance(value, list):
        raise ScenarioError(f"{file}: '{key}' must be a list, got {value!r}")
    return cast("list[Any]", value)


def _base(directory: Path, paths: list[str]) -> Path:
    """The folder in which the files are: where the run was started, or the present one."""
    if directory.absolute() == Path.cwd():
        return Path()
    there = all(_is_file(directory / path) for path in paths)
    here = bool(paths) and all(_is_file(Path(path)) for path in paths)
    return Path() if here and not there else directory


def _state(base: Path, listed: dict[str, Any], own: object) -> InputState:
    path = str(listed.get("path"))
    kept = path == own
    file = base / path
    if not _is_file(file):
        return InputState(path, "missing", kept)
    same = described_input(file)["sha256"] == listed.get("sha256")
    return InputState(path, "same" if same else "changed", kept)


def _is_file(path: Path) -> bool:
    return is_there(path) and path.is_file()


def _quoted(paths: list[str]) -> str:
    return ", ".join(f"'{path}'" for path in paths)
