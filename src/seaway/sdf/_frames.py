"""Names and frames of a document: name lookup, attachment, and poses.

Two relations, as in SDFormat 1.7 and later. A thing's pose is given *relative to* another frame:

    link        relative_to, else the model
    joint       relative_to, else its child
    frame       relative_to, else what it is attached to, else the model or world
    model       relative_to, else the model or world that contains it; the pose is that of its placement frame

and a thing is *attached to* a link, a static model or the world:

    joint       its child
    frame       attached_to, else the model or world
    model       its canonical link, else its first link, else its first nested model; itself if static

Names are looked up in the model or world that contains them; ``a::b`` goes into the model ``a``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot, isfinite
from typing import Final

from seaway.frames import Pose
from seaway.parts import near
from seaway.sdf._values import Quaternion, Triple
from seaway.sdf._views import Frame, Joint, Link, Model, RelativePose, World

Scope = World | Model
Thing = Link | Joint | Frame | Model | World

# Plain tuples: a document has thousands of poses, and small arrays cost ten times as much.
_Placement = tuple[Triple, Quaternion]
_Step = tuple[Thing, _Placement]
# A suggestion is worth a look at so many names of such a length.
_MOST_NAMES: Final = 50
_LONGEST_NAME: Final = 100
_HERE: _Placement = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))


class UnresolvedError(Exception):
    """A name that is not found, or that refers to itself.

    Attributes:
        thing: Element that has the name.
        cycle: Whether it refers to itself.
    """

    def __init__(self, thing: Thing, message: str, cycle: bool = False):
        self.thing = thing
        self.cycle = cycle
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class PlacedLink:
    """A link of a document with its poses.

    Attributes:
        name: Scoped: ``world::model::nested::link``, or ``model::link`` in a file without a world.
        link: The link.
        model: The model that has it.
        X_ML: Pose in that model; None if a name in the file is not found.
        X_WL: Pose in the world; in a file without a world, in the parent frame of the outermost model.
    """

    name: str
    link: Link
    model: Model
    X_ML: Pose | None
    X_WL: Pose | None


class FrameGraph:
    """The frames of a world, or of a model outside worlds.

    Args:
        root: The world or model.
    """

    def __init__(self, root: Scope):
        self.root = root
        self._owner: dict[int, Scope] = {}
        self._names: dict[int, dict[str, Thing]] = {}
        # Results so far: a long chain of frames is walked once, not once per frame.
        self._sinks: dict[int, Link | Model | World] = {}
        self._placements: dict[tuple[int, int], _Placement] = {}
        self._faults: dict[tuple[str, int], UnresolvedError] = {}
        self._index(root)

    def _index(self, scope: Scope) -> None:
        names: dict[str, Thing] = {}
        for thing in self.things(scope):
            self._owner[id(thing)] = scope
            names.setdefault(thing.name, thing)
        self._names[id(scope)] = names
        for model in scope.models:
            self._index(model)

    @staticmethod
    def things(scope: Scope) -> Iterator[Link | Joint | Frame | Model]:
        """Everything with a name in a scope: links first, then joints, frames and nested models."""
        yield from scope.links if isinstance(scope, Model) else ()
        yield from (*scope.joints, *scope.frames, *scope.models)

    def scopes(self, scope: Scope | None = None) -> Iterator[Scope]:
        """The root and all models in it, outermost first."""
        scope = self.root if scope is None else scope
        yield scope
        for model in scope.models:
            yield from self.scopes(model)

    def find(self, scope: Scope, name: str) -> Thing | None:
        """Look up a name in a scope."""
        if name == ("__model__" if isinstance(scope, Model) else "world"):
            return scope
        names = self._names[id(scope)]
        if name in names:
            return names[name]
        outer, _, inner = name.partition("::")
        model = names.get(outer)
        return self.find(model, inner) if inner and isinstance(model, Model) else None

    def required(self, thing: Thing, scope: Scope, name: str, what: str) -> Thing:
        """Look up a name; ``what`` asks for it, and is named in the error.

        Raises:
            UnresolvedError: There is no such name.
        """
        found = self.find(scope, name)
        if found is None:
            kind = "world" if isinstance(scope, World) else "model"
            names = list(self._names[id(scope)])[:_MOST_NAMES]
            hint = near(name[:_LONGEST_NAME], names, 0.6)
            shown = name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "..."
            raise UnresolvedError(thing, f"{what} names {shown!r}, which is not in {kind} {scope.name!r}{hint}")
        return found

    def placement_frame(self, model: Model) -> Thing:
        """The frame of a model that its pose places.

        Raises:
            UnresolvedError: There is no such name.
        """
        return self.required(model, model, model.placement_frame, f"@placement_frame of {label(model)}")

    def attached(self, thing: Thing) -> Link | Model | World:
        """The link, static model or world that a thing moves with.

        Raises:
            UnresolvedError: A name on the way is not found, or refers to itself.
        """
        way, end = self._walked(
            "is attached to itself",
            thing,
            lambda t: isinstance(t, Link | World) or (isinstance(t, Model) and t.static) or id(t) in self._sinks,
            lambda t: (self._attachment(t), _HERE),
        )
        sink = self._sinks.get(id(end), end)
        assert isinstance(sink, Link | Model | World)  # noqa: S101 - a walk ends nowhere else
        self._sinks.update({id(passed): sink for passed, _ in way})
        return sink

    def _walked(
        self, cycle: str, thing: Thing, done: Callable[[Thing], bool], step: Callable[[Thing], _Step]
    ) -> tuple[list[_Step], Thing]:
        """Walk step by step until done: the things passed, each with its step, and the end.

        Raises:
            UnresolvedError: A name on the way is not found, or refers to itself, which ``cycle`` says in words.
        """
        way: list[_Step] = []
        seen: dict[int, Thing] = {}
        try:
            while not done(thing):
                if (cycle, id(thing)) in self._faults:
                    raise self._faults[cycle, id(thing)]
                if id(thing) in seen:
                    raise _cycle(cycle, list(seen.values()), thing)
                seen[id(thing)] = thing
                parent, placement = step(thing)
                way.append((thing, placement))
                thing = parent
        except UnresolvedError as error:
            self._faults.update({(cycle, passed): error for passed in seen})
            raise
        return way, thing

    def _attachment(self, thing: Thing) -> Thing:
        if isinstance(thing, Model):
            if thing.canonical_link:
                link = self.required(thing, thing, thing.canonical_link, f"@canonical_link of {label(thing)}")
                if not isinstance(link, Link):
                    raise UnresolvedError(thing, f"@canonical_link of {label(thing)} names {label(link)}, not a link")
                return link
            if thing.links or thing.models:
                return (thing.links or thing.models)[0]
            raise UnresolvedError(thing, f"{label(thing)} has no link that it could move with")
        return self._anchor(thing)

    def _anchor(self, thing: Thing) -> Thing:
        """The child of a joint, what a frame is attached to, else the surrounding model or world."""
        scope = self._owner[id(thing)]
        if isinstance(thing, Joint):
            return self.required(thing, scope, thing.child, f"<child> of {label(thing)}")
        if isinstance(thing, Frame) and thing.attached_to:
            return self.required(thing, scope, thing.attached_to, f"@attached_to of {label(thing)}")
        return scope

    def pose(self, thing: Thing, within: Thing) -> Pose:
        """The pose of a thing in another: X_WithinThing.

        Raises:
            UnresolvedError: A name on the way is not found, or refers to itself.
        """
        return _pose(thing, self._placement(thing, within))

    def pose_within(self, stated: RelativePose, link: Link) -> Pose:
        """The pose in a link of one of its parts, such as a collision."""
        if not stated.relative_to:
            return stated.pose
        scope = self._owner[id(link)]
        frame = self.required(link, scope, stated.relative_to, f"@relative_to of a pose in {label(link)}")
        return self.pose(frame, link) @ stated.pose

    def grounded(self, thing: Thing) -> None:
        """Check that the pose of a thing leads to the root.

        Raises:
            UnresolvedError: A name on the way is not found, or refers to itself.
        """
        _check_position(thing, self._placement(thing, self.root))

    def _placement(self, thing: Thing, within: Thing) -> _Placement:
        """The placement of a thing in another, by way of the frames that both are given in."""
        placement, top = self._climbed(thing, within)
        if top is within:
            return placement
        # Both lead to the root.
        return _composed(_inverse(self._placement(within, self.root)), placement)

    def _climbed(self, thing: Thing, stop: Thing) -> tuple[_Placement, Thing]:
        """The placement of a thing in the stop, or in the root if the stop is not on the way."""
        way, end = self._walked(
            "has a pose relative to itself",
            thing,
            lambda t: t is stop or t is self.root or (id(t), id(stop)) in self._placements,
            self._step,
        )
        known = self._placements.get((id(end), id(stop)))
        placement, end = (_HERE, end) if known is None else (known, stop)
        for passed, step in reversed(way):
            placement = _composed(placement, step)
            if end is stop:
                self._placements[id(passed), id(stop)] = placement
        return placement, end

    def _step(self, thing: Thing) -> _Step:
        """What a thing's pose is relative to, and that pose."""
        assert not isinstance(thing, World)  # noqa: S101 - a world is a root, and so no step leads from it
        pose = thing.pose
        placement = self._own_placement(thing) if isinstance(thing, Model) else (pose.position, pose.quaternion)
        if not pose.relative_to:
            return self._anchor(thing), placement
        what = f"@relative_to of the pose of {label(thing)}"
        return self.required(thing, self._owner[id(thing)], pose.relative_to, what), placement

    def links(self, scope: Scope | None = None, prefix: str = "") -> Iterator[PlacedLink]:
        """Every link with its poses: a model's own first, then those of its nested models."""
        scope = self.root if scope is None else scope
        name = f"{prefix}{scope.name}::"
        if isinstance(scope, Model):
            for link in scope.links:
                X_ML, X_WL = self._pose_or_none(link, scope), self._pose_or_none(link, None)
                yield PlacedLink(name + link.name, link, scope, X_ML, X_WL)
        for model in scope.models:
            yield from self.links(model, name)

    def _pose_or_none(self, thing: Thing, within: Thing | None) -> Pose | None:
        """The pose in another thing, or in the parent frame of the root; None if it has none."""
        try:
            placement = self._placement(thing, within or self.root)
            if within is None and isinstance(self.root, Model):
                placement = _composed(self._own_placement(self.root), placement)
            return _pose(thing, placement)
        except UnresolvedError:
            return None

    def _own_placement(self, model: Model) -> _Placement:
        """The placement of a model's frame in what its pose is relative to."""
        placement = (model.pose.position, model.pose.quaternion)
        if not model.placement_frame:
            return placement
        return _composed(placement, _inverse(self._placement(self.placement_frame(model), model)))


def _cycle(what: str, way: list[Thing], thing: Thing) -> UnresolvedError:
    """The error of a way that returns to a thing on it."""
    start = [id(passed) for passed in way].index(id(thing))
    names = [passed.name for passed in (*way[start:], thing)]
    if len(names) > 8:
        names = [*names[:4], "...", *names[-3:]]
    return UnresolvedError(thing, f"{label(thing)} {what}: {' -> '.join(names)}", cycle=True)


def label(thing: Thing) -> str:
    """Kind and name, for messages."""
    return f"{type(thing).__name__.lower()} {thing.name!r}"


def _check_position(thing: Thing, placement: _Placement) -> None:
    if not all(map(isfinite, placement[0])):
        raise UnresolvedError(thing, f"{label(thing)} is so far away that its position is not a number")


def _pose(thing: Thing, placement: _Placement) -> Pose:
    _check_position(thing, placement)
    (x, y, z), (qw, qx, qy, qz) = placement
    length = hypot(qw, qx, qy, qz)  # a long chain of products drifts from 1
    return Pose.from_checked((x, y, z), (qw / length, qx / length, qy / length, qz / length))


def _composed(a: _Placement, b: _Placement) -> _Placement:
    (ax, ay, az), (w, x, y, z) = a
    (px, py, pz), (W, X, Y, Z) = b
    # 2 (u × p), then p + w t + u × t.
    tx, ty, tz = 2.0 * (y * pz - z * py), 2.0 * (z * px - x * pz), 2.0 * (x * py - y * px)
    position = (
        ax + px + w * tx + y * tz - z * ty,
        ay + py + w * ty + z * tx - x * tz,
        az + pz + w * tz + x * ty - y * tx,
    )
    return position, (
        w * W - x * X - y * Y - z * Z,
        w * X + x * W + y * Z - z * Y,
        w * Y - x * Z + y * W + z * X,
        w * Z + x * Y - y * X + z * W,
    )


def _inverse(a: _Placement) -> _Placement:
    (px, py, pz), (w, x, y, z) = a
    turned, _ = _composed(((0.0, 0.0, 0.0), (w, -x, -y, -z)), ((-px, -py, -pz), (1.0, 0.0, 0.0, 0.0)))
    return turned, (w, -x, -y, -z)
