"""Wave filter: removes first-order wave motions from the feedback of a surface vessel.

Waves make a vessel oscillate at the encounter frequency. Thrusters cannot counteract this, and wear out if they try.
The filter passes the slow motion and blocks a band around the encounter frequency, by notches

    h(s) = (s² + 2 ζ ω s + ω²) / (s² + 2 ζ_w ω s + ω²)

with the damping ζ and the width ζ_w, so that ζ / ζ_w passes at ω. There is one at the encounter frequency, or three
around it. The filter acts on yaw, x and y and their rates, and returns the same ``Motion`` with these replaced, which
guidance and autopilot use instead of the true motion.

Each notch is discretised by the trapezoidal rule with ω prewarped: with a period T, its response at Ω is that of h at
ω tan(½ Ω T) / tan(½ ω T). Its states are those of two integrators, so it stays stable while ω changes.

    encounter frequency = |ω₀ - ω₀² U cos β / g|

with β the angle between the velocity of the vessel and the direction to which the waves run, in deep water.

Reference:
    T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 13 (cascaded notch
    filters) and ch. 10 (encounter frequency). V. Zavalishin, The Art of VA Filter Design, 2012, ch. 4.
"""

import math
from typing import Any, Final

from seaway._jit import kernel
from seaway.kernels.rotation import Matrix3, times
from seaway.kernels.surroundings import Motion
from seaway.kernels.vectors import Vector6

__all__ = ["encounter_frequency", "filtered", "notch", "notches"]

_TURN: Final = 2.0 * math.pi
# Upper limit of ½ ω h: a notch near the sampling frequency has no meaning.
_LARGEST: Final = 1.4
_LEAST_FREQUENCY: Final = 1e-3
_STEEPEST: Final = 0.01  # cos² of the pitch, at 84°

Six = tuple[float, float, float, float, float, float]


@kernel
def encounter_frequency(frequency: float, direction: float, velocity: tuple[float, float], gravity: float) -> float:
    """Encounter frequency of a moving vessel in deep water [rad/s].

    Args:
        frequency: Frequency ω₀ of the waves [rad/s].
        direction: Direction to which the waves run, in W [rad].
        velocity: Velocity of the vessel through the water, in W [m/s].
        gravity: Acceleration of gravity g [m/s2].
    """
    along = velocity[0] * math.cos(direction) + velocity[1] * math.sin(direction)
    return abs(frequency - frequency * frequency * along / max(gravity, 1e-9))


@kernel
def notch(par: Any, frequency: float, a: float, b: float, u: float) -> tuple[float, float, float]:
    """Advance one notch by one period.

    Args:
        par: ``damping`` ζ, ``width`` ζ_w, ``period`` [s].
        frequency: Frequency ω [rad/s].
        a: State of the first integrator.
        b: State of the second integrator; for a steady input u it is u.
        u: Input.

    Returns:
        Output and new states.
    """
    g = math.tan(min(0.5 * frequency * par.period, _LARGEST))
    band = (a + g * (u - b)) / (1.0 + g * (g + 2.0 * par.width))  # ω s / (s² + 2 ζ_w ω s + ω²)
    low = b + g * band  # ω² / (s² + 2 ζ_w ω s + ω²)
    return u - 2.0 * (par.width - par.damping) * band, 2.0 * band - a, 2.0 * low - b


@kernel
def notches(par: Any, frequency: float, x: Six, u: float) -> tuple[float, Six]:
    """Advance the notches of one signal: at the frequency, and with three sections also below and above it.

    Args:
        par: ``sections`` (1 or 3), ``spread`` (> 1), and the parameters of ``notch``.
        frequency: Frequency ω [rad/s].
        x: States.
        u: Signal.
    """
    y, a, b = notch(par, frequency, x[0], x[1], u)
    if par.sections == 1:
        return y, (a, b, x[2], x[3], x[4], x[5])
    y, c, d = notch(par, frequency / par.spread, x[2], x[3], y)
    y, e, f = notch(par, frequency * par.spread, x[4], x[5], y)
    return y, (a, b, c, d, e, f)


@kernel
def _turned_up(R: Matrix3, angle: float) -> tuple[Matrix3, Matrix3]:
    """Rotate R_WB about the vertical; return it and its transpose."""
    c, s = math.cos(angle), math.sin(angle)
    a, b, d = c * R[0] - s * R[3], c * R[1] - s * R[4], c * R[2] - s * R[5]
    e, f, g = s * R[0] + c * R[3], s * R[1] + c * R[4], s * R[2] + c * R[5]
    return (a, b, d, e, f, g, R[6], R[7], R[8]), (a, e, R[6], b, f, R[7], d, g, R[8])


@kernel
def filtered(par: Any, x: Any, motion: Any, around: Any) -> Any:
    """Remove first-order wave motions in x, y and yaw from the motion of a vessel, once per control period.

    Args:
        par: ``frequency`` of the waves [rad/s], ``direction`` to which they run [rad] (NaN: the frequency is that of
            the encounter), and the parameters of ``notches``.
        x: ``started``, ``turns`` (of the yaw, 2π each), ``last_yaw`` [rad], ``frequency`` of the encounter, ``slow``
            (filtered velocity through the water, in W), and six of each signal: ``yaw``, ``yaw_rate``, ``x``, ``y``,
            ``x_rate``, ``y_rate``.
        motion: Motion of the vessel.
        around: Surroundings of the vessel.

    Returns:
        The filtered ``Motion``, and the new states. Its ``nu_r`` is relative to the current, without the orbital motion
        of the waves.
    """
    R, nu, p = motion.R_WB, motion.nu, motion.position
    v = times(R, (nu[0], nu[1], nu[2]))
    c = times(R, around.v_current_B)
    flat = max(R[7] * R[7] + R[8] * R[8], _STEEPEST)
    rate = (R[7] * nu[4] + R[8] * nu[5]) / flat
    # The yaw is continuous over several turns: the value nearest to the last one.
    yaw = math.atan2(R[3], R[0]) + _TURN * x.turns
    turns = x.turns
    if x.started != 0.0:
        more = math.floor((x.last_yaw - yaw) / _TURN + 0.5)
        yaw, turns = yaw + _TURN * more, turns + more
    met = par.frequency
    if not math.isnan(par.direction):
        met = encounter_frequency(par.frequency, par.direction, (x.slow[0], x.slow[1]), around.gravity)
    met = max(met, _LEAST_FREQUENCY)
    first = x.started == 0.0
    yaw_f, s_yaw = notches(par, met, _begun(first, x.yaw, yaw), yaw)
    rate_f, s_rate = notches(par, met, _begun(first, x.yaw_rate, rate), rate)
    x_f, s_x = notches(par, met, _begun(first, x.x, p[0]), p[0])
    y_f, s_y = notches(par, met, _begun(first, x.y, p[1]), p[1])
    u_f, s_u = notches(par, met, _begun(first, x.x_rate, v[0]), v[0])
    v_f, s_v = notches(par, met, _begun(first, x.y_rate, v[1]), v[1])

    angle = yaw_f - yaw
    R_WB, R_BW = _turned_up(R, angle)
    cos, sin = math.cos(0.5 * angle), math.sin(0.5 * angle)
    w, i, j, k = motion.orientation
    q = (cos * w - sin * k, cos * i - sin * j, cos * j + sin * i, cos * k + sin * w)
    ground, water = times(R_BW, (u_f, v_f, v[2])), times(R_BW, (u_f - c[0], v_f - c[1], v[2] - c[2]))
    turn = rate_f - rate  # about the vertical, which is (R6, R7, R8) in B
    spin = (nu[3] + turn * R[6], nu[4] + turn * R[7], nu[5] + turn * R[8])
    slow: Vector6 = (ground[0], ground[1], ground[2], spin[0], spin[1], spin[2])
    slow_r: Vector6 = (water[0], water[1], water[2], spin[0], spin[1], spin[2])
    new = (1.0, turns, yaw, met, u_f - c[0], v_f - c[1]) + s_yaw + s_rate + s_x + s_y + s_u + s_v  # noqa: RUF005 - numba
    return Motion((x_f, y_f, p[2]), q, R_WB, R_BW, slow, slow_r), new


@kernel
def _begun(first: bool, x: Six, u: float) -> Six:
    """States of the filter; at the first call those of a steady signal."""
    return (0.0, u, 0.0, u, 0.0, u) if first else (x[0], x[1], x[2], x[3], x[4], x[5])
