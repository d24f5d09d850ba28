"""Python files that a scenario names: run only with the user's word."""

import hashlib
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from seaway._files import Files
from seaway.errors import ScenarioError
from seaway.parts import RefusedError, near

MAX_CODE_BYTES: Final = 2**20
"""Most bytes of a Python file that a scenario names."""

# Files that were run in this process: a file that has not changed runs once, so that its classes stay the same.
_modules: dict[tuple[Path, bytes], ModuleType] = {}


def own_class(use: str, base: type[Any], allowed: bool, found: Callable[[str], Path], files: Files) -> type[Any]:
    """The class that ``"file.py:Class"`` names.

    Args:
        use: As for ``own_object``.
        base: Required base class.
        allowed: As for ``own_object``.
        found: As for ``own_object``.
        files: As for ``own_object``.

    Raises:
        RefusedError: As ``own_object``; or it is no subclass of ``base``.
    """
    cls, _ = own_object(use, allowed, found, files)
    if not isinstance(cls, type) or not issubclass(cls, base) or cls is base:
        name, _, wanted = use.rpartition(":")
        raise RefusedError(f"names '{name}', which has no subclass of {base.__name__} '{wanted}'", "unknown-name")
    return cls


def own_object(
    use: str, allowed: bool, found: Callable[[str], Path], files: Files
) -> tuple[Any, Callable[[BaseException], str]]:
    """The class, function or object that ``"file.py:Name"`` names.

    Args:
        use: File, beside the scenario or below a folder that the user gave, and name in it.
        allowed: Whether the user allows code of files to run.
        found: Finds the file.
        files: Where it is read from.

    Returns:
        The object; and what names file and line of an exception of its.

    Raises:
        RefusedError: It is not allowed, there is no such file or name, or the file fails.
    """
    name, _, wanted = use.rpartition(":")
    if not name.endswith(".py") or not wanted.isidentifier():
        raise RefusedError(f'must be "file.py:Name", got {use!r}', "wrong-value")
    if not allowed:
        allow = "allow it with --allow-code, or allow_code=True in Python"
        raise RefusedError(f"runs Python code of '{name}'; if you trust it, {allow}", "code-refused")
    try:
        path = found(name)
        content = files.read(path, MAX_CODE_BYTES)
    except ScenarioError as error:
        raise RefusedError(str(error), "missing-file") from None
    except OSError as error:
        raise RefusedError(f"names '{name}', which cannot be read: {error.strerror or error}", "missing-file") from None
    module = _module(path, content)
    if not hasattr(module, wanted):
        names = [each for each, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]
        hint = near(wanted, names) or (f"; there are: {', '.join(names)}" if names else "")
        raise RefusedError(f"names '{name}', which has no '{wanted}'{hint}", "unknown-name")
    return getattr(module, wanted), partial(_explained, path)


def _explained(path: Path, error: BaseException) -> str:
    """An exception of a user's file: file, line, kind and message."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    line = next((frame.lineno for frame in frames if frame.filename == str(path)), None)
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == str(path) else line
    return f"{path.name}{f':{line}' if line else ''}: {type(error).__name__}: {error}"


def _module(path: Path, content: bytes) -> ModuleType:
    key = (path, hashlib.sha256(content).digest())
    if key not in _modules:
        module = ModuleType(f"seaway_code_{key[1].hex()[:12]}")
        module.__file__ = str(path)
        sys.modules[module.__name__] = module  # so that its classes can be pickled within this process
        try:
            exec(compile(content, str(path), "exec"), module.__dict__)  # noqa: S102 - the user allows it
        except Exception as error:  # noqa: BLE001 - whatever the user's file raises
            del sys.modules[module.__name__]
            raise RefusedError(f"runs code that fails: {_explained(path, error)}", "code-failed") from None
        _modules[key] = module
    return _modules[key]
