"""Engine: assembles the step of a simulation from its forces, compiles, caches and runs it, without checks."""

from seaway.engine._engine import STOPPED, Engine, Evaluation, Instance
from seaway.engine._parameters import Body, SeaParameters, body_of, sea_of
from seaway.engine._structure import Integrator, Structure

__all__ = [
    "STOPPED",
    "Body",
    "Engine",
    "Evaluation",
    "Instance",
    "Integrator",
    "SeaParameters",
    "Structure",
    "body_of",
    "sea_of",
]
