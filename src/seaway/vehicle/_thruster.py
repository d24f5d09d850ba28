"""Thrusters: propellers with individual commands."""

from collections.abc import Iterator
from math import inf
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, positive
from seaway.errors import ModelError
from seaway.forces import Force, Input, Integrated, Kernels, Law, Prepared, law_of
from seaway.kernels import thrusters
from seaway.parts import (
    KW_ONLY,
    Array,
    ArrayOrNone,
    Choice,
    DerivedChoice,
    DerivedNumber,
    Name,
    Number,
    differs,
    plain,
    some,
)

Drive = Literal["thrust", "speed", "lag", "pid", "table"]
ThrusterCommand = Literal["thrust", "speed", "table"]
Hand = Literal["right", "left"]
_COMMANDS: Final = {
    "thrust": ("thrust",),
    "speed": ("speed", "thrust"),
    "lag": ("speed", "thrust"),
    "pid": ("speed", "thrust"),
    "table": ("table",),
}
_ROTORS: Final = ("speed", "lag", "pid")
# Fields that only some drives use.
_USES: Final[dict[str, tuple[str, ...]]] = {
    "time_constant": ("lag", "table"),
    "inertia": ("pid",),
    "gains": ("pid",),
    "largest_torque": ("pid",),
    "table": ("table",),
    "advance_slope": _ROTORS,
    "wake_fraction": _ROTORS,
    "torque_coefficient": ("thrust", *_ROTORS),
}


def _rising(limits: Floats) -> str | None:
    if not some(~(limits[..., 0] < limits[..., 1])):
        return None
    return f"must be a smaller and a larger number, got {limits.tolist()}"


def _ascending(table: Floats) -> str | None:
    if table.shape[-1] > 1 and (np.diff(table[..., 0, :]) > 0.0).all():
        return None
    return f"must have two or more ascending commands, got {table[..., 0, :].tolist()}"


class Thruster(Force, what="thruster"):
    """A propeller: its command gives a speed, a thrust along its axis and a torque about it.

    With ω the speed of the propeller [rad/s], V its velocity along its axis through the water, d the diameter::

        thrust = (1 - thrust_deduction) ρ |ω| (c d⁴ ω + advance_slope d³ (1 - wake_fraction) V)
        torque on the vehicle about the axis = -hand torque_coefficient ρ d⁵ |ω| ω

    c is ``thrust_coefficient``, or ``reverse_thrust_coefficient`` for ω < 0. Thrust and torque scale with the submerged
    part of the disc. Coefficients published per revolution per second are divided by 4π²: c = K_T / 4π² (the slope of
    K_T over the advance ratio by 2π).

    ==========  ===========  ==========================================================================
    drive       command      meaning
    ==========  ===========  ==========================================================================
    "thrust"    "thrust"     thrust [N], instantly; the propeller only adds its torque
    "speed"     "speed"      ω [rad/s], instantly
    "speed"     "thrust"     thrust [N], converted to the ω that gives it at V = 0, instantly
    "lag"       "speed"      ω [rad/s] with a first-order lag: time_constant ω' = command - ω
    "lag"       "thrust"     thrust [N], converted to ω, with a first-order lag
    "pid"       "speed"      ω [rad/s], held by a speed controller, see below
    "pid"       "thrust"     thrust [N], converted to ω, held by a speed controller
    "table"     "table"      any unit; a table gives the thrust [N], lagged if time_constant > 0
    ==========  ===========  ==========================================================================

    The speed controller turns the propeller, of inertia J, against the torque of the water with a motor torque of
    P e + I ∫e + D e', limited to ``largest_torque``; e is set point minus actual speed. The vehicle feels the reaction
    to the whole motor torque, including the part that accelerates the propeller, -hand J ω'.

    Raises:
        ModelError: A value is out of range, missing for the drive, or given to a drive that does not use it.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 9.
    """

    name: Name = Name()
    """Name used to address the thruster in commands."""
    position: Array = Array(shape=(3,), unit="m", frd="vector")
    """Position of the propeller in the body frame, p_BoP_B."""
    axis: Array = Array(shape=(3,), direction=True, frd="vector", default=(1.0, 0.0, 0.0))
    """Direction of positive thrust in the body frame; any length."""
    _: KW_ONLY
    drive: Choice[Drive] = Choice(get_args(Drive), default="thrust")
    """How a command becomes thrust: directly, by propeller speed, with a lag, by a speed controller, or by a table."""
    command: DerivedChoice[ThrusterCommand] = DerivedChoice(
        get_args(ThrusterCommand), default=None, follows=lambda thruster: _COMMANDS[thruster.drive][0]
    )
    """Commanded quantity; by default the first one that the drive accepts."""
    diameter: Number = Number(unit="m", at_least=0.0, default=0.0)
    """Propeller diameter d; thrust falls as the disc of this diameter leaves the water. 0 for a point."""
    thrust_coefficient: Number = Number(default=0.0, kernel="coefficient")
    """Thrust coefficient ``c = thrust / (ρ d⁴ |ω| ω)`` with ω in rad/s; negative if positive thrust needs ω < 0."""
    reverse_thrust_coefficient: DerivedNumber = DerivedNumber(
        default=None, follows="thrust_coefficient", kernel="reverse_coefficient"
    )
    """Thrust coefficient for ω < 0; default: thrust_coefficient."""
    limits: Array = Array(shape=(2,), finite=False, rule=_rising, unit="N or rad/s", default=(-inf, inf))
    """Lower and upper limit of the command."""
    dead_band: Number = Number(unit="N or rad/s", at_least=0.0, default=0.0)
    """Commands smaller than this in magnitude count as 0."""
    advance_slope: Number = Number(
        at_most=0.0, default=0.0, why="thrust falls as the propeller advances", kernel="advance"
    )
    """Slope of thrust over the speed of advance, divided by ``ρ d³ |ω|``; that of K_T over J, divided by 2π."""
    wake_fraction: Number = Number(below=1.0, default=0.0, kernel="wake")
    """Wake fraction w: the propeller sees (1 - w) of the speed through the water."""
    thrust_deduction: Number = Number(at_least=0.0, below=1.0, default=0.0, kernel="deduction")
    """Thrust deduction t: the vehicle feels (1 - t) of the thrust."""
    hand: Choice[Hand] = Choice(get_args(Hand), default="right")
    """Hand of the propeller: sense of rotation about the axis for ω > 0."""
    torque_coefficient: Number = Number(at_least=0.0, default=0.0)
    """Torque coefficient, ``torque / (ρ d⁵ |ω| ω)`` with ω in rad/s."""
    time_constant: Number = Number(unit="s", at_least=0.0, default=0.0)
    """Time constant of the lag, of the speed with drive "lag", of the thrust with drive "table"."""
    inertia: Number = Number(unit="kg m2", at_least=0.0, default=0.0)
    """Moment of inertia of the propeller about its axis, entrained water included; for drive "pid"."""
    gains: Array = Array(shape=(3,), unit="Nm s/rad, Nm/rad, Nm s2/rad", at_least=0.0, default=(0.0, 0.0, 0.0))
    """Gains P, I and D of drive "pid", from the speed error to the motor torque."""
    largest_torque: Number = Number(unit="Nm", above=0.0, finite=False, default=inf)
    """Maximum motor torque; for drive "pid"."""
    table: ArrayOrNone = ArrayOrNone(shape=(2, None), rule=_ascending, default=None)
    """Ascending commands and the thrust at each [N], (2, n); interpolated linearly, constant beyond the ends."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the drive against its command and parameters."""
        drive, c, astern = self.drive, self.thrust_coefficient, self.reverse_thrust_coefficient
        options = _COMMANDS[drive]
        if self.command not in options:
            hint = "; for a speed that acts at once use the drive 'speed'" if drive == "thrust" else ""
            yield "command", f"the drive '{drive}' takes the command {_quoted(options)}, got '{self.command}'{hint}"
        if some((c > 0.0) != (astern > 0.0)) or some((c < 0.0) != (astern < 0.0)):
            yield (
                "reverse_thrust_coefficient",
                f"thrust_coefficient and reverse_thrust_coefficient must have one sign, got {c} and {astern}",
            )
        turned = drive in _ROTORS or (drive == "thrust" and some(self.torque_coefficient > 0.0))
        if turned and some((self.diameter == 0.0) | (c == 0.0)):
            need = f"drive '{drive}'" if drive in _ROTORS else "torque"
            got = f"got {self.diameter} and {c}"
            yield "diameter", f"the {need} needs a diameter > 0 [m] and a thrust_coefficient other than 0, {got}"
        if drive == "lag" and some(self.time_constant == 0.0):
            yield "time_constant", "the drive 'lag' needs a time_constant > 0 [s], got 0; the drive 'speed' has none"
        if drive == "pid" and (some(self.inertia == 0.0) or some(self.gains[..., 0] == 0.0)):
            got = f"got {self.inertia} and {self.gains[..., 0]}"
            yield "gains", f"the drive 'pid' needs an inertia > 0 [kg m2] and a gain P > 0, {got}"
        if drive == "table" and self.table is None:
            yield "table", "the drive 'table' needs a table of commands and thrusts, (2, n)"
        for name, drives in _USES.items():
            if drive not in drives and differs(self, name):
                yield name, f"{name} has no effect with the drive '{drive}', only with {_quoted(drives)}"

    @classmethod
    def from_gz(
        cls,
        name: str,
        position: Any,
        axis: Any = (1.0, 0.0, 0.0),
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
        """Make a thruster from the parameters of gz-sim's Thruster plugin, with its defaults.

        There the commanded thrust acts at once, whatever the propeller does: drive ``"thrust"``. With
        ``use_angvel_cmd`` the command is a speed with limits in rad/s: drive ``"speed"``. The gains have no effect in
        either case. Thrust by speed scales with the density of the sea; the speed of advance is the velocity through
        the water along the axis, where gz-sim takes the magnitude of the velocity over ground.

        Args:
            name: Name used to address the thruster in commands.
            position: Position of the propeller link, p_BoP_B [m].
            axis: Joint axis in B.
            thrust_coefficient: Thrust coefficient c; default: alpha_1 + alpha_2 (1 - wake_fraction) V / (ω d).
            propeller_diameter: Propeller diameter d [m].
            use_angvel_cmd: Whether the command is a speed [rad/s].
            max_thrust_cmd: Largest command [N] or [rad/s].
            min_thrust_cmd: Smallest command [N] or [rad/s].
            deadband: Thrusts smaller than this count as 0 [N].
            fluid_density: Water density that converts the dead band to a speed [kg/m3].
            wake_fraction: Wake fraction w.
            alpha_1: Thrust coefficient at zero advance.
            alpha_2: Slope of the thrust coefficient over the advance ratio, <= 0.
        """
        c = alpha_1 if thrust_coefficient is None else thrust_coefficient
        common: dict[str, Any] = {
            "diameter": propeller_diameter,
            "thrust_coefficient": c,
            "limits": (min_thrust_cmd, max_thrust_cmd),
        }
        if not use_angvel_cmd:
            return cls(name, position, axis, dead_band=deadband, **common)
        if thrust_coefficient is None and alpha_2 != 0.0:
            common |= {"advance_slope": alpha_2, "wake_fraction": wake_fraction}
        propeller = cls(name, position, axis, drive="speed", dead_band=deadband, **common)
        return propeller.replace(dead_band=abs(float(propeller.speed(deadband, fluid_density))))

    @classmethod
    def from_table(
        cls, name: str, position: Any, axis: Any, commands: ArrayLike, thrusts: ArrayLike, *, time_constant: float = 0.0
    ) -> "Thruster":
        """Make a thruster from a table of measured thrust, linear between the nodes and constant beyond.

        Args:
            name: Name used to address the thruster in commands.
            position: Position of the propeller, p_BoP_B [m].
            axis: Direction of positive thrust in B.
            commands: Ascending commands in any unit, (n,).
            thrusts: Thrust at each command [N], (n,).
            time_constant: Time constant of the thrust lag [s]; 0 for none.

        Example:
            >>> from seaway.vehicle import Thruster
            >>> Thruster.from_table("port", (-2, 1, 0), (1, 0, 0), [-1, 0, 1], [-100, 0, 250]).drive
            'table'
        """
        if np.ndim(commands) != 1 or np.shape(commands) != np.shape(thrusts):
            message = f"the table of thruster '{name}' must have as many commands as thrusts"
            raise ModelError(f"{message}, got the shapes {np.shape(commands)} and {np.shape(thrusts)}")
        table: Any = [commands, thrusts]
        return cls(name, position, axis, drive="table", time_constant=time_constant, table=table)

    def thrust(self, speed: ArrayLike, density: float = 1025.0) -> Floats:
        """Thrust at zero advance, before thrust deduction: ``ρ c d⁴ |ω| ω`` [N], with the shape of the speed.

        Args:
            speed: Propeller speed ω [rad/s], any shape.
            density: Water density ρ [kg/m3].

        Raises:
            ModelError: The thruster has no diameter or thrust coefficient.
        """
        rho = self._density(density)
        omega = np.asarray(speed, dtype=np.float64)
        d = self.diameter
        c = np.where(omega >= 0.0, self.thrust_coefficient, self.reverse_thrust_coefficient)
        return np.asarray(rho * c * d * d * d * d * np.abs(omega) * omega)

    def speed(self, thrust: ArrayLike, density: float = 1025.0) -> Floats:
        """Propeller speed that gives a thrust at zero advance, before deduction [rad/s]: the inverse of ``thrust``.

        Args:
            thrust: Thrust [N], any shape.
            density: Water density ρ [kg/m3].

        Raises:
            ModelError: The thruster has no diameter or thrust coefficient.
        """
        rho = self._density(density)
        T = np.asarray(thrust, dtype=np.float64)
        d = self.diameter
        # The sign of ω, and so which coefficient counts, is that of thrust times coefficient.
        ahead = T * self.thrust_coefficient >= 0.0
        c = np.where(ahead, self.thrust_coefficient, self.reverse_thrust_coefficient)
        size = np.sqrt(np.abs(T / (rho * c * d * d * d * d)))
        return np.asarray(np.where(ahead, size, -size))

    def law(self) -> Law:
        """The compiled kind of the drive."""
        return _LAWS[self.drive]

    def derived(self) -> dict[str, Any]:
        """The wrench of a unit thrust, and whether there is a propeller torque."""
        axis, position = np.broadcast_arrays(self.axis, self.position)
        column = np.concatenate([axis, np.cross(position, axis)], axis=-1)
        return {"column": column, "twists": some(self.torque_coefficient > 0.0)}

    def moving_states(self) -> Iterator[tuple[int, str, str]]:
        """Yield the states that change: no thrust state of a table without lag, no integral without a gain."""
        idle = {"thrust": not some(self.time_constant > 0.0), "integral": not some(self.gains[..., 1] > 0.0)}
        for place, state in enumerate(self.law().of(Integrated)):
            if not idle.get(state.name, False):
                yield place, f"{self.name}.{state.name}", state.unit

    @property
    def refinements(self) -> tuple[str, ...]:
        """Names of its features beyond an ideal thrust or propeller."""
        given = {
            "table": self.table is not None,
            "lag": some(self.time_constant > 0.0),
            "controller": self.drive == "pid",
            "reverse coefficient": some(self.reverse_thrust_coefficient != self.thrust_coefficient),
            "thrust deduction": some(self.thrust_deduction > 0.0),
            "torque": some(self.torque_coefficient > 0.0),
            "advance": self.command == "thrust" and some(self.advance_slope != 0.0),
        }
        return tuple(what for what, has in given.items() if has)

    @property
    def plain_limits(self) -> tuple[float, float]:
        """Lower and upper command limit; for a table, minimum and maximum thrust within the command limits [N]."""
        low, high = plain(self, "a pair of limits").limits.tolist()
        if self.table is None:
            return low, high
        commands: Floats = self.table[0]
        nodes: Floats = self.table[1]
        thrusts: Floats = np.interp(np.clip(commands, low, high), commands, nodes)
        return float(np.min(thrusts)), float(np.max(thrusts))

    def _density(self, density: float) -> float:
        if some(self.diameter == 0.0) or some(self.thrust_coefficient == 0.0):
            message = f"thruster '{self.name}' needs a diameter > 0 [m] and a thrust_coefficient other than 0"
            raise ModelError(f"{message} for that, got {self.diameter} and {self.thrust_coefficient}")
        return positive(density, "the density of the water [kg/m3]")


def _quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f"'{word}'" for word in words)


_ASKED: Final = (Prepared(name="asked"), Input(name="command"))
_DISC: Final = ("position", "axis", "diameter", "limits", "dead_band", "thrust_deduction")
_PROPELLER: Final = (
    *_DISC, "command", "thrust_coefficient", "reverse_thrust_coefficient", "advance_slope", "wake_fraction", "hand",
    "torque_coefficient",
)  # fmt: skip
_SPEED: Final = Integrated("rad/s", name="speed")


def _law(
    drive: str,
    kernels: Kernels,
    names: tuple[str, ...],
    *states: Integrated,
    flags: tuple[str, ...] = (),
    by_lane: tuple[str, ...] = (),
) -> Law:
    return law_of(
        Thruster,
        f"thruster_{drive}",
        kernels,
        (*states, *_ASKED),
        names=names,
        more={"column": (6,)},
        flags=flags,
        force="thrusters",
        by_lane=by_lane,
    )


_LAWS: Final = {
    "thrust": _law(
        "thrust",
        Kernels(thrusters.thrust_wrench, thrusters.prepare, output=thrusters.thrust_output),
        (*_DISC, "thrust_coefficient", "reverse_thrust_coefficient", "hand", "torque_coefficient"),
        flags=("twists",),
    ),
    "speed": _law(
        "speed", Kernels(thrusters.speed_wrench, thrusters.prepare, output=thrusters.speed_output), _PROPELLER
    ),
    "lag": _law(
        "lag",
        Kernels(thrusters.lag_wrench, thrusters.prepare, None, thrusters.lag_steady, thrusters.turning_output),
        (*_PROPELLER, "time_constant"),
        _SPEED,
    ),
    "pid": _law(
        "pid",
        Kernels(thrusters.pid_wrench, thrusters.prepare, None, thrusters.pid_steady, thrusters.turning_output),
        (*_PROPELLER, "inertia", "gains", "largest_torque"),
        _SPEED,
        Integrated("rad", name="integral"),
        by_lane=("steady",),
    ),
    "table": _law(
        "table",
        Kernels(thrusters.table_wrench, thrusters.prepare_table, None, thrusters.table_steady, thrusters.table_output),
        (*_DISC, "time_constant", "table"),
        Integrated("N", name="thrust"),
    ),
}
