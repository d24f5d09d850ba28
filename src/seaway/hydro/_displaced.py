"""Added mass estimated from the displaced water."""

import numpy as np

from seaway.errors import ModelError
from seaway.hydro._hydrostatics import hydrostatics
from seaway.inertia import AddedMass
from seaway.inertia._spatial import rigid_body_matrix
from seaway.parts import Scalar, checked
from seaway.sea import Sea
from seaway.vehicle import Vehicle


def with_displaced_fluid(vehicle: Vehicle, sea: Sea, fraction: float = 1.0) -> Vehicle:
    """Give a vehicle an added mass equal to the displaced mass, or a fraction of it.

    With the volume V and the centre of buoyancy c = p_BoBcb_B of the vehicle at rest in still water, the added mass is
    that of a point mass m_A = fraction · ρ V at c::

        M_A = [[m_A 1, -m_A S(c)], [m_A S(c), m_A S(c) S(c)^T]]

    This is a rule of thumb for hulls without better data. The true fraction depends on the direction: 0.5 for a
    sphere; for a slender body near 0 along its axis and near 1 across; above 1 for a flat one across its plane; and
    there is added inertia about the centre. If the shape is known, use ``seaway.inertia.ellipsoid_added_mass`` and the
    like.

    Args:
        vehicle: A vehicle without fluid added mass.
        sea: The sea; its density and gravity determine how the vehicle floats.
        fraction: Fraction of the displaced mass, finite and >= 0.

    Returns:
        The vehicle, its added mass given for its reference density, or for the density of this sea if it has none.

    Raises:
        ModelError: The vehicle has added mass already, the fraction is out of range, or ``hydrostatics`` finds no rest
            position.
    """
    share = checked(Scalar(at_least=0.0), fraction, "the fraction of the displaced mass")
    largest = float(np.max(np.abs(vehicle.inertial.added_mass_matrix())))
    if largest > 0.0:
        message = f"vehicle '{vehicle.name}' has fluid added mass already, up to {largest:.4g} kg"
        remedy = "Remove it first with inertial.with_added_mass(None), or keep it"
        raise ModelError(f"{message}: the displaced water would count twice. {remedy}")
    rest = hydrostatics(vehicle, sea)
    rho = sea.density if vehicle.reference_density is None else vehicle.reference_density
    M_A = rigid_body_matrix(share * rho * rest.volume, rest.center_of_buoyancy, np.zeros((3, 3)))
    return vehicle.replace(inertial=vehicle.inertial.with_added_mass(AddedMass(M_A)))
