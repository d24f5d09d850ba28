"""Pages: templates filled in, each one file that needs nothing else.

``templates/base.html`` is what all pages share: head, style, a safe policy, header and footer. A kind of page is a
template that extends it, and a module that gives it what it shows. All that is filled in is escaped, so that a name
from a stranger's file is only text.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

import seaway

__all__ = ["LONGEST", "page", "shortened"]

LONGEST: Final = 300
"""Letters of a name or a word from a file; what is longer is cut."""


def page(template: str, content: Mapping[str, object]) -> str:
    """Fill in a template.

    Args:
        template: Its name in ``templates/``.
        content: What it shows, by name; text is escaped.
    """
    return _environment().get_template(template).render(version=seaway.__version__, **content)


def shortened(value: object, longest: int = LONGEST) -> str:
    """Text of a bounded length, on one line and without letters that cannot be seen."""
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
