"""TOML files with the line of every key: Python's own reader gives values, this finds where they stand.

The scanner walks over a file once and notes where each key and each entry of an array begins. It judges nothing: what
is not TOML is told by Python's reader, and the scanner stops there.
"""

import bisect
import difflib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from seaway._files import Disk, Files, TooLargeError
from seaway.errors import Finding, ScenarioError

__all__ = ["MAX_BYTES", "MAX_DEPTH", "Key", "TomlFile", "parsed", "read_toml", "split_key"]

MAX_BYTES: Final = 4 * 2**20
"""Largest file that is read: 4 MB."""

MAX_DEPTH: Final = 32
"""How deep tables and arrays may be nested."""

Key = tuple[str | int, ...]
"""Where a value stands: ``("vehicle", 0, "position", 2)``."""

_BLANKS: Final = re.compile(r"[ \t]*")
_BETWEEN: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_QUOTED_KEY: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN: Final = re.compile(r"[^,\[\]{}#\r\n]+")
_PLACE: Final = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)$", re.DOTALL)


@dataclass(frozen=True, eq=False)
class TomlFile:
    """A TOML file that was read.

    Attributes:
        path: Of the file; None for text that came from none.
        text: As it stands in the file.
        data: What it says.
        lines: The line, from 1, of every key and entry.
    """

    path: Path | None
    text: str
    data: dict[str, Any]
    lines: dict[Key, int]

    def line(self, key: Key) -> int | None:
        """The line where a key stands, or else the nearest table that would have it; None where there is none."""
        for end in range(len(key), 0, -1):
            if key[:end] in self.lines:
                return self.lines[key[:end]]
        return None


def read_toml(path: Path, files: Files | None = None) -> TomlFile:
    """Read a file.

    Args:
        path: The file.
        files: What it is read from; the disk by default.

    Raises:
        ScenarioError: It is not there, is too large, is not text, or is not TOML.
    """
    files = Disk() if files is None else files
    try:
        if not files.is_file(path):
            raise _refused(path, None, _absent(path))
        data = files.read(path, MAX_BYTES)
    except TooLargeError:
        raise _refused(path, None, f"the file may have at most {MAX_BYTES} bytes, this one has more") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        if isinstance(error, ScenarioError):
            raise
        raise _refused(path, None, f"the file cannot be read: {error}") from None
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise _refused(path, line, f"the file must be UTF-8 text, got the byte {data[error.start]:#04x}") from None
    return parsed(text, path)


def parsed(text: str, path: Path | None = None) -> TomlFile:
    """Read text.

    Raises:
        ScenarioError: It is not TOML.
    """
    content = text.removeprefix("\ufeff")  # a byte-order mark
    scanner = _Scanner(content)
    try:
        scanner.scan()
        data = tomllib.loads(content)
    except (_TooDeepError, RecursionError):
        line = scanner.line_at(scanner.at)
        raise _refused(path, line, f"tables and arrays may be nested {MAX_DEPTH} deep, here are more") from None
    except tomllib.TOMLDecodeError as error:
        raise _refused(path, *_reason(str(error), content)) from None
    return TomlFile(path, text, data, {key: scanner.line_at(at) for key, at in scanner.places.items()})


def split_key(text: str) -> tuple[str, ...] | None:
    """The parts of a dotted key, as TOML has them; None where it is none."""
    scanner = _Scanner(text)
    try:
        parts = scanner.key()
    except (_StopError, _TooDeepError):
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
    found = _PLACE.match(message)
    if found is None:
        return 1, f"this is not TOML: {message}"
    reason = found[1]
    hint = {
        "Invalid value": '; a text stands in quotes, as in "jonswap"',
        "Cannot overwrite a value": "; a key may be given once",
        "Invalid statement": "; a line is a key = value, a [table], or a # comment",
    }.get(reason, "")
    if reason.startswith("Cannot declare"):
        hint = "; a table may be given once, several of a kind stand under [[vehicle]] each"
    line = text.count("\n") + 1 if found[2] is None else int(found[2])
    if found[2] is not None:
        hint = _slip(text.split("\n")[line - 1], int(found[3]) - 1) or hint
    place = "at the end" if found[2] is None else f"at column {found[3]}"
    return line, f"this is not TOML: {reason[:1].lower()}{reason[1:]} {place}{hint}"


def _slip(line: str, column: int) -> str:
    """A hint for what other languages allow, at a place where TOML ends; empty where it is something else."""
    rest = line[column:]
    if re.match(r"[+-]?\.\d", rest) or (re.match(r"\.(?!\d)", rest) and line[:column][-1:].isdigit()):
        return "; a number has digits on both sides of its point, as in 0.5"
    if re.match(r",\s*\d", rest) and "=" in line[:column] and line[:column][-1:].isdigit():
        return "; a number has a point, as in 0.5, and a list stands in brackets"
    if re.match(r"(True|False)\b", rest):
        return "; it is true or false, in small letters"
    if rest.startswith(":"):
        return "; a key and its value have a = between them"
    return ""


class _StopError(Exception):
    """This is not TOML; Python's reader tells."""


class _TooDeepError(Exception):
    """Nested too deep."""


class _Scanner:
    """Finds where keys and entries of arrays begin."""

    def __init__(self, text: str):
        self.text = text
        self.at = 0
        self.places: dict[Key, int] = {}
        self._ends = [match.end() for match in re.finditer("\n", text)]
        self._count: dict[Key, int] = {}

    def line_at(self, place: int) -> int:
        return 1 + bisect.bisect_right(self._ends, place)

    def scan(self) -> None:
        try:
            table: Key = ()
            self._skip(_BETWEEN)
            while self.at < len(self.text):
                if self.text.startswith("[", self.at):
                    table = self._header()
                else:
                    self._pair(table, 0)
                self._skip(_BETWEEN)
        except _StopError:
            return

    def key(self) -> tuple[str, ...]:
        parts: list[str] = []
        while True:
            self._skip(_BLANKS)
            bare = _BARE_KEY.match(self.text, self.at)
            quoted = _QUOTED_KEY.match(self.text, self.at)
            if bare is not None:
                parts.append(bare[0])
                self.at = bare.end()
            elif quoted is not None:
                parts.append(_unquoted(quoted[0]))
                self.at = quoted.end()
            else:
                raise _StopError
            if len(parts) > MAX_DEPTH:
                raise _TooDeepError
            self._skip(_BLANKS)
            if not self.text.startswith(".", self.at):
                return tuple(parts)
            self.at += 1

    def _header(self) -> Key:
        start = self.at
        several = self.text.startswith("[[", self.at)
        self.at += 2 if several else 1
        names = self.key()
        self._expect("]]" if several else "]")
        table: Key = ()
        for number, name in enumerate(names, start=1):
            table = (*table, name)
            last = number == len(names)
            self.places.setdefault(table, start)
            if last and several:
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
        self._expect("=")
        self._skip(_BLANKS)
        self._value(key, depth)

    def _value(self, key: Key, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise _TooDeepError
        match self.text[self.at : self.at + 1]:
            case "[":
                self._array(key, depth)
            case "{":
                self._inline_table(key, depth)
            case '"' | "'":
                self._take(_STRING)
            case _:
                self._take(_PLAIN)

    def _array(self, key: Key, depth: int) -> None:
        self.at += 1
        number = 0
        while True:
            self._skip(_BETWEEN)
            if self.text.startswith("]", self.at):
                self.at += 1
                return
            entry = (*key, number)
            self.places[entry] = self.at
            self._value(entry, depth + 1)
            number += 1
            self._skip(_BETWEEN)
            if self.text.startswith(",", self.at):
                self.at += 1
            elif not self.text.startswith("]", self.at):
                raise _StopError

    def _inline_table(self, key: Key, depth: int) -> None:
        self.at += 1
        while True:
            self._skip(_BETWEEN)
            if self.text.startswith("}", self.at):
                self.at += 1
                return
            self._pair(key, depth + 1)
            self._skip(_BETWEEN)
            if self.text.startswith(",", self.at):
                self.at += 1
            elif not self.text.startswith("}", self.at):
                raise _StopError

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found is not None else self.at

    def _take(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise _StopError
        self.at = found.end()

    def _expect(self, sign: str) -> None:
        self._skip(_BLANKS)
        if not self.text.startswith(sign, self.at):
            raise _StopError
        self.at += len(sign)


def _unquoted(key: str) -> str:
    try:
        return cast("str", tomllib.loads(f"key = {key}")["key"])
    except tomllib.TOMLDecodeError:
        raise _StopError from None
