"""What a run comes down to: distance, extremes, energy, accelerations."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import degrees
from typing import Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.frames import rpy_from_quaternion
from seaway.sim import Recording

__all__ = ["NEEDED", "Summarizer", "SummaryLine", "VehicleSpread", "VehicleSummary"]

NEEDED: Final = frozenset(
    {"position", "orientation", "velocity", "acceleration", "energy", "surface_elevation", "wet_fraction"}
)
"""Variables of a recording that a summary is made of."""

# What is smaller in its unit is rounding.
_NOTHING: Final = 1e-9
_NOTHING_BESIDE: Final = 1e-5


# Between two numbers of one line.
_AND: Final = ", "
_TO: Final = " to "


class SummaryLine(NamedTuple):
    """One line of a summary, as a person reads it.

    Attributes:
        label: What it is.
        value: With four digits; two or a range where there are two.
        unit: Of the value.
    """

    label: str
    value: str
    unit: str


@dataclass(frozen=True)
class VehicleSummary:
    """What a vehicle did, over all samples.

    Attributes:
        name: Of the vehicle.
        duration: From the first sample to the last [s].
        distance: Length of its way [m].
        displacement: From its start to its end [m].
        mean_speed: Distance over duration [m/s].
        largest_speed: [m/s].
        largest_angular_speed: [rad/s].
        lowest_position: Least x, y, z of p_WBo_W [m].
        highest_position: Greatest x, y, z [m].
        lowest_attitude: Least roll, pitch, and yaw as it grows over full turns [rad].
        highest_attitude: Greatest of the same [rad].
        largest_acceleration: Of Bo in the world [m/s2].
        rms_acceleration: Root of its mean square [m/s2].
        largest_angular_acceleration: [rad/s2].
        energy_at_start: Kinetic and potential [J].
        energy_at_end: Kinetic and potential [J].
        largest_kinetic_energy: [J].
        lowest_wet_fraction: Least part of its volume under water.
        highest_wet_fraction: Greatest part.
        lowest_elevation: Of the waves at the vehicle [m].
        highest_elevation: Of the waves at the vehicle [m].
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

    def as_dict(self) -> dict[str, Any]:
        """The same as numbers and lists, as JSON has them."""
        return {name: [*value] if isinstance(value, tuple) else value for name, value in vars(self).items()}

    def lines(self) -> tuple[SummaryLine, ...]:
        """The same as a person reads it, angles in degrees."""
        least, most = self.lowest_attitude, self.highest_attitude
        angular = [(name, degrees(least[k]), degrees(most[k])) for k, name in enumerate(("roll", "pitch", "yaw"))]
        change = self.energy_at_end - self.energy_at_start
        return (
            SummaryLine("distance", _number(self.distance), "m"),
            SummaryLine("from start to end", _number(self.displacement), "m"),
            SummaryLine("mean, largest speed", f"{_number(self.mean_speed)}{_AND}{_number(self.largest_speed)}", "m/s"),
            SummaryLine("largest rate of turn", _number(degrees(self.largest_angular_speed)), "°/s"),
            *(
                SummaryLine(axis, _range(self.lowest_position[k], self.highest_position[k]), "m")
                for k, axis in enumerate("xyz")
            ),
            *(SummaryLine(name, _range(low, high), "°") for name, low, high in angular),
            SummaryLine("largest acceleration", _number(self.largest_acceleration), "m/s2"),
            SummaryLine("acceleration, rms", _number(self.rms_acceleration), "m/s2"),
            SummaryLine("largest angular acceleration", _number(self.largest_angular_acceleration), "rad/s2"),
            SummaryLine("energy at the end", _number(self.energy_at_end), "J"),
            SummaryLine("change of energy", _number(change), "J"),
            SummaryLine("largest kinetic energy", _number(self.largest_kinetic_energy), "J"),
            SummaryLine(
                "under water", _range(100.0 * self.lowest_wet_fraction, 100.0 * self.highest_wet_fraction), "%"
            ),
            SummaryLine("surface at the vehicle", _range(self.lowest_elevation, self.highest_elevation), "m"),
        )


@dataclass(frozen=True)
class VehicleSpread:
    """How much the rows of a batch differ in what a vehicle did.

    Attributes:
        name: Of the vehicle.
        rows: How many.
        least: The least of each number over all rows.
        mean: Their means.
        largest: The largest of each.
    """

    name: str
    rows: int
    least: VehicleSummary
    mean: VehicleSummary
    largest: VehicleSummary

    def lines(self) -> tuple[SummaryLine, ...]:
        """From the least to the largest over all rows, as a person reads it."""
        ends = {key: value for key, value in vars(self.least).items() if key.startswith("lowest_")}
        whole = replace(self.largest, **ends).lines()
        lines = zip(self.least.lines(), whole, self.largest.lines(), strict=True)
        return tuple(_widened(least, both, largest) for least, both, largest in lines)

    def as_dict(self) -> dict[str, Any]:
        """The same as numbers and lists, as JSON has them."""
        parts = {"least": self.least, "mean": self.mean, "largest": self.largest}
        return {"name": self.name, "rows": self.rows, **{key: part.as_dict() for key, part in parts.items()}}


class Summarizer:
    """Sums up recordings that follow each other, row by row.

    They must have state, acceleration, energy and water.
    """

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self._count = 0
        self._lowest: dict[str, Floats] = {}
        self._highest: dict[str, Floats] = {}
        self._first: dict[str, Floats] = {}
        self._last: dict[str, Floats] = {}
        self._times = (0.0, 0.0)
        self._distance = np.zeros(0)
        self._squares = np.zeros(0)

    def add(self, recording: Recording) -> None:
        """Take what follows into account."""
        if not len(recording.time):
            return
        series = {name: recording.variables[name] for name in ("position", "energy")}
        yaw_before = self._last["attitude"][..., 2] if self._count else None
        series["attitude"] = _attitude(recording.variables["orientation"], yaw_before)
        nu, rate = recording.variables["velocity"], recording.variables["acceleration"]
        # The rate of v_WB_B is seen from the body, which turns.
        inertial = rate[..., :3] + np.cross(nu[..., 3:], nu[..., :3])
        for name, vectors in (
            ("speed", nu[..., :3]),
            ("angular_speed", nu[..., 3:]),
            ("acceleration", inertial),
            ("angular_acceleration", rate[..., 3:]),
        ):
            series[name] = np.linalg.norm(vectors, axis=-1)
        for name in ("wet_fraction", "surface_elevation"):
            series[name] = recording.variables[name][..., 0]
        way = series["position"]
        if self._count:
            way = np.concatenate([self._last["position"][None], way])
        steps = np.sum(np.linalg.norm(np.diff(way, axis=0), axis=-1), axis=0)
        squares = np.sum(series["acceleration"] ** 2, axis=0)
        start = self._times[0] if self._count else float(recording.time[0])
        for name, values in series.items():
            low, high = np.min(values, axis=0), np.max(values, axis=0)
            if self._count:
                low, high = np.minimum(low, self._lowest[name]), np.maximum(high, self._highest[name])
            else:
                self._first[name] = values[0]
            self._lowest[name], self._highest[name], self._last[name] = low, high, values[-1]
        self._distance = self._distance + steps if self._count else steps
        self._squares = self._squares + squares if self._count else squares
        self._times = (start, float(recording.time[-1]))
        self._count += len(recording.time)
        self.names = recording.names

    def summary(self, row: int = 0) -> tuple[VehicleSummary, ...]:
        """What each vehicle did in a row; none where nothing was recorded."""
        return tuple(self._of((row, k), name) for k, name in enumerate(self.names))

    def spread(self) -> tuple[VehicleSpread, ...]:
        """How much the rows differ; none for a single run, or where nothing was recorded."""
        rows = len(self._distance)
        if rows < 2:
            return ()
        each = [self.summary(row) for row in range(rows)]
        return tuple(_spread(name, [row[k] for row in each]) for k, name in enumerate(self.names))

    def _of(self, k: tuple[int, int], name: str) -> VehicleSummary:
        duration = self._times[1] - self._times[0]
        low, high = self._lowest, self._highest
        distance = float(self._distance[k])
        return VehicleSummary(
            name=name,
            duration=duration,
            distance=distance,
            displacement=float(np.linalg.norm(self._last["position"][k] - self._first["position"][k])),
            mean_speed=distance / duration if duration > 0.0 else 0.0,
            largest_speed=float(high["speed"][k]),
            largest_angular_speed=float(high["angular_speed"][k]),
            lowest_position=_triple(low["position"][k]),
            highest_position=_triple(high["position"][k]),
            lowest_attitude=_triple(low["attitude"][k]),
            highest_attitude=_triple(high["attitude"][k]),
            largest_acceleration=float(high["acceleration"][k]),
            rms_acceleration=float(np.sqrt(self._squares[k] / self._count)),
            largest_angular_acceleration=float(high["angular_acceleration"][k]),
            energy_at_start=float(np.sum(self._first["energy"][k])),
            energy_at_end=float(np.sum(self._last["energy"][k])),
            largest_kinetic_energy=float(high["energy"][k][0]),
            lowest_wet_fraction=float(low["wet_fraction"][k]),
            highest_wet_fraction=float(high["wet_fraction"][k]),
            lowest_elevation=float(low["surface_elevation"][k]),
            highest_elevation=float(high["surface_elevation"][k]),
        )


def _widened(least: SummaryLine, both: SummaryLine, largest: SummaryLine) -> SummaryLine:
    """A line that is a range, or else one from the least to the largest of its numbers."""
    if _TO in both.value:
        return both
    pairs = zip(least.value.split(_AND), largest.value.split(_AND), strict=True)
    return both._replace(value=_AND.join(low if low == high else f"{low}{_TO}{high}" for low, high in pairs))


def _spread(name: str, rows: list[VehicleSummary]) -> VehicleSpread:
    def reduced(by: Callable[..., Floats]) -> VehicleSummary:
        values: dict[str, Any] = {"name": name}
        for key, value in vars(rows[0]).items():
            if key != "name":
                over = by(np.array([getattr(row, key) for row in rows]), axis=0)
                values[key] = _triple(over) if isinstance(value, tuple) else float(over)
        return VehicleSummary(**values)

    return VehicleSpread(name, len(rows), reduced(np.min), reduced(np.mean), reduced(np.max))


def _attitude(orientation: Floats, yaw_before: Floats | None) -> Floats:
    """Roll, pitch, and yaw without jumps; it goes on from where it was."""
    rpy = rpy_from_quaternion(orientation).copy()
    yaw = rpy[..., 2] if yaw_before is None else np.concatenate([yaw_before[None], rpy[..., 2]])
    rpy[..., 2] = np.unwrap(yaw, axis=0)[0 if yaw_before is None else 1 :]
    return rpy


def _triple(values: Floats) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z


def _number(value: float) -> str:
    """Four digits; what is next to nothing is nothing."""
    return f"{value:.4g}" if abs(value) >= _NOTHING else "0"


def _range(low: float, high: float) -> str:
    """Both ends; one that is next to nothing beside the other is nothing."""
    least = _NOTHING_BESIDE * max(abs(low), abs(high))
    return " to ".join(_number(end if abs(end) >= least else 0.0) for end in (low, high))
