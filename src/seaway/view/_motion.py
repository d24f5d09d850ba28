"""Motions to draw: what a recording tells of each vehicle, sample by sample."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from seaway._arrays import Floats, Integers
from seaway.errors import ModelError
from seaway.forces import FORCES
from seaway.frames import quaternion_conjugated, rotated, rpy_from_quaternion
from seaway.sea import Sea
from seaway.sim import Recording
from seaway.sim._variables import VARIABLES
from seaway.vehicle import Thruster, Vehicle

__all__ = ["Instant", "Motion", "Track", "head_up"]

_NO_VALUES: Final[Mapping[str, Floats]] = {}


@dataclass(frozen=True, eq=False)
class Track:
    """The motion of one vehicle in one run.

    Attributes:
        label: Name on the page.
        vehicle: The vehicle; None if only its motion is known.
        sea: Sea in which it moves.
        position: p_WBo_W [m], (sample, 3).
        orientation: q_WB (w, x, y, z), (sample, 4).
        velocity: (v_WB_B, w_WB_B) [m/s, rad/s], (sample, 6).
        wrenches: Wrenches about Bo in B [N, Nm] by force, each (sample, 6).
        actuators: Actual values by the actuator's name, each (sample,).
        set_points: Set points of control loops by name, each (sample,).
        energy: Kinetic and potential energy [J], (sample,); None if it was not recorded.
        waypoints: Waypoints [m], (n, 3).
        ghost: Whether it is drawn translucent, beside the first run.
    """

    label: str
    vehicle: Vehicle | None
    sea: Sea
    position: Floats
    orientation: Floats
    velocity: Floats
    wrenches: Mapping[str, Floats] = field(default_factory=dict[str, Floats])
    actuators: Mapping[str, Floats] = field(default_factory=dict[str, Floats])
    set_points: Mapping[str, Floats] = field(default_factory=dict[str, Floats])
    energy: Floats | None = None
    waypoints: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    ghost: bool = False

    def at(self, k: Integers) -> "Track":
        """The track at some samples, given by their numbers."""
        return replace(
            self,
            position=self.position[k],
            orientation=self.orientation[k],
            velocity=self.velocity[k],
            energy=None if self.energy is None else self.energy[k],
            **{
                name: {key: values[k] for key, values in getattr(self, name).items()}
                for name in ("wrenches", "actuators", "set_points")
            },
        )

    def instant(self, k: int) -> "Instant":
        """What is drawn of sample k."""
        return Instant(
            self.position[k],
            self.orientation[k],
            self.velocity[k],
            {name: values[k] for name, values in self.wrenches.items()},
            {name: float(values[k]) for name, values in self.actuators.items()},
            {name: float(values[k]) for name, values in self.set_points.items()},
            None if self.energy is None else float(self.energy[k]),
        )


@dataclass(frozen=True, eq=False)
class Instant:
    """One vehicle at one time; see ``Track``."""

    position: Floats
    orientation: Floats
    velocity: Floats
    wrenches: Mapping[str, Floats] = field(default_factory=dict[str, Floats])
    actuators: Mapping[str, float] = field(default_factory=dict[str, float])
    set_points: Mapping[str, float] = field(default_factory=dict[str, float])
    energy: float | None = None


@dataclass(frozen=True, eq=False)
class Motion:
    """Vehicles over time.

    Attributes:
        title: Title of the page.
        time: Times of the samples [s], (sample,).
        tracks: Tracks, those of the first run first.
    """

    title: str
    time: Floats
    tracks: tuple[Track, ...]

    @classmethod
    def of_recording(
        cls,
        recording: Recording,
        vehicles: Sequence[Vehicle | None],
        seas: Sequence[Sea],
        *,
        rows: Sequence[int] = (0,),
        title: str = "",
        waypoints: Mapping[str, Floats] = _NO_VALUES,
    ) -> "Motion":
        """The motion that a recording tells.

        Args:
            recording: The recording.
            vehicles: Its vehicles.
            seas: Sea of each of the rows.
            rows: Rows of the batch to draw; all but the first are ghosts.
            title: Title of the page.
            waypoints: Waypoints of each vehicle by its name [m], (n, 3).

        Raises:
            ModelError: There is no such row, or no states were recorded.
        """
        if not len(recording.time) or not {"position", "orientation", "velocity"} <= set(recording.variables):
            raise ModelError('there are no states to draw; record="state" keeps them')
        batch = recording.variables["position"].shape[1]
        for row in rows:
            if not 0 <= row < batch:
                raise ModelError(f"there is no run {row} in the batch; there are {batch}, from 0")
        several = len(recording.names) > 1
        tracks = [
            _track(recording, k, row, vehicles[k], sea, f"{name}." if several else "", waypoints.get(name))
            for row, sea in zip(rows, seas, strict=True)
            for k, name in enumerate(recording.names)
        ]
        named = [
            replace(track, label=f"{track.label}, run {row}", ghost=n > 0) if batch > 1 and len(rows) > 1 else track
            for (n, row, track) in _with_rows(tracks, rows, len(recording.names))
        ]
        return cls(title or ", ".join(recording.names), recording.time, tuple(named))

    def beside(self, others: Iterable["Motion"]) -> "Motion":
        """The tracks of other runs too, as ghosts at the nearest samples in time."""
        tracks = list(self.tracks)
        for number, other in enumerate(others, start=2):
            nearest = _nearest(other.time, self.time)
            tracks += [
                replace(track.at(nearest), label=f"{track.label} ({number})", ghost=True) for track in other.tracks
            ]
        return replace(self, tracks=tuple(tracks))

    def renamed(self, labels: Sequence[str]) -> "Motion":
        """The same with other names on the page."""
        return replace(
            self, tracks=tuple(replace(track, label=label) for track, label in zip(self.tracks, labels, strict=True))
        )

    def between(self, first: float, last: float) -> "Motion":
        """Samples from one time to another [s], at least one."""
        k = np.flatnonzero((self.time >= first - 1e-9) & (self.time <= last + 1e-9)).astype(np.int64)
        k = k if len(k) else _nearest(self.time, np.array([first]))
        return replace(self, time=self.time[k], tracks=tuple(track.at(k) for track in self.tracks))

    def sampled(self, period: float) -> "Motion":
        """Samples nearest to multiples of a period [s]; always recorded ones, never between."""
        span = float(self.time[-1] - self.time[0])
        wanted = self.time[0] + period * np.arange(int(np.floor(span / period + 1e-9)) + 1)
        k = np.unique(_nearest(self.time, wanted))
        return replace(self, time=self.time[k], tracks=tuple(track.at(k) for track in self.tracks))


def _with_rows(tracks: Sequence[Track], rows: Sequence[int], count: int) -> list[tuple[int, int, Track]]:
    return [(n, row, tracks[n * count + k]) for n, row in enumerate(rows) for k in range(count)]


def _nearest(times: Floats, wanted: Floats) -> Integers:
    """Numbers of the samples nearest to some times."""
    after = np.clip(np.searchsorted(times, wanted), 0, len(times) - 1)
    before = np.maximum(after - 1, 0)
    nearer = np.abs(times[before] - wanted) <= np.abs(times[after] - wanted)
    return np.where(nearer, before, after).astype(np.int64)


def _track(
    recording: Recording,
    k: int,
    row: int,
    vehicle: Vehicle | None,
    sea: Sea,
    prefix: str,
    waypoints: Floats | None,
) -> Track:
    values = {name: array[:, row, k] for name, array in recording.variables.items()}
    own = [name for name in values if name in FORCES or name not in VARIABLES]
    energy = values.get("energy")
    return Track(
        recording.names[k],
        vehicle,
        sea,
        values["position"],
        values["orientation"],
        values["velocity"],
        {name: values[name] for name in own},
        {
            name.removeprefix(prefix): each.state[:, row]
            for name, each in recording.actuators.items()
            if each.kind.vehicle == k and each.kind.state
        },
        {
            name.removeprefix(prefix).removeprefix("set_point."): signal.values[:, row]
            for name, signal in recording.control.items()
            if signal.kind.vehicle == k and name.removeprefix(prefix).startswith("set_point.")
        },
        None if energy is None else np.sum(energy, axis=-1),
        np.zeros((0, 3)) if waypoints is None else waypoints,
    )


def thrust_of(thruster: Thruster, value: float, density: float) -> float:
    """Thrust of a propeller at no advance [N], from the value that a recording has of it.

    Args:
        thruster: The thruster.
        value: Its thrust [N] or speed [rad/s], see ``ActuatorRecording.state``.
        density: Density of the water [kg/m3].
    """
    if thruster.drive in ("thrust", "table"):
        return value
    coefficient = thruster.thrust_coefficient if value >= 0.0 else thruster.reverse_thrust_coefficient
    diameter = float(np.ravel(thruster.diameter)[0])
    return float(density * diameter**4 * float(np.ravel(coefficient)[0]) * abs(value) * value)


def head_up(time: float, instant: Instant, sea: Sea) -> str:
    """Time, speeds, depth, heading, attitude and energy of a vehicle in one line."""
    depth = (sea.surface or 0.0) - float(instant.position[2])
    flow = np.zeros(3) if sea.current is None else sea.current.at(time, max(depth, 0.0))
    over_ground = instant.velocity[:3]
    through = over_ground - rotated(quaternion_conjugated(instant.orientation), flow)
    roll, pitch, yaw = np.degrees(rpy_from_quaternion(instant.orientation))
    words = [
        f"t = {time:.1f} s",
        f"{np.linalg.norm(through):.2f} m/s through water",
        f"{np.linalg.norm(over_ground):.2f} m/s over ground",
        f"depth {depth:.2f} m" if sea.surface is not None else f"z = {instant.position[2]:.2f} m",
        f"heading {round(90.0 - yaw) % 360:03d}°",
        f"roll {roll:.1f}°",
        f"pitch {pitch:.1f}°",
    ]
    if instant.energy is not None:
        kilo = abs(instant.energy) >= 1000.0
        words.append(f"energy {instant.energy / 1000.0:.2f} kJ" if kilo else f"energy {instant.energy:.0f} J")
    return "   ".join(words)
