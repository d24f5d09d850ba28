"""Diagnosis of runs that stopped."""

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.engine import STOPPED, Engine, Instance
from seaway.engine import _places as at
from seaway.engine._engine import LARGEST_SPEED
from seaway.errors import SimulationError
from seaway.kernels.waves import STILL
from seaway.sim._recording import Recording
from seaway.vehicle import Actuation, Thruster

__all__ = ["STABILITY_LIMIT", "failure", "rounded_down", "stiffness"]

# Where the stability region of each scheme ends on the negative real axis: h |λ| must stay below. For RK4 the root of
# 1 + z + z²/2 + z³/6 + z⁴/24 = 1, z = -2.785; for Euler's rule -2.
STABILITY_LIMIT: Final = {"rk4": 2.785, "semi_implicit_euler": 2.0}

_SHOWN_ROWS: Final = 8


class _Probe:
    """A fully submerged copy of one run, used to evaluate its damping.

    Args:
        engine: Engine of the run.
        row: Index of the run in the batch.
        vehicle: Index of the vehicle.
    """

    def __init__(self, engine: Engine, row: int, vehicle: int):
        self.vehicle = vehicle
        self.engine = engine.of_row(row, batch=12)
        everywhere = np.arange(12)
        self.engine.set_water("surface", np.inf, everywhere)
        self.engine.set_water("waves", STILL, everywhere)
        start = engine.state_starts[vehicle]
        self._columns = slice(start + at.VELOCITY, start + at.MOTION)
        self._inverse = self.engine.read(("body", vehicle), "inverse")[0]  # by columns: wrenches stand before it

    def damping(self, velocities: Floats) -> Floats:
        """Wrench of the damping at 12 velocities, (12, 6)."""
        self.engine.write(at.STATE, velocities, None, self._columns)
        return self.engine.evaluate().wrenches[:, self.vehicle, self.engine.slots.index("damping")]

    def stiffness(self, velocity: Floats) -> float:
        """Largest magnitude of the eigenvalues λ of M⁻¹ ∂(damping)/∂ν at a velocity [1/s]."""
        step = 1e-6 * max(1.0, float(np.max(np.abs(velocity))))
        wrenches = self.damping(velocity + step * np.concatenate([np.eye(6), -np.eye(6)]))  # central differences
        if not np.all(np.isfinite(wrenches)):
            return math.inf
        rates = np.asarray((wrenches[:6] - wrenches[6:]) / (2.0 * step) @ self._inverse, dtype=np.float64)
        return float(np.max(np.abs(np.linalg.eigvals(rates))))

    def feeds(self, velocity: Floats) -> bool:
        """Whether the damping adds energy at a velocity."""
        unit = velocity / max(float(np.max(np.abs(velocity))), 1e-300)  # a speed at which nothing overflows
        speeds = np.concatenate([np.tile(unit, (6, 1)), np.tile(1e3 * unit, (6, 1))])
        return bool(np.any(np.sum(self.damping(speeds) * speeds, axis=1) > 0.0))


def stiffness(engine: Engine, row: int, vehicle: int, velocity: Floats) -> float:
    """Stiffness of the damping, fully submerged: the largest ``|λ|`` of M⁻¹ ∂(damping)/∂ν [1/s].

    Args:
        engine: Engine of the run.
        row: Index of the run in the batch.
        vehicle: Index of the vehicle.
        velocity: Velocity (v_WB_B, w_WB_B) [m/s, rad/s], (6,).
    """
    return _Probe(engine, row, vehicle).stiffness(velocity)


def failure(
    engine: Engine, names: tuple[str, ...], recording: Recording | None, remedy: Callable[[float], str] | None = None
) -> SimulationError:
    """Explain why runs stopped.

    Args:
        engine: Engine of the runs.
        names: Names of the vehicles.
        recording: Samples recorded until then.
        remedy: Function that returns advice, given a sufficiently small time step [s]; default: "Try a time step of at
            most ...".
    """
    rows = np.flatnonzero(engine.failed())
    row = int(rows[0])
    vehicle = int(np.flatnonzero(engine.status[row] & STOPPED)[0])
    shown = ", ".join(str(r) for r in rows[:_SHOWN_ROWS]) + (", ..." if len(rows) > _SHOWN_ROWS else "")
    where = f"{'run' if len(rows) == 1 else 'runs'} {shown} of {engine.batch}"
    first = "" if len(rows) == 1 else f", first in run {row}"
    bound = f"is not finite, or exceeds {LARGEST_SPEED:g} m/s or rad/s,"
    what = f"the motion of vehicle '{names[vehicle]}' {bound} after t = {engine.times[row]:.6g} s{first}"
    message = f"{where}: {what}; {_cause(engine, row, vehicle, remedy or _shorter_step)}"
    return SimulationError(message, rows=tuple(rows.tolist()), recording=recording)


def rounded_down(step: float) -> float:
    """A time step with three digits, rounded down: what is advised must work."""
    digits = 10.0 ** (math.floor(math.log10(step)) - 2)
    return math.floor(step / digits) * digits


def _shorter_step(longest: float) -> str:
    return f"Try a time step of at most {rounded_down(longest):.3g} s"


def _cause(engine: Engine, row: int, vehicle: int, remedy: Callable[[float], str]) -> str:
    h, scheme = engine.time_step, engine.integrator
    limit = STABILITY_LIMIT[scheme]
    forces = [instance for instance in engine.instances if instance.vehicle == vehicle]
    for kind, of in ((Actuation, "its actuation"), (Thruster, "a thruster's drive")):
        lags = [T for each in forces if isinstance(each.force, kind) for T in _lags(engine, each, row)]
        if lags and h / min(lags) >= limit:
            rule = f"h / time constant must be < {limit:g} for {scheme}, got {h / min(lags):.4g}"
            return f"the time constant {min(lags):.4g} s of {of} is stiff: {rule}. {remedy(limit * min(lags))}"
    own, now = engine.of_row(row), engine.rows(at.STEPS)[row]
    for part in (0.0, 0.5, 1.0):  # at the times of the stages
        own.write(at.STEPS, now + part)
        wrenches = own.evaluate().wrenches[0, vehicle]
        for force in engine.forces:
            wrench = wrenches[engine.slots.index(force)]
            if not np.all(np.isfinite(wrench)):
                when = engine.start_time + (float(now[0]) + part) * h
                return f"the force '{force}' is {wrench.tolist()} at t = {when:.6g} s; check its parameters and inputs"
    rule = f"h |λ| must be < {limit:g} for {scheme}"
    start = engine.state_starts[vehicle]
    nu = engine.rows(at.STATE)[row, start + at.VELOCITY : start + at.MOTION]
    probe = _Probe(engine, row, vehicle)
    if probe.feeds(nu):
        return "its damping adds energy: check its signs, damping is positive when it dissipates"
    rest = probe.stiffness(np.zeros(6))
    if h * rest >= limit:
        return f"its damping is stiff: {rule}, got {h * rest:.4g}. {remedy(limit / rest)}"
    if h * probe.stiffness(nu) >= limit:
        low, high = 0.0, 1.0
        for _ in range(1100):  # down to the smallest float, if need be
            middle = 0.5 * (low + high)
            stiff = h * probe.stiffness(middle * nu) >= limit
            low, high = (low, middle) if stiff else (middle, high)
            if high - low < 1e-3 * high:
                break
        speed, turn = high * np.max(np.abs(nu[:3])), high * np.max(np.abs(nu[3:]))
        return (
            f"its damping is stiff at speed: {rule}, which holds only below about {speed:.3g} m/s and {turn:.3g} rad/s "
            "in this direction. Try a smaller time step"
        )
    wrench = float(np.max(np.abs(engine.rows(at.COMMAND)[row, 6 * vehicle : 6 * vehicle + 6])))
    return (
        f"its damping is not stiff ({rule}, got {h * rest:.4g}); check what drives it: the largest entry of its "
        f"command is {wrench:.4g}, of its last velocity {np.max(np.abs(nu)):.4g}. Or try a smaller time step"
    )


def _lags(engine: Engine, instance: Instance, row: int) -> list[float]:
    """Time constants of a force in a run [s]: of a lag, or (J + D) / P of a drive with a speed controller."""
    names = {name for name, _ in instance.law.parameters}

    def own(name: str) -> list[float]:
        values = engine.read(("law", instance.vehicle, instance.law.kind), name, instance.number)
        return values[min(row, len(values) - 1)].ravel().tolist()

    if "gains" in names:
        P, _, D = own("gains")
        return [(own("inertia")[0] + D) / P]
    return [T for T in own("time_constant") if T > 0.0] if "time_constant" in names else []
