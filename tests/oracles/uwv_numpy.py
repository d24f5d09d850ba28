"""The model of uwv_dynamic_model in plain NumPy, written from its equations and slow.

With v = (v1, v2), linear and angular in the body, q body to world, z up::

    v'  = M^+ (τ - g(q) - d(v))                       M^+ the pseudo-inverse: no inertia, no acceleration
    d   = D0 v + D1 (|v| o v)                         SIMPLE
        = c(v) + D0 v + D1 (|v| o v)                  INTERMEDIATE
        = c(v) + Σ_i |v_i| D_i v                      COMPLEX
    c   = [v2 × p ; v1 × p + v2 × h],                 [p; h] = M v
    g   = [(W - B) u ; (W r_g - B r_b) × u],          u = q^-1 (0, 0, 1) q
    p'  = R(q) v1,    q' = q (0, v2/2)

R(q) has 1 - 2 (y² + z²) on its diagonal and so on; q^-1 is q*/|q|². The two belong together for a unit quaternion only.
One step is the classic Runge-Kutta scheme of order 4. The quaternions of its stages are not normalised, its result is.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ModelType = Literal["SIMPLE", "INTERMEDIATE", "COMPLEX"]

UP = np.array([0.0, 0.0, 1.0])


@dataclass
class Model:
    """Parameters of the model; see the equations above.

    Attributes:
        kind: Which effects are in it.
        M: Inertia, (6, 6).
        D: Damping, (2, 6, 6) or (6, 6, 6).
        r_b: Centre of buoyancy, (3,).
        r_g: Centre of gravity, (3,).
        W: Weight.
        B: Buoyancy.
    """

    kind: ModelType
    M: Array
    D: Array
    r_b: Array = field(default_factory=lambda: np.zeros(3))
    r_g: Array = field(default_factory=lambda: np.zeros(3))
    W: float = 1.0
    B: float = 1.0

    def __post_init__(self) -> None:
        self.M_inverse = np.linalg.pinv(self.M, rcond=6.0 * np.finfo(float).eps)

    def acceleration(self, effort: Array, v: Array, q: Array) -> Array:
        """M^+ (τ - g(q) - d(v)), (6,)."""
        return self.M_inverse @ (effort - self.restoring(q) - self.velocity_effects(v))

    def efforts(self, acceleration: Array, v: Array, q: Array) -> Array:
        """τ = M v' + g(q) + d(v), (6,)."""
        return self.M @ acceleration + self.restoring(q) + self.velocity_effects(v)

    def restoring(self, q: Array) -> Array:
        """g(q), (6,)."""
        up = rotated(inverse(q), UP)
        return np.concatenate([(self.W - self.B) * up, np.cross(self.W * self.r_g - self.B * self.r_b, up)])

    def velocity_effects(self, v: Array) -> Array:
        """d(v), (6,)."""
        if self.kind == "COMPLEX":
            return self.coriolis(v) + np.tensordot(np.abs(v), self.D, axes=1) @ v
        damping = self.D[0] @ v + self.D[1] @ (np.abs(v) * v)
        return damping if self.kind == "SIMPLE" else self.coriolis(v) + damping

    def coriolis(self, v: Array) -> Array:
        """c(v), (6,)."""
        momentum = self.M @ v
        p, h = momentum[:3], momentum[3:]
        return np.concatenate([np.cross(v[3:], p), np.cross(v[:3], p) + np.cross(v[3:], h)])


def product(a: Array, b: Array) -> Array:
    """Hamilton's product of quaternions (w, x, y, z)."""
    scalar = a[0] * b[0] - a[1:] @ b[1:]
    return np.concatenate([[scalar], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])])


def inverse(q: Array) -> Array:
    """q*/|q|²."""
    return np.array([q[0], -q[1], -q[2], -q[3]]) / (q @ q)


def rotated(q: Array, vector: Array) -> Array:
    """With t = 2 q_v × vector: vector + w t + q_v × t, a rotation for a unit quaternion."""
    t = 2.0 * np.cross(q[1:], vector)
    return vector + q[0] * t + np.cross(q[1:], t)


def matrix(q: Array) -> Array:
    """R(q), a rotation for a unit quaternion."""
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def rates(model: Model, state: Array, effort: Array, pose_held: bool) -> Array:
    """The derivative of (position, quaternion, v1, v2), (13,)."""
    q, v = state[3:7], state[7:]
    acceleration = model.acceleration(effort, v, q)
    if pose_held:
        return np.concatenate([np.zeros(7), acceleration])
    turning = product(q, np.concatenate([[0.0], 0.5 * v[3:]]))
    return np.concatenate([matrix(q) @ v[:3], turning, acceleration])


def step(model: Model, state: Array, effort: Array, h: float, pose_held: bool = False) -> Array:
    """One Runge-Kutta step; ``pose_held`` is the simulator DYNAMIC, else DYNAMIC_KINEMATIC."""
    k1 = rates(model, state, effort, pose_held)
    k2 = rates(model, state + h / 2 * k1, effort, pose_held)
    k3 = rates(model, state + h / 2 * k2, effort, pose_held)
    k4 = rates(model, state + h * k3, effort, pose_held)
    new = state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    new[3:7] /= np.linalg.norm(new[3:7])
    return new


def trajectory(
    model: Model,
    state: Array,
    efforts: Iterable[Array],
    sampling_time: float,
    simulations_per_cycle: int = 1,
    pose_held: bool = False,
) -> Array:
    """States after each effort, held over a sampling time that is cut into steps, (efforts, 13)."""
    states = []
    for effort in efforts:
        for _ in range(simulations_per_cycle):
            state = step(model, state, effort, sampling_time / simulations_per_cycle, pose_held)
        states.append(state)
    return np.array(states)
