"""What repair mends, what it says, and what it leaves."""

import numpy as np
import pytest

from seaway.errors import MeshError, SeawayWarning
from seaway.frames import Pose
from seaway.mesh import Mesh, box, sphere

CUBE = box((1.0, 1.0, 1.0))
BALL = sphere(1.0, 2)


def soup(mesh: Mesh) -> tuple[np.ndarray, np.ndarray]:
    """Triangles that share no vertices."""
    return mesh.vertices[mesh.faces].reshape(-1, 3), np.arange(3 * len(mesh.faces)).reshape(-1, 3)


def test_a_sound_mesh_stays() -> None:
    mesh = Mesh.repaired(CUBE.vertices, CUBE.faces)  # a warning would be an error
    assert mesh.volume == pytest.approx(1.0, rel=1e-15)
    assert mesh.bounds.tolist() == CUBE.bounds.tolist()


def test_near_vertices_are_merged() -> None:
    """Noise of 1e-7 on a sphere of diagonal 3.46: the limit is 3.5e-6."""
    vertices, faces = soup(BALL)
    vertices = vertices + np.random.default_rng(0).uniform(-1e-7, 1e-7, vertices.shape)
    with pytest.warns(SeawayWarning, match=r"^the mesh was repaired: 798 vertices merged$"):
        mesh = Mesh.repaired(vertices, faces)
    assert mesh.volume == pytest.approx(BALL.volume, rel=1e-6)


@pytest.mark.parametrize("shift", np.linspace(0.0, 1.0, 7))
def test_vertices_are_merged_wherever_the_cells_lie(shift: float) -> None:
    """Two copies of a corner 0.9 of the limit apart in each coordinate, at any place in a cell."""
    limit = 1e-6 * np.sqrt(3.0)
    vertices, faces = soup(CUBE)
    vertices[vertices[:, 0] > 0] += [0.0, 0.0, 2 * shift * limit]
    moved = np.array(vertices)
    moved[::3] += 0.9 * limit * np.array([1.0, -1.0, 1.0])
    with pytest.warns(SeawayWarning, match=r"28 vertices merged$"):
        mesh = Mesh.repaired(moved, faces)
    assert mesh.volume == pytest.approx(1.0, abs=2e-5)


def test_merging_stays_cheap_when_all_vertices_are_near() -> None:
    """One far triangle makes all others a point; no list of pairs is made."""
    vertices, faces = soup(sphere(1e-9, 5))
    far = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    vertices = np.concatenate([vertices, far])
    faces = np.concatenate([faces, [[len(vertices) - 3, len(vertices) - 2, len(vertices) - 1]]])
    with pytest.raises(
        MeshError, match=r"repair is not enough \(done: 61439 vertices merged, 20480 faces without area"
    ):
        Mesh.repaired(vertices, faces)


def test_faces_without_area_and_doubles_are_dropped() -> None:
    faces = np.concatenate([CUBE.faces, [[0, 0, 1], [2, 2, 2]], CUBE.faces[:3, ::-1]])
    message = r"repaired: 2 faces without area dropped, 3 faces dropped that were there twice$"
    with pytest.warns(SeawayWarning, match=message):
        mesh = Mesh.repaired(CUBE.vertices, faces)
    assert len(mesh.faces) == 12


@pytest.mark.parametrize("turned", [1, 40, 150])
def test_faces_are_wound_alike(turned: int) -> None:
    faces = np.array(BALL.faces)
    rows = np.random.default_rng(turned).choice(len(faces), turned, replace=False)
    faces[rows] = faces[rows][:, ::-1]
    with pytest.warns(SeawayWarning, match=rf"repaired: {turned} faces? wound the other way$"):
        mesh = Mesh.repaired(BALL.vertices, faces)
    assert mesh.volume == pytest.approx(BALL.volume, rel=1e-14)


def test_parts_are_turned_outward_each_by_itself() -> None:
    other = BALL.transformed(Pose((5.0, 0.0, 0.0)))
    vertices = np.concatenate([BALL.vertices, other.vertices])
    faces = np.concatenate([BALL.faces, other.faces[:, ::-1] + len(BALL.vertices)])
    with pytest.warns(SeawayWarning, match=r"repaired: 1 part turned outward$"):
        mesh = Mesh.repaired(vertices, faces)
    assert mesh.volume == pytest.approx(2.0 * BALL.volume, rel=1e-14)


def test_a_hole_of_one_face_is_closed_by_it() -> None:
    with pytest.warns(SeawayWarning, match=r"repaired: 1 hole closed, 1 face added there$"):
        mesh = Mesh.repaired(CUBE.vertices, CUBE.faces[1:])
    assert len(mesh.faces) == 12
    assert mesh.volume == pytest.approx(1.0, rel=1e-14)


def test_a_flat_hole_is_closed_exactly() -> None:
    mesh = box((1.0, 1.0, 1.0), 4)
    # The four squares in the middle of the top; the corner that they share is left without faces.
    centers = mesh.vertices[mesh.faces].mean(axis=1)
    hole = (centers[:, 2] == 0.5) & (centers[:, 0] > -0.25) & (centers[:, 0] < 0.25) & (np.abs(centers[:, 1]) < 0.25)
    assert np.count_nonzero(hole) == 8
    with pytest.warns(SeawayWarning, match=r"repaired: 1 hole closed, 8 faces added there$"):
        closed = Mesh.repaired(mesh.vertices, mesh.faces[~hole])
    assert closed.volume == pytest.approx(1.0, rel=1e-14)
    assert closed.area == pytest.approx(6.0, rel=1e-14)


def test_two_holes_are_closed() -> None:
    keep = np.ones(len(BALL.faces), dtype=bool)
    keep[[0, 200]] = False
    with pytest.warns(SeawayWarning, match=r"repaired: 2 holes closed, 2 faces added there$"):
        assert Mesh.repaired(BALL.vertices, BALL.faces[keep]).volume == pytest.approx(BALL.volume, rel=1e-14)


def test_a_missing_deck_is_not_guessed() -> None:
    top = np.all(CUBE.vertices[CUBE.faces][:, :, 2] == 0.5, axis=1)
    message = r"repair is not enough \(done: nothing\): 4 open edges, .*; of the holes 1 would take more than a tenth"
    with pytest.raises(MeshError, match=message):
        Mesh.repaired(CUBE.vertices, CUBE.faces[~top])


def test_a_moebius_strip_has_no_inside() -> None:
    n = 12
    angle = 2.0 * np.pi * np.arange(n) / n
    points = []
    for a in angle:
        arm = 0.2 * np.array([np.cos(a / 2) * np.cos(a), np.cos(a / 2) * np.sin(a), np.sin(a / 2)])
        middle = np.array([np.cos(a), np.sin(a), 0.0])
        points += [middle - arm, middle + arm]
    quads = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(n - 1)] + [(2 * n - 2, 2 * n - 1, 0, 1)]
    faces = [face for a, b, c, d in quads for face in ((a, b, c), (a, c, d))]
    with pytest.raises(MeshError, match=r"repair is not enough .*: 24 open edges"):
        Mesh.repaired(points, faces)


def test_nothing_left() -> None:
    with pytest.raises(
        MeshError, match=r"repair is not enough \(done: 1 face without area dropped\): no face has an area"
    ):
        Mesh.repaired([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2]])


def test_what_is_no_array_of_faces_is_refused() -> None:
    with pytest.raises(MeshError, match=r"face 0 names vertex 8"):
        Mesh.repaired(CUBE.vertices, CUBE.faces + 1)
