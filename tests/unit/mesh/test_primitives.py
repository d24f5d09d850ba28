"""Simple shapes: their frames, and how fast their integrals become those of the true shapes."""

from collections.abc import Callable
from math import pi, sin

import numpy as np
import pytest

from seaway.errors import MeshError
from seaway.inertia import MassProperties
from seaway.mesh import Mesh, box, capsule, cone, cylinder, ellipsoid, sphere

# name; mesh, its edges half as long with each step; exact mass properties; height of the centroid
CURVED = [
    ("sphere", lambda n: sphere(0.7, n), MassProperties.from_sphere(0.7, density=1.0), 0.0),
    (
        "ellipsoid",
        lambda n: ellipsoid((0.9, 0.5, 0.3), n),
        MassProperties.from_ellipsoid((0.9, 0.5, 0.3), density=1.0),
        0.0,
    ),
    (
        "cylinder",
        lambda n: cylinder(0.4, 1.5, 8 * 2**n),
        MassProperties.from_cylinder(radius=0.4, length=1.5, density=1.0),
        0.0,
    ),
    (
        "cone",
        lambda n: cone(0.4, 1.2, 8 * 2**n),
        MassProperties.from_cone(radius=0.4, length=1.2, density=1.0),
        -0.3,
    ),
    (
        "capsule",
        lambda n: capsule(0.4, 1.5, 8 * 2**n),
        MassProperties.from_capsule(radius=0.4, length=1.5, density=1.0),
        0.0,
    ),
]
curved = pytest.mark.parametrize(
    ("shape", "exact", "center"), [row[1:] for row in CURVED], ids=[row[0] for row in CURVED]
)
Shape = Callable[..., Mesh]


def order(errors: list[float]) -> float:
    """Slope of log error over log edge length, for edges that halve each time."""
    return float(np.polyfit(-np.arange(len(errors)) * np.log(2.0), np.log(errors), 1)[0])


@curved
def test_volume_and_inertia_converge_at_second_order(shape: Shape, exact: MassProperties, center: float) -> None:
    """Chords cut off a part of an arc that goes as their length squared; the next power is the fourth."""
    meshes = [shape(n) for n in (2, 3, 4, 5)]
    volume_errors = [1.0 - mesh.volume / exact.mass for mesh in meshes]
    assert all(error > 0.0 for error in volume_errors)
    assert order(volume_errors) == pytest.approx(2.0, abs=0.03)
    largest = np.max(exact.moment_of_inertia)
    inertias = [mesh.mass_properties(density=1.0).moment_of_inertia for mesh in meshes]
    inertia_errors = [float(np.max(np.abs(I - exact.moment_of_inertia))) / largest for I in inertias]
    assert order(inertia_errors) == pytest.approx(2.0, abs=0.03)
    assert inertia_errors[-1] < 5e-3
    assert meshes[0].centroid == pytest.approx([0.0, 0.0, center], abs=1e-14)


@pytest.mark.parametrize(
    ("mesh", "volume"),
    [
        (box((1.0, 2.0, 3.0), exact_volume=True), 6.0),
        (sphere(2.0, exact_volume=True), 32.0 / 3.0 * pi),
        (ellipsoid((1.0, 2.0, 3.0), exact_volume=True), 8.0 * pi),
        (cylinder(2.0, 3.0, exact_volume=True), 12.0 * pi),
        (cone(2.0, 3.0, exact_volume=True), 4.0 * pi),
        (capsule(2.0, 3.0, exact_volume=True), 12.0 * pi + 32.0 / 3.0 * pi),
    ],
    ids=["box", "sphere", "ellipsoid", "cylinder", "cone", "capsule"],
)
def test_exact_volume_is_that_of_the_true_shape(mesh: Mesh, volume: float) -> None:
    assert mesh.volume == pytest.approx(volume, rel=1e-14)


def test_exact_volume_leaves_the_centroid_where_it_is() -> None:
    assert cone(2.0, 4.0, exact_volume=True).centroid == pytest.approx([0.0, 0.0, -1.0], abs=1e-14)


@pytest.mark.parametrize("segments", [3, 8, 32])
def test_a_cylinder_is_the_prism_on_its_polygon(segments: int) -> None:
    """Its volume is that of n triangles: n/2 r² sin(2π/n) L."""
    exact = segments / 2 * 0.25 * sin(2 * pi / segments) * 3.0
    assert cylinder(0.5, 3.0, segments).volume == pytest.approx(exact, rel=1e-14)
    assert cone(0.5, 3.0, segments).volume == pytest.approx(exact / 3.0, rel=1e-14)


@pytest.mark.parametrize(
    ("mesh", "faces", "low", "high"),
    [
        (box((1.0, 2.0, 3.0), 4), 12 * 16, (-0.5, -1.0, -1.5), (0.5, 1.0, 1.5)),
        (sphere(2.0, 0), 20, (-1.7013, -1.7013, -1.7013), (1.7013, 1.7013, 1.7013)),
        (sphere(2.0, 2), 320, (-2.0, -2.0, -2.0), (2.0, 2.0, 2.0)),
        (ellipsoid((1.0, 2.0, 3.0), 1), 80, (-1.0, -2.0, -3.0), (1.0, 2.0, 3.0)),
        (cylinder(1.0, 4.0, 12, 5), 2 * 12 * 6, (-1.0, -1.0, -2.0), (1.0, 1.0, 2.0)),
        (cone(1.0, 4.0, 12, 3), 2 * 12 * 3, (-1.0, -1.0, -2.0), (1.0, 1.0, 2.0)),
        (capsule(1.0, 4.0, 16, 2), 2 * 16 * 9, (-1.0, -1.0, -3.0), (1.0, 1.0, 3.0)),
    ],
)
def test_sizes(mesh: Mesh, faces: int, low: tuple[float, ...], high: tuple[float, ...]) -> None:
    assert len(mesh.faces) == faces
    assert mesh.bounds[0] == pytest.approx(low, abs=1e-4)
    assert mesh.bounds[1] == pytest.approx(high, abs=1e-4)
    assert mesh.part_count == 1


def test_a_cone_points_up() -> None:
    mesh = cone(1.0, 4.0)
    tip = mesh.vertices[np.argmax(mesh.vertices[:, 2])]
    assert tip.tolist() == [0.0, 0.0, 2.0]


def test_the_largest_sphere() -> None:
    with pytest.raises(MeshError, match=r"at most 2000000 triangles, got 5242880"):
        sphere(1.0, 9)
    with pytest.raises(MeshError, match=r"at most 2000000 triangles"):
        sphere(1.0, 10**9)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: box((1.0, -2.0, 3.0)), r"the size of a box along y \[m\] must be finite and > 0, got -2"),
        (lambda: box((1.0, 2.0)), r"the sizes of a box \[m\] must have the shape"),
        (lambda: box([[1.0, 2.0, 3.0]]), r"the sizes of a box \[m\] must have the shape \(3\), got \(1, 3\)"),
        (lambda: box((1.0, 1.0, 1.0), 0), r"the resolution of a box must be a whole number >= 1, got 0"),
        (lambda: box((1.0, 1.0, 1.0), 1000), r"at most 2000000 triangles, got 12000000"),
        (lambda: sphere(np.nan), r"the radius of a sphere \[m\] must be finite and > 0, got nan"),
        (lambda: sphere(1.0, -1), r"the subdivisions of a sphere must be a whole number >= 0, got -1"),
        (lambda: sphere(1.0, 1.5), r"the subdivisions of a sphere must be a whole number >= 0, got 1\.5"),  # type: ignore[arg-type]
        (lambda: ellipsoid((1.0, 1.0, 0.0)), r"the size of an ellipsoid along z \[m\] must be finite and > 0, got 0"),
        (lambda: cylinder(0.0, 1.0), r"the radius of a cylinder \[m\] must be finite and > 0, got 0"),
        (lambda: cylinder(1.0, np.inf), r"the length of a cylinder \[m\] must be finite and > 0, got inf"),
        (lambda: cylinder(1.0, 1.0, 2), r"the segments of a circle must be a whole number >= 3, got 2"),
        (lambda: cylinder(1.0, 1.0, 8, 0), r"the rings of a cylinder must be a whole number >= 1, got 0"),
        (lambda: cone(-1.0, 1.0), r"the radius of a cone \[m\] must be finite and > 0, got -1"),
        (lambda: cone(1.0, 1.0, 8, 0), r"the rings of a cone must be a whole number >= 1, got 0"),
        (lambda: capsule(1.0, 0.0), r"the length of a capsule \[m\] must be finite and > 0, got 0"),
        (lambda: capsule(1.0, 1.0, 3), r"the segments of a capsule must be a whole number >= 4, got 3"),
        (lambda: capsule(1.0, 1.0, 8, True), r"the rings of a capsule must be a whole number >= 1, got True"),
        (lambda: cylinder("1", 1.0), r"the radius of a cylinder \[m\] must be numbers"),  # type: ignore[arg-type]
    ],
)
def test_sizes_that_cannot_be(make: Callable[[], Mesh], message: str) -> None:
    with pytest.raises(MeshError, match=message):
        make()
