"""Python files that a scenario names: run only with the user's word."""

import hashlib
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from seaway._files import Files
from seaway.errors import ScenarioError
from seaway.parts import RefusedError

MAX_CODE_BYTES: Final = 2**20
"""Most bytes of a Python file that a scenario names."""

# Files that were run in this process: a file that has not changed runs once, so that its classes stay the same.
_modules: dict[tuple[Path, bytes], ModuleType] = {}


def own_class(use: str, base: type[Any], allowed: bool, found: Callable[[str], Path], files: Files) -> type[Any]:
    """The class that ``"file.py:Class"`` names.

    Args:
        use: Name of the file, beside the scenario or below a folder that the user gave, and of the class.
        base: What it must be derived from.
        allowed: Whether the user allows code of files to run.
        found: Finds the file.
        files: Where it is read from.

    Raises:
        RefusedError: It is not allowed, there is no such file or class, or the file fails.
    """
    name, _, wanted = use.rpartition(":")
    if not name.endswith(".py") or not wanted.isidentifier():
        raise RefusedError(f'must be "file.py:Class", got {use!r}', "wrong-value")
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
    cls = getattr(_module(path, content), wanted, None)
    if not isinstance(cls, type) or not issubclass(cls, base) or cls is base:
        what = "has no class" if cls is None else "has no subclass of Force"
        raise RefusedError(f"names '{name}', which {what} '{wanted}'", "unknown-name")
    return cls


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
            line = next(
                (f.lineno for f in reversed(traceback.extract_tb(error.__traceback__)) if f.filename == str(path)), None
            )
            line = error.lineno if isinstance(error, SyntaxError) else line
            place = f"{path.name}:{line}" if line else path.name
            raise RefusedError(f"runs {place}, which fails: {type(error).__name__}: {error}", "code-failed") from None
        _modules[key] = module
    return _modules[key]
