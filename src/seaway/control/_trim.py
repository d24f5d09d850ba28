"""Trim: steady motions of a vehicle, and the commands that sustain them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen
from seaway.control._balance import Balance, Free, flow_at, given_commands, steady_sea
from seaway.control._rows import command_of, index_in, wrapped
from seaway.errors import ModelError
from seaway.frames import quaternion_from_rpy, rotated
from seaway.parts import plain
from seaway.sea import Sea
from seaway.sim import Command, Simulation, State
from seaway.vehicle import Vehicle

_STILL: Final = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Trim:
    """A steady motion of a vehicle, and the command that sustains it; made by ``trim``.

    It can be used as a controller that holds the command: ``sim.run(60.0, trim)``.

    Attributes:
        vehicle: The vehicle.
        sea: The sea, without waves and gusts, with a constant current.
        position: Position p_WBo_W [m], (3,); x and y are 0.
        rpy: Roll, pitch, yaw [rad], (3,).
        velocity: Linear and angular velocity (v_WB_B, w_WB_B) in body axes [m/s, rad/s], (6,).
        wrench: Commanded wrench about Bo in B [N, N m], (6,).
        actuators: Commands of thrusters and fins by name, each in its own unit.
        residual: Sum of all wrenches about Bo in B [N, N m], (6,): the mass matrix times the acceleration.
        speed: Horizontal speed through the water [m/s].
        climb: Upward speed through the water [m/s].
        drift: Drift angle from the yaw to the course through the water [rad], positive to the left.
        turn_rate: Rate of turn about the vertical [rad/s], positive to the left.
        found: Names of the unknowns that were solved for.
    """

    vehicle: Vehicle
    sea: Sea
    position: Floats
    rpy: Floats
    velocity: Floats
    wrench: Floats
    actuators: Mapping[str, float]
    residual: Floats
    speed: float
    climb: float
    drift: float
    turn_rate: float
    found: tuple[str, ...] = ()

    @classmethod
    def at(
        cls, vehicle: Vehicle, sea: Sea | None = None, *,
        position: ArrayLike = (0.0, 0.0, 0.0), rpy: ArrayLike = (0.0, 0.0, 0.0), velocity: ArrayLike = _STILL,
        wrench: ArrayLike = _STILL, actuators: Mapping[str, float] | None = None, time: float = 0.0,
    ) -> "Trim":  # fmt: skip
        """Describe a given motion and command, which need not be steady; ``residual`` is then not 0.

        Args:
            vehicle: The vehicle.
            sea: The sea; default: ``Sea()``.
            position: Position p_WBo_W [m], (3,).
            rpy: Roll, pitch, yaw [rad], (3,).
            velocity: Linear and angular velocity (v_WB_B, w_WB_B) in body axes [m/s, rad/s], (6,).
            wrench: Commanded wrench about Bo in B [N, N m], (6,).
            actuators: Commands of actuators by name; default: 0.
            time: Time at which the current is evaluated [s].
        """
        calm = steady_sea(Sea() if sea is None else sea, time)
        commands = given_commands(vehicle, actuators)
        sim = Simulation(vehicle, calm)
        sim.set_state(position=position, rpy=rpy, velocity=velocity)
        sim.to_steady_state(Command(finite_floats(wrench, (6,), "the wrench [N, Nm]"), commands))
        state = sim.state[0]
        through = rotated(state.orientation[0], state.velocity[0, :3]) - flow_at(calm, state.position[0, 2])
        speed = float(np.hypot(through[0], through[1]))
        # The direction of a motion that is only rounding is arbitrary.
        drift = wrapped(np.arctan2(through[1], through[0]) - state.rpy[0, 2]) if speed > 1e-12 else 0.0
        p, angles, v = (frozen(values[0]) for values in (state.position, state.rpy, state.velocity))
        residual = frozen(vehicle.inertial_in(calm.density).mass_matrix() @ sim.acceleration()[0, 0])
        turn_rate = float(rotated(state.orientation[0], state.velocity[0, 3:])[2])
        held = frozen(np.asarray(wrench))
        climb, drift = float(through[2]), float(drift)
        return cls(vehicle, calm, p, angles, v, held, commands, residual, speed, climb, drift, turn_rate)

    @property
    def orientation(self) -> Floats:
        """Unit quaternion q_WB (w, x, y, z), (4,)."""
        return quaternion_from_rpy(self.rpy)

    @property
    def depth(self) -> float:
        """Depth of Bo below the still surface, or below z = 0 in unbounded water [m]."""
        return (0.0 if self.sea.surface is None else self.sea.surface) - float(self.position[2])

    def __call__(self, t: float, state: State) -> Command:
        """Return the constant command."""
        k, batch = index_in(state, self.vehicle.name), len(state.position)
        commands = {name: np.full(batch, value) for name, value in self.actuators.items()}
        return command_of(state, k, np.tile(self.wrench, (batch, 1)), commands)

    def start(self, sim: Simulation) -> None:
        """Start a simulation in this motion in all runs, with propellers and fins in their steady state.

        In a simulation of several vehicles, only the state of this vehicle is set; call
        ``sim.to_steady_state(Combined(...)(sim.time, sim.state))`` afterwards with the trims of all.

        Args:
            sim: Simulation that contains the vehicle.
        """
        sim.set_state(self.vehicle.name, position=self.position, rpy=self.rpy, velocity=self.velocity)
        if len(sim.names) == 1:
            sim.to_steady_state(self(sim.time, sim.state))


def trim(
    vehicle: Vehicle, sea: Sea | None = None, *,
    speed: float | Free = 0.0, climb: float | Free = 0.0, depth: float | Free | None = None, yaw: float = 0.0,
    roll: float | Free | None = None, pitch: float | Free | None = None, drift: float | Free | None = None,
    turn_rate: float | Free = 0.0, actuators: Mapping[str, float] | None = None, wrench: ArrayLike | None = None,
    time: float = 0.0,
) -> Trim:  # fmt: skip
    """Find a steady motion, straight or turning, and the commands that sustain it.

    All wrenches on the vehicle are in balance in a simulation, with propellers and fins in their steady state. The
    balance is solved by least squares from several start values. The unknowns are:

    - the wrench of the thrusters on the axes that they control, through their ``Allocation``; for a vehicle without
      thrusters and fins, the commanded wrench on all axes, or on surge, sway and yaw if it floats;
    - the angle of each fin;
    - the height of a vehicle that floats by a ``Hull`` or a ``HydrostaticStiffness``;
    - roll, pitch and drift if none of the above controls them: roll and pitch of a floating vehicle; pitch also if
      heave is not controlled, so that lift may carry the vehicle.

    The motion is relative to the water; the current at the depth of Bo is added to it.

    Args:
        vehicle: Vehicle to trim.
        sea: The sea; default: ``Sea()``. Waves and gusts are ignored.
        speed: Horizontal speed through the water [m/s]; ``"free"`` to find it for given commands.
        climb: Upward speed through the water [m/s]; ``"free"`` for a vehicle that sinks or rises freely.
        depth: Depth of Bo below the still surface [m]; ``"free"`` to find it. Default: free for a vehicle that floats
            by a hull or a stiffness, otherwise deep enough to submerge the vehicle.
        yaw: Yaw of B in W [rad].
        roll: Roll [rad]; ``"free"`` to find it; default: as listed above.
        pitch: Pitch [rad]; ``"free"`` to find it; default: as listed above.
        drift: Drift angle from the yaw to the course through the water [rad]; ``"free"`` to find it; default: as
            listed above.
        turn_rate: Rate of turn about the vertical [rad/s]; ``"free"`` to find it for given commands. A turn is steady
            only without current and wind.
        actuators: Given commands by name. If one of a thruster is given, those of the other thrusters are 0; the
            angles of other fins remain unknown.
        wrench: Given wrench about Bo in B [N, N m], (6,); it is then not an unknown.
        time: Time at which the current is evaluated [s].

    Returns:
        The steady motion.

    Raises:
        ModelError: There is no balance; the message has the residual of each axis, and the actuators at their limits.

    Example:
        >>> from seaway.control import trim
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.sea import Sea
        >>> from seaway.vehicle import Buoyancy, Damping, Vehicle
        >>> ball = Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=5.0)),
        ...                Buoyancy(0.004), Damping(quadratic=[9.0] * 6))
        >>> sinking = trim(ball, Sea(density=1000.0), climb="free", wrench=[0] * 6)
        >>> round(sinking.climb, 4), round((1.0 * 9.80665 / 9.0) ** 0.5, 4)
        (-1.0439, 1.0439)
    """
    plain(vehicle, "a trim")
    if not isinstance(vehicle, Vehicle):
        raise ModelError(f"trim needs a Vehicle, got {vehicle!r}")
    calm = steady_sea(Sea() if sea is None else sea, time)
    motion = {"speed": speed, "climb": climb, "height": depth, "roll": roll, "pitch": pitch, "drift": drift}
    motion["turn_rate"] = turn_rate
    balance = Balance(vehicle, calm, motion, yaw, actuators, wrench)
    x = balance.solved()
    if not balance.balanced(x):
        raise ModelError(balance.failure(x))
    position, rpy, velocity = (values[0] for values in balance.motion(x[None]))
    push, commands = balance.commands(x[None])
    given = {name: float(values[0]) for name, values in commands.items()}
    found = Trim.at(vehicle, calm, position=position, rpy=rpy, velocity=velocity, wrench=push[0], actuators=given)
    return replace(found, found=balance.names)
