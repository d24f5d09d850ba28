import numpy as np
import pytest
from tests.unit.kernels import called, table_of

from seaway.errors import ModelError
from seaway.kernels.water import table_current
from seaway.sea import Current


@pytest.mark.parametrize(
    ("shape", "times", "depths", "whole"),
    [
        ((3,), None, None, (1, 1, 3)),
        ((2, 3), [0, 1], None, (2, 1, 3)),
        ((2, 3), None, [0, 1], (1, 2, 3)),
        ((4, 2, 3), [0, 1, 2, 5], [0, 1], (4, 2, 3)),
        ((1, 3), [7], None, (1, 1, 3)),
    ],
)
def test_shapes(shape: tuple, times: list | None, depths: list | None, whole: tuple) -> None:
    given = np.random.default_rng(8).normal(size=shape)
    current = Current(given, times=times, depths=depths)
    np.testing.assert_array_equal(current.velocity, given.reshape(whole))
    np.testing.assert_array_equal(current.times, [0.0] if times is None else times)
    np.testing.assert_array_equal(current.depths, [0.0] if depths is None else depths)


def test_the_table_has_its_nodes_in_its_margins() -> None:
    velocity = np.random.default_rng(9).normal(size=(3, 2, 3))
    table = Current(velocity, times=[1, 2, 4], depths=[0, 10]).compiled()
    assert table.shape == (1, 4, 3, 3)
    np.testing.assert_array_equal(table[0, 1:, 0, 0], [1.0, 2.0, 4.0])
    np.testing.assert_array_equal(table[0, 0, 1:, 0], [0.0, 10.0])
    np.testing.assert_array_equal(table[0, 1:, 1:], velocity)


def test_it_cannot_be_changed_in_place() -> None:
    current = Current([1, 2, 3])
    with pytest.raises(AttributeError):
        current.times = np.zeros(1)  # type: ignore[misc]
    for array in (current.velocity, current.times, current.depths):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 5.0
    current.compiled()[...] = 5.0
    assert current.velocity[0, 0, 0] == 1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 2],), r"the velocity of a current must be 3 numbers \[m/s\], .* got the shape \(2,\)"),
        (([1, 2, 3], [0, 1]), r"current: the velocity must have the shape \(2, 3\), got \(3,\)"),
        ((np.zeros((3, 2, 3)), [0, 1], [0, 1, 2]), r"must have the shape \(2, 3, 3\), got \(3, 2, 3\)"),
        (([1, np.nan, 3],), r"the velocity of a current must be finite \[m/s\], got nan at \[1\]"),
        ((np.zeros((2, 3)), [1, 1]), r"the times of a current must ascend, got \[1., 1.\]"),
        ((np.zeros((2, 3)), None, [5, 2]), r"the depths of a current must ascend, got \[5., 2.\]"),
        ((np.zeros((2, 3)), None, [0, np.inf]), r"the depths of a current must be finite \[m\], got inf at \[1\]"),
        (([0, 0, 0], 4.0), r"the times of a current must be a list of numbers \[s\], got a number: 4.0"),
        (([0, 0, 0], []), r"the times of a current must be a list of numbers \[s\], got 0 numbers: \[\]"),
    ],
)
def test_bad_tables_are_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Current(arguments[0], **dict(zip(("times", "depths"), arguments[1:], strict=False)))


def test_the_velocity_at_a_time_and_depth() -> None:
    """By hand: halfway in time, a quarter of the way down; held outside."""
    current = Current([[[0, 0, 0], [4, 0, 0]], [[2, 1, 0], [6, 3, 0]]], times=[0, 10], depths=[0, 20])
    np.testing.assert_allclose(current.at(5.0, 5.0), [0.5 * (1.0 + 3.0), 0.5 * 1.5, 0.0], rtol=1e-15)
    np.testing.assert_array_equal(current.at([-9.0, 99.0], [-1.0, 50.0]), [[0, 0, 0], [6, 3, 0]])
    np.testing.assert_array_equal(Current([1, 2, 3]).at([0.0, 5.0], [1.0, 2.0]), [[1, 2, 3]] * 2)


def test_the_velocity_is_that_of_the_kernel() -> None:
    random = np.random.default_rng(4)
    current = Current(random.normal(size=(4, 3, 3)), times=[0, 1, 2, 5], depths=[0, 4, 9])
    sea = table_of(current)
    for t, depth in zip(random.uniform(-1, 6, 40), random.uniform(-1, 11, 40), strict=True):
        v, _, _ = called(table_current)(sea, t, t, 1e-3, depth)
        # Two ways of the same sum of products of entries of about 1.
        np.testing.assert_allclose(current.at(t, depth), v, rtol=0, atol=1e-14)
