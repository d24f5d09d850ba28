"""From actions in [-1, 1] to commands: of actuators, as a body wrench, or as set points of the autopilot."""

from math import inf, isfinite, pi
from typing import Any, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.control import Allocated, Autopilot
from seaway.control._allocation import AXES
from seaway.control._propellers import Propeller
from seaway.controllers import Controller, SetPoint
from seaway.errors import ModelError
from seaway.gym._now import Now, Value, clip, turned
from seaway.gym._setup import Setup
from seaway.gym._task import Aim
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Vehicle

ActionMode = Literal["actuators", "wrench", "set_points"]

# Farthest set point from the vehicle, in units of ``Setup.distance``, and largest turn [rad].
REACH: Final = 2.0
TURN: Final = 0.5 * pi
# What an action of 1 means to a fin without a limit [rad].
_FIN_ANGLE: Final = 0.35


class WrenchInput(Controller):
    """A wrench that is set from outside and goes to the actuators by the allocation of the autopilot."""

    surge: SetPoint = SetPoint(unit="N", default=0.0)
    """Force along x."""
    sway: SetPoint = SetPoint(unit="N", default=0.0)
    """Force along y."""
    heave: SetPoint = SetPoint(unit="N", default=0.0)
    """Force along z."""
    roll: SetPoint = SetPoint(unit="N m", default=0.0)
    """Torque about x."""
    pitch: SetPoint = SetPoint(unit="N m", default=0.0)
    """Torque about y."""
    yaw: SetPoint = SetPoint(unit="N m", default=0.0)
    """Torque about z."""

    @staticmethod
    def command(par: Any, x: Any, motion: Any, around: Any, set_point: Any) -> Any:
        """The set points as they are."""
        wrench = (
            set_point.surge,
            set_point.sway,
            set_point.heave,
            set_point.roll,
            set_point.pitch,
            set_point.yaw,
        )
        return wrench, ()


class Actions:
    """What the components of an action do.

    Attributes:
        names: Names of the components.
        units: Their units.
        low: What -1 stands for, in these units.
        high: What 1 stands for.
    """

    names: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    low: Floats
    high: Floats

    def apply(self, sim: Simulation, actions: Floats, now: Now, count: int) -> None:
        """Command the actions, (n, m), and do steps."""
        raise NotImplementedError

    def attach(self, sim: Simulation, period: float) -> None:
        """Put a new simulation under control, where there is some."""


class Limits:
    """Limits of the actuators of a vehicle, thrusters first.

    Attributes:
        names: Names of the actuators.
        units: Units of their commands.
        low: Least commands.
        high: Greatest commands.

    Raises:
        ModelError: The vehicle has no actuators, or one of them has no limits.
    """

    def __init__(self, vehicle: Vehicle, density: float):
        self.names, ends, units = vehicle.actuators, list[tuple[float, float]](), list[str]()
        for thruster in vehicle.thrusters:
            propeller = Propeller(thruster, density)
            low, high = (float(propeller.command(np.array(thrust))) for thrust in (propeller.lowest, propeller.highest))
            ends.append((min(low, high), max(low, high)))
            units.append("1" if thruster.table is not None else "rad/s" if thruster.command == "speed" else "N")
        for fin in vehicle.fins:
            most = float(fin.limit) if isfinite(fin.limit) else _FIN_ANGLE
            ends.append((-most, most))
            units.append("rad")
        if not ends:
            raise ModelError(f"vehicle '{vehicle.name}' has no actuators; give it thrusters or fins")
        for name, (low, high) in zip(self.names, ends, strict=True):
            if not (low > -inf and high < inf):
                raise ModelError(f"actuator '{name}' has no limits, so that an action of 1 means nothing; give it some")
        self.units = tuple(units)
        self.low, self.high = np.array([low for low, _ in ends]), np.array([high for _, high in ends])
        self._ahead, self._astern = np.maximum(self.high, 0.0), np.maximum(-self.low, 0.0)
        self._middle, self._skew = 0.5 * (self._ahead + self._astern), 0.5 * (self._ahead - self._astern)
        self._even = bool(np.max(np.abs(self._skew)) < 1e-9)

    def commands(self, shares: Floats) -> Floats:
        """Commands of shares in [-1, 1] of the limits, (n, actuator)."""
        commands = shares * self._middle
        return commands if self._even else commands + np.abs(shares) * self._skew

    def shares(self, commands: Floats) -> Floats:
        """Shares of the limits that commands take, in [-1, 1], (n, actuator)."""
        return commands / np.where(commands > 0.0, np.maximum(self._ahead, 1e-12), np.maximum(self._astern, 1e-12))


class ActuatorActions(Actions):
    """Commands of thrusters and fins; ±1 are their limits, 0 is no command."""

    def __init__(self, limits: Limits):
        self._limits = limits
        self.names, self.units, self.low, self.high = limits.names, limits.units, limits.low, limits.high

    def apply(self, sim: Simulation, actions: Floats, now: Now, count: int) -> None:
        """Command each actuator."""
        sim.step(None, count, throw=False, actuators=self._limits.commands(actions))


class WrenchActions(Actions):
    """Forces and torques about Bo in B, ±1 being the largest along each axis alone."""

    def __init__(self, setup: Setup, sea: Sea):
        self._setup, self._sea = setup, sea
        axes = [k for k in range(6) if setup.wrench[k] > 0.0]
        if not axes:
            raise ModelError(f"the thrusters of vehicle '{setup.vehicle.name}' have no limits, or it has none")
        self.names = tuple(AXES[k] for k in axes)
        self.units = tuple("N" if k < 3 else "N m" for k in axes)
        self.high = setup.wrench[axes]
        self.low = -self.high

    def attach(self, sim: Simulation, period: float) -> None:
        """Attach the allocation."""
        sim.attach(Allocated(WrenchInput(), self._setup.vehicle, self._sea), control_period=period)

    def apply(self, sim: Simulation, actions: Floats, now: Now, count: int) -> None:
        """Set the wrench."""
        wrench = actions * self.high
        sim.set({f"control.wrenchinput.{name}": wrench[:, k] for k, name in enumerate(self.names)})
        sim.step(None, count, throw=False)


class SetPointActions(Actions):
    """Set points of the autopilot, relative to the vehicle.

    A vehicle that hovers gets a point ahead, to the left and above, and a turn; another one a forward speed, a change
    of depth if it dives, and a turn.
    """

    def __init__(self, setup: Setup, sea: Sea):
        self._setup, self._sea = setup, sea
        reach = REACH * setup.distance
        rise = reach if setup.floats else min(reach, setup.room)
        if setup.hovers:
            ranges = {"forward": reach, "left": reach, "up": rise, "turn": TURN}
            if setup.floats:
                del ranges["up"]
        else:
            ranges = {"speed": setup.speed, "up": rise, "turn": TURN}
            if not setup.dives or setup.floats:
                del ranges["up"]
        self.names = tuple(ranges)
        self.units = tuple({"turn": "rad", "speed": "m/s"}.get(name, "m") for name in ranges)
        self.high = np.array(list(ranges.values()))
        self.low = np.array([0.0 if name == "speed" else -value for name, value in ranges.items()])

    def attach(self, sim: Simulation, period: float) -> None:
        """Attach the autopilot."""
        if self._setup.hovers:
            set_points: dict[str, Any] = {"x": 0.0, "y": 0.0, "yaw": 0.0, **({} if self._setup.floats else {"z": 0.0})}
        else:
            set_points = {"speed": self._setup.cruise, "yaw": 0.0, **({"depth": 5.0} if "up" in self.names else {})}
        pilot = Autopilot(**set_points).controller(self._setup.vehicle, self._sea)
        sim.attach(pilot, control_period=period)

    def apply(self, sim: Simulation, actions: Floats, now: Now, count: int) -> None:
        """Move the set points."""
        by_name = dict(zip(self.names, (actions * np.maximum(self.high, -self.low)).T, strict=True))
        x, y, z = (np.atleast_1d(each) for each in now.position)
        yaw = np.atleast_1d(now.yaw)
        given = {"yaw": yaw + by_name["turn"]}
        if "forward" in by_name:
            east, north = turned(by_name["forward"], by_name["left"], yaw)
            given |= {"x": x + east, "y": y + north}
            if "up" in by_name:
                given["z"] = z + by_name["up"]
        else:
            share = actions[:, self.names.index("speed")]
            given["speed"] = 0.5 * (1.0 + share) * self._setup.speed
            if "up" in by_name:
                given["depth"] = (self._sea.surface or 0.0) - z - by_name["up"]
        sim.set({f"control.autopilot.{name}": value for name, value in given.items()})
        sim.step(None, count, throw=False)

    def toward(self, aim: Aim, now: Now) -> list[Value]:
        """The action that sets the points of a scripted pilot, as far as they are within reach."""
        (x, y, z), here, reach = aim.position, now.position, REACH * self._setup.distance
        rise = self.high[self.names.index("up")] if "up" in self.names else 1.0
        ahead, left = turned(x - here[0], y - here[1], -now.yaw)
        s, c = now.heading_error(aim.yaw)
        by_name = {
            "forward": ahead / reach,
            "left": left / reach,
            "up": (z - here[2]) / rise,
            "turn": np.arctan2(s, c) / TURN,
            "speed": 2.0 * aim.speed / self._setup.speed - 1.0,
        }
        return [clip(by_name[name], -1.0, 1.0) for name in self.names]


def actions_of(mode: ActionMode, setup: Setup, sea: Sea, limits: Limits) -> Actions:
    """The actions of a mode.

    Raises:
        ModelError: There is no such mode, or the vehicle does not have what it needs.
    """
    if mode == "actuators":
        return ActuatorActions(limits)
    if mode == "wrench":
        return WrenchActions(setup, sea)
    if mode == "set_points":
        return SetPointActions(setup, sea)
    raise ModelError(f"there is no action mode {mode!r}; there are: {', '.join(get_args(ActionMode))}")


def lagged(applied: Floats, actions: Floats, share: Any, dead_zone: Any) -> Floats:
    """First-order lag of actions, and a dead zone around 0; with a share of 1 and no dead zone the actions themselves.

    Args:
        applied: What acted before, (n, m).
        actions: New actions, (n, m).
        share: 1 - exp(-Δt/τ) of each environment, (n, 1).
        dead_zone: Actions below it do nothing, (n, 1).
    """
    wanted = np.where(np.abs(actions) < dead_zone, 0.0, actions)
    return applied + share * (wanted - applied)
