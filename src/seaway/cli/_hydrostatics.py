"""``seaway hydrostatics``."""

from math import degrees
from pathlib import Path
from typing import Final

import numpy as np
from rich.console import Console
from rich.markup import escape
from typer import BadParameter

from seaway import hydro
from seaway.cli._files import check_free
from seaway.cli._output import Outcome, matrix_lines, number, print_note, table, vector
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.hydro import Hydrostatics, RightingArm
from seaway.inertia import Inertial
from seaway.mesh._load import EXTENSIONS
from seaway.sea import Sea
from seaway.vehicle import Hull, Vehicle

# Heel angles of the printed table [degrees]; the curve itself is finer.
_SHOWN: Final = (0, 5, 10, 15, 20, 30, 40, 50, 60, 75, 90, 120, 150)
_UNIFORM: Final = "roll and pitch periods assume the moment of inertia of a uniform body of this shape and mass"
_COEFFICIENTS: Final = ("waterplane_coefficient", "block_coefficient", "mass_per_cm_immersion", "moment_to_trim_1_cm")
# Quantities that the JSON object has by their symbols, and fields that it does not have.
_SYMBOLS: Final = {
    "KB": "center_of_buoyancy_above_keel",
    "KG": "center_of_mass_above_keel",
    "BM_T": "transverse_metacentric_radius",
    "BM_L": "longitudinal_metacentric_radius",
    "KM_T": "transverse_metacenter_above_keel",
    "KM_L": "longitudinal_metacenter_above_keel",
    "GM_T": "transverse_metacentric_height",
    "GM_L": "longitudinal_metacentric_height",
}
_LEFT_OUT: Final = {*_SYMBOLS.values(), "pose", "mass_matrix", "mesh", "volume_factor", "initial_slope"}


def hydrostatics(
    file: Path,
    *,
    mass: float | None,
    center_of_mass: tuple[float, float, float] | None,
    scale: float | None,
    density: float,
    body: str | None,
    freeze_joints: bool,
    plot: Path | None,
    force: bool,
    model_path: list[Path],
) -> Outcome:
    """Show how the bodies of a file float."""
    is_mesh = file.suffix.lower() in EXTENSIONS
    given = {"--mass KG": mass, "--center-of-mass X Y Z": center_of_mass, "--scale": scale}
    if is_mesh and (mass is None or center_of_mass is None):
        missing = [name for name, value in list(given.items())[:2] if value is None]
        raise BadParameter(f"a mesh file has no weight: give {' and '.join(missing)}")
    if is_mesh and (body is not None or freeze_joints):
        raise BadParameter("--body and --freeze-joints are for SDFormat files; a mesh file is one body")
    extra = [name.split()[0] for name, value in given.items() if value is not None]
    if not is_mesh and extra:
        raise BadParameter(f"{', '.join(extra)} only for a mesh file; an SDFormat file has this itself")
    if plot is not None:
        check_free(plot, force)
    if is_mesh:
        from seaway.mesh import Mesh

        hull = Mesh.load(file, scale=1.0 if scale is None else scale)
        inertial = Inertial(hull.mass_properties(mass=mass), Pose(center_of_mass or (0, 0, 0)))
        vehicles = [Vehicle(file.stem, inertial, Hull(hull))]
    else:
        from seaway import gazebo, sdf

        hulls = gazebo.hulls(sdf.load(file, model_path), freeze_joints=freeze_joints)
        vehicles = _chosen(list(hulls), file, body)
    results = [hydro.hydrostatics(vehicle, Sea(density)) for vehicle in vehicles]
    found = [(result, result.righting_arm()) for result in results]
    if plot is not None:
        _plot(found, plot, force)

    def show(screen: Console) -> None:
        for result, curve in found:
            _show(result, curve, screen)
            if is_mesh:
                screen.print(f"[dim]note:[/dim] {_UNIFORM}\n")
        if plot is not None:
            screen.print(f"righting arm: {escape(str(plot))}")

    return Outcome(lambda: [_as_json(*both) for both in found], show)


def _chosen(vehicles: list[Vehicle], file: Path, body: str | None) -> list[Vehicle]:
    names = ", ".join(f"'{vehicle.name}'" for vehicle in vehicles) or "none"
    if body is not None:
        vehicles = [vehicle for vehicle in vehicles if vehicle.name == body]
        if not vehicles:
            raise ModelError(f"{file}: there is no body '{body}'; there are: {names}")
        return vehicles
    floats = [vehicle for vehicle in vehicles if vehicle.buoyancy is not None]
    if not floats:
        raise ModelError(
            f"{file}: no body has a collision with a volume, so none displaces water (bodies: {names}). "
            "Give a link that is not static a <collision>"
        )
    for vehicle in vehicles:
        if vehicle.buoyancy is None:
            print_note("warning", f"body '{vehicle.name}' has no collision with a volume, displaces no water; skipped")
    return floats


def _plot(found: list[tuple[Hydrostatics, RightingArm]], plot: Path, force: bool) -> None:
    if len(found) > 1:
        names = ", ".join(f"'{result.name}'" for result, _ in found)
        raise ModelError(f"a plot shows one body, and there are {len(found)}: choose with --body from {names}")
    from seaway.report import righting_arm_figure, save_figure

    save_figure(righting_arm_figure(*found[0]), plot, overwrite=force)


def _as_json(result: Hydrostatics, curve: RightingArm) -> dict[str, object]:
    return {
        **_fields(result),
        **{name: getattr(result, name) for name in _COEFFICIENTS},
        **{symbol: getattr(result, name) for symbol, name in _SYMBOLS.items()},
        "position": result.pose.p,
        "quaternion": result.pose.q,
        "stiffness": result.stiffness(),
        "natural_periods": result.natural_periods._asdict(),
        "righting_arm": _fields(curve),
    }


def _fields(result: Hydrostatics | RightingArm) -> dict[str, object]:
    return {name: value for name, value in vars(result).items() if name not in _LEFT_OUT}


def _show(result: Hydrostatics, curve: RightingArm, screen: Console) -> None:
    screen.rule(f"[bold]{escape(result.name)}[/bold]  {result.density:g} kg/m3", align="left")
    if not result.floating:
        screen.print("It does not float: it weighs at least as much as the water it can displace. Shown submerged.")
    if not result.stable:
        screen.print("[yellow]It is not stable as it lies here:[/yellow] a metacentric height is not positive.")
    for title, rows in _tables(result, curve).items():
        screen.print(f"[bold]{title}[/bold]")
        screen.print(table((f"  {what}", symbol, escape(value)) for what, symbol, value in rows))
        screen.print()
    axes = ("x", "y", "z", "roll", "pitch", "yaw")
    stiffness = "\n".join(f"  {line}" for line in matrix_lines(result.stiffness(), axes))
    screen.print(escape("Stiffness about the centre of mass, horizontal axes [N/m, N, N m]"), style="bold")
    screen.print(f"{stiffness}\n\n[bold]Righting arm at constant displacement and trim[/bold]")
    shown = result.righting_arm(np.radians(_SHOWN))
    curves = {
        escape("heel [°]"): np.degrees(shown.heel_angles),
        escape("GZ [m]"): shown.arms,
        escape("area [m rad]"): shown.areas,
    }
    screen.print(
        table(
            ([f"  {name}", *map(number, each.tolist())] for name, each in curves.items()), right=range(1, 99), fold=99
        )
    )
    screen.print()


def _tables(result: Hydrostatics, curve: RightingArm) -> dict[str, list[tuple[str, str, str]]]:
    (xx, xy), (_, yy) = result.waterplane_moments.tolist()
    metres = {symbol: _text(getattr(result, name), " m") for symbol, name in _SYMBOLS.items()}
    metacentric = {"BM": "metacentric radius", "KM": "metacentre above keel", "GM": "metacentric height"}
    arm, at = curve.largest_arm, _text(curve.angle_of_largest_arm, "°")
    return {
        "Particulars": [
            ("mass", "m", _text(result.mass, " kg")),
            ("displacement", "Δ", _text(result.density * result.volume, " kg")),
            ("displaced volume", "∇", _text(result.volume, " m3")),
            ("draft, keel to water", "T", _text(result.draft, " m")),
            ("freeboard, water to top", "", _text(result.freeboard, " m")),
            ("heel, positive to starboard", "φ", _text(result.heel, "°")),
            ("trim, positive by the bow", "θ", _text(result.trim, "°")),
            ("waterline length", "LWL", _text(result.waterline_length, " m")),
            ("waterline breadth", "BWL", _text(result.waterline_breadth, " m")),
            ("block coefficient", "CB", _text(result.block_coefficient)),
            ("waterplane coefficient", "CWP", _text(result.waterplane_coefficient)),
        ],
        "Hydrostatics": [
            ("centre of mass, link frame", "G", f"{vector(result.center_of_mass)} m"),
            ("centre of buoyancy, link frame", "B", f"{vector(result.center_of_buoyancy)} m"),
            ("longitudinal centre of buoyancy", "LCB", _text(result.longitudinal_center_of_buoyancy, " m")),
            ("longitudinal centre of flotation", "LCF", _text(result.longitudinal_center_of_flotation, " m")),
            ("wetted surface", "S", _text(result.wetted_area, " m2")),
            ("waterplane area", "AWP", _text(result.waterplane_area, " m2")),
            ("second moments about F", "IT, IL, IP", f"{number(yy)}, {number(xx)}, {number(xy)} m4"),
            ("mass per cm of immersion", "TPC", _text(result.mass_per_cm_immersion, " kg/cm")),
            ("moment to change trim by 1 cm", "MCT", _text(result.moment_to_trim_1_cm, " N m/cm")),
        ],
        "Stability": [
            ("centre of buoyancy above keel", "KB", metres["KB"]),
            ("centre of mass above keel", "KG", metres["KG"]),
            *(
                (f"{what}, transverse, longitudinal", symbol, f"{metres[f'{symbol}_T']}, {metres[f'{symbol}_L']}")
                for symbol, what in metacentric.items()
            ),
            ("largest righting arm", "GZmax", f"{number(arm)} m at {at}" if arm > 0.0 else "none is positive"),
            ("angle of loll", "", _text(curve.angle_of_loll, "°")),
            ("angle of vanishing stability", "AVS", _text(curve.angle_of_vanishing_stability, "°")),
            ("area under GZ to 30°, to 40°", "", f"{number(curve.area_to_30)}, {number(curve.area_to_40)} m rad"),
        ],
        "Natural periods, each motion alone, undamped, with added mass": [
            (name, "T", _text(value, " s")) for name, value in result.natural_periods._asdict().items()
        ],
    }


def _text(value: float | None, unit: str = "") -> str:
    """A number with its unit; an angle [rad] in degrees."""
    return "-" if value is None else f"{number(degrees(value) if unit == '°' else value)}{unit}"
