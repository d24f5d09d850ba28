"""Triangles and vertices of hulls in blocks: short arrays with one segment for each quantity, see ``blocks``.

The pressure on a wet triangle is linear in the heads of its corners. The weights of a vertex for the triangles around
it are therefore computed once: with N the area of a triangle along its outward normal, x the vertex and c the centroid,

    S = Σ N        T = Σ (x + 3 c) ⊗ N        over the triangles around the vertex

Vertices and triangles are sorted by their height in B, so that most blocks of a floating hull are entirely wet or dry.
The last block of a hull is padded with triangles and weights of 0.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats, Integers, aligned_zeros
from seaway.kernels.blocks import BLOCK

__all__ = [
    "CX",
    "CY",
    "CZ",
    "FACE_AREA",
    "FACE_CHANNELS",
    "NX",
    "NY",
    "NZ",
    "SX",
    "SY",
    "SZ",
    "TENSOR",
    "VERTEX_CHANNELS",
    "VX",
    "VY",
    "VZ",
    "Corners",
    "HullBlocks",
    "hull_blocks",
]

Corners = NDArray[np.uint32]
Number = TypeVar("Number", bound=np.generic)

# Offsets of the quantities of a block of vertices: position in B [m], S [m2], T by rows [m3].
VX: Final = 0
VY: Final = 1 * BLOCK
VZ: Final = 2 * BLOCK
SX: Final = 3 * BLOCK
SY: Final = 4 * BLOCK
SZ: Final = 5 * BLOCK
TENSOR: Final = 6 * BLOCK
VERTEX_CHANNELS: Final = 15

# The same for triangles: centroid [m] and outward unit normal in B, area [m2].
CX: Final = 0
CY: Final = 1 * BLOCK
CZ: Final = 2 * BLOCK
NX: Final = 3 * BLOCK
NY: Final = 4 * BLOCK
NZ: Final = 5 * BLOCK
FACE_AREA: Final = 6 * BLOCK
FACE_CHANNELS: Final = 7


class HullBlocks(NamedTuple):
    """Hulls as kernels read them.

    Attributes:
        vertices: Quantities of the vertices, (block, VERTEX_CHANNELS * BLOCK).
        faces: Quantities of the triangles, (block, FACE_CHANNELS * BLOCK).
        corners: Indices of the vertices of the triangles: all first corners of a block, then all second and third ones,
            (block, 3 * BLOCK).
    """

    vertices: Floats
    faces: Floats
    corners: Corners

    @classmethod
    def none(cls) -> "HullBlocks":
        """No hull."""
        return cls(
            np.zeros((0, VERTEX_CHANNELS * BLOCK)),
            np.zeros((0, FACE_CHANNELS * BLOCK)),
            np.zeros((0, 3 * BLOCK), dtype=np.uint32),
        )

    def joined(self, other: "HullBlocks") -> "HullBlocks":
        """These hulls, then others."""
        vertices = aligned_zeros(len(self.vertices) + len(other.vertices), VERTEX_CHANNELS * BLOCK)
        faces = aligned_zeros(len(self.faces) + len(other.faces), FACE_CHANNELS * BLOCK)
        first = np.uint32(BLOCK * len(self.vertices))
        return HullBlocks(
            np.concatenate([self.vertices, other.vertices], out=vertices),
            np.concatenate([self.faces, other.faces], out=faces),
            np.concatenate([self.corners, other.corners + first]),
        )


def hull_blocks(vertices: Floats, triangles: Integers) -> HullBlocks:
    """Make the blocks of one hull from its vertices in B, (vertex, 3), and triangles, (triangle, 3).

    Vertices without a triangle are omitted.
    """
    used, corners = np.unique(triangles, return_inverse=True)
    order = np.argsort(vertices[used, 2], kind="stable")
    points, corners = vertices[used[order]], np.argsort(order, kind="stable")[corners.reshape(-1, 3)]
    corners = corners[np.argsort(np.mean(points[corners, 2], axis=1), kind="stable")]
    a, b, c = (points[corners[:, k]] for k in range(3))
    normals = 0.5 * np.cross(b - a, c - a)
    areas = np.linalg.norm(normals, axis=1)
    units = np.divide(normals, areas[:, None], out=np.zeros_like(normals), where=areas[:, None] > 0.0)
    total = a + b + c

    surfaces, tensors = np.zeros((len(points), 3)), np.zeros((len(points), 3, 3))
    for k in range(3):
        np.add.at(surfaces, corners[:, k], normals)
        levers = points[corners[:, k]] + total
        np.add.at(tensors, corners[:, k], levers[:, :, None] * normals[:, None, :])
    return HullBlocks(
        _blocked([*points[-1], *[0.0] * 12], points, surfaces, tensors.reshape(-1, 9)),
        _blocked([0.0] * FACE_CHANNELS, total / 3.0, units, areas[:, None]),
        _blocked([len(points) - 1] * 3, corners).astype(np.uint32),
    )


def _blocked(filling: Sequence[float], *columns: NDArray[Number]) -> NDArray[Number]:
    """Arrange quantities of items, (item, quantity), in blocks; the last one is padded."""
    items = np.concatenate(columns, axis=1)
    lacking = -len(items) % BLOCK
    full = np.concatenate([items, np.tile(filling, (lacking, 1)).astype(items.dtype)])
    return np.ascontiguousarray(full.reshape(-1, BLOCK, full.shape[1]).transpose(0, 2, 1)).reshape(
        len(full) // BLOCK, -1
    )
