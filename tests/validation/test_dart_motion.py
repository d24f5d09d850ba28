"""Motion of free bodies against DART itself: added mass in all 21 coefficients, an offset centre of mass, no gravity.

DART moves a body by semi-implicit Euler, of first order. Its end point must come to that of a fine rk4 in proportion
to its step; a wrong term in the equations of motion would leave a distance that does not shrink.
"""

import dartpy as dart
import numpy as np
import pytest
from tests.validation.test_dart import dart_inertia

from seaway.engine import Integrator
from seaway.frames import Pose, matrix_from_quaternion
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Vehicle

DURATION = 1.0
DART_STEPS = np.array([4e-3, 2e-3, 1e-3, 5e-4])
NO_WRENCH = np.zeros(6)


class Start:
    """A random body with random pose and velocity."""

    def __init__(self, seed: int):
        random = np.random.default_rng(seed)
        mass = random.uniform(2.0, 10.0)
        box = MassProperties.from_box(random.uniform(0.4, 1.2, 3), mass=mass)
        root = random.uniform(-1.0, 1.0, (6, 6))
        self.body = Inertial(
            box,
            Pose(random.uniform(-0.4, 0.4, 3), _unit(random.normal(size=4))),
            AddedMass(mass * (root @ root.T / 3.0 + 0.05 * np.eye(6))),
        )
        self.X_WB = Pose(random.uniform(-2.0, 2.0, 3), _unit(random.normal(size=4)))
        self.nu = random.uniform(-1.0, 1.0, 6)
        self.wrench = mass * random.uniform(-1.0, 1.0, 6)


def _unit(q: np.ndarray) -> np.ndarray:
    return q / np.linalg.norm(q)


def moved_by_dart(start: Start, wrench: np.ndarray, time_step: float) -> np.ndarray:
    """Position, rotation matrix and velocity at the end, (18,), with a wrench that turns with the body."""
    world = dart.simulation.World()
    world.setGravity(np.zeros(3))
    world.setTimeStep(time_step)
    options = world.getDeactivationOptions()
    options.mEnabled = False  # else a slow body falls asleep
    world.setDeactivationOptions(options)
    skeleton = dart.dynamics.Skeleton()
    joint, node = skeleton.createFreeJointAndBodyNodePair()
    node.setInertia(dart_inertia(start.body))
    node.setGravityMode(False)
    transform = np.eye(4)
    transform[:3, :3], transform[:3, 3] = start.X_WB.R, start.X_WB.p
    frame = dart.dynamics.Frame.World()
    joint.setTransform(dart.math.Isometry3(transform), frame)
    joint.setSpatialVelocity(np.roll(start.nu, 3), frame, node)
    world.addSkeleton(skeleton)
    for _ in range(round(DURATION / time_step)):
        node.addExtForce(wrench[:3], np.zeros(3), True, True)  # a step clears them
        node.addExtTorque(wrench[3:], True)
        world.step()
    end = node.getTransform().matrix()
    return np.concatenate([end[:3, 3], end[:3, :3].ravel(), np.roll(node.getSpatialVelocity(), -3)])


def moved_by_seaway(start: Start, wrench: np.ndarray, time_step: float, integrator: Integrator) -> np.ndarray:
    """The same, (18,)."""
    sea = Sea(gravity=0.0, surface=None)
    sim = Simulation(Vehicle("body", start.body), sea, time_step=time_step, integrator=integrator)
    sim.set_state(position=start.X_WB.p, orientation=start.X_WB.q, velocity=start.nu)
    sim.set_wrench(force=wrench[:3], torque=wrench[3:])
    sim.step(count=round(DURATION / time_step))
    state = sim.state
    R_WB = matrix_from_quaternion(state.orientation[0, 0])
    return np.concatenate([state.position[0, 0], R_WB.ravel(), state.velocity[0, 0]])


@pytest.mark.parametrize("pushed", [False, True], ids=["free", "constant body wrench"])
@pytest.mark.parametrize("seed", range(4))
def test_dart_comes_to_rk4_at_first_order(seed: int, pushed: bool) -> None:
    """|DART(h) - rk4| = C h: the slope of log distance over log h, by regression over four steps, is 1.00 ± 0.02.

    The ± is ten times what terms of second order do at h = 4 ms. The distance is at least 1e-4 everywhere; rk4 at
    0.5 ms must be exact beside it, and changes by less than 1e-8 from 1 ms.
    """
    start = Start(seed)
    wrench = start.wrench if pushed else NO_WRENCH
    fine = moved_by_seaway(start, wrench, 5e-4, "rk4")
    np.testing.assert_allclose(moved_by_seaway(start, wrench, 1e-3, "rk4"), fine, rtol=0, atol=1e-8)
    distances = [np.linalg.norm(moved_by_dart(start, wrench, h) - fine) for h in DART_STEPS]
    assert np.min(distances) > 1e-4
    slope = np.polyfit(np.log(DART_STEPS), np.log(distances), 1)[0]
    assert slope == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("pushed", [False, True], ids=["free", "constant body wrench"])
@pytest.mark.parametrize("seed", range(4))
def test_semi_implicit_euler_is_the_rule_of_dart(seed: int, pushed: bool) -> None:
    """With the same step the same motion, to rounding: 1e-10 after 250 steps.

    DART's rule for a free body, with ν' of the old state: v_W + h R (v' + ω × v), ω + h ω', then p + h v_W and
    R exp(h ω), both with the new velocity; v is R^T v_W with the new R.
    """
    start = Start(seed)
    wrench = start.wrench if pushed else NO_WRENCH
    h = float(DART_STEPS[0])
    ours = moved_by_seaway(start, wrench, h, "semi_implicit_euler")
    np.testing.assert_allclose(ours, moved_by_dart(start, wrench, h), rtol=0, atol=1e-10)
