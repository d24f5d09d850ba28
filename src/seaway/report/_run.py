"""Figures of a run: its track, attitude, velocities, the forces by law, the surface at the vehicle."""
# matplotlib leaves the types of its **kwargs open.
# pyright: reportUnknownMemberType=false

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.report._laws import look_of, words_of
from seaway.report._style import BLACK, BLUE, COLORS, GREY, ORANGE, new_figure

if TYPE_CHECKING:
    from xarray import Dataset

__all__ = ["attitude_figure", "elevation_figure", "forces_figure", "track_figure", "velocity_figure"]

_GREEN, _SKY = COLORS[2], COLORS[5]
# The colours of laws, by the names that pages have for them too.
_LAW_COLORS: Final = {
    "sky": _SKY,
    "orange": ORANGE,
    "ochre": COLORS[4],
    "green": _GREEN,
    "blue": BLUE,
    "brown": "#7f4f24",
    "violet": "#5b2a86",
    "pink": COLORS[3],
    "grey": BLACK,
}
# Drawn as one: each is large, and what is left of them moves the vehicle.
_BALANCED: Final = ("weight", "buoyancy")
# Of a batch so many rows are drawn, and of a long recording so many samples.
_ROWS: Final = 12
_SAMPLES: Final = 20_000
# Heading marks along a track, and their length as a part of its size.
_MARKS: Final = 14
_MARK: Final = 0.035
# Laws that nowhere reach this part of the largest on an axis are not drawn there.
_SMALL: Final = 0.005
# Shorter tracks than this [m], and smaller forces [N, N m], are drawn as if they were so large; so are those that are
# smaller than a part of the largest on any axis: what is left of them is rounding.
_SHORTEST: Final = 0.1
_LEAST_FORCE: Final = 1e-9
_ROUNDING: Final = 1e-9
# By which more vehicles than colours are told apart.
_DASHES: Final = ("-", "--", ":", "-.")


class _Taken(NamedTuple):
    """What is drawn of one vehicle."""

    name: str
    time: Floats
    rows: int
    values: dict[str, Floats]  # (sample, row, ...)
    title: str

    def __getitem__(self, name: Any) -> Any:
        return self.values[name]

    @property
    def alpha(self) -> float:
        return 1.0 if self.rows == 1 else 0.45


def track_figure(dataset: "Dataset") -> Figure:
    """Draw where the vehicles went: from above with marks that show their heading, and their height over time.

    Marks are equally far apart in time. Start is a dot, the end a square.

    Args:
        dataset: From ``seaway.scenario.open_run`` or ``Recording.to_xarray``; of a batch the first 12 rows are drawn.

    Returns:
        A figure; see ``save``.

    Raises:
        ModelError: Something that is drawn was not recorded.
    """
    vehicles = [_taken(dataset, name, ("position", "yaw")) for name in _names(dataset)]
    figure = new_figure(9.0, 7.6)
    plan, height = figure.subplots(2, 1, height_ratios=[2.6, 1.0])
    level = np.concatenate([vehicle["position"][..., :2].reshape(-1, 2) for vehicle in vehicles])
    low, high = np.min(level, axis=0), np.max(level, axis=0)
    size = max(float(np.max(high - low)), _SHORTEST)
    for k, vehicle in enumerate(vehicles):
        color, style = COLORS[k % len(COLORS)], _DASHES[k // len(COLORS) % len(_DASHES)]
        for row in range(vehicle.rows):
            p, yaw = vehicle["position"][:, row], vehicle["yaw"][:, row]
            label = vehicle.name if row == 0 else None
            plan.plot(p[:, 0], p[:, 1], style, color=color, linewidth=1.4, alpha=vehicle.alpha, label=label)
            _draw_marks(plan, vehicle.time, p, yaw, _MARK * size, color, vehicle.alpha)
            plan.plot(p[0, 0], p[0, 1], "o", color=color, markersize=6, markeredgecolor="white", zorder=4)
            plan.plot(p[-1, 0], p[-1, 1], "s", color=color, markersize=6, markeredgecolor="white", zorder=4)
            height.plot(vehicle.time, p[:, 2], style, color=color, linewidth=1.4, alpha=vehicle.alpha)
    plan.plot([], [], "o", color=GREY, label="start")
    plan.plot([], [], "s", color=GREY, label="end")
    middle = 0.5 * (low + high)
    # As wide as the axes are, and never thinner than a third of it: a straight line is then still a picture.
    half = np.maximum(0.5 * (high - low), [size / 2.0, size / 5.0]) + 0.08 * size
    plan.set_aspect("equal", adjustable="datalim")
    plan.update_datalim([middle - half, middle + half])
    plan.autoscale_view()
    plan.set(
        xlabel="x, east [m]",
        ylabel="y, north [m]",
    )
    plan.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small")
    height.set(xlabel="time [s]", ylabel="z, up [m]")
    _finish(figure, [plan], None)
    _finish(figure, [height], vehicles[0].time)
    figure.suptitle(_heading("Track from above, and height", vehicles[0]), fontsize="large")
    return figure


def attitude_figure(dataset: "Dataset", vehicle: str | None = None) -> Figure:
    """Draw roll, pitch and yaw over time, in degrees; yaw goes on over full turns.

    Args:
        dataset: As in ``track_figure``.
        vehicle: Which; the first where None.

    Returns:
        A figure; see ``save``.

    Raises:
        ModelError: There is no such vehicle, or something that is drawn was not recorded.
    """
    names = ("roll", "pitch", "yaw")
    taken = _taken(dataset, vehicle, names)
    figure = new_figure(9.0, 6.4)
    axes = figure.subplots(3, 1, sharex=True)
    signs = {"roll": "to starboard", "pitch": "bow down", "yaw": "to port"}
    for axis, name, color in zip(axes, names, (BLUE, ORANGE, _GREEN), strict=True):
        values = np.degrees(np.unwrap(taken[name], axis=0))
        axis.plot(taken.time, values, color=color, linewidth=1.3, alpha=taken.alpha)
        axis.set_ylabel(f"{name} [°]\n+ {signs[name]}")
        _widen(axis, values, 0.1)
    axes[-1].set_xlabel("time [s]")
    _finish(figure, list(axes), taken.time)
    figure.suptitle(_heading(f"Attitude of {taken.name}", taken), fontsize="large")
    return figure


def velocity_figure(dataset: "Dataset", vehicle: str | None = None) -> Figure:
    """Draw the velocity and the angular velocity over time, in body axes.

    Args:
        dataset: As in ``track_figure``.
        vehicle: Which; the first where None.

    Returns:
        A figure; see ``save``.

    Raises:
        ModelError: There is no such vehicle, or something that is drawn was not recorded.
    """
    taken = _taken(dataset, vehicle, ("velocity", "angular_velocity"))
    figure = new_figure(9.0, 6.4)
    linear, angular = figure.subplots(2, 1, sharex=True)
    for axis, values, words, least in (
        (linear, taken["velocity"], ("surge, x", "sway, y", "heave, z"), 1e-3),
        (angular, np.degrees(taken["angular_velocity"]), ("roll, x", "pitch, y", "yaw, z"), 0.1),
    ):
        for k, (word, color) in enumerate(zip(words, (BLUE, ORANGE, _GREEN), strict=True)):
            lines = axis.plot(taken.time, values[..., k], color=color, linewidth=1.3, alpha=taken.alpha)
            lines[0].set_label(word)
        _widen(axis, values, least)
        axis.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small")
    linear.set_ylabel("velocity in B [m/s]")
    angular.set(xlabel="time [s]", ylabel="angular velocity in B [°/s]")
    _finish(figure, [linear, angular], taken.time)
    figure.suptitle(_heading(f"Velocities of {taken.name}", taken), fontsize="large")
    return figure


def forces_figure(dataset: "Dataset", vehicle: str | None = None) -> Figure:
    """Draw the force and torque of every law over time, about Bo in body axes, and their sum.

    Weight and buoyancy are drawn as one, since what is left of them is what moves the vehicle. Laws that do next to
    nothing on an axis are left out there. Of a batch the first row is drawn.

    Args:
        dataset: As in ``track_figure``.
        vehicle: Which; the first where None.

    Returns:
        A figure; see ``save``.

    Raises:
        ModelError: There is no such vehicle, or something that is drawn was not recorded.
    """
    taken = _taken(dataset, vehicle, ("force", "torque"), rows=1)
    laws = [str(law) for law in dataset["law"].values.tolist()]
    series = _by_law(taken, laws)
    peaks = {law: np.max(np.abs(wrench), axis=0) for law, wrench in series.items()}
    largest = np.max(list(peaks.values()), axis=0)
    nothing = np.maximum(_ROUNDING * np.repeat([np.max(largest[:3]), np.max(largest[3:])], 3), _LEAST_FORCE)
    least = np.maximum(_SMALL * largest, nothing)
    figure = new_figure(11.0, 7.6)
    axes = figure.subplots(2, 3, sharex=True)
    drawn: dict[str, Any] = {}
    for k, (axis, what) in enumerate(zip(axes.ravel(), ("fx", "fy", "fz", "nx", "ny", "nz"), strict=True)):
        values = {law: wrench[:, k] for law, wrench in series.items()}
        total = np.sum(list(values.values()), axis=0)
        drawn["sum"] = axis.plot(taken.time, total, color=GREY, alpha=0.55, linewidth=2.4)[0]
        for law, each in values.items():
            if peaks[law][k] >= least[k]:
                look = look_of(law)
                style = "--" if look.dashed else "-"
                drawn[law] = axis.plot(taken.time, each, style, color=_LAW_COLORS[look.color], linewidth=1.0)[0]
        axis.set_ylabel(f"{what} [{'N' if k < 3 else 'N m'}]")
        # Of rounding no picture is made.
        _widen(axis, np.stack([total, *values.values()]), 1.0 if largest[k] < nothing[k] else nothing[k])
        if k >= 3:
            axis.set_xlabel("time [s]")
    _finish(figure, list(axes.ravel()), taken.time)
    order = [law for law in (*series, "sum") if law in drawn]
    figure.legend(
        [drawn[law] for law in order],
        [words_of(law) for law in order],
        loc="outside lower center",
        ncols=min(6, len(order)),
        frameon=False,
        fontsize="small",
    )
    figure.suptitle(_heading(f"Forces on {taken.name} about Bo in B", taken), fontsize="large")
    return figure


def elevation_figure(dataset: "Dataset", vehicle: str | None = None) -> Figure:
    """Draw the surface at the vehicle and the vehicle's height over time, and the part of it that is under water.

    Args:
        dataset: As in ``track_figure``.
        vehicle: Which; the first where None.

    Returns:
        A figure; see ``save``.

    Raises:
        ModelError: There is no such vehicle, or something that is drawn was not recorded.
    """
    taken = _taken(dataset, vehicle, ("surface_elevation", "position", "wet_fraction"))
    elevation, z, wet = taken["surface_elevation"], taken["position"][..., 2], 100.0 * taken["wet_fraction"]
    # A vehicle far below would leave no room for the waves: it then has axes of its own.
    together = bool(np.max(np.abs(z)) <= 8.0 * max(float(np.max(np.abs(elevation))), 0.25))
    figure = new_figure(9.0, 6.0 if together else 7.6)
    axes = list(figure.subplots(2 if together else 3, 1, sharex=True))
    surface, of_vehicle, fraction = axes[0], axes[0 if together else 1], axes[-1]
    shown = np.concatenate([elevation, z], axis=1) if together else elevation
    _widen(surface, shown, 0.02)
    bottom = surface.get_ylim()[0]
    surface.fill_between(taken.time, elevation[:, 0], bottom, color=_SKY, alpha=0.3, linewidth=0.0)
    surface.plot(taken.time, elevation, color=BLUE, linewidth=1.2, alpha=taken.alpha)
    surface.lines[0].set_label("surface at the vehicle")
    first = len(of_vehicle.lines)
    of_vehicle.plot(taken.time, z, color=BLACK, linewidth=1.3, alpha=taken.alpha)
    of_vehicle.lines[first].set_label("vehicle, z of Bo")
    surface.set_ylabel("above the still surface [m]")
    if not together:
        of_vehicle.set_ylabel("z of Bo [m]")
        _widen(of_vehicle, z, 0.02)
    fraction.plot(taken.time, wet, color=BLUE, linewidth=1.3, alpha=taken.alpha)
    fraction.set(xlabel="time [s]", ylabel="under water [%]")
    _widen(fraction, wet, 1.0)
    for axis in axes[:-1]:
        axis.legend(frameon=False, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2, fontsize="small")
    _finish(figure, axes, taken.time)
    still = "" if np.any(elevation) else ", still water"
    figure.suptitle(_heading(f"Surface at {taken.name}{still}", taken), fontsize="large")
    return figure


def _by_law(taken: _Taken, laws: list[str]) -> dict[str, Floats]:
    """The wrench of each law in the first row, (sample, 6); weight and buoyancy together, first."""
    wrenches = np.concatenate([taken["force"][:, 0], taken["torque"][:, 0]], axis=-1)
    pair = [laws.index(law) for law in _BALANCED if law in laws]
    together = {" and ".join(laws[n] for n in pair): np.sum(wrenches[:, pair], axis=1)} if pair else {}
    return together | {law: wrenches[:, n] for n, law in enumerate(laws) if n not in pair}


def _heading(what: str, taken: _Taken) -> str:
    return what if taken.title in ("", taken.name) else f"{what}: {taken.title}"


def _names(dataset: "Dataset") -> list[str]:
    if "vehicle" not in dataset.coords or not dataset.sizes.get("time"):
        raise ModelError("a figure of a run is drawn from a Dataset with a dimension time, not empty, and vehicles")
    return [str(name) for name in dataset["vehicle"].values.tolist()]


def _taken(dataset: "Dataset", vehicle: str | None, names: tuple[str, ...], rows: int = _ROWS) -> _Taken:
    known = _names(dataset)
    name = known[0] if vehicle is None else vehicle
    if name not in known:
        raise ModelError(f"there is no vehicle '{name}'; there are: {', '.join(known)}")
    missing = [each for each in names if each not in dataset.data_vars]
    if missing:
        there = ", ".join(str(each) for each in dataset.data_vars)
        raise ModelError(f"'{missing[0]}' was not recorded; there are: {there}")
    step = -(-dataset.sizes["time"] // _SAMPLES)
    shown = dataset.isel(time=slice(None, None, step), row=slice(0, rows), vehicle=known.index(name))
    title = str(dataset.attrs.get("title", ""))
    status = str(dataset.attrs.get("run_status", "complete"))
    return _Taken(
        name,
        np.asarray(shown["time"].values, dtype=np.float64),
        shown.sizes["row"],
        {each: np.asarray(shown[each].values, dtype=np.float64) for each in names},
        title if status == "complete" else f"{title} ({status})",
    )


def _draw_marks(axes: Axes, time: Floats, p: Floats, yaw: Floats, length: float, color: str, alpha: float) -> None:
    """Draw darts that point where the vehicle heads, equally far apart in time."""
    dart = length * np.array([[1.0, 0.0], [-0.6, 0.45], [-0.3, 0.0], [-0.6, -0.45]])
    moments: Floats = np.linspace(float(time[0]), float(time[-1]), _MARKS)
    for k in sorted({int(np.argmin(np.abs(time - moment))) for moment in moments}):
        c, s = np.cos(yaw[k]), np.sin(yaw[k])
        shape = dart @ np.array([[c, s], [-s, c]]) + p[k, :2]
        axes.fill(shape[:, 0], shape[:, 1], facecolor=color, alpha=0.55 * alpha, edgecolor=color, linewidth=0.8)


def _widen(axes: Axes, values: Floats, least: float) -> None:
    """Set the limits so that what hardly changes is not drawn as if it did."""
    low, high = float(np.min(values)), float(np.max(values))
    half = max(0.55 * (high - low), least)
    middle = 0.5 * (low + high)
    axes.set_ylim(middle - half, middle + half)


def _finish(figure: Figure, axes: list[Axes], time: Floats | None) -> None:
    for axis in axes:
        axis.grid(alpha=0.3)
        if time is not None and time[-1] > time[0]:
            axis.set_xlim(float(time[0]), float(time[-1]))
    if len(axes) > 1:
        figure.align_ylabels(axes)
