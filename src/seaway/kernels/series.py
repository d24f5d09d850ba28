"""Sine, cosine and a decaying exponential as polynomials: straight arithmetic, which the compiler packs.

The library's own functions stop a loop from being packed into vector instructions. These have the same digits whoever
calls them, alone or in a packed loop, because they are made of single operations in a fixed order.

The coefficients interpolate the functions at Chebyshev nodes: cos √u and sin √u / √u for u in [0, (π/2)²], and e^-y for
y in [0, 45/256], all of degree 8; made once with 80-bit floats where the machine has them. Errors: 4e-16 for sine and
cosine of angles up to 1e4; 7e-14 of the value for the exponential.
"""

from typing import Final

import numpy as np

from seaway._jit import point_kernel

__all__ = ["SMALLEST_EXPONENT", "cosine", "decay", "reduced", "sine"]


def _interpolated(function: str, degree: int, end: float) -> tuple[float, ...]:
    """The polynomial through a function at Chebyshev nodes on [0, end], by Newton's divided differences."""
    L = np.longdouble
    nodes = L(end) / 2 * (1 + np.cos((2 * np.arange(degree + 1) + 1) * L(np.pi) / (2 * (degree + 1))))
    root = np.sqrt(nodes)
    values = {"cos": np.cos(root), "sin": np.sin(root) / root, "exp": np.exp(-nodes)}[function]
    for i in range(1, degree + 1):
        values[i:] = (values[i:] - values[i - 1 : -1]) / (nodes[i:] - nodes[:-i])
    p = values[-1:]
    for i in range(degree - 1, -1, -1):
        p = np.append(L(0), p) - nodes[i] * np.append(p, L(0))
        p[0] += values[i]
    return tuple(float(x) for x in p)


_QUARTER: Final = (np.pi / 2.0) ** 2
_C: Final = _interpolated("cos", 8, _QUARTER)
_S: Final = _interpolated("sin", 8, _QUARTER)
_HALVINGS: Final = 8
SMALLEST_EXPONENT: Final = -45.0
"""Below this the decay is held at e^-45 = 3e-20."""
_E: Final = _interpolated("exp", 8, -SMALLEST_EXPONENT / 2.0**_HALVINGS)

# π in two parts: the first has 30 bits, so that n times it is exact for n below 8 million; both together have 83.
_PI_HIGH: Final = 3.1415926534682512
_PI_LOW: Final = 1.2154201013012384e-10
_INVERSE_PI: Final = 0.3183098861837907


@point_kernel
def reduced(angle: float) -> tuple[float, float]:
    """The angle within ±π/2 that has the same sine and cosine, up to a common sign, and that sign."""
    n = np.floor(angle * _INVERSE_PI + 0.5)
    rest = (angle - n * _PI_HIGH) - n * _PI_LOW
    return rest, 1.0 - 2.0 * (n - 2.0 * np.floor(0.5 * n))


@point_kernel
def cosine(rest: float) -> float:
    """Cosine of an angle within ±π/2."""
    u = rest * rest
    u2 = u * u
    low = (_C[0] + _C[1] * u) + u2 * (_C[2] + _C[3] * u)
    high = ((_C[4] + _C[5] * u) + u2 * (_C[6] + _C[7] * u)) + (u2 * u2) * _C[8]
    return low + (u2 * u2) * high


@point_kernel
def sine(rest: float) -> float:
    """Sine of an angle within ±π/2."""
    u = rest * rest
    u2 = u * u
    low = (_S[0] + _S[1] * u) + u2 * (_S[2] + _S[3] * u)
    high = ((_S[4] + _S[5] * u) + u2 * (_S[6] + _S[7] * u)) + (u2 * u2) * _S[8]
    return rest * (low + (u2 * u2) * high)


@point_kernel
def decay(x: float) -> float:
    """e^x for x <= 0: that of x/256, squared eight times; held at x = -45."""
    y = -max(x, SMALLEST_EXPONENT) * (1.0 / 256.0)
    y2 = y * y
    low = (_E[0] + _E[1] * y) + y2 * (_E[2] + _E[3] * y)
    high = ((_E[4] + _E[5] * y) + y2 * (_E[6] + _E[7] * y)) + (y2 * y2) * _E[8]
    e = low + (y2 * y2) * high
    e = e * e
    e = e * e
    e = e * e
    e = e * e
    e = e * e
    e = e * e
    e = e * e
    return e * e
