"""Wind: a mean that grows with height, and gusts that come and go at random; drag on reference areas.

A gust is an Ornstein-Uhlenbeck process, updated once a step and held, g' = g e^(-h/T) + σ √(1 - e^(-2h/T)) ξ, with
random numbers that depend on the row's key and the step alone: so a row has the same gusts whatever the others do.
"""

import math
from typing import Final

import numpy as np

from seaway._arrays import Floats, Record
from seaway._jit import kernel
from seaway.kernels.vectors import Vector3, Vector6, dot3, three, wrench_at

__all__ = ["AREA", "GUST", "area_drag", "gust", "wind_at"]

AREA: Final = np.dtype(
    [
        ("vehicle", "i8"),
        ("in_air", "i8"),  # 1 for wind on what is above the surface, 0 for water on what is below
        ("by_axis", "i8"),  # 1 for |v_i| v_i on each axis, 0 for |v| v_i
        ("drag", "f8", 3),  # C S along each axis of B [m2]
        ("yaw", "f8"),  # moment about z per -ρ v_x v_y [m3]
        ("linear", "f8"),  # drag per speed, of the fluid along the flow [kg/s]
        ("everywhere", "i8"),  # whether it acts above and below the surface alike
        ("center", "f8", 3),  # centre of effort p_BoP_B [m]
    ]
)

GUST: Final = 2  # states of a row: along x and y in W [m/s]

_M1: Final = np.uint64(0xBF58476D1CE4E5B9)
_M2: Final = np.uint64(0x94D049BB133111EB)
_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)


@kernel
def _mixed(x: np.uint64) -> np.uint64:
    """Scramble 64 bits (Stafford's mix 13, as in SplitMix64)."""
    x = (x ^ (x >> np.uint64(30))) * _M1
    x = (x ^ (x >> np.uint64(27))) * _M2
    return x ^ (x >> np.uint64(31))


@kernel
def _normals(key: np.uint64, step: int) -> tuple[float, float]:
    """Two independent standard normal numbers of a key and a step (Box and Muller)."""
    a = _mixed(key + np.uint64(2 * step + 1) * _GOLDEN)
    b = _mixed(key + np.uint64(2 * step + 2) * _GOLDEN)
    u = (float(a >> np.uint64(11)) + 1.0) * 2.0**-53  # in (0, 1]
    angle = 2.0 * math.pi * float(b >> np.uint64(11)) * 2.0**-53
    size = math.sqrt(-2.0 * math.log(u))
    return size * math.cos(angle), size * math.sin(angle)


@kernel
def gust(water: Record, key: np.uint64, step: int, time_step: float, held: Floats) -> None:
    """Once a step: the gust of a row goes on; at step 0 it starts as it may be at any time."""
    deviation = water["gust"]
    if deviation <= 0.0:
        return
    x, y = _normals(key, step)
    keep = math.exp(-time_step / water["gust_time"]) if step > 0 else 0.0
    fresh = deviation * math.sqrt(1.0 - keep * keep)
    held[0] = keep * held[0] + fresh * x
    held[1] = keep * held[1] + fresh * y


@kernel
def wind_at(water: Record, held: Floats, height: float) -> Vector3:
    """The wind at a height above the surface, in W [m/s]: a power law, with gusts."""
    factor = 1.0
    if water["wind_exponent"] > 0.0:
        factor = (max(height, 0.0) / water["wind_height"]) ** water["wind_exponent"]
    v = water["wind"]
    if water["gust"] <= 0.0:
        return (factor * v[0], factor * v[1], factor * v[2])
    return (factor * (v[0] + held[0]), factor * (v[1] + held[1]), factor * v[2])


@kernel
def area_drag(area: Record, density: float, v: Vector3) -> Vector6:
    """The wrench about Bo in B of a fluid that passes with a velocity v, relative to the body, in B.

    Its force is ½ ρ C S |v| v + linear v.
    """
    drag = three(area["drag"])
    if area["by_axis"] != 0:
        speeds = (abs(v[0]), abs(v[1]), abs(v[2]))
    else:
        speed = math.sqrt(dot3(v, v))
        speeds = (speed, speed, speed)
    half, linear = 0.5 * density, area["linear"]
    force = (
        (half * drag[0] * speeds[0] + linear) * v[0],
        (half * drag[1] * speeds[1] + linear) * v[1],
        (half * drag[2] * speeds[2] + linear) * v[2],
    )
    w = wrench_at(force, three(area["center"]))
    return (w[0], w[1], w[2], w[3], w[4], w[5] - density * area["yaw"] * v[0] * v[1])
