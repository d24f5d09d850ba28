"""An autopilot: PID loops on position, depth, attitude and speed, through thrusters and fins."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, positive
from seaway.control._allocation import AXES, Allocated, Allocation, times_rows
from seaway.control._measured import Measured, dot, turned, turned_back
from seaway.control._pid import Integral, Pid
from seaway.control._plant import Plant, plant_of
from seaway.control._rows import Clock, Tick, command_of, index_in, wrapped
from seaway.control._serving import FinTorques, thruster_allocation
from seaway.control._tables import TimeTable, Value, value_at, value_of
from seaway.errors import ModelError
from seaway.sea import Sea
from seaway.sim import Command, State
from seaway.vehicle import Vehicle

__all__ = ["Autopilot"]

# The axes that a loop needs; the first is the one that its gains are made for.
_LOOPS: Final[dict[str, tuple[str, ...]]] = {
    "x": ("surge", "sway"),
    "y": ("sway", "surge"),
    "z": ("heave",),
    "depth": ("heave",),
    "roll": ("roll",),
    "pitch": ("pitch",),
    "yaw": ("yaw",),
    "speed": ("surge",),
    "ground_speed": ("surge",),
}
_POSITION: Final = ("x", "y", "z")
_ATTITUDE: Final = ("roll", "pitch", "yaw")
_UNITS: Final = dict.fromkeys(_ATTITUDE, "[rad]") | {"speed": "[m/s]", "ground_speed": "[m/s]"}
_APART: Final = (
    ("z", "depth"),
    ("speed", "ground_speed"),
    ("speed", "x"),
    ("speed", "y"),
    ("ground_speed", "x"),
    ("ground_speed", "y"),
)
_ROUNDING: Final = 1e-9  # of thrusts, and of a wrench that is allocated
_FREQUENCY: Final = 1.0  # [rad/s] of a loop of which nothing is told
# A depth by the pitch is so much slower than the loop of the pitch, and than the path that follows the nose.
_OUTER: Final = 0.2


class Autopilot:
    """A controller that holds set points by PID loops, any of them together.

    ``controller(t, state)``, as ``Simulation.run`` takes it; for all rows at once. Each loop asks for a force or a
    torque, and the sum is a wrench about Bo in B: it goes to the thrusters by an ``Allocation`` within their limits;
    torques that these do not give go to the fins; a vehicle with neither gets the wrench itself. Where limits keep
    something from being reached, the integrals of the loops that ask for it do not grow.

    ============  ========================================================  =================================
    loop          holds                                                     by
    ============  ========================================================  =================================
    x, y, z       p_WBo_W [m]; the error is turned into body axes           a force; gains along the body's axes
    depth         of Bo below the still surface [m], positive down          a force along the vertical, or the pitch
    roll, pitch   [rad]                                                     a torque about the axis of the angle
    yaw           of B in W [rad], from x to the left; the short way        a torque about the vertical
    speed         forward, through the water [m/s], by the sea's current    a force along x of B
    ground_speed  forward, over ground [m/s]                                a force along x of B
    ============  ========================================================  =================================

    Set points are numbers, (batch,) for each row its own, or a ``TimeTable`` over the time of the row.

    A vehicle whose thrusters do not control heave, but whose fins or thrusters do pitch, holds its depth by the pitch:
    the loop on depth gives a pitch within ``largest_pitch``. That needs way ahead. The angle of the fins goes with the
    inverse square of the speed, from their effect at the ``cruise_speed``.

    Gains that are not given are placed (see ``Pid.placed``) for each axis alone, with the mass matrix of the vehicle
    and the damping and stiffness that a simulation of it shows near level motion at the cruise speed in calm water. So
    a linear vehicle gets the poles asked for, when the controller is called often enough; drag that grows with the
    square of the speed damps more. What accelerates one axis leaves the others: it is a column of the mass matrix.

    Waves' orbital motion is not in ``speed``; nor is a current that ``Simulation.set_water`` gave to rows.

    Args:
        vehicle: Which; by its name in a simulation of several.
        sea: For its surface, density and current; ``Sea()`` where None.
        x: Set point of the loop; None for no such loop. So are the others.
        y: As x.
        z: As x.
        depth: As x.
        roll: As x.
        pitch: As x.
        yaw: As x.
        speed: As x.
        ground_speed: As x.
        gains: A ``Pid`` for some loops by name, in N/m, Nm/rad, N s/m; of a depth by the pitch in rad/m.
        natural_frequency: ω of the closed loops [rad/s], one for all or by name; 1 where not told. A depth by the pitch
            has, if not by name, a fifth of that of the pitch, or of d/m in heave where that is less: so fast the path
            follows the nose.
        damping_ratio: ζ of the closed loops.
        integral_pole: The pole of the integrals in natural frequencies; 0 for no integrals.
        cruise_speed: Forward speed through the water [m/s] for which gains and effects of fins are taken; the set point
            of a constant speed where None, or 0.
        largest_pitch: That a loop on depth asks for [rad].
        fins: Loops of roll, pitch, yaw that go by fins even where thrusters could.
        allocation: Of the vehicle's thrusters; the one that counts all axes it controls where None.
        output: ``"actuators"``, or ``"wrench"`` to have the wrench itself though there are thrusters or fins.

    Attributes:
        vehicle: As given.
        sea: As given.
        loops: Names of the loops.
        gains: The ``Pid`` of each loop by name; and of the pitch, where the depth goes by it.
        allocation: What the thrusters get the wrench by; None where they have no part.
        by_fins: Axes that fins serve.
        by_pitch: Whether the depth goes by the pitch.

    Raises:
        ModelError: There is no loop, two of them exclude each other, one needs an axis that neither thrusters nor fins
            control, or a number is out of its range.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 15.

    Example:
        >>> from seaway.control import Autopilot
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.sim import Simulation
        >>> from seaway.vehicle import Box, Buoyancy, Damping, Vehicle
        >>> rov = Vehicle("rov", Inertial(MassProperties.from_box((0.6, 0.4, 0.3), mass=70.0)),
        ...               Buoyancy(0.07, extent=Box((0.6, 0.4, 0.3))), Damping([40.0] * 6, [60.0] * 6))
        >>> sim = Simulation(rov)
        >>> sim.set_state(position=(0, 0, -2))
        >>> _ = sim.run(30.0, Autopilot(rov, depth=5.0, yaw=1.0), control_period=0.1)
        >>> sim.state["rov"].position[0, 2].round(1).item(), sim.state["rov"].rpy[0, 2].round(1).item()
        (-5.0, 1.0)
    """

    def __init__(
        self,
        vehicle: Vehicle,
        sea: Sea | None = None,
        *,
        x: Value | None = None,
        y: Value | None = None,
        z: Value | None = None,
        depth: Value | None = None,
        roll: Value | None = None,
        pitch: Value | None = None,
        yaw: Value | None = None,
        speed: Value | None = None,
        ground_speed: Value | None = None,
        gains: Mapping[str, Pid] | None = None,
        natural_frequency: float | Mapping[str, float] = _FREQUENCY,
        damping_ratio: float = 1.0,
        integral_pole: float = 0.2,
        cruise_speed: float | None = None,
        largest_pitch: float = 0.35,
        fins: Sequence[str] = (),
        allocation: Allocation | None = None,
        output: Literal["actuators", "wrench"] = "actuators",
    ):
        if not isinstance(vehicle, Vehicle):
            raise ModelError(f"an autopilot is for a Vehicle, got {vehicle!r}")
        self.vehicle = vehicle
        self.sea = Sea() if sea is None else sea
        given = {"x": x, "y": y, "z": z, "depth": depth, "roll": roll, "pitch": pitch, "yaw": yaw, "speed": speed}
        given["ground_speed"] = ground_speed
        self._wanted = {
            name: value_of(value, (), f"the set point of {name} {_UNITS.get(name, '[m]')}")
            for name, value in given.items()
            if value is not None
        }
        self.loops = tuple(self._wanted)
        self._check_loops()
        self._largest_pitch = positive(largest_pitch, "the largest pitch [rad]")
        self.by_pitch = False
        self.by_fins: tuple[str, ...] = ()
        self.allocation = self._served(allocation, fins, output)
        self._through_wrench = output == "wrench" or not vehicle.actuators
        cruise = self._cruise(cruise_speed)
        plant = plant_of(vehicle, self.sea, cruise)
        self.gains = self._all_gains(plant, cruise, gains, natural_frequency, damping_ratio, integral_pole)
        self._columns = plant.mass / np.diagonal(plant.mass)
        self._fins = FinTorques.of(vehicle, plant.fins, self.by_fins, cruise) if self.by_fins else None
        self._clock = Clock()
        three, one = ("position", "attitude"), ("speed", "depth")
        self._integrals = {name: Integral((3,)) for name in three} | {name: Integral() for name in one}

    def __repr__(self) -> str:
        return f"Autopilot({self.vehicle.name!r}, {', '.join(self.loops)})"

    def __call__(self, t: float, state: State) -> Command:
        """The command for the present state of all rows."""
        k = index_in(state, self.vehicle.name)
        time = state.time
        tick = self._clock.tick(time)
        wanted = {name: value_at(value, time, (), f"the set point of {name}") for name, value in self._wanted.items()}
        now = Measured.of(state, k, self.sea)
        if "depth" in wanted:
            wanted["z"] = now.level - wanted.pop("depth")
        errors = dict[str, Floats]()
        efforts = np.zeros((len(time), 6))
        if self.by_pitch:
            wanted["pitch"], errors["depth"] = self._pitch_for(wanted.pop("z"), now, tick)
        position = [name for name in _POSITION if name in wanted]
        if position:
            efforts[:, :3], errors["position"] = self._forces(wanted, now, tick)
        if "speed" in wanted or "ground_speed" in wanted:
            push, errors["speed"] = self._push(wanted, now, tick)
            efforts[:, 0] += push
        if any(name in wanted for name in _ATTITUDE):
            efforts[:, 3:], errors["attitude"] = self._torques(wanted, now, tick)
        wrench = times_rows(self._columns, efforts)
        if self._through_wrench:
            return command_of(state, k, wrench, {})
        commands, missing = self._commands(wrench, now)
        self._hold_integrals(missing, errors, now)
        return command_of(state, k, None, commands)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Forget the integrals of rows: an index, indices or a mask; all where None.

        A row whose time goes back is forgotten by itself.
        """
        self._clock.reset(rows)

    # The loops

    def _forces(self, wanted: Mapping[str, Floats], now: Measured, tick: Tick) -> tuple[Floats, Floats]:
        """Force in B and error in W of the loops on position, each (batch, 3)."""
        mask = np.array([float(name in wanted) for name in _POSITION])
        zeros = np.zeros(len(now.position))
        goal = np.stack([wanted.get(name, zeros) for name in _POSITION], axis=-1)
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
        mask = np.array([float(name in wanted) for name in _ATTITUDE])
        zeros = np.zeros(len(now.position))
        goal = np.stack([wanted.get(name, zeros) for name in _ATTITUDE], axis=-1)
        error = wrapped(goal - now.rpy) * mask
        P, I, D, limit = self._along(*_ATTITUDE)
        wish = P * error + I * self._integrals["attitude"].advance(error, *tick) - D * now.rpy_rates * mask
        given = np.clip(wish, -limit, limit)
        self._integrals["attitude"].take_back((wish - given) * error > 0.0)
        torque = np.zeros_like(given)
        for i in range(3):
            torque += given[:, i, None] * now.axes[:, i]
        return torque, error

    def _push(self, wanted: Mapping[str, Floats], now: Measured, tick: Tick) -> tuple[Floats, Floats]:
        """Force along x of B and error of the loop on speed, each (batch,)."""
        name = "speed" if "speed" in wanted else "ground_speed"
        measured = now.speed if name == "speed" else now.velocity[:, 0]
        return self._first_order(name, "speed", wanted[name] - measured, tick)

    def _pitch_for(self, z: Floats, now: Measured, tick: Tick) -> tuple[Floats, Floats]:
        """The pitch that brings it to a height, positive nose down, and the error of the depth, each (batch,)."""
        name = "depth" if "depth" in self.loops else "z"
        return self._first_order(name, "depth", now.position[:, 2] - z, tick)

    def _first_order(self, name: str, integral: str, error: Floats, tick: Tick) -> tuple[Floats, Floats]:
        pid = self.gains[name]
        wish = pid.proportional * error + pid.integral * self._integrals[integral].advance(error, *tick)
        given = np.clip(wish, -pid.limit, pid.limit)
        self._integrals[integral].take_back((wish - given) * error > 0.0)
        return given, error

    def _along(self, *names: str) -> tuple[Floats, Floats, Floats, Floats]:
        """P, I, D and limits of three loops, (3,) each; a loop that is not there has those of the first that is.

        So a force along the vertical stays one in a body that is not level.
        """
        first = next(self.gains[name] for name in names if name in self.gains)
        pids = [self.gains.get(name, first) for name in names]
        return (
            np.array([pid.proportional for pid in pids]),
            np.array([pid.integral for pid in pids]),
            np.array([pid.derivative for pid in pids]),
            np.array([pid.limit for pid in pids]),
        )

    # From the wrench to commands

    def _commands(self, wrench: Floats, now: Measured) -> tuple[dict[str, Floats], Floats]:
        """Commands by name, and what of the wrench is missing because of limits, (batch, 6)."""
        commands: dict[str, Floats] = {}
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
        """Take back what the integrals gained where the error pushes further to what cannot be reached."""
        along = {
            "position": lambda: turned(now.R_WB, missing[:, :3]),
            "attitude": lambda: np.stack([dot(missing[:, 3:], now.axes[:, i]) for i in range(3)], axis=-1),
            "speed": lambda: missing[:, 0],
        }
        for name, error in errors.items():
            if name in along:
                self._integrals[name].take_back(along[name]() * error > 0.0)

    # How it is made

    def _check_loops(self) -> None:
        who = f"the autopilot of vehicle '{self.vehicle.name}'"
        if not self.loops:
            raise ModelError(f"{who} has nothing to hold; give a set point, e.g. depth=5.0, of: {', '.join(_LOOPS)}")
        for one, other in _APART:
            if one in self.loops and other in self.loops:
                raise ModelError(f"{who} cannot hold both {one} and {other}; give one of them")

    def _served(self, given: Allocation | None, asked: Sequence[str], output: str) -> Allocation | None:
        """Find who gives what: thrusters by an allocation, fins, and whether the depth goes by the pitch."""
        vehicle, who = self.vehicle, f"the autopilot of vehicle '{self.vehicle.name}'"
        if output not in ("actuators", "wrench"):
            raise ModelError(f"the output of {who} must be 'actuators' or 'wrench', got {output!r}")
        if isinstance(asked, str) or any(name not in _ATTITUDE for name in asked):
            raise ModelError(f"fins serve some of ('roll', 'pitch', 'yaw'), got fins={asked!r}")
        if output == "wrench" or not vehicle.actuators:
            if given is not None or asked:
                raise ModelError(f"{who} gives a wrench and has no use for an allocation or fins; leave them out")
            return None
        needed = [axis for axis in AXES if any(axis in _LOOPS[loop] for loop in self.loops)]
        found, left = self._by_thrusters(needed, given, asked)
        if "heave" in left and "pitch" not in self.loops:
            self.by_pitch = True
            needed = [axis for axis in AXES if (axis in needed or axis == "pitch") and axis != "heave"]
            found, left = self._by_thrusters(needed, given, asked)
        for axis in left:
            if axis not in _ATTITUDE or not vehicle.fins:
                loop = next(name for name in self.loops if axis in _LOOPS[name] or name in ("z", "depth"))
                nor = " and fins" if vehicle.fins else ""
                message = f"{who} needs {axis} to hold {loop}, which its thrusters{nor} do not control"
                raise ModelError(f"{message}; leave {loop} out, or give the vehicle some that do")
        self.by_fins = left
        return found

    def _by_thrusters(
        self, needed: Sequence[str], given: Allocation | None, asked: Sequence[str]
    ) -> tuple[Allocation | None, tuple[str, ...]]:
        """The allocation of those axes that thrusters control, and the axes that are left."""
        wanted = [axis for axis in needed if axis not in asked]
        found = given if given is not None else thruster_allocation(self.vehicle, wanted, self.sea.density)
        if found is None:
            return None, tuple(needed)
        there = [axis for axis in wanted if axis in found.axes and axis not in found.uncontrollable]
        return found, tuple(axis for axis in needed if axis not in there)

    def _cruise(self, given: float | None) -> float:
        if given is not None:
            return positive(given, "the cruise speed [m/s]")
        speed = self._wanted.get("speed", self._wanted.get("ground_speed"))
        if speed is not None and not isinstance(speed, TimeTable) and speed.ndim == 0 and speed > 0.0:
            return float(speed)
        if self.by_fins or self.by_pitch:
            what = "depth by its pitch" if self.by_pitch else f"{', '.join(self.by_fins)} by its fins"
            message = f"the autopilot of vehicle '{self.vehicle.name}' holds {what}, which depends on the speed"
            raise ModelError(f"{message}; give cruise_speed [m/s], or a constant speed to hold")
        return 0.0

    def _all_gains(
        self,
        plant: Plant,
        cruise: float,
        given: Mapping[str, Pid] | None,
        natural_frequency: float | Mapping[str, float],
        damping_ratio: float,
        integral_pole: float,
    ) -> dict[str, Pid]:
        names = (*self.loops, "pitch") if self.by_pitch else self.loops
        own = dict(given or {})
        frequencies = dict(natural_frequency) if isinstance(natural_frequency, Mapping) else {}
        for what, some in (("gains", own), ("a natural frequency", frequencies)):
            for name in some:
                if name not in names:
                    message = f"the autopilot of vehicle '{self.vehicle.name}' has no loop '{name}' to give {what} to"
                    raise ModelError(f"{message}; it has: {', '.join(names)}")
        general = _FREQUENCY if isinstance(natural_frequency, Mapping) else natural_frequency
        zeta = positive(damping_ratio, "the damping ratio")
        gamma = float(finite_floats(integral_pole, (), "the integral pole"))
        found: dict[str, Pid] = {}
        for name in names:
            if name in own:
                found[name] = _sound(own[name], name)
                continue
            outer = self.by_pitch and name in ("z", "depth")
            w = frequencies.get(name, general)
            if outer and name not in frequencies:
                follows = float(plant.damping[2, 2] / plant.mass[2, 2])
                w = _OUTER * min(frequencies.get("pitch", general), follows if follows > 0.0 else inf)
            placing = {"natural_frequency": w, "damping_ratio": zeta}
            i = AXES.index(_LOOPS[name][0])
            m, d, k = (float(matrix[i, i]) for matrix in (plant.mass, plant.damping, plant.stiffness))
            if outer:  # depth' = U pitch
                found[name] = Pid.placed_on_speed(
                    1.0 / cruise, **placing, integral=gamma > 0.0, limit=self._largest_pitch
                )
            elif name in ("speed", "ground_speed"):
                found[name] = Pid.placed_on_speed(m, d, **placing, integral=gamma > 0.0)
            else:
                found[name] = Pid.placed(m, d, k, **placing, integral_pole=gamma)
        return found


def _beyond_limits(allocation: Allocation, found: Allocated, wrench: Floats) -> Floats:
    """What is missing of a wrench because thrusters are at their limits, (batch, 6).

    What a dead band swallows is not: an integral leads out of it.
    """
    slack = _ROUNDING * np.abs(found.thrusts)
    at_limit = (found.thrusts >= allocation.highest - slack) | (found.thrusts <= allocation.lowest + slack)
    size = np.max(np.abs(wrench), axis=-1, keepdims=True, initial=1.0)
    real = np.any(at_limit, axis=-1, keepdims=True) & (np.abs(found.missing) > _ROUNDING * size)
    return np.where(real, found.missing, 0.0)


def _sound(pid: Pid, name: str) -> Pid:
    if not isinstance(pid, Pid):
        raise ModelError(f"the gains of {name} must be a Pid, got {pid!r}")
    if min(pid.proportional, pid.integral, pid.derivative) < 0.0:
        raise ModelError(f"the gains of {name} must be >= 0 (they hold it), got {pid}")
    return pid
