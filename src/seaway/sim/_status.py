"""Why a row stopped, and what to do about it."""

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.errors import SimulationError
from seaway.kernels.integrators import RK4
from seaway.kernels.rows import NOT_FINITE
from seaway.sim._engine import Engine
from seaway.sim._recording import Recording

__all__ = ["STABILITY_LIMIT", "failure", "stiffness"]

# Where the stability region of each scheme ends on the negative real axis: h |λ| must stay below. For RK4 the root of
# 1 + z + z²/2 + z³/6 + z⁴/24 = 1, z = -2.785; for Euler's rule -2.
STABILITY_LIMIT: Final = {True: 2.785, False: 2.0}

_SHOWN_ROWS: Final = 8


def stiffness(engine: Engine, row: int, vehicle: int, velocity: Floats) -> float:
    """The largest magnitude of the eigenvalues λ of dν'/dν [1/s] of a vehicle, at a velocity; central differences.

    Args:
        engine: Its parameters and its pose.
        row: Of the batch.
        vehicle: Its index.
        velocity: (v, w), (6,).
    """
    step = 1e-6 * max(1.0, float(np.max(np.abs(velocity))))
    probe = engine.row(row, batch=12)
    probe.memory.state["velocity"][:, vehicle] = velocity + step * np.concatenate([np.eye(6), -np.eye(6)])
    rates = probe.evaluate().acceleration[:, vehicle]
    jacobian = (rates[:6] - rates[6:]).T / (2.0 * step)
    if not np.all(np.isfinite(jacobian)):
        return np.inf
    return float(np.max(np.abs(np.linalg.eigvals(jacobian))))


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
    vehicle = int(np.flatnonzero(engine.memory.status[row] & NOT_FINITE)[0])
    shown = ", ".join(str(r) for r in rows[:_SHOWN_ROWS]) + (", ..." if len(rows) > _SHOWN_ROWS else "")
    where = f"{'row' if len(rows) == 1 else 'rows'} {shown} of {engine.batch}"
    first = "" if len(rows) == 1 else f", first row {row}"
    what = f"vehicle '{names[vehicle]}' not finite after t = {engine.times[row]:.6g} s{first}"
    message = f"{where}: {what}; {_cause(engine, row, vehicle, remedy or _shorter_step)}"
    return SimulationError(message, rows=tuple(rows.tolist()), recording=recording)


def _shorter_step(longest: float) -> str:
    # Rounded down: what is advised must work.
    digits = 10.0 ** (math.floor(math.log10(longest)) - 2)
    return f"Try a time step of at most {math.floor(longest / digits) * digits:.3g} s"


def _cause(engine: Engine, row: int, vehicle: int, remedy: Callable[[float], str]) -> str:
    h, rk4 = engine.scheme.time_step, engine.scheme.integrator == RK4
    limit = STABILITY_LIMIT[rk4]
    rule = f"h |λ| must be < {limit:g} for {'rk4' if rk4 else 'semi_implicit_euler'}"
    nu = engine.memory.state["velocity"][row, vehicle].copy()
    rest = stiffness(engine, row, vehicle, np.zeros(6))
    if h * rest >= limit:
        return f"its damping is stiff: {rule}, got {h * rest:.4g}. {remedy(limit / rest)}"
    if h * stiffness(engine, row, vehicle, nu) >= limit:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            stiff = h * stiffness(engine, row, vehicle, middle * nu) >= limit
            low, high = (low, middle) if stiff else (middle, high)
        speed, turn = high * np.linalg.norm(nu[:3]), high * np.linalg.norm(nu[3:])
        return (
            f"its damping is stiff at speed: {rule}, which holds only below some {speed:.3g} m/s and {turn:.3g} rad/s "
            "this way. Try a smaller time step"
        )
    wrench = float(np.max(np.abs(engine.memory.command[row, vehicle])))
    return (
        f"its damping is not stiff ({rule}, got {h * rest:.4g}); look at what drives it: "
        f"the largest entry of its command is {wrench:.4g}, its last speed {np.linalg.norm(nu[:3]):.4g} m/s"
    )
