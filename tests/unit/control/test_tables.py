"""Values over time, and commands made of them."""

from typing import Any

import numpy as np
import pytest
from tests.unit.control import ball, state_at

from seaway.control import CommandTable, TimeTable
from seaway.errors import ModelError
from seaway.sim import Simulation
from seaway.vehicle import Thruster


def test_linear_between_and_held_outside() -> None:
    table = TimeTable([1, 2, 4], [10.0, 20.0, 0.0])
    np.testing.assert_array_equal(table.at([0, 1, 1.5, 2, 3, 4, 9]), [10, 10, 15, 20, 10, 0, 0])
    assert table.at(2.5) == 15.0


def test_steps_hold_until_the_next() -> None:
    table = TimeTable([1, 2], [10.0, 20.0], between="step")
    np.testing.assert_array_equal(table.at([0, 1, 1.99, 2, 9]), [10, 10, 10, 20, 20])


def test_a_time_that_is_rounded_is_at_its_node() -> None:
    """0.29 s, counted in steps of 0.01 s, is a hair before 0.29."""
    early = 0.29 * (1 - 1e-15)
    assert early < 0.29
    assert TimeTable([0, 0.29], [0.0, 1.0], between="step").at(early) == 1.0
    assert TimeTable([0.0, 0.29, 1.0], [0.0, 1.0, 5.0]).at(early) == 1.0


def test_values_of_several_numbers() -> None:
    table = TimeTable([0, 1], [[0.0, 1.0], [2.0, 5.0]])
    np.testing.assert_array_equal(table.at([0.5, 2.0]), [[1.0, 3.0], [2.0, 5.0]])
    assert TimeTable([3.0], [7.0]).at([0.0, 5.0]).tolist() == [7.0, 7.0]


@pytest.mark.parametrize(
    ("times", "values", "message"),
    [
        ([], [], r"the times of a time table must be a list of numbers \[s\], got 0 numbers"),
        (3.0, [1.0], r"must be a list of numbers \[s\], got a number: 3\.0"),
        ([0, 2, 1], [1, 2, 3], r"must ascend, got \[0\.0, 2\.0, 1\.0\]"),
        ([0, 1], [1.0], r"2 times need as many values, \(2,\) or \(2, k\), got the shape \(1,\)"),
        ([0, np.nan], [1.0, 2.0], r"the times of a time table must be finite \[s\], got nan at \[1\]"),
        ([0, 1], [1.0, np.inf], r"the values of a time table must be finite, got inf at \[1\]"),
    ],
)
def test_tables_that_are_none(times: Any, values: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        TimeTable(times, values)


def test_what_is_between_must_be_known() -> None:
    with pytest.raises(ModelError, match="the between of a time table must be one of linear, step, got 'cubic'"):
        TimeTable([0, 1], [0, 1], between="cubic")  # type: ignore[arg-type]


# Commands


def tug(name: str = "tug") -> Any:
    return ball(name, thrusters=[Thruster("main", (0, 0, 0)), Thruster("side", (0, 0, 0), (0, 1, 0))])


def test_a_held_command_of_all_rows_and_one_of_each() -> None:
    command = CommandTable([1, 2, 3, 4, 5, 6], {"main": 7.0, "side": [8.0, 9.0]})(0.0, state_at(0.0, tug(), batch=2))
    np.testing.assert_array_equal(command.wrench, np.tile([1.0, 2, 3, 4, 5, 6], (2, 1, 1)))
    assert isinstance(command.actuators, dict)
    assert command.actuators["main"].tolist() == [7.0, 7.0]
    assert command.actuators["side"].tolist() == [8.0, 9.0]


def test_without_a_wrench_none_is_asked_for() -> None:
    assert CommandTable(actuators={"main": 1.0})(0.0, state_at(0.0, tug())).wrench is None


def test_a_wrench_in_world_axes_is_turned_into_the_body() -> None:
    """Yawed by 90° to the left, what pushes along x of the world pushes to the right: -y of the body."""
    state = state_at(0.0, rpy=(0, 0, np.pi / 2))
    command = CommandTable([1, 0, 3, 0, 5, 0], axes="world")(0.0, state)
    np.testing.assert_allclose(np.asarray(command.wrench)[0, 0], [0, -1, 3, 5, 0, 0], rtol=0, atol=1e-15)


def test_each_row_has_its_own_time() -> None:
    """Row 1 is reset after 1 s: its ramp of 2 N/s begins anew."""
    sim = Simulation(ball(), batch=2)
    ramp = CommandTable(TimeTable([0, 10], np.array([np.zeros(6), [20.0, 0, 0, 0, 0, 0]])))
    sim.run(1.0, ramp)
    sim.reset(rows=[1])
    wrench = np.asarray(ramp(1.0, sim.state).wrench)
    np.testing.assert_allclose(wrench[:, 0, 0], [2.0, 0.0], rtol=1e-14)
    ramp.reset()  # nothing to forget


def test_one_among_several_vehicles() -> None:
    state = state_at(0.0, tug("a"), tug("b"))
    command = CommandTable([1, 0, 0, 0, 0, 0], {"main": 2.0}, vehicle="b")(0.0, state)
    np.testing.assert_array_equal(np.asarray(command.wrench)[0, :, 0], [0.0, 1.0])
    assert isinstance(command.actuators, dict)
    assert list(command.actuators) == ["b.main"]
    with pytest.raises(ModelError, match="one vehicle among several needs its name, of: a, b"):
        CommandTable([1, 0, 0, 0, 0, 0])(0.0, state)
    with pytest.raises(ModelError, match="there is no vehicle 'c' to control; there are: a, b"):
        CommandTable([1, 0, 0, 0, 0, 0], vehicle="c")(0.0, state)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0, 2.0],), r"the wrench of a command table must be 6 numbers, or a list of them \[N, Nm\], got 2 numbers"),
        (
            (TimeTable([0, 1], [1.0, 2.0]),),
            r"the wrench .* must be a table of .* \(n, 6\), got \(2,\)",
        ),
        ((None, {"main": np.nan}), "'main' of the actuators must be finite, got nan"),
        (
            (None, {"main": TimeTable([0], np.zeros((1, 2)))}),
            r"'main' of .* must be a table of .* \(n,\), got \(1, 2\)",
        ),
    ],
)
def test_commands_that_are_none(arguments: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        CommandTable(*arguments)


def test_axes_must_be_known() -> None:
    with pytest.raises(ModelError, match="the axes of a command table must be one of body, world, got 'north'"):
        CommandTable(np.zeros(6), axes="north")  # type: ignore[arg-type]


def test_rows_must_fit() -> None:
    with pytest.raises(ModelError, match="the command of 'main' is given for 3 runs, the simulation has 2"):
        CommandTable(actuators={"main": [1.0, 2.0, 3.0]})(0.0, state_at(0.0, tug(), batch=2))
