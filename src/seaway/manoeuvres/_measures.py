"""What every measure has: a definition with the condition under which it has a meaning, a value or a reason."""

from collections.abc import Iterable
from typing import NamedTuple


class Definition(NamedTuple):
    """Definition of a measure.

    Attributes:
        key: Name in ``--json`` and in Python.
        label: Words for tables.
        unit: SI unit.
        condition: Condition under which the measure has a meaning.
    """

    key: str
    label: str
    unit: str
    condition: str


class Measure(NamedTuple):
    """A measured value, for tables and files.

    Attributes:
        key: Name in ``--json`` and in Python.
        label: Words for tables.
        value: Value in its unit; None if the condition of the measure is not met.
        unit: SI unit.
        reason: Why there is no value; empty if there is one.
    """

    key: str
    label: str
    value: float | None
    unit: str
    reason: str = ""


class Findings:
    """Values and reasons of measures, while they are found."""

    def __init__(self) -> None:
        self.reasons = dict[str, str]()

    def __call__(self, key: str, value: float | None, *reasons: str) -> float | None:
        """Keep a value unless there is a reason against it; the first one counts.

        Args:
            key: Key of the measure.
            value: Its value; None only with a reason.
            *reasons: Reasons why it has no meaning; empty ones do not count.
        """
        reason = next((each for each in reasons if each), "")
        if reason:
            self.reasons[key] = reason
            return None
        return value


def grouped(measures: Iterable[Measure]) -> list[tuple[str, str]]:
    """Labels of the measures that have no value for the same reason, joined by semicolons, and that reason."""
    found, every = dict[str, list[str]](), list(measures)
    for measure in every:
        if measure.reason:
            found.setdefault(measure.reason, []).append(measure.label)
    return [
        ("all measures" if len(labels) == len(every) > 1 else "; ".join(labels), reason)
        for reason, labels in found.items()
    ]
