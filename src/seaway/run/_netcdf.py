"""NetCDF-4 files, written straight through HDF5 and joined along time.

A NetCDF-4 file is an HDF5 file whose dimensions are dimension scales. A part of a recording has some forty variables;
h5netcdf takes a third of a second to lay them out, this takes hundredths. xarray reads them with h5netcdf.

HDF5 cannot go on when a write fails: on a full disk it ends the process. So it writes to memory, or where there is room
already.

Reference:
    NetCDF-4 file format: the NetCDF User's Guide, appendix C.2.
"""

import contextlib
import errno
import os
import shutil
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import IO, Any, Final, cast
from uuid import uuid4

import h5py as _h5py  # pyright: ignore[reportMissingTypeStubs]
import numpy as np

from seaway.sim import Fields, Labelled

__all__ = [
    "appeared",
    "append_parts",
    "joined_parts",
    "link_out",
    "readable",
    "rewrite_netcdf",
    "sample_count",
    "write_netcdf",
]

# h5py has no types.
h5py = cast("Any", _h5py)

_UNLIMITED: Final = "time"
# What is known of the last sample only.
OF_THE_END: Final = ("status", "stop_time")
# Options of a file that is not on the disk.
_IN_MEMORY: Final = {"driver": "core", "backing_store": False}


@contextlib.contextmanager
def appeared(path: Path, *, synced: bool = True) -> Generator[Path]:
    """A path to write to beside the file, which takes its place when all went well.

    Args:
        path: The file.
        synced: Whether it must be on the disk before, so that a loss of power cannot leave half of it; a process that
            is killed never does.
    """
    part = path.with_name(f".{path.name}.{uuid4().hex[:8]}.part")
    try:
        yield part
        if synced:
            with part.open("rb") as file:
                os.fsync(file.fileno())
        part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def write_netcdf(fields: Fields, path: Path) -> None:
    """Write a whole file; the dimension time may grow."""
    with h5py.File(path, "w", track_order=True, **_IN_MEMORY) as file:
        file.attrs["_NCProperties"] = np.bytes_(f"version=2,h5py={h5py.__version__}")
        for name, value in fields.attributes.items():
            file.attrs[name] = value
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
    """Write a whole file by the layout of another with the same variables: several times as quick."""
    with h5py.File(like, "r+", **_IN_MEMORY) as file:
        for name, labelled in {**fields.coordinates, **fields.variables}.items():
            if labelled.dimensions[0] == _UNLIMITED:
                dataset = file[name]
                if dataset.shape != labelled.values.shape:
                    dataset.resize(labelled.values.shape)
                dataset[...] = labelled.values
            elif name in OF_THE_END:
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
    if labelled.dimensions[0] == _UNLIMITED:
        options["maxshape"] = (None, *values.shape[1:])
        options["chunks"] = tuple(max(1, size) for size in values.shape)
    dataset = file.create_dataset(name, data=values, **options)
    for attribute, value in labelled.attributes.items():
        dataset.attrs[attribute] = value
    return dataset


def readable(path: Path) -> bool:
    """Whether a file is a whole part of a recording."""
    try:
        return sample_count(path) > 0
    except (OSError, KeyError, RuntimeError):
        return False


def sample_count(path: Path) -> int:
    """How many samples a file has."""
    with h5py.File(path, "r") as file:
        return int(file[_UNLIMITED].shape[0])


def link_out(path: Path) -> str | None:
    """The first name in a file whose values are somewhere else, maybe in a file of the reader's; None where none is.

    HDF5 follows links to other files by itself, and reads any bytes of the disk as the values of a dataset.
    """
    with h5py.File(path, "r") as file:
        for name in file:
            if not isinstance(file.get(name, getlink=True), h5py.HardLink):
                return str(name)
            entry = file[name]
            if not isinstance(entry, h5py.Dataset) or entry.external is not None or entry.is_virtual:
                return str(name)
    return None


def joined_parts(path: Path, parts: Sequence[Path], attributes: dict[str, str]) -> None:
    """Write parts of a recording as one file.

    Args:
        path: The file.
        parts: In their order, at least one.
        attributes: To set.

    Raises:
        OSError: There is no room for it, or a part cannot be read.
    """
    # More than it needs, as each has a head of its own; HDF5 gives back what is left.
    size = sum(part.stat().st_size for part in parts)
    with path.open("wb") as file:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, size)
        elif shutil.disk_usage(path.parent).free < size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        file.write(parts[0].read_bytes())
    append_parts(path, parts[1:], attributes)


def append_parts(target: Path | IO[bytes], parts: Sequence[Path], attributes: dict[str, str]) -> None:
    """Append files to one that is there, along time; what does not depend on time is that of the last.

    One file is read at a time.

    Args:
        target: The file, with the same variables.
        parts: What follows it.
        attributes: To set.
    """
    with h5py.File(target, "r+") as file:
        first = int(file[_UNLIMITED].shape[0])
        total = first + sum(sample_count(part) for part in parts)
        along = [name for name, dataset in file.items() if name == _UNLIMITED or _grows(file, dataset)]
        for name in along:
            file[name].resize(total, axis=0)
        for part in parts:
            with h5py.File(part, "r") as other:
                count = int(other[_UNLIMITED].shape[0])
                for name in along:
                    file[name][first : first + count] = other[name][...]
                if part == parts[-1]:
                    for name in OF_THE_END:
                        file[name][...] = other[name][...]
            first += count
        for name, value in attributes.items():
            file.attrs[name] = value


def _grows(file: Any, dataset: Any) -> bool:
    return len(dataset.dims) > 0 and len(dataset.dims[0]) > 0 and dataset.dims[0][0] == file[_UNLIMITED]
