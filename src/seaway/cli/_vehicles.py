"""``seaway vehicles``."""

from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from seaway import library
from seaway.cli._files import write_output
from seaway.cli._output import console, print_json
from seaway.errors import SeawayError
from seaway.inertia import added_mass_ratio
from seaway.library import DataSheet, LibraryVehicle
from seaway.library._sheet import AXES_OF_MOTION
from seaway.vehicle import Buoyancy, Fin, Thruster

__all__ = ["run", "usage_problem"]


def usage_problem(name: str | None, as_sdf: bool, world: bool, out: Path | None, as_json: bool) -> str | None:
    """What is wrong with the options together; None where nothing is."""
    if as_sdf and name is None:
        return "--sdf writes one vehicle; give its NAME"
    if world and not as_sdf:
        return "--world goes with --sdf"
    if out is not None and not as_sdf:
        return "--out is the file of --sdf, which was not given"
    if as_sdf and as_json:
        return "--sdf and --json are two formats; give one"
    return None


def run(name: str | None, as_sdf: bool, world: bool, out: Path | None, force: bool, as_json: bool) -> int:
    """List the vehicles of the library, or show or write one.

    Returns:
        The exit code: 1 where there is no such vehicle, or the file cannot be written.
    """
    try:
        if name is None:
            _list(as_json)
        elif as_sdf:
            _write(library.entry(name).sdf(world=world), out, force)
        else:
            rov = library.entry(name)
            sheet = library.data_sheet(rov.vehicle, rov.sea)
            if as_json:
                print_json({**_summary(rov), **_sheet(rov, sheet)})
            else:
                _show(rov, sheet, console())
    except SeawayError as error:
        if as_json:
            print_json(None)
        console(stderr=True).print(f"[red]error:[/red] {escape(str(error))}")
        return 1
    return 0


def _write(text: str, out: Path | None, force: bool) -> None:
    if out is None:
        console().print(text, end="", markup=False)
    else:
        write_output(out, text, "the model", force)


def _list(as_json: bool) -> None:
    vehicles = [library.entry(name) for name in library.names()]
    if as_json:
        print_json([_summary(rov) for rov in vehicles])
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("name", "mass", "length", "added mass / mass", "quality", "source"):
        number = heading in ("mass", "length")
        # On a narrow screen words are broken, names and numbers are not.
        table.add_column(
            heading, justify="right" if number else "left", no_wrap=number or heading == "name", overflow="fold"
        )
    for rov in vehicles:
        ratio = _ratio(rov)
        table.add_row(
            rov.name,
            f"{rov.vehicle.inertial.mass:.5g} kg",
            f"{rov.length:.3g} m",
            "none" if ratio is None else f"{ratio[0]:.3g} in {ratio[1]}",
            rov.quality,
            escape(rov.citation),
        )
    console().print(table)


def _ratio(rov: LibraryVehicle) -> tuple[float, str] | None:
    ratio = added_mass_ratio(rov.vehicle.inertial)
    return (ratio.largest, ratio.name) if ratio.largest > 0.0 else None


def _summary(rov: LibraryVehicle) -> dict[str, object]:
    ratio = _ratio(rov)
    return {
        "name": rov.name,
        "title": rov.title,
        "summary": rov.summary,
        "citation": rov.citation,
        "family": rov.family,
        "mass": rov.vehicle.inertial.mass,
        "length": rov.length,
        "added_mass_ratio": 0.0 if ratio is None else ratio[0],
        "quality": rov.quality,
        "sources": list(rov.sources.values()),
    }


def _sheet(rov: LibraryVehicle, sheet: DataSheet) -> dict[str, object]:
    vehicle, inertial = rov.vehicle, rov.vehicle.inertial
    return {
        "density": rov.sea.density,
        "gravity": rov.sea.gravity,
        "published_axes": rov.axes,
        "center_of_mass": inertial.c_BoBcm_B,
        "moment_of_inertia": inertial.I_BBcm_B,
        "added_mass": inertial.added_mass_matrix(),
        "weight_in_water": sheet.weight_in_water,
        "drag": sheet.drag,
        "thrust": dict(sheet.thrust),
        "terminal_velocities": dict(sheet.speeds),
        "natural_periods": dict(sheet.periods),
        "thrusters": [
            {"name": t.name, "position": t.position, "axis": t.axis, "drive": t.drive} for t in vehicle.thrusters
        ],
        "fins": [fin.name for fin in vehicle.fins],
        "corrections": [{"what": c.what, "before": c.before, "after": c.after, "why": c.why} for c in rov.corrections],
        "notes": list(rov.notes),
        "feeds_energy": rov.feeds_energy or None,
        "not_in_sdf": list(rov.unsaid),
    }


def _show(rov: LibraryVehicle, sheet: DataSheet, screen: Console) -> None:
    vehicle, inertial = rov.vehicle, rov.vehicle.inertial
    screen.rule(f"[bold]{escape(rov.name)}[/bold]  {escape(rov.title)}", align="left")
    screen.print(escape(rov.summary))
    facts = Table.grid(padding=(0, 2))
    facts.add_row("quality", rov.quality)
    facts.add_row("mass", f"{inertial.mass:.6g} kg")
    facts.add_row("length", f"{rov.length:.4g} m")
    facts.add_row("water", f"{rov.sea.density:g} kg/m3, g = {rov.sea.gravity:g} m/s2")
    facts.add_row("centre of mass", f"{_numbers(inertial.c_BoBcm_B)} m")
    if isinstance(vehicle.buoyancy, Buoyancy):
        facts.add_row("displaced", f"{vehicle.buoyancy.volume:.6g} m3 at {_numbers(vehicle.buoyancy.center)} m")
    if sheet.weight_in_water is not None:
        facts.add_row("in water", _weight(sheet.weight_in_water, inertial.mass * rov.sea.gravity))
    facts.add_row("moments of inertia", f"{_numbers(np.diagonal(inertial.I_BBcm_B))} kg m2 about the centre of mass")
    ratio = _ratio(rov)
    facts.add_row("added mass / mass", "none" if ratio is None else f"{ratio[0]:.4g} in {ratio[1]}")
    screen.print(facts)
    screen.print()
    screen.print(_motions(rov, sheet))
    screen.print()
    _show_actuators(rov, screen)
    for title, lines in _texts(rov):
        screen.print(f"[bold]{title}[/bold]")
        for line in lines:
            screen.print(f"  {escape(line)}")
    screen.print(f"Axes here are forward, left, up; it was published in {rov.axes}.")


def _weight(in_water: float, weight: float) -> str:
    if abs(in_water) < 1e-9 * weight:
        return "neutral"
    return f"{abs(in_water):.4g} N {'heavy' if in_water > 0.0 else 'light'}"


def _motions(rov: LibraryVehicle, sheet: DataSheet) -> Table:
    """What there is to say of each axis."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    headings = ("", "added mass", "drag at 1 m/s, rad/s", "full thrust", "then", "period")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "" else "right", no_wrap=True)
    M_A = np.diagonal(rov.vehicle.inertial.added_mass_matrix())
    for i, axis in enumerate(AXES_OF_MOTION):
        mass, force, speed = ("kg", "N", "m/s") if i < 3 else ("kg m2", "Nm", "rad/s")
        table.add_row(
            axis,
            f"{M_A[i]:.4g} {mass}",
            f"{sheet.drag[i]:.4g} {force}",
            _with_unit(sheet.thrust.get(axis), force),
            _with_unit(sheet.speeds.get(axis), speed),
            _with_unit(sheet.periods.get(axis), "s"),
        )
    return table


def _with_unit(value: float | None, unit: str) -> str:
    return "" if value is None else f"{value:.4g} {unit}"


def _show_actuators(rov: LibraryVehicle, screen: Console) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("actuator", "command", "at", "direction"):
        table.add_column(heading, no_wrap=heading == "actuator")
    for thruster in rov.vehicle.thrusters:
        table.add_row(
            escape(thruster.name),
            escape(_command(thruster)),
            f"{_numbers(thruster.position)} m",
            _numbers(thruster.axis),
        )
    for fin in rov.vehicle.fins:
        limit = f", up to {np.degrees(fin.limit):.3g}°" if np.isfinite(fin.limit) else ""
        place = f"{_numbers(fin.position)} m" if isinstance(fin, Fin) else "by derivatives"
        up = _numbers(fin.up) if isinstance(fin, Fin) else ""
        table.add_row(escape(fin.name), escape(f"angle [rad]{limit}"), place, up)
    if rov.vehicle.actuators:
        screen.print(table)
        screen.print()


def _command(thruster: Thruster) -> str:
    if thruster.table is not None:
        low, high = thruster.table[0, [0, -1]].tolist()
        return f"{low:g} to {high:g}, for {np.min(thruster.table[1]):.3g} to {np.max(thruster.table[1]):.3g} N"
    unit = "rad/s" if thruster.command == "speed" else "N"
    low, high = thruster.limits
    limits = f", {low:.4g} to {high:.4g}" if np.isfinite(high) else ""
    return f"{'speed' if unit == 'rad/s' else 'thrust'} [{unit}]{limits}"


def _texts(rov: LibraryVehicle) -> list[tuple[str, list[str]]]:
    texts = [
        ("Notes", list(rov.notes)),
        ("Can feed energy in", [rov.feeds_energy] if rov.feeds_energy else []),
        ("Corrections", [f"{c.what}: {c.before}; here {c.after}. {c.why}" for c in rov.corrections]),
        ("Sources", list(rov.sources.values())),
    ]
    return [(title, lines) for title, lines in texts if lines]


def _numbers(values: np.ndarray) -> str:
    return "(" + ", ".join(f"{float(value) + 0.0:.4g}" for value in values) + ")"
