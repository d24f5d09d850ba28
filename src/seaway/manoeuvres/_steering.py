"""How a vehicle is driven ahead and steered: by rudders, or by propellers on its two sides."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, isfinite, pi, radians
from typing import Any, Final, cast

import numpy as np

from seaway.control._rows import check_names
from seaway.errors import ModelError
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Vehicle

# A propeller whose thrust is within this angle of ahead or astern drives.
_AHEAD: Final = cos(radians(60.0) + 1e-9)
# A fin whose torque about z is this share of that about y is a rudder: those of an X-shaped tail are too.
_RUDDER: Final = 0.5
_TRIAL_ANGLE: Final = 0.05  # [rad] by which the effect of a fin is tried


@dataclass(frozen=True)
class Steering:
    """Commands that drive and steer a vehicle, by name.

    Attributes:
        ahead: Commands that drive it ahead.
        left: Changes that turn it to the left; their negatives turn it to the right.
        by: ``"rudder"`` [rad] or ``"propellers"``, in their own unit.
    """

    ahead: Mapping[str, float]
    left: Mapping[str, float]
    by: str


def ahead_commands(vehicle: Vehicle, ahead: Any = None) -> dict[str, float]:
    """Commands of the propellers that drive a vehicle ahead.

    Args:
        vehicle: Vehicle with thrusters.
        ahead: Commands by name; or one for all propellers along x, in their own unit, with the other sign for those
            that push astern; default: the greatest within their limits.

    Raises:
        ModelError: No propeller drives it, one has no limit and no command is given, or a name is unknown.
    """
    who = f"vehicle '{vehicle.name}'"
    if isinstance(ahead, Mapping):
        return _named(vehicle, cast("Mapping[str, float]", ahead), "ahead")
    driving = [thruster for thruster in vehicle.thrusters if abs(float(thruster.axis[0])) >= _AHEAD]
    if not driving:
        raise ModelError(f"{who} has no propeller that drives it ahead; give commands by name, ahead={{...}}")
    commands = dict[str, float]()
    for thruster in driving:
        astern = bool(thruster.axis[0] < 0.0)
        limits = thruster.limits if thruster.table is None else thruster.table[0, [0, -1]]
        if ahead is not None:
            limits = (-ahead, ahead)
        greatest = float(limits[0] if astern else limits[1])
        if not isfinite(greatest):
            message = f"{who}: thruster '{thruster.name}' has no limit, so there is no greatest command"
            raise ModelError(f"{message}; give one, ahead=... (--ahead)")
        commands[thruster.name] = greatest
    return commands


def steering_of(
    vehicle: Vehicle, sea: Sea, *, helm: Any = None, ahead: Any = None, largest: float = radians(35.0)
) -> Steering:
    """Find out how a vehicle is steered.

    By fins that turn it about z, all of them by the same angle, each to the side that helps; without such fins by
    its propellers, more on one side and less on the other.

    Args:
        vehicle: The vehicle.
        sea: Sea with its density.
        helm: Commands by name that turn it to the left; or an angle of its rudders [rad], or a change of the commands
            of its propellers, in their unit. Default: ``largest`` or the limit of a fin, or half of ``ahead``.
        ahead: As in ``ahead_commands``.
        largest: Default angle of rudders [rad].

    Raises:
        ModelError: Nothing steers it, or something is out of range.
    """
    driving = ahead_commands(vehicle, ahead)
    if isinstance(helm, Mapping):
        return Steering(driving, _named(vehicle, cast("Mapping[str, float]", helm), "helm"), "commands")
    turning = _rudders(vehicle, sea)
    if turning:
        if helm is not None and helm >= 0.5 * pi:
            raise ModelError(f"the helm of rudders must be < π/2 [rad], got {helm:g}; is it in degrees?")
        limits = {fin.name: float(fin.limit) for fin in vehicle.fins}
        return Steering(driving, {k: sign * min(helm or largest, limits[k]) for k, sign in turning.items()}, "rudder")
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
    """Fins that turn a vehicle about z, and the sign of the angle that turns it to the left."""
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
