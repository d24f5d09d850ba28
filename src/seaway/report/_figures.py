"""Figures of matplotlib: their colours, how a chart becomes one, how one is written to a file.

They are made without pyplot: no window opens, nothing global changes.
"""
# matplotlib leaves the types of its **kwargs open.
# pyright: reportUnknownMemberType=false

import os
from pathlib import Path
from typing import Any, Final

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from seaway.errors import ModelError
from seaway.report._charts import Area, Chart, Curve, Lines, Panel, thinned
from seaway.report._svg import outlines
from seaway.report._whole import whole_file

# Distinguishable with colour blindness: M. Okabe and K. Ito, Color Universal Design, 2008.
BLACK: Final = "#000000"
BLUE: Final = "#0072b2"
ORANGE: Final = "#d55e00"
GREEN: Final = "#009e73"
GREY: Final = "#999999"
COLORS: Final = (BLUE, ORANGE, GREEN, "#cc79a7", "#e69f00", "#56b4e9", BLACK)
PAGE_COLORS: Final = {
    **dict(zip(("blue", "orange", "green", "pink", "ochre", "sky", "ink"), COLORS, strict=True)),
    "brown": "#7f4f24",
    "violet": "#5b2a86",
    "grey": "#444444",
    "red": "#b3261e",
    "sum": GREY,
}
"""By the names that pages have for them, see ``templates/style.css``."""

# Height of a panel [inch] by its class, and the most points that a line has.
_HEIGHTS: Final = {"low": 1.9, "high": 3.4, "plan": 4.8}
_POINTS: Final = 10_000
# Metadata that would differ from run to run is left out: the same figure gives the same bytes.
_METADATA: Final[dict[str, dict[str, str | None]]] = {
    "png": {"Software": None},
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}


def new_figure(width: float, height: float, title: str = "") -> Figure:
    """Make an empty figure that draws to memory; sizes in inches."""
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    if title:
        figure.suptitle(title, fontsize="large")
    return figure


def finish(axes: Axes, xlabel: str, ylabel: str, *, legend: Any = None, **limits: Any) -> None:
    """Set the labels, grid and limits of axes and, with a location, draw their legend."""
    axes.set(xlabel=xlabel, ylabel=ylabel, **limits)
    axes.grid(alpha=0.3)
    if legend:
        axes.legend(frameon=False, fontsize="small", loc=legend)


def dimension(
    axes: Axes, a: tuple[float, float], b: tuple[float, float], text: str, color: str = GREY, **style: Any
) -> None:
    """Draw a dimension line with its text beside it; an upright one has its text at the left."""
    axes.annotate("", a, b, arrowprops={"arrowstyle": "<->", "color": color, "shrinkA": 0, "shrinkB": 0})
    upright = a[0] == b[0]
    place: Any = {"ha": "right", "va": "center"} if upright else {"ha": "center", "va": "bottom"}
    place |= {"textcoords": "offset points", "fontsize": "small", "color": color if color != GREY else BLACK, **style}
    middle = (0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]))
    axes.annotate(text, middle, (-5, 0) if upright else (0, 3), **place)


def chart_figure(chart: Chart, heading: str) -> Figure:
    """Draw a chart as a figure: panels, legend and a heading."""
    heights = [_HEIGHTS[panel.tall] for panel in chart.panels[:: chart.columns]]
    figure = new_figure(9.0 if chart.columns == 1 else 11.0, sum(heights) + 0.9, heading)
    axes = figure.subplots(len(heights), chart.columns, squeeze=False, height_ratios=heights).ravel().tolist()
    for axis, panel, bare in zip(axes, chart.panels, chart.bare, strict=True):
        _draw_panel(axis, panel, bare=bare)
    figure.align_ylabels(axes)
    if chart.keys:
        handles = [_handle(key.style) for key in chart.keys]
        labels, columns = [key.label for key in chart.keys], min(6, len(handles))
        figure.legend(handles, labels, loc="outside lower center", ncols=columns, frameon=False, fontsize="small")
    return figure


def _draw_panel(axes: Axes, panel: Panel, *, bare: bool) -> None:
    """Draw a panel; a bare one shares the scale of the one below."""
    x, y = panel.x, panel.y
    for each in panel.drawn:
        look = _look(each.style)
        if isinstance(each, Area):
            axes.fill_between(x.factor * each.x, y.factor * each.low, y.factor * each.high, **look)
        elif isinstance(each, Lines):
            for at in each.at.tolist():
                (axes.axhline if each.level else axes.axvline)((y if each.level else x).factor * at, **look)
        elif isinstance(each, Curve):
            along, up = thinned(each.x, each.y, _POINTS // 2 - 1) if each.thin else (each.x, each.y)
            axes.plot(x.factor * along, y.factor * up, **look)
        else:
            for outline in outlines(panel, each):
                axes.fill(x.factor * outline[:, 0], y.factor * outline[:, 1], **look)
    bottom = "" if bare else f"{panel.across or 'time'} [{x.unit or panel.unit}]"
    finish(axes, bottom, f"{panel.label} [{panel.unit}]")
    axes.tick_params(labelbottom=not bare)
    ends = [(x.factor * end, y.factor * other) for end, other in ((x.low, y.low), (x.high, y.high))]
    if panel.ratio:
        axes.set_aspect("equal", adjustable="datalim")
        axes.update_datalim(ends)
        axes.autoscale_view()
    else:
        axes.set(xlim=(ends[0][0], ends[1][0]), ylim=(ends[0][1], ends[1][1]))


def _look(style: str) -> dict[str, Any]:
    """How matplotlib draws a style of pages."""
    kind, name, *variants = style.split()
    color = PAGE_COLORS[name]
    if kind == "area":
        return {"color": color, "alpha": 0.2, "linewidth": 0.0}
    if kind == "arrow":
        return {"facecolor": color, "edgecolor": color, "alpha": 0.55, "linewidth": 0.8}
    if kind == "end":
        return {"facecolor": "white", "edgecolor": color, "linewidth": 1.5, "zorder": 4}
    dashes = "--" if "dashed" in variants else ":" if "dotted" in variants else "-"
    alpha = 0.3 if "faint" in variants else 0.55 if name == "sum" else 1.0
    return {"color": color, "linestyle": dashes, "linewidth": 2.4 if name == "sum" else 1.2, "alpha": alpha}


def _handle(style: str) -> Line2D:
    """The sample of a style in a legend."""
    look = _look(style)
    if style.startswith("end"):
        marker = "s" if "square" in style else "D" if "diamond" in style else "o"
        return Line2D([], [], linestyle="", marker=marker, color=look["edgecolor"], markerfacecolor="white")
    if style.startswith("area"):
        look["linewidth"] = 6.0
    return Line2D([], [], **look)


def save_figure(figure: Figure, path: str | os.PathLike[str], dpi: float = 150.0, *, overwrite: bool = True) -> Path:
    """Write a figure; the file appears when it is whole.

    Args:
        figure: The figure.
        path: A file that ends in .png, .svg or .pdf.
        dpi: Dots per inch of a .png.
        overwrite: Whether an existing file is replaced.

    Returns:
        The file.

    Raises:
        ModelError: The ending is another, the folder does not exist, or the file cannot be written; what was there is
            untouched.
    """
    target = Path(path)
    kind = target.suffix.lower().removeprefix(".")
    if kind not in _METADATA:
        endings = ", ".join(f".{ending}" for ending in _METADATA)
        raise ModelError(f"a figure is written to a file that ends in one of {endings}, got '{target}'")
    with whole_file(target, "the figure", overwrite) as part, matplotlib.rc_context({"svg.hashsalt": "seaway"}):
        figure.savefig(part, format=kind, dpi=dpi, metadata=_METADATA[kind])
    return target
