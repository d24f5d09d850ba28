"""Sphinx configuration: MyST pages, docstrings in Google style, warnings as errors (see the Makefile)."""

from pathlib import Path

import seaway

project = "Seaway"
copyright = "the Seaway developers"
author = "The Seaway developers"
release = version = seaway.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.mathjax", "sphinx.ext.napoleon"]
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

doctest_global_setup = f"from pathlib import Path; examples = Path({str(Path(__file__).parents[1] / 'examples')!r})"

html_theme = "furo"
html_title = f"Seaway {release}"
