"""All laws of a vehicle in a sea: one call each, one wrench each.

    M ν' = the sum of the wrenches of LAWS

``forces`` has those that every vehicle may have, ``equipment`` the others. The order of ``LAWS`` is the order of both;
recordings, ``Simulation.forces`` and reports use it.
"""

from typing import Final

from seaway._arrays import Record
from seaway._jit import kernel, part_kernel
from seaway.kernels.damping import damping as damping_wrench
from seaway.kernels.equipment import EQUIPMENT
from seaway.kernels.external import external
from seaway.kernels.inertia import added_mass_coriolis, rigid_body_coriolis, water_inertia
from seaway.kernels.model import Model
from seaway.kernels.restoring import weight
from seaway.kernels.surroundings import Surroundings, immersion
from seaway.kernels.vectors import ZERO6, Vector6, added6, scaled3, scaled6, wrench_at

__all__ = ["LAWS", "Wrenches", "forces", "summed"]

LAWS: Final[tuple[str, ...]] = (
    "command",
    "external",
    "weight",
    "buoyancy",
    "rigid_body_coriolis",
    "added_mass_coriolis",
    "water_acceleration",
    "damping",
    *EQUIPMENT,
)
"""What acts on a vehicle, by name.

``command`` is the controller's wrench as it arrives, ``external`` what the user puts on besides. In a current
``added_mass_coriolis`` is -C_A(ν_r) ν_r - M_A [ω × v_water; 0], and ``water_acceleration`` is (M_A + ρ V) a_water. On
a hull ``buoyancy`` is all the pressure, of still water and of waves; ρ V then goes with the current's acceleration.
"""

Wrenches = tuple[Vector6, Vector6, Vector6, Vector6, Vector6, Vector6, Vector6, Vector6]


@part_kernel
def forces(
    model: Model, body: Record, row: int, vehicle: int, around: Surroundings, nu: Vector6, applied: Vector6
) -> Wrenches:
    """The wrench of every law but those of the equipment, in the order of ``LAWS``, about Bo in B."""
    v = around.v_WC_B
    nu_r = (nu[0] - v[0], nu[1] - v[1], nu[2] - v[2], nu[3], nu[4], nu[5])
    water_acceleration = ZERO6
    if around.accelerating:
        # The pressure that accelerates the water pushes what takes its place.
        pressure = wrench_at(scaled3(around.displaced_mass, around.a_pressure_B), around.p_BoBcb_B)
        water_acceleration = added6(water_inertia(body, around.a_WC_B), pressure)
    return (
        applied,
        external(model.external, row, vehicle, around.R_BW),
        weight(body, around.gravity, around.up_B),
        around.pressure,
        rigid_body_coriolis(body, nu),
        added_mass_coriolis(body, nu_r, v, around.moving),
        water_acceleration,
        scaled6(immersion(body, around), damping_wrench(body, model.dampings, row, nu_r)),
    )


@kernel
def summed(w: Wrenches) -> Vector6:
    """The sum over the laws, in their order."""
    total = added6(added6(added6(w[0], w[1]), added6(w[2], w[3])), added6(w[4], w[5]))
    return added6(total, added6(w[6], w[7]))
