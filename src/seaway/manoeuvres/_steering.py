"""Commands that drive a vehicle ahead and steer it: by rudders, or by propellers on its two sides."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, degrees, isfinite, pi, radians
from typing import Any, Final, cast

import numpy as np

from seaway.control._rows import check_names
from seaway.errors import ModelError
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Vehicle

# Propellers whose thrust is within this angle of ahead or astern drive the vehicle.
_AHEAD: Final = cos(radians(60.0) + 1e-9)
# A fin whose torque about z is at least this share of that about y is a rudder, as those of an X-shaped tail are.
_RUDDER: Final = 0.5
_TRIAL_ANGLE: Final = 0.05  # to find the effect of a fin [rad]
_DIVING: Final = 0.5  # share of the greatest command at which a diving vehicle is steered by its propellers


_UNITS: Final = {"thrust": "N", "speed": "rad/s", "table": "unit of its table"}


@dataclass(frozen=True)
class Steering:
    """Commands that drive and steer a vehicle, by name.

    Attributes:
        ahead: Commands ahead.
        left: Changes of commands that turn the vehicle to the left; their negatives turn it to the right.
        by: ``"rudder"`` [rad], ``"propellers"`` or ``"commands"``, in their own unit.
        note: What limits the helm; empty for nothing.
    """

    ahead: Mapping[str, float]
    left: Mapping[str, float]
    by: str
    note: str = ""


def ahead_commands(vehicle: Vehicle, ahead: Any = None, share: float = 1.0) -> dict[str, float]:
    """Commands of the propellers that drive a vehicle ahead.

    Args:
        vehicle: Vehicle with thrusters.
        ahead: Commands by name; or one for all propellers along x, in their own unit, with the other sign for those
            that push astern. Default: a share of the greatest within their limits.
        share: The share.

    Raises:
        ModelError: No propeller drives the vehicle ahead, one has no limit and no command is given, a command is beyond
            a limit, or a name is unknown.
    """
    who = f"vehicle '{vehicle.name}'"
    if isinstance(ahead, Mapping):
        return _named(vehicle, cast("Mapping[str, float]", ahead), "ahead")
    driving = [thruster for thruster in vehicle.thrusters if abs(float(thruster.axis[0])) >= _AHEAD]
    if not vehicle.thrusters:
        message = f"{who} has no thrusters, so nothing drives it ahead"
        raise ModelError(f"{message}; a free decay and a step of depth or heading need none")
    if not driving:
        message = f"{who} has no propeller within 60° of ahead"
        raise ModelError(f"{message}; give commands by name in Python, ahead={{...}}")
    commands = dict[str, float]()
    for thruster in driving:
        astern = bool(thruster.axis[0] < 0.0)
        limits = thruster.limits if thruster.table is None else thruster.table[0, [0, -1]]
        greatest = float(limits[0] if astern else limits[1])
        unit = f" [{_UNITS[thruster.command]}]"
        if ahead is not None and ahead > abs(greatest):
            message = f"{who}: the command ahead must be <= {abs(greatest):g}{unit}, the limit of thruster"
            raise ModelError(f"{message} '{thruster.name}', got {ahead:g}")
        if ahead is None and not isfinite(greatest):
            message = f"{who}: thruster '{thruster.name}' has no limit, so there is no greatest command"
            raise ModelError(f"{message}; give a command{unit}, ahead=... (--ahead)")
        commands[thruster.name] = share * greatest if ahead is None else float(-ahead if astern else ahead)
    return commands


def steering_of(
    vehicle: Vehicle,
    sea: Sea,
    *,
    helm: Any = None,
    ahead: Any = None,
    largest: float = radians(35.0),
    diving: bool = False,
) -> Steering:
    """Find the commands that steer a vehicle.

    Fins that turn it about z are its rudders: all are put over by the same angle, each to the side that helps. A
    vehicle without rudders is steered by its propellers, more on one side and less on the other.

    Args:
        vehicle: The vehicle.
        sea: Sea with its density.
        helm: Commands by name that turn it to the left; or an angle of its rudders [rad], or a change of the commands
            of its propellers, in their unit. Default: ``largest`` or the limit of a fin, or half of ``ahead``.
        ahead: As in ``ahead_commands``. Default: the greatest; for a diving vehicle without rudders half of it, so that
            the helm can add as much on one side as it takes from the other.
        largest: Default angle of rudders [rad].
        diving: Whether the vehicle is submerged.

    Raises:
        ModelError: Nothing steers the vehicle, or a command is out of range.
    """
    turning = {} if isinstance(helm, Mapping) else _rudders(vehicle, sea)
    driving = ahead_commands(vehicle, ahead, _DIVING if diving and not turning else 1.0)
    if isinstance(helm, Mapping):
        return Steering(driving, _named(vehicle, cast("Mapping[str, float]", helm), "helm"), "commands")
    if turning:
        if helm is not None and helm >= 0.5 * pi:
            raise ModelError(f"the helm of rudders must be < π/2 [rad], got {helm:g}; is it in degrees?")
        limits, wanted = {fin.name: float(fin.limit) for fin in vehicle.fins}, helm or largest
        left = {name: sign * min(wanted, limits[name]) for name, sign in turning.items()}
        low = [name for name in turning if limits[name] < wanted - 1e-9]
        note = ""
        if low and (helm is not None or largest < radians(35.0)):
            limit = degrees(limits[low[0]])
            note = f"'{low[0]}' is limited to {limit:.3g}°, less than the helm of {degrees(wanted):.3g}°"
        return Steering(driving, left, "rudder", note)
    left = dict[str, float]()
    for thruster in vehicle.thrusters:
        command = driving.get(thruster.name)
        arm = float(np.cross(thruster.position - vehicle.inertial.c_BoBcm_B, thruster.axis)[2])
        if command is not None and abs(arm) > 1e-9:
            left[thruster.name] = float(np.sign(arm)) * (0.5 * abs(command) if helm is None else helm)
    if not left:
        message = f"vehicle '{vehicle.name}' has no rudder, and no propellers beside its middle line"
        raise ModelError(f"{message}; give commands by name that turn it to the left, helm={{...}}")
    return Steering(driving, left, "propellers")


def _rudders(vehicle: Vehicle, sea: Sea) -> dict[str, float]:
    """Fins that turn a vehicle about z, each with the sign of the angle that turns it to the left."""
    if not vehicle.fins:
        return {}
    fins = [fin.name for fin in vehicle.fins]
    calm = Sea(sea.density, sea.gravity, surface=None)
    sim = Simulation(vehicle, calm, batch=len(fins) + 1)
    sim.set_state(velocity=np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0]))
    angles = np.concatenate([np.zeros((1, len(fins))), _TRIAL_ANGLE * np.eye(len(fins))])
    sim.to_steady_state(actuators={name: angles[:, k] for k, name in enumerate(fins)})
    wrenches = sim.forces()["fins"][:, 0]
    effects = wrenches[1:] - wrenches[0]
    return {
        name: float(np.sign(effect[5]))
        for name, effect in zip(fins, effects, strict=True)
        if effect[5] != 0.0 and abs(effect[5]) >= _RUDDER * abs(effect[4])
    }


def _named(vehicle: Vehicle, given: Mapping[str, float], what: str) -> dict[str, float]:
    check_names(given, vehicle.actuators, f"{what}: vehicle '{vehicle.name}' has no thruster or fin")
    return dict(given)
