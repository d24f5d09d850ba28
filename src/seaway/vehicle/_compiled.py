"""From descriptions to the records that kernels read."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from seaway._arrays import Floats, Records, by_columns
from seaway.frames import Pose
from seaway.inertia._spatial import rigid_body_matrix
from seaway.kernels.actuation import RATE_COUNT as LAG_STATES
from seaway.kernels.damping import ITEM, OWN_FRAME, forms_of
from seaway.kernels.fins import FIN
from seaway.kernels.hull import FROUDE_KRYLOV, HYDROSTATIC
from seaway.kernels.hull_blocks import HullBlocks, hull_blocks
from seaway.kernels.hull_drag import ASV
from seaway.kernels.model import VEHICLE, Fleet
from seaway.kernels.strips import STRIP
from seaway.kernels.submergence import UNBOUNDED
from seaway.kernels.thrusters import THRUSTER
from seaway.kernels.wind import AREA
from seaway.vehicle._damping import Damping
from seaway.vehicle._hull import Hull
from seaway.vehicle._stiffness import HydrostaticStiffness
from seaway.vehicle._vehicle import Vehicle

__all__ = ["compiled", "compiled_dampings"]


def compiled(vehicles: Sequence[Vehicle]) -> Fleet:
    """Make the records of vehicles, all with a leading axis of 1."""
    records = np.zeros((1, len(vehicles)), dtype=VEHICLE)
    states = LAG_STATES * any(vehicle.actuation is not None for vehicle in vehicles)
    counts: dict[str, int] = dict.fromkeys(("dampings", "vertices", "faces", "areas", "strips", "thrusters", "fins"), 0)

    hulls = HullBlocks.none()

    def own(what: str, number: int) -> tuple[int, int]:
        """The range of a vehicle's items among those of all."""
        counts[what] += number
        return counts[what] - number, counts[what]

    for record, vehicle in zip(records[0], vehicles, strict=True):
        _fill_inertia(record, vehicle)
        _fill_buoyancy(record, vehicle)
        _fill_actuation(record, vehicle)
        record["damping_start"], record["damping_stop"] = own("dampings", len(vehicle.dampings))
        hull = vehicle.buoyancy if isinstance(vehicle.buoyancy, Hull) else None
        if hull is not None:
            blocks = hull_blocks(hull.mesh.vertices, hull.mesh.faces)
            record["vertex_start"], record["vertex_stop"] = own("vertices", len(blocks.vertices))
            record["face_start"], record["face_stop"] = own("faces", len(blocks.faces))
            hulls = hulls.joined(blocks)
        record["areas"], record["strips"] = own("areas", len(vehicle.areas)), own("strips", _strip_count(vehicle))
        record["thrusters"], record["fins"] = own("thrusters", len(vehicle.thrusters)), own("fins", len(vehicle.fins))
        record["states"] = states
        laws = () if hull is None else hull.laws
        record["equipped"] = bool(laws or vehicle.areas or vehicle.cross_flow or vehicle.thrusters or vehicle.fins)
    thrusters, tables = _compiled_thrusters(vehicles)
    return Fleet(
        records,
        compiled_dampings([damping for vehicle in vehicles for damping in vehicle.dampings]),
        *hulls,
        _compiled_items(AREA, [(k, area) for k, vehicle in enumerate(vehicles) for area in vehicle.areas]),
        _compiled_strips(vehicles),
        thrusters,
        tables,
        _compiled_items(FIN, [(k, fin) for k, vehicle in enumerate(vehicles) for fin in vehicle.fins]),
    )


def compiled_dampings(dampings: Sequence[Damping]) -> Records:
    """Make records of ``kernels.damping.ITEM``, (1, item)."""
    items = np.zeros((1, len(dampings)), dtype=ITEM)
    for item, damping in zip(items[0], dampings, strict=True):
        item["origin"], item["axes"] = damping.pose.p, damping.pose.R
        item["linear"], item["quadratic"] = by_columns(damping.linear), by_columns(damping.quadratic)
        item["modulus"], item["signed"] = by_columns(damping.modulus), by_columns(damping.signed)
        item["forms"] = OWN_FRAME * (damping.pose != Pose())
    items["forms"] |= forms_of(items)
    return items


class _Item(Protocol):
    """What fills a record."""

    def fill(self, record: np.void) -> None: ...


def _compiled_items(dtype: np.dtype[np.void], items: Sequence[tuple[int, _Item]]) -> Records:
    records = np.zeros((1, len(items)), dtype=dtype)
    for record, (vehicle, item) in zip(records[0], items, strict=True):
        record["vehicle"] = vehicle
        item.fill(record)
    return records


def _strip_count(vehicle: Vehicle) -> int:
    return 0 if vehicle.cross_flow is None else len(vehicle.cross_flow.x)


def _compiled_strips(vehicles: Sequence[Vehicle]) -> Records:
    records = np.zeros((1, sum(map(_strip_count, vehicles))), dtype=STRIP)
    first = 0
    for k, vehicle in enumerate(vehicles):
        if vehicle.cross_flow is not None:
            own = records[0, first : first + _strip_count(vehicle)]
            own["vehicle"] = k
            vehicle.cross_flow.fill(own)
            first += len(own)
    return records


def _compiled_thrusters(vehicles: Sequence[Vehicle]) -> tuple[Records, Floats]:
    thrusters = [(k, thruster) for k, vehicle in enumerate(vehicles) for thruster in vehicle.thrusters]
    records = _compiled_items(THRUSTER, thrusters)
    tables = [np.zeros((2, 0))]
    first = 0
    for record, (_, thruster) in zip(records[0], thrusters, strict=True):
        if thruster.table is not None:
            tables.append(thruster.table)
            record["table_start"], record["table_stop"] = first, first + thruster.table.shape[1]
            first += thruster.table.shape[1]
    return records, np.ascontiguousarray(np.concatenate(tables, axis=1))


def _fill_inertia(record: np.void, vehicle: Vehicle) -> None:
    body = vehicle.inertial
    M_RB = rigid_body_matrix(body.mass, body.c_BoBcm_B, body.I_BBcm_B)
    M_A = body.added_mass_matrix()
    record["mass"], record["center_of_mass"] = body.mass, body.c_BoBcm_B
    record["rigid_body"], record["added"] = by_columns(M_RB), by_columns(M_A)
    record["inverse"] = by_columns(vehicle.mobility(M_RB + M_A))
    record["has_added"] = bool(np.any(M_A))
    record["rigid_body_coriolis"] = vehicle.rigid_body_coriolis
    record["added_mass_coriolis"] = vehicle.added_mass_coriolis


def _fill_buoyancy(record: np.void, vehicle: Vehicle) -> None:
    buoyancy = vehicle.buoyancy
    record["axes"], record["extent"] = np.eye(3), UNBOUNDED
    if buoyancy is None:
        return
    if isinstance(buoyancy, HydrostaticStiffness):
        buoyancy.fill(record)
        return
    record["volume"], record["center_of_buoyancy"] = buoyancy.volume, buoyancy.center
    if isinstance(buoyancy, Hull):
        corners = buoyancy.mesh.vertices[np.unique(buoyancy.mesh.faces)]
        record["radius"] = np.max(np.linalg.norm(corners - buoyancy.center, axis=1))
        record["pressure"] = FROUDE_KRYLOV if buoyancy.pressure == "froude_krylov" else HYDROSTATIC
        record["exact_waves"] = buoyancy.exact_waves
        record["hull_area"], record["compat"] = buoyancy.mesh.area, ASV * (buoyancy.compat == "asv")
        for law in buoyancy.laws:
            law.fill(record)
        return
    extent = buoyancy.extent
    record["extent"], record["half_size"], record["radius"] = extent.kind, extent.half_size, extent.radius
    record["axes"] = Pose(q=buoyancy.attitude).R


def _fill_actuation(record: np.void, vehicle: Vehicle) -> None:
    actuation = vehicle.actuation
    record["actuated"] = actuation is not None
    if actuation is not None:
        record["limit"], record["rate"] = actuation.limit, actuation.rate
        record["time_constant"] = actuation.time_constant
