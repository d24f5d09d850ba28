"""From the vehicles of a scenario file to ``Vehicle`` objects and where they start."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from seaway import gazebo, library, sdf
from seaway._arrays import Floats
from seaway._files import Files
from seaway._toml import read_toml
from seaway.errors import Finding, MeshError, ScenarioError
from seaway.forces import Force
from seaway.frames import Pose
from seaway.gazebo._plan import SceneWrench
from seaway.library._vehicle import LibraryVehicle, vehicle_of_file
from seaway.mesh import Mesh
from seaway.mesh._load import MAX_BYTES
from seaway.mesh._surface import SurfaceFile
from seaway.parts import PartError, Problem, Reading, read
from seaway.scenario._code import own_class, own_object
from seaway.scenario._inputs import found_path
from seaway.scenario._override import overridden
from seaway.scenario._settings import VehicleEntry
from seaway.sea import Sea, Waves
from seaway.vehicle import Vehicle


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Context for making vehicles.

    Attributes:
        home: Folder of the scenario.
        roots: Folders that the user gave.
        files: Where files are read from.
        density: Density of the water [kg/m3]; None if the scenario does not say.
        gravity: Gravity [m/s2]; None if the scenario does not say.
        watered: Whether the scenario has its own sea, in which SDFormat models without water float.
        seed: Seed of random waves of an SDFormat file.
        meshes: Meshes that were loaded before.
        allow_code: Whether Python files that the scenario names may run.
    """

    home: Path
    roots: Sequence[Path]
    files: Files
    density: float | None = None
    gravity: float | None = None
    watered: bool = False
    seed: int = 0
    meshes: dict[Any, Mesh] = field(default_factory=dict[Any, Mesh])
    allow_code: bool = False

    def force_class(self, use: str) -> type[Force]:
        """The class of a force in a Python file that the scenario names; see ``own_class``."""
        return cast("type[Force]", own_class(use, Force, self.allow_code, self.found, self.files))

    def own_object(self, use: str) -> tuple[Any, Callable[[BaseException], str]]:
        """The controller in a Python file that the scenario names; see ``own_object``."""
        return own_object(use, self.allow_code, self.found, self.files)

    def found(self, name: str) -> Path:
        """The file that the scenario names; see ``found_path``."""
        return found_path(name, self.home, self.roots, self.files)

    def surface(self, name: str, scale: Any, repair: bool) -> Mesh:
        """The mesh in a file that the scenario names."""
        path = self.found(name)
        key = (path, np.asarray(scale).tobytes(), repair)
        if key not in self.meshes:
            self.meshes[key] = Mesh.load(path, scale=scale, repair=repair, data=self._content(path))
        return self.meshes[key]

    def drawing(self, name: str) -> SurfaceFile:
        """The content of a mesh file that the scenario names, to look at."""
        path = self.found(name)
        return SurfaceFile(path.name, self._content(path))

    def _content(self, path: Path) -> bytes:
        try:
            return self.files.read(path, MAX_BYTES)
        except OSError as error:
            raise MeshError(f"{path}: the file cannot be read: {error.strerror or error}") from None

    def reading(self) -> Reading:
        """Reading context for the tables of a vehicle."""
        water = {name: vars(self)[name] for name in ("density", "gravity") if vars(self)[name] is not None}
        return Reading(annotated=True, context=self, **water)

    def in_water_of(self, sea: Sea | None) -> "Surroundings":
        """The same with the water of a vehicle, unless the scenario gives its own."""
        if sea is None:
            return self
        density = sea.density if self.density is None else self.density
        return replace(self, density=density, gravity=sea.gravity if self.gravity is None else self.gravity)


@dataclass(frozen=True, eq=False)
class Placed:
    """The vehicles of one entry of a scenario: mostly one, several of an SDFormat world.

    Attributes:
        vehicles: The vehicles.
        poses: Initial X_WB of each.
        velocities: Initial (v_WB_B, w_WB_B) of each, (vehicle, 6).
        sea: Sea of the publication or file, if any.
        origin: Where the vehicles come from, in words.
        document: The SDFormat file, if it is one.
        options: Options with which the document was read.
        time_step: Time step of the file [s].
        wrenches: Constant forces of the file.
        findings: Findings of reading it.
    """

    vehicles: tuple[Vehicle, ...]
    poses: tuple[Pose, ...]
    velocities: Floats
    sea: Sea | None = None
    origin: str = "described in the scenario"
    document: sdf.Document | None = None
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    time_step: float | None = None
    wrenches: tuple[SceneWrench, ...] = ()
    findings: tuple[Finding, ...] = ()

    def waves(self, seed: int) -> Waves | None:
        """The scene of the file with other random waves; None if there is no file."""
        return None if self.document is None else gazebo.scene(self.document, seed=seed, **self.options).sea.waves


def placed_vehicles(entry: VehicleEntry, around: Surroundings) -> Placed:
    """Make the vehicles of one entry.

    Raises:
        SeawayError: There is no such file, or no vehicle can be like that; a ``PartError`` with keys of the entry.
    """
    if entry.sdf is not None:
        placed = _from_sdf(entry, around)
    elif entry.library is not None:
        placed = _published(library.entry(entry.library))
    elif entry.file is not None:
        path = around.found(entry.file)
        context = replace(around, home=path.parent, meshes={})
        placed = _published(vehicle_of_file(read_toml(path, around.files), path.stem, context), str(path))
    elif entry.uwv is not None:
        reading = around.reading()
        placed = _alone(entry.uwv.vehicle(entry.name or "vehicle", reading.density, reading.gravity))
    else:
        table = {"name": entry.name or "vehicle", **entry.described}
        vehicle, problems = read(Vehicle, table, around.reading())
        if vehicle is None:
            raise PartError(problems)
        placed = _alone(vehicle)
    return _started(_overridden(_renamed(placed, entry), entry, around), entry)


def _alone(vehicle: Vehicle, **others: Any) -> Placed:
    return Placed((vehicle,), (Pose(),), np.zeros((1, 6)), **others)


def _published(entry: LibraryVehicle, origin: str = "") -> Placed:
    about = ", ".join(filter(None, (entry.title, entry.citation)))
    return _alone(entry.vehicle, sea=entry.sea, origin=about or origin)


def _from_sdf(entry: VehicleEntry, around: Surroundings) -> Placed:
    path = around.found(cast("str", entry.sdf))
    document = sdf.load(path, around.roots, around.files)
    options: dict[str, Any] = {"freeze_joints": entry.freeze_joints, "ignore": list(entry.ignore)}
    if entry.propeller is not None:
        options["propeller"] = entry.propeller
    if around.watered:
        options["water"] = around.reading().density
    scene = gazebo.scene(document, seed=around.seed, **options)
    if not scene.vehicles:
        raise ScenarioError(f"{path}: it has no moving body; add a model with a link that is not static")
    return Placed(
        scene.vehicles, scene.poses, scene.velocities, scene.sea, str(path), document, options,
        scene.time_step, scene.wrenches, scene.findings,
    )  # fmt: skip


def _renamed(placed: Placed, entry: VehicleEntry) -> Placed:
    if entry.name is None or placed.vehicles[0].name == entry.name:
        return placed
    old = _one(placed, "name").name
    wrenches = tuple(wrench._replace(vehicle=entry.name) for wrench in placed.wrenches if wrench.vehicle == old)
    return replace(placed, vehicles=(placed.vehicles[0].replace(name=entry.name),), wrenches=wrenches)


def _started(placed: Placed, entry: VehicleEntry) -> Placed:
    """Put a vehicle where the scenario has it."""
    if entry.position is None and entry.attitude is None and entry.velocity is None:
        return placed
    _one(placed, "a start of its own")
    pose = placed.poses[0]
    q = pose.q if entry.attitude is None else Pose.from_rpy((0.0, 0.0, 0.0), entry.attitude).q
    p = pose.p if entry.position is None else entry.position
    velocities = placed.velocities if entry.velocity is None else np.array([entry.velocity])
    return replace(placed, poses=(Pose(p, q),), velocities=velocities)


def _overridden(placed: Placed, entry: VehicleEntry, around: Surroundings) -> Placed:
    if not entry.override:
        return placed
    try:
        vehicle = overridden(_one(placed, "an override"), entry.override, around.in_water_of(placed.sea).reading())
    except PartError as error:
        raise PartError([problem.within("override") for problem in error.problems]) from None
    return replace(placed, vehicles=(vehicle,))


def _one(placed: Placed, what: str) -> Vehicle:
    if len(placed.vehicles) != 1:
        names = ", ".join(vehicle.name for vehicle in placed.vehicles[:5])
        message = f"{what} is for one vehicle, the file has {len(placed.vehicles)}: {names}"
        raise PartError([Problem((), "conflict", "the vehicle", message, conflict=True)])
    return placed.vehicles[0]
