"""``seaway manoeuvre``."""

import sys
from math import degrees, radians
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from seaway.cli._files import results_of
from seaway.cli._output import console, print_findings, print_json
from seaway.cli._scenario import Chosen, loaded, print_error
from seaway.errors import ScenarioError, SeawayError
from seaway.manoeuvres import (
    SHORTEST_SHIP,
    Criterion,
    Manoeuvre,
    TurningCircle,
    ZigZagTrial,
    bollard_pull,
    free_decay,
    rest_pose,
    step_response,
    turning_circle,
    zigzag,
)
from seaway.report import manoeuvre_figure, save
from seaway.scenario import RunFolder, Scenario, keep_recording
from seaway.vehicle import Buoyancy

__all__ = ["KINDS", "Kind", "Options", "run", "usage_problem"]

Kind = Literal["turning", "zigzag", "decay", "bollard", "step"]

_STEERED: Final = ("turning", "zigzag")
KINDS: Final[dict[Kind, Any]] = {
    "turning": turning_circle,
    "zigzag": zigzag,
    "decay": free_decay,
    "bollard": bollard_pull,
    "step": step_response,
}


class Options(NamedTuple):
    """What was asked for; None for what was not."""

    ahead: float | None = None
    helm: float | None = None
    helm_deg: float | None = None
    side: str | None = None
    angle_deg: float | None = None
    approach: float | None = None
    axis: str | None = None
    offset: float | None = None
    offset_deg: float | None = None
    target: str | None = None
    change: float | None = None
    change_deg: float | None = None
    depth: float | None = None
    hold_depth: bool | None = None
    natural_frequency: float | None = None
    duration: float | None = None
    length: float | None = None


# Which manoeuvres an option goes with.
_FOR: Final[dict[str, tuple[str, ...]]] = {
    "ahead": (*_STEERED, "bollard", "step"),
    "helm": _STEERED,
    "helm_deg": _STEERED,
    "side": _STEERED,
    "angle_deg": ("zigzag",),
    "approach": _STEERED,
    "axis": ("decay",),
    "offset": ("decay",),
    "offset_deg": ("decay",),
    "target": ("step",),
    "change": ("step",),
    "change_deg": ("step",),
    "hold_depth": (*_STEERED, "bollard", "step"),
    "natural_frequency": (*_STEERED, "bollard", "step"),
    "length": _STEERED,
}


def usage_problem(kind: str, options: Options) -> str | None:
    """What is wrong with the options together; None where nothing is."""
    for name, kinds in _FOR.items():
        if getattr(options, name) is not None and kind not in kinds:
            return f"--{name.replace('_', '-')} goes with {', '.join(kinds)}, not with {kind}"
    for name in ("helm", "offset", "change"):
        if getattr(options, name) is not None and getattr(options, f"{name}_deg") is not None:
            return f"--{name} and --{name}-deg are one; give one of both"
    return None


def run(
    kind: Kind,
    file: Path,
    options: Options,
    chosen: Chosen,
    out: Path | None,
    force: bool,
    model_path: list[Path],
    as_json: bool,
) -> int:
    """Run a manoeuvre with the vehicle of a file or of the library; show its measures, and keep all in a folder.

    Returns:
        The exit code: 1 where it cannot be run or failed.
    """
    errors = console(stderr=True)
    try:
        scenario = loaded(file, chosen, model_path)
        print_findings((found for found in scenario.findings if not found.rule.startswith("notice-")), errors)
        arguments = _arguments(kind, scenario, options)
        vehicle = scenario.scene.vehicles[0]
        result: Manoeuvre = KINDS[kind](vehicle, scenario.scene.sea, **arguments)
        criteria = _criteria(result, options.length)
        folder = _kept(kind, result, criteria, scenario, arguments["time_step"], out, force)
    except SeawayError as error:
        if as_json:
            print_json(None)
        print_error(error, errors)
        return 1
    if as_json:
        print_json({"folder": str(folder.path), **_as_json(kind, result, criteria)})
    else:
        _show(result, criteria, options.length, folder, console())
    return 0


def _arguments(kind: str, scenario: Scenario, options: Options) -> dict[str, Any]:
    """The arguments of the function of a manoeuvre."""
    scene = scenario.scene
    if len(scene.vehicles) != 1:
        names = ", ".join(repr(vehicle.name) for vehicle in scene.vehicles)
        raise ScenarioError(f"a manoeuvre is run with one vehicle, this file has {len(scene.vehicles)}: {names}")
    given: dict[str, Any] = {
        "ahead": options.ahead,
        "helm": options.helm if options.helm_deg is None else radians(options.helm_deg),
        "side": options.side,
        "angle": None if options.angle_deg is None else radians(options.angle_deg),
        "approach": options.approach,
        "axis": options.axis,
        "offset": options.offset if options.offset_deg is None else radians(options.offset_deg),
        "target": options.target,
        "step": options.change if options.change_deg is None else radians(options.change_deg),
        "depth": options.depth,
        "duration": options.duration,
        "time_step": scene.time_step or 0.01,
    }
    vehicle, pose = scene.vehicles[0], rest_pose(scene.vehicles[0], scene.sea, options.depth)
    surface = 0.0 if scene.sea.surface is None else scene.sea.surface
    dives = isinstance(vehicle.buoyancy, Buoyancy) and bool(vehicle.fins) and pose.p[2] < surface
    wanted = dives if options.hold_depth is None else options.hold_depth
    if wanted and kind in _FOR["hold_depth"] and options.target != "depth":
        given["hold"] = {"depth": surface - float(pose.p[2])}
        if not vehicle.fins:  # by thrusters, which keep it level as well
            given["hold"] |= {"roll": 0.0, "pitch": 0.0}
        if kind != "step" and options.natural_frequency is not None:
            given["hold"]["natural_frequency"] = options.natural_frequency
    elif kind != "step" and options.natural_frequency is not None:
        raise ScenarioError("--natural-frequency is that of loops that hold the depth, and none do; give --hold-depth")
    if kind == "step" and options.natural_frequency is not None:
        given["options"] = {"natural_frequency": options.natural_frequency}
    return {name: value for name, value in given.items() if value is not None}


def _criteria(result: Manoeuvre, length: float | None) -> tuple[Criterion, ...]:
    if length is None or not isinstance(result, TurningCircle | ZigZagTrial):
        return ()
    return result.criteria(length)


def _kept(
    kind: str,
    result: Manoeuvre,
    criteria: tuple[Criterion, ...],
    scenario: Scenario,
    time_step: float,
    out: Path | None,
    force: bool,
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
        out,
        name=f"{scenario.name}-{kind}",
        force=force,
        inputs=scenario.inputs,
        figures=figures,
        time_step=time_step,
        command_line=["seaway", *sys.argv[1:]],
        manoeuvre=_as_json(kind, result, criteria),
    )


def _as_json(kind: str, result: Manoeuvre, criteria: tuple[Criterion, ...]) -> dict[str, object]:
    return {
        "kind": kind,
        "vehicle": result.vehicle,
        "settings": dict(result.settings),
        "measures": {quantity.key: quantity.value for quantity in result.quantities()},
        "units": {quantity.key: quantity.unit for quantity in result.quantities()},
        "criteria": [
            {
                "name": criterion.name,
                "value": criterion.value,
                "limit": criterion.limit,
                "unit": criterion.unit,
                "met": criterion.met,
                "applies": criterion.applies,
            }
            for criterion in criteria
        ],
    }


def _show(
    result: Manoeuvre, criteria: tuple[Criterion, ...], length: float | None, folder: RunFolder, screen: Console
) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False, show_header=False)
    for quantity in result.quantities():
        table.add_row(quantity.label, *_cells(quantity.value, quantity.unit))
    screen.print(table, crop=False)
    if criteria and length is not None:
        apart = (
            "" if length >= SHORTEST_SHIP else f", which are for ships of {SHORTEST_SHIP:g} m and more: a comparison"
        )
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
