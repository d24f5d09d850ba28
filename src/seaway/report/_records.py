"""Read samples for charts: one vehicle, some variables, a block of samples at a time."""

import json
import math
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.report._samples import Samples

# Most of a recording that is in memory at once [bytes].
_BLOCK: Final = 32 * 1024**2
# Most times at which the spread over a batch is shown.
_TIMES: Final = 400
# Largest distance of the centre of the wet part from Bo [m].
_NEAR_THE_ORIGIN: Final = 2.0
# Dimensions besides time, row (run of the batch) and vehicle.
_DIMENSIONS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("position", "velocity", "angular_velocity"), ("axis",)),
    **dict.fromkeys(("force", "torque"), ("law", "axis")),
}


class Series(NamedTuple):
    """A variable of one vehicle: run 0 of the batch, and the range of all runs.

    Attributes:
        time: Of the samples [s], (sample,).
        first: Run 0, (sample, k).
        spread_time: [s], (m,).
        lowest: Least of all runs over the samples about that time, (m, k).
        highest: Greatest, (m, k).
        rows: Number of runs.
    """

    time: Floats
    first: Floats
    spread_time: Floats
    lowest: Floats
    highest: Floats
    rows: int

    @property
    def values(self) -> tuple[Floats, Floats, Floats]:
        """Everything that a scale must show."""
        return self.first, self.lowest, self.highest

    def scaled(self, factor: float) -> "Series":
        """The same in another unit."""
        return self._replace(first=factor * self.first, lowest=factor * self.lowest, highest=factor * self.highest)

    def component(self, k: int) -> "Series":
        """One component alone."""
        part = slice(k, k + 1)
        return self._replace(first=self.first[:, part], lowest=self.lowest[:, part], highest=self.highest[:, part])


def vehicle_index(samples: Samples, vehicle: str | None) -> int:
    """The number of a vehicle; default: the first.

    Raises:
        ModelError: There is no such vehicle.
    """
    known = samples.names
    if vehicle is not None and vehicle not in known:
        raise ModelError(f"there is no vehicle '{vehicle}'; there are: {', '.join(known)}")
    return 0 if vehicle is None else known.index(vehicle)


def recorded(samples: Samples, *names: str) -> bool:
    """Whether variables were recorded, with the dimensions that they must have."""
    return all(
        name in samples
        and samples.held[name].dimensions == ("time", "row", "vehicle", *_DIMENSIONS.get(name, ()))
        and samples.held[name].values.dtype.kind in "iuf"
        and samples.sizes.get("axis", 3) == 3
        for name in names
    )


def row_of(samples: Samples, names: tuple[str, ...], vehicle: int, row: int = 0) -> tuple[Floats, dict[str, Floats]]:
    """Read variables of a vehicle in one run of a batch, until it stopped.

    Returns:
        The times of the samples [s], at least one, and each variable (sample, ...).

    Raises:
        ModelError: A variable was not recorded.
    """
    _check_recorded(samples, names)
    time = samples.time
    if "stop_time" in samples and samples.held["stop_time"].dimensions == ("row",):
        stop = float(samples.take("stop_time")[row])
        if np.isfinite(stop):
            time = time[: max(1, int(np.searchsorted(time, stop, side="right")))]
    until = slice(len(time))
    return time, {name: samples.take(name, time=until, row=row, vehicle=vehicle) for name in names}


def blocks(
    samples: Samples, names: tuple[str, ...], vehicle: int, rows: slice, multiple: int
) -> Iterator[dict[str, Floats]]:
    """Read variables of a vehicle, a block of samples at a time.

    Args:
        samples: The recording.
        names: Variables.
        vehicle: Its number.
        rows: Runs of the batch.
        multiple: The samples of a block are a multiple of this.

    Yields:
        Each variable (sample, row, ...).

    Raises:
        ModelError: A variable was not recorded.
    """
    _check_recorded(samples, names)
    count, n = len(range(*rows.indices(samples.rows))), samples.sizes["time"]
    each = 8 * count * sum(math.prod(samples.held[name].values.shape[3:]) for name in names)
    size = multiple * max(1, _BLOCK // (max(1, each) * multiple))
    for start in range(0, n, size):
        part = slice(start, start + size)
        yield {name: samples.take(name, time=part, row=rows, vehicle=vehicle) for name in names}


def series_of(samples: Samples, names: tuple[str, ...], vehicle: int, *, turning: bool = False) -> Series:
    """Read variables of a vehicle, side by side as components.

    Args:
        samples: The recording.
        names: Variables with at most one dimension besides time, row and vehicle.
        vehicle: Its number.
        turning: Whether they are angles [rad], to be unwrapped over full turns.

    Raises:
        ModelError: A variable was not recorded.
    """
    time = samples.time
    size = -(-len(time) // _TIMES)
    parts: list[tuple[Floats, Floats, Floats]] = []
    before: Floats | None = None
    for values in blocks(samples, names, vehicle, slice(None), size):
        array = np.concatenate([v.reshape(*v.shape[:2], -1) for v in values.values()], axis=-1)
        if turning:
            follow = array if before is None else np.concatenate([before[None], array])
            array = np.unwrap(follow, axis=0)[0 if before is None else 1 :]
            before = array[-1]
        starts = np.arange(0, len(array), size)
        lowest = np.min(np.minimum.reduceat(array, starts, axis=0), axis=1)
        parts.append((array[:, 0], lowest, np.max(np.maximum.reduceat(array, starts, axis=0), axis=1)))
    middles = np.array([float(np.mean(time[start : start + size])) for start in range(0, len(time), size)])
    # The ends of the range are those of the record.
    middles[0], middles[-1] = time[0], time[-1]
    first, lowest, highest = (np.concatenate(each) for each in zip(*parts, strict=True))
    return Series(time, first, middles, lowest, highest, samples.rows)


def set_point_of(samples: Samples, name: str, vehicle: int) -> Floats | None:
    """A set point of the control loops of a vehicle in run 0, (sample,); None if there is none, or it was not recorded.

    Args:
        samples: The recording.
        name: Such as ``"depth"``.
        vehicle: Its number.
    """
    return signal_of(samples, vehicle, lambda signal: signal == f"set_point.{name}")


def signal_of(samples: Samples, vehicle: int, wanted: Callable[[str], bool]) -> Floats | None:
    """The first signal of the control loops of a vehicle whose name is wanted, in run 0, (sample,)."""
    if any(each not in samples for each in ("control", "signal", "signal_vehicle_name")):
        return None
    own = samples.names[vehicle]
    for k, (signal, whose) in enumerate(
        zip(samples.words("signal"), samples.words("signal_vehicle_name"), strict=True)
    ):
        if whose == own and wanted(signal.removeprefix(f"{own}.")):
            return samples.take("control", row=0, signal=k)
    return None


def events_of(samples: Samples) -> list[tuple[float, str]]:
    """Times [s] and names of the events of a run; what cannot be read is left out."""
    try:
        given: Any = json.loads(str(samples.attributes.get("events", "[]")))
        return [(float(each["time"]), str(each["name"])) for each in given]
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return []


def surface_at_zero(samples: Samples, vehicle: int) -> bool:
    """Whether depths are counted from z = 0; so by default, and so unless the recorded depth says otherwise."""
    if not (recorded(samples, "position") and recorded(samples, "depth")):
        return True
    # The recorded depth is that of the centre of the wet part, not of Bo.
    height = float(samples.take("position", time=0, row=0, vehicle=vehicle)[2])
    return abs(height + float(samples.take("depth", time=0, row=0, vehicle=vehicle))) < _NEAR_THE_ORIGIN


def _check_recorded(samples: Samples, names: tuple[str, ...]) -> None:
    for name in names:
        if not recorded(samples, name):
            there = ", ".join(each for each, held in samples.held.items() if "time" in held.dimensions[:1])
            raise ModelError(f"'{name}' was not recorded; there are: {there}")
