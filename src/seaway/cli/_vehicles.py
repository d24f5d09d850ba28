"""``seaway vehicles``."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape
from typer import BadParameter

from seaway import library
from seaway.cli._files import write_or_print
from seaway.cli._output import Outcome, number, table, vector
from seaway.inertia import added_mass_ratio
from seaway.library import DataSheet, LibraryVehicle
from seaway.library._sheet import AXES_OF_MOTION
from seaway.vehicle import Buoyancy, Fin, Thruster


def vehicles(name: str | None, *, sdf: bool, world: bool, out: Path | None, force: bool) -> Outcome:
    """List the vehicles of the library, or show or write one."""
    for wrong, message in (
        (sdf and name is None, "--sdf needs the NAME of a vehicle"),
        (world and not sdf, "--world needs --sdf"),
        (out is not None and not sdf, "--out needs --sdf"),
    ):
        if wrong:
            raise BadParameter(message)
    if name is None:
        every = [library.entry(each) for each in library.names()]
        return Outcome(lambda: [_summary(rov) for rov in every], lambda screen: _list(every, screen))
    rov = library.entry(name)
    if sdf:
        return Outcome(lambda: None, write_or_print(rov.sdf(world=world), out, "the model", force))
    sheet = library.data_sheet(rov.vehicle, rov.sea)
    return Outcome(lambda: _summary(rov) | _sheet(rov, sheet), lambda screen: _show(rov, sheet, screen))


def _list(every: list[LibraryVehicle], screen: Console) -> None:
    columns: dict[str, Callable[[LibraryVehicle], str]] = {
        "name": lambda rov: rov.name,
        "mass": lambda rov: f"{number(rov.vehicle.inertial.mass)} kg",
        "length": lambda rov: f"{rov.length:.3g} m",
        "added mass / mass": _ratio_words,
        "quality": lambda rov: rov.quality or "",
        "source": lambda rov: escape(rov.citation),
    }
    rows = ([cell(rov) for cell in columns.values()] for rov in every)
    screen.print(table(rows, list(columns), right=(1, 2), fold=3))  # wrap words, not names and numbers


def _ratio_words(rov: LibraryVehicle) -> str:
    ratio = added_mass_ratio(rov.vehicle.inertial)
    return f"{number(ratio.largest, 3)} in {ratio.name}" if ratio.largest > 0.0 else "none"


def _summary(rov: LibraryVehicle) -> dict[str, object]:
    return {
        **{key: getattr(rov, key) for key in ("name", "title", "summary", "citation", "family", "length", "quality")},
        "mass": rov.vehicle.inertial.mass,
        "added_mass_ratio": max(added_mass_ratio(rov.vehicle.inertial).largest, 0.0),
        "sources": list(rov.sources.values()),
        "mission": dict(rov.mission) or None,
    }


def _sheet(rov: LibraryVehicle, sheet: DataSheet) -> dict[str, object]:
    vehicle, inertial = rov.vehicle, rov.vehicle.inertial
    return {
        "density": rov.sea.density,
        "reference_density": rov.vehicle.reference_density,
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
    screen.rule(f"[bold]{escape(rov.name)}[/bold]  {escape(rov.title)}", align="left")
    screen.print(escape(rov.summary))
    screen.print(table(_facts(rov, sheet)))
    screen.print()
    headings = ("", "added mass", "drag at 1 m/s, rad/s", "full thrust", "top speed", "period")
    screen.print(table(_motions(rov, sheet), headings, right=range(1, 99)))
    screen.print()
    if rov.vehicle.actuators:
        screen.print(table(_actuators(rov), ("actuator", "command", "at", "direction"), fold=1))
        screen.print()
    for title, lines in (
        ("Mission", list(_mission(rov))),
        ("Notes", rov.notes),
        ("Can feed energy in", [rov.feeds_energy] if rov.feeds_energy else []),
        ("Corrections", [f"{c.what}: {c.before}; here {c.after}. {c.why}" for c in rov.corrections]),
        ("Sources", list(rov.sources.values())),
    ):
        if lines:
            screen.print("\n  ".join([f"[bold]{title}[/bold]", *map(escape, lines)]))
    screen.print(f"Axes are forward, left, up; published in the axes {rov.axes}.")


def _mission(rov: LibraryVehicle) -> Iterator[str]:
    if rov.mission:
        duration = rov.mission.get("simulation", {}).get("duration")
        yield f"{rov.mission.get('title', rov.name)}{f', {duration:g} s' if duration else ''}: seaway run {rov.name}"


def _facts(rov: LibraryVehicle, sheet: DataSheet) -> Iterator[tuple[str, str]]:
    vehicle, inertial = rov.vehicle, rov.vehicle.inertial
    yield "quality", rov.quality or ""
    yield "mass", f"{inertial.mass:.6g} kg"
    yield "length", f"{number(rov.length)} m"
    yield "water", f"{rov.sea.density:g} kg/m3, g = {rov.sea.gravity:g} m/s2"
    yield "coefficients for", f"{vehicle.reference_density:g} kg/m3: added mass and damping scale with the density"
    yield "centre of mass", f"{vector(inertial.c_BoBcm_B)} m"
    if isinstance(vehicle.buoyancy, Buoyancy):
        yield "displaced volume", f"{vehicle.buoyancy.volume:.6g} m3 at {vector(vehicle.buoyancy.center)} m"
    if sheet.weight_in_water is not None:
        neutral = abs(sheet.weight_in_water) < 1e-9 * inertial.mass * rov.sea.gravity
        words = f"{number(abs(sheet.weight_in_water))} N {'heavy' if sheet.weight_in_water > 0.0 else 'light'}"
        yield "weight in water", "neutral" if neutral else words
    yield "moments of inertia", f"{vector(np.diagonal(inertial.I_BBcm_B))} kg m2 about the centre of mass"
    yield "added mass / mass", _ratio_words(rov)


def _motions(rov: LibraryVehicle, sheet: DataSheet) -> Iterator[list[str]]:
    """The row of each axis."""
    M_A = dict(zip(AXES_OF_MOTION, np.diagonal(rov.vehicle.inertial.added_mass_matrix()).tolist(), strict=True))
    drag = dict(zip(AXES_OF_MOTION, sheet.drag.tolist(), strict=True))
    for i, axis in enumerate(AXES_OF_MOTION):
        mass, force, speed = ("kg", "N", "m/s") if i < 3 else ("kg m2", "N m", "rad/s")
        columns = ((M_A, mass), (drag, force), (sheet.thrust, force), (sheet.speeds, speed), (sheet.periods, "s"))
        cells = ((values.get(axis), unit) for values, unit in columns)
        yield [axis, *("" if value is None else f"{number(value)} {unit}" for value, unit in cells)]


def _actuators(rov: LibraryVehicle) -> Iterator[tuple[str, str, str, str]]:
    for thruster in rov.vehicle.thrusters:
        place = f"{vector(thruster.position)} m"
        yield escape(thruster.name), escape(_command(thruster)), place, vector(thruster.axis)
    for fin in rov.vehicle.fins:
        limit = f", up to {np.degrees(fin.limit):.3g}°" if np.isfinite(fin.limit) else ""
        place = f"{vector(fin.position)} m" if isinstance(fin, Fin) else "by derivatives"
        up = vector(fin.upward) if isinstance(fin, Fin) else ""
        yield escape(fin.name), escape(f"angle [rad]{limit}"), place, up


def _command(thruster: Thruster) -> str:
    if thruster.table is not None:
        low, high = thruster.table[0, [0, -1]].tolist()
        return f"{low:g} to {high:g}, for {np.min(thruster.table[1]):.3g} to {np.max(thruster.table[1]):.3g} N"
    low, high = thruster.limits
    limits = f", {number(low)} to {number(high)}" if np.isfinite(high) else ""
    return f"{'speed [rad/s]' if thruster.command == 'speed' else 'thrust [N]'}{limits}"
