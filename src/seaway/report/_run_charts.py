"""The charts of a run's report: track, attitude, velocities, forces by law, surface, spectrum, energy."""

from collections.abc import Sequence
from math import pi
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.report._charts import (
    Area,
    Chart,
    Curve,
    Key,
    Panel,
    equal_scales,
    number,
    panel,
    prefixed,
    scale,
    thinned,
    time_scale,
)
from seaway.report._energy import RESTORING, EnergyBalance
from seaway.report._laws import look_of, words_of
from seaway.report._records import Series, blocks, laws_of, names_of, samples_of, series_of

if TYPE_CHECKING:
    from xarray import Dataset

__all__ = [
    "attitude_chart",
    "energy_chart",
    "forces_chart",
    "surface_chart",
    "track_chart",
    "velocity_chart",
]

_AXES: Final = ("line blue", "line orange", "line green")
_VEHICLES: Final = ("blue", "orange", "green", "violet", "ochre", "pink", "brown", "grey")
# Width over height of a track: the least and the greatest.
_RATIOS: Final = (1.5, 3.2)
# Shorter tracks than this [m], and smaller forces [N, N m], are drawn as if they were so large.
_SHORTEST: Final = 0.1
_LEAST_FORCE: Final = 1e-6
# Laws that nowhere reach this part of the largest on an axis are not drawn there.
_SMALL: Final = 0.005
# Heading marks along a track, their length as a part of its width, and how many points a track has at most.
_MARKS: Final = 14
_MARK: Final = 0.026
_TRACK_POINTS: Final = 1500
# Of a batch so many tracks are drawn.
_TRACKS: Final = 24


def track_chart(dataset: "Dataset", vehicles: Sequence[str]) -> Chart:
    """Where the vehicles went, from above with marks that show their heading, and their height over time."""
    known = names_of(dataset)
    rows = min(dataset.sizes["row"], _TRACKS)
    ways = [_way(dataset, known.index(name), rows) for name in vehicles]
    every = np.concatenate([points[:, :2] for way in ways for points in (*way.tracks, way.marks)])
    x, y, ratio = equal_scales(every, _RATIOS, _SHORTEST)
    plan: list[Curve | Area] = []
    height: list[Curve | Area] = []
    for k, way in enumerate(ways):
        color = _VEHICLES[k % len(_VEHICLES)]
        for row in range(rows - 1, -1, -1):
            p = way.tracks[row]
            plan.append(Curve(p[:, 0], p[:, 1], f"line {color}{'' if row == 0 else ' faint'}", thin=False))
        plan.extend(_marks(way.marks, _MARK * (x.high - x.low), color))
        height.extend(_banded(way.heights, 0, color, dataset.sizes["row"]))
    t = time_scale(ways[0].heights.time)
    values = [v for way in ways for v in (way.heights.first, way.heights.lowest, way.heights.highest)]
    firsts = [way.tracks[0] for way in ways]
    words = "; ".join(
        f"{name} from ({_point(p[0])}) to ({_point(p[-1])}) m" for name, p in zip(vehicles, firsts, strict=True)
    )
    keys = [Key(f"line {_VEHICLES[k % len(_VEHICLES)]}", name) for k, name in enumerate(vehicles)]
    caption = (
        "From above, north up; both axes alike. Darts point where the vehicle heads and are equally far apart in time; "
        "a ring is the start, a square the end. Below, the height of the vehicle's origin over time, up positive."
    )
    if dataset.sizes["row"] > 1:
        shown = "all" if rows == dataset.sizes["row"] else f"the first {rows}"
        caption += f" Row 0 is drawn with its marks, {shown} of the {dataset.sizes['row']} rows faintly."
    return Chart(
        (
            panel("north, y, over east, x", "m", x, y, plan, f"Track from above: {words}", tall="plan", ratio=ratio),
            panel("height, z", "m", t, scale(values, 0.01), height, f"Height over time: {words}"),
        ),
        caption,
        tuple(keys) if len(keys) > 1 else (),
    )


def attitude_chart(dataset: "Dataset", vehicle: int) -> Chart:
    """Roll, pitch and yaw over time, in degrees; yaw goes on over full turns."""
    series = series_of(dataset, ("roll", "pitch", "yaw"), vehicle, turning=True)
    series = series._replace(
        first=np.degrees(series.first), lowest=np.degrees(series.lowest), highest=np.degrees(series.highest)
    )
    t, rows = time_scale(series.time), dataset.sizes["row"]
    panels: list[Panel] = []
    for k, (name, sign) in enumerate((("roll", "to starboard"), ("pitch", "bow down"), ("yaw", "to port"))):
        y = scale([series.first[:, k], series.lowest[:, k], series.highest[:, k]], 0.1)
        alt = f"{name} over time, {_range_words(series.first[:, k], '°')}"
        drawn = _banded(series, k, _AXES[k].removeprefix("line "), rows)
        panels.append(panel(f"{name}, + {sign}", "°", t, y, drawn, alt, ticks=k == 2))
    turn = float(series.first[-1, 2] - series.first[0, 2])
    roll, pitch = (float(np.nanmax(np.abs(series.first[:, k]))) for k in (0, 1))
    caption = (
        f"Roll stays within {number(roll, 3)}° and pitch within {number(pitch, 3)}° of level; from start to end the "
        f"vehicle turns by {number(abs(turn), 3)}° to {'port' if turn >= 0.0 else 'starboard'}.{_of_batch(rows)}"
    )
    return Chart(tuple(panels), caption)


def velocity_chart(dataset: "Dataset", vehicle: int) -> Chart:
    """Velocity and angular velocity over time, in body axes."""
    linear = series_of(dataset, ("velocity",), vehicle)
    angular = series_of(dataset, ("angular_velocity",), vehicle)
    angular = angular._replace(
        first=np.degrees(angular.first), lowest=np.degrees(angular.lowest), highest=np.degrees(angular.highest)
    )
    t, rows = time_scale(linear.time), dataset.sizes["row"]
    panels: list[Panel] = []
    for series, label, unit, least in (
        (linear, "velocity in body axes", "m/s", 1e-3),
        (angular, "angular velocity in body axes", "°/s", 0.1),
    ):
        y = scale([series.first, series.lowest, series.highest], least)
        drawn: list[Curve | Area] = []
        for k in range(3):
            drawn.extend(_banded(series, k, _AXES[k].removeprefix("line "), rows))
        alt = "; ".join(f"{axis}: {_range_words(series.first[:, k], unit)}" for k, axis in enumerate("xyz"))
        panels.append(panel(label, unit, t, y, drawn, f"{label} over time; {alt}", ticks=series is angular))
    speed = np.linalg.norm(linear.first, axis=-1)
    fastest = int(np.nanargmax(speed)) if np.any(np.isfinite(speed)) else 0
    caption = (
        f"The vehicle is fastest at {number(float(linear.time[fastest]), 4)} s with {number(float(speed[fastest]), 3)} "
        f"m/s over ground. x is forward, y to port, z up; turning is positive by the right hand.{_of_batch(rows)}"
    )
    keys = tuple(
        Key(style, word)
        for style, word in zip(_AXES, ("x, surge and roll", "y, sway and pitch", "z, heave and yaw"), strict=True)
    )
    return Chart(tuple(panels), caption, keys)


def forces_chart(dataset: "Dataset", vehicle: int) -> Chart:
    """Force and torque of every law over time, about Bo in body axes, and their sum; of row 0."""
    time, count = samples_of(dataset)
    laws = laws_of(dataset)
    wrenches = np.zeros((count, len(laws), 6))
    for start, values in blocks(dataset, ("force", "torque"), vehicle, slice(0, 1), count):
        part = slice(start, start + len(values["force"]))
        wrenches[part, :, :3], wrenches[part, :, 3:] = values["force"][:, 0], values["torque"][:, 0]
    series = _together(laws, wrenches)
    peaks = {law: np.max(np.abs(wrench), axis=0, initial=0.0) for law, wrench in series.items()}
    least = np.maximum(_SMALL * np.max(list(peaks.values()), axis=0, initial=0.0), _LEAST_FORCE)
    t = time_scale(time)
    panels: list[Panel] = []
    names = ("force x, surge", "force y, sway", "force z, heave", "torque x, roll", "torque y, pitch", "torque z, yaw")
    for k in (0, 3, 1, 4, 2, 5):
        shown = [law for law in series if peaks[law][k] >= least[k]]
        total = np.sum(wrenches[:, :, k], axis=1)
        most = max([float(np.max(np.abs(total), initial=0.0)), *(float(peaks[law][k]) for law in shown)])
        factor, unit = prefixed("N" if k < 3 else "N m", most)
        values = [total, *(series[law][:, k] for law in shown)]
        drawn = [Curve(time, total, "line sum"), *(Curve(time, series[law][:, k], look_of(law).style) for law in shown)]
        alt = ", ".join(f"{words_of(law)} up to {number(float(peaks[law][k]) * factor, 3)} {unit}" for law in shown)
        y = scale(values, max(least[k], _LEAST_FORCE), factor=factor)
        panels.append(panel(names[k], unit, t, y, drawn, f"{names[k]}, over time: {alt or 'no law acts'}"))
    order = [law for law in series if np.any(peaks[law] >= least)]
    keys = (*(Key(look_of(law).style, words_of(law)) for law in order), Key("line sum", "sum of all"))
    largest = max(order, key=lambda law: float(np.max(peaks[law][:3])), default=None)
    caption = "Forces and torques about the link origin, in body axes; the broad grey line is the sum of all."
    if largest is not None and float(np.max(peaks[largest][:3])) > _LEAST_FORCE:
        axis = int(np.argmax(peaks[largest][:3]))
        factor, unit = prefixed("N", float(peaks[largest][axis]))
        most = number(float(peaks[largest][axis]) * factor, 3)
        caption = f"Largest is the force of {words_of(largest)}, {most} {unit} along {'xyz'[axis]}. {caption}"
    if len(order) < len(series):
        caption += " Laws that do next to nothing on an axis are left out there."
    return Chart(tuple(panels), caption + _of_first_row(dataset), keys, 2)


def surface_chart(dataset: "Dataset", vehicle: int) -> Chart | str:
    """The surface at the vehicle and the vehicle's height over time, and the part of it that is under water.

    Returns:
        The chart; what there is to say where the water is still and that part does not change.
    """
    elevation = series_of(dataset, ("surface_elevation",), vehicle)
    wet = series_of(dataset, ("wet_fraction",), vehicle)
    if not any(np.any(each) for each in (elevation.lowest, elevation.highest, wet.highest - wet.lowest.flat[0])):
        return (
            f"The water is still, and {number(100.0 * float(wet.first[0, 0]), 3)} % of the vehicle is always under it."
        )
    wet = wet._replace(first=100.0 * wet.first, lowest=100.0 * wet.lowest, highest=100.0 * wet.highest)
    z = _heights(dataset, vehicle)
    t, rows = time_scale(elevation.time), dataset.sizes["row"]
    # A vehicle far below would leave no room for the waves: it then has axes of its own.
    together = bool(np.max(np.abs(z.first)) <= 8.0 * max(float(np.max(np.abs(elevation.first))), 0.25))
    y = scale([s.first for s in ((elevation, z) if together else (elevation,))], 0.02)
    water = Area(*_thin_area(elevation, y.low), "area sky")
    drawn = [water, *_banded(elevation, 0, "blue", rows), *(_banded(z, 0, "ink", rows) if together else ())]
    alt = f"surface elevation at the vehicle, {_range_words(elevation.first[:, 0], 'm')}"
    panels = [panel("above the still surface", "m", t, y, drawn, alt, ticks=False)]
    if not together:
        own = scale([z.first], 0.02)
        words = f"height of the vehicle, {_range_words(z.first[:, 0], 'm')}"
        panels.append(panel("height of the vehicle, z", "m", t, own, _banded(z, 0, "ink", rows), words, ticks=False))
    words = f"part under water, {_range_words(wet.first[:, 0], '%')}"
    panels.append(panel("under water", "%", t, scale([wet.first], 1.0), _banded(wet, 0, "blue", rows), words))
    highest, lowest = float(np.max(elevation.first)), float(np.min(elevation.first))
    if highest == lowest == 0.0:
        caption = "The water is still: its surface stays at 0."
    else:
        caption = f"The surface at the vehicle goes from {number(lowest, 3)} to {number(highest, 3)} m."
    least, most = (number(float(each(wet.first)), 3) for each in (np.min, np.max))
    caption += f" Between {least} and {most} % of the vehicle is under water."
    keys = (Key("line blue", "surface at the vehicle"), Key("line ink", "vehicle, z of its origin")) if together else ()
    return Chart(tuple(panels), caption + _of_batch(rows), keys)


def energy_chart(balance: EnergyBalance, rows: int) -> Chart:
    """Energy and the works of all laws over time, and what is left."""
    t = time_scale(balance.time)
    turnover = balance.turnover
    factor, unit = prefixed("J", turnover)
    works = {**balance.work, " and ".join(RESTORING): balance.restoring}
    shown = {law: w for law, w in works.items() if float(np.max(np.abs(w))) >= _SMALL * turnover and turnover > 0.0}
    least = max(_SMALL * turnover, 1e-9)
    drawn = [
        Curve(balance.time, balance.change, "line sum"),
        *(Curve(balance.time, work, look_of(law).style) for law, work in shown.items()),
    ]
    y = scale([balance.change, *shown.values()], least, factor=factor)
    alt = ", ".join(f"{words_of(law)} {number(float(w[-1]) * factor, 4)} {unit}" for law, w in shown.items())
    top = panel(
        "change of energy, and works", unit, t, y, drawn, f"Works at the end: {alt or 'none'}", tall="high", ticks=False
    )
    small, small_unit = prefixed("J", float(np.max(np.abs(balance.residual))))
    rest = panel(
        "what is left",
        small_unit,
        t,
        scale([balance.residual], max(1e-6 * turnover, 1e-12), factor=small),
        [Curve(balance.time, balance.residual, "line ink")],
        f"Residual of the balance, {_range_words(balance.residual * small, small_unit)}",
    )
    keys = (
        *(Key(look_of(law).style, _work_words(law)) for law in shown),
        Key("line sum", "change of kinetic and potential energy"),
    )
    caption = (
        "The work of each law since the start, and the change of kinetic and potential energy that they add up to; "
        "below, at its own scale, what is left between the two." + (" Of row 0." if rows > 1 else "")
    )
    return Chart((top, rest), caption, keys)


def _work_words(law: str) -> str:
    return "waves, by weight and buoyancy" if law == " and ".join(RESTORING) else words_of(law)


class _Way(NamedTuple):
    """The track of each row (point, 3), marks (mark, 3) as x, y and yaw, and heights."""

    tracks: list[Floats]
    marks: Floats
    heights: Series


def _way(dataset: "Dataset", vehicle: int, rows: int) -> _Way:
    n = dataset.sizes["time"]
    size = -(-n // max(1, _TRACK_POINTS // (4 * rows)))
    kept: list[list[Floats]] = [[] for _ in range(rows)]
    for _, values in blocks(dataset, ("position",), vehicle, slice(0, rows), multiple=size):
        for row, points in enumerate(kept):
            points.append(_outermost(values["position"][:, row], size))
    marks = np.unique(np.linspace(0, n - 1, _MARKS).round().astype(np.intp))
    at = dataset.isel(vehicle=vehicle, row=0, time=marks.tolist())
    places = np.asarray(at["position"].values, dtype=np.float64)[:, :2]
    yaw = np.asarray(at["yaw"].values, dtype=np.float64) if "yaw" in dataset.data_vars else np.full(len(marks), np.nan)
    tracks = [np.concatenate(points) for points in kept]
    return _Way(tracks, np.column_stack([places, yaw]), _heights(dataset, vehicle))


def _heights(dataset: "Dataset", vehicle: int) -> Series:
    p = series_of(dataset, ("position",), vehicle)
    return p._replace(first=p.first[:, 2:], lowest=p.lowest[:, 2:], highest=p.highest[:, 2:])


def _outermost(p: Floats, size: int) -> Floats:
    """Of every ``size`` points the first, the last and those that lie farthest to each side: no bend is lost."""
    if size <= 4:
        return p
    kept = {0, len(p) - 1}
    for start in range(0, len(p), size):
        part = np.nan_to_num(p[start : start + size, :2])
        for k in range(2):
            kept |= {start + int(np.argmin(part[:, k])), start + int(np.argmax(part[:, k]))}
    return p[sorted(kept)]


def _marks(marks: Floats, length: float, color: str) -> list[Curve | Area]:
    """Darts that point where the vehicle heads; a ring at the start, a square at the end."""
    dart = length * np.array([[1.0, 0.0], [-0.6, 0.45], [-0.3, 0.0], [-0.6, -0.45], [1.0, 0.0]])
    drawn: list[Curve | Area] = []
    for x, y, yaw in marks.tolist():
        if np.isfinite(yaw):
            c, s = np.cos(yaw), np.sin(yaw)
            shape = dart @ np.array([[c, s], [-s, c]]) + (x, y)
            drawn.append(Curve(shape[:, 0], shape[:, 1], f"dart {color}", thin=False))
    turn = np.linspace(0.0, 2.0 * pi, 25)
    ring = 0.5 * length * np.column_stack([np.cos(turn), np.sin(turn)]) + marks[0, :2]
    square = 0.45 * length * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]]) + marks[-1, :2]
    return [
        *drawn,
        Curve(ring[:, 0], ring[:, 1], f"end {color}", thin=False),
        Curve(square[:, 0], square[:, 1], f"end {color}", thin=False),
    ]


def _banded(series: Series, k: int, color: str, rows: int) -> list[Curve | Area]:
    """The line of row 0, and the range of all rows behind it."""
    line = Curve(series.time, series.first[:, k], f"line {color}")
    if rows == 1:
        return [line]
    return [Area(series.spread_time, series.lowest[:, k], series.highest[:, k], f"area {color}"), line]


def _thin_area(series: Series, bottom: float) -> tuple[Floats, Floats, Floats]:
    x, high = thinned(series.time, series.first[:, 0])
    return x, np.full_like(x, bottom), high


def _together(laws: list[str], wrenches: Floats) -> dict[str, Floats]:
    """The wrench of each law, (sample, 6); weight and buoyancy as one, first."""
    pair = [laws.index(law) for law in RESTORING if law in laws]
    both = {" and ".join(RESTORING): np.sum(wrenches[:, pair], axis=1)} if pair else {}
    return both | {law: wrenches[:, n] for n, law in enumerate(laws) if n not in pair}


def _range_words(values: Floats, unit: str) -> str:
    finite = values[np.isfinite(values)]
    if not len(finite):
        return "not finite"
    return f"from {number(float(np.min(finite)), 3)} to {number(float(np.max(finite)), 3)} {unit}"


def _point(p: Floats) -> str:
    return ", ".join(number(float(c), 3) for c in p)


def _of_batch(rows: int) -> str:
    return f" The line is row 0; the band is from the lowest to the highest of all {rows} rows." if rows > 1 else ""


def _of_first_row(dataset: "Dataset") -> str:
    rows = dataset.sizes["row"]
    return f" Of row 0 of {rows}." if rows > 1 else ""
