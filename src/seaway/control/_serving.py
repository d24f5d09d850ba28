"""Axes that thrusters control."""

from collections.abc import Sequence
from typing import Final

from seaway.control._allocation import AXES, Allocation
from seaway.vehicle import Vehicle

# Order in which coupled axes are dropped: a propeller off the centre line is meant for thrust, not for its moment.
_FIRST_TO_GO: Final = ("roll", "pitch", "sway", "heave", "yaw", "surge")


def thruster_allocation(vehicle: Vehicle, needed: Sequence[str], density: float) -> Allocation | None:
    """Allocation on the needed axes that thrusters control; None if they control none.

    Other axes that they control count too, so that the vehicle does not turn while it is pushed. A roll or pitch that
    is only a side effect, as when a push below the centre of mass pitches a boat, does not count as control.
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
        # One at a time: dropping one axis may make another reachable.
        extra = [axis for axis in others if axis in found.uncontrollable]
        if extra:
            others = [axis for axis in others if axis not in extra]
        else:
            wanted.remove(next(axis for axis in _FIRST_TO_GO if axis in wanted and axis in found.uncontrollable))
    return None
