"""Cross-flow drag by strips along a hull."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, positive, whole
from seaway.forces import Force, Kernels, Law, law_of
from seaway.kernels import strips as kernels
from seaway.parts import Array, Flag, Number, checked, frozen_floats

_ENERGY: Final = "a negative one feeds energy in"

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


def _ascending(nodes: Floats) -> str | None:
    if len(nodes) > 1 and np.all(np.diff(nodes) > 0.0):
        return None
    return f"must be two or more ascending numbers, got {nodes.tolist()}"


_LENGTH: Final = Number(unit="m")
_SHARE: Final = Number(at_least=0.0, why=_ENERGY)


def hoerner_coefficient(*, beam: float, draft: float) -> float:
    """Drag coefficient C_D of a ship section in cross flow, a function of B / 2T, based on the draft.

    Interpolated linearly on Hoerner's curve for B / 2T from 0.011 to 4.003, constant beyond.

    Args:
        beam: Beam B [m].
        draft: Draft T [m].

    Raises:
        ModelError: Beam or draft is not > 0.

    Reference:
        S. F. Hoerner, Fluid-Dynamic Drag, 1965; T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion
        Control, 2nd ed. 2021, ch. 6, and the points of the curve in his MSS toolbox, Hoerner.m.
    """
    ratio = 0.5 * positive(beam, "the beam [m]") / positive(draft, "the draft [m]")
    return float(np.interp(ratio, _RATIOS, _COEFFICIENTS))


class CrossFlow(Force, what="cross flow"):
    """Cross-flow drag of a slender hull by strip theory.

    With (u, v, w, p, q, r) the velocity through the water in B, v_x = v + x r and w_x = w - x q, and the drag areas
    A_y = lateral_drag_area and A_z = vertical_drag_area, for each plane separately::

        Y = -1/2 ρ Σ A_y |v_x| v_x        N =  Σ x Y
        Z = -1/2 ρ Σ A_z |w_x| w_x        M = -Σ x Z

    or ``coupled``, opposite to the resultant cross flow, as Healey and Lienard have it::

        (Y, Z) = -1/2 ρ Σ (A_y v_x² + A_z w_x²) (v_x, w_x) / √(v_x² + w_x²)

    The drag scales with the submerged fraction of the vehicle. It is the same in FLU and FRD axes.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 6; A. J. Healey
        and D. Lienard, Multivariable sliding mode control for autonomous diving and steering of unmanned underwater
        vehicles, IEEE J. Oceanic Engineering 18(3), 1993.
    """

    x: Array = Array(shape=(None,), unit="m")
    """Centres of the strips along the body x axis."""
    lateral_drag_area: Array = Array(shape=(None,), fill=True, unit="m2", at_least=0.0, why=_ENERGY, kernel="lateral")
    """Drag area of each strip in sway, drag coefficient times side area, C h dx; one number or one per strip."""
    vertical_drag_area: Array = Array(shape=(None,), fill=True, unit="m2", at_least=0.0, why=_ENERGY, kernel="vertical")
    """Drag area of each strip in heave, drag coefficient times plan area, C b dx; one number or one per strip."""
    coupled: Flag = Flag(default=False, kernel="together")
    """Whether sway and heave are coupled through the resultant cross flow."""

    def _derive(self) -> None:
        own, n = vars(self), self.x.shape[-1]
        for name in ("lateral_drag_area", "vertical_drag_area"):
            if own[name].shape[-1] == 1:
                own[name] = frozen_floats(np.repeat(own[name], n, axis=-1))

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that there is one area per strip."""
        n = self.x.shape[-1]
        for name in ("lateral_drag_area", "vertical_drag_area"):
            count = vars(self)[name].shape[-1]
            if count != n:
                yield name, f"{name} must be one number or one for each of the {n} strips, got {count}"

    def law(self) -> Law:
        """The compiled kind of this force."""
        return _LAW

    @classmethod
    def uniform(
        cls, *, length: float, draft: float, coefficient: float, strips: int = 20, center: float = 0.0
    ) -> "CrossFlow":
        """Make strips of constant draft and coefficient: ``Y = -1/2 ρ T C ∫ |v + x r| (v + x r) dx``, no heave drag.

        Fossen's Otter has this drag, with ``hoerner_coefficient``. His MSS toolbox sums 21 strips of L/20, both ends
        included, and so has 5 % more drag in sway; here the strips fill the length exactly.

        Args:
            length: Length L of the hull [m].
            draft: Draft T [m].
            coefficient: Drag coefficient C.
            strips: Number of strips.
            center: Position of midships along x in B [m].
        """
        L, T = positive(length, "the length of a cross flow [m]"), positive(draft, "the draft of a cross flow [m]")
        C = checked(_SHARE, coefficient, "the coefficient of a cross flow")
        n, middle = whole(strips, "the number of strips"), checked(_LENGTH, center, "the centre of a cross flow")
        x = middle + L * ((np.arange(n) + 0.5) / n - 0.5)
        return cls(x, C * T * L / n, 0.0)

    @classmethod
    def from_profile(
        cls,
        x: ArrayLike,
        height: ArrayLike,
        breadth: ArrayLike,
        *,
        lateral_coefficient: float,
        vertical_coefficient: float,
        strips: int = 40,
        coupled: bool = True,
    ) -> "CrossFlow":
        """Make strips from tables of height h(x) and breadth b(x), linear between the nodes.

        The strips have equal length; each takes the area of the profile over its length.

        Args:
            x: Nodes in B [m], ascending, (m,).
            height: Height h at the nodes [m], (m,) or one number.
            breadth: Breadth b at the nodes [m], (m,) or one number.
            lateral_coefficient: Drag coefficient C_y in sway, based on the height.
            vertical_coefficient: Drag coefficient C_z in heave, based on the breadth.
            strips: Number of strips.
            coupled: Whether sway and heave are coupled through the resultant cross flow, as for the NPS AUV II.
        """
        nodes = checked(Array(shape=(None,), unit="m", rule=_ascending), x, "the x of a profile")
        sizes = Array(shape=(len(nodes),), fill=True, unit="m", at_least=0.0, why=_ENERGY)
        h = checked(sizes, height, "the height of a profile")
        b = checked(sizes, breadth, "the breadth of a profile")
        C_y = checked(_SHARE, lateral_coefficient, "the lateral coefficient of a profile")
        C_z = checked(_SHARE, vertical_coefficient, "the vertical coefficient of a profile")
        edges: Floats = np.linspace(float(nodes[0]), float(nodes[-1]), whole(strips, "the number of strips") + 1)
        middles = 0.5 * (edges[1:] + edges[:-1])
        return cls(middles, C_y * _areas_between(nodes, h, edges), C_z * _areas_between(nodes, b, edges), coupled)


def _areas_between(nodes: Floats, values: Floats, edges: Floats) -> Floats:
    """Integrals of a piecewise linear function from each edge to the next."""
    places = np.union1d(nodes, edges)
    y = np.interp(places, nodes, values)
    until = np.concatenate([[0.0], np.cumsum(0.5 * (y[1:] + y[:-1]) * np.diff(places))])
    return np.diff(until[np.searchsorted(places, edges)])


_LAW: Final = law_of(CrossFlow, "strip_drag", Kernels(kernels.wrench), force="strip_drag")
