"""What moves: a rigid body with its added mass, buoyancy, damping and actuation."""

from seaway.vehicle._actuation import Actuation
from seaway.vehicle._advice import advice
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._compiled import compiled, compiled_dampings, compiled_hulls
from seaway.vehicle._damping import Damping, EnergySource
from seaway.vehicle._displaced import with_displaced_fluid
from seaway.vehicle._extents import Box, Cylinder, Ellipsoid, Extent, Sphere
from seaway.vehicle._hull import Hull, Pressure
from seaway.vehicle._hydrostatics import Hydrostatics, NaturalPeriods, RightingArm, hydrostatics
from seaway.vehicle._sdf_hulls import hulls_from_sdf
from seaway.vehicle._vehicle import Vehicle

__all__ = [
    "Actuation",
    "Box",
    "Buoyancy",
    "Cylinder",
    "Damping",
    "Ellipsoid",
    "EnergySource",
    "Extent",
    "Hull",
    "Hydrostatics",
    "NaturalPeriods",
    "Pressure",
    "RightingArm",
    "Sphere",
    "Vehicle",
    "advice",
    "compiled",
    "compiled_dampings",
    "compiled_hulls",
    "hulls_from_sdf",
    "hydrostatics",
    "with_displaced_fluid",
]
