"""A closed mesh cut by a plane: the part below and the cross section, exact for the triangles.

With the height d = n · x - h of a point over the plane, the field d n has the divergence 1 and is zero on the plane, so
integrals over the part below need only its outer surface, and never the lid that the plane puts on it::

    ∫ dV = ∮ d (n · dA)        ∫ d dV = ∮ d²/2 (n · dA)        ∫ x dV = ∮ x d (n · dA) - n ∫ d dV

Over a triangle of area A the product of two linear functions is A/12 (Σ f_i g_i + Σ f_i Σ g_i). The lid is bounded by
the line in which the plane cuts the faces; its integrals are sums over triangles that each piece of that line spans
with one point of the plane (Green's theorem), wherever that point is.

A corner with d <= 0 counts as below. Each cut edge then runs from one corner that is below to one that is above, is cut
once, and is cut at the same place for both of its faces: so the line is closed, and no corner, edge or face that lies
in the plane counts twice.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, Integers, finite_floats, frozen
from seaway.errors import MeshError
from seaway.mesh._check import mesh_errors
from seaway.mesh._integrals import face_crosses
from seaway.mesh._mesh import Mesh

# Tolerance of unit vectors, for those typed with ten digits.
_UNIT = 1e-9


@dataclass(frozen=True, eq=False)
class Cut:
    """The part of a mesh below a plane; points and tensors are in the frame of the mesh.

    Attributes:
        volume: Volume below [m3].
        centroid: Centroid of that volume [m], (3,); if nothing is below, the lowest corner.
        wet_area: Area of the mesh's surface below [m2], without the waterplane.
        waterplane_area: Area of the plane inside the mesh [m2].
        waterplane_centroid: Centroid of the waterplane [m], (3,); if there is none, the point nearest to the mesh.
        waterplane_moments: ∫ (x - x_F)(x - x_F)ᵀ dA over the waterplane about its centre x_F [m4], (3, 3).
        waterline: Line segments in which the plane cuts the faces [m], (n, 2, 3), counter-clockwise around the
            inside seen from above; unordered.
    """

    volume: float
    centroid: Floats
    wet_area: float
    waterplane_area: float
    waterplane_centroid: Floats
    waterplane_moments: Floats
    waterline: Floats


def cut(mesh: Mesh, normal: ArrayLike, offset: float) -> Cut:
    """Cut a mesh with the plane {x : normal · x = offset} and measure the part below, normal · x <= offset.

    Exact for the triangles, for parts apart from each other as well, and for corners, edges and faces in the plane,
    which count as below. So a box whose bottom lies in the plane has no volume below, and that bottom for its
    waterplane; a box whose top lies in the plane is below as a whole, and has no waterplane.

    Args:
        mesh: A closed mesh.
        normal: Unit vector "up" in the axes of the mesh, (3,).
        offset: Offset of the plane along the normal, from the origin of the mesh frame [m].

    Raises:
        MeshError: The normal is not a unit vector, or a number is not finite.
    """
    with mesh_errors():
        n = finite_floats(normal, (3,), "the normal of a plane")
        h = float(finite_floats(offset, (), "the offset of a plane [m]"))
    length = float(np.linalg.norm(n))
    if not abs(length - 1.0) <= _UNIT:
        raise MeshError(
            f"the normal of a plane must be a unit vector, got one of length {length:.10g}; divide it by that"
        )
    return Cutter(mesh).cut(n / length, h)


class _Wet(NamedTuple):
    """Triangles below the plane: corners (k, 3, 3), heights (k, 3), the face of each and its share of it, (k,)."""

    corners: Floats
    heights: Floats
    face: Integers
    share: Floats


class Cutter:
    """A mesh prepared for many cuts; see ``cut``.

    Args:
        mesh: A closed mesh.
    """

    def __init__(self, mesh: Mesh):
        self.mesh = mesh
        low, high = mesh.bounds
        # Lengths from the middle, so that a body far from the origin of its frame keeps its digits.
        self._middle = low + 0.5 * (high - low)
        self._points = mesh.vertices - self._middle
        self._corners = self._points[mesh.faces]
        self._half_crosses = 0.5 * face_crosses(mesh.vertices, mesh.faces)
        self._used = np.unique(mesh.faces)

    def heights(self, up: Floats) -> tuple[float, float]:
        """The offsets of the lowest and of the highest corner along a unit vector [m]."""
        heights = self._points[self._used] @ up
        base = float(up @ self._middle)
        return base + float(np.min(heights)), base + float(np.max(heights))

    def cut(self, up: Floats, offset: float) -> Cut:
        """Cut with the plane {x : up · x = offset}; ``up`` is of unit length and in float64, which is not checked."""
        d = self._points @ up - (offset - float(up @ self._middle))
        d_face = d[self.mesh.faces]
        is_below = (d_face <= 0.0).astype(np.int8)
        below = is_below[:, 0] + is_below[:, 1] + is_below[:, 2]
        # The foot, on the plane, of the corner that is nearest to it.
        nearest = self._used[np.argmin(np.abs(d[self._used]))]
        foot = self._points[nearest] - d[nearest] * up
        if np.all(below == 3):
            return self._uncut(self.mesh.volume, self.mesh.centroid, self.mesh.area, foot)
        if not np.any(below):
            return self._uncut(0.0, self._middle + self._points[nearest], 0.0, foot)
        wet, line = self._clipped(d_face, below)
        volume, moment = _solid(wet, self._half_crosses @ up, up)
        area, center, moments = _lid(line, up) if len(line) else (0.0, foot, np.zeros((3, 3)))
        # A part below without volume, e.g. a face that lies in the plane, has its centre in that of the waterplane.
        centroid = moment / volume if volume > 0.0 else center
        return Cut(
            max(volume, 0.0),
            frozen(self._middle + centroid),
            float(np.sum(wet.share * self.mesh.face_areas[wet.face])),
            max(area, 0.0),
            frozen(self._middle + center),
            frozen(moments),
            frozen(self._middle + line),
        )

    def _uncut(self, volume: float, centroid: Floats, wet_area: float, foot: Floats) -> Cut:
        center, moments, line = map(frozen, (self._middle + foot, np.zeros((3, 3)), np.zeros((0, 2, 3))))
        return Cut(volume, frozen(centroid), wet_area, 0.0, center, moments, line)

    def _clipped(self, d_face: Floats, below: NDArray[np.int8]) -> tuple[_Wet, Floats]:
        """The triangles that are left of the faces, and the pieces of the line that bounds the lid, (n, 2, 3)."""
        whole = np.flatnonzero(below == 3)
        one, two = np.flatnonzero(below == 1), np.flatnonzero(below == 2)
        # Corners renamed, in their order, so that the one that is alone on its side comes first.
        alone_one = np.argmax(d_face[one] <= 0.0, axis=1)
        alone_two = np.argmax(d_face[two] > 0.0, axis=1)
        (a, b, c), (da, db, dc) = self._renamed(one, alone_one, d_face)
        # From below to above, here and for the neighbour: the same numbers, and never a division by zero.
        tb, tc = da / (da - db), da / (da - dc)
        ab, ac = a + tb[:, None] * (b - a), a + tc[:, None] * (c - a)
        (e, f, g), (de, df, dg) = self._renamed(two, alone_two, d_face)
        tf, tg = df / (df - de), dg / (dg - de)
        fe, ge = f + tf[:, None] * (e - f), g + tg[:, None] * (e - g)
        # What is left of a face: (a, ab, ac); or (f, g, ge) and (f, ge, fe).
        zero_one, zero_two = np.zeros_like(da), np.zeros_like(de)
        triangles = [np.stack(corners, 1) for corners in ((a, ab, ac), (f, g, ge), (f, ge, fe))]
        heights = [np.stack(d, 1) for d in ((da, zero_one, zero_one), (df, dg, zero_two), (df, zero_two, zero_two))]
        wet = _Wet(
            np.concatenate([self._corners[whole], *triangles]),
            np.concatenate([d_face[whole], *heights]),
            np.concatenate([whole, one, two, two]),
            np.concatenate([np.ones(len(whole)), tb * tc, tg, tf * (1.0 - tg)]),
        )
        # The faces run ab -> ac and ge -> fe; the lid on them the other way.
        return wet, np.concatenate([np.stack([ac, ab], 1), np.stack([fe, ge], 1)])

    def _renamed(self, faces: Integers, first: Integers, d_face: Floats) -> tuple[list[Floats], list[Floats]]:
        order = [(first + k) % 3 for k in range(3)]
        return [self._corners[faces, k] for k in order], [d_face[faces, k] for k in order]


def _solid(wet: _Wet, projected: Floats, up: Floats) -> tuple[float, Floats]:
    """Volume and first moment from the middle of what lies below."""
    weight = wet.share * projected[wet.face]
    total = wet.heights[:, 0] + wet.heights[:, 1] + wet.heights[:, 2]
    volume = float(np.sum(weight * total)) / 3.0
    per_corner = weight[:, None] * (wet.heights + total[:, None])
    depth = float(np.sum(per_corner * wet.heights)) / 24.0
    sides = np.reshape(per_corner, -1) @ np.reshape(wet.corners, (-1, 3)) / 12.0
    return volume, sides - depth * up


def _lid(line: Floats, up: Floats) -> tuple[float, Floats, Floats]:
    """Area, centre and second moments about it of what a closed line in the plane bounds."""
    start = np.mean(line, axis=(0, 1))
    p, q = line[:, 0] - start, line[:, 1] - start
    parts = 0.5 * (np.cross(p, q) @ up)
    area = float(np.sum(parts))
    if not area > 0.0:
        return 0.0, start, np.zeros((3, 3))
    shift = parts @ (p + q) / (3.0 * area)
    p, q = p - shift, q - shift
    parts = 0.5 * (np.cross(p, q) @ up)
    s = p + q
    moments = np.einsum("n,ni,nj->ij", parts, s, s) + np.einsum("n,ni,nj->ij", parts, p, p)
    moments += np.einsum("n,ni,nj->ij", parts, q, q)
    return area, start + shift, (moments + moments.T) / 24.0
