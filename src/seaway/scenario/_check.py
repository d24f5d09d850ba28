"""Check scenarios before they are run, and run folders afterwards."""

import warnings
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from seaway import sdf
from seaway.errors import Finding, ScenarioError, SdfError, SeawayWarning
from seaway.scenario._findings import density_notes, findings_of, is_notice, without_warnings
from seaway.scenario._folder import RunFolder
from seaway.scenario._load import load_scenario
from seaway.scenario._recording_file import open_run
from seaway.scenario._scenario import Scenario
from seaway.scenario._source import kind_of


@dataclass(frozen=True)
class Checked:
    """Result of a check.

    Attributes:
        what: What was checked, in words.
        findings: Errors and warnings.
        notes: How something was understood, e.g. the density for which coefficients are given.
    """

    what: str
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()


def check(
    path: str | Path,
    model_path: Iterable[str | Path] = (),
    overrides: Iterable[str] = (),
    *,
    allow_code: bool = False,
) -> list[Finding]:
    """Check a scenario, the SDFormat files that it names, and the vehicles in their sea; or a run folder.

    Args:
        path: See ``load_scenario``; or the folder of a run.
        model_path: Folders of models and meshes.
        overrides: See ``load_scenario``.
        allow_code: See ``load_scenario``.

    Returns:
        Errors; or if there are none, warnings about the files, implausible values, the time step, set points that
        cannot be held, and ``vehicle.advice``.
    """
    return list(checked(path, model_path, overrides, allow_code=allow_code).findings)


def checked(
    path: str | Path, model_path: Iterable[str | Path] = (), overrides: Iterable[str] = (), *, allow_code: bool = False
) -> Checked:
    """Findings and notes of ``check``, and what was checked."""
    roots, values, what = [Path(folder) for folder in model_path], tuple(overrides), "not read"
    try:
        kind = kind_of(path)
        if kind == "run":
            return Checked("run", tuple(check_run((RunFolder.manifest_of(path) or Path(path)).parent)))
        if kind == "sdf":
            return _checked_sdf(Path(path), roots, values, allow_code)
        what = {"vehicle": "vehicle file", "library": "library vehicle"}.get(kind, kind)
        with without_warnings():
            made = load_scenario(path, values, roots, allow_code=allow_code)
    except ScenarioError as error:
        return Checked(what, _errors(error, path))
    return Checked(what, *_of_scenario(made, Path(path)))


def _checked_sdf(path: Path, roots: list[Path], overrides: tuple[str, ...], allow_code: bool) -> Checked:
    """Check SDFormat by its own rules; then a world, or a model with overrides, as a scenario.

    Valid SDFormat stays valid if it cannot be simulated.
    """
    try:
        document = sdf.load(path, roots)
    except SdfError as error:
        return Checked("not read", (Finding("error", error.path or path, error.line, "unreadable", error.message),))
    worlds = f"{len(document.worlds)} worlds, " if len(document.worlds) > 1 else ""
    what = f"{worlds}{len(document.links)} link{'' if len(document.links) == 1 else 's'}"
    found = tuple(sdf.check(document))
    if not (document.worlds or overrides) or any(finding.severity == "error" for finding in found):
        return Checked(what, found)
    try:
        with without_warnings():
            made = load_scenario(path, overrides, roots, allow_code=allow_code)
        findings, notes = _of_scenario(made, path)
    except ScenarioError as error:
        problems = _errors(error, path)
        if not overrides:
            problems = tuple(replace(each, severity="warning", rule="not-simulated") for each in problems)
        return Checked(what, (*found, *problems))
    return Checked(what, tuple(dict.fromkeys((*found, *findings))), notes)


def _errors(error: ScenarioError, path: str | Path) -> tuple[Finding, ...]:
    message = str(error).removeprefix(f"{path}: ")
    return error.findings or (Finding("error", Path(path), None, "unreadable", message),)


def _of_scenario(scenario: Scenario, path: Path) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Findings of a scenario that could be loaded, each with a file; and notes."""
    file = path if path.is_file() else None
    findings = [replace(each, path=file, line=None) if each.path is None else each for each in findings_of(scenario)]
    notices = (each.message for each in findings if is_notice(each) and each.rule != "notice-density")
    said = tuple(each for each in findings if not is_notice(each))
    return said, (*density_notes(scenario), *dict.fromkeys(notices))


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
