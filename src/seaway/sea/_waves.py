"""Waves: one object for physics, plots and statistics."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Records, finite_floats, positive
from seaway.errors import ModelError
from seaway.kernels.blocks import BLOCK, CHANNELS
from seaway.kernels.wave_blocks import fields
from seaway.kernels.waves import AIRY, GERSTNER, WAVE, elevations, motions
from seaway.sea import _components
from seaway.sea._components import Components
from seaway.sea._dispersion import STANDARD_GRAVITY, wave_number
from seaway.sea._sea_states import sea_state
from seaway.sea._spectra import Spectrum
from seaway.sea._spreading import Spreading

__all__ = ["Waves"]

# Wave numbers that fit a depth and gravity agree with the dispersion relation to this share.
_DISPERSION = 1e-9
# Waves whose directions differ by less are parallel [rad]: over a thousand wave lengths that is nothing.
_PARALLEL = 1e-12


@dataclass(frozen=True, eq=False, init=False)
class Waves:
    """A sea surface that moves, and the water below it. The still surface is z = 0 here.

    Linear (Airy) waves add up. Their velocity and acceleration are those of linear theory up to the still surface, and
    held above it; their pressure is stretched to the surface (Wheeler), where it vanishes. Gerstner's waves move the
    particles along as well: crests are sharp, and there is no drift; they are for deep water. Waves do not feel a
    current.

    Args:
        components: What they are made of; Gerstner's where one has a sharpness q > 0.
        depth: Of the water [m]; None for deep water.
        gravity: g [m/s2].
        ramp: Time in which Airy waves grow from nothing [s], so that a run can start in still water.

    Raises:
        ModelError: The wave numbers do not fit depth and gravity, or Gerstner's waves are not in deep water.
    """

    components: Components
    depth: float | None
    gravity: float
    ramp: float

    def __init__(
        self,
        components: Components,
        depth: float | None = None,
        gravity: float = STANDARD_GRAVITY,
        ramp: float = 0.0,
    ):
        if not isinstance(components, Components):
            raise ModelError(f"waves are made of Components, got {components!r}")
        g = positive(gravity, "gravity [m/s2]")
        h = None if depth is None else positive(depth, "the depth of the water [m]")
        growth = float(finite_floats(ramp, (), "the ramp of the waves [s]"))
        if growth < 0.0:
            raise ModelError(f"the ramp of the waves must be >= 0 [s], got {growth:g}")
        fitting = wave_number(components.omega, h, g)
        off = np.abs(components.wave_number / fitting - 1.0)
        if off.size and np.max(off) > _DISPERSION:
            n = int(np.argmax(off))
            message = f"component {n} has the wave number {components.wave_number[n]:g} rad/m where ω and depth give"
            raise ModelError(f"{message} {fitting[n]:g}; make the components with the same depth and gravity")
        if np.any(components.q > 0.0) and h is not None:
            raise ModelError(f"Gerstner's waves are for deep water, got a depth of {h:g} m")
        if np.any(components.q > 0.0) and growth > 0.0:
            raise ModelError(f"Gerstner's waves have no ramp, got one of {growth:g} s; Airy waves have")
        for name, value in (("components", components), ("depth", h), ("gravity", g), ("ramp", growth)):
            object.__setattr__(self, name, value)

    @classmethod
    def regular(
        cls,
        height: float,
        period: float,
        direction: float = 0.0,
        phase: float = 0.0,
        depth: float | None = None,
        gravity: float = STANDARD_GRAVITY,
        ramp: float = 0.0,
    ) -> "Waves":
        """One Airy wave.

        Args:
            height: From trough to crest [m].
            period: [s].
            direction: Where it goes to, from the x axis, counter-clockwise [rad].
            phase: At the origin at t = 0 [rad]; 0 is a crest.
            depth: Of the water [m]; None for deep water.
            gravity: g [m/s2].
            ramp: Time in which it grows from nothing [s].
        """
        return cls(_components.regular(height, period, direction, phase, depth, gravity), depth, gravity, ramp)

    @classmethod
    def gerstner(
        cls,
        height: ArrayLike,
        period: ArrayLike,
        direction: ArrayLike = 0.0,
        phase: ArrayLike = 0.0,
        q: ArrayLike = 1.0,
        gravity: float = STANDARD_GRAVITY,
    ) -> "Waves":
        """Gerstner's waves, one or several: exact for one with q = 1, a shape for all others."""
        return cls(_components.gerstner(height, period, direction, phase, q, gravity), None, gravity)

    @classmethod
    def irregular(
        cls,
        spectrum: Spectrum,
        count: int = 200,
        direction: float = 0.0,
        spreading: Spreading | None = None,
        *,
        seed: int | np.random.SeedSequence,
        depth: float | None = None,
        gravity: float = STANDARD_GRAVITY,
        method: Literal["equal_energy", "equal_spacing"] = "equal_energy",
        ramp: float = 0.0,
    ) -> "Waves":
        """A random sea with a spectrum.

        Args:
            spectrum: ``PiersonMoskowitz``, ``Jonswap``, ``Eckv`` or a ``SpectrumTable``.
            count: Number of components.
            direction: Where the sea goes to, from the x axis, counter-clockwise [rad].
            spreading: About that direction; long-crested where None.
            seed: Of frequencies, phases and directions: the same seed gives the same sea.
            depth: Of the water [m]; None for deep water.
            gravity: g [m/s2].
            method: Whether components have the same energy or the same spacing in frequency.
            ramp: Time in which it grows from nothing [s].
        """
        parts = _components.irregular(
            spectrum, count, direction, spreading, seed=seed, depth=depth, gravity=gravity, method=method
        )
        return cls(parts, depth, gravity, ramp)

    @classmethod
    def from_sea_state(
        cls,
        name: str,
        count: int = 200,
        direction: float = 0.0,
        spreading: Spreading | None = None,
        *,
        seed: int | np.random.SeedSequence,
        depth: float | None = None,
        gravity: float = STANDARD_GRAVITY,
        method: Literal["equal_energy", "equal_spacing"] = "equal_energy",
        ramp: float = 0.0,
    ) -> "Waves":
        """A random sea by the name of its state: ``"moderate"``, ``"sea state 4"``, ``"beaufort 5"``.

        Its spectrum is ``sea_state(name).spectrum()``, Pierson-Moskowitz; the rest is as in ``irregular``.

        Args:
            name: See ``sea_state``.
            count: Number of components.
            direction: Where the sea goes to, from the x axis, counter-clockwise [rad].
            spreading: About that direction; long-crested where None.
            seed: Of frequencies, phases and directions.
            depth: Of the water [m]; None for deep water.
            gravity: g [m/s2].
            method: Whether components have the same energy or the same spacing in frequency.
            ramp: Time in which it grows from nothing [s].
        """
        spectrum = sea_state(name).spectrum()
        return cls.irregular(
            spectrum, count, direction, spreading, seed=seed, depth=depth, gravity=gravity, method=method, ramp=ramp
        )

    def elevation(self, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Floats:
        """Height of the surface above still water [m], at points and times that broadcast.

        Args:
            x: [m].
            y: [m].
            t: [s].
        """
        X, Y, T = _together(x, y, t)
        if not all(np.all(np.isfinite(v)) for v in (X, Y, T)):
            raise ModelError("points and times must be finite")
        if self._kind() == AIRY and self.ramp == 0.0 and T.size and np.all(T.flat[0] == T):
            out = np.zeros(X.size)
            elevations(self.compiled(), 0, 1.0, float(T.flat[0]), X.ravel().copy(), Y.ravel().copy(), out)
            return out.reshape(X.shape)
        return self._motion(np.stack([X, Y, np.zeros_like(X)], axis=-1), T)[..., 0]

    def slope(self, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Floats:
        """Slope of the surface (dη/dx, dη/dy), (..., 2)."""
        X, Y, T = _together(x, y, t)
        return self._motion(np.stack([X, Y, np.zeros_like(X)], axis=-1), T)[..., 1:3]

    def velocity(self, points: ArrayLike, t: ArrayLike) -> Floats:
        """Velocity of the water [m/s], (..., 3); above the still surface that at it.

        Args:
            points: (..., 3) [m], z above the still surface.
            t: [s].
        """
        return self._motion(points, t, fast=True)[..., 3:6]

    def acceleration(self, points: ArrayLike, t: ArrayLike) -> Floats:
        """Acceleration of the water itself, dv/dt + (v . grad) v [m/s2], (..., 3)."""
        return self._motion(points, t)[..., 6:9]

    def dynamic_pressure(self, points: ArrayLike, t: ArrayLike, density: float = 1025.0) -> Floats:
        """Pressure above the hydrostatic -ρ g z [Pa], (...); together they are zero at the surface."""
        return density * self.gravity * self._motion(points, t, fast=True)[..., 9]

    def compiled(self) -> Records:
        """Records of ``kernels.waves.WAVE``, (1, component)."""
        c = self.components
        waves = np.zeros((1, len(c)), dtype=WAVE)
        waves["amplitude"], waves["omega"], waves["phase"], waves["k"] = c.amplitude, c.omega, c.phase, c.wave_number
        waves["kx"], waves["ky"] = c.wave_number * np.cos(c.direction), c.wave_number * np.sin(c.direction)
        waves["sharpness"] = c.q
        return waves

    def fill(self, water: Records) -> None:
        """Write kind, depth and ramp to records of ``kernels.water.WATER``."""
        water["waves"], water["wave_ramp"] = self._kind(), self.ramp
        water["wave_count"] = len(self.components)
        directions = self.components.direction
        first = float(directions[0]) if len(directions) else 0.0
        parallel = bool(np.all(np.abs(np.sin(directions - first)) < _PARALLEL))
        water["long_crested"] = parallel
        water["wave_along"] = (np.cos(first), np.sin(first)) if parallel else (0.0, 1.0)
        water["wave_depth"] = np.inf if self.depth is None else self.depth

    def _kind(self) -> int:
        return GERSTNER if np.any(self.components.q > 0.0) else AIRY

    def _motion(self, points: ArrayLike, t: ArrayLike, fast: bool = False) -> Floats:
        """What ``kernels.waves.motions`` tells; of Airy waves at one time, if fast, without slope and acceleration."""
        p = np.asarray(points, dtype=np.float64)
        if p.ndim == 0 or p.shape[-1] != 3:
            raise ModelError(f"points must have the shape (..., 3), got {p.shape}")
        times = np.asarray(t, dtype=np.float64)
        shape = np.broadcast_shapes(p.shape[:-1], times.shape)
        flat = np.ascontiguousarray(np.broadcast_to(p, (*shape, 3)).reshape(-1, 3))
        moments = np.ascontiguousarray(np.broadcast_to(times, shape).reshape(-1))
        if not (np.all(np.isfinite(flat)) and np.all(np.isfinite(moments))):
            raise ModelError("points and times must be finite")
        out = np.zeros((len(flat), 10))
        depth = np.inf if self.depth is None else self.depth
        if fast and self._kind() == AIRY and moments.size and np.all(moments[0] == moments):
            block, found = np.zeros((CHANNELS + 2 * len(self.components)) * BLOCK), np.zeros((len(flat), 5))
            fields(self.compiled(), 0, depth, self.ramp, float(moments[0]), flat, block, found)
            out[:, 0], out[:, 9], out[:, 3:6] = found[:, 0], found[:, 1], found[:, 2:]
            return out.reshape(*shape, 10)
        motions(self.compiled(), 0, self._kind(), depth, self.ramp, moments, flat, out)
        return out.reshape(*shape, 10)


def _together(*values: ArrayLike) -> tuple[Floats, ...]:
    """Arrays of one shape, each its own."""
    return tuple(np.array(v) for v in np.broadcast_arrays(*(np.asarray(v, dtype=np.float64) for v in values)))
