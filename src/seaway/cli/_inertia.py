"""``seaway inertia``."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.columns import Columns
from rich.console import Console
from rich.markup import escape

from seaway import sdf
from seaway._arrays import Floats
from seaway.cli._output import Outcome, matrix_lines, print_findings, table, vector
from seaway.cli._sources import quietly_loaded
from seaway.errors import ModelError
from seaway.inertia import AddedMass, Inertial, added_mass_ratio
from seaway.scenario._source import kind_of


class _Body(NamedTuple):
    """A link, or a vehicle as one body.

    Attributes:
        name: Its name.
        source: Where it comes from.
        inertial: Its inertia.
    """

    name: str
    source: str
    inertial: Inertial


def inertia(file: Path, *, sets: list[str], allow_code: bool, model_path: list[Path]) -> Outcome:
    """Show the inertia of every link of SDFormat, of an invalid file as far as it could be read; or of every vehicle.

    The added mass of a vehicle is that in its sea.
    """
    errors = 0
    if kind_of(file) == "sdf" and not sets:
        document = sdf.load(file, model_path)
        print_findings(document.errors)
        errors = len(document.errors)
        bodies = [_Body(each.name, str(each.link.source), each.link.inertial) for each in document.links]
    else:
        scenario = quietly_loaded(file, sets, model_path, allow_code=allow_code)
        density, origins = scenario.scene.sea.density, scenario.origins
        pairs = zip(scenario.scene.vehicles, origins, strict=True)
        bodies = [_Body(each.name, origin, each.inertial_in(density)) for each, origin in pairs]

    def show(screen: Console) -> None:
        for body in bodies:
            _show(body, screen)
        if not bodies:
            screen.print(f"{escape(str(file))} has no links")

    return Outcome(lambda: [_as_json(body) for body in bodies], show, int(bool(errors)))


def _as_json(body: _Body) -> dict[str, object]:
    inertial = body.inertial
    return {
        "name": body.name,
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


def _show(body: _Body, screen: Console) -> None:
    inertial = body.inertial
    screen.rule(f"[bold]{escape(body.name)}[/bold]  {escape(body.source)}", align="left")
    facts = [
        ("mass", f"{inertial.mass:.6g} kg"),
        ("centre of mass", f"{vector(inertial.c_BoBcm_B)} m from the link origin, link axes"),
    ]
    rpy = np.degrees(inertial.X_BBcm.rpy)
    if np.any(rpy != 0.0):
        facts.append(("inertial axes", f"roll, pitch, yaw {vector(rpy)} degrees in the link"))
    screen.print(table(facts))
    moments = {
        "I_BBcm_Bcm, about the centre of mass, inertial axes [kg m2]": inertial.I_BBcm_Bcm,
        "I_BBcm_B, link axes (gz-math Moi)": inertial.I_BBcm_B,
        "I_BBo_B, about the link origin": inertial.I_BBo_B,
    }
    _print_side_by_side(screen, moments)
    if inertial.added_mass is None:
        screen.print("no fluid added mass\n")
    else:
        c, origin = inertial.c_BoBcm_B, AddedMass(inertial.added_mass_matrix())
        added = {
            "added mass, about the link origin (SDFormat)": origin.matrix,
            "added mass, about the centre of mass": origin.converted("center_of_mass", c).matrix,
            "added mass, mixed": origin.converted("mixed", c).matrix,
        }
        _print_side_by_side(screen, added)
    whole = {
        "mass matrix, rigid body and added mass: simulate with this": inertial.mass_matrix(),
        "gz-math BodyMatrix": inertial.gz_body_matrix(),
        "gz-math SpatialMatrix": inertial.gz_spatial_matrix(),
        "DART spatial tensor": inertial.dart_spatial_tensor(),
    }
    _print_side_by_side(screen, whole)
    if inertial.added_mass is not None:
        try:
            screen.print(f"{added_mass_ratio(inertial)}\n")
        except ModelError as error:
            screen.print(f"[yellow]warning:[/yellow] {escape(str(error))}\n")


def _print_side_by_side(screen: Console, matrices: dict[str, Floats]) -> None:
    """Print matrices, as many beside each other as the terminal has room for."""
    axes = {title: "pqrxyz" if title.startswith("DART") else "xyzpqr" for title in matrices}
    lines = {title: matrix_lines(matrix, axes[title][: len(matrix)]) for title, matrix in matrices.items()}
    screen.print(Columns((escape("\n".join([title, *block, ""])) for title, block in lines.items()), padding=(0, 3)))
