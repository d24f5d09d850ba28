"""Joints between a vehicle and the world: what they leave free."""

from typing import Any

import numpy as np
import pytest
from scipy.linalg import null_space
from tests.refused import refused
from tests.unit.sim import rov

from seaway import gazebo
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.gazebo import to_sdf
from seaway.sdf import loads
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import WorldJoint

JOINTS = (
    WorldJoint("prismatic", (1.0, -2.0, 0.5)),
    WorldJoint("revolute", (0.3, 0.4, -1.0), (0.2, -0.1, 0.5)),
    WorldJoint("ball", point=(0.2, -0.1, 0.5)),
)


@pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: joint.kind)
def test_the_centre_of_a_joint_stays_where_it_is(joint: WorldJoint) -> None:
    """V + ω × p = 0 at a hinge or ball, and ω along the axis of a hinge; a slide goes along its axis and turns not."""
    for v, w in zip(joint.freedom[:3].T, joint.freedom[3:].T, strict=True):
        if joint.kind == "prismatic":
            np.testing.assert_array_equal([v, w], [joint.axis, np.zeros(3)])
        else:
            np.testing.assert_allclose(v + np.cross(w, joint.point), 0.0, rtol=0, atol=1e-16)
            assert joint.kind == "ball" or np.array_equal(w, joint.axis)
    assert np.linalg.matrix_rank(joint.freedom) == (3 if joint.kind == "ball" else 1)
    assert np.linalg.norm(joint.axis) == pytest.approx(1.0, rel=1e-15)


@pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: joint.kind)
def test_acceleration_is_that_of_a_body_with_constraint_forces(joint: WorldJoint) -> None:
    """M ν' = f + Aᵀ λ with A ν' = 0, solved as one system; A has the directions that are held."""
    held = rov(world_joint=joint)
    M, f = held.inertial.mass_matrix(), np.array([3.0, -1.0, 4.0, 1.0, -5.0, 9.0])
    A = null_space(joint.freedom.T).T
    system = np.block([[M, -A.T], [A, np.zeros((len(A), len(A)))]])
    expected = np.linalg.solve(system, np.concatenate([f, np.zeros(len(A))]))[:6]
    sim = Simulation(held.replace(buoyancy=None, damping=()), Sea(gravity=0.0, surface=None))
    sim.set_wrench(force=f[:3], torque=f[3:])
    # A system of 12 unknowns with a condition of 1e3.
    np.testing.assert_allclose(sim.acceleration()[0, 0], expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(A @ sim.acceleration()[0, 0], 0.0, rtol=0, atol=1e-14)


def test_parameters_of_a_row_keep_the_joint() -> None:
    joint = JOINTS[1]
    sim = Simulation(rov(world_joint=joint), Sea(), batch=2)
    sim.set("vehicle.inertia.mass", 140.0, rows=1)
    heavy = Simulation(rov(world_joint=joint), Sea(), batch=2)
    heavy.set("vehicle.inertia.mass", 140.0)
    np.testing.assert_array_equal(sim.acceleration()[1], heavy.acceleration()[1])
    assert not np.array_equal(sim.acceleration()[0], sim.acceleration()[1])
    A = null_space(joint.freedom.T).T
    np.testing.assert_allclose(sim.acceleration()[:, 0] @ A.T, 0.0, rtol=0, atol=1e-13)


def test_a_velocity_across_it_is_refused() -> None:
    joint = JOINTS[1]
    sim = Simulation(rov(world_joint=joint), Sea())
    sim.set_state(velocity=2.0 * joint.freedom[:, 0])
    with pytest.raises(ModelError, match=r"the revolute world joint of vehicle 'rov' forbids this velocity: .*got"):
        sim.set_state(velocity=[1.0, 0, 0, 0, 0, 0])
    np.testing.assert_array_equal(sim.state.velocity[0, 0], 2.0 * joint.freedom[:, 0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("screw",), "the kind of a world joint must be one of prismatic, revolute, ball, got 'screw'"),
        (("revolute", (0, 0, 0)), "the axis of a world joint must be non-zero, got [0.0, 0.0, 0.0]"),
        (("ball", (1, 0, 0), (np.nan, 0, 0)), "the point of a world joint must be finite [m], got nan at [0]"),
    ],
)
def test_what_is_refused(arguments: tuple[Any, ...], message: str) -> None:
    with refused(message):
        WorldJoint(*arguments)


@pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: joint.kind)
def test_it_is_written_as_a_joint_and_read_back(joint: WorldJoint) -> None:
    made = gazebo.scene(loads(to_sdf(rov(world_joint=joint, damping=()), world=True).text))
    (back,) = made.vehicles
    assert back.world_joint is not None
    assert back.world_joint.kind == joint.kind
    assert made.poses[0].isclose(Pose())
    np.testing.assert_allclose(back.world_joint.freedom, joint.freedom, rtol=0, atol=1e-15)
