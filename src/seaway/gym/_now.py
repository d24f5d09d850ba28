"""What a task sees of its environments at a moment, component by component."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

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
    return min(max(x, low), high) if type(x) is float else np.clip(x, low, high)


def length(vector: Sequence[Value]) -> Value:
    """Euclidean norm."""
    return sqrt(sum(x * x for x in vector))


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
        east, north = self.forward
        c, s = cos(yaw), sin(yaw)
        return s * east - c * north, c * east + s * north

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
        return sum(a * a for a in self.command) / max(1, len(self.command))

    @cached_property
    def unrest(self) -> Value:
        """Mean square of the change of these commands, in [0, 4]."""
        pairs = zip(self.command, self.previous_command, strict=True)
        return sum((a - b) * (a - b) for a, b in pairs) / max(1, len(self.command))
