"""``seaway convert``."""

from pathlib import Path

from seaway import library
from seaway.cli._files import write_or_print
from seaway.cli._output import Outcome, finding_as_json, overrides, print_findings
from seaway.cli._sources import quietly_loaded
from seaway.library._convert import NOTATIONS, Notation, converted
from seaway.scenario._load_vehicle import one_vehicle
from seaway.scenario._source import kind_of
from seaway.sea import Sea


def convert(
    file: Path,
    *,
    to: Notation | None,
    out: Path | None,
    force: bool,
    world: bool,
    freeze_joints: bool,
    ignore: list[str],
    sets: list[str],
    allow_code: bool,
    model_path: list[Path],
) -> Outcome:
    """Convert a vehicle between Seaway's notation, Fossen's and SDFormat."""
    if sets or kind_of(file) not in ("vehicle", "sdf"):
        chosen = overrides(sets=sets, freeze_joints=freeze_joints, ignore=ignore)
        scenario = quietly_loaded(file, chosen, model_path, allow_code=allow_code)
        scene = scenario.scene
        vehicle = one_vehicle(scene.vehicles, file, "; leave out the others with --ignore NAME")
        water = Sea(scene.sea.density, scene.sea.gravity, surface=None)
        made = converted(vehicle, water, None, to, file, world=world)
    else:
        made = library.convert(file, to, world=world, model_path=model_path, freeze_joints=freeze_joints, ignore=ignore)
    show = write_or_print(made.text, out, "the converted file", force, said=f"{file} as {NOTATIONS[made.to]} in {out}")
    print_findings(made.findings)
    warnings = [finding_as_json(finding, file) for finding in made.findings]
    return Outcome(
        lambda: {"file": str(file), "to": made.to, "out": out and str(out), "text": made.text, "warnings": warnings},
        show,
    )
