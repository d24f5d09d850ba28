"""Long waves as polynomials, against the sums that they stand for."""

import numpy as np
import pytest

from seaway.kernels import blocks, waves
from seaway.kernels.wave_blocks import Sea, block_motions, fields
from seaway.kernels.wave_expansion import EXPANSION, LONGEST, expand
from seaway.sea import Jonswap, Spreading, Waves

MIDDLE = np.array([120.0, -45.0, -0.4])
RADIUS = 3.0
T = 7.3


def told(sea: Waves, points: np.ndarray, longest: float) -> np.ndarray:
    """η, head and velocity at up to a block of points, with components up to a wave number expanded, (point, 5)."""
    records, depth = sea.compiled(), np.inf if sea.depth is None else sea.depth
    room = np.full(EXPANSION, np.nan)
    block = np.zeros((blocks.CHANNELS + records.shape[1]) * blocks.BLOCK)
    for k, start in enumerate((blocks.X, blocks.Y, blocks.Z)):
        block[start : start + len(points)] = points[:, k]
    x, y, z = MIDDLE.tolist()
    around = Sea(depth, 1.0, T, longest, x, y, z, z)
    if longest > 0.0:
        expand(records, 0, depth, 1.0, T, x, y, z, z, longest, room)
    block_motions(records, 0, around, room, block)
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
    """1e-5 of each amplitude for η and the head, 1e-4 of a ω for the velocity, at k r = 1.154 of every component.

    A sea whose components are all as short as may be, all in phase at the worst: the sum of the bounds.
    """
    sea = Waves.irregular(Jonswap(1.0, 8.0), 40, 0.4, Spreading(3), seed=3, depth=depth)
    c = sea.components
    radius = LONGEST / float(np.max(c.wave_number))
    points = points_within(radius)
    exact, found = told(sea, points, -1.0), told(sea, points, 2.0 * float(np.max(c.wave_number)))
    assert np.max(np.abs(exact[:, 0])) > 0.05
    assert np.max(np.abs(found[:, :2] - exact[:, :2])) < 1e-5 * np.sum(c.amplitude)
    assert np.max(np.abs(found[:, 2:] - exact[:, 2:])) < 1e-4 * np.sum(c.amplitude * c.omega) * (2.0 if depth else 1.0)
    assert np.max(np.abs(found - exact)) > 1e-12  # it is an expansion


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
    block, out = np.zeros((blocks.CHANNELS + 40) * blocks.BLOCK), np.zeros((len(points), 5))
    fields(sea.compiled(), 0, np.inf, 0.0, T, points, block, out)
    np.testing.assert_array_equal(told(sea, points, -1.0), out)
    assert waves.DEEP > 0.0
