"""Fields that several manoeuvres have."""

from collections.abc import Mapping
from typing import Any, cast

from seaway._arrays import Floats
from seaway.parts import ByName, Field, Part, Reading, Scalar, ScalarOrNone, differs


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
    """Values of a part that are not None, for tables and files, and others."""
    given = {name: _plain(value) for name, value in vars(part).items() if name in part.__part__.fields}
    return {**{name: value for name, value in given.items() if value is not None}, **others}


def _plain(value: Any) -> object:
    if isinstance(value, Part):
        return {name: _plain(vars(value)[name]) for name in value.__part__.fields if differs(value, name)}
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in cast("Mapping[str, Any]", value).items()}
    return cast("Floats", value).tolist() if hasattr(value, "tolist") else value
