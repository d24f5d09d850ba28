"""Output of all commands: results, tables, findings in colour, JSON."""

import json
import logging
import warnings
from collections.abc import Callable, Container, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from seaway._arrays import Floats
from seaway.errors import Finding, ScenarioError, SeawayError, SeawayWarning

_COLORS = {"error": "red", "warning": "yellow", "note": "cyan"}
# Options that set scenario keys.
_KEYS = {
    "seed": "simulation.seed",
    "duration": "simulation.duration",
    "step": "simulation.time_step",
    "record_period": "record.period",
    "freeze_joints": "vehicle.freeze_joints",
    "ignore": "vehicle.ignore",
}


@dataclass(frozen=True)
class Outcome:
    """The result of a command.

    Attributes:
        json: Returns the output of ``--json``.
        show: Prints it as text.
        code: Exit code.
    """

    json: Callable[[], object]
    show: Callable[[Console], object]
    code: int = 0


def deliver(command: Callable[[], Outcome], *, as_json: bool, empty: object) -> int:
    """Run a command and print its result as JSON or text; errors and warnings go to standard error.

    Returns:
        The exit code: that of the outcome; 1 if the command raised a ``SeawayError``.
    """
    try:
        with _warnings_shown(console(stderr=True)):
            outcome = command()
    except SeawayError as error:
        if as_json:
            print_json(empty)
        findings = error.findings if isinstance(error, ScenarioError) else ()
        for line in [str(ScenarioError(findings=[finding])) for finding in findings] or [str(error)]:
            print_note("error", line)
        return 1
    if as_json:
        print_json(outcome.json())
    else:
        outcome.show(console())
    return outcome.code


def overrides(*, sets: Sequence[str], **options: object) -> list[str]:
    """Options as overrides of a scenario; ``--set`` comes last and takes precedence."""
    given = {_KEYS[name]: value for name, value in options.items() if value not in (None, False, [])}
    return [*(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in given.items()), *sets]


@cache
def console(stderr: bool = False) -> Console:
    """The console of standard output or error: coloured only in a terminal; never wraps or rewrites lines."""
    return Console(stderr=stderr, highlight=False, soft_wrap=True, emoji=False)


def print_note(kind: Literal["error", "warning"], message: object) -> None:
    """Print an error or a warning on standard error."""
    console(stderr=True).print(f"[{_COLORS[kind]}]{kind}:[/] {escape(str(message))}")


def print_findings(findings: Iterable[Finding], where: Console | None = None) -> None:
    """Print findings as compilers do, ``file:line: error: message [rule]``; default: on standard error."""
    where = where or console(stderr=True)
    for finding in findings:
        line = "" if finding.line is None else f"{finding.line}:"
        place = "" if finding.path is None else f"[bold]{escape(f'{finding.path}:{line}')}[/bold] "
        kind = "note" if finding.rule.startswith("notice-") else finding.severity
        where.print(
            f"{place}[{_COLORS[kind]}]{kind}:[/] {escape(finding.message)} [dim]{escape(f'[{finding.rule}]')}[/dim]"
        )


def finding_as_json(finding: Finding, file: object) -> dict[str, object]:
    """A finding for ``--json``; ``file`` is the default of its file."""
    return {"line": finding.line, "rule": finding.rule, "message": finding.message, "file": str(finding.path or file)}


def print_json(value: object) -> None:
    """Print JSON on standard output; numbers that are not finite become null."""
    text = json.dumps(value, default=lambda each: each.tolist() if isinstance(each, np.ndarray) else dict(each))
    plain = json.loads(text, parse_constant=lambda _: None)
    print(json.dumps(plain, indent=1, ensure_ascii=False))  # noqa: T201 - this is the place that prints


def number(value: float, digits: int = 4) -> str:
    """A number with some significant digits; 0 below 1e-9 in its unit."""
    return f"{0.0 if abs(value) < 1e-9 else float(f'{value:.{digits}g}'):.9g}"


def vector(values: Iterable[float]) -> str:
    """Components in parentheses."""
    return f"({', '.join(number(float(value)) for value in values)})"


def table(
    rows: Iterable[Sequence[str]], headings: Sequence[str] = (), *, right: Container[int] = (), fold: int = 9
) -> Table:
    """Make a table without lines.

    Args:
        rows: Cells, as markup.
        headings: Headings of the columns.
        right: Right-aligned columns.
        fold: Number of columns that are never wrapped on a narrow screen.
    """
    rows = list(rows)
    made = Table(box=None, padding=(0, 2, 0, 0), show_edge=False, pad_edge=False, show_header=bool(headings))
    for n in range(len(headings or rows[0])):
        title = headings[n] if headings else ""
        made.add_column(title, justify="right" if n in right else "left", no_wrap=n < fold, overflow="fold")
    for row in rows:
        made.add_row(*row)
    return made


def matrix_lines(matrix: Floats, axes: Sequence[str]) -> list[str]:
    """A square matrix with the names of its axes above and at the left."""
    rounding = 1e-12 * float(np.max(np.abs(matrix)))
    cells = [[f"{value if abs(value) > rounding else 0.0:.5g}" for value in row] for row in matrix.tolist()]
    width = max(6, *(len(cell) for row in cells for cell in row))
    edge = max(map(len, axes))
    rows = [("", axes), *zip(axes, cells, strict=True)]
    return [f"{name:<{edge}} " + " ".join(f"{cell:>{width}}" for cell in row) for name, row in rows]


@contextmanager
def _warnings_shown(errors: Console) -> Generator[None]:
    """Print warnings as they are raised and, on a terminal, messages about compilation."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            errors.print(f"[dim]{escape(record.getMessage())}[/dim]")

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        print_note("warning", message)

    log, handler = logging.getLogger("seaway"), Handler()
    level = log.level
    log.addHandler(handler)
    if errors.is_terminal:
        log.setLevel(logging.INFO)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", SeawayWarning)
            warnings.showwarning = show
            yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
