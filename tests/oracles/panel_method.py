"""Added mass of a closed body in unbounded ideal fluid, by a panel method.

This is an independent check on closed formulas and tables. The panels are flat, the strength on
each is constant, and the collocation points are the panel centroids. Two formulations are here:
``green`` (source and dipole panels, the unknown is the potential) and ``source`` (source panels
only). They share the panel integrals and must meet under refinement, so their gap shows the error.

References:
    J. L. Hess and A. M. O. Smith, "Calculation of potential flow about arbitrary bodies",
    Progress in Aerospace Sciences 8 (1967), pp. 1-138.
    A. Van Oosterom and J. Strackee, "The solid angle of a plane triangle",
    IEEE Trans. Biomedical Engineering 30 (1983), pp. 125-126.
    J. N. Newman, "Marine Hydrodynamics" (1977), chapter 4 (Green's theorem, added mass).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Quads = NDArray[np.int64]


@dataclass(frozen=True)
class Panels:
    """Flat panels made from a quadrilateral mesh.

    Attributes:
        corners: Corners of each panel, counter-clockwise seen from the fluid, shape (n, 4, 3).
        center: Centroid of each panel, shape (n, 3).
        normal: Unit normal of each panel, into the fluid, shape (n, 3).
        area: Area of each panel, shape (n,).
    """

    corners: Array
    center: Array
    normal: Array
    area: Array


def make_panels(vertices: ArrayLike, quads: ArrayLike) -> Panels:
    """Build flat panels; the corners of a warped quad move onto its mean plane.

    Args:
        vertices: Points, shape (m, 3).
        quads: Corner indices, shape (n, 4), counter-clockwise seen from the fluid. Two equal
            neighbouring indices make a triangle.
    """
    corners = np.asarray(vertices, dtype=np.float64)[np.asarray(quads, dtype=np.int64)]
    normal = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    height = np.einsum("nki,ni->nk", corners - corners.mean(axis=1, keepdims=True), normal)
    corners = corners - height[:, :, None] * normal[:, None, :]
    halves = np.stack([_half_area(corners, normal, k) for k in (1, 2)], axis=1)
    thirds = np.stack([corners[:, [0, k, k + 1]].mean(axis=1) for k in (1, 2)], axis=1)
    area = halves.sum(axis=1)
    return Panels(corners, np.einsum("nk,nki->ni", halves, thirds) / area[:, None], normal, area)


def _half_area(corners: Array, normal: Array, k: int) -> Array:
    """Signed area of the triangle of corners 0, k and k + 1."""
    cross = np.cross(corners[:, k] - corners[:, 0], corners[:, k + 1] - corners[:, 0])
    return 0.5 * np.einsum("ni,ni->n", cross, normal)


def influence(panels: Panels, points: Array, normals: Array) -> tuple[Array, Array, Array]:
    """Potential and normal velocity at points from unit source panels, and their solid angles.

    A panel with unit strength has the potential ``phi(P) = integral of 1/R dS``. With the edge
    logarithms ``L_k = ln((R_k + R_k+1 + d_k) / (R_k + R_k+1 - d_k))``, the outward in-plane edge
    normals ``m_k``, the height ``z`` of P over the panel and the solid angle ``W`` with the sign
    of z,

        phi = sum_k m_k . (v_k - P) L_k - z W    and    grad phi = -sum_k m_k L_k - n W.

    ``W`` is also the potential of a unit dipole panel. A point in the plane of a panel gets
    ``W = 0``, which is the mean of the two sides if the point is on the panel.

    Returns:
        Potential, normal velocity and solid angle, each of shape (points, panels).
    """
    corners, n = panels.corners, panels.normal
    R = [np.sqrt(np.sum((points[:, None] - corners[:, k]) ** 2, axis=-1)) for k in range(4)]
    z = points @ n.T - np.einsum("ni,ni->n", corners[:, 0], n)

    def dot(j: int, k: int) -> Array:  # (v_j - P) . (v_k - P), by the law of cosines
        return 0.5 * (R[j] ** 2 + R[k] ** 2 - np.sum((corners[:, j] - corners[:, k]) ** 2, axis=1))

    potential, velocity, solid_angle = np.zeros_like(z), np.zeros_like(z), np.zeros_like(z)
    for k in range(4):
        edge = corners[:, (k + 1) % 4] - corners[:, k]
        length = np.linalg.norm(edge, axis=1)
        m = np.cross(edge, n) / np.where(length > 0.0, length, 1.0)[:, None]
        log = 2.0 * np.arctanh(length / (R[k] + R[(k + 1) % 4]))
        potential += (np.einsum("ni,ni->n", m, corners[:, k]) - points @ m.T) * log
        velocity -= (normals @ m.T) * log
    for k in (1, 2):
        top = 2.0 * _half_area(corners, n, k) * z
        bottom = R[0] * R[k] * R[k + 1] + dot(0, k) * R[k + 1] + dot(k, k + 1) * R[0] + dot(k + 1, 0) * R[k]
        solid_angle += 2.0 * np.arctan2(top, bottom)
    solid_angle[np.abs(z) < 1e-10 * np.sqrt(panels.area)] = 0.0
    return potential - z * solid_angle, velocity - (normals @ n.T) * solid_angle, solid_angle


def added_mass(
    vertices: ArrayLike,
    quads: ArrayLike,
    density: float = 1.0,
    formulation: Literal["green", "source"] = "green",
) -> Array:
    """The 6x6 added mass about the origin, in mesh axes, order (linear, angular).

    The unit-motion potentials obey ``d phi_i / d n = n_i`` on the body, with the generalised normal
    ``(n, r x n)``. With S, V and W from ``influence``, the two formulations are

        green:   (2 pi - W) phi_i = -S n_i                       (Green's theorem)
        source:  (V - 2 pi) sigma_i = n_i,  phi_i = S sigma_i    (Hess and Smith)

    and ``A_ij = -density * integral of phi_i n_j dS`` with n into the fluid. The error falls with
    the square of the panel size on a smooth body for ``green``, and with its first power for
    ``source``. The result is not made symmetric.

    Args:
        vertices: Points of a closed mesh, shape (m, 3).
        quads: Corner indices, shape (n, 4), counter-clockwise seen from the fluid.
        density: Density of the fluid.
        formulation: Which integral equation to solve.
    """
    panels = make_panels(vertices, quads)
    blocks = [
        influence(panels, panels.center[start : start + 64], panels.normal[start : start + 64])
        for start in range(0, len(panels.area), 64)
    ]
    S, V, W = (np.vstack(rows) for rows in zip(*blocks, strict=True))
    motion = np.hstack([panels.normal, np.cross(panels.center, panels.normal)])
    half = 2.0 * np.pi * np.eye(len(panels.area))
    phi = np.linalg.solve(half - W, -S @ motion) if formulation == "green" else S @ np.linalg.solve(V - half, motion)
    return -density * phi.T @ (motion * panels.area[:, None])


def _grid(points: Array, offset: int) -> Quads:
    """Quads of a grid of points, shape (rows, columns, 3), that start at one vertex index."""
    rows, columns = points.shape[:2]
    index = offset + np.arange(rows * columns).reshape(rows, columns)
    return np.stack([index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]], axis=-1).reshape(-1, 4)


def _cosine(count: int) -> Array:
    """Points from -1 to 1 that crowd toward both ends: ``-cos(pi k / count)``."""
    return -np.cos(np.pi * np.arange(count + 1) / count)


def _revolve(radius: Array, height: Array, count: int) -> tuple[Array, Quads]:
    """Turn a profile, from the bottom to the top, about the z axis."""
    angle = 2.0 * np.pi * np.arange(count + 1) / count
    points = np.stack(
        np.broadcast_arrays(radius * np.cos(angle)[:, None], radius * np.sin(angle)[:, None], height), axis=-1
    )
    return points.reshape(-1, 3), _grid(points, 0)


def box_mesh(size: ArrayLike, counts: int | tuple[int, int, int]) -> tuple[Array, Quads]:
    """A box about the origin, with panels that crowd toward the edges.

    Args:
        size: Full side lengths along x, y and z.
        counts: Panels along x, y and z, or one number for all.
    """
    half = 0.5 * np.asarray(size, dtype=np.float64)
    number = (counts,) * 3 if isinstance(counts, int) else counts
    points: list[Array] = []
    quads: list[Quads] = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for side in (-1.0, 1.0):
            face = np.empty((number[u] + 1, number[v] + 1, 3))
            face[..., axis] = side * half[axis]
            face[..., u] = half[u] * _cosine(number[u])[:, None]
            face[..., v] = half[v] * _cosine(number[v])
            quad = _grid(face, sum(map(len, points)))
            quads.append(quad if side > 0.0 else quad[:, ::-1])
            points.append(face.reshape(-1, 3))
    return np.vstack(points), np.vstack(quads)


def ellipsoid_mesh(semi_axes: ArrayLike, n: int) -> tuple[Array, Quads]:
    """An ellipsoid about the origin, with n bands of latitude (poles on z) and 2 n of longitude."""
    latitude = np.pi * np.arange(n + 1) / n
    points, quads = _revolve(np.sin(latitude), -np.cos(latitude), 2 * n)
    return points * np.asarray(semi_axes, dtype=np.float64), quads


def cylinder_mesh(length: float, radius: float, n: int) -> tuple[Array, Quads]:
    """A closed circular cylinder about the origin, axis z, with panels that crowd toward the rims.

    Args:
        length: Length along z.
        radius: Radius.
        n: Panels along the length; each cap has n // 2 rings, and the turn has 2 n panels.
    """
    ring = np.sin(0.5 * np.pi * np.arange(n // 2 + 1) / (n // 2))
    side = _cosine(n)
    profile = np.concatenate([ring, np.ones(n - 1), ring[::-1]])
    height = np.concatenate([-np.ones(n // 2), side, np.ones(n // 2)])
    return _revolve(radius * profile, 0.5 * length * height, 2 * n)
