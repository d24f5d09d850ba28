"""Values over time, and commands made of them."""

from collections.abc import Iterator
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats
from seaway.control._rows import command_of, index_in
from seaway.errors import ModelError
from seaway.frames import quaternion_conjugated, rotated
from seaway.parts import KW_ONLY, Array, ByName, Choice, Field, NameOrNone, Numbers, Part, Reading, RefusedError, Rows
from seaway.sim import Command, State

Between = Literal["linear", "step"]
Axes = Literal["body", "world"]
# Times are n h, rounded: a time that is before a node by less than this share of it is at the node.
_ROUNDING: Final = 1e-12


def ascending(times: Floats) -> str | None:
    """Rule of a field: one list of ascending times."""
    if times.ndim > 1:
        return f"must be one list, got the shape {times.shape}"
    return f"must ascend, got {times.tolist()}" if np.any(np.diff(times) <= 0.0) else None


class _NodeValues(Field[Numbers | Rows, Floats]):
    """Values at the nodes of a table: (n,) or (n, k)."""

    hint = "ArrayLike"

    def check(self, value: Any) -> Any:
        return Array(shape=(None,)).check(value)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return Array(shape=(None,)).schema(definitions)


class TimeTable(Part, what="time table"):
    """Values at some times; held before the first and after the last.

    Raises:
        ModelError: Shapes do not match, a number is not finite, or times do not ascend.

    Example:
        >>> from seaway.control import TimeTable
        >>> TimeTable([0, 10, 20], [0.0, 5.0, 5.0]).at([4.0, 15.0, 99.0]).tolist()
        [2.0, 5.0, 5.0]
        >>> TimeTable([0, 10], [0.0, 5.0], between="step").at([9.9, 10.0]).tolist()
        [0.0, 5.0]
    """

    times: Array = Array(shape=(None,), unit="s", rule=ascending)
    """Ascending times of the nodes, (n,)."""
    values: _NodeValues = _NodeValues()
    """Values at the nodes, (n,) or (n, k), in the unit of the quantity."""
    between: Choice[Between] = Choice(get_args(Between), default="linear")
    """Interpolation between nodes: linear, or step, where each value holds until the next."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Compare the number of values with that of times."""
        n = len(self.times)
        if len(self.values) != n:
            yield "values", f"{n} times need as many values, ({n},) or ({n}, k), got the shape {self.values.shape}"

    def at(self, time: ArrayLike) -> Floats:
        """Evaluate at times [s] of any shape; values of k numbers append an axis of k."""
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


class _NumbersOverTime(Array):
    def _words(self) -> str:
        return f"{super()._words()}, or a list of them"

    def _for_all_runs(self, value: Any, checked: Any) -> Any:
        return checked  # in a file, a list is over time

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        one = super().schema(definitions)
        return {"anyOf": [*one["anyOf"], {"type": "array", "items": one["anyOf"][0], "minItems": 1}]}


class OverTime(Field[Numbers | Rows | TimeTable | None, Any]):
    """A constant, one for each run, or a ``TimeTable``; None if absent. Kept as a float, an array or the table.

    Args:
        unit: SI unit; values in rad may be given in degrees by a key ``*_deg``.
        shape: Shape of one value: () or (k,).
    """

    hint = "float | ArrayLike | TimeTable | None"

    def __init__(self, *, unit: str = "", shape: tuple[int, ...] = (), default: None = None):
        self.unit, self.default = unit, default
        self.numbers = _NumbersOverTime(shape=shape, unit=unit)

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self.numbers.name = name

    @property
    def table_keys(self) -> tuple[str, ...]:
        return self.numbers.table_keys

    def check(self, value: Any) -> Any:
        if value is None:
            return None
        if not isinstance(value, TimeTable):
            return self.numbers.check(value)
        size: Any = self.numbers.shape
        if value.values.shape[1:] != size:
            shape = f"(n, {size[0]})" if size else "(n,)"
            raise RefusedError(f"must be a table of values of the shape {shape}, got {value.values.shape}")
        return value

    def read_key(self, key: str, value: Any, reading: Reading) -> Any:
        return self.numbers.read_key(key, value, reading)

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return self.numbers.schemas(definitions)


def value_at(value: Any, time: Floats, size: tuple[int, ...], what: str) -> Floats:
    """Evaluate a value of an ``OverTime`` field in every run, (batch, ...).

    Args:
        value: A number, an array or a table.
        time: Time of each run [s], (batch,).
        size: Shape for one run.
        what: Its name for messages.

    Raises:
        ModelError: It is given for another number of runs.
    """
    if isinstance(value, TimeTable):
        return value.at(time)
    array = np.asarray(value)
    if array.ndim > len(size) and len(array) != len(time):
        raise ModelError(f"{what} is given for {len(array)} runs, the simulation has {len(time)}")
    return np.broadcast_to(array, (len(time), *size))


class CommandTable(Part, what="command table"):
    """A controller that commands given wrenches and actuators: constant, or over the time of each run.

    ``controller(t, state)``, as ``Simulation.run`` takes it.

    Raises:
        ModelError: A shape does not fit, or a number is not finite.

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

    wrench: OverTime = OverTime(shape=(6,), unit="N, Nm")
    """Wrench about Bo: (6,), (batch, 6), or a table of (n, 6)."""
    actuators: ByName = ByName(OverTime(), default={})
    """Commands of thrusters and fins by name, each in its own unit: a number, (batch,), or a table of (n,)."""
    _: KW_ONLY
    axes: Choice[Axes] = Choice(get_args(Axes), default="body")
    """Axes of the wrench; in world axes it keeps its direction while the vehicle turns."""
    vehicle: NameOrNone = NameOrNone(default=None)
    """Name of the vehicle; by default the only one."""

    def __call__(self, t: float, state: State) -> Command:
        """Command at the time of each run."""
        k, time = index_in(state, self.vehicle), state.time
        commands = {
            name: value_at(given, time, (), f"the command of '{name}'") for name, given in self.actuators.items()
        }
        if self.wrench is None:
            return command_of(state, k, None, commands)
        wrench = value_at(self.wrench, time, (6,), "the wrench")
        if self.axes == "world":
            q_BW = quaternion_conjugated(state.orientation[:, k])
            wrench = np.concatenate([rotated(q_BW, wrench[:, :3]), rotated(q_BW, wrench[:, 3:])], axis=-1)
        return command_of(state, k, wrench, commands)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Do nothing: it has no state, but may stand where other controllers do."""
