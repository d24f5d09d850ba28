"""Currents: a constant velocity, or tables over time and depth."""

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, text
from seaway.parts import KW_ONLY, Array, DerivedArray, Part, RefusedError
from seaway.sea._carrying import drift_at


class _Velocities(Array):
    """Vectors: one, or one per node along one or two axes."""

    @property
    def shapes_in_files(self) -> list[tuple[int | None, ...]]:
        return [(3,), (None, 3), (None, None, 3)]

    def check(self, value: Any) -> Any:
        try:
            shape: tuple[int, ...] = np.shape(value)
        except ValueError:
            shape = ()
        if not 1 <= len(shape) <= 3 or shape[-1:] != (3,):
            got = f"got the shape {shape}" if shape else f"got {value!r}"
            raise RefusedError(f"must be 3 numbers{self.in_unit}, or 3 at each of the times and depths, {got}")
        own = copy.copy(self)
        own.shape, own.plain_length = shape, None
        return Array.check(own, value)


def _ascending(nodes: Floats) -> str | None:
    return None if np.all(np.diff(nodes) > 0.0) else f"must ascend, got {text(nodes)}"


def _one_node(_: Any) -> Floats:
    return np.broadcast_to(0.0, 1)


class Current(Part, what="current"):
    """A current: the velocity of the water, interpolated linearly in time and depth, constant beyond the ends.

    The velocity is stored as (times, depths, 3), with a single node at 0 along an axis that is not given.

    Example:
        >>> from seaway.sea import Current
        >>> Current([[0.4, 0, 0], [0.1, 0, 0]], depths=[0, 20]).velocity.shape
        (1, 2, 3)
    """

    velocity: _Velocities = _Velocities(shape=(None, None, 3), unit="m/s", by_run=False)
    """Velocity v_WC_W in world axes: (3,) for a steady uniform current, otherwise one per time, per depth, or both."""
    _: KW_ONLY
    times: DerivedArray = DerivedArray(
        shape=(None,), unit="s", rule=_ascending, by_run=False, default=None, follows=_one_node
    )
    """Times of the nodes, ascending."""
    depths: DerivedArray = DerivedArray(
        shape=(None,), unit="m", at_least=0.0, rule=_ascending, by_run=False, default=None, follows=_one_node
    )
    """Depths of the nodes below the still surface (below z = 0 in unbounded water), ascending."""

    def _derive(self) -> None:
        if self.velocity.shape == self._given_shape():
            vars(self)["velocity"] = self.velocity.reshape(len(self.times), len(self.depths), 3)

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the velocities against the nodes."""
        if self.velocity.shape != (len(self.times), len(self.depths), 3):
            yield "velocity", f"the velocity must have the shape {self._given_shape()}, got {self.velocity.shape}"

    def _given_shape(self) -> tuple[int, ...]:
        followed = vars(self).get("_followed", ())
        return (*(len(vars(self)[axis]) for axis in ("times", "depths") if axis not in followed), 3)

    def at(self, time: ArrayLike, depth: ArrayLike) -> Floats:
        """Velocity v_WC_W [m/s] at times [s] and depths [m], broadcast, (..., 3)."""
        f, before, after = _bracketed(self.times, np.asarray(time, dtype=np.float64))
        g, above, below = _bracketed(self.depths, np.asarray(depth, dtype=np.float64))
        v = self.velocity
        shallow = v[before, above] + f * (v[after, above] - v[before, above])
        deep = v[before, below] + f * (v[after, below] - v[before, below])
        return shallow + g * (deep - shallow)

    def mean(self) -> Floats:
        """Time-mean velocity at each depth [m/s], (depths, 3)."""
        if len(self.times) == 1:
            return self.velocity[0]
        flat = self.velocity.reshape(len(self.times), -1)
        whole = drift_at(self.times, flat, self.times[-1:])[0] / (self.times[-1] - self.times[0])
        return whole.reshape(self.velocity.shape[1:])

    def compiled(self) -> Floats:
        """The table with its margins, as ``kernels.water.current`` reads it, (1, 1 + times, 1 + depths, 3)."""
        table = np.zeros((1, 1 + len(self.times), 1 + len(self.depths), 3))
        table[0, 1:, 0, 0] = self.times
        table[0, 0, 1:, 0] = self.depths
        table[0, 1:, 1:] = self.velocity
        return table


def _bracketed(nodes: Floats, x: Floats) -> tuple[Floats, NDArray[np.intp], NDArray[np.intp]]:
    """Fraction between the neighbouring nodes, (..., 1), and their indices; beyond the table both are the end."""
    low = np.clip(np.searchsorted(nodes, x, side="right") - 1, 0, len(nodes) - 1)
    high = np.minimum(low + 1, len(nodes) - 1)
    gap = nodes[high] - nodes[low]
    part = np.where(gap > 0.0, np.clip(x - nodes[low], 0.0, gap) / np.where(gap > 0.0, gap, 1.0), 0.0)
    return part[..., None], low, high
