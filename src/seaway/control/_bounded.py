"""Bounded least squares: the minimum-norm solution among those with the least error."""

from math import inf
from typing import Any, Final, cast

import numpy as np

from seaway._arrays import Floats

CUT_OFF: Final = 1e-10
"""Singular values below this share of the largest count as 0.

It is far above rounding (1e-15), at which a wrench would count as reachable by thrusts of 1e15 N, and below the
tolerance of 1e-9 to which wrenches are met.
"""
# A column whose cosine with the residual is below this cannot reduce it.
_PERPENDICULAR: Final = 1e-12
# Less than this share of the right-hand side, or of the effect of the variables, is rounding.
_ROUNDING: Final = 1e-13
# Iterations per variable. Each lowers the error, so a few suffice; the limit only guards against rounding.
_ROUNDS: Final = 20


def pseudo_inverse(A: Floats, largest: float | None = None) -> Floats:
    """Pseudo-inverse of a matrix, without the singular values below ``CUT_OFF``.

    Args:
        A: Matrix, (m, n).
        largest: Singular value to which ``CUT_OFF`` is relative; default: the largest of A.
    """
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    scale = (float(s[0]) if s.size else 0.0) if largest is None else largest
    kept = s > CUT_OFF * scale
    return np.asarray((Vt[kept].T / s[kept]) @ U[:, kept].T)


def bounded_least_squares(A: Floats, b: Floats, low: Floats, high: Floats) -> Floats:
    """Find x within bounds with the least ``|A x - b|``, and among these the one with the least ``|x|``, (n,).

    The first problem is solved by an active set method: variables at a bound are released one by one as long as that
    lowers the error. The second is the point of a polytope nearest to the origin, found by its dual.

    Args:
        A: Matrix, (m, n).
        b: Right-hand side, (m,).
        low: Lower bounds <= high, or -inf, (n,).
        high: Upper bounds, or inf, (n,).

    Reference:
        P. B. Stark and R. L. Parker, Bounded-variable least-squares, Computational Statistics 10, 1995; C. L. Lawson
        and R. J. Hanson, Solving Least Squares Problems, 1974, ch. 23 (least distance programming).
    """
    largest = float(np.linalg.norm(A, 2)) if A.size else 0.0
    x = _nearest(A, b, low, high, largest)
    return _smallest(A, b, x, low, high, largest)


def largest_share(A: Floats, b: Floats, low: Floats, high: Floats) -> float | None:
    """Find the largest s from 0 to 1 for which some x within bounds has A x = s b; None if there is none.

    Args:
        A: Matrix, (m, n).
        b: Right-hand side in the range of A, (m,).
        low: Lower bounds, or -inf, (n,).
        high: Upper bounds, or inf, (n,).
    """
    from scipy.optimize import linprog  # imported here because it is slow

    size = float(np.max(np.abs(b), initial=0.0))
    if size == 0.0:
        return 1.0 if bool(np.all((low <= 0.0) & (high >= 0.0))) else None
    # Linearly dependent rows are removed: with rounding they would contradict the others.
    U, s, _ = np.linalg.svd(A, full_matrices=False)
    rows = U[:, s > CUT_OFF * (s[0] if s.size else 0.0)].T
    equations = np.column_stack([rows @ A, -(rows @ b) / size])
    bounds = [*zip((low / size).tolist(), (high / size).tolist(), strict=True), (0.0, 1.0)]
    cost = np.append(np.zeros(A.shape[1]), -1.0)
    found = cast("Any", linprog)(
        cost,
        A_eq=equations,
        b_eq=np.zeros(len(rows)),
        bounds=bounds,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return float(np.clip(found.x[-1], 0.0, 1.0)) if found.status == 0 else None


def _nearest(A: Floats, b: Floats, low: Floats, high: Floats, largest: float) -> Floats:
    x = np.clip(pseudo_inverse(A, largest) @ b, low, high)
    held = (x <= low) | (x >= high)
    sizes = np.maximum(np.linalg.norm(A, axis=0), CUT_OFF * largest)
    least = inf if largest > 0.0 else 0.0  # nothing to do if A is 0
    for _ in range(_ROUNDS * max(len(x), 1)):
        _to_optimum(A, b, low, high, x, held, largest)
        missing = b - A @ x
        miss = float(np.linalg.norm(missing))
        if miss <= _ROUNDING * float(np.linalg.norm(b)) or not miss < least:
            break
        least = miss
        pull: Floats = (A.T @ missing) / (sizes * miss)
        gain = pull * np.where(x <= low, 1.0, -1.0)
        gain[~held | (low == high)] = 0.0
        k = int(np.argmax(gain))
        if gain[k] <= _PERPENDICULAR:
            break
        held[k] = False
    return x


def _to_optimum(A: Floats, b: Floats, low: Floats, high: Floats, x: Floats, held: np.ndarray, largest: float) -> None:
    """Move the free variables to their optimum; those that meet a bound on the way are held there."""
    while not np.all(held):
        free = np.flatnonzero(~held)
        step = pseudo_inverse(A[:, free], largest) @ (b - A @ x)
        ahead = np.where(step > 0.0, high[free], low[free])
        room = np.full(len(free), inf)
        moving = step != 0.0
        room[moving] = (ahead[moving] - x[free][moving]) / step[moving]
        share = min(1.0, float(np.min(room)))
        x[free] += share * step
        if share >= 1.0:
            np.clip(x, low, high, out=x)
            return
        hit = room <= share
        x[free[hit]] = ahead[hit]
        held[free[hit]] = True


def _smallest(A: Floats, b: Floats, x: Floats, low: Floats, high: Floats, largest: float) -> Floats:
    """Smallest x within bounds with the same A x."""
    missing = b - A @ x
    miss = float(np.linalg.norm(missing))
    stuck = low == high
    if miss > _ROUNDING * float(np.linalg.norm(b)):
        # A variable that the residual presses against its bound is there in every optimum.
        pull = A.T @ missing
        stuck |= ((x <= low) | (x >= high)) & (np.abs(pull) > 1e-9 * largest * miss)
    free = np.flatnonzero(~stuck)
    _, s, Vt = np.linalg.svd(A[:, free], full_matrices=True)
    N = Vt[int(np.sum(s > CUT_OFF * largest)) :].T
    if N.shape[1] == 0:
        return x
    base = x[free] - N @ (N.T @ x[free])
    z = _least_distance(N, low[free] - base, high[free] - base)
    if z is None:
        return x
    smaller = x.copy()
    smaller[free] = np.clip(base + N @ z, low[free], high[free])
    off = float(np.linalg.norm(A @ (smaller - x)))
    fits = off <= _ROUNDING * largest * float(np.linalg.norm(x)) and np.linalg.norm(smaller) <= np.linalg.norm(x)
    return smaller if fits else x


def _least_distance(N: Floats, low: Floats, high: Floats) -> Floats | None:
    """Find z with the least ``|z|`` for which low <= N z <= high; None if rounding leaves none."""
    from scipy.optimize import nnls  # imported here because it is slow

    if np.all((low <= 0.0) & (high >= 0.0)):
        return np.zeros(len(N.T))
    below, above = np.isfinite(low), np.isfinite(high)
    G = np.concatenate([N[below], -N[above]])
    h = np.concatenate([low[below], -high[above]])
    scale = float(np.max(np.abs(h)))
    E = np.vstack([G.T, h / scale])
    f = np.append(np.zeros(N.shape[1]), 1.0)
    try:
        u, _ = nnls(E, f)
    except RuntimeError:  # too many iterations
        return None
    r: Floats = E @ np.asarray(u, dtype=np.float64) - f
    last = float(r[-1])
    return None if abs(last) <= CUT_OFF else (-scale / last) * r[:-1]
