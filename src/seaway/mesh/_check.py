"""Rules for triangles that bound a solid, and the messages if they do not."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Integers, batched_floats
from seaway.errors import MeshError, ModelError
from seaway.mesh._integrals import face_crosses, signed_volumes
from seaway.mesh._topology import edges_of, parts_of

MAX_TRIANGLES: Final = 2_000_000
"""Most triangles of a mesh."""

# Largest coordinate [m]; fifth powers of lengths (the second moments) stay far below overflow.
_MAX_COORDINATE: Final = 1e12
# Height of a triangle over its longest side. A corner rounded to single precision, as STL has them, still stands out by
# 1e-7; below 1e-10 the normal is noise.
_DEGENERATE: Final = 1e-10
# Volume over area times diagonal: half the thickness of a plate over its diagonal. Flat parts have rounding, 1e-16.
_FLAT: Final = 1e-12


def arrays(vertices: ArrayLike, faces: ArrayLike) -> tuple[Floats, Integers]:
    """Validate arrays: right shape, finite, indices in range.

    Raises:
        MeshError: They are invalid; the message names the first fault.
    """
    try:
        v = batched_floats(vertices, (3,), "vertices [m]")
    except ModelError:
        v = np.empty(0)
    require(v.ndim == 2, f"vertices [m] must be numbers of shape (n, 3), got {_described(vertices)}")
    try:
        f = np.asarray(faces)
    except ValueError:
        f = np.empty(0)
    triples = f.ndim == 2 and f.shape[1:] == (3,) and f.dtype.kind in "iu"
    got = f"got {_described(faces)}; split polygons into triangles"
    require(triples, f"faces must be whole numbers of shape (m, 3), {got}")
    require(len(f), "a mesh needs triangles, got none")
    triangle_limit(len(f))
    bad = np.argwhere(~(np.abs(v) <= _MAX_COORDINATE))  # also catches nan
    if len(bad):
        i = int(bad[0, 0])
        rule = f"vertices must be finite and within ±{_MAX_COORDINATE:g} m"
        raise MeshError(
            f"{rule}; {_count(len(np.unique(bad[:, 0])), 'is', 'are')} not, the first is vertex {i}: {v[i]}"
        )
    bad = np.argwhere((f < 0) | (f >= len(v)))
    if len(bad):
        i, k = bad[0].tolist()
        raise MeshError(f"face {i} names vertex {f[i, k]}, but vertices are numbered from 0 to {len(v) - 1}")
    return v, f.astype(np.int64)


def require(condition: object, message: str) -> None:
    """Raise a ``MeshError`` unless a condition holds."""
    if not condition:
        raise MeshError(message)


def triangle_limit(count: int) -> None:
    """Refuse more triangles than ``MAX_TRIANGLES``.

    Raises:
        MeshError: There are more.
    """
    require(count <= MAX_TRIANGLES, f"a mesh may have at most {MAX_TRIANGLES} triangles, got {count}; simplify it")


@contextmanager
def mesh_errors() -> Generator[None]:
    """Raise a ``ModelError`` as a ``MeshError``."""
    try:
        yield
    except ModelError as error:
        raise MeshError(str(error)) from None


def scale_factors(factor: ArrayLike) -> Floats:
    """Expand one or three positive factors to three.

    Raises:
        MeshError: Another number of them, or one that is not finite and > 0.
    """
    try:
        factors = np.atleast_1d(np.asarray(factor))
    except ValueError:
        factors = np.empty(0)
    numbers = factors.dtype.kind in "iuf" and factors.shape in ((1,), (3,))
    require(numbers, f"a scale must be one number or three, got {factor!r}")
    sound = np.all(np.isfinite(factors) & (factors > 0.0))
    require(sound, f"a scale must be finite and > 0, got {factor!r}; a mesh is turned round by mirrored(axis)")
    return np.broadcast_to(factors.astype(np.float64), (3,))


def degenerate_faces(vertices: Floats, faces: Integers) -> Integers:
    """Degenerate faces: a repeated corner, or a height below 1e-10 of the longest side."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    longest = np.max([np.sum((p - q) ** 2, axis=1) for p, q in ((a, b), (b, c), (c, a))], axis=0)
    twice_area = np.linalg.norm(face_crosses(vertices, faces), axis=1)
    return np.flatnonzero(~(twice_area > _DEGENERATE * longest))


def surface_problems(vertices: Floats, faces: Integers) -> list[str]:
    """List why faces do not bound a solid: one message per violated rule, none if they do.

    Args:
        vertices: Vertices [m], (n, 3), finite.
        faces: Vertex indices of the triangles, (m, 3), in range.
    """
    problems: list[str] = []
    bad = degenerate_faces(vertices, faces)
    if len(bad):
        i = int(bad[0])
        problems.append(
            f"{_count(len(bad), 'face has', 'faces have')} no area, the first is face {i} with the vertices "
            f"{', '.join(map(str, faces[i].tolist()))} at {_point(vertices[faces[i, 0]])}: remove them"
        )
    # A face that names a corner twice would make an edge from that corner to itself.
    distinct = faces[np.all(faces != np.roll(faces, 1, axis=1), axis=1)]
    edges = edges_of(distinct, len(vertices))

    closed = True
    for mask, (one, many), rule in (
        (edges.uses == 1, ("open edge", "open edges"), "the surface must be closed, each edge shared by two faces"),
        (
            edges.uses > 2,
            ("edge is shared by more than two faces", "edges are shared by more than two faces"),
            "parts may not share edges, nor may walls stand inside",
        ),
        (
            (edges.uses == 2) & (edges.balance != 0),
            ("edge joins faces wound against each other", "edges join faces wound against each other"),
            "all faces must be counter-clockwise seen from outside",
        ),
    ):
        found = np.flatnonzero(mask)
        if len(found):
            closed = False
            low, high = int(edges.low[found[0]]), int(edges.high[found[0]])
            where = f"the first between vertices {low} and {high} at {_point(vertices[low])}"
            problems.append(f"{_count(len(found), one, many)}, {where}: {rule}")
    if closed and len(distinct) == len(faces):
        problems += _part_problems(vertices, faces, *parts_of(faces, edges))
    return problems


def _part_problems(vertices: Floats, faces: Integers, count: int, part: Integers) -> list[str]:
    volumes = np.bincount(part, weights=signed_volumes(vertices, faces), minlength=count)
    areas = 0.5 * np.bincount(part, weights=np.linalg.norm(face_crosses(vertices, faces), axis=1), minlength=count)
    sizes = np.bincount(part, minlength=count)

    def named(i: int) -> str:
        corner = vertices[faces[int(np.argmax(part == i)), 0]]
        where = f"with {sizes[i]} faces at {_point(corner)}"
        return f"the surface ({sizes[i]} faces)" if count == 1 else f"part {i + 1} of {count}, {where},"

    # The diagonal of each part's box bounds its size; one pass of sorting serves all parts.
    order = np.argsort(part, kind="stable")
    corners = vertices[faces[order]]
    starts = np.cumsum(sizes) - sizes
    low = np.minimum.reduceat(np.min(corners, axis=1), starts)
    high = np.maximum.reduceat(np.max(corners, axis=1), starts)
    flat = np.flatnonzero(np.abs(volumes) <= _FLAT * areas * np.linalg.norm(high - low, axis=1))
    if len(flat):
        i = int(flat[0])
        return [f"{named(i)} encloses no volume, {volumes[i]:.3g} m3 with an area of {areas[i]:.3g} m2: give it depth"]
    inverted = np.flatnonzero(volumes < 0.0)
    if len(inverted):
        i = int(inverted[0])
        more = f" (and {len(inverted) - 1} more)" if len(inverted) > 1 else ""
        advice = "turn its faces round" if count == 1 else "turn its faces round; if it is a cavity, leave it out"
        return [f"{named(i)} is inside out, its volume is {volumes[i]:.6g} m3{more}: {advice}"]
    return []


def _described(values: ArrayLike) -> str:
    try:
        array = np.asarray(values)
    except ValueError:
        return "rows of different lengths"
    return f"{array.dtype} of shape {array.shape}"


def _count(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _point(p: Floats) -> str:
    return f"({', '.join(f'{x + 0.0:.6g}' for x in p.tolist())})"
