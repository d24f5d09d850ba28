"""Advice that needs the rest position of a vehicle."""

import numpy as np

from seaway._arrays import Floats
from seaway.errors import Finding, ModelError
from seaway.hydro._hydrostatics import hydrostatics
from seaway.sea import Sea
from seaway.vehicle import Hull, HydrostaticStiffness, Vehicle, floats

__all__ = ["rest_advice"]

# How many triangles are settled in the water for advice: some tenths of a second.
_SETTLED = 100_000


def rest_advice(vehicle: Vehicle, sea: Sea) -> list[Finding]:
    """Find thrusters above the water at rest: rule ``thruster-in-air``. For other rules see ``vehicle.advice``."""
    found = _thrusters(vehicle, sea)
    return [Finding("warning", None, None, rule, f"vehicle '{vehicle.name}': {message}") for rule, message in found]


def _thrusters(vehicle: Vehicle, sea: Sea) -> list[tuple[str, str]]:
    heights = _heights_at_rest(vehicle, sea, np.array([thruster.position for thruster in vehicle.thrusters]))
    if heights is None:
        return []
    found: list[tuple[str, str]] = []
    for thruster, height in zip(vehicle.thrusters, heights.tolist(), strict=True):
        if height > 0.0:
            message = (
                f"its thruster '{thruster.name}' is {height:.3g} m above the surface at rest, where it does nothing. "
                "Check its position [m]; z is up"
            )
            found.append(("thruster-in-air", message))
    return found


def _heights_at_rest(vehicle: Vehicle, sea: Sea, points: Floats) -> Floats | None:
    """Heights of points of a vehicle above still water [m]; None where it does not float or that is not known."""
    buoyancy = vehicle.buoyancy
    if not len(points) or buoyancy is None or sea.surface is None or sea.gravity == 0.0:
        return None
    if isinstance(buoyancy, HydrostaticStiffness):
        return points[:, 2] + buoyancy.rest_height
    if isinstance(buoyancy, Hull) and len(buoyancy.mesh.faces) > _SETTLED:
        return None
    if not floats(vehicle, sea):
        return None
    try:
        rest = hydrostatics(vehicle, sea)
    except ModelError:  # no rest was found
        return None
    return points @ rest.pose.R[2] + rest.pose.p[2] - sea.surface
