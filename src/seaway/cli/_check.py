"""``seaway check``."""

from pathlib import Path

from rich.markup import escape

from seaway import sdf
from seaway.cli._output import console, print_findings, print_json
from seaway.errors import Finding, SdfError
from seaway.scenario import RunFolder, check, check_run

__all__ = ["run"]


def run(files: list[Path], model_path: list[Path], as_json: bool) -> int:
    """Check files.

    Returns:
        The exit code: 1 where a file is invalid.
    """
    results: list[tuple[Path, list[Finding], str]] = []
    for file in files:
        if file.suffix.lower() == ".toml":
            results.append((file, check(file, model_path), "scenario"))
            continue
        manifest = RunFolder.manifest_of(file)
        if manifest is not None:
            results.append((file, check_run(manifest.parent), "run"))
            continue
        try:
            document = sdf.load(file, model_path)
            worlds = f"{len(document.worlds)} worlds, " if len(document.worlds) > 1 else ""
            results.append((file, sdf.check(document), f"{worlds}{_count(len(document.links), 'link')}"))
        except SdfError as error:
            path = error.path if error.path is not None else file
            results.append((file, [Finding("error", path, error.line, "unreadable", error.message)], "not read"))
    if as_json:
        print_json([_as_json(file, findings) for file, findings, _ in results])
    else:
        _show(results)
    return 1 if any(finding.severity == "error" for _, findings, _ in results for finding in findings) else 0


def _as_json(file: Path, findings: list[Finding]) -> dict[str, object]:
    entries = {
        severity: [
            {"line": finding.line, "rule": finding.rule, "message": finding.message, "file": str(finding.path or file)}
            for finding in findings
            if finding.severity == severity
        ]
        for severity in ("error", "warning")
    }
    return {
        "file": str(file),
        "valid": not entries["error"],
        "errors": entries["error"],
        "warnings": entries["warning"],
    }


def _show(results: list[tuple[Path, list[Finding], str]]) -> None:
    screen = console()
    for file, findings, summary in results:
        print_findings(findings, screen)
        errors = sum(finding.severity == "error" for finding in findings)
        counts = f"{_count(errors, 'error')}, {_count(len(findings) - errors, 'warning')}"
        verdict = "[red]invalid[/red]" if errors else "[green]valid[/green]"
        screen.print(f"[bold]{escape(str(file))}[/bold]: {verdict}, {summary}, {counts}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
