"""The rigid bodies of an SDFormat document: which links move as one, and the meshes of their collisions."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from seaway.errors import MeshError, ModelError, SdfError
from seaway.frames import Pose
from seaway.gazebo._shapes import overlapping, shape_mesh
from seaway.mesh import Mesh
from seaway.mesh._check import MAX_TRIANGLES
from seaway.sdf import Collision, Document, Joint, Link, Model, World
from seaway.sdf._frames import FrameGraph, UnresolvedError
from seaway.sdf._views import OtherGeometry, PlaneGeometry, SourceFile

__all__ = ["Body", "Member", "Notes", "Scope", "bodies", "collision_meshes", "joint_ends", "located", "pose_in_link"]

Scope = World | Model
Notes = list[tuple[SourceFile, str]]
"""What is worth a word, and where."""

# How many pairs of collisions a warning names.
_MOST_PAIRS: Final = 3


@dataclass(frozen=True, slots=True)
class Member:
    """A link with the models around it, outermost first."""

    link: Link
    models: tuple[Model, ...]

    @property
    def path(self) -> tuple[str, ...]:
        """Names of the models, then that of the link."""
        return (*(model.name for model in self.models), self.link.name)

    @property
    def name(self) -> str:
        """Scoped: ``model::link``."""
        return "::".join(self.path)

    @property
    def static(self) -> bool:
        """Whether a model around it cannot move."""
        return any(model.static for model in self.models)


@dataclass(frozen=True, slots=True)
class Body:
    """Links that move as one, in the order of the file."""

    name: str
    base: Link
    members: tuple[Member, ...]


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


def _members(scope: Scope, around: tuple[Model, ...] = ()) -> Iterator[Member]:
    """Every link: a model's own first, then those of the models nested in it, as ``Document.links`` has them."""
    if isinstance(scope, Model):
        around = (*around, scope)
        for link in scope.links:
            yield Member(link, around)
    for model in scope.models:
        yield from _members(model, around)


def bodies(graph: FrameGraph, holds: Callable[[Joint], bool]) -> list[Body]:
    """The groups of links that move as one, without what cannot move.

    Args:
        graph: The frames of a world or model.
        holds: Whether a joint holds its two sides together.

    Raises:
        SdfError: A name of a joint or model leads nowhere.
    """
    members = list(_members(graph.root))
    ground = len(members)
    number = {id(member.link): i for i, member in enumerate(members)}
    groups = _Groups(len(members) + 1)
    for i, member in enumerate(members):
        if member.static:
            groups.join(i, ground)
    for scope in graph.scopes():
        for joint in scope.joints:
            if holds(joint):
                parent, child = joint_ends(graph, scope, joint)
                groups.join(number.get(id(parent), ground), number.get(id(child), ground))
    together: dict[int, list[Member]] = {}
    for i, member in enumerate(members):
        if groups.find(i) != groups.find(ground):
            together.setdefault(groups.find(i), []).append(member)
    # How many bodies have a link in each model.
    bodies_in = Counter(
        model for group in together.values() for model in {id(model) for member in group for model in member.models}
    )
    found: list[Body] = []
    for group in together.values():
        base = _base(graph, group)
        names = [model.name for model in base.models]
        alone = (depth for depth, model in enumerate(base.models, start=1) if bodies_in[id(model)] == 1)
        depth = next(alone, None)
        name = base.name if depth is None else "::".join(names[:depth])
        found.append(Body(name, base.link, tuple(group)))
    return found


def joint_ends(graph: FrameGraph, scope: Scope, joint: Joint) -> tuple[Link | Model | World | None, ...]:
    """What parent and child of a joint move with: a link, a static model, or the world.

    The world is None where a model names it.
    """
    return tuple(_end(graph, scope, joint, name) for name in (joint.parent, joint.child))


def _end(graph: FrameGraph, scope: Scope, joint: Joint, name: str) -> Link | Model | World | None:
    if name == "world":
        return None
    try:
        return graph.attached(graph.required(joint, scope, name, f"joint {joint.name!r}"))
    except UnresolvedError as error:
        raise located(str(error), joint.source) from None


def _base(graph: FrameGraph, group: list[Member]) -> Member:
    """The canonical link of the outermost model that has its own in the group, else the first link."""
    of_link = {id(member.link): member for member in group}
    for model in group[0].models:
        try:
            canonical = graph.attached(model)
        except UnresolvedError as error:
            raise located(str(error), model.source) from None
        if id(canonical) in of_link:
            return of_link[id(canonical)]
    return group[0]


def collision_meshes(
    document: Document,
    graph: FrameGraph,
    name: str,
    base: Link,
    chosen: Sequence[tuple[Member, Pose, Collision]],
    notes: Notes,
    *,
    prefix: str = "",
    repair: bool = False,
    most_triangles: int = MAX_TRIANGLES,
) -> list[Mesh]:
    """The meshes of collisions of one body, in its frame B; those without a volume are left out with a note.

    Args:
        document: The document, which finds mesh files.
        graph: Its frames.
        name: Of the body.
        base: Its base link.
        chosen: Links with their pose X_BL, and a collision of each.
        notes: Takes what is worth a word.
        prefix: Before the names of links.
        repair: Mend mesh files where that can be done.
        most_triangles: Of all together.

    Raises:
        SdfError: A shape cannot be, a mesh file is not there or not closed, or there are too many triangles.
    """
    parts: list[tuple[str, Mesh]] = []
    triangles = 0
    for member, X_BL, collision in chosen:
        label = f"link {prefix + member.name!r}"
        part = _part(document, graph, member.link, collision, X_BL, repair, label, notes)
        if part is None:
            continue
        triangles += len(part.faces)
        if triangles > most_triangles:
            message = f"the collisions of {name!r} have more than {most_triangles} triangles; simplify them"
            raise located(message, collision.source)
        parts.append((f"{prefix}{member.name}::{collision.name}", part))
    common = _common(parts)
    if common:
        notes.append((base.source, f"{name!r}: {common}"))
    return [part for _, part in parts]


def pose_in_link(graph: FrameGraph, link: Link, collision: Collision) -> Pose:
    """X_LC of a collision.

    Raises:
        SdfError: A name in its pose leads nowhere.
    """
    try:
        return graph.pose_within(collision.pose, link)
    except UnresolvedError as error:
        raise located(f"collision {collision.name!r} of link {link.name!r}: {error}", collision.source) from None


def _part(
    document: Document,
    graph: FrameGraph,
    link: Link,
    collision: Collision,
    X_BL: Pose,
    repair: bool,
    label: str,
    notes: Notes,
) -> Mesh | None:
    """The mesh of a collision in the body frame B; None where it has no volume."""
    what = f"collision {collision.name!r} of {label}"
    try:
        shape = shape_mesh(document, collision.geometry, repair=repair)
        if shape is not None:
            return shape.transformed(X_BL @ graph.pose_within(collision.pose, link))
    except (MeshError, ModelError, UnresolvedError) as error:
        raise located(f"{what}: {error}", collision.source) from None
    match collision.geometry:
        case PlaneGeometry():
            kind = "is a plane"
        case OtherGeometry(kind=tag):
            kind = f"is <{tag}>"
        case _:
            kind = "has no geometry"
    notes.append((collision.source, f"{what} {kind}; it has no volume here, and is left out"))
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


def located(message: str, source: SourceFile) -> SdfError:
    """An error with its file and line."""
    return SdfError(message, path=source.path, line=source.line)
