"""Hulls in blocks: nothing is lost, and what is made once of the triangles about a vertex is theirs."""

import numpy as np
import pytest

from seaway.kernels.blocks import BLOCK
from seaway.kernels.hull_blocks import CX, FACE_AREA, FACE_CHANNELS, NX, SX, TENSOR, VX, HullBlocks, hull_blocks
from seaway.mesh import Mesh, box, cylinder, sphere

MESHES = {
    "a box": box((1.0, 0.7, 0.4)),  # fewer than a block
    "a cylinder": cylinder(0.3, 1.0, 16),  # 32 triangles along the side alone
    "a ball": sphere(0.5, 2),  # 162 vertices and 320 triangles: ten blocks to the last place
}


def moved(mesh: Mesh, p: tuple[float, float, float]) -> Mesh:
    return Mesh(mesh.vertices + np.array(p), mesh.faces)


def columns(blocks: np.ndarray, start: int, count: int) -> np.ndarray:
    """Quantities of the items of blocks, (item, quantity)."""
    own = blocks.reshape(len(blocks), -1, BLOCK)[:, start // BLOCK : start // BLOCK + count]
    return own.transpose(0, 2, 1).reshape(-1, count)


@pytest.mark.parametrize("name", MESHES)
def test_every_triangle_is_there_once(name: str) -> None:
    """With its corners in their order, its centroid, normal and area; then triangles of nothing."""
    mesh = moved(MESHES[name], (0.2, -0.1, 3.0))
    hull, count = hull_blocks(mesh.vertices, mesh.faces), len(mesh.faces)
    corners = columns(hull.vertices, VX, 3)[columns(hull.corners, 0, 3)]  # (triangle, corner, 3)
    faces = np.column_stack([columns(hull.faces, start, n) for start, n in ((CX, 3), (NX, 3), (FACE_AREA, 1))])
    assert len(faces) % BLOCK == 0 <= len(faces) - count < BLOCK
    assert not np.any(faces[count:])

    def in_order(triangles: np.ndarray) -> np.ndarray:
        return triangles[np.lexsort(triangles.reshape(len(triangles), -1).T)]

    np.testing.assert_array_equal(in_order(corners[:count]), in_order(mesh.vertices[mesh.faces]))
    a, b, c = corners[:count].transpose(1, 0, 2)
    N = 0.5 * np.cross(b - a, c - a)
    np.testing.assert_allclose(faces[:count, :3], (a + b + c) / 3.0, rtol=1e-15)
    np.testing.assert_allclose(faces[:count, 3:6] * faces[:count, 6:], N, rtol=0, atol=1e-16)
    np.testing.assert_allclose(np.linalg.norm(faces[:count, 3:6], axis=1), 1.0, rtol=1e-15)


@pytest.mark.parametrize("name", MESHES)
def test_they_stand_in_the_order_of_their_height(name: str) -> None:
    mesh = MESHES[name]
    hull = hull_blocks(mesh.vertices, mesh.faces)
    assert np.all(np.diff(columns(hull.vertices, VX, 3)[:, 2]) >= 0.0)
    assert np.all(np.diff(columns(hull.faces, CX, 3)[: len(mesh.faces), 2]) >= -1e-15)


@pytest.mark.parametrize("name", MESHES)
def test_the_weights_of_a_closed_hull(name: str) -> None:
    """Σ S = 3 ∮ dN = 0 and Σ T = 12 ∮ x ⊗ dN = 12 V I, by Gauss; each vertex has those of its own triangles."""
    mesh = moved(MESHES[name], (0.2, -0.1, 0.3))
    hull = hull_blocks(mesh.vertices, mesh.faces)
    S, T = columns(hull.vertices, SX, 3), columns(hull.vertices, TENSOR, 9)
    np.testing.assert_allclose(np.sum(S, axis=0), 0.0, atol=1e-14)
    np.testing.assert_allclose(np.sum(T, axis=0).reshape(3, 3), 12.0 * mesh.volume * np.eye(3), rtol=0, atol=1e-13)
    N = mesh.face_normals * mesh.face_areas[:, None]
    places = columns(hull.vertices, VX, 3)
    for index in (0, 3, len(mesh.vertices) - 1):
        about = np.any(np.all(mesh.vertices[mesh.faces] == places[index], axis=2), axis=1)
        np.testing.assert_allclose(S[index], np.sum(N[about], axis=0), rtol=0, atol=1e-15)
        levers = places[index] + np.sum(mesh.vertices[mesh.faces[about]], axis=1)
        np.testing.assert_allclose(T[index].reshape(3, 3), levers.T @ N[about], rtol=0, atol=1e-15)
    assert not np.any(S[len(mesh.vertices) :])
    assert not np.any(T[len(mesh.vertices) :])


def test_what_fills_the_last_block_is_a_vertex_of_the_hull() -> None:
    """So that it is wet or dry, and as wide, as the hull; triangles of nothing have no direction."""
    mesh = MESHES["a box"]
    hull = hull_blocks(mesh.vertices, mesh.faces)
    places = columns(hull.vertices, VX, 3)
    np.testing.assert_array_equal(places[8:], np.tile(places[7], (BLOCK - 8, 1)))
    assert np.all(columns(hull.corners, 0, 3)[12:] == 7)


def test_loose_vertices_are_left_out_and_flat_triangles_have_no_normal() -> None:
    mesh = MESHES["a box"]
    loose = Mesh(np.concatenate([[[9.0, 9.0, 9.0]], mesh.vertices, [[-8.0, -8.0, -8.0]]]), mesh.faces + 1)
    for found, expected in zip(
        hull_blocks(loose.vertices, loose.faces), hull_blocks(mesh.vertices, mesh.faces), strict=True
    ):
        np.testing.assert_array_equal(found, expected)
    flat = hull_blocks(np.array([[0.0, 0, 0], [1, 1, 1], [2, 2, 2]]), np.array([[0, 1, 2]]))
    np.testing.assert_array_equal(flat.faces[0].reshape(FACE_CHANNELS, BLOCK)[3:, 0], 0.0)


def test_hulls_one_after_the_other() -> None:
    box_, ball = (hull_blocks(MESHES[name].vertices, MESHES[name].faces) for name in ("a box", "a ball"))
    both = HullBlocks.none().joined(box_).joined(ball)
    assert (len(both.vertices), len(both.faces), len(both.corners)) == (1 + 6, 1 + 10, 1 + 10)
    np.testing.assert_array_equal(both.corners[1:], ball.corners + BLOCK)
    assert both.corners.dtype == np.uint32
