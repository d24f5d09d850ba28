"""``seaway check``."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from seaway.cli._output import Outcome, finding_as_json, print_findings
from seaway.scenario._check import Checked, checked


def check(files: list[Path], *, sets: list[str], allow_code: bool, model_path: list[Path]) -> Outcome:
    """Check files, runs and library vehicles; the exit code is 1 if one is invalid."""
    results = [(file, checked(file, model_path, sets, allow_code=allow_code)) for file in files]
    return Outcome(
        lambda: [_as_json(file, result) for file, result in results],
        lambda screen: [_show(file, result, screen) for file, result in results],
        int(any(finding.severity == "error" for _, result in results for finding in result.findings)),
    )


def _as_json(file: Path, result: Checked) -> dict[str, object]:
    errors, warnings = (
        [finding_as_json(finding, file) for finding in result.findings if finding.severity == severity]
        for severity in ("error", "warning")
    )
    notes = list(result.notes)
    return {"file": str(file), "valid": not errors, "errors": errors, "warnings": warnings, "notes": notes}


def _show(file: Path, result: Checked, screen: Console) -> None:
    print_findings(result.findings, screen)
    errors = sum(finding.severity == "error" for finding in result.findings)
    counts = f"{_count(errors, 'error')}, {_count(len(result.findings) - errors, 'warning')}"
    verdict = "[red]invalid[/red]" if errors else "[green]valid[/green]"
    screen.print(f"[bold]{escape(str(file))}[/bold]: {verdict}, {result.what}, {counts}")
    for note in result.notes:
        screen.print(f"  {escape(note)}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
