"""Gusts with the NPD spectrum: components against the printed formula, sums against NumPy."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from tests.unit.kernels import called

from seaway.kernels.gusts import (
    COMPONENTS,
    HIGHEST,
    LOWEST,
    VALUES,
    npd_components,
    npd_densities,
    spectral_gust,
    spectral_gusts,
)

KEYS = np.random.SeedSequence(5).generate_state(6, np.uint64)
EDGES = np.geomspace(LOWEST, HIGHEST, COMPONENTS + 1)


def npd(f: float, U10: float, z: float) -> float:
    """As ISO 19901-1 prints it."""
    n = 0.468
    f_tilde = 172.0 * f * (z / 10.0) ** (2.0 / 3.0) * (U10 / 10.0) ** (-0.75)
    return 320.0 * (U10 / 10.0) ** 2 * (z / 10.0) ** 0.45 / (1.0 + f_tilde**n) ** (5.0 / (3.0 * n))


def components(keys: np.ndarray, wind: object = (12.0, 0.0, 0.0), z: float = 10.0, alpha: float = 0.0) -> np.ndarray:
    """Amplitude, ω and φ, (row, component, 3)."""
    n = len(keys)
    out = np.zeros((n, VALUES * COMPONENTS))
    winds = np.ascontiguousarray(np.broadcast_to(np.asarray(wind, dtype=np.float64), (n, 3)))
    with np.errstate(over="ignore"):  # without the compiler numpy tells of products that wrap around, as they should
        npd_components(keys, winds, np.full(n, z), np.full(n, alpha), out)
    return out.reshape(n, COMPONENTS, VALUES)


@pytest.mark.parametrize(("speed", "z", "alpha"), [(3.0, 10.0, 0.0), (25.0, 4.0, 0.11), (40.0, 80.0, 0.2)])
def test_the_density_is_the_formula(speed: float, z: float, alpha: float) -> None:
    f, out = np.geomspace(1e-4, 5.0, 40), np.zeros(40)
    npd_densities(f, np.array([0.6 * speed, -0.8 * speed, 0.3]), z, alpha, out)
    np.testing.assert_allclose(out, [npd(each, speed * (10.0 / z) ** alpha, z) for each in f], rtol=1e-13)


@pytest.mark.parametrize(("speed", "z"), [(3.0, 10.0), (25.0, 4.0), (40.0, 80.0)])
def test_amplitudes_hold_the_variance_of_their_bins(speed: float, z: float) -> None:
    """a²/2 = ∫ S df over the bin. Three points on a bin of 6 % are good to 1e-9."""
    found = components(KEYS[:1], (speed, 0.0, 0.0), z)[0, :, 0]
    for c in range(0, COMPONENTS, 9):
        expected = quad(npd, EDGES[c], EDGES[c + 1], args=(speed, z), epsrel=1e-12)[0]
        assert 0.5 * found[c] ** 2 == pytest.approx(expected, rel=1e-9)


def test_frequencies_are_in_their_bins_and_phases_in_a_turn() -> None:
    """Even over ln f and over the turn: means of 600 numbers within 5 / √(12 . 600) of a half."""
    found = components(KEYS)
    f = found[..., 1] / (2.0 * math.pi)
    assert np.all((f >= EDGES[:-1] * (1.0 - 1e-14)) & (f <= EDGES[1:] * (1.0 + 1e-14)))
    within = np.log(f / EDGES[:-1]) / np.log(EDGES[1] / EDGES[0])
    turn = found[..., 2] / (2.0 * math.pi)
    assert np.all((turn >= 0.0) & (turn < 1.0))
    for uniform in (within, turn):
        assert abs(uniform.mean() - 0.5) < 5.0 / math.sqrt(12.0 * uniform.size)
        assert len(np.unique(uniform)) == uniform.size
    assert abs(np.corrcoef(within.ravel(), turn.ravel())[0, 1]) < 5.0 / math.sqrt(within.size)


def test_a_row_does_not_know_its_neighbours() -> None:
    """Rows of the same wind share amplitudes, others have their own: bit for bit as alone."""
    winds = [(5.0, 0.0, 0.0), (5.0, 0.0, 0.0), (0.0, 7.0, 0.0), (3.0, 4.0, 0.0), (5.0, 0.0, 0.0)]
    together = components(KEYS[:5], winds, 12.0, 0.1)
    for row, wind in enumerate(winds):
        assert np.array_equal(together[row], components(KEYS[row : row + 1], wind, 12.0, 0.1)[0])


def test_a_gust_is_the_sum_along_the_mean_wind() -> None:
    """Σ a cos(ω t + φ): the series of the cosine is good to 4e-16, the angle to its rounding, 1e4 rad."""
    table, wind, t = components(KEYS[:1])[0], np.array([6.0, -8.0, 1.0]), np.linspace(0.0, 3600.0, 50)
    out = np.zeros((len(t), 2))
    spectral_gusts(table.ravel(), wind, t, out)
    g = np.sum(table[:, 0] * np.cos(np.multiply.outer(t, table[:, 1]) + table[:, 2]), axis=1)
    np.testing.assert_allclose(out, g[:, None] * [0.6, -0.8], rtol=0, atol=1e-11)
    one = called(spectral_gust)(table.ravel(), COMPONENTS, (6.0, -8.0, 1.0), float(t[7]))
    assert one == tuple(out[7])


def test_no_mean_wind_has_no_gusts() -> None:
    """Rather than a direction that is no number."""
    assert called(spectral_gust)(components(KEYS[:1])[0].ravel(), COMPONENTS, (0.0, 0.0, 0.0), 3.0) == (0.0, 0.0)
