"""Read recordings for charts: one vehicle, some variables, a block of samples at a time."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError

if TYPE_CHECKING:
    from xarray import Dataset

# Most of a recording that is in memory at once [bytes].
_BLOCK: Final = 32 * 1024**2
# Most times at which the spread over a batch is shown.
_TIMES: Final = 400
# Largest distance of the centre of the wet part from Bo [m].
_NEAR_THE_ORIGIN: Final = 2.0
# Dimensions besides time, row and vehicle.
_DIMENSIONS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("position", "velocity", "angular_velocity"), ("axis",)),
    **dict.fromkeys(("force", "torque"), ("law", "axis")),
}


class Series(NamedTuple):
    """A variable of one vehicle: row 0 of the batch, and the range of all rows.

    Attributes:
        time: Of the samples [s], (sample,).
        first: Row 0, (sample, k).
        spread_time: [s], (m,).
        lowest: Least of all rows over the samples about that time, (m, k).
        highest: Greatest, (m, k).
        rows: Number of rows.
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


def names_of(dataset: "Dataset") -> list[str]:
    """The names of the vehicles.

    Raises:
        ModelError: The dataset is not a recording, or is empty.
    """
    if "vehicle" not in dataset.coords or "row" not in dataset.sizes or not dataset.sizes.get("time"):
        raise ModelError("this is not a recording: it needs a dimension time, not empty, a dimension row, and vehicles")
    return [str(name) for name in dataset["vehicle"].values.tolist()]


def vehicle_index(dataset: "Dataset", vehicle: str | None) -> int:
    """The number of a vehicle; default: the first.

    Raises:
        ModelError: There is no such vehicle.
    """
    known = names_of(dataset)
    if vehicle is not None and vehicle not in known:
        raise ModelError(f"there is no vehicle '{vehicle}'; there are: {', '.join(known)}")
    return 0 if vehicle is None else known.index(vehicle)


def recorded(dataset: "Dataset", *names: str) -> bool:
    """Whether variables were recorded, with the dimensions that they must have."""
    return all(
        name in dataset.data_vars
        and dataset[name].dims == ("time", "row", "vehicle", *_DIMENSIONS.get(name, ()))
        and dataset[name].dtype.kind in "iuf"
        and dataset.sizes.get("axis", 3) == 3
        for name in names
    )


def laws_of(dataset: "Dataset") -> list[str]:
    """The forces that were recorded, by name."""
    return [str(law) for law in dataset["law"].values.tolist()] if "law" in dataset.coords else []


def row_of(dataset: "Dataset", names: tuple[str, ...], vehicle: int, row: int = 0) -> tuple[Floats, dict[str, Floats]]:
    """Read variables of a vehicle in one row, until it stopped.

    Returns:
        The times of the samples [s], at least one, and each variable (sample, ...).

    Raises:
        ModelError: A variable was not recorded.
    """
    _check_recorded(dataset, names)
    time = _times(dataset)
    if "stop_time" in dataset.data_vars and dataset["stop_time"].dims == ("row",):
        stop = float(dataset["stop_time"].values[row])
        if np.isfinite(stop):
            time = time[: max(1, int(np.searchsorted(time, stop, side="right")))]
    return time, _read(dataset.isel(time=slice(len(time)), row=row, vehicle=vehicle), names)


def blocks(
    dataset: "Dataset", names: tuple[str, ...], vehicle: int, rows: slice, multiple: int
) -> Iterator[dict[str, Floats]]:
    """Read variables of a vehicle, a block of samples at a time.

    Args:
        dataset: The recording.
        names: Variables.
        vehicle: Its number.
        rows: Rows of the batch.
        multiple: The samples of a block are a multiple of this.

    Yields:
        Each variable (sample, row, ...).

    Raises:
        ModelError: A variable was not recorded.
    """
    _check_recorded(dataset, names)
    each = 8 * sum(dataset[name][0, rows, vehicle].size for name in names)
    size = multiple * max(1, _BLOCK // (max(1, each) * multiple))
    for start in range(0, dataset.sizes["time"], size):
        yield _read(dataset.isel(time=slice(start, start + size), row=rows, vehicle=vehicle), names)


def series_of(dataset: "Dataset", names: tuple[str, ...], vehicle: int, *, turning: bool = False) -> Series:
    """Read variables of a vehicle, side by side as components.

    Args:
        dataset: The recording.
        names: Variables with at most one dimension besides time, row and vehicle.
        vehicle: Its number.
        turning: Whether they are angles [rad], to be unwrapped over full turns.

    Raises:
        ModelError: A variable was not recorded.
    """
    time = _times(dataset)
    size = -(-len(time) // _TIMES)
    parts: list[tuple[Floats, Floats, Floats]] = []
    before: Floats | None = None
    for values in blocks(dataset, names, vehicle, slice(None), size):
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
    return Series(time, first, middles, lowest, highest, dataset.sizes["row"])


def set_point_of(dataset: "Dataset", name: str, vehicle: int) -> Floats | None:
    """A set point of the control loops of a vehicle in row 0, (sample,); None if there is none, or it was not recorded.

    Args:
        dataset: The recording.
        name: Such as ``"depth"``.
        vehicle: Its number.
    """
    if any(each not in dataset.variables for each in ("control", "signal", "signal_vehicle_name")):
        return None
    own = names_of(dataset)[vehicle]
    signals = zip(dataset["signal"].values.tolist(), dataset["signal_vehicle_name"].values.tolist(), strict=True)
    wanted = (f"set_point.{name}", f"{own}.set_point.{name}")
    for k, (signal, whose) in enumerate(signals):
        if str(whose) == own and str(signal) in wanted:
            return np.asarray(dataset["control"].isel(row=0, signal=k).values, dtype=np.float64)
    return None


def events_of(dataset: "Dataset") -> list[tuple[float, str]]:
    """Times [s] and names of the events of a run; what cannot be read is left out."""
    try:
        given: Any = json.loads(str(dataset.attrs.get("events", "[]")))
        return [(float(each["time"]), str(each["name"])) for each in given]
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return []


def surface_at_zero(dataset: "Dataset", vehicle: int) -> bool:
    """Whether depths are counted from z = 0; so by default, and so unless the recorded depth says otherwise."""
    if not (recorded(dataset, "position") and recorded(dataset, "depth")):
        return True
    start = dataset.isel(time=0, row=0, vehicle=vehicle)
    # The recorded depth is that of the centre of the wet part, not of Bo.
    return abs(float(start["position"].values[2]) + float(start["depth"].values)) < _NEAR_THE_ORIGIN


def _check_recorded(dataset: "Dataset", names: tuple[str, ...]) -> None:
    for name in names:
        if not recorded(dataset, name):
            there = ", ".join(str(each) for each in dataset.data_vars)
            raise ModelError(f"'{name}' was not recorded; there are: {there}")


def _times(dataset: "Dataset") -> Floats:
    return np.asarray(dataset["time"].values, dtype=np.float64)


def _read(part: "Dataset", names: tuple[str, ...]) -> dict[str, Floats]:
    return {name: np.asarray(part[name].values, dtype=np.float64) for name in names}
