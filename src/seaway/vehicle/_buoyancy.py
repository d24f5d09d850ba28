"""Fixed buoyancy: a volume and its centre, with a simple shape for its extent."""

from dataclasses import dataclass
from math import pi

from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen, positive
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.vehicle._extents import Extent, Sphere

__all__ = ["Buoyancy"]


@dataclass(frozen=True, eq=False, init=False)
class Buoyancy:
    """The water that a vehicle displaces.

    Under water this is a force ρ g V at its centre. Where the extent breaks the surface, the force falls with the wet
    part of the extent and acts at the centre of that part, so that a vehicle floats, rights itself and never flies;
    damping falls once less than half of what it displaces afloat is wet. The added mass stays what it is.

    Args:
        volume: V [m3]; that of the extent where None.
        center: Centre of buoyancy p_BoBcb_B [m], which is also the centre of the extent.
        extent: A ``Sphere``, ``Ellipsoid``, ``Box`` or ``Cylinder``; where None, the sphere of the same volume.
        attitude: q_BS of the extent's axes in the body, (w, x, y, z).

    Raises:
        ModelError: Neither volume nor extent is given, or a number is out of its range.
    """

    volume: float
    center: Floats
    extent: Extent
    attitude: Floats

    def __init__(
        self,
        volume: float | None = None,
        center: ArrayLike = (0.0, 0.0, 0.0),
        extent: Extent | None = None,
        attitude: ArrayLike = (1.0, 0.0, 0.0, 0.0),
    ):
        if extent is not None and not isinstance(extent, Extent):
            raise ModelError(f"the extent of a buoyancy must be a Sphere, Ellipsoid, Box or Cylinder, got {extent!r}")
        if volume is not None:
            V = positive(volume, "the volume of a buoyancy [m3]")
        elif extent is not None:
            V = extent.volume
        else:
            raise ModelError("buoyancy needs a volume [m3] or an extent that has one, e.g. Buoyancy(0.02)")
        object.__setattr__(self, "volume", V)
        object.__setattr__(self, "center", frozen(finite_floats(center, (3,), "the centre of buoyancy [m]")))
        object.__setattr__(self, "extent", extent or Sphere((0.75 * V / pi) ** (1.0 / 3.0)))
        q = finite_floats(attitude, (4,), "the attitude of an extent (w, x, y, z)")
        object.__setattr__(self, "attitude", Pose(q=q).q)
