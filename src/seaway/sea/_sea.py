"""The sea: water, gravity, surface, seabed, current, waves, wind."""

from collections.abc import Iterator
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Records
from seaway.kernels.water import WATER
from seaway.kernels.waves import wave_table
from seaway.parts import KW_ONLY, OneOrMade, OneOrNone, Part, Rows, Scalar, ScalarOrNone
from seaway.sea._carrying import NO_CURRENT, CurrentTable
from seaway.sea._current import Current
from seaway.sea._dispersion import STANDARD_GRAVITY
from seaway.sea._waves import Waves, surface_points
from seaway.sea._wind import Wind


class Sea(Part, what="sea"):
    """A sea: still, or with waves, a current and wind.

    There is no contact with the seabed: a simulation warns if a vehicle drops below it.
    """

    density: Scalar = Scalar(
        unit="kg/m3", above=0.0, default=1025.0, by_run="set one for each run with Simulation.set_water"
    )
    """Density ρ of the water."""
    gravity: Scalar = Scalar(unit="m/s2", at_least=0.0, default=STANDARD_GRAVITY, why="it points down by itself")
    """Gravity g, along -z; 0 for none."""
    _: KW_ONLY
    surface: ScalarOrNone = ScalarOrNone(unit="m", default=0.0, none_word=False)
    """Height z_W of the still water surface; None (false in a file) for unbounded water."""
    depth: ScalarOrNone = ScalarOrNone(unit="m", above=0.0, default=None)
    """Water depth from the surface to the seabed; default: no seabed."""
    current: OneOrMade[Current | Rows | None, Current | None] = OneOrMade(Current, default=None, make=Current)
    """Current, or the velocity of a steady uniform current in world axes; default: none."""
    waves: OneOrNone[Waves] = OneOrNone(Waves, default=None)
    """Waves, made for this gravity and depth; default: none."""
    wind: OneOrMade[Wind | Rows | None, Wind | None] = OneOrMade(Wind, default=None, make=cast("Any", Wind))
    """Wind, or the velocity of a steady wind in world axes; default: calm."""
    air_density: Scalar = Scalar(unit="kg/m3", above=0.0, default=1.225, label="air density")
    """Density of the air."""
    viscosity: Scalar = Scalar(unit="m2/s", above=0.0, default=1.0533e-6, label="kinematic viscosity")
    """Kinematic viscosity of the water, for the friction on hulls; default: that of sea water."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that depth, wind and waves have a surface, and that the waves fit the sea."""
        waves, wind = self.waves, self.wind
        if self.surface is None:
            if self.depth is not None:
                yield "depth", f"a depth of {self.depth:g} m needs a surface to measure it from; give surface=0.0"
            if wind is not None and wind.exponent > 0.0:
                yield "wind", "a wind that grows with height needs a surface to blow over; give surface=0.0"
            if waves is not None:
                yield "waves", "waves need a surface; give surface=0.0"
        elif waves is not None and (waves.gravity, waves.depth) != (self.gravity, self.depth):
            theirs, ours = (f"gravity {of.gravity:g} m/s2 and depth {_meters(of.depth)}" for of in (waves, self))
            yield "waves", f"the waves are made for {theirs}, the sea has {ours}; make both alike"

    def elevation(self, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Floats:
        """Surface elevation above still water [m] at points and times, broadcast; 0 without waves.

        Args:
            x: World x of the points [m].
            y: World y of the points [m].
            t: Time [s].
        """
        if self.waves is None:
            return np.zeros(np.broadcast_shapes(np.shape(x), np.shape(y), np.shape(t)))
        return self.waves.elevation_on(self.carrier, x, y, t)

    def slope(self, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Floats:
        """Slope of the surface (dη/dx, dη/dy), (..., 2)."""
        return self._motion(*surface_points(x, y, t))[..., 1:3]

    def velocity(self, points: ArrayLike, t: ArrayLike) -> Floats:
        """Velocity of the water by current and waves [m/s], (..., 3).

        Args:
            points: Points in world axes [m], (..., 3).
            t: Time [s].
        """
        p, times = self._below_surface(points), np.asarray(t, dtype=np.float64)
        found = self._motion(p, times)
        # Water lifted by waves keeps the current of its depth at rest.
        flow, depth = found[..., 3:6], found[..., 10] - p[..., 2]
        return flow if self.current is None else flow + self.current.at(times, depth)

    def acceleration(self, points: ArrayLike, t: ArrayLike) -> Floats:
        """Acceleration of water particles by waves [m/s2], (..., 3); that of the current is not included."""
        return self._motion(self._below_surface(points), t)[..., 6:9]

    def dynamic_pressure(self, points: ArrayLike, t: ArrayLike) -> Floats:
        """Dynamic pressure of the waves, in addition to the hydrostatic pressure of still water [Pa], (...)."""
        return self.density * self.gravity * self._motion(self._below_surface(points), t)[..., 9]

    def _below_surface(self, points: ArrayLike) -> Floats:
        """Points with z above the still surface."""
        return np.asarray(points, dtype=np.float64) - [0.0, 0.0, self.surface or 0.0]

    def _motion(self, points: ArrayLike, t: ArrayLike) -> Floats:
        if self.waves is None:
            p, times = np.asarray(points, dtype=np.float64), np.asarray(t, dtype=np.float64)
            return np.zeros((*np.broadcast_shapes(p.shape[:-1], times.shape), 11))
        return self.waves.motion_on(self.carrier, points, t)

    @property
    def carrier(self) -> CurrentTable:
        """The current that advects the waves."""
        return NO_CURRENT if self.current is None else CurrentTable(self.current.compiled()[0])

    def compiled(self) -> tuple[Records, Floats, Floats]:
        """Records for the kernels.

        Records of ``kernels.water.WATER``, (1,), the table of ``kernels.water.current``, the table of waves of
        ``kernels.waves``, (0 or 1, quantity, component).
        """
        water = np.zeros(1, dtype=WATER)
        water["density"], water["gravity"] = self.density, self.gravity
        water["surface"] = np.inf if self.surface is None else self.surface
        water["floor"] = -np.inf if self.surface is None or self.depth is None else self.surface - self.depth
        water["wave_depth"], water["wave_layer"] = np.inf, 1.0
        water["viscosity"], water["air_density"] = self.viscosity, self.air_density
        if self.waves is not None:
            self.waves.fill(water)
        if self.wind is not None:
            self.wind.fill(water)
        current = np.zeros((0, 2, 2, 3)) if self.current is None else self.current.compiled()
        if current.shape == (1, 2, 2, 3):
            water["current"] = current[0, 1, 1]
        return water, current, wave_table(0, 0) if self.waves is None else self.waves.compiled()


def _meters(depth: float | None) -> str:
    return "infinite" if depth is None else f"{depth:g} m"
