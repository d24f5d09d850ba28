"""The interface to numba: how kernels are compiled, and where compiled code is kept.

``kernel`` is for functions that only compiled code calls, ``called_kernel`` for those that Python calls too.
``shared_kernel`` is for long functions that several steps share, ``part_kernel`` for long ones with a single caller;
``point_kernel``, ``loop_kernel``, ``shared_loop_kernel`` and ``called_loop_kernel`` are for loops over points. All are
typed ``F -> F``, so that pyright checks calls into compiled code like any other.

Every kernel is compiled with the same settings:

* No fast-math flag, so that run i of a batch has the bits of the single run i.
* A division by zero gives inf or nan, as in numpy: kernels never raise.
* Compiled code is kept on disk, in a folder whose name is a hash of all kernel sources, of this file, of ``_lanes`` and
  of the versions of Python, numba and llvmlite. numba's own cache runs old code when a kernel in another file changes.
  Each file has a checksum; a truncated or damaged one is compiled again. Files are written under another name first, so
  that several processes may start at once.
* The folder is in ``$SEAWAY_CACHE_DIR``; default: in ``seaway`` below ``$XDG_CACHE_HOME`` or ``~/.cache``. If it is not
  writable, or the disk is full, nothing is kept and each process compiles again.
* ``NUMBA_DISABLE_JIT=1`` leaves the functions plain Python, for debugging.
"""

import contextlib
import functools
import gc
import hashlib
import importlib
import os
import pickle
import platform
import uuid
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import llvmlite as _llvmlite  # type: ignore[reportMissingTypeStubs]
import numba as _numba
import numpy as np
from numba import extending as _extending
from numba.core import codegen as _codegen
from numba.core import compiler as _compiler
from numba.core import errors as _errors
from numba.core import event as _event
from numba.core import registry as _registry
from numba.core import serialize as _serialize

__all__ = [
    "PLAIN",
    "CompilationError",
    "KernelCache",
    "cache_folder",
    "called_kernel",
    "called_loop_kernel",
    "compiled",
    "extending",
    "kept_folder",
    "kernel",
    "loop_kernel",
    "numba",
    "part_kernel",
    "point_kernel",
    "shared_kernel",
    "shared_loop_kernel",
    "type_of",
    "watched_compilation",
    "without_collection",
    "write_whole",
]

F = TypeVar("F", bound=Callable[..., Any])

SOURCE: Final = Path(__file__).parent

# numba's types are partly unknown, and differ from version to version.
numba = cast("Any", _numba)
extending = cast("Any", _extending)
_codegen_module, _compiler_module = cast("Any", _codegen), cast("Any", _compiler)
_event_module, _registry_module = cast("Any", _event), cast("Any", _registry)

CompilationError = cast("type[Exception]", _errors.NumbaError)
"""Raised when a function does not compile."""

PLAIN: Final = bool(numba.config.DISABLE_JIT)
"""Whether kernels are left plain Python."""

_MAGIC: Final = b"seaway-kernel-1\n"
_DIGEST: Final = 32

# Functions whose loops over points are packed, not the arithmetic of one point; and those of ``part_kernel``.
_points: set[Callable[..., Any]] = set()
_parts: set[Callable[..., Any]] = set()

# Sources that gave the cache folder its name; those compared again when their kernels were loaded; whether one had
# changed by then.
_hashed: dict[str, bytes] = {}
_seen: set[str] = set()
_changed = False

# Kernels allocate no arrays, so references need no counting, which took most of the time of a step.
# Inlining is set for each: by default a function inherits it from the one for which it is first compiled.
_OPTIONS: Final = {"error_model": "numpy", "nogil": True, "_nrt": False, "forceinline": False}
_INSIDE: Final[dict[str, Any]] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def kernel(function: F) -> F:
    """Compile a kernel that only compiled code calls: floats or lanes, tuples and views in and out."""
    return compiled(function, **_INSIDE)


def part_kernel(function: F) -> F:
    """Compile a long kernel with a single caller, into which it is inlined; it is optimised there, not by itself."""
    _parts.add(function)
    return compiled(function, forceinline=True, **_INSIDE)


def point_kernel(function: F) -> F:
    """Compile what is computed at every point of a loop: inlined, and left to that loop to pack."""
    _points.add(function)
    return compiled(function, forceinline=True, **_INSIDE)


def called_kernel(function: F) -> F:
    """Compile a kernel that Python calls too; it is kept by itself."""
    return compiled(function, keep=_folder_for(function))


def shared_kernel(function: F) -> F:
    """Compile a long kernel that several steps share and Python does not call; it is kept by itself."""
    return compiled(function, keep=_folder_for(function), **_INSIDE)


def shared_loop_kernel(function: F) -> F:
    """Compile loops over points that several steps share and Python does not call; it is kept by itself."""
    _points.add(function)
    return shared_kernel(function)


def loop_kernel(function: F) -> F:
    """Compile loops over points, which the compiler packs into vector instructions.

    The arithmetic of one point is not packed by itself: then the compiler would no longer pack the loop.
    """
    _points.add(function)
    return kernel(function)


def called_loop_kernel(function: F) -> F:
    """Compile loops over points that Python calls too; it is kept by itself."""
    _points.add(function)
    return called_kernel(function)


def compiled(function: F, keep: Path | None = None, key: str = "", **options: bool | str) -> F:
    """Compile a function with the settings of all kernels.

    Args:
        function: Plain Python.
        keep: Folder in which compiled code is kept; default: none.
        key: Identifies what else the compiled code depends on.
        options: Further options of ``numba.njit``.
    """
    if PLAIN:
        return function
    _folder_for(function)  # looks whether its source has changed
    dispatcher = numba.njit(**{**_OPTIONS, **options})(function)
    if keep is not None:
        dispatcher._cache = KernelCache(keep, function, key)
    return dispatcher


@functools.cache
def cache_folder() -> Path | None:
    """The folder of this version's compiled kernels, created if missing; None if it is not writable."""
    versions = f"{numba.__version__} {_llvmlite.__version__} {platform.python_version()}"
    digest = hashlib.sha256(versions.encode())
    for source in (Path(__file__), SOURCE / "_lanes.py", *sorted((SOURCE / "kernels").rglob("*.py"))):
        _hashed[str(source)] = source.read_bytes()
        digest.update(source.name.encode() + b"\0" + _hashed[str(source)] + b"\0")
    root = os.environ.get("SEAWAY_CACHE_DIR") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "seaway"
    try:
        folder = Path(root).expanduser() / f"kernels-{digest.hexdigest()[:16]}"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None
    return folder if os.access(folder, os.W_OK) else None


def kept_folder() -> Path | None:
    """The folder of this version's compiled kernels, unless sources have changed since it was named."""
    folder = cache_folder()
    return None if _changed else folder


def _folder_for(function: Callable[..., Any]) -> Path | None:
    """Folder in which a function is kept, if any.

    The folder is named after the sources as they are at the first kernel. If a source has changed by the time its own
    kernels are loaded, neither they nor their callers may be kept there: from then on nothing is.
    """
    global _changed
    cache_folder()
    file = function.__code__.co_filename
    if file in _hashed and file not in _seen:
        _seen.add(file)
        _changed = _changed or Path(file).read_bytes() != _hashed[file]
    return kept_folder()


@functools.cache
def _import_array_functions() -> None:
    """Import numba's array functions without ``scipy.linalg``, which takes as long as all of numba.

    numba imports ``scipy.linalg`` only to see whether BLAS is there. This is safe to skip: SciPy is a dependency of
    Seaway, and numba checks again whenever it compiles a function that needs BLAS.
    """
    linalg = cast("Any", importlib.import_module("numba.np.linalg"))
    checked = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        arraymath = cast("Any", importlib.import_module("numba.np.arraymath"))
    finally:
        linalg.ensure_blas = checked
    arraymath.ensure_blas = checked


class KernelCache:
    """Keeps the compiled code of one function, a file for each signature; see numba's ``Cache``.

    Args:
        folder: Folder named after the sources.
        function: The function that is compiled.
        key: Identifies what else the compiled code depends on.
    """

    def __init__(self, folder: Path, function: Callable[..., Any], key: str = ""):
        self.cache_path = str(folder)
        code = function.__code__
        self._stem = f"{Path(code.co_filename).stem}.{function.__name__}"
        self._key = f"{self._stem} {code.co_firstlineno} {key}"

    def _file(self, signature: Any, context: Any) -> Path:
        machine = context.codegen().magic_tuple()
        digest = hashlib.sha256(f"{self._key} {signature} {machine}".encode()).hexdigest()
        return Path(self.cache_path) / f"{self._stem}-{digest[:16]}.bin"

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Load compiled code; None if there is none, or it is damaged."""
        _import_array_functions()
        context.refresh()
        try:
            content = self._file(signature, context).read_bytes()
        except OSError:
            return None
        head = len(_MAGIC) + _DIGEST
        if content[:head] != _MAGIC + hashlib.sha256(content[head:]).digest():
            return None
        try:
            return _compiler_module.CompileResult._rebuild(context, *pickle.loads(content[head:]))  # noqa: S301 - ours
        except Exception:  # noqa: BLE001 - e.g. of a module that is gone; it is compiled again
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep compiled code, if possible."""
        if result.library.has_dynamic_globals:
            return
        content = cast("Any", _serialize).dumps(result._reduce())
        with contextlib.suppress(OSError):
            file = self._file(signature, result.target_context)
            write_whole(file, _MAGIC + hashlib.sha256(content).digest() + content)

    def flush(self) -> None:
        """Do nothing: every file is written at once."""


def type_of(argument: Any) -> Any:
    """The compiler's type of an argument of a step: a contiguous array or a number.

    ``numba.typeof`` would make read-only arrays a type of their own, for which the step would be compiled again.
    """
    if isinstance(argument, np.ndarray):
        given = cast("Any", argument)
        return numba.types.Array(numba.from_dtype(given.dtype), given.ndim, "C")
    return numba.typeof(argument)


def write_whole(file: Path, content: bytes) -> None:
    """Write a file of the cache atomically."""
    part = file.with_name(f"{file.name}.{uuid.uuid4().hex[:12]}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)  # it may have been deleted since
        part.write_bytes(content)
        part.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


class _LinkedLibrary(_codegen_module.JITCodeLibrary):
    """Optimised code of a kernel that only compiled code calls.

    It is linked into its callers and never runs by itself, so no machine code is made of it; that would take a sixth of
    the time of a compilation.
    """

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, _: str) -> int:
        """Return 0: there is no machine code."""
        self._ensure_finalized()
        return 0


class _PartLibrary(_LinkedLibrary):
    """Code of a kernel that is optimised within its caller."""

    def _optimize_final_module(self) -> None:
        pass


def _no_environment(*_: object) -> None:
    """Set no environment, which only machine code has."""


class _Compilation(_event.Listener):
    """Sets how kernels are compiled, and notifies watchers of each that is compiled."""

    def __init__(self) -> None:
        self.watchers: list[tuple[Callable[[], object], Callable[[], object]]] = []
        self._before: list[tuple[int, dict[str, Any]]] = []

    @functools.cached_property
    def _generator(self) -> dict[str, Any]:
        """Attributes of numba's code generator."""
        return cast("dict[str, Any]", vars(_registry_module.cpu_target.target_context.codegen()))

    def _link(self, settings: dict[str, Any]) -> None:
        for name in ("_library_class", "set_env"):
            self._generator.pop(name, None)
        self._generator.update(settings)

    def on_start(self, event: Any) -> None:
        linked = {name: self._generator[name] for name in ("_library_class", "set_env") if name in self._generator}
        self._before.append((numba.config.SLP_VECTORIZE, linked))
        self._link({})
        for _, began in self.watchers:
            began()
        dispatcher = event.data["dispatcher"]
        options = dispatcher.targetoptions
        if options.get("error_model") != "numpy" or "_nrt" not in options:
            return  # not ours
        # Pack neighbouring products of matrices into vector instructions: a third faster, and the same digits.
        numba.config.SLP_VECTORIZE = int(dispatcher.py_func not in _points)
        if "no_cpython_wrapper" in options and not isinstance(dispatcher._cache, KernelCache):
            library = _PartLibrary if dispatcher.py_func in _parts else _LinkedLibrary
            self._link({"_library_class": library, "set_env": _no_environment})

    def on_end(self, event: Any) -> None:
        numba.config.SLP_VECTORIZE, linked = self._before.pop()
        self._link(linked)
        for ended, _ in self.watchers:
            ended()


_compilation: Final = _Compilation()
_event_module.register("numba:compile", _compilation)


@contextlib.contextmanager
def watched_compilation(ended: Callable[[], object], began: Callable[[], object]) -> Generator[None]:
    """Call ``began`` before the first kernel that is compiled, and ``ended`` after each."""
    called: list[bool] = []

    def first() -> None:
        if not called:
            called.append(True)
            began()

    watcher = (ended, first)
    _compilation.watchers.append(watcher)
    try:
        yield
    finally:
        _compilation.watchers.remove(watcher)


@contextlib.contextmanager
def without_collection() -> Generator[None]:
    """Do not collect garbage meanwhile: with all that the compiler creates, that takes a tenth of its time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
