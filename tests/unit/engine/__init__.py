"""The assembled step: a user's own forces, what is compiled and kept, threads and processes."""

import numpy as np

from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.vehicle import Vehicle

BODY = Inertial(
    MassProperties(12.0, np.diag([0.3, 0.4, 0.5])), added_mass=AddedMass(np.diag([4.0, 7.0, 9.0, 0.1, 0.2, 0.3]))
)


def body(*forces: object) -> Vehicle:
    """A body of which nothing is compiled but its own motion and these forces."""
    return Vehicle("body", BODY, forces=list(forces))
