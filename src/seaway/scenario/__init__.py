"""Scenarios: vehicles in a sea described by a file, simulated and recorded to a folder that survives a crash."""

from seaway.scenario._check import check, check_run, findings_of
from seaway.scenario._folder import RunFolder
from seaway.scenario._load import Repetition, load
from seaway.scenario._load_vehicle import load_vehicle
from seaway.scenario._recording_file import open_run, recordings_of
from seaway.scenario._runner import RunResult, keep_recording, run
from seaway.scenario._scenario import Scenario
from seaway.scenario._schema import schema
from seaway.scenario._summary import SummaryLine, VehicleSpread, VehicleSummary, summary_of

__all__ = [
    "Repetition",
    "RunFolder",
    "RunResult",
    "Scenario",
    "SummaryLine",
    "VehicleSpread",
    "VehicleSummary",
    "check",
    "check_run",
    "findings_of",
    "keep_recording",
    "load",
    "load_vehicle",
    "open_run",
    "recordings_of",
    "run",
    "schema",
    "summary_of",
]
