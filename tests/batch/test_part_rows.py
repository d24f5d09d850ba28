"""A vehicle whose parts have values for each run: row i of a batch is the single run of row i, bit for bit."""

from typing import Any

import numpy as np
import pytest
from tests.refused import refused

from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.parts import Part, row, rows_of
from seaway.parts._tables import keys_of
from seaway.sea import Sea, Waves
from seaway.shapes import Cylinder
from seaway.sim import Simulation
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
    HullFriction,
    HullPressureDrag,
    HydrostaticStiffness,
    Slamming,
    Thruster,
    Vehicle,
)

pytestmark = pytest.mark.usefixtures("width")

ROWS = 5
random = np.random.default_rng(8)
SPREAD = 1.0 + 0.1 * np.arange(ROWS)
BODY = Inertial(MassProperties.from_box([1.5, 0.8, 0.5], mass=200.0), added_mass=AddedMass(np.diag([20.0] * 6)))
DIRECTIONS = random.normal(size=(ROWS, 3))
PROPELLER: dict[str, Any] = {
    "diameter": 0.2 * SPREAD,
    "thrust_coefficient": 0.006,
    "torque_coefficient": 0.001 * SPREAD,
}
EQUIPMENT: dict[str, Any] = {
    "thrusters": (
        Thruster("pid", (-0.7, 0.3, -0.2), drive="pid", inertia=0.1 * SPREAD, gains=np.outer(SPREAD, (1, 0.5, 0.02)),
                 largest_torque=9.0 * SPREAD, **PROPELLER),
        Thruster("lag", DIRECTIONS, drive="lag", time_constant=0.2 * SPREAD, advance_slope=-0.02 * SPREAD,
                 reverse_thrust_coefficient=0.004 * SPREAD, wake_fraction=0.1 * SPREAD, thrust_deduction=0.1 * SPREAD,
                 **PROPELLER),
        Thruster("now", (0.5, 0, -0.2), DIRECTIONS, limits=np.outer(SPREAD, (-20, 40)), dead_band=2.0 * SPREAD),
        Thruster("tab", (0, 0, -0.2), (0, 0, 1), drive="table", table=[[-20, 30], [-30, 60]],
                 time_constant=0.3 * SPREAD),
    ),
    "fins": (
        Fin("rudder", (-0.8, 0, -0.1), 0.1 * SPREAD, DIRECTIONS, (0, 1, 0), aspect_ratio=2.0 * SPREAD,
            stall_angle=0.3 * SPREAD, limit=0.5 * SPREAD, rate_limit=5.0 * SPREAD, time_constant=0.2 * SPREAD),
        FinDerivatives("elevator", np.outer(SPREAD, (0, 0, 5, 0, 4, 0)), rate_limit=0.5 * SPREAD),
    ),
    "drag_areas": (
        DragArea(np.outer(SPREAD, (1, 2, 3)), 0.8, medium="air", yaw_coefficient=0.2 * SPREAD, linear=SPREAD),
        DragArea(0.2, np.outer(SPREAD, (1, 2, 3)), 0.1 * DIRECTIONS, medium="water", per_axis=True),
    ),
    "cross_flow": CrossFlow([-0.5, 0.5], np.outer(SPREAD, (0.1, 0.2)), 0.1),
}  # fmt: skip
CYLINDER = Cylinder(radius=0.4 * SPREAD, length=0.5)
FORCES = (
    HullFriction(SPREAD),
    HullPressureDrag(linear=50.0 * SPREAD, suction_falloff=0.4 * SPREAD, reference_speed=SPREAD),
    HullDamping(linear=10.0 * SPREAD, angular_quadratic=5.0),
    Slamming(0.2 * SPREAD, largest_acceleration=50.0 * SPREAD, power=2.0 * SPREAD),
)
DAMPING = Damping(
    np.stack([30.0 * factor * np.eye(6) for factor in SPREAD]), position=0.1 * DIRECTIONS, attitude=0.2 * DIRECTIONS
)
VEHICLES = {
    "equipment": Vehicle("tug", BODY, Buoyancy(0.3), Damping(np.full(6, 30.0)), **EQUIPMENT),
    "shape": Vehicle(
        "buoy", BODY, Buoyancy(center=0.05 * DIRECTIONS, shape=CYLINDER, attitude=0.3 * DIRECTIONS), DAMPING
    ),
    "volume": Vehicle(
        "buoy", BODY, Buoyancy(0.2 * SPREAD), DAMPING, actuation=Actuation(np.outer(SPREAD, np.full(6, 9.0)))
    ),
    "hull": Vehicle("boat", BODY, Hull(box=(1.5, 0.8, 0.5), forces=FORCES)),
    "stiffness": Vehicle(
        "usv",
        BODY,
        HydrostaticStiffness(
            np.stack([f * np.diag([0, 0, 2e4, 2e3, 4e3, 0]) for f in SPREAD]), rest_height=0.1 * SPREAD
        ),
        Damping(np.full(6, 30.0)),
    ),
}


@pytest.mark.parametrize("name", VEHICLES)
def test_a_row_is_the_single_run_of_its_part(name: str) -> None:
    vehicle, sea = VEHICLES[name], Sea(waves=Waves.regular(0.3, 4.0), wind=[5.0, 2.0, 0.0])
    assert rows_of(vehicle) == ROWS
    start: dict[str, Any] = {
        "position": [0.1, 0.2, -0.1],
        "rpy": [0.1, 0.2, 0.3],
        "velocity": [1, 0.2, -0.5, 0, 0.1, 0],
    }
    commands = {"actuators": np.array([30.0, -20.0, 25.0, 9.0, 0.3, 0.2])} if vehicle.thrusters else {}
    wrench = np.full(6, 20.0)
    sims = [Simulation(vehicle, sea, 0.02, ROWS)]
    sims += [Simulation(row(vehicle, k), sea, 0.02) for k in range(ROWS)]
    for sim in sims:
        sim.set_state(**start)
        sim.step(wrench, **commands, count=40)
    batch, singles = sims[0], sims[1:]
    for k, single in enumerate(singles):
        for field in ("position", "orientation", "velocity", "internal"):
            found, expected = getattr(batch.state, field)[k], getattr(single.state, field)[0]
            np.testing.assert_array_equal(found, expected, err_msg=f"{field} of row {k}")
        for law, values in single.forces().items():
            np.testing.assert_array_equal(batch.forces()[law][k], values[0], err_msg=f"{law} of row {k}")
    assert len({state.tobytes() for state in batch.state.velocity}) == ROWS


def test_as_many_runs_as_the_batch() -> None:
    with refused("vehicles that differ between runs must have one value for each run of the batch, 3, got 5"):
        Simulation(VEHICLES["volume"], batch=3)
    assert Simulation(row(VEHICLES["volume"], 0), batch=3).batch == 3


def test_parameters_of_some_rows_keep_those_of_others() -> None:
    sim, other = (Simulation(VEHICLES["volume"], batch=ROWS) for _ in range(2))
    sim.set("vehicle.buoyancy.volume", 0.5, rows=[1])
    for each in (sim, other):
        each.set_state(position=[0, 0, -5.0])
    lift, before = sim.forces()["buoyancy"][:, 0, 2], other.forces()["buoyancy"][:, 0, 2]
    np.testing.assert_array_equal(np.delete(lift, 1), np.delete(before, 1))
    assert lift[1] == pytest.approx(0.5 * 1025.0 * 9.80665)


def given(vehicle: Vehicle) -> dict[str, Any]:
    """All that differs between the rows of a vehicle, by the keys of a file."""
    found = dict[str, Any]()
    for key, declared in keys_of(Vehicle).items():
        value = vars(vehicle)[declared.name]
        if declared.name == "buoyancy" and not isinstance(value, declared.by_key[key]):
            continue
        several = isinstance(value, tuple)
        for n, part in enumerate(value if several else (value,)):
            path = f"vehicle.{key}.{vars(part).get('name', n)}" if several else f"vehicle.{key}"
            if isinstance(part, Hull):
                for kind, force in (("friction", 0), ("pressure_drag", 1), ("damping", 2), ("slamming", 3)):
                    found |= fields(f"{path}.{kind}", part.forces[force])
            elif isinstance(part, Part):
                found |= fields(path, part)
    return found


def fields(path: str, part: Part) -> dict[str, Any]:
    found = dict[str, Any]()
    for key, declared in keys_of(type(part)).items():
        value = vars(part).get(declared.name)
        own = declared.name == key and declared.shape is not None and isinstance(value, np.ndarray)
        if own and value.ndim > len(declared.shape):
            found[f"{path}.{key}"] = value
    return found


@pytest.mark.parametrize("name", VEHICLES)
def test_rows_that_are_set_are_those_that_are_made(name: str) -> None:
    """Every field that differs: set in a batch of the first row, all at once and in two halves of the batch."""
    vehicle, sea = VEHICLES[name], Sea(waves=Waves.regular(0.3, 4.0), wind=[5.0, 2.0, 0.0])
    if name == "shape":  # it is structure
        vehicle = vehicle.replace(buoyancy=vehicle.buoyancy.replace(shape=Cylinder(radius=0.4, length=0.5)))
    values = given(vehicle)
    for path in ("vehicle.thruster.now.axis", "vehicle.fin.rudder.forward"):
        if path in values:
            values[path] = DIRECTIONS  # as they were given: a unit vector made one again may differ in its last digit
    made, at_once, by_halves = (Simulation(each, sea, 0.02, ROWS) for each in (vehicle, *[row(vehicle, 0)] * 2))
    at_once.set(values)
    for half in (np.arange(ROWS) < 3, np.arange(ROWS) >= 3):
        by_halves.set({path: array[half] for path, array in values.items()}, rows=half)
    commands = {"actuators": np.array([30.0, -20.0, 25.0, 9.0, 0.3, 0.2])} if vehicle.thrusters else {}
    for sim in (made, at_once, by_halves):
        sim.set_state(position=[0.1, 0.2, -0.1], rpy=[0.1, 0.2, 0.3], velocity=[1, 0.2, -0.5, 0, 0.1, 0])
        sim.step(np.full(6, 20.0), **commands, count=20)
    for sim in (at_once, by_halves):
        for field in ("position", "orientation", "velocity", "internal"):
            np.testing.assert_array_equal(getattr(sim.state, field), getattr(made.state, field), err_msg=field)
    assert len(values) >= {"equipment": 25, "shape": 5, "volume": 4, "hull": 6, "stiffness": 2}[name]
