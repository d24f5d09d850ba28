"""Collects all problems of a scenario file: file and line, dotted key, rule, value, and what to do."""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Final, Literal

from seaway._places import Places
from seaway._toml import Key
from seaway.errors import Finding, ScenarioError, SdfError, SeawayError
from seaway.parts import PartError, Problem

MOST: Final = 20
"""Problems that are reported at once; more are likely the same one."""


class Problems:
    """Findings so far.

    Args:
        places: Where values stand.
    """

    def __init__(self, places: Places):
        self.places = places
        self.findings: list[Finding] = []

    def add(self, key: Key, rule: str, message: str, severity: Literal["error", "warning"] = "error") -> None:
        """Note a problem of a key."""
        self.findings.append(Finding(severity, *self.places.of(key), rule, message))

    def add_parts(self, problems: Iterable[Problem], key: Key = ()) -> None:
        """Note problems of parts, in the order of their lines."""
        for problem in problems:
            place = (*key, *problem.key)
            self.add(place, problem.rule, problem.told_of(self.places.text(place) or "the file"))
        self.findings.sort(key=lambda finding: (str(finding.path), finding.line or 0))

    @contextmanager
    def at(self, key: Key, *inner: str, rule: str = "refused") -> Generator[None]:
        """Note what is refused within as a problem of this key, and go on.

        Args:
            key: Key of a table, and of the parts in it.
            inner: Key in it that everything else is a problem of.
            rule: Name of the rule.
        """
        try:
            yield
        except PartError as error:
            self.add_parts(error.problems, key)
        except SeawayError as error:
            self._add_error(error, (*key, *inner), rule)

    def _add_error(self, error: SeawayError, key: Key, rule: str) -> None:
        if isinstance(error, SdfError) and error.path is not None:
            self.findings.append(Finding("error", error.path, error.line, rule, error.message))
        elif isinstance(error, ScenarioError) and error.findings:
            self.findings.extend(error.findings)
        else:
            text = error.message if isinstance(error, SdfError) else str(error)
            self.add(key, rule, f"{self.places.text(key)}: {text}")

    def stop(self) -> None:
        """Go no further if there are errors.

        Raises:
            ScenarioError: With the first of them.
        """
        errors = [finding for finding in self.findings if finding.severity == "error"]
        if errors:
            raise ScenarioError(findings=errors[:MOST])
