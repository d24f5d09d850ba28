"""Writer of TOML files."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

import numpy as np

from seaway._arrays import Floats

_BARE: Final = re.compile("[A-Za-z0-9_-]+")


def tables_text(table: Mapping[str, Any]) -> str:
    """Text of a file with these tables."""
    return "\n".join([*toml_lines(table, ()), ""]).lstrip("\n")


def toml_lines(table: Mapping[str, Any], outer: tuple[str, ...]) -> Iterator[str]:
    """Lines of a table: keys and small tables first, then tables and lists of tables."""
    nested = dict[str, Any]()
    for key, value in table.items():
        if isinstance(value, dict) and outer and len(cast("dict[str, Any]", value)) == 1:
            ((inner, number),) = cast("dict[str, Any]", value).items()
            if not isinstance(number, dict):
                yield f"{_key(key)} = {{ {_key(inner)} = {_value(number)} }}"
                continue
        tables: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
        if tables and isinstance(tables[0], dict):
            nested[key] = value
        else:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in nested.items():
        name = (*outer, _key(key))
        entries: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
        for each in entries:
            yield ""
            yield f"[[{'.'.join(name)}]]" if isinstance(value, list) else f"[{'.'.join(name)}]"
            yield from toml_lines(each, name)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(float(value) + 0.0)  # all digits, and no -0.0
    values: Any = cast("Floats", value).tolist() if isinstance(value, np.ndarray) else value
    return f"[{', '.join(map(_value, values))}]"
