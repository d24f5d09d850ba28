"""The report of a run: one HTML file that opens anywhere, also without a network."""

import os
import shlex
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from seaway.report._charts import Chart
from seaway.report._energy import energy_chart
from seaway.report._figures import whole_file
from seaway.report._pages import entries, page, shortened, table, tables, text
from seaway.report._records import names_of, recorded
from seaway.report._run_charts import (
    attitude_chart,
    forces_chart,
    surface_chart,
    track_chart,
    velocity_chart,
    with_events,
)
from seaway.report._run_spectrum import SeaSpectrum, sea_spectrum, spectrum_chart
from seaway.scenario import RunFolder, open_run
from seaway.scenario._summary import OF_GUIDANCE, SummaryLine, VehicleSummary, summary_of

if TYPE_CHECKING:
    from xarray import Dataset

MOST_VEHICLES: Final = 8
"""Vehicles that have charts; with them a report has at most 6 MB."""

_MOTION: Final = ("velocity", "angular_velocity")
_WRENCH: Final = ("force", "torque")
# Title, needed variables and chart of each section about a vehicle.
_SECTIONS: Final[tuple[tuple[str, tuple[str, ...], Callable[..., Chart]], ...]] = (
    ("Attitude", ("roll", "pitch", "yaw"), attitude_chart),
    ("Velocities", _MOTION, velocity_chart),
    ("Forces", _WRENCH, forces_chart),
    ("Surface", ("surface_elevation", "position", "wet_fraction"), surface_chart),
    ("Spectrum of the surface", ("surface_elevation",), spectrum_chart),
    ("Energy", ("kinetic_energy", "potential_energy", *_MOTION, *_WRENCH), energy_chart),
)


_Column = tuple[str, tuple[SummaryLine, ...]]
"""Title and lines of a summary."""


def write_report(
    run: str | os.PathLike[str] | RunFolder, path: str | os.PathLike[str] | None = None, *, overwrite: bool = True
) -> Path:
    """Write the report of a run, finished or not: one self-contained HTML file without scripts.

    It shows the scenario, the summary, the track, and for each vehicle (at most 8) attitude, velocities, forces, the
    surface and its spectrum, and the energy balance; then findings, and how to repeat the run. Of a batch, run 0 is
    shown with the range of all runs. Long recordings are thinned without losing peaks.

    Args:
        run: The run folder, or its ``recording.nc``, of which less is known.
        path: Output file. Default: ``report.html`` in the folder, or beside the recording.
        overwrite: Whether an existing file is replaced.

    Returns:
        The file, which appears when it is whole.

    Raises:
        ScenarioError: There is no run, or nothing was recorded.
        ModelError: The file cannot be written.

    Warns:
        SeawayWarning: A part of an unfinished recording cannot be read and is left out.
    """
    where = run.path if isinstance(run, RunFolder) else Path(run)
    alone = where.is_file()
    manifest = {} if alone else RunFolder.open(where).read_manifest()
    with open_run(where) as dataset:
        text = page("run.html", _content(dataset, manifest, where.stem if alone else where.name))
    target = Path(path) if path is not None else where.with_suffix(".html") if alone else RunFolder(where).report
    with whole_file(target, "the report", overwrite) as part:
        part.write_text(text, encoding="utf-8", errors="replace")
    return target


def _content(dataset: "Dataset", manifest: dict[str, Any], name: str) -> dict[str, object]:
    """What the template shows; the manifest is untrusted, and may come from another version."""
    manifest = manifest or {"status": str(dataset.attrs.get("run_status", ""))}
    names, given, spectrum = names_of(dataset), table(manifest.get("sea")), sea_spectrum(manifest)
    status = manifest.get("status")
    status = status if status in ("complete", "stopped", "failed") else "unfinished"
    sea = {what: text(given.get(what)) for what in ("water", "waves", "current", "wind")}
    shown = names[:MOST_VEHICLES]
    return {
        "title": text(manifest.get("title")) or text(manifest.get("name")) or shortened(name),
        "manifest": manifest,
        "started": _started(text(manifest.get("started"))),
        "status": status,
        "end": float(dataset["time"].values[-1]),
        "sea": {what: words for what, words in sea.items() if words},
        "command": shortened(shlex.join(map(shortened, entries(manifest.get("command_line")))), 2000),
        "runs": dataset.sizes["row"],
        "samples": dataset.sizes["time"],
        "summaries": _summaries(manifest, dataset),
        "names": names,
        "most_vehicles": MOST_VEHICLES,
        "track": with_events(track_chart(dataset, shown), dataset)
        if recorded(dataset, "position")
        else _missing("position"),
        "reports": [
            {"id": f"vehicle-{k + 1}", "name": shortened(each), "sections": _sections(dataset, k, spectrum)}
            for k, each in enumerate(shown)
        ],
    }


def _started(text: str) -> str:
    """Date and time of the start."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return ""
    zone = " UTC" if moment.utcoffset() is not None and not moment.utcoffset() else ""
    return f"{moment.day} {moment:%B %Y, %H:%M}{zone}"


def _summaries(manifest: dict[str, Any], dataset: "Dataset") -> list[list[_Column]]:
    """Tables: one of all vehicles, or for a batch one per vehicle with the spread over the runs.

    They come from the manifest, or from the recording if the manifest does not have them in this form.
    """
    try:
        summaries = [(shortened(each["name"]), _lines(each)) for each in tables(manifest.get("summary"))]
        spreads = [
            (int(each["rows"]), *(_lines(table(each[key])) for key in ("least", "mean", "largest")))
            for each in tables(manifest.get("spread"))
        ]
    except (TypeError, ValueError, KeyError, OverflowError):
        summaries, spreads = [], []
    summaries = _abreast((summaries or [(each.name, each.lines()) for each in summary_of(dataset)])[:MOST_VEHICLES])
    if len(spreads[:MOST_VEHICLES]) != len(summaries):
        return [summaries] if summaries else []
    return [
        [(f"{name}, run 0", own), *zip(("minimum", "mean", f"maximum of {rows}"), spread, strict=True)]
        for (name, own), (rows, *spread) in zip(summaries, spreads, strict=False)
    ]


def _abreast(columns: list[_Column]) -> list[_Column]:
    """Columns of the same length: vehicles without guidance have fewer lines."""
    longest = max((lines for _, lines in columns), key=len, default=())
    fill = tuple(line._replace(value="–") for line in longest)
    return [(name, (*lines, *fill[len(lines) :])) for name, lines in columns]


def _lines(given: dict[str, Any]) -> tuple[SummaryLine, ...]:
    """The lines of a summary as ``VehicleSummary.as_dict`` wrote it.

    Raises:
        TypeError, ValueError, KeyError, OverflowError: It is something else.
    """
    names = [each.name for each in fields(VehicleSummary)[1:] if each.name not in OF_GUIDANCE or each.name in given]
    numbers = (given[name] for name in names)
    values: Any = (float(v) if isinstance(v, int | float) else tuple(map(float, v)) for v in numbers)
    return VehicleSummary("", *values).lines()


def _sections(dataset: "Dataset", vehicle: int, sea: SeaSpectrum | None) -> dict[str, Chart]:
    charts: dict[str, Chart] = {}
    for title, names, chart in _SECTIONS:
        missing = next((name for name in names if not recorded(dataset, name)), None)
        also = (sea,) if chart is spectrum_chart else ()
        charts[title] = with_events(chart(dataset, vehicle, *also), dataset) if missing is None else _missing(missing)
    return charts


def _missing(name: str) -> Chart:
    return Chart(instead=f"'{name}' was not recorded.")
