"""Guidance in a scenario: a table is the constructor call, and which one follows from its keys."""

from pathlib import Path
from typing import Any, cast

import pytest
from tests.unit.scenario.scenario_files import loaded, refused

from seaway.control import Autopilot, Combined, Guidance, StationKeeping, WaveFilter, Waypoints
from seaway.control._pilot import Pilot
from seaway.scenario import schema

ROV = """
[vehicle]
library = "bluerov2_heavy"
position = [0, 0, -5]
"""
ROUTE = "\n[guidance]\nwaypoints = [[0, 0, -5], [20, 0, -5]]\nspeed = 0.5\n"


def settings_of(controller: Any) -> list[Autopilot]:
    several = controller.controllers if isinstance(controller, Combined) else (controller,)
    return [cast("Pilot", each).settings for each in several]


@pytest.mark.parametrize(
    ("table", "kind", "driven"),
    [
        ("waypoints = [[0, 0], [20, 0]]\nspeed = 0.5", "Waypoints", ("yaw", "speed")),
        ("path = { lawnmower = { start = [0, 0], length = 50, spacing = 20, legs = 3 } }\nspeed = 0.5",
         "PathFollowing", ("yaw", "speed")),
        ("station = [3, 4]\nyaw_deg = 90\ndepth = 5", "StationKeeping", ("x", "y", "yaw", "depth")),
        ("dock = [50, 0]\nyaw_deg = 0\nstandoff = 10\nspeed = 0.5", "Docking", ("yaw", "speed")),
        ("profile = [[0, 5], [60, 10]]", "DepthProfile", ("depth",)),
    ],
)  # fmt: skip
def test_the_keys_tell_the_kind(table: str, kind: str, driven: tuple[str, ...], tmp_path: Path) -> None:
    (settings,) = settings_of(loaded(tmp_path, f"{ROV}\n[guidance]\n{table}\n").controller())
    (guidance,) = settings.guidance
    assert (type(guidance).__name__, guidance.drives) == (kind, driven)


def test_guidance_goes_to_the_autopilot_of_the_scenario(tmp_path: Path) -> None:
    text = f"{ROV}{ROUTE}[control.autopilot]\nroll = 0.0\nwave_filter = {{ frequency = 0.8, cascaded = true }}\n"
    scenario = loaded(tmp_path, text, "guidance.speed=0.3")
    (settings,) = settings_of(scenario.controller())
    assert settings.guidance == (Waypoints([[0, 0, -5], [20, 0, -5]], speed=0.3),)
    assert (settings.roll, settings.wave_filter) == (0.0, WaveFilter(0.8, cascaded=True))
    assert not scenario.held


def test_each_vehicle_has_its_own_guidance(tmp_path: Path) -> None:
    vehicles = "".join(f'\n[[vehicle]]\nname = "{name}"\nlibrary = "bluerov2_heavy"\n' for name in ("one", "two"))
    tables = (
        '[[guidance]]\nvehicle = "two"\nstation = [1, 2]\n[[guidance]]\nvehicle = "one"\nprofile = [[0, 2]]\n'
        '[[guidance]]\nvehicle = "one"\nstation = [5, 6]\nyaw = 0\n[[control]]\nvehicle = "one"\nautopilot.roll = 0.0\n'
    )
    found = {pilot.roll: pilot.guidance for pilot in settings_of(loaded(tmp_path, vehicles + tables).controller())}
    assert found[None] == (StationKeeping((1, 2)),)
    assert [type(each).__name__ for each in found[0.0]] == ["DepthProfile", "StationKeeping"]
    assert refused(tmp_path, vehicles + "[guidance]\nstation = [1, 2]\n") == [
        "x.toml:9: guidance.vehicle is missing: say which one it controls, of one, two"
    ]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("speed = 1.0", "x.toml:6: guidance must have one of waypoints, path, station, dock and profile, got none"),
        ("station = [0, 0]\ndock = [1, 1]",
         "x.toml:6: guidance must have one of waypoints, path, station, dock and profile, got station and dock"),
        ("waypoints = [[0, 0], [0, 0]]",
         ("x.toml:7: guidance.waypoints must differ in x or y from one to the next, got the same for [0] and [1]; "
          "remove one of them")),
        ("waypoints = [[0, 0], [9, 0]]\nspeed = -1.0", "x.toml:8: guidance.speed must be > 0 [m/s], got -1"),
        ("waypoints = [[0, 0], [9, 0]]\nacceptance_radus = 1.0",
         "x.toml:8: guidance.acceptance_radus is not a key here; did you mean acceptance_radius?"),
        ("station = [0, 0]\nlook_ahead = 2.0", "x.toml:8: guidance.look_ahead is not a key here; there are: station"),
        ("path = { circle = { center = [0, 0], radius = 8 } }\nturning_radius = 15",
         "x.toml:7: guidance.path: the path has an arc of 8 m radius"),
        ('station = [0, 0]\nvehicle = "rob"', "x.toml:6: guidance: there is no vehicle 'rob' to control; there are:"),
    ],
)  # fmt: skip
def test_problems_have_line_key_rule_and_value(table: str, message: str, tmp_path: Path) -> None:
    (found,) = refused(tmp_path, f"{ROV}\n[guidance]\n{table}\n")
    assert found.startswith(message)


def test_two_that_give_the_same_set_point_are_refused(tmp_path: Path) -> None:
    two = "[[guidance]]\nprofile = [[0, 2]]\n[[guidance]]\nstation = [0, 0]\ndepth = 3\n"
    assert refused(tmp_path, ROV + two) == [
        "x.toml:7: guidance[1]: gives the depth, which guidance[0] gives too; give one of them"
    ]
    held = f"{ROV}{ROUTE}[control.autopilot]\nx = 3.0\n"
    assert "cannot hold both speed and x; give one of them" in refused(tmp_path, held)[0]


def test_the_schema_has_every_kind() -> None:
    found = schema()
    kinds = found["properties"]["guidance"]["anyOf"][0]["anyOf"]
    assert [each["$ref"].split("/")[-1] for each in kinds] == [
        "Waypoints", "PathFollowing", "StationKeeping", "Docking", "DepthProfile"
    ]  # fmt: skip
    for kind in Guidance.__subclasses__():
        assert "vehicle" in found["$defs"][kind.__name__]["properties"]


def test_a_route_is_sailed_and_recorded(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, f"{ROV}{ROUTE}")
    recording = scenario.simulation().run(20.0, scenario.controller(), record=("state", "control"), record_period=0.1)
    assert recording.position[-1, 0, 0, 0] > 5.0
    assert abs(recording.control["waypoints.cross_track"].values[-1, 0]) < 0.1
    assert recording.control["set_point.speed"].values[-1, 0] == pytest.approx(0.5)
