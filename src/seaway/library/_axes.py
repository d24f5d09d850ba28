"""From the axes in which a vehicle was published to those of Seaway."""

from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.library._tables import Table

__all__ = ["AXES", "Axes", "axes_of"]

AXES: Final = {
    "FLU": (1.0, 1.0, 1.0),
    "FRD": (1.0, -1.0, -1.0),
    "BRU": (-1.0, -1.0, 1.0),
}
"""Axes of publications by their first letters (forward, left, up; forward, right, down; back, right, up), with the
signs that turn them to forward, left, up."""


class Axes:
    """Turns vectors and matrices of one set of axes to forward, left, up; all are half turns, their own inverse.

    Args:
        name: One of ``AXES``.

    Raises:
        ModelError: There are no such axes.
    """

    def __init__(self, name: str):
        if name not in AXES:
            raise ModelError(f"there are no axes {name!r}; there are: {', '.join(AXES)}")
        self._signs: Floats = np.array(AXES[name])

    def vector(self, values: Floats) -> Floats:
        """Turn vectors, (..., 3), or spatial ones (linear, angular), (..., 6)."""
        return values * self._factors(values.shape[-1]) + 0.0

    def matrix(self, values: Floats) -> Floats:
        """Turn matrices, (..., 3, 3) or (..., 6, 6)."""
        f = self._factors(values.shape[-1])
        return f[:, None] * values * f + 0.0

    def products(self, values: Floats) -> Floats:
        """Turn derivatives by ν_k ν_j, (6, 6, 6), k first."""
        return self._factors(6)[:, None, None] * self.matrix(values) + 0.0

    def _factors(self, size: int) -> Floats:
        return self._signs if size == 3 else np.tile(self._signs, 2)


def axes_of(table: Table, otherwise: Axes) -> Axes:
    """The axes of a table that has its own, the others else."""
    return Axes(table.text("axes")) if table.has("axes") else otherwise
