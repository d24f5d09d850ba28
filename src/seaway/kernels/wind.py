"""Wind: a mean with a power-law profile, and random gusts; drag on reference areas.

A gust is an Ornstein-Uhlenbeck process, updated at each step and held, g' = g e^(-h/T) + σ √(1 - e^(-2h/T)) ξ, with
random numbers that depend only on the key of the run and the step: the gusts of a run do not depend on other runs.
Gusts with a spectrum are in ``gusts``.
"""

import math
from typing import Any

import numpy as np

from seaway._jit import kernel, shared_kernel
from seaway._lanes import where
from seaway.kernels.gusts import GOLDEN, mixed
from seaway.kernels.surroundings import air_at
from seaway.kernels.vectors import Vector6, dot3, scaled6, velocity_at, wrench_at

__all__ = ["air_wrench", "area_drag", "gust", "water_wrench"]


@kernel
def _normals(key: np.uint64, step: int) -> tuple[float, float]:
    """Two independent standard normal numbers of a key and a step (Box and Muller)."""
    a = mixed(key + np.uint64(2 * step + 1) * GOLDEN)
    b = mixed(key + np.uint64(2 * step + 2) * GOLDEN)
    u = (float(a >> np.uint64(11)) + 1.0) * 2.0**-53  # in (0, 1]
    angle = 2.0 * math.pi * float(b >> np.uint64(11)) * 2.0**-53
    size = math.sqrt(-2.0 * math.log(u))
    return size * math.cos(angle), size * math.sin(angle)


@shared_kernel
def gust(
    deviation: float, time_constant: float, high: int, low: int, step: int, time_step: float, x: float, y: float
) -> tuple[float, float]:
    """Advance the gust (x, y) of a run by a step; at step 0 draw it from its stationary distribution; single floats.

    Args:
        deviation: Standard deviation σ of each component [m/s].
        time_constant: Time constant T [s].
        high: Upper 32 bits of the key of the run.
        low: Lower 32 bits of the key.
        step: Number of the step.
        time_step: Time step h [s].
        x: Present gust along x [m/s].
        y: Present gust along y [m/s].
    """
    if deviation <= 0.0:
        return x, y
    dx, dy = _normals((np.uint64(high) << np.uint64(32)) | np.uint64(low), step)
    keep = math.exp(-time_step / time_constant) if step > 0 else 0.0
    fresh = deviation * math.sqrt(1.0 - keep * keep)
    return keep * x + fresh * dx, keep * y + fresh * dy


@kernel
def area_drag(par: Any, density: float, linear: float, v: tuple[float, float, float]) -> Vector6:
    """Wrench about Bo in B of a fluid with the velocity v relative to the body, in B.

    The force is ½ ρ C S |v| v + linear v.
    """
    drag = par.drag
    if par.by_axis != 0:
        speeds = (abs(v[0]), abs(v[1]), abs(v[2]))
    else:
        speed = math.sqrt(dot3(v, v))
        speeds = (speed, speed, speed)
    half = 0.5 * density
    force = (
        (half * drag[0] * speeds[0] + linear) * v[0],
        (half * drag[1] * speeds[1] + linear) * v[1],
        (half * drag[2] * speeds[2] + linear) * v[2],
    )
    w = wrench_at(force, par.center)
    return (w[0], w[1], w[2], w[3], w[4], w[5] - density * par.yaw * v[0] * v[1])


@kernel
def water_wrench(par: Any, _: Any, around: Any, motion: Any) -> Vector6:
    """Wrench of the drag of the water on the submerged part."""
    moving, u = velocity_at(motion.nu, par.center), around.v_WC_B
    v = (u[0] - moving[0], u[1] - moving[1], u[2] - moving[2])
    drag = area_drag(par, around.density, around.density_ratio * par.linear, v)
    return drag if par.everywhere != 0 else scaled6(around.immersion, drag)


@kernel
def air_wrench(par: Any, _: Any, around: Any, motion: Any) -> Vector6:
    """Wrench of the drag of the wind on the part above the surface."""
    moving, u = velocity_at(motion.nu, par.center), air_at(around, motion, par.center)
    v = (u[0] - moving[0], u[1] - moving[1], u[2] - moving[2])
    drag = area_drag(par, around.air_density, par.linear, v)
    if par.everywhere != 0:
        return drag
    share = around.emersion
    w = scaled6(share, drag)
    dry = share > 0.0
    return (
        where(dry, w[0], 0.0), where(dry, w[1], 0.0), where(dry, w[2], 0.0),
        where(dry, w[3], 0.0), where(dry, w[4], 0.0), where(dry, w[5], 0.0),
    )  # fmt: skip
