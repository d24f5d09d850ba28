"""What a task knows of its vehicle: which set points it can hold, how fast and how large it is, where it works."""

from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

import numpy as np

from seaway._arrays import Floats
from seaway.control import Autopilot
from seaway.control._allocation import AXES
from seaway.control._propellers import Propeller
from seaway.sea import Sea
from seaway.vehicle import Buoyancy, Hull, HydrostaticStiffness, Vehicle

# Shortest default duration of an episode [s]: small vehicles need time to turn and to stop, not only to travel.
_SHORTEST: Final = 20.0
# Largest thrust of a thruster without limits, as a share of the vehicle's weight, see ``limited``.
_SHARE: Final = 0.03
_GRAVITY: Final = 9.81


@dataclass(frozen=True, eq=False)
class Setup:
    """A vehicle, what it can do by the design of its autopilot, and where it works.

    Attributes:
        vehicle: The vehicle.
        length: Its largest dimension [m].
        distance: Unit of distance of the tasks [m]: twice the length, at least 1 m; for a vehicle that does not hover
            at least the radius of its turn at cruising speed.
        speed: Greatest forward speed [m/s].
        cruise: Speed of tasks in which it travels [m/s]: six tenths of the greatest, half of it with fins.
        floats: Whether it is a surface vehicle.
        hovers: Whether it holds a position without way: thrusters serve surge, sway and yaw, and heave if it dives.
        dives: Whether it holds a depth.
        steers: Whether it holds a speed and a heading.
        wrench: Largest force or torque along each axis alone [N, Nm], (6,); 0 on axes that it does not control.
        height: Height z at which it works [m]: 0 on the surface, else minus the depth.
        duration: Time after which an episode is truncated [s].
    """

    vehicle: Vehicle
    length: float
    distance: float
    speed: float
    cruise: float
    floats: bool
    hovers: bool
    dives: bool
    steers: bool
    wrench: Floats
    height: float
    duration: float

    @property
    def room(self) -> float:
        """Largest change of depth in a task [m], so that a submerged vehicle stays submerged: 0.4 of its depth."""
        return -0.4 * self.height

    @classmethod
    def of(
        cls, vehicle: Vehicle, sea: Sea, period: float, depth: float, duration: float | None, pace: float
    ) -> "Setup":
        """Determine what a vehicle can do.

        Args:
            vehicle: The vehicle.
            sea: Still water with its density.
            period: Time between actions [s].
            depth: Depth at which a submerged vehicle works [m].
            duration: Time after which an episode is truncated [s]; default: pace times distance over cruising speed.
            pace: See ``Task.pace``.

        Raises:
            ModelError: It has no actuators.
        """
        floats = isinstance(vehicle.buoyancy, Hull | HydrostaticStiffness)
        wanted: dict[str, Any] = {"speed": 0.5, "yaw": 0.0, **({} if floats else {"depth": 5.0})}
        design = Autopilot(**wanted).controller(vehicle, sea).design(period)
        speed = design.top_speed if isfinite(design.top_speed) else 1.0
        cruise = (0.5 if vehicle.fins else 0.6) * speed
        if vehicle.fins:  # their effect grows with the speed
            wanted["speed"] = cruise
            design = Autopilot(**wanted).controller(vehicle, sea).design(period)
        hovering = {"surge", "sway", "yaw", *(() if floats else ("heave",))}
        served = np.array([axis in design.axes and axis not in design.by_fins for axis in AXES])
        length = _length(vehicle)
        hovers = not hovering - set(design.axes) and not hovering & set(design.by_fins)
        radius = cruise / max(float(design.rates[5]), 1e-6) if "yaw" in design.axes and not hovers else 0.0
        distance = max(1.0, 2.0 * length, radius)
        return cls(
            vehicle,
            length,
            distance,
            speed,
            cruise,
            floats,
            hovers=hovers,
            dives="depth" in design.loops,
            steers={"speed", "yaw"} <= set(design.loops),
            wrench=np.where(served & np.isfinite(design.limits), design.limits, 0.0),
            height=0.0 if floats else -depth,
            duration=max(_SHORTEST, pace * distance / cruise) if duration is None else duration,
        )


def limited(vehicle: Vehicle, density: float) -> Vehicle:
    """A vehicle whose thrusters all have limits: those without get thrusts up to 3 % of its weight.

    An action of 1 would mean nothing otherwise. The share is a choice, not a published value: it gives the library
    vehicles concerned top speeds between 1.4 and 2.6 m/s.
    """
    most = _SHARE * float(vehicle.inertial.mass) * _GRAVITY
    thrusters = list(vehicle.thrusters)
    for k, thruster in enumerate(thrusters):
        propeller = Propeller(thruster, density)
        if not (isfinite(propeller.lowest) and isfinite(propeller.highest)):
            ends = sorted(float(propeller.command(np.array(thrust))) for thrust in (-most, most))
            low, high = (float(end) for end in thruster.limits)
            thrusters[k] = thruster.replace(limits=(max(low, ends[0]), min(high, ends[1])))
    return vehicle.replace(thrusters=tuple(thrusters))


def _length(vehicle: Vehicle) -> float:
    buoyancy = vehicle.buoyancy
    if isinstance(buoyancy, Hull):
        low, high = buoyancy.surface.bounds
        return float(np.max(high - low))
    if isinstance(buoyancy, Buoyancy):
        return 2.0 * float(np.max(buoyancy.shape.half_size))
    if isinstance(buoyancy, HydrostaticStiffness) and buoyancy.extent is not None:
        return float(np.max(buoyancy.extent))
    # The length of a slender body of the density of water.
    return 4.0 * float(vehicle.inertial.mass / 1000.0) ** (1.0 / 3.0)
