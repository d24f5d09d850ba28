"""Free decay: release a vehicle displaced from its rest, and measure the oscillation."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import degrees, pi
from typing import ClassVar, Final, Literal, NamedTuple, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.frames import Pose, matrix_from_rpy, rpy_from_matrix
from seaway.manoeuvres._decay_measures import DECAY, DecayMeasures, decay_measures, no_decay
from seaway.manoeuvres._fields import a_depth, a_time_or_none, a_time_step, settings_of, timing_conflicts
from seaway.manoeuvres._measures import Measure
from seaway.manoeuvres._start import (
    Progress,
    Result,
    recorded,
    rest_pose,
    run_long_enough,
    simulation_at_rest,
    submerged,
)
from seaway.parts import KW_ONLY, Choice, Part, Scalar, ScalarOrNone
from seaway.sea import Sea
from seaway.sim import Recording
from seaway.vehicle import Vehicle

DecayAxis = Literal["heave", "roll", "pitch"]
_COORDINATES: Final = {"heave": 2, "roll": 3, "pitch": 4}  # of position and roll, pitch, yaw
_PERIOD: Final = 0.02  # between samples [s]
# Last part of the run, whose mean is the final rest ...
_END: Final = 0.2
# ... if the motion has died out: if it changes there by less than this share of the offset.
_CALM: Final = 0.1
# Deviation from the rest, in offsets, beyond which the vehicle is not in a stable equilibrium.
_RUNAWAY: Final = 3.0
# Default durations [s]: the next one is used if the one before has too few extremes, and the motion goes on.
_DURATIONS: Final = (30.0, 60.0, 120.0, 240.0)
_EXTREMES: Final = 7  # of three whole cycles
_DEAD: Final = 0.01  # share of the offset at which a motion has died out
_NEAR: Final = 0.2  # share of the initial depth at which a vehicle is near the surface
_FARTHEST: Final = 100.0  # offset in heave [m]


@dataclass(frozen=True, eq=False)
class FreeDecayResult(Result):
    """Result of a ``FreeDecay``.

    Attributes:
        axis: Axis of the initial offset.
        values: Deviation from the final rest: height [m], or angle [rad], (sample,).
        rest: Final rest: height of Bo [m], or angle [rad].
        measures: Measures of the oscillation.
    """

    axis: DecayAxis
    values: Floats = field(repr=False)
    rest: float
    measures: DecayMeasures
    definitions: ClassVar = DECAY

    def quantities(self) -> tuple[Measure, ...]:
        """Measures with labels, units, and reasons for those without a value."""
        *others, last = super().quantities()
        return (*others, last if self.axis == "heave" else last._replace(unit="1/rad"))


class _Release(NamedTuple):
    recording: Recording
    values: Floats
    rest: float
    measures: DecayMeasures
    whole: bool  # whether a longer run would show no more


class FreeDecay(Part, what="free decay"):
    """Release a vehicle displaced from its rest, with all commands 0, and measure the oscillation.

    Raises:
        ModelError: A number is out of range.

    Example:
        >>> from seaway import library
        >>> from seaway.manoeuvres import FreeDecay
        >>> otter = library.entry("otter")
        >>> round(FreeDecay("roll", duration=5.0).run(otter.vehicle, otter.sea).measures.period, 2)
        0.98
    """

    axis: Choice[DecayAxis] = Choice(get_args(DecayAxis), default="heave")
    """Axis of the decay; a submerged vehicle has nothing that restores heave."""
    _: KW_ONLY
    offset: Scalar = Scalar(unit="rad or m", at_least=-_FARTHEST, at_most=_FARTHEST, default=0.1)
    """Initial offset from the rest: upward, or an angle."""
    duration: ScalarOrNone = a_time_or_none()
    """Duration of the run. Default: until the motion dies out or three cycles are measured, 30 to 240 s."""
    depth: ScalarOrNone = a_depth()
    """Initial depth. Default: afloat; ten times its size for a diving vehicle."""
    time_step: Scalar = a_time_step(0.005)
    """Time step."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the offset and the number of steps."""
        if self.offset == 0.0:
            yield "offset", "the offset must be non-zero"
        if self.axis != "heave" and abs(self.offset) >= 0.5 * pi:
            message = f"an offset in {self.axis} must be < π/2 to either side [rad], got {self.offset:g}"
            yield "offset", f"{message}; is it in degrees?"
        yield from timing_conflicts(self.duration, None, self.time_step)

    def run(self, vehicle: Vehicle, sea: Sea | None = None, *, progress: Progress | None = None) -> FreeDecayResult:
        """Run the manoeuvre.

        Args:
            vehicle: The vehicle.
            sea: The sea, which should be calm; default: ``Sea()``.
            progress: Called now and then with the simulated time and the duration [s].

        Raises:
            ModelError: The vehicle has no initial pose.
            SimulationError: The motion diverged.
        """
        water = Sea() if sea is None else sea
        axis, size = self.axis, self.offset
        pose = rest_pose(vehicle, water, self.depth)
        calm = float([*pose.p, *rpy_from_matrix(pose.R)][_COORDINATES[axis]])
        deep = submerged(vehicle, water, self.depth)

        def released(duration: float) -> _Release:
            recording = self._released(vehicle, water, pose, duration, progress)
            moved = np.concatenate([recording[0].position[:, 0], recording[0].rpy[:, 0]], axis=-1)
            values = moved[:, _COORDINATES[axis]]
            end = values[recording.time >= recording.time[-1] * (1.0 - _END)]
            # A motion that has not died out has a mean that is not the rest: that of the start is better then.
            rest, left = float(np.mean(end)), float(np.ptp(end)) / abs(size)
            if left > _CALM or abs(rest - calm) < _CALM * abs(size):
                rest = calm
            reason = _no_decay(axis, values, calm, abs(size), deep)
            # A submerged vehicle that rises swings otherwise once it is near the surface.
            depth = (water.surface or 0.0) - recording[0].position[:, 0, 2]
            near = np.flatnonzero((depth < _NEAR * depth[0]) & (deep and water.surface is not None))
            n = int(near[0]) if len(near) else len(values)
            measures = no_decay(reason) if reason else decay_measures(recording.time[:n], values[:n], rest=rest)
            whole = bool(reason) or len(measures.extremes) >= _EXTREMES or left <= _DEAD or n < len(values)
            return _Release(recording, values, rest, measures, whole)

        found, duration = run_long_enough(self.duration, _DURATIONS, released, lambda run: run.whole)
        about = vehicle.name, found.recording, settings_of(self, duration=duration)
        return FreeDecayResult(*about, axis, found.values - found.rest, found.rest, found.measures)

    def _released(
        self, vehicle: Vehicle, sea: Sea, pose: Pose, duration: float, progress: Progress | None
    ) -> Recording:
        sim = simulation_at_rest(self, vehicle, sea)
        offsets = self.offset * np.eye(6)[_COORDINATES[self.axis]]
        if self.axis == "heave":
            sim.set_state(position=pose.p + offsets[:3])
        else:
            sim.set_state(orientation=Pose.from_matrix(pose.p, matrix_from_rpy(offsets[3:]) @ pose.R).q)
        return recorded(sim, duration, None, period=_PERIOD, progress=progress)


def _no_decay(axis: str, values: Floats, calm: float, size: float, deep: bool) -> str:
    """Why a motion is no decay about its rest, before its swings are looked at; empty if it may be one.

    Args:
        axis: Axis of the decay.
        values: Position or angle, (sample,).
        calm: Rest before the release.
        size: Magnitude of the offset.
        deep: Whether the vehicle is submerged.
    """
    away = float(np.max(np.abs(values - calm)))
    if axis == "heave" and deep:
        drift = float(values[-1] - values[0])
        moved = f"it {'rises' if drift > 0.0 else 'sinks'} by {abs(drift):.3g} m" if abs(drift) > 1e-3 else "it stays"
        return f"nothing restores heave of a submerged vehicle ({moved}): measure roll or pitch"
    if away > _RUNAWAY * size:
        far, off = (
            (f"{away:.3g} m", f"{size:.3g} m")
            if axis == "heave"
            else (f"{degrees(away):.0f}°", f"{degrees(size):.3g}°")
        )
        return f"it moves {far} away from its rest, with an offset of {off}: the rest is not stable"
    return ""
