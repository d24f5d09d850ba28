"""Elements that stand in a model or world, one function each: links, joints, frames, plugins and what they have."""

import math
from types import MappingProxyType
from typing import Final

from seaway.sdf import _values as values
from seaway.sdf._inertial import InertialElement, read_inertial
from seaway.sdf._notes import Notes
from seaway.sdf._views import (
    Box,
    Capsule,
    Collision,
    Cone,
    Cylinder,
    Ellipsoid,
    Frame,
    Geometry,
    Joint,
    JointAxis,
    Link,
    Mesh,
    Node,
    OtherGeometry,
    Plane,
    Plugin,
    RelativePose,
    Sphere,
    Visual,
)
from seaway.sdf._xml import Element, attribute, children, is_element, text_of

__all__ = [
    "MAX_ATTRIBUTES",
    "MAX_NAME",
    "check_colors",
    "check_name",
    "read_frame",
    "read_joint",
    "read_link",
    "read_name",
    "read_plugin",
    "read_pose",
    "read_reference",
]

Version = tuple[int, int]

MAX_NAME: Final = 1000
"""How long a name may be."""
MAX_ATTRIBUTES: Final = 1000
"""How many attributes an element may have: lxml takes a time that grows with the square of their number."""

# SDFormat's stand-in for "no limit".
_UNBOUNDED: Final = 1e16
_JOINTS: Final = (
    "ball", "continuous", "fixed", "gearbox", "prismatic", "revolute", "revolute2", "screw", "universal",
)  # fmt: skip
_SHADERS: Final = ("pixel", "vertex", "normal_map_object_space", "normal_map_tangent_space")
_COLORS: Final = ("ambient", "diffuse", "specular", "emissive")


def read_link(element: Element, version: Version, notes: Notes) -> tuple[Link, InertialElement]:
    """Read a link; its inertial element apart, for automatic inertia."""
    name = read_name(element, version, notes)
    notes.unknown(element)
    inertial = read_inertial(element, notes)
    decay = notes.child(element, "velocity_decay")
    for tag in ("linear", "angular") if decay is not None else ():
        notes.number(decay, tag, 0.0)
    for kind in ("sensor", "light"):
        for node in children(element, kind):
            for attribute_name in ("name", "type"):
                notes.required(node, attribute_name)
            check_colors(node, notes)
            for frame in node.iter("custom_rpy"):
                read_reference(frame, "parent_frame", notes)
    link = Link(
        name=name,
        pose=read_pose(element, notes),
        inertial=inertial.inertial,
        auto_inertia=inertial.auto,
        density=inertial.density,
        gravity=notes.boolean(element, "gravity", True),
        enable_wind=notes.boolean(element, "enable_wind", False),
        kinematic=notes.boolean(element, "kinematic", False),
        collisions=tuple(_collision(node, version, notes) for node in notes.unique(element, "collision")),
        visuals=tuple(_visual(node, version, notes) for node in notes.unique(element, "visual")),
        source=notes.source(element),
        inertial_source=notes.source(place if (place := notes.child(element, "inertial")) is not None else element),
    )
    return link, inertial


def _collision(element: Element, version: Version, notes: Notes) -> Collision:
    notes.unknown(element)
    density = None if notes.child(element, "density") is None else notes.number(element, "density", 1000.0)
    return Collision(
        read_name(element, version, notes),
        read_pose(element, notes),
        _geometry(element, notes),
        density,
        notes.source(element),
    )


def _visual(element: Element, version: Version, notes: Notes) -> Visual:
    material = notes.child(element, "material")
    if material is not None:
        check_colors(material, notes)
        script, shader = notes.child(material, "script"), notes.child(material, "shader")
        for tag in ("uri", "name") if script is not None else ():
            if text_of(notes.child(script, tag)) in ("", "__default__"):
                notes.error(script, "material", f"a <script> of a material must have a <{tag}> that is not empty")
        if shader is not None:
            kind = attribute(shader, "type")
            if kind not in _SHADERS:
                message = f"the type of a <shader> must be one of {', '.join(_SHADERS)}, got {kind!r}"
                notes.error(shader, "material", message)
            elif kind.startswith("normal_map") and not text_of(notes.child(shader, "normal_map")):
                notes.error(shader, "material", f"a <shader> of type {kind!r} must have a <normal_map>")
    return Visual(
        read_name(element, version, notes),
        read_pose(element, notes),
        _geometry(element, notes),
        notes.source(element),
    )


def check_colors(element: Element, notes: Notes) -> None:
    """Check the colours of a material or light."""
    for tag in _COLORS:
        node = notes.child(element, tag)
        text = text_of(node)
        if text:
            try:
                values.color(text)
            except ValueError as error:
                notes.error(node, "value", f"<{tag}> {error}")


def _geometry(element: Element, notes: Notes) -> Geometry | None:
    geometry = notes.child(element, "geometry")
    shape = next(children(geometry), None) if geometry is not None else None
    if shape is None:
        return None
    ones = (1.0, 1.0, 1.0)
    match shape.tag:
        case "box":
            return Box(notes.triple(shape, "size", ones))
        case "sphere":
            return Sphere(notes.number(shape, "radius", 1.0))
        case "cylinder":
            return Cylinder(notes.number(shape, "radius", 1.0), notes.number(shape, "length", 1.0))
        case "capsule":
            return Capsule(notes.number(shape, "radius", 0.5), notes.number(shape, "length", 1.0))
        case "cone":
            return Cone(notes.number(shape, "radius", 0.5), notes.number(shape, "length", 1.0))
        case "ellipsoid":
            return Ellipsoid(notes.triple(shape, "radii", ones))
        case "plane":
            size = notes.child(shape, "size")
            try:
                x, y = values.vector(text_of(size) or "1 1", 2)
            except ValueError as error:
                notes.error(size, "value", f"<size> {error}")
                x, y = 1.0, 1.0
            return Plane(notes.triple(shape, "normal", (0.0, 0.0, 1.0)), (x, y))
        case "mesh":
            submesh = notes.child(shape, "submesh")
            return Mesh(
                text_of(notes.child(shape, "uri")),
                notes.triple(shape, "scale", ones),
                text_of(notes.child(submesh, "name")),
                notes.boolean(submesh, "center", False),
                notes.source(shape),
            )
        case kind:
            return OtherGeometry(str(kind))


def read_joint(element: Element, version: Version, notes: Notes) -> Joint:
    """Read a joint."""
    name = read_name(element, version, notes)
    notes.unknown(element)
    kind = notes.required(element, "type")
    if kind and kind not in _JOINTS:
        known = ", ".join(_JOINTS)
        notes.error(element, "joint-type", f"the type of joint {name!r} must be one of {known}, got {kind!r}")
    ends = {tag: text_of(notes.child(element, tag)) for tag in ("parent", "child")}
    for tag, end in ends.items():
        if not end:
            notes.error(element, f"joint-{tag}", f"joint {name!r} must have a <{tag}>")
        elif end == "__root__":
            notes.error(element, f"joint-{tag}", f"'__root__' is reserved, and no <{tag}> of a joint")
    axes = tuple(
        _axis(node, name, version, notes)
        for node in (notes.child(element, "axis"), notes.child(element, "axis2"))
        if node is not None
    )
    pose = read_pose(element, notes)
    return Joint(name, kind, ends["parent"], ends["child"], pose, axes, notes.source(element))


def _axis(element: Element, joint: str, version: Version, notes: Notes) -> JointAxis:
    notes.unknown(element)
    xyz = notes.triple(element, "xyz", (0.0, 0.0, 1.0))
    length = math.hypot(*xyz)
    if not (math.isfinite(length) and length > 1e-6):
        notes.error(element, "joint-axis", f"the <xyz> of joint {joint!r} must not be zero, got {xyz}")
        xyz, length = (0.0, 0.0, 1.0), 1.0
    # Before 1.7 a flag said that the axis is in the model frame; before 1.5 it always was.
    in_model = version < (1, 5) or (version < (1, 7) and notes.boolean(element, "use_parent_model_frame", False))
    limit, dynamics = notes.child(element, "limit"), notes.child(element, "dynamics")
    return JointAxis(
        xyz=(xyz[0] / length, xyz[1] / length, xyz[2] / length),
        expressed_in="__model__" if in_model else attribute(notes.child(element, "xyz"), "expressed_in"),
        lower=notes.number(limit, "lower", -_UNBOUNDED),
        upper=notes.number(limit, "upper", _UNBOUNDED),
        effort=notes.number(limit, "effort", math.inf),
        velocity=notes.number(limit, "velocity", math.inf),
        damping=notes.number(dynamics, "damping", 0.0),
        friction=notes.number(dynamics, "friction", 0.0),
        spring_stiffness=notes.number(dynamics, "spring_stiffness", 0.0),
        spring_reference=notes.number(dynamics, "spring_reference", 0.0),
        source=notes.source(element),
    )


def read_frame(element: Element, version: Version, notes: Notes) -> Frame:
    """Read a frame."""
    name = read_name(element, version, notes)
    attached_to = read_reference(element, "attached_to", notes)
    return Frame(name, attached_to, read_pose(element, notes), notes.source(element))


def read_plugin(element: Element, notes: Notes) -> Plugin:
    """Read a plugin with all that it contains."""
    filename = notes.required(element, "filename")
    return Plugin(attribute(element, "name"), filename, _node(element, notes), notes.source(element))


def _node(element: Element, notes: Notes) -> Node:
    attributes: dict[str, str] = {}
    if len(element.attrib) > MAX_ATTRIBUTES:
        message = f"an element may have at most {MAX_ATTRIBUTES} attributes, got {len(element.attrib)}"
        notes.error(element, "attributes", message)
    else:
        attributes = {str(name): str(value) for name, value in element.attrib.items()}
    nodes = tuple(_node(node, notes) for node in element if is_element(node))
    return Node(str(element.tag), text_of(element), MappingProxyType(attributes), nodes, notes.source(element))


def read_pose(element: Element, notes: Notes) -> RelativePose:
    """Read the pose of an element; the reserved name ``__root__`` is no frame."""
    pose = notes.pose(element)
    if pose.relative_to == "__root__":
        notes.error(notes.child(element, "pose"), "pose-relative-to", "'__root__' is reserved, and no @relative_to")
    return pose


def read_reference(element: Element, name: str, notes: Notes) -> str:
    """Read an attribute that names a frame or link."""
    value = attribute(element, name)
    if value == "__root__":
        notes.error(element, "name-reserved", f"'__root__' is reserved, and no @{name}")
    return value


def read_name(element: Element, version: Version, notes: Notes) -> str:
    """Read the name of an element, and check that it may have it."""
    name = notes.required(element, "name")
    if len(name) > MAX_NAME:
        notes.error(element, "name-long", f"a name may have at most {MAX_NAME} characters, got {len(name)}")
        name = name[:MAX_NAME]
    if not name and element.get("name") is not None:
        notes.error(element, "name-reserved", f"the name of a {element.tag} must not be empty")
    elif not (element.tag == "world" and name == "world"):
        check_name(name, str(element.tag), version, element, notes)
    return name


def check_name(name: str, kind: str, version: Version, element: Element, notes: Notes) -> None:
    """Check that a name is not one that SDFormat keeps for itself."""
    if name == "world" or (len(name) > 3 and name.startswith("__") and name.endswith("__")):
        notes.error(element, "name-reserved", f"the name {name!r} is reserved, and no name of a {kind}")
    elif "::" in name and version >= (1, 8):
        message = f"the name of a {kind} must not contain '::', which goes into a model, got {name!r}"
        notes.error(element, "name-reserved", message)
