"""Mass, added mass and spatial inertia: conventions, and exact conversions between them.

``Inertial`` joins a rigid body (``MassProperties`` at a ``Pose``) and the fluid that moves with it (``AddedMass``). Its
``mass_matrix`` is the one to simulate with.
"""

from seaway.inertia._added_mass import AddedMass, inferred_parallel_axis_term
from seaway.inertia._diagnostics import AddedMassRatio, added_mass_ratio, lagged_limit
from seaway.inertia._inertial import Inertial
from seaway.inertia._mass_properties import MassProperties
from seaway.inertia._shapes import (
    box_added_mass,
    cylinder_added_mass,
    disc_added_mass,
    ellipsoid_added_mass,
    sphere_added_mass,
    spheroid_added_mass,
)
from seaway.inertia._spatial import acceleration, coriolis_wrench, kinetic_energy

__all__ = [
    "AddedMass",
    "AddedMassRatio",
    "Inertial",
    "MassProperties",
    "acceleration",
    "added_mass_ratio",
    "box_added_mass",
    "coriolis_wrench",
    "cylinder_added_mass",
    "disc_added_mass",
    "ellipsoid_added_mass",
    "inferred_parallel_axis_term",
    "kinetic_energy",
    "lagged_limit",
    "sphere_added_mass",
    "spheroid_added_mass",
]
