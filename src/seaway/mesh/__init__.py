"""Triangle meshes of hulls: loaded, checked, immutable; with volume, centroid and inertia.

A ``Mesh`` always bounds a solid: open, inconsistently wound or inverted surfaces are refused with the place of the
first fault. ``Mesh.load`` reads STL, OBJ, glTF and COLLADA; ``Mesh.repaired`` fixes small faults and reports them.
"""

from seaway.mesh._cut import Cut, cut
from seaway.mesh._mesh import Mesh
from seaway.mesh._primitives import box, capsule, cone, cylinder, ellipsoid, sphere

__all__ = ["Cut", "Mesh", "box", "capsule", "cone", "cut", "cylinder", "ellipsoid", "sphere"]
