"""Simple shapes that tell how far a vehicle reaches, and so how much of it is under water."""

from dataclasses import dataclass
from math import pi

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen, positive, text
from seaway.errors import ModelError
from seaway.kernels.submergence import BOX, CYLINDER, ELLIPSOID

__all__ = ["Box", "Cylinder", "Ellipsoid", "Extent", "Sphere"]


@dataclass(frozen=True, eq=False, init=False)
class Extent:
    """A shape about its own centre: a ``Sphere``, ``Ellipsoid``, ``Box`` or ``Cylinder``.

    Attributes:
        kind: What the kernels call it.
        half_size: Half sizes along x, y and z [m], (3,).
        volume: [m3].
        radius: Of the sphere around it [m].
    """

    kind: int
    half_size: Floats
    volume: float
    radius: float

    def _store(self, kind: int, half_size: Floats, volume: float, radius: float) -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "half_size", frozen(half_size))
        object.__setattr__(self, "volume", volume)
        object.__setattr__(self, "radius", radius)


class Ellipsoid(Extent):
    """An ellipsoid.

    Args:
        radii: Half axes along x, y, z [m], (3,).
    """

    def __init__(self, radii: ArrayLike):
        r = _sizes(radii, "the radii of an ellipsoid [m]")
        self._store(ELLIPSOID, r, 4.0 / 3.0 * pi * float(np.prod(r)), float(np.max(r)))


class Sphere(Extent):
    """A sphere.

    Args:
        radius: [m].
    """

    def __init__(self, radius: float):
        r = positive(radius, "the radius of a sphere [m]")
        self._store(ELLIPSOID, np.full(3, r), 4.0 / 3.0 * pi * r**3, r)


class Box(Extent):
    """A box.

    Args:
        size: Lengths along x, y, z [m], (3,).
    """

    def __init__(self, size: ArrayLike):
        half = 0.5 * _sizes(size, "the size of a box [m]")
        self._store(BOX, half, 8.0 * float(np.prod(half)), float(np.linalg.norm(half)))


class Cylinder(Extent):
    """A circular cylinder along z, as SDFormat has it.

    Args:
        radius: [m].
        length: Along z [m].
    """

    def __init__(self, *, radius: float, length: float):
        r, L = positive(radius, "the radius of a cylinder [m]"), positive(length, "the length of a cylinder [m]")
        self._store(CYLINDER, np.array([r, r, 0.5 * L]), pi * r * r * L, float(np.hypot(r, 0.5 * L)))


def _sizes(values: ArrayLike, what: str) -> Floats:
    sizes = finite_floats(values, (3,), what)
    if np.any(sizes <= 0.0):
        raise ModelError(f"{what} must be > 0, got {text(sizes)}")
    return sizes
