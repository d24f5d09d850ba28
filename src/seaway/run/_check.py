"""What is wrong, and what deserves a look, in a whole scenario."""

import warnings
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from seaway import sdf
from seaway.errors import Finding, ScenarioError, SeawayWarning
from seaway.run._scenario import Scenario, load_scenario
from seaway.vehicle import advice

__all__ = ["check", "findings_of"]


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


def findings_of(scenario: Scenario) -> list[Finding]:
    """What is worth knowing of a scenario: how it was taken, what its files have, and ``vehicle.advice``."""
    findings = list(scenario.findings)
    for document in scenario.documents:
        findings.extend(sdf.check(document))
    for vehicle in scenario.scene.vehicles:
        findings.extend(advice(vehicle, scenario.scene.sea))
    return list(dict.fromkeys(findings))
