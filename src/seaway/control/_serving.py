"""Which axes thrusters serve."""

from collections.abc import Sequence
from typing import Final

from seaway.control._allocation import AXES, Allocation
from seaway.vehicle import Vehicle

# Axes that come only together, the one that is least asked of thrusters first: a propeller beside the middle pushes.
_FIRST_TO_GO: Final = ("roll", "pitch", "sway", "heave", "yaw", "surge")


def thruster_allocation(vehicle: Vehicle, needed: Sequence[str], density: float) -> Allocation | None:
    """An allocation of the axes that are needed and that thrusters control; None where that is none of them.

    Other axes that they control count too, so that it does not turn while it is pushed. A roll or pitch that comes only
    with something else, as a push below the centre of mass pitches a boat, is not control of it.
    """
    if not vehicle.thrusters:
        return None
    free = Allocation(vehicle, density=density).uncontrollable
    others: list[str] = [axis for axis in AXES if axis not in free and axis not in needed]
    wanted: list[str] = [axis for axis in needed if axis not in ("roll", "pitch") or axis not in free]
    while wanted:
        found = Allocation(vehicle, axes=[axis for axis in AXES if axis in wanted or axis in others], density=density)
        if not found.uncontrollable:
            return found
        # One by one: what goes first may be what keeps another from being reached.
        extra = [axis for axis in others if axis in found.uncontrollable]
        if extra:
            others = [axis for axis in others if axis not in extra]
        else:
            wanted.remove(next(axis for axis in _FIRST_TO_GO if axis in wanted and axis in found.uncontrollable))
    return None
