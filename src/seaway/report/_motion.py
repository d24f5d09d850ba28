"""The charts of a vehicle's motion: position, attitude, velocities, and the surface at the vehicle."""

from math import pi
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.report._charts import Area, Chart, Drawn, Key, Panel, number, range_words, scale, thinned, time_scale
from seaway.report._map import compass, wanted_height
from seaway.report._records import Series, series_of, set_point_of, signal_of
from seaway.report._samples import Samples
from seaway.report._svg import COLUMNS
from seaway.report._time_panels import AXES, SET_POINT, SET_POINT_KEY, banded, of_batch, still, time_panel

# Smaller changes are no motion.
_METRE: Final = 1e-3
_DEGREE: Final = 0.01
_SPEED: Final = 1e-3
_RATE: Final = 0.01


def position_chart(samples: Samples, vehicle: int, *, every: bool = False) -> Chart:
    """Position over time, and the distance from the path of guidance.

    Args:
        samples: The recording.
        vehicle: Its number.
        every: Whether axes without motion are drawn too.
    """
    series = series_of(samples, ("position",), vehicle)
    wanted = [set_point_of(samples, "x", vehicle), set_point_of(samples, "y", vehicle), wanted_height(samples, vehicle)]
    panels, omitted = list[Panel](), list[str]()
    for k, label in enumerate(("x, east", "y, north", "z, height")):
        if still(series, k, _METRE, wanted[k]) and not every:
            omitted.append(label.partition(",")[0])
        else:
            color = (AXES[k],)
            panels.append(time_panel(label, "m", series.component(k), 0.01, colors=color, set_point=wanted[k]))
    off = signal_of(samples, vehicle, lambda name: name.endswith(".cross_track"))
    if off is not None and np.any(np.abs(off) > _METRE):
        panels.append(time_panel("cross-track error, + left of the path", "m", _one_run(samples, off), 0.01))
    caption = "Position of the vehicle's origin: x east, y north, z up; the still surface is at z = 0."
    keys = [SET_POINT_KEY] if any(each is not None for each in wanted) and panels else []
    return Chart(f"Position of {samples.names[vehicle]}", panels, caption + of_batch(samples), keys, omitted=omitted)


def attitude_chart(samples: Samples, vehicle: int, *, every: bool = False) -> Chart:
    """Roll, pitch and yaw over time, in degrees; yaw over full turns."""
    series = series_of(samples, ("roll", "pitch", "yaw"), vehicle, turning=True).scaled(180.0 / pi)
    wanted = [_degrees(set_point_of(samples, name, vehicle)) for name in ("roll", "pitch", "yaw")]
    if wanted[2] is not None:  # by the way that the vehicle turns
        wanted[2] = wanted[2] + 360.0 * np.round((series.first[:, 2] - wanted[2]) / 360.0)
    panels, omitted = list[Panel](), list[str]()
    for k, label in enumerate(("roll, + to starboard", "pitch, + bow down", "yaw, + to port")):
        if still(series, k, _DEGREE, wanted[k]) and not every:
            omitted.append(label.partition(",")[0])
        else:
            one, color = series.component(k), (AXES[k],)
            panels.append(time_panel(label, "°", one, 0.1, colors=color, set_point=wanted[k], compass=k == 2))
    turn = float(series.first[-1, 2] - series.first[0, 2])
    roll, pitch = (float(np.nanmax(np.abs(series.first[:, k]))) for k in (0, 1))
    begin, end = (compass(float(np.radians(series.first[k, 2]))) for k in (0, -1)) if np.isfinite(turn) else ("", "")
    tilts = [f"{name} within {number(a)}°" for name, a in (("roll", roll), ("pitch", pitch)) if a >= _DEGREE]
    words = [f"{' and '.join(tilts).capitalize()} of level."] if tilts else []
    if abs(turn) >= 1.0:
        side = "port" if turn >= 0.0 else "starboard"
        words.append(
            f"From start to end the vehicle turns by {number(abs(turn))}° to {side}, from heading {begin} to {end}."
        )
    if any(panel.compass for panel in panels):
        words.append("At the right of the yaw, the compass heading: clockwise from north.")
    caption = " ".join(words)
    keys = [SET_POINT_KEY] if any(each is not None for each in wanted) and panels else []
    title = f"Attitude of {samples.names[vehicle]}"
    return Chart(title, panels, caption + of_batch(samples), keys, omitted=omitted)


def velocity_chart(samples: Samples, vehicle: int, *, every: bool = False) -> Chart:
    """Velocity and angular velocity over time, in body axes."""
    linear = series_of(samples, ("velocity",), vehicle)
    angular = series_of(samples, ("angular_velocity",), vehicle).scaled(180.0 / pi)
    wanted = [set_point_of(samples, name, vehicle) for name in ("speed", "ground_speed")]
    aim = next((each for each in wanted if each is not None), None)
    panels, omitted, moving = list[Panel](), list[str](), set[int]()
    for label, unit, series, least, nothing, names in (
        ("velocity", "m/s", linear, 1e-3, _SPEED, ("surge", "sway", "heave")),
        ("angular velocity", "°/s", angular, 0.1, _RATE, ("roll rate", "pitch rate", "yaw rate")),
    ):
        shown = [k for k in range(3) if every or not still(series, k, nothing)]
        omitted += [name for k, name in enumerate(names) if k not in shown]
        moving.update(shown)
        set_point = aim if series is linear else None
        if shown or set_point is not None:
            parts = shown or [0]
            own = series._replace(**{f: getattr(series, f)[:, parts] for f in ("first", "lowest", "highest")})
            colors, words = [AXES[k] for k in parts], [names[k] for k in parts]
            panels.append(time_panel(label, unit, own, least, colors=colors, names=words, set_point=set_point))
    speed = np.linalg.norm(linear.first, axis=-1)
    fastest = int(np.nanargmax(speed)) if np.any(np.isfinite(speed)) else 0
    caption = (
        f"Top speed over ground: {number(float(speed[fastest]))} m/s, at {number(float(linear.time[fastest]))} s. "
        f"Body axes: x forward, y to port, z up; rotations follow the right-hand rule.{of_batch(samples)}"
    )
    names = ("x, surge and roll", "y, sway and pitch", "z, heave and yaw")
    keys = [Key(f"line {AXES[k]}", names[k]) for k in sorted(moving)]
    if aim is not None:
        through = " through the water" if wanted[0] is not None else ""
        keys.append(Key(SET_POINT, f"set point of the forward speed{through}"))
    title = f"Velocities of {samples.names[vehicle]} in body axes"
    return Chart(title, panels, caption, keys, omitted=omitted)


def surface_chart(samples: Samples, vehicle: int, *, every: bool = False) -> Chart:
    """The surface at the vehicle, the vehicle's height, and its wet fraction over time."""
    elevation = series_of(samples, ("surface_elevation",), vehicle)
    z = series_of(samples, ("position",), vehicle).component(2)
    wet = series_of(samples, ("wet_fraction",), vehicle).scaled(100.0)
    flat, constant = still(elevation, 0, _METRE), still(wet, 0, 0.01)
    # A vehicle far below would leave no room for the waves: it then has axes of its own.
    together = bool(np.max(np.abs(z.first)) <= 8.0 * max(float(np.max(np.abs(elevation.first))), 0.25))
    panels = list[Panel]()
    if every or not flat:
        shown = (elevation, z) if together else (elevation,)
        y = scale([each for series in shown for each in series.values], 0.02)
        x, surface = thinned(elevation.time, elevation.first[:, 0], COLUMNS)
        drawn: list[Drawn] = [Area(x, np.full_like(x, y.low), surface, "area sky")]
        drawn += banded(elevation, 0, "line blue", "surface")
        drawn += banded(z, 0, "line ink", "vehicle, z") if together else ()
        alt = f"surface elevation at the vehicle, {range_words(elevation.first, 'm')}"
        panels.append(Panel("above the still surface", "m", time_scale(elevation.time), y, drawn, alt, least=0.02))
        if not together:
            panels.append(time_panel("height of the vehicle, z", "m", z, 0.02, colors=("ink",)))
    if every or not constant:
        panels.append(time_panel("under water", "%", wet, 1.0))
    low, high = (number(float(each(elevation.first))) for each in (np.min, np.max))
    least, most = (number(float(each(wet.first))) for each in (np.min, np.max))
    caption = "The water is still." if flat else f"The surface at the vehicle ranges from {low} to {high} m."
    caption += f" {most} % of the vehicle is under water." if constant else ""
    caption += "" if constant else f" Between {least} and {most} % of the vehicle is under water."
    keys = (Key("line blue", "surface at the vehicle"), Key("line ink", "vehicle, z of its origin"))
    return Chart(
        f"Surface at {samples.names[vehicle]}{', still water' if flat else ''}",
        panels,
        caption + of_batch(samples),
        keys if together and (every or not flat) else (),
        omitted=[*(["surface elevation"] if flat else ()), *(["wet fraction"] if constant else ())],
    )


def _one_run(samples: Samples, values: Floats) -> Series:
    column = values[:, None]
    return Series(samples.time, column, samples.time, column, column, 1)


def _degrees(values: Floats | None) -> Floats | None:
    return None if values is None else np.degrees(values)
