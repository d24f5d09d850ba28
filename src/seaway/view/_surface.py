"""The sea surface as a mesh about a moving centre: fine near it, coarse far away."""

from typing import Final

import numpy as np

from seaway._arrays import Floats, Integers
from seaway.sea import Sea

__all__ = ["SurfaceMesh"]

# Heights are rounded to 1/512 m, less than 1 mm off: replays are far smaller so.
_STEP: Final = 512.0
# Extent of the mesh in lengths of the peak wave, and its least [m].
_WAVES: Final = 7.0
_LEAST: Final = 150.0
_MOST: Final = 2000.0


class SurfaceMesh:
    """Triangles on rings about a centre; the heights of the vertices are those of ``Sea.elevation``.

    Rings grow in proportion to their radius, so that triangles are alike in shape and as fine as the view needs.

    Args:
        sea: The sea; it must have a surface.
        size: Length of the vehicle in the centre [m].
        rings: Number of rings.
        sectors: Number of vertices on each.
        drift: How far the frame of the waves is off at time 0, after a change of the current [m], (2,).

    Attributes:
        level: Height z_W of the still surface [m].
        radius: Radius of the outermost ring [m].
        x: Vertices relative to the centre [m], (n,).
        y: Likewise, (n,).
        faces: (m, 3), counter-clockwise from above.
    """

    def __init__(self, sea: Sea, size: float, rings: int = 44, sectors: int = 56, drift: Floats | None = None):
        self._sea = sea
        self._drift = np.zeros(2) if drift is None else drift
        self.level = sea.surface or 0.0
        peak = None if sea.waves is None else sea.waves.components.peak()
        wanted = 0.0 if peak is None else _WAVES * peak.wavelength
        self.radius = float(np.clip(max(wanted, 30.0 * size), _LEAST, _MOST))
        r = np.geomspace(0.1 * size, self.radius, rings)
        # Every other ring is turned by half a sector: triangles are closer to equilateral.
        turn = 0.5 * (np.arange(rings) % 2)
        angle = 2.0 * np.pi / sectors * (np.arange(sectors)[None, :] + turn[:, None])
        x = np.concatenate([[0.0], (r[:, None] * np.cos(angle)).ravel()])
        y = np.concatenate([[0.0], (r[:, None] * np.sin(angle)).ravel()])
        self.x, self.y = (values.astype(np.float32).astype(np.float64) for values in (x, y))
        self.faces = _faces(rings, sectors)

    def heights(self, center: Floats, time: float) -> Floats:
        """Heights above the still surface [m], rounded, (n,).

        Args:
            center: Centre p_W [m], (2,) or (3,).
            time: [s].
        """
        exact = self.elevation(self.x + center[0], self.y + center[1], time)
        return np.round(exact * _STEP) / _STEP

    def elevation(self, x: Floats, y: Floats, time: float) -> Floats:
        """Height of the surface above still water at any points [m]; see ``Sea.elevation``."""
        return self._sea.elevation(x - self._drift[0], y - self._drift[1], time)

    def vertices(self, center: Floats, time: float) -> Floats:
        """Vertices relative to the centre on the still surface [m], (n, 3); see ``heights``."""
        return np.stack([self.x, self.y, self.heights(center, time)], axis=-1)

    def outskirts(self) -> tuple[Floats, Integers]:
        """Vertices and faces of a flat ring from the edge to the horizon."""
        angle = np.linspace(0.0, 2.0 * np.pi, 97)[:-1]
        inner, outer = (r * np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=-1) for r in self._flat_radii())
        k = np.arange(96)
        n = (k + 1) % 96
        faces = np.concatenate([np.stack([k, k + 96, n + 96], axis=-1), np.stack([k, n + 96, n], axis=-1)])
        return np.concatenate([inner, outer]), faces.astype(np.int64)

    def _flat_radii(self) -> tuple[float, float]:
        return self.radius, 12.0 * self.radius


def _faces(rings: int, sectors: int) -> Integers:
    k = np.arange(sectors)
    n = (k + 1) % sectors
    found = [np.stack([np.zeros_like(k), 1 + k, 1 + n], axis=-1)]
    for ring in range(rings - 1):
        a, b = 1 + ring * sectors, 1 + (ring + 1) * sectors
        if ring % 2 == 0:  # the outer ring is turned ahead by half a sector
            found.append(np.stack([a + k, b + k, a + n], axis=-1))
            found.append(np.stack([a + n, b + k, b + n], axis=-1))
        else:
            found.append(np.stack([a + k, b + k, b + n], axis=-1))
            found.append(np.stack([a + k, b + n, a + n], axis=-1))
    return np.concatenate(found).astype(np.int64)
