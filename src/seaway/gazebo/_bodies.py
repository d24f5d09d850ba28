"""Rigid bodies of an SDFormat document: groups of rigidly connected links."""

from collections import Counter
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from seaway.errors import MeshError, ModelError, SdfError
from seaway.sdf import Joint, Link, Model, World
from seaway.sdf._frames import FrameGraph, UnresolvedError
from seaway.sdf._views import SourceFile

Scope = World | Model


def located(message: str, source: SourceFile) -> SdfError:
    """An error with its file and line."""
    return SdfError(message, path=source.path, line=source.line)


@contextmanager
def errors_at(source: SourceFile, what: str = "") -> Generator[None]:
    """Turn the refusal of a value into an ``SdfError`` with file and line."""
    try:
        yield
    # LinAlgError: entries too far apart.
    except (ModelError, MeshError, UnresolvedError, np.linalg.LinAlgError) as error:
        raise located(f"{what}: {error}" if what else str(error), source) from None


class Member(NamedTuple):
    """A link and the models around it, outermost first; ``prefix`` is put before its name."""

    link: Link
    models: tuple[Model, ...]
    prefix: str = ""

    @property
    def path(self) -> tuple[str, ...]:
        """Names of the models, then of the link."""
        return (*(model.name for model in self.models), self.link.name)

    @property
    def name(self) -> str:
        """Scoped name: ``model::link``."""
        return self.prefix + "::".join(self.path)


class Body(NamedTuple):
    """Rigidly connected links, in file order."""

    name: str
    base: Link
    members: tuple[Member, ...]


def _members(scope: Scope, prefix: str, around: tuple[Model, ...] = ()) -> Iterator[Member]:
    """Every link: a model's own first, then those of nested models, in the order of ``Document.links``."""
    if isinstance(scope, Model):
        around = (*around, scope)
        for link in scope.links:
            yield Member(link, around, prefix)
    for model in scope.models:
        yield from _members(model, prefix, around)


def bodies(graph: FrameGraph, held: Collection[int] = (), prefix: str = "") -> list[Body]:
    """Find the groups of rigidly connected links, without those that cannot move.

    Args:
        graph: Frames of a world or model.
        held: Joints treated as fixed in addition to those of type ``fixed``, by identity.
        prefix: Prefix of the names of bodies and links.

    Raises:
        SdfError: A name in a joint or model cannot be resolved.
    """
    members = list(_members(graph.root, prefix))
    ground = len(members)
    number = {id(member.link): i for i, member in enumerate(members)}
    parent = list(range(ground + 1))

    def group_of(i: int) -> int:
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    joined = [(i, ground) for i, member in enumerate(members) if any(model.static for model in member.models)]
    joined += [
        tuple(number.get(id(end), ground) for end in joint_ends(graph, scope, joint))
        for scope in graph.scopes()
        for joint in scope.joints
        if joint.type == "fixed" or id(joint) in held
    ]
    for first, second in joined:
        parent[group_of(first)] = group_of(second)
    together: dict[int, list[Member]] = {}
    for i, member in enumerate(members):
        if group_of(i) != group_of(ground):
            together.setdefault(group_of(i), []).append(member)
    bodies_in = Counter(
        model for group in together.values() for model in {id(model) for member in group for model in member.models}
    )
    found: list[Body] = []
    for group in together.values():
        base = _base(graph, group)
        # Named after the outermost model that has no other body.
        alone = (depth for depth, model in enumerate(base.models, start=1) if bodies_in[id(model)] == 1)
        name = "::".join(base.path[: next(alone, len(base.path))])
        found.append(Body(prefix + name, base.link, tuple(group)))
    return found


def joint_ends(graph: FrameGraph, scope: Scope, joint: Joint) -> list[Link | Model | World | None]:
    """What parent and child of a joint move with: a link, a static model, or the world (None if named ``world``)."""
    with errors_at(joint.source):
        return [
            None if name == "world" else graph.attached(graph.required(joint, scope, name, f"joint {joint.name!r}"))
            for name in (joint.parent, joint.child)
        ]


def _base(graph: FrameGraph, group: list[Member]) -> Member:
    """The canonical link of the outermost model that has its own in the group, else the first link."""
    of_link = {id(member.link): member for member in group}
    for model in group[0].models:
        with errors_at(model.source):
            canonical = graph.attached(model)
        if id(canonical) in of_link:
            return of_link[id(canonical)]
    return group[0]
