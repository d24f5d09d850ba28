"""The bits of a status, by name."""

from enum import IntFlag

from seaway.engine import _places as at

__all__ = ["Status"]


class Status(IntFlag):
    """Status flags of a vehicle in a row; 0 if all is well."""

    NOT_FINITE = at.NOT_FINITE
    """Its motion has diverged: the row stands still."""
    BELOW_FLOOR = at.BELOW_FLOOR
    """It has been below the floor since the row was reset; the row goes on."""
    BAD_COMMAND = at.BAD_COMMAND
    """Its command was not finite: the row stands still."""
