"""Fields that hold other parts: one, one or none, several."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

from seaway.errors import SeawayError
from seaway.parts._fields import MISSING, Field, Follows, shown
from seaway.parts._problems import PartError, Reading, RefusedError, RefusedPartsError, each_of

In = TypeVar("In")
Out = TypeVar("Out")
T = TypeVar("T")


class _Nested(Field[In, Out]):
    """Parts, or objects of other classes, within a part."""

    def __init__(
        self,
        *kinds: type[Any],
        default: Any = MISSING,
        key: str = "",
        by_key: Mapping[str, type[Any]] | None = None,
        choose: Callable[[Mapping[str, Any]], type[Any]] | None = None,
        make: Callable[[Any], Any] | None = None,
        follows: Follows = None,
        label: str = "",
        like: Field[Any, Any] | None = None,
    ):
        """Declare the field.

        Args:
            kinds: Classes that the field may hold.
            default: Default value.
            key: Key in a file; default: the name.
            by_key: Classes by their keys in a file, if there are several keys.
            choose: Function that selects the class for a table of a file, if there are several.
            make: Function that makes one of the kinds from another Python value, e.g. a vector; may raise
                ``ModelError``.
            follows: Field, or function of the part, from which the value is derived if it is None.
            label: Name used in messages; default: the name of the field.
            like: Field of another part with the same documentation.
        """
        self.kinds, self.default, self.label, self.make, self.follows = kinds, default, label, make, follows
        self.like = like
        self.key, self.by_key, self.choose = key, by_key, choose

    @property
    def table_keys(self) -> tuple[str, ...]:
        return tuple(self.by_key) if self.by_key else (self.key or self.name,)

    def check(self, value: Any) -> Any:
        return None if value is None and self.may_be_none else self.check_one(value)

    def read_key(self, key: str, value: Any, reading: Reading) -> Any:
        return self.read_one(key, value, reading)

    def check_one(self, value: Any) -> Any:
        if isinstance(value, self.kinds):
            return value
        if self.make is not None and value is not None:
            try:
                return self.make(value)
            except PartError as error:
                raise RefusedPartsError(error.problems) from None
            except SeawayError as error:
                raise RefusedError(str(error)) from None
        names = [kind.__name__ for kind in self.kinds]
        words = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
        raise RefusedError(f"must be of {words}, got {shown(value)}", "wrong-type")

    def read_one(self, key: str, table: Any, reading: Reading) -> Any:
        if not isinstance(table, Mapping):
            raise RefusedError(f"must be a table, got {shown(table)}", "wrong-type")
        content = cast("Mapping[str, Any]", table)
        if self.by_key is not None:
            kind = self.by_key[key]
        else:
            kind = self.kinds[0] if self.choose is None else self.choose(content)
        return read_kind(kind, content, reading)

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key in self.table_keys:
            kinds = self.kinds if self.by_key is None else (self.by_key[key],)
            several = [kind.__schema__(definitions) for kind in kinds]
            found[key] = self.wrapped(several[0] if len(several) == 1 else {"anyOf": several})
        return found

    def wrapped(self, entry: dict[str, Any]) -> dict[str, Any]:
        return entry


def read_kind(kind: type[Any], table: Mapping[str, Any], reading: Reading, *outer: str) -> Any:
    """Make a part of a class from a table of a file.

    Raises:
        RefusedPartsError: The table has problems; the error holds all of them.
    """
    part, problems = kind.__read__(table, reading)
    if problems:
        raise RefusedPartsError([problem.within(*outer) for problem in problems])
    return part


class One(_Nested[T, T], Generic[T]):
    """One part."""


class OneOrMade(_Nested[In, Out], Generic[In, Out]):
    """One part, given as such or as a value from which it is made; or none."""

    @property
    def may_be_none(self) -> bool:
        return True


class OneOrNone(OneOrMade[T | None, T | None], Generic[T]):
    """One part, or none."""


class DerivedOne(OneOrMade[T | None, T], Generic[T]):
    """One part, derived from other fields by default."""


class Several(_Nested[T | Sequence[T], tuple[T, ...]], Generic[T]):
    """Several parts, stored as a tuple; one may be given alone. With several keys, each sets one part of its class."""

    @property
    def together(self) -> bool:
        return self.by_key is not None

    def read_keys(self, given: list[tuple[str, Any]], reading: Reading) -> Any:
        if self.by_key is None:
            return super().read_keys(given, reading)
        items = (((key,), key, (key, value)) for key, value in given)
        return tuple(each_of(items, lambda item: self.read_one(item[0], item[1], reading)))

    def check(self, value: Any) -> Any:
        return self._all(value, list | tuple, self.check_one)

    def read_key(self, key: str, value: Any, reading: Reading) -> Any:
        return self._all(value, list, lambda item: self.read_one(key, item, reading))

    def _all(self, value: Any, kinds: Any, made: Callable[[Any], Any]) -> tuple[Any, ...]:
        several = isinstance(value, kinds)
        items: Sequence[Any] = value if several else (value,)
        found = each_of((((k,) * several, f"{self.label} {k + 1}", item) for k, item in enumerate(items)), made)
        several_of: list[tuple[Any, ...]] = [each if type(each) is tuple else (each,) for each in found]
        return tuple(part for parts in several_of for part in parts)

    def wrapped(self, entry: dict[str, Any]) -> dict[str, Any]:
        return entry if self.together else {"anyOf": [entry, {"type": "array", "items": entry}]}
