"""Random numbers that depend on nothing but seed, episode and what is drawn; and distributions made of them.

A draw is a function of (seed of the environment, number of its episode, name of the draw, component): whoever asks
first, how many environments there are and which of them are reset together makes no difference. The function is
SplitMix64, which passes BigCrush and vectorises.

Reference:
    G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
"""

import zlib
from dataclasses import dataclass
from functools import cache
from math import log, pi
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats
from seaway.errors import ModelError

Keys = NDArray[np.uint64]

_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_SHIFTS: Final = (np.uint64(30), np.uint64(27), np.uint64(31))
_LOW_BITS: Final = np.uint64(11)


def mixed(keys: Keys) -> Keys:
    """The output function of SplitMix64, by which neighbouring keys give independent bits."""
    x = keys + _GOLDEN
    x ^= x >> _SHIFTS[0]
    x *= _FIRST
    x ^= x >> _SHIFTS[1]
    x *= _SECOND
    x ^= x >> _SHIFTS[2]
    return x


def keys_of(seeds: NDArray[np.integer[Any]]) -> Keys:
    """A key for each seed, (n,)."""
    return mixed(mixed(seeds.astype(np.uint64)))


@cache
def _tag(name: str) -> np.uint64:
    return np.uint64(zlib.crc32(name.encode()) << 16)


class Draws:
    """Random numbers of some environments at the beginning of an episode.

    Args:
        keys: Key of the episode of each environment, (n,).

    Example:
        >>> import numpy as np
        >>> from seaway.gym import Draws
        >>> draws = Draws(np.array([7, 8], dtype=np.uint64))
        >>> draws.uniform("start", 3, -1.0, 1.0).shape
        (2, 3)
    """

    def __init__(self, keys: Keys):
        self.keys = keys

    def __len__(self) -> int:
        return len(self.keys)

    def uniform(self, name: str, size: int = 1, low: float = 0.0, high: float = 1.0) -> Floats:
        """Draw uniformly distributed numbers.

        Args:
            name: Name of the draw: the same name gives the same numbers.
            size: Numbers per environment.
            low: Lower end.
            high: Upper end.

        Returns:
            Numbers in [low, high), (n, size).
        """
        bits = mixed((self.keys ^ _tag(name))[:, None] + np.arange(size, dtype=np.uint64))
        bits >>= _LOW_BITS
        return low + ((high - low) * 2.0**-53) * bits.astype(np.float64)

    def normal(self, name: str, size: int = 1) -> Floats:
        """Draw numbers of the standard normal distribution, (n, size), by the transform of Box and Muller."""
        pairs = (size + 1) // 2
        u = self.uniform(name, 2 * pairs)
        radius, angle = np.sqrt(-2.0 * np.log(1.0 - u[:, :pairs])), 2.0 * pi * u[:, pairs:]
        drawn = np.empty((len(self), 2 * pairs))
        np.multiply(radius, np.cos(angle), out=drawn[:, :pairs])
        np.multiply(radius, np.sin(angle), out=drawn[:, pairs:])
        return drawn[:, :size]


@runtime_checkable
class Distribution(Protocol):
    """What a parameter is drawn from."""

    def drawn(self, draws: Draws, name: str, nominal: Floats) -> Floats:
        """Draw values.

        Args:
            draws: Random numbers of the environments.
            name: Name of the draw.
            nominal: Nominal value, of any shape.

        Returns:
            A value for each environment: an axis of n before those of the nominal value.
        """
        ...


class _Arithmetic:
    """Products and sums with numbers and with the nominal value."""

    def __mul__(self, other: Any) -> "Distribution":
        return _Combined("*", _operand(self), _operand(other))

    def __add__(self, other: Any) -> "Distribution":
        return _Combined("+", _operand(self), _operand(other))

    __rmul__ = __mul__
    __radd__ = __add__


@dataclass(frozen=True)
class _Combined(_Arithmetic):
    operation: str
    left: Distribution
    right: Distribution

    def drawn(self, draws: Draws, name: str, nominal: Floats) -> Floats:
        a = self.left.drawn(draws, f"{name}/0", nominal)
        b = self.right.drawn(draws, f"{name}/1", nominal)
        return a * b if self.operation == "*" else a + b

    def __repr__(self) -> str:
        return f"{self.left!r} {self.operation} {self.right!r}"


@dataclass(frozen=True)
class _Constant(_Arithmetic):
    value: Any

    def drawn(self, draws: Draws, name: str, nominal: Floats) -> Floats:
        shape = np.broadcast_shapes(np.shape(self.value), nominal.shape)
        return np.broadcast_to(np.asarray(self.value, dtype=np.float64), (len(draws), *shape)).copy()

    def __repr__(self) -> str:
        return f"{self.value!r}"


@dataclass(frozen=True)
class _Nominal(_Arithmetic):
    def drawn(self, draws: Draws, name: str, nominal: Floats) -> Floats:
        return np.broadcast_to(nominal, (len(draws), *nominal.shape)).copy()

    def __repr__(self) -> str:
        return "nominal"


nominal: Final = _Nominal()
"""The value of the vehicle or sea as it was given: ``uniform(0.8, 1.2) * nominal``."""


@dataclass(frozen=True)
class _Drawn(_Arithmetic):
    """One number for all components of a value, or with ``each`` one for each of them."""

    kind: str
    a: float
    b: float
    each: bool = False

    def drawn(self, draws: Draws, name: str, nominal: Floats) -> Floats:
        size = int(np.prod(nominal.shape)) if self.each else 1
        shape = nominal.shape if self.each else (1,) * nominal.ndim
        if self.kind == "normal":
            values = self.a + self.b * draws.normal(name, size)
        else:
            values = draws.uniform(name, size, self.a, self.b)
            values = np.exp(values) if self.kind == "log_uniform" else values
        return np.broadcast_to(values.reshape(len(draws), *shape), (len(draws), *nominal.shape)).copy()

    def __repr__(self) -> str:
        a, b = (np.exp(self.a), np.exp(self.b)) if self.kind == "log_uniform" else (self.a, self.b)
        return f"{self.kind}({a:g}, {b:g}{', each=True' if self.each else ''})"


@dataclass(frozen=True)
class _Choice(_Arithmetic):
    values: tuple[Any, ...]

    def drawn(self, draws: Draws, name: str, nominal: Floats) -> Floats:
        index = (draws.uniform(name)[:, 0] * len(self.values)).astype(np.intp)
        chosen = np.asarray(self.values, dtype=np.float64)[index]
        return np.broadcast_to(
            chosen.reshape(len(draws), *(chosen.shape[1:] or (1,) * nominal.ndim)), (len(draws), *nominal.shape)
        ).copy()

    def __repr__(self) -> str:
        return f"choice({', '.join(map(repr, self.values))})"


def uniform(low: float, high: float, *, each: bool = False) -> Distribution:
    """Uniform distribution over [low, high).

    Args:
        low: Lower end.
        high: Upper end, at least ``low``.
        each: Whether the components of a vector or matrix are drawn independently; default: one factor for all.

    Raises:
        ModelError: An end is not finite, or they are in the wrong order.
    """
    low, high = _ends(low, high, "uniform")
    return _Drawn("uniform", low, high, each)


def log_uniform(low: float, high: float, *, each: bool = False) -> Distribution:
    """Distribution whose logarithm is uniform over [log(low), log(high)), with ``low`` > 0; see ``uniform``."""
    low, high = _ends(low, high, "log_uniform")
    if low <= 0.0:
        raise ModelError(f"log_uniform needs ends > 0, got {low:g}")
    return _Drawn("log_uniform", log(low), log(high), each)


def normal(mean: float, deviation: float, *, each: bool = False) -> Distribution:
    """Normal distribution.

    Args:
        mean: Mean.
        deviation: Standard deviation, >= 0.
        each: See ``uniform``.
    """
    if not (np.isfinite(mean) and np.isfinite(deviation) and deviation >= 0.0):
        raise ModelError(f"normal needs a finite mean and a finite deviation >= 0, got ({mean}, {deviation})")
    return _Drawn("normal", float(mean), float(deviation), each)


def choice(*values: Any) -> Distribution:
    """One of some values, each as likely as the others."""
    if not values:
        raise ModelError("choice needs at least one value")
    return _Choice(values)


def _ends(low: float, high: float, what: str) -> tuple[float, float]:
    if not (np.isfinite(low) and np.isfinite(high) and low <= high):
        raise ModelError(f"{what} needs finite ends in ascending order, got ({low}, {high})")
    return float(low), float(high)


def _operand(value: Any) -> Distribution:
    if isinstance(value, Distribution):
        return value
    try:
        number = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        number = np.asarray(np.nan)
    if not np.all(np.isfinite(number)):
        raise ModelError(f"a distribution takes finite numbers, got {value!r}")
    return _Constant(value)


def as_distribution(value: Any) -> Distribution:
    """A distribution as it is; a number or an array as a constant."""
    return _operand(value)
