"""Locations of the values of a TOML file, for messages."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from seaway._toml import Key, TomlFile


class Places:
    """Origin of values: a line of a file, or an option of the command line.

    Args:
        file: The TOML file.
        set_by: Command-line options by the key that they set.
    """

    def __init__(self, file: TomlFile, set_by: Mapping[Key, str] | None = None):
        self.file = file
        self.set_by = dict(set_by or {})

    def of(self, key: Key) -> tuple[str | Path | None, int | None]:
        """File and line of a key, or the option that set it."""
        raw = self._raw(key)
        for end in range(len(raw), 0, -1):
            if raw[:end] in self.set_by:
                return self.set_by[raw[:end]], None
        return self.file.path, self.file.line(raw)

    def value(self, key: Key) -> Any:
        """Value of a key in the file; None if it is absent."""
        value: Any = self.file.data
        for part in self._raw(key):
            value = _entry(value, part)
        return value

    def text(self, key: Key) -> str:
        """A key for a message: ``vehicle[1].position`` if there is more than one vehicle."""
        raw = self._raw(key)
        while raw and isinstance(raw[-1], int) and not isinstance(self.value(raw), dict):
            raw = raw[:-1]  # messages name entries of arrays themselves
        shown, value = list[str | int](), cast("Any", self.file.data)
        for part in raw:
            alone = isinstance(value, list) and len(cast("list[Any]", value)) == 1
            value = _entry(value, part)
            if not (alone and isinstance(value, dict)):
                shown.append(part)
        return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in shown).lstrip(".")

    def _raw(self, key: Key) -> Key:
        """Key as in the file: a single table has no index."""
        found, value = list[str | int](), cast("Any", self.file.data)
        for part in key:
            if isinstance(part, str) or isinstance(value, list):
                found.append(part)
                value = _entry(value, part)
        return tuple(found)


def _entry(value: Any, part: str | int) -> Any:
    if isinstance(value, dict):
        return cast("dict[Any, Any]", value).get(part)
    if isinstance(value, list) and isinstance(part, int) and part < len(cast("list[Any]", value)):
        return cast("list[Any]", value)[part]
    return None
