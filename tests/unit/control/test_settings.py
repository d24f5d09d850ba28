"""Controls as a scenario describes them: values over times, names of actuators, and where problems are."""

import pickle
from math import radians
from typing import Any

import pytest
from tests.unit.control import auv, ball

from seaway.control import Autopilot, CommandTable, ControlSettings, Pid, TimeTable, ZigZag
from seaway.control._pilot import Pilot
from seaway.parts import PartError, fields_of, read, table_schema

WRENCH = [1.0, 0, 0, 0, 0, 0]


def made(**table: Any) -> ControlSettings:
    found, problems = read(ControlSettings, table)
    assert found is not None, problems
    return found


def test_a_table_is_the_constructor() -> None:
    table = made(
        times=[0, 10],
        interpolation="step",
        actuators={"propeller": [1, 2]},
        fin_angles_deg={"rudder": 10, "elevator": [0, 5]},
        autopilot={"depth": [5, 6], "yaw_deg": 90, "gains": {"depth": {"proportional": 3}}},
        zigzag={"angle_deg": 10, "steer_deg": {"rudder": -10}, "steer": {"propeller": 1}},
    )
    assert table == ControlSettings(
        times=[0, 10],
        interpolation="step",
        actuators={"propeller": [1, 2]},
        fin_angles={"rudder": radians(10), "elevator": [0, radians(5)]},
        autopilot=Autopilot(depth=[5, 6], yaw=radians(90), gains={"depth": Pid(3.0)}),
        zigzag=ZigZag(radians(10), {"propeller": 1.0}, steer_angles={"rudder": radians(-10)}),
    )


def test_lists_are_values_over_times() -> None:
    settings = made(
        times=[0, 10], actuators={"propeller": [0, 20]}, wrench=[[0] * 6, WRENCH], fin_angles={"rudder": 0.1}
    )
    (controller,) = settings.controllers(auv())
    table = CommandTable(
        TimeTable([0, 10], [[0] * 6, WRENCH]),
        {"propeller": TimeTable([0, 10], [0, 20]), "rudder": 0.1},
        vehicle="auv",
    )
    assert controller == table


def test_set_points_over_times() -> None:
    (pilot,) = made(times=[0, 10], autopilot={"z": [0, 5]}).controllers(ball())
    assert isinstance(pilot, Pilot)
    assert pilot.settings == Autopilot(z=TimeTable([0, 10], [0.0, 5.0]))
    assert pilot.vehicle == ball()


def test_what_never_changes() -> None:
    assert made(wrench=WRENCH).constant
    assert made(actuators={"port": 3}, axes="world").constant
    assert not made(wrench=WRENCH, axes="world").constant
    assert not made(times=[0, 1], actuators={"port": [0, 3]}).constant
    assert not made(autopilot={"speed": 1}).constant


@pytest.mark.parametrize(
    ("table", "key", "message"),
    [
        (
            {"axes": "body"},
            (),
            "commands nothing; give a wrench, actuators, fin_angles, an autopilot, a zigzag or a controller",
        ),
        ({"actuators": {"a": [1, 2]}}, ("actuators",), "times is missing: the list of a needs the times at which its"),
        ({"times": [0, 1, 2], "autopilot": {"z": [1, 2]}}, ("autopilot",), "3 times need as many values of z, got 2"),
        ({"times": [1, 0], "wrench": WRENCH}, ("times",), "must ascend, got [1.0, 0.0]"),
        (
            {"actuators": {"a": 1}, "fin_angles_deg": {"a": 2}},
            ("fin_angles_deg",),
            "'a' is commanded both in actuators and in fin_angles; give one of them",
        ),
        ({"actuators": {"a": "1"}}, ("actuators", "a"), "must be a number, or a list of them, got '1'; write 1"),
        ({"fin_angles_deg": {"a": [[1]]}}, ("fin_angles_deg", "a"), "must be a number, or a list of them [deg], got"),
        ({"autopilot": {"heading": 3}}, ("autopilot", "heading"), "is not a key here; did you mean yaw_deg?"),
        (
            {"autopilot": {"z": 1, "depth": 1}},
            ("autopilot", "depth"),
            "cannot hold both z and depth; give one of them",
        ),
        ({"zigzag": {"angle_deg": 10}}, ("zigzag",), "needs commands that turn the vehicle to the left, by name"),
        (
            {"autopilot": {"z": 1, "gains": {"heave": {"proportional": 1}}}},
            ("autopilot", "gains", "heave"),
            "is not a name here; there are: x, y, z, depth",
        ),
        ({"zigzag": {"angle_deg": 200}}, ("zigzag", "angle_deg"), "must be > 0 and < 180 [deg]"),
    ],
)
def test_tables_that_are_none(table: dict[str, Any], key: tuple[Any, ...], message: str) -> None:
    found, (problem,) = read(ControlSettings, table)
    assert found is None
    assert problem.key == key
    assert message in problem.reason


@pytest.mark.parametrize(
    ("table", "key", "message"),
    [
        (
            {"actuators": {"rudde": 3}},
            ("actuators", "rudde"),
            "has no thruster or fin of that name; did you mean",
        ),
        ({"fin_angles_deg": {"x": 3}}, ("fin_angles_deg", "x"), "has no fin of that name; there are: rudder, elevator"),
        (
            {"zigzag": {"angle_deg": 10, "steer": {"x": 3}}},
            ("zigzag", "steer", "x"),
            "has no thruster or fin of that name",
        ),
        ({"zigzag": {"angle_deg": 10, "steer_deg": {"x": 3}}}, ("zigzag", "steer_deg", "x"), "has no fin of that name"),
        ({"autopilot": {"natural_frequency": 6}}, ("autopilot",), "has no set point; give one"),
        (
            {"autopilot": {"speed": 1, "gains": {"yaw": {"proportional": 1}}}},
            ("autopilot", "gains", "yaw"),
            "the autopilot of vehicle 'auv' has no such loop; there are: speed",
        ),
    ],
)
def test_what_a_vehicle_does_not_have(table: dict[str, Any], key: tuple[Any, ...], message: str) -> None:
    with pytest.raises(PartError) as raised:
        made(**table).controllers(auv())
    (problem,) = raised.value.problems
    assert problem.key == key
    assert message in problem.reason


def test_descriptions_are_values() -> None:
    """Equal, hashable and picklable, with what they hold by name and over time."""
    for one in (
        ControlSettings(times=[0, 1], actuators={"a": [1.0, 2.0]}, autopilot=Autopilot(z=1.0, gains={"z": Pid(1.0)})),
        CommandTable(TimeTable([0, 1], [[0] * 6, WRENCH]), {"a": 3.0}),
    ):
        other = pickle.loads(pickle.dumps(one))  # noqa: S301 - of our own making
        assert other == one
        assert hash(other) == hash(one)
        assert one != one.replace(actuators={"a": 4.0})
    assert repr(Pid(5.0, derivative=3.0)) == "Pid(5, derivative=3)"


def test_the_schema_has_every_key() -> None:
    found = table_schema(ControlSettings)
    assert {"times", "wrench", "fin_angles_deg", "autopilot", "zigzag"} <= found["properties"].keys()
    assert {"yaw_deg", "depth", "gains", "largest_pitch_deg"} <= found["$defs"]["Autopilot"]["properties"].keys()
    assert {"angle_deg", "steer", "steer_deg"} <= found["$defs"]["ZigZag"]["properties"].keys()
    assert found["$defs"]["Autopilot"]["properties"]["gains"]["properties"]["yaw"] == {"$ref": "#/$defs/Pid"}


@pytest.mark.parametrize("cls", [ControlSettings, Autopilot, ZigZag, Pid, CommandTable, TimeTable])
def test_every_field_is_documented(cls: type[Any]) -> None:
    assert [name for name, field in fields_of(cls).items() if not field.doc] == []
