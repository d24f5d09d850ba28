"""Which axes thrusters serve, and which fins."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.control._allocation import AXES, Allocation, times_rows, uncontrollable_axes
from seaway.control._bounded import pseudo_inverse
from seaway.errors import ModelError
from seaway.vehicle import Vehicle

# Axes that come only together, the one that is least asked of thrusters first: a propeller beside the middle pushes.
_FIRST_TO_GO: Final = ("roll", "pitch", "sway", "heave", "yaw", "surge")
_LEAST_SPEED: Final = 0.25  # of the cruise: below it fins are not given more angle
_NO_EFFECT: Final = 1e-6  # of the largest effect of a fin: what differences leave of a true 0


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


class FinTorques:
    """How fins give torques: by their effect at a cruise speed and the square of the speed.

    Args:
        vehicle: Vehicle with fins.
        wrenches: Wrench of each fin per angle at the cruise speed, (6, fin).
        served: Names of the axes that they serve.
        cruise: Forward speed through the water [m/s].

    Raises:
        ModelError: They do not control one of the axes.
    """

    def __init__(self, vehicle: Vehicle, wrenches: Floats, served: tuple[str, ...], cruise: float):
        self.axes, self.cruise = np.array([AXES.index(name) for name in served], dtype=np.intp), cruise
        effect = wrenches[self.axes]
        self.effect = np.where(np.abs(effect) > _NO_EFFECT * np.max(np.abs(wrenches)), effect, 0.0)
        left = uncontrollable_axes(self.effect, served)
        if left:
            message = f"vehicle '{vehicle.name}': at {cruise:g} m/s its fins do not control {', '.join(left)}"
            raise ModelError(f"{message}; leave out what needs it, or give it thrusters or fins that do")
        self.inverse = pseudo_inverse(self.effect)
        self.limits = np.array([fin.limit for fin in vehicle.fins])
        self.names = tuple(fin.name for fin in vehicle.fins)

    def angles(self, wrench: Floats, speed: Floats) -> tuple[dict[str, Floats], Floats]:
        """Angles [rad] by name, each (batch,), and the part of the wrench that limits cut off, (batch, 6).

        Args:
            wrench: Set point, about Bo in B, (batch, 6).
            speed: Forward speed through the water [m/s], (batch,).
        """
        share = np.maximum((speed / self.cruise) ** 2, _LEAST_SPEED**2) * np.where(speed < 0.0, -1.0, 1.0)
        wish = wrench[:, self.axes] / share[:, None]
        angles = np.clip(times_rows(self.inverse, wish), -self.limits, self.limits)
        left = (wish - times_rows(self.effect, angles)) * share[:, None]
        beyond = np.any(np.abs(angles) >= self.limits, axis=-1)
        missing = np.zeros_like(wrench)
        missing[:, self.axes] = np.where(beyond[:, None], left, 0.0)
        return {name: angles[:, k] for k, name in enumerate(self.names)}, missing
