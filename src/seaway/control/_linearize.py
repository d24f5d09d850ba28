"""Linearisation: dynamics of small deviations from a steady motion."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats, batched_floats, frozen
from seaway.control._allocation import AXES
from seaway.control._plant import STEP
from seaway.control._rows import check_names, command_of, index_in
from seaway.control._trim import Trim
from seaway.errors import ModelError
from seaway.frames import cross_matrix, matrix_from_quaternion, quaternion_conjugated, quaternion_product, rotated
from seaway.sim import Command, InternalState, Simulation, State

_MOTION: Final = (
    *("x", "y", "z", "rotation x", "rotation y", "rotation z"),
    *("surge", "sway", "heave", "roll rate", "pitch rate", "yaw rate"),
)
_MOTION_UNITS: Final = tuple(unit for unit in ("m", "rad", "m/s", "rad/s") for _ in range(3))
_COMMAND_UNITS: Final = {"thrust": "N", "speed": "rad/s", "table": "1"}


@dataclass(frozen=True, eq=False)
class Linearization:
    """Linear model ẋ = A x + B u for small deviations x and u from a steady motion; made by ``linearize``.

    The states x are, in this order:

    - x, y, z: deviation of the position from the steady motion [m], (3,); in W, or for a turn in axes that coincide
      with W at time 0 and turn with the vehicle, in which A is constant;
    - rotation x, y, z: small rotation θ in B, R_WB = R₀ exp(S(θ)) [rad], (3,); it equals roll, pitch and yaw only if
      the vehicle is level;
    - surge, sway, heave, roll rate, pitch rate, yaw rate: deviation of (v_WB_B, w_WB_B) [m/s, rad/s], (6,);
    - lagging states of propellers, fins and of an ``Actuation``, such as ``"propeller.speed"``.

    The inputs u are deviations of commands: of the wrench about Bo in B [N, N m], and of actuators in their units.

    Attributes:
        A: System matrix, (n, n).
        B: Input matrix, (n, m).
        states: Names of the states x.
        inputs: Names of the inputs u.
        state_units: Units of the states.
        input_units: Units of the inputs.
        trim: The steady motion.
    """

    A: Floats
    B: Floats
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    state_units: tuple[str, ...]
    input_units: tuple[str, ...]
    trim: Trim
    _internal: tuple[InternalState, ...] = field(repr=False)
    _settled: Floats = field(repr=False)

    def eigenvalues(self) -> NDArray[np.complex128]:
        """Eigenvalues of A in ascending order of magnitude [1/s], (n,)."""
        values = np.asarray(np.linalg.eigvals(self.A), dtype=np.complex128)
        return values[np.argsort(np.abs(values), kind="stable")]

    def part(self, states: Sequence[str], inputs: Sequence[str] | None = None) -> tuple[Floats, Floats]:
        """Select rows and columns of A and B.

        Args:
            states: Names of the states to keep, in this order.
            inputs: Names of the inputs to keep, in this order; default: all.

        Raises:
            ModelError: There is no such state or input.
        """
        rows = [_place(name, self.states, "state") for name in states]
        columns = [_place(name, self.inputs, "input") for name in (self.inputs if inputs is None else inputs)]
        return self.A[np.ix_(rows, rows)], self.B[np.ix_(rows, columns)]

    def deviation(self, state: State) -> Floats:
        """Deviation x of the vehicle in all runs of a simulation, (batch, n).

        The steady motion starts at the position of the trim at time 0 of each run.

        Args:
            state: State of the simulation.
        """
        at = self.trim
        own = state[index_in(state, at.vehicle.name)]
        position, orientation = _gone_on(at, state.time)
        turned = quaternion_product(at.orientation, quaternion_conjugated(orientation))  # back to the axes of time 0
        turn = quaternion_product(quaternion_conjugated(orientation), own.orientation)
        turn = np.where(turn[:, :1] < 0.0, -turn, turn)
        size = np.linalg.norm(turn[:, 1:], axis=-1, keepdims=True)
        # θ = 2 atan2(|v|, w) v / |v|, which is 2 v if it is small.
        rotation = turn[:, 1:] * np.where(
            size > 0.0, 2.0 * np.arctan2(size, turn[:, :1]) / np.where(size > 0.0, size, 1.0), 2.0
        )
        places = [part.place for part in self._internal]
        internal = own.internal[:, places] - self._settled[places]
        off = rotated(turned, own.position - position)
        return np.concatenate([off, rotation, own.velocity - at.velocity, internal], axis=-1)

    def command(self, state: State, change: Floats) -> Command:
        """Command of the steady motion plus a deviation u.

        A state feedback is ``lambda t, state: lin.command(state, -lin.deviation(state) @ K.T)``.

        Args:
            state: State of the simulation.
            change: Deviation u of the inputs, (batch, m) or (m,).
        """
        batch = len(state.position)
        u = np.broadcast_to(
            batched_floats(change, (len(self.inputs),), "the change of the inputs"), (batch, len(self.inputs))
        )
        wrench, commands = _changed(self.trim, self.inputs, u)
        return command_of(state, index_in(state, self.trim.vehicle.name), wrench, commands)


def linearize(trim: Trim, *, inputs: Sequence[str] | None = None, time_step: float = 0.01) -> Linearization:
    """Linearise a vehicle about a steady motion, by central differences of the simulated accelerations.

    All differences are computed in one batch. The steps are 6e-6 m, rad, and so on, or 6e-6 of the value if that is
    larger. At a kink, such as a limit, a dead band, or the onset of a force, the slope is the mean of both sides.

    Args:
        trim: Steady motion from ``trim``, or any other motion from ``Trim.at``; if that is not steady, x is the
            deviation from its own evolution.
        inputs: Axes of the wrench, ``"surge"`` ... ``"yaw"``, and names of actuators; default: all actuators, or the
            wrench if the vehicle has none.
        time_step: Time step of the simulation [s]; a fin with a rate limit and no lag follows within one step.

    Raises:
        ModelError: There is no such input.

    Example:
        >>> from seaway.control import linearize, trim
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.vehicle import Buoyancy, Damping, Vehicle
        >>> ball = Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=4.1)),
        ...                Buoyancy(0.004), Damping([8.2] * 6))
        >>> lin = linearize(trim(ball), inputs=("surge",))
        >>> A, B = lin.part(["x", "surge"])
        >>> A.round(6).tolist(), B.round(6).tolist()
        ([[0.0, 1.0], [0.0, -2.0]], [[0.0], [0.243902]])
    """
    if not isinstance(trim, Trim):
        raise ModelError(f"linearize needs a Trim, got {trim!r}; make one by trim or Trim.at")
    vehicle = trim.vehicle
    named = tuple(inputs) if inputs is not None else vehicle.actuators or AXES
    check_names(named, (*AXES, *vehicle.actuators), f"vehicle '{vehicle.name}' has no input")
    probe = Simulation(vehicle, trim.sea, time_step)
    trim.start(probe)
    internal, settled = probe.internal_states(), probe.state[0].internal[0].copy()
    axes = [name for name in named if name in AXES]
    n, m = 12 + len(internal), len(named)
    base = np.concatenate([np.zeros(6), trim.velocity, settled[[part.place for part in internal]], np.zeros(m)])
    base[n:] = [trim.wrench[AXES.index(name)] if name in axes else trim.actuators[name] for name in named]
    steps = STEP * np.maximum(1.0, np.abs(base))
    shifts = np.concatenate([np.diag(steps), -np.diag(steps)])
    rates = _rates(trim, shifts, named, internal, settled, time_step)
    slopes = ((rates[: n + m] - rates[n + m :]) / (2.0 * steps[:, None])).T
    A, B = np.zeros((n, n)), np.zeros((n, m))
    A[6:], B[6:] = slopes[:, :n], slopes[:, n:]
    R, v, w = matrix_from_quaternion(trim.orientation), trim.velocity[:3], trim.velocity[3:]
    # p' = R v and θ' = ω with R = R₀ exp(S(θ)), to first order, p in axes that turn with R₀.
    A[:3, :3], A[:3, 3:6], A[:3, 6:9] = -cross_matrix(R @ w), -R @ cross_matrix(v), R
    A[3:6, 3:6], A[3:6, 9:12] = -cross_matrix(w), np.eye(3)
    units = {thruster.name: _COMMAND_UNITS[thruster.command] for thruster in vehicle.thrusters}
    return Linearization(
        frozen(A + 0.0),  # no -0
        frozen(B + 0.0),
        (*_MOTION, *(part.name for part in internal)),
        named,
        (*_MOTION_UNITS, *(part.unit for part in internal)),
        tuple(("N" if AXES.index(name) < 3 else "Nm") if name in AXES else units.get(name, "rad") for name in named),
        trim,
        internal,
        frozen(settled),
    )


def _rates(
    trim: Trim, shifts: Floats, inputs: tuple[str, ...], internal: tuple[InternalState, ...], settled: Floats, h: float
) -> Floats:
    """Accelerations and rates of internal states for each shift, (shift, 6 + internal)."""
    rows, n = len(shifts), 12 + len(internal)
    sim = Simulation(trim.vehicle, trim.sea, h, rows)
    wrench, commands = _changed(trim, inputs, shifts[:, n:])
    sim.to_steady_state(Command(wrench[:, None], commands))
    places = [part.place for part in internal]
    states = np.tile(settled, (rows, 1))
    states[:, places] += shifts[:, 12:n]
    # The quaternion of so small a rotation is (1, θ/2) to rounding, once it is normalised.
    turn = np.concatenate([np.ones((rows, 1)), 0.5 * shifts[:, 3:6]], axis=-1)
    sim.set_state(
        position=trim.position + shifts[:, :3],
        orientation=quaternion_product(trim.orientation, turn),
        velocity=trim.velocity + shifts[:, 6:12],
        internal=states,
    )
    return np.concatenate([sim.acceleration()[:, 0], sim.internal_rates()[:, 0][:, places]], axis=-1)


def _changed(trim: Trim, inputs: tuple[str, ...], u: Floats) -> tuple[Floats, dict[str, Floats]]:
    """Wrench and commands of a steady motion, changed by u, (n, m)."""
    wrench = np.tile(trim.wrench, (len(u), 1))
    commands = {name: np.full(len(u), value) for name, value in trim.actuators.items()}
    for k, name in enumerate(inputs):
        if name in AXES:
            wrench[:, AXES.index(name)] += u[:, k]
        else:
            commands[name] = commands[name] + u[:, k]
    return wrench, commands


def _gone_on(trim: Trim, time: Floats) -> tuple[Floats, Floats]:
    """Position and orientation of a steady motion at given times, (batch, 3) and (batch, 4): straight, or a helix."""
    v_W, w_W = rotated(trim.orientation, trim.velocity[:3]), rotated(trim.orientation, trim.velocity[3:])
    rate = float(np.linalg.norm(w_W))
    t, angle = time[:, None], rate * time[:, None]
    if rate == 0.0:
        return trim.position + t * v_W, np.tile(trim.orientation, (len(time), 1))
    axis = w_W / rate
    across, inward = np.cross(axis, v_W), np.cross(axis, np.cross(axis, v_W))
    way = t * v_W + (1.0 - np.cos(angle)) / rate * across + (angle - np.sin(angle)) / rate * inward
    turn = np.concatenate([np.cos(0.5 * angle), np.sin(0.5 * angle) * axis], axis=-1)
    return trim.position + way, quaternion_product(turn, trim.orientation)


def _place(name: str, there: tuple[str, ...], what: str) -> int:
    if name not in there:
        raise ModelError(f"the linearisation has no {what} '{name}'; there are: {', '.join(there)}")
    return there.index(name)
