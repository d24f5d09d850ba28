"""Water: density, gravity, surface, seabed, and a current that is uniform or a table over time and depth."""

import math
from typing import Any, Final

import numpy as np

from seaway._jit import kernel
from seaway._lanes import like, one_lane, where, width_of, with_lane
from seaway.kernels.vectors import ZERO3, Vector3

__all__ = ["WATER", "current", "depth_below", "drift", "table_current"]


WATER: Final = np.dtype(
    [
        ("density", "f8"),  # ρ [kg/m3]
        ("gravity", "f8"),  # g [m/s2], along -z
        ("surface", "f8"),  # height of the still surface, z_W [m]; infinite in unbounded water
        ("floor", "f8"),  # height of the seabed, z_W [m]; -infinite without one
        ("current", "f8", 3),  # velocity of a uniform current, v_WC_W [m/s]
        ("drift", "f8", 2),  # drift of the frame of the waves at time 0 [m]
        ("waves", "i8"),  # kind of waves, see waves
        ("wave_count", "i8"),  # number of components
        ("wave_along", "f8", 2),  # y axis of the expansion: the common direction of the waves, or y
        ("long_crested", "i8"),  # whether all waves run in that direction, or the opposite one
        ("wave_depth", "f8"),  # depth of the water for the waves [m]; infinite in deep water
        ("wave_ramp", "f8"),  # time over which the waves are ramped up [s]
        ("wave_layer", "f8"),  # depth to which their pressure follows the surface [m], > 0
        ("wave_set_down", "f8"),  # Σ a² ω² / (4 g sinh² kd) [m]
        ("viscosity", "f8"),  # kinematic viscosity of the water [m2/s]
        ("air_density", "f8"),  # density of the air [kg/m3]
        ("wind", "f8", 3),  # mean wind at the reference height, in W [m/s]
        ("wind_height", "f8"),  # reference height above the surface [m]
        ("wind_exponent", "f8"),  # exponent of the power-law profile
        ("gust", "f8"),  # standard deviation of gusts along x and along y [m/s], 0 for none
        ("gust_time", "f8"),  # time constant of gusts [s]
    ]
)


@kernel
def depth_below(level: float, z: float) -> float:
    """Depth of a point below a surface [m]; in unbounded water below z = 0."""
    return where(abs(level) < math.inf, level - z, -z)


@kernel
def _margin(sea: Any, along_depth: bool, k: int) -> float:
    """Coordinate of a node: times are in the first column of the table, depths in its first row."""
    return sea.current_table[3 * k] if along_depth else sea.current_table[3 * k * (1 + sea.current_depths)]


@kernel
def _bracket(sea: Any, along_depth: bool, x: float) -> tuple[int, int, float]:
    """Find the nodes on both sides of x, and 1 / their distance; outside, twice the end node, and 0."""
    low, high = 1, sea.current_depths if along_depth else sea.current_times
    if x < _margin(sea, along_depth, low):
        return low, low, 0.0
    if x >= _margin(sea, along_depth, high):
        return high, high, 0.0
    while high - low > 1:
        middle = (low + high) // 2
        if _margin(sea, along_depth, middle) <= x:
            low = middle
        else:
            high = middle
    return low, high, 1.0 / (_margin(sea, along_depth, high) - _margin(sea, along_depth, low))


@kernel
def _node(sea: Any, j: int, k: int) -> Vector3:
    at = 3 * (j * (1 + sea.current_depths) + k)
    return (sea.current_table[at], sea.current_table[at + 1], sea.current_table[at + 2])


@kernel
def _between(a: Vector3, b: Vector3, f: float) -> Vector3:
    return (a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1]), a[2] + f * (b[2] - a[2]))


@kernel
def _profile(sea: Any, t: float, depth: float) -> tuple[Vector3, Vector3]:
    """Current at a time and depth, and its derivative with respect to depth."""
    t0, t1, per_second = _bracket(sea, False, t)
    d0, d1, per_meter = _bracket(sea, True, depth)
    f = (t - _margin(sea, False, t0)) * per_second
    g = (depth - _margin(sea, True, d0)) * per_meter
    shallow = _between(_node(sea, t0, d0), _node(sea, t1, d0), f)
    deep = _between(_node(sea, t0, d1), _node(sea, t1, d1), f)
    gradient = (
        per_meter * (deep[0] - shallow[0]),
        per_meter * (deep[1] - shallow[1]),
        per_meter * (deep[2] - shallow[2]),
    )
    return _between(shallow, deep, g), gradient


@kernel
def table_current(sea: Any, t: float, start: float, time_step: float, depth: float) -> tuple[Vector3, Vector3, Vector3]:
    """Current of a table at a depth, its rate, and its derivative with respect to height, in W; for single floats.

    It is linear between the nodes. Within a step it is linear in time, from its value at the start to that at the end:
    it is thus smooth within a step and continuous from one to the next, wherever the nodes are.

    Args:
        sea: Parameters with ``current_table``, (1 + T, 1 + D, 3) with margins: velocities v_WC_W from [1:, 1:], the T
            times [s] in [1:, 0, 0], the drift of the current at the first depth by then along x and y [m] in
            [1:, 0, 1:], the D depths below the still surface [m] in [0, 1:, 0].
        t: Time [s].
        start: Start of the step [s].
        time_step: Time step [s].
        depth: Depth below the still surface [m].
    """
    before, steep = _profile(sea, start, depth)
    after, steeper = _profile(sea, start + time_step, depth)
    part = (t - start) / time_step
    v, gradient = _between(before, after, part), _between(steep, steeper, part)
    rate = (
        (after[0] - before[0]) / time_step,
        (after[1] - before[1]) / time_step,
        (after[2] - before[2]) / time_step,
    )
    # Depth grows as z falls: dv/dz = -dv/ddepth.
    return v, rate, (-gradient[0], -gradient[1], -gradient[2])


@kernel
def current(
    sea: Any, tables: Any, t: float, start: float, time_step: float, depth: float
) -> tuple[Vector3, Vector3, Vector3]:
    """Current at a depth, its rate, and its derivative with respect to height, in W.

    Args:
        sea: Parameters of the sea.
        tables: None for a uniform current, anything else for one from a table.
        t: Time [s].
        start: Start of the step [s].
        time_step: Time step [s].
        depth: Depth below the still surface [m].
    """
    if tables is None:
        return sea.current, ZERO3, ZERO3
    zero = like(depth, 0.0)
    v, a, steep = (zero, zero, zero), (zero, zero, zero), (zero, zero, zero)
    for i in range(width_of(depth)):
        found = table_current(one_lane(sea, i), one_lane(t, i), one_lane(start, i), time_step, one_lane(depth, i))
        v, a, steep = with_lane(v, i, found[0]), with_lane(a, i, found[1]), with_lane(steep, i, found[2])
    return v, a, steep


@kernel
def _table_drift(sea: Any, t: float) -> tuple[float, float, float, float]:
    """Drift of the current of a table along x and y, and its velocity; 0 if it varies with depth."""
    if sea.current_depths > 1:
        return 0.0, 0.0, 0.0, 0.0
    low, high, per_second = _bracket(sea, False, t)
    since = t - _margin(sea, False, low)
    first, last, at = _node(sea, low, 1), _node(sea, high, 1), 6 * low
    ax, ay = per_second * (last[0] - first[0]), per_second * (last[1] - first[1])
    return (
        sea.current_table[at + 1] + since * (first[0] + 0.5 * since * ax),
        sea.current_table[at + 2] + since * (first[1] + 0.5 * since * ay),
        first[0] + since * ax,
        first[1] + since * ay,
    )


@kernel
def drift(sea: Any, tables: Any, t: float) -> tuple[Vector3, Vector3]:
    """Drift of the frame of the waves, and its velocity, in W.

    The frame drifts with the current. A current that varies with depth carries each wave separately, see
    ``waves.carry``; the frame is then at rest.
    """
    offset, zero = sea.drift, like(t, 0.0)
    if tables is None:
        v = sea.current
        return (v[0] * t + offset[0], v[1] * t + offset[1], zero), (v[0] + zero, v[1] + zero, zero)
    shift, speed = (zero, zero, zero), (zero, zero, zero)
    for i in range(width_of(t)):
        x, y, u, v = _table_drift(one_lane(sea, i), one_lane(t, i))
        shift, speed = with_lane(shift, i, (x, y, 0.0)), with_lane(speed, i, (u, v, 0.0))
    return (shift[0] + offset[0], shift[1] + offset[1], zero), speed
