"""Where a vehicle begins a manoeuvre, and what a result has in common."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import positive
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.hydro import hydrostatics
from seaway.sea import Sea
from seaway.sim import Recording, Simulation
from seaway.vehicle import Buoyancy, Hull, Vehicle

__all__ = ["Manoeuvre", "Quantity", "rest_pose", "simulation_at_rest", "whole_periods"]

# A vehicle whose weight is within this share of the water that it displaces is one that dives.
_DIVES: Final = 0.2
# How deep it begins where nobody says, in largest extents of it.
_DEEP: Final = 10.0


class Quantity(NamedTuple):
    """A measure for a table: ``label``, ``value`` in its ``unit``, None where it was not reached, and its ``key``."""

    key: str
    label: str
    value: float | None
    unit: str


@dataclass(frozen=True, eq=False)
class Manoeuvre:
    """What came of a manoeuvre.

    Attributes:
        vehicle: Its name.
        recording: Of the whole run: state and actuators.
        settings: What it was run with, by name, for tables and files.
    """

    vehicle: str
    recording: Recording = field(repr=False)
    settings: Mapping[str, object]

    def quantities(self) -> tuple[Quantity, ...]:
        """The measures, with labels and units."""
        raise NotImplementedError


def rest_pose(vehicle: Vehicle, sea: Sea, depth: float | None = None) -> Pose:
    """Where a vehicle is at rest: afloat, or level at a depth.

    One with a ``Hull`` or a ``HydrostaticStiffness`` is afloat, and so is one with a ``Buoyancy`` that is much lighter
    than the water it can displace. One that weighs about as much as that, as vehicles that dive do, or that has no
    buoyancy, is level and ten times its own size deep.

    Args:
        vehicle: The vehicle.
        sea: Its density, gravity and surface count.
        depth: Of Bo below the surface [m], level; where None, see above.

    Raises:
        ModelError: The depth is not > 0, or a body that should float does not.
    """
    surface = 0.0 if sea.surface is None else sea.surface
    if depth is not None:
        return Pose((0.0, 0.0, surface - positive(depth, "the depth of a manoeuvre [m]")))
    buoyancy = vehicle.buoyancy
    if isinstance(buoyancy, Buoyancy | Hull) and sea.surface is not None:
        whole = sea.density * buoyancy.volume
        if isinstance(buoyancy, Hull) or vehicle.inertial.mass < (1.0 - _DIVES) * whole:
            calm = Sea(sea.density, sea.gravity, surface=sea.surface)
            resting = hydrostatics(vehicle, calm)
            if not resting.floating:
                message = f"vehicle '{vehicle.name}' does not float: it weighs more than the water it can displace"
                raise ModelError(f"{message}, {vehicle.inertial.mass:g} kg and {whole:g} kg; give a depth to begin at")
            return resting.pose
    if buoyancy is None or isinstance(buoyancy, Buoyancy | Hull):
        size = 1.0 if not isinstance(buoyancy, Buoyancy) else 2.0 * buoyancy.extent.radius
        return Pose((0.0, 0.0, surface - max(1.0, _DEEP * size)))
    return Pose((0.0, 0.0, surface + buoyancy.rest_height))


def simulation_at_rest(
    vehicle: Vehicle, sea: Sea, pose: Pose, time_step: float, speed: float = 0.0, batch: int = 1
) -> Simulation:
    """A simulation of a vehicle at a pose, ahead at some speed."""
    sim = Simulation(vehicle, sea, time_step, batch)
    sim.set_state(position=pose.p, orientation=pose.q, velocity=np.array([speed, 0.0, 0.0, 0.0, 0.0, 0.0]))
    return sim


def whole_periods(time_step: float, least: float) -> float:
    """The shortest whole number of steps that is not below some time [s]."""
    h = positive(time_step, "the time step [s]")
    return h * max(1, int(np.ceil(least / h * (1.0 - 1e-12))))
