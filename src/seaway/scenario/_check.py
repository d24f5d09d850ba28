"""Check scenarios before they are run, and run folders afterwards."""

import warnings
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from seaway import sdf
from seaway.errors import Finding, ModelError, ScenarioError, SeawayWarning
from seaway.hydro import rest_advice
from seaway.scenario._folder import RunFolder
from seaway.scenario._load import load_scenario
from seaway.scenario._recording_file import open_run
from seaway.scenario._scenario import TIME_STEP, Scenario
from seaway.sim._control import groups_of, split
from seaway.vehicle import advice


def check(
    path: str | Path,
    model_path: Iterable[str | Path] = (),
    overrides: Iterable[str] = (),
    *,
    allow_code: bool = False,
) -> list[Finding]:
    """Check a scenario, the SDFormat files that it names, and the vehicles in their sea.

    Args:
        path: See ``load_scenario``.
        model_path: Folders of models and meshes.
        overrides: See ``load_scenario``.
        allow_code: See ``load_scenario``.

    Returns:
        Errors; or if there are none, warnings about the files, implausible values, set points that cannot be held,
        and ``vehicle.advice``.
    """
    return check_with_notes(path, model_path, overrides, allow_code=allow_code)[0]


def check_with_notes(
    path: str | Path, model_path: Iterable[str | Path] = (), overrides: Iterable[str] = (), *, allow_code: bool = False
) -> tuple[list[Finding], list[str]]:
    """The findings of ``check``; and for which density the coefficients of each vehicle are, if it is valid."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SeawayWarning)
        try:
            scenario = load_scenario(path, overrides, model_path, allow_code=allow_code)
        except ScenarioError as error:
            return list(error.findings) or [Finding("error", Path(path), None, "unreadable", str(error))], []
        findings = [finding for finding in findings_of(scenario) if not finding.rule.startswith("notice-")]
        findings += _unheld(scenario)
    messages = dict.fromkeys(str(each.message) for each in caught)
    findings.extend(Finding("warning", None, None, "library", message) for message in messages)
    file = Path(path) if Path(path).is_file() else None
    placed = [replace(finding, path=file) if finding.path is None else finding for finding in findings]
    return placed, density_notes(scenario)


def density_notes(scenario: Scenario) -> list[str]:
    """The density for which added mass and damping of each vehicle are given, and the factor on them in this sea."""
    sea, notes = scenario.scene.sea, list[str]()
    told = [finding.message.partition("; ")[0] for finding in scenario.findings if finding.rule == "notice-density"]
    for vehicle in scenario.scene.vehicles:
        if vehicle.inertial.added_mass is None and not vehicle.damping:
            continue
        given, about = vehicle.reference_density, f"added mass and damping of {vehicle.name!r} are"
        if given is None:
            notes.append(f"{about} for the water of this sea, {sea.density:g} kg/m3; there is no reference_density")
            continue
        words = next((each for each in told if each.startswith(about)), f"{about} for {given:g} kg/m3")
        factor = vehicle.density_ratio(sea.density)
        act = "" if factor == 1.0 else f"; in this sea of {sea.density:g} kg/m3 they act times {factor:.4g}"
        notes.append(words + act)
    return notes


def _unheld(scenario: Scenario) -> list[Finding]:
    """An error if an autopilot can hold none of its set points; it warns of those that it cannot hold or reach."""
    controller, scene = scenario.controller(), scenario.scene
    try:
        for each in [] if controller is None else split(controller)[0]:
            groups_of(each, scene.vehicles, scene.sea, scenario.control_period or scene.time_step or TIME_STEP)
    except ModelError as error:
        return [Finding("error", None, None, "control", str(error))]
    return []


def check_run(path: str | Path) -> list[Finding]:
    """Check the files of a run against their checksums, and read all of its recording.

    Args:
        path: The run folder.

    Returns:
        An error for each file that is missing, changed or damaged; a warning for an unfinished run.
    """
    path = Path(path)
    try:
        folder = RunFolder.open(path)
        wrong = folder.unverified()
        status = folder.read_manifest().get("status")
    except ScenarioError as error:
        return [Finding("error", path, None, "manifest", str(error).removeprefix(f"{path / 'manifest.json'}: "))]
    found = [Finding("error", file, None, "checksum", why) for file, why in wrong.items()]
    if status == "running":
        words = "the run has not ended: it still goes on, or was killed; what was recorded can be read"
        found.append(Finding("warning", path, None, "unfinished", words))
    messages: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SeawayWarning)
        try:
            open_run(path).close()
        except ScenarioError as error:
            messages.append(str(error))
    # A warning that repeats a wrong checksum says nothing new.
    warned = (str(each.message) for each in caught)
    messages += [message for message in warned if not any(why in message for why in wrong.values())]
    return found + [Finding("error", path, None, "recording", message) for message in messages]


def findings_of(scenario: Scenario) -> list[Finding]:
    """Findings of a scenario and its SDFormat files, and ``vehicle.advice``."""
    findings = list(scenario.findings)
    for document in scenario.documents:
        findings.extend(sdf.check(document))
    for vehicle in scenario.scene.vehicles:
        findings += [*advice(vehicle, scenario.scene.sea), *rest_advice(vehicle, scenario.scene.sea)]
    return list(dict.fromkeys(findings))
