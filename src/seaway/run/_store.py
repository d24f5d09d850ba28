"""Recordings on disk: parts while a run goes on, one file when it is done, and both read alike."""

import contextlib
import io
import os
import shutil
import signal
import threading
import warnings
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from seaway.errors import ScenarioError, SeawayWarning
from seaway.run._folder import RunFolder
from seaway.run._netcdf import appeared, append_parts, joined_parts, link_out, readable, rewrite_netcdf, write_netcdf
from seaway.run._summary import NEEDED, Summarizer, VehicleSummary
from seaway.sim import Fields, Labelled, Recording, fields_of

if TYPE_CHECKING:
    from xarray import Dataset

__all__ = ["STATUS", "Store", "open_run", "recordings_of", "summary_of"]

STATUS: Final = "run_status"
"""The attribute of a Dataset that tells how its run ended: complete, interrupted, failed, or unfinished."""

# Samples that are read at once for a table.
_AT_ONCE: Final = 10_000


class Store:
    """Writes a recording part by part; each is a NetCDF file that appears when it is whole.

    Args:
        folder: Where.
        title: Of the recording.
        history: How it came to be.
        seeds: Of each row; none where empty.
    """

    def __init__(self, folder: RunFolder, title: str = "", history: str = "", seeds: Sequence[int] = ()):
        self.folder, self.title, self.history, self.seeds = folder, title, history, seeds
        self.count = 0
        self.samples = 0
        self._last = -np.inf
        folder.parts.mkdir(exist_ok=True)

    def append(self, recording: Recording) -> None:
        """Write a part. Samples that are there already are left out, so that a write that broke off may be repeated."""
        with _uninterrupted():
            new = int(np.searchsorted(recording.time, self._last, side="right"))
            if new == len(recording.time):
                return
            fields = _seeded(fields_of(recording.sliced(new), self.title, self.history), self.seeds)
            first = self._part(1)
            with appeared(self._part(self.count + 1), synced=False) as path:
                if self.count and first.is_file():
                    rewrite_netcdf(fields, first, path)
                else:
                    write_netcdf(fields, path)
            self.count += 1
            self.samples += len(recording.time) - new
            self._last = float(recording.time[-1])

    def _part(self, number: int) -> Path:
        return self.folder.parts / f"part-{number:05}.nc"

    def finish(self, status: str) -> None:
        """Join the parts into one file and take them away; nothing where there are none."""
        with _uninterrupted():
            parts = _parts(self.folder)
            if parts:
                with appeared(self.folder.recording) as path:
                    joined_parts(path, parts, {STATUS: status})
            shutil.rmtree(self.folder.parts, ignore_errors=True)


def open_run(path: str | os.PathLike[str]) -> "Dataset":
    """Read the recording of a run, finished or not.

    A finished one is read as it is needed; close it after use, or use it in a ``with`` block. Of a run that goes on, or
    was killed, all parts that are there are read into memory. The attribute ``run_status`` is ``"complete"``,
    ``"interrupted"``, ``"failed"`` or ``"unfinished"``.

    Args:
        path: The folder of the run, or a NetCDF file.

    Raises:
        ScenarioError: There is no run, nothing was recorded, or a file has values that are not in itself.

    Warns:
        SeawayWarning: A part cannot be read and is left out.
    """
    path = Path(path)
    if path.is_file():
        return _opened(path)
    folder = RunFolder.open(path)
    for _ in range(3):  # a run may finish while its parts are read
        if folder.recording.is_file():
            return _opened(folder.recording)
        with contextlib.suppress(FileNotFoundError):
            parts = [_contained(part) for part in _parts(folder)]
            if parts:
                memory = io.BytesIO(parts[0].read_bytes())
                append_parts(memory, parts[1:], {STATUS: "unfinished"})
                return _dataset(memory)
    raise ScenarioError(f"nothing was recorded in '{folder.path}'")


def _opened(path: Path) -> "Dataset":
    try:
        return _dataset(_contained(path))
    except (OSError, ValueError) as error:
        raise ScenarioError(f"{path}: this is no recording: {error}") from None


def _dataset(source: Path | io.BytesIO) -> "Dataset":
    import xarray as xr

    # The types of xarray are partly unknown.
    return cast("Any", xr).open_dataset(source, engine="h5netcdf", decode_times=False)


def _contained(path: Path) -> Path:
    """Check that a file, which a stranger may have made, has all its values in itself."""
    name = link_out(path)
    if name is not None:
        message = f"{path}: a recording must have all its values in itself"
        raise ScenarioError(f"{message}, got '{name}', which is a group or leads elsewhere")
    return path


def recordings_of(dataset: "Dataset") -> Iterator[Recording]:
    """Recordings that follow each other, none of them large."""
    for start in range(0, max(1, dataset.sizes["time"]), _AT_ONCE):
        yield Recording.from_xarray(dataset.isel(time=slice(start, start + _AT_ONCE)))


def _seeded(fields: Fields, seeds: Sequence[int]) -> Fields:
    """The same with the seed of each row as a coordinate."""
    if not seeds:
        return fields
    words = {"units": "1", "long_name": "seed of the row: a single run with it has the same bits"}
    seed = Labelled(("row",), np.array(seeds, dtype=np.int64), words)
    return replace(fields, coordinates={**fields.coordinates, "seed": seed})


def summary_of(dataset: "Dataset") -> tuple[VehicleSummary, ...]:
    """What each vehicle did in row 0, from what was recorded; none where something that is needed was not."""
    summarizer = Summarizer()
    for recording in recordings_of(dataset.isel(row=slice(0, 1))):
        if not set(recording.variables) >= NEEDED:
            return ()
        summarizer.add(recording)
    return summarizer.summary()


def _parts(folder: RunFolder) -> list[Path]:
    parts = sorted(folder.parts.glob("part-*.nc"), key=lambda part: (len(part.name), part.name))
    whole = [part for part in parts if readable(part)]
    for part in parts:
        if part not in whole:
            warnings.warn(f"{part}: this part cannot be read and is left out", SeawayWarning, stacklevel=3)
    return whole


@contextlib.contextmanager
def _uninterrupted() -> Generator[None]:
    """Let Ctrl-C wait until the block is done."""
    # Only the main thread may, and a handler that is not Python's cannot be put back.
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is None:
        yield
        return
    heard: list[int] = []

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(number)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        signal.raise_signal(signal.SIGINT)
