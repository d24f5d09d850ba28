"""A run folder of a recording made from Python."""

import os
import sys
from pathlib import Path

from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.gazebo import Scene
from seaway.parts import row
from seaway.report._run_report import write_report
from seaway.scenario import RunFolder
from seaway.scenario._drawing import described_drawing
from seaway.scenario._findings import advice_on
from seaway.scenario._runner import keep_recording
from seaway.sim import Recording


def save(
    recording: Recording, folder: str | os.PathLike[str], *, name: str | None = None, force: bool = False
) -> RunFolder:
    """Make a run folder of a recording from ``Simulation.run``: recording, manifest and report, as ``seaway run`` does.

    The manifest has the findings of the checks of the vehicles in their sea, versions, the command line of the script,
    and a summary if state, acceleration, energy and water were recorded. The report shows what was recorded: run the
    simulation with ``record="all"`` for all of it.

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
    setting = recording.setting
    if setting is None:
        raise ModelError("a recording that was read from a file is in a run folder already; save one of Simulation.run")
    if not len(recording.time) or "position" not in recording.variables:
        raise ModelError('the recording has no states; run the simulation with record="state"')
    title = name or Path(folder).resolve().name
    vehicles = tuple(row(vehicle, 0) for vehicle in setting.vehicles)
    position, orientation, velocity = (recording.variables[v][0, 0] for v in ("position", "orientation", "velocity"))
    poses = tuple(Pose(p, q) for p, q in zip(position.tolist(), orientation.tolist(), strict=True))
    scene = Scene(vehicles, setting.sea, poses, velocity, setting.time_step)
    return keep_recording(
        recording,
        scene,
        folder,
        name=title,
        force=force,
        findings=tuple(dict.fromkeys(advice_on(scene, setting.integrator))),
        figures=lambda run: run.update_manifest({}, [write_report(run)]),
        title=title,
        time_step=setting.time_step,
        integrator=setting.integrator,
        command_line=_command_line(),
        quantities=list(recording.variables),
        drawing=described_drawing(scene, setting.controller),
    )


def _command_line() -> list[str]:
    """The command line of the script; empty where there is none, as in a notebook."""
    script = sys.argv[0] if sys.argv else ""
    return ["python", *sys.argv] if Path(script).is_file() else []
