"""From parts to the records that kernels read.

The one place that knows both: each record is filled from the fields of the same name, and from the few that the kernels
know by another one. Records have a leading axis of 1, or of the runs of a batch if a field is given for each run.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from seaway._arrays import Floats, Records, by_columns
from seaway.errors import ModelError
from seaway.frames import Pose, matrix_from_quaternion
from seaway.inertia._spatial import rigid_body_matrix
from seaway.kernels.actuation import RATE_COUNT as LAG_STATES
from seaway.kernels.damping import ITEM, OWN_FRAME, forms_of
from seaway.kernels.fins import DERIVATIVES, FIN, LIFT_DRAG
from seaway.kernels.hull import FROUDE_KRYLOV, HYDROSTATIC
from seaway.kernels.hull_blocks import HullBlocks, hull_blocks
from seaway.kernels.hull_drag import ASV, FACING, KERNER
from seaway.kernels.model import VEHICLE, Fleet
from seaway.kernels.restoring import STIFFENED
from seaway.kernels.strips import STRIP
from seaway.kernels.submergence import BOX, CYLINDER, ELLIPSOID, UNBOUNDED
from seaway.kernels.thrusters import LAG, PID, SPEED, TABLE, THRUST, THRUSTER
from seaway.kernels.wind import AREA
from seaway.parts import Part, rows_of
from seaway.shapes import Box, Cylinder
from seaway.vehicle._damping import Damping
from seaway.vehicle._drag_area import DragArea
from seaway.vehicle._fin import Fin, FinDerivatives
from seaway.vehicle._hull import Hull
from seaway.vehicle._hull_forces import HullDamping, HullForce, HullFriction, HullPressureDrag
from seaway.vehicle._stiffness import HydrostaticStiffness
from seaway.vehicle._thruster import Thruster
from seaway.vehicle._vehicle import Vehicle

_DRIVES: Final = {"thrust": THRUST, "speed": SPEED, "lag": LAG, "pid": PID, "table": TABLE}
_HANDS: Final = {"right": 1.0, "left": -1.0}


def compiled(vehicles: Sequence[Vehicle]) -> Fleet:
    """Make the records of vehicles."""
    counts = {rows for vehicle in vehicles if (rows := rows_of(vehicle)) is not None}
    if len(counts) > 1:
        raise ModelError(f"vehicles that differ between runs need one number of runs, got {sorted(counts)}")
    rows = counts.pop() if counts else 1
    records = np.zeros((rows, len(vehicles)), dtype=VEHICLE)
    states = LAG_STATES * any(vehicle.actuation is not None for vehicle in vehicles)
    hulls, totals = HullBlocks.none(), dict[str, int]()

    def own(what: str, number: int) -> tuple[int, int]:
        """The range of a vehicle's items among those of all."""
        totals[what] = totals.get(what, 0) + number
        return totals[what] - number, totals[what]

    for k, vehicle in enumerate(vehicles):
        record, hull = records[:, k], vehicle.buoyancy if isinstance(vehicle.buoyancy, Hull) else None
        _fill_inertia(record, vehicle)
        _fill_buoyancy(record, vehicle)
        _fill(record, {} if vehicle.actuation is None else {"actuated": 1, **vars(vehicle.actuation)})
        record["damping_start"], record["damping_stop"] = own("dampings", len(vehicle.damping))
        if hull is not None:
            blocks = hull_blocks(hull.surface.vertices, hull.surface.faces)
            record["vertex_start"], record["vertex_stop"] = own("vertices", len(blocks.vertices))
            record["face_start"], record["face_stop"] = own("faces", len(blocks.faces))
            hulls = hulls.joined(blocks)
        strip_count = 0 if vehicle.cross_flow is None else vehicle.cross_flow.x.shape[-1]
        record["areas"], record["strips"] = own("areas", len(vehicle.areas)), own("strips", strip_count)
        record["thrusters"], record["fins"] = own("thrusters", len(vehicle.thrusters)), own("fins", len(vehicle.fins))
        record["states"] = states
        forces = () if hull is None else hull.forces
        record["equipped"] = bool(forces or vehicle.areas or vehicle.cross_flow or vehicle.thrusters or vehicle.fins)
    strips = np.zeros((rows, totals.get("strips", 0)), dtype=STRIP)
    for k, vehicle in enumerate(vehicles):
        if vehicle.cross_flow is not None:
            _fill(strips[:, slice(*records["strips"][0, k])], {**vars(vehicle.cross_flow), "vehicle": k})
    thrusters, tables = _compiled_thrusters(vehicles, rows)
    return Fleet(
        records,
        compiled_dampings([damping for vehicle in vehicles for damping in vehicle.damping], rows),
        *hulls,
        _items(AREA, [(k, _area(area)) for k, vehicle in enumerate(vehicles) for area in vehicle.areas], rows),
        strips,
        thrusters,
        tables,
        _items(FIN, [(k, _fin(fin)) for k, vehicle in enumerate(vehicles) for fin in vehicle.fins], rows),
    )


def compiled_dampings(dampings: Sequence[Damping], rows: int = 1) -> Records:
    """Make records of ``kernels.damping.ITEM``, (rows, item)."""
    items = np.zeros((rows, len(dampings)), dtype=ITEM)
    for k, damping in enumerate(dampings):
        item, pose = items[:, k], damping.pose
        item["origin"], item["axes"] = pose.p, pose.R
        for name in ("linear", "quadratic", "modulus", "signed"):
            item[name] = by_columns(vars(damping)[name])
        item["forms"] = OWN_FRAME * (pose != Pose())
    items["forms"] |= forms_of(items)
    return items


def _fill(record: Records, values: Mapping[str, Any]) -> None:
    """Write values to the fields of the same name, in all runs."""
    for name in record.dtype.names or ():
        if values.get(name) is not None:
            record[name] = values[name]


def _items(dtype: np.dtype[np.void], items: Sequence[tuple[int, Mapping[str, Any]]], rows: int) -> Records:
    records = np.zeros((rows, len(items)), dtype=dtype)
    for k, (vehicle, values) in enumerate(items):
        _fill(records[:, k], {**values, "vehicle": vehicle})
    return records


def _thruster(thruster: Thruster) -> dict[str, Any]:
    limits, gains = thruster.limits, thruster.gains
    return {
        **_numbers(thruster), "drive": _DRIVES[thruster.drive], "in_thrust": thruster.command == "thrust",
        "lowest": limits[..., 0], "highest": limits[..., 1], "forward": thruster.coefficient,
        "reverse": thruster.reverse_coefficient, "hand": _HANDS[thruster.hand], "torque": thruster.torque_coefficient,
        "proportional": gains[..., 0], "integral": gains[..., 1], "derivative": gains[..., 2],
    }  # fmt: skip


def _fin(fin: Fin | FinDerivatives) -> dict[str, Any]:
    if isinstance(fin, FinDerivatives):
        return {**_numbers(fin), "kind": DERIVATIVES}
    return {**_numbers(fin), "kind": LIFT_DRAG, "up": fin.lift_direction}


def _area(area: DragArea) -> dict[str, Any]:
    of_axes = {"in_air": area.medium == "air", "by_axis": area.form == "axes"}
    return {**_numbers(area), **of_axes, "drag": area.coefficient * area.area}


def _numbers(part: Part) -> dict[str, Any]:
    """The fields of a part that are numbers, by name."""
    return {name: value for name, value in vars(part).items() if isinstance(value, float | bool | np.ndarray)}


def _compiled_thrusters(vehicles: Sequence[Vehicle], rows: int) -> tuple[Records, Floats]:
    thrusters = [(k, thruster) for k, vehicle in enumerate(vehicles) for thruster in vehicle.thrusters]
    records = _items(THRUSTER, [(k, _thruster(thruster)) for k, thruster in thrusters], rows)
    tables = [np.zeros((2, 0))]
    first = 0
    for k, (_, thruster) in enumerate(thrusters):
        if thruster.table is not None:
            if thruster.table.ndim > 2:
                raise ModelError(f"the table of thruster '{thruster.name}' cannot differ between runs")
            tables.append(thruster.table)
            records["table_start"][:, k], records["table_stop"][:, k] = first, first + thruster.table.shape[1]
            first += thruster.table.shape[1]
    return records, np.ascontiguousarray(np.concatenate(tables, axis=1))


def _fill_inertia(record: Records, vehicle: Vehicle) -> None:
    body = vehicle.inertial
    M_RB = rigid_body_matrix(body.mass, body.c_BoBcm_B, body.I_BBcm_B)
    M_A = body.added_mass_matrix()
    record["mass"], record["center_of_mass"] = body.mass, body.c_BoBcm_B
    record["rigid_body"], record["added"] = by_columns(M_RB), by_columns(M_A)
    record["inverse"] = by_columns(vehicle.mobility(M_RB + M_A))
    record["has_added"] = bool(np.any(M_A))
    record["rigid_body_coriolis"] = vehicle.rigid_body_coriolis
    record["added_mass_coriolis"] = vehicle.added_mass_coriolis


def _fill_buoyancy(record: Records, vehicle: Vehicle) -> None:
    buoyancy = vehicle.buoyancy
    record["axes"], record["extent"] = np.eye(3), UNBOUNDED
    if buoyancy is None:
        return
    if isinstance(buoyancy, HydrostaticStiffness):
        record["extent"], record["rest"] = STIFFENED, buoyancy.rest_height
        record["stiffness"] = buoyancy.matrix[..., 2:5]
        return
    record["volume"], record["center_of_buoyancy"] = buoyancy.volume, buoyancy.center
    if isinstance(buoyancy, Hull):
        surface = buoyancy.surface
        corners = surface.vertices[np.unique(surface.faces)]
        record["radius"] = np.max(np.linalg.norm(corners - buoyancy.center, axis=1))
        record["pressure"] = FROUDE_KRYLOV if buoyancy.pressure == "froude_krylov" else HYDROSTATIC
        record["exact_waves"] = buoyancy.exact_waves
        record["hull_area"], record["compat"] = surface.area, ASV * (buoyancy.compat == "asv")
        for force in buoyancy.forces:
            _fill(record, _hull_force(force))
        return
    shape = buoyancy.shape
    record["extent"] = BOX if isinstance(shape, Box) else CYLINDER if isinstance(shape, Cylinder) else ELLIPSOID
    record["half_size"], record["radius"] = shape.half_size, shape.reach
    record["axes"] = matrix_from_quaternion(buoyancy.attitude)


def _hull_force(force: HullForce) -> dict[str, Any]:
    if isinstance(force, HullFriction):
        return {"friction": 1, "friction_length": 0.0 if force.length is None else force.length}
    if isinstance(force, HullPressureDrag):
        return {
            **_numbers(force), "pressure_drag": 1, "pressure_linear": force.linear,
            "pressure_quadratic": force.quadratic, "pressure_falloff": force.falloff,
        }  # fmt: skip
    if isinstance(force, HullDamping):
        numbers = (force.linear, force.quadratic, force.angular_linear, force.angular_quadratic)
        return {"area_damping": np.stack(np.broadcast_arrays(*numbers), axis=-1)}
    return {
        "slamming": KERNER if force.kind == "kerner" else FACING, "slam_time": force.time_constant,
        "slam_power": force.power, "slam_acceleration": force.largest_acceleration,
    }  # fmt: skip
