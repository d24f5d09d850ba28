"""Actuators that fail or are stuck, and parameters of control loops that are set while they run."""

import numpy as np
import pytest

from seaway import library
from seaway.control import Autopilot, Waypoints
from seaway.errors import ModelError
from seaway.sim import Command, Simulation

ROV = library.entry("bluerov2_heavy")


def commands(sim: Simulation, asked: float) -> list[float]:
    """Commands of a thruster in all rows, of which the same is asked."""
    command = Command(actuators={"thruster1": asked})
    return (
        sim.run(sim.time_step, lambda t, state: command, record="actuators").actuators["thruster1"].command[-1].tolist()
    )


def test_many_rows() -> None:
    sim = Simulation(ROV.vehicle, ROV.sea, batch=64)
    sim.stick("thruster1", np.arange(1.0, 33.0), rows=np.arange(32))
    assert commands(sim, 40.0) == [*range(1, 33), *[40] * 32]


def test_each_row_has_its_own_faults() -> None:
    sim = Simulation(ROV.vehicle, ROV.sea, batch=3)
    sim.fail("thruster1", rows=[0])
    sim.stick("thruster1", 7.0, rows=[1])
    assert commands(sim, 20.0) == [0.0, 7.0, 20.0]
    assert sim.forces()["thrusters"][0].tolist() == [[0.0] * 6]
    sim.stick("thruster1", rows=[2])  # at its present command
    assert commands(sim, 1.0) == [0.0, 7.0, 20.0]
    sim.repair("thruster1", rows=[1, 2])
    assert commands(sim, 3.0) == [0.0, 3.0, 3.0]
    with pytest.raises(ModelError, match="no actuator named 'thruster9'; did you mean"):
        sim.fail("thruster9")
    with pytest.raises(ModelError, match="the command at which 'thruster1' sticks must be finite, got nan"):
        sim.stick("thruster1", np.nan)


def test_set_points_are_set_by_their_keys() -> None:
    sim = Simulation(ROV.vehicle, ROV.sea, batch=2)
    sim.set_state(position=(0, 0, -5))
    with pytest.raises(ModelError, match="no compiled controller is attached"):
        sim.set("control.autopilot.depth", 6.0)
    sim.attach(Autopilot(depth=5.0, yaw=0.0))
    sim.set("control.autopilot.depth", 5.5, rows=[1])
    sim.set("control.autopilot.yaw_deg", [10.0, 20.0])
    run = sim.run(8.0, record=("state", "control"), record_period=1.0)
    np.testing.assert_array_equal(run.control["set_point.depth"].values[-1], [5.0, 5.5])
    np.testing.assert_allclose(np.degrees(run.control["set_point.yaw"].values[-1]), [10.0, 20.0])
    np.testing.assert_allclose(run.position[-1, :, 0, 2], [-5.0, -5.5], atol=0.05)
    with pytest.raises(ModelError, match=r"'control.autopilot.speed' is not controlled; set points are: depth, yaw"):
        sim.set("control.autopilot.speed", 1.0)
    with pytest.raises(ModelError, match=r"no parameter named 'control.autopilt.depth'.*did you mean 'autopilot'"):
        sim.set("control.autopilt.depth", 1.0)
    with pytest.raises(ModelError, match=r"'control.autopilot.depth' must be finite, got inf"):
        sim.set("control.autopilot.depth", np.inf)


def test_guidance_keeps_its_set_points() -> None:
    sim = Simulation(ROV.vehicle, ROV.sea)
    sim.attach(Autopilot(guidance=Waypoints([[0, 0], [9, 0]], speed=0.3), depth=5.0))
    with pytest.raises(ModelError, match=r"'control.autopilot.yaw': guidance computes this set point"):
        sim.set("control.autopilot.yaw", 1.0)
    sim.set("control.waypoints.look_ahead", 3.0)
    with pytest.raises(ModelError, match="'look_ahed' is not a key here; did you mean 'look_ahead'"):
        sim.set("control.waypoints.look_ahed", 3.0)


def test_events_must_be_within_the_run() -> None:
    sim = Simulation(ROV.vehicle, ROV.sea)
    with pytest.raises(ModelError, match="an event must lie within the run, from 0 to 1 s, got 2 s"):
        sim.run(1.0, events=[(2.0, lambda sim: None)])
