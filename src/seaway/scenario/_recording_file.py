"""Recordings on disk: parts while a run goes on, one file when it is done, and both read alike.

They are NetCDF-4 files, that is HDF5 files whose dimensions are dimension scales, written straight through h5py: a part
has some forty variables, which h5netcdf takes a third of a second to lay out, and this hundredths.

HDF5 cannot recover from a failed write: on a full disk it ends the process. So it writes to memory, or to space that is
allocated already. Its locks are off: files appear when they are whole, and a reader must not stop a run.

Reference:
    NetCDF-4 file format: the NetCDF User's Guide, appendix C.2.
"""

import contextlib
import errno
import hashlib
import io
import os
import shutil
import time as clock
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from seaway import _hdf5
from seaway._files import replaced_by
from seaway._hdf5 import DAMAGE, MAX_COMPRESSED_BYTES, h5py, short
from seaway._signals import uninterrupted
from seaway.errors import ScenarioError, warn
from seaway.scenario._folder import RunFolder, difference, read_manifest
from seaway.sim import Recording
from seaway.sim._dataset import ACTUATOR_GROUPS, ACTUATOR_WORDS, Fields, Labelled, dimensions_of, fields_of, xarray_of

if TYPE_CHECKING:
    from xarray import Dataset

MAX_UNFINISHED_BYTES: Final = 4 * 2**30
"""Most bytes of parts of an unfinished recording that are read into memory: 4 GB."""

MAX_LOADED_BYTES: Final = 256 * 2**20
"""Largest recording that is read into memory at once, which is quicker: 256 MB."""

# Attribute of a Dataset: complete, stopped, failed, or unfinished.
_STATUS: Final = "run_status"
_TIME: Final = "time"
# Without these there is no recording.
_NEEDED: Final = (_TIME, "row", "vehicle")
# Variables that only the last part has right.
_OF_THE_END: Final = ("status", "stop_time")
# Options of a file that is not on the disk.
_IN_MEMORY: Final = {"driver": "core", "backing_store": False}
# Samples in a chunk of HDF5, at least: a slow run may begin with a part of one.
_CHUNK: Final = 16
# Samples that are read at once for a table.
_AT_ONCE: Final = 10_000
# Least time between two listings of parts in the manifest [s]; each rewrites it.
_LISTING_PERIOD: Final = 1.0


# Writing


class RecordingWriter:
    """Writes a recording part by part; each is a NetCDF file that appears when it is whole.

    Args:
        folder: The run folder.
        title: Title of the recording.
        history: How it was made.
        seeds: Seed of each row; default: none.
        events: Times and names of events, as JSON; default: none.
    """

    def __init__(
        self, folder: RunFolder, title: str = "", history: str = "", seeds: Sequence[int] = (), events: str = ""
    ):
        self.events = events
        self.folder, self.title, self.history, self.seeds = folder, title, history, seeds
        self.samples = 0
        self._parts: list[Path] = []
        self._last = -np.inf
        self._unlisted: list[Path] = []
        self._next_listing = -np.inf
        self._digests = {name: hashlib.sha256() for name in ("time", "position", "orientation", "velocity")}
        folder.parts.mkdir(exist_ok=True)

    def append(self, recording: Recording) -> None:
        """Write a part. Samples written before are left out, so that a broken write may be repeated."""
        with uninterrupted():
            new = int(np.searchsorted(recording.time, self._last, side="right"))
            if new == len(recording.time):
                return
            recording = recording.sliced(new)
            fields = fields_of(recording, self.title, self.history)
            if self.events:
                fields.attributes["events"] = self.events
            if self.seeds:
                words = {"units": "1", "long_name": "seed of the row: a single run with it has the same bits"}
                fields.coordinates["seed"] = Labelled(("row",), np.array(self.seeds, dtype=np.int64), words)
            part = self.folder.parts / f"part-{len(self._parts) + 1:05}.nc"
            with replaced_by(part, synced=False) as path:
                if self._parts and self._parts[0].is_file():
                    rewrite_netcdf(fields, self._parts[0], path)
                else:
                    write_netcdf(fields, path)
            for name, digest in self._digests.items():
                array = recording.time if name == "time" else recording.variables[name]
                digest.update(np.ascontiguousarray(array, dtype="<f8").tobytes())
            self.samples += len(recording.time)
            self._last = float(recording.time[-1])
            self._parts.append(part)
            self._unlisted.append(part)
            if clock.monotonic() >= self._next_listing:
                self._list_parts()

    @property
    def sha256(self) -> str:
        """SHA-256 of times and states, in hexadecimal, however they are split into parts."""
        return hashlib.sha256(b"".join(digest.digest() for digest in self._digests.values())).hexdigest()

    def _list_parts(self) -> None:
        """Add checksums to the manifest. A part without one is read all the same, so nothing depends on it."""
        begin = clock.monotonic()
        with contextlib.suppress(OSError, ScenarioError):
            self.folder.update_manifest({}, self._unlisted, synced=False)
            self._unlisted = []
        end = clock.monotonic()
        self._next_listing = end + max(_LISTING_PERIOD, 20.0 * (end - begin))

    def finish(self, status: str) -> None:
        """Join the parts, if there are any, into one file and remove them."""
        with uninterrupted():
            parts = [part for part in self._parts if part.is_file()]
            if parts:
                with replaced_by(self.folder.recording) as path:
                    _allocate(path, sum(part.stat().st_size for part in parts))
                    with path.open("rb+") as file:
                        file.write(parts[0].read_bytes())
                    _append_parts(path, parts[1:], status)
            for part in parts:
                part.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # a user put something there
                self.folder.parts.rmdir()


def write_netcdf(fields: Fields, path: Path) -> None:
    """Write a whole file; the dimension time may grow."""
    with h5py.File(path, "w", track_order=True, locking=False, **_IN_MEMORY) as file:
        file.attrs["_NCProperties"] = np.bytes_(f"version=2,h5py={h5py.__version__}")
        file.attrs.update(fields.attributes)
        scales = {name: labelled for name, labelled in fields.coordinates.items() if labelled.dimensions == (name,)}
        for number, (name, labelled) in enumerate(scales.items()):
            dataset = _created(file, name, labelled)
            dataset.make_scale(name)
            dataset.attrs["_Netcdf4Dimid"] = np.int32(number)
        beside = {name: labelled for name, labelled in fields.coordinates.items() if name not in scales}
        for name, labelled in {**beside, **fields.variables}.items():
            dataset = _created(file, name, labelled)
            for k, dimension in enumerate(labelled.dimensions):
                dataset.dims[k].attach_scale(file[dimension])
            along = [other for other, each in beside.items() if each.dimensions[0] in labelled.dimensions]
            if along and name not in beside:
                dataset.attrs["coordinates"] = " ".join(along)
        _write_image(file, path)


def rewrite_netcdf(fields: Fields, like: Path, path: Path) -> None:
    """Write a whole file with the layout of another with the same variables: several times as quick."""
    with h5py.File(like, "r+", locking=False, **_IN_MEMORY) as file:
        for name, labelled in {**fields.coordinates, **fields.variables}.items():
            if labelled.dimensions[0] == _TIME:
                file[name].resize(labelled.values.shape)
            if labelled.dimensions[0] == _TIME or name in _OF_THE_END:
                file[name][...] = labelled.values
        _write_image(file, path)


def _write_image(file: Any, path: Path) -> None:
    file.flush()
    path.write_bytes(file.id.get_file_image())


def _created(file: Any, name: str, labelled: Labelled) -> Any:
    values = labelled.values
    options: dict[str, Any] = {"track_order": True}
    if values.dtype == object:
        options["dtype"] = h5py.string_dtype()
    if labelled.dimensions[0] == _TIME:
        options["maxshape"] = (None, *values.shape[1:])
        options["chunks"] = (max(_CHUNK, values.shape[0]), *(max(1, size) for size in values.shape[1:]))
    dataset = file.create_dataset(name, data=values, **options)
    dataset.attrs.update(labelled.attributes)
    return dataset


def _allocate(path: Path, size: int) -> None:
    """Make a file with room for some bytes; HDF5 gives back what it does not need.

    Raises:
        OSError: The disk is full.
    """
    with path.open("wb") as file:
        try:
            os.posix_fallocate(file.fileno(), 0, size)
        except (AttributeError, OSError) as error:
            unsupported = (None, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOSYS)
            if getattr(error, "errno", None) not in unsupported:
                raise
            if shutil.disk_usage(path.parent).free < size:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None


def _append_parts(target: Path | IO[bytes], parts: Sequence[Path], status: str) -> None:
    """Append parts to a file with the same variables, along time, one at a time; others are those of the last."""
    with h5py.File(target, "r+", locking=False) as file:
        along = [dataset for dataset in file.values() if _grows(file, dataset)]
        for part in parts:
            first = int(file[_TIME].shape[0])
            with h5py.File(part, "r", locking=False) as other:
                for dataset in along:
                    dataset.resize(first + len(other[dataset.name]), axis=0)
                    dataset[first:] = other[dataset.name][...]
                if part == parts[-1]:
                    for name in _OF_THE_END:
                        file[name][...] = other[name][...]
        file.attrs[_STATUS] = status


def _grows(file: Any, dataset: Any) -> bool:
    along = dataset.dims[0] if len(dataset.dims) else ()
    return dataset == file[_TIME] or (len(along) > 0 and along[0] == file[_TIME])


def _layout(path: Path) -> dict[str, Any]:
    """Type and, except for time, shape of every variable."""
    with h5py.File(path, "r", locking=False) as file:
        return {
            str(name): (entry.dtype, entry.shape[1:] if _grows(file, entry) else entry.shape)
            for name, entry in file.items()
        }


# Reading


def open_run(path: str | os.PathLike[str], *, verify: bool = False) -> "Dataset":
    """Read the recording of a run, finished or not.

    A large one is read on demand; close it after use, or use it in a ``with`` block. The parts of an unfinished or
    killed run are read into memory. The attribute ``run_status`` is ``"complete"``, ``"stopped"``, ``"failed"`` or
    ``"unfinished"``.

    Args:
        path: The run folder, or a NetCDF file.
        verify: Whether to compare the recording with the checksums in the manifest.

    Raises:
        ScenarioError: There is no run or nothing was recorded; a file is damaged beyond reading, refers to values
            outside itself, or differs from its checksum.

    Warns:
        SeawayWarning: A part or variable is damaged and left out.
    """
    found = read_run(path, verify=verify)
    return xarray_of(found) if isinstance(found, Fields) else found


def read_run(path: str | os.PathLike[str], *, verify: bool = False) -> "Fields | Dataset":
    """Read as ``open_run`` does, without xarray unless the recording is large and must be read on demand."""
    path = Path(path)
    if path.is_file():
        if verify:
            raise ScenarioError(f"{path}: a recording alone has no checksums; give the folder of its run")
        return _opened(path, path, _examined(path, _listed(path.parent)))
    folder = RunFolder.open(path)
    wrong = folder.unverified(recording_only=True) if verify else {}
    if wrong:
        raise ScenarioError("; ".join(f"{file}: {why}" for file, why in wrong.items()))
    for _ in range(3):  # a run may finish while its parts are read
        listed = _listed(folder.path)
        if folder.recording.is_file():
            return _opened(folder.recording, folder.recording, _examined(folder.recording, listed))
        with contextlib.suppress(FileNotFoundError):
            parts = _sound_parts(folder, listed)
            if parts:
                memory = io.BytesIO(parts[0].read_bytes())
                _append_parts(memory, parts[1:], "unfinished")
                return _opened(memory, folder.parts, {})
    raise ScenarioError(f"nothing was recorded in '{folder.path}'")


def recordings_of(dataset: "Dataset") -> Iterator[Recording]:
    """Successive recordings of at most 10,000 samples each."""
    for start in range(0, max(1, dataset.sizes[_TIME]), _AT_ONCE):
        yield Recording.from_xarray(dataset.isel(time=slice(start, start + _AT_ONCE)))


def _listed(folder: Path) -> dict[Path, Any]:
    """Entries of the manifest by file; none without a manifest."""
    with contextlib.suppress(ScenarioError):
        return {folder / name: entry for name, entry in read_manifest(folder / "manifest.json")["files"].items()}
    return {}


def _examined(path: Path, listed: Mapping[Path, Any]) -> dict[str, str]:
    """Variables of a file that are damaged, with the reason; another process reads one without a valid checksum."""
    changed = difference(path, listed[path]) if path in listed else None
    damage = {} if path in listed and changed is None else _hdf5.damages_of([path])[path]
    if "" in damage:
        raise _no_recording(path, damage[""])
    _check_contained(path)
    if changed:
        warn(f"{path}: {changed}; what can be read of it may be wrong")
    return damage


def _opened(source: Path | io.BytesIO, path: Path, damage: Mapping[str, str]) -> "Fields | Dataset":
    """Open a file, or one in memory that stands for a path; a large one is read on demand."""
    size = source.stat().st_size if isinstance(source, Path) else source.getbuffer().nbytes
    try:
        if isinstance(source, Path) and size > MAX_LOADED_BYTES:
            dataset = _lazy(source, damage)
            held = {str(name): Held(tuple(map(str, v.dims)), v) for name, v in cast("Any", dataset.variables).items()}
            return dataset.drop_vars(_damaged(held, path, damage))
        fields, damage = _read_netcdf(source, size, damage)
        every = {**fields.coordinates, **fields.variables}
        wrong = _damaged({name: Held(each.dimensions, each.values) for name, each in every.items()}, path, damage)
        variables, coordinates = (
            {name: each for name, each in group.items() if name not in wrong}
            for group in (fields.variables, fields.coordinates)
        )
        return Fields(variables, coordinates, fields.attributes)
    except ScenarioError:
        raise
    except DAMAGE as error:  # also variables that do not fit each other
        raise _no_recording(path, short(error)) from None


def _lazy(path: Path, damage: Mapping[str, str]) -> "Dataset":
    import xarray as xr

    try:
        # The types of xarray are partly unknown.
        return cast("Any", xr).open_dataset(path, engine="h5netcdf", decode_times=False, drop_variables=list(damage))
    except Exception as error:  # noqa: BLE001 - h5netcdf raises all kinds of things at damaged files
        raise OSError(str(error)) from None


def _no_recording(path: Path, why: str) -> ScenarioError:
    return ScenarioError(f"{path}: this is no recording, or a damaged one: {why}")


def _check_contained(path: Path) -> None:
    """Check that a file, which may come from a stranger, has all its values in itself.

    HDF5 follows links to other files, and reads any bytes of the disk as the values of a dataset.
    """
    outside: list[str] = []
    try:
        with h5py.File(path, "r", locking=False) as file:
            for name in _hdf5.names_in(file):
                with contextlib.suppress(*DAMAGE):  # what damage hides cannot be read either
                    if _hdf5.leads_elsewhere(file, name):
                        outside.append(name)
    except FileNotFoundError:
        raise
    except DAMAGE as error:
        raise _no_recording(path, short(error)) from None
    if outside:
        message = f"{path}: a recording must have all its values in itself"
        raise ScenarioError(f"{message}, got '{outside[0]}', which is a group or leads elsewhere")


def _sound_parts(folder: RunFolder, listed: Mapping[Path, Any]) -> list[Path]:
    """The parts that can be read and fit the first, in order."""
    named = (part for part in folder.parts.glob("part-*.nc") if part.is_file())
    parts = sorted(named, key=lambda part: (len(part.name), part.name))
    changed = {part: difference(part, listed[part]) for part in parts if part in listed}
    damages = _hdf5.damages_of([part for part in parts if part not in listed])
    sound: list[Path] = []
    size = 0
    for part in parts:
        why = changed.get(part) or _unsound(part, sound, damages.get(part, {}))
        size += part.stat().st_size
        if why is None and size > MAX_UNFINISHED_BYTES:
            why = f"at most {MAX_UNFINISHED_BYTES} bytes of an unfinished recording are read"
        if why is None:
            sound.append(part)
        else:
            warn(f"{part}: this part cannot be read and is left out: {why}")
    return sound


def _unsound(part: Path, before: Sequence[Path], damage: Mapping[str, str]) -> str | None:
    """Why a part cannot be read; None if it can."""
    if "" in damage:
        return damage[""]
    _check_contained(part)
    if damage:
        name, why = next(iter(damage.items()))
        return f"'{name}' is damaged: {why}"
    try:
        with h5py.File(part, "r", locking=False) as file:
            if not len(file[_TIME]):
                return "it has no samples"
        if before and _layout(part) != _layout(before[0]):
            return "its variables are not those of the parts before it"
    except FileNotFoundError:
        raise
    except DAMAGE as error:
        return short(error)
    return None


def _read_netcdf(source: Path | IO[bytes], size: int, known: Mapping[str, str]) -> tuple[Fields, dict[str, str]]:
    """Read a file with no more memory than it has bytes.

    Args:
        source: The file.
        size: Its number of bytes.
        known: Variables known to be damaged, with the reason; they are not tried.

    Returns:
        What can be read, and the variables that cannot, with the reason.
    """
    read: dict[str, Labelled] = {}
    damage = dict(known)
    room = size + MAX_COMPRESSED_BYTES
    with h5py.File(source, "r", locking=False) as file:
        attributes = _hdf5.attributes_of(file)
        for name in _hdf5.names_in(file):
            if name not in damage:
                try:
                    read[name] = _labelled(file[name], name, size, room)
                    room -= read[name].values.nbytes
                except DAMAGE as error:
                    damage[name] = short(error)
    damage |= _out_of_shape(read)
    read = {name: each for name, each in read.items() if name not in damage}
    beside = {word for each in read.values() for word in str(each.attributes.pop("coordinates", "")).split()}
    coordinates = {name: each for name, each in read.items() if each.dimensions == (name,) or name in beside}
    variables = {name: each for name, each in read.items() if name not in coordinates}
    return Fields(variables, coordinates, attributes), damage


def _labelled(dataset: Any, name: str, size: int, room: int) -> Labelled:
    """A variable with the names of its dimensions."""
    attributes = _hdf5.attributes_of(dataset)
    if _hdf5.check_size(dataset, size) > room:
        raise OSError(f"all variables together take more than the {MAX_COMPRESSED_BYTES} bytes beyond the file's own")
    values = dataset.asstr()[...] if dataset.dtype.kind in "SO" else dataset[...]
    if dataset.is_scale:
        dimensions = (name,)
    else:
        dimensions = tuple((dimension[0].name or "").removeprefix("/") for dimension in dataset.dims)
    if len(dimensions) != values.ndim or not all(dimensions) or len(set(dimensions)) != len(dimensions):
        raise OSError("the names of its dimensions are damaged")
    return Labelled(dimensions, values, attributes)


def _out_of_shape(read: dict[str, Labelled]) -> dict[str, str]:
    """Variables that are not as long as their dimensions, with the reason."""
    found: dict[str, str] = {}
    for name, labelled in read.items():
        for dimension, size in zip(labelled.dimensions, labelled.values.shape, strict=True):
            scale = read.get(dimension)
            if scale is None or scale.dimensions != (dimension,):
                found[name] = f"its dimension '{dimension}' is damaged"
            elif len(scale.values) != size:
                found[name] = f"it has {size} values along '{dimension}', which has {len(scale.values)}"
    return found


class Held(NamedTuple):
    """A variable of a recording: the names of its dimensions, and its values or what reads them."""

    dimensions: tuple[str, ...]
    values: Any


def _damaged(held: Mapping[str, Held], path: Path, damage: Mapping[str, str]) -> list[str]:
    """The variables that must be left out.

    Raises:
        ScenarioError: Too much is damaged.

    Warns:
        SeawayWarning: What is left out.
    """
    misfits = _misfits(held, damage)
    wrong = {**misfits, **damage}
    for name in _NEEDED:
        if name in wrong:
            message = f"{path}: the recording is damaged, and cannot be read without '{name}'"
            raise ScenarioError(f"{message}: {wrong[name]}")
    for name, why in {**damage, **misfits}.items():
        warn(f"{path}: '{name}' is damaged and left out: {why}")
    return [name for name in misfits if name in held]


def _misfits(held: Mapping[str, Held], damage: Mapping[str, str]) -> dict[str, str]:
    """Variables that a recording cannot have as they are, with the reason."""
    found = {name: "it is missing" for name in _NEEDED if name not in held}
    if found:
        return found
    sizes = {
        name: size for each in held.values() for name, size in zip(each.dimensions, each.values.shape, strict=True)
    }
    times = np.asarray(held[_TIME].values)
    if times.dtype.kind != "f" or not np.all(np.isfinite(times)) or np.any(np.diff(times) < 0.0) or not len(times):
        found[_TIME] = "it does not ascend"
    names = np.asarray(held["vehicle"].values).tolist()
    if not names or not all(isinstance(name, str) for name in names) or sizes["row"] < 1:
        found["vehicle"] = "it has no names"
    for name, variable in held.items():
        wanted = dimensions_of(name)
        if wanted is None or name in found:
            continue
        lost = [dimension for dimension in wanted if dimension in damage or dimension not in held]
        if lost:
            found[name] = f"'{lost[0]}', which it depends on, is"
        elif variable.dimensions != wanted or variable.values.dtype.kind not in "fiu":
            found[name] = f"its dimensions are {', '.join(variable.dimensions)} of {variable.values.dtype}"
    broken = {
        dimension: f"'{dimension}' has {sizes[dimension]} entries"
        for dimension, size in (("axis", 3), ("quaternion", 4))
        if sizes.get(dimension, size) != size
    }
    for kind in ACTUATOR_GROUPS:
        words = {f"{kind}_{each}" for each in ACTUATOR_WORDS}
        if kind in sizes and (kind in damage or not words <= set(held)):
            broken[kind] = f"the names of the {'own force' if kind == 'own' else kind}s are damaged"
    for dimension, why in broken.items():
        found |= {name: why for name, variable in held.items() if dimension in variable.dimensions}
    return found
