"""IMO's standards for ship manoeuvrability.

Reference:
    IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002, section 5.3.
"""

from dataclasses import dataclass
from typing import Final

from seaway._arrays import positive

# Chemical tankers and gas carriers of any length have to meet the standards too (paragraph 2.1).
_SHORTEST_SHIP: Final = 100.0


@dataclass(frozen=True)
class Criterion:
    """One standard, and the measured value.

    Attributes:
        name: Name of the measure.
        value: Measured value; None if not reached.
        limit: Largest value allowed.
        unit: Unit of both: "L", lengths of the ship, or "°".
        reason: Why the standard does not apply; empty if it does. The numbers are a comparison only then.
    """

    name: str
    value: float | None
    limit: float
    unit: str
    reason: str = ""

    @property
    def applies(self) -> bool:
        """Whether the standard applies."""
        return not self.reason

    @property
    def met(self) -> bool | None:
        """Whether the standard is met; None if it does not apply, or the value was not reached."""
        return None if self.value is None or self.reason else self.value <= self.limit


def compared(length: float, *rows: tuple[str, float | None, float, str], reason: str = "") -> tuple[Criterion, ...]:
    """Compare measures with limits: name, value, limit and unit; values in "L" are given in metres.

    Args:
        length: Length of the ship between perpendiculars, L [m].
        *rows: One for each standard.
        reason: Why the standards do not apply; empty if they apply to a ship that is long enough.
    """
    L = positive(length, "the length of a ship [m]")
    if not reason and L < _SHORTEST_SHIP:
        reason = f"the standards are for ships of {_SHORTEST_SHIP:g} m and more, and this one has {L:g} m"
    return tuple(
        Criterion(name, value / L if value is not None and unit == "L" else value, limit, unit, reason)
        for name, value, limit, unit in rows
    )
