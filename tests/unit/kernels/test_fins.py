import math
from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import air, called, motion_of, parameters, six, still_water

from seaway.kernels import fins

RHO = 1000.0
wrench_of = called(fins.lift_and_drag)


def fin(**values: Any) -> Any:
    """A wing in the plane of x and y at the origin, lift up; drag at any angle."""
    given = {
        "position": (0.0, 0.0, 0.0),
        "chord": (1.0, 0.0, 0.0),
        "lift_direction": (0.0, 0.0, 1.0),
        "area": 0.5,
        "density": math.nan,
        "in_wind": 0,
        "everywhere": 0,
        "zero_lift": 0.0,
        "lift": 3.0,
        "drag": 0.2,
        "moment": 0.0,
        "stall": 0.3,
        "stalled_lift": -1.0,
        "stalled_drag": 0.8,
        "stalled_moment": 0.0,
        "drag_offset": 0.01,
        "least_speed": 0.0,
        "reversible": 1,
        "symmetric": 0,
        "turning": 1.0,
        "angle_lift": 0.0,
        "angle_moment": 0.0,
        "limit": math.inf,
        "rate": math.inf,
        "time_constant": 0.0,
    }
    vectors = ("position", "chord", "lift_direction")
    return parameters(**given | {name: six(x) if name in vectors else x for name, x in values.items()})


def wrench(part: Any, velocity: Any, angle: float = 0.0) -> np.ndarray:
    return np.array(wrench_of(part, angle, RHO, six(velocity)))


def flow(alpha: float, speed: float = 2.0) -> np.ndarray:
    """Velocity of the fin through water that comes from below at the angle α."""
    return speed * np.array([math.cos(alpha), 0.0, -math.sin(alpha)])


# Lift and drag

Q_S = 0.5 * RHO * 2.0**2 * 0.5
"""½ ρ V² S at 2 m/s."""
ALONG_SPAN = np.array([0.0, 2.0, 0.0])


@pytest.mark.parametrize("alpha", [-0.29, -0.1, 0.0, 1e-3, 0.2])
def test_lift_across_the_flow_and_drag_along_it(alpha: float) -> None:
    """1e-7 of an angle near 0: α comes from an arc cosine, which loses half of the digits there."""
    force = wrench(fin(), flow(alpha))[:3]
    along, across = flow(alpha) / 2.0, np.array([math.sin(alpha), 0.0, math.cos(alpha)])
    assert force @ across == pytest.approx(Q_S * 3.0 * alpha, abs=Q_S * 3.0 * 1e-7)
    assert force @ along == pytest.approx(-Q_S * (0.01 + abs(0.2 * alpha)), abs=Q_S * 1e-7)
    assert force[1] == 0.0


@pytest.mark.parametrize(("alpha", "lift"), [(0.35, 0.85), (0.9, 0.3), (1.3, 0.0), (-0.9, -0.3), (-1.3, 0.0)])
def test_beyond_the_stall(alpha: float, lift: float) -> None:
    """C_L = ±(3 . 0.3 - (|α| - 0.3)), not beyond 0; C_D = 0.01 + 0.06 + 0.8 (|α| - 0.3)."""
    force = wrench(fin(), flow(alpha))[:3]
    across = np.array([math.sin(alpha), 0.0, math.cos(alpha)])
    assert force @ across == pytest.approx(Q_S * lift, abs=1e-12 * Q_S)
    assert force @ flow(alpha) / 2.0 == pytest.approx(-Q_S * (0.07 + 0.8 * (abs(alpha) - 0.3)), rel=1e-12)


def test_no_flow_and_flow_along_the_span() -> None:
    """Neither has an angle of attack."""
    for velocity in ((0, 0, 0), (0, 3, 0), (0, -3, 0)):
        assert not wrench(fin(), velocity, 0.2).any()
        assert not wrench(fin(symmetric=1), (0, 0, 0), 0.2).any()


def test_the_sweep() -> None:
    """The flow along the span adds nothing to V, and takes cos² of the sweep: at 45° half of lift and drag."""
    alpha = 0.2
    straight = wrench(fin(), flow(alpha))
    for sign in (1.0, -1.0):
        swept = wrench(fin(), flow(alpha) + sign * ALONG_SPAN)
        np.testing.assert_allclose(swept, 0.5 * straight, rtol=1e-12, atol=1e-12 * Q_S)


def test_the_sweep_leaves_what_goes_with_the_angle() -> None:
    """As in gz-sim: control_joint_rad_to_cl is not swept."""
    part = fin(lift=0.0, drag=0.0, drag_offset=0.0, stalled_lift=0.0, stalled_drag=0.0, turning=0.0, angle_lift=4.0)
    force = wrench(part, flow(0.0) + ALONG_SPAN, 0.1)[:3]
    np.testing.assert_allclose(force, [0.0, 0.0, Q_S * 0.4], rtol=1e-12)


def test_turning_is_an_angle_of_attack() -> None:
    """A fin turned by δ in a flow along x has the coefficients of a fixed one in a flow from below by turning δ."""
    for angle in (-0.5, 0.1, 0.25):
        turned = wrench(fin(turning=0.5), flow(0.0), angle)[:3]
        fixed = wrench(fin(), flow(0.5 * angle))[:3]
        across = np.array([math.sin(0.5 * angle), 0.0, math.cos(0.5 * angle)])
        assert turned[2] == pytest.approx(fixed @ across, rel=1e-12)
        assert -turned[0] == pytest.approx(-fixed @ flow(0.5 * angle) / 2.0, rel=1e-12)


def test_zero_lift_is_an_angle_of_attack_too() -> None:
    assert wrench(fin(zero_lift=0.1), flow(-0.1))[2] == pytest.approx(-Q_S * 0.01 * math.sin(0.1), abs=1e-7 * Q_S)
    assert wrench(fin(zero_lift=0.1), flow(0.0))[2] == pytest.approx(Q_S * 0.3, rel=1e-12)


@pytest.mark.parametrize("alpha", [-0.2, 0.0, 0.25])
def test_a_flow_from_behind(alpha: float) -> None:
    """The same plate backwards: all forces change their signs, or there are none."""
    forward = wrench(fin(), flow(alpha))
    backward = wrench(fin(), -flow(alpha))
    np.testing.assert_allclose(backward, -forward, atol=1e-7 * Q_S)
    assert not wrench(fin(reversible=0), -flow(alpha)).any()
    assert np.array_equal(wrench(fin(reversible=0), flow(alpha)), forward)


def test_a_turned_fin_in_a_flow_from_behind() -> None:
    """Leading edge up: lifted by a flow from ahead, pushed down by one from behind."""
    assert wrench(fin(), flow(0.0), 0.1)[2] == pytest.approx(Q_S * 0.3)
    assert wrench(fin(), -flow(0.0), 0.1)[2] == pytest.approx(-Q_S * 0.3)


@pytest.mark.parametrize("turns", [1, -1, 2, 7, -1000])
def test_a_fin_that_has_turned_round(turns: int) -> None:
    """Half a turn and the plate is the same; rounding of so many turns, 1e-16 of the angle."""
    here, there = wrench(fin(), flow(0.05), 0.1), wrench(fin(), flow(0.05), 0.1 + turns * math.pi)
    np.testing.assert_allclose(there, here, rtol=0, atol=1e-15 * abs(turns) * 10.0 * Q_S)


@pytest.mark.parametrize("angle", [1e9, -1e17, 1e300, -1.7e308])
def test_no_angle_is_too_large(angle: float) -> None:
    """Wherever it points: at most the lift at the stall, 3 · 0.3, and the drag of a plate across, 1.09; at once."""
    found = wrench(fin(), flow(0.05), angle)
    assert np.isfinite(found).all()
    assert abs(found[2]) <= 2.0 * Q_S


def test_the_least_speed() -> None:
    part = fin(least_speed=0.01)
    assert not wrench(part, (0.01, 0, 0), 0.1).any()
    assert wrench(part, (0.0101, 0, 0), 0.1).any()


def test_the_wrench_about_the_origin() -> None:
    """Force at the centre of pressure, and C_M about chord × up, to the right here."""
    place = np.array([-1.0, 0.4, 0.2])
    plain, moved = wrench(fin(), flow(0.2)), wrench(fin(position=place, moment=0.3), flow(0.2))
    np.testing.assert_array_equal(moved[:3], plain[:3])
    about = np.cross(place, plain[:3]) - np.array([0.0, Q_S * 0.3 * 0.2, 0.0])
    np.testing.assert_allclose(moved[3:], about, rtol=1e-12, atol=1e-12 * Q_S)


def test_the_moment_beyond_the_stall_and_by_the_angle() -> None:
    part = fin(moment=0.5, stalled_moment=-1.0, angle_moment=0.2, turning=0.0)
    for alpha, cm in ((0.2, 0.1), (0.4, 0.05), (1.0, 0.0), (-0.4, -0.05), (-1.0, 0.0)):
        assert wrench(part, flow(alpha), 0.0)[4] == pytest.approx(-Q_S * cm, abs=1e-12 * Q_S)
        assert wrench(part, flow(alpha), 0.5)[4] == pytest.approx(-Q_S * (cm + 0.1), abs=1e-12 * Q_S)


def test_a_body_of_revolution_has_no_preferred_side() -> None:
    """Turned about its chord, flow and force turn together; its up does not matter."""
    part = fin(symmetric=1)
    for turn in (0.3, 1.7, 3.0, -2.0):
        c, s = math.cos(turn), math.sin(turn)
        R = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
        np.testing.assert_allclose(
            wrench(part, R @ flow(0.2))[:3], R @ wrench(part, flow(0.2))[:3], rtol=0, atol=1e-12 * Q_S
        )
    np.testing.assert_allclose(wrench(part, flow(0.2)), wrench(fin(), flow(0.2)), rtol=0, atol=1e-12 * Q_S)


def test_no_jump_where_the_flow_meets_the_chord_of_a_body_of_revolution() -> None:
    """The lift goes with the angle, whichever way it points: 1e-6 of angle, 3e-6 of lift."""
    for tiny in (1e-6, 1e-10, 1e-13, 1e-15, 0.0):
        for side in ((0.0, tiny, 0.0), (0.0, 0.0, -tiny)):
            force = wrench(fin(symmetric=1), np.array([2.0, 0.0, 0.0]) + side)[:3]
            np.testing.assert_allclose(force, [-0.01 * Q_S, 0.0, 0.0], rtol=0, atol=4e-6 * Q_S)


def test_turned_any_way_forces_turn_with_it() -> None:
    random = np.random.default_rng(2)
    for _ in range(20):
        R, _ = np.linalg.qr(random.normal(size=(3, 3)))
        R *= np.sign(np.linalg.det(R))
        place, v, angle = random.normal(size=3), random.normal(size=3), float(random.normal())
        one = wrench(fin(position=place, moment=0.1), v, angle)
        turned = fin(position=R @ place, moment=0.1, chord=R[:, 0], lift_direction=R[:, 2])
        other = wrench(turned, R @ v, angle)
        expected = np.concatenate([R @ one[:3], R @ one[3:]])
        np.testing.assert_allclose(other, expected, rtol=0, atol=1e-9 * (1.0 + np.abs(one).max()))


# In water and in the wind


def acting(part: Any, velocity: Any, angle: float = 0.0, **around: Any) -> np.ndarray:
    """The wrench of a fin that moves, at its angle."""
    x = parameters(asked=angle, angle=angle)
    return np.array(called(fins.wrench)(part, x, still_water(RHO, **around), motion_of([*velocity, 0, 0, 0]))[0])


def test_the_wrench_goes_with_the_part_in_the_water() -> None:
    """The area as an upright disc about the centre of pressure; all of it everywhere if so asked."""
    whole = wrench(fin(), flow(0.2), 0.1)
    for surface, part in ((math.inf, 1.0), (5.0, 1.0), (0.0, 0.5), (-5.0, 0.0)):
        np.testing.assert_allclose(acting(fin(), flow(0.2), 0.1, surface=surface), part * whole, rtol=1e-14)
        np.testing.assert_array_equal(acting(fin(everywhere=1), flow(0.2), 0.1, surface=surface), whole)


def test_a_fin_may_have_a_density_of_its_own() -> None:
    np.testing.assert_allclose(
        acting(fin(density=500.0), flow(0.2)), 0.5 * wrench(fin(), flow(0.2)), rtol=1e-14, atol=1e-12
    )


def test_the_current_flows_past_a_fin() -> None:
    still = acting(fin(), flow(0.2), 0.1)
    np.testing.assert_allclose(acting(fin(), (0, 0, 0), 0.1, v_current_B=six(-flow(0.2))), still, rtol=1e-14)


def test_a_fin_in_the_wind_acts_above_the_surface() -> None:
    """A sail that stands still in a wind against it: as if it moved through calm air."""
    sail = fin(in_wind=1, density=1.2)
    whole = 1.2 / RHO * wrench(fin(), flow(0.2), 0.1)
    for surface, part in ((-5.0, 1.0), (0.0, 0.5), (5.0, 0.0)):
        found = acting(sail, (0, 0, 0), 0.1, surface=surface, sea=air(-flow(0.2)))
        np.testing.assert_allclose(found, part * whole, rtol=1e-13, atol=1e-15)


# Derivatives


def test_derivatives_go_with_the_square_of_the_forward_speed() -> None:
    """With u |u| δ: astern the rudder acts the other way. Other velocities do not count; what is dry does not act."""
    per_square = np.arange(1.0, 7.0)
    part = parameters(per_square=six(per_square), limit=math.inf, rate=math.inf, time_constant=0.0)
    x = parameters(asked=0.1, angle=0.0)
    for u in (2.0, -2.0, 0.0):
        for immersion in (1.0, 0.25):
            around = still_water(immersion=immersion, density_ratio=1.02)
            motion = motion_of([u, 9, 9, 9, 9, 9])
            found, (rate,) = called(fins.derivatives_wrench)(part, x, around, motion)
            np.testing.assert_allclose(found, 1.02 * immersion * 0.1 * u * abs(u) * per_square, rtol=1e-14)
            assert rate == 0.0


# Angles


def asked(part: Any, command: float) -> float:
    return called(fins.prepare)(part, command)[0]


def rate(part: Any, command: float, angle: float, time_step: float = 0.01) -> float:
    return called(fins.fin_rate)(part, parameters(asked=asked(part, command), angle=angle), time_step)


def test_at_once_within_the_limit() -> None:
    part = fin(limit=0.4)
    for command, angle in ((0.3, 0.3), (0.9, 0.4), (-0.9, -0.4)):
        x = parameters(asked=asked(part, command), angle=7.0)
        assert called(fins.fin_angle)(part, x) == angle
        assert called(fins.output)(part, x, None, None) == angle
        assert rate(part, command, 7.0) == 0.0


LAGGING = [{"time_constant": 0.2}, {"rate": 0.5}, {"time_constant": 0.2, "rate": 0.5}]


@pytest.mark.parametrize("values", LAGGING)
def test_what_lags_has_its_state_for_an_angle(values: dict[str, float]) -> None:
    assert called(fins.fin_angle)(fin(**values), parameters(asked=0.3, angle=0.1)) == 0.1


@pytest.mark.parametrize("values", [{}, *LAGGING])
def test_at_rest_the_angle_has_followed(values: dict[str, float]) -> None:
    part = fin(**values)
    (angle,) = called(fins.steady)(part, parameters(asked=0.3, angle=0.1), None, None)
    x = parameters(asked=0.3, angle=angle)
    assert called(fins.fin_angle)(part, x) == 0.3
    assert called(fins.fin_rate)(part, x, 0.01) == 0.0


def test_the_rate_of_a_fin() -> None:
    """(wanted - angle) / T within the largest; without a T no faster than a step would need."""
    assert rate(fin(time_constant=0.2), 0.3, 0.1) == pytest.approx(1.0)
    assert rate(fin(time_constant=0.2, limit=0.2), 0.3, 0.1) == pytest.approx(0.5)
    for sign in (1.0, -1.0):
        assert rate(fin(time_constant=0.2, rate=0.5), 0.3 * sign, 0.1 * sign) == 0.5 * sign
        assert rate(fin(rate=0.5), 0.3 * sign, 0.1 * sign) == 0.5 * sign
    assert rate(fin(rate=0.5), 0.102, 0.1) == pytest.approx(0.2)
