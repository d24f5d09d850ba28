"""The map of a run: tracks from above to scale, routes, set points, heading, flows; and heights over time."""

from collections.abc import Mapping, Sequence
from math import degrees
from typing import Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.report._charts import (
    Chart,
    Curve,
    Drawn,
    Flow,
    Key,
    Marks,
    Panel,
    equal_scales,
    extremes,
    number,
    scale,
    time_scale,
)
from seaway.report._pages import entries, finite, table, tables, text
from seaway.report._records import Series, blocks, recorded, series_of, set_point_of, surface_at_zero
from seaway.report._samples import Samples
from seaway.report._time_panels import SET_POINT, SET_POINT_KEY, banded

VEHICLES: Final = ("blue", "orange", "green", "violet", "ochre", "pink", "brown", "grey")
"""Colours of vehicles, and of the runs of a comparison."""

RATIOS: Final = (1.5, 3.2)
"""Width over height of a map: least and greatest."""

SHORTEST: Final = 0.1
"""Shorter tracks [m] are drawn as if they had this size."""

_ROUTE: Final = "line grey dashed"
_DASHES: Final = ("", " dashed", " dotted")
# Heading marks along a track, and the most points of a track.
_MARKS: Final = 14
_TRACK_POINTS: Final = 1500
# The most tracks of a batch, and the most points of a route in a manifest, which is untrusted.
_TRACKS: Final = 24
_ROUTE_POINTS: Final = 500
_POINTS: Final = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")
_FLOWS: Final = {"current": "blue", "wind": "grey", "waves": "sky"}


class Route(NamedTuple):
    """A route of guidance.

    Attributes:
        vehicle: Name of its vehicle; "" if unknown.
        kind: ``"waypoints"``, ``"path"``, ``"station"`` or ``"dock"``.
        points: (n, 2) [m].
    """

    vehicle: str
    kind: str
    points: Floats


def routes_of(manifest: Mapping[str, Any]) -> list[Route]:
    """The routes in a manifest, which may come from a stranger."""
    found: list[Route] = []
    for each in tables(table(manifest.get("drawing")).get("routes"))[:16]:
        try:
            points = np.asarray(entries(each.get("points"), _ROUTE_POINTS), dtype=np.float64)
        except (ValueError, TypeError, OverflowError):
            continue
        if points.ndim == 2 and points.shape[1] == 2 and len(points) and np.all(np.abs(points) < 1e9):
            found.append(Route(text(each.get("vehicle")), text(each.get("kind")), points))
    return found


def flows_of(manifest: Mapping[str, Any]) -> list[Flow]:
    """The arrows of current, wind and waves of a manifest."""
    found: list[Flow] = []
    for each in tables(table(manifest.get("drawing")).get("flows"))[:4]:
        what, toward = text(each.get("what")), finite(each.get("toward"))
        speed, height = finite(each.get("speed")), finite(each.get("height"))
        if what not in _FLOWS or toward is None:
            continue
        size = f" {number(speed, 2)} m/s" if speed is not None else f", Hs {number(height, 2)} m" if height else ""
        found.append(
            Flow(
                f"{what}{size} toward {wind_rose(toward)} (compass {compass(toward)})",
                round(degrees(toward), 1),
                _FLOWS[what],
            )
        )
    return found


def wind_rose(yaw: float) -> str:
    """The nearest of the 16 compass points to a direction [rad]."""
    return _POINTS[round((90.0 - degrees(yaw)) % 360.0 / 22.5) % 16]


def compass(yaw: float) -> str:
    """A direction [rad] as a compass heading: degrees clockwise from north."""
    return f"{round(90.0 - degrees(yaw)) % 360:03d}°"


def track_chart(
    samples: Samples,
    vehicles: Sequence[str],
    routes: Sequence[Route] = (),
    flows: Sequence[Flow] = (),
    *,
    heights: bool = True,
) -> Chart:
    """Where the vehicles went: from above, with arrows along their heading, and their height over time.

    Args:
        samples: The recording.
        vehicles: Those that are drawn.
        routes: Of guidance.
        flows: Arrows beside the map.
        heights: Whether a panel shows the heights.
    """
    known = samples.names
    rows = min(samples.rows, _TRACKS)
    ways = [_way(samples, known.index(name), rows) for name in vehicles]
    routes = [each for each in routes if not each.vehicle or each.vehicle in vehicles]
    wanted = [_wanted_track(samples, known.index(name)) for name in vehicles]
    places = [each.place for each in wanted if each.place is not None]
    every = [points[:, :2] for way in ways for points in (*way.tracks, way.marks)]
    x, y, ratio = equal_scales(np.concatenate([*every, *places, *(r.points for r in routes)]), RATIOS, SHORTEST)
    plan, height, keys, ends = list[Drawn](), list[Drawn](), list[Key](), list[str]()
    plan += [
        Curve(r.points[:, 0], r.points[:, 1], _ROUTE, thin=False, name="route") for r in routes if len(r.points) > 1
    ]
    for k, (name, way, aim) in enumerate(zip(vehicles, ways, wanted, strict=True)):
        color = VEHICLES[k % len(VEHICLES)]
        style = f"line {color}{_DASHES[k // len(VEHICLES) % len(_DASHES)]}"
        faint = [Curve(p[:, 0], p[:, 1], f"{style} faint", thin=False, name=name) for p in way.tracks[1:]]
        if aim.place is not None:
            plan.append(Curve(aim.place[:, 0], aim.place[:, 1], SET_POINT, thin=False, name="set point"))
        own = way.tracks[0]
        plan += [*faint[::-1], Curve(own[:, 0], own[:, 1], style, thin=False, name=name, time=own[:, 3])]
        plan += heading_marks(way.marks, color)
        height += banded(way.heights, 0, style, name)
        if aim.height is not None:
            height.append(Curve(way.heights.time, aim.height, SET_POINT, name="set point"))
        keys.append(Key(style, name))
        ends.append(f"{name} from ({_point(own[0])}) to ({_point(own[-1])}) m")
    plan += [_points_of(r) for r in routes if r.kind != "path"]
    aimed = [each.height for each in wanted if each.height is not None]
    values, words = [*aimed, *(each for way in ways for each in way.heights.values)], "; ".join(ends)
    kinds = list(dict.fromkeys(r.kind for r in routes))
    keys += [Key(_ROUTE, "route")] if any(len(r.points) > 1 for r in routes) else []
    keys += [Key("end ochre diamond", each) for each in kinds if each != "path"]
    keys += [SET_POINT_KEY] if places or (aimed and heights) else []
    alt = f"Track from above: {words}"
    panels = [Panel("north, y", "m", x, y, plan, alt, across="east, x", tall="plan", ratio=ratio)]
    if heights:
        up = scale(values, 0.01)
        panels.append(Panel("z, height", "m", time_scale(samples.time), up, height, f"Height: {words}", least=0.01))
    return Chart(
        "Track from above, and height",
        panels,
        _caption(samples.rows, rows),
        [*keys, Key("end grey", "start"), Key("end grey square", "end")],
        flows=flows,
    )


def heading_marks(marks: Floats, color: str) -> list[Drawn]:
    """Arrows along the heading, a ring at the start, a square at the end; of places and yaws (mark, 3)."""
    level = np.zeros(1)
    return [
        Marks(marks[:, 0], marks[:, 1], marks[:, 2], "arrow", f"arrow {color}"),
        Marks(marks[:1, 0], marks[:1, 1], level, "ring", f"end {color}"),
        Marks(marks[-1:, 0], marks[-1:, 1], level, "square", f"end {color}"),
    ]


def _points_of(route: Route) -> Marks:
    p = route.points[:64]
    return Marks(p[:, 0], p[:, 1], np.zeros(len(p)), "diamond", "end ochre")


def _caption(count: int, rows: int) -> str:
    words = "North is up, axes are to scale. Arrows show the heading at equal intervals of time."
    if count > 1:
        shown = "all" if rows == count else f"the first {rows}"
        words += f" Run 0 is drawn with its arrows, {shown} of the {count} runs faintly."
    return words


class Way(NamedTuple):
    """Tracks of the runs (point, 4) as x, y, z and time; marks of run 0 (mark, 3) as x, y and yaw; heights."""

    tracks: list[Floats]
    marks: Floats
    heights: Series


def _way(samples: Samples, vehicle: int, rows: int) -> Way:
    n = samples.sizes["time"]
    size = -(-n // max(1, _TRACK_POINTS // (4 * rows)))
    parts: list[list[Floats]] = []
    begin = 0
    for values in blocks(samples, ("position",), vehicle, slice(0, rows), size):
        time = samples.time[begin : begin + len(values["position"])]
        each = [np.column_stack([p, time]) for p in np.moveaxis(values["position"], 1, 0)]
        parts.append([p[extremes(p[:, :2], size)] if size > 4 else p for p in each])
        begin += len(time)
    marks = np.unique(np.linspace(0, n - 1, _MARKS).round().astype(np.intp)).tolist()
    places = samples.take("position", vehicle=vehicle, row=0)[marks, :2]
    yaw = (
        samples.take("yaw", vehicle=vehicle, row=0)[marks] if recorded(samples, "yaw") else np.full(len(marks), np.nan)
    )
    tracks = [np.concatenate(each) for each in zip(*parts, strict=True)]
    return Way(tracks, np.column_stack([places, yaw]), series_of(samples, ("position",), vehicle).component(2))


class _Wanted(NamedTuple):
    """Set points of a track: height (sample,) and place (sample, 2), if there are any."""

    height: Floats | None
    place: Floats | None


def _wanted_track(samples: Samples, vehicle: int) -> _Wanted:
    x, y = (set_point_of(samples, name, vehicle) for name in "xy")
    return _Wanted(wanted_height(samples, vehicle), None if x is None or y is None else np.column_stack([x, y]))


def wanted_height(samples: Samples, vehicle: int) -> Floats | None:
    """Set point of z, also from one of the depth."""
    z, depth = (set_point_of(samples, name, vehicle) for name in ("z", "depth"))
    return -depth if z is None and depth is not None and surface_at_zero(samples, vehicle) else z


def _point(p: Floats) -> str:
    return ", ".join(number(float(c)) for c in p[:3])
