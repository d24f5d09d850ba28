"""The sea of a scenario, without its seed and the defaults that come from a vehicle or a sea state."""

import copy
import operator
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, Final, Literal, cast, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.parts import (
    KW_ONLY,
    ArrayOrNone,
    Choice,
    ChoiceOrNone,
    NameOrNone,
    Numbers,
    OneOrMade,
    OneOrNone,
    Part,
    PartError,
    Ranged,
    Rows,
    Scalar,
    ScalarOrNone,
    Several,
    Whole,
    differs,
)
from seaway.sea._current import Current
from seaway.sea._sea import Sea
from seaway.sea._sea_states import SeaState
from seaway.sea._spectra import Eckv, Jonswap, PiersonMoskowitz, Spectrum, SpectrumTable, Tma
from seaway.sea._spreading import Spreading
from seaway.sea._waves import Method, Waves
from seaway.sea._wind import GustSpectrum, Wind, given_twice, overdetermined_gusts

WaveKind = Literal["jonswap", "pierson_moskowitz", "tma", "eckv", "table", "regular", "gerstner", "still"]
_RANDOM: Final = ("jonswap", "pierson_moskowitz", "tma", "eckv", "table")
_SINGLE: Final = ("regular", "gerstner")
# Kinds of waves that each field is for.
_USES: Final[dict[str, tuple[str, ...]]] = {
    "significant_height": ("jonswap", "pierson_moskowitz", "tma"),
    "peak_period": ("jonswap", "pierson_moskowitz", "tma"),
    "gamma": ("jonswap", "tma"),
    "wind_speed": ("eckv",),
    "inverse_wave_age": ("eckv",),
    "omega": ("table",),
    "spectral_density": ("table",),
    "height": _SINGLE,
    "period": _SINGLE,
    "phase": _SINGLE,
    "q": ("gerstner",),
    "direction_to": (*_RANDOM, *_SINGLE),
    "direction_from": (*_RANDOM, *_SINGLE),
    "spreading": _RANDOM,
    "components": _RANDOM,
    "method": _RANDOM,
    "ramp": (*_RANDOM, "regular"),
    "period_frame": (*_RANDOM, *_SINGLE),
}
# Fields that these kinds require; a sea state provides the first three.
_OF_STATE: Final = ("significant_height", "peak_period", "wind_speed")
_NEEDED: Final = (*_OF_STATE, "omega", "spectral_density", "height", "period")


class _PerWave(Ranged[Numbers | None, float | Floats | None]):
    """A number, or one per wave."""

    hint = "ArrayLike | None"

    def __init__(self, *, default: Any, unit: str = "", **options: Any):
        super().__init__(default=default, unit=unit, shape=(None,), by_run=False, **options)

    @property
    def shapes_in_files(self) -> list[tuple[int | None, ...]]:
        return [(), (None,)]

    def check(self, value: Any) -> Any:
        own = copy.copy(self)
        own.shape = (None,) if np.ndim(value) else ()
        return Ranged[Any, Any].check(own, value)


class WaveSettings(Part, what="wave field"):
    """Waves of a scenario: from a spectrum, one regular wave, Gerstner waves, or none."""

    _: KW_ONLY
    kind: ChoiceOrNone[WaveKind] = ChoiceOrNone(get_args(WaveKind), default=None)
    """Spectrum (jonswap, pierson_moskowitz, tma for finite depth, eckv, table), or a regular wave, gerstner waves, or
    still water. Default: jonswap, or pierson_moskowitz if the sea has a state."""
    significant_height: ScalarOrNone = ScalarOrNone(like=PiersonMoskowitz.significant_height, default=None)
    peak_period: ScalarOrNone = ScalarOrNone(like=PiersonMoskowitz.peak_period, default=None)
    gamma: ScalarOrNone = ScalarOrNone(like=Jonswap.gamma, default=None)
    wind_speed: ScalarOrNone = ScalarOrNone(like=Eckv.wind_speed, default=None)
    inverse_wave_age: Scalar = Scalar(like=Eckv.inverse_wave_age, default=Eckv.inverse_wave_age.default)
    omega: ArrayOrNone = ArrayOrNone(like=SpectrumTable.omega, default=None)
    spectral_density: ArrayOrNone = ArrayOrNone(like=SpectrumTable.densities, default=None)
    height: _PerWave = _PerWave(unit="m", at_least=0.0, default=None)
    """Height of regular or Gerstner waves, from trough to crest."""
    period: _PerWave = _PerWave(unit="s", above=0.0, default=None)
    """Period of regular or Gerstner waves."""
    phase: _PerWave = _PerWave(unit="rad", default=0.0)
    """Phase of regular or Gerstner waves at the origin at t = 0; 0 is a crest."""
    q: _PerWave = _PerWave(at_least=0.0, at_most=1.0, default=1.0)
    """Sharpness q of Gerstner waves, from 0 (sinusoid) to 1 (trochoid)."""
    direction_to: _PerWave = _PerWave(unit="rad", default=None)
    """Direction of propagation, from the x axis (east), counter-clockwise. Default: 0, to the east."""
    direction_from: _PerWave = _PerWave(unit="rad", default=None)
    """Direction the waves come from, in place of direction_to."""
    spreading: ScalarOrNone = ScalarOrNone(like=Spreading.s, default=None)
    """Default: long-crested."""
    components: Whole = Whole(at_least=1, at_most=10_000, default=200)
    """Number of wave components of a random sea."""
    method: Choice[Method] = Choice(get_args(Method), default="equal_energy")
    """Discretisation of the spectrum: components of equal energy, or of equal spacing in frequency."""
    ramp: Scalar = Scalar(like=Waves.ramp, default=Waves.ramp.default)
    period_frame: Choice[Literal["water", "earth"]] = Choice(("water", "earth"), default="water")
    """Frame in which periods are measured: "water", drifting with the current, or "earth", at a fixed point."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the kind against the other fields."""
        kind = self.kind or "jonswap"
        for name, kinds in _USES.items():
            if kind not in kinds and differs(self, name):
                yield name, f"{name} is for waves of the kind {', '.join(kinds)}; these are {kind}"
            elif kind == "regular" and name not in _NEEDED[:5] and isinstance(vars(self)[name], np.ndarray):
                yield name, f"{name} must be one number for a regular wave, got several; gerstner waves take them"
        if self.direction_to is not None and self.direction_from is not None:
            yield "direction_from", "give direction_to, where waves go to, or direction_from, not both"

    @property
    def random(self) -> bool:
        """Whether the waves depend on the seed."""
        return self.kind is None or self.kind in _RANDOM

    @property
    def takes_height(self) -> bool:
        """Whether a sea state gives the height."""
        name = "wind_speed" if self.kind == "eckv" else "significant_height"
        return (self.kind or "jonswap") in _USES[name] and vars(self)[name] is None

    @property
    def toward(self) -> float | Floats:
        """Direction of propagation, from the x axis (east), counter-clockwise [rad]."""
        if self.direction_from is None:
            return 0.0 if self.direction_to is None else self.direction_to
        # Reversed in degrees, rounded to the value in the file: from 30° is to 210°, to the last bit.
        to = np.radians(np.round(np.degrees(self.direction_from), 12) + 180.0)
        return to if to.ndim else float(to)

    def kind_in(self, state: SeaState | None) -> str:
        """Kind of waves, given the sea state."""
        return self.kind or ("jonswap" if state is None or self.gamma is not None else "pierson_moskowitz")

    def missing(self, state: SeaState | None = None) -> Iterator[str]:
        """Yield a message for each required value that neither these settings nor a sea state give."""
        kind = self.kind_in(state)
        for name in _NEEDED:
            if kind in _USES[name] and vars(self)[name] is None and (state is None or name not in _OF_STATE):
                field = self.__part__.fields[name]
                yield f"{name} is missing for waves of the kind {kind}: {field.doc.rstrip('.')}{field.in_unit}"

    def misfits(self, depth: float | None) -> Iterator[str]:
        """Yield a message for each setting that conflicts with the water depth [m]; None for deep water."""
        if self.kind == "gerstner" and depth is not None:
            yield "gerstner waves are for deep water; leave the depth of the sea out, or use regular waves"
        if self.kind == "tma" and depth is None:
            yield "the kind tma is for finite depth; set sea.depth [m], or use jonswap in deep water"

    def waves(
        self,
        *,
        gravity: float,
        depth: float | None = None,
        seed: int | np.random.SeedSequence,
        state: SeaState | None = None,
    ) -> Waves | None:
        """Make the waves; None for still water.

        Args:
            gravity: Gravity g [m/s2].
            depth: Depth of the water [m]; default: deep water.
            seed: Seed of the random phases and frequencies.
            state: Sea state that provides defaults of height, period and wind speed.

        Raises:
            ModelError: A value is missing, or the waves are impossible.
        """
        own: Any = self
        for message in (*self.missing(state), *self.misfits(depth)):
            raise ModelError(message)
        kind, common = self.kind_in(state), dict[str, Any](direction=self.toward, gravity=gravity)
        if kind == "still":
            return None
        if kind == "gerstner":
            return Waves.gerstner(own.height, own.period, phase=own.phase, q=own.q, **common)
        common |= {"depth": depth, "ramp": self.ramp}
        if kind == "regular":
            return Waves.regular(own.height, own.period, phase=own.phase, **common)
        spectrum = self._spectrum(kind, gravity, depth, state)
        if spectrum.significant_height == 0.0:
            return None
        spreading = None if self.spreading is None else Spreading(self.spreading)
        return Waves.irregular(spectrum, self.components, seed=seed, spreading=spreading, method=self.method, **common)

    def _spectrum(self, kind: str, gravity: float, depth: float | None, state: SeaState | None) -> Spectrum:
        height, period, speed = (
            vars(self)[name] if vars(self)[name] is not None or state is None else getattr(state, name)
            for name in _OF_STATE
        )
        if kind == "table":
            return SpectrumTable(cast("Any", self.omega), cast("Any", self.spectral_density))
        if kind == "eckv":
            return Eckv(speed, inverse_wave_age=self.inverse_wave_age, gravity=gravity)
        if kind == "tma":
            return Tma(height, period, self.gamma, depth=cast("float", depth), gravity=gravity)
        return Jonswap(height, period, self.gamma) if kind == "jonswap" else PiersonMoskowitz(height, period)


class WindSettings(Part, what="wind"):
    """Wind of a scenario. Default speed: that of the sea state; default direction: that of the waves."""

    velocity: ArrayOrNone = ArrayOrNone(like=Wind.velocity, default=None)
    _: KW_ONLY
    speed: ScalarOrNone = ScalarOrNone(like=Wind.speed, default=None)
    """Default: that of the sea state."""
    direction_to: ScalarOrNone = ScalarOrNone(like=Wind.direction_to, default=None)
    """Default: the direction of the waves; of several seas, that of the one with the height of the sea state."""
    direction_from: ScalarOrNone = ScalarOrNone(like=Wind.direction_from, default=None)
    reference_height: Scalar = Scalar(like=Wind.reference_height, default=Wind.reference_height.default)
    exponent: Scalar = Scalar(like=Wind.exponent, default=Wind.exponent.default)
    gust_std: Scalar = Scalar(like=Wind.gust_std, default=Wind.gust_std.default)
    gust_time_scale: Scalar = Scalar(like=Wind.gust_time_scale, default=Wind.gust_time_scale.default)
    gust_spectrum: ChoiceOrNone[GustSpectrum] = ChoiceOrNone(get_args(GustSpectrum), default=None)
    """Spectrum of gusts along the mean wind, in place of gust_std: npd, that of a one-hour mean speed (ISO 19901-1).
    Default: a first-order process of the standard deviation gust_std."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that mean wind and gusts are each given once."""
        yield from given_twice(self, self.velocity is not None)
        yield from overdetermined_gusts(self)

    def wind(self, state: SeaState | None, toward: float) -> Wind:
        """Make the wind.

        Args:
            state: Sea state that provides the default speed.
            toward: Default direction that the wind blows to [rad].
        """
        given = {name: vars(self)[name] for name in self.__part__.fields}
        if self.velocity is None:
            if self.speed is None and state is not None:
                given["speed"] = state.wind_speed
            if self.direction_to is None and self.direction_from is None:
                given["direction_to"] = toward
        return Wind(**given)


class SeaSettings(Part, what="sea"):
    """The sea of a scenario."""

    _: KW_ONLY
    state: NameOrNone = NameOrNone(default=None)
    """Waves and wind by name: "sea state 0" to "sea state 9", "beaufort 0" to "beaufort 12", or a word such as
    "moderate"."""
    density: ScalarOrNone = ScalarOrNone(like=Sea.density, default=None)
    """Default: that of the library vehicle or SDFormat file, else 1025."""
    gravity: ScalarOrNone = ScalarOrNone(like=Sea.gravity, default=None)
    """Default: that of the library vehicle or SDFormat file, else 9.80665."""
    surface: ScalarOrNone = ScalarOrNone(like=Sea.surface, default=Sea.surface.default)
    depth: ScalarOrNone = ScalarOrNone(like=Sea.depth, default=None)
    viscosity: Scalar = Scalar(like=Sea.viscosity, default=Sea.viscosity.default)
    air_density: Scalar = Scalar(like=Sea.air_density, default=Sea.air_density.default)
    waves: Several[WaveSettings] = Several(WaveSettings, default=())
    """Waves: one sea, or several superposed, such as swell and wind sea; missing values come from the state. Default:
    still water."""
    current: OneOrMade[Current | Rows | None, Current | None] = OneOrMade(
        Current, default=None, make=Current, like=Sea.current
    )
    wind: OneOrNone[WindSettings | Wind] = OneOrNone(WindSettings, Wind, default=None, by_key={"wind": WindSettings})
    """Wind; missing values come from the state. Default: calm."""

    def conflicts(self) -> Iterator[tuple[str | tuple[str | int, ...], str]]:
        """Check that the state exists, that waves and wind are complete, and that the seas can be superposed."""
        try:
            state = self.sea_state
        except ModelError as error:
            yield "state", str(error)
            return
        waves, wind = self._wave_settings, self._wind_settings
        for n, each in enumerate(waves):
            yield from ((self._place(n), message) for message in (*each.missing(state), *each.misfits(self.depth)))
        yield from self._unlike(waves)
        if not isinstance(wind, WindSettings) or wind.velocity is not None:
            return
        if wind.speed is None and state is None:
            yield "wind", f"speed is missing: {Wind.speed.doc.rstrip('.')} {Wind.speed.bracket}"
        if self._toward is None and wind.direction_to is None and wind.direction_from is None:
            yield "wind", "the wind needs a direction_to, since the waves have several directions"

    def _unlike(self, waves: tuple[WaveSettings, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield conflicts of seas that cannot be superposed with the first."""
        if len(waves) == 1:
            return
        ramp = next((each.ramp for each in waves if each.kind != "still"), 0.0)
        for n, each in enumerate(waves):
            if each.kind == "gerstner":
                message = "gerstner waves do not add up with other waves; give all in one table, or use regular ones"
                yield ("waves", n), message
            elif each.kind != "still" and each.ramp != ramp:
                message = f"seas that add up must have the same ramp, got {ramp:g} and {each.ramp:g} s; give it in each"
                yield ("waves", n), message
        of_state = [n for n, each in enumerate(waves) if each.takes_height] if self.state is not None else []
        for n in of_state[1:]:
            message = f"the sea state gives its height to one sea, waves[{of_state[0]}]; give one to this sea"
            yield ("waves", n), message

    @property
    def sea_state(self) -> SeaState | None:
        """The named sea state."""
        return None if self.state is None else SeaState.named(self.state)

    @property
    def random_waves(self) -> bool:
        """Whether the waves depend on the seed."""
        return any(each.random for each in self._wave_settings)

    def sea(self, seeds: Sequence[int], *, density: float = 1025.0, gravity: float = 9.80665) -> Sea:
        """Make the sea, with the waves of the first seed, and gusts of one seed per run.

        Args:
            seeds: Seeds of the runs.
            density: Default density of the water [kg/m3].
            gravity: Default gravity [m/s2].

        Raises:
            ModelError: The sea is impossible.
        """
        wind = self._wind_settings
        if isinstance(wind, WindSettings):
            try:
                wind = wind.wind(self.sea_state, 0.0 if self._toward is None else self._toward)
            except PartError as error:
                raise PartError([problem.within("wind") for problem in error.problems]) from None
        if wind is not None and wind.gusty and wind.seed is None:
            wind = wind.replace(seed=seeds[0] if len(seeds) == 1 else tuple(seeds))
        same = ("density", "gravity", "surface", "depth", "current", "air_density", "viscosity")
        given: dict[str, Any] = {name: vars(self)[name] for name in same}
        given |= {name: value for name, value in (("density", density), ("gravity", gravity)) if given[name] is None}
        return Sea(**given, waves=self.waves_of(seeds[0], gravity=gravity), wind=wind)

    def waves_of(self, seed: int, *, gravity: float = 9.80665) -> Waves | None:
        """Make the waves of a seed, the sum of all seas; None for still water.

        The first sea draws from the seed itself; sea n draws from ``SeedSequence(seed, spawn_key=(0, n))``, so that
        adding a sea does not change those before it.

        Args:
            seed: Seed of the random phases and frequencies.
            gravity: Default gravity [m/s2].

        Raises:
            ModelError: The waves are impossible.
        """
        g, seas = gravity if self.gravity is None else self.gravity, list[Waves]()
        for n, each in enumerate(self._wave_settings):
            own = seed if n == 0 else np.random.SeedSequence(seed, spawn_key=(0, n))
            try:
                made = each.waves(gravity=g, depth=self.depth, seed=own, state=self.sea_state)
                if made is not None and each.period_frame == "earth" and self.current is not None:
                    made = made.measured_in(self.current)
            except PartError as error:
                raise PartError([problem.within(*self._place(n)) for problem in error.problems]) from None
            seas += [] if made is None else [made]
        return reduce(operator.add, seas) if seas else None

    def _place(self, n: int) -> tuple[str | int, ...]:
        """Key of the table of a sea."""
        return ("waves", n) if len(self.waves) > 1 else ("waves",)

    @property
    def _wave_settings(self) -> tuple[WaveSettings, ...]:
        return (WaveSettings(),) if not self.waves and self.state is not None else self.waves

    @property
    def _toward(self) -> float | None:
        """Direction of the waves [rad]; of several seas, that of the one with the sea state. None if ambiguous."""
        moving = [each for each in self._wave_settings if each.kind != "still"]
        of_state = [each for each in moving if each.takes_height and self.state is not None]
        directions = {float(angle) for each in of_state or moving for angle in np.ravel(each.toward)}
        return None if len(directions) > 1 else next(iter(directions), 0.0)

    @property
    def _wind_settings(self) -> WindSettings | Wind | None:
        return WindSettings() if self.wind is None and self.state is not None else self.wind
