"""libsdformat's rules about names and frames across a model or world."""

import re
from collections.abc import Iterator
from typing import Final

from seaway.errors import Finding
from seaway.sdf._frames import FrameGraph, Scope, UnresolvedError, label
from seaway.sdf._views import Joint, Link, Model, World

NAME_RULES: Final = re.compile(
    "canonical-link|frame-attached-to|joint-(axis|child|parent)|model-without-link|placement-frame|pose-relative-to"
)
"""The rules that a model can break by naming a part of an absent file."""


def structure_findings(graph: FrameGraph) -> list[Finding]:
    """Check every frame, joint and model of a world, or of a model outside worlds."""
    # One fault shows from several sides: each message once, under the first rule that it breaks.
    incomplete: set[int] = set()
    _find_incomplete(graph.root, incomplete)
    found = [
        finding
        for scope in graph.scopes()
        for finding in _scope(graph, scope)
        if id(scope) not in incomplete or not NAME_RULES.fullmatch(finding.rule)
    ]
    return list({(f.path, f.line, f.message): f for f in reversed(found)}.values())[::-1]


def _find_incomplete(scope: Scope, incomplete: set[int]) -> bool:
    """Gather the scopes with an include that was not found: an unknown name most likely leads into it."""
    lacks = any(include.path is None for include in scope.includes)
    for model in scope.models:
        lacks |= _find_incomplete(model, incomplete)
    if lacks:
        incomplete.add(id(scope))
    return lacks


def _scope(graph: FrameGraph, scope: Scope) -> Iterator[Finding]:
    if isinstance(scope, Model):
        yield from _model(graph, scope)
    for joint in scope.joints:
        yield from _joint(graph, scope, joint)
    for thing in graph.things(scope):
        if isinstance(thing, Link) and not thing.pose.relative_to:
            continue  # it stands in its model, and moves with nothing but itself
        for relation, cycle, absent in (
            (graph.attached, "frame-cycle", "frame-attached-to"),
            (graph.grounded, "pose-cycle", "pose-relative-to"),
        ):
            try:
                relation(thing)
            except UnresolvedError as error:
                yield error.thing.source.error(cycle if error.cycle else absent, str(error))
    for link in scope.links if isinstance(scope, Model) else ():
        for part in (*link.collisions, *link.visuals):
            if part.pose.relative_to:
                what = f"@relative_to of {type(part).__name__.lower()} {part.name!r}"
                try:
                    graph.required(link, scope, part.pose.relative_to, what)
                except UnresolvedError as error:
                    yield part.source.error("pose-relative-to", str(error))


def _model(graph: FrameGraph, model: Model) -> Iterator[Finding]:
    if not model.links and not model.models and not model.static:
        yield model.source.error("model-without-link", f"{label(model)} must have at least one link, or be static")
    if model.placement_frame:
        try:
            graph.placement_frame(model)
        except UnresolvedError as error:
            yield model.source.error("placement-frame", str(error))
    if model.canonical_link and not isinstance(graph.find(model, model.canonical_link), Link):
        message = f"@canonical_link of {label(model)} names {model.canonical_link!r}, which is no link in it"
        yield model.source.error("canonical-link", message)


def _joint(graph: FrameGraph, scope: Scope, joint: Joint) -> Iterator[Finding]:
    ends: dict[str, Link | Model | World] = {}
    error = joint.source.error
    for tag, name in (("parent", joint.parent), ("child", joint.child)):
        if name == joint.name:
            yield error(f"joint-{tag}", f"{label(joint)} must not be its own <{tag}>")
        if name == "world":
            if tag == "child":
                yield error("joint-child", f"the <child> of {label(joint)} must not be the world")
        elif name:  # an empty one was noted when it was read
            try:
                ends[tag] = graph.attached(graph.required(joint, scope, name, f"<{tag}> of {label(joint)}"))
            except UnresolvedError as unresolved:
                if not unresolved.cycle:  # noted as such, for the frames
                    yield error(f"joint-{tag}", str(unresolved))
    parent, child = ends.get("parent"), ends.get("child")
    if isinstance(child, World):
        yield error("joint-child", f"the <child> of {label(joint)} is attached to the world")
    elif joint.parent == joint.child or (parent is not None and parent is child):
        message = f"<parent> {joint.parent!r} and <child> {joint.child!r} of {label(joint)} are on the same link"
        yield error("joint-same-link", message)
    for axis in joint.axes:
        if axis.expressed_in and graph.find(scope, axis.expressed_in) is None:
            message = f"@expressed_in of an axis of {label(joint)} names {axis.expressed_in!r}, which is not there"
            yield error("joint-axis", message)
