"""Manoeuvres of vehicles for which a closed form tells what must come out."""

from math import pi, sqrt

import numpy as np
import pytest

from seaway.control import Autopilot
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.manoeuvres import BollardPull, FreeDecay, StepResponse, TurningCircle, ZigZagTrial
from seaway.sea import Sea
from seaway.shapes import Box
from seaway.vehicle import Buoyancy, Damping, Fin, HydrostaticStiffness, Thruster, Vehicle

RHO, G = 1000.0, 10.0
WATER, DEEP = Sea(RHO, G), Sea(RHO, G, surface=None)


def raft(damping: Damping | None = None) -> Vehicle:
    """A box of 2 x 1 x 0.4 m that floats with a draft of 0.2 m, with 100 kg of added mass in heave."""
    inertial = Inertial(
        MassProperties.from_box((2.0, 1.0, 0.4), mass=400.0), Pose(), AddedMass(np.diag([0, 0, 100.0, 0, 0, 0]))
    )
    return Vehicle("raft", inertial, Buoyancy(shape=Box((2.0, 1.0, 0.4))), () if damping is None else damping)


@pytest.mark.parametrize("ratio", [0.05, 0.2])
def test_heave_of_a_raft(ratio: float) -> None:
    """(m + a) z'' + 2ζ√(c (m + a)) z' + c z = 0 with c = ρ g A: the box is as wide everywhere, so c is constant.

    RK4 with 0.005 s leaves 1e-8; reading off extremes by parabolas 1e-5.
    """
    c, M = RHO * G * 2.0, 500.0
    damping = Damping([0, 0, 2.0 * ratio * sqrt(c * M), 0, 0, 0])
    made = FreeDecay(axis="heave", offset=0.05, duration=8.0).run(raft(damping), WATER)
    assert made.rest == pytest.approx(0.0, abs=1e-9)
    assert made.measures.natural_period == pytest.approx(2.0 * pi * sqrt(M / c), rel=1e-4)
    assert made.measures.damping_ratio == pytest.approx(ratio, rel=1e-3)
    assert made.measures.linear == pytest.approx(2.0 * ratio * sqrt(c / M), rel=5e-3)


@pytest.mark.parametrize("axis", ["roll", "pitch"])
def test_a_pendulum_under_water(axis: str) -> None:
    """A neutral body whose centre of mass is 5 cm below that of buoyancy: I φ'' = -m g h sin φ.

    It turns about its centre of mass, as nothing but a couple acts. At 0.05 rad the period of a
    pendulum is longer by φ²/16, 1.6e-4.
    """
    h, m = 0.05, 100.0
    properties = MassProperties.from_box((1.0, 0.5, 0.3), mass=m)
    body = Vehicle("body", Inertial(properties, Pose((0, 0, -h))), Buoyancy(m / RHO, shape=Box((1.0, 0.5, 0.3))))
    made = FreeDecay(axis=axis, offset=0.05, duration=20.0).run(body, DEEP)  # type: ignore[arg-type]
    I = properties.moment_of_inertia[0, 0] if axis == "roll" else properties.moment_of_inertia[1, 1]
    assert made.measures.period == pytest.approx(2.0 * pi * sqrt(I / (m * G * h)), rel=4e-4)
    assert made.measures.damping_ratio == pytest.approx(0.0, abs=1e-4)


def boat(**parts: object) -> Vehicle:
    """A vessel on a stiffness, pushed by two propellers 1 m apart at its centre of mass, 0.3 m below the surface."""
    stiffness = HydrostaticStiffness(np.diag([5e3, 1e3, 3e3]), rest_height=-0.3)
    inertial = Inertial(MassProperties.from_box((2.0, 1.0, 0.5), mass=100.0))
    propellers = tuple(
        Thruster(
            name, (0.0, y, 0.0), drive="lag", diameter=0.2, thrust_coefficient=0.02, limits=(-50, 60), time_constant=0.2
        )
        for name, y in (("port", 0.5), ("starboard", -0.5))
    )
    damping = Damping([20.0, 500.0, 500.0, 200.0, 300.0, 80.0], [15.0, 0, 0, 0, 0, 0])
    return Vehicle("boat", inertial, stiffness, damping, thrusters=propellers).replace(**parts)


def test_bollard_pull_is_the_law_of_the_propellers() -> None:
    """2 ρ c d⁴ ω²; and at the steady speed it is the drag: 20 u + 15 u² = T."""
    made = BollardPull(levels=[0.5, 1.0], duration=60.0).run(boat(), WATER)
    thrust = 2.0 * RHO * 0.02 * 0.2**4 * np.array([30.0, 60.0]) ** 2
    np.testing.assert_allclose(made.pulls, thrust, rtol=1e-12)
    np.testing.assert_allclose(made.wrenches[:, 1:], 0.0, atol=1e-12)
    expected = (-20.0 + np.sqrt(400.0 + 60.0 * thrust)) / 30.0
    assert made.steady == (True, True)
    np.testing.assert_allclose(made.speeds, expected, rtol=1e-6)  # after 60 s, ten times M / d and more
    assert [q.key for q in made.quantities()] == ["pull_50", "speed_50", "pull_100", "speed_100"]


def test_turning_by_propellers_is_the_balance_of_yaw() -> None:
    """In a steady turn N_r r = torque; sway holds m u r = Y_v v, which the drift angle shows: tan β = m r / Y_v.

    Ahead at ω = 40, and 45 and 35 beside: the torque is 0.5 m ρ c d⁴ (45² - 35²).
    """
    made = TurningCircle(ahead=40.0, helm=5.0, side="left", approach=20.0, duration=70.0).run(boat(), WATER)
    torque = 0.5 * RHO * 0.02 * 0.2**4 * (45.0**2 - 35.0**2)
    m = made.measures
    assert made.steering.left == {"port": -5.0, "starboard": 5.0}
    assert m.side == "left"
    assert m.steady_yaw_rate == pytest.approx(torque / 80.0, rel=1e-4)
    assert m.steady_yaw_rate is not None
    assert m.steady_speed is not None
    assert m.drift_angle is not None
    assert np.tan(m.drift_angle) == pytest.approx(100.0 * m.steady_yaw_rate / 500.0, rel=1e-3)
    assert m.steady_diameter == pytest.approx(2.0 * m.steady_speed / m.steady_yaw_rate)
    # Left and right are mirror images.
    right = TurningCircle(ahead=40.0, helm=5.0, side="right", approach=20.0, duration=70.0).run(boat(), WATER).measures
    assert right.side == "right"
    assert right.advance == pytest.approx(m.advance, rel=1e-9)
    assert right.tactical_diameter == pytest.approx(m.tactical_diameter, rel=1e-9)


def test_a_turn_in_a_current_is_the_same_turn() -> None:
    """Galilean: what is steady is that of still water."""
    still = TurningCircle(ahead=40.0, helm=5.0, approach=20.0, duration=70.0).run(boat(), WATER).measures
    moving = (
        TurningCircle(ahead=40.0, helm=5.0, approach=20.0, duration=70.0)
        .run(boat(), Sea(RHO, G, current=(0.3, 0.2, 0.0)))
        .measures
    )
    assert moving.steady_speed == pytest.approx(still.steady_speed, rel=1e-3)
    assert moving.steady_yaw_rate == pytest.approx(still.steady_yaw_rate, rel=1e-4)
    assert moving.drift_angle == pytest.approx(still.drift_angle, abs=1e-3)


def test_a_zigzag_goes_over_at_its_angle() -> None:
    """Within a sample of 0.02 s, in which the boat turns by 0.02 r; a rudder at the stern turns it the other way."""
    rudder = Fin("rudder", (-1.0, 0.0, -0.2), 0.05, upward=(0, 1, 0), limit=0.6)
    made = ZigZagTrial(ahead=50.0, angle=0.2, duration=20.0).run(boat(fins=(rudder,)), WATER)
    assert made.settings["helm_left"] == {"rudder": pytest.approx(-0.2)}
    m = made.measures
    assert len(m.executes) > 4
    rates = made.recording.velocity[:, 0, 0, 5]
    for heading in m.headings:
        assert 0.2 <= heading < 0.2 + 0.02 * np.max(np.abs(rates)) + 1e-9
    assert made.helm[0] == 0.0
    assert set(made.helm.tolist()) == {-1.0, 0.0, 1.0}
    # The first execute is to the right.
    assert made.helm[np.flatnonzero(made.helm)[0]] == -1.0
    assert made.approach_speed == pytest.approx(float(made.recording.velocity[1499, 0, 0, 0]), rel=1e-6)


def test_a_step_of_heading_with_poles_that_were_asked_for() -> None:
    """One axis, linear, without an integral: (s + ω)² gives no overshoot, and 10 % to 90 % in 3.358 / ω.

    With the derivative on the measurement a step of a doubly critical loop is 1 - (1 + ωt) e^(-ωt). The control period
    of 0.05 s delays it by half of that.
    """
    body = Vehicle("body", Inertial(MassProperties.from_box((1.0, 0.8, 0.5), mass=50.0)), Buoyancy(0.05))
    made = StepResponse(
        target="heading", change=0.5, start=1.0, duration=25.0, hold=Autopilot(natural_frequency=0.5, integral_pole=0.0)
    ).run(body, DEEP)
    m = made.measures
    assert made.goal == 0.5
    assert m.overshoot == pytest.approx(0.0, abs=2e-3)
    assert m.rise_time == pytest.approx(3.358 / 0.5, rel=0.02)
    assert m.steady_error == pytest.approx(0.0, abs=1e-4)
    deeper = StepResponse(target="depth", change=-2.0, start=1.0, duration=20.0, hold=Autopilot(integral_pole=0.0)).run(
        body, DEEP
    )
    assert deeper.goal == pytest.approx(deeper.values[0] - 2.0)
    # The reference, which keeps to limits of rate and acceleration at first, ends as (1 + ωt) e^(-ωt).
    assert deeper.values[-1] == pytest.approx(deeper.goal, abs=1e-4)
