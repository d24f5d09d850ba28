"""``seaway convert``."""

from pathlib import Path

from rich.markup import escape

from seaway.cli._files import write_output
from seaway.cli._output import console, print_findings, print_json
from seaway.errors import SeawayError
from seaway.library import convert
from seaway.library._convert import NOTATIONS, Notation

__all__ = ["run"]


def run(
    file: Path,
    to: Notation | None,
    out: Path | None,
    force: bool,
    world: bool,
    freeze_joints: bool,
    ignore: list[str],
    model_path: list[Path],
    as_json: bool,
) -> int:
    """Convert a file between Seaway's notation, Fossen's and SDFormat.

    Returns:
        The exit code: 1 if the file is invalid, or the other one cannot be written.
    """
    errors = console(stderr=True)
    try:
        made = convert(file, to, world=world, model_path=model_path, freeze_joints=freeze_joints, ignore=ignore)
        if out is not None:
            write_output(out, made.text, "the converted file", force)
    except SeawayError as error:
        if as_json:
            print_json(None)
        errors.print(f"[red]error:[/red] {escape(str(error))}")
        return 1
    print_findings(made.findings, errors)
    if as_json:
        told = [{"line": f.line, "rule": f.rule, "message": f.message, "file": str(f.path)} for f in made.findings]
        print_json({"file": str(file), "to": made.to, "out": out and str(out), "text": made.text, "warnings": told})
    elif out is None:
        print(made.text, end="")  # noqa: T201 - this is the place that prints
    else:
        console().print(f"{escape(str(file))} as {NOTATIONS[made.to]} in {escape(str(out))}")
    return 0
