"""From descriptions to the records that kernels read."""

from collections.abc import Sequence

import numpy as np

from seaway._arrays import Floats, Records, by_columns
from seaway.frames import Pose
from seaway.inertia import rigid_body_matrix
from seaway.kernels.damping import ITEM, OWN_FRAME, forms_of
from seaway.kernels.forces import VEHICLE
from seaway.kernels.hull import FACE, FROUDE_KRYLOV, HYDROSTATIC
from seaway.kernels.submergence import UNBOUNDED
from seaway.vehicle._damping import Damping
from seaway.vehicle._hull import Hull
from seaway.vehicle._vehicle import Vehicle

__all__ = ["compiled", "compiled_dampings", "compiled_hulls"]


def compiled(vehicles: Sequence[Vehicle]) -> tuple[Records, Records]:
    """Make records of ``kernels.forces.VEHICLE``, (1, vehicle), and of ``kernels.damping.ITEM``, (1, item)."""
    records = np.zeros((1, len(vehicles)), dtype=VEHICLE)
    first, vertex, face = 0, 0, 0
    for record, vehicle in zip(records[0], vehicles, strict=True):
        _fill_inertia(record, vehicle)
        _fill_buoyancy(record, vehicle)
        _fill_actuation(record, vehicle)
        record["damping_start"], record["damping_stop"] = first, first + len(vehicle.dampings)
        first += len(vehicle.dampings)
        if isinstance(vehicle.buoyancy, Hull):
            record["vertex_start"], record["face_start"] = vertex, face
            vertex, face = vertex + len(np.unique(vehicle.buoyancy.mesh.faces)), face + len(vehicle.buoyancy.mesh.faces)
            record["vertex_stop"], record["face_stop"] = vertex, face
    return records, compiled_dampings([damping for vehicle in vehicles for damping in vehicle.dampings])


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


def compiled_hulls(vehicles: Sequence[Vehicle]) -> tuple[Floats, Records]:
    """Make the vertices of all hulls, (3, vertex), and records of ``kernels.hull.FACE``, in the order of the vehicles.

    Vertices that no face names are left out.
    """
    vertices, faces, first = [np.zeros((3, 0))], [np.zeros(0, dtype=FACE)], 0
    for mesh in (vehicle.buoyancy.mesh for vehicle in vehicles if isinstance(vehicle.buoyancy, Hull)):
        used, corners = np.unique(mesh.faces, return_inverse=True)
        records = np.zeros(len(mesh.faces), dtype=FACE)
        records["a"], records["b"], records["c"] = first + corners.reshape(-1, 3).T
        records["normal"] = mesh.face_normals * mesh.face_areas[:, None]
        vertices.append(mesh.vertices[used].T)
        faces.append(records)
        first += len(used)
    return np.ascontiguousarray(np.concatenate(vertices, axis=1)), np.concatenate(faces)


def _fill_inertia(record: np.void, vehicle: Vehicle) -> None:
    body = vehicle.inertial
    M_RB = rigid_body_matrix(body.mass, body.c_BoBcm_B, body.I_BBcm_B)
    M_A = body.added_mass_matrix()
    record["mass"], record["center_of_mass"] = body.mass, body.c_BoBcm_B
    record["rigid_body"], record["added"] = by_columns(M_RB), by_columns(M_A)
    record["inverse"] = by_columns(np.linalg.inv(M_RB + M_A))
    record["has_added"] = bool(np.any(M_A))
    record["rigid_body_coriolis"] = vehicle.rigid_body_coriolis
    record["added_mass_coriolis"] = vehicle.added_mass_coriolis


def _fill_buoyancy(record: np.void, vehicle: Vehicle) -> None:
    buoyancy = vehicle.buoyancy
    record["axes"], record["extent"] = np.eye(3), UNBOUNDED
    if buoyancy is None:
        return
    record["volume"], record["center_of_buoyancy"] = buoyancy.volume, buoyancy.center
    if isinstance(buoyancy, Hull):
        corners = buoyancy.mesh.vertices[np.unique(buoyancy.mesh.faces)]
        record["radius"] = np.max(np.linalg.norm(corners - buoyancy.center, axis=1))
        record["pressure"] = FROUDE_KRYLOV if buoyancy.pressure == "froude_krylov" else HYDROSTATIC
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
