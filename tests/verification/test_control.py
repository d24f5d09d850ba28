"""Closed loops and linearisations against closed forms and against the flow of the simulation itself."""

from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm, solve_continuous_are
from tests.unit.control import SPACE, auv, rov

from seaway.control import Autopilot, Linearization, Trim, linearize, trim
from seaway.frames import quaternion_product
from seaway.hydro import hydrostatics
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.mesh import box
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Hull, HydrostaticStiffness, Vehicle


def linear_body() -> Vehicle:
    """Decoupled, linear: 60 kg and 30 kg of added mass ahead, 40 kg m2 of it about the vertical."""
    added = AddedMass(np.diag([30.0, 50.0, 70.0, 3.0, 4.0, 5.0]))
    body = Inertial(MassProperties.from_box((0.6, 0.4, 0.3), mass=60.0), added_mass=added)
    return Vehicle("body", body, damping=Damping([20.0, 30.0, 40.0, 2.0, 2.5, 3.0]))


def poles_of(samples: np.ndarray, step: float, order: int) -> np.ndarray:
    """Poles [1/s] of a decay, from the recurrence that its samples obey: x_n+order = Σ a_k x_n+k (Prony, 1795)."""
    rows = np.stack([samples[k : len(samples) - order + k] for k in range(order)], axis=-1)
    a = np.linalg.lstsq(rows, samples[order:], rcond=None)[0]
    return np.sort_complex(np.log(np.roots([1.0, *-a[::-1]]).astype(complex)) / step)


def test_a_linear_body_gets_the_poles_asked_for() -> None:
    """(s² + 2 ζ ω s + ω²) (s + γ ω) on each axis, ω = 0.8, ζ = 0.6, γ = 0.5.

    Displaced from its set points, where the references stay. The controller is called every 10 ms and holds: a delay of
    5 ms, which moves poles of 1 rad/s by some 0.5 %. Displacements are small, so that the axes do not mix.
    """
    placing = {"natural_frequency": 0.8, "damping_ratio": 0.6, "integral_pole": 0.5}
    pilot = Autopilot(x=0.0, y=0.0, z=0.0, roll=0.0, yaw=0.0, **placing)
    sim = Simulation(linear_body(), SPACE)
    sim.run(0.01, pilot)
    sim.set_state(position=(1e-3, -2e-3, 2e-3), rpy=(3e-3, 0, 1e-3))
    recording = sim.run(10.0, pilot, record_period=0.2)["body"]
    expected = np.sort_complex([*np.roots([1.0, 2 * 0.6 * 0.8, 0.64]), -0.4])
    position, rpy = recording.position[1:, 0], recording.rpy[1:, 0]
    for error in (*position.T, rpy[:, 0], rpy[:, 2]):
        np.testing.assert_allclose(poles_of(error, 0.2, 3), expected, rtol=0, atol=0.02)


def test_a_speed_gets_the_poles_asked_for() -> None:
    """s² + 2 ζ ω s + ω² after a small change of the speed, as above."""
    pilot = Autopilot(natural_frequency=0.8, damping_ratio=0.6, speed=1.0)
    sim = Simulation(linear_body(), SPACE)
    sim.set_state(velocity=(1.0, 0, 0, 0, 0, 0))
    sim.run(60.0, pilot, record=())
    sim.set_state(velocity=(1.001, 0, 0, 0, 0, 0))
    recording = sim.run(8.0, pilot, record_period=0.2)["body"]
    found = poles_of(recording.velocity[1:, 0, 0] - 1.0, 0.2, 2)
    np.testing.assert_allclose(found, np.sort_complex(np.roots([1.0, 0.96, 0.64])), rtol=0, atol=0.02)


# Linearisations and the flow


def flowed(found: Linearization, start: np.ndarray, change: np.ndarray, duration: float, steps: int) -> np.ndarray:
    """The deviation after some time in the simulation, from start, with the inputs changed, (rows, n)."""
    at = found.trim
    sim = Simulation(at.vehicle, at.sea, duration / steps, len(start))
    at.start(sim)
    internal = sim.state[0].internal.copy()
    for k, part in enumerate(sim.internal_states()):
        internal[:, part.place] += start[:, 12 + k]
    turn = np.concatenate([np.ones((len(start), 1)), 0.5 * start[:, 3:6]], axis=-1)
    sim.set_state(
        position=at.position + start[:, :3],
        orientation=quaternion_product(at.orientation, turn),
        velocity=at.velocity + start[:, 6:12],
        internal=internal,
    )
    sim.step(found.command(sim.state, change), count=steps)
    return found.deviation(sim.state)


def vehicles() -> list[Any]:
    """A torpedo with propeller and fins that lag, an ROV with eight thrusters that drifts, a boat on a stiffness."""
    boat = Vehicle(
        "boat",
        Inertial(
            MassProperties.from_box((2, 1, 0.5), mass=60.0), added_mass=AddedMass(np.diag([6.0, 40, 60, 3, 9, 9]))
        ),
        HydrostaticStiffness([[2000.0, 0, 50.0], [0, 300.0, 0], [50.0, 0, 900.0]]),
        Damping([20, 60, 60, 30, 60, 60], [30, 90, 90, 10, 20, 20]),
    )
    return [
        trim(auv(), Sea(current=(0.3, -0.2, 0)), speed=1.5, depth=5.0, yaw=1.0),
        trim(rov(), speed=0.8, drift=0.3, depth=5.0),
        trim(boat, speed=1.0, yaw=0.5),
        Trim.at(rov(), velocity=(0.5, 0.2, 0.1, 0.05, 0.1, 0.2), rpy=(0.1, 0.2, 0.3), position=(0, 0, -5)),
    ]


@pytest.mark.parametrize("case", range(3))
def test_a_and_b_are_those_of_the_flow(case: int) -> None:
    """x(T) = e^{AT} x(0) + ∫ e^{At} B u dt after T = 0.05 s, by differences of the simulated flow.

    Deviations are ±1e-5: over those |ν| ν, which has a kink at 0, takes some 1e-6 off what goes on.
    """
    found = linearize(vehicles()[case])
    n, m, T, size = len(found.states), len(found.inputs), 0.05, 1e-5
    augmented = np.zeros((n + m, n + m))
    augmented[:n, :n], augmented[:n, n:] = found.A, found.B
    expected = expm(T * augmented)[:n]
    shifts = size * np.eye(n + m)
    both = [flowed(found, s * shifts[:, :n], s * shifts[:, n:], T, 20) for s in (1.0, -1.0)]
    flow = ((both[0] - both[1]) / (2.0 * size)).T
    np.testing.assert_allclose(flow, expected, rtol=0, atol=2e-6)


def test_a_and_b_are_those_of_the_flow_in_a_turn() -> None:
    """As above after a quarter of a circle, 4.9 s: axes that stay those of W would be off by as much as the turn.

    In a turn few velocities are 0, where |ν| ν has its kink: 5e-8 is left, in the speed of the propeller.
    """
    steered = {"propeller": 30.0, "rudder": -0.2, "elevator": 0.0}
    at = trim(auv(), depth=20.0, speed="free", climb="free", turn_rate="free", actuators=steered)
    found = linearize(at)
    n, size, T = len(found.states), 1e-5, 0.5 * np.pi / at.turn_rate
    shifts = size * np.eye(n)
    both = [flowed(found, s * shifts, np.zeros((n, len(found.inputs))), T, 800) for s in (1.0, -1.0)]
    flow = ((both[0] - both[1]) / (2.0 * size)).T
    np.testing.assert_allclose(flow[:3, :3], [[0, 1, 0], [-1, 0, 0], [0, 0, 1]], rtol=0, atol=1e-9)
    np.testing.assert_allclose(flow, expm(T * found.A), rtol=0, atol=1e-6)


def test_about_a_motion_that_is_not_steady() -> None:
    """The rates there, by short steps of the flow to either side: the same matrices, to the step."""
    found = linearize(vehicles()[3], inputs=("surge", "yaw"))
    n, h, size = len(found.states), 1e-4, 1e-4
    shifts = size * np.eye(n)
    both = [flowed(found, s * shifts, np.zeros(2), h, 1) for s in (1.0, -1.0)]
    slope = ((both[0] - both[1]) / (2.0 * size)).T
    # Of the exponential A² h / 2 is left, with entries of A of some tens.
    np.testing.assert_allclose((slope - np.eye(n)) / h, found.A, rtol=0, atol=2e-3)


def lqr(A: np.ndarray, B: np.ndarray, Q: np.ndarray, R: np.ndarray) -> np.ndarray:
    """K of u = -K x that makes ∫ x'Qx + u'Ru the least."""
    return np.linalg.solve(R, B.T @ solve_continuous_are(A, B, Q, R))


def test_an_lqr_holds_the_nonlinear_vehicle() -> None:
    """From 1 m, 0.5 rad and 0.3 m/s off, the ROV comes back; the cost of a small start is x'Px."""
    found = linearize(trim(rov(), depth=5.0), inputs=("surge", "sway", "heave", "roll", "pitch", "yaw"))
    Q, R = np.eye(12), 1e-4 * np.eye(6)
    P = solve_continuous_are(found.A, found.B, Q, R)
    K = np.linalg.solve(R, found.B.T @ P)
    sim = Simulation(rov(), batch=2)
    found.trim.start(sim)
    sim.set_state(position=(1.0, -1.0, -4.0), rpy=(0.5, -0.3, 0.5), velocity=(0.3, 0, 0.3, 0, 0, 0), rows=0)
    sim.set_state(position=(1e-3, 0, -5.0), rpy=(0, 0, 1e-3), rows=1)
    start = found.deviation(sim.state)[1]
    cost = 0.0
    for _ in range(1500):
        x = found.deviation(sim.state)
        u = -x @ K.T
        cost += 0.01 * float(x[1] @ Q @ x[1] + u[1] @ R @ u[1])
        sim.step(found.command(sim.state, u))
    assert np.max(np.abs(found.deviation(sim.state))) < 1e-3
    # The sum is taken at the start of each step of 0.01 s, and poles go up to some 40 rad/s.
    assert cost == pytest.approx(start @ P @ start, rel=0.2)


def test_an_lqr_holds_a_torpedo_by_its_fins() -> None:
    """Propeller, rudder and elevator bring it back to its depth line, course and speed; x is along the way."""
    found = linearize(trim(auv(), speed=1.5, depth=8.0))
    keep = [k for k, name in enumerate(found.states) if name not in ("x", "rotation x", "roll rate")]
    A, B = found.part([found.states[k] for k in keep])
    K = np.zeros((3, len(found.states)))
    moves = np.diag([float(k < 12) for k in keep])  # where it is and goes costs, what its actuators do does not
    K[:, keep] = lqr(A, B, moves, np.diag([0.01, 10.0, 10.0]))
    sim = Simulation(auv())
    found.trim.start(sim)
    sim.set_state(position=(0, 1.0, -7.0), rpy=(0, 0, 0.2))
    sim.run(60.0, lambda t, state: found.command(state, -found.deviation(state) @ K.T), control_period=0.05)
    left = dict(zip(found.states, found.deviation(sim.state)[0], strict=True))
    assert abs(left["y"]) < 0.01
    assert abs(left["z"]) < 0.01
    assert abs(left["rotation z"]) < 0.01
    assert abs(left["surge"]) < 0.01


# Natural periods


def test_eigenvalues_are_the_periods_of_free_decays() -> None:
    """A floating box: heave 2π √((m + a) / ρ g A), and roll by its metacentric height, in A and in the simulation.

    The centre of mass lies in Bo, and heave and roll do not couple. Small motions: 2 mm and 0.01 rad.
    """
    added = AddedMass(np.diag([20.0, 80.0, 150.0, 8.0, 30.0, 20.0]))
    body = Inertial(MassProperties.from_box((2.0, 1.0, 0.3), mass=205.0), added_mass=added)
    boat = Vehicle("boat", body, Hull(box((2.0, 1.0, 0.5))), Damping([5.0, 5.0, 20.0, 2.0, 5.0, 5.0]))
    at = trim(boat, wrench=np.zeros(6))
    found = linearize(at)
    periods = hydrostatics(boat, Sea()).natural_periods
    for pair, period, start in (
        (("z", "heave"), periods.heave, {"position": at.position + np.array([0, 0, 2e-3])}),
        (("rotation x", "roll rate"), periods.roll, {"rpy": at.rpy + np.array([0.01, 0, 0])}),
    ):
        A, _ = found.part(list(pair))
        values = np.linalg.eigvals(A)
        assert period is not None
        assert 2 * np.pi / abs(values[0]) == pytest.approx(period, rel=1e-4)
        sim = Simulation(boat)
        sim.set_state(position=at.position, rpy=at.rpy)
        sim.set_state(**start)
        recording = sim.run(2.0, record_period=0.05)["boat"]
        series = recording.position[:, 0, 2] - at.position[2] if pair[0] == "z" else recording.rpy[:, 0, 0]
        # Two poles of a decay that is linear but for its own size, squared.
        np.testing.assert_allclose(
            poles_of(series, 0.05, 2), np.sort_complex(values), rtol=0, atol=2e-3 * abs(values[0])
        )


def test_a_submerged_body_swings_by_its_restoring_moment() -> None:
    """ω² = W BG / I about the axis of roll, undamped: 70 kg, 5 cm, I = 70 (0.4² + 0.3²) / 12."""
    body = Inertial(MassProperties.from_box((0.6, 0.4, 0.3), mass=70.0))
    vehicle = Vehicle("body", body, Buoyancy(70.0 / 1025, (0, 0, 0.05)))
    A, _ = linearize(trim(vehicle, depth=5.0, wrench=np.zeros(6))).part(["rotation x", "roll rate"])
    expected = np.sqrt(70.0 * 9.80665 * 0.05 / (70.0 * 0.25 / 12.0))
    np.testing.assert_allclose(np.sort(np.linalg.eigvals(A).imag), [-expected, expected], rtol=1e-7)
