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
from seaway.cli._output import Outcome, matrix_lines, number, overrides, print_note, table, vector
from seaway.cli._sources import quietly_loaded
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.hydro import Hydrostatics, RightingArm
from seaway.hydro._equilibrium import shape_mesh
from seaway.inertia import Inertial
from seaway.library._vehicle import shapes_of
from seaway.scenario._source import kind_of
from seaway.sea import Sea
from seaway.vehicle import Hull, HydrostaticStiffness, Vehicle

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
    density: float | None,
    body: str | None,
    sets: list[str],
    allow_code: bool,
    freeze_joints: bool,
    plot: Path | None,
    force: bool,
    model_path: list[Path],
) -> Outcome:
    """Show how the bodies of a file, or a library vehicle, float."""
    kind = kind_of(file)
    is_mesh = kind == "mesh"
    given = {"--mass KG": mass, "--center-of-mass X Y Z": center_of_mass, "--scale": scale}
    if is_mesh and (mass is None or center_of_mass is None):
        missing = [name for name, value in list(given.items())[:2] if value is None]
        raise BadParameter(f"a mesh file has no weight: give {' and '.join(missing)}")
    if is_mesh and (body is not None or freeze_joints or sets):
        raise BadParameter("--body, --freeze-joints and --set are for files with vehicles; a mesh file is one body")
    extra = [name.split()[0] for name, value in given.items() if value is not None]
    if not is_mesh and extra:
        raise BadParameter(f"{', '.join(extra)} only for a mesh file; this one has it itself")
    if plot is not None:
        check_free(plot, force)
    sea, notes = Sea(1025.0 if density is None else density), list[str]()
    if is_mesh:
        from seaway.mesh import Mesh

        hull = Mesh.load(file, scale=1.0 if scale is None else scale)
        inertial = Inertial(hull.mass_properties(mass=mass), Pose(center_of_mass or (0, 0, 0)))
        vehicles = [Vehicle(file.stem, inertial, Hull(hull))]
        notes.append(_UNIFORM)
    elif kind == "sdf" and not sets:
        from seaway import gazebo, sdf

        hulls = gazebo.hulls(sdf.load(file, model_path), freeze_joints=freeze_joints)
        vehicles = _chosen(list(hulls), file, body, "Give a link that is not static a <collision>")
    else:
        chosen = overrides(sets=sets, freeze_joints=freeze_joints)
        scene = quietly_loaded(file, chosen, model_path, allow_code=allow_code).scene
        water = scene.sea.density if density is None else density
        sea = Sea(water, scene.sea.gravity, surface=0.0 if scene.sea.surface is None else scene.sea.surface)
        vehicles = [_with_shape(vehicle, sea, notes) for vehicle in scene.vehicles]
        vehicles = _chosen(vehicles, file, body, "Give it a buoyancy or a hull")
    results = [hydro.hydrostatics(vehicle, sea) for vehicle in vehicles]
    found = [(result, result.righting_arm()) for result in results]
    if plot is not None:
        _plot(found, plot, force)

    def show(screen: Console) -> None:
        for result, curve in found:
            _show(result, curve, screen)
        for note in notes:
            screen.print(f"[dim]note:[/dim] {escape(note)}\n")
        if plot is not None:
            screen.print(f"righting arm: {escape(str(plot))}")

    return Outcome(lambda: [_as_json(*both) for both in found], show)


def _with_shape(vehicle: Vehicle, sea: Sea, notes: list[str]) -> Vehicle:
    """A vehicle that floats by a stiffness matrix with the shapes of its pontoons instead."""
    shapes = shapes_of(vehicle, sea) if isinstance(vehicle.buoyancy, HydrostaticStiffness) else ()
    if not shapes:
        return vehicle
    notes.append(
        f"'{vehicle.name}' floats by a published stiffness matrix; shown are the pontoons of its file, which it is "
        "written to SDFormat with"
    )
    first, *others = (shape_mesh(shape).transformed(pose) for shape, pose in shapes)
    return vehicle.replace(buoyancy=Hull(first.joined(*others)))


def _chosen(vehicles: list[Vehicle], file: Path, body: str | None, remedy: str) -> list[Vehicle]:
    names = ", ".join(f"'{vehicle.name}'" for vehicle in vehicles) or "none"
    if body is not None:
        vehicles = [vehicle for vehicle in vehicles if vehicle.name == body]
        if not vehicles:
            raise ModelError(f"{file}: there is no body '{body}'; there are: {names}")
        return vehicles
    floats = [vehicle for vehicle in vehicles if vehicle.buoyancy is not None]
    if not floats:
        raise ModelError(f"{file}: no body has a volume, so none displaces water (bodies: {names}). {remedy}")
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
