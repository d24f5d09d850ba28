from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.vehicle import Actuation


def test_by_default_commands_arrive_as_they_are() -> None:
    actuation = Actuation()
    np.testing.assert_array_equal(actuation.limit, np.full(6, np.inf))
    np.testing.assert_array_equal(actuation.rate, np.full(6, np.inf))
    np.testing.assert_array_equal(actuation.time_constant, np.zeros(6))


def test_one_number_or_six() -> None:
    actuation = Actuation(limit=5, rate=[1, 2, 3, 4, 5, 6], time_constant=0.25)
    np.testing.assert_array_equal(actuation.limit, np.full(6, 5.0))
    np.testing.assert_array_equal(actuation.rate, np.arange(1.0, 7.0))
    np.testing.assert_array_equal(actuation.time_constant, np.full(6, 0.25))


def test_it_cannot_be_changed_in_place() -> None:
    actuation = Actuation(limit=5)
    with pytest.raises(FrozenInstanceError):
        actuation.limit = np.ones(6)  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        actuation.limit[0] = 1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"limit": 0.0}, r"the limit of an actuation must be > 0 on every axis, got \[0., 0., 0., 0., 0., 0.\]"),
        ({"limit": [1, 1, 1, 1, 1, -2.5]}, r"the limit of an actuation must be > 0 on every axis, got \[.*-2.5\]"),
        ({"limit": np.nan}, r"the limit of an actuation must be > 0 on every axis, got \[nan"),
        ({"rate": -3.0}, r"the rate of an actuation must be > 0 on every axis, got \[-3."),
        ({"time_constant": -0.5}, r"time constant .* finite and >= 0 \[s\] on every axis, got \[-0.5"),
        ({"time_constant": np.inf}, r"time constant .* finite and >= 0 \[s\] on every axis, got \[inf"),
        ({"limit": [1, 2, 3]}, r"the limit of an actuation \[N, Nm\] must be one number or six, got \[1, 2, 3\]"),
        ({"rate": "fast"}, r"the rate of an actuation \[N/s, Nm/s\] must be one number or six, got 'fast'"),
        ({"time_constant": None}, r"the time constant of an actuation \[s\] must be one number or six, got None"),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Actuation(**arguments)
