"""A current: one velocity, or tables over time and depth."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, finite_floats, frozen, text
from seaway.errors import ModelError

__all__ = ["Current"]


@dataclass(frozen=True, eq=False, init=False)
class Current:
    """The velocity of the water, linear between the nodes of a table and held outside of it.

    Args:
        velocity: v_WC_W [m/s], in world axes: (3,) for a steady uniform current, (times, 3), (depths, 3) or
            (times, depths, 3).
        times: Times of the nodes [s], ascending.
        depths: Depths of the nodes below the still surface [m], ascending; below z = 0 in unbounded water.

    Raises:
        ModelError: A shape does not fit, a number is not finite, or nodes do not ascend.

    Example:
        >>> from seaway.sea import Current
        >>> Current([[0.4, 0, 0], [0.1, 0, 0]], depths=[0, 20]).velocity.shape
        (1, 2, 3)
    """

    velocity: Floats
    times: Floats
    depths: Floats

    def __init__(self, velocity: ArrayLike, times: ArrayLike | None = None, depths: ArrayLike | None = None):
        t, d = _nodes(times, "times"), _nodes(depths, "depths")
        given = tuple(len(nodes) for nodes, was in ((t, times), (d, depths)) if was is not None)
        table = finite_floats(velocity, (*given, 3), "the velocity of a current")
        object.__setattr__(self, "velocity", frozen(table.reshape(len(t), len(d), 3)))
        object.__setattr__(self, "times", frozen(t))
        object.__setattr__(self, "depths", frozen(d))

    def at(self, time: ArrayLike, depth: ArrayLike) -> Floats:
        """The velocity v_WC_W [m/s] at times [s] and depths [m] that go together, (..., 3)."""
        f, before, after = _bracketed(self.times, np.asarray(time, dtype=np.float64))
        g, above, below = _bracketed(self.depths, np.asarray(depth, dtype=np.float64))
        v = self.velocity
        shallow = v[before, above] + f * (v[after, above] - v[before, above])
        deep = v[before, below] + f * (v[after, below] - v[before, below])
        return shallow + g * (deep - shallow)

    def compiled(self) -> Floats:
        """The table with its margins, as ``kernels.water.current`` reads it, (1, 1 + times, 1 + depths, 3)."""
        table = np.zeros((1, 1 + len(self.times), 1 + len(self.depths), 3))
        table[0, 1:, 0, 0] = self.times
        table[0, 0, 1:, 0] = self.depths
        table[0, 1:, 1:] = self.velocity
        return table


def _nodes(values: ArrayLike | None, what: str) -> Floats:
    if values is None:
        return np.zeros(1)
    shape = np.shape(values)
    if len(shape) != 1 or shape[0] == 0:
        raise ModelError(f"the {what} of a current must be a list of numbers, got the shape {shape}")
    nodes = finite_floats(values, shape, f"the {what} of a current")
    if what == "depths" and nodes[0] < 0.0:
        raise ModelError(f"the depths of a current are positive downward, got {text(nodes)}")
    if np.any(np.diff(nodes) <= 0.0):
        raise ModelError(f"the {what} of a current must ascend, got {text(nodes)}")
    return nodes


def _bracketed(nodes: Floats, x: Floats) -> tuple[Floats, NDArray[np.intp], NDArray[np.intp]]:
    """The part of the way between the nodes on both sides, (..., 1), and these; outside twice the end."""
    low = np.clip(np.searchsorted(nodes, x, side="right") - 1, 0, len(nodes) - 1)
    high = np.minimum(low + 1, len(nodes) - 1)
    gap = nodes[high] - nodes[low]
    part = np.where(gap > 0.0, np.clip(x - nodes[low], 0.0, gap) / np.where(gap > 0.0, gap, 1.0), 0.0)
    return part[..., None], low, high
