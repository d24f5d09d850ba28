"""Values over time, and commands made of them."""

from typing import Any

import numpy as np
import pytest
from tests.unit.control import SPACE, ball

from seaway.control import CommandTable, TimeTable
from seaway.errors import ModelError
from seaway.sim import Simulation
from seaway.vehicle import Thruster


def test_linear_between_and_held_outside() -> None:
    table = TimeTable([1, 2, 4], [10.0, 20.0, 0.0])
    np.testing.assert_array_equal(table.at([0, 1, 1.5, 2, 3, 4, 9]), [10, 10, 15, 20, 10, 0, 0])
    assert table.at(2.5) == 15.0


def test_steps_hold_until_the_next() -> None:
    table = TimeTable([1, 2], [10.0, 20.0], interpolation="step")
    np.testing.assert_array_equal(table.at([0, 1, 1.99, 2, 9]), [10, 10, 10, 20, 20])


def test_a_time_that_is_rounded_is_at_its_node() -> None:
    """0.29 s, counted in steps of 0.01 s, is a hair before 0.29."""
    early = 0.29 * (1 - 1e-15)
    assert early < 0.29
    assert TimeTable([0, 0.29], [0.0, 1.0], interpolation="step").at(early) == 1.0
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
    with pytest.raises(ModelError, match="the interpolation of a time table must be one of linear, step, got 'cubic'"):
        TimeTable([0, 1], [0, 1], interpolation="cubic")  # type: ignore[arg-type]


# Commands


def tug(name: str = "tug") -> Any:
    return ball(name, thrusters=[Thruster("main", (0, 0, 0)), Thruster("side", (0, 0, 0), (0, 1, 0))])


def commanded(table: CommandTable, *vehicles: Any, batch: int = 1, **state: Any) -> dict[str, Any]:
    """The wrench on every vehicle, (batch, vehicle, 6), and the commands of actuators that it gives at the start."""
    sim = Simulation(list(vehicles) or [tug()], SPACE, batch=batch)
    sim.set_state(**state)
    recording = sim.run(0.01, table, record=("forces", "actuators"))
    actuators = {name: each.command[0].tolist() for name, each in recording.actuators.items()}
    return {"wrench": recording.variables["command"][0], **actuators}


def test_a_held_command_of_all_rows_and_one_of_each() -> None:
    found = commanded(CommandTable([1, 2, 3, 4, 5, 6], {"main": 7.0, "side": [8.0, 9.0]}), batch=2)
    np.testing.assert_array_equal(found["wrench"], np.tile([1.0, 2, 3, 4, 5, 6], (2, 1, 1)))
    assert found["main"] == [7.0, 7.0]
    assert found["side"] == [8.0, 9.0]
    each = commanded(CommandTable([[1, 0, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0]], {"main": 7.0}), batch=2)
    assert each["wrench"][:, 0, :3].tolist() == [[1, 0, 0], [0, 0, 2]]


def test_a_wrench_in_world_axes_is_turned_into_the_body() -> None:
    """Yawed by 90° to the left, what pushes along x of the world pushes to the right: -y of the body."""
    found = commanded(CommandTable([1, 0, 3, 0, 5, 0], axes="world"), rpy=(0, 0, np.pi / 2))
    np.testing.assert_allclose(found["wrench"][0, 0], [0, -1, 3, 5, 0, 0], rtol=0, atol=1e-14)
    assert found["main"] == [0.0]


@pytest.mark.parametrize("between", ["linear", "step"])
def test_commands_over_time_are_those_of_the_table(between: Any) -> None:
    """At every sample that it commands, also in a table of one node and before the first."""
    table = TimeTable([0.02, 0.05, 0.07], [10.0, -20.0, 40.0], between)
    wrench = TimeTable([0.0, 0.1], [[0.0] * 6, [1, 2, 3, 4, 5, 6]], between)
    sim = Simulation(tug(), SPACE)
    both = CommandTable(wrench, {"main": table, "side": TimeTable([0.04], [3.0])})
    recording = sim.run(0.1, both, record=("forces", "actuators"))
    t = recording.time[:-1]
    np.testing.assert_allclose(recording.actuators["main"].command[:-1, 0], table.at(t), rtol=0, atol=1e-12)
    np.testing.assert_array_equal(recording.actuators["side"].command[:, 0], 3.0)
    np.testing.assert_allclose(recording["tug"].command[:-1, 0], wrench.at(t), rtol=0, atol=1e-12)


def test_each_row_has_its_own_time() -> None:
    """Row 1 is reset after 1 s: its ramp of 2 N/s begins anew."""
    sim = Simulation(tug(), SPACE, batch=2)
    ramp = CommandTable(TimeTable([0, 10], np.array([np.zeros(6), [20.0, 0, 0, 0, 0, 0]])))
    sim.run(1.0, ramp)
    sim.reset(rows=[1])
    wrench = sim.run(0.5, ramp, record="forces", record_period=0.5).variables["command"]
    np.testing.assert_allclose(wrench[0, :, 0, 0], [2.0, 0.0], rtol=1e-14)


def test_one_among_several_vehicles() -> None:
    found = commanded(CommandTable([1, 0, 0, 0, 0, 0], {"main": 2.0}, vehicle="b"), tug("a"), tug("b"))
    np.testing.assert_array_equal(found["wrench"][0, :, 0], [0.0, 1.0])
    assert found["b.main"] == [2.0]
    assert found["a.main"] == [0.0]
    long = commanded(CommandTable(None, {"b.side": 2.0}, vehicle="b"), tug("a"), tug("b"))
    assert long["b.side"] == [2.0]
    with pytest.raises(ModelError, match="a controller must name its vehicle if there are several; there are: a, b"):
        commanded(CommandTable([1, 0, 0, 0, 0, 0]), tug("a"), tug("b"))
    with pytest.raises(ModelError, match="no vehicle named 'c'; there are: a, b"):
        commanded(CommandTable([1, 0, 0, 0, 0, 0], vehicle="c"), tug("a"), tug("b"))
    with pytest.raises(ModelError, match="no actuator named 'bow'; there are: main, side"):
        commanded(CommandTable(None, {"bow": 1.0}))


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
    with pytest.raises(
        ModelError, match="differs between runs must have one value for each run of the batch, 2, got 3"
    ):
        commanded(CommandTable(actuators={"main": [1.0, 2.0, 3.0]}), batch=2)
