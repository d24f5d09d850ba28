"""Free decay: let go, and see it swing."""

from dataclasses import dataclass, field
from math import degrees
from typing import Any, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats, finite_floats, positive
from seaway.errors import ModelError
from seaway.frames import Pose, matrix_from_rpy, rpy_from_matrix
from seaway.manoeuvres._decay_measures import DecayMeasures, decay_measures
from seaway.manoeuvres._start import Manoeuvre, Quantity, rest_pose, simulation_at_rest, whole_periods
from seaway.sea import Sea
from seaway.vehicle import Vehicle

__all__ = ["DecayAxis", "FreeDecay", "free_decay"]

DecayAxis = Literal["heave", "roll", "pitch"]
_AXES: Final = get_args(DecayAxis)
_PERIOD: Final = 0.02  # between samples [s]
# The last part of the run whose mean is where it rests.
_END: Final = 0.2


@dataclass(frozen=True, eq=False)
class FreeDecay(Manoeuvre):
    """A free decay.

    Attributes:
        axis: What was displaced.
        values: From where it rests in the end: height [m], or angle [rad], (sample,).
        rest: Where it rests in the end: height of Bo [m], or angle [rad].
        measures: Of the swing.
    """

    axis: DecayAxis
    values: Floats = field(repr=False)
    rest: float
    measures: DecayMeasures

    def quantities(self) -> tuple[Quantity, ...]:
        """The measures, with labels and units."""
        m = self.measures
        unit = "m" if self.axis == "heave" else "rad"
        return (
            Quantity("period", "period", m.period, "s"),
            Quantity("natural_period", "natural period, undamped", m.natural_period, "s"),
            Quantity("damping_ratio", "damping ratio", m.damping_ratio, "1"),
            Quantity("linear", "linear damping p1", m.linear, "1/s"),
            Quantity("quadratic", "quadratic damping p2", m.quadratic, f"1/{unit}"),
        )


def free_decay(
    vehicle: Vehicle,
    sea: Sea | None = None,
    *,
    axis: DecayAxis = "heave",
    offset: float | None = None,
    duration: float = 30.0,
    depth: float | None = None,
    time_step: float = 0.005,
) -> FreeDecay:
    """Let a vehicle go beside its rest, and measure how it swings back.

    Args:
        vehicle: The vehicle; all its commands are 0.
        sea: Where; ``Sea()`` where None. It should be calm.
        axis: ``"heave"`` of one that floats, ``"roll"`` or ``"pitch"``.
        offset: How far from its rest it is let go: upward [m], or an angle [rad]; 0.1 where None.
        duration: Of the run [s].
        depth: To begin at [m], of one that is submerged; see ``rest_pose`` where None.
        time_step: h [s].

    Raises:
        ModelError: It does not swing, there is no such axis, or a number is out of its range.
        SimulationError: The motion diverged.
    """
    if axis not in _AXES:
        raise ModelError(f"there is no decay in {axis!r}; there are: {', '.join(_AXES)}")
    water = Sea() if sea is None else sea
    pose = rest_pose(vehicle, water, depth)
    size = 0.1 if offset is None else float(finite_floats(offset, (), "the offset of a decay"))
    if size == 0.0:
        raise ModelError("the offset of a decay must not be 0: there would be no swing")
    sim = simulation_at_rest(vehicle, water, _displaced(pose, axis, size), time_step)
    recording = sim.run(
        positive(duration, "the duration of a decay [s]"),
        record=("state", "actuators"),
        record_period=whole_periods(time_step, _PERIOD),
    )
    values = _values(recording[0], axis)
    rest = float(np.mean(values[recording.time >= recording.time[-1] * (1.0 - _END)]))
    calm = _values_of(pose, axis)
    # What has not died out yet has a mean that is not the rest: that of the start is better then.
    rest = calm if abs(rest - calm) < 0.1 * abs(size) else rest
    try:
        measures = decay_measures(recording.time, values, rest=rest)
    except ModelError as error:
        what = f"{size:g} m" if axis == "heave" else f"{degrees(size):.3g}°"
        message = f"vehicle '{vehicle.name}', let go {what} beside its rest in {axis}: {error}"
        raise ModelError(message) from None
    return FreeDecay(
        vehicle.name,
        recording,
        {"axis": axis, "offset": size, "duration": float(duration)},
        axis,
        values - rest,
        rest,
        measures,
    )


def _displaced(pose: Pose, axis: DecayAxis, offset: float) -> Pose:
    if axis == "heave":
        return Pose(pose.p + np.array([0.0, 0.0, offset]), pose.q)
    turn = {"roll": (offset, 0.0, 0.0), "pitch": (0.0, offset, 0.0)}[axis]
    return Pose.from_matrix(pose.p, matrix_from_rpy(turn) @ pose.R)


def _values_of(pose: Pose, axis: DecayAxis) -> float:
    return float(pose.p[2]) if axis == "heave" else float(rpy_from_matrix(pose.R)[_AXES.index(axis) - 1])


def _values(vehicle: Any, axis: DecayAxis) -> Floats:
    return vehicle.position[:, 0, 2] if axis == "heave" else vehicle.rpy[:, 0, _AXES.index(axis) - 1]
