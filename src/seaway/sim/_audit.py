"""Energy and momentum: what a simulation must account for."""

from dataclasses import dataclass

import numpy as np

from seaway._arrays import Floats
from seaway.frames import rotated
from seaway.kernels.forces import LAWS
from seaway.sim._engine import Engine

__all__ = ["Energy", "Momentum", "energy_of", "momentum_of"]


@dataclass(frozen=True, eq=False)
class Energy:
    """The energy of every vehicle, and where it comes from or goes to.

    The kinetic energy ½ ν^T M ν is that of the body and of the water that it moves, with ν in the world. Its rate is
    the sum of the powers of all laws. Weight and buoyancy take theirs from the potential energy: in still water the
    rate of ``total`` is the sum of the powers of the others.

    Attributes:
        kinetic: ½ ν^T (M_RB + M_A) ν [J], (batch, vehicle).
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
    """The momentum of body and fluid together: M_RB ν + M_A ν_r.

    Attributes:
        linear: In W [kg m/s], (batch, vehicle, 3).
        angular: About the origin of W, in W [kg m2/s], (batch, vehicle, 3).
    """

    linear: Floats
    angular: Floats


def energy_of(engine: Engine) -> Energy:
    """Account for the energy of the present state."""
    evaluation = engine.evaluate()
    powers = np.einsum("bvlk,bvk->lbv", evaluation.wrenches, engine.memory.state["velocity"])
    power = {law: powers[LAWS.index(law)] for law in engine.laws}
    return Energy(evaluation.energy[..., 0], evaluation.energy[..., 1], power)


def momentum_of(engine: Engine) -> Momentum:
    """Account for the momentum of the present state."""
    state, vehicles = engine.memory.state, engine.model.vehicles
    nu = state["velocity"]
    nu_r = nu.copy()
    nu_r[..., :3] -= engine.evaluate().water[..., :3]
    # The matrices are stored by columns, so ν stands before them.
    momentum = (nu[..., None, :] @ vehicles["rigid_body"] + nu_r[..., None, :] @ vehicles["added"])[..., 0, :]
    linear = rotated(state["orientation"], momentum[..., :3])
    angular = rotated(state["orientation"], momentum[..., 3:]) + np.cross(state["position"], linear)
    return Momentum(linear, angular)
