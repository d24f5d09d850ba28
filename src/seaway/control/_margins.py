"""Stability of a designed autopilot: poles of the linear closed loop, and margins of each loop."""

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats
from seaway.control._allocation import AXES

if TYPE_CHECKING:
    from seaway.control._design import Design

__all__ = ["Margin", "closed_loop_poles", "margins", "open_loop_poles"]

_FREQUENCIES: Final = np.geomspace(1e-3, 60.0, 1500)  # [rad/s]


@dataclass(frozen=True)
class Margin:
    """Stability margins of one loop, with all others closed.

    Attributes:
        gain: Gain margin: smallest factor > 1 of the loop gain that makes it unstable; inf if none does.
        reduction: Gain reduction margin: largest factor < 1 that makes it unstable; 0 if none does.
        phase: Phase margin: smallest phase lag at crossover that makes it unstable [rad]; inf without a crossover.
        crossover: Highest frequency at which the loop gain is 1 [rad/s]; 0 without one.
    """

    gain: float
    reduction: float
    phase: float
    crossover: float


class _Linear(NamedTuple):
    """Linear model of a vehicle with its actuators and controller.

    x' = A x + B wrench; wrench = K x + L z; z' = E x.

    The state x is x, y, z, roll, pitch, yaw, the six velocities, and the actual wrench on each axis after its lag; z
    are the integrals.
    """

    A: Floats
    B: Floats
    K: Floats
    L: Floats
    E: Floats


def _linear(design: "Design", speed: float) -> _Linear:
    plant, par = design.plant, design.autopilot
    inverse = np.linalg.inv(plant.mass)
    A, B = np.zeros((18, 18)), np.zeros((18, 6))
    A[:6, 6:12] = np.eye(6)
    A[1, 5], A[2, 4] = speed, -speed  # motion along the heading
    A[6:12, :6], A[6:12, 6:12] = -inverse @ plant.stiffness, -inverse @ plant.damping
    A[6:12, 12:] = inverse @ design.actual
    # Half a period of the hold counts as a lag.
    lags = np.maximum(design.delay + 0.5 * design.period, 1e-3)
    A[12:, 12:], B[12:] = -np.diag(1.0 / lags), np.diag(1.0 / lags)
    efforts, sums = np.zeros((6, 18)), np.zeros((6, 6))
    E = np.zeros((6, 18))
    P, I, D = par["gains_p"], par["gains_i"], par["gains_d"]
    active = np.zeros(6)
    active[3:] = par["active"]
    active[0], active[1] = par["holds_x"], par["holds_y"]
    depth = max(par["holds_z"], par["holds_depth"])
    active[2] = depth * (1.0 - par["by_pitch"])
    table = par["climb"]
    place = min(speed / par["climb_step"], len(table) - 1.001)
    k = int(place)
    climb = (1.0 - (place - k)) * table[k] + (place - k) * table[k + 1]
    for i in range(6):
        if not active[i] or (i == 4 and depth and par["by_pitch"]):
            continue
        efforts[i, :12] -= D[i] * A[i, :12]
        efforts[i, i] -= P[i]
        sums[i, i], E[i, i] = -I[i], 1.0
    if depth and par["by_pitch"]:
        efforts[4, [2, 4, 10, 8]] = climb[0], -climb[3], -climb[4], -climb[2]
        sums[4, 2], E[2, 2] = climb[1], 1.0
    elif depth and par["pitch_free"]:
        efforts[2] = 0.0
        efforts[2, :12] = -climb[2] * A[2, :12]
        efforts[2, [2, 4, 10]] -= [climb[0], climb[3], climb[4]]
        sums[2, 2] = -climb[1]
    if par["holds_speed"] or par["holds_ground_speed"]:
        efforts[0, 6], sums[0, 0], E[0, 6] = -par["speed_gains"][0], -par["speed_gains"][1], 1.0
        efforts[1, 7] -= par["sway_gain"]
    K = par["columns"].T @ efforts
    # The controller compensates the Munk moment on a hull that moves obliquely.
    K[4, 8] -= active[4] * par["munk_held"][1] * speed
    K[5, 7] -= active[5] * par["munk_held"][2] * speed
    return _Linear(A, B, K, sums, E)


def _closed(linear: _Linear, open_axis: int | None = None) -> tuple[Floats, Floats, Floats]:
    """System matrix with all loops closed but one axis of the wrench; B and C of that axis."""
    A, B, K, L, E = linear
    n = len(A)
    whole = np.zeros((n + 6, n + 6))
    gain = np.hstack([K, L])
    whole[:n, :n], whole[n:, :n] = A, E
    into = np.vstack([B, np.zeros((6, 6))])
    kept = [i for i in range(6) if i != open_axis]
    whole += into[:, kept] @ gain[kept]
    if open_axis is None:
        return whole, np.zeros((n + 6, 1)), np.zeros((1, n + 6))
    return whole, into[:, [open_axis]], gain[[open_axis]]


def open_loop_poles(design: "Design") -> NDArray[np.complex128]:
    """Poles of the vehicle without autopilot at the cruise speed [1/s], in descending order of the real part."""
    A = _linear(design, design.cruise).A[:12, :12]
    return _sorted(np.linalg.eigvals(A))


def closed_loop_poles(design: "Design") -> NDArray[np.complex128]:
    """Poles of the linear vehicle with actuator lags and autopilot at the cruise speed [1/s].

    They are in descending order of the real part. Poles at 0 belong to states that are not controlled, such as the
    position of a vehicle that holds its heading.
    """
    return _sorted(np.linalg.eigvals(_closed(_linear(design, design.cruise))[0]))


def _sorted(poles: Any) -> NDArray[np.complex128]:
    found = np.asarray(poles, dtype=np.complex128)
    return found[np.argsort(-found.real, kind="stable")]


def margins(design: "Design") -> dict[str, Margin]:
    """Gain and phase margins of each axis of the wrench that the autopilot uses, with all other loops closed.

    The loop is opened between controller and actuators. It includes the lags of the actuators and half a control
    period.
    """
    found = dict[str, Margin]()
    linear = _linear(design, design.cruise)
    for axis, name in enumerate(AXES):
        A, B, C = _closed(linear, axis)
        if not np.any(C):
            continue
        systems = 1j * _FREQUENCIES[:, None, None] * np.eye(len(A)) - A
        response = -(C @ np.linalg.solve(systems, np.broadcast_to(B, (len(systems), *B.shape))))[:, 0, 0]
        found[name] = _margin(np.asarray(response))
    return found


def _margin(response: NDArray[np.complex128]) -> Margin:
    """Margins of a frequency response of an open loop."""
    size, angle = np.abs(response), np.unwrap(np.angle(response))
    crossings = np.flatnonzero((size[:-1] - 1.0) * (size[1:] - 1.0) < 0.0)
    phase, crossover = inf, 0.0
    for k in crossings.tolist():
        phase = min(phase, abs(float(np.angle(-response[k]))))
        crossover = float(_FREQUENCIES[k])
    gain, reduction = inf, 0.0
    turns = (angle + np.pi) / (2.0 * np.pi)
    for k in np.flatnonzero(np.floor(turns[:-1]) != np.floor(turns[1:])).tolist():
        factor = 1.0 / float(size[k])
        if factor > 1.0:
            gain = min(gain, factor)
        else:
            reduction = max(reduction, factor)
    return Margin(gain, reduction, phase, crossover)
