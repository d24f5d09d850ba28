from collections.abc import Callable

import numpy as np
import pytest
from tests.oracles import waves_numpy as oracle

from seaway.errors import ModelError
from seaway.sea import Jonswap, SpectrumTable, Waves, spectrum_of, wave_statistics

SEA = Jonswap(4.0, 10.0, 3.3)
STEP, HOURS = 0.25, 3


def record(seed: int, count: int = 400) -> np.ndarray:
    """Three hours of the sea at a point, about 1400 waves."""
    waves = Waves.irregular(SEA, count, seed=seed).components
    made = oracle.Waves(waves.amplitude, waves.omega, waves.direction, waves.phase, waves.wave_number)
    times = STEP * np.arange(HOURS * 3600 / STEP)
    return np.concatenate([oracle.elevation(made, 0.0, 0.0, part) for part in np.array_split(times, 20)])


RECORDS = np.stack([record(seed) for seed in range(4)], axis=-1)


def test_a_sine() -> None:
    """H = 2 a, T = its own, 4 std = 4 a/√2 over whole periods.

    200 samples a period miss crests by (ω Δt)²/8 = 1.2e-4 at most; up-crossings by lines between samples are all off
    by the same, so that the period is exact.
    """
    times = 0.05 * np.arange(2000)
    found = wave_statistics(1.5 * np.sin(0.2 * np.pi * times - 0.3) + 0.7, 0.05)
    assert found.mean_level == pytest.approx(0.7, abs=1e-12)
    assert found.significant_height == pytest.approx(6.0 / np.sqrt(2.0), rel=1e-12)
    assert found.zero_crossing_period == pytest.approx(10.0, rel=1e-12)
    assert found.largest_wave == pytest.approx(3.0, rel=2.5e-4)
    assert found.highest_third == pytest.approx(3.0, rel=2.5e-4)
    assert found.wave_count == 9
    assert found.wave_count.shape == ()


def test_waves_one_by_one() -> None:
    """Waves of heights 1 to 6, each a period of a sine: the highest third is of 5 and 6, the largest 6."""
    wave = np.sin(2.0 * np.pi * np.arange(40) / 40.0)
    surface = np.concatenate([0.5 * height * wave for height in (1, 6, 3, 5, 2, 4)] + [[0.0, 0.1]])
    surface -= np.mean(surface)
    found = wave_statistics(np.concatenate([[-0.1], surface]), 0.1)
    assert found.wave_count == 6
    assert found.largest_wave == pytest.approx(6.0, rel=1e-6)
    assert found.highest_third == pytest.approx(5.5, rel=1e-6)
    assert found.zero_crossing_period == pytest.approx(4.0, rel=1e-2)


def test_a_record_gives_back_its_sea() -> None:
    """Three hours of JONSWAP, against its Hs and the Tz of its band: short waves beyond it would add crossings.

    The variance of a record of length D has the relative standard error √(2π/D ∫S² dω)/m0 = 3.7 %, so Hs half of that,
    1.9 % for a Gaussian sea. Here amplitudes are fixed: over 60 seeds Hs varied by 1.0 % about 3.998 m, which is 4 m
    less the 0.1 % of the energy outside of the band, and Tz by 1.1 %. Within 2 standard errors, 3.7 %.
    """
    omega = np.linspace(0.2, 5.0, 100001)
    error = 0.5 * np.sqrt(2.0 * np.pi / (HOURS * 3600.0) * np.sum(SEA.density(omega) ** 2) * (omega[1] - omega[0]))
    assert error == pytest.approx(0.0187, abs=1e-4)
    found = wave_statistics(RECORDS, STEP)
    np.testing.assert_allclose(found.significant_height, 4.0, rtol=2.0 * error)
    low, high = SEA.band()
    inside = np.linspace(low, high, 100001)
    m0, m2 = (np.mean(inside**n * SEA.density(inside)) for n in (0, 2))
    np.testing.assert_allclose(found.zero_crossing_period, 2.0 * np.pi * np.sqrt(m0 / m2), rtol=2.0 * error)
    # 1 for a narrow band, about 0.95 for measured seas (Goda 2010); over 60 seeds 0.965, varying by 0.004.
    ratio = found.highest_third / found.significant_height
    assert np.all((ratio > 0.95) & (ratio < 0.98))
    # Rayleigh: the largest of N waves is most likely √(ln N / 2) Hs = 1.9 Hs; over 60 seeds from 1.54 to 2.57 Hs.
    assert np.all((found.largest_wave > 1.5 * 4.0) & (found.largest_wave < 2.6 * 4.0))
    assert np.all(np.abs(found.wave_count * found.zero_crossing_period - HOURS * 3600.0) < 20.0)


def test_its_spectrum_too() -> None:
    """Segments of 200 s make K = 107, a standard error of √(1.06/107) = 10 % at a frequency; over four records 5 %.

    About the peak S is also smeared over 3π/200 = 0.05 rad/s, about σ ω_p; S itself is smoothed alike to compare.
    """
    omega, density = spectrum_of(RECORDS, STEP, segment=200.0)
    assert density.shape == (len(omega), 4)
    error = np.sqrt(1.06 / 107)
    step = omega[1] - omega[0]
    total = np.sum(density, axis=0) * step
    np.testing.assert_allclose(total, np.var(RECORDS, axis=0), rtol=0.03)
    # The window's square has the transform (1/6, 4/6, 1/6) at neighbours: what Hann does to a smooth S.
    smooth = (SEA.density(omega - step) + 4.0 * SEA.density(omega) + SEA.density(omega + step)) / 6.0
    band = (omega > 0.5) & (omega < 1.5)
    off = np.mean(density, axis=1)[band] / smooth[band] - 1.0
    assert np.max(np.abs(off)) < 4.0 * error / 2.0
    assert np.sqrt(np.mean(off**2)) < 1.3 * error / 2.0
    table = SpectrumTable(omega, np.mean(density, axis=1))
    assert table.significant_height == pytest.approx(4.0, rel=0.02)


def test_one_record_is_a_column_of_many() -> None:
    alone, all_of_them = wave_statistics(RECORDS[:, 1], STEP), wave_statistics(RECORDS, STEP)
    for name in vars(alone):
        assert getattr(alone, name).shape == ()
        # The sums of a column go in another order.
        assert getattr(alone, name) == pytest.approx(getattr(all_of_them, name)[1], rel=1e-9, abs=1e-15)
        assert getattr(all_of_them, name).shape == (4,)
    np.testing.assert_allclose(
        spectrum_of(RECORDS[:, 1], STEP)[1], spectrum_of(RECORDS, STEP)[1][:, 1], rtol=1e-9, atol=1e-16
    )


def test_times_or_their_step() -> None:
    surface = RECORDS[:4000, 0]
    by_step, by_times = (wave_statistics(surface, time) for time in (STEP, 100.0 + STEP * np.arange(4000)))
    assert by_times.zero_crossing_period == pytest.approx(by_step.zero_crossing_period, rel=1e-12)


SINE = np.sin(0.1 * np.arange(1000))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wave_statistics(SINE[:150], 0.1), r"must have 3 waves or more, .* got 2 in 14.9 s; record longer"),
        (lambda: wave_statistics([1.0, -1.0], 0.1), r"must have 3 waves or more, .* got 0 in 0.1 s"),
        (lambda: wave_statistics(np.full(100, 0.5), 0.1), r"is flat at 0.5 m: it has no waves to measure"),
        (lambda: wave_statistics([], 0.1), r"shape \(samples,\) or \(samples, n\), got \(0,\)"),
        (lambda: wave_statistics(np.zeros((2, 2, 2)), 0.1), r"\(samples, n\), got \(2, 2, 2\)"),
        (
            lambda: wave_statistics([1.0, np.nan], 0.1),
            r"a record of the surface \[m\] must be finite, got nan at \[1\]",
        ),
        (lambda: wave_statistics(SINE, 0.0), r"the time step of a record \[s\] must be finite and > 0, got 0"),
        (lambda: wave_statistics(SINE, np.arange(999.0)), r"the times of a record \[s\] must have the shape \(1000\)"),
        (lambda: wave_statistics(SINE, np.arange(1000.0) ** 1.1), r"must ascend evenly, got a mean step of"),
        (lambda: wave_statistics(SINE, -np.arange(1000.0)), r"must ascend evenly, got a mean step of -1 s"),
        (lambda: wave_statistics([1.0], [0.0]), r"must have 2 samples or more, got 1"),
        (lambda: spectrum_of(SINE[:60], 0.1), r"must have from 8 samples to those of the record, got 7 of 60"),
        (lambda: spectrum_of(SINE, 0.1, 200.0), r"to those of the record, got 2000 of 1000; record longer"),
        (lambda: spectrum_of(SINE, 0.1, -1.0), r"the length of a segment \[s\] must be finite and > 0, got -1"),
    ],
)
def test_bad_records_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        call()
