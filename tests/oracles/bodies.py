"""Bodies without any symmetry to hide behind, and their motion by an integrator and formulas of its own."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy.integrate import solve_ivp

from seaway.frames import Pose, cross_matrix, matrix_from_quaternion, quaternion_product
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sim import Simulation


def spd(random: np.random.Generator, size: int = 6, floor: float = 0.3) -> np.ndarray:
    """A full symmetric positive definite matrix with entries of order one."""
    root = random.normal(size=(size, size)) / np.sqrt(size)
    return root @ root.T + floor * np.eye(size)


def quaternion(random: np.random.Generator) -> np.ndarray:
    q = random.normal(size=4)
    return q / np.linalg.norm(q)


def general_inertial(random: np.random.Generator, ratio: float = 1.0, mass: float = 20.0) -> Inertial:
    """A turned box of about 1 m with its centre of mass off the origin; all 21 coefficients of added mass.

    Args:
        random: Where the numbers come from.
        ratio: Of added mass to mass.
        mass: [kg].
    """
    box = MassProperties.from_box(random.uniform(0.8, 2.0, size=3), mass=mass)
    return Inertial(
        box, Pose(random.uniform(-0.2, 0.2, size=3), quaternion(random)), AddedMass(ratio * mass * spd(random))
    )


def motion_of(sim: Simulation, row: int = 0) -> np.ndarray:
    """Position, attitude and velocity of the first vehicle, (13,)."""
    state = sim.state
    return np.concatenate([state.position[row, 0], state.orientation[row, 0], state.velocity[row, 0]])


def measured_order(steps: Sequence[float], errors: Sequence[float]) -> float:
    """The slope of log(error) over log(step), by least squares."""
    return float(np.polyfit(np.log(steps), np.log(errors), 1)[0])


def crossed(M: np.ndarray, nu: np.ndarray) -> np.ndarray:
    """C(ν) ν = ad*(ν) M ν, with the 6x6 matrix of the cross product written out."""
    v, w, zero = cross_matrix(nu[:3]), cross_matrix(nu[3:]), np.zeros((3, 3))
    return np.block([[w, zero], [v, w]]) @ (M @ nu)


def reference_motion(
    inertial: Inertial,
    start: np.ndarray,
    duration: float,
    wrench: Callable[[float, np.ndarray, np.ndarray], np.ndarray],
    water: Callable[[float], tuple[np.ndarray, np.ndarray]] = lambda t: (np.zeros(3), np.zeros(3)),
) -> np.ndarray:
    """Solve M_RB ν' + C_RB(ν) ν + M_A ν_r' + C_A(ν_r) ν_r = wrench by DOP853 to some 1e-13.

    Args:
        inertial: The body.
        start: Position, attitude and velocity, (13,).
        duration: [s].
        wrench: About Bo in B, of time, R_WB and ν_r.
        water: Velocity and acceleration of the water in W, of time.
    """
    M_RB, M_A = inertial.rigid_body_matrix(), inertial.added_mass_matrix()

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        q, nu = y[3:7] / np.linalg.norm(y[3:7]), y[7:]
        R = matrix_from_quaternion(q)
        v_W, a_W = water(t)
        v, a = R.T @ v_W, R.T @ a_W
        nu_r = nu - np.concatenate([v, np.zeros(3)])
        flow_rate = np.concatenate([a - np.cross(nu[3:], v), np.zeros(3)])
        total = wrench(t, R, nu_r) - crossed(M_RB, nu) - crossed(M_A, nu_r) + M_A @ flow_rate
        turning = 0.5 * quaternion_product(y[3:7], np.concatenate([[0.0], nu[3:]]))
        return np.concatenate([R @ nu[:3], turning, np.linalg.solve(M_RB + M_A, total)])

    y = solve_ivp(rates, (0.0, duration), start, method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
    y[3:7] /= np.linalg.norm(y[3:7])
    return y
