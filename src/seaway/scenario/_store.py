"""Recordings on disk: parts while a run goes on, one file when it is done, and both read alike."""

import contextlib
import io
import os
import time as clock
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from seaway._files import Digest, digest_of, has_link, replaced_by
from seaway._hdf5 import damages_of
from seaway._signals import uninterrupted
from seaway.errors import ScenarioError, SeawayWarning
from seaway.scenario._folder import RunFolder, read_manifest
from seaway.scenario._netcdf import (
    append_parts,
    joined_parts,
    link_out,
    read_netcdf,
    rewrite_netcdf,
    same_layout,
    sample_count,
    write_netcdf,
)
from seaway.scenario._summary import NEEDED, Summarizer, VehicleSummary
from seaway.sim import Fields, Labelled, Recording, dimensions_of, fields_of, xarray_of

if TYPE_CHECKING:
    from xarray import Dataset

__all__ = [
    "MAX_LOADED_BYTES",
    "MAX_UNFINISHED_BYTES",
    "STATUS",
    "Store",
    "open_run",
    "recordings_of",
    "summary_of",
    "unverified",
]

STATUS: Final = "run_status"
"""The attribute of a Dataset that tells how its run ended: complete, stopped, failed, or unfinished."""

MAX_UNFINISHED_BYTES: Final = 4 * 2**30
"""Most bytes of parts of an unfinished recording that are read into memory: 4 GB."""

MAX_LOADED_BYTES: Final = 256 * 2**20
"""Largest recording that is read into memory at once, which is quicker: 256 MB."""

# Samples that are read at once for a table.
_AT_ONCE: Final = 10_000
# Least time between two listings of parts in the manifest [s]; each writes it anew.
_LISTING_PERIOD: Final = 1.0
# Without these there is no recording.
_NEEDED: Final = ("time", "row", "vehicle")


class Store:
    """Writes a recording part by part; each is a NetCDF file that appears when it is whole.

    Args:
        folder: Where.
        title: Title of the recording.
        history: How it came to be.
        seeds: Seed of each row; empty for none.
    """

    def __init__(self, folder: RunFolder, title: str = "", history: str = "", seeds: Sequence[int] = ()):
        self.folder, self.title, self.history, self.seeds = folder, title, history, seeds
        self.count = 0
        self.samples = 0
        self._last = -np.inf
        self._unlisted: list[Path] = []
        self._next_listing = -np.inf
        folder.parts.mkdir(exist_ok=True)

    def append(self, recording: Recording) -> None:
        """Write a part. Samples that are there already are left out, so that a write that broke off may be repeated."""
        with uninterrupted():
            new = int(np.searchsorted(recording.time, self._last, side="right"))
            if new == len(recording.time):
                return
            fields = _seeded(fields_of(recording.sliced(new), self.title, self.history), self.seeds)
            first, part = self._part(1), self._part(self.count + 1)
            with replaced_by(part, synced=False) as path:
                if self.count and first.is_file():
                    rewrite_netcdf(fields, first, path)
                else:
                    write_netcdf(fields, path)
            self.count += 1
            self.samples += len(recording.time) - new
            self._last = float(recording.time[-1])
            self._unlisted.append(part)
            if clock.monotonic() >= self._next_listing:
                self._list_parts()

    def _list_parts(self) -> None:
        """Add checksums to the manifest. A part without one is read all the same, so nothing depends on it."""
        begin = clock.monotonic()
        with contextlib.suppress(OSError, ScenarioError):
            self.folder.update_manifest({}, self._unlisted, synced=False)
            self._unlisted = []
        end = clock.monotonic()
        self._next_listing = end + max(_LISTING_PERIOD, 20.0 * (end - begin))

    def _part(self, number: int) -> Path:
        return self.folder.parts / f"part-{number:05}.nc"

    def finish(self, status: str) -> None:
        """Join the parts into one file and take them away; nothing where there are none."""
        with uninterrupted():
            parts = [part for n in range(self.count) if (part := self._part(n + 1)).is_file()]
            if parts:
                with replaced_by(self.folder.recording) as path:
                    joined_parts(path, parts, {STATUS: status})
            for part in parts:
                part.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # somebody put something there
                self.folder.parts.rmdir()


def open_run(path: str | os.PathLike[str], *, verify: bool = False) -> "Dataset":
    """Read the recording of a run, finished or not.

    A large one is read as it is needed; close it after use, or use it in a ``with`` block. Of a run that goes on, or
    was killed, all parts that are there are read into memory. The attribute ``run_status`` is ``"complete"``,
    ``"stopped"``, ``"failed"`` or ``"unfinished"``.

    Args:
        path: The folder of the run, or a NetCDF file.
        verify: Whether to compare the recording with the checksums in the manifest.

    Raises:
        ScenarioError: There is no run, nothing was recorded, a file is damaged so that nothing can be read, has values
            that are not in itself, or differs from its checksum.

    Warns:
        SeawayWarning: A part, or a variable, is damaged and is left out.
    """
    path = Path(path)
    if path.is_file():
        if verify:
            raise ScenarioError(f"{path}: a recording alone has no checksums; give the folder of its run")
        return _opened(path, _Checksums(path.parent))
    folder = RunFolder.open(path)
    if verify:
        wrong = unverified(folder, recording_only=True)
        if wrong:
            raise ScenarioError("; ".join(f"{file}: {why}" for file, why in wrong.items()))
    for _ in range(3):  # a run may finish while its parts are read
        checksums = _Checksums(folder.path)
        if folder.recording.is_file():
            return _opened(folder.recording, checksums)
        with contextlib.suppress(FileNotFoundError):
            parts = _sound_parts(folder, checksums)
            if parts:
                memory = io.BytesIO(parts[0].read_bytes())
                append_parts(memory, parts[1:], {STATUS: "unfinished"})
                fields, damage = read_netcdf(memory, memory.getbuffer().nbytes)
                return _sound(xarray_of(fields), folder.parts, damage)
    raise ScenarioError(f"nothing was recorded in '{folder.path}'")


class _Checksums:
    """The checksums that a manifest has; none where there is no manifest."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._listed: dict[str, Any] = {}
        with contextlib.suppress(ScenarioError):
            self._listed = read_manifest(folder / "manifest.json")["files"]

    def difference(self, file: Path) -> str | None:
        """How a file differs from its checksum; empty where there is none, None where it is what the run wrote."""
        inside = file.relative_to(self.folder).as_posix() if file.is_relative_to(self.folder) else ""
        entry = self._listed.get(inside)
        return "" if entry is None else _difference(file, entry)


def unverified(folder: RunFolder, *, recording_only: bool = False) -> dict[Path, str]:
    """Files of a run that are missing or differ from their checksums in the manifest, with the reason."""
    wrong: dict[Path, str] = {}
    for name, entry in folder.read_manifest()["files"].items():
        if recording_only and not name.startswith("recording"):
            continue
        file = folder.path / name
        if not file.is_file() or has_link(folder.path, file):
            if not (name.startswith("recording/") and folder.recording.is_file()):
                wrong[file] = "the file is missing"
            continue
        with contextlib.suppress(FileNotFoundError):  # the run has ended meanwhile, and joined its parts
            why = _difference(file, entry)
            if why is not None:
                wrong[file] = why
    return wrong


def _difference(file: Path, entry: Mapping[str, Any]) -> str | None:
    """How a file differs from what a manifest says of it; None where it does not."""
    try:
        now, then = digest_of(file), Digest(entry["bytes"], entry["sha256"])
    except FileNotFoundError:
        raise
    except OSError as error:
        return f"the file cannot be read: {error.strerror or error}"
    if now.bytes != then.bytes:
        return f"the file is not what the run wrote: it has {now.bytes} bytes, not {then.bytes}"
    if now != then:
        return f"the file is not what the run wrote: its SHA-256 is {now.sha256[:12]}…, not {then.sha256[:12]}…"
    return None


def _opened(path: Path, checksums: _Checksums) -> "Dataset":
    """Open a file: a large one is read when its values are needed."""
    difference = checksums.difference(path)
    damage = {} if difference is None else damages_of([path])[path]
    if "" in damage:
        raise _no_recording(path, OSError(damage[""]))
    _check_contained(path)
    if difference:
        warnings.warn(f"{path}: {difference}; what can be read of it may be wrong", SeawayWarning, stacklevel=3)
    size = path.stat().st_size
    try:
        if size <= MAX_LOADED_BYTES:
            fields, damage = read_netcdf(path, size, damage)
            return _sound(xarray_of(fields), path, damage)
        return _sound(_lazy(path, damage), path, damage)
    except (OSError, ValueError) as error:  # ValueError: variables that do not fit each other
        if isinstance(error, ScenarioError):
            raise
        raise _no_recording(path, error) from None


def _lazy(path: Path, damage: Mapping[str, str]) -> "Dataset":
    import xarray as xr

    try:
        # The types of xarray are partly unknown.
        return cast("Any", xr).open_dataset(path, engine="h5netcdf", decode_times=False, drop_variables=list(damage))
    except Exception as error:  # noqa: BLE001 - h5netcdf raises all kinds of things at damaged files
        raise OSError(str(error)) from None


def _sound(dataset: "Dataset", path: Path, damage: Mapping[str, str]) -> "Dataset":
    """Leave out what is damaged.

    Raises:
        ScenarioError: Too much is.

    Warns:
        SeawayWarning: What is left out.
    """
    misfits = _misfits(dataset, damage)
    _check_needed(path, {**misfits, **damage})
    for name, why in {**damage, **misfits}.items():
        warnings.warn(f"{path}: '{name}' is damaged and left out: {why}", SeawayWarning, stacklevel=4)
    return dataset.drop_vars([name for name in misfits if name in dataset.variables])


def _check_needed(path: Path, damage: Mapping[str, str]) -> None:
    for name in _NEEDED:
        if name in damage:
            raise ScenarioError(
                f"{path}: the recording is damaged, and cannot be read without '{name}': {damage[name]}"
            )


def _misfits(dataset: "Dataset", damage: Mapping[str, str]) -> dict[str, str]:
    """Variables that a recording cannot have as they are, with the reason."""
    found = {name: "it is missing" for name in _NEEDED if name not in dataset.variables}
    if found:
        return found
    times = np.asarray(dataset["time"].values)
    if times.dtype.kind != "f" or not np.all(np.isfinite(times)) or np.any(np.diff(times) < 0.0) or not len(times):
        found["time"] = "it does not ascend"
    names = dataset["vehicle"].values.tolist()
    if not names or not all(isinstance(name, str) for name in names) or dataset.sizes["row"] < 1:
        found["vehicle"] = "it has no names"
    for name, variable in cast("Any", dataset.variables).items():
        wanted = dimensions_of(str(name))
        if wanted is None or name in found:
            continue
        lost = [dimension for dimension in wanted if dimension in damage or dimension not in dataset.variables]
        if lost:
            found[str(name)] = f"'{lost[0]}', which it depends on, is"
        elif tuple(variable.dims) != wanted or variable.dtype.kind not in "fiu":
            found[str(name)] = f"its dimensions are {', '.join(map(str, variable.dims))} of {variable.dtype}"
    for dimension, size in (("axis", 3), ("quaternion", 4)):
        if dataset.sizes.get(dimension, size) != size:
            found |= {str(name): f"'{dimension}' has {dataset.sizes[dimension]} entries" for name in dataset.variables
                      if dimension in dataset.variables[name].dims}  # fmt: skip
    for kind in ("thruster", "fin"):
        words = [f"{kind}_{each}" for each in ("vehicle_name", "command_quantity", "state_quantity")]
        if kind in dataset.dims and (kind in damage or any(word not in dataset.variables for word in words)):
            found |= {
                str(name): f"the names of the {kind}s are damaged"
                for name in dataset.variables
                if kind in dataset.variables[name].dims
            }
    return found


def _no_recording(path: Path, error: Exception) -> ScenarioError:
    words = " ".join(str(error).split())[:160] or type(error).__name__
    return ScenarioError(f"{path}: this is no recording, or a damaged one: {words}")


def _check_contained(path: Path) -> None:
    """Check that a file, which a stranger may have made, has all its values in itself."""
    try:
        name = link_out(path)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _no_recording(path, error) from None
    if name is not None:
        message = f"{path}: a recording must have all its values in itself"
        raise ScenarioError(f"{message}, got '{name}', which is a group or leads elsewhere")


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


def _sound_parts(folder: RunFolder, checksums: _Checksums) -> list[Path]:
    """The parts that can be read and fit the first, in their order."""
    named = (part for part in folder.parts.glob("part-*.nc") if part.is_file())
    parts = sorted(named, key=lambda part: (len(part.name), part.name))
    sound: list[Path] = []
    size = 0
    differences = {part: checksums.difference(part) for part in parts}
    damages = damages_of([part for part in parts if differences[part] == ""])
    for part in parts:
        why = differences[part] or _unsound(part, sound, damages.get(part, {}))
        size += part.stat().st_size
        if why is None and size > MAX_UNFINISHED_BYTES:
            why = f"at most {MAX_UNFINISHED_BYTES} bytes of an unfinished recording are read"
        if why is None:
            sound.append(part)
        else:
            warnings.warn(f"{part}: this part cannot be read and is left out: {why}", SeawayWarning, stacklevel=3)
    return sound


def _unsound(part: Path, before: Sequence[Path], damage: Mapping[str, str]) -> str | None:
    """Why a part cannot be read; None where it can."""
    if "" in damage:
        return damage[""]
    _check_contained(part)
    if damage:
        name, why = next(iter(damage.items()))
        return f"'{name}' is damaged: {why}"
    if sample_count(part) == 0:
        return "it has no samples"
    if before and not same_layout(part, before[0]):
        return "its variables are not those of the parts before it"
    return None
