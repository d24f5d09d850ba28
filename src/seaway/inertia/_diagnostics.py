"""The ratio of added mass to mass, and its effect on schemes that apply added mass as a force."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from seaway._arrays import Floats, frozen, positive
from seaway.errors import ModelError
from seaway.inertia._inertial import Inertial
from seaway.inertia._spatial import POSITIVE_DEFINITE_MARGIN, positive_definite_margin

MOTIONS: Final = ("surge", "sway", "heave", "roll", "pitch", "yaw")


@dataclass(frozen=True, slots=True)
class AddedMassRatio:
    """The largest ratio of added mass to mass over all motions of a body.

    Attributes:
        largest: The largest eigenvalue of M_RB⁻¹ M_A [-]; infinite for a motion without rigid-body inertia.
        motion: The motion (linear, angular) of Bo in B that has it, scaled to a largest component of 1, (6,).
        name: The degree of freedom with the largest share of that motion's kinetic energy, e.g. ``"heave"``.
    """

    largest: float
    motion: Floats
    name: str

    def diverges(self, filter_gain: float = 1.0) -> bool:
        """Whether a scheme that applies added mass as a force from the last acceleration diverges.

        Args:
            filter_gain: Weight of the newest acceleration in the scheme's low-pass filter; 1 is no filter.
        """
        return self.largest >= lagged_limit(filter_gain)

    def __str__(self) -> str:
        verdict = ("converges", "diverges without a filter", "diverges")[self.diverges() + self.diverges(0.3)]
        return (
            f"added mass / mass = {self.largest:.3g} in {self.name}: "
            f"added mass as a force from the last acceleration {verdict} "
            f"(limits: 1, and {lagged_limit(0.3):.2f} with a 0.3 filter)"
        )


def added_mass_ratio(inertial: Inertial) -> AddedMassRatio:
    """Find the largest ratio of added mass to mass, and its motion.

    In the mass matrix, any ratio is stable: this number is for users of other schemes. It does not depend on the point
    and axes of M_RB and M_A.

    Raises:
        ModelError: Rigid body + added mass is not positive definite.
    """
    M_RB, M_A = inertial.rigid_body_matrix(), inertial.added_mass_matrix()
    M = M_RB + M_A
    margin = float(positive_definite_margin(M))
    if margin <= POSITIVE_DEFINITE_MARGIN:
        raise ModelError(
            "the ratio of added mass to mass needs a positive definite mass matrix, "
            f"the smallest eigenvalue of this one, scaled to a unit diagonal, is {margin:.3g}"
        )
    # M_A x = share M x has the same motions as M_A x = ratio M_RB x, with ratio = share / (1 - share), and stands a
    # singular M_RB.
    L = np.linalg.cholesky(M)
    shares, vectors = np.linalg.eigh(np.linalg.solve(L, np.linalg.solve(L, M_A).T))
    share = float(shares[-1])
    rest = 1.0 - share
    largest = share / rest if rest > POSITIVE_DEFINITE_MARGIN else float("inf")
    # A sphere has the same ratio in every direction: of all motions with the largest, take the one nearest to the first
    # degree of freedom with the most energy, so that the answer does not hang on rounding.
    motions = np.linalg.solve(L.T, vectors[:, shares > share - 1e-9])
    energy = np.sum(motions * (M @ motions), axis=1)
    main = int(np.argmax(energy > np.max(energy) * (1.0 - 1e-6)))
    motion = motions @ (motions.T @ M[:, main])
    return AddedMassRatio(largest, frozen(motion / motion[np.argmax(np.abs(motion))]), MOTIONS[main])


def lagged_limit(filter_gain: float = 1.0) -> float:
    """The ratio of added mass to mass at which added mass as a lagged force diverges: (2 - α) / α.

    Such a scheme solves m a(n+1) = f - m_a ā(n) with the filtered acceleration ā(n) = (1 - α) ā(n-1) + α a(n). From
    one step to the next ā is multiplied by 1 - α - α m_a/m, which falls below -1 at that ratio: 1 without a filter
    (α = 1), 5.67 with α = 0.3. A smaller time step does not help: the step is not in the formula.

    Args:
        filter_gain: α, the weight of the newest acceleration, in (0, 1].
    """
    if positive(filter_gain, "a filter gain, in (0, 1],") > 1.0:
        raise ModelError(f"a filter gain, in (0, 1], must not be greater than 1, got {filter_gain:g}")
    return (2.0 - filter_gain) / filter_gain
