"""From the controls of a scenario file to a controller."""

import difflib
from collections.abc import Sequence
from math import radians
from typing import Any, Final, cast

from seaway.control import Autopilot, Combined, CommandTable, Pid, TimeTable, ZigZag
from seaway.errors import ScenarioError
from seaway.scenario._control_models import AutopilotTable, ControlTable, ZigZagTable
from seaway.scenario._problems import part
from seaway.sea import Sea
from seaway.sim import Controller
from seaway.vehicle import Vehicle

__all__ = ["combined", "constant", "controllers_of", "vehicle_of"]

_SET_POINTS: Final = ("x", "y", "z", "depth", "roll_deg", "pitch_deg", "yaw_deg", "speed", "ground_speed")


def vehicle_of(table: ControlTable, vehicles: Sequence[Vehicle]) -> Vehicle:
    """The vehicle that a table tells.

    Raises:
        ScenarioError: There is none of that name, or it does not say which.
    """
    names = [vehicle.name for vehicle in vehicles]
    if table.vehicle is None:
        if len(vehicles) > 1:
            raise ScenarioError(f"control.vehicle is missing: there are {', '.join(names)}; say whom it tells")
        return vehicles[0]
    if table.vehicle not in names:
        near = difflib.get_close_matches(table.vehicle, names, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(names)}"
        raise ScenarioError(f"there is no vehicle '{table.vehicle}' to control; {hint}")
    return vehicles[names.index(table.vehicle)]


def controllers_of(table: ControlTable, vehicle: Vehicle, sea: Sea) -> list[Controller]:
    """The controllers that a table describes.

    Raises:
        ScenarioError: It asks for nothing, or of what is not there.
        ModelError: A value does not fit.
    """
    found: list[Controller] = []
    actuators = {name: _value(values, table) for name, values in (table.actuators or {}).items()}
    for name, values in (table.fin_angles_deg or {}).items():
        if name in actuators:
            raise ScenarioError(f"'{name}' is told what to do in actuators and in fin_angles_deg; once is enough")
        actuators[name] = _value(_radians(values), table)
    _check_names(table, vehicle)
    if table.wrench is not None or actuators:
        wrench = None if table.wrench is None else _value(table.wrench, table, entries=1)
        found.append(CommandTable(wrench, actuators, axes=table.axes, vehicle=vehicle.name))
    if table.autopilot is not None:
        with part("autopilot"):
            found.append(_autopilot(table.autopilot, table, vehicle, sea))
    if table.zigzag is not None:
        with part("zigzag"):
            found.append(_zigzag(table.zigzag, vehicle))
    if not found:
        raise ScenarioError(
            "a control asks for a wrench, actuators, fin_angles_deg, an autopilot or a zigzag, got none"
        )
    return found


def _autopilot(table: AutopilotTable, control: ControlTable, vehicle: Vehicle, sea: Sea) -> Controller:
    points = {name: getattr(table, name) for name in ("x", "y", "z", "depth", "speed", "ground_speed")}
    points |= {name: _radians(getattr(table, f"{name}_deg")) for name in ("roll", "pitch", "yaw")}
    given = {name: _value(value, control) for name, value in points.items() if value is not None}
    others = table.given(*_SET_POINTS, "natural_frequency", "natural_frequencies", "largest_pitch_deg", "gains")
    if table.largest_pitch_deg is not None:
        others["largest_pitch"] = radians(table.largest_pitch_deg)
    if table.gains is not None:
        others["gains"] = {name: Pid(**gains.given()) for name, gains in table.gains.items()}
    for key in ("natural_frequency", "natural_frequencies"):
        if getattr(table, key) is not None:
            others[key] = getattr(table, key)
    return Autopilot(**given, **others).controller(vehicle, sea)


def _zigzag(table: ZigZagTable, vehicle: Vehicle) -> Controller:
    angles = {name: radians(angle) for name, angle in (table.steer_deg or {}).items()}
    steer = {**(table.steer or {}), **angles}
    return ZigZag(radians(table.angle_deg), steer, first=table.first, start=table.start).controller(vehicle)


def constant(table: ControlTable) -> bool:
    """Whether it asks for the same all the time, in the axes of the body."""
    varies = table.times is not None or table.autopilot is not None or table.zigzag is not None
    return not varies and (table.wrench is None or table.axes == "body")


def combined(controllers: Sequence[Controller]) -> Controller | None:
    """One controller of several; None of none."""
    if not controllers:
        return None
    return controllers[0] if len(controllers) == 1 else Combined(*controllers)


def _value(values: Any, table: ControlTable, entries: int = 0) -> Any:
    """A constant, or a table over time."""
    depth = 0
    inner = values
    while isinstance(inner, list):
        inner, depth = cast("list[Any]", inner)[0], depth + 1
    if table.times is None:
        if depth > entries:
            raise ScenarioError("control.times is missing: a list of values needs the times at which they hold [s]")
        return values
    if depth == entries:
        return values
    return TimeTable(table.times, values, table.between)


def _radians(values: Any) -> Any:
    if values is None:
        return None
    return [radians(value) for value in cast("list[float]", values)] if isinstance(values, list) else radians(values)


def _check_names(table: ControlTable, vehicle: Vehicle) -> None:
    fins = [fin.name for fin in vehicle.fins]
    zigzag = table.zigzag
    for key, what, asked, known in (
        (("actuators",), "thruster or fin", table.actuators, list(vehicle.actuators)),
        (("fin_angles_deg",), "fin", table.fin_angles_deg, fins),
        (("zigzag", "steer"), "thruster or fin", None if zigzag is None else zigzag.steer, list(vehicle.actuators)),
        (("zigzag", "steer_deg"), "fin", None if zigzag is None else zigzag.steer_deg, fins),
    ):
        for name in asked or ():
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                there = f"there are: {', '.join(known)}" if known else "it has none"
                hint = f"did you mean '{near[0]}'?" if near else there
                with part(*key, name):
                    raise ScenarioError(f"vehicle '{vehicle.name}' has no {what} of that name; {hint}")
