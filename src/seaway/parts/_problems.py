"""Problems of parts, and the context in which tables are read."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from seaway.errors import ModelError

Key = tuple[str | int, ...]
"""Location of a value: ``("thruster", 0, "position", 2)``."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a part.

    Attributes:
        key: Location within the part, in terms of the constructor or table.
        rule: Short stable name of the rule: ``"out-of-range"``, ``"unknown-key"``, ``"conflict"`` ...
        about: Subject of the message: ``"the diameter of thruster 'port'"``.
        reason: Rest of the message: ``"must be >= 0 [m], got -1"``.
        conflict: Whether the reason is a sentence of its own about several fields.
    """

    key: Key
    rule: str
    about: str
    reason: str
    conflict: bool = False

    @property
    def message(self) -> str:
        """Complete message for a Python user."""
        return self.told_of(self.about)

    def told_of(self, subject: str) -> str:
        """Complete message with another subject, e.g. a dotted key of a file."""
        word, _, rest = self.reason.partition(" ")
        if self.conflict and f".{subject}".endswith(f".{word}"):  # a sentence that begins with its subject
            return f"{subject} {rest}"
        if self.conflict:  # "sea: waves need a surface", but "the density of a sea must be ..."
            return f"{subject.removeprefix('a ').removeprefix('an ')}: {self.reason}"
        return f"{subject} {self.reason}"

    def within(self, *outer: str | int) -> "Problem":
        """The same problem, seen from a part that holds this one."""
        return replace(self, key=(*outer, *self.key))


class PartError(ModelError):
    """All problems of a part, one per line.

    Attributes:
        problems: The problems, each with its key, rule and message.
    """

    __module__ = "seaway.parts"  # as tracebacks name it

    def __init__(self, problems: Sequence[Problem]):
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.message for problem in problems))

    def __reduce__(self) -> Any:
        return type(self), (self.problems,)


class RefusalError(Exception):
    """A value is refused, for one reason or several."""

    def found(self, about: str, *outer: str | int) -> list[Problem]:
        """The problems, seen from the part that holds the value; ``about`` is the subject if there is one."""
        raise NotImplementedError


class RefusedError(RefusalError):
    """A value violates the rule of its field."""

    def __init__(self, reason: str, rule: str = "wrong-value", index: tuple[int, ...] = ()):
        self.rule, self.index = rule, index
        super().__init__(reason)

    def found(self, about: str, *outer: str | int) -> list[Problem]:
        return [Problem((*outer, *self.index), self.rule, about, str(self))]


class RefusedPartsError(RefusalError):
    """Nested parts of a field have problems."""

    def __init__(self, problems: Sequence[Problem]):
        self.problems = tuple(problems)
        super().__init__()

    def found(self, about: str, *outer: str | int) -> list[Problem]:
        return [problem.within(*outer) for problem in self.problems]


def each_of(items: Iterable[tuple[Key, str, Any]], made: Callable[[Any], Any]) -> list[Any]:
    """Convert each item, given with its location and the subject of messages.

    Raises:
        RefusedPartsError: Some items have problems; the error holds all of them.
    """
    results, problems = list[Any](), list[Problem]()
    for place, about, item in items:
        try:
            results.append(made(item))
        except RefusalError as error:
            problems += error.found(about, *place)
    if problems:
        raise RefusedPartsError(problems)
    return results


@dataclass(frozen=True)
class Reading:
    """Context in which the tables of a file are read.

    Attributes:
        frd: Whether values are in Fossen's notation: forward-right-down axes, and derivatives that are negative when
            they dissipate.
        annotated: Whether each table may have the keys ``source`` and ``convention``.
        density: Density of the water, used for values computed from a shape [kg/m3].
        gravity: Acceleration of gravity, used to convert forces to masses or volumes [m/s2].
        context: Objects that fields of other packages need, e.g. to open files.
    """

    frd: bool = False
    annotated: bool = False
    density: float = 1025.0
    gravity: float = 9.80665
    context: Any = field(default=None, compare=False)
