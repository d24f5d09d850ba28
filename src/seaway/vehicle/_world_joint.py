"""A joint between a vehicle and the world."""

from typing import Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.parts import Array, Choice, Part

WorldJointKind = Literal["prismatic", "revolute", "ball"]

# Velocities that were turned or given with all their digits are off by rounding; wrong ones are off by themselves.
_ROUNDING: Final = 1e-9


class WorldJoint(Part, what="world joint"):
    """A frictionless joint between a vehicle and the world, without stops.

    ::

        ν = S q'          ν' = S (Sᵀ M S)⁻¹ Sᵀ (sum of all wrenches)

    S is constant in B: (a; 0) for a prismatic joint along a, (p × a; a) for a revolute joint about a through p,
    (S(p); 1) for a ball joint at p. The joint does no work. A prismatic joint is exact; the centre of a revolute or
    ball joint stays in place to the order of the integrator.
    """

    kind: Choice[WorldJointKind] = Choice(get_args(WorldJointKind))
    """"prismatic" slides along the axis, "revolute" turns about it, "ball" turns about the point."""
    axis: Array = Array(shape=(3,), direction=True, frd="vector", default=(1.0, 0.0, 0.0))
    """Joint axis in the body frame; unused by a ball joint."""
    point: Array = Array(shape=(3,), unit="m", frd="vector", default=(0.0, 0.0, 0.0))
    """Point p_BoJo_B of a revolute or ball joint."""

    @property
    def freedom(self) -> Floats:
        """S, whose columns span the free velocities (v_WB_B, w_WB_B), (6, 1 or 3)."""
        if self.kind == "prismatic":
            return np.concatenate([self.axis, np.zeros(3)])[:, None]
        w = self.axis[:, None] if self.kind == "revolute" else np.eye(3)
        return np.concatenate([np.cross(self.point[:, None], w, axis=0), w])

    def mobility(self, mass_matrix: Floats) -> Floats:
        """S (Sᵀ M S)⁻¹ Sᵀ, which takes the place of M⁻¹; (..., 6, 6)."""
        S = self.freedom
        return S @ np.linalg.inv(S.T @ mass_matrix @ S) @ S.T

    def allows(self, velocity: Floats) -> bool:
        """Whether the joint permits velocities (v_WB_B, w_WB_B), (..., 6)."""
        S = self.freedom
        across = velocity - velocity @ (S @ np.linalg.pinv(S)).T
        return bool(np.all(np.abs(across) <= _ROUNDING * np.max(np.abs(velocity), axis=-1, keepdims=True)))
