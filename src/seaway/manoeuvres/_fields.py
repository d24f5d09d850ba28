"""Fields that several manoeuvres have."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from seaway._arrays import Floats
from seaway.parts import ByName, Field, Part, Reading, Scalar, ScalarOrNone, differs

# Six hours: the largest ships end a trial within one. It keeps recordings within the memory of a small computer.
_LONGEST: Final = 21600.0
_DEEPEST: Final = 12000.0  # [m], beyond the deepest sea
_FASTEST: Final = 100.0  # [m/s], beyond anything that floats
_MOST_STEPS: Final = 10**8  # minutes of computing
_FEWEST_STEPS: Final = 10


def a_time(default: float) -> Scalar:
    """Field of a duration [s]."""
    return Scalar(unit="s", above=0.0, at_most=_LONGEST, default=default)


def a_time_or_none() -> ScalarOrNone:
    """Field of a duration [s] with a default that follows from the vehicle."""
    return ScalarOrNone(unit="s", above=0.0, at_most=_LONGEST, default=None)


def a_depth() -> ScalarOrNone:
    """Field of the initial depth [m]."""
    return ScalarOrNone(unit="m", above=0.0, at_most=_DEEPEST, default=None)


def a_speed() -> Scalar:
    """Field of the initial speed [m/s]."""
    return Scalar(unit="m/s", at_least=0.0, at_most=_FASTEST, default=0.0)


def a_time_step(default: float) -> Scalar:
    """Field of the time step [s]."""
    return Scalar(unit="s", above=0.0, at_most=1.0, default=default)


def timing_conflicts(duration: float | None, before: float | None, time_step: float) -> Iterator[tuple[str, str]]:
    """Check that a run has a reasonable number of steps.

    Args:
        duration: Duration of the manoeuvre [s]; None for the default.
        before: Time before the manoeuvre begins [s]; None for the default.
        time_step: Time step [s].
    """
    if duration is not None and duration < _FEWEST_STEPS * time_step * (1.0 - 1e-9):
        least = f"at least {_FEWEST_STEPS} time steps, {_FEWEST_STEPS * time_step:g} s"
        yield "duration", f"the duration must be {least}, got {duration:g} s"
    steps = ((duration or 0.0) + (before or 0.0)) / time_step
    if steps > _MOST_STEPS:
        message = f"the run must have at most {_MOST_STEPS:.0e} steps, got {steps:.2g} of {time_step:g} s"
        yield "time_step", f"{message}; use a shorter duration or a longer time step"


class Commands(Field[float | Mapping[str, float] | None, Any]):
    """A number > 0, or commands by name; None if absent.

    Args:
        unit: Unit of the number; one in rad may be given in degrees by a key ``*_deg``.
    """

    hint = "float | Mapping[str, float] | None"
    default = None

    def __init__(self, unit: str):
        self.unit, self.label = unit, ""
        self.number = ScalarOrNone(unit=unit, above=0.0, default=None)
        self.named = ByName(Scalar(unit=unit))

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self.number.name, self.named.label = name, self.label

    @property
    def table_keys(self) -> tuple[str, ...]:
        return self.number.table_keys

    def check(self, value: Any) -> Any:
        return self.named.check(value) if isinstance(value, Mapping) else self.number.check(value)

    def read_key(self, key: str, value: Any, reading: Reading) -> Any:
        if not isinstance(value, Mapping):
            return self.number.read_key(key, value, reading)
        degrees = key != self.name
        inner = cast("Scalar", self.named.inner)
        return ByName(inner.in_degrees() if degrees else inner, label=self.label).check(value)

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        named = self.named.schema(definitions)
        return {key: {"anyOf": [entry, named]} for key, entry in self.number.schemas(definitions).items()}


def settings_of(part: Part, **others: object) -> dict[str, object]:
    """Values of a part that are not None, for tables and files, with further ones."""
    given = {name: _plain(value) for name, value in vars(part).items() if name in part.__part__.fields}
    return {**{name: value for name, value in given.items() if value is not None}, **others}


def _plain(value: Any) -> object:
    if isinstance(value, Part):
        return {name: _plain(vars(value)[name]) for name in value.__part__.fields if differs(value, name)}
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in cast("Mapping[str, Any]", value).items()}
    return cast("Floats", value).tolist() if hasattr(value, "tolist") else value
