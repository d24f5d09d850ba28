"""Measurements of an autopilot, in all runs at once.

Sums of products are written out: in one order, whatever the number of rows, so that a row has the digits of a single
run.
"""

from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.frames import matrix_from_quaternion
from seaway.sea import Sea
from seaway.sim import State

_STEEPEST: Final = 0.01  # cos² of the pitch, at 84°


def dot(a: Floats, b: Floats) -> Floats:
    """The scalar products of rows of three numbers, (batch,)."""
    return a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1] + a[:, 2] * b[:, 2]


def turned(R: Floats, v: Floats) -> Floats:
    """R v of every row."""
    return np.stack([dot(R[:, i], v) for i in range(3)], axis=-1)


def turned_back(R: Floats, v: Floats) -> Floats:
    """The transpose of R, times v, of every row."""
    return np.stack([dot(R[:, :, i], v) for i in range(3)], axis=-1)


class Measured(NamedTuple):
    """Measurements, in all runs.

    Attributes:
        position: p_WBo_W [m], (batch, 3).
        velocity: (v_WB_B, w_WB_B), (batch, 6).
        R_WB: (batch, 3, 3).
        rpy: [rad], (batch, 3).
        rpy_rates: How fast they change [rad/s], (batch, 3). Near a pitch of ±90°, where yaw may change at any rate,
            that of the yaw is held down.
        axes: About which roll, pitch and yaw turn, in B, (batch, 3, 3): x of B, the level one to the left, up.
        speed: Forward, through the water [m/s], (batch,).
        level: Height of the still surface [m].
    """

    position: Floats
    velocity: Floats
    R_WB: Floats
    rpy: Floats
    rpy_rates: Floats
    axes: Floats
    speed: Floats
    level: float

    @classmethod
    def of(cls, state: State, k: int, sea: Sea) -> "Measured":
        position, velocity = state.position[:, k], state.velocity[:, k]
        R = matrix_from_quaternion(state.orientation[:, k])
        up = R[:, 2]  # the vertical in B
        steep = np.hypot(up[:, 1], up[:, 2])
        rpy = np.stack(
            [np.arctan2(up[:, 1], up[:, 2]), np.arctan2(-up[:, 0], steep), np.arctan2(R[:, 1, 0], R[:, 0, 0])], axis=-1
        )
        level_axis = np.where(
            steep[:, None] > 0.0,
            np.stack([np.zeros_like(steep), up[:, 2], -up[:, 1]], axis=-1) / np.where(steep > 0.0, steep, 1.0)[:, None],
            np.array([0.0, 1.0, 0.0]),
        )
        p, q, r = velocity[:, 3], velocity[:, 4], velocity[:, 5]
        yaw_rate = (up[:, 1] * q + up[:, 2] * r) / np.maximum(steep * steep, _STEEPEST)
        rates = np.stack([p - up[:, 0] * yaw_rate, dot(velocity[:, 3:], level_axis), yaw_rate], axis=-1)
        forward = np.broadcast_to(np.array([1.0, 0.0, 0.0]), up.shape)
        level = 0.0 if sea.surface is None else sea.surface
        speed = velocity[:, 0]
        if sea.current is not None:
            flow_W = sea.current.at(state.time, level - position[:, 2])
            speed = speed - dot(R[:, :, 0], flow_W)
        return cls(position, velocity, R, rpy, rates, np.stack([forward, level_axis, up], axis=1), speed, level)
