"""What the values of a scenario file may be: numbers in a range, arrays of some shape, one table or several."""

import math
from dataclasses import dataclass
from typing import Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

__all__ = [
    "Matrices",
    "Matrix3",
    "Named",
    "NotNegative",
    "NumberOrList",
    "NumberOrThree",
    "Numbers",
    "OneOrMore",
    "Positive",
    "Shape",
    "Six",
    "SixOrMatrix",
    "SixOrNumber",
    "Stiffness",
    "Surface",
    "Table",
    "Three",
    "Triples",
    "Wrenches",
    "described",
]


class Table(BaseModel):
    """A table of a scenario file: no other keys than these, no conversions, no numbers that are not finite."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, frozen=True)

    def given(self, *without: str) -> dict[str, Any]:
        """What the file says, by key, without some."""
        return {
            key: value
            for key in self.model_fields_set
            if key not in without and (value := getattr(self, key)) is not None
        }


def described(description: str, default: Any = None) -> Any:
    """A key that may be left out.

    Args:
        description: What it is, with its unit in brackets.
        default: Where it is left out.
    """
    return Field(default=default, description=description)


@dataclass(frozen=True)
class Shape:
    """Numbers in lists of some shape, or of another one.

    Attributes:
        shapes: Which; None stands for any length but 0.
    """

    shapes: tuple[tuple[int | None, ...], ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.checked)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        kinds = [_schema_of(shape) for shape in self.shapes]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}

    def checked(self, value: Any) -> Any:
        """Check a value, and make its numbers floats."""
        found = _shape_of(value)
        if found is None or not any(_fits(found, shape) for shape in self.shapes):
            got = "" if found is None else f"{_words(found)}: "
            raise PydanticCustomError(
                "shape",
                "must be {wanted}, got {got}",
                {"wanted": " or ".join(map(_words, self.shapes)), "got": f"{got}{_shown(value)}"},
            )
        return _floats(value, ())


class OneOrMore:
    """A list of tables of which a single one may stand alone, and a vehicle by the name that it has in the library."""

    def __init__(self, name_key: str | None = None):
        self.name_key = name_key

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.listed, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        several = handler(schema)
        kinds: list[Any] = [several["items"], several]
        if self.name_key is not None:
            kinds.append({"type": "string"})
        return {"anyOf": kinds}

    def listed(self, value: Any) -> Any:
        """Make a list of a value that may be one."""
        if isinstance(value, str) and self.name_key is not None:
            return [{self.name_key: value}]
        return [value] if isinstance(value, dict) else value


class _SurfaceShape:
    """A height, or false for none."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.checked)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [{"type": "number"}, {"const": False}]}

    def checked(self, value: Any) -> Any:
        """Check a value: a number or false."""
        if value is False:
            return False
        if _shape_of(value) != ():
            raise PydanticCustomError(
                "surface", "must be a height [m], or false for water without end, got {got}", {"got": _shown(value)}
            )
        return _floats(value, ())


Positive = Annotated[float, Field(gt=0.0)]
NotNegative = Annotated[float, Field(ge=0.0)]
Named = Annotated[str, Field(min_length=1, max_length=200)]
Surface = Annotated[Any, _SurfaceShape()]
Three = Annotated[Any, Shape(((3,),))]
Triples = Annotated[Any, Shape(((3,), (None, 3), (None, None, 3)))]
NumberOrThree = Annotated[Any, Shape(((), (3,)))]
Matrix3 = Annotated[Any, Shape(((3,), (3, 3)))]
Six = Annotated[Any, Shape(((6,),))]
SixOrNumber = Annotated[Any, Shape(((), (6,)))]
SixOrMatrix = Annotated[Any, Shape(((6,), (6, 6)))]
Stiffness = Annotated[Any, Shape(((3, 3), (6, 6)))]
Matrices = Annotated[Any, Shape(((None, 6, 6),))]
Wrenches = Annotated[Any, Shape(((6,), (None, 6)))]
Numbers = Annotated[Any, Shape(((None,),))]
NumberOrList = Annotated[Any, Shape(((), (None,)))]


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shape_of(value: Any) -> tuple[int, ...] | None:
    """Lengths of nested lists of numbers; None where they are no such thing."""
    if _number(value):
        return ()
    if not isinstance(value, list) or not value:
        return None
    shapes = {_shape_of(entry) for entry in cast("list[Any]", value)}
    first = next(iter(shapes))
    return None if len(shapes) > 1 or first is None else (len(cast("list[Any]", value)), *first)


def _fits(found: tuple[int, ...], shape: tuple[int | None, ...]) -> bool:
    return len(found) == len(shape) and all(n in (None, m) for m, n in zip(found, shape, strict=True))


def _floats(value: Any, place: tuple[int, ...]) -> Any:
    if isinstance(value, list):
        return [_floats(entry, (*place, k)) for k, entry in enumerate(cast("list[Any]", value))]
    try:
        number = float(value)
    except OverflowError:  # a whole number of hundreds of digits
        number = math.inf
    if not math.isfinite(number):
        where = f" at {''.join(f'[{k}]' for k in place)}" if place else ""
        raise PydanticCustomError("finite", "must be finite, got {got}", {"got": f"{number}{where}", "place": place})
    return number


def _words(shape: tuple[int | None, ...]) -> str:
    """A shape in words: ``6 rows of 3 numbers``."""
    if not shape:
        return "a number"
    words = "numbers" if shape[-1] is None else f"{shape[-1]} number{'s' * (shape[-1] != 1)}"
    if shape == (None,):
        return "a list of numbers"
    if len(shape) > 1:
        words = f"{'rows' if shape[-2] is None else f'{shape[-2]} rows'} of {words}"
    if len(shape) > 2:
        words = f"{'matrices' if shape[-3] is None else f'{shape[-3]} matrices'} of {words}"
    return words


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _schema_of(shape: tuple[int | None, ...]) -> dict[str, Any]:
    if not shape:
        return {"type": "number"}
    array: dict[str, Any] = {"type": "array", "items": _schema_of(shape[1:])}
    return array | ({"minItems": 1} if shape[0] is None else {"minItems": shape[0], "maxItems": shape[0]})
