"""Guidance as parts: what is refused, tables of files, values for each run."""

import math
from typing import Any

import numpy as np
import pytest
from tests.refused import refused

from seaway.control import DepthProfile, Docking, Guidance, Path, PathFollowing, StationKeeping, Waypoints
from seaway.parts import read, row, rows_of

PARTS = (
    Waypoints([[0, 0, -1], [50, 0, -2]], speed=1.0),
    PathFollowing(Path.circle((0, 0), 20.0), speed=1.0, depths=[[0, 1], [50, 2]]),
    DepthProfile([[0, 1], [10, 2]]),
    StationKeeping((1, 2)),
    Docking((1, 2), yaw=0.3, standoff=5.0, speed=1.0),
)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_parameters_are_those_that_are_declared(part: Guidance) -> None:
    values = part.parameters()
    assert list(values) == [name for name, _ in part.floats] + list(part.choices)
    for name, shape in part.floats:
        array = np.asarray(values[name], dtype=float)
        assert array.ndim == len(shape), name
    assert set(part.drives) <= {"x", "y", "z", "depth", "roll", "pitch", "yaw", "speed", "ground_speed"}
    assert part.states[0] == ("started", "", 1)


def test_bad_waypoints_are_refused() -> None:
    with refused("the waypoints of a route must be at least two points, got 1"):
        Waypoints([[0, 0]])
    with refused(
        "the waypoints of a route must differ in x or y from one to the next, "
        "got the same for [1] and [2]; remove one of them"
    ):
        Waypoints([[0, 0], [5, 0], [5, 0], [9, 9]])
    with refused("the waypoints of a route must be rows of x, y or x, y, z, got rows of 4 numbers"):
        Waypoints([[0, 0, 0, 0], [5, 0, 0, 0]])
    with refused("the waypoints of a route must be finite [m], got nan at [1][0]"):
        Waypoints([[0, 0], [math.nan, 0]])
    with refused("the acceptance radius of a route must be > 0 [m], got -1"):
        Waypoints([[0, 0], [5, 0]], acceptance_radius=-1.0)
    with refused("route: the acceptance radius must be less than the shortest leg, 5 m, got 6 m"):
        Waypoints([[0, 0], [5, 0], [30, 0]], acceptance_radius=6.0)
    with refused("the look ahead of a route must be > 0 [m], got 0"):
        Waypoints([[0, 0], [5, 0]], look_ahead=0.0)
    with refused("route: the last waypoint of a loop must differ from the first; remove the last one"):
        Waypoints([[0, 0], [5, 0], [5, 5], [0, 0]], loop=True)


def test_lists_match_the_waypoints() -> None:
    line: Any = [[0, 0], [50, 0], [50, 50]]
    with refused("route: 3 waypoints need as many depths, got 2"):
        Waypoints(line, depths=[1, 2])
    with refused("route: z in the waypoints and depths exclude each other; give one of them"):
        Waypoints([[0, 0, 0], [50, 0, 0]], depths=[1, 2])
    with refused("route: 2 legs need as many speeds, got 3"):
        Waypoints(line, speeds=[1, 2, 3])
    with refused("route: speed and speeds exclude each other; give one of them"):
        Waypoints(line, speed=1.0, speeds=[1, 2])
    assert Waypoints(line, speeds=[1, 2, 3], loop=True).parameters()["waypoints"][:, 3].tolist() == [1, 2, 3]
    assert Waypoints(line, speeds=[1, 2]).parameters()["waypoints"][:, 3].tolist() == [1, 2, 2]


def test_a_path_that_the_vehicle_cannot_turn_is_refused() -> None:
    survey = Path.lawnmower((0, 0), length=100, spacing=20, legs=3)
    assert PathFollowing(survey, turning_radius=10.0).turning_radius == 10.0
    with refused(
        "path guidance: the path has an arc of 10 m radius, but the turning radius is 12 m; "
        "give the path a larger radius"
    ):
        PathFollowing(survey, turning_radius=12.0)
    with refused("path guidance: the circle radius must be >= the turning radius, 10 m, got 9 m"):
        PathFollowing(survey, turning_radius=10.0, after="circle", circle_radius=9.0)
    with refused("path guidance: a loop needs a closed path, but this one ends at (100, 40); close it"):
        PathFollowing(survey, loop=True)
    with refused("the depths of a path guidance must ascend in its first column, got [0.0, 5.0, 5.0]"):
        PathFollowing(survey, depths=[[0, 1], [5, 2], [5, 3]])


def test_other_bad_guidance_is_refused() -> None:
    with refused("the station of a station keeping must be x, y or x, y, z, got 4 numbers"):
        StationKeeping((1, 2, 3, 4))
    with refused("station keeping: z in the station and depth exclude each other; give one of them"):
        StationKeeping((1, 2, 3), depth=3.0)
    with refused("station keeping: mode 'approach' computes the yaw; remove yaw, or use mode = 'pose'"):
        StationKeeping((1, 2), mode="approach", yaw=1.0)
    with refused("station keeping: the least speed must be <= speed, got 2 m/s"):
        StationKeeping((1, 2), mode="approach", least_speed=2.0)
    with refused("the dead zone of a station keeping must be >= 0 [m], got -1"):
        StationKeeping((1, 2), dead_zone=-1.0)
    with refused("docking approach: the contact speed must be < speed, 1 m/s, got 1 m/s"):
        Docking((1, 2), yaw=0.0, standoff=5.0, speed=1.0, contact_speed=1.0)
    with refused("docking approach: the tolerance must be < standoff, 5 m, got 6 m"):
        Docking((1, 2), yaw=0.0, standoff=5.0, speed=1.0, tolerance=6.0)
    with refused("the profile of a depth profile must be finite [s or m, m], got inf at [0][1]"):
        DepthProfile([[0, math.inf]])


def test_tables_of_files() -> None:
    table = {"waypoints": [[0, 0], [50, 0]], "depths": [2, 5], "speed": 1.2, "acceptance_radius": 4, "after": "circle"}
    found, problems = read(Waypoints, table)
    assert problems == []
    assert found == Waypoints([[0, 0], [50, 0]], depths=[2, 5], speed=1.2, acceptance_radius=4.0, after="circle")
    mower = {"lawnmower": {"start": [0, 0], "length": 100, "spacing": 30, "legs": 4}}
    found, problems = read(PathFollowing, {"path": mower, "speed": 1.5, "turning_radius": 15})
    assert problems == []
    assert found is not None
    assert found.path == Path.lawnmower((0, 0), length=100, spacing=30, legs=4)
    dock, problems = read(Docking, {"dock": [5, 6], "yaw_deg": 90, "standoff": 10, "speed": 1})
    assert problems == []
    assert dock is not None
    assert dock.yaw == pytest.approx(math.pi / 2)
    assert read(StationKeeping, {"station": [1, 2], "yaw_deg": 180})[0] == StationKeeping((1, 2), yaw=math.pi)


def test_runs_may_have_their_own_values() -> None:
    """Also their own waypoints, with a leading axis; as many in each run."""
    many = Waypoints([[[0, 0], [50, 0]], [[0, 0], [60, 0]], [[0, 0], [70, 5]]], speed=[1.0, 2.0, 3.0])
    assert rows_of(many) == 3
    values = many.parameters()
    assert values["waypoints"].shape == (3, 2, 4)
    for k in range(3):
        alone = row(many, k).parameters()
        np.testing.assert_array_equal(values["waypoints"][k], alone["waypoints"])
        assert np.broadcast_to(values["look_ahead"], 3)[k] == alone["look_ahead"]
    docks = Docking([[0, 0], [5, 5]], yaw=0.0, standoff=5.0, speed=1.0, depth=[1.0, 2.0])
    assert docks.parameters()["position"].tolist() == [[0, 0, 1], [5, 5, 2]]
    paths = PathFollowing(Path([[0, 0], [1, 1]], segments=[[5, 0], [5, 0.1]]), speed=1.0)
    assert paths.parameters()["segments"].shape == (2, 2, 6)
