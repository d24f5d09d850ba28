"""Long waves as polynomials, against the sums that they stand for."""

import numpy as np
import pytest

from seaway.kernels import blocks, waves
from seaway.kernels.water import WATER
from seaway.kernels.wave_blocks import Sea, block_elevations, block_flows, block_heads, fields
from seaway.kernels.wave_expansion import EXPANSION, LONGEST, About, expand
from seaway.sea import Jonswap, Spreading, Waves

MIDDLE = np.array([120.0, -45.0, -0.4])
RADIUS = 3.0
T = 7.3


def told(sea: Waves, points: np.ndarray, longest: float) -> np.ndarray:
    """η, head and velocity at up to a block of points, with components up to a wave number expanded, (point, 5)."""
    records, depth = sea.compiled(), np.inf if sea.depth is None else sea.depth
    room = np.full(EXPANSION, np.nan)
    block = np.zeros((blocks.CHANNELS + 2 * records.shape[1]) * blocks.BLOCK)
    for k, start in enumerate((blocks.X, blocks.Y, blocks.Z)):
        block[start : start + len(points)] = points[:, k]
    x, y, z = MIDDLE.tolist()
    water = np.zeros(1, dtype=WATER)
    sea.fill(water)
    about = About(x, y, z, z, *water["wave_along"][0].tolist(), bool(water["long_crested"][0]))
    around = Sea(depth, 1.0, T, longest, about)
    if longest > 0.0:
        expand(records, 0, depth, 1.0, T, about, longest, room)
    block_elevations(records, 0, around, room, block)
    block_heads(records, 0, around, room, block)
    block_flows(records, 0, around, room, block)
    starts = (blocks.ELEVATION, blocks.HEAD, blocks.U, blocks.V, blocks.W)
    return np.stack([block[start : start + len(points)] for start in starts], axis=1)


def points_within(radius: float, count: int = 32) -> np.ndarray:
    random = np.random.default_rng(4)
    p = random.normal(size=(count, 3))
    p *= radius * random.uniform(0.0, 1.0, size=(count, 1)) ** (1 / 3) / np.linalg.norm(p, axis=1, keepdims=True)
    p[:, 2] *= 0.9
    return MIDDLE + p


@pytest.mark.parametrize("depth", [None, 12.0])
def test_long_waves_are_told_to_the_stated_part_of_their_amplitude(depth: float | None) -> None:
    """1e-3 of each amplitude for η and the head, 5e-3 of a ω for the velocity, at k r = 1.925 of the shortest.

    With all in phase at the worst: the sum of the bounds.
    """
    sea = Waves.irregular(Jonswap(1.0, 8.0), 40, 0.4, Spreading(3), seed=3, depth=depth)
    c = sea.components
    radius = LONGEST / float(np.max(c.wave_number))
    points = points_within(radius)
    exact, found = told(sea, points, -1.0), told(sea, points, 2.0 * float(np.max(c.wave_number)))
    assert np.max(np.abs(exact[:, 0])) > 0.05
    assert np.max(np.abs(found[:, :2] - exact[:, :2])) < 1e-3 * np.sum(c.amplitude)
    assert np.max(np.abs(found[:, 2:] - exact[:, 2:])) < 5e-3 * np.sum(c.amplitude * c.omega) * (2.0 if depth else 1.0)
    assert np.max(np.abs(found - exact)) > 1e-12  # it is an expansion


@pytest.mark.parametrize("phase", [0.0, 0.5 * np.pi])
def test_the_stated_error_is_that_of_the_shortest_wave_at_the_end_of_the_hull(phase: float) -> None:
    """A wave with k r = 1.925 right at its limit, along it: s^9 / 9! = 1e-3 and s^8 / 8! = 5e-3, met within a factor.

    Of the two the real part has one as its next term and the imaginary part the other, by the phase at the middle: so
    one of the phases is near the bound, and the other below it.
    """
    period, direction = 6.0, 0.7
    k = (2.0 * np.pi / period) ** 2 / 9.80665
    along = np.array([np.cos(direction), np.sin(direction)])
    at_middle = float(k * along @ MIDDLE[:2] - 2.0 * np.pi / period * T)
    sea = Waves.regular(1.0, period, direction=direction, phase=phase - at_middle)
    points = np.repeat(MIDDLE[None], 2, axis=0)
    points[:, :2] += np.outer([1.0, -1.0], LONGEST / k * along)
    points[:, 2] = -2.0  # below any trough
    off = np.max(np.abs(told(sea, points, 1.01 * k) - told(sea, points, -1.0)), axis=0)
    elevation, flow = off[0] / 0.5, np.max(off[2:]) / (0.5 * 2.0 * np.pi / period)
    assert elevation < 1e-3
    assert flow < 5e-3
    assert elevation > (5e-4 if phase else 1e-4)


def test_the_error_is_of_the_ninth_and_eighth_power_of_the_distance() -> None:
    """s^9 / 9! and s^8 / 8!: halving r makes 512 and 256 times less; 20 % for the terms that follow."""
    sea = Waves.regular(1.0, 5.0, direction=0.7, phase=0.4)
    errors: list[np.ndarray] = []
    for radius in (3.0, 1.5):
        points = MIDDLE + (points_within(1.0) - MIDDLE) * radius
        points[:, 2] = np.minimum(points[:, 2], -0.6 - radius)  # below any trough, where heights are not held
        errors.append(np.max(np.abs(told(sea, points, 1.0) - told(sea, points, -1.0)), axis=0))
    ratios = errors[0] / errors[1]
    assert ratios[0] > 300.0
    assert np.all(ratios[2:] > 100.0)


@pytest.mark.parametrize("part", [0.3, 0.6])
def test_short_waves_are_added_point_by_point(part: float) -> None:
    """Whatever part of the components is long, the sum is that of all: to 1e-9 within a metre."""
    sea = Waves.irregular(Jonswap(1.0, 8.0), 40, 0.4, Spreading(3), seed=3)
    longest = float(np.quantile(sea.components.wave_number, part))
    points = points_within(1.0)
    np.testing.assert_allclose(told(sea, points, longest), told(sea, points, -1.0), rtol=0, atol=1e-7)


def test_without_an_expansion_it_is_the_same_as_many_points() -> None:
    sea = Waves.irregular(Jonswap(1.0, 8.0), 40, 0.4, seed=3)
    points = points_within(2.0)
    block, out = np.zeros((blocks.CHANNELS + 80) * blocks.BLOCK), np.zeros((len(points), 5))
    fields(sea.compiled(), 0, np.inf, 0.0, T, points, block, out)
    np.testing.assert_array_equal(told(sea, points, -1.0), out)
    assert waves.DEEP > 0.0
