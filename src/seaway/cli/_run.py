"""``seaway run``."""

import logging
import sys
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from seaway.cli._files import results_of
from seaway.cli._output import console, print_findings, print_json
from seaway.cli._scenario import Chosen, loaded, print_error
from seaway.errors import ScenarioError, SeawayError, SeawayWarning
from seaway.scenario import (
    Repetition,
    RunFolder,
    RunResult,
    SummaryLine,
    VehicleSpread,
    VehicleSummary,
    findings_of,
    open_run,
)
from seaway.scenario import run as run_scenario

__all__ = ["Settings", "run"]

# More vehicles than this have figures of their own only where they are asked for, with `seaway plot`: four each take
# seconds.
_MOST_PLOTTED: Final = 4


class Settings(NamedTuple):
    """How to run, besides what is run."""

    batch: int | None
    out: Path | None
    force: bool
    report: bool


def run(file: Path, chosen: Chosen, settings: Settings, model_path: list[Path], as_json: bool) -> int:
    """Simulate a scenario, an SDFormat file or a library vehicle; or a run again, from its manifest.

    Returns:
        The exit code: 1 where it cannot be run or failed, 128 + n where signal n stopped it.
    """
    errors = console(stderr=True)
    repetition: Repetition | None = None
    written = _Written()
    try:
        with _told(errors):
            manifest = RunFolder.manifest_of(file)
            if manifest is not None:
                _check_alone(chosen, settings, model_path)
                repetition = Repetition.load(manifest)
                _show_inputs(repetition, errors)
            scenario = loaded(file, chosen, model_path) if repetition is None else repetition.scenario
            print_findings((*scenario.findings, *scenario.inputs.findings()), errors)
            with _progress(errors, scenario.duration) as progress:
                result = run_scenario(
                    scenario,
                    batch=(settings.batch or 1) if repetition is None else repetition.batch,
                    out=settings.out,
                    force=settings.force,
                    command_line=["seaway", *sys.argv[1:]],
                    findings=findings_of(scenario),
                    progress=progress,
                    after=lambda result: written.draw(result, settings.report, errors),
                )
    except (SeawayError, MemoryError) as error:
        if as_json:
            print_json(None)
        short = (
            "there is not enough memory for this run; take a smaller --batch, fewer waves, or a longer record.period"
        )
        print_error(ScenarioError(short) if isinstance(error, MemoryError) else error, errors)
        return 1
    if result.error is not None:
        errors.print(f"[red]error:[/red] {escape(str(result.error))}")
    files = {"plots": written.plots, "report": written.report}
    if as_json:
        print_json({**_as_json(result, repetition), **{name: path and str(path) for name, path in files.items()}})
    else:
        _show(result, console())
        if repetition is not None:
            _show_comparison(repetition, result, console())
        for name, path in files.items():
            if path is not None:
                console().print(f"{name}: {escape(str(path))}")
    return {"complete": 0, "failed": 1, "stopped": 128 + (result.signal or 0)}[result.status]


def _check_alone(chosen: Chosen, settings: Settings, model_path: list[Path]) -> None:
    if chosen.overrides() or settings.batch is not None or model_path:
        message = (
            "a run is repeated from its manifest as it was, without options but --out, --force, --no-report and --json"
        )
        raise ScenarioError(f"{message}; run its scenario for something else")


def _show_inputs(repetition: Repetition, errors: Console) -> None:
    """Tell which files a run is repeated with."""
    for path in map(_printable, repetition.inputs):
        errors.print(f"input {escape(path)}: the copy in the run folder")
    for name, (before, now) in repetition.changed_versions.items():
        package, then = _printable(name), _printable(before)
        errors.print(f"[yellow]warning:[/yellow] {escape(f'{package} was {then} and is {now}; the result may differ')}")


def _printable(text: str) -> str:
    """A text of a stranger's without what would steer a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:1000]


def _same(repetition: Repetition, result: RunResult) -> bool | None:
    """Whether the result is the same to the last bit; None where one of both did not come to its end."""
    if repetition.sha256 is None or result.status != "complete":
        return None
    return repetition.sha256 == result.sha256


def _show_comparison(repetition: Repetition, result: RunResult, screen: Console) -> None:
    words = {
        True: "[green]the result is the same, to the last bit[/green]",
        False: "[yellow]the result is not the same[/yellow]",
        None: "the results cannot be compared: one of both runs did not come to its end",
    }
    screen.print(words[_same(repetition, result)])


class _Written:
    """Plots and report of a run; one that has none is a run nevertheless."""

    def __init__(self) -> None:
        self.plots: Path | None = None
        self.report: Path | None = None

    def draw(self, result: RunResult, wanted: bool, errors: Console) -> None:
        """Draw plots and write the report, unless somebody waits for the process to end."""
        if wanted and result.samples > 0 and result.signal in (None, SIGINT):
            self._plots(result.folder, errors)
            self._report(result.folder, errors)

    def _plots(self, folder: RunFolder, errors: Console) -> None:
        from seaway.cli._plot import drawn

        try:
            with open_run(folder.path) as dataset, results_of(folder.path, None, force=False) as may_replace:
                for _ in drawn(dataset, folder.plots, may_replace, most=_MOST_PLOTTED):
                    pass
        except SeawayError as error:
            errors.print(f"[yellow]warning:[/yellow] there are no plots: {escape(str(error))}")
        else:
            self.plots = folder.plots

    def _report(self, folder: RunFolder, errors: Console) -> None:
        from seaway.report import write_report

        try:
            with results_of(folder.path, None, force=False) as may_replace:
                self.report = write_report(folder, overwrite=may_replace(folder.report))
        except SeawayError as error:
            errors.print(f"[yellow]warning:[/yellow] there is no report: {escape(str(error))}")


@contextmanager
def _told(errors: Console) -> Generator[None]:
    """Show warnings as they come, and that kernels are being compiled."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            errors.print(f"[dim]{escape(record.getMessage())}[/dim]")

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        errors.print(f"[yellow]warning:[/yellow] {escape(str(message))}")

    log, handler = logging.getLogger("seaway"), Handler()
    level = log.level
    log.addHandler(handler)
    if errors.is_terminal:
        log.setLevel(logging.INFO)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", SeawayWarning)
            warnings.showwarning = show
            yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)


@contextmanager
def _progress(errors: Console, duration: float) -> Generator[Callable[[float, float], object] | None]:
    """A bar with the simulated time and the speed, on a terminal; nothing else."""
    if not errors.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[time]}"),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task("simulating", total=duration, time="", speed="")

        def progress(done: float, total: float) -> None:
            elapsed = bar.tasks[0].elapsed or 0.0
            speed = f"{done / elapsed:.3g} times real time" if elapsed > 0.0 else ""
            bar.update(task, completed=done, total=total, time=f"{done:.1f} of {total:.1f} s", speed=speed)

        bar.reset(task)
        yield progress


def _as_json(result: RunResult, repetition: Repetition | None) -> dict[str, object]:
    whole: dict[str, object] = {
        "folder": str(result.folder.path),
        "status": result.status,
        "samples": result.samples,
        "simulated": result.simulated,
        "seconds": result.seconds,
        "speed": result.speed,
        "error": None if result.error is None else str(result.error),
        "seeds": list(result.seeds),
        "sha256": result.sha256,
        "vehicles": [vehicle.as_dict() for vehicle in result.summary],
    }
    if result.spread:
        whole["spread"] = [vehicle.as_dict() for vehicle in result.spread]
    if repetition is not None:
        whole["repeated"] = {"same": _same(repetition, result), "inputs": list(repetition.inputs)}
    return whole


def _show(result: RunResult, screen: Console) -> None:
    columns = [_Column(vehicle.name, vehicle.lines()) for vehicle in result.summary]
    if result.spread:
        pairs = zip(result.summary, result.spread, strict=True)
        columns = [column for vehicle, spread in pairs for column in _columns_of(vehicle, spread)]
    for block in _fitting(columns, screen.width):
        table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
        table.add_column("", no_wrap=True)
        for column in block:
            table.add_column(escape(column.title), justify="right", no_wrap=True)
        for lines in zip(*(column.lines for column in block), strict=True):
            table.add_row(lines[0].label, *map(_cell, lines))
        screen.print(table, crop=False)
        screen.print()
    rows = f" in {len(result.seeds)} rows" if len(result.seeds) > 1 else ""
    words = {"complete": "", "stopped": "[yellow]stopped[/yellow] after ", "failed": "[red]failed[/red] after "}
    screen.print(
        f"{words[result.status]}{result.simulated:g} s{rows} simulated in {result.seconds:.2f} s, "
        f"{result.speed:.3g} times real time; {result.samples} samples in {escape(str(result.folder.path))}"
    )


class _Column(NamedTuple):
    title: str
    lines: tuple[SummaryLine, ...]


def _columns_of(vehicle: VehicleSummary, spread: VehicleSpread) -> tuple[_Column, _Column]:
    """The first row of a batch, and how much all rows differ."""
    return _Column(f"{vehicle.name}, row 0", vehicle.lines()), _Column(f"in {spread.rows} rows", spread.lines())


def _fitting(columns: Sequence[_Column], width: int) -> Iterator[list[_Column]]:
    """Columns that have room beside each other, at least one at a time."""
    left, block = 0, list[_Column]()
    for column in columns:
        own = 2 + max(len(column.title), *(len(_cell(line)) for line in column.lines))
        if block and own > left:
            yield block
            block = []
        if not block:
            left = width - 2 - max(len(line.label) for line in column.lines)
        block.append(column)
        left -= own
    if block:
        yield block


def _cell(line: SummaryLine) -> str:
    return f"{line.value} {line.unit}"
