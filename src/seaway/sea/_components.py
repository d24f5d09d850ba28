"""Waves as a sum of components."""

from dataclasses import dataclass
from math import pi
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen, text
from seaway.errors import ModelError

__all__ = ["Components"]

_TINY: Final = float(np.finfo(np.float64).tiny)
_RANGES: Final = {
    "amplitude": (0.0, np.inf, ">= 0 [m]"),
    "omega": (_TINY, np.inf, "> 0 [rad/s]"),
    "direction": (-np.inf, np.inf, ""),
    "phase": (-np.inf, np.inf, ""),
    "wave_number": (_TINY, np.inf, "> 0 [rad/m]"),
    "q": (0.0, 1.0, "in [0, 1]"),
}
# Fewer frequencies than these have no density: each is a line.
_FEWEST: Final = 12
# Fewer bands are blunt, more are rough, since each frequency is drawn at random within its share.
_BANDS: Final = 30
_FEWEST_IN_BAND: Final = 4


class Bands(NamedTuple):
    """A density that is constant within each band.

    Attributes:
        edges: Of the bands [rad/s], ascending, (n + 1,).
        density: S [m2 s/rad], (n,).
    """

    edges: Floats
    density: Floats


class Peak(NamedTuple):
    """Where the energy of waves is densest.

    Attributes:
        period: [s].
        wavelength: [m].
    """

    period: float
    wavelength: float


@dataclass(frozen=True, eq=False, init=False)
class Components:
    """Waves that add up to the surface, n of them.

    ::

        η(x, y, t) = Σ a cos(k (x cos θ + y sin θ) - ω t + φ)

    For q > 0 the argument of the cosine is taken at the particle's mean position (x0, y0) instead, and the particle of
    the surface is at x = x0 - Σ q a cos θ sin(...), y alike with sin θ: crests are sharp, troughs flat.

    Args:
        amplitude: a [m], >= 0, (n,).
        omega: Angular frequency ω [rad/s], > 0, (n,).
        direction: θ [rad], where the wave goes to, from the x axis (east), counter-clockwise, (n,).
        phase: φ [rad], (n,).
        wave_number: k [rad/m], > 0, (n,).
        q: Sharpness of Gerstner waves, from 0 (linear) to 1 (a trochoid), (n,); default: 0.

    Raises:
        ModelError: A shape does not fit, or a number is not finite or out of range.
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
        given = (amplitude, omega, direction, phase, wave_number, np.zeros(shape) if q is None else q)
        for (name, (least, most, rule)), values in zip(_RANGES.items(), given, strict=True):
            array = finite_floats(values, shape, f"the {name} of wave components")
            if np.any((array < least) | (array > most)):
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

    def bands(self) -> Bands | None:
        """The density S(ω) in at most 30 bands, whose areas add up to the variance Σ a²/2.

        Bands are narrow where there is much energy and wide where there is little. Fewer than 12 frequencies have no
        density: None.
        """
        omega, group = np.unique(self.omega, return_inverse=True)
        if len(omega) < _FEWEST:
            return None
        energy = np.bincount(group, weights=0.5 * np.square(self.amplitude), minlength=len(omega))
        total = float(np.sum(energy))
        evenly = np.arange(len(omega)) / len(omega)
        # Half by energy, half by number: else those with little energy would be too wide.
        rank = 0.5 * (evenly + ((np.cumsum(energy) - energy) / total if total > 0.0 else evenly))
        starts = [0]
        for start in np.searchsorted(rank, np.arange(1, _BANDS) / _BANDS).tolist():
            if starts[-1] + _FEWEST_IN_BAND <= start <= len(omega) - _FEWEST_IN_BAND:
                starts.append(start)
        # Neighbours share the band between them; the first and the last have as much outside as inside.
        ends = max(1.5 * omega[0] - 0.5 * omega[1], 0.0), 1.5 * omega[-1] - 0.5 * omega[-2]
        edges = np.concatenate([[ends[0]], 0.5 * (omega[1:] + omega[:-1]), [ends[1]]])[[*starts, len(omega)]]
        return Bands(edges, np.add.reduceat(energy, starts) / np.diff(edges))

    def peak(self) -> Peak | None:
        """Period and length where the energy is densest: in the highest band, or of few waves the highest.

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
