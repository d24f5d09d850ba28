"""Limits, slew rate and lag of a commanded wrench."""

from collections.abc import Iterator
from math import inf
from typing import Final

import numpy as np

from seaway.forces import Force, Held, Input, Integrated, Kernels, Law, Prepared, law_of
from seaway.kernels import actuation as kernels
from seaway.parts import Array


class Actuation(Force, what="actuation"):
    """Actuator dynamics of a commanded wrench, axis by axis.

    The command is limited, then rate-limited (once a step), then passed through a first-order lag (integrated with the
    motion). A wrench set with ``Simulation.set_wrench`` bypasses it.
    """

    limit: Array = Array(shape=(6,), fill=True, unit="N, Nm", above=0.0, finite=False, default=inf)
    """Maximum magnitude, one number or six."""
    rate_limit: Array = Array(
        shape=(6,), fill=True, unit="N/s, Nm/s", above=0.0, finite=False, default=inf, kernel="rate"
    )
    """Maximum rate of change, one number or six."""
    time_constant: Array = Array(shape=(6,), fill=True, unit="s", at_least=0.0, default=0.0)
    """Time constant of the first-order lag, one number or six; 0 for none."""

    def law(self) -> Law:
        """The compiled kind of this force."""
        return _LAW

    def moving_states(self) -> Iterator[tuple[int, str, str]]:
        """Yield the axes that have a lag."""
        lags = np.any(np.atleast_2d(self.time_constant) > 0.0, axis=0)
        for k in np.flatnonzero(lags).tolist():
            yield k, f"wrench.{_AXES[k]}", "N" if k < 3 else "Nm"


_AXES: Final = ("surge", "sway", "heave", "roll", "pitch", "yaw")
_LAW: Final = law_of(
    Actuation,
    "actuation",
    Kernels(kernels.wrench, kernels.prepare, kernels.update, kernels.steady),
    (
        Integrated("N, Nm", 6, "lagged"),
        Held("N, Nm", 6, "slewed"),
        Prepared("N, Nm", 6, "asked"),
        Input("N, Nm", 6, "command"),
    ),
    force="command",
)
