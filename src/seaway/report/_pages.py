"""Pages: templates filled in, each one self-contained file.

All pages share ``templates/base.html``: head, style, content security policy, header and footer. A kind of page is a
template that extends it, and a module that supplies its content. Everything filled in is escaped: a name from an
untrusted file is only text.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

import seaway

__all__ = ["LONGEST", "page", "shortened"]

LONGEST: Final = 300
"""Most characters of a name or a word from a file."""


def page(template: str, content: Mapping[str, object]) -> str:
    """Fill in a template.

    Args:
        template: Its name in ``templates/``.
        content: Its variables; text is escaped.
    """
    return _environment().get_template(template).render(version=seaway.__version__, **content)


def shortened(value: object, longest: int = LONGEST) -> str:
    """Text of a bounded length, on one line, without unprintable characters."""
    text = "".join(c if c.isprintable() else " " for c in str(value)[: longest + 1])
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("seaway.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["minus"] = _minus
    environment.filters["squared"] = _squared
    return environment


def _minus(text: str) -> str:
    """Numbers with a true minus."""
    return text.replace("-", "−")


def _squared(unit: str) -> str:
    """A unit as it is typeset: m/s² for m/s2."""
    return unit.replace("2", "²").replace("3", "³")
