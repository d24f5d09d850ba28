"""Charts of pages: points are where they belong, every peak is drawn, and text says what is there."""

import re

import numpy as np
import pytest

from seaway.report._charts import (
    MARK,
    Area,
    Curve,
    Lines,
    Marks,
    Panel,
    Scale,
    equal_scales,
    number,
    prefixed,
    scale,
    scale_from_zero,
    thinned,
    time_scale,
)
from seaway.report._svg import COLUMNS, HEIGHT, WIDTH, path

UNIT = Scale(0.0, 1.0)


def points(path: str) -> list[list[tuple[int, int]]]:
    """The points of a path of M and l, one list for each M."""
    found: list[list[tuple[int, int]]] = []
    for part in path.rstrip("z").split("M")[1:]:
        start, _, steps = part.replace("h0", "").partition("l")
        x, y = (int(n) for n in start.split())
        run = [(x, y)]
        numbers = [int(n) for n in re.findall(r"-?\d+", steps)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            run.append((x, y))
        found.append(run)
    return found


def drawn(x: list[float], y: list[float]) -> list[list[tuple[int, int]]]:
    curve = Curve(np.array(x, dtype=float), np.array(y, dtype=float), "line")
    return points(path(Panel("", "", UNIT, UNIT, [curve], ""), curve))


def test_points_are_where_they_belong() -> None:
    """Y grows upward, and downward in the view box."""
    assert drawn([0.0, 0.5, 1.0], [0.0, 1.0, 0.25]) == [[(0, HEIGHT), (WIDTH // 2, 0), (WIDTH, 3 * HEIGHT // 4)]]


def test_points_on_a_straight_way_are_left_out() -> None:
    assert drawn([0.0, 0.25, 0.5, 1.0], [0.5, 0.5, 0.5, 0.5]) == [[(0, 500), (WIDTH, 500)]]


def test_a_way_back_is_a_corner() -> None:
    assert drawn([0.0, 1.0, 0.0], [0.5, 0.5, 0.5]) == [[(0, 500), (WIDTH, 500), (0, 500)]]


def test_gaps_where_nothing_is_known() -> None:
    assert drawn([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 1.0, np.nan, 1.0, np.inf]) == [
        [(0, HEIGHT), (WIDTH // 4, 0)],
        [(3 * WIDTH // 4, 0)],
    ]
    assert drawn([0.0, 1.0], [np.nan, np.nan]) == []


def test_far_outside_is_bounded() -> None:
    """Numbers of any size make a path that a browser draws."""
    ((first, last),) = drawn([0.0, 1.0], [1e300, -1e300])
    assert abs(first[1]) <= 10 * HEIGHT
    assert abs(last[1]) <= 11 * HEIGHT


def test_an_area_goes_there_and_back() -> None:
    x = np.array([0.0, 1.0])
    area = Area(x, np.zeros(2), np.ones(2), "area")
    found = path(Panel("", "", UNIT, UNIT, [area], ""), area)
    assert found.endswith("z")
    assert points(found) == [[(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]]


def test_lines_go_over_the_whole_plot() -> None:
    panel = Panel("", "", UNIT, UNIT, [], "")
    assert path(panel, Lines(np.array([0.25, np.nan]), "line")) == f"M{WIDTH // 4} 0V{HEIGHT}"
    assert path(panel, Lines(np.array([0.25]), "line", level=True)) == f"M0 {3 * HEIGHT // 4}H{WIDTH}"


def test_marks_point_along_their_direction_and_have_one_size() -> None:
    """An arrow to the left, whose tip is MARK of the width from its place, and none where nothing is known."""
    marks = Marks(np.array([0.5, 0.5]), np.array([0.5, 0.5]), np.array([np.pi, np.nan]), "arrow", "arrow blue")
    for high in (1.0, 10.0):
        ((tip, *_),) = points(path(Panel("", "", Scale(0.0, 1.0), Scale(0.0, high), [marks], ""), marks))
        assert tip[0] == round(WIDTH * (0.5 - MARK))


def test_a_scale_bar_is_a_round_length() -> None:
    panel = Panel("", "m", Scale(0.0, 130.0), UNIT, [], "", ratio=2.0)
    assert panel.bar == (round(100.0 * 20.0 / 130.0, 2), "20 m")


def test_headings_are_clockwise_from_north() -> None:
    panel = Panel("yaw", "°", UNIT, Scale(-95.0, 95.0), [], "", compass=True)
    assert [tick.text for tick in panel.y.ticks] == ["−50", "0", "50"]
    assert [tick.text for tick in panel.headings] == ["140°", "090°", "040°"]


def test_every_peak_stays() -> None:
    """Single samples among 100,000, up and down, and the ends."""
    y = np.sin(np.linspace(0.0, 20.0, 100_000))
    y[12_345], y[77_777], y[-1] = 5.0, -7.0, 3.0
    x = np.arange(100_000.0)
    xs, ys = thinned(x, y, COLUMNS)
    assert len(xs) <= 2 * 400 + 2
    assert np.all(np.diff(xs) > 0.0)
    kept = set(zip(xs.tolist(), ys.tolist(), strict=True))
    assert kept >= {(12_345.0, 5.0), (77_777.0, -7.0), (99_999.0, 3.0), (0.0, 0.0)}


def test_what_is_short_stays_as_it_is() -> None:
    x = np.arange(800.0)
    xs, ys = thinned(x, x**2, COLUMNS)
    np.testing.assert_array_equal(xs, x)
    np.testing.assert_array_equal(ys, x**2)


def test_nan_does_not_hide_a_peak() -> None:
    y = np.zeros(10_000)
    y[::2] = np.nan
    y[5_001] = 4.0
    _, ys = thinned(np.arange(10_000.0), y, COLUMNS)
    assert np.nanmax(ys) == 4.0


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (0.0, 1.0, ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (-0.02, 0.021, ["−0.02", "−0.01", "0", "0.01", "0.02"]),
        (-10.0, 100.0, ["0", "50", "100"]),
        (1e7, 5e7, ["1·10⁷", "2·10⁷", "3·10⁷", "4·10⁷", "5·10⁷"]),
    ],
)
def test_ticks(low: float, high: float, texts: list[str]) -> None:
    half = 0.5 * (high - low) / 1.1
    found = scale([np.array([0.5 * (low + high)])], half)
    assert (found.low, found.high) == pytest.approx((low, high))
    assert [tick.text for tick in found.ticks] == texts
    first = float(texts[0].replace("−", "-").replace("·10⁷", "e7"))
    assert found.ticks[0].place == pytest.approx(100.0 * (first - low) / (high - low), abs=0.01)


def test_a_scale_shows_all_and_does_not_exaggerate() -> None:
    values = scale([np.array([1.0, 3.0, np.nan, np.inf])], 0.1)
    assert (values.low, values.high) == pytest.approx((0.9, 3.1))
    still = scale([np.array([2.0, 2.0])], 0.1)
    assert (still.low, still.high) == pytest.approx((1.89, 2.11))
    assert scale([np.array([np.nan])], 1.0).low == pytest.approx(-1.1)


@pytest.mark.parametrize(
    ("end", "last"), [(60.0, "60 s"), (599.0, "500 s"), (3600.0, "60 min"), (36_000.0, "10 h"), (0.0, "0.0010 s")]
)
def test_time_is_told_in_its_unit(end: float, last: str) -> None:
    assert time_scale(np.array([0.0, end])).ticks[-1].text == last


def test_a_scale_from_zero() -> None:
    found = scale_from_zero(3.0, "rad/s")
    assert [tick.text for tick in found.ticks] == ["0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0 rad/s"]
    assert scale_from_zero(0.0).high == 1.0


def test_axes_that_are_alike() -> None:
    x, y, ratio = equal_scales(np.array([[0.0, 0.0], [10.0, 5.0]]), (1.3, 3.0), 0.1)
    assert ratio == pytest.approx(2.0)
    assert (x.high - x.low) / (y.high - y.low) == pytest.approx(ratio)
    assert x.low < 0.0
    assert x.high > 10.0
    for way in ([[0.0, 0.0], [10.0, 0.0]], [[0.0, 0.0], [0.0, 10.0]], [[0.0, 0.0]], [[np.nan, 0.0]]):
        x, y, ratio = equal_scales(np.array(way), (1.3, 3.0), 0.1)
        assert 1.3 <= ratio <= 3.0
        assert (x.high - x.low) / (y.high - y.low) == pytest.approx(ratio)
        assert x.high - x.low >= 0.1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (1e-12, "0"),
        (9694.0, "9690"),
        (480.0, "480"),
        (-0.00012345, "−0.000123"),
        (123456.0, "123000"),
        (1.5e7, "1.5·10⁷"),
        (2e-5, "2·10⁻⁵"),
        (100.0, "100"),
        (0.1, "0.1"),
        (9.996, "10"),
        (np.nan, "–"),
        (np.inf, "–"),
    ],
)
def test_numbers_as_they_are_read(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("most", "found"),
    [(9999.0, (1.0, "N")), (1e4, (1e-3, "kN")), (1e8, (1e-6, "MN")), (1e20, (1e-9, "GN")), (np.inf, (1.0, "N"))],
)
def test_units_that_are_read_easily(most: float, found: tuple[float, str]) -> None:
    assert prefixed("N", most) == found
