"""Triangle meshes of hulls: loaded from files, checked, immutable; their volume, centre and inertia.

A ``Mesh`` always bounds a solid: what is open, wound both ways or inside out is refused with a message that says where.
``load`` reads STL, OBJ, glTF and COLLADA; ``repaired`` mends what can be mended and says what it did.
"""

from seaway.mesh._check import MAX_TRIANGLES
from seaway.mesh._cut import Cut, Cutter, cut
from seaway.mesh._load import EXTENSIONS, MAX_BYTES, load
from seaway.mesh._mesh import Mesh
from seaway.mesh._primitives import box, capsule, cone, cylinder, ellipsoid, sphere
from seaway.mesh._repair import repaired

__all__ = [
    "EXTENSIONS",
    "MAX_BYTES",
    "MAX_TRIANGLES",
    "Cut",
    "Cutter",
    "Mesh",
    "box",
    "capsule",
    "cone",
    "cut",
    "cylinder",
    "ellipsoid",
    "load",
    "repaired",
    "sphere",
]
