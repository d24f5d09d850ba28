"""Buoyancy as a linear stiffness about a rest, for vehicles that are published so."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen
from seaway.errors import ModelError
from seaway.frames import FLU_FRD
from seaway.kernels.restoring import STIFFENED
from seaway.vehicle._checks import finite

__all__ = ["HydrostaticStiffness"]

# Matrices that were moved from one point to another by products are off by rounding; a wrong entry is off by itself.
_SYMMETRIC: Final = 1e-9
_AXES: Final = ("surge", "sway", "heave", "roll", "pitch", "yaw")
_USED: Final = slice(2, 5)


@dataclass(frozen=True, eq=False, init=False)
class HydrostaticStiffness:
    """The balance of weight and buoyancy of a vessel near its rest, linear in heave, roll and pitch.

    ::

        (weight and pressure) = -G (z, roll, pitch)        about Bo, in B

    z is the height of Bo above the surface less that at rest; roll and pitch are those of B against the surface of the
    waves. It is always taken for wet. It stands for the whole of the buoyancy: ``Vehicle(buoyancy=...)``. Far from the
    rest a vessel does otherwise: a ``Hull`` knows how.

    Args:
        matrix: G about Bo in B, positive when it restores [N/m, N, Nm]: (6, 6), of which heave, roll and pitch alone
            may have entries, or these, (3, 3).
        rest_height: Of Bo above the still surface at rest [m].

    Raises:
        ModelError: The matrix has another shape, has entries elsewhere, or is not symmetric (it would feed energy in).

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 4.
    """

    matrix: Floats
    rest_height: float

    def __init__(self, matrix: ArrayLike, rest_height: float = 0.0):
        G = _six(matrix)
        others = G.copy()
        others[_USED, _USED] = 0.0
        if np.any(others):
            i, j = (int(k) for k in np.argwhere(others)[0])
            message = "a hydrostatic stiffness has entries for heave, roll and pitch alone"
            raise ModelError(f"{message}, got {others[i, j]:g} for {_AXES[i]} per {_AXES[j]}, at [{i}, {j}]")
        off, largest = np.abs(G - G.T), float(np.max(np.abs(G)))
        if np.any(off > _SYMMETRIC * largest):
            i, j = (int(k) for k in np.unravel_index(int(np.argmax(off)), off.shape))
            message = "a hydrostatic stiffness must be symmetric (else it feeds energy in)"
            raise ModelError(f"{message}, got {G[i, j]:g} at [{i}, {j}] and {G[j, i]:g} at [{j}, {i}]")
        object.__setattr__(self, "matrix", frozen(0.5 * (G + G.T)))
        object.__setattr__(self, "rest_height", finite(rest_height, "the height at rest [m]"))

    @classmethod
    def from_fossen(cls, matrix: ArrayLike, rest_height: float = 0.0) -> "HydrostaticStiffness":
        """Make it from a G in FRD axes and NED, positive when it restores: roll then couples with the other sign.

        Args:
            matrix: G about the same origin, (6, 6), or of heave, roll and pitch, (3, 3).
            rest_height: Of Bo above the still surface at rest [m]; positive upward here too.
        """
        return cls(FLU_FRD.matrix(_six(matrix)), rest_height)

    def fill(self, record: np.void) -> None:
        """Write its fields to a record of ``kernels.model.VEHICLE``."""
        record["extent"], record["rest"] = STIFFENED, self.rest_height
        record["stiffness"] = self.matrix[:, _USED]


def _six(values: ArrayLike) -> Floats:
    what = "a hydrostatic stiffness"
    if np.shape(values) != (3, 3):
        return finite_floats(values, (6, 6), f"{what} (or that of heave, roll and pitch, 3 x 3)")
    G = np.zeros((6, 6))
    G[_USED, _USED] = finite_floats(values, (3, 3), what)
    return G
