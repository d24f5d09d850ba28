"""``seaway run``."""

import logging
import sys
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from seaway.cli._output import console, print_findings, print_json
from seaway.errors import SeawayError, SeawayWarning
from seaway.run import RunResult, SummaryLine, VehicleSummary, load_scene
from seaway.run import run as run_scene

__all__ = ["Settings", "run"]


class Settings(NamedTuple):
    """What was asked for; None for what was not."""

    duration: float
    step: float | None
    record_period: float | None
    out: Path | None
    force: bool
    freeze_joints: bool
    ignore: list[str]
    seed: int


def run(file: Path, settings: Settings, model_path: list[Path], as_json: bool) -> int:
    """Simulate a file.

    Returns:
        The exit code: 1 where it cannot be run or failed, 130 where it was interrupted.
    """
    errors = console(stderr=True)
    try:
        with _told(errors):
            scene, inputs = load_scene(
                file,
                model_path,
                freeze_joints=settings.freeze_joints,
                ignore=settings.ignore,
                seed=settings.seed,
            )
            print_findings(scene.findings, errors)
            with _progress(errors, settings.duration) as progress:
                result = run_scene(
                    scene,
                    settings.duration,
                    time_step=settings.step,
                    record_period=settings.record_period,
                    out=settings.out,
                    name=file.resolve().stem,
                    force=settings.force,
                    seed=settings.seed,
                    inputs=inputs,
                    command_line=["seaway", *sys.argv[1:]],
                    progress=progress,
                )
    except SeawayError as error:
        if as_json:
            print_json(None)
        errors.print(f"[red]error:[/red] {escape(str(error))}")
        return 1
    if result.error is not None:
        errors.print(f"[red]error:[/red] {escape(str(result.error))}")
    if as_json:
        print_json(_as_json(result))
    else:
        _show(result, console())
    return {"complete": 0, "failed": 1, "interrupted": 130}[result.status]


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


def _as_json(result: RunResult) -> dict[str, object]:
    return {
        "folder": str(result.folder.path),
        "status": result.status,
        "samples": result.samples,
        "simulated": result.simulated,
        "seconds": result.seconds,
        "speed": result.speed,
        "error": None if result.error is None else str(result.error),
        "vehicles": [vehicle.as_dict() for vehicle in result.summary],
    }


def _show(result: RunResult, screen: Console) -> None:
    for vehicles in _fitting(result.summary, screen.width):
        table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
        table.add_column("", no_wrap=True)
        for vehicle in vehicles:
            table.add_column(escape(vehicle.name), justify="right", no_wrap=True)
        for lines in zip(*(vehicle.lines() for vehicle in vehicles), strict=True):
            table.add_row(lines[0].label, *map(_cell, lines))
        screen.print(table, crop=False)
        screen.print()
    words = {"complete": "", "interrupted": "[yellow]interrupted[/yellow] after ", "failed": "[red]failed[/red] after "}
    screen.print(
        f"{words[result.status]}{result.simulated:g} s simulated in {result.seconds:.2f} s, "
        f"{result.speed:.3g} times real time; {result.samples} samples in {escape(str(result.folder.path))}"
    )


def _fitting(vehicles: Sequence[VehicleSummary], width: int) -> Iterator[list[VehicleSummary]]:
    """Vehicles that have room beside each other, at least one at a time."""
    left, block = 0, list[VehicleSummary]()
    for vehicle in vehicles:
        lines = vehicle.lines()
        own = 2 + max(len(vehicle.name), *(len(_cell(line)) for line in lines))
        if block and own > left:
            yield block
            block = []
        if not block:
            left = width - 2 - max(len(line.label) for line in lines)
        block.append(vehicle)
        left -= own
    if block:
        yield block


def _cell(line: SummaryLine) -> str:
    return f"{line.value} {line.unit}"
