"""``seaway inertia``."""

from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from seaway import sdf
from seaway._arrays import Floats
from seaway.cli._output import console, print_findings, print_json
from seaway.errors import ModelError, SdfError
from seaway.inertia import AddedMass, added_mass_ratio
from seaway.sdf._frames import PlacedLink

__all__ = ["run"]


def run(file: Path, model_path: list[Path], as_json: bool) -> int:
    """Show the inertia of every link of a file.

    Returns:
        The exit code: 1 where the file is invalid; what could be read is shown all the same.
    """
    errors = console(stderr=True)
    try:
        document = sdf.load(file, model_path)
    except SdfError as error:
        if as_json:
            print_json([])
        errors.print(f"[red]error:[/red] {escape(str(error))}")
        return 1
    print_findings(document.errors, errors)
    if as_json:
        print_json([_as_json(placed) for placed in document.links])
    else:
        screen = console()
        for placed in document.links:
            _show(placed, screen)
        if not document.links:
            screen.print(f"{escape(str(file))} has no links")
    return 1 if document.errors else 0


def _as_json(placed: PlacedLink) -> dict[str, object]:
    inertial = placed.link.inertial
    return {
        "name": placed.name,
        "mass": inertial.mass,
        "center_of_mass": inertial.c_BoBcm_B,
        "moment_of_inertia": inertial.I_BBcm_B,
        "inertial_pose": {"position": inertial.X_BBcm.p, "quaternion": inertial.X_BBcm.q},
        "moment_of_inertia_inertial_axes": inertial.I_BBcm_Bcm,
        "moment_of_inertia_about_origin": inertial.I_BBo_B,
        "fluid_added_mass": None if inertial.added_mass is None else inertial.added_mass_matrix(),
        "body_matrix": inertial.gz_body_matrix(),
        "spatial_matrix": inertial.gz_spatial_matrix(),
        "mass_matrix": inertial.mass_matrix(),
        "dart_spatial_tensor": inertial.dart_spatial_tensor(),
    }


def _show(placed: PlacedLink, screen: Console) -> None:
    inertial = placed.link.inertial
    screen.rule(f"[bold]{escape(placed.name)}[/bold]  {escape(str(placed.link.source))}", align="left")
    facts = Table.grid(padding=(0, 2))
    facts.add_row("mass", f"{inertial.mass:.6g} kg")
    facts.add_row("centre of mass", f"{_vector(inertial.c_BoBcm_B)} m from the link origin, link axes")
    rpy = np.degrees(inertial.X_BBcm.rpy)
    if np.any(rpy != 0.0):
        facts.add_row("inertial axes", f"roll, pitch, yaw {_vector(rpy)} degrees in the link")
    screen.print(facts)
    _print_side_by_side(
        screen,
        {
            "I_BBcm_Bcm, about the centre of mass, inertial axes [kg m2]": inertial.I_BBcm_Bcm,
            "I_BBcm_B, link axes (gz-math Moi)": inertial.I_BBcm_B,
            "I_BBo_B, about the link origin": inertial.I_BBo_B,
        },
        ("xyz", "xyz", "xyz"),
    )
    if inertial.added_mass is None:
        screen.print("no fluid added mass\n")
    else:
        c = inertial.c_BoBcm_B
        origin = AddedMass(inertial.added_mass_matrix())
        _print_side_by_side(
            screen,
            {
                "added mass, about the link origin (SDFormat)": origin.matrix,
                "added mass, about the centre of mass": origin.converted("center_of_mass", c).matrix,
                "added mass, mixed": origin.converted("mixed", c).matrix,
            },
            ("xyzpqr",) * 3,
        )
    _print_side_by_side(
        screen,
        {
            "mass matrix, rigid body and added mass: simulate with this": inertial.mass_matrix(),
            "gz-math BodyMatrix": inertial.gz_body_matrix(),
            "gz-math SpatialMatrix": inertial.gz_spatial_matrix(),
            "DART spatial tensor": inertial.dart_spatial_tensor(),
        },
        ("xyzpqr", "xyzpqr", "xyzpqr", "pqrxyz"),
    )
    if inertial.added_mass is not None:
        try:
            screen.print(f"{added_mass_ratio(inertial)}\n")
        except ModelError as error:
            screen.print(f"[yellow]warning:[/yellow] {escape(str(error))}\n")


def _print_side_by_side(screen: Console, matrices: dict[str, Floats], axes: tuple[str, ...]) -> None:
    """Print matrices in rows of as many as the terminal is wide."""
    blocks = [_block(title, matrix, names) for (title, matrix), names in zip(matrices.items(), axes, strict=True)]
    per_row = max(1, screen.width // (max(map(len, (line for block in blocks for line in block))) + 3))
    for start in range(0, len(blocks), per_row):
        row = blocks[start : start + per_row]
        widths = [max(map(len, block)) for block in row]
        for lines in zip(*row, strict=True):
            padded = (line.ljust(width) for line, width in zip(lines, widths, strict=True))
            screen.print(escape("   ".join(padded).rstrip()))
        screen.print()


def _block(title: str, matrix: Floats, axes: str) -> list[str]:
    cells = [[_number(value) for value in row] for row in matrix.tolist()]
    width = max(6, *(len(cell) for row in cells for cell in row))
    header = "  " + " ".join(f"{axis:>{width}}" for axis in axes)
    return [title, header] + [
        f"{axis} " + " ".join(f"{cell:>{width}}" for cell in row) for axis, row in zip(axes, cells, strict=True)
    ]


def _number(value: float) -> str:
    return f"{value + 0.0:.5g}"


def _vector(values: Floats) -> str:
    return "(" + ", ".join(_number(value) for value in values.tolist()) + ")"
