"""NetCDF-4 files, written straight through HDF5 and joined along time.

A NetCDF-4 file is an HDF5 file whose dimensions are dimension scales. A part of a recording has some forty variables;
h5netcdf takes a third of a second to lay them out, this takes hundredths. xarray reads them with h5netcdf.

HDF5 cannot go on when a write fails: on a full disk it ends the process. So it writes to memory, or where there is room
already. Its locks are off: files appear when they are whole, and a reader must not stop a run that goes on.

Reference:
    NetCDF-4 file format: the NetCDF User's WorldJoint, appendix C.2.
"""

import contextlib
import errno
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

import numpy as np

from seaway._hdf5 import DAMAGE, MAX_COMPRESSED_BYTES, attributes_of, check_size, h5py, leads_elsewhere, names_in, short
from seaway.sim import Fields, Labelled

__all__ = [
    "append_parts",
    "joined_parts",
    "link_out",
    "read_netcdf",
    "rewrite_netcdf",
    "same_layout",
    "sample_count",
    "write_netcdf",
]

_UNLIMITED: Final = "time"
# What is known of the last sample only.
OF_THE_END: Final = ("status", "stop_time")
# Options of a file that is not on the disk.
_IN_MEMORY: Final = {"driver": "core", "backing_store": False}
# Samples in a chunk of HDF5, at least: a slow run may begin with a part of one.
_CHUNK: Final = 16


def write_netcdf(fields: Fields, path: Path) -> None:
    """Write a whole file; the dimension time may grow."""
    with h5py.File(path, "w", track_order=True, locking=False, **_IN_MEMORY) as file:
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
    with h5py.File(like, "r+", locking=False, **_IN_MEMORY) as file:
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
        options["chunks"] = (max(_CHUNK, values.shape[0]), *(max(1, size) for size in values.shape[1:]))
    dataset = file.create_dataset(name, data=values, **options)
    for attribute, value in labelled.attributes.items():
        dataset.attrs[attribute] = value
    return dataset


def sample_count(path: Path) -> int:
    """How many samples a file has."""
    with h5py.File(path, "r", locking=False) as file:
        return int(file[_UNLIMITED].shape[0])


def link_out(path: Path) -> str | None:
    """The first name in a file whose values are somewhere else, maybe in a file of the reader's; None where none is.

    HDF5 follows links to other files by itself, and reads any bytes of the disk as the values of a dataset.

    Raises:
        OSError: The file is damaged so much that its names cannot be read.
    """
    try:
        with h5py.File(path, "r", locking=False) as file:
            for name in names_in(file):
                with contextlib.suppress(*DAMAGE):  # what damage hides cannot be read either
                    if leads_elsewhere(file, name):
                        return name
    except FileNotFoundError:
        raise
    except DAMAGE as error:
        raise OSError(short(error)) from None
    return None


def read_netcdf(
    source: Path | IO[bytes], size: int, known: Mapping[str, str] | None = None
) -> tuple[Fields, dict[str, str]]:
    """Read a file, and tell which of its variables cannot be read, and why.

    No more is asked of the memory than the file itself has bytes.

    Args:
        source: The file.
        size: How many bytes it has.
        known: Variables that are known to be damaged, with the reason; they are not tried.

    Raises:
        OSError: The file is damaged so much that its names cannot be read.
    """
    read: dict[str, Labelled] = {}
    damage = dict(known or {})
    room = size + MAX_COMPRESSED_BYTES
    try:
        with h5py.File(source, "r", locking=False) as file:
            attributes = attributes_of(file)
            for name in names_in(file):
                if name in damage:
                    continue
                try:
                    labelled = _labelled(file[name], name, size, room)
                    room -= labelled.values.nbytes
                    read[name] = labelled
                except DAMAGE as error:
                    damage[name] = short(error)
    except FileNotFoundError:
        raise
    except DAMAGE as error:
        raise OSError(short(error)) from None
    damage |= _out_of_shape(read)
    read = {name: each for name, each in read.items() if name not in damage}
    beside = {word for each in read.values() for word in str(each.attributes.pop("coordinates", "")).split()}
    coordinates = {name: each for name, each in read.items() if each.dimensions == (name,) or name in beside}
    variables = {name: each for name, each in read.items() if name not in coordinates}
    return Fields(variables, coordinates, attributes), damage


def _out_of_shape(read: dict[str, Labelled]) -> dict[str, str]:
    """Variables that are not as long as their dimensions."""
    found: dict[str, str] = {}
    for name, labelled in read.items():
        for dimension, size in zip(labelled.dimensions, labelled.values.shape, strict=True):
            scale = read.get(dimension)
            if scale is None or scale.dimensions != (dimension,):
                found[name] = f"its dimension '{dimension}' is damaged"
            elif len(scale.values) != size:
                found[name] = f"it has {size} values along '{dimension}', which has {len(scale.values)}"
    return found


def _labelled(dataset: Any, name: str, size: int, room: int) -> Labelled:
    """A variable with the names of its dimensions."""
    attributes = attributes_of(dataset)
    if check_size(dataset, size) > room:
        raise OSError(f"all variables together take more than the {MAX_COMPRESSED_BYTES} bytes beyond the file's own")
    values = dataset.asstr()[...] if dataset.dtype.kind in "SO" else dataset[...]
    if dataset.is_scale:
        dimensions = (name,)
    else:
        dimensions = tuple((dimension[0].name or "").removeprefix("/") for dimension in dataset.dims)
    if len(dimensions) != values.ndim or not all(dimensions) or len(set(dimensions)) != len(dimensions):
        raise OSError("the names of its dimensions are damaged")
    return Labelled(dimensions, values, attributes)


def same_layout(path: Path, other: Path) -> bool:
    """Whether two files have the same variables, of the same type and, but for time, of the same shape."""

    def layout(file: Any) -> dict[str, Any]:
        return {
            str(name): (entry.dtype, entry.shape[1:] if _grows(file, entry) or name == _UNLIMITED else entry.shape)
            for name, entry in file.items()
        }

    try:
        with h5py.File(path, "r", locking=False) as one, h5py.File(other, "r", locking=False) as two:
            return layout(one) == layout(two)
    except DAMAGE:
        return False


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
        if not _allocated(file.fileno(), size) and shutil.disk_usage(path.parent).free < size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        file.write(parts[0].read_bytes())
    append_parts(path, parts[1:], attributes)


def _allocated(descriptor: int, size: int) -> bool:
    """Take room on the disk; tell whether the file system can."""
    if not hasattr(os, "posix_fallocate"):
        return False
    try:
        os.posix_fallocate(descriptor, 0, size)
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.EOPNOTSUPP, errno.ENOSYS):
            return False
        raise
    return True


def append_parts(target: Path | IO[bytes], parts: Sequence[Path], attributes: dict[str, str]) -> None:
    """Append files to one that is there, along time; what does not depend on time is that of the last.

    One file is read at a time.

    Args:
        target: The file, with the same variables.
        parts: What follows it.
        attributes: To set.
    """
    with h5py.File(target, "r+", locking=False) as file:
        first = int(file[_UNLIMITED].shape[0])
        total = first + sum(sample_count(part) for part in parts)
        along = [name for name, dataset in file.items() if name == _UNLIMITED or _grows(file, dataset)]
        for name in along:
            file[name].resize(total, axis=0)
        for part in parts:
            with h5py.File(part, "r", locking=False) as other:
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
