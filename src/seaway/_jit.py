"""The one door to numba.

``kernel`` is for what is inlined where it is called, ``part_kernel`` for a long one of which there are one or two
calls, and ``called_kernel`` for what is called, from Python or because it is long. ``point_kernel`` and ``loop_kernel``
are the first and the last for loops over points. ``batch_kernel`` is for a loop over the rows of a batch on all cores.
All are typed ``F -> F``, so that calls into compiled code are checked like any other.

What they settle for every kernel:

* No fast-math flag, so that row i of a batch has the bits of the single run i.
* A division by zero gives inf or nan, as in numpy: kernels never raise.
* Compiled code is kept on disk. numba renews the cache of a file that changes, but not of one whose kernels call a
  kernel in a changed file: it would run old physics. So the folder's name is a hash of all kernel sources, of this file
  and of the versions of Python and numba; an edit anywhere starts a new folder. The path of a file does not matter:
  environments with the same version of this package share what is compiled.
* That folder stands in ``$SEAWAY_CACHE_DIR``, or else in ``seaway`` below ``$XDG_CACHE_HOME`` or ``~/.cache``. Where it
  cannot be written, nothing is kept and each process compiles anew.
* The first compilation of a process is announced through ``logging``, once.
* ``NUMBA_DISABLE_JIT=1`` leaves the functions plain Python, for debugging.
"""

import functools
import hashlib
import logging
import os
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba as _numba
import numpy as _numpy
from llvmlite import ir as _ir  # type: ignore[reportMissingTypeStubs]
from numba import extending as _extending
from numba import prange
from numba.core import event as _event

__all__ = [
    "batch_kernel",
    "bits",
    "cache_folder",
    "called_kernel",
    "from_bits",
    "fused",
    "kernel",
    "loop_kernel",
    "part_kernel",
    "point_kernel",
    "prange",
]

F = TypeVar("F", bound=Callable[..., Any])

KERNELS = Path(__file__).parent / "kernels"

# numba's types are partly unknown, and differ from version to version: behind this door they are ours.
numba = cast("Any", _numba)
event = cast("Any", _event)
_llvm = cast("Any", _ir)
extending = cast("Any", _extending)

_log = logging.getLogger("seaway")

# The functions whose loops over points are packed, and not the arithmetic of one point.
_points: set[Callable[..., Any]] = set()

# The sources that gave the cache folder its name; those that were looked at again when their kernels were loaded, and
# whether one of them was another by then.
_hashed: dict[str, bytes] = {}
_seen: set[str] = set()
_changed = False

# numba's setting of what decides where a kernel is kept; there is none before 0.62.
_PLACES: Final = "CACHE_LOCATOR_CLASSES"

# Kernels make no arrays, so nothing need be counted: counting references of every array that is passed on took most of
# the time of a step.
_NO_ALLOCATION: Final = {"_nrt": False}


def kernel(function: F) -> F:
    """Compile a scalar kernel: floats, tuples and records in and out, inlined into its callers.

    It can only be called from compiled code: a third of the time to compile it went into the way from Python.
    """
    return _compiled(function, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_NO_ALLOCATION)


def called_kernel(function: F) -> F:
    """Compile a kernel that Python calls, or a long one that is seldom entered."""
    return _compiled(function, **_NO_ALLOCATION)


def part_kernel(function: F) -> F:
    """Compile a long part of a kernel where it is called, as if it were written there.

    It is not compiled by itself, which for the parts of a step took as long as the step.
    """
    return _compiled(function, inline="always", **_NO_ALLOCATION)


def point_kernel(function: F) -> F:
    """Compile what is worked out for every point of a loop: inlined, and left for that loop to pack."""
    _points.add(function)
    return kernel(function)


def loop_kernel(function: F) -> F:
    """Compile loops over points, which the compiler packs into vector instructions: called, from Python too.

    The arithmetic of one point is not packed by itself, for then the compiler no longer packs the loop.
    """
    _points.add(function)
    return called_kernel(function)


def _fused_in_python(a: float, b: float, c: float) -> float:
    return a * b + c


def _fused_compiled(_: Any, a: Any, b: Any, c: Any) -> Any:
    def instruction(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.fma(*arguments)

    return numba.float64(a, b, c), instruction


def _bits_in_python(x: float) -> Any:
    return _numpy.float64(x).view(_numpy.int64)


def _from_bits_in_python(bits: Any) -> float:
    return float(_numpy.int64(bits).view(_numpy.float64))


def _bits_compiled(_: Any, x: Any) -> Any:
    def instruction(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], _llvm.IntType(64))

    return numba.int64(x), instruction


def _from_bits_compiled(_: Any, bits: Any) -> Any:
    def instruction(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], _llvm.DoubleType())

    return numba.float64(bits), instruction


bits: Final[Callable[[float], Any]] = (
    _bits_in_python if numba.config.DISABLE_JIT else extending.intrinsic(_bits_compiled)
)
"""The 64 bits of a float as an integer. For kernels alone."""

from_bits: Final[Callable[[Any], float]] = (
    _from_bits_in_python if numba.config.DISABLE_JIT else extending.intrinsic(_from_bits_compiled)
)
"""The float of 64 bits. For kernels alone."""

fused: Final[Callable[[float, float, float], float]] = (
    _fused_in_python if numba.config.DISABLE_JIT else extending.intrinsic(_fused_compiled)
)
"""a b + c, rounded once: one instruction, and the same digits wherever it is compiled. For kernels alone."""


def batch_kernel(function: F) -> F:
    """Compile a kernel that loops with ``prange`` over the leading axis of its arrays, on all cores."""
    return _compiled(function, parallel=True)


@functools.cache
def cache_folder() -> Path | None:
    """The folder of this version's compiled kernels, made if need be; None where it cannot be written."""
    digest = hashlib.sha256(f"{numba.__version__} {platform.python_version()}".encode())
    for source in (Path(__file__), *sorted(KERNELS.rglob("*.py"))):
        _hashed[str(source)] = source.read_bytes()
        digest.update(source.name.encode() + b"\0" + _hashed[str(source)] + b"\0")
    root = os.environ.get("SEAWAY_CACHE_DIR") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "seaway"
    try:
        folder = Path(root).expanduser() / f"kernels-{digest.hexdigest()[:16]}"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None
    return folder if os.access(folder, os.W_OK) else None


def _place(function: Callable[..., Any]) -> Path | None:
    """Where a function is kept, if anywhere.

    The folder has its name from the sources at the first kernel. A source that is another one when its own kernels are
    loaded, maybe long after, must not go there, nor what calls it: from then on nothing is kept.
    """
    global _changed
    folder, file = cache_folder(), function.__code__.co_filename
    if file in _hashed and file not in _seen:
        _seen.add(file)
        _changed = _changed or Path(file).read_bytes() != _hashed[file]
    return None if _changed else folder


def _compiled(function: F, **options: bool | str) -> F:
    folder = _place(function)
    # numba reads its cache folder when a function is decorated; the user's own setting is for the user's own kernels.
    users_folder, users_places = numba.config.CACHE_DIR, getattr(numba.config, _PLACES, None)
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)
        if users_places is not None and function.__code__.co_filename in _hashed:
            setattr(numba.config, _PLACES, f"{__name__}.KernelPlace")
    try:
        return numba.njit(cache=folder is not None, error_model="numpy", nogil=True, **options)(function)
    finally:
        numba.config.CACHE_DIR = users_folder
        if users_places is not None:
            setattr(numba.config, _PLACES, users_places)


class KernelPlace:
    """Where numba keeps a kernel: in the folder of all, whose name tells the sources; see its ``_CacheLocator``.

    numba before 0.62 does not ask for it, and keeps kernels by the path of their file.
    """

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno
        self._folder = str(numba.config.CACHE_DIR)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "KernelPlace":
        """The place of a function in a file."""
        return cls(py_func, py_file)

    def ensure_cache_path(self) -> None:
        """The folder is made by ``cache_folder``; it may have been deleted since."""
        Path(self._folder).mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """The folder."""
        return self._folder

    def get_source_stamp(self) -> str:
        """All sources are in the folder's name."""
        return ""

    def get_disambiguator(self) -> str:
        """What tells functions of one name apart."""
        return str(self._line)


class _Compilation(_event.Listener):
    """Tells once that kernels are being compiled, and so why the first call takes seconds; packs their arithmetic."""

    announced = False

    def __init__(self) -> None:
        self.users_settings: list[int] = []

    def on_start(self, event: Any) -> None:
        self.users_settings.append(numba.config.SLP_VECTORIZE)
        dispatcher = event.data["dispatcher"]
        if not dispatcher.__module__.startswith("seaway."):
            return
        # Pack neighbouring products of matrices into vector instructions: a third faster, and the same digits.
        numba.config.SLP_VECTORIZE = int(dispatcher.py_func not in _points)
        if not self.announced:
            self.announced = True
            _log.info("Compiling kernels on first use; kept in %s for the next", cache_folder() or "memory only")

    def on_end(self, event: Any) -> None:
        numba.config.SLP_VECTORIZE = self.users_settings.pop()


event.register("numba:compile", _Compilation())
