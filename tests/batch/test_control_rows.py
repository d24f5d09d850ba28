"""Row i of a batch with a controller equals the single run i, bit for bit."""

import numpy as np
import pytest
from tests.unit.control import auv, rov

from seaway.control import Autopilot, Combined, CommandTable, TimeTable, ZigZag
from seaway.sea import Current, Sea
from seaway.sim import Controller, Simulation
from seaway.vehicle import Vehicle

pytestmark = pytest.mark.usefixtures("width")

ROWS = 9
random = np.random.default_rng(3)
START = {
    "position": random.normal(loc=[0, 0, -6.0], size=(ROWS, 3)),
    "rpy": 0.2 * random.normal(size=(ROWS, 3)),
    "velocity": random.normal([1.0, 0, 0, 0, 0, 0], 0.2, size=(ROWS, 6)),
}
SEA = Sea(current=Current([[0.2, 0.1, 0], [0.0, 0.3, 0.0]], depths=[0, 10]))
YAWS = random.uniform(-3, 3, ROWS)


def of_rov(vehicle: Vehicle, rows: slice) -> Controller:
    """Every axis, with limits that are met in some rows."""
    return Autopilot(x=3.0, y=TimeTable([0, 1], [0.0, 1.0]), depth=6.0, roll=0, pitch=0, yaw=YAWS[rows]).controller(
        vehicle, SEA
    )


def of_auv(vehicle: Vehicle, rows: slice) -> Controller:
    return Autopilot(speed=1.5, depth=7.0, yaw=YAWS[rows]).controller(vehicle, SEA)


def zigzag(vehicle: Vehicle, rows: slice) -> Controller:
    table = CommandTable(TimeTable([0, 1], np.array([np.zeros(6), [5.0, 1, 0, 0, 0, 0]])), axes="world")
    return Combined(ZigZag(0.05, {"rudder": -0.3}, steady={"propeller": 30.0}).controller(), table)


@pytest.mark.parametrize(
    ("vehicle", "controller"),
    [(rov(limits=(-40, 50)), of_rov), (auv(), of_auv), (auv(), zigzag)],
    ids=["rov", "auv", "zigzag"],
)
def test_rows(vehicle: Vehicle, controller: object) -> None:
    assert callable(controller)
    batch = Simulation(vehicle, SEA, 0.02, ROWS)
    batch.set_state(**START)
    batch.run(2.0, controller(vehicle, slice(None)), control_period=0.1)
    for row in range(ROWS):
        single = Simulation(vehicle, SEA, 0.02)
        single.set_state(**{name: values[row] for name, values in START.items()})
        single.run(2.0, controller(vehicle, slice(row, row + 1)), control_period=0.1)
        for name in ("position", "orientation", "velocity", "internal"):
            assert np.array_equal(getattr(batch.state, name)[row], getattr(single.state, name)[0]), (
                f"{name} of row {row}"
            )
    assert len({row.tobytes() for row in batch.state.velocity}) == ROWS
