"""SDFormat documents: read without loss, checked, with frames resolved and fluid added mass kept.

``load`` reads a file, ``check`` tells what is wrong with it and what is worth a look, ``Document.links`` has every link
with its pose and its inertia.
"""

from seaway.sdf._advice import check
from seaway.sdf._document import Document, load, loads, set_added_mass
from seaway.sdf._frames import FrameGraph, PlacedLink, UnresolvedError
from seaway.sdf._views import (
    Atmosphere,
    Box,
    Capsule,
    Collision,
    Cone,
    Cylinder,
    Ellipsoid,
    Frame,
    Geometry,
    Include,
    Joint,
    JointAxis,
    Link,
    Mesh,
    Model,
    Node,
    OtherGeometry,
    Plane,
    Plugin,
    RelativePose,
    Source,
    Sphere,
    Visual,
    World,
)

__all__ = [
    "Atmosphere",
    "Box",
    "Capsule",
    "Collision",
    "Cone",
    "Cylinder",
    "Document",
    "Ellipsoid",
    "Frame",
    "FrameGraph",
    "Geometry",
    "Include",
    "Joint",
    "JointAxis",
    "Link",
    "Mesh",
    "Model",
    "Node",
    "OtherGeometry",
    "PlacedLink",
    "Plane",
    "Plugin",
    "RelativePose",
    "Source",
    "Sphere",
    "UnresolvedError",
    "Visual",
    "World",
    "check",
    "load",
    "loads",
    "set_added_mass",
]
