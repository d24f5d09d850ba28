"""Sphinx configuration: MyST pages, docstrings in Google style, warnings as errors (see the Makefile)."""

import re
import sys
from doctest import DONT_ACCEPT_TRUE_FOR_1, ELLIPSIS
from pathlib import Path
from typing import Any

from docutils.nodes import SkipNode, document
from latex2mathml import converter
from myst_parser.parsers.sphinx_ import MystParser

import seaway
from seaway.parts import Field, Part
from seaway.parts import fields as fields_of

sys.path.insert(0, str(Path(__file__).parent))
from notebooks import as_markdown

project = "Seaway"
copyright = "the Seaway developers"
author = "The Seaway developers"
release = version = seaway.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.napoleon"]
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
root_doc = "index"
smartquotes_action = "qe"  # quotes and ellipses; two hyphens are an option of a command

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_type_aliases = {"ArrayLike": "ArrayLike", "Floats": "Floats"}
napoleon_custom_sections = [("Reference", "notes_style"), ("Warns", "Raises")]
napoleon_use_rtype = False

doctest_default_flags = ELLIPSIS | DONT_ACCEPT_TRUE_FOR_1  # the messages of exceptions are compared too
_HERE = Path(__file__).parent
doctest_path = [str(_HERE), str(_HERE.parent / "examples" / "own_force")]  # for modules that a page shows

html_theme = "furo"
html_title = f"Seaway {release}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
pygments_dark_style = "github-dark"


# Formulas as MathML, which browsers draw by themselves: the pages need no network.
html_math_renderer = "mathml"


class NotebookParser(MystParser):
    """Notebooks as pages, with the outputs that they hold; nothing runs."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: document) -> None:
        super().parse(as_markdown(inputstring), document)


def setup(app: Any) -> None:
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    app.connect("autodoc-skip-member", _described_already)
    app.connect("autodoc-process-docstring", _with_table_of_fields, priority=400)  # before napoleon
    app.add_html_math_renderer("mathml", (_drawer("inline"), None), (_drawer("block"), None))


def _described_already(app: Any, what: str, name: str, member: Any, skip: bool, options: Any) -> bool | None:
    """Leave out the fields of named tuples and parts: their class describes them."""
    named = (getattr(member, "__doc__", None) or "").startswith("Alias for field number")
    return True if named or isinstance(member, Field) or name in ("conflicts", "half_size", "reach") else None


def _with_table_of_fields(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Show the fields of a part as a table, generated from its declaration."""
    if what == "property" and lines:
        lines[0] = lines[0].replace(": ", " \N{EN DASH} ", 1)  # napoleon takes words before a colon for a type
    if not isinstance(obj, type) or not issubclass(obj, Part) or obj is Part or "Args:" not in lines:
        return
    del lines[lines.index("Args:") :]
    lines += [".. list-table::", "   :header-rows: 1", "   :widths: 20 17 13 50", ""]
    rows = [("field", "unit, range", "default", "")]
    for each in fields_of(obj):
        allowed = ", ".join(part for part in (each.unit, each.range) if part)
        rows.append((f"``{each.name}``", allowed, each.default, _escaped(each.text)))
    for row in rows:
        lines += [f"   {'* -' if k == 0 else '  -'} {text}".rstrip() for k, text in enumerate(row)]
    lines.append("")


def _escaped(text: str) -> str:
    """Take |V| for a modulus and not for a substitution, outside of literals."""
    return "".join(part if part.startswith("``") else part.replace("|", "\\|") for part in re.split("(``.*?``)", text))


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
        writer.body.append(formula if display == "inline" else f'<div class="formula">{formula}</div>')
        raise SkipNode

    return draw
