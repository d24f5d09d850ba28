from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad, trapezoid
from scipy.optimize import brentq

from seaway.errors import ModelError, SeawayWarning
from seaway.sea import Eckv, Jonswap, PiersonMoskowitz, Spectrum, SpectrumTable, Tma, Waves

SPECTRA: dict[str, Callable[[], Spectrum]] = {
    "pierson_moskowitz": lambda: PiersonMoskowitz(4.0, 10.0),
    "jonswap": lambda: Jonswap(4.0, 10.0, 3.3),
    "jonswap_dnv": lambda: Jonswap(4.0, 10.0, 3.3, normalization="dnv"),
    "jonswap_10": lambda: Jonswap(1.0, 5.0, 10.0),
    "tma": lambda: Tma(2.0, 10.0, 3.3, depth=8.0),
    "tma_shallow": lambda: Tma(0.2, 10.0, 1.0, depth=0.5, gravity=9.81),
    "tma_deep": lambda: Tma(4.0, 10.0, 10.0, depth=200.0),
    "eckv": lambda: Eckv(8.0),
    "eckv_young": lambda: Eckv(12.0, inverse_wave_age=5.0),
    "eckv_breath": lambda: Eckv(0.3),
    "table": lambda: SpectrumTable([0.3, 0.6, 0.9, 2.0], [0.0, 3.0, 1.0, 0.2]),
}


def integral(spectrum: Spectrum, n: int, low: float, high: float) -> float:
    """By adaptive quadrature over ln ω, between places where it may be rough."""
    peak = 2.0 * np.pi / spectrum.peak_period
    places = np.array([0.2, 0.8, 1.0, 1.2, 1.9, 4.0, 30.0, 1e3, 1e5, 1e7]) * peak
    if isinstance(spectrum, SpectrumTable):
        places = spectrum.omega
    edges = np.log([low, *places[(places > low) & (places < high)], high])

    def part(a: float, b: float) -> float:
        def f(u: float) -> float:
            return float(np.exp((n + 1) * u) * spectrum.density(np.exp(u)))

        return quad(f, a, b, epsabs=0.0, epsrel=1e-12, limit=400)[0]

    return sum(part(a, b) for a, b in pairwise(edges) if b > a)


@pytest.mark.parametrize("n", [-1, 0, 1, 2])
@pytest.mark.parametrize("name", SPECTRA)
def test_moments_are_integrals(name: str, n: int) -> None:
    """Against an adaptive quadrature asked for 1e-12; of m2 it leaves out what is above 1e7 peak frequencies, 1e-14."""
    spectrum = SPECTRA[name]()
    peak = 2.0 * np.pi / spectrum.peak_period
    low, high = (0.3, 2.0) if name == "table" else (0.2 * peak, 1e7 * peak)
    assert spectrum.moment(n) == pytest.approx(integral(spectrum, n, low, high), rel=1e-11)


@pytest.mark.parametrize("name", SPECTRA)
def test_periods_and_height_are_those_of_the_moments(name: str) -> None:
    spectrum = SPECTRA[name]()
    m0, m1, m2 = (spectrum.moment(n) for n in range(3))
    assert spectrum.mean_period == pytest.approx(2.0 * np.pi * m0 / m1, rel=1e-14)
    assert spectrum.zero_crossing_period == pytest.approx(2.0 * np.pi * np.sqrt(m0 / m2), rel=1e-14)
    expected = 4.0 * np.sqrt(m0) / (1.00120737 if name == "jonswap_dnv" else 1.0)
    assert spectrum.significant_height == pytest.approx(expected, rel=1e-8 if name == "jonswap_dnv" else 1e-15)


@pytest.mark.parametrize("name", SPECTRA)
def test_the_peak_is_at_the_peak_period(name: str) -> None:
    """A maximum is flat: half the digits are the most that comparing values can give."""
    spectrum = SPECTRA[name]()
    peak = 2.0 * np.pi / spectrum.peak_period
    around = spectrum.density(peak * np.linspace(0.5, 2.0, 3001))
    assert spectrum.density(peak) >= np.max(around) * (1.0 - 1e-12)


@pytest.mark.parametrize("name", SPECTRA)
def test_shares_bands_and_quantiles(name: str) -> None:
    spectrum = SPECTRA[name]()
    low, high = spectrum.band(0.9)
    inside = integral(spectrum, 0, low, high)
    assert inside == pytest.approx(0.9 * spectrum.moment(0), rel=1e-11)
    np.testing.assert_allclose(spectrum.share_below([low, high]), [0.05, 0.95], rtol=1e-12)
    share = np.array([[1e-6, 0.2], [0.999, 1.0 - 1e-9]])
    np.testing.assert_allclose(spectrum.share_below(spectrum.quantile(share)), share, rtol=1e-9, atol=1e-15)
    wide_low, wide_high = spectrum.band()
    assert wide_low < low < high < wide_high
    np.testing.assert_array_equal(spectrum.share_below([-1.0, 0.0, 1e9]), [0.0, 0.0, 1.0])
    assert np.all(np.diff(spectrum.share_below(np.linspace(0.0, 10.0 * high, 999))) >= 0.0)


@pytest.mark.parametrize("name", SPECTRA)
def test_densities_are_never_negative(name: str) -> None:
    density = SPECTRA[name]().density(np.concatenate([[-1.0, 0.0, 1e-300], np.geomspace(1e-6, 1e6, 5000)]))
    assert np.all(np.isfinite(density))
    assert np.all(density >= 0.0)
    np.testing.assert_array_equal(density[:3], 0.0)
    assert SPECTRA[name]().density(np.ones((2, 3))).shape == (2, 3)


def test_pierson_moskowitz_has_closed_forms() -> None:
    """S(ω_p) = 5/16 Hs² e^-1.25/ω_p; Tz/Tp = (5π/4)^(-1/4); T1/Tp = (5/4)^(-1/4)/Γ(3/4)."""
    sea = PiersonMoskowitz(4.0, 10.0)
    assert sea.density(0.2 * np.pi) == pytest.approx(5.0 / np.exp(1.25) / (0.2 * np.pi), rel=1e-14)
    assert sea.zero_crossing_period == pytest.approx(10.0 * (1.25 * np.pi) ** -0.25, rel=1e-14)
    assert sea.mean_period == pytest.approx(10.0 * 1.25**-0.25 / 1.2254167024651777, rel=1e-14)
    assert sea.moment(0) == 1.0
    assert PiersonMoskowitz.from_zero_crossing_period(12.0, 10.0).zero_crossing_period == pytest.approx(10.0, rel=1e-15)


def test_pierson_moskowitz_of_a_wind_is_its_first_form() -> None:
    """S = α g² ω⁻⁵ exp(-β (g/(U ω))⁴), α = 0.0081, β = 0.74, as Pierson and Moskowitz printed it."""
    omega, U, g = np.linspace(0.3, 3.0, 50), 12.0, 9.81
    expected = 0.0081 * g**2 * omega**-5 * np.exp(-0.74 * (g / (U * omega)) ** 4)
    np.testing.assert_allclose(PiersonMoskowitz.from_wind(U, g).density(omega), expected, rtol=1e-13)


def test_jonswap_is_normalised_exactly_or_as_dnv() -> None:
    for gamma in (1.0, 1.5, 3.3, 7.0, 10.0):
        assert 4.0 * np.sqrt(Jonswap(4.0, 10.0, gamma).moment(0)) == pytest.approx(4.0, rel=1e-15)
    dnv = Jonswap(4.0, 10.0, 3.3, normalization="dnv")
    assert dnv.significant_height == 4.0
    assert 4.0 * np.sqrt(dnv.moment(0)) == pytest.approx(4.00483, abs=5e-6)
    omega = np.linspace(0.3, 2.0, 40)
    ratio = dnv.density(omega) / Jonswap(4.0, 10.0, 3.3).density(omega)
    np.testing.assert_allclose(ratio, 0.6573442515484114 / 0.6557598445655133, rtol=1e-7)


def test_jonswap_without_a_raised_peak_is_pierson_moskowitz() -> None:
    omega = np.linspace(0.0, 5.0, 101)
    np.testing.assert_array_equal(Jonswap(4.0, 10.0, 1.0).density(omega), PiersonMoskowitz(4.0, 10.0).density(omega))


@pytest.mark.parametrize(
    ("height", "period", "gamma"),
    [(4.0, 7.0, 5.0), (4.0, 7.2, 5.0), (4.0, 8.0, np.exp(5.75 - 4.6)), (4.0, 10.0, 1.0), (4.0, 14.0, 1.0), (0, 5, 1.0)],
)
def test_gamma_by_the_rule_of_dnv(height: float, period: float, gamma: float) -> None:
    """5 for Tp/√Hs <= 3.6, exp(5.75 - 1.15 Tp/√Hs), 1 from 5 on. At 3.6 the two meet to 0.5 %."""
    assert Jonswap(height, period).gamma == pytest.approx(gamma, rel=1e-12)


# Finite depth


def depth_function(omega: float, h: float, g: float = 9.80665) -> float:
    """φ = (k⁻³ dk/dω) / (the same in deep water, 2 g² ω⁻⁵), by a root search and a central difference."""

    def k_of(w: float) -> float:
        return brentq(
            lambda k: w * w - g * k * np.tanh(k * h), 1e-9, 10.0 * (w * w / g + w / np.sqrt(g * h)), xtol=1e-15
        )

    step = 1e-5 * omega
    slope = (k_of(omega + step) - k_of(omega - step)) / (2.0 * step)
    return float(k_of(omega) ** -3 * slope / (2.0 * g * g * omega**-5))


@pytest.mark.parametrize(("gamma", "depth"), [(1.0, 3.0), (3.3, 8.0), (3.3, 40.0), (7.0, 15.0)])
def test_tma_is_jonswap_times_the_depth_function(gamma: float, depth: float) -> None:
    """S ∝ S_J φ. The difference quotient of φ is good to about 1e-9; m0 is that of test_moments_are_integrals."""
    sea = Tma(1.5, 9.0, gamma, depth=depth)
    deep = Jonswap(1.5, sea.jonswap_period, gamma)
    omega = np.array([0.45, 0.6, 0.7, 0.75, 0.9, 1.3, 2.0, 4.0])
    phi = np.array([depth_function(w, depth) for w in omega])
    np.testing.assert_allclose(sea.depth_function(omega), phi, rtol=1e-8)
    ratio = sea.density(omega) / (deep.density(omega) * phi)
    np.testing.assert_allclose(ratio, ratio[0], rtol=1e-7)


def test_the_depth_function_has_its_limits() -> None:
    """1 in deep water, ω² h / 2g in shallow water, with an error of (kh)²; 0 at and below 0."""
    sea = Tma(0.1, 9.0, 3.3, depth=2.0, gravity=9.81)
    np.testing.assert_allclose(sea.depth_function([20.0, 1e3]), 1.0, rtol=1e-15)
    omega = 1e-3
    assert sea.depth_function(omega) == pytest.approx(omega**2 * 2.0 / (2.0 * 9.81), rel=1e-6)
    np.testing.assert_array_equal(sea.depth_function([-1.0, 0.0]), 0.0)
    assert np.all(np.diff(sea.depth_function(np.linspace(0.0, 8.0, 500))) > 0.0)


@pytest.mark.parametrize("gamma", [1.0, 3.3, 10.0])
def test_tma_in_deep_water_is_jonswap(gamma: float) -> None:
    tma, jonswap = Tma(2.0, 8.0, gamma, depth=5000.0), Jonswap(2.0, 8.0, gamma)
    assert tma.jonswap_period == pytest.approx(8.0, rel=1e-11)
    omega = np.linspace(0.0, 6.0, 301)
    np.testing.assert_allclose(tma.density(omega), jonswap.density(omega), rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(tma.share_below(omega), jonswap.share_below(omega), rtol=0, atol=1e-11)
    for n in range(-2, 4):
        assert tma.moment(n) == pytest.approx(jonswap.moment(n), rel=1e-10)
    assert Tma(2.0, 7.0, depth=9.0).gamma == Jonswap(2.0, 7.0).gamma


def test_depth_takes_long_waves_away() -> None:
    """At the same height and period there is less below the peak, and a fatter tail, so Tz is shorter."""
    deep, shallow = Jonswap(1.5, 9.0, 3.3), Tma(1.5, 9.0, 3.3, depth=6.0)
    assert shallow.share_below(0.65) < 0.8 * deep.share_below(0.65)
    assert shallow.zero_crossing_period < 0.9 * deep.zero_crossing_period
    # What Jonswap's peak is moved by, at most: γ = 3.3 and γ = 1 in very shallow water.
    assert Tma(1e-3, 10.0, 3.3, depth=0.01).jonswap_period == pytest.approx(10.12, abs=5e-3)
    assert Tma(1e-3, 10.0, 1.0, depth=0.01).jonswap_period == pytest.approx(10.0 * (5.0 / 3.0) ** 0.25, rel=1e-4)


def test_waves_of_a_tma_spectrum() -> None:
    """Amplitudes give the height, and wave numbers are those of the depth."""
    sea = Tma(1.5, 9.0, 3.3, depth=6.0)
    waves = Waves.irregular(sea, 300, seed=1, depth=6.0)
    assert waves.components.variance == pytest.approx(0.999 * sea.moment(0), rel=1e-12)
    water = (
        r"a depth of 6 m and gravity 9.80665 m/s2, the waves for deep water and gravity 9.80665 m/s2; make both alike"
    )
    with pytest.raises(ModelError, match=f"the TMA spectrum is made for {water}"):
        Waves.irregular(sea, seed=1)
    with pytest.raises(ModelError, match="the waves for a depth of 7 m"):
        Waves.irregular(sea, seed=1, depth=7.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Tma(2.0, 8.0, depth=0.0), r"the depth of a TMA spectrum must be > 0 \[m\], got 0"),
        (lambda: Tma(2.0, 8.0, 11.0, depth=5.0), r"the γ of a TMA spectrum must be >= 1 and <= 10 .*, got 11"),
        (
            lambda: Tma(3.0, 8.0, depth=3.0),
            r"a sea of Hs 3 m and Tp 8 s cannot be in 3 m of water: waves break at 2.51 m; Hs must be <= 2.51 m",
        ),
        (lambda: Tma(1.0, 8.0, depth=5.0).moment(4), "the moment 4 of a spectrum that falls as ω⁻⁵ diverges"),
    ],
)
def test_tma_that_cannot_be(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()


def test_a_steep_sea_in_finite_depth_is_warned_about() -> None:
    with pytest.warns(SeawayWarning, match="a sea of Hs 5 m and Tp 6 s is steeper"):
        Tma(5.0, 6.0, depth=30.0)


@pytest.mark.parametrize("make", [PiersonMoskowitz, Jonswap])
def test_a_flat_sea_keeps_its_periods(make: type) -> None:
    flat = make(0.0, 10.0)
    assert flat.moment(0) == 0.0
    np.testing.assert_array_equal(flat.density([0.5, 0.7]), 0.0)
    assert flat.zero_crossing_period == pytest.approx(7.1037, abs=1e-4)
    assert flat.band()[0] < 0.2 * np.pi < flat.band()[1]


def test_eckv_in_a_breath_of_wind() -> None:
    """Where the short-wave part of the law as printed is below 0, S would be too, and its root no number."""
    k = np.geomspace(1e-3, 1e4, 20000)
    for wind in (0.05, 0.26, 0.3, 0.39, 1.0, 2.2, 2.25):
        density = Eckv(wind).wave_number_density(k)
        assert np.all(np.isfinite(density))
        assert np.all(density >= 0.0)
        assert np.any(density > 0.0)
    heights = [Eckv(wind).significant_height for wind in np.linspace(0.1, 5.0, 50)]
    assert np.all(np.diff(heights) > 0.0)


def test_eckv_over_wave_numbers_and_frequencies_is_one_law() -> None:
    """S(ω) dω = S(k) dk with ω² = g k: both integrate to m0."""
    sea = Eckv(9.0, inverse_wave_age=1.3, gravity=9.81)
    omega = np.array([0.5, 1.0, 3.0, 20.0])
    np.testing.assert_allclose(
        sea.density(omega), sea.wave_number_density(omega**2 / 9.81) * 2.0 * omega / 9.81, rtol=1e-15
    )
    u = np.linspace(np.log(1e-3), np.log(1e4), 20001)
    total = trapezoid(np.exp(u) * sea.wave_number_density(np.exp(u)), u)
    assert total == pytest.approx(sea.moment(0), rel=1e-9)


def test_a_table_is_linear_between_its_nodes() -> None:
    """A triangle from 0.5 over (1, 2) to 2: m0 = 1.5, m1 = 1.5 (0.5 + 1 + 2)/3."""
    table = SpectrumTable([0.5, 1.0, 2.0], [0.0, 2.0, 0.0])
    assert table.moment(0) == pytest.approx(1.5, rel=1e-15)
    assert table.moment(1) == pytest.approx(1.75, rel=1e-15)
    assert table.peak_period == pytest.approx(2.0 * np.pi)
    np.testing.assert_allclose(table.density([0.4, 0.75, 1.5, 2.1]), [0.0, 1.0, 1.0, 0.0], rtol=1e-15)
    assert table.quantile(1.0 / 3.0) == pytest.approx(1.0, rel=1e-14)
    steps = SpectrumTable([1.0, 2.0], [1.0, 1.0])
    assert steps.moment(0) == pytest.approx(1.0)
    np.testing.assert_array_equal(steps.density([0.999, 1.0, 2.0, 2.001]), [0.0, 1.0, 1.0, 0.0])


def test_a_table_may_start_at_0() -> None:
    """S = ω up to 1: m_-1 = 1; m_-2 has no end."""
    table = SpectrumTable([0.0, 1.0], [0.0, 1.0])
    assert table.moment(-1) == pytest.approx(1.0, rel=1e-14)
    with pytest.raises(ModelError, match=r"the moment -2 of a spectrum that starts at ω = 0 diverges; the least is -1"):
        table.moment(-2)


def test_they_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        PiersonMoskowitz(4.0, 10.0).peak_period = 3.0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Eckv(4.0).significant_height = 3.0  # type: ignore[misc]
    table = SpectrumTable([0.5, 1.0], [0.0, 2.0])
    with pytest.raises(ValueError, match="read-only"):
        table.omega[0] = 3.0
    assert Jonswap(4, 10, 3.3) == Jonswap(4.0, 10.0, 3.3)
    assert Jonswap(4, 10, 3.3) != Jonswap(4.0, 10.0, 3.3, normalization="dnv")
    assert len({Eckv(5.0), Eckv(5.0), PiersonMoskowitz(1.0, 5.0)}) == 2


@pytest.mark.parametrize("make", [PiersonMoskowitz, Jonswap])
def test_steep_seas(make: type) -> None:
    """λ = g Tp²/2π. Hs/λ: 1/15 up to 8 s, 1/25 from 15 s are usual limits; at 0.142 a regular wave breaks."""
    length = 9.80665 * 36.0 / (2.0 * np.pi)
    make(length / 15.1, 6.0)
    with pytest.warns(SeawayWarning, match=r"Hs 3.77 m and Tp 6 s is steeper \(Hs/λ 0.0671\) .* \(at most 0.0667"):
        make(3.77, 6.0)
    with pytest.warns(SeawayWarning, match=r"at most 0.04;"):
        make(15.0, 15.0)
    with pytest.warns(SeawayWarning, match=r"at most 0.0533;"):
        make(12.0, 11.5)
    with pytest.raises(
        ModelError, match=r"Hs 8 m and Tp 6 s cannot be: Hs is 0.142 .* break at 0.142; Tp must be >= 6.01 s"
    ):
        make(8.0, 6.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: PiersonMoskowitz(-1, 10),
            r"the significant height of a Pierson-Moskowitz spectrum must be >= 0 \[m\], got -1",
        ),
        (
            lambda: PiersonMoskowitz(np.nan, 10),
            r"the significant height of a Pierson-Moskowitz spectrum must be finite \[m\], got nan",
        ),
        (lambda: PiersonMoskowitz(1, 0), r"the peak period of a Pierson-Moskowitz spectrum must be > 0 \[s\], got 0"),
        (lambda: PiersonMoskowitz.from_wind(0), r"the wind speed \[m/s\] must be finite and > 0, got 0"),
        (lambda: PiersonMoskowitz.from_wind(5, -1), r"gravity \[m/s2\] must be finite and > 0, got -1"),
        (
            lambda: PiersonMoskowitz.from_zero_crossing_period(1, -2),
            r"the zero-crossing period \[s\] must be finite and > 0, got -2",
        ),
        (
            lambda: PiersonMoskowitz(1, 10).moment(4),
            r"the moment 4 of a spectrum that falls as ω⁻⁵ diverges; the last is 3",
        ),
        (lambda: Jonswap(1, 10).moment(5), r"the moment 5 of a spectrum that falls as ω⁻⁵ diverges; the last is 3"),
        (lambda: Jonswap(-0.5, 10), r"the significant height of a JONSWAP spectrum must be >= 0 \[m\], got -0.5"),
        (lambda: Jonswap(1, -5), r"the peak period of a JONSWAP spectrum must be > 0 \[s\], got -5"),
        (lambda: Jonswap(1, 10, 0.9), r"the γ of a JONSWAP spectrum must be >= 1 and <= 10 \(3.3 is usual\), got 0.9"),
        (lambda: Jonswap(1, 10, 11), r"the γ of a JONSWAP spectrum must be .*, got 11"),
        (lambda: Jonswap(1, 10, 2, normalization="goda"), r"""must be one of exact, dnv, got 'goda'"""),  # type: ignore[arg-type]
        (lambda: Eckv(0), r"the wind speed of a wind sea must be > 0 \[m/s\], got 0"),
        (
            lambda: Eckv(5, inverse_wave_age=0.5),
            r"the inverse wave age of a wind sea must be >= 0.84 and <= 5 \(from .*\), got 0.5",
        ),
        (
            lambda: Eckv(5, inverse_wave_age=0.84, gravity=np.inf),
            r"the gravity of a wind sea must be finite \[m/s2\], got inf",
        ),
        (lambda: SpectrumTable([1, 2, 2], [1, 1, 1]), r"must be 2 numbers or more that ascend, got \[1., 2., 2.\]"),
        (
            lambda: SpectrumTable([-1, 2], [1, 1]),
            r"the frequencies of a spectrum table must be >= 0 \[rad/s\], got -1 at \[0\]",
        ),
        (
            lambda: SpectrumTable([1, 2], [1, -1]),
            r"the densities of a spectrum table must be >= 0 \[m2 s/rad\], got -1 at \[1\]",
        ),
        (lambda: SpectrumTable([1, 2], [0, 0]), r"not all be 0 \(no waves\), got \[0., 0.\]"),
        (lambda: SpectrumTable([1, 2], [0, 1, 2]), r"as many densities as frequencies, 2, got 3"),
        (
            lambda: SpectrumTable(1, 1),
            r"the frequencies of a spectrum table must be a list of numbers \[rad/s\], got a number: 1",
        ),
        (lambda: SpectrumTable([1], [1]), r"must be 2 numbers or more that ascend, got \[1.\]"),
        (lambda: SpectrumTable([0, 1], [0.5, 1]), r"at ω = 0 must be 0, as that is no wave, got 0.5"),
        (lambda: PiersonMoskowitz(1, 10).band(1.0), r"energy in a band must be > 0 and < 1, got 1"),
        (lambda: PiersonMoskowitz(1, 10).band(0.0), r"energy in a band must be > 0 and < 1, got 0"),
        (lambda: PiersonMoskowitz(1, 10).quantile([0.5, 1.5]), r"must be >= 0 and <= 1, got 1.5 at \[1\]"),
    ],
)
def test_what_cannot_be_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()
