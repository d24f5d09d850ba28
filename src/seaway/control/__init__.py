"""Control: PID loops, autopilots, commands over time; from a wrench to commands; trim and linearisation."""

from seaway.control._allocation import Allocated, Allocation, allocation_matrix
from seaway.control._autopilot import Autopilot
from seaway.control._combined import Combined
from seaway.control._linearize import Linearization, linearize
from seaway.control._pid import Pid, PidMemory
from seaway.control._tables import Between, CommandTable, TimeTable, Value
from seaway.control._trim import Trim, trim
from seaway.control._zigzag import ZigZag

__all__ = [
    "Allocated",
    "Allocation",
    "Autopilot",
    "Between",
    "Combined",
    "CommandTable",
    "Linearization",
    "Pid",
    "PidMemory",
    "TimeTable",
    "Trim",
    "Value",
    "ZigZag",
    "allocation_matrix",
    "linearize",
    "trim",
]
