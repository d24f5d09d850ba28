"""Added mass of simple bodies in unbounded ideal fluid, with the source of each formula.

Every function returns the full 6x6 about the link origin in link axes. The shape stands at the link origin, in its own
axes, unless its pose X_BS in the link is given. Far from a surface, a wall and other bodies only: near a free surface
or the sea floor, added mass depends on the distance, and at the surface on the frequency of the motion.

The fluid may be water (1000 or 1025 kg/m3), or air (1.2) for an airship.
"""

from math import pi
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, positive, text
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.inertia._added_mass import AddedMass


def sphere_added_mass(radius: float, fluid_density: float, X_BS: Pose | None = None) -> AddedMass:
    """Added mass of a sphere: half the displaced mass, 2/3 π ρ r³, in every direction; none in rotation.

    Args:
        radius: Radius [m].
        fluid_density: Density of the fluid [kg/m3].
        X_BS: Pose of the sphere in the link; default: at the origin.

    Reference:
        H. Lamb, Hydrodynamics, 6th ed. 1932, art. 92.
    """
    r = positive(radius, "the radius of a sphere [m]")
    mass = 2.0 / 3.0 * pi * positive(fluid_density, _DENSITY) * r * r * r
    return _placed([mass, mass, mass, 0.0, 0.0, 0.0], X_BS)


def ellipsoid_added_mass(semi_axes: ArrayLike, fluid_density: float, X_BS: Pose | None = None) -> AddedMass:
    """Added mass of an ellipsoid with semi-axes a, b, c along x, y, z, in any order and ratio.

    With Lamb's integrals, Δ² = (a² + λ)(b² + λ)(c² + λ)::

        α = a b c ∫₀^∞ dλ / ((a² + λ) Δ)          β, γ alike with b, c          α + β + γ = 2
        A_xx = ρ V α / (2 - α)
        A_pp = ρ V / 5 · (b² - c²)² (γ - β) / (2 (b² - c²) + (b² + c²)(β - γ))

    and so on round the axes. α = 2/3 a b c R_D(b², c², a²), Carlson's integral. One semi-axis may be 0: a disc.

    Args:
        semi_axes: a, b, c [m], (3,).
        fluid_density: Density of the fluid [kg/m3].
        X_BS: Pose of the ellipsoid in the link; default: at the origin.

    Reference:
        H. Lamb, Hydrodynamics, 6th ed. 1932, art. 114, 115; B. C. Carlson, Numerical Algorithms 10, 1995.
    """
    axes = finite_floats(semi_axes, (3,), "the semi-axes of an ellipsoid [m]")
    if np.any(axes < 0.0) or np.count_nonzero(axes) < 2:
        raise ModelError(
            f"the semi-axes of an ellipsoid must be > 0 [m], at most one may be 0 (a disc), got {text(axes)}"
        )
    return _placed(positive(fluid_density, _DENSITY) * _ellipsoid_coefficients(axes), X_BS)


def spheroid_added_mass(
    *, radius: float, half_length: float, fluid_density: float, X_BS: Pose | None = None
) -> AddedMass:
    """Added mass of a spheroid with its axis along x: prolate (half_length > radius), oblate, or a sphere.

    Args:
        radius: Radius about x [m].
        half_length: Semi-axis along x [m].
        fluid_density: Density of the fluid [kg/m3].
        X_BS: Pose of the spheroid in the link; default: at the origin.

    Reference:
        The ellipsoid with b = c.
    """
    a = positive(half_length, "the half length of a spheroid [m]")
    r = positive(radius, "the radius of a spheroid [m]")
    return ellipsoid_added_mass([a, r, r], fluid_density, X_BS)


def disc_added_mass(radius: float, fluid_density: float, X_BS: Pose | None = None) -> AddedMass:
    """Added mass of a thin circular disc whose normal is z: A_zz = 8/3 ρ r³, A_pp = A_qq = 16/45 ρ r⁵.

    It has none along its own plane and about its normal, so its matrix is singular.

    Args:
        radius: Radius [m].
        fluid_density: Density of the fluid [kg/m3].
        X_BS: Pose of the disc in the link; default: at the origin.

    Reference:
        H. Lamb, Hydrodynamics, 6th ed. 1932, art. 102, 108: the oblate ellipsoid's limit.
    """
    r = positive(radius, "the radius of a disc [m]")
    density = positive(fluid_density, _DENSITY)
    edgewise = 16.0 / 45.0 * density * r * r * r * r * r
    return _placed([0.0, 0.0, 8.0 / 3.0 * density * r * r * r, edgewise, edgewise, 0.0], X_BS)


def cylinder_added_mass(*, radius: float, length: float, fluid_density: float, X_BS: Pose | None = None) -> AddedMass:
    """Added mass of a slender circular cylinder along z, by strip theory.

    Each slice has the added mass of an endless cylinder, π ρ r² per length::

        A_xx = A_yy = π ρ r² L          A_pp = A_qq = π ρ r² L³ / 12

    The flow round the ends is neglected. So these are too high: for a cylinder nine diameters long by 8 % in A_xx and
    24 % in A_pp, at five diameters by 14 % and 45 %, at two and a half by 29 % and 97 % (against a panel method). A_zz
    is 0 here and near 4 ρ r³ in truth. For a body with rounded ends, or a stubby one, use an ellipsoid.

    Args:
        radius: Radius [m].
        length: Length along z [m].
        fluid_density: Density of the fluid [kg/m3].
        X_BS: Pose of the cylinder in the link; default: its middle at the origin.

    Reference:
        J. N. Newman, Marine Hydrodynamics, 1977, section 4.15 (strip theory), table 4.3 (the circle); DNV-RP-C205,
        Environmental Conditions and Environmental Loads, appendix D (finite cylinders).
    """
    L = positive(length, "the length of a cylinder [m]")
    r = positive(radius, "the radius of a cylinder [m]")
    mass = pi * positive(fluid_density, _DENSITY) * r * r * L
    inertia = mass * L * L / 12.0
    return _placed([mass, mass, 0.0, inertia, inertia, 0.0], X_BS)


def box_added_mass(size: ArrayLike, fluid_density: float, X_BS: Pose | None = None) -> AddedMass:
    """Added mass of a rectangular box, from published coefficients of flat plates and of rectangles in plane flow.

    Along an axis, with front p ≤ q and depth t in the direction of motion, 1/s = 1/t + 1/q::

        A = π/4 ρ p² q · C_plate(q/p) · C_section(s/p)

    About an axis, with length a along it and sides b ≤ c across it, x = b/c::

        A = π ρ a (c/2)⁴ · β(x) · a / (a + κ(x) c)          β = 0.15 + 0.084 x⁶          κ = 0.27 - 0.08 x

    C_plate and C_section are DNV's tables; β joins its values of a rectangle turning in plane flow, 0.234 for a square
    and 0.15 for sides of 1:2 and longer. How the two tables join, and the loss at the ends, κ, are fitted to a panel
    method. For sides up to 1:8 the result is within 5 % of it in translation and 4 % in rotation.

    Args:
        size: Full lengths along x, y, z [m], (3,).
        fluid_density: Density of the fluid [kg/m3].
        X_BS: Pose of the box in the link; default: its middle at the origin.

    Reference:
        DNV-RP-C205, Environmental Conditions and Environmental Loads, appendix D, tables D-1 (rectangles) and D-2
        (rectangular plates).
    """
    lengths = finite_floats(size, (3,), "the size of a box [m]")
    for length in lengths:
        positive(length, "each length of a box [m]")
    linear = np.empty(3)
    angular = np.empty(3)
    for i in range(3):
        along = lengths[i]
        short, long = np.sort(np.delete(lengths, i))
        depth = 1.0 / (1.0 / along + 1.0 / long)
        linear[i] = pi / 4.0 * short**2 * long * _plate_coefficient(long / short) * _section_coefficient(depth / short)
        x = short / long
        beta, kappa = 0.15 + 0.084 * x**6, 0.27 - 0.08 * x
        angular[i] = pi * along * (long / 2.0) ** 4 * beta * along / (along + kappa * long)
    return _placed(positive(fluid_density, _DENSITY) * np.concatenate([linear, angular]), X_BS)


# DNV-RP-C205, appendix D, table D-2: plates of p x q, q/p and the coefficient of π/4 ρ p² q.
_PLATE_RATIO: Final = np.array([1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 8.0, 10.0])
_PLATE: Final = np.array([0.579, 0.642, 0.690, 0.757, 0.801, 0.830, 0.872, 0.897, 0.934, 0.947])
# Table D-1: rectangles of width p across and depth t along the motion, t/p and the coefficient of π/4 ρ p².
_SECTION_DEPTH: Final = np.array([0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0])
_SECTION: Final = np.array([1.14, 1.21, 1.36, 1.51, 1.70, 1.98, 2.23])


def _plate_coefficient(ratio: float) -> float:
    if ratio > _PLATE_RATIO[-1]:
        return float(1.0 - (1.0 - _PLATE[-1]) * _PLATE_RATIO[-1] / ratio)  # to 1, the endless plate
    return float(np.interp([np.log(ratio)], np.log(_PLATE_RATIO), _PLATE)[0])


def _section_coefficient(depth: float) -> float:
    if depth < _SECTION_DEPTH[0]:
        # To 1, the flat plate, with the power of the table's first interval.
        power = np.log(0.21 / 0.14) / np.log(2.0)
        return float(1.0 + (_SECTION[0] - 1.0) * (depth / _SECTION_DEPTH[0]) ** power)
    if depth > _SECTION_DEPTH[-1]:
        slope = (_SECTION[-1] - _SECTION[-2]) / np.log(2.0)
        return float(_SECTION[-1] + slope * np.log(depth / _SECTION_DEPTH[-1]))
    return float(np.interp([np.log(depth)], np.log(_SECTION_DEPTH), _SECTION)[0])


_DENSITY: Final = "the density of the fluid [kg/m3]"


def _placed(diagonal: ArrayLike, X_BS: Pose | None) -> AddedMass:
    about_own_origin = AddedMass(np.diag(np.asarray(diagonal, dtype=np.float64)))
    return about_own_origin if X_BS is None else about_own_origin.transformed(X_BS)


def _ellipsoid_coefficients(axes: Floats) -> Floats:
    """The six added masses of an ellipsoid divided by the density, [m3] and [m5].

    Written so that nothing cancels or divides by zero as one axis vanishes. With P = a b c and B_i = 2/3 R_D, Lamb's
    integrals are P B_i. B of the smallest axis grows without bound; its integral is 2 minus the other two.
    """
    from scipy.special import elliprd  # here, as it takes long to import

    longest = np.max(axes)
    axes = axes / longest
    smallest = int(np.argmin(axes))
    product = np.prod(axes)
    squares = axes**2
    B = np.full(3, np.nan)
    for i in range(3):
        if i != smallest:
            j, k = (n for n in range(3) if n != i)
            B[i] = 2.0 / 3.0 * elliprd(squares[j], squares[k], squares[i])
    lamb = product * B
    lamb[smallest] = 2.0 - np.nansum(lamb)

    linear = np.empty(3)
    angular = np.empty(3)
    for i in range(3):
        j, k = sorted((n for n in range(3) if n != i), key=lambda n: axes[n])
        if i == smallest:
            linear[i] = lamb[i] / (B[j] + B[k])
        else:
            linear[i] = product * lamb[i] / (2.0 - lamb[i])
        difference = squares[k] - squares[j]
        if difference <= 1e-8 * squares[k]:
            # A circular section turns without moving the fluid. Below this difference the result is under the rounding
            # of ρ V b², and the formula divides rounding by rounding.
            angular[i] = 0.0
        elif i == smallest:
            denominator = 2.0 * difference - (squares[j] + squares[k]) * (lamb[j] - lamb[k])
            angular[i] = product * difference**2 * (lamb[j] - lamb[k]) / denominator / 5.0
        else:
            # j is the smallest. With 2 = α + β + γ put in, the denominator / P has a limit as that axis vanishes.
            denominator = (squares[j] + squares[k]) * (B[i] + 2.0 * B[k]) - 4.0 * axes[j] / (axes[i] * axes[k])
            angular[i] = difference**2 * (lamb[j] - lamb[k]) / denominator / 5.0
    return 4.0 / 3.0 * pi * np.concatenate([linear * longest**3, angular * longest**5])
