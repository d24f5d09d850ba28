"""From the commanded wrench to the applied one: limits, slew rate, first-order lag, axis by axis.

The slewed command is updated once a step and held; the lagged wrench is integrated with the motion, T x' = command - x.
"""

from typing import Final

from seaway._arrays import Floats, Record
from seaway._jit import kernel
from seaway.kernels.vectors import Vector6

__all__ = [
    "FIELDS",
    "HELD_COUNT",
    "LAGGED",
    "RATE_COUNT",
    "SLEWED",
    "applied_wrench",
    "coming_wrench",
    "held_command",
    "lag_rate",
]

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
def _slewed(body: Record, k: int, time_step: float, command: float, held: float) -> float:
    """The limited command, as near as the rate allows within a step."""
    limit, most = body["limit"][k], body["rate"][k] * time_step
    wanted = min(max(command, -limit), limit)
    change = wanted - held
    return wanted if abs(change) <= most else held + (most if change > 0.0 else -most)


@kernel
def held_command(body: Record, time_step: float, command: Floats, held: Floats) -> None:
    """Once a step: move the slewed command towards the limited one."""
    for k in range(6):
        held[SLEWED + k] = _slewed(body, k, time_step, command[k], held[SLEWED + k])


@kernel
def _axis(body: Record, k: int, held: float, integrated: Floats) -> float:
    return integrated[LAGGED + k] if body["time_constant"][k] > 0.0 else held


@kernel
def applied_wrench(body: Record, held: Floats, integrated: Floats) -> Vector6:
    """The wrench that acts: lagged where there is a lag, else the slewed command."""
    return (
        _axis(body, 0, held[SLEWED], integrated),
        _axis(body, 1, held[SLEWED + 1], integrated),
        _axis(body, 2, held[SLEWED + 2], integrated),
        _axis(body, 3, held[SLEWED + 3], integrated),
        _axis(body, 4, held[SLEWED + 4], integrated),
        _axis(body, 5, held[SLEWED + 5], integrated),
    )


@kernel
def coming_wrench(body: Record, time_step: float, command: Floats, held: Floats, integrated: Floats) -> Vector6:
    """The wrench that will act at the start of the next step, before the slewed command has moved."""
    return (
        _axis(body, 0, _slewed(body, 0, time_step, command[0], held[SLEWED]), integrated),
        _axis(body, 1, _slewed(body, 1, time_step, command[1], held[SLEWED + 1]), integrated),
        _axis(body, 2, _slewed(body, 2, time_step, command[2], held[SLEWED + 2]), integrated),
        _axis(body, 3, _slewed(body, 3, time_step, command[3], held[SLEWED + 3]), integrated),
        _axis(body, 4, _slewed(body, 4, time_step, command[4], held[SLEWED + 4]), integrated),
        _axis(body, 5, _slewed(body, 5, time_step, command[5], held[SLEWED + 5]), integrated),
    )


@kernel
def lag_rate(body: Record, held: Floats, integrated: Floats, rate_out: Floats) -> None:
    """X' = (command - x) / T of the lagged wrench."""
    for k in range(6):
        T = body["time_constant"][k]
        rate_out[LAGGED + k] = (held[SLEWED + k] - integrated[LAGGED + k]) / T if T > 0.0 else 0.0
