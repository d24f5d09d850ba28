"""Charts as SVG: what a page shows before its script runs, without scripts, and in print.

Lines are SVG that stretches with the page; ticks and labels are text that does not. Colours are classes of the page's
style, so that a chart is dark where the page is. The script of the page draws into the same elements when it zooms.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats
from seaway.report._charts import MARK, SHAPES, Area, Curve, Drawn, Lines, Marks, Panel, thinned

WIDTH: Final = 4000
"""Width of the view box of a plot; points are snapped to it, a quarter of a pixel on a wide screen."""

HEIGHT: Final = 1000
"""Height of the view box."""

COLUMNS: Final = 400
"""Columns of a line, with at most two points in each."""


def grid(panel: Panel) -> str:
    """The path of the grid lines."""
    across = "".join(f"M0 {round(HEIGHT * (1.0 - tick.place / 100.0))}H{WIDTH}" for tick in panel.y.ticks)
    return across + "".join(f"M{round(WIDTH * tick.place / 100.0)} 0V{HEIGHT}" for tick in panel.x.ticks)


def zero(panel: Panel) -> str:
    """The path of the line y = 0; empty if it is outside, or the axes are to scale."""
    if panel.ratio or not panel.y.low < 0.0 < panel.y.high:
        return ""
    return f"M0 {_points(panel, np.zeros(1), np.zeros(1))[0, 1]}H{WIDTH}"


def path(panel: Panel, each: Drawn) -> str:
    """The path of something that is drawn."""
    if isinstance(each, Curve):
        return _line(panel, each)
    if isinstance(each, Area):
        return _area(panel, each)
    return _marks(panel, each) if isinstance(each, Marks) else _lines(panel, each)


def outlines(panel: Panel, marks: Marks) -> list[Floats]:
    """Closed outlines of marks in the units of the axes, each (point, 2)."""
    shape = MARK * (panel.x.high - panel.x.low) * SHAPES[marks.shape]
    sound = np.isfinite(marks.x) & np.isfinite(marks.y) & np.isfinite(marks.angle)
    return [
        shape @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + (x, y)
        for x, y, a in np.column_stack([marks.x, marks.y, marks.angle])[sound].tolist()
    ]


def _marks(panel: Panel, marks: Marks) -> str:
    return "".join(_path(_points(panel, each[:, 0], each[:, 1])) + "z" for each in outlines(panel, marks))


def _lines(panel: Panel, lines: Lines) -> str:
    at = lines.at[np.isfinite(lines.at)]
    if lines.level:
        levels = _points(panel, np.full_like(at, panel.x.low), at)[:, 1].tolist()
        return "".join(f"M0 {y}H{WIDTH}" for y in levels)
    places = _points(panel, at, np.full_like(at, panel.y.low))[:, 0].tolist()
    return "".join(f"M{x} 0V{HEIGHT}" for x in places)


def _points(panel: Panel, x: Floats, y: Floats) -> NDArray[np.int64]:
    """Whole units of the view box; far outside is far outside, and not beyond what a browser draws."""
    along, up = ((v - on.low) / (on.high - on.low) for v, on in ((x, panel.x), (y, panel.y)))
    return np.rint(np.clip(np.column_stack([along, 1.0 - up]), -9.0, 10.0) * (WIDTH, HEIGHT)).astype(np.int64)


def _line(panel: Panel, curve: Curve) -> str:
    """The path of a line, with a gap where a point is not finite."""
    x, y = thinned(curve.x, curve.y, COLUMNS) if curve.thin else (curve.x, curve.y)
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
