"""Control loops of a simulation: which are compiled, which Python calls, and their recorded signals."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np

from seaway._arrays import Floats
from seaway.controllers import SET_POINTS, ControlLaw, Controller, Group, group_of
from seaway.engine import Engine
from seaway.engine import _places as at
from seaway.errors import ModelError
from seaway.parts import fields_of
from seaway.sea import Sea
from seaway.sim._state import index_of
from seaway.vehicle import Vehicle

__all__ = ["ControlReader", "Signal", "SignalKind", "groups_of", "planned_laws", "split"]

_AXES: Final = (("surge", "N"), ("sway", "N"), ("heave", "N"), ("roll", "N m"), ("pitch", "N m"), ("yaw", "N m"))
_UNITS: Final = dict(zip(SET_POINTS, ("m", "m", "m", "m", "rad", "rad", "rad", "m/s", "m/s"), strict=True))


def split(controller: Any) -> tuple[list[Any], list[Callable[..., Any]]]:
    """Split a controller, or a combination of several, into compiled controllers and Python functions.

    Raises:
        ModelError: It is neither.
    """
    members = getattr(controller, "controllers", None)
    if isinstance(members, tuple):
        compiled, called = list[Any](), list[Callable[..., Any]]()
        for each in cast("tuple[Any, ...]", members):
            more = split(each)
            compiled += more[0]
            called += more[1]
        return compiled, called
    if isinstance(controller, Controller) or hasattr(controller, "groups"):
        return [controller], []
    if callable(controller):
        return [], [controller]
    raise ModelError(f"a controller must be a Controller or a function of (t, state), got {controller!r}")


def groups_of(controller: Any, vehicles: Sequence[Vehicle], sea: Sea, period: float) -> list[tuple[int, Group]]:
    """Control loops of a compiled controller, each with the index of its vehicle.

    Args:
        controller: A ``Controller``, or anything with ``groups(vehicles, sea, period)``.
        vehicles: Vehicles of the simulation.
        sea: Its sea.
        period: Control period [s].

    Raises:
        ModelError: The controller names a vehicle that does not exist, or none although there are several.
    """
    names = tuple(vehicle.name for vehicle in vehicles)
    if isinstance(controller, Controller):
        groups: Sequence[Group] = (group_of(controller),)
    else:
        groups = controller.groups(tuple(vehicles), sea, period)
    found = list[tuple[int, Group]]()
    for group in groups:
        if group.vehicle is None and len(names) > 1:
            raise ModelError(f"a controller must name its vehicle if there are several; there are: {', '.join(names)}")
        found.append((0 if group.vehicle is None else index_of(group.vehicle, names), group))
    return found


def planned_laws(controllers: Sequence[Any], vehicles: Sequence[Vehicle], sea: Sea) -> list[ControlLaw]:
    """Kinds of stages that compiled controllers will have, as far as they are known before the design."""
    found = list[ControlLaw]()
    for each in controllers:
        tell = getattr(each, "planned_laws", None)
        if tell is None:
            return []
        found += tell(tuple(vehicles), sea)
    return found


@dataclass(frozen=True)
class SignalKind:
    """Description of a signal of a control loop.

    Attributes:
        name: Name of the signal: a set point (``"set_point.depth"``), a component of the demanded wrench
            (``"demand.surge"``) or of the part of it that the actuators cannot provide (``"missing.surge"``), or a
            state (``"autopilot.integral_0"``); with several vehicles preceded by ``"vehicle."``.
        vehicle: Index of its vehicle.
        unit: Unit of the signal.
    """

    name: str
    vehicle: int
    unit: str


@dataclass(frozen=True, eq=False)
class Signal:
    """Samples of a signal of a control loop.

    Attributes:
        kind: Description of the signal.
        values: Samples [``kind.unit``], (sample, batch).
    """

    kind: SignalKind
    values: Floats


class ControlReader:
    """Read the signals of all control loops of an engine.

    Args:
        engine: Engine with control loops.
        names: Names of its vehicles.
    """

    def __init__(self, engine: Engine, names: tuple[str, ...]):
        self.engine = engine
        found = dict[str, tuple[int, SignalKind]]()
        for loop in engine.loops.all:
            prefix = f"{names[loop.vehicle]}." if len(names) > 1 else ""
            for name, unit, place in _signals(loop):
                unique, n = prefix + name, 2
                while unique in found:
                    unique, n = f"{prefix}{name} ({n})", n + 1
                found[unique] = place, SignalKind(unique, loop.vehicle, unit)
        self.kinds = [kind for _, kind in found.values()]
        self._places = np.array([place for place, _ in found.values()], dtype=np.intp)

    def values(self) -> Floats:
        """Present values of all signals, (batch, signal)."""
        return self.engine.rows(at.CONTROL)[:, self._places]


def _signals(loop: Any) -> Iterator[tuple[str, str, int]]:
    group: Group = loop.group
    for name, place in loop.set_points():
        declared = fields_of(type(group.owner)).get(name) if isinstance(group.owner, Controller) else None
        yield f"set_point.{name}", _UNITS[name] if declared is None else declared.unit, place
    if any(stage.law.role == "allocation" for stage in group.stages):
        for start, what in ((at.ASKED, "demand"), (at.LACKING, "missing")):
            for k, (axis, unit) in enumerate(_AXES):
                yield f"{what}.{axis}", unit, loop.memory + start + k
    for name, unit, place, size in loop.named_states():
        for k in range(size):
            yield (name if size == 1 else f"{name}_{k}"), unit, place + k
