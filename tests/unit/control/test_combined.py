"""Several controllers as one."""

from typing import Any

import numpy as np
import pytest
from tests.unit.control import ball, state_at

from seaway.control import Combined, CommandTable
from seaway.errors import ModelError
from seaway.sim import Command, Simulation, State
from seaway.vehicle import Thruster


def tug(name: str) -> Any:
    return ball(name, thrusters=Thruster("main", (0, 0, 0)))


def test_controllers_of_different_vehicles() -> None:
    both = Combined(
        CommandTable([1, 0, 0, 0, 0, 0], {"main": 2.0}, vehicle="a"), CommandTable([0, 3, 0, 0, 0, 0], vehicle="b")
    )
    sim = Simulation([tug("a"), tug("b")], batch=3)
    found = sim.run(0.01, both, record=("forces", "actuators"))
    np.testing.assert_array_equal(found.variables["command"][0, 2, :, :2], [[1, 0], [0, 3]])
    assert found.actuators["a.main"].command[0].tolist() == [2.0] * 3
    assert found.actuators["b.main"].command[0].tolist() == [0.0] * 3


def test_combinations_may_be_combined() -> None:
    push = CommandTable([1, 0, 0, 0, 0, 0])
    sim = Simulation(tug("a"))
    found = sim.run(0.01, Combined(Combined(push, push), lambda t, state: [0, 3.0, 0, 0, 0, 0]), record="forces")
    assert found["a"].command[0, 0, :2].tolist() == [2.0, 3.0]


def test_wrenches_and_commands_add_up_in_any_shape() -> None:
    """A bare wrench of one vehicle, of all rows, of each row; a command by name, one for all and for each."""
    parts = [
        lambda t, state: [1, 0, 0, 0, 0, 0],
        lambda t, state: np.full((2, 6), 2.0),
        lambda t, state: Command(np.full((2, 1, 6), 4.0), {"main": 1.0}),
        lambda t, state: Command(None, {"main": np.array([1.0, 2.0])}),
    ]
    command = Combined(*parts)(0.0, state_at(0.0, tug("a"), batch=2))
    np.testing.assert_array_equal(np.asarray(command.wrench)[:, 0, :2], [[7, 6], [7, 6]])
    assert isinstance(command.actuators, dict)
    assert command.actuators["main"].tolist() == [2.0, 3.0]


def test_reset_reaches_those_that_can() -> None:
    class Counting:
        rows: Any = "none"

        def __call__(self, t: float, state: State) -> Command:
            return Command()

        def reset(self, rows: Any = None) -> None:
            self.rows = rows

    counting = Counting()
    Combined(counting, lambda t, state: np.zeros(6)).reset([1])
    assert counting.rows == [1]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([], "Combined needs at least one controller, got none"),
        ([3.0], r"a function of \(t, state\), got 3\.0"),
    ],
)
def test_what_cannot_be_combined(parts: list[Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Combined(*parts)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "returned None; return a Command or a wrench"),
        (np.zeros(5), r"must have the shape \(6,\), \(2, 6\) or \(2, 2, 6\), got \(5,\)"),
        (np.zeros((2, 6)), r"must have the shape \(6,\), \(2, 6\) or \(2, 2, 6\), got \(2, 6\)"),
        (Command(None, [1.0, 2.0]), r"must return commands of actuators by name, got \[1\.0, 2\.0\]"),
    ],
)
def test_answers_that_cannot_be_added(answer: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Combined(lambda t, state: answer)(0.0, state_at(0.0, tug("a"), tug("b"), batch=2))
