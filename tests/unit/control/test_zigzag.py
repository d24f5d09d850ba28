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
    """The side of row 0 after each of its yaws; the other rows stay."""
    found: list[float] = []
    for yaw in yaws:
        sim.set_state(rpy=(0, 0, yaw), velocity=np.zeros(6), rows=0)
        found.append(float(sim.run(0.01, zigzag, record="control").control["zigzag.side"].values[0, 0]))
    return found


def still(batch: int = 1) -> Simulation:
    """A body with fins, which do nothing at rest."""
    fins = [FinDerivatives(name, (0, 0, 0, 0, 0, 1), limit=99.0) for name in ("rudder", "port", "main")]
    return Simulation(ball(fins=fins), SPACE, batch=batch)


def test_it_goes_over_at_the_angle_to_either_side() -> None:
    """To the right first: over when the yaw is 10° less than at the start, and back when it is 10° more."""
    zigzag = ZigZag(TEN, {"rudder": 0.1})
    sides = yawed(still(), zigzag, 0.0, -0.1, -0.18, -0.3, 0.0, 0.17, 0.18, 0.4, -0.1, -0.18)
    assert sides == [-1, -1, 1, 1, 1, 1, -1, -1, -1, 1]


def test_the_start_may_be_any_yaw_and_any_time() -> None:
    """From 175° over the cut at 180°; nothing before 0.015 s, the third call."""
    zigzag = ZigZag(TEN, {"rudder": 0.1}, first="left", start=0.015)
    start = radians(175.0)
    assert yawed(still(), zigzag, 0.0, 1.0, start, start + 0.1, start + 0.18 - 2 * pi) == [0, 0, 1, 1, -1]


def test_commands_are_steady_and_steered() -> None:
    """Row 1 has passed 10° to the right. Before the start the steady commands stand alone."""
    steer, steady = {"rudder": 0.1, "port": -5.0}, {"port": 20.0, "main": 3.0}
    sim, zigzag = still(2), ZigZag(TEN, steer, steady=steady)
    sim.run(0.01, zigzag)
    sim.set_state(rpy=(0, 0, -0.2), rows=1)
    found = sim.run(0.01, zigzag, record=("actuators", "forces"))
    assert {name: each.command[0].tolist() for name, each in found.actuators.items()} == {
        "rudder": [-0.1, 0.1],
        "port": [25.0, 15.0],
        "main": [3.0, 3.0],
    }
    assert not found.variables["command"].any()
    later = still().run(0.01, ZigZag(TEN, steer, steady=steady, start=9.0), record="actuators")
    assert [later.actuators[name].command[0, 0] for name in ("rudder", "port", "main")] == [0.0, 20.0, 3.0]


def test_rows_that_are_reset_begin_anew() -> None:
    sim, zigzag = still(2), ZigZag(TEN, {"rudder": 0.1})
    sim.run(0.01, zigzag)
    sim.set_state(rpy=(0, 0, -0.2))
    sides = sim.run(0.01, zigzag, record="control").control["zigzag.side"].values
    assert sides[0].tolist() == [1, 1]
    sim.reset(rows=[0])
    sim.set_state(rpy=(0, 0, 1.0), rows=0)
    again = sim.run(0.01, zigzag, record="control").control
    assert again["zigzag.side"].values[0].tolist() == [-1, 1]
    np.testing.assert_allclose(again["zigzag.yaw"].values[0], [1.0, 0.0], atol=1e-15)


def test_one_of_several_vehicles_is_named() -> None:
    vehicles = [ball(name, fins=FinDerivatives("rudder", (0, 0, 0, 0, 0, 1))) for name in ("a", "b")]
    sim = Simulation(vehicles, SPACE)
    zigzag = ZigZag(TEN, {"rudder": 0.1})
    found = sim.run(0.01, zigzag.controller(vehicles[1]), record="actuators").actuators
    assert [found[name].command[0, 0] for name in ("a.rudder", "b.rudder")] == [0.0, -0.1]
    with pytest.raises(ModelError, match="a controller must name its vehicle if there are several; there are: a, b"):
        sim.run(0.01, zigzag)
    with pytest.raises(ModelError, match="no actuator named 'ruder'; there are: rudder"):
        sim.run(0.01, ZigZag(TEN, {"ruder": 0.1}).controller(vehicles[0]))


def test_a_vehicle_swings_to_both_sides() -> None:
    """With a rudder that turns left for a negative angle: the yaw passes 10° to either side, and not 45°."""
    sim = Simulation(auv())
    sim.set_state(position=(0, 0, -5), velocity=(1.5, 0, 0, 0, 0, 0))
    zigzag = ZigZag(TEN, {"rudder": -0.2}, steady={"propeller": 27.0})
    yaw = sim.run(40.0, zigzag, control_period=0.1, record_period=0.1)["auv"].rpy[:, 0, 2]
    assert -radians(45) < yaw.min() < -TEN
    assert TEN < yaw.max() < radians(45)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"angle": 10.0}, r"must be > 0 and < 3.14159 \[rad\] \(less than half a turn\), got 10"),
        ({"angle": -0.1}, r"the angle of a zig-zag must be > 0 and < 3.14159 \[rad\] .*, got -0.1"),
        ({"steer": {"rudder": 0.0}}, "needs commands that turn the vehicle to the left, by name, got none"),
        ({"steer": {"rudder": np.nan}}, "'rudder' of the steer must be finite, got nan"),
        ({"steady": {"main": np.inf}}, "'main' of the steady must be finite, got inf"),
        ({"first": "up"}, "the first of a zig-zag must be one of right, left, got 'up'"),
        (
            {"steer_angles": {"rudder": 0.1}},
            "'rudder' is commanded both in steer and in steer_angles; give one of them",
        ),
    ],
)
def test_zigzags_that_are_none(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        ZigZag(**{"angle": 0.1, "steer": {"rudder": 0.1}, **options})
