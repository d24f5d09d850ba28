"""What moves: a rigid body with its added mass, buoyancy, damping, equipment and actuation."""

from seaway.vehicle._actuation import Actuation
from seaway.vehicle._advice import advice
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._compiled import compiled, compiled_dampings
from seaway.vehicle._cross_flow import CrossFlow, hoerner_coefficient
from seaway.vehicle._damping import Damping, EnergySource
from seaway.vehicle._displaced import with_displaced_fluid
from seaway.vehicle._drag_area import DragArea, DragForm, Medium
from seaway.vehicle._extents import Box, Cylinder, Ellipsoid, Extent, Sphere
from seaway.vehicle._fin import Fin, FinDerivatives
from seaway.vehicle._from_sdf import Scene, from_sdf, scene_from_sdf
from seaway.vehicle._guide import Guide, GuideKind
from seaway.vehicle._hull import Hull, Pressure
from seaway.vehicle._hull_laws import HullDamping, HullFriction, HullLaw, HullPressureDrag, Slamming, SlammingKind
from seaway.vehicle._hydrostatics import Hydrostatics, NaturalPeriods, RightingArm, hydrostatics
from seaway.vehicle._sdf_hulls import hulls_from_sdf
from seaway.vehicle._sdf_plan import SceneWrench
from seaway.vehicle._stiffness import HydrostaticStiffness
from seaway.vehicle._thruster import Drive, Thruster, ThrusterCommand
from seaway.vehicle._to_sdf import SdfText, to_sdf
from seaway.vehicle._vehicle import Vehicle

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
    "Guide",
    "GuideKind",
    "Hull",
    "HullDamping",
    "HullFriction",
    "HullLaw",
    "HullPressureDrag",
    "HydrostaticStiffness",
    "Hydrostatics",
    "Medium",
    "NaturalPeriods",
    "Pressure",
    "RightingArm",
    "Scene",
    "SceneWrench",
    "SdfText",
    "Slamming",
    "SlammingKind",
    "Sphere",
    "Thruster",
    "ThrusterCommand",
    "Vehicle",
    "advice",
    "compiled",
    "compiled_dampings",
    "from_sdf",
    "hoerner_coefficient",
    "hulls_from_sdf",
    "hydrostatics",
    "scene_from_sdf",
    "to_sdf",
    "with_displaced_fluid",
]
