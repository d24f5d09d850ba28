"""Cross-flow drag by strips along the hull, as published vehicles have it.

With v_x = v + x r and w_x = w - x q, each plane by itself:

    Y = -½ ρ ∫ C_y h(x) |v_x| v_x dx        N = ∫ x dY
    Z = -½ ρ ∫ C_z b(x) |w_x| w_x dx        M = -∫ x dZ

or both together, against the flow across, as Healey and Lienard have it:

    (Y, Z) = -½ ρ ∫ (C_y h v_x² + C_z b w_x²) (v_x, w_x) / √(v_x² + w_x²) dx
"""

import math
from typing import Final

import numpy as np

from seaway._arrays import Records
from seaway._jit import kernel
from seaway.kernels.vectors import Vector6

__all__ = ["STRIP", "strip_drag"]

STRIP: Final = np.dtype(
    [
        ("vehicle", "i8"),
        ("together", "i8"),  # whether both planes make one drag
        ("x", "f8"),  # of its middle in B [m]
        ("lateral", "f8"),  # C_y h dx [m2]
        ("vertical", "f8"),  # C_z b dx [m2]
    ]
)


@kernel
def strip_drag(strips: Records, i: int, first: int, stop: int, density: float, nu_r: Vector6) -> Vector6:
    """The wrench about Bo in B."""
    Y, Z, M, N = 0.0, 0.0, 0.0, 0.0
    half = 0.5 * density
    for s in range(first, stop):
        strip = strips[i, s]
        x = strip["x"]
        v, w = nu_r[1] + x * nu_r[5], nu_r[2] - x * nu_r[4]
        if strip["together"] != 0:
            speed = math.sqrt(v * v + w * w)
            drag = strip["lateral"] * (v * v) + strip["vertical"] * (w * w)
            drag = half * drag / speed if speed > 0.0 else 0.0
            y, z = -drag * v, -drag * w
        else:
            y, z = -half * strip["lateral"] * abs(v) * v, -half * strip["vertical"] * abs(w) * w
        Y += y
        Z += z
        M -= x * z
        N += x * y
    return (0.0, Y, Z, 0.0, M, N)
