"""Simulate vehicles in a sea: one with every force explained, or many thousand at once."""

from seaway.kernels.forces import LAWS
from seaway.sim._actuators import ActuatorRecording
from seaway.sim._audit import Energy, Momentum
from seaway.sim._internal import InternalState
from seaway.sim._recording import Recording, VehicleRecording
from seaway.sim._simulation import Command, Controller, Simulation
from seaway.sim._state import Snapshot, State, VehicleState

__all__ = [
    "LAWS",
    "ActuatorRecording",
    "Command",
    "Controller",
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
