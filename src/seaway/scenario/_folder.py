"""Run folders: where a run leaves its results. A folder belongs to one run, and only that run's files are replaced."""

import contextlib
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final, cast
from uuid import uuid4

from seaway._files import Digest, digest_of, has_link, write_whole
from seaway._lock import LockedError, locked
from seaway._signals import uninterrupted
from seaway.errors import ScenarioError
from seaway.scenario._inputs import INPUTS, Inputs, is_digest

__all__ = ["FORMAT", "MAX_MANIFEST_BYTES", "RunFolder", "read_manifest"]

FORMAT: Final = "seaway-run/1"
"""Value of ``format`` in a manifest; what has another is not the manifest of a run."""

MAX_MANIFEST_BYTES: Final = 64 * 2**20
"""Largest manifest that is read: 64 MB."""

_MANIFEST: Final = "manifest.json"
_RECORDING: Final = "recording.nc"
_PARTS: Final = "recording"
_PLOTS: Final = "plots"
_TABLE: Final = "recording.csv"
_REPORT: Final = "report.html"
_WRITING: Final = "writing"
_LOCK: Final = ".seaway.lock"
_MANIFEST_LOCK: Final = ".manifest.lock"

# Names at the top of a run folder that a run writes, and that nothing else may have.
_RESERVED: Final = (_MANIFEST, _RECORDING, _PARTS, _PLOTS, _TABLE, _REPORT, INPUTS)
# What a manifest may list. A recording and its parts need not be listed: a killed run could not.
_LISTED: Final = re.compile(r"recording\.nc|recording\.csv|report\.html|plots/[^/\\]+\.(png|svg|pdf)|inputs/.+")
_UNLISTED: Final = re.compile(r"recording\.nc|recording/part-\d{5,}\.nc")
# Temporary files and folders of a killed run, and its locks.
_LEFTOVER: Final = re.compile(
    r"(?:(?:recording|plots)/)?\.(?:manifest\.json|recording\.nc|recording\.csv|report\.html|inputs|part-\d{5,}\.nc|"
    r"[^/\\]+\.(?:png|svg|pdf))\.[0-9a-f]{8}\.part|\.seaway\.lock|\.manifest\.lock"
)
_STAGED: Final = re.compile(r"\.inputs\.[0-9a-f]{8}\.part/")
# More runs of one name than this are likely a slip.
_MOST: Final = 100_000
_SURROGATE: Final = re.compile(rb"\\u[dD][89abcdefABCDEF]")
# How long to wait for another process that writes a manifest [s].
_PATIENCE: Final = 5.0


@dataclass(frozen=True)
class RunFolder:
    """A folder with one run: ``manifest.json``, and ``recording.nc`` or, as long as it is unfinished, its parts.

    ::

        runs/boat-1/
          manifest.json        versions, inputs, seed, command line, vehicles, sea, findings, end, summary, files
          recording.nc         all samples
          report.html          what was run and what came of it, for people
          inputs/              copies of the scenario, models and meshes
          recording/           while it runs, or after it was killed
            part-00001.nc
          plots/               from ``seaway run`` or ``seaway plot``
          recording.csv        from ``seaway export --csv``

    Attributes:
        path: The folder.
    """

    path: Path

    @property
    def manifest(self) -> Path:
        """The file of the manifest."""
        return self.path / _MANIFEST

    @property
    def recording(self) -> Path:
        """The file of the finished recording."""
        return self.path / _RECORDING

    @property
    def parts(self) -> Path:
        """The folder of the parts of an unfinished recording."""
        return self.path / _PARTS

    @property
    def plots(self) -> Path:
        """The folder of the plots."""
        return self.path / _PLOTS

    @property
    def table(self) -> Path:
        """The file of the recording as a table."""
        return self.path / _TABLE

    @property
    def report(self) -> Path:
        """The file of the report."""
        return self.path / _REPORT

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
        """Make a folder for a new run, with its first manifest and its inputs, and hold it over a block.

        Args:
            manifest: What is known of the run; ``format``, ``inputs`` and ``files`` are added.
            out: The folder; by default ``runs/<name>-<n>`` with the first free number.
            name: Name of the run.
            force: Whether a run that is in ``out`` may be replaced. Only files that it wrote are removed.
            inputs: Files to copy.

        Raises:
            ScenarioError: There is another run or something else in ``out``, another process has it, or it cannot be
                written. What is there is untouched then.
        """
        where = Path("runs") if out is None else Path(out)
        try:
            folder, made = cls._numbered(name) if out is None else cls._at(where, force)
        except OSError as error:
            raise _unwritable(where, error) from None
        with contextlib.ExitStack() as stack:
            begun = False
            try:
                with uninterrupted():
                    stack.enter_context(locked(folder.path / _LOCK, _command()))
                    folder._begin(manifest, force, inputs or Inputs())
                    begun = True
            except LockedError as error:
                raise folder._in_use(error) from None
            except BaseException as error:
                if begun:  # a signal waited until now
                    folder.update_manifest({"status": "stopped"})
                    raise
                stack.close()
                folder._abandon(made)
                if isinstance(error, OSError):
                    raise _unwritable(folder.path, error) from None
                raise
            yield folder

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "RunFolder":
        """The folder of a run that was made before.

        Raises:
            ScenarioError: There is no run.
        """
        folder = cls(Path(path))
        if not folder.manifest.is_file() or folder.manifest.is_symlink():
            why = f"its {_MANIFEST} is a link" if folder.manifest.is_symlink() else f"it has no {_MANIFEST}"
            why = why if folder.path.is_dir() else "there is no such folder"
            raise ScenarioError(f"'{folder.path}' is not the folder of a run: {why}")
        read_manifest(folder.manifest)
        return folder

    @contextlib.contextmanager
    def held(self) -> Generator[None]:
        """Keep the folder from being replaced over a block; a run that goes on keeps it already.

        Raises:
            ScenarioError: The folder cannot be written to.
        """
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(locked(self.path / _LOCK, _command()))
            except LockedError:
                pass
            except OSError as error:
                raise _unwritable(self.path, error) from None
            yield

    def read_manifest(self) -> dict[str, Any]:
        """What the manifest says; see ``read_manifest``."""
        return read_manifest(self.manifest)

    def update_manifest(
        self, changes: Mapping[str, object], files: Iterable[Path] = (), *, synced: bool = True
    ) -> None:
        """Change entries of the manifest, and list files that were written; it is whole at any moment.

        Several processes may: a report may be written while the run goes on. It ends what ``announce`` said.

        Args:
            changes: Entries.
            files: Files in the folder; listed with size and SHA-256.
            synced: See ``replaced_by``.

        Raises:
            OSError: It cannot be written.
            ScenarioError: It is no manifest any more.
        """
        digests = {file.relative_to(self.path).as_posix(): digest_of(file) for file in files}
        with uninterrupted(), _patiently_locked(self.path / _MANIFEST_LOCK):
            now = read_manifest(self.manifest)
            listed = {name: entry for name, entry in now["files"].items() if os.path.lexists(self.path / name)}
            listed |= {name: {"bytes": size, "sha256": sha256} for name, (size, sha256) in digests.items()}
            now.pop(_WRITING, None)
            write_whole(self.manifest, _json({**now, **changes, "files": listed}), synced=synced)

    def announce(self, file: Path, force: bool = False) -> None:
        """Check that a file in the folder may be written, and say in the manifest that it will be.

        It may where it is absent, or what the run wrote and nobody changed since. A process that is killed while it
        writes the file leaves one that is known as the run's. A file of the user's that ``force`` replaces is the
        run's only when it is listed.

        Raises:
            ScenarioError: It exists, is not the run's or was changed, and ``force`` is false.
        """
        if has_link(self.path, file):
            raise ScenarioError(
                f"'{file}' is a link, or below one, and is not written to; give another file with --out"
            )
        name, manifest = file.relative_to(self.path).as_posix(), self.read_manifest()
        entry = manifest["files"].get(name)
        own = not os.path.lexists(file) or name == manifest.get(_WRITING)
        if own or (entry is not None and _unchanged(file, entry)):
            self.update_manifest({_WRITING: name}, synced=False)
        elif not force:
            whose = "was not written by this run" if entry is None else "was changed since the run wrote it"
            message = f"'{file}' exists and {whose}"
            raise ScenarioError(f"{message}; give another file with --out, or --force to replace it")

    @classmethod
    def _numbered(cls, name: str) -> tuple["RunFolder", bool]:
        for n in range(1, _MOST):
            folder = cls(Path("runs") / f"{_plain(name)}-{n}")
            with contextlib.suppress(FileExistsError):
                folder.path.parent.mkdir(exist_ok=True)
                folder.path.mkdir()
                return folder, True
        raise ScenarioError(f"there are {_MOST - 1} runs of '{name}' in 'runs'; give another folder with --out")

    @classmethod
    def _at(cls, path: Path, force: bool) -> tuple["RunFolder", bool]:
        folder, made = cls(path), not path.exists()
        path.mkdir(parents=True, exist_ok=True)
        if not made:
            folder._replaceable(force)  # before anything is written to what may be somebody's folder
        return folder, made

    def _begin(self, manifest: Mapping[str, object], force: bool, inputs: Inputs) -> None:
        """Put manifest and inputs where those of an older run were.

        The new ones are written beside first: when there is no room for them, the older run is still there. The old
        manifest goes last, so that what is left of a process that is killed here is still known as a run's.
        """
        old = self._replaceable(force)
        mark = uuid4().hex[:8]
        staged = self.path / f".{INPUTS}.{mark}.part"
        first = self.path / f".{_MANIFEST}.{mark}.part"
        try:
            staged.mkdir()
            inputs.copy_to(staged)
            listed = {e.file: {"bytes": e.digest.bytes, "sha256": e.digest.sha256} for e in inputs.entries if e.file}
            entries = [entry.as_dict() for entry in inputs.entries]
            write_whole(first, _json({"format": FORMAT, **manifest, "inputs": entries, "files": listed}))
            for file in old:
                file.unlink(missing_ok=True)
            for entry in list(os.scandir(self.path)):
                if entry.name in (_PARTS, _PLOTS, INPUTS) or (
                    _LEFTOVER.fullmatch(entry.name) and entry.name != staged.name
                ):
                    _remove_empty(self.path / entry.name)
            first.replace(self.manifest)
            if inputs.entries:
                staged.rename(self.path / INPUTS)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
            first.unlink(missing_ok=True)

    def _abandon(self, made: bool) -> None:
        """Leave no trace of a run that could not begin."""
        if made:
            with contextlib.suppress(OSError):
                self.path.rmdir()

    def _replaceable(self, force: bool) -> list[Path]:
        """The files of an older run and what it left behind when it was killed, but not its manifest.

        Raises:
            ScenarioError: The folder is not a run's, there is a run and no ``force``, or there is something that the
                run did not write where the new one would.
        """
        there = sorted(entry.name for entry in os.scandir(self.path))
        own = [name for name in there if _LEFTOVER.fullmatch(name) is None or (self.path / name).is_symlink()]
        listed: dict[str, Any] = {}
        writing: object = None
        if own:
            if _MANIFEST not in own:
                raise ScenarioError(
                    f"'{self.path}' is not empty and not the folder of a run (it has '{own[0]}'); "
                    "give another with --out"
                )
            try:
                if self.manifest.is_symlink():
                    raise ScenarioError(f"{self.manifest}: the manifest is a link")
                manifest = read_manifest(self.manifest)
                listed, writing = manifest["files"], manifest.get(_WRITING)
            except ScenarioError as error:
                raise ScenarioError(f"{error}; '{self.path}' is left alone, give another folder with --out") from None
            if not force:
                raise ScenarioError(
                    f"there is a run in '{self.path}' already; give another folder with --out, or --force to replace it"
                )
        found: list[Path] = []
        for file in _below(self.path, there):
            name = file.relative_to(self.path).as_posix()
            if name in (_MANIFEST, _LOCK):
                continue
            top = name.partition("/")[0]
            whose = None if name == writing and _may_be_listed(name) else _owner(file, name, listed)
            if whose is None:
                found.append(file)
            elif top in _RESERVED:
                raise ScenarioError(f"'{file}' {whose}, and is not deleted; move it, or give another folder with --out")
        return found

    def _in_use(self, error: LockedError) -> ScenarioError:
        return ScenarioError(
            f"'{self.path}' is in use by {error.holder}; wait until it has ended, or give another folder with --out"
        )


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
        if len(data) > MAX_MANIFEST_BYTES:
            raise ScenarioError(f"{file}: a manifest may have at most {MAX_MANIFEST_BYTES} bytes, this one has more")
        read: Any = json.loads(data)
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, ScenarioError):
            raise
        raise ScenarioError(f"{file}: the manifest cannot be read: {error}") from None
    if not isinstance(read, dict):
        raise ScenarioError(f"{file}: a manifest must be an object, got {type(read).__name__}")
    manifest = cast("dict[str, Any]", _without_surrogates(read) if _SURROGATE.search(data) else read)
    given = manifest.get("format")
    if given != FORMAT:
        newer = isinstance(given, str) and given.startswith(FORMAT.partition("/")[0])
        why = "was made by another version of Seaway" if newer else "is not the manifest of a run"
        raise ScenarioError(f"{file}: this {why}: its format must be '{FORMAT}', got {given!r:.60}")
    listed = manifest.get("files")
    if not isinstance(listed, dict):
        raise ScenarioError(f"{file}: 'files' must be an object, got {listed!r:.60}")
    for name, entry in cast("dict[str, Any]", listed).items():
        if not _is_entry(entry) or not _may_be_listed(name):
            raise ScenarioError(f"{file}: 'files' must list files of a run with bytes and sha256, got '{name:.200}'")
    return manifest


def _without_surrogates(value: Any) -> Any:
    """The same with text that can be written: halves of characters, which JSON can spell, become question marks."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_without_surrogates(entry) for entry in cast("list[Any]", value)]
    if isinstance(value, dict):
        entries = cast("dict[str, Any]", value).items()
        return {_without_surrogates(key): _without_surrogates(entry) for key, entry in entries}
    return value


def _is_entry(entry: object) -> bool:
    given = cast("dict[str, Any]", entry) if isinstance(entry, dict) else {}
    return is_digest(given.get("bytes"), given.get("sha256"))


def _may_be_listed(name: str) -> bool:
    inside = ".." not in PurePosixPath(name).parts and "\\" not in name and "\0" not in name
    return inside and (_LISTED.fullmatch(name) or _UNLISTED.fullmatch(name)) is not None


def _owner(file: Path, name: str, listed: Mapping[str, Any]) -> str | None:
    """What is against deleting a file; None for one that a run wrote."""
    if file.is_symlink():
        return "is a link"
    if _LEFTOVER.fullmatch(name) or _STAGED.match(name):
        return None
    if name not in listed:
        return None if _UNLISTED.fullmatch(name) else "was not written by the run in this folder"
    return None if _unchanged(file, listed[name]) else "was changed since the run wrote it"


def _unchanged(file: Path, entry: Mapping[str, Any]) -> bool:
    if file.is_symlink() or not file.is_file():
        return False
    try:
        return file.stat().st_size == entry["bytes"] and digest_of(file) == Digest(entry["bytes"], entry["sha256"])
    except OSError:
        return False


def _below(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    """Every file and link that a run could have written, in folders that are folders; no link is followed."""
    for name in names:
        path = folder / name
        if path.is_dir() and not path.is_symlink():
            if name in (_PARTS, _PLOTS, INPUTS) or re.fullmatch(rf"\.{INPUTS}\.[0-9a-f]{{8}}\.part", name):
                for top, inner, files in os.walk(path):
                    yield from (Path(top) / each for each in files)
                    yield from (Path(top) / each for each in inner if (Path(top) / each).is_symlink())
            elif name in _RESERVED:
                yield path
        else:
            yield path


def _remove_empty(folder: Path) -> None:
    """Remove a folder and those below it as far as they are empty."""
    if not folder.is_dir() or folder.is_symlink():
        return
    for top, _, _ in os.walk(folder, topdown=False):
        with contextlib.suppress(OSError):
            Path(top).rmdir()


@contextlib.contextmanager
def _patiently_locked(path: Path) -> Generator[None]:
    """Hold a lock that others keep for a moment only."""
    end = time.monotonic() + _PATIENCE
    with contextlib.ExitStack() as stack:
        while True:
            try:
                stack.enter_context(locked(path))
                break
            except LockedError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)
        yield


def _unwritable(where: Path, error: OSError) -> ScenarioError:
    return ScenarioError(f"the run cannot be written to '{where}': {error.strerror or error}")


def _command() -> str:
    """What this process does, for others that find its lock."""
    return " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])[:200]


def _plain(name: str) -> str:
    """A name that is one folder: no separators, not hidden."""
    kept = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)
    return kept.lstrip(".") or "run"


def _json(manifest: Mapping[str, object]) -> str:
    # In ASCII: a path that is not Unicode can be written too.
    return json.dumps(manifest, indent=1) + "\n"
