import numpy as np
import pytest
from tests.refused import refused

from seaway.vehicle import Actuation


def test_by_default_commands_arrive_as_they_are() -> None:
    actuation = Actuation()
    np.testing.assert_array_equal(actuation.limit, np.full(6, np.inf))
    np.testing.assert_array_equal(actuation.rate_limit, np.full(6, np.inf))
    np.testing.assert_array_equal(actuation.time_constant, np.zeros(6))


def test_one_number_or_six() -> None:
    actuation = Actuation(limit=5, rate_limit=[1, 2, 3, 4, 5, 6], time_constant=0.25)
    np.testing.assert_array_equal(actuation.limit, np.full(6, 5.0))
    np.testing.assert_array_equal(actuation.rate_limit, np.arange(1.0, 7.0))
    np.testing.assert_array_equal(actuation.time_constant, np.full(6, 0.25))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"limit": 0.0}, "the limit of an actuation must be > 0 [N, Nm], got 0 at [0]"),
        ({"limit": [1, 1, 1, 1, 1, -2.5]}, "the limit of an actuation must be > 0 [N, Nm], got -2.5 at [5]"),
        ({"limit": np.nan}, "the limit of an actuation must be > 0 [N, Nm], got nan at [0]"),
        ({"rate_limit": -3.0}, "the rate limit of an actuation must be > 0 [N/s, Nm/s], got -3 at [0]"),
        ({"time_constant": -0.5}, "the time constant of an actuation must be >= 0 [s], got -0.5 at [0]"),
        ({"time_constant": np.inf}, "the time constant of an actuation must be finite [s], got inf at [0]"),
        (
            {"limit": [1, 2, 3]},
            "the limit of an actuation must be 6 numbers or one number [N, Nm], got 3 numbers: [1, 2, 3]",
        ),
        (
            {"rate_limit": "fast"},
            "the rate limit of an actuation must be 6 numbers or one number [N/s, Nm/s], got 'fast'",
        ),
        ({"time_constant": None}, "the time constant of an actuation must be 6 numbers or one number [s], got None"),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with refused(message):
        Actuation(**arguments)
