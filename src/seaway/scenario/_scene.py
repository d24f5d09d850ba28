"""What a file says of a run: vehicles, where they start, the sea, and the files that all this came from."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from seaway import gazebo, sdf
from seaway._files import Disk
from seaway.errors import ScenarioError
from seaway.gazebo import Scene
from seaway.sim import Command, Integrator, Simulation

__all__ = ["TIME_STEP", "command_of", "load_scene", "simulation_of"]

TIME_STEP: Final = 0.01
"""Where neither the user nor the file has one [s]."""


def load_scene(
    path: str | Path,
    model_path: Iterable[str | Path] = (),
    *,
    freeze_joints: bool = False,
    ignore: Sequence[str] = (),
    seed: int = 0,
) -> tuple[Scene, tuple[Path, ...]]:
    """Read a scene.

    Args:
        path: An SDFormat file, or a model folder.
        model_path: Folders where included models may be; see ``seaway.sdf.load``.
        freeze_joints: Take joints that would move for fixed ones.
        ignore: What to leave out, by name; see ``seaway.gazebo.scene``.
        seed: Of random waves.

    Returns:
        The scene, and every file that it was read from.

    Raises:
        SdfError: The file is not valid, or has what cannot be simulated.
        ScenarioError: Nothing in it moves.
    """
    files = Disk()
    document = sdf.load(path, model_path, files)
    scene = gazebo.scene(document, freeze_joints=freeze_joints, ignore=ignore, seed=seed)
    if not scene.vehicles:
        raise ScenarioError(f"{path}: nothing in it moves: give it a model with a link that is not static")
    return scene, tuple(files.opened)


def simulation_of(
    scene: Scene,
    time_step: float | None = None,
    *,
    batch: int = 1,
    integrator: Integrator = "rk4",
    start_time: float = 0.0,
) -> Simulation:
    """A simulation at the start of a scene.

    Args:
        scene: What to simulate.
        time_step: [s]; that of the scene where None, 0.01 where that has none.
        batch: Number of rows, which all start alike.
        integrator: ``"rk4"`` or ``"semi_implicit_euler"``.
        start_time: Time of step 0 [s].
    """
    own = TIME_STEP if scene.time_step is None else scene.time_step
    step = own if time_step is None else time_step
    sim = Simulation(scene.vehicles, scene.sea, step, batch, integrator, start_time)
    for k, pose in enumerate(scene.poses):
        sim.set_state(k, position=pose.p, orientation=pose.q, velocity=scene.velocities[k])
    for n, wrench in enumerate(scene.wrenches):
        sim.set_wrench(
            wrench.vehicle,
            force=wrench.force,
            torque=wrench.torque,
            point=wrench.point,
            axes="world",
            name=f"scene {n + 1}",
        )
    return sim


def command_of(scene: Scene) -> Command | None:
    """The command that is held over a run; None where there is none."""
    return Command(actuators=dict(scene.commands)) if scene.commands else None
