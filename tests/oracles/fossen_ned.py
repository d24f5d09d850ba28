"""A small simulator in Fossen's own terms, written from the book: NED, FRD, Euler angles, derivatives' signs.

    M_RB ν' + C_RB(ν) ν + M_A ν_r' + C_A(ν_r) ν_r + D ν_r + D2 |ν_r| ν_r + g(η) = τ,     η' = J(η) ν

Reference: T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2011: eqs. 2.18 and 2.26 (J), 3.44
(M_RB), 3.56 (C_RB), 4.6 (g), 6.43 (C_A), 8.1 (currents). It shares no code with Seaway.
"""

from dataclasses import dataclass, field

import numpy as np


def S(a: np.ndarray) -> np.ndarray:
    """The matrix of a cross product."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def rotation(phi: float, theta: float, psi: float) -> np.ndarray:
    """R from FRD to NED, eq. 2.18, element by element."""
    c, s = np.cos, np.sin
    return np.array(
        [
            [
                c(psi) * c(theta),
                -s(psi) * c(phi) + c(psi) * s(theta) * s(phi),
                s(psi) * s(phi) + c(psi) * c(phi) * s(theta),
            ],
            [
                s(psi) * c(theta),
                c(psi) * c(phi) + s(phi) * s(theta) * s(psi),
                -c(psi) * s(phi) + s(theta) * s(psi) * c(phi),
            ],
            [-s(theta), c(theta) * s(phi), c(theta) * c(phi)],
        ]
    )


@dataclass
class FossenVehicle:
    """Parameters in FRD about CO; hydrodynamic derivatives negative when they dissipate or add inertia.

    Attributes:
        mass: m [kg].
        r_g: Centre of gravity [m].
        I_g: Moment of inertia about it [kg m2].
        added: X_udot ... N_rdot, (6, 6).
        linear: X_u ... N_r, (6, 6).
        quadratic: X_u|u| ... N_r|r|, (6, 6).
        signed: X_jk, (6, 6, 6), k first.
        buoyancy: B [N].
        r_b: Centre of buoyancy [m].
        gravity: g [m/s2].
        current: v_c in NED [m/s].
    """

    mass: float
    r_g: np.ndarray
    I_g: np.ndarray
    added: np.ndarray
    linear: np.ndarray
    quadratic: np.ndarray
    signed: np.ndarray
    buoyancy: float
    r_b: np.ndarray
    gravity: float
    current: np.ndarray = field(default_factory=lambda: np.zeros(3))

    def __post_init__(self) -> None:
        m, r = self.mass, S(self.r_g)
        self.I_o = self.I_g - m * r @ r
        self.M_RB = np.block([[m * np.eye(3), -m * r], [m * r, self.I_o]])
        self.M_A = -self.added

    def C_RB(self, nu: np.ndarray) -> np.ndarray:
        v1, v2, m, r = nu[:3], nu[3:], self.mass, self.r_g
        corner = -m * S(v1) - m * S(S(v2) @ r)
        return np.block([[np.zeros((3, 3)), corner], [corner, m * S(S(v1) @ r) - S(self.I_o @ v2)]])

    def C_A(self, nu: np.ndarray) -> np.ndarray:
        p = self.M_A @ nu
        return np.block([[np.zeros((3, 3)), -S(p[:3])], [-S(p[:3]), -S(p[3:])]])

    def g(self, phi: float, theta: float) -> np.ndarray:
        W, B = self.mass * self.gravity, self.buoyancy
        x, y, z = self.r_g * W - self.r_b * B
        sp, cp, st, ct = np.sin(phi), np.cos(phi), np.sin(theta), np.cos(theta)
        return np.array(
            [
                (W - B) * st,
                -(W - B) * ct * sp,
                -(W - B) * ct * cp,
                -y * ct * cp + z * ct * sp,
                z * st + x * ct * cp,
                -x * ct * sp - y * st,
            ]
        )

    def rates(self, y: np.ndarray, tau: np.ndarray) -> np.ndarray:
        """The derivative of (η, ν), (12,)."""
        phi, theta, psi = y[3:6]
        nu, R = y[6:], rotation(phi, theta, psi)
        flow = np.concatenate([R.T @ self.current, np.zeros(3)])
        flow_rate = np.concatenate([-S(nu[3:]) @ flow[:3], np.zeros(3)])
        nu_r = nu - flow
        hydrodynamic = self.linear @ nu_r + self.quadratic @ (np.abs(nu_r) * nu_r)
        hydrodynamic += np.einsum("k,kij,j->i", nu_r, self.signed, nu_r)
        total = tau + hydrodynamic - self.g(phi, theta) - self.C_RB(nu) @ nu - self.C_A(nu_r) @ nu_r
        nu_rate = np.linalg.solve(self.M_RB + self.M_A, total + self.M_A @ flow_rate)
        T = np.array(
            [
                [1.0, np.sin(phi) * np.tan(theta), np.cos(phi) * np.tan(theta)],
                [0.0, np.cos(phi), -np.sin(phi)],
                [0.0, np.sin(phi) / np.cos(theta), np.cos(phi) / np.cos(theta)],
            ]
        )
        return np.concatenate([R @ nu[:3], T @ nu[3:], nu_rate])

    def run(self, eta: np.ndarray, nu: np.ndarray, tau: np.ndarray, h: float, count: int) -> tuple:
        """Position and Euler angles, and velocities, after steps of RK4."""
        y = np.concatenate([eta, nu])
        for _ in range(count):
            k1 = self.rates(y, tau)
            k2 = self.rates(y + 0.5 * h * k1, tau)
            k3 = self.rates(y + 0.5 * h * k2, tau)
            k4 = self.rates(y + h * k3, tau)
            y = y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        return y[:6], y[6:]
