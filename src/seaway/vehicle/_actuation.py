"""From the commanded wrench to the one that acts: limits, slew rate, lag."""

from math import inf

from seaway.parts import Array, Part


class Actuation(Part, what="actuation"):
    """How the wrench that a controller commands becomes the wrench that acts, axis by axis.

    The command is limited, then rate-limited (once a step), then passed through a first-order lag (integrated with the
    motion). A wrench set with ``Simulation.set_wrench`` bypasses it.
    """

    limit: Array = Array(shape=(6,), fill=True, unit="N, Nm", above=0.0, finite=False, default=inf)
    """Largest magnitude, one number or six."""
    rate: Array = Array(shape=(6,), fill=True, unit="N/s, Nm/s", above=0.0, finite=False, default=inf)
    """Largest rate of change, one number or six."""
    time_constant: Array = Array(shape=(6,), fill=True, unit="s", at_least=0.0, default=0.0)
    """Time constant of the lag, one number or six; 0 for none."""
