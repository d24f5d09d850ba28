"""Lanes have the bits of single floats; values and fields lie in memory as they are said to.

The expected numbers are NumPy's. The whole file also runs as plain Python, at width 1.
"""

import functools
import math
import operator
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from seaway import _lanes
from seaway._arrays import Floats, aligned_zeros
from seaway._jit import PLAIN, CompilationError
from seaway._lanes import (
    DYNAMIC,
    FLOATS,
    INTEGERS,
    SECOND,
    Layout,
    all_of,
    bits,
    fields_of,
    from_bits,
    fused,
    like,
    one_lane,
    shifted,
    values_of,
    where,
    width_of,
    with_lane,
)

LANES = () if PLAIN else (2, 4, 8)
WIDTHS = (1, *LANES)
every_width = pytest.mark.parametrize("width", WIDTHS)
in_lanes = pytest.mark.skipif(PLAIN, reason="there are no lanes")
compiled = numba.njit(error_model="numpy")

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-310, 1e300, -1e300, math.inf, -math.inf, math.nan, math.pi, 2.0**53]


def samples(tame: bool = False) -> Floats:
    """x, y and z, (3, n): all pairs of special numbers, and random ones; tame ones are within 0.1 and 0.9."""
    random = np.random.default_rng(1)
    if tame:
        return random.uniform(0.1, 0.9, size=(3, 128))
    x, y = np.meshgrid(SPECIAL, SPECIAL)
    pairs = np.concatenate([np.stack([x.ravel(), y.ravel()]), 3.0 * random.normal(size=(2, 400))], axis=1)
    found = np.concatenate([pairs, random.permutation(pairs[0])[None]])
    return found[:, : found.shape[1] // 8 * 8]


@functools.cache
def _front(function: Any, width: int) -> Any:
    values, own = values_of(width), compiled(function)

    @compiled
    def every_block(x: Floats, y: Floats, z: Floats, out: Floats) -> None:
        n = x.shape[0]
        for i in range(0, n, width):
            found = own(values(x, i)[0], values(y, i)[0], values(z, i)[0])
            for k in range(len(found)):
                values(out, k * n + i)[0] = found[k]

    return every_block, len(own(0.75, 0.5, 0.25))


def worked_out(function: Any, width: int, given: Floats) -> Floats:
    """The results of a function of three numbers that returns a tuple, (result, n), so many lanes at a time."""
    every_block, count = _front(function, width)
    columns = [aligned_zeros(given.shape[1]) for _ in given]
    for column, numbers in zip(columns, given, strict=True):
        column[:] = numbers
    out = aligned_zeros(count * given.shape[1])
    every_block(*columns, out)
    return out.reshape(count, -1)


def assert_bits(found: Floats, expected: Floats) -> None:
    """The same bits, also of zeros; any nan is a nan."""
    same = (found.view(np.int64) == np.asarray(expected, dtype=np.float64).view(np.int64)) | (
        np.isnan(found) & np.isnan(expected)
    )
    assert found.shape == expected.shape
    assert same.all(), [(found[place], expected[place]) for place in map(tuple, np.argwhere(~same)[:5])]


# Arithmetic


def arithmetic(x: Any, y: Any, z: Any) -> Any:
    a = x
    a += y
    b = x
    b -= 0.3
    c = x
    c *= z
    d = y
    d /= 3
    return (
        x + y, x - y, x * y, x / y, -x,
        x + 0.3, x - 0.3, x * 0.3, x / 0.3, 0.3 + x, 0.3 - x, 0.3 * x, 0.3 / y,
        x + 3, x - 3, x * 3, x / 3, 3 + x, 3 - x, 3 * x, 3 / y,
        a, b, c, d, x * y + z, (x - y) * (x + y) / (z - 7),
    )  # fmt: skip


@every_width
def test_arithmetic(width: int) -> None:
    """Of lanes with lanes, floats and whole numbers, on either side."""
    given = samples(tame=PLAIN)
    with np.errstate(all="ignore"):
        expected = np.array([arithmetic(*numbers) for numbers in given.T]).T
    assert_bits(worked_out(arithmetic, width, given), expected)


def whole_variables(x: Any, y: Any, z: Any) -> Any:
    n = 0
    for k in range(5):
        n += k
    return x + n, n - y, z * n, n / z


@every_width
def test_whole_numbers_that_are_not_constants(width: int) -> None:
    given = samples(tame=PLAIN)
    with np.errstate(all="ignore"):
        expected = np.stack([given[0] + 10, 10 - given[1], given[2] * 10, 10 / given[2]])
    assert_bits(worked_out(whole_variables, width, given), expected)


def powers(x: Any, y: Any, z: Any) -> Any:
    return x**3, y**4, (x + z) ** 2


@every_width
def test_powers_by_a_whole_number_are_those_of_one_float(width: int) -> None:
    """Of one float they are products. If they do not compile in lanes, they are worked out lane by lane."""
    given = samples(tame=True)
    try:
        found = worked_out(powers, width, given)
    except CompilationError:
        return
    assert_bits(found, worked_out(powers, 1, given))


def accumulated(x: Any, y: Any, z: Any) -> Any:
    total, chosen = 0.0, 1.5
    for k in range(3):
        total += x * k
    for _ in range(2):
        chosen = y
    return total, chosen, like(z, 0.25), like(z, 1.0) * width_of(x)


@every_width
def test_a_float_that_becomes_a_number_of_lanes(width: int) -> None:
    x, y, _ = given = samples(tame=PLAIN)
    with np.errstate(all="ignore"):
        total = ((0.0 + x * 0) + x * 1) + x * 2
    expected = np.stack([total, y, np.full(len(x), 0.25), np.full(len(x), float(width))])
    assert_bits(worked_out(accumulated, width, given), expected)


# Comparisons


def compared(x: Any, y: Any, z: Any) -> Any:
    return (
        where(x < y, x, z), where(x <= y, x, z), where(x > y, x, z), where(x >= y, x, z),
        where(x == y, x, z), where(x != y, x, z),
        where(x < 0.5, 1.0, y), where(0.5 < x, y, 2.0), where(x <= 1, 1, 0), where(-1 >= x, z, 0.25),
        where((x < y) & (y < z), x, z), where((x < y) | (y < z), x, z),
        where((x == x) & (0.0 <= y), x, where(z > y, z, y)),
    )  # fmt: skip


@every_width
def test_choices(width: int) -> None:
    """A comparison with nan does not hold, and nan != nan does; 0 == -0."""
    x, y, z = given = samples()
    w = np.where
    expected = np.stack([
        w(x < y, x, z), w(x <= y, x, z), w(x > y, x, z), w(x >= y, x, z),
        w(x == y, x, z), w(x != y, x, z),
        w(x < 0.5, 1.0, y), w(x > 0.5, y, 2.0), w(x <= 1, 1.0, 0.0), w(x <= -1, z, 0.25),
        w((x < y) & (y < z), x, z), w((x < y) | (y < z), x, z), w((x == x) & (y >= 0.0), x, w(z > y, z, y)),
    ])  # fmt: skip
    assert_bits(worked_out(compared, width, given), expected)


def in_all(x: Any, y: Any, z: Any) -> Any:
    one = 1.0 if all_of(x < y) else 0.0
    other = 1.0 if all_of((x < z) | (y > z)) else 0.0
    return like(x, one), like(x, other)


@every_width
def test_all_of(width: int) -> None:
    """One truth for all lanes of a block."""
    x, y, z = given = samples()
    expected = np.stack([
        np.repeat(np.all(truth.reshape(-1, width), axis=1), width).astype(np.float64)
        for truth in (x < y, (x < z) | (y > z))
    ])  # fmt: skip
    assert 0.0 < expected.mean() < 1.0
    assert_bits(worked_out(in_all, width, given), expected)


# Functions


def extremes(x: Any, y: Any, z: Any) -> Any:
    return (
        min(x, y), max(x, y), min(x, 0.5), max(0.5, x), min(0.0, y), max(y, -0.0), min(x, 1), max(0, x),
        min(max(x, y), z), abs(x), abs(-x),
    )  # fmt: skip


@every_width
def test_smaller_larger_and_magnitude(width: int) -> None:
    """The second of two only where it is beyond the first: so of 0, -0 and nan it is the first, as in Python."""
    x, y, z = given = samples()

    def least(a: Any, b: Any) -> Any:
        return np.where(b < a, b, a)

    def most(a: Any, b: Any) -> Any:
        return np.where(b > a, b, a)

    expected = np.stack([
        least(x, y), most(x, y), least(x, 0.5), most(0.5, x), least(0.0, y), most(y, -0.0), least(x, 1.0), most(0.0, x),
        least(most(x, y), z), np.abs(x), np.abs(x),
    ])  # fmt: skip
    assert_bits(worked_out(extremes, width, given), expected)


def rooted(x: Any, y: Any, z: Any) -> Any:
    return math.sqrt(x), np.floor(y), np.floor(x * z) * 1.0


@every_width
def test_root_and_floor(width: int) -> None:
    """√-0 = -0, floor -0 = -0; √-1 and those of nan are nan."""
    x, y, z = given = samples(tame=PLAIN)
    with np.errstate(all="ignore"):
        expected = np.stack([np.sqrt(x), np.floor(y), np.floor(x * z)])
    assert_bits(worked_out(rooted, width, given), expected)


def floored(x: Any, y: Any, z: Any) -> Any:
    return math.floor(x) * 1.0, math.floor(x * y) + z


@functools.cache
def _of_one(function: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda x, y, z: (function(x), function(y * z))


@functools.cache
def _of_two(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda x, y, z: (function(x, y), function(x, 0.5), function(2.5, z), function(y, z * 3.0))


@every_width
@pytest.mark.parametrize("function", _lanes._BY_LANE, ids=lambda function: function.__name__)
def test_functions_that_are_called_lane_by_lane(function: Any, width: int) -> None:
    """The bits of one float, also out of their domain; and the right function."""
    of = _of_one(function) if _lanes._BY_LANE[function] == 1 else _of_two(function)
    tame = samples(tame=True)
    expected = np.array([of(*numbers) for numbers in tame.T]).T
    found = worked_out(of, width, tame)
    np.testing.assert_allclose(found, expected, rtol=1e-15)
    assert_bits(found, worked_out(of, 1, tame))
    if not PLAIN:
        assert_bits(worked_out(of, width, samples()), worked_out(of, 1, samples()))


def multiplied(x: Any, y: Any, z: Any) -> Any:
    return fused(x, y, z), fused(x, 0.7, z), fused(0.7, y, 0.3), fused(x, y, 0.3), fused(0.7, 0.9, z)


@every_width
def test_fused(width: int) -> None:
    """Rounded once: to the digit that of fractions. In plain Python twice."""
    given = samples(tame=True) * [[1.0], [1e8], [-1e8]]
    given[2] = -given[0] * given[1]  # so that what is left is the rounding
    found = worked_out(multiplied, width, given)
    if PLAIN:
        x, y, z = given
        assert_bits(found, np.stack([x * y + z, x * 0.7 + z, 0.7 * y + 0.3, x * y + 0.3, 0.7 * 0.9 + z]))
        return

    def once(a: float, b: float, c: float) -> float:
        return float(Fraction(a) * Fraction(b) + Fraction(c))

    triples = [((x, y, z), (x, 0.7, z), (0.7, y, 0.3), (x, y, 0.3), (0.7, 0.9, z)) for x, y, z in given.T.tolist()]
    assert_bits(found, np.array([[once(*each) for each in row] for row in triples]).T)
    assert np.count_nonzero(found[0]) > 60


@compiled
def _bits_and_back(x: float) -> tuple[int, float]:
    return bits(x), from_bits(bits(x))


@pytest.mark.parametrize("x", [0.0, -0.0, 1.0, -math.pi, 1e-310, math.inf])
def test_bits(x: float) -> None:
    whole, back = _bits_and_back(x)
    assert whole == np.float64(x).view(np.int64)
    assert math.copysign(1.0, back) == math.copysign(1.0, x)
    assert back == x


# Branches


def _if(x: Any, y: Any) -> Any:
    if x > 0.0:
        return y
    return x


def _else(x: Any, y: Any) -> Any:
    return x if x > y else y


def _and(x: Any, y: Any) -> Any:
    return where(x > 0.0 and y > 0.0, x, y)


def _not(x: Any, y: Any) -> Any:
    return where(not x > 0.0, x, y)


def _while(x: Any, y: Any) -> Any:
    while x < y:
        x = x + 1.0
    return x


def _truth(x: Any, y: Any) -> Any:
    return y if x else x


def _index(x: Any, y: Any) -> Any:
    return (x, y)[int(x)]


def _chain(x: Any, y: Any) -> Any:
    return where(0.0 < x < y, x, y)


@in_lanes
@pytest.mark.parametrize("function", [_if, _else, _and, _not, _while, _truth, _index, _chain])
def test_a_branch_on_a_number_does_not_compile_in_lanes(function: Any) -> None:
    """Of one float it does."""
    own = compiled(function)
    own.compile((numba.float64, numba.float64))
    for width in LANES:
        kind = _lanes.lanes_type(width)
        with pytest.raises(CompilationError):
            own.compile((kind, kind))


# Memory, as (block, number, lane)

BLOCKS = 3


def memory(numbers: int, width: int, seed: int = 1) -> tuple[Floats, Floats]:
    """Random numbers: flat, as kernels read them, and the same as (block, number, lane)."""
    flat = aligned_zeros(BLOCKS * numbers * width)
    flat[:] = np.random.default_rng(seed).normal(size=len(flat))
    return flat, flat.reshape(BLOCKS, numbers, width)


@every_width
def test_values(width: int) -> None:
    """Read and written by place, from a place on, or from a later one; a float goes to all lanes."""
    values = values_of(width)

    @compiled
    def moved(given: Floats, out: Floats) -> None:
        for block in range(BLOCKS):
            a, b = values(given, block * 7 * width), values(out, block * 7 * width)
            later = shifted(a, 3)
            for k in range(3):
                b[k] = a[2 - k]
            b[3] = later[0] + shifted(later, 2)[1]
            b[4] = 0.25
            shifted(shifted(b, 2), 3)[0] = a[0] * a[1]

    (given, source), (out, target) = memory(7, width), memory(7, width, 2)
    left = target[:, 6].copy()
    moved(given, out)
    np.testing.assert_array_equal(target[:, :3], source[:, 2::-1])
    np.testing.assert_array_equal(target[:, 3], source[:, 3] + source[:, 6])
    np.testing.assert_array_equal(target[:, 4], 0.25)
    np.testing.assert_array_equal(target[:, 5], source[:, 0] * source[:, 1])
    np.testing.assert_array_equal(target[:, 6], left)


# Numbers, short vectors, matrices and tables; among the first floats, the second ones or the integers, or in a table.
LAYOUT: Layout = (
    ("scalar", FLOATS, 0, ()),
    ("vector", FLOATS, 1, (3,)),
    ("matrix", FLOATS, 4, (6, 6)),
    ("nine", FLOATS, 40, (9,)),
    ("ten", FLOATS, 49, (10,)),
    ("held", SECOND, 2, ()),
    ("held_vector", SECOND, 3, (3,)),
    ("held_matrix", SECOND, 6, (6, 6)),
    ("choice", INTEGERS, 1, ()),
    ("table", DYNAMIC, 2, (2, None)),
    ("row", DYNAMIC, 4, (None,)),
)
OWN, OTHER = 59, 80
TABLE_AT, TABLE_LENGTH, ROW_AT, ROW_LENGTH = 45, 5, 60, 7
WHOLE = np.array([99, 98, 97, -3, TABLE_AT, TABLE_LENGTH, ROW_AT, ROW_LENGTH])
RESULTS = 1 + 3 + 36 + 9 + 10 + 1 + 3 + 36 + 1 + 2 * TABLE_LENGTH + ROW_LENGTH + 2


@compiled
def _read(view: Any, out: Any) -> None:
    """All that a view has, one after the other."""
    out[0], k = view.scalar, 1
    for i in range(3):
        out[k + i], out[k + 3 + i] = view.vector[i], view.held_vector[i]
    k += 6
    for i in range(6):
        for j in range(6):
            out[k + 6 * i + j], out[k + 36 + 6 * i + j] = view.matrix[i, j], view.held_matrix[i, j]
    k += 72
    a, b, c, d, e, f, g, h, i = view.nine
    for nine in (a, b, c, d, e, f, g, h, i):
        out[k] = nine
        k += 1
    ten = view.ten
    for i in range(10):
        out[k + i] = ten[i]
    k += 10
    out[k], out[k + 1] = view.held, view.scalar * 0.0 + view.choice
    k += 2
    table = view.table
    for i in range(2):
        for j in range(len(table)):
            out[k] = table[i, j]
            k += 1
    for i in range(len(view.row)):
        out[k] = view.row[i]
        k += 1
    out[k], out[k + 1] = view.scalar * 0.0 + len(table), view.scalar * 0.0 + len(view.row)


def fields(own: Floats, other: Floats) -> Floats:
    """What is to be read of both memories, (block, number, lane)."""
    shape = (BLOCKS, 1, own.shape[2])

    def number(x: float) -> Floats:
        return np.full(shape, float(x))

    return np.concatenate(
        [
            own[:, :1], own[:, 1:4], other[:, 3:6], own[:, 4:40], other[:, 6:42], own[:, 40:49], own[:, 49:59],
            other[:, 2:3], number(-3), other[:, TABLE_AT : TABLE_AT + 2 * TABLE_LENGTH],
            other[:, ROW_AT : ROW_AT + ROW_LENGTH], number(TABLE_LENGTH), number(ROW_LENGTH),
        ],
        axis=1,
    )  # fmt: skip


@every_width
def test_fields(width: int) -> None:
    """Each where the layout says, in the lanes of each block."""
    values, view_of = values_of(width), fields_of(LAYOUT, width)

    @compiled
    def read(own: Floats, other: Floats, whole: Any, out: Floats) -> None:
        for block in range(BLOCKS):
            a, b = values(own, block * OWN * width), values(other, block * OTHER * width)
            _read(view_of(a, b, whole, 2), values(out, block * RESULTS * width))

    (own, own_of), (other, other_of), (out, found) = memory(OWN, width), memory(OTHER, width, 2), memory(RESULTS, width)
    read(own, other, WHOLE, out)
    np.testing.assert_array_equal(found, fields(own_of, other_of))


@every_width
def test_one_lane_of_fields_and_values(width: int) -> None:
    """Each lane by itself: the same numbers, and written to its own lane alone."""
    values, view_of = values_of(width), fields_of(LAYOUT, width)

    @compiled
    def read(own: Floats, other: Floats, whole: Any, out: Floats, first: int, stop: int) -> None:
        for block in range(BLOCKS):
            a, b = values(own, block * OWN * width), values(other, block * OTHER * width)
            view, results = view_of(a, b, whole, 2), values(out, block * RESULTS * width)
            for lane in range(first, stop):
                _read(one_lane(view, lane), one_lane(results, lane))

    (own, own_of), (other, other_of), (out, found) = memory(OWN, width), memory(OTHER, width, 2), memory(RESULTS, width)
    expected, before = fields(own_of, other_of), found.copy()
    last = width - 1
    read(own, other, WHOLE, out, last, width)
    np.testing.assert_array_equal(found[..., last], expected[..., last])
    np.testing.assert_array_equal(found[..., :last], before[..., :last])
    read(own, other, WHOLE, out, 0, width)
    np.testing.assert_array_equal(found, expected)


@every_width
def test_one_lane_of_later_values(width: int) -> None:
    values = values_of(width)

    @compiled
    def read(given: Floats, out: Floats) -> None:
        for block in range(BLOCKS):
            a, b = values(given, block * 5 * width), values(out, block * 5 * width)
            for lane in range(width):
                own, target = one_lane(shifted(a, 1), lane), shifted(one_lane(b, lane), 2)
                target[0], target[1] = own[0] + own[1], shifted(own, 2)[1]

    (given, source), (out, found) = memory(5, width), memory(5, width, 2)
    read(given, out)
    np.testing.assert_array_equal(found[:, 2], source[:, 1] + source[:, 2])
    np.testing.assert_array_equal(found[:, 3], source[:, 4])


class Pair(NamedTuple):
    """Of two kinds."""

    place: Any
    nested: Any


class Alike(NamedTuple):
    """Of one kind."""

    a: Any
    b: Any


@every_width
def test_one_lane_and_another_in_nested_tuples(width: int) -> None:
    """Lanes turned round, through tuples in tuples, named or not, beside whole numbers and masks."""
    values = values_of(width)

    @compiled
    def turned(given: Floats, out: Floats) -> None:
        for block in range(BLOCKS):
            a, b = values(given, block * 6 * width), values(out, block * 6 * width)
            whole = Pair((a[0], a[1]), (Pair(a[2], (a[3],)), (a[4], 7, (a[5],))))
            positive, found = a[0] > 0.0, whole
            for lane in range(width):
                one = one_lane(whole, width - 1 - lane)
                x, y = one.place
                named, (z, seven, (last,)) = one.nested
                sign = 1.0 if one_lane(positive, width - 1 - lane) else -1.0
                place = (sign * x, y + seven)
                found = with_lane(found, lane, Pair(place, (Pair(named.nested[0], (named.place,)), (z, 7, (last,)))))
            b[0], b[1] = found.place
            named, (z, _, (last,)) = found.nested
            b[2], b[3], b[4], b[5] = named.place, named.nested[0], z, last

    (given, source), (out, found) = memory(6, width), memory(6, width, 2)
    turned(given, out)
    x, y, c, d, z, last = source[..., ::-1].transpose(1, 0, 2)
    np.testing.assert_array_equal(found, np.stack([np.abs(x), y + 7, d, c, z, last], axis=1))


@every_width
def test_one_lane_and_another_in_a_named_tuple_of_one_kind(width: int) -> None:
    """To the compiler it is another type than one of several kinds."""
    values = values_of(width)

    @compiled
    def turned(given: Floats, out: Floats) -> None:
        for block in range(BLOCKS):
            a, b = values(given, block * 2 * width), values(out, block * 2 * width)
            whole = Alike(a[0], a[1])
            found = whole
            for lane in range(width):
                one = one_lane(whole, lane)
                found = with_lane(found, lane, Alike(one.b, one.a))
            b[0], b[1] = found.a, found.b

    (given, source), (out, found) = memory(2, width), memory(2, width, 2)
    turned(given, out)
    np.testing.assert_array_equal(found, source[:, ::-1])


@in_lanes
def test_one_lane_of_what_has_none_is_itself() -> None:
    @compiled
    def taken(x: float, n: int) -> Any:
        return one_lane((x, n, (x,)), 0), with_lane(x, 0, 2.0), one_lane(n, 5)

    assert taken(1.5, 3) == ((1.5, 3, (1.5,)), 2.0, 3)


@in_lanes
def test_a_field_that_is_not_there_does_not_compile() -> None:
    values, view_of = values_of(4), fields_of(LAYOUT, 4)

    @compiled
    def read(own: Floats, whole: Any) -> None:
        a = values(own, 0)
        a[0] = view_of(a, a, whole, 0).nothing

    with pytest.raises(CompilationError, match="Unknown attribute 'nothing'"):
        read(memory(OWN, 4)[0], WHOLE)


@pytest.mark.skipif(not PLAIN, reason="compiled")
def test_a_field_that_is_not_there_is_no_attribute() -> None:
    values, view_of = values_of(1), fields_of(LAYOUT, 1)
    own = values(memory(OWN, 1)[0], 0)
    assert not hasattr(view_of(own, own, WHOLE, 2), "nothing")
    assert view_of(own, own, WHOLE, 2).choice == -3


# Plain Python


@in_lanes
def test_the_plain_twin() -> None:
    """This file with numba switched off."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__],
        env={**environment, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_functions_by_lane_are_of_one_or_two_numbers() -> None:
    assert set(_lanes._BY_LANE.values()) == {1, 2}
    assert operator.pow not in _lanes._BY_LANE  # of a whole number it has other bits: called run by run instead
