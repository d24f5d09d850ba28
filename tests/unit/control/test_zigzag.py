"""Zig-zags: when the rudder goes over, in each row by itself."""

from math import pi, radians
from typing import Any

import numpy as np
import pytest
from tests.unit.control import SPACE, auv, ball

from seaway.control import ZigZag
from seaway.errors import ModelError
from seaway.sim import Simulation
from seaway.vehicle import FinDerivatives

TEN = radians(10.0)


def yawed(sim: Simulation, zigzag: ZigZag, *yaws: float) -> list[float]:
    """The sides of all rows after each yaw of row 0; the others stay."""
    found: list[float] = []
    for yaw in yaws:
        sim.set_state(rpy=(0, 0, yaw), rows=0)
        zigzag(sim.time, sim.state)
        found.append(float(zigzag.sides(sim.batch)[0]))
        sim.step()
    return found


def still(batch: int = 1) -> Simulation:
    return Simulation(ball(fins=FinDerivatives("rudder", (0, 0, 0, 0, 0, 1))), SPACE, batch=batch)


def test_it_goes_over_at_the_angle_to_either_side() -> None:
    """To the right first: over when the yaw is 10° less than at the start, and back when it is 10° more."""
    sides = yawed(still(), ZigZag({"rudder": 0.1}, TEN), 0.0, -0.1, -0.18, -0.3, 0.0, 0.17, 0.18, 0.4, -0.1, -0.18)
    assert sides == [-1, -1, 1, 1, 1, 1, -1, -1, -1, 1]


def test_the_start_may_be_any_yaw_and_any_time() -> None:
    """From 175° over the cut at 180°; nothing before 0.015 s, the third call."""
    zigzag = ZigZag({"rudder": 0.1}, TEN, first="left", start=0.015)
    start = radians(175.0)
    assert yawed(still(), zigzag, 0.0, 1.0, start, start + 0.1, start + 0.18 - 2 * pi) == [0, 0, 1, 1, -1]


def test_commands_are_steady_and_steered() -> None:
    sim = still(2)
    zigzag = ZigZag({"rudder": 0.1, "port": -5.0}, TEN, {"port": 20.0, "main": 3.0})
    sim.set_state(rpy=(0, 0, 0))
    zigzag(0.0, sim.state)
    sim.set_state(rpy=(0, 0, -0.2), rows=1)
    command = zigzag(0.0, sim.state)
    assert isinstance(command.actuators, dict)
    assert {name: values.tolist() for name, values in command.actuators.items()} == {
        "port": [25.0, 15.0],
        "main": [3.0, 3.0],
        "rudder": [-0.1, 0.1],
    }
    assert command.wrench is None


def test_rows_that_are_reset_begin_anew() -> None:
    sim, zigzag = still(2), ZigZag({"rudder": 0.1}, TEN)
    zigzag(0.0, sim.state)
    sim.set_state(rpy=(0, 0, -0.2))
    zigzag(0.0, sim.state)
    assert zigzag.sides(2).tolist() == [1, 1]
    zigzag.reset([0])
    zigzag(0.0, sim.state)
    assert zigzag.sides(2).tolist() == [-1, 1]


def test_a_vehicle_swings_to_both_sides() -> None:
    """With a rudder that turns left for a negative angle: the yaw passes 10° to either side, and not 45°."""
    sim = Simulation(auv())
    sim.set_state(position=(0, 0, -5), velocity=(1.5, 0, 0, 0, 0, 0))
    zigzag = ZigZag({"rudder": -0.2}, TEN, {"propeller": 27.0})
    yaw = sim.run(40.0, zigzag, control_period=0.1, record_period=0.1)["auv"].rpy[:, 0, 2]
    assert -radians(45) < yaw.min() < -TEN
    assert TEN < yaw.max() < radians(45)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (({"rudder": 0.1}, 10.0), {}, r"must be < π \[rad\], got 10; is it in degrees\?"),
        (({"rudder": 0.1}, -0.1), {}, r"angle of a zig-zag \[rad\] must be finite and > 0, got -0.1"),
        (({"rudder": 0.0}, 0.1), {}, "needs commands that turn the vehicle to the left, by name, got none"),
        (({"rudder": np.nan}, 0.1), {}, "the steering command of 'rudder' must be finite, got nan"),
        (({"rudder": 0.1}, 0.1, {"main": np.inf}), {}, "the steady command of 'main' must be finite, got inf"),
        (({"rudder": 0.1}, 0.1), {"first": "up"}, "first to the 'right' or to the 'left', got 'up'"),
    ],
)
def test_zigzags_that_are_none(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        ZigZag(*arguments, **options)
