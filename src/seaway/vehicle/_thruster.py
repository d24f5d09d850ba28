"""Propellers that are commanded one by one."""

from dataclasses import dataclass
from math import inf
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen, positive, text
from seaway.errors import ModelError
from seaway.kernels.thrusters import LAG, PID, SPEED, TABLE, THRUST
from seaway.vehicle._checks import above_zero, chosen, finite, named, not_negative, unit

__all__ = ["Drive", "Thruster", "ThrusterCommand"]

Drive = Literal["thrust", "speed", "lag", "pid", "table"]
ThrusterCommand = Literal["thrust", "speed", "table"]
_DRIVES: Final = get_args(Drive)
_COMMANDS: Final = {
    "thrust": ("thrust",),
    "speed": ("speed", "thrust"),
    "lag": ("speed", "thrust"),
    "pid": ("speed", "thrust"),
    "table": ("table",),
}
_KINDS: Final = {"thrust": THRUST, "speed": SPEED, "lag": LAG, "pid": PID, "table": TABLE}
_ROTORS: Final = ("speed", "lag", "pid")
_HANDS: Final = {"right": 1, "left": -1, 1: 1, -1: -1}


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Thruster:
    """A propeller: from its command to a speed, a thrust along its axis and a torque about it.

    With ω the speed of the propeller [rad/s], V its velocity along its axis through the water, d the diameter::

        thrust = (1 - deduction) ρ |ω| (c d⁴ ω + advance d³ (1 - wake) V)
        torque on the vehicle about the axis = -hand torque_coefficient ρ d⁵ |ω| ω

    c is the coefficient, or for ω < 0 the reverse one. Both go with the wet part of the disc. What is published per
    turn a second is divided by 4π² here: c = K_T / 4π² (and by 2π for the slope of K_T over the advance ratio).

    What a command does:

    ==========  ===========  ==========================================================================
    drive       command      meaning
    ==========  ===========  ==========================================================================
    "thrust"    "thrust"     the thrust [N], at once; nothing of the propeller counts but for its torque
    "speed"     "speed"      ω [rad/s], at once
    "speed"     "thrust"     a thrust [N] that becomes the ω that gives it at V = 0, at once
    "lag"       "speed"      ω [rad/s], which follows: time_constant ω' = command - ω
    "lag"       "thrust"     a thrust [N] that becomes an ω, which follows
    "pid"       "speed"      ω [rad/s], by a controller that turns the propeller, see below
    "pid"       "thrust"     a thrust [N] that becomes an ω, by a controller
    "table"     "table"      anything; a table makes it a thrust [N], which follows if time_constant > 0
    ==========  ===========  ==========================================================================

    The controller turns the propeller of the inertia J against the torque of the water by P e + I ∫e + D e', e being
    the wanted less the true speed, within the largest torque of the motor. The vehicle holds against all of that
    torque: also against what speeds the propeller up, -hand J ω'.

    Args:
        name: By which it is commanded.
        position: Of the propeller, p_BoP_B [m].
        axis: Of positive thrust, in B, of any length.
        drive: What moves the propeller, see above.
        command: What the command is, see above; the first of its drive where None.
        diameter: d [m]; also of the disc that must be under water. 0 for a point.
        coefficient: c, ``thrust / (ρ d⁴ |ω| ω)``, with ω in rad/s. Negative for a propeller that turns the other way
            round for positive thrust.
        reverse_coefficient: c for ω < 0; the same as ahead where None.
        limits: Least and greatest command, in its own unit.
        dead_band: Commands nearer to 0 than this are none.
        advance: How thrust falls with the advance, <= 0.
        wake: Wake fraction w.
        deduction: Thrust deduction t.
        hand: ``"right"`` (1) turns right-handed about the axis for ω > 0, ``"left"`` (-1) left-handed.
        torque_coefficient: ``Torque / (ρ d⁵ |ω| ω)``, with ω in rad/s, >= 0.
        time_constant: Of the lag [s].
        inertia: Of the propeller about its axis with its water, J [kg m2].
        gains: P [Nm/(rad/s)], I [Nm/rad], D [Nm/(rad/s2)].
        largest_torque: Of the motor [Nm].
        table: Commands, ascending, and their thrusts [N], (2, n); linear between, held outside.

    Raises:
        ModelError: A number is out of its range, is missing for the drive, or is given to a drive that has no use
            for it.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 9.
    """

    name: str
    position: Floats
    axis: Floats
    drive: Drive
    command: ThrusterCommand
    diameter: float
    coefficient: float
    reverse_coefficient: float
    limits: tuple[float, float]
    dead_band: float
    advance: float
    wake: float
    deduction: float
    hand: int
    torque_coefficient: float
    time_constant: float
    inertia: float
    gains: tuple[float, float, float]
    largest_torque: float
    table: Floats | None

    def __init__(
        self,
        name: str,
        position: ArrayLike,
        axis: ArrayLike = (1.0, 0.0, 0.0),
        *,
        drive: Drive = "thrust",
        command: ThrusterCommand | None = None,
        diameter: float = 0.0,
        coefficient: float = 0.0,
        reverse_coefficient: float | None = None,
        limits: tuple[float, float] = (-inf, inf),
        dead_band: float = 0.0,
        advance: float = 0.0,
        wake: float = 0.0,
        deduction: float = 0.0,
        hand: Literal["right", "left", 1, -1] = "right",
        torque_coefficient: float = 0.0,
        time_constant: float = 0.0,
        inertia: float = 0.0,
        gains: tuple[float, float, float] = (0.0, 0.0, 0.0),
        largest_torque: float = inf,
        table: ArrayLike | None = None,
    ):
        who = f"thruster '{named(name, 'a thruster')}'"
        chosen(drive, _DRIVES, f"drive of {who}:")
        forward = finite(coefficient, f"the coefficient of {who}")
        reverse = reverse_coefficient
        reverse = forward if reverse is None else finite(reverse, f"the reverse coefficient of {who}")
        values: dict[str, Any] = {
            "name": name,
            "position": frozen(finite_floats(position, (3,), f"the position of {who} [m]")),
            "axis": frozen(unit(axis, f"the axis of {who}")),
            "drive": drive,
            "command": _command(drive, command, who),
            "diameter": not_negative(diameter, f"the diameter of {who} [m]"),
            "coefficient": forward,
            "reverse_coefficient": reverse,
            "limits": _limits(limits, who),
            "dead_band": not_negative(dead_band, f"the dead band of {who}"),
            "advance": finite(advance, f"the advance of {who}"),
            "wake": finite(wake, f"the wake fraction of {who}"),
            "deduction": finite(deduction, f"the thrust deduction of {who}"),
            "hand": _hand(hand, who),
            "torque_coefficient": not_negative(torque_coefficient, f"the torque coefficient of {who}"),
            "time_constant": not_negative(time_constant, f"the time constant of {who} [s]"),
            "inertia": not_negative(inertia, f"the inertia of {who} [kg m2]"),
            "gains": _gains(gains, who),
            "largest_torque": above_zero(largest_torque, f"the largest torque of {who} [Nm]"),
            "table": None if table is None else _table(table, who),
        }
        for key, value in values.items():
            object.__setattr__(self, key, value)
        self._check_propeller(who)
        self._check_drive(who)

    def __repr__(self) -> str:
        return f"Thruster({self.name!r}, {text(self.position)}, {text(self.axis)}, drive={self.drive!r})"

    @classmethod
    def from_gz(
        cls,
        name: str,
        position: ArrayLike,
        axis: ArrayLike = (1.0, 0.0, 0.0),
        *,
        thrust_coefficient: float | None = None,
        propeller_diameter: float = 0.02,
        use_angvel_cmd: bool = False,
        max_thrust_cmd: float = 1000.0,
        min_thrust_cmd: float = -1000.0,
        deadband: float = 0.0,
        fluid_density: float = 1000.0,
        wake_fraction: float = 0.2,
        alpha_1: float = 1.0,
        alpha_2: float = 0.0,
    ) -> "Thruster":
        """Make it from the parameters of gz-sim's Thruster, with its defaults.

        There the commanded thrust acts at once, whatever the propeller does: drive ``"thrust"``. With
        ``use_angvel_cmd`` the command is a speed, limited in rad/s: drive ``"speed"``. Gains have no part in either.
        The thrust of a speed goes with the density of the sea, and its advance with the velocity through the water
        along the axis, where gz-sim has the speed over ground in any direction.

        Args:
            name: By which it is commanded.
            position: Of the propeller link, p_BoP_B [m].
            axis: Of the joint, in B.
            thrust_coefficient: c; where None it is alpha_1 + alpha_2 (1 - wake_fraction) V / (ω d).
            propeller_diameter: d [m].
            use_angvel_cmd: Whether the command is a speed [rad/s].
            max_thrust_cmd: Greatest command [N], or [rad/s].
            min_thrust_cmd: Least command [N], or [rad/s].
            deadband: Thrusts nearer to 0 than this are none [N].
            fluid_density: Turns the dead band into one of the speed [kg/m3].
            wake_fraction: w.
            alpha_1: c at no advance.
            alpha_2: Its change with the advance, <= 0.
        """
        c = alpha_1 if thrust_coefficient is None else thrust_coefficient
        limits = (min_thrust_cmd, max_thrust_cmd)
        if not use_angvel_cmd:
            return cls(
                name,
                position,
                axis,
                diameter=propeller_diameter,
                coefficient=c,
                limits=limits,
                dead_band=deadband,
            )
        advancing = thrust_coefficient is None and alpha_2 != 0.0
        propeller = cls(
            name,
            position,
            axis,
            drive="speed",
            diameter=propeller_diameter,
            coefficient=c,
            limits=limits,
            advance=alpha_2 if advancing else 0.0,
            wake=wake_fraction if advancing else 0.0,
        )
        band = abs(float(propeller.speed(not_negative(deadband, f"the dead band of thruster '{name}'"), fluid_density)))
        object.__setattr__(propeller, "dead_band", band)
        return propeller

    @classmethod
    def from_table(
        cls,
        name: str,
        position: ArrayLike,
        axis: ArrayLike,
        commands: ArrayLike,
        thrusts: ArrayLike,
        time_constant: float = 0.0,
    ) -> "Thruster":
        """Make it from measured thrusts, linear between and held outside.

        Args:
            name: By which it is commanded.
            position: Of the propeller, p_BoP_B [m].
            axis: Of positive thrust, in B.
            commands: In any unit, ascending, (n,).
            thrusts: [N], (n,).
            time_constant: With which the thrust follows [s]; 0 for at once.

        Example:
            >>> from seaway.vehicle import Thruster
            >>> Thruster.from_table("port", (-2, 1, 0), (1, 0, 0), [-1, 0, 1], [-100, 0, 250]).drive
            'table'
        """
        shape = np.shape(commands)
        if len(shape) != 1 or np.shape(thrusts) != shape:
            message = f"the table of thruster '{name}' must be as many commands as thrusts"
            raise ModelError(f"{message}, got the shapes {shape} and {np.shape(thrusts)}")
        numbers = [
            finite_floats(values, shape, f"the {what} in the table of thruster '{name}'")
            for values, what in ((commands, "commands"), (thrusts, "thrusts"))
        ]
        return cls(name, position, axis, drive="table", time_constant=time_constant, table=np.stack(numbers))

    def thrust(self, speed: ArrayLike, density: float = 1025.0) -> Floats:
        """The thrust at no advance, without deduction: ``ρ c d⁴ |ω| ω`` [N], with the shape of the speed.

        Args:
            speed: ω [rad/s], any shape.
            density: ρ [kg/m3].

        Raises:
            ModelError: It has no diameter or coefficient.
        """
        rho = self._density(density)
        omega = np.asarray(speed, dtype=np.float64)
        d = self.diameter
        c = np.where(omega >= 0.0, self.coefficient, self.reverse_coefficient)
        return np.asarray(rho * c * d * d * d * d * np.abs(omega) * omega)

    def speed(self, thrust: ArrayLike, density: float = 1025.0) -> Floats:
        """The speed that gives a thrust at no advance, without deduction [rad/s]: the inverse of ``thrust``.

        Args:
            thrust: [N], any shape.
            density: ρ [kg/m3].

        Raises:
            ModelError: It has no diameter or coefficient.
        """
        rho = self._density(density)
        T = np.asarray(thrust, dtype=np.float64)
        d = self.diameter
        # The sign of ω, and so which coefficient counts, is that of thrust times coefficient.
        ahead = T * self.coefficient >= 0.0
        c = np.where(ahead, self.coefficient, self.reverse_coefficient)
        size = np.sqrt(np.abs(T / (rho * c * d * d * d * d)))
        return np.asarray(np.where(ahead, size, -size))

    @property
    def refinements(self) -> tuple[str, ...]:
        """What it has besides a thrust or a propeller that does at once what it is asked for, in words."""
        given = {
            "table": self.table is not None,
            "lag": self.time_constant > 0.0,
            "controller": self.drive == "pid",
            "reverse coefficient": self.reverse_coefficient != self.coefficient,
            "thrust deduction": self.deduction > 0.0,
            "torque": self.torque_coefficient > 0.0,
            "advance": self.command == "thrust" and self.advance != 0.0,
        }
        return tuple(what for what, has in given.items() if has)

    @property
    def plain_limits(self) -> tuple[float, float]:
        """Least and greatest command; of a table, least and greatest thrust within the limits of the command [N]."""
        if self.table is None:
            return self.limits
        commands: Floats = self.table[0]
        nodes: Floats = self.table[1]
        thrusts: Floats = np.interp(np.clip(commands, *self.limits), commands, nodes)
        return float(np.min(thrusts)), float(np.max(thrusts))

    def fill(self, record: np.void) -> None:
        """Write its fields to a record of ``kernels.thrusters.THRUSTER``, all but vehicle and place of the table."""
        record["position"], record["axis"] = self.position, self.axis
        record["drive"], record["in_thrust"] = _KINDS[self.drive], self.command == "thrust"
        record["lowest"], record["highest"] = self.limits
        record["dead_band"], record["diameter"] = self.dead_band, self.diameter
        record["forward"], record["reverse"] = self.coefficient, self.reverse_coefficient
        record["advance"], record["wake"], record["deduction"] = self.advance, self.wake, self.deduction
        record["hand"], record["torque"] = self.hand, self.torque_coefficient
        record["time_constant"], record["inertia"] = self.time_constant, self.inertia
        record["proportional"], record["integral"], record["derivative"] = self.gains
        record["largest_torque"] = self.largest_torque

    def _density(self, density: float) -> float:
        if self.diameter == 0.0 or self.coefficient == 0.0:
            message = f"thruster '{self.name}' needs a diameter > 0 [m] and a coefficient other than 0"
            raise ModelError(f"{message} for that, it has {self.diameter:g} and {self.coefficient:g}")
        return positive(density, "the density of the water [kg/m3]")

    def _check_propeller(self, who: str) -> None:
        if not self.wake < 1.0:
            raise ModelError(f"the wake fraction of {who} must be < 1, got {self.wake:g}")
        if not 0.0 <= self.deduction < 1.0:
            raise ModelError(f"the thrust deduction of {who} must be >= 0 and < 1, got {self.deduction:g}")
        if self.advance > 0.0:
            message = f"the advance of {who} must be <= 0 (thrust falls as the propeller advances)"
            raise ModelError(f"{message}, got {self.advance:g}")
        c, reverse = self.coefficient, self.reverse_coefficient
        if np.sign(c) != np.sign(reverse):
            message = f"the coefficient of {who} and its reverse coefficient must have one sign"
            raise ModelError(f"{message}, got {c:g} and {reverse:g}")
        turned = self.drive in _ROTORS or (self.drive == "thrust" and self.torque_coefficient > 0.0)
        if turned and (self.diameter == 0.0 or c == 0.0):
            message = f"{who} needs a diameter > 0 [m] and a coefficient other than 0"
            why = f"its drive '{self.drive}'" if self.drive in _ROTORS else "its torque"
            raise ModelError(f"{message} for {why}, got {self.diameter:g} and {c:g}")

    def _check_drive(self, who: str) -> None:
        if self.drive == "lag" and self.time_constant == 0.0:
            raise ModelError(f"{who}: the drive 'lag' needs a time_constant > 0 [s], got 0; 'speed' has none")
        if self.drive == "pid" and not (self.inertia > 0.0 and self.gains[0] > 0.0):
            message = f"{who}: the drive 'pid' needs an inertia > 0 [kg m2] and a gain P > 0"
            raise ModelError(f"{message}, got {self.inertia:g} and {self.gains[0]:g}")
        if self.drive == "table" and self.table is None:
            raise ModelError(f"{who}: the drive 'table' needs a table of commands and thrusts, (2, n)")
        uses = (
            ("time_constant", self.time_constant > 0.0, ("lag", "table")),
            ("inertia", self.inertia > 0.0, ("pid",)),
            ("gains", any(self.gains), ("pid",)),
            ("largest_torque", self.largest_torque < inf, ("pid",)),
            ("table", self.table is not None, ("table",)),
            ("advance", self.advance != 0.0, _ROTORS),
            ("wake", self.wake != 0.0, _ROTORS),
            ("torque_coefficient", self.torque_coefficient > 0.0, ("thrust", *_ROTORS)),
        )
        for what, given, drives in uses:
            if given and self.drive not in drives:
                these = ", ".join(f"'{drive}'" for drive in drives)
                raise ModelError(f"{who}: {what} has no effect with the drive '{self.drive}'; it has with {these}")


def _command(drive: str, command: Any, who: str) -> str:
    options = _COMMANDS[drive]
    if command is None:
        return options[0]
    if command not in options:
        these = ", ".join(f"'{option}'" for option in options)
        hint = "; for a speed that acts at once take the drive 'speed'" if drive == "thrust" else ""
        raise ModelError(f"{who}: the drive '{drive}' takes the command {these}, got {command!r}{hint}")
    return str(command)


def _limits(given: Any, who: str) -> tuple[float, float]:
    array = np.asarray(given)
    if array.dtype.kind not in "iuf" or array.shape != (2,):
        raise ModelError(f"the limits of {who} must be two numbers, the least and the greatest command, got {given!r}")
    low, high = float(array[0]), float(array[1])
    if not low < high:
        raise ModelError(f"the limits of {who} must be a smaller and a greater number, got ({low:g}, {high:g})")
    return low, high


def _hand(given: Any, who: str) -> int:
    if isinstance(given, bool) or given not in _HANDS:
        raise ModelError(f"the hand of {who} must be 'right' (1) or 'left' (-1), got {given!r}")
    return _HANDS[given]


def _gains(given: Any, who: str) -> tuple[float, float, float]:
    gains = finite_floats(given, (3,), f"the gains (P, I, D) of {who}")
    if np.any(gains < 0.0):
        raise ModelError(f"the gains (P, I, D) of {who} must be >= 0, got {text(gains)}")
    return float(gains[0]), float(gains[1]), float(gains[2])


def _table(given: ArrayLike, who: str) -> Floats:
    shape = np.shape(given)
    if len(shape) != 2 or shape[0] != 2 or shape[1] < 2:
        message = f"the table of {who} must be commands and thrusts, (2, n) with two or more"
        raise ModelError(f"{message}, got the shape {shape}")
    table = finite_floats(given, shape, f"the table of {who}")
    if np.any(np.diff(table[0]) <= 0.0):
        raise ModelError(f"the commands in the table of {who} must ascend, got {text(table[0])}")
    return frozen(table)
