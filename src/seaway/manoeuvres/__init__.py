"""Standard manoeuvres: describe one, run it with a vehicle, get its measures.

``TurningCircle(side="left").run(vehicle, sea)`` simulates a vehicle, and so do the others; each result has its measures
and the recording, and ``seaway.report.manoeuvre_figure`` draws it. ``turning_measures`` and the others measure any
track, from a simulation or from a trial.
"""

from seaway.manoeuvres._bollard import BollardPull, BollardPullResult
from seaway.manoeuvres._decay_measures import decay_measures
from seaway.manoeuvres._free_decay import FreeDecay, FreeDecayResult
from seaway.manoeuvres._steered import TurningCircle, TurningCircleResult, ZigZagTrial, ZigZagTrialResult
from seaway.manoeuvres._step import StepResponse, StepResponseResult
from seaway.manoeuvres._step_measures import step_measures
from seaway.manoeuvres._turning_measures import turning_measures
from seaway.manoeuvres._zigzag_measures import zigzag_measures

__all__ = [
    "BollardPull",
    "BollardPullResult",
    "FreeDecay",
    "FreeDecayResult",
    "StepResponse",
    "StepResponseResult",
    "TurningCircle",
    "TurningCircleResult",
    "ZigZagTrial",
    "ZigZagTrialResult",
    "decay_measures",
    "step_measures",
    "turning_measures",
    "zigzag_measures",
]
