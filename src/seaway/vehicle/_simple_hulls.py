"""Hulls of simple shapes, for boats published without a mesh."""

from functools import lru_cache
from typing import Any, Final

import numpy as np

from seaway import mesh
from seaway.frames import Pose, matrix_from_rpy, quaternion_from_matrix
from seaway.inertia import Inertial
from seaway.parts import KW_ONLY, Array, Part, Scalar
from seaway.shapes import Box, Cylinder, Shape

# The axis of a cylinder is z; this turn lays it along x.
_ALONG_X: Final = quaternion_from_matrix(matrix_from_rpy([0.0, 0.5 * np.pi, 0.0]))
_SEGMENTS: Final = 32
_RINGS: Final = 12


class LyingCylinders(Part, what="set of cylinders"):
    """Equal horizontal cylinders along x."""

    _: KW_ONLY
    radius: Scalar = Scalar(unit="m", above=0.0)
    """Radius."""
    length: Scalar = Scalar(unit="m", above=0.0)
    """Length."""
    centers: Array = Array(by_run=False, shape=(None, 3), unit="m", frd="vector", label="centres")
    """Centre of each cylinder in the body frame."""

    def shapes(self) -> tuple[tuple[Shape, Pose], ...]:
        """Shapes with their poses in B."""
        cylinder = Cylinder(radius=self.radius, length=self.length)
        return tuple((cylinder, Pose(center, _ALONG_X)) for center in self.centers)

    def mesh(self) -> mesh.Mesh:
        """Surface mesh with the exact volume."""
        return _surface(self)


@lru_cache(maxsize=8)
def _surface(cylinders: LyingCylinders) -> mesh.Mesh:
    one = mesh.cylinder(
        radius=cylinders.radius, length=cylinders.length, segments=_SEGMENTS, rings=_RINGS, exact_volume=True
    )
    first, *others = (one.transformed(pose) for _, pose in cylinders.shapes())
    return first.joined(*others)


class Pontoons(Part, what="pair of pontoons"):
    """Two boxes, level and half submerged, that represent a catamaran with a stiffness in SDFormat."""

    _: KW_ONLY
    length: Scalar = Scalar(unit="m", above=0.0)
    """Length."""
    beam: Scalar = Scalar(unit="m", above=0.0)
    """Beam of each pontoon."""
    lateral_offset: Scalar = Scalar(unit="m", above=0.0)
    """Distance of each pontoon from the centre line."""

    def shapes(self, inertial: Inertial, rest_height: float, density: float) -> tuple[tuple[Shape, Pose], ...]:
        """Shapes with their poses in B.

        Args:
            inertial: Inertia of the vehicle; the pontoons carry its mass and are centred on it lengthwise.
            rest_height: Height of Bo above the still surface at rest [m].
            density: Density of the water [kg/m3].
        """
        draft: Any = inertial.mass / (2.0 * density * self.length * self.beam)
        box, x, y = Box((self.length, self.beam, 2.0 * draft)), float(inertial.c_BoBcm_B[0]), self.lateral_offset
        return tuple((box, Pose((x, side * y, rest_height))) for side in (1.0, -1.0))
