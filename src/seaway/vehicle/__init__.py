"""Vehicles: a rigid body with added mass, buoyancy, damping, thrusters, fins and other forces."""

from seaway.vehicle import _forms as _forms  # other ways to write these parts in files
from seaway.vehicle import _thruster_forms as _thruster_forms
from seaway.vehicle._actuation import Actuation
from seaway.vehicle._advice import advice
from seaway.vehicle._body import FluidAddedMass, RigidBody
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._cross_flow import CrossFlow, hoerner_coefficient
from seaway.vehicle._damping import Damping, EnergySource
from seaway.vehicle._drag_area import DragArea
from seaway.vehicle._fin import Fin, FinDerivatives
from seaway.vehicle._hull import Hull
from seaway.vehicle._hull_forces import HullDamping, HullForce, HullFriction, HullPressureDrag, Slamming
from seaway.vehicle._own_forces import PythonForce
from seaway.vehicle._stiffness import HydrostaticStiffness
from seaway.vehicle._thruster import Thruster
from seaway.vehicle._vehicle import Vehicle
from seaway.vehicle._visual import Visual
from seaway.vehicle._world_joint import WorldJoint

__all__ = [
    "Actuation",
    "Buoyancy",
    "CrossFlow",
    "Damping",
    "DragArea",
    "EnergySource",
    "Fin",
    "FinDerivatives",
    "FluidAddedMass",
    "Hull",
    "HullDamping",
    "HullForce",
    "HullFriction",
    "HullPressureDrag",
    "HydrostaticStiffness",
    "PythonForce",
    "RigidBody",
    "Slamming",
    "Thruster",
    "Vehicle",
    "Visual",
    "WorldJoint",
    "advice",
    "hoerner_coefficient",
]
