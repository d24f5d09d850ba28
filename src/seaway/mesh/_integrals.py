"""Volume, centre and second moments of what closed triangles bound, exact for the polyhedron.

The divergence theorem turns integrals over the inside into sums over tetrahedra, each spanned by a face (a, b, c) and
one common point. With that point as the origin, s = a + b + c and V = a · (b × c) / 6, a tetrahedron has

    ∫ dV = V,    ∫ x dV = V s / 4,    ∫ x xᵀ dV = V (s sᵀ + a aᵀ + b bᵀ + c cᵀ) / 20.

The common point is taken near the body, so that a body far from the origin of its frame loses no digits: the middle of
its box for the volume and the centroid, then the centroid for the second moments.

Reference:
    A. M. Messner, G. Q. Taylor, Algorithm 550: Solid polyhedron measures, ACM Trans. Math. Software 6(1), 1980.
"""

from typing import NamedTuple

import numpy as np

from seaway._arrays import Floats, Integers


class Solid(NamedTuple):
    """Integrals over the inside.

    Attributes:
        volume: Volume [m3]; negative where the faces point inward.
        centroid: Centre of the volume [m], (3,), in the frame of the vertices.
        second_moment: ∫ (x - centroid) (x - centroid)ᵀ dV [m5], (3, 3), in the axes of the vertices.
    """

    volume: float
    centroid: Floats
    second_moment: Floats


def face_crosses(vertices: Floats, faces: Integers) -> Floats:
    """Cross products (b - a) × (c - a) of the faces (a, b, c) [m2], (m, 3): twice the area, along the normal."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return np.cross(b - a, c - a)


def signed_volumes(vertices: Floats, faces: Integers) -> Floats:
    """Volumes of the tetrahedra of the faces with one common point near them [m3], (m,); their sum is the volume."""
    return _tetrahedra(*_corners(vertices, faces, _middle(vertices, faces)))


def solid_integrals(vertices: Floats, faces: Integers) -> Solid:
    """Integrate over the inside of closed, consistently wound faces.

    Args:
        vertices: Vertices [m], (n, 3).
        faces: Vertex indices of the triangles, (m, 3), counter-clockwise seen from outside.
    """
    middle = _middle(vertices, faces)
    corners = _corners(vertices, faces, middle)
    volumes = _tetrahedra(*corners)
    volume = float(np.sum(volumes))
    s = corners[0] + corners[1] + corners[2]
    centroid = middle + np.array([np.sum(volumes * s[i]) for i in range(3)]) / (4.0 * volume)

    corners = _corners(vertices, faces, centroid)
    volumes = _tetrahedra(*corners) / 20.0
    s = corners[0] + corners[1] + corners[2]
    second = np.empty((3, 3))
    for i in range(3):
        for j in range(i, 3):
            products = s[i] * s[j] + sum(corner[i] * corner[j] for corner in corners)
            second[i, j] = second[j, i] = np.sum(volumes * products)
    return Solid(volume, centroid, second)


def _middle(vertices: Floats, faces: Integers) -> Floats:
    used = vertices[faces.ravel()]
    low, high = np.min(used, axis=0), np.max(used, axis=0)
    return low + 0.5 * (high - low)


def _corners(vertices: Floats, faces: Integers, origin: Floats) -> tuple[Floats, Floats, Floats]:
    """The corners from an origin, each (3, m): sums along the contiguous axis are pairwise, which keeps digits."""
    a, b, c = (np.ascontiguousarray((vertices[faces[:, k]] - origin).T) for k in range(3))
    return a, b, c


def _tetrahedra(a: Floats, b: Floats, c: Floats) -> Floats:
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    ) / 6.0
