"""TOML files with the line of every key: Python's reader returns the values, a scanner finds their lines.

The scanner reads a file once and notes where each key and array entry begins. It does not validate: it stops at invalid
TOML, which Python's reader reports.
"""

import bisect
import contextlib
import difflib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from seaway._files import Disk, Files, TooLargeError
from seaway.errors import Finding, ScenarioError

MAX_BYTES: Final = 4 * 2**20
"""Largest file that is read: 4 MB."""

MAX_DEPTH: Final = 32
"""Largest depth of nested tables and arrays."""

Key = tuple[str | int, ...]
"""Location of a value: ``("vehicle", 0, "position", 2)``."""

_BETWEEN: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY: Final = re.compile(r"[ \t]*([A-Za-z0-9_-]+|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')[ \t]*")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN: Final = re.compile(r"[^,\[\]{}#\r\n]+")
_EQUALS: Final = re.compile(r"=[ \t]*")
_HINTS: Final = {
    "Invalid value": 'put text in quotes, as in "jonswap"',
    "Cannot overwrite a value": "give each key once",
    "Invalid statement": "a line is a key = value, a [table], or a # comment",
    "Cannot declare": "give each table once, or several of a kind under [[vehicle]] each",
}
_PLACE: Final = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)$", re.DOTALL)


@dataclass(frozen=True, eq=False)
class TomlFile:
    """Contents of a TOML file.

    Attributes:
        path: Path of the file; None for text from elsewhere.
        text: Text of the file.
        data: Values of the file.
        lines: Line, from 1, of every key and array entry.
    """

    path: Path | None
    text: str
    data: dict[str, Any]
    lines: dict[Key, int]

    def line(self, key: Key) -> int | None:
        """Line of a key, or of the nearest enclosing table; None if there is none."""
        above = (key[:end] for end in range(len(key), 0, -1))
        return next((self.lines[each] for each in above if each in self.lines), None)


def read_toml(path: Path, files: Files | None = None) -> TomlFile:
    """Read a TOML file.

    Args:
        path: Path of the file.
        files: Source of the file; default: the disk.

    Raises:
        ScenarioError: The file is missing, too large, not text, or not TOML.
    """
    files = Disk() if files is None else files
    try:
        data = files.read(path, MAX_BYTES) if files.is_file(path) else None
    except TooLargeError:
        raise _refused(path, None, f"the file may have at most {MAX_BYTES} bytes, this one has more") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise _refused(path, None, f"the file cannot be read: {error}") from None
    if data is None:
        raise _refused(path, None, _absent(path))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise _refused(path, line, f"the file must be UTF-8 text, got the byte {data[error.start]:#04x}") from None
    return parsed(text, path)


def parsed(text: str, path: Path | None = None) -> TomlFile:
    """Read TOML text.

    Raises:
        ScenarioError: The text is not TOML.
    """
    content = text.removeprefix("\ufeff")  # a byte-order mark
    scanner = _Scanner(content)
    try:
        scanner.scan()
        data = tomllib.loads(content)
    except RecursionError:
        line = scanner.line_at(scanner.at)
        raise _refused(path, line, f"tables and arrays may be nested at most {MAX_DEPTH} deep") from None
    except tomllib.TOMLDecodeError as error:
        raise _refused(path, *_reason(str(error), content)) from None
    return TomlFile(path, text, data, {key: scanner.line_at(at) for key, at in scanner.places.items()})


def split_key(text: str) -> tuple[str, ...] | None:
    """Parts of a dotted TOML key; None if it is not valid."""
    scanner = _Scanner(text)
    try:
        parts = scanner.key()
    except (ValueError, RecursionError):
        return None
    return parts if scanner.at == len(text) else None


def _refused(path: Path | None, line: int | None, message: str) -> ScenarioError:
    return ScenarioError(findings=[Finding("error", path, line, "unreadable", message)])


def _absent(path: Path) -> str:
    if path.exists():
        return "this is a folder, not a TOML file" if path.is_dir() else "this is not a file"
    beside = sorted(entry.name for entry in path.parent.glob("*.toml")) if path.parent.is_dir() else []
    near = difflib.get_close_matches(path.name, beside, n=1)
    return f"there is no such file; did you mean '{path.parent / near[0]}'?" if near else "there is no such file"


def _reason(message: str, text: str) -> tuple[int, str]:
    """Line, and message of Python's reader with a hint."""
    found = _PLACE.match(message)
    if found is None:
        return 1, f"this is not TOML: {message}"
    reason = found[1]
    hint = next((f"; {words}" for start, words in _HINTS.items() if reason.startswith(start)), "")
    if found[2] is None:
        line, place = text.count("\n") + 1, "at the end"
    else:
        line, place = int(found[2]), f"at column {found[3]}"
        hint = _slip(text.split("\n")[line - 1], int(found[3]) - 1) or hint
    return line, f"this is not TOML: {reason[:1].lower()}{reason[1:]} {place}{hint}"


def _slip(line: str, column: int) -> str:
    """Hint for syntax of other languages at the error; empty for anything else."""
    before, rest = line[:column], line[column:]
    after_digit = before[-1:].isdigit()
    if re.match(r"[+-]?\.\d", rest) or (after_digit and re.match(r"\.(?!\d)", rest)):
        return "; a number needs digits on both sides of its point, as in 0.5"
    if after_digit and "=" in before and re.match(r",\s*\d", rest):
        return "; write a number with a point, as in 0.5, and a list in brackets"
    if re.match(r"(True|False)\b", rest):
        return "; write true or false, in lower case"
    return "; put = between a key and its value" if rest.startswith(":") else ""


class _Scanner:
    """Find where keys and entries of arrays begin.

    The methods raise ``ValueError`` at invalid TOML, and ``RecursionError`` if it is nested too deeply.
    """

    def __init__(self, text: str):
        self.text = text
        self.at = 0
        self.places: dict[Key, int] = {}
        self._ends = [match.end() for match in re.finditer("\n", text)]
        self._count: dict[Key, int] = {}

    def line_at(self, place: int) -> int:
        return 1 + bisect.bisect_right(self._ends, place)

    def scan(self) -> None:
        table: Key = ()
        with contextlib.suppress(ValueError):  # Python's reader says why
            self._take(_BETWEEN)
            while self.at < len(self.text):
                if self.text.startswith("[", self.at):
                    table = self._header()
                else:
                    self._pair(table, 0)
                self._take(_BETWEEN)

    def key(self) -> tuple[str, ...]:
        parts: list[str] = []
        while not parts or self._found("."):
            part = self._take(_KEY)
            parts.append(tomllib.loads(f"key = {part}")["key"] if part[0] in "\"'" else part)
            if len(parts) > MAX_DEPTH:
                raise RecursionError
        return tuple(parts)

    def _header(self) -> Key:
        start = self.at
        several = self._found("[[")
        self.at += 0 if several else 1
        names = self.key()
        if not self._found("]]" if several else "]"):
            raise ValueError
        table: Key = ()
        for number, name in enumerate(names, start=1):
            table = (*table, name)
            self.places.setdefault(table, start)
            if several and number == len(names):
                self._count[table] = self._count.get(table, -1) + 1
            if table in self._count:
                table = (*table, self._count[table])
                self.places.setdefault(table, start)
        return table

    def _pair(self, table: Key, depth: int) -> None:
        start = self.at
        key = table
        for part in self.key():
            key = (*key, part)
            self.places.setdefault(key, start)
        self._take(_EQUALS)
        self._value(key, depth)

    def _value(self, key: Key, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise RecursionError
        is_array = self._found("[")
        if not is_array and not self._found("{"):
            self._take(_STRING if self.text.startswith(('"', "'"), self.at) else _PLAIN)
            return
        number, more = 0, True
        self._take(_BETWEEN)
        while not self._found("]" if is_array else "}"):
            if not more:
                raise ValueError
            if is_array:
                self.places[*key, number] = self.at
                self._value((*key, number), depth + 1)
            else:
                self._pair(key, depth + 1)
            number += 1
            self._take(_BETWEEN)
            more = self._found(",")
            self._take(_BETWEEN)

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise ValueError
        self.at = found.end()
        return found[pattern.groups]

    def _found(self, sign: str) -> bool:
        """Skip a sign if it is next."""
        here = self.text.startswith(sign, self.at)
        self.at += len(sign) if here else 0
        return here
