"""``seaway hydrostatics``."""

import warnings
from math import degrees
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from seaway._arrays import Floats
from seaway.cli._files import check_free
from seaway.cli._output import console, print_json
from seaway.errors import ModelError, SeawayError, SeawayWarning
from seaway.frames import Pose
from seaway.hydro import Hydrostatics, RightingArm, hydrostatics
from seaway.inertia import Inertial
from seaway.mesh._load import EXTENSIONS
from seaway.sea import Sea
from seaway.vehicle import Hull, Vehicle

__all__ = ["Choice", "Weights", "run", "usage_problem"]

_AXES = ("x", "y", "z", "roll", "pitch", "yaw")
# Heel angles of the printed table [degrees]; the curve itself is finer.
_SHOWN = (5, 10, 15, 20, 30, 40, 50, 60, 75, 90, 120, 150)
_UNIFORM = "the moment of inertia is that of a uniform body of this shape and mass: periods of roll and pitch follow it"


class Weights(NamedTuple):
    """What a mesh file does not say; None for what was not given."""

    mass: float | None
    center_of_mass: tuple[float, float, float] | None
    scale: float | None


class Choice(NamedTuple):
    """What to look at in an SDF file: a body by its name, or all; with joints as they are, or held fast."""

    body: str | None
    freeze_joints: bool


def usage_problem(file: Path, weights: Weights, choice: Choice) -> str | None:
    """Tell which option is missing, or does not go with this kind of file."""
    if _is_mesh(file):
        if weights.mass is None or weights.center_of_mass is None:
            missing = " and ".join(
                name
                for name, value in (("--mass KG", weights.mass), ("--center-of-mass X Y Z", weights.center_of_mass))
                if value is None
            )
            return f"a mesh file has no weight: give {missing}"
        if choice != (None, False):
            return "--body and --freeze-joints are for an SDF file; a mesh file is one body"
        return None
    given = [
        f"--{name.replace('_', '-')}" for name, value in zip(weights._fields, weights, strict=True) if value is not None
    ]
    return f"{', '.join(given)} only for a mesh file; an SDF file says this itself" if given else None


def run(
    file: Path,
    weights: Weights,
    choice: Choice,
    density: float,
    plot: Path | None,
    force: bool,
    model_path: list[Path],
    as_json: bool,
) -> int:
    """Show how the bodies of a file float.

    Returns:
        The exit code: 1 where the file is invalid, a body cannot be placed in the water, or the plot not be written.
    """
    errors = console(stderr=True)
    try:
        if plot is not None:
            check_free(plot, force)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", SeawayWarning)
            vehicles, note = _vehicles(file, weights, choice, model_path)
        for warning in told:
            errors.print(f"[yellow]warning:[/yellow] {escape(str(warning.message))}")
        results = [hydrostatics(vehicle, Sea(density)) for vehicle in _chosen(vehicles, file, choice.body, errors)]
        curves = [result.righting_arm() for result in results]
        if plot is not None:
            _plot(results, curves, plot, force)
    except SeawayError as error:
        if as_json:
            print_json([])
        errors.print(f"[red]error:[/red] {escape(str(error))}")
        return 1
    if as_json:
        print_json([_as_json(result, curve) for result, curve in zip(results, curves, strict=True)])
        return 0
    screen = console()
    for result, curve in zip(results, curves, strict=True):
        _show(result, curve, screen, note)
    if plot is not None:
        screen.print(f"The righting arm is drawn in {escape(str(plot))}")
    return 0


def _is_mesh(file: Path) -> bool:
    return file.suffix.lower() in EXTENSIONS


def _vehicles(file: Path, weights: Weights, choice: Choice, model_path: list[Path]) -> tuple[list[Vehicle], str | None]:
    if _is_mesh(file):
        from seaway.mesh import Mesh

        mesh = Mesh.load(file, scale=1.0 if weights.scale is None else weights.scale)
        properties = mesh.mass_properties(mass=weights.mass)
        return [
            Vehicle(file.stem, Inertial(properties, Pose(weights.center_of_mass or (0, 0, 0))), Hull(mesh))
        ], _UNIFORM
    from seaway import gazebo, sdf

    return list(gazebo.hulls(sdf.load(file, model_path), freeze_joints=choice.freeze_joints)), None


def _chosen(vehicles: list[Vehicle], file: Path, body: str | None, errors: Console) -> list[Vehicle]:
    names = ", ".join(f"'{vehicle.name}'" for vehicle in vehicles) or "none"
    if body is not None:
        vehicles = [vehicle for vehicle in vehicles if vehicle.name == body]
        if not vehicles:
            raise ModelError(f"{file}: there is no body '{body}'; there are: {names}")
        return vehicles
    floats = [vehicle for vehicle in vehicles if vehicle.buoyancy is not None]
    for vehicle in vehicles:
        if floats and vehicle.buoyancy is None:
            message = f"body '{vehicle.name}' has no collision with a volume, displaces no water, and is left out"
            errors.print(f"[yellow]warning:[/yellow] {escape(message)}")
    if not floats:
        raise ModelError(
            f"{file}: no body has a collision with a volume, so none displaces water (bodies: {names}). "
            "Give a link that is not static a <collision>"
        )
    return floats


def _plot(results: list[Hydrostatics], curves: list[RightingArm], plot: Path, force: bool) -> None:
    if len(results) > 1:
        names = ", ".join(f"'{result.name}'" for result in results)
        raise ModelError(f"a plot shows one body, and there are {len(results)}: choose with --body from {names}")
    from seaway.report import righting_arm_figure, save

    save(righting_arm_figure(results[0], curves[0]), plot, overwrite=force)


def _as_json(result: Hydrostatics, curve: RightingArm) -> dict[str, object]:
    return {
        "name": result.name,
        "density": result.density,
        "gravity": result.gravity,
        "floating": result.floating,
        "stable": result.stable,
        "position": result.pose.p,
        "quaternion": result.pose.q,
        "heel": result.heel,
        "trim": result.trim,
        "draft": result.draft,
        "freeboard": result.freeboard,
        "mass": result.mass,
        "volume": result.volume,
        "wetted_area": result.wetted_area,
        "center_of_mass": result.center_of_mass,
        "center_of_buoyancy": result.center_of_buoyancy,
        "center_of_flotation": result.center_of_flotation,
        "waterplane_area": result.waterplane_area,
        "waterplane_moments": result.waterplane_moments,
        "waterline_length": result.waterline_length,
        "waterline_breadth": result.waterline_breadth,
        "waterplane_coefficient": result.waterplane_coefficient,
        "block_coefficient": result.block_coefficient,
        "KB": result.center_of_buoyancy_above_keel,
        "KG": result.center_of_mass_above_keel,
        "BM_T": result.transverse_metacentric_radius,
        "BM_L": result.longitudinal_metacentric_radius,
        "KM_T": result.transverse_metacenter_above_keel,
        "KM_L": result.longitudinal_metacenter_above_keel,
        "GM_T": result.transverse_metacentric_height,
        "GM_L": result.longitudinal_metacentric_height,
        "mass_per_cm_immersion": result.mass_per_cm_immersion,
        "moment_to_trim_1_cm": result.moment_to_trim_1_cm,
        "stiffness": result.stiffness(),
        "natural_periods": result.natural_periods._asdict(),
        "righting_arm": {
            "heel_angles": curve.heel_angles,
            "arms": curve.arms,
            "areas": curve.areas,
            "largest_arm": curve.largest_arm,
            "angle_of_largest_arm": curve.angle_of_largest_arm,
            "angle_of_loll": curve.angle_of_loll,
            "angle_of_vanishing_stability": curve.angle_of_vanishing_stability,
            "area_to_30": curve.area_to_30,
            "area_to_40": curve.area_to_40,
        },
    }


def _show(result: Hydrostatics, curve: RightingArm, screen: Console, note: str | None) -> None:
    screen.rule(f"[bold]{escape(result.name)}[/bold]  {result.density:g} kg/m3", align="left")
    if not result.floating:
        screen.print("It does not float: it is as heavy as all the water it can displace, or heavier. Shown submerged.")
    if not result.stable:
        screen.print("[yellow]It is not stable as it lies here:[/yellow] a metacentric height is not positive.")
    _show_rows(screen, "Particulars", _particulars(result))
    _show_rows(screen, "Hydrostatics", _hydrostatics(result))
    _show_rows(screen, "Stability", _stability(result, curve))
    _show_matrix(screen, result.stiffness())
    periods = result.natural_periods
    _show_rows(
        screen,
        "Natural periods, each motion alone, undamped, with added mass",
        [(name, "T", _unit(value, "s")) for name, value in periods._asdict().items()],
    )
    _show_curve(screen, result.righting_arm(np.radians((0, *_SHOWN))))
    if note is not None:
        screen.print(f"[dim]note:[/dim] {note}\n")


_Rows = list[tuple[str, str, str]]


def _particulars(result: Hydrostatics) -> _Rows:
    return [
        ("mass", "m", f"{_number(result.mass)} kg"),
        ("displacement, of water", "Δ", f"{_number(result.density * result.volume)} kg"),
        ("displaced volume", "∇", f"{_number(result.volume)} m3"),
        ("draft, water to keel", "T", _unit(result.draft, "m")),
        ("freeboard, water to top", "", _unit(result.freeboard, "m")),
        ("heel, positive to starboard", "φ", f"{_number(degrees(result.heel))}°"),
        ("trim, positive by the bow", "θ", f"{_number(degrees(result.trim))}°"),
        ("length of the waterline", "LWL", _unit(result.waterline_length, "m")),
        ("breadth of the waterline", "BWL", _unit(result.waterline_breadth, "m")),
        ("block coefficient", "CB", _unit(result.block_coefficient, "")),
        ("waterplane coefficient", "CWP", _unit(result.waterplane_coefficient, "")),
    ]


def _hydrostatics(result: Hydrostatics) -> _Rows:
    (xx, xy), (_, yy) = result.waterplane_moments.tolist()
    return [
        ("centre of mass, link frame", "G", f"{_vector(result.center_of_mass)} m"),
        ("centre of buoyancy, link frame", "B", f"{_vector(result.center_of_buoyancy)} m"),
        ("centre of buoyancy, along x", "LCB", f"{_number(result.longitudinal_center_of_buoyancy)} m"),
        ("centre of flotation, along x", "LCF", _unit(result.longitudinal_center_of_flotation, "m")),
        ("wetted surface", "S", f"{_number(result.wetted_area)} m2"),
        ("waterplane area", "AWP", f"{_number(result.waterplane_area)} m2"),
        ("second moments about F", "IT, IL, IP", f"{_number(yy)}, {_number(xx)}, {_number(xy)} m4"),
        ("mass per cm of immersion", "TPC", f"{_number(result.mass_per_cm_immersion)} kg/cm"),
        ("moment to change trim by 1 cm", "MCT", _unit(result.moment_to_trim_1_cm, "N m/cm")),
    ]


def _stability(result: Hydrostatics, curve: RightingArm) -> _Rows:
    def both(transverse: float, longitudinal: float) -> str:
        return f"{_number(transverse)} m, {_number(longitudinal)} m"

    T, L = "transverse", "longitudinal"
    at = f"{_number(curve.largest_arm)} m at {_number(degrees(curve.angle_of_largest_arm))}°"
    return [
        ("centre of buoyancy above keel", "KB", f"{_number(result.center_of_buoyancy_above_keel)} m"),
        ("centre of mass above keel", "KG", f"{_number(result.center_of_mass_above_keel)} m"),
        (
            f"metacentric radius, {T}, {L}",
            "BM",
            both(result.transverse_metacentric_radius, result.longitudinal_metacentric_radius),
        ),
        (
            f"metacentre above keel, {T}, {L}",
            "KM",
            both(result.transverse_metacenter_above_keel, result.longitudinal_metacenter_above_keel),
        ),
        (
            f"metacentric height, {T}, {L}",
            "GM",
            both(result.transverse_metacentric_height, result.longitudinal_metacentric_height),
        ),
        ("largest righting arm", "GZmax", at if curve.largest_arm > 0.0 else "none is positive"),
        ("angle of loll", "", _angle(curve.angle_of_loll)),
        ("angle of vanishing stability", "AVS", _angle(curve.angle_of_vanishing_stability)),
        ("area under GZ to 30°, to 40°", "", f"{_number(curve.area_to_30)}, {_number(curve.area_to_40)} m rad"),
    ]


def _show_rows(screen: Console, title: str, rows: _Rows) -> None:
    table = Table.grid(padding=(0, 2))
    for what, symbol, value in rows:
        table.add_row("  " + what, symbol, escape(value))
    screen.print(f"[bold]{title}[/bold]")
    screen.print(table)
    screen.print()


def _show_matrix(screen: Console, C: Floats) -> None:
    screen.print(f"[bold]{escape('Stiffness about the centre of mass, horizontal axes [N/m, N, N m]')}[/bold]")
    cells = [[_number(value) for value in row] for row in C.tolist()]
    width = max(6, *(len(cell) for row in cells for cell in row))
    screen.print("  " + " " * 6 + " ".join(f"{axis:>{width}}" for axis in _AXES))
    for axis, row in zip(_AXES, cells, strict=True):
        screen.print(f"  {axis:<6}" + " ".join(f"{cell:>{width}}" for cell in row))
    screen.print()


def _show_curve(screen: Console, shown: RightingArm) -> None:
    screen.print("[bold]Righting arm, displacement and trim held[/bold]")
    rows = [
        ("heel", "°", [f"{angle:g}" for angle in np.degrees(shown.heel_angles).round(6).tolist()]),
        ("GZ", "m", [_number(arm) for arm in shown.arms.tolist()]),
        ("area", "m rad", [_number(area) for area in shown.areas.tolist()]),
    ]
    width = max(len(cell) for _, _, cells in rows for cell in cells)
    for name, unit, cells in rows:
        screen.print(escape(f"  {name + ' [' + unit + ']':<14}" + " ".join(f"{cell:>{width}}" for cell in cells)))
    screen.print()


def _number(value: float) -> str:
    # Nothing in a hull is measured to a nanometre: what is smaller is rounding.
    return f"{0.0 if abs(value) < 1e-9 else value:.5g}"


def _unit(value: float | None, unit: str) -> str:
    return "-" if value is None else f"{_number(value)} {unit}".rstrip()


def _angle(value: float | None) -> str:
    return "-" if value is None else f"{_number(degrees(value))}°"


def _vector(values: Floats) -> str:
    return "(" + ", ".join(_number(value) for value in values.tolist()) + ")"
