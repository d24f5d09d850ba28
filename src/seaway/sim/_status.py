"""Why a row stopped, and what to do about it."""

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats
from seaway.errors import SimulationError
from seaway.kernels.forces import LAWS
from seaway.kernels.integrators import RK4
from seaway.kernels.model import Model
from seaway.kernels.rows import LARGEST_SPEED, STOPPED
from seaway.kernels.thrusters import PID
from seaway.kernels.waves import STILL
from seaway.sim._engine import Engine
from seaway.sim._recording import Recording

__all__ = ["STABILITY_LIMIT", "failure", "stiffness"]

# Where the stability region of each scheme ends on the negative real axis: h |λ| must stay below. For RK4 the root of
# 1 + z + z²/2 + z³/6 + z⁴/24 = 1, z = -2.785; for Euler's rule -2.
STABILITY_LIMIT: Final = {True: 2.785, False: 2.0}

_SHOWN_ROWS: Final = 8


def stiffness(engine: Engine, row: int, vehicle: int, velocity: Floats) -> float:
    """How fast damping acts: the largest magnitude of the eigenvalues λ of M^-1 d(damping)/dν [1/s], under water.

    Args:
        engine: Its parameters and its pose.
        row: Of the batch.
        vehicle: Its index.
        velocity: (v, w) of the vehicle [m/s, rad/s], (6,).
    """
    return float(np.max(np.abs(_eigenvalues(engine, row, vehicle, velocity))))


def _eigenvalues(engine: Engine, row: int, vehicle: int, velocity: Floats) -> NDArray[np.complex128]:
    step = 1e-6 * max(1.0, float(np.max(np.abs(velocity))))
    probe = engine.row(row, batch=12)  # central differences
    probe.model.water["surface"], probe.model.water["waves"] = np.inf, STILL  # as if it were under water
    probe.memory.state["velocity"][:, vehicle] = velocity + step * np.concatenate([np.eye(6), -np.eye(6)])
    wrenches = probe.evaluate().wrenches[:, vehicle, LAWS.index("damping")]
    if not np.all(np.isfinite(wrenches)):
        return np.array([-np.inf + 0j])
    # Stored by columns, so rows of wrenches stand before it.
    inverse: Floats = probe.model.vehicles["inverse"][0, vehicle]
    rates = np.asarray((wrenches[:6] - wrenches[6:]) / (2.0 * step) @ inverse, dtype=np.float64)
    return np.asarray(np.linalg.eigvals(rates), dtype=np.complex128)


def failure(
    engine: Engine, names: tuple[str, ...], recording: Recording | None, remedy: Callable[[float], str] | None = None
) -> SimulationError:
    """Explain the rows that stopped.

    Args:
        engine: What failed.
        names: Of the vehicles.
        recording: What was recorded until then.
        remedy: Says how to get a time step [s] that would do; "Try a time step of at most ..." where None.
    """
    rows = np.flatnonzero(engine.failed())
    row = int(rows[0])
    vehicle = int(np.flatnonzero(engine.memory.status[row] & STOPPED)[0])
    shown = ", ".join(str(r) for r in rows[:_SHOWN_ROWS]) + (", ..." if len(rows) > _SHOWN_ROWS else "")
    where = f"{'row' if len(rows) == 1 else 'rows'} {shown} of {engine.batch}"
    first = "" if len(rows) == 1 else f", first row {row}"
    bound = f"not finite, or beyond {LARGEST_SPEED:g} m/s or rad/s,"
    what = f"vehicle '{names[vehicle]}' {bound} after t = {engine.times[row]:.6g} s{first}"
    message = f"{where}: {what}; {_cause(engine, row, vehicle, remedy or _shorter_step)}"
    return SimulationError(message, rows=tuple(rows.tolist()), recording=recording)


def _shorter_step(longest: float) -> str:
    # Rounded down: what is advised must work.
    digits = 10.0 ** (math.floor(math.log10(longest)) - 2)
    return f"Try a time step of at most {math.floor(longest / digits) * digits:.3g} s"


def _cause(engine: Engine, row: int, vehicle: int, remedy: Callable[[float], str]) -> str:
    h, rk4 = engine.scheme.time_step, engine.scheme.integrator == RK4
    limit, scheme = STABILITY_LIMIT[rk4], "rk4" if rk4 else "semi_implicit_euler"
    own_row = engine.row(row)
    body = own_row.model.vehicles[0, vehicle]
    lags = body["time_constant"][body["time_constant"] > 0.0]
    if body["actuated"] and len(lags) and h / lags.min() >= limit:
        rule = f"h / time constant must be < {limit:g} for {scheme}, got {h / lags.min():.4g}"
        return f"the time constant {lags.min():g} s of its actuation is stiff: {rule}. {remedy(limit * lags.min())}"
    drives = _drive_times(own_row.model, vehicle)
    if len(drives) and h / drives.min() >= limit:
        rule = f"h / time constant must be < {limit:g} for {scheme}, got {h / drives.min():.4g}"
        what = f"the time constant {drives.min():.4g} s of a thruster's drive is stiff"
        return f"{what}: {rule}. {remedy(limit * drives.min())}"
    rule = f"h |λ| must be < {limit:g} for {scheme}"
    nu = engine.memory.state["velocity"][row, vehicle].copy()
    own = engine.row(row)
    own.model.water["surface"] = np.inf
    unit = nu / max(float(np.max(np.abs(nu))), 1e-300)  # a speed at which nothing overflows
    powers: list[float] = []
    for velocity in (unit, 1e3 * unit):
        own.memory.state["velocity"][0, vehicle] = velocity
        powers.append(float(own.evaluate().wrenches[0, vehicle, LAWS.index("damping")] @ velocity))
    if max(powers) > 0.0:
        return "its damping feeds energy in: check its signs, damping is positive when it dissipates"
    rest = stiffness(engine, row, vehicle, np.zeros(6))
    if h * rest >= limit:
        return f"its damping is stiff: {rule}, got {h * rest:.4g}. {remedy(limit / rest)}"
    if h * stiffness(engine, row, vehicle, nu) >= limit:
        low, high = 0.0, 1.0
        for _ in range(1100):  # down to the smallest float, if need be
            middle = 0.5 * (low + high)
            stiff = h * stiffness(engine, row, vehicle, middle * nu) >= limit
            low, high = (low, middle) if stiff else (middle, high)
            if high - low < 1e-3 * high:
                break
        speed, turn = high * np.max(np.abs(nu[:3])), high * np.max(np.abs(nu[3:]))
        return (
            f"its damping is stiff at speed: {rule}, which holds only below some {speed:.3g} m/s and {turn:.3g} rad/s "
            "this way. Try a smaller time step"
        )
    wrench = float(np.max(np.abs(engine.memory.command[row, vehicle])))
    return (
        f"its damping is not stiff ({rule}, got {h * rest:.4g}); look at what drives it: the largest entry of its "
        f"command is {wrench:.4g}, of its last velocity {np.max(np.abs(nu)):.4g}. Or try a smaller time step"
    )


def _drive_times(model: Model, vehicle: int) -> Floats:
    """Time constants of the drives of a vehicle's thrusters [s]: of lags, and (J + D) / P of controllers."""
    first, stop = model.vehicles["thrusters"][0, vehicle]
    own = model.thrusters[0, first:stop]
    lags = own["time_constant"][own["time_constant"] > 0.0]
    controlled = own[own["drive"] == PID]
    return np.concatenate([lags, (controlled["inertia"] + controlled["derivative"]) / controlled["proportional"]])
