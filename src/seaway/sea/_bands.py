"""Components as a density: the energy of neighbours over the band that they take."""

from math import pi
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.sea._components import Components

__all__ = ["Bands", "Peak", "bands_of", "peak_of"]

# Fewer frequencies than these have no density: each is a line.
_FEWEST: Final = 12
# How many bands: fewer are blunt, more are rough, as each frequency is drawn at random within its share.
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


def bands_of(components: Components) -> Bands | None:
    """The density S(ω) of waves, in at most 30 bands; their areas add up to the variance Σ a²/2.

    Bands are narrow where there is much energy and wide where there is little.

    Args:
        components: The waves.

    Returns:
        The bands; None for fewer than 12 frequencies, which have no density.
    """
    omega, group = np.unique(components.omega, return_inverse=True)
    if len(omega) < _FEWEST:
        return None
    energy = np.bincount(group, weights=0.5 * np.square(components.amplitude), minlength=len(omega))
    total = float(np.sum(energy))
    evenly = np.arange(len(omega)) / len(omega)
    # Half by energy, half by number: else those with little energy would be too wide.
    rank = 0.5 * (evenly + ((np.cumsum(energy) - energy) / total if total > 0.0 else evenly))
    starts = [0]
    for start in np.searchsorted(rank, np.arange(1, _BANDS) / _BANDS).tolist():
        if starts[-1] + _FEWEST_IN_BAND <= start <= len(omega) - _FEWEST_IN_BAND:
            starts.append(start)
    # Neighbours share the band between them; the first and the last have as much outside as inside.
    half = 0.5 * (omega[1:] + omega[:-1])
    borders = np.concatenate([[max(1.5 * omega[0] - 0.5 * omega[1], 0.0)], half, [1.5 * omega[-1] - 0.5 * omega[-2]]])
    edges = borders[[*starts, len(omega)]]
    return Bands(edges, np.add.reduceat(energy, starts) / np.diff(edges))


def peak_of(components: Components) -> Peak | None:
    """Period and length of the waves where the energy is densest: of the highest band, of few the highest wave.

    Args:
        components: The waves.

    Returns:
        The peak; None where all amplitudes are zero.
    """
    energy = np.square(components.amplitude)
    most = float(np.max(energy, initial=0.0))
    if most == 0.0:
        return None
    bands = bands_of(components)
    if bands is not None:
        n = int(np.argmax(bands.density))
        energy = np.where((components.omega < bands.edges[n]) | (components.omega > bands.edges[n + 1]), 0.0, energy)
    else:
        energy = np.where(energy == most, energy, 0.0)
    omega = float(np.average(components.omega, weights=energy))
    return Peak(2.0 * pi / omega, 2.0 * pi / float(np.average(components.wave_number, weights=energy)))
