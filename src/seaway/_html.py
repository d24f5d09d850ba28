"""Small tables for notebooks: escaped, without colours of their own, so that they suit light and dark ones."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import numpy as np


def html_table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]], note: str = "") -> str:
    """A table; everything is text and is escaped.

    Args:
        caption: What it is about.
        headings: Titles of the columns; none for a table of names and values.
        rows: Cells of each row; the first names it.
        note: A line below.
    """
    cell = 'style="text-align:left;padding:0.15em 0.8em 0.15em 0"'
    head = "".join(f'<th scope="col" {cell}>{escape(each)}</th>' for each in headings)
    body = "".join(
        f'<tr><th scope="row" {cell}>{escape(first)}</th>'
        + "".join(f"<td {cell}>{escape(each)}</td>" for each in others)
        + "</tr>"
        for first, *others in rows
    )
    title = f'<caption style="text-align:left;caption-side:top;font-weight:bold">{escape(caption)}</caption>'
    top = f"<thead><tr>{head}</tr></thead>" if head else ""
    below = f"<p>{escape(note)}</p>" if note else ""
    return f'<table style="color:inherit">{title}{top}<tbody>{body}</tbody></table>{below}'


def digits(value: Any) -> str:
    """A number with three digits; several in parentheses."""
    if np.ndim(value):
        return f"({', '.join(digits(each) for each in np.asarray(value).tolist())})"
    number = float(value) + 0.0
    return f"{number:.0f}" if 1000.0 <= abs(number) < 1e6 else f"{number:.3g}"


def names_of(names: Sequence[str], most: int = 8) -> str:
    """Names in a list, not too long."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(each if len(each) <= 40 else f"{each[:37]}..." for each in names[:most]) + more
