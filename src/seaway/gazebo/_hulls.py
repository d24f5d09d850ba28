"""Floating hulls: the rigid bodies of an SDFormat document with their inertia and collision shapes alone."""

from typing import Any

import numpy as np

from seaway.errors import ModelError, warn
from seaway.gazebo._bodies import bodies, errors_at
from seaway.gazebo._density import set_fluid_density
from seaway.gazebo._plan import drafted
from seaway.gazebo._shapes import hull_mesh
from seaway.sdf import Document
from seaway.sdf._views import SourceFile
from seaway.vehicle import Hull, Vehicle


@np.errstate(all="ignore")  # an overflow is refused as an impossible body
def hulls(document: Document, *, freeze_joints: bool = False, repair: bool = False) -> tuple[Vehicle, ...]:
    """Make a floating hull of every rigid body in a document that can move.

    A rigid body is a group of links joined by fixed joints, also across nested models. Each becomes a ``Vehicle`` with

    - ``inertial``: the sum of the inertia of its links, rigid body and fluid added mass, at their poses in the file.
      Each link keeps the added mass that it has alone;
    - ``buoyancy``: a ``Hull`` of its collision shapes; None if no collision has a volume.

    Plugins, sensors, wind and visuals are not read: there is no damping and no actuation.

    Static models, and what is fixed to them or to the world, are left out. Any joint that is not fixed leaves its two
    sides free: a propeller on a revolute joint is a body of its own.

    A body has the name of the outermost model in which nothing else moves, e.g. ``boat`` or ``fleet::boat``, else that
    of its base link, ``boat::propeller``; with several worlds the name of the world comes first. The base link is the
    canonical link of the model if that belongs to the body, else the first in the file. The body frame B is its frame.

    Boxes and meshes are exact. Round shapes have the exact volume and centroid; their outline is off by up to 0.3 %.

    Args:
        document: Document, from ``seaway.sdf.load``.
        freeze_joints: Treat every joint as fixed, at the pose of the file; this leaves out what any joint holds to the
            world.
        repair: Repair mesh files that are not closed, if possible; see ``seaway.mesh.Mesh.repaired``.

    Returns:
        The bodies in file order; empty if nothing moves.

    Raises:
        SdfError: The document is not valid; a collision shape is impossible, or its mesh file is missing or not closed;
            or the mass matrix of a body is not positive definite. The message has file and line.
        ModelError: The document is no ``Document``.

    Warns:
        SeawayWarning: A collision has no volume (plane, heightmap) and is left out; bounding boxes of collisions of one
            body overlap, so that shared volume counts twice, as in Gazebo; a link is kinematic or without gravity,
            which has no effect here.
    """
    given: Any = document
    if not isinstance(given, Document):
        raise ModelError(f"hulls are made from a Document, e.g. seaway.sdf.load('boat.sdf'), got {given!r}")
    document.require_valid()
    notes: list[str] = []

    def note(source: SourceFile, message: str) -> None:
        notes.append(f"{source}: {message}")

    vehicles: list[Vehicle] = []
    for graph in document.graphs:
        prefix = f"{graph.root.name}::" if len(document.graphs) > 1 else ""
        joints = {id(joint) for scope in graph.scopes() for joint in scope.joints}
        for body in bodies(graph, joints if freeze_joints else (), prefix):
            draft = drafted(graph, body)
            set_fluid_density(draft)
            for member in body.members:
                if member.link.kinematic:
                    note(member.link.source, f"link {member.name!r} is <kinematic>; here forces move it anyway")
                if not member.link.gravity:
                    note(member.link.source, f"link {member.name!r} has no <gravity>; here it has its weight anyway")
            mesh = hull_mesh(document, body, draft.collisions, note, repair=repair)
            with errors_at(body.base.source, repr(body.name)):
                draft.buoyancy = None if mesh is None else Hull(mesh)
            vehicles.append(draft.vehicle())
    for message in notes:
        warn(message)
    return tuple(vehicles)
