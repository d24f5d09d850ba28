"""Everything that deserves a look in a scenario before it is run, computed in one place."""

import re
import warnings
from collections.abc import Generator, Iterable
from contextlib import contextmanager

import numpy as np

from seaway import sdf
from seaway._arrays import Floats
from seaway.engine import Integrator
from seaway.errors import Finding, ScenarioError, SeawayWarning, warn
from seaway.gazebo import Scene
from seaway.hydro import rest_advice
from seaway.scenario._scenario import TIME_STEP, Scenario
from seaway.sim._step_advice import step_advice
from seaway.vehicle import advice


def findings_of(scenario: Scenario) -> tuple[Finding, ...]:
    """Findings of a scenario: what ``seaway check`` prints, what a run prints and keeps in manifest and report.

    Its own findings, those of its SDFormat files and of inputs too large to keep, ``vehicle.advice``, ``rest_advice``,
    ``step_advice``, and set points that cannot be held. An error is a scenario that cannot be run.
    """
    found = list(scenario.findings)
    for document in scenario.documents:
        found += sdf.check(document)
    found += advice_on(scenario.scene, scenario.integrator)
    found += [] if scenario.unreachable is None else scenario.unreachable()
    found += scenario.inputs.findings()
    return tuple(dict.fromkeys(found))


def advice_on(scene: Scene, integrator: Integrator) -> list[Finding]:
    """Advice on the vehicles of a scene: ``vehicle.advice``, ``rest_advice`` and ``step_advice``."""
    found = list[Finding]()
    step = TIME_STEP if scene.time_step is None else scene.time_step
    for k, vehicle in enumerate(scene.vehicles):
        found += [*advice(vehicle, scene.sea), *rest_advice(vehicle, scene.sea)]
        found += step_advice(vehicle, scene.sea, step, integrator, _through_water(scene, k))
    return found


def reported(scenario: Scenario) -> tuple[Finding, ...]:
    """The findings of a scenario; warns about those that may change the motion and that loading it did not warn of.

    Raises:
        ScenarioError: One is an error.
    """
    found = findings_of(scenario)
    stop_at_errors(found)
    for finding in found:
        if not is_notice(finding) and finding.rule != "model":
            place = f"{finding.path}:{finding.line or ''}: ".replace("::", ":") if finding.path else ""
            warn(f"{place}{finding.message} [{finding.rule}]")
    return found


def stop_at_errors(findings: Iterable[Finding]) -> None:
    """Go no further if there are errors.

    Raises:
        ScenarioError: With all of them.
    """
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        raise ScenarioError(findings=errors)


@contextmanager
def without_warnings() -> Generator[None]:
    """Within the block, what ``findings_of`` tells is not warned about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SeawayWarning)
        yield


@contextmanager
def said_already(findings: Iterable[Finding]) -> Generator[None]:
    """Within the block, warnings that repeat a finding are not shown."""
    with warnings.catch_warnings():
        for finding in findings:
            warnings.filterwarnings("ignore", re.escape(finding.message), SeawayWarning)
        yield


def is_notice(finding: Finding) -> bool:
    """Whether a finding only tells how something was understood."""
    return finding.rule.startswith("notice-")


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


def _through_water(scene: Scene, k: int) -> Floats:
    """Initial velocity of a vehicle through the fastest current, in B [m/s, rad/s], (6,)."""
    nu = np.array(scene.velocities[k], dtype=np.float64)
    if scene.sea.current is not None:
        currents = scene.sea.current.velocity.reshape(-1, 3)
        fastest = currents[np.argmax(np.sum(np.square(currents), axis=-1))]
        nu[:3] -= scene.poses[k].R.T @ fastest
    return nu
