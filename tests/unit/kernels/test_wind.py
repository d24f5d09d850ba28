import math

import numpy as np
import pytest
from tests.unit.kernels import air, called, motion_of, parameters, six, still_water

from seaway.frames import Pose
from seaway.kernels.surroundings import air_at, wind_at_height
from seaway.kernels.wind import air_wrench, area_drag, gust, water_wrench

drag, wind = called(area_drag), called(wind_at_height)
KEY = np.uint64(0x0123456789ABCDEF)


def gusty(deviation: float, time_constant: float = 5.0) -> tuple[float, float]:
    return deviation, time_constant


def gusts(
    sea: tuple[float, float], key: np.uint64, steps: range, time_step: float, held: object = (0.0, 0.0)
) -> np.ndarray:
    """Of every step, (step, 2)."""
    found, (x, y), high, low = list[tuple[float, float]](), six(held), int(key) >> 32, int(key) & 0xFFFFFFFF
    with np.errstate(over="ignore"):  # without the compiler numpy tells of products that wrap around, as they should
        for step in steps:
            x, y = called(gust)(*sea, high, low, step, time_step, x, y)
            found.append((x, y))
    return np.array(found)


def area(by_axis: int = 0, everywhere: int = 0, **values: object) -> object:
    given = {"drag": (1.0, 1.0, 1.0), "center": (0.0, 0.0, 0.0), "yaw": 0.0, "linear": 0.0}
    given |= {name: six(x) if np.ndim(x) else x for name, x in values.items()}
    return parameters(by_axis=by_axis, everywhere=everywhere, **given)


# Areas


@pytest.mark.parametrize("by_axis", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_drag_on_an_area(by_axis: int, seed: int) -> None:
    """½ ρ C S |v| v + linear v at the centre, and -ρ yaw v_x v_y; 1e-13 of the largest, since moments cancel."""
    random = np.random.default_rng(seed)
    CS, center, v = random.random(3), random.normal(size=3), random.normal(size=3)
    par = area(by_axis, drag=CS, center=center, yaw=0.7, linear=0.4)
    force = 0.5 * 1.3 * CS * (np.abs(v) if by_axis else np.linalg.norm(v)) * v + 0.4 * v
    expected = np.concatenate([force, np.cross(center, force) - [0, 0, 1.3 * 0.7 * v[0] * v[1]]])
    np.testing.assert_allclose(
        drag(par, 1.3, par.linear, six(v)), expected, rtol=0, atol=1e-13 * np.abs(expected).max()
    )


@pytest.mark.parametrize("by_axis", [0, 1])
def test_no_flow_is_no_drag(by_axis: int) -> None:
    par = area(by_axis, center=np.ones(3), yaw=1.0, linear=1.0)
    assert drag(par, 1.3, par.linear, (0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def test_water_drags_by_its_velocity_past_the_centre() -> None:
    """The drag of u - v - ω × p; all of it while immersed, or everywhere."""
    center, u, nu = np.array([0.3, -0.2, 0.5]), np.array([0.4, 0.1, -0.2]), np.arange(1.0, 7.0)
    past = u - nu[:3] - np.cross(nu[3:], center)
    par = area(center=center)
    whole = np.array(drag(par, 1025.0, par.linear, six(past)))
    around = still_water(v_WC_B=six(u), immersion=0.25)
    for everywhere, part in ((0, 0.25), (1, 1.0)):
        found = called(water_wrench)(area(everywhere=everywhere, center=center), None, around, motion_of(nu))
        np.testing.assert_allclose(found, part * whole, rtol=1e-13)


def test_only_the_linear_drag_of_water_goes_with_the_ratio_of_densities() -> None:
    """The quadratic part has the density in it."""
    par, v = area(center=np.zeros(3)), np.array([0.4, 0.1, -0.2])
    around = still_water(v_WC_B=six(v), density=1030.0, density_ratio=1.03)
    found = called(water_wrench)(par, None, around, motion_of(np.zeros(6)))
    np.testing.assert_allclose(found, drag(par, 1030.0, 1.03 * par.linear, six(v)), rtol=1e-13)


def test_wind_drags_on_what_is_dry() -> None:
    """None of it under water, all of it everywhere if so asked."""
    center, nu = np.array([0.3, -0.2, 0.5]), np.arange(1.0, 7.0)
    blowing = np.array([8.0, -3.0, 0.5])
    past = blowing - nu[:3] - np.cross(nu[3:], center)
    par = area(center=center)
    whole = np.array(drag(par, 1.2, par.linear, six(past)))
    for everywhere, emersion, part in ((0, 0.25, 0.25), (0, 0.0, 0.0), (1, 0.0, 1.0)):
        around = still_water(sea=air(blowing), air_density=1.2, emersion=emersion)
        found = called(air_wrench)(area(everywhere=everywhere, center=center), None, around, motion_of(nu))
        np.testing.assert_allclose(found, part * whole, rtol=1e-13)


# The mean


@pytest.mark.parametrize("height", [0.0, -2.0, 0.5, 10.0, 40.0])
@pytest.mark.parametrize("exponent", [0.0, 0.11, 1.0])
def test_the_power_law(height: float, exponent: float) -> None:
    """Without an exponent the same at all heights, also under the surface; else none on it and below."""
    factor = (max(height, 0.0) / 10.0) ** exponent
    found = wind(air((8.0, -3.0, 0.5), exponent), (0.0, 0.0), height)
    np.testing.assert_allclose(found, factor * np.array([8.0, -3.0, 0.5]), rtol=1e-14)


def test_gusts_add_to_the_mean_and_grow_with_height_like_it() -> None:
    found = wind(air((8.0, -3.0, 0.5), 0.5), (1.0, -2.0), 40.0)
    np.testing.assert_allclose(found, 2.0 * np.array([9.0, -5.0, 0.5]), rtol=1e-14)


def test_calm_air_has_no_height() -> None:
    """A sea without a wind gives 0 for all of it."""
    calm = parameters(wind=(0.0, 0.0, 0.0), wind_height=0.0, wind_exponent=0.0)
    assert wind(calm, (0.0, 0.0), 5.0) == (0.0, 0.0, 0.0)


def test_the_wind_at_a_point_of_the_body() -> None:
    """At its height above the surface, in the axes of the body."""
    pose, point = Pose((1.0, 2.0, 3.0), (0.8, 0.1, -0.5, 0.3)), np.array([0.3, -0.2, 0.5])
    around = still_water(surface=-4.0, sea=air((8.0, -3.0, 0.5), 0.5, -4.0), gust=(1.0, -2.0))
    height = pose.point(point)[2] + 4.0
    expected = pose.R.T @ np.array(wind(around.sea, (1.0, -2.0), height))
    np.testing.assert_allclose(called(air_at)(around, motion_of(np.zeros(6), pose), six(point)), expected, rtol=1e-13)


# Gusts

GUSTY = gusty(2.0)


def test_no_gusts_leave_what_is_held() -> None:
    assert gusts(gusty(0.0), KEY, range(3), 0.1, (4.0, 5.0)).tolist() == [[4.0, 5.0]] * 3


def test_gusts_are_numbers_of_key_and_step_alone() -> None:
    """Step 0 forgets what was held; later ones keep e^(-h/T) of it and add what key and step say."""
    first = gusts(GUSTY, KEY, range(4), 0.1)
    assert np.array_equal(gusts(GUSTY, KEY, range(4), 0.1, (7.0, 8.0)), first)
    keep = math.exp(-0.1 / 5.0)
    moved = gusts(GUSTY, KEY, range(3, 4), 0.1, first[2] + [1.0, -2.0])
    np.testing.assert_allclose(moved[0] - first[3], keep * np.array([1.0, -2.0]), rtol=1e-13)
    assert not np.array_equal(gusts(GUSTY, KEY + np.uint64(1), range(4), 0.1), first)


def test_what_is_fresh_makes_up_for_what_is_lost() -> None:
    """From a calm, a step adds σ √(1 - e^(-2h/T)) of the same draw: against one so long that nothing is kept."""
    for time_step in (0.01, 0.5, 4.0):
        part, whole = (gusts(GUSTY, KEY, range(3, 4), h)[0] for h in (time_step, 1e4))
        np.testing.assert_allclose(part, whole * math.sqrt(1.0 - math.exp(-2.0 * time_step / 5.0)), rtol=1e-12)


def test_no_uniform_number_is_used_twice() -> None:
    """Of Box and Muller's two, e^(-r²/2) and the angle / 2π, over 300 steps: 600 numbers that differ by 1e-9 or more.

    By chance two of them are so near with a probability of 4e-4.
    """
    x, y = gusts(gusty(1.0, 1e-3), KEY, range(300), 0.1).T
    uniform = np.sort(np.concatenate([np.exp(-0.5 * (x * x + y * y)), np.arctan2(y, x) / (2.0 * math.pi) % 1.0]))
    assert np.diff(uniform).min() > 1e-9


def test_neighbouring_keys_and_steps_share_no_numbers() -> None:
    """The draws of 4 keys one beside the other over 200 steps, along x and y: all different, and none correlated.

    At step 0 a gust is a draw alone. 1600 normal numbers, |r| < 4 / √400 where two columns of 400 are compared.
    """
    sea = gusty(1.0, 1e-3)  # so short that nothing is kept: e^-100
    keys = [KEY + np.uint64(k) for k in range(4)]
    draws = np.stack([gusts(sea, key, range(200), 0.1) for key in keys])
    assert len(np.unique(draws)) == draws.size
    columns = draws.transpose(0, 2, 1).reshape(8, 200)
    correlation = np.corrcoef(columns) - np.eye(8)
    assert np.abs(correlation).max() < 4.0 / math.sqrt(200.0)
    ahead = [np.corrcoef(column[:-1], column[1:])[0, 1] for column in columns]
    assert np.abs(ahead).max() < 4.0 / math.sqrt(199.0)


@pytest.mark.parametrize("key", [0, 1, 2**63, 2**64 - 1])
def test_the_normal_numbers_are_normal(key: int) -> None:
    """Mean 0, variance 1 and the fourth moment 3, each within 5 of its standard errors, over 4000 draws."""
    sea = gusty(1.0, 1e-3)
    draws = gusts(sea, np.uint64(key), range(2000), 0.1).ravel()
    n = len(draws)
    assert np.isfinite(draws).all()
    assert abs(draws.mean()) < 5.0 / math.sqrt(n)
    assert abs(draws.var() - 1.0) < 5.0 * math.sqrt(2.0 / n)
    assert abs((draws**4).mean() - 3.0) < 5.0 * math.sqrt(96.0 / n)
