"""Events of a scenario: at a given time an actuator fails, a value changes, a wrench is removed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from seaway.errors import ModelError
from seaway.parts import KW_ONLY, Field, NameOrNone, Part, RefusedError, Scalar, ScalarOrNone, near
from seaway.sim import Simulation
from seaway.vehicle import Vehicle

_ACTIONS: Final = ("fail", "stick", "repair", "release")


class _Changes(Field[Mapping[str, Any], Mapping[str, Any]]):
    """Values by dotted keys."""

    hint = "Mapping[str, Any]"
    default: Any = {}  # noqa: RUF012 - never changed

    def check(self, value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise RefusedError(f"must be a table of values by dotted keys, got {value!r}", "wrong-type")
        return dict(_flat(cast("Mapping[str, Any]", value)))

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object"}


def _flat(table: Mapping[str, Any], outer: str = "") -> Iterator[tuple[str, Any]]:
    """Values by dotted keys: sea.current = 1 and "sea.current" = 1 are the same."""
    for key, value in table.items():
        name = f"{outer}{key}"
        if isinstance(value, Mapping):
            yield from _flat(cast("Mapping[str, Any]", value), f"{name}.")
        else:
            yield name, value


class EventSettings(Part, what="event"):
    """An event at a given time of the run: a table ``[[event]]`` of a scenario.

    Raises:
        ModelError: Nothing happens, or a number is out of range.

    Example:
        >>> from seaway.scenario._events import EventSettings
        >>> EventSettings(20.0, fail="thruster3").words
        'thruster3 fails'
    """

    at: Scalar = Scalar(unit="s")
    """Time of the run."""
    _: KW_ONLY
    title: NameOrNone = NameOrNone(default=None)
    """Title; default: made from the other keys."""
    vehicle: NameOrNone = NameOrNone(default=None)
    """Name of the vehicle; default: the only one."""
    fail: NameOrNone = NameOrNone(default=None)
    """Name of an actuator that fails: its command is 0 from then on."""
    stick: NameOrNone = NameOrNone(default=None)
    """Name of an actuator that jams at its present command, or at stick_at."""
    stick_at: ScalarOrNone = ScalarOrNone(unit="N, rad/s or rad", default=None)
    """Command at which it jams."""
    repair: NameOrNone = NameOrNone(default=None)
    """Name of an actuator that works again."""
    release: NameOrNone = NameOrNone(default=None)
    """Name of an external wrench that is removed."""
    set: _Changes = _Changes()
    """Values by dotted keys, as in { "control.autopilot.depth" = 12, "sea.current.velocity" = [0, 1, 0] }."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that it has an action."""
        if not self.set and not any(vars(self)[name] for name in _ACTIONS):
            yield "", f"no action; give one of {', '.join(_ACTIONS)} or set"
        if self.stick_at is not None and self.stick is None:
            yield "stick_at", "stick_at needs the name of an actuator in stick"

    @property
    def words(self) -> str:
        """Description in words."""
        if self.title:
            return self.title
        at = "" if self.stick_at is None else f" at {self.stick_at:g}"
        found = [
            *([f"{self.fail} fails"] if self.fail else ()),
            *([f"{self.stick} sticks{at}"] if self.stick else ()),
            *([f"{self.repair} works again"] if self.repair else ()),
            *([f"{self.release} is released"] if self.release else ()),
            *(f"{key} = {json.dumps(value, default=str)}" for key, value in self.set.items()),
        ]
        return ", ".join(found)

    def check_actuators(self, vehicle: Vehicle) -> None:
        """Check that the vehicle has its actuators.

        Raises:
            ModelError: It does not.
        """
        for action in ("fail", "stick", "repair"):
            name, known = vars(self)[action], list(vehicle.actuators)
            if name is not None and name not in known:
                there = f"; there are: {', '.join(known)}" if known else "; it has none"
                hint = near(name, known, 0.6) or there
                raise ModelError(f"vehicle '{vehicle.name}' has no actuator '{name}' to {action}{hint}")

    def event(self, vehicle: Vehicle, several: bool) -> "Event":
        """The event, as the runner executes it.

        Args:
            vehicle: Its vehicle.
            several: Whether there are several vehicles.
        """
        return Event(self.at, self.words, self, vehicle.name, f"{vehicle.name}." if several else "")


@dataclass(frozen=True, eq=False)
class Event:
    """An event of a run.

    Attributes:
        time: Time of the run [s].
        name: Description in words.
        settings: Its table.
        vehicle: Name of the vehicle.
        prefix: Prefix of the names of its actuators.
    """

    time: float
    name: str
    settings: EventSettings
    vehicle: str
    prefix: str = ""

    def __call__(self, sim: Simulation) -> None:
        """Execute it."""
        settings = self.settings
        if settings.fail is not None:
            sim.fail(self.prefix + settings.fail)
        if settings.stick is not None:
            sim.stick(self.prefix + settings.stick, settings.stick_at)
        if settings.repair is not None:
            sim.repair(self.prefix + settings.repair)
        if settings.release is not None:
            sim.set_wrench(self.vehicle, name=settings.release)
        if settings.set:
            sim.set(settings.set)

    def as_dict(self) -> dict[str, Any]:
        """Time and name, for JSON."""
        return {"time": self.time, "name": self.name}


def events_text(events: Sequence[Event]) -> str:
    """Times and names of events as an attribute of a recording."""
    return json.dumps([event.as_dict() for event in events]) if events else ""
