"""Set points in the charts of a run, and the cross-track error in its summary."""

import numpy as np
import pytest

from seaway import library
from seaway.control import Autopilot, Waypoints
from seaway.report._charts import Chart, Curve, Panel
from seaway.report._map import track_chart
from seaway.report._motion import attitude_chart, velocity_chart
from seaway.report._records import set_point_of
from seaway.report._samples import Samples
from seaway.scenario._summary import summary_of
from seaway.sim import Recording, Simulation

RECORD = ("state", "acceleration", "energy", "water", "control")


@pytest.fixture(scope="module")
def recording() -> Recording:
    rov = library.entry("bluerov2_heavy")
    sim = Simulation(rov.vehicle, rov.sea)
    sim.set_state(position=(0, 0, -2))
    guidance = Waypoints([[0, 0, -4], [2, 0, -4], [2, 9, -4]], speed=0.3, acceptance_radius=0.5)
    return sim.run(12.0, Autopilot(guidance=guidance), record=RECORD, record_period=0.1)


def dashed(panel: Panel) -> np.ndarray | None:
    return next((each.y for each in panel.drawn if isinstance(each, Curve) and "dashed" in each.style), None)


def test_depth_heading_and_speed_have_their_set_points(recording: Recording) -> None:
    dataset = Samples.of(recording.to_xarray())
    track, attitude, velocity = (
        track_chart(dataset, ["bluerov2_heavy"]),
        attitude_chart(dataset, 0, every=True),
        velocity_chart(dataset, 0),
    )
    np.testing.assert_array_equal(dashed(track.panels[1]), np.full(len(recording.time), -4.0))
    assert track.panels[1].y.low < -4.0
    assert dashed(attitude.panels[0]) is None
    yaw = dashed(attitude.panels[2])
    assert yaw is not None
    np.testing.assert_allclose(yaw, np.degrees(recording.control["set_point.yaw"].values[:, 0]))
    np.testing.assert_array_equal(dashed(velocity.panels[0]), recording.control["set_point.speed"].values[:, 0])
    assert all(any(key.label.startswith("set point") for key in chart.keys) for chart in (track, attitude, velocity))


def test_without_control_there_are_none() -> None:
    rov = library.entry("bluerov2_heavy")
    sim = Simulation(rov.vehicle, rov.sea)
    dataset = sim.run(0.1, record=("state", "control")).to_xarray()
    dataset = Samples.of(dataset)
    chart: Chart = attitude_chart(dataset, 0, every=True)
    assert set_point_of(dataset, "yaw", 0) is None
    assert [dashed(panel) for panel in chart.panels] == [None] * 3
    assert not chart.keys


def test_the_summary_has_the_cross_track_error(recording: Recording) -> None:
    off = recording.control["waypoints.cross_track"].values[:, 0]
    (summary,) = summary_of(recording.to_xarray())
    assert summary.largest_cross_track == pytest.approx(np.max(np.abs(off)))
    assert summary.rms_cross_track == pytest.approx(np.sqrt(np.mean(off**2)))
    assert summary.lines()[-1].label == "cross-track error, rms, largest"
    assert "rms_cross_track" in summary.as_dict()
