"""Where the values of a TOML file stand, for messages."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from seaway._toml import Key, TomlFile


class Places:
    """Where values came from: a line of a file, or an option of the command line.

    Args:
        file: The file.
        set_by: Options by the key that they set.
    """

    def __init__(self, file: TomlFile, set_by: Mapping[Key, str] | None = None):
        self.file = file
        self.set_by = dict(set_by or {})

    def of(self, key: Key) -> tuple[str | Path | None, int | None]:
        """File and line of a key; the option, if one set it."""
        raw = self._raw(key)
        for end in range(len(raw), 0, -1):
            if raw[:end] in self.set_by:
                return self.set_by[raw[:end]], None
        return self.file.path, self.file.line(raw)

    def value(self, key: Key) -> Any:
        """The value of a key as the file has it; None if it is absent."""
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
        """The key as the file has it: a table that stands alone has no number."""
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
