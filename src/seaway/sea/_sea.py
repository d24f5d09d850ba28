"""The sea: water, gravity, surface, floor, current, waves, wind."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Records, finite_floats, positive
from seaway.errors import ModelError
from seaway.kernels.water import WATER
from seaway.kernels.waves import WAVE
from seaway.sea._current import Current
from seaway.sea._waves import Waves
from seaway.sea._wind import Wind

__all__ = ["Sea"]


@dataclass(frozen=True, eq=False, init=False)
class Sea:
    """A sea: still, or with waves.

    Args:
        density: Of the water, ρ [kg/m3].
        gravity: g [m/s2], along -z; 0 for none.
        surface: Height of the surface, z_W [m]; None for water without end, as uwv_dynamic_model has it.
        depth: From the surface to the floor [m]; None for a sea without a floor. There is no contact: a vehicle that
            goes below the floor is told of in a warning.
        waves: ``Waves`` on the surface, made with this gravity and depth; None for a still one.
        current: A ``Current``, or the velocity of a steady uniform one in world axes [m/s], (3,); None for still water.
        wind: A ``Wind``, or the velocity of a steady one in world axes [m/s], (3,) or (2,); None for calm air.
        air_density: [kg/m3].
        viscosity: Of the water, kinematic [m2/s], for the friction on hulls; that of sea water where not given.

    Raises:
        ModelError: A number is out of its range, or a floor, waves or wind have no surface.
    """

    density: float
    gravity: float
    surface: float | None
    depth: float | None
    current: Current | None
    waves: Waves | None
    wind: Wind | None
    air_density: float
    viscosity: float

    def __init__(
        self,
        density: float = 1025.0,
        gravity: float = 9.80665,
        surface: float | None = 0.0,
        depth: float | None = None,
        current: Current | ArrayLike | None = None,
        waves: Waves | None = None,
        wind: Wind | ArrayLike | None = None,
        air_density: float = 1.225,
        viscosity: float = 1.0533e-6,
    ):
        g = float(finite_floats(gravity, (), "gravity"))
        if g < 0.0:
            raise ModelError(f"gravity must be >= 0 [m/s2] (it points down by itself), got {g:g}")
        if depth is not None and surface is None:
            raise ModelError(f"a sea of depth {depth} m needs a surface to measure it from; give surface=0.0")
        object.__setattr__(self, "density", positive(density, "the density of the water [kg/m3]"))
        object.__setattr__(self, "gravity", g)
        level = None if surface is None else float(finite_floats(surface, (), "the height of the surface [m]"))
        object.__setattr__(self, "surface", level)
        object.__setattr__(self, "depth", None if depth is None else positive(depth, "the depth of the sea [m]"))
        flow = current if current is None or isinstance(current, Current) else Current(current)
        object.__setattr__(self, "current", flow)
        air = wind if wind is None or isinstance(wind, Wind) else Wind(wind)
        if air is not None and level is None and air.exponent > 0.0:
            raise ModelError("a wind that grows with height needs a surface to blow over; give surface=0.0")
        object.__setattr__(self, "wind", air)
        object.__setattr__(self, "air_density", positive(air_density, "the density of the air [kg/m3]"))
        object.__setattr__(self, "viscosity", positive(viscosity, "the kinematic viscosity of the water [m2/s]"))
        object.__setattr__(self, "waves", waves)
        if waves is not None:
            self.check_waves(waves)

    def check_waves(self, waves: Waves) -> None:
        """Check that waves can be on this sea: it has a surface, and they are made with its gravity and depth.

        Raises:
            ModelError: They cannot.
        """
        if not isinstance(waves, Waves):
            raise ModelError(f"the waves of a sea must be of Waves, got {waves!r}")
        if self.surface is None:
            raise ModelError("waves need a surface; give surface=0.0")
        if waves.gravity != self.gravity or waves.depth != self.depth:
            theirs = f"gravity {waves.gravity:g} m/s2 and depth {_meters(waves.depth)}"
            mine = f"gravity {self.gravity:g} m/s2 and depth {_meters(self.depth)}"
            raise ModelError(f"the waves are made for {theirs}, the sea has {mine}; make both alike")

    def compiled(self) -> tuple[Records, Floats, Records]:
        """The same as the kernels read it.

        Records of ``kernels.water.WATER``, (1,), the table of ``kernels.water.current``, records of
        ``kernels.waves.WAVE``, (1, wave).
        """
        water = np.zeros(1, dtype=WATER)
        water["density"], water["gravity"] = self.density, self.gravity
        water["surface"] = np.inf if self.surface is None else self.surface
        water["floor"] = -np.inf if self.surface is None or self.depth is None else self.surface - self.depth
        water["wave_depth"] = np.inf
        water["viscosity"], water["air_density"] = self.viscosity, self.air_density
        if self.waves is not None:
            self.waves.fill(water)
        if self.wind is not None:
            self.wind.fill(water)
        current = np.zeros((0, 2, 2, 3)) if self.current is None else self.current.compiled()
        return water, current, np.zeros((0, 0), dtype=WAVE) if self.waves is None else self.waves.compiled()


def _meters(depth: float | None) -> str:
    return "without end" if depth is None else f"{depth:g} m"
