"""The drawn surface: the surface that pushes."""

import numpy as np
import pytest
from tests.unit.view import SEA

from seaway.sea import Sea
from seaway.view._surface import SurfaceMesh


@pytest.mark.parametrize("time", [0.0, 2.0, 33.3])
def test_its_vertices_are_on_the_surface_of_the_sea(time: float) -> None:
    """To 1 mm, with the ramp and the current."""
    mesh, center = SurfaceMesh(SEA, 4.0), np.array([123.4, -56.7, 0.3])
    x, y, z = mesh.vertices(center, time).T
    exact = SEA.elevation(x + center[0], y + center[1], time)
    assert np.max(np.abs(z - exact)) < 1e-3
    assert time == 0.0 or np.ptp(z) > 0.2


def test_single_precision_keeps_it() -> None:
    """Pages hold float32."""
    mesh = SurfaceMesh(SEA, 4.0)
    vertices = mesh.vertices(np.zeros(2), 20.0)
    assert np.array_equal(vertices, vertices.astype(np.float32))


def test_it_is_a_disc_that_looks_up() -> None:
    mesh = SurfaceMesh(Sea(), 2.0, rings=7, sectors=12)
    vertices = mesh.vertices(np.zeros(2), 0.0)
    corners = vertices[mesh.faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert np.all(across[:, 2] > 0.0)
    # A polygon of 12 corners, without holes or overlaps: the areas of its triangles add up to its own.
    assert 0.5 * np.sum(across[:, 2]) == pytest.approx(0.5 * 12 * mesh.radius**2 * np.sin(2 * np.pi / 12), rel=1e-6)


def test_waves_that_drifted_are_drawn_where_they_are() -> None:
    drift = np.array([3.0, -4.0])
    moved, still = SurfaceMesh(SEA, 4.0, drift=drift), SurfaceMesh(SEA, 4.0)
    assert np.array_equal(moved.heights(drift, 9.0), still.heights(np.zeros(2), 9.0))
