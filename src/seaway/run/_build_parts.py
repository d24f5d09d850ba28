"""A vehicle that a scenario describes by itself: its tables are the arguments of the classes of ``seaway.vehicle``."""

from collections.abc import Callable, Iterator
from math import radians
from pathlib import Path
from typing import Any

import numpy as np

from seaway import mesh
from seaway.errors import ScenarioError
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.run._fields import Table
from seaway.run._vehicle_models import (
    AddedMassTable,
    BuoyancyTable,
    DampingTable,
    FinTable,
    HullTable,
    InertiaTable,
    StiffnessTable,
    ThrusterTable,
    VehicleTable,
)
from seaway.vehicle import (
    Actuation,
    Box,
    Buoyancy,
    CrossFlow,
    Cylinder,
    Damping,
    DragArea,
    Ellipsoid,
    Extent,
    Fin,
    FinDerivatives,
    Hull,
    HullDamping,
    HullFriction,
    HullLaw,
    HullPressureDrag,
    HydrostaticStiffness,
    Slamming,
    Sphere,
    Thruster,
    Vehicle,
)

__all__ = ["described_vehicle"]


def described_vehicle(table: VehicleTable, found: Callable[[str], Path]) -> tuple[Vehicle, tuple[Path, ...]]:
    """Make a vehicle of its tables.

    Args:
        table: With an inertia.
        found: Finds a file that is named.

    Returns:
        The vehicle, and the files that were read.

    Raises:
        ScenarioError: Tables exclude each other, or a file is not there.
        ModelError: No vehicle can be like that.
        MeshError: A mesh is none.
    """
    if table.inertia is None:
        raise ScenarioError("a vehicle that is described here needs an inertia")
    several = [key for key in ("buoyancy", "hull", "stiffness") if getattr(table, key) is not None]
    if len(several) > 1:
        raise ScenarioError(f"buoyancy is given by one of buoyancy, hull and stiffness, got {' and '.join(several)}")
    buoyancy: Buoyancy | Hull | HydrostaticStiffness | None = None
    inputs: tuple[Path, ...] = ()
    if table.buoyancy is not None:
        buoyancy = _buoyancy(table.buoyancy)
    elif table.hull is not None:
        buoyancy, inputs = _hull(table.hull, found)
    elif table.stiffness is not None:
        buoyancy = _stiffness(table.stiffness)
    vehicle = Vehicle(
        table.name or "vehicle",
        _inertial(table.inertia, table.added_mass),
        buoyancy,
        tuple(_damping(each) for each in table.damping or ()),
        None if table.actuation is None else Actuation(**table.actuation.given()),
        thrusters=tuple(_thruster(each) for each in table.thruster or ()),
        fins=tuple(_fin(each) for each in table.fin or ()),
        areas=tuple(DragArea(**each.given()) for each in table.area or ()),
        cross_flow=None if table.cross_flow is None else CrossFlow(**table.cross_flow.given()),
        **{
            key: value
            for key in ("rigid_body_coriolis", "added_mass_coriolis")
            if (value := getattr(table, key)) is not None
        },
    )
    return vehicle, inputs


def _inertial(table: InertiaTable, added_mass: AddedMassTable | None) -> Inertial:
    given = _one_of(table, ("moment_of_inertia", "radii_of_gyration"), "the moment of inertia of a vehicle")
    if given == "radii_of_gyration":
        moments: Any = np.diag([table.mass * r * r for r in table.radii_of_gyration])
    else:
        moments = np.asarray(table.moment_of_inertia)
        moments = np.diag(moments) if moments.ndim == 1 else moments
    body = MassProperties(table.mass, moments)
    return Inertial(body, Pose(table.center_of_mass), None if added_mass is None else _added_mass(added_mass))


def _added_mass(table: AddedMassTable) -> AddedMass:
    form = _one_of(table, ("diagonal", "matrix", "coefficients", "fossen"), "an added mass")
    convention = table.convention
    match form:
        case "diagonal":
            return AddedMass(np.diag(table.diagonal), convention)
        case "matrix":
            return AddedMass(table.matrix, convention)
        case "coefficients":
            return AddedMass.from_coefficients(table.coefficients, convention=convention)
        case _:
            return AddedMass.from_fossen(table.fossen, convention=convention)


def _buoyancy(table: BuoyancyTable) -> Buoyancy:
    extent: Extent | None = None
    if table.extent is not None:
        shape = table.extent
        match _one_of(shape, ("sphere", "ellipsoid", "box", "cylinder"), "an extent"):
            case "sphere":
                extent = Sphere(shape.sphere or 0.0)
            case "ellipsoid":
                extent = Ellipsoid(shape.ellipsoid)
            case "box":
                extent = Box(shape.box)
            case _:
                extent = Cylinder(**({} if shape.cylinder is None else shape.cylinder.given()))
    return Buoyancy(table.volume, table.center, extent, _pose((0.0, 0.0, 0.0), table.attitude_deg).q)


def _hull(table: HullTable, found: Callable[[str], Path]) -> tuple[Hull, tuple[Path, ...]]:
    inputs: tuple[Path, ...] = ()
    if _one_of(table, ("mesh", "box"), "a hull") == "mesh":
        path = found(str(table.mesh))
        inputs = (path,)
        surface = mesh.load(path, scale=1.0 if table.scale is None else table.scale, repair=table.repair)
    else:
        surface = mesh.box(table.box)
    surface = surface.transformed(_pose(table.position, table.attitude_deg))
    if table.refined:
        surface = surface.refined(table.refined)
    return Hull(
        surface, laws=tuple(_hull_laws(table)), **table.given(*_but(table, "pressure", "compat", "exact_waves"))
    ), inputs


def _hull_laws(table: HullTable) -> Iterator[HullLaw]:
    if table.friction is not None:
        yield HullFriction(**table.friction.given())
    if table.pressure_drag is not None:
        yield HullPressureDrag(**table.pressure_drag.given())
    if table.damping is not None:
        yield HullDamping(**table.damping.given())
    if table.slamming is not None:
        yield Slamming(**table.slamming.given())


def _stiffness(table: StiffnessTable) -> HydrostaticStiffness:
    made = HydrostaticStiffness.from_fossen if table.convention == "fossen" else HydrostaticStiffness
    return made(**table.given("convention"))


def _damping(table: DampingTable) -> Damping:
    made = Damping.from_fossen if table.convention == "fossen" else Damping
    matrices = table.given("position", "attitude_deg", "convention")
    return made(**matrices, pose=_pose(table.position, table.attitude_deg))


def _thruster(table: ThrusterTable) -> Thruster:
    given = table.given("commands", "thrusts")
    if table.commands is not None or table.thrusts is not None:
        if table.commands is None or table.thrusts is None or len(table.commands) != len(table.thrusts):
            raise ScenarioError(f"thruster '{table.name}': a table needs as many commands as thrusts")
        given["table"] = [table.commands, table.thrusts]
        given.setdefault("drive", "table")
    if "limits" in given:
        if len(given["limits"]) != 2:
            raise ScenarioError(
                f"thruster '{table.name}': limits are the least and the greatest, got {given['limits']}"
            )
        given["limits"] = tuple(given["limits"])
    return Thruster(**given)


def _fin(table: FinTable) -> Fin | FinDerivatives:
    given = table.given("convention")
    for key in ("zero_lift_deg", "stall_deg", "limit_deg", "rate_deg"):
        if key in given:
            given[key.removesuffix("_deg")] = radians(given.pop(key))
    if "per_square" in given:
        others = given.keys() - {"name", "per_square", "limit", "rate", "time_constant"}
        if others:
            raise ScenarioError(
                f"fin '{table.name}' has per_square and {sorted(others)[0]}; a fin by derivatives has no shape"
            )
        return (FinDerivatives.from_fossen if table.convention == "fossen" else FinDerivatives)(**given)
    for key in ("position", "area"):
        if key not in given:
            raise ScenarioError(f"fin '{table.name}' needs a position and an area, or per_square; {key} is missing")
    return Fin.from_aspect_ratio(**given) if "aspect_ratio" in given else Fin(**given)


def _pose(position: Any, attitude_deg: Any) -> Pose:
    return Pose.from_rpy(position, [radians(angle) for angle in attitude_deg])


def _one_of(table: Table, keys: tuple[str, ...], what: str) -> str:
    given = [key for key in keys if getattr(table, key) is not None]
    if len(given) != 1:
        raise ScenarioError(f"{what} is given by one of {', '.join(keys)}, got {' and '.join(given) or 'none'}")
    return given[0]


def _but(table: Table, *kept: str) -> set[str]:
    return set(type(table).model_fields) - set(kept)
