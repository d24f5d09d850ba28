"""Wind: a mean with a power law over height, and gusts."""

from collections.abc import Iterator, Sequence
from math import cos, sin
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, Records, frozen, whole
from seaway.errors import ModelError
from seaway.parts import KW_ONLY, DerivedArray, Field, Part, RefusedError, Scalar, ScalarOrNone, Whole

Seed = int | np.random.SeedSequence | Sequence[int] | None


class _Velocity(DerivedArray):
    """Three numbers, or two along x and y."""

    @property
    def shapes_in_files(self) -> list[tuple[int | None, ...]]:
        return [(3,), (2,)]

    def check(self, value: Any) -> Any:
        level = isinstance(value, list | tuple | np.ndarray) and len(cast("list[Any]", value)) == 2
        return super().check([*value, 0.0] if level else value)


class _Seed(Field[Seed, int | np.random.SeedSequence | tuple[int, ...] | None]):
    hint = "int | SeedSequence | Sequence[int] | None"
    default = None
    in_files = False

    def check(self, value: Any) -> Any:
        if value is None or isinstance(value, np.random.SeedSequence):
            return value
        several = isinstance(value, list | tuple)
        seeds = cast("Sequence[Any]", value) if several else (value,)
        if not seeds or any(isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 0 for n in seeds):
            rule = "a whole number >= 0, a SeedSequence, or a list with one number for each run"
            raise RefusedError(f"must be {rule}, got {value!r}")
        return tuple(map(int, seeds)) if several else int(value)


def _mean(wind: "Wind") -> Floats:
    sign, angle = (1.0, wind.direction_to) if wind.direction_to is not None else (-1.0, wind.direction_from)
    if wind.speed is None or angle is None:
        return np.zeros(3)  # it is refused
    return frozen(np.array([sign * wind.speed * cos(angle) + 0.0, sign * wind.speed * sin(angle) + 0.0, 0.0]))


class Wind(Part, what="wind"):
    """The wind over the sea: a steady mean with a power law over height, and gusts.

    ::

        v(z) = (z / height)^exponent (velocity + g)        g' = g e^(-h/T) + σ √(1 - e^(-2h/T)) ξ

    z is the height above the still surface, g the gust along x and along y: a random process (Ornstein-Uhlenbeck) of
    standard deviation σ and time scale T, updated once per step h and held. Each run of a batch has its own.

    The mean is given as a velocity, or as a speed with one of two directions, counter-clockwise from the x axis (east).
    A compass bearing β, clockwise from north, is π/2 - β here: a west wind has ``direction_from=π``.

    Reference:
        S. A. Hsu, E. A. Meindl and D. B. Gilhousen, Determining the power-law wind-profile exponent under
        near-neutral stability conditions at sea, J. Applied Meteorology 33, 1994 (0.11).

    Example:
        >>> from seaway.sea import Wind
        >>> Wind(speed=10.0, direction_to=0.0, exponent=0.11).speed_at(2.0).round(2).item()
        8.38
    """

    velocity: _Velocity = _Velocity(shape=(3,), unit="m/s", by_run=False, default=None, follows=_mean)
    """Mean velocity at the reference height in world axes, (3,), or (2,) along x and y."""
    _: KW_ONLY
    speed: ScalarOrNone = ScalarOrNone(unit="m/s", at_least=0.0, default=None)
    """Mean speed at the reference height, instead of the velocity."""
    direction_to: ScalarOrNone = ScalarOrNone(unit="rad", default=None, label="direction")
    """Direction the wind blows to, from the x axis (east), counter-clockwise."""
    direction_from: ScalarOrNone = ScalarOrNone(unit="rad", default=None, label="direction")
    """Direction the wind comes from, instead of direction_to; a west wind has π."""
    height: Scalar = Scalar(unit="m", above=0.0, default=10.0, label="reference height")
    """Reference height above the still surface."""
    exponent: Scalar = Scalar(at_least=0.0, default=0.0)
    """Exponent of the power law over height; 0 for the same wind at all heights, about 0.11 over the open sea."""
    gust: Scalar = Scalar(unit="m/s", at_least=0.0, default=0.0)
    """Standard deviation σ of the gusts along x and along y."""
    gust_time: Scalar = Scalar(unit="s", above=0.0, default=10.0)
    """Time scale T of the gusts."""
    seed: _Seed = _Seed()
    """Seed of the gusts; a list has one for each run, each with the gusts of a single run of that seed."""
    first_row: Whole = Whole(default=0, in_files=False)
    """Run of a batch whose gusts the first run has: 7 gives a single run the gusts of run 7."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that the mean is given once, and the seeds."""
        followed = "velocity" in vars(self).get("_followed", ())
        yield from given_twice(self, not followed)
        if followed and self.speed is None:
            yield "velocity", "give velocity, or speed with direction_to or direction_from"
        elif followed and self.direction_to is None and self.direction_from is None:
            yield "direction_to", "give direction_to, where the wind blows to, or direction_from [rad], got neither"
        if isinstance(self.seed, tuple) and self.first_row:
            yield "first_row", f"a list of seeds has one for each run, first_row must be 0, got {self.first_row}"

    def speed_at(self, height: ArrayLike) -> Floats:
        """The mean speed at heights above the still surface [m/s]; on it and below, that at 0.

        Args:
            height: [m], any shape.
        """
        z = np.maximum(np.asarray(height, dtype=np.float64), 0.0)
        return np.asarray(np.linalg.norm(self.velocity) * (z / self.height) ** self.exponent)

    def keys(self, batch: int) -> NDArray[np.uint64]:
        """A number for the gusts of each run, from its own ``SeedSequence(seed).spawn(n)[i]``; 0 without gusts or seed.

        Args:
            batch: Number of runs.

        Raises:
            ModelError: Gusts have no seed, or there is a list of seeds but not one for each run.
        """
        n, seed = whole(batch, "the batch"), self.seed
        if seed is None:
            if self.gust > 0.0:
                raise ModelError(f"a wind with gusts of {self.gust:g} m/s needs a seed, e.g. seed=1")
            return np.zeros(n, dtype=np.uint64)
        if isinstance(seed, tuple):
            if len(seed) != n:
                raise ModelError(f"the seeds of a wind must be one for each of the {n} runs, got {len(seed)}")
            return np.array([_key(np.random.SeedSequence(each), 0) for each in seed], dtype=np.uint64)
        root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
        return np.array([_key(root, self.first_row + run) for run in range(n)], dtype=np.uint64)

    def fill(self, water: Records) -> None:
        """Write its fields to records of ``kernels.water.WATER``."""
        water["wind"], water["wind_height"], water["wind_exponent"] = self.velocity, self.height, self.exponent
        water["gust"], water["gust_time"] = self.gust, self.gust_time


def given_twice(wind: Any, by_velocity: bool) -> Iterator[tuple[str, str]]:
    """Find what gives the mean of a wind a second time."""
    first = "velocity" if by_velocity else "direction_to"
    others = ("speed", "direction_to", "direction_from") if by_velocity else ("direction_from",)
    for other in others:
        if getattr(wind, first) is not None and getattr(wind, other) is not None:
            yield other, f"{first} and {other} give the same thing; give one of them"


def _key(root: np.random.SeedSequence, run: int) -> np.uint64:
    # As of root.spawn(run + 1)[run], which would change what the next spawn gives.
    child = np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, run), pool_size=root.pool_size)
    return child.generate_state(1, np.uint64)[0]
