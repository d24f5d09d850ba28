"""Simulation: integrates the motion of vehicles in a sea."""

import math
import time as clock
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Flags, Floats, finite_floats, positive, text, whole, whole_steps
from seaway.controllers import Group
from seaway.engine import Engine, Evaluation, Integrator, body_of, sea_of
from seaway.engine import _places as at
from seaway.errors import ModelError, SimulationError, warn
from seaway.forces import Integrated
from seaway.frames import quaternion_from_rpy, quaternion_normalized
from seaway.sea import Sea
from seaway.sim._actuators import ActuatorReader
from seaway.sim._audit import Energy, Momentum, energy_of, momentum_of
from seaway.sim._commands import Actuators, AnyController, Command, Commands, numbers
from seaway.sim._control import ControlReader, groups_of, planned_laws, split
from seaway.sim._recording import ALL, Recorder, Recording, Setting, Sink
from seaway.sim._set import Setter
from seaway.sim._state import COLUMNS, VARYING, InternalState, Snapshot, State, index_of
from seaway.sim._status import failure, stiffness
from seaway.sim._wrenches import ExternalWrenches
from seaway.vehicle import PythonForce, Vehicle

__all__ = ["Rows", "Simulation"]

Rows = int | Sequence[int] | NDArray[np.integer] | NDArray[np.bool_] | None

# Vehicle steps in one call of the engine: some tenths of a second, so that Ctrl-C and progress are served.
_CALL: Final = 500_000
# Shortest time between two calls of ``progress`` [s].
_PROGRESS_PERIOD: Final = 0.1


@dataclass(frozen=True, eq=False)
class _Attached:
    """Compiled controllers whose loops run in an engine, and their period in steps."""

    controllers: tuple[Any, ...] = ()
    period: int = 1

    def same(self, controllers: Sequence[Any], period: int) -> bool:
        """Whether these are the same objects with the same period; they then keep their states."""
        mine = self.controllers
        alike = len(mine) == len(controllers) and all(a is b for a, b in zip(mine, controllers, strict=True))
        return bool(mine) and alike and period == self.period


class Simulation:
    """Simulate one or several vehicles in a sea, in one run or in a batch of runs.

    ``run`` simulates for a given time and returns a ``Recording``; ``step`` advances by single steps. ``state`` is the
    present state, ``set_state`` changes it. ``set`` changes parameters, ``reset`` returns to the initial state.

    Arrays are always (batch, vehicle, component), also for a single run. The runs of a batch are independent: run i is
    identical, to the last bit, to a single run with its parameters and its initial state. Vehicles do not interact.

    Args:
        vehicles: One vehicle, or several with different names.
        sea: Water, current, wind and waves; default: ``Sea()``, still water with a surface.
        time_step: Time step h of the integrator [s].
        batch: Number of runs.
        integrator: ``"rk4"``, or ``"semi_implicit_euler"`` for comparison with Gazebo.
        start_time: Simulated time of step 0 [s].
        threads: Maximum number of threads; default: all processors.

    Raises:
        ModelError: Two vehicles have the same name, or a number is out of range.

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
        threads: int | None = None,
    ):
        self.vehicles = tuple(vehicles) if isinstance(vehicles, Sequence) else (vehicles,)
        self.sea = Sea() if sea is None else sea
        _check_parts(self.vehicles, self.sea)
        self.names = tuple(vehicle.name for vehicle in self.vehicles)
        if integrator not in get_args(Integrator):
            raise ModelError(f"no integrator named '{integrator}'; choose one of: {', '.join(get_args(Integrator))}")
        self.integrator: Integrator = integrator
        start = float(finite_floats(start_time, (), "the start time [s]"))
        rows = whole(batch, "batch, the number of runs,")
        self._engine = Engine(
            [body_of(vehicle, self.sea.density) for vehicle in self.vehicles],
            sea_of(self.sea, rows),
            positive(time_step, "the time step [s]"),
            rows,
            integrator,
            start,
            threads=None if threads is None else whole(threads, "the number of threads"),
        )
        self._commands = Commands(self._engine, self.vehicles)
        self._python_forces = tuple(each for each in self._engine.instances if isinstance(each.force, PythonForce))
        self._setter = Setter(self._engine, self.vehicles, self.sea)
        self._wrenches = ExternalWrenches(len(self.vehicles), self.batch)
        self._initial = self._engine.rows(at.STATE)
        self._clock = 0
        self._warned_of_floor = False
        self._bad_commands: dict[int, str] = {}
        self._controller: Any = None
        self._attached = _Attached()

    # Properties

    @property
    def batch(self) -> int:
        """Number of runs."""
        return self._engine.batch

    @property
    def actuators(self) -> tuple[str, ...]:
        """Names of thrusters, fins and other forces with a command; with several vehicles ``"vehicle.actuator"``."""
        return self._commands.names

    @property
    def time_step(self) -> float:
        """Time step h [s]."""
        return self._engine.time_step

    @property
    def time(self) -> float:
        """Simulated time [s]: start time + n h. Each run has its own in ``state.time``, which ``reset`` sets back."""
        return self._engine.start_time + self._clock * self.time_step

    @property
    def program_file(self) -> str:
        """Path of the generated source of the compiled step; in angle brackets if it is in memory only."""
        return self._engine.program.path

    @property
    def state(self) -> State:
        """A copy of the present state; ``set_state`` changes the state."""
        return State.of(self.names, self._engine)

    @property
    def status(self) -> Flags:
        """Status flags of every vehicle in every run, (batch, vehicle).

        A sum of 1 (motion not finite), 2 (has been below the seabed) and 4 (command not finite); 0 if all is well.
        """
        return self._engine.status.astype(np.uint8)

    @property
    def stopped(self) -> NDArray[np.bool_]:
        """Whether each run has stopped, because a motion diverged or a command was not finite, (batch,)."""
        return self._engine.failed()

    # Settings

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
        """Set the state of a vehicle; quantities that are omitted keep their values.

        In runs that have not taken a step yet, this is also the initial state to which ``reset`` returns.

        Args:
            vehicle: Name or index of the vehicle.
            position: Position p_WBo_W [m], (3,) or (rows, 3).
            orientation: Unit quaternion q_WB (w, x, y, z), (4,) or (rows, 4); normalised here.
            rpy: Roll, pitch and yaw [rad] instead of ``orientation``, (3,) or (rows, 3).
            velocity: Linear and angular velocity (v_WB_B, w_WB_B) in body axes [m/s, rad/s], (6,) or (rows, 6).
            internal: States of the vehicle's forces in the order of ``state[vehicle].internal``, (k,) or (rows, k);
                ``reset`` sets them to 0. ``to_steady_state`` sets those of propellers and fins.
            rows: Runs to set: an index, indices, or a mask; default: all.

        Raises:
            ModelError: A shape does not fit, a number is not finite, or a world joint forbids the velocity.
        """
        k, index = index_of(vehicle, self.names), self._rows(rows)
        if orientation is not None and rpy is not None:
            raise ModelError("give either an orientation or rpy, not both")
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
                message = f"the {joint.kind} world joint of vehicle '{self.names[k]}' forbids this velocity"
                raise ModelError(f"{message}: it must be a sum of the columns of world_joint.freedom, got {got}")
        engine, start = self._engine, self._engine.state_starts[k]
        if internal is not None:
            most, count, held = engine.most_states, engine.state_counts[k], engine.held_places[k]
            states = _for_rows(internal, len(index), most + len(held), "the internal states")
            engine.write(at.STATE, states[:, :count], index, slice(start + at.MOTION, start + at.MOTION + count))
            for place, column in zip(held.tolist(), range(most, most + len(held)), strict=True):
                if place >= 0:
                    engine.write(at.HELD, states[:, column : column + 1], index, slice(place, place + 1))
        unused = engine.steps[index] == 0
        for name, values in changes.items():
            columns = slice(start + COLUMNS[name].start, start + COLUMNS[name].stop)
            engine.write(at.STATE, values, index, columns)
            self._initial[index[unused], columns] = values[unused]
        engine.forget_ticks(index)
        engine.status[index, k] = 0  # a run that stopped goes on
        self._release(index)

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
        """Apply an external wrench, such as a tow or a tether, to a vehicle.

        It acts until it is set again under the same name, also after ``reset``. Omit both force and torque to remove
        it. In world axes it keeps its direction while the vehicle turns.

        Args:
            vehicle: Name or index of the vehicle.
            force: Force [N], (3,) or (batch, 3).
            torque: Torque [N m], (3,) or (batch, 3).
            point: Point of application p_BoP_B of the force [m], (3,) or (batch, 3).
            axes: Axes of force and torque, ``"body"`` or ``"world"``.
            name: Name of the wrench; wrenches with different names add up.

        Raises:
            ModelError: A shape does not fit, or a number is not finite.
        """
        k = index_of(vehicle, self.names)
        self._wrenches.put(k, name, force, torque, point, axes)
        self._put_on()

    def set_command(
        self,
        wrench: Command | ArrayLike | None = None,
        *,
        actuators: Actuators | None = None,
    ) -> None:
        """Hold a command without taking a step, so that ``forces`` and ``acceleration`` include it.

        ``step`` and ``run`` replace it by their own.

        Args:
            wrench: Wrench about Bo in B [N, N m], as in ``Command``; or a ``Command``; default: 0.
            actuators: Set points of actuators, as in ``Command``; default: 0.

        Raises:
            ModelError: A shape does not fit.
        """
        self._commands.hold(wrench, actuators)

    def fail(self, actuator: str, *, rows: Rows = None) -> None:
        """Make an actuator fail: its command is 0 until ``repair``, also after ``reset``.

        Args:
            actuator: Name of the actuator, one of ``actuators``.
            rows: Runs in which it fails: an index, indices, or a mask; default: all.

        Raises:
            ModelError: There is no such actuator.

        Example:
            >>> import seaway as sw
            >>> sim = sw.Simulation(sw.load("bluerov2"))
            >>> sim.fail("thruster1")
            >>> sim.step(actuators={"thruster1": 40.0})
            >>> sim.acceleration()[0, 0, 0].round(6).item()
            0.0
        """
        self._engine.stick(self._commands.place_of(actuator), 0.0, self._rows(rows))

    def stick(self, actuator: str, command: ArrayLike | None = None, *, rows: Rows = None) -> None:
        """Make an actuator stick: its command stays constant until ``repair``, also after ``reset``.

        Args:
            actuator: Name of the actuator, one of ``actuators``.
            command: Command at which it sticks, in the actuator's unit, () or (rows,); default: the present one.
            rows: Runs in which it sticks: an index, indices, or a mask; default: all.

        Raises:
            ModelError: There is no such actuator, or the command is not finite.
        """
        place, index = self._commands.place_of(actuator), self._rows(rows)
        present = self._engine.rows(at.COMMAND)[index, place]
        what = f"the command at which '{actuator}' sticks"
        values = present if command is None else numbers(command, ((), (len(index),)), what)
        if not np.all(np.isfinite(values)):
            raise ModelError(f"{what} must be finite, got {text(values)}")
        self._engine.stick(place, values, index)

    def repair(self, actuator: str, *, rows: Rows = None) -> None:
        """Repair an actuator that failed or stuck.

        Args:
            actuator: Name of the actuator, one of ``actuators``.
            rows: Runs in which it is repaired: an index, indices, or a mask; default: all.

        Raises:
            ModelError: There is no such actuator.
        """
        self._engine.stick(self._commands.place_of(actuator), np.nan, self._rows(rows))

    def attach(self, controller: Any, *, control_period: float | None = None) -> None:
        """Attach a compiled controller, which then acts in every following ``step`` and ``run``.

        Its states start at 0. Its commands are added to those passed to ``step``. ``run(controller=...)`` uses a
        controller for that run only.

        Args:
            controller: An ``Autopilot``, a ``Controller`` of your own, a table of commands, or a combination of them;
                None detaches the present one.
            control_period: Control period [s], a whole number of steps; default: every step.

        Raises:
            ModelError: The controller is a Python function, or does not fit the vehicles.
        """
        if controller is not None and split(controller)[1]:
            raise ModelError(f"only compiled controllers can be attached, got {controller!r}; pass it to run instead")
        self._controller = None
        self._attached = _Attached()
        self._engage(controller, self._steps_of(control_period, "control_period"))
        self._controller = controller

    def _engage(self, controller: Any, period: int) -> Callable[..., Any] | None:
        """Start the compiled control loops of a controller; return the function that Python has to call, if any."""
        compiled, called = ([], []) if controller is None else split(controller)
        if compiled and not self._attached.same(compiled, period):
            seconds = period * self.time_step
            with self._engine.planned(planned_laws(compiled, self.vehicles, self.sea)):
                groups = [pair for each in compiled for pair in groups_of(each, self.vehicles, self.sea, seconds)]
            self._engine.attach([(k, group, self._period_of(group, period)) for k, group in groups])
            self._attached = _Attached(tuple(compiled), period)
        if self._engine.loops.all:
            if self._controller is None:
                self._engine.engage(bool(compiled))
            self._commands.restored()
            self._commands.hold(None)
        if not called:
            return None
        return called[0] if len(called) == 1 and not compiled else _summed(controller, called)

    def set_command_of(self, controller: AnyController) -> None:
        """Hold the command of a controller at the present state, so that ``forces`` includes it.

        Args:
            controller: Controller, as in ``run``.

        Raises:
            ModelError: The controller does not fit the vehicles, or its command has a wrong shape.
        """
        compiled, _ = split(controller)
        again = self._attached.same(compiled, self._attached.period)
        function = self._engage(controller, self._attached.period if again else 1)
        if function is not None:
            self._commands.hold(_given(function(self.time, self.state)))
        if self._engine.loops.all and self._controller is None:
            self._engine.evaluate()
            self._disengage()

    def to_steady_state(
        self,
        wrench: Command | ArrayLike | None = None,
        *,
        actuators: Actuators | None = None,
    ) -> None:
        """Hold a command and set propellers, fins and other lagging states to their steady values for it.

        Use it to start a run, or to evaluate a balance of forces, in a steady state. ``reset`` stops propellers and
        centres fins again.

        Args:
            wrench: Wrench about Bo in B [N, N m], as in ``Command``; or a ``Command``; default: 0.
            actuators: Set points of actuators, as in ``Command``; default: 0.

        Raises:
            ModelError: A shape does not fit.
        """
        self._commands.hold(wrench, actuators)
        self._engine.settle()

    def set(self, path: str | Mapping[str, Any], values: Any = None, *, rows: Rows = None) -> None:
        """Set parameters by the keys of a scenario file, in all runs or in some of them.

        Any number of a vehicle, the sea or a compiled controller can be set. Structure cannot: counts, meshes, lengths
        of tables, choices. If a value is refused, nothing is changed.

        Args:
            path: Dotted key, e.g. ``"vehicle.inertia.mass"``, ``"vehicle.thruster.port.diameter"``,
                ``"vehicle.damping.linear"``, ``"sea.density"``, ``"sea.current.velocity"``, ``"sea.wind.gust_std"``; or
                a mapping of several keys to values, which are then checked together. Set points and gains of compiled
                controllers are set by ``"control.autopilot.depth"``, ``"control.waypoints.look_ahead"``. With several
                vehicles the vehicle's name comes second: ``"vehicle.rov.inertia.mass"``,
                ``"control.rov.autopilot.depth"``.
            values: One value for all selected runs, or one for each of them along a leading axis. For ``"sea.waves"`` a
                ``Waves``, None for still water, or a list with one for each run.
            rows: Runs to set: an index, indices, or a mask; default: all.

        Raises:
            ModelError: There is no such key, it is structure, a shape does not fit, or a value is out of range.

        Example:
            >>> import seaway as sw
            >>> sim = sw.Simulation(sw.load("bluerov2"), batch=3)
            >>> sim.set("vehicle.inertia.mass", [11.2, 11.5, 11.8])
            >>> sim.set("sea.density", 1000.0, rows=[0])
        """
        given: Mapping[Any, Any] = path if isinstance(path, Mapping) else {path: values}
        self._setter.set(given, self._rows(rows))

    def reset(
        self, rows: Rows = None, *, seed: int | Sequence[int] | None = None, motion: Floats | None = None
    ) -> None:
        """Reset runs to their initial state at time 0, with zero command; the others are left as they are.

        Args:
            rows: Runs to reset: an index, indices, or a mask; default: all.
            seed: New seed of the gusts in these runs: run i of n draws its random numbers from
                ``SeedSequence(seed).spawn(n)[i]``; or one seed for each of these runs, each of which then equals a
                single run with that seed. Default: the same random numbers again.
            motion: New initial state of the first vehicle by component, as from ``motion``, (13, runs), with unit
                quaternions: a cheap ``set_state`` for loops in Python. Default: the initial state stays.

        Raises:
            ModelError: There is no such run, the number of seeds does not fit, or the motion has another shape or is
                not finite.
        """
        index, engine = self._rows(rows), self._engine
        if motion is not None:
            if motion.shape != (at.MOTION, len(index)) or not np.isfinite(motion).all():
                raise ModelError(f"the motion must be ({at.MOTION}, {len(index)}) finite numbers, got {motion.shape}")
            start = engine.state_starts[0]
            self._initial[index, start : start + at.MOTION] = motion.T
        if seed is not None:
            self._setter.reseed(index, seed)
        engine.write(at.STATE, self._initial[index], index)
        for region in VARYING:
            if region != at.STATE:
                engine.write(region, 0.0, index)
        if len(engine.swept) == self.batch:
            engine.swept[index] = 0.0
        if np.any(engine.sea.water["drift"]):  # waves start where they were at time 0
            engine.set_water("drift", np.zeros((1, 2)), index)
        engine.status[index] = 0
        self._release(index)
        if rows is None:
            self._clock = 0

    def snapshot(self) -> Snapshot:
        """Copy the state of all runs, with commands, external wrenches, time and initial state, without parameters."""
        return Snapshot.of(self._engine, self._wrenches, self._clock, self._initial, self.names)

    def restore(self, snapshot: Snapshot) -> None:
        """Restore the state of a snapshot.

        Args:
            snapshot: State from ``snapshot``.

        Raises:
            ModelError: It comes from a simulation with other vehicles, another time step or another batch.
        """
        snapshot.copy_to(self._engine, self.names)
        self._clock = snapshot.clock
        self._initial = snapshot.initial.copy()
        self._wrenches = snapshot.external.copied()
        self._put_on()
        self._commands.restored()
        self._bad_commands = {}

    # Running

    def step(
        self,
        wrench: Command | ArrayLike | None = None,
        count: int = 1,
        throw: bool = True,
        *,
        actuators: Actuators | None = None,
    ) -> None:
        """Advance by one or more steps with a constant command.

        Args:
            wrench: Wrench about Bo in B [N, N m], as in ``Command``; or a ``Command``; default: 0.
            count: Number of steps.
            throw: Whether to raise an error if a run stops; if not, see ``stopped`` and ``status``.
            actuators: Set points of actuators, as in ``Command``; default: 0.

        Raises:
            ModelError: The command has a wrong shape.
            SimulationError: A command or a motion is not finite in some run; the other runs have advanced.
        """
        steps = whole(count, "the number of steps")
        self._commands.hold(wrench, actuators)
        self._advance(steps)
        if self._engine.events():
            if np.all(np.any(self._engine.status & at.BAD_COMMAND, axis=1)):
                self._clock -= steps  # no run has moved
            self._look_at_status(None, throw)

    def run(
        self,
        duration: float,
        controller: AnyController | None = None,
        *,
        control_period: float | None = None,
        record: str | Sequence[str] = ("state",),
        record_period: float | None = None,
        progress: Callable[[float, float], object] | None = None,
        throw: bool = True,
        sink: Sink | None = None,
        events: Sequence[tuple[float, Callable[["Simulation"], object]]] = (),
    ) -> Recording:
        """Simulate for a given time, from the present state on.

        Args:
            duration: Simulated duration [s], rounded up to whole steps.
            controller: An ``Autopilot``, a ``Controller`` of your own or another compiled controller; or a Python
                function ``controller(t, state)`` that returns a ``Command``, or just a wrench, for all runs at once.
                Its command is held until the next call. t is ``time``; each run has its own in ``state.time``. A
                compiled controller that is passed again keeps its states. Default: the attached controller, or zero
                command.
            control_period: Time between calls of the controller [s], a whole number of steps; default: every step.
            record: Groups of variables to record: ``"state"``, ``"command"``, ``"acceleration"``, ``"forces"``,
                ``"energy"``, ``"water"`` (surface elevation, wet fraction, depth), ``"actuators"`` (set points and
                actual values of thrusters and fins), ``"control"`` (set points, demanded wrench and states of
                controllers); or ``"all"`` for everything that a report shows.
            record_period: Time between samples [s], a whole number of steps; default: every step. The first and the
                last state are always recorded.
            progress: Function called about ten times a second with the simulated time so far and the duration [s].
            throw: Whether to raise an error if a run stops, after the other runs have reached the end; if not, see
                ``Recording.status``.
            sink: Function called with each chunk of the recording, a ``Recording`` of at most 1000 samples, 4 MB or
                2 s of computation. The returned recording, or that of an error, then holds only the samples that were
                not passed to the sink. Default: all samples are kept in memory.
            events: Times [s] with functions, e.g. ``(20.0, lambda sim: sim.fail("port"))``. Each function is called
                with this simulation at the start of the step nearest to its time.

        Returns:
            The recorded samples.

        Raises:
            ModelError: A period is not a whole number of steps, or a command has a wrong shape.
            SimulationError: Some runs stopped. ``recording`` of this error, and of any other exception that ends the
                run, such as one from the controller or Ctrl-C, has the samples until then.
        """
        total = self._steps_up(duration)
        control = self._steps_of(control_period, "control_period")
        sampling = self._steps_of(record_period, "record_period")
        groups = ALL if record == "all" else (record,) if isinstance(record, str) else tuple(record or ())
        if not groups:
            sampling = max(1, total)
        if sink is not None and not callable(sink):
            raise ModelError(f"sink must be a function that takes a Recording, got {sink!r}")
        before = self._replaced(controller)
        function = self._function_of(controller, control)
        try:
            recorder = self._recorder(groups, total // sampling + 2, sink)
            due = self._due(events, total)
        except ModelError:
            self._end(before)
            raise
        calls = max(1, _CALL // (self.batch * len(self.names)))
        done, reported = 0, clock.monotonic()
        try:
            while done < total and not self._all_stopped():
                while due and due[0][0] == done:
                    due.pop(0)[1](self)
                if function is not None and done % control == 0:
                    self._commands.hold(_given(function(self.time, self.state)))
                sampled = done % sampling == 0
                if sampled:
                    self._sample(recorder, self.time)
                until = min(total, done - done % sampling + sampling, done + calls, *(step for step, _ in due[:1]))
                if function is not None:
                    until = min(until, done - done % control + control)
                self._advance(until - done, called=sampled and recorder.evaluates)
                done = until
                if progress is not None and clock.monotonic() - reported > _PROGRESS_PERIOD:
                    reported = clock.monotonic()
                    progress(done * self.time_step, total * self.time_step)
            if self._engine.loops.all:
                self._engine.engage(False)  # the last sample shows the commands held until then
            self._sample(recorder, float(np.max(self._engine.times)) if self._all_stopped() else self.time)
        except (Exception, KeyboardInterrupt) as error:
            error.recording = self._with_setting(recorder, controller)  # type: ignore[reportAttributeAccessIssue]
            raise
        finally:
            self._end(before)
        if progress is not None:
            progress(done * self.time_step, total * self.time_step)
        recording = self._with_setting(recorder, controller)
        if self._engine.events():
            self._look_at_status(recording, throw)
        return recording

    def _with_setting(self, recorder: Recorder, controller: AnyController | None) -> Recording:
        setting = Setting(self.vehicles, self.sea, self.time_step, self.integrator, controller)
        return replace(recorder.finished(), setting=setting)

    @property
    def events(self) -> bool:
        """Whether any status flag is set."""
        return self._engine.events()

    def motion(self, vehicle: str | int = 0) -> Floats:
        """Position, orientation and velocity of a vehicle by component, (13, batch): one copy, for loops in Python.

        The components are those of ``state``: p_WBo_W [m], q_WB (w, x, y, z), v_WB_B [m/s], w_WB_B [rad/s].
        """
        start = self._engine.state_starts[index_of(vehicle, self.names)]
        view = self._engine.region(at.STATE)[:, start : start + at.MOTION]
        copied = view.transpose(1, 0, 2).copy()
        return copied.reshape(at.MOTION, -1)[:, : self.batch]

    def commands(self) -> Floats:
        """Commands that the actuators follow at present, each in its own unit, in their order, (batch, actuator)."""
        return self._engine.rows(at.COMMAND)[:, list(self._commands.inputs)]

    # Quantities evaluated at the present state

    def forces(self) -> dict[str, Floats]:
        """Wrench of every force about Bo in B [N, N m], by its name, each (batch, vehicle, 6)."""
        wrenches = self._evaluated().wrenches
        return {force: wrenches[:, :, self._engine.slots.index(force)] for force in self._engine.forces}

    def acceleration(self) -> Floats:
        """Derivative ν' of the components of (v_WB_B, w_WB_B) in body axes [m/s2, rad/s2], (batch, vehicle, 6)."""
        return self._evaluated().acceleration

    def internal_states(self, vehicle: str | int = 0) -> tuple[InternalState, ...]:
        """Integrated states of a vehicle's forces, such as speeds of propellers and angles of fins.

        Args:
            vehicle: Name or index of the vehicle.
        """
        k = index_of(vehicle, self.names)
        own = (instance for instance in self._engine.instances if instance.vehicle == k)
        found = (
            InternalState(instance.integrated + place, name, unit)
            for instance in own
            if instance.law.count(Integrated)
            for place, name, unit in instance.force.moving_states()
        )
        return tuple(sorted(found))

    def internal_rates(self) -> Floats:
        """Rates of the integrated states of forces, in the order of ``state.internal``, (batch, vehicle, k)."""
        return self._evaluated().rates

    def energy(self) -> Energy:
        """Kinetic and potential energy, and the power of every force."""
        return energy_of(self._engine, self._evaluated())

    def momentum(self) -> Momentum:
        """Linear and angular momentum of body and fluid in the world frame."""
        return momentum_of(self._engine, self._evaluated())

    def stiffness(self) -> Floats:
        """Stiffness of the damping at the present velocity, fully submerged: the largest ``|λ|`` [1/s].

        λ are the eigenvalues of M⁻¹ ∂(damping)/∂ν. For a stable integration ``h |λ|`` must stay below 2.785 with RK4,
        and below 2 with semi-implicit Euler.

        Returns:
            Largest ``|λ|`` [1/s], (batch, vehicle).
        """
        velocity = self.state.velocity
        rows, vehicles = velocity.shape[:2]
        values = [[stiffness(self._engine, i, k, velocity[i, k]) for k in range(vehicles)] for i in range(rows)]
        return np.array(values)

    def wet_fraction(self) -> Floats:
        """Submerged fraction of the buoyant volume of each vehicle, (batch, vehicle)."""
        return self._evaluated().water[..., 3]

    # Details

    def _function_of(self, controller: Any, control: int) -> Callable[..., Any] | None:
        """Start the compiled part of a controller, and return the function that Python has to call, if any."""
        if controller is None:
            self._commands.hold(None)
            return None
        return self._engage(controller, control)

    def _replaced(self, controller: Any) -> tuple[_Attached, Floats] | None:
        """The attached controllers and their states, if this run replaces them by another controller."""
        if controller is None or self._controller is None:
            return None
        compiled, _ = split(controller)
        return (self._attached, self._engine.rows(at.CONTROL)) if compiled else None

    def _recorder(self, groups: tuple[str, ...], count: int, sink: Sink | None) -> Recorder:
        reader = ActuatorReader(self._engine, self.actuators, self._commands.inputs) if "actuators" in groups else None
        control = ControlReader(self._engine, self.names) if "control" in groups else None
        return Recorder(self._engine, self.names, groups, count, reader, sink, control)

    def _end(self, before: tuple[_Attached, Floats] | None) -> None:
        """End the controller of a run, and resume the attached one."""
        if self._engine.loops.all:
            self._disengage()
        if self._controller is not None:
            self._resume(before)

    def _disengage(self) -> None:
        """Stop the control loops; their last commands are held."""
        self._engine.engage(False)
        self._commands.restored()

    def _resume(self, before: tuple[_Attached, Floats] | None) -> None:
        """Resume the attached controllers."""
        if before is not None and before[0] is not self._attached:
            attached, states = before
            self._controller, controller = None, self._controller
            self._engage(controller, attached.period)
            self._engine.write(at.CONTROL, states)
            self._controller = controller
        self._engine.engage(True)
        self._commands.restored()

    def _due(
        self, events: Sequence[tuple[float, Callable[["Simulation"], object]]], total: int
    ) -> list[tuple[int, Callable[["Simulation"], object]]]:
        """Events with the step of this run at which each is due, sorted by time."""
        found = [(round((float(time) - self.time) / self.time_step), act) for time, act in events]
        for (step, _), (time, _) in zip(found, events, strict=True):
            if not 0 <= step < total:
                end = self.time + total * self.time_step
                raise ModelError(f"an event must lie within the run, from {self.time:g} to {end:g} s, got {time:g} s")
        return sorted(found, key=lambda each: each[0])

    def _period_of(self, group: Group, steps: int) -> int:
        return steps if group.period is None else whole_steps(group.period, self.time_step, "the control period")

    def _evaluated(self) -> Evaluation:
        self._call_python_forces()
        return self._engine.evaluate()

    def _advance(self, count: int, called: bool = False) -> None:
        """Advance by steps; ``called`` if Python forces were already evaluated for the first of them."""
        if self._python_forces:
            for k in range(count):
                if k or not called:
                    self._call_python_forces()
                self._engine.advance(1)
                self._clock += 1
            return
        self._engine.advance(count)
        self._clock += count

    def _sample(self, recorder: Recorder, time: float) -> None:
        if recorder.evaluates:
            self._call_python_forces()
        recorder.take(time)

    def _call_python_forces(self) -> None:
        """Evaluate Python forces at the present state; their wrenches are held over the next step."""
        if not self._python_forces:
            return
        state = self.state
        for instance in self._python_forces:
            force = cast("PythonForce", instance.force)
            what = f"the wrench of force '{force.name}'"
            wrench = numbers(force.function(self.time, state), ((6,), (self.batch, 6)), what)
            self._engine.write(at.HELD, wrench, None, slice(instance.held, instance.held + 6))

    def _release(self, rows: NDArray[np.intp]) -> None:
        """Resume runs whose status flags are clear."""
        self._engine.release(rows)
        if self._bad_commands:
            stopped = self._engine.failed()
            self._bad_commands = {row: text for row, text in self._bad_commands.items() if stopped[row]}

    def _put_on(self) -> None:
        everywhere = np.arange(self.batch)
        for k in range(len(self.names)):
            for name, values in self._wrenches.totals(k).items():
                self._engine.set(("external", k), name, values, everywhere)
        self._engine.ints[at.EXTERNAL] = int(bool(self._wrenches))

    def _all_stopped(self) -> bool:
        return self._engine.events() and bool(self._engine.failed().all())

    def _look_at_status(self, recording: Recording | None, throw: bool = True) -> None:
        status = self._engine.status
        if np.any(status & at.BAD_COMMAND):
            self._bad_commands = self._commands.drop_bad() | self._bad_commands
        if np.any(status & at.BELOW_FLOOR) and not self._warned_of_floor:
            self._warned_of_floor = True
            row, vehicle = np.argwhere(status & at.BELOW_FLOOR)[0].tolist()
            level, floor = (self._engine.read(("sea",), name) for name in ("surface", "floor"))
            depth = (level - floor)[min(row, max(len(level), len(floor)) - 1)]
            message = f"vehicle '{self.names[vehicle]}' in run {row} dropped below the seabed at {depth:g} m"
            warn(f"{message}; contact is not modelled")
        if throw and self._engine.failed().any():
            rows = tuple(np.flatnonzero(self._engine.failed()).tolist())
            if np.any(status[rows[0]] & at.BAD_COMMAND):
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
                raise ModelError(f"rows as a mask must have the shape ({self.batch},), got {given.shape}")
            return np.flatnonzero(given)
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise ModelError(f"rows must be an index, indices or a mask, got {rows!r}")
        bad = given[(given < 0) | (given >= self.batch)]
        if len(bad):
            raise ModelError(f"rows must be from 0 to {self.batch - 1}, got {bad[0]}")
        ordered = np.sort(given)
        repeated = ordered[1:][ordered[1:] == ordered[:-1]]
        if len(repeated):
            raise ModelError(f"rows must not repeat, got {repeated[0]} more than once")
        return given.astype(np.intp)

    def _steps_up(self, duration: float) -> int:
        seconds = float(finite_floats(duration, (), "the duration [s]"))
        if seconds < 0.0:
            raise ModelError(f"the duration must be >= 0 [s], got {seconds:g}")
        # A quotient that exceeds a whole number only by rounding must not add a step.
        return math.ceil(seconds / self.time_step * (1.0 - 1e-12))

    def _steps_of(self, period: float | None, what: str) -> int:
        return 1 if period is None else whole_steps(period, self.time_step, what)


def _check_parts(vehicles: tuple[Any, ...], sea: Any) -> None:
    if not vehicles:
        raise ModelError("a simulation needs at least one vehicle")
    for vehicle in vehicles:
        if not isinstance(vehicle, Vehicle):
            raise ModelError(f"vehicles must be a Vehicle or several, got {vehicle!r}")
    names = [vehicle.name for vehicle in vehicles]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ModelError(f"vehicles must have different names, got '{twice[0]}' {names.count(twice[0])} times")
    if not isinstance(sea, Sea):
        raise ModelError(f"sea must be a Sea, got {sea!r}")


def _summed(controller: Any, called: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    """Combine several functions into one that adds their commands as the combined controller does."""
    return type(controller)(*called)


def _given(command: Command | ArrayLike | None) -> Command | ArrayLike:
    if command is None:
        raise ModelError("the controller returned None; return a Command or a wrench, e.g. np.zeros(6)")
    return command


def _for_rows(values: ArrayLike, rows: int, size: int, what: str) -> Floats:
    array = np.asarray(values)
    if array.dtype.kind not in "iuf" or array.shape not in ((size,), (rows, size)):
        raise ModelError(f"{what} must be numbers of the shape ({size},) or ({rows}, {size}), got {values!r}")
    if not np.all(np.isfinite(array)):
        raise ModelError(f"{what} must be finite, got {array[~np.isfinite(array)][0]}")
    return np.broadcast_to(array.astype(np.float64), (rows, size))
