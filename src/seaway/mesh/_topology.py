"""Shared edges and connected parts of faces."""

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats, Integers


class Edges(NamedTuple):
    """The edges of a set of faces, e of them; half-edge 3 f + k runs from corner k of face f to the next.

    Attributes:
        low: The lower vertex of each edge, (e,).
        high: The higher one, (e,).
        uses: Number of faces that share it, (e,).
        balance: Faces that traverse it upward minus those that traverse it downward, (e,); 0 if consistent.
        of_half_edge: The edge of each half-edge, (3 m,).
    """

    low: Integers
    high: Integers
    uses: Integers
    balance: Integers
    of_half_edge: Integers


def edges_of(faces: Integers, vertex_count: int) -> Edges:
    """Find the edges of faces, (m, 3)."""
    starts, ends = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    keys = np.minimum(starts, ends) * np.int64(vertex_count) + np.maximum(starts, ends)
    unique, of_half_edge, uses = np.unique(keys, return_inverse=True, return_counts=True)
    of_half_edge = of_half_edge.reshape(-1).astype(np.int64)
    upward = np.bincount(of_half_edge[starts < ends], minlength=len(unique)).astype(np.int64)
    low, high = np.divmod(unique, np.int64(vertex_count))
    return Edges(low, high, uses.astype(np.int64), 2 * upward - uses.astype(np.int64), of_half_edge)


def face_pairs(edges: Edges) -> tuple[Integers, Integers, Integers]:
    """The two faces at each edge that has two: (first face, second face, edge), each (p,)."""
    order = np.argsort(edges.of_half_edge, kind="stable")
    starts = np.cumsum(edges.uses) - edges.uses
    pairs = np.flatnonzero(edges.uses == 2)
    return order[starts[pairs]] // 3, order[starts[pairs] + 1] // 3, pairs


def parts_of(faces: Integers, edges: Edges) -> tuple[int, Integers]:
    """Connect faces through edges of two faces: the number of parts, and each face's part, (m,)."""
    first, second, _ = face_pairs(edges)
    return components(first, second, len(faces))


def components(first: Integers, second: Integers, count: int) -> tuple[int, Integers]:
    """Connected components of a graph with ``count`` nodes and links first - second; labels in order of appearance."""
    from scipy.sparse import coo_array  # here, as it takes long to import
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(first), dtype=np.int8), (first, second)), shape=(count, count))
    found = cast("tuple[int, NDArray[np.int32]]", connected_components(graph, directed=False))
    return int(found[0]), found[1].astype(np.int64)


def split_in_four(vertices: Floats, faces: Integers) -> tuple[Floats, Integers]:
    """Split each triangle into four at the middles of its sides, which neighbours share."""
    edges = edges_of(faces, len(vertices))
    # Half of the difference, so that the middle is as exact far from the origin.
    low = vertices[edges.low]
    middles = low + 0.5 * (vertices[edges.high] - low)
    a, b, c = faces.T
    ab, bc, ca = (edges.of_half_edge.reshape(-1, 3) + len(vertices)).T
    split = np.stack([np.stack(f, axis=1) for f in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))], axis=1)
    return np.concatenate([vertices, middles]), split.reshape(-1, 3)
