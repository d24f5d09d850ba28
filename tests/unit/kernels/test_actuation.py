import numpy as np
from tests.unit.kernels import called, parameters, six

from seaway.kernels import actuation

INFINITE = six(np.full(6, np.inf))
ZERO = six(np.zeros(6))
LAGS = (0.2, 0.0, 0.1, 0.0, 0.0, 5.0)


def actuated(limit: object = INFINITE, rate: object = INFINITE, time_constant: object = ZERO) -> object:
    return parameters(limit=six(limit), rate=six(rate), time_constant=six(time_constant))


def states(asked: object = ZERO, slewed: object = ZERO, lagged: object = ZERO) -> object:
    return parameters(asked=six(asked), slewed=six(slewed), lagged=six(lagged))


def slewed_after(command: object, before: object, limit: object = INFINITE, rate: object = INFINITE) -> np.ndarray:
    """The slewed command after a step of 0.5 s."""
    par = actuated(limit, rate)
    (asked,) = called(actuation.prepare)(par, six(command))
    x = states(asked, np.broadcast_to(before, (6,)))
    (slewed,) = called(actuation.update)(par, x, parameters(time_step=0.5), None)
    return np.array(slewed)


def test_without_limits_the_command_arrives_as_it_is() -> None:
    command = [1e9, -1e9, 0.0, 1.0, -2.0, 3.0]
    np.testing.assert_array_equal(slewed_after(command, np.arange(6.0)), command)


def test_the_limit_cuts_each_axis_on_both_sides() -> None:
    slewed = slewed_after([5.0, -5.0, 1.0, -1.0, 9.0, 0.0], 0.0, limit=[3.0, 3.0, 3.0, 3.0, 8.0, 1.0])
    np.testing.assert_array_equal(slewed, [3.0, -3.0, 1.0, -1.0, 8.0, 0.0])


def test_the_rate_bounds_the_change_of_a_step() -> None:
    """In half a second at 4 N/s the command changes by 2 N at most, and a smaller change arrives whole."""
    slewed = slewed_after([5.0, -5.0, 2.0, 1.5, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0, 4.0, -3.0], rate=np.full(6, 4.0))
    np.testing.assert_array_equal(slewed, [2.0, -2.0, 2.0, 1.5, 2.0, -1.0])


def test_the_limit_comes_before_the_rate() -> None:
    slewed = slewed_after(np.full(6, 100.0), 2.5, np.full(6, 3.0), np.full(6, 4.0))
    np.testing.assert_array_equal(slewed, np.full(6, 3.0))


def test_an_axis_with_a_lag_takes_the_lagged_wrench_and_the_others_the_slewed_one() -> None:
    x = states(slewed=np.arange(6.0), lagged=10.0 + np.arange(6.0))
    wrench, _ = called(actuation.wrench)(actuated(time_constant=LAGS), x, None, None)
    assert wrench == (10.0, 1.0, 12.0, 3.0, 4.0, 15.0)


def test_the_lag_is_of_first_order() -> None:
    x = states(slewed=np.arange(6.0), lagged=10.0 + np.arange(6.0))
    _, (rate,) = called(actuation.wrench)(actuated(time_constant=LAGS), x, None, None)
    np.testing.assert_allclose(rate, [-50.0, 0.0, -100.0, 0.0, 0.0, -2.0])


def test_at_rest_slew_and_lag_have_followed() -> None:
    """Then neither moves on: a step leaves the slewed command, and the lag has no rate."""
    par, asked = actuated(rate=np.full(6, 4.0), time_constant=LAGS), six(np.arange(1.0, 7.0))
    lagged, slewed = called(actuation.steady)(par, states(asked), None, None)
    assert slewed == asked
    assert lagged == (1.0, 0.0, 3.0, 0.0, 0.0, 6.0)
    x = states(asked, slewed, lagged)
    assert called(actuation.update)(par, x, parameters(time_step=0.5), None) == (asked,)
    wrench, (rate,) = called(actuation.wrench)(par, x, None, None)
    assert wrench == asked
    assert rate == ZERO
