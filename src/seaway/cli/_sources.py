"""How commands load what they are given, and say what deserves a look in it: once, short, on standard error."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.markup import escape

from seaway.cli._output import console, print_findings
from seaway.errors import Finding
from seaway.scenario import Scenario, load_scenario
from seaway.scenario._findings import findings_of, is_notice, stop_at_errors, without_warnings

# Findings that are printed before a run; `seaway check` prints all.
_MOST_SHOWN: Final = 5


def loaded(
    file: Path, overrides: Sequence[str], model_path: Sequence[Path], *, allow_code: bool = False, idle: bool = False
) -> tuple[Scenario, tuple[Finding, ...]]:
    """Load a scenario from any source, and print its findings.

    Args:
        file: See ``load_scenario``.
        overrides: Values of options and ``--set``.
        model_path: Folders of models and meshes.
        allow_code: Whether Python files that it names may run.
        idle: Whether to leave a library vehicle without its mission.

    Returns:
        The scenario, and all of its findings.

    Raises:
        ScenarioError: It cannot be run.
    """
    with without_warnings():
        scenario = load_scenario(file, overrides, model_path, allow_code=allow_code, idle=idle)
    return scenario, shown_findings(scenario, file)


def quietly_loaded(
    file: Path, overrides: Sequence[str], model_path: Sequence[Path], *, allow_code: bool = False
) -> Scenario:
    """Load a scenario from any source for its vehicles alone: no mission, no findings."""
    with without_warnings():
        return load_scenario(file, overrides, model_path, allow_code=allow_code, idle=True)


def shown_findings(scenario: Scenario, file: Path | None = None) -> tuple[Finding, ...]:
    """Print the first findings of a scenario, warnings before notices, and how to see the others.

    Raises:
        ScenarioError: One is an error.
    """
    found = findings_of(scenario)
    stop_at_errors(found)
    ordered = sorted(found, key=is_notice)
    print_findings(ordered[:_MOST_SHOWN])
    more = len(ordered) - _MOST_SHOWN
    if more > 0:
        where = "see findings in manifest.json" if file is None else f"seaway check {file}"
        console(stderr=True).print(f"[dim]and {more} more: {escape(where)}[/dim]")
    return found
