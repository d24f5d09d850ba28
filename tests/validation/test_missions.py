"""The mission of every library vehicle: it loads, and it is flown well.

Bounds are of engineering, not of rounding: corners of a route are cut by about the acceptance radius, and on an arc the
vehicle is off by the lag of its heading.
"""

from typing import Any

import numpy as np
import pytest

from seaway import library
from seaway.scenario import load_scenario

# Root mean square of the cross-track error [m]; largest roll and pitch [deg].
ROV, TORPEDO, BOAT = (0.7, 10.0), (3.5, 12.0), (2.5, 8.0)
BOUNDS = {
    **dict.fromkeys(("lauv", "lrauv", "nps_auv2", "remus100", "remus100_fossen"), TORPEDO),
    **dict.fromkeys(("otter", "wamv", "wamv_waves"), BOAT),
}


@pytest.mark.parametrize("name", library.names())
def test_the_mission_is_flown(name: str) -> None:
    scenario = load_scenario(name)
    assert scenario.title == library.entry(name).mission["title"]
    run = scenario.simulation().run(
        scenario.duration, scenario.controller(), record=("state", "control"), record_period=0.2
    )
    (motion,), control = (run[vehicle] for vehicle in run.names), {k: s.values[:, 0] for k, s in run.control.items()}
    largest_error, largest_angle = BOUNDS.get(name, ROV)

    def state(ending: str) -> Any:
        return next(values for key, values in control.items() if key.endswith(f".{ending}"))

    assert np.sqrt(np.mean(state("cross_track") ** 2)) < largest_error
    assert np.degrees(np.abs(motion.rpy[:, 0, :2])).max() < largest_angle
    assert state("finished")[-1] == 1.0
    later = run.time > 0.25 * scenario.duration
    if "set_point.depth" in control:
        assert np.abs(motion.position[later, 0, 2] + control["set_point.depth"][later]).max() < 0.6
    assert np.abs(np.mean(motion.velocity[later, 0, 0] - control["set_point.speed"][later])) < 0.05


def test_idle_vehicles_have_no_mission() -> None:
    scenario = load_scenario("bluerov2_heavy", idle=True)
    assert scenario.controller() is None
    assert scenario.title == "bluerov2_heavy"
