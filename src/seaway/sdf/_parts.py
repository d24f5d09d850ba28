"""The named children of a model or world while it is read, with what includes add."""

import contextlib
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from seaway.frames import Pose
from seaway.sdf._frames import FrameGraph, UnresolvedError, label
from seaway.sdf._includes import NEWEST
from seaway.sdf._inertial import InertialElement, automatic
from seaway.sdf._meshes import Meshes
from seaway.sdf._notes import Notes
from seaway.sdf._views import Collision, Frame, Include, Joint, Link, Model, Plugin, RelativePose
from seaway.sdf._xml import Element

Renamable = TypeVar("Renamable", Joint, Frame)


@dataclass(slots=True)
class Parts:
    """The children of a model or world, in the order of the file."""

    links: list[Link] = field(default_factory=list[Link])
    joints: list[Joint] = field(default_factory=list[Joint])
    frames: list[Frame] = field(default_factory=list[Frame])
    models: list[Model] = field(default_factory=list[Model])
    plugins: list[Plugin] = field(default_factory=list[Plugin])
    includes: list[Include] = field(default_factory=list[Include])

    def tuples(self) -> dict[str, Any]:
        """The fields of a model that has these children; a world has no links."""
        return {kind.name: tuple(getattr(self, kind.name)) for kind in fields(self)}


def drop_duplicates(parts: Parts, notes: Notes) -> None:
    """Keep the first of two things of a kind with one name, if an include has added the other."""
    for kind in ("links", "joints", "frames", "models"):
        kept: dict[str, Any] = {}
        for thing in getattr(parts, kind):
            if thing.name in kept:
                message = f"{label(thing)} is there twice, by way of an include; give it another name"
                notes.findings.append(thing.source.error("name-duplicate", message))
            else:
                kept[thing.name or f"\0{len(kept)}"] = thing  # without a name: noted when it was read
        setattr(parts, kind, list(kept.values()))


def separate_names(parts: Parts, notes: Notes) -> None:
    """Give joints and frames names of their own: before 1.7 they are renamed, since then a clash is an error."""
    taken = {thing.name for thing in (*parts.links, *parts.models)}
    parts.joints = [_own_name(joint, "_joint", taken, notes) for joint in parts.joints]
    parts.frames = [_own_name(frame, "_frame", taken, notes) for frame in parts.frames]


def _own_name(thing: Renamable, suffix: str, taken: set[str], notes: Notes) -> Renamable:
    name = thing.name
    if name in taken:
        clash = f"the name of {label(thing)} is that of another thing in the same model or world"
        if notes.version >= (1, 7):
            notes.findings.append(thing.source.error("name-duplicate", clash))
        else:
            while name in taken:
                name += suffix
            notes.findings.append(thing.source.warning("name-duplicate", f"{clash}; it is called {name!r} here"))
            thing = replace(thing, name=name)
    taken.add(name)
    return thing


def compute_inertia(
    name: str, parts: Parts, links: list[tuple[int, InertialElement, Element]], meshes: Meshes, notes: Notes
) -> None:
    """Compute automatic inertia, once the frames to which collisions may refer are known."""
    graph = FrameGraph(Model(name, NEWEST, **parts.tuples()))
    for index, inertial, node in links:
        link = parts.links[index]
        placed: list[tuple[Collision, Pose]] = []
        for collision in link.collisions:
            with contextlib.suppress(UnresolvedError):  # the check of all frames tells
                placed.append((collision, graph.pose_within(collision.pose, link)))
        parts.links[index] = replace(link, inertial=automatic(inertial, placed, node, meshes, notes))


def merge_into(model: Model, parent: str, parts: Parts, element: Element, notes: Notes) -> None:
    """Put the content of a model into the including one; a frame stands in for the model frame."""
    stand_in = f"_merged__{model.name}__model__"
    if parent == "world" and model.links:
        message = "a model that is merged into a world must not have links of its own, only models, frames and joints"
        notes.error(element, "include", message)
        return
    placement = model.pose.pose
    if model.placement_frame:
        graph = FrameGraph(model)
        try:
            placement = placement @ graph.pose(graph.placement_frame(model), model).inverse()
        except UnresolvedError as error:
            notes.error(element, "placement-frame", str(error))
    x, y, z = placement.p.tolist()
    qw, qx, qy, qz = placement.q.tolist()
    outer = model.pose.relative_to or ("world" if parent == "world" else "__model__")
    pose = RelativePose((x, y, z), (qw, qx, qy, qz), outer)
    parts.frames.append(Frame(stand_in, model.canonical_link or _first_link(model), pose, model.source))

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
    for joint in model.joints:
        axes = tuple(replace(axis, expressed_in=renamed(axis.expressed_in)) for axis in joint.axes)
        ends = {"parent": renamed(joint.parent), "child": renamed(joint.child)}
        parts.joints.append(replace(joint, **ends, pose=moved(joint.pose), axes=axes))
    parts.plugins += model.plugins


def _first_link(model: Model) -> str:
    if model.links:
        return model.links[0].name
    if not model.models:
        return ""
    first = model.models[0]
    return "::".join(filter(None, (first.name, _first_link(first))))
