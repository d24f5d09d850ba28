"""Helpers of controllers: the vehicle that they address, and the time since the last call in each run."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.sim import Command, State


def index_in(state: State, vehicle: str | None) -> int:
    """Index of a vehicle; None means the only one.

    Raises:
        ModelError: There is no such vehicle, or there are several and no name.
    """
    if vehicle is None and len(state.names) > 1:
        raise ModelError(
            f"a controller must name its vehicle if there are several; there are: {', '.join(state.names)}"
        )
    if vehicle is not None and vehicle not in state.names:
        raise ModelError(f"no vehicle named '{vehicle}'; there are: {', '.join(state.names)}")
    return 0 if vehicle is None else state.names.index(vehicle)


def check_names(names: Iterable[str], known: Sequence[str], absent: str) -> None:
    """Refuse unknown names.

    Raises:
        ModelError: A name is not known; the message starts with ``absent``.
    """
    for name in names:
        if name not in known:
            raise ModelError(f"{absent} '{name}'; there are: {', '.join(known) or 'none'}")


def command_of(state: State, k: int, wrench: Floats | None, actuators: Mapping[str, Floats]) -> Command:
    """Command of vehicle k alone.

    Args:
        state: State of all vehicles.
        k: Index of the vehicle.
        wrench: Wrench about Bo in B [N, N m], (batch, 6), or None.
        actuators: Commands by the actuator's name on the vehicle, each (batch,).
    """
    several = len(state.names) > 1
    named = {f"{state.names[k]}.{name}" if several else name: values for name, values in actuators.items()}
    if wrench is None:
        return Command(None, named)
    whole = np.zeros((*state.position.shape[:2], 6))
    whole[:, k] = wrench
    return Command(whole, named)


def wrapped(angle: Floats) -> Floats:
    """Wrap angles to ±π [rad]."""
    return angle - 2.0 * np.pi * np.rint(angle / (2.0 * np.pi))


class Tick(NamedTuple):
    """Time since the last call, ``elapsed`` [s], (batch,), 0 in runs that start; ``fresh`` marks these, (batch,)."""

    elapsed: Floats
    fresh: NDArray[np.bool_]


class Clock:
    """Time of the last call in each run. A run whose time goes back was reset, and starts again."""

    def __init__(self) -> None:
        self._last = np.zeros(0)

    def tick(self, time: Floats) -> Tick:
        """Advance to the time of each run [s], (batch,)."""
        if self._last.shape != time.shape:
            self._last = np.full(time.shape, np.nan)
        fresh = np.isnan(self._last) | (time < self._last)
        elapsed = np.where(fresh, 0.0, time - np.where(fresh, time, self._last))
        self._last = time.copy()
        return Tick(elapsed, fresh)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Restart runs, given by an index, indices or a mask; default: all."""
        if rows is None:
            self._last = np.zeros(0)
        elif len(self._last):
            self._last[np.asarray(rows)] = np.nan
