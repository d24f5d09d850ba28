"""The density of components: the areas of its bands are their energy."""

import numpy as np
import pytest

from seaway.sea import Jonswap, Waves


@pytest.mark.parametrize("method", ["equal_energy", "equal_spacing"])
def test_the_areas_add_up_to_the_variance(method) -> None:
    components = Waves.irregular(Jonswap(2.0, 7.0), 300, seed=3, method=method).components
    bands = components.bands()
    assert bands is not None
    assert len(bands.edges) == len(bands.density) + 1
    assert len(bands.density) <= 30
    assert np.all(np.diff(bands.edges) > 0.0)
    assert np.sum(bands.density * np.diff(bands.edges)) == pytest.approx(components.variance, rel=1e-12)


def test_few_frequencies_have_no_density() -> None:
    assert Waves.irregular(Jonswap(2.0, 7.0), 11, seed=3).components.bands() is None
    assert Waves.irregular(Jonswap(2.0, 7.0), 12, seed=3).components.bands() is not None


def test_the_peak_of_one_wave_is_its_own() -> None:
    """In deep water λ = g T²/2π."""
    peak = Waves.regular(1.0, 6.0).components.peak()
    assert peak is not None
    assert peak.period == pytest.approx(6.0, rel=1e-12)
    assert peak.wavelength == pytest.approx(9.80665 * 36.0 / (2.0 * np.pi), rel=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_the_peak_of_a_spectrum_is_where_it_is_high(seed: int) -> None:
    """Bands of a few frequencies drawn at random scatter by up to 30 %, and so the highest is near the peak only."""
    spectrum = Jonswap(2.0, 7.0)
    peak = Waves.irregular(spectrum, 400, seed=seed).components.peak()
    assert peak is not None
    assert spectrum.density(2.0 * np.pi / peak.period) > 0.7 * spectrum.density(2.0 * np.pi / 7.0)


def test_no_waves_have_no_peak() -> None:
    assert Waves.regular(0.0, 6.0).components.peak() is None
