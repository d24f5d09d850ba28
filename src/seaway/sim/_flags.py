"""Status flags of a vehicle, by name."""

from enum import IntFlag

from seaway.engine import _places as at

__all__ = ["Status"]


class Status(IntFlag):
    """Status flags of a vehicle in a run; 0 if all is well."""

    NOT_FINITE = at.NOT_FINITE
    """The motion diverged; the run has stopped."""
    BELOW_FLOOR = at.BELOW_FLOOR
    """The vehicle has been below the seabed since the last reset; the run goes on."""
    BAD_COMMAND = at.BAD_COMMAND
    """A command was not finite; the run has stopped."""
