"""What a mesh is, what it refuses, its integrals and its changes.

Integrals of polyhedra are polynomials of the corners, so tolerances are those of rounding: a few hundred operations of
2e-16 each stay below 1e-12.
"""

import re
from collections.abc import Callable

import numpy as np
import pytest

from seaway.errors import MeshError, ModelError
from seaway.frames import Pose
from seaway.inertia import Inertial, MassProperties
from seaway.mesh import Mesh, box, cylinder, ellipsoid, sphere
from seaway.mesh._check import MAX_TRIANGLES

CUBE = box((1.0, 1.0, 1.0))
V, F = CUBE.vertices, CUBE.faces
TETRAHEDRON = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def two_parts(second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.concatenate([V, V + np.array([3.0, 0.0, 0.0])]), np.concatenate([F, second + len(V)])


def changed(index: int, row: list[int]) -> np.ndarray:
    faces = F.copy()
    faces[index] = row
    return faces


def test_a_mesh_cannot_be_written() -> None:
    mesh = Mesh(np.array(V), np.array(F))
    for name in ("vertices", "faces", "bounds", "centroid", "face_areas", "face_normals"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(mesh, name)[0] = 0
    with pytest.raises(AttributeError):
        mesh.vertices = V  # type: ignore[misc]


def test_a_mesh_keeps_its_own_arrays() -> None:
    vertices, faces = np.array(V), np.array(F)
    mesh = Mesh(vertices, faces)
    vertices[:], faces[:] = 0.0, 0
    assert mesh == CUBE
    assert mesh != "a cube"


def test_a_mesh_says_what_it_is() -> None:
    assert repr(CUBE) == "Mesh(8 vertices, 12 faces, 1 m3)"


def test_measures_of_a_tetrahedron() -> None:
    assert TETRAHEDRON.volume == pytest.approx(1 / 6, rel=1e-15)
    assert TETRAHEDRON.centroid == pytest.approx([0.25, 0.25, 0.25], rel=1e-15)
    assert TETRAHEDRON.area == pytest.approx(1.5 + np.sqrt(3) / 2, rel=1e-15)
    assert TETRAHEDRON.bounds.tolist() == [[0, 0, 0], [1, 1, 1]]
    assert TETRAHEDRON.face_areas == pytest.approx([0.5, 0.5, 0.5, np.sqrt(3) / 2])
    assert TETRAHEDRON.face_normals == pytest.approx(np.array([[0, 0, -1], [0, -1, 0], [-1, 0, 0], [3**-0.5] * 3]))
    assert TETRAHEDRON.part_count == 1
    # ∫ x² = 1/60 and ∫ x y = 1/120 over it; shifted to the centroid: 1/60 - 1/96 and 1/120 - 1/96.
    moments = TETRAHEDRON.mass_properties(density=1.0).moment_of_inertia
    assert moments[0, 0] == pytest.approx(2 * (1 / 60 - 1 / 96), rel=1e-13)
    assert moments[0, 1] == pytest.approx(-(1 / 120 - 1 / 96), rel=1e-13)


def test_vertices_that_no_face_names_do_not_count() -> None:
    mesh = Mesh(np.concatenate([V, [[9.0, 9.0, 9.0]]]), F)
    assert mesh.bounds.tolist() == CUBE.bounds.tolist()
    assert mesh.volume == CUBE.volume


@pytest.mark.parametrize("resolution", [1, 2, 5])
def test_a_box_has_the_inertia_of_a_box(resolution: int) -> None:
    mesh = box((1.0, 2.0, 3.0), resolution)
    exact = MassProperties.from_box((1.0, 2.0, 3.0), density=1025.0)
    measured = mesh.mass_properties(density=1025.0)
    assert measured.mass == pytest.approx(exact.mass, rel=1e-12)
    largest = np.max(exact.moment_of_inertia)
    assert np.max(np.abs(measured.moment_of_inertia - exact.moment_of_inertia)) <= 1e-12 * largest


def test_the_mass_may_be_given_instead() -> None:
    measured = box((1.0, 2.0, 3.0)).mass_properties(mass=12.0)
    assert measured.mass == 12.0
    assert np.diagonal(measured.moment_of_inertia) == pytest.approx([13.0, 10.0, 5.0], rel=1e-12)


def test_an_inertial_has_its_centre_of_mass_at_the_centroid() -> None:
    moved = box((1.0, 2.0, 3.0)).transformed(Pose((0.5, 0.0, -2.0)))
    inertial = moved.inertial(mass=12.0)
    assert isinstance(inertial, Inertial)
    assert inertial.pose.p == pytest.approx([0.5, 0.0, -2.0], abs=1e-15)
    assert inertial.mass_properties == moved.mass_properties(mass=12.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, r"either mass= or density=, got mass=None and density=None"),
        ({"mass": 1.0, "density": 2.0}, r"got mass=1\.0 and density=2\.0"),
        ({"mass": -1.0}, r"the mass \[kg\] must be finite and > 0, got -1"),
        ({"density": 0.0}, r"the density \[kg/m3\] must be finite and > 0, got 0"),
    ],
)
def test_mass_or_density_is_needed(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        CUBE.mass_properties(**arguments)


def test_a_hull_far_from_the_origin_keeps_its_digits() -> None:
    """At 1e6 m corners of a 1 m body are rounded to 1.2e-10 m; integrals about the origin would lose all digits."""
    near = ellipsoid((0.5, 0.3, 0.2))
    far = near.transformed(Pose((1e6, -1e6, 1e6)))
    assert far.volume == pytest.approx(near.volume, rel=1e-9)
    assert far.centroid - [1e6, -1e6, 1e6] == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)
    expected = near.mass_properties(density=1.0).moment_of_inertia
    measured = far.mass_properties(density=1.0).moment_of_inertia
    assert np.max(np.abs(measured - expected)) <= 1e-9 * np.max(expected)


def test_parts_add() -> None:
    mesh = CUBE.joined(sphere(0.5).transformed(Pose((3.0, 0.0, 0.0))))
    assert mesh.part_count == 2
    assert mesh.volume == pytest.approx(1.0 + sphere(0.5).volume, rel=1e-14)


def test_parts_that_touch_at_a_corner_are_two() -> None:
    vertices = np.concatenate([V, np.delete(V, 0, axis=0) + 1.0])
    # Corner 0 of the second cube is corner 7 of the first.
    faces = np.concatenate([F, np.where(F == 0, 7, F + 7)])
    mesh = Mesh(vertices, faces)
    assert mesh.part_count == 2
    assert mesh.volume == pytest.approx(2.0, rel=1e-14)


BAD: list[tuple[object, object, list[str]]] = [
    (V, F[1:], [r"^3 open edges, the first between vertices 4 and 6 at \(0\.5, -0\.5, -0\.5\): .* closed"]),
    (V, F[:, ::-1], [r"^the surface \(12 faces\) is inside out, its volume is -1 m3: turn its faces round$"]),
    (
        V,
        changed(3, F[3][::-1].tolist()),
        [r"^3 edges join faces wound against each other, the first between vertices 0 and 4 at \(-0\.5, -0\.5"],
    ),
    (
        V,
        np.concatenate([F, F[:1]]),
        [r"^3 edges are shared by more than two faces, the first between vertices 4 and 6 at"],
    ),
    (
        V,
        changed(0, [4, 4, 7]),
        [
            r"^1 face has no area, the first is face 0 with the vertices 4, 4, 7 at \(0\.5, -0\.5, -0\.5\): remove",
            r"^3 open edges",
        ],
    ),
    (
        V * [1.0, 1.0, 0.0],
        F,
        [r"^8 faces have no area", r"^the surface \(12 faces\) encloses no volume, 0 m3 with an area of 2 m2"],
    ),
    ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 1]], [r"^the surface \(2 faces\) encloses no volume"]),
    (
        *two_parts(F[:, ::-1]),
        [r"^part 2 of 2, with 12 faces at \(3\.5, 0\.5, 0\.5\), is inside out, its volume is -1 m3: .* a cavity"],
    ),
    (
        np.where(V > 0.0, np.nan, V),
        F,
        [r"^vertices must be finite and within ±1e\+12 m; 7 are not, the first is vertex 1"],
    ),
    (V * 1e13, F, [r"8 are not, the first is vertex 0: \[-5\.e\+12 -5\.e\+12 -5\.e\+12\]"]),
    (V, F + 1, [r"^face 0 names vertex 8, but vertices are numbered from 0 to 7$"]),
    (V, F - 1, [r"names vertex -1, but vertices are numbered from 0 to 7$"]),
    (V, F.astype(float), [r"^faces must be whole numbers of shape \(m, 3\), got float64 of shape \(12, 3\)"]),
    (V, [[0, 1, 2, 3]], [r"^faces must be .* got int64 of shape \(1, 4\); split polygons into triangles$"]),
    (V, [[0, 1, 2], [0, 1]], [r"^faces must be .* got rows of different lengths"]),
    (V, 3, [r"^faces must be .* got int64 of shape \(\)"]),
    (V[:, :2], F, [r"^vertices \[m\] must be numbers of shape \(n, 3\), got float64 of shape \(8, 2\)$"]),
    (V[0], F, [r"^vertices \[m\] must be numbers of shape \(n, 3\), got float64 of shape \(3,\)$"]),
    ([["a", "b", "c"]], F, [r"^vertices \[m\] must be numbers .* got <U1 of shape \(1, 3\)$"]),
    ([[0, 0, 0], [1, 0]], F, [r"^vertices \[m\] must be numbers .* got rows of different lengths$"]),
    (V, np.zeros((0, 3), dtype=int), [r"^a mesh needs triangles, got none$"]),
    (
        V,
        np.broadcast_to(F[0], (MAX_TRIANGLES + 1, 3)),
        [r"^a mesh may have at most 2000000 triangles, got 2000001; simplify it$"],
    ),
]


@pytest.mark.parametrize(("vertices", "faces", "messages"), BAD, ids=[bad[2][0][:40] for bad in BAD])
def test_what_is_no_mesh_is_refused(vertices: object, faces: object, messages: list[str]) -> None:
    problems = Mesh.problems(vertices, faces)  # type: ignore[arg-type]
    assert len(problems) == len(messages)
    with pytest.raises(MeshError) as raised:
        Mesh(vertices, faces)  # type: ignore[arg-type]
    for problem, message in zip(problems, messages, strict=True):
        assert re.search(message, problem)
        assert problem in str(raised.value)


def test_a_message_says_how_to_repair() -> None:
    with pytest.raises(MeshError, match=r"two faces\. Try Mesh\.repaired\(vertices, faces\), or load with repair"):
        Mesh(V, F[1:])


def test_a_mesh_has_no_problems() -> None:
    assert Mesh.problems(V, F) == ()
    assert Mesh.problems(V.tolist(), F.astype(np.uint8)) == ()


@pytest.mark.parametrize("height", [1e-9, 1e-11])
def test_a_needle_is_a_face_as_long_as_its_normal_is_more_than_rounding(height: float) -> None:
    """One side of the tetrahedron's base is 1e-9 or 1e-11 high over a length of 1; the limit is 1e-10."""
    vertices = [[0, 0, 0], [1, 0, 0], [0.5, height, 0], [0.5, 0.5, 1]]
    problems = Mesh.problems(vertices, TETRAHEDRON.faces)
    assert any("no area" in problem for problem in problems) is (height < 1e-10)


def test_transformed_is_the_pose() -> None:
    X_AB = Pose.from_rpy((1.0, 2.0, 3.0), (0.1, 0.2, 0.3))
    mesh = TETRAHEDRON.transformed(X_AB)
    assert mesh.vertices == pytest.approx(X_AB.point(TETRAHEDRON.vertices))
    assert mesh.centroid == pytest.approx(X_AB.point(TETRAHEDRON.centroid), rel=1e-14)
    with pytest.raises(MeshError, match=r"moved by one pose, got an array of shape \(2,\)"):
        mesh.transformed(Pose([[0, 0, 0], [1, 0, 0]]))


def test_scaled() -> None:
    assert CUBE.scaled(2.0).volume == pytest.approx(8.0)
    stretched = TETRAHEDRON.scaled((1.0, 2.0, 3.0))
    assert stretched.bounds[1].tolist() == [1.0, 2.0, 3.0]
    in_place = TETRAHEDRON.scaled(2.0, about=TETRAHEDRON.centroid)
    assert in_place.centroid == pytest.approx(TETRAHEDRON.centroid, rel=1e-14)
    assert in_place.volume == pytest.approx(8.0 / 6.0, rel=1e-14)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda mesh: mesh.scaled(-1.0), r"a scale must be finite and > 0, got -1\.0; .*mirrored\(axis\)"),
        (lambda mesh: mesh.scaled((1.0, 0.0, 1.0)), r"a scale must be finite and > 0, got \(1\.0, 0\.0, 1\.0\)"),
        (lambda mesh: mesh.scaled((1.0, 2.0)), r"a scale must be one number or three, got \(1\.0, 2\.0\)"),
        (lambda mesh: mesh.scaled("big"), r"a scale must be one number or three, got 'big'"),
        (lambda mesh: mesh.scaled([1.0, [2.0]]), r"a scale must be one number or three, got \[1\.0, \[2\.0\]\]"),
        (
            lambda mesh: mesh.scaled(1.0, about=(0.0, np.inf, 0.0)),
            r"the point that stays \[m\] must be finite, got inf",
        ),
        (lambda mesh: mesh.scaled((1.0, 1.0, 1e-14)), r"no area"),
        (lambda mesh: mesh.mirrored("w"), r"mirrored across 'x', 'y' or 'z', got 'w'"),
        (lambda mesh: mesh.refined(-1), r"refined 0 or more times, got -1"),
        (lambda mesh: mesh.refined(9), r"at most 2000000 triangles, got 3145728"),
        (lambda mesh: mesh.with_volume(0.0), r"the volume \[m3\] must be finite and > 0, got 0"),
        (lambda mesh: mesh.with_volume("much"), r"the volume \[m3\] must be numbers"),
    ],
)
def test_changes_that_cannot_be(change: Callable[[Mesh], Mesh], message: str) -> None:
    with pytest.raises(MeshError, match=message):
        change(CUBE)


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_mirrored(axis: str) -> None:
    mesh = TETRAHEDRON.mirrored(axis)  # type: ignore[arg-type]
    index = "xyz".index(axis)
    assert mesh.volume == pytest.approx(1 / 6, rel=1e-15)
    assert mesh.centroid[index] == pytest.approx(-0.25)
    assert mesh.mirrored(axis) == TETRAHEDRON  # type: ignore[arg-type]


def test_refined_splits_in_four() -> None:
    mesh = TETRAHEDRON.refined(2)
    assert len(mesh.faces) == 16 * 4
    assert len(mesh.vertices) == 34  # V = 2 + F / 2
    assert mesh.volume == pytest.approx(1 / 6, rel=1e-14)
    assert mesh.area == pytest.approx(TETRAHEDRON.area, rel=1e-14)
    assert TETRAHEDRON.refined(0) == TETRAHEDRON


def test_joined_leaves_both_as_they_are() -> None:
    other = CUBE.transformed(Pose((1.0, 0.0, 0.0)))  # they touch
    mesh = CUBE.joined(other)
    assert mesh.part_count == 2
    assert mesh.volume == pytest.approx(2.0, rel=1e-14)
    assert mesh.centroid == pytest.approx([0.5, 0.0, 0.0], abs=1e-15)


def test_with_volume_is_exact_and_keeps_the_centroid() -> None:
    mesh = cylinder(0.3, 1.0, 12).transformed(Pose((5.0, 0.0, 0.0))).with_volume(0.25)
    assert mesh.volume == pytest.approx(0.25, rel=1e-14)
    assert mesh.centroid == pytest.approx([5.0, 0.0, 0.0], abs=1e-14)
