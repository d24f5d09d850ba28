"""The charts of a run: track, attitude, velocities, forces, surface."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import pi
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.report._charts import (
    Area,
    Chart,
    Curve,
    Key,
    Panel,
    equal_scales,
    extremes,
    number,
    prefixed,
    range_words,
    scale,
    thinned,
    time_scale,
)
from seaway.report._figures import chart_figure
from seaway.report._looks import BALANCED, RESTORING, SMALL, style_of, words_of
from seaway.report._records import (
    Series,
    blocks,
    events_of,
    laws_of,
    names_of,
    row_of,
    series_of,
    set_point_of,
    surface_at_zero,
    vehicle_index,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from xarray import Dataset

_AXES: Final = ("blue", "orange", "green")
_VEHICLES: Final = ("blue", "orange", "green", "violet", "ochre", "pink", "brown", "grey")
_SET_POINT: Final = "line ink dashed"
_EVENT: Final = "line grey dotted"
_MOST_EVENTS: Final = 20
_DASHES: Final = ("", " dashed", " dotted")
# Width over height of a track: least and greatest.
_RATIOS: Final = (1.5, 3.2)
# Shorter tracks [m] and smaller forces [N, N m] are drawn as if they had this size; so are forces below this part of
# the largest along any axis, which are rounding.
_SHORTEST: Final = 0.1
_LEAST_FORCE: Final = 1e-6
_ROUNDING: Final = 1e-9
# Heading marks along a track, their length as a part of its width, and the most points of a track.
_MARKS: Final = 14
_MARK: Final = 0.026
_TRACK_POINTS: Final = 1500
# The most tracks of a batch.
_TRACKS: Final = 24


def run_figure(dataset: "Dataset", kind: str, vehicle: str | None = None) -> "Figure":
    """Draw a figure of a run. Of a batch, run 0 is drawn with the range of all runs behind it.

    Args:
        dataset: From ``seaway.scenario.open_run`` or ``Recording.to_xarray``.
        kind: ``"track"``: all vehicles from above, with marks that point along their heading, equally far apart in
            time, and their height over time. ``"attitude"``: roll, pitch and yaw in degrees, yaw over full turns.
            ``"velocity"``: linear and angular velocity in body axes. ``"forces"``: every force and torque about Bo in
            body axes, and their sum. ``"elevation"``: the surface at the vehicle, its height, its wet fraction.
        vehicle: Default: the first.

    Returns:
        A figure; write it with ``save_figure``.

    Raises:
        ModelError: There is no such kind or vehicle, or something was not recorded.
    """
    charts: dict[str, Callable[[Dataset, int], Chart]] = {
        "track": lambda recording, _: track_chart(recording, names_of(recording)),
        "attitude": attitude_chart,
        "velocity": velocity_chart,
        "forces": forces_chart,
        "elevation": surface_chart,
    }
    if kind not in charts:
        raise ModelError(f"there is no figure '{kind}' of a run; there are: {', '.join(charts)}")
    index = vehicle_index(dataset, vehicle)
    chart = with_events(charts[kind](dataset, index), dataset)
    title, status = str(dataset.attrs.get("title", "")), str(dataset.attrs.get("run_status", "complete"))
    if status != "complete":
        title = f"{title} ({status})"
    alone = title in ("", names_of(dataset)[index])
    return chart_figure(chart, chart.title if alone else f"{chart.title}: {title}")


def with_events(chart: Chart, dataset: "Dataset") -> Chart:
    """The chart with a thin line at the time of each event, in panels over time."""
    events = events_of(dataset)[:_MOST_EVENTS]
    if not events or all(panel.across for panel in chart.panels):
        return chart
    panels = [
        panel if panel.across else replace(panel, drawn=[*_event_lines(panel, events), *panel.drawn])
        for panel in chart.panels
    ]
    words = "; ".join(f"at {number(time, 4)} s {name[:200]}" for time, name in events)
    caption = f"{chart.caption} Dotted lines are events: {words}."
    return replace(chart, panels=panels, caption=caption, keys=[*chart.keys, Key(_EVENT, "event")])


def _event_lines(panel: Panel, events: Sequence[tuple[float, str]]) -> list[Curve]:
    ends = np.array([panel.y.low, panel.y.high])
    return [Curve(np.full(2, time), ends, _EVENT, thin=False) for time, _ in events]


def track_chart(dataset: "Dataset", vehicles: Sequence[str]) -> Chart:
    """Where the vehicles went: from above, with marks along their heading, and their height over time."""
    known, count = names_of(dataset), dataset.sizes["row"]
    rows = min(count, _TRACKS)
    ways = [_way(dataset, known.index(name), rows) for name in vehicles]
    every = np.concatenate([points[:, :2] for way in ways for points in (*way.tracks, way.marks)])
    x, y, ratio = equal_scales(every, _RATIOS, _SHORTEST)
    plan: list[Curve | Area] = []
    height: list[Curve | Area] = []
    keys, ends, heights, aimed = list[Key](), list[str](), list[Floats](), False
    for k, (name, way) in enumerate(zip(vehicles, ways, strict=True)):
        color = _VEHICLES[k % len(_VEHICLES)]
        style = f"line {color}{_DASHES[k // len(_VEHICLES) % len(_DASHES)]}"
        styles = [style, *[f"{style} faint"] * (rows - 1)]
        plan += [Curve(p[:, 0], p[:, 1], s, thin=False) for p, s in zip(way.tracks, styles, strict=True)][::-1]
        plan += _marks(way.marks, _MARK * (x.high - x.low), color)
        height += _banded(way.heights, 0, style)
        wanted = _wanted_track(dataset, known.index(name))
        if wanted.height is not None:
            height.append(Curve(way.heights.time, wanted.height, _SET_POINT))
            heights.append(wanted.height)
        if wanted.place is not None:
            plan.append(Curve(wanted.place[:, 0], wanted.place[:, 1], _SET_POINT, thin=False))
        aimed = aimed or wanted.height is not None or wanted.place is not None
        keys.append(Key(style, name))
        ends.append(f"{name} from ({_point(way.tracks[0][0])}) to ({_point(way.tracks[0][-1])}) m")
    values, words = [*heights, *(each for way in ways for each in way.heights.values)], "; ".join(ends)
    caption = (
        "From above, north up, axes to scale. Arrows point along the heading, at equal intervals of time. Below, the "
        "height of the vehicle's origin, positive up."
    )
    if count > 1:
        shown = "all" if rows == count else f"the first {rows}"
        caption += f" Run 0 is drawn with its arrows, {shown} of the {count} runs faintly."
    track = f"Track from above: {words}"
    return Chart(
        "Track from above, and height",
        (
            Panel("north, y", "m", x, y, plan, track, across="east, x", tall="plan", ratio=ratio),
            Panel("height, z", "m", time_scale(ways[0].heights.time), scale(values, 0.01), height, f"Height: {words}"),
        ),
        caption,
        [*keys, *_set_point_key(aimed), Key("end grey", "start"), Key("end grey square", "end")],
    )


def attitude_chart(dataset: "Dataset", vehicle: int) -> Chart:
    """Roll, pitch and yaw over time, in degrees; yaw over full turns."""
    series = series_of(dataset, ("roll", "pitch", "yaw"), vehicle, turning=True).scaled(180.0 / pi)
    signs = ("roll, + to starboard", "pitch, + bow down", "yaw, + to port")
    wanted = [set_point_of(dataset, name, vehicle) for name in ("roll", "pitch", "yaw")]
    if wanted[2] is not None:  # by the way that the vehicle turns
        yaw = np.degrees(wanted[2])
        wanted[2] = np.radians(yaw + 360.0 * np.round((series.first[:, 2] - yaw) / 360.0))
    panels = [
        _time_panel(label, "°", series.component(k), (_AXES[k],), 0.1, _scaled(wanted[k], 180.0 / pi))
        for k, label in enumerate(signs)
    ]
    turn = float(series.first[-1, 2] - series.first[0, 2])
    roll, pitch = (float(np.nanmax(np.abs(series.first[:, k]))) for k in (0, 1))
    caption = (
        f"Roll stays within {number(roll)}° and pitch within {number(pitch)}° of level; from start to end the "
        f"vehicle turns by {number(abs(turn))}° to {'port' if turn >= 0.0 else 'starboard'}.{_of_batch(dataset)}"
    )
    keys = _set_point_key(any(each is not None for each in wanted))
    return Chart(f"Attitude of {names_of(dataset)[vehicle]}", panels, caption, keys)


def velocity_chart(dataset: "Dataset", vehicle: int) -> Chart:
    """Velocity and angular velocity over time, in body axes."""
    linear = series_of(dataset, ("velocity",), vehicle)
    angular = series_of(dataset, ("angular_velocity",), vehicle).scaled(180.0 / pi)
    wanted = [set_point_of(dataset, name, vehicle) for name in ("speed", "ground_speed")]
    speed_wanted = next((each for each in wanted if each is not None), None)
    panels = (
        _time_panel("velocity", "m/s", linear, _AXES, 1e-3, speed_wanted),
        _time_panel("angular velocity", "°/s", angular, _AXES, 0.1),
    )
    speed = np.linalg.norm(linear.first, axis=-1)
    fastest = int(np.nanargmax(speed)) if np.any(np.isfinite(speed)) else 0
    caption = (
        f"Top speed over ground: {number(float(speed[fastest]))} m/s, at {number(float(linear.time[fastest]), 4)} s. "
        f"Body axes: x forward, y to port, z up; rotations follow the right-hand rule.{_of_batch(dataset)}"
    )
    names = ("x, surge and roll", "y, sway and pitch", "z, heave and yaw")
    keys = [Key(f"line {color}", name) for color, name in zip(_AXES, names, strict=True)]
    if speed_wanted is not None:
        through = " through the water" if wanted[0] is not None else ""
        keys.append(Key(_SET_POINT, f"set point of the forward speed{through}"))
    return Chart(f"Velocities of {names_of(dataset)[vehicle]} in body axes", panels, caption, keys)


def forces_chart(dataset: "Dataset", vehicle: int) -> Chart:
    """Every force and torque over time, about Bo in body axes, and their sum; of run 0.

    Weight and buoyancy are drawn as one: their residual is what moves the vehicle.
    """
    time, values = row_of(dataset, ("force", "torque"), vehicle)
    laws, wrenches = laws_of(dataset), np.concatenate([values["force"], values["torque"]], axis=-1)
    pair = [laws.index(law) for law in RESTORING if law in laws]
    series = {BALANCED: np.sum(wrenches[:, pair], axis=1)} if pair else {}
    series |= {law: wrenches[:, n] for n, law in enumerate(laws) if n not in pair}
    series["sum"] = np.sum(wrenches, axis=1)
    peaks = {name: np.max(np.abs(wrench), axis=0, initial=0.0) for name, wrench in series.items()}
    largest = np.max(list(peaks.values()), axis=0)
    nothing = np.maximum(_ROUNDING * np.repeat([np.max(largest[:3]), np.max(largest[3:])], 3), _LEAST_FORCE)
    least = np.maximum(SMALL * largest, nothing)
    panels: list[Panel] = []
    labels = ("force x, surge", "force y, sway", "force z, heave", "torque x, roll", "torque y, pitch", "torque z, yaw")
    for k in (0, 3, 1, 4, 2, 5):
        shown = [name for name in series if peaks[name][k] >= least[k] and name != "sum"]
        drawn = [Curve(time, series["sum"][:, k], "line sum")]
        drawn += [Curve(time, series[name][:, k], style_of(name)) for name in shown]
        factor, unit = prefixed("N" if k < 3 else "N m", max(float(peaks[name][k]) for name in ("sum", *shown)))
        alt = ", ".join(f"{words_of(name)} up to {number(float(peaks[name][k]) * factor)} {unit}" for name in shown)
        y = scale([curve.y for curve in drawn], 1.0 if largest[k] < nothing[k] else float(least[k]), factor=factor)
        words = f"{labels[k]}, over time: {alt or 'no force acts'}"
        panels.append(Panel(labels[k], unit, time_scale(time), y, drawn, words))
    order = [name for name in series if np.any(peaks[name] >= least) and name != "sum"]
    caption = "Forces and torques about the link origin, in body axes; the broad grey line is their sum."
    most = max(order, key=lambda name: float(np.max(peaks[name][:3])), default="")
    if most and float(np.max(peaks[most][:3])) > _LEAST_FORCE:
        axis = int(np.argmax(peaks[most][:3]))
        factor, unit = prefixed("N", float(peaks[most][axis]))
        peak = number(float(peaks[most][axis]) * factor)
        caption = f"The largest force is {words_of(most)}, {peak} {unit} along {'xyz'[axis]}. {caption}"
    if len(order) < len(series) - 1:
        caption += " Negligible forces are left out."
    if dataset.sizes["row"] > 1:
        caption += f" Run 0 of {dataset.sizes['row']}."
    keys = [*(Key(style_of(name), words_of(name)) for name in order), Key("line sum", "sum")]
    return Chart(f"Forces on {names_of(dataset)[vehicle]} about Bo in B", panels, caption, keys, 2)


def surface_chart(dataset: "Dataset", vehicle: int) -> Chart:
    """The surface at the vehicle, the vehicle's height, and its wet fraction over time."""
    elevation = series_of(dataset, ("surface_elevation",), vehicle)
    z = series_of(dataset, ("position",), vehicle).component(2)
    wet = series_of(dataset, ("wet_fraction",), vehicle).scaled(100.0)
    # A vehicle far below would leave no room for the waves: it then has axes of its own.
    together = bool(np.max(np.abs(z.first)) <= 8.0 * max(float(np.max(np.abs(elevation.first))), 0.25))
    shown = (elevation, z) if together else (elevation,)
    y = scale([each for series in shown for each in series.values], 0.02)
    x, surface = thinned(elevation.time, elevation.first[:, 0])
    water = Area(x, np.full_like(x, y.low), surface, "area sky")
    drawn = [water, *_banded(elevation, 0, "line blue"), *(_banded(z, 0, "line ink") if together else ())]
    alt = f"surface elevation at the vehicle, {range_words(elevation.first, 'm')}"
    panels = [Panel("above the still surface", "m", time_scale(elevation.time), y, drawn, alt)]
    if not together:
        panels.append(_time_panel("height of the vehicle, z", "m", z, ("ink",), 0.02))
    panels.append(_time_panel("under water", "%", wet, ("blue",), 1.0))
    still = not any(np.any(each) for each in elevation.values)
    low, high = (number(float(each(elevation.first))) for each in (np.min, np.max))
    least, most = (number(float(each(wet.first))) for each in (np.min, np.max))
    constant = not np.any(np.concatenate([wet.lowest, wet.highest]) - wet.first[0])
    caption = "The water is still." if still else f"The surface at the vehicle ranges from {low} to {high} m."
    caption += f" Between {least} and {most} % of the vehicle is under water.{_of_batch(dataset)}"
    return Chart(
        f"Surface at {names_of(dataset)[vehicle]}{', still water' if still else ''}",
        panels,
        caption,
        (Key("line blue", "surface at the vehicle"), Key("line ink", "vehicle, z of its origin")) if together else (),
        instead=f"The water is still; {most} % of the vehicle is under water throughout." if still and constant else "",
    )


class _Way(NamedTuple):
    """Tracks of the runs (point, 3); marks of run 0 (mark, 3) as x, y and yaw; heights."""

    tracks: list[Floats]
    marks: Floats
    heights: Series


def _way(dataset: "Dataset", vehicle: int, rows: int) -> _Way:
    n = dataset.sizes["time"]
    size = -(-n // max(1, _TRACK_POINTS // (4 * rows)))
    parts = [
        [p[extremes(p[:, :2], size)] if size > 4 else p for p in np.moveaxis(values["position"], 1, 0)]
        for values in blocks(dataset, ("position",), vehicle, slice(0, rows), size)
    ]
    marks = np.unique(np.linspace(0, n - 1, _MARKS).round().astype(np.intp))
    at = dataset.isel(vehicle=vehicle, row=0, time=marks.tolist())
    places = np.asarray(at["position"].values, dtype=np.float64)[:, :2]
    yaw = np.asarray(at["yaw"].values, dtype=np.float64) if "yaw" in dataset.data_vars else np.full(len(marks), np.nan)
    tracks = [np.concatenate(each) for each in zip(*parts, strict=True)]
    return _Way(tracks, np.column_stack([places, yaw]), series_of(dataset, ("position",), vehicle).component(2))


def _marks(marks: Floats, length: float, color: str) -> list[Curve]:
    """Arrows along the heading; a ring at the start, a square at the end."""
    arrow = length * np.array([[1.0, 0.0], [-0.6, 0.45], [-0.3, 0.0], [-0.6, -0.45], [1.0, 0.0]])
    turn = np.linspace(0.0, 2.0 * pi, 25)
    ring = 0.5 * length * np.column_stack([np.cos(turn), np.sin(turn)])
    square = 0.45 * length * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]])
    shapes = [
        (arrow @ np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]]) + (x, y), "dart")
        for x, y, yaw in marks.tolist()
        if np.isfinite(yaw)
    ]
    shapes += [(ring + marks[0, :2], "end"), (square + marks[-1, :2], "end")]
    return [Curve(shape[:, 0], shape[:, 1], f"{kind} {color}", thin=False) for shape, kind in shapes]


class _Wanted(NamedTuple):
    """Set points of a track: height (sample,) and place (sample, 2), if there are any."""

    height: Floats | None
    place: Floats | None


def _wanted_track(dataset: "Dataset", vehicle: int) -> _Wanted:
    x, y, z, depth = (set_point_of(dataset, name, vehicle) for name in ("x", "y", "z", "depth"))
    if z is None and depth is not None and surface_at_zero(dataset, vehicle):
        z = -depth
    return _Wanted(z, None if x is None or y is None else np.column_stack([x, y]))


def _set_point_key(drawn: bool) -> list[Key]:
    return [Key(_SET_POINT, "set point")] if drawn else []


def _scaled(values: Floats | None, factor: float) -> Floats | None:
    return None if values is None else factor * values


def _time_panel(
    label: str, unit: str, series: Series, colors: Sequence[str], least: float, set_point: Floats | None = None
) -> Panel:
    """The components of a series over time, and a set point."""
    drawn = [each for k, color in enumerate(colors) for each in _banded(series, k, f"line {color}")]
    ranges = "; ".join(range_words(series.first[:, k], unit) for k in range(len(colors)))
    values = series.values
    if set_point is not None:
        drawn.append(Curve(series.time, set_point, _SET_POINT))
        values, ranges = (*values, set_point), f"{ranges}; set point {range_words(set_point, unit)}"
    y = scale(values, least)
    return Panel(label, unit, time_scale(series.time), y, drawn, f"{label} over time, {ranges}")


def _banded(series: Series, k: int, style: str) -> list[Curve | Area]:
    """The line of run 0, and the range of all runs behind it."""
    low, high = series.lowest[:, k], series.highest[:, k]
    band = Area(series.spread_time, low, high, style.replace("line", "area"))
    return [*([band] if series.rows > 1 else ()), Curve(series.time, series.first[:, k], style)]


def _point(p: Floats) -> str:
    return ", ".join(number(float(c)) for c in p)


def _of_batch(dataset: "Dataset") -> str:
    rows = dataset.sizes["row"]
    return f" The line is run 0; the band spans all {rows} runs." if rows > 1 else ""
