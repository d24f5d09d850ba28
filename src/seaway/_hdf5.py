"""Safe reading of HDF5 files that may be damaged or malicious.

A damaged file may make HDF5 exhaust the memory, loop forever, or crash the process. A file without a valid checksum is
therefore read by another process first, with limited time and memory. That process runs only this file and imports
nothing else of Seaway, to start quickly.
"""

import contextlib
import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

import h5py as _h5py  # pyright: ignore[reportMissingTypeStubs]

# h5py has no types.
h5py = cast("Any", _h5py)

MAX_COMPRESSED_BYTES: Final = 2**30
"""Largest size of a compressed variable when it is read: 1 GB. Seaway itself does not compress."""

_USUAL: Final = (OSError, RuntimeError, LookupError, ValueError, TypeError, AttributeError)
DAMAGE: Final = (*_USUAL, ArithmeticError, MemoryError, AssertionError)
"""Exceptions that h5py raises for damaged files."""

# Attributes by which NetCDF-4 stores dimensions.
_OF_NETCDF: Final = frozenset(
    ("CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST", "_NCProperties", "_Netcdf4Dimid", "_Netcdf4Coordinates")
)
# Limits far above those of any recording.
_MOST_VARIABLES: Final = 10_000
_MOST_ATTRIBUTES: Final = 1000
_LARGEST_ATTRIBUTE: Final = 2**20
# Values that are read at once.
_AT_ONCE: Final = 2**20
# What the other process may take: time [s] and memory [bytes], each besides what goes with the size of the files.
_SECONDS: Final = 10.0
_BYTES_A_SECOND: Final = 20e6
_MEMORY: Final = 2**30
# Files for one process, and processes that may fail before the rest is given up.
_FILES: Final = 200
_FAILURES: Final = 10


def damages_of(files: Sequence[Path]) -> dict[Path, dict[str, str]]:
    """Read files completely in another process, and find the variables that cannot be read.

    Args:
        files: Existing files.

    Returns:
        The reason by file and variable; the variable ``""`` means the whole file.
    """
    found: dict[Path, dict[str, str]] = {}
    # Every thread of a library for linear algebra would take address space that the limit counts.
    alone = {**os.environ, **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")}
    failures = 0
    while len(found) < len(files):
        left = files[len(found) : len(found) + _FILES]
        size = sum(file.stat().st_size for file in left)
        words = [sys.executable, "-P", __file__, str(_MEMORY + 3 * size), *map(str, left)]
        why = "HDF5 crashes on it"
        try:
            done = subprocess.run(  # noqa: S603 - this very file, by this very Python
                words, stdout=subprocess.PIPE, timeout=_SECONDS + size / _BYTES_A_SECOND, check=False, env=alone
            )
            output = done.stdout
        except subprocess.TimeoutExpired as error:
            why, output = "HDF5 does not finish reading it", error.stdout or b""
        except OSError as error:
            why, output = f"no process could be started to check it: {error}", b""
        told = [json.loads(line) for line in output.split(b"\n")[:-1]]  # a line for each file that was read
        found |= dict(zip(left, told, strict=False))
        if len(told) < len(left):
            found[left[len(told)]] = {"": why}
            failures += 1
        if failures > _FAILURES:
            found |= {file: {"": "too many files before it are damaged"} for file in files[len(found) :]}
    return found


def _examined(path: Path) -> dict[str, str]:
    """Read a file completely, in pieces; see ``damages_of``."""
    damage: dict[str, str] = {}
    try:
        with h5py.File(path, "r", locking=False) as file:
            attributes_of(file)
            for name in names_in(file):
                try:
                    if leads_elsewhere(file, name):
                        raise OSError("it is a group or a link to another file")
                    attributes_of(file[name])
                    check_size(file[name], path.stat().st_size)
                    for piece in _pieces(file[name].shape):
                        file[name][piece]
                    for dimension in file[name].dims:
                        [scale.shape for scale in dimension.values()]
                except DAMAGE as error:
                    damage[name] = short(error)
    except DAMAGE as error:
        damage[""] = short(error)
    return damage


def leads_elsewhere(file: Any, name: str) -> bool:
    """Whether a name is a group, or refers to values in another file, which is not opened."""
    if not isinstance(file.get(name, getlink=True), h5py.HardLink):
        return True
    entry = file[name]
    return not isinstance(entry, h5py.Dataset) or entry.external is not None or entry.is_virtual


def names_in(file: Any) -> list[str]:
    """Names of the entries of a file.

    Raises:
        OSError: There are too many.
    """
    names = [str(name) for name in file]
    if len(names) > _MOST_VARIABLES:
        raise OSError(f"a recording has at most {_MOST_VARIABLES} variables, this one has {len(names)}")
    return names


def check_size(dataset: Any, size: int) -> int:
    """Check the type of a variable, and that it has no more values than the file has bytes.

    Returns:
        Number of bytes of the values.
    """
    if not isinstance(dataset, h5py.Dataset):
        raise OSError("it is not a variable")
    kind = dataset.dtype.kind
    if kind not in "fiuSO" or (kind == "O" and h5py.check_string_dtype(dataset.dtype) is None):
        raise OSError(f"its values are of the type {dataset.dtype}")
    stored = int(dataset.id.get_storage_size())
    wanted = _count(dataset.shape) * dataset.dtype.itemsize
    chunk = 0 if dataset.chunks is None else _count(dataset.chunks) * dataset.dtype.itemsize
    compressed = dataset.id.get_create_plist().get_nfilters() > 0
    limit = MAX_COMPRESSED_BYTES if compressed else min(size, stored)
    if wanted > limit or (wanted and chunk > limit):
        held = f"at most {limit} are allowed" if compressed else f"the file has {limit} for it"
        raise OSError(f"its shape {dataset.shape} takes {max(wanted, chunk)} bytes, {held}")
    return wanted


def attributes_of(entry: Any) -> dict[str, Any]:
    """Attributes of a file or variable, without those of NetCDF itself."""
    if len(entry.attrs) > _MOST_ATTRIBUTES:
        raise OSError(f"it has {len(entry.attrs)} attributes")
    read: dict[str, Any] = {}
    for name in entry.attrs:
        if name in _OF_NETCDF:
            continue
        size = int(h5py.h5a.open(entry.id, name.encode("utf-8", "surrogateescape")).get_storage_size())
        if size > _LARGEST_ATTRIBUTE:
            raise OSError(f"its attribute '{name:.60}' takes {size} bytes")
        value = entry.attrs[name]
        read[str(name)] = value.decode() if isinstance(value, bytes) else value
    return read


def _pieces(shape: tuple[int, ...]) -> list[Any]:
    """Slices of limited size along the first axis."""
    step = max(1, _AT_ONCE // max(1, _count(shape[1:])))
    return [slice(start, start + step) for start in range(0, shape[0], step)] if shape else [()]


def _count(shape: tuple[int, ...]) -> int:
    """Number of values, as a Python int, which does not overflow."""
    return math.prod(int(size) for size in shape)


def short(error: BaseException) -> str:
    """Message of an error in one line of at most 160 characters."""
    words = " ".join(str(error).split()) or type(error).__name__
    return words if len(words) <= 160 else f"{words[:157]}..."


def _main(memory: int, files: Sequence[str]) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # there are no such limits on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for file in files:
        sys.stdout.write(json.dumps(_examined(Path(file))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _main(int(sys.argv[1]), sys.argv[2:])
