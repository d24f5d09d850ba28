"""What is wrong with a part, and what tables are read with."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from seaway.errors import ModelError

Key = tuple[str | int, ...]
"""Where a value stands: ``("thruster", 0, "position", 2)``."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a part.

    Attributes:
        key: Where, within the part, as the constructor or table names it.
        rule: Short stable name of the rule: ``"out-of-range"``, ``"unknown-key"``, ``"conflict"`` ...
        about: Subject of the message: ``"the diameter of thruster 'port'"``.
        reason: What is wrong with it: ``"must be >= 0 [m], got -1"``.
        conflict: Whether the reason is a sentence of its own, about several fields.
    """

    key: Key
    rule: str
    about: str
    reason: str
    conflict: bool = False

    @property
    def message(self) -> str:
        """The whole message for a user of Python."""
        return self.told_of(self.about)

    def told_of(self, subject: str) -> str:
        """The whole message about something else, e.g. a dotted key of a file."""
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
    """All that is wrong with a part, a line each.

    Attributes:
        problems: Each with its key, rule and message.
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
        """The problems, seen from the part that holds the value; ``about`` is the subject of a single one."""
        raise NotImplementedError


class RefusedError(RefusalError):
    """A value breaks the rule of its field."""

    def __init__(self, reason: str, rule: str = "wrong-value", index: tuple[int, ...] = ()):
        self.rule, self.index = rule, index
        super().__init__(reason)

    def found(self, about: str, *outer: str | int) -> list[Problem]:
        return [Problem((*outer, *self.index), self.rule, about, str(self))]


class RefusedPartsError(RefusalError):
    """Parts within a field are wrong."""

    def __init__(self, problems: Sequence[Problem]):
        self.problems = tuple(problems)
        super().__init__()

    def found(self, about: str, *outer: str | int) -> list[Problem]:
        return [problem.within(*outer) for problem in self.problems]


def each_of(items: Iterable[tuple[Key, str, Any]], made: Callable[[Any], Any]) -> list[Any]:
    """Make something of each item, given with its place and the subject of messages.

    Raises:
        RefusedPartsError: With the problems of all items.
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
    """What tables of a file are read with.

    Attributes:
        frd: Whether values are in Fossen's notation: forward, right, down axes, and derivatives that are negative when
            they dissipate.
        annotated: Whether each table may have the keys ``source`` and ``convention``.
        density: Density of the water, for what is computed from a shape [kg/m3].
        gravity: Gravity, for forces that stand for a mass or volume [m/s2].
        context: What fields of other packages need, e.g. to open files.
    """

    frd: bool = False
    annotated: bool = False
    density: float = 1025.0
    gravity: float = 9.80665
    context: Any = field(default=None, compare=False)
