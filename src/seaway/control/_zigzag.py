"""A zig-zag: the helm goes over each time the heading has changed by an angle."""

from collections.abc import Iterator
from math import pi
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats
from seaway.control._rows import Clock, command_of, index_in, wrapped
from seaway.frames import rpy_from_quaternion
from seaway.parts import KW_ONLY, ByName, Choice, Part, Reading, Scalar
from seaway.sea import Sea
from seaway.sim import Command, State
from seaway.vehicle import Vehicle

Side = Literal["right", "left"]


class AnglesByName(ByName):
    """Angles of fins by name, kept in rad; in a file in degrees by a key ``*_deg``.

    Args:
        inner: Field of one angle.
        deg_key: Key for degrees; by default the name with ``_deg``.
    """

    def __init__(self, inner: Any, deg_key: str = ""):
        super().__init__(inner)
        self.deg_key = deg_key

    @property
    def table_keys(self) -> tuple[str, ...]:
        return (self.name, self.deg_key or f"{self.name}_deg")

    def read_key(self, key: str, value: Any, reading: Reading) -> Any:
        inner = self.inner.name + "_deg" * (key != self.name)
        return self._checked(value, lambda entry: self.inner.read_key(inner, entry, reading))

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        entries = self.inner.schemas(definitions).values()
        return {
            key: {"type": "object", "additionalProperties": entry}
            for key, entry in zip(self.table_keys, entries, strict=True)
        }


class ZigZag(Part, what="zig-zag"):
    """Helm to one side until the yaw has changed by an angle, then to the other, again and again.

    ``ZigZag(0.17, {"rudder": -0.17}).controller()`` is the controller. Each run goes over at its own times. The command
    is ``steady + s steer``, s being 1 while it turns to the left and -1 while it turns to the right, and ``steady``
    alone before the start.

    Raises:
        ModelError: A number is out of range, or nothing steers.

    Reference:
        IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002.

    Example:
        >>> from seaway.control import ZigZag
        >>> ZigZag(0.175, {"rudder": -0.175}, steady={"propeller": 20.0}).controller().sides(3).tolist()
        [0.0, 0.0, 0.0]
    """

    angle: Scalar = Scalar(unit="rad", above=0.0, below=pi, why="less than half a turn")
    """Change of heading from the start at which the helm goes over."""
    steer: ByName = ByName(Scalar(), default={})
    """Commands that turn the vehicle to the left, by name, each in its own unit: { port = -20, starboard = 20 }."""
    _: KW_ONLY
    steady: ByName = ByName(Scalar(), default={})
    """Commands held beside it, by name: the propeller."""
    steer_angles: AnglesByName = AnglesByName(Scalar(unit="rad"), "steer_deg")
    """Angles of fins that turn the vehicle to the left, by name, as in { rudder = -10 }; added to steer."""
    first: Choice[Side] = Choice(get_args(Side), default="right")
    """Side to which it turns first."""
    start: Scalar = Scalar(unit="s", default=0.0)
    """Start, in the time of the run."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that something steers."""
        if not any((*self.steer.values(), *self.steer_angles.values())):
            yield "", "needs commands that turn the vehicle to the left, by name, got none"
        for name in self.steer.keys() & self.steer_angles.keys():
            yield "steer_angles", f"'{name}' is commanded in steer and in steer_angles; give one of them"

    def controller(self, vehicle: Vehicle | None = None, sea: Sea | None = None) -> "ZigZagController":
        """Make the controller, as ``Simulation.run`` takes it; ``reset(rows)`` lets runs begin anew.

        Args:
            vehicle: Vehicle to steer; by default the only one of the simulation.
            sea: Not used.
        """
        return ZigZagController(self, None if vehicle is None else vehicle.name)


class ZigZagController:
    """A ``ZigZag`` at work."""

    def __init__(self, settings: ZigZag, vehicle: str | None):
        self.settings, self.vehicle = settings, vehicle
        self._steer = {**settings.steer, **settings.steer_angles}
        self._clock = Clock()
        self._side = self._yaw = np.zeros(0)

    def __call__(self, t: float, state: State) -> Command:
        """Command, with the side to which each run turns."""
        s, k, time = self.settings, index_in(state, self.vehicle), state.time
        yaw = rpy_from_quaternion(state.orientation[:, k])[:, 2]
        side = np.where(self._clock.tick(time).fresh, 0.0, self.sides(len(time)))
        # Times are n h, rounded.
        begins = (side == 0.0) & (time >= s.start - 1e-12 * abs(s.start))
        self._yaw = np.where(begins, yaw, self._yaw if len(self._yaw) == len(yaw) else yaw)
        side = np.where(begins, 1.0 if s.first == "left" else -1.0, side)
        self._side = np.where(side * wrapped(yaw - self._yaw) >= s.angle, -side, side)
        names = {**s.steady, **self._steer}
        commands = {name: s.steady.get(name, 0.0) + self._side * self._steer.get(name, 0.0) for name in names}
        return command_of(state, k, None, commands)

    def sides(self, batch: int) -> Floats:
        """Side to which each run turns: 1 left, -1 right, 0 before the start; (batch,)."""
        return self._side.copy() if len(self._side) == batch else np.zeros(batch)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Let runs begin anew: an index, indices or a mask; default: all. One whose time goes back does so itself."""
        self._clock.reset(rows)
