"""Righting arm of a body as a function of heel."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin

import numpy as np

from seaway._arrays import Floats, frozen
from seaway.hydro._equilibrium import INDIFFERENT, FloatingBody


@dataclass(frozen=True, eq=False)
class RightingArm:
    """Righting arm GZ over heel, at constant displacement and at the equilibrium trim.

    Heel is a rotation about the x axis of B from the equilibrium, positive to starboard (the left side rises). A
    positive arm at a positive heel rights the body. With the buoyancy ρ g V, the weight of a floating body::

        GZ = -((p_B - p_G) × up) · e_x,        ∫ GZ dφ = [(p_G - p_B) · up],        dGZ/dφ (0) = GM_T cos²(trim)

    so the moment is ρ g V GZ, and the area under the curve, computed from the heights of the two centres and not by
    quadrature, is the work of heeling over ρ g V.

    Attributes:
        heel_angles: Heel angles [rad], (n,), rising.
        arms: Righting arm GZ at each angle [m], (n,).
        areas: Area under the curve from 0 to each angle [m rad], (n,): the dynamic stability.
        initial_slope: dGZ/dφ at 0 [m/rad]: GM_T, times cos² of the trim.
        largest_arm: Maximum GZ at angles >= 0 [m].
        angle_of_largest_arm: Heel angle of the maximum GZ [rad].
        angle_of_loll: Angle > 0 where GZ becomes positive after being negative [rad]: rest position of a body that is
            unstable upright; None if it is stable.
        angle_of_vanishing_stability: Angle > 0 where GZ becomes negative after being positive [rad]; None if that is
            beyond the angles.
        area_to_30: Area under the curve from 0 to 30° [m rad].
        area_to_40: Area under the curve from 0 to 40° [m rad].
    """

    heel_angles: Floats
    arms: Floats
    areas: Floats
    initial_slope: float
    largest_arm: float
    angle_of_largest_arm: float
    angle_of_loll: float | None
    angle_of_vanishing_stability: float | None
    area_to_30: float
    area_to_40: float


def righting_arm(
    body: FloatingBody, up: Floats, angles: Floats, *, height: float, waterplane: Floats | None, initial_slope: float
) -> RightingArm:
    """Heel a body from its rest position.

    Args:
        body: The body.
        up: The vertical at rest, in B, (3,).
        angles: Heel angles [rad], (n,), rising.
        height: Height of the centre of mass over the centre of buoyancy at rest [m].
        waterplane: A point of the water plane at rest, in B [m], (3,); None for a submerged body.
        initial_slope: dGZ/dφ at 0 [m/rad].
    """
    x, y, z = up.tolist()
    last = waterplane

    def at(angle: float) -> tuple[float, float]:
        """Arm and area at an angle."""
        nonlocal last
        c, s = cos(angle), sin(angle)
        up = np.array([x, c * y + s * z, c * z - s * y])  # Rx(angle)^T up
        state = body.submerged(up) if last is None else body.floating(up, float(up @ last))
        last = None if last is None else state.cut.waterplane_centroid
        arm = state.cut.centroid - body.center_of_mass
        return float(arm[2] * up[1] - arm[1] * up[2]), -float(arm @ up) - height

    def gz(angle: float) -> float:
        return at(angle)[0]

    values = np.array([at(angle) for angle in angles.tolist()])
    arms = values[:, 0] + 0.0  # no -0
    loll, vanishing = _crossings(angles, arms, gz, INDIFFERENT * body.size)
    largest, angle = _largest(angles, arms, gz)
    return RightingArm(
        heel_angles=angles,
        arms=frozen(arms),
        areas=frozen(values[:, 1]),
        initial_slope=initial_slope,
        largest_arm=largest,
        angle_of_largest_arm=angle,
        angle_of_loll=loll,
        angle_of_vanishing_stability=vanishing,
        area_to_30=at(radians(30.0))[1],
        area_to_40=at(radians(40.0))[1],
    )


def _crossings(
    angles: Floats, arms: Floats, gz: Callable[[float], float], nothing: float
) -> tuple[float | None, float | None]:
    """Angles > 0 where the arm first rises through zero, and where it first falls through it."""
    from scipy.optimize import brentq  # here, as it takes long to import

    ahead = angles > 0.0
    if not np.any(ahead):
        return None, None
    # One more just beyond 0, where the arm is 0, to find a crossing before the first angle.
    first = 1e-3 * float(angles[ahead][0])
    points = [(first, gz(first)), *zip(angles[ahead].tolist(), arms[ahead].tolist(), strict=True)]
    # Where the arm is zero to rounding its sign is unknown: between the neighbours it crosses or touches.
    signed = [(angle, arm) for angle, arm in points if abs(arm) > nothing * angle]
    loll: float | None = None
    for (a, low), (b, high) in pairwise(signed):
        if low < 0.0 < high and loll is None:
            loll = float(brentq(gz, a, b, xtol=1e-12))
        if low > 0.0 > high:
            return loll, float(brentq(gz, a, b, xtol=1e-12))
    ends_at_zero = bool(signed) and signed[-1][1] > 0.0 and signed[-1][0] < points[-1][0]
    return loll, points[-1][0] if ends_at_zero else None


def _largest(angles: Floats, arms: Floats, gz: Callable[[float], float]) -> tuple[float, float]:
    from scipy.optimize import minimize_scalar  # here, as it takes long to import

    ahead = np.flatnonzero(angles >= 0.0)
    if not len(ahead):
        ahead = np.array([len(angles) - 1])
    i = int(ahead[np.argmax(arms[ahead])])
    low, high = angles[max(i - 1, int(ahead[0]))], angles[min(i + 1, len(angles) - 1)]
    best, angle = float(arms[i]), float(angles[i])
    if low < angle < high:
        found = minimize_scalar(lambda a: -gz(float(a)), bounds=(low, high), method="bounded", options={"xatol": 1e-9})
        if -found.fun > best:
            best, angle = -float(found.fun), float(found.x)
    return best, angle
