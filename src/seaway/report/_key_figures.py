"""The key figures of a run: few digits, with units, and nothing about what did not change."""

from collections.abc import Sequence
from dataclasses import fields
from math import degrees, isfinite, isnan
from typing import Any, Final, NamedTuple

import numpy as np

from seaway.report._charts import Fact, number, prefixed
from seaway.report._map import wanted_height
from seaway.report._records import recorded, set_point_of
from seaway.report._samples import Samples
from seaway.scenario._summary import OF_GUIDANCE, VehicleSummary


class Measure(NamedTuple):
    """A figure of a summary.

    Attributes:
        label: Name.
        unit: Unit.
        fields: One field of ``VehicleSummary``, or two for the ends of a range.
        least: Smaller numbers and ranges are none, and left out.
        axis: Component of a field of three.
        factor: From SI units.
        less: Field that is subtracted.
    """

    label: str
    unit: str
    fields: tuple[str, ...]
    least: float = 1e-3
    axis: int = 0
    factor: float = 1.0
    less: str = ""

    def of(self, summary: VehicleSummary) -> tuple[float, ...]:
        """One number, or the two ends of a range."""
        offset: float = getattr(summary, self.less) if self.less else 0.0
        found = (np.atleast_1d(getattr(summary, name)).tolist() for name in self.fields)
        return tuple(self.factor * (float(each[self.axis if len(each) > 1 else 0]) - offset) for each in found)


_DEGREES: Final = degrees(1.0)
_ATTITUDE: Final = ("lowest_attitude", "highest_attitude")
MEASURES: Final = (
    Measure("distance", "m", ("distance",)),
    Measure("start to end", "m", ("displacement",)),
    Measure("mean speed", "m/s", ("mean_speed",)),
    Measure("top speed", "m/s", ("largest_speed",)),
    Measure("height z", "m", ("lowest_position", "highest_position"), axis=2),
    Measure("roll", "°", _ATTITUDE, 0.01, 0, _DEGREES),
    Measure("pitch", "°", _ATTITUDE, 0.01, 1, _DEGREES),
    Measure("yaw", "°", _ATTITUDE, 0.01, 2, _DEGREES),
    Measure("largest rate of turn", "°/s", ("largest_angular_speed",), 0.01, factor=_DEGREES),
    Measure("largest acceleration", "m/s²", ("largest_acceleration",)),
    Measure("rms acceleration", "m/s²", ("rms_acceleration",)),
    Measure("largest kinetic energy", "J", ("largest_kinetic_energy",), 1e-6),
    Measure("change of energy", "J", ("energy_at_end",), 1e-6, less="energy_at_start"),
    Measure("under water", "%", ("lowest_wet_fraction", "highest_wet_fraction"), 0.01, factor=100.0),
    Measure("surface at the vehicle", "m", ("lowest_elevation", "highest_elevation")),
    Measure("rms cross-track error", "m", ("rms_cross_track",)),
    Measure("largest cross-track error", "m", ("largest_cross_track",)),
)
"""The figures of a summary, in the order shown."""

# Set points, how they are called, the unit and factor of the error, and whether it is an angle.
_ERRORS: Final = (
    ("z", "height", "m", 1.0),
    ("roll", "roll", "°", degrees(1.0)),
    ("pitch", "pitch", "°", degrees(1.0)),
    ("yaw", "heading", "°", degrees(1.0)),
)


class Row(NamedTuple):
    """A figure in several columns, e.g. of vehicles."""

    label: str
    facts: tuple[Fact, ...]


def rows_of(columns: Sequence[VehicleSummary]) -> list[Row]:
    """The figures that are not negligible in all columns."""
    rows: list[Row] = []
    for each in MEASURES:
        values = [each.of(column) for column in columns]
        if all(negligible(value, each.least) for value in values):
            continue
        most = max((abs(v) for value in values for v in value if isfinite(v)), default=0.0)
        factor, unit = prefixed(each.unit, most) if each.unit == "J" else (1.0, each.unit)
        facts = tuple(Fact(each.label, _words([factor * v for v in value]), unit) for value in values)
        rows.append(Row(each.label, facts))
    return rows


def negligible(value: tuple[float, ...], least: float) -> bool:
    """Whether a figure says nothing: it is unknown, about 0, or a range without extent."""
    if any(isnan(v) for v in value):
        return True
    return abs(value[0]) < least if len(value) == 1 else abs(value[1] - value[0]) < least


def _words(value: Sequence[float]) -> str:
    """A number, or a range; an end that is negligible beside the other is 0."""
    least = 1e-4 * max((abs(v) for v in value), default=0.0)
    texts = [number(v if abs(v) >= least else 0.0) for v in value]
    return texts[0] if len(value) == 1 else " to ".join(texts)


def summary_from(given: dict[str, Any]) -> VehicleSummary:
    """A summary as ``VehicleSummary.as_dict`` wrote it.

    Raises:
        TypeError, ValueError, KeyError, OverflowError: It is something else.
    """
    names = [each.name for each in fields(VehicleSummary)[1:] if each.name not in OF_GUIDANCE or each.name in given]
    numbers = (given[name] for name in names)
    values: Any = (float(v) if isinstance(v, int | float) else tuple(map(float, v)) for v in numbers)
    made = VehicleSummary("", *values)
    for each in MEASURES:
        each.of(made)  # tuples of the right length
    return made


def control_errors(samples: Samples, vehicle: int) -> list[Fact]:
    """Root mean square of set point less actual value, in run 0, of what has a set point."""
    found: list[Fact] = []
    for name, label, unit, factor in _ERRORS:
        wanted = wanted_height(samples, vehicle) if name == "z" else set_point_of(samples, name, vehicle)
        variable = "position" if name == "z" else name
        if wanted is None or not recorded(samples, variable):
            continue
        actual = samples.take(variable, row=0, vehicle=vehicle)
        error = wanted - (actual[:, 2] if name == "z" else actual)
        if name != "z":
            error = np.remainder(error + np.pi, 2.0 * np.pi) - np.pi
        sound = error[np.isfinite(error)]
        if len(sound):
            found.append(Fact(f"rms {label} error", number(factor * float(np.sqrt(np.mean(sound**2)))), unit))
    return found
