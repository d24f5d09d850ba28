"""Forward and inverse dynamics of the model, without time."""

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Records, finite_floats
from seaway.errors import ModelError
from seaway.kernels.model import bare_fleet
from seaway.kernels.rows import Evaluation
from seaway.kernels.water import WATER
from seaway.kernels.waves import WAVE
from seaway.sim import Engine
from seaway.uwv._parameters import Parameters

__all__ = ["calc_acceleration", "calc_efforts", "endless_water", "unit_quaternion"]

# A quaternion typed with six digits is off by so much.
_UNIT = 1e-5


def calc_acceleration(
    parameters: Parameters, effort: ArrayLike, velocity: ArrayLike, orientation: ArrayLike = (1.0, 0.0, 0.0, 0.0)
) -> Floats:
    """The acceleration that an effort gives: M^-1 (τ - g(q) - d(v)).

    Args:
        parameters: Of the model.
        effort: τ, (force, torque) in the body [N, Nm], (6,).
        velocity: (linear, angular) in the body [m/s, rad/s], (6,).
        orientation: Body to world, (w, x, y, z).

    Returns:
        [m/s2, rad/s2], (6,).
    """
    return _evaluated(parameters, effort, velocity, orientation).acceleration[0, 0]


def calc_efforts(
    parameters: Parameters, acceleration: ArrayLike, velocity: ArrayLike, orientation: ArrayLike = (1.0, 0.0, 0.0, 0.0)
) -> Floats:
    """The effort that gives an acceleration: M v' + g(q) + d(v); the inverse of ``calc_acceleration``.

    Args:
        parameters: Of the model.
        acceleration: In the body [m/s2, rad/s2], (6,).
        velocity: (linear, angular) in the body [m/s, rad/s], (6,).
        orientation: Body to world, (w, x, y, z).

    Returns:
        (force, torque) in the body [N, Nm], (6,).
    """
    a = finite_floats(acceleration, (6,), "an acceleration [m/s2, rad/s2]")
    evaluation = _evaluated(parameters, np.zeros(6), velocity, orientation)
    return parameters.inertia_matrix @ a - np.sum(evaluation.wrenches[0, 0], axis=0)


def endless_water() -> tuple[Records, Floats, Records]:
    """Still water without a surface, with ρ = g = 1: weight and buoyancy are then as given [N]."""
    water = np.zeros(1, dtype=WATER)
    water["density"] = water["gravity"] = 1.0
    water["surface"], water["floor"] = np.inf, -np.inf
    return water, np.zeros((0, 2, 2, 3)), np.zeros((0, 0), dtype=WAVE)


def unit_quaternion(values: ArrayLike) -> Floats:
    """Check that a quaternion is unit, and make it so to the last digit."""
    q = finite_floats(values, (4,), "an orientation (w, x, y, z)")
    length = float(np.linalg.norm(q))
    if abs(length - 1.0) > _UNIT:
        raise ModelError(f"an orientation (w, x, y, z) must be a unit quaternion, got one of length {length:.6g}")
    return q / length


def _evaluated(parameters: Parameters, effort: ArrayLike, velocity: ArrayLike, orientation: ArrayLike) -> Evaluation:
    engine = Engine(bare_fleet(*parameters.compiled()), *endless_water(), time_step=1.0)
    engine.memory.command[0, 0] = finite_floats(effort, (6,), "an effort [N, Nm]")
    engine.memory.state["velocity"][0, 0] = finite_floats(velocity, (6,), "a velocity [m/s, rad/s]")
    engine.memory.state["orientation"][0, 0] = unit_quaternion(orientation)
    return engine.evaluate()
