"""Row i of a batch with a controller equals the single run i, bit for bit; rows are reset and restored one by one."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.unit.control import auv, rov
from tests.unit.engine.own_controllers import Keeper

from seaway.control import Autopilot, Combined, CommandTable, TimeTable, Waypoints, ZigZag
from seaway.sea import Current, Sea
from seaway.sim import AnyController, Simulation
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
GAINS = random.uniform(20, 60, ROWS)
ROV, AUV = rov(limits=(-40, 50)), auv()
Made = Callable[[slice], AnyController]


def of_rov(rows: slice) -> AnyController:
    """Every axis, with limits that are met in some rows."""
    return Autopilot(x=3.0, y=TimeTable([0, 1], [0.0, 1.0]), depth=6.0, roll=0, pitch=0, yaw=YAWS[rows])


def of_auv(rows: slice) -> AnyController:
    return Autopilot(speed=1.5, depth=7.0, yaw=YAWS[rows])


def guided(rows: slice) -> AnyController:
    """Waypoints that some rows pass."""
    return Autopilot(depth=7.0, guidance=Waypoints([[0, 0], [2, 0], [2, 9]], speed=1.5, acceptance_radius=1.0))


def zigzag(rows: slice) -> AnyController:
    table = CommandTable(TimeTable([0, 1], np.array([np.zeros(6), [5.0, 1, 0, 0, 0, 0]])), axes="world")
    return Combined(ZigZag(0.05, {"rudder": -0.3}, steady={"propeller": 30.0}), table)


def own(rows: slice) -> AnyController:
    """Two of a user's, with set points and parameters of each row."""
    forces = np.stack([GAINS, -GAINS], axis=-1)
    return Combined(
        Keeper(YAWS[rows], GAINS[rows], integral_gain=5.0, push=forces[rows], shape="sine"),
        Keeper(TimeTable([0, 1], [0.0, 2.0]), doubled=True),
    )


CASES = {
    "rov": (ROV, of_rov),
    "auv": (AUV, of_auv),
    "guided": (AUV, guided),
    "zigzag": (AUV, zigzag),
    "own": (ROV, own),
}


def started(vehicle: Vehicle, row: int | None = None) -> Simulation:
    sim = Simulation(vehicle, SEA, 0.02, ROWS if row is None else 1)
    sim.set_state(**{name: values if row is None else values[row] for name, values in START.items()})
    return sim


def compare(batch: Simulation, row: int, single: Simulation) -> None:
    for name in ("position", "orientation", "velocity", "internal"):
        assert np.array_equal(getattr(batch.state, name)[row], getattr(single.state, name)[0]), f"{name} of row {row}"


@pytest.mark.parametrize(("vehicle", "made"), CASES.values(), ids=CASES)
def test_rows(vehicle: Vehicle, made: Made, request: pytest.FixtureRequest) -> None:
    if made is own:
        request.getfixturevalue("own_steps")
    batch = started(vehicle)
    recording = batch.run(2.0, made(slice(None)), control_period=0.1, record=("state", "control"), record_period=0.5)
    for row in range(ROWS):
        single = started(vehicle, row)
        alone = single.run(
            2.0, made(slice(row, row + 1)), control_period=0.1, record=("state", "control"), record_period=0.5
        )
        compare(batch, row, single)
        for name, signal in alone.control.items():
            assert np.array_equal(signal.values[:, 0], recording.control[name].values[:, row]), f"{name} of row {row}"
    assert len({row.tobytes() for row in batch.state.velocity}) == ROWS
    assert any(np.ptp(signal.values[-1]) > 0.0 for signal in recording.control.values())


@pytest.mark.parametrize(("vehicle", "made"), [CASES["rov"], CASES["own"]], ids=["rov", "own"])
def test_rows_are_reset_and_restored_with_the_states_of_their_controllers(
    vehicle: Vehicle, made: Made, request: pytest.FixtureRequest
) -> None:
    """After 0.5 s, within a control period, rows 2 and 5 begin again; the others are as if nothing had happened."""
    if made is own:
        request.getfixturevalue("own_steps")
    controller, anew = made(slice(None)), [2, 5]
    whole, short, sim = started(vehicle), started(vehicle), started(vehicle)
    whole.run(1.2, controller, control_period=0.1, record=())
    short.run(0.7, made(slice(None)), control_period=0.1, record=())
    sim.run(0.5, controller, control_period=0.1, record=())
    sim.reset(rows=anew)
    kept = sim.snapshot()
    for _ in range(2):
        sim.run(0.7, controller, control_period=0.1, record=())
        for row in range(ROWS):
            other: Any = short if row in anew else whole
            assert np.array_equal(sim.state.velocity[row], other.state.velocity[row]), f"row {row}"
        sim.restore(kept)
