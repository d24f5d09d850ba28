"""Weight and fixed buoyancy: the second fades as its extent leaves the water."""

from typing import Final

from seaway._arrays import Record
from seaway._jit import kernel
from seaway.kernels.rotation import nine, times, transposed_times
from seaway.kernels.submergence import UNBOUNDED, wet_part
from seaway.kernels.vectors import Vector3, Vector6, added3, scaled3, three, wrench_at

__all__ = ["FIELDS", "buoyancy", "potential_energy", "weight", "wetness"]

FIELDS: Final = [
    ("mass", "f8"),  # that has weight [kg]
    ("center_of_mass", "f8", 3),  # p_BoBcm_B [m]
    ("volume", "f8"),  # displaced [m3]
    ("center_of_buoyancy", "f8", 3),  # p_BoBcb_B of the whole volume, also the centre of the extent [m]
    ("extent", "i8"),  # kind of shape, see submergence
    ("half_size", "f8", 3),  # half sizes of the shape [m]
    ("axes", "f8", (3, 3)),  # R_BS of the shape
    ("radius", "f8"),  # of the sphere around the shape [m]
]


@kernel
def wetness(body: Record, up_B: Vector3, depth: float) -> tuple[float, Vector3]:
    """The wet fraction of the volume, and the centre of the wet part in B.

    Args:
        body: Parameters of the vehicle.
        up_B: Normal of the surface, in B.
        depth: Of the centre of buoyancy of the whole [m].
    """
    center = three(body["center_of_buoyancy"])
    kind = body["extent"]
    radius = body["radius"]
    if kind == UNBOUNDED or depth >= radius:
        return 1.0, center
    if depth <= -radius:
        return 0.0, center
    R_BS = nine(body["axes"])
    half = three(body["half_size"])
    fraction, shift_S = wet_part(kind, half, transposed_times(R_BS, up_B), depth)
    return fraction, added3(center, times(R_BS, shift_S))


@kernel
def weight(body: Record, gravity: float, up_B: Vector3) -> Vector6:
    """Weight at the centre of mass."""
    force = scaled3(-body["mass"] * gravity, up_B)
    return wrench_at(force, three(body["center_of_mass"]))


@kernel
def buoyancy(displaced_weight: float, up_B: Vector3, p_BoBcb_B: Vector3) -> Vector6:
    """The weight of the displaced water, upward at the centre of the wet part."""
    return wrench_at(scaled3(displaced_weight, up_B), p_BoBcb_B)


@kernel
def potential_energy(body: Record, gravity: float, height: float, displaced_weight: float, depth: float) -> float:
    """Energy of position [J]: m g z_cm of the weight, and the displaced weight times the depth of its centre.

    The second is the work that pushed the wet volume down from the surface, element by element.
    """
    return body["mass"] * gravity * height + displaced_weight * depth
