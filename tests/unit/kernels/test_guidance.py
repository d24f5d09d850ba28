"""Guidance against closed forms, with a vehicle of pure kinematics."""

import math
from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import called
from tests.unit.kernels.steering import Craft

from seaway.control import Waypoints
from seaway.kernels.guidance import toward, wrapped

LINE = [[0.0, 0.0], [2000.0, 0.0]]


def test_angles_are_wrapped() -> None:
    """Within ±π, and the same direction to 1e-12: some roundings of angles up to 100."""
    for angle in np.linspace(-100.0, 100.0, 401):
        found = called(wrapped)(float(angle))
        assert abs(found) <= math.pi + 1e-12
        assert abs(math.remainder(found - angle, 2 * math.pi)) < 1e-12


# Waypoints


@pytest.mark.parametrize("across", [-0.6, 0.3, 0.9])
@pytest.mark.parametrize("course", [0.0, 2.1])
def test_without_integral_the_offset_in_a_cross_current_is_the_closed_form(across: float, course: float) -> None:
    """In a steady state e' = -U e / √(Δ² + e²) + V = 0 at e = Δ V / √(U² - V²)."""
    U, delta = 1.5, 8.0
    c, s = math.cos(course), math.sin(course)
    route = Waypoints([[0, 0], [2000 * c, 2000 * s]], speed=U, look_ahead=delta, integral_gain=0.0)
    craft = Craft(route, yaw=course, current=(-s * across, c * across)).run(300.0)
    assert craft.state.cross_track == pytest.approx(delta * across / math.sqrt(U**2 - across**2), rel=1e-5)
    assert craft.state.integral == (0.0, 0.0)


@pytest.mark.parametrize("across", [-0.6, 0.3, 0.9])
def test_integral_action_removes_the_offset(across: float) -> None:
    """The error goes to 0, and κ s · n / Δ to the tangent of the crab angle, V / √(U² - V²)."""
    U, delta, gain = 1.5, 8.0, 0.1
    route = Waypoints(LINE, speed=U, look_ahead=delta, integral_gain=gain)
    craft = Craft(route, current=(0.0, across)).run(800.0)
    assert abs(craft.state.cross_track) < 1e-3
    crab = across / math.sqrt(U**2 - across**2)
    assert gain * U * craft.state.integral[1] / delta == pytest.approx(crab, rel=1e-3)
    assert craft.yaw == pytest.approx(-math.atan(crab), abs=1e-3)
    assert craft.state.integral[0] == 0.0


@pytest.mark.parametrize("gain", [0.05, 0.15, 0.25])
def test_the_linear_decay_with_integral_action(gain: float) -> None:
    """Near the line e'' + (U/Δ) e' + (U/Δ)² gain e = 0: against its solution, 1 % for a period of 0.02 s."""
    U, delta, e0 = 2.0, 10.0, 0.05
    route = Waypoints(LINE, speed=U, look_ahead=delta, integral_gain=gain)
    craft = Craft(route, (0.0, e0), period=0.02).run(20.0)
    a = U / delta
    roots = np.roots([1.0, a, a * a * gain]) + np.array([1e-9, -1e-9])
    # e(0) = e0, e'(0) = -a e0
    weights = np.linalg.solve(np.array([[1, 1], roots]), [e0, -a * e0])
    expected = np.real(np.exp(np.outer(craft["t"], roots)) @ weights)
    np.testing.assert_allclose(craft["x_cross_track"], expected, rtol=0, atol=0.01 * e0)


def test_the_integral_keeps_its_current_on_the_way_back() -> None:
    """A vector in W: on the second leg, which is anti-parallel, the crab angle is there from the start.

    With the scalar integral of the leg the error would begin with the wrong sign and grow to 4 m and more.
    """
    route = Waypoints(
        [[0, 0], [500, 0], [500, 30], [0, 30]], speed=1.5, look_ahead=8.0, acceptance_radius=8.0, integral_gain=0.15
    )
    craft = Craft(route, current=(0.0, 0.5)).run(760.0)
    back = (craft["x_leg"] == 2) & (craft["at_x"] < 440.0) & (craft["x_finished"] == 0.0)
    assert back.sum() > 2000
    assert np.max(np.abs(craft["x_cross_track"][back])) < 1.0


def test_a_waypoint_is_reached_within_the_radius() -> None:
    """Legs change at the first call within 5 m of the waypoint, one at a time; the along-track distance goes on."""
    route = Waypoints([[0, 0], [60, 0], [60, 60], [0, 60]], speed=2.0, look_ahead=6.0, acceptance_radius=5.0)
    craft = Craft(route).run(100.0)
    leg = craft["x_leg"]
    assert set(np.diff(leg)) <= {0.0, 1.0}
    assert leg[-1] == 2
    for k, corner in ((1, (60, 0)), (2, (60, 60))):
        distance = np.hypot(craft["at_x"] - corner[0], craft["at_y"] - corner[1])
        first = int(np.argmax(leg == k))
        assert distance[first] <= 5.0 < distance[first - 1]
    assert craft["x_along_track"][int(np.argmax(leg == 1)) - 1] == pytest.approx(55.0, abs=0.2)
    assert np.max(craft["x_along_track"]) == pytest.approx(180.0 - 5.0, abs=0.3)


def test_a_waypoint_that_is_passed_wide_is_passed() -> None:
    """A strong cross current carries it by outside of the radius: the leg still ends."""
    route = Waypoints(
        [[0, 0], [30, 0], [60, 0]], speed=1.0, look_ahead=20.0, acceptance_radius=1.0, integral_gain=0.0, after="stop"
    )
    craft = Craft(route, current=(0.0, 0.8)).run(80.0)
    distance = np.hypot(craft["at_x"] - 30.0, craft["at_y"])
    assert distance.min() > 5.0
    assert craft.state.leg == 1


def test_heights_and_depths_are_straight_along_the_legs() -> None:
    by_height = Waypoints([[0, 0, -5], [100, 0, -5], [100, 100, -25]], speed=1.0)
    by_depth = Waypoints([[0, 0], [100, 0], [100, 100]], depths=[5, 5, 25], speed=1.0)
    for route in (by_height, by_depth):
        for position, leg, depth in (((50, 3), 0, 5.0), ((-20, 0), 0, 5.0), ((99, 50), 1, 15.0), ((99, 75), 1, 20.0)):
            craft = Craft(route, position, depth=77.0)
            craft.state = craft.state._replace(leg=float(leg))
            assert craft.call()[0].depth == pytest.approx(depth, abs=1e-12)
    plain = Waypoints([[0, 0], [100, 0]], speed=1.0)
    assert Craft(plain, depth=77.0).call()[0].depth == 77.0
    assert (plain.drives, by_depth.drives) == (("yaw", "speed"), ("yaw", "speed", "depth"))


def test_speeds_by_leg_and_that_of_the_set_point() -> None:
    route = Waypoints([[0, 0], [50, 0], [50, 50]], speeds=[1.0, 2.0], after="continue", look_ahead=5.0)
    craft = Craft(route).run(100.0)
    for leg, speed in ((0, 1.0), (1, 2.0)):
        assert set(craft["speed"][craft["x_leg"] == leg]) == {speed}
    assert Craft(route.replace(speeds=None), speed=0.7).call()[0].speed == 0.7


def test_other_set_points_pass() -> None:
    given = {"x": 1.0, "y": 2.0, "z": 3.0, "depth": 4.0, "roll": 5.0, "pitch": 6.0, "ground_speed": 9.0}
    wanted, _ = Craft(Waypoints(LINE, speed=1.0), **given).call()
    assert {name: getattr(wanted, name) for name in given} == given


def route_after(after: Any, **more: Any) -> Waypoints:
    return Waypoints(
        [[0, 0], [50, 0]], speed=1.0, look_ahead=5.0, acceptance_radius=2.0, after=after, integral_gain=0.0, **more
    )


@pytest.mark.parametrize("current", [(0.0, 0.0), (0.3, 0.4), (-0.5, 0.0)])
def test_holding_after_the_last_waypoint(current: tuple[float, float]) -> None:
    """It ends within the radius, or on it, against the current at its speed."""
    craft = Craft(route_after("hold"), current=current).run(300.0)
    assert craft.state.finished == 1.0
    assert math.hypot(craft.x - 50.0, craft.y) < 2.0 + 1e-3
    assert craft.speed == pytest.approx(math.hypot(*current), abs=1e-3)
    if current != (0.0, 0.0):
        assert math.cos(craft.yaw - math.atan2(-current[1], -current[0])) == pytest.approx(1.0, abs=1e-5)


def test_circling_after_the_last_waypoint() -> None:
    """On the circle to the left. The yaw is held over a period h, a lag of h/2: outside by Δ tan(½ h U / R) = 21 mm."""
    craft = Craft(route_after("circle", circle_radius=12.0)).run(400.0)
    late = craft["t"] > 250.0
    outside = 5.0 * math.tan(0.5 * 0.1 / 12.0)
    np.testing.assert_allclose(np.hypot(craft["at_x"] - 50.0, craft["at_y"])[late], 12.0 + outside, atol=1e-4)
    assert np.all(np.diff(np.unwrap(craft["heading"][late])) > 0.0)


def test_stopping_and_continuing_after_the_last_waypoint() -> None:
    stopped = Craft(route_after("stop")).run(100.0)
    assert (stopped.speed, stopped.yaw) == (0.0, 0.0)
    assert 48.0 <= stopped.x < 48.2
    on = Craft(route_after("continue")).run(100.0)
    assert (on.speed, on.y, on.state.leg) == (1.0, 0.0, 0.0)
    assert on.x == pytest.approx(100.0)


def test_a_loop_goes_round_and_round() -> None:
    """Four legs of 40 m, again and again; the along-track distance goes on over laps."""
    square = [[0, 0], [40, 0], [40, 40], [0, 40]]
    craft = Craft(Waypoints(square, speed=2.0, look_ahead=5.0, acceptance_radius=4.0, loop=True)).run(200.0)
    changes = craft["x_leg"][1:][np.diff(craft["x_leg"]) != 0]
    assert changes[:8].tolist() == [1, 2, 3, 0, 1, 2, 3, 0]
    assert craft.state.finished == 0.0
    assert 350.0 < craft.state.along_track < 480.0


# The way to a point in a current


def test_a_gap_is_closed_straight_in_any_current() -> None:
    """Velocity through the water plus current is along the gap, at the closing speed or what the speed allows."""
    random = np.random.default_rng(1)
    for _ in range(200):
        gap, current = random.normal(size=2) * 10.0, random.normal(size=2) * 0.3
        closing, most = abs(random.normal()), 1.5
        yaw, speed = called(toward)(tuple(gap), tuple(current), closing, most, 0.3)
        over_ground = speed * np.array([math.cos(yaw), math.sin(yaw)]) + current
        d = gap / np.hypot(*gap)
        assert speed <= most * (1 + 1e-12)
        assert abs(d[0] * over_ground[1] - d[1] * over_ground[0]) < 1e-12
        made = over_ground @ d
        assert made <= closing + 1e-12
        assert made == pytest.approx(closing, abs=1e-12) or speed == pytest.approx(most, rel=1e-12)


def test_without_a_way_to_go_the_yaw_is_kept() -> None:
    assert called(toward)((0.0, 0.0), (0.0, 0.0), 0.0, 1.0, 0.3) == (0.3, 0.0)
    assert called(toward)((1.0, 0.0), (0.0, 0.0), 0.0, 1.0, 0.3) == (0.3, 0.0)
