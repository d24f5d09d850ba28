"""Assembles the step from the forces present, compiles it, keeps it and runs it; checks nothing."""

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
