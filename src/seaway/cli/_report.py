"""``seaway report``."""

import warnings
from pathlib import Path

from rich.markup import escape

from seaway.cli._files import results_of
from seaway.cli._output import console, print_json
from seaway.errors import SeawayError, SeawayWarning
from seaway.report import write_report
from seaway.scenario import RunFolder

__all__ = ["run"]


def run(path: Path, out: Path | None, force: bool, as_json: bool) -> int:
    """Write the report of a run.

    Returns:
        The exit code: 1 where there is no run, or the file cannot be written.
    """
    errors = console(stderr=True)
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", SeawayWarning)
            target = out or (RunFolder(path).report if path.is_dir() else path.with_suffix(".html"))
            with results_of(path, out, force) as may_replace:
                write_report(path, target, overwrite=may_replace(target))
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
