"""``seaway manoeuvre``."""

import sys
from math import degrees, radians
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.markup import escape
from typer import BadParameter

from seaway import manoeuvres
from seaway.cli._files import results_of
from seaway.cli._output import Outcome, number, overrides, print_findings, table
from seaway.cli._run import check_force
from seaway.errors import ScenarioError
from seaway.manoeuvres import SHORTEST_SHIP, Criterion, Manoeuvre, TurningCircle, ZigZagTrial, rest_pose
from seaway.report import manoeuvre_figure, save_figure
from seaway.scenario import RunFolder, Scenario, keep_recording, load
from seaway.vehicle import Buoyancy

__all__ = ["manoeuvre"]

_FUNCTIONS: Final[dict[str, Any]] = {
    "turning": manoeuvres.turning_circle,
    "zigzag": manoeuvres.zigzag,
    "decay": manoeuvres.free_decay,
    "bollard": manoeuvres.bollard_pull,
    "step": manoeuvres.step_response,
}
# Kinds that an option goes with; one that is not listed goes with all.
_STEERED: Final = ("turning", "zigzag")
_DRIVEN: Final = (*_STEERED, "bollard", "step")
_KINDS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("ahead", "hold_depth", "natural_frequency"), _DRIVEN),
    **dict.fromkeys(("helm", "helm_deg", "side", "approach", "length"), _STEERED),
    "angle_deg": ("zigzag",),
    **dict.fromkeys(("axis", "offset", "offset_deg"), ("decay",)),
    **dict.fromkeys(("target", "change", "change_deg"), ("step",)),
}


def manoeuvre(
    kind: str, file: Path, *, out: Path | None, force: bool, model_path: list[Path], **options: Any
) -> Outcome:
    """Run a manoeuvre with the vehicle of a file or of the library; keep recording, measures and figure in a folder."""
    chosen = overrides(**{name: options.pop(name) for name in ("sets", "freeze_joints", "ignore")})
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if kind not in _KINDS.get(name, _FUNCTIONS):
            raise BadParameter(f"--{name.replace('_', '-')} goes with {', '.join(_KINDS[name])}, not with {kind}")
        if f"{name}_deg" in given:
            raise BadParameter(f"--{name} and --{name}-deg exclude each other; give one")
    check_force(force, out)
    scenario = load(file, chosen, model_path)
    print_findings(found for found in scenario.findings if not found.rule.startswith("notice-"))
    length = given.pop("length", None)
    arguments = _arguments(kind, scenario, given)
    result: Manoeuvre = _FUNCTIONS[kind](scenario.scene.vehicles[0], scenario.scene.sea, **arguments)
    criteria = result.criteria(length) if length and isinstance(result, TurningCircle | ZigZagTrial) else ()
    measured = _as_json(kind, result, criteria)

    def draw(folder: RunFolder) -> None:
        folder.plots.mkdir(exist_ok=True)
        figure = folder.plots / "manoeuvre.png"
        with results_of(folder.path, None, force=False) as may_replace:
            save_figure(manoeuvre_figure(result), figure, overwrite=may_replace(figure))

    folder = keep_recording(
        result.recording,
        scenario.scene,
        out,
        name=f"{scenario.name}-{kind}",
        force=force,
        inputs=scenario.inputs,
        figures=draw,
        time_step=arguments["time_step"],
        command_line=["seaway", *sys.argv[1:]],
        manoeuvre=measured,
    )
    return Outcome(
        lambda: {"folder": str(folder.path), **measured}, lambda screen: _show(result, criteria, length, folder, screen)
    )


def _arguments(kind: str, scenario: Scenario, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of the function of a manoeuvre."""
    scene = scenario.scene
    if len(scene.vehicles) != 1:
        names = ", ".join(repr(vehicle.name) for vehicle in scene.vehicles)
        raise ScenarioError(f"a manoeuvre is run with one vehicle, this file has {len(scene.vehicles)}: {names}")
    hold, frequency = given.pop("hold_depth", None), given.pop("natural_frequency", None)
    arguments = {
        name.removesuffix("_deg"): radians(value) if name.endswith("_deg") else value for name, value in given.items()
    }
    if "change" in arguments:
        arguments["step"] = arguments.pop("change")
    arguments["time_step"] = scene.time_step or 0.01
    vehicle, pose = scene.vehicles[0], rest_pose(scene.vehicles[0], scene.sea, given.get("depth"))
    surface = scene.sea.surface or 0.0
    dives = isinstance(vehicle.buoyancy, Buoyancy) and bool(vehicle.fins) and pose.p[2] < surface
    own = {} if frequency is None else {"natural_frequency": frequency}
    if kind == "step" and own:
        arguments["options"], own = own, {}
    if (dives if hold is None else hold) and kind in _DRIVEN and given.get("target") != "depth":
        # Thrusters keep it level as well.
        level = {} if vehicle.fins else {"roll": 0.0, "pitch": 0.0}
        arguments["hold"] = {"depth": surface - float(pose.p[2]), **level, **own}
    elif own:
        raise ScenarioError("--natural-frequency sets the loops that hold the depth, and none do; give --hold-depth")
    return arguments


def _as_json(kind: str, result: Manoeuvre, criteria: tuple[Criterion, ...]) -> dict[str, object]:
    keys = ("name", "value", "limit", "unit", "met", "applies")
    return {
        "kind": kind,
        "vehicle": result.vehicle,
        "settings": dict(result.settings),
        "measures": {quantity.key: quantity.value for quantity in result.quantities()},
        "units": {quantity.key: quantity.unit for quantity in result.quantities()},
        "criteria": [{key: getattr(criterion, key) for key in keys} for criterion in criteria],
    }


def _show(
    result: Manoeuvre, criteria: tuple[Criterion, ...], length: float | None, folder: RunFolder, screen: Console
) -> None:
    screen.print(table((q.label, _text(q.value, q.unit)) for q in result.quantities()), crop=False)
    if criteria and length is not None:
        short = f", for ships of {SHORTEST_SHIP:g} m and more: shown for comparison" if length < SHORTEST_SHIP else ""
        screen.print(f"\nIMO standards, MSC.137(76){short}")
        verdicts = {True: "[green]met[/green]", False: "[red]not met[/red]", None: "not reached"}
        rows = (
            (
                c.name,
                "-" if c.value is None else _text(c.value, c.unit),
                f"at most {_text(c.limit, c.unit)}",
                verdicts[c.met],
            )
            for c in criteria
        )
        screen.print(table(rows), crop=False)
    elif length is not None:
        screen.print("\nIMO has no standards for this zig-zag: they are for rudders at 10°/10° or 20°/20°")
    screen.print(f"\nrecording, manifest and figure in {escape(str(folder.path))}")


def _text(value: float | None, unit: str) -> str:
    if value is None:
        return "not reached"
    if unit in ("rad", "rad/s"):
        value, unit = degrees(value), unit.replace("rad", "°")
    return f"{number(value, 3)} {unit}".removesuffix(" 1")
