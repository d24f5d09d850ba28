"""Tables of a parameter file, read key by key; what nobody reads is an error, so that no number is without effect."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from seaway._arrays import Floats, finite_floats
from seaway.errors import ModelError

__all__ = ["Table"]

_REQUIRED: Final = object()


class Table:
    """A table of a parameter file.

    Args:
        values: Its keys and values, as ``tomllib`` gives them.
        where: What a message calls it, e.g. ``"remus100.toml: [sea]"``.
    """

    def __init__(self, values: dict[str, Any], where: str | Path):
        self._values = values
        self._where = str(where)
        self._read: set[str] = set()
        self._inner: dict[str, Table] = {}

    def has(self, key: str) -> bool:
        """Whether a key is there."""
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def text(self, key: str, default: Any = _REQUIRED) -> str:
        """A text that is not empty."""
        value = self._get(key, default)
        if value is not default and not (isinstance(value, str) and value.strip()):
            raise self.error(f"{key} must be a text, got {value!r}")
        return value

    def choice(self, key: str, options: tuple[str, ...]) -> str:
        """One of some words."""
        value = self.text(key)
        if value not in options:
            raise self.error(f"{key} must be one of {', '.join(options)}, got {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Texts; none where the key is absent."""
        value = self._get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in cast("list[Any]", value)):
            raise self.error(f"{key} must be a list of texts, got {value!r}")
        return tuple(cast("list[str]", value))

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self._get(key, default)
        if not isinstance(value, bool):
            raise self.error(f"{key} must be true or false, got {value!r}")
        return value

    def number(self, key: str, default: Any = _REQUIRED) -> float:
        """A finite number."""
        value = self._get(key, default)
        return value if value is default else float(self._floats(key, value, ()))

    def numbers(self, key: str, shape: tuple[int, ...], default: Any = _REQUIRED) -> Floats:
        """Finite numbers of a shape; a size of -1 is as the file has it."""
        value = self._get(key, default)
        if value is default:
            return value
        found = np.shape(value)
        if len(found) == len(shape):
            shape = tuple(have if want == -1 else want for want, have in zip(shape, found, strict=True))
        return self._floats(key, value, shape)

    def table(self, key: str) -> "Table":
        """A table within this one."""
        value = self._get(key, _REQUIRED)
        if not isinstance(value, dict):
            raise self.error(f"{key} must be a table, got {value!r}")
        return self._within(cast("dict[str, Any]", value), key)

    def tables(self, key: str) -> "list[Table]":
        """Tables of an array; none where the key is absent."""
        value = self._get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in cast("list[Any]", value)):
            raise self.error(f"{key} must be an array of tables, got {value!r}")
        entries = cast("list[dict[str, Any]]", value)
        return [self._within(entry, f"{key} {i}") for i, entry in enumerate(entries, start=1)]

    def finish(self) -> None:
        """Refuse keys that nobody read, here and in the tables within."""
        unread = [key for key in self._values if key not in self._read]
        if unread:
            raise self.error(f"{unread[0]} is not a key here, or has no effect")
        for table in self._inner.values():
            table.finish()

    def error(self, message: str) -> ModelError:
        """An error in this table."""
        return ModelError(f"{self._where}: {message}")

    def _within(self, values: dict[str, Any], key: str) -> "Table":
        # One for each key, so that it knows all that was read of it.
        if key not in self._inner:
            self._inner[key] = Table(values, f"{self._where}: {key}")
        return self._inner[key]

    def _get(self, key: str, default: Any) -> Any:
        self._read.add(key)
        if key in self._values:
            return self._values[key]
        if default is _REQUIRED:
            raise self.error(f"{key} is missing")
        return default

    def _floats(self, key: str, value: Any, shape: tuple[int, ...]) -> Floats:
        try:
            return finite_floats(value, shape, key)
        except ModelError as error:
            raise self.error(str(error)) from None
