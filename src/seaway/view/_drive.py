"""Driving: an autopilot that holds a vehicle where it is, and keys that nudge its set points in body axes."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, Final

import numpy as np

from seaway.control import Allocation, Autopilot
from seaway.errors import ModelError
from seaway.frames import rpy_from_quaternion
from seaway.sim import Simulation
from seaway.vehicle import Vehicle

__all__ = ["KEYS", "Move", "holding", "nudged"]

_PLANE: Final = ("surge", "sway", "yaw")


@dataclass(frozen=True)
class Move:
    """A way to nudge a vehicle.

    Attributes:
        label: Its name on the page.
        ahead: Share of a step ahead.
        left: Share of a step to the left.
        up: Share of a step up.
        turn: Share of a turn to the left.
    """

    label: str
    ahead: float = 0.0
    left: float = 0.0
    up: float = 0.0
    turn: float = 0.0


# viser moves the camera by W, A, S, D, Q and E.
KEYS: Final[Mapping[str, Move]] = {
    "I": Move("Ahead", ahead=1.0),
    "K": Move("Astern", ahead=-1.0),
    "J": Move("Turn left", turn=1.0),
    "L": Move("Turn right", turn=-1.0),
    "U": Move("To the left", left=1.0),
    "O": Move("To the right", left=-1.0),
    "Y": Move("Up", up=1.0),
    "H": Move("Down", up=-1.0),
}
"""Keys, and how each nudges the vehicle."""

_TURN: Final = pi / 18.0
"""One nudge turns by so much [rad]."""


def holding(sim: Simulation, vehicle: int = 0) -> Any:
    """A controller that holds a vehicle where it is, as far as its actuators can.

    A vehicle that can push to all sides holds its position, depth and heading; a boat its heading and speed; a torpedo
    its depth too, once it is under way.

    Returns:
        A compiled controller; None if nothing can be held.
    """
    part, sea = sim.vehicles[vehicle], sim.sea
    state = sim.state
    x, y, z = state.position[0, vehicle].tolist()
    yaw = float(rpy_from_quaternion(state.orientation[0, vehicle])[2])
    height: dict[str, float] = {"z": z} if sea.surface is None else {"depth": sea.surface - z}
    free = set(Allocation(part, density=sea.density).uncontrollable) if part.thrusters else {"surge", "sway", "heave"}
    choices: list[dict[str, float]] = [{"speed": 0.0, "yaw": yaw}, {"speed": 0.0}]
    if part.fins or "heave" not in free:
        choices.insert(0, {"speed": 0.0, "yaw": yaw, **height})
    if not free & set(_PLANE):
        place = {"x": x, "y": y, "yaw": yaw}
        choices.insert(0, place)
        if "heave" not in free:
            choices.insert(0, {**place, **height})
    for choice in choices:
        try:
            held: Any = choice
            return Autopilot(**held).controller(part, sea)
        except ModelError:  # something in it cannot be held
            continue
    return None


def nudged(
    move: Move, set_points: Mapping[str, float], vehicle: Vehicle, step: float, speed_step: float = 0.2
) -> dict[str, float]:
    """Set points after a nudge.

    Args:
        move: The nudge.
        set_points: Present set points by name.
        vehicle: The vehicle, for messages.
        step: Length of a step [m].
        speed_step: Change of the speed by a step [m/s].

    Raises:
        ModelError: The autopilot does not hold what the nudge would change.
    """
    found = dict[str, float]()
    yaw = set_points.get("yaw", 0.0)
    if move.turn:
        found |= {"yaw": yaw + move.turn * _TURN} if "yaw" in set_points else {}
    if move.up:
        found |= {"z": set_points["z"] + move.up * step} if "z" in set_points else {}
        found |= {"depth": set_points["depth"] - move.up * step} if "depth" in set_points else {}
    if move.ahead or move.left:
        if {"x", "y"} <= set_points.keys():
            found["x"] = set_points["x"] + step * (move.ahead * cos(yaw) - move.left * sin(yaw))
            found["y"] = set_points["y"] + step * (move.ahead * sin(yaw) + move.left * cos(yaw))
        elif move.ahead:
            names = [name for name in ("speed", "ground_speed") if name in set_points]
            found |= {name: set_points[name] + move.ahead * speed_step for name in names}
    if not found:
        held = ", ".join(set_points) or "nothing"
        raise ModelError(f"the autopilot of '{vehicle.name}' holds {held}: it cannot go {move.label.lower()}")
    return found


def step_of(vehicle_size: float) -> float:
    """Length of a nudge [m], a round number about half the vehicle's length."""
    exponent = np.floor(np.log10(max(0.5 * vehicle_size, 0.01)))
    return float(round(0.5 * vehicle_size / 10.0**exponent) * 10.0**exponent) or 0.1
