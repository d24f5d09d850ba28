"""Runs: a scene from a file, simulated and recorded to a folder that can be read at any moment, also after a crash."""

from seaway.scenario._check import check, check_run, findings_of
from seaway.scenario._folder import RunFolder
from seaway.scenario._inputs import MAX_INPUT_BYTES, Inputs
from seaway.scenario._keep import keep_recording
from seaway.scenario._repeat import Repetition, load_repetition, manifest_of
from seaway.scenario._runner import RECORDED, RunResult, RunStatus, run, run_scenario
from seaway.scenario._scenario import MAX_ROWS, Scenario, ScenarioSource, load_scenario, row_seeds
from seaway.scenario._scene import load_scene, simulation_of
from seaway.scenario._schema import SCHEMA_DIALECT, scenario_schema
from seaway.scenario._store import open_run, recordings_of, summary_of, unverified
from seaway.scenario._summary import SummaryLine, VehicleSpread, VehicleSummary

__all__ = [
    "MAX_INPUT_BYTES",
    "MAX_ROWS",
    "RECORDED",
    "SCHEMA_DIALECT",
    "Inputs",
    "Repetition",
    "RunFolder",
    "RunResult",
    "RunStatus",
    "Scenario",
    "ScenarioSource",
    "SummaryLine",
    "VehicleSpread",
    "VehicleSummary",
    "check",
    "check_run",
    "findings_of",
    "keep_recording",
    "load_repetition",
    "load_scenario",
    "load_scene",
    "manifest_of",
    "open_run",
    "recordings_of",
    "row_seeds",
    "run",
    "run_scenario",
    "scenario_schema",
    "simulation_of",
    "summary_of",
    "unverified",
]
