from typing import Any

import numpy as np
import pytest
from tests.refused import refused

from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.kernels.damping import ITEM, LINEAR, MODULUS, OWN_FRAME, QUADRATIC, SIGNED
from seaway.kernels.fins import DERIVATIVES, LIFT_DRAG
from seaway.kernels.hull_drag import FACING, KERNER
from seaway.kernels.model import VEHICLE
from seaway.kernels.restoring import STIFFENED
from seaway.kernels.submergence import BOX, ELLIPSOID, UNBOUNDED
from seaway.kernels.thrusters import LAG, PID, SPEED, TABLE, THRUST
from seaway.parts import row, rows_of
from seaway.shapes import Box
from seaway.vehicle import (
    Actuation,
    Buoyancy,
    CrossFlow,
    Damping,
    DragArea,
    Fin,
    FinDerivatives,
    Hull,
    HullDamping,
    HullForce,
    HullFriction,
    HullPressureDrag,
    HydrostaticStiffness,
    Slamming,
    Thruster,
    Vehicle,
)
from seaway.vehicle._compiled import compiled, compiled_dampings

random = np.random.default_rng(7)
PROPERTIES = MassProperties.from_box([0.5, 0.4, 0.3], mass=30.0)
ROOT = random.normal(size=(6, 6))
INERTIAL = Inertial(PROPERTIES, Pose((0.1, 0.2, 0.3), (0.9, 0.1, 0.2, 0.3)), AddedMass(ROOT @ ROOT.T + 5.0 * np.eye(6)))
ATTITUDE = np.array([0.8, 0.0, 0.6, 0.0])
BUOYANCY = Buoyancy(0.03, (0, 0, 0.05), shape=Box([0.5, 0.4, 0.3]), attitude=ATTITUDE)
ACTUATION = Actuation(limit=np.arange(1.0, 7.0), rate=10.0, time_constant=0.2)


def test_a_whole_vehicle() -> None:
    records, dampings = compiled([Vehicle("rov", INERTIAL, BUOYANCY, Damping(np.ones(6)), actuation=ACTUATION)])[:2]
    assert (records.shape, records.dtype) == ((1, 1), VEHICLE)
    assert (dampings.shape, dampings.dtype) == ((1, 1), ITEM)
    body = records[0, 0]
    assert body["mass"] == 30.0
    np.testing.assert_array_equal(body["center_of_mass"], [0.1, 0.2, 0.3])
    np.testing.assert_allclose(body["rigid_body"], INERTIAL.rigid_body_matrix().T, rtol=1e-14, atol=1e-14)
    np.testing.assert_array_equal(body["added"], INERTIAL.added_mass_matrix().T)
    np.testing.assert_allclose(body["inverse"].T @ INERTIAL.mass_matrix(), np.eye(6), atol=1e-12)
    assert (body["has_added"], body["rigid_body_coriolis"], body["added_mass_coriolis"]) == (1, 1, 1)
    assert (body["volume"], body["extent"]) == (0.03, BOX)
    np.testing.assert_array_equal(body["center_of_buoyancy"], [0.0, 0.0, 0.05])
    np.testing.assert_array_equal(body["half_size"], [0.25, 0.2, 0.15])
    np.testing.assert_allclose(body["axes"], Pose(q=ATTITUDE).R, atol=1e-15)
    assert body["radius"] == BUOYANCY.shape.reach
    assert body["actuated"] == 1
    np.testing.assert_array_equal(body["limit"], np.arange(1.0, 7.0))
    np.testing.assert_array_equal(body["rate"], np.full(6, 10.0))
    np.testing.assert_array_equal(body["time_constant"], np.full(6, 0.2))


def test_a_bare_one() -> None:
    bare = Vehicle("rov", Inertial(PROPERTIES), rigid_body_coriolis=False, added_mass_coriolis=False)
    records, dampings = compiled([bare])[:2]
    body = records[0, 0]
    assert dampings.shape == (1, 0)
    assert (body["damping_start"], body["damping_stop"]) == (0, 0)
    assert (body["has_added"], body["rigid_body_coriolis"], body["added_mass_coriolis"]) == (0, 0, 0)
    assert (body["volume"], body["extent"], body["actuated"]) == (0.0, UNBOUNDED, 0)
    np.testing.assert_array_equal(body["axes"], np.eye(3))


def test_an_added_mass_of_zero_is_none() -> None:
    records = compiled([Vehicle("rov", Inertial(PROPERTIES, None, AddedMass(np.zeros((6, 6)))))]).vehicles
    assert records["has_added"][0, 0] == 0


def test_the_added_mass_is_taken_about_the_origin() -> None:
    about_bcm = AddedMass(np.diag([1.0, 2.0, 3.0, 0.1, 0.2, 0.3]), "center_of_mass")
    inertial = Inertial(PROPERTIES, Pose((0.1, 0.2, 0.3)), about_bcm)
    records = compiled([Vehicle("rov", inertial)]).vehicles
    np.testing.assert_array_equal(records["added"][0, 0], inertial.added_mass_matrix().T)
    assert records["added"][0, 0, 5, 0] != 0.0


def test_the_dampings_of_all_vehicles_stand_one_after_the_other() -> None:
    a, b, c = (Damping(np.full(6, float(k))) for k in (1, 2, 3))
    vehicles = [Vehicle(name, INERTIAL, damping=given) for name, given in (("a", (a, b)), ("b", ()), ("c", c))]
    records, dampings = compiled(vehicles)[:2]
    assert records["damping_start"].tolist() == [[0, 2, 2]]
    assert records["damping_stop"].tolist() == [[2, 2, 3]]
    assert dampings["linear"][0, :, 0, 0].tolist() == [1.0, 2.0, 3.0]


def test_items_say_what_they_have() -> None:
    block = np.ones((6, 6, 6))
    items = compiled_dampings(
        [
            Damping(),
            Damping(np.ones(6)),
            Damping(quadratic=np.ones(6)),
            Damping(modulus=block),
            Damping(signed=block),
            Damping(np.ones(6), np.ones(6), position=(0, 0, 0), attitude=(0, 1, 0, 0)),
            Damping(np.ones(6), position=(1, 2, 3)),
        ]
    )
    own = OWN_FRAME | LINEAR
    assert items["forms"][0].tolist() == [0, LINEAR, QUADRATIC, MODULUS, SIGNED, own | QUADRATIC, own]
    np.testing.assert_array_equal(items["origin"][0, 6], [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(items["axes"][0, 5], np.diag([1.0, -1.0, -1.0]))
    np.testing.assert_array_equal(items["axes"][0, 0], np.eye(3))


def test_matrices_are_stored_by_columns() -> None:
    D, D2 = random.normal(size=(2, 6, 6))
    D_k, S_k = random.normal(size=(2, 6, 6, 6))
    item = compiled_dampings([Damping(D, D2, modulus=D_k, signed=S_k)])[0, 0]
    np.testing.assert_array_equal(item["linear"], D.T)
    np.testing.assert_array_equal(item["quadratic"], D2.T)
    np.testing.assert_array_equal(item["modulus"], np.swapaxes(D_k, 1, 2))
    np.testing.assert_array_equal(item["signed"], np.swapaxes(S_k, 1, 2))


def test_no_shape_given_is_a_sphere() -> None:
    records = compiled([Vehicle("rov", INERTIAL, Buoyancy(0.03))]).vehicles
    assert records["extent"][0, 0] == ELLIPSOID
    assert np.ptp(records["half_size"][0, 0]) == 0.0


# Equipment: each field goes to the one of the record that means it


def record_of(what: str, part: Any) -> dict[str, Any]:
    """The record of a part, without its vehicle."""
    items = getattr(compiled([Vehicle("usv", Inertial(PROPERTIES), **{what: part})]), what)
    return {name: items[name][0, 0].tolist() for name in items.dtype.names if name != "vehicle"}


def test_a_thruster() -> None:
    thruster = Thruster(
        "main", (1, 2, 3), (0, 0, -2), drive="pid", command="thrust", diameter=0.3, coefficient=0.02,
        reverse_coefficient=0.01, limits=(-50, 80), dead_band=1.5, advance=-0.004, wake=0.1, deduction=0.2, hand="left",
        torque_coefficient=0.003, inertia=0.05, gains=(4.0, 5.0, 6.0), largest_torque=7.0,
    )  # fmt: skip
    assert record_of("thrusters", thruster) == {
        "position": [1.0, 2.0, 3.0], "axis": [0.0, 0.0, -1.0], "drive": PID, "in_thrust": 1, "lowest": -50.0,
        "highest": 80.0, "dead_band": 1.5, "diameter": 0.3, "forward": 0.02, "reverse": 0.01, "advance": -0.004,
        "wake": 0.1, "deduction": 0.2, "hand": -1.0, "torque": 0.003, "time_constant": 0.0, "inertia": 0.05,
        "proportional": 4.0, "integral": 5.0, "derivative": 6.0, "largest_torque": 7.0, "table_start": 0,
        "table_stop": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "drive", "in_thrust"),
    [
        ({}, THRUST, 1),
        ({"drive": "speed"}, SPEED, 0),
        ({"drive": "speed", "command": "thrust"}, SPEED, 1),
        ({"drive": "lag", "time_constant": 0.1}, LAG, 0),
        ({"drive": "lag", "time_constant": 0.1, "command": "thrust"}, LAG, 1),
        ({"drive": "pid", "inertia": 0.1, "gains": (1, 0, 0)}, PID, 0),
        ({"drive": "table", "table": [[0, 1], [0, 9]]}, TABLE, 0),
    ],
)
def test_the_drive_of_a_thruster(arguments: dict[str, Any], drive: int, in_thrust: int) -> None:
    record = record_of("thrusters", Thruster("main", (0, 0, 0), diameter=0.2, coefficient=0.004, **arguments))
    assert (record["drive"], record["in_thrust"], record["hand"]) == (drive, in_thrust, 1.0)
    assert record["table_stop"] - record["table_start"] == 2 * (drive == TABLE)


def test_a_fin() -> None:
    fin = Fin(
        "rudder", (1, 2, 3), 0.5, (2, 0, 0), (4, 3, 0), lift=1.1, drag=1.2, moment=1.3, zero_lift=1.4, stall=0.5,
        stalled_lift=1.6, stalled_drag=1.7, stalled_moment=1.8, drag_offset=1.9, least_speed=2.0, reversible=False,
        symmetric=True, turning=2.1, angle_lift=2.2, angle_moment=2.3, limit=2.4, rate=2.5, time_constant=2.6,
        density=2.7, in_wind=True, everywhere=True,
    )  # fmt: skip
    assert record_of("fins", fin) == {
        "kind": LIFT_DRAG, "position": [1.0, 2.0, 3.0], "chord": [1.0, 0.0, 0.0], "up": [0.0, 1.0, 0.0], "area": 0.5,
        "density": 2.7, "in_wind": 1, "everywhere": 1, "zero_lift": 1.4, "lift": 1.1, "drag": 1.2, "moment": 1.3,
        "stall": 0.5, "stalled_lift": 1.6, "stalled_drag": 1.7, "stalled_moment": 1.8, "drag_offset": 1.9,
        "least_speed": 2.0, "reversible": 0, "symmetric": 1, "turning": 2.1, "angle_lift": 2.2, "angle_moment": 2.3,
        "per_square": [0.0] * 6, "limit": 2.4, "rate": 2.5, "time_constant": 2.6,
    }  # fmt: skip
    assert record_of("fins", Fin("rudder", (0, 0, 0), 0.5))["density"] == 0.0


def test_derivatives_of_a_fin() -> None:
    record = record_of("fins", FinDerivatives("rudder", (1, 2, 3, 4, 5, 6), limit=0.3, rate=0.4, time_constant=0.5))
    assert {name: value for name, value in record.items() if np.any(value)} == {
        "kind": DERIVATIVES, "per_square": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "limit": 0.3, "rate": 0.4,
        "time_constant": 0.5,
    }  # fmt: skip


def test_a_drag_area() -> None:
    area = DragArea((1, 2, 3), (0.5, 2.0, 0.0), (4, 5, 6), medium="air", form="axes", yaw=-0.7, linear=3.5)
    assert record_of("areas", area) == {
        "in_air": 1, "by_axis": 1, "drag": [0.5, 4.0, 0.0], "yaw": -0.7, "linear": 3.5, "everywhere": 0,
        "center": [4.0, 5.0, 6.0],
    }  # fmt: skip
    assert record_of("areas", DragArea(3, 0.5, medium="water", everywhere=True)) == {
        "in_air": 0, "by_axis": 0, "drag": [1.5, 1.5, 1.5], "yaw": 0.0, "linear": 0.0, "everywhere": 1,
        "center": [0.0, 0.0, 0.0],
    }  # fmt: skip


def test_strips() -> None:
    strips = CrossFlow([-1.0, 0.0, 1.0], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0], together=True)
    records = compiled([Vehicle("usv", Inertial(PROPERTIES), cross_flow=strips)]).strips
    assert records[0].tolist() == [(0, 1, -1.0, 1.0, 4.0), (0, 1, 0.0, 2.0, 5.0), (0, 1, 1.0, 3.0, 6.0)]


@pytest.mark.parametrize(
    ("force", "fields"),
    [
        (HullFriction(), {"friction": 1}),
        (HullFriction(2), {"friction": 1, "friction_length": 2.0}),
        (
            HullPressureDrag(
                linear=1.0, quadratic=2.0, falloff=3.0, suction_linear=4.0, suction_quadratic=5.0, suction_falloff=6.0,
                reference_speed=7.0,
            ),
            {
                "pressure_drag": 1, "pressure_linear": 1.0, "pressure_quadratic": 2.0, "pressure_falloff": 3.0,
                "suction_linear": 4.0, "suction_quadratic": 5.0, "suction_falloff": 6.0, "reference_speed": 7.0,
            },
        ),
        (
            HullDamping(linear=1.0, quadratic=2.0, angular_linear=3.0, angular_quadratic=4.0),
            {"area_damping": [1.0, 2.0, 3.0, 4.0]},
        ),
        (
            Slamming(0.5, "kerner", largest_acceleration=50.0, power=3.0),
            {"slamming": KERNER, "slam_time": 0.5, "slam_acceleration": 50.0, "slam_power": 3.0},
        ),
        (Slamming(0.5, "facing"), {"slamming": FACING, "slam_time": 0.5, "slam_power": 2.0}),
    ],
)  # fmt: skip
def test_a_force_on_a_hull(force: HullForce, fields: dict[str, Any]) -> None:
    """It fills its own fields, and changes no other one."""
    with_it, without = (
        compiled([Vehicle("usv", Inertial(PROPERTIES), Hull(box=(1, 1, 1), forces=forces))]).vehicles[0, 0]
        for forces in (force, ())
    )
    names = VEHICLE.names or ()
    changed = {name: with_it[name].tolist() for name in names if not np.array_equal(with_it[name], without[name])}
    assert changed.pop("equipped") == 1
    assert changed == fields


def test_a_stiffness() -> None:
    G = np.diag([7.0, 8.0, 9.0])
    record = compiled([Vehicle("usv", INERTIAL, HydrostaticStiffness(G, rest_height=0.3))]).vehicles[0, 0]
    assert (record["extent"], record["rest"]) == (STIFFENED, 0.3)
    np.testing.assert_array_equal(record["stiffness"], np.vstack([np.zeros((2, 3)), G, np.zeros((1, 3))]))


# Values for each run


def test_values_of_each_run_make_as_many_records() -> None:
    thrusters = (Thruster("a", (0, 0, 0), limits=[[-1, 1], [-2, 2]]), Thruster("b", (0, 1, 0)))
    strips = CrossFlow([-1.0, 1.0], [[1.0, 2.0], [3.0, 4.0]], 0.5)
    areas = DragArea([[1, 2, 3], [4, 5, 6]], medium="air", yaw=[0.1, 0.2])
    damping = Damping(np.stack([np.eye(6), 2.0 * np.eye(6)]), position=[[0, 0, 0], [1, 0, 0]])
    buoyancy = Buoyancy([0.03, 0.04], attitude=[[0, 0, 0], [0, 0, 1]])
    vehicle = Vehicle("usv", INERTIAL, buoyancy, damping, thrusters=thrusters, cross_flow=strips, areas=areas)
    assert rows_of(vehicle) == 2
    several = compiled([vehicle])
    for k in range(2):
        one = compiled([row(vehicle, k)])
        for found, expected in zip(several, one, strict=True):
            if found.dtype.names and len(found) == 2:
                for name in set(found.dtype.names) - {"forms"}:  # which is of all runs
                    np.testing.assert_array_equal(found[name][k], expected[name][0], err_msg=name)
            else:
                np.testing.assert_array_equal(found, expected)


def test_vehicles_of_different_numbers_of_runs_are_refused() -> None:
    a, b = (Vehicle(name, INERTIAL, Buoyancy(np.full(n, 0.03))) for name, n in (("a", 2), ("b", 3)))
    with refused("vehicles that differ between runs need one number of runs, got [2, 3]"):
        compiled([a, b])
    tables = Thruster("main", (0, 0, 0), drive="table", table=np.array([[[0, 1], [0, 5]], [[0, 1], [0, 6]]]))
    with refused("the table of thruster 'main' cannot differ between runs"):
        compiled([Vehicle("a", INERTIAL, thrusters=tables)])
