"""Directional spreading of short-crested waves."""

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, whole
from seaway.parts import Part, Scalar


class Spreading(Part, what="spreading"):
    """Cos-2s directional spreading about the main direction, the same at every frequency.

    ::

        D(θ) = Γ(s + 1) / (2 √π Γ(s + 1/2)) |cos(θ/2)|^2s          ∫ D dθ = 1 over a circle

    s = 0 is uniform over the circle. The mean of cos θ is s / (s + 1). A sea without spreading is long-crested.

    Reference:
        M. S. Longuet-Higgins, D. E. Cartwright and N. D. Smith, Observations of the directional spectrum of sea waves
        using the motions of a floating buoy, 1963; Y. Goda, Random Seas and Design of Maritime Structures, 3rd ed.
        2010, sec. 2.3.2 (values of s).
    """

    s: Scalar = Scalar(at_least=0.0)
    """Exponent s of the cos-2s spreading: about 10 for a wind sea, 25 and more for swell."""

    def density(self, theta: ArrayLike) -> Floats:
        """Compute D [1/rad] at angles from the main direction.

        Args:
            theta: Angles [rad], any shape, periodic in 2π.
        """
        angle = finite_floats(theta, np.shape(theta), "the angles of a spreading [rad]")
        # 2 √π Γ(s + 1/2) / Γ(s + 1) is 2 B(1/2, s + 1/2), which overflows for no s. |cos|^2s = (1 - sin²)^s keeps the
        # digits of small angles, and those are all that count for large s.
        from scipy.special import beta, xlog1py  # here, as it takes long to import

        power = np.exp(xlog1py(self.s, -np.square(np.sin(0.5 * angle))))
        return np.asarray(power / (2.0 * beta(0.5, self.s + 0.5)), dtype=np.float64)

    def directions(self, count: int, random: np.random.Generator | None = None) -> Floats:
        """Draw angles by inverse transform sampling, one from each of ``count`` bins of equal energy.

        With t = sin²(θ/2), a share I_t(1/2, s + 1/2) of the energy lies within ±θ (the incomplete beta function).

        Args:
            count: Number of angles, >= 1.
            random: Draws the position within each bin and the order; None takes the middle of each bin, ascending.

        Returns:
            Angles from the main direction [rad], in [-π, π], (count,).
        """
        n = whole(count, "the number of directions")
        place = np.arange(n) + 0.5 if random is None else random.permutation(n) + random.random(n)
        away = 2.0 * (place / n) - 1.0
        from scipy.special import betaincinv  # here, as it takes long to import

        inside = np.asarray(betaincinv(0.5, self.s + 0.5, np.abs(away)), dtype=np.float64)
        return np.copysign(2.0 * np.arcsin(np.sqrt(np.minimum(inside, 1.0))), away)
