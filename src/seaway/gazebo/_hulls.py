"""The rigid bodies of an SDFormat document, each with its inertia and the shape of its collisions."""

import warnings
from typing import Any

import numpy as np

from seaway.errors import MeshError, ModelError, SeawayWarning
from seaway.frames import Pose
from seaway.gazebo._bodies import Body, Member, Notes, bodies, collision_meshes, located
from seaway.gazebo._shapes import joined
from seaway.mesh._check import MAX_TRIANGLES
from seaway.sdf import Collision, Document, Joint
from seaway.sdf._frames import FrameGraph, UnresolvedError
from seaway.vehicle._hull import Hull
from seaway.vehicle._vehicle import Vehicle

__all__ = ["hulls"]


def hulls(document: Document, *, freeze_joints: bool = False, repair: bool = False) -> tuple[Vehicle, ...]:
    """Make a floating hull of every rigid body in a document that can move.

    A rigid body is a group of links that fixed joints hold together, also across nested models. Each becomes a
    ``Vehicle`` with

    - ``inertial``: the sum of its links' inertia, rigid body and fluid added mass, as they lie in the file. Each link
      keeps the added mass that it has alone;
    - ``buoyancy``: a ``Hull`` of its collision shapes side by side; None where no collision has a volume.

    Nothing else: plugins, sensors, wind and visuals are not looked at, so there is no damping and no actuation.

    Static models, and what is fixed to them or to the world, cannot move and are left out. Any other joint lets its two
    sides move as if it were not there: a propeller on a revolute joint is a body of its own.

    A body is called as the outermost model in which it is the only one that moves, e.g. ``boat`` or ``fleet::boat``,
    else as its base link, ``boat::propeller``; where the document has several worlds, with the world's name before it.
    The base link is the model's canonical link where that belongs to the body, else the first in the file. The body
    frame B is the frame of that link.

    Boxes and meshes are exact. Of round shapes volume and centroid are; their outline is off by 0.3 % at most.

    Args:
        document: From ``seaway.sdf.load``.
        freeze_joints: Take every joint for a fixed one, at the pose of the file; what hangs on the world by any joint
            is then left out too.
        repair: Repair mesh files that are not closed, if possible; see ``seaway.mesh.Mesh.repaired``.

    Returns:
        The bodies, in the order of the file; none where nothing moves.

    Raises:
        SdfError: The document is not valid; a collision's shape cannot be, or its mesh file is not there or not closed;
            or a body's mass matrix is not positive definite. The message has the file and line.
        ModelError: The document is no ``Document``.

    Warns:
        SeawayWarning: A collision has no volume (planes, heightmaps) and is left out; boxes around collisions of one
            body overlap, so that what is common to them counts twice, as in Gazebo; a link is kinematic or without
            gravity, which has no effect here.
    """
    given: Any = document
    if not isinstance(given, Document):
        raise ModelError(f"hulls are made from a Document, e.g. seaway.sdf.load('boat.sdf'), got {given!r}")
    document.require_valid()

    def holds(joint: Joint) -> bool:
        return freeze_joints or joint.type == "fixed"

    notes: Notes = []
    vehicles: list[Vehicle] = []
    for graph in document.graphs:
        prefix = f"{graph.root.name}::" if len(document.graphs) > 1 else ""
        vehicles += [_vehicle(document, graph, prefix, body, repair, notes) for body in bodies(graph, holds)]
    for source, note in notes:
        warnings.warn(f"{source}: {note}", SeawayWarning, stacklevel=2)
    return tuple(vehicles)


@np.errstate(all="ignore")  # what overflows is refused, as a body that cannot be
def _vehicle(document: Document, graph: FrameGraph, prefix: str, body: Body, repair: bool, notes: Notes) -> Vehicle:
    name = prefix + body.name
    inertial = body.base.inertial
    collisions: list[tuple[Member, Pose, Collision]] = []
    for member in body.members:
        link, label = member.link, f"link {prefix + member.name!r}"
        try:
            X_BL = graph.pose(link, body.base)
            if link is not body.base:
                inertial = inertial + link.inertial.transformed(X_BL)
        except (UnresolvedError, ModelError) as error:
            raise located(f"{label}: {error}", link.source) from None
        if link.kinematic:
            notes.append((link.source, f"{label} is <kinematic>; here forces move it all the same"))
        if not link.gravity:
            notes.append((link.source, f"{label} has no <gravity>; here it has its weight all the same"))
        collisions += [(member, X_BL, collision) for collision in link.collisions]
    parts = collision_meshes(
        document,
        graph,
        name,
        body.base,
        collisions,
        notes,
        prefix=prefix,
        repair=repair,
        most_triangles=MAX_TRIANGLES,
    )
    try:
        return Vehicle(name, inertial, Hull(joined(parts)) if parts else None)
    except (ModelError, MeshError, np.linalg.LinAlgError) as error:  # LinAlgError: entries too far apart
        raise located(str(error), body.base.inertial_source) from None
