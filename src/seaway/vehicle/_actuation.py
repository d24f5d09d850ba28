"""From the commanded wrench to the one that acts: limits, slew rate, lag."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, frozen, text
from seaway.errors import ModelError

__all__ = ["Actuation"]


@dataclass(frozen=True, eq=False, init=False)
class Actuation:
    """How the wrench that a controller asks for becomes the wrench that acts, axis by axis.

    The command is cut at the limit, then changes no faster than the rate (once a step), then follows with a first-order
    lag (integrated with the motion). A wrench set with ``Simulation.set_wrench`` does not pass through it.

    Args:
        limit: Largest magnitude [N, Nm], one number or (6,).
        rate: Largest change a second [N/s, Nm/s], one number or (6,).
        time_constant: Of the lag [s], one number or (6,); 0 for none.

    Raises:
        ModelError: A number is negative or nan, a limit or rate is 0, or a time constant is infinite.
    """

    limit: Floats
    rate: Floats
    time_constant: Floats

    def __init__(self, limit: ArrayLike = np.inf, rate: ArrayLike = np.inf, time_constant: ArrayLike = 0.0):
        object.__setattr__(self, "limit", _six(limit, "the limit of an actuation [N, Nm]"))
        object.__setattr__(self, "rate", _six(rate, "the rate of an actuation [N/s, Nm/s]"))
        object.__setattr__(self, "time_constant", _six(time_constant, "the time constant of an actuation [s]"))
        for values, what in ((self.limit, "limit"), (self.rate, "rate")):
            if not np.all(values > 0.0):
                raise ModelError(f"the {what} of an actuation must be > 0 on every axis, got {text(values)}")
        if not np.all((self.time_constant >= 0.0) & np.isfinite(self.time_constant)):
            message = "the time constant of an actuation must be finite and >= 0 [s] on every axis"
            raise ModelError(f"{message}, got {text(self.time_constant)}")


def _six(values: ArrayLike, what: str) -> Floats:
    try:
        array = np.asarray(values)
    except ValueError:
        raise ModelError(f"{what} must be one number or six, got {values!r}") from None
    if array.dtype.kind not in "iuf" or array.shape not in ((), (6,)):
        raise ModelError(f"{what} must be one number or six, got {values!r}")
    return frozen(np.broadcast_to(array.astype(np.float64), (6,)))
