"""What the commands share: a console, findings in colour, JSON."""

import json
import math
from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from rich.console import Console
from rich.markup import escape

from seaway.errors import Finding

__all__ = ["console", "print_findings", "print_json"]


def console(stderr: bool = False) -> Console:
    """A console that colours only a terminal, and does not break or rewrite lines."""
    return Console(stderr=stderr, highlight=False, soft_wrap=True, emoji=False)


def print_findings(findings: Iterable[Finding], where: Console) -> None:
    """Print findings as compilers do: ``file:line: error: message [rule]``."""
    for finding in findings:
        place = (
            "" if finding.path is None else f"{finding.path}:" + ("" if finding.line is None else f"{finding.line}:")
        )
        color = "red" if finding.severity == "error" else "yellow"
        where.print(
            f"[bold]{escape(place)}[/bold] [{color}]{finding.severity}:[/{color}] {escape(finding.message)} "
            f"[dim]{escape(f'[{finding.rule}]')}[/dim]"
        )


def print_json(value: object) -> None:
    """Print JSON on standard output; numbers that are not finite become null."""
    print(json.dumps(_plain(value), indent=1, ensure_ascii=False))  # noqa: T201 - this is the place that prints


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_plain(entry) for entry in cast("list[Any]", value)]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
