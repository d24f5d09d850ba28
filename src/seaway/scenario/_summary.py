"""Summaries of runs: distance, extremes, energy, accelerations."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from math import degrees, isnan, nan
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.frames import rpy_from_quaternion
from seaway.scenario._recording_file import recordings_of
from seaway.sim import Recording

if TYPE_CHECKING:
    from xarray import Dataset

# Variables of a recording that a summary is made of.
_NEEDED: Final = frozenset(
    {"position", "orientation", "velocity", "acceleration", "energy", "surface_elevation", "wet_fraction"}
)
# Smaller numbers are rounding errors: in their unit, and relative to the other end of a range.
_NOTHING: Final = 1e-9
_NOTHING_BESIDE: Final = 1e-5


OF_GUIDANCE: Final = ("largest_cross_track", "rms_cross_track")
"""Numbers that a summary has only of vehicles with guidance along a path."""


class SummaryLine(NamedTuple):
    """One line of a summary for display.

    Attributes:
        label: Name of the quantity.
        value: With three digits; several numbers are separated by commas, the ends of a range by "to".
        unit: Unit of the value.
    """

    label: str
    value: str
    unit: str


@dataclass(frozen=True)
class VehicleSummary:
    """Summary of one vehicle over all samples.

    Attributes:
        name: Name of the vehicle.
        duration: Time from the first sample to the last [s].
        distance: Length of the track [m].
        displacement: Distance from start to end [m].
        mean_speed: Distance over duration [m/s].
        largest_speed: [m/s].
        largest_angular_speed: [rad/s].
        lowest_position: Least x, y, z of p_WBo_W [m].
        highest_position: Greatest x, y, z [m].
        lowest_attitude: Least roll, pitch, and yaw counted over full turns [rad].
        highest_attitude: Greatest of the same [rad].
        largest_acceleration: Acceleration of Bo in the world [m/s2].
        rms_acceleration: Root mean square of the same [m/s2].
        largest_angular_acceleration: [rad/s2].
        energy_at_start: Kinetic and potential [J].
        energy_at_end: Kinetic and potential [J].
        largest_kinetic_energy: [J].
        lowest_wet_fraction: Least fraction of the volume under water.
        highest_wet_fraction: Greatest fraction.
        lowest_elevation: Least wave elevation at the vehicle [m].
        highest_elevation: Greatest wave elevation at the vehicle [m].
        largest_cross_track: Largest distance from the path that guidance follows [m]; nan if there is none.
        rms_cross_track: Root mean square of the same [m].
    """

    name: str
    duration: float
    distance: float
    displacement: float
    mean_speed: float
    largest_speed: float
    largest_angular_speed: float
    lowest_position: tuple[float, float, float]
    highest_position: tuple[float, float, float]
    lowest_attitude: tuple[float, float, float]
    highest_attitude: tuple[float, float, float]
    largest_acceleration: float
    rms_acceleration: float
    largest_angular_acceleration: float
    energy_at_start: float
    energy_at_end: float
    largest_kinetic_energy: float
    lowest_wet_fraction: float
    highest_wet_fraction: float
    lowest_elevation: float
    highest_elevation: float
    largest_cross_track: float = nan
    rms_cross_track: float = nan

    def as_dict(self) -> dict[str, Any]:
        """The summary as numbers and lists for JSON; without the cross-track error, if there is none."""
        absent = OF_GUIDANCE if isnan(self.rms_cross_track) else ()
        there = {name: value for name, value in vars(self).items() if name not in absent}
        return {name: [*value] if isinstance(value, tuple) else value for name, value in there.items()}

    def lines(self) -> tuple[SummaryLine, ...]:
        """The summary for display, angles in degrees."""
        return _lines(self, self)


class _Row(NamedTuple):
    """A line of a summary in numbers."""

    label: str
    unit: str
    numbers: tuple[float, ...]
    is_range: bool = False


def _rows(s: VehicleSummary) -> list[_Row]:
    positions = zip("xyz", s.lowest_position, s.highest_position, strict=True)
    angles = zip(("roll", "pitch", "yaw"), s.lowest_attitude, s.highest_attitude, strict=True)
    cross_track = _Row("cross-track error, rms, largest", "m", (s.rms_cross_track, s.largest_cross_track))
    return [
        _Row("distance", "m", (s.distance,)),
        _Row("from start to end", "m", (s.displacement,)),
        _Row("mean, largest speed", "m/s", (s.mean_speed, s.largest_speed)),
        _Row("largest rate of turn", "°/s", (degrees(s.largest_angular_speed),)),
        *(_Row(axis, "m", (low, high), is_range=True) for axis, low, high in positions),
        *(_Row(angle, "°", (degrees(low), degrees(high)), is_range=True) for angle, low, high in angles),
        _Row("largest acceleration", "m/s2", (s.largest_acceleration,)),
        _Row("acceleration, rms", "m/s2", (s.rms_acceleration,)),
        _Row("largest angular acceleration", "rad/s2", (s.largest_angular_acceleration,)),
        _Row("energy at the end", "J", (s.energy_at_end,)),
        _Row("change of energy", "J", (s.energy_at_end - s.energy_at_start,)),
        _Row("largest kinetic energy", "J", (s.largest_kinetic_energy,)),
        _Row("under water", "%", (100.0 * s.lowest_wet_fraction, 100.0 * s.highest_wet_fraction), is_range=True),
        _Row("surface at the vehicle", "m", (s.lowest_elevation, s.highest_elevation), is_range=True),
        *([] if isnan(s.rms_cross_track) else [cross_track]),
    ]


def _lines(least: VehicleSummary, largest: VehicleSummary) -> tuple[SummaryLine, ...]:
    """The range of each number for display; one number if both ends look alike."""
    lines: list[SummaryLine] = []
    for (label, unit, lows, is_range), (_, _, highs, _) in zip(_rows(least), _rows(largest), strict=True):
        pairs = zip(map(_number, lows), map(_number, highs), strict=True)
        words = ", ".join(low if low == high else f"{low} to {high}" for low, high in pairs)
        lines.append(SummaryLine(label, _range(lows[0], highs[1]) if is_range else words, unit))
    return tuple(lines)


@dataclass(frozen=True)
class VehicleSpread:
    """Differences between the runs of a batch in the summary of one vehicle.

    Attributes:
        name: Name of the vehicle.
        rows: Number of runs.
        least: Minimum of each number over all runs.
        mean: Their means.
        largest: Maximum of each.
    """

    name: str
    rows: int
    least: VehicleSummary
    mean: VehicleSummary
    largest: VehicleSummary

    def lines(self) -> tuple[SummaryLine, ...]:
        """The range of each number over all runs, for display."""
        return _lines(self.least, self.largest)

    def as_dict(self) -> dict[str, Any]:
        """The spread as numbers and lists for JSON."""
        return {key: each.as_dict() if isinstance(each, VehicleSummary) else each for key, each in vars(self).items()}


class Summarizer:
    """Sums up successive recordings with state, acceleration, energy and water, run by run."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self._count = 0
        self._lowest: dict[str, Floats] = {}
        self._highest: dict[str, Floats] = {}
        self._first: dict[str, Floats] = {}
        self._last: dict[str, Floats] = {}
        self._distance = np.zeros(())
        self._squares = np.zeros(())
        self._off_squares: dict[int, Floats] = {}
        self._farthest: dict[int, Floats] = {}

    @staticmethod
    def fits(recording: Recording) -> bool:
        """Whether a recording has all that a summary needs."""
        return set(recording.variables) >= _NEEDED

    def add(self, recording: Recording) -> None:
        """Add the next recording."""
        if not len(recording.time):
            return
        before, recorded = self._last, recording.variables
        nu, rate = recorded["velocity"], recorded["acceleration"]
        series = {
            "time": recording.time,
            "position": recorded["position"],
            "energy": np.sum(recorded["energy"], axis=-1),
            "kinetic_energy": recorded["energy"][..., 0],
            "attitude": _attitude(recorded["orientation"], before["attitude"][..., 2] if before else None),
            "speed": np.linalg.norm(nu[..., :3], axis=-1),
            "angular_speed": np.linalg.norm(nu[..., 3:], axis=-1),
            # The rate of v_WB_B is seen from the body, which turns.
            "acceleration": np.linalg.norm(rate[..., :3] + np.cross(nu[..., 3:], nu[..., :3]), axis=-1),
            "angular_acceleration": np.linalg.norm(rate[..., 3:], axis=-1),
            "wet_fraction": recorded["wet_fraction"][..., 0],
            "elevation": recorded["surface_elevation"][..., 0],
        }
        track = series["position"]
        if before:
            track = np.concatenate([before["position"][None], track])
        self._distance = self._distance + np.sum(np.linalg.norm(np.diff(track, axis=0), axis=-1), axis=0)
        self._squares = self._squares + np.sum(series["acceleration"] ** 2, axis=0)
        self._add_cross_track(recording)
        for name, values in series.items():
            low: Floats = np.min(values, axis=0)
            high: Floats = np.max(values, axis=0)
            self._lowest[name] = np.minimum(low, self._lowest.get(name, low))
            self._highest[name] = np.maximum(high, self._highest.get(name, high))
            self._first.setdefault(name, values[0])
            self._last[name] = values[-1]
        self._count += len(recording.time)
        self.names = recording.names

    def _add_cross_track(self, recording: Recording) -> None:
        """Add the distances of vehicles from their paths."""
        for name, signal in recording.control.items():
            if name.endswith(".cross_track"):
                k, off = signal.kind.vehicle, np.abs(signal.values)
                self._off_squares[k] = self._off_squares.get(k, np.zeros(())) + np.sum(off**2, axis=0)
                self._farthest[k] = np.maximum(self._farthest.get(k, np.zeros(())), np.max(off, axis=0))

    def summary(self, row: int = 0) -> tuple[VehicleSummary, ...]:
        """Summary of each vehicle in a run; empty if nothing was recorded."""
        return tuple(self._of((row, k), name) for k, name in enumerate(self.names))

    def spread(self) -> tuple[VehicleSpread, ...]:
        """Differences between the runs; empty for a single run, or if nothing was recorded."""
        rows = len(self._distance) if self._count else 0
        if rows < 2:
            return ()
        each = [self.summary(row) for row in range(rows)]
        return tuple(_spread(name, [row[k] for row in each]) for k, name in enumerate(self.names))

    def _of(self, k: tuple[int, int], name: str) -> VehicleSummary:
        first, last = self._first, self._last
        duration, distance = float(last["time"]) - float(first["time"]), float(self._distance[k])
        values: dict[str, Any] = {
            "displacement": np.linalg.norm(last["position"][k] - first["position"][k]),
            "mean_speed": distance / duration if duration > 0.0 else 0.0,
            "rms_acceleration": np.sqrt(self._squares[k] / self._count),
            "energy_at_start": first["energy"][k],
            "energy_at_end": last["energy"][k],
            "largest_cross_track": nan,
        }
        row, vehicle = k
        if vehicle in self._farthest:
            values["largest_cross_track"] = self._farthest[vehicle][row]
            values["rms_cross_track"] = np.sqrt(self._off_squares[vehicle][row] / self._count)
        extremes = {"lowest": self._lowest, "highest": self._highest, "largest": self._highest}
        for field in fields(VehicleSummary):
            end, _, key = field.name.partition("_")
            if end in extremes and key in extremes[end]:
                values[field.name] = extremes[end][key][k]
        plain = {key: _plain(value) for key, value in values.items()}
        return VehicleSummary(name=name, duration=duration, distance=distance, **plain)


def summary_of(dataset: "Dataset") -> tuple[VehicleSummary, ...]:
    """Summary of each vehicle in row 0 of a recording; empty if a needed variable was not recorded."""
    summarizer = Summarizer()
    for recording in recordings_of(dataset.isel(row=slice(0, 1))):
        if not summarizer.fits(recording):
            return ()
        summarizer.add(recording)
    return summarizer.summary()


def _spread(name: str, rows: list[VehicleSummary]) -> VehicleSpread:
    def reduced(by: Callable[..., Floats]) -> VehicleSummary:
        columns = zip(*(list(vars(row).values())[1:] for row in rows), strict=True)
        return VehicleSummary(name, *(_plain(by(np.array(column), axis=0)) for column in columns))

    return VehicleSpread(name, len(rows), reduced(np.min), reduced(np.mean), reduced(np.max))


def _attitude(orientation: Floats, yaw_before: Floats | None) -> Floats:
    """Roll, pitch, and yaw without jumps, continued from the yaw before."""
    rpy = rpy_from_quaternion(orientation).copy()
    yaw = rpy[..., 2] if yaw_before is None else np.concatenate([yaw_before[None], rpy[..., 2]])
    rpy[..., 2] = np.unwrap(yaw, axis=0)[0 if yaw_before is None else 1 :]
    return rpy


def _plain(values: Floats) -> Any:
    """A float, or a tuple of floats."""
    return tuple(values.tolist()) if np.ndim(values) else float(values)


def _number(value: float) -> str:
    """Three digits; rounding errors are 0."""
    return f"{float(f'{value:.3g}'):.9g}" if abs(value) >= _NOTHING else "0"


def _range(low: float, high: float) -> str:
    """Both ends; one that is negligible beside the other is 0."""
    least = _NOTHING_BESIDE * max(abs(low), abs(high))
    return " to ".join(_number(end if abs(end) >= least else 0.0) for end in (low, high))
