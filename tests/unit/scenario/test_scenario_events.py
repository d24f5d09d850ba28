"""Events of a scenario: what happens, when, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.unit.scenario.scenario_files import loaded, refused

from seaway import report, scenario
from seaway.report._charts import Lines
from seaway.report._motion import attitude_chart
from seaway.report._samples import Samples
from seaway.report._time_panels import with_events

ROV = """
[simulation]
duration = 6.0
[vehicle]
library = "bluerov2_heavy"
position = [0, 0, -5]
[control.autopilot]
depth = 5.0
yaw = 0.0
[record]
period = 0.1
"""


def test_a_set_point_changes(tmp_path: Path) -> None:
    text = f'{ROV}\n[[event]]\nat = 2.05\nset = {{ "control.autopilot.depth" = 5.5 }}\n'
    result = scenario.run(loaded(tmp_path, text), tmp_path / "run")
    with scenario.open_run(tmp_path / "run") as dataset:
        signals = [str(name) for name in dataset["signal"].values]
        wanted = dataset["control"].values[:, 0, signals.index("set_point.depth")]
        time = dataset["time"].values
        np.testing.assert_allclose(np.diff(time), 0.1)  # an event adds no sample
        np.testing.assert_array_equal(wanted, np.where(time <= 2.05, 5.0, 5.5))
        assert json.loads(dataset.attrs["events"]) == [{"time": 2.05, "name": "control.autopilot.depth = 5.5"}]
        samples = Samples.of(dataset)
        chart = with_events(attitude_chart(samples, 0, every=True), samples)
    lines = [each for each in chart.panels[0].drawn if isinstance(each, Lines)]
    assert [line.at.tolist() for line in lines] == [[2.05]]
    assert "at 2.05 s control.autopilot.depth = 5.5" in chart.caption
    assert result.folder.read_manifest()["events"] == [{"time": 2.05, "name": "control.autopilot.depth = 5.5"}]
    report.write_report(result.folder)
    assert "Dotted lines are events" in result.folder.report.read_text()


def test_an_actuator_fails_sticks_and_works_again(tmp_path: Path) -> None:
    text = ROV.replace(
        "[control.autopilot]\ndepth = 5.0\nyaw = 0.0", "[control]\nactuators = { thruster1 = 10, thruster2 = 10 }"
    )
    events = (
        '[[event]]\nat = 1.0\nfail = "thruster1"\n[[event]]\nat = 2.0\nstick = "thruster2"\nstick_at = 5.0\n'
        '[[event]]\nat = 3.0\nrepair = "thruster1"\n[[event]]\nat = 1.5\nset = { sea.current.velocity = [0.1, 0, 0] }\n'
    )
    made = loaded(tmp_path, text + events)
    assert [event.name for event in made.events] == [
        "thruster1 fails", "sea.current.velocity = [0.1, 0, 0]", "thruster2 sticks at 5",
        "thruster1 works again",
    ]  # fmt: skip
    sim = made.simulation()
    happens = [(event.time, event) for event in made.events]
    run = sim.run(4.0, made.controller(), record=("state", "actuators"), record_period=0.5, events=happens)
    first, second = (run.actuators[f"thruster{k}"].command[:, 0].tolist() for k in (1, 2))
    assert first == [10, 10, 0, 0, 0, 0, 10, 10, 10]
    assert second == [10, 10, 10, 10, 5, 5, 5, 5, 5]


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ('at = 1\nfail = "thruster_9"',
         "event: vehicle 'bluerov2_heavy' has no actuator 'thruster_9' to fail; did you mean 'thruster8'?"),
        ('at = 8\nfail = "thruster1"', "event.at must be within the run, from 0 to 6 s, got 8"),
        ("at = 1", "event: no action; give one of fail, stick, repair, release or set"),
        ('at = 1\nset = { "sea.curent.velocity" = [1, 0, 0] }',
         "event.set.sea.curent.velocity: no parameter named 'sea.curent.velocity': 'curent' is not a key here"),
        ('at = 1\nset = { "vehicle.inertia.mass" = -1 }', "inertia.mass: run 0: mass must be > 0 [kg], got -1"),
        ('at = 1\nset = { "control.autopilot.speed" = 1 }',
         "'control.autopilot.speed' is not a set point of the autopilot; set points are: depth, yaw"),
        ('at = 1\nrelease = "ballast"',
         "event: no wrench named 'ballast' on this vehicle; there are: none"),
        ("at = 1\nstick_at = 2", "event"),
    ],
)  # fmt: skip
def test_problems(event: str, message: str, tmp_path: Path) -> None:
    found = refused(tmp_path, f"{ROV}\n[[event]]\n{event}\n")
    assert message in found[0]
    assert found[0].startswith("x.toml:1")
