import math
from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import UPRIGHT, called, motion_of, parameters, six, still_water

from seaway.control._pilot import STATES
from seaway.frames import Pose
from seaway.kernels import autopilot

MASS = (20.0, 30.0, 40.0, 2.0, 3.0, 4.0)
LOOPS = ("x", "y", "z", "depth", "roll", "pitch", "yaw", "speed", "ground_speed")
command, wrapped, next_rate = called(autopilot.command), called(autopilot.wrapped), called(autopilot.next_rate)


def no_states() -> Any:
    """States at the start."""
    sizes = {state.name: state.size for state in STATES}
    return parameters(**{name: 0.0 if n == 1 else (0.0,) * n for name, n in sizes.items()})


def pilot(*loops: str, **values: Any) -> Any:
    """An autopilot of a body without drag, whose gains are all different."""
    given = {
        "period": 0.1,
        **{f"holds_{name}": float(name in loops) for name in LOOPS},
        "active": tuple(float(name in loops) for name in ("roll", "pitch", "yaw")),
        "by_pitch": 0.0,
        "gains_p": (2.0, 3.0, 4.0, 5.0, 6.0, 7.0),
        "gains_i": (0.2, 0.3, 0.4, 0.5, 0.6, 0.7),
        "gains_d": (12.0, 13.0, 14.0, 15.0, 16.0, 17.0),
        "frequencies": (1.0,) * 6,
        "rates": (0.5,) * 6,
        "accelerations": (0.2,) * 6,
        "reaches": (2.0, 2.0, 2.0, 0.5, 0.5, 0.5),
        "inertia": MASS,
        "columns": np.eye(6),
        "drag_linear": (0.0,) * 6,
        "drag_quadratic": (0.0,) * 6,
        "stiffness": (0.0,) * 3,
        "rest_force": 0.0,
        "munk": (0.0,) * 3,
        "munk_held": (0.0,) * 3,
        "speed_gains": (30.0, 3.0),
        "speed_frequency": 1.0,
        "speed_acceleration": 0.3,
        "speed_reach": 1.0,
        "speed_limits": (-2.0, 2.0),
        "sway_gain": 0.0,
        "cruise": 1.0,
        "largest_pitch": 0.35,
        "pitch_authority": math.inf,
        "pitch_hold": 0.0,
        "rise": 0.0,
        "trim_torque": 0.0,
        "turns_by_fins": 0.0,
        "pitch_free": 0.0,
        "pitch_stiffness": 0.0,
        "pitch_budget": 0.06,
        "least_climb": 0.02,
        "climb": np.zeros((9, 5)),
        "climb_step": 1.0,
    }
    return parameters(**given | values)


def goals(missing: Any = (0.0,) * 6, **values: float) -> Any:
    return parameters(**dict.fromkeys(LOOPS, 0.0) | values, missing=six(missing))


def held(
    pid: Any, states: Any, nu: Any = (0.0,) * 6, pose: Pose = UPRIGHT, flow: Any = (0.0,) * 3, **set_point: Any
) -> tuple[Any, Any]:
    """Wrench and new states after one call."""
    around = still_water(surface=10.0, v_current_B=six(flow))
    wrench, new = command(pid, states, motion_of(nu, pose), around, goals(**set_point))
    return np.array(wrench), parameters(**dict(zip(states._fields, new, strict=True)))


@pytest.mark.parametrize("turns", [-2, 0, 3])
def test_an_angle_is_wrapped(turns: int) -> None:
    assert wrapped(2.5 + 2.0 * math.pi * turns) == pytest.approx(2.5)


def test_a_reference_reaches_its_goal_within_its_limits_and_does_not_overshoot() -> None:
    position, rate, most, fastest = 0.0, 0.0, 0.0, 0.0
    for _ in range(2000):
        new = next_rate(5.0 - position, rate, 1.0, 0.5, 0.2, 0.05)
        fastest = max(fastest, abs(new - rate) / 0.05)
        rate = new
        position += 0.05 * rate
        most = max(most, position)
        assert abs(rate) <= 0.5 + 1e-12
    assert fastest <= 0.2 + 1e-12
    assert position == pytest.approx(5.0, abs=1e-6)
    assert most < 5.0 + 1e-3


def test_references_start_with_the_vehicle() -> None:
    """A vehicle at its set points and at rest is left alone at the first call."""
    pose = Pose((1.0, 2.0, -3.0), (math.cos(0.35), 0.0, 0.0, math.sin(0.35)))
    wrench, new = held(pilot("x", "y", "z", "yaw"), no_states(), pose=pose, x=1.0, y=2.0, z=-3.0, yaw=pose.rpy[2])
    np.testing.assert_allclose(wrench, 0.0, atol=1e-12)
    assert new.started == 1.0
    np.testing.assert_allclose(new.position, (1.0, 2.0, -3.0))


def test_a_disturbed_vehicle_is_pulled_by_p_i_and_d() -> None:
    """References stand at 0; the vehicle is 0.3 m off in z and moves away at 0.1 m/s."""
    states = no_states()._replace(started=1.0)
    wrench, new = held(pilot("z"), states, (0.0, 0.0, 0.1, 0.0, 0.0, 0.0), Pose((0.0, 0.0, 0.3)))
    assert wrench[2] == pytest.approx(-4.0 * 0.3 - 14.0 * 0.1 - 0.4 * 0.3 * 0.1)
    assert new.position_integral[2] == pytest.approx(-0.03)


def test_depth_is_measured_from_the_surface() -> None:
    """The surface is at 10: a depth of 4 is z = 6."""
    states = no_states()._replace(started=1.0, position=(0.0, 0.0, 6.0))
    wrench, _ = held(pilot("depth"), states, pose=Pose((0.0, 0.0, 6.0)), depth=4.0)
    np.testing.assert_allclose(wrench, 0.0, atol=1e-12)


def test_a_heading_goes_the_short_way_round() -> None:
    states = no_states()._replace(started=1.0, attitude=(0.0, 0.0, 3.0))
    half = 1.5
    pose = Pose((0.0, 0.0, 0.0), (math.cos(half), 0.0, 0.0, math.sin(half)))
    wrench, new = held(pilot("yaw"), states, pose=pose, yaw=-3.0)
    assert wrench[5] > 0.0
    assert 3.0 < new.attitude[2] < 3.1


def test_an_integral_does_not_grow_while_actuators_cannot_follow() -> None:
    states = no_states()._replace(started=1.0)
    short = np.array([0.0, 0.0, -1.0, 0.0, 0.0, 0.0])
    for missing, grows in ((short, False), (-short, True)):
        _, new = held(pilot("z"), states, pose=Pose((0.0, 0.0, 0.3)), missing=missing)
        assert (new.position_integral[2] != 0.0) == grows


def test_a_reference_waits_for_a_vehicle_that_cannot_follow() -> None:
    states = no_states()._replace(started=1.0, position=(50.0, 0.0, 0.0), velocity=(0.5, 0.0, 0.0))
    wrench, new = held(pilot("x", "y"), states, x=100.0)
    assert new.position[0] == pytest.approx(2.0)
    assert new.velocity[0] == 0.0
    assert wrench[0] == pytest.approx(2.0 * 2.0 + 0.2 * 2.0 * 0.1)


def test_a_speed_is_through_the_water_and_its_set_point_within_limits() -> None:
    states = no_states()._replace(started=1.0, speed=2.0)
    wrench, new = held(pilot("speed"), states, (1.5, 0.0, 0.0, 0.0, 0.0, 0.0), flow=(-0.5, 0.0, 0.0), speed=9.0)
    assert new.speed == pytest.approx(2.0)
    np.testing.assert_allclose(wrench, 0.0, atol=1e-12)


def test_a_speed_reference_accelerates_within_its_limit() -> None:
    wrench, new = held(pilot("speed"), no_states(), speed=1.5)
    assert new.speed == pytest.approx(0.03)
    assert wrench[0] == pytest.approx(20.0 * 0.3 + 30.0 * 0.03 + 3.0 * 0.003)


def test_a_depth_by_pitch_turns_the_nose_down_within_its_limit() -> None:
    """Pitch is positive nose down."""
    table = np.tile([5.0, 0.1, 0.0, 10.0, 3.0], (9, 1))
    par = pilot("depth", by_pitch=1.0, active=(0.0, 1.0, 0.0), climb=table, climb_step=0.5)
    states = no_states()._replace(started=1.0, position=(0.0, 0.0, 5.0))
    wrench, new = held(par, states, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0), Pose((0.0, 0.0, 6.9)), depth=5.0)
    assert new.attitude[1] == pytest.approx(0.35)
    assert wrench[4] == pytest.approx(10.0 * 0.35)
    assert new.climb_trim == 0.0  # at its limit


def test_what_accelerates_one_axis_is_spread_by_the_columns() -> None:
    columns = np.eye(6)
    columns[0, 4] = -0.2  # M[4, 0] / M[0, 0]
    states = no_states()._replace(started=1.0, speed=0.5)
    wrench, _ = held(pilot("speed", columns=columns, speed_gains=(30.0, 0.0)), states, speed=0.5)
    assert wrench[0] == pytest.approx(15.0)
    assert wrench[4] == pytest.approx(-3.0)
