"""What a task sees of its environments at a moment, component by component."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

import numpy as np

Value = Any
"""A float of one environment, or an array (n,) of several: formulas are written once for both."""

Vector = tuple[Value, Value, Value]


def sqrt(x: Value) -> Value:
    """Square root."""
    return math.sqrt(x) if type(x) is float else np.sqrt(x)


def exp(x: Value) -> Value:
    """Exponential function."""
    return math.exp(x) if type(x) is float else np.exp(x)


def sin(x: Value) -> Value:
    """Sine."""
    return math.sin(x) if type(x) is float else np.sin(x)


def cos(x: Value) -> Value:
    """Cosine."""
    return math.cos(x) if type(x) is float else np.cos(x)


def atan2(y: Value, x: Value) -> Value:
    """Angle of the point (x, y)."""
    return math.atan2(y, x) if type(y) is float and type(x) is float else np.arctan2(y, x)


def clip(x: Value, low: float, high: float) -> Value:
    """The nearest value in [low, high]."""
    return min(max(x, low), high) if type(x) is float else np.minimum(np.maximum(x, low), high)


def where(condition: Value, yes: Value, no: Value) -> Value:
    """One of two values, by a condition."""
    if isinstance(condition, bool):
        return yes if condition else no
    either: Any = np.where
    return either(condition, yes, no)


def length(vector: Sequence[Value]) -> Value:
    """Euclidean norm."""
    first, *others = vector
    total = first * first
    for x in others:
        total = total + x * x
    return sqrt(total)


def turned(x: Value, y: Value, angle: Value) -> tuple[Value, Value]:
    """A horizontal vector turned by an angle, counter-clockwise."""
    c, s = cos(angle), sin(angle)
    return c * x - s * y, s * x + c * y


@dataclass(eq=False)
class Now:
    """Environments at a moment: floats of one environment, arrays (n,) of several.

    Attributes:
        time: Time since the beginning of the episode [s].
        position: p_WBo_W [m].
        orientation: q_WB (w, x, y, z).
        velocity: v_WB_B [m/s].
        rates: w_WB_B [rad/s].
        action: The action that led here, each in [-1, 1], one entry per component.
        command: The commands of the actuators that led here, as shares of their limits in [-1, 1].
        previous_command: The commands before; 0 at the beginning.
        goal: What ``Task.begin`` and ``Task.advance`` keep, by name.
        period: Time between two actions [s].
    """

    time: Value
    position: Vector
    orientation: tuple[Value, Value, Value, Value]
    velocity: Vector
    rates: Vector
    action: Sequence[Value] = ()
    command: Sequence[Value] = ()
    previous_command: Sequence[Value] = ()
    goal: dict[str, Value] = field(default_factory=dict[str, Value])
    period: float = 0.08

    def __post_init__(self) -> None:
        self._kept: dict[Any, tuple[Any, Value]] = {}

    def once(self, function: Callable[["Now", Any], Value], setup: Any) -> Value:
        """The value of a function of this moment, computed once however often it is asked for.

        Args:
            function: Function of this moment and the setup, such as a method of a task.
            setup: The setup.
        """
        found = self._kept.get(function)
        if found is None:
            found = self._kept[function] = (setup, function(self, setup))
        return found[1]

    def forget(self) -> None:
        """Forget what ``once`` keeps, after a change of the goal."""
        self._kept.clear()

    def renew(self, rows: Any, part: "Now") -> None:
        """Take over what was computed of some environments, after a change of their motion and goal."""
        for name in ("effort", "unrest"):
            self.__dict__.pop(name, None)
        self.time[rows] = part.time
        for name in ("up", "forward"):
            if name in self.__dict__:
                _put(self.__dict__[name], rows, getattr(part, name))
        for function, (setup, value) in self._kept.items():
            _put(value, rows, part.once(function, setup))

    @cached_property
    def up(self) -> Vector:
        """The upward direction in body axes: (0, 0, 1) if the vehicle is level."""
        w, x, y, z = self.orientation
        return 2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)

    @cached_property
    def forward(self) -> tuple[Value, Value]:
        """The horizontal direction of the bow, as a unit vector (east, north)."""
        w, x, y, z = self.orientation
        east, north = 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z)
        size = sqrt(east * east + north * north + 1e-30)
        return east / size, north / size

    @property
    def yaw(self) -> Value:
        """Yaw [rad], from east, counter-clockwise."""
        return atan2(self.forward[1], self.forward[0])

    def heading_error(self, yaw: Value) -> tuple[Value, Value]:
        """Sine and cosine of a yaw minus that of the vehicle."""
        return self.turn_to(cos(yaw), sin(yaw))

    def turn_to(self, east: Value, north: Value) -> tuple[Value, Value]:
        """Sine and cosine of the angle from the bow to a horizontal direction, a unit vector; positive to the left."""
        ahead, aside = self.forward
        return north * ahead - east * aside, east * ahead + north * aside

    def to_body(self, vector: Vector) -> Vector:
        """A vector of world axes in body axes."""
        w, x, y, z = self.orientation
        a, b, c = vector
        # v - w t - u x t with u = (x, y, z) and t = 2 v x u reversed: the rotation by the conjugate.
        tx, ty, tz = 2.0 * (b * z - c * y), 2.0 * (c * x - a * z), 2.0 * (a * y - b * x)
        return (
            a + w * tx - (y * tz - z * ty),
            b + w * ty - (z * tx - x * tz),
            c + w * tz - (x * ty - y * tx),
        )

    @cached_property
    def effort(self) -> Value:
        """Mean square of the commands of the actuators, in [0, 1]."""
        return _mean_square(self.command)

    @cached_property
    def unrest(self) -> Value:
        """Mean square of the change of these commands, in [0, 4]."""
        if isinstance(self.command, np.ndarray):
            return _mean_square(self.command - self.previous_command)
        return _mean_square([a - b for a, b in zip(self.command, self.previous_command, strict=True)])


def _mean_square(values: Any) -> Value:
    """Mean square over components, (m, n) or m floats."""
    count = max(1, len(values))
    if isinstance(values, list | tuple):
        return sum([x * x for x in cast(list[float], values)]) / count
    return np.einsum("ij,ij->j", values, values) / count


def _put(target: Value, rows: Any, source: Value) -> None:
    """Replace rows of arrays, or of arrays in tuples."""
    if isinstance(target, tuple):
        for each, new in zip(cast(tuple[Any, ...], target), source, strict=True):
            _put(each, rows, new)
    elif isinstance(target, np.ndarray) and target.ndim:
        target[rows] = source
