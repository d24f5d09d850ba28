"""Keep a recording that is at hand in a folder, as a run's."""

import os
from collections.abc import Callable, Mapping, Sequence

from seaway.errors import ScenarioError
from seaway.gazebo import Scene
from seaway.scenario._folder import RunFolder
from seaway.scenario._inputs import Inputs
from seaway.scenario._manifest import Digest, first_manifest, now
from seaway.scenario._store import Store
from seaway.sim import Recording

__all__ = ["keep_recording"]


def keep_recording(
    recording: Recording,
    scene: Scene,
    *,
    name: str,
    time_step: float,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    inputs: Inputs | None = None,
    command_line: Sequence[str] = (),
    others: Mapping[str, object] | None = None,
    figures: Callable[[RunFolder], object] | None = None,
) -> RunFolder:
    """Write a recording and its manifest to a folder, as ``run`` leaves them.

    Args:
        recording: What was recorded.
        scene: Vehicles and sea of it, for the manifest.
        name: Of the run, for its title and its folder.
        time_step: With which it was simulated [s].
        out: The folder; see ``RunFolder.created``.
        force: Whether a run that is in ``out`` may be replaced.
        inputs: Files that the scene came from; copied to the folder.
        command_line: For the manifest.
        others: Further entries of the manifest.
        figures: Draws figures to the folder, while no other run may take it.

    Raises:
        ScenarioError: The folder is taken, or cannot be written.
    """
    times = recording.time
    duration = float(times[-1] - times[0])
    manifest = first_manifest(
        scene,
        name=name,
        seed=None,
        command_line=command_line,
        duration=duration,
        time_step=time_step,
        record_period=duration / max(1, len(times) - 1),
        findings=scene.findings,
        others=others,
    )
    digest = Digest()
    digest.add(recording)
    with RunFolder.created(manifest, out, name, force=force, inputs=inputs) as folder:
        try:
            store = Store(folder, title=name, history=f"{now()} seaway")
            store.append(recording)
            store.finish("complete")
            finished = {"status": "complete", "finished": now(), "samples": len(times), "sha256": digest.text()}
            folder.update_manifest(finished, [folder.recording])
            if figures is not None:
                figures(folder)
        except OSError as error:
            message = f"the recording cannot be written to '{folder.path}': {error.strerror or error}"
            raise ScenarioError(message) from None
    return folder
