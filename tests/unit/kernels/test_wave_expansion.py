"""Long waves as polynomials, against the sums that they stand for."""

import math

import numpy as np
import pytest
from tests.unit.kernels import called

from seaway.kernels import blocks, waves
from seaway.kernels.water import WATER
from seaway.kernels.wave_blocks import Sea, block_elevations, block_flows, block_heads, fields
from seaway.kernels.wave_expansion import EXPANSION, LONGEST, LONGEST_FLAT, About, expand, phases_at
from seaway.sea import Components, Jonswap, Spreading, Waves

MIDDLE = np.array([120.0, -45.0, -0.4])
RADIUS = 3.0
T = 7.3


def told(sea: Waves, points: np.ndarray, longest: float) -> np.ndarray:
    """η, head and velocity at up to a block of points, with components up to a wave number expanded, (point, 5)."""
    table, depth = sea.compiled(), np.inf if sea.depth is None else sea.depth
    count = table.shape[2]
    room = np.full(EXPANSION, np.nan)
    block = np.full((blocks.CHANNELS + 2 * count) * blocks.BLOCK, np.nan)
    phases = table[0, waves.PHASE] - table[0, waves.OMEGA] * T
    for k, start in enumerate((blocks.X, blocks.Y, blocks.Z)):
        block[start : start + len(points)] = points[:, k]
    x, y, z = MIDDLE.tolist()
    water = np.zeros(1, dtype=WATER)
    sea.fill(water)
    about = About(x, y, z, z, *water["wave_along"][0].tolist(), bool(water["long_crested"][0]))
    around = Sea(depth, float(water["wave_layer"][0]), 1.0, phases, longest, about)
    if longest > 0.0:
        found = np.full(2 * count, np.nan)
        called(phases_at)(table, 0, 1.0, phases, x, y, found)
        called(expand)(table, 0, depth, found, about, longest, room)
    called(block_elevations)(table, 0, around, room, block)
    called(block_flows)(table, 0, around, room, block)
    u, v, w = (block[start : start + blocks.BLOCK] for start in (blocks.U, blocks.V, blocks.W))
    second = water["wave_set_down"][0] - 0.5 / sea.gravity * (u * u + v * v + w * w)
    block[blocks.SECOND : blocks.SECOND + blocks.BLOCK] = second
    called(block_heads)(table, 0, around, room, block)
    starts = (blocks.ELEVATION, blocks.HEAD, blocks.U, blocks.V, blocks.W)
    return np.stack([block[start : start + len(points)] for start in starts], axis=1)


def points_within(radius: float, count: int = 32) -> np.ndarray:
    random = np.random.default_rng(4)
    p = random.normal(size=(count, 3))
    p *= radius * random.uniform(0.0, 1.0, size=(count, 1)) ** (1 / 3) / np.linalg.norm(p, axis=1, keepdims=True)
    p[:, 2] *= 0.9
    return MIDDLE + p


@pytest.mark.parametrize("spreading", [None, Spreading(3)], ids=["long-crested", "short-crested"])
@pytest.mark.parametrize("depth", [None, 12.0])
def test_long_waves_are_told_to_the_stated_part_of_their_amplitude(
    depth: float | None, spreading: Spreading | None
) -> None:
    """1e-3 of each amplitude for η and the head, 5e-3 of a ω for the velocity, at the limit of k r of the shortest.

    With all in phase at the worst: the sum of the bounds.
    """
    sea = Waves.irregular(Jonswap(1.0, 8.0), 40, direction=0.4, spreading=spreading, seed=3, depth=depth)
    c = sea.components
    radius = (LONGEST if spreading else LONGEST_FLAT) / float(np.max(c.wave_number))
    points = points_within(radius)
    exact, found = told(sea, points, -1.0), told(sea, points, 2.0 * float(np.max(c.wave_number)))
    assert np.max(np.abs(exact[:, 0])) > 0.05
    assert np.max(np.abs(found[:, :2] - exact[:, :2])) < 1e-3 * np.sum(c.amplitude)
    assert np.max(np.abs(found[:, 2:] - exact[:, 2:])) < 5e-3 * np.sum(c.amplitude * c.omega) * (2.0 if depth else 1.0)
    assert np.max(np.abs(found - exact)) > 1e-12  # it is an expansion


PERIOD, DIRECTION = 6.0, 0.7
NUMBER = (2.0 * np.pi / PERIOD) ** 2 / 9.80665
ALONG = np.array([np.cos(DIRECTION), np.sin(DIRECTION)])


def one_wave(phase: float, spread: bool, amplitude: float = 0.5) -> Waves:
    """With a phase at the middle; if spread, with another across it that has no height."""
    at_middle = float(NUMBER * ALONG @ MIDDLE[:2] - 2.0 * np.pi / PERIOD * T)
    omega, count = 2.0 * np.pi / PERIOD, 2 if spread else 1
    columns = [
        (amplitude, omega, DIRECTION, phase - at_middle, NUMBER),
        (0.0, omega, DIRECTION + 1.0, 0.0, NUMBER),
    ]
    return Waves(Components(*np.array(columns[:count]).T))


@pytest.mark.parametrize("spread", [False, True])
@pytest.mark.parametrize("phase", [0.0, 0.5 * np.pi])
def test_the_stated_error_is_that_of_the_shortest_wave_at_the_end_of_the_hull(phase: float, spread: bool) -> None:
    """A wave right at its limit, along it: s^(n+1) / (n+1)! = 1e-3 and s^n / n! below 5e-3, met within a factor.

    Of the two the real part has one as its next term and the imaginary part the other, by the phase at the middle: so
    one of the phases is near the bound, and the other below it. The degree n is 8, or 11 where all waves go one way.
    """
    sea = one_wave(phase, spread)
    points = np.repeat(MIDDLE[None], 2, axis=0)
    points[:, :2] += np.outer([1.0, -1.0], (LONGEST if spread else LONGEST_FLAT) / NUMBER * ALONG)
    points[:, 2] = -2.0  # below any trough
    off = np.max(np.abs(told(sea, points, 1.01 * NUMBER) - told(sea, points, -1.0)), axis=0)
    elevation, flow = off[0] / 0.5, np.max(off[2:]) / (0.5 * 2.0 * np.pi / PERIOD)
    assert elevation < 1e-3
    assert flow < 5e-3
    near = (phase != 0.0) == spread  # the ninth term is odd, the twelfth even
    assert elevation > (5e-4 if near else 1e-4)


@pytest.mark.parametrize("spread", [False, True])
@pytest.mark.parametrize("phase", [0.0, 0.8, 1.6, 2.4])
def test_the_error_is_as_small_above_and_below_the_middle(phase: float, spread: bool) -> None:
    """On a circle about the middle, along and across, |i k x + k z| = k r: so small is the rest of the series.

    s^(n+1) / (n+1)! (1 + s / (n+2) + ...) <= s^(n+1) / (n+1)! / (1 - s / (n+2)), with s = k r. The wave is so low that
    the head is the linear one.
    """
    a = 1e-6
    sea, degree, s = one_wave(phase, spread, a), 8 if spread else 11, LONGEST if spread else LONGEST_FLAT
    angles = np.linspace(0.0, 2.0 * np.pi, 32, endpoint=False)
    bound = s ** (degree + 1) / math.factorial(degree + 1) / (1.0 - s / (degree + 2.0))
    radius, found = s / NUMBER, list[float]()
    for way in (ALONG, ALONG[::-1] * [1.0, -1.0]):
        points = MIDDLE + np.column_stack([radius * np.outer(np.cos(angles), way), radius * np.sin(angles)])
        below = points[:, 2] < -1e-3  # above the surface heights are held
        off = np.abs(told(sea, points, 1.01 * NUMBER) - told(sea, points, -1.0))[below, 1]
        found.append(float(np.max(off)) / a)
    rise = math.exp(NUMBER * MIDDLE[2])
    assert max(found) < bound * rise
    assert max(found) > 0.1 * bound


@pytest.mark.parametrize("spread", [False, True])
def test_the_error_is_of_the_power_of_the_distance_that_follows_the_degree(spread: bool) -> None:
    """s^9 / 9! and s^8 / 8!, or s^12 / 12! and s^11 / 11! where all waves go one way.

    Halving r makes 512 and 256, or 4096 and 2048, times less; within a factor of 1.7 for the terms that follow.
    """
    sea = one_wave(0.4, spread)
    errors: list[np.ndarray] = []
    for radius in (10.0, 5.0):
        points = MIDDLE + (points_within(1.0) - MIDDLE) * radius
        points[:, 2] = np.minimum(points[:, 2], -0.6 - radius)  # below any trough, where heights are not held
        errors.append(np.max(np.abs(told(sea, points, 1.0) - told(sea, points, -1.0)), axis=0))
    ratios = errors[0] / errors[1]
    expected = np.array([512.0, 256.0] if spread else [4096.0, 2048.0])
    assert np.all(ratios[[0, 2]] > expected / 1.7), ratios
    assert np.all(ratios[[0, 2]] < 2.0 * 1.7 * expected), ratios


def test_parallel_waves_are_told_in_two_dimensions_and_others_in_three_alike() -> None:
    """The same sea, with a component across that has no height beside it: to the stated error of both; also astern."""
    c = Waves.irregular(Jonswap(1.0, 8.0), 40, direction=0.4, seed=3).components
    back = np.where(np.arange(40) % 3 == 0, np.pi, 0.0)  # some against the others: parallel still
    columns = np.stack([c.amplitude, c.omega, c.direction + back, c.phase, c.wave_number])
    flat = Waves(Components(*columns))
    across = Waves(Components(*np.append(columns, [[0.0], [1.0], [2.0], [0.0], [1.0 / 9.80665]], axis=1)))
    crested = np.zeros(2, dtype=WATER)
    for water, sea in zip(crested, (flat, across), strict=True):
        own = np.zeros(1, dtype=WATER)
        sea.fill(own)
        water["long_crested"] = own["long_crested"][0]
    assert crested["long_crested"].tolist() == [1, 0]
    points = points_within(2.0)
    exact = told(flat, points, -1.0)
    for sea in (flat, across):
        np.testing.assert_allclose(told(sea, points, 10.0), exact, rtol=0, atol=1e-6)


@pytest.mark.parametrize("part", [0.3, 0.6])
def test_short_waves_are_added_point_by_point(part: float) -> None:
    """Whatever part of the components is long, the sum is that of all: to 1e-9 within a metre."""
    sea = Waves.irregular(Jonswap(1.0, 8.0), 40, direction=0.4, spreading=Spreading(3), seed=3)
    longest = float(np.quantile(sea.components.wave_number, part))
    points = points_within(1.0)
    np.testing.assert_allclose(told(sea, points, longest), told(sea, points, -1.0), rtol=0, atol=1e-7)


def test_without_an_expansion_it_is_the_same_as_many_points() -> None:
    sea = Waves.irregular(Jonswap(1.0, 8.0), 40, direction=0.4, seed=3)
    points = points_within(2.0)
    table, water = sea.compiled(), np.zeros(1, dtype=WATER)
    sea.fill(water)
    water["gravity"] = sea.gravity
    now, out = np.zeros((2, table.shape[2])), np.zeros((len(points), 5))
    block = np.zeros((blocks.CHANNELS + 2 * table.shape[2]) * blocks.BLOCK)
    fields(table, None, water[0], T, points, now, block, out)
    np.testing.assert_allclose(told(sea, points, -1.0), out, rtol=0, atol=1e-15)
