"""Joints between a vehicle and the world: what they leave free."""

from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from scipy.linalg import null_space
from tests.unit.sim import rov

from seaway import gazebo
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.gazebo import to_sdf
from seaway.sdf import loads
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import WorldJoint

GUIDES = (
    WorldJoint("prismatic", (1.0, -2.0, 0.5)),
    WorldJoint("revolute", (0.3, 0.4, -1.0), (0.2, -0.1, 0.5)),
    WorldJoint("ball", point=(0.2, -0.1, 0.5)),
)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.kind)
def test_the_centre_of_a_joint_stays_where_it_is(guide: WorldJoint) -> None:
    """V + ω × p = 0 at a hinge or ball, and ω along the axis of a hinge; a slide goes along its axis and turns not."""
    for v, w in zip(guide.freedom[:3].T, guide.freedom[3:].T, strict=True):
        if guide.kind == "prismatic":
            np.testing.assert_array_equal([v, w], [guide.axis, np.zeros(3)])
        else:
            np.testing.assert_allclose(v + np.cross(w, guide.point), 0.0, rtol=0, atol=1e-16)
            assert guide.kind == "ball" or np.array_equal(w, guide.axis)
    assert np.linalg.matrix_rank(guide.freedom) == (3 if guide.kind == "ball" else 1)
    assert np.linalg.norm(guide.axis) == pytest.approx(1.0, rel=1e-15)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.kind)
def test_acceleration_is_that_of_a_body_with_constraint_forces(guide: WorldJoint) -> None:
    """M ν' = f + Aᵀ λ with A ν' = 0, solved as one system; A has the directions that are held."""
    held = rov(world_joint=guide)
    M, f = held.inertial.mass_matrix(), np.array([3.0, -1.0, 4.0, 1.0, -5.0, 9.0])
    A = null_space(guide.freedom.T).T
    system = np.block([[M, -A.T], [A, np.zeros((len(A), len(A)))]])
    expected = np.linalg.solve(system, np.concatenate([f, np.zeros(len(A))]))[:6]
    sim = Simulation(held.replace(buoyancy=None, damping=()), Sea(gravity=0.0, surface=None))
    sim.set_wrench(force=f[:3], torque=f[3:])
    # A system of 12 unknowns with a condition of 1e3.
    np.testing.assert_allclose(sim.acceleration()[0, 0], expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(A @ sim.acceleration()[0, 0], 0.0, rtol=0, atol=1e-14)


def test_parameters_of_a_row_keep_the_guide() -> None:
    guide = GUIDES[1]
    sim = Simulation(rov(world_joint=guide), Sea(), batch=2)
    sim.set_parameters(mass=140.0, rows=1)
    heavy = Simulation(rov(world_joint=guide), Sea(), batch=2)
    heavy.set_parameters(mass=140.0)
    np.testing.assert_array_equal(sim.acceleration()[1], heavy.acceleration()[1])
    assert not np.array_equal(sim.acceleration()[0], sim.acceleration()[1])
    A = null_space(guide.freedom.T).T
    np.testing.assert_allclose(sim.acceleration()[:, 0] @ A.T, 0.0, rtol=0, atol=1e-13)


def test_a_velocity_across_it_is_refused() -> None:
    guide = GUIDES[1]
    sim = Simulation(rov(world_joint=guide), Sea())
    sim.set_state(velocity=2.0 * guide.freedom[:, 0])
    with pytest.raises(
        ModelError, match=r"the revolute guide of vehicle 'rov' does not leave its velocity free: .*got"
    ):
        sim.set_state(velocity=[1.0, 0, 0, 0, 0, 0])
    np.testing.assert_array_equal(sim.state.velocity[0, 0], 2.0 * guide.freedom[:, 0])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("screw",), "there is no guide 'screw'; there are: prismatic, revolute, ball"),
        (("revolute", (0, 0, 0)), "the axis of a guide must point somewhere"),
        (("ball", (1, 0, 0), (np.nan, 0, 0)), r"the point of a guide \[m\]"),
    ],
)
def test_what_is_refused(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        WorldJoint(*arguments)


def test_it_cannot_be_changed_nor_be_something_else() -> None:
    with pytest.raises(FrozenInstanceError):
        GUIDES[0].kind = "ball"  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        GUIDES[0].axis[0] = 2.0
    with pytest.raises(ModelError, match=r"vehicle 'rov': its guide must be of WorldJoint, got 'rail'"):
        rov(world_joint="rail")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.kind)
def test_it_is_written_as_a_joint_and_read_back(guide: WorldJoint) -> None:
    made = gazebo.scene(loads(to_sdf(rov(world_joint=guide, damping=()), world=True).text))
    (back,) = made.vehicles
    assert back.world_joint is not None
    assert back.world_joint.kind == guide.kind
    assert made.poses[0].isclose(Pose())
    np.testing.assert_allclose(back.world_joint.freedom, guide.freedom, rtol=0, atol=1e-15)
