"""From parameters in Fossen's notation to SDFormat, and back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from seaway import gazebo, sdf
from seaway.errors import Finding, ScenarioError, SdfError
from seaway.gazebo import to_sdf
from seaway.library._fossen import read_fossen
from seaway.library._fossen_text import to_fossen

__all__ = ["Conversion", "Notation", "convert"]

Notation = Literal["sdf", "fossen"]

# gz-sim's water, where nothing says what it is [kg/m3].
_WATER: Final = 1000.0


@dataclass(frozen=True)
class Conversion:
    """A file in another notation.

    Attributes:
        to: The notation.
        text: The file.
        findings: What could not be carried over, and what is worth a look.
    """

    to: Notation
    text: str
    findings: tuple[Finding, ...]


def convert(
    path: str | Path,
    to: Notation | None = None,
    *,
    world: bool = False,
    model_path: Iterable[str | Path] = (),
    freeze_joints: bool = False,
    ignore: Sequence[str] = (),
) -> Conversion:
    """Convert a TOML file in Fossen's notation (NED axes) to SDFormat, or an SDFormat file with one vehicle back.

    Args:
        path: The file; one that ends in ``.toml`` is in Fossen's notation, any other is SDFormat.
        to: The notation wanted; the other one where None.
        world: Write a world with the water, not the model alone.
        model_path: Folders where included models are.
        freeze_joints: Take joints of an SDFormat file for fixed ones.
        ignore: What of an SDFormat file to leave out; see ``seaway.gazebo.scene``.

    Raises:
        ScenarioError: The TOML file is wrong, or is in the wanted notation already.
        SdfError: The SDFormat file is wrong, or has not just one vehicle.
        ModelError: There is no such vehicle.
    """
    path = Path(path)
    given: Notation = "fossen" if path.suffix.lower() == ".toml" else "sdf"
    wanted: Notation = to or ("sdf" if given == "fossen" else "fossen")
    if wanted == given:
        name = "Fossen's notation" if given == "fossen" else "SDFormat"
        message = f"the file is in {name} by its ending {path.suffix!r}; convert it to the other one"
        raise ScenarioError(findings=[Finding("error", path, None, "convert", message)])
    if given == "fossen":
        return _to_sdf(path, world)
    return _to_fossen(path, model_path, freeze_joints, ignore)


def _to_sdf(path: Path, world: bool) -> Conversion:
    read = read_fossen(path)
    written = to_sdf(read.vehicle, read.sea, world=world)
    findings = [*read.findings, *(replace(finding, path=path) for finding in written.findings)]
    if not world and read.vehicle.buoyancy is not None:
        message = (
            f"a model brings no water; it is meant for {read.sea.density:g} kg/m3 and {read.sea.gravity:g} m/s2, which "
            "a world has (--world)"
        )
        findings.append(Finding("warning", path, None, "notice-water", message))
    return Conversion("sdf", written.text, tuple(findings))


def _to_fossen(path: Path, model_path: Iterable[str | Path], freeze_joints: bool, ignore: Sequence[str]) -> Conversion:
    document = sdf.load(path, model_path)
    scene = gazebo.scene(document, freeze_joints=freeze_joints, ignore=ignore, water=_WATER)
    if len(scene.vehicles) != 1:
        names = ", ".join(repr(vehicle.name) for vehicle in scene.vehicles) or "none"
        message = f"one vehicle is converted, this file has {len(scene.vehicles)}: {names}"
        hint = "; leave out the others with ignore= (--ignore NAME)" if scene.vehicles else ""
        raise SdfError(message + hint, path=path)
    findings = [finding for finding in scene.findings if not finding.rule.startswith("notice-")]
    if not document.worlds:
        message = (
            f"a model brings no water; {scene.sea.density:g} kg/m3 and {scene.sea.gravity:g} m/s2 are those of gz-sim "
            "and SDFormat. Correct density and gravity in the converted file"
        )
        findings.append(Finding("warning", path, None, "notice-water", message))
    for what in ("current", "waves", "wind"):
        if getattr(scene.sea, what) is not None:
            message = f"the {what} of the world is left out: parameters of a vehicle have none"
            findings.append(Finding("warning", path, None, what, message))
    written = to_fossen(scene.vehicles[0], scene.sea)
    findings += [replace(finding, path=path) for finding in written.findings]
    return Conversion("fossen", written.text, tuple(findings))
