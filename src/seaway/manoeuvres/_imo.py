"""IMO's standards for ship manoeuvrability.

Reference:
    IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002, section 5.3.
"""

from dataclasses import dataclass
from typing import Final

from seaway._arrays import positive

_SHORTEST_SHIP: Final = 100.0


@dataclass(frozen=True)
class Criterion:
    """One standard, and the measured value.

    Attributes:
        name: Name of the measure.
        value: Measured value; None if the track does not reach it.
        limit: Largest value allowed.
        unit: Unit of both: "L", lengths of the ship, or "°".
        applies: Whether the vehicle is long enough for the standards; for others they are a comparison only.
        shortest: Length from which the standards apply to ships [m]; to carriers of chemicals and gas at any length.
    """

    name: str
    value: float | None
    limit: float
    unit: str
    applies: bool
    shortest: float = _SHORTEST_SHIP

    @property
    def met(self) -> bool | None:
        """Whether it is met; None if it was not reached."""
        return None if self.value is None else self.value <= self.limit


def compared(length: float, *rows: tuple[str, float | None, float, str]) -> tuple[Criterion, ...]:
    """Compare measures with limits: name, value, limit and unit; values in "L" are given in metres.

    Args:
        length: Length of the ship between perpendiculars, L [m].
        *rows: One for each standard.
    """
    L = positive(length, "the length of a ship [m]")
    return tuple(
        Criterion(name, value / L if value is not None and unit == "L" else value, limit, unit, L >= _SHORTEST_SHIP)
        for name, value, limit, unit in rows
    )
