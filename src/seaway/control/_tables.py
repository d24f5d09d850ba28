"""Values over time, and commands made of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen, text
from seaway.control._rows import command_of, index_in
from seaway.errors import ModelError
from seaway.frames import quaternion_conjugated, rotated
from seaway.sim import Command, State

__all__ = ["Between", "CommandTable", "TimeTable", "Value", "value_at", "value_of"]

Between = Literal["linear", "step"]
_BETWEEN: Final = get_args(Between)
# Times are n h, rounded: a time that is before a node by less than this share of it is at the node.
_ROUNDING: Final = 1e-12


@dataclass(frozen=True, eq=False, init=False)
class TimeTable:
    """Values at some times; held before the first and after the last.

    Args:
        times: Of the nodes [s], ascending, (n,).
        values: At the nodes, (n,) or (n, k), in the unit of what they are for.
        between: ``"linear"`` between the nodes, or in ``"step"``: each value holds until the next.

    Raises:
        ModelError: A shape does not fit, a number is not finite, or times do not ascend.

    Example:
        >>> from seaway.control import TimeTable
        >>> TimeTable([0, 10, 20], [0.0, 5.0, 5.0]).at([4.0, 15.0, 99.0]).tolist()
        [2.0, 5.0, 5.0]
        >>> TimeTable([0, 10], [0.0, 5.0], between="step").at([9.9, 10.0]).tolist()
        [0.0, 5.0]
    """

    times: Floats
    values: Floats
    between: Between

    def __init__(self, times: ArrayLike, values: ArrayLike, between: Between = "linear"):
        shape = np.shape(times)
        if len(shape) != 1 or shape[0] == 0:
            raise ModelError(f"the times of a table must be a list of numbers, got the shape {shape}")
        nodes = finite_floats(times, shape, "the times of a table [s]")
        if np.any(np.diff(nodes) <= 0.0):
            raise ModelError(f"the times of a table must ascend, got {text(nodes)}")
        size = np.shape(values)
        if len(size) not in (1, 2) or size[0] != shape[0]:
            message = f"a table of {shape[0]} times needs as many values, ({shape[0]},) or ({shape[0]}, k)"
            raise ModelError(f"{message}, got the shape {size}")
        if between not in _BETWEEN:
            raise ModelError(f"there is no {between!r} between the nodes of a table; there are: {', '.join(_BETWEEN)}")
        object.__setattr__(self, "times", frozen(nodes))
        object.__setattr__(self, "values", frozen(finite_floats(values, size, "the values of a table")))
        object.__setattr__(self, "between", between)

    def at(self, time: ArrayLike) -> Floats:
        """The values at times [s] of any shape, with k behind it where a value has k numbers."""
        t = np.asarray(time, dtype=np.float64)
        last = len(self.times) - 1
        before = np.searchsorted(self.times, t + _ROUNDING * np.abs(t), side="right") - 1
        low = np.clip(before, 0, last)
        if self.between == "step":
            return self.values[low]
        high = np.clip(before + 1, 0, last)
        gap = self.times[high] - self.times[low]
        part = np.where(gap > 0.0, np.maximum(t - self.times[low], 0.0) / np.where(gap > 0.0, gap, 1.0), 0.0)
        if self.values.ndim == 2:
            part = part[..., None]
        return self.values[low] + part * (self.values[high] - self.values[low])


Value = float | ArrayLike | TimeTable
"""A constant for all rows, one for each row, or a table over time."""


def value_of(given: Any, size: tuple[int, ...], what: str) -> Floats | TimeTable:
    """Check a value: numbers of a shape, or with the rows before it, or a table of such.

    Args:
        given: What came from outside.
        size: Shape for one row: () or (k,).
        what: Its name for messages, with its article and unit.

    Raises:
        ModelError: It is something else.
    """
    if isinstance(given, TimeTable):
        if given.values.shape[1:] != size:
            shape = f"(n, {size[0]})" if size else "(n,)"
            raise ModelError(f"the table of {what} must have values of the shape {shape}, got {given.values.shape}")
        return given
    shape = np.shape(given)
    if len(shape) == len(size) + 1:
        return frozen(finite_floats(given, (shape[0], *size), what))
    return frozen(finite_floats(given, size, what))


def value_at(value: Floats | TimeTable, time: Floats, size: tuple[int, ...], what: str) -> Floats:
    """A value in every row, (batch, ...).

    Args:
        value: From ``value_of``.
        time: Of each row [s], (batch,).
        size: Shape for one row.
        what: Its name for messages.

    Raises:
        ModelError: It is for another number of rows.
    """
    if isinstance(value, TimeTable):
        return value.at(time)
    if value.ndim > len(size) and len(value) != len(time):
        raise ModelError(f"{what} is given for {len(value)} rows, the simulation has {len(time)}")
    return np.broadcast_to(value, (len(time), *size))


class CommandTable:
    """A controller that asks for given wrenches and commands: held, or over time.

    ``controller(t, state)``, as ``Simulation.run`` takes it. Times are those of each row, ``state.time``.

    Args:
        wrench: About Bo [N, Nm]: (6,), (batch, 6) for each row its own, or a ``TimeTable`` of (n, 6). None for none.
        actuators: What thrusters and fins are asked for, by name, each in its own unit: a number, (batch,), or a
            ``TimeTable`` of (n,).
        axes: Of the wrench: ``"body"``, or ``"world"`` for one that keeps its direction while the vehicle turns.
        vehicle: Its name; may be left out where there is one vehicle.

    Raises:
        ModelError: A shape does not fit, a number is not finite, or there are no such axes.

    Example:
        >>> from seaway.control import CommandTable, TimeTable
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.sim import Simulation
        >>> from seaway.vehicle import Vehicle
        >>> ball = Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=2.0)))
        >>> push = CommandTable(TimeTable([0, 1], [[0] * 6, [4, 0, 0, 0, 0, 0]], between="step"))
        >>> sim = Simulation(ball)
        >>> _ = sim.run(3.0, push)
        >>> sim.state["ball"].velocity[0, 0].round(9).item()
        4.0
    """

    def __init__(
        self,
        wrench: Value | None = None,
        actuators: Mapping[str, Value] | None = None,
        *,
        axes: Literal["body", "world"] = "body",
        vehicle: str | None = None,
    ):
        if axes not in ("body", "world"):
            raise ModelError(f"a wrench is given in 'body' or 'world' axes, got {axes!r}")
        self.axes = axes
        self.vehicle = vehicle
        self._wrench = None if wrench is None else value_of(wrench, (6,), "the wrench [N, Nm]")
        self._actuators = {
            name: value_of(value, (), f"the command of '{name}'") for name, value in (actuators or {}).items()
        }

    def __repr__(self) -> str:
        wrench = "no wrench" if self._wrench is None else f"a wrench in {self.axes} axes"
        return f"CommandTable({wrench}, actuators: {', '.join(self._actuators) or 'none'})"

    def __call__(self, t: float, state: State) -> Command:
        """The command at the time of each row."""
        k, time = index_in(state, self.vehicle), state.time
        commands = {
            name: value_at(value, time, (), f"the command of '{name}'") for name, value in self._actuators.items()
        }
        wrench = None
        if self._wrench is not None:
            wrench = value_at(self._wrench, time, (6,), "the wrench")
            if self.axes == "world":
                q_BW = quaternion_conjugated(state.orientation[:, k])
                wrench = np.concatenate([rotated(q_BW, wrench[:, :3]), rotated(q_BW, wrench[:, 3:])], axis=-1)
        return command_of(state, k, wrench, commands)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Nothing to forget: the same at the same time."""
