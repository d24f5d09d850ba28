"""From the shapes of SDFormat to closed meshes."""

from collections.abc import Sequence
from functools import lru_cache
from math import pi
from typing import Final

import numpy as np

from seaway import mesh, sdf
from seaway._arrays import Floats, Integers
from seaway.mesh import Mesh
from seaway.sdf._views import ConeGeometry

__all__ = ["joined", "overlapping", "shape_mesh"]

# About a thousand triangles a shape, so that waves as short as a quarter of it are seen on its surface. The outline of
# a sphere is then off by 0.3 %, that of a circle by 0.1 %.
_BOX_RESOLUTION: Final = 8
_SUBDIVISIONS: Final = 3
_SEGMENTS: Final = 64
_CAPSULE_SEGMENTS: Final = 48
_RINGS: Final = 8

# Round shapes stand out by less than this fraction of their size, since their meshes have the true volume: neighbours
# that touch have nothing in common.
_TOUCHING: Final = 0.005


def shape_mesh(document: sdf.Document, geometry: sdf.Geometry | None, *, repair: bool = False) -> Mesh | None:
    """Make the mesh of a collision's shape, in the frame of the collision; None for one that has no volume here.

    Cylinders, cones and capsules are along z. The mesh of a round shape has the volume and the centroid of the true
    one, and cylinders and cones have their true length.

    Args:
        document: The document, which finds mesh files.
        geometry: The shape.
        repair: Mend mesh files where that can be done.

    Raises:
        MeshError: A size is not positive, or too large.
        SdfError: A mesh file is not there, or is no closed mesh.
    """
    return document.mesh(geometry, repair=repair) if isinstance(geometry, sdf.MeshGeometry) else _primitive(geometry)


@lru_cache(maxsize=64)  # of a fleet, each model has the same shapes
def _primitive(geometry: sdf.Geometry | None) -> Mesh | None:
    match geometry:
        case sdf.BoxGeometry(size):
            return mesh.box(size, _BOX_RESOLUTION)
        case sdf.SphereGeometry(radius):
            return mesh.sphere(radius, _SUBDIVISIONS, exact_volume=True)
        case sdf.EllipsoidGeometry(radii):
            return mesh.ellipsoid(radii, _SUBDIVISIONS, exact_volume=True)
        case sdf.CylinderGeometry(radius, length):
            return _widened(mesh.cylinder(radius, length, _SEGMENTS, _RINGS))
        case ConeGeometry(radius, length):
            return _widened(mesh.cone(radius, length, _SEGMENTS, _RINGS))
        case sdf.CapsuleGeometry(radius, length):
            return mesh.capsule(radius, length, _CAPSULE_SEGMENTS, _RINGS, exact_volume=True)
        case _:
            return None


def _widened(polygonal: Mesh) -> Mesh:
    """Give the polygons across z the area of their circles: a regular one of n sides has (n / 2π) sin(2π/n) of it."""
    angle = 2.0 * pi / _SEGMENTS
    factor = np.sqrt(angle / np.sin(angle))
    return polygonal.scaled((factor, factor, 1.0))


def joined(parts: Sequence[Mesh]) -> Mesh:
    """Put meshes in one frame beside each other, all at once; see ``Mesh.joined``.

    Raises:
        MeshError: There would be more than 2 million triangles.
    """
    if len(parts) == 1:
        return parts[0]
    faces: list[Integers] = []
    count = 0
    for part in parts:
        faces.append(part.faces + count)
        count += len(part.vertices)
    return Mesh(np.concatenate([part.vertices for part in parts]), np.concatenate(faces))


def overlapping(bounds: Floats, most: int) -> tuple[list[tuple[int, int]], int]:
    """Tell which boxes have a volume in common: more than a touch along each axis.

    Args:
        bounds: The least and the greatest x, y, z of each [m], (n, 2, 3).
        most: How many pairs to name.

    Returns:
        The first pairs of rows, and how many there are.
    """
    low, high = bounds[:, 0], bounds[:, 1]
    size = high - low
    pairs: list[tuple[int, int]] = []
    count = 0
    for i in range(len(bounds) - 1):
        common = np.minimum(high[i], high[i + 1 :]) - np.maximum(low[i], low[i + 1 :])
        found = np.flatnonzero(np.all(common > _TOUCHING * np.maximum(size[i], size[i + 1 :]), axis=1))
        pairs += [(i, i + 1 + j) for j in found[: most - len(pairs)].tolist()]
        count += len(found)
    return pairs, count
