"""Gusts with a spectrum: a sum of components along the mean wind, drawn from the random key of each run.

    g(t) = Σ a cos(ω t + φ)

The NPD spectrum (Andersen and Løvseth; ISO 19901-1) of a wind of U10 at 10 m, at a height z, with frequencies in Hz::

    S(f) = 320 (U10/10)² (z/10)^0.45 / (1 + f~ⁿ)^(5/3n)     f~ = 172 f (z/10)^(2/3) (U10/10)^(-3/4)     n = 0.468

The band is divided into bins of equal width in ln f. Each bin is one component: its frequency is uniformly distributed
over ln f in the bin, its phase over a turn, and a = √(2 ∫ S df) over the bin. The arithmetic is that of single floats,
so the gusts of a run do not depend on the other runs.
"""

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats
from seaway._jit import called_kernel, kernel
from seaway._lanes import fused
from seaway.kernels.series import cosine, reduced

__all__ = [
    "COMPONENTS",
    "GOLDEN",
    "HIGHEST",
    "LOWEST",
    "VALUES",
    "mixed",
    "npd_components",
    "npd_densities",
    "spectral_gust",
    "spectral_gusts",
]

LOWEST: Final = 1.0 / 600.0
"""Lowest frequency of the NPD spectrum [Hz]; ISO 19901-1."""
HIGHEST: Final = 0.5
"""Highest frequency of the NPD spectrum [Hz]."""
COMPONENTS: Final = 100
"""Number of components of a run; bins are 6 % wide."""
VALUES: Final = 3
"""Numbers of a component in a table: a [m/s], ω [rad/s], φ [rad]."""

GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
"""Step of a counter that ``mixed`` scrambles."""

_M1: Final = np.uint64(0xBF58476D1CE4E5B9)
_M2: Final = np.uint64(0x94D049BB133111EB)
_EXPONENT: Final = 0.468
_WIDTH: Final = math.log(HIGHEST / LOWEST) / COMPONENTS
# Three Gauss-Legendre points: within a bin S is a power of f to 1e-3, so they integrate it to rounding.
_NODE: Final = math.sqrt(0.6)
_OUTER: Final = 5.0 / 18.0
_MIDDLE: Final = 4.0 / 9.0


@kernel
def mixed(x: np.uint64) -> np.uint64:
    """Scramble 64 bits (Stafford's mix 13, as in SplitMix64)."""
    x = (x ^ (x >> np.uint64(30))) * _M1
    x = (x ^ (x >> np.uint64(27))) * _M2
    return x ^ (x >> np.uint64(31))


@kernel
def _npd(f: float, speed: float, height: float) -> float:
    """NPD spectrum S [m2/s] at a frequency [Hz] and a height [m], for a mean speed at 10 m [m/s]."""
    reduced_f = 172.0 * f * math.pow(0.1 * height, 2.0 / 3.0) * math.pow(0.1 * speed, -0.75)
    bend = math.pow(1.0 + math.pow(reduced_f, _EXPONENT), 5.0 / (3.0 * _EXPONENT))
    return 3.2 * speed * speed * math.pow(0.1 * height, 0.45) / bend


@kernel
def _speed_at_10(wind: Floats, height: float, exponent: float) -> float:
    """Mean speed at 10 m by the power law [m/s], from the velocity at a height."""
    return math.sqrt(wind[0] * wind[0] + wind[1] * wind[1]) * math.pow(10.0 / height, exponent)


@kernel
def _amplitude(c: int, speed: float, height: float) -> float:
    """√(2 ∫ S df) over bin c, by ∫ f S d(ln f)."""
    middle = LOWEST * math.exp((c + 0.5) * _WIDTH)
    below, above = middle * math.exp(-0.5 * _NODE * _WIDTH), middle * math.exp(0.5 * _NODE * _WIDTH)
    outer = below * _npd(below, speed, height) + above * _npd(above, speed, height)
    return math.sqrt(2.0 * _WIDTH * (_OUTER * outer + _MIDDLE * middle * _npd(middle, speed, height)))


@kernel
def _uniform(key: np.uint64, k: int) -> float:
    """Number k of a key, in [0, 1)."""
    return float(mixed(key + np.uint64(k + 1) * GOLDEN) >> np.uint64(11)) * 2.0**-53


@called_kernel
def npd_densities(frequency: Floats, wind: Floats, height: float, exponent: float, out: Floats) -> None:
    """Write the NPD spectrum [m2/s] at frequencies > 0 [Hz], for a wind with a given mean at a height."""
    speed = _speed_at_10(wind, height, exponent)
    for i in range(out.shape[0]):
        out[i] = _npd(frequency[i], speed, height)


@called_kernel
def npd_components(keys: NDArray[np.uint64], winds: Floats, heights: Floats, exponents: Floats, out: Floats) -> None:
    """Draw the components of runs.

    Args:
        keys: Random key of each run, (row,).
        winds: Mean velocity at the reference height, in W [m/s], (row, 3).
        heights: Reference heights [m], (row,).
        exponents: Exponents of the power-law profile, (row,).
        out: Amplitude, ω and φ of one component after the other, (row, VALUES * COMPONENTS).
    """
    for i in range(out.shape[0]):
        speed, height = _speed_at_10(winds[i], heights[i], exponents[i]), heights[i]
        alike = False
        if i > 0:
            alike = height == heights[i - 1] and speed == _speed_at_10(winds[i - 1], heights[i - 1], exponents[i - 1])
        for c in range(COMPONENTS):
            k = VALUES * c
            out[i, k] = out[i - 1, k] if alike else _amplitude(c, speed, height)
            f = LOWEST * math.exp((c + _uniform(keys[i], 2 * c)) * _WIDTH)
            out[i, k + 1] = 2.0 * math.pi * f
            out[i, k + 2] = 2.0 * math.pi * _uniform(keys[i], 2 * c + 1)


@kernel
def spectral_gust(table: Any, count: int, wind: Any, t: float) -> tuple[float, float]:
    """Gust of a run at a time along the mean wind: its x and y components in W [m/s].

    Args:
        table: Components of the gust, see ``npd_components``.
        count: Number of components.
        wind: Mean velocity of the wind, in W [m/s].
        t: Time [s].
    """
    g = 0.0
    for c in range(count):
        rest, sign = reduced(fused(table[VALUES * c + 1], t, table[VALUES * c + 2]))
        g = fused(table[VALUES * c], sign * cosine(rest), g)
    speed = math.sqrt(wind[0] * wind[0] + wind[1] * wind[1])
    share = g / speed if speed > 0.0 else 0.0
    return share * wind[0], share * wind[1]


@called_kernel
def spectral_gusts(table: Floats, wind: Floats, t: Floats, out: Floats) -> None:
    """Write the gusts of a run at times [s], (time,), to (time, 2)."""
    for i in range(out.shape[0]):
        out[i, 0], out[i, 1] = spectral_gust(table, table.shape[0] // VALUES, wind, t[i])
