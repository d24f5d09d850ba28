from math import pi

import numpy as np
import pytest
from tests.refused import refused

from seaway.shapes import Box, Sphere
from seaway.vehicle import Buoyancy


def test_a_volume_alone_is_a_sphere() -> None:
    buoyancy = Buoyancy(0.02)
    assert buoyancy.volume == 0.02
    assert isinstance(buoyancy.shape, Sphere)
    assert buoyancy.shape.volume == pytest.approx(0.02, rel=1e-14)
    np.testing.assert_array_equal(buoyancy.center, np.zeros(3))
    np.testing.assert_array_equal(buoyancy.attitude, [1.0, 0.0, 0.0, 0.0])


def test_an_extent_alone_gives_the_volume() -> None:
    assert Buoyancy(shape=Box([1.0, 2.0, 3.0])).volume == pytest.approx(6.0)
    assert Buoyancy(shape=Sphere(0.5)).volume == pytest.approx(pi / 6.0)


def test_both_may_differ() -> None:
    """Open frames displace less than the box around them."""
    buoyancy = Buoyancy(0.02, [0.1, 0, 0.2], shape=Box([1, 1, 1]), attitude=[2, 0, 0, 0])
    assert (buoyancy.volume, buoyancy.shape.volume) == (0.02, 1.0)
    np.testing.assert_array_equal(buoyancy.center, [0.1, 0.0, 0.2])
    np.testing.assert_array_equal(buoyancy.attitude, [1.0, 0.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "buoyancy: it needs a volume [m3], or a shape that has one, e.g. Buoyancy(0.02)"),
        ({"volume": 0.0}, "the volume of a buoyancy must be > 0 [m3], got 0"),
        ({"volume": -0.5}, "the volume of a buoyancy must be > 0 [m3], got -0.5"),
        ({"volume": np.nan}, "the volume of a buoyancy must be finite [m3], got nan"),
        ({"volume": "much"}, "the volume of a buoyancy must be a number [m3], got 'much'"),
        (
            {"volume": 1.0, "shape": 0.7},
            "the shape of a buoyancy must be of Sphere, Ellipsoid, Box or Cylinder, got 0.7",
        ),
        ({"volume": 1.0, "center": [0, 1]}, "the centre of a buoyancy must be 3 numbers [m], got 2 numbers: [0, 1]"),
        ({"volume": 1.0, "center": [0, np.inf, 0]}, "the centre of a buoyancy must be finite [m], got inf at [1]"),
        (
            {"volume": 1.0, "attitude": [1, 0]},
            "the attitude of a buoyancy must be 3 numbers, or 4 of a quaternion [rad], got 2 numbers: [1, 0]",
        ),
        ({"volume": 1.0, "attitude": [0, 0, 0, 0]}, "the attitude of a buoyancy must be non-zero, got (0, 0, 0, 0)"),
        (
            {"volume": 1.0, "attitude": [[1], [0, 0]]},
            "the attitude of a buoyancy must be numbers in rows of one length",
        ),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with refused(message):
        Buoyancy(**arguments)
