"""Fields of parts: type, unit, range, default and documentation of a value.

A field is a descriptor. The type of its ``__set__`` is what the constructor takes, that of its ``__get__`` what an
instance returns; type checkers read both. ``check`` converts a value from Python to the stored one, ``read`` a value
from a file.
"""

import copy
import difflib
import math
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Self, TypeVar, cast, overload

import numpy as np

from seaway._arrays import Floats, lengths
from seaway.frames import FLU_FRD, quaternion_from_rpy, quaternion_normalized
from seaway.parts._docs import field_docs
from seaway.parts._problems import Reading, RefusedError, each_of

Real = float
"""Type of a stored number: a float; an array, (batch,), if it was given for each run of a batch. Type checkers see the
float, since most code is for one run: ``row`` makes the part of one run."""
Numbers = float | np.number[Any] | np.ndarray[Any, np.dtype[Any]] | Sequence[float]
"""Type of a given number. Not ``ArrayLike``, which admits strings."""
Rows = (
    np.ndarray[Any, np.dtype[Any]] | Sequence[float] | Sequence[Sequence[float]] | Sequence[Sequence[Sequence[float]]]
)
Follows = str | Callable[[Any], Any] | None
Frd = Literal["vector", "spatial", "matrix", "derivative", "products"]

In = TypeVar("In")
Out = TypeVar("Out")
T = TypeVar("T")
MISSING: Final[Any] = Enum("Required", "required").required
UPRIGHT: Final = (1.0, 0.0, 0.0, 0.0)
"""The identity rotation, as a quaternion."""
_MOST: Final = float(np.finfo(np.float64).max)
# Signs of a quaternion between two frames that are both turned about x.
_HALF_TURN: Final = np.array([1.0, 1.0, -1.0, -1.0])
# A half turn about x flips four of six components; |ν| stays, ν_k changes sign.
_FLIP: Final = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])
# Attributes that a field does not take over from the field that it is like.
_OWN: Final = frozenset({"name", "owner", "default", "ready", "label", "like", "follows"})
_FROM_FRD: Final[dict[str, Callable[[Floats], Any]]] = {
    "vector": FLU_FRD.vector,
    "spatial": FLU_FRD.spatial,
    "matrix": FLU_FRD.matrix,
    "derivative": lambda M: -FLU_FRD.matrix(M),
    "products": lambda M: -_FLIP[:, None, None] * FLU_FRD.matrix(M),
}


class Field(Generic[In, Out]):
    """Declaration of one field. ``In`` is the type of the argument, ``Out`` that of the attribute."""

    shape: tuple[int | None, ...] | None = None  # shape of one run; None if it is not a number
    hint: str = "Any"  # type of the argument, for help; None is added if it is allowed
    default: Any = MISSING
    ready: Any = MISSING  # the default as it is stored
    unit: str = ""
    follows: Follows = None
    none_word: Any = MISSING  # value in a file that stands for None
    name: str = ""
    label: str = ""
    in_files: bool = True  # whether files may give it, too
    like: "Field[Any, Any] | None" = None
    kernel: str = ""  # name in kernels, if it is another
    owner: type

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.owner = name, owner
        self.label = self.label or name.replace("_", " ")

    @overload
    def __get__(self, instance: None, owner: Any = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: Any = None) -> Out: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self  # of the class; an instance has the value in its __dict__, which goes first

    if TYPE_CHECKING:  # what type checkers take as the type of the parameter

        def __set__(self, instance: Any, value: In) -> None: ...

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} {self.bracket}>"

    def check(self, value: Any) -> Any:
        """Check a value and convert it to the stored one.

        Raises:
            RefusedError: It violates the rule of the field.
        """
        raise NotImplementedError

    def read(self, value: Any, reading: Reading) -> Any:
        """Check a value from a file and convert it to the stored one."""
        return self.check(value)

    @property
    def may_be_none(self) -> bool:
        """Whether None is allowed, as a value or to derive one from other fields."""
        return self.follows is not None or self.default is None or self.none_word is not MISSING

    @property
    def table_keys(self) -> tuple[str, ...]:
        """Keys of a table that set this field."""
        return (self.name,) if self.in_files else ()

    @property
    def together(self) -> bool:
        """Whether its keys may be combined; otherwise they exclude each other."""
        return False

    def read_key(self, key: str, value: Any, reading: Reading) -> Any:
        """Check the value of one of its keys and convert it to the stored one."""
        return self.read(value, reading)

    def read_keys(self, given: list[tuple[str, Any]], reading: Reading) -> Any:
        """Convert the given keys to the stored value; MISSING if they do not suffice."""
        return self.read_key(*given[0], reading) if given else MISSING

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """JSON schema of a value in a file."""
        raise NotImplementedError

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """JSON schema by key."""
        return {key: self.schema(definitions) for key in self.table_keys}

    @property
    def doc(self) -> str:
        """Docstring of the field, preceded by that of the field that it is like."""
        own = field_docs(self.owner).get(self.name, "")
        return own if self.like is None else f"{self.like.doc} {own}".strip()

    @property
    def bracket(self) -> str:
        """The unit in brackets."""
        return f"[{self.unit}]" if self.unit else ""

    @property
    def in_unit(self) -> str:
        """The unit in brackets, for the middle of a sentence."""
        return f" [{self.unit}]" if self.unit else ""

    @property
    def rule_text(self) -> str:
        """The range, or the allowed words."""
        return ""


class Ranged(Field[In, Out]):
    """Numbers of a given shape and range.

    Args:
        default: Default value; None if the field may be absent.
        unit: SI unit, e.g. ``"kg m2"``. A field in rad, or rad/s ..., may be given in degrees by a key ``*_deg``.
        label: Name used in messages; default: the name of the field.
        shape: Shape of one run; None in it means any length.
        at_least: Smallest allowed value.
        above: Exclusive lower bound.
        at_most: Largest allowed value.
        below: Exclusive upper bound.
        finite: Whether infinities are refused.
        diagonal: Whether a matrix may be given by its diagonal.
        fill: Whether one number may be given for all entries.
        direction: Whether vectors are scaled to unit length.
        frd: Conversion of a value from forward-right-down to forward-left-up axes.
        why: Reason for the range, for messages.
        rule: Further check of the array: returns a reason to refuse it, or None.
        follows: Field, or function of the part, from which the value is derived if it is None.
        none_word: Value in a file that means None.
        empty: Whether there may be no entries.
        by_run: Whether there may be a value for each run; or the alternative, for messages.
        like: Field of another part with the same meaning, whose declaration and documentation this one takes over.
        kernel: Name used in kernels; default: the name of the field.
    """

    by_run: bool | str = True

    def __init__(
        self, *, default: Any = MISSING, unit: str = "", label: str = "", shape: tuple[int | None, ...] = (),
        at_least: float = -math.inf, above: float = -math.inf, at_most: float = math.inf, below: float = math.inf,
        finite: bool = True, diagonal: bool = False, fill: bool = False, direction: bool = False,
        frd: Frd | None = None, why: str = "", rule: Callable[[Floats], str | None] | None = None,
        follows: Follows = None, none_word: Any = MISSING, empty: bool = False,
        by_run: bool | str | None = None, like: "Ranged[Any, Any] | None" = None, kernel: str = "",
    ):  # fmt: skip
        if like is not None:
            vars(self).update({name: value for name, value in vars(like).items() if name not in _OWN})
            self.default, self.like, self.follows, self.label = default, like, follows, label
            return
        self.by_run = self.by_run if by_run is None else by_run
        self.kernel = kernel
        self.hint = self.hint if self.hint != "Any" else "ArrayLike" if shape else "float"
        self.default, self.unit, self.label, self.shape, self.finite = default, unit, label, shape, finite
        self.diagonal, self.fill, self.direction, self.frd = diagonal, fill, direction, frd
        self.rule, self.follows, self.none_word, self.empty = rule, follows, none_word, empty
        end = _MOST if finite else math.inf
        self.low = max(at_least, math.nextafter(above, math.inf) if above > -math.inf else -math.inf, -end)
        self.high = min(at_most, math.nextafter(below, -math.inf) if below < math.inf else math.inf, end)
        bounds = ((">=", at_least), (">", above), ("<=", at_most), ("<", below))
        self.bounds = [(sign, bound) for sign, bound in bounds if math.isfinite(bound)]
        self.why = f" ({why})" if why else ""
        self.plain_length = shape[0] if len(shape) == 1 else None  # length of a vector of one run

    @property
    def rule_text(self) -> str:
        return " and ".join(f"{sign} {bound:g}" for sign, bound in self.bounds)

    def read_key(self, key: str, value: Any, reading: Reading) -> Any:
        field = self.in_degrees() if key != self.name else self
        return field.read(value, reading)

    def in_degrees(self) -> Self:
        """The same field for a value in degrees: checked and reported in degrees, stored in radians."""
        other, turn, most = copy.copy(self), 180.0 / math.pi, _MOST if self.finite else math.inf
        other.low, other.high = max(self.low * turn, -_MOST), min(self.high * turn, most)
        other.bounds, other.unit = [(sign, bound * turn) for sign, bound in self.bounds], "deg" + self.unit[3:]
        other.check = lambda value: _radians(type(self).check(other, value))  # type: ignore[method-assign]
        return other

    def read(self, value: Any, reading: Reading) -> Any:
        if self.none_word is not MISSING and value is self.none_word:
            return None
        if value is None or (isinstance(value, bool) and self.none_word is not MISSING):
            raise self._not_numbers(value)
        checked = self._for_all_runs(value, self.check(value))
        if self.frd is None or not reading.frd:
            return checked
        return frozen_floats(_FROM_FRD[self.frd](checked) + 0.0)

    def _for_all_runs(self, value: Any, checked: Any) -> Any:
        """Refuse values for each run of a batch, which a file cannot give."""
        if type(checked) is np.ndarray and checked.ndim > len(cast("tuple[int, ...]", self.shape)):
            hint = "; values for each run of a batch can only be given in Python"
            raise RefusedError(f"must be {self._words()}{self.in_unit}, got {shown(value)}{hint}", "wrong-shape")
        return checked

    def check(self, value: Any) -> Any:
        if not self.shape and _is_number(value):  # most are
            try:
                number = float(value) + 0.0  # no -0, so that equal values have equal bytes
            except OverflowError:
                raise RefusedError("must be finite, got an integer too large for a float", "not-finite") from None
            if not self.low <= number <= self.high:
                raise self._out_of_range(number, (), "")
            return number
        if value is None and self.may_be_none:
            return None
        if type(value) is tuple:  # many are
            numbers = cast("tuple[Any, ...]", value)
            if len(numbers) == self.plain_length and all(map(_is_number, numbers)):
                return self._vector([float(number) + 0.0 for number in numbers])
        return self._array(value)

    def _vector(self, numbers: list[float]) -> Any:
        low, high = self.low, self.high
        for k, number in enumerate(numbers):
            if not low <= number <= high:
                raise self._out_of_range(number, (k,), f" at [{k}]")
        if self.direction or self.rule is not None:
            return self._finished(np.array(numbers))
        return np.frombuffer(np.array(numbers).tobytes())  # cannot be made writeable

    def _array(self, value: Any) -> Any:
        shape = cast("tuple[int | None, ...]", self.shape)
        try:
            given = np.asarray(value)
        except (ValueError, OverflowError):
            raise RefusedError("must be numbers in rows of one length", "wrong-shape") from None
        if given.dtype.kind not in "iuf":
            raise self._not_numbers(value)
        array = given + 0.0 if given.dtype == np.float64 else given.astype(np.float64) + 0.0  # a copy, without -0
        if self.diagonal and array.shape == shape[-1:]:
            array = np.diag(array)
        if self.fill and array.ndim == 0:
            array = np.full([n or 1 for n in shape], array)
        row = array.shape[1:] if array.ndim == len(shape) + 1 and self.by_run is True else array.shape
        if (
            len(row) != len(shape)
            or any(n not in (m, None) for m, n in zip(row, shape, strict=True))
            or not (array.size or self.empty)
        ):
            got = f"{_shape_words(array.shape)}: {shown(value)}" if array.size < 7 else _shape_words(array.shape)
            hint = f"; {self.by_run}" if isinstance(self.by_run, str) and array.ndim == len(shape) + 1 else ""
            raise RefusedError(f"must be {self._words()}{self.in_unit}, got {got}{hint}", "wrong-shape")
        self._check_range(array, array.ndim > len(shape))
        return self._finished(array)

    def _finished(self, array: Floats) -> Any:
        if self.direction:
            array = _directed(array)
        if self.rule is not None and (reason := self.rule(array)) is not None:
            raise RefusedError(reason, "wrong-value")
        return float(array) if array.ndim == 0 else frozen_floats(array)

    def _check_range(self, array: Floats, by_row: bool) -> None:
        low, high = self.low, self.high
        if array.size <= 12:
            if all(low <= x <= high for x in array.ravel().tolist()):
                return
        elif array.min() >= low and array.max() <= high:
            return
        bad: list[int] = np.argwhere(~((array >= low) & (array <= high)))[0].tolist()
        inner = "".join(f"[{k}]" for k in bad[by_row:])
        place = (f" in run {bad[0]}" if by_row else "") + (f" at {inner}" if inner else "")
        raise self._out_of_range(float(array[tuple(bad)]), tuple(bad), place)

    def _out_of_range(self, number: float, index: tuple[int, ...], place: str) -> RefusedError:
        if self.finite and not math.isfinite(number):
            return RefusedError(f"must be finite{self.in_unit}, got {number:g}{place}", "not-finite", index)
        text = f"must be {self.rule_text or 'a number'}{self.in_unit}{self.why}, got {number:g}{place}"
        return RefusedError(text, "out-of-range", index)

    def _not_numbers(self, value: Any) -> RefusedError:
        return RefusedError(f"must be {self._words()}{self.in_unit}, got {shown(value)}{_bare(value)}", "wrong-type")

    def _words(self) -> str:
        shape = cast("tuple[int | None, ...]", self.shape)
        words = _shape_words(shape)
        if self.diagonal:
            return f"{words} or {shape[-1]} numbers, its diagonal"
        return f"{words} or one number" if self.fill else words

    @property
    def shapes_in_files(self) -> list[tuple[int | None, ...]]:
        """Shapes that a value in a file may have."""
        shape = cast("tuple[int | None, ...]", self.shape)
        return [shape, *([shape[-1:]] if self.diagonal else []), *([()] if self.fill else [])]

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        names = {">=": "minimum", ">": "exclusiveMinimum", "<=": "maximum", "<": "exclusiveMaximum"}
        entry: dict[str, Any] = {"type": "number"} | {names[sign]: bound for sign, bound in self.bounds}
        kinds: list[dict[str, Any]] = []
        for each in self.shapes_in_files:
            if (kind := _lists(entry, each)) not in kinds:
                kinds.append(kind)
        if self.none_word is not MISSING:
            kinds.append({"const": self.none_word})
        return {"anyOf": kinds}

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        fields = {key: self if key == self.name else self.in_degrees() for key in self.table_keys}
        return {key: field.schema(definitions) for key, field in fields.items()}

    @property
    def table_keys(self) -> tuple[str, ...]:
        return (self.name, f"{self.name}_deg") if self.unit.startswith("rad") else (self.name,)


class Number(Ranged[Numbers, Real]):
    """A number, or one for each run of a batch."""


class NumberOrNone(Ranged[Numbers | None, Real | None]):
    """A number that may be absent."""


class DerivedNumber(Ranged[Numbers | None, Real]):
    """A number that is derived from other fields by default."""


class Scalar(Ranged[float, float]):
    """A number that is the same in all runs."""

    by_run = False


class ScalarOrNone(Ranged[float | None, float | None]):
    """A number that is the same in all runs and may be absent."""

    by_run = False


class DerivedScalar(Ranged[float | None, float]):
    """A number that is the same in all runs and is derived from other fields by default."""

    by_run = False


class Array(Ranged[Numbers | Rows, Floats]):
    """Numbers of a given shape, with or without a leading axis for the runs of a batch."""


class ArrayOrNone(Ranged[Numbers | Rows | None, Floats | None]):
    """An array that may be absent."""


class DerivedArray(Ranged[Numbers | Rows | None, Floats]):
    """An array that is derived from other fields by default."""


class Attitude(Ranged[Rows, Floats]):
    """An orientation: roll, pitch and yaw [rad], or a unit quaternion (w, x, y, z); stored as a quaternion, (4,)."""

    def __init__(self, *, default: Any = MISSING) -> None:
        super().__init__(default=default, unit="rad", shape=(3,))

    def check(self, value: Any) -> Any:
        try:
            shape = np.shape(value)
        except ValueError:
            shape = ()  # rows of different lengths, refused below
        if shape[-1:] != (4,):
            return frozen_floats(quaternion_normalized(quaternion_from_rpy(super().check(value))))
        four = Array(shape=(4,)).check(value)
        if not np.all(np.any(four, axis=-1)):
            raise RefusedError("must be non-zero, got (0, 0, 0, 0)", "wrong-value")
        return frozen_floats(quaternion_normalized(four))

    def _words(self) -> str:
        return "3 numbers, or 4 of a quaternion"

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        angles = super().schema(definitions)
        four = [] if self.unit == "deg" else [_lists({"type": "number"}, (4,))]
        return {"anyOf": [*angles["anyOf"], *four]}

    def in_degrees(self) -> Self:
        other = copy.copy(self)
        turned = Array(shape=(3,), unit="deg")
        other.unit = "deg"
        other.check = lambda value: type(self).check(self, np.radians(turned.check(value)))  # type: ignore[method-assign]
        return other

    def read(self, value: Any, reading: Reading) -> Any:
        checked = self._for_all_runs(value, self.check(value))
        return frozen_floats(checked * _HALF_TURN + 0.0) if reading.frd else checked


class _Whole(Field[In, Out]):
    hint = "int"

    def __init__(
        self, *, default: Any = MISSING, at_least: int = 0, at_most: int = 2**53, unit: str = "", in_files: bool = True
    ):
        self.default, self.at_least, self.at_most, self.unit = default, at_least, at_most, unit
        self.in_files = in_files

    @property
    def rule_text(self) -> str:
        most = f" and <= {self.at_most}" if self.at_most < 2**53 else ""
        return f">= {self.at_least}{most}"

    def check(self, value: Any) -> Any:
        if value is None and self.may_be_none:
            return None
        if isinstance(value, np.integer):
            value = int(cast("Any", value))
        if type(value) is not int:
            raise RefusedError(f"must be a whole number, got {shown(value)}", "wrong-type")
        if not self.at_least <= value <= self.at_most:
            rule = f"<= {self.at_most}" if value > self.at_most else self.rule_text
            raise RefusedError(f"must be a whole number {rule}{self.in_unit}, got {shown(value)}", "out-of-range")
        return value

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.at_least, "maximum": self.at_most}


class Whole(_Whole[int, int]):
    """A whole number."""


class WholeOrNone(_Whole[int | None, int | None]):
    """A whole number that may be absent."""


class _Name(Field[In, Out]):
    hint = "str"

    def __init__(self, *, default: Any = MISSING, label: str = ""):
        self.default, self.label = default, label

    def check(self, value: Any) -> Any:
        if value is None and self.may_be_none:
            return None
        if not isinstance(value, str):
            raise RefusedError(f"must be a text in quotes, got {shown(value)}", "wrong-type")
        if not value.strip():
            raise RefusedError("must not be empty", "wrong-value")
        return value

    def read(self, value: Any, reading: Reading) -> Any:
        if isinstance(value, str) and len(value) > 200:
            raise RefusedError(f"must have at most 200 characters, got {len(value)}", "wrong-value")
        return self.check(value)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": 200}


class Name(_Name[str, str]):
    """A non-empty text."""


class NameOrNone(_Name[str | None, str | None]):
    """A text that may be absent."""


class Flag(Field[bool, bool]):
    """True or false."""

    hint = "bool"

    def __init__(self, *, default: bool = MISSING, label: str = "", kernel: str = ""):
        self.default, self.label, self.kernel = default, label, kernel

    def check(self, value: Any) -> bool:
        if isinstance(value, np.bool_):
            return bool(cast("Any", value))
        if not isinstance(value, bool):
            raise RefusedError(f"must be true or false, got {shown(value)}", "wrong-type")
        return value

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "boolean"}


class Words(Field[In, Out]):
    """One of several words."""

    hint = "str"

    def __init__(self, words: Sequence[str], *, default: Any = MISSING, follows: Follows = None, label: str = ""):
        self.words: tuple[str, ...] = tuple(words)
        self.default, self.follows, self.label = default, follows, label

    def check(self, value: Any) -> Any:
        if value is None and self.may_be_none:
            return None
        if not isinstance(value, str) or value not in self.words:
            raise RefusedError(
                f"must be {self.rule_text}, got {shown(value)}{near(str(value), self.words)}", "unknown-word"
            )
        return value

    @property
    def rule_text(self) -> str:
        return f"one of {', '.join(self.words)}"

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"enum": list(self.words)}


class Choice(Words[T, T], Generic[T]):
    """One of several words."""


class ChoiceOrNone(Words[T | None, T | None], Generic[T]):
    """One of several words, or None."""


class DerivedChoice(Words[T | None, T], Generic[T]):
    """One of several words, derived from other fields by default."""


class Texts(Field[Sequence[str], tuple[str, ...]]):
    """Any number of texts, or of allowed words."""

    hint = "Sequence[str]"

    def __init__(self, words: Sequence[str] = (), *, default: Any = (), at_least: int = 0, label: str = ""):
        self.words, self.default, self.at_least, self.label = tuple(words), default, at_least, label

    @property
    def rule_text(self) -> str:
        return f"of {', '.join(self.words)}" if self.words else ""

    def check(self, value: Any) -> tuple[str, ...]:
        texts = cast("Sequence[Any]", value)
        if not isinstance(value, list | tuple) or not all(isinstance(text, str) and text.strip() for text in texts):
            raise RefusedError(f"must be a list of texts, got {shown(value)}", "wrong-type")
        if len(texts) < self.at_least:
            raise RefusedError(f"must have at least {self.at_least} entry, got none", "wrong-shape")
        for k, text in enumerate(texts):
            if self.words and text not in self.words:
                hint = near(text, self.words)
                raise RefusedError(f"must be {self.rule_text}, got '{text}' at [{k}]{hint}", "unknown-word", (k,))
        return tuple(texts)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "array", "items": {"enum": list(self.words)} if self.words else {"type": "string"}}


class ByName(Field[Mapping[str, Any], Mapping[str, Any]]):
    """Values by name, each checked by an inner field; names may be restricted."""

    hint = "Mapping[str, Any]"

    def __init__(self, inner: Field[Any, Any], names: Sequence[str] = (), *, default: Any = None, label: str = ""):
        self.inner, self.names, self.label, self.unit = inner, tuple(names), label, inner.unit
        self.default = {} if default is None else default

    @property
    def rule_text(self) -> str:
        return self.inner.rule_text

    def check(self, value: Any) -> Any:
        return self._checked(value, self.inner.check)

    def read(self, value: Any, reading: Reading) -> Any:
        return self._checked(value, lambda entry: self.inner.read_key(self.inner.name, entry, reading))

    def _checked(self, value: Any, check: Callable[[Any], Any]) -> Any:
        if not isinstance(value, Mapping):
            raise RefusedError(f"must be values by name, got {shown(value)}", "wrong-type")
        items = cast("Mapping[Any, Any]", value).items()

        def checked(item: tuple[Any, Any]) -> tuple[str, Any]:
            name, entry = item
            if not isinstance(name, str) or (self.names and name not in self.names):
                hint = near(str(name), self.names) or f"; there are: {', '.join(self.names)}"
                raise RefusedError(f"is not a name here{hint}", "unknown-key")
            return name, check(entry)

        return MappingProxyType(
            dict(each_of((((str(item[0]),), f"'{item[0]}' of the {self.label}", item) for item in items), checked))
        )

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        values = next(iter(self.inner.schemas(definitions).values()))
        if not self.names:
            return {"type": "object", "additionalProperties": values}
        return {"type": "object", "properties": dict.fromkeys(self.names, values), "additionalProperties": False}


F = TypeVar("F", bound=Field[Any, Any])


def required(kind: type[F]) -> F:
    """Declare a required field of a user-defined kind, typed as such."""
    return kind()


def frozen_floats(array: Floats) -> Floats:
    """A copy that cannot be made writeable."""
    return np.frombuffer(np.ascontiguousarray(array, dtype=np.float64).tobytes()).reshape(array.shape)


def near(word: str, words: Sequence[str], cutoff: float = 0.5) -> str:
    """Hint at the most similar word; empty if none is similar."""
    found = difflib.get_close_matches(word, words, n=1, cutoff=cutoff)
    return f"; did you mean '{found[0]}'?" if found else ""


def shown(value: Any) -> str:
    """A value as text for a message, shortened."""
    text = repr(str(value)) if isinstance(value, Path) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _is_number(value: Any) -> bool:
    return type(value) is float or type(value) is int


def _bare(value: Any) -> str:
    """A hint if a number was written as a text."""
    try:
        return f"; write {float(value):g} without quotes" if isinstance(value, str) else ""
    except ValueError:
        return ""


def _directed(array: Floats) -> Floats:
    size = np.max(np.abs(array), axis=-1, keepdims=True)
    if not np.all(size > 0.0):
        zeros = array if array.ndim == 1 else array[np.argmax(size[:, 0] == 0.0)]
        raise RefusedError(f"must be non-zero, got {zeros.tolist()}", "wrong-value")
    array = array / size  # the squares of very small or very large components leave the range of floats
    return array / lengths(array)


def _radians(value: Any) -> Any:
    if value is None or isinstance(value, float):
        return None if value is None else math.radians(value)
    return frozen_floats(np.radians(value))


def _shape_words(shape: tuple[int | None, ...]) -> str:
    """A shape in words: ``6 rows of 3 numbers``."""
    if not shape:
        return "a number"
    if shape == (None,):
        return "a list of numbers"
    words = "numbers" if shape[-1] is None else f"{shape[-1]} number{'s' * (shape[-1] != 1)}"
    for n, what in zip(shape[-2::-1], ("rows", "matrices", "sets"), strict=False):
        words = f"{'' if n is None else f'{n} '}{what} of {words}"
    return words


def _lists(entry: dict[str, Any], shape: tuple[int | None, ...]) -> dict[str, Any]:
    if not shape:
        return entry
    array: dict[str, Any] = {"type": "array", "items": _lists(entry, shape[1:])}
    return array | ({"minItems": 1} if shape[0] is None else {"minItems": shape[0], "maxItems": shape[0]})
