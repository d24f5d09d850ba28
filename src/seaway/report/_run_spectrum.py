"""The spectrum of the surface at a vehicle, beside the one that was asked for."""

from dataclasses import dataclass
from math import pi
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from seaway._arrays import Floats
from seaway.report._charts import Area, Chart, Curve, Key, number, panel, scale_from_zero
from seaway.report._records import blocks, samples_of
from seaway.sea import spectrum_of

if TYPE_CHECKING:
    from xarray import Dataset

__all__ = ["AskedSpectrum", "MeasuredSpectrum", "asked_spectrum", "measured_spectrum", "spectrum_chart"]

# A spectrum of 15 segments has a standard error of 27 %; each should have some waves. With fewer than 10 waves there is
# none: the standard error of 3 segments is 59 %.
_ENOUGH: Final = 40
_FEWEST: Final = 10
# A manifest comes from a file: more bands or lines than a sea can have are not drawn.
_MOST: Final = 1000


class Bands(NamedTuple):
    """A density S [m2 s/rad], (n,), that is constant between edges [rad/s], (n + 1,)."""

    edges: Floats
    density: Floats


class AskedSpectrum(NamedTuple):
    """What a manifest tells of the waves.

    Attributes:
        bands: Their density; None where they are too few.
        omega: Of few waves [rad/s].
        amplitude: Of few waves [m].
        ramp: Time in which they grow from nothing [s].
    """

    bands: Bands | None
    omega: Floats
    amplitude: Floats
    ramp: float

    @property
    def significant_height(self) -> float:
        """4 times the standard deviation [m]."""
        if self.bands is None:
            return 4.0 * float(np.sqrt(0.5 * np.sum(np.square(self.amplitude))))
        return 4.0 * float(np.sqrt(np.sum(self.bands.density * np.diff(self.bands.edges))))


@dataclass(frozen=True, eq=False)
class MeasuredSpectrum:
    """The spectrum of a record.

    Attributes:
        omega: [rad/s], (m,); empty where the record is too short.
        density: S [m2 s/rad], (m,).
        significant_height: 4 times the standard deviation of the record [m].
        wave_count: How many times the surface rises through its mean.
        duration: Of the record [s].
        error: Standard error of S over S.
    """

    omega: Floats
    density: Floats
    significant_height: float
    wave_count: int
    duration: float
    error: float


def asked_spectrum(manifest: dict[str, Any]) -> AskedSpectrum | None:
    """The waves that a manifest tells of; None where it tells none, or what no sea has."""
    sea: Any = manifest.get("sea")
    given: Any = cast("dict[str, Any]", sea).get("spectrum") if isinstance(sea, dict) else None
    if not isinstance(given, dict):
        return None
    known = cast("dict[str, Any]", given)
    edges, density, omega, amplitude = (_numbers(known.get(k)) for k in ("edges", "density", "omega", "amplitude"))
    ramp = _numbers([known.get("ramp", 0.0)])
    growth = float(ramp[0]) if len(ramp) else 0.0
    if len(edges) == len(density) + 1 and len(density) and np.all(np.diff(edges) > 0.0) and np.all(density >= 0.0):
        return AskedSpectrum(Bands(edges, density), np.zeros(0), np.zeros(0), growth)
    if len(omega) == len(amplitude) and len(omega) and np.all(omega > 0.0):
        return AskedSpectrum(None, omega, amplitude, growth)
    return None


def measured_spectrum(dataset: "Dataset", vehicle: int, ramp: float = 0.0) -> MeasuredSpectrum | None:
    """The spectrum of the surface at a vehicle, in row 0; None where it does not move.

    Args:
        dataset: What was recorded.
        vehicle: Its number.
        ramp: Time in which the waves grow [s]; what was recorded before is left out.

    Raises:
        ModelError: The surface was not recorded.
    """
    time, count = samples_of(dataset)
    record = np.concatenate(
        [v["surface_elevation"][:, 0] for _, v in blocks(dataset, ("surface_elevation",), vehicle, slice(0, 1), count)]
    )
    grown = time >= ramp
    time, record = time[grown], record[grown]
    if len(record) < 2 or not np.all(np.isfinite(record)) or float(np.std(record)) == 0.0:
        return None
    # The last sample of a run that was stopped may be nearer to the one before than others.
    step = float(np.median(np.diff(time)))
    even = np.abs(np.diff(time) - step) < 1e-3 * step
    if not np.all(even):
        record, time = record[: int(np.argmin(even)) + 1], time[: int(np.argmin(even)) + 1]
    about = record - np.mean(record)
    waves = int(np.count_nonzero((about[:-1] < 0.0) & (about[1:] >= 0.0)))
    height, duration = 4.0 * float(np.std(record)), step * (len(record) - 1)
    if waves < _FEWEST:
        return MeasuredSpectrum(np.zeros(0), np.zeros(0), height, waves, duration, np.inf)
    parts = 8 if waves >= _ENOUGH else 2
    omega, density = spectrum_of(record, step, len(record) // parts * step)
    return MeasuredSpectrum(omega, density, height, waves, duration, float(np.sqrt(1.06 / (2 * parts - 1))))


def spectrum_chart(measured: MeasuredSpectrum, asked: AskedSpectrum | None) -> Chart:
    """The spectrum of a record, beside the one that was asked for."""
    high = _until(measured.omega, measured.density)
    drawn: list[Curve | Area] = []
    keys = [Key("line blue", f"measured, Hs = {number(measured.significant_height, 3)} m")]
    values = [measured.density]
    if asked is not None:
        words = f"asked for, Hs = {number(asked.significant_height, 3)} m"
        if asked.bands is not None:
            edges, density = asked.bands
            high = max(high, _until(edges[1:], density))
            x, S = (cast("Floats", np.repeat(v, 2)) for v in (edges, density))
            drawn.append(Area(x[1:-1], np.zeros_like(S), S, "area orange"))
            values.append(density)
            keys.append(Key("area orange", words))
        else:
            high = max(high, 1.3 * float(np.max(asked.omega)))
            most = float(np.max(measured.density))
            for omega, amplitude in zip(asked.omega, asked.amplitude, strict=True):
                top = most * (amplitude / float(np.max(asked.amplitude))) ** 2
                drawn.append(Curve(np.array([omega, omega]), np.array([0.0, top]), "line orange"))
            keys.append(Key("line orange", f"{words}; lines, not to scale"))
    drawn.append(Curve(measured.omega, measured.density, "line blue"))
    along = scale_from_zero(high, "rad/s")
    up = scale_from_zero(1.08 * max(float(np.max(v)) for v in values))
    peak = float(measured.omega[int(np.argmax(measured.density))])
    caption = (
        f"Energy over frequency. It is highest at {number(peak, 3)} rad/s, a period of {number(2.0 * pi / peak, 3)} s. "
        f"Measured by Welch's method over {number(measured.duration, 3)} s with {measured.wave_count} waves, where the "
        f"vehicle is: one that moves meets waves at other frequencies. The standard error is "
        f"{100.0 * measured.error:.0f} % of the density."
    )
    if measured.wave_count < _ENOUGH:
        caption += f" The record is short: with {_ENOUGH} waves the error would be 27 %."
    alt = f"Spectrum of the surface, highest at {number(peak, 3)} rad/s"
    return Chart(
        (panel("density over angular frequency", "m² s/rad", along, up, drawn, alt, tall="high"),), caption, tuple(keys)
    )


def _until(omega: Floats, density: Floats) -> float:
    """The frequency below which nearly all of the energy is."""
    energy = np.cumsum(density * (np.diff(omega, prepend=omega[0]) if len(omega) else 0.0))
    if not len(energy) or energy[-1] <= 0.0:
        return 1.0
    return 1.1 * float(omega[np.argmax(energy >= 0.97 * energy[-1])])


def _numbers(values: Any) -> Floats:
    """Finite numbers of a list; none where it is no such list."""
    if not isinstance(values, list) or len(cast("list[Any]", values)) > _MOST:
        return np.zeros(0)
    items = cast("list[Any]", values)
    if not all(isinstance(v, int | float) and not isinstance(v, bool) for v in items):
        return np.zeros(0)
    try:
        array = np.asarray(items, dtype=np.float64)
    except OverflowError:
        return np.zeros(0)
    return array if np.all(np.isfinite(array)) else np.zeros(0)
