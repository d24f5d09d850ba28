"""Run folders: where a run leaves what it found, and no other run's place."""

import contextlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from seaway.errors import ScenarioError
from seaway.run._netcdf import appeared

__all__ = ["RunFolder"]

# What a run writes, and so what ``force`` may take away; a folder with anything else is left alone.
_MANIFEST: Final = "manifest.json"
_RECORDING: Final = "recording.nc"
_PARTS: Final = "recording"
_PLOTS: Final = "plots"
_TABLE: Final = "recording.csv"
_REPORT: Final = "report.html"
# More runs of one name than this are likely a slip.
_MOST: Final = 100_000


@dataclass(frozen=True)
class RunFolder:
    """A folder with one run: ``manifest.json``, and ``recording.nc`` or, as long as it is unfinished, its parts.

    ::

        runs/boat-1/
          manifest.json        versions, inputs, seed, command line, vehicles, sea, findings, end, summary
          recording.nc         all samples
          report.html          what was run and what came of it, for people
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
    def create(
        cls, manifest: Mapping[str, object], out: str | os.PathLike[str] | None, name: str, force: bool = False
    ) -> "RunFolder":
        """Make a folder for a new run, with its first manifest.

        Two runs that start at once never get the same one.

        Args:
            manifest: What is known of the run.
            out: The folder; ``runs/<name>-<n>`` with the first number that is free where None.
            name: Of the run.
            force: Whether a run that is in ``out`` may be replaced.

        Raises:
            ScenarioError: There is another run or something else in ``out``, or it cannot be written. What is there is
                untouched then.
        """
        try:
            if out is None:
                return next(cls._numbered(manifest, name))
            folder = cls(Path(out))
            folder.path.mkdir(parents=True, exist_ok=True)
            folder._clear(force)
            if not folder._claimed(manifest):
                raise folder._taken()
        except OSError as error:
            where = Path("runs") if out is None else Path(out)
            raise ScenarioError(f"the run cannot be written to '{where}': {error.strerror or error}") from None
        return folder

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "RunFolder":
        """The folder of a run that was made before.

        Raises:
            ScenarioError: There is no run.
        """
        folder = cls(Path(path))
        if not folder.manifest.is_file():
            why = "there is no such folder" if not folder.path.is_dir() else f"it has no {_MANIFEST}"
            raise ScenarioError(f"'{folder.path}' is not the folder of a run: {why}")
        return folder

    def write_manifest(self, manifest: Mapping[str, object]) -> None:
        """Write the manifest anew; it is whole at any moment."""
        with appeared(self.manifest) as part:
            part.write_text(_json(manifest), encoding="utf-8")

    def read_manifest(self) -> dict[str, Any]:
        """What the manifest says.

        Raises:
            ScenarioError: It cannot be read.
        """
        try:
            read: Any = json.loads(self.manifest.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise ScenarioError(f"{self.manifest}: the manifest cannot be read: {error}") from None
        if not isinstance(read, dict):
            raise ScenarioError(f"{self.manifest}: a manifest must be an object, got {type(read).__name__}")
        return cast("dict[str, Any]", read)

    @classmethod
    def _numbered(cls, manifest: Mapping[str, object], name: str) -> Iterator["RunFolder"]:
        for n in range(1, _MOST):
            folder = cls(Path("runs") / f"{_plain(name)}-{n}")
            if folder.path.exists():
                continue
            with contextlib.suppress(FileExistsError):
                folder.path.mkdir(parents=True)
                if folder._claimed(manifest):
                    yield folder
        raise ScenarioError(f"there are {_MOST - 1} runs of '{name}' in 'runs'; give another folder with --out")

    def _claimed(self, manifest: Mapping[str, object]) -> bool:
        """Write the first manifest, unless there is one: who makes it has the folder."""
        try:
            with self.manifest.open("x", encoding="utf-8") as file:
                file.write(_json(manifest))
        except FileExistsError:
            return False
        return True

    def _clear(self, force: bool) -> None:
        there = sorted(entry.name for entry in self.path.iterdir())
        if not there:
            return
        if _MANIFEST not in there:
            raise ScenarioError(
                f"'{self.path}' is not empty and not the folder of a run (it has '{there[0]}'); give another with --out"
            )
        if not force:
            raise self._taken()
        # The manifest goes last: what was not taken away is still a run's.
        for folder in (self.parts, self.plots):
            shutil.rmtree(folder, ignore_errors=True)
        self.recording.unlink(missing_ok=True)
        self.table.unlink(missing_ok=True)
        self.report.unlink(missing_ok=True)
        self.manifest.unlink(missing_ok=True)

    def _taken(self) -> ScenarioError:
        return ScenarioError(
            f"there is a run in '{self.path}' already; give another folder with --out, or --force to replace it"
        )


def _plain(name: str) -> str:
    """A name that is one folder: no separators, not hidden."""
    kept = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)
    return kept.lstrip(".") or "run"


def _json(manifest: Mapping[str, object]) -> str:
    return json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
