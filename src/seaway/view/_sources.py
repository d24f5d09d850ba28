"""What is drawn of run folders and recordings: their motions, with vehicles and sea as far as they are known."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError, ScenarioError
from seaway.scenario import Repetition, RunFolder, open_run
from seaway.scenario._folder import read_manifest
from seaway.scenario._scene_file import read_scene
from seaway.sea import Sea
from seaway.sim import Recording
from seaway.vehicle import Vehicle
from seaway.view._motion import Motion
from seaway.view._routes import routes_of

__all__ = ["motion_of", "motion_of_all"]

Source = Recording | RunFolder | str | os.PathLike[str]

MAX_SAMPLES = 200_000
"""Most samples that are read of one run; of a longer one every n-th."""


class _Setting(NamedTuple):
    """Vehicles and sea of a run, the sea of each row, and routes by vehicle."""

    vehicles: Mapping[str, Vehicle]
    seas: Sequence[Sea]
    routes: Mapping[str, Floats]


def motion_of(source: Source, rows: Sequence[int] | None = None) -> Motion:
    """The motion that a recording or a run folder tells.

    Args:
        source: A recording of ``Simulation.run``, a run folder, or a ``recording.nc``.
        rows: Runs of a batch to draw; default: the first.

    Raises:
        ModelError: There are no states, or there is no such run in the batch.
        ScenarioError: There is no run.
    """
    chosen = tuple(rows) if rows else (0,)
    if isinstance(source, Recording):
        if source.setting is None:
            return _motion(source, _Setting({}, [Sea()] * len(chosen), {}), chosen, "")
        known = source.setting
        vehicles, routes = {each.name: each for each in known.vehicles}, routes_of(known.controller, known.vehicles)
        return _motion(source, _Setting(vehicles, [known.sea] * len(chosen), routes), chosen, "")
    path = source.path if isinstance(source, RunFolder) else Path(source)
    with open_run(path) as dataset:
        step = -(-dataset.sizes["time"] // MAX_SAMPLES)
        batch = dataset.sizes["row"]
        for row in chosen:
            if not 0 <= row < batch:
                raise ModelError(f"there is no run {row} in '{path}'; there are {batch}, from 0")
        part = dataset.isel(time=slice(None, None, step), row=list(chosen))
        recording = Recording.from_xarray(part)
        title = str(dataset.attrs.get("title", ""))
    folder = path if path.is_dir() else path.parent
    setting = _setting(folder, chosen)
    motion = _motion(recording, setting, tuple(range(len(chosen))), title)
    if len(chosen) > 1:  # the rows have their numbers in the batch
        count = len(recording.names)
        motion = motion.renamed(
            [
                f"{track.label.rpartition(', run ')[0]}, run {chosen[n // count]}"
                for n, track in enumerate(motion.tracks)
            ]
        )
    return motion


def motion_of_all(sources: Sequence[Source], rows: Sequence[int] | None = None) -> Motion:
    """The motion of several runs in one scene; all but the first are ghosts."""
    if not sources:
        raise ModelError("give a run to draw")
    first, *others = (motion_of(source, rows) for source in sources)
    return first.beside(others) if others else first


def _motion(recording: Recording, setting: _Setting, rows: Sequence[int], title: str) -> Motion:
    vehicles = [setting.vehicles.get(name) for name in recording.names]
    return Motion.of_recording(recording, vehicles, setting.seas, rows=rows, title=title, waypoints=setting.routes)


def _setting(folder: Path, rows: Sequence[int]) -> _Setting:
    """Vehicles and sea of a run folder: from its inputs, or from its ``scene.npz``; else plain ones."""
    manifest = folder / "manifest.json"
    if not manifest.is_file():
        return _Setting({}, [Sea()] * len(rows), {})
    try:
        repetition = Repetition.load(manifest)
    except ScenarioError:  # made in Python, or it needs code that is not run here
        return _kept(folder, rows)
    scenario = repetition.scenario
    sea = scenario.scene.sea
    seas = [sea] * len(rows)
    if repetition.batch > 1 and scenario.waves_of is not None:
        seeds = scenario.seeds(repetition.batch)
        seas = [sea.replace(waves=scenario.waves_of(seeds[row])) for row in rows]
    vehicles = {each.name: each for each in scenario.scene.vehicles}
    return _Setting(vehicles, seas, routes_of(scenario.controller(), scenario.scene.vehicles))


def _kept(folder: Path, rows: Sequence[int]) -> _Setting:
    listed = cast("dict[str, Any]", read_manifest(folder / "manifest.json")["files"])
    file = RunFolder(folder).scene
    if file.name not in listed or not file.is_file() or file.is_symlink():
        return _Setting({}, [Sea()] * len(rows), {})
    vehicles, sea = read_scene(file)
    return _Setting({each.name: each for each in vehicles}, [sea] * len(rows), {})


def start_of(motion: Motion) -> Floats:
    """Where the first vehicle starts [m], (3,)."""
    finite = motion.tracks[0].position[np.all(np.isfinite(motion.tracks[0].position), axis=1)]
    return finite[0] if len(finite) else np.zeros(3)
