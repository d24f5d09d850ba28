"""Alternative forms of a part in a file: a part that extends the table of another one with keys of its own.

::

    class BuoyancyForms(Part, extends=Buoyancy):
        force: NumberOrNone = ...

        def made(self, table, reading):
            ...

If a table has any of these keys, they are read first; ``made`` then makes the part, or a tuple of several, from the
rest of the table. It may raise ``RefusedError`` about the first of its keys, or ``RefusedPartsError`` with problems.
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from seaway.errors import SeawayError
from seaway.parts._fields import Field
from seaway.parts._problems import Problem, Reading, RefusalError, RefusedPartsError
from seaway.parts._tables import annotated, keys_of, read_table, schema_of, unknown_keys

if TYPE_CHECKING:
    from seaway.parts._part import Part

FORMS: Final[dict[type["Part"], type["Part"]]] = {}
"""The part, if any, that extends the table of a part."""

# Rules whose violation may follow from other problems of a table.
_FOLLOWS: Final = ("missing-key", "conflict", "refused")


@cache
def all_keys(cls: type["Part"]) -> dict[str, Field[Any, Any]]:
    """Fields of a part and of its alternative forms, by each of their keys in a file."""
    return keys_of(cls) | (all_keys(FORMS[cls]) if cls in FORMS else {})


def read_with_forms(cls: type["Part"], table: Mapping[str, Any], reading: Reading) -> tuple[Any, list[Problem]]:
    """Make a part from a table of a file in any of its forms."""
    if cls not in FORMS:
        return read_table(cls, table, reading)
    form, known, unknown = FORMS[cls], all_keys(cls), list[Problem]()
    table, reading = annotated(cls.__part__, dict(table), reading, unknown)
    extra = all_keys(form)
    own = {key: value for key, value in table.items() if key in extra}
    rest = {key: value for key, value in table.items() if key not in extra}
    if not own:
        made, problems = read_table(cls, rest, reading, known)
    else:
        unknown += unknown_keys(rest, known)
        rest = {key: value for key, value in rest.items() if key in known}
        made, problems = _made(form, own, rest, reading)
        if problems:  # fields that the form would have set are not missing
            others, seen = read_table(cls, rest, reading)[1], {(each.key, each.reason) for each in problems}
            problems += [each for each in others if each.rule not in _FOLLOWS and (each.key, each.reason) not in seen]
    problems = [*unknown, *problems]
    return (None if problems else made), problems


def _made(form: type["Part"], own: dict[str, Any], rest: dict[str, Any], reading: Reading) -> tuple[Any, list[Problem]]:
    given, problems = read_with_forms(form, own, reading)
    if given is None:
        return None, problems
    first = next(iter(own))
    try:
        return given.made(rest, reading), []
    except RefusalError as error:
        return None, error.found(first, *(() if isinstance(error, RefusedPartsError) else (first,)))
    except SeawayError as error:
        return None, [Problem((first,), "refused", first, str(error), conflict=True)]


def schema_with_forms(cls: type["Part"], definitions: dict[str, Any]) -> dict[str, Any]:
    """JSON schema of the table of a part in any of its forms."""
    new, reference = cls.__name__ not in definitions, schema_of(cls, definitions)
    if new and cls in FORMS:
        own = definitions[cls.__name__]
        schema_with_forms(FORMS[cls], definitions)
        others = definitions.pop(FORMS[cls].__name__)["properties"]
        own["properties"] |= others
        # Any key of the form may replace a required one.
        own["anyOf"] = [{"required": own.pop("required")}, *({"required": [key]} for key in others)]
    return reference
