"""The base class of parts: constructor, equality, representation and copies from the declaration."""

import inspect
from collections.abc import Hashable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeVar, cast, dataclass_transform

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.parts import _fields as f
from seaway.parts import _nested as n
from seaway.parts._fields import MISSING, Field, frozen_floats, required, shown
from seaway.parts._forms import FORMS, read_with_forms, schema_with_forms
from seaway.parts._problems import Key, PartError, Problem, Reading, RefusalError, RefusedError
from seaway.parts._tables import Info, called, default_text, field_line, filled, who


class _Doc:
    """Docstring of a part: the written one and a line for each field, made on access."""

    def __init__(self, written: str):
        self.written = inspect.cleandoc(written)

    def __get__(self, instance: object, owner: type["Part"]) -> str:
        lines = list[str]()
        for field in owner.__part__.fields.values():
            default = default_text(field)
            tail = f" Default: {default}." if default not in ("", "required") else ""
            lines.append(f"    {field.name}: {field_line(field)}{tail}")
        return f"{self.written}\n\nArgs:\n" + "\n".join(lines) + "\n"


@dataclass_transform(
    frozen_default=True,
    eq_default=False,
    field_specifiers=(
        f.Number, f.NumberOrNone, f.DerivedNumber, f.Scalar, f.ScalarOrNone, f.DerivedScalar, f.Array, f.ArrayOrNone,
        f.DerivedArray, f.Attitude, f.Whole, f.WholeOrNone, f.Name, f.NameOrNone, f.Flag, f.Choice, f.ChoiceOrNone,
        f.DerivedChoice, f.Texts, f.ByName, n.One, n.OneOrMade, n.OneOrNone, n.DerivedOne, n.Several, required,
    ),
)  # fmt: skip
class Part:
    """Base class of all parts. It has few names of its own, since no field can have the same name."""

    __part__: ClassVar[Info]

    def __init_subclass__(cls, *, what: str = "", extends: "type[Part] | None" = None, base: bool = False) -> None:
        if base:  # a base class of several parts, without fields of its own
            return
        own = {name: cast("Field[Any, Any]", value) for name, value in vars(cls).items() if isinstance(value, Field)}
        taken = sorted(own.keys() & vars(Part).keys())
        names = list(inspect.get_annotations(cls))
        undeclared = [name for name in names if name not in own and not name.startswith("_")]
        if taken or undeclared:
            reason = f"{taken[0]} is a reserved name" if taken else f"{undeclared[0]} has no declaration"
            raise TypeError(f"{cls.__name__}: {reason}")
        if hasattr(cls, "__part__"):
            raise TypeError(f"{cls.__name__}: a part cannot inherit from another part")
        for field in own.values():
            if field.default is not MISSING:
                field.ready = field.check(field.default)
        keyword_only = frozenset(names[names.index("_") :] if "_" in names else ())
        optional = ""
        for name in (name for name in own if name not in keyword_only):
            if own[name].default is not MISSING:
                optional = name
            elif optional:
                reason = f"{name} has no default and follows {optional}, which has one"
                raise TypeError(f"{cls.__name__}: {reason}; move it before, or both after '_: KW_ONLY'")
        cls.__part__ = Info(what or cls.__name__.lower(), own, keyword_only)
        if extends is not None:
            FORMS[extends] = cls
        cls.__init__ = _initialiser(cls)
        cls.__match_args__ = tuple(name for name in own if name not in keyword_only)
        cls.__doc__ = cast("str", _Doc(cls.__doc__ or ""))

    def conflicts(self) -> Iterator[tuple[str | Key, str]]:
        """Find conflicts between fields: yield the field at fault, or the key of a value in it, and a sentence."""
        yield from ()

    def _derive(self) -> None:
        """Compute further attributes of an instance; called once, after its fields are checked."""

    def replace(self, **changes: Any) -> Self:
        """Make a copy with some values replaced; derived values are derived again.

        Args:
            **changes: New values by field.
        """
        return _rebuilt(type(self), _given(self), changes)

    __replace__ = replace  # copy.replace of Python 3.13

    @classmethod
    def __read__(cls, table: Mapping[str, Any], reading: Reading) -> tuple[Self | None, list[Problem]]:
        """Make a part from a table of a file."""
        return read_with_forms(cls, table, reading)

    @classmethod
    def __schema__(cls, definitions: dict[str, Any]) -> dict[str, Any]:
        """JSON schema of its table."""
        return schema_with_forms(cls, definitions)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed; use replace({name}=...)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __repr__(self) -> str:
        info, texts, named = self.__part__, list[str](), False
        for name, value in _given(self).items():
            named = named or name in info.keyword_only
            if info.fields[name].default is MISSING or (value is not None and differs(self, name)):
                texts.append(f"{f'{name}=' if named else ''}{_short(value)}")
            else:
                named = True  # a positional argument was left out
        return f"{type(self).__name__}({', '.join(texts)})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(_same(vars(self)[name], vars(other)[name]) for name in self.__part__.fields)

    def __hash__(self) -> int:
        keys = (_key(vars(self)[name]) for name in self.__part__.fields)
        return hash((type(self), *(key for key in keys if isinstance(key, Hashable))))  # others have equality alone

    def __reduce__(self) -> Any:
        plain = {name: _unproxied(value) for name, value in _given(self).items()}
        return _made, (type(self), plain)  # by the constructor: pickled arrays would come back writeable

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self


P = TypeVar("P", bound=Part)
Out = TypeVar("Out")


def from_frd(cls: type[P], /, **values: Any) -> P:
    """Make a part from values in Fossen's notation: forward, right, down axes, negative when they dissipate."""
    info, problems, turned = cls.__part__, list[Problem](), dict[str, Any](values)
    for name in [name for name in values if name in info.fields]:  # others the constructor refuses
        try:
            turned[name] = info.fields[name].read(values[name], Reading(frd=True))
        except RefusalError as error:
            about = f"the {info.fields[name].label} of {called(info.what, values.get('name'))}"
            problems += error.found(about, name)
    if problems:
        raise PartError(problems)
    return cls(**turned)


def checked(field: Field[Any, Out], value: Any, about: str) -> Out:
    """Check a value that is not a field of a part, e.g. an argument of a function.

    Args:
        field: Field with the rule.
        value: Value to check.
        about: Subject of the message.

    Raises:
        PartError: The value violates the rule.
    """
    try:
        found = field.check(value)
        if field.shape is not None and np.ndim(found) > len(field.shape):
            raise RefusedError(f"must be the same in all runs, got {shown(value)}", "wrong-shape")
        return found
    except RefusalError as error:
        raise PartError(error.found(about)) from None


def rows_of(part: Part) -> int | None:
    """Number of runs for which values are given; None if each value holds for all runs."""
    return getattr(part, "_rows", None)


def row(part: P, number: int) -> P:
    """Select one run of a part whose values differ between runs.

    Args:
        part: Part with values for each run.
        number: Index of the run.

    Raises:
        ModelError: There is no such run.
    """
    count = rows_of(part)
    if count is None:
        return part
    if not 0 <= number < count:
        raise ModelError(f"{who(part)} has the runs 0 to {count - 1}, got {number}")
    fields, given = part.__part__.fields, _given(part)
    return _rebuilt(type(part), {name: _row(fields[name], value, number) for name, value in given.items()}, {})


def plain(part: P, what: str) -> P:
    """Return the part if none of its fields differs between runs.

    Raises:
        ModelError: A field differs between runs; ``what`` names the operation that does not allow it.
    """
    if rows_of(part) is not None:
        raise ModelError(
            f"{what} needs a single run, {who(part)} has {rows_of(part)}; use row(part, 0), row(part, 1) ..."
        )
    return part


def differs(part: Part, name: str) -> bool:
    """Whether a field differs from its default."""
    value, ready = part.__dict__[name], part.__part__.fields[name].ready
    return value is not ready and not _same(value, ready)


def some(condition: Any) -> bool:
    """Whether a condition holds in any run. A plain bool is returned at once, without the 2 us of np.any."""
    return condition if isinstance(condition, bool) else bool(np.any(condition))


def _row(field: Field[Any, Any], value: Any, number: int) -> Any:
    if isinstance(value, Part):
        return row(value, number)
    if isinstance(value, tuple):
        return tuple(row(item, number) if isinstance(item, Part) else item for item in cast("tuple[Any, ...]", value))
    if type(value) is np.ndarray and field.shape is not None and value.ndim > len(field.shape):
        return float(value[number]) if value.ndim == 1 else value[number]
    return value


def _initialiser(cls: type[Part]) -> Any:
    """Generate the constructor as source text, so that Python itself binds and names the arguments."""
    info, parameters = cls.__part__, list[str]()
    for name, field in info.fields.items():
        if name in info.keyword_only and "*" not in parameters:
            parameters.append("*")
        parameters.append(name if field.default is MISSING else f"{name}=_defaults[{name!r}]")
    values = "".join(f"{name}, " for name in info.fields)
    text = f"def __init__(self, {', '.join(parameters)}):\n    _filled(self, zip(_fields, ({values})))"
    space: dict[str, Any] = {"__name__": __name__, "_filled": _filled, "_fields": tuple(info.fields.values())}
    space["_defaults"] = {name: field.default for name, field in info.fields.items()}
    exec(text, space)  # noqa: S102 - as dataclasses does; nothing but names of fields is in it
    made = space["__init__"]
    made.__qualname__, made.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    hints = {
        name: field.hint + " | None" * (field.may_be_none and not {"Any", "None"} & set(field.hint.split()))
        for name, field in info.fields.items()
    }
    made.__annotations__ = hints | {"return": None}
    return made


def _filled(part: P, values: Iterable[tuple[Field[Any, Any], Any]], kept: Mapping[str, Any] | None = None) -> P:
    problems = filled(part, values, kept)
    if problems:
        raise PartError(problems)
    return part


def _given(part: Part) -> dict[str, Any]:
    followed = vars(part).get("_followed", ())
    return {name: None if name in followed else vars(part)[name] for name in part.__part__.fields}


def _rebuilt(cls: type[P], kept: dict[str, Any], changes: dict[str, Any]) -> P:
    """Make a part from values that were checked before, and others that were not."""
    unknown = [name for name in changes if name not in kept]
    if unknown:
        raise TypeError(f"{cls.__name__} has no field '{unknown[0]}'; there are: {', '.join(kept)}")
    values = ((field, changes.get(name, MISSING)) for name, field in cls.__part__.fields.items())
    return _filled(object.__new__(cls), values, kept)


def _made(cls: type[Part], given: dict[str, Any]) -> Part:
    return _rebuilt(cls, {name: _frozen(value) for name, value in given.items()}, {})


def _unproxied(value: Any) -> Any:
    if type(value) is not MappingProxyType:
        return value
    return {name: _unproxied(entry) for name, entry in cast("Mapping[str, Any]", value).items()}


def _frozen(value: Any) -> Any:
    if type(value) is np.ndarray:
        return frozen_floats(value)
    if type(value) is not dict:
        return value
    return MappingProxyType({name: _frozen(entry) for name, entry in cast("dict[str, Any]", value).items()})


def _same(one: Any, other: Any) -> bool:
    return one is other or bool(_key(one) == _key(other))


def _key(value: Any) -> Any:
    """Key of a value for comparisons and hashes."""
    if type(value) is np.ndarray:
        return value.shape, value.tobytes()
    if type(value) is MappingProxyType:
        return tuple(sorted((name, _key(entry)) for name, entry in cast("Mapping[str, Any]", value).items()))
    return value


def _short(value: Any, within: bool = False) -> str:
    """A value as text for ``repr``; nested parts are shortened to class and name."""
    if type(value) is np.ndarray:
        array = cast("Floats", value)
        text = np.array2string(array, separator=", ") if array.size <= 6 else f"<{' x '.join(map(str, array.shape))}>"
        return text.replace("\n", "")
    if isinstance(value, tuple):
        items = [_short(item, within=True) for item in cast("tuple[Any, ...]", value)]
        return f"({', '.join(items[:4])}{f', ... {len(items)} in all' if len(items) > 4 else ',' * (len(items) == 1)})"
    if isinstance(value, MappingProxyType):
        return repr(dict(cast("Mapping[str, Any]", value)))
    if isinstance(value, Part) and within:
        name = vars(value).get("name")
        return f"{type(value).__name__}({'...' if name is None else repr(name)})"
    if value is None or isinstance(value, bool | int | str | Part):
        return repr(value)
    return f"{value:g}" if isinstance(value, float) else f"<{type(value).__name__}>"
