"""``seaway convert``."""

from pathlib import Path

from seaway import library
from seaway.cli._files import write_or_print
from seaway.cli._output import Outcome, finding_as_json, print_findings
from seaway.library._convert import NOTATIONS, Notation


def convert(
    file: Path,
    *,
    to: Notation | None,
    out: Path | None,
    force: bool,
    world: bool,
    freeze_joints: bool,
    ignore: list[str],
    model_path: list[Path],
) -> Outcome:
    """Convert a file between Seaway's notation, Fossen's and SDFormat."""
    made = library.convert(file, to, world=world, model_path=model_path, freeze_joints=freeze_joints, ignore=ignore)
    show = write_or_print(made.text, out, "the converted file", force, said=f"{file} as {NOTATIONS[made.to]} in {out}")
    print_findings(made.findings)
    warnings = [finding_as_json(finding, file) for finding in made.findings]
    return Outcome(
        lambda: {"file": str(file), "to": made.to, "out": out and str(out), "text": made.text, "warnings": warnings},
        show,
    )
