"""How a current carries waves on, against quadrature and closed forms."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad

from seaway.kernels.waves import KX, KY, NUMBER, OMEGA
from seaway.sea import Components, Current, Sea, Waves, wave_number
from seaway.sea._carrying import carried_phases, depth_weights, drift_at, measured_number

G = 9.80665
DEPTHS = np.array([1.0, 3.0, 8.0])
PROFILE = np.array([[0.9, -0.4], [0.5, 0.3], [-0.2, 0.1]])
K = np.array([0.02, 0.3, 2.0])


def mean_current(k: float, depth: float, profile: np.ndarray) -> float:
    """2k / sinh 2kd ∫ U cosh 2k(z + d) dz by quadrature, in deep water 2k ∫ U e^2kz dz."""

    def weighted(below: float) -> float:
        weight = np.exp(-2.0 * k * below)
        if np.isfinite(depth):
            far = np.exp(-4.0 * k * depth)
            weight = (weight + np.exp(-2.0 * k * (2.0 * depth - below))) / (1.0 - far)
        return float(2.0 * k * weight * np.interp(below, DEPTHS, profile))

    end = min(depth, 30.0 / k)
    nodes = [0.0, *(d for d in DEPTHS if d < end), end]
    parts = [quad(weighted, a, b, epsabs=1e-14, epsrel=1e-13, limit=200)[0] for a, b in pairwise(nodes)]
    return float(np.sum(parts))


@pytest.mark.parametrize("depth", [np.inf, 40.0, 8.0, 5.0, 0.5])
def test_weights_of_a_profile(depth: float) -> None:
    """The integral of what is linear between the nodes and constant beyond; also with the floor above the last node.

    The quadrature leaves off at e^-60.
    """
    weights = depth_weights(DEPTHS, K, depth)
    np.testing.assert_allclose(np.sum(weights, axis=1), 1.0, rtol=1e-13)
    expected = [[mean_current(k, depth, PROFILE[:, j]) for j in range(2)] for k in K]
    np.testing.assert_allclose(weights @ PROFILE, expected, rtol=0, atol=1e-11)


def test_short_waves_feel_the_surface_and_long_ones_the_depth() -> None:
    weights = depth_weights(np.array([0.0, 10.0]), np.array([1e-5, 1e5]), np.inf)
    np.testing.assert_allclose(weights, [[0.0, 1.0], [1.0, 0.0]], atol=2e-4)


@pytest.mark.parametrize("t", [-7.0, -2.0, 0.5, 1.0, 3.9, 4.0, 12.0])
def test_drift_is_the_integral_of_the_velocity(t: float) -> None:
    """From the first time on, by the trapezoidal rule over the nodes, exact for what is linear between them."""
    times, v = np.array([-2.0, 1.0, 4.0]), np.array([[1.0, 0.5], [-2.0, 0.0], [3.0, 1.0]])
    nodes = np.unique([-2.0, t, *times[(times > -2.0) & (times < t)]])
    at = np.stack([np.interp(nodes, times, v[:, k]) for k in range(2)], axis=-1)
    whole = np.sum(0.5 * (at[1:] + at[:-1]) * np.diff(nodes)[:, None], axis=0) * (1.0 if t > -2.0 else -1.0)
    np.testing.assert_allclose(drift_at(times, v, np.array([t]))[0], whole, rtol=0, atol=1e-14)


def test_a_single_time_is_a_steady_current() -> None:
    found = drift_at(np.array([5.0]), np.array([[2.0]]), np.array([-1.0, 5.0, 8.0]))
    np.testing.assert_allclose(found[:, 0], [-12.0, 0.0, 6.0], rtol=1e-15)


def cross_sea(depth: float | None) -> Waves:
    omega = np.array([0.7, 1.1, 1.9])
    k = wave_number(omega, depth, G)
    return Waves(Components([0.3, 0.2, 0.1], omega, [0.3, -2.0, 1.4], [0.0, 1.0, 2.0], k), depth=depth)


@pytest.mark.parametrize("depth", [None, 6.0])
def test_a_steady_profile_carries_each_wave_at_its_own_rate(depth: float | None) -> None:
    """θ falls as ω + k · U_k: its rate, and the turns since t = 0 whatever the times of the table."""
    waves, d = cross_sea(depth).compiled(), np.inf if depth is None else depth
    steady = np.pad(np.stack([PROFILE] * 2), ((0, 0), (0, 0), (0, 1)))
    table = Current(steady, times=[-3.0, 5.0], depths=DEPTHS).compiled()
    found = carried_phases(table, waves, np.array([d]))
    own = waves[0, :, :3]
    U = np.array([[mean_current(k, d, PROFILE[:, j]) for j in range(2)] for k in own[NUMBER]])
    rates = own[OMEGA] + own[KX] * U[:, 0] + own[KY] * U[:, 1]
    assert found.shape == (1, 2, 2, 1 + waves.shape[2])
    assert found[0, 0, :, 0].tolist() == [-3.0, 5.0]
    np.testing.assert_allclose(found[0, 1, :, 1:4], [rates, rates], rtol=1e-10)
    np.testing.assert_allclose(found[0, 0, :, 1:4], [-3.0 * rates, 5.0 * rates], rtol=1e-10)


def test_rows_of_currents_and_depths_are_carried_by_themselves() -> None:
    tables = np.concatenate([Current([[v, 0, 0], [0, 0, 0]], depths=[0, 9]).compiled() for v in (0.5, 1.0)])
    waves = np.concatenate([cross_sea(d).compiled() for d in (None, 6.0)])
    depths = np.array([np.inf, 6.0])
    found = carried_phases(tables, waves, depths)
    for i in range(2):
        alone = carried_phases(tables[i : i + 1], waves[i : i + 1], depths[i : i + 1])
        np.testing.assert_array_equal(found[i], alone[0])


@pytest.mark.parametrize("depth", [None, 6.0])
@pytest.mark.parametrize("t", [-4.0, 0.0, 3.0, 30.0])
def test_waves_on_a_profile_are_sums_of_cosines_at_their_own_rates(t: float, depth: float | None) -> None:
    waves, current = cross_sea(depth), Current(np.pad(PROFILE, ((0, 0), (0, 1))), depths=DEPTHS)
    sea, c = Sea(depth=depth, waves=waves, current=current), waves.components
    d = np.inf if depth is None else depth
    U = np.array([[mean_current(k, d, PROFILE[:, j]) for j in range(2)] for k in c.wave_number])
    toward = np.stack([np.cos(c.direction), np.sin(c.direction)], axis=-1)
    rates = c.omega + c.wave_number * np.sum(toward * U, axis=1)
    x, y = 3.0, -7.0
    expected = np.sum(c.amplitude * np.cos(c.wave_number * (toward @ [x, y]) - rates * t + c.phase))
    assert sea.elevation(x, y, t) == pytest.approx(expected, abs=1e-9)


# Frequencies measured at a fixed place

UNIFORM = np.array([0.0])


def intrinsic(k: np.ndarray, depth: float | None) -> np.ndarray:
    return np.sqrt(G * k * (1.0 if depth is None else np.tanh(k * depth)))


@pytest.mark.parametrize("speed", [-0.6, 0.0, 0.6, 3.0])
@pytest.mark.parametrize("depth", [None, 6.0])
def test_wave_numbers_from_frequencies_at_a_fixed_place(speed: float, depth: float | None) -> None:
    """ω = √(g k tanh kd) + k U cos(angle), following, opposing and across: the k that ω was made of."""
    k, direction = np.array([0.05, 0.2, 0.8]), np.array([0.4, 0.4, 1.6])
    U = speed * np.array([np.cos(0.4), np.sin(0.4)])
    omega = intrinsic(k, depth) + k * speed * np.cos(direction - 0.4)
    found = measured_number(omega, direction, UNIFORM, U[None], depth, G)
    np.testing.assert_allclose(found, k, rtol=1e-9)


@pytest.mark.parametrize("depth", [None, 12.0])
def test_wave_numbers_in_a_sheared_current(depth: float | None) -> None:
    k, direction = np.array([0.05, 0.2, 0.8]), np.array([0.4, 2.0, -1.0])
    d = np.inf if depth is None else depth
    U = np.array([[mean_current(q, d, PROFILE[:, j]) for j in range(2)] for q in k])
    omega = intrinsic(k, depth) + k * np.sum(U * np.stack([np.cos(direction), np.sin(direction)], -1), axis=1)
    np.testing.assert_allclose(measured_number(omega, direction, DEPTHS, PROFILE, depth, G), k, rtol=1e-9)


@pytest.mark.parametrize("omega", [0.5, 1.0, 3.0])
def test_waves_are_blocked_in_deep_water_by_a_current_beyond_a_quarter_of_their_speed(omega: float) -> None:
    """ω = √(g k) + k U has a real root while U > -g / 4ω; there k = 4 ω² / g, of waves whose group stands still."""
    blocking = -G / (4.0 * omega)

    def number(share: float) -> float:
        U = np.array([[share * blocking, 0.0]])
        return float(measured_number(np.array([omega]), np.zeros(1), UNIFORM, U, None, G)[0])

    for share in (1.0 + 1e-6, 1.1, 5.0):
        assert np.isnan(number(share))
    for share in (0.5, 0.99, 1.0 - 1e-6):
        root = 2.0 * omega / (1.0 + np.sqrt(1.0 - share))  # √(g k)
        assert number(share) == pytest.approx(root**2 / G, rel=1e-6)
