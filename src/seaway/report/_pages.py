"""Pages: templates filled in, each one self-contained file.

All pages share ``templates/base.html``: head, style, script, content security policy, header and footer. A kind of page
is a template that extends it, and a module that supplies its content. Everything filled in is escaped: a name from an
untrusted file is only text. Filters read the entries of such a file: what is missing or of another kind is empty.

The policy lets nothing run and nothing load but the page's own style and script, by their hashes.
"""

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any, Final, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import seaway
from seaway.report._charts import number
from seaway.report._svg import grid, path, zero

LONGEST: Final = 300
"""Most characters of a name or a word from a file."""

# Longer lists are cut.
_MOST: Final = 100
_TEMPLATES: Final = Path(__file__).parent / "templates"


def page(template: str, content: Mapping[str, object]) -> str:
    """Fill in a template.

    Args:
        template: Its name in ``templates/``.
        content: Its variables; text is escaped.
    """
    own = {name: _read(file) for name, file in (("style", "style.css"), ("script", "plots.js"))}
    hashes = {f"{name}_hash": _hash(words) for name, words in own.items()}
    return _environment().get_template(template).render(version=seaway.__version__, zip=zip, **own, **hashes, **content)


@cache
def _read(file: str) -> Markup:
    return Markup((_TEMPLATES / file).read_text(encoding="utf-8"))  # noqa: S704 - a file of this package


@cache
def _hash(words: str) -> str:
    return f"sha256-{b64encode(sha256(words.encode()).digest()).decode()}"


def shortened(value: object, longest: int = LONGEST) -> str:
    """Text of a bounded length, on one line, without unprintable characters."""
    text = "".join(c if c.isprintable() else " " for c in str(value)[: longest + 1])
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def text(value: object, longest: int = LONGEST) -> str:
    """A text."""
    return shortened(value, longest) if isinstance(value, str) else ""


def finite(value: Any) -> float | None:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if isfinite(value) else None
    except OverflowError:
        return None


def entries(value: object, most: int = _MOST) -> list[Any]:
    """The entries of a list, as far as they are shown."""
    return cast("list[Any]", value)[:most] if isinstance(value, list) else []


def table(value: object) -> dict[str, Any]:
    """The entries of an object."""
    return {str(k): v for k, v in cast("dict[Any, Any]", value).items()} if isinstance(value, dict) else {}


def tables(value: object) -> list[dict[str, Any]]:
    """The objects in a list."""
    return [table(each) for each in entries(value)]


def quantity(value: object, digits: int = 3) -> str:
    """A finite number in words."""
    found = finite(value)
    return "" if found is None else number(found, digits)


def severity(finding: Mapping[str, Any]) -> str:
    """``"error"``, ``"warning"``, or ``"note"`` on how something was interpreted."""
    given = "note" if str(finding.get("rule", "")).startswith("notice-") else finding.get("severity")
    return given if given in ("error", "warning", "note") else "warning"


def notes(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The findings that are notes."""
    return [each for each in findings if severity(each) == "note"]


def warnings(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The findings that are not: warnings and errors."""
    return [each for each in findings if severity(each) != "note"]


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: tuple[Any, ...] = (
        *(shortened, text, finite, quantity, entries, table, tables, severity, notes, warnings),
        *(grid, zero, path),
    )
    environment.filters.update({each.__name__: each for each in filters})
    return environment
