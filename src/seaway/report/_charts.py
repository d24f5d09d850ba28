"""Charts: what is drawn, for pages (as SVG) and for figures (see ``_figures``) alike.

On a page, lines are SVG that stretches with the page, ticks and labels are text that does not: a chart is as wide as
there is room, and its text has one size everywhere. Colours are classes of the page's style, so that a chart is dark
where the page is. Nothing is scripted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import ceil, floor, isfinite, log10
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats

# View box of a plot; points are snapped to it, a quarter of a pixel on a wide screen.
WIDTH: Final = 4000
HEIGHT: Final = 1000
# A line has at most two points in each column.
COLUMNS: Final = 400
# Approximate number of ticks.
_TICKS: Final = 5
_STEPS: Final = (1.0, 2.0, 5.0, 10.0)
# From these times [s] on, ticks are in minutes and hours.
_MINUTES: Final = 600.0
_HOURS: Final = 3.0 * 3600.0
# Values from here on get a prefix: kN, MJ.
_THOUSANDS: Final = 10_000.0


class Tick(NamedTuple):
    """A mark on a scale: its place from the low end [%], and its text."""

    place: float
    text: str


class Scale(NamedTuple):
    """The range of one side of a plot.

    Attributes:
        low: Lower end.
        high: Upper end, above ``low``.
        factor: From values to what the ticks say.
        unit: Written at the last tick.
        tick_count: Approximate number of ticks.
    """

    low: float
    high: float
    factor: float = 1.0
    unit: str = ""
    tick_count: int = _TICKS

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """Marks at round numbers, ascending."""
        a, b = self.low * self.factor, self.high * self.factor
        rough = (b - a) / self.tick_count
        if not (isfinite(rough) and rough > 0.0):
            return ()
        power = 10.0 ** floor(log10(rough))
        step = next(s * power for s in _STEPS if s * power >= 0.999 * rough)
        decimals = max(0, -floor(log10(step) + 1e-9))
        large = max(abs(a), abs(b)) >= 1e6 or decimals > 4
        values = [n * step for n in range(ceil(a / step - 1e-9), floor(b / step + 1e-9) + 1)]
        texts = [number(v) if large or not v else f"{v:.{decimals}f}".replace("-", "−") for v in values]
        texts[-1:] = [f"{text} {self.unit}".rstrip() for text in texts[-1:]]
        return tuple(Tick(round(100.0 * (v - a) / (b - a), 2), text) for v, text in zip(values, texts, strict=True))


class Curve(NamedTuple):
    """A line through points, with a gap where one is not finite.

    Attributes:
        x: (n,).
        y: (n,).
        style: Kind (``line``, or the outlines ``dart`` and ``end``), colour and variants: classes of the page's style.
        thin: Whether x ascends, so that the line may be thinned column by column.
    """

    x: Floats
    y: Floats
    style: str
    thin: bool = True


class Area(NamedTuple):
    """The area between two lines."""

    x: Floats
    low: Floats
    high: Floats
    style: str


@dataclass(frozen=True, eq=False)
class Panel:
    """One plot.

    Attributes:
        label: Quantity.
        unit: Of the quantity.
        x: Scale along the bottom.
        y: Scale along the left.
        drawn: Lines and areas, the first at the back.
        alt: Description in words.
        across: Quantity along the bottom; "" for time.
        tall: Height, a class of the page's style.
        ratio: Width over height if both axes are to scale, else 0.
    """

    label: str
    unit: str
    x: Scale
    y: Scale
    drawn: Sequence[Curve | Area]
    alt: str
    across: str = ""
    tall: str = "low"
    ratio: float = 0.0

    @property
    def shapes(self) -> list[tuple[str, str]]:
        """Classes and SVG path of each shape: the grid, then what is drawn."""
        across = "".join(f"M0 {round(HEIGHT * (1.0 - tick.place / 100.0))}H{WIDTH}" for tick in self.y.ticks)
        grid = across + "".join(f"M{round(WIDTH * tick.place / 100.0)} 0V{HEIGHT}" for tick in self.x.ticks)
        shapes = [("grid", grid)]
        if self.y.low < 0.0 < self.y.high:
            shapes.append(("zero", f"M0 {_points(self, np.zeros(1), np.zeros(1))[0, 1]}H{WIDTH}"))
        drawn = [
            (each.style, _area(self, each) if isinstance(each, Area) else _line(self, each)) for each in self.drawn
        ]
        return shapes + [(style, path) for style, path in drawn if path]


class Key(NamedTuple):
    """An entry of a legend."""

    style: str
    label: str


class Fact(NamedTuple):
    """A quantity with its value and unit."""

    what: str
    value: str
    unit: str = ""


@dataclass(frozen=True, eq=False)
class Chart:
    """Plots that belong together.

    Attributes:
        title: Of a figure; a page has headings.
        panels: One or more; none if ``instead`` says why.
        caption: What to see.
        keys: Legend.
        columns: How many panels stand side by side if there is room.
        note: Text above.
        table: Work of each force, and what they add up to, below.
        instead: What a page says instead of drawing.
    """

    title: str = ""
    panels: Sequence[Panel] = ()
    caption: str = ""
    keys: Sequence[Key] = ()
    columns: int = 1
    note: str = ""
    table: tuple[Sequence[Fact], Sequence[Fact]] = ((), ())
    instead: str = ""

    @property
    def bare(self) -> list[bool]:
        """Whether each panel is above another with the same scale along the bottom, which has the text of its ticks."""
        below = [panel.x for panel in self.panels[self.columns :]]
        return [panel.x == x for panel, x in zip_longest(self.panels, below)]  # the last have none below


def scale(values: Sequence[Floats], least: float, *, factor: float = 1.0) -> Scale:
    """A scale that shows all values, with a margin.

    Args:
        values: Of any shape; what is not finite is left out.
        least: Half of the smallest range, so that noise is not blown up.
        factor: From values to what the ticks say.
    """
    finite = np.concatenate([np.ravel(v)[np.isfinite(np.ravel(v))] for v in values]) if values else np.zeros(0)
    low, high = (float(np.min(finite)), float(np.max(finite))) if len(finite) else (0.0, 0.0)
    middle, half = 0.5 * low + 0.5 * high, max(0.5 * high - 0.5 * low, least)
    low, high = middle - 1.1 * half, middle + 1.1 * half
    return Scale(low, high, factor)


def scale_from_zero(most: float, unit: str = "") -> Scale:
    """A scale from 0 to a number; the last tick has the unit."""
    return Scale(0.0, most if isfinite(most) and most > 0.0 else 1.0, unit=unit, tick_count=6)


def time_scale(time: Floats) -> Scale:
    """A scale from the first sample to the last, in seconds, minutes or hours."""
    low = float(time[0])
    high = max(float(time[-1]), low + 1e-3)
    longest = max(abs(low), abs(high))
    factor, unit = (1.0, "s") if longest < _MINUTES else (1 / 60, "min") if longest < _HOURS else (1 / 3600, "h")
    return Scale(low, high, factor, unit, tick_count=6)


def equal_scales(points: Floats, ratios: tuple[float, float], shortest: float) -> tuple[Scale, Scale, float]:
    """Scales of a plot whose axes are equal, and the ratio of its width to its height.

    Args:
        points: (n, 2).
        ratios: Least and greatest ratio.
        shortest: Least width.
    """
    finite = points[np.all(np.isfinite(points), axis=-1)]
    low, high = (np.min(finite, axis=0), np.max(finite, axis=0)) if len(finite) else (np.zeros(2), np.zeros(2))
    size = np.maximum(1.16 * (high - low), 1e-9 * shortest)
    ratio = min(max(float(size[0] / size[1]), ratios[0]), ratios[1])
    width = max(float(size[0]), ratio * float(size[1]), shortest)
    (x, y), tall = (0.5 * (low + high)).tolist(), width / ratio
    return Scale(x - 0.5 * width, x + 0.5 * width), Scale(y - 0.5 * tall, y + 0.5 * tall), ratio


def prefixed(unit: str, most: float) -> tuple[float, str]:
    """The factor and the unit in which large values are easy to read: kN for N, MJ for J."""
    for factor, prefix in ((1.0, ""), (1e-3, "k"), (1e-6, "M")):
        if not isfinite(most) or most * factor < _THOUSANDS:
            return factor, prefix + unit
    return 1e-9, f"G{unit}"


def number(value: float, digits: int = 3) -> str:
    """A number for people, with a true minus; what is below 1e-9 is 0."""
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


def range_words(values: Floats, unit: str) -> str:
    """The range of values in words."""
    finite = values[np.isfinite(values)]
    if not len(finite):
        return "not finite"
    return f"from {number(float(np.min(finite)))} to {number(float(np.max(finite)))} {unit}"


def thinned(x: Floats, y: Floats, columns: int = COLUMNS) -> tuple[Floats, Floats]:
    """Keep the lowest and the highest sample of each column, in their order, so that every peak stays.

    Args:
        x: (n,).
        y: (n,).
        columns: Number of columns, with equally many samples each.
    """
    if len(x) <= 2 * columns:
        return x, y
    index = extremes(y[:, None], -(-len(x) // columns))
    return x[index], y[index]


def extremes(values: Floats, size: int) -> NDArray[np.intp]:
    """The first and the last of some points (n, k), and of every ``size`` of them the outermost to each side."""
    # What is not finite must neither win nor be lost: a column of nothing else keeps it.
    low = np.where(np.isfinite(values), values, np.inf)
    high = np.where(np.isfinite(values), values, -np.inf)
    kept = {0, len(values) - 1}
    for start in range(0, len(values), size):
        part = slice(start, start + size)
        kept |= {start + int(k) for k in (*np.argmin(low[part], axis=0), *np.argmax(high[part], axis=0))}
    return np.array(sorted(kept), dtype=np.intp)


def _points(panel: Panel, x: Floats, y: Floats) -> NDArray[np.int64]:
    """Whole units of the view box; far outside is far outside, and not beyond what a browser draws."""
    along, up = ((v - on.low) / (on.high - on.low) for v, on in ((x, panel.x), (y, panel.y)))
    return np.rint(np.clip(np.column_stack([along, 1.0 - up]), -9.0, 10.0) * (WIDTH, HEIGHT)).astype(np.int64)


def _line(panel: Panel, curve: Curve) -> str:
    """The path of a line, with a gap where a point is not finite."""
    x, y = thinned(curve.x, curve.y) if curve.thin else (curve.x, curve.y)
    sound = np.isfinite(x) & np.isfinite(y)
    runs = np.split(np.arange(len(x)), np.flatnonzero(np.diff(sound)) + 1)
    return "".join(_path(_points(panel, x[run], y[run])) for run in runs if np.all(sound[run]))


def _area(panel: Panel, area: Area) -> str:
    sound = np.isfinite(area.low) & np.isfinite(area.high)
    x, low, high = (v[sound] for v in (area.x, area.low, area.high))
    if len(x) < 2:
        return ""
    return _path(_points(panel, np.concatenate([x, x[::-1]]), np.concatenate([high, low[::-1]]))) + "z"


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
