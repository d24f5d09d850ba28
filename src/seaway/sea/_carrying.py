"""Advection of waves by a current.

Waves ride on the current: in a frame that drifts with a uniform current they are as in still water. If the current
varies with depth, each component is advected by its own weighted mean,

    U_k = 2k / sinh 2kd ∫ U(z) cosh 2k(z + d) dz         = 2k ∫ U(z) e^2kz dz in deep water

and its frequency at a fixed point is ω + k · U_k.

Reference:
    R. H. Stewart and J. W. Joy, HF radio measurements of surface currents, Deep-Sea Research 21, 1974; J. T. Kirby and
    T.-M. Chen, Surface waves on vertically sheared flows, J. Geophys. Research 94, 1989.
"""

import itertools
from bisect import bisect_right
from typing import Any, Final

import numpy as np

from seaway._arrays import Floats
from seaway.kernels.waves import DEEP, KX, KY, NUMBER, OMEGA
from seaway.sea._dispersion import wave_number

# Newton's method for the wave number: at most eight steps were needed for all depths, periods and currents.
_STEPS: Final = 60
_SETTLED: Final = 1e-13


class CurrentTable:
    """A current that advects waves.

    Args:
        table: Table of ``kernels.water.table_current``, (1 + times, 1 + depths, 3); None for still water.
    """

    def __init__(self, table: Floats | None = None):
        self._table = table

    @property
    def _sheared(self) -> bool:
        return self._table is not None and self._table.shape[1] > 2

    def at(self, t: Floats, depth: Floats) -> tuple[Floats, Floats]:
        """Drift of the frame of the waves at times, and velocity of the water through it at depths, (n, 3) each."""
        shift, slip = np.zeros((len(t), 3)), np.zeros((len(t), 3))
        if self._table is None:
            return shift, slip
        times = self._table[1:, 0, 0]
        if not self._sheared:
            v = self._table[1:, 1, :2]
            shift[:, :2] = drift_at(times, v, t) - drift_at(times, v, np.zeros(1))
        else:
            depths = self._table[0, 1:, 0]
            for k in range(2):
                by_depth = np.stack(
                    [np.interp(t, times, self._table[1:, 1 + n, k]) for n in range(len(depths))], axis=-1
                )
                slip[:, k] = [np.interp(d, depths, profile) for d, profile in zip(depth, by_depth, strict=True)]
        return shift, slip

    def carried(self, waves: Floats, depth: float) -> Floats | None:
        """Phase shifts of a current that varies with depth; see ``carried_phases``."""
        return carried_phases(self._table[None], waves, np.array([depth])) if self._sheared else None  # type: ignore[index]


NO_CURRENT: Final = CurrentTable()


def depth_weights(depths: Floats, k: Floats, depth: float) -> Floats:
    """Weights of the nodes of a current profile in U_k, (wave, node); they add up to 1.

    Args:
        depths: Depths of the nodes [m], ascending; linear between them, constant beyond.
        k: Wave numbers [rad/m], (wave,).
        depth: Depth of the water [m]; infinite in deep water.
    """
    inside, nodes = depths[depths < depth], depths.tolist()
    ends = np.concatenate([[0.0], inside[inside > 0.0], [depth]])
    weights = np.zeros((len(k), len(depths)))
    for top, bottom in itertools.pairwise(ends.tolist()):
        n = max(bisect_right(nodes, top) - 1, 0)
        share, moment = _strip(k, top, bottom, depth)
        if top < depths[0] or n == len(depths) - 1:  # beyond the nodes
            weights[:, n] += share
            continue
        part = (moment - depths[n] * share) / (depths[n + 1] - depths[n])
        weights[:, n] += share - part
        weights[:, n + 1] += part
    return weights


def _strip(k: Floats, top: float, bottom: float, depth: float) -> tuple[Floats, Floats]:
    """Integrals of the weight and of the depth times it, between two depths."""

    def integrals(d: float) -> tuple[Floats, Floats]:
        # With z = -d: S = sinh 2k(h - d) / sinh 2kh falls from 1 to 0; ∫ d dS by parts with C, its cosh.
        if np.isinf(d):
            return np.zeros_like(k), np.zeros_like(k)
        down = np.exp(-2.0 * k * d)
        e = np.where(k * depth < DEEP, np.exp(-2.0 * k * (2.0 * depth - d)), 0.0)
        scale = 1.0 - np.where(k * depth < DEEP, np.exp(-4.0 * k * depth), 0.0)
        S, C = (down - e) / scale, (down + e) / scale
        return S, d * S + C / (2.0 * k)

    upper, lower = integrals(top), integrals(bottom)
    return upper[0] - lower[0], upper[1] - lower[1]


def with_drift(table: Floats) -> Floats:
    """Tables of currents with the drift of their first depth since t = 0 at every time, see ``kernels.water``."""
    found = table.copy()
    times, v = table[:, 1:, 0, 0], table[:, 1:, 1, :2]
    found[:, 1:, 0, 1:3] = np.stack(
        [drift_at(t, u, t) - drift_at(t, u, np.zeros(1)) for t, u in zip(times, v, strict=True)]
    )
    return found


def drift_at(times: Floats, velocity: Floats, t: Floats) -> Floats:
    """Exact integral, from the first time, of a function linear between times and constant beyond, (len(t), k).

    Args:
        times: Ascending times [s], (n,).
        velocity: Values at these times, (n, k).
        t: Upper limits of the integral [s], (m,).
    """
    steps = np.diff(times)[:, None]
    at_nodes = np.concatenate(
        [np.zeros((1, velocity.shape[1])), np.cumsum(0.5 * (velocity[1:] + velocity[:-1]) * steps, axis=0)]
    )
    low = np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 1)
    high = np.minimum(low + 1, len(times) - 1)
    since = (t - times[low])[:, None]
    gap = (times[high] - times[low])[:, None]
    inside = (gap > 0.0) & (since >= 0.0)
    rise = np.where(inside, (velocity[high] - velocity[low]) / np.where(gap > 0.0, gap, 1.0), 0.0)
    return at_nodes[low] + since * (velocity[low] + 0.5 * since * rise)


def carried_phases(current: Floats, waves: Floats, depths: Any) -> Floats:
    """Phase shifts by a current that varies with depth, in the layout of ``kernels.waves.carried_node``.

    Args:
        current: Tables of ``kernels.water.table_current``, (1 or rows, 1 + times, 1 + depths, 3).
        waves: Tables of waves, (1 or rows, quantity, component).
        depths: Depth of the water in each row [m], (1 or rows,).
    """
    rows = max(len(current), len(waves), 1 if np.all(depths == depths[0]) else len(depths))
    times, count = current.shape[1] - 1, waves.shape[2]
    found = np.zeros((rows, 2, times, 1 + count))
    for row in range(rows):
        table, own = current[min(row, len(current) - 1)], waves[min(row, len(waves) - 1)]
        U = table[1:, 1:, :2]
        weights = depth_weights(table[0, 1:, 0], own[NUMBER], float(depths[min(row, len(depths) - 1)]))
        U_k = np.einsum("wd,tdk->twk", weights, U)
        rates = own[OMEGA] + own[KX] * U_k[..., 0] + own[KY] * U_k[..., 1]
        t = table[1:, 0, 0]
        found[row, 0, :, 0] = t
        found[row, 0, :, 1:] = drift_at(t, rates, t) - drift_at(t, rates, np.zeros(1))
        found[row, 1, :, 1:] = rates
    return found


def measured_number(
    omega: Floats, direction: Floats, depths: Floats, velocity: Floats, depth: float | None, gravity: float
) -> Floats:
    """Wave numbers of waves whose frequencies were measured at a fixed point in a current; nan if it blocks them.

    Solves ω = √(g k tanh kd) + k · U_k for the smaller root by Newton's method from below. The current blocks the waves
    if their group velocity over ground falls to 0 before the root is reached.

    Args:
        omega: Frequencies at a fixed point [rad/s], (n,).
        direction: Directions of propagation [rad], (n,).
        depths: Depths of the nodes of the current [m], (m,).
        velocity: Current at these depths along x and y [m/s], (m, 2).
        depth: Depth of the water [m]; None in deep water.
        gravity: Gravity g [m/s2].
    """
    d = np.inf if depth is None else depth
    toward = np.stack([np.cos(direction), np.sin(direction)], axis=-1)

    def along(k: Floats) -> Floats:
        return np.sum((depth_weights(depths, k, d) @ velocity) * toward, axis=-1)

    def frequency(k: Floats) -> Floats:
        tanh = np.ones_like(k) if depth is None else np.tanh(np.minimum(k * d, DEEP))
        return np.sqrt(gravity * k * tanh) + k * along(k)

    # From below: a wave is longer than this in any current that carries it along.
    fastest = float(np.max(np.hypot(velocity[:, 0], velocity[:, 1]), initial=0.0))
    k = np.array([_longest(float(w), fastest, depth, gravity) for w in omega])
    blocked = np.zeros(len(k), dtype=bool)
    for _ in range(_STEPS):
        step = 1e-6 * k
        f, slope = frequency(k) - omega, (frequency(k + step) - frequency(k - step)) / (2.0 * step)
        blocked |= slope <= 0.0
        change = np.where(blocked, 0.0, -f / np.where(blocked, 1.0, slope))
        k = k + change
        if np.all(np.abs(change) <= _SETTLED * k):
            break
    found = np.where(blocked | (np.abs(frequency(k) - omega) > 1e-9 * omega), np.nan, k)
    return np.asarray(found, dtype=np.float64)


def _longest(omega: float, fastest: float, depth: float | None, gravity: float) -> float:
    """Lower bound of the wave number: that of a wave on a following current."""
    still = float(wave_number(omega, depth, gravity))
    return still / (1.0 + fastest * still / omega) ** 2
