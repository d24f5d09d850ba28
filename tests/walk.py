"""The commands that README and docs show, as a reader finds them: code blocks with lines that start with ``seaway``.

In a ``console`` block a command follows ``$``, and its output follows it; ``...`` stands for any text. In other
blocks each line is a command, with a comment behind ``#`` if it needs one. Words in capitals, such as ``FILE``, are
placeholders: a block that has one is a synopsis, which cannot be run.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Shown", "commands", "mentions", "pages"]

ROOT = Path(__file__).parents[1]
_FENCE = re.compile(r"^(`{3,}|:{3,})\s*\{?([\w-]*)")
_PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b")
_SHELL = ("console", "sh", "bash", "shell")


@dataclass(frozen=True)
class Shown:
    """A command on a page.

    Args:
        page: Path of the page, from the root of the repository.
        line: Line of the command.
        text: The command as printed, without comment.
        output: Output shown below it; None if none is shown.
        synopsis: Whether its block has placeholders in place of names.
    """

    page: str
    line: int
    text: str
    output: str | None = None
    synopsis: bool = False

    @property
    def words(self) -> list[str]:
        """The command as a shell splits it, without ``seaway`` and without a redirection."""
        return shlex.split(self.text.partition(" > ")[0], comments=True)[1:]

    @property
    def target(self) -> str | None:
        """The file to which its output goes."""
        return self.text.partition(" > ")[2].strip() or None

    @property
    def name(self) -> str:
        """The name of the command."""
        return self.text.split()[1]

    @property
    def options(self) -> list[str]:
        """Its long options."""
        return re.findall(r"(?<=\s)--[a-z][\w-]*", self.text)

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.text}"


def pages() -> list[str]:
    """The README and the pages of the docs, from the root of the repository."""
    return ["README.md", *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md")))]


def _blocks(text: str) -> Iterator[tuple[str, int, list[str]]]:
    """Language, first line and lines of each code block, fenced or indented."""
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        opened = _FENCE.match(lines[number])
        if opened:
            first = number = number + 1
            while number < len(lines) and not lines[number].startswith(opened[1]):
                number += 1
            yield opened[2], first + 1, lines[first:number]
        elif lines[number].startswith("    ") and (number == 0 or not lines[number - 1].strip()):
            first = number
            while number < len(lines) and (lines[number].startswith("    ") or not lines[number].strip()):
                number += 1
            yield "indented", first + 1, [line[4:] for line in lines[first:number]]
            continue
        number += 1


def commands(page: str) -> list[Shown]:
    """The commands that the blocks of a page show, in their order."""
    found: list[Shown] = []
    for language, first, lines in _blocks((ROOT / page).read_text(encoding="utf-8")):
        if language == "console":
            found += _console(page, first, lines)
        elif language in (*_SHELL, "indented", ""):
            here = [(k, line.partition(" #")[0].strip()) for k, line in enumerate(lines) if line.startswith("seaway ")]
            synopsis = any(_PLACEHOLDER.search(text) for _, text in here)
            found += [Shown(page, first + k, text, synopsis=synopsis) for k, text in here]
    return found


def _console(page: str, first: int, lines: list[str]) -> Iterator[Shown]:
    starts = [k for k, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        if lines[start].startswith("$ seaway"):
            shown = "\n".join(lines[start + 1 : end]).strip("\n")
            yield Shown(page, first + start, lines[start][2:].partition(" #")[0].strip(), shown or None)


def mentions(page: str) -> list[Shown]:
    """Commands within the text of a page, between backticks, and those in its blocks."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return commands(page) + [
        Shown(page, text.count("\n", 0, found.start()) + 1, " ".join(found[1].split()))
        for found in re.finditer(r"(?<!`)`(seaway [^`]+)`(?!`)", text)
    ]
