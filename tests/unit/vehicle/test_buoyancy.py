from dataclasses import FrozenInstanceError
from math import pi

import numpy as np
import pytest

from seaway.errors import ModelError
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
    buoyancy = Buoyancy(0.02, [0.1, 0, 0.2], Box([1, 1, 1]), [2, 0, 0, 0])
    assert (buoyancy.volume, buoyancy.shape.volume) == (0.02, 1.0)
    np.testing.assert_array_equal(buoyancy.center, [0.1, 0.0, 0.2])
    np.testing.assert_array_equal(buoyancy.attitude, [1.0, 0.0, 0.0, 0.0])


def test_it_cannot_be_changed_in_place() -> None:
    buoyancy = Buoyancy(0.02)
    with pytest.raises(FrozenInstanceError):
        buoyancy.volume = 1.0  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        buoyancy.center[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        buoyancy.attitude[0] = 1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, r"buoyancy needs a volume \[m3\] or an extent that has one, e.g. Buoyancy\(0.02\)"),
        ({"volume": 0.0}, r"the volume of a buoyancy \[m3\] must be finite and > 0, got 0"),
        ({"volume": -0.5}, r"must be finite and > 0, got -0.5"),
        ({"volume": np.nan}, r"must be finite and > 0, got nan"),
        ({"volume": "much"}, r"the volume of a buoyancy \[m3\] must be numbers, got 'much'"),
        ({"volume": 1.0, "extent": 0.7}, r"a Sphere, Ellipsoid, Box or Cylinder, got 0.7"),
        ({"volume": 1.0, "center": [0, 1]}, r"the centre of buoyancy \[m\] must have the shape \(3\), got \(2\)"),
        ({"volume": 1.0, "center": [0, np.inf, 0]}, r"must be finite, got inf at \[1\]"),
        ({"volume": 1.0, "attitude": [0, 0, 0, 0]}, "quaternion"),
        ({"volume": 1.0, "attitude": [[1, 0, 0, 0]] * 2}, "attitude"),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Buoyancy(**arguments)
