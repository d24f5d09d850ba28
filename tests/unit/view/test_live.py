"""A live view without a page: time goes on, what is driven can be saved, the drawn sea is that of the simulation."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.unit.sim import rov

import seaway as sw
from seaway.errors import ModelError
from seaway.frames import rotated
from seaway.sea import Jonswap, Sea, Waves
from seaway.sim import Simulation
from seaway.view import replay, show
from seaway.view._live import Live, drift_of


@pytest.fixture
def live() -> Iterator[Live]:
    sea = Sea(waves=Waves.irregular(Jonswap(0.5, 4.0), 12, seed=2), current=(0.1, 0.0, 0.0))
    sim = Simulation(rov(), sea)
    sim.set_state(position=(0.0, 0.0, -3.0))
    made = show(sim, overlays=("path",), port=18500)
    yield made
    made.close()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60.0
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_it_runs_and_is_kept(live: Live, tmp_path: Path) -> None:
    until(lambda: live.simulation.time > 0.3)
    live.do(live.toggle)
    until(lambda: not live.running)
    with live.held() as sim:
        stopped, depth = sim.time, float(sim.state.position[0, 0, 2])
        sim.set_state(position=(5.0, 0.0, -4.0))
    assert live.instants[0].position.tolist() == [5.0, 0.0, -4.0]
    assert live.simulation.time == stopped
    live.step()
    assert live.simulation.time > stopped
    folder = live.save(tmp_path / "driven")
    with sw.open_run(folder.path) as dataset:
        assert np.all(np.diff(dataset["time"].values) > 0.0)
        assert float(dataset["position"].values[-2, 0, 0, 2]) == pytest.approx(depth)
    assert replay(folder.path, overlays=()).page.count("<title>driven</title>") == 1
    live.reset()
    assert live.simulation.time == 0.0
    assert live.instants[0].position.tolist() == [0.0, 0.0, -3.0]
    with pytest.raises(ModelError, match="nothing was driven yet"):
        live.save(tmp_path / "nothing")


def test_the_drawn_sea_is_the_one_that_pushes(live: Live) -> None:
    """After a change of waves and current on the way, the height at the vehicle is what the simulation has there."""
    live.do(live.toggle)
    until(lambda: not live.running)
    live.set_waves(0.8, 3.0, 1.0)
    live.step()
    live.set_current(0.6, 2.0)
    live.step()
    assert np.any(drift_of(live.simulation))
    assert live.sea.waves is not None
    assert live.sea.waves.components.significant_height == pytest.approx(0.8, rel=1e-3)
    surface, now = live.stage.surface, live.instants[0]
    assert surface is not None
    p = now.position + rotated(now.orientation, np.array([0.0, 0.01, 0.06]))  # the centre of its buoyancy
    recorded = live._chunks[-1].variables["surface_elevation"][-1, 0, 0]
    assert surface.elevation(p[:1], p[1:2], live.simulation.time) == pytest.approx(recorded, abs=1e-9)


def test_a_speed_must_be_positive() -> None:
    with pytest.raises(ModelError, match="speed must be > 0, got 0"):
        show(Simulation(rov()), speed=0.0)
