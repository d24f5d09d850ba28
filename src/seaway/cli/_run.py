"""``seaway run``."""

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from math import isfinite
from pathlib import Path
from signal import SIGINT
from typing import Any, Final

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from typer import BadParameter

from seaway import scenario as scenarios
from seaway.cli._files import results_of
from seaway.cli._output import Outcome, console, overrides, print_note, table
from seaway.cli._sources import loaded, shown_findings
from seaway.errors import ScenarioError, SeawayError
from seaway.scenario import Repetition, RunFolder, RunResult
from seaway.scenario._findings import without_warnings
from seaway.scenario._summary import SummaryLine

# With more vehicles, `seaway run --plots` draws only the track: four figures each take seconds.
_MOST_PLOTTED: Final = 4


def run(
    file: Path,
    *,
    batch: int | None,
    out: Path | None,
    force: bool,
    report: bool,
    plots: bool,
    replay: bool,
    allow_code: bool,
    idle: bool,
    model_path: list[Path],
    **options: Any,
) -> Outcome:
    """Simulate a scenario, an SDFormat file or a library vehicle; or repeat a run from its manifest.

    ``options`` are values of the scenario, see ``overrides``. The exit code is 1 if it failed, 128 + n if signal n
    stopped it.
    """
    for name in ("duration", "step", "record_period"):
        check_positive(f"--{name.replace('_', '-')}", options[name])
    check_force(force, out)
    if replay:
        from seaway.view._viser import check_viser

        check_viser()  # before the run, not after it
    chosen = overrides(**options)
    manifest = RunFolder.manifest_of(file)
    repetition: Repetition | None = None
    if manifest is not None:
        if chosen or batch is not None or model_path or idle:
            raise ScenarioError(
                "a run is repeated from its manifest exactly as it was: only --out, --force, --plots, --no-report, "
                "--replay, --allow-code and --json may be given; to change something, run its scenario"
            )
        with without_warnings():
            repetition = Repetition.load(manifest, allow_code=allow_code)
        _show_inputs(repetition, console(stderr=True))
        scenario, batch = repetition.scenario, repetition.batch
        findings = shown_findings(scenario)
    else:
        scenario, findings = loaded(file, chosen, model_path, allow_code=allow_code, idle=idle)
    written: dict[str, Path | None] = {"plots": None, "replay": None, "report": None}

    def draw(result: RunResult) -> None:
        # After signals other than Ctrl-C, exit without delay.
        if result.samples > 0 and result.signal in (None, SIGINT):
            wishes = (("plots", plots, _plots), ("replay", replay, _replay), ("report", report, _report))
            for name, wanted, write in wishes:  # the report last: it links the replay
                try:
                    written[name] = write(result.folder) if wanted else None
                except SeawayError as error:
                    print_note("warning", f"no {name} written: {error}")

    try:
        with _progress(console(stderr=True), scenario.duration) as progress:
            result = scenarios.run(
                scenario,
                batch=batch or 1,
                out=out,
                force=force,
                command_line=["seaway", *sys.argv[1:]],
                findings=findings,
                progress=progress,
                after=draw,
            )
    except MemoryError:
        message = "not enough memory for this run; take a smaller --batch, fewer waves or a longer record.period"
        raise ScenarioError(message) from None
    if result.error is not None:
        print_note("error", result.error)

    def show(screen: Console) -> None:
        _show(result, screen)
        if repetition is not None:
            screen.print(_SAME[_same(repetition, result)])
        for name, path in written.items():
            if path is not None:
                screen.print(f"{name}: {escape(str(path))}")

    code = {"complete": 0, "failed": 1, "stopped": 128 + (result.signal or 0)}[result.status]
    files = {name: path and str(path) for name, path in written.items()}
    return Outcome(lambda: {**_as_json(result, repetition), **files}, show, code)


def check_positive(option: str, seconds: float | None) -> None:
    """Check that a time is finite and positive."""
    if seconds is not None and not (isfinite(seconds) and seconds > 0.0):
        raise BadParameter(f"{option} must be finite and > 0 [s], got {seconds:g}")


def check_force(force: bool, out: Path | None) -> None:
    """Check that ``--force`` comes with ``--out``."""
    if force and out is None:
        raise BadParameter("--force replaces the run in --out DIR, which was not given")


def _show_inputs(repetition: Repetition, errors: Console) -> None:
    """Print the files and changed versions of a repetition."""
    for path in map(_printable, repetition.inputs):
        errors.print(f"input {escape(path)}: the copy in the run folder")
    for name, (before, now) in repetition.changed_versions.items():
        package, then = _printable(name), _printable(before)
        print_note("warning", f"{package} has changed from {then} to {now}; the result may differ")


def _printable(text: str) -> str:
    """Untrusted text without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:1000]


def _same(repetition: Repetition, result: RunResult) -> bool | None:
    """Whether the result is bit-identical; None if one of the runs did not finish."""
    if repetition.sha256 is None or result.status != "complete":
        return None
    return repetition.sha256 == result.sha256


_SAME: Final = {
    True: "[green]the result is the same, to the last bit[/green]",
    False: "[yellow]the result differs[/yellow]",
    None: "the results cannot be compared: one of the runs did not finish",
}


def _plots(folder: RunFolder) -> Path:
    from seaway.cli._results import drawn

    with scenarios.open_run(folder.path) as dataset, results_of(folder.path, None, force=False) as may_replace:
        for _ in drawn(dataset, folder.plots, may_replace, most=_MOST_PLOTTED):
            pass
    return folder.plots


def _replay(folder: RunFolder) -> Path:
    from seaway.cli._view import write_replay

    return write_replay(folder)


def _report(folder: RunFolder) -> Path:
    from seaway.report import write_report

    with results_of(folder.path, None, force=False) as may_replace:
        return write_report(folder, overwrite=may_replace(folder.report))


@contextmanager
def _progress(errors: Console, duration: float) -> Generator[Callable[[float, float], object] | None]:
    """A bar with the simulated time and the speed, on a terminal only."""
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
    keys = ("status", "samples", "simulated", "seconds", "speed", "seeds", "sha256")
    whole: dict[str, object] = {
        "folder": str(result.folder.path),
        **{key: getattr(result, key) for key in keys},
        "error": result.error and str(result.error),
        "vehicles": [vehicle.as_dict() for vehicle in result.summary],
    }
    if result.spread:
        whole["spread"] = [vehicle.as_dict() for vehicle in result.spread]
    if repetition is not None:
        whole["repeated"] = {"same": _same(repetition, result), "inputs": list(repetition.inputs)}
    return whole


_Column = tuple[str, tuple[SummaryLine, ...]]
"""Title and lines of a summary."""


def _show(result: RunResult, screen: Console) -> None:
    columns: list[_Column] = [(vehicle.name, vehicle.lines()) for vehicle in result.summary]
    if result.spread:  # of a batch: the first run, and the range of all
        columns = [
            column
            for vehicle, spread in zip(result.summary, result.spread, strict=True)
            for column in ((f"{vehicle.name}, run 0", vehicle.lines()), (f"{spread.rows} runs", spread.lines()))
        ]
    for block in _fitting(columns, screen.width):
        # Vehicles without guidance have one line fewer.
        abreast = list(zip_longest(*(lines for _, lines in block)))
        rows = [[next(filter(None, lines)).label, *map(_cell, lines)] for lines in abreast]
        screen.print(table(rows, ["", *(escape(title) for title, _ in block)], right=range(1, 99), fold=99), crop=False)
        screen.print()
    runs = f"{len(result.seeds)} runs of " if len(result.seeds) > 1 else ""
    words = {"complete": "", "stopped": "[yellow]stopped[/yellow] after ", "failed": "[red]failed[/red] after "}
    screen.print(
        f"{words[result.status]}{runs}{result.simulated:g} s simulated in {result.seconds:.2f} s, "
        f"{result.speed:.3g} times real time; {result.samples} samples in {escape(str(result.folder.path))}"
    )


def _fitting(columns: Sequence[_Column], width: int) -> Iterator[list[_Column]]:
    """Groups of columns that fit side by side, at least one each."""
    left, block = 0, list[_Column]()
    for title, lines in columns:
        own = 2 + max(len(title), *(len(_cell(line)) for line in lines))
        if block and own > left:
            yield block
            block = []
        if not block:
            left = width - 2 - max(len(line.label) for line in lines)
        block.append((title, lines))
        left -= own
    if block:
        yield block


def _cell(line: SummaryLine | None) -> str:
    return "" if line is None else f"{line.value} {line.unit}"
