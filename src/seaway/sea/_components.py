"""Waves as a sum of components: regular, Gerstner's, or irregular from a spectrum."""

import warnings
from dataclasses import dataclass
from math import pi
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen, positive, text
from seaway.errors import ModelError, SeawayWarning
from seaway.sea._dispersion import BREAKING_STEEPNESS, STANDARD_GRAVITY, wave_number
from seaway.sea._spectra import Spectrum
from seaway.sea._spreading import Spreading

__all__ = ["Components", "gerstner", "irregular", "regular"]


@dataclass(frozen=True, eq=False, init=False)
class Components:
    """Waves that add up to the surface, all of one length n.

    ::

        η(x, y, t) = Σ a cos(k (x cos θ + y sin θ) - ω t + φ)

    Where q > 0 the argument of the cosine is taken at the particle's mean place (x0, y0) instead, and the particle of
    the surface stands at x = x0 - Σ q a cos θ sin(...), y alike with sin θ: crests are sharp, troughs flat.

    Args:
        amplitude: a [m], >= 0.
        omega: Angular frequency ω [rad/s], > 0.
        direction: θ [rad], where the wave goes to, from the x axis (east), counter-clockwise.
        phase: φ [rad].
        wave_number: k [rad/m], > 0.
        q: Sharpness of Gerstner's waves, from 0 (linear) to 1 (a trochoid); None for 0.

    Raises:
        ModelError: A shape does not fit, or a number is not finite or out of its range.
    """

    amplitude: Floats
    omega: Floats
    direction: Floats
    phase: Floats
    wave_number: Floats
    q: Floats

    def __init__(
        self,
        amplitude: ArrayLike,
        omega: ArrayLike,
        direction: ArrayLike,
        phase: ArrayLike,
        wave_number: ArrayLike,
        q: ArrayLike | None = None,
    ):
        shape = np.shape(amplitude)
        if len(shape) != 1:
            raise ModelError(f"the amplitudes of wave components must be a list of numbers, got the shape {shape}")
        given: dict[str, ArrayLike] = {
            "amplitude": amplitude,
            "omega": omega,
            "direction": direction,
            "phase": phase,
            "wave_number": wave_number,
            "q": np.zeros(shape) if q is None else q,
        }
        for name, values in given.items():
            array = finite_floats(values, shape, f"the {name} of wave components")
            least, rule = _RANGES.get(name, (-np.inf, ""))
            if np.any(array < least) or (name == "q" and np.any(array > 1.0)):
                raise ModelError(f"the {name} of wave components must be {rule}, got {text(array)}")
            object.__setattr__(self, name, frozen(array))

    def __len__(self) -> int:
        return len(self.amplitude)

    @property
    def variance(self) -> float:
        """Σ a²/2 [m2], the variance of η for q = 0."""
        return 0.5 * float(np.sum(np.square(self.amplitude)))

    @property
    def significant_height(self) -> float:
        """4 √(Σ a²/2) [m]."""
        return 4.0 * self.variance**0.5


def regular(
    height: float,
    period: float,
    direction: float = 0.0,
    phase: float = 0.0,
    depth: float | None = None,
    gravity: float = STANDARD_GRAVITY,
) -> Components:
    """Make one linear (Airy) wave.

    Args:
        height: From trough to crest, H = 2 a [m]; 0 for a flat sea.
        period: T [s].
        direction: Where it goes to [rad], from the x axis (east), counter-clockwise.
        phase: φ [rad]; 0 has a crest at the origin at time 0.
        depth: Depth of the water h [m]; None for deep water.
        gravity: g [m/s2].

    Raises:
        ModelError: A number is out of its range, or the wave breaks: H/λ > 0.142 tanh(k h).

    Reference:
        R. Miche, Annales des Ponts et Chaussées 114, 1944 (breaking); DNV-RP-C205, 3.4.6.
    """
    H = float(finite_floats(height, (), "the height of a wave [m]"))
    if H < 0.0:
        raise ModelError(f"the height of a wave must be >= 0 [m], got {H:g}")
    omega = 2.0 * pi / positive(period, "the period of a wave [s]")
    k = float(wave_number(omega, depth, gravity))
    limit = BREAKING_STEEPNESS * (1.0 if depth is None else float(np.tanh(k * depth)))
    steepness = H * k / (2.0 * pi)
    if steepness > limit:
        raise ModelError(
            f"a wave of height {H:g} m and period {period:g} s breaks: H/λ is {steepness:.3g}, and can be "
            f"{limit:.3g} at most; its height must be <= {limit * 2.0 * pi / k:.3g} m"
        )
    return Components([0.5 * H], [omega], [direction], [phase], [k])


def gerstner(
    height: ArrayLike,
    period: ArrayLike,
    direction: ArrayLike = 0.0,
    phase: ArrayLike = 0.0,
    q: ArrayLike = 1.0,
    gravity: float = STANDARD_GRAVITY,
) -> Components:
    """Make Gerstner's (trochoidal) waves in deep water, one or many.

    One wave with q = 1 is an exact solution of Euler's equations, with vorticity and without drift. Its mean level is
    k a²/2 below the plane about which the particles turn, which is z = 0 here.

    Args:
        height: From trough to crest, H = 2 a [m], >= 0; a number or (n,), as all that follow.
        period: T [s].
        direction: Where it goes to [rad], from the x axis (east), counter-clockwise.
        phase: φ [rad].
        q: Sharpness, from 0 (a sine) to 1 (a trochoid).
        gravity: g [m/s2].

    Raises:
        ModelError: A number is out of its range, or the surface could cut itself: Σ q k a > 1. At q k a = 1 crests are
            cusps, H/λ = 1/π; real waves break at 0.142.

    Reference:
        F. J. von Gerstner, Theorie der Wellen, 1802; H. Lamb, Hydrodynamics, 6th ed. 1932, art. 251.
    """
    try:
        H, T, theta, phi, sharp = np.broadcast_arrays(*map(np.atleast_1d, (height, period, direction, phase, q)))
    except ValueError:
        raise ModelError(
            "the heights, periods, directions, phases and q of waves must be numbers or of one length"
        ) from None
    periods = finite_floats(T, T.shape, "the period of a wave [s]")
    if np.any(periods <= 0.0):
        raise ModelError(f"the period of a wave must be > 0 [s], got {text(periods)}")
    omega = 2.0 * pi / periods
    k = wave_number(omega, None, gravity)
    heights = finite_floats(H, H.shape, "the height of a wave [m]")
    if np.any(heights < 0.0):
        raise ModelError(f"the height of a wave must be >= 0 [m], got {text(heights)}")
    waves = Components(0.5 * heights, omega, theta, phi, k, sharp)
    steepness = float(np.sum(waves.q * waves.wave_number * waves.amplitude))
    if steepness > 1.0 + _ROUNDING:
        raise ModelError(
            f"the crests of Gerstner's waves cut themselves where Σ q k a > 1, got {steepness:.4g}; "
            f"take q times {1.0 / steepness:.3g} or less"
        )
    return waves


def irregular(
    spectrum: Spectrum,
    count: int = 200,
    direction: float = 0.0,
    spreading: Spreading | None = None,
    *,
    seed: int | np.random.SeedSequence,
    depth: float | None = None,
    gravity: float = STANDARD_GRAVITY,
    method: Literal["equal_energy", "equal_spacing"] = "equal_energy",
    energy: float = 0.999,
) -> Components:
    """Draw linear waves from a spectrum.

    The band of the spectrum that holds a share ``energy`` of m0, half of the rest below it and half above, is cut into
    ``count`` bins, of equal energy or of equal width in ω. Each is one wave: its frequency is drawn within its bin in
    proportion to S, so that no two have a common period and the record never repeats; its amplitude is
    a = √(2 ∫ S dω) over its bin, which is √(2 S Δω) for narrow bins; its phase is drawn evenly over a turn. So
    Σ a²/2 = energy m0 whatever the seed, 4 √(Σ a²/2) is 0.05 % less than Hs by default, and the other moments are
    those of the band in the mean over seeds.

    Bins of equal energy are narrow at the peak, where it matters; those of equal width show each part of the spectrum,
    the short waves too. A few components of equal energy make short waves that are too high.

    Args:
        spectrum: What to draw from.
        count: How many waves.
        direction: The main direction [rad], where waves go to, from the x axis (east), counter-clockwise.
        spreading: How directions are spread about it; None for a long-crested sea.
        seed: The same seed gives the same bits. Phases and frequencies are the same with and without spreading.
        depth: Depth of the water [m]; None for deep water. It changes wave numbers; the spectrum is taken as it is.
        gravity: g [m/s2].
        method: ``"equal_energy"`` or ``"equal_spacing"``.
        energy: The share of m0 that is in the waves, between 0 and 1.

    Raises:
        ModelError: An argument is out of its range.

    Warns:
        SeawayWarning: A component alone is steeper than a breaking wave, H/λ > 0.142 tanh(k h).

    Example:
        >>> from seaway.sea import Jonswap, irregular
        >>> round(irregular(Jonswap(4.0, 10.0), seed=1).significant_height, 3)
        3.998
    """
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 1:
        raise ModelError(f"the number of wave components must be a whole number >= 1, got {count!r}")
    main = float(finite_floats(direction, (), "the direction of waves [rad]"))
    random = _generator(seed)
    low, high = spectrum.band(energy)
    if method == "equal_energy":
        share = 0.5 + 0.5 * energy * np.linspace(-1.0, 1.0, count + 1)
    elif method == "equal_spacing":
        share = spectrum.share_below(np.linspace(low, high, count + 1))
    else:
        raise ModelError(f'the method of irregular waves must be "equal_energy" or "equal_spacing", got {method!r}')
    width = np.diff(share)
    # One stream in this order, directions last, so that spreading leaves the rest as it is.
    omega = np.clip(spectrum.quantile(share[:-1] + width * random.random(count)), low, high)
    phase = 2.0 * pi * random.random(count)
    spread = np.zeros(count) if spreading is None else spreading.directions(count, random)
    k = wave_number(omega, depth, gravity)
    amplitude = np.sqrt(2.0 * spectrum.moment(0) * width)
    limit = BREAKING_STEEPNESS * (1.0 if depth is None else np.tanh(k * depth))
    steep = np.flatnonzero(amplitude * k / pi > limit)
    if len(steep):
        warnings.warn(
            f"{len(steep)} of {count} wave components are steeper than breaking waves, the first of length "
            f"{2.0 * pi / k[steep[0]]:.3g} m and height {2.0 * amplitude[steep[0]]:.3g} m; take more components, "
            'method="equal_spacing", or a smaller share of the energy',
            SeawayWarning,
            stacklevel=2,
        )
    return Components(amplitude, omega, main + spread, phase, k)


_RANGES: Final = {
    "amplitude": (0.0, ">= 0 [m]"),
    "omega": (np.finfo(np.float64).tiny, "> 0 [rad/s]"),
    "wave_number": (np.finfo(np.float64).tiny, "> 0 [rad/m]"),
    "q": (0.0, "in [0, 1]"),
}

_ROUNDING: Final = 1e-12
"""So that q k a = 1 may be asked for."""


def _generator(seed: int | np.random.SeedSequence) -> np.random.Generator:
    if isinstance(seed, np.random.SeedSequence):
        return np.random.default_rng(seed)
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise ModelError(f"the seed of irregular waves must be a whole number >= 0 or a SeedSequence, got {seed!r}")
    return np.random.default_rng(np.random.SeedSequence(int(seed)))
