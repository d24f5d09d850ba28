"""Construction of parts from Python values and from tables of files, with all checks."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from seaway.errors import SeawayError
from seaway.parts._fields import MISSING, Field, shown
from seaway.parts._problems import Problem, Reading, RefusalError

if TYPE_CHECKING:
    from seaway.parts._part import Part

# Suffixes that people add for a unit, and that no key has.
_UNITS: Final = re.compile(
    r"_(m|km|mm|cm|ft|s|sec|seconds|ms|min|hz|kg|g|t|n|kn|nm|mps|m_s|knots|kts|rad|radians|degrees)$", re.IGNORECASE
)
# Words that people use for keys of another name.
_OTHER_WORDS: Final = {
    "heading": "yaw_deg", "heading_deg": "yaw_deg", "dt": "time_step", "step": "time_step", "thrusters": "thruster",
    "fins": "fin", "areas": "drag_area", "vehicles": "vehicle", "controls": "control", "controller": "control",
    "Hs": "significant_height", "hs": "significant_height", "Tp": "peak_period", "tp": "peak_period",
    "spectrum": "kind", "current": "velocity", "mass": "inertia",
    "extent": "shape", "rpy": "attitude_deg", "orientation": "attitude_deg", "pose": "position",
}  # fmt: skip
_CONVENTIONS: Final = {"seaway": False, "fossen": True}
# Maximum number of keys listed in a message, and of one field in a table of the documentation.
_MOST_KEYS: Final = 40
_SHOWN_KEYS: Final = 6


@dataclass(frozen=True)
class Info:
    """Declaration of a class of parts.

    Attributes:
        what: Name of such a part in messages: ``"thruster"``.
        fields: Fields by name, in the order of the constructor.
        keyword_only: Names of keyword-only arguments.
    """

    what: str
    fields: dict[str, Field[Any, Any]]
    keyword_only: frozenset[str]


def who(part: "Part") -> str:
    """Name of a part in messages: ``thruster 'port'``, or ``a damping``."""
    return called(part.__part__.what, vars(part).get("name"))


def called(what: str, name: Any) -> str:
    """Name of a kind of part in messages, with its own name if it has one."""
    if name is not None:
        return f"{what} '{name}'"
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def filled(
    part: "Part", values: Iterable[tuple[Field[Any, Any], Any]], checked: Mapping[str, Any] | None = None
) -> list[Problem]:
    """Check values and store them in a part; return all problems.

    Args:
        part: Part that stores the values.
        values: Fields and their values.
        checked: Values that were checked before, used for fields that are missing.
    """
    own, problems, rows = part.__dict__, list[Problem](), dict[str, int]()
    followed: list[Field[Any, Any]] = []
    for field, value in values:
        if value is MISSING:
            if checked is None:
                problems.append(_missing(part, field))
                continue
            own[field.name] = value = checked[field.name]
        elif value is field.default:
            own[field.name] = value = field.ready
        else:
            try:
                own[field.name] = value = field.check(value)
            except RefusalError as error:
                found = error.found(f"the {field.label}")
                problems += [_owned(part, problem).within(field.name) for problem in found]
                continue
        if value is None and field.follows is not None:
            followed.append(field)
        elif type(value) is np.ndarray:
            if field.shape is not None and value.ndim > len(field.shape):
                rows[field.name] = len(value)
        elif field.shape is None:
            _count_rows(rows, field.name, value)
    if problems:
        return problems
    for field in followed:
        rule: Any = field.follows
        value = own[rule] if isinstance(rule, str) else rule(part)
        own[field.name] = float(cast("Any", value)) if isinstance(value, np.floating) else value
    if followed:
        own["_followed"] = frozenset(field.name for field in followed)
    if rows:
        if len(set(rows.values())) > 1:
            counts = ", ".join(f"{count} for {name}" for name, count in rows.items())
            reason = f"fields that differ between runs must have the same number of values, got {counts}"
            return [Problem((), "wrong-shape", who(part), reason, conflict=True)]
        own["_rows"] = next(iter(rows.values()))
    part._derive()  # pyright: ignore[reportPrivateUsage]
    places = ((key if isinstance(key, tuple) else (key,) * bool(key), message) for key, message in part.conflicts())
    return [Problem(key, "conflict", who(part), message, conflict=True) for key, message in places]


@cache
def keys_of(cls: type["Part"]) -> dict[str, Field[Any, Any]]:
    """Fields of a part by each of their keys in a file."""
    return {key: field for field in cls.__part__.fields.values() for key in field.table_keys}


def unknown_keys(table: Mapping[str, Any], known: dict[str, Field[Any, Any]]) -> list[Problem]:
    """Problems of unknown keys."""
    unknown = [key for key in table if key not in known]
    return [Problem((key,), "unknown-key", key, f"is not a key here{_other_key(key, known)}") for key in unknown]


@cache
def _fields_and_keys(cls: type["Part"]) -> list[tuple[Field[Any, Any], tuple[str, ...]]]:
    return [(field, field.table_keys) for field in cls.__part__.fields.values()]


def read_table(
    cls: type["Part"], table: Mapping[str, Any], reading: Reading, known: dict[str, Field[Any, Any]] | None = None
) -> tuple[Any, list[Problem]]:
    """Make a part from a table of a file: its keys are the arguments of the constructor, angles may be ``*_deg``.

    Args:
        cls: Class of the part.
        table: The table.
        reading: Context of the reading.
        known: Fields by key, used for hints; default: those of the part.
    """
    info, part, problems = cls.__part__, object.__new__(cls), list[Problem]()
    table, reading = annotated(info, dict(table), reading, problems)
    problems += unknown_keys(table, known or keys_of(cls))
    values, keys = dict[str, Any](), dict[str, str]()
    for field, own in _fields_and_keys(cls):
        given = [(key, table[key]) for key in own if key in table]
        keys[field.name] = given[0][0] if given else own[0] if own else field.name
        if len(given) > 1 and not field.together:
            *others, last = (key for key, _ in given)
            reason = f"and {given[0][0]} give the same thing; give one of {', '.join(others)} and {last}"
            problems.append(Problem((given[1][0],), "given-twice", given[1][0], reason))
            continue
        try:
            value = field.read_keys(given, reading) if given or field.default is MISSING else field.ready
        except RefusalError as error:
            outer = () if field.together else (given[0][0],)
            problems += error.found(f"the {field.label} of {who(part)}", *outer)
        except SeawayError as error:
            problems.append(Problem((given[0][0],), "refused", given[0][0], str(error), conflict=True))
        else:
            if value is MISSING:
                problems.append(_missing(part, field))
            values[field.name] = part.__dict__[field.name] = value  # messages name the part
    if not problems:
        try:
            found = filled(part, ((field, MISSING) for field in info.fields.values()), values)
        except SeawayError as error:
            found = [Problem((), "refused", who(part), str(error), conflict=True)]
        for problem in found:
            name = str(problem.key[0]) if problem.key else ""
            problems.append(replace(problem, key=(keys.get(name, name), *problem.key[1:]) if name else ()))
    return (None if problems else part), problems


def annotated(
    info: Info, table: dict[str, Any], reading: Reading, problems: list[Problem]
) -> tuple[dict[str, Any], Reading]:
    """Remove the keys that every table of a vehicle may have."""
    if not reading.annotated:
        return table, reading
    source = table.pop("source", "") if "source" not in info.fields else ""
    if not isinstance(source, str):
        problems.append(Problem(("source",), "wrong-type", "source", f"must be a text in quotes, got {shown(source)}"))
    if "convention" in table and "convention" not in info.fields:
        convention = table.pop("convention")
        if not isinstance(convention, str) or convention not in _CONVENTIONS:
            reason = f"must be one of {', '.join(_CONVENTIONS)}, got {shown(convention)}"
            problems.append(Problem(("convention",), "unknown-word", "convention", reason))
        else:
            reading = replace(reading, frd=_CONVENTIONS[convention])
    return table, reading


def schema_of(cls: type["Part"], definitions: dict[str, Any]) -> dict[str, Any]:
    """JSON schema of the table of a part, as a reference to its definition."""
    name = cls.__name__
    if name not in definitions:
        definitions[name] = {}
        keys = dict[str, Any]()
        for field in cls.__part__.fields.values():
            about: dict[str, Any] = {"description": field_line(field)}
            default = field.default
            if isinstance(default, bool | str | int | float | tuple) and _plain(default):
                about["default"] = list(cast("Any", default)) if isinstance(default, tuple) else default
            in_degrees = {"description": about["description"].replace("[rad", "[deg")}
            for key, entry in field.schemas(definitions).items():
                keys[key] = {**entry, **(in_degrees if key.endswith("_deg") else about)}
        needed = [
            field.name
            for field in cls.__part__.fields.values()
            if field.default is MISSING and field.table_keys == (field.name,)
        ]
        definitions[name] = {"type": "object", "description": (cls.__doc__ or "").split("\n")[0], "properties": keys}
        definitions[name] |= {"required": needed, "additionalProperties": False}
    return {"$ref": f"#/$defs/{name}"}


class FieldFacts(NamedTuple):
    """Description of a field as text: name, keys in a file, unit, range, default and documentation."""

    name: str
    keys: tuple[str, ...]
    unit: str
    range: str
    default: str
    text: str


def fields(cls: type["Part"]) -> list[FieldFacts]:
    """Fields of a part, for tables in documentation and help."""
    return [
        FieldFacts(each.name, each.table_keys, each.unit, each.rule_text, default_text(each), each.doc)
        for each in cls.__part__.fields.values()
    ]


def docs_table(cls: type["Part"]) -> str:
    """Markdown table of the keys of a part in a file, for the documentation."""
    rows = [("key", "unit", "range", "default", "what it is"), ("---",) * 5]
    rows += [
        (_listed_keys(each.keys), each.unit, each.range, each.default, each.text) for each in fields(cls) if each.keys
    ]
    return "\n".join("| " + " | ".join(text.replace("|", "\\|") for text in row) + " |" for row in rows)


def _listed_keys(keys: tuple[str, ...]) -> str:
    return ", ".join(f"`{key}`" for key in keys[:_SHOWN_KEYS]) + " ..." * (len(keys) > _SHOWN_KEYS)


def field_line(field: Field[Any, Any]) -> str:
    """Description of a field in one line."""
    text = f"{field.doc.rstrip('.')}{field.in_unit}"
    return "; ".join(filter(None, (text, field.rule_text))) + "."


def default_text(field: Field[Any, Any]) -> str:
    """Default as text; empty if there is none."""
    default = field.default
    if default is MISSING or default is None or default == () or default == {}:
        return "required" if default is MISSING else ""
    if isinstance(default, tuple) and np.size(cast("Any", default)) > 4:
        return "zeros" if not np.any(cast("Any", default)) else "see text"
    return f"{default:g}" if isinstance(default, float) else str(cast("Any", default))


def _plain(default: Any) -> bool:
    kind = np.asarray(default).dtype.kind
    return kind == "U" or (kind in "iufb" and bool(np.all(np.isfinite(default))))


def _owned(part: "Part", problem: Problem) -> Problem:
    """Add the owner of a value that is not a part."""
    if problem.conflict or any(isinstance(key, str) for key in problem.key):
        return problem
    return replace(problem, about=f"{problem.about} of {who(part)}")


def _missing(part: "Part", field: Field[Any, Any]) -> Problem:
    doc = field.doc.rstrip(".")
    lowered = doc[:1].lower() + doc[1:] if doc[1:2].islower() or doc[1:2] == " " else doc
    reason = f"is missing{': ' if doc else ''}{lowered}{field.in_unit}"
    return Problem((field.table_keys[0],), "missing-key", f"the {field.label} of {who(part)}", reason)


def _count_rows(rows: dict[str, int], name: str, value: Any) -> None:
    if type(value) is not tuple:
        count = getattr(value, "_rows", None)
        if count is not None:
            rows[name] = count
        return
    for k, item in enumerate(cast("tuple[Any, ...]", value)):
        _count_rows(rows, f"{name}[{k}]", item)


def _other_key(key: str, known: Mapping[str, Field[Any, Any]]) -> str:
    """Hint at the key that was likely meant."""
    key = str(key)
    if f"{key}_deg" in known:
        return f"; did you mean {key}_deg?"
    other = _OTHER_WORDS.get(key, "")
    if other in known:
        return f"; did you mean {other}? It is: {known[other].doc.rstrip('.')}"
    plain = _UNITS.sub("", key)
    for candidate in (plain, f"{plain}_deg"):
        if plain != key and candidate in known:
            unit = known[candidate].bracket
            return f"; did you mean {candidate}?" + (f" It is in {unit}" if unit else "")
    near = difflib.get_close_matches(key, list(known), n=1, cutoff=0.6)
    if near:
        return f"; did you mean {near[0]}?"
    return f"; there are: {', '.join(list(known)[:_MOST_KEYS])}" + " ..." * (len(known) > _MOST_KEYS)
