"""Linear model of a vehicle near a steady motion: mass, damping, stiffness, effect of its fins."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.frames import quaternion_from_rpy
from seaway.hydro import hydrostatics
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Hull, Vehicle

STEP: Final = 6e-6
"""Step of central differences [m, rad, m/s, rad/s]: about the cube root of the rounding of a float, at which truncation
and rounding errors are the same, for forces that change over lengths, angles and speeds of about 1."""


@dataclass(frozen=True, eq=False)
class Plant:
    """Linear model of a vehicle near a level, steady, straight motion in calm water.

    Attributes:
        mass: Mass matrix M of rigid body and added mass about Bo in B, (6, 6).
        damping: Damping matrix -∂τ/∂ν about Bo in B, (6, 6).
        stiffness: Stiffness matrix -∂τ/∂η; η is the position in level axes and roll, pitch, yaw, (6, 6).
        fins: Wrench about Bo in B per angle of each fin [N/rad, N m/rad], (6, fins).
    """

    mass: Floats
    damping: Floats
    stiffness: Floats
    fins: Floats


def rest_of(vehicle: Vehicle, sea: Sea) -> tuple[Sea, Floats, Floats]:
    """Calm sea, position and roll, pitch, yaw at which a vehicle is linearised.

    A vehicle that floats by a hull or a stiffness is at rest on the surface; any other is in unbounded water.
    """
    buoyancy = vehicle.buoyancy
    level = sea.surface
    if buoyancy is None or isinstance(buoyancy, Buoyancy) or level is None:
        return Sea(sea.density, sea.gravity, surface=None, viscosity=sea.viscosity), np.zeros(3), np.zeros(3)
    calm = sea.replace(current=None, waves=None, wind=None)
    if isinstance(buoyancy, Hull):
        pose = hydrostatics(vehicle, calm).pose
        return calm, pose.p, pose.rpy
    return calm, np.array([0.0, 0.0, level + buoyancy.rest_height]), np.zeros(3)


def plant_of(vehicle: Vehicle, sea: Sea, speed: float) -> Plant:
    """Linearise a vehicle by central differences of the simulated accelerations.

    Args:
        vehicle: Vehicle to linearise.
        sea: Sea that defines density, gravity and surface; waves, current and wind are ignored.
        speed: Forward speed through the water [m/s].
    """
    calm, position, rpy = rest_of(vehicle, sea)
    fins = [fin.name for fin in vehicle.fins]
    n = 12 + len(fins)
    shifts = np.concatenate([STEP * np.eye(n), -STEP * np.eye(n)])
    sim = Simulation(vehicle, calm, batch=2 * n)
    sim.set_state(
        position=position + shifts[:, 6:9],
        orientation=quaternion_from_rpy(rpy + shifts[:, 9:12]),
        velocity=np.array([speed, 0.0, 0.0, 0.0, 0.0, 0.0]) + shifts[:, :6],
    )
    sim.to_steady_state(actuators={name: shifts[:, 12 + k] for k, name in enumerate(fins)})
    M = vehicle.inertial_in(sea.density).mass_matrix()
    wrenches = sim.acceleration()[:, 0] @ M.T
    slopes = ((wrenches[:n] - wrenches[n:]) / (2.0 * STEP)).T
    return Plant(M, -slopes[:, :6], -slopes[:, 6:12], slopes[:, 12:])
