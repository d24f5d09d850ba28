"""Sine, cosine and a decaying exponential as polynomials: plain arithmetic, which the compiler packs.

Calls of library functions prevent a loop from being packed into vector instructions. These functions give the same
digits in any context, alone or in a packed loop, because they consist of single operations in a fixed order.

The coefficients interpolate the functions at Chebyshev nodes: cos √u and sin √u / √u for u in [0, (π/2)²], and e^-y for
y in [0, 45/256], all of degree 8; computed once, with 80-bit floats if the machine has them. Errors: 4e-16 for sine and
cosine of angles up to 1e4; 7e-14 of the value for the exponential.
"""

from typing import Final

import numpy as np

from seaway._jit import point_kernel
from seaway._lanes import bits, from_bits, fused

__all__ = ["SMALLEST_EXPONENT", "cosine", "decay", "power", "reduced", "sine"]


def _interpolated(function: str, degree: int, end: float) -> tuple[float, ...]:
    """Polynomial through a function at Chebyshev nodes on [0, end], by Newton's divided differences."""
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
"""Below this argument the decay is constant, e^-45 = 3e-20."""
_SMALLEST_BASE: Final = 1e-12
_MANTISSA: Final = 0x000FFFFFFFFFFFFF
_ONE: Final = 0x3FF0000000000000
_TWO_52: Final = 0x4330000000000000
_ROOT_2: Final = 2.0**0.5
_LN_2: Final = 0.6931471805599453
_E: Final = _interpolated("exp", 8, -SMALLEST_EXPONENT / 2.0**_HALVINGS)

# π in two parts: the first has 30 bits, so that its n-fold is exact for n below 8 million; both together have 83.
_PI_HIGH: Final = 3.1415926534682512
_PI_LOW: Final = 1.2154201013012384e-10
_INVERSE_PI: Final = 0.3183098861837907


@point_kernel
def reduced(angle: float) -> tuple[float, float]:
    """Reduce an angle to ±π/2 with the same sine and cosine up to a common sign; return it and that sign."""
    n = np.floor(fused(angle, _INVERSE_PI, 0.5))
    rest = fused(n, -_PI_LOW, fused(n, -_PI_HIGH, angle))
    return rest, fused(-2.0, fused(-2.0, np.floor(0.5 * n), n), 1.0)


@point_kernel
def _polynomial(c: tuple[float, ...], u: float) -> float:
    """Polynomial of degree 8 by Estrin's scheme, whose terms do not wait for each other."""
    u2 = u * u
    u4 = u2 * u2
    low = fused(u2, fused(c[3], u, c[2]), fused(c[1], u, c[0]))
    high = fused(u4, c[8], fused(u2, fused(c[7], u, c[6]), fused(c[5], u, c[4])))
    return fused(u4, high, low)


@point_kernel
def cosine(rest: float) -> float:
    """Cosine of an angle within ±π/2."""
    return _polynomial(_C, rest * rest)


@point_kernel
def sine(rest: float) -> float:
    """Sine of an angle within ±π/2."""
    return rest * _polynomial(_S, rest * rest)


@point_kernel
def decay(x: float) -> float:
    """Compute e^x for x <= 0: that of x/256, squared eight times; constant below x = -45."""
    e = _polynomial(_E, -max(x, SMALLEST_EXPONENT) * (1.0 / 256.0))
    e = e * e
    e = e * e
    e = e * e
    e = e * e
    e = e * e
    e = e * e
    e = e * e
    return e * e


@point_kernel
def _logarithm(x: float) -> float:
    """Compute ln x for a normal x > 0: the exponent from its bits, and the series of the mantissa m."""
    whole = bits(x)
    m = from_bits((whole & _MANTISSA) | _ONE)  # in [1, 2)
    # 2^52 + n as a float has n in its last bits, which gives a float without a conversion.
    exponent = from_bits((whole >> 52) | _TWO_52) - (2.0**52 + 1023.0)
    high = m > _ROOT_2
    m = 0.5 * m if high else m
    exponent = exponent + 1.0 if high else exponent
    s = (m - 1.0) / (m + 1.0)
    u = s * s
    u2 = u * u
    low = fused(u2, fused(u, 1.0 / 7.0, 1.0 / 5.0), fused(u, 1.0 / 3.0, 1.0))
    top = fused(u2, fused(u, 1.0 / 15.0, 1.0 / 13.0), fused(u, 1.0 / 11.0, 1.0 / 9.0))
    return fused(exponent, _LN_2, (2.0 * s) * fused(u2 * u2, fused(u2 * u2, 1.0 / 17.0, top), low))


@point_kernel
def power(x: float, exponent: float) -> float:
    """Compute x^exponent for x in [0, 1] and an exponent > 0, to 1e-13; below x = 1e-12 it falls linearly to 0."""
    return decay(exponent * _logarithm(max(x, _SMALLEST_BASE))) * min(1.0, x * (1.0 / _SMALLEST_BASE))
