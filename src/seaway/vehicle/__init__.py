"""What moves: a rigid body with its added mass, buoyancy, damping, equipment and actuation."""

from seaway.vehicle._actuation import Actuation
from seaway.vehicle._advice import advice, floats
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._compiled import compiled, compiled_dampings
from seaway.vehicle._cross_flow import CrossFlow, hoerner_coefficient
from seaway.vehicle._damping import Damping, EnergySource
from seaway.vehicle._drag_area import DragArea, DragForm, Medium
from seaway.vehicle._extents import Box, Cylinder, Ellipsoid, Extent, Sphere
from seaway.vehicle._fin import Fin, FinDerivatives
from seaway.vehicle._hull import Hull, Pressure
from seaway.vehicle._hull_laws import HullDamping, HullFriction, HullLaw, HullPressureDrag, Slamming, SlammingKind
from seaway.vehicle._stiffness import HydrostaticStiffness
from seaway.vehicle._thruster import Drive, Thruster, ThrusterCommand
from seaway.vehicle._vehicle import Vehicle
from seaway.vehicle._world_joint import WorldJoint, WorldJointKind

__all__ = [
    "Actuation",
    "Box",
    "Buoyancy",
    "CrossFlow",
    "Cylinder",
    "Damping",
    "DragArea",
    "DragForm",
    "Drive",
    "Ellipsoid",
    "EnergySource",
    "Extent",
    "Fin",
    "FinDerivatives",
    "Hull",
    "HullDamping",
    "HullFriction",
    "HullLaw",
    "HullPressureDrag",
    "HydrostaticStiffness",
    "Medium",
    "Pressure",
    "Slamming",
    "SlammingKind",
    "Sphere",
    "Thruster",
    "ThrusterCommand",
    "Vehicle",
    "WorldJoint",
    "WorldJointKind",
    "advice",
    "compiled",
    "compiled_dampings",
    "floats",
    "hoerner_coefficient",
]
