"""Values of a scenario that are set from outside, as with ``--set sea.waves.significant_height=2``."""

import tomllib
from collections.abc import Iterable
from typing import Any, Final, cast

from seaway._toml import MAX_BYTES, Key, split_key
from seaway.errors import Finding, ScenarioError

# Tables of which one may stand alone under its name.
_NAME_ALONE: Final = {"vehicle": "library"}


def apply_overrides(data: dict[str, Any], overrides: Iterable[str]) -> dict[Key, str]:
    """Put values into what a file says.

    Args:
        data: What the file says; changed in place.
        overrides: Each ``KEY=VALUE``. KEY is dotted, with the number (from 0) or the name of an entry where there are
            several: ``vehicle.rov.position``. VALUE is written as in TOML; what is not TOML is a text.

    Returns:
        The option that set each key.

    Raises:
        ScenarioError: An override is not ``KEY=VALUE``, or leads nowhere.
    """
    set_by: dict[Key, str] = {}
    findings: list[Finding] = []
    for override in overrides:
        option = f"--set {override}"
        name, sign, text = override.partition("=")
        parts = split_key(name.strip())
        if not sign or not parts:
            message = "an override is KEY=VALUE, as in sea.waves.significant_height=2"
            findings.append(Finding("error", option, None, "override", message))
            continue
        try:
            set_by[_put(data, parts, _value(text))] = option
        except ValueError as error:
            findings.append(Finding("error", option, None, "override", str(error)))
    if findings:
        raise ScenarioError(findings=findings)
    return set_by


def _value(text: str) -> Any:
    if len(text) > MAX_BYTES:
        raise ValueError(f"a value may have at most {MAX_BYTES} characters")
    try:
        read = tomllib.loads(f"value = {text}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return text
    return read["value"] if list(read) == ["value"] else text


def _put(data: dict[str, Any], parts: tuple[str, ...], value: Any) -> Key:
    """Set a value; tables on the way that are not there are made."""
    place: Any = data
    key: list[str | int] = []
    for number, part in enumerate(parts):
        name, step = ".".join(parts[:number]), cast("str | int", part)
        if isinstance(place, list):
            index, taken = _index(cast("list[Any]", place), part, name)
            if taken:
                step = index
            else:
                key.append(index)
                place = cast("list[Any]", place)[index]
        if isinstance(step, str) and not isinstance(place, dict):
            raise ValueError(f"{name} is {place!r}, which has no {part}")
        table = cast("Any", place)
        key.append(step)
        if number == len(parts) - 1:
            table[step] = value
        elif number == 0 and part in _NAME_ALONE and isinstance(table.get(part), str):
            place = table[part] = {_NAME_ALONE[part]: table[part]}
        else:
            place = table[step] if isinstance(step, int) else table.setdefault(part, {})
    return tuple(key)


def _index(entries: list[Any], part: str, name: str) -> tuple[int, bool]:
    """Which entry is meant, and whether the part says so; the only one is meant by itself."""
    if part.isdecimal():
        if int(part) >= len(entries):
            raise ValueError(f"there is no {name}.{part}; {name} has {len(entries)}, from 0")
        return int(part), True
    names = [_name(entry) for entry in entries]
    if part in names:
        return names.index(part), True
    if len(entries) == 1:
        return 0, False
    known = ", ".join(str(each) for each in names if each) or "0, 1 ..."
    raise ValueError(f"{name} has {len(entries)} entries; say which by its name or number, of: {known}")


def _name(entry: Any) -> Any:
    """What an entry is called: by itself, or else as in the library."""
    if not isinstance(entry, dict):
        return None
    table = cast("dict[str, Any]", entry)
    return table.get("name", table.get("library"))
