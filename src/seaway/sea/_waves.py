"""Waves: one object for physics, plots and statistics."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import pi
from typing import Any, Final, Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, Records, positive, whole
from seaway.errors import ModelError, warn
from seaway.kernels.blocks import BLOCK, CHANNELS
from seaway.kernels.water import WATER
from seaway.kernels.wave_blocks import fields
from seaway.kernels.waves import (
    AIRY,
    AMPLITUDE,
    GERSTNER,
    KX,
    KY,
    NUMBER,
    OMEGA,
    PHASE,
    SHARPNESS,
    airy_motions,
    elevations,
    finished,
    gerstner_motions,
    wave_table,
)
from seaway.parts import KW_ONLY, Array, Choice, Field, One, Part, RefusedError, Rows, Scalar, ScalarOrNone, checked
from seaway.sea._carrying import NO_CURRENT, CurrentTable, measured_number
from seaway.sea._components import Components
from seaway.sea._current import Current
from seaway.sea._dispersion import BREAKING_STEEPNESS, STANDARD_GRAVITY, wave_number
from seaway.sea._sea_states import SeaState
from seaway.sea._spectra import Spectrum, Tma
from seaway.sea._spreading import Spreading

Method = Literal["equal_energy", "equal_spacing"]

# Relative tolerance of wave numbers against the dispersion relation.
_DISPERSION: Final = 1e-9
# Directions that differ by less are parallel [rad]: negligible over a thousand wavelengths.
_PARALLEL: Final = 1e-12
# Share of energy in blocked waves above which they are not just the tail of a spectrum.
_BLOCKED_SHARE: Final = 0.05
# The pressure of waves without height follows the surface so far [m].
_THINNEST: Final = 1e-9
# e^37 is beyond rounding.
_DEEP: Final = 37.0
# Margin that permits q k a = 1.
_ROUNDING: Final = 1e-12


class _Counts(Field[Sequence[int] | None, tuple[int, ...]]):
    hint = "Sequence[int] | None"
    default = None
    in_files = False

    def __init__(self) -> None:
        self.follows = lambda waves: (len(waves.components),)

    def check(self, value: Any) -> Any:
        if value is None:
            return None
        counts = cast("Sequence[Any]", value) if isinstance(value, list | tuple) else ()
        if not counts or any(isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 0 for n in counts):
            raise RefusedError(f"must be a list of whole numbers >= 0, got {value!r}")
        return tuple(map(int, counts))


class Waves(Part, what="wave field"):
    """A wave field: the moving sea surface and the water below it. The still surface is z = 0.

    Seas can be superposed, ``swell + wind_sea``: the components of the first sea come first. Both must have the same
    depth, gravity and ramp. Gerstner waves cannot be superposed with others.

    Velocity and acceleration of linear (Airy) waves are those of linear theory up to the still surface, and constant
    above it; the pressure vanishes at the surface, and is Bernoulli's below the troughs. Gerstner waves displace
    particles horizontally as well: crests are sharp, and there is no drift; they are for deep water. In a ``Sea``,
    waves ride on its current: frequencies are those in the water, and phases drift with it.
    """

    components: One[Components] = One(Components)
    """Wave components; Gerstner waves if one has a sharpness q > 0."""
    _: KW_ONLY
    depth: ScalarOrNone = ScalarOrNone(unit="m", above=0.0, default=None)
    """Depth of the water; default: deep water."""
    gravity: Scalar = Scalar(unit="m/s2", above=0.0, default=STANDARD_GRAVITY)
    """Gravity g."""
    ramp: Scalar = Scalar(unit="s", at_least=0.0, default=0.0)
    """Ramp time of Airy waves, so that a run can start in still water."""
    counts: _Counts = _Counts()
    """Number of components of each superposed sea, in order. Default: a single sea."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the wave numbers and counts, and that Gerstner waves are in deep water and have no ramp."""
        parts = self.components
        if sum(self.counts) != len(parts):
            yield "counts", f"the counts must add up to the {len(parts)} components, got {list(self.counts)}"
        fitting = wave_number(parts.omega, self.depth, self.gravity)
        off = np.abs(parts.wave_number / fitting - 1.0)
        if off.size and np.max(off) > _DISPERSION:
            n = int(np.argmax(off))
            message = f"component {n} has the wave number {parts.wave_number[n]:g} rad/m, but ω and depth give"
            yield "components", f"{message} {fitting[n]:g}; make the components with the same depth and gravity"
        if self._kind() == GERSTNER and self.depth is not None:
            yield "depth", f"Gerstner waves are for deep water, got a depth of {self.depth:g} m"
        if self._kind() == GERSTNER and self.ramp > 0.0:
            yield "ramp", f"Gerstner waves have no ramp, got one of {self.ramp:g} s; Airy waves have"

    @classmethod
    def regular(
        cls,
        height: float,
        period: float,
        *,
        direction: float = 0.0,
        phase: float = 0.0,
        depth: float | None = None,
        gravity: float = STANDARD_GRAVITY,
        ramp: float = 0.0,
    ) -> "Waves":
        """Make one linear (Airy) wave.

        Args:
            height: Wave height from trough to crest, H = 2 a [m]; 0 for a flat sea.
            period: Wave period T [s].
            direction: Direction of propagation [rad], from the x axis (east), counter-clockwise.
            phase: Phase φ [rad]; 0 is a crest at the origin at t = 0.
            depth: Depth of the water h [m]; default: deep water.
            gravity: Gravity g [m/s2].
            ramp: Ramp time [s].

        Raises:
            ModelError: A number is out of range, or the wave breaks: H/λ > 0.142 tanh(k h).

        Reference:
            R. Miche, Annales des Ponts et Chaussées 114, 1944 (breaking); DNV-RP-C205, 3.4.6.
        """
        H = checked(Scalar(unit="m", at_least=0.0), height, "the height of a wave")
        omega = 2.0 * pi / positive(period, "the period of a wave [s]")
        number = wave_number(omega, depth, gravity)
        k, limit = float(number), float(_steepest(number, depth))
        steepness = H * k / (2.0 * pi)
        if steepness > limit:
            raise ModelError(
                f"a wave of height {H:g} m and period {period:g} s breaks: H/λ is {steepness:.3g}, and can be "
                f"{limit:.3g} at most; its height must be <= {limit * 2.0 * pi / k:.3g} m"
            )
        parts = Components([0.5 * H], [omega], [direction], [phase], [k])
        return cls(parts, depth=depth, gravity=gravity, ramp=ramp)

    @classmethod
    def gerstner(
        cls,
        height: ArrayLike,
        period: ArrayLike,
        *,
        direction: ArrayLike = 0.0,
        phase: ArrayLike = 0.0,
        q: ArrayLike = 1.0,
        gravity: float = STANDARD_GRAVITY,
    ) -> "Waves":
        """Make Gerstner (trochoidal) waves in deep water, one or several.

        A single wave with q = 1 is an exact solution of Euler's equations, with vorticity and without drift. Its mean
        level is k a²/2 below the plane of the orbit centres, which is z = 0.

        Args:
            height: Wave height from trough to crest, H = 2 a [m], >= 0; a number or (n,), as the arguments below.
            period: Wave period T [s].
            direction: Direction of propagation [rad], from the x axis (east), counter-clockwise.
            phase: Phase φ [rad].
            q: Sharpness, from 0 (sinusoid) to 1 (trochoid).
            gravity: Gravity g [m/s2].

        Raises:
            ModelError: A number is out of range, or the surface could intersect itself: Σ q k a > 1. At q k a = 1
                crests are cusps, H/λ = 1/π; real waves break at 0.142.

        Reference:
            F. J. von Gerstner, Theorie der Wellen, 1802; H. Lamb, Hydrodynamics, 6th ed. 1932, art. 251.
        """
        try:
            H, T, theta, phi, sharp = np.broadcast_arrays(*map(np.atleast_1d, (height, period, direction, phase, q)))
        except ValueError:
            raise ModelError(
                "the heights, periods, directions, phases and q of waves must be numbers or of one length"
            ) from None
        omega = 2.0 * pi / checked(Array(shape=(None,), unit="s", above=0.0, by_run=False), T, "the period of a wave")
        heights = checked(Array(shape=(None,), unit="m", at_least=0.0, by_run=False), H, "the height of a wave")
        parts = Components(0.5 * heights, omega, theta, phi, wave_number(omega, None, gravity), sharp)
        steepness = float(np.sum(parts.q * parts.wave_number * parts.amplitude))
        if steepness > 1.0 + _ROUNDING:
            raise ModelError(
                f"the crests of Gerstner waves cut themselves if Σ q k a > 1, got {steepness:.4g}; "
                f"take q times {1.0 / steepness:.3g} or less"
            )
        return cls(parts, gravity=gravity)

    @classmethod
    def irregular(
        cls,
        spectrum: Spectrum,
        count: int = 200,
        *,
        seed: int | np.random.SeedSequence,
        direction: float = 0.0,
        spreading: Spreading | None = None,
        depth: float | None = None,
        gravity: float = STANDARD_GRAVITY,
        ramp: float = 0.0,
        method: Method = "equal_energy",
        energy: float = 0.999,
    ) -> "Waves":
        """Draw linear waves from a spectrum.

        The central band with a share ``energy`` of m0 is divided into ``count`` bins, of equal energy or of equal width
        in ω, with one wave each. Its frequency is drawn within the bin with density S, so that the record never
        repeats; its amplitude is a = √(2 ∫ S dω) over the bin, √(2 S Δω) for narrow bins; its phase is uniform. Hence
        Σ a²/2 = energy m0 for every seed, 4 √(Σ a²/2) is 0.05 % less than Hs by default, and the other moments are
        those of the band on average over seeds.

        Bins of equal energy are narrow at the peak, where it matters; bins of equal width resolve the whole spectrum,
        including short waves. A few components of equal energy make short waves that are too high.

        Args:
            spectrum: ``PiersonMoskowitz``, ``Jonswap``, ``Tma``, ``Eckv`` or a ``SpectrumTable``.
            count: Number of components.
            seed: Seed; the same seed gives identical bits. Phases and frequencies do not depend on the spreading.
            direction: Main direction of propagation [rad], from the x axis (east), counter-clockwise.
            spreading: Spreading about that direction; default: long-crested.
            depth: Depth of the water [m]; default: deep water. It changes wave numbers, not the spectrum; that of a
                ``Tma`` spectrum must be the same.
            gravity: Gravity g [m/s2].
            ramp: Ramp time [s].
            method: Bins of ``"equal_energy"`` or ``"equal_spacing"``.
            energy: Share of m0 in the waves, between 0 and 1.

        Raises:
            ModelError: An argument is out of range, or a ``Tma`` spectrum is for another depth or gravity.

        Warns:
            SeawayWarning: A component alone is steeper than a breaking wave, H/λ > 0.142 tanh(k h).

        Example:
            >>> from seaway.sea import Jonswap, Waves
            >>> round(Waves.irregular(Jonswap(4.0, 10.0), seed=1).components.significant_height, 3)
            3.998
        """
        n = whole(count, "the number of wave components")
        main = checked(Scalar(unit="rad"), direction, "the direction of waves")
        checked(Choice(get_args(Method)), method, "the method of irregular waves")
        if isinstance(spectrum, Tma) and (spectrum.depth, spectrum.gravity) != (depth, gravity):
            theirs, ours = (_water(*of) for of in ((spectrum.depth, spectrum.gravity), (depth, gravity)))
            raise ModelError(f"the TMA spectrum is made for {theirs}, the waves for {ours}; make both alike")
        if not isinstance(seed, np.random.SeedSequence):
            seed = np.random.SeedSequence(whole(seed, "the seed of irregular waves (or a SeedSequence)", 0))
        random = np.random.default_rng(seed)
        low, high = spectrum.band(energy)
        if method == "equal_energy":
            share = 0.5 + 0.5 * energy * np.linspace(-1.0, 1.0, n + 1)
        else:
            share = spectrum.share_below(np.linspace(low, high, n + 1))
        width = np.diff(share)
        # One stream in this order, directions last, so that spreading does not change the rest.
        omega = np.clip(spectrum.quantile(share[:-1] + width * random.random(n)), low, high)
        phase = 2.0 * pi * random.random(n)
        spread = np.zeros(n) if spreading is None else spreading.directions(n, random)
        k = wave_number(omega, depth, gravity)
        amplitude = np.sqrt(2.0 * spectrum.moment(0) * width)
        steep = np.flatnonzero(amplitude * k / pi > _steepest(k, depth))
        if len(steep):
            warn(
                f"{len(steep)} of {n} wave components are steeper than breaking waves, the first of length "
                f"{2.0 * pi / k[steep[0]]:.3g} m and height {2.0 * amplitude[steep[0]]:.3g} m; take more components, "
                'method="equal_spacing", or a smaller share of the energy'
            )
        return cls(Components(amplitude, omega, main + spread, phase, k), depth=depth, gravity=gravity, ramp=ramp)

    @classmethod
    def from_sea_state(cls, name: str, count: int = 200, **options: Any) -> "Waves":
        """Make a random sea of a named sea state: ``"moderate"``, ``"sea state 4"``, ``"beaufort 5"``.

        Its spectrum is ``SeaState.named(name).spectrum()``, Pierson-Moskowitz.

        Args:
            name: Name of the sea state; see ``SeaState.named``.
            count: Number of components.
            options: Seed and other arguments of ``irregular``.
        """
        return cls.irregular(SeaState.named(name).spectrum(), count, **options)

    def __add__(self, other: "Waves") -> "Waves":
        if not isinstance(other, Waves):
            return NotImplemented
        if GERSTNER in (self._kind(), other._kind()):
            raise ModelError("Gerstner waves do not add up with other waves; give all of them to one Waves.gerstner")
        for name, unit in (("gravity", "m/s2"), ("depth", "m"), ("ramp", "s")):
            one, two = vars(self)[name], vars(other)[name]
            if one != two:
                got = " and ".join("deep water" if value is None else f"{value:g} {unit}" for value in (one, two))
                raise ModelError(f"waves that are added must have the same {name}, got {got}")
        names = Components.__part__.fields
        mine, theirs = vars(self.components), vars(other.components)
        both = Components(**{name: np.concatenate([mine[name], theirs[name]]) for name in names})
        return self.replace(components=both, counts=(*self.counts, *other.counts))

    @property
    def seas(self) -> tuple["Waves", ...]:
        """The superposed seas; one, unless seas were added."""
        if len(self.counts) == 1:
            return (self,)
        ends, made = np.cumsum([0, *self.counts]), list[Waves]()
        for first, stop in pairwise(ends.tolist()):
            own = {name: vars(self.components)[name][first:stop] for name in Components.__part__.fields}
            made.append(self.replace(components=Components(**own), counts=None))
        return tuple(made)

    def measured_in(self, current: Current | Rows) -> "Waves":
        """Waves whose periods at a fixed point in a current are the periods of these waves.

        At a fixed point ω = √(g k tanh kd) + k · U, with U the current that advects the wave. By default, periods are
        those in the frame that drifts with the current. Amplitudes, directions and phases stay; wavelengths change.

        Args:
            current: Current, or the velocity of a steady uniform one; of a varying current the time mean is used.

        Raises:
            ModelError: The current blocks waves with more than 5 % of the energy, makes one break, or its record is
                shorter than a wave.

        Warns:
            SeawayWarning: The current blocks waves with less energy, which are dropped.

        Example:
            >>> from seaway.sea import Waves
            >>> round(Waves.regular(0.5, 4.0).measured_in((1.0, 0.0, 0.0)).components.peak().wavelength, 1)
            32.5
        """
        c, flow = self.components, current if isinstance(current, Current) else Current(current)
        if not len(c):
            return self
        mean = flow.mean()
        record, longest = float(flow.times[-1] - flow.times[0]), 2.0 * pi / float(np.min(c.omega))
        if len(flow.times) > 1 and record < longest:
            raise ModelError(
                f"waves that were measured at a fixed place take the mean of the current over its record of {record:g} "
                f"s, which must be longer than the longest wave, got one of {longest:.3g} s; give a longer record, or "
                "a steady current"
            )
        k = measured_number(c.omega, c.direction, flow.depths, mean[:, :2], self.depth, self.gravity)
        blocked = np.isnan(k)
        if np.any(blocked):
            self._report_blocked(blocked, mean)
        kept = ~blocked
        omega = np.sqrt(self.gravity * k * (1.0 if self.depth is None else np.tanh(k * self.depth)))
        parts = Components(c.amplitude[kept], omega[kept], c.direction[kept], c.phase[kept], k[kept], c.q[kept])
        steep = parts.amplitude * parts.wave_number / pi / _steepest(parts.wave_number, self.depth)
        if len(parts) == 1 and steep[0] > 1.0:
            length = 2.0 * pi / float(parts.wave_number[0])
            raise ModelError(
                f"on this current the wave is {length:.3g} m long and breaks: its height must be <= "
                f"{2.0 * float(parts.amplitude[0] / steep[0]):.3g} m, got {2.0 * float(parts.amplitude[0]):.3g}"
            )
        ends = np.cumsum([0, *self.counts]).tolist()
        counts = tuple(int(np.sum(kept[first:stop])) for first, stop in pairwise(ends))
        return self.replace(components=parts, counts=counts)

    def _report_blocked(self, blocked: NDArray[np.bool_], mean: Floats) -> None:
        c = self.components
        energy = np.square(c.amplitude)
        share = float(np.sum(energy[blocked]) / max(float(np.sum(energy)), np.finfo(np.float64).tiny))
        slowest = 2.0 * pi / float(np.min(c.omega[blocked]))
        speed = float(np.max(np.hypot(mean[:, 0], mean[:, 1])))
        why = (
            f"a current of {speed:.3g} m/s blocks waves of {slowest:.3g} s and less that run against it: it carries "
            "their energy back faster than they travel"
        )
        if share > _BLOCKED_SHARE:
            advice = "give longer waves, a weaker current, or periods as seen in the water (period_frame = 'water')"
            raise ModelError(
                f"{why}; they have {100.0 * share:.3g} % of the energy. None can be measured there: {advice}"
            )
        warn(f"{why}; {int(np.sum(blocked))} of {len(c)} components are left out, {100.0 * share:.2g} % of the energy")

    def elevation(self, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Floats:
        """Surface elevation above still water [m] at points and times, broadcast.

        There is no current; ``Sea.elevation`` includes it.

        Args:
            x: World x of the points [m].
            y: World y of the points [m].
            t: Time [s].
        """
        return self.elevation_on(NO_CURRENT, x, y, t)

    def elevation_on(self, current: CurrentTable, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Floats:
        """Surface elevation on a current; see ``Sea.carrier``."""
        points, times = surface_points(x, y, t)
        moments = np.unique(times)
        finite = np.all(np.isfinite(points)) and np.all(np.isfinite(moments))
        if self._kind() == GERSTNER or len(moments) != 1 or not finite:
            return self.motion_on(current, points, times)[..., 0]
        waves, moment = self.compiled(), float(moments[0])
        now, out = np.zeros((2, waves.shape[2])), np.zeros(times.size)
        carried = current.carried(waves, np.inf if self.depth is None else self.depth)
        shift, _ = current.at(moments, np.zeros(1))
        places = points.reshape(-1, 3) - shift
        elevations(waves, carried, self.ramp, moment, now, places[:, 0].copy(), places[:, 1].copy(), out)
        return out.reshape(times.shape)

    def slope(self, x: ArrayLike, y: ArrayLike, t: ArrayLike) -> Floats:
        """Slope of the surface (dη/dx, dη/dy), (..., 2)."""
        return self.motion_on(NO_CURRENT, *surface_points(x, y, t))[..., 1:3]

    def velocity(self, points: ArrayLike, t: ArrayLike) -> Floats:
        """Velocity of the water [m/s], (..., 3); constant above the still surface.

        Args:
            points: Points in world axes [m], (..., 3), z from the still surface.
            t: Time [s].
        """
        return self.motion_on(NO_CURRENT, points, t, fast=True)[..., 3:6]

    def acceleration(self, points: ArrayLike, t: ArrayLike) -> Floats:
        """Acceleration of water particles, ∂v/∂t + (v · ∇) v [m/s2], (..., 3)."""
        return self.motion_on(NO_CURRENT, points, t)[..., 6:9]

    def dynamic_pressure(self, points: ArrayLike, t: ArrayLike, density: float = 1025.0) -> Floats:
        """Dynamic pressure, in addition to the hydrostatic -ρ g z [Pa], (...); their sum is zero at the surface.

        Below the troughs it follows Bernoulli's equation to second order; its mean is negative.
        """
        return density * self.gravity * self.motion_on(NO_CURRENT, points, t, fast=True)[..., 9]

    def compiled(self) -> Floats:
        """The table of waves of ``kernels.waves``, (1, quantity, component)."""
        c = self.components
        waves = wave_table(1, len(c))
        own = waves[0, :, : len(c)]
        own[AMPLITUDE], own[OMEGA], own[PHASE], own[NUMBER] = c.amplitude, c.omega, c.phase, c.wave_number
        own[KX], own[KY] = c.wave_number * np.cos(c.direction), c.wave_number * np.sin(c.direction)
        own[SHARPNESS] = c.q
        return finished(waves, np.inf if self.depth is None else self.depth)

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
        water["wave_layer"], water["wave_set_down"] = surface_layer(self.compiled(), self.depth, self.gravity)

    def _kind(self) -> int:
        return GERSTNER if np.any(self.components.q > 0.0) else AIRY

    def motion_on(self, current: CurrentTable, points: ArrayLike, t: ArrayLike, *, fast: bool = False) -> Floats:
        """Wave quantities on a current: η, slope, velocity, acceleration, head and lift, (..., 11).

        Args:
            current: Current; see ``Sea.carrier``.
            points: Points in world axes [m], (..., 3), z from the still surface.
            t: Time [s].
            fast: Whether to skip slope, acceleration and lift.
        """
        p = np.asarray(points, dtype=np.float64)
        if p.shape[-1:] != (3,):
            raise ModelError(f"points must have the shape (..., 3), got {p.shape}")
        times = np.asarray(t, dtype=np.float64)
        shape = np.broadcast_shapes(p.shape[:-1], times.shape)
        flat = np.broadcast_to(p, (*shape, 3)).reshape(-1, 3)
        moments = np.ascontiguousarray(np.broadcast_to(times, shape).reshape(-1))
        if not (np.all(np.isfinite(flat)) and np.all(np.isfinite(moments))):
            raise ModelError("points and times must be finite")
        waves, out = self.compiled(), np.zeros((len(flat), 11))
        shift, slip = current.at(moments, -flat[:, 2])
        carried = current.carried(waves, np.inf if self.depth is None else self.depth)
        flat = flat - shift
        water, now = np.zeros(1, dtype=WATER), np.zeros((2, waves.shape[2]))
        self.fill(water)
        water["gravity"] = self.gravity
        together = moments.size and bool(np.all(moments[0] == moments))
        if fast and self._kind() == AIRY and together:
            block, found = np.zeros((CHANNELS + 2 * waves.shape[2]) * BLOCK), np.zeros((len(flat), 5))
            fields(waves, carried, water[0], float(moments[0]), flat, now, block, found)
            out[:, 0], out[:, 9], out[:, 3:6] = found[:, 0], found[:, 1], found[:, 2:]
        elif self._kind() == GERSTNER:
            gerstner_motions(waves, carried, moments, flat, now, out)
        else:
            airy_motions(waves, carried, water[0], moments, flat, slip, now, out)
        return out.reshape(*shape, 11)


def surface_layer(waves: Floats, depth: float | None, gravity: float) -> tuple[float, float]:
    """Depth to which the pressure follows the surface, and its mean of second order in finite depth [m]."""
    a, k, omega = waves[0, AMPLITUDE], waves[0, NUMBER], waves[0, OMEGA]
    layer = max(0.5 * float(np.sqrt(0.5 * np.sum(a * a))), _THINNEST)
    if depth is None or gravity == 0.0:
        return layer, 0.0
    sinh = np.sinh(np.minimum(k * depth, _DEEP))
    return layer, float(np.sum((a * omega / sinh) ** 2)) / (4.0 * gravity)


def surface_points(x: ArrayLike, y: ArrayLike, t: ArrayLike) -> tuple[Floats, Floats]:
    """Points of the still surface, and times, from what broadcasts."""
    X, Y, T = np.broadcast_arrays(*(np.asarray(v, dtype=np.float64) for v in (x, y, t)))
    return np.stack([X, Y, np.zeros_like(X)], axis=-1), T


def _steepest(k: Floats, depth: float | None) -> Floats:
    """H/λ at which waves break."""
    return BREAKING_STEEPNESS * (np.ones_like(k) if depth is None else np.tanh(k * depth))


def _water(depth: float | None, gravity: float) -> str:
    return f"{'deep water' if depth is None else f'a depth of {depth:g} m'} and gravity {gravity:g} m/s2"
