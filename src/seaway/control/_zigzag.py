"""A zig-zag: the rudder goes over each time the heading has changed by an angle."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, positive
from seaway.control._rows import Clock, command_of, index_in, wrapped
from seaway.errors import ModelError
from seaway.frames import rpy_from_quaternion
from seaway.sim import Command, State

__all__ = ["ZigZag"]


class ZigZag:
    """A controller that steers to one side until the yaw has changed by an angle, then to the other, again and again.

    Each row goes over at its own times. The command is ``steady + s steer``, s being 1 while it turns to the left and
    -1 while it turns to the right, and ``steady`` alone before the start.

    Args:
        steer: Commands that turn the vehicle to the left, by name: ``{"rudder": -0.17}``, or for differential thrust
            ``{"port": -20.0, "starboard": 20.0}``.
        angle: Change of the yaw from that at the start at which it goes over [rad], > 0 and < π: 10° is 0.1745.
        steady: Commands beside it, by name: the propeller.
        first: Side to which it turns first: ``"right"``, as trials have it, or ``"left"``.
        start: When it begins, in the time of the row [s].
        vehicle: Its name; may be left out where there is one vehicle.

    Raises:
        ModelError: A number is not finite or out of its range, or nothing steers.

    Reference:
        IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002.

    Example:
        >>> from seaway.control import ZigZag
        >>> ZigZag({"rudder": -0.175}, 0.175, {"propeller": 20.0}).sides(3).tolist()
        [0.0, 0.0, 0.0]
    """

    def __init__(
        self,
        steer: Mapping[str, float],
        angle: float,
        steady: Mapping[str, float] | None = None,
        *,
        first: str = "right",
        start: float = 0.0,
        vehicle: str | None = None,
    ):
        if first not in ("right", "left"):
            raise ModelError(f"a zig-zag turns first to the 'right' or to the 'left', got {first!r}")
        self.angle = positive(angle, "the angle of a zig-zag [rad]")
        if self.angle >= np.pi:
            raise ModelError(f"the angle of a zig-zag must be < π [rad], got {self.angle:g}; is it in degrees?")
        self.start = float(finite_floats(start, (), "the start of a zig-zag [s]"))
        self.first = first
        self.vehicle = vehicle
        self.steer = _numbers(steer, "the steering")
        self.steady = _numbers(steady or {}, "the steady")
        if not any(self.steer.values()):
            raise ModelError("a zig-zag needs commands that turn the vehicle to the left, by name, got none")
        self._clock = Clock()
        self._side = np.zeros(0)
        self._yaw = np.zeros(0)

    def __call__(self, t: float, state: State) -> Command:
        """The command, with the side to which each row turns."""
        k, time = index_in(state, self.vehicle), state.time
        yaw = rpy_from_quaternion(state.orientation[:, k])[:, 2]
        fresh = self._clock.tick(time).fresh
        side = np.where(fresh, 0.0, self.sides(len(time)))
        # Times are n h, rounded.
        begins = (side == 0.0) & (time >= self.start - 1e-12 * abs(self.start))
        self._yaw = np.where(begins, yaw, self._yaw if len(self._yaw) == len(yaw) else yaw)
        side = np.where(begins, 1.0 if self.first == "left" else -1.0, side)
        change = wrapped(yaw - self._yaw)
        self._side = np.where(side * change >= self.angle, -side, side)
        names = {**self.steady, **self.steer}
        commands = {name: self.steady.get(name, 0.0) + self._side * self.steer.get(name, 0.0) for name in names}
        return command_of(state, k, None, commands)

    def sides(self, batch: int) -> Floats:
        """The side to which each row turns: 1 left, -1 right, 0 before the start; (batch,)."""
        return self._side.copy() if len(self._side) == batch else np.zeros(batch)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Let rows begin anew: an index, indices or a mask; all where None.

        A row whose time goes back does so by itself.
        """
        self._clock.reset(rows)


def _numbers(given: Mapping[str, float], what: str) -> dict[str, float]:
    return {name: float(finite_floats(value, (), f"{what} command of '{name}'")) for name, value in given.items()}
