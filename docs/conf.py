"""Sphinx configuration: MyST pages, docstrings in Google style, warnings as errors (see the Makefile)."""

import re
from typing import Any

from docutils.nodes import SkipNode
from latex2mathml import converter

import seaway

project = "Seaway"
copyright = "the Seaway developers"
author = "The Seaway developers"
release = version = seaway.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.napoleon"]
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
root_doc = "index"
exclude_patterns = ["_build"]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_type_aliases = {"ArrayLike": "ArrayLike", "Floats": "Floats"}
napoleon_custom_sections = [("Reference", "notes_style"), ("Warns", "Raises")]
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"Seaway {release}"
html_static_path = ["_static"]
html_css_files = ["formulas.css"]


# Formulas as MathML, which browsers draw by themselves: the pages need no network.
html_math_renderer = "mathml"


def setup(app: Any) -> None:
    app.connect("autodoc-skip-member", _described_already)
    app.add_html_math_renderer("mathml", (_drawer("inline"), None), (_drawer("block"), None))


def _described_already(app: Any, what: str, name: str, member: Any, skip: bool, options: Any) -> bool | None:
    """Leave out the fields of named tuples: their class tells of them under Attributes."""
    return True if (getattr(member, "__doc__", None) or "").startswith("Alias for field number") else None


# Of sin and the like, alone or with an index or a power.
_FUNCTION = re.compile(r"(<msup>|<msub>|<msubsup>|<munder>)?<mi>(arccos|cosh?|exp|ln|log|max|min|sinh?|tanh?)</mi>")
_SPACE = '<mspace width="0.17em" />'


def _spaced(formula: str) -> str:
    """Set functions apart from what stands beside them, which the converter does not."""
    return _FUNCTION.sub(lambda m: _SPACE + m[0] + ("" if m[1] else _SPACE), formula)


def _drawer(display: str) -> Any:
    def draw(writer: Any, node: Any) -> None:
        formula = _spaced(converter.convert(node.astext(), display=display))
        if "<mi>&</mi>" in formula:
            raise ValueError(f"the converter knows no such environment, use array or matrix: {node.astext()}")
        writer.body.append(formula if display == "inline" else f'<div style="margin: 1em 0">{formula}</div>')
        raise SkipNode

    return draw
