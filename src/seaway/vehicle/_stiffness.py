"""Buoyancy as a linear hydrostatic stiffness about the rest position."""

from typing import Any, Final

import numpy as np

from seaway._arrays import Floats
from seaway.parts import (
    KW_ONLY,
    Array,
    ArrayOrNone,
    Number,
    OneOrNone,
    Part,
    Ranged,
    RefusedError,
    Rows,
    from_frd,
    required,
)
from seaway.vehicle._simple_hulls import Pontoons

# Matrices that were moved from one point to another by products are off by rounding; a wrong entry is off by itself.
_SYMMETRIC: Final = 1e-9
_AXES: Final = ("surge", "sway", "heave", "roll", "pitch", "yaw")
_USED: Final = slice(2, 5)


def _restoring(matrices: Floats) -> str | None:
    """Refuse other entries, and asymmetry, which would feed energy in."""
    for G in matrices.reshape(-1, 6, 6):
        others = G.copy()
        others[_USED, _USED] = 0.0
        if np.any(others):
            i, j = (int(k) for k in np.argwhere(others)[0])
            where = f"{others[i, j]:g} for {_AXES[i]} per {_AXES[j]}, at [{i}, {j}]"
            return f"must have entries for heave, roll and pitch alone, got {where}"
        off = np.abs(G - G.T)
        if np.any(off > _SYMMETRIC * float(np.max(np.abs(G)))):
            i, j = (int(k) for k in np.unravel_index(int(np.argmax(off)), off.shape))
            where = f"{G[i, j]:g} at [{i}, {j}] and {G[j, i]:g} at [{j}, {i}]"
            return f"must be symmetric (otherwise it feeds energy in), got {where}"
    return None


class _Stiffness(Ranged[Rows, Floats]):
    """A 6 x 6 matrix, or its 3 x 3 block of heave, roll and pitch."""

    hint = "ArrayLike"

    def __init__(self) -> None:
        super().__init__(shape=(6, 6), unit="N/m, N, Nm", frd="matrix", rule=_restoring)

    @property
    def shapes_in_files(self) -> list[tuple[int | None, ...]]:
        return [(6, 6), (3, 3)]

    def check(self, value: Any) -> Any:
        """Take the block of heave, roll and pitch for the whole."""
        try:
            small = np.shape(value) == (3, 3)
        except ValueError:
            raise RefusedError("must be numbers in rows of one length", "wrong-shape") from None
        if small:
            whole = np.zeros((6, 6))
            whole[_USED, _USED] = Array(shape=(3, 3), unit=self.unit).check(value)
            value = whole
        G = super().check(value)
        return self._finished(0.5 * (G + np.swapaxes(G, -1, -2)))

    def _words(self) -> str:
        return "6 rows of 6 numbers, or 3 rows of 3 for heave, roll and pitch"


class HydrostaticStiffness(Part, what="hydrostatic stiffness"):
    """Restoring forces of a floating vessel, linear in heave, roll and pitch about its rest position.

    ::

        (weight and pressure) = -G (z, roll, pitch)        about Bo, in B

    z is the height of Bo above the surface, relative to that at rest; roll and pitch are relative to the wave surface.
    Accelerated water exerts the force m a at the centre of mass, that on the displaced water. The vessel always counts
    as submerged. The stiffness replaces all other buoyancy: ``Vehicle(buoyancy=...)``. It is valid near the rest
    position; for large motions use a ``Hull``.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 4.
    """

    matrix: _Stiffness = required(_Stiffness)
    """Stiffness G about Bo in the body frame, positive if restoring: 6 x 6, or 3 x 3 for heave, roll and pitch."""
    _: KW_ONLY
    rest_height: Number = Number(unit="m", default=0.0)
    """Height of Bo above the still surface at rest."""
    extent: ArrayOrNone = ArrayOrNone(shape=(3,), unit="m", above=0.0, default=None)
    """Length, breadth and draft of the submerged hull below the centre of mass, over which the wave motion is averaged.
    Default: a point, with an error in pitch of about 3 % in waves of 20 hull lengths, and more in shorter ones."""
    pontoons: OneOrNone[Pontoons] = OneOrNone(Pontoons, default=None)
    """Hulls of a catamaran in SDFormat output; they have no effect on the motion."""

    @classmethod
    def from_fossen(cls, matrix: Any, *, rest_height: float = 0.0) -> "HydrostaticStiffness":
        """Make a stiffness from G in FRD and NED axes, positive if restoring; its couplings with roll change sign.

        Args:
            matrix: Stiffness G about the same origin, (6, 6), or of heave, roll and pitch, (3, 3).
            rest_height: Height of Bo above the still surface at rest [m]; positive upward.
        """
        return from_frd(cls, matrix=matrix, rest_height=rest_height)
