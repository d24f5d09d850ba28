"""The Mariner cargo ship in three degrees of freedom: an oracle of its own, in plain Python.

Nondimensional derivatives of M. S. Chislett and J. Strom-Tejsen, Planar Motion Mechanism Tests and Full-Scale Steering
and Manoeuvring Predictions for a Mariner Class Vessel, Hydro- and Aerodynamics Laboratory, Lyngby, 1965, with the prime
system of length L = 160.93 m and speed U, about the design speed of 15 knots; as in T. I. Fossen's MSS toolbox,
mariner.m. Axes are forward, right, down. A rudder angle here is positive where it turns the ship to the right.
"""

from math import cos, hypot, radians, sin

import numpy as np

LENGTH = 160.93
DESIGN_SPEED = 7.7175
LARGEST_RUDDER = radians(40.0)
LARGEST_RATE = radians(5.0)

_M, _IZ, _XG = 798e-5, 39.2e-5, -0.023
_M11 = _M + 42e-5
_M22, _M23 = _M + 748e-5, _M * _XG + 9.354e-5
_M32, _M33 = _M * _XG - 4.646e-5, _IZ + 43.8e-5


def rates(state: np.ndarray, rudder: float) -> np.ndarray:
    """Derivatives of (u, v, r, x, y, heading, rudder angle); u is the speed above that of the design."""
    u_, v_, r_, _, _, psi, delta = state.tolist()
    U = hypot(DESIGN_SPEED + u_, v_)
    d = -delta  # the publication's angle turns the ship to the other side
    u, v, r = u_ / U, v_ / U, r_ * LENGTH / U
    order = -max(-LARGEST_RUDDER, min(LARGEST_RUDDER, rudder))
    d_rate = max(-LARGEST_RATE, min(LARGEST_RATE, order - d))
    X = -184 * u - 110 * u**2 - 215 * u**3 - 899 * v**2 + 18 * r**2 - 95 * d**2 - 190 * u * d**2 + 798 * r * v
    X += 93 * v * d + 93 * u * v * d
    Y = -1160 * v - 499 * r - 8078 * v**3 + 15356 * v**2 * r - 1160 * v * u - 499 * r * u + 278 * d - 90 * d**3
    Y += 556 * u * d + 278 * u**2 * d - 4 * v * d**2 + 1190 * v**2 * d - 4 - 8 * u - 4 * u**2
    N = -264 * v - 166 * r + 1636 * v**3 - 5483 * v**2 * r - 264 * v * u - 166 * r * u - 139 * d + 45 * d**3
    N += -278 * u * d - 139 * u**2 * d + 13 * v * d**2 - 489 * v**2 * d + 3 + 6 * u + 3 * u**2
    X, Y, N = 1e-5 * X, 1e-5 * Y, 1e-5 * N
    determinant = _M22 * _M33 - _M23 * _M32
    return np.array(
        [
            X * U * U / LENGTH / _M11,
            (_M33 * Y - _M23 * N) / determinant * U * U / LENGTH,
            (-_M32 * Y + _M22 * N) / determinant * U * U / LENGTH**2,
            cos(psi) * (DESIGN_SPEED + u_) - sin(psi) * v_,
            sin(psi) * (DESIGN_SPEED + u_) + cos(psi) * v_,
            r_,
            -d_rate,
        ]
    )


def sailed(duration: float, helm: "object", step: float = 0.1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sail with a helm that is called with (time, heading): times, states (n, 7), and what was asked of the rudder."""
    count = round(duration / step)
    states, orders = np.zeros((count + 1, 7)), np.zeros(count + 1)
    for n in range(count):
        s = states[n]
        orders[n] = order = helm(n * step, s[5])  # type: ignore[operator]
        k1 = rates(s, order)
        k2 = rates(s + 0.5 * step * k1, order)
        k3 = rates(s + 0.5 * step * k2, order)
        k4 = rates(s + step * k3, order)
        states[n + 1] = s + step / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    orders[-1] = orders[-2]
    return step * np.arange(count + 1), states, orders
