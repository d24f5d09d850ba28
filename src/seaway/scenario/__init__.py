"""Scenarios: vehicles in a sea described by a file, simulated and recorded to a folder that survives a crash."""

from seaway.scenario._check import check, check_run
from seaway.scenario._folder import RunFolder
from seaway.scenario._load import Repetition, load_scenario
from seaway.scenario._load_vehicle import load_vehicle
from seaway.scenario._recording_file import open_run
from seaway.scenario._runner import RunResult, run
from seaway.scenario._scenario import Scenario
from seaway.scenario._schema import schema

__all__ = [
    "Repetition",
    "RunFolder",
    "RunResult",
    "Scenario",
    "check",
    "check_run",
    "load_scenario",
    "load_vehicle",
    "open_run",
    "run",
    "schema",
]
