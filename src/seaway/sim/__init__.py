"""Simulate vehicles in a sea: one with every force explained, or many thousand at once."""

from seaway.kernels.forces import LAWS
from seaway.sim._actuators import ActuatorKind, ActuatorRecording, Quantity
from seaway.sim._audit import Energy, Momentum
from seaway.sim._dataset import Fields, Labelled, dimensions_of, fields_of, xarray_of
from seaway.sim._engine import INTEGRATORS, Engine, Integrator
from seaway.sim._flags import Status
from seaway.sim._internal import InternalState
from seaway.sim._recording import GROUPS, Recording, Sink, VehicleRecording, write_csv
from seaway.sim._simulation import Command, Controller, Simulation
from seaway.sim._state import Snapshot, State, VehicleState
from seaway.sim._status import STABILITY_LIMIT, failure, stiffness

__all__ = [
    "GROUPS",
    "INTEGRATORS",
    "LAWS",
    "STABILITY_LIMIT",
    "ActuatorKind",
    "ActuatorRecording",
    "Command",
    "Controller",
    "Energy",
    "Engine",
    "Fields",
    "Integrator",
    "InternalState",
    "Labelled",
    "Momentum",
    "Quantity",
    "Recording",
    "Simulation",
    "Sink",
    "Snapshot",
    "State",
    "Status",
    "VehicleRecording",
    "VehicleState",
    "dimensions_of",
    "failure",
    "fields_of",
    "stiffness",
    "write_csv",
    "xarray_of",
]
