import numpy as np
from tests.unit.kernels import called, record, six

from seaway.kernels import actuation
from seaway.kernels.model import VEHICLE

INFINITE = np.full(6, np.inf)


def held_after(command: object, before: object, limit: object = INFINITE, rate: object = INFINITE) -> np.ndarray:
    held = np.array(np.broadcast_to(np.asarray(before, dtype=np.float64), (6,)))
    body = record(VEHICLE, actuated=1, limit=limit, rate=rate)
    called(actuation.held_command)(body, 0.5, np.array(six(command)), held)
    return held


def test_without_limits_the_command_arrives_as_it_is() -> None:
    command = [1e9, -1e9, 0.0, 1.0, -2.0, 3.0]
    np.testing.assert_array_equal(held_after(command, np.arange(6.0)), command)


def test_the_limit_cuts_each_axis_on_both_sides() -> None:
    held = held_after([5.0, -5.0, 1.0, -1.0, 9.0, 0.0], 0.0, limit=[3.0, 3.0, 3.0, 3.0, 8.0, 1.0])
    np.testing.assert_array_equal(held, [3.0, -3.0, 1.0, -1.0, 8.0, 0.0])


def test_the_rate_bounds_the_change_of_a_step() -> None:
    """In half a second at 4 N/s the command changes by 2 N at most, and a smaller change arrives whole."""
    held = held_after([5.0, -5.0, 2.0, 1.5, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0, 4.0, -3.0], rate=np.full(6, 4.0))
    np.testing.assert_array_equal(held, [2.0, -2.0, 2.0, 1.5, 2.0, -1.0])


def test_the_limit_comes_before_the_rate() -> None:
    np.testing.assert_array_equal(held_after(np.full(6, 100.0), 2.5, np.full(6, 3.0), np.full(6, 4.0)), np.full(6, 3.0))


def test_an_axis_with_a_lag_takes_the_lagged_wrench_and_the_others_the_held_one() -> None:
    body = record(VEHICLE, actuated=1, time_constant=[0.2, 0.0, 0.1, 0.0, 0.0, 5.0])
    held, lagged = np.arange(6.0), 10.0 + np.arange(6.0)
    applied = called(actuation.applied_wrench)(body, held, lagged)
    assert applied == (10.0, 1.0, 12.0, 3.0, 4.0, 15.0)


def test_the_lag_is_of_first_order() -> None:
    body = record(VEHICLE, actuated=1, time_constant=[0.2, 0.0, 0.1, 0.0, 0.0, 5.0])
    held, lagged, rate = np.arange(6.0), 10.0 + np.arange(6.0), np.full(6, np.nan)
    called(actuation.lag_rate)(body, held, lagged, rate)
    np.testing.assert_allclose(rate, [-50.0, 0.0, -100.0, 0.0, 0.0, -2.0])
