"""``seaway manoeuvre``: its options are the fields of the manoeuvres."""

import inspect
import sys
from math import degrees
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from seaway import parts
from seaway.cli._app import FreezeJoints, Ignore, Json, ModelPath, Sets
from seaway.cli._files import results_of
from seaway.cli._output import console, print_findings, print_json
from seaway.cli._scenario import Chosen, loaded, print_error
from seaway.control import Autopilot
from seaway.errors import ScenarioError, SeawayError
from seaway.manoeuvres import BollardPull, FreeDecay, StepResponse, TurningCircle, ZigZagTrial
from seaway.report import manoeuvre_figure, save
from seaway.scenario import RunFolder, Scenario, keep_recording

__all__ = ["app"]

Manoeuvre = TurningCircle | ZigZagTrial | FreeDecay | BollardPull | StepResponse
Kind = Literal["turning", "zigzag", "decay", "bollard", "step"]
_KINDS: Final[dict[str, type[Manoeuvre]]] = {
    "turning": TurningCircle,
    "zigzag": ZigZagTrial,
    "decay": FreeDecay,
    "bollard": BollardPull,
    "step": StepResponse,
}
# The time step is that of the scenario; these are given in Python.
_WITHOUT: Final = ("time_step", "hold", "hold_depth", "levels")

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def _options() -> dict[str, tuple[Any, tuple[str, ...]]]:
    """Annotated types of the options by key, and the manoeuvres that have it."""
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
        text = escape(f"{field.doc.rstrip('.')}{f' [{unit}]' if unit else ''} ({', '.join(kinds)}).")
        option = typer.Option(help=text, show_default=False)
        found[key] = (Annotated[(Literal[words] if words else float) | None, option], kinds)
    hold = typer.Option(
        "--hold-depth/--no-hold-depth", help="Hold the depth of the start; default: if it dives by fins."
    )
    length = typer.Option(
        help="Length between perpendiculars, to compare with IMO's standards, in m (turning, zigzag)."
    )
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
def _run(
    kind: Annotated[Kind, typer.Argument(help="Which.", show_default=False)],
    file: Annotated[
        Path,
        typer.Argument(
            help="The name of a library vehicle, an SDFormat file, or a scenario (.toml), with one vehicle.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder to write; default: runs/<name>-<kind>-<n>.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the run that is in --out.")] = False,
    sets: Sets = None,
    freeze_joints: FreezeJoints = False,
    ignore: Ignore = None,
    json: Json = False,
    model_path: ModelPath = None,
    **given: Any,
) -> None:
    """Run a standard manoeuvre: print its measures, keep recording and figure in a folder."""
    options = {key: value for key, value in given.items() if value is not None}
    for key in options:
        kinds = _OPTIONS[key][1]
        if kind not in kinds:
            raise typer.BadParameter(f"{_named(key)} goes with {', '.join(kinds)}, not with {kind}")
    if force and out is None:
        raise typer.BadParameter("--force replaces the run in --out DIR, which was not given")
    length = options.pop("length", None)
    errors = console(stderr=True)
    manoeuvre = _made(kind, options)
    try:
        scenario = loaded(file, Chosen(sets or [], freeze_joints, ignore or [], None), model_path or [])
        print_findings((found for found in scenario.findings if not found.rule.startswith("notice-")), errors)
        scene = scenario.scene
        if len(scene.vehicles) != 1:
            names = ", ".join(repr(vehicle.name) for vehicle in scene.vehicles)
            raise ScenarioError(f"a manoeuvre is run with one vehicle, this file has {len(scene.vehicles)}: {names}")
        manoeuvre = manoeuvre.replace(time_step=scene.time_step or 0.01)
        result: Any = manoeuvre.run(scene.vehicles[0], scene.sea)
        criteria = () if length is None else result.criteria(length)
        told = _as_json(kind, result, criteria)
        folder = _kept(result, told, scenario, manoeuvre.time_step, out, force)
    except SeawayError as error:
        if json:
            print_json(None)
        print_error(error, errors)
        raise typer.Exit(1) from None
    if json:
        print_json({"folder": str(folder.path), **told})
    else:
        _show(result, criteria, length, folder, console())


def _named(key: str) -> str:
    return f"--{key.replace('_', '-')}"


def _made(kind: Kind, options: dict[str, Any]) -> Manoeuvre:
    """The manoeuvre of the options; what is wrong with them is wrong usage."""
    if "hold" in parts.fields_of(_KINDS[kind]):
        held = options.pop("hold_depth", None)
        options["hold_depth"] = {None: "auto", True: "yes", False: "no"}[held]
        if "natural_frequency" in options:
            options["hold"] = {"natural_frequency": options.pop("natural_frequency")}
    made, problems = parts.read(_KINDS[kind], options)
    if made is None:
        raise typer.BadParameter("\n".join(problem.told_of(_named(str(problem.key[-1]))) for problem in problems))
    return made


def _kept(
    result: Any, told: dict[str, object], scenario: Scenario, time_step: Any, out: Path | None, force: bool
) -> RunFolder:
    """The folder with recording, manifest and figure."""

    def figures(folder: RunFolder) -> None:
        folder.plots.mkdir(exist_ok=True)
        figure = folder.plots / "manoeuvre.png"
        with results_of(folder.path, None, force=False) as may_replace:
            save(manoeuvre_figure(result), figure, overwrite=may_replace(figure))

    return keep_recording(
        result.recording,
        scenario.scene,
        name=f"{scenario.name}-{told['kind']}",
        time_step=time_step,
        out=out,
        force=force,
        inputs=scenario.inputs,
        command_line=["seaway", *sys.argv[1:]],
        others={"manoeuvre": told},
        figures=figures,
    )


def _as_json(kind: str, result: Any, criteria: Any) -> dict[str, object]:
    keys = ("name", "value", "limit", "unit", "met", "applies")
    return {
        "kind": kind,
        "vehicle": result.vehicle,
        "settings": dict(result.settings),
        "measures": {measure.key: measure.value for measure in result.quantities()},
        "units": {measure.key: measure.unit for measure in result.quantities()},
        "criteria": [{key: getattr(criterion, key) for key in keys} for criterion in criteria],
    }


def _show(result: Any, criteria: Any, length: float | None, folder: RunFolder, screen: Console) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False, show_header=False)
    for measure in result.quantities():
        table.add_row(measure.label, *_cells(measure.value, measure.unit))
    screen.print(table, crop=False)
    if criteria and length is not None:
        first = criteria[0]
        apart = "" if first.applies else f", which are for ships of {first.shortest:g} m and more: a comparison"
        screen.print(f"\nIMO's standards, MSC.137(76){apart}")
        standards = Table(box=None, padding=(0, 2, 0, 0), show_edge=False, show_header=False)
        for criterion in criteria:
            words = {True: "[green]met[/green]", False: "[red]not met[/red]", None: "not reached"}[criterion.met]
            value = "-" if criterion.value is None else f"{criterion.value:.3g} {criterion.unit}"
            standards.add_row(criterion.name, value, f"at most {criterion.limit:.3g} {criterion.unit}", words)
        screen.print(standards, crop=False)
    elif length is not None:
        screen.print("\nIMO has no standards for this zig-zag: they are for rudders at 10°/10° or 20°/20°")
    screen.print(f"\nrecording, manifest and figure in {escape(str(folder.path))}")


def _cells(value: float | None, unit: str) -> tuple[str, str]:
    if value is None:
        return "not reached", ""
    if unit in ("rad", "rad/s"):
        return f"{degrees(value):.4g}", unit.replace("rad", "°")
    return f"{value:.4g}", "" if unit == "1" else unit
