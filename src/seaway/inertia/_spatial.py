"""6x6 spatial inertia: change of point, axes and order; Kirchhoff's equations.

M relates the velocity of a body to its momentum and kinetic energy. With nu = (v, w), the velocity of a point Bo and
the angular velocity, both in axes B::

    (p, h) = M nu          T = 1/2 nu^T M nu

M is symmetric and taken about Bo in B. It may be that of a rigid body, of the fluid around it, or their sum.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, batched_floats, text
from seaway.errors import ModelError
from seaway.frames import cross_matrix

_SYMMETRY_TOLERANCE = 1e-6

# An equilibrated positive definite matrix has eigenvalues in (0, 6]. eigvalsh finds them to a few units in the last
# place of the largest, so an eigenvalue below this many of them cannot be told from zero.
POSITIVE_DEFINITE_MARGIN = 64 * float(np.finfo(np.float64).eps)


def shifted_to(M_Bo: ArrayLike, p_BoP_B: ArrayLike) -> Floats:
    """Move the point about which spatial inertia is taken, from Bo to P.

    With S the cross-product matrix of p_BoP_B, the velocity of Bo is v_P + S w, and T is the same for both points::

        M_P = H^T M_Bo H          H = [[1, S], [0, 1]]

    Args:
        M_Bo: Spatial inertia about Bo in B, (..., 6, 6).
        p_BoP_B: The new point [m], (..., 3).

    Returns:
        Spatial inertia about P in B, (..., 6, 6).
    """
    M = batched_floats(M_Bo, (6, 6), "a spatial inertia")
    S = cross_matrix(p_BoP_B)
    H = np.broadcast_to(np.eye(6), (*S.shape[:-2], 6, 6)).copy()
    H[..., :3, 3:] = S
    return symmetrized(np.swapaxes(H, -1, -2) @ M @ H)


def rotated_to(M_B: ArrayLike, R_FB: ArrayLike) -> Floats:
    """Express spatial inertia in other axes, about the same point.

    ::

        M_F = T M_B T^T          T = blkdiag(R_FB, R_FB)

    Args:
        M_B: Spatial inertia in axes B, (..., 6, 6).
        R_FB: Rotation matrices that take B components to F components, (..., 3, 3).

    Returns:
        Spatial inertia in axes F, (..., 6, 6).
    """
    M = batched_floats(M_B, (6, 6), "a spatial inertia")
    R = batched_floats(R_FB, (3, 3), "a rotation matrix")
    T = np.zeros((*R.shape[:-2], 6, 6))
    T[..., :3, :3] = R
    T[..., 3:, 3:] = R
    return symmetrized(T @ M @ np.swapaxes(T, -1, -2))


def blocks_swapped(M: ArrayLike) -> Floats:
    """Change between Seaway's order (linear, angular) and DART's and Featherstone's (angular, linear), either way.

    Args:
        M: Matrices, (..., 6, 6).
    """
    M = batched_floats(M, (6, 6), "a spatial inertia")
    return np.roll(M, (3, 3), axis=(-2, -1))


def kinetic_energy(M: ArrayLike, nu: ArrayLike) -> Floats:
    """Kinetic energy T = 1/2 nu^T M nu [J].

    Args:
        M: Spatial inertia about Bo in B, (..., 6, 6).
        nu: Velocity (v_WB_B, w_WB_B) of Bo, (..., 6).
    """
    M = batched_floats(M, (6, 6), "a spatial inertia")
    nu = batched_floats(nu, (6,), "a velocity")
    return 0.5 * np.einsum("...i,...ij,...j->...", nu, M, nu)


def coriolis_wrench(M: ArrayLike, nu: ArrayLike) -> Floats:
    """Coriolis and centripetal wrench C(nu) nu of Kirchhoff's equations; it does no work.

    With (p, h) = M nu::

        C(nu) nu = (w × p, v × p + w × h)

    Args:
        M: Spatial inertia about Bo in B, (..., 6, 6).
        nu: Velocity (v_WB_B, w_WB_B) of Bo, (..., 6).

    Returns:
        Wrench (force [N], torque about Bo [N m]) in B, (..., 6).

    Reference:
        H. Lamb, Hydrodynamics, 6th ed. 1932, art. 124; T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion
        Control, 2011, theorem 3.2.
    """
    M = batched_floats(M, (6, 6), "a spatial inertia")
    nu = batched_floats(nu, (6,), "a velocity")
    momentum = (M @ nu[..., None])[..., 0]
    v, w = nu[..., :3], nu[..., 3:]
    p, h = momentum[..., :3], momentum[..., 3:]
    return np.concatenate([np.cross(w, p), np.cross(v, p) + np.cross(w, h)], axis=-1)


def acceleration(M: ArrayLike, nu: ArrayLike, wrench: ArrayLike) -> Floats:
    """Acceleration of a free body: M nu' = wrench - C(nu) nu.

    nu' is the derivative of the components of nu in B. The classical acceleration of Bo is R_WB (v' + w × v).

    Args:
        M: Spatial inertia about Bo in B, with added mass, (..., 6, 6).
        nu: Velocity (v_WB_B, w_WB_B) of Bo, (..., 6).
        wrench: Applied force [N] and torque about Bo [N m], in B, (..., 6).

    Returns:
        nu', (..., 6).

    Raises:
        ModelError: M is not symmetric positive definite.
    """
    M = batched_floats(M, (6, 6), "a spatial inertia")
    bad = ~positive_definite(M) | np.any(asymmetric(np.where(np.isfinite(M), M, 0.0)), axis=(-2, -1))
    if np.any(bad):
        first: list[int] = np.argwhere(bad)[0].tolist()
        row = f" in row {first}" if first else ""
        raise ModelError(
            f"a mass matrix must be finite and symmetric positive definite to give an acceleration, got{row} "
            f"{text(M[tuple(first)])}"
        )
    right_hand_side = batched_floats(wrench, (6,), "a wrench") - coriolis_wrench(M, nu)
    return np.asarray(np.linalg.solve(M, right_hand_side[..., None])[..., 0], dtype=np.float64)


def asymmetric(M: ArrayLike) -> NDArray[np.bool_]:
    """Find the entries of 6x6 matrices that differ from their mirror images by more than rounding and typing.

    The tolerance is 1e-6, as in gz-math, of the largest entry of the same 3x3 block; for the blocks that couple linear
    and angular motion, of the geometric mean of the other two if that is larger. gz-math's is 1e-6 whatever the unit
    and size.

    Args:
        M: Matrices, (..., 6, 6).

    Returns:
        True where M is not symmetric, (..., 6, 6).
    """
    M = batched_floats(M, (6, 6), "a spatial inertia")
    mirror = np.swapaxes(M, -1, -2)
    # The largest entry of each 3x3 block and of its mirror image, (..., 2, 2).
    blocks = np.maximum(np.abs(M), np.abs(mirror)).reshape(*M.shape[:-2], 2, 3, 2, 3)
    scale = np.max(blocks, axis=(-3, -1))
    roots = np.sqrt(np.diagonal(scale, axis1=-2, axis2=-1))
    scale = np.maximum(scale, roots[..., :, None] * roots[..., None, :] * (1.0 - np.eye(2)))
    return np.abs(M - mirror) > _SYMMETRY_TOLERANCE * np.repeat(np.repeat(scale, 3, axis=-2), 3, axis=-1)


def rigid_body_matrix(mass: ArrayLike, p_BoBcm_B: ArrayLike, I_BBcm_B: ArrayLike) -> Floats:
    """Make the mass matrix of rigid bodies about Bo in B, for any leading axes.

    ::

        M_RB = [[m 1, -m S(c)], [m S(c), I_BBcm_B + m S(c) S(c)^T]]          c = p_BoBcm_B

    Args:
        mass: Mass [kg], (...).
        p_BoBcm_B: The centre of mass [m], (..., 3).
        I_BBcm_B: Moment of inertia about the centre of mass in B [kg m2], (..., 3, 3).

    Returns:
        (..., 6, 6).
    """
    c = batched_floats(p_BoBcm_B, (3,), "a centre of mass")
    I = batched_floats(I_BBcm_B, (3, 3), "a moment of inertia")
    m = np.asarray(mass, dtype=np.float64)[..., None, None]
    mS = m * cross_matrix(c)
    # S S^T = |c|² 1 - c c^T, entry by entry: symmetric to the last digit, and a stack of one gives those of a stack of
    # many.
    SST = np.sum(c * c, axis=-1)[..., None, None] * np.eye(3) - c[..., :, None] * c[..., None, :]
    top = np.concatenate([np.broadcast_to(m * np.eye(3), mS.shape), -mS], axis=-1)
    return np.concatenate([top, np.concatenate([mS, I + m * SST], axis=-1)], axis=-2)


def positive_definite(M: ArrayLike) -> NDArray[np.bool_]:
    """Find which mass matrices are positive definite, with a margin for rounding; nan is not.

    Args:
        M: Symmetric matrices, (..., 6, 6).
    """
    M = batched_floats(M, (6, 6), "a spatial inertia")
    finite = np.all(np.isfinite(M), axis=(-2, -1))
    margin = positive_definite_margin(np.where(finite[..., None, None], M, -np.eye(6)))
    return np.asarray(margin > POSITIVE_DEFINITE_MARGIN)


def positive_definite_margin(M: ArrayLike) -> Floats:
    """Smallest eigenvalue of a symmetric matrix after scaling its diagonal to 1; no unit, so kg and kg m2 compare.

    Args:
        M: Symmetric matrices, (..., 6, 6).

    Returns:
        A number in (0, 1] for a positive definite matrix; -inf if an entry of the diagonal is not positive.
    """
    M = batched_floats(M, (6, 6), "a spatial inertia")
    diagonal = np.diagonal(M, axis1=-2, axis2=-1)
    scalable = np.all(diagonal > 0.0, axis=-1)
    scale = 1.0 / np.sqrt(np.where(scalable[..., None], diagonal, 1.0))
    smallest = np.linalg.eigvalsh(M * scale[..., :, None] * scale[..., None, :])[..., 0]
    return np.where(scalable, smallest, -np.inf)


def symmetrized(M: Floats) -> Floats:
    """Take the mean of matrices and their mirror images, which removes rounding."""
    return 0.5 * (M + np.swapaxes(M, -1, -2))
