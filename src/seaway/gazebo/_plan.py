"""A scene under construction: bodies and a sea that plugins add to, and findings."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeVar

import numpy as np

from seaway._arrays import Floats
from seaway.errors import Finding
from seaway.frames import Pose
from seaway.gazebo._bodies import Body, Member, errors_at, joint_ends, located
from seaway.gazebo._parameters import Reading
from seaway.gazebo._plugins import PlacedPlugin
from seaway.gazebo._shapes import BodyCollision
from seaway.gazebo._visuals import BodyVisual, visuals_of
from seaway.inertia import Inertial
from seaway.sdf import Document, Joint, Link, Model, World
from seaway.sdf._frames import FrameGraph
from seaway.sdf._views import SourceFile
from seaway.sea import Waves
from seaway.vehicle import Buoyancy, Damping, DragArea, Fin, Hull, Thruster, Vehicle, Visual, WorldJoint

Propeller = Literal["thrust", "pid"]
_Named = TypeVar("_Named", Link, Joint)

# Maximum number of links or joints that a message names.
_MOST_NAMES: Final = 8


class SceneWrench(NamedTuple):
    """A constant force and torque on a vehicle.

    Attributes:
        vehicle: Name of the vehicle.
        force: Force f_W in world axes [N], (3,).
        torque: Torque t_W in world axes [Nm], (3,).
        point: Point of application p_BoP_B [m], (3,).
    """

    vehicle: str
    force: Floats
    torque: Floats
    point: Floats


@dataclass
class Draft:
    """A vehicle under construction.

    Attributes:
        body: Rigid body with its links.
        poses: Pose X_BL of each link, by identity.
        inertials: Inertia of each link in its own frame, by identity.
        collisions: All collisions of the body.
        weightless: Mass of the links without gravity [kg], and its first moment p_BoP_B m [kg m], (4,).
        reference_density: Density of the water for which its added mass and damping are given [kg/m3]; None
            if unknown.
        visuals: Visuals, each with its link.
        actuators: Names of the thrusters and fins that turn links, by identity of the link.
        density_from: Source of the reference density, in words; empty if it is that of the water of the world.
    """

    body: Body
    poses: dict[int, Pose]
    inertials: dict[int, Inertial]
    collisions: list[BodyCollision]
    dampings: list[Damping] = field(default_factory=list[Damping])
    thrusters: list[Thruster] = field(default_factory=list[Thruster])
    fins: list[Fin] = field(default_factory=list[Fin])
    drag_areas: list[DragArea] = field(default_factory=list[DragArea])
    buoyancy: Buoyancy | Hull | None = None
    coriolis: bool = True
    world_joint: WorldJoint | None = None
    weightless: Floats = field(default_factory=lambda: np.zeros(4))
    reference_density: float | None = None
    density_from: str = ""
    visuals: list[BodyVisual] = field(default_factory=list[BodyVisual])
    actuators: dict[int, str] = field(default_factory=dict[int, str])

    def vehicle(self) -> Vehicle:
        """Sum up the inertia of all links and make the vehicle.

        Raises:
            SdfError: The inertia is not physical.
        """
        base = self.body.base
        inertial = self.inertials[id(base)]
        for member in self.body.members:
            link = member.link
            if link is not base:
                with errors_at(link.source, f"link {member.name!r}"):
                    inertial = inertial + self.inertials[id(link)].transformed(self.poses[id(link)])
        with errors_at(base.inertial_source):
            return Vehicle(
                self.body.name,
                inertial,
                self.buoyancy,
                tuple(self.dampings),
                added_mass_coriolis=self.coriolis,
                thrusters=tuple(self.thrusters),
                fins=tuple(self.fins),
                drag_areas=tuple(self.drag_areas),
                world_joint=self.world_joint,
                reference_density=self.reference_density,
                visuals=tuple(self._visual(each) for each in self.visuals),
            )

    def _visual(self, placed: BodyVisual) -> Visual:
        actuator = self.actuators.get(id(placed.link))
        return placed.visual if actuator is None else placed.visual.replace(actuator=actuator)


def drafted(graph: FrameGraph, body: Body) -> Draft:
    """Place the links and collisions of a body in its frame.

    Raises:
        SdfError: A pose cannot be resolved.
    """
    draft = Draft(body, {}, {id(member.link): member.link.inertial for member in body.members}, [])
    for member in body.members:
        link = member.link
        with errors_at(link.source, f"link {member.name!r}"):
            X_BL = draft.poses[id(link)] = graph.pose(link, body.base)
        for collision in link.collisions:
            with errors_at(collision.source, f"collision {collision.name!r} of link {member.name!r}"):
                X_BC = X_BL @ graph.pose_within(collision.pose, link)
            draft.collisions.append(BodyCollision(member, collision, X_BC))
    return draft


@dataclass
class SeaDraft:
    """A sea under construction.

    Attributes:
        gravity: Gravity g [m/s2].
        density: Density of the water [kg/m3].
        surface: Height of the surface [m]; None for unbounded water.
        water: Plugin that defines the water.
        current: Velocity in W [m/s], and the plugin that has it.
        waves: Waves on the surface.
    """

    gravity: float
    density: float
    surface: float | None = None
    water: PlacedPlugin | None = None
    current: tuple[tuple[float, ...], PlacedPlugin] | None = None
    waves: Waves | None = None


class Plan:
    """A document being converted to a scene.

    Args:
        document: The document.
        sea: The sea, to which plugins add.
        ignore: Names to ignore, given by the user.
        propeller: Thruster model: direct thrust, or a speed controller.
        seed: Seed of random waves.
    """

    def __init__(self, document: Document, sea: SeaDraft, ignore: tuple[str, ...], propeller: Propeller, seed: int):
        self.document = document
        self.graph: FrameGraph = document.graphs[0]
        self.sea = sea
        self.ignore = ignore
        self.propeller: Propeller = propeller
        self.seed = seed
        self.findings: list[Finding] = []
        self.heeded: set[str] = set()
        self.absent: set[int] = set()  # links of ignored bodies, by identity
        self.drafts: list[Draft] = []
        self.draft_of: dict[int, Draft] = {}  # by identity of each link that can move
        self.wrenches: list[SceneWrench] = []
        self.scope_of = {id(joint): scope for scope in self.graph.scopes() for joint in scope.joints}
        self.plugins: list[PlacedPlugin] = []  # those that act, in file order
        self.controlled: set[int] = set()  # joints that a controller moves, by identity
        self.world_joints: list[Joint] = []  # joints that hold a body to the world, and let it move

    def warn(self, source: SourceFile, rule: str, message: str) -> None:
        """Report what may change the motion."""
        self.findings.append(Finding("warning", source.path, source.line, rule, message))

    def notice(self, source: SourceFile, rule: str, message: str) -> None:
        """Report how something was done; the rule starts with ``notice-``."""
        self.warn(source, f"notice-{rule}", message)

    def report_unknown(self, *readings: Reading) -> None:
        """Warn of unknown elements, which are mostly misspelt."""
        for values in readings:
            for node in values.unknown:
                self.warn(node.source, "plugin-parameter", f"<{node.tag}> of {values.who} is unknown and has no effect")

    def ignored(self, name: str) -> bool:
        """Whether a name is ignored by the user."""
        if name in self.ignore:
            self.heeded.add(name)
        return name in self.ignore

    def members(self) -> Iterator[tuple[Draft, Member]]:
        """All links that can move."""
        for draft in self.drafts:
            for member in draft.body.members:
                yield draft, member

    def add(self, body: Body) -> None:
        """Take a body that can move."""
        draft = drafted(self.graph, body)
        draft.visuals = visuals_of(self.document, self.graph, body, draft.poses, self.warn)
        self.drafts.append(draft)
        self.draft_of.update(dict.fromkeys(draft.poses, draft))

    def moving(self, placed: PlacedPlugin, link: Link) -> tuple[Draft, Pose] | None:
        """The vehicle that a plugin's link belongs to and X_BL; None if it is ignored or, with a warning, fixed."""
        draft = self.draft_of.get(id(link))
        if draft is not None:
            return draft, draft.poses[id(link)]
        if id(link) not in self.absent:
            message = f"{placed.who} acts on link {link.name!r}, which cannot move; it has no effect"
            self.warn(placed.source, "plugin-static", message)
        return None

    def named(self, placed: PlacedPlugin, tag: str, kind: type[_Named]) -> _Named:
        """The link or joint that a parameter of a plugin names.

        Raises:
            SdfError: There is none.
        """
        scope, name = placed.scope, placed[tag]
        found = self.graph.find(scope, name)
        if isinstance(found, kind):
            return found
        there = [thing.name for thing in self.graph.things(scope) if isinstance(thing, kind)]
        some = f"there are: {', '.join(there[:_MOST_NAMES])}" if there else "it has none"
        more = ", ..." if len(there) > _MOST_NAMES else ""
        where = f"{'world' if isinstance(scope, World) else 'model'} {scope.name!r}"
        raise placed.error(tag, f"names {name!r}, which is no {kind.__name__.lower()} of {where}; {some}{more}")

    def child(self, joint: Joint) -> Link | Model | World | None:
        """What a joint moves."""
        return joint_ends(self.graph, self.scope_of[id(joint)], joint)[1]

    def axis(self, joint: Joint, base: Link) -> Floats:
        """The (first) axis of a joint, in the frame of a link.

        Raises:
            SdfError: It has none, or its frame cannot be resolved.
        """
        if not joint.axes:
            raise located(f"joint {joint.name!r} must have an <axis> to turn about", joint.source)
        axis, frame = joint.axes[0], joint
        with errors_at(axis.source):
            if axis.expressed_in:
                scope = self.scope_of[id(joint)]
                frame = self.graph.required(joint, scope, axis.expressed_in, f"the axis of joint {joint.name!r}")
            return self.graph.pose(frame, base).vector(axis.xyz)
