"""Control allocation: commands of thrusters and fins for a wrench, within limits, with priority of attitude.

Without limits the thrusts are one product with the inverse of the allocation matrix. If that exceeds a limit, the axes
are allocated in tiers: roll and pitch, yaw, heave, surge and sway. Each tier adds the largest share of its thrusts that
keeps all limits.

Fins control axes that thrusters do not. Their torque per angle scales with the square of the forward speed.
"""

import math
from typing import Any

from seaway._jit import kernel
from seaway.kernels.vectors import Vector6

__all__ = ["INDEXED", "IN_SPEED", "IN_TABLE", "IN_THRUST", "allocate", "thrust_limits", "thruster_command"]

IN_THRUST = 0  # values of ``par.kinds``: a thruster commanded by thrust [N],
IN_SPEED = 1  # by propeller speed [rad/s],
IN_TABLE = 2  # or by the input of its table of thrusts
INDEXED = 64  # entries of ``par.table_index`` for each thruster: the first node at or above a thrust


@kernel
def _tier(i: int) -> tuple[int, int]:
    """First axis of a tier, and the axis after its last."""
    if i == 0:
        return 3, 5
    if i == 1:
        return 5, 6
    if i == 2:
        return 2, 3
    return 0, 2


@kernel
def _sum(inverse: Any, k: int, wrench: Vector6) -> float:
    """Row k of an inverse, stored by rows of six, times a wrench."""
    i = 6 * k
    return (
        (inverse[i] * wrench[0] + inverse[i + 1] * wrench[1])
        + (inverse[i + 2] * wrench[2] + inverse[i + 3] * wrench[3])
        + (inverse[i + 4] * wrench[4] + inverse[i + 5] * wrench[5])
    )


@kernel
def _masked(wrench: Vector6, first: int, stop: int) -> Vector6:
    """The part of a wrench on the axes of a tier."""
    return (
        wrench[0] if first <= 0 < stop else 0.0,
        wrench[1] if first <= 1 < stop else 0.0,
        wrench[2] if first <= 2 < stop else 0.0,
        wrench[3] if first <= 3 < stop else 0.0,
        wrench[4] if first <= 4 < stop else 0.0,
        wrench[5] if first <= 5 < stop else 0.0,
    )


@kernel
def thrust_limits(par: Any, k: int, speed: float) -> tuple[float, float]:
    """Least and greatest thrust of a thruster at a forward speed [N]."""
    slip = par.slips[k] * speed
    if slip == 0.0:
        return par.lowest[k], par.highest[k]
    # Thrust falls with advance: thrust = y (|c| y + slip), y = |ω|.
    fastest, slowest = par.fastest[k], par.slowest[k]
    high = fastest * (abs(par.ahead[k]) * fastest + slip)
    low = -slowest * (abs(par.astern[k]) * slowest - slip)
    return min(low, 0.0), max(high, 0.0)


@kernel
def thruster_command(par: Any, k: int, thrust: float, speed: float) -> float:
    """Command for a thrust within the limits, 0 in the dead band."""
    kind = int(par.kinds[k])
    u = thrust
    if kind == IN_SPEED:
        slip = par.slips[k] * speed
        way = 1.0 if par.ahead[k] >= 0.0 else -1.0
        ahead, astern = max(abs(par.ahead[k]), 1e-300), max(abs(par.astern[k]), 1e-300)
        under = slip * slip + 4.0 * ahead * thrust
        if thrust > 0.0 or (slip < 0.0 and under >= 0.0 and thrust < 0.0):
            u = way * (math.sqrt(max(under, 0.0)) - slip) / (2.0 * ahead)
        elif thrust < 0.0:
            u = -way * (slip + math.sqrt(slip * slip - 4.0 * astern * thrust)) / (2.0 * astern)
        else:
            u = 0.0
    elif kind == IN_TABLE:
        u = _inverted(par, k, thrust)
    u = min(max(u, par.command_lowest[k]), par.command_highest[k])
    return 0.0 if abs(u) < par.dead_bands[k] else u


@kernel
def _inverted(par: Any, k: int, thrust: float) -> float:
    """Command at which a table has a given thrust; the middle of several."""
    y, c = par.table_thrusts, par.table_commands
    begin, end = int(par.table_first[k]), int(par.table_last[k])
    if thrust <= y[begin]:
        return c[begin]
    if thrust >= y[end]:
        return c[end]
    # An index over equally spaced thrusts leads to a node before, from which few steps remain.
    place = INDEXED * k + int((thrust - y[begin]) * par.table_scale[k])
    high = max(int(par.table_index[place]), begin + 1)
    while y[high] < thrust:
        high += 1
    while y[high - 1] >= thrust:
        high -= 1
    low = high - 1
    if y[high] == thrust:
        last = high
        while last < end and y[last + 1] == thrust:
            last += 1
        return 0.5 * (c[high] + c[last])
    return c[low] + (thrust - y[low]) * par.table_slopes[low]


@kernel
def _share(now: float, more: float, low: float, high: float) -> float:
    """Largest share of ``more`` that keeps a value within limits."""
    if now + more > high:
        return max(high - now, 0.0) / more if more > 0.0 else 0.0
    if now + more < low:
        return max(now - low, 0.0) / -more if more < 0.0 else 0.0
    return 1.0


@kernel
def _thrusts(par: Any, wrench: Vector6, speed: float, out: Any) -> Vector6:
    """Write thrusts [N] to ``out``; return the share of each axis that they provide."""
    n = par.thruster_count
    fits = True
    for k in range(n):
        thrust = _sum(par.inverse, k, wrench)
        low, high = thrust_limits(par, k, speed)
        fits = fits and low <= thrust and thrust <= high
        out[k] = thrust
    if fits:
        return (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    for k in range(n):
        out[k] = 0.0
    s0, s1, s2, s3 = 1.0, 1.0, 1.0, 1.0
    for i in range(4):
        first, stop = _tier(i)
        part = _masked(wrench, first, stop)
        share = 1.0
        for k in range(n):
            low, high = thrust_limits(par, k, speed)
            share = min(share, _share(out[k], _sum(par.inverse, k, part), low, high))
        for k in range(n):
            out[k] = out[k] + share * _sum(par.inverse, k, part)
        if i == 0:
            s0 = share
        elif i == 1:
            s1 = share
        elif i == 2:
            s2 = share
        else:
            s3 = share
    return (s3, s3, s2, s0, s0, s1)


@kernel
def _angles(par: Any, wrench: Vector6, speed: float, out: Any) -> Vector6:
    """Write fin angles [rad] to ``out`` after the thrusters; return the share that they provide of each axis."""
    n, m = par.thruster_count, par.fin_count
    ratio = speed / par.cruise
    effect = max(ratio * ratio, par.least_effect)
    effect = effect if speed >= 0.0 else -effect
    fits = True
    for k in range(m):
        angle = _sum(par.fin_inverse, k, wrench) / effect
        fits = fits and abs(angle) <= par.fin_limits[k]
        out[n + k] = angle
    if fits:
        return (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    for k in range(m):
        out[n + k] = 0.0
    s0, s1 = 1.0, 1.0
    for i in range(2):
        first, stop = _tier(i)
        part = _masked(wrench, first, stop)
        share = 1.0
        for k in range(m):
            limit = par.fin_limits[k]
            share = min(share, _share(out[n + k], _sum(par.fin_inverse, k, part) / effect, -limit, limit))
        for k in range(m):
            out[n + k] = out[n + k] + share * _sum(par.fin_inverse, k, part) / effect
        if i == 0:
            s0 = share
        else:
            s1 = share
    return (1.0, 1.0, 1.0, s0, s0, s1)


@kernel
def allocate(par: Any, wrench: Vector6, speed: float, out: Any) -> Vector6:
    """Write the command of every actuator to ``out``; return the wrench that they provide within their limits.

    On axes without actuators it is the demanded wrench; losses in a dead band do not count as missing.

    Args:
        par: Parameters, see ``seaway.control``.
        wrench: Demanded wrench about Bo in B [N, N m].
        speed: Forward speed through the water [m/s].
        out: Commands of thrusters, then of fins, each in its own unit.
    """
    a = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    if par.thruster_count > 0:
        a = _thrusts(par, wrench, speed, out)
        for k in range(par.thruster_count):
            out[k] = thruster_command(par, k, out[k], speed)
    b = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    if par.fin_count > 0:
        b = _angles(par, wrench, speed, out)
    t, f = par.by_thrusters, par.by_fins  # 1 for each axis that they control
    return (
        wrench[0] * (1.0 - t[0] * (1.0 - a[0])),
        wrench[1] * (1.0 - t[1] * (1.0 - a[1])),
        wrench[2] * (1.0 - t[2] * (1.0 - a[2])),
        wrench[3] * (1.0 - t[3] * (1.0 - a[3])) * (1.0 - f[3] * (1.0 - b[3])),
        wrench[4] * (1.0 - t[4] * (1.0 - a[4])) * (1.0 - f[4] * (1.0 - b[4])),
        wrench[5] * (1.0 - t[5] * (1.0 - a[5])) * (1.0 - f[5] * (1.0 - b[5])),
    )
