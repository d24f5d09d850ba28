"""uwv_dynamic_model as its users know it: parameters, model types, simulation, inverse dynamics.

A thin face over ``seaway.sim``: the same equations, the same defaults, the same digits, run by the same kernels. World
and body are right-handed with z up, x forward, y left; spatial vectors are (linear, angular) in the body; quaternions
are (w, x, y, z), body to world. There is no surface, no floor and no current: the water has no end.

What the original lets pass in silence is an error here: numbers that are not finite, a singular or asymmetric inertia
matrix, a quaternion that is not unit, a wrong number of damping matrices. A degree of freedom without inertia is
locked by saying so.
"""

from seaway.uwv._model import calc_acceleration, calc_efforts
from seaway.uwv._parameters import ModelType, Parameters
from seaway.uwv._simulation import Simulation, Simulator, State

__all__ = [
    "ModelType",
    "Parameters",
    "Simulation",
    "Simulator",
    "State",
    "calc_acceleration",
    "calc_efforts",
]
