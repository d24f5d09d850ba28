"""Energy and momentum of vehicles and the fluid around them."""

from dataclasses import dataclass

import numpy as np

from seaway._arrays import Floats, by_columns
from seaway.engine import Engine, Evaluation
from seaway.frames import rotated
from seaway.sim._state import motions

__all__ = ["Energy", "Momentum", "energy_of", "momentum_of"]


@dataclass(frozen=True, eq=False)
class Energy:
    """Energy of every vehicle, and the power of every force.

    The kinetic energy ½ νᵀ M ν includes that of the surrounding water: ν is the velocity relative to the world,
    M = M_RB + s M_A, and s is the fraction of the added mass that acts. While s is constant, the rate of the kinetic
    energy is the sum of the powers of all forces; a vehicle that enters or leaves the water loses energy to the splash.
    Weight and buoyancy draw on the potential energy: in still water the rate of ``total`` is the sum of the powers of
    the other forces.

    Attributes:
        kinetic: Kinetic energy ½ νᵀ (M_RB + s M_A) ν [J], (batch, vehicle).
        potential: Potential energy of weight and buoyancy, zero at the surface, or at z = 0 in unbounded water [J],
            (batch, vehicle).
        power: Power of each force by its name [W], each (batch, vehicle).
    """

    kinetic: Floats
    potential: Floats
    power: dict[str, Floats]

    @property
    def total(self) -> Floats:
        """Sum of kinetic and potential energy [J], (batch, vehicle)."""
        return self.kinetic + self.potential


@dataclass(frozen=True, eq=False)
class Momentum:
    """Momentum of body and fluid: M_RB ν + s M_A ν_r, with s the fraction of the added mass that acts.

    Attributes:
        linear: Linear momentum in W [kg m/s], (batch, vehicle, 3).
        angular: Angular momentum about the origin of W, in W [kg m2/s], (batch, vehicle, 3).
    """

    linear: Floats
    angular: Floats


def energy_of(engine: Engine, evaluation: Evaluation) -> Energy:
    """Energy at the state at which the engine was evaluated."""
    powers = np.einsum("bvlk,bvk->lbv", evaluation.wrenches, motions(engine)[..., 7:])
    power = {force: powers[engine.slots.index(force)] for force in engine.forces}
    return Energy(evaluation.energy[..., 0], evaluation.energy[..., 1], power)


def momentum_of(engine: Engine, evaluation: Evaluation) -> Momentum:
    """Momentum at the state at which the engine was evaluated."""
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
