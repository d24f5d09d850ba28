"""Simulations of scenes."""

from typing import Final

from seaway.gazebo import Scene
from seaway.sim import Simulation
from seaway.sim._engine import Integrator

__all__ = ["TIME_STEP", "simulation_of"]

TIME_STEP: Final = 0.01
"""Default time step [s]."""


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
        time_step: [s]; default: that of the scene, or else 0.01 s.
        batch: Number of rows, which all start alike.
        integrator: ``"rk4"`` or ``"semi_implicit_euler"``.
        start_time: Time of step 0 [s].
    """
    own = TIME_STEP if scene.time_step is None else scene.time_step
    step = own if time_step is None else time_step
    sim = Simulation(scene.vehicles, scene.sea, step, batch, integrator, start_time)
    for k, pose in enumerate(scene.poses):
        sim.set_state(k, position=pose.p, orientation=pose.q, velocity=scene.velocities[k])
    for n, w in enumerate(scene.wrenches):
        sim.set_wrench(w.vehicle, force=w.force, torque=w.torque, point=w.point, axes="world", name=f"scene {n + 1}")
    return sim
