"""Zig-zag manoeuvre: the helm is reversed each time the heading has changed by an angle."""

from collections.abc import Iterator, Sequence
from math import pi
from typing import Any, Final, Literal, get_args

import numpy as np

from seaway.control._tables import target_of, vehicle_of
from seaway.controllers import ControlLaw, Group, Kept, Stage, built_in
from seaway.kernels import control as kernels
from seaway.parts import KW_ONLY, ByName, Choice, Part, Reading, Scalar
from seaway.sea import Sea
from seaway.vehicle import Vehicle

Side = Literal["right", "left"]


class AnglesByName(ByName):
    """Angles of fins by name, kept in rad; in a file in degrees by a key ``*_deg``.

    Args:
        inner: Field of one angle.
        deg_key: Key for degrees; default: the name with ``_deg``.
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
    """Zig-zag manoeuvre: hold the helm to one side until the yaw has changed by an angle, then to the other.

    Pass it to ``Simulation.run`` as the controller. Each run reverses its helm at its own times. The command is
    ``steady + s steer``, with s = 1 while turning left and -1 while turning right, and ``steady`` alone before the
    start. The states ``side`` (s) and ``yaw`` (at the start) are recorded with ``"control"``.

    Raises:
        ModelError: A number is out of range, or there is no steering command.

    Reference:
        IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002.

    Example:
        >>> from seaway.control import ZigZag
        >>> ZigZag(0.175, {"rudder": -0.175}, steady={"propeller": 20.0}).first
        'right'
    """

    angle: Scalar = Scalar(unit="rad", above=0.0, below=pi, why="less than half a turn")
    """Change of heading from the start at which the helm is reversed."""
    steer: ByName = ByName(Scalar(), default={})
    """Commands that turn the vehicle to the left, by name, each in its own unit: { port = -20, starboard = 20 }."""
    _: KW_ONLY
    steady: ByName = ByName(Scalar(), default={})
    """Constant commands by name, such as that of the propeller."""
    steer_angles: AnglesByName = AnglesByName(Scalar(unit="rad"), "steer_deg")
    """Angles of fins that turn the vehicle to the left, by name, as in { rudder = -10 }; added to steer."""
    first: Choice[Side] = Choice(get_args(Side), default="right")
    """Side of the first turn."""
    start: Scalar = Scalar(unit="s", default=0.0)
    """Time of the run at which the manoeuvre starts."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that there is a steering command."""
        if not any((*self.steer.values(), *self.steer_angles.values())):
            yield "", "needs commands that turn the vehicle to the left, by name, got none"
        for name in self.steer.keys() & self.steer_angles.keys():
            yield "steer_angles", f"'{name}' is commanded both in steer and in steer_angles; give one of them"

    def groups(self, vehicles: Sequence[Vehicle], sea: Sea, period: float) -> tuple[Group, ...]:
        """Control loop of the only vehicle, for the engine; see ``controller`` for one of several."""
        return self.controller(vehicle_of(vehicles, None)).groups(vehicles, sea, period)

    def controller(self, vehicle: Vehicle, sea: Sea | None = None) -> "BoundZigZag":
        """Make the controller of a vehicle, for ``Simulation.run``.

        Args:
            vehicle: Vehicle to steer.
            sea: Not used.
        """
        return BoundZigZag(self, vehicle.name)


class BoundZigZag:
    """Controller of a ``ZigZag`` for a named vehicle."""

    def __init__(self, settings: ZigZag, vehicle: str):
        self.settings, self.vehicle = settings, vehicle

    def groups(self, vehicles: Sequence[Vehicle], sea: Sea, period: float) -> tuple[Group, ...]:
        """Control loop for the engine.

        Raises:
            ModelError: There is no such vehicle or actuator.
        """
        s, vehicle = self.settings, vehicle_of(vehicles, self.vehicle)
        steer = {**s.steer, **s.steer_angles}
        names = list(dict.fromkeys((*s.steady, *steer)))
        values = {
            "angle": s.angle,
            "start": s.start,
            "first": 1.0 if s.first == "left" else -1.0,
            "targets": np.array([6.0 + target_of(vehicle, name) for name in names]),
            "steady": np.array([s.steady.get(name, 0.0) for name in names]),
            "steer": np.array([steer.get(name, 0.0) for name in names]),
        }
        return (Group(vehicle.name, (Stage(_LAW, values, name="zigzag"),), owner=self),)


_LAW: Final = built_in(
    ControlLaw(
        "zigzag",
        "source",
        (("angle", ()), ("start", ()), ("first", ()), ("targets", (None,)), ("steady", (None,)), ("steer", (None,))),
        (),
        (Kept("1", name="side"), Kept("rad", name="yaw")),
        kernels.zigzag,
    )
)
