"""From the commanded wrench to the applied one: limits, slew rate, first-order lag, axis by axis.

The slewed command is updated once a step and held; the lagged wrench is integrated with the motion, T x' = command - x.
"""

from typing import Final

from seaway._arrays import Floats, Record
from seaway._jit import kernel
from seaway.kernels.vectors import Vector6

__all__ = ["FIELDS", "HELD_COUNT", "LAGGED", "RATE_COUNT", "SLEWED", "applied_wrench", "held_command", "lag_rate"]

FIELDS: Final = [
    ("actuated", "i8"),  # 1 for a vehicle that has an actuation
    ("limit", "f8", 6),  # largest magnitude [N, Nm]
    ("rate", "f8", 6),  # largest change a second [N/s, Nm/s]
    ("time_constant", "f8", 6),  # of the lag [s], 0 for none
]

# States of a vehicle: those that are integrated, then those held over a step.
LAGGED: Final = 0
RATE_COUNT: Final = 6
SLEWED: Final = 0
HELD_COUNT: Final = 6


@kernel
def held_command(body: Record, time_step: float, command: Floats, held: Floats) -> None:
    """Once a step: move the slewed command towards the limited one."""
    limit, rate = body["limit"], body["rate"]
    for k in range(6):
        wanted = min(max(command[k], -limit[k]), limit[k])
        change = wanted - held[SLEWED + k]
        most = rate[k] * time_step
        held[SLEWED + k] = wanted if abs(change) <= most else held[SLEWED + k] + (most if change > 0.0 else -most)


@kernel
def _axis(body: Record, k: int, held: Floats, integrated: Floats) -> float:
    return integrated[LAGGED + k] if body["time_constant"][k] > 0.0 else held[SLEWED + k]


@kernel
def applied_wrench(body: Record, held: Floats, integrated: Floats) -> Vector6:
    """The wrench that acts: lagged where there is a lag, else the slewed command."""
    return (
        _axis(body, 0, held, integrated),
        _axis(body, 1, held, integrated),
        _axis(body, 2, held, integrated),
        _axis(body, 3, held, integrated),
        _axis(body, 4, held, integrated),
        _axis(body, 5, held, integrated),
    )


@kernel
def lag_rate(body: Record, held: Floats, integrated: Floats, rate_out: Floats) -> None:
    """X' = (command - x) / T of the lagged wrench."""
    for k in range(6):
        T = body["time_constant"][k]
        rate_out[LAGGED + k] = (held[SLEWED + k] - integrated[LAGGED + k]) / T if T > 0.0 else 0.0
