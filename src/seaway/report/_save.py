"""A run folder of a recording made from Python."""

import os
from pathlib import Path

import numpy as np

from seaway.errors import ModelError
from seaway.gazebo import Scene
from seaway.report._run_report import write_report
from seaway.scenario import RunFolder
from seaway.scenario._runner import keep_recording
from seaway.sim import Recording


def save(
    recording: Recording, folder: str | os.PathLike[str], *, name: str | None = None, force: bool = False
) -> RunFolder:
    """Make a run folder of a recording from ``Simulation.run``: recording, manifest and report, as ``seaway run`` does.

    Args:
        recording: The recording.
        folder: The folder to make.
        name: Name of the run; default: that of the folder.
        force: Whether to replace a run that is in the folder.

    Raises:
        ModelError: The recording was read from a file, or is empty.
        ScenarioError: The folder is taken, or cannot be written.
    """
    if not isinstance(recording, Recording):
        raise ModelError(f"a Recording from Simulation.run is saved, got {type(recording).__name__}")
    if recording.setting is None:
        raise ModelError("a recording that was read from a file is in a run folder already; save one of Simulation.run")
    if not len(recording.time) or "position" not in recording.variables:
        raise ModelError('the recording has no states; run the simulation with record="state"')
    vehicles, sea, time_step, integrator = recording.setting
    rows = np.zeros((len(vehicles), 6))
    scene = Scene(vehicles, sea, (), rows, time_step)
    return keep_recording(
        recording,
        scene,
        folder,
        name=name or Path(folder).resolve().name,
        force=force,
        figures=lambda run: run.update_manifest({}, [write_report(run)]),
        time_step=time_step,
        integrator=integrator,
    )
