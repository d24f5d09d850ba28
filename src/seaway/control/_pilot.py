"""An autopilot at work: PID loops on position, depth, attitude and speed, through thrusters and fins."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats
from seaway.control._allocation import AXES, Allocated, Allocation, times_rows
from seaway.control._measured import Measured, dot, turned, turned_back
from seaway.control._pid import Integral, Pid
from seaway.control._plant import Plant, plant_of
from seaway.control._rows import Clock, Tick, command_of, index_in, wrapped
from seaway.control._serving import FinTorques, thruster_allocation
from seaway.control._tables import value_at
from seaway.errors import ModelError
from seaway.parts import PartError, Problem
from seaway.sea import Sea
from seaway.sim import Command, State
from seaway.vehicle import Vehicle

if TYPE_CHECKING:
    from seaway.control._autopilot import Autopilot

# The axes that a loop needs; its gains are those of the first.
_AXES_OF: Final[dict[str, tuple[str, ...]]] = {
    "x": ("surge", "sway"), "y": ("sway", "surge"), "z": ("heave",), "depth": ("heave",), "roll": ("roll",),
    "pitch": ("pitch",), "yaw": ("yaw",), "speed": ("surge",), "ground_speed": ("surge",),
}  # fmt: skip
LOOPS: Final = tuple(_AXES_OF)
_POSITION: Final = ("x", "y", "z")
ATTITUDE: Final = ("roll", "pitch", "yaw")
_ROUNDING: Final = 1e-9  # of thrusts, and of a wrench that is allocated
# A depth held by the pitch is so much slower than the loop of the pitch, and than the path that follows the nose.
_OUTER: Final = 0.2


class Pilot:
    """The controller of an ``Autopilot``; see there.

    Attributes:
        vehicle: The vehicle.
        sea: The sea.
        loops: Names of the loops.
        gains: The ``Pid`` of each loop by name, and of the pitch if it holds the depth.
        allocation: Allocation to the thrusters; None if they are not used.
        by_fins: Axes that fins serve.
        by_pitch: Whether the pitch holds the depth.
    """

    def __init__(self, settings: "Autopilot", vehicle: Vehicle, sea: Sea, allocation: Allocation | None):
        if not isinstance(vehicle, Vehicle):
            raise ModelError(f"an autopilot needs a Vehicle, got {vehicle!r}")
        self.vehicle, self.sea = vehicle, sea
        self._who = f"the autopilot of vehicle '{vehicle.name}'"
        self._set_points = {name: getattr(settings, name) for name in settings.loops}
        self.loops = settings.loops
        if not self.loops:
            raise ModelError(
                f"{self._who} has nothing to hold; give a set point, e.g. depth=5.0, of: {', '.join(LOOPS)}"
            )
        self._through_wrench = settings.output == "wrench" or not vehicle.actuators
        self.by_pitch = False
        self.by_fins: tuple[str, ...] = ()
        self.allocation = self._served(allocation, settings.fins)
        cruise = self._cruise(settings.cruise_speed)
        plant = plant_of(vehicle, sea, cruise)
        self.gains = self._all_gains(settings, plant, cruise)
        self._columns = plant.mass / np.diagonal(plant.mass)
        self._fins = FinTorques(vehicle, plant.fins, self.by_fins, cruise) if self.by_fins else None
        self._clock = Clock()
        sizes = {"position": (3,), "attitude": (3,), "speed": (), "depth": ()}
        self._integrals = {name: Integral(size) for name, size in sizes.items()}

    def __repr__(self) -> str:
        return f"<autopilot of '{self.vehicle.name}': {', '.join(self.loops)}>"

    def __call__(self, t: float, state: State) -> Command:
        """Command for the present state of all runs."""
        k, time = index_in(state, self.vehicle.name), state.time
        tick = self._clock.tick(time)
        wanted = {
            name: value_at(value, time, (), f"the set point of {name}") for name, value in self._set_points.items()
        }
        now = Measured.of(state, k, self.sea)
        if "depth" in wanted:
            wanted["z"] = now.level - wanted.pop("depth")
        errors = dict[str, Floats]()
        efforts = np.zeros((len(time), 6))
        if self.by_pitch:  # positive nose down
            loop = "depth" if "depth" in self.loops else "z"
            errors["depth"] = now.position[:, 2] - wanted.pop("z")
            wanted["pitch"] = self._first_order(loop, "depth", errors["depth"], tick)
        if any(name in wanted for name in _POSITION):
            efforts[:, :3], errors["position"] = self._forces(wanted, now, tick)
        for loop, measured in (("speed", now.speed), ("ground_speed", now.velocity[:, 0])):
            if loop in wanted:
                errors["speed"] = wanted[loop] - measured
                efforts[:, 0] += self._first_order(loop, "speed", errors["speed"], tick)
        if any(name in wanted for name in ATTITUDE):
            efforts[:, 3:], errors["attitude"] = self._torques(wanted, now, tick)
        wrench = times_rows(self._columns, efforts)
        if self._through_wrench:
            return command_of(state, k, wrench, {})
        commands, missing = self._commands(wrench, now)
        self._hold_integrals(missing, errors, now)
        return command_of(state, k, None, commands)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Clear the integrals of runs: an index, indices or a mask; default: all.

        A run whose time goes back clears its own.
        """
        self._clock.reset(rows)

    # The loops

    def _forces(self, wanted: Mapping[str, Floats], now: Measured, tick: Tick) -> tuple[Floats, Floats]:
        """Force in B and error in W of the loops on position, each (batch, 3)."""
        mask, goal = _goal(wanted, _POSITION, len(now.position))
        e_W = np.where(mask > 0.0, goal - now.position, 0.0)
        P, I, D, limit = self._along("x", "y", "depth" if "depth" in self.loops else "z")
        sum_W = self._integrals["position"].advance(e_W, *tick)
        v_W = turned(now.R_WB, now.velocity[:, :3]) * mask
        wish = P * turned_back(now.R_WB, e_W) + I * turned_back(now.R_WB, sum_W) - D * turned_back(now.R_WB, v_W)
        given = np.clip(wish, -limit, limit)
        self._integrals["position"].take_back(turned(now.R_WB, wish - given) * e_W > 0.0)
        return given, e_W

    def _torques(self, wanted: Mapping[str, Floats], now: Measured, tick: Tick) -> tuple[Floats, Floats]:
        """Torque in B and error of the loops on roll, pitch and yaw, each (batch, 3)."""
        mask, goal = _goal(wanted, ATTITUDE, len(now.position))
        error = wrapped(goal - now.rpy) * mask
        P, I, D, limit = self._along(*ATTITUDE)
        wish = P * error + I * self._integrals["attitude"].advance(error, *tick) - D * now.rpy_rates * mask
        given = np.clip(wish, -limit, limit)
        self._integrals["attitude"].take_back((wish - given) * error > 0.0)
        torque = np.zeros_like(given)
        for i in range(3):
            torque += given[:, i, None] * now.axes[:, i]
        return torque, error

    def _first_order(self, loop: str, integral: str, error: Floats, tick: Tick) -> Floats:
        """Output of a loop without derivative: force along x of B, or pitch, (batch,)."""
        pid = self.gains[loop]
        wish = pid.proportional * error + pid.integral * self._integrals[integral].advance(error, *tick)
        given = np.clip(wish, -pid.limit, pid.limit)
        self._integrals[integral].take_back((wish - given) * error > 0.0)
        return given

    def _along(self, *names: str) -> Floats:
        """P, I, D and limits of three loops, (4, 3); a loop that is not there has those of the first that is.

        So a vertical force stays one in a body that is not level.
        """
        first = next(self.gains[name] for name in names if name in self.gains)
        pids = [self.gains.get(name, first) for name in names]
        return np.array([[pid.proportional, pid.integral, pid.derivative, pid.limit] for pid in pids]).T

    # From the wrench to commands

    def _commands(self, wrench: Floats, now: Measured) -> tuple[dict[str, Floats], Floats]:
        """Commands by name, and the part of the wrench that limits cut off, (batch, 6)."""
        commands = dict[str, Floats]()
        missing = np.zeros_like(wrench)
        if self.allocation is not None:
            found = self.allocation.allocate(wrench)
            commands.update(found.by_name())
            missing = _beyond_limits(self.allocation, found, wrench)
        if self._fins is not None:
            angles, left = self._fins.angles(wrench, now.speed)
            commands.update(angles)
            missing = missing + left
        return commands, missing

    def _hold_integrals(self, missing: Floats, errors: Mapping[str, Floats], now: Measured) -> None:
        """Undo the growth of integrals whose error pushes further against limits."""
        along = {
            "position": lambda: turned(now.R_WB, missing[:, :3]),
            "attitude": lambda: np.stack([dot(missing[:, 3:], now.axes[:, i]) for i in range(3)], axis=-1),
            "speed": lambda: missing[:, 0],
        }
        for name in errors.keys() & along.keys():
            self._integrals[name].take_back(along[name]() * errors[name] > 0.0)

    # Construction

    def _served(self, given: Allocation | None, asked: Sequence[str]) -> Allocation | None:
        """Decide what serves which axis: thrusters by an allocation, fins, and whether the pitch holds the depth."""
        vehicle = self.vehicle
        if self._through_wrench:
            if given is not None or asked:
                raise ModelError(f"{self._who} gives a wrench and has no use for an allocation or fins; leave them out")
            return None
        needed = [axis for axis in AXES if any(axis in _AXES_OF[loop] for loop in self.loops)]
        found, left = self._by_thrusters(needed, given, asked)
        if "heave" in left and "pitch" not in self.loops:
            self.by_pitch = True
            needed = [axis for axis in AXES if (axis in needed or axis == "pitch") and axis != "heave"]
            found, left = self._by_thrusters(needed, given, asked)
        for axis in left:
            if axis not in ATTITUDE or not vehicle.fins:
                loop = next(name for name in self.loops if axis in _AXES_OF[name] or name in ("z", "depth"))
                nor = " and fins" if vehicle.fins else ""
                message = f"{self._who} needs {axis} to hold {loop}, which its thrusters{nor} do not control"
                raise ModelError(f"{message}; leave {loop} out, or give the vehicle some that do")
        self.by_fins = left
        return found

    def _by_thrusters(
        self, needed: Sequence[str], given: Allocation | None, asked: Sequence[str]
    ) -> tuple[Allocation | None, tuple[str, ...]]:
        """Allocation of the axes that thrusters control, and the axes that are left."""
        wanted = [axis for axis in needed if axis not in asked]
        found = given if given is not None else thruster_allocation(self.vehicle, wanted, self.sea.density)
        if found is None:
            return None, tuple(needed)
        there = [axis for axis in wanted if axis in found.axes and axis not in found.uncontrollable]
        return found, tuple(axis for axis in needed if axis not in there)

    def _cruise(self, given: float | None) -> float:
        if given is not None:
            return given
        speed = self._set_points.get("speed", self._set_points.get("ground_speed"))
        if isinstance(speed, float) and speed > 0.0:
            return speed
        if self.by_fins or self.by_pitch:
            what = "depth by its pitch" if self.by_pitch else f"{', '.join(self.by_fins)} by its fins"
            message = f"{self._who} holds {what}, which depends on the speed"
            raise ModelError(f"{message}; give cruise_speed [m/s], or a constant speed to hold")
        return 0.0

    def _all_gains(self, settings: "Autopilot", plant: Plant, cruise: float) -> dict[str, Pid]:
        names = (*self.loops, "pitch") if self.by_pitch else self.loops
        frequencies, gamma = settings.natural_frequencies, settings.integral_pole
        general = 1.0 if settings.natural_frequency is None else settings.natural_frequency
        problems = [
            Problem((key, name), "unknown-key", f"'{name}' of the {key}", f"{self._who} has no such loop; {hint}", True)
            for key, given in (("gains", settings.gains), ("natural_frequencies", frequencies))
            for name in given
            if name not in names and (hint := f"it has: {', '.join(names)}")
        ]
        if problems:
            raise PartError(problems)
        found = dict[str, Pid](settings.gains)
        for name in names:
            if name in found:
                continue
            outer = self.by_pitch and name in ("z", "depth")
            w = frequencies.get(name, general)
            if outer and name not in frequencies:
                follows = float(plant.damping[2, 2] / plant.mass[2, 2])
                w = _OUTER * min(frequencies.get("pitch", general), follows if follows > 0.0 else inf)
            placing = {"natural_frequency": w, "damping_ratio": settings.damping_ratio}
            i = AXES.index(_AXES_OF[name][0])
            m, d, k = (float(matrix[i, i]) for matrix in (plant.mass, plant.damping, plant.stiffness))
            if outer:  # depth' = U pitch
                limit = settings.largest_pitch
                found[name] = Pid.placed_on_speed(1.0 / cruise, **placing, integral=gamma > 0.0, limit=limit)
            elif name in ("speed", "ground_speed"):
                found[name] = Pid.placed_on_speed(m, d, **placing, integral=gamma > 0.0)
            else:
                found[name] = Pid.placed(m, d, k, **placing, integral_pole=gamma)
        return found


def _goal(wanted: Mapping[str, Floats], names: Sequence[str], batch: int) -> tuple[Floats, Floats]:
    """Which of three set points are given, (3,), and these, or 0, (batch, 3)."""
    mask = np.array([float(name in wanted) for name in names])
    return mask, np.stack([wanted.get(name, np.zeros(batch)) for name in names], axis=-1)


def _beyond_limits(allocation: Allocation, found: Allocated, wrench: Floats) -> Floats:
    """Part of a wrench that is missing because thrusters are at their limits, (batch, 6).

    What a dead band swallows does not count: an integral leads out of it.
    """
    at_limit = allocation.at_limit(found.thrusts, _ROUNDING)
    size = np.max(np.abs(wrench), axis=-1, keepdims=True, initial=1.0)
    real = np.any(at_limit, axis=-1, keepdims=True) & (np.abs(found.missing) > _ROUNDING * size)
    return np.where(real, found.missing, 0.0)
