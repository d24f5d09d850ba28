"""How the energy of short-crested waves is spread over directions."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import beta, betaincinv, xlog1py

from seaway._arrays import Floats, finite_floats
from seaway.errors import ModelError

__all__ = ["Spreading"]


@dataclass(frozen=True, init=False)
class Spreading:
    """The cos-2s law, about the main direction and the same at every frequency.

    ::

        D(θ) = Γ(s + 1) / (2 √π Γ(s + 1/2)) |cos(θ/2)|^2s          ∫ D dθ = 1 over a circle

    s = 0 spreads evenly over the circle; a wind sea has s of about 10, swell 25 and more. The mean of cos θ is
    s / (s + 1). Where there is no ``Spreading`` all waves go one way: a long-crested sea.

    Args:
        s: How narrow it is, >= 0.

    Raises:
        ModelError: s is not finite and >= 0.

    Reference:
        M. S. Longuet-Higgins, D. E. Cartwright and N. D. Smith, Observations of the directional spectrum of sea waves
        using the motions of a floating buoy, 1963; Y. Goda, Random Seas and Design of Maritime Structures, 3rd ed.
        2010, sec. 2.3.2 (values of s).
    """

    s: float

    def __init__(self, s: float):
        narrowness = float(finite_floats(s, (), "the s of a spreading"))
        if narrowness < 0.0:
            raise ModelError(f"the s of a spreading must be >= 0, got {narrowness:g}")
        object.__setattr__(self, "s", narrowness)

    def density(self, theta: ArrayLike) -> Floats:
        """Compute D [1/rad] at angles from the main direction.

        Args:
            theta: Angles [rad], any shape; a full turn changes nothing.
        """
        angle = finite_floats(theta, np.shape(theta), "the angles of a spreading [rad]")
        # 2 √π Γ(s + 1/2) / Γ(s + 1) is 2 B(1/2, s + 1/2), which overflows for no s. |cos|^2s = (1 - sin²)^s keeps the
        # digits of small angles, and those are all that count for large s.
        power = np.exp(xlog1py(self.s, -np.square(np.sin(0.5 * angle))))
        return np.asarray(power / (2.0 * beta(0.5, self.s + 0.5)), dtype=np.float64)

    def directions(self, count: int, random: np.random.Generator | None = None) -> Floats:
        """Draw angles from the law, by the inverse of its distribution: one from each of ``count`` equal shares.

        With t = sin²(θ/2), a share I_t(1/2, s + 1/2) of the energy lies within ±θ (the incomplete beta function).

        Args:
            count: How many.
            random: Draws the place in each share and the order; None takes the middle of each, ascending.

        Returns:
            Angles from the main direction [rad], in [-π, π], (count,).

        Raises:
            ModelError: The count is not >= 1.
        """
        if count < 1:
            raise ModelError(f"the number of directions must be >= 1, got {count}")
        if random is None:
            share = (np.arange(count) + 0.5) / count
        else:
            share = (random.permutation(count) + random.random(count)) / count
        away = 2.0 * share - 1.0
        inside = np.asarray(betaincinv(0.5, self.s + 0.5, np.abs(away)), dtype=np.float64)
        return np.copysign(2.0 * np.arcsin(np.sqrt(np.minimum(inside, 1.0))), away)
