"""``seaway manoeuvre``: its options are the fields of the manoeuvres."""

import inspect
import sys
from functools import partial
from math import degrees, inf
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer
from rich.console import Console
from rich.markup import escape

from seaway import parts
from seaway.cli._files import results_of
from seaway.cli._options import AllowCode, File, ForceRun, FreezeJoints, Ignore, Json, ModelPath, Sets, argument, option
from seaway.cli._output import Outcome, deliver, number, overrides, table
from seaway.cli._run import check_force
from seaway.cli._sources import loaded
from seaway.control import Autopilot
from seaway.errors import ScenarioError
from seaway.manoeuvres import BollardPull, FreeDecay, StepResponse, TurningCircle, ZigZagTrial
from seaway.report import manoeuvre_figure, save_figure
from seaway.scenario import RunFolder
from seaway.scenario._runner import keep_recording

Manoeuvre = TurningCircle | ZigZagTrial | FreeDecay | BollardPull | StepResponse
Kind = Literal["turning", "zigzag", "decay", "bollard", "step"]
_KINDS: Final[dict[str, type[Manoeuvre]]] = {
    "turning": TurningCircle,
    "zigzag": ZigZagTrial,
    "decay": FreeDecay,
    "bollard": BollardPull,
    "step": StepResponse,
}
# The time step is that of the scenario; the others are for Python.
_WITHOUT: Final = ("time_step", "hold", "hold_depth", "levels")

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def _options() -> dict[str, tuple[Any, tuple[str, ...]]]:
    """Annotated types of the options by key, each with the manoeuvres that have it."""
    fields = dict[str, tuple[parts.Field[Any, Any], tuple[str, ...]]]()
    for kind, cls in _KINDS.items():
        for field in parts.fields_of(cls).values():
            for key in field.table_keys:
                if field.name not in _WITHOUT and not (field.unit == "rad" and key == field.name):
                    first, kinds = fields.get(key, (field, ()))
                    fields[key] = (first, (*kinds, kind))
    held = tuple(kind for kind, cls in _KINDS.items() if "hold" in parts.fields_of(cls))
    fields["natural_frequency"] = (Autopilot.natural_frequency, held)
    found = dict[str, tuple[Any, tuple[str, ...]]]()
    for key, (field, kinds) in fields.items():
        words, unit = getattr(field, "words", None), "deg" if key.endswith("_deg") else field.unit
        text = f"{field.doc.rstrip('.')}{f' [{unit}]' if unit else ''} ({', '.join(kinds)})."
        found[key] = (Annotated[(Literal[words] if words else float) | None, option(text, show_default=False)], kinds)
    hold = option("Hold the initial depth. Default: if the vehicle dives and can.", "--hold-depth/--no-hold-depth")
    length = option("Ship length [m], to compare with the IMO standards (turning, zigzag).")
    found["hold_depth"] = (Annotated[bool | None, hold], held)
    found["length"] = (Annotated[float | None, length], ("turning", "zigzag"))
    return found


_OPTIONS: Final = _options()


def _typed(function: Any) -> Any:
    """Give a function the options as parameters, in place of ``**given``."""
    own = inspect.signature(function).parameters.values()
    keyword = inspect.Parameter.KEYWORD_ONLY
    options = [inspect.Parameter(key, keyword, default=None, annotation=typed) for key, (typed, _) in _OPTIONS.items()]
    fixed = [each.replace(kind=keyword) for each in own if each.kind != inspect.Parameter.VAR_KEYWORD]
    parameters = [*fixed[:2], *options, *fixed[2:]]
    function.__signature__ = inspect.Signature(parameters)
    function.__annotations__ = {each.name: each.annotation for each in parameters}
    return function


@app.command()
@_typed
def manoeuvre(
    kind: Annotated[Kind, argument("Kind of manoeuvre.")],
    file: Annotated[Path, argument("Library vehicle, SDFormat file or scenario (.toml), with one vehicle.")],
    *,
    out: Annotated[File, option("Run folder. Default: runs/<name>-<kind>-<n>.", metavar="DIR")] = None,
    force: ForceRun = False,
    sets: Sets,
    allow_code: AllowCode = False,
    freeze_joints: FreezeJoints = False,
    ignore: Ignore,
    json: Json = False,
    model_path: ModelPath,
    **given: Any,
) -> None:
    """Run a standard manoeuvre: print its measures, save the recording and a figure in a folder."""
    options = {key: value for key, value in given.items() if value is not None}
    for key in options:
        kinds = _OPTIONS[key][1]
        if kind not in kinds:
            raise typer.BadParameter(f"{_named(key)} is an option of {', '.join(kinds)}, not of {kind}")
    check_force(force, out)
    length = options.pop("length", None)
    if length is not None and not 0.0 < length < inf:
        raise typer.BadParameter(f"--length must be finite and > 0 [m], got {length:g}")
    chosen = overrides(sets=sets, freeze_joints=freeze_joints, ignore=ignore)
    run = partial(
        _run,
        kind,
        _made(kind, options),
        file,
        chosen,
        model_path,
        allow_code=allow_code,
        length=length,
        out=out,
        force=force,
    )
    raise typer.Exit(deliver(run, as_json=json, empty=None))


def _named(key: str) -> str:
    return f"--{key.replace('_', '-')}"


def _made(kind: Kind, options: dict[str, Any]) -> Manoeuvre:
    """Make the manoeuvre of the options; an option out of range is wrong usage."""
    if "hold" in parts.fields_of(_KINDS[kind]):
        held = options.pop("hold_depth", None)
        options["hold_depth"] = {None: "auto", True: "yes", False: "no"}[held]
        if "natural_frequency" in options:
            options["hold"] = {"natural_frequency": options.pop("natural_frequency")}
    made, problems = parts.read(_KINDS[kind], options)
    if made is None:
        raise typer.BadParameter("\n".join(problem.told_of(_named(str(problem.key[-1]))) for problem in problems))
    return made


def _run(
    kind: Kind,
    wanted: Manoeuvre,
    file: Path,
    chosen: list[str],
    model_path: list[Path],
    *,
    allow_code: bool,
    length: float | None,
    out: Path | None,
    force: bool,
) -> Outcome:
    """Run a manoeuvre with the vehicle of a file or of the library; save recording, measures and figure in a folder."""
    made, findings = loaded(file, chosen, model_path, allow_code=allow_code, idle=True)
    scene = made.scene
    if len(scene.vehicles) != 1:
        names = ", ".join(repr(vehicle.name) for vehicle in scene.vehicles)
        raise ScenarioError(f"a manoeuvre needs a file with one vehicle, got {len(scene.vehicles)}: {names}")
    wanted = wanted.replace(time_step=scene.time_step or 0.01)
    result: Any = wanted.run(scene.vehicles[0], scene.sea)
    criteria: Any = () if length is None else result.criteria(length)
    measured = _as_json(kind, result, criteria)
    if length is not None and not criteria:
        measured["criteria_reason"] = result.no_criteria

    def draw(folder: RunFolder) -> None:
        folder.plots.mkdir(exist_ok=True)
        figure = folder.plots / "manoeuvre.png"
        with results_of(folder.path, None, force=False) as may_replace:
            save_figure(manoeuvre_figure(result), figure, overwrite=may_replace(figure))

    folder = keep_recording(
        result.recording,
        scene,
        out,
        name=f"{made.name}-{kind}",
        force=force,
        inputs=made.inputs,
        findings=findings,
        figures=draw,
        time_step=wanted.time_step,
        command_line=["seaway", *sys.argv[1:]],
        manoeuvre=measured,
    )
    return Outcome(
        lambda: {"folder": str(folder.path), **measured}, lambda screen: _show(result, criteria, length, folder, screen)
    )


def _as_json(kind: str, result: Any, criteria: Any) -> dict[str, object]:
    keys = ("name", "value", "limit", "unit", "met", "applies", "reason")
    return {
        "kind": kind,
        "vehicle": result.vehicle,
        "settings": dict(result.settings),
        "measures": {measure.key: measure.value for measure in result.quantities()},
        "units": {measure.key: measure.unit for measure in result.quantities()},
        "reasons": dict(result.reasons),
        "criteria": [{key: getattr(criterion, key) for key in keys} for criterion in criteria],
    }


def _show(result: Any, criteria: Any, length: float | None, folder: RunFolder, screen: Console) -> None:
    screen.print(table((q.label, _text(q.value, q.unit)) for q in result.quantities()), crop=False)
    missing = result.not_reached()
    if missing:
        screen.print("\nNot reached")
        for names, reason in missing:
            screen.print(f"  {escape(names)}: {escape(reason)}", soft_wrap=True)
    note = getattr(getattr(result, "steering", None), "note", "")
    if note:
        screen.print(f"\nNote: {escape(note)}")
    if length is not None:
        _show_criteria(result, criteria, screen)
    screen.print(f"\nrecording, manifest and figure in {escape(str(folder.path))}")


def _show_criteria(result: Any, criteria: Any, screen: Console) -> None:
    if not criteria:
        screen.print(f"\nIMO standards, MSC.137(76), do not apply: {result.no_criteria}")
        return
    reason = criteria[0].reason
    screen.print(f"\nIMO standards, MSC.137(76){f', do not apply: {escape(reason)}' if reason else ''}")
    verdicts = {
        True: "[green]met[/green]",
        False: "[red]not met[/red]",
        None: "for comparison" if reason else "not reached",
    }
    rows = (
        (
            c.name,
            "not reached" if c.value is None else _text(c.value, c.unit),
            f"at most {_text(c.limit, c.unit)}",
            verdicts.get(c.met, "for comparison" if reason else ""),
        )
        for c in criteria
    )
    screen.print(table(rows), crop=False)


def _text(value: float | None, unit: str) -> str:
    if value is None:
        return "not reached"
    if unit in ("rad", "rad/s"):
        value, unit = degrees(value), unit.replace("rad", "°")
    return f"{number(value, 3)} {unit}".removesuffix(" 1")
