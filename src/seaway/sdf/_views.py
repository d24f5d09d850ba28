"""What an SDFormat document says, typed: immutable, and each part knows its file and line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from seaway.frames import Pose
from seaway.inertia import Inertial
from seaway.sdf._values import Triple

__all__ = [
    "Atmosphere",
    "Box",
    "Capsule",
    "Collision",
    "Cone",
    "Cylinder",
    "Ellipsoid",
    "Frame",
    "Geometry",
    "Include",
    "Joint",
    "JointAxis",
    "Link",
    "Mesh",
    "Model",
    "Node",
    "OtherGeometry",
    "Plane",
    "Plugin",
    "RelativePose",
    "Source",
    "Sphere",
    "Visual",
    "World",
]


@dataclass(frozen=True, slots=True)
class Source:
    """Where something was written.

    Attributes:
        path: The file; None for text that came from no file.
        line: The line in it, from 1.
    """

    path: Path | None
    line: int | None

    def __str__(self) -> str:
        path = "<text>" if self.path is None else str(self.path)
        return path if self.line is None else f"{path}:{self.line}"


@dataclass(frozen=True)
class RelativePose:
    """A ``<pose>`` as written: the numbers, and the frame that they are given in.

    Attributes:
        position: x, y, z [m].
        quaternion: Unit quaternion (w, x, y, z).
        relative_to: The name of the frame; empty for the default of the element that has the pose.
    """

    position: Triple = (0.0, 0.0, 0.0)
    quaternion: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    relative_to: str = ""

    @cached_property
    def pose(self) -> Pose:
        """The numbers as a pose."""
        return Pose.from_checked(self.position, self.quaternion)


@dataclass(frozen=True, slots=True)
class Box:
    """Full lengths [m]."""

    size: Triple


@dataclass(frozen=True, slots=True)
class Sphere:
    """Radius [m]."""

    radius: float


@dataclass(frozen=True, slots=True)
class Cylinder:
    """Radius and length along z [m]."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Capsule:
    """Radius, and length of the cylinder between the half spheres, along z [m]."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Cone:
    """Radius of the base and height along z [m]; the origin is at mid height."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Ellipsoid:
    """Semi-axes [m]."""

    radii: Triple


@dataclass(frozen=True, slots=True)
class Plane:
    """Normal, and size [m]."""

    normal: Triple
    size: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh by its URI.

    Attributes:
        uri: As written.
        scale: Factors along x, y, z.
        submesh: The name of the part to use; empty for all.
        submesh_center: Whether that part is moved to the origin.
        source: Where it is written; two meshes are equal wherever they are.
    """

    uri: str
    scale: Triple
    submesh: str
    submesh_center: bool
    source: Source = field(default=Source(None, None), compare=False)


@dataclass(frozen=True, slots=True)
class OtherGeometry:
    """A geometry that has no volume of its own here: heightmap, polyline, image, empty."""

    kind: str


Geometry = Box | Sphere | Cylinder | Capsule | Cone | Ellipsoid | Plane | Mesh | OtherGeometry


@dataclass(frozen=True, slots=True)
class Collision:
    """A collision shape of a link.

    Attributes:
        name: Its name in the link.
        pose: Its pose, by default in the link.
        geometry: The shape; None where the file has none.
        density: Density for automatic inertia [kg/m3]; None where the file has none.
        source: Where it is written.
    """

    name: str
    pose: RelativePose
    geometry: Geometry | None
    density: float | None
    source: Source


@dataclass(frozen=True, slots=True)
class Visual:
    """A visual shape of a link; see ``Collision``."""

    name: str
    pose: RelativePose
    geometry: Geometry | None
    source: Source


@dataclass(frozen=True, slots=True)
class Link:
    """A link.

    Attributes:
        name: Its name in the model.
        pose: Its pose, by default in the model.
        inertial: Rigid body and added mass about the link origin; with problems where the file has an error.
        auto_inertia: Whether the rigid body was computed from the collisions.
        density: Default density of its collisions [kg/m3]; None where the file has none.
        gravity: Whether gravity acts on it.
        enable_wind: Whether wind acts on it; that of its model counts as well.
        kinematic: Whether it is moved by hand only.
        collisions: Its collision shapes.
        visuals: Its visual shapes.
        source: Where it is written.
        inertial_source: Where its ``<inertial>`` is written; that of the link where it has none.
    """

    name: str
    pose: RelativePose
    inertial: Inertial
    auto_inertia: bool
    density: float | None
    gravity: bool
    enable_wind: bool
    kinematic: bool
    collisions: tuple[Collision, ...]
    visuals: tuple[Visual, ...]
    source: Source
    inertial_source: Source


@dataclass(frozen=True, slots=True)
class JointAxis:
    """An axis of a joint.

    Attributes:
        xyz: Unit vector.
        expressed_in: The frame of its components; empty for the joint's own.
        lower: Lower limit [rad or m].
        upper: Upper limit [rad or m].
        effort: Largest effort [N m or N].
        velocity: Largest velocity [rad/s or m/s].
        damping: Viscous damping.
        friction: Static friction.
        spring_stiffness: Spring stiffness.
        spring_reference: Rest position of the spring.
        source: Where it is written.
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
    source: Source


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint.

    Attributes:
        name: Its name in the model or world.
        type: revolute, prismatic, fixed, ball ...
        parent: The frame that carries it; ``world`` is allowed.
        child: The frame that it moves.
        pose: Its pose, by default in the child.
        axes: None, one or two axes.
        source: Where it is written.
    """

    name: str
    type: str
    parent: str
    child: str
    pose: RelativePose
    axes: tuple[JointAxis, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Frame:
    """A named frame.

    Attributes:
        name: Its name in the model or world.
        attached_to: The frame or link that it moves with; empty for the model or world.
        pose: Its pose, by default in what it is attached to.
        source: Where it is written.
    """

    name: str
    attached_to: str
    pose: RelativePose
    source: Source


@dataclass(frozen=True)
class Node:
    """Any element: the free content of a plugin.

    Attributes:
        tag: Its name.
        text: Its text, white space folded.
        attributes: Its attributes.
        children: The elements in it.
        source: Where it is written.
    """

    tag: str
    text: str
    attributes: Mapping[str, str]
    children: tuple["Node", ...]
    source: Source

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
        source: Where it is written.
    """

    name: str
    filename: str
    content: Node
    source: Source


@dataclass(frozen=True, slots=True)
class Include:
    """An ``<include>``, and the file that it stands for.

    Attributes:
        uri: As written.
        name: The name given to the model; empty for its own.
        pose: The pose given to it; None for its own.
        placement_frame: The frame that the pose places; empty for the model's own.
        static: Whether the model cannot move.
        merge: Whether its content is merged into the model or world that includes it.
        path: The file found; None where there is none.
        source: Where it is written.
    """

    uri: str
    name: str
    pose: RelativePose | None
    placement_frame: str
    static: bool
    merge: bool
    path: Path | None
    source: Source


@dataclass(frozen=True, slots=True)
class Model:
    """A model, with what it includes.

    Attributes:
        name: Its name in the model or world that contains it.
        version: The SDFormat version that its file declares, e.g. (1, 9).
        static: Whether it cannot move.
        canonical_link: The link that the model frame is attached to; empty for the first.
        placement_frame: The frame that the pose places; empty for the model frame.
        pose: Its pose, by default in the model or world that contains it.
        links: Its own links.
        joints: Its own joints.
        frames: Its own frames.
        models: The models nested in it.
        plugins: Its plugins.
        includes: What it includes; the models are in ``models``, or merged.
        source: Where it is written.
        enable_wind: Whether wind acts on all of its own links.
    """

    name: str
    version: tuple[int, int]
    static: bool
    canonical_link: str
    placement_frame: str
    pose: RelativePose
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    frames: tuple[Frame, ...]
    models: tuple["Model", ...]
    plugins: tuple[Plugin, ...]
    includes: tuple[Include, ...]
    source: Source
    enable_wind: bool = False


@dataclass(frozen=True, slots=True)
class Atmosphere:
    """The air of a world.

    Attributes:
        type: The model of it; ``adiabatic`` is the only one.
        temperature: At sea level [K].
        temperature_gradient: With height [K/m].
        pressure: At sea level [Pa].
    """

    type: str = "adiabatic"
    temperature: float = 288.15
    temperature_gradient: float = -0.0065
    pressure: float = 101325.0


@dataclass(frozen=True, slots=True)
class World:
    """A world.

    Attributes:
        name: Its name.
        version: The SDFormat version that its file declares.
        gravity: [m/s2].
        magnetic_field: [T].
        wind: Linear velocity of the wind [m/s].
        max_step_size: Of its physics, the default one or the first [s]; None where it has no ``<physics>``.
        atmosphere: Its air.
        models: Its models, included ones too.
        joints: Joints between models.
        frames: Its frames.
        plugins: Its plugins.
        includes: What it includes.
        source: Where it is written.
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
    source: Source = Source(None, None)
