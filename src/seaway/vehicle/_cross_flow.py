"""Cross-flow drag by strips along a hull."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Records, finite_floats, frozen, positive, text, whole
from seaway.errors import ModelError
from seaway.vehicle._checks import finite, not_negative

__all__ = ["CrossFlow", "hoerner_coefficient"]

# Hoerner's curve as it is digitised in Fossen's MSS toolbox (HYDRO/Hoerner.m): B / 2T, and C_D there.
# fmt: off
_RATIOS: Final = (
    0.0108623, 0.176606, 0.353025, 0.451863, 0.472838, 0.492877, 0.493252, 0.558473, 0.646401, 0.833589,
    0.988002, 1.30807, 1.63918, 1.85998, 2.31288, 2.59998, 3.00877, 3.45075, 3.7379, 4.00309,
)
_COEFFICIENTS: Final = (
    1.96608, 1.96573, 1.89756, 1.78718, 1.58374, 1.27862, 1.21082, 1.08356, 0.998631, 0.87959,
    0.828415, 0.759941, 0.691442, 0.657076, 0.630693, 0.596186, 0.586846, 0.585909, 0.559877, 0.559315,
)
# fmt: on


def hoerner_coefficient(beam: float, draft: float) -> float:
    """The drag coefficient C_D of a ship's section in cross flow, by B / 2T; it goes with the draft.

    Linear between the points of the curve, which reach from 0.011 to 4.003, and held outside of them.

    Args:
        beam: B [m].
        draft: T [m].

    Raises:
        ModelError: One is not > 0.

    Reference:
        S. F. Hoerner, Fluid-Dynamic Drag, 1965; T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion
        Control, 2nd ed. 2021, ch. 6, and the points of the curve in his MSS toolbox, Hoerner.m.
    """
    ratio = 0.5 * positive(beam, "the beam [m]") / positive(draft, "the draft [m]")
    return float(np.interp(ratio, _RATIOS, _COEFFICIENTS))


@dataclass(frozen=True, eq=False, init=False, repr=False)
class CrossFlow:
    """Drag of the flow across a slender hull, strip by strip.

    With (u, v, w, p, q, r) the velocity through the water in B, v_x = v + x r and w_x = w - x q, each plane by itself::

        Y = -1/2 ρ Σ lateral |v_x| v_x         N =  Σ x Y
        Z = -1/2 ρ Σ vertical |w_x| w_x        M = -Σ x Z

    or both planes together, against the flow across, as Healey and Lienard have it::

        (Y, Z) = -1/2 ρ Σ (lateral v_x² + vertical w_x²) (v_x, w_x) / √(v_x² + w_x²)

    It goes with the wet part of the vehicle. It is the same in FLU as in FRD.

    Args:
        x: Middles of the strips, in B [m], (n,).
        lateral: C h dx of each strip, drag coefficient times the area seen from the side [m2]: (n,) or one number.
        vertical: C b dx, of the area seen from above [m2]: (n,) or one number.
        together: Whether both planes make one drag.

    Raises:
        ModelError: There is no strip, shapes do not fit, or a number is negative or not finite.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 6; A. J. Healey
        and D. Lienard, Multivariable sliding mode control for autonomous diving and steering of unmanned underwater
        vehicles, IEEE J. Oceanic Engineering 18(3), 1993.
    """

    x: Floats
    lateral: Floats
    vertical: Floats
    together: bool

    def __init__(self, x: ArrayLike, lateral: ArrayLike, vertical: ArrayLike, together: bool = False):
        shape = np.shape(x)
        if len(shape) != 1 or shape[0] == 0:
            raise ModelError(
                f"the x of a cross flow must be a list of the middles of strips [m], got the shape {shape}"
            )
        if not isinstance(together, bool):
            raise ModelError(f"together of a cross flow must be True or False, got {together!r}")
        object.__setattr__(self, "x", frozen(finite_floats(x, shape, "the x of a cross flow [m]")))
        object.__setattr__(self, "lateral", _areas(lateral, shape[0], "lateral of a cross flow [m2]"))
        object.__setattr__(self, "vertical", _areas(vertical, shape[0], "vertical of a cross flow [m2]"))
        object.__setattr__(self, "together", together)

    def __len__(self) -> int:
        return len(self.x)

    def __repr__(self) -> str:
        return f"CrossFlow({len(self)} strips, x = {self.x.min():g} to {self.x.max():g} m)"

    @classmethod
    def uniform(
        cls, length: float, draft: float, coefficient: float, strips: int = 20, center: float = 0.0
    ) -> "CrossFlow":
        """A hull of one draft and one coefficient: ``Y = -1/2 ρ T C ∫ |v + x r| (v + x r) dx``, and none in heave.

        Fossen's Otter is so, with ``hoerner_coefficient``. His programs add 21 strips of a 20th of the length, ends
        included, and so 5 % more drag in sway; these strips fill the length.

        Args:
            length: L [m].
            draft: T [m].
            coefficient: C.
            strips: How many.
            center: x of the middle of the hull in B [m].
        """
        L, T = positive(length, "the length of a cross flow [m]"), positive(draft, "the draft of a cross flow [m]")
        C = not_negative(coefficient, "the coefficient of a cross flow", " (a negative one feeds energy in)")
        n, middle = whole(strips, "the number of strips"), finite(center, "the centre of a cross flow [m]")
        x = middle + L * ((np.arange(n) + 0.5) / n - 0.5)
        return cls(x, C * T * L / n, 0.0)

    @classmethod
    def from_profile(
        cls,
        x: ArrayLike,
        height: ArrayLike,
        breadth: ArrayLike,
        lateral_coefficient: float,
        vertical_coefficient: float,
        strips: int = 40,
        together: bool = True,
    ) -> "CrossFlow":
        """A hull whose height h(x) and breadth b(x) are tables, linear between their nodes.

        The strips are of one length, and each has the whole area of the profile over it.

        Args:
            x: Nodes in B [m], ascending, (m,).
            height: h at the nodes [m], (m,) or one number.
            breadth: b at the nodes [m], (m,) or one number.
            lateral_coefficient: C_y, of the height.
            vertical_coefficient: C_z, of the breadth.
            strips: How many.
            together: Whether both planes make one drag, as those of the NPS AUV II.
        """
        shape = np.shape(x)
        if len(shape) != 1 or shape[0] < 2:
            raise ModelError(f"the x of a profile must be a list of two or more nodes [m], got the shape {shape}")
        nodes = finite_floats(x, shape, "the x of a profile [m]")
        if np.any(np.diff(nodes) <= 0.0):
            raise ModelError(f"the x of a profile must ascend, got {text(nodes)}")
        h = _areas(height, shape[0], "the height of a profile [m]")
        b = _areas(breadth, shape[0], "the breadth of a profile [m]")
        why = " (a negative one feeds energy in)"
        C_y = not_negative(lateral_coefficient, "the lateral coefficient of a profile", why)
        C_z = not_negative(vertical_coefficient, "the vertical coefficient of a profile", why)
        edges: Floats = np.linspace(float(nodes[0]), float(nodes[-1]), whole(strips, "the number of strips") + 1)
        middles = 0.5 * (edges[1:] + edges[:-1])
        return cls(middles, C_y * _areas_between(nodes, h, edges), C_z * _areas_between(nodes, b, edges), together)

    def fill(self, records: Records) -> None:
        """Write its fields to as many records of ``kernels.strips.STRIP`` as it has strips, all but the vehicle."""
        records["together"], records["x"] = self.together, self.x
        records["lateral"], records["vertical"] = self.lateral, self.vertical


def _areas(values: ArrayLike, count: int, what: str) -> Floats:
    if np.ndim(values) == 0:
        values = np.full(count, finite_floats(values, (), what))
    array = finite_floats(values, (count,), f"{what} (or one number)")
    if np.any(array < 0.0):
        raise ModelError(f"{what} must be >= 0 everywhere (a negative one feeds energy in), got {text(array)}")
    return frozen(array)


def _areas_between(nodes: Floats, values: Floats, edges: Floats) -> Floats:
    """The integral of what is linear between nodes, from each edge to the next."""
    places = np.union1d(nodes, edges)
    y = np.interp(places, nodes, values)
    until = np.concatenate([[0.0], np.cumsum(0.5 * (y[1:] + y[:-1]) * np.diff(places))])
    return np.diff(until[np.searchsorted(places, edges)])
