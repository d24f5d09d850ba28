"""Warnings that depend on the rest position of a vehicle."""

from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.errors import Finding, ModelError
from seaway.hydro._hydrostatics import hydrostatics
from seaway.sea import Sea
from seaway.vehicle import Hull, HydrostaticStiffness, Vehicle
from seaway.vehicle._advice import floats

# Largest mesh for which the rest position is computed: some tenths of a second.
_MOST_TRIANGLES: Final = 100_000


def rest_advice(vehicle: Vehicle, sea: Sea) -> list[Finding]:
    """Find thrusters above the water at rest: rule ``thruster-in-air``. For other rules see ``vehicle.advice``."""
    where = "above the surface at rest, where it has no effect. Check its position [m]; z is up"
    messages = [
        f"vehicle '{vehicle.name}': its thruster '{thruster.name}' is {height:.3g} m {where}"
        for thruster, height in zip(vehicle.thrusters, _heights_at_rest(vehicle, sea), strict=False)
        if height > 0.0
    ]
    return [Finding("warning", None, None, "thruster-in-air", message) for message in messages]


def _heights_at_rest(vehicle: Vehicle, sea: Sea) -> Floats:
    """Heights of the thrusters above still water [m]; none if the vehicle does not float, or that is unknown."""
    buoyancy, unknown = vehicle.buoyancy, np.zeros(0)
    points = np.array([thruster.position for thruster in vehicle.thrusters])
    if not len(points) or buoyancy is None or sea.surface is None or sea.gravity == 0.0:
        return unknown
    if isinstance(buoyancy, HydrostaticStiffness):
        return points[:, 2] + buoyancy.rest_height
    if (isinstance(buoyancy, Hull) and len(buoyancy.surface.faces) > _MOST_TRIANGLES) or not floats(vehicle, sea):
        return unknown
    try:
        rest = hydrostatics(vehicle, sea)
    except ModelError:  # no rest position found
        return unknown
    return points @ rest.pose.R[2] + rest.pose.p[2] - sea.surface
