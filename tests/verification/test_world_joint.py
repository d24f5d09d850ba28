"""Bodies on joints to the world, by closed forms."""

from math import cos, sin, sqrt

import numpy as np
import pytest
from scipy.special import ellipk

from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Vehicle, WorldJoint

GRAVITY = 9.81
SPACE = Sea(1000.0, GRAVITY, surface=None)


def test_a_pendulum_under_water() -> None:
    """J φ'' = -(m h_m - ρ V h_V) g sin φ about the hinge, whose period is 4 K(sin²(φ0/2)) √(J/(...)).

    The hinge is not at Bo, the mass and the volume hang below it by h_m and h_V, and J is that of the body and its
    water moved to the hinge. rk4 at 1000 steps a period errs by (2π/1000)⁴ of it, so 1e-8.
    """
    mass, volume, added = 30.0, 0.01, 12.0
    pivot, center = np.array([0.0, 0.3, 0.7]), np.array([0.0, 0.3, -0.4])
    body = Vehicle(
        "bob",
        Inertial(
            MassProperties(mass, np.diag([0.9, 0.6, 0.7])), Pose(center), AddedMass(np.diag([1.0, added, 5, 0, 0, 0]))
        ),
        Buoyancy(volume, (0.0, 0.3, 0.2)),
        world_joint=WorldJoint("revolute", (1.0, 0.0, 0.0), pivot),
    )
    moment = mass * 1.1 - 1000.0 * volume * 0.5
    # Bo is 0.7 below and 0.3 beside the hinge; it moves along y and z by the lever of each.
    inertia = 0.9 + mass * 1.1**2 + added * 0.7**2 + 5.0 * 0.3**2
    start = 0.5
    period = 4.0 * float(ellipk(sin(0.5 * start) ** 2)) * sqrt(inertia / (moment * GRAVITY))
    sim = Simulation(body, SPACE, period / 1000.0)
    placed = Pose.from_rpy((0, 0, 0), (start, 0, 0))
    hinge = placed.point(pivot)
    sim.set_state(position=(0, 0, 0), orientation=placed.q)
    before = sim.energy().total[0, 0]
    sim.step(count=250)
    assert Pose(q=sim.state.orientation[0, 0]).rpy[0] == pytest.approx(0.0, abs=1e-8)
    fastest = sqrt(2.0 * moment * GRAVITY * (1.0 - cos(start)) / inertia)
    assert sim.state.velocity[0, 0, 3] == pytest.approx(-fastest, rel=1e-8)
    sim.step(count=750)
    X_WB = Pose(sim.state.position[0, 0], sim.state.orientation[0, 0])
    assert X_WB.rpy[0] == pytest.approx(start, abs=1e-8)
    np.testing.assert_allclose(X_WB.point(pivot), hinge, rtol=0, atol=1e-9)
    assert sim.energy().total[0, 0] == pytest.approx(before, rel=1e-9)


def test_a_slide_down_a_slope() -> None:
    """A = g sin(slope) m/(m + aᵀ M_A a): constant, for which rk4 is exact; nothing else moves."""
    slope, added = 0.4, np.diag([3.0, 40.0, 50.0, 1.0, 1.0, 1.0])
    body = Vehicle(
        "sledge",
        Inertial(MassProperties(5.0, np.eye(3)), Pose((0.1, 0.2, 0.3)), AddedMass(added)),
        world_joint=WorldJoint("prismatic", (1.0, 0.0, 0.0)),
    )
    sim = Simulation(body, SPACE, 0.01)
    sim.set_state(rpy=(0.0, slope, 0.0))
    q = sim.state.orientation[0, 0].copy()
    sim.step(count=200)
    a = GRAVITY * sin(slope) * 5.0 / 8.0
    np.testing.assert_allclose(sim.state.velocity[0, 0], [2.0 * a, 0, 0, 0, 0, 0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        sim.state.position[0, 0], 2.0 * a * np.array([cos(slope), 0, -sin(slope)]), rtol=0, atol=1e-12
    )
    np.testing.assert_array_equal(sim.state.orientation[0, 0], q)


def test_a_ball_joint_lets_a_top_precess() -> None:
    """A top on its tip precesses at Ω without nodding: A cos θ Ω² - C n Ω + m g h = 0.

    C n is the momentum of its spin, A the moment about the tip across its axis. rk4 at n h = 0.03 errs by
    (n h)⁵/120 a step in the angle of the spin, 1e-6 over 5000 steps, and far less in where its axis points.
    """
    mass, height, spin, tilt = 2.0, 0.15, 300.0, 0.6
    across, along = 0.01, 0.004
    body = Vehicle(
        "top",
        Inertial(MassProperties(mass, np.diag([across, across, along])), Pose((0, 0, height))),
        world_joint=WorldJoint("ball"),
    )
    A = across + mass * height**2
    momentum = along * spin
    turn = (momentum - sqrt(momentum**2 - 4.0 * A * cos(tilt) * mass * GRAVITY * height)) / (2.0 * A * cos(tilt))
    sim = Simulation(body, SPACE, 1e-4)
    X_WB = Pose.from_rpy((0, 0, 0), (0.0, tilt, 0.0))
    up_B = X_WB.inverse().vector((0.0, 0.0, 1.0))
    rate = turn * up_B
    rate[2] = spin
    sim.set_state(orientation=X_WB.q, velocity=[0, 0, 0, *rate])
    sim.step(count=5000)
    axis = Pose(q=sim.state.orientation[0, 0]).vector((0.0, 0.0, 1.0))
    assert axis[2] == pytest.approx(cos(tilt), abs=1e-8)
    assert np.arctan2(axis[1], axis[0]) == pytest.approx((turn * 0.5 + np.pi) % (2.0 * np.pi) - np.pi, abs=1e-6)
    np.testing.assert_array_equal(sim.state.position[0, 0], 0.0)
