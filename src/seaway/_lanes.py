"""Lanes: several runs of a batch side by side in one number; and views of parameters by name.

Kernels are written once, over floats. Compiled at width 1 they work on one run. Compiled at width 4 every number is a
vector of four lanes, one for each of four runs. Every operation works on all lanes, and gives each the bits that its
run would have alone. A kernel for lanes decides with ``where`` in place of ``if``. One with an ``if`` on a number does
not compile in lanes; it is called lane by lane (``one_lane``, ``with_lane``).

``Values`` are numbers that are contiguous in memory, ``Fields`` a view of a part's parameters or states by name.
Memory is laid out as (block of runs, number, lane), so that the lanes of a number are adjacent.

With ``NUMBA_DISABLE_JIT=1`` all of this is plain Python at width 1: a number is a float.

Only this module and ``_jit`` import numba, and only this one uses the types of LLVM.
"""

import math
import operator
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np
from llvmlite import ir as _ir  # type: ignore[reportMissingTypeStubs]

from seaway._jit import PLAIN, extending, numba

__all__ = [
    "DYNAMIC",
    "FLOATS",
    "INTEGERS",
    "SECOND",
    "WIDTH",
    "Layout",
    "all_of",
    "bits",
    "fields_of",
    "fields_type",
    "from_bits",
    "fused",
    "lanes_type",
    "like",
    "one_lane",
    "shifted",
    "values_of",
    "where",
    "width_of",
    "with_lane",
]

F = TypeVar("F", bound=Callable[..., Any])

WIDTH: Final = 4
"""Lanes of a batch: the fastest width on processors with AVX2 and with AVX-512."""

# Storage of a field: among the view's own floats, its second floats or its integers; or in a table among the second
# floats, whose start and length are two of the integers.
FLOATS: Final = 0
SECOND: Final = 1
INTEGERS: Final = 2
DYNAMIC: Final = 3

Layout = tuple[tuple[str, int, int, tuple[int | None, ...]], ...]
"""Fields of a view: name, storage, offset, shape."""

_LONGEST_TUPLE: Final = 9
_WIDTHS: Final = (2, 4, 8)


def _in_tuple(shape: tuple[int | None, ...]) -> bool:
    """Whether an array is a tuple in kernels: a short vector is. Others are ``Values``."""
    return len(shape) == 1 and shape[0] is not None and shape[0] <= _LONGEST_TUPLE


# Plain Python


class _PlainValues:
    def __init__(self, array: Any, start: int, shape: tuple[int | None, ...] = (), length: int = 0):
        self.array, self.start, self.shape, self.length = array, start, shape, length

    def _place(self, index: Any) -> int:
        if not isinstance(index, tuple):
            return self.start + int(index)
        flat = 0
        for k, size in zip(cast("tuple[int, ...]", index), self.shape, strict=True):
            flat = flat * (self.length if size is None else size) + int(k)
        return self.start + flat

    def __getitem__(self, index: Any) -> float:
        return float(self.array[self._place(index)])

    def __setitem__(self, index: Any, value: float) -> None:
        self.array[self._place(index)] = value

    def __len__(self) -> int:
        return self.length


class _PlainFields:
    def __init__(self, layout: Layout, own: _PlainValues, second: _PlainValues, integers: Any, start: int):
        self._layout = {name: rest for name, *rest in layout}
        self._own, self._second, self._integers, self._start = own, second, integers, start

    def __getattr__(self, name: str) -> Any:
        try:
            where, offset, shape = self.__dict__["_layout"][name]
        except KeyError:
            raise AttributeError(name) from None
        if where == INTEGERS:
            return int(self._integers[self._start + offset])
        source, length = self._own if where == FLOATS else self._second, 0
        if where == DYNAMIC:
            offset, length = (int(self._integers[self._start + offset + k]) for k in range(2))
        values = _PlainValues(source.array, source.start + offset, shape, length)
        if shape == ():
            return values[0]
        return tuple(values[k] for k in range(shape[0])) if _in_tuple(shape) else values


# numba's types. A pointer is to a float64; the stride is the distance between two numbers of one lane.


class _Type(numba.types.Type):
    def __init__(self, name: str):
        super().__init__(name=name)  # type: ignore[reportUnknownMemberType]


class Lanes(_Type):
    """A vector of n lanes."""

    def __init__(self, n: int):
        self.n = n
        super().__init__(f"lanes{n}")

    def can_convert_from(self, _: Any, other: Any) -> Any:
        """A float is copied to all lanes."""
        return numba.core.typeconv.Conversion.promote if isinstance(other, numba.types.Float) else None

    def unify(self, _: Any, other: Any) -> Any:
        """A float unified with lanes gives lanes."""
        return self if isinstance(other, numba.types.Float) else None


class Mask(_Type):
    """A truth value in each of n lanes."""

    def __init__(self, n: int):
        self.n = n
        super().__init__(f"mask{n}")


class Values(_Type):
    """Numbers that are contiguous in memory."""

    def __init__(self, width: int, stride: int, shape: tuple[int | None, ...] = ()):
        self.width, self.stride, self.shape = width, stride, shape
        super().__init__(f"values({width}, {stride}, {shape})")

    @property
    def number(self) -> Any:
        """Type of one number."""
        return lanes_type(self.width)


class Fields(_Type):
    """A view of numbers by name."""

    def __init__(self, layout: Layout, width: int, stride: int):
        self.layout, self.width, self.stride = layout, width, stride
        self.by_name = {name: (where, offset, shape) for name, where, offset, shape in layout}
        super().__init__(f"fields({layout}, {width}, {stride})")


def lanes_type(width: int) -> Any:
    """The compiler's type of a number at a width."""
    return numba.float64 if width == 1 else Lanes(width)


def fields_type(layout: Layout, width: int, stride: int) -> Any:
    """The compiler's type of ``Fields``."""
    return Fields(layout, width, stride)


_llvm, _operator = cast("Any", _ir), cast("Any", operator)
_DOUBLE: Final = _llvm.DoubleType()
_INT: Final = _llvm.IntType(64)
_INDEX: Final = _llvm.IntType(32)
_f8, _i8 = numba.float64, numba.intp

_Lowered = Callable[[Any, Any, Any, Any], Any]
"""Writes LLVM's instructions: ``(context, builder, signature, arguments) -> value``."""


def _vector(n: int) -> Any:
    return _llvm.VectorType(_DOUBLE, n)


def _splat(builder: Any, x: Any, n: int) -> Any:
    empty = _llvm.Constant(_vector(n), _llvm.Undefined)
    first = builder.insert_element(empty, x, _llvm.Constant(_INDEX, 0))
    return builder.shuffle_vector(first, empty, _llvm.Constant(_llvm.VectorType(_INDEX, n), [0] * n))


def _as_lanes(builder: Any, kind: Any, x: Any, n: int) -> Any:
    if isinstance(kind, Lanes):
        return x
    if isinstance(kind, numba.types.Integer):
        x = builder.sitofp(x, _DOUBLE)
    return _splat(builder, x, n)


def _vectors(builder: Any, signature: Any, arguments: Any) -> list[Any]:
    """The arguments of a function, in as many lanes as its result has."""
    n = signature.return_type.n
    return [_as_lanes(builder, kind, x, n) for kind, x in zip(signature.args, arguments, strict=True)]


def _each_lane(context: Any, builder: Any, function: Any, signature: Any, arguments: Any) -> Any:
    """Call the compiler's function of floats in every lane: the same bits as for a single float."""
    inside = context.get_function(function, numba.float64(*[_f8] * len(arguments)))
    vectors = _vectors(builder, signature, arguments)
    result = _llvm.Constant(_vector(signature.return_type.n), _llvm.Undefined)
    for i in range(signature.return_type.n):
        index = _llvm.Constant(_INDEX, i)
        x = inside(builder, [builder.extract_element(v, index) for v in vectors])
        result = builder.insert_element(result, x, index)
    return result


def _vector_call(builder: Any, name: str, arguments: Any) -> Any:
    """Call an intrinsic of LLVM on vectors."""
    kind = arguments[0].type
    signature = _llvm.FunctionType(kind, [kind] * len(arguments))
    function = numba.core.cgutils.get_or_insert_function(builder.module, signature, f"llvm.{name}.v{kind.count}f64")
    return builder.call(function, arguments)


def _vector_intrinsic(name: str) -> _Lowered:
    def lowered(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return _vector_call(builder, name, arguments)

    return lowered


def _negated(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
    return builder.fneg(arguments[0])


def _smaller_or_larger(comparison: str) -> _Lowered:
    def lowered(_: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        a, b = _vectors(builder, signature, arguments)
        # As numba does it for two floats, also for nan and -0.
        return builder.select(builder.fcmp_ordered(comparison, b, a), b, a)

    return lowered


def _arithmetic(instruction: str) -> _Lowered:
    def lowered(_: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return getattr(builder, instruction)(*_vectors(builder, signature, arguments))

    return lowered


def _compared(comparison: str) -> _Lowered:
    def lowered(_: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        a, b = _vectors(builder, signature, arguments)
        ordered = builder.fcmp_unordered if comparison == "!=" else builder.fcmp_ordered  # nan differs from all
        return ordered(comparison, a, b)

    return lowered


def _logic(instruction: str) -> _Lowered:
    return lambda _, builder, __, arguments: getattr(builder, instruction)(*arguments)


def _by_lane(function: Any) -> _Lowered:
    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _each_lane(context, builder, function, signature, arguments)

    return lowered


_ARITHMETIC: Final[dict[Any, str]] = {
    _operator.add: "fadd",
    _operator.sub: "fsub",
    _operator.mul: "fmul",
    _operator.truediv: "fdiv",
    _operator.iadd: "fadd",
    _operator.isub: "fsub",
    _operator.imul: "fmul",
    _operator.itruediv: "fdiv",
}
_COMPARISONS: Final[dict[Any, str]] = {
    _operator.lt: "<",
    _operator.le: "<=",
    _operator.gt: ">",
    _operator.ge: ">=",
    _operator.eq: "==",
    _operator.ne: "!=",
}
_LOGIC: Final[dict[Any, str]] = {
    _operator.and_: "and_",
    _operator.or_: "or_",
    _operator.iand: "and_",
    _operator.ior: "or_",
}
_OF_ONE: Final[dict[Any, _Lowered]] = {
    _operator.neg: _negated,
    abs: _vector_intrinsic("fabs"),
    math.sqrt: _vector_intrinsic("sqrt"),
    np.floor: _vector_intrinsic("floor"),
}
_BY_LANE: Final[dict[Any, int]] = {
    math.acos: 1,
    math.asin: 1,
    math.atan: 1,
    math.atan2: 2,
    math.copysign: 2,
    math.cos: 1,
    math.exp: 1,
    math.hypot: 2,
    math.log: 1,
    math.pow: 2,
    math.sin: 1,
    math.tan: 1,
    math.tanh: 1,
}


def _register() -> None:
    """Register the types and the arithmetic of lanes with numba."""
    templates = numba.core.typing.templates
    models = numba.core.datamodel.models

    def register(function: Any, cases: Any, lowered: _Lowered, result: Callable[[Any], Any] = lambda v: v) -> None:
        """Declare a function of lanes: the types of its arguments, of its result, and its instructions."""
        name = f"lanes_{getattr(function, '__name__', function)}"
        signatures = [
            templates.signature(result(next(x for x in case if isinstance(x, Lanes | Mask))), *case) for case in cases
        ]
        templates.infer_global(function)(type(name, (templates.ConcreteTemplate,), {"cases": signatures}))
        for case in cases:
            extending.lower_builtin(function, *case)(lowered)

    def model(kind: Any, of: Callable[[Any], Any]) -> None:
        def made(self: Any, manager: Any, type_: Any) -> None:
            models.PrimitiveModel.__init__(self, manager, type_, of(type_))

        extending.register_model(kind)(type(f"{kind.__name__}Model", (models.PrimitiveModel,), {"__init__": made}))

    model(Lanes, lambda kind: _vector(kind.n))
    model(Mask, lambda kind: _llvm.VectorType(_llvm.IntType(1), kind.n))

    class ValuesModel(models.StructModel):
        def __init__(self, manager: Any, type_: Any):
            pointer, integer = numba.types.CPointer(_f8), numba.types.intp
            members = [("start", pointer)] + [("length", integer)] * (None in type_.shape)
            models.StructModel.__init__(self, manager, type_, members)

    extending.register_model(Values)(ValuesModel)

    class FieldsModel(models.StructModel):
        def __init__(self, manager: Any, type_: Any):
            pointer, integers = numba.types.CPointer(_f8), numba.types.CPointer(numba.types.int64)
            members = [("own", pointer), ("second", pointer), ("integers", integers)]
            models.StructModel.__init__(self, manager, type_, members)

    extending.register_model(Fields)(FieldsModel)

    vectors = [Lanes(n) for n in _WIDTHS]
    singles = [(v,) for v in vectors]
    pairs = [pair for v in vectors for pair in ((v, v), (v, _f8), (_f8, v))]
    with_integers = [pair for v in vectors for pair in ((v, numba.int64), (numba.int64, v))]
    for function, instruction in _ARITHMETIC.items():
        register(function, pairs + with_integers, _arithmetic(instruction))
    for function, comparison in _COMPARISONS.items():
        register(function, pairs, _compared(comparison), lambda v: Mask(v.n))
    for function, instruction in _LOGIC.items():
        register(function, [(Mask(n), Mask(n)) for n in _WIDTHS], _logic(instruction))
    for function, lowered in _OF_ONE.items():
        register(function, singles, lowered)
    for function, comparison in ((min, "<"), (max, ">")):
        register(function, pairs, _smaller_or_larger(comparison))
    for function, count in _BY_LANE.items():
        register(function, singles if count == 1 else pairs, _by_lane(function))

    def to_lanes(context: Any, builder: Any, kind: Any, to: Any, x: Any) -> Any:
        return _splat(builder, context.cast(builder, x, kind, _f8), to.n)

    for v in vectors:
        extending.lower_cast(numba.types.Float, v)(to_lanes)
    _register_memory(templates)


def _register_memory(templates: Any) -> None:
    """Register reading and writing of ``Values``, and of ``Fields`` by name, with numba."""
    signature = templates.signature

    class Items(templates.AbstractTemplate):
        def generic(self, args: Any, _: Any) -> Any:
            if len(args) == 2 and isinstance(args[0], Values):
                return signature(args[0].number, args[0], args[1])
            return None

    class Writes(templates.AbstractTemplate):
        def generic(self, args: Any, _: Any) -> Any:
            if len(args) == 3 and isinstance(args[0], Values):
                return signature(numba.types.none, args[0], args[1], args[0].number)
            return None

    class Lengths(templates.AbstractTemplate):
        def generic(self, args: Any, _: Any) -> Any:
            if len(args) == 1 and isinstance(args[0], Values) and None in args[0].shape:
                return signature(_i8, args[0])
            return None

    templates.infer_global(operator.getitem)(Items)
    templates.infer_global(operator.setitem)(Writes)
    templates.infer_global(len)(Lengths)

    class Names(templates.AttributeTemplate):
        key = Fields

        def generic_resolve(self, view: Any, name: str) -> Any:
            if name not in view.by_name:
                return None
            where, _, shape = view.by_name[name]
            if where == INTEGERS:
                return numba.types.int64
            if shape == ():
                return lanes_type(view.width)
            if _in_tuple(shape):
                return numba.types.UniTuple(lanes_type(view.width), shape[0])
            return Values(view.width, view.stride, shape)

    templates.infer_getattr(Names)

    def place(context: Any, builder: Any, kind: Any, values: Any, index_kind: Any, index: Any) -> Any:
        parts = numba.core.cgutils.create_struct_proxy(kind)(context, builder, value=values)
        if isinstance(index_kind, numba.types.BaseTuple):
            flat = None
            for k, (each, size) in enumerate(zip(index_kind.types, kind.shape, strict=True)):
                item = context.cast(builder, builder.extract_value(index, k), each, _i8)
                if flat is None:
                    flat = item
                else:
                    length = parts.length if size is None else _llvm.Constant(_INT, size)
                    flat = builder.add(builder.mul(flat, length), item)
        else:
            flat = context.cast(builder, index, index_kind, _i8)
        return parts.start, flat

    def address(builder: Any, start: Any, flat: Any, width: int, stride: int) -> Any:
        """Pointer to a number: to a float, or to a vector."""
        if stride > 1:
            flat = builder.mul(flat, _llvm.Constant(_INT, stride))
        at = builder.gep(start, [flat], inbounds=True)
        return at if width == 1 else builder.bitcast(at, _vector(width).as_pointer())

    def align(instruction: Any, width: int) -> Any:
        instruction.align = 8 * width
        return instruction

    def read(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        kind = sig.args[0]
        start, flat = place(context, builder, kind, arguments[0], sig.args[1], arguments[1])
        return align(builder.load(address(builder, start, flat, kind.width, kind.stride)), kind.width)

    def write(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        kind = sig.args[0]
        start, flat = place(context, builder, kind, arguments[0], sig.args[1], arguments[1])
        align(builder.store(arguments[2], address(builder, start, flat, kind.width, kind.stride)), kind.width)
        return context.get_dummy_value()

    for index in (numba.types.Integer, numba.types.BaseTuple):
        extending.lower_builtin(operator.getitem, Values, index)(read)
        for n in (1, *_WIDTHS):
            extending.lower_builtin(operator.setitem, Values, index, lanes_type(n))(write)

    def length(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return numba.core.cgutils.create_struct_proxy(sig.args[0])(context, builder, value=arguments[0]).length

    extending.lower_builtin(len, Values)(length)

    def named(context: Any, builder: Any, view: Any, value: Any, name: str) -> Any:
        parts = numba.core.cgutils.create_struct_proxy(view)(context, builder, value=value)
        where, offset, shape = view.by_name[name]
        at = _llvm.Constant(_INT, offset)
        if where == INTEGERS:
            return builder.load(builder.gep(parts.integers, [at], inbounds=True))
        source, count = parts.own if where == FLOATS else parts.second, None
        if where == DYNAMIC:
            own = builder.gep(parts.integers, [at], inbounds=True)
            at, count = (builder.load(builder.gep(own, [_llvm.Constant(_INT, k)], inbounds=True)) for k in range(2))
        if shape == ():
            return align(builder.load(address(builder, source, at, view.width, view.stride)), view.width)
        if _in_tuple(shape):
            places = [_llvm.Constant(_INT, offset + k) for k in range(shape[0])]
            items = [
                align(builder.load(address(builder, source, k, view.width, view.stride)), view.width) for k in places
            ]
            return context.make_tuple(builder, numba.types.UniTuple(lanes_type(view.width), shape[0]), items)
        values = numba.core.cgutils.create_struct_proxy(Values(view.width, view.stride, shape))(context, builder)
        values.start = address(builder, source, at, 1, view.stride)
        if count is not None:
            values.length = count
        return values._getvalue()

    extending.lower_getattr_generic(Fields)(named)


if not PLAIN:
    _register()


# What kernels call


_Typed = tuple[Any, _Lowered]


def _intrinsic(compiled: Callable[..., _Typed]) -> Callable[[F], F]:
    """Decorate what a function does in plain Python with what it is in compiled code."""
    return lambda plain: plain if PLAIN else cast("F", extending.intrinsic(compiled))


def _where_compiled(_: Any, condition: Any, yes: Any, no: Any) -> _Typed:
    if isinstance(condition, Mask):

        def chosen(_: Any, builder: Any, sig: Any, arguments: Any) -> Any:
            a, b = (_as_lanes(builder, sig.args[k], arguments[k], condition.n) for k in (1, 2))
            return builder.select(arguments[0], a, b)

        return Lanes(condition.n)(condition, yes, no), chosen
    return _f8(numba.boolean, _f8, _f8), lambda _, builder, __, arguments: builder.select(*arguments)


@_intrinsic(_where_compiled)
def where(condition: Any, yes: Any, no: Any) -> Any:
    """``yes`` where a condition holds, ``no`` elsewhere, in every lane. Both are computed. For kernels only."""
    return yes if condition else no


def _all_of_compiled(_: Any, condition: Any) -> _Typed:
    if not isinstance(condition, Mask):
        return numba.boolean(numba.boolean), lambda _, __, ___, arguments: arguments[0]

    def all_set(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        bits = builder.bitcast(arguments[0], _llvm.IntType(condition.n))
        return builder.icmp_unsigned("==", bits, _llvm.Constant(bits.type, -1))

    return numba.boolean(condition), all_set


@_intrinsic(_all_of_compiled)
def all_of(condition: Any) -> bool:
    """Whether a condition holds in every lane. For kernels only."""
    return bool(condition)


def _like_compiled(_: Any, pattern: Any, x: Any) -> _Typed:
    if not isinstance(pattern, Lanes):
        return _f8(_f8, _f8), lambda _, __, ___, arguments: arguments[1]
    return pattern(pattern, _f8), lambda _, builder, __, arguments: _splat(builder, arguments[1], pattern.n)


@_intrinsic(_like_compiled)
def like(_: Any, x: float) -> Any:
    """A float in as many lanes as another number has. For kernels only."""
    return x


def _width_of_compiled(_: Any, x: Any) -> _Typed:
    n = x.n if isinstance(x, Lanes) else 1
    return _i8(x), lambda _, __, ___, ____: _llvm.Constant(_INT, n)


@_intrinsic(_width_of_compiled)
def width_of(_: Any) -> int:
    """Number of lanes of a number. For kernels only."""
    return 1


def _lane_kind(kind: Any) -> Any:
    """The type of one lane of something."""
    if isinstance(kind, Lanes):
        return _f8
    if isinstance(kind, Mask):
        return numba.boolean
    if isinstance(kind, Values) and kind.width > 1:
        return Values(1, kind.width, kind.shape)
    if isinstance(kind, Fields) and kind.width > 1:
        return Fields(kind.layout, 1, kind.width)
    if isinstance(kind, numba.types.BaseNamedTuple):
        return numba.types.BaseTuple.from_types([_lane_kind(each) for each in kind.types], kind.instance_class)
    if isinstance(kind, numba.types.BaseTuple):
        return numba.types.Tuple([_lane_kind(each) for each in kind.types])
    return kind


def _take_lane(context: Any, builder: Any, kind: Any, value: Any, i: Any) -> Any:
    if isinstance(kind, Lanes | Mask):
        return builder.extract_element(value, builder.trunc(i, _INDEX))
    proxy = numba.core.cgutils.create_struct_proxy
    if isinstance(kind, Values | Fields) and kind.width > 1:
        parts = proxy(kind)(context, builder, value=value)
        mine = proxy(_lane_kind(kind))(context, builder)
        for name in ("start",) if isinstance(kind, Values) else ("own", "second"):
            setattr(mine, name, builder.gep(getattr(parts, name), [i], inbounds=True))
        if isinstance(kind, Fields):
            mine.integers = parts.integers
        elif None in kind.shape:
            mine.length = parts.length
        return mine._getvalue()
    if isinstance(kind, numba.types.BaseTuple):
        items = [
            _take_lane(context, builder, each, builder.extract_value(value, k), i) for k, each in enumerate(kind.types)
        ]
        return context.make_tuple(builder, _lane_kind(kind), items)
    return value


def _one_lane_compiled(_: Any, value: Any, __: Any) -> _Typed:
    def taken(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return _take_lane(context, builder, sig.args[0], *arguments)

    return _lane_kind(value)(value, _i8), taken


@_intrinsic(_one_lane_compiled)
def one_lane(value: Any, _: int) -> Any:
    """One lane of a number, of a tuple of them, of ``Values`` or of ``Fields``. For kernels only."""
    return value


def _put_lane(builder: Any, kind: Any, value: Any, i: Any, x: Any) -> Any:
    if isinstance(kind, Lanes):
        return builder.insert_element(value, x, builder.trunc(i, _INDEX))
    if isinstance(kind, numba.types.BaseTuple):
        for k, each in enumerate(kind.types):
            item = _put_lane(builder, each, builder.extract_value(value, k), i, builder.extract_value(x, k))
            value = builder.insert_value(value, item, k)
        return value
    return x


def _with_lane_compiled(_: Any, value: Any, __: Any, ___: Any) -> _Typed:
    def put(_: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return _put_lane(builder, sig.args[0], *arguments)

    return value(value, _i8, _lane_kind(value)), put


@_intrinsic(_with_lane_compiled)
def with_lane(_: Any, __: int, x: Any) -> Any:
    """A number, or a tuple of them, with another value in one lane. For kernels only."""
    return x


def _shifted_compiled(_: Any, values: Any, __: Any) -> _Typed:
    def moved(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        kind = sig.args[0]
        proxy = numba.core.cgutils.create_struct_proxy
        parts, new = proxy(kind)(context, builder, value=arguments[0]), proxy(sig.return_type)(context, builder)
        by = builder.mul(arguments[1], _llvm.Constant(_INT, kind.stride))
        new.start = builder.gep(parts.start, [by], inbounds=True)
        return new._getvalue()

    return Values(values.width, values.stride)(values, _i8), moved


@_intrinsic(_shifted_compiled)
def shifted(values: Any, k: int) -> Any:
    """``Values`` from the k-th on. For kernels only."""
    return _PlainValues(values.array, values.start + int(k))


def values_of(width: int) -> Any:
    """Make ``values(array, start)``: the ``Values`` from a place of an array of floats on, at a width."""

    def compiled(_: Any, array: Any, __: Any) -> _Typed:
        def located(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
            data = context.make_array(sig.args[0])(context, builder, arguments[0]).data
            new = numba.core.cgutils.create_struct_proxy(sig.return_type)(context, builder)
            new.start = builder.gep(data, [arguments[1]], inbounds=True)
            return new._getvalue()

        return Values(width, width)(array, _i8), located

    @_intrinsic(compiled)
    def values(array: Any, start: int) -> Any:
        return _PlainValues(array, int(start))

    return values


def fields_of(layout: Layout, width: int) -> Any:
    """Make ``view(own, second, integers, start)``: ``Fields`` from two ``Values`` and a place of an array of int64."""

    def compiled(_: Any, own: Any, second: Any, integers: Any, __: Any) -> _Typed:
        def located(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
            proxy = numba.core.cgutils.create_struct_proxy
            new = proxy(sig.return_type)(context, builder)
            new.own, new.second = (proxy(sig.args[k])(context, builder, value=arguments[k]).start for k in range(2))
            data = context.make_array(sig.args[2])(context, builder, arguments[2]).data
            new.integers = builder.gep(data, [arguments[3]], inbounds=True)
            return new._getvalue()

        return Fields(layout, width, width)(own, second, integers, _i8), located

    @_intrinsic(compiled)
    def view(own: Any, second: Any, integers: Any, start: int) -> Any:
        return _PlainFields(layout, own, second, integers, int(start))

    return view


# Single instructions


def _fused_compiled(_: Any, a: Any, b: Any, c: Any) -> _Typed:
    n = next((x.n for x in (a, b, c) if isinstance(x, Lanes)), 1)

    def instruction(_: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return builder.fma(*arguments) if n == 1 else _vector_call(builder, "fma", _vectors(builder, sig, arguments))

    return lanes_type(n)(a, b, c), instruction


def _bits_compiled(_: Any, x: Any) -> _Typed:
    return numba.int64(x), lambda _, builder, __, arguments: builder.bitcast(arguments[0], _INT)


def _from_bits_compiled(_: Any, bits: Any) -> _Typed:
    return numba.float64(bits), lambda _, builder, __, arguments: builder.bitcast(arguments[0], _DOUBLE)


@_intrinsic(_fused_compiled)
def fused(a: float, b: float, c: float) -> float:
    """Compute a b + c, rounded once: one instruction, and the same digits wherever it is compiled. For kernels only."""
    return a * b + c


@_intrinsic(_bits_compiled)
def bits(x: float) -> Any:
    """The 64 bits of a float as an integer. For kernels only."""
    return np.float64(x).view(np.int64)


@_intrinsic(_from_bits_compiled)
def from_bits(integer: Any) -> float:
    """The float with these 64 bits. For kernels only."""
    return float(np.int64(integer).view(np.float64))
