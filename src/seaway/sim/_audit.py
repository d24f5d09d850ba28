"""Energy and momentum: what a simulation must account for."""

from dataclasses import dataclass

import numpy as np

from seaway._arrays import Floats, by_columns
from seaway.engine import Engine, Evaluation
from seaway.frames import rotated
from seaway.sim._state import motions

__all__ = ["Energy", "Momentum", "energy_of", "momentum_of"]


@dataclass(frozen=True, eq=False)
class Energy:
    """The energy of every vehicle, and where it comes from or goes to.

    The kinetic energy ½ ν^T M ν is that of the body and of the water that it moves, with ν in the world, M = M_RB + s
    M_A and s the part of the added mass that acts. While s is constant its rate is the sum of the powers of all forces;
    as a vehicle enters or leaves the water, energy goes with what splashes. Weight and buoyancy take their power from
    the potential energy: in still water the rate of ``total`` is the sum of the powers of the others.

    Attributes:
        kinetic: ½ ν^T (M_RB + s M_A) ν [J], (batch, vehicle).
        potential: Of weight and buoyancy, both zero at the surface, or at z = 0 in unbounded water [J],
            (batch, vehicle).
        power: By law [W], each (batch, vehicle).
    """

    kinetic: Floats
    potential: Floats
    power: dict[str, Floats]

    @property
    def total(self) -> Floats:
        """Kinetic and potential [J], (batch, vehicle)."""
        return self.kinetic + self.potential


@dataclass(frozen=True, eq=False)
class Momentum:
    """The momentum of body and fluid together: M_RB ν + s M_A ν_r, with s the part of the added mass that acts.

    Attributes:
        linear: In W [kg m/s], (batch, vehicle, 3).
        angular: About the origin of W, in W [kg m2/s], (batch, vehicle, 3).
    """

    linear: Floats
    angular: Floats


def energy_of(engine: Engine, evaluation: Evaluation) -> Energy:
    """Account for the energy of the present state, at which the engine was evaluated."""
    powers = np.einsum("bvlk,bvk->lbv", evaluation.wrenches, motions(engine)[..., 7:])
    power = {force: powers[engine.slots.index(force)] for force in engine.forces}
    return Energy(evaluation.energy[..., 0], evaluation.energy[..., 1], power)


def momentum_of(engine: Engine, evaluation: Evaluation) -> Momentum:
    """Account for the momentum of the present state, at which the engine was evaluated."""
    moving = motions(engine)
    p, q, nu = moving[..., :3], moving[..., 3:7], moving[..., 7:]
    nu_r = nu - evaluation.water[..., [0, 1, 2, 6, 7, 8]]
    rigid, added = (
        np.stack([by_columns(engine.read(("body", k), name)) for k in range(nu.shape[1])], axis=1)
        for name in ("rigid_body", "added")
    )
    share = evaluation.water[..., 9:, None]
    momentum = (rigid @ nu[..., None] + share * (added @ nu_r[..., None]))[..., 0]
    linear = rotated(q, momentum[..., :3])
    angular = rotated(q, momentum[..., 3:]) + np.cross(p, linear)
    return Momentum(linear, angular)
