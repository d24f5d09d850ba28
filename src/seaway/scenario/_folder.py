"""Run folders: each belongs to one run, and only files that this run wrote are ever replaced."""

import contextlib
import json
import os
import re
import shutil
import sys
from collections.abc import Generator, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final, cast
from uuid import uuid4

from seaway._files import Digest, Disk, digest_of, has_link, write_whole
from seaway._lock import LockedError, locked
from seaway._signals import uninterrupted
from seaway.errors import ScenarioError
from seaway.scenario._inputs import INPUTS, Inputs, digest_in, is_there

MAX_MANIFEST_BYTES: Final = 64 * 2**20
"""Largest manifest that is read: 64 MB."""

# What to do, for users of the command line and of Python.
ELSEWHERE: Final = "give another place (--out, out=)"
REPLACE: Final = "replace it (--force, force=True)"

_FORMAT: Final = "seaway-run/1"
_MANIFEST: Final = "manifest.json"
_WRITING: Final = "writing"
_LOCK: Final = ".seaway.lock"
_MANIFEST_LOCK: Final = ".manifest.lock"

_FOLDERS: Final = ("recording", "plots", INPUTS)
# Reserved names in a run folder.
_RESERVED: Final = (_MANIFEST, "recording.nc", "recording.csv", "report.html", "replay.html", "scene.npz", *_FOLDERS)
# Files that a manifest may list. A killed run could not list its recording and parts.
_UNLISTED: Final = re.compile(r"recording\.nc|recording/part-\d{5,}\.nc")
_LISTED: Final = re.compile(
    rf"{_UNLISTED.pattern}|recording\.csv|re(port|play)\.html|scene\.npz|plots/[^/\\]+\.(png|svg|pdf)|inputs/.+"
)
# Temporary files, staged inputs and locks that a killed run leaves.
_STAGED: Final = r"\.inputs\.[0-9a-f]{8}\.part"
_LEFTOVER: Final = re.compile(
    r"(?:(?:recording|plots)/)?\.(?:manifest\.json|recording\.nc|recording\.csv|re(?:port|play)\.html|scene\.npz|part-\d{5,}\.nc|"
    rf"[^/\\]+\.(?:png|svg|pdf))\.[0-9a-f]{{8}}\.part|{_STAGED}(?:/.*)?|\.seaway\.lock|\.manifest\.lock",
    re.DOTALL,
)
# More runs of one name than this are likely a mistake.
_MOST: Final = 100_000
_SURROGATE: Final = re.compile(rb"\\u[dD][89abcdefABCDEF]")
# How long to wait for another process that writes the manifest [s].
_PATIENCE: Final = 5.0


class RunFolder:
    """A folder with one run: ``manifest.json``, and ``recording.nc`` or, until it is finished, its parts.

    ::

        runs/boat-1/
          manifest.json        versions, inputs, seed, command line, vehicles, sea, findings, end, summary, files
          recording.nc         all samples
          report.html          the report
          replay.html          the 3-D replay, from ``seaway run --replay``
          scene.npz            vehicles and sea, if the inputs do not hold them
          inputs/              copies of the scenario, models and meshes
          recording/           only while the run goes on, or after it was killed
            part-00001.nc
          plots/               from ``seaway run`` or ``seaway plot``
          recording.csv        from ``seaway export --csv``

    Attributes:
        path: The folder.
        manifest: File of the manifest.
        recording: File of the finished recording.
        parts: Folder of the parts of an unfinished recording.
        plots: Folder of the plots.
        table: File of the recording as a table.
        report: File of the report.
        replay: File of the 3-D replay.
        scene: File of vehicles and sea, if the inputs do not hold them.
    """

    def __init__(self, path: Path):
        self.path = path
        self.manifest, self.recording, self.parts = path / _MANIFEST, path / "recording.nc", path / "recording"
        self.plots, self.table, self.report = path / "plots", path / "recording.csv", path / "report.html"
        self.replay, self.scene = path / "replay.html", path / "scene.npz"

    @classmethod
    @contextlib.contextmanager
    def created(
        cls,
        manifest: Mapping[str, object],
        out: str | os.PathLike[str] | None,
        name: str,
        *,
        force: bool = False,
        inputs: Inputs | None = None,
    ) -> Generator["RunFolder"]:
        """Make the folder of a new run, with its first manifest and its inputs, and hold it over a block.

        Args:
            manifest: Entries of the manifest; ``format``, ``inputs`` and ``files`` are added.
            out: The folder; default: ``runs/<name>-<n>`` with the first free number.
            name: Name of the run.
            force: Whether to replace a run in ``out``. Only files that it wrote are removed.
            inputs: Files to copy.

        Raises:
            ScenarioError: ``out`` has another run or other files, is in use by another process, or cannot be written.
                Its content is untouched then.
        """
        where = Path("runs") if out is None else Path(out)
        made = out is None or not where.exists()
        try:
            folder = cls._numbered(name) if out is None else cls(where)
            folder.path.mkdir(parents=True, exist_ok=True)
            folder._replaceable(force)  # before anything is written to what may be a user's folder
        except OSError as error:
            raise _unwritable(where, error) from None
        with contextlib.ExitStack() as stack:
            begun = False
            try:
                with uninterrupted():
                    stack.enter_context(locked(folder.path / _LOCK, _command()))
                    folder._begin(manifest, force, inputs or Inputs())
                    begun = True
            except BaseException as error:
                if begun:  # a signal waited until now
                    folder.update_manifest({"status": "stopped"})
                    raise
                stack.close()
                if made:
                    with contextlib.suppress(OSError):
                        folder.path.rmdir()
                if isinstance(error, OSError):
                    raise _unwritable(folder.path, error) from None
                raise
            yield folder

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "RunFolder":
        """The folder of an existing run.

        Raises:
            ScenarioError: There is no run.
        """
        folder = cls(Path(path))
        if not folder.manifest.is_file() or folder.manifest.is_symlink():
            why = f"its {_MANIFEST} is a link" if folder.manifest.is_symlink() else f"it has no {_MANIFEST}"
            why = why if folder.path.is_dir() else "there is no such folder"
            raise ScenarioError(f"'{folder.path}' is not the folder of a run: {why}")
        folder.read_manifest()
        return folder

    @staticmethod
    def manifest_of(path: str | os.PathLike[str]) -> Path | None:
        """The manifest of a run folder, or a manifest itself; None for anything else."""
        file = Path(path)
        if not is_there(file, Disk()):
            return None
        if file.is_dir():
            if (file / "model.config").is_file():  # a model folder, whatever else is in it
                return None
            file = file / _MANIFEST
        return file if file.suffix == ".json" and file.is_file() else None

    @contextlib.contextmanager
    def held(self) -> Generator[None]:
        """Within the block, keep other runs from replacing the folder; a run in progress does so already.

        Raises:
            ScenarioError: The folder cannot be written to.
        """
        with contextlib.ExitStack() as stack:
            try:
                with contextlib.suppress(LockedError):
                    stack.enter_context(locked(self.path / _LOCK, _command()))
            except OSError as error:
                raise _unwritable(self.path, error) from None
            yield

    def read_manifest(self) -> dict[str, Any]:
        """Entries of the manifest; see ``read_manifest``."""
        return read_manifest(self.manifest)

    def update_manifest(
        self, changes: Mapping[str, object], files: Iterable[Path] = (), *, synced: bool = True
    ) -> None:
        """Change entries of the manifest and list new files, atomically.

        Several processes may do so at once: a report may be written while the run goes on. Clears the note of
        ``announce``.

        Args:
            changes: Entries.
            files: Files in the folder; listed with size and SHA-256.
            synced: See ``replaced_by``.

        Raises:
            OSError: It cannot be written.
            ScenarioError: It is no longer a manifest.
        """
        written = {file.relative_to(self.path).as_posix(): digest_of(file)._asdict() for file in files}
        with uninterrupted(), locked(self.path / _MANIFEST_LOCK, patience=_PATIENCE):
            now = self.read_manifest()
            listed = {name: entry for name, entry in now["files"].items() if os.path.lexists(self.path / name)}
            now.pop(_WRITING, None)
            write_whole(self.manifest, _json({**now, **changes, "files": listed | written}), synced=synced)

    def announce(self, file: Path, force: bool = False) -> None:
        """Check that a file in the folder may be written, and note in the manifest that it will be.

        It may if it does not exist, or if the run wrote it and nobody changed it since. If the process is killed while
        writing, the note marks the file as the run's. A user's file replaced by ``force`` is the run's only once it is
        listed.

        Raises:
            ScenarioError: It exists, was not written by the run or was changed, and ``force`` is false.
        """
        if has_link(self.path, file):
            raise ScenarioError(f"'{file}' is a link, or below one, and is not written to; {ELSEWHERE}")
        name, manifest = file.relative_to(self.path).as_posix(), self.read_manifest()
        own = not os.path.lexists(file) or name == manifest.get(_WRITING)
        objection = None if own else _objection(file, manifest["files"].get(name), "this run")
        if objection is None:
            self.update_manifest({_WRITING: name}, synced=False)
        elif not force:
            message = f"'{file}' exists and {objection}"
            raise ScenarioError(f"{message}; {ELSEWHERE}, or {REPLACE}")

    def unverified(self, *, recording_only: bool = False) -> dict[Path, str]:
        """Files that are missing or differ from their checksums in the manifest, with the reason."""
        wrong: dict[Path, str] = {}
        for name, entry in self.read_manifest()["files"].items():
            file = self.path / name
            if recording_only and not name.startswith("recording"):
                continue
            try:
                if has_link(self.path, file):
                    raise FileNotFoundError
                why = difference(file, entry)
            except FileNotFoundError:  # a run that has ended meanwhile joined its parts
                joined = name.startswith("recording/") and self.recording.is_file()
                why = None if joined else "the file is missing"
            if why is not None:
                wrong[file] = why
        return wrong

    @classmethod
    def _numbered(cls, name: str) -> "RunFolder":
        plain = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)
        for n in range(1, _MOST):
            path = Path("runs") / f"{plain.lstrip('.') or 'run'}-{n}"
            with contextlib.suppress(FileExistsError):
                path.parent.mkdir(exist_ok=True)
                path.mkdir()
                return cls(path)
        raise ScenarioError(f"there are {_MOST - 1} runs of '{name}' in 'runs'; {ELSEWHERE}")

    def _begin(self, manifest: Mapping[str, object], force: bool, inputs: Inputs) -> None:
        """Replace manifest and inputs of an older run.

        The new ones are written beside the old first: if there is no room for them, the older run is still there. The
        old manifest goes last, so that a process killed here leaves a folder that is still known as a run's.
        """
        old = self._replaceable(force)
        mark = uuid4().hex[:8]
        staged = self.path / f".{INPUTS}.{mark}.part"
        first = self.path / f".{_MANIFEST}.{mark}.part"
        try:
            staged.mkdir()
            inputs.copy_to(staged)
            listed = {entry.file: entry.digest._asdict() for entry in inputs.entries if entry.file}
            entries = [entry.as_dict() for entry in inputs.entries]
            write_whole(first, _json({"format": _FORMAT, **manifest, "inputs": entries, "files": listed}))
            for file in old:
                file.unlink(missing_ok=True)
            for entry in list(self.path.iterdir()):
                if entry.name in _FOLDERS or (_LEFTOVER.fullmatch(entry.name) and entry != staged):
                    _remove_empty(entry)
            first.replace(self.manifest)
            if inputs.entries:
                staged.rename(self.path / INPUTS)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
            first.unlink(missing_ok=True)

    def _replaceable(self, force: bool) -> list[Path]:
        """The files of an older run and the leftovers of a killed one, except its manifest.

        Raises:
            ScenarioError: The folder is not a run's, it has a run and ``force`` is false, or a file that the run did
                not write is where the new one would write.
        """
        there = sorted(entry.name for entry in self.path.iterdir())
        own = [name for name in there if not _LEFTOVER.fullmatch(name) or (self.path / name).is_symlink()]
        manifest: dict[str, Any] = self._replaceable_manifest(own, force) if own else {"files": {}}
        found: list[Path] = []
        for file in _written_below(self.path, there):
            name = file.relative_to(self.path).as_posix()
            entry = manifest["files"].get(name)
            if name in (_MANIFEST, _LOCK):
                continue
            if name == manifest.get(_WRITING) and _may_be_listed(name):
                objection = None
            elif file.is_symlink():
                objection = "is a link"
            elif _LEFTOVER.fullmatch(name) or (entry is None and _UNLISTED.fullmatch(name)):
                objection = None
            else:
                objection = _objection(file, entry, "the run in this folder")
            if objection is None:
                found.append(file)
            elif name.partition("/")[0] in _RESERVED:
                message = f"'{file}' {objection}, and is not deleted"
                raise ScenarioError(f"{message}; move it, or {ELSEWHERE}")
        return found

    def _replaceable_manifest(self, names: list[str], force: bool) -> dict[str, Any]:
        """The manifest of an older run in a folder with these names."""
        if _MANIFEST not in names:
            message = f"'{self.path}' is not empty and not the folder of a run (it has '{names[0]}')"
            raise ScenarioError(f"{message}; {ELSEWHERE}")
        try:
            if self.manifest.is_symlink():
                raise ScenarioError(f"{self.manifest}: the manifest is a link")
            manifest = self.read_manifest()
        except ScenarioError as error:
            raise ScenarioError(f"{error}; '{self.path}' is left alone; {ELSEWHERE}") from None
        if not force:
            message = f"there is a run in '{self.path}' already"
            raise ScenarioError(f"{message}; {ELSEWHERE}, or {REPLACE}")
        return manifest


def read_manifest(file: Path) -> dict[str, Any]:
    """Read a manifest, which may come from a stranger.

    Returns:
        Its entries; ``format`` and ``files`` are checked, the others are as in the file.

    Raises:
        ScenarioError: It cannot be read, or is not the manifest of a run.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_MANIFEST_BYTES + 1)
        read: Any = json.loads(data) if len(data) <= MAX_MANIFEST_BYTES else None
        if _SURROGATE.search(data):  # JSON can spell lone surrogates, but no file can hold them
            read = json.loads(json.dumps(read, ensure_ascii=False).encode("utf-8", "replace"))
    except (OSError, ValueError, RecursionError) as error:
        raise ScenarioError(f"{file}: the manifest cannot be read: {error}") from None
    if len(data) > MAX_MANIFEST_BYTES:
        raise ScenarioError(f"{file}: a manifest may have at most {MAX_MANIFEST_BYTES} bytes, this one has more")
    if not isinstance(read, dict):
        raise ScenarioError(f"{file}: a manifest must be an object, got {type(read).__name__}")
    manifest = cast("dict[str, Any]", read)
    given, listed = manifest.get("format"), manifest.get("files")
    if given != _FORMAT:
        newer = isinstance(given, str) and given.startswith(_FORMAT.partition("/")[0])
        why = "was made by another version of Seaway" if newer else "is not the manifest of a run"
        raise ScenarioError(f"{file}: this {why}: its format must be '{_FORMAT}', got {given!r:.60}")
    if not isinstance(listed, dict):
        raise ScenarioError(f"{file}: 'files' must be an object, got {listed!r:.60}")
    for name, entry in cast("dict[str, Any]", listed).items():
        if digest_in(entry) is None or not _may_be_listed(name):
            raise ScenarioError(f"{file}: 'files' must list files of a run with bytes and sha256, got '{name:.200}'")
    return manifest


def difference(file: Path, entry: Mapping[str, Any]) -> str | None:
    """How a file differs from its entry in a manifest; None if it does not.

    Raises:
        FileNotFoundError: There is no such regular file.
    """
    then = Digest(entry["bytes"], entry["sha256"])
    try:
        if not file.is_file():
            raise FileNotFoundError
        size = file.stat().st_size
        if size != then.bytes:
            return f"the file is not what the run wrote: it has {size} bytes, not {then.bytes}"
        now = digest_of(file)
    except FileNotFoundError:
        raise
    except OSError as error:
        return f"the file cannot be read: {error.strerror or error}"
    if now != then:
        return f"the file is not what the run wrote: its SHA-256 is {now.sha256[:12]}…, not {then.sha256[:12]}…"
    return None


def _objection(file: Path, entry: Mapping[str, Any] | None, run: str) -> str | None:
    """Why a file may not be replaced; None if the run wrote it and it is unchanged."""
    if entry is None:
        return f"was not written by {run}"
    with contextlib.suppress(FileNotFoundError):
        if not file.is_symlink() and difference(file, entry) is None:
            return None
    return "was changed since the run wrote it"


def _may_be_listed(name: str) -> bool:
    inside = ".." not in PurePosixPath(name).parts and "\\" not in name and "\0" not in name
    return inside and _LISTED.fullmatch(name) is not None


def _written_below(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    """Every file and link that a run could have written; no link is followed."""
    for name in names:
        path = folder / name
        if not path.is_dir() or path.is_symlink():
            yield path
        elif name in _FOLDERS or re.fullmatch(_STAGED, name):
            for top, inner, files in os.walk(path):
                yield from (Path(top) / each for each in files)
                yield from (Path(top) / each for each in inner if (Path(top) / each).is_symlink())
        elif name in _RESERVED:
            yield path


def _remove_empty(folder: Path) -> None:
    """Remove a folder and those below it as far as they are empty."""
    if folder.is_dir() and not folder.is_symlink():
        for top, _, _ in os.walk(folder, topdown=False):
            with contextlib.suppress(OSError):
                Path(top).rmdir()


def _unwritable(where: Path, error: OSError) -> ScenarioError:
    if isinstance(error, LockedError):
        return ScenarioError(f"'{where}' is in use by {error.holder}; wait until it has ended, or {ELSEWHERE}")
    return ScenarioError(f"the run cannot be written to '{where}': {error.strerror or error}")


def _command() -> str:
    """The command line of this process, for others that find its lock."""
    return " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])[:200]


def _json(manifest: Mapping[str, object]) -> str:
    # In ASCII: paths that are not Unicode can be written too.
    return json.dumps(manifest, indent=1) + "\n"
