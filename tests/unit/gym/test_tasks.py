"""Observations and rewards by closed form at states made by hand; the scripted pilot solves what chance does not."""

from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from seaway import gym, library
from seaway.errors import ModelError
from seaway.frames import quaternion_from_rpy
from seaway.gym._setup import Setup

SETUP = Setup(
    library.entry("bluerov2_heavy").vehicle, 0.5, 2.0, 1.0, 0.5, False, True, True, True, np.ones(6), -10.0, 60.0
)


def moment(position: Any = (0, 0, -10), rpy: Any = (0, 0, 0), velocity: Any = (0, 0, 0), **goal: Any) -> gym.Now:
    q = quaternion_from_rpy(np.asarray([rpy], dtype=np.float64))[0].tolist()
    for prefix in ("", "second_"):  # goals keep the unit vector of a heading too
        if f"{prefix}yaw" in goal:
            goal |= {f"{prefix}east": cos(goal[f"{prefix}yaw"]), f"{prefix}north": sin(goal[f"{prefix}yaw"])}
    place, motion = tuple(map(float, position)), tuple(map(float, velocity))
    return gym.Now(0.0, place, tuple(q), motion, (0.0, 0.0, 0.0), (), (0.5, 0.0), (0.0, 0.0), goal)


def test_station_keeping() -> None:
    """At 3 m by (2, 1, 2) of a unit of 2 m: near = 1 / (1 + 4.5²); the heading is 60° off; effort and unrest 1/8."""
    task = gym.StationKeepingTask()
    now = moment(rpy=(0, 0, pi / 2), x=2.0, y=1.0, z=-8.0, yaw=pi / 2 + pi / 3)
    near = 1.0 / (1.0 + 4.5**2)
    expected = near * (0.5 + 0.3 * 0.75 + 0.2) - 0.05 * 0.125 - 0.05 * 0.125
    assert task.reward(now, SETUP) == pytest.approx(expected, abs=1e-15)
    # Facing north, what is to the east is to the right.
    np.testing.assert_allclose(task.observe(now, SETUP), [1.0, -2.0, 2.0, sin(pi / 3), cos(pi / 3)], atol=1e-15)
    assert not task.ended(now, SETUP)["lost"]
    assert task.ended(moment(x=11.0, y=0.0, z=-10.0, yaw=0.0), SETUP)["lost"]
    assert not task.ended(moment(x=9.9, y=0.0, z=-10.0, yaw=0.0), SETUP)["lost"]


def test_waypoints() -> None:
    """Full reward for cruising speed toward the waypoint; 10 for reaching it; then the next one."""
    task = gym.WaypointsTask(count=2)
    points = {
        name: np.array([values]) for name, values in zip("xyz", ([4.0, 8, 9], [3.0, 3, 3], [-10.0] * 3), strict=True)
    }
    now = moment(**points, k=np.zeros(1), before=np.array([5.0 + 0.5 * 0.08]))
    assert task.reward(now, SETUP)[0] == pytest.approx(1.0 - 0.0125, abs=1e-12)
    np.testing.assert_allclose(np.ravel(task.observe(now, SETUP)), [4, 3, 0, 8, 3, 0], atol=1e-15)
    there = moment((4, 2.5, -10), **points, k=np.zeros(1), before=np.array([0.5]))
    assert task.reward(there, SETUP)[0] == pytest.approx(10.0 - 0.0125, abs=1e-12)
    assert not task.ended(there, SETUP)["success"][0]
    task.advance(there, SETUP)
    assert there.goal["k"][0] == 1
    assert there.goal["before"][0] == pytest.approx(sqrt(16.25))
    last = moment((8, 2.5, -10), **points, k=np.ones(1), before=np.array([0.5]))
    assert task.ended(last, SETUP)["success"][0]


def test_path_following() -> None:
    """On a straight path to the north, 1 m beside it at half of the wanted speed along it."""
    task = gym.PathFollowingTask()
    path = {"x": 0.0, "y": 0.0, "z": -10.0, "yaw": pi / 2, "amplitude": 0.0, "number": 0.2, "phase": 0.0}
    now = moment((1, 5, -10), (0, 0, pi / 2), (0.25, 0, 0), **path)
    assert task.reward(now, SETUP) == pytest.approx(np.exp(-4.0 * 0.5**2) * 0.5 - 0.0125, abs=1e-14)
    np.testing.assert_allclose(task.observe(now, SETUP), [-1, 0, 1, 0, 0, 4, 1, 0], atol=1e-14)
    # A sine wave: at its crest the path goes straight on, and the error is the height of the crest.
    crest = path | {"amplitude": 3.0, "phase": pi / 2}
    error, _, east, north = task._track(moment((0, 0, -10), **crest), SETUP)
    np.testing.assert_allclose([error, east, north], [-3, 0, 1], atol=1e-14)


def test_depth_and_heading() -> None:
    task = gym.DepthHeadingTask()
    goal = {"z": -9.0, "yaw": pi / 2, "rise": -2.0, "second_yaw": 0.0, "second": 30.0}
    now = moment(velocity=(0.1, 0, 0), **goal)
    near, steady = 1.0 / (1.0 + 1.5**2), 1.0 / (1.0 + 0.3**2)
    assert task.reward(now, SETUP) == pytest.approx(0.5 * near + 0.3 * 0.5 + 0.2 * steady - 0.0125, abs=1e-14)
    np.testing.assert_allclose(task.observe(now, SETUP), [1, 1, 0, -0.1], atol=1e-14)
    now = moment(velocity=(0.1, 0, 0), **goal)
    now.time = 30.0
    np.testing.assert_allclose(task.observe(now, SETUP), [-1, 0, 1, -0.1], atol=1e-14)


def test_docking() -> None:
    """The potential of 2 m before the dock and 1.5 m beside its axis; success, and what is none."""
    task = gym.DockingTask()
    dock = {"x": 0.0, "y": 0.0, "z": -10.0, "yaw": 0.0}
    now = moment((-2, 1.5, -10), **dock, before=-3.0)
    assert task.potential(now, SETUP) == pytest.approx(-(2.5 + 0.75) / 2.0, abs=1e-15)
    assert task.reward(now, SETUP) == pytest.approx(5.0 * (3.0 - 1.625) - 0.005, abs=1e-14)
    cases = {
        "success": moment((-0.3, 0, -10), (0, 0, 0.2), (0.2, 0, 0), **dock, before=0.0),
        "collision": moment((-0.3, 0, -10), (0, 0, 0.2), (0.4, 0, 0), **dock, before=0.0),
    }
    for why, state in cases.items():
        assert [reason for reason, flag in task.ended(state, SETUP).items() if flag] == [why]
    askew = moment((-0.3, 0, -10), (0, 0, 0.3), **dock, before=0.0)
    assert task.ended(askew, SETUP)["collision"]
    assert task.ended(moment((1.1, 3, -10), **dock, before=0.0), SETUP)["collision"]


@pytest.mark.parametrize(
    "task", [gym.StationKeepingTask(), gym.WaypointsTask(), gym.PathFollowingTask(), gym.DockingTask()]
)
def test_one_environment_and_many_have_the_same_formulas(task: gym.Task) -> None:
    """Floats and arrays agree to rounding."""
    draws = gym.Draws(np.arange(1, 6, dtype=np.uint64))
    start = task.begin(draws, SETUP, 1.0)
    q, rng = quaternion_from_rpy(start.rpy), np.random.default_rng(0)
    v, w = rng.normal(size=(3, 5)), rng.normal(size=(3, 5))
    goal = {name: np.asarray(values) for name, values in start.goal.items()}
    goal |= {"before": np.ones(5)} if "before" in goal else {}

    def at(pick: Any, kept: Any) -> gym.Now:
        each = (start.position.T, q.T, v, w, np.zeros((1, 5)), np.zeros((1, 5)), np.zeros((1, 5)))
        return gym.Now(pick(np.zeros(5)), *(tuple(pick(c) for c in group) for group in each), kept)

    many = at(lambda values: values, goal)
    for k in range(5):
        own = {name: float(values[k]) if values.ndim == 1 else values[k : k + 1] for name, values in goal.items()}
        one = at(lambda values, k=k: float(values[k]), own)
        for both in (
            (task.observe(one, SETUP), task.observe(many, SETUP)),
            ([task.reward(one, SETUP)], [task.reward(many, SETUP)]),
        ):
            alone, together = (np.array([np.ravel(c)[min(k, np.size(c) - 1)] for c in values]) for values in both)
            np.testing.assert_allclose(alone, together, rtol=1e-13, atol=1e-13)


def test_a_vehicle_that_cannot() -> None:
    with pytest.raises(
        ModelError, match=r"StationKeeping needs thrusters that serve surge, sway and yaw.*'remus100' has none"
    ):
        gym.SeawayEnv(gym.StationKeepingTask(), vehicle="remus100")
    with pytest.raises(ModelError, match="DepthHeading needs thrusters or fins that hold its depth; vehicle 'otter'"):
        gym.SeawayEnv(gym.DepthHeadingTask(), vehicle="otter")
