"""The rigid bodies of an SDFormat document, each with its inertia and the shape of its collisions."""

import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seaway.errors import MeshError, ModelError, SdfError, SeawayWarning
from seaway.frames import Pose
from seaway.mesh import MAX_TRIANGLES, Mesh
from seaway.sdf import (
    Collision,
    Document,
    FrameGraph,
    Joint,
    Link,
    Model,
    OtherGeometry,
    Plane,
    Source,
    UnresolvedError,
    World,
)
from seaway.vehicle._hull import Hull
from seaway.vehicle._shapes import joined, overlapping, shape_mesh
from seaway.vehicle._vehicle import Vehicle

__all__ = ["hulls_from_sdf"]

# How many pairs of collisions a warning names.
_MOST_PAIRS: Final = 3


def hulls_from_sdf(document: Document, *, freeze_joints: bool = False, repair: bool = False) -> tuple[Vehicle, ...]:
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
        repair: Mend mesh files that are not closed, where that can be done; see ``seaway.mesh.repaired``.

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
    notes: list[str] = []
    vehicles: list[Vehicle] = []
    for graph in document.graphs:
        prefix = f"{graph.root.name}::" if len(document.graphs) > 1 else ""
        vehicles += [_vehicle(document, graph, prefix, body, repair, notes) for body in _bodies(graph, freeze_joints)]
    for note in notes:
        warnings.warn(note, SeawayWarning, stacklevel=2)
    return tuple(vehicles)


@dataclass(frozen=True, slots=True)
class _Member:
    """A link with the models around it, outermost first."""

    link: Link
    models: tuple[Model, ...]

    @property
    def name(self) -> str:
        return "::".join([*(model.name for model in self.models), self.link.name])

    @property
    def static(self) -> bool:
        return any(model.static for model in self.models)


@dataclass(frozen=True, slots=True)
class _Body:
    """Links that move as one, in the order of the file."""

    name: str
    base: Link
    members: tuple[_Member, ...]


class _Groups:
    """Numbers in groups that grow together."""

    def __init__(self, count: int):
        self._parent = list(range(count))

    def find(self, i: int) -> int:
        while self._parent[i] != i:
            self._parent[i] = self._parent[self._parent[i]]
            i = self._parent[i]
        return i

    def join(self, i: int, j: int) -> None:
        self._parent[self.find(i)] = self.find(j)


def _members(scope: World | Model, around: tuple[Model, ...] = ()) -> Iterator[_Member]:
    """Every link: a model's own first, then those of the models nested in it, as ``Document.links`` has them."""
    if isinstance(scope, Model):
        around = (*around, scope)
        for link in scope.links:
            yield _Member(link, around)
    for model in scope.models:
        yield from _members(model, around)


def _bodies(graph: FrameGraph, freeze_joints: bool) -> list[_Body]:
    members = list(_members(graph.root))
    ground = len(members)
    number = {id(member.link): i for i, member in enumerate(members)}
    groups = _Groups(len(members) + 1)
    for i, member in enumerate(members):
        if member.static:
            groups.join(i, ground)
    for scope in graph.scopes():
        for joint in scope.joints:
            if freeze_joints or joint.type == "fixed":
                parent, child = (_end(graph, scope, joint, name) for name in (joint.parent, joint.child))
                groups.join(number.get(id(parent), ground), number.get(id(child), ground))
    together: dict[int, list[_Member]] = {}
    for i, member in enumerate(members):
        if groups.find(i) != groups.find(ground):
            together.setdefault(groups.find(i), []).append(member)
    # How many bodies have a link in each model.
    bodies_in = Counter(
        model for group in together.values() for model in {id(model) for member in group for model in member.models}
    )
    bodies: list[_Body] = []
    for group in together.values():
        base = _base(graph, group)
        names = [model.name for model in base.models]
        alone = (depth for depth, model in enumerate(base.models, start=1) if bodies_in[id(model)] == 1)
        depth = next(alone, None)
        name = base.name if depth is None else "::".join(names[:depth])
        bodies.append(_Body(name, base.link, tuple(group)))
    return bodies


def _end(graph: FrameGraph, scope: World | Model, joint: Joint, name: str) -> Link | Model | World | None:
    """What an end of a joint moves with: a link, a static model, or the world, which is None where a model names it."""
    if name == "world":
        return None
    try:
        return graph.attached(graph.required(joint, scope, name, f"joint {joint.name!r}"))
    except UnresolvedError as error:
        raise _error(str(error), joint.source) from None


def _base(graph: FrameGraph, group: list[_Member]) -> _Member:
    """The canonical link of the outermost model that has its own in the group, else the first link."""
    of_link = {id(member.link): member for member in group}
    for model in group[0].models:
        try:
            canonical = graph.attached(model)
        except UnresolvedError as error:
            raise _error(str(error), model.source) from None
        if id(canonical) in of_link:
            return of_link[id(canonical)]
    return group[0]


@np.errstate(all="ignore")  # what overflows is refused, as a body that cannot be
def _vehicle(
    document: Document, graph: FrameGraph, prefix: str, body: _Body, repair: bool, notes: list[str]
) -> Vehicle:
    name = prefix + body.name
    inertial = body.base.inertial
    parts: list[tuple[str, Mesh]] = []
    triangles = 0
    for member in body.members:
        link, label = member.link, f"link {prefix + member.name!r}"
        try:
            X_BL = graph.pose(link, body.base)
            if link is not body.base:
                inertial = inertial + link.inertial.transformed(X_BL)
        except (UnresolvedError, ModelError) as error:
            raise _error(f"{label}: {error}", link.source) from None
        if link.kinematic:
            notes.append(f"{link.source}: {label} is <kinematic>; here forces move it all the same")
        if not link.gravity:
            notes.append(f"{link.source}: {label} has no <gravity>; here it has its weight all the same")
        for collision in link.collisions:
            part = _part(document, graph, link, collision, X_BL, repair, label, notes)
            if part is None:
                continue
            triangles += len(part.faces)
            if triangles > MAX_TRIANGLES:
                message = f"the collisions of {name!r} have more than {MAX_TRIANGLES} triangles; simplify them"
                raise _error(message, collision.source)
            parts.append((f"{prefix}{member.name}::{collision.name}", part))
    common = _common(parts)
    if common:
        notes.append(f"{body.base.source}: {name!r}: {common}")
    try:
        return Vehicle(name, inertial, Hull(joined([part for _, part in parts])) if parts else None)
    except (ModelError, MeshError, np.linalg.LinAlgError) as error:  # LinAlgError: entries too far apart
        raise _error(str(error), body.base.inertial_source) from None


def _part(
    document: Document,
    graph: FrameGraph,
    link: Link,
    collision: Collision,
    X_BL: Pose,
    repair: bool,
    label: str,
    notes: list[str],
) -> Mesh | None:
    """The mesh of a collision in the body frame B; None where it has no volume."""
    what = f"collision {collision.name!r} of {label}"
    try:
        shape = shape_mesh(document, collision.geometry, repair=repair)
        if shape is not None:
            return shape.transformed(X_BL @ graph.pose_within(collision.pose, link))
    except (MeshError, ModelError, UnresolvedError) as error:
        raise _error(f"{what}: {error}", collision.source) from None
    match collision.geometry:
        case Plane():
            kind = "is a plane"
        case OtherGeometry(kind=tag):
            kind = f"is <{tag}>"
        case _:
            kind = "has no geometry"
    notes.append(f"{collision.source}: {what} {kind}; it has no volume here, and is left out")
    return None


def _common(parts: list[tuple[str, Mesh]]) -> str:
    """What to say of parts whose boxes overlap; nothing where none do."""
    if len(parts) < 2:
        return ""
    pairs, count = overlapping(np.array([part.bounds for _, part in parts]), _MOST_PAIRS)
    if not pairs:
        return ""
    named = ", ".join(f"{parts[i][0]!r} and {parts[j][0]!r}" for i, j in pairs)
    more = f" and {count - len(pairs)} more pairs" if count > len(pairs) else ""
    return (
        f"the boxes around the collisions {named}{more} overlap; volume that they have in common counts twice, as in "
        "Gazebo. Make one mesh of them where that matters"
    )


def _error(message: str, source: Source) -> SdfError:
    return SdfError(message, path=source.path, line=source.line)
