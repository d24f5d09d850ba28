"""Runs compared: their plots overlaid, their measures with differences, and what differs in their scenarios."""

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from seaway.errors import ScenarioError
from seaway.report._charts import (
    Area,
    Chart,
    Curve,
    Drawn,
    Key,
    Lines,
    Marks,
    Panel,
    equal_scales,
    number,
    scale,
    time_scale,
)
from seaway.report._differences import Difference, scenario_differences
from seaway.report._key_figures import MEASURES, negligible
from seaway.report._map import RATIOS, SHORTEST, VEHICLES, flows_of, routes_of, track_chart
from seaway.report._pack import Pack
from seaway.report._pages import page, shortened, text
from seaway.report._records import recorded
from seaway.report._run_report import sections_of, started, status_of, summaries_of, title_of
from seaway.report._samples import Samples, opened
from seaway.report._time_panels import SET_POINT
from seaway.report._whole import whole_file
from seaway.scenario import RunFolder
from seaway.scenario._summary import VehicleSummary

MOST_RUNS: Final = len(VEHICLES)
"""Most runs that are compared: each has a colour."""

# Of these charts, only the curve of this name.
_ONLY: Final = {"Forces": "sum", "Energy": "change of energy"}
_TITLES: Final = ("Position", "Attitude", "Velocities", "Forces", "Energy", "Actuators", "Surface")
# Relative difference of measures that is rounding.
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, eq=False)
class ComparedRun:
    """A run that is compared.

    Attributes:
        label: Short name: that of its folder, or its path.
        path: The folder or the recording.
        manifest: Entries of its manifest; untrusted.
        samples: Its recording.
        summaries: Summary of each vehicle; empty if too little was recorded.
    """

    label: str
    path: Path
    manifest: dict[str, Any]
    samples: Samples
    summaries: list[VehicleSummary]


class Match(NamedTuple):
    """A vehicle that runs have in common.

    Attributes:
        name: Its name in the first run that has it.
        indices: Its number in each run; None where a run does not have it.
    """

    name: str
    indices: tuple[int | None, ...]


@dataclass(frozen=True, eq=False)
class Comparison:
    """Runs, the vehicles that they have in common, and what differs in their scenarios.

    Attributes:
        runs: Two or more; differences are against the first.
        vehicles: Vehicles in common.
        scenario: Keys that differ.
    """

    runs: Sequence[ComparedRun]
    vehicles: Sequence[Match]
    scenario: Sequence[Difference] = field(default_factory=list[Difference])

    def as_dict(self) -> dict[str, Any]:
        """Measures, differences against the first run, and scenario differences, in SI units, for JSON."""
        runs = [
            {"label": run.label, "path": str(run.path), "status": status_of(run.manifest), "runs": run.samples.rows}
            for run in self.runs
        ]
        measures, differences = list[dict[str, Any]](), list[dict[str, Any]]()
        for match in self.vehicles:
            own = [self._summary(match, k) for k in range(len(self.runs))]
            for run, summary in zip(self.runs, own, strict=True):
                if summary is not None:
                    measures.append({"vehicle": match.name, "run": run.label, **_plain(summary)})
                if summary is not None and own[0] is not None and run is not self.runs[0]:
                    less = {key: _less(value, _plain(own[0]).get(key)) for key, value in _plain(summary).items()}
                    differences.append({"vehicle": match.name, "run": run.label, **less})
        scenario = [{"key": each.key, "values": list(each.values)} for each in self.scenario]
        return {"runs": runs, "measures": measures, "differences": differences, "scenario": scenario}

    def _summary(self, match: Match, run: int) -> VehicleSummary | None:
        index, summaries = match.indices[run], self.runs[run].summaries
        return summaries[index] if index is not None and index < len(summaries) else None

    def rows(self, match: Match) -> list["MeasureRow"]:
        """The measures of a vehicle in all runs, for display; without those that say nothing."""
        summaries = [self._summary(match, k) for k in range(len(self.runs))]
        rows: list[MeasureRow] = []
        for each in MEASURES:
            values = [None if summary is None else each.of(summary) for summary in summaries]
            if all(value is None or negligible(value, each.least) for value in values):
                continue
            ends = ("",) if len(each.fields) == 1 else (", lowest", ", highest")
            for k, end in enumerate(ends):
                rows.append(_row(f"{each.label}{end}", each.unit, [None if v is None else v[k] for v in values]))
        return rows


class Cell(NamedTuple):
    """A measure of a run: its value, and the difference from the first run, in words."""

    value: str
    difference: str = ""


class MeasureRow(NamedTuple):
    """A measure in all runs."""

    label: str
    unit: str
    cells: list[Cell]


@contextlib.contextmanager
def compared(runs: Sequence[str | os.PathLike[str]]) -> Any:
    """Open runs and compare them; the recordings stay open over the block.

    Args:
        runs: 2 to 8 run folders, or recordings; differences are against the first.

    Yields:
        A ``Comparison``.

    Raises:
        ScenarioError: There are fewer or more, one is given twice, there is no run or nothing was recorded, or the runs
            have no vehicle in common.
    """
    paths = [Path(each) for each in runs]
    if not 2 <= len(paths) <= MOST_RUNS:
        raise ScenarioError(f"2 to {MOST_RUNS} runs can be compared, got {len(paths)}")
    real = [each.resolve() for each in paths]
    for k, each in enumerate(paths):
        if real[k] in real[:k]:
            raise ScenarioError(f"'{each}' is given twice; give different runs")
    labels = _labels(paths)
    with contextlib.ExitStack() as stack:
        found: list[ComparedRun] = []
        for label, path in zip(labels, paths, strict=True):
            manifest: dict[str, Any] = {} if path.is_file() else RunFolder.open(path).read_manifest()
            samples = stack.enter_context(opened(path))
            manifest = manifest or {"status": str(samples.attributes.get("run_status", ""))}
            found.append(ComparedRun(label, path, manifest, samples, summaries_of(manifest, samples, path)))
        differences = scenario_differences([(run.path, run.manifest) for run in found])
        yield Comparison(found, _matches(found), differences)


def write_comparison(
    runs: Sequence[str | os.PathLike[str]], path: str | os.PathLike[str], *, overwrite: bool = True
) -> dict[str, Any]:
    """Write a report that compares runs: one self-contained HTML file.

    It overlays their plots, shows their measures with the differences from the first run, and what differs in their
    scenarios key by key. Runs may be of different length, unfinished, or batches, of which run 0 is shown. Vehicles are
    compared by name; if every run has a single vehicle, whatever its name.

    Args:
        runs: 2 to 8 run folders, or recordings.
        path: Output file.
        overwrite: Whether an existing file is replaced.

    Returns:
        Measures, differences and scenario differences; see ``Comparison.as_dict``.

    Raises:
        ScenarioError: There are fewer or more, one is given twice, there is no run or nothing was recorded, or the runs
            have no vehicle in common.
        ModelError: The file cannot be written.
    """
    with compared(runs) as comparison:
        write_page(comparison, path, overwrite=overwrite)
        return comparison.as_dict()


def write_page(comparison: Comparison, path: str | os.PathLike[str], *, overwrite: bool) -> None:
    """Write the page of a comparison; see ``write_comparison``."""
    target = Path(path)
    written = page("compare.html", _content(comparison))
    with whole_file(target, "the comparison", overwrite) as part:
        part.write_text(written, encoding="utf-8", errors="replace")


def _content(comparison: Comparison) -> dict[str, object]:
    runs = comparison.runs
    return {
        "title": "Comparison of " + ", ".join(shortened(run.label, 60) for run in runs),
        "runs": [
            {
                "label": shortened(run.label),
                "style": f"line {VEHICLES[k]}",
                "title": title_of(run.manifest, run.path),
                "status": status_of(run.manifest),
                "started": started(text(run.manifest.get("started"))),
                "end": float(run.samples.time[-1]),
                "rows": run.samples.rows,
                "error": text(run.manifest.get("error"), 500),
            }
            for k, run in enumerate(runs)
        ],
        "vehicles": [
            {
                "id": f"vehicle-{n + 1}",
                "name": shortened(match.name),
                "rows": comparison.rows(match),
                "track": _map(comparison, match),
                "sections": _sections(comparison, match),
            }
            for n, match in enumerate(comparison.vehicles)
        ],
        "differences": comparison.scenario,
        "pack": Pack(),
    }


def _labels(paths: Sequence[Path]) -> list[str]:
    """Names of folders, or paths where names are the same."""
    names = [each.stem if each.is_file() and each.name != "recording.nc" else each.resolve().name for each in paths]
    names = [
        each.resolve().parent.name if each.name == "recording.nc" else n for each, n in zip(paths, names, strict=True)
    ]
    return [name if names.count(name) == 1 else str(path) for name, path in zip(names, paths, strict=True)]


def _matches(runs: Sequence[ComparedRun]) -> list[Match]:
    if all(len(run.samples.names) == 1 for run in runs):
        names = list(dict.fromkeys(run.samples.names[0] for run in runs))
        return [Match(" / ".join(names), tuple(0 for _ in runs))]
    names = list(dict.fromkeys(name for run in runs for name in run.samples.names))
    found = [
        Match(name, tuple(run.samples.names.index(name) if name in run.samples.names else None for run in runs))
        for name in names
    ]
    common = [each for each in found if sum(index is not None for index in each.indices) > 1]
    if not common:
        lists = "; ".join(f"{run.label}: {', '.join(run.samples.names[:5])}" for run in runs)
        raise ScenarioError(f"the runs have no vehicle in common ({lists}); name a vehicle alike in each")
    return common[:MOST_RUNS]


def _row(label: str, unit: str, values: list[float | None]) -> MeasureRow:
    first = values[0]
    cells: list[Cell] = []
    for k, value in enumerate(values):
        if value is None or np.isnan(value):
            cells.append(Cell("–"))
        elif k == 0 or first is None or np.isnan(first):
            cells.append(Cell(number(value)))
        else:
            cells.append(Cell(number(value), _difference(value, first)))
    return MeasureRow(label, unit, cells)


def _difference(value: float, first: float) -> str:
    less = value - first
    if abs(less) <= _ROUNDING * max(abs(value), abs(first)):
        return "same"
    share = f" ({'+' if less > 0.0 else ''}{number(100.0 * less / abs(first), 2)} %)" if abs(first) > 1e-9 else ""
    return f"{'+' if less > 0.0 else ''}{number(less, 2)}{share}"


def _plain(summary: VehicleSummary) -> dict[str, Any]:
    return {key: value for key, value in summary.as_dict().items() if key != "name"}


def _less(value: Any, first: Any) -> Any:
    return None if first is None else (np.asarray(value) - np.asarray(first)).tolist()


# Plots


def _map(comparison: Comparison, match: Match) -> Chart:
    """The tracks of all runs from above; routes and flows of the first."""
    drawn: list[Drawn] = []
    words: list[str] = []
    flows, first = (), True
    for k, (run, index) in enumerate(zip(comparison.runs, match.indices, strict=True)):
        if index is None or not recorded(run.samples, "position"):
            continue
        name = run.samples.names[index]
        routes = routes_of(run.manifest) if first else ()
        chart = track_chart(run.samples, [name], routes, heights=False)
        flows, first = (flows_of(run.manifest), False) if first else (flows, False)
        own = [each for each in chart.panels[0].drawn if "faint" not in each.style]
        drawn += [_recolored(each, k, run.label) for each in own]
        words.append(f"{run.label}: {chart.panels[0].alt.removeprefix('Track from above: ')}")
    if not drawn:
        return Chart()
    points = [np.column_stack([each.x, each.y]) for each in drawn if isinstance(each, Curve | Marks)]
    x, y, ratio = equal_scales(np.concatenate(points), RATIOS, SHORTEST)
    alt = f"Tracks from above: {'; '.join(words)}"
    plan = Panel("north, y", "m", x, y, drawn, alt, across="east, x", tall="plan", ratio=ratio)
    return Chart("", (plan,), "North is up, axes are to scale.", _keys(comparison), flows=flows, linked=True)


def _sections(comparison: Comparison, match: Match) -> dict[str, Chart]:
    """The charts of a vehicle, each quantity in a panel with a line for each run."""
    pairs = [(k, run, index) for k, (run, index) in enumerate(zip(comparison.runs, match.indices, strict=True))]
    shown: dict[str, dict[tuple[str, str], None]] = {title: {} for title in _TITLES}
    whole: list[tuple[int, ComparedRun, dict[str, Chart]]] = []
    for k, run, index in pairs:
        if index is None:
            continue
        for title, chart in sections_of(run.samples, index, run.manifest).items():
            if title in shown:
                shown[title] |= dict.fromkeys(_quantities(title, chart))
        whole.append((k, run, sections_of(run.samples, index, run.manifest, every=True)))
    found: dict[str, Chart] = {}
    for title, keys in shown.items():
        panels = [_overlay(title, key, whole) for key in keys]
        if panels:
            columns = 2 if title in ("Forces", "Actuators") and len(panels) > 1 else 1
            found[title] = Chart("", panels, "", _keys(comparison), columns, linked=True)
    return found


def _quantities(title: str, chart: Chart) -> list[tuple[str, str]]:
    """Panel and name of every line that is compared."""
    return [
        (panel.label, each.name)
        for panel in chart.panels
        for each in panel.drawn
        if isinstance(each, Curve) and each.style != SET_POINT and _ONLY.get(title, each.name) == each.name
    ]


def _overlay(title: str, key: tuple[str, str], whole: list[tuple[int, ComparedRun, dict[str, Chart]]]) -> Panel:
    """One quantity of all runs."""
    drawn: list[Drawn] = []
    models: list[Panel] = []
    for k, run, charts in whole:
        for panel in charts[title].panels if title in charts else ():
            lines = [each for each in panel.drawn if isinstance(each, Curve)]
            if panel.label != key[0] or all(each.name != key[1] for each in lines):
                continue
            models.append(panel)
            own = [each for each in lines if each.name == key[1]]
            alone = len({each.name for each in lines if each.style != SET_POINT}) == 1
            aims = [each for each in lines if each.style == SET_POINT and (alone or key[1] == "surge")]
            drawn += [_recolored(each, k, run.label) for each in [*aims, *own]]
    curves = [each for each in drawn if isinstance(each, Curve)]
    model = min(models, key=lambda panel: panel.y.factor)
    label = key[0] if key[1] in key[0] or key[1] in ("actual", "sum") else f"{key[0]}: {key[1]}"
    if key[1] == "sum":
        label = f"sum, {key[0]}"
    ends = np.array([min(float(each.x[0]) for each in curves), max(float(each.x[-1]) for each in curves)])
    y = scale([each.y for each in curves], model.least, factor=model.y.factor)
    return replace(model, label=label, x=time_scale(ends), y=y, drawn=drawn, alt=f"{label} of all runs over time")


def _recolored(each: Drawn, run: int, label: str) -> Drawn:
    """Something of a run in its colour; a set point dashed, routes as they are."""
    if isinstance(each, Area | Lines):
        return each
    kind, color, *_ = each.style.split()
    if color in ("grey", "ochre") and (kind == "end" or "dashed" in each.style):
        return each
    if isinstance(each, Marks):
        return each._replace(style=f"{kind} {VEHICLES[run]}")
    aim = each.style == SET_POINT
    style = f"line {VEHICLES[run]}{' dashed' if aim else ''}"
    return each._replace(style=style, name=f"{label}, set point" if aim else label)


def _keys(comparison: Comparison) -> list[Key]:
    return [Key(f"line {VEHICLES[k]}", run.label) for k, run in enumerate(comparison.runs)]
