"""Fixed buoyancy: a volume and its centre, with a simple shape."""

from collections.abc import Iterator
from math import pi
from typing import Any

import numpy as np

from seaway.parts import KW_ONLY, UPRIGHT, Array, Attitude, DerivedNumber, NumberOrNone, Part
from seaway.shapes import DerivedShape, Sphere


def _volume(buoyancy: "Buoyancy") -> Any:
    shape: Any = vars(buoyancy)["shape"]
    return None if shape is None else shape.volume


def _sphere(buoyancy: "Buoyancy") -> Any:
    V: Any = buoyancy.volume
    return None if V is None else Sphere((0.75 * V / pi) ** (1.0 / 3.0))


class Buoyancy(Part, what="buoyancy"):
    """Buoyancy of a fixed displaced volume.

    Fully submerged, it is a force ρ g V at the centre of buoyancy. At the surface, the force scales with the submerged
    part of the shape and acts at the centre of that part, so that a vehicle floats, rights itself and never flies.
    Damping falls once less than half of the floating displacement is submerged; for added mass see
    ``reference_volume``.
    """

    volume: DerivedNumber = DerivedNumber(unit="m3", above=0.0, default=None, follows=_volume)
    """Displaced volume V; default: that of the shape."""
    center: Array = Array(shape=(3,), unit="m", frd="vector", default=(0.0, 0.0, 0.0), label="centre")
    """Centre of buoyancy p_BoBcb_B, also the centre of the shape."""
    _: KW_ONLY
    shape: DerivedShape = DerivedShape(follows=_sphere)
    """Shape that determines the submerged fraction; default: the sphere of the volume."""
    reference_volume: NumberOrNone = NumberOrNone(unit="m3", above=0.0, default=None)
    """Submerged volume above which the full added mass acts; below, added mass is proportional to the submerged volume.
    Default: the whole volume for an underwater vehicle, half the displacement at rest for a floating one."""
    attitude: Attitude = Attitude(default=UPRIGHT)
    """Attitude of the shape in the body frame: roll, pitch, yaw, or a quaternion (w, x, y, z)."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that there is a volume."""
        if vars(self)["volume"] is None:
            yield "volume", "it needs a volume [m3], or a shape that has one, e.g. Buoyancy(0.02)"
            return
        yield from too_large(self.reference_volume, self.volume)


def too_large(reference: Any, volume: Any) -> Iterator[tuple[str, str]]:
    """Yield the conflict of a reference volume larger than the volume."""
    if reference is not None and np.any(np.asarray(reference) > np.asarray(volume) * (1.0 + 1e-9)):
        got, most = float(np.max(reference)), float(np.min(volume))
        yield "reference_volume", f"reference_volume must be <= the volume, {most:g} m3, got {got:g}"
