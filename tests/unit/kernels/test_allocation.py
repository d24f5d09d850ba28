from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import called, parameters

from seaway.kernels import allocation

allocate = called(allocation.allocate)


def rotor(**values: Any) -> Any:
    """Two propellers along x, port and starboard, whose command is a speed; another coefficient astern."""
    given = {
        "thruster_count": 2,
        "fin_count": 0,
        "inverse": np.array([[0.5, 0, 0, 0, 0, -1.0], [0.5, 0, 0, 0, 0, 1.0]]).ravel(),
        "fin_inverse": np.zeros(1),
        "by_thrusters": (1.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        "by_fins": (0.0,) * 6,
        "lowest": np.array([-5.0, -5.0]),
        "highest": np.array([20.0, 20.0]),
        "kinds": np.array([1.0, 1.0]),
        "ahead": np.array([0.2, 0.2]),
        "astern": np.array([0.05, 0.05]),
        "slips": np.zeros(2),
        "fastest": np.array([10.0, 10.0]),
        "slowest": np.array([10.0, 10.0]),
        "command_lowest": np.array([-10.0, -10.0]),
        "command_highest": np.array([10.0, 10.0]),
        "dead_bands": np.zeros(2),
        "table_first": np.zeros(2),
        "table_last": np.zeros(2),
        "table_commands": np.zeros(1),
        "table_thrusts": np.zeros(1),
        "table_index": np.zeros(2 * allocation.INDEXED),
        "table_scale": np.zeros(2),
        "table_slopes": np.zeros(1),
        "fin_limits": np.zeros(1),
        "cruise": 1.0,
        "least_effect": 0.0625,
    }
    return parameters(**given | values)


def thrusts(par: Any, commands: Any) -> Any:
    return np.where(commands >= 0.0, par.ahead, par.astern) * commands * np.abs(commands)


def rudders() -> Any:
    """A propeller, an elevator and a rudder; 4 Nm/rad and 5 Nm/rad at 1.6 m/s."""
    return rotor(
        thruster_count=1,
        fin_count=2,
        inverse=np.array([1.0, 0, 0, 0, 0, 0]),
        fin_inverse=np.array([[0, 0, 0, 0, 0.25, 0], [0, 0, 0, 0, 0, 0.2]]).ravel(),
        by_thrusters=(1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        by_fins=(0.0, 0.0, 0.0, 0.0, 1.0, 1.0),
        fin_limits=np.array([0.3, 0.35]),
        cruise=1.6,
    )


def test_within_limits_it_is_one_product() -> None:
    par, out = rotor(), np.zeros(2)
    wrench = (12.0, 0.0, 0.0, 0.0, 0.0, 1.5)
    assert allocate(par, wrench, 0.3, out) == wrench
    np.testing.assert_allclose(thrusts(par, out), [4.5, 7.5])


def test_a_table_is_inverted() -> None:
    """One thrust over a range of commands, as in a dead zone: the middle of the range."""
    table = {"table_commands": np.array([-1.0, -0.2, 0.4, 2.0]), "table_thrusts": np.array([-5.0, 0.0, 0.0, 20.0])}
    table["table_slopes"] = np.array([0.8 / 5.0, 0.0, 1.6 / 20.0, 0.0])
    ends = {"command_lowest": np.full(2, -1.0), "command_highest": np.full(2, 2.0)}
    par = rotor(kinds=np.array([2.0, 2.0]), table_last=np.full(2, 3.0), **table, **ends)
    for force, expected in ((-5.0, -0.6), (0.0, 0.1), (20.0, 1.2), (400.0, 2.0)):
        out = np.zeros(2)
        allocate(par, (force, 0.0, 0.0, 0.0, 0.0, 0.0), 0.0, out)
        np.testing.assert_allclose(out, expected)


def test_attitude_comes_before_speed() -> None:
    """All of the yaw, and of the surge what room is left: 20 N less the yaw's share."""
    par, out = rotor(), np.zeros(2)
    given = allocate(par, (100.0, 0.0, 0.0, 0.0, 0.0, 4.0), 0.0, out)
    assert given[5] == 4.0
    assert given[0] == pytest.approx(2.0 * (20.0 - 4.0))
    np.testing.assert_allclose(thrusts(par, out), [12.0, 20.0])


def test_an_axis_that_exceeds_limits_alone_keeps_its_direction() -> None:
    par, out = rotor(), np.zeros(2)
    given = allocate(par, (0.0, 0.0, 0.0, 0.0, 0.0, 40.0), 0.0, out)
    assert given[5] == pytest.approx(5.0)
    np.testing.assert_allclose(thrusts(par, out), [-5.0, 5.0])


def test_axes_that_nothing_serves_are_not_missing() -> None:
    wrench = (1.0, 2.0, 3.0, 4.0, 5.0, 0.5)
    assert allocate(rotor(), wrench, 0.0, np.zeros(2)) == wrench


@pytest.mark.parametrize("speed", [0.0, 1.5])
@pytest.mark.parametrize("force", [-6.0, -0.2, 0.0, 0.2, 12.0])
def test_a_propeller_that_advances_turns_faster(force: float, speed: float) -> None:
    """The law is thrust = |ω| (c ω + slip V)."""
    par, out = rotor(slips=np.array([-0.3, -0.3])), np.zeros(2)
    assert allocate(par, (force, 0.0, 0.0, 0.0, 0.0, 0.0), speed, out)[0] == force
    c = np.where(out >= 0.0, par.ahead, par.astern)
    np.testing.assert_allclose(np.abs(out) * (c * out - 0.3 * speed), force / 2.0, atol=1e-12)


def test_a_dead_band_gives_no_command() -> None:
    out = np.ones(2)
    allocate(rotor(dead_bands=np.array([1.0, 1.0])), (0.3, 0.0, 0.0, 0.0, 0.0, 0.0), 0.0, out)
    np.testing.assert_array_equal(out, 0.0)


def test_fin_angles_go_with_the_inverse_square_of_the_speed() -> None:
    wrench, out = (0.0, 0.0, 0.0, 0.0, 0.04, 0.05), np.zeros(3)
    assert allocate(rudders(), wrench, 1.6, out) == wrench
    np.testing.assert_allclose(out[1:], 0.01)
    # Below a quarter of the cruise speed angles are bounded; astern they act the other way.
    for speed, factor in ((0.8, 4.0), (0.1, 16.0), (-1.6, -1.0)):
        allocate(rudders(), wrench, speed, out)
        np.testing.assert_allclose(out[1:], 0.01 * factor)


def test_fins_stop_at_their_limit() -> None:
    out = np.zeros(3)
    given = allocate(rudders(), (0.0, 0.0, 0.0, 0.0, 100.0, 0.1), 1.6, out)
    assert given[4:] == (pytest.approx(0.3 * 4.0), 0.1)
    np.testing.assert_allclose(out, [0.0, 0.3, 0.02])
