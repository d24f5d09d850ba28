"""Every library vehicle flies on defaults: depth, heading, speed, station; small and large, still and in a current."""

import pytest
from tests.validation.flights import Flight, faults, flights, fly

from seaway import library


@pytest.mark.parametrize("flight", [each for name in library.names() for each in flights(name)], ids=lambda f: f.name)
def test_a_flight(flight: Flight) -> None:
    assert not faults(flight, fly(flight))
