from dataclasses import FrozenInstanceError
from math import pi

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.kernels.submergence import BOX, CYLINDER, ELLIPSOID
from seaway.shapes import Box, Cylinder, Ellipsoid, Shape, Sphere


@pytest.mark.parametrize(
    ("extent", "kind", "half_size", "volume", "radius"),
    [
        (Sphere(0.5), ELLIPSOID, [0.5, 0.5, 0.5], 4 / 3 * pi * 0.125, 0.5),
        (Ellipsoid([1, 2, 3]), ELLIPSOID, [1, 2, 3], 8 * pi, 3.0),
        (Box([2, 4, 4]), BOX, [1, 2, 2], 32.0, 3.0),
        (Cylinder(radius=3, length=8), CYLINDER, [3, 3, 4], 72 * pi, 5.0),
    ],
)
def test_sizes(extent: Shape, kind: int, half_size: list[float], volume: float, radius: float) -> None:
    assert extent.kind == kind
    np.testing.assert_array_equal(extent.half_size, half_size)
    assert extent.volume == pytest.approx(volume, rel=1e-14)
    assert extent.radius == pytest.approx(radius, rel=1e-14)
    assert isinstance(extent.volume, float)
    assert isinstance(extent.radius, float)


def test_they_cannot_be_changed_in_place() -> None:
    box = Box([1, 2, 3])
    with pytest.raises(FrozenInstanceError):
        box.volume = 1.0  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        box.half_size[0] = 5.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Sphere(0.0), r"the radius of a sphere \[m\] must be finite and > 0, got 0"),
        (lambda: Sphere(np.inf), r"the radius of a sphere \[m\] must be finite and > 0, got inf"),
        (lambda: Ellipsoid([1, 2]), r"the radii of an ellipsoid \[m\] must have the shape \(3\), got \(2\)"),
        (lambda: Ellipsoid([1, -2, 3]), r"the radii of an ellipsoid \[m\] must be > 0, got \[ ?1., -2., +3.\]"),
        (lambda: Ellipsoid([1, np.nan, 3]), r"must be finite, got nan at \[1\]"),
        (lambda: Box(2.0), r"the size of a box \[m\] must have the shape \(3\), got \(\)"),
        (lambda: Box([1, 0, 1]), r"the size of a box \[m\] must be > 0, got \[1., 0., 1.\]"),
        (lambda: Cylinder(radius=-1.5, length=1), r"the radius of a cylinder \[m\] must be finite and > 0, got -1.5"),
        (lambda: Cylinder(radius=1, length=-2.5), r"the length of a cylinder \[m\] must be finite and > 0, got -2.5"),
    ],
)
def test_bad_sizes_are_refused(make: object, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()  # type: ignore[operator]
