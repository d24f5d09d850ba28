"""Wave heights, periods and spectrum of a surface record."""

from dataclasses import dataclass
from math import pi
from typing import Final, cast

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Integers, finite_floats, positive
from seaway.errors import ModelError


@dataclass(frozen=True, eq=False)
class WaveStatistics:
    """Wave heights and periods of a record; each is () for one record and (n,) for n records.

    Attributes:
        mean_level: Mean elevation [m]; all other values are relative to it.
        significant_height: 4 times the standard deviation [m].
        highest_third: H1/3, the mean height of the highest third of the waves [m]; 4 standard deviations in a
            narrow-banded Gaussian sea, about 5 % less in a real one.
        zero_crossing_period: Mean time between up-crossings [s].
        largest_wave: Height of the highest wave [m].
        wave_count: Number of waves.
    """

    mean_level: Floats
    significant_height: Floats
    highest_third: Floats
    zero_crossing_period: Floats
    largest_wave: Floats
    wave_count: Integers


def wave_statistics(elevation: ArrayLike, time: ArrayLike) -> WaveStatistics:
    """Measure the waves of a record.

    A wave lasts from one up-crossing of the mean level to the next; its height is the range of its samples. Sampling
    reduces crests by at most (ω Δt)²/8: 1.2 % at 20 samples per period.

    Args:
        elevation: Elevation of the surface [m], (samples,), or (samples, n) for n records.
        time: Time step [s], or evenly spaced times of all samples [s], (samples,).

    Raises:
        ModelError: A shape does not fit, times are not even, the surface is flat, or there are fewer than 3 waves.

    Reference:
        IAHR, List of Sea-State Parameters, 1989; Y. Goda, Random Seas and Design of Maritime Structures, 3rd ed. 2010.
    """
    records = _records(elevation)
    step = _step(time, len(records))
    level = np.mean(records, axis=0)
    deviation = np.std(records, axis=0)
    if np.any(deviation == 0.0):
        raise ModelError(
            f"the surface of a record is flat at {level[deviation == 0.0][0]:g} m: it has no waves to measure"
        )
    columns = [_waves(column, step) for column in (records - level).T]
    third = [float(np.mean(np.sort(heights)[-max(round(len(heights) / 3), 1) :])) for heights, _ in columns]
    shape = np.shape(elevation)[1:]
    return WaveStatistics(
        mean_level=level.reshape(shape),
        significant_height=np.reshape(4.0 * deviation, shape),
        highest_third=np.reshape(third, shape),
        zero_crossing_period=np.reshape([period for _, period in columns], shape),
        largest_wave=np.reshape([np.max(heights) for heights, _ in columns], shape),
        wave_count=np.reshape([len(heights) for heights, _ in columns], shape),
    )


def spectrum_of(elevation: ArrayLike, time: ArrayLike, segment: float | None = None) -> tuple[Floats, Floats]:
    """Estimate the spectrum of a record by Welch's method.

    Averages the periodograms of segments with 50 % overlap, each detrended by its mean and with a Hann window. With K
    segments the standard error of S at a frequency is S √(1.06/K), 27 % by default; the resolution is about
    3 π/segment [rad/s].

    Args:
        elevation: Elevation of the surface [m], (samples,), or (samples, n) for n records.
        time: Time step [s], or evenly spaced times of all samples [s], (samples,).
        segment: Length of a segment [s]; default: an eighth of the record, K = 15.

    Returns:
        omega: Angular frequencies [rad/s], without 0, (m,).
        density: One-sided spectral density S [m2 s/rad], (m,) or (m, n).

    Raises:
        ModelError: A shape does not fit, times are not even, or a segment has fewer than 8 samples or is longer than
            the record.

    Reference:
        P. D. Welch, IEEE Trans. Audio and Electroacoustics 15 (2), 1967.
    """
    records = _records(elevation)
    step = _step(time, len(records))
    length = len(records) // 8 if segment is None else round(positive(segment, "the length of a segment [s]") / step)
    if not _FEWEST_SAMPLES <= length <= len(records):
        raise ModelError(
            f"a segment must have from {_FEWEST_SAMPLES} samples to those of the record, got {length} of "
            f"{len(records)}; record longer, or choose segment"
        )
    # Not by scipy.signal, whose import takes longer than a report.
    hann = 0.5 - 0.5 * np.cos(2.0 * pi / length * np.arange(length))
    density = np.zeros((length // 2 + 1, records.shape[1]))
    starts = range(0, len(records) - length + 1, length - length // 2)
    for start in starts:
        part = records[start : start + length]
        density += np.abs(np.fft.rfft(hann[:, None] * (part - np.mean(part, axis=0)), axis=0)) ** 2
    density *= step / (len(starts) * np.sum(hann**2))
    density[1 : (length + 1) // 2] *= 2.0  # one-sided; the highest frequency of an even length stands once
    frequency = np.arange(length // 2 + 1) / (length * step)
    shape = (len(frequency) - 1, *np.shape(elevation)[1:])
    return 2.0 * pi * frequency[1:], density[1:].reshape(shape) / (2.0 * pi)


_FEWEST_SAMPLES: Final = 8
_FEWEST_WAVES: Final = 3
"""Else there is no highest third."""


def _records(elevation: ArrayLike) -> Floats:
    shape = np.shape(elevation)
    if len(shape) not in (1, 2) or 0 in shape:
        raise ModelError(f"a record of the surface must have the shape (samples,) or (samples, n), got {shape}")
    array = finite_floats(elevation, shape, "a record of the surface [m]")
    return array.reshape(shape[0], -1)


def _step(time: ArrayLike, samples: int) -> float:
    if np.ndim(time) == 0:
        return positive(cast("float", time), "the time step of a record [s]")
    times = finite_floats(time, (samples,), "the times of a record [s]")
    if samples < 2:
        raise ModelError("a record with times must have 2 samples or more, got 1")
    step = float(times[-1] - times[0]) / (samples - 1)
    off = np.abs(times - (times[0] + step * np.arange(samples)))
    if step <= 0.0 or np.max(off) > 1e-3 * step:
        raise ModelError(
            f"the times of a record must ascend evenly, got a mean step of {step:g} s and {np.max(off):.3g} s off it"
        )
    return step


def _waves(elevation: Floats, step: float) -> tuple[Floats, float]:
    """Heights of the waves of one record about its mean, and their mean period."""
    before = np.flatnonzero((elevation[:-1] < 0.0) & (elevation[1:] >= 0.0))
    if len(before) <= _FEWEST_WAVES:
        raise ModelError(
            f"a record must have {_FEWEST_WAVES} waves or more, from up-crossing to up-crossing, got "
            f"{max(len(before) - 1, 0)} in {step * (len(elevation) - 1):g} s; record longer"
        )
    crossing = before + elevation[before] / (elevation[before] - elevation[before + 1])
    # From the sample after an up-crossing to the one before the next; the incomplete last wave is dropped.
    whole, first = elevation[: before[-1] + 1], before[:-1] + 1
    heights = np.maximum.reduceat(whole, first) - np.minimum.reduceat(whole, first)
    return heights, step * float(crossing[-1] - crossing[0]) / (len(before) - 1)
