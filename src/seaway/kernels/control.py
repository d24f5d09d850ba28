"""Set points over time, and open-loop commands."""

import math
from typing import Any, NamedTuple

from seaway._jit import kernel
from seaway.kernels.rotation import times
from seaway.kernels.vectors import Vector6

__all__ = ["SetPoints", "over_time", "scheduled", "scheduled_wrench", "short_way", "yaw_of", "zigzag"]

# Times n h are rounded: a time that precedes a node by less than this share of it counts as at the node.
_ROUNDING = 1e-12


class SetPoints(NamedTuple):
    """Set points of a controller that guidance may change, in the order of ``controllers.SET_POINTS``.

    Attributes:
        x: Position to the east [m].
        y: Position to the north [m].
        z: Position upward [m].
        depth: Depth of Bo below the still surface [m].
        roll: Roll [rad].
        pitch: Pitch [rad].
        yaw: Yaw [rad].
        speed: Forward speed through the water [m/s].
        ground_speed: Forward speed over ground [m/s].
    """

    x: float
    y: float
    z: float
    depth: float
    roll: float
    pitch: float
    yaw: float
    speed: float
    ground_speed: float


@kernel
def over_time(nodes: Any, values: Any, steps: int, t: float) -> float:
    """Evaluate a table at a time: linear or constant between nodes, constant outside.

    Args:
        nodes: Ascending times of the nodes [s].
        values: Values at the nodes.
        steps: Whether each value holds until the next node.
        t: Time [s].
    """
    last = len(nodes) - 1
    now = t + _ROUNDING * abs(t)
    if last == 0 or now < nodes[0]:
        return values[0]
    if now >= nodes[last]:
        return values[last]
    low, high = 0, last
    while high - low > 1:
        middle = (low + high) // 2
        if nodes[middle] <= now:
            low = middle
        else:
            high = middle
    if steps != 0:
        return values[low]
    part = max(t - nodes[low], 0.0) / (nodes[high] - nodes[low])
    return values[low] + part * (values[high] - values[low])


@kernel
def short_way(angle: float) -> float:
    """Wrap an angle to ±π [rad]."""
    return angle - 2.0 * math.pi * math.floor((angle + math.pi) / (2.0 * math.pi))


@kernel
def yaw_of(motion: Any) -> float:
    """Yaw of a vehicle [rad]."""
    return math.atan2(motion.R_WB[3], motion.R_WB[0])


# Open-loop commands: they add to ``out``, a wrench about Bo in B and the set point of every actuator


@kernel
def scheduled(par: Any, _: Any, __: Any, around: Any, out: Any) -> tuple[()]:
    """Command of one actuator over time."""
    out[par.target] = out[par.target] + over_time(par.value_times, par.value_values, par.value_steps, around.time)
    return ()


@kernel
def scheduled_wrench(par: Any, _: Any, motion: Any, around: Any, out: Any) -> tuple[()]:
    """Wrench over time, in body or in world axes."""
    t = around.time
    w: Vector6 = (
        over_time(par.f_x_times, par.f_x_values, par.f_x_steps, t),
        over_time(par.f_y_times, par.f_y_values, par.f_y_steps, t),
        over_time(par.f_z_times, par.f_z_values, par.f_z_steps, t),
        over_time(par.n_x_times, par.n_x_values, par.n_x_steps, t),
        over_time(par.n_y_times, par.n_y_values, par.n_y_steps, t),
        over_time(par.n_z_times, par.n_z_values, par.n_z_steps, t),
    )
    if par.world != 0:
        f, n = times(motion.R_BW, (w[0], w[1], w[2])), times(motion.R_BW, (w[3], w[4], w[5]))
        w = (f[0], f[1], f[2], n[0], n[1], n[2])
    for k in range(6):
        out[k] = out[k] + w[k]
    return ()


@kernel
def zigzag(par: Any, x: Any, motion: Any, around: Any, out: Any) -> tuple[float, float]:
    """Reverse the helm each time the heading has changed by an angle; see ``control.ZigZag``."""
    side, yaw0, yaw = x.side, x.yaw, yaw_of(motion)
    if side == 0.0 and around.time >= par.start - _ROUNDING * abs(par.start):
        side, yaw0 = par.first, yaw
    if side != 0.0 and side * short_way(yaw - yaw0) >= par.angle:
        side = -side
    for k in range(len(par.targets)):
        place = int(par.targets[k])
        out[place] = out[place] + (par.steady[k] + side * par.steer[k])
    return side, yaw0
