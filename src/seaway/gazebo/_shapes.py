"""Shapes of SDFormat collisions: simple shapes, volumes and closed meshes."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import lru_cache
from math import pi
from typing import Any, Final, NamedTuple, cast

import numpy as np

from seaway import mesh, sdf
from seaway._arrays import Floats
from seaway.frames import Pose
from seaway.gazebo._bodies import Body, Member, errors_at, located
from seaway.mesh import Mesh
from seaway.mesh._check import MAX_TRIANGLES
from seaway.sdf._views import ConeGeometry, SourceFile
from seaway.shapes import Box, Cylinder, Ellipsoid, Shape, Sphere

# About a thousand triangles a shape, so that waves as short as a quarter of it act on its surface. The outline of a
# sphere is then off by 0.3 %, that of a circle by 0.1 %.
_BOX_RESOLUTION: Final = 8
_SUBDIVISIONS: Final = 3
_SEGMENTS: Final = 64
_CAPSULE_SEGMENTS: Final = 48
_RINGS: Final = 8

# Meshes of round shapes have the true volume, and so stand out by less than this fraction of their size: neighbours
# that touch do not overlap.
_TOUCHING: Final = 0.005
# Maximum number of overlapping pairs that a warning names.
_MOST_PAIRS: Final = 3


# Shapes of geometries with the same sizes.
_SIMPLE: Final[dict[type, type[Any]]] = {
    sdf.BoxGeometry: Box,
    sdf.SphereGeometry: Sphere,
    sdf.EllipsoidGeometry: Ellipsoid,
    sdf.CylinderGeometry: Cylinder,
}
# Meshes along z with the true volume and centroid; cylinders and cones have their true length.
_MESHES: Final[dict[type, Callable[[Any], Mesh]]] = {
    sdf.BoxGeometry: lambda g: mesh.box(g.size, _BOX_RESOLUTION),
    sdf.SphereGeometry: lambda g: mesh.sphere(g.radius, _SUBDIVISIONS, exact_volume=True),
    sdf.EllipsoidGeometry: lambda g: mesh.ellipsoid(g.radii, _SUBDIVISIONS, exact_volume=True),
    sdf.CylinderGeometry: lambda g: _widened(mesh.cylinder(g.radius, g.length, _SEGMENTS, _RINGS)),
    ConeGeometry: lambda g: _widened(mesh.cone(g.radius, g.length, _SEGMENTS, _RINGS)),
    sdf.CapsuleGeometry: lambda g: mesh.capsule(g.radius, g.length, _CAPSULE_SEGMENTS, _RINGS, exact_volume=True),
}


class BodyCollision(NamedTuple):
    """A collision of a body, with its link and its pose X_BC in the body frame."""

    member: Member
    collision: sdf.Collision
    X_BC: Pose

    @property
    def label(self) -> str:
        """Its name in messages."""
        return f"collision {self.collision.name!r} of link {self.member.name!r}"

    @property
    def no_volume(self) -> str:
        """Message for a shape without volume."""
        geometry = self.collision.geometry
        kind = "has no geometry" if geometry is None else f"is <{getattr(geometry, 'kind', 'plane')}>"
        return f"{self.label} {kind}; it has no volume here and is left out"


def simple_shape(geometry: sdf.Geometry | None) -> Shape | None:
    """Make a box, sphere, ellipsoid or cylinder; None for any other geometry.

    Raises:
        ModelError: A size is not positive.
    """
    made = _SIMPLE.get(type(geometry))
    return None if made is None else made(**asdict(cast("Any", geometry)))


def volume_and_centroid(document: sdf.Document, geometry: sdf.Geometry | None) -> tuple[float, Floats] | None:
    """Measure a shape in the frame of its collision, exactly; None for one without volume."""
    shape, centroid = simple_shape(geometry), np.zeros(3)
    if shape is not None:
        return shape.volume, centroid
    if isinstance(geometry, sdf.MeshGeometry):
        solid = document.mesh(geometry)
        return solid.volume, solid.centroid
    if not isinstance(geometry, sdf.CapsuleGeometry | ConeGeometry):
        return None
    cylinder = Cylinder(radius=geometry.radius, length=geometry.length)
    if isinstance(geometry, sdf.CapsuleGeometry):
        return cylinder.volume + Sphere(geometry.radius).volume, centroid
    # A third of the cylinder; the centroid is a quarter of the height above the base.
    return cylinder.volume / 3.0, np.array([0.0, 0.0, -0.25 * geometry.length])


@lru_cache(maxsize=64)  # the models of a fleet have the same shapes
def _primitive(geometry: sdf.Geometry | None) -> Mesh | None:
    made = _MESHES.get(type(geometry))
    return None if made is None else made(geometry)


def _widened(polygonal: Mesh) -> Mesh:
    """Give the polygons across z the area of their circles: a regular n-gon has (n / 2π) sin(2π/n) of it."""
    angle = 2.0 * pi / _SEGMENTS
    factor = np.sqrt(angle / np.sin(angle))
    return polygonal.scaled((factor, factor, 1.0))


def hull_mesh(
    document: sdf.Document,
    body: Body,
    collisions: Sequence[BodyCollision],
    warn: Callable[[SourceFile, str], None],
    *,
    repair: bool = False,
) -> Mesh | None:
    """Join collisions of a body into one mesh in the body frame; None if none has a volume.

    Args:
        document: Finds mesh files.
        body: The body.
        collisions: Collisions of the link.
        warn: Takes what is left out and what overlaps.
        repair: Repair mesh files that are not closed, if possible.

    Raises:
        SdfError: A shape is impossible, a mesh file is missing or not closed, or there are too many triangles.
    """
    parts: dict[str, Mesh] = {}
    for placed in collisions:
        member, collision, X_BC = placed
        geometry, source = collision.geometry, collision.source
        with errors_at(source, placed.label):
            is_file = isinstance(geometry, sdf.MeshGeometry)
            shape = document.mesh(geometry, repair=repair) if is_file else _primitive(geometry)
            if shape is None:
                warn(source, placed.no_volume)
                continue
            parts[f"{member.name}::{collision.name}"] = shape.transformed(X_BC)
        if sum(len(part.faces) for part in parts.values()) > MAX_TRIANGLES:
            message = f"the collisions of {body.name!r} have more than {MAX_TRIANGLES} triangles; simplify them"
            raise located(message, source)
    names = list(parts)
    pairs, count = _overlapping(list(parts.values()))
    if pairs:
        named = ", ".join(f"{names[i]!r} and {names[j]!r}" for i, j in pairs)
        more = f" and {count - len(pairs)} more pairs" if count > len(pairs) else ""
        message = (
            f"the bounding boxes of the collisions {named}{more} overlap; volume that they share counts twice, as in "
            "Gazebo. Make one mesh of them if that matters"
        )
        warn(body.base.source, f"{body.name!r}: {message}")
    meshes = list(parts.values())
    return meshes[0].joined(*meshes[1:]) if meshes else None


def _overlapping(parts: Sequence[Mesh]) -> tuple[list[tuple[int, int]], int]:
    """The first pairs of parts whose bounding boxes overlap by more than a touch along each axis, and their number."""
    low, high = np.array([part.bounds for part in parts]).reshape(-1, 2, 3).swapaxes(0, 1)
    size = high - low
    pairs: list[tuple[int, int]] = []
    count = 0
    for i in range(len(parts) - 1):
        common = np.minimum(high[i], high[i + 1 :]) - np.maximum(low[i], low[i + 1 :])
        found = np.flatnonzero(np.all(common > _TOUCHING * np.maximum(size[i], size[i + 1 :]), axis=1))
        pairs += [(i, i + 1 + j) for j in found[: _MOST_PAIRS - len(pairs)].tolist()]
        count += len(found)
    return pairs, count
