"""Conversion of vehicle files between Seaway's notation, Fossen's and SDFormat."""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from seaway import gazebo, sdf
from seaway._toml import read_toml
from seaway.errors import Finding, ScenarioError, SdfError, SeawayWarning
from seaway.gazebo import to_sdf
from seaway.library._text import to_toml
from seaway.library._vehicle import shapes_of, vehicle_of_file
from seaway.sea import Sea
from seaway.vehicle import Vehicle

Notation = Literal["sdf", "fossen", "seaway"]

# Density of gz-sim's water [kg/m3].
_WATER: Final = 1000.0
NOTATIONS: Final[dict[Notation, str]] = {
    "sdf": "SDFormat",
    "fossen": "Fossen's notation",
    "seaway": "Seaway's notation",
}
"""Name of each notation, for messages."""
# Rules of the library's warnings, by a word of the message.
_RULES: Final = {"weight": "weight", "added mass": "added-mass-sign"}


@dataclass(frozen=True)
class Conversion:
    """A converted file.

    Attributes:
        to: Notation of the converted file.
        text: Text of the converted file.
        findings: Data that cannot be converted, and other warnings.
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
    """Convert a vehicle file (TOML) to the other notation or to SDFormat, or an SDFormat file with one vehicle back.

    Args:
        path: File to convert; ``.toml`` is a vehicle file, any other ending SDFormat.
        to: Target notation; default: SDFormat for a vehicle file, Fossen's for SDFormat.
        world: Write a world with the water instead of the model alone.
        model_path: Folders to search for included models.
        freeze_joints: Treat the joints of an SDFormat file as fixed.
        ignore: Elements of an SDFormat file to leave out; see ``seaway.gazebo.scene``.

    Raises:
        ScenarioError: The TOML file is invalid, or already in the target notation.
        SdfError: The SDFormat file is invalid, or does not have exactly one vehicle.
    """
    path = Path(path)
    if path.suffix.lower() == ".toml":
        given, vehicle, sea, findings = _from_toml(path)
    else:
        given = "sdf"
        vehicle, sea, findings = _from_sdf(path, model_path, freeze_joints, ignore)
    return converted(vehicle, sea, given, to, path, world=world, findings=findings)


def converted(
    vehicle: Vehicle,
    sea: Sea,
    given: Notation | None,
    to: Notation | None,
    path: Path,
    *,
    world: bool = False,
    findings: Iterable[Finding] = (),
) -> Conversion:
    """Write a vehicle in a notation.

    Args:
        vehicle: The vehicle.
        sea: Its water.
        given: The notation that it was read from; None if it may be written in any.
        to: The notation; default: SDFormat, or Fossen's for one that was read from SDFormat.
        path: Where it was read from, for messages.
        world: Write a world with the water, not the model alone.
        findings: What reading it found.

    Raises:
        ScenarioError: It is in the wanted notation already.
    """
    findings = list(findings)
    wanted: Notation = to or ("fossen" if given == "sdf" else "sdf")
    if given is not None and wanted == given:
        others = " or ".join(each for each in NOTATIONS if each != given)
        message = f"the file is already in {NOTATIONS[given]}; convert it to {others}"
        raise ScenarioError(findings=[Finding("error", path, None, "convert", message)])
    if wanted == "sdf":
        written = to_sdf(vehicle, sea, world=world, shapes=shapes_of(vehicle, sea))
    else:
        written = to_toml(vehicle, sea, convention=wanted)
    findings += [replace(finding, path=path) for finding in written.findings]
    if wanted == "sdf" and not world and vehicle.buoyancy is not None:
        message = (
            f"a model brings no water; it is meant for {sea.density:g} kg/m3 and {sea.gravity:g} m/s2, which a world "
            "has (--world)"
        )
        findings.append(Finding("warning", path, None, "notice-water", message))
    return Conversion(wanted, written.text, tuple(findings))


def _from_toml(path: Path) -> tuple[Notation, Vehicle, Sea, list[Finding]]:
    file = read_toml(path)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", SeawayWarning)
        read = vehicle_of_file(file, path.stem)
    findings = list[Finding]()
    for message in (str(warning.message) for warning in told):
        word = message.partition(" ")[0]  # the library's warnings begin with the key
        line = next((line for key, line in file.lines.items() if key and key[-1] == word), None)
        rule = next((rule for words, rule in _RULES.items() if words in message), "library")
        findings.append(Finding("warning", path, line, rule, message))
    given: Notation = "fossen" if file.data.get("convention") == "fossen" else "seaway"
    return given, read.vehicle, Sea(density=read.sea.density, gravity=read.sea.gravity, surface=None), findings


def _from_sdf(
    path: Path, model_path: Iterable[str | Path], freeze_joints: bool, ignore: Sequence[str]
) -> tuple[Vehicle, Sea, list[Finding]]:
    document = sdf.load(path, model_path)
    scene = gazebo.scene(document, freeze_joints=freeze_joints, ignore=ignore, water=_WATER)
    if len(scene.vehicles) != 1:
        names = ", ".join(repr(vehicle.name) for vehicle in scene.vehicles) or "none"
        message = f"exactly one vehicle is converted, this file has {len(scene.vehicles)}: {names}"
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
            message = f"the {what} of the world is not part of a vehicle; dropped"
            findings.append(Finding("warning", path, None, what, message))
    return scene.vehicles[0], scene.sea, findings
