"""``seaway plot``."""

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from matplotlib.figure import Figure
from rich.markup import escape
from xarray import Dataset

from seaway.cli._files import MayReplace, results_of
from seaway.cli._output import console
from seaway.errors import ModelError, SeawayError, SeawayWarning
from seaway.report import attitude_figure, elevation_figure, forces_figure, save, track_figure, velocity_figure
from seaway.scenario import RunFolder, open_run

__all__ = ["PlotFormat", "drawn", "run"]

PlotFormat = Literal["png", "svg", "pdf"]


def run(path: Path, out: Path | None, kind: PlotFormat, force: bool) -> int:
    """Draw the figures of a run.

    Returns:
        The exit code: 1 where there is no run, or the figures cannot be written.
    """
    errors = console(stderr=True)
    screen = console()
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", SeawayWarning)
            dataset = open_run(path)
        for warning in told:
            errors.print(f"[yellow]warning:[/yellow] {escape(str(warning.message))}")
        folder = out or (RunFolder(path).plots if path.is_dir() else path.parent)
        with dataset, results_of(path, out, force) as may_replace:
            for plot in drawn(dataset, folder, may_replace, kind):
                screen.print(escape(str(plot)))
    except SeawayError as error:
        errors.print(f"[red]error:[/red] {escape(str(error))}")
        return 1
    return 0


def drawn(
    dataset: Dataset, folder: Path, may_replace: MayReplace, kind: PlotFormat = "png", most: int | None = None
) -> Iterator[Path]:
    """Draw the figures of a recording, one after the other.

    Args:
        dataset: The recording.
        folder: Where they go; made where it is not there.
        may_replace: Tells of each file whether it may be replaced.
        kind: Their format.
        most: How many vehicles get figures of their own; where there are more, the track alone is drawn. None for any.

    Raises:
        ModelError: They cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ModelError(f"the folder '{folder}' cannot be made: {error.strerror or error}") from None
    vehicles = [str(name) for name in dataset["vehicle"].values.tolist()]
    for name, draw in _figures(dataset, vehicles if most is None or len(vehicles) <= most else []):
        file = folder / f"{name}.{kind}"
        overwrite = may_replace(file)
        yield save(draw(), file, overwrite=overwrite)


def _figures(dataset: Dataset, vehicles: list[str]) -> Iterator[tuple[str, Callable[[], Figure]]]:
    """The name of each file, and what draws it; what was not recorded is not drawn."""
    yield "track", lambda: track_figure(dataset)
    plain = ["".join(c if c.isalnum() or c in "-_" else "_" for c in vehicle) for vehicle in vehicles]
    for k, vehicle in enumerate(vehicles):
        own = plain[k] if plain.count(plain[k]) == 1 else f"{k + 1}-{plain[k]}"
        suffix = "" if len(vehicles) == 1 else f"-{own}"
        for name, draw, drawn_of in (
            ("attitude", attitude_figure, "roll"),
            ("velocity", velocity_figure, "velocity"),
            ("forces", forces_figure, "force"),
            ("elevation", elevation_figure, "surface_elevation"),
        ):
            if drawn_of not in dataset:
                continue

            def drawn(draw: Callable[[Dataset, str], Figure] = draw, vehicle: str = vehicle) -> Figure:
                return draw(dataset, vehicle)

            yield name + suffix, drawn
