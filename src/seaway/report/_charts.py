"""Charts: what is drawn, described once, for pages (``_svg`` and ``_pack``) and for figures (``_figures``) alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import ceil, floor, isfinite, log10
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats

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
        style: Kind (``line``), colour and variants: classes of the page's style.
        thin: Whether x ascends, so that the line may be thinned column by column.
        name: Name of the curve in read-outs; default: that of its style in the legend, or of its panel.
        time: Of each point [s], (n,), if x is not time.
    """

    x: Floats
    y: Floats
    style: str
    thin: bool = True
    name: str = ""
    time: Floats | None = None


class Area(NamedTuple):
    """The area between two lines."""

    x: Floats
    low: Floats
    high: Floats
    style: str


class Marks(NamedTuple):
    """Symbols of a fixed size at some points.

    Attributes:
        x: (n,).
        y: (n,).
        angle: Direction of each, counter-clockwise from the right [rad], (n,); what is not finite is not drawn.
        shape: A key of ``SHAPES``.
        style: Kind (``arrow`` or ``end``) and colour.
    """

    x: Floats
    y: Floats
    angle: Floats
    shape: str
    style: str


class Lines(NamedTuple):
    """Vertical lines over the whole height, such as events; or level ones over the whole width, such as limits."""

    at: Floats
    style: str
    level: bool = False


Drawn = Curve | Area | Marks | Lines

_TURN: Final = np.linspace(0.0, 2.0 * np.pi, 17)
SHAPES: Final[dict[str, Floats]] = {
    "arrow": np.array([[1.0, 0.0], [-0.6, 0.45], [-0.3, 0.0], [-0.6, -0.45], [1.0, 0.0]]),
    "ring": 0.5 * np.column_stack([np.cos(_TURN), np.sin(_TURN)]),
    "square": 0.45 * np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]]),
    "diamond": 0.5 * np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]]),
}
"""Outlines of marks; the unit is ``MARK`` times the width of the plot."""

MARK: Final = 0.022
"""Size of a mark as a part of the width of the plot."""


@dataclass(frozen=True, eq=False)
class Panel:
    """One plot.

    Attributes:
        label: Quantity.
        unit: Of the quantity.
        x: Scale along the bottom.
        y: Scale along the left.
        drawn: Lines, areas and marks, the first at the back.
        alt: Description in words.
        across: Quantity along the bottom; "" for time.
        tall: Height, a class of the page's style.
        ratio: Width over height if both axes are to scale, else 0.
        least: Half of the smallest range of y, so that noise is not blown up.
        compass: Whether y is a yaw [°], beside which compass headings are shown.
    """

    label: str
    unit: str
    x: Scale
    y: Scale
    drawn: Sequence[Drawn]
    alt: str
    across: str = ""
    tall: str = "low"
    ratio: float = 0.0
    least: float = 0.0
    compass: bool = False

    @property
    def headings(self) -> list[Tick]:
        """Compass headings at the ticks of a yaw: degrees clockwise from north."""
        shown = [(tick, 90.0 - float(tick.text.replace("−", "-"))) for tick in self.y.ticks] if self.compass else []
        return [Tick(tick.place, f"{heading % 360.0:0>3g}°") for tick, heading in shown]

    @property
    def bar(self) -> tuple[float, str]:
        """Length of the scale bar [% of the width], about a fifth, and its text."""
        rough = 0.2 * (self.x.high - self.x.low)
        power = 10.0 ** floor(log10(rough))
        size = max(s * power for s in _STEPS if s * power <= 1.001 * rough)
        return round(100.0 * size / (self.x.high - self.x.low), 2), f"{number(size)} {self.unit}"


class Flow(NamedTuple):
    """An arrow beside a map: current, wind or waves.

    Attributes:
        label: Name, speed and direction in words.
        angle: Direction of travel, counter-clockwise from east [°].
        style: Colour.
    """

    label: str
    angle: float
    style: str


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
        omitted: Quantities that did not change, and are not drawn.
        flows: Arrows beside a map.
        linked: Whether its legend toggles the same styles in all charts of a page.
    """

    title: str = ""
    panels: Sequence[Panel] = ()
    caption: str = ""
    keys: Sequence[Key] = ()
    columns: int = 1
    note: str = ""
    table: tuple[Sequence[Fact], Sequence[Fact]] = ((), ())
    instead: str = ""
    omitted: Sequence[str] = ()
    flows: Sequence[Flow] = ()
    linked: bool = False

    @property
    def bare(self) -> list[bool]:
        """Whether each panel is above another with the same scale along the bottom, which has the text of its ticks."""
        below = [panel.x for panel in self.panels[self.columns :]]
        return [panel.x == x for panel, x in zip_longest(self.panels, below)]  # the last have none below


def scale(values: Sequence[Floats], least: float, *, factor: float = 1.0) -> Scale:
    """A scale that shows all values, with a margin.

    Args:
        values: Of any shape; what is not finite is left out.
        least: Half of the smallest range, so that noise is not exaggerated.
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


def constant(values: Sequence[Floats], least: float) -> bool:
    """Whether values, of any shape, differ by less than a number: rounding, or nothing."""
    finite = np.concatenate([np.ravel(v)[np.isfinite(np.ravel(v))] for v in values])
    return not len(finite) or float(np.max(finite) - np.min(finite)) < least


def range_words(values: Floats, unit: str) -> str:
    """The range of values in words."""
    finite = values[np.isfinite(values)]
    if not len(finite):
        return "not finite"
    return f"from {number(float(np.min(finite)))} to {number(float(np.max(finite)))} {unit}"


def thinned(x: Floats, y: Floats, columns: int) -> tuple[Floats, Floats]:
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
    n, k = values.shape
    columns = -(-n // size)
    # What is not finite must neither win nor be lost: a column of nothing else keeps it.
    low, high = np.full((columns * size, k), np.inf), np.full((columns * size, k), -np.inf)
    sound = np.isfinite(values)
    low[:n], high[:n] = np.where(sound, values, np.inf), np.where(sound, values, -np.inf)
    lowest = np.argmin(low.reshape(columns, size, k), axis=1)
    highest = np.argmax(high.reshape(columns, size, k), axis=1)
    begins = size * np.arange(columns, dtype=np.intp)[:, None]
    return np.unique(np.concatenate([[0, n - 1], (begins + lowest).ravel(), (begins + highest).ravel()]))
