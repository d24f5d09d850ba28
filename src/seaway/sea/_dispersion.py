"""Dispersion relation: wavelength and speed of a wave of a given frequency."""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, positive
from seaway.parts import Array, checked

STANDARD_GRAVITY: Final = 9.80665
"""g [m/s2], by definition (3rd CGPM, 1901)."""

BREAKING_STEEPNESS: Final = 0.142
"""H/λ of the steepest regular wave in deep water; times tanh(k h) in water of depth h (R. Miche, 1944)."""

_ITERATIONS: Final = 6
"""Newton's method starts at most 17 % low and squares its error: 6 steps are one more than rounding needs."""


def wave_number(omega: ArrayLike, depth: float | None = None, gravity: float = STANDARD_GRAVITY) -> Floats:
    """Solve the dispersion relation of linear gravity waves for the wave number.

    ::

        ω² = g k tanh(k h)          deep water: k = ω² / g

    Args:
        omega: Angular frequency ω [rad/s], any shape.
        depth: Depth of the water h [m]; None for deep water.
        gravity: Gravity g [m/s2].

    Returns:
        Wave number k [rad/m], with the shape of ``omega``. The wavelength is 2π/k, the phase speed ω/k.

    Raises:
        ModelError: A frequency, the depth or gravity is not finite and > 0.

    Reference:
        G. B. Airy, Tides and Waves, 1845; R. G. Dean and R. A. Dalrymple, Water Wave Mechanics, 1991, ch. 3.

    Example:
        >>> import numpy as np
        >>> from seaway.sea import wave_number
        >>> bool(np.isclose(2 * np.pi / wave_number(2 * np.pi / 10, gravity=9.81), 156.131))
        True
    """
    return solved(omega, depth, gravity)[1]


def group_speed(omega: ArrayLike, depth: float | None = None, gravity: float = STANDARD_GRAVITY) -> Floats:
    """Compute the group speed dω/dk [m/s], at which energy travels.

    ::

        c_g = c/2 (1 + 2 k h / sinh 2 k h)          deep water: c/2

    Args:
        omega: Angular frequency ω [rad/s], any shape.
        depth: Depth of the water h [m]; None for deep water.
        gravity: Gravity g [m/s2].

    Raises:
        ModelError: Same as ``wave_number``.

    Reference:
        R. G. Dean and R. A. Dalrymple, Water Wave Mechanics, 1991, ch. 4.
    """
    w, k, ratio = solved(omega, depth, gravity)
    return 0.5 * w / k * (1.0 + ratio)


def solved(omega: ArrayLike, depth: float | None, gravity: float) -> tuple[Floats, Floats, Floats]:
    """Return ω, k, and 2 k h / sinh 2 k h."""
    field = Array(shape=np.shape(omega), unit="rad/s", above=0.0, by_run=False, empty=True)
    w = np.asarray(checked(field, omega, "the frequency of a wave"))
    g = positive(gravity, "gravity [m/s2]")
    if depth is None:
        return w, w * w / g, np.zeros_like(w)
    h = positive(depth, "the depth of the water [m]")
    # With y = k h: y tanh y = x. Since tanh y < y and tanh y < 1, y exceeds both sqrt(x) and x.
    x = w * w * h / g
    y = np.maximum(x, np.sqrt(x))
    for _ in range(_ITERATIONS):
        t = np.tanh(y)
        y = y - (y * t - x) / (t + y * (1.0 - t * t))
    t = np.tanh(y)
    return w, y / h, y * (1.0 - t * t) / t
