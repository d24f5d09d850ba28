"""The children of a model or world while it is read: gathered, with what includes bring, and completed."""

import contextlib
from dataclasses import dataclass, replace
from typing import TypeVar

from seaway.errors import Finding
from seaway.frames import Pose
from seaway.sdf._frames import FrameGraph, UnresolvedError, label
from seaway.sdf._includes import NEWEST
from seaway.sdf._inertial import InertialElement, automatic
from seaway.sdf._meshes import Meshes
from seaway.sdf._notes import Notes
from seaway.sdf._views import Collision, Frame, Include, Joint, Link, Model, Plugin, RelativePose
from seaway.sdf._xml import Element, attribute

__all__ = ["Parts", "compute_inertia", "drop_duplicates", "merge_into"]

AnyNamed = TypeVar("AnyNamed", Link, Joint, Frame, Model)


@dataclass(slots=True)
class Parts:
    """The children of a model or world, gathered in the order of the file."""

    links: list[Link]
    joints: list[Joint]
    frames: list[Frame]
    models: list[Model]
    plugins: list[Plugin]
    includes: list[Include]


def drop_duplicates(parts: Parts, notes: Notes) -> None:
    """Keep the first of two things of a kind with one name, where an include has brought the other."""
    parts.links = _first_of_each(parts.links, notes)
    parts.joints = _first_of_each(parts.joints, notes)
    parts.frames = _first_of_each(parts.frames, notes)
    parts.models = _first_of_each(parts.models, notes)


def _first_of_each(things: list[AnyNamed], notes: Notes) -> list[AnyNamed]:
    kept: list[AnyNamed] = []
    seen: set[str] = set()
    for thing in things:
        if thing.name in seen and thing.name:
            message = f"{label(thing)} is there twice, by way of an include; give it another name"
            notes.findings.append(Finding("error", thing.source.path, thing.source.line, "name-duplicate", message))
        else:
            kept.append(thing)
        seen.add(thing.name)
    return kept


def compute_inertia(
    element: Element, parts: Parts, links: list[tuple[int, InertialElement, Element]], meshes: Meshes, notes: Notes
) -> None:
    """Fill in automatic inertia, now that the frames to which collisions may refer are known."""
    scope = Model(
        name=attribute(element, "name"),
        version=NEWEST,
        static=False,
        canonical_link="",
        placement_frame="",
        pose=RelativePose(),
        links=tuple(parts.links),
        joints=tuple(parts.joints),
        frames=tuple(parts.frames),
        models=tuple(parts.models),
        plugins=(),
        includes=(),
        source=notes.source(element),
    )
    graph = FrameGraph(scope)
    for index, inertial, node in links:
        link = parts.links[index]
        placed: list[tuple[Collision, Pose]] = []
        for collision in link.collisions:
            with contextlib.suppress(UnresolvedError):  # the check of all frames tells
                placed.append((collision, graph.pose_within(collision.pose, link)))
        parts.links[index] = replace(link, inertial=automatic(inertial, placed, link.name, node, meshes, notes))


def merge_into(model: Model, parent: str, parts: Parts, element: Element, notes: Notes) -> None:
    """Put the content of a model into the one that includes it; a frame stands in for the model frame that is gone."""
    stand_in = f"_merged__{model.name}__model__"
    graph = FrameGraph(model)
    if parent == "world" and model.links:
        message = "a model that is merged into a world must not have links of its own, only models, frames and joints"
        notes.error(element, "include", message)
        return
    placement = model.pose.pose
    if model.placement_frame:
        try:
            what = f"@placement_frame of {label(model)}"
            frame = graph.required(model, model, model.placement_frame, what)
            placement = placement @ graph.pose(frame, model).inverse()
        except UnresolvedError as error:
            notes.error(element, "placement-frame", str(error))
    x, y, z = placement.p.tolist()
    qw, qx, qy, qz = placement.q.tolist()
    outer = model.pose.relative_to or ("world" if parent == "world" else "__model__")
    pose = RelativePose((x, y, z), (qw, qx, qy, qz), outer)
    canonical = model.canonical_link or _first_link(model)
    parts.frames.append(Frame(stand_in, canonical, pose, model.source))

    def renamed(name: str, default: str = "") -> str:
        return stand_in if name == "__model__" else name or default

    def moved(pose: RelativePose, default: str = "") -> RelativePose:
        return replace(pose, relative_to=renamed(pose.relative_to, default))

    parts.links += [
        replace(
            link,
            pose=moved(link.pose, stand_in),
            collisions=tuple(replace(part, pose=moved(part.pose)) for part in link.collisions),
            visuals=tuple(replace(part, pose=moved(part.pose)) for part in link.visuals),
        )
        for link in model.links
    ]
    parts.models += [replace(inner, pose=moved(inner.pose, stand_in)) for inner in model.models]
    parts.frames += [
        replace(frame, attached_to=renamed(frame.attached_to, stand_in), pose=moved(frame.pose))
        for frame in model.frames
    ]
    parts.joints += [
        replace(
            joint,
            parent=renamed(joint.parent),
            child=renamed(joint.child),
            pose=moved(joint.pose),
            axes=tuple(replace(axis, expressed_in=renamed(axis.expressed_in)) for axis in joint.axes),
        )
        for joint in model.joints
    ]
    parts.plugins += model.plugins


def _first_link(model: Model) -> str:
    if model.links:
        return model.links[0].name
    if model.models:
        inner = _first_link(model.models[0])
        return f"{model.models[0].name}::{inner}" if inner else model.models[0].name
    return ""
