"""From a vehicle or mesh to numbers: hydrostatics, the rest position, estimates of added mass."""

from seaway.hydro._advice import rest_advice
from seaway.hydro._displaced import with_displaced_fluid
from seaway.hydro._hydrostatics import Hydrostatics, NaturalPeriods, hydrostatics
from seaway.hydro._righting_arm import RightingArm

__all__ = ["Hydrostatics", "NaturalPeriods", "RightingArm", "hydrostatics", "rest_advice", "with_displaced_fluid"]
