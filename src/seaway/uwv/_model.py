"""Forward and inverse dynamics of the model at one state."""

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats
from seaway.engine import Engine, Evaluation, SeaParameters
from seaway.engine import _places as at
from seaway.errors import ModelError
from seaway.kernels.water import WATER
from seaway.kernels.waves import wave_table
from seaway.uwv._parameters import Parameters

# Tolerance on the norm of a quaternion, for one given with six digits.
_UNIT = 1e-5


def calc_acceleration(
    parameters: Parameters, effort: ArrayLike, velocity: ArrayLike, orientation: ArrayLike = (1.0, 0.0, 0.0, 0.0)
) -> Floats:
    """Compute the acceleration due to an effort: M^-1 (τ - g(q) - d(v)).

    Args:
        parameters: Parameters of the model.
        effort: τ, (force, torque) in the body [N, Nm], (6,).
        velocity: (linear, angular) in the body [m/s, rad/s], (6,).
        orientation: Body to world, (w, x, y, z).

    Returns:
        Acceleration (linear, angular) in the body [m/s2, rad/s2], (6,).
    """
    return _evaluated(parameters, effort, velocity, orientation).acceleration[0, 0]


def calc_efforts(
    parameters: Parameters, acceleration: ArrayLike, velocity: ArrayLike, orientation: ArrayLike = (1.0, 0.0, 0.0, 0.0)
) -> Floats:
    """Compute the effort for an acceleration: M v' + g(q) + d(v); the inverse of ``calc_acceleration``.

    Args:
        parameters: Parameters of the model.
        acceleration: (linear, angular) in the body [m/s2, rad/s2], (6,).
        velocity: (linear, angular) in the body [m/s, rad/s], (6,).
        orientation: Body to world, (w, x, y, z).

    Returns:
        (force, torque) in the body [N, Nm], (6,).
    """
    a = finite_floats(acceleration, (6,), "an acceleration [m/s2, rad/s2]")
    evaluation = _evaluated(parameters, np.zeros(6), velocity, orientation)
    return parameters.inertia_matrix @ a - np.sum(evaluation.wrenches[0, 0], axis=0)


def engine_of(
    parameters: Parameters, time_step: float = 1.0, start_time: float = 0.0, pose_held: bool = False
) -> Engine:
    """Make an engine in unbounded still water with ρ = g = 1, so that weight and buoyancy are in newtons."""
    water = np.zeros(1, dtype=WATER)
    water["density"] = water["gravity"] = 1.0
    water["surface"], water["floor"] = np.inf, -np.inf
    return Engine(
        [parameters.body()],
        SeaParameters(water, np.zeros((0, 2, 2, 3)), wave_table(0, 0)),
        time_step=time_step,
        start_time=start_time,
        pose_held=pose_held,
    )


def unit_quaternion(values: ArrayLike) -> Floats:
    """Check that a quaternion is unit, and normalise it."""
    q = finite_floats(values, (4,), "an orientation (w, x, y, z)")
    length = float(np.linalg.norm(q))
    if abs(length - 1.0) > _UNIT:
        raise ModelError(f"an orientation (w, x, y, z) must be a unit quaternion, got one of length {length:.6g}")
    return q / length


def _evaluated(parameters: Parameters, effort: ArrayLike, velocity: ArrayLike, orientation: ArrayLike) -> Evaluation:
    engine = engine_of(parameters)
    engine.write(at.COMMAND, finite_floats(effort, (6,), "an effort [N, Nm]"))
    engine.write(at.STATE, finite_floats(velocity, (6,), "a velocity [m/s, rad/s]"), None, slice(7, 13))
    engine.write(at.STATE, unit_quaternion(orientation), None, slice(3, 7))
    return engine.evaluate()
