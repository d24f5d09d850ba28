"""Actuation of a commanded wrench: limits, slew rate and first-order lag, axis by axis.

The slewed command is updated at the start of each step and held; the lagged wrench is integrated with the motion,
T x' = command - x.
"""

from typing import Any

from seaway._jit import kernel
from seaway._lanes import where
from seaway.kernels.vectors import Vector6

__all__ = ["prepare", "steady", "update", "wrench"]


@kernel
def prepare(par: Any, command: Vector6) -> tuple[Vector6]:
    """Limit the command: ``asked``."""
    limit = par.limit
    return (
        (
            min(max(command[0], -limit[0]), limit[0]),
            min(max(command[1], -limit[1]), limit[1]),
            min(max(command[2], -limit[2]), limit[2]),
            min(max(command[3], -limit[3]), limit[3]),
            min(max(command[4], -limit[4]), limit[4]),
            min(max(command[5], -limit[5]), limit[5]),
        ),
    )


@kernel
def _slewed(wanted: float, held: float, most: float) -> float:
    """Move towards a set point by at most a largest change."""
    change = wanted - held
    return where(abs(change) <= most, wanted, held + where(change > 0.0, most, -most))


@kernel
def update(par: Any, x: Any, around: Any, _: Any) -> tuple[Vector6]:
    """Move the slewed command towards the limited one at the start of a step: ``slewed``."""
    a, s, r, h = x.asked, x.slewed, par.rate, around.time_step
    return (
        (
            _slewed(a[0], s[0], r[0] * h),
            _slewed(a[1], s[1], r[1] * h),
            _slewed(a[2], s[2], r[2] * h),
            _slewed(a[3], s[3], r[3] * h),
            _slewed(a[4], s[4], r[4] * h),
            _slewed(a[5], s[5], r[5] * h),
        ),
    )


@kernel
def _lagged(T: float, slewed: float, lagged: float) -> tuple[float, float]:
    """Force along an axis, and the rate of its lag."""
    lags = T > 0.0
    return where(lags, lagged, slewed), where(lags, (slewed - lagged) / where(lags, T, 1.0), 0.0)


@kernel
def wrench(par: Any, x: Any, _: Any, __: Any) -> tuple[Vector6, tuple[Vector6]]:
    """Actual wrench: lagged on an axis with a lag, otherwise the slewed command."""
    T, s, v = par.time_constant, x.slewed, x.lagged
    f0, r0 = _lagged(T[0], s[0], v[0])
    f1, r1 = _lagged(T[1], s[1], v[1])
    f2, r2 = _lagged(T[2], s[2], v[2])
    f3, r3 = _lagged(T[3], s[3], v[3])
    f4, r4 = _lagged(T[4], s[4], v[4])
    f5, r5 = _lagged(T[5], s[5], v[5])
    return (f0, f1, f2, f3, f4, f5), ((r0, r1, r2, r3, r4, r5),)


@kernel
def steady(par: Any, x: Any, _: Any, __: Any) -> tuple[Vector6, Vector6]:
    """Steady state under a constant command: ``lagged`` and ``slewed``."""
    T, a = par.time_constant, x.asked
    lagged = (
        where(T[0] > 0.0, a[0], 0.0),
        where(T[1] > 0.0, a[1], 0.0),
        where(T[2] > 0.0, a[2], 0.0),
        where(T[3] > 0.0, a[3], 0.0),
        where(T[4] > 0.0, a[4], 0.0),
        where(T[5] > 0.0, a[5], 0.0),
    )
    return lagged, a
