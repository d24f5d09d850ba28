"""Figures of waves show the numbers of the waves."""

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch

from seaway.errors import ModelError
from seaway.report import spectrum_figure, surface_figure
from seaway.sea import (
    Components,
    Eckv,
    Jonswap,
    PiersonMoskowitz,
    Sea,
    SpectrumTable,
    Spreading,
    Tma,
    Waves,
    spectrum_of,
)

SEA = Jonswap(2.0, 7.0, 3.3)
WAVES = Waves.irregular(SEA, 200, direction=0.5, spreading=Spreading(10), seed=1)


def labels(axes: Axes) -> list[str]:
    legend = axes.get_legend()
    return [] if legend is None else [text.get_text() for text in legend.get_texts()]


def texts(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


def bars_of(axes: Axes) -> tuple[np.ndarray, np.ndarray]:
    (patch,) = [patch for patch in axes.patches if isinstance(patch, StepPatch)]
    values, edges, _ = patch.get_data()
    return np.asarray(values), np.asarray(edges)


def drawn(figure: Figure) -> None:
    """It can be laid out and drawn, with no warning: those are errors here."""
    figure.canvas.draw()


# Spectra


@pytest.mark.parametrize(
    ("spectrum", "name"),
    [
        (SEA, "JONSWAP, γ = 3.3"),
        (PiersonMoskowitz(2.0, 7.0), "Pierson-Moskowitz"),
        (Tma(2.0, 7.0, 3.3, depth=9.0), "TMA, γ = 3.3, 9 m deep"),
        (Eckv(8.0), "ECKV, wind of 8 m/s"),
        (SpectrumTable([0.3, 0.6, 0.9, 2.0], [0.0, 3.0, 1.0, 0.2]), "spectrum"),
    ],
)
def test_a_spectrum_with_its_height_and_periods(spectrum, name: str) -> None:
    figure = spectrum_figure(spectrum)
    (axes,) = figure.axes
    curve = axes.lines[0]
    omega = np.asarray(curve.get_xdata())
    np.testing.assert_array_equal(curve.get_ydata(), spectrum.density(omega))
    assert labels(axes) == [f"{name}\nHs = {spectrum.significant_height:.3g} m"]
    peak, crossing = (float(np.asarray(line.get_xdata())[0]) for line in axes.lines[1:3])
    assert peak == pytest.approx(2.0 * np.pi / spectrum.peak_period, rel=1e-14)
    assert crossing == pytest.approx(2.0 * np.pi / spectrum.zero_crossing_period, rel=1e-14)
    assert texts(axes) == [f"Tp = {spectrum.peak_period:.3g} s", f"Tz = {spectrum.zero_crossing_period:.3g} s"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("ω [rad/s]", "S [m² s/rad]")
    assert spectrum.share_below(omega[-1]) >= 0.99
    assert axes.get_ylim()[1] > np.max(spectrum.density(omega))
    drawn(figure)


def test_several_spectra_by_name() -> None:
    spectra = {"grown": PiersonMoskowitz(2.0, 7.0), "growing": SEA, "by wind": Eckv(8.0)}
    figure = spectrum_figure(spectra)
    (axes,) = figure.axes
    assert labels(axes)[:2] == [
        "grown\nHs = 2 m, Tp = 7 s, Tz = 4.97 s",
        "growing\nHs = 2 m, Tp = 7 s, Tz = 5.44 s",
    ]
    assert labels(axes)[3:] == ["at Tp", "at Tz"]
    # Each has its curve, and a mark on it at both periods.
    for n, spectrum in enumerate(spectra.values()):
        curve, *marks = axes.lines[3 * n : 3 * n + 3]
        np.testing.assert_array_equal(curve.get_ydata(), spectrum.density(curve.get_xdata()))
        for mark, period in zip(marks, (spectrum.peak_period, spectrum.zero_crossing_period), strict=True):
            place = 2.0 * np.pi / period
            np.testing.assert_allclose(mark.get_xydata(), [[place, spectrum.density(place)]], rtol=1e-14)
    drawn(figure)


def test_the_scale_of_periods_belongs_to_the_frequencies_below() -> None:
    (axes,) = spectrum_figure(SEA).axes
    (scale,) = axes.child_axes
    ticks = scale.get_xticks()
    shown = [float(text.get_text()) for text in scale.get_xticklabels()]
    np.testing.assert_allclose(ticks, 2.0 * np.pi / np.array(shown), rtol=1e-14)
    assert scale.get_xlabel() == "period [s]"
    assert len(shown) >= 5


@pytest.mark.parametrize("method", ["equal_energy", "equal_spacing"])
def test_the_area_of_the_bars_is_the_variance(method) -> None:
    """Σ a²/2, with nothing lost between bars; and each bar is the density there, but for the scatter.

    A bar of 4 frequencies or more, drawn one in each share, has its edges off by a share at the most, and by 0.3 of one
    in the mean: 10 % of the narrowest, 30 % at the most. The mean of the spectrum over the bar is compared, where it is
    above a tenth of the peak.
    """
    waves = Waves.irregular(SEA, 400, direction=0.5, seed=2, method=method)
    (axes,) = spectrum_figure(SEA, waves.components).axes
    values, edges = bars_of(axes)
    assert np.sum(values * np.diff(edges)) == pytest.approx(waves.components.variance, rel=1e-12)
    assert edges[0] < waves.components.omega.min()
    assert edges[-1] > waves.components.omega.max()
    mean = np.diff(SEA.share_below(edges)) * SEA.moment(0) / np.diff(edges)
    high = mean > 0.1 * SEA.density(2.0 * np.pi / 7.0)
    assert np.count_nonzero(high) >= 5
    np.testing.assert_allclose(values[high], mean[high], rtol=0.3)
    assert np.mean(np.abs(values[high] / mean[high] - 1.0)) < 0.1
    assert labels(axes)[1] == "400 components\nHs = 2 m"


def test_components_of_one_frequency_are_one() -> None:
    """Those that differ in direction only share a place; the area stays the variance."""
    c = WAVES.components
    twice = Components(*(np.tile(v, 2) for v in (c.amplitude, c.omega, c.direction, c.phase, c.wave_number)))
    values, edges = bars_of(spectrum_figure(SEA, twice).axes[0])
    assert np.all(np.isfinite(values))
    assert np.sum(values * np.diff(edges)) == pytest.approx(twice.variance, rel=1e-12)


def test_few_components_are_lines() -> None:
    figure = spectrum_figure(SEA, Waves.gerstner([1.0, 0.5], [7.0, 5.0]).components)
    (axes,) = figure.axes
    (lines,) = [c for c in axes.collections if c.get_label().startswith("2 components")]
    segments = np.array(lines.get_segments())
    np.testing.assert_allclose(segments[:, 0, 0], [2.0 * np.pi / 7.0, 2.0 * np.pi / 5.0], rtol=1e-14)
    assert segments[0, 1, 1] == pytest.approx(4.0 * segments[1, 1, 1], rel=1e-12)  # as their energy
    drawn(figure)


def test_components_of_another_sea_are_seen_too() -> None:
    """Higher and shorter waves than those of the spectrum stand within the axes."""
    short = Waves.irregular(Jonswap(0.9, 3.0, 3.3), 100, seed=1).components
    (axes,) = spectrum_figure(PiersonMoskowitz(0.5, 12.0), short).axes
    values, _ = bars_of(axes)
    assert axes.get_ylim()[1] > np.max(values)
    omega = axes.get_xlim()[1]
    assert np.sum(np.square(short.amplitude[short.omega < omega])) > 0.98 * np.sum(np.square(short.amplitude))


def test_a_flat_sea_and_no_components_can_be_drawn() -> None:
    drawn(spectrum_figure(PiersonMoskowitz(0.0, 8.0), Components([], [], [], [], [])))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (({},), "there is no spectrum to draw"),
        ((2.0,), r"a spectrum must be a Spectrum, such as Jonswap\(2.0, 7.0\), got 2.0"),
        (({"a": SEA, "b": "rough"},), "a spectrum must be a Spectrum, .* got 'rough'"),
        ((SEA, WAVES), "components must be Components, such as waves.components, got a Waves"),
    ],
)
def test_what_is_no_spectrum_is_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        spectrum_figure(*arguments)


# The surface


def parts(figure: Figure) -> tuple[Axes, Axes, Axes, Axes]:
    map_, bar, record, spectrum = figure.axes
    return map_, record, spectrum, bar


def elevation_of(figure: Figure) -> np.ndarray:
    """What the colours stand for, the uppermost row first."""
    bar = parts(figure)[3]
    return np.asarray(bar._colorbar.mappable.get_array())  # type: ignore[attr-defined]


def test_the_map_is_the_surface_seen_from_above() -> None:
    figure = surface_figure(WAVES, 30.0, 80.0)
    axes, _, _, bar = parts(figure)
    assert axes.images[0].get_extent() == [-40.0, 40.0, -40.0, 40.0]
    eta = elevation_of(figure)
    x = np.linspace(-40.0, 40.0, eta.shape[1])
    for row, y in ((0, 40.0), (-1, -40.0)):
        np.testing.assert_allclose(eta[row], WAVES.elevation(x, y, 30.0), rtol=0, atol=1e-14)
    low, high = bar.get_ylim()
    assert -low == high == pytest.approx(np.max(np.abs(eta)), rel=1e-12)
    assert (axes.get_xlabel(), axes.get_ylabel(), bar.get_ylabel()) == ("x [m]", "y [m]", "elevation [m]")
    drawn(figure)


def test_the_first_row_of_the_picture_is_the_uppermost() -> None:
    """A wave to y: with a crest at the lower edge only, that edge is red and the upper one blue."""
    wave = Waves.regular(1.0, 8.0, direction=0.5 * np.pi)
    length = 2.0 * np.pi / float(wave.components.wave_number[0])
    quarter = 0.25 * 8.0  # then the crest is at y = λ/4
    axes = parts(surface_figure(wave, quarter, 0.5 * length))[0]
    picture = np.asarray(axes.images[0].get_array())
    assert axes.images[0].origin == "upper"
    top, bottom = picture[0, :, :3].mean(axis=0), picture[-1, :, :3].mean(axis=0)
    assert top[0] > top[2]
    assert bottom[2] > bottom[0]


@pytest.mark.parametrize("direction", [0.0, 1.2, -2.5])
def test_the_arrow_goes_where_the_waves_go(direction: float) -> None:
    axes = parts(surface_figure(Waves.regular(1.0, 6.0, direction=direction)))[0]
    (arrow,) = axes.texts
    ahead = np.subtract(arrow.xy, arrow.get_position())
    assert np.arctan2(ahead[1], ahead[0]) == pytest.approx(direction, abs=1e-12)
    (crest,) = [line for line in axes.lines if line.get_label() == "_crest"]
    along = np.diff(crest.get_xydata(), axis=0)[0]
    assert along @ ahead == pytest.approx(0.0, abs=1e-15)
    assert axes.get_title() == f"Surface at t = 0 s; waves travel to {np.degrees(direction):.0f}° from x"


def test_waves_to_all_sides_have_no_arrow() -> None:
    seas = Waves.regular(1.0, 6.0) + Waves.regular(0.5, 9.0, direction=2.0)
    axes = parts(surface_figure(seas))[0]
    assert axes.get_title() == "Surface at t = 0 s; waves travel to 0° and 115° from x"
    both = Waves.gerstner([1.0, 1.0], [6.0, 6.0], direction=[0.3, 0.3 + np.pi])
    axes = parts(surface_figure(both))[0]
    assert not axes.texts
    assert axes.get_title() == "Surface at t = 0 s"


def test_the_default_size_is_four_waves() -> None:
    """At the peak: λ = g T²/2π, to the two digits of rounding; of a random sea to the breadth of a bar, 10 %."""
    for waves, period, off in ((Waves.regular(1.0, 8.0), 8.0, 0.05), (WAVES, 7.0, 0.15)):
        axes = parts(surface_figure(waves))[0]
        low, high = axes.get_xlim()
        assert high - low == pytest.approx(4.0 * 9.80665 * period**2 / (2.0 * np.pi), rel=off)
    shallow = parts(surface_figure(Waves.regular(0.5, 8.0, depth=4.0)))[0]
    k = float(Waves.regular(0.5, 8.0, depth=4.0).components.wave_number[0])
    assert np.diff(shallow.get_xlim())[0] == pytest.approx(8.0 * np.pi / k, rel=0.05)


def test_the_record_is_that_of_the_origin() -> None:
    figure = surface_figure(WAVES, 12.0)
    axes = parts(figure)[1]
    time, eta = np.asarray(axes.lines[0].get_xdata()), np.asarray(axes.lines[0].get_ydata())
    assert time[0] == 12.0
    np.testing.assert_array_equal(eta, WAVES.elevation(0.0, 0.0, time))
    assert time[-1] - time[0] == pytest.approx(20.0 * 7.0, rel=0.1)  # 20 peak periods, the peak to a bar's breadth
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("time [s]", "elevation [m]")


def test_the_spectrum_is_that_of_a_record_beside_the_components() -> None:
    """Its area is the variance, to the scatter of 15 segments of a record of 400 periods: 10 %."""
    axes = parts(surface_figure(WAVES, 5.0))[2]
    omega, density = np.asarray(axes.lines[0].get_xdata()), np.asarray(axes.lines[0].get_ydata())
    assert np.sum(density) * (omega[1] - omega[0]) == pytest.approx(WAVES.components.variance, rel=0.1)
    values, edges = bars_of(axes)
    assert np.sum(values * np.diff(edges)) == pytest.approx(WAVES.components.variance, rel=1e-12)
    record, drawn_of = labels(axes)
    assert record.startswith("a record of ")
    assert "Hs = " in record
    assert drawn_of == "200 components\nHs = 2 m"


def test_the_spectrum_is_taken_after_the_ramp() -> None:
    """At t = 0 the map is flat, and the spectrum is that of the grown sea."""
    growing = Waves.regular(1.0, 8.0, ramp=80.0)
    figure = surface_figure(growing)
    assert not np.any(elevation_of(figure))
    line = parts(figure)[2].lines[0]
    time = 80.0 + 0.4 * np.arange(8000)
    omega, density = spectrum_of(growing.elevation(0.0, 0.0, time), 0.4)
    np.testing.assert_allclose(line.get_xdata(), omega, rtol=1e-9)
    np.testing.assert_allclose(line.get_ydata(), density, rtol=0, atol=1e-6 * density.max())
    drawn(figure)


@pytest.mark.parametrize(
    "waves",
    [
        Waves.gerstner([1.0, 0.5], [6.0, 4.0], direction=[0.3, -1.0]),
        Waves.regular(0.0, 6.0),
        Waves(Components([], [], [], [], [])),
        Waves.irregular(PiersonMoskowitz(1.0, 6.0), 11, seed=1, depth=8.0),
    ],
    ids=["gerstner", "flat", "none", "few"],
)
def test_all_kinds_can_be_drawn(waves: Waves) -> None:
    drawn(surface_figure(waves, 3.0))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((WAVES, np.nan), r"the time of the map \[s\] must be finite, got nan"),
        ((WAVES, 0.0, 0.0), r"the size of the map \[m\] must be finite and > 0, got 0"),
        ((WAVES, 0.0, -5.0), r"the size of the map \[m\] must be finite and > 0, got -5"),
        ((Sea(waves=WAVES),), r"the surface of Waves is drawn, got a Sea; a Sea has them as sea.waves"),
    ],
)
def test_bad_numbers_are_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        surface_figure(*arguments)
