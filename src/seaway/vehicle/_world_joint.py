"""A joint between a vehicle and the world: the motion that it leaves free."""

from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen
from seaway.vehicle._checks import chosen, unit

__all__ = ["WorldJoint", "WorldJointKind"]

WorldJointKind = Literal["prismatic", "revolute", "ball"]

# Velocities that were turned or given with all their digits are off by rounding; wrong ones are off by themselves.
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, eq=False, init=False)
class WorldJoint:
    """A joint between a vehicle and the world, without friction and without stops.

    ::

        ν = S q'          ν' = S (Sᵀ M S)⁻¹ Sᵀ (sum of all wrenches)

    S is constant in B: (a; 0) for a slide along the axis a, (p × a; a) for a hinge about a through p, (S(p); 1) for a
    ball at p. The joint does no work. A slide is exact; the centre of a hinge or ball stays where it is to the order of
    the integrator.

    Args:
        kind: ``"prismatic"`` slides along the axis, ``"revolute"`` turns about it, ``"ball"`` turns about the point.
        axis: In B; made a unit vector. A ball needs none.
        point: Where a hinge or ball is, p_BoJo_B [m].

    Raises:
        ModelError: The kind is not known, the axis points nowhere, or a number is not finite.
    """

    kind: WorldJointKind
    axis: Floats
    point: Floats

    def __init__(
        self, kind: WorldJointKind, axis: ArrayLike = (1.0, 0.0, 0.0), point: ArrayLike = (0.0, 0.0, 0.0)
    ) -> None:
        kind = cast("WorldJointKind", chosen(kind, get_args(WorldJointKind), "guide"))
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "axis", frozen(unit(axis, "the axis of a guide")))
        object.__setattr__(self, "point", frozen(finite_floats(point, (3,), "the point of a guide [m]")))

    @property
    def freedom(self) -> Floats:
        """S, whose columns are the velocities (v_WB_B, w_WB_B) that it leaves free, (6, 1 or 3)."""
        if self.kind == "prismatic":
            return np.concatenate([self.axis, np.zeros(3)])[:, None]
        w = self.axis[:, None] if self.kind == "revolute" else np.eye(3)
        return np.concatenate([np.cross(self.point[:, None], w, axis=0), w])

    def mobility(self, mass_matrix: Floats) -> Floats:
        """S (Sᵀ M S)⁻¹ Sᵀ, what stands in the place of M⁻¹; (..., 6, 6)."""
        S = self.freedom
        return S @ np.linalg.inv(S.T @ mass_matrix @ S) @ S.T

    def allows(self, velocity: Floats) -> bool:
        """Whether it leaves velocities (v_WB_B, w_WB_B) free, (..., 6)."""
        S = self.freedom
        across = velocity - velocity @ (S @ np.linalg.pinv(S)).T
        return bool(np.all(np.abs(across) <= _ROUNDING * np.max(np.abs(velocity), axis=-1, keepdims=True)))
