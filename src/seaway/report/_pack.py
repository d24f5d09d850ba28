"""The numbers of a page's charts, packed for its script.

A line has at most ``2 COLUMNS + 2`` points, with every peak; a number is one of ``LEVELS + 1`` levels between the least
and the greatest of its array: 16 bits, in base64. An error of half a level is less than a thousandth of a pixel.
"""

from base64 import b64encode
from math import isfinite
from typing import Any, Final

import numpy as np

from seaway._arrays import Floats
from seaway.report._charts import Area, Chart, Curve, Drawn, Lines, Marks, Panel, thinned

COLUMNS: Final = 1000
"""Columns of a line, with at most two points in each."""

LEVELS: Final = 65534
"""The level of the greatest number of an array; one above it stands for what is not finite."""


class Pack:
    """Collects the panels of a page.

    Attributes:
        panels: What the script knows of each.
        arrays: Numbers: ``[least, greatest, levels]`` with levels in base64, or ``[first, last, count]`` if they are
            evenly spaced.
    """

    def __init__(self) -> None:
        self.panels: list[dict[str, Any]] = []
        self.arrays: list[tuple[float, float, str | int]] = []
        self._known: dict[tuple[float, float, str | int], int] = {}

    @property
    def data(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {"panels": self.panels, "arrays": self.arrays}

    def add(self, panel: Panel, chart: Chart) -> int:
        """Add a panel, and return its number."""
        x, y = panel.x, panel.y
        names = {key.style: key.label for key in chart.keys}
        self.panels.append(
            {
                "label": panel.label,
                "unit": panel.unit,
                "across": panel.across,
                "x": [x.low, x.high, x.factor, x.unit, x.tick_count],
                "y": [y.low, y.high, y.factor, y.unit, y.tick_count],
                "least": panel.least,
                "ratio": panel.ratio,
                "compass": panel.compass,
                "items": [self._item(each, names, panel.label) for each in panel.drawn],
            }
        )
        return len(self.panels) - 1

    def _item(self, each: Drawn, names: dict[str, str], label: str) -> dict[str, Any]:
        if isinstance(each, Lines):
            found = {"kind": "levels" if each.level else "lines", "at": self.array(each.at)}
        elif isinstance(each, Marks):
            found = {"kind": each.shape, "x": self.array(each.x), "y": self.array(each.y), "a": self.array(each.angle)}
        elif isinstance(each, Area):
            found = {
                "kind": "area",
                "x": self.array(each.x),
                "low": self.array(each.low),
                "high": self.array(each.high),
            }
        else:
            found = self._line(each)
            found["name"] = each.name or names.get(each.style) or label
        return {"style": each.style, **found}

    def _line(self, curve: Curve) -> dict[str, Any]:
        if curve.thin:
            x, y = thinned(curve.x, curve.y, COLUMNS)
            return {"kind": "line", "x": self.array(x), "y": self.array(y)}
        found = {"kind": "track", "x": self.array(curve.x), "y": self.array(curve.y)}
        return found if curve.time is None else {**found, "t": self.array(curve.time)}

    def array(self, values: Floats) -> int:
        """Pack an array, and return its number; equal ones are kept once."""
        packed = _packed(np.asarray(values, dtype=np.float64))
        if packed not in self._known:
            self._known[packed] = len(self.arrays)
            self.arrays.append(packed)
        return self._known[packed]


def _packed(values: Floats) -> tuple[float, float, str | int]:
    sound = np.isfinite(values)
    if not np.any(sound):
        return 0.0, 0.0, b64encode(np.full(len(values), LEVELS + 1, dtype="<u2").tobytes()).decode()
    low, high = float(np.min(values[sound])), float(np.max(values[sound]))
    size = high - low
    if not isfinite(size):  # numbers near the ends of what a float can be
        return low, low, len(values)
    if np.all(sound) and len(values) > 1:
        even = low + size / (len(values) - 1) * np.arange(len(values))
        if float(np.max(np.abs(values - even))) <= 1e-7 * size:
            return low, high, len(values)
    levels = np.where(
        sound, np.rint((np.where(sound, values, low) - low) * (LEVELS / size if size else 0.0)), LEVELS + 1
    )
    return low, high, b64encode(levels.astype("<u2").tobytes()).decode()
