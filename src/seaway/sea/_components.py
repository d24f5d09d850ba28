"""Sums of wave components."""

from collections.abc import Iterator
from math import pi
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats, frozen
from seaway.parts import Array, DerivedArray, Part

# Below this number of frequencies, the spectrum is lines rather than a density.
_FEWEST: Final = 12
# Fewer bands are coarse, more are noisy, since each frequency is drawn at random within its bin.
_BANDS: Final = 30
_FEWEST_IN_BAND: Final = 4


class Bands(NamedTuple):
    """A piecewise constant spectral density.

    Attributes:
        edges: Ascending edges of the bands [rad/s], (n + 1,).
        density: Spectral density S [m2 s/rad], (n,).
    """

    edges: Floats
    density: Floats


class Peak(NamedTuple):
    """The spectral peak.

    Attributes:
        period: Peak period [s].
        wavelength: Wavelength at the peak [m].
    """

    period: float
    wavelength: float


def _linear(components: "Components") -> Floats:
    return frozen(np.zeros(len(components)))


class Components(Part, what="set of wave components"):
    """n wave components, whose sum is the surface elevation.

    ::

        η(x, y, t) = Σ a cos(k (x cos θ + y sin θ) - ω t + φ)

    For q > 0 the argument of the cosine is evaluated at the mean position (x0, y0) of a surface particle, which is at
    x = x0 - Σ q a cos θ sin(...), and likewise y with sin θ: crests are sharp, troughs flat.
    """

    amplitude: Array = Array(shape=(None,), unit="m", at_least=0.0, by_run=False, empty=True)
    """Amplitudes a, (n,)."""
    omega: Array = Array(shape=(None,), unit="rad/s", above=0.0, by_run=False, empty=True)
    """Angular frequencies ω, (n,)."""
    direction: Array = Array(shape=(None,), unit="rad", by_run=False, empty=True)
    """Directions of propagation θ, from the x axis (east), counter-clockwise, (n,)."""
    phase: Array = Array(shape=(None,), unit="rad", by_run=False, empty=True)
    """Phases φ, (n,)."""
    wave_number: Array = Array(shape=(None,), unit="rad/m", above=0.0, by_run=False, empty=True)
    """Wave numbers k, (n,)."""
    q: DerivedArray = DerivedArray(
        shape=(None,), at_least=0.0, at_most=1.0, by_run=False, empty=True, default=None, follows=_linear
    )
    """Sharpness of Gerstner waves, from 0 (linear) to 1 (a trochoid), (n,); default: 0."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that all arrays have the same length."""
        for name in self.__part__.fields:
            if len(vars(self)[name]) != len(self):
                counts = f"one number for each of the {len(self)} amplitudes, got {len(vars(self)[name])}"
                yield name, f"{name} must have {counts}"

    def __len__(self) -> int:
        return len(self.amplitude)

    @property
    def variance(self) -> float:
        """Variance of η for q = 0, Σ a²/2 [m2]."""
        return 0.5 * float(np.sum(np.square(self.amplitude)))

    @property
    def significant_height(self) -> float:
        """Significant wave height, 4 √(Σ a²/2) [m]."""
        return 4.0 * self.variance**0.5

    def bands(self) -> Bands | None:
        """Spectral density S(ω) in at most 30 bands, whose areas add up to the variance Σ a²/2.

        Bands are narrow at high energy and wide at low energy. None for fewer than 12 frequencies.
        """
        omega, group = np.unique(self.omega, return_inverse=True)
        if len(omega) < _FEWEST:
            return None
        energy = np.bincount(group, weights=0.5 * np.square(self.amplitude), minlength=len(omega))
        total = float(np.sum(energy))
        evenly = np.arange(len(omega)) / len(omega)
        # Half by energy, half by number: otherwise bands of low energy would be too wide.
        rank = 0.5 * (evenly + ((np.cumsum(energy) - energy) / total if total > 0.0 else evenly))
        starts = [0]
        for start in np.searchsorted(rank, np.arange(1, _BANDS) / _BANDS).tolist():
            if starts[-1] + _FEWEST_IN_BAND <= start <= len(omega) - _FEWEST_IN_BAND:
                starts.append(start)
        # Neighbours share the band between them; the first and last extend as far outside as inside.
        ends = max(1.5 * omega[0] - 0.5 * omega[1], 0.0), 1.5 * omega[-1] - 0.5 * omega[-2]
        edges = np.concatenate([[ends[0]], 0.5 * (omega[1:] + omega[:-1]), [ends[1]]])[[*starts, len(omega)]]
        return Bands(edges, np.add.reduceat(energy, starts) / np.diff(edges))

    def peak(self) -> Peak | None:
        """Period and wavelength at the spectral peak: the highest band, or the highest of few components.

        None if all amplitudes are zero.
        """
        energy = np.square(self.amplitude)
        most = float(np.max(energy, initial=0.0))
        if most == 0.0:
            return None
        bands = self.bands()
        if bands is not None:
            n = int(np.argmax(bands.density))
            energy = np.where((self.omega < bands.edges[n]) | (self.omega > bands.edges[n + 1]), 0.0, energy)
        else:
            energy = np.where(energy == most, energy, 0.0)
        omega, k = (float(np.average(values, weights=energy)) for values in (self.omega, self.wave_number))
        return Peak(2.0 * pi / omega, 2.0 * pi / k)
