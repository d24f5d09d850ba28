"""How a part is declared: fields with unit, range, default and documentation; everything else follows.

A part is a frozen class on ``Part``. Its fields are typed descriptors; the docstring below each is its documentation::

    class Fin(Part, what="fin"):
        \"\"\"A fin.\"\"\"

        name: Name = Name()
        \"\"\"Name used to address the fin in commands.\"\"\"
        _: KW_ONLY
        stall: Number = Number(unit="rad", above=0.0, default=0.35)
        \"\"\"Angle of attack beyond which it stalls.\"\"\"

From this come the constructor and its checks, ``replace``, equality, hash, pickle, ``repr``, the table of a file
(``read``), its JSON schema (``table_schema``), the table in the documentation (``docs_table``) and values for each run
of a batch (``rows_of``, ``row``).
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY
from typing import Any, TypeVar

from seaway.parts._docs import field_docs
from seaway.parts._fields import (
    UPRIGHT,
    Array,
    ArrayOrNone,
    Attitude,
    ByName,
    Choice,
    ChoiceOrNone,
    DerivedArray,
    DerivedChoice,
    DerivedNumber,
    DerivedScalar,
    Field,
    Flag,
    Name,
    NameOrNone,
    Number,
    NumberOrNone,
    Numbers,
    Ranged,
    Real,
    Rows,
    Scalar,
    ScalarOrNone,
    Texts,
    Whole,
    WholeOrNone,
    frozen_floats,
    near,
    required,
    shown,
)
from seaway.parts._forms import FORMS, all_keys
from seaway.parts._nested import DerivedOne, One, OneOrMade, OneOrNone, Several, read_kind
from seaway.parts._part import Part, checked, differs, from_frd, plain, row, rows_of, some
from seaway.parts._problems import PartError, Problem, Reading, RefusedError, RefusedPartsError
from seaway.parts._tables import docs_table, field_line, fields

__all__ = [
    "FORMS",
    "KW_ONLY",
    "UPRIGHT",
    "Array",
    "ArrayOrNone",
    "Attitude",
    "ByName",
    "Choice",
    "ChoiceOrNone",
    "DerivedArray",
    "DerivedChoice",
    "DerivedNumber",
    "DerivedOne",
    "DerivedScalar",
    "Field",
    "Flag",
    "Name",
    "NameOrNone",
    "Number",
    "NumberOrNone",
    "Numbers",
    "One",
    "OneOrMade",
    "OneOrNone",
    "Part",
    "PartError",
    "Problem",
    "Ranged",
    "Reading",
    "Real",
    "RefusedError",
    "RefusedPartsError",
    "Rows",
    "Scalar",
    "ScalarOrNone",
    "Several",
    "Texts",
    "Whole",
    "WholeOrNone",
    "all_keys",
    "checked",
    "differs",
    "docs_table",
    "field_docs",
    "field_line",
    "fields",
    "fields_of",
    "from_frd",
    "frozen_floats",
    "near",
    "plain",
    "read",
    "read_kind",
    "required",
    "row",
    "rows_of",
    "shown",
    "some",
    "table_schema",
]

P = TypeVar("P", bound=Part)


def read(cls: type[P], table: Mapping[str, Any], reading: Reading | None = None) -> tuple[P | None, list[Problem]]:
    """Make a part from a table of a file.

    Args:
        cls: Class of the part.
        table: Values by key; the keys are the arguments of the constructor, angles may be given in degrees as
            ``*_deg``.
        reading: Notation, and the context needed to open files.

    Returns:
        The part and no problems; or None and all problems.
    """
    return cls.__read__(table, Reading() if reading is None else reading)


def fields_of(cls: type[Part]) -> Mapping[str, Field[Any, Any]]:
    """Fields of a class of parts by name, in the order of the constructor."""
    return cls.__part__.fields


def table_schema(cls: type[Part]) -> dict[str, Any]:
    """JSON schema of the table of a part, including those of all nested parts."""
    definitions: dict[str, Any] = {}
    cls.__schema__(definitions)
    return {**definitions.pop(cls.__name__), "$defs": definitions}
