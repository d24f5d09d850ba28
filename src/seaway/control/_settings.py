"""Control of one vehicle in a scenario file."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

import numpy as np

from seaway.control._autopilot import Autopilot
from seaway.control._own import OwnController, OwnControllerOrNone
from seaway.control._tables import Axes, CommandTable
from seaway.control._zigzag import AnglesByName, ZigZag
from seaway.controllers import Interpolation, OverTime, TimeTable, ascending
from seaway.errors import ModelError
from seaway.parts import KW_ONLY, ArrayOrNone, ByName, Choice, NameOrNone, OneOrNone, Part, PartError, Problem, near
from seaway.sea import Sea
from seaway.sim import AnyController
from seaway.vehicle import Vehicle


class ControlSettings(Part, what="control"):
    """Commands, autopilot and zig-zag of one vehicle: a table ``[control]`` of a scenario.

    Lists are values over ``times``.

    Raises:
        ModelError: Nothing is commanded, values do not match the times, or a number is out of range.

    Example:
        >>> from seaway.control import ControlSettings
        >>> ControlSettings(times=[0, 10], actuators={"port": [0.0, 20.0]}).constant
        False
    """

    _: KW_ONLY
    vehicle: NameOrNone = NameOrNone(default=None)
    """Name of the vehicle; default: the only one."""
    times: ArrayOrNone = ArrayOrNone(shape=(None,), unit="s", rule=ascending, default=None)
    """Ascending times of the nodes; values may be lists with one for each, held before the first and after the last."""
    interpolation: Choice[Interpolation] = Choice(get_args(Interpolation), default="linear")
    """Interpolation between nodes: linear, or step, where each value holds until the next."""
    wrench: OverTime = OverTime(shape=(6,), unit="N, Nm")
    """Force and torque about the origin of the body: 6 numbers, or rows of 6 over times."""
    axes: Choice[Axes] = Choice(get_args(Axes), default="body")
    """Axes of the wrench."""
    actuators: ByName = ByName(OverTime(), default={})
    """Commands of thrusters and fins by name, as in { port = 20 }: thrust [N], speed [rad/s], angle [rad]; or lists."""
    fin_angles: AnglesByName = AnglesByName(OverTime(unit="rad"))
    """Commands of fins by name, as in { rudder = 10 }; or lists."""
    autopilot: OneOrNone[Autopilot] = OneOrNone(Autopilot, default=None)
    """Set points held by PID loops."""
    zigzag: OneOrNone[ZigZag] = OneOrNone(ZigZag, default=None)
    """A zig-zag, beside the other commands."""
    controller: OwnControllerOrNone = OwnControllerOrNone()
    """A controller of your own, as in "my.py:Controller", or a table with use = "my.py:Controller" and its arguments;
    runs only with --allow-code."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that something is commanded, nothing twice, and that values match the times."""
        if not (self._commands or self.wrench is not None or self.autopilot or self.zigzag or self.controller):
            yield "", "commands nothing; give a wrench, actuators, fin_angles, an autopilot, a zigzag or a controller"
        for name in self.actuators.keys() & self.fin_angles.keys():
            yield "fin_angles", f"'{name}' is commanded both in actuators and in fin_angles; give one of them"
        set_points = (
            {} if self.autopilot is None else {loop: vars(self.autopilot)[loop] for loop in self.autopilot.loops}
        )
        checked: tuple[tuple[str, Mapping[str, Any]], ...] = (
            ("wrench", {"wrench": self.wrench}),
            ("actuators", self.actuators),
            ("fin_angles", self.fin_angles),
            ("autopilot", set_points),
        )
        for key, values in checked:
            for name, value in values.items():
                if not _listed(value, key == "wrench"):
                    continue
                if self.times is None:
                    yield key, f"times is missing: the list of {name} needs the times at which its values hold [s]"
                elif len(value) != len(self.times):
                    yield key, f"{len(self.times)} times need as many values of {name}, got {len(value)}"

    @property
    def constant(self) -> bool:
        """Whether the commands are constant in body axes."""
        loops = (self.autopilot, self.zigzag, self.controller)
        varies = self.times is not None or any(loop is not None for loop in loops)
        return not varies and (self.wrench is None or self.axes == "body")

    def controllers(self, vehicle: Vehicle, sea: Sea | None = None, *, several: bool = False) -> list[AnyController]:
        """Make the controllers of a vehicle.

        Args:
            vehicle: Vehicle to control.
            sea: Sea for the design of an autopilot; default: ``Sea()``.
            several: Whether the simulation has other vehicles too.

        Raises:
            PartError: The vehicle has no actuator of a name, or an autopilot cannot control it; with keys of the table.
        """
        problems = list(self._unknown(vehicle))
        if problems:
            raise PartError(problems)
        found = list[AnyController]()
        if self.wrench is not None or self._commands:
            wrench = self._timed(self.wrench, vector=True)
            actuators = {name: self._timed(value) for name, value in self._commands.items()}
            found.append(CommandTable(wrench, actuators, axes=self.axes, vehicle=vehicle.name))
        autopilot, zigzag = self.autopilot, self.zigzag
        if autopilot is not None:
            timed = autopilot.replace(**{loop: self._timed(vars(autopilot)[loop]) for loop in autopilot.loops})
            found.append(_keyed("autopilot", lambda: timed.controller(vehicle, sea)))
        if zigzag is not None:
            found.append(zigzag.controller(vehicle))
        if self.controller is not None:
            own: OwnController = self.controller
            found.append(_keyed("controller", lambda: own.controller(vehicle.name, several)))
        return found

    @property
    def _commands(self) -> dict[str, Any]:
        return {**self.actuators, **self.fin_angles}

    def _timed(self, value: Any, *, vector: bool = False) -> Any:
        return (
            TimeTable(self.times, value, self.interpolation)
            if _listed(value, vector) and self.times is not None
            else value
        )

    def _unknown(self, vehicle: Vehicle) -> Iterator[Problem]:
        """Find names of actuators that the vehicle does not have."""
        fins = [fin.name for fin in vehicle.fins]
        zigzag: Any = self.zigzag
        steer: tuple[Mapping[str, Any], ...] = ({}, {}) if zigzag is None else (zigzag.steer, zigzag.steer_angles)
        for key, what, given, known in (
            (("actuators",), "thruster or fin", self.actuators, list(vehicle.actuators)),
            (("fin_angles_deg",), "fin", self.fin_angles, fins),
            (("zigzag", "steer"), "thruster or fin", steer[0], list(vehicle.actuators)),
            (("zigzag", "steer_deg"), "fin", steer[1], fins),
        ):
            for name in given:
                if name not in known:
                    there = f"; there are: {', '.join(known)}" if known else "; it has none"
                    reason = f"vehicle '{vehicle.name}' has no {what} of that name{near(name, known, 0.6) or there}"
                    yield Problem((*key, name), "unknown-name", f"'{name}' of the {key[-1]}", reason, conflict=True)


def _listed(value: Any, vector: bool = False) -> bool:
    """Whether a value is a list over times."""
    return isinstance(value, np.ndarray) and value.ndim > vector


def _keyed(key: str, make: Callable[[], AnyController]) -> AnyController:
    """Make a controller; add the key of its table to problems."""
    try:
        return make()
    except PartError as error:
        raise PartError([problem.within(key) for problem in error.problems]) from None
    except ModelError as error:
        raise PartError([Problem((key,), "refused", f"the {key} of a control", str(error), conflict=True)]) from None
