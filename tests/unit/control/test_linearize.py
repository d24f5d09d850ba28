"""Linearisation: matrices by hand, names and units, deviations, what is refused."""

from typing import Any

import numpy as np
import pytest
from tests.unit.control import SPACE, auv, ball, rov

from seaway.control import Linearization, Trim, linearize, trim
from seaway.errors import ModelError
from seaway.frames import matrix_from_rpy, quaternion_product
from seaway.inertia import Inertial, MassProperties
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Actuation, Buoyancy, Damping, FinDerivatives, Thruster, Vehicle

# Central differences over 6e-6 of forces up to some hundred newtons: their rounding leaves 1e-8.
DIFFERENCES = 1e-7


def linear_body(**parts: Any) -> Vehicle:
    """Full matrices of mass and damping, centre of buoyancy above the centre of mass."""
    root = np.random.default_rng(1).normal(size=(6, 6))
    damping = Damping(root @ root.T + 10.0 * np.eye(6))
    body = Inertial(MassProperties.from_box((0.6, 0.4, 0.3), mass=70.0))
    return Vehicle("body", body, Buoyancy(70.0 / 1025, (0, 0, 0.05)), damping, **parts)


def test_a_linear_body_at_rest_by_hand() -> None:
    """M ν' = -D ν - G θ + τ: G has W BG in roll and pitch. A² says the rest: p' = v, θ' = ω."""
    body = linear_body()
    found = linearize(trim(body, depth=5.0))
    M, D = body.inertial.mass_matrix(), body.damping[0].linear
    G = np.diag([0, 0, 0, 1.0, 1.0, 0]) * 70.0 * 9.80665 * 0.05
    expected = np.zeros((12, 12))
    expected[:6, 6:] = np.eye(6)
    expected[6:, :6], expected[6:, 6:] = -np.linalg.solve(M, G), -np.linalg.solve(M, D)
    np.testing.assert_allclose(found.A, expected, rtol=0, atol=DIFFERENCES)
    np.testing.assert_allclose(found.B, np.concatenate([np.zeros((6, 6)), np.linalg.inv(M)]), rtol=0, atol=DIFFERENCES)
    assert found.states[:6] == ("x", "y", "z", "rotation x", "rotation y", "rotation z")
    assert found.states[6:] == ("surge", "sway", "heave", "roll rate", "pitch rate", "yaw rate")
    assert found.inputs == ("surge", "sway", "heave", "roll", "pitch", "yaw")
    assert found.state_units == ("m",) * 3 + ("rad",) * 3 + ("m/s",) * 3 + ("rad/s",) * 3
    assert found.input_units == ("N",) * 3 + ("Nm",) * 3


def test_a_body_in_motion_is_carried_along() -> None:
    """The way p' = R v turns with θ: R (θ × v); and with a turn ω, θ' = δω - ω × θ. Of a free ball ν' = -ω × v, 0."""
    velocity = np.array([2.0, 0.5, 0.0, 0.0, 0.0, 0.3])
    at = Trim.at(ball(), SPACE, velocity=velocity, rpy=(0, 0, 0.7))
    found = linearize(at)
    R, v, w = matrix_from_rpy((0, 0, 0.7)), velocity[:3], velocity[3:]
    for k, axis in enumerate(np.eye(3)):
        np.testing.assert_allclose(found.A[:3, 3 + k], R @ np.cross(axis, v), atol=1e-14)
        np.testing.assert_allclose(found.A[:3, 6 + k], R @ axis, atol=1e-14)
        np.testing.assert_allclose(found.A[3:6, 3 + k], -np.cross(w, axis), atol=1e-14)
        np.testing.assert_allclose(found.A[6:9, 6 + k], -np.cross(w, axis), atol=DIFFERENCES)
        np.testing.assert_allclose(found.A[6:9, 9 + k], -np.cross(axis, v), atol=DIFFERENCES)


def test_states_of_actuators() -> None:
    """Lags of 0.2, 0.05 and 0.05 s: poles at -5 and -20; the propeller goes as the root of the thrust."""
    found = linearize(trim(auv(), speed=1.5, depth=5.0))
    assert found.states[12:] == ("propeller.speed", "rudder.angle", "elevator.angle")
    assert found.state_units[12:] == ("rad/s", "rad", "rad")
    assert found.inputs == ("propeller", "rudder", "elevator")
    assert found.input_units == ("N", "rad", "rad")
    np.testing.assert_allclose(np.diagonal(found.A)[12:], [-5, -20, -20], atol=DIFFERENCES)
    T = found.trim.actuators["propeller"]
    slope = 0.5 / np.sqrt(T * 1025 * 0.01 * 0.1**4)
    np.testing.assert_allclose(found.B[12:], np.diag([5 * slope, 20, 20]), rtol=1e-6, atol=DIFFERENCES)
    assert not found.B[:12].any()  # all of it goes through the states


def test_inputs_by_name_and_parts() -> None:
    found = linearize(trim(rov(), depth=5.0), inputs=("heave", "upright 0"))
    A, B = found.part(["z", "heave"])
    np.testing.assert_allclose(A, [[0, 1], [0, -80 / 150]], atol=1e-5)
    np.testing.assert_allclose(B, [[0, 0], [1 / 150, 1 / 150]], atol=DIFFERENCES)
    assert found.part(["z", "heave"], ["upright 0"])[1].shape == (2, 1)
    with pytest.raises(ModelError, match="has no state 'yaw'; there are: x, y, z, rotation x"):
        found.part(["yaw"])
    with pytest.raises(ModelError, match="has no input 'sway'; there are: heave, upright 0"):
        found.part(["z"], ["sway"])


def test_an_actuation_that_lags_is_a_state() -> None:
    """T x' = command - x, and x pushes 2 kg."""
    vehicle = ball(actuation=Actuation(limit=50.0, rate_limit=100.0, time_constant=[0.5, 0, 0, 0, 0, 0]))
    found = linearize(Trim.at(vehicle, SPACE, wrench=(4.0, 0, 0, 0, 0, 0)), inputs=("surge", "sway"))
    assert found.states[12:] == ("wrench.surge",)
    assert found.state_units[12:] == ("N",)
    A, B = found.part(["surge", "sway", "wrench.surge"])
    np.testing.assert_allclose(A, [[0, 0, 0.5], [0, 0, 0], [0, 0, -2]], atol=DIFFERENCES)
    np.testing.assert_allclose(B, [[0, 0], [0, 0.5], [2, 0]], atol=DIFFERENCES)


def test_units_of_commands() -> None:
    spinning = Thruster("spin", (0, 0, 0), drive="speed", diameter=0.1, thrust_coefficient=0.01)
    table = Thruster.from_table("table", (0, 0, 0), (1, 0, 0), [-1, 1], [-20, 20])
    vehicle = ball(thrusters=[spinning, table], fins=FinDerivatives("fin", (0, 0, 0, 0, 0, 1.0)))
    assert linearize(Trim.at(vehicle, SPACE)).input_units == ("rad/s", "1", "rad")


# Deviations


def moved(found: Linearization, x: np.ndarray, time: float = 0.0) -> Simulation:
    """A simulation whose state is off by x."""
    at = found.trim
    sim = Simulation(at.vehicle, at.sea, 0.5)
    at.start(sim)
    if time:
        sim.step(at(0.0, sim.state), count=round(time / 0.5))
    theta = x[3:6]
    size = float(np.linalg.norm(theta)) or 1.0
    turn = np.concatenate([[np.cos(0.5 * size)], np.sin(0.5 * size) * theta / size]) if np.any(theta) else [1, 0, 0, 0]
    state = sim.state[0]
    internal = state.internal[0].copy()
    for part, value in zip(sim.internal_states(), x[12:], strict=True):
        internal[part.place] += value
    sim.set_state(
        position=state.position[0] + x[:3],
        orientation=quaternion_product(state.orientation[0], turn),
        velocity=state.velocity[0] + x[6:12],
        internal=internal,
    )
    return sim


def test_deviations_are_found_again() -> None:
    """Large ones too: rotations up to a turn of 180°. Rounding of the position on its way."""
    found = linearize(trim(auv(), Sea(current=(0.2, 0.1, 0)), speed=1.5, depth=5.0, yaw=2.0))
    for time in (0.0, 2.0):
        for size in (0.0, 1e-9, 0.5):
            x = size * np.random.default_rng(3).uniform(-1, 1, 15)
            np.testing.assert_allclose(found.deviation(moved(found, x, time).state)[0], x, rtol=0, atol=1e-8)


def test_the_steady_motion_goes_on_in_a_turn() -> None:
    """Along a circle that drifts, for 20 s: what is left is the error of RK4 in steps of 0.02 s."""
    steered = {"propeller": 30.0, "rudder": -0.2}
    at = trim(auv(), depth=5.0, speed="free", turn_rate="free", actuators=steered)
    found = linearize(at)
    sim = Simulation(auv(), time_step=0.02)
    at.start(sim)
    sim.run(20.0, at, control_period=1.0)
    assert np.max(np.abs(found.deviation(sim.state))) < 1e-6
    assert 20.0 * at.turn_rate > np.pi  # more than half a circle


def test_commands_are_those_of_the_trim_and_more() -> None:
    found = linearize(trim(auv(), speed=1.5, depth=5.0), inputs=("rudder", "sway"))
    sim = Simulation(auv(), batch=2)
    command = found.command(sim.state, np.array([[0.1, 3.0], [0.0, 0.0]]))
    assert isinstance(command.actuators, dict)
    assert command.actuators["rudder"].tolist() == pytest.approx([0.1, 0.0], abs=1e-12)
    assert command.actuators["propeller"].tolist() == [found.trim.actuators["propeller"]] * 2
    np.testing.assert_array_equal(np.asarray(command.wrench)[:, 0, 1], [3.0, 0.0])
    with pytest.raises(ModelError, match=r"the change of the inputs must have the shape \(\.\.\., 2\), got \(3\)"):
        found.command(sim.state, np.zeros(3))


def test_eigenvalues_come_by_size() -> None:
    """The body alone: damping and restoring in each axis."""
    found = linearize(trim(linear_body(), depth=5.0)).eigenvalues()
    assert np.all(np.diff(np.abs(found)) >= -1e-12)
    assert np.max(found.real) < 1e-6


# What is refused


def test_inputs_must_be_there() -> None:
    with pytest.raises(
        ModelError, match=r"'auv' has no input 'ruder'; there are: surge, sway, .*, yaw, propeller, rudder"
    ):
        linearize(trim(auv(), depth=5.0), inputs=("ruder",))


def test_it_is_about_a_trim() -> None:
    with pytest.raises(ModelError, match=r"linearize needs a Trim, got 3; make one by trim or Trim.at"):
        linearize(3)  # type: ignore[arg-type]
