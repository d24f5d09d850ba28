"""Simulation of the model over time."""

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, positive, whole
from seaway.engine import _places as at
from seaway.errors import ModelError
from seaway.frames import rpy_from_quaternion
from seaway.parts import Scalar, checked
from seaway.sim._status import failure
from seaway.uwv._model import engine_of, unit_quaternion
from seaway.uwv._parameters import Parameters


class Simulator(Enum):
    """Whether velocities are integrated to a pose."""

    DYNAMIC = 0
    """Only accelerations are integrated; set the orientation from outside."""
    DYNAMIC_KINEMATIC = 1
    """All states are integrated."""


@dataclass(frozen=True, eq=False)
class UwvState:
    """Pose and velocity.

    Attributes:
        position: Position in the world [m], (3,).
        orientation: Body to world, (w, x, y, z).
        linear_velocity: Velocity in the body [m/s], (3,).
        angular_velocity: Angular velocity in the body [rad/s], (3,).
    """

    position: Floats
    orientation: Floats
    linear_velocity: Floats
    angular_velocity: Floats

    @property
    def rpy(self) -> Floats:
        """Roll, pitch and yaw [rad], (3,)."""
        return rpy_from_quaternion(self.orientation)


class UwvSimulation:
    """Integrates the model with the classic fourth-order Runge-Kutta method.

    Args:
        parameters: Parameters of the model.
        simulator: Whether velocities are integrated to a pose.
        sampling_time: Time that one ``send_effort`` advances [s].
        simulations_per_cycle: Steps per sampling time.
        initial_time: Time at the start [s].

    Raises:
        ModelError: A number is out of its range.

    Example:
        >>> from seaway.uwv import Parameters, UwvSimulation
        >>> sim = UwvSimulation(Parameters(buoyancy=3.0))
        >>> for _ in range(100):
        ...     sim.send_effort([2, 0, 0, 0, 0, 0])
        >>> sim.state.position.round(6)
        array([1., 0., 1.])
    """

    def __init__(
        self,
        parameters: Parameters | None = None,
        simulator: Simulator = Simulator.DYNAMIC_KINEMATIC,
        sampling_time: float = 0.01,
        simulations_per_cycle: int = 10,
        initial_time: float = 0.0,
    ):
        if not isinstance(simulator, Simulator):
            raise ModelError(f"simulator must be a Simulator, got {simulator!r}")
        self._parameters = Parameters() if parameters is None else _checked(parameters)
        self._sampling_time = positive(sampling_time, "sampling_time [s]")
        self._per_cycle = whole(simulations_per_cycle, "simulations_per_cycle")
        self._initial_time = checked(Scalar(unit="s", at_least=0.0), initial_time, "initial_time")
        self._cycles = 0
        time_step = self._sampling_time / self._per_cycle
        self._engine = engine_of(self._parameters, time_step, self._initial_time, simulator is Simulator.DYNAMIC)

    @property
    def parameters(self) -> Parameters:
        """Parameters of the model; may be changed during a run, which keeps the state."""
        return self._parameters

    @parameters.setter
    def parameters(self, parameters: Parameters) -> None:
        self._parameters, old = _checked(parameters), self._engine
        self._engine = engine_of(parameters, old.time_step, self._initial_time, old.pose_held)
        for region in (at.STATE, at.COMMAND, at.STEPS, at.RUNNING):
            self._engine.write(region, old.rows(region))

    @property
    def sampling_time(self) -> float:
        """Time that one ``send_effort`` advances [s]."""
        return self._sampling_time

    @property
    def time(self) -> float:
        """Simulated time [s]: the initial time plus a whole number of sampling times."""
        return self._initial_time + self._cycles * self._sampling_time

    @property
    def state(self) -> UwvState:
        """Current pose and velocity."""
        state = self._engine.rows(at.STATE)[0]
        return UwvState(state[:3], state[3:7], state[7:10], state[10:13])

    @property
    def acceleration(self) -> Floats:
        """Acceleration (linear, angular) in the body, (6,), at the current state and the last effort.

        The original returns that of the last Runge-Kutta stage, at a slightly different state.
        """
        return self._engine.evaluate().acceleration[0, 0]

    def set_state(
        self,
        position: ArrayLike = (0.0, 0.0, 0.0),
        orientation: ArrayLike = (1.0, 0.0, 0.0, 0.0),
        linear_velocity: ArrayLike = (0.0, 0.0, 0.0),
        angular_velocity: ArrayLike = (0.0, 0.0, 0.0),
    ) -> None:
        """Set pose and velocity.

        Raises:
            ModelError: A number is not finite, or the quaternion is not unit.
        """
        p = finite_floats(position, (3,), "a position [m]")
        q = unit_quaternion(orientation)
        v = finite_floats(linear_velocity, (3,), "a linear velocity [m/s]")
        w = finite_floats(angular_velocity, (3,), "an angular velocity [rad/s]")
        self._engine.write(at.STATE, np.concatenate([p, q, v, w]))
        self._engine.status[...] = 0
        self._engine.release(np.arange(1))

    def set_orientation(self, orientation: ArrayLike) -> None:
        """Set the orientation alone, in every cycle of DYNAMIC."""
        self._engine.write(at.STATE, unit_quaternion(orientation), None, slice(3, 7))

    def send_effort(self, effort: ArrayLike) -> None:
        """Advance one sampling time at constant effort.

        Args:
            effort: (force, torque) in the body [N, Nm], (6,).

        Raises:
            ModelError: The effort is not six finite numbers.
            SimulationError: The state is no longer finite; the state before the cycle is kept.
        """
        engine = self._engine
        before = {region: engine.rows(region) for region in (at.STATE, at.STEPS)}
        engine.write(at.COMMAND, finite_floats(effort, (6,), "an effort [N, Nm]"))
        engine.advance(self._per_cycle)
        if engine.events():
            error = failure(engine, ("uwv",), None, self._remedy)
            for region, kept in before.items():
                engine.write(region, kept)
            engine.status[...] = 0
            engine.release(np.arange(1))
            raise error
        self._cycles += 1

    def _remedy(self, longest: float) -> str:
        return f"Try simulations_per_cycle of at least {math.ceil(self._sampling_time / longest)}"

    def reset(self) -> None:
        """Return to the origin, at rest; keeps the time, as the original does."""
        self._engine.write(at.COMMAND, 0.0)
        self.set_state()


def _checked(parameters: object) -> Parameters:
    if not isinstance(parameters, Parameters):
        raise ModelError(f"parameters must be a Parameters object, got {parameters!r}")
    return parameters
