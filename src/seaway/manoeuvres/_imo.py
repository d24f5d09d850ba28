"""IMO's standards for ship manoeuvrability, and whether a manoeuvre meets them."""

from dataclasses import dataclass
from math import degrees, radians
from typing import Final

from seaway._arrays import positive
from seaway.manoeuvres._turning_measures import TurningMeasures
from seaway.manoeuvres._zigzag_measures import ZigZagMeasures

__all__ = ["SHORTEST_SHIP", "Criterion", "turning_criteria", "zigzag_criteria"]

SHORTEST_SHIP: Final = 100.0
"""Length from which on the standards apply to ships [m]; to carriers of chemicals and gas at any length."""


@dataclass(frozen=True)
class Criterion:
    """One standard, and what was measured.

    Attributes:
        name: Of what is measured.
        value: As measured; None where the track does not reach it.
        limit: It must not be greater.
        unit: Of both: "L", lengths of the ship, or "°".
        applies: Whether the vehicle is long enough for the standards; to others they are a comparison only.
    """

    name: str
    value: float | None
    limit: float
    unit: str
    applies: bool

    @property
    def met(self) -> bool | None:
        """Whether it is met; None where it was not reached."""
        return None if self.value is None else self.value <= self.limit


def turning_criteria(measures: TurningMeasures, length: float) -> tuple[Criterion, ...]:
    """Compare a turning circle with the standards: advance at most 4.5 lengths, tactical diameter at most 5.

    They are meant for the hardest helm, up to 35°, from 90 % of the speed at 85 % of the engine's power.

    Args:
        measures: Of the turn.
        length: Of the ship between perpendiculars, L [m].

    Reference:
        IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002, section 5.3.1.
    """
    L = positive(length, "the length of a ship [m]")
    applies = L >= SHORTEST_SHIP
    lengths = (_over(measures.advance, L), _over(measures.tactical_diameter, L))
    return (
        Criterion("advance", lengths[0], 4.5, "L", applies),
        Criterion("tactical diameter", lengths[1], 5.0, "L", applies),
    )


def zigzag_criteria(measures: ZigZagMeasures, length: float, speed: float, angle: float) -> tuple[Criterion, ...]:
    """Compare a zig-zag of 10°/10° or 20°/20° with the standards; another angle has none.

    With L/V in seconds, the first overshoot of 10°/10° may be 10° below 10 s, 20° from 30 s on, and 5° + 0.5° L/V
    between; the second 25°, 40°, and 17.5° + 0.75° L/V; the first of 20°/20° 25°. The way until the heading has changed
    by 10° with 10° helm may be 2.5 lengths.

    Args:
        measures: Of the zig-zag.
        length: Of the ship between perpendiculars, L [m].
        speed: Of the approach, V [m/s].
        angle: Of the helm and of the heading [rad].

    Reference:
        IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002, sections 5.3.2 and 5.3.3.
    """
    L, V = positive(length, "the length of a ship [m]"), positive(speed, "the speed of the approach [m/s]")
    applies, ratio = L >= SHORTEST_SHIP, L / V
    first, second = (
        None if size is None else degrees(size) for size in (measures.first_overshoot, measures.second_overshoot)
    )
    if abs(angle - radians(20.0)) < radians(0.1):
        return (Criterion("first overshoot, 20°/20°", first, 25.0, "°", applies),)
    if abs(angle - radians(10.0)) > radians(0.1):
        return ()
    return (
        Criterion("first overshoot, 10°/10°", first, _between(ratio, 10.0, 20.0, 5.0 + 0.5 * ratio), "°", applies),
        Criterion("second overshoot, 10°/10°", second, _between(ratio, 25.0, 40.0, 17.5 + 0.75 * ratio), "°", applies),
        Criterion("initial turning", _over(measures.initial_turning_distance, L), 2.5, "L", applies),
    )


def _between(ratio: float, short: float, long: float, middle: float) -> float:
    if ratio < 10.0:
        return short
    return long if ratio >= 30.0 else middle


def _over(value: float | None, length: float) -> float | None:
    return None if value is None else value / length
