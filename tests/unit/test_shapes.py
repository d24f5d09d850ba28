"""Simple shapes: sizes, mass, added mass, and their tables in files."""

from collections.abc import Callable
from math import pi
from typing import Any

import numpy as np
import pytest
from tests.refused import refused

from seaway.frames import Pose
from seaway.inertia import MassProperties, box_added_mass, cylinder_added_mass, ellipsoid_added_mass
from seaway.parts import read, row, table_schema
from seaway.shapes import Box, Cylinder, Ellipsoid, Shape, Sphere
from seaway.vehicle import Buoyancy


@pytest.mark.parametrize(
    ("shape", "half_size", "volume", "reach"),
    [
        (Sphere(0.5), [0.5, 0.5, 0.5], 4 / 3 * pi * 0.125, 0.5),
        (Ellipsoid([1, 2, 3]), [1, 2, 3], 8 * pi, 3.0),
        (Box([2, 4, 4]), [1, 2, 2], 32.0, 3.0),
        (Cylinder(radius=3, length=8), [3, 3, 4], 72 * pi, 5.0),
    ],
)
def test_sizes(shape: Shape, half_size: list[float], volume: float, reach: float) -> None:
    np.testing.assert_array_equal(shape.half_size, half_size)
    assert shape.volume == pytest.approx(volume, rel=1e-14)
    assert shape.reach == pytest.approx(reach, rel=1e-14)
    assert type(shape.volume) is type(shape.reach) is float
    with pytest.raises(ValueError, match="read-only"):
        shape.half_size[0] = 5.0


@pytest.mark.parametrize(
    ("shape", "properties"),
    [
        (Sphere(0.5), MassProperties.from_sphere(0.5, mass=3.0)),
        (Ellipsoid([1, 2, 3]), MassProperties.from_ellipsoid([1, 2, 3], mass=3.0)),
        (Box([2, 4, 5]), MassProperties.from_box([2, 4, 5], mass=3.0)),
        (Cylinder(radius=0.2, length=1.5), MassProperties.from_cylinder(radius=0.2, length=1.5, mass=3.0)),
    ],
)
def test_a_mass_spread_evenly(shape: Shape, properties: MassProperties) -> None:
    np.testing.assert_allclose(shape.mass_properties(3.0).moment_of_inertia, properties.moment_of_inertia, rtol=1e-15)


def test_added_mass_in_the_body() -> None:
    pose = Pose.from_rpy((0.1, 0.2, 0.3), (0.4, 0.5, 0.6))
    assert Sphere(0.5).added_mass(1000.0) == ellipsoid_added_mass([0.5] * 3, 1000.0)
    assert Ellipsoid([1, 2, 3]).added_mass(1000.0, pose) == ellipsoid_added_mass([1, 2, 3], 1000.0, pose)
    assert Box([2, 4, 5]).added_mass(1000.0, pose) == box_added_mass([2, 4, 5], 1000.0, pose)
    tube = cylinder_added_mass(radius=0.2, length=1.5, fluid_density=1000.0, X_BS=pose)
    assert Cylinder(radius=0.2, length=1.5).added_mass(1000.0, pose) == tube


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Sphere(0.0), "the radius of a sphere must be > 0 [m], got 0"),
        (lambda: Sphere(np.inf), "the radius of a sphere must be finite [m], got inf"),
        (lambda: Ellipsoid([1, 2]), "the radii of an ellipsoid must be 3 numbers [m], got 2 numbers: [1, 2]"),
        (lambda: Ellipsoid([1, -2, 3]), "the radii of an ellipsoid must be > 0 [m], got -2 at [1]"),
        (lambda: Ellipsoid([1, np.nan, 3]), "the radii of an ellipsoid must be finite [m], got nan at [1]"),
        (lambda: Box(2.0), "the size of a box must be 3 numbers [m], got a number: 2.0"),
        (lambda: Box([1, 0, 1]), "the size of a box must be > 0 [m], got 0 at [1]"),
        (lambda: Cylinder(radius=-1.5, length=1), "the radius of a cylinder must be > 0 [m], got -1.5"),
        (lambda: Cylinder(radius=1, length=-2.5), "the length of a cylinder must be > 0 [m], got -2.5"),
    ],
)
def test_bad_sizes_are_refused(make: Callable[[], Any], message: str) -> None:
    with refused(message):
        make()


@pytest.mark.parametrize(
    ("given", "shape"),
    [
        ({"box": [2.0, 1.0, 0.5]}, Box([2.0, 1.0, 0.5])),
        ({"box": {"size": [2.0, 1.0, 0.5]}}, Box([2.0, 1.0, 0.5])),
        ({"sphere": 0.3}, Sphere(0.3)),
        ({"ellipsoid": [1, 2, 3]}, Ellipsoid([1, 2, 3])),
        ({"cylinder": {"radius": 0.1, "length": 1.0}}, Cylinder(radius=0.1, length=1.0)),
    ],
)
def test_a_table_with_the_name_of_the_shape(given: dict[str, Any], shape: Shape) -> None:
    part, problems = read(Buoyancy, {"shape": given})
    assert problems == []
    assert part == Buoyancy(shape=shape)


@pytest.mark.parametrize(
    ("given", "key", "reason"),
    [
        (0.3, ("shape",), "must be a table with one of sphere, ellipsoid, box, cylinder, got 0.3"),
        ({"cone": 1}, ("shape",), "must be a table with one of sphere, ellipsoid, box, cylinder, got cone"),
        (
            {"box": 1, "sphere": 1},
            ("shape",),
            "must be a table with one of sphere, ellipsoid, box, cylinder, got box, sphere",
        ),
        ({"sphere": -1.5}, ("shape", "sphere", "radius"), "must be > 0 [m], got -1.5"),
        ({"cylinder": 0.1}, ("shape", "cylinder", "length"), "is missing: length along z [m]"),
        ({"box": [1, 2, -3]}, ("shape", "box", "size", 2), "must be > 0 [m], got -3 at [2]"),
    ],
)
def test_bad_tables_are_refused(given: Any, key: tuple[str | int, ...], reason: str) -> None:
    part, problems = read(Buoyancy, {"shape": given})
    assert part is None
    assert [(problem.key, problem.reason) for problem in problems] == [(key, reason)]


def test_the_schema_takes_one_shape() -> None:
    entry = table_schema(Buoyancy)["properties"]["shape"]
    assert list(entry["properties"]) == ["sphere", "ellipsoid", "box", "cylinder"]
    assert entry["maxProperties"] == 1


def test_a_shape_of_each_run() -> None:
    several = Cylinder(radius=[0.1, 0.2], length=1.0)
    for k, radius in enumerate((0.1, 0.2)):
        one = Cylinder(radius=radius, length=1.0)
        assert row(several, k) == one
        assert (several.volume[k], several.reach[k]) == (one.volume, one.reach)
        np.testing.assert_array_equal(several.half_size[k], one.half_size)
