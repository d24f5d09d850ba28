"""What is wrong, and what deserves a look, in a whole scenario."""

import warnings
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from seaway import sdf
from seaway.errors import Finding, ScenarioError, SeawayWarning
from seaway.hydro import rest_advice
from seaway.scenario._folder import RunFolder
from seaway.scenario._scenario import Scenario, load_scenario
from seaway.scenario._store import open_run, unverified
from seaway.vehicle import advice

__all__ = ["check", "check_run", "findings_of"]


def check(path: str | Path, model_path: Iterable[str | Path] = (), overrides: Iterable[str] = ()) -> list[Finding]:
    """Check a scenario, the SDFormat files that it names, and the vehicles in their sea.

    Args:
        path: As for ``load_scenario``.
        model_path: Folders where models and meshes may be.
        overrides: As for ``load_scenario``.

    Returns:
        Errors, or else warnings: of the files, of values that are likely not meant, and ``vehicle.advice``.
    """
    folders = tuple(model_path)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", SeawayWarning)
        try:
            scenario = load_scenario(path, overrides, folders)
        except ScenarioError as error:
            return list(error.findings) or [Finding("error", Path(path), None, "unreadable", str(error))]
        findings = [finding for finding in findings_of(scenario) if not finding.rule.startswith("notice-")]
    messages = dict.fromkeys(str(each.message) for each in told)
    findings.extend(Finding("warning", None, None, "library", message) for message in messages)
    file = Path(path) if Path(path).is_file() else None
    return [replace(finding, path=file) if finding.path is None else finding for finding in findings]


def check_run(path: str | Path) -> list[Finding]:
    """Check that the files of a run are what it wrote: by their checksums, and the recording by reading all of it.

    Args:
        path: The folder of the run.

    Returns:
        An error for each file that is missing, was changed or is damaged; a warning for a run that has not ended.
    """
    path = Path(path)
    try:
        folder = RunFolder.open(path)
        wrong = unverified(folder)
        status = folder.read_manifest().get("status")
    except ScenarioError as error:
        return [Finding("error", path, None, "manifest", str(error).removeprefix(f"{path / 'manifest.json'}: "))]
    found = [Finding("error", file, None, "checksum", why) for file, why in wrong.items()]
    if status == "running":
        words = "the run has not ended: it still goes on, or was killed; what was recorded can be read"
        found.append(Finding("warning", path, None, "unfinished", words))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", SeawayWarning)
        try:
            open_run(path).close()
        except ScenarioError as error:
            found.append(Finding("error", path, None, "recording", str(error)))
    messages = (str(each.message) for each in told)
    found.extend(
        Finding("error", path, None, "recording", message)
        for message in messages
        if not any(why in message for why in wrong.values())
    )
    return found


def findings_of(scenario: Scenario) -> list[Finding]:
    """What is worth knowing of a scenario: how it was taken, what its files have, and ``vehicle.advice``."""
    findings = list(scenario.findings)
    for document in scenario.documents:
        findings.extend(sdf.check(document))
    for vehicle in scenario.scene.vehicles:
        findings += [*advice(vehicle, scenario.scene.sea), *rest_advice(vehicle, scenario.scene.sea)]
    return list(dict.fromkeys(findings))
