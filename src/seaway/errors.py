"""Exceptions, warnings and findings.

The tree of what Seaway raises::

    SeawayError
    ├── SdfError                            a file that is not valid SDFormat
    ├── MeshError (ValueError)              a mesh that has no inside
    ├── ModelError (ValueError)             a vehicle, frame or inertia that cannot be
    ├── ScenarioError (ValueError)          a scenario that cannot be run
    ├── SimulationError (RuntimeError)      a run that failed
    └── MissingDependencyError (ImportError)
    SeawayWarning (UserWarning)             works, but look at it

A message says what, where, the rule, the value got, and what to do. A ``Finding`` is the same as a value, for checks
that go on after the first problem.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = [
    "Finding",
    "MeshError",
    "MissingDependencyError",
    "ModelError",
    "ScenarioError",
    "SdfError",
    "SeawayError",
    "SeawayWarning",
    "SimulationError",
]


class SeawayError(Exception):
    """Base of all that Seaway raises on purpose."""


class SdfError(SeawayError):
    """A file that is not valid SDFormat.

    Args:
        message: The rule, the value got, and what to do.
        path: The file.
        line: The line in it, from 1.
        element: The element, e.g. ``"mass"``.
    """

    def __init__(
        self, message: str, *, path: str | Path | None = None, line: int | None = None, element: str | None = None
    ):
        self.message = message
        self.path = path
        self.line = line
        self.element = element
        super().__init__(_located(path, line, message))


class MeshError(SeawayError, ValueError):
    """A mesh that does not bound a volume: open edges, inverted faces, no volume."""


class ModelError(SeawayError, ValueError):
    """A description that no physical body fits, e.g. a mass matrix that is not positive definite."""


class ScenarioError(SeawayError, ValueError):
    """A scenario that cannot be run."""


class SimulationError(SeawayError, RuntimeError):
    """A run that failed; names the rows, the time and the cause.

    Args:
        message: What happened, where, and what to do.
        rows: The rows that stopped.
        recording: What was recorded until then; None where nothing was.
    """

    def __init__(self, message: str, *, rows: tuple[int, ...] = (), recording: object = None):
        self.rows = rows
        self.recording = recording
        super().__init__(message)


class MissingDependencyError(SeawayError, ImportError):
    """A package that only some users need is absent.

    Args:
        package: The package that could not be imported.
        extra: The extra of Seaway that brings it.
    """

    def __init__(self, package: str, extra: str):
        self.package = package
        self.extra = extra
        super().__init__(f"{package} is needed for this and is not installed; try: pip install 'seaway[{extra}]'")

    def __reduce__(self) -> tuple[type["MissingDependencyError"], tuple[str, str]]:
        return type(self), (self.package, self.extra)  # so that it can leave a worker process


class SeawayWarning(UserWarning):
    """What works but deserves a look."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check found.

    Attributes:
        severity: ``"error"`` changes or forbids the physics, ``"warning"`` does not.
        path: The file, or None for a description made in Python.
        line: The line in it, from 1, or None.
        rule: A short stable name of the rule, e.g. ``"added-mass-positive-definite"``.
        message: What is wrong, the value got, and what to do.
    """

    severity: Literal["error", "warning"]
    path: str | Path | None
    line: int | None
    rule: str
    message: str

    def __str__(self) -> str:
        return _located(self.path, self.line, f"{self.severity}: {self.message} [{self.rule}]")


def _located(path: str | Path | None, line: int | None, message: str) -> str:
    if path is None:
        return message
    return f"{path}: {message}" if line is None else f"{path}:{line}: {message}"
