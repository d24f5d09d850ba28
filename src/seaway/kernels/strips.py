"""Cross-flow drag by strips along the hull, as in published vehicle models.

With v_x = v + x r and w_x = w - x q, each plane separately:

    Y = -½ ρ ∫ C_y h(x) |v_x| v_x dx        N = ∫ x dY
    Z = -½ ρ ∫ C_z b(x) |w_x| w_x dx        M = -∫ x dZ

or both together, against the cross flow, as in Healey and Lienard:

    (Y, Z) = -½ ρ ∫ (C_y h v_x² + C_z b w_x²) (v_x, w_x) / √(v_x² + w_x²) dx
"""

import math
from typing import Any

from seaway._jit import kernel
from seaway._lanes import like, where
from seaway.kernels.vectors import Vector6, scaled6

__all__ = ["strip_drag", "wrench"]


@kernel
def strip_drag(par: Any, density: float, nu_r: Vector6) -> Vector6:
    """Wrench about Bo in B of a submerged vehicle.

    Args:
        par: ``x`` of the middle of each strip [m], ``lateral`` C_y h dx and ``vertical`` C_z b dx of each [m2];
            ``together``, whether both planes are combined.
        density: Density ρ of the water [kg/m3].
        nu_r: Velocity through the water [m/s, rad/s].
    """
    zero = like(nu_r[0], 0.0)
    Y, Z, M, N = zero, zero, zero, zero
    half = 0.5 * density
    for s in range(len(par.x)):
        x, lateral, vertical = par.x[s], par.lateral[s], par.vertical[s]
        v, w = nu_r[1] + x * nu_r[5], nu_r[2] - x * nu_r[4]
        if par.together != 0:
            speed = math.sqrt(v * v + w * w)
            moving = speed > 0.0
            drag = half * (lateral * (v * v) + vertical * (w * w)) / where(moving, speed, 1.0)
            drag = where(moving, drag, 0.0)
            y, z = -drag * v, -drag * w
        else:
            y, z = -half * lateral * abs(v) * v, -half * vertical * abs(w) * w
        Y += y
        Z += z
        M -= x * z
        N += x * y
    return (zero, Y, Z, zero, M, N)


@kernel
def wrench(par: Any, _: Any, around: Any, motion: Any) -> Vector6:
    """Wrench of the drag of the submerged part."""
    return scaled6(around.immersion, strip_drag(par, around.density, motion.nu_r))
