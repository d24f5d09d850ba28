"""Data sheet of a vehicle, computed from its description: drag, thrust, top speeds, natural periods."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, pi, sqrt
from typing import Any, Final, cast

import numpy as np

from seaway._arrays import Floats, frozen
from seaway.frames import Pose
from seaway.hydro import hydrostatics
from seaway.inertia import AddedMassRatio, added_mass_ratio
from seaway.sea import Sea
from seaway.vehicle import Buoyancy, Hull, HydrostaticStiffness, Thruster, Vehicle

AXES_OF_MOTION: Final = ("surge", "sway", "heave", "roll", "pitch", "yaw")
"""Names of the six components of a velocity."""

# Axes for which the maximum thrust is computed. The righting moment holds roll and pitch.
_DRIVEN: Final = (0, 1, 2, 5)
# Upper bound of the search for a speed [m/s, rad/s].
_FAST: Final = 1e3
# Restoring forces below this share of the largest are rounding errors.
_NONE: Final = 1e-9


@dataclass(frozen=True, eq=False)
class DataSheet:
    """Data sheet of a vehicle.

    Attributes:
        ratio: Ratio of added mass to mass.
        weight_in_water: Weight minus buoyancy of a submersible [N]; None for a boat.
        drag: Drag force or moment at 1 m/s or 1 rad/s along each axis alone [N, Nm], (6,).
        thrust: Maximum thrust at rest in surge, sway, heave and yaw, with the other three balanced [N, Nm]; None if the
            thrusters do not control the axis, or have no limits.
        speeds: Top speed in surge, sway, heave and yaw, at which the drag equals the maximum thrust [m/s, rad/s].
        periods: Undamped natural periods of heave, roll and pitch [s], if there is a restoring force.
    """

    ratio: AddedMassRatio
    weight_in_water: float | None
    drag: Floats
    thrust: dict[str, float | None]
    speeds: dict[str, float | None]
    periods: dict[str, float]


def data_sheet(vehicle: Vehicle, sea: Sea) -> DataSheet:
    """Compute the data sheet of a vehicle.

    Args:
        vehicle: The vehicle.
        sea: Sea with its density and gravity.
    """
    thrust = {AXES_OF_MOTION[axis]: _most(vehicle, sea, axis, 0.0) for axis in _DRIVEN}
    speeds = {AXES_OF_MOTION[axis]: _terminal(vehicle, sea, axis) for axis in _DRIVEN}
    weight = None
    if isinstance(vehicle.buoyancy, Buoyancy):
        weight = sea.gravity * (vehicle.inertial.mass - sea.density * vehicle.buoyancy.volume)
    drag = frozen(np.array([_drag(vehicle, sea, axis, 1.0) for axis in range(6)]))
    return DataSheet(
        added_mass_ratio(vehicle.inertial_in(sea.density)), weight, drag, thrust, speeds, _periods(vehicle, sea)
    )


def _drag(vehicle: Vehicle, sea: Sea, axis: int, speed: float) -> float:
    """Force or moment of damping and strips against a motion along one axis [N, Nm]."""
    nu = np.zeros(6)
    nu[axis] = speed
    total = -vehicle.density_ratio(sea.density) * sum(float(each.wrench(nu)[axis]) for each in vehicle.damping)
    flow = vehicle.cross_flow
    if flow is not None:
        # Lever arms of the strips: none for a force, x for a moment.
        areas = {
            1: flow.lateral_drag_area,
            2: flow.vertical_drag_area,
            4: flow.vertical_drag_area,
            5: flow.lateral_drag_area,
        }.get(axis)
        if areas is not None:
            arms = np.abs(flow.x) ** 3 if axis >= 3 else np.ones(len(flow.x))
            total += 0.5 * sea.density * float(np.sum(areas * arms)) * speed * abs(speed)
    return total + 0.0


def _range(thruster: Thruster, sea: Sea, inflow: float) -> tuple[float, float]:
    """Minimum and maximum thrust of a thruster at an inflow speed along its axis [N]."""
    kept = 1.0 - thruster.thrust_deduction
    if thruster.table is not None:
        return kept * float(np.min(thruster.table[1])), kept * float(np.max(thruster.table[1]))
    if thruster.command == "thrust":
        return kept * thruster.limits[0], kept * thruster.limits[1]
    slip = sea.density * thruster.diameter**3 * thruster.advance_slope * (1.0 - thruster.wake_fraction) * inflow
    ends = [
        kept * (float(thruster.thrust(speed, sea.density)) + abs(speed) * slip) if np.isfinite(speed) else speed
        for speed in thruster.limits
    ]
    return min(ends), max(ends)


def _most(vehicle: Vehicle, sea: Sea, axis: int, speed: float) -> float | None:
    """Maximum thrust along an axis at a speed along it, with the other axes balanced."""
    from scipy.optimize import linprog  # the import takes half a second

    if not vehicle.thrusters:
        return None
    columns = [np.concatenate([t.axis, np.cross(t.position, t.axis)]) for t in vehicle.thrusters]
    B = np.stack(columns, axis=1)
    nu = np.zeros(6)
    nu[axis] = speed
    inflows = [float(t.axis @ (nu[:3] + np.cross(nu[3:], t.position))) for t in vehicle.thrusters]
    bounds = [_range(t, sea, inflow) for t, inflow in zip(vehicle.thrusters, inflows, strict=True)]
    if any(abs(end) == inf for pair in bounds for end in pair):
        return None
    others = [i for i in _DRIVEN if i != axis]
    solve = cast("Callable[..., Any]", linprog)
    found = solve(-B[axis], A_eq=B[others], b_eq=np.zeros(len(others)), bounds=bounds)
    most = -float(found.fun) if found.success else 0.0
    return most if most > 1e-9 * max(abs(end) for pair in bounds for end in pair) else None


def _terminal(vehicle: Vehicle, sea: Sea, axis: int) -> float | None:
    """Speed at which the drag equals the maximum thrust."""
    at_rest = _most(vehicle, sea, axis, 0.0)
    if at_rest is None:
        return None
    falling = any(thruster.advance_slope != 0.0 for thruster in vehicle.thrusters)

    def left(speed: float) -> float:
        most = _most(vehicle, sea, axis, speed) if falling else at_rest
        return (most or 0.0) - _drag(vehicle, sea, axis, speed)

    low, high = 0.0, 1.0
    while left(high) > 0.0:
        low, high = high, 2.0 * high
        if high > _FAST:
            return None
    while high - low > 1e-9 * high:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if left(middle) > 0.0 else (low, middle)
    return 0.5 * (low + high)


def _periods(vehicle: Vehicle, sea: Sea) -> dict[str, float]:
    """Natural periods of the coupled motions [s], each named after the axis with most of its restoring energy."""
    inertial, buoyancy = vehicle.inertial_in(sea.density), vehicle.buoyancy
    c = inertial.c_BoBcm_B
    M, G = inertial.mass_matrix(Pose(c)), np.zeros((6, 6))
    if isinstance(buoyancy, HydrostaticStiffness):
        M, G = inertial.mass_matrix(), buoyancy.matrix
    elif isinstance(buoyancy, Buoyancy):
        lever = float(buoyancy.center[2] - c[2])
        G[3, 3] = G[4, 4] = sea.density * sea.gravity * buoyancy.volume * lever
    elif isinstance(buoyancy, Hull):
        rest = hydrostatics(vehicle, sea)
        M, G = rest.mass_matrix, rest.stiffness()
        G = 0.5 * (G + G.T)
    L = np.linalg.cholesky(M)
    squares, vectors = np.linalg.eigh(np.linalg.solve(L, np.linalg.solve(L, G).T))
    motions = np.linalg.solve(L.T, vectors)
    periods: dict[str, float] = {}
    for square, motion in zip(squares.tolist(), motions.T, strict=True):
        if square > _NONE * max(float(squares[-1]), 1e-300):
            axis = int(np.argmax(motion * np.diagonal(G) * motion))
            periods[AXES_OF_MOTION[axis]] = 2.0 * pi / sqrt(square)
    return periods
