import numpy as np
import pytest
from tests.unit.view import barge

from seaway import library
from seaway.errors import ModelError
from seaway.sim import Simulation
from seaway.view._drive import KEYS, holding, nudged


def test_nudges_are_in_body_axes() -> None:
    """Heading north, ahead is y and to the left is -x."""
    here = {"x": 1.0, "y": 2.0, "depth": 3.0, "yaw": np.pi / 2}
    assert nudged(KEYS["I"], here, barge(), 0.5) == pytest.approx({"x": 1.0, "y": 2.5})
    assert nudged(KEYS["U"], here, barge(), 0.5) == pytest.approx({"x": 0.5, "y": 2.0})
    assert nudged(KEYS["Y"], here, barge(), 0.5) == pytest.approx({"depth": 2.5})
    assert nudged(KEYS["L"], here, barge(), 0.5) == pytest.approx({"yaw": np.pi / 2 - np.pi / 18})


def test_a_boat_goes_ahead_by_its_speed() -> None:
    assert nudged(KEYS["I"], {"speed": 1.0, "yaw": 0.0}, barge(), 0.5) == pytest.approx({"speed": 1.2})
    with pytest.raises(ModelError, match="autopilot of 'barge' holds speed, yaw: it cannot go up"):
        nudged(KEYS["Y"], {"speed": 1.0, "yaw": 0.0}, barge(), 0.5)


@pytest.mark.parametrize(
    ("name", "held"),
    [("bluerov2", {"x", "y", "depth", "yaw"}), ("wamv", {"speed", "yaw"}), ("remus100", {"speed", "depth", "yaw"})],
)
def test_a_vehicle_is_held_by_what_its_actuators_can(name: str, held: set[str]) -> None:
    sim = Simulation(library.entry(name).vehicle)
    sim.set_state(position=(1.0, 2.0, -3.0), rpy=(0.0, 0.0, 0.5))
    settings = holding(sim).settings
    values = {axis: getattr(settings, axis) for axis in ("x", "y", "z", "depth", "yaw", "speed")}
    assert {axis for axis, value in values.items() if value is not None} == held
    assert values["yaw"] == pytest.approx(0.5)
