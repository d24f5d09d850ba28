"""Advice on the time step, from the description of a vehicle alone: nothing is compiled."""

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats
from seaway.engine import Integrator
from seaway.errors import Finding
from seaway.parts import row
from seaway.sea import Sea
from seaway.sim._status import STABILITY_LIMIT, rounded_down
from seaway.vehicle import Vehicle

__all__ = ["step_advice"]

# Share of the stability limit from which on a step is reported: quadratic damping grows with the speed.
_REPORTED: Final = 0.5
_DAMPING: Final = "its damping"
# Share of the limit that the advised step has.
_ADVISED: Final = 0.25


def step_advice(
    vehicle: Vehicle, sea: Sea, time_step: float, integrator: Integrator = "rk4", velocity: ArrayLike | None = None
) -> list[Finding]:
    """Find a time step that is too long for the fastest mode of a vehicle: rule ``step-size``.

    The modes are those of the damping, h |λ| with λ of M⁻¹ ∂d/∂ν under water at rest and at a velocity, and the lags
    of thrusters and of the actuation, h / T.

    Args:
        vehicle: The vehicle; of values for each run of a batch, the first.
        sea: Its sea; the density is used.
        time_step: Time step h [s].
        integrator: Integration scheme.
        velocity: Velocity through the water [m/s, rad/s], (6,); default: at rest.
    """
    limit = STABILITY_LIMIT[integrator]
    rate, what = max(_rates(row(vehicle, 0), sea, velocity), default=(0.0, ""))
    if not time_step * rate > _REPORTED * limit:
        return []
    becomes = "it may become unstable at speed" if what == _DAMPING else "its lag is not resolved"
    becomes = "the run will diverge" if time_step * rate > limit else becomes
    step = rounded_down(_ADVISED * limit / rate)
    message = (
        f"vehicle '{vehicle.name}': the time step of {time_step:g} s is long for {what}, which decays within "
        f"{1.0 / rate:.3g} s: {becomes}. Use a time step of at most {step:.3g} s"
    )
    return [Finding("warning", None, None, "step-size", message)]


def _rates(vehicle: Vehicle, sea: Sea, velocity: ArrayLike | None) -> Iterator[tuple[float, str]]:
    """Rates [1/s] of what decays, each with a name."""
    for nu in (np.zeros(6), np.zeros(6) if velocity is None else np.asarray(velocity, dtype=np.float64)):
        yield _damping_rate(vehicle, sea, nu), _DAMPING
    for thruster in vehicle.thrusters:
        P, _, D = np.asarray(thruster.gains).tolist()
        lag = (thruster.inertia + D) / P if P > 0.0 else thruster.time_constant
        if lag > 0.0:
            yield 1.0 / float(lag), f"its thruster '{thruster.name}'"
    if vehicle.actuation is not None:
        for lag in np.asarray(vehicle.actuation.time_constant).ravel().tolist():
            if lag > 0.0:
                yield 1.0 / lag, "its actuation"


def _damping_rate(vehicle: Vehicle, sea: Sea, nu: Floats) -> float:
    """The largest |λ| of M⁻¹ ∂d/∂ν [1/s], by central differences."""
    if not vehicle.damping:
        return 0.0
    step = 1e-6 * max(1.0, float(np.max(np.abs(nu))))
    states = nu + step * np.concatenate([np.eye(6), -np.eye(6)])
    total = np.zeros((12, 6))
    for damping in vehicle.damping:
        R, r = damping.pose.R, damping.pose.p
        at_frame = np.concatenate([states[:, :3] + np.cross(states[:, 3:], r), states[:, 3:]], axis=1)
        wrench = damping.wrench(np.concatenate([at_frame[:, :3] @ R, at_frame[:, 3:] @ R], axis=1))
        force, torque = wrench[:, :3] @ R.T, wrench[:, 3:] @ R.T
        total += np.concatenate([force, torque + np.cross(r, force)], axis=1)
    slope = vehicle.density_ratio(sea.density) * (total[:6] - total[6:]).T / (2.0 * step)
    M = vehicle.inertial_in(sea.density).mass_matrix()
    if not np.all(np.isfinite(slope)) or not np.all(np.isfinite(M)):
        return math.inf
    return float(np.max(np.abs(np.linalg.eigvals(np.linalg.solve(M, slope)))))
