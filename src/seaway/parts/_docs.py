"""Documentation of fields: written once, below each field, and read from the source."""

import ast
import inspect
import itertools
import textwrap
from functools import cache
from typing import cast


@cache
def field_docs(cls: type) -> dict[str, str]:
    """Docstrings below the fields of a class, by name; empty without the source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError):
        return {}
    body = cast("ast.ClassDef", tree.body[0]).body
    return {
        first.target.id: " ".join(inspect.cleandoc(second.value.value).split())
        for first, second in itertools.pairwise(body)
        if isinstance(first, ast.AnnAssign) and isinstance(first.target, ast.Name) and isinstance(second, ast.Expr)
        if isinstance(second.value, ast.Constant) and isinstance(second.value.value, str)
    }
