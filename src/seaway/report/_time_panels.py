"""Panels over time: lines with their set points, the band of a batch, events; and what is left out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.report._charts import (
    Area,
    Chart,
    Curve,
    Drawn,
    Key,
    Lines,
    Panel,
    constant,
    number,
    range_words,
    scale,
    time_scale,
)
from seaway.report._records import Series, events_of
from seaway.report._samples import Samples

AXES: Final = ("blue", "orange", "green")
"""Colours of x, y and z."""

SET_POINT: Final = "line ink dashed"
"""Style of set points."""

SET_POINT_KEY: Final = Key(SET_POINT, "set point")

_EVENT: Final = "line grey dotted"
_MOST_EVENTS: Final = 20


def time_panel(
    label: str,
    unit: str,
    series: Series,
    least: float,
    *,
    colors: Sequence[str] = ("blue",),
    names: Sequence[str] = (),
    set_point: Floats | None = None,
    compass: bool = False,
) -> Panel:
    """The components of a series over time, and a set point.

    Args:
        label: Quantity.
        unit: Its unit.
        series: As many components as there are colours.
        least: Half of the smallest range of the scale.
        colors: Of the components.
        names: Of the components, for read-outs; default: the label.
        set_point: (sample,).
        compass: See ``Panel``.
    """
    given = names or (label.partition(",")[0],) * len(colors)
    drawn = [each for k, c in enumerate(colors) for each in banded(series, k, f"line {c}", given[k])]
    ranges = "; ".join(range_words(series.first[:, k], unit) for k in range(len(colors)))
    values = series.values
    if set_point is not None:
        drawn.append(Curve(series.time, set_point, SET_POINT, name="set point"))
        values, ranges = (*values, set_point), f"{ranges}; set point {range_words(set_point, unit)}"
    y = scale(values, least)
    words = f"{label} over time, {ranges}"
    return Panel(label, unit, time_scale(series.time), y, drawn, words, least=least, compass=compass)


def banded(series: Series, k: int, style: str, name: str) -> list[Drawn]:
    """The line of run 0, and the range of all runs behind it."""
    low, high = series.lowest[:, k], series.highest[:, k]
    band = Area(series.spread_time, low, high, style.replace("line", "area"))
    return [*([band] if series.rows > 1 else ()), Curve(series.time, series.first[:, k], style, name=name)]


def still(series: Series, k: int, least: float, set_point: Floats | None = None) -> bool:
    """Whether a component is constant in all runs, and so is its set point, at the same value."""
    values = [each[:, k] for each in series.values]
    return constant(values if set_point is None else [*values, set_point], least)


def with_events(chart: Chart, samples: Samples) -> Chart:
    """The chart with a thin line at the time of each event, in panels over time."""
    events = events_of(samples)[:_MOST_EVENTS]
    if not events or all(panel.across for panel in chart.panels):
        return chart
    lines = Lines(np.array([time for time, _ in events]), _EVENT)
    panels = [panel if panel.across else replace(panel, drawn=[lines, *panel.drawn]) for panel in chart.panels]
    words = "; ".join(f"at {number(time, 4)} s {name[:200]}" for time, name in events)
    caption = f"{chart.caption} Dotted lines are events: {words}."
    return replace(chart, panels=panels, caption=caption, keys=[*chart.keys, Key(_EVENT, "event")])


def of_batch(samples: Samples) -> str:
    """What lines and bands are, for captions."""
    return f" The line is run 0; the band spans all {samples.rows} runs." if samples.rows > 1 else ""
