"""What a simulation of an SDFormat document is drawn up from: bodies and a sea that plugins add to, and findings."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.errors import Finding, MeshError, ModelError
from seaway.frames import Pose
from seaway.gazebo._bodies import Body, Member, Scope, joint_ends, located
from seaway.gazebo._plugins import PlacedPlugin, title
from seaway.inertia import Inertial
from seaway.sdf import Document, Joint, Link, Model, World
from seaway.sdf._frames import FrameGraph, UnresolvedError
from seaway.sdf._views import SourceFile
from seaway.sea import Waves
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._damping import Damping
from seaway.vehicle._drag_area import DragArea
from seaway.vehicle._fin import Fin
from seaway.vehicle._hull import Hull
from seaway.vehicle._thruster import Thruster
from seaway.vehicle._world_joint import WorldJoint

__all__ = ["Draft", "Plan", "SceneWrench", "SeaDraft"]

# How many links or joints a message names.
_MOST_NAMES: Final = 8


class SceneWrench(NamedTuple):
    """A force and a torque that act on a vehicle all the time.

    ``vehicle`` is its name, ``force`` f_W [N] and ``torque`` t_W [Nm] are in world axes, (3,), and ``point`` is where
    the force acts, p_BoP_B [m], (3,).
    """

    vehicle: str
    force: Floats
    torque: Floats
    point: Floats


@dataclass
class Draft:
    """A vehicle in the making: the laws that plugins add to a body.

    Attributes:
        body: Its links.
        poses: X_BL of each link, by its identity.
        inertials: Inertia of each link in its own frame, by its identity.
        names: Names of thrusters and fins so far.
        weightless: Mass of links without gravity [kg], and its first moment p_BoP_B m [kg m], (4,).
    """

    body: Body
    poses: dict[int, Pose]
    inertials: dict[int, Inertial]
    dampings: list[Damping] = field(default_factory=list[Damping])
    thrusters: list[Thruster] = field(default_factory=list[Thruster])
    fins: list[Fin] = field(default_factory=list[Fin])
    areas: list[DragArea] = field(default_factory=list[DragArea])
    buoyancy: Buoyancy | Hull | None = None
    coriolis: bool = True
    guide: WorldJoint | None = None
    names: set[str] = field(default_factory=set[str])
    weightless: Floats = field(default_factory=lambda: np.zeros(4))


@dataclass
class SeaDraft:
    """A sea in the making.

    Attributes:
        gravity: g [m/s2].
        density: Of the water [kg/m3].
        surface: Its height [m]; None for water without end.
        water: The plugin that brought it; None while there is none.
        current: [m/s] in W, and the plugin that has it.
        waves: On the surface.
    """

    gravity: float
    density: float
    surface: float | None = None
    water: PlacedPlugin | None = None
    current: tuple[tuple[float, ...], PlacedPlugin] | None = None
    waves: Waves | None = None


class Plan:
    """A document on its way to a simulation.

    Args:
        document: The document.
        graph: The frames of its world or model.
        sea: The sea, to which plugins add.
        ignore: What the user asks to leave out, by name.
    """

    def __init__(self, document: Document, graph: FrameGraph, sea: SeaDraft, ignore: tuple[str, ...]):
        self.document = document
        self.graph = graph
        self.sea = sea
        self.ignore = ignore
        self.findings: list[Finding] = []
        self.heeded: set[str] = set()
        self.absent: set[int] = set()  # links of bodies that are left out, by their identity
        self.drafts: list[Draft] = []
        self.wrenches: list[SceneWrench] = []
        self.scope_of = {id(joint): scope for scope in graph.scopes() for joint in scope.joints}
        # The joint that a thruster turns or that a fin is commanded by, by the identity of the plugin.
        self.driven: dict[int, Joint] = {}
        # Joints that a controller moves, by their identity.
        self.controlled: set[int] = set()
        # Joints between a body and the world that it may move in.
        self.guides: list[Joint] = []
        self._labels: dict[tuple[int, str], set[int]] = {}
        self._home: dict[int, Draft] = {}

    def settle(self, bodies: list[Body]) -> None:
        """Take the bodies, and find where their links are.

        Raises:
            SdfError: A pose leads nowhere.
        """
        for body in bodies:
            poses: dict[int, Pose] = {}
            inertials: dict[int, Inertial] = {}
            for member in body.members:
                try:
                    poses[id(member.link)] = self.graph.pose(member.link, body.base)
                except UnresolvedError as error:
                    raise located(f"link {member.name!r}: {error}", member.link.source) from None
                inertials[id(member.link)] = member.link.inertial
            draft = Draft(body, poses, inertials)
            self.drafts.append(draft)
            self._home.update(dict.fromkeys(poses, draft))

    def warn(self, source: SourceFile, rule: str, message: str) -> None:
        """Something that may change the motion."""
        self.findings.append(Finding("warning", source.path, source.line, rule, message))

    def notice(self, source: SourceFile, rule: str, message: str) -> None:
        """How something was done; its rule begins with ``notice-``."""
        self.warn(source, f"notice-{rule}", message)

    def ignored(self, name: str) -> bool:
        """Whether the user asks to leave something out."""
        if name not in self.ignore:
            return False
        self.heeded.add(name)
        return True

    def members(self) -> Iterator[tuple[Draft, Member]]:
        """All links that can move."""
        for draft in self.drafts:
            for member in draft.body.members:
                yield draft, member

    def home(self, link: Link) -> Draft | None:
        """The vehicle that a link belongs to; None for one that cannot move."""
        return self._home.get(id(link))

    def link(self, placed: PlacedPlugin, name: str, tag: str) -> Link:
        """The link that a plugin names.

        Raises:
            SdfError: There is none.
        """
        found = self.graph.find(placed.scope, name)
        if not isinstance(found, Link):
            raise self._absent(placed, tag, "link", name)
        return found

    def joint(self, placed: PlacedPlugin, name: str, tag: str) -> Joint:
        """The joint that a plugin names.

        Raises:
            SdfError: There is none.
        """
        found = self.graph.find(placed.scope, name)
        if not isinstance(found, Joint):
            raise self._absent(placed, tag, "joint", name)
        return found

    def _absent(self, placed: PlacedPlugin, tag: str, what: str, name: str) -> Exception:
        node = placed.plugin.content.find(tag)
        where = "world" if isinstance(placed.scope, World) else "model"
        there = [joint.name for joint in placed.scope.joints]
        if what == "link":
            there = [link.name for link in placed.scope.links] if isinstance(placed.scope, Model) else []
        some = f"there are: {', '.join(there[:_MOST_NAMES])}" if there else "it has none"
        more = ", ..." if len(there) > _MOST_NAMES else ""
        message = (
            f"<{tag}> of {title(placed.plugin)} names {name!r}, which is no {what} of {where} {placed.scope.name!r}; "
            f"{some}{more}"
        )
        return located(message, placed.plugin.source if node is None else node.source)

    def child(self, joint: Joint) -> Link | None:
        """The link that a joint moves; None where it is none."""
        _, child = joint_ends(self.graph, self.scope_of[id(joint)], joint)
        return child if isinstance(child, Link) else None

    def axis(self, joint: Joint, base: Link) -> Floats:
        """The (first) axis of a joint, in the frame of a link.

        Raises:
            SdfError: It has none, or its frame is not there.
        """
        if not joint.axes:
            raise located(f"joint {joint.name!r} must have an <axis> to turn about", joint.source)
        axis = joint.axes[0]
        try:
            frame = joint
            if axis.expressed_in:
                scope = self.scope_of[id(joint)]
                frame = self.graph.required(joint, scope, axis.expressed_in, f"the axis of joint {joint.name!r}")
            return self.graph.pose(frame, base).vector(axis.xyz)
        except UnresolvedError as error:
            raise located(str(error), axis.source) from None

    def expect(self, draft: Draft, label: str, scope: Scope) -> None:
        """Tell that an actuator will want a name, so that equal ones of several models get their model before it."""
        self._labels.setdefault((id(draft), label), set()).add(id(scope))

    def name(self, draft: Draft, label: str, scope: Scope) -> str:
        """A name of its own for an actuator: the label, with its model before it where several models have it."""
        name = label if len(self._labels[id(draft), label]) <= 1 else f"{scope.name}::{label}"
        unique, count = name, 1
        while unique in draft.names:
            count += 1
            unique = f"{name} {count}"
        draft.names.add(unique)
        return unique

    @contextmanager
    def reading(self, placed: PlacedPlugin) -> Generator[None]:
        """What a description refuses is an error at the plugin that asked for it."""
        try:
            yield
        except (ModelError, MeshError) as error:
            raise located(f"{title(placed.plugin)}: {error}", placed.plugin.source) from None
