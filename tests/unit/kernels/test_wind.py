import math

import numpy as np
import pytest
from tests.unit.kernels import called, record, six

from seaway._arrays import Floats, Record
from seaway._jit import called_kernel
from seaway.kernels.water import WATER
from seaway.kernels.wind import AREA, GUST, area_drag, wind_at
from seaway.kernels.wind import gust as gust_kernel

drag, wind = called(area_drag), called(wind_at)
KEY = np.uint64(0x0123456789ABCDEF)


@called_kernel
def gusted(water: Record, key: np.uint64, step: int, time_step: float, held: Floats) -> None:
    gust_kernel(water, key, step, time_step, held)


def gusts(water: np.void, key: np.uint64, steps: range, time_step: float, held: np.ndarray | None = None) -> np.ndarray:
    """Of every step, (step, 2)."""
    held = np.zeros(GUST) if held is None else held
    found = list[np.ndarray]()
    with np.errstate(over="ignore"):  # without the compiler numpy tells of products that wrap around, as they should
        for step in steps:
            gusted(water, key, step, time_step, held)
            found.append(held.copy())
    return np.array(found)


# Areas


@pytest.mark.parametrize("by_axis", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_drag_on_an_area(by_axis: int, seed: int) -> None:
    """½ ρ C S |v| v at the centre, and -ρ yaw v_x v_y; 1e-13 of the largest, since moments cancel."""
    random = np.random.default_rng(seed)
    CS, center, v = random.random(3), random.normal(size=3), random.normal(size=3)
    area = record(AREA, by_axis=by_axis, drag=CS, center=center, yaw=0.7)
    force = 0.5 * 1.3 * CS * (np.abs(v) if by_axis else np.linalg.norm(v)) * v
    expected = np.concatenate([force, np.cross(center, force) - [0, 0, 1.3 * 0.7 * v[0] * v[1]]])
    np.testing.assert_allclose(drag(area, 1.3, six(v)), expected, rtol=0, atol=1e-13 * np.abs(expected).max())


@pytest.mark.parametrize("by_axis", [0, 1])
def test_no_flow_is_no_drag(by_axis: int) -> None:
    area = record(AREA, by_axis=by_axis, drag=np.ones(3), center=np.ones(3), yaw=1.0)
    assert drag(area, 1.3, (0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


# The mean


@pytest.mark.parametrize("height", [0.0, -2.0, 0.5, 10.0, 40.0])
@pytest.mark.parametrize("exponent", [0.0, 0.11, 1.0])
def test_the_power_law(height: float, exponent: float) -> None:
    """Without an exponent the same at all heights, also under the surface; else none on it and below."""
    water = record(WATER, wind=(8.0, -3.0, 0.5), wind_height=10.0, wind_exponent=exponent)
    factor = (max(height, 0.0) / 10.0) ** exponent
    found = wind(water, np.array([99.0, 99.0]), height)
    np.testing.assert_allclose(found, factor * np.array([8.0, -3.0, 0.5]), rtol=1e-14)


def test_gusts_add_to_the_mean_and_grow_with_height_like_it() -> None:
    water = record(WATER, wind=(8.0, -3.0, 0.5), wind_height=10.0, wind_exponent=0.5, gust=1.0)
    found = wind(water, np.array([1.0, -2.0]), 40.0)
    np.testing.assert_allclose(found, 2.0 * np.array([9.0, -5.0, 0.5]), rtol=1e-14)


# Gusts

WATER_WITH_GUSTS = record(WATER, gust=2.0, gust_time=5.0)


def test_no_gusts_leave_what_is_held() -> None:
    assert gusts(record(WATER, gust_time=5.0), KEY, range(3), 0.1, np.array([4.0, 5.0])).tolist() == [[4.0, 5.0]] * 3


def test_gusts_are_numbers_of_key_and_step_alone() -> None:
    """Step 0 forgets what was held; later ones keep e^(-h/T) of it and add what key and step say."""
    first = gusts(WATER_WITH_GUSTS, KEY, range(4), 0.1)
    assert np.array_equal(gusts(WATER_WITH_GUSTS, KEY, range(4), 0.1, np.array([7.0, 8.0])), first)
    keep = math.exp(-0.1 / 5.0)
    moved = gusts(WATER_WITH_GUSTS, KEY, range(3, 4), 0.1, first[2] + [1.0, -2.0])
    np.testing.assert_allclose(moved[0] - first[3], keep * np.array([1.0, -2.0]), rtol=1e-13)
    assert not np.array_equal(gusts(WATER_WITH_GUSTS, KEY + np.uint64(1), range(4), 0.1), first)


def test_what_is_fresh_makes_up_for_what_is_lost() -> None:
    """From a calm, a step adds σ √(1 - e^(-2h/T)) of the same draw: against one so long that nothing is kept."""
    for time_step in (0.01, 0.5, 4.0):
        part, whole = (gusts(WATER_WITH_GUSTS, KEY, range(3, 4), h)[0] for h in (time_step, 1e4))
        np.testing.assert_allclose(part, whole * math.sqrt(1.0 - math.exp(-2.0 * time_step / 5.0)), rtol=1e-12)


def test_no_uniform_number_is_used_twice() -> None:
    """Of Box and Muller's two, e^(-r²/2) and the angle / 2π, over 300 steps: 600 numbers that differ by 1e-9 or more.

    By chance two of them are so near with a probability of 4e-4.
    """
    x, y = gusts(record(WATER, gust=1.0, gust_time=1e-3), KEY, range(300), 0.1).T
    uniform = np.sort(np.concatenate([np.exp(-0.5 * (x * x + y * y)), np.arctan2(y, x) / (2.0 * math.pi) % 1.0]))
    assert np.diff(uniform).min() > 1e-9


def test_neighbouring_keys_and_steps_share_no_numbers() -> None:
    """The draws of 4 keys one beside the other over 200 steps, along x and y: all different, and none correlated.

    At step 0 a gust is a draw alone. 1600 normal numbers, |r| < 4 / √400 where two columns of 400 are compared.
    """
    water = record(WATER, gust=1.0, gust_time=1e-3)  # so short that nothing is kept: e^-100
    keys = [KEY + np.uint64(k) for k in range(4)]
    draws = np.stack([gusts(water, key, range(200), 0.1) for key in keys])
    assert len(np.unique(draws)) == draws.size
    columns = draws.transpose(0, 2, 1).reshape(8, 200)
    correlation = np.corrcoef(columns) - np.eye(8)
    assert np.abs(correlation).max() < 4.0 / math.sqrt(200.0)
    ahead = [np.corrcoef(column[:-1], column[1:])[0, 1] for column in columns]
    assert np.abs(ahead).max() < 4.0 / math.sqrt(199.0)


@pytest.mark.parametrize("key", [0, 1, 2**63, 2**64 - 1])
def test_the_normal_numbers_are_normal(key: int) -> None:
    """Mean 0, variance 1 and the fourth moment 3, each within 5 of its standard errors, over 4000 draws."""
    water = record(WATER, gust=1.0, gust_time=1e-3)
    draws = gusts(water, np.uint64(key), range(2000), 0.1).ravel()
    n = len(draws)
    assert np.isfinite(draws).all()
    assert abs(draws.mean()) < 5.0 / math.sqrt(n)
    assert abs(draws.var() - 1.0) < 5.0 * math.sqrt(2.0 / n)
    assert abs((draws**4).mean() - 3.0) < 5.0 * math.sqrt(96.0 / n)
