"""A mooring line as a part: the example of docs/parts.md."""

from collections.abc import Iterator

import numpy as np

from seaway.parts import KW_ONLY, Array, DerivedNumber, Name, Number, NumberOrNone, Part, some


class Mooring(Part, what="mooring"):
    """An elastic line from a vehicle to an anchor."""

    name: Name = Name()
    """Name used in messages."""
    anchor: Array = Array(shape=(3,), unit="m")
    """Position of the anchor in world axes."""
    _: KW_ONLY
    stiffness: Number = Number(unit="N/m", above=0.0)
    """Tension per elongation."""
    length: DerivedNumber = DerivedNumber(unit="m", above=0.0, default=None, follows=lambda line: line.span())
    """Unstretched length; by default from the anchor to the world origin."""
    fairlead: Array = Array(shape=(3,), unit="m", frd="vector", default=(0.0, 0.0, 0.0))
    """Where the line is made fast, in the body frame."""
    largest_lean: Number = Number(unit="rad", above=0.0, below=1.6, default=1.0)
    """Largest angle between the vertical and the line from the world origin."""
    breaking_load: NumberOrNone = NumberOrNone(unit="N", above=0.0, default=None)
    """Tension at which it breaks; by default it never does."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Find what is wrong between fields."""
        lean = np.arccos(-self.anchor[..., 2] / self.span())
        if some(lean > self.largest_lean):
            yield (
                "anchor",
                f"it leans by {np.max(lean):.2f} rad, more than largest_lean; put the anchor deeper",
            )

    def span(self, point: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> float:
        """Distance from the anchor to a point in world axes [m]."""
        return np.linalg.norm(self.anchor - point, axis=-1)

    def tension(self, point: tuple[float, float, float]) -> float:
        """Tension when the line reaches to a point in world axes [N]."""
        tension = self.stiffness * np.maximum(self.span(point) - self.length, 0.0)
        return tension if self.breaking_load is None else np.where(tension < self.breaking_load, tension, 0.0)
