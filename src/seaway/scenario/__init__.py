"""Scenarios: vehicles in a sea described by a file, simulated and recorded to a folder that survives a crash."""

from typing import TYPE_CHECKING

from seaway._lazy import lazy

if TYPE_CHECKING:
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

# A script that loads a vehicle does not wait for what runs scenarios.
__getattr__ = lazy(
    __name__,
    {
        "_check": ("check", "check_run"),
        "_folder": ("RunFolder",),
        "_load": ("Repetition", "load_scenario"),
        "_load_vehicle": ("load_vehicle",),
        "_recording_file": ("open_run",),
        "_runner": ("RunResult", "run"),
        "_scenario": ("Scenario",),
        "_schema": ("schema",),
    },
)
