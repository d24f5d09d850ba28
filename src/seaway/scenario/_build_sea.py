"""From the sea of a scenario file to a ``Sea``, for any seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import radians
from typing import Any, Final, cast

from seaway.scenario._models import SeaTable, WavesTable, WindTable
from seaway.scenario._problems import Problems
from seaway.sea import (
    Current,
    Eckv,
    Jonswap,
    PiersonMoskowitz,
    Sea,
    SeaState,
    Spectrum,
    SpectrumTable,
    Spreading,
    Waves,
    Wind,
)

__all__ = ["SeaPlan"]

_RANDOM: Final = ("direction_deg", "direction_from_deg", "spreading", "components", "method", "ramp")
_OF_KIND: Final[dict[str, tuple[str, ...]]] = {
    "jonswap": ("significant_height", "peak_period", "gamma", *_RANDOM),
    "pierson_moskowitz": ("significant_height", "peak_period", *_RANDOM),
    "eckv": ("wind_speed", "inverse_wave_age", *_RANDOM),
    "table": ("omega", "density", *_RANDOM),
    "regular": ("height", "period", "phase_deg", "direction_deg", "direction_from_deg", "ramp"),
    "gerstner": ("height", "period", "phase_deg", "q", "direction_deg", "direction_from_deg"),
    "still": (),
}
_NEEDED: Final[dict[str, tuple[str, ...]]] = {
    "jonswap": ("significant_height", "peak_period"),
    "pierson_moskowitz": ("significant_height", "peak_period"),
    "eckv": ("wind_speed",),
    "table": ("omega", "density"),
    "regular": ("height", "period"),
    "gerstner": ("height", "period"),
    "still": (),
}


@dataclass(frozen=True, eq=False)
class SeaPlan:
    """The sea of a scenario, without its seed.

    Attributes:
        table: What the file says.
        density: Of the water [kg/m3].
        gravity: [m/s2].
    """

    table: SeaTable
    density: float
    gravity: float

    def check(self, problems: Problems) -> None:
        """Find keys that do not fit the kind of waves or wind, and those that are missing."""
        with problems.at(("sea", "state")):
            self._state()
            self._check_waves(problems)
            self._check_wind(problems)
        with problems.at(("sea", "current")):
            self._current()

    def sea(self, seeds: Sequence[int]) -> Sea:
        """The sea of these seeds: its waves are those of the first, its gusts are for a row each.

        Raises:
            ModelError: There can be no such sea.
        """
        table = self.table
        others: dict[str, Any] = table.given("state", "density", "gravity", "surface", "waves", "current", "wind")
        if table.surface is not None:
            others["surface"] = None if table.surface is False else table.surface
        waves, wind = self.waves(seeds[0]), self._wind(seeds)
        return Sea(self.density, self.gravity, current=self._current(), waves=waves, wind=wind, **others)

    def waves(self, seed: int) -> Waves | None:
        """The waves of a seed; None for still water.

        Raises:
            ModelError: There can be no such waves.
        """
        table, kind = self._waves_table(), self._kind()
        if kind is None or kind == "still":
            return None
        at: dict[str, Any] = {"depth": self.table.depth, "gravity": self.gravity}
        ramp = 0.0 if table.ramp is None else table.ramp
        if kind in ("regular", "gerstner"):
            shape: dict[str, Any] = {"height": table.height, "period": table.period, "direction": self._direction()}
            if table.phase_deg is not None:
                shape["phase"] = _radians(table.phase_deg)
            if kind == "regular":
                return Waves.regular(**shape, **at, ramp=ramp)
            return Waves.gerstner(**shape, **table.given(*_without("q")), gravity=self.gravity)
        spectrum = self._spectrum(kind)
        if spectrum.significant_height == 0.0:
            return None
        random: dict[str, Any] = table.given(*_without("method"))
        if table.components is not None:
            random["count"] = table.components
        if table.spreading is not None:
            random["spreading"] = Spreading(table.spreading)
        return Waves.irregular(spectrum, direction=self._direction(), seed=seed, **at, ramp=ramp, **random)

    @property
    def random_waves(self) -> bool:
        """Whether another seed makes other waves."""
        return self._kind() in ("jonswap", "pierson_moskowitz", "eckv", "table")

    def _state(self) -> SeaState | None:
        return None if self.table.state is None else SeaState.named(self.table.state)

    def _waves_table(self) -> WavesTable:
        return WavesTable() if self.table.waves is None else self.table.waves

    def _kind(self) -> str | None:
        if self.table.waves is None and self.table.state is None:
            return None
        table = self._waves_table()
        if table.kind is not None:
            return table.kind
        return "jonswap" if self.table.state is None or table.gamma is not None else "pierson_moskowitz"

    def _spectrum(self, kind: str) -> Spectrum:
        table, state = self._waves_table(), self._state()
        if kind == "table":
            return SpectrumTable(table.omega, table.density)
        if kind == "eckv":
            speed = table.wind_speed if table.wind_speed is not None or state is None else state.wind_speed
            age = table.given(*_without("inverse_wave_age"))
            return Eckv(cast("float", speed), gravity=self.gravity, **age)
        height = (
            table.significant_height
            if table.significant_height is not None or state is None
            else state.significant_height
        )
        period = table.peak_period if table.peak_period is not None or state is None else state.peak_period
        if kind == "jonswap":
            return Jonswap(cast("float", height), cast("float", period), table.gamma)
        return PiersonMoskowitz(cast("float", height), cast("float", period))

    def _direction(self) -> Any:
        table = self._waves_table()
        if table.direction_from_deg is not None:
            return _radians(table.direction_from_deg, 180.0)
        return 0.0 if table.direction_deg is None else _radians(table.direction_deg)

    def _current(self) -> Current | None:
        return None if self.table.current is None else Current(**self.table.current.given())

    def _wind(self, seeds: Sequence[int]) -> Wind | None:
        table, state = self.table.wind, self._state()
        if table is None and state is None:
            return None
        given = WindTable() if table is None else table
        others: dict[str, Any] = given.given("speed", "velocity", "direction_to_deg", "direction_from_deg")
        if given.gust:
            others["seed"] = seeds[0] if len(seeds) == 1 else list(seeds)
        if given.velocity is not None:
            return Wind(given.velocity, **others)
        speed = given.speed if given.speed is not None or state is None else state.wind_speed
        if given.direction_from_deg is not None:
            return Wind(speed=cast("float", speed), direction_from=radians(given.direction_from_deg), **others)
        to = self._direction() if given.direction_to_deg is None else radians(given.direction_to_deg)
        return Wind(speed=cast("float", speed), direction_to=to, **others)

    def _check_waves(self, problems: Problems) -> None:
        table, kind = self.table.waves, self._kind()
        if table is None or kind is None:
            return
        given = table.given("kind")
        for key in given:
            if key not in _OF_KIND[kind]:
                kinds = ", ".join(name for name, keys in _OF_KIND.items() if key in keys)
                message = f"sea.waves.{key} is for waves of the kind {kinds}; these are {kind}"
                problems.add(("sea", "waves", key), "not-for-kind", message)
        if "direction_deg" in given and "direction_from_deg" in given:
            message = "give sea.waves.direction_deg, where waves go to, or direction_from_deg, not both"
            problems.add(("sea", "waves", "direction_from_deg"), "both-directions", message)
        state = self._state()
        for key in _NEEDED[kind]:
            told = state is not None and key in ("significant_height", "peak_period", "wind_speed")
            if key not in given and not told:
                description = (WavesTable.model_fields[key].description or "").rstrip(".")
                message = f"sea.waves.{key} is missing for waves of the kind {kind}: {description}"
                problems.add(("sea", "waves"), "missing-key", message)
        if kind == "gerstner" and self.table.depth is not None:
            message = "gerstner waves are those of deep water; leave sea.depth out, or take regular waves"
            problems.add(("sea", "waves", "kind"), "not-for-kind", message)
        if kind == "regular":
            for key in ("height", "period", "phase_deg", "direction_deg", "direction_from_deg"):
                if isinstance(given.get(key), list):
                    message = (
                        f"sea.waves.{key} must be a number for a regular wave, got a list; gerstner waves take one"
                    )
                    problems.add(("sea", "waves", key), "wrong-shape", message)

    def _check_wind(self, problems: Problems) -> None:
        table = self.table.wind
        if table is None:
            return
        given = table.given()
        ways = [key for key in ("direction_to_deg", "direction_from_deg", "velocity") if key in given]
        if len(ways) > 1:
            message = f"sea.wind has {ways[0]} and {ways[1]}, which say the same thing twice; give one"
            problems.add(("sea", "wind", ways[1]), "both-directions", message)
        if "velocity" in given and "speed" in given:
            message = "sea.wind has speed and velocity, which say the same thing twice; give one"
            problems.add(("sea", "wind", "speed"), "both-directions", message)
        if not ({"speed", "velocity"} & given.keys()) and self.table.state is None:
            message = "sea.wind.speed is missing: mean at the reference height [m/s]"
            problems.add(("sea", "wind"), "missing-key", message)
        if isinstance(self._direction(), list) and not ways:
            message = "sea.wind needs a direction_to_deg of its own where the waves have several directions"
            problems.add(("sea", "wind"), "missing-key", message)


def _radians(degrees: Any, turned: float = 0.0) -> Any:
    if isinstance(degrees, list):
        return [_radians(each, turned) for each in cast("list[float]", degrees)]
    return radians(degrees + turned)


def _without(*kept: str) -> set[str]:
    return set(WavesTable.model_fields) - set(kept)
