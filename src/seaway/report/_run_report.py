"""The report of a run: one HTML file that opens anywhere, also without a network."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from seaway.report._charts import Chart, number, prefixed
from seaway.report._energy import EnergyBalance, energy_balance
from seaway.report._facts import Fact, Facts
from seaway.report._laws import words_of
from seaway.report._pages import page, shortened
from seaway.report._records import laws_of, names_of, recorded
from seaway.report._run_charts import (
    attitude_chart,
    energy_chart,
    forces_chart,
    surface_chart,
    track_chart,
    velocity_chart,
)
from seaway.report._run_spectrum import AskedSpectrum, asked_spectrum, measured_spectrum, spectrum_chart
from seaway.report._save import write_text
from seaway.scenario import RunFolder, SummaryLine, open_run, summary_of

if TYPE_CHECKING:
    from xarray import Dataset

__all__ = ["MOST_VEHICLES", "write_report"]

MOST_VEHICLES: Final = 8
"""Vehicles that have charts; with them a report has 6 MB at the most."""

# A balance that is off by more than this share of the largest term deserves a word.
_OFF: Final = 0.01


@dataclass(frozen=True)
class _Table:
    """Lines of facts under a chart."""

    head: tuple[str, str]
    lines: tuple[Fact, ...]
    total: int


class _Column(NamedTuple):
    """A column of a summary."""

    title: str
    lines: tuple[SummaryLine, ...]


@dataclass(frozen=True)
class _Section:
    """A part of a vehicle's report."""

    title: str
    chart: Chart | None = None
    note: str = ""
    table: _Table | None = None


@dataclass(frozen=True)
class _VehicleReport:
    """What is shown of a vehicle."""

    id: str
    name: str
    sections: tuple[_Section, ...]


def write_report(
    run: str | os.PathLike[str] | RunFolder, path: str | os.PathLike[str] | None = None, *, overwrite: bool = True
) -> Path:
    """Write the report of a run, finished or not: one HTML file without scripts, which needs no network.

    It has what was run, the summary, the track, and of each vehicle (8 at the most) attitude, velocities, forces by
    law, the surface and its spectrum, the balance of energy; then what checks found, and how to repeat the run. Of a
    batch row 0 is shown, with the range of all rows. Long recordings are thinned so that every peak stays.

    Args:
        run: The folder of the run, or its ``recording.nc``, of which less is known.
        path: The file; by default ``report.html`` in the folder, or beside the recording.
        overwrite: Whether a file that exists is replaced.

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
    manifest: dict[str, Any] = {}
    if not alone:
        manifest = RunFolder.open(where).read_manifest()
    with open_run(where) as dataset:
        text = page("run.html", _content(dataset, manifest, where.stem if alone else where.name))
    target = Path(path) if path is not None else where.with_suffix(".html") if alone else RunFolder(where).report
    return write_text(target, text, "the report", overwrite=overwrite)


def _content(dataset: "Dataset", manifest: dict[str, Any], name: str) -> dict[str, object]:
    """What the template shows."""
    if not manifest:
        manifest = {"status": str(dataset.attrs.get("run_status", ""))}
    facts = Facts(manifest)
    names = names_of(dataset)
    rows, samples = dataset.sizes["row"], dataset.sizes["time"]
    shown = names[:MOST_VEHICLES]
    asked = asked_spectrum(manifest)
    track = None
    if recorded(dataset, "position"):
        track = track_chart(dataset, shown)
    reports = tuple(
        _VehicleReport(f"vehicle-{k + 1}", shortened(each), _sections(dataset, k, asked))
        for k, each in enumerate(shown)
    )
    return {
        "title": facts.text("title") or facts.text("name") or shortened(name),
        "facts": facts,
        "ended": _ended(facts, dataset),
        "lead": _lead(facts, names),
        "rows": rows,
        "samples": samples,
        "summaries": _summaries(facts, dataset),
        "vehicle_count": len(names),
        "most_vehicles": MOST_VEHICLES,
        "track": track,
        "reports": reports,
    }


def _lead(facts: Facts, names: list[str]) -> str:
    """What was run, in one sentence."""
    who = shortened(names[0]) if len(names) == 1 else f"{len(names)} vehicles"
    duration = facts.number("duration")
    long = "" if duration is None else f" for {number(duration, 6)} s"
    sea = {fact.what: fact.value for fact in facts.sea}
    parts = [sea["waves"]] if sea.get("waves", "none") != "none" else []
    parts += [f"{what} {sea[what]}" for what in ("current", "wind") if sea.get(what, "none") != "none"]
    return f"{who}{long}" + (f"; {'; '.join(parts)}" if parts else "")


def _ended(facts: Facts, dataset: "Dataset") -> str:
    """How it ended, in a sentence."""
    end = number(float(dataset["time"].values[-1]), 6)
    duration = facts.number("duration")
    of = "" if duration is None else f" of {number(duration, 6)} s"
    if facts.status == "complete":
        seconds, simulated = facts.number("seconds"), facts.number("simulated")
        if seconds is None or simulated is None or seconds <= 0.0:
            return "It ran to its end."
        speed = number(simulated / seconds, 3)
        return f"It ran to its end: {number(simulated, 6)} s in {number(seconds, 3)} s, {speed} times real time."
    if facts.status == "stopped":
        return f"It was stopped after {end} s{of}; what was recorded until then is shown."
    if facts.status == "failed":
        return f"It failed after {end} s{of}; what was recorded until then is shown."
    return f"It is not finished: it still runs, or was killed. What was recorded until {end} s{of} is shown."


def _summaries(facts: Facts, dataset: "Dataset") -> list[list[_Column]]:
    """Tables: one of all vehicles, or of a batch one for each with how much the rows differ.

    They are those of the manifest, or of what was recorded where a run did not get to write one.
    """
    summaries = (facts.summaries() or summary_of(dataset))[:MOST_VEHICLES]
    spreads = facts.spreads()[:MOST_VEHICLES]
    if len(spreads) != len(summaries):
        return [[_Column(each.name, each.lines()) for each in summaries]] if summaries else []
    return [
        [
            _Column(f"{own.name}, row 0", own.lines()),
            _Column("least", spread.least.lines()),
            _Column("mean", spread.mean.lines()),
            _Column(f"largest of {spread.rows}", spread.largest.lines()),
        ]
        for own, spread in zip(summaries, spreads, strict=True)
    ]


def _sections(dataset: "Dataset", vehicle: int, asked: AskedSpectrum | None) -> tuple[_Section, ...]:
    return (
        _drawn("Attitude", dataset, ("roll", "pitch", "yaw"), lambda: attitude_chart(dataset, vehicle)),
        _drawn("Velocities", dataset, ("velocity", "angular_velocity"), lambda: velocity_chart(dataset, vehicle)),
        _drawn("Forces by law", dataset, ("force", "torque"), lambda: forces_chart(dataset, vehicle)),
        _drawn(
            "Surface",
            dataset,
            ("surface_elevation", "position", "wet_fraction"),
            lambda: surface_chart(dataset, vehicle),
        ),
        _spectrum(dataset, vehicle, asked),
        _energy(dataset, vehicle),
    )


def _drawn(title: str, dataset: "Dataset", names: tuple[str, ...], draw: Callable[[], Chart | str]) -> _Section:
    if recorded(dataset, *names):
        drawn = draw()
        return _Section(title, note=drawn) if isinstance(drawn, str) else _Section(title, drawn)
    missing = next(name for name in names if not recorded(dataset, name))
    return _Section(title, note=f"'{missing}' was not recorded.")


def _spectrum(dataset: "Dataset", vehicle: int, asked: AskedSpectrum | None) -> _Section:
    title = "Spectrum of the surface"
    if not recorded(dataset, "surface_elevation"):
        return _Section(title, note="'surface_elevation' was not recorded.")
    measured = measured_spectrum(dataset, vehicle, 0.0 if asked is None else asked.ramp)
    if measured is None:
        return _Section(title, note="The surface at the vehicle does not move: there is nothing to measure.")
    if not len(measured.omega):
        note = (
            f"The record is too short for a spectrum: {measured.wave_count} waves in {number(measured.duration, 3)} s, "
            f"and 10 are needed, better 40. Hs of the record is {number(measured.significant_height, 3)} m"
        )
        height = "" if asked is None else f"; {number(asked.significant_height, 3)} m was asked for"
        return _Section(title, note=f"{note}{height}.")
    return _Section(title, spectrum_chart(measured, asked))


def _energy(dataset: "Dataset", vehicle: int) -> _Section:
    title = "Energy"
    needed = ("kinetic_energy", "potential_energy", "velocity", "angular_velocity", "force", "torque")
    missing = [name for name in needed if not recorded(dataset, name)]
    if missing or not laws_of(dataset):
        return _Section(title, note=f"'{missing[0] if missing else 'force'}' was not recorded.")
    balance = energy_balance(dataset, names_of(dataset)[vehicle])
    if not np.all(np.isfinite(balance.residual)):
        return _Section(title, note="The energy is not finite over the whole record.")
    return _Section(title, energy_chart(balance, dataset.sizes["row"]), _balance(balance), _works(balance))


def _balance(balance: EnergyBalance) -> str:
    """What became of the energy, and how well it is known."""
    factor, unit = prefixed("J", balance.turnover)
    change = number(float(balance.change[-1]) * factor)
    largest = max(balance.work, key=lambda law: float(np.max(np.abs(balance.work[law]))), default=None)
    words = f"Kinetic and potential energy together change by {change} {unit} from start to end."
    if balance.turnover == 0.0 or largest is None:
        return words
    most = float(np.max(np.abs(balance.work[largest])))
    words += f" The largest work is that of {words_of(largest)}, {number(most * factor)} {unit} at its largest."
    left, left_unit = prefixed("J", float(np.max(np.abs(balance.residual))))
    rest = number(float(np.max(np.abs(balance.residual))) * left, 2)
    step = number(float(np.median(np.diff(balance.time))), 3) if len(balance.time) > 1 else "0"
    words += (
        f" Change and works differ by {rest} {left_unit} at the most, {number(100.0 * balance.error, 2)} % of the "
        f"largest term: works are integrals over samples {step} s apart, and miss what happens between them."
    )
    if balance.error > _OFF:
        words += " That is much: forces jump or swing faster than they were recorded. Record more often to see them."
    return words


def _works(balance: EnergyBalance) -> _Table:
    factor, unit = prefixed("J", balance.turnover)

    def fact(what: str, value: float) -> Fact:
        return Fact(what, number(value * factor if abs(value) >= 1e-9 * balance.turnover else 0.0), unit)

    lines = [fact(words_of(law), float(work[-1])) for law, work in balance.work.items() if np.any(work)]
    lines.append(fact("weight and buoyancy, beyond potential energy", float(balance.restoring[-1])))
    total = len(lines)
    kinetic, potential = (float(each[-1] - each[0]) for each in (balance.kinetic, balance.potential))
    lines += [
        fact("all works", float(balance.change[-1] - balance.residual[-1])),
        fact("change of kinetic energy", kinetic),
        fact("change of potential energy", potential),
        fact("what is left", float(balance.residual[-1])),
    ]
    return _Table(("work of", "from start to end"), tuple(lines), total)
