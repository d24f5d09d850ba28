"""Simulate vehicles in a sea: one with every force explained, or many thousand at once."""

from seaway.kernels.forces import LAWS
from seaway.sim._audit import Energy, Momentum
from seaway.sim._engine import INTEGRATORS, Engine, Integrator
from seaway.sim._flags import Status
from seaway.sim._recording import Recording, VehicleRecording
from seaway.sim._simulation import Command, Controller, Simulation
from seaway.sim._state import Snapshot, State, VehicleState
from seaway.sim._status import STABILITY_LIMIT, failure, stiffness

__all__ = [
    "INTEGRATORS",
    "LAWS",
    "STABILITY_LIMIT",
    "Command",
    "Controller",
    "Energy",
    "Engine",
    "Integrator",
    "Momentum",
    "Recording",
    "Simulation",
    "Snapshot",
    "State",
    "Status",
    "VehicleRecording",
    "VehicleState",
    "failure",
    "stiffness",
]
