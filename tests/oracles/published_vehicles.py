"""Two models of Fossen's PythonVehicleSimulator in their own terms: FRD axes, NED, Euler angles, written anew.

    M ν' = τ + τ_liftdrag + τ_crossflow - (C_RB + C_A + D) ν - g(η)

Each has switches for what Seaway does differently, so that a difference can be told to the last digit. Steady states
are found as roots, which forward Euler has too. They share no code with Seaway.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import root

__all__ = ["Otter", "Remus"]


def S(a: np.ndarray) -> np.ndarray:
    """The matrix of a cross product."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def coriolis(M: np.ndarray, nu: np.ndarray) -> np.ndarray:
    """Fossen's m2c: C(ν) of a mass matrix."""
    p, h = M[:3] @ nu, M[3:] @ nu
    C = np.zeros((6, 6))
    C[:3, 3:] = C[3:, :3] = -S(p)
    C[3:, 3:] = -S(h)
    return C


def cross_flow(length: float, draft: float, C: float, rho: float, ends: bool, nu: np.ndarray) -> np.ndarray:
    """Drag of 21 strips of a 20th of the length with the ends, or of 20 that fill it."""
    dx = length / 20.0
    x = np.arange(21) * dx - 0.5 * length if ends else (np.arange(20) + 0.5) * dx - 0.5 * length
    flow = nu[1] + x * nu[5]
    drag = -0.5 * rho * draft * C * dx * np.abs(flow) * flow
    return np.array([0.0, np.sum(drag), 0.0, 0.0, 0.0, np.sum(x * drag)])


def rates(nu: np.ndarray, phi: float, theta: float) -> tuple[float, float]:
    """The rates of roll and pitch."""
    _, _, _, p, q, r = nu
    return (
        p + (q * np.sin(phi) + r * np.cos(phi)) * np.tan(theta),
        q * np.cos(phi) - r * np.sin(phi),
    )


@dataclass
class Remus:
    """REMUS 100, remus100.py (c717e07).

    Attributes:
        as_published: All as there; else as Seaway's library says in its corrections.
    """

    as_published: bool = True

    def force(self, nu: np.ndarray, phi: float, theta: float, omega: float, rudder: float) -> np.ndarray:
        """M ν' with a propeller at ω [rad/s]."""
        rho, g, length, d = 1026.0, 9.81, 1.6, 0.19
        a, b = 0.5 * length, 0.5 * d
        m = 4.0 / 3.0 * np.pi * rho * a * b * b
        Ix, Iy = 0.4 * m * b * b, 0.2 * m * (a * a + b * b)
        c = np.array([0.0, 0.0, 0.02])
        M_RB = np.block([[m * np.eye(3), -m * S(c)], [m * S(c), np.diag([Ix, Iy, Iy]) - m * S(c) @ S(c)]])
        e = np.sqrt(1.0 - (b / a) ** 2)
        log = np.log((1.0 + e) / (1.0 - e))
        alpha_0 = 2.0 * (1.0 - e * e) / e**3 * (0.5 * log - e)
        beta_0 = 1.0 / e**2 - (1.0 - e * e) / (2.0 * e**3) * log
        k_1, k_2 = alpha_0 / (2.0 - alpha_0), beta_0 / (2.0 - beta_0)
        slip = beta_0 - alpha_0
        k = e**4 * slip / ((2.0 - e * e) * (2.0 * e * e - (2.0 - e * e) * slip))
        M_A = np.diag([m * k_1, m * k_2, m * k_2, 0.3 * Ix, k * Iy, k * Iy])
        M = M_RB + M_A
        C_A = coriolis(M_A, nu)
        for i, j in ((4, 0), (0, 4), (4, 2), (2, 4), (5, 0), (0, 5), (5, 1), (1, 5)):
            C_A[i, j] = 0.0
        u, v, w = nu[:3]
        U = np.sqrt(u * u + v * v + w * w)
        restoring = m * g * 0.02
        fading = np.exp(-3.0 * U) if self.as_published else 0.0
        roll, pitch = np.sqrt(restoring / M[3, 3]), np.sqrt(restoring / M[4, 4])
        D = np.diag(
            [
                M[0, 0] / 20.0 * fading,
                M[1, 1] / 20.0 * fading,
                M[2, 2] / 20.0,
                M[3, 3] * 0.6 * roll,
                M[4, 4] * 1.6 * pitch,
                M[5, 5] / 1.0,
            ]
        )
        gravity = np.array([0, 0, 0, restoring * np.cos(theta) * np.sin(phi), restoring * np.sin(theta), 0.0])
        C_D = float(np.interp(0.5, (0.493252, 0.558473), (1.21082, 1.08356)))
        total = self._propeller(U if self.as_published else u, omega) + self._rudder(u, v, rudder)
        total += self._wing(u, v, w) - (coriolis(M_RB, nu) + C_A + D) @ nu - gravity
        return total + cross_flow(length, d, C_D, rho, self.as_published, nu)

    def _propeller(self, U: float, omega: float) -> np.ndarray:
        n, d = omega / (2.0 * np.pi), 0.14
        advance = 0.944 * U / d
        K_T = 0.4566 * n * n + (0.1798 - 0.4566) / 0.6632 * advance * n
        K_Q = 0.07 * n * n + (0.0312 - 0.07) / 0.6632 * advance * n if self.as_published else 0.0312 * n * n
        return np.array([0.9 * 1026.0 * d**4 * K_T, 0.0, 0.0, 0.1 * 1026.0 * d**5 * K_Q, 0.0, 0.0])

    def _rudder(self, u: float, v: float, rudder: float) -> np.ndarray:
        square = u * u + v * v if self.as_published else u * u
        Y = -0.5 * 1026.0 * square * 2.0 * 0.00665 * 0.5 * rudder
        X = Y * rudder if self.as_published else 0.0
        return np.array([X, Y, 0.0, 0.0, 0.0, -0.8 * Y])

    def _wing(self, u: float, v: float, w: float) -> np.ndarray:
        area = 0.7 * 1.6 * 0.19
        ratio = 0.19**2 / area
        slope = np.pi * ratio / (1.0 + np.sqrt(1.0 + 0.25 * ratio**2))
        parasitic = 0.42 * np.pi * 0.095**2 / area
        induced = slope**2 / (np.pi * 0.7 * ratio)
        q = 0.5 * 1026.0 * area
        if not self.as_published:  # to the second order of v and w
            X = -q * parasitic * (u * abs(u) + v * v + 0.5 * w * w) + q * (slope - induced) * w * w
            return np.array([X, 0.0, -q * (slope + parasitic) * u * w, 0.0, 0.0, 0.0])
        alpha, square = np.arctan2(w, u), u * u + v * v + w * w
        lift, drag = q * square * slope * alpha, q * square * (parasitic + induced * alpha**2)
        c, s = np.cos(alpha), np.sin(alpha)
        return np.array([-c * drag + s * lift, 0.0, -s * drag - c * lift, 0.0, 0.0, 0.0])

    def steady(self, omega: float, rudder: float) -> np.ndarray:
        """The steady velocity."""

        def residual(x: np.ndarray) -> np.ndarray:
            nu, phi, theta = x[:6], x[6], x[7]
            return np.concatenate([self.force(nu, phi, theta, omega, rudder), rates(nu, phi, theta)])

        start = np.array([omega / 80.0, 0.0, 0.0, 0.0, 0.0, 5e-3 * rudder * omega, 0.0, 0.0])
        found = root(residual, start, tol=1e-13)
        assert found.success, found.message
        return found.x[:6]


@dataclass
class Otter:
    """Otter, otter.py (c717e07), with 25 kg of payload.

    Attributes:
        ends: Cross-flow strips with the ends, in water of 1026 kg/m3.
        payload: The weight of the payload as a force in body axes.
        height: Of the propellers above the origin, with the pitch moment of their thrust [m].
    """

    ends: bool = True
    payload: bool = True
    height: float = 0.0

    def force(self, nu: np.ndarray, z: float, phi: float, theta: float, omega: np.ndarray) -> np.ndarray:
        """M ν' with the propellers at ω, left and right [rad/s]."""
        m, mp, rho, g = 55.0, 25.0, 1025.0, 9.81
        rp, rg = np.array([0.05, 0.0, -0.35]), np.array([0.2, 0.0, -0.2])
        rg = (m * rg + mp * rp) / (m + mp)
        Ig = m * np.diag([0.432**2, 0.25, 0.25]) - m * S(rg) @ S(rg) - mp * S(rp) @ S(rp)
        total = m + mp
        M_RB = np.block([[total * np.eye(3), -total * S(rg)], [total * S(rg), Ig - total * S(rg) @ S(rg)]])
        M_A = np.diag([0.1 * m, 1.5 * m, m, 0.2 * Ig[0, 0], 0.8 * Ig[1, 1], 1.7 * Ig[2, 2]])
        M = M_RB + M_A
        volume, length, beam, y = total / rho, 2.0, 0.25, 0.395
        draft = volume / (2.0 * 0.4 * beam * length)
        area, c_w = 0.75 * length * beam, 0.75
        I_T = length * beam**3 / 6.0 * 6.0 * c_w**3 / ((1.0 + c_w) * (1.0 + 2.0 * c_w)) + 2.0 * area * y * y
        I_L = 0.8 * beam * length**3 / 6.0
        KB = (2.5 * draft - 0.5 * volume / (length * beam)) / 3.0
        KG = draft - rg[2]
        G = (
            rho
            * g
            * np.diag([0, 0, 2.0 * area, volume * (KB + I_T / volume - KG), volume * (KB + I_L / volume - KG), 0])
        )
        D = np.diag(
            [
                24.4 * g / (6.0 * 0.5144),
                M[1, 1],
                0.6 * np.sqrt(G[2, 2] * M[2, 2]),
                0.4 * np.sqrt(G[3, 3] * M[3, 3]),
                0.8 * np.sqrt(G[4, 4] * M[4, 4]),
                M[5, 5],
            ]
        )
        H = np.eye(6)
        H[:3, 3:] = S(np.array([-0.2, 0.0, 0.0])).T
        G = H.T @ G @ H
        thrust = np.where(omega > 0.0, 0.01108, 0.006445) * omega * np.abs(omega)
        N = y * (thrust[0] - thrust[1])
        tau = np.array([np.sum(thrust), 0.0, 0.0, 0.0, -self.height * np.sum(thrust), N])
        tau[5] -= 10.0 * D[5, 5] * abs(nu[5]) * nu[5]
        if self.payload:
            f = mp * g * np.array([-np.sin(theta), np.cos(theta) * np.sin(phi), np.cos(theta) * np.cos(phi)])
            tau += np.concatenate([f, np.cross(rp, f)])
        ratio = 0.5 * beam / draft  # on Hoerner's curve between two of its points
        C_D = float(np.interp(ratio, (0.558473, 0.646401), (1.08356, 0.998631)))
        tau += cross_flow(length, draft, C_D, 1026.0 if self.ends else rho, self.ends, nu)
        eta = np.array([0.0, 0.0, z, phi, theta, 0.0])
        return tau - (coriolis(M_RB, nu) + coriolis(M_A, nu) + D) @ nu - G @ eta

    def steady(self, left: float, right: float) -> np.ndarray:
        """The steady velocity."""
        omega = np.array([left, right])

        def residual(x: np.ndarray) -> np.ndarray:
            nu, z, phi, theta = x[:6], x[6], x[7], x[8]
            sinking = -np.sin(theta) * nu[0] + np.cos(theta) * (np.sin(phi) * nu[1] + np.cos(phi) * nu[2])
            return np.concatenate([self.force(nu, z, phi, theta, omega), rates(nu, phi, theta), [sinking]])

        start = np.zeros(9)
        start[0] = 0.01108 * np.sum(omega * np.abs(omega)) / 77.6
        found = root(residual, start, tol=1e-13)
        assert found.success, found.message
        return found.x[:6]
