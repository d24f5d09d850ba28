"""What controllers share: whom they mean, and when each row was last looked at."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.sim import Command, State

__all__ = ["Clock", "Tick", "command_of", "index_in", "wrapped"]


def index_in(state: State, vehicle: str | None) -> int:
    """The number of a vehicle; None is the only one.

    Raises:
        ModelError: There is no such vehicle, or there are several to choose from.
    """
    if vehicle is None:
        if len(state.names) > 1:
            raise ModelError(f"a controller of one vehicle among several needs its name, of: {', '.join(state.names)}")
        return 0
    if vehicle not in state.names:
        raise ModelError(f"there is no vehicle '{vehicle}' to control; there are: {', '.join(state.names)}")
    return state.names.index(vehicle)


def command_of(state: State, k: int, wrench: Floats | None, actuators: Mapping[str, Floats]) -> Command:
    """The command that asks only this of only vehicle k.

    Args:
        state: Of all vehicles.
        k: Its number.
        wrench: About Bo in B [N, Nm], (batch, 6); None for none.
        actuators: By their names on the vehicle, each (batch,).
    """
    several = len(state.names) > 1
    named = {f"{state.names[k]}.{name}" if several else name: values for name, values in actuators.items()}
    if wrench is None:
        return Command(None, named)
    whole = np.zeros((*state.position.shape[:2], 6))
    whole[:, k] = wrench
    return Command(whole, named)


def wrapped(angle: Floats) -> Floats:
    """Angles to the short way round, within ±π [rad]."""
    return angle - 2.0 * np.pi * np.rint(angle / (2.0 * np.pi))


class Tick(NamedTuple):
    """What the clock tells.

    Attributes:
        elapsed: Since the last call [s], (batch,); 0 in rows that begin.
        fresh: Rows that begin, (batch,).
    """

    elapsed: Floats
    fresh: NDArray[np.bool_]


class Clock:
    """When each row was last looked at. A row whose time went back begins anew: it was reset."""

    def __init__(self) -> None:
        self._last = np.zeros(0)

    def tick(self, time: Floats) -> Tick:
        """Look at the rows.

        Args:
            time: Of each row [s], (batch,).
        """
        if self._last.shape != time.shape:
            self._last = np.full(time.shape, np.nan)
        fresh = np.isnan(self._last) | (time < self._last)
        elapsed = np.where(fresh, 0.0, time - np.where(fresh, time, self._last))
        self._last = time.copy()
        return Tick(elapsed, fresh)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Let rows begin anew at the next look: an index, indices, a mask; all where None."""
        if rows is None:
            self._last = np.zeros(0)
        elif len(self._last):
            self._last[np.asarray(rows)] = np.nan
