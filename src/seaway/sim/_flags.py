"""The bits of a status, by name."""

from enum import IntFlag

from seaway.kernels import rows

__all__ = ["Status"]


class Status(IntFlag):
    """What is the matter with a vehicle in a row; 0 where all is well."""

    NOT_FINITE = rows.NOT_FINITE
    """Its motion has diverged: the row stands still."""
    BELOW_FLOOR = rows.BELOW_FLOOR
    """It has been below the floor since the row was reset; the row goes on."""
    BAD_COMMAND = rows.BAD_COMMAND
    """Its command was not finite: the row stands still."""
