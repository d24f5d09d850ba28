"""uwv_dynamic_model with its own interface: parameters, model types, simulation, inverse dynamics.

A thin layer over ``seaway.sim``: the same equations, defaults and digits, run by the same kernels. World and body are
right-handed with z up, x forward, y left; spatial vectors are (linear, angular) in the body; quaternions are
(w, x, y, z), body to world. The water is unbounded: no surface, no seabed, no current.

These are errors here, while the original accepts them silently: numbers that are not finite, a singular or asymmetric
inertia matrix, a quaternion that is not unit, a wrong number of damping matrices. Degrees of freedom without inertia
must be locked explicitly.
"""

from seaway.uwv._model import calc_acceleration, calc_efforts
from seaway.uwv._parameters import ModelType, Parameters
from seaway.uwv._simulation import Simulator, UwvSimulation, UwvState

__all__ = ["ModelType", "Parameters", "Simulator", "UwvSimulation", "UwvState", "calc_acceleration", "calc_efforts"]
