"""Visuals of SDFormat links: what vehicles look like."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final, NamedTuple, cast

from seaway import sdf
from seaway.errors import ModelError, SdfError
from seaway.frames import Pose
from seaway.gazebo._bodies import Body, errors_at
from seaway.sdf._frames import FrameGraph
from seaway.sdf._views import ConeGeometry, PlaneGeometry, SourceFile
from seaway.shapes import Box, Capsule, Cone, Cylinder, Ellipsoid, Sphere
from seaway.vehicle import Visual

# Shapes of geometries with the same sizes.
_SHAPES: Final[dict[type, type[Any]]] = {
    sdf.BoxGeometry: Box,
    sdf.SphereGeometry: Sphere,
    sdf.EllipsoidGeometry: Ellipsoid,
    sdf.CylinderGeometry: Cylinder,
    sdf.CapsuleGeometry: Capsule,
    ConeGeometry: Cone,
}
# Most visuals of a body that are read.
_MOST: Final = 2000


class BodyVisual(NamedTuple):
    """A visual of a body, in the body frame, and its link."""

    link: sdf.Link
    visual: Visual


def visuals_of(
    document: sdf.Document,
    graph: FrameGraph,
    body: Body,
    poses: Mapping[int, Pose],
    warn: Callable[[SourceFile, str, str], None],
) -> list[BodyVisual]:
    """Read the visuals of the links of a body. What cannot be drawn is left out with one warning: it moves nothing.

    Args:
        document: Finds mesh files.
        graph: Resolves poses.
        body: The body.
        poses: X_BL of its links, by identity.
        warn: Takes the place, rule and message of what is left out.
    """
    found, missing = list[BodyVisual](), list[tuple[SourceFile, str]]()
    for member in body.members:
        link = member.link
        for element in link.visuals:
            try:
                with errors_at(element.source):
                    X_BV = poses[id(link)] @ graph.pose_within(element.pose, link)
                    visual = _visual(document, element, X_BV)
            except SdfError as error:
                what = f"visual {element.name!r} of link {member.name!r} is not drawn: {error.message}"
                missing.append((element.source, what))
                continue
            if visual is not None:
                found.append(BodyVisual(link, visual))
    if missing:
        more = f" (and {len(missing) - 1} more of this body)" if len(missing) > 1 else ""
        warn(missing[0][0], "visual", f"{missing[0][1]}{more}")
    if len(found) > _MOST:
        warn(body.base.source, "visual", f"{body.name!r} has {len(found)} visuals; the first {_MOST} are drawn")
    return found[:_MOST]


def _visual(document: sdf.Document, element: sdf.VisualElement, X_BV: Pose) -> Visual | None:
    """Make a visual; None for a geometry without triangles, such as a plane."""
    geometry = element.geometry
    given: dict[str, Any] = {"name": element.name[:200] or None, "color": element.color}
    given |= {"position": X_BV.p, "attitude": X_BV.q}
    if isinstance(geometry, sdf.MeshGeometry):
        return Visual(mesh=document.drawing(geometry), scale=geometry.scale, **given)
    shape = _SHAPES.get(type(geometry))
    if shape is None:
        if geometry is None or isinstance(geometry, PlaneGeometry) or getattr(geometry, "kind", "") == "empty":
            return None
        raise ModelError(f"its geometry <{getattr(geometry, 'kind', '')}> is not read")
    return Visual(shape(**asdict(cast("Any", geometry))), **given)
