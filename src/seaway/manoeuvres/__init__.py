"""Standard manoeuvres: run one, get its measures.

``turning_circle``, ``zigzag``, ``free_decay``, ``bollard_pull`` and ``step_response`` simulate a vehicle; each result
has its measures and the recording, and ``seaway.report.manoeuvre_figure`` draws it. ``turning_measures`` and the others
measure any track, from a simulation or from a trial.
"""

from seaway.manoeuvres._bollard import BollardPull, SteadySpeeds, bollard_pull, steady_speeds
from seaway.manoeuvres._decay_measures import DecayMeasures, decay_measures
from seaway.manoeuvres._free_decay import DecayAxis, FreeDecay, free_decay
from seaway.manoeuvres._imo import SHORTEST_SHIP, Criterion, turning_criteria, zigzag_criteria
from seaway.manoeuvres._start import Manoeuvre, Quantity, rest_pose
from seaway.manoeuvres._steered import TurningCircle, ZigZagTrial, turning_circle, zigzag
from seaway.manoeuvres._steering import Steering, ahead_commands, steering_of
from seaway.manoeuvres._step import StepResponse, StepTarget, step_response
from seaway.manoeuvres._step_measures import StepMeasures, step_measures
from seaway.manoeuvres._turning_measures import TurningMeasures, turning_measures
from seaway.manoeuvres._zigzag_measures import ZigZagMeasures, zigzag_measures

__all__ = [
    "SHORTEST_SHIP",
    "BollardPull",
    "Criterion",
    "DecayAxis",
    "DecayMeasures",
    "FreeDecay",
    "Manoeuvre",
    "Quantity",
    "SteadySpeeds",
    "Steering",
    "StepMeasures",
    "StepResponse",
    "StepTarget",
    "TurningCircle",
    "TurningMeasures",
    "ZigZagMeasures",
    "ZigZagTrial",
    "ahead_commands",
    "bollard_pull",
    "decay_measures",
    "free_decay",
    "rest_pose",
    "steady_speeds",
    "steering_of",
    "step_measures",
    "step_response",
    "turning_circle",
    "turning_criteria",
    "turning_measures",
    "zigzag",
    "zigzag_criteria",
    "zigzag_measures",
]
