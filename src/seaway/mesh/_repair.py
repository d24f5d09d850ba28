"""Repair of faces that almost bound a solid."""

from typing import Final

import numpy as np

from seaway._arrays import Floats, Integers
from seaway.errors import MeshError
from seaway.mesh._check import degenerate_faces, surface_problems
from seaway.mesh._integrals import face_crosses, signed_volumes
from seaway.mesh._topology import components, edges_of, face_pairs, parts_of

# Vertices nearer than this fraction of the diagonal are one: ten times the rounding of single precision, as STL has it.
_NEAR: Final = 1e-6
# A hole larger than this fraction of the surface is a missing deck or transom rather than a small fault.
_HOLE_AREA: Final = 0.1


def repaired_surface(v: Floats, f: Integers) -> tuple[Floats, Integers, str]:
    """Repair vertices (n, 3) [m] and faces (m, 3); see ``Mesh.repaired``.

    Returns:
        The new vertices and faces, and what was changed; empty if nothing.

    Raises:
        MeshError: The result is still not a valid mesh.
    """
    changes: list[str] = []
    large = 0

    def note(count: int, one: str, many: str) -> None:
        if count:
            changes.append(f"{count} {one if count == 1 else many}")

    used = len(np.unique(f))
    v, f = merged(v, f, _NEAR * float(np.linalg.norm(np.ptp(v[f.ravel()], axis=0))))
    note(used - len(v), "vertex merged", "vertices merged")
    flat = degenerate_faces(v, f)
    f = np.delete(f, flat, axis=0)
    note(len(flat), "face without area dropped", "faces without area dropped")
    _, kept = np.unique(np.sort(f, axis=1), axis=0, return_index=True)
    note(len(f) - len(kept), "face dropped that was there twice", "faces dropped that were there twice")
    f = f[np.sort(kept)]
    if len(f):
        f, turned = _wound_alike(f, len(v))
        note(turned, "face wound the other way", "faces wound the other way")
        v, f, holes, added, large = _filled(v, f)
        note(holes, "hole closed", "holes closed")
        note(added, "face added there", "faces added there")
        f, inverted = _outward(v, f)
        note(inverted, "part turned outward", "parts turned outward")
        v, f = _compact(v, f)
    problems = surface_problems(v, f) if len(f) else ["no face has an area"]
    if large:
        problems.append(f"of the holes {large} would take more than a tenth of the surface: close them by hand")
    done = ", ".join(changes)
    if problems:
        raise MeshError(f"repair is not enough (done: {done or 'nothing'}): {'; '.join(problems)}")
    return v, f, done


def merged(vertices: Floats, faces: Integers, tolerance: float = 0.0) -> tuple[Floats, Integers]:
    """Make one vertex of those that are equal, or nearer than a tolerance [m] in each coordinate; drop unused ones.

    Chains count as one. With a tolerance, vertices up to 2 √3 times as far apart may be merged too.
    """
    vertices, faces = _compact(vertices, faces)
    # As np.unique(axis=0), which takes several times as long; + 0.0 leaves no -0.
    order = np.lexsort((vertices + 0.0).T[::-1])
    points = vertices[order] + 0.0
    new = np.concatenate([[True], np.any(points[1:] != points[:-1], axis=1)])
    number = np.empty(len(points), dtype=np.int64)
    number[order] = np.cumsum(new) - 1
    points, faces = points[new], number[faces]
    if tolerance > 0.0:
        # Cells of twice the tolerance: two near points share a cell, unless a wall is between them. Of the eight grids
        # shifted by half a cell along some axes, one has no wall there. No pairs are listed, so the cost is bounded.
        cells = (points - np.min(points, axis=0)) / (2.0 * tolerance)
        links: list[tuple[Integers, Integers]] = []
        everyone = np.arange(len(points))
        for shift in np.ndindex(2, 2, 2):
            grid = np.floor(cells + 0.5 * np.array(shift)).astype(np.int64)
            span = np.max(grid, axis=0) + 1
            key = (grid[:, 0] * span[1] + grid[:, 1]) * span[2] + grid[:, 2]
            _, first, group = np.unique(key, return_index=True, return_inverse=True)
            links.append((everyone, first[group.reshape(-1)]))
        first, second = (np.concatenate(ends) for ends in zip(*links, strict=True))
        count, label = components(first, second, len(points))
        representative = np.empty(count, dtype=np.int64)
        representative[label[::-1]] = everyone[::-1]  # the first of each group wins
        points, faces = points[representative], label[faces]
    return points, faces


def _compact(vertices: Floats, faces: Integers) -> tuple[Floats, Integers]:
    used, inverse = np.unique(faces, return_inverse=True)
    return vertices[used], inverse.reshape(faces.shape)


def _wound_alike(faces: Integers, vertex_count: int) -> tuple[Integers, int]:
    """Turn faces so that neighbours run through their edge in opposite directions; the majority of a part stays.

    Each face is taken twice, as it is and turned; what fits together is linked. A part then falls into two mirror
    images, of which the one with more faces as they are is kept. Where the two hang together the part has only one
    side, as a Möbius strip, and stays as it is.
    """
    m = len(faces)
    edges = edges_of(faces, vertex_count)
    a, b, edge = face_pairs(edges)
    alike = edges.balance[edge] == 0
    first = np.concatenate([a, a + m])
    second = np.concatenate([np.where(alike, b, b + m), np.where(alike, b + m, b)])
    count, label = components(first, second, 2 * m)
    size = np.bincount(label[:m], minlength=count)
    # Of equal halves the lower label stays: it has the first face as it is.
    mine, mirror = label[:m], label[m:]
    turn = (size[mirror] > size[mine]) | ((size[mirror] == size[mine]) & (mirror < mine))
    return np.where(turn[:, None], faces[:, ::-1], faces), int(np.count_nonzero(turn))


def _filled(vertices: Floats, faces: Integers) -> tuple[Floats, Integers, int, int, int]:
    """Close small holes; return vertices, faces, and the numbers of holes closed, faces added and holes left open."""
    edges = edges_of(faces, len(vertices))
    open_halves = np.flatnonzero(edges.uses[edges.of_half_edge] == 1)
    starts, ends = faces.ravel()[open_halves], np.roll(faces, -1, axis=1).ravel()[open_halves]
    # The faces that close a hole run through its rim the other way.
    ahead: dict[int, int] = {}
    forked: set[int] = set()
    for start, end in zip(ends.tolist(), starts.tolist(), strict=True):
        if start in ahead:
            forked.add(start)
        ahead[start] = end
    largest = _HOLE_AREA * 0.5 * float(np.sum(np.linalg.norm(face_crosses(vertices, faces), axis=1)))
    points, patches, holes, large = [vertices], [faces], 0, 0
    count = len(vertices)
    while ahead:
        start, end = next(iter(ahead.items()))
        rim = [start]
        while end in ahead and end != start:
            del ahead[rim[-1]]
            rim.append(end)
            end = ahead[end]
        ahead.pop(rim[-1], None)
        if end != start or len(rim) < 3 or not forked.isdisjoint(rim):
            continue
        ring, corners = np.array(rim), vertices[rim]
        middle = np.mean(corners, axis=0, keepdims=True)
        spokes = corners - middle
        if 0.5 * float(np.sum(np.linalg.norm(np.cross(spokes, np.roll(spokes, -1, axis=0)), axis=1))) > largest:
            large += 1
            continue
        holes += 1
        if len(ring) == 3:
            patches.append(ring[None, :])
        else:
            patches.append(np.stack([ring, np.roll(ring, -1), np.full(len(ring), count)], axis=1))
            points.append(middle)
            count += 1
    filled = np.concatenate(patches)
    return np.concatenate(points), filled, holes, len(filled) - len(faces), large


def _outward(vertices: Floats, faces: Integers) -> tuple[Integers, int]:
    edges = edges_of(faces, len(vertices))
    if np.any(edges.uses != 2):
        return faces, 0  # what is open has no outside
    count, part = parts_of(faces, edges)
    inverted = np.bincount(part, weights=signed_volumes(vertices, faces), minlength=count) < 0.0
    return np.where(inverted[part][:, None], faces[:, ::-1], faces), int(np.count_nonzero(inverted))
