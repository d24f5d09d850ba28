"""Mass, added mass, spatial inertia: their conventions, and the exact ways between them.

``Inertial`` joins a rigid body (``MassProperties`` at a ``Pose``) and the fluid that it moves (``AddedMass``). Its
``mass_matrix`` is the one to simulate with.
"""

from seaway.inertia._added_mass import (
    COEFFICIENTS,
    CORNER_UNITS,
    AddedMass,
    Convention,
    inferred_parallel_axis_term,
)
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
from seaway.inertia._spatial import (
    acceleration,
    blocks_swapped,
    coriolis_wrench,
    kinetic_energy,
    positive_definite,
    rigid_body_matrix,
    rotated_to,
    shifted_to,
)

__all__ = [
    "COEFFICIENTS",
    "CORNER_UNITS",
    "AddedMass",
    "AddedMassRatio",
    "Convention",
    "Inertial",
    "MassProperties",
    "acceleration",
    "added_mass_ratio",
    "blocks_swapped",
    "box_added_mass",
    "coriolis_wrench",
    "cylinder_added_mass",
    "disc_added_mass",
    "ellipsoid_added_mass",
    "inferred_parallel_axis_term",
    "kinetic_energy",
    "lagged_limit",
    "positive_definite",
    "rigid_body_matrix",
    "rotated_to",
    "shifted_to",
    "sphere_added_mass",
    "spheroid_added_mass",
]
