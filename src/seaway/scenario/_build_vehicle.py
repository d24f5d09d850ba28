"""From the vehicles of a scenario file to ``Vehicle`` objects and where they start."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import radians
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.typing import ArrayLike

from seaway import gazebo, sdf
from seaway._arrays import Floats
from seaway._files import Files
from seaway.errors import Finding, MeshError, ModelError, ScenarioError
from seaway.frames import Pose
from seaway.gazebo import Scene, SceneWrench
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.mesh import Mesh
from seaway.mesh._load import MAX_BYTES
from seaway.scenario._build_parts import described_vehicle
from seaway.scenario._inputs import found_path
from seaway.scenario._problems import part
from seaway.scenario._vehicle_models import OverrideTable, VehicleTable
from seaway.sea import Sea
from seaway.vehicle import Buoyancy, Damping, Vehicle

__all__ = ["Placed", "Surroundings", "placed_vehicles"]

# What says where a vehicle comes from; one of them.
_SOURCES: Final = ("library", "sdf", "uwv", "inertia")
_OF_SDF: Final = ("freeze_joints", "ignore", "propeller")
_OF_INERTIA: Final = (
    "added_mass",
    "buoyancy",
    "hull",
    "stiffness",
    "damping",
    "thruster",
    "fin",
    "area",
    "cross_flow",
    "actuation",
    "rigid_body_coriolis",
    "added_mass_coriolis",
)


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What vehicles are made with.

    Attributes:
        home: The folder of the scenario.
        roots: Folders that the user gave.
        density: Of the water, where the scenario says it [kg/m3].
        gravity: Where the scenario says it [m/s2].
        watered: Whether the scenario has a sea of its own, in which models float that bring no water.
        seed: Of random waves of an SDFormat file.
        files: What files are read from.
    """

    home: Path
    roots: Sequence[Path]
    density: float | None
    gravity: float | None
    watered: bool
    seed: int
    files: Files

    def found(self, name: str) -> Path:
        """The file that the scenario names; see ``found_path``."""
        return found_path(name, self.home, self.roots, self.files)

    def surface(self, name: str, scale: ArrayLike, repair: bool) -> Mesh:
        """The mesh in a file that the scenario names."""
        path = self.found(name)
        try:
            data = self.files.read(path, MAX_BYTES)
        except OSError as error:
            raise MeshError(f"{path}: the file cannot be read: {error.strerror or error}") from None
        return Mesh.load(path, scale=scale, repair=repair, data=data)


@dataclass(frozen=True, eq=False)
class Placed:
    """What one entry of a scenario brings: mostly one vehicle, of an SDFormat world several.

    Attributes:
        vehicles: What moves.
        poses: X_WB of each at the start.
        velocities: (v_WB_B, w_WB_B) of each, (vehicle, 6).
        sea: That the vehicle was published with, or that of the file; None where there is none.
        time_step: Of the file [s].
        wrenches: That the file has.
        findings: What is worth knowing of the file.
        document: The file, as SDFormat.
        options: With which the document was taken.
        origin: Where the vehicles come from, in words.
    """

    vehicles: tuple[Vehicle, ...]
    poses: tuple[Pose, ...]
    velocities: Floats
    sea: Sea | None = None
    time_step: float | None = None
    wrenches: tuple[SceneWrench, ...] = ()
    findings: tuple[Finding, ...] = ()
    document: sdf.Document | None = None
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    origin: str = "described in the scenario"

    def scene(self, seed: int) -> Scene | None:
        """The scene of the file with other random waves; None where there is no file."""
        return None if self.document is None else gazebo.scene(self.document, seed=seed, **self.options)


def placed_vehicles(table: VehicleTable, around: Surroundings) -> Placed:
    """Make what one entry describes.

    Raises:
        ScenarioError: It has no source or several.
        ModelError: No vehicle can be like that.
        PartError: A part of it is refused.
    """
    source = _source(table)
    match source:
        case "library":
            with part("library"):
                placed = _from_library(table)
        case "sdf":
            with part("sdf"):
                placed = _from_sdf(table, around)
        case "uwv":
            with part("uwv"):
                placed = _alone(_uwv_vehicle(table, around))
        case _:
            density = 1025.0 if around.density is None else around.density
            placed = _alone(described_vehicle(table, around.surface, density))
    return _started(_overridden(_renamed(placed, table), table), table)


def _source(table: VehicleTable) -> str:
    given = [key for key in _SOURCES if getattr(table, key) is not None]
    if len(given) != 1:
        ways = "library (a name), sdf (a file), uwv or inertia (tables)"
        got = f"got {' and '.join(given)}" if given else "got none"
        raise ScenarioError(f"a vehicle is described by one of {ways}, {got}")
    source = given[0]
    for keys, wanted, what in (
        (_OF_SDF, "sdf", "a vehicle of an SDFormat file"),
        (_OF_INERTIA, "inertia", "a vehicle that is described by inertia"),
    ):
        others = [key for key in keys if getattr(table, key) is not None]
        if others and source != wanted:
            hint = "; change it under [vehicle.override]" if wanted == "inertia" else ""
            raise ScenarioError(f"{others[0]} is for {what}, this one is described by {source}{hint}")
    return source


def _alone(vehicle: Vehicle, **others: Any) -> Placed:
    return Placed((vehicle,), (Pose(),), np.zeros((1, 6)), **others)


def _from_library(table: VehicleTable) -> Placed:
    from seaway import library

    entry = library.load(cast("str", table.library))
    return _alone(entry.vehicle, sea=entry.sea, origin=f"{entry.title}, {entry.citation}")


def _from_sdf(table: VehicleTable, around: Surroundings) -> Placed:
    path = around.found(cast("str", table.sdf))
    document = sdf.load(path, around.roots, around.files)
    options = table.given(*(set(VehicleTable.model_fields) - set(_OF_SDF)))
    if around.watered:
        options["water"] = 1025.0 if around.density is None else around.density
    scene = gazebo.scene(document, seed=around.seed, **options)
    if not scene.vehicles:
        raise ScenarioError(f"{path}: nothing in it moves: give it a model with a link that is not static")
    return Placed(
        scene.vehicles,
        scene.poses,
        scene.velocities,
        scene.sea,
        scene.time_step,
        scene.wrenches,
        scene.findings,
        document,
        options,
        str(path),
    )


def _uwv_vehicle(table: VehicleTable, around: Surroundings) -> Vehicle:
    from seaway.uwv import ModelType, Parameters

    uwv = table.uwv
    if uwv is None:
        raise ScenarioError("a vehicle described by uwv needs its table")
    given = uwv.given("model_type", "inertia_matrix")
    M = np.asarray(uwv.inertia_matrix)
    parameters = Parameters(ModelType[uwv.model_type], np.diag(M) if M.ndim == 1 else M, **given)
    density = 1025.0 if around.density is None else around.density
    gravity = 9.80665 if around.gravity is None else around.gravity
    return parameters.vehicle(table.name or "vehicle", density, gravity)


def _renamed(placed: Placed, table: VehicleTable) -> Placed:
    if table.name is None or placed.vehicles[0].name == table.name:
        return placed
    _one(placed, "name")
    old = placed.vehicles[0].name
    vehicle = placed.vehicles[0].replaced(name=table.name)
    wrenches = tuple(wrench._replace(vehicle=table.name) for wrench in placed.wrenches if wrench.vehicle == old)
    return replace(placed, vehicles=(vehicle,), wrenches=wrenches)


def _started(placed: Placed, table: VehicleTable) -> Placed:
    """Put a vehicle where the scenario has it."""
    if table.position is None and table.attitude_deg is None and table.velocity is None:
        return placed
    _one(placed, "a start of its own")
    pose = placed.poses[0]
    q = (
        pose.q
        if table.attitude_deg is None
        else Pose.from_rpy((0.0, 0.0, 0.0), [radians(a) for a in table.attitude_deg]).q
    )
    p = pose.p if table.position is None else table.position
    velocities = placed.velocities if table.velocity is None else np.array([table.velocity])
    return replace(placed, poses=(Pose(p, q),), velocities=velocities)


def _overridden(placed: Placed, table: VehicleTable) -> Placed:
    if table.override is None:
        return placed
    with part("override"):
        _one(placed, "an override")
        return replace(placed, vehicles=(_changed(placed.vehicles[0], table.override),))


def _changed(vehicle: Vehicle, override: OverrideTable) -> Vehicle:
    """The same vehicle with other numbers."""
    given = override.given()
    inertial, changes = vehicle.inertial, dict[str, Any]()
    if given.keys() & {"mass", "center_of_mass", "moment_of_inertia", "added_mass"}:
        moments = _matrix(given.get("moment_of_inertia", inertial.I_BBcm_B))
        body = MassProperties(given.get("mass", inertial.mass), moments)
        fluid = inertial.added_mass
        if "added_mass" in given:
            fluid = AddedMass(_matrix(given["added_mass"]))
        elif fluid is not None:
            fluid = AddedMass(inertial.added_mass_matrix())
        changes["inertial"] = Inertial(body, Pose(given.get("center_of_mass", inertial.c_BoBcm_B)), fluid)
    if given.keys() & {"volume", "center_of_buoyancy"}:
        before = vehicle.buoyancy
        if not isinstance(before, Buoyancy):
            raise ModelError(f"vehicle '{vehicle.name}' has no fixed buoyancy to set a volume or centre of")
        volume, center = given.get("volume", before.volume), given.get("center_of_buoyancy", before.center)
        changes["buoyancy"] = Buoyancy(volume, center, before.extent, before.attitude)
    if given.keys() & {"linear_damping", "quadratic_damping"}:
        count = len(vehicle.dampings)
        if count != 1:
            raise ModelError(f"vehicle '{vehicle.name}' must have one damping for this to set, it has {count}")
        D = vehicle.dampings[0]
        linear, quadratic = given.get("linear_damping", D.linear), given.get("quadratic_damping", D.quadratic)
        changes["damping"] = (Damping(linear, quadratic, D.modulus, D.signed, D.pose),)
    return vehicle.replaced(**changes)


def _matrix(values: Any) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    return np.diag(array) if array.ndim == 1 else array


def _one(placed: Placed, what: str) -> None:
    if len(placed.vehicles) != 1:
        names = ", ".join(vehicle.name for vehicle in placed.vehicles[:5])
        raise ScenarioError(f"{what} is for one vehicle, the file has {len(placed.vehicles)}: {names}")
