"""Weight and fixed buoyancy: the second fades as its extent leaves the water."""

import math
from typing import Final

from seaway._arrays import Record
from seaway._jit import kernel
from seaway.kernels.rotation import nine, times, transposed_times
from seaway.kernels.submergence import UNBOUNDED, wet_part
from seaway.kernels.vectors import Vector3, Vector6, added3, scaled3, three, wrench_at

__all__ = ["FIELDS", "STIFFENED", "buoyancy", "potential_energy", "stiffened", "weight", "wetness"]

FIELDS: Final = [
    ("mass", "f8"),  # that has weight [kg]
    ("center_of_mass", "f8", 3),  # p_BoBcm_B [m]
    ("volume", "f8"),  # displaced [m3]
    ("center_of_buoyancy", "f8", 3),  # p_BoBcb_B of the whole volume, also the centre of the extent [m]
    ("extent", "i8"),  # kind of shape, see submergence
    ("half_size", "f8", 3),  # half sizes of the shape [m]
    ("axes", "f8", (3, 3)),  # R_BS of the shape
    ("radius", "f8"),  # of the sphere around the shape [m]
    ("stiffness", "f8", (6, 3)),  # STIFFENED: wrench about Bo in B per heave, roll and pitch, positive when it restores
    ("rest", "f8"),  # STIFFENED: height of Bo above the surface at rest [m]
]

STIFFENED: Final = -1
"""Kind of extent of a vehicle whose buoyancy is a linear stiffness about its rest."""


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
def stiffened(body: Record, normal_B: Vector3, height: float) -> tuple[Vector6, float]:
    """The wrench of a linear stiffness, -G (heave, roll, pitch) about the surface, and its energy.

    Args:
        body: Parameters of the vehicle.
        normal_B: Normal of the surface, in B.
        height: Of Bo above the surface [m].
    """
    G = body["stiffness"]
    z = height - body["rest"]
    roll = math.atan2(normal_B[1], normal_B[2])
    pitch = -math.asin(min(max(normal_B[0], -1.0), 1.0))
    wrench = (
        -(G[0, 0] * z + G[0, 1] * roll + G[0, 2] * pitch),
        -(G[1, 0] * z + G[1, 1] * roll + G[1, 2] * pitch),
        -(G[2, 0] * z + G[2, 1] * roll + G[2, 2] * pitch),
        -(G[3, 0] * z + G[3, 1] * roll + G[3, 2] * pitch),
        -(G[4, 0] * z + G[4, 1] * roll + G[4, 2] * pitch),
        -(G[5, 0] * z + G[5, 1] * roll + G[5, 2] * pitch),
    )
    return wrench, -0.5 * (wrench[2] * z + wrench[3] * roll + wrench[4] * pitch)


@kernel
def potential_energy(body: Record, gravity: float, height: float, displaced_weight: float, depth: float) -> float:
    """Energy of position [J]: m g z_cm of the weight, and the displaced weight times the depth of its centre.

    The second is the work that pushed the wet volume down from the surface, element by element.
    """
    return body["mass"] * gravity * height + displaced_weight * depth
