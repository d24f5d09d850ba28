"""Free decay: release a vehicle beside its rest, and let it swing."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import degrees
from typing import ClassVar, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.frames import Pose, matrix_from_rpy, rpy_from_matrix
from seaway.manoeuvres._decay_measures import DecayMeasures, decay_measures
from seaway.manoeuvres._fields import settings_of
from seaway.manoeuvres._start import Measure, Progress, Result, recorded, rest_pose, simulation_at_rest
from seaway.parts import KW_ONLY, Choice, Part, Scalar, ScalarOrNone
from seaway.sea import Sea
from seaway.vehicle import Vehicle

DecayAxis = Literal["heave", "roll", "pitch"]
_COORDINATES: Final = {"heave": 2, "roll": 3, "pitch": 4}  # of position and roll, pitch, yaw
_PERIOD: Final = 0.02  # between samples [s]
# The last part of the run whose mean is where it rests.
_END: Final = 0.2


@dataclass(frozen=True, eq=False)
class FreeDecayResult(Result):
    """Result of a ``FreeDecay``.

    Attributes:
        axis: Axis that was displaced.
        values: Deviation from the final rest: height [m], or angle [rad], (sample,).
        rest: Final rest: height of Bo [m], or angle [rad].
        measures: Measures of the swing.
    """

    axis: DecayAxis
    values: Floats = field(repr=False)
    rest: float
    measures: DecayMeasures
    _table: ClassVar = (
        ("period", "period", "s"),
        ("natural_period", "natural period, undamped", "s"),
        ("damping_ratio", "damping ratio", "1"),
        ("linear", "linear damping p1", "1/s"),
        ("quadratic", "quadratic damping p2", "1/m"),
    )

    def quantities(self) -> tuple[Measure, ...]:
        """Measures, with labels and units."""
        *others, last = super().quantities()
        return (*others, last if self.axis == "heave" else last._replace(unit="1/rad"))


class FreeDecay(Part, what="free decay"):
    """Release a vehicle beside its rest, and measure how it swings back; all its commands are 0.

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
    """Axis of the decay: heave of a vehicle that floats, roll or pitch."""
    _: KW_ONLY
    offset: Scalar = Scalar(unit="rad or m", default=0.1)
    """Distance from the rest at which it is released: upward, or an angle."""
    duration: Scalar = Scalar(unit="s", above=0.0, default=30.0)
    """Duration of the run."""
    depth: ScalarOrNone = ScalarOrNone(unit="m", above=0.0, default=None)
    """Depth to begin at; by default afloat, or ten of its sizes deep if it dives."""
    time_step: Scalar = Scalar(unit="s", above=0.0, default=0.005)
    """Time step."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that it swings."""
        if self.offset == 0.0:
            yield "offset", "the offset must not be 0: there would be no swing"

    def run(self, vehicle: Vehicle, sea: Sea | None = None, *, progress: Progress | None = None) -> FreeDecayResult:
        """Run it.

        Args:
            vehicle: The vehicle.
            sea: The sea, which should be calm; default: ``Sea()``.
            progress: Called now and then with the time done and the duration [s].

        Raises:
            ModelError: It does not swing.
            SimulationError: The motion diverged.
        """
        water = Sea() if sea is None else sea
        axis, size = self.axis, self.offset
        pose = rest_pose(vehicle, water, self.depth)
        sim = simulation_at_rest(self, vehicle, water)
        offsets = size * np.eye(6)[_COORDINATES[axis]]
        if axis == "heave":
            sim.set_state(position=pose.p + offsets[:3])
        else:
            sim.set_state(orientation=Pose.from_matrix(pose.p, matrix_from_rpy(offsets[3:]) @ pose.R).q)
        recording = recorded(sim, self.duration, None, period=_PERIOD, progress=progress)
        moved = np.concatenate([recording[0].position[:, 0], recording[0].rpy[:, 0]], axis=-1)
        values = moved[:, _COORDINATES[axis]]
        calm = float([*pose.p, *rpy_from_matrix(pose.R)][_COORDINATES[axis]])
        rest = float(np.mean(values[recording.time >= recording.time[-1] * (1.0 - _END)]))
        # What has not died out yet has a mean that is not the rest: that of the start is better then.
        rest = calm if abs(rest - calm) < 0.1 * abs(size) else rest
        try:
            measures = decay_measures(recording.time, values, rest=rest)
        except ModelError as error:
            what = f"{size:g} m" if axis == "heave" else f"{degrees(size):.3g}°"
            message = f"vehicle '{vehicle.name}', released {what} beside its rest in {axis}: {error}"
            raise ModelError(message) from None
        return FreeDecayResult(vehicle.name, recording, settings_of(self), axis, values - rest, rest, measures)
