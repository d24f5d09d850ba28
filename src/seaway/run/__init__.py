"""Runs: a scene from a file, simulated and recorded to a folder that can be read at any moment, also after a crash."""

from seaway.run._folder import RunFolder
from seaway.run._runner import RECORDED, RunResult, RunStatus, run
from seaway.run._scene import load_scene, simulation_of
from seaway.run._store import open_run, recordings_of
from seaway.run._summary import SummaryLine, VehicleSummary

__all__ = [
    "RECORDED",
    "RunFolder",
    "RunResult",
    "RunStatus",
    "SummaryLine",
    "VehicleSummary",
    "load_scene",
    "open_run",
    "recordings_of",
    "run",
    "simulation_of",
]
