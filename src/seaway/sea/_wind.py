"""Wind: a mean with a power-law profile, and gusts."""

from collections.abc import Iterator, Sequence
from math import cos, sin
from typing import Any, Final, Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, Records, finite_floats, frozen, whole
from seaway.errors import ModelError
from seaway.kernels.gusts import COMPONENTS, VALUES, npd_components, npd_densities, spectral_gusts
from seaway.parts import (
    KW_ONLY,
    Array,
    ChoiceOrNone,
    DerivedArray,
    Field,
    Part,
    RefusedError,
    Scalar,
    ScalarOrNone,
    Whole,
    checked,
    differs,
)

GustSpectrum = Literal["npd"]
NEED_A_MEAN: Final = "need a mean wind along the surface, got a speed of 0 m/s"
Seed = int | np.random.SeedSequence | Sequence[int] | None


class _Velocity(DerivedArray):
    """Three numbers, or two along x and y."""

    @property
    def shapes_in_files(self) -> list[tuple[int | None, ...]]:
        return [(3,), (2,)]

    def check(self, value: Any) -> Any:
        items = cast("Sequence[Any]", value) if isinstance(value, list | tuple | np.ndarray) else ()
        level = len(items) == 2 and all(np.ndim(item) == 0 for item in items)  # not the velocities of two runs
        return super().check([*items, 0.0] if level else value)


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
    """Wind over the sea: a steady mean with a power-law profile over height, and gusts.

    ::

        v(z) = (z / reference_height)^exponent (velocity + g)        g' = g e^(-h/T) + σ √(1 - e^(-2h/T)) ξ

    z is the height above the local surface, g the gust along x and along y: an Ornstein-Uhlenbeck process of
    standard deviation σ and time scale T, updated once per step h and held. Each run of a batch has its own gusts.

    With ``gust_spectrum="npd"`` the gust is along the mean wind, with the NPD spectrum of ISO 19901-1, which follows
    from the mean speed; see ``gusts`` and ``gust_density``.

    The mean is given as a velocity, or as a speed with one of two directions, counter-clockwise from the x axis (east).
    A compass bearing β, clockwise from north, is π/2 - β here: a west wind has ``direction_from=π``.

    Reference:
        S. A. Hsu, E. A. Meindl and D. B. Gilhousen, Determining the power-law wind-profile exponent under
        near-neutral stability conditions at sea, J. Applied Meteorology 33, 1994 (0.11); O. J. Andersen and J. Løvseth,
        The Frøya database and maritime boundary layer wind description, Marine Structures 19, 2006, and ISO 19901-1
        (the NPD spectrum).

    Example:
        >>> from seaway.sea import Wind
        >>> Wind(speed=10.0, direction_to=0.0, exponent=0.11).speed_at(2.0).round(2).item()
        8.38
    """

    velocity: _Velocity = _Velocity(shape=(3,), unit="m/s", by_run=False, default=None, follows=_mean)
    """Mean velocity at the reference height in world axes, (3,), or (2,) along x and y."""
    _: KW_ONLY
    speed: ScalarOrNone = ScalarOrNone(unit="m/s", at_least=0.0, default=None)
    """Mean speed at the reference height, in place of velocity."""
    direction_to: ScalarOrNone = ScalarOrNone(unit="rad", default=None, label="direction")
    """Direction the wind blows to, from the x axis (east), counter-clockwise."""
    direction_from: ScalarOrNone = ScalarOrNone(unit="rad", default=None, label="direction")
    """Direction the wind comes from, in place of direction_to; a west wind has π."""
    reference_height: Scalar = Scalar(unit="m", above=0.0, default=10.0)
    """Reference height above the water surface."""
    exponent: Scalar = Scalar(at_least=0.0, default=0.0)
    """Exponent of the power-law profile: 0 for uniform wind, about 0.11 over the open sea."""
    gust_std: Scalar = Scalar(unit="m/s", at_least=0.0, default=0.0, label="standard deviation of the gusts")
    """Standard deviation σ of the gusts along x and along y, without gust_spectrum."""
    gust_time_scale: Scalar = Scalar(unit="s", above=0.0, default=10.0)
    """Time scale T of the gusts, without gust_spectrum."""
    gust_spectrum: ChoiceOrNone[GustSpectrum] = ChoiceOrNone(get_args(GustSpectrum), default=None)
    """Spectrum of gusts along the mean wind, in place of gust_std: npd, that of a one-hour mean speed (ISO 19901-1).
    Default: a first-order process of the standard deviation gust_std."""
    seed: _Seed = _Seed()
    """Seed of the gusts, or a list with one per run, each with the gusts of a single run of that seed."""
    first_row: Whole = Whole(default=0, in_files=False)
    """Index of the run whose gusts the first run gets: 7 gives a single run the gusts of run 7 of a batch."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the mean, the gusts and the seeds."""
        followed = "velocity" in vars(self).get("_followed", ())
        yield from given_twice(self, not followed)
        if followed and self.speed is None:
            yield "velocity", "give velocity, or speed with direction_to or direction_from"
        elif followed and self.direction_to is None and self.direction_from is None:
            yield "direction_to", "give direction_to, where the wind blows to, or direction_from [rad], got neither"
        elif self.gust_spectrum is not None and not np.any(self.velocity[:2]):
            yield "gust_spectrum", f"gusts of the spectrum {self.gust_spectrum} {NEED_A_MEAN}"
        yield from overdetermined_gusts(self)
        if isinstance(self.seed, tuple) and self.first_row:
            yield "first_row", f"a list of seeds has one for each run, first_row must be 0, got {self.first_row}"

    def speed_at(self, height: ArrayLike) -> Floats:
        """Mean speed at heights above the surface [m/s]; at and below the surface, that at height 0.

        Args:
            height: Height above the surface [m], any shape.
        """
        z = np.maximum(np.asarray(height, dtype=np.float64), 0.0)
        return np.asarray(np.linalg.norm(self.velocity) * (z / self.reference_height) ** self.exponent)

    @property
    def spectral(self) -> bool:
        """Whether its gusts have a spectrum."""
        return self.gust_spectrum is not None

    @property
    def gusty(self) -> bool:
        """Whether it has gusts."""
        return self.gust_std > 0.0 or self.spectral

    @property
    def gust_deviation(self) -> float:
        """Standard deviation of the gusts [m/s]: with a spectrum along the mean wind, else along x and along y."""
        if not self.spectral:
            return self.gust_std
        amplitude = self._components(np.zeros(1, dtype=np.uint64))[::VALUES]
        return float(np.sqrt(0.5 * np.sum(np.square(amplitude))))

    def gust_density(self, frequency: ArrayLike) -> Floats:
        """Compute the spectral density S of the gusts at the reference height [m2/s], one-sided.

        NPD, from the mean speed U10 at 10 m by the power law of this wind, and its reference height z::

            S(f) = 320 (U10/10)² (z/10)^0.45 / (1 + f~ⁿ)^(5/3n)   f~ = 172 f (z/10)^(2/3) (U10/10)^(-3/4)   n = 0.468

        It holds from 1/600 Hz to 0.5 Hz, the band of ``gusts``. Without a spectrum, along x and along y:
        S = 4 σ² T / (1 + (2π f T)²).

        Args:
            frequency: Frequency f [Hz], any shape.

        Raises:
            ModelError: A frequency is not finite and > 0.
        """
        field = Array(shape=np.shape(frequency), unit="Hz", above=0.0, by_run=False, empty=True)
        f = np.asarray(checked(field, frequency, "the frequency of gusts"))
        if not self.spectral:
            return np.asarray(
                4.0
                * self.gust_std**2
                * self.gust_time_scale
                / (1.0 + np.square(2.0 * np.pi * f * self.gust_time_scale))
            )
        out = np.zeros(f.size)
        npd_densities(np.ascontiguousarray(f).ravel(), self.velocity, self.reference_height, self.exponent, out)
        return out.reshape(f.shape)

    def gusts(self, t: ArrayLike, run: int = 0) -> Floats:
        """Compute the gusts of a run as a function of time and seed.

        They are a sum of 100 components, one per bin of the band from 1/600 Hz to 0.5 Hz, of equal width in ln f.
        Frequencies are drawn within the bins, so that the record never repeats, and phases at random; amplitudes are
        √(2 ∫ S df) over the bins. A simulation evaluates the gusts at the start of each step and holds them.

        Args:
            t: Times [s], any shape.
            run: Index of the run in its batch.

        Returns:
            Velocity at the reference height in world axes, to be added to ``velocity`` [m/s], (..., 3).

        Raises:
            ModelError: The gusts have no spectrum or no seed, a time is not finite, or there is no such run.
        """
        if not self.spectral:
            has = "gusts that follow step by step, and depend on the time step" if self.gusty else "no gusts"
            raise ModelError(f"this wind has {has}; give it gust_spectrum='npd' to compute gusts at any time")
        number = whole(run, "the run", 0)
        count = len(self.seed) if isinstance(self.seed, tuple) else number + 1
        if number >= count:
            raise ModelError(f"this wind has seeds for the runs 0 to {count - 1}, got the run {number}")
        key = self.keys(count)[number:] if isinstance(self.seed, tuple) else self._key_of(number)
        times = finite_floats(t, np.shape(t), "the times of gusts [s]")
        out = np.zeros((times.size, 2))
        spectral_gusts(self._components(key[:1]), self.velocity, np.ascontiguousarray(times).ravel(), out)
        return np.concatenate([out, np.zeros((len(out), 1))], axis=1).reshape(*times.shape, 3)

    def _key_of(self, run: int) -> NDArray[np.uint64]:
        return self.replace(first_row=self.first_row + run).keys(1)

    def _components(self, key: NDArray[np.uint64]) -> Floats:
        numbers = (np.array([number]) for number in (self.reference_height, self.exponent))
        return components_of(key, self.velocity[None], *numbers)[0]

    def keys(self, batch: int) -> NDArray[np.uint64]:
        """Random key of each run, from ``SeedSequence(seed).spawn(n)[i]``; 0 without gusts or seed.

        Args:
            batch: Number of runs.

        Raises:
            ModelError: Gusts have no seed, or there is a list of seeds but not one for each run.
        """
        n, seed = whole(batch, "the batch"), self.seed
        if seed is None:
            if self.spectral:
                raise ModelError(f"a wind with gusts of the spectrum {self.gust_spectrum} needs a seed, e.g. seed=1")
            if self.gust_std > 0.0:
                raise ModelError(f"a wind with gusts of {self.gust_std:g} m/s needs a seed, e.g. seed=1")
            return np.zeros(n, dtype=np.uint64)
        if isinstance(seed, tuple):
            if len(seed) != n:
                raise ModelError(f"the seeds of a wind must be one for each of the {n} runs, got {len(seed)}")
            return np.array([_key(np.random.SeedSequence(each), 0) for each in seed], dtype=np.uint64)
        root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
        return np.array([_key(root, self.first_row + run) for run in range(n)], dtype=np.uint64)

    def fill(self, water: Records) -> None:
        """Write its fields to records of ``kernels.water.WATER``."""
        water["wind"], water["wind_height"], water["wind_exponent"] = (
            self.velocity,
            self.reference_height,
            self.exponent,
        )
        water["gust"], water["gust_time"] = self.gust_std, self.gust_time_scale


def given_twice(wind: Any, by_velocity: bool) -> Iterator[tuple[str, str]]:
    """Yield conflicts of values that give the mean wind twice."""
    first = "velocity" if by_velocity else "direction_to"
    others = ("speed", "direction_to", "direction_from") if by_velocity else ("direction_from",)
    for other in others:
        if getattr(wind, first) is not None and getattr(wind, other) is not None:
            yield other, f"{first} and {other} give the same thing; give one of them"


def overdetermined_gusts(wind: Any) -> Iterator[tuple[str, str]]:
    """Yield conflicts of gust values with a gust spectrum."""
    for name, unit in (("gust_std", "m/s"), ("gust_time_scale", "s")):
        if wind.gust_spectrum is not None and differs(wind, name):
            message = f"the spectrum {wind.gust_spectrum} gives the gusts by the mean speed"
            yield name, f"{message}; leave out {name}, got {vars(wind)[name]:g} {unit}"


def components_of(keys: NDArray[np.uint64], winds: Floats, heights: Floats, exponents: Floats) -> Floats:
    """Components of gusts with a spectrum, see ``kernels.gusts.npd_components``, (row, number).

    Args:
        keys: Key of each row, (row,).
        winds: Mean velocities at the reference height [m/s], (1 or row, 3).
        heights: Reference heights [m], (1 or row,).
        exponents: Exponents of the power law, (1 or row,).
    """
    n = len(keys)
    out = np.zeros((n, VALUES * COMPONENTS))
    wind, height, exponent = (
        np.ascontiguousarray(np.broadcast_to(each, (n, *each.shape[1:]))) for each in (winds, heights, exponents)
    )
    with np.errstate(over="ignore"):  # products of keys wrap around; without the compiler numpy warns
        npd_components(np.ascontiguousarray(keys), wind, height, exponent, out)
    return out


def _key(root: np.random.SeedSequence, run: int) -> np.uint64:
    # As of root.spawn(run + 1)[run], which would change what the next spawn gives.
    child = np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, run), pool_size=root.pool_size)
    return child.generate_state(1, np.uint64)[0]
