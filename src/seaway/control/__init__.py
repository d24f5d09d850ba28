"""Control: autopilots, guidance, PID loops, commands over time, control allocation, trim and linearisation."""

from seaway.control._allocated import Allocated
from seaway.control._allocation import Allocation, allocation_matrix
from seaway.control._autopilot import Autopilot
from seaway.control._combined import Combined
from seaway.control._guidance import DepthProfile, Docking, Guidance, PathFollowing, StationKeeping, Waypoints
from seaway.control._guidance_settings import GuidanceSettings
from seaway.control._linearize import Linearization, linearize
from seaway.control._path_forms import CirclePath, CornerPath, DubinsPath, LawnmowerPath
from seaway.control._paths import Path
from seaway.control._pid import Pid
from seaway.control._settings import ControlSettings
from seaway.control._tables import CommandTable
from seaway.control._trim import Trim, trim
from seaway.control._wave_filter import WaveFilter
from seaway.control._zigzag import ZigZag
from seaway.controllers import TimeTable

__all__ = [
    "Allocated",
    "Allocation",
    "Autopilot",
    "CirclePath",
    "Combined",
    "CommandTable",
    "ControlSettings",
    "CornerPath",
    "DepthProfile",
    "Docking",
    "DubinsPath",
    "Guidance",
    "GuidanceSettings",
    "LawnmowerPath",
    "Linearization",
    "Path",
    "PathFollowing",
    "Pid",
    "StationKeeping",
    "TimeTable",
    "Trim",
    "WaveFilter",
    "Waypoints",
    "ZigZag",
    "allocation_matrix",
    "linearize",
    "trim",
]
