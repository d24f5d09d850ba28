"""Control: PID loops, autopilots and commands over time; how a wanted wrench becomes commands of thrusters."""

from seaway.control._allocation import Allocated, Allocation, allocation_matrix
from seaway.control._autopilot import Autopilot
from seaway.control._combined import Combined
from seaway.control._pid import Pid, PidMemory
from seaway.control._tables import Between, CommandTable, TimeTable, Value
from seaway.control._zigzag import ZigZag

__all__ = [
    "Allocated",
    "Allocation",
    "Autopilot",
    "Between",
    "Combined",
    "CommandTable",
    "Pid",
    "PidMemory",
    "TimeTable",
    "Value",
    "ZigZag",
    "allocation_matrix",
]
