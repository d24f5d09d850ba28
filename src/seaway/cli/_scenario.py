"""What the commands that take a scenario share: options as values of it, and what is wrong with it."""

import json
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape

from seaway.errors import ScenarioError, SeawayError
from seaway.scenario import Scenario, load

__all__ = ["Chosen", "loaded", "print_error"]


class Chosen(NamedTuple):
    """What was asked for with options; None for what was not."""

    sets: list[str]
    freeze_joints: bool
    ignore: list[str]
    seed: int | None
    duration: float | None = None
    step: float | None = None
    record_period: float | None = None

    def overrides(self) -> list[str]:
        """The same as values of a scenario; what is set by its key comes last and counts."""
        numbers = {
            "simulation.seed": self.seed,
            "simulation.duration": self.duration,
            "simulation.time_step": self.step,
            "record.period": self.record_period,
        }
        given = [f"{key}={value!r}" for key, value in numbers.items() if value is not None]
        if self.freeze_joints:
            given.append("vehicle.freeze_joints=true")
        if self.ignore:
            given.append(f"vehicle.ignore={json.dumps(self.ignore, ensure_ascii=False)}")
        return [*given, *self.sets]


def loaded(file: Path, chosen: Chosen, model_path: list[Path]) -> Scenario:
    """Read a scenario, an SDFormat file or a library vehicle, with options."""
    return load(file, chosen.overrides(), model_path)


def print_error(error: SeawayError, where: Console) -> None:
    """Print what is wrong: a line for each problem."""
    findings = error.findings if isinstance(error, ScenarioError) else ()
    lines = [str(ScenarioError(findings=[finding])) for finding in findings] or [str(error)]
    for line in lines:
        where.print(f"[red]error:[/red] {escape(line)}")
