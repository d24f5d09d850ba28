"""Readers of the elements in a model or world: links, joints, frames, plugins and their content."""

import math
from types import MappingProxyType
from typing import Final

from seaway.sdf import _values as values
from seaway.sdf import _views as views
from seaway.sdf._inertial import InertialElement, read_inertial
from seaway.sdf._notes import Notes
from seaway.sdf._xml import Element, attribute, children, is_element, text_of

MAX_NAME: Final = 1000
"""Most characters of a name."""
MAX_ATTRIBUTES: Final = 1000
"""Most attributes of an element: lxml takes a time that grows with the square of their number."""

# Defaults of an axis; 1e16 is SDFormat's stand-in for "no limit".
_LIMITS: Final = {"lower": -1e16, "upper": 1e16, "effort": math.inf, "velocity": math.inf}
_DYNAMICS: Final = ("damping", "friction", "spring_stiffness", "spring_reference")
_JOINTS: Final = ("ball", "continuous", "fixed", "gearbox", "prismatic", "revolute", "revolute2", "screw", "universal")
_SHADERS: Final = ("pixel", "vertex", "normal_map_object_space", "normal_map_tangent_space")
# Default radius of the shapes with a radius and a length.
_ROUND: Final = {
    "cylinder": (views.CylinderGeometry, 1.0),
    "capsule": (views.CapsuleGeometry, 0.5),
    "cone": (views.ConeGeometry, 0.5),
}


def read_link(element: Element, notes: Notes) -> tuple[views.Link, InertialElement]:
    """Read a link, and its inertial element for automatic inertia."""
    name = read_name(element, notes)
    notes.unknown(element)
    inertial = read_inertial(element, notes)
    for tag in ("linear", "angular"):
        notes.number(notes.child(element, "velocity_decay"), tag, 0.0)
    for kind in ("sensor", "light"):
        check_attributes(element, kind, ("name", "type"), notes)
        for node in children(element, kind):
            for frame in node.iter("custom_rpy"):
                read_reference(frame, "parent_frame", notes)
    place = notes.child(element, "inertial")
    link = views.Link(
        name=name,
        pose=read_pose(element, notes),
        inertial=inertial.inertial,
        auto_inertia=inertial.auto,
        density=inertial.density,
        fluid_density=inertial.fluid_density,
        gravity=notes.boolean(element, "gravity", True),
        enable_wind=notes.boolean(element, "enable_wind"),
        kinematic=notes.boolean(element, "kinematic"),
        collisions=tuple(_collision(node, notes) for node in notes.unique(element, "collision")),
        visuals=tuple(_visual(node, notes) for node in notes.unique(element, "visual")),
        source=notes.source(element),
        inertial_source=notes.source(element if place is None else place),
    )
    return link, inertial


def _collision(element: Element, notes: Notes) -> views.Collision:
    notes.unknown(element)
    density = notes.optional(element, "density", 1000.0)
    name, pose, geometry = read_name(element, notes), read_pose(element, notes), _geometry(element, notes)
    return views.Collision(name, pose, geometry, density, notes.source(element))


def _visual(element: Element, notes: Notes) -> views.VisualElement:
    material = notes.child(element, "material")
    color = () if material is None else _material_color(material, notes)
    name, pose, geometry = read_name(element, notes), read_pose(element, notes), _geometry(element, notes)
    return views.VisualElement(name, pose, geometry, color or None, notes.source(element))


def _material_color(material: Element, notes: Notes) -> tuple[float, ...]:
    """Check a material; return its diffuse colour, empty if absent."""
    color = _check_colors(material, notes)["diffuse"]
    script, shader = notes.child(material, "script"), notes.child(material, "shader")
    for tag in ("uri", "name") if script is not None else ():
        if notes.text(script, tag) in ("", "__default__"):
            notes.error(script, "material", f"a <script> of a material must have a <{tag}> that is not empty")
    if shader is None:
        return color
    kind = attribute(shader, "type")
    if kind not in _SHADERS:
        message = f"the type of a <shader> must be one of {', '.join(_SHADERS)}, got {kind!r}"
        notes.error(shader, "material", message)
    elif kind.startswith("normal_map") and not notes.text(shader, "normal_map"):
        notes.error(shader, "material", f"a <shader> of type {kind!r} must have a <normal_map>")
    return color


def check_attributes(parent: Element, kind: str, names: tuple[str, ...], notes: Notes) -> None:
    """Check the required attributes and the colours of the children of a kind, e.g. lights."""
    for node in children(parent, kind):
        for name in names:
            notes.required(node, name)
        _check_colors(node, notes)


def _check_colors(element: Element, notes: Notes) -> dict[str, tuple[float, ...]]:
    """Read the colours of a material or light; empty for those that are absent."""
    return {tag: notes.value(element, tag, (), values.color) for tag in ("ambient", "diffuse", "specular", "emissive")}


def _geometry(element: Element, notes: Notes) -> views.Geometry | None:
    geometry = notes.child(element, "geometry")
    shape = next(children(geometry), None) if geometry is not None else None
    if shape is None:
        return None
    ones = (1.0, 1.0, 1.0)
    match str(shape.tag):
        case "box":
            return views.BoxGeometry(notes.triple(shape, "size", ones))
        case "sphere":
            return views.SphereGeometry(notes.number(shape, "radius", 1.0))
        case "cylinder" | "capsule" | "cone" as kind:
            geometry_class, radius = _ROUND[kind]
            return geometry_class(notes.number(shape, "radius", radius), notes.number(shape, "length", 1.0))
        case "ellipsoid":
            return views.EllipsoidGeometry(notes.triple(shape, "radii", ones))
        case "plane":
            x, y = notes.value(shape, "size", (1.0, 1.0), lambda text: values.vector(text, 2))
            return views.PlaneGeometry(notes.triple(shape, "normal", (0.0, 0.0, 1.0)), (x, y))
        case "mesh":
            uri, scale = notes.text(shape, "uri"), notes.triple(shape, "scale", ones)
            submesh = notes.child(shape, "submesh")
            name, center = notes.text(submesh, "name"), notes.boolean(submesh, "center")
            return views.MeshGeometry(uri, scale, name, center, notes.source(shape))
        case kind:
            return views.OtherGeometry(kind)


def read_joint(element: Element, notes: Notes) -> views.Joint:
    """Read a joint."""
    name = read_name(element, notes)
    notes.unknown(element)
    kind = notes.required(element, "type")
    if kind and kind not in _JOINTS:
        known = ", ".join(_JOINTS)
        notes.error(element, "joint-type", f"the type of joint {name!r} must be one of {known}, got {kind!r}")
    ends = {tag: notes.text(element, tag) for tag in ("parent", "child")}
    for tag, end in ends.items():
        if not end:
            notes.error(element, f"joint-{tag}", f"joint {name!r} must have a <{tag}>")
        elif end == "__root__":
            notes.error(element, f"joint-{tag}", f"'__root__' is reserved, and no <{tag}> of a joint")
    nodes = (notes.child(element, "axis"), notes.child(element, "axis2"))
    axes = tuple(_axis(node, name, notes) for node in nodes if node is not None)
    return views.Joint(name, kind, **ends, pose=read_pose(element, notes), axes=axes, source=notes.source(element))


def _axis(element: Element, joint: str, notes: Notes) -> views.JointAxis:
    notes.unknown(element)
    x, y, z = xyz = notes.triple(element, "xyz", (0.0, 0.0, 1.0))
    length = math.hypot(x, y, z)
    if not (math.isfinite(length) and length > 1e-6):
        notes.error(element, "joint-axis", f"the <xyz> of joint {joint!r} must not be zero, got {xyz}")
        x, y, z, length = 0.0, 0.0, 1.0, 1.0
    # Before 1.7 a flag said that the axis is in the model frame; before 1.5 it always was.
    version = notes.version
    in_model = version < (1, 5) or (version < (1, 7) and notes.boolean(element, "use_parent_model_frame"))
    limit, dynamics = notes.child(element, "limit"), notes.child(element, "dynamics")
    return views.JointAxis(
        xyz=(x / length, y / length, z / length),
        expressed_in="__model__" if in_model else attribute(notes.child(element, "xyz"), "expressed_in"),
        **{name: notes.number(limit, name, default) for name, default in _LIMITS.items()},
        **{name: notes.number(dynamics, name, 0.0) for name in _DYNAMICS},
        source=notes.source(element),
    )


def read_frame(element: Element, notes: Notes) -> views.Frame:
    """Read a frame."""
    name, attached_to = read_name(element, notes), read_reference(element, "attached_to", notes)
    return views.Frame(name, attached_to, read_pose(element, notes), notes.source(element))


def read_plugin(element: Element, notes: Notes) -> views.Plugin:
    """Read a plugin with its content."""
    filename = notes.required(element, "filename")
    return views.Plugin(attribute(element, "name"), filename, _node(element, notes), notes.source(element))


def _node(element: Element, notes: Notes) -> views.Node:
    attributes: dict[str, str] = {}
    if len(element.attrib) > MAX_ATTRIBUTES:
        message = f"an element may have at most {MAX_ATTRIBUTES} attributes, got {len(element.attrib)}"
        notes.error(element, "attributes", message)
    else:
        attributes = {str(name): str(value) for name, value in element.attrib.items()}
    nodes = tuple(_node(node, notes) for node in element if is_element(node))
    return views.Node(str(element.tag), text_of(element), MappingProxyType(attributes), nodes, notes.source(element))


def read_pose(element: Element, notes: Notes) -> views.RelativePose:
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


def read_name(element: Element, notes: Notes) -> str:
    """Read the name of an element, and check that it is allowed."""
    name = notes.required(element, "name")
    if len(name) > MAX_NAME:
        notes.error(element, "name-long", f"a name may have at most {MAX_NAME} characters, got {len(name)}")
        name = name[:MAX_NAME]
    if not name and element.get("name") is not None:
        notes.error(element, "name-reserved", f"the name of a {element.tag} must not be empty")
    elif not (element.tag == "world" and name == "world"):
        check_name(name, str(element.tag), element, notes)
    return name


def check_name(name: str, kind: str, element: Element, notes: Notes) -> None:
    """Check that a name is not reserved by SDFormat."""
    if name == "world" or (len(name) > 3 and name.startswith("__") and name.endswith("__")):
        notes.error(element, "name-reserved", f"the name {name!r} is reserved, and no name of a {kind}")
    elif "::" in name and notes.version >= (1, 8):
        message = f"the name of a {kind} must not contain '::', which goes into a model, got {name!r}"
        notes.error(element, "name-reserved", message)
