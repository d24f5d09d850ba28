"""The spectrum of the surface at a vehicle, beside that of the sea."""

from math import pi
from typing import Any, Final, NamedTuple, cast

import numpy as np

from seaway._arrays import Floats
from seaway.report._charts import Area, Chart, Curve, Drawn, Key, Panel, number, scale_from_zero
from seaway.report._pages import finite, table
from seaway.report._records import row_of
from seaway.report._samples import Samples
from seaway.sea import spectrum_of

# Waves for 15 segments, with a standard error of 27 %, and for 3, with 59 %; with fewer there is no spectrum.
_ENOUGH: Final = 40
_FEWEST: Final = 10
# A manifest is untrusted: more bands or lines than a sea can have are not drawn.
_MOST: Final = 1000


class SeaSpectrum(NamedTuple):
    """The waves of a manifest.

    Attributes:
        edges: Of the bands of their density [rad/s]; empty for a few discrete waves.
        density: S, constant in each band [m2 s/rad]; empty for discrete waves.
        omega: Of discrete waves [rad/s]; empty for bands.
        amplitude: Of discrete waves [m]; empty for bands.
        ramp: Time over which they are ramped up [s].
    """

    edges: Floats
    density: Floats
    omega: Floats
    amplitude: Floats
    ramp: float

    @property
    def significant_height(self) -> float:
        """4 times the standard deviation [m]."""
        energy = np.sum(self.density * np.diff(self.edges)) + 0.5 * np.sum(np.square(self.amplitude))
        return 4.0 * float(np.sqrt(energy))


class _Measured(NamedTuple):
    """The spectrum of a record.

    Attributes:
        omega: [rad/s], (m,); empty if the record is too short.
        density: S [m2 s/rad], (m,).
        significant_height: 4 times the standard deviation of the record [m].
        wave_count: Number of upward zero crossings.
        duration: Of the record [s].
        error: Standard error of S over S.
    """

    omega: Floats
    density: Floats
    significant_height: float
    wave_count: int
    duration: float
    error: float


def sea_spectrum(manifest: dict[str, Any]) -> SeaSpectrum | None:
    """The waves of a manifest; None if it has none, or none that a sea can have."""
    known = table(table(manifest.get("sea")).get("spectrum"))
    edges, density, omega, amplitude = (_numbers(known.get(k)) for k in ("edges", "density", "omega", "amplitude"))
    ramp, none = finite(known.get("ramp")) or 0.0, np.zeros(0)
    if len(edges) == len(density) + 1 and len(density) and np.all(np.diff(edges) > 0.0) and np.all(density >= 0.0):
        return SeaSpectrum(edges, density, none, none, ramp)
    if len(omega) == len(amplitude) and len(omega) and np.all(omega > 0.0):
        return SeaSpectrum(none, none, omega, amplitude, ramp)
    return None


def _measured(samples: Samples, vehicle: int, ramp: float) -> _Measured | None:
    """The spectrum of the surface at a vehicle, in run 0, after the ramp; None if the surface does not move."""
    time, values = row_of(samples, ("surface_elevation",), vehicle)
    time, record = time[time >= ramp], values["surface_elevation"][time >= ramp]
    if len(record) < 2 or not np.all(np.isfinite(record)) or float(np.std(record)) == 0.0:
        return None
    # The last sample of a stopped run may be nearer to the one before than others.
    step = float(np.median(np.diff(time)))
    even = np.abs(np.diff(time) - step) < 1e-3 * step
    if not np.all(even):
        record = record[: int(np.argmin(even)) + 1]
    about = record - np.mean(record)
    waves = int(np.count_nonzero((about[:-1] < 0.0) & (about[1:] >= 0.0)))
    height, duration = 4.0 * float(np.std(record)), step * (len(record) - 1)
    if waves < _FEWEST:
        return _Measured(np.zeros(0), np.zeros(0), height, waves, duration, np.inf)
    parts = 8 if waves >= _ENOUGH else 2
    omega, density = spectrum_of(record, step, len(record) // parts * step)
    return _Measured(omega, density, height, waves, duration, float(np.sqrt(1.06 / (2 * parts - 1))))


def spectrum_chart(samples: Samples, vehicle: int, sea: SeaSpectrum | None) -> Chart:
    """The spectrum of the surface at a vehicle, in run 0, beside that of the sea."""
    measured = _measured(samples, vehicle, 0.0 if sea is None else sea.ramp)
    if measured is None:
        return Chart(omitted=["wave spectrum"])
    height = f"Hs = {number(measured.significant_height)} m"
    if not len(measured.omega):
        wanted = "" if sea is None else f", specified {number(sea.significant_height)} m"
        return Chart(
            instead=f"The record is too short for a spectrum: {measured.wave_count} waves in "
            f"{number(measured.duration)} s; at least {_FEWEST} needed, better {_ENOUGH}. Measured {height}{wanted}."
        )
    high, most = _until(measured.omega, measured.density), float(np.max(measured.density))
    drawn: list[Drawn] = []
    keys = [Key("line blue", f"measured, {height}")]
    top = most
    if sea is not None:
        words = f"specified, Hs = {number(sea.significant_height)} m"
        if len(sea.edges):
            high, top = max(high, _until(sea.edges[1:], sea.density)), max(most, float(np.max(sea.density)))
            x, S = (np.repeat(v, 2) for v in (sea.edges, sea.density))
            drawn.append(Area(x[1:-1], np.zeros_like(S), S, "area orange"))
            keys.append(Key("area orange", words))
        else:
            high = max(high, 1.3 * float(np.max(sea.omega)))
            tops = most * np.square(sea.amplitude / np.max(sea.amplitude))
            pairs = zip(np.repeat(sea.omega[:, None], 2, axis=1), tops, strict=True)
            drawn += [Curve(x, np.array([0.0, end]), "line orange", thin=False) for x, end in pairs]
            keys.append(Key("line orange", f"{words}; lines, not to scale"))
    drawn.append(Curve(measured.omega, measured.density, "line blue"))
    peak = float(measured.omega[int(np.argmax(measured.density))])
    caption = (
        f"Wave energy over frequency, with its peak at {number(peak)} rad/s, a period of {number(2.0 * pi / peak)} s. "
        f"Welch's method over {number(measured.duration)} s and {measured.wave_count} waves, at the vehicle: if it "
        f"moves, it meets waves at shifted frequencies. Standard error of the density: {100.0 * measured.error:.0f} %."
    )
    if measured.wave_count < _ENOUGH:
        caption += f" The record is short: with {_ENOUGH} waves the error would be 27 %."
    alt = f"Spectrum of the surface, with its peak at {number(peak)} rad/s"
    x, y = scale_from_zero(high, "rad/s"), scale_from_zero(1.08 * top)
    panel = Panel("spectral density", "m² s/rad", x, y, drawn, alt, across="angular frequency", tall="high")
    return Chart(f"Spectrum of the surface at {samples.names[vehicle]}", (panel,), caption, keys)


def _until(omega: Floats, density: Floats) -> float:
    """The frequency below which nearly all of the energy lies."""
    energy = np.cumsum(density * np.diff(omega, prepend=omega[0]))
    return 1.1 * float(omega[np.argmax(energy >= 0.97 * energy[-1])]) if energy[-1] > 0.0 else 1.0


def _numbers(values: object) -> Floats:
    """The finite numbers of a list; none if it is anything else."""
    items = cast("list[object]", values) if isinstance(values, list) else []
    numbers = [finite(each) for each in items[: _MOST + 1]]
    return np.zeros(0) if None in numbers or len(numbers) > _MOST else np.array(numbers, dtype=np.float64)
