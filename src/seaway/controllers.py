"""Declaration of controllers: parameters, set points, states and one plain function that the compiled loop calls.

A controller is a part with a command. Its fields are its parameters and set points; its states are class attributes
without an annotation; its function is plain Python that numba can compile, and depends only on its arguments::

    class DepthKeeper(Controller):
        \"\"\"Holds a depth with a vertical force.\"\"\"

        depth: SetPoint = SetPoint(unit="m")
        \"\"\"Depth to hold.\"\"\"
        stiffness: Number = Number(unit="N/m", above=0.0)
        \"\"\"Force per error.\"\"\"
        integral = Kept("m s")

        @staticmethod
        def command(par, x, motion, around, set_point):
            error = set_point.depth - (around.surface - motion.position[2])
            integral = x.integral + error * par.period
            return (0.0, 0.0, -par.stiffness * (error + 0.1 * integral), 0.0, 0.0, 0.0), (integral,)

``command(par, x, motion, around, set_point)`` is called once per control period, at the start of a step. It returns its
command and its new states, in the order of their declaration. The command is a wrench about Bo in B [N, N m] or, with
``output = "actuators"``, a set point for every actuator of the vehicle, in their order.

``par`` has the fields by name and ``period``, the control period [s]; ``x`` has the states, 0 at the start and after
``reset``; ``motion`` and ``around`` are ``seaway.kernels.surroundings.Motion`` and ``Around``, as for forces;
``set_point`` has the set points at the present time, and ``missing``, the part of the last wrench that the actuators
could not provide.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal, Protocol, get_args

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats
from seaway.forces import Held, StateDeclaration, readable, states_of, values_of
from seaway.parts import (
    Array,
    Choice,
    Field,
    Numbers,
    Part,
    Reading,
    RefusedError,
    Rows,
    fields_of,
)
from seaway.parts._fields import MISSING

__all__ = ["Controller", "Kept", "SetPoint"]

SET_POINTS: Final = ("x", "y", "z", "depth", "roll", "pitch", "yaw", "speed", "ground_speed")
"""Set points that guidance may compute for a controller, in the order of ``kernels.control``."""

Interpolation = Literal["linear", "step"]
Role = Literal["filter", "guidance", "controller", "allocation", "source"]
Output = Literal["wrench", "actuators"]
Parameter = tuple[str, tuple[int | None, ...]]
# Times n h are rounded: a time that precedes a node by less than this share of it counts as at the node.
_ROUNDING: Final = 1e-12


# Values over time


def ascending(times: Floats) -> str | None:
    """Rule of a field: a single list of ascending times."""
    if times.ndim > 1:
        return f"must be one list, got the shape {times.shape}"
    return f"must ascend, got {times.tolist()}" if np.any(np.diff(times) <= 0.0) else None


class _NodeValues(Field[Numbers | Rows, Floats]):
    """Values at the nodes of a table: (n,) or (n, k)."""

    hint = "ArrayLike"

    def check(self, value: Any) -> Any:
        """Check a value and convert it to the stored one."""
        return Array(shape=(None,)).check(value)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return Array(shape=(None,)).schema(definitions)


class TimeTable(Part, what="time table"):
    """Table of values over time; constant before the first and after the last node.

    Raises:
        ModelError: Shapes do not match, a number is not finite, or times do not ascend.

    Example:
        >>> from seaway.control import TimeTable
        >>> TimeTable([0, 10, 20], [0.0, 5.0, 5.0]).at([4.0, 15.0, 99.0]).tolist()
        [2.0, 5.0, 5.0]
        >>> TimeTable([0, 10], [0.0, 5.0], interpolation="step").at([9.9, 10.0]).tolist()
        [0.0, 5.0]
    """

    times: Array = Array(shape=(None,), unit="s", rule=ascending)
    """Ascending times of the nodes, (n,)."""
    values: _NodeValues = _NodeValues()
    """Values at the nodes, (n,) or (n, k), in the unit of the quantity."""
    interpolation: Choice[Interpolation] = Choice(get_args(Interpolation), default="linear")
    """Interpolation between nodes: linear, or step, where each value holds until the next."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Compare the number of values with that of times."""
        n = len(self.times)
        if len(self.values) != n:
            yield "values", f"{n} times need as many values, ({n},) or ({n}, k), got the shape {self.values.shape}"

    def at(self, time: ArrayLike) -> Floats:
        """Evaluate the table.

        Args:
            time: Times [s], any shape.

        Returns:
            Values of the same shape; for values of k numbers with a trailing axis of k.
        """
        t = np.asarray(time, dtype=np.float64)
        last = len(self.times) - 1
        before = np.searchsorted(self.times, t + _ROUNDING * np.abs(t), side="right") - 1
        low = np.clip(before, 0, last)
        if self.interpolation == "step":
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
    """A constant, one for each run, or a ``TimeTable``; None if absent. Stored as a float, an array or the table.

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
        """Keys of a table that set this field."""
        return self.numbers.table_keys

    def check(self, value: Any) -> Any:
        """Check a value and convert it to the stored one."""
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
        """Read the value of a key."""
        return self.numbers.read_key(key, value, reading)

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """JSON schemas by key."""
        return self.numbers.schemas(definitions)


class SetPoint(Field[Numbers | Rows | TimeTable, Any]):
    """A set point of a user-defined controller: a number, one for each run, or a ``TimeTable`` over time.

    Args:
        unit: SI unit; values in rad may be given in degrees by a key ``*_deg``.
    """

    hint = "float | ArrayLike | TimeTable"

    def __init__(self, *, unit: str = "", default: Any = MISSING):
        self.unit, self.default = unit, default
        self._inner = OverTime(unit=unit)

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self._inner.__set_name__(owner, name)

    @property
    def table_keys(self) -> tuple[str, ...]:
        """Keys of a table that set this field."""
        return self._inner.table_keys

    def check(self, value: Any) -> Any:
        """Check a value and convert it to the stored one."""
        if value is None:
            raise RefusedError("must be a number or a TimeTable, got None")
        return self._inner.check(value)

    def read_key(self, key: str, value: Any, reading: Reading) -> Any:
        """Read the value of a key."""
        return self._inner.read_key(key, value, reading)

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """JSON schemas by key."""
        return self._inner.schemas(definitions)


class Kept(Held):
    """A state of a controller, kept from one control period to the next."""


# Declarations for the engine


@dataclass(frozen=True)
class ControlLaw:
    """Declaration of a kind of stage of a control loop for the engine.

    Attributes:
        kind: Identifier, the same for all stages of this kind.
        role: ``"controller"`` computes a command from set points; ``"filter"`` modifies the motion that it receives,
            ``"guidance"`` its set points; ``"allocation"`` converts its wrench to commands of actuators; ``"source"``
            issues commands without set points.
        parameters: Name and shape of every float that the function reads, in order.
        choices: Names of flags, choices and integers, which are the same in all runs.
        states: States of the stage.
        function: Function of the stage.
        set_points: Names of its set points, each with a schedule.
        output: Kind of command of a controller.
        users: Whether it is user-defined.
    """

    kind: str
    role: Role
    parameters: tuple[Parameter, ...]
    choices: tuple[str, ...]
    states: tuple[StateDeclaration, ...]
    function: Callable[..., Any]
    set_points: tuple[str, ...] = ()
    output: Output = "wrench"
    users: bool = False

    @property
    def state_count(self) -> int:
        """Number of components of all states."""
        return sum(state.size for state in self.states)

    @property
    def own_set_points(self) -> tuple[str, ...]:
        """Set points that guidance does not compute."""
        return tuple(name for name in self.set_points if name not in SET_POINTS)

    @property
    def memory_count(self) -> int:
        """Number of values that a stage stores: its states, then its own set points."""
        return self.state_count + len(self.own_set_points)


BUILT_IN: Final[list[ControlLaw]] = []
"""Kinds of stages of ``seaway.control``, once that is imported; see ``built_in``."""


def built_in(law: ControlLaw) -> ControlLaw:
    """Register a built-in kind of stage."""
    BUILT_IN.append(law)
    return law


def scheduled_parameters(names: tuple[str, ...]) -> tuple[tuple[Parameter, ...], tuple[str, ...]]:
    """Parameters and choices of the schedules of set points."""
    floats = tuple((f"{name}_{each}", (None,)) for name in names for each in ("times", "values"))
    return floats, tuple(f"{name}_steps" for name in names)


def schedule_values(name: str, value: Any) -> tuple[dict[str, Floats], dict[str, int]]:
    """Parameters of the schedule of a set point: a number, one for each run, a table, or None for 0."""
    if isinstance(value, TimeTable):
        times, values, steps = value.times[None], value.values[None], value.interpolation == "step"
    else:
        values = np.atleast_1d(np.asarray(0.0 if value is None else value, dtype=np.float64))[:, None]
        times, steps = np.zeros((1, 1)), -1 if value is None else 0
    return {f"{name}_times": times, f"{name}_values": values}, {f"{name}_steps": int(steps)}


@dataclass(frozen=True, eq=False)
class Stage:
    """A stage of a control loop with its parameters.

    Attributes:
        law: Declaration of its kind.
        values: Floats by name, each with or without a leading axis for the runs.
        integers: Choices by name.
        name: Name under which its states are recorded.
    """

    law: ControlLaw
    values: Mapping[str, Any]
    integers: Mapping[str, int] = field(default_factory=dict[str, int])
    name: str = ""


@dataclass(frozen=True, eq=False)
class Group:
    """A control loop of one vehicle: guidance, a controller, its allocation; or a source of commands.

    Attributes:
        vehicle: Name of the vehicle; None for the only one.
        stages: Stages of the loop.
        period: Control period [s]; default: that of the run.
        until: Time of the run at which the loop is switched off [s]; default: never.
        driven: Set points in use, by name and unit, for recordings.
        owner: Description from which it was made.
    """

    vehicle: str | None
    stages: tuple[Stage, ...]
    period: float | None = None
    until: float | None = None
    driven: tuple[str, ...] = ()
    owner: Any = None


class Compiled(Protocol):
    """A compiled controller: provides control loops for the engine, as autopilots and command tables do."""

    def groups(self, vehicles: Any, sea: Any, period: float) -> Sequence[Group]:
        """Control loops of vehicles in a sea, for a control period [s]."""
        ...


# Declared by users


class Controller(Part, base=True):
    """Base class of user-defined controllers; the module docstring shows how to declare one.

    Pass an instance to ``Simulation.run``; in a simulation of several vehicles pass ``instance.controller(vehicle)``.
    """

    output: ClassVar[Output] = "wrench"
    __law__: ClassVar[ControlLaw | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = vars(cls).get("command")
        if isinstance(own, staticmethod):
            names = tuple(name for name, each in fields_of(cls).items() if isinstance(each, SetPoint))
            others = [name for name in fields_of(cls) if name not in names]
            if cls.output not in get_args(Output):
                raise TypeError(f"{cls.__name__}: output must be one of {get_args(Output)}, got {cls.output!r}")
            floats, choices = readable(cls, others, {"period": ()}, strict=True)
            times, steps = scheduled_parameters(names)
            cls.__law__ = ControlLaw(
                cls.__name__, "controller", (*floats, *times), (*choices, *steps), states_of(cls), own.__func__,
                names, cls.output, users=True,
            )  # fmt: skip

    def controller(self, vehicle: Any) -> "BoundController":
        """Make the controller of one of several vehicles, for ``Simulation.run``.

        Args:
            vehicle: Vehicle to control, or its name.
        """
        return BoundController(self, vehicle if isinstance(vehicle, str) else vehicle.name)


class BoundController:
    """A ``Controller`` for a named vehicle."""

    def __init__(self, settings: Controller, vehicle: str):
        self.settings, self.vehicle = settings, vehicle

    def groups(self, vehicles: Any, sea: Any, period: float) -> tuple[Group, ...]:
        """Control loop for the engine."""
        return (group_of(self.settings, self.vehicle),)


def group_of(controller: Controller, vehicle: str | None = None) -> Group:
    """Control loop of a user-defined controller."""
    law = type(controller).__law__
    if law is None:
        name = type(controller).__name__
        raise TypeError(f"{name} has no function command(par, x, motion, around, set_point)")
    return Group(vehicle, (stage_values(controller, law),), driven=law.set_points, owner=controller)


def stage_values(part: Part, law: ControlLaw) -> Stage:
    """A stage whose parameters are the fields of a part."""
    times, steps = scheduled_parameters(law.set_points)
    own = [each for each in law.parameters if each not in times and each[0] != "period"]
    values, integers = values_of(part, own, [name for name in law.choices if name not in steps])
    for name in law.set_points:
        more, flags = schedule_values(name, vars(part)[name])
        values |= more
        integers |= flags
    return Stage(law, values, integers, type(part).__name__.lower())
