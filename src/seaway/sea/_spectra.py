"""Wave spectra: variance density of the surface over frequency.

All are one-sided densities S(ω) [m2 s/rad] of the elevation η of the surface, with moments::

    m_n = ∫₀^∞ ωⁿ S dω          m0 = variance of η          Hs = 4 √m0          T1 = 2π m0/m1          Tz = 2π √(m0/m2)
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from math import exp, gamma, inf, log, log10, pi, sqrt, tanh
from typing import Final, Literal, final, get_args

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, frozen, positive, text
from seaway.errors import ModelError, warn
from seaway.parts import KW_ONLY, Array, Choice, DerivedScalar, Part, Scalar, checked
from seaway.sea._dispersion import BREAKING_STEEPNESS, STANDARD_GRAVITY, solved, wave_number

Normalization = Literal["exact", "dnv"]


class Spectrum(ABC):
    """A wave spectrum.

    Attributes:
        significant_height: Significant wave height Hs [m].
        peak_period: Peak period Tp [s], at the maximum of S.
    """

    significant_height: Scalar
    peak_period: Scalar

    @abstractmethod
    def density(self, omega: ArrayLike) -> Floats:
        """Compute S [m2 s/rad].

        Args:
            omega: Angular frequencies [rad/s], any shape; S is 0 for ω <= 0.
        """

    @abstractmethod
    def moment(self, n: int) -> float:
        """Compute m_n = ∫ ωⁿ S dω [m2 rad^n/s^n], to rounding.

        Raises:
            ModelError: The integral diverges.
        """

    @abstractmethod
    def share_below(self, omega: ArrayLike) -> Floats:
        """Compute the share of the energy below frequencies, ∫₀^ω S dω / m0.

        Args:
            omega: Angular frequencies [rad/s], any shape.
        """

    def _mean_power(self, n: int) -> float:
        """m_n / m0, defined for a flat sea as well."""
        return self.moment(n) / self.moment(0)

    @abstractmethod
    def _support(self) -> tuple[float, float]:
        """Frequency range [rad/s] outside of which shares equal 0 or 1 in double precision."""

    @property
    def mean_period(self) -> float:
        """Mean period T1 = 2π m0/m1 [s]."""
        return 2.0 * pi / self._mean_power(1)

    @property
    def zero_crossing_period(self) -> float:
        """Mean zero-crossing period Tz = 2π √(m0/m2) [s] of a Gaussian sea (S. O. Rice, 1944)."""
        return 2.0 * pi / sqrt(self._mean_power(2))

    def quantile(self, share: ArrayLike) -> Floats:
        """Find the frequencies below which shares of the energy lie: the inverse of ``share_below``.

        Args:
            share: Shares in [0, 1], any shape.

        Returns:
            Angular frequencies [rad/s].

        Raises:
            ModelError: A share is not in [0, 1].
        """
        field = Array(shape=np.shape(share), at_least=0.0, at_most=1.0, by_run=False, empty=True)
        wanted = np.asarray(checked(field, share, "a share of the energy"))
        nodes, shares = self._ladder
        rung = np.clip(np.searchsorted(shares, wanted), 1, len(nodes) - 1)
        return _root(
            lambda omega: self.share_below(omega) - wanted,
            (nodes[rung - 1], shares[rung - 1] - wanted),
            (nodes[rung], shares[rung] - wanted),
        )

    @cached_property
    def _ladder(self) -> tuple[Floats, Floats]:
        """Table of frequencies and shares below them, to bracket quantiles."""
        low, high = self._support()
        nodes = np.concatenate([[low], np.geomspace(max(low, 1e-6 * high), high, 1024)[1:]])
        return nodes, self.share_below(nodes)

    def band(self, energy: float = 0.999) -> tuple[float, float]:
        """Find the frequencies between which a share of the energy lies, with equal shares below and above.

        Args:
            energy: The share, between 0 and 1.

        Returns:
            The lower and the upper frequency [rad/s].

        Raises:
            ModelError: The share is not between 0 and 1.
        """
        share = checked(Scalar(above=0.0, below=1.0), energy, "the share of the energy in a band")
        low, high = self.quantile([0.5 - 0.5 * share, 0.5 + 0.5 * share])
        return float(low), float(high)


class _WindSea(Spectrum):
    """A sea given by height and peak period, with a tail of ω⁻⁵."""

    def _derive(self) -> None:
        steepness, period = self._steepness(), self.peak_period
        usual = float(np.interp(period, [8.0, 15.0], [1.0 / 15.0, 1.0 / 25.0]))
        if usual < steepness and not any(self.conflicts()):
            warn(
                f"a sea of Hs {self.significant_height:g} m and Tp {period:g} s is steeper (Hs/λ {steepness:.3g}) than "
                f"measured seas (at most {usual:.3g}; DNV-RP-C205, 3.5.4): linear waves describe it badly"
            )

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that the sea is no steeper than a breaking wave."""
        height, steepness = self.significant_height, self._steepness()
        if steepness > BREAKING_STEEPNESS:
            shortest = sqrt(2.0 * pi * height / (STANDARD_GRAVITY * BREAKING_STEEPNESS))
            message = f"a sea of Hs {height:g} m and Tp {self.peak_period:g} s cannot be: Hs is {steepness:.3g} of the"
            rule = f"waves break at {BREAKING_STEEPNESS:g}; Tp must be >= {shortest:.3g} s"
            yield "peak_period", f"{message} wavelength, and {rule}"

    def _steepness(self) -> float:
        return 2.0 * pi * self.significant_height / (STANDARD_GRAVITY * self.peak_period**2)

    def _support(self) -> tuple[float, float]:
        return 0.3 * 2.0 * pi / self.peak_period, 1e4 * 2.0 * pi / self.peak_period


def _dnv_gamma(sea: _WindSea) -> float:
    ratio = sea.peak_period / sqrt(sea.significant_height) if sea.significant_height > 0.0 else inf
    if ratio <= 3.6:
        return 5.0
    return 1.0 if ratio >= 5.0 else exp(5.75 - 1.15 * ratio)


@final
class PiersonMoskowitz(_WindSea, Part, what="Pierson-Moskowitz spectrum"):
    """A fully developed wind sea of given height and period (also called Bretschneider or ISSC spectrum).

    ::

        S(ω) = 5/16 Hs² ω_p⁴ ω⁻⁵ exp(-5/4 (ω_p/ω)⁴)          m_n = Hs²/16 (5/4 ω_p⁴)^(n/4) Γ(1 - n/4)

    m4 and above diverge: the slope of the surface depends on the shortest waves.

    Raises:
        ModelError: A number is out of range, or the sea is steeper than a wave can be: Hs > 0.142 λ, where
            λ = g Tp²/2π (R. Miche, 1944; DNV-RP-C205, 3.4.6).

    Warns:
        SeawayWarning: The sea is steeper than measured ones: Hs/λ > 1/15 for Tp <= 8 s, 1/25 for Tp >= 15 s, linear
            between (DNV-RP-C205, 3.5.4). Waves in such a sea break.

    Reference:
        W. J. Pierson and L. Moskowitz, J. Geophys. Res. 69, 1964; DNV-RP-C205, 3.5.5.

    Example:
        >>> from seaway.sea import PiersonMoskowitz
        >>> round(PiersonMoskowitz(4.0, 10.0).zero_crossing_period, 3)
        7.104
    """

    significant_height: Scalar = Scalar(unit="m", at_least=0.0)
    """Significant wave height Hs; 0 for a flat sea."""
    peak_period: Scalar = Scalar(unit="s", above=0.0)
    """Peak period Tp."""

    @classmethod
    def from_wind(cls, speed: float, gravity: float = STANDARD_GRAVITY) -> "PiersonMoskowitz":
        """Make the fully developed sea of a steady wind.

        ::

            Hs = 2 U²/g √(α/β) = 0.2092 U²/g          ω_p = (4/5 β)^(1/4) g/U = 0.8772 g/U

        with α = 0.0081, β = 0.74.

        Args:
            speed: Wind speed U at a height of 19.5 m [m/s]; about 1.026 times that at 10 m, or 1.1 times by a
                power law of exponent 1/7.
            gravity: Gravity g [m/s2].

        Raises:
            ModelError: A number is not finite and > 0.

        Reference:
            W. J. Pierson and L. Moskowitz, J. Geophys. Res. 69, 1964.
        """
        U, g = positive(speed, "the wind speed [m/s]"), positive(gravity, "gravity [m/s2]")
        return cls(2.0 * U * U / g * sqrt(_ALPHA / _BETA), 2.0 * pi * U / (g * (0.8 * _BETA) ** 0.25))

    @classmethod
    def from_zero_crossing_period(cls, significant_height: float, zero_crossing_period: float) -> "PiersonMoskowitz":
        """Make one from the mean zero-crossing period: Tp = (5π/4)^(1/4) Tz = 1.4077 Tz.

        Args:
            significant_height: Significant wave height Hs [m].
            zero_crossing_period: Mean zero-crossing period Tz [s].
        """
        return cls(
            significant_height, (1.25 * pi) ** 0.25 * positive(zero_crossing_period, "the zero-crossing period [s]")
        )

    def density(self, omega: ArrayLike) -> Floats:
        """Compute S [m2 s/rad]; see ``Spectrum``."""
        return self.significant_height**2 / 16.0 * _pm_density(omega, self.peak_period)

    def moment(self, n: int) -> float:
        """Compute m_n [m2 rad^n/s^n], n <= 3; see ``Spectrum``."""
        return self.significant_height**2 / 16.0 * self._mean_power(n)

    def share_below(self, omega: ArrayLike) -> Floats:
        """Compute exp(-5/4 (ω_p/ω)⁴); see ``Spectrum``."""
        return _pm_share(omega, self.peak_period)

    def _mean_power(self, n: int) -> float:
        return _pm_mean_power(n, self.peak_period)


@final
class Jonswap(_WindSea, Part, what="JONSWAP spectrum"):
    """A developing wind sea: Pierson-Moskowitz with an enhanced peak.

    ::

        S(ω) = A S_PM(ω) γ^exp(-(ω - ω_p)² / (2 σ² ω_p²))          σ = 0.07 for ω <= ω_p, 0.09 above

    A makes 4 √m0 = Hs to rounding. The usual A = 1 - 0.287 ln γ, ``normalization="dnv"``, makes 4 √m0 too large by
    0.12 % at γ = 3.3; ``significant_height`` stays as given.

    Raises:
        ModelError: A number is out of range, or the sea is steeper than a wave can be, as in ``PiersonMoskowitz``.

    Warns:
        SeawayWarning: Same as ``PiersonMoskowitz``.

    Reference:
        K. Hasselmann et al., Deutsche Hydrographische Zeitschrift A8 (12), 1973; DNV-RP-C205, 3.5.5.
    """

    significant_height: Scalar = Scalar(like=PiersonMoskowitz.significant_height)
    peak_period: Scalar = Scalar(like=PiersonMoskowitz.peak_period)
    gamma: DerivedScalar = DerivedScalar(
        at_least=1.0, at_most=10.0, default=None, follows=_dnv_gamma, label="γ", why="3.3 is usual"
    )
    """Peak enhancement γ; 1 is Pierson-Moskowitz, 3.3 the mean of the North Sea. Default: DNV's rule, 5 for
    Tp/√Hs <= 3.6, exp(5.75 - 1.15 Tp/√Hs), 1 for Tp/√Hs >= 5 (m, s)."""
    _: KW_ONLY
    normalization: Choice[Normalization] = Choice(get_args(Normalization), default="exact")
    """Normalization: "exact" makes 4 √m0 = Hs, "dnv" takes A = 1 - 0.287 ln γ."""

    def density(self, omega: ArrayLike) -> Floats:
        """Compute S [m2 s/rad]; see ``Spectrum``."""
        w = np.asarray(omega, dtype=np.float64)
        ratio = w * self.peak_period / (2.0 * pi)
        return self._scale * _pm_density(w, self.peak_period) * np.exp(log(self.gamma) * _jonswap_bump(ratio))

    def moment(self, n: int) -> float:
        """Compute m_n [m2 rad^n/s^n], n <= 3; see ``Spectrum``."""
        return self._scale * self._raw_moment(n)

    def share_below(self, omega: ArrayLike) -> Floats:
        """Compute the share of the energy below frequencies; see ``Spectrum``."""
        w = np.asarray(omega, dtype=np.float64)
        raised = self._raised(w * self.peak_period / (2.0 * pi))
        return (_pm_share(w, self.peak_period) + raised) / (1.0 + self._raised.total)

    @cached_property
    def _raised(self) -> "_Integral":
        """Contribution of the peak to a Pierson-Moskowitz sea of m0 = 1, over ω/ω_p."""
        return _Integral(_JONSWAP_EDGES, lambda ratio: _jonswap_added(ratio, self.gamma))

    @cached_property
    def _scale(self) -> float:
        factor = 1.0 / (1.0 + self._raised.total) if self.normalization == "exact" else 1.0 - 0.287 * log(self.gamma)
        return factor * self.significant_height**2 / 16.0

    def _raw_moment(self, n: int) -> float:
        """m_n of a sea that is Pierson-Moskowitz with m0 = 1 before peak enhancement."""
        added = _Integral(_JONSWAP_EDGES, lambda ratio: ratio**n * _jonswap_added(ratio, self.gamma)).total
        return _pm_mean_power(n, self.peak_period) + (2.0 * pi / self.peak_period) ** n * added

    def _mean_power(self, n: int) -> float:
        return self._raw_moment(n) / self._raw_moment(0)


@final
class Tma(_WindSea, Part, what="TMA spectrum"):
    """A wind sea in water of finite depth: JONSWAP times Kitaigorodskii's depth function (Texel, Marsen and Arsloe).

    ::

        S(ω) = C S_J(ω) φ(ω)          φ = tanh² kh / (2 n)          2 n = 1 + 2 kh / sinh 2 kh          ω² = g k tanh kh

    φ is the exact form, (k⁻³ dk/dω) over the same in deep water: 1 in deep water, ω² h / 2g in shallow water. Height
    and period are those of the sea in this depth: C makes 4 √m0 = Hs to rounding, and the peak of S_J is placed so that
    S is largest at Tp. φ moves the peak to higher frequencies: that of S_J, ``jonswap_period``, is longer than Tp by
    at most 1.2 % for γ = 3.3, 14 % for γ = 1.

    Raises:
        ModelError: A number is out of range, or the sea is steeper than a wave can be: Hs > 0.142 λ tanh kh at the peak
            (R. Miche, 1944; DNV-RP-C205, 3.4.6).

    Warns:
        SeawayWarning: Same as ``PiersonMoskowitz``, where λ is that of deep water, as in DNV's rule.

    Reference:
        E. Bouws, H. Günther, W. Rosenthal and C. L. Vincent, Similarity of the wind wave spectrum in finite depth water
        1: spectral form, J. Geophys. Res. 90 (C1), 1985; S. A. Kitaigorodskii, V. P. Krasitskii and M. M. Zaslavskii,
        On Phillips' theory of equilibrium range in the spectra of wind-generated gravity waves, J. Phys. Oceanography
        5, 1975.

    Example:
        >>> from seaway.sea import Tma
        >>> shallow = Tma(2.0, 8.0, gamma=3.3, depth=6.0)
        >>> round(4.0 * shallow.moment(0) ** 0.5, 6), round(shallow.jonswap_period, 3)
        (2.0, 8.095)
    """

    significant_height: Scalar = Scalar(like=PiersonMoskowitz.significant_height)
    peak_period: Scalar = Scalar(like=PiersonMoskowitz.peak_period)
    gamma: DerivedScalar = DerivedScalar(like=Jonswap.gamma, default=None, follows=_dnv_gamma, label="γ")
    _: KW_ONLY
    depth: Scalar = Scalar(unit="m", above=0.0)
    """Water depth h."""
    gravity: Scalar = Scalar(unit="m/s2", above=0.0, default=STANDARD_GRAVITY)
    """Gravity g."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that the sea is no steeper than a breaking wave in this depth."""
        height, h = self.significant_height, self.depth
        k = float(wave_number(2.0 * pi / self.peak_period, h, self.gravity))
        highest = BREAKING_STEEPNESS * 2.0 * pi / k * tanh(k * h)
        if height > highest:
            message = (
                f"a sea of Hs {height:g} m and Tp {self.peak_period:g} s cannot be in {h:g} m of water: waves break"
            )
            yield "significant_height", f"{message} at {highest:.3g} m; Hs must be <= {highest:.3g} m"

    @cached_property
    def jonswap_period(self) -> float:
        """Peak period of the JONSWAP spectrum S_J [s], a little longer than that of the sea."""
        omega = 2.0 * pi / self.peak_period
        step = 1e-5
        low, high = self.depth_function([omega * exp(-step), omega * exp(step)])
        rising = float(log(high / low)) / (2.0 * step)
        # S is largest where the slopes cancel, d ln S_J / d ln ω = -d ln φ / d ln ω, which lies between -2 and 0.
        return self.peak_period * _falling(self.gamma, rising)

    def depth_function(self, omega: ArrayLike) -> Floats:
        """Compute φ(ω), the ratio to the spectrum in deep water.

        Args:
            omega: Angular frequencies [rad/s], any shape; 0 at and below 0.
        """
        given = np.asarray(omega, dtype=np.float64)
        w, k, ratio = solved(np.maximum(given, _LEAST_FREQUENCY), self.depth, self.gravity)
        return np.where(given >= w, np.square(w * w / (self.gravity * k)) / (1.0 + ratio), 0.0)

    def density(self, omega: ArrayLike) -> Floats:
        """Compute S [m2 s/rad]; see ``Spectrum``."""
        ratio = np.asarray(omega, dtype=np.float64) * self.jonswap_period / (2.0 * pi)
        scale = self.significant_height**2 / 16.0 * self.jonswap_period / (2.0 * pi) / self._total
        return scale * self._form(ratio)

    def moment(self, n: int) -> float:
        """Compute m_n [m2 rad^n/s^n], n <= 3; see ``Spectrum``."""
        return self.significant_height**2 / 16.0 * self._mean_power(n)

    def share_below(self, omega: ArrayLike) -> Floats:
        """Compute the share of the energy below frequencies; see ``Spectrum``."""
        ratio = np.asarray(omega, dtype=np.float64) * self.jonswap_period / (2.0 * pi)
        above = -np.expm1(-1.25 * np.maximum(ratio, self._edges[-1]) ** -4)
        return np.where(ratio < self._edges[-1], self._energy(ratio) / self._total, 1.0 - above / self._total)

    def _form(self, ratio: Floats) -> Floats:
        """S over ω/ω_p, where S_PM has m0 = 1."""
        omega = 2.0 * pi / self.jonswap_period * ratio
        raised = np.exp(log(self.gamma) * _jonswap_bump(ratio))
        return _pm_density(ratio, 2.0 * pi) * raised * self.depth_function(omega)

    @cached_property
    def _edges(self) -> Floats:
        """Panels of ω/ω_p, up to where the water is deep; from there on S is Pierson-Moskowitz."""
        last = float(_JONSWAP_EDGES[-1])
        deep = sqrt(_DEEP * self.gravity / self.depth) * self.jonswap_period / (2.0 * pi)
        if deep <= last:
            return _JONSWAP_EDGES
        return np.concatenate([_JONSWAP_EDGES, np.geomspace(last, deep, 2 + int(10.0 * log(deep / last)))[1:]])

    @cached_property
    def _energy(self) -> "_Integral":
        return _Integral(self._edges, self._form)

    @cached_property
    def _total(self) -> float:
        return self._power(0)

    def _power(self, n: int) -> float:
        """∫ xⁿ S dx over x = ω/ω_p."""
        within = self._energy.total if n == 0 else _Integral(self._edges, lambda x: x**n * self._form(x)).total
        # Over 1/x the rest is smooth: ∫ 5 v^(3 - n) exp(-5/4 v⁴) dv from 0 on.
        rest = _Integral(np.array([0.0, 1.0 / self._edges[-1]]), lambda v: 5.0 * v ** (3 - n) * np.exp(-1.25 * v**4))
        return within + rest.total

    def _mean_power(self, n: int) -> float:
        if n >= 4:
            raise ModelError(_DIVERGES.format(n=n))
        return (2.0 * pi / self.jonswap_period) ** n * self._power(n) / self._total


@final
class Eckv(Spectrum, Part, what="wind sea"):
    """The sea under a wind, from long waves to capillary ripples (Elfouhaily, Chapron, Katsaros and Vandemark).

    In wave numbers, with k0 = g/U², k_p = k0 Ω², c(k) = √(g/k (1 + (k/k_m)²)), k_m = 370 rad/m, c_m = 0.23 m/s and the
    friction velocity u* = √0.00144 U::

        S(k) = (B_l + B_h) / k³
        B_l = 1/2 α_p c(k_p)/c F_p          α_p = 0.006 Ω^0.55
        B_h = 1/2 α_m c_m/c F_m             α_m = 0.01 (1 + ln u*/c_m), with 3 ln for u* > c_m; not below 0
        F_p = L J exp(-Ω/√10 (√(k/k_p) - 1))          F_m = L J exp(-1/4 (k/k_m - 1)²)
        L = exp(-5/4 (k_p/k)²)          J = γ^exp(-(√(k/k_p) - 1)² / (2 σ²))
        γ = 1.7 + 6 log10 max(Ω, 1)          σ = 0.08 (1 + 4/Ω³)

    The published α_m is negative below U = 2.23 m/s, which would make S negative; it is limited to >= 0 here. The
    density in ω is that of gravity waves in deep water, S(ω) = S(k) 2ω/g with k = ω²/g, so that components made with
    ``wave_number`` have the wave numbers and slopes of the model; capillarity enters c(k) only.

    Attributes:
        significant_height: 4 √m0 [m].
        peak_period: 2π/ω where S(ω) is largest [s].

    Reference:
        T. Elfouhaily et al., J. Geophys. Res. 102 (C7), 1997; the constants 0.55 and 0.00144, and L J in
        F_m, are those of C. D. Mobley, Modeling Sea Surfaces, 2016.
    """

    wind_speed: Scalar = Scalar(unit="m/s", above=0.0)
    """Wind speed U at a height of 10 m."""
    _: KW_ONLY
    inverse_wave_age: Scalar = Scalar(
        at_least=0.84, at_most=5.0, default=0.84, why="from a fully developed to a young sea"
    )
    """Inverse wave age Ω = U/c(k_p), from 0.84 (fully developed) to 5 (young)."""
    gravity: Scalar = Scalar(unit="m/s2", above=0.0, default=STANDARD_GRAVITY)
    """Gravity g."""

    def _derive(self) -> None:
        vars(self).update(significant_height=4.0 * sqrt(self.moment(0)), peak_period=2.0 * pi / self._peak())

    def wave_number_density(self, k: ArrayLike) -> Floats:
        """Compute S(k) [m3/rad], with ∫ S dk = m0.

        Args:
            k: Wave numbers [rad/m], any shape; 0 at and below 0.
        """
        given = np.asarray(k, dtype=np.float64)
        U, age, g = self.wind_speed, self.inverse_wave_age, self.gravity
        k_p = g * (age / U) ** 2
        # Below k_p/30 there is exp(-5/4 900) = 0.
        x = np.maximum(given, k_p / 30.0)
        root = np.sqrt(x / k_p) - 1.0
        peak = 1.7 + 6.0 * log10(max(age, 1.0))
        width = 0.08 * (1.0 + 4.0 / age**3)
        friction = log(sqrt(0.00144) * U / _C_M)
        alpha_m = max(0.01 * (1.0 + (3.0 if friction > 0.0 else 1.0) * friction), 0.0)
        shape = np.exp(-1.25 * np.square(k_p / x) + log(peak) * np.exp(-0.5 * np.square(root / width)))
        speed = np.sqrt(g / x * (1.0 + np.square(x / _K_M)))
        speed_p = sqrt(g / k_p * (1.0 + (k_p / _K_M) ** 2))
        long = 0.006 * age**0.55 * speed_p * np.exp(-age / sqrt(10.0) * root)
        short = alpha_m * _C_M * np.exp(-0.25 * np.square(x / _K_M - 1.0))
        return np.where(given >= x, 0.5 * (long + short) / speed * shape / x**3, 0.0)

    def density(self, omega: ArrayLike) -> Floats:
        """Compute S(ω) [m2 s/rad]; see ``Spectrum``."""
        w = np.maximum(np.asarray(omega, dtype=np.float64), 0.0)
        return self.wave_number_density(w * w / self.gravity) * 2.0 * w / self.gravity

    def moment(self, n: int) -> float:
        """Compute m_n [m2 rad^n/s^n], any n; see ``Spectrum``."""
        return _Integral(self._edges, lambda u: np.exp((n + 1) * u) * self.density(np.exp(u))).total

    def share_below(self, omega: ArrayLike) -> Floats:
        """Compute the share of the energy below frequencies; see ``Spectrum``."""
        smallest = exp(float(self._edges[0]))
        return self._energy(np.log(np.maximum(np.asarray(omega, dtype=np.float64), smallest))) / self._energy.total

    @cached_property
    def _edges(self) -> Floats:
        """Panels in ln ω that cover S down to double precision."""
        k_p = self.gravity * (self.inverse_wave_age / self.wind_speed) ** 2
        # Long waves fade as exp(-Ω/√10 √(k/k_p)), short ones as exp(-1/4 (k/k_m)²): both under 1e-16 of k³ S there.
        largest = max(k_p * (sqrt(10.0) * 37.0 / self.inverse_wave_age) ** 2, 15.0 * _K_M)
        low, high = 0.5 * log(self.gravity * k_p / 30.0), 0.5 * log(self.gravity * largest)
        return np.linspace(low, high, 1 + int((high - low) / 0.05))

    @cached_property
    def _energy(self) -> "_Integral":
        return _Integral(self._edges, lambda u: np.exp(u) * self.density(np.exp(u)))

    def _peak(self) -> float:
        middle = self.gravity * self.inverse_wave_age / self.wind_speed
        low, high = 0.5 * middle, 2.0 * middle
        for _ in range(5):
            grid = np.linspace(low, high, 201)
            best = min(max(int(np.argmax(self.density(grid))), 1), 199)
            low, high = float(grid[best - 1]), float(grid[best + 1])
        return 0.5 * (low + high)

    def _support(self) -> tuple[float, float]:
        return exp(float(self._edges[0])), exp(float(self._edges[-1]))


def _frequencies(omega: Floats) -> str | None:
    ascending = len(omega) > 1 and np.all(np.diff(omega) > 0.0)
    return None if ascending else f"must be 2 numbers or more that ascend, got {text(omega)}"


def _densities(density: Floats) -> str | None:
    return None if np.any(density > 0.0) else f"must not all be 0 (no waves), got {text(density)}"


@final
class SpectrumTable(Spectrum, Part, what="spectrum table"):
    """A spectrum given at some frequencies: linear between them, 0 beyond.

    Attributes:
        significant_height: 4 √m0 [m].
        peak_period: 2π/ω of the node where S is largest [s].
    """

    omega: Array = Array(
        shape=(None,), unit="rad/s", at_least=0.0, rule=_frequencies, by_run=False, label="frequencies"
    )
    """Angular frequencies of a spectrum table, ascending."""
    densities: Array = Array(shape=(None,), unit="m2 s/rad", at_least=0.0, rule=_densities, by_run=False)
    """Spectral density S of a spectrum table at each frequency; 0 at ω = 0."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the densities against the frequencies."""
        counts = len(self.omega), len(self.densities)
        if counts[0] != counts[1]:
            yield "densities", f"there must be as many densities as frequencies, {counts[0]}, got {counts[1]}"
        elif self.omega[0] == 0.0 and self.densities[0] > 0.0:
            yield "densities", f"the density at ω = 0 must be 0, as that is no wave, got {self.densities[0]:g}"

    def _derive(self) -> None:
        if not any(self.conflicts()):
            peak = float(self.omega[np.argmax(self.densities)])
            vars(self).update(significant_height=4.0 * sqrt(self.moment(0)), peak_period=2.0 * pi / peak)

    def density(self, omega: ArrayLike) -> Floats:
        """Compute S [m2 s/rad]; see ``Spectrum``."""
        return np.interp(np.asarray(omega, dtype=np.float64), self.omega, self.densities, left=0.0, right=0.0)

    def moment(self, n: int) -> float:
        """Compute m_n [m2 rad^n/s^n]; see ``Spectrum``. A table that starts at ω = 0 has none below n = -1."""
        if self.omega[0] == 0.0 and n < -1:
            raise ModelError(f"the moment {n} of a spectrum that starts at ω = 0 diverges; the least is -1")
        return _Integral(self.omega, lambda w: w**n * self.density(w)).total

    def share_below(self, omega: ArrayLike) -> Floats:
        """Compute the share of the energy below frequencies; see ``Spectrum``."""
        return self._energy(np.asarray(omega, dtype=np.float64)) / self._energy.total

    @cached_property
    def _energy(self) -> "_Integral":
        return _Integral(self.omega, self.density)

    def _support(self) -> tuple[float, float]:
        return float(self.omega[0]), float(self.omega[-1])


_ALPHA: Final = 0.0081  # Pierson and Moskowitz, 1964
_BETA: Final = 0.74  # the same
_K_M: Final = 370.0  # [rad/m] of the slowest ripple; Elfouhaily et al., 1997
_C_M: Final = 0.23  # [m/s] its speed
_SHARE_ROUNDING: Final = 1e-15
"""Of shares of about 1, sums of some twenty terms."""

_NODES, _WEIGHTS = (frozen(a) for a in np.polynomial.legendre.leggauss(16))

_JONSWAP_EDGES: Final = frozen(np.concatenate([1.0 + 0.07 * np.arange(-10.0, 0.0), 1.0 + 0.09 * np.arange(0.0, 11.0)]))
"""Panels of ω/ω_p, one σ wide: past 10 σ what is added to the peak is e^-50 of itself."""


class _Integral:
    """∫ f from the first edge to x, by 16-point Gauss-Legendre on every panel; f is smooth within panels."""

    def __init__(self, edges: Floats, f: Callable[[Floats], Floats]):
        self._edges = edges
        self._f = f
        panels = self._between(edges[:-1], edges[1:])
        self._until = np.concatenate([[0.0], np.cumsum(panels)])
        self.total = float(self._until[-1])

    def __call__(self, x: Floats) -> Floats:
        inside = np.clip(x, self._edges[0], self._edges[-1])
        panel = np.clip(np.searchsorted(self._edges, inside, side="right") - 1, 0, len(self._edges) - 2)
        return self._until[panel] + self._between(self._edges[panel], inside)

    def _between(self, low: Floats, high: Floats) -> Floats:
        half = 0.5 * (high - low)
        x = (low + half)[..., np.newaxis] + half[..., np.newaxis] * _NODES
        return half * (self._f(x) @ _WEIGHTS)


def _root(f: Callable[[Floats], Floats], low: tuple[Floats, Floats], high: tuple[Floats, Floats]) -> Floats:
    """Where an ascending f is 0, between places given with the values of f there; by regula falsi (Illinois)."""
    (a, fa), (b, fb) = low, high
    x = 0.5 * (a + b)
    stayed_a = stayed_b = np.zeros(x.shape, dtype=bool)
    for _ in range(100):
        rise = fb - fa
        x = (a * fb - b * fa) / np.where(rise > 0.0, rise, 1.0)
        x = np.where((rise > 0.0) & (x >= a) & (x <= b), x, 0.5 * (a + b))
        fx = f(x)
        if np.all((np.abs(fx) <= _SHARE_ROUNDING) | (b - a <= 1e-15 * b)):
            break
        # An end that stays a second time counts half, or it would stay for good.
        up = fx < 0.0
        a, fa = np.where(up, x, a), np.where(up, fx, np.where(stayed_a, 0.5 * fa, fa))
        b, fb = np.where(up, b, x), np.where(up, np.where(stayed_b, 0.5 * fb, fb), fx)
        stayed_a, stayed_b = ~up, up
    return x


def _pm_density(omega: ArrayLike, period: float) -> Floats:
    """Pierson-Moskowitz with m0 = 1: 5 x⁻⁵ exp(-5/4 x⁻⁴) / ω_p, x = ω/ω_p."""
    ratio = np.asarray(omega, dtype=np.float64) * period / (2.0 * pi)
    x = np.maximum(ratio, _PM_SMALLEST)
    inverse = 1.0 / x
    return np.where(ratio >= x, 5.0 * inverse**5 * np.exp(-1.25 * inverse**4) * period / (2.0 * pi), 0.0)


def _pm_share(omega: ArrayLike, period: float) -> Floats:
    ratio = np.asarray(omega, dtype=np.float64) * period / (2.0 * pi)
    return np.exp(-1.25 * np.maximum(ratio, _PM_SMALLEST) ** -4)


def _pm_mean_power(n: int, period: float) -> float:
    if n >= 4:
        raise ModelError(_DIVERGES.format(n=n))
    return (2.0 * pi / period) ** n * 1.25 ** (0.25 * n) * gamma(1.0 - 0.25 * n)


_DIVERGES: Final = "the moment {n} of a spectrum that falls as ω⁻⁵ diverges; the last is 3"
_DEEP: Final = 22.0
"""k h from which on the depth function is 1 to rounding: it lacks 8 k h e^(-2 k h)."""
_LEAST_FREQUENCY: Final = 1e-9
"""[rad/s]"""

_PM_SMALLEST: Final = 0.2
"""ω/ω_p where exp(-5/4 x⁻⁴) = 1e-339 is 0."""


def _jonswap_bump(ratio: Floats) -> Floats:
    return np.exp(-0.5 * np.square((ratio - 1.0) / np.where(ratio <= 1.0, 0.07, 0.09)))


def _falling(enhancement: float, rate: float) -> float:
    """ω/ω_p above the peak where a JONSWAP spectrum falls as ω^-rate, for a rate from 0 to 2; by halving."""
    low, high = 1.0, 1.25  # Pierson-Moskowitz falls as ω^-2 at (5/3)^(1/4) = 1.136
    for _ in range(60):
        x = 0.5 * (low + high)
        bump = exp(-0.5 * ((x - 1.0) / 0.09) ** 2)
        falls = 5.0 - 5.0 * x**-4 + log(enhancement) * bump * (x - 1.0) * x / 0.09**2
        low, high = (x, high) if falls < rate else (low, x)
    return 0.5 * (low + high)


def _jonswap_added(ratio: Floats, enhancement: float) -> Floats:
    """(γ^exp(...) - 1) times the Pierson-Moskowitz density of m0 = 1 over ω/ω_p."""
    return _pm_density(ratio, 2.0 * pi) * np.expm1(log(enhancement) * _jonswap_bump(ratio))
