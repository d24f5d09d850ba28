"""``seaway plot``, ``seaway report`` and ``seaway export``: results made from a run, finished or not."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from rich.markup import escape
from typer import BadParameter

from seaway.cli._files import MayReplace, results_of
from seaway.cli._output import Outcome, console
from seaway.errors import ModelError, ScenarioError
from seaway.scenario import RunFolder, open_run

if TYPE_CHECKING:
    from xarray import Dataset

# Figures of each vehicle, and the variable that each needs.
_FIGURES: Final = {"attitude": "roll", "velocity": "velocity", "forces": "force", "elevation": "surface_elevation"}


def plot(run: Path, *, out: Path | None, file_format: Literal["png", "svg", "pdf"], force: bool) -> Outcome:
    """Draw the figures of a run."""
    folder = out or (RunFolder(run).plots if run.is_dir() else run.parent)
    with open_run(run) as dataset, results_of(run, out, force) as may_replace:
        for file in drawn(dataset, folder, may_replace, file_format):
            console().print(escape(str(file)))
    return Outcome(lambda: None, lambda _: None)


def report(run: Path, *, out: Path | None, force: bool) -> Outcome:
    """Write the report of a run."""
    from seaway.report import write_report

    target = out or (RunFolder(run).report if run.is_dir() else run.with_suffix(".html"))
    with results_of(run, out, force) as may_replace:
        write_report(run, target, overwrite=may_replace(target))
    return Outcome(
        lambda: {"file": str(target), "bytes": target.stat().st_size}, lambda screen: screen.print(escape(str(target)))
    )


def export(run: Path, *, csv: bool, out: Path | None, force: bool) -> Outcome:
    """Write the recording of a run as a table."""
    from seaway.scenario._recording_file import recordings_of
    from seaway.sim._recording import write_csv

    if not csv:
        raise BadParameter("give the format to export to: --csv")
    target = out or (RunFolder(run).table if run.is_dir() else run.with_suffix(".csv"))
    with open_run(run) as dataset:
        status, samples = str(dataset.attrs.get("run_status", "")), dataset.sizes["time"]
        with results_of(run, out, force) as may_replace:
            overwrite = may_replace(target)
            try:
                write_csv(target, recordings_of(dataset), overwrite=overwrite)
            except OSError as error:
                raise ScenarioError(f"the table cannot be written to '{target}': {error.strerror or error}") from None
    unfinished = "" if status in ("complete", "") else f" ({status})"
    return Outcome(
        lambda: {"file": str(target), "samples": samples, "status": status},
        lambda screen: screen.print(f"{samples} samples{unfinished} in {escape(str(target))}"),
    )


def drawn(
    dataset: "Dataset", folder: Path, may_replace: MayReplace, kind: str = "png", most: int | None = None
) -> Iterator[Path]:
    """Draw the figures of a recording, one after the other; what was not recorded is not drawn.

    Args:
        dataset: The recording.
        folder: Where they go; created if missing.
        may_replace: Tells of each file whether it may be replaced.
        kind: File format.
        most: With more vehicles than this, only the track is drawn. Default: no limit.

    Raises:
        ModelError: They cannot be written.
    """
    from seaway.report import run_figure, save_figure

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ModelError(f"the folder '{folder}' cannot be made: {error.strerror or error}") from None
    figures: list[tuple[str, str, str | None]] = [("track", "track", None)]
    vehicles = [str(name) for name in dataset["vehicle"].values.tolist()]
    plain = ["".join(c if c.isalnum() or c in "-_" else "_" for c in vehicle) for vehicle in vehicles]
    if most is None or len(vehicles) <= most:
        for k, vehicle in enumerate(vehicles):
            own = plain[k] if plain.count(plain[k]) == 1 else f"{k + 1}-{plain[k]}"
            suffix = "" if len(vehicles) == 1 else f"-{own}"
            figures += [(name, name + suffix, vehicle) for name, needed in _FIGURES.items() if needed in dataset]
    for name, file_name, vehicle in figures:
        file = folder / f"{file_name}.{kind}"
        overwrite = may_replace(file)
        yield save_figure(run_figure(dataset, name, vehicle), file, overwrite=overwrite)
