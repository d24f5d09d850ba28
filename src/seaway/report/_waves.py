"""Figures of waves: their spectrum, their surface."""
# matplotlib leaves the types of its **kwargs open.
# pyright: reportUnknownMemberType=false

from collections.abc import Mapping
from math import pi
from typing import Any, Final

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LightSource, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from seaway import sea
from seaway._arrays import Floats, finite_floats, positive
from seaway.errors import ModelError
from seaway.report._figures import BLACK, BLUE, COLORS, GREY, ORANGE, finish, new_figure
from seaway.sea import Components, Eckv, Jonswap, PiersonMoskowitz, Sea, Spectrum, SpectrumTable, Tma, Waves

# Points of the map along each side; peak period [s] and map size [m] of a flat sea.
_POINTS: Final = 301
_FLAT_PERIOD, _FLAT_SIZE = 8.0, 100.0
# Peak periods that are shown, and that the spectrum is taken of: 400 make 15 segments of 50.
_SHOWN: Final = 20
_RECORDED: Final = 400
_SAMPLES: Final = 20  # per peak period
# Mean slope under the light: less shows nothing, more only ripples.
_LIT_SLOPE: Final = 0.25
# Periods of the upper scale [s].
_PERIODS: Final = (30, 20, 15, 12, 10, 8, 7, 6, 5, 4, 3, 2.5, 2, 1.5, 1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2)


def spectrum_figure(spectrum: Spectrum | Mapping[str, Spectrum], components: Components | None = None) -> Figure:
    """Draw spectra S(ω) over frequency, with Hs, Tp and Tz.

    Components are drawn as bars of their density: the energy Σ a²/2 of neighbours over their band, so that the area of
    all bars is the variance. Fewer than 12 frequencies have no density; each is a line.

    Args:
        spectrum: One, or several by name.
        components: Waves drawn from it, e.g. ``waves.components``. Default: none.

    Returns:
        A figure; write it with ``save_figure``.

    Raises:
        ModelError: An argument has another type.
    """
    spectra = _named(spectrum)
    if components is not None and not isinstance(components, Components):
        kind = type(components).__name__
        raise ModelError(f"components must be Components, such as waves.components, got a {kind}")
    figure = new_figure(8.0, 4.8)
    axes = figure.add_subplot()
    highest = max(float(each.quantile(0.99)) for each in spectra.values())
    if components is not None:
        highest = max(highest, _below_which_most_is(components))
    omega = np.linspace(0.0, 1.05 * highest, 1200)
    alone = len(spectra) == 1
    for n, (name, each) in enumerate(spectra.items()):
        color, density = COLORS[n % len(COLORS)], each.density(omega)
        style = "-" if n < len(COLORS) else "--"
        if alone and components is None:
            axes.fill_between(omega, density, color=color, alpha=0.2, linewidth=0.0)
        axes.plot(omega, density, style, color=color, linewidth=2.0, label=_label(name, each, alone))
        if not alone:
            for period, marker in ((each.peak_period, "o"), (each.zero_crossing_period, "v")):
                place = 2.0 * pi / period
                axes.plot(place, each.density(place), marker, color=color, markersize=7.0, markeredgecolor="white")
    axes.set(xlim=(0.0, omega[-1]))
    if alone:
        _mark_periods(axes, next(iter(spectra.values())))
    else:
        axes.plot([], [], "o", color=GREY, label="at Tp")
        axes.plot([], [], "v", color=GREY, label="at Tz")
    densities = [each.density(omega) for each in spectra.values()]
    _draw_components(axes, components, densities, 1.18 if alone else 1.06)
    finish(axes, "ω [rad/s]", "S [m² s/rad]")
    axes.legend(frameon=False, loc="center right" if alone else "upper right")
    _add_periods(axes)
    return figure


def surface_figure(waves: Waves | Sea, t: float = 0.0, size: float | None = None) -> Figure:
    """Draw the surface from above, a record of it at the origin, and the spectrum of a longer record.

    The map is lit from the upper left, with slopes exaggerated; an arrow shows the direction of the energy of each sea,
    the bar behind it the crests. The spectrum is that of 400 peak periods from t on, or from the end of the ramp,
    beside that of the components, as in ``spectrum_figure``.

    Args:
        waves: The waves, or a sea that has some, which are then drawn on its current.
        t: Time [s].
        size: Side of the map [m], about the origin. Default: four wavelengths at the peak.

    Returns:
        A figure; write it with ``save_figure``.

    Raises:
        ModelError: A number is out of range, or an argument has another type.
    """
    surface: Waves | Sea = waves
    if isinstance(waves, Sea):
        if waves.waves is None:
            raise ModelError("this sea has no waves to draw; give it some, e.g. Sea(waves=Waves.regular(1.0, 6.0))")
        waves = waves.waves
    if not isinstance(waves, Waves):
        raise ModelError(f"the surface of Waves or of a Sea is drawn, got a {type(waves).__name__}")
    moment = float(finite_floats(t, (), "the time of the map [s]"))
    peak = waves.components.peak()
    period = _FLAT_PERIOD if peak is None else peak.period
    side = _FLAT_SIZE if peak is None else float(f"{4.0 * peak.wavelength:.2g}")
    side = side if size is None else positive(size, "the size of the map [m]")
    figure = new_figure(11.5, 5.6)
    grid = figure.add_gridspec(2, 2, width_ratios=[1.15, 1.0])
    _draw_map(figure.add_subplot(grid[:, 0]), surface, waves, moment, side)
    _draw_record(figure.add_subplot(grid[0, 1]), surface, moment, period)
    _draw_recorded_spectrum(figure.add_subplot(grid[1, 1]), surface, waves, moment, period)
    return figure


# Spectra


def _named(spectrum: Spectrum | Mapping[str, Spectrum]) -> dict[str, Spectrum]:
    spectra = dict(spectrum) if isinstance(spectrum, Mapping) else {_name(spectrum): spectrum}
    if not spectra:
        raise ModelError("there is no spectrum to draw; give one, or several by name")
    for each in spectra.values():
        if not isinstance(each, Spectrum):
            raise ModelError(f"a spectrum must be a Spectrum, such as Jonswap(2.0, 7.0), got {each!r}")
    return spectra


def _name(spectrum: Spectrum) -> str:
    if isinstance(spectrum, Jonswap):
        return f"JONSWAP, γ = {spectrum.gamma:.2g}"
    if isinstance(spectrum, Tma):
        return f"TMA, γ = {spectrum.gamma:.2g}, {spectrum.depth:g} m deep"
    if isinstance(spectrum, PiersonMoskowitz):
        return "Pierson-Moskowitz"
    if isinstance(spectrum, Eckv):
        return f"ECKV, wind of {spectrum.wind_speed:g} m/s"
    return "spectrum" if isinstance(spectrum, SpectrumTable) else type(spectrum).__name__


def _label(name: str, spectrum: Spectrum, alone: bool) -> str:
    periods = f", Tp = {spectrum.peak_period:.3g} s, Tz = {spectrum.zero_crossing_period:.3g} s"
    return f"{name}\nHs = {spectrum.significant_height:.3g} m{'' if alone else periods}"


def _mark_periods(axes: Axes, spectrum: Spectrum) -> None:
    for name, period, style, side, away in (
        ("Tp", spectrum.peak_period, "-", "right", -5.0),
        ("Tz", spectrum.zero_crossing_period, "--", "left", 5.0),
    ):
        place, words = 2.0 * pi / period, f"{name} = {period:.3g} s"
        axes.axvline(place, color=BLACK, linewidth=1.0, linestyle=style, label="_" + name)
        coordinates: Any = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points"}
        axes.annotate(words, (place, 0.96), (away, 0.0), ha=side, va="top", **coordinates)


def _add_periods(axes: Axes) -> None:
    """Add the periods of the frequencies as a second scale on top."""
    low, high = axes.get_xlim()
    shown: list[float] = []
    for T in _PERIODS:
        # One too close to its neighbour is left out.
        before = 2.0 * pi / shown[-1] if shown else low
        if before + 0.035 * (high - low) < 2.0 * pi / T < high:
            shown.append(T)
    top = axes.secondary_xaxis("top")
    top.set_xticks([2.0 * pi / T for T in shown], [f"{T:g}" for T in shown])
    top.set_xlabel("period [s]")


def _below_which_most_is(components: Components) -> float:
    """The frequency below which 99 % of the energy lies [rad/s]; 0 if there is none."""
    order = np.argsort(components.omega)
    until = np.cumsum(np.square(components.amplitude[order]))
    if not len(until) or until[-1] == 0.0:
        return 0.0
    return float(components.omega[order][np.searchsorted(until, 0.99 * until[-1])])


def _draw_components(axes: Axes, components: Components | None, densities: list[Floats], margin: float) -> None:
    """Draw components as bars or lines, and set the height of the axes to show them and other densities."""
    bars = None if components is None else components.bands()
    most = max(float(np.max(density)) for density in ([*densities] if bars is None else [*densities, bars.density]))
    axes.set(ylim=(0.0, margin * most if most > 0.0 else 1.0))
    if components is None or not len(components):
        return
    count = f"{len(components)} component{'' if len(components) == 1 else 's'}"
    label = f"{count}\nHs = {components.significant_height:.3g} m"
    if bars is not None:
        axes.stairs(bars.density, bars.edges, fill=True, color=ORANGE, alpha=0.3, zorder=0.5, label=label)
        return
    energy = np.square(components.amplitude)
    heights = 0.8 * axes.get_ylim()[1] * energy / max(float(np.max(energy)), np.finfo(np.float64).tiny)
    axes.vlines(components.omega, 0.0, heights, color=ORANGE, linewidth=2.5, label=f"{label} (not to scale)")


# The surface


def _draw_map(axes: Axes, surface: Waves | Sea, waves: Waves, t: float, side: float) -> None:
    along = np.linspace(-0.5 * side, 0.5 * side, _POINTS)
    x, y = np.meshgrid(along, along[::-1])  # the first row is the uppermost
    eta = surface.elevation(x, y, t)
    most = float(np.max(np.abs(eta))) or 1.0
    step = float(along[1] - along[0])
    steep = float(np.sqrt(np.mean(np.square(np.gradient(eta, step))))) or 1.0
    scale, colors = Normalize(-most, most), colormaps["RdBu_r"]
    light = LightSource(azdeg=315.0, altdeg=45.0)
    shaded = light.shade(eta, colors, norm=scale, blend_mode="soft", vert_exag=_LIT_SLOPE / steep, dx=step, dy=step)
    axes.imshow(shaded, extent=(along[0], along[-1], along[0], along[-1]), interpolation="bilinear")
    mappable = ScalarMappable(scale, colors)
    mappable.set_array(eta)
    axes.figure.colorbar(mappable, ax=axes, label="elevation [m]", shrink=0.85)
    axes.plot(0.0, 0.0, "+", color=BLACK, markersize=9.0, label="origin")
    axes.set(xlabel="x [m]", ylabel="y [m]", title=f"Surface at t = {t:g} s{_draw_direction(axes, waves)}")


def _draw_direction(axes: Axes, waves: Waves) -> str:
    """Draw the direction of each sea in a corner, and return them in words; nothing if they have none."""
    angles = list[str]()
    for n, sea_of in enumerate(waves.seas):
        c = sea_of.components
        energy = np.square(c.amplitude)
        toward = np.array([np.sum(energy * np.cos(c.direction)), np.sum(energy * np.sin(c.direction))])
        length = float(np.hypot(*toward))
        if length > 1e-6 * float(np.sum(energy)):
            angles.append(_draw_arrow(axes, toward / length, np.array([0.1 + 0.17 * n, 0.1])))
    return f"; waves travel to {' and '.join(angles)} from x" if angles else ""


def _draw_arrow(axes: Axes, ahead: Floats, middle: Floats) -> str:
    """Draw a direction as an arrow with a crest, in axes coordinates, and return it in degrees."""
    across = np.array([-ahead[1], ahead[0]])
    axes.add_artist(Circle((middle[0], middle[1]), 0.08, transform=axes.transAxes, fc="white", ec="none", alpha=0.8))
    ends = tuple(middle + 0.06 * ahead), tuple(middle - 0.06 * ahead)
    arrow = {"arrowstyle": "-|>", "color": BLACK, "linewidth": 1.8, "shrinkA": 0.0, "shrinkB": 0.0}
    axes.annotate("", *ends, "axes fraction", "axes fraction", arrowprops=arrow)
    crest = np.stack([middle - 0.02 * ahead + 0.045 * s * across for s in (-1.0, 1.0)])
    axes.plot(crest[:, 0], crest[:, 1], color=BLACK, linewidth=1.8, transform=axes.transAxes, label="_crest")
    return f"{np.degrees(np.arctan2(ahead[1], ahead[0])):.0f}°"


def _draw_record(axes: Axes, surface: Waves | Sea, t: float, period: float) -> None:
    time = t + np.linspace(0.0, _SHOWN * period, 2 * _SHOWN * _SAMPLES + 1)
    axes.plot(time, surface.elevation(0.0, 0.0, time), color=BLUE, linewidth=1.5)
    axes.axhline(0.0, color=BLACK, linewidth=0.8)
    finish(axes, "time [s]", "elevation [m]", xlim=(time[0], time[-1]), title="At the origin")


def _draw_recorded_spectrum(axes: Axes, surface: Waves | Sea, waves: Waves, t: float, period: float) -> None:
    step = period / _SAMPLES
    time = max(t, waves.ramp) + step * np.arange(_RECORDED * _SAMPLES)
    record = surface.elevation(0.0, 0.0, time)
    omega, density = sea.spectrum_of(record, step)
    axes.plot(omega, density, color=BLUE, linewidth=1.5, label=_recorded(record, step))
    _draw_components(axes, waves.components, [density], 1.08)
    finish(axes, "ω [rad/s]", "S [m² s/rad]", xlim=(0.0, 8.0 * pi / period), title="Spectrum")
    axes.legend(frameon=False, loc="upper right")


def _recorded(record: Floats, step: float) -> str:
    minutes = f"a record of {np.size(record) * step / 60.0:.0f} min"
    if float(np.std(record)) == 0.0:
        return minutes
    found = sea.wave_statistics(record, step)
    return f"{minutes}\nHs = {found.significant_height:.3g} m, Tz = {found.zero_crossing_period:.3g} s"
