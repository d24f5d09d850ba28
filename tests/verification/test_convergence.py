"""The schemes converge at their order: measured as the slope of log(error) over log(step)."""

import numpy as np
import pytest
from tests.oracles.bodies import general_inertial, measured_order, motion_of, quaternion, reference_motion, spd

from seaway.engine import Integrator
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Current, Sea
from seaway.sim import Simulation
from seaway.vehicle import Actuation, Buoyancy, Damping, Vehicle

G, RHO = 9.80665, 1025.0


class Smooth:
    """A vehicle whose equations are analytic: full M, offset CM, restoring, linear damping, constant world wrench."""

    def __init__(self, seed: int):
        random = np.random.default_rng(seed)
        self.inertial = general_inertial(random)
        self.volume, self.center = 1.1 * self.inertial.mass / RHO, np.array([0.02, -0.01, 0.1])
        self.damping = 15.0 * spd(random) + 5.0 * (lambda A: A - A.T)(random.normal(size=(6, 6)))
        self.force, self.torque = random.uniform(-20, 20, size=3), random.uniform(-10, 10, size=3)
        self.point = np.array([0.3, -0.2, 0.1])
        self.start = np.concatenate([[1.0, 2.0, -5.0], quaternion(random), random.uniform(-1, 1, size=6)])

    def end(self, duration: float, steps: int, integrator: Integrator, current: Current | None = None) -> np.ndarray:
        vehicle = Vehicle("body", self.inertial, Buoyancy(self.volume, self.center), Damping(self.damping))
        sea = Sea(RHO, G, surface=None, current=current)
        sim = Simulation(vehicle, sea, time_step=duration / steps, integrator=integrator)
        sim.set_state(position=self.start[:3], orientation=self.start[3:7], velocity=self.start[7:])
        sim.set_wrench(force=self.force, torque=self.torque, point=self.point, axes="world")
        sim.step(count=steps)
        return motion_of(sim)

    def exact(self, duration: float, v0: np.ndarray, a: np.ndarray) -> np.ndarray:
        def wrench(t: float, R: np.ndarray, nu_r: np.ndarray) -> np.ndarray:
            mass, up = self.inertial.mass, R.T @ np.array([0.0, 0.0, 1.0])
            weight, lift = -mass * G * up, RHO * self.volume * (G * up + R.T @ a)
            push = R.T @ self.force
            torque = np.cross(self.inertial.c_BoBcm_B, weight) + np.cross(self.center, lift)
            torque += np.cross(self.point, push) + R.T @ self.torque
            return np.concatenate([weight + lift + push, torque]) - self.damping @ nu_r

        return reference_motion(self.inertial, self.start, duration, wrench, lambda t: (v0 + t * a, a))


def errors_of(body: Smooth, duration: float, counts: list[int], integrator: Integrator, **water: np.ndarray) -> list:
    v0, a = water.get("v0", np.zeros(3)), water.get("a", np.zeros(3))
    current = Current([v0 - a, v0 + 100.0 * a], times=[-1.0, 100.0]) if water else None
    exact = body.exact(duration, v0, a)
    return [float(np.linalg.norm(body.end(duration, n, integrator, current) - exact)) for n in counts]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rk4_is_of_order_four(seed: int) -> None:
    """Error ~ h⁴ against an independent solution of 1e-13.

    From 80 to 640 steps the error falls from about 3e-7 to 1e-11, above the error of the reference; the next term, h⁵,
    tilts the slope by some 0.01.
    """
    counts = [80, 160, 320, 640]
    errors = errors_of(Smooth(seed), 2.0, counts, "rk4")
    assert errors[-1] < 1e-6
    assert measured_order([2.0 / n for n in counts], errors) == pytest.approx(4.0, abs=0.15)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_semi_implicit_euler_is_of_order_one(seed: int) -> None:
    """Error ~ h: steps of 2 ms to 0.25 ms, where h² is a percent of it."""
    counts = [1000, 2000, 4000, 8000]
    errors = errors_of(Smooth(seed), 2.0, counts, "semi_implicit_euler")
    assert measured_order([2.0 / n for n in counts], errors) == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize("seed", [1, 2])
def test_rk4_is_of_order_four_in_a_current_that_is_linear_in_time(seed: int) -> None:
    """Water at v0 + a t: the stages see the sea at their own times, so the order stays 4.

    With the sea held over a step it would be 1. The nodes of the table lie outside of the run.
    """
    counts = [80, 160, 320, 640]
    flow = {"v0": np.array([0.4, -0.2, 0.1]), "a": np.array([0.3, 0.5, -0.2])}
    errors = errors_of(Smooth(seed), 2.0, counts, "rk4", **flow)
    assert measured_order([2.0 / n for n in counts], errors) == pytest.approx(4.0, abs=0.15)


def test_a_damped_body_in_a_linear_current_follows_the_closed_form() -> None:
    """(m + m_a) v' = (m_a + ρ V) a - d (v - a t).

    So u = v - a t goes to (ρ V - m) a / d as 1 - exp(-d t / (m + m_a)). Steps of h d / M = 0.25 and less, where the
    next term tilts the slope by less than 0.15.
    """
    m, m_a, d, a, volume, T = 20.0, 12.0, 80.0, 0.6, 0.03, 2.0
    body = Inertial(MassProperties.from_sphere(0.2, mass=m), None, AddedMass(np.diag([m_a] * 3 + [0.0] * 3)))
    vehicle = Vehicle("ball", body, Buoyancy(volume), Damping(linear=[d] * 6))
    sea = Sea(RHO, 0.0, surface=None, current=Current([[-a, 0, 0], [10 * a, 0, 0]], times=[-1, 10]))
    exact = a * T + (RHO * volume - m) * a / d * (1.0 - np.exp(-d * T / (m + m_a)))
    counts, errors = [20, 40, 80, 160], []
    for n in counts:
        sim = Simulation(vehicle, sea, time_step=T / n)
        sim.step(count=n)
        errors.append(abs(sim.state.velocity[0, 0, 0] - exact))
    assert measured_order([T / n for n in counts], errors) == pytest.approx(4.0, abs=0.15)


def test_lag_of_an_actuation_is_integrated_at_order_four() -> None:
    """T x' = c - x gives x = c (1 - exp(-t/T)), and m v' = x gives v = c/m (t - T (1 - exp(-t/T))), on every axis.

    Steps of h/T = 0.4 and less. The step is not small against the fastest lag, so the next term tilts the slope by up
    to 0.15.
    """
    lag = np.array([0.2, 0.25, 0.3, 0.22, 0.28, 0.35])
    command = np.array([5.0, -3.0, 2.0, 0.5, 0.4, -0.3])
    # A ball with its centre of mass at the origin, so that the axes do not mix; the torques are one run of their own.
    body = Inertial(MassProperties.from_sphere(0.5, mass=20.0), Pose())
    M, t = np.diag(body.mass_matrix()), 1.0
    x = command * (1.0 - np.exp(-t / lag))
    v = command / M * (t - lag * (1.0 - np.exp(-t / lag)))
    sea = Sea(RHO, 0.0, surface=None)
    counts, lags, speeds = [20, 40, 80, 160], [], []
    for n in counts:
        lagged, velocity = np.zeros(6), np.zeros(6)
        for part in (slice(0, 3), slice(3, 6)):
            wrench = np.zeros(6)
            wrench[part] = command[part]
            sim = Simulation(Vehicle("ball", body, actuation=Actuation(time_constant=lag)), sea, time_step=t / n)
            sim.step(wrench, count=n)
            lagged[part] = sim.state.internal[0, 0, :6][part]
            velocity[part] = sim.state.velocity[0, 0][part]
        lags.append(np.abs(lagged - x))
        speeds.append(np.abs(velocity - v))
    steps = [t / n for n in counts]
    for k in range(6):
        assert measured_order(steps, [e[k] for e in lags]) == pytest.approx(4.0, abs=0.15)
        assert measured_order(steps, [e[k] for e in speeds]) == pytest.approx(4.0, abs=0.15)


def test_a_command_without_a_lag_acts_at_once() -> None:
    """Without a time constant x = c from the first step: v = c t / m, to rounding."""
    body = Inertial(MassProperties.from_sphere(0.5, mass=20.0))
    sim = Simulation(Vehicle("ball", body, actuation=Actuation()), Sea(gravity=0.0), time_step=0.1)
    sim.step([5.0, 0, 0, 0, 0, 0], count=10)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(5.0 * 1.0 / 20.0, rel=1e-14)
