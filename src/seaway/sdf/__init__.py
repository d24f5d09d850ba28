"""SDFormat documents: lossless reading and editing, checks, resolved frames, fluid added mass.

``load`` reads a file, ``check`` lists errors and advice, ``Document.links`` has every link with its pose and inertia.
"""

from seaway.sdf._advice import check
from seaway.sdf._document import Document, load, loads, set_added_mass
from seaway.sdf._views import (
    BoxGeometry,
    CapsuleGeometry,
    Collision,
    CylinderGeometry,
    EllipsoidGeometry,
    Frame,
    Geometry,
    Joint,
    Link,
    MeshGeometry,
    Model,
    Plugin,
    SphereGeometry,
    VisualElement,
    World,
)

__all__ = [
    "BoxGeometry",
    "CapsuleGeometry",
    "Collision",
    "CylinderGeometry",
    "Document",
    "EllipsoidGeometry",
    "Frame",
    "Geometry",
    "Joint",
    "Link",
    "MeshGeometry",
    "Model",
    "Plugin",
    "SphereGeometry",
    "VisualElement",
    "World",
    "check",
    "load",
    "loads",
    "set_added_mass",
]
