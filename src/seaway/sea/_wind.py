"""Wind: a mean that grows with height, and gusts."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, Records, finite_floats, frozen, positive, whole
from seaway.errors import ModelError

__all__ = ["Wind"]


@dataclass(frozen=True, eq=False, init=False)
class Wind:
    """The wind over the sea: a steady mean with a power law over height, and gusts.

    ::

        v(z) = (z / height)^exponent (velocity + g)        g' = g e^(-h/T) + σ √(1 - e^(-2h/T)) ξ

    z is the height above the still surface, g the gust along x and along y: a random process (Ornstein-Uhlenbeck) of
    the standard deviation σ and the time T, updated once a step h and held. Each row of a batch has its own.

    Args:
        velocity: Mean at the reference height, in W [m/s], where it blows to: (3,), or (2,) along x and y.
        height: Reference height above the surface [m].
        exponent: Of the power law; 0 for the same wind at all heights. Over the open sea about 0.11.
        gust: σ of the gusts along x and along y [m/s]; 0 for none.
        gust_time: T, in which gusts come and go [s].
        seed: Of the gusts, which need one: the same seed gives the same gusts. A list has one for each row of a batch,
            each with the gusts of a single run of that seed.
        first_row: Whose gusts the first row has: ``first_row=7`` gives a single run the gusts of row 7 of a batch.

    Raises:
        ModelError: A number is out of its range, or gusts have no seed.

    Reference:
        S. A. Hsu, E. A. Meindl and D. B. Gilhousen, Determining the power-law wind-profile exponent under
        near-neutral stability conditions at sea, J. Applied Meteorology 33, 1994 (0.11).

    Example:
        >>> from seaway.sea import Wind
        >>> Wind.from_speed(10.0, direction_to=0.0, exponent=0.11).speed_at(2.0).round(2).item()
        8.38
    """

    velocity: Floats
    height: float
    exponent: float
    gust: float
    gust_time: float
    seed: int | np.random.SeedSequence | tuple[int, ...] | None
    first_row: int

    def __init__(
        self,
        velocity: ArrayLike,
        height: float = 10.0,
        exponent: float = 0.0,
        gust: float = 0.0,
        gust_time: float = 10.0,
        seed: int | np.random.SeedSequence | Sequence[int] | None = None,
        first_row: int = 0,
    ):
        what = "the velocity of a wind [m/s]"
        flat = np.shape(velocity) == (2,)
        v = np.append(finite_floats(velocity, (2,), what), 0.0) if flat else finite_floats(velocity, (3,), what)
        object.__setattr__(self, "velocity", frozen(v))
        object.__setattr__(self, "height", positive(height, "the reference height of a wind [m]"))
        object.__setattr__(self, "exponent", _not_negative(exponent, "the exponent of a wind"))
        object.__setattr__(self, "gust", _not_negative(gust, "the gust of a wind [m/s]"))
        object.__setattr__(self, "gust_time", positive(gust_time, "the gust_time of a wind [s]"))
        object.__setattr__(self, "seed", _checked_seed(seed))
        object.__setattr__(self, "first_row", whole(first_row, "first_row", 0))
        if isinstance(self.seed, tuple) and self.first_row:
            raise ModelError(f"a list of seeds has one for each row, first_row must be 0, got {self.first_row}")
        if self.gust > 0.0 and seed is None:
            raise ModelError(f"a wind with gusts of {self.gust:g} m/s needs a seed, e.g. seed=1")

    @classmethod
    def from_speed(
        cls,
        speed: float,
        *,
        direction_to: float | None = None,
        direction_from: float | None = None,
        height: float = 10.0,
        exponent: float = 0.0,
        gust: float = 0.0,
        gust_time: float = 10.0,
        seed: int | np.random.SeedSequence | Sequence[int] | None = None,
    ) -> "Wind":
        """A level wind by its speed and one of two directions, from the x axis, counter-clockwise.

        A compass bearing β, clockwise from north, is π/2 - β here: a west wind has ``direction_from=π``, and
        ``direction_to=0``.

        Args:
            speed: Mean at the reference height [m/s].
            direction_to: Where it blows to [rad].
            direction_from: Where it comes from [rad].
            height: Reference height above the surface [m].
            exponent: Of the power law.
            gust: Standard deviation of the gusts along x and along y [m/s].
            gust_time: In which gusts come and go [s].
            seed: Of the gusts.

        Raises:
            ModelError: Neither or both directions are given.
        """
        size = _not_negative(speed, "the speed of a wind [m/s]")
        if (direction_to is None) == (direction_from is None):
            got = "neither" if direction_to is None else "both"
            raise ModelError(f"give direction_to, where a wind blows to, or direction_from [rad], got {got}")
        sign, given = (1.0, direction_to) if direction_to is not None else (-1.0, direction_from)
        angle = float(finite_floats(np.asarray(given), (), "the direction of a wind [rad]"))
        velocity = (sign * size * cos(angle) + 0.0, sign * size * sin(angle) + 0.0, 0.0)  # no -0
        return cls(velocity, height, exponent, gust, gust_time, seed)

    def speed_at(self, height: ArrayLike) -> Floats:
        """The mean speed at heights above the still surface [m/s]; on it and below, that at 0.

        Args:
            height: [m], any shape.
        """
        z = np.maximum(np.asarray(height, dtype=np.float64), 0.0)
        return np.asarray(np.linalg.norm(self.velocity) * (z / self.height) ** self.exponent)

    def keys(self, batch: int) -> NDArray[np.uint64]:
        """A number for the gusts of each row, from its own ``SeedSequence(seed).spawn(n)[i]``; 0 without a seed.

        Args:
            batch: Number of rows.

        Raises:
            ModelError: There is a list of seeds, and not one for each row.
        """
        n = whole(batch, "the batch")
        if self.seed is None:
            return np.zeros(n, dtype=np.uint64)
        if isinstance(self.seed, tuple):
            if len(self.seed) != n:
                raise ModelError(f"the seeds of a wind must be one for each of the {n} rows, got {len(self.seed)}")
            return np.array([_keys(np.random.SeedSequence(seed), 0, 1)[0] for seed in self.seed], dtype=np.uint64)
        if isinstance(self.seed, np.random.SeedSequence):
            # A copy: to spawn changes what the next spawn gives.
            given = self.seed
            root = np.random.SeedSequence(given.entropy, spawn_key=given.spawn_key, pool_size=given.pool_size)
        else:
            root = np.random.SeedSequence(self.seed)
        return _keys(root, self.first_row, n)

    def fill(self, water: Records) -> None:
        """Write its fields to records of ``kernels.water.WATER``."""
        water["wind"], water["wind_height"], water["wind_exponent"] = self.velocity, self.height, self.exponent
        water["gust"], water["gust_time"] = self.gust, self.gust_time


def _not_negative(value: float, what: str) -> float:
    number = float(finite_floats(value, (), what))
    if number < 0.0:
        raise ModelError(f"{what} must be >= 0, got {number:g}")
    return number


def _keys(root: np.random.SeedSequence, first: int, count: int) -> NDArray[np.uint64]:
    children = root.spawn(first + count)[first:]
    return np.array([child.generate_state(1, np.uint64)[0] for child in children], dtype=np.uint64)


def _checked_seed(
    seed: int | np.random.SeedSequence | Sequence[int] | None,
) -> int | np.random.SeedSequence | tuple[int, ...] | None:
    if seed is None or isinstance(seed, np.random.SeedSequence):
        return seed
    if isinstance(seed, list | tuple) and seed:
        return tuple(_checked_number(each) for each in seed)
    return _checked_number(seed)


def _checked_number(seed: int | Sequence[int]) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        message = "the seed of a wind must be a whole number >= 0, a SeedSequence, or a list with one for each row"
        raise ModelError(f"{message}, got {seed!r}")
    return int(seed)
