"""Learning: Gymnasium environments on the batch engine.

``import seaway.gym`` registers the tasks. ``gymnasium.make("seaway/StationKeeping-v0", vehicle="bluerov2")`` makes a
single environment, ``gymnasium.make_vec("seaway/StationKeeping-v0", num_envs=4096)`` many in one batch. Without
the import, ``"seaway.gym:seaway/StationKeeping-v0"`` names a task.
"""

import importlib.util

from seaway.errors import MissingDependencyError

if importlib.util.find_spec("gymnasium") is None:
    raise MissingDependencyError("gymnasium", "gym")

from seaway.gym._core import Core
from seaway.gym._draws import Distribution, Draws, choice, log_uniform, nominal, normal, uniform
from seaway.gym._environments import SeawayEnv, SeawayVectorEnv, register, register_task
from seaway.gym._now import Now
from seaway.gym._realism import Realism
from seaway.gym._sb3 import sb3
from seaway.gym._setup import Setup
from seaway.gym._task import Aim, Signal, Start, Task
from seaway.gym._tasks import DepthHeadingTask, DockingTask, PathFollowingTask, StationKeepingTask, WaypointsTask

register()

__all__ = [
    "Aim",
    "Core",
    "DepthHeadingTask",
    "Distribution",
    "DockingTask",
    "Draws",
    "Now",
    "PathFollowingTask",
    "Realism",
    "SeawayEnv",
    "SeawayVectorEnv",
    "Setup",
    "Signal",
    "Start",
    "StationKeepingTask",
    "Task",
    "WaypointsTask",
    "choice",
    "log_uniform",
    "nominal",
    "normal",
    "register_task",
    "sb3",
    "uniform",
]
