"""The report of a run: one HTML file that opens anywhere, also without a network."""

import os
import shlex
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np

from seaway._files import has_link
from seaway.report._actuator_charts import actuators_chart, limits_of
from seaway.report._charts import Chart, Fact
from seaway.report._energy import energy_chart
from seaway.report._force_charts import forces_chart
from seaway.report._key_figures import Row, control_errors, rows_of, summary_from
from seaway.report._map import flows_of, routes_of, track_chart
from seaway.report._motion import attitude_chart, position_chart, surface_chart, velocity_chart
from seaway.report._pack import Pack
from seaway.report._pages import entries, page, shortened, table, tables, text
from seaway.report._records import recorded
from seaway.report._run_spectrum import sea_spectrum, spectrum_chart
from seaway.report._samples import Samples, opened
from seaway.report._time_panels import with_events
from seaway.report._whole import whole_file
from seaway.scenario import RunFolder
from seaway.scenario._summary import VehicleSummary

MOST_VEHICLES: Final = 8
"""Vehicles that have charts; with them a report has at most 12 MB."""

REPLAY: Final = "replay.html"
"""A replay in the run folder, which the report links to."""

# Shorter tracks [m] are no motion.
_STILL: Final = 1e-3
_MOTION: Final = ("velocity", "angular_velocity")
_WRENCH: Final = ("force", "torque")
# Longest scenario that is shown [bytes].
_LONGEST_SCENARIO: Final = 50_000


def sections_of(samples: Samples, vehicle: int, manifest: dict[str, Any], *, every: bool = False) -> dict[str, Chart]:
    """The charts of a vehicle by title; without those that need what was not recorded.

    Args:
        samples: The recording.
        vehicle: Its number.
        manifest: Entries of the manifest.
        every: Whether quantities that did not change are drawn too.
    """
    limits, sea = limits_of(manifest), sea_spectrum(manifest)
    charts: tuple[tuple[str, tuple[str, ...], Callable[[], Chart]], ...] = (
        ("Position", ("position",), lambda: position_chart(samples, vehicle, every=every)),
        ("Attitude", ("roll", "pitch", "yaw"), lambda: attitude_chart(samples, vehicle, every=every)),
        ("Velocities", _MOTION, lambda: velocity_chart(samples, vehicle, every=every)),
        ("Forces", _WRENCH, lambda: forces_chart(samples, vehicle, every=every)),
        (
            "Energy",
            ("kinetic_energy", "potential_energy", *_MOTION, *_WRENCH),
            lambda: energy_chart(samples, vehicle),
        ),
        ("Actuators", (), lambda: actuators_chart(samples, vehicle, limits, every=every)),
        (
            "Surface",
            ("surface_elevation", "position", "wet_fraction"),
            lambda: surface_chart(samples, vehicle, every=every),
        ),
        ("Wave spectrum", ("surface_elevation",), lambda: spectrum_chart(samples, vehicle, sea)),
    )
    return {title: with_events(chart(), samples) for title, names, chart in charts if recorded(samples, *names)}


def write_report(
    run: str | os.PathLike[str] | RunFolder, path: str | os.PathLike[str] | None = None, *, overwrite: bool = True
) -> Path:
    """Write the report of a run, finished or not: one self-contained HTML file.

    It shows warnings, key figures, the map, and for each vehicle (at most 8) position, attitude and velocities with
    their set points, forces, energy, actuators with their limits, the surface and its spectrum; then the scenario,
    versions, and how to repeat the run. What did not change is left out. Of a batch, run 0 is shown with the range of
    all runs. Long recordings are thinned without losing peaks. Plots can be zoomed and read; without scripts and in
    print the page shows the same plots as they are at first.

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
    target = Path(path) if path is not None else where.with_suffix(".html") if alone else RunFolder(where).report
    with opened(where) as samples:
        content = _content(samples, manifest, where)
        beside = target.parent.resolve() == where.resolve()
        content["replay"] = REPLAY if beside and (where / REPLAY).is_file() else ""
        written = page("run.html", content)
    with whole_file(target, "the report", overwrite) as part:
        part.write_text(written, encoding="utf-8", errors="replace")
    return target


def _content(samples: Samples, manifest: dict[str, Any], where: Path) -> dict[str, object]:
    """What the template shows; the manifest is untrusted, and may come from another version."""
    manifest = manifest or {"status": str(samples.attributes.get("run_status", ""))}
    given = table(manifest.get("sea"))
    sea = {what: text(given.get(what)) for what in ("water", "waves", "current", "wind")}
    shown = samples.names[:MOST_VEHICLES]
    instant = float(samples.time[-1]) <= float(samples.time[0])
    charts = [{} if instant else sections_of(samples, k, manifest) for k in range(len(shown))]
    track, routes = Chart(), routes_of(manifest)
    if recorded(samples, "position") and (routes or _moves(samples)):
        track = track_chart(samples, shown, routes, flows_of(manifest), heights=False)
    return {
        "title": title_of(manifest, where),
        "manifest": manifest,
        "started": started(text(manifest.get("started"))),
        "status": status_of(manifest),
        "end": float(samples.time[-1]),
        "sea": {what: words for what, words in sea.items() if words},
        "command": shortened(shlex.join(map(shortened, entries(manifest.get("command_line")))), 2000),
        "scenario": scenario_text(manifest, where),
        "runs": samples.rows,
        "samples": samples.sizes["time"],
        "figures": _figures(manifest, samples, where),
        "errors": [control_errors(samples, k) for k in range(len(shown))],
        "names": samples.names,
        "instant": instant,
        "most_vehicles": MOST_VEHICLES,
        "track": track,
        "vehicles": [
            {"id": f"vehicle-{k + 1}", "name": shortened(name), "sections": _drawn(each), "omitted": _omitted(each)}
            for k, (name, each) in enumerate(zip(shown, charts, strict=True))
        ],
        "pack": Pack(),
    }


def _moves(samples: Samples) -> bool:
    """Whether a vehicle moves in the horizontal plane."""
    places = samples.take("position")[..., :2]
    return bool(np.any(np.nanmax(places, axis=0) - np.nanmin(places, axis=0) > _STILL))


def title_of(manifest: dict[str, Any], where: Path) -> str:
    """The title of a run, or a name."""
    name = where.stem if where.is_file() else where.resolve().name
    return text(manifest.get("title")) or text(manifest.get("name")) or shortened(name)


def status_of(manifest: dict[str, Any]) -> str:
    """How a run ended."""
    status = manifest.get("status")
    return status if status in ("complete", "stopped", "failed") else "unfinished"


def scenario_text(manifest: dict[str, Any], where: Path) -> str:
    """The scenario that a run keeps among its inputs; empty if there is none, or it is too long."""
    name = table(manifest.get("scenario")).get("file")
    listed = table(manifest.get("files"))
    if not isinstance(name, str) or name not in listed or not name.endswith(".toml"):
        return ""
    file = where / name
    try:
        if has_link(where, file) or not file.is_file() or file.stat().st_size > _LONGEST_SCENARIO:
            return ""
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def started(words: str) -> str:
    """Date and time of the start."""
    try:
        moment = datetime.fromisoformat(words)
    except ValueError:
        return ""
    zone = " UTC" if moment.utcoffset() is not None and not moment.utcoffset() else ""
    return f"{moment.day} {moment:%B %Y, %H:%M}{zone}"


def summaries_of(manifest: dict[str, Any], samples: Samples, where: Path) -> list[VehicleSummary]:
    """The summary of each vehicle: from the manifest, or from the recording if the manifest does not have them."""
    try:
        found = [summary_from(each) for each in tables(manifest.get("summary"))]
    except (TypeError, ValueError, KeyError, OverflowError, IndexError):
        found = []
    if len(found) == len(samples.names):
        return found
    from seaway.scenario import open_run
    from seaway.scenario._summary import summary_of

    with open_run(where) as dataset:
        return list(summary_of(dataset))


def _figures(manifest: dict[str, Any], samples: Samples, where: Path) -> list[dict[str, object]]:
    """Tables of key figures: one of all vehicles, or for a batch one per vehicle with the spread over the runs."""
    summaries = summaries_of(manifest, samples, where)[:MOST_VEHICLES]
    if not summaries:
        return []
    names = list(map(shortened, samples.names[:MOST_VEHICLES]))
    try:
        spreads = [
            [summary_from(table(each[key])) for key in ("least", "mean", "largest")]
            for each in tables(manifest.get("spread"))
        ][:MOST_VEHICLES]
    except (TypeError, ValueError, KeyError, OverflowError, IndexError):
        spreads = []
    if len(spreads) != len(summaries):
        return [{"columns": names, "name": "", "rows": rows_of(summaries)}]
    heads = ("run 0", "minimum", "mean", "maximum")
    return [
        {"columns": heads, "name": name, "rows": _spread_rows(rows_of([own, *spread]))}
        for name, own, spread in zip(names, summaries, spreads, strict=True)
    ]


def _spread_rows(rows: list[Row]) -> list[Row]:
    """Of a range, the least has its lower end, the greatest its upper end."""
    return [row._replace(facts=tuple(_end_of(fact, k) for k, fact in enumerate(row.facts))) for row in rows]


def _end_of(fact: Fact, column: int) -> Fact:
    low, to, high = fact.value.partition(" to ")
    return fact._replace(value=low if column == 1 else high) if to and column in (1, 3) else fact


def _drawn(charts: dict[str, Chart]) -> dict[str, Chart]:
    return {title: chart for title, chart in charts.items() if chart.panels or chart.instead}


def _omitted(charts: dict[str, Chart]) -> list[str]:
    return [shortened(name) for chart in charts.values() for name in chart.omitted]
