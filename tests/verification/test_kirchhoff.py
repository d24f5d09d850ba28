"""Free motion of a body in fluid: what Kirchhoff's equations conserve, and where lagged added mass diverges."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from seaway.frames import Pose, matrix_from_quaternion, quaternion_product
from seaway.inertia import (
    AddedMass,
    Inertial,
    MassProperties,
    acceleration,
    ellipsoid_added_mass,
    kinetic_energy,
    lagged_limit,
    sphere_added_mass,
)


def free_motion(M: np.ndarray, nu: np.ndarray, duration: float, wrench: np.ndarray | None = None) -> tuple:
    """Integrate position, attitude and velocity of a free body to rounding."""
    wrench = np.zeros(6) if wrench is None else wrench

    def derivative(_: float, y: np.ndarray) -> np.ndarray:
        q, nu = y[3:7], y[7:]
        p_dot = matrix_from_quaternion(q / np.linalg.norm(q)) @ nu[:3]
        q_dot = 0.5 * quaternion_product(q, np.concatenate([[0.0], nu[3:]]))
        return np.concatenate([p_dot, q_dot, acceleration(M, nu, wrench)])

    start = np.concatenate([np.zeros(3), [1.0, 0, 0, 0], nu])
    y = solve_ivp(derivative, (0.0, duration), start, method="DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
    return y[:3], matrix_from_quaternion(y[3:7] / np.linalg.norm(y[3:7])), y[7:]


@pytest.fixture
def body() -> Inertial:
    """A tumbling ellipsoid with its centre of mass off its centre of volume, lighter than the fluid it moves."""
    fluid = ellipsoid_added_mass([0.6, 0.3, 0.2], 1000.0, Pose.from_rpy([0.1, 0.02, 0.0], [0.1, 0.2, 0.3]))
    return Inertial(MassProperties.from_ellipsoid([0.6, 0.3, 0.2], mass=60.0), Pose((0.05, -0.03, -0.08)), fluid)


def test_energy_and_momentum_of_body_and_fluid_are_conserved(body: Inertial) -> None:
    """Without a wrench, T, the impulse R p, and its moment R h + x × R p about a fixed point are constant.

    Reference: Lamb, Hydrodynamics, art. 124. The integrator is told 1e-12; ten seconds and some turns lose a digit.
    """
    M, nu = body.mass_matrix(), np.array([1.0, -0.4, 0.3, 1.0, 1.5, -0.7])
    x, R, nu_end = free_motion(M, nu, 10.0)
    assert np.linalg.norm(R - np.eye(3)) > 0.1  # it did tumble
    start, end = M @ nu, M @ nu_end
    impulse, impulse_moment = R @ end[:3], R @ end[3:] + np.cross(x, R @ end[:3])
    scale = np.linalg.norm(start)
    assert kinetic_energy(M, nu_end) == pytest.approx(float(kinetic_energy(M, nu)), rel=1e-10)
    np.testing.assert_allclose(impulse, start[:3], rtol=0, atol=1e-10 * scale)
    np.testing.assert_allclose(impulse_moment, start[3:], rtol=0, atol=1e-10 * scale)


def test_motion_does_not_depend_on_the_origin_of_the_link(body: Inertial) -> None:
    """The same body described from another frame, pushed by the same force, goes the same way."""
    X_AB = Pose.from_rpy([0.4, -0.2, 0.3], [0.5, -0.3, 0.8])
    nu_B, f_B = np.array([1.0, -0.4, 0.3, 0.2, 0.5, -0.7]), np.array([5.0, 2.0, -8.0])
    wrench_B = np.concatenate([f_B, np.zeros(3)])
    x_B, R_B, _ = free_motion(body.mass_matrix(), nu_B, 3.0, wrench_B)

    # A starts with B at the world's origin: its own origin is then at X_BA.p, moving with the body.
    X_BA = X_AB.inverse()
    v_A = X_AB.vector(nu_B[:3] + np.cross(nu_B[3:], X_BA.p))
    nu_A = np.concatenate([v_A, X_AB.vector(nu_B[3:])])
    f_A = X_AB.vector(f_B)
    wrench_A = np.concatenate([f_A, np.cross(X_AB.p, f_A)])
    x_A, R_A, _ = free_motion(body.transformed(X_AB).mass_matrix(), nu_A, 3.0, wrench_A)
    # The second run's world is A at time 0; take its result back to the first run's.
    R = X_BA.R @ R_A @ X_AB.R
    x = X_BA.R @ x_A + X_BA.p + X_BA.R @ R_A @ X_AB.p
    np.testing.assert_allclose(R, R_B, atol=1e-10)
    np.testing.assert_allclose(x, x_B, atol=1e-10)


@pytest.mark.parametrize("filter_gain", [1.0, 0.3])
@pytest.mark.parametrize(("factor", "grows"), [(0.99, False), (1.01, True)])
def test_lagged_added_mass_diverges_at_its_limit(filter_gain: float, factor: float, grows: bool) -> None:
    """With m a(n+1) = f - m_a ā(n), ā(n) = (1 - α) ā(n-1) + α a(n): run it 1 % below and above."""
    ratio, force = factor * lagged_limit(filter_gain), 1.0
    exact = force / (1.0 + ratio)
    filtered, errors = 0.0, []
    for _ in range(4000):
        filtered = (1.0 - filter_gain) * filtered + filter_gain * (force - ratio * filtered)
        errors.append(abs(filtered - exact))
    assert (errors[-1] > 1e6 * exact) if grows else (errors[-1] < 1e-6 * exact)


def test_a_balloon_rises_with_the_acceleration_of_its_added_mass() -> None:
    """Released at rest, a = (ρ V - m) g / (m + ρ V / 2). With m = ρ V / 6: 1.25 g, and 5 g without added mass."""
    rho, g, r = 1.2, 9.81, 0.5
    volume = 4.0 / 3.0 * np.pi * r**3
    m = rho * volume / 6.0
    lift = np.array([0, 0, (rho * volume - m) * g, 0, 0, 0])
    shell = MassProperties.from_sphere(r, mass=m)
    free = acceleration(Inertial(shell).mass_matrix(), np.zeros(6), lift)
    real = acceleration(Inertial(shell, None, sphere_added_mass(r, rho)).mass_matrix(), np.zeros(6), lift)
    assert free[2] == pytest.approx(5.0 * g)
    assert real[2] == pytest.approx(1.25 * g)


def test_sum_of_two_halves_moves_as_the_whole() -> None:
    """Two bodies welded together keep each its added mass: accelerations of the sum solve (M1 + M2) nu' = f."""
    half = MassProperties.from_box([0.5, 0.4, 0.2], mass=20.0)
    fluid = AddedMass(np.diag([4.0, 12, 20, 0.1, 0.3, 0.2]))
    left, right = (Inertial(half, Pose((0, y, 0)), fluid.transformed(Pose((0, y, 0)))) for y in (0.3, -0.3))
    push = np.array([1.0, 2, 3, 0.1, 0.2, 0.3])
    nu = np.array([0.5, 0.1, -0.2, 0.1, 0.2, 0.4])
    whole = acceleration(left.mass_matrix() + right.mass_matrix(), nu, push)
    np.testing.assert_allclose(acceleration((left + right).mass_matrix(), nu, push), whole, rtol=1e-13)
