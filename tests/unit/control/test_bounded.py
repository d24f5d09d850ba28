from itertools import product

import numpy as np
import pytest

from seaway.control._bounded import bounded_least_squares, largest_share, pseudo_inverse


def smallest_by_faces(A: np.ndarray, b: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[float, float]:
    """The least miss and then the least size, by trying every face of the box; for few variables."""
    best = (np.inf, np.inf)
    for face in product((-1, 0, 1), repeat=len(low)):
        x = np.where(np.array(face) < 0, low, high)
        free = np.array(face) == 0
        x[free] = np.linalg.pinv(A[:, free]) @ (b - A[:, ~free] @ x[~free])
        if np.all(x >= low - 1e-12) and np.all(x <= high + 1e-12):
            found = (round(float(np.linalg.norm(A @ x - b)), 9), float(np.linalg.norm(x)))
            best = min(best, found)
    return best


def test_the_miss_is_the_least_and_then_the_size() -> None:
    """Of 60 problems, some with a wrench that can be reached; 1e-9 is how finely misses are told apart above."""
    rng, smaller, reached = np.random.default_rng(0), 0, 0
    for number in range(60):
        A = rng.normal(size=(4, 6))
        low, high = -rng.uniform(0.2, 1.0, 6), rng.uniform(0.2, 1.0, 6)
        corner = np.where(rng.random(6) < 0.5, low, high)
        b = A @ corner * (0.8 if number % 3 else 3.0)
        x = bounded_least_squares(A, b, low, high)
        miss, size = smallest_by_faces(A, b, low, high)
        assert np.all((x >= low) & (x <= high))
        assert np.linalg.norm(A @ x - b) == pytest.approx(miss, abs=2e-9)
        assert np.linalg.norm(x) == pytest.approx(size, abs=1e-7)
        reached += miss == 0.0
        smaller += bool(np.any((x == low) | (x == high)) and miss == 0.0)
    assert 0 < reached < 60
    assert smaller > 5  # limits were met, and the wrench too


def test_by_hand() -> None:
    """Of x + y + 2 z = 10 with x <= 1 and z <= 3 the size is least on the face x = 1, z = 3, y = 3.

    Without limits it is 10/6 (1, 1, 2), where both are exceeded.
    """
    A, b = np.array([[1.0, 1.0, 2.0]]), np.array([10.0])
    x = bounded_least_squares(A, b, np.full(3, -np.inf), np.array([1.0, np.inf, 3.0]))
    np.testing.assert_allclose(x, [1.0, 3.0, 3.0], rtol=1e-12)
    # With z held at 1, the two others share what is left.
    x = bounded_least_squares(A, b, np.array([-9.0, -9.0, 1.0]), np.array([9.0, 9.0, 1.0]))
    np.testing.assert_allclose(x, [4.0, 4.0, 1.0], rtol=1e-12)


def test_what_has_no_effect_is_left_alone() -> None:
    limits = (np.full(3, -1.0), np.full(3, 1.0))
    np.testing.assert_array_equal(bounded_least_squares(np.zeros((2, 3)), np.ones(2), *limits), np.zeros(3))
    x = bounded_least_squares(np.array([[0.0, 2.0, 0.0]]), np.array([9.0]), *limits)
    np.testing.assert_array_equal(x, [0.0, 1.0, 0.0])


def test_directions_of_rounding_are_not_inverted() -> None:
    """Two columns that differ by 1e-14 would need 1e14 for the part across them."""
    A = np.array([[1.0, 1.0], [0.0, 1e-14]])
    np.testing.assert_allclose(pseudo_inverse(A) @ [1.0, 1.0], [0.5, 0.5], rtol=1e-9)
    free = np.full(2, np.inf)
    np.testing.assert_allclose(bounded_least_squares(A, np.ones(2), -free, free), [0.5, 0.5], rtol=1e-9)


def test_the_largest_share() -> None:
    """Of x + y = 10 s and x - y = 0 with x <= 2 and y <= 3 it is 0.4."""
    A, b = np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([10.0, 0.0])
    low, high = np.zeros(2), np.array([2.0, 3.0])
    assert largest_share(A, b, low, high) == pytest.approx(0.4, abs=1e-9)  # HiGHS is told 1e-10
    assert largest_share(A, b / 5.0, low, high) == 1.0
    assert largest_share(A, -b, low + 1.0, high) is None
    assert largest_share(A, 0.0 * b, low, high) == 1.0
    assert largest_share(A, 0.0 * b, low + 1.0, high) is None
