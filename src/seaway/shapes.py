"""Simple shapes about their own centre: volume, inertia, added mass and extent.

Cylinders lie along z, as in SDFormat. In files a shape is a table with one key: ``shape = { box = [2.0, 1.0, 0.5] }``,
``{ sphere = 0.3 }``, ``{ cylinder = { radius = 0.1, length = 1.0 } }``. Capsules and cones are for drawing alone.
"""

from collections.abc import Mapping
from math import pi
from typing import Any, Final, cast

import numpy as np

from seaway._arrays import Floats, lengths
from seaway.frames import Pose
from seaway.inertia import AddedMass, MassProperties, box_added_mass, cylinder_added_mass, ellipsoid_added_mass
from seaway.parts import (
    KW_ONLY,
    Array,
    DerivedOne,
    Number,
    OneOrNone,
    Part,
    Reading,
    Real,
    RefusedError,
    Scalar,
    frozen_floats,
    read_kind,
    shown,
)

__all__ = ["Box", "Capsule", "Cone", "Cylinder", "Ellipsoid", "Shape", "Sphere"]


class Solid:
    """Common interface of all shapes.

    Attributes:
        half_size: Half sizes along x, y and z [m], (3,).
        volume: Volume [m3].
        reach: Distance from the centre to the farthest point [m].
        spread: Squared semi-axes of the ellipsoid with the same second moments, divided by the squared half sizes.
    """

    half_size: Floats
    volume: float
    reach: float
    spread: tuple[float, float, float] = (1.0, 1.0, 1.0)

    def _store(self, half_size: Floats, volume: Any, reach: Any) -> None:
        vars(self).update(half_size=frozen_floats(half_size), volume=_plain(volume), reach=_plain(reach))

    def mass_properties(self, mass: float) -> MassProperties:
        """Mass and moments of inertia of a uniform body of this mass [kg]."""
        size = self.half_size
        if isinstance(self, Box):
            return MassProperties.from_box(2.0 * size, mass=mass)
        if isinstance(self, Cylinder):
            return MassProperties.from_cylinder(radius=size[0], length=2.0 * size[2], mass=mass)
        return MassProperties.from_ellipsoid(size, mass=mass)

    def added_mass(self, density: float, pose: Pose | None = None) -> AddedMass:
        """Added mass in unbounded fluid.

        Args:
            density: Density of the fluid [kg/m3].
            pose: Pose X_BS of the shape in the body; default: at its origin.
        """
        size = self.half_size
        if isinstance(self, Box):
            return box_added_mass(2.0 * size, density, pose)
        if isinstance(self, Cylinder):
            return cylinder_added_mass(radius=size[0], length=2.0 * size[2], fluid_density=density, X_BS=pose)
        return ellipsoid_added_mass(size, density, pose)


class Sphere(Solid, Part, what="sphere"):
    """A sphere."""

    radius: Number = Number(unit="m", above=0.0)
    """Radius."""

    def _derive(self) -> None:
        r = self.radius
        self._store(np.stack([r, r, r], axis=-1), 4.0 / 3.0 * pi * r**3, r)


class Ellipsoid(Solid, Part, what="ellipsoid"):
    """An ellipsoid."""

    radii: Array = Array(shape=(3,), unit="m", above=0.0)
    """Semi-axes along x, y and z."""

    def _derive(self) -> None:
        r = self.radii
        self._store(r, 4.0 / 3.0 * pi * np.prod(r, axis=-1), np.max(r, axis=-1))


class Box(Solid, Part, what="box"):
    """A rectangular box."""

    size: Array = Array(shape=(3,), unit="m", above=0.0)
    """Lengths along x, y and z."""
    spread = (5.0 / 3.0, 5.0 / 3.0, 5.0 / 3.0)

    def _derive(self) -> None:
        half = 0.5 * self.size
        self._store(half, 8.0 * np.prod(half, axis=-1), lengths(half)[..., 0])


class Cylinder(Solid, Part, what="cylinder"):
    """A circular cylinder along z."""

    _: KW_ONLY
    radius: Number = Number(unit="m", above=0.0)
    """Radius."""
    length: Number = Number(unit="m", above=0.0)
    """Length along z."""
    spread = (5.0 / 4.0, 5.0 / 4.0, 5.0 / 3.0)

    def _derive(self) -> None:
        r, L = self.radius, self.length
        self._store(np.stack(np.broadcast_arrays(r, r, 0.5 * L), axis=-1), pi * r * r * L, np.hypot(r, 0.5 * L))


class Capsule(Part, what="capsule"):
    """A circular cylinder along z between two half spheres."""

    _: KW_ONLY
    radius: Scalar = Scalar(unit="m", above=0.0)
    """Radius."""
    length: Scalar = Scalar(unit="m", above=0.0)
    """Length of the cylinder alone, along z."""


class Cone(Part, what="cone"):
    """A circular cone along z, its tip at +length/2."""

    _: KW_ONLY
    radius: Scalar = Scalar(unit="m", above=0.0)
    """Radius of the base."""
    length: Scalar = Scalar(unit="m", above=0.0)
    """Length along z."""


Shape = Sphere | Ellipsoid | Box | Cylinder
"""A simple shape."""
DrawnShape = Shape | Capsule | Cone
"""A simple shape that can be drawn."""


class _Tagged:
    """Reading of a table with one key, the name of the shape."""

    name: str
    kinds: tuple[type[Any], ...]

    @property
    def by_word(self) -> dict[str, type[Any]]:
        """Shapes by their names in a file."""
        return {kind.__part__.what: kind for kind in self.kinds}

    def read_one(self, key: str, table: Any, reading: Reading) -> Any:
        """Read the table."""
        kinds = self.by_word
        given: dict[str, Any] = dict(cast("Mapping[str, Any]", table)) if isinstance(table, Mapping) else {}
        if len(given) != 1 or next(iter(given)) not in kinds:
            got = ", ".join(given) or shown(table)
            raise RefusedError(f"must be a table with one of {', '.join(kinds)}, got {got}", "wrong-type")
        ((word, value),) = given.items()
        plain = {next(iter(kinds[word].__part__.fields)): value}
        return read_kind(
            kinds[word], cast("Mapping[str, Any]", value if isinstance(value, Mapping) else plain), reading, word
        )

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """JSON schema by key."""
        entries: dict[str, Any] = {}
        for word, kind in self.by_word.items():
            first, *others = kind.__part__.fields.values()
            short = [] if others else [first.schema(definitions)]
            entries[word] = {"anyOf": [*short, kind.__schema__(definitions)]}
        return {self.name: {"type": "object", "properties": entries, "minProperties": 1, "maxProperties": 1}}


_SHAPES: Final = (Sphere, Ellipsoid, Box, Cylinder)


class DrawnShapeOrNone(_Tagged, OneOrNone[DrawnShape]):
    """A shape that can be drawn, or none."""

    def __init__(self) -> None:
        super().__init__(*_SHAPES, Capsule, Cone, default=None)


class ShapeOrNone(_Tagged, OneOrNone[Shape]):
    """A shape, or none."""

    def __init__(self) -> None:
        super().__init__(*_SHAPES, default=None)


class DerivedShape(_Tagged, DerivedOne[Shape]):
    """A shape with a default derived from other fields."""

    def __init__(self, *, follows: Any):
        super().__init__(*_SHAPES, default=None, follows=follows)


def _plain(value: Real) -> Any:
    return value if np.ndim(value) else float(value)
