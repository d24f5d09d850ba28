"""Load a scenario from a file, or from the copies in a run folder to repeat the run."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final, cast

from seaway._files import KeptFiles, has_link
from seaway._toml import MAX_BYTES
from seaway.errors import ScenarioError
from seaway.scenario._folder import read_manifest
from seaway.scenario._inputs import INPUTS, MAX_INPUT_BYTES, Input, digest_in
from seaway.scenario._manifest import versions
from seaway.scenario._scenario import MAX_ROWS, Scenario, ScenarioSource

_WORDS: Final[dict[type, str]] = {str: "a text", list: "a list", dict: "an object"}


def load_scenario(
    path: str | Path,
    overrides: Iterable[str] = (),
    model_path: Iterable[str | Path] = (),
    *,
    allow_code: bool = False,
    idle: bool = False,
) -> Scenario:
    """Load a scenario.

    Args:
        path: A scenario or vehicle file (``.toml``), an SDFormat file or model folder, or the name of a library
            vehicle.
        overrides: Values that replace those of the file, each ``KEY=VALUE`` with the value in TOML:
            ``"sea.waves.significant_height=2"``, ``"vehicle.rov.position=[0, 0, -5]"``.
        model_path: Folders of models and meshes besides that of the file.
        allow_code: Whether Python code that the scenario names may run: its forces and controllers.
        idle: Whether to drop the mission of a library vehicle.

    Raises:
        ScenarioError: There is no such file, or it cannot be run; its ``findings`` list all problems with lines.
    """
    from seaway.scenario._read import read_scenario
    from seaway.scenario._source import source_of

    source = source_of(path, tuple(overrides), tuple(Path(folder) for folder in model_path), idle=idle)
    return read_scenario(replace(source, allow_code=allow_code), Path(path).resolve().stem)


@dataclass(frozen=True, eq=False)
class Repetition:
    """A run that can be repeated.

    Attributes:
        scenario: Its scenario, with all options.
        batch: Number of runs.
        inputs: Original paths of its input files.
        sha256: SHA-256 of its result; None if it did not complete.
        changed_versions: Packages whose version has changed: then and now.
    """

    scenario: Scenario
    batch: int
    inputs: tuple[str, ...]
    sha256: str | None
    changed_versions: dict[str, tuple[str, str]]

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, allow_code: bool = False) -> "Repetition":
        """Read a ``manifest.json`` and the copies beside it.

        Only copies in the run folder are read, and each must match its checksum. Paths in the manifest are names that
        are never looked up on the disk.

        Args:
            path: The manifest.
            allow_code: Whether Python files among the copies may run.

        Raises:
            ScenarioError: It is not the manifest of a scenario, or a copy is missing or was changed.
        """
        file = Path(path)
        manifest = read_manifest(file)
        try:
            return cls._from(manifest, file.parent, allow_code)
        except ScenarioError as error:
            raise ScenarioError(f"{file}: the run cannot be repeated: {error}") from None

    @classmethod
    def _from(cls, manifest: dict[str, Any], folder: Path, allow_code: bool) -> "Repetition":
        from seaway.scenario._read import read_scenario

        kept = manifest.get("scenario")
        if not isinstance(kept, dict):
            raise ScenarioError("it has no 'scenario'; only what 'seaway run' made can be repeated")
        scenario = cast("dict[str, Any]", kept)
        name, batch = _value(manifest, "name", str), manifest.get("batch")
        if isinstance(batch, bool) or not isinstance(batch, int) or not 1 <= batch <= MAX_ROWS:
            raise ScenarioError(f"'batch' must be a whole number from 1 to {MAX_ROWS}, got {batch!r:.60}")
        directory = Path(_value(manifest, "directory", str))
        entries = [_copy(entry, f"inputs[{n}]") for n, entry in enumerate(_value(manifest, "inputs", list))]
        files = KeptFiles(
            directory,
            [directory / each for each in _texts(scenario, "search_path")],
            directory / _value(scenario, "fuel_cache", str),
        )
        _add_copies(entries, folder, files)
        source = ScenarioSource(
            _scenario_text(entries, files, folder, _value(scenario, "file", str)),
            None if scenario.get("path") is None else files.real(Path(_value(scenario, "path", str))),
            files.real(Path(_value(scenario, "folder", str))),
            tuple(_texts(scenario, "overrides")),
            tuple(files.real(Path(each)) for each in _texts(scenario, "model_path")),
            files,
            allow_code,
        )
        now = versions()
        changed = {
            package: (str(then)[:60], now.get(package, "none"))
            for package, then in _value(manifest, "versions", dict).items()
            if str(then) != now.get(package)
        }
        result = manifest.get("sha256") if manifest.get("status") == "complete" else None
        paths = tuple(entry.path.as_posix() for entry in entries if entry.path is not None)
        return cls(read_scenario(source, name), batch, paths, result if isinstance(result, str) else None, changed)


def _copy(entry: Any, where: str) -> Input:
    """An entry of ``inputs`` in a manifest."""
    if not isinstance(entry, dict):
        raise ScenarioError(f"{where} must be an object, got {entry!r:.60}")
    given = cast("Mapping[str, Any]", entry)
    path, file, size, sha256 = (given.get(key) for key in ("path", "file", "bytes", "sha256"))
    digest = digest_in(given)
    if not isinstance(path, str | None) or not isinstance(file, str | None):
        problem = f"must have a path and a file, got {path!r:.60} and {file!r:.60}"
    elif digest is None:
        problem = f"must have bytes and sha256 of '{path or file}', got {size!r:.60}, {sha256!r:.60}"
    elif file is not None and digest.bytes > MAX_INPUT_BYTES:
        problem = f"has {digest.bytes} bytes, a run folder keeps at most {MAX_INPUT_BYTES}"
    elif file is not None and not _is_inside(file):
        problem = f"must be a file in {INPUTS}/, got '{file:.200}'"
    elif "\0" in (path or ""):
        problem = "has a path with a NUL"
    else:
        return Input(None if path is None else Path(path), file, digest)
    raise ScenarioError(f"{where} {problem}")


def _is_inside(file: str) -> bool:
    parts = PurePosixPath(file).parts
    return len(parts) > 1 and parts[0] == INPUTS and ".." not in parts and not set(file) & set("\\:\0")


def _add_copies(entries: Iterable[Input], folder: Path, files: KeptFiles) -> None:
    """Let the copies in a run folder stand for the files at the original paths."""
    for path, file, digest in entries:
        if path is not None and file is None:
            raise ScenarioError(f"the run needs '{path}', which was too large to keep; run its scenario instead")
        if file is not None and has_link(folder, folder / file):
            raise ScenarioError(f"the copy '{folder / file}' is a link, or below one")
        if path is not None and file is not None:
            files.add(path, folder / file, digest)


def _scenario_text(entries: Iterable[Input], files: KeptFiles, folder: Path, name: str) -> str:
    """The scenario, from its copy in a run folder."""
    copy = next((entry for entry in entries if entry.file == name), None)
    if copy is None:
        raise ScenarioError(f"the scenario '{name:.200}' is not among its inputs")
    if copy.path is None:  # generated for an SDFormat file or a library vehicle
        files = KeptFiles(folder, (), Path())
        files.add(Path(name), folder / name, copy.digest)
    try:
        return files.read(copy.path or Path(name), MAX_BYTES).decode()
    except OSError as error:
        raise ScenarioError(error.strerror or str(error)) from None
    except UnicodeDecodeError as error:
        raise ScenarioError(f"the scenario is not UTF-8 text: {error}") from None


def _value(table: dict[str, Any], key: str, kind: type) -> Any:
    """An entry of a manifest, which may come from a stranger."""
    value = table.get(key)
    if not isinstance(value, kind) or (isinstance(value, str) and "\0" in value):
        raise ScenarioError(f"'{key}' must be {_WORDS[kind]}, got {value!r:.60}")
    return value


def _texts(table: dict[str, Any], key: str) -> list[str]:
    values = _value(table, key, list)
    for value in values:
        if not isinstance(value, str) or "\0" in value:
            raise ScenarioError(f"'{key}' must be a list of texts, got {value!r:.60} in it")
    return cast("list[str]", values)
