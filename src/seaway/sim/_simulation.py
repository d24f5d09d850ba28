"""Simulation: vehicles in a sea, step by step."""

import math
import time as clock
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Flags, Floats, finite_floats, positive, text, whole, whole_steps
from seaway.errors import ModelError, SeawayWarning, SimulationError
from seaway.frames import quaternion_from_rpy, quaternion_normalized
from seaway.kernels.actuation import HELD_COUNT
from seaway.kernels.forces import LAWS
from seaway.kernels.rows import BAD_COMMAND, BELOW_FLOOR
from seaway.sea import Sea
from seaway.sim import _parameters
from seaway.sim._actuators import ActuatorReader
from seaway.sim._audit import Energy, Momentum, energy_of, momentum_of
from seaway.sim._engine import INTEGRATORS, VARYING, Engine, Integrator
from seaway.sim._internal import InternalState, internal_rates, internal_states
from seaway.sim._recording import Recorder, Recording, Sink
from seaway.sim._state import Snapshot, State, index_of
from seaway.sim._status import failure, stiffness
from seaway.sim._wrenches import ExternalWrenches
from seaway.vehicle import Vehicle
from seaway.vehicle._compiled import compiled

__all__ = ["Command", "Controller", "Rows", "Simulation"]

Rows = int | Sequence[int] | NDArray[np.integer] | NDArray[np.bool_] | None

# Vehicle steps in one call of a kernel: some tenths of a second, after which Ctrl-C and progress are heard.
_CALL: Final = 500_000
# Progress is told at most so often [s].
_PROGRESS_PERIOD: Final = 0.1


@dataclass(frozen=True, eq=False)
class Command:
    """What a controller asks for.

    Attributes:
        wrench: (force, torque) about Bo in B [N, Nm]: (6,) for every vehicle and row, (vehicle, 6) for every row, or
            (batch, vehicle, 6); with one vehicle also (batch, 6). None where None.
        actuators: What thrusters and fins are asked for, in the order of ``Simulation.actuators``: (actuator,) for
            every row or (batch, actuator); or some of them by name, each one value or (batch,), the others 0. 0 where
            None.
    """

    wrench: ArrayLike | None = None
    actuators: ArrayLike | Mapping[str, ArrayLike] | None = None


Controller = Callable[[float, State], Command | ArrayLike]


class Simulation:
    """Vehicles in a sea.

    Arrays are always (batch, vehicle, component), also for a single run. Rows are independent of each other: row i of
    a batch has the very digits of a single run with its parameters and its initial state.

    Args:
        vehicles: One, or several with names of their own.
        sea: Where they move; a ``Sea()`` where None.
        time_step: h [s].
        batch: Number of rows.
        integrator: ``"rk4"``, or ``"semi_implicit_euler"`` for comparison with Gazebo.
        start_time: Time of step 0 [s].

    Raises:
        ModelError: A name is there twice, or a number is out of its range.

    Example:
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.sim import Simulation
        >>> from seaway.vehicle import Vehicle
        >>> ball = Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=2.0)))
        >>> sim = Simulation(ball, time_step=0.01)
        >>> recording = sim.run(1.0)
        >>> round(float(recording["ball"].position[-1, 0, 2]), 4)
        -4.9033
    """

    def __init__(
        self,
        vehicles: Vehicle | Sequence[Vehicle],
        sea: Sea | None = None,
        time_step: float = 0.01,
        batch: int = 1,
        integrator: Integrator = "rk4",
        start_time: float = 0.0,
    ):
        self.vehicles = tuple(vehicles) if isinstance(vehicles, Sequence) else (vehicles,)
        self.sea = Sea() if sea is None else sea
        _check_parts(self.vehicles, self.sea)
        self.names = tuple(vehicle.name for vehicle in self.vehicles)
        if not isinstance(integrator, str) or integrator not in INTEGRATORS:
            raise ModelError(f"there is no integrator '{integrator}'; there are: {', '.join(INTEGRATORS)}")
        self.integrator = integrator
        start = float(finite_floats(start_time, (), "the start time [s]"))
        rows = whole(batch, "batch, the number of rows,")
        fleet = compiled(self.vehicles)
        if len(fleet.vehicles) not in (1, rows):
            message = "vehicles that differ between runs need as many runs as the batch"
            raise ModelError(f"{message}, {rows}, got {len(fleet.vehicles)}")
        self._engine = Engine(
            fleet,
            *self.sea.compiled(),
            positive(time_step, "the time step [s]"),
            rows,
            integrator,
            start,
            keys=None if self.sea.wind is None else self.sea.wind.keys(rows),
        )
        self.actuators = _actuator_names(self.vehicles)
        self._bodies = _parameters.Bodies.of(self.vehicles)
        self._wrenches = ExternalWrenches(len(self.vehicles), self.batch)
        self._initial = self._engine.memory.state.copy()
        self._state = State.of(self.names, self._engine.memory, self._engine.scheme)
        self._clock = 0
        self._told_of_floor = False
        model = self._engine.model
        self._vehicle_of_actuator = np.concatenate([model.thrusters["vehicle"][0], model.fins["vehicle"][0]])
        self._bad_commands: dict[int, str] = {}

    # What it is

    @property
    def batch(self) -> int:
        """Number of rows."""
        return self._engine.batch

    @property
    def time_step(self) -> float:
        """The step h [s]."""
        return self._engine.scheme.time_step

    @property
    def time(self) -> float:
        """Time since the start [s]: n h. Rows that were reset since have a time of their own, ``state.time``."""
        return self._engine.scheme.start_time + self._clock * self.time_step

    @property
    def state(self) -> State:
        """The present state: live views that cannot be written; see ``set_state``."""
        return self._state

    @property
    def status(self) -> Flags:
        """Bits of ``Status`` for every vehicle in every row, 0 where all is well, (batch, vehicle)."""
        return self._engine.memory.status.copy()

    @property
    def stopped(self) -> NDArray[np.bool_]:
        """Which rows stand still, because a motion diverged or a command was not finite, (batch,)."""
        return self._engine.failed()

    def __setstate__(self, state: dict[str, Any]) -> None:
        # In a copy, or in another process, the views must look at the copied memory.
        self.__dict__.update(state)
        self._state = State.of(self.names, self._engine.memory, self._engine.scheme)

    # What it is told

    def set_state(
        self,
        vehicle: str | int = 0,
        *,
        position: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        rpy: ArrayLike | None = None,
        velocity: ArrayLike | None = None,
        internal: ArrayLike | None = None,
        rows: Rows = None,
    ) -> None:
        """Put a vehicle somewhere. What is not given stays.

        A row that has done no step yet is also reset to this.

        Args:
            vehicle: Its name or number.
            position: p_WBo_W [m], (3,) or (rows, 3).
            orientation: q_WB (w, x, y, z), (4,) or (rows, 4); normalised.
            rpy: Roll, pitch and yaw [rad] in place of an orientation, (3,) or (rows, 3).
            velocity: (v_WB_B, w_WB_B) [m/s, rad/s], (6,) or (rows, 6).
            internal: The states of its laws, as ``state[vehicle].internal`` has them, (k,) or (rows, k); ``reset``
                takes them to 0. See ``to_steady_state`` for those of propellers and fins.
            rows: Which rows: an index, indices, or a mask; all where None.

        Raises:
            ModelError: A shape does not fit, a number is not finite, or a world joint does not leave the velocity free.
        """
        k, index = index_of(vehicle, self.names), self._rows(rows)
        if orientation is not None and rpy is not None:
            raise ModelError("give an orientation or rpy, not both")
        changes: dict[str, Floats] = {}
        if position is not None:
            changes["position"] = _for_rows(position, len(index), 3, "the position")
        if orientation is not None:
            changes["orientation"] = quaternion_normalized(_for_rows(orientation, len(index), 4, "the orientation"))
        if rpy is not None:
            changes["orientation"] = quaternion_from_rpy(_for_rows(rpy, len(index), 3, "(roll, pitch, yaw)"))
        if velocity is not None:
            changes["velocity"] = _for_rows(velocity, len(index), 6, "the velocity")
            joint = self.vehicles[k].world_joint
            if joint is not None and not joint.allows(changes["velocity"]):
                got = text(changes["velocity"][0])
                message = f"the {joint.kind} world joint of vehicle '{self.names[k]}' does not leave its velocity free"
                raise ModelError(f"{message}: it must be a sum of the columns of world_joint.freedom, got {got}")
        memory = self._engine.memory
        if internal is not None:
            count = memory.integrated.shape[2]
            states = _for_rows(internal, len(index), count + memory.held.shape[2], "the internal states")
            memory.integrated[index, k], memory.held[index, k] = states[:, :count], states[:, count:]
        unused = memory.steps[index] == 0
        for name, values in changes.items():
            memory.state[name][index, k] = values
            self._initial[name][index[unused], k] = values[unused]
        memory.status[index, k] = 0  # a row that stopped goes on

    def set_wrench(
        self,
        vehicle: str | int = 0,
        *,
        force: ArrayLike | None = None,
        torque: ArrayLike | None = None,
        point: ArrayLike = (0.0, 0.0, 0.0),
        axes: Literal["body", "world"] = "body",
        name: str = "external",
    ) -> None:
        """Put a wrench on a vehicle until it is set anew under the same name; with no force and no torque, take it off.

        A wrench in world axes keeps its direction while the vehicle turns. ``reset`` leaves it on.

        Args:
            vehicle: Its name or number.
            force: [N], (3,) or (batch, 3).
            torque: [Nm], (3,) or (batch, 3).
            point: Where the force acts, p_BoP_B [m], (3,) or (batch, 3).
            axes: Of force and torque: ``"body"`` or ``"world"``.
            name: Wrenches with different names add up.

        Raises:
            ModelError: A shape does not fit, or a number is not finite.
        """
        self._wrenches.put(index_of(vehicle, self.names), name, force, torque, point, axes)
        self._engine.model = self._engine.model._replace(external=self._wrenches.compiled())

    def set_command(
        self,
        wrench: Command | ArrayLike | None = None,
        *,
        actuators: ArrayLike | Mapping[str, ArrayLike] | None = None,
    ) -> None:
        """Hold a command without a step, so that ``forces`` has it. ``step`` and ``run`` give their own.

        Args:
            wrench: As in ``Command``, or a ``Command``; none where None.
            actuators: As in ``Command``; all 0 where None.

        Raises:
            ModelError: A shape does not fit.
        """
        self._command(_combined(wrench, actuators))

    def to_steady_state(
        self,
        wrench: Command | ArrayLike | None = None,
        *,
        actuators: ArrayLike | Mapping[str, ArrayLike] | None = None,
    ) -> None:
        """Hold a command, as ``set_command`` does, and let all that lags have followed it: propellers turn, fins stand.

        So a run can begin, and a balance be looked at, in a steady state. ``reset`` takes it back to a standstill.

        Args:
            wrench: As in ``Command``, or a ``Command``; none where None.
            actuators: As in ``Command``; all 0 where None.

        Raises:
            ModelError: A shape does not fit.
        """
        self._command(_combined(wrench, actuators))
        memory, vehicles = self._engine.memory, self._engine.model.vehicles
        if memory.held.size:
            actuated = (vehicles["actuated"] != 0)[..., None]
            arrived = np.where(actuated, np.clip(memory.command, -vehicles["limit"], vehicles["limit"]), 0.0)
            memory.held[...] = arrived
            memory.integrated[..., :HELD_COUNT] = np.where(vehicles["time_constant"] > 0.0, arrived, 0.0)
        if self.actuators:
            ActuatorReader(self._engine, self.actuators).to_steady_state()

    def set_parameters(self, vehicle: str | int = 0, *, rows: Rows = None, **parameters: ArrayLike) -> None:
        """Give rows parameters of their own.

        Args:
            vehicle: Its name or number.
            rows: Which rows: an index, indices, or a mask; all where None.
            **parameters: Each one value for all these rows, or one for each of them along a leading axis:
                ``mass`` [kg], ``center_of_mass`` p_BoBcm_B [m] (3,), ``moment_of_inertia`` I_BBcm_B [kg m2] (3, 3),
                ``added_mass`` about Bo in B (6, 6), ``volume`` [m3], ``center_of_buoyancy`` p_BoBcb_B [m] (3,),
                ``linear_damping`` and ``quadratic_damping`` (6, 6), which belong to the vehicle's only ``Damping``.

        Raises:
            ModelError: There is no such parameter, a shape does not fit, or no body can be like that in some row.
        """
        k, index = index_of(vehicle, self.names), self._rows(rows)
        model, self._bodies = _parameters.with_vehicle(
            self._engine.model, self._bodies, self.vehicles[k], k, index, self.batch, parameters
        )
        self._engine.model = model

    def set_water(self, *, rows: Rows = None, **parameters: _parameters.OfWater) -> None:
        """Give rows a water of their own.

        Args:
            rows: Which rows: an index, indices, or a mask; all where None.
            **parameters: Each one value for all these rows, or one for each of them along a leading axis:
                ``density`` [kg/m3], ``current`` v_WC_W [m/s] (3,) for a uniform one, or (times, depths, 3) at the
                nodes that the sea's current has, 1 where it has none along that axis; ``waves``, a ``Waves`` for
                all these rows or a list with one for each, made with the sea's gravity and depth, None for still
                water.

        Raises:
            ModelError: There is no such parameter, a shape does not fit, a number is out of its range, or waves do
                not fit the sea. Nothing is changed then.
        """
        model = self._engine.model
        self._engine.model = _parameters.with_water(model, self.sea, self._rows(rows), self.batch, parameters)

    def reset(self, rows: Rows = None) -> None:
        """Take rows back to their state at time 0, with no command, while the others go on.

        Args:
            rows: Which rows: an index, indices, or a mask; all where None.
        """
        index = slice(None) if rows is None else self._rows(rows)
        memory = self._engine.memory
        memory.state[index] = self._initial[index]
        for name in VARYING:
            array = getattr(memory, name)
            if name != "state" and len(array) == self.batch:
                array[index] = 0
        if rows is None:
            self._clock = 0

    def snapshot(self) -> Snapshot:
        """Keep the whole state of all rows, with commands, external wrenches, time and what reset returns to.

        Not the parameters.
        """
        return Snapshot.of(self._engine.memory, self._wrenches, self._clock, self._initial, self.names, self.time_step)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot.

        Raises:
            ModelError: It is of a simulation with other vehicles, another step or another batch.
        """
        snapshot.copy_to(self._engine.memory, self.names, self.time_step)
        self._clock = snapshot.clock
        self._initial = snapshot.initial.copy()
        self._wrenches = snapshot.external.copied()
        self._engine.model = self._engine.model._replace(external=self._wrenches.compiled())

    # What it does

    def step(
        self,
        wrench: Command | ArrayLike | None = None,
        count: int = 1,
        throw: bool = True,
        *,
        actuators: ArrayLike | Mapping[str, ArrayLike] | None = None,
    ) -> None:
        """Do steps with a command held.

        Args:
            wrench: As in ``Command``, or a ``Command``; none where None.
            count: How many steps.
            actuators: As in ``Command``; all 0 where None.
            throw: Whether a row that stops raises an error; else ``status`` tells.

        Raises:
            ModelError: The wrench has a shape that does not fit.
            SimulationError: A wrench or a motion is not finite in some row; the others have gone on.
        """
        steps = whole(count, "the number of steps")
        sound = self._command(_combined(wrench, actuators))
        if sound or not self._all_stopped():
            self._advance(steps)
        if self._engine.memory.status.any():
            self._look_at_status(None, throw)

    def run(
        self,
        duration: float,
        controller: Controller | None = None,
        *,
        control_period: float | None = None,
        record: str | Sequence[str] = ("state",),
        record_period: float | None = None,
        progress: Callable[[float, float], object] | None = None,
        throw: bool = True,
        sink: Sink | None = None,
    ) -> Recording:
        """Go on for some time.

        Args:
            duration: [s]; rounded up to whole steps.
            controller: ``controller(t, state)`` gives a ``Command``, or the wrench alone, for all rows at once; it is
                held until the next call. t is ``time``; ``state.time`` is that of each row. No wrench where None.
            control_period: Between its calls [s], a whole number of steps; every step where None.
            record: Of ``"state"``, ``"command"``, ``"acceleration"``, ``"forces"`` (every law), ``"energy"``,
                ``"water"`` (surface elevation, wet fraction, depth) and ``"actuators"`` (thrusters and fins).
            record_period: Between samples [s], a whole number of steps; every step where None. The first and the last
                state are always there.
            progress: Called now and then with the time done and the duration [s].
            throw: Whether a row that stops raises an error, after the others have come to the end; else the recording
                tells.
            sink: Called with a ``Recording`` of each chunk of samples: 1000, fewer where those have more than 4 MB, or
                what there is after 2 s. What is returned, or kept by an error, is then the last chunk alone, which the
                sink has not seen. None to keep all in memory.

        Raises:
            ModelError: A period is not a whole number of steps, or the command has a shape that does not fit.
            SimulationError: Some rows stopped; its ``recording`` has what was recorded. So has any other exception,
                of the controller's or of Ctrl-C.
        """
        total = self._steps_up(duration)
        control = self._steps_of(control_period, "control_period")
        sampling = self._steps_of(record_period, "record_period")
        groups = (record,) if isinstance(record, str) else tuple(record or ())
        if controller is not None and not callable(controller):
            described = hasattr(controller, "controller")
            hint = f"; give {type(controller).__name__}(...).controller(vehicle, sea)" if described else ""
            raise ModelError(f"a controller is called with (t, state), got {controller!r}{hint}")
        if not groups:
            sampling = max(1, total)
        if sink is not None and not callable(sink):
            raise ModelError(f"a sink is called with a Recording, got {sink!r}")
        recorder = Recorder(self._engine, self.names, groups, total // sampling + 2, self.actuators, sink)
        calls = max(1, _CALL // self._engine.memory.state.size)
        if controller is None:
            self._command(None)
        done, told = 0, clock.monotonic()
        try:
            while done < total and not self._all_stopped():
                if controller is not None and done % control == 0:
                    sound = self._command(_given(controller(self.time, self._state)))
                    if not sound and self._all_stopped():
                        break
                if done % sampling == 0:
                    recorder.take(self.time)
                until = min(total, done - done % sampling + sampling, done + calls)
                if controller is not None:
                    until = min(until, done - done % control + control)
                self._advance(until - done)
                done = until
                if progress is not None and clock.monotonic() - told > _PROGRESS_PERIOD:
                    told = clock.monotonic()
                    progress(done * self.time_step, total * self.time_step)
            recorder.take(float(np.max(self._engine.times)) if self._all_stopped() else self.time)
        except (Exception, KeyboardInterrupt) as error:
            error.recording = recorder.finished()  # type: ignore[reportAttributeAccessIssue]
            raise
        if progress is not None:
            progress(done * self.time_step, total * self.time_step)
        recording = replace(recorder.finished(), setting=(self.vehicles, self.sea, self.time_step, self.integrator))
        if self._engine.memory.status.any():
            self._look_at_status(recording, throw)
        return recording

    # What can be told of it

    def forces(self) -> dict[str, Floats]:
        """The wrench of every law that may act here about Bo in B [N, Nm], each (batch, vehicle, 6)."""
        wrenches = self._engine.evaluate().wrenches
        return {law: wrenches[:, :, LAWS.index(law)] for law in self._engine.laws}

    def acceleration(self) -> Floats:
        """The derivative ν' of (v_WB_B, w_WB_B) in the body's axes [m/s2, rad/s2], (batch, vehicle, 6)."""
        return self._engine.evaluate().acceleration

    def internal_states(self, vehicle: str | int = 0) -> tuple[InternalState, ...]:
        """Those integrated states of a vehicle's laws that change and matter: speeds of propellers, angles of fins."""
        k = index_of(vehicle, self.names)
        parts = self.vehicles[k]
        names = (tuple(part.name for part in some) for some in (parts.thrusters, parts.fins))
        return internal_states(self._engine, k, *names)

    def internal_rates(self) -> Floats:
        """How fast the integrated states of the laws change, as they stand in ``internal``, (batch, vehicle, k).

        The slew rate of an ``Actuation`` is left out.
        """
        return internal_rates(self._engine)

    def energy(self) -> Energy:
        """Kinetic and potential energy, and the power of every law."""
        return energy_of(self._engine)

    def momentum(self) -> Momentum:
        """Linear and angular momentum of body and fluid, in the world."""
        return momentum_of(self._engine)

    def stiffness(self) -> Floats:
        """How fast damping acts under water at the present velocity: the largest ``|λ|`` [1/s], (batch, vehicle).

        The step must keep ``h |λ|`` below 2.785 with RK4, and below 2 with semi-implicit Euler.
        """
        velocity = self._engine.memory.state["velocity"]
        rows, vehicles = velocity.shape[:2]
        values = [[stiffness(self._engine, i, k, velocity[i, k]) for k in range(vehicles)] for i in range(rows)]
        return np.array(values)

    def wet_fraction(self) -> Floats:
        """The part of each buoyant volume that is under water, (batch, vehicle)."""
        return self._engine.evaluate().water[..., 3]

    # How

    def _advance(self, count: int) -> None:
        self._engine.advance(count)
        self._clock += count

    def _command(self, command: Command | ArrayLike | None) -> bool:
        """Hold a command; tell whether it is finite in every row."""
        held, actuators = self._engine.memory.command, self._engine.memory.actuators
        given = command.wrench if isinstance(command, Command) else command
        asked = command.actuators if isinstance(command, Command) else None
        wanted = 0.0 if asked is None else self._actuator_values(asked)
        if given is None:
            held[...] = 0.0
        else:
            held[...] = self._wrench_values(given)
        actuators[...] = wanted
        if given is None and asked is None:
            return True
        sound = bool(np.isfinite(held).all() and np.isfinite(actuators).all())
        if not sound:
            self._stop_rows_with_bad_commands()
        return sound

    def _wrench_values(self, given: ArrayLike) -> Floats:
        held = self._engine.memory.command
        try:
            wrench = np.asarray(given)
        except ValueError:
            raise ModelError(f"a wrench must be numbers, got {given!r}") from None
        if wrench.dtype.kind not in "iuf":
            raise ModelError(f"a wrench must be numbers, got {given!r}")
        if wrench.shape == (self.batch, 6) and len(self.names) == 1:
            wrench = wrench[:, None]
        if wrench.shape not in ((6,), held.shape[1:], held.shape):
            allowed = f"(6,), {held.shape[1:]} or {held.shape}"
            raise ModelError(f"a wrench must have the shape {allowed} (batch, vehicle, 6), got {wrench.shape}")
        if wrench.ndim == 2 and self.batch == len(self.names) > 1:
            message = f"a wrench of the shape {wrench.shape} may be one for each row or for each vehicle here"
            raise ModelError(f"{message}; give {held.shape} (batch, vehicle, 6)")
        return wrench

    def _actuator_values(self, given: ArrayLike | Mapping[str, ArrayLike]) -> Floats:
        """Commands of the actuators, (batch, actuator)."""
        shape = self._engine.memory.actuators.shape
        if isinstance(given, Mapping):
            values = np.zeros(shape)
            for name, value in given.items():
                if name not in self.actuators:
                    known = ", ".join(self.actuators) or "none"
                    raise ModelError(f"there is no actuator '{name}'; there are: {known}")
                values[:, self.actuators.index(name)] = _numbers(value, ((), shape[:1]), f"the command of '{name}'")
            return values
        return np.broadcast_to(_numbers(given, (shape[1:], shape), "the commands of the actuators"), shape)

    def _stop_rows_with_bad_commands(self) -> None:
        held, status = self._engine.memory.command, self._engine.memory.status
        for row, vehicle in np.argwhere(~np.isfinite(held).all(axis=-1)).tolist():
            if not status[row, vehicle] & BAD_COMMAND:
                axis = int(np.flatnonzero(~np.isfinite(held[row, vehicle]))[0])
                what = f"the wrench for vehicle '{self.names[vehicle]}' in row {row} of {self.batch} must be finite"
                value = f"got {held[row, vehicle, axis]} in its entry {axis} at t = {self.time:.6g} s"
                self._bad_commands[row] = f"{what}, {value}"
            status[row, vehicle] |= BAD_COMMAND
            held[row, vehicle] = 0.0
        actuators = self._engine.memory.actuators
        for row, k in np.argwhere(~np.isfinite(actuators)).tolist():
            vehicle = int(self._vehicle_of_actuator[k])
            if not status[row, vehicle] & BAD_COMMAND:
                what = f"the command of '{self.actuators[k]}' in row {row} of {self.batch} must be finite"
                self._bad_commands[row] = f"{what}, got {actuators[row, k]} at t = {self.time:.6g} s"
            status[row, vehicle] |= BAD_COMMAND
            actuators[row, k] = 0.0

    def _all_stopped(self) -> bool:
        return bool(self._engine.memory.status.any()) and bool(self._engine.failed().all())

    def _look_at_status(self, recording: Recording | None, throw: bool = True) -> None:
        status = self._engine.memory.status
        if np.any(status & BELOW_FLOOR) and not self._told_of_floor:
            self._told_of_floor = True
            row, vehicle = np.argwhere(status & BELOW_FLOOR)[0].tolist()
            message = f"vehicle '{self.names[vehicle]}' in row {row} went below the floor, {self.sea.depth:g} m down"
            warnings.warn(f"{message}; there is no contact yet", SeawayWarning, stacklevel=3)
        if throw and self._engine.failed().any():
            rows = tuple(np.flatnonzero(self._engine.failed()).tolist())
            if np.any(status[rows[0]] & BAD_COMMAND):
                raise SimulationError(self._bad_commands[rows[0]], rows=rows, recording=recording)
            raise failure(self._engine, self.names, recording)

    def _rows(self, rows: Rows) -> NDArray[np.intp]:
        if rows is None:
            return np.arange(self.batch)
        given = np.atleast_1d(np.asarray(rows))
        if given.size == 0:
            return np.zeros(0, dtype=np.intp)
        if given.dtype == np.bool_:
            if given.shape != (self.batch,):
                raise ModelError(f"a mask of rows must have the shape ({self.batch},), got {given.shape}")
            return np.flatnonzero(given)
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise ModelError(f"rows must be an index, indices or a mask, got {rows!r}")
        bad = given[(given < 0) | (given >= self.batch)]
        if len(bad):
            raise ModelError(f"there is no row {bad[0]}; there are {self.batch}, from 0")
        return given.astype(np.intp)

    def _steps_up(self, duration: float) -> int:
        seconds = float(finite_floats(duration, (), "the duration [s]"))
        if seconds < 0.0:
            raise ModelError(f"the duration must be >= 0 [s], got {seconds:g}")
        # A hair less than a whole number of steps is that number: 0.3 / 0.1 is not quite 3.
        return math.ceil(seconds / self.time_step * (1.0 - 1e-12))

    def _steps_of(self, period: float | None, what: str) -> int:
        return 1 if period is None else whole_steps(period, self.time_step, what)


def _check_parts(vehicles: tuple[Any, ...], sea: Any) -> None:
    if not vehicles:
        raise ModelError("a simulation needs a vehicle")
    for vehicle in vehicles:
        if not isinstance(vehicle, Vehicle):
            raise ModelError(f"a simulation takes a Vehicle or several, got {vehicle!r}")
    names = [vehicle.name for vehicle in vehicles]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ModelError(f"vehicles need names of their own, '{twice[0]}' is there {names.count(twice[0])} times")
    if not isinstance(sea, Sea):
        raise ModelError(f"a simulation takes a Sea, got {sea!r}")


def _actuator_names(vehicles: tuple[Vehicle, ...]) -> tuple[str, ...]:
    """Names of all thrusters, then of all fins; with that of the vehicle before it where there are several."""
    several = len(vehicles) > 1
    owned = [(vehicle, part) for vehicle in vehicles for part in vehicle.thrusters]
    owned += [(vehicle, part) for vehicle in vehicles for part in vehicle.fins]
    return tuple(f"{vehicle.name}.{part.name}" if several else part.name for vehicle, part in owned)


def _numbers(given: ArrayLike, shapes: tuple[tuple[int, ...], ...], what: str) -> Floats:
    try:
        array = np.asarray(given)
    except ValueError:
        array = np.asarray(None)
    if array.dtype.kind not in "iuf" or array.shape not in shapes:
        allowed = " or ".join(map(str, shapes))
        raise ModelError(f"{what} must be numbers of the shape {allowed}, got {given!r}")
    return array.astype(np.float64)


def _combined(
    wrench: Command | ArrayLike | None, actuators: ArrayLike | Mapping[str, ArrayLike] | None
) -> Command | ArrayLike | None:
    if actuators is None:
        return wrench
    if isinstance(wrench, Command):
        raise ModelError("give the actuators in the Command, or beside a wrench, not both")
    return Command(wrench, actuators)


def _given(command: Command | ArrayLike | None) -> Command | ArrayLike:
    if command is None:
        raise ModelError("the controller returned nothing; return a wrench, zeros for none")
    return command


def _for_rows(values: ArrayLike, rows: int, size: int, what: str) -> Floats:
    array = np.asarray(values)
    if array.dtype.kind not in "iuf" or array.shape not in ((size,), (rows, size)):
        raise ModelError(f"{what} must be numbers of the shape ({size},) or ({rows}, {size}), got {values!r}")
    if not np.all(np.isfinite(array)):
        raise ModelError(f"{what} must be finite, got {array[~np.isfinite(array)][0]}")
    return np.broadcast_to(array.astype(np.float64), (rows, size))
