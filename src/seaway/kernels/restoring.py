"""Weight, fixed buoyancy that falls as its shape leaves the water, and linear hydrostatic stiffness."""

import math
from typing import Any

from seaway._jit import kernel
from seaway._lanes import all_of, like, one_lane, width_of, with_lane
from seaway.kernels.rotation import nine, times, transposed_times
from seaway.kernels.submergence import wet_part
from seaway.kernels.vectors import Vector3, Vector6, added3, scaled3, wrench_at

__all__ = ["buoyancy", "potential_energy", "stiffened", "weight", "wetness"]


@kernel
def _wetness_one(body: Any, boxes: Any, cylinders: Any, up_B: Vector3, depth: float) -> tuple[float, Vector3]:
    center = body.center_of_buoyancy
    if depth >= body.radius:
        return 1.0, center
    if depth <= -body.radius:
        return 0.0, center
    R_BS = nine(body.axes)
    fraction, shift_S = wet_part(boxes, cylinders, body.extent, body.half_size, transposed_times(R_BS, up_B), depth)
    return fraction, added3(center, times(R_BS, shift_S))


@kernel
def _wetness_each(body: Any, boxes: Any, cylinders: Any, up_B: Vector3, depth: float) -> tuple[float, Vector3]:
    """Lane by lane, if not all are submerged."""
    wet, center = like(depth, 1.0), body.center_of_buoyancy
    for i in range(width_of(depth)):
        own = one_lane(body, i)
        fraction, place = _wetness_one(own, boxes, cylinders, one_lane(up_B, i), one_lane(depth, i))
        wet, center = with_lane(wet, i, fraction), with_lane(center, i, place)
    return wet, center


@kernel
def wetness(body: Any, boxes: Any, cylinders: Any, up_B: Vector3, depth: float) -> tuple[float, Vector3]:
    """Wet fraction of the volume, and the centre of the wet part in B.

    Args:
        body: Parameters of the vehicle.
        boxes: None if there is no box among the shapes.
        cylinders: None if there is no cylinder.
        up_B: Normal of the surface, in B.
        depth: Depth of the centre of buoyancy of the whole shape [m].
    """
    if all_of(depth >= body.radius):
        return like(depth, 1.0), body.center_of_buoyancy
    return _wetness_each(body, boxes, cylinders, up_B, depth)


@kernel
def weight(body: Any, gravity: float, up_B: Vector3) -> Vector6:
    """Wrench of the weight at the centre of mass."""
    return wrench_at(scaled3(-body.mass * gravity, up_B), body.center_of_mass)


@kernel
def buoyancy(displaced_weight: float, up_B: Vector3, p_BoBcb_B: Vector3) -> Vector6:
    """Wrench of the buoyancy: the weight of the displaced water, upward at the centre of the wet part."""
    return wrench_at(scaled3(displaced_weight, up_B), p_BoBcb_B)


@kernel
def stiffened(body: Any, normal_B: Vector3, height: float) -> tuple[Vector6, float]:
    """Wrench of a linear stiffness, -G (heave, roll, pitch) relative to the surface, and its energy.

    Args:
        body: Parameters of the vehicle.
        normal_B: Normal of the surface, in B.
        height: Height of Bo above the surface [m].
    """
    G = body.stiffness
    z = height - body.rest
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
def potential_energy(body: Any, gravity: float, height: float, displaced_weight: float, depth: float) -> float:
    """Potential energy [J]: m g z_cm of the weight, plus the displaced weight times the depth of its centre.

    The second is the work needed to push the wet volume down from the surface, element by element.
    """
    return body.mass * gravity * height + displaced_weight * depth
