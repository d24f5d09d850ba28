"""Guidance against closed forms, with a vehicle of pure kinematics."""

import math
from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import called
from tests.unit.kernels.steering import Craft

from seaway.control import DepthProfile, Docking, Path, PathFollowing, StationKeeping, Waypoints
from seaway.kernels.guidance import looked_up, toward, wrapped

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


# Paths


def fixed_point(function: Any) -> float:
    e = 0.0
    for _ in range(200):
        e = function(e)
    return e


@pytest.mark.parametrize("radius", [20.0, -12.0])
@pytest.mark.parametrize(("lag", "lead"), [(1.5, 0.0), (1.5, 1.0), (1.5, 1.5)])
def test_the_steady_offset_on_a_circle_is_the_closed_form(radius: float, lag: float, lead: float) -> None:
    """With a heading that lags by T, e = -Δ tan(T U / (R - e) - lead U / R), to the outside; integral or not.

    A set point that is held over a period h adds h/2 to the lag; 1e-3 of Δ for h = 0.1 s.
    """
    U, delta, h = 1.5, 6.0, 0.1
    R, side = abs(radius), math.copysign(1.0, radius)
    expected = fixed_point(lambda e: -delta * math.tan((lag + 0.5 * h) * U / (R - e) - lead * U / R))
    for gain in (0.0, 0.1):
        circle = PathFollowing(
            Path.circle((3.0, -2.0), radius), speed=U, look_ahead=delta, integral_gain=gain, lead=lead, after="continue"
        )
        craft = Craft(circle, (3.0 + R, -2.0), side * 0.5 * math.pi, lag=lag, period=h).run(500.0)
        assert side * craft.state.cross_track == pytest.approx(expected, abs=1e-3 * delta)
        assert math.hypot(craft.x - 3.0, craft.y + 2.0) == pytest.approx(R - expected, abs=2e-3 * delta)
        # The along-track distance goes on over turns: that of the foot, at the speed U R / (R - e).
        sailed = craft["x_along_track"]
        assert (sailed[-1] - sailed[2500]) / (craft["t"][-1] - craft["t"][2500]) == pytest.approx(
            U * R / (R - expected), rel=2e-3
        )


def test_on_a_circle_in_a_current_the_integral_learns_the_current() -> None:
    """The integral is a vector in W: what a scalar one, or none, leaves of V = 0.4 m/s falls to a tenth."""
    largest = []
    for gain in (0.0, 0.1):
        circle = PathFollowing(
            Path.circle((0, 0), 40.0), speed=1.5, look_ahead=8.0, integral_gain=gain, after="continue"
        )
        craft = Craft(circle, (40.0, 0.0), 0.5 * math.pi, current=(0.0, 0.4)).run(1500.0)
        largest.append(np.max(np.abs(craft["x_cross_track"][-5000:])))
    assert largest[0] == pytest.approx(8.0 * 0.4 / math.sqrt(1.5**2 - 0.4**2), rel=0.1)
    assert largest[1] < 0.1 * largest[0]


def test_a_survey_in_a_cross_current() -> None:
    """Legs of 300 m, 30 m apart, at 1.5 m/s across 0.4 m/s: within 0.5 m from the second half of each leg on."""
    survey = PathFollowing(
        Path.lawnmower((0, 0), length=300, spacing=30, legs=4), speed=1.5, look_ahead=8.0, integral_gain=0.15, lead=0.5
    )
    craft = Craft(survey, current=(0.0, 0.4), lag=0.5).run(1000.0)
    assert craft.state.finished == 1.0
    legs = (craft["x_leg"] % 3 == 0) & (craft["x_along"] > 150.0) & (craft["x_finished"] == 0.0)
    assert set(craft["x_leg"][legs]) == {0.0, 3.0, 6.0, 9.0}
    assert np.max(np.abs(craft["x_cross_track"][legs])) < 0.5
    assert np.all(np.diff(craft["x_along_track"][craft["x_finished"] == 0.0]) > 0.0)


def test_a_path_is_followed_over_lines_and_arcs() -> None:
    """Without lag and current, an ideal heading stays on it: within the half period of the closed form."""
    path = Path.dubins([[0, 0, 0], [40, 30, 2.0], [-20, 10, -1.0], [30, -30, 0.5]], 10.0)
    craft = Craft(PathFollowing(path, speed=1.0, look_ahead=4.0, after="stop", turning_radius=10.0), period=0.05)
    craft.run(path.length + 5.0)
    assert np.max(np.abs(craft["x_cross_track"][craft["x_finished"] == 0.0])) < 4.0 * math.tan(0.5 * 0.05 / 10.0) * 1.2
    assert craft.state.finished == 1.0
    assert (craft.x, craft.y) == (pytest.approx(30.0, abs=0.06), pytest.approx(-30.0, abs=0.06))


def test_a_closed_path_is_followed_again_and_again() -> None:
    ring = Path.through([[0, 0], [40, 0], [40, 40], [0, 40]], 8.0, closed=True)
    craft = Craft(PathFollowing(ring, speed=2.0, look_ahead=5.0, loop=True), ring.start, ring.course).run(200.0)
    assert craft.state.laps == math.floor(400.0 / ring.length)
    assert craft.state.along_track == pytest.approx(400.0, rel=4e-3)


@pytest.mark.parametrize("after", ["hold", "circle", "stop"])
def test_after_the_end_of_a_path(after: Any) -> None:
    path = Path(segments=[[30, 0], [0.5 * math.pi * 10, 0.1]])
    follow = PathFollowing(path, speed=1.0, look_ahead=5.0, after=after, acceptance_radius=1.0, circle_radius=9.0)
    craft = Craft(follow).run(200.0)
    distance = math.hypot(craft.x - 40.0, craft.y - 10.0)
    assert distance == pytest.approx(9.0, abs=0.1) if after == "circle" else distance < 1.1


def test_depths_over_the_distance_along_a_path() -> None:
    path = Path(segments=[[30, 0], [0.5 * math.pi * 10, 0.1], [30, 0]])
    follow = PathFollowing(path, speed=1.0, look_ahead=5.0, depths=[[0, 2], [20, 6], [60, 4]])
    craft = Craft(follow).run(70.0)
    expected = np.interp(craft["x_along_track"], [0, 20, 60], [2, 6, 4])
    np.testing.assert_allclose(craft["depth"], expected, rtol=1e-12)
    assert follow.drives == ("yaw", "speed", "depth")


# Depth profiles


def test_tables_are_interpolated() -> None:
    table = np.array([[0.0, 2.0], [10.0, 7.0], [11.0, -3.0], [40.0, 0.0]])
    for at in np.linspace(-5.0, 45.0, 101):
        expected = np.interp(at, table[:, 0], table[:, 1])
        assert called(looked_up)(table, float(at)) == pytest.approx(expected, abs=1e-12)
    assert called(looked_up)(table[:1].copy(), 3.0) == 2.0


def test_a_depth_over_time_or_over_distance() -> None:
    """The vehicle makes 0.5 m/s: 10 m in 20 s, however it turns."""
    rows = [[0, 2], [10, 7], [30, 1]]
    for over, reached in (("time", 20.0), ("distance", 10.0)):
        craft = Craft(DepthProfile(rows, over=over), speed=0.5, roll=0.1)
        craft.run(20.1)
        assert craft["depth"][-1] == pytest.approx(np.interp(reached, [0, 10, 30], [2, 7, 1]), abs=1e-9)
        assert (craft["roll"][-1], craft["speed"][-1]) == (0.1, 0.5)


# Station keeping


def test_a_pose_for_vehicles_that_can_sway() -> None:
    keeping = StationKeeping((4, 5, -6), yaw=4.0)
    wanted, state = Craft(keeping, (1, 1)).call()
    assert (wanted.x, wanted.y, wanted.depth) == (4.0, 5.0, 6.0)
    assert wanted.yaw == pytest.approx(4.0 - 2 * math.pi)
    assert state.distance == 5.0
    assert keeping.drives == ("x", "y", "yaw", "depth")


def test_a_pose_without_yaw_points_against_the_mean_current() -> None:
    """The mean follows with its time constant: after a step from 0 it is V (1 - e^-t/T), here within 1 %."""
    keeping = StationKeeping((0, 0), averaging_time=20.0)
    craft = Craft(keeping, current=(0.3, 0.3))
    assert craft.call()[0].yaw == pytest.approx(-0.75 * math.pi)
    craft = Craft(keeping, yaw=0.2, current=(0.01, 0.0)).run(1.0)
    assert set(craft["yaw"]) == {0.2}
    craft.current = (0.5, 0.0)
    craft.run(20.0)
    assert craft.state.flow[0] == pytest.approx(0.01 + 0.49 * (1.0 - math.exp(-1.0)), rel=0.01)
    assert abs(craft["yaw"][-1]) == pytest.approx(math.pi)


@pytest.mark.parametrize("current", [(0.0, 0.0), (0.2, 0.6), (-0.7, 0.1)])
@pytest.mark.parametrize("start", [(30.0, 10.0), (-12.0, 3.0)])
def test_an_approach_for_vehicles_that_cannot(current: Any, start: Any) -> None:
    """The distance goes to the dead zone with the time constant T; there the vehicle points against the current."""
    keeping = StationKeeping((2, -3), mode="approach", speed=1.0, dead_zone=1.5, approach_time=8.0, integral_time=0.0)
    craft = Craft(keeping, start, current=current).run(400.0)
    assert craft.state.distance == pytest.approx(1.5, abs=8.0 * 1e-3)  # less than 1 mm/s is no speed
    assert np.all(np.diff(craft["x_distance"][1:]) < 1e-3)
    assert craft.speed == pytest.approx(math.hypot(*current), abs=1e-3)
    if any(current):
        assert math.cos(craft.yaw - math.atan2(-current[1], -current[0])) == pytest.approx(1.0, abs=1e-5)
    late = (craft["x_distance"] < 3.0) & (craft["x_distance"] > 2.0)
    rate = np.gradient(craft["x_distance"], craft["t"])[late]
    np.testing.assert_allclose(rate, -(craft["x_distance"][late] - 1.5) / 8.0, rtol=0.02)


def test_leeway_leaves_an_offset_that_the_integral_removes() -> None:
    """What nobody knows of, w, is balanced at (distance - dead zone) / T = w; with an integral at the dead zone."""
    for time, distance in ((0.0, 1.0 + 0.25 * 8.0), (40.0, 1.0)):
        keeping = StationKeeping(
            (0, 0), mode="approach", speed=1.0, dead_zone=1.0, approach_time=8.0, integral_time=time
        )
        craft = Craft(keeping, (5, 0), leeway=(0.0, 0.25), current=(0.1, 0.0)).run(1500.0)
        assert craft.state.distance == pytest.approx(distance, abs=0.02)


def test_it_does_not_sail_away_while_it_turns() -> None:
    keeping = StationKeeping((-10, 0), mode="approach", speed=1.0)
    assert Craft(keeping, (0, 0), 0.0).call()[0].speed == 0.0
    assert Craft(keeping.replace(least_speed=0.4), (0, 0), 0.0).call()[0].speed == 0.4


# Docking

DOCK = Docking((50, 20), yaw=0.6, standoff=10.0, speed=1.0, contact_speed=0.1, tolerance=0.1)


def dock_distance(craft: Craft) -> np.ndarray:
    return (craft["at_x"] - 50.0) * math.cos(0.6) + (craft["at_y"] - 20.0) * math.sin(0.6)


@pytest.mark.parametrize("start", [(0.0, 0.0, 0.0), (80.0, 60.0, 2.0), (52.0, 18.0, -1.0), (40.0, 60.0, -2.5)])
@pytest.mark.parametrize("current", [0.0, -0.3, 0.2])
def test_a_vehicle_comes_to_the_dock_and_never_past_it(start: Any, current: float) -> None:
    """From any side, with a heading that lags, in a current along the centre line; it stops at 0 to 0.1 m."""
    flow = (current * math.cos(0.6), current * math.sin(0.6))
    craft = Craft(DOCK, start[:2], start[2], lag=1.0, current=flow).run(400.0)
    assert craft.state.phase == 2.0
    along, docking = dock_distance(craft), craft["x_phase"] >= 1.0
    assert np.max(along[docking]) <= 0.0
    assert -0.1 <= craft.state.along_track <= 0.0
    assert abs(craft.state.cross_track) < 0.1
    still = craft["x_phase"] == 2.0
    assert np.ptp(craft["at_x"][still]) < 0.02
    assert math.cos(craft.yaw - 0.6) == pytest.approx(1.0, abs=1e-6)


def test_the_speed_falls_with_the_distance() -> None:
    """Over ground: contact speed + (speed - contact speed) distance / standoff, on the centre line."""
    craft = Craft(DOCK, (50 - 30 * math.cos(0.6), 20 - 30 * math.sin(0.6)), 0.6).run(150.0)
    along, on = dock_distance(craft), craft["x_phase"] == 1.0
    expected = 0.1 + 0.9 * np.clip(-along / 10.0, 0.0, 1.0)
    np.testing.assert_allclose(craft["speed"][on], expected[on], rtol=1e-9)


def test_out_of_the_funnel_it_tries_again() -> None:
    """Pushed 5 m aside at 5 m from the dock: back to the entry, and a second attempt."""
    craft = Craft(DOCK, (50 - 30 * math.cos(0.6), 20 - 30 * math.sin(0.6)), 0.6, lag=1.0)
    while dock_distance(craft)[-1] < -5.0 if craft.rows else True:
        craft.step()
    craft.x, craft.y = craft.x - 5.0 * math.sin(0.6), craft.y + 5.0 * math.cos(0.6)
    craft.run(400.0)
    assert (craft.state.attempts, craft.state.phase) == (2.0, 2.0)


def test_the_depth_of_the_dock() -> None:
    assert Craft(DOCK.replace(dock=(50, 20, -7))).call()[0].depth == 7.0
    assert Craft(DOCK.replace(depth=3.0)).call()[0].depth == 3.0
    assert Craft(DOCK, depth=9.0).call()[0].depth == 9.0
