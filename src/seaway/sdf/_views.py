"""Typed, immutable views of an SDFormat document, each with its file and line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from seaway.errors import Finding
from seaway.frames import Pose
from seaway.inertia import Inertial
from seaway.sdf._values import Quaternion, Triple


@dataclass(frozen=True, slots=True)
class SourceFile:
    """Location of an element.

    Attributes:
        path: The file; None for text.
        line: Line number, from 1.
    """

    path: Path | None
    line: int | None

    def error(self, rule: str, message: str) -> Finding:
        """Make an error finding: the file is invalid."""
        return Finding("error", self.path, self.line, rule, message)

    def warning(self, rule: str, message: str) -> Finding:
        """Make a warning finding."""
        return Finding("warning", self.path, self.line, rule, message)

    def __str__(self) -> str:
        path = "<text>" if self.path is None else str(self.path)
        return path if self.line is None else f"{path}:{self.line}"


@dataclass(frozen=True)
class RelativePose:
    """A ``<pose>`` as written.

    Attributes:
        position: Position x, y, z [m].
        quaternion: Unit quaternion (w, x, y, z).
        relative_to: Name of the reference frame; empty for the default of the element.
    """

    position: Triple = (0.0, 0.0, 0.0)
    quaternion: Quaternion = (1.0, 0.0, 0.0, 0.0)
    relative_to: str = ""

    @cached_property
    def pose(self) -> Pose:
        """As a ``Pose``."""
        return Pose.from_checked(self.position, self.quaternion)


@dataclass(frozen=True, slots=True)
class BoxGeometry:
    """Full lengths [m]."""

    size: Triple


@dataclass(frozen=True, slots=True)
class SphereGeometry:
    """Radius [m]."""

    radius: float


@dataclass(frozen=True, slots=True)
class CylinderGeometry:
    """Radius and length along z [m]."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class CapsuleGeometry:
    """Radius, and length of the cylinder between the half spheres, along z [m]."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class ConeGeometry:
    """Radius of the base and height along z [m]; the origin is at mid height."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class EllipsoidGeometry:
    """Semi-axes [m]."""

    radii: Triple


@dataclass(frozen=True, slots=True)
class PlaneGeometry:
    """Normal, and size [m]."""

    normal: Triple
    size: tuple[float, float]


@dataclass(frozen=True, slots=True)
class MeshGeometry:
    """A mesh by its URI.

    Attributes:
        uri: URI as written in the file.
        scale: Factors along x, y, z.
        submesh: Name of the submesh to use; empty for all.
        submesh_center: Whether the submesh is centred at the origin.
        source: Location in the file; ignored by ``==``.
    """

    uri: str
    scale: Triple
    submesh: str
    submesh_center: bool
    source: SourceFile = field(default=SourceFile(None, None), compare=False)


@dataclass(frozen=True, slots=True)
class OtherGeometry:
    """A geometry without a volume: heightmap, polyline, image, empty."""

    kind: str


Solid = BoxGeometry | SphereGeometry | CylinderGeometry | CapsuleGeometry | ConeGeometry | EllipsoidGeometry
Geometry = Solid | PlaneGeometry | MeshGeometry | OtherGeometry


@dataclass(frozen=True, slots=True)
class Collision:
    """A collision shape of a link.

    Attributes:
        name: Name in the link.
        pose: Pose; default frame: the link.
        geometry: The shape; None if absent.
        density: Density for automatic inertia [kg/m3]; None if absent.
        source: Location in the file.
    """

    name: str
    pose: RelativePose
    geometry: Geometry | None
    density: float | None
    source: SourceFile


@dataclass(frozen=True, slots=True)
class VisualElement:
    """A visual shape of a link; see ``Collision``.

    Attributes:
        color: Diffuse colour of its material, red, green, blue and alpha in [0, 1]; None if absent.
    """

    name: str
    pose: RelativePose
    geometry: Geometry | None
    color: tuple[float, ...] | None
    source: SourceFile


@dataclass(frozen=True, slots=True)
class Link:
    """A link.

    Attributes:
        name: Name in the model.
        pose: Pose; default frame: the model.
        inertial: Rigid body and added mass about the link origin; may be invalid if the file is.
        auto_inertia: Whether the rigid body was computed from the collisions.
        density: Default density of its collisions [kg/m3]; None if absent.
        fluid_density: Density of the fluid for which its added mass is given [kg/m3]; None if absent, nan if invalid.
        gravity: Whether gravity acts on it.
        enable_wind: Whether wind acts on it; the model may enable it too.
        kinematic: Whether it is kinematic only.
        collisions: Collision shapes.
        visuals: Visual shapes.
        source: Location in the file.
        inertial_source: Location of its ``<inertial>`` in the file; default: ``source``.
    """

    name: str
    pose: RelativePose
    inertial: Inertial
    auto_inertia: bool
    density: float | None
    fluid_density: float | None
    gravity: bool
    enable_wind: bool
    kinematic: bool
    collisions: tuple[Collision, ...]
    visuals: tuple[VisualElement, ...]
    source: SourceFile
    inertial_source: SourceFile


@dataclass(frozen=True, slots=True)
class JointAxis:
    """An axis of a joint.

    Attributes:
        xyz: Unit vector.
        expressed_in: Frame of its components; empty for the joint frame.
        lower: Lower limit [rad or m].
        upper: Upper limit [rad or m].
        effort: Largest effort [N m or N].
        velocity: Largest velocity [rad/s or m/s].
        damping: Viscous damping.
        friction: Static friction.
        spring_stiffness: Spring stiffness.
        spring_reference: Rest position of the spring.
        source: Location in the file.
    """

    xyz: Triple
    expressed_in: str
    lower: float
    upper: float
    effort: float
    velocity: float
    damping: float
    friction: float
    spring_stiffness: float
    spring_reference: float
    source: SourceFile


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint.

    Attributes:
        name: Name in the model or world.
        type: revolute, prismatic, fixed, ball ...
        parent: Parent frame; may be ``world``.
        child: Child frame.
        pose: Pose; default frame: the child.
        axes: None, one or two axes.
        source: Location in the file.
    """

    name: str
    type: str
    parent: str
    child: str
    pose: RelativePose
    axes: tuple[JointAxis, ...]
    source: SourceFile


@dataclass(frozen=True, slots=True)
class Frame:
    """A named frame.

    Attributes:
        name: Name in the model or world.
        attached_to: Frame or link it moves with; empty for the model or world.
        pose: Pose; default frame: the frame it is attached to.
        source: Location in the file.
    """

    name: str
    attached_to: str
    pose: RelativePose
    source: SourceFile


@dataclass(frozen=True)
class Node:
    """Any element of a plugin.

    Attributes:
        tag: Name.
        text: Text with collapsed white space.
        attributes: Attributes.
        children: The elements in it.
        source: Location in the file.
    """

    tag: str
    text: str
    attributes: Mapping[str, str]
    children: tuple["Node", ...]
    source: SourceFile

    def find(self, tag: str) -> "Node | None":
        """The first child with a tag."""
        return next(self.find_all(tag), None)

    def find_all(self, tag: str) -> Iterator["Node"]:
        """The children with a tag."""
        return (node for node in self.children if node.tag == tag)


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plugin of a world or model.

    Attributes:
        name: The class, e.g. ``gz::sim::systems::Hydrodynamics``.
        filename: The library, e.g. ``gz-sim-hydrodynamics-system``.
        content: The plugin element with its parameters.
        source: Location in the file.
    """

    name: str
    filename: str
    content: Node
    source: SourceFile


@dataclass(frozen=True, slots=True)
class Include:
    """An ``<include>`` and the file it names.

    Attributes:
        uri: URI as written in the file.
        name: The name given to the model; empty for its own.
        pose: The pose given to it; None for its own.
        placement_frame: Frame placed by the pose; empty for that of the model.
        static: Whether the model cannot move.
        merge: Whether its content is merged into the including model or world.
        path: The file found; None if not found.
        source: Location in the file.
    """

    uri: str
    name: str
    pose: RelativePose | None
    placement_frame: str
    static: bool
    merge: bool
    path: Path | None
    source: SourceFile


@dataclass(frozen=True, slots=True)
class Model:
    """A model, with its includes resolved.

    Attributes:
        name: Name in the model or world that contains it.
        version: The SDFormat version that its file declares, e.g. (1, 9).
        static: Whether it cannot move.
        canonical_link: Link the model frame is attached to; empty for the first.
        placement_frame: Frame placed by the pose; empty for the model frame.
        pose: Pose; default frame: the model or world that contains it.
        links: Own links, without those of nested models.
        joints: Own joints, without those of nested models.
        frames: Own frames, without those of nested models.
        models: The models nested in it.
        plugins: Plugins.
        includes: Includes; the models are in ``models``, or merged.
        source: Location in the file.
        enable_wind: Whether wind acts on all of its own links.
    """

    name: str
    version: tuple[int, int]
    static: bool = False
    canonical_link: str = ""
    placement_frame: str = ""
    pose: RelativePose = RelativePose()
    links: tuple[Link, ...] = ()
    joints: tuple[Joint, ...] = ()
    frames: tuple[Frame, ...] = ()
    models: tuple["Model", ...] = ()
    plugins: tuple[Plugin, ...] = ()
    includes: tuple[Include, ...] = ()
    source: SourceFile = SourceFile(None, None)
    enable_wind: bool = False


@dataclass(frozen=True, slots=True)
class Atmosphere:
    """The air of a world.

    Attributes:
        type: Atmosphere model; always ``adiabatic``.
        temperature: Temperature at sea level [K].
        temperature_gradient: Temperature gradient with height [K/m].
        pressure: Pressure at sea level [Pa].
    """

    type: str = "adiabatic"
    temperature: float = 288.15
    temperature_gradient: float = -0.0065
    pressure: float = 101325.0


@dataclass(frozen=True, slots=True)
class World:
    """A world.

    Attributes:
        name: Name.
        version: The SDFormat version that its file declares.
        gravity: Gravitational acceleration [m/s2].
        magnetic_field: Magnetic field [T].
        wind: Linear velocity of the wind [m/s].
        max_step_size: Step of the default or first ``<physics>`` [s]; None if absent.
        atmosphere: Atmosphere.
        models: Models, including those of includes.
        joints: Joints between models.
        frames: Frames.
        plugins: Plugins.
        includes: Includes.
        source: Location in the file.
    """

    name: str
    version: tuple[int, int]
    gravity: Triple
    magnetic_field: Triple
    wind: Triple
    max_step_size: float | None = None
    atmosphere: Atmosphere = field(default_factory=Atmosphere)
    models: tuple[Model, ...] = ()
    joints: tuple[Joint, ...] = ()
    frames: tuple[Frame, ...] = ()
    plugins: tuple[Plugin, ...] = ()
    includes: tuple[Include, ...] = ()
    source: SourceFile = SourceFile(None, None)
