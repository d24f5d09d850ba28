"""``seaway check``."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from seaway import scenario, sdf
from seaway.cli._output import Outcome, finding_as_json, print_findings
from seaway.errors import Finding, SdfError
from seaway.scenario._check import check_with_notes

_Checked = tuple[list[Finding], str, list[str]]


def check(files: list[Path], *, allow_code: bool, model_path: list[Path]) -> Outcome:
    """Check files; the exit code is 1 if one is invalid."""
    results = [(file, *_checked(file, model_path, allow_code)) for file in files]
    return Outcome(
        lambda: [_as_json(file, findings, notes) for file, findings, _, notes in results],
        lambda screen: [_show(file, findings, what, notes, screen) for file, findings, what, notes in results],
        int(any(finding.severity == "error" for _, findings, _, _ in results for finding in findings)),
    )


def _checked(file: Path, model_path: list[Path], allow_code: bool) -> _Checked:
    """The findings of a file, what it is, and notes on it."""
    if file.suffix.lower() == ".toml":
        findings, notes = check_with_notes(file, model_path, allow_code=allow_code)
        return findings, "scenario", notes
    manifest = scenario.RunFolder.manifest_of(file)
    if manifest is not None:
        return scenario.check_run(manifest.parent), "run", []
    try:
        document = sdf.load(file, model_path)
    except SdfError as error:
        return [Finding("error", error.path or file, error.line, "unreadable", error.message)], "not read", []
    worlds = f"{len(document.worlds)} worlds, " if len(document.worlds) > 1 else ""
    return sdf.check(document), f"{worlds}{_count(len(document.links), 'link')}", []


def _as_json(file: Path, findings: list[Finding], notes: list[str]) -> dict[str, object]:
    errors, warnings = (
        [finding_as_json(finding, file) for finding in findings if finding.severity == severity]
        for severity in ("error", "warning")
    )
    return {"file": str(file), "valid": not errors, "errors": errors, "warnings": warnings, "notes": notes}


def _show(file: Path, findings: list[Finding], what: str, notes: list[str], screen: Console) -> None:
    print_findings(findings, screen)
    errors = sum(finding.severity == "error" for finding in findings)
    counts = f"{_count(errors, 'error')}, {_count(len(findings) - errors, 'warning')}"
    verdict = "[red]invalid[/red]" if errors else "[green]valid[/green]"
    screen.print(f"[bold]{escape(str(file))}[/bold]: {verdict}, {what}, {counts}")
    for note in notes:
        screen.print(f"  {escape(note)}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
