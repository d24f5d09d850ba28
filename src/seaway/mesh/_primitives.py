"""Meshes of SDFormat's simple shapes, each in its own frame with SDFormat's conventions.

Vertices lie on the exact surface, so the mesh of a curved shape is slightly too small. The error of its volume is
second order in the size of the triangles; ``exact_volume=True`` scales it about its centroid to the exact volume.
"""

from math import pi

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Integers, finite_floats, positive, whole
from seaway.mesh._check import mesh_errors, triangle_limit
from seaway.mesh._mesh import AXES, Mesh
from seaway.mesh._topology import split_in_four


@mesh_errors()
def box(size: ArrayLike, resolution: int = 1, *, exact_volume: bool = False) -> Mesh:
    """Make a box about the origin.

    Args:
        size: Full lengths along x, y, z [m], (3,).
        resolution: Squares along each side; each is two triangles.
        exact_volume: No effect: a box of triangles is exact.

    Raises:
        MeshError: A length is not positive, or the resolution is not 1 or more.
    """
    lengths = _lengths(size, "a box")
    n = whole(resolution, "the resolution of a box", 1)
    triangle_limit(12 * n * n)
    steps = np.arange(n + 1)
    i, j = (grid.ravel() for grid in np.meshgrid(steps[:-1], steps[:-1], indexing="ij"))
    quads: list[Integers] = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for level, corners in ((n, ((0, 0), (1, 0), (1, 1), (0, 1))), (0, ((0, 0), (0, 1), (1, 1), (1, 0)))):
            quad = np.empty((len(i), 4, 3), dtype=np.int64)
            quad[:, :, axis] = level
            for k, (du, dv) in enumerate(corners):
                quad[:, k, u], quad[:, k, v] = i + du, j + dv
            quads.append(quad)
    grid = np.concatenate(quads)
    points, numbers = np.unique(grid.reshape(-1, 3), axis=0, return_inverse=True)
    numbers = numbers.reshape(-1, 4)
    faces = np.concatenate([numbers[:, [0, 1, 2]], numbers[:, [0, 2, 3]]])
    # (2 i - n) / 2 n is exact at both ends, and the same number with the other sign across the middle.
    return _finished((2 * points - n) / (2.0 * n) * lengths, faces, float(np.prod(lengths)), exact_volume)


@mesh_errors()
def sphere(radius: float, subdivisions: int = 3, *, exact_volume: bool = False) -> Mesh:
    """Make a sphere about the origin: an icosahedron split ``subdivisions`` times, 20 · 4ⁿ triangles.

    Args:
        radius: Radius [m].
        subdivisions: 0 to 8; 3 is 1280 triangles.
        exact_volume: Scale to the exact volume of the sphere.

    Raises:
        MeshError: The radius is not positive, or ``subdivisions`` is out of range.
    """
    r = positive(radius, "the radius of a sphere [m]")
    return ellipsoid((r, r, r), subdivisions, exact_volume=exact_volume)


@mesh_errors()
def ellipsoid(radii: ArrayLike, subdivisions: int = 3, *, exact_volume: bool = False) -> Mesh:
    """Make an ellipsoid about the origin: a stretched ``sphere``.

    Args:
        radii: Semi-axes along x, y, z [m], (3,).
        subdivisions: 0 to 8; 3 is 1280 triangles.
        exact_volume: Scale to the exact volume of the ellipsoid.

    Raises:
        MeshError: A radius is not positive, or ``subdivisions`` is out of range.
    """
    axes = _lengths(radii, "an ellipsoid")
    times = whole(subdivisions, "the subdivisions of a sphere", 0)
    triangle_limit(20 * 4 ** min(times, 32))
    vertices, faces = _icosahedron()
    for _ in range(times):
        vertices, faces = split_in_four(vertices, faces)
        vertices = vertices / np.linalg.norm(vertices, axis=1, keepdims=True)
    return _finished(vertices * axes, faces, 4.0 / 3.0 * pi * float(np.prod(axes)), exact_volume)


@mesh_errors()
def cylinder(radius: float, length: float, segments: int = 32, rings: int = 1, *, exact_volume: bool = False) -> Mesh:
    """Make a cylinder along z about the origin.

    Args:
        radius: Radius [m].
        length: Length along z [m].
        segments: Sides of the polygon that approximates the circle, 3 or more.
        rings: Rows of triangles along the length, 1 or more.
        exact_volume: Scale to the exact volume of the cylinder.

    Raises:
        MeshError: A length is not positive, or a count is too small.
    """
    r = positive(radius, "the radius of a cylinder [m]")
    L = positive(length, "the length of a cylinder [m]")
    z = np.linspace(-0.5, 0.5, whole(rings, "the rings of a cylinder", 1) + 1) * L
    surface = _revolved(np.full(len(z), r), z, 0.5 * L, segments)
    return _finished(*surface, pi * r * r * L, exact_volume)


@mesh_errors()
def cone(radius: float, length: float, segments: int = 32, rings: int = 1, *, exact_volume: bool = False) -> Mesh:
    """Make a cone along z with its tip at +length/2 and its base at -length/2; the centroid is at -length/4.

    Args:
        radius: Radius of the base [m].
        length: Length along z [m].
        segments: Sides of the polygon that approximates the circle, 3 or more.
        rings: Rows of triangles from base to tip, 1 or more.
        exact_volume: Scale to the exact volume of the cone.

    Raises:
        MeshError: A length is not positive, or a count is too small.
    """
    r = positive(radius, "the radius of a cone [m]")
    L = positive(length, "the length of a cone [m]")
    height = np.arange(whole(rings, "the rings of a cone", 1)) / rings
    surface = _revolved(r * (1.0 - height), (height - 0.5) * L, 0.5 * L, segments)
    return _finished(*surface, pi * r * r * L / 3.0, exact_volume)


@mesh_errors()
def capsule(radius: float, length: float, segments: int = 32, rings: int = 1, *, exact_volume: bool = False) -> Mesh:
    """Make a capsule along z about the origin: a cylinder between two half spheres.

    Args:
        radius: Radius [m].
        length: Length of the cylinder alone [m]; the whole is length + 2 radius.
        segments: Sides of the polygon for the circle, 4 or more; half spheres have a quarter as many rows.
        rings: Rows of triangles along the cylinder, 1 or more.
        exact_volume: Scale to the exact volume of the capsule.

    Raises:
        MeshError: A length is not positive, or a count is too small.
    """
    r = positive(radius, "the radius of a capsule [m]")
    L = positive(length, "the length of a capsule [m]")
    rows = whole(segments, "the segments of a capsule", 4) // 4
    angle = 0.5 * pi * np.arange(1, rows + 1) / rows  # from the pole; the last is the rim
    tube = np.linspace(-0.5, 0.5, whole(rings, "the rings of a capsule", 1) + 1) * L
    cap_r, cap_z = r * np.sin(angle[:-1]), 0.5 * L + r * np.cos(angle[:-1])
    profile_r = np.concatenate([cap_r, np.full(len(tube), r), cap_r[::-1]])
    profile_z = np.concatenate([-cap_z, tube, cap_z[::-1]])
    surface = _revolved(profile_r, profile_z, 0.5 * L + r, segments)
    return _finished(*surface, pi * r * r * (L + 4.0 / 3.0 * r), exact_volume)


def _finished(vertices: Floats, faces: Integers, volume: float, exact_volume: bool) -> Mesh:
    mesh = Mesh.of_known(vertices, faces)
    return mesh.with_volume(volume) if exact_volume else mesh


def _revolved(r: Floats, z: Floats, end: float, segments: int) -> tuple[Floats, Integers]:
    """Turn a profile, from the bottom up, about z and close it with a point on the axis at z = -end and at z = end."""
    n, rows = whole(segments, "the segments of a circle", 3), len(r)
    triangle_limit(2 * n * rows)
    angle = 2.0 * pi * np.arange(n) / n
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    rim = np.empty((rows, n, 3))
    rim[..., :2], rim[..., 2] = r[:, None, None] * circle, z[:, None]
    here = np.arange(n)
    ahead = (here + 1) % n
    lowest, highest = rows * n, rows * n + 1
    faces = [np.stack([np.full(n, lowest), ahead, here], axis=1)]
    for a, b in ((row * n + here, row * n + ahead) for row in range(rows - 1)):
        faces += [np.stack([a, b, b + n], axis=1), np.stack([a, b + n, a + n], axis=1)]
    last = (rows - 1) * n
    faces.append(np.stack([np.full(n, highest), last + here, last + ahead], axis=1))
    return np.concatenate([rim.reshape(-1, 3), [[0.0, 0.0, -end], [0.0, 0.0, end]]]), np.concatenate(faces)


def _icosahedron() -> tuple[Floats, Integers]:
    golden = 0.5 * (1.0 + np.sqrt(5.0))
    corners = [(0.0, s, t * golden) for s in (-1.0, 1.0) for t in (-1.0, 1.0)]
    vertices = np.array([[p[-k], p[1 - k], p[2 - k]] for k in range(3) for p in corners])
    # The 20 faces are the triples of corners 2 apart, each turned outward.
    distance = np.linalg.norm(vertices[:, None] - vertices[None, :], axis=2)
    near = np.abs(distance - 2.0) < 1e-9
    i, j, k = np.nonzero(near[:, :, None] & near[None, :, :] & near[:, None, :])
    faces = np.stack([i, j, k], axis=1)[(i > j) & (j > k)]
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    inward = np.sum(np.cross(a, b) * c, axis=1) < 0.0
    faces = np.where(inward[:, None], faces[:, ::-1], faces)
    return vertices / np.linalg.norm(vertices, axis=1, keepdims=True), faces


def _lengths(values: ArrayLike, shape: str) -> Floats:
    lengths = finite_floats(np.atleast_1d(values), (3,), f"the sizes of {shape} [m]")
    named = zip(lengths, AXES, strict=True)
    return np.array([positive(length, f"the size of {shape} along {axis} [m]") for length, axis in named])
