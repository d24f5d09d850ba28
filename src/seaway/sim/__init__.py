"""Simulate vehicles in a sea: a single run with every force by name, or batches of many thousand runs."""

from seaway.sim._actuators import ActuatorRecording
from seaway.sim._audit import Energy, Momentum
from seaway.sim._commands import AnyController, Command
from seaway.sim._recording import Recording, VehicleRecording
from seaway.sim._simulation import Simulation
from seaway.sim._state import InternalState, Snapshot, State, VehicleState

__all__ = [
    "ActuatorRecording",
    "AnyController",
    "Command",
    "Energy",
    "InternalState",
    "Momentum",
    "Recording",
    "Simulation",
    "Snapshot",
    "State",
    "VehicleRecording",
    "VehicleState",
]
