"""``seaway export``."""

import warnings
from pathlib import Path

from rich.markup import escape

from seaway.cli._files import results_of
from seaway.cli._output import console, print_json
from seaway.errors import ScenarioError, SeawayError, SeawayWarning
from seaway.scenario import RunFolder, open_run, recordings_of
from seaway.sim import write_csv

__all__ = ["run"]


def run(path: Path, out: Path | None, force: bool, as_json: bool) -> int:
    """Write the recording of a run as a table.

    Returns:
        The exit code: 1 where there is no run, or the file cannot be written.
    """
    errors = console(stderr=True)
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", SeawayWarning)
            dataset = open_run(path)
        for warning in told:
            errors.print(f"[yellow]warning:[/yellow] {escape(str(warning.message))}")
        with dataset:
            status, samples = str(dataset.attrs.get("run_status", "")), dataset.sizes["time"]
            default = RunFolder(path).table if path.is_dir() else path.with_suffix(".csv")
            target = out or default
            try:
                with results_of(path, out, force) as may_replace:
                    write_csv(target, recordings_of(dataset), overwrite=may_replace(target))
            except OSError as error:
                raise ScenarioError(f"the table cannot be written to '{target}': {error.strerror or error}") from None
    except SeawayError as error:
        if as_json:
            print_json(None)
        errors.print(f"[red]error:[/red] {escape(str(error))}")
        return 1
    if as_json:
        print_json({"file": str(target), "samples": samples, "status": status})
    else:
        unfinished = "" if status == "complete" else f" ({status})" if status else ""
        console().print(f"{samples} samples{unfinished} in {escape(str(target))}")
    return 0
