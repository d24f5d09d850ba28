"""Conversion of descriptions to the numbers that kernels read: sections of floats, shared by all runs or for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import numpy as np

from seaway._arrays import Floats, Records, by_columns
from seaway._lanes import DYNAMIC, INTEGERS
from seaway.controllers import ControlLaw, Stage
from seaway.engine._structure import (
    DISPLACEMENTS,
    SHARED,
    Integrator,
    Parameters,
    Structure,
    in_order,
    parameter_layout,
)
from seaway.errors import ModelError
from seaway.forces import Force, Law, rows_given, values_of
from seaway.frames import cross_matrix, matrix_from_quaternion
from seaway.inertia import ellipsoid_added_mass
from seaway.inertia._spatial import rigid_body_matrix
from seaway.kernels.gusts import VALUES
from seaway.kernels.hull import FROUDE_KRYLOV, HYDROSTATIC
from seaway.kernels.hull_blocks import HullBlocks, hull_blocks
from seaway.kernels.hull_drag import ASV, FACING, KERNER
from seaway.kernels.hull_forces import HULL
from seaway.kernels.waves import AIRY, GERSTNER
from seaway.sea import Sea
from seaway.sea._carrying import carried_phases, with_drift
from seaway.sea._wind import components_of
from seaway.shapes import Box, Cylinder, Ellipsoid
from seaway.vehicle import (
    Buoyancy,
    Hull,
    HullDamping,
    HullForce,
    HullFriction,
    HullPressureDrag,
    HydrostaticStiffness,
    Slamming,
    Vehicle,
)

__all__ = [
    "Body",
    "SeaParameters",
    "Section",
    "body_of",
    "force_values",
    "packed",
    "part_values",
    "sea_of",
    "structure_of",
]

# Semi-axes that differ by less count as equal; a strain then has no torque about the third.
_ROUND: Final = 1e-9
# Density of the water for which an added mass is given, if it is unknown [kg/m3]; this accuracy suffices.
_SEA_WATER: Final = 1025.0
# An added moment of inertia below this share of that of the displaced water is negligible.
_LEAST_SHARE: Final = 0.1


@dataclass(eq=False)
class Body:
    """Parameters of a vehicle for the engine.

    Attributes:
        values: Floats of ``BODY`` by name, each with or without a leading axis for the runs.
        integers: Integers of ``BODY`` by name.
        forces: Forces of the vehicle, apart from those of every vehicle.
        hull: Hull, if it has one.
    """

    values: dict[str, Floats]
    integers: dict[str, int]
    forces: tuple[Force, ...] = ()
    hull: Hull | None = None


def body_of(vehicle: Vehicle, density: float | None = None) -> Body:
    """Convert the description of a vehicle.

    Args:
        vehicle: Vehicle to convert.
        density: Density of the water [kg/m3]; default: that for which its coefficients are given.
    """
    ratio = np.asarray(1.0 if density is None else vehicle.density_ratio(density))
    values, integers = inertia_values(vehicle, ratio), {"extent": 0, "hull": 0, "stiff": 0, "hull_forces": 0}
    buoyancy = vehicle.buoyancy
    hull = buoyancy if isinstance(buoyancy, Hull) else None
    # A vehicle without displacement is a point that is always submerged.
    values |= {"radius": np.asarray(-np.inf)} if buoyancy is None else buoyancy_values(buoyancy, vehicle)
    if isinstance(buoyancy, HydrostaticStiffness):
        integers |= {"extent": DISPLACEMENTS.index("stiff"), "stiff": 1}
    elif hull is not None:
        integers |= {"extent": DISPLACEMENTS.index("hull"), "hull": 1, "hull_forces": int(bool(hull.forces))}
    elif isinstance(buoyancy, Buoyancy):
        shape = buoyancy.shape
        name = "box" if isinstance(shape, Box) else "cylinder" if isinstance(shape, Cylinder) else "ellipsoid"
        integers["extent"] = DISPLACEMENTS.index(name)
    integers |= {
        "has_added": int(np.any(values["added"])),
        "rigid_body_coriolis": int(vehicle.rigid_body_coriolis),
        "added_mass_coriolis": int(vehicle.added_mass_coriolis),
        "direct": int(vehicle.actuation is None),
    }
    return Body(values, integers, vehicle.pushing, hull)


def inertia_values(vehicle: Vehicle, ratio: Floats) -> dict[str, Floats]:
    """Mass properties of a vehicle, as kernels read them, for a density ratio of the water."""
    inertial = vehicle.inertial
    M_RB = rigid_body_matrix(inertial.mass, inertial.c_BoBcm_B, inertial.I_BBcm_B)
    M_A = inertial.added_mass_matrix()
    return matrices_of(vehicle, np.asarray(inertial.mass), inertial.c_BoBcm_B, M_RB, M_A, ratio)


def matrices_of(
    vehicle: Vehicle, mass: Floats, center: Floats, M_RB: Floats, M_A: Floats, ratio: Floats
) -> dict[str, Floats]:
    """Mass, centre of mass and matrices, as kernels read them; M_A is that at the reference density."""
    added = ratio[..., None, None] * M_A
    modes, shares = modes_of(vehicle, M_RB + added, added)
    return {
        "density_ratio": ratio,
        "mass": mass,
        "center_of_mass": center,
        "rigid_body": by_columns(M_RB),
        "added": by_columns(added),
        "inverse": by_columns(vehicle.mobility(M_RB + added)),
        "modes": by_columns(modes),
        "shares": shares,
    }


def modes_of(vehicle: Vehicle, M: Floats, added: Floats) -> tuple[Floats, Floats]:
    """T with Tᵀ M T = 1 and Tᵀ M_A T diagonal on the free degrees of freedom, (..., 6, 6), and that diagonal."""
    S = np.eye(6) if vehicle.world_joint is None else vehicle.world_joint.freedom
    half = np.linalg.inv(np.linalg.cholesky(S.T @ M @ S))
    values, vectors = np.linalg.eigh(half @ (S.T @ added @ S) @ np.swapaxes(half, -1, -2))
    modes = S @ np.swapaxes(half, -1, -2) @ vectors
    lacking = 6 - modes.shape[-1]
    modes = np.concatenate([modes, np.zeros((*modes.shape[:-1], lacking))], axis=-1)
    return modes, np.concatenate([values, np.zeros((*values.shape[:-1], lacking))], axis=-1)


def buoyancy_values(buoyancy: Buoyancy | Hull | HydrostaticStiffness, vehicle: Vehicle) -> dict[str, Any]:
    """Parameters of the displacement of a vehicle, as kernels read them."""
    if isinstance(buoyancy, HydrostaticStiffness):
        center, square = stiffness_extent(buoyancy, vehicle)
        values: dict[str, Any] = {"stiffness": buoyancy.matrix[..., 2:5], "rest": buoyancy.rest_height}
        return values | {"center_of_buoyancy": center, "square": square}
    values = {"volume": buoyancy.volume, "center_of_buoyancy": buoyancy.center}
    values["reference_volume"] = -1.0 if buoyancy.reference_volume is None else buoyancy.reference_volume
    if isinstance(buoyancy, Hull):
        surface = buoyancy.surface
        corners = surface.vertices[np.unique(surface.faces)]
        values |= {"square": buoyancy.sections[-1], "sections": buoyancy.sections}
        values["excess"] = strain_excess(np.sqrt(buoyancy.sections[-1]), buoyancy.center, np.eye(3), vehicle)
        return values | {"radius": np.max(np.linalg.norm(corners - buoyancy.center, axis=1))}
    shape = buoyancy.shape
    axes, square = matrix_from_quaternion(buoyancy.attitude), shape.half_size**2 * shape.spread
    values |= {"half_size": shape.half_size, "radius": shape.reach, "axes": axes, "square": square}
    if isinstance(shape, Ellipsoid):
        values["excess"] = strain_excess(shape.radii, buoyancy.center, axes, vehicle)
    return values


def stiffness_extent(buoyancy: HydrostaticStiffness, vehicle: Vehicle) -> tuple[Floats, Floats]:
    """Centre of the submerged part of a linear stiffness, and the squares of the semi-axes of its ellipsoid.

    The centre of buoyancy is below the centre of mass. Without an extent it is a point at the centre of mass.
    """
    c = vehicle.inertial.c_BoBcm_B
    if buoyancy.extent is None:
        return c, np.zeros(3)
    size = np.asarray(buoyancy.extent)
    z = -np.asarray(buoyancy.rest_height) - 0.5 * size[..., 2]
    x, y, z = np.broadcast_arrays(c[0], c[1], z)
    return np.stack([x, y, z], axis=-1), 5.0 / 12.0 * size**2


def strain_excess(radii: Floats, center: Floats, axes: Floats, vehicle: Vehicle) -> Floats:
    """Rotation by a strain in excess of the best fit, see ``kernels.water_over_body``.

    It is A_e (R - e) / A_i, with the added moment of inertia A_e and the factor R of the ellipsoid, the factor e of the
    best fit, and the added moment of inertia A_i of the vehicle. The product A_e R is finite also for equal axes. A
    hull counts as the ellipsoid with its second moments.

    Args:
        radii: Semi-axes [m], (3,) or one set for each run.
        center: Centre in B [m].
        axes: Rotation matrix R_BS of the ellipsoid.
        vehicle: Vehicle with its added mass.
    """
    H = np.eye(6)
    H[:3, 3:] = cross_matrix(center if center.ndim == 1 else center[0])
    own, R = H.T @ vehicle.inertial.added_mass_matrix() @ H, axes if axes.ndim == 2 else axes[0]
    A = np.diag(R.T @ own[3:, 3:] @ R)
    density = vehicle.reference_density or _SEA_WATER
    found = [_one_excess(each, A, density) for each in np.atleast_2d(radii)]
    return np.array(found) if radii.ndim > 1 else np.array(found[0])


def _one_excess(radii: Floats, A: Floats, density: float) -> list[float]:
    displaced = density * Ellipsoid(radii).volume
    of_shape = np.diag(ellipsoid_added_mass(radii, density).matrix)[3:]
    excess = list[float]()
    for i in range(3):
        a, b = radii[(i + 1) % 3] ** 2, radii[(i + 2) % 3] ** 2
        if abs(a - b) < _ROUND * (a + b):
            excess.append(0.0)
            continue
        fit = (a - b) / (a + b)
        least = _LEAST_SHARE * displaced * (a + b) / 5.0
        excess.append(of_shape[i] * (1.0 / fit - fit) / max(A[i], of_shape[i], least))
    return excess


# Hulls


def hull_record(body: Body, hull: Hull, first_vertex: int, first_face: int, blocks: HullBlocks) -> Records:
    """Make the records of a hull, (1 or batch,)."""
    names = ("volume", "center_of_buoyancy", "radius", "mass", "center_of_mass", "inverse")
    given: dict[str, Any] = {name: body.values[name] for name in names}
    for force in hull.forces:
        given |= hull_force_values(force)
    mass = np.asarray(body.values["mass"])
    rows = max(len(mass) if mass.ndim else 1, *(rows_given(force) for force in hull.forces), 1)
    record = np.zeros(rows, dtype=HULL)
    for name, value in given.items():
        record[name] = value
    record["vertex_start"], record["vertex_stop"] = first_vertex, first_vertex + len(blocks.vertices)
    record["face_start"], record["face_stop"] = first_face, first_face + len(blocks.faces)
    record["pressure"] = FROUDE_KRYLOV if hull.pressure == "froude_krylov" else HYDROSTATIC
    record["exact_waves"], record["hull_area"] = hull.exact_waves, hull.surface.area
    record["compat"] = ASV * (hull.compat == "asv")
    return record


def hull_force_values(force: HullForce) -> dict[str, Any]:
    """Fields of ``HULL`` that a force on a hull sets."""
    if isinstance(force, HullFriction):
        return {"friction": 1, "friction_length": 0.0 if force.length is None else force.length}
    if isinstance(force, HullPressureDrag):
        same = ("suction_linear", "suction_quadratic", "suction_falloff", "reference_speed")
        return {
            **{name: vars(force)[name] for name in same}, "pressure_drag": 1, "pressure_linear": force.linear,
            "pressure_quadratic": force.quadratic, "pressure_falloff": force.falloff,
        }  # fmt: skip
    if isinstance(force, HullDamping):
        numbers = (force.linear, force.quadratic, force.angular_linear, force.angular_quadratic)
        return {"area_damping": np.stack(np.broadcast_arrays(*numbers), axis=-1)}
    most = 0.0 if force.largest_acceleration is None else force.largest_acceleration
    return {
        "slamming": KERNER if force.kind == "kerner" else FACING, "slam_time": force.time_constant,
        "slam_power": force.power, "slam_acceleration": most,
    }  # fmt: skip


def joined_hulls(bodies: Sequence[Body]) -> tuple[HullBlocks, list[Records]]:
    """Join the meshes of all hulls, and make the records of each."""
    all_blocks, records = HullBlocks.none(), list[Records]()
    for body in bodies:
        if body.hull is not None:
            surface = body.hull.surface
            blocks = hull_blocks(surface.vertices, surface.faces)
            first = len(all_blocks.vertices), len(all_blocks.faces)
            records.append(hull_record(body, body.hull, *first, blocks))
            all_blocks = all_blocks.joined(blocks)
    return all_blocks, records


# Sea


@dataclass(eq=False)
class SeaParameters:
    """Parameters of a sea for the engine.

    Attributes:
        water: Records of ``kernels.water.WATER``, (1 or batch,).
        current: Table of ``kernels.water.table_current``, (0, 1 or batch, 1 + times, 1 + depths, 3).
        waves: Table of waves, (0, 1 or batch, quantity, component), see ``kernels.waves``.
        keys: Keys of the random numbers of each run, (batch,); None without wind.
        windy: Whether there is a wind.
        spectral: Whether its gusts have a spectrum.
    """

    water: Records
    current: Floats
    waves: Floats
    keys: Any = None
    windy: bool = False
    spectral: bool = False

    @property
    def gusty(self) -> bool:
        """Whether the wind has gusts in some run."""
        return self.windy and (self.spectral or bool(np.any(self.water["gust"] > 0.0)))

    @property
    def current_kind(self) -> Literal["none", "uniform", "table"]:
        """Kind of the current."""
        if len(self.current) == 0:
            return "none"
        return "uniform" if self.current.shape[1:3] == (2, 2) else "table"

    @property
    def sheared(self) -> bool:
        """Whether there are waves on a current that varies with depth."""
        return len(self.waves) > 0 and len(self.current) > 0 and self.current.shape[2] > 2

    def carried(self) -> Floats:
        """Phases of waves carried by a depth-varying current, see ``kernels.waves.carried_node``."""
        depths = self.water["wave_depth"]
        return carried_phases(self.current, self.waves, depths)


def sea_of(sea: Sea, rows: int) -> SeaParameters:
    """Convert the description of a sea."""
    keys = None if sea.wind is None else sea.wind.keys(rows)
    return SeaParameters(*sea.compiled(), keys, sea.wind is not None, sea.wind is not None and sea.wind.spectral)


def gust_table(sea: SeaParameters, rows: Any = slice(None)) -> Floats:
    """Components of the gusts of some rows, (row, number); without a spectrum (1, 0)."""
    if not sea.spectral:
        return np.zeros((1, 0))
    keys = sea.keys[rows]
    own = sea.water if len(sea.water) == 1 else sea.water[rows]
    return components_of(keys, own["wind"], own["wind_height"], own["wind_exponent"])


def sea_values(sea: SeaParameters) -> tuple[dict[str, Floats], dict[str, int]]:
    """Floats and integers of ``SEA`` by name."""
    values: dict[str, Any] = {name: sea.water[name].astype(np.float64) for name in sea.water.dtype.names or ()}
    table = with_drift(sea.current) if sea.current_kind == "table" else np.zeros((1, 0, 0, 3))
    values["current_table"] = table.reshape(len(table), -1)
    if sea.current_kind == "uniform":
        values["current"] = sea.current[:, 1, 1]
    values["gust_table"] = gusts = gust_table(sea)
    nodes = {"current_times": max(0, table.shape[1] - 1), "current_depths": max(0, table.shape[2] - 1)}
    return values, nodes | {"gust_count": gusts.shape[1] // VALUES}


# Sections


@dataclass(eq=False)
class Section:
    """Sets of parameters of the same kind, contiguous in memory, and their offsets.

    Attributes:
        values: Floats of all sets, (1 or batch, number); out of date once there is a view.
        integers: Integers of all sets, one after the other.
        places: Offset and shape of the floats of each set by name.
        count: Number of sets.
        whole: Number of integers of a set.
        start: Start of the floats in the array of parameters.
        stride: Distance between two blocks of runs there; 0 if all runs share them.
        integers_start: Start of the integers in the array of integers.
        view: View of the floats in the array of parameters, (1 or block, number, lane).
    """

    values: Floats
    integers: list[int]
    places: list[dict[str, tuple[int, tuple[int, ...]]]]
    count: int
    whole: int
    start: int = 0
    stride: int = 0
    integers_start: int = 0
    view: Floats = field(default_factory=lambda: np.zeros((1, 0, 1)))


def packed(
    of: Parameters | Law | ControlLaw, items: Sequence[tuple[Mapping[str, Any], Mapping[str, int], int]]
) -> Section:
    """Pack sets of parameters of the same kind.

    Args:
        of: Declaration of the parameters.
        items: For each set its floats, each with a leading axis of 1 or batch, its integers, and the index of its force
            in ``Engine.slots``.
    """
    layout, size, whole = parameter_layout(of)
    rows = max((len(value) for floats, _, _ in items for value in floats.values()), default=1)
    tables = sum(_cells(floats[name]) for floats, _, _ in items for name, where, _, _ in layout if where == DYNAMIC)
    values, integers = np.zeros((rows, size * len(items) + tables)), [0] * (whole * len(items))
    free = size * len(items)
    places: list[dict[str, tuple[int, tuple[int, ...]]]] = [{} for _ in items]
    for n, (floats, numbers, slot) in enumerate(items):
        integers[whole * n] = slot
        for name, where, offset, shape in layout:
            if where == INTEGERS:
                integers[whole * n + offset] = int(numbers[name])
                continue
            at = size * n + offset
            array = floats.get(name)
            if where == DYNAMIC:
                table: Floats = np.zeros((1, 0)) if array is None else array
                at, free = free, free + _cells(table)
                length = table.shape[1 + shape.index(None)] if table.size else 0
                integers[whole * n + offset], integers[whole * n + offset + 1] = at, length
                array, fixed = table, table.shape[1:]
            else:
                fixed = tuple(int(k or 0) for k in shape)
            places[n][name] = at, fixed
            if array is not None and array.size:
                values[:, at : at + _cells(array)] = array.reshape(len(array), -1)
    return Section(values, integers, places, len(items), whole)


def _cells(array: Floats) -> int:
    return int(np.prod(array.shape[1:]))


def part_values(of: Parameters, values: Mapping[str, Any]) -> dict[str, Floats]:
    """Floats with a leading axis of 1 or batch."""
    found = dict[str, Floats]()
    for name, shape in of.floats:
        if name in values:
            array = np.asarray(values[name], dtype=np.float64)
            found[name] = array[None] if array.ndim == len(shape) else array
    return found


def force_values(force: Force, law: Law) -> tuple[dict[str, Floats], dict[str, int]]:
    """Floats and integers of a force by name."""
    return values_of(force, law.parameters, law.choices, force.derived())


def control_values(law: ControlLaw, stage: Stage, more: Mapping[str, Any]) -> dict[str, Floats]:
    """Floats of a stage of a control loop by name, with a leading axis of 1 or batch."""
    found = dict[str, Floats]()
    for name, shape in law.parameters:
        array = np.asarray(more[name] if name in more else stage.values[name], dtype=np.float64)
        found[name] = array[None] if array.ndim == len(shape) else array
    return found


# Structure


def laws_of(bodies: Sequence[Body]) -> tuple[Law, ...]:
    """Kinds of force that are present: built-in ones in the order of ``FORCES``, then user-defined ones."""
    laws = dict[str, Law]()
    for body in bodies:
        for force in body.forces:
            law = force.law()
            known = laws.setdefault(law.kind, law)
            if known is not law and known.kernels != law.kernels:
                raise ModelError(f"two different forces are named {law.kind}; rename one of the classes")
    return in_order(laws.values())


def structure_of(bodies: Sequence[Body], sea: SeaParameters, integrator: Integrator) -> Structure:
    """Find the structure, which determines the step."""
    found = {DISPLACEMENTS[body.integers["extent"]] for body in bodies}
    hull_forces = [force for body in bodies if body.hull is not None for force in body.hull.forces]
    kinds = set(sea.water["waves"].tolist())
    exact = Structure(
        laws_of(bodies),
        tuple(name for name in DISPLACEMENTS if name in found),
        bool(hull_forces),
        any(isinstance(force, Slamming) for force in hull_forces),
        sea.current_kind == "table",
        AIRY in kinds,
        GERSTNER in kinds,
        sea.sheared,
        integrator,
    )
    # A step with a user-defined force is shared by few simulations.
    return exact.widened() if SHARED and all(law.force for law in exact.laws) else exact
