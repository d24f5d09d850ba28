"""A vehicle that a scenario describes by itself: its tables are the arguments of the classes of ``seaway.vehicle``."""

from collections.abc import Callable, Iterator, Sequence
from math import radians
from typing import Any, TypeVar, cast

import numpy as np

from seaway import mesh
from seaway.errors import ScenarioError
from seaway.frames import Pose
from seaway.inertia import (
    AddedMass,
    Inertial,
    MassProperties,
    box_added_mass,
    cylinder_added_mass,
    ellipsoid_added_mass,
)
from seaway.scenario._fields import Table
from seaway.scenario._problems import part
from seaway.scenario._vehicle_models import (
    AddedMassTable,
    BuoyancyTable,
    DampingTable,
    ExtentTable,
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

Surface = Callable[[str, Any, bool], mesh.Mesh]

T = TypeVar("T")
R = TypeVar("R")


def described_vehicle(table: VehicleTable, surface: Surface, density: float) -> Vehicle:
    """Make a vehicle of its tables.

    Args:
        table: With an inertia.
        surface: Loads the mesh of a file that is named, with a scale, repaired or not.
        density: Of the water [kg/m3].

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
    if table.buoyancy is not None:
        buoyancy = _made("buoyancy", _buoyancy, table.buoyancy)
    elif table.hull is not None:
        with part("hull"):
            buoyancy = _hull(table.hull, surface)
    elif table.stiffness is not None:
        buoyancy = _made("stiffness", _stiffness, table.stiffness)
    return Vehicle(
        table.name or "vehicle",
        _inertial(table.inertia, table.added_mass, density),
        buoyancy,
        _several("damping", _damping, table.damping),
        _made("actuation", lambda each: Actuation(**each.given()), table.actuation),
        thrusters=_several("thruster", _thruster, table.thruster),
        fins=_several("fin", _fin, table.fin),
        areas=_several("area", lambda each: DragArea(**each.given()), table.area),
        cross_flow=_made("cross_flow", lambda each: CrossFlow(**each.given()), table.cross_flow),
        **{
            key: value
            for key in ("rigid_body_coriolis", "added_mass_coriolis")
            if (value := getattr(table, key)) is not None
        },
    )


def _made(key: str, make: Callable[[T], R], table: T | None) -> R | None:
    """What a table becomes; None where there is none."""
    if table is None:
        return None
    with part(key):
        return make(table)


def _several(key: str, make: Callable[[T], R], tables: Sequence[T] | None) -> tuple[R, ...]:
    """What each of several tables becomes."""
    found: list[R] = []
    for number, table in enumerate(tables or ()):
        with part(key, number):
            found.append(make(table))
    return tuple(found)


def _inertial(table: InertiaTable, added_mass: AddedMassTable | None, density: float) -> Inertial:
    with part("inertia"):
        body = _body(table)
    fluid = _made("added_mass", lambda each: _added_mass(each, density), added_mass)
    return Inertial(body, Pose(table.center_of_mass), fluid)


def _body(table: InertiaTable) -> MassProperties:
    match _one_of(table, ("moment_of_inertia", "radii_of_gyration", "shape"), "the moment of inertia of a vehicle"):
        case "radii_of_gyration":
            return MassProperties(table.mass, np.diag([table.mass * r * r for r in table.radii_of_gyration]))
        case "shape":
            return _solid(_extent(cast("ExtentTable", table.shape)), table.mass)
        case _:
            moments = np.asarray(table.moment_of_inertia)
            return MassProperties(table.mass, np.diag(moments) if moments.ndim == 1 else moments)


def _added_mass(table: AddedMassTable, density: float) -> AddedMass:
    form = _one_of(table, ("diagonal", "matrix", "coefficients", "fossen", "shape"), "an added mass")
    convention = table.convention
    match form:
        case "diagonal":
            return AddedMass(np.diag(table.diagonal), convention)
        case "matrix":
            return AddedMass(table.matrix, convention)
        case "coefficients":
            return AddedMass.from_coefficients(table.coefficients, convention=convention)
        case "fossen":
            return AddedMass.from_fossen(table.fossen, convention=convention)
        case _:
            if convention != "origin":
                raise ScenarioError(f"the added mass of a shape is about the origin, got the convention {convention!r}")
            return _moved_water(_extent(cast("ExtentTable", table.shape)), density)


def _solid(shape: Extent, mass: float) -> MassProperties:
    """Through which the mass is spread evenly."""
    if isinstance(shape, Box):
        return MassProperties.from_box(2.0 * shape.half_size, mass=mass)
    if isinstance(shape, Cylinder):
        return MassProperties.from_cylinder(radius=shape.half_size[0], length=2.0 * shape.half_size[2], mass=mass)
    return MassProperties.from_ellipsoid(shape.half_size, mass=mass)


def _moved_water(shape: Extent, density: float) -> AddedMass:
    """In water without end."""
    if isinstance(shape, Box):
        return box_added_mass(2.0 * shape.half_size, density)
    if isinstance(shape, Cylinder):
        return cylinder_added_mass(radius=shape.half_size[0], length=2.0 * shape.half_size[2], fluid_density=density)
    return ellipsoid_added_mass(shape.half_size, density)


def _extent(shape: ExtentTable) -> Extent:
    match _one_of(shape, ("sphere", "ellipsoid", "box", "cylinder"), "a shape"):
        case "sphere":
            return Sphere(shape.sphere or 0.0)
        case "ellipsoid":
            return Ellipsoid(shape.ellipsoid)
        case "box":
            return Box(shape.box)
        case _:
            return Cylinder(**({} if shape.cylinder is None else shape.cylinder.given()))


def _buoyancy(table: BuoyancyTable) -> Buoyancy:
    extent = None if table.extent is None else _extent(table.extent)
    return Buoyancy(table.volume, table.center, extent, _pose((0.0, 0.0, 0.0), table.attitude_deg).q)


def _hull(table: HullTable, loaded: Surface) -> Hull:
    if _one_of(table, ("mesh", "box"), "a hull") == "mesh":
        surface = loaded(str(table.mesh), 1.0 if table.scale is None else table.scale, table.repair)
    else:
        if table.scale is not None or table.repair:
            raise ScenarioError("scale and repair are for a mesh from a file; a box has its lengths in metres")
        surface = mesh.box(table.box)
    surface = surface.transformed(_pose(table.position, table.attitude_deg))
    if table.refined:
        surface = surface.refined(table.refined)
    return Hull(
        surface, laws=tuple(_hull_laws(table)), **table.given(*_but(table, "pressure", "compat", "exact_waves"))
    )


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
