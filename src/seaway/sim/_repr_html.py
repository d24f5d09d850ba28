"""A recording as a notebook shows it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from seaway._arrays import Floats
from seaway._html import digits, html_table, names_of

if TYPE_CHECKING:
    from seaway.sim._recording import Recording, VehicleRecording

# How many vehicles are listed.
_MOST: Final = 4
_HEADINGS: Final = ("", "unit", "first", "last", "least", "greatest")


def recording_html(recording: "Recording") -> str:
    """The first and last sample of the first run, and the range over all runs, of what everybody asks for."""
    samples, runs = len(recording.time), recording.status.shape[0]
    caption = f"Recording of {names_of(recording.names)}: {samples} samples"
    if samples:
        caption += f" from {digits(recording.time[0])} to {digits(recording.time[-1])} s"
    caption += f", {runs} runs" if runs > 1 else ""
    rows = list[tuple[str, ...]]()
    for k, name in enumerate(recording.names[:_MOST] if samples else ()):
        label = f"{name}: " if len(recording.names) > 1 else ""
        rows += ((f"{label}{row[0]}", *row[1:]) for row in _rows(recording[k]))
    stopped = int(np.count_nonzero(np.isfinite(recording.stop_times)))
    notes = [
        f"first and last are those of run 0, least and greatest those of all {runs} runs" if runs > 1 else "",
        f"{len(recording.names) - _MOST} more vehicles" if len(recording.names) > _MOST else "",
        f"{stopped} of {runs} runs stopped early" if stopped else "",
        f"recorded: {names_of(tuple(recording.variables), 30)}" if recording.variables else "",
        f"actuators: {names_of(tuple(recording.actuators))}" if recording.actuators else "",
    ]
    return html_table(caption, _HEADINGS if rows else (), rows, "; ".join(filter(None, notes)))


def _rows(vehicle: "VehicleRecording") -> Iterator[tuple[str, ...]]:
    have = vehicle.variables
    if "position" in have:
        for k, axis in enumerate("xyz"):
            yield _row(f"position {axis}", "m", have["position"][..., k])
    if "orientation" in have:
        roll, pitch, yaw = np.moveaxis(np.degrees(vehicle.rpy), -1, 0)
        yield _row("roll", "°", roll)
        yield _row("pitch", "°", pitch)
        # The range of an angle that goes round means nothing.
        yield "yaw", "°", _clean(yaw[0, 0]), _clean(yaw[-1, 0]), "", ""
        first, last = (_clean(round(90.0 - float(yaw[n, 0]), 9) % 360.0) for n in (0, -1))
        yield "compass heading", "°", first, last, "", ""
    if "velocity" in have:
        yield _row("speed over ground", "m/s", np.linalg.norm(have["velocity"][..., :3], axis=-1))
    if "depth" in have:
        yield _row("depth", "m", have["depth"][..., 0])


def _row(name: str, unit: str, values: Floats) -> tuple[str, ...]:
    return name, unit, *map(_clean, (values[0, 0], values[-1, 0], np.min(values), np.max(values)))


def _clean(value: float) -> str:
    """A number without what is left of rounding."""
    return digits(round(float(value), 9))
