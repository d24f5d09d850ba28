"""Every library vehicle flies on defaults: the first of its ``flights``. The documentation tabulates all of them."""

import pytest
from tests.oracles.kernel_pilot import KernelPilot
from tests.validation.flights import faults, flights, fly

from seaway import library


@pytest.mark.parametrize("name", library.names())
def test_the_default_flight(name: str) -> None:
    flight = flights(name)[0]
    assert not faults(flight, fly(flight, KernelPilot))
