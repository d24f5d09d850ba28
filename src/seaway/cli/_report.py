"""``seaway report``."""

import warnings
from pathlib import Path

from rich.markup import escape

from seaway.cli._output import console, print_json
from seaway.errors import SeawayError, SeawayWarning
from seaway.report import write_report

__all__ = ["run"]


def run(path: Path, out: Path | None, as_json: bool) -> int:
    """Write the report of a run.

    Returns:
        The exit code: 1 where there is no run, or the file cannot be written.
    """
    errors = console(stderr=True)
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", SeawayWarning)
            target = write_report(path, out)
        for warning in told:
            errors.print(f"[yellow]warning:[/yellow] {escape(str(warning.message))}")
    except SeawayError as error:
        if as_json:
            print_json(None)
        errors.print(f"[red]error:[/red] {escape(str(error))}")
        return 1
    if as_json:
        print_json({"file": str(target), "bytes": target.stat().st_size})
    else:
        console().print(escape(str(target)))
    return 0
