"""Charts for pages: lines as SVG that stretches with the page, ticks and labels as text that does not.

A chart is as wide as there is room, on a phone, a screen or paper, and its text has one size everywhere; colours are
classes of the page's style, so that it is dark where the page is dark. Nothing is scripted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats

__all__ = [
    "Area",
    "Chart",
    "Curve",
    "Key",
    "Panel",
    "Scale",
    "Tick",
    "equal_scales",
    "number",
    "panel",
    "prefixed",
    "scale",
    "scale_from_zero",
    "thinned",
    "time_scale",
]

# The view box of a plot; points are snapped to it, which is a quarter of a pixel on a wide screen.
WIDTH: Final = 4000
HEIGHT: Final = 1000
# A line has at most two points in each column.
COLUMNS: Final = 400
# About how many ticks there are.
_TICKS: Final = 5
_STEPS: Final = (1.0, 2.0, 5.0, 10.0)
# Past these times [s] ticks are minutes and hours.
_MINUTES: Final = 600.0
_HOURS: Final = 3.0 * 3600.0
# Of this and more there are thousands: kN, MJ.
_THOUSANDS: Final = 10_000.0


class Tick(NamedTuple):
    """A mark on a scale: its place from the low end [%], and what stands there."""

    place: float
    text: str


class Scale(NamedTuple):
    """What a side of a plot shows.

    Attributes:
        low: Of its range.
        high: Of its range; more than ``low``.
        ticks: Ascending.
        factor: From values to what the ticks say.
    """

    low: float
    high: float
    ticks: tuple[Tick, ...]
    factor: float = 1.0


class Curve(NamedTuple):
    """A line through points; where one is not finite it has a gap.

    Attributes:
        x: (n,).
        y: (n,).
        style: Classes of the page's style.
        thin: Whether it is a function of an x that ascends, so that it may be thinned column by column.
    """

    x: Floats
    y: Floats
    style: str
    thin: bool = True


class Area(NamedTuple):
    """What lies between two lines."""

    x: Floats
    low: Floats
    high: Floats
    style: str


class Shape(NamedTuple):
    """A path as SVG has it, and its classes."""

    style: str
    path: str


@dataclass(frozen=True)
class Panel:
    """One plot.

    Attributes:
        label: What its values are.
        unit: Of the values.
        shapes: In the order in which they are drawn.
        x: Ticks below.
        y: Ticks at the left.
        alt: The same in words, for who cannot see it.
        tall: How tall it is: a class of the page's style.
        ratio: Width over height, where that is what counts; 0 where it is not.
    """

    label: str
    unit: str
    shapes: tuple[Shape, ...]
    x: tuple[Tick, ...]
    y: tuple[Tick, ...]
    alt: str
    tall: str = "low"
    ratio: float = 0.0


class Key(NamedTuple):
    """What a style stands for."""

    style: str
    label: str


@dataclass(frozen=True)
class Chart:
    """Plots that belong together.

    Attributes:
        panels: One or more.
        caption: What to see.
        keys: Of the legend; none where the panels say it.
        columns: How many panels stand side by side where there is room.
    """

    panels: tuple[Panel, ...]
    caption: str
    keys: tuple[Key, ...] = ()
    columns: int = 1


def panel(
    label: str,
    unit: str,
    x: Scale,
    y: Scale,
    drawn: Iterable[Curve | Area],
    alt: str,
    *,
    tall: str = "low",
    ratio: float = 0.0,
    ticks: bool = True,
) -> Panel:
    """Draw a plot.

    Args:
        label: What its values are.
        unit: Of the values.
        x: Along the bottom.
        y: Along the left.
        drawn: Lines and areas, the first at the back.
        alt: The same in words.
        tall: A class of the page's style.
        ratio: Width over height of a plot whose axes are alike.
        ticks: Whether there is text below; the lines of the grid are always there.
    """
    shapes = [Shape("grid", _grid(x, y))]
    if y.low < 0.0 < y.high:
        shapes.append(Shape("zero", f"M0 {_snapped(np.array([0.0]), y, HEIGHT, True)[0]}H{WIDTH}"))
    for each in drawn:
        path = _area(each, x, y) if isinstance(each, Area) else _line(each, x, y)
        if path:
            shapes.append(Shape(each.style, path))
    return Panel(label, unit, tuple(shapes), x.ticks if ticks else (), y.ticks, alt, tall, ratio)


def scale(values: Sequence[Floats], least: float, *, factor: float = 1.0) -> Scale:
    """A scale that shows all values, with a margin.

    Args:
        values: Any shapes; what is not finite is left out.
        least: Half of the smallest range, so that what hardly changes is not drawn as if it did.
        factor: From values to what the ticks say.
    """
    finite = np.concatenate([np.ravel(v)[np.isfinite(np.ravel(v))] for v in values]) if values else np.zeros(0)
    low, high = (float(np.min(finite)), float(np.max(finite))) if len(finite) else (0.0, 0.0)
    middle, half = 0.5 * low + 0.5 * high, max(0.5 * high - 0.5 * low, least)
    low, high = middle - 1.1 * half, middle + 1.1 * half
    return Scale(low, high, _ticks(low, high, factor), factor)


def scale_from_zero(most: float, unit: str = "") -> Scale:
    """A scale from 0 to a number; the last tick has the unit."""
    high = most if isfinite(most) and most > 0.0 else 1.0
    return Scale(0.0, high, _with_unit(_ticks(0.0, high, 1.0, count=6), unit))


def time_scale(time: Floats) -> Scale:
    """A scale from the first sample to the last, in seconds, minutes or hours."""
    low = float(time[0])
    high = max(float(time[-1]), low + 1e-3)
    longest = max(abs(low), abs(high))
    factor, unit = (1.0, "s") if longest < _MINUTES else (1 / 60, "min") if longest < _HOURS else (1 / 3600, "h")
    return Scale(low, high, _with_unit(_ticks(low, high, factor, count=6), unit), factor)


def equal_scales(points: Floats, ratios: tuple[float, float], shortest: float) -> tuple[Scale, Scale, float]:
    """Scales of a plot whose axes are drawn alike, and the ratio of its width to its height.

    Args:
        points: (n, 2).
        ratios: The least and the greatest ratio.
        shortest: Smallest width that is shown.
    """
    finite = points[np.all(np.isfinite(points), axis=-1)]
    low, high = (np.min(finite, axis=0), np.max(finite, axis=0)) if len(finite) else (np.zeros(2), np.zeros(2))
    size = np.maximum(1.16 * (high - low), 1e-9 * shortest)
    ratio = min(max(float(size[0] / size[1]), ratios[0]), ratios[1])
    width = max(float(size[0]), ratio * float(size[1]), shortest)
    scales: list[Scale] = []
    for middle, long in ((0.5 * (low[0] + high[0]), width), (0.5 * (low[1] + high[1]), width / ratio)):
        a, b = float(middle) - 0.5 * long, float(middle) + 0.5 * long
        scales.append(Scale(a, b, _ticks(a, b, 1.0)))
    return scales[0], scales[1], ratio


def prefixed(unit: str, most: float) -> tuple[float, str]:
    """The factor and the unit in which large values are read easily: kN for N, MJ for J."""
    if not isfinite(most) or most < _THOUSANDS:
        return 1.0, unit
    for factor, prefix in ((1e-3, "k"), (1e-6, "M"), (1e-9, "G")):
        if most * factor < _THOUSANDS:
            return factor, prefix + unit
    return 1e-9, f"G{unit}"


def number(value: float, digits: int = 4) -> str:
    """A number as a person reads it, with a true minus; what is next to nothing is nothing."""
    if not isfinite(value):
        return "–"
    if abs(value) < 1e-9:
        return "0"
    rounded = float(f"{value:.{digits}g}")
    if 1e-4 <= abs(rounded) < 1e6:
        decimals = max(0, digits - 1 - floor(log10(abs(rounded))))
        text = f"{rounded:.{decimals}f}"
        return (text.rstrip("0").rstrip(".") if decimals else text).replace("-", "−")
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    superscript = str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{mantissa.rstrip('0').rstrip('.')}·10{superscript}".replace("-", "−")


def thinned(x: Floats, y: Floats, columns: int = COLUMNS) -> tuple[Floats, Floats]:
    """Of many samples the lowest and the highest of each column, in their order: every peak stays.

    Args:
        x: (n,).
        y: (n,).
        columns: Into which the samples are put, as many in each.
    """
    n = len(x)
    if n <= 2 * columns:
        return x, y
    size = -(-n // columns)
    starts = np.arange(0, n, size)
    # What is not finite must neither win nor be lost: a column of nothing else keeps it.
    low = np.where(np.isfinite(y), y, np.inf)
    high = np.where(np.isfinite(y), y, -np.inf)
    kept = {0, n - 1}
    for start in starts.tolist():
        stop = min(start + size, n)
        kept.add(start + int(np.argmin(low[start:stop])))
        kept.add(start + int(np.argmax(high[start:stop])))
    index = np.array(sorted(kept), dtype=np.intp)
    return x[index], y[index]


def _ticks(low: float, high: float, factor: float, count: int = _TICKS) -> tuple[Tick, ...]:
    a, b = low * factor, high * factor
    rough = (b - a) / count
    if not (isfinite(rough) and rough > 0.0):
        return ()
    power = 10.0 ** floor(log10(rough))
    step = next(s * power for s in _STEPS if s * power >= 0.999 * rough)
    decimals = max(0, -floor(log10(step) + 1e-9))
    found: list[Tick] = []
    for n in range(ceil(a / step - 1e-9), floor(b / step + 1e-9) + 1):
        value = n * step
        text = (
            number(value, 3)
            if max(abs(a), abs(b)) >= 1e6 or decimals > 4
            else f"{value:.{decimals}f}".replace("-", "−")
        )
        found.append(Tick(round(100.0 * (value - a) / (b - a), 2), "0" if n == 0 else text))
    return tuple(found)


def _with_unit(ticks: tuple[Tick, ...], unit: str) -> tuple[Tick, ...]:
    return (*ticks[:-1], Tick(ticks[-1].place, f"{ticks[-1].text} {unit}".rstrip())) if ticks else ()


def _grid(x: Scale, y: Scale) -> str:
    across = "".join(f"M0 {round(HEIGHT * (1.0 - tick.place / 100.0))}H{WIDTH}" for tick in y.ticks)
    return across + "".join(f"M{round(WIDTH * tick.place / 100.0)} 0V{HEIGHT}" for tick in x.ticks)


def _snapped(values: Floats, on: Scale, size: int, upward: bool) -> NDArray[np.int64]:
    """Whole units of the view box; far outside is far outside, and not beyond what a browser draws."""
    part = (values - on.low) / (on.high - on.low)
    part = np.clip(1.0 - part if upward else part, -9.0, 10.0)
    return np.rint(size * part).astype(np.int64)


def _line(curve: Curve, x: Scale, y: Scale) -> str:
    """The path of a line, with a gap where a point is not finite."""
    xs, ys = thinned(curve.x, curve.y) if curve.thin else (curve.x, curve.y)
    sound = np.isfinite(xs) & np.isfinite(ys)
    if not np.any(sound):
        return ""
    points = np.zeros((len(xs), 2), dtype=np.int64)
    points[sound, 0] = _snapped(xs[sound], x, WIDTH, False)
    points[sound, 1] = _snapped(ys[sound], y, HEIGHT, True)
    gaps = np.flatnonzero(np.diff(sound.astype(np.int8)) != 0) + 1
    runs = np.split(points, gaps)
    return "".join(_path(run) for n, run in enumerate(runs) if bool(sound[0]) == (n % 2 == 0))


def _area(area: Area, x: Scale, y: Scale) -> str:
    sound = np.isfinite(area.low) & np.isfinite(area.high)
    if np.count_nonzero(sound) < 2:
        return ""
    xs = _snapped(area.x[sound], x, WIDTH, False)
    high, low = (_snapped(v[sound], y, HEIGHT, True) for v in (area.high, area.low))
    there = np.stack([xs, high], axis=1)
    back = np.stack([xs, low], axis=1)[::-1]
    return _path(np.concatenate([there, back])) + "z"


def _path(points: NDArray[np.int64]) -> str:
    """A path through points by their differences; those on a straight way are left out."""
    steps = np.diff(points, axis=0)
    steps = steps[np.any(steps != 0, axis=1)]
    if not len(steps):
        return f"M{points[0, 0]} {points[0, 1]}h0"  # a dot, by its round cap
    # Neighbours that go the same way are one.
    cross = steps[:-1, 0] * steps[1:, 1] - steps[:-1, 1] * steps[1:, 0]
    along = steps[:-1, 0] * steps[1:, 0] + steps[:-1, 1] * steps[1:, 1]
    starts = np.concatenate([[0], np.flatnonzero((cross != 0) | (along < 0)) + 1])
    merged = np.add.reduceat(steps, starts, axis=0)
    pairs = "".join(f"{dx}{'' if dy < 0 else ' '}{dy}{' '}" for dx, dy in merged.tolist())
    return f"M{points[0, 0]} {points[0, 1]}l{pairs.rstrip()}"
